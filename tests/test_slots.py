"""Where names stand in a message; every person here is invented."""

from __future__ import annotations

import pytest

from onym.find import slots as find
from onym.find.habits import habits
from onym.find.lexicon import lexicon
from onym.find.names import bare
from onym.find.signatures import unglue
from slot_tables import cases, slots

GREETINGS = """
Hi Mary,                        → greeted Mary
Hello Mary!                     → greeted Mary
Hey Mary                        → greeted Mary
Good morning Mary,              → greeted Mary
Good morning, Mary!             → greeted Mary
Good evening Mary.              → greeted Mary
Hi there Mary,                  → greeted Mary
Hello again Mary,               → greeted Mary
Hi, Mary                        → greeted Mary
Hi Mary...                      → greeted Mary
Hi Mary :)                      → greeted Mary
Hi Mary –                       → greeted Mary
Mary,                           → greeted Mary
Mary!                           → greeted Mary
Mary -                          → greeted Mary
Mary—                           → greeted Mary
Mary Ramsden,                   → greeted Mary Ramsden
Dr Ramsden,                     → greeted Ramsden; titled Ramsden
@Mary                           → handle Mary
@mary42,                        → handle mary42
@mary42, yes                    → handle mary42; pinged mary42
_@mary42_: yes                  → handle mary42; pinged mary42
mary42: yes it is               → pinged mary42
mary_poe - yes it is            → pinged mary_poe
lantern: may be a user          → pinged lantern
well: yes it is                 →
See @mary42                     → handle mary42
See _@mary_42_, and my_@mary    → handle mary_42
@**Mary Poe**, thanks           → called Mary Poe
@**Mary Poe** said: ⏎ > yes     → credited Mary Poe
Hmmm, I see                     →
Heh, yes                        →
Ouch, that hurts                →
Thanks Mary!                    → thanked Mary
Thanks, Mary. That helped.      → thanked Mary

Hi Mary and Robert,             → greeted Mary; greeted Robert
Hi Mary & Robert,               → greeted Mary; greeted Robert
Hi Mary/Robert,                 → greeted Mary; greeted Robert
Hi Mary, Robert and Arthur,     → greeted Mary; greeted Robert; greeted Arthur
Hi Mary and everyone,           → greeted Mary
Hi everyone,                    →
Hi all,                         →
Hello class                     →
Dear Sir or Madam,              →

Dear Frobnix Team,              →
Dear Dr. Ramsden,               → greeted Ramsden; titled Ramsden
Hello Prof Ramsden              → greeted Ramsden
Dear Mrs. Ramsden,              → greeted Ramsden; titled Ramsden
Hi Mary-Jane,                   → greeted Mary-Jane
Hi Mary Jane,                   → greeted Mary Jane
Hi Maria de la Cruz,            → greeted Maria de la Cruz
Hi Ali bin Hassan,              → greeted Ali bin Hassan
Hi Jan,                         → greeted Jan
Hi Jan van der Berg,            → greeted Jan van der Berg
Hi O'Neil,                      → greeted O'Neil
Hi Åsa,                         → greeted Åsa
Hi Simic,                       → greeted Simic
Hi Nov?k,                       → greeted Nov?k
Hi Søren,                       → greeted Søren
Hi Дмитрий,                     → greeted Дмитрий
Hi Xiaoming,                    → greeted Xiaoming
Hi MJ,                          → greeted MJ
Hi R-J,                         → greeted R-J
Hi R.G.,                        → greeted R.G.
hi mary,                        → greeted mary
HI MARY,                        → greeted MARY
Hi RObert,                      → greeted RObert
Hi Will,                        → greeted Will
Hi Hope,                        → greeted Hope
Hi Kit,                         → greeted Kit

Dear Mary,                      → greeted Mary
Dear Mary Ramsden:              → greeted Mary Ramsden
Dear Prof Ramsden               → greeted Ramsden
Welcome Mary!                   → greeted Mary

Thanks Mary,                    → thanked Mary
Thanks for this Mary,           → thanked Mary

Hi ~*Mary*~,                    → greeted Mary
Hi *Mary*,                      → greeted Mary
Hi "Mary",                      → greeted Mary

Hi M a r y,                     → greeted M a r y

Hi R.-J.,                       → greeted R.-J.
Hi Dec,                         → greeted Dec

Mary and Robert,                → greeted Mary; greeted Robert
Mary, Robert,                   → greeted Mary; greeted Robert

Hi Mary, hi Robert,             → greeted Mary; greeted Robert

Great post Mary!                → addressed Mary
Great post, Mary!               → addressed Mary
Good point Mary.                → addressed Mary
"""


