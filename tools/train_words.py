"""Train the models of `onym.possible` and measure them on sets that they never saw.

    python tools/train_words.py sources.toml --out src/onym/possible
    python tools/train_words.py sources.toml --measure          trains and writes nothing to ship

The letters of names come first: tools/train_letters.py.

The sources are texts with marked names; they are not part of Onym, and no word of theirs is in a
model: a model knows shares, counts and the 25 most usual words before a possible name. A source:

    [forum]
    messages = "forum/messages.jsonl"   # or .jsonl.gz: {"id", "body"}
    gold = "forum/gold.jsonl"           # {"id", "spans": [[start, end, label, who]]}
    weight = 3.0                        # how much each of its words counts
    use = "train"                       # left out in turn to be measured; or: "extra": never
                                        # measured; "test": never trained on; "again": as test,
                                        # but no part of the calibration
    share = 1.0                         # how much of its words is used, at random
    languages = ["en"]

Instead of gold: `labels = "words.A.csv"`, a rater's file of `onym annotate`, or `marks =
"marks.json"`, each word with a letter: n and p are names of people and places, o stands in another
personal detail only, x is neither. Instead of messages: `conll = ["a.conll"]` with the tags of
people and places in `names`. `courses = [101, 102]` are
seeds of generated courses. `parts = 4` cuts a source into so many more, smaller ones.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from onym.demo import course
from onym.find.vocabulary import Vocabulary, count
from onym.possible import sheet
from onym.possible.counts import Counts
from onym.possible.features import (
    DENSE,
    MORE,
    Table,
    context_shares,
    describe,
    most_common,
    sparse_names,
)
from onym.possible.measures import Outcome, measure, table2
from onym.possible.model import PREDICT, Floats, Member, Model, save
from onym.possible.tokens import words_in
from onym.possible.training import FITS, Sample, calibrate
from onym.possible.witness import MODEL, WITNESS, describe_words
from onym.tables import Cell, render
from onym.tables import Table as Lines

NAMES = ("NAME", "PLACE")
LEFT = ("occurrences", "first_index", "first_length", "two_edits")
"""Features of the paper that the shipped models do without: they tell how large a corpus is
rather than what a word is, or take as long to count as all others."""
SETTINGS: dict[str, dict[str, Any]] = {
    "boosted": {"leaves": 24, "trees": 400, "rate": 0.03},
    "forest": {"leaf": 8, "share": 0.25, "trees": 60},
    "net": {"width": 32, "l2": 0.001, "l1": 0.0003, "depth": 1, "rate": 0.005, "epochs": 12},
}
LEARNT = ("train", "extra")
RECALL = 0.97
ASKED = (0.9, 0.95, 0.97)


@dataclass
class Source:
    """Texts, and for some of their words whether they are names."""

    name: str
    counts: Counts
    labels: dict[str, bool]
    aside: frozenset[str]
    """Words that also stand in other personal spans: an address, an employer, a user name."""
    weight: float
    use: str
    share: float
    vocabulary: Vocabulary
    course: bool = False
    table: Table | None = None

    def sample(
        self, features: tuple[str, ...], strict: bool = False, table: Table | None = None
    ) -> Sample:
        """The labelled words; without those that another personal span holds, unless strict."""
        table = table or self.table
        assert table is not None
        rows = [
            row
            for row, word in enumerate(table.words)
            if word in self.labels and (strict or self.labels[word] or word not in self.aside)
        ]
        rows = sorted(random.Random(0).sample(rows, round(self.share * len(rows))))
        truth = np.array([self.labels[table.words[row]] for row in rows], dtype=bool)
        values = table.choose(features)[rows]
        return Sample(values, features, truth, np.full(len(rows), self.weight))

    def witnessed(self) -> Sample:
        """The labelled words as the witness of the ledger is told of them."""
        assert self.table is not None
        words = [word for word in self.table.words if word in self.labels]
        told = describe_words(words, self.vocabulary, self.counts.lexicon.languages)
        return self.sample(WITNESS, table=told)


def load(path: Path) -> Iterator[Source]:
    """Every source of a file of sources."""
    for name, entry in tomllib.loads(path.read_text(encoding="utf-8")).items():
        for texts, gold in read(entry, path.parent):
            labels, aside = label(texts, gold)
            if "labels" in entry:
                rated = sheet.read(path.parent / entry["labels"])
                pairs = zip(rated.words, rated.names, strict=True)
                labels = {word: answer for word, answer in pairs if answer is not None}
            if "marks" in entry:
                marks = json.loads((path.parent / entry["marks"]).read_text(encoding="utf-8"))
                labels = {word: letter in "np" for word, letter in marks.items()}
                aside = frozenset(word for word, letter in marks.items() if letter == "o")
            counts = Counts(tuple(entry.get("languages", ["en"]))).add(texts.values())
            weight, share = entry.get("weight", 1.0), entry.get("share", 1.0)
            use = entry.get("use", "train")
            made, seen = "courses" in entry, count(texts.values())
            yield Source(name, counts, labels, aside, weight, use, share, seen, made)


Texts = dict[str, str]
Gold = dict[str, list[Any]]


def read(entry: dict[str, Any], folder: Path) -> Iterator[tuple[Texts, Gold]]:
    """The texts of a source with their spans."""
    if "courses" in entry:
        for seed in entry["courses"]:
            made = course.generate(seed)
            texts = dict(zip(made.messages["postId"], made.messages["postBody"], strict=True))
            yield texts, {id: list(made.spans.get(id, ())) for id in texts}
        return
    if "conll" in entry:
        yield read_conll([folder / file for file in entry["conll"]], set(entry["names"]))
        return
    messages = {row["id"]: row["body"] for row in read_rows(folder / entry["messages"])}
    rows = read_rows(folder / entry["gold"]) if "gold" in entry else []
    yield messages, {row["id"]: row["spans"] for row in rows}
    parts = entry.get("parts", 0)
    ids = list(messages)
    for part in range(parts):
        chosen = ids[part * len(ids) // parts : (part + 1) * len(ids) // parts]
        yield {id: messages[id] for id in chosen}, {}


def read_rows(path: Path) -> list[dict[str, Any]]:
    """The objects of a JSONL file, compressed or not."""
    data = path.read_bytes()
    text = gzip.decompress(data) if path.suffix == ".gz" else data
    return [json.loads(line) for line in text.decode("utf-8").split("\n") if line.strip()]


def read_conll(files: list[Path], names: set[str]) -> tuple[Texts, Gold]:
    """Sentences of tokens and tags, put together again."""
    texts: Texts = {}
    gold: Gold = {}
    for block in (b for file in files for b in file.read_text(encoding="utf-8").split("\n\n")):
        text, spans = "", []
        for line in block.split("\n"):
            token, tab, tag = line.rpartition("\t")
            if not tab:
                continue
            glued = re.match(r"[.,!?;:)'’]", token) or text.endswith(("(", "@", "#"))
            text += "" if glued or not text else " "
            if tag.strip().split("-")[-1] in names:
                spans.append([len(text), len(text) + len(token), "NAME", ""])
            text += token
        if text:
            gold[str(len(texts))], texts[str(len(texts))] = spans, text
    return texts, gold


def label(texts: Texts, gold: Gold) -> tuple[dict[str, bool], frozenset[str]]:
    """Which words of the marked messages stand in a name's span, and which in others."""
    labels: dict[str, bool] = {}
    aside: set[str] = set()
    for id, spans in gold.items():
        for word, start, end in words_in(texts[id]):
            within = {span[2] for span in spans if span[0] < end and start < span[1]}
            labels[word] = labels.get(word, False) or bool(within & set(NAMES))
            aside |= {word} if within - set(NAMES) else set()
    return labels, frozenset(aside)


