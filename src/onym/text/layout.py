"""A message as its reader sees it, with the way back to the offsets of what was written.

    laid_out("<p>Hi <b>Zo&euml;</b>,</p>yes").text   ->  "\\nHi Zoë,\\nyes"

A tag of a block becomes the end of a line, any other tag nothing; lines inside a quote get a mark,
as in mail, in whatever notation it is. An entity is the letter it stands for, a piece of code a 0.
Where a platform marks a mention of somebody, the name comes with Zulip's marks: @**Zoë Ash**, and
so it does where it says who is quoted: @**Zoë Ash** wrote:.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from onym.text.credits import BRACKET, QUOTING, Tag, margins, tags, title_in
from onym.text.text import TAG, Stretch, code, is_code_tag, read_attributes

_BREAKS = (
    "address article aside blockquote br caption center dd div dl dt fieldset figure footer form"
    " h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tbody td tfoot th thead tr ul"
)
_BLOCKS = frozenset(_BREAKS.split())
_UNSEEN = frozenset(("script", "style"))
_QUOTES = frozenset(("blockquote", "div"))
"""Blocks that are quotes, or may be by their class."""
_NEWLINE = re.compile(r"\n")
_DEEPEST = 20
"""How many marks a line of a quote has at the most."""
ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});")
_MENTIONS = re.compile(
    r"""<at\s|\sclass\s*=\s*["']?(?:[^"'>]*[\s_-])?(?<!group-)mention\b""", re.IGNORECASE
)
"""In the tag of a mention: of Teams, or of a class with that word."""
_QUOTE_FENCE = re.compile(r"^[ \t]*`{3,}[ \t]*quote[ \t]*\n((?:(?!`{3}).*\n)*+)`{3,}[ \t]*$", re.M)
_LINE = re.compile(r"^(?=.)", re.MULTILINE)
_LINK = re.compile(r"(?<!!)\[([^\[\]\n]{1,200})\]\([^\s()]*(?:\([^\s()]*\)[^\s()]*)*\)")
_CALL = re.compile(r"@(_)?\*\*[^*|\n]{1,80}(\|\d+)?\*\*")
_MENTIONED = re.compile(r"\s*(@?)(?=([^<>\n@]{1,80})</)")


class Edit(NamedTuple):
    """What stands for a stretch of what was written."""

    start: int
    end: int
    shown: str
    letter: bool = False
    """Whether it is a letter in another notation, so that a name may begin or end with it."""


class Layout:
    """A text as it is seen, and where each character of it comes from."""

    __slots__ = ("asides", "edits", "margins", "places", "starts", "tags", "text", "written")

    def __init__(
        self,
        written: str,
        edits: list[Edit] | None = None,
        asides: tuple[Stretch, ...] = (),
        margins: tuple[Stretch, ...] = (),
        tags: tuple[Tag, ...] = (),
    ) -> None:
        self.written, self.edits, self.asides, self.margins = written, edits, asides, margins
        """The asides are where tags have something that people read, the margins where a name
        stands before each line of a quote."""
        self.tags = tags
        if not edits:
            self.text = written
            return
        parts: list[str] = []
        self.starts: list[int] = []
        """Where each edit begins in what was written."""
        self.places: list[int] = []
        """Where it begins in what is seen."""
        at = seen = 0
        for edit in edits:
            parts += (written[at : edit.start], edit.shown)
            self.starts.append(edit.start)
            self.places.append(seen + edit.start - at)
            seen = self.places[-1] + len(edit.shown)
            at = edit.end
        self.text = "".join([*parts, written[at:]])

    def see(self, start: int, end: int) -> Stretch | None:
        """Where a stretch of what was written is seen; None where it is not."""
        if not self.edits:
            return start, end
        first, last = self._see(start), self._see(end - 1)
        return None if first is None or last is None else (first, last + 1)

    def _see(self, at: int) -> int | None:
        number = bisect_right(self.starts, at) - 1
        if number < 0 or not self.edits:
            return at
        edit, place = self.edits[number], self.places[number]
        if at < edit.end:
            return place if edit.letter else None
        return at - edit.end + place + len(edit.shown)

    def source(self, start: int, end: int) -> Stretch:
        """Where a stretch of what is seen was written."""
        if not self.edits:
            return start, end
        return self._source(start)[0], self._source(end - 1)[1]

    def _source(self, at: int) -> Stretch:
        number = bisect_right(self.places, at) - 1
        if number < 0 or not self.edits:
            return at, at + 1
        edit, place = self.edits[number], self.places[number]
        if at < place + len(edit.shown):
            # nobody's name begins or ends with a tag
            return (edit.start, edit.end) if edit.letter else (edit.end, edit.start)
        was = at - place - len(edit.shown) + edit.end
        return was, was + 1


