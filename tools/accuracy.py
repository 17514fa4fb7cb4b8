"""Score every method on the demo course and write the figures into docs/accuracy.md and README.md.

    python tools/accuracy.py            about two minutes
    python tools/accuracy.py --print    writes nothing

A page takes the tables between its lines `<!-- begin: NAME -->` and `<!-- end: NAME -->`.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from collections.abc import Mapping as Lookup
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from onym import demo, formats
from onym.disk.files import write_atomically
from onym.methods import METHODS
from onym.methods import replace as put
from onym.model import Corpus, Mapping, Policy
from onym.score.categories import categorise, load_categories, table4
from onym.score.score import compare_mappings, score_mapping
from onym.score.span_score import Span, kinds_table, load_spans, score_spans, spans_table
from onym.tables import Cell, Part, Percent, Table

ROOT = Path(__file__).parent.parent
OTHER_SEEDS = (1, 2, 3, 4, 5)
LISTED, UNLISTED = "onym, with class list", "onym, no class list"
PAPER = {
    "farrow": (Part(28, 163), (0.714, 0.828, 0.521, 0.640)),
    "class-list": (Part(80, 163), (0.417, 0.509, 0.830, 0.631)),
    "farrow+class-list": (Part(19, 163), (0.798, 0.883, 0.511, 0.647)),
    "Textwash": (Part(43, 163), (0.595, 0.736, 0.038, 0.072)),
    "Textwash+class-list": (Part(35, 163), (0.655, 0.785, 0.040, 0.077)),
}
"""Table 2 of Farrow, Moore and Gašević (2023): missed; coverage, recall, precision, F1."""


@dataclass(frozen=True)
class Trial:
    """One method on one course, with or without its class list."""

    corpus: Corpus
    method: str

    @cached_property
    def mapping(self) -> Mapping:
        """Who goes by which name, as the method has it."""
        return METHODS[self.method](self.corpus, Policy())

    @cached_property
    def spans(self) -> dict[str, tuple[Span, ...]]:
        """What is replaced, message by message."""
        found = defaultdict[str, list[Span]](list)
        done = put(self.corpus, self.mapping, replace(Policy(), method=self.method))
        for each in done.mentions:
            if each.replacement is not None:
                span = Span(each.start, each.end, each.category, each.participant)
                found[each.message].append(span)
        return {message: tuple(spans) for message, spans in found.items()}


@dataclass(frozen=True)
class Course:
    """A generated course, its gold standard, and the trials on it."""

    folder: Path
    gold: Mapping
    trials: Lookup[str, Trial]

    @cached_property
    def corpus(self) -> Corpus:
        """The course with its class list."""
        return next(iter(self.trials.values())).corpus

    @cached_property
    def gold_spans(self) -> dict[str, tuple[Span, ...]]:
        """Who is really named where."""
        return load_spans(self.folder / "gold.jsonl")


LINKING = tuple(method for method in METHODS if method != "bosch")
"""Methods that say whose a name is; the words model has a section of its own."""


def invent(folder: Path, seed: int | None = None, methods: Iterable[str] = LINKING) -> Course:
    """Generate a course and line up the trials, Onym's own with and without a class list."""
    made = demo.generate() if seed is None else demo.generate(seed)
    made.write(folder)
    corpus = formats.read(folder / "forum.csv", folder / "class.csv")
    trials = {method: Trial(corpus, method) for method in methods if method != "onym"}
    trials[UNLISTED] = Trial(formats.read(folder / "forum.csv"), "onym")
    trials[LISTED] = Trial(corpus, "onym")
    return Course(folder, made.mapping(), trials)


def tables(course: Course) -> Iterator[Table]:
    """Work out the paper's Tables 2 to 4, and what becomes of the names in the messages."""
    found = {name: trial.mapping for name, trial in course.trials.items()}
    whole, words = compare_mappings(found, course.gold, course.corpus.participants)
    yield replace(whole, title="Connections between people and names (the paper's Table 2)")
    yield replace(words, title="The same after splitting names into single words (Table 3)")
    known = load_categories(course.folder / "gold_categories.csv")
    usages = categorise(course.gold, course.corpus.participants, known)
    yield replace(table4(usages), title="The names of the demo course by category (Table 4)")
    texts = dict(course.corpus.messages.select("id", "text").iter_rows())
    scores = {
        name: score_spans(texts, course.gold_spans, trial.spans)
        for name, trial in course.trials.items()
    }
    yield replace(spans_table(scores), title="Names in the messages, mention by mention")
    yield replace(kinds_table(scores), title="Share of mentions replaced, by whose name it is")
    yield difficult(course)


