"""Who answers whom: the graph of the source, the graph of the result, and a place to draw it."""

from __future__ import annotations

import math
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from collections.abc import Mapping as Lookup
from heapq import heappop, heappush
from itertools import combinations, count

import polars as pl

from onym.report.summary import Network

Point = tuple[float, float]
Tie = tuple[int, int, int]

SWEEPS = 60
SHRINK = 0.5
"""Long ways are drawn shorter than they are, to leave room for groups that talk a lot."""

GAP = 0.9
"""Room between two parts of the graph, where a node has room 1."""


def compare(before: pl.DataFrame, after: pl.DataFrame, pseudonyms: Lookup[str, str]) -> Network:
    """Draw up both graphs over one list of pseudonyms and say whether they are the same."""
    people_before, people_after = _people(before), _people(after)
    ties_before, ties_after = _ties(before), _ties(after)
    # A source id without a pseudonym must not reach the page, not even as a label.
    strangers = (f"?{number}" for number in count(1))
    renamed = {who: pseudonyms.get(who) or next(strangers) for who in sorted(people_before)}
    translated: Counter[tuple[str, str]] = Counter()
    for (writer, answered), times in ties_before.items():
        translated[renamed[writer], renamed[answered]] += times
    nodes = {*renamed.values()} | (people_after & {*pseudonyms.values()})
    same = (
        len({*renamed.values()}) == len(renamed)
        and {*renamed.values()} == people_after
        and translated == ties_after
    )
    kept = {(a, b): times for (a, b), times in ties_after.items() if a in nodes and b in nodes}
    order = tuple(sorted(nodes))
    return Network(
        nodes=order,
        before=_numbered(translated, order),
        after=_numbered(kept, order),
        nodes_before=len(people_before),
        nodes_after=len(people_after),
        ties_before=len(ties_before),
        ties_after=len(ties_after),
        same=same,
    )


def _people(messages: pl.DataFrame) -> set[str]:
    return {
        who
        for column in ("author", "parent_author")
        for who in messages[column].unique().to_list()
        if who is not None
    }


def _ties(messages: pl.DataFrame) -> Counter[tuple[str, str]]:
    pairs = messages.select("author", "parent_author").drop_nulls()
    rows = pairs.group_by("author", "parent_author").len().rows()
    return Counter({(writer, answered): times for writer, answered, times in rows})


def _numbered(ties: Lookup[tuple[str, str], int], nodes: Sequence[str]) -> tuple[Tie, ...]:
    place = {node: number for number, node in enumerate(nodes)}
    return tuple(sorted((place[a], place[b], times) for (a, b), times in ties.items()))


def busiest(network: Network, limit: int) -> list[int]:
    """The places of the people joined by the strongest ties, in alphabetical order."""
    chosen: set[int] = set()
    for writer, answered, _ in sorted(network.after, key=lambda tie: (-tie[2], tie)):
        if writer != answered and len(chosen | {writer, answered}) <= limit:
            chosen |= {writer, answered}
    return sorted(chosen)


def layout(size: int, ties: Iterable[Tie]) -> list[Point]:
    """Place the nodes in the unit square, those who talk much near each other.

    Every connected part is laid out alone by stress majorisation and the parts are packed in rows,
    so the picture is the same on every machine and needs nothing but arithmetic.
    """
    if not size:
        return []
    lengths = _lengths(ties)
    parts = _parts(size, lengths)
    sides = [math.sqrt(len(part)) for part in parts]
    placed: dict[int, Point] = {}
    for part, side, corner in zip(parts, sides, _packed(sides), strict=True):
        for node, (x, y) in _spread(part, lengths).items():
            placed[node] = (corner[0] + x * side, corner[1] + y * side)
    return _fitted(_apart(_fitted([placed[node] for node in range(size)], 1.4), 0.045))


def _lengths(ties: Iterable[Tie]) -> dict[int, dict[int, float]]:
    """How long each tie should be drawn: the more two people talk, the shorter."""
    strength: Counter[tuple[int, int]] = Counter()
    for one, other, times in ties:
        if one != other:
            strength[min(one, other), max(one, other)] += times
    near: dict[int, dict[int, float]] = defaultdict(dict)
    for (one, other), times in sorted(strength.items()):
        near[one][other] = near[other][one] = 1 / (1 + math.log(times)) ** 0.25
    return near


