"""Streets, schools, places of work, other bodies and lines of transport.

They are known by a list, by a head word (Baker Street, Frejaskolan, University of Poe), or by
what is said before them (works at, studies at).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from onym.details.model import LABELS, Detail
from onym.details.page import Page
from onym.details.readings import SHOUTED, SMALL, Reading, begins_with_name
from onym.language import fold, is_ordinary

NAMED = frozenset({"work", "public_authority", "transport_name", "school", "other_institution"})
COMPANY = frozenset(("inc", "ltd", "llc", "corp", "gmbh", "plc"))
"""Forms of companies, which a comma may stand before."""
TIES = frozenset((" ", "-", " & ", "& ", "  "))
AGAIN = frozenset({"street", "school", "other_institution", "place"})
SMALL_HEADS = frozenset(
    {"school", "street", "other_institution", "place", "work", "public_authority"}
)


def read_named(page: Page, at: int, reading: Reading) -> Iterator[Detail]:
    """A body of the lists, of one word or several."""
    for rest, label in page.lexicon.phrases.get(reading.low, ()):
        if label in NAMED and page.matches(at, rest):
            capital = page.capital(at) and page.capital(at + len(rest))
            if capital or not is_ordinary(reading.low, page.lexicon.codes):
                yield _detail(page, at, at + len(rest), label)
                return
    common = reading.label not in NAMED or reading.low in page.lexicon.common
    if not common and _is_named_here(page, at, reading):
        yield _detail(page, at, at, reading.label, reading.form)


def _is_named_here(page: Page, at: int, reading: Reading) -> bool:
    """Whether a word that is also a company means it."""
    doubtful = reading.plain or reading.named or reading.place is not None
    said = page.before(at, "work_before", 3) or page.before(at, "school_before", 3)
    if reading.case == SMALL:
        return not doubtful or (said and not reading.plain)
    if reading.case == SHOUTED and len(reading.low) <= 5 and not reading.plain:
        return True
    return not doubtful or said or (not reading.given and not page.opens(at))


def read_compound(page: Page, at: int, reading: Reading) -> Iterator[Detail]:
    """A compound that ends in its head: Storgatan 14, Frejaskolan, Mariakyrkan."""
    low, label = reading.low, reading.head
    if low in page.lexicon.heads or low in page.lexicon.common:
        return
    stem_is_word = _stem_is_word(page, reading)
    number = _house_number(page, at) if label == "street" else None
    if reading.case == SMALL:
        named = number is not None or (
            not stem_is_word
            and not reading.plain
            and (reading.sure or _stem_is_name(page, reading))
        )
    elif reading.sure:
        named = not page.opens(at) or not stem_is_word or number is not None
    else:
        named = (
            number is not None
            or not (reading.plain or stem_is_word)
            or (not page.opens(at) and not page.lexicon.capital_nouns)
        )
    if page.lexicon.capital_nouns and (stem_is_word or reading.plain) and number is None:
        named = reading.case != SMALL and begins_with_name(_stem(page, reading), page.lexicon.codes)
    if not named:
        return
    first = at
    if label == "school" or label == "other_institution":
        first = _run_back(page, at)
    yield _detail(page, first, at, label)
    if number is not None:
        yield _detail(page, at + 1, number, "street_nr")


def _stem(page: Page, reading: Reading) -> str:
    for suffix, _, _ in page.lexicon.suffixes:
        if reading.low.endswith(suffix) and len(reading.low) > len(suffix) + 2:
            return reading.low.removesuffix(suffix)
    return reading.low


def _stem_is_word(page: Page, reading: Reading) -> bool:
    """Whether a compound is made of ordinary words: språk-skolan."""
    stem = _stem(page, reading)
    return any(is_ordinary(part, page.lexicon.codes) for part in {stem, stem.removesuffix("s")})


def _stem_is_name(page: Page, reading: Reading) -> bool:
    """Whether a compound begins with a name: Maria-kyrkan."""
    from onym.language import given_names, is_place

    stem = _stem(page, reading)
    return stem in given_names() or is_place(stem) or is_place(stem.removesuffix("s"))


def _house_number(page: Page, at: int) -> int | None:
    """The last word of the house number behind a street: 14, 8 B."""
    following = page.reads[at + 1]
    if (
        following is None
        or not following.digits
        or len(following.low) > 3
        or not page.joined(at + 1)
    ):
        return None
    letter = page.words[at + 2] if at + 2 < len(page) else ""
    gap = page.gaps[at + 2]
    lettered = (
        len(letter) == 1 and letter.isalpha() and (gap == "" or (gap == " " and letter.isupper()))
    )
    return at + 2 if lettered else at + 1


def read_headed(page: Page, at: int, reading: Reading) -> Iterator[Detail]:
    """Capitalised words before a head: Baker Street, Lunds universitet, Town Journal."""
    label = reading.head
    company = reading.low in COMPANY and page.gaps[at] == ", "
    if reading.low not in page.lexicon.heads or not (page.joined(at) or company):
        return
    small = reading.case == SMALL
    if small and (label not in SMALL_HEADS or not _may_be_small(page, at)):
        return
    first = _run_back(page, at)
    if first == at or (first == at - 1 and not _is_name_like(page, first)):
        return
    if label == "street" and not _is_street(page, first, at):
        return
    if _is_shouted_prose(page, first, at):
        return
    last = (
        _run_forward(page, at)
        if label in ("school", "public_authority", "other_institution")
        else at
    )
    yield _detail(page, first, last, label)
    if label == "street" and (number := _house_number(page, at)) is not None:
        yield _detail(page, at + 1, number, "street_nr")
    elif label == "street" and _is_digits(page, first - 1) and page.joined(first):
        yield _detail(page, first - 1, first - 1, "street_nr")


def _may_be_small(page: Page, at: int) -> bool:
    """Whether a head in small letters follows a name: Stanford university, Lunds universitet."""
    before = page.reads[at - 1]
    if before is None or before.case == SMALL or before.weekday or before.month:
        return False
    genitive = before.form == "genitive" or before.low.endswith(("s", "ska"))
    genitive = genitive or (before.place is not None and reading_is_school(page, at))
    if "en" in page.lexicon.codes and len(page.lexicon.codes) == 1:
        return reading_is_school(page, at) and not before.plain and not page.opens(at - 1)
    return genitive and not (page.opens(at - 1) and before.plain)


def reading_is_school(page: Page, at: int) -> bool:
    """Whether a head word is a school's."""
    return page.lexicon.heads.get(page.lows[at]) == "school"