@pytest.mark.parametrize(("written", "expected"), cases(GREETINGS))
def test_greetings(written: str, expected: list[str]) -> None:
    text = f"{written}\n\nthe second answer was right, as we saw on the page.\n"
    assert slots(text) == expected


SIGN_OFFS = """
Fang Chun Gong                  → signed Fang Chun Gong
DONE                            →
min    max                      →
B.Math                          →
R:                              →
Robert                          → signed Robert
Robert.                         → signed Robert
Robert!                         → signed Robert
Robert :)                       → signed Robert
Robert ;-)                      → signed Robert
Robert 😀                       → signed Robert
- Robert                        → signed Robert
--Robert                        → signed Robert
— Robert                        → signed Robert
/Robert                         → signed Robert
(Robert)                        → signed Robert
~*Robert*~                      → signed Robert
R o b e r t                     → signed R o b e r t
R.o.b.e.r.t                     → signed R.o.b.e.r.t
robert                          → signed robert
ROBERT                          → signed ROBERT
RObert                          → signed RObert
Will                            → signed Will
Kit                             → signed Kit

Best, Robert                    → signed Robert
Best Robert                     → signed Robert
Best, ⏎ Robert                  → signed Robert
Best, ⏎⏎ Robert                 → signed Robert
Regards ⏎ Robert                → signed Robert
kind regards, robert            → signed robert
Love, Robert                    → signed Robert
Hope this helps, Robert         → signed Robert
Hope this helps. Robert         → signed Robert
Many thanks in advance, ⏎ Robert → signed Robert
What do you think? ⏎ Robert     → signed Robert
What do you think? Robert       → signed Robert
Regards from Robert             → signed Robert
See you tomorrow! Robert        → signed Robert
Thanks! ⏎ Robert                → signed Robert
Thanks, Robert                  → signed Robert; thanked Robert
Thanks Robert                   → thanked Robert; thanksigned Robert
thanksRobert                    → thanked Robert; thanksigned Robert

Take care ⏎ Robert ⏎⏎ P.S. Page two is missing.  → signed Robert
Robert ⏎⏎ PS: page two is missing from the file. → signed Robert
P.S. Page two is missing. ⏎⏎ Robert              → signed Robert
Best, ⏎ Robert ⏎⏎ Sent from my iPhone            → signed Robert
Robert ⏎⏎ Sent from my iPhone                    → signed Robert
Robert ⏎⏎ [Non-text portions of this message have been removed] → signed Robert
I know it now. Robert ⏎⏎ [Non-text portions of this message have been removed] → signed Robert
OR?                                              →

Robert Ramsden                  → signed Robert Ramsden
Robert James Ramsden            → signed Robert James Ramsden
Robert J. Ramsden               → signed Robert J. Ramsden
Ph. Ramsden                     → signed Ph. Ramsden
Chr. Ramsden                    → signed Chr. Ramsden
Mr. Ramsden                     → signed Ramsden
R.J. Ramsden                    → signed R.J. Ramsden
Ramsden, Robert                 → signed Ramsden, Robert
Robert Ramsden, PhD             → signed Robert Ramsden
Yours sincerely, ⏎ Dr. Robert Ramsden → signed Robert Ramsden
Mary-Jane Ramsden               → signed Mary-Jane Ramsden
Mary Ramsden-Pell               → signed Mary Ramsden-Pell
Jan van der Berg                → signed Jan van der Berg
Maria de la Cruz                → signed Maria de la Cruz
Ali bin Hassan                  → signed Ali bin Hassan
Conor O'Neil                    → signed Conor O'Neil
Björk Guðmundsdóttir            → signed Björk Guðmundsdóttir
Petr Nov?k                      → signed Petr Nov?k
Li Xiaoming                     → signed Li Xiaoming
Дмитрий                         → signed Дмитрий
RR                              → signed RR
MJ                              → signed MJ
R-J                             → signed R-J
-RG-                            → signed RG
R.G.                            → signed R.G
R.                              → signed R
AM                              → signed AM
Dec                             → signed Dec

Robert Ramsden ⏎ Lecturer       → signature Robert Ramsden
Robert ⏎ Group 4                → signed Robert

Robert x                        → signed Robert
Robert xx                       → signed Robert

Best, ⏎ Robert and Mary         → cosigned Mary; cosigned Robert
Best, ⏎ Robert & Mary           → cosigned Mary; cosigned Robert

田中                            → signed 田中
김민준                          → signed 김민준

Robert Ramsden PhD              → signed Robert Ramsden

Robert "Bob" Ramsden            → signed Robert "Bob" Ramsden

ThanksRobert                    → thanked Robert; thanksigned Robert

Robert ⏎⏎ Pell, M. (2005). On mosses. Notes, 48(2), 241-251.      → signed Robert
Robert ⏎⏎ Mary, M. B., Pell, T. & Lunt, S. (2005). On mosses.     → signed Robert
"All is one." - Mary Pell                                         →
"E pluribus unum"                                                 →

-mp                             → signed mp
-m                              → signed m
m.p.                            → signed m.p
— mjp.                          → signed mjp
Robert 07700 900123             → signed Robert
Robert on 07700 900 123         → signed Robert
Robert from iPhone              → signed Robert

Mary in ND                      → signed Mary
Mary, in Uppsala, Sweden.       → signed Mary
Mary Poe, over here in ND       → signed Mary Poe
Mary mum of Tom who starts school in May. → related Tom; signed Mary
thanks, Mary mum of Tom who starts school in May. → related Tom; signed Mary; thanked Mary
Mary mum to: ⏎⏎ Tom(17), Ann(15) → related Ann; related Tom; signed Mary
Mary ⏎ Mum to Tom and Ann.      → related Ann; related Tom; signed Mary
Mary ⏎ in ND                    → signed Mary
---Mary (Tom 5.5, Ann 13)       → signed Mary
Mary is in London               →
Mary de Poe                     → signed Mary de Poe
Peace~Mary                      → signed Mary
One Love-Mary                   → signed Mary
Marie Le-Roy                    → signed Marie Le-Roy
~ Mary ~                        → signed Mary

Robert s1801234                 → signed Robert; tagged s1801234
Robert, k9xyz                   → signed Robert; tagged k9xyz
Robert/K9XYZ                    → signed Robert; tagged K9XYZ
Robert (K9XYZ)                  → signed Robert; tagged K9XYZ
Best, Robert - 18012345         → signed Robert; tagged 18012345
Best, ⏎ Robert Ramsden, s1801234 → signed Robert Ramsden; tagged s1801234
73 de Robert K9XYZ              → signed Robert; tagged K9XYZ
Best, ⏎ Robert Ramsden ⏎ s1801234 → signed Robert Ramsden; tagged s1801234
Best, ⏎ Robert Ramsden ⏎ (s1801234) → signed Robert Ramsden; tagged s1801234
Odalys s1801234                 → signed Odalys; tagged s1801234
Robert 2nd                      →
<snip>                          →
FIRST-NAME                      →
MARY-JANE                       → signed MARY-JANE
kg                              → signed kg
Robert (a fan ;-)               → signed Robert
[Snippage]                      →
Robert Ramsden, frobnix ⏎ Change the address when you answer.     → signature Robert Ramsden
Ubuntu amd64                    →
R Ramsden ⏎ Northfield, ND      → signed R Ramsden
Mill House, Northfield, MA 55555-0001 →

Sent from my iPhone             →
hahahaha                        →
Aaaarrrgh!                      →
Uppsala - Sweden                →
+ robert                        → signed robert
~polly                          → signed polly
~pebble                           → signed pebble
In?s ?berg                      → signed In?s ?berg
"""


