"""Who is quoted, and whom quotes name; every person here is invented."""

from __future__ import annotations

import re
import time

import pytest

from slot_tables import cases, slots

ATTRIBUTIONS = """
On Mon, 3 Jun 2024 at 10:03, Mary Poe <mary.poe@example.org> wrote:
On Mon, Jun 3, 2024 at 10:03 AM Mary Poe <[hidden email]> wrote:
On Jun 3, 2024, at 10:03 AM, Mary Poe <mary.poe@example.org> wrote:
On 3 Jun 2024, "Mary Poe" <mary.poe@example.org> wrote:
On 06/03/2024 10:03 AM, Mary Poe wrote:
On 06/03/2024 10:03 AM - Mary Poe wrote:
On Monday 03 June 2024 10:03:21 Mary Poe wrote:
--- On Mon, 6/3/24, Mary Poe <mary.poe@example.org> wrote:
At 10:03 AM 6/3/2024 -0500, Mary Poe wrote:
2024/6/3 Mary Poe <mary.poe@example.org>
Quoting Mary Poe <mary.poe@example.org>:
Thus spake Mary Poe:
Mary Poe wrote:
Mary Poe <mary at example.org> wrote:
Den mån 3 juni 2024 kl 10:03 skrev Mary Poe <mary.poe@example.org>:
3 jun 2024 kl. 10:03 skrev Mary Poe <mary.poe@example.org>:
Mary Poe skrev:
Le 03/06/2024 à 10:03, Mary Poe a écrit :
Selon Mary Poe <mary.poe@example.org>:
Mary Poe a écrit :
Am Mo., 3. Juni 2024 um 10:03 Uhr schrieb Mary Poe <mary.poe@example.org>:
Am 03.06.24 10:03, schrieb Mary Poe:
Zitat von Mary Poe <mary.poe@example.org>:
Mary Poe schrieb:
Op 3 juni 2024 om 10:03 schreef Mary Poe <mary.poe@example.org>:
El lun, 3 jun 2024 a las 10:03, Mary Poe (<mary.poe@example.org>) escribió:
Il giorno lun 3 giu 2024 alle ore 10:03 Mary Poe <mary.poe@example.org> ha scritto:
Em seg., 3 de jun. de 2024 às 10:03, Mary Poe <mary.poe@example.org> escreveu:
W dniu 3.06.2024 o 10:03, Mary Poe pisze:
Le 3 juin 2024 ? 10:03, Mary Poe <mary.poe@example.org> a ?crit :

Mary Poe wrote on 3 June 2024:
Mary Poe said the following on 3/6/2024 10:03:
Mary Poe skrev den 3 juni 2024:
Mary Poe schrieb am 03.06.2024 um 10:03:
Mary Poe kirjoitti 3.6.2024 kello 10.03:

Mary Poe <mary.poe@example.org> schrieb am Mo., 3. Juni 2024, 10:03:
Mary Poe hat am 3. Juni 2024 um 10:03 geschrieben:

2024-06-03 10:03 GMT+02:00 Mary Poe <mary.poe@example.org>:

Originally posted by Mary Poe

Posted by Mary Poe on 3 June 2024
Message from Mary Poe on 3 June 2024:

>>>>> "MP" == Mary Poe <mary.poe@example.org> writes:

In article <abc@example.org>, Mary Poe <mary.poe@example.org> wrote:
In article <abc@example.org>, Mary Poe <mary.poe@example.org> opined:
On Mon, 3 Jun 2024 10:03:21, Mary Poe <mary.poe@example.org> told us all:
"Mary Poe" <mary.poe@example.org> wrote in message news:abc123@news.example.org...
--- In frob@example.org, Mary Poe <mary@...> wrote:
--- In frob@example.org, Mary Poe / Frobnix <mary@...> wrote:
"Mary Poe" <mary.poe@example.org> skrev i meddelandet news:abc123@news.example.org...
Mary Poe <mary.poe@example.org> wrote in article <abc@example.org>...
mary.poe@example.org (Mary Poe) wrote in message news:<abc@example.org>...
On Mon, Jun 3, 2024 at 10:03 AM Mary Poe via Botany <list@example.org> wrote:
On 3 June 2024, Mary Poe via Botany-friends wrote:
Am 03.06.2024 um 10:03 schrieb Mary Poe via Botany:
On Mon, 3 Jun 2024, 10:03 PDT, Mary Poe <mary.poe@example.org> wrote:
Op 3 jun. 2024 om 10:03 heeft Mary Poe <mary.poe@example.org> het volgende geschreven:

3 июня 2024 г., 10:03 пользователь Mary Poe <mary.poe@example.org> написал:
"""


