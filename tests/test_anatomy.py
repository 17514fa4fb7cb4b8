"""The anatomy of a message, drawn: a label before every line; every person here is invented."""

from __future__ import annotations

import pytest

from onym.find.anatomy import dissect, is_code, split_lines
from onym.find.habits import habits

DRAWINGS = """\
# a greeting and a closing
greeting    | Hi Mary,

own         | the second model does not converge here, and I do not see why.

closing     | Best,
closing     | Robert
# a closing in one line
greeting    | Good morning everyone

own         | I think that we should start with the second chapter.
closing     | Cheers, Robert
# a name for a greeting
own         | Mary,
own         | the data are in the folder. Could you look at them?
closing     | Thanks
closing     | Robert
# thanks for an opening
own         | Thanks Mary, that helped a lot.

own         | I will try the other estimator at once and write again.
# initials for a closing
own         | Has anybody seen the reading list of the second week?
closing     | R.
# a closing and a name below the rule of a signature
own         | The second one, I should say.

own         | --
closing     | regards
closing     | kg
signature   | https://example.org/kg
# a block below the closing
greeting    | Hi Mary,

own         | I will look at it tomorrow.

closing     | Best wishes,
closing     | Robert

signature   | Robert Ramsden
signature   | Department of Botany
signature   | Northfield College
signature   | tel. +44 555 010 010
# a block below two dashes
greeting    | Hi Mary,

own         | I will look at it tomorrow.

signature   | --
signature   | Robert Ramsden
signature   | Department of Botany, Northfield College
signature   | robert.ramsden@example.org
# a block below a rule
greeting    | Hi Mary,

own         | I will look at it tomorrow.

signature   | ____________________
signature   | Robert Ramsden
signature   | Northfield College
# a postscript below the name
greeting    | Hi Mary,

own         | I will look at it tomorrow.

closing     | Robert

postscript  | P.S. The second figure is missing.
# a postscript above the name
greeting    | Hi Mary,

own         | I will look at it tomorrow.

postscript  | PS: the second figure is missing, and
postscript  | so is the third.

closing     | Robert
# code
greeting    | Hi Mary,

own         | this is what I ran:

code        | fit <- lm(y ~ x, data = d)
code        | summary(fit)
code        | Error in eval(expr): object 'd' not found

own         | What did I do wrong?

closing     | Robert
# a mail program's attribution
own         | Great point. I had not seen it that way.

attribution | On Mon, 3 Jun 2024 at 10:03, Mary Poe <mary.poe@example.org> wrote:
quote       | > I think that the second one is better.
quote       | > Mary
# answers between quotes
attribution | Mary Poe wrote:
quote       | > Is the second one better?

own         | Yes, by far, and I can show you why.

quote       | > And cheaper?

own         | No, it costs about twice as much.
# initials before quotes
own         | See my answers below, please.

quote       | MP> Is the second one better?
quote       | MP> Or not?
own         | It is better in every way that I tried.
# an attribution in two lines
own         | Yes, it is.

attribution | On Mon, 3 Jun 2024 at 10:03,
attribution | Mary Poe <mary.poe@example.org> wrote:

quote       | > Is it so?
# an original message
own         | Agreed, the second one it is.

header      | -----Original Message-----
header      | From: Mary Poe
header      | Sent: Monday, 3 June 2024 10:03
header      | To: Robert Ramsden
header      | Subject: Chapter two

quote       | Hi Robert,
quote       | have you read it?
quote       | Mary
# a bare header
own         | Agreed, the second one it is.

header      | From: Mary Poe <mary.poe@example.org>
header      | Date: 3 June 2024 10:03
header      | To: Robert Ramsden

quote       | have you read it?
# an unmarked quote
greeting    | Hi Mary,

own         | that is everything that I know about it.
closing     | Robert

attribution | Mary Poe wrote:

quote       | Hi Robert,
quote       | is that everything?
quote       | Mary
# an unmarked quote of which the first line alone is set in
own         | It should be the second one, as I said.

closing     | Robert

attribution | Mary Poe <mary@example.org> wrote:
quote       |           Are you sure about the second file? I have looked
quote       | at both of them and I see no difference.

quote       | Thanks,
quote       | Mary
# quotes in quotes
own         | That is everything that I know about it.

attribution | On 3/6/24, Mary Poe <mary.poe@example.org> wrote:
quote       | > Is that all?
quote       | >
quote       | > On 2/6/24, Robert Ramsden wrote:
quote       | >> No, there is more.
# wrapped before the verb
own         | Yes, it is.

attribution | On Mon, 3 Jun 2024 at 10:03, Mary Poe <mary.poe@example.org>
attribution | wrote:

quote       | > Is it so?
# wrapped before the address
attribution | On Mon, Jun 3, 2024 at 10:03 AM, Mary Poe
attribution | <mary.poe at example.org> wrote:
quote       | > Is it so?

own         | Yes, it is so in all of the cases that I have looked at.
# wrapped before the address, and run together
attribution | On Mon, Jun 3, 2024 at 10:03 AM, Mary Poe
attribution | <mary.poe@example.org>wrote:

quote       | > Is it so?

own         | Yes, it is so in all of the cases that I have looked at.
# wrapped inside the verb
own         | Oui, c'est vrai.

attribution | Le lun. 3 juin 2024 à 10:03, Marie Vaucelle <marie@example.org> a
attribution | écrit :

quote       | > Est-ce vrai ?
# an indented quote
attribution | Mary Poe wrote:
quote       |     Is the second one better?
quote       |     And cheaper?

own         | Better it is, but it costs about twice as much.
# a forwarded message
own         | Agreed, the second one it is.

header      | Begin forwarded message:

header      | From: Mary Poe <mary.poe@example.org>
header      | Date: 3 June 2024 10:03

quote       | have you read it?
# a rule above a header
own         | Agreed, the second one it is.

header      | ________________________________
header      | From: Mary Poe <mary.poe@example.org>
header      | Sent: Monday, 3 June 2024 10:03

quote       | have you read it?
# headers one below the other, with a name above the date and wrapped lists
own         | Agreed, the second one it is.

header      | ---------------------- Forwarded by Mary Poe/Corp/Frob on 06/03/2024 10:52
header      | AM ---------------------------


header      | Robert Ramsden@FROB
header      | 06/03/2024 10:03 AM

header      | To: Mary Poe/Corp/Frob@FROB, Jane
header      | Roe/Corp/Frob@FROB, Grace Ash/NA/Frob@FROB
header      | cc:

header      | Subject: Chapter two

quote       | have you read it?

header      | From: Jane Roe
header      | To: Robert Ramsden
header      | cc: Mary Poe;
header      | Grace Ash

quote       | It is out.
# a handle
own         | @mary42 I think that the second one is better.
# a handle before its quote
own         | mary42:
quote       | > I think that the second one is better.
own         | It is not, and the reason is on page four.
# who is quoted, as a forum says it
attribution | @**mary42**:
quote       | > I think that the second one is better.
own         | It is not, and the reason is on page four.
# and inside the quote
quote       | > @**the second Mary**:
quote       | > I think that the second one is better.
own         | It is not, and the reason is on page four.
# a mail program's advertisement
greeting    | Hi Mary,

own         | I will look at it tomorrow.

closing     | Robert

signature   | Sent from my iPhone
# sv: ett brev
greeting    | Hej Maria!

own         | Den andra modellen är bättre, och jag vet inte varför.

closing     | Med vänliga hälsningar
closing     | Åsa Lindqvist

postscript  | PS. Den andra figuren saknas.
# sv: ett svar
own         | Ja, den andra är bättre i alla avseenden.
closing     | /Åsa

attribution | Den 3 juni 2024 kl. 10:03 skrev Maria Sandell <maria@example.org>:
quote       | > Är den andra bättre?
# sv: ett ursprungligt meddelande
own         | Ja, det är jag säker på.

header      | -----Ursprungligt meddelande-----
header      | Från: Maria Sandell
header      | Skickat: den 3 juni 2024 10:03
header      | Till: Åsa Lindqvist
header      | Ämne: Kapitel två

quote       | Är du säker?
# fr: une lettre
greeting    | Bonjour Marie,

own         | le deuxième modèle est meilleur, mais je ne sais pas pourquoi.

closing     | Bien cordialement,
closing     | Luc Vaucelle
# fr: une réponse
own         | Oui, j'en suis tout à fait sûr.

attribution | Le lun. 3 juin 2024 à 10:03, Marie Vaucelle <marie@example.org> a écrit :
quote       | > En es-tu sûr ?
# fr: un message d'origine
own         | Oui, j'en suis tout à fait sûr.

header      | -----Message d'origine-----
header      | De : Marie Vaucelle
header      | Envoyé : lundi 3 juin 2024 10:03
header      | À : Luc Vaucelle
header      | Objet : Chapitre deux

quote       | En es-tu sûr ?
# en: an essay with a head like that of a letter
own         | Name: Mary Poe
own         | Subject: Botany
own         | Date: 3 June 2024

own         | A leaf is green because it is, and red when it is not green.
# de: ein Brief
greeting    | Liebe Maria,

own         | das zweite Modell ist besser, aber ich weiß nicht, warum.

closing     | Viele Grüße
closing     | Jürgen

signature   | --
signature   | Jürgen Hollenbach
signature   | Institut für Botanik
# de: eine Antwort
own         | Ja, da bin ich mir ganz sicher.

attribution | Am 03.06.2024 um 10:03 schrieb Maria Hollenbach <maria@example.org>:
quote       | > Bist du dir sicher?
# quoted lines that a program broke
attribution | Mary Poe wrote:
quote       | > I have put the second list of all the plants that grow around here in
quote       | the
quote       | > folder of the group, and whoever likes to add something to it may please
quote       | do
quote       | > so.

own         | I will do it in the evening.
# an answer between quoted lines
attribution | Mary Poe wrote:
quote       | > Have you put the second list of all the plants in the new folder?
own         | Yes, and the third too.
quote       | > And the fourth?
# a line that breaks off in a word goes on below
attribution | Mary Poe wrote:
quote       | > It is the one that begins with the letters of the second list, FOO-
quote       | BAR.
quote       | > And the fourth?
# below a quote with marks the writer goes on
own         | The second one, I should say, and not the first.
closing     | Thanks,
closing     | Robert

quote       | > And the fourth?

greeting    | Hi Mary,

own         | it is the fourth as well.
# an address above quoted lines says who is quoted, with any verb
own         | The second one.
closing     | Robert

attribution | "Mary Poe" <mary@example.org> wrote in message
attribution | news:abc123@news.example.org...
quote       | > Which one?
# the same below a sign-off, without a gap
own         | The second one.

closing     | Robert
attribution | Mary Poe <mary@example.org> told us all:
quote       | > Which one?
# de: eine ursprüngliche Nachricht
own         | Ja, da bin ich mir ganz sicher.

header      | -----Ursprüngliche Nachricht-----
header      | Von: Maria Hollenbach
header      | Gesendet: Montag, 3. Juni 2024 10:03
header      | An: Jürgen Hollenbach
header      | Betreff: Kapitel zwei

quote       | Bist du dir sicher?
"""
"""Messages under "# language: name"."""


