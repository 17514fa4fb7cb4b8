"""How good replaced spans are, against spans that a person has marked.

A gold span is (start, end, label, who); who is a participant's id, `self` (the writer of an
essay), `third` (a private person who is no participant), `author` or `eponym` (to be kept).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Mapping as Lookup
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from onym.disk.files import read_bytes
from onym.errors import InputError
from onym.model import Corpus, Entry, Mapping
from onym.score.score import Connection, MappingScore, measure
from onym.tables import Cell, Part, Percent, Table, share

KEPT = ("author", "eponym")
MARKED = ("PROF", "FAMILY", "EDU", "SENSITIVE")
"""Labels for which marking a span is enough; all others must be replaced."""
PERSON_LABELS = frozenset({"PER", "PERSON", "PERSON_FIRSTNAME", "PERSON_LASTNAME"})
"""What other tools call a name."""
DETAILS = ("EMAIL", "PHONE", "URL", "HANDLE", "ADDRESS", "ORG", "PLACE", "AGE", "DATE", "ID")
KINDS = ("participant", "third", *KEPT, *DETAILS, *MARKED)


class Span(NamedTuple):
    """A stretch of a message, what it is and whom it means."""

    start: int
    end: int
    label: str = "NAME"
    who: str | None = None
    replaced: bool = True
    """False when it was only marked."""
    sublabel: str | None = None
    parts: tuple[tuple[int, int, str], ...] = ()
    """Start, end and sublabel of the words of a name or date of several."""


Spans = Lookup[str, Sequence[Span]]
"""Message id to its spans."""


@dataclass(frozen=True, slots=True)
class SpanScore:
    """How far a tool's spans agree with the gold spans."""

    kinds: Lookup[str, Part]
    """Kind (participant, third, author, eponym or label) to how many gold spans were covered."""
    linked: int
    """Names of participants that were given to the right person and to nobody else."""
    wrong_person: int
    names: Part
    """Predicted names that are names to hide, out of all predicted names."""
    spans: Part
    """Predicted spans that touch any gold span, out of all."""
    connections: MappingScore | None
    missed: tuple[tuple[str, str, str], ...] = field(repr=False)
    """Message id, text and person of each name not covered. Private: these are real names."""

    @property
    def participants(self) -> Part:
        """Names of participants covered to the last letter, out of all."""
        return self.kinds.get("participant", Part(0, 0))

    @property
    def link_accuracy(self) -> Percent | None:
        """Share of participants' names that were given to the right person."""
        return share(self.linked, self.participants.of)

    @property
    def touched(self) -> Part:
        """Authors and eponyms wrongly replaced, out of all."""
        kept = [self.kinds[kind] for kind in KEPT if kind in self.kinds]
        return Part(sum(part.n for part in kept), sum(part.of for part in kept))

    def figures(self) -> dict[str, Any]:
        """Give the measures alone, without any name."""
        kinds = {
            kind: {"gold": part.of, "covered": part.n, "rate": _rounded(part)}
            for kind, part in self.kinds.items()
        }
        rest = {
            "link accuracy": _rounded(Part(self.linked, self.participants.of)),
            "wrong person": self.wrong_person,
            "name precision": _rounded(self.names),
            "names predicted": self.names.of,
            "any precision": _rounded(self.spans),
        }
        last = {"connections": self.connections.figures()} if self.connections else {}
        return {**kinds, **rest, **last}


def load_spans(path: str | Path) -> dict[str, tuple[Span, ...]]:
    """Read spans, a message a line, as Onym's mentions or as [start, end, label, who]."""
    path, spans = Path(path), dict[str, tuple[Span, ...]]()
    for place, line in _lines(path):
        try:
            record = json.loads(line)
            message = str(record["id"])
            found = tuple(_span(item) for item in record["spans"])
        except (ValueError, KeyError, TypeError, AttributeError):
            raise InputError(f'{place}: not {{"id": ..., "spans": [...]}} as JSON') from None
        if message in spans:
            raise InputError(f"{place}: message {message} stands here a second time")
        spans[message] = found
    return spans


def score_spans(texts: Lookup[str, str], gold: Spans, predicted: Spans) -> SpanScore:
    """Score predicted spans on the messages that have gold; other messages are ignored."""
    tally, missed = Counter[str](), list[tuple[str, str, str]]()
    wanted, found = set[Connection](), set[Connection]()
    for message, spans in gold.items():
        text = _checked(message, texts, spans)
        marked = predicted.get(message, ())
        replaced = [span for span in marked if span.replaced]
        for span in spans:
            kind = kind_of(span)
            hit = _hit(span, kind, marked if kind in MARKED else replaced, text)
            tally.update({f"gold {kind}": 1, f"hit {kind}": hit})
            if kind == "participant" and span.who != "self":
                wanted.add((span.who or "", text[span.start : span.end]))
                tally.update(_links(span, hit, replaced))
            if kind in ("participant", "third") and not hit:
                missed.append((message, text[span.start : span.end], span.who or ""))
        for span in replaced:
            tally.update(_judge(span, spans))
            if span.who:
                found.add((span.who, text[span.start : span.end]))
    return SpanScore(
        kinds={kind: Part(tally[f"hit {kind}"], tally[f"gold {kind}"]) for kind in _kinds(tally)},
        linked=tally["linked"],
        wrong_person=tally["wrong person"],
        names=Part(tally["right names"], tally["names"]),
        spans=Part(tally["right spans"], tally["spans"]),
        connections=measure(found, wanted) if wanted else None,
        missed=tuple(missed),
    )