EVERY_LINE = re.sub(r"(?m)^(?!!)(.+)$", r"\1 → attributed Mary Poe", ATTRIBUTIONS)


@pytest.mark.parametrize(("line", "expected"), cases(EVERY_LINE))
def test_attributions_of_many_mail_programs(line: str, expected: list[str]) -> None:
    text = f"Yes, I am quite sure about that.\n\n{line}\n\n> Are you sure about that?\n"
    assert slots(text) == expected


ATTRIBUTED = """
Mary                 → attributed Mary
Poe, Mary            → attributed Poe, Mary
R. J. Poe            → attributed R. J. Poe
Mary O'Neil-Poe      → attributed Mary O'Neil-Poe
Åsa Öberg            → attributed Åsa Öberg
Nov?k                → attributed Nov?k
POE Mary             → attributed POE Mary
Poe, Mary (External) → attributed Poe, Mary
Poe,Mary             → attributed Poe,Mary
Poe,Mary Jane        → attributed Poe,Mary Jane
mary poe             → attributed mary poe
Karin von Poe        → attributed Karin von Poe
Mary Poe, Ph.D.      → attributed Mary Poe
Poe, Mary Dr.        → attributed Poe, Mary
Mary Poe - Botany    → attributed Mary Poe
Yan Ma               → attributed Yan Ma
Ali bin Hassan       → attributed Ali bin Hassan

Maria de la Cruz     → attributed Maria de la Cruz

Jan van der Berg     → attributed Jan van der Berg

Dr. Mary Poe         → attributed Mary Poe

M. J. Poe            → attributed M. J. Poe

mary42               → attributed mary42
mary_poe             → attributed mary_poe
mary.poe             → attributed mary.poe
m_poe                → attributed m_poe

"Jan"                → attributed Jan
"""


@pytest.mark.parametrize(("written", "expected"), cases(ATTRIBUTED))
def test_names_in_attributions(written: str, expected: list[str]) -> None:
    text = f"Yes.\n\nOn Mon, 3 June 2024, {written} wrote:\n> Are you sure about that?\n"
    assert slots(text) == expected


