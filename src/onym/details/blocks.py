"""Signature blocks: lines beside a name that say what somebody is, where, and how to reach them.

    Mary Poe, PhD                          P07, [signature]
    Department of Botany           ->
    12 Elm Street, Northfield

A pseudonym above an employer and a street hides nobody. Each line is judged by itself, and only
around names and at the end of a text; then lines that hang together: one of them has to name an
institution, or two to tell something and one of these a town with its code. What has small words in
it, asks, lists or computes is somebody's words and ends a block.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise

from onym.details.lines import (
    BODY,
    CLOSE,
    GAP,
    NAME,
    REACH,
    ROLE,
    SHORT,
    STREET,
    TOWN,
    Lines,
    words,
)
from onym.details.model import Detail
from onym.text.layout import laid_out
from onym.text.text import Stretch, protected

NEAR = 3
"""Lines that a name may stand above what tells of its bearer, empty ones not counted."""
SIGNS = " \t\n,;:|>•·–—*_~-"
"""What may stand around a piece of a block and is no part of it."""


def find_blocks(text: str, names: Sequence[Stretch]) -> list[Detail]:
    """What signature blocks tell beside the names in them, in the order of the text."""
    layout = laid_out(text)
    if "\n" not in layout.text:
        return []
    shown = [place for name in names if (place := layout.see(*name))] if layout.edits else names
    blocks = [layout.source(*block) for block in _blocks(layout.text, shown)]
    if not blocks:
        return []
    cuts = sorted([*names, *protected(text)])
    return [
        Detail(*piece, "SIGNATURE", "signature")
        for block in blocks
        for piece in _between(text, *block, cuts)
    ]


def _blocks(text: str, names: Sequence[Stretch]) -> Iterator[Stretch]:
    """The stretches of whole lines that are a signature block beside its name."""
    lines, done = Lines(text.rstrip(), names), -1
    for at in (*(lines.at(start) for start, _ in names), len(lines.raw) - 1):
        if done < at < len(lines.raw) and (run := lines.run(at)):
            done = run[-1]
            for part in _parts(lines, run):
                if block := _block(lines, part):
                    yield block


def _parts(lines: Lines, run: range) -> Iterator[range]:
    """Lines up to a farewell, which are somebody's words or another's block, and from it on."""
    cuts = [at for at in run if at > run[0] and lines.kind(at) == CLOSE]
    for first, after in pairwise((run[0], *cuts, run[-1] + 1)):
        yield range(first, after)


def _block(lines: Lines, run: range) -> Stretch | None:
    """The part of some lines, none of which is prose, that tells of whoever signs; None if none."""
    kinds = {at: lines.kind(at) for at in run}
    telling = [at for at in run if kinds[at] >= ROLE]
    named = next((at for at in run if kinds[at] == NAME), run[0])
    while telling and telling[0] < named and kinds[telling[0]] == REACH:
        del telling[0]  # a link above a name is somebody's words
    told = {kinds[at] for at in telling}
    if BODY not in told and (len(telling) < 2 or not (TOWN in told or told >= {STREET, REACH})):
        return None
    first = telling[0]
    above = [at for at in range(run[0], first) if kinds[at] in (NAME, CLOSE)]
    near = bool(above) and sum(kinds[at] != GAP for at in range(above[-1] + 1, first)) < NEAR
    within = any(kinds[at] == NAME for at in range(first, run[-1] + 1))
    last = run[-1] + 1 == len(lines.raw)
    reached = last and any(kinds[at] == REACH for at in telling)
    if not near and not (within and len(telling) > 1) and not (reached and len(telling) > 2):
        return None
    if near and kinds[above[-1]] == NAME:
        # what stands right below a name belongs to it: "Founding Partner" or the firm's name
        first = next(at for at in range(above[-1] + 1, first + 1) if kinds[at] != GAP)
    final = max(at for at in telling if kinds[at] >= REACH)
    while final < run[-1] and kinds[final + 1] in (SHORT, ROLE):
        final += 1
    return lines.span(first)[0], lines.span(final)[1]


def _between(text: str, start: int, end: int, cuts: Sequence[Stretch]) -> Iterator[Stretch]:
    """What names and markup leave of a block, without spaces and signs around it."""
    first, after = bisect_left(cuts, (start,)), bisect_left(cuts, (end,))
    for left, right in (*cuts[max(first - 1, 0) : after], (end, end)):
        if right <= start:
            continue
        piece = text[start : max(start, left)]
        bare = piece.strip(SIGNS)
        title = len(bare) < 12 and bare.rstrip(".").casefold() in words().titles
        if any(map(str.isalnum, bare)) and not title:
            begin = start + piece.index(bare)
            yield begin, begin + len(bare)
        start = right
