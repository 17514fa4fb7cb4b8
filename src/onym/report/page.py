"""The report's page, written from a summary alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from importlib.resources import files
from string import Template

from onym.report.findings import what_came_in, what_was_replaced
from onym.report.people import person_by_person, session_by_session, who_answers_whom
from onym.report.pieces import MOST_ROWS, cut, folded, many, paragraph, section, table
from onym.report.risk import what_could_be_found
from onym.report.summary import Open, Summary

HIDDEN = "The people are hidden, the conversation is kept"
QUESTIONS = {
    "shared": "Several people in scope share the name",
    "outside": "Its owner is not in scope; replaced all the same",
    "name": "Is it a name at all?",
    "owner": "Whose name is it?",
    "same": "Are these one person?",
    "split": "Are these two people under one id?",
}

LEFT = (
    (
        "How people write.",
        "Favourite words, punctuation and mistakes are untouched. Somebody who knows a person's "
        "other writing may recognise them.",
    ),
    (
        "Who talks to whom.",
        "The network of replies is exact. Somebody who knows a few of its ties may find the people "
        "in it.",
    ),
    (
        "When they wrote.",
        "Times stay as they were where the data has them, and can be compared with other logs.",
    ),
    (
        "What they tell.",
        "A job, a place, an illness or a story can point to one person without any name.",
    ),
    (
        "What was missed.",
        "No method finds every name. Pseudonyms are steady, so a single real name that was left "
        "stands out and tells whose messages all the others are (Osborne et al., BRATsynthetic, "
        "2022). Read a sample before you share, and answer what is open.",
    ),
)
"""What pseudonyms do not hide, and why that matters."""


def render(summary: Summary) -> str:
    """Write the whole page."""
    folder = files("onym.report")
    page = Template((folder / "page.html").read_text(encoding="utf-8"))
    return page.substitute(
        style=(folder / "style.css").read_text(encoding="utf-8").strip(),
        title="Known names can still be seen" if _leaks(summary) else HIDDEN,
        lead=_lead(summary),
        sections="\n".join(write(summary) for write in SECTIONS),
        version=escape(dict(summary.settings).get("Onym", "")),
    )


def _leaks(summary: Summary) -> int:
    return summary.risk.leaks if summary.risk is not None else 0


def _lead(summary: Summary) -> str:
    incoming, asked = summary.incoming, len(summary.questions)
    writers = f" by {many(incoming.authors, 'person', 'people')}" if incoming.authors else ""
    still = many(asked, "question is", "questions are") if asked else "No question is"
    return (
        f"{many(incoming.messages, 'message')}{writers} came in. "
        f"{many(summary.replaced, 'personal detail was', 'personal details were')} replaced. "
        f"{still} open." + " Look at the names below before you share." * bool(_leaks(summary))
    )


def open_questions(summary: Summary) -> str:
    """What only a person can settle: who and where, never the name in question."""
    asked, left = summary.questions, _left_open(summary)
    if not asked:
        return section("questions", "Open questions", paragraph("None."), left)
    kinds = [_of_kind(kind, asked) for kind in sorted({question.kind for question in asked})]
    rows = [_row(question) for question in asked[:MOST_ROWS]]
    details = table(("Question", "Who it may be", "Mentions", "Messages"), rows)
    words = (
        "A name that several people share carries a neutral placeholder wherever the context does "
        "not tell who is meant: nobody is named and nobody is guessed at. Whoever holds the "
        "project folder can answer with onym review."
    )
    return section(
        "questions",
        "Open questions",
        paragraph(words),
        left,
        table(("Kind", "Questions", "Mentions"), kinds, style="narrow"),
        folded(many(len(rows), "question", "questions") + " one by one", len(rows), details),
        cut(len(rows), len(asked), "questions, those that settle most"),
    )


def _left_open(summary: Summary) -> str:
    """What is unclear and not asked, in words."""
    said = []
    if summary.unasked:
        stay = many(summary.unasked, "mention stays", "mentions stay")
        said.append(f"{stay} open without a question, since nobody could tell who is meant.")
    if summary.left:
        were = many(summary.left, "mention was", "mentions were")
        said.append(f"{were} left open by whoever answered.")
    return paragraph(" ".join(said)) if said else ""


def _of_kind(kind: str, asked: Sequence[Open]) -> tuple[str, int, int]:
    mine = [question for question in asked if question.kind == kind]
    return QUESTIONS.get(kind, kind), len(mine), sum(question.mentions for question in mine)


def _row(question: Open) -> tuple[str, str, int, str]:
    who = ", ".join(question.pseudonyms) or "–"
    where = ", ".join(question.messages) + (" …" if question.more else "")
    return QUESTIONS.get(question.kind, question.kind), who, question.mentions, where


def what_is_left(summary: Summary) -> str:
    """What pseudonyms do not hide, in plain words, and what may be shared."""
    items = "".join(f"<li><b>{head}</b> {words}</li>" for head, words in LEFT)
    steward = (
        "<b>For the data steward.</b> This page shows numbers, pseudonyms, session ids and message "
        "ids, and no real name: it may travel with the data. The folder <code>private/</code> "
        "holds the key from pseudonyms to people and must not."
    )
    return section(
        "left",
        "What a reader could still use",
        paragraph("Pseudonymised is not anonymous. What stays in the data:"),
        f'<ul class="plainly">{items}</ul>',
        paragraph(steward, "steward"),
    )


def how_it_was_made(summary: Summary) -> str:
    """The settings, except the seed, and what reading had to put right."""
    rows = [*summary.settings, ("Format", summary.incoming.format)]
    notes = "".join(f"<li>{escape(note)}</li>" for note in summary.notes[:MOST_ROWS])
    return section(
        "how",
        "How it was made",
        table(("Setting", "Value"), rows, style="narrow"),
        f'<h3>Notes from reading</h3><ul class="plainly">{notes}</ul>' if notes else "",
        cut(MOST_ROWS, len(summary.notes), "notes"),
    )


SECTIONS: tuple[Callable[[Summary], str], ...] = (
    what_came_in,
    what_was_replaced,
    session_by_session,
    person_by_person,
    who_answers_whom,
    open_questions,
    what_could_be_found,
    what_is_left,
    how_it_was_made,
)