AROUND_QUOTES = """
Yes. ⏎⏎ -----Original Message----- ⏎ From: Mary Poe ⏎ Sent: Monday ⏎ To: Robert Ramsden \
→ attributed Mary Poe; listed Robert Ramsden
Yes. ⏎⏎ From: Poe, Mary <mary@example.org> ⏎ To: Ann Pell; Tom Pell \
→ attributed Poe, Mary; listed Ann Pell; listed Tom Pell
I am sure. ⏎⏎ > Hi Robert, ⏎ > are you sure about it? ⏎ > Best, ⏎ > Mary \
→ addressed Robert; relayed Mary
Yes. ⏎⏎ -----Original Message----- ⏎ From: list@example.org On Behalf Of Poe, ⏎ Mary \
⏎ Sent: Monday ⏎ To: Robert Ramsden ⏎ Subject: Re: [list] Yes → attributed Poe, Mary; \
listed Robert Ramsden
Yes. ⏎⏎ -----Original Message----- ⏎ From: list@example.org On Behalf Of ⏎ mary_poe \
⏎ Sent: Monday ⏎ To: Robert Ramsden → attributed mary_poe; listed Robert Ramsden
Yes. ⏎⏎ --- In frob@example.org, "mary_poe" <mary_poe@...> wrote: ⏎ > Sure? → attributed mary_poe
Yes. ⏎⏎ --- In frob@example.org, "Mary Poe" ⏎ <mary@...> wrote: ⏎ > Sure? → attributed Mary Poe
Yes. ⏎⏎ --- In frob@example. com, mary poe <mary@ ...> wrote: ⏎ > Sure? → attributed mary poe
Yes. ⏎⏎ -----Original Message----- ⏎ Von: list@example.org Im Auftrag von ⏎ Mary Poe \
⏎ Gesendet: Montag ⏎ An: Robert Ramsden → attributed Mary Poe; listed Robert Ramsden
On Mon, 3 Jun 2024 at 10:03, Mary Poe <mary@example.org ⏎ > wrote: ⏎⏎ > Sure? → attributed Mary Poe
On Mon, 3 Jun 2024, Poe, Mary <m@x.org<mailto:m@x.org>> wrote: ⏎ > Sure? → attributed Poe, Mary
On 3 June 2024, Mary Poe wrote: ⏎ > On 2 June 2024, Tom Ash <tom@x.org ⏎ > <mailto:tom@x.org>> \
wrote: ⏎ > > Sure? → attributed Mary Poe; requoted Tom Ash
> On 3 June 2024, at 10:03, Mary Poe <m@x.org> wrote: ⏎ > ⏎ > Are you sure? → attributed Mary Poe
Le 3 juin 2024, Mary Poe a écrit : ⏎ » Bonjour, ⏎ » ⏎ » lequel ? ⏎ » Mary ⏎⏎ -- ⏎      Robert Ash \
→ attributed Mary Poe; relayed Mary; signature Robert Ash
> -----Original Message----- ⏎ > From: Mary Poe <m@x.org> ⏎ > Sure? ⏎⏎ I am. ⏎⏎ Robert Ash \
→ attributed Mary Poe; signed Robert Ash
On 3 June 2024, Mary Poe wrote: ⏎ > Which one? ⏎⏎ I know it by now. ⏎⏎ Mary → attributed Mary Poe; \
signed Mary
On 3 June 2024, POE, Mary wrote: ⏎ > That one. ⏎⏎ Thank you for that, Mary. ⏎⏎ And this? \
→ attributed POE, Mary; relayed Mary; thanked Mary
Which one? ⏎⏎ Thanks for that, Mary! ⏎⏎ On 3 June 2024, Mary Poe wrote: ⏎ > That one. \
→ thanked Mary; attributed Mary Poe; relayed Mary
Which one? ⏎⏎ Regards, Mary ⏎⏎ On 3 June 2024, Mary Poe wrote: ⏎ > That one. \
→ attributed Mary Poe; signed Mary
On 3 June 2024, Mary Poe wrote: ⏎⏎ Which one? ⏎⏎ Best, ⏎ Mary → attributed Mary Poe; relayed Mary
Yes. ⏎⏎ Best, ⏎ Robert ⏎⏎ Mary Poe <m@x.org> wrote: ⏎      Which one do you take ⏎ now? ⏎⏎ \
Mary ⏎⏎ Mary Poe ⏎ 4 Mill Lane → attributed Mary Poe; relayed Mary; relayed Mary Poe; signed Robert
Mary Poe wrote: ⏎ > Which one? ⏎⏎ Mary, ⏎ It is the second one. → attributed Mary Poe; \
addressed Mary
Mary Poe wrote: ⏎ > Which one? ⏎⏎ Ubuntu, ⏎ I should say. → attributed Mary Poe
> @**mary42**: ⏎ > it is right ⏎ I am sure that it is not.       → credited mary42
@**the second Mary** wrote: ⏎ > it is right ⏎ It is not right.   → credited the second Mary
> @**mary42**: ⏎ > Agreed. ⏎ > ⏎ > Cheers, ⏎ > Mary ⏎⏎ It is not. → credited mary42; relayed Mary
mary42: ⏎ > it is right ⏎ I am sure that it is not.              → attributed mary42
mary42 said: ⏎ > it is right ⏎ I am sure that it is not.         → attributed mary42
"""


@pytest.mark.parametrize(("text", "expected"), cases(AROUND_QUOTES))
def test_names_around_quotes(text: str, expected: list[str]) -> None:
    assert slots(text) == expected


