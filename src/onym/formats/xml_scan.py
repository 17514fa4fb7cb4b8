"""An XML file as stretches of its bytes: what stands on certain paths, and all other text.

Nothing is built or loaded: no external entity, no document type, and whoever declares entities of
his own (an "XML bomb" is made of them) is turned away.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple
from xml.parsers import expat

from onym.errors import InputError
from onym.formats.xml_paths import Open, Route, is_there, same_name

DEEPEST = 500
"""How deep elements may lie in each other."""

_DECLARED = re.compile(rb"""<\?xml[^>]*?encoding\s*=\s*["']([A-Za-z][\w.-]*)["']""")
_ATTRIBUTE = re.compile(rb"""\s+([^\s=<>/"']+)\s*=\s*("[^"]*"|'[^']*')""")
_LETTERS = re.compile(r"[^\W\d_].*[^\W\d_]", re.DOTALL)
_MARKS = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)


class Run(NamedTuple):
    """Some characters and the bytes they stand in."""

    text: str
    start: int
    end: int
    plain: bool
    """Whether the bytes are the characters in UTF-8; if not, it is an entity or a line end."""
    cdata: bool = False


class Found(NamedTuple):
    """What stands on a path, or beside all paths."""

    column: str
    runs: tuple[Run, ...]
    place: tuple[int, ...]
    """The numbers of the elements it stands in."""
    order: int
    kind: str
    """text, attribute or comment."""

    @property
    def value(self) -> str:
        """All its characters."""
        return "".join(run.text for run in self.runs)


@dataclass
class Scan:
    """A file's bytes in UTF-8, and what was found in them."""

    path: Path
    data: bytes
    mark: bytes
    codec: str
    found: list[Found] = field(default_factory=list)
    loose: list[Found] = field(default_factory=list)
    """Text on none of the paths."""


def scan(raw: bytes, path: Path, paths: Mapping[str, Sequence[Route]]) -> Scan:
    """Find what stands on the paths."""
    result = _decode(raw, path)
    scanner = _Scanner(result, paths)
    try:
        scanner.parse()
    except expat.ExpatError as error:
        raise InputError(
            f"{path} is broken XML at line {error.lineno}, column {error.offset + 1}; correct it"
        ) from None
    return result


def restore(scan: Scan, data: bytes) -> bytes:
    """Encode the edited bytes as the file was; what it cannot hold becomes a reference."""
    if scan.codec == "utf-8":
        return scan.mark + data
    return scan.mark + data.decode().encode(scan.codec, "xmlcharrefreplace")


def _decode(raw: bytes, path: Path) -> Scan:
    mark, codec = next(((m, c) for m, c in _MARKS if raw.startswith(m)), (b"", ""))
    body = raw[len(mark) :]
    if not codec:
        declared = _DECLARED.match(body[:200])
        codec = declared[1].decode("ascii").lower() if declared else "utf-8"
    codec = "utf-8" if codec in ("utf8", "us-ascii", "ascii") else codec
    try:
        text = body.decode(codec)
        if text.encode(codec) != body:
            raise UnicodeDecodeError(codec, body, 0, 1, "not the same again")
        return Scan(path, text.encode(), mark, codec)
    except UnicodeError as error:
        at = error.start if isinstance(error, UnicodeDecodeError) else 0
        raise InputError(f"{path} is no {codec} at byte {at + len(mark)}; save it anew") from None
    except LookupError:
        raise InputError(f"{path} is in an encoding that is not known; save it as UTF-8") from None


