"""The first sections: what came in, what was found and what was put in its place."""

from __future__ import annotations

from onym.report import pictures
from onym.report.kinds import KINDS
from onym.report.pieces import figure, many, paragraph, section, table
from onym.report.summary import Summary


def what_came_in(summary: Summary) -> str:
    """What was read, in large figures, and when it was written."""
    incoming = summary.incoming
    tiles: list[tuple[str, str]] = [
        ("messages", f"{incoming.messages:,}"),
        ("people who wrote", f"{incoming.authors:,}"),
        ("listed, wrote nothing", f"{incoming.silent:,}" if incoming.silent else ""),
        ("threads", f"{incoming.threads:,}" if incoming.threads else ""),
        ("sessions", f"{incoming.sessions:,}" if incoming.sessions else ""),
        ("words", f"{incoming.words:,}"),
        ("years", _years(incoming.years)),
    ]
    grid = "".join(
        f"<div><dd>{number}</dd><dt>{what}</dt></div>" for what, number in tiles if number
    )
    return section(
        "incoming", "What came in", f'<dl class="figures">{grid}</dl>', _activity(summary)
    )


def _years(span: tuple[int, int] | None) -> str:
    if span is None:
        return ""
    return str(span[0]) if span[0] == span[1] else f"{span[0]}–{span[1]}"


def _activity(summary: Summary) -> str:
    activity = summary.activity
    if activity is not None and len(activity.counts) > 1:
        words = (
            f"<b>Messages over time.</b> One bar a {activity.unit}, counted from the first message."
        )
        return figure(words, pictures.over_time(activity))
    if len(summary.sessions) > 1:
        return figure("<b>Messages in each session.</b>", pictures.by_session(summary.sessions))
    return ""


def what_was_replaced(summary: Summary) -> str:
    """What was found, by category and kind of name, and on what grounds."""
    rows = pictures.category_rows(summary.kinds, summary.categories)
    drawing = pictures.replacements(rows) if rows else ""
    marked = sum(category.marked for category in summary.categories)
    return section(
        "replaced",
        "What was found and replaced",
        figure("<b>Replacements by category.</b>", drawing) if drawing else "<p>Nothing.</p>",
        paragraph(f"{many(marked, 'mention')} only marked: in code, or by the settings.", "note")
        if marked
        else "",
        _kinds(summary),
        f'<div class="columns">{_grounds(summary)}{_decided(summary)}</div>',
    )


def _kinds(summary: Summary) -> str:
    if not summary.kinds:
        return ""
    links = sum(kind.connections for kind in summary.kinds)
    total = sum(kind.mentions for kind in summary.kinds)
    heads = ("Names of participants", "Different names", "Connections", "%", "Replaced", "%")
    rows = [
        (
            KINDS[kind.kind],
            kind.names,
            kind.connections,
            pictures.percent(kind.connections, links),
            kind.mentions,
            pictures.percent(kind.mentions, total),
        )
        for kind in summary.kinds
    ]
    words = (
        "A connection is one name used for one person; two people who share a name make two. "
        "Kinds are told by comparing each name with the class list."
    )
    foot = ("All", "", links, "", total, "")
    return table(heads, rows, foot) + paragraph(words, "note")


def _grounds(summary: Summary) -> str:
    if not summary.grounds:
        return ""
    rows = [(ground.words, ground.names) for ground in summary.grounds]
    return "<div>" + table(("Strongest ground for a name", "Names"), rows) + "</div>"


def _decided(summary: Summary) -> str:
    if not summary.decisions:
        return ""
    return (
        "<div>" + table(("Settled in the mapping file", "How many"), summary.decisions) + "</div>"
    )