def choose_contexts(sources: list[Source]) -> tuple[str, ...]:
    """The words that stand before most possible names, each source counting the same."""
    total: dict[str, float] = {}
    for source in sources:
        for word, share in context_shares(source.counts).items():
            total[word] = total.get(word, 0.0) + share
    return most_common(total)


def join(samples: list[Sample]) -> Sample:
    """Several samples as one."""
    return Sample(
        np.concatenate([each.values for each in samples]),
        samples[0].features,
        np.concatenate([each.truth for each in samples]),
        np.concatenate([each.weight for each in samples]),
    )


def fit(sources: list[Source], features: tuple[str, ...], kinds: list[str]) -> dict[str, Member]:
    """Train members on all words of some sources."""
    sample = join([source.sample(features) for source in sources])
    return {kind: FITS[kind](sample, **SETTINGS[kind]) for kind in kinds}


def guess(members: dict[str, Member], values: NDArray[np.float32]) -> dict[str, Floats]:
    """What each member says, and their fusions."""
    found = {kind: PREDICT[kind](member, values) for kind, member in members.items()}
    if "forest" in found:
        found["fusion"] = (found["forest"] + found["net"]) / 2
        found["all three"] = (found["boosted"] + found["forest"] + found["net"]) / 3
    return found


def at_recall(truth: NDArray[np.bool_], found: Floats, recall: float = RECALL) -> Outcome:
    """The measures at the highest threshold that reaches a recall."""
    limits = np.sort(found[truth])
    return measure(truth, found, limits[int((1 - recall) * len(limits))])


