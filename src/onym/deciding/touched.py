"""Which messages a decision touches, so that only those are read anew."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from onym.mapping import changed_names
from onym.model import Mapping
from onym.names.names import Names
from onym.text.text import fold

if TYPE_CHECKING:
    from onym.deciding.live import Live


def touched(live: Live, before: Mapping, after: Mapping, renamed: set[str]) -> set[int]:
    """Give the rows that another mapping, or other masking names of some people, may change."""
    if before.case != after.case:
        live.keys.clear()
        return set(range(len(live.texts)))
    rows = {
        live.rows[each.message]
        for each in set(before.overrides) ^ set(after.overrides)
        if each.message in live.rows
    }
    if names := changed_names(before, after):
        seen = live.folded.str.contains(_words({fold(name) for name in names}))
        rows |= set(seen.arg_true().to_list())
        rows |= _written(live, {Names(after.case).key(name) for name in names}, after)
    if renamed:
        rows |= {
            row
            for row, found in live.mentions.items()
            if any(mention.participant in renamed for mention in found)
        }
    return rows


def _words(names: set[str]) -> str:
    """A pattern of any of these names as a whole word."""
    return "|".join(
        rf"{_EDGE * name[:1].isalnum()}{_NO_WORD.sub(_ESCAPED, name)}{_EDGE * name[-1:].isalnum()}"
        for name in sorted(names)
    )


_EDGE, _NO_WORD, _ESCAPED = r"\b", re.compile(r"[^\w\s]"), r"\\\g<0>"


def _written(live: Live, keys: set[str], mapping: Mapping) -> set[int]:
    """The rows with a mention that is compared as one of these, however it is written."""
    key = cache(Names(mapping.case).key)
    known = live.keys
    for row, found in live.mentions.items():
        if row not in known or known[row][0] is not found:
            text = live.texts[row]
            known[row] = found, {key(text[each.start : each.end]) for each in found}
    return {row for row in live.mentions if not known[row][1].isdisjoint(keys)}
