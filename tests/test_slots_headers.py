"""Names in the headers of mails inside a message, as several mail programs write them."""

from __future__ import annotations

import pytest

from slot_tables import cases, slots

HEADERS = """
To: Poe, Mary A.; Ash, Robert; All Staff → listed Poe, Mary A; listed Ash, Robert
To: Ramsden Jr, Mary; Stock, Robert → listed Ramsden Jr, Mary; listed Stock, Robert
To: Mary Poe/Corp/Frob@FROB, Robert Ash@FROB → listed Mary Poe; listed Robert Ash
To: Mary Poe/Corp/Frob@FROB, Robert ⏎ Ash/NA/Frob@FROB → listed Mary Poe; listed Robert Ash
To: "Poe, Mary" <m@x.org>, Ash, Robert <r@x.org> → listed Poe, Mary; listed Ash, Robert
To: "'Mary Poe (E-mail)'" <m@x.org>, 'Robert Ash' → listed Mary Poe; listed Robert Ash
To: Poe, Mary → listed Poe, Mary
To: frobs@x.org, <m@x.org>, mary@FROB, "'m@x.org'" <m@x.org> →
To: Frobnix Market Participants; Office of the Director →
cc: (bcc: Mary Poe/Corp/Frob) → listed Mary Poe
Kopia: Poe, Mary; Ash, Robert → listed Poe, Mary; listed Ash, Robert
An: Poe, Mary; Ash, Robert → listed Poe, Mary; listed Ash, Robert
À : Marie Poe ; Robert Ash → listed Marie Poe; listed Robert Ash
"""


@pytest.mark.parametrize(("written", "expected"), cases(HEADERS))
def test_who_got_a_mail(written: str, expected: list[str]) -> None:
    above = "I agree.\n\n-----Original Message-----\nFrom: Jane Roe\nSent: 3 June 2024\n"
    below = f"{above}{written}\nSubject: Robert Frost\n\nWhich one?"
    assert slots(below) == sorted(["attributed Jane Roe", *expected])


ABOVE = """
From: Jane Roe on 01/31/2000 06:09 PM → attributed Jane Roe
From:  Jane Roe @ FROB          08/08/2000 10:57 AM → attributed Jane Roe
From: Poe, Mary   On Behalf Of Jane Roe → attributed Jane Roe; listed Poe, Mary
From: Poe, Mary   On Behalf Of Office of the Director@FROB → listed Poe, Mary
Jane Roe ⏎ 04/12/2001 09:05 PM → attributed Jane Roe
Jane Roe@FROB ⏎ 25.07.2001 10:52 → attributed Jane Roe
Jane Roe ⏎ Sent by: Mary Poe ⏎ 04/12/2001 09:05 PM → attributed Jane Roe; listed Mary Poe
Jane Roe@FROB on 04/14/2000 04:56:09 PM → attributed Jane Roe
"Roe, Jane" <jane@x.org> ⏎ 05/11/2001 11:56 AM → attributed Roe, Jane
Jane Roe ⏎ 04/12/2001 09:05 PM ⏎ Please respond to "Poe, Mary" \
→ attributed Jane Roe; listed Poe, Mary
"""


@pytest.mark.parametrize(("written", "expected"), cases(ABOVE))
def test_who_wrote_a_mail_with_no_field_for_it(written: str, expected: list[str]) -> None:
    text = (
        f"I agree.\n\nBest,\nAda\n\n{written}\n\nTo: Robert Ash/Corp/Frob@FROB\ncc:\nSubject: Ferns"
    )
    found = ["signed Ada", *expected, "listed Robert Ash", "relayed Jane"]
    assert slots(f"{text}\n\nWhich one?\n\nJane") == sorted(found)


RULES = """
---------------------- Forwarded by Ada Poe/Corp/Frob on 07/25/2001 10:52 AM -----------------
---------------------- Forwarded by Ada Poe/Corp/Frob on 07/25/2001 ⏎ 10:52 AM ---------------
----- Weitergeleitet von Ada Poe/Corp/Frob am 25.07.2001 10:52 -----
----- Transféré par Ada Poe/Corp/Frob le 25/07/2001 10:52 -----
----- Vidarebefordrat av Ada Poe/Corp/Frob den 2001-07-25 10:52 -----
"""


@pytest.mark.parametrize("rule", [rule for rule in RULES.split("\n") if rule])
def test_who_passes_a_mail_on(rule: str) -> None:
    rule = rule.replace(" ⏎ ", "\n")
    mail = f"{rule}\n\n\nMary Poe\n07/24/2001 09:05 AM\nTo: Robert Ash/Corp/Frob@FROB\ncc:\n\n"
    found = ["attributed Mary Poe", "listed Robert Ash"]
    assert slots(f"See below.\n{mail}Which one?") == sorted([*found, "forwarding Ada Poe"])
    # whoever passed on what is passed on is somebody else
    twice = slots(f"See below.\n-----Original Message-----\nFrom: Jane Roe\n\nSo?\n{mail}Which?")
    assert twice == sorted([*found, "attributed Jane Roe", "listed Ada Poe"])


LISTS = """
Le 12 mai 2021 à 10:11, Marie Poe (via Ferns Mailing List) <m@x.org> a écrit : \
→ attributed Marie Poe
Le mer. 9 oct. 2019 à 10:11, Marie Poe ⏎ (via Ferns Mailing List) a écrit : \
→ attributed Marie Poe
On 9 Oct 2019, at 10:11, Marie Poe via frobs <frobs@x.org> wrote: → attributed Marie Poe
"""


@pytest.mark.parametrize(("written", "expected"), cases(LISTS))
def test_a_list_that_writes_in_somebodys_name(written: str, expected: list[str]) -> None:
    assert slots(f"I agree.\n\n{written}\n> which one?\n") == expected


@pytest.mark.parametrize("name", ["Jan Roe", "Jan"])
def test_a_name_that_is_short_for_a_day_or_a_month_is_in_a_header_nonetheless(name: str) -> None:
    text = f"Yes.\n\n-----Original Message-----\nFrom: {name} <r@x.org>\nSent: Monday\n\nWhich?"
    assert slots(text) == [f"attributed {name}"]
