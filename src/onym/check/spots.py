"""A name in its place: how it is written, what stands around it, and the names beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

LONG_LINE = 30
"""Characters before a name from which its line was wrapped, and not ended, after it."""

JOIN = r"(?:and|&|&amp;|und|och|et|og)"
"""What stands between two authors."""
PLAIN = r"[A-ZÀ-Þ][^\W\d_]+(?:-[^\W\d_]+)*"
NAME = rf"{PLAIN}(?:['’][^\W\d_]+)*"
"""A word with a capital, and with what an apostrophe adds."""

_BETWEEN = rf"(?:,?\s+(?P<sign>{JOIN})\s+|\s?[/&]\s?)"
_BESIDE_BEFORE = re.compile(rf"(?<![\w/.-])(?P<other>{PLAIN}){_BETWEEN}$")
_BESIDE_AFTER = re.compile(rf"(?:['’]s)?{_BETWEEN}(?P<other>{PLAIN})(?![\w/.-]*[/\\])")
_LIST_BEFORE = re.compile(rf"((?:{PLAIN},\s+)+)(?P<join>{JOIN}\s+)?$")
_LIST_AFTER = re.compile(rf"(?:,\s+{PLAIN})+(?:,?\s+{JOIN}\s+{PLAIN}|\s*\.\.\.|,?\s+etc\b)")
_GOES_ON = re.compile(rf",?\s+(?:{JOIN}\s+{PLAIN}|etc\b|\.\.\.)")
_NAME_BEFORE = re.compile(rf"(?<![\w.!?\]])({NAME})(?:\s[A-Z]\.)*[ ]$")
_NAME_AFTER = re.compile(rf"(?:[ ][A-Z]\.?(?!\w))?(?:[ ][A-Z]\.)?[ ]{{1,2}}({NAME})")
_WRAPPED_AFTER = re.compile(rf"[ ]?\n[> ]*({NAME})")


class Beside(NamedTuple):
    """Somebody who is named together with a name: Shaw and Poe, Shaw/Poe."""

    name: str
    sign: str
    follows: bool


class Spot(NamedTuple):
    """A name as it is written, and what stands around it in its message."""

    written: str
    before: str
    after: str
    left: int
    """Characters of the message that follow."""

    @property
    def line(self) -> str:
        """What stands before it on its line."""
        return self.before.rpartition("\n")[2].strip(" \t>*-")

    @property
    def rest(self) -> str:
        """What stands after it on its line."""
        return self.after.partition("\n")[0].strip(" \t.,!")

    @property
    def above(self) -> str:
        """The line above it."""
        return self.before.rstrip(" \t\n>*-–~/").rpartition("\n")[2].strip(" \t>,.!")

    def previous(self) -> str:
        """The name right before it: Mary, of Mary Shaw."""
        found = _NAME_BEFORE.search(self.before)
        return found[1] if found else ""

    def following(self) -> str:
        """The name right after it: Shaw, of Mary J. Shaw."""
        found = _NAME_AFTER.match(self.after)
        return found[1] if found else ""

    def wrapped(self) -> str:
        """The name that opens the next line, where this line was only wrapped."""
        found = _WRAPPED_AFTER.match(self.after) if len(self.line) > LONG_LINE else None
        return found[1] if found else ""

    def beside(self) -> Iterator[Beside]:
        """The names that "and", & or / join with it."""
        before, after = _BESIDE_BEFORE.search(self.before), _BESIDE_AFTER.match(self.after)
        for found, follows in ((before, False), (after, True)):
            if found is not None:
                yield Beside(found["other"], found["sign"] or "", follows)

    def listed(self) -> list[str]:
        """The other names of a list of authors: Shaw, Poe and Lee; Shaw, Poe ..."""
        following = _LIST_AFTER.match(self.after)
        names = re.findall(PLAIN, following[0]) if following else []
        previous = _LIST_BEFORE.search(self.before)
        if previous and (following or previous["join"] or _GOES_ON.match(self.after)):
            names += re.findall(PLAIN, previous[1])
        return names