def _is_street(page: Page, first: int, at: int) -> bool:
    """Whether a head that is also a word ends a street here: it is sure, or a number is there."""
    sure = page.lows[at] in page.lexicon.words["street_heads_sure"]
    return (
        sure
        or _house_number(page, at) is not None
        or (_is_digits(page, first - 1) and page.joined(first))
    )


def _is_shouted_prose(page: Page, first: int, last: int) -> bool:
    """Whether ordinary words have capitals as those beside them have: MY LIFE AND TECHNOLOGY."""
    if not page.words[first].isupper() or len(page.words[first]) == 1:
        return False
    before = page.gaps[first] == " " and page.words[first - 1].isupper()
    after = last + 1 < len(page) and page.gaps[last + 1] == " " and page.words[last + 1].isupper()
    plain = all(is_ordinary(page.lows[at], page.lexicon.codes) for at in range(first, last + 1))
    return (before or after) and plain


def _is_digits(page: Page, at: int) -> bool:
    reading = page.reads[at]
    return reading is not None and reading.digits


def _is_name_like(page: Page, at: int) -> bool:
    """Whether one capitalised word before a head names something."""
    if (
        page.lows[at] in page.lexicon.words["not_named"]
        or page.lows[at] in page.lexicon.words["possessives"]
    ):
        return False
    reading = page.reads[at]
    if reading is not None and (reading.weekday or reading.month or reading.number >= 0):
        return False
    if page.opens(at):
        return reading is not None and not reading.plain and (reading.known or not reading.slip)
    return True


def _run_back(page: Page, at: int) -> int:
    """The first of the capitalised words that lead up to a word."""
    first, back, links = at, at - 1, page.lexicon.words["body_links"]
    while (
        back >= 0
        and at - back <= 5
        and (page.gaps[back + 1] in TIES or (back + 1 == at and page.lows[at] in COMPANY))
    ):
        if _has_capital(page, back) and page.lows[back] not in page.lexicon.words["not_named"]:
            first = back
        elif page.lows[back] not in links or not page.capital(back - 1):
            break
        elif page.lexicon.capital_nouns and _is_plain_opener(page, back - 1):
            break  # In German the capital says nothing: in der Nähe der Schule.
        back -= 1
    while first < at and page.opens(first) and _is_plain_opener(page, first):
        first += 1
    while first < at and page.lows[first] in links:
        first += 1
    return first