def _parts(size: int, near: Lookup[int, Lookup[int, float]]) -> list[list[int]]:
    """The connected parts, largest first; people without any tie come last as single parts."""
    seen: set[int] = set()
    parts = []
    for start in range(size):
        if start not in seen:
            part, todo = [], [start]
            seen.add(start)
            while todo:
                node = todo.pop()
                part.append(node)
                fresh = [other for other in near.get(node, {}) if other not in seen]
                seen.update(fresh)
                todo.extend(fresh)
            parts.append(sorted(part))
    return sorted(parts, key=lambda part: (-len(part), part))


def _spread(part: Sequence[int], near: Lookup[int, Lookup[int, float]]) -> dict[int, Point]:
    """Lay out one connected part in the unit square, distances on paper like those in the graph."""
    if len(part) == 1:
        return {part[0]: (0.5, 0.5)}
    # Not for secrecy: only a start that is no worse than another and always the same.
    chance = random.Random(len(part))
    far = {node: _distances(node, near) for node in part}
    spot = {node: (chance.random(), chance.random()) for node in part}
    for _ in range(SWEEPS):
        for node in part:
            spot[node] = _pulled(node, spot, far[node])
    return dict(zip(part, _fitted([spot[node] for node in part]), strict=True))


def _distances(start: int, near: Lookup[int, Lookup[int, float]]) -> dict[int, float]:
    """How far from one node all others of its part should be drawn, by the shortest way there."""
    best: dict[int, float] = {}
    todo = [(0.0, start)]
    while todo:
        way, node = heappop(todo)
        if node not in best:
            best[node] = way
            for other, step in near[node].items():
                if other not in best:
                    heappush(todo, (way + step, other))
    return {node: way**SHRINK for node, way in best.items()}


def _pulled(node: int, spot: Lookup[int, Point], far: Lookup[int, float]) -> Point:
    """Where the others would have this node: each at its distance, the near ones insisting."""
    x, y = spot[node]
    sum_x = sum_y = total = 0.0
    for other, distance in far.items():
        if other != node:
            other_x, other_y = spot[other]
            gap = math.hypot(x - other_x, y - other_y) or 1e-9
            weight = 1 / (distance * distance)
            sum_x += weight * (other_x + distance * (x - other_x) / gap)
            sum_y += weight * (other_y + distance * (y - other_y) / gap)
            total += weight
    return (sum_x / total, sum_y / total)


def _packed(sides: Sequence[float]) -> list[Point]:
    """Set squares in rows, in the way that needs the smallest square around them."""
    spaced = [side + GAP for side in sides]
    widths = [sum(spaced[:number]) for number in range(1, min(len(spaced), 12) + 1)]
    return min((_rows(spaced, width) for width in widths), key=lambda rows: rows[0])[1]


def _rows(sides: Sequence[float], width: float) -> tuple[float, list[Point]]:
    corners, x, y, row, widest = [], 0.0, 0.0, 0.0, 0.0
    for side in sides:
        if x and x + side > width + 1e-9:
            x, y, row = 0.0, y + row, 0.0
        corners.append((x, y))
        x, row = x + side, max(row, side)
        widest = max(widest, x)
    return max(widest, y + row), corners


def _fitted(points: Sequence[Point], stretch: float = 1.0) -> list[Point]:
    """Scale points into the unit square, centred; the shorter side may be stretched."""
    left, top = min(x for x, _ in points), min(y for _, y in points)
    width, height = max(x for x, _ in points) - left, max(y for _, y in points) - top
    longest = max(width, height)
    scale_x = min(1 / (width or 1), stretch / (longest or 1))
    scale_y = min(1 / (height or 1), stretch / (longest or 1))
    shift_x, shift_y = (1 - width * scale_x) / 2, (1 - height * scale_y) / 2
    return [((x - left) * scale_x + shift_x, (y - top) * scale_y + shift_y) for x, y in points]


def _apart(points: Sequence[Point], gap: float) -> list[Point]:
    """Push points that touch away from each other, so that every dot and label can be read."""
    spots = list(points)
    for _ in range(40):
        for one, other in combinations(range(len(spots)), 2):
            (x1, y1), (x2, y2) = spots[one], spots[other]
            distance = math.hypot(x2 - x1, y2 - y1)
            if distance < gap:
                push = (gap - distance) / 2
                dx, dy = ((x2 - x1) / distance, (y2 - y1) / distance) if distance else (1.0, 0.0)
                spots[one] = (x1 - dx * push, y1 - dy * push)
                spots[other] = (x2 + dx * push, y2 + dy * push)
    return spots