class _Scanner:
    """Goes through a file and keeps what stands on the paths."""

    def __init__(self, result: Scan, paths: Mapping[str, Sequence[Route]]) -> None:
        self.result, self.data = result, result.data
        self.routes = [(column, route) for column, routes in paths.items() for route in routes]
        self.stack: list[Open] = []
        self.trail = 0
        """Stands for the names of all open elements, the same for the same names."""
        self.trails: dict[tuple[int, str], int] = {}
        self.above: list[int] = []
        self.leading: dict[tuple[int, str], list[tuple[str, Route]]] = {}
        self.count = 0
        self.cdata = False
        self.runs: list[Run] = []
        self.collecting: list[tuple[str, int, int, list[Run]]] = []
        """Columns of the open elements that are on a path: depth, order, what they hold."""

    def parse(self) -> None:
        parser = expat.ParserCreate("utf-8")
        parser.specified_attributes = True
        parser.buffer_text = False
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        parser.CommentHandler = self._comment
        parser.StartCdataSectionHandler = lambda: self._set_cdata(True)
        parser.EndCdataSectionHandler = lambda: self._set_cdata(False)
        parser.EntityDeclHandler = self._refuse
        parser.ExternalEntityRefHandler = self._refuse
        parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
        self.parser = parser
        parser.Parse(self.data, True)

    def _refuse(self, *declared: object) -> int:
        raise InputError(
            f"{self.result.path}, line {self.parser.CurrentLineNumber} declares an entity or asks "
            "for another file; put the text itself there"
        )

    def _set_cdata(self, inside: bool) -> None:
        self.cdata = inside

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._flush()
        if len(self.stack) >= DEEPEST:
            raise InputError(
                f"{self.result.path}, line {self.parser.CurrentLineNumber}: elements lie more than "
                f"{DEEPEST} deep in each other; this is no corpus"
            )
        self.count += 1
        self.stack.append(Open(self.count, name, attributes))
        self.above.append(self.trail)
        self.trail = self.trails.setdefault((self.trail, name), len(self.trails) + 1)
        if attributes:
            self._keep_attributes(attributes)
        if self.collecting and self.collecting[-1][0] != "text":
            return
        column = self._column("")
        if column and not (column == "text" and self.collecting):
            self.collecting.append((column, len(self.stack), self.count, []))

    def _end(self, name: str) -> None:
        self._flush()
        if self.collecting and self.collecting[-1][1] == len(self.stack):
            column, _, order, runs = self.collecting.pop()
            self._keep(column, runs, order, "text")
        self.stack.pop()
        self.trail = self.above.pop()

    def _characters(self, text: str) -> None:
        start = self.parser.CurrentByteIndex
        raw = text.encode()
        entity = not self.cdata and self.data.startswith(b"&", start)
        plain = not entity and self.data.startswith(raw, start)
        if entity:
            end = self.data.index(b";", start) + 1
        elif plain:
            end = start + len(raw)
        else:  # A line end that is not \n.
            end = start + (2 if self.data.startswith(b"\r\n", start) else 1)
        self.runs.append(Run(text, start, end, plain, self.cdata))

    def _comment(self, text: str) -> None:
        self._flush()
        start = self.parser.CurrentByteIndex + len(b"<!--")
        end = self.data.index(b"-->", start)
        if _LETTERS.search(text):
            self._keep("", [Run(text, start, end, True)], self.count, "comment")

    def _flush(self) -> None:
        """Put the characters since the last tag where they belong."""
        if not self.runs:
            return
        if self.collecting:
            self.collecting[-1][3].extend(self.runs)
        elif _LETTERS.search("".join(run.text for run in self.runs)):
            self._keep("", self.runs, self.count, "text")
        self.runs = []

    def _keep_attributes(self, attributes: Mapping[str, str]) -> None:
        for name, value, start, end in self._spans(attributes):
            plain = self.data[start:end] == value.encode()
            run = Run(value, start, end, plain)
            column = self._column(name)
            if column or (_LETTERS.search(value) and not name.startswith(("xmlns", "xsi:"))):
                self._keep(column, [run], self.count, "attribute")

    def _spans(self, attributes: Mapping[str, str]) -> list[tuple[str, str, int, int]]:
        at = self.parser.CurrentByteIndex + 1 + len(self.stack[-1].name.encode())
        spans = []
        while found := _ATTRIBUTE.match(self.data, at):
            name = found[1].decode()
            spans.append((name, attributes[name], found.start(2) + 1, found.end(2) - 1))
            at = found.end()
        return spans

    def _column(self, attribute: str) -> str:
        """Tell which path leads to this attribute, or to the element itself."""
        key = self.trail, attribute
        if key not in self.leading:
            self.leading[key] = [
                (column, route)
                for column, route in self.routes
                if (route.attribute is None) == (attribute == "")
                and same_name(route.attribute or "", attribute)
                and is_there(route, self.stack, False)
            ]
        for column, route in self.leading[key]:
            if route.is_free or is_there(route, self.stack):
                return column
        return ""

    def _keep(self, column: str, runs: Sequence[Run], order: int, kind: str) -> None:
        if not column:
            self.result.loose.append(Found("", tuple(runs), (), order, kind))
            return
        place = tuple(element.number for element in self.stack)
        self.result.found.append(Found(column, tuple(runs), place, order, kind))
