"""The section on what could still be found: names that are left, and people who are recognised."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onym.report import pictures
from onym.report.pieces import figure, folded, many, paragraph, section, table
from onym.report.summary import Clue, Risk, Summary

if TYPE_CHECKING:
    from onym.attack import Attack, Success
    from onym.check import Examination

LEFT, ROOM, TOP = 372.0, 24.0, 26.0
"""Where the bars begin, how high a row is, and where the first row stands."""


def weigh(found: Examination, attacked: Attack | None) -> Risk:
    """Take from a check and an attack the numbers that the report shows."""
    from onym.check import count_kinds

    stranger: tuple[Clue, ...] = ()
    insider: tuple[Clue, ...] = ()
    chance = (0.0, 0.0)
    if attacked is not None:
        blind = attacked.stranger_together
        chance = (100 * blind.chance1 / blind.people, 100 * blind.chance5 / blind.people)
        stranger = (
            *(_clue(guess.clue, guess.success) for guess in attacked.stranger),
            _clue("all of these together", attacked.stranger_together),
        )
        insider = (
            *(_clue(guess.clue, guess.success) for guess in attacked.insider),
            _clue("everything together", attacked.insider_together),
        )
    plain = sum(1 for suspect in found.suspects if not suspect.cited)
    low, high = found.estimate.low, found.estimate.high
    left = found.leaks, low, high, plain, len(found.details)
    return Risk(*left, chance, stranger, insider, tuple(count_kinds(found.named).items()))


def _clue(words: str, success: Success) -> Clue:
    share = 100 / success.people
    return Clue(words, share * success.top1, share * success.top5, success.beats_chance)


def what_could_be_found(summary: Summary) -> str:
    """How many names are probably left, and how many people a reader would recognise."""
    risk = summary.risk
    if risk is None:
        return ""
    return section(
        "risk",
        "What could still be found",
        _names_left(risk, summary.incoming.messages),
        _named(risk) if risk.named else "",
        _recognised(risk) if risk.stranger else "",
    )


def _names_left(risk: Risk, messages: int) -> str:
    span = f"{risk.low:,}" if risk.low == risk.high else f"{risk.low:,} to {risk.high:,}"
    tiles = (
        ("names probably left", span.replace(" to ", "–")),
        ("places with known names", f"{risk.leaks:,}"),
        ("words that behave like names", f"{risk.suspects:,}"),
        ("rare personal details", f"{risk.details:,}"),
    )
    grid = "".join(f"<div><dd>{number}</dd><dt>{what}</dt></div>" for what, number in tiles)
    words = (
        f"Two independent finders expect {span} names left in {many(messages, 'message')}: one "
        "goes by the place of a word alone, the other by the word alone, and what one sees and "
        "the other does not tells what both have missed. The interval should hold nineteen times "
        "in twenty."
    )
    warned = (
        f"Known names can still be seen in {many(risk.leaks, 'place')}: look at them with "
        "onym check and correct the mapping before you share."
    )
    warning = paragraph(warned, "warn") if risk.leaks else ""
    return f'<dl class="figures">{grid}</dl>' + warning + paragraph(words)


def _named(risk: Risk) -> str:
    """How many people are named and stay, by kind."""
    total = sum(number for _, number in risk.named)
    words = (
        "Cited authors, public figures and names inside terms are left alone. Whom "
        "nothing tells of may be a private person, and nobody has decided yet."
    )
    grid = table(("Why the name stays", "People"), risk.named, ("All", total))
    return "<h3>People who are named and stay</h3>" + grid + paragraph(words, "note")


def _recognised(risk: Risk) -> str:
    leaking = [clue for clue in risk.stranger if clue.beats]
    if leaking:
        verdict = paragraph(
            "The pseudonyms give people away: with the class list alone a reader finds more of "
            "them than by chance. Choose another style before you share.",
            "warn",
        )
    else:
        verdict = paragraph(
            "With the class list alone a reader does no better than chance: the pseudonyms "
            "themselves tell nothing. Somebody who was there and knows how much people wrote, "
            "when, or who answered whom can find them, because the conversation is kept."
        )
    caption = (
        "<b>How many people a reader would recognise.</b> In per cent, by what they go by: in full "
        "colour at the first guess, pale within five. The dashed line is what five blind guesses "
        "find."
    )
    heads = ("Clue", "First guess, %", "Within five, %")
    rows = [(clue.words, clue.first, clue.fifth) for clue in (*risk.stranger, *risk.insider)]
    rows.append(("blind guessing", *risk.chance))
    grid = folded("The same in numbers", 99, table(heads, rows))
    return "<h3>Who could recognise whom</h3>" + verdict + figure(caption, _bars(risk)) + grid


def _bars(risk: Risk) -> str:
    parts: list[str] = []
    y = _group(parts, TOP, "With the class list alone", risk.stranger, risk.chance[1])
    y = _group(parts, y + 16, "By somebody who was there", risk.insider, risk.chance[1])
    x = LEFT + _scale() * risk.chance[1]
    line = f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{TOP - 8}" y2="{y}" class="axis dashed"/>'
    told = "; ".join(
        f"{clue.words}: {clue.first:.0f} per cent at the first guess, {clue.fifth:.0f} within five"
        for clue in (*risk.stranger, *risk.insider)
    )
    title = "How many people a reader would recognise"
    return pictures.picture("guesses", pictures.WIDTH, y + 6, title, told, "".join(parts) + line)


def _scale() -> float:
    return (pictures.WIDTH - LEFT - 120) / 100


def _group(parts: list[str], y: float, title: str, clues: tuple[Clue, ...], chance: float) -> float:
    """Draw the clues of a group under each other, and give the height where they end."""
    parts.append(pictures.words(0, y - 8, title, "group"))
    for clue in clues:
        tip = f"{clue.words}: {clue.first:.1f} %, {clue.fifth:.1f} %"
        light, dark = _scale() * clue.fifth, _scale() * clue.first
        parts.append(pictures.words(0, y + 13, clue.words, "label"))
        parts.append(pictures.bar(LEFT, y + 2, max(light, 1.5), 15, "plain light", tip))
        parts.append(pictures.bar(LEFT, y + 2, max(dark, 1.5), 15, "plain", tip))
        told = f"{clue.first:.0f} % · {clue.fifth:.0f} %"
        beside = LEFT + max(light, _scale() * chance) + 8
        parts.append(pictures.words(beside, y + 13, told, "label num"))
        y += ROOM
    return y + 14