@pytest.mark.parametrize(("written", "expected"), cases(SIGN_OFFS))
def test_sign_offs(written: str, expected: list[str]) -> None:
    text = f"The second answer was right, as we saw on the page.\n\n{written}\n"
    assert slots(text) == expected


BLOCKS = """
-- ⏎ Robert Ramsden ⏎ robert@example.org                → signature Robert Ramsden
____________ ⏎ Robert Ramsden ⏎ 4 Mill Lane             → signature Robert Ramsden
-- ⏎ Robert Ramsden, Northfield College                 → signature Robert Ramsden
-- ⏎ Robert Ramsden | botanist | +44 555 010 010        → signature Robert Ramsden
Robert Ramsden ⏎ 4 Mill Lane ⏎ +44 555 010 010          → signature Robert Ramsden
Prof. Robert Ramsden ⏎ phone: +44 555 010 010           → signature Robert Ramsden
Best, ⏎ Robert ⏎⏎ Robert Ramsden ⏎ phone: 555 010 0100  → signature Robert Ramsden; signed Robert

-- ⏎ Robert Ramsden ⏎ Northfield College                → signature Robert Ramsden
-- ⏎ Robert Ramsden ⏎ Northfield ⏎ 4 Mill Lane          → signature Robert Ramsden
Best, ⏎ Robert Ramsden ⏎ Northfield ⏎ 4 Mill Lane       → signed Robert Ramsden
-- ⏎ The combination of some moss and a strong wish for an answer ⏎ is no answer. ⏎ ~ Mary Pell →

Robert Ramsden | botanist | robert@example.org          → signature Robert Ramsden

Thanks, ⏎ Rob ⏎ ---- ⏎ Robert J. Poe ⏎ +44 555 010 010     → signature Robert J. Poe; signed Rob
-Rob Poe ⏎ ____ ⏎ Robert J. Poe ⏎ PhD Candidate          → signed Rob Poe; signature Robert J. Poe
Best, ⏎ Robert Poe ⏎⏎ -- ⏎ Northfield Trading ⏎ 4 Mill Lane → signed Robert Poe
Thanks, ⏎ Mary ⏎⏎ -- ⏎ Dr. rer. nat. Mary Pell ⏎ www.x.org → signature Mary Pell; signed Mary
Mary ⏎⏎ Mary J. Pell MD  ** Mosses ** Dept. of Botany    → signature Mary J. Pell; signed Mary
-- ⏎ Mary Pell B.Sc. (Hons) GStat. ⏎ www.example.org     → signature Mary Pell
-- ⏎ Mary J. Pell (mary@example.org) ⏎ Botanist          → signature Mary J. Pell
-- ⏎ Mary Pell (she/her) ⏎ Botanist                      → signature Mary Pell
-- ⏎ Mary Pell (she, her, hers) ⏎ Botanist               → signature Mary Pell
Best, ⏎⏎ -Mary P. ⏎ ~~~~~~ ⏎ Mary J. Pell ⏎ Botanist     → signature Mary J. Pell; signed Mary P
The combination of some moss and a strong wish for an answer is none. ~ Mary Pell →
-- ⏎ Margaret (Peggy) L. Pell Ph.D. ⏎ Botanist           → signature Margaret (Peggy) L. Pell
-- ⏎ *Xu (Max) YEN, *PhD Student, ⏎ *Botany*             → signature Xu (Max) YEN
-- ⏎ Who moves is there, they say at home. ⏎ -- Mary Ash →
-- ⏎ Mill Lane 4 ⏎ Mary Hill, ND 55555                   →
**** ⏎ "What I say is not what the house says." ⏎ **** ⏎ Mary Pell  → signature Mary Pell
Best, ⏎ Mary ⏎⏎ Mary Pell ⏎ 4 Mill Lane ⏎⏎ 1 2 3 ⏎ 2 3 4 → signature Mary Pell; signed Mary
Best Regards, ⏎ Ottavine jamil ⏎ PhD student             → signed Ottavine jamil
Best Regards, ⏎ NumericVector theta                      →
It works. ⏎ Regards, Mary. ⏎ I will write on the second. → signed Mary
BTW: the second works. ⏎ Regards, Mary. ⏎ I will write.  → signed Mary
Yes! ⏎⏎ Mary :-) ⏎⏎ --------------- ⏎ Is there a better one? ⏎ Ask us. → signed Mary
Any advice on this? ⏎⏎ mary ⏎⏎ Dr. Mary Pell ⏎ www.x.org → signature Mary Pell; signed mary
The mean is 3. ⏎⏎ max ⏎⏎ This is better than the others. →
=== ⏎ Robert Ramsden; Professor; ⏎ Department of Botany → signature Robert Ramsden
Best, ⏎ Tia                                             → signed Tia
Best wishes, ⏎⏎ Tia                                     → signed Tia
Best wishes ⏎ Love                                      → signed Love
Best wishes ⏎ Cheers                                    →
Love ⏎ Mary                                             → signed Mary
-- ⏎ Mary Pell / Frobnix ⏎ www.x.org                    → signature Mary Pell
-- ⏎ Ash, there is nothing here that we could not do without it →
Yes! ⏎⏎ - Mary ⏎⏎ Mary Pell ⏎ 4 Mill Lane ⏎ 555 010 0100 ⏎⏎ [[alternative HTML version deleted]] \
→ signature Mary Pell; signed Mary
"""


