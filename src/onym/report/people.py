"""The sections on sessions, on people under their pseudonyms, and on who answers whom."""

from __future__ import annotations

from onym.report import pictures
from onym.report.pieces import (
    MOST_ROWS,
    OPEN_ROWS,
    cut,
    figure,
    folded,
    many,
    paragraph,
    section,
    table,
)
from onym.report.summary import Network, Summary


def session_by_session(summary: Summary) -> str:
    """A row a session, as in the paper's Table 1."""
    if not summary.sessions or not summary.incoming.sessions:
        return ""
    shown = summary.sessions[:MOST_ROWS]
    heads = (
        "Session",
        "People",
        "Threads",
        "Messages",
        "Mean words",
        "Median words",
        "Names replaced",
    )
    rows = [
        (
            row.label or "none",
            row.authors,
            row.threads,
            row.messages,
            row.mean_words,
            row.median_words,
            row.mentions,
        )
        for row in shown
    ]
    grid = table(heads, rows)
    if len(rows) > OPEN_ROWS:
        grid = folded(f"Table of {len(rows)} sessions", len(rows), grid)
    return section(
        "sessions", "Session by session", grid, cut(len(shown), len(summary.sessions), "sessions")
    )


def person_by_person(summary: Summary) -> str:
    """The paper's Figure 4 and a row a person, under pseudonyms."""
    if not summary.people:
        return ""
    shown = min(len(summary.people), MOST_ROWS)
    return section(
        "people",
        "Person by person",
        paragraph("Under their pseudonyms, ordered by what they wrote and never as in the source."),
        _names(summary),
        _table(summary, shown),
        cut(shown, len(summary.people), "people, those who wrote most"),
        _outsiders(summary.outsiders),
    )


def _names(summary: Summary) -> str:
    named = [person for person in summary.people if person.total_names]
    if not named:
        return ""
    several = sum(1 for person in named if person.total_names > 1)
    who = many(len(named), "person is", "people are")
    caption = (
        f"<b>Different names used for each person.</b> {who} named in the messages, "
        f"{several:,} by more than one name."
    )
    drawing = pictures.names_by_person(named, summary.kinds)
    left_out = cut(min(len(named), pictures.MOST_BARS), len(named), "people, those with most names")
    return figure(caption, pictures.legend(summary.kinds), drawing) + left_out


def _table(summary: Summary, limit: int) -> str:
    heads = (
        "Pseudonym",
        "Messages written",
        "Named by others",
        "Names themselves",
        "Different names",
    )
    rows = [
        (row.pseudonym, row.messages, row.by_others, row.by_self, row.total_names)
        for row in summary.people[:limit]
    ]
    return folded(
        f"Table of {many(limit, 'person', 'people')}", limit, table(heads, rows, style="tall")
    )


def _outsiders(number: int) -> str:
    if not number:
        return ""
    who = many(number, "person who takes no part", "people who take no part")
    return paragraph(f"Beside them, {who} in the conversation got a pseudonym too.")


def who_answers_whom(summary: Summary) -> str:
    """The graph before and after, and whether it is one and the same."""
    network = summary.network
    if not network.after and not network.before:
        return ""
    before, after, drawn = pictures.graphs(network)
    pair = (
        f'<div class="pair"><div><p>Before: the source, nobody labelled</p>{before}</div>'
        f"<div><p>After: the result, with pseudonyms</p>{after}</div></div>"
    )
    caption = (
        "<b>Who answers whom.</b> A dot is a person. A line joins two people of whom one answered "
        "the other; the thicker, the more often."
    )
    left_out = cut(drawn, len(network.nodes), "people, the busiest; everybody was compared")
    title = "The conversation is the same" if network.same else "The conversation has changed"
    return section("network", title, _same(network), figure(caption, pair), left_out)


def _same(network: Network) -> str:
    before = f"{many(network.nodes_before, 'node')} and {many(network.ties_before, 'tie')}"
    after = f"{many(network.nodes_after, 'node')} and {many(network.ties_after, 'tie')}"
    if network.same:
        return paragraph(
            f"Both graphs have {after}, and they are the same graph: giving every person their "
            "pseudonym turns the first into the second, tie by tie and count by count. This was "
            "computed, not assumed."
        )
    return paragraph(
        f"The graphs differ: {before} in the source, {after} in the result. Find out why before "
        "you analyse who answers whom.",
        "warn",
    )
