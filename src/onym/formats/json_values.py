"""JSON that is written as a program writes it, changed as values: quick, for dumps of any size.

A text whose values, written again, are the very same text needs no places: what is not changed
comes out as it was. Texts that were written otherwise are the business of `json_tree`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, NamedTuple

from onym.formats.fields import TEXTS, Fields, Role, step
from onym.formats.mask import Mask

Change = Callable[[str, str], str | None]
"""From a text's pointer and what it says to what it becomes; None takes it out."""
_WHOLE = ("keep", "drop", "profile")
"""Roles below which nothing is told apart."""
_GONE = object()
_PAIR = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}")
_HALF = re.compile(r"\\u[dD][89a-fA-F]")


class Style(NamedTuple):
    """How a program writes JSON."""

    ascii: bool
    tight: bool
    """Without spaces between."""
    escaped: bool
    """With < > and & escaped, as Go does, and so MongoDB's tools."""

    def write(self, values: Any) -> str:
        """Write values in this style."""
        text = (_TIGHT if self.tight else _LOOSE)[self.ascii].encode(values)
        if self.escaped:
            text = text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")
        return text


_TIGHT = [json.JSONEncoder(ensure_ascii=way, separators=(",", ":")) for way in (False, True)]
_LOOSE = [json.JSONEncoder(ensure_ascii=way) for way in (False, True)]


class Odd(Exception):
    """A text that is written in no known style."""


class Way:
    """A place in the tree of all paths: what stands there, and where keys lead from it."""

    __slots__ = ("ahead", "leaf", "owner", "path", "role", "still", "table", "whole", "written")

    def __init__(self, table: Fields, path: str = "") -> None:
        self.table, self.path = table, path
        self.role: Role | None = table.role(path) if path else None
        self.owner = table.owner(path) if path else None
        self.whole = self.role in _WHOLE
        self.written, self.still = self.role in TEXTS, self.role in ("keep", "id", "time")
        self.leaf = False
        """Whether a value was met here that is told of by itself."""
        self.ahead: dict[str, Way] = {}

    def to(self, key: str) -> Way:
        """Go one key down."""
        way = self.ahead.get(key)
        if way is None:
            way = self.ahead[key] = Way(self.table, step(self.path, key))
        return way


Above = tuple[tuple[Any, Way], ...]
"""The lists and objects that a value stands in, the outermost first."""


def load(text: str) -> tuple[Any, Style]:
    """Read a text and the style it is written in."""
    tight = '":' in text[:200] and '": ' not in text[:200]
    style = Style(text.isascii(), tight, "\\u003" in text or "\\u0026" in text)
    if "\\u" in text and (not (style.ascii or style.escaped) or _HALF.search(_PAIR.sub("", text))):
        raise Odd
    try:
        values = json.loads(text)
    except (ValueError, RecursionError):
        raise Odd from None
    if style.write(values) != text:
        raise Odd
    return values, style


def rewrite(text: str, way: Way, mask: Mask, change: Change) -> str:
    """Write a text with what is personal masked and its texts changed."""
    values, style = load(text)
    changer = _Changer(mask, change)
    new = changer.change(values, way, "", ())
    return "null" if new is _GONE else style.write(new)


class _Changer:
    """Changes values, from the top down."""

    def __init__(self, mask: Mask, change: Change) -> None:
        self.mask, self.text = mask, change

    def change(self, value: Any, way: Way, pointer: str, above: Above) -> Any:
        """Give what a value becomes."""
        if isinstance(value, dict | list) and not way.whole:
            if not value:
                return value
            return self._container(value, way, pointer, (*above, (value, way))) or _GONE
        role, mask = way.role, self.mask
        if mask.drops(role):
            return _GONE
        if role == "profile" and not mask.idle and not isinstance(value, str):
            return _GONE
        if role is None or value is None or isinstance(value, bool | dict | list):
            return value
        return self._leaf(value, way, role, pointer, above)

    def _container(self, value: Any, way: Way, pointer: str, above: Above) -> Any:
        lead = f"{pointer}/" if pointer else ""
        if isinstance(value, list):
            inner = way.to("[]")
            items = (
                self.change(item, inner, f"{lead}{place}", above)
                for place, item in enumerate(value)
            )
            return [item for item in items if item is not _GONE]
        result = {}
        for key, item in value.items():
            ahead = way.ahead.get(key) or way.to(key)
            if ahead.still and (ahead.whole or not isinstance(item, dict | list)):
                result[key] = item
                continue
            new = self.change(item, ahead, lead + key, above)
            if new is not _GONE:
                result[key] = new
        return result

    def _leaf(self, value: Any, way: Way, role: Role, pointer: str, above: Above) -> Any:
        said = value if isinstance(value, str) else json.dumps(value)
        if way.written:
            new = self.text(pointer, said)
        else:
            owner = _beside(above, way.owner) if way.owner and not self.mask.idle else None
            new = self.mask.put(role, said, owner)
        if new is None:
            return _GONE
        if new == said or isinstance(value, str):
            return value if new == said else new
        if new.isdecimal() and new.isascii() and str(int(new)) == new:
            return int(new)
        if new[:1] in "-0123456789":
            raise Odd
        return new


def _beside(above: Above, path: str) -> str | None:
    """The id of the person whose a value is, where it stands beside it."""
    up = len(above) - 1
    while path.startswith("../"):
        up, path = up - 1, path.removeprefix("../")
    if up < 0:
        return None
    value, way = above[up]
    for key in path.split("."):
        value, way = (value.get(key) if isinstance(value, dict) else None), way.to(key)
    if way.role != "person" or value is None or isinstance(value, bool | dict | list):
        return None
    return value if isinstance(value, str) else json.dumps(value)