@pytest.mark.parametrize(("written", "expected"), cases(BLOCKS))
def test_signature_blocks(written: str, expected: list[str]) -> None:
    text = f"The second answer was right, as we saw on the page.\n\n{written}\n"
    assert slots(text) == expected


MENTIONS = """
the page (its real name is "Bodhi") works →
As Mary said, the second one is right.          → said Mary
As Mary-Jane said, the second one is right.     → said Mary-Jane
As Nov?k said, the second one is right.         → said Nov?k
As MARY said, the second one is right.          → said MARY
As Dr. Ramsden said, the second one is right.   → titled Ramsden
Here is what Mary wrote about it.               → said Mary
Mary mentioned it last week.                    → said Mary
Mary is right about it.                         → said Mary
I agree with Mary that it is right.             → said Mary
I agree with Mary and Robert.                   → said Mary; said Robert
I disagree with Will.                           → said Will
Please ask Mary.                                → said Mary
As Monday said, it is right.                    →
The manual says so.                             →
I read it in May or June.                       →

Thanks Mary for the link.                       → thanked Mary
Many thanks Mary for the link.                  → thanked Mary
Thank you, Mary, for the link.                  → thanked Mary
Thanks to Mary for the link.                    → said Mary
Thanks Mary and Robert for the link.            → thanked Mary; thanked Robert
Thanks Mary and robert for the link.            → thanked Mary; thanked robert
Thanks Mary and others for the link.            → thanked Mary
Thanks Mary I'll look at it.                    → thanked Mary

Mary, could you look at it?                     → addressed Mary
Mary - could you look at it?                    → addressed Mary

My name is Robert.                              → presented Robert
My name is Robert Ramsden.                      → presented Robert Ramsden
hi, my name is robert and i am new              → presented robert
you can call me mary, from lund                 → presented mary
the file name is robert                         →
my name is will and i will help                 →
my name is in the list                          →

Hello, I am Robert Ramsden from Bath.           → introduced Robert Ramsden
I am Robert and that is it.                     → introduced Robert
mp> I'm Robert from Bath.                       →
I'm Robert's brother, you know.                 → said Robert
I am Happy about it.                            →
Robert Ramsden here, from Bath.                 → introduced Robert Ramsden
The people that Robert met here are nice.       →

I asked Mrs Harlow about it.                    → titled Harlow
I asked Mr. Winter about it.                    → titled Winter
We use it on MS Harlow too.                     →
I miss Harlow a lot.                            →
The Prof Emeritus was there.                    →
a girl called Mary was there.                   → related Mary
a program called Mossex was there.              →
a medieval text called Anna was there.          →

I spoke to Mary Ramsden on Monday.              → met Mary Ramsden
I spoke to Mrs Ramsden on Monday.               → titled Ramsden
Mary Ramsden and I will be there.               → met Mary Ramsden
Ask Mary Ramsden in the office for it.          → met Mary Ramsden
Then Mary Ramsden, our new tutor, will help.    → fellow Mary Ramsden
Mary Ramsden (my old boss) will help.           → fellow Mary Ramsden
It was the caretaker Mary who did it.           → met Mary
A study by Mary Ramsden is in the library.      →
I did it with Mary Ramsden and Jan Harlow.       → met Mary Ramsden; met Jan Harlow
We saw Mary Sir at the school.                  → met Mary
our tutors (Mary, Robert Ramsden, Jan) know it. → fellow Mary; fellow Robert Ramsden; fellow Jan
I have two daughters, Mary and Jan.             → related Mary; related Jan

my son Robert is ill today.                     → related Robert
we went with my parents to France.              →
my own son Robert is ill today.                 → related Robert
the teacher's son Robert is ill today.          → related Robert
my brother Will is ill today.                   → related Will
my brother robert is ill today.                 → related robert
my friends Mary and Robert are ill today.       → related Mary; related Robert
My supervisor, Mary Ramsden, is ill today.      → related Mary Ramsden
her husband Robert is ill today.                → related Robert

what do you think, @mary42?                     → handle mary42
cc @robert.ramsden and @mary-jane today         → handle robert.ramsden; handle mary-jane
Write to mary.ramsden@example.org today.        →
Add @frobnix.ac.uk or @example.org behind it.   →
summary(fit)@coefs and loaded from @rpath/x.so  →
@article{ramsden2015, and @slots[2] and @f(x)  →

I agree with Jan about it.                      → said Jan
I agree with Jan van der Berg about it.         → said Jan van der Berg

Mary Ramsden, could you look at it?             → addressed Mary Ramsden

You can call me Bob.                            → presented Bob

As Mary Ramsden said, it is right.              → said Mary Ramsden
As Maria de la Cruz said, it is right.          → said Maria de la Cruz

Mary's point is a good one.                     → said Mary
I liked Mary's idea.                            → said Mary

According to Mary, it is right.                 → said Mary
In reply to Mary, it is right.                  → said Mary

My sister Mary is ill today.                    → related Mary
My sister Mary told me so.                      → related Mary
our teacher Mrs Ramsden is ill today.           → related Ramsden

What do you think, Mary?                        → addressed Mary

Sorry Mary, I was wrong.                        → addressed Mary
Well done Mary, that is it.                     → addressed Mary

So Mary, could you look at it?                  → addressed Mary
You are right about it, Mary.                   → addressed Mary

thanksMary for the link.                        → thanked Mary

See "A Book of Ferns", Roe, Mary.               →
See "A Book of Ferns", Poe, Ann, Roe, Mary.     →
"""