def difficult(course: Course) -> Table:
    """Count the misspellings found, and what becomes of names shared within a session."""
    known = load_categories(course.folder / "gold_categories.csv")
    slips = {(each.participant, each.name) for each in known if each.category == "misspelt"}
    rows = []
    for name, trial in course.trials.items():
        missed = set(score_mapping(trial.mapping, course.gold).missed)
        fate = Counter(fates(course, trial))
        outcomes = (fate["right"], fate["open"], fate["wrong"], fate["missed"])
        rows.append((name, Part(len(slips - missed), len(slips)), *outcomes))
    header = ("Approach", "Misspellings found", "right person", "left open", "wrong", "missed")
    return Table(
        "Misspelt names, and mentions of the names shared within a session", header, tuple(rows)
    )


def fates(course: Course, trial: Trial) -> Iterator[str]:
    """Say of every mention of a name that two people in its session own what became of it."""
    texts = dict(course.corpus.messages.select("id", "text").iter_rows())
    session = dict(course.corpus.messages.select("id", "session").iter_rows())
    shared = shared_names(course)
    for message, spans in course.gold_spans.items():
        for span in spans:
            if (session[message], texts[message][span.start : span.end]) not in shared:
                continue
            over = [
                each
                for each in trial.spans.get(message, ())
                if each.start < span.end and each.end > span.start
            ]
            owners = {each.who for each in over}
            yield (
                "missed"
                if not over
                else "right"
                if owners == {span.who}
                else ("wrong" if owners - {None, span.who} else "open")
            )


def shared_names(course: Course) -> set[tuple[str, str]]:
    """Give the (session, name) that two people of the session own (the paper's section 5.5)."""
    writers = defaultdict[str, set[str]](set)
    for session, author in course.corpus.messages.select("session", "author").iter_rows():
        writers[session].add(author)
    owners = defaultdict[str, set[str]](set)
    for entry in course.gold.entries:
        owners[entry.name].add(entry.participant)
    return {
        (session, name)
        for session, people in writers.items()
        for name, theirs in owners.items()
        if len(people & theirs) > 1
    }


def beside_the_paper(table: Table) -> Table:
    """Set Table 2 of the paper beside the same methods on the demo course."""
    demo_rows = {str(row[0]): row[1:] for row in table.rows}
    rows: list[tuple[Cell, ...]] = []
    for name, (missed, shares) in PAPER.items():
        coverage, *rest = map(Percent, shares)
        rows.append((f"{name}, in the paper", coverage, missed, *rest))
        if name in demo_rows:
            rows.append((f"{name}, demo course", *demo_rows[name]))
    return Table("Table 2 as printed and as it comes out here", table.header, tuple(rows))


def other_seeds(folder: Path) -> Table:
    """Score Onym's own method on courses of other people and other topics."""
    rows: list[tuple[Cell, ...]] = []
    for seed in OTHER_SEEDS:
        course = invent(folder / str(seed), seed, ["onym"])
        cells: list[Cell] = []
        for name in (UNLISTED, LISTED):
            mapping = course.trials[name].mapping
            score = score_mapping(mapping, course.gold, course.corpus.participants)
            cells += map(Percent, (score.coverage, score.recall, score.precision))
        rows.append((f"seed {seed}", *cells))
    measures = ("Coverage", "Recall", "Precision")
    header = ("Course", *(f"{each}, no class list" for each in measures))
    header += tuple(f"{each}, with class list" for each in measures)
    return Table("Onym on courses from other seeds", header, tuple(rows))


def markdown(table: Table) -> str:
    """Write a table as Markdown under its title."""
    lines = [table.header, ["---", *["---:"] * (len(table.header) - 1)]]
    lines += [[_shown(cell) for cell in row] for row in table.rows]
    return "\n".join([f"**{table.title}**", "", *(f"| {' | '.join(line)} |" for line in lines)])


def _shown(cell: object) -> str:
    return "–" if cell is None else f"{cell:,}" if isinstance(cell, int) else str(cell)


def put_into(page: Path, name: str, text: str) -> None:
    """Write text between a page's two marks."""
    old = page.read_text(encoding="utf-8")
    begin, end = f"<!-- begin: {name} -->", f"<!-- end: {name} -->"
    place = re.compile(rf"({re.escape(begin)}\n).*?({re.escape(end)})", re.DOTALL)
    new, found = place.subn(lambda marks: f"{marks[1]}\n{text}\n\n{marks[2]}", old)
    if found != 1:
        sys.exit(f"{page}: needs one place from {begin} to {end}")
    write_atomically(page, new.encode())


def main() -> None:
    """Score, print and write."""
    with tempfile.TemporaryDirectory() as folder:
        made = list(tables(invent(Path(folder, "demo"))))
        made = [beside_the_paper(made[0]), *made, other_seeds(Path(folder))]
    text = "\n\n".join(map(markdown, made))
    print(text)
    if "--print" not in sys.argv[1:]:
        put_into(ROOT / "docs" / "accuracy.md", "demo course", text)
        put_into(ROOT / "README.md", "demo course", markdown(made[1]))


if __name__ == "__main__":
    main()