def kind_of(span: Span) -> str:
    """Tell what a gold span counts as: participant, third, author, eponym or its label."""
    if span.label != "NAME":
        return span.label
    if span.who is None or span.who in ("third", *KEPT):
        return span.who or "third"
    return "participant"


def is_name(span: Span) -> bool:
    """Tell whether a predicted span claims to be somebody's name."""
    return span.label.upper().startswith("NAME") or bool(span.who)


def mapping_of_spans(spans: Spans, corpus: Corpus) -> Mapping:
    """Connect the names that a tool found with participants, as the paper does for Textwash.

    A name whose span says no participant goes to the message's sender and to the participant
    it answers. The count is the number of messages.
    """
    counts = Counter[Connection]()
    rows = corpus.messages.select("id", "author", "parent_author", "text").iter_rows()
    for message, author, recipient, text in rows:
        names = [span for span in spans.get(message, ()) if is_name(span)]
        pairs = {
            (owner, text[span.start : span.end])
            for span in names
            for owner in ((span.who,) if span.who else (author, recipient))
            if owner
        }
        counts.update(pairs)
    ranked = sorted(counts.items(), key=lambda item: (item[0][0], -item[1], item[0][1]))
    return Mapping(entries=tuple(Entry(*pair, n) for pair, n in ranked), case="exact")


def spans_table(scores: Lookup[str, SpanScore]) -> Table:
    """Set the main measures of several tools side by side."""
    measures = ("Participant recall", "Link accuracy", "Wrong person", "Name precision")
    header = ("Approach", *measures, "Authors and eponyms replaced")
    return Table("Names in the messages", header, tuple(_row(*item) for item in scores.items()))


def kinds_table(scores: Lookup[str, SpanScore]) -> Table:
    """Set recall in each kind of personal detail side by side, a kind a row."""
    kinds = dict.fromkeys(chain.from_iterable(score.kinds for score in scores.values()))
    rows = (
        (kind, max(s.kinds[kind].of for s in scores.values() if kind in s.kinds), *cells)
        for kind in kinds
        if kind not in KEPT
        for cells in [[share(*s.kinds.get(kind, Part(0, 0))) for s in scores.values()]]
    )
    return Table("Recall by kind", ("Kind", "Gold", *scores), tuple(rows))


def _row(approach: str, score: SpanScore) -> tuple[Cell, ...]:
    wrong = Part(score.wrong_person, score.participants.of)
    cells = share(*score.participants), score.link_accuracy, wrong, share(*score.names)
    return approach, *cells, score.touched


def _lines(path: Path) -> Iterator[tuple[str, str]]:
    try:
        lines = read_bytes(path).decode("utf-8-sig").split("\n")
    except UnicodeDecodeError:
        raise InputError(f"{path}: not UTF-8; save the spans as UTF-8 JSON lines") from None
    return ((f"{path}, line {n}", line) for n, line in enumerate(lines, 1) if line.strip())


def _span(item: Any) -> Span:
    replaced, finer = True, None
    parts: tuple[Any, ...] = ()
    if isinstance(item, dict):
        replaced = item.get("replacement", "") is not None
        finer, parts = item.get("sublabel"), tuple(map(tuple, item.get("parts") or ()))
        item = (item["start"], item["end"], item.get("label"), item.get("participant"))
    start, end, label, who = (*item, None, None)[:4]
    label = "NAME" if not label or label.upper() in PERSON_LABELS else label
    who = None if who is None else str(who)
    return Span(int(start), int(end), label, who, replaced, finer, parts)


def _checked(message: str, texts: Lookup[str, str], spans: Iterable[Span]) -> str:
    if message not in texts:
        raise InputError(f"gold message {message} is not in the corpus: is it another corpus?")
    text = texts[message]
    if any(not 0 <= span.start < span.end <= len(text) for span in spans):
        raise InputError(f"gold message {message}: a span lies outside the text")
    return text


def _overlapping(span: Span, others: Iterable[Span]) -> list[Span]:
    return [other for other in others if other.start < span.end and other.end > span.start]


def _hit(span: Span, kind: str, predicted: Iterable[Span], text: str) -> bool:
    """Tell whether every letter and digit is covered or, of a name to keep, any is touched."""
    over = _overlapping(span, predicted)
    if kind in KEPT:
        return bool(over)
    covered = set(chain.from_iterable(range(other.start, other.end) for other in over))
    return all(i in covered or not text[i].isalnum() for i in range(span.start, span.end))


def _links(span: Span, hit: bool, replaced: Iterable[Span]) -> dict[str, int]:
    over = _overlapping(span, replaced) if hit else []
    return {
        "linked": bool(over) and all(other.who == span.who for other in over),
        "wrong person": any(other.who and other.who != span.who for other in over),
    }


def _judge(span: Span, gold: Iterable[Span]) -> dict[str, int]:
    over = _overlapping(span, gold)
    person = any(
        other.label in ("HANDLE", "EMAIL") or (other.label == "NAME" and other.who not in KEPT)
        for other in over
    )
    name = is_name(span)
    counts = {"spans": 1, "right spans": bool(over), "names": name, "right names": name and person}
    return {key: int(n) for key, n in counts.items()}


def _kinds(tally: Lookup[str, int]) -> list[str]:
    kinds = [key.removeprefix("gold ") for key in tally if key.startswith("gold ")]
    return sorted(kinds, key=lambda kind: (KINDS.index(kind) if kind in KINDS else 99, kind))


def _rounded(part: Part) -> float | None:
    return round(part.n / part.of, 4) if part.of else None
