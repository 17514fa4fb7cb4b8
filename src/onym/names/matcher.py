"""Find many names at once, as whole words, with offsets into the text as it was written.

An Aho-Corasick automaton looks for " outline of a name " in the outline of a batch of messages
(`text/view.py`), so the cost grows with the text and hardly with the names. What it proposes is
compared with the names themselves, once for every way of writing them. Overlapping proposals are
all kept until `longest`: taking the leftmost longest first would lose "mary" in "mary janes".
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from ahocorasick_rs import AhoCorasick, BytesAhoCorasick

from onym.text.text import DIGIT, INLINE, KINDS, fold, is_boundary
from onym.text.view import clear, outline, see, squeeze

BATCH = 1 << 20
"""Characters looked at in one go."""
BETWEEN = "\0"
"""Stands between the messages of a batch: neither a letter nor white space."""


class Hit(NamedTuple):
    """A whole word or phrase that is written like these names."""

    message: int
    start: int
    end: int
    names: tuple[str, ...]


class Form(NamedTuple):
    """What one way of writing may mean."""

    always: tuple[str, ...]
    unless_shouted: tuple[str, ...] = ()
    """Names that are also words: meant in capitals only if the line has small letters."""
    alone: bool = False
    """A single letter, which has to stand by itself."""
    numbered: bool = False
    """Begins or ends with a digit, which must not go on."""
    near: bool = False
    """One of the above: what stands around it has to be looked at."""


Proposal = tuple[int, int, Form]
Listed = tuple[str, str, bool]
Margins = tuple[tuple[int, int], ...]
"""How far names reach beyond their outlines: "@rob" by one before, "C++" by two after."""
FLUSH: Margins = ((0, 0),)
TRAILING = re.compile(r"(?:<[^<>]*>)+\Z")
"""Tags behind a name, of which nothing is seen either."""


class Matcher:
    """Whole-word occurrences of names: in any case and accent, or exactly as written.

    A name that is also an ordinary word is not meant by its small form (`is_word` decides);
    a single letter is meant only in its own case and standing alone.
    """

    def __init__(
        self,
        smart: Iterable[str] = (),
        exact: Iterable[str] = (),
        is_word: Callable[[str], bool] = lambda word: False,
    ) -> None:
        self._is_word = is_word
        self._listed: dict[str, tuple[Listed, ...]] = {}
        """Folded name to its names, as listed and as compared, and whether case matters not."""
        self._forms: dict[str, Form | None] = {}
        words: dict[bytes, Margins] = {}
        signs: dict[str, None] = {}
        for name, shade, by_fold in _shades(smart, exact):
            folded, drawn = fold(shade), outline(shade)
            self._listed[folded] = (*self._listed.get(folded, ()), (name, shade, by_fold))
            if key := drawn.strip():
                margins = FLUSH if key == drawn else ((drawn.index(key), _trail(drawn)),)
                words[key] = tuple({*words.get(key, ()), *margins}) if key in words else margins
            else:
                signs[folded] = None
        self._margins = list(words.values())
        self._word_finder = BytesAhoCorasick([b" %b " % key for key in words])
        self._sign_finder = AhoCorasick(list(signs)) if signs else None

    def find(self, texts: Sequence[str]) -> Iterator[Hit]:
        """Every occurrence in every text, overlapping ones too, in the order of the texts."""
        for first, last in batches(texts):
            ascii_only: list[int] = []
            others: list[int] = []
            for index in range(first, last):
                (ascii_only if texts[index].isascii() else others).append(index)
            hits = self._find_in(texts, ascii_only) + self._find_in(texts, others)
            hits.sort()
            yield from hits

    def _find_in(self, texts: Sequence[str], chosen: list[int]) -> list[Hit]:
        """The occurrences in some of the texts, taken together."""
        text = BETWEEN.join([texts[index] for index in chosen])
        starts = [0, *accumulate([len(texts[index]) + 1 for index in chosen])]
        hits: list[Hit] = []
        for start, end, form in self._propose(text):
            names = _admit(form, text, start, end) if form.near else form.always
            place = bisect_right(starts, start) - 1
            base = starts[place]
            if names and end < starts[place + 1]:
                hits.append(Hit(chosen[place], start - base, end - base, names))
        return hits

    def _propose(self, text: str) -> list[Proposal]:
        """Stretches of a text that are written like a name; those inside tags come last."""
        found = self._propose_in(text)
        tags = [tag for tag in INLINE.finditer(text) if "=" in tag[0]] if "<" in text else []
        if tags:
            within = BETWEEN.join([tag[0] for tag in tags])
            starts = [0, *accumulate([len(tag[0]) + 1 for tag in tags])]
            for start, end, form in self._propose_in(within, tags=True):
                place = bisect_right(starts, start) - 1
                shift = tags[place].start() - starts[place]
                if end < starts[place + 1]:
                    found.append((start + shift, end + shift, form))
        return found

    def _propose_in(self, text: str, tags: bool = False) -> list[Proposal]:
        """Stretches of a text, with its tags or without, that are written like a name."""
        view, forms = see(text, tags), self._forms
        breaks, shifts = view.breaks, view.shifts
        moved, tagged = len(breaks) > 1, "<" in text
        found: list[Proposal] = []
        for start, end in self._outlined(view.outline) + self._signed(text, tags):
            if moved:
                start += shifts[bisect_right(breaks, start) - 1]
                end += shifts[bisect_right(breaks, end) - 1]
            piece = text[start:end]
            if tagged and piece[-1] == ">" and "<" in piece:
                piece = TRAILING.sub("", piece)
                end = start + len(piece)
            try:
                form = forms[piece]
            except KeyError:
                form = self._learn(piece)
            if form is not None:  # most are ordinary words in small letters
                found.append((start, end, form))
        return found

    def _outlined(self, outline: bytes) -> list[tuple[int, int]]:
        """Where the outlines of names stand, with the margins of those names."""
        margins, drawn = self._margins, b" %b " % outline
        found: list[tuple[int, int]] = []
        for index, left, right in self._word_finder.find_matches_as_indexes(drawn, True):
            if margins[index] is FLUSH:  # nearly all are
                found.append((left, right - 2))
                continue
            found += (
                (left - before, right - 2 + after)
                for before, after in margins[index]
                # what a margin takes in are signs, not the letters of other words
                if left >= before
                and not drawn[left - before + 1 : left + 1].strip()
                and not drawn[right - 1 : right - 1 + after].strip()
            )
        return found

    def _signed(self, text: str, tags: bool) -> list[tuple[int, int]]:
        """The same for names without a letter of a spaced script, such as 田中 or 007."""
        if self._sign_finder is None:
            return []
        shown = clear(text, tags)
        return [
            (left, right)
            for _, left, right in self._sign_finder.find_matches_as_indexes(fold(shown), True)
            if is_boundary(shown, left) and is_boundary(shown, right)
        ]

    def _learn(self, piece: str) -> Form | None:
        """Find out, once, what a way of writing may mean."""
        listed = self._listed.get(fold(piece), ())
        form: Form | None
        if len(listed) == 1 and listed[0][1] == piece and _is_simple(piece):
            form = Form((listed[0][0],))
        else:
            form = self._weigh(clear(piece))
        self._forms[piece] = form
        return form

    def _weigh(self, written: str) -> Form | None:
        """The names that are written so, as far as the writing tells."""
        always: list[str] = []
        unless_shouted: list[str] = []
        one_case = written.islower() or written.isupper()
        for name, shade, by_fold in self._listed.get(fold(written), ()):
            if written == shade:
                always.append(name)
            elif by_fold and len(shade) > 1:
                if not one_case or not self._are_words(shade):
                    always.append(name)
                elif written.isupper():
                    unless_shouted.append(name)
        if not always and not unless_shouted:
            return None
        alone, numbered = len(written) == 1, DIGIT in (KINDS[written[0]], KINDS[written[-1]])
        near = bool(unless_shouted) or alone or numbered
        return Form(tuple(always), tuple(unless_shouted), alone, numbered, near)

    def _are_words(self, shade: str) -> bool:
        return all(self._is_word(word) for word in shade.lower().split())


def _is_simple(piece: str) -> bool:
    """Whether a way of writing that is just as listed can mean the name anywhere."""
    return piece.isascii() and len(piece) > 1 and piece[0].isalpha() and piece[-1].isalpha()


def _shades(smart: Iterable[str], exact: Iterable[str]) -> Iterator[Listed]:
    """Names once each, as they are compared, and whether in any case and accent."""
    by_fold = dict.fromkeys(smart)
    for name in dict.fromkeys((*by_fold, *exact)):
        shade = squeeze(name)
        if not shade:
            continue
        yield name, shade, name in by_fold
        if name in by_fold and not shade.isascii() and len(shade.upper()) > len(shade):
            yield name, shade.upper(), True  # Weiß is shouted WEISS


def _trail(drawn: bytes) -> int:
    return len(drawn) - len(drawn.rstrip())


def _admit(form: Form, text: str, start: int, end: int) -> tuple[str, ...]:
    """The names of a form that its surroundings allow."""
    if form.alone and not stands_alone(text, start, end):
        return ()
    if form.numbered and not is_apart(text, start, end):
        return ()
    if form.unless_shouted and not is_shouted(text, start, end):
        return form.always + form.unless_shouted
    return form.always


def longest(hits: list[Hit]) -> list[Hit]:
    """The hits of one message without overlaps: the longer wins, then the one further left."""
    end = 0
    for hit in hits:
        if hit.start < end:
            break
        end = hit.end
    else:
        return hits
    kept: list[Hit] = []
    end = group = 0
    for at, hit in enumerate(hits):
        if hit.start >= end and at > group:
            kept += _longest_of(hits[group:at])
            group = at
        end = max(end, hit.end)
    return kept + _longest_of(hits[group:])


def _longest_of(hits: list[Hit]) -> list[Hit]:
    """The same for hits that hang together, in the order of the text."""
    if len(hits) == 1:
        return hits
    kept: list[Hit] = []
    for hit in sorted(hits, key=lambda hit: (hit.start - hit.end, hit.start)):
        at = bisect_right(kept, hit)
        follows = at == 0 or kept[at - 1].end <= hit.start
        if follows and (at == len(kept) or kept[at].start >= hit.end):
            kept.insert(at, hit)
    return kept


def stands_alone(text: str, start: int, end: int) -> bool:
    """Whether a single letter is a word of its own: "Thanks, J." but not U.S., R-J or f(J)."""
    before, after = text[max(0, start - 2) : start][::-1], text[end : end + 2]
    if not _opens(before, "([{\"'“‘«*~-–—/&", _FREE + ">"):
        return False
    if after[:1] in ("'", "’") and after[1:] in ("s", "S"):
        return is_boundary(text, end + 2)
    return _opens(after, ")]}\"'”’»*~-–—/&.", _FREE + "<")


_FREE = BETWEEN + ",;:!?"


def _opens(near: str, tied: str, free: str) -> bool:
    """Whether what stands next to a letter parts it from other words; the nearest comes first."""
    if not near or near[0].isspace() or near[0] in free:
        return True
    return near[0] in tied and not near[1:].isalnum()


def is_apart(text: str, start: int, end: int) -> bool:
    """Whether what a reader sees before and after a stretch does not belong to the same word."""
    written = clear(text[start:end])
    before, after = clear(text[max(0, start - 9) : start])[-1:], clear(text[end : end + 9])[:1]
    shown = before + written + after
    return is_boundary(shown, len(before)) and is_boundary(shown, len(before) + len(written))


def is_shouted(text: str, start: int, end: int) -> bool:
    """Whether the rest of the line is in capitals too."""
    first, last = text.rfind(BETWEEN, 0, start) + 1, text.find(BETWEEN, end)
    left = text.rfind("\n", first, start) + 1 or first
    right = text.find("\n", end, last if last >= 0 else len(text))
    right = right if right >= 0 else last if last >= 0 else len(text)
    return f"{text[left:start]} {text[end:right]}".isupper()


def batches(texts: Sequence[str], most: int = BATCH) -> Iterator[tuple[int, int]]:
    """The texts in batches of about the same size: the first of each, and the one after."""
    first = size = 0
    for index, text in enumerate(texts):
        size += len(text)
        if size >= most:
            yield first, index + 1
            first, size = index + 1, 0
    if first < len(texts):
        yield first, len(texts)