def read_drawing(drawing: str) -> tuple[str, str, list[str]]:
    """The language, the text and the labels of a drawing."""
    title, _, body = drawing.partition("\n")
    halves = [line.partition(" |") for line in body.strip("\n").split("\n")]
    text = "\n".join(after.removeprefix(" ") for _, _, after in halves)
    code = title[:2] if title[2:3] == ":" else "en"
    return code, text, [before.strip() for before, _, after in halves if after]


def drawings() -> list[object]:
    """Every drawing as a parameter."""
    return [
        pytest.param(drawing, id=drawing.partition("\n")[0])
        for drawing in DRAWINGS.removeprefix("# ").split("\n# ")
    ]


def labels(text: str, code: str = "en") -> list[str]:
    """The label of every non-blank line."""
    parts = dissect(text, habits((code,)))
    return [
        next(part.kind for part in parts if part.start <= line.start < part.end)
        for line in split_lines(text)
    ]


@pytest.mark.parametrize("drawing", drawings())
def test_every_line_of_a_message_has_its_label(drawing: str) -> None:
    code, text, expected = read_drawing(drawing)
    assert labels(text, code) == expected


NO_ATTRIBUTIONS = [
    "This is the function that I wrote:",
    "Here is what we wrote:",
    "The manual has three chapters:",
    "Two questions about the second task:",
    "I read what Mary wrote and I think that it is right.",
]