@pytest.mark.parametrize(("written", "expected"), cases(MENTIONS))
def test_mentions(written: str, expected: list[str]) -> None:
    text = f"I have read it twice by now.\n\n{written} It stands on the second page.\n"
    assert slots(text) == expected


def test_what_a_wrapped_sentence_leaves_on_its_last_line_signs_nothing() -> None:
    wrapped = "I have put it all in so that the second string goes to the end of area\n"
    assert slots(f"{wrapped}B\n\nthanks again for your answer") == []
    assert slots(f"{wrapped}C.\n\nB\n\nthanks again for your answer") == ["signed B"]


def test_what_somebody_says_of_themselves_is_no_name() -> None:
    """A quoted block ends with the words "I will", and Will is a name."""
    assert slots("Yes.\n\n> Who will write to her?\n> I will\n") == []
    assert slots("Yes.\n\n> Who will write to her?\n> R Will\n") == ["relayed R Will"]


def test_a_second_sign_off_by_whom_the_message_greets_is_quoted() -> None:
    """People answer on top and leave the question below without a mark."""
    text = "Hi Mary,\n\nTake the second.\n\nRobert\n\nWhich one is better?\n\nThanks,\n\nMary"
    assert slots(text) == ["greeted Mary", "relayed Mary", "signed Robert"]


