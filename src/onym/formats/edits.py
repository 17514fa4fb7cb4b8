"""Changing stretches of a file's bytes and nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Edit(NamedTuple):
    """What stands from one offset to another from now on."""

    start: int
    end: int
    new: bytes


def edit(data: bytes, edits: Iterable[Edit], start: int = 0, end: int | None = None) -> bytes:
    """Give the bytes, or those from start to end, with the edits made; no two may overlap."""
    parts: list[bytes] = []
    at = start
    for each in sorted(edits):
        if each.start < at:
            raise ValueError(f"two edits overlap at byte {each.start}")
        parts += (data[at : each.start], each.new)
        at = each.end
    parts.append(data[at : len(data) if end is None else end])
    return b"".join(parts)