@lru_cache(maxsize=1 << 14)
def laid_out(text: str) -> Layout:
    """A message as its reader sees it; every step of a pass over the same messages asks."""
    fenced, linked, called = "`" in text, "](" in text, "@**" in text or "@_**" in text
    quoted = "[/quote]" in text or "[/QUOTE]" in text
    named = tuple(tags(text))
    lines = list(margins(text, {tag.short for tag in named})) if ">" in text else []
    if not ("<" in text or fenced or linked or called or quoted or lines):
        return Layout(text, tags=named)
    edits, asides = list[Edit](), list[Stretch]()
    if "<" in text:
        edits += _markup(text, asides)
    if quoted:
        edits = _apart(sorted([*edits, *_bracketed(text)]))
    if lines:
        edits = _apart(sorted([*edits, *_with_margins(lines)]))
    if fenced or linked or called:
        if fenced:
            edits += (Edit(start, end, "0") for start, end in code(text))
            edits += _quoted(text)
        if linked:
            edits += _links(text)
        if called:
            edits += _called(text)
        edits = _apart(sorted(edits))
    names = tuple(line.span("name") for run in lines for line in run)
    return Layout(text, edits, tuple(asides), names, named)


def _with_margins(runs: list[list[re.Match[str]]]) -> Iterator[Edit]:
    """Names before each line of a quote as marks, with a line above that says who is quoted."""
    for run in runs:
        for line in run:
            credit = f"> @**{line['name']}**>:\n" if line is run[0] else ""
            yield Edit(*line.span(), f"{credit}> ")


def _quoted(text: str) -> Iterator[Edit]:
    """Zulip's fences around quotes, with a mark for every line."""
    for fence in _QUOTE_FENCE.finditer(text):
        yield Edit(fence.start(), fence.start(1), "")
        for line in _LINE.finditer(text, fence.start(1), fence.end(1)):
            yield Edit(line.start(), line.start(), "> ")
        yield Edit(fence.end(1), fence.end(), "")


def _bracketed(text: str) -> Iterator[Edit]:
    """The quotes of bulletin boards, with a mark for every line."""
    at = depth = 0
    for tag in BRACKET.finditer(text):
        yield from _marked(text, at, tag.start(), depth)
        depth = max(0, depth - 1) if tag["end"] else depth + 1
        at, marks = tag.end(), _next_line(depth)
        if tag["name"] and not tag["end"]:
            yield Edit(tag.start(), tag.start("name"), f"{marks}@**")
            yield Edit(tag.end("name"), at, f"**:{marks}")
        else:
            yield Edit(tag.start(), at, marks)
    yield from _marked(text, at, len(text), depth)


def _marked(text: str, start: int, end: int, depth: int) -> Iterator[Edit]:
    """The ends of lines inside a quote, with the marks of the next line."""
    if depth:
        for line in _NEWLINE.finditer(text, start, end):
            yield Edit(*line.span(), _next_line(depth))


def _next_line(depth: int) -> str:
    """The end of a line, and the marks of the next inside so many quotes."""
    return "\n" + "> " * min(depth, _DEEPEST)


def _links(text: str) -> Iterator[Edit]:
    """Links of Markdown without their targets."""
    for link in _LINK.finditer(text):
        yield Edit(link.start(), link.start() + 1, "")
        yield Edit(link.end(1), link.end(), "")


def _called(text: str) -> Iterator[Edit]:
    """Zulip's mentions without what marks them as silent, and without the number of the person."""
    for call in _CALL.finditer(text):
        if call[1]:
            yield Edit(*call.span(1), "")
        if call[2]:
            yield Edit(*call.span(2), "")


