"""What is said around a word that tells whether it is somebody's name."""

from __future__ import annotations

import re
from bisect import bisect_left

from onym.details.page import Page
from onym.language import zipf

USUAL_WORD = 4.7
"""From this zipf on a word opens a sentence for itself rather than as a name: mark, will."""
QUOTES = ('"', "“", "”", "«", "»", "„", "‘")
CLOSED = ('"', "”", "’", "»", "“")
"""What may close the title of a work."""
_QUOTED = re.compile(r"[\"”“»’][.,!?]?\s*(?:[-–—~]|\()\s*$")
"""Between what somebody said and who it was: "To be." - Ada Poe, "To be" (A. Poe)."""
_DATED = re.compile(r"\b(?:1[5-9]|20)\d\d[a-z]?\b|https?://")
SOURCE = 30
"""Letters that the entry of a list of sources has at least."""
_OPENING = frozenset(("", ",", ":", "'", "/", "(", "-", "!", "//", "—", "–", *QUOTES))


def is_called(page: Page, at: int) -> bool:
    """Whether something before the word announces a name: my friend, heter, best regards."""
    before = page.reads[at - 1]
    related = before is not None and before.label == "fam"
    if at == 0 or not (related or page.lows[at - 1] in page.lexicon.call_lasts):
        return False
    gap = page.gaps[at].strip()
    if follows_closing(page, at):
        return True
    if gap not in _OPENING or "\n" in page.gaps[at]:
        return False
    if gap in QUOTES and page.gaps[at + 1] == " " and not page.capital(at + 1):
        return False  # called "Over the Rainbow"
    if gap == ":" and page.lows[at - 1] in page.lexicon.words["name_labels"]:
        return True
    if page.before(at, "name_before", 4):
        return gap != "!" and not _names_a_thing(page, at)
    if page.before(at, "greetings", 3) and not page.before(at, "name_verbs", 1):
        return True
    if page.before(at, "friends") and gap in ("", ",", ":"):
        return True
    return related and gap in ("", ",", ":", "(")


def _names_a_thing(page: Page, at: int) -> bool:
    """Whether what is called so is a company, a town or a book."""
    things = page.lexicon.words["things_called"]
    for back in range(1, 6):
        if at - back < 0 or any(sign in page.gaps[at - back + 1] for sign in ".!?\n"):
            return False
        if page.lows[at - back].removesuffix("'s") in things:
            return True
    return False


def follows_closing(page: Page, at: int) -> bool:
    """Whether a closing that opens a line or a sentence stands right before a word."""
    closings = page.lexicon.words["closings"]
    if at == 0 or page.lows[at - 1] not in page.lexicon.lasts["closings"]:
        return False
    said = ""
    for back in range(1, 5):
        if at - back < 0:
            return False
        said = f"{page.lows[at - back]} {said}".strip()
        if said in closings and page.opens(at - back):
            return len(page.gaps[at].strip()) <= 2
    return False


def ends_closing(page: Page, at: int) -> bool:
    """Whether a word ends a closing that opens a line: yours Sincerly, Lots of Love."""
    if page.gaps[at + 1][:1] not in ("", ",", ".", "!", "\n") or "\n" not in page.text:
        return False
    closings, said = page.lexicon.words["closings"], _spelled_closing(page, at)
    if said is None:
        return False
    for back in range(at, max(-1, at - 4), -1):
        if said in closings and (back == 0 or "\n" in page.gaps[back]):
            return True
        said = f"{page.lows[back - 1]} {said}"
    return False


def _spelled_closing(page: Page, at: int) -> str | None:
    """The last word of a closing that stands here, misspelt or not."""
    low, reading = page.lows[at], page.reads[at]
    if reading is not None and not (reading.known or reading.named):
        return page.lexicon.closing_slips.nearest(low)
    return low if low in page.lexicon.lasts["closings"] else None


def is_titled(page: Page, at: int) -> bool:
    """Whether a title stands before: Mr. Poe, Dr Poe."""
    if at == 0 or page.gaps[at] not in (" ", ". ") or not page.before(at, "titles", 2):
        return False
    return page.capital(at - 1)