@pytest.mark.parametrize("line", NO_ATTRIBUTIONS)
def test_a_line_that_only_sounds_like_an_attribution(line: str) -> None:
    text = f"I have read it twice by now.\n\n{line}\n\nThe second one is the better one of them.\n"
    assert labels(text) == ["own"] * 3


CODE = [
    ("fit <- lm(y ~ x, data = d)", True),
    ("summary(fit)", True),
    ("for (i in 1:10) {", True),
    ("}", True),
    ("x == 3", True),
    ("Error in eval(expr): object not found", True),
    ("[1] 0.34 0.56 0.78", True),
    ("0.123 4.567 8.910 1.112", True),
    ("import numpy.linalg", True),
    ("from frobnix import Frob, Wumpel", True),
    ("from Mary in Bath", False),
    ("<div class='x'>", True),
    ("I saw it in class", False),
    ("See chapter 2 (page 40).", False),
    ("Hi Mary,", False),
    ("Robert :-)", False),
    ("I paid $5 for it", False),
    ("+ robert", False),
    ("+ x, y", True),
]


@pytest.mark.parametrize(("line", "expected"), CODE)
def test_code_and_output(line: str, expected: bool) -> None:
    assert is_code(line) is expected


def test_neighbours_with_one_label_are_one_part_but_each_closing_line_is_its_own() -> None:
    text = "One line of mine.\nAnother line of mine.\n\nBest,\nRobert\n"
    parts = dissect(text)
    assert [(part.kind, text[part.start : part.end]) for part in parts] == [
        ("own", "One line of mine.\nAnother line of mine."),
        ("closing", "Best,"),
        ("closing", "Robert"),
    ]


@pytest.mark.parametrize("text", ["", " ", "\n\n", "\t\r\n \n"])
def test_a_message_without_words_has_no_parts(text: str) -> None:
    assert dissect(text) == []


def test_short_greetings_of_a_language_count_only_where_it_is_spoken() -> None:
    text = "Moin Maria\n\ndas zweite Modell ist besser als das erste.\n"
    assert labels(text, "de")[0] == "greeting"
    assert labels(text, "en")[0] != "greeting"


@pytest.mark.parametrize("newline", ["\r\n", " \t\n"])
@pytest.mark.parametrize("drawing", drawings())
def test_line_ends_and_outer_spaces_make_no_difference(drawing: str, newline: str) -> None:
    code, text, expected = read_drawing(drawing)
    assert labels(newline.join(text.split("\n")), code) == expected