def _has_capital(page: Page, at: int) -> bool:
    """Whether a word has a capital of its own: small words of a text in capitals have none."""
    if not page.capital(at):
        return False
    small = page.lows[at] in page.lexicon.words["function_words"] and len(page.lows[at]) > 1
    return not (small and page.words[at].isupper())


def _is_plain_opener(page: Page, at: int) -> bool:
    reading = page.reads[at]
    return reading is None or (reading.plain and not reading.place and not reading.named)


def _run_forward(page: Page, at: int) -> int:
    """The last word of "of New South Wales", "at Austin" behind a head."""
    last = at
    while last + 1 < len(page) and page.joined(last + 1) and last - at < 6:
        if _has_capital(page, last + 1) and (
            last > at or page.lows[last + 1] in ("hospital", "school", "college")
        ):
            last += 1
        elif (
            page.lows[last + 1] in ("of", "at", "for")
            and page.capital(last + 2)
            and page.joined(last + 2)
        ):
            last += 2
        else:
            break
    return last


def read_first_head(page: Page, at: int) -> Iterator[Detail]:
    """Words that open a name: University of Poe, Lycée Poe, rue de la Poe."""
    for rest, label in page.lexicon.first_heads.get(page.lows[at], ()):
        head = at + len(rest)
        if not page.matches(at, rest):
            continue
        last = _run_after(page, head, bool(rest))
        if last is None or (label == "geo" and not page.capital(at) and "en" in page.lexicon.codes):
            continue
        if _is_shouted_prose(page, at, last):
            continue
        first = at
        if label == "street" and _is_digits(page, at - 1):
            yield _detail(page, at - 1, at - 1, "street_nr")
        elif page.lows[at - 1] == "the" and page.capital(at - 1):
            first = at - 1
        yield _detail(page, first, last, label)
        return


def _run_after(page: Page, head: int, linked: bool) -> int | None:
    """The last of the capitalised words behind an opening head, with small links between."""
    last, at = None, head + 1
    while at < len(page) and at - head <= 6 and page.gaps[at] in (" ", "-", "", " & "):
        if _has_capital(page, at):
            last = at
        elif page.lows[at] not in page.lexicon.words["body_links"]:
            break
        at += 1
    return last


def read_employer(page: Page, at: int, reading: Reading | None) -> Iterator[Detail]:
    """A capitalised word that nobody knows, where somebody is said to work or study."""
    if reading is None or reading.case == SMALL or reading.given == 3 or page.opens(at):
        return
    if reading.plain and not (page.capital(at + 1) and page.joined(at + 1)):
        return
    school = page.before(at, "school_before", 4)
    if reading.place is not None or not (school or page.before(at, "work_before", 4)):
        return
    last = at
    while page.capital(last + 1) and page.joined(last + 1) and last - at < 3:
        last += 1
    yield _detail(page, at, last, "school" if school else "work", None, 0.6)


def find_again(page: Page, found: Iterable[Detail]) -> Iterator[Detail]:
    """Streets and bodies of one word where they stand once more, with nothing that tells them."""
    known = {
        page.text[each.start : each.end]: each
        for each in found
        if each.sublabel in AGAIN and " " not in each.value and each.form is None
    }
    if not known:
        return
    taken = {each.start for each in found}
    for at, word in enumerate(page.words):
        bare = word if word in known else word.removesuffix("s").removesuffix("'")
        if bare in known and page.starts[at] not in taken and word[0].isupper():
            form = "genitive" if bare != word else None
            start, end = page.starts[at], page.ends[at]
            yield known[bare]._replace(start=start, end=end, form=form)


def read_line_number(page: Page, at: int, reading: Reading) -> Iterator[Detail]:
    """The number of a bus, tram or train: bus 36, the 36 bus."""
    if not reading.digits or len(reading.low) > 4:
        return
    words, following = page.lexicon.words, page.lows[at + 1]
    counts = following in words["not_age"] and following not in words["function_words"]
    told = page.before(at, "transport_before", 2) and page.gaps[at] == " " and not counts
    after = following in words["transport_after"] and page.gaps[at + 1] == " "
    if told or (after and page.lows[at - 1] in words["transport_articles"]):
        yield _detail(page, at, at, "transport_nr")


def _detail(
    page: Page, first: int, last: int, label: str, form: str | None = None, score: float = 0.9
) -> Detail:
    start, end = page.starts[first], page.ends[last]
    value = " ".join(fold(page.lows[at]) for at in range(first, last + 1))
    return Detail(start, end, LABELS[label].category, label, form, score, value)
