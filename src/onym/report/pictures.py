"""The report's pictures as inline SVG, coloured by the page's style sheet.

Every picture carries a title and a description for those who cannot see it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from html import escape

from onym.report.kinds import KINDS
from onym.report.network import Point, busiest, layout
from onym.report.summary import Activity, Category, Kind, Network, Person, Session

Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""

WIDTH = 960
MOST_BARS = 100
MOST_NODES = 100
SHOWN_NODES = 60


def picture(name: str, width: float, height: float, title: str, told: str, body: str) -> str:
    """Wrap drawing in an SVG element with its title and text alternative."""
    return (
        f'<svg id="{name}" class="picture" viewBox="0 0 {width:g} {height:g}" role="img" '
        f'aria-labelledby="{name}-title {name}-told">'
        f'<title id="{name}-title">{escape(title)}</title>'
        f'<desc id="{name}-told">{escape(told)}</desc>{body}</svg>'
    )


def words(x: float, y: float, said: str, style: str = "", extra: str = "") -> str:
    """Write words at a place."""
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{style}"{extra}>{escape(said)}</text>'


def bar(x: float, y: float, width: float, height: float, style: str, tip: str = "") -> str:
    """Draw a bar, with words that a pointer brings up."""
    title = f"<title>{escape(tip)}</title>" if tip else ""
    return (
        f'<rect x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" height="{height:.2f}" '
        f'class="{style}">{title}</rect>'
    )


def steps(top: float) -> list[int]:
    """Round numbers from zero to at least `top`, about four of them, for an axis."""
    raw = max(top, 1) / 4
    power = 10 ** math.floor(math.log10(raw))
    step = next(step * power for step in (1, 2, 5, 10) if step * power >= raw)
    step = max(1, round(step))
    return [step * number for number in range(math.ceil(max(top, 1) / step) + 1)]


def _grid(ticks: Sequence[int], left: float, right: float, floor: float, height: float) -> str:
    lines = []
    for tick in ticks:
        y = floor - height * tick / ticks[-1]
        style = "axis" if tick == 0 else "grid"
        lines.append(f'<line x1="{left}" x2="{right}" y1="{y:.1f}" y2="{y:.1f}" class="{style}"/>')
        lines.append(words(left - 8, y + 4, f"{tick:,}", "tick end"))
    return "".join(lines)


def names_by_person(people: Sequence[Person], kinds: Sequence[Kind]) -> str:
    """Stack each person's names by kind, most names first: the paper's Figure 4."""
    named = [person for person in people if person.total_names]
    named.sort(key=lambda person: (-person.total_names, person.names, person.pseudonym))
    shown = named[:MOST_BARS]
    height, floor, left = 220.0, 246.0, 44.0
    room = (WIDTH - left) / max(len(shown), 12)
    ticks = steps(max((person.total_names for person in shown), default=1))
    parts = [_grid(ticks, left, WIDTH, floor, height)]
    for place, person in enumerate(shown):
        x = left + place * room
        parts.append(_stack(person, kinds, x + room * 0.12, room * 0.76, floor, height / ticks[-1]))
        middle = x + room / 2 + 3.5
        turn = f' transform="rotate(-90 {middle:.1f} {floor + 8})"'
        parts.append(words(middle, floor + 8, person.pseudonym, "tiny end", turn))
    longest = max((len(person.pseudonym) for person in shown), default=3)
    told = _told_names(named, kinds)
    bottom = floor + 16 + 7 * longest
    return picture(
        "names", WIDTH, bottom, "Different names used for each person", told, "".join(parts)
    )


def _stack(
    person: Person, kinds: Sequence[Kind], x: float, width: float, floor: float, unit: float
) -> str:
    parts, y = [], floor
    for kind, number in zip(kinds, person.names, strict=True):
        if number:
            y -= number * unit
            tip = f"{person.pseudonym}: {number} × {KINDS[kind.kind].lower()}"
            parts.append(bar(x, y, width, number * unit, f"kind-{kind.kind} cell", tip))
    return "".join(parts)


def _told_names(named: Sequence[Person], kinds: Sequence[Kind]) -> str:
    several = sum(1 for person in named if person.total_names > 1)
    most = max((person.total_names for person in named), default=0)
    sums = "; ".join(f"{KINDS[kind.kind].lower()}: {kind.connections:,}" for kind in kinds)
    return (
        f"{len(named):,} people are named, {several:,} of them by more than one name, "
        f"{most} at most. {sums}."
    )


def legend(kinds: Sequence[Kind]) -> str:
    """Say which colour is which kind of name."""
    keys = (
        f'<li><span class="key kind-{kind.kind}"></span>{escape(KINDS[kind.kind])}</li>'
        for kind in kinds
    )
    return f'<ul class="legend">{"".join(keys)}</ul>'


def replacements(rows: Sequence[tuple[str, int, str]]) -> str:
    """Draw one level bar a row: label, number, class."""
    left, room, top = 250.0, 30.0, 4.0
    most = max((number for _, number, _ in rows), default=1) or 1
    total = sum(number for _, number, _ in rows) or 1
    parts = []
    for place, (label, number, style) in enumerate(rows):
        y = top + place * room
        width = max((WIDTH - left - 150) * number / most, 1.5)
        share = f"{number:,}  ·  {percent(number, total)}"
        parts.append(words(0, y + 16, label, "label"))
        parts.append(bar(left, y + 3, width, 18, style, f"{label}: {share}"))
        parts.append(words(left + width + 8, y + 16, share, "label num"))
    told = "; ".join(f"{label}: {number:,}" for label, number, _ in rows) + "."
    height = top + room * len(rows) + 2
    return picture(
        "replaced", WIDTH, height, "What was replaced, by category", told, "".join(parts)
    )


def percent(part: float, whole: float) -> str:
    """A share in per cent with one decimal, as the paper prints it."""
    return f"{100 * part / whole:.1f} %" if whole else "–"


def over_time(activity: Activity) -> str:
    """Draw messages a week, or whatever the step is, from the first message on."""
    labels = [str(number) for number in range(1, len(activity.counts) + 1)]
    title = f"Messages in each {activity.unit}, counted from the first"
    return _columns("activity", title, activity.unit, labels, activity.counts)


def by_session(sessions: Sequence[Session]) -> str:
    """Draw messages in each session."""
    shown = sessions[:MOST_BARS]
    labels = [session.label or "none" for session in shown]
    numbers = [session.messages for session in shown]
    return _columns("activity", "Messages in each session", "session", labels, numbers)


def _columns(
    name: str, title: str, unit: str, labels: Sequence[str], numbers: Sequence[int]
) -> str:
    height, floor, left = 150.0, 172.0, 52.0
    room = (WIDTH - left) / max(len(numbers), 8)
    ticks = steps(max(numbers))
    every = math.ceil(len(labels) * max(len(label) + 1 for label in labels) * 7 / (WIDTH - left))
    parts = [_grid(ticks, left, WIDTH, floor, height)]
    for place, (label, number) in enumerate(zip(labels, numbers, strict=True)):
        x, tall = left + place * room, height * number / ticks[-1]
        parts.append(
            bar(
                x + room * 0.1,
                floor - tall,
                room * 0.8,
                tall,
                "plain",
                f"{unit} {label}: {number:,}",
            )
        )
        if place % every == 0:
            parts.append(words(x + room / 2, floor + 18, label, "tick middle"))
    told = f"{len(numbers)} {unit}s; between {min(numbers):,} and {max(numbers):,} messages each."
    parts.append(words(WIDTH, floor + 36, unit, "tick end"))
    return picture(name, WIDTH, floor + 42, title, told, "".join(parts))


def graphs(network: Network) -> tuple[str, str, int]:
    """Draw the graph before and after, in the same places; and say how many people are drawn."""
    size = len(network.nodes)
    chosen = list(range(size)) if size <= MOST_NODES else busiest(network, SHOWN_NODES)
    place = {node: number for number, node in enumerate(chosen)}
    before = [(place[a], place[b], n) for a, b, n in network.before if {a, b} <= place.keys()]
    after = [(place[a], place[b], n) for a, b, n in network.after if {a, b} <= place.keys()]
    points = layout(len(chosen), after or before)
    blank = [""] * len(chosen)
    names = [network.nodes[node] for node in chosen]
    left = _graph("before", "Who answers whom in the source", points, before, blank)
    right = _graph("after", "Who answers whom in the result, with pseudonyms", points, after, names)
    return left, right, len(chosen)


def _graph(
    name: str,
    title: str,
    points: Sequence[Point],
    ties: Sequence[tuple[int, int, int]],
    labels: Sequence[str],
) -> str:
    side, edge = 470.0, 22.0
    spots = [(edge + x * (side - 2 * edge), edge + y * (side - 2 * edge)) for x, y in points]
    pairs = _undirected(ties)
    most = max(pairs.values(), default=1)
    lines = (
        f'<line x1="{spots[a][0]:.1f}" y1="{spots[a][1]:.1f}" x2="{spots[b][0]:.1f}" '
        f'y2="{spots[b][1]:.1f}" stroke-width="{0.5 + 2.5 * n / most:.2f}"/>'
        for (a, b), n in sorted(pairs.items())
    )
    dots = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.2"/>' for x, y in spots)
    told = f"{len(points):,} people as dots, {len(ties):,} ties between them as lines."
    body = (
        f'<g class="ties">{"".join(lines)}</g><g class="nodes">{dots}</g>{_labels(spots, labels)}'
    )
    return picture(name, side, side, title, told, body)


def _labels(spots: Sequence[Point], labels: Sequence[str]) -> str:
    """Write each label above, below or beside its dot, wherever least is in the way."""
    taken = [(x - 4, y - 4, x + 4, y + 4) for x, y in spots]
    parts = []
    for (x, y), label in zip(spots, labels, strict=True):
        half = 2.9 * len(label)
        sides = ((x, y - 7), (x, y + 14), (x + half + 6, y + 3), (x - half - 6, y + 3))
        boxes = [(left - half, base - 8, left + half, base + 1) for left, base in sides]
        crowd = [sum(_overlap(box, other) for other in taken) for box in boxes]
        best = crowd.index(min(crowd))
        taken.append(boxes[best])
        if label:
            parts.append(words(*sides[best], label, "name middle"))
    return "".join(parts)


def _overlap(one: Box, other: Box) -> float:
    wide = min(one[2], other[2]) - max(one[0], other[0])
    tall = min(one[3], other[3]) - max(one[1], other[1])
    return wide * tall if wide > 0 and tall > 0 else 0.0


def _undirected(ties: Iterable[tuple[int, int, int]]) -> dict[tuple[int, int], int]:
    pairs: dict[tuple[int, int], int] = {}
    for one, other, times in ties:
        if one != other:
            key = (min(one, other), max(one, other))
            pairs[key] = pairs.get(key, 0) + times
    return pairs


def category_rows(
    kinds: Sequence[Kind], categories: Sequence[Category]
) -> list[tuple[str, int, str]]:
    """Rows for the picture of replacements: names by kind first, then everything else."""
    rows = [(KINDS[kind.kind], kind.mentions, f"kind-{kind.kind}") for kind in kinds]
    others = [category for category in categories if category.label != "Participants' names"]
    return rows + [
        (category.label, category.replaced, "plain") for category in others if category.replaced
    ]