def main() -> None:
    """Measure every set without having trained on it; train on all but the test sets."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("sources", type=Path)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--measure", action="store_true")
    parser.add_argument("--members", default=",".join(SETTINGS), help="boosted,forest,net")
    arguments = parser.parse_args()
    sources = list(load(arguments.sources))
    learnt = [source for source in sources if source.use in LEARNT]
    contexts = choose_contexts(learnt)
    print("contexts:", *contexts)
    for source in sources:
        source.table = describe(source.counts, contexts, two_slips=False)
    sparse = sparse_names(contexts)
    features = (*(name for name in (*DENSE, *MORE) if name not in LEFT), *sparse)
    kinds = arguments.members.split(",")
    final = fit(learnt, features, kinds)
    unseen(sources)
    pooled = measure_all(sources, features, final)
    for kind in (kind for kind in ("boosted", "fusion") if kind in pooled):
        print(render(keep_promises(pooled[kind], f"What {kind} promises and keeps")), flush=True)
    if not arguments.measure and arguments.out:
        ship(learnt, (features, contexts), final, pooled, arguments.out)
        ship_witness(learnt, arguments.out)


def unseen(sources: list[Source]) -> None:
    """Leave of the generated test courses only words that no training course has."""
    known = {word for each in sources if each.course and each.use in LEARNT for word in each.labels}
    for source in sources:
        if source.course and source.use not in LEARNT:
            source.labels = {w: name for w, name in source.labels.items() if w not in known}


Judged = tuple[NDArray[np.bool_], Floats]
Pool = dict[str, dict[str, Judged]]


def measure_all(sources: list[Source], features: tuple[str, ...], final: dict[str, Member]) -> Pool:
    """Leave each set out in turn; the test sets are always out."""
    pooled: Pool = {}
    learnt = [source for source in sources if source.use in LEARNT]
    for name in dict.fromkeys(source.name for source in sources if source.use != "extra"):
        own = next(source for source in sources if source.name == name)
        rest = [source for source in learnt if source.name != name]
        members = fit(rest, features, list(final)) if own.use in LEARNT else final
        for strict in (True, False):
            sample = own.sample(features, strict)
            found = guess(members, sample.values)
            print(render(table2(rows_of(sample, found), title(own, strict))), flush=True)
            if not strict and own.use != "again":
                for kind, each in found.items():
                    pooled.setdefault(kind, {})[name] = sample.truth, each
    return pooled


def calibrate_on(judged: Iterable[Judged]) -> tuple[tuple[float, float, float], ...]:
    """Recall and precision by threshold; every set counts the same, however many words it has."""
    runs = list(judged)
    truth, found = (np.concatenate([each[side] for each in runs]) for side in (0, 1))
    weight = np.concatenate([np.full(len(each[0]), 1 / len(each[0])) for each in runs])
    return calibrate(truth, found, weight)


def keep_promises(judged: dict[str, Judged], title: str) -> Lines:
    """What each set gets when recall is asked for and the other sets set the threshold."""
    rows: list[tuple[Cell, ...]] = []
    for name, (truth, found) in judged.items():
        others = calibrate_on(each for other, each in judged.items() if other != name)
        for recall in ASKED:
            limit, precision = Model((), (), (), others).threshold(recall)
            got = measure(truth, found, limit)
            cells = (recall, limit, precision, got.recall or 0.0, got.precision or 0.0)
            rows.append((name, *(f"{cell:.3f}" for cell in cells)))
    header = ("Set", "Recall asked", "Threshold", "Precision said", "Recall", "Precision")
    return Lines(title, header, tuple(rows))


def rows_of(sample: Sample, found: dict[str, Floats]) -> dict[str, Outcome]:
    """The measures of each model, at one half and at the recall to reach."""
    rows = {}
    for kind, each in found.items():
        rows[kind] = measure(sample.truth, each)
        rows[f"{kind}, recall {RECALL}"] = at_recall(sample.truth, each)
    return rows


def title(source: Source, strict: bool) -> str:
    """What a table is of."""
    left = "words of other personal details are no names" if strict else "and those set aside"
    return f"{source.name} ({source.use}; {left})"


def ship(
    learnt: list[Source],
    inputs: tuple[tuple[str, ...], tuple[str, ...]],
    members: dict[str, Member],
    pooled: Pool,
    out: Path,
) -> None:
    """Write the models, calibrated on the sets left out."""
    samples = [source.sample(inputs[0]) for source in learnt]
    note = {"words": sum(len(each.truth) for each in samples)}
    note["names"] = sum(int(each.truth.sum()) for each in samples)
    for name, kinds in (("boosted", ["boosted"]), ("fusion", ["forest", "net"])):
        if not set(kinds) <= set(members):
            continue
        parts = tuple((kind, members[kind]) for kind in kinds)
        known = calibrate_on(pooled[name].values())
        save(Model(parts, *inputs, known, note), out / f"{name}.npz")


def ship_witness(learnt: list[Source], out: Path) -> None:
    """Train the witness of the ledger, which knows the counts of a run only."""
    sample = join([source.witnessed() for source in learnt])
    member = FITS["boosted"](sample, leaves=12, trees=120, runs=1)
    known = calibrate(sample.truth, PREDICT["boosted"](member, sample.values))
    save(Model((("boosted", member),), WITNESS, (), known), out / f"{MODEL}.npz")


if __name__ == "__main__":
    main()