def markup(text: str) -> list[Edit]:
    """The tags and entities of a text that is HTML, and what a page shows for each."""
    found: list[Edit] = []
    at, begun = 0, False
    for tag in TAG.finditer(text) if "<" in text else ():
        found += _entities(text, at, tag.start())
        begun = begun or (not text[at : tag.start()].isspace() and at < tag.start())
        name, opens = tag[1].lower(), tag[0][1] != "/"
        shown = "\n" if name in _BLOCKS and opens and begun else ""
        found.append(Edit(*tag.span(), shown + "• " * (name == "li" and opens)))
        at = tag.end()
    return [*found, *_entities(text, at, len(text))] if found else found


def _apart(edits: list[Edit]) -> list[Edit]:
    """Edits without those inside others."""
    kept: list[Edit] = []
    for edit in edits:
        if not kept or edit.start >= kept[-1].end:
            kept.append(edit)
    return kept


def _markup(text: str, asides: list[Stretch]) -> Iterator[Edit]:
    """What becomes of tags and entities; what people read in tags is noted beside."""
    at, mentioned, unclosed, encoded = 0, -1, set[str](), "&" in text
    quotes = _Quotes()
    while tag := TAG.search(text, at):
        start, written, name = tag.start(), tag[0], tag[1].lower()
        if encoded or quotes.depth:
            yield from _between(text, at, start, quotes.depth)
        at, closing = tag.end(), written[1] == "/"
        shown = quotes.enter(written, name, closing) if name in _BLOCKS else ""
        if not closing and (title := title_in(text, at, written, name)):
            shown = quotes.line
            for inner in TAG.finditer(text, start, title.end()):
                asides += read_attributes(inner)
            yield Edit(start, title.start("name"), f"{shown}@**")
            yield from _entities(text, *title.span("name"))
            yield Edit(title.end("name"), title.end(), f"**:{shown}")
            at = title.end()
            continue
        if " " in written and not closing:
            asides += read_attributes(tag)
            if _MENTIONS.search(written) and (who := _MENTIONED.match(text, at)):
                at, shown, mentioned = who.end(), "@**", who.end(2)
        elif start == mentioned:
            shown = "**"
        if not closing and name not in unclosed and is_code_tag(text, tag):
            if close := re.compile(rf"</{name}\s*>", re.IGNORECASE).search(text, at):
                at, shown = close.end(), shown + ("" if name in _UNSEEN else "0") + shown
            else:
                unclosed.add(name)
        yield Edit(start, at, shown)
    if encoded or quotes.depth:
        yield from _between(text, at, len(text), quotes.depth)


class _Quotes:
    """The quotes that are open while tags are read."""

    def __init__(self) -> None:
        self.depth = 0
        self.open: dict[str, list[bool]] = {name: [] for name in _QUOTES}
        """Of each block whose end has not come, whether it is a quote."""

    @property
    def line(self) -> str:
        """The end of a line, and the marks of the next."""
        return _next_line(self.depth)

    def enter(self, tag: str, name: str, closing: bool) -> str:
        """What is shown for the tag of a block."""
        if name in _QUOTES:
            if not closing:
                quotes = name == "blockquote" or (" " in tag and QUOTING.search(tag) is not None)
                self.open[name].append(quotes)
                self.depth += quotes
            elif self.open[name]:
                self.depth -= self.open[name].pop()
        return self.line


def _between(text: str, start: int, end: int, depth: int) -> Iterator[Edit]:
    """What becomes of the text between two tags: entities, and ends of lines inside a quote."""
    edits = list(_entities(text, start, end))
    if depth:
        edits = sorted([*edits, *_marked(text, start, end, depth)])
    yield from edits


def _entities(text: str, start: int, end: int) -> Iterator[Edit]:
    """The characters that are written as entities."""
    for entity in ENTITY.finditer(text, start, end):
        shown = html.unescape(entity[0])
        if len(shown) == 1:
            yield Edit(*entity.span(), " " if shown.isspace() else shown, True)
