"""Batches of messages one after another: what is known from those that are done with.

Last year's posts have been found, reviewed and shared; this year's join the project. Nothing of
the old messages is read again: their evidence is a table of counts that the new one is added to,
people and threads are tables without texts, and names and decisions stand as they stood.

    private/                   of the batch at hand      private/earlier/   of all before it
      evidence.arrow           counts of claims and words
      threads.arrow            who wrote which message where
      people.jsonl             everybody, as registered
      ledger.jsonl             the names and whose they are
      mentions.jsonl           what was replaced where   mentions-NAME.jsonl, one a batch
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable
from collections.abc import Mapping as Lookup
from dataclasses import dataclass, fields, replace
from pathlib import Path

import polars as pl

from onym import policy
from onym.conversation.threads import AROUND, stand_apart, surround, writers
from onym.disk.changes import Change
from onym.disk.files import read_bytes
from onym.disk.records import Proposal
from onym.disk.spool import mapped, spooling
from onym.errors import ProjectError
from onym.find.gather import CLAIMED, Tally, add_up
from onym.model import Corpus, Entry, Mapping, Participant, Whole
from onym.policy import Settings
from onym.project.project import Project

PLACED = ("id", "thread", "session", "author")
OWN = ("evidence.arrow", "threads.arrow", "people.jsonl")
PARTS = 10_000


@dataclass(frozen=True)
class Earlier:
    """What earlier batches leave to the one at hand."""

    evidence: pl.DataFrame
    threads: pl.DataFrame
    """`PLACED` of every message."""
    people: Lookup[str, Participant]
    mapping: Mapping


def write_down(corpus: Corpus, tally: Tally | None, change: Change, folder: Path) -> None:
    """Keep what a later batch must know of this corpus, if it is known."""
    if tally is None:
        for file in OWN:
            change.drop(folder / file)
        return
    with spooling(change.stage(folder / "evidence.arrow")) as add:
        for table in tally.tables():
            add(table)
    with spooling(change.stage(folder / "threads.arrow")) as add:
        add(corpus.messages.select(PLACED))
    change.put(folder / "people.jsonl", _write_people(corpus.participants.values()).encode())


def load(folder: Path) -> Earlier | None:
    """What is known from earlier batches; None when there are none."""
    if not (folder / "ledger.jsonl").exists():
        return None
    try:
        return Earlier(
            mapped(folder / "evidence.arrow"),
            mapped(folder / "threads.arrow"),
            _read_people(read_bytes(folder / "people.jsonl").decode()),
            Proposal.read(read_bytes(folder / "ledger.jsonl").decode()).mapping,
        )
    except (ValueError, TypeError, KeyError, OSError):
        raise ProjectError(
            f"{folder} is damaged; restore it from a backup, or make the project anew"
        ) from None


def retire(project: Project, settings: Settings) -> None:
    """Put the batch at hand among the earlier ones, and turn to the one the settings name."""
    if project.settings.policy.method != "onym":
        raise ProjectError("only the method onym goes on with new messages: run onym run on all")
    if not all((project.private / file).exists() for file in (*OWN, "mentions.jsonl")):
        raise ProjectError("what is there is not finished: run onym run on it first")
    before, known = load(project.earlier), load(project.private)
    assert known is not None
    with project.change() as change:
        _add_counts(change, project.earlier, before, known)
        people = {**(before.people if before else {}), **known.people}
        change.put(project.earlier / "people.jsonl", _write_people(people.values()).encode())
        change.put(project.earlier / "ledger.jsonl", read_bytes(project.ledger_file))
        name = Path(project.settings.source or "").name
        replaced = read_bytes(project.mentions_file)
        change.put(project.earlier / f"mentions-{name}.jsonl", replaced)
        for file in (*OWN, "mentions.jsonl"):
            change.drop(project.private / file)
        change.drop(project.review_file)
        change.put(project.root / "onym.toml", policy.format(settings).encode(), 0o644)
        project.log(change, "retired", {"messages": known.threads.height})
        del before, known  # Windows replaces no file that is still mapped
    project.settings = settings


def _add_counts(change: Change, folder: Path, before: Earlier | None, known: Earlier) -> None:
    counts = [each.evidence for each in (before, known) if each]
    with spooling(change.stage(folder / "evidence.arrow")) as add:
        add(add_up(counts, CLAIMED))
    with spooling(change.stage(folder / "threads.arrow")) as add:
        for each in (before, known):
            if each:
                add(each.threads)


def erase(folder: Path, change: Change, who: str, told: Callable[[str], bool]) -> None:
    """Write what is known of messages without one person; `told` says what tells of them."""
    if (folder / "evidence.arrow").exists():
        counts = mapped(folder / "evidence.arrow")
        rows = zip(counts["who"], counts["name"], strict=True)
        left = pl.Series([whose != who and not told(name) for whose, name in rows])
        with spooling(change.stage(folder / "evidence.arrow")) as add:
            add(_fresh(counts.filter(left)))
    if (folder / "threads.arrow").exists():
        placed = mapped(folder / "threads.arrow")
        with spooling(change.stage(folder / "threads.arrow")) as add:
            add(_fresh(placed.with_columns(pl.col("author").replace({who: None}))))
    if (folder / "people.jsonl").exists():
        people = _read_people(read_bytes(folder / "people.jsonl").decode())
        others = (person for person in people.values() if person.id != who)
        change.put(folder / "people.jsonl", _write_people(others).encode())


def _fresh(frame: pl.DataFrame) -> pl.DataFrame:
    """The frame built anew: one that was only filtered still holds what was left out."""
    return pl.DataFrame(frame.rows(), schema=frame.schema, orient="row")


def tally_with(own: Tally, earlier: Earlier | None) -> Tally:
    """The counts of a batch and of all before it."""
    if earlier is None:
        return own
    return Tally.read(add_up([earlier.evidence, own.table()], CLAIMED))


def join(corpus: Corpus, earlier: Earlier) -> Corpus:
    """A batch that knows the people and threads of those before it."""
    people = {**earlier.people, **corpus.participants}
    for who in earlier.people.keys() & corpus.participants.keys():
        people[who] = _unite(corpus.participants[who], earlier.people[who])
    messages = _apart(corpus, earlier.threads)
    whole = _whole(replace(corpus, messages=messages), earlier.threads)
    return replace(
        corpus, messages=_place(messages, earlier.threads), participants=people, whole=whole
    )


def _apart(corpus: Corpus, threads: pl.DataFrame) -> pl.DataFrame:
    """The messages under ids that no earlier message has: 7 may become week2.csv/7."""
    messages = corpus.messages
    if messages["id"].is_in(threads["id"].implode()).any() and corpus.source.path is not None:
        name = corpus.source.path.name
        own = messages["parent"].is_in(messages["id"].implode())
        return messages.with_columns(
            id=pl.lit(f"{name}/") + pl.col("id"),
            parent=pl.when(own).then(pl.lit(f"{name}/") + pl.col("parent")).otherwise("parent"),
        )
    return messages


def _place(messages: pl.DataFrame, threads: pl.DataFrame) -> pl.DataFrame:
    """The messages with what they must know of the threads that they go on with."""
    wanted = threads["thread"].is_in(messages["thread"].drop_nulls().unique().implode())
    before = threads.filter(wanted).with_columns(
        parent_author=pl.lit(None, dtype=pl.String), text=pl.lit("")
    )
    columns = ("author", "parent_author", "thread", "session", "text")
    both = pl.concat([before.select(columns), messages.select(columns)])
    around = pl.concat(list(surround(both, PARTS))).slice(before.height)
    return messages.with_columns(around.select(list(AROUND)))


def _whole(corpus: Corpus, threads: pl.DataFrame) -> Whole:
    both = pl.concat([threads.select(PLACED), corpus.messages.select(PLACED)])
    written = Counter(dict(both["author"].drop_nulls().value_counts().iter_rows()))
    return Whole(writers(both, "session"), written, stand_apart(corpus))


def keep_names(proposal: Mapping, earlier: Mapping) -> Mapping:
    """Add the names of earlier batches to those of this one, and count them together."""
    known = {(each.participant, each.name): each for each in earlier.entries}
    entries = [
        replace(entry, count=entry.count + known.pop((entry.participant, entry.name)).count)
        if (entry.participant, entry.name) in known
        else entry
        for entry in proposal.entries
    ]
    return replace(
        proposal,
        entries=tuple(sorted((*entries, *known.values()), key=_in_order)),
        keep=tuple(dict.fromkeys((*earlier.keep, *proposal.keep))),
        composites={**earlier.composites, **proposal.composites},
    )


def _in_order(entry: Entry) -> tuple[str, int, str]:
    return entry.participant, -entry.count, entry.name


def _unite(now: Participant, before: Participant) -> Participant:
    """One person with everything that two class lists say."""
    return Participant(
        now.id,
        tuple(dict.fromkeys((*now.names, *before.names))),
        tuple(dict.fromkeys((*now.handles, *before.handles))),
        now.role or before.role,
        now.gender or before.gender,
        {**before.profile, **now.profile},
    )


def _write_people(people: Iterable[Participant]) -> str:
    names = [each.name for each in fields(Participant)]
    rows = ({name: getattr(person, name) for name in names} for person in people)
    encode = json.JSONEncoder(ensure_ascii=False, default=dict).encode  # a profile may be any table
    return "".join(encode(row) + "\n" for row in rows)


def _read_people(text: str) -> dict[str, Participant]:
    found = {}
    for line in filter(None, text.split("\n")):  # U+2028 ends no line of JSON
        row = json.loads(line)
        row |= {name: tuple(row[name]) for name in ("names", "handles")}
        found[row["id"]] = Participant(**row)
    return found