LABELLED = """
Name: Mary Poe ⏎ Student number: 12345                       → introduced Mary Poe
Full_Name: Ian Ash ⏎ Version: 1.7                            → introduced Ian Ash
**Name:** Dr. Mary Poe    Class: 10B                         → introduced Mary Poe
Name: Poe, Mary                                              → introduced Poe, Mary
name: mary ramsden                                           → introduced mary ramsden
First name: Mary ⏎ Surname: Ash                              → introduced Ash; introduced Mary
Nom et prénom : Mary Poe                                     → introduced Mary Poe
By Liv Poe                                                   → introduced Liv Poe
Text by Liv Poe                                              → introduced Liv Poe
Written by Mary Poe                                          → introduced Mary Poe; said Mary Poe
Group members: Mary Poe, Tom Ash and Ian Pell → cosigned Mary Poe; cosigned Tom Ash; \
cosigned Ian Pell
Subject: Botany ⏎ Date: 3 June 2024                          →
Name: not available                                          →
Name: leaves.pdf                                             →
Name: Quarvin Threll                                         → introduced Quarvin Threll
by Quarvin Threll                                            →
Name: Northfield                                             →
Students: 12                                                 →
by hand                                                      →
"""
"""What stands above an essay."""


@pytest.mark.parametrize(("written", "expected"), cases(LABELLED))
def test_who_wrote_it_as_a_form_or_a_byline_says(written: str, expected: list[str]) -> None:
    text = f"{written}\n\nA leaf is green because it is, and red when it is not.\n"
    assert slots(text) == expected


