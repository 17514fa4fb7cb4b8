"""An XML file as stretches of its bytes: what stands on certain paths, and all other text."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from onym.formats.xml_paths import Open, Route, is_there, same_name
from onym.formats.xml_walk import Text, Walker, decode

_LETTERS = re.compile(r"[^\W\d_].*[^\W\d_]", re.DOTALL)


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
    """A file's text, and what was found in it."""

    path: Path
    text: Text
    found: list[Found] = field(default_factory=list)
    loose: list[Found] = field(default_factory=list)
    """Text on none of the paths."""


def scan(raw: bytes, path: Path, paths: Mapping[str, Sequence[Route]]) -> Scan:
    """Find what stands on the paths."""
    return scan_text(decode(raw, str(path)), path, paths)


def scan_text(text: Text, path: Path, paths: Mapping[str, Sequence[Route]]) -> Scan:
    """Find what stands on the paths in a text that was decoded before."""
    result = Scan(path, text)
    _Scanner(result, paths).walk()
    return result


class _Scanner(Walker):
    """Goes through a file and keeps what stands on the paths."""

    def __init__(self, result: Scan, paths: Mapping[str, Sequence[Route]]) -> None:
        super().__init__(result.text.data, str(result.path))
        self.result = result
        self.routes = [(column, route) for column, routes in paths.items() for route in routes]
        self.stack: list[Open] = []
        self.trail = 0
        """Stands for the names of all open elements, the same for the same names."""
        self.trails: dict[tuple[int, str], int] = {}
        self.above: list[int] = []
        self.leading: dict[tuple[int, str], list[tuple[str, Route]]] = {}
        self.count = 0
        self.runs: list[Run] = []
        self.collecting: list[tuple[str, int, int, list[Run]]] = []
        """Columns of the open elements that are on a path: depth, order, what they hold."""

    def open(self, name: str, attributes: Mapping[str, str]) -> None:
        self.count += 1
        self.stack.append(Open(self.count, name, attributes))
        self.above.append(self.trail)
        self.trail = self.trails.setdefault((self.trail, name), len(self.trails) + 1)
        if attributes:
            self._keep_attributes(name, attributes)
        if self.collecting and self.collecting[-1][0] != "text":
            return
        column = self._column("")
        if column and not (column == "text" and self.collecting):
            self.collecting.append((column, len(self.stack), self.count, []))

    def close(self) -> None:
        if self.collecting and self.collecting[-1][1] == len(self.stack):
            column, _, order, runs = self.collecting.pop()
            self._keep(column, runs, order, "text")
        self.stack.pop()
        self.trail = self.above.pop()

    def take(self, text: str) -> None:
        start = self.at
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

    def comment(self, text: str) -> None:
        self.turn()
        start = self.at + len(b"<!--")
        end = self.data.index(b"-->", start)
        if _LETTERS.search(text):
            self._keep("", [Run(text, start, end, True)], self.count, "comment")

    def turn(self) -> None:
        """Put the characters since the last tag where they belong."""
        if not self.runs:
            return
        if self.collecting:
            self.collecting[-1][3].extend(self.runs)
        elif _LETTERS.search("".join(run.text for run in self.runs)):
            self._keep("", self.runs, self.count, "text")
        self.runs = []

    def _keep_attributes(self, tag: str, attributes: Mapping[str, str]) -> None:
        for name, value, start, end in self.spans(tag, attributes):
            plain = self.data[start:end] == value.encode()
            run = Run(value, start, end, plain)
            column = self._column(name)
            if column or (_LETTERS.search(value) and not name.startswith(("xmlns", "xsi:"))):
                self._keep(column, [run], self.count, "attribute")

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
