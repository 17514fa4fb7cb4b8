"""The text as the page shows it: threads, and messages beside what becomes of them."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from typing import Any

from onym.deciding.live import Live
from onym.model import Mention
from onym.questions.sightings import is_open
from onym.review.people import person
from onym.text.layout import Edit, Layout, markup
from onym.text.text import fold

Row = dict[str, Any]
PAGE = 40
"""Messages of a thread that are sent at a time."""
THREADS = 200
FOUND = 100
WIDTH = 60
"""Characters of a find on each side."""
TITLE, LOOKED = 70, 600
"""How much of a first message is a title, and is read for it."""


def seen(text: str | None) -> str:
    """A text as a page shows it."""
    return Layout(text or "", markup(text or "")).text


def _piece(text: str, start: int, end: int, edits: list[Edit]) -> Row:
    """A stretch; where it has tags or entities, in parts with what a page shows for these."""
    inside = [edit for edit in edits if edit.start < end and edit.end > start]
    # of a tag that holds a mention, each piece has a part; the mention itself is seen
    moved = [
        Edit(max(0, edit.start - start), min(edit.end, end) - start, edit.shown)
        for edit in inside
        if not (edit.start < start and edit.end > end)
    ]
    if not moved:
        return {"text": text[start:end]}
    return {"text": text[start:end], "parts": _parts(text[start:end], moved)}


def _parts(text: str, edits: list[Edit]) -> list[dict[str, str]]:
    parts: list[dict[str, str]] = []
    at = 0
    for edit in edits:
        if edit.start > at:
            parts.append({"text": text[at : edit.start]})
        parts.append({"text": text[edit.start : edit.end], "seen": edit.shown})
        at = edit.end
    return [*parts, {"text": text[at:]}] if at < len(text) else parts


class Conversation:
    """The threads of a corpus, in the order of the source."""

    def __init__(self, live: Live) -> None:
        self.live = live

    @cached_property
    def columns(self) -> dict[str, list[str | None]]:
        """The columns of the corpus as lists."""
        messages = self.live.line.corpus.messages
        names = ("thread", "author", "parent_author", "time", "subject")
        empty: list[str | None] = [None] * messages.height
        return {n: messages[n].to_list() if n in messages.columns else empty for n in names}

    @cached_property
    def threads(self) -> dict[str, list[int]]:
        """The rows of every thread; messages without one are a thread together."""
        found: dict[str, list[int]] = defaultdict(list)
        for row, thread in enumerate(self.columns["thread"]):
            found[thread or ""].append(row)
        return dict(found)

    def contents(self, given: dict[str, str]) -> Row:
        """The threads, or those in which something is unclear."""
        only = "unclear" in given
        unclear = self._unclear()
        rows = [
            {**self._title(thread, rows), "messages": len(rows), "unclear": unclear.get(thread, 0)}
            for thread, rows in self.threads.items()
            if not only or thread in unclear
        ]
        start = int(given.get("from", "0"))
        return {"threads": rows[start : start + THREADS], "total": len(rows), "from": start}

    def show(self, given: dict[str, str]) -> Row:
        """A part of a thread: around a message, or from a place on."""
        message = given.get("message")
        if message is not None and message in self.live.rows:
            thread = self.columns["thread"][self.live.rows[message]] or ""
        else:
            thread = given.get("thread", next(iter(self.threads), ""))
        rows = self.threads.get(thread, [])
        start = int(given.get("from", "0"))
        if message is not None and message in self.live.rows:
            start = max(0, rows.index(self.live.rows[message]) // PAGE * PAGE)
        chosen = rows[start : start + PAGE]
        self.live.watched = frozenset(chosen)
        return {
            **self._title(thread, rows),
            "from": start,
            "total": len(rows),
            "page": PAGE,
            "dirty": self.live.is_dirty(chosen),
            "messages": [self._message(row) for row in chosen],
        }

    def search(self, given: dict[str, str]) -> Row:
        """Where some words stand, in any case and with or without accents."""
        words = fold(given.get("words", "").strip())
        if not words:
            return {"found": [], "total": 0}
        rows = self.live.find(words)
        return {"found": [self._find(row, words) for row in rows[:FOUND]], "total": len(rows)}

    def next(self, given: dict[str, str]) -> Row:
        """The next message with something unclear in it, from a message on and round."""
        after = self.live.rows.get(given.get("after", ""), -1)
        rows = sorted(row for row, found in self.live.mentions.items() if any(map(is_open, found)))
        later = [row for row in rows if row > after] or rows
        return {"message": self.live.ids[later[0]] if later else None, "left": len(rows)}

    def _title(self, thread: str, rows: list[int]) -> Row:
        subject = next((s for row in rows[:1] if (s := self.columns["subject"][row])), None)
        opening = " ".join(seen(self.live.texts[rows[0]][:LOOKED]).split())[:TITLE] if rows else ""
        return {"thread": thread, "subject": subject, "opening": opening}

    def _unclear(self) -> dict[str, int]:
        found: dict[str, int] = defaultdict(int)
        for row, mentions in self.live.mentions.items():
            if number := sum(map(is_open, mentions)):
                found[self.columns["thread"][row] or ""] += number
        return found

    def _message(self, row: int) -> Row:
        live, columns = self.live, self.columns
        author, answered = columns["author"][row], columns["parent_author"][row]
        return {
            "id": live.ids[row],
            "author": person(live, author) if author else None,
            "answered": person(live, answered) if answered else None,
            "time": columns["time"][row],
            "subject": columns["subject"][row],
            "replaced_subject": live.subjects[row] if live.subjects else None,
            "pieces": self._pieces(row),
        }

    def _pieces(self, row: int) -> list[Row]:
        """The text in stretches, each with what becomes of it."""
        text, at = self.live.texts[row], 0
        edits = markup(text)
        pieces: list[Row] = []
        for mention in self.live.mentions.get(row, ()):
            if mention.start > at:
                pieces.append(_piece(text, at, mention.start, edits))
            pieces.append(self._mention(text, mention) | _piece(text, *mention[1:3], edits))
            at = mention.end
        if at < len(text):
            pieces.append(_piece(text, at, len(text), edits))
        return pieces

    def _mention(self, text: str, mention: Mention) -> Row:
        return {
            "text": text[mention.start : mention.end],
            "start": mention.start,
            "end": mention.end,
            "to": mention.replacement,
            "shown": seen(mention.replacement) if "<" in text else mention.replacement,
            "category": mention.category,
            "label": mention.sublabel,
            "who": person(self.live, mention.participant) if mention.participant else None,
            "open": is_open(mention),
            "score": mention.score,
            "by": mention.by,
        }

    def _find(self, row: int, words: str) -> Row:
        text = self.live.texts[row]
        at = fold(text).find(words)
        end = at + len(words)
        author = self.columns["author"][row]
        return {
            "message": self.live.ids[row],
            "author": person(self.live, author) if author else None,
            "before": text[max(0, at - WIDTH) : at],
            "name": text[at:end],
            "after": text[end : end + WIDTH],
        }
