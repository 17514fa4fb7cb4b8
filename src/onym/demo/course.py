"""The demo course: a made-up forum with its class list and its gold standard.

It is synthetic. Its numbers are those that Farrow, Moore and Gašević (LAK 2023) report of a
Masters course that cannot be shared; its people, their names and what they write are invented.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import polars as pl

from onym.demo import cast, forms, mentions, threads
from onym.demo.compose import compose
from onym.demo.dice import Dice
from onym.demo.names import Pool
from onym.demo.sentences import Span, Writer, stock, topics, unmark
from onym.model import Entry, Mapping

SEED = 2023

FORUM = (
    "courseCategoryId",
    "topicId",
    "postId",
    "postParentId",
    "postUserId",
    "postCreationTime",
    "postBody",
)
START = datetime(2008, 1, 14, tzinfo=UTC)


@dataclass(frozen=True)
class Course:
    """A forum, its class list, and who is really named where."""

    messages: pl.DataFrame
    """The columns of the paper's own files, all strings."""
    roster: pl.DataFrame
    spans: dict[str, list[Span]]
    """Message id to (start, end, label, who), who being a participant, author, eponym or third."""
    categories: pl.DataFrame
    """participant, name, category (full, subset, nickname, misspelt) and count."""

    def mapping(self) -> Mapping:
        """The gold mapping: every name that is used for every participant."""
        rows = self.categories.select("participant", "name", "count").iter_rows()
        return Mapping(tuple(Entry(*row) for row in rows), case="exact")

    def write(self, folder: Path | str) -> None:
        """Write forum.csv, class.csv, gold.jsonl, gold_mapping.txt and gold_categories.csv."""
        folder = Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        self.messages.write_csv(folder / "forum.csv")
        self.roster.write_csv(folder / "class.csv")
        self.categories.write_csv(folder / "gold_categories.csv")
        with (folder / "gold.jsonl").open("w", encoding="utf-8", newline="\n") as file:
            for id, spans in self.spans.items():
                file.write(json.dumps({"id": id, "spans": spans}, ensure_ascii=False) + "\n")
        lines = ["# Onym mapping 1", "case: exact", *_lines(self.mapping())]
        text = "".join(line + "\n" for line in lines)
        (folder / "gold_mapping.txt").write_text(text, encoding="utf-8", newline="\n")


def generate(seed: int = SEED, messages: int | None = None) -> Course:
    """Invent a course; other seeds give other people and topics, `messages` another size.

    A larger course has more groups of six sessions, a smaller one ends early.
    """
    total = threads.MESSAGES if messages is None else messages
    groups = max(1, -(-total // threads.MESSAGES))
    parts = [_group(seed, number, groups) for number in range(groups)]
    return _cut(parts, total)


@dataclass(frozen=True)
class _Part:
    """What one group of six sessions adds to the course."""

    messages: pl.DataFrame
    roster: list[tuple[str, str]]
    spans: dict[str, list[Span]]
    categories: dict[tuple[str, str], str]


def _group(seed: int, number: int, groups: int) -> _Part:
    dice = Dice(f"onym demo {seed} {number}")
    pool = Pool(dice)
    people = cast.people(pool)
    forms.complete(people, pool)
    dice.shuffle(people)
    width = max(2, len(str(84 * groups)))
    for place, person in enumerate(people, 1):
        person.id = f"U{number * len(people) + place:0{width}d}"
    found = threads.build(people, dice)
    mentions.place(found, people, dice)
    for place, message in enumerate(found, 1):
        message.id = str(number * threads.MESSAGES + place)
    spans: dict[str, list[Span]] = {}
    rows = list(_rows(found, number, _writers(found, people, pool, dice), spans))
    known = {(p.id, form.name): form.category for p in people for form in p.forms}
    frame = pl.DataFrame(rows, schema=dict.fromkeys(FORUM, pl.String), orient="row")
    return _Part(frame, [(p.id, p.registered) for p in people], spans, known)


def _writers(
    found: list[threads.Message], people: list[cast.Person], pool: Pool, dice: Dice
) -> dict[int, Writer]:
    """A writer with a topic of its own for each thread."""
    library = stock(people, pool.taken, dice)
    writers: dict[int, Writer] = {}
    for session in range(1, len(threads.SESSIONS) + 1):
        numbers = dict.fromkeys(m.thread for m in found if m.session == session)
        for thread, topic in zip(numbers, dice.sample(topics(), len(numbers)), strict=True):
            writers[thread] = Writer(topic, library, dice)
    return writers


def _rows(
    found: list[threads.Message],
    number: int,
    writers: dict[int, Writer],
    spans: dict[str, list[Span]],
) -> Iterator[tuple[str, ...]]:
    for message in found:
        text, spans[message.id] = unmark(compose(message, writers[message.thread]))
        session = number * len(threads.SESSIONS) + message.session
        time = START + timedelta(days=120 * (session - 1), seconds=int(message.time))
        yield (
            str(session),
            str(1000 * session + message.thread),
            message.id,
            message.parent.id if message.parent else "0",
            message.author.id,
            time.strftime("%Y-%m-%d %H:%M:%S"),
            text,
        )


def _cut(parts: list[_Part], total: int) -> Course:
    """Put the groups together and end after so many messages."""
    frame = pl.concat([part.messages for part in parts]).head(total)
    spans = {id: found for part in parts for id, found in part.spans.items()}
    spans = {id: spans[id] for id in frame["postId"]}
    texts = zip(frame["postId"], frame["postBody"], strict=True)
    counts = Counter(
        (who, text[start:end])
        for id, text in texts
        for start, end, label, who in spans[id]
        if label == "NAME"
    )
    known = {key: category for part in parts for key, category in part.categories.items()}
    table = sorted((who, -n, name) for (who, name), n in counts.items() if (who, name) in known)
    present = {*frame["postUserId"], *(who for who, _, _ in table)}
    roster = sorted(row for part in parts for row in part.roster if row[0] in present)
    return Course(
        frame,
        pl.DataFrame(roster, schema={"userid": pl.String, "fullname": pl.String}, orient="row"),
        spans,
        pl.DataFrame(
            [(who, name, known[who, name], -n) for who, n, name in table],
            schema={
                "participant": pl.String,
                "name": pl.String,
                "category": pl.String,
                "count": pl.Int64,
            },
            orient="row",
        ),
    )


def _lines(mapping: Mapping) -> Iterator[str]:
    for participant, names in mapping.names().items():
        yield " | ".join([participant, *(f"{name} [{n}]" for name, n in names.items())])