IN_QUOTES = """
> From: a@x.org ⏎ > [mailto:a@x.org] On Behalf Of Mary Poe ⏎ > Sent: now ⏎ > ⏎ > it is right \
→ attributed Mary Poe
> From: a@x.org ⏎ > [mailto:a@x.org] On Behalf Of ⏎ > Mary Poe ⏎ > Sent: now ⏎ > ⏎ > yes \
→ attributed Mary Poe
> On 3 June 2024, Mary Poe wrote: ⏎ > > Are you sure? → requoted Mary Poe
> On 3 June 2024, Mary Poe via ⏎ > Botany <botany@lists.example> wrote: ⏎ > > Sure? \
→ requoted Mary Poe
>>> On Mon, 3 Jun 2024 at 10:03, Mary ⏎ >>> Poe <mary@example.org> wrote: ⏎ >>>> Sure? \
→ requoted Mary Poe
> From: Mary Poe <mary@x.org> ⏎ > To: Tom Ash ⏎ > Sure? → attributed Mary Poe; listed Tom Ash
> I am. ⏎ > From: Mary Poe <mary@example.org> ⏎ > Subject: Sure? ⏎ > Sure? → requoted Mary Poe
> 2024/6/3 Mary Poe <mary@example.org> ⏎ >> Sure? → requoted Mary Poe
> Try the other one. Good luck! - Mary ⏎ >> Which one? → relayed Mary
> It works with both. ⏎ > -Mary ⏎ > ⏎ >> Which one? → relayed Mary
> It works with both. ⏎ > ⏎ > Mary ⏎ > ⏎ > On 3 June 2024, Robert Ash wrote: ⏎ > > Which? \
→ relayed Mary; requoted Robert Ash
> Which one? ⏎ > ⏎ > Mary ⏎ > ⏎ > ____________ ⏎ > botany mailing list → relayed Mary
> Which one? ⏎ > ⏎ > Mary ⏎ > ⏎ >   [[alternative HTML version deleted]] → relayed Mary
> Which one? ⏎ > ⏎ > Mary ⏎ > ⏎ > Robert Ash wrote: ⏎ > > That? → relayed Mary; requoted Robert Ash
> Which one? ⏎ > ⏎ > Mary :-) ⏎ > ⏎ > -------------- ⏎ > An advertisement. → relayed Mary
> Which? ⏎ > ⏎ > Mary ⏎ > [Non-text portions of this message have been removed] → relayed Mary
> Which one do you take? ⏎ > ⏎ > Mary in ND → relayed Mary
> Data ⏎ > ---- ⏎ > The first list →
> Which one? ⏎ > M. ⏎ > -- ⏎ > Mary Poe ⏎ > 4 Mill Lane → relayed Mary Poe
> On 3 June 2024, Mary Poe <mary@example.org ⏎ > > wrote: ⏎ > > Are you sure? → requoted Mary Poe
> The data ⏎ > in ⏎ >> R ⏎ > are here →
> It is so. ⏎ > -- ⏎ > Who moves is there. ⏎ > ⏎ > Mary Ash ⏎ > ⏎ > ____________ ⏎ > list →
> Who moves is there. ⏎ > -- Mary Ash ⏎ > ____________ ⏎ > list →
> This is what I wrote: ⏎ > x = 3 →
> Mary, Robert, ⏎ > ⏎ > stop it. → addressed Mary; addressed Robert
> Mary, ⏎ > Robert, ⏎ >> Which one? → addressed Mary; addressed Robert
y ⏎ ⏎ MP ⏎ ⏎ ------------------ Original ------------------ ⏎ From: "Mary Poe"<m at x.org>; ⏎ To: \
"YA"<x at x.org>; ⏎ ⏎ no → attributed Mary Poe; listed YA; signed MP
>>>>> Mary Poe <mary@x.org> ⏎ >>>>>     on 3 June 2024 10:03 writes: ⏎ ⏎ > yes → attributed Mary Poe
"""


@pytest.mark.parametrize(("quote", "expected"), cases(IN_QUOTES))
def test_names_in_quotes_of_quotes(quote: str, expected: list[str]) -> None:
    text = f"Yes, I am quite sure about that.\n\n{quote}\n>> I do not know it yet.\n"
    assert slots(text) == expected


LONG = ["x", " ", ".", "and ", "a@", "< ", "x at ", "; ", "> ", "Mary ", "wrote "]


@pytest.mark.parametrize("piece", LONG)
@pytest.mark.parametrize(
    "frame",
    [
        "Yes.\n\n-----Original Message-----\nFrom: {}\nTo: {}\nSent: Monday\n\nHi",
        "Yes.\n\nOn 3 June 2024, {} wrote:\n> Hi",
        "Yes.\n\nOn 3 June 2024, Mary{}\nPoe{} wrote:\n> Hi",
        "Yes.\n\n> On 3 June 2024, {}\n> {} wrote:\n>> Hi",
        "Yes.\n\n> {}! - {}\n>> Hi",
        "Yes.\n\nMary {} <m@x.org> {} wrote in message\nnews:{}...\n> Hi",
        "Yes.\n\n{}@x.org ({}) wrote\n> Hi",
        "Name: Mary{}x\n\nHi",
        "Name{}: Mary\n\nwritten{}by Mary",
    ],
)
def test_no_line_takes_long(frame: str, piece: str) -> None:
    """Addresses and links may fill a line of a hundred thousand letters."""
    long = piece * (100_000 // len(piece))
    began = time.process_time()
    slots(frame.replace("{}", long))
    assert time.process_time() - began < 3