def is_public(page: Page, at: int) -> bool:
    """Whether an office stands before that makes a person public: President Poe, the poet Poe."""
    return at > 0 and page.gaps[at] == " " and page.before(at, "public_titles", 2)


def is_cited(page: Page, first: int, last: int) -> bool:
    """Whether words are a work's maker or title, or half of a term: Ode by Poe, Poe's law.

    Or somebody whose fan one is, or whose films, music or novels are spoken of.
    """
    words = page.lexicon.words
    if page.lows[last + 1] in words["eponym_nouns"] and first == last and is_term(page, last):
        return True
    gap = page.gaps[first]
    if last > first and gap != " " and _QUOTED.search(gap) is not None:
        return True
    if last > first and gap == " " and page.before(first, "admired"):
        return not _is_byline(page, first - 2, last)
    if last > first and is_told_maker(page, last):
        return True
    if page.lows[first - 1] in words["made_by"] and _is_maker(page, first, last):
        return True
    return page.lows[last + 1] in words["made_by"] and _is_title(page, first, last)


def is_told_maker(page: Page, last: int) -> bool:
    """Whether what follows a name says that it is a work's author: Ada Poe, author of Rain."""
    said = ""
    for step in range(last + 1, last + 4):
        if page.gaps[step] not in (" ", ", "):
            return False
        said = f"{said} {page.lows[step]}".strip()
        if said in page.lexicon.words["maker_after"]:
            return True
    return False


def source_end(page: Page, first: int) -> int | None:
    """The word before the year of a list's entry that begins here: Poe, A. (2010). Rain."""
    if len(page.lows[first + 1]) != 1 or not page.capital(first + 1):
        return None
    if page.gaps[first + 1] not in (" ", ", "):
        return None
    numbered = first - 1 if first and page.words[first - 1].isdecimal() else first
    if numbered and "\n" not in page.gaps[numbered]:
        return None
    start = page.starts[first]
    end = page.text.find("\n", start)
    line = page.text[start : end if end > 0 else None]
    dated = _DATED.search(line) if len(line) > SOURCE else None
    if dated is None:
        return None
    return bisect_left(page.starts, start + dated.start()) - 1


def is_term(page: Page, at: int) -> bool:
    """Whether a name is half of a term: Poe's law."""
    if page.lows[at + 1] not in page.lexicon.words["eponym_nouns"] or page.gaps[at + 1] != " ":
        return False
    reading = page.reads[at]
    return reading is not None and reading.given < 3 and owns(page, at)


def _is_maker(page: Page, first: int, last: int) -> bool:
    """Whether a work is said to be by somebody: "Ode" by Ada Poe, Ode to Rain by Poe."""
    if page.gaps[first] != " ":
        return False
    work, reading = first - 2, page.reads[first - 2]
    if page.gaps[first - 1].strip()[-1:] in CLOSED:
        return True
    if work < 0 or page.gaps[first - 1] != " ":
        return False
    if page.lows[work] in page.lexicon.words["works"]:
        return last > first and not _is_byline(page, work, last)
    told = reading is not None and (reading.place or reading.weekday or reading.month)
    titled = page.capital(work) and not page.opens(work) and not page.lexicon.capital_nouns
    return titled and not told and page.words[work] != "I"


def _is_byline(page: Page, first: int, last: int) -> bool:
    """Whether a line says who wrote the text itself, and no more: Written by Ada Poe."""
    opens = first == 0 or "\n" in page.gaps[first]
    return opens and (last + 1 >= len(page) or "\n" in page.gaps[last + 1])


def is_work(page: Page, at: int) -> bool:
    """Whether a word is a kind of work, though some are called so: ein Roman von."""
    words = page.lexicon.words
    return page.lows[at] in words["works"] and page.lows[at + 1] in words["made_by"]


def _is_title(page: Page, first: int, last: int) -> bool:
    """Whether a name is what a work is called: the solo in Ada by Poe."""
    gap = page.gaps[last + 1]
    if not gap.endswith(" ") or not page.capital(last + 2) or page.gaps[last + 2] != " ":
        return False
    if gap.strip() in CLOSED and page.gaps[first].strip()[-1:] in QUOTES:
        return True
    if gap != " ":
        return False
    return page.lows[first - 1] in page.lexicon.words["in_works"] and page.gaps[first] == " "


