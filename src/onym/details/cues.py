"""What is said around a word that tells whether it is somebody's name."""

from __future__ import annotations

from onym.details.page import Page
from onym.language import zipf

WEAK_VERBS = frozenset(
    [
        "is",
        "was",
        "has",
        "had",
        "and",
        "will",
        "would",
        "can",
        "could",
        "may",
        "might",
        "are",
        "were",
        "do",
        "does",
        "did",
        "been",
        "who",
        "should",
        "och",
        "är",
        "var",
        "har",
        "hade",
        "som",
        "kan",
        "ska",
        "kom",
        "et",
        "est",
        "a",
        "avait",
        "und",
        "ist",
        "war",
        "hat",
        "hatte",
        "make",
        "makes",
        "get",
        "got",
        "just",
        "left",
        "also",
        "be",
        "made",
        "take",
        "never",
        "always",
        "vill",
        "får",
        "went",
        "goes",
        "comes",
        "came",
    ]
)
"""What often follows a name and as often anything else."""
USUAL_WORD = 4.7
"""From this zipf on a word opens a sentence for itself rather than as a name: mark, will."""
LINKS = frozenset(["and", "och", "und", "et", "who", "som", "qui", "or", "eller", "oder", "ou"])
QUOTES = ('"', "“", "”", "«", "„", "‘")
_OPENING = frozenset(("", ",", ":", '"', "“", "'", "‘", "/", "(", "-", "!", "//", "—", "–"))


def is_called(page: Page, at: int) -> bool:
    """Whether something before the word announces a name: my friend, heter, best regards."""
    if at == 0:
        return False
    gap = page.gap(at).strip()
    if follows_closing(page, at):
        return True
    if gap not in _OPENING or "\n" in page.gap(at):
        return False
    if page.before(at, "name_before", 4):
        return not _names_a_thing(page, at)
    if page.before(at, "greetings", 3) and not page.before(at, "name_verbs", 1):
        return True
    if page.before(at, "friends") and gap in ("", ",", ":"):
        return True
    before = page.read(at - 1)
    return before is not None and before.label == "fam" and gap in ("", ",", ":", "(")


def _names_a_thing(page: Page, at: int) -> bool:
    """Whether what is called so is a company, a town or a book."""
    things = page.lexicon.words["things_called"]
    for back in range(1, 6):
        if at - back < 0 or any(sign in page.gap(at - back + 1) for sign in ".!?\n"):
            return False
        if page.low(at - back) in things:
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
        said = f"{page.low(at - back)} {said}".strip()
        if said in closings and page.opens(at - back):
            return len(page.gap(at).strip()) <= 2
    return False


def is_titled(page: Page, at: int) -> bool:
    """Whether a title stands before: Mr. Poe, Dr Poe."""
    if page.gap(at) not in (" ", ". ") or at == 0 or not page.capital(at - 1):
        return False
    return page.before(at, "titles", 2)


def is_public(page: Page, at: int) -> bool:
    """Whether an office stands before that makes a person public: President Poe, the poet Poe."""
    return at > 0 and page.gap(at) == " " and page.before(at, "public_titles", 2)


def has_office(page: Page, at: int) -> bool:
    """Whether a profession or an office stands before a name: cleric Poe, owner Ada."""
    before = page.read(at - 1)
    professional = before is not None and before.label == "prof"
    return at > 0 and page.gap(at) == " " and (professional or is_public(page, at))


def acts(page: Page, at: int) -> bool:
    """Whether a verb of people follows."""
    return page.gap(at + 1) == " " and page.low(at + 1) in page.lexicon.words["name_verbs"]


def acts_strictly(page: Page, at: int) -> bool:
    """Whether a verb follows that hardly anything but a person does."""
    return acts(page, at) and page.low(at + 1) not in WEAK_VERBS


def acts_weakly(page: Page, at: int) -> bool:
    """Whether a name that is a rarer word does what anything may do: Holly is, Barb does."""
    if page.gap(at + 1) == " - " or not acts(page, at) or page.low(at + 1) in LINKS:
        return page.gap(at + 1) == " - "
    return zipf(page.low(at), page.lexicon.codes) < USUAL_WORD


def has_kin(page: Page, at: int) -> bool:
    """Whether a noun follows that takes a surname: the Poe family, the Poe administration."""
    return page.gap(at + 1) == " " and page.low(at + 1) in page.lexicon.words["family_nouns"]


def owns(page: Page, at: int) -> bool:
    """Whether something is said to be somebody's: Ada's, Ada 's."""
    reading = page.read(at)
    genitive = reading is not None and reading.form == "genitive"
    return genitive or page.text[page.ends[at] : page.ends[at] + 3] in (" 's", " ’s")


def in_title(page: Page, at: int) -> bool:
    """Whether the words around have capitals too, as in a headline."""
    near = [step for step in (at - 2, at - 1, at + 1, at + 2) if 0 <= step < len(page)]
    return sum(page.capital(step) for step in near) >= 2


def is_shouted(page: Page, first: int, last: int) -> bool:
    """Whether the word before or after is in capitals too."""
    near = [page.words[at] for at in (first - 1, last + 1) if 0 <= at < len(page)]
    return any(word.isupper() and len(word) > 1 for word in near)


def avoided(page: Page, at: int) -> bool:
    """Whether the word before makes a name a thing: Hurricane Ada, Lake Ada."""
    return (
        at > 0 and page.joined(at) and page.low(at - 1) in page.lexicon.words["not_people_before"]
    )
