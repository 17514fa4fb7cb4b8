"""Names with which people sign: behind a closing, alone on the last line, in the block below."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from onym.find.anatomy import SPACED, Part
from onym.find.descriptions import describes, name_before
from onym.find.glance import CAPITAL, Line
from onym.find.habits import Habits, closes, plain_words
from onym.find.lexicon import Lexicon
from onym.find.name_lines import is_name_line
from onym.find.names import OUTER, WORD, Slot, bare, make, skip_titles
from onym.find.quoting import RULE
from onym.find.tags import code_in, tag_of
from onym.language import is_place
from onym.text.text import fold

SMILEY = re.compile(
    r"(?<=\w) [xX]{1,4}$|[:;=8xX][-o^']?[)(DPp|*/\\]+|<3|\^\^|[\U0001F300-\U0001FAFF☀-➿]+"
)
LONGEST_NAME = 120
GLUE = ",~-–—"
"""What people put between their last word and their name, with no space: "Love-Mary"."""
TOGETHER = re.compile(
    r"[ \t]+(?:and|und|och|et|&|\+)[ \t]+|,[ \t]+(?=[^,]*[ \t](?:and|und|och|et|&|\+)[ \t])"
)
SENTENCE_END = re.compile(r"[.!?…)\]:;,-][ \t]+(?=\S)|\n\s*")
INITIALS = re.compile(
    r"[-–—~]{1,3}[ \t]?([a-z]{1,3})\.?|((?:[a-z]\.){1,2}[a-z])\.?|~{1,3}[ \t]?([a-z]{4,12})\.?"
    r"|([a-z])\."
)
"""Initials in small letters, alone behind a dash or with dots, or a name behind a tilde: "-mp",
"-m", "m.p.", "m.", "~polly"."""
ADDRESSED = re.compile(r"[ \t]*\n[ \t]{4,}<\S")
"""What a program puts below the name of whom it quotes: the address, far to the right."""
ASIDE = re.compile(r"<[^\W\d_]+>|\[[^\W\d_]+\]")
"""What people say of what they write: <snip>."""
LAST_WORD = re.compile(r"[ \t]+(\S+)$")
LINE_APART = re.compile(r"[ \t]*\n[ \t]*(?:\n|[-_=*~(]{2})")
ADDED = re.compile(
    r",?[ \t]+Ph\.?[ \t]?D\.?$|(?<=\w\w)[ \t]+\([^()\d]{2,40}\)?$"
    r"|(?<=\w\w)[ \t]+(?:(?:on|tel|mob|phone)\b[.:]?[ \t]*)?\+?\d[\d ()/-]{7,18}$"
    r"|(?<=\w\w)(?<!\bsent)[ \t]+(?:sent[ \t]+)?from[ \t]+(?:my[ \t]+)?(?:i?phone|ipad|android)$",
    re.IGNORECASE,
)
"""What is added to a name: a degree, in brackets who somebody is, a telephone or its number."""
CALLED = re.compile(r"[ \t]+\(([^\W\d_]+)\)")
"""What stands behind what somebody signs with: "Zee (Zainab)"."""
VOCATIVE = re.compile(r"(?:\w+[ \t]+){3}\w+,[ \t]+\Z")
REFERENCE = re.compile(r",[ \t]*[A-Z]{1,4}(?:\.|,|[ \t]+[(&])")
"""What stands behind the first author of a work: "Poe, M. (1999)"."""
ASSIGNED = re.compile(r"[ \t]*=[ \t]*[^\s=*~-]")
"""What stands behind a word that gets a value: sep=","."""
CODED = re.compile(r".*[={}\[\]\"]|[^(]*\)")
"""What stands behind the last comma of code: sep=",")."""
ENCLOSED = re.compile(r"\s*[\"“”«].*[\"“”»]\s*$|.*[{}]")
CREDITED = re.compile(r"[\"“”’'»]\s*[-–—~]+\s*\Z")
"""What stands before the name of whom a motto is by."""
FULL_LINE = re.compile(r"[^\n]{50,120}[\w)]\s*\n\s*\Z")
BROKEN_OFF = re.compile(r"\w[ \t]*\n[ \t]*\Z")
"""What stands above the rest of a wrapped sentence."""
MOTTO = 60
"""Letters of a line behind which a dash and a full name say whom it is by."""
WORDY = 8
"""Words of a line below which a signature block has a motto rather than a name."""
HEAD = re.compile(
    r"\s[|/–—-]\s|\s{2,}|\t|(?<=\w\w)[,;]"
    r"|\s(?=[BMD]\.?[ ]?(?:Sc|Ed|Phil|Eng)\b|Ph\.?[ ]?D\b|M\.?D\b|[<(\[]\S+(?:@| at )|\(\w+ ?[/,])"
)
"""What ends the name in a line of a signature block: a bar, a comma, a degree, an address."""
CREDIT = re.compile(r"\s*[-–—~]+[ \t]*[^\W\d_]")
ZIPPED = re.compile(r"[A-Z]{2}[ \t]+\d{5}(?:-\d{4})?")
"""What stands behind a town, alone: "ND 55555"."""
STATE = re.compile(r",[ \t]*(?:[A-Z]{2}[ \t]+)?\d")
"""What stands behind a town: "Northfield, ND 55555"."""
NAME_LINE = re.compile(
    r"(?:(?<=\n\n)|(?<=[-_=*~]\n)|(?<=\n \n))[ \t]*-{0,2}"
    r"(?P<name>(?P<first>[^\W\d_a-z][\w'’?-]*)\.?(?:[ \t]+[^\W\d_][\w'’?.-]*){0,4})[ \t]*"
    r"(?:[:;=8][-o^']?[)(DPp*][ \t]*)?(?=\n|$|,[ \t]+(?:[A-Z]|\w+[ \t]*(?:\n|$))"
    r"|(?<=[ \t]{2})[^\w\s]|(?<=[ \t])[|•·–—*])"
)


def signed(text: str, start: int, end: int, kind: str, words: Lexicon, known: Habits) -> list[Slot]:
    """The name in a closing line, which must fill what the closing words leave."""
    return [
        Slot(each.kind, each.start + start, each.end + start, each.name)
        for each in sign_off(text[start:end], kind, words, known)
    ]


@lru_cache(maxsize=1 << 14)
def sign_off(line: str, kind: str, words: Lexicon, known: Habits) -> tuple[Slot, ...]:
    """The same for a line alone; people sign the same way again and again."""
    return tuple(_sign_off(line, 0, len(line), kind, words, known))


def _sign_off(
    text: str, start: int, end: int, kind: str, words: Lexicon, known: Habits
) -> Iterator[Slot]:
    clean = SMILEY.sub(lambda m: " " * len(m[0]), text[start:end])
    pieces = [piece for piece in re.finditer(r"\S+", clean) if plain_words(piece[0])]
    plain = [" ".join(plain_words(piece[0])) for piece in pieces]
    if letters := INITIALS.fullmatch(clean.strip()):
        name = letters[letters.lastindex or 0]
        at = start + clean.index(name)
        yield make(kind, text, at, at + len(name))
        return
    count = closes(plain, known)
    if count == len(pieces):
        return
    first = pieces[count].start()
    if name := name_before(clean[first:].rstrip(), words):
        clean = clean[: first + name[1]]
    thanks = any(" ".join(plain[at:count]) in words.addressing for at in range(count))
    if thanks and kind == "signed":
        # "Thanks Mary" and "Thanks, Mary!" may sign or address; "Thanks, Mary" rather signs
        aloud = clean.rstrip().endswith("!")
        kind = "signed" if "," in clean[:first] and not aloud else "thanksigned"
    if count == 0 and (glued := unglue(pieces[-1][0], words, GLUE)):
        # "thanksMary" as the last word
        at = start + pieces[-1].start() + glued
        kind = "thanksigned" if text[at - 1].isalpha() else kind
        yield from whole_name(text, at, end, kind, words, clean[at - start :])
        return
    if together := list(cosigned(text, start + first, start + len(clean.rstrip(OUTER)), words)):
        yield from together
        return
    found = list(tagged(text, start + first, kind, words, clean[first:]))
    found = found or list(whole_name(text, start + first, end, kind, words, clean[first:]))
    cut = max(clean.rfind(mark) for mark in (", ", "! ", ". "))
    if (
        not found
        and cut > first
        and kind in ("signed", "thanksigned")
        and not CODED.match(clean, cut)
        and not is_place(clean[cut + 1 :].strip(OUTER).casefold())  # "Frobnix Labs, Uppsala"
    ):
        found = list(whole_name(text, start + cut + 1, end, "signed", words, clean[cut + 1 :]))
    yield from found


def tagged(text: str, start: int, kind: str, words: Lexicon, clean: str) -> Iterator[Slot]:
    """A known given name and what is signed with it: "Mary s1801234", "Robert, k9xyz".

    Beside the number of a student or a member any name will do.
    """
    if tag := tag_of(clean):
        end = start + tag.name_end
        for slot in whole_name(text, start, end, kind, words, clean[: tag.name_end]):
            first = bare(slot.name.split()[0])
            strange = tag.is_number and first.istitle() and words.nameable(first)
            if words.given(first) or strange:
                yield slot
                if kind != "relayed":
                    yield make("tagged", text, start + tag.start, start + tag.end)


def cosigned(text: str, start: int, end: int, words: Lexicon) -> Iterator[Slot]:
    """Names of people who sign together: "Robert and Mary", "Robert, Mary & Tom"."""
    cuts = [cut.span() for cut in TOGETHER.finditer(text, start, end)]
    if not cuts or end - start > LONGEST_NAME:
        return
    bounds = [start, *(place for cut in cuts for place in cut), end]
    spans = list(zip(bounds[::2], bounds[1::2], strict=True))
    names = [text[a:b] for a, b in spans]
    first = [WORD.match(name) for name in names]
    if all(
        found and is_name_line(name, words) and words.nameable(bare(found[0]))
        for name, found in zip(names, first, strict=True)
    ):
        yield from (make("cosigned", text, a, b) for a, b in spans)


def unglue(word: str, words: Lexicon, signs: str = "") -> int:
    """Where a name begins that is glued to a greeting or thanks: thanksMary; 0 for nowhere.

    Signs may stand between them: Love-Mary.
    """
    small = word.casefold()
    if word.isupper() or len(word) > LONGEST_NAME:
        return 0  # an abbreviation, or no word at all
    for at in range(len(word) - 2, 1, -1):
        before = small[:at].rstrip(signs)
        joined = len(before) < at and before in words.small  # Le-Roy
        if word[at].isupper() and before in words.never and not joined:
            return at
    return 0


def whole_name(
    text: str, start: int, end: int, kind: str, words: Lexicon, clean: str
) -> Iterator[Slot]:
    """A slot when the stretch is a name and nothing else, whatever decorates it."""
    left = len(clean) - len(clean.lstrip(OUTER))
    right = len(clean.rstrip(OUTER))
    if clean[right : right + 1] == ")" and "(" in clean[left:right]:
        right += 1
    if right <= left or right - left > 45 or clean[right:].strip() == ":":
        return  # "R:" is a heading
    if clean[left - 1 : left] == "(" and clean[left:right].islower():
        return  # (print)
    if ASIDE.fullmatch(clean.strip()) or ZIPPED.fullmatch(clean.strip(OUTER)):
        return  # <snip>, [sigh]; "ND 55555"
    if clean[left:right].isupper() and clean[right:].strip() == "?":
        return  # "OR?"
    if " " in clean[left:right] and ENCLOSED.match(clean):
        return  # a motto, or a field of a bibliography
    if ASSIGNED.match(clean, right):
        return
    start, end = start + left, start + right
    start = skip_titles(text, start, end, words)
    end = drop_suffixes(text, start, end, words)
    body, told = text[start:end], CALLED.match(text, end)
    if told and kind == "signed" and fold(told[1]) in words.known:
        kind = "presented"
    if body and (SPACED.match(body) or is_name_line(body, words)):
        yield make(kind, text, start, end)


def drop_suffixes(text: str, start: int, end: int, words: Lexicon) -> int:
    """Cut ", PhD" and the like off the end of a name."""
    end = start + len(ADDED.sub("", text[start:end]))
    while (last := last_word(text[start:end])) and (
        last[1].strip(".,").casefold() in words.suffixes
        and sum(letter.isupper() for letter in last[1]) > 1
    ):
        end = start + last.start()
    head, comma, rest = text[start:end].partition(",")
    if STATE.match(text, start + len(head)):
        return start  # a town
    first = WORD.match(head)
    if comma and " " in head and first and words.given(first[0]) and is_name_line(head, words):
        return start + len(head.rstrip())
    if comma and all(
        piece.strip(". ").casefold() in words.suffixes or piece.strip(". ").isupper()
        for piece in rest.replace(",", " ").split()
    ):
        return start + len(head.rstrip())
    return end


def last_word(name: str) -> re.Match[str] | None:
    """The last of several words, with the space before it."""
    gap = max(name.rfind(" "), name.rfind("\t")) + 1
    return LAST_WORD.match(name, len(name[:gap].rstrip(" \t"))) if gap else None


def may_sign(line: str, words: Lexicon) -> bool:
    """Whether the last word of a line is more than an ordinary small word."""
    last = line.rstrip(OUTER).rsplit(None, 1)[-1:]
    if not last or not last[0].isalpha() or not last[0].islower():
        return True
    return len(last[0]) == 1 or words.nameable(last[0])


def tail(text: str, part: Part, words: Lexicon, known: Habits) -> Iterator[Slot]:
    """A name behind the last sentence of a block: "What do you think? Arthur"."""
    stretch = text[max(part.start, part.end - 80) : part.end]
    if stretch.rstrip()[-1:] in (":", "?"):
        return
    cuts = [cut.end() for cut in SENTENCE_END.finditer(stretch.rstrip(OUTER))]
    if not cuts and part.end - part.start > 80:
        return
    start = part.end - len(stretch) + (cuts[-1] if cuts else 0)
    if start == part.start and not closes(plain_words(stretch), known):
        return
    above = text[max(part.start, start - 130) : start]
    rest = text[start : part.end]
    broken = goes_on(rest, words) or (len(rest.strip(OUTER)) == 1 and BROKEN_OFF.search(above))
    if is_credited(rest, above) or (broken and FULL_LINE.search(above)):
        return
    if len(rest.split()) <= 5:
        found = signed(text, start, part.end, "signed", words, known)
        if stretch.rstrip()[-1:] in ".!" and VOCATIVE.search(
            text, max(part.start, start - 60), start
        ):
            # "I see what you mean, Mary." speaks to her, unless she writes
            found = [slot._replace(kind="thanksigned") for slot in found]
        yield from found


def is_credited(name: str, above: str) -> bool:
    """Whether it is the name of whom a motto is by: "...", ~ Mary Poe."""
    if CREDITED.search(above):
        return True
    # "See you! - Mary" signs
    long = len(above) - above.rfind("\n") > MOTTO
    return long and name[0] in "~-–—" and is_full(name.strip(OUTER))


def goes_on(rest: str, words: Lexicon) -> bool:
    """Whether what stands below a full line ends its sentence and is no known name."""
    if rest.rstrip()[-1:] != ".":
        return False
    first = WORD.search(rest)
    return not (first and first[0][0].isupper() and words.given(bare(first[0])))


def signature(
    text: str, part: Part, words: Lexicon, known: Habits, above_it: Sequence[Slot] = ()
) -> Iterator[Slot]:
    """Names in the first lines of a signature block, alone or before a comma or a bar.

    A code below a name, in the block or right above it, is signed with as well.
    """
    at, number, above, wordy = part.start, -1, "", False
    found = list(above_it)
    for line in text[part.start : part.end].split("\n"):
        if found and (code := code_in(line)):
            at += line.index(code)
            yield make("tagged", text, at, at + len(code))
            return
        if found != above_it and any(is_full(slot.name) for slot in found):
            return  # what stands below a full name says who and where they are
        number += WORD.search(line) is not None
        if wordy and RULE.match(line.strip()):
            number = -1  # what the house has to say, between two rules
        elif wordy:
            return
        head = HEAD.split(line.strip(), maxsplit=1)[0]
        if number > 2:
            return
        wordy = len(head.split()) > WORDY or is_sentence(line, head)
        start = at + line.find(head) if head else at
        if head and not wordy:
            kind = "signature" if number or " " in head else "signed"
            found = signed(text, start, start + len(head), kind, words, known)
            after = start + len(head)
            if STATE.match(text, after) if " " in head else REFERENCE.match(text, after):
                found = []
            if number and " " in head and CREDIT.match(line) and not above.istitle():
                return  # whose the motto is
            yield from found
        at, above = at + len(line) + 1, line


def is_sentence(line: str, head: str) -> bool:
    """Whether a line goes on in small letters behind its first word: "Well, there are no rules"."""
    rest = line.strip()[len(head) :].lstrip(", ")
    return " " not in head and rest[:1].islower() and len(rest.split()) >= WORDY


def is_full(name: str) -> bool:
    """Whether a name has two words that are no initials."""
    return sum(len(word.strip(".")) > 1 for word in name.split()) > 1


def is_small_name(line: str, words: Lexicon) -> bool:
    """Whether a line is a given name in small letters that is no word."""
    known = line.isalpha() and line.islower() and words.given(line.capitalize())
    return known and not words.ordinary(line)


def names_below(
    text: str, lines: list[Line], part: Part, words: Lexicon, closed: bool
) -> Iterator[Slot]:
    """Names alone on a line near the end of a block, whatever stands below them.

    The first line of a block that follows a closing may be one wherever the block ends.
    """
    start = max(part.start, part.end - 700)
    for number, line in enumerate(lines):
        if line.start < start and not (closed and line is lines[0]):
            continue
        if len(line.text) > LONGEST_NAME:
            continue
        if not line.marks & CAPITAL:
            if line.gap and is_small_name(line.text, words) and LINE_APART.match(text, line.end):
                yield make("signed", text, line.start, line.end)
            continue
        found = NAME_LINE.match(text, line.start - line.indent, part.end)
        if not found or not words.given(bare(found["first"])):
            continue
        tag = tag_of(found["name"])
        end = found.start("name") + tag.name_end if tag else found.end("name")
        end = drop_suffixes(text, found.start("name"), end, words)
        name = text[found.start("name") : end]
        if not is_name_line(name, words):
            continue
        if " " not in name and REFERENCE.match(text, found.end()):
            continue
        if " " in name and ADDRESSED.match(text, found.end()):
            yield make("attributed", text, found.start("name"), end)
        elif (
            " " in name
            or LINE_APART.match(text, found.end())
            or any(describes(below.text, words) for below in lines[number + 1 : number + 2])
        ):
            kind = "signature" if " " in name else "signed"
            yield make(kind, text, found.start("name"), end)