def has_office(page: Page, at: int) -> bool:
    """Whether a profession or an office stands before a name: cleric Poe, owner Ada."""
    before = page.reads[at - 1]
    professional = before is not None and before.label == "prof"
    return at > 0 and page.gaps[at] == " " and (professional or is_public(page, at))


def acts(page: Page, at: int) -> bool:
    """Whether a verb of people follows."""
    return page.gaps[at + 1] == " " and page.lows[at + 1] in page.lexicon.words["name_verbs"]


def acts_strictly(page: Page, at: int) -> bool:
    """Whether a verb follows that hardly anything but a person does."""
    return acts(page, at) and page.lows[at + 1] not in page.lexicon.words["weak_verbs"]


def speaks(page: Page, at: int) -> bool:
    """Whether a verb follows that only who can speak does: Ada said."""
    return page.gaps[at + 1] == " " and page.lows[at + 1] in page.lexicon.words["speech_only"]


def acts_weakly(page: Page, at: int) -> bool:
    """Whether a name that is a rarer word does what anything may do: Holly is, Barb does."""
    if page.gaps[at + 1] == " - ":
        return True
    if not acts(page, at) or page.lows[at + 1] in page.lexicon.words["linking_words"]:
        return False
    return is_rare(page, at)


def is_rare(page: Page, at: int) -> bool:
    """Whether a word is too rare to open many sentences for itself."""
    return zipf(page.lows[at], page.lexicon.codes) < USUAL_WORD


def has_kin(page: Page, at: int) -> bool:
    """Whether a noun follows that takes a surname: the Poe family, the Poe administration."""
    return page.gaps[at + 1] == " " and page.lows[at + 1] in page.lexicon.words["family_nouns"]


def is_determined(page: Page, at: int) -> bool:
    """Whether an article or "I" before a word tells a noun or a verb: the Art class, I Love."""
    words = page.lexicon.words
    if page.lows[at] in words["articles"]:
        return True
    subjects = words["articles"] | words["pronouns"] - words["possessives"]
    return page.joined(at) and page.lows[at - 1] in subjects


def is_possessive(page: Page, at: int) -> bool:
    """Whether a word says whose the next is: FROM MY VIEW, though there are people called My."""
    if page.lows[at] not in page.lexicon.words["possessives"] or page.gaps[at + 1] != " ":
        return False
    owned = page.reads[at + 1]
    return at + 1 < len(page) and (owned is None or owned.plain)


def has_family(page: Page, at: int) -> bool:
    """Whether a noun of private people follows that takes a surname: the Poe family."""
    return page.gaps[at + 1] == " " and page.lows[at + 1] in page.lexicon.words["families"]


def is_told_of(page: Page, at: int) -> bool:
    """Whether something is told of somebody behind a comma: Ada Poe, who came late."""
    return page.gaps[at + 1] == ", " and page.lows[at + 1] in page.lexicon.words["person_links"]


def owns(page: Page, at: int) -> bool:
    """Whether something is said to be somebody's: Ada's, Ada 's."""
    reading = page.reads[at]
    genitive = reading is not None and reading.form == "genitive"
    return genitive or page.text[page.ends[at] : page.ends[at] + 3] in (" 's", " ’s")


def in_title(page: Page, at: int) -> bool:
    """Whether the words around have capitals too, as in a headline."""
    near = [step for step in (at - 2, at - 1, at + 1, at + 2) if 0 <= step < len(page)]
    return sum(page.capital(step) for step in near) >= 2


def is_shouted(page: Page, first: int, last: int) -> bool:
    """Whether the word before or after is in capitals too."""
    near = ((first - 1, page.gaps[first]), (last + 1, page.gaps[last + 1]))
    beside = [at for at, gap in near if 0 <= at < len(page) and gap.strip(" ") in ("", ",", "'")]
    return any(page.words[at].isupper() and len(page.words[at]) > 1 for at in beside)


def avoided(page: Page, at: int) -> bool:
    """Whether the word before makes a name a thing: Hurricane Ada, Lake Ada."""
    return (
        at > 0 and page.joined(at) and page.lows[at - 1] in page.lexicon.words["not_people_before"]
    )