def test_other_spaces_around_a_label_are_spaces() -> None:
    text = "Submitted by:\t\r \xa0Mary Poe\t\r\n\nA leaf is green because it is.\n"
    assert slots(text) == ["introduced Mary Poe"]


def test_an_office_that_is_greeted_is_nobody() -> None:
    assert slots("Dear Manager,\n\nI saw it yesterday.\n") == []


def test_what_a_form_says_far_from_both_ends_is_somebody_elses() -> None:
    prose = "A leaf is green because it is, and red when it is not.\n" * 12
    assert slots(f"{prose}\nName: Mary Poe\n\n{prose}") == []


GLUED = [
    ("thanksMary", "Mary"),
    ("HiJohn", "John"),
    ("helloÅsa", "Åsa"),
    ("McDonald", ""),
    ("Mary", ""),
]


@pytest.mark.parametrize(("word", "cut"), GLUED)
def test_a_name_glued_to_a_greeting_is_cut_off(word: str, cut: str) -> None:
    at = unglue(word, lexicon())
    assert (word[at:] if at else "") == cut


@pytest.mark.parametrize("word", ["Mary's", "Mary’s", "Mary`s", "Mary'", "Mary"])
def test_a_possessive_is_taken_off(word: str) -> None:
    assert bare(word) == "Mary"


NAMEABLE = [
    ("Mary", True),
    ("Ramsden", True),
    ("Will", True),
    ("Hope", True),
    ("Jan", True),
    ("Nov?k", True),
    ("Monday", False),
    ("Thanks", False),
    ("Everyone", False),
    ("Python", False),
    ("Uppsala", False),
    ("However", False),
]


@pytest.mark.parametrize(("word", "expected"), NAMEABLE)
def test_words_that_may_be_names(word: str, expected: bool) -> None:
    assert lexicon().nameable(word) is expected


def test_a_registered_word_may_be_a_name_whatever_place_it_also_is() -> None:
    assert not lexicon().nameable("Uppsala")
    assert lexicon(known=frozenset({"uppsala"})).nameable("Uppsala")


def test_what_is_forgotten_for_want_of_room_is_not_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(find, "REMEMBERED", 3)
    texts = [f"Hi {name},\nyes" for name in ("Mary", "Robert", "Arthur", "Ada", "Grace")]
    alone = [find.find_slots(text, lexicon()) for text in texts]
    for few in (texts[:2], texts[1:], texts):
        assert find.find_all(few, lexicon(), habits()) == [alone[texts.index(t)] for t in few]


def test_a_lexicon_is_made_once() -> None:
    assert lexicon(("en", "sv")) is lexicon(("en", "sv"))


def test_names_on_lines_of_their_own_at_the_top_are_all_greeted() -> None:
    both = ["greeted Mary", "greeted Robert"]
    assert slots("Mary,\nRobert,\n\nas moderator of this list I ask you both to stop.") == both
    assert slots("Mary,\nRobert,\n\n> which one?\n> Or none?") == both
    assert slots("Take the third one,\n\nRobert,") == ["signed Robert"]


def test_a_header_of_a_table_signs_nothing() -> None:
    assert slots("I have this from the book:\n\nt \tGills \tCrest\n0 \t5,7 \t5,9") == []
