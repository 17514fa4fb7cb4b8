"""Possible names: list them, annotate them, train on them, take them out of a text."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from onym import options
from onym.commands.work import count, working
from onym.terminal import show

if TYPE_CHECKING:
    from onym.possible import Hear
    from onym.possible.sheet import Sheet
    from onym.possible.training import Sample


def words(
    source: options.Source,
    out: options.OutFile,
    recall: options.Recall = None,
    model: options.WordModel = None,
    features: options.Features = False,
    tagger: options.Tagger = None,
    tagger_budget: options.TaggerBudget = None,
    cores: options.Cores = None,
    columns: options.Columns = None,
    format: options.Format = None,
    quiet: options.Quiet = False,
    json: options.Json = False,
) -> None:
    """List the words that may be names, how often each occurs and how likely it is one.

    No class list is needed, and nobody reads a message: correct the list, then: onym redact.
    """
    with working(3, quiet or json) as tell:
        from onym import formats, possible
        from onym.possible import sheet
        from onym.possible.model import choose

        tell("Reading")
        chosen = choose(model)
        asked = possible.RECALL if recall is None else recall
        chosen.threshold(asked)
        corpus = formats.read(source, columns=options.parse_columns(columns), format=format)
        tell("Judging words")
        hear = None
        if tagger in ("ask", "all"):
            budget = tagger_budget or "60s" if tagger == "ask" else None
            hear = _hearing(budget, cores, tell)
        found, precision = possible.list_names(corpus, chosen, asked, features, hear)
        tell("Writing")
        sheet.write(found, out)
    names = sum(map(bool, found.names))
    lines = [f"{count(len(found.words), 'possible name')}, {names:,} of them marked yes, in {out}."]
    lines += [f"To expect: {asked:.0%} of the names found, {precision:.0%} of those marked right."]
    lines += ["Look through the top of the list: delete rows, or write yes or no in them."]
    lines += [f"Next: onym redact {source} --words {out} --out redacted"]
    result = {"words": str(out), "possible": len(found.words), "names": names}
    result |= {"recall": asked, "precision": round(precision, 3)}
    show(lines, result, as_json=json, quiet=quiet)


def _hearing(budget: str | None, cores: int | None, tell: Callable[..., None]) -> Hear:
    """What lets the optional reader be heard on possible names."""
    from functools import partial

    from onym.tagger.budget import parse_budget
    from onym.tagger.words import read_about, weigh

    seconds = None if budget is None else parse_budget(budget)
    advance = partial(tell, "Reading sentences")
    return lambda corpus, words, found: weigh(
        found, read_about(corpus, words, found, seconds, cores, advance)
    )


def redact(
    source: options.Source,
    words: options.Words,
    out: options.OutFolder,
    columns: options.Columns = None,
    format: options.Format = None,
    quiet: options.Quiet = False,
    json: options.Json = False,
) -> None:
    """Take the names of a list out of the messages, and addresses, links and numbers with them.

    Placeholders such as name_placeholder stand in their place. Nothing leads back.
    """
    with working(3, quiet or json) as tell:
        from secrets import randbits

        from onym import formats
        from onym.errors import InputError
        from onym.model import Policy
        from onym.possible import redact, sheet

        if out.exists() and not out.is_dir():
            raise InputError(f"{out} is a file; give the name of a folder")
        tell("Reading")
        names = sheet.read(words).chosen()
        corpus = formats.read(source, columns=options.parse_columns(columns), format=format)
        tell("Redacting")
        replaced, taken = redact.redact_corpus(corpus, names, corpus.languages)
        tell("Writing")
        out.mkdir(parents=True, exist_ok=True)
        target = out / source.name
        formats.write(corpus, replaced, target, Policy(seed=randbits(60)))
    lines = [f"Read {count(corpus.messages.height, 'message')}; {len(names):,} words are names."]
    parts = [f"{number:,} {kind}s" for kind, number in sorted(taken.items())]
    lines += [f"Took out {', '.join(parts) or 'nothing'}: {target}"]
    result = {"shared": str(target), "names": len(names), "taken": dict(taken)}
    show(lines, result, as_json=json, quiet=quiet)


def annotate(
    words: options.WordList,
    rater: options.Rater,
    sample: options.SampleSize = None,
    quiet: options.Quiet = False,
    json: options.Json = False,
) -> None:
    """Say of each word whether it is a name; you see the word and numbers, never a message.

    Every answer is kept at once, in words.A.csv for the rater A: stop whenever you like.
    """
    from onym.possible import ratings, sheet

    with working(1, quiet=True):  # it is the person who works here
        table, file = sheet.read(words), ratings.rater_file(words, rater)
        answers = _answers(sheet.read(file)) if file.exists() else {}
        todo = ratings.sample(table.words, sample)

        def keep(found: dict[str, bool]) -> None:
            rated = tuple(word for word in todo if word in found)
            sheet.write(sheet.Sheet(rated, names=tuple(found[word] for word in rated)), file)

        tell = _silent if quiet or json else print
        with _keys() as keys:
            done = ratings.rate(todo, table, answers, keys, tell, keep)
    left = len([word for word in todo if word not in answers])
    lines = ["", f"Answered {count(done, 'word')}; {left:,} are left. Answers are in {file}."]
    result = {"answers": str(file), "answered": done, "left": left}
    show(lines, result, as_json=json, quiet=quiet)


def raters(
    first: options.FirstRater,
    second: options.SecondRater,
    out: options.Settled = None,
    quiet: options.Quiet = False,
    json: options.Json = False,
) -> None:
    """Measure how far two raters agree, by the measures of Bosch et al. (2020), Table 1.

    With --out, write all words with both answers, those to settle first and open.
    """
    from onym.possible import measures, ratings
    from onym.tables import render

    with working(1, quiet or json):
        found = ratings.compare(first, second)
        pair = (_rater(first), _rater(second))
        if out is not None:
            ratings.settle(found, out, pair)
    open_words = found.disagreements()
    lines = [_kappa(found.kappa, found.interval, found.agreed, len(found.words)), ""]
    lines += [render(measures.table1(*found.outcomes, pair))]
    lines += [f"To settle: {', '.join(open_words) or 'nothing'}"]
    if out is not None:
        lines += [f"Fill in what is empty in {out}; then: onym train WORDS.csv --labels {out}"]
    result: dict[str, Any] = {
        "words": len(found.words),
        "agreed": found.agreed,
        "kappa": found.kappa,
    }
    result |= {"interval": found.interval, "disagreements": list(open_words)}
    show(lines, result, as_json=json, quiet=quiet)


def train(
    words: options.WordList,
    out: options.ModelFile,
    labels: options.Labels = None,
    kind: options.Kind = "fusion",
    full: options.Full = False,
    quiet: options.Quiet = False,
    json: options.Json = False,
) -> None:
    """Train a model on words that you have annotated, and measure it by cross-validation.

    Needs pip install 'onym[train]'; using the model does not.
    """
    with working(5, quiet or json) as tell:
        from onym.possible import model, training
        from onym.possible.measures import table2
        from onym.tables import render

        tell("Reading")
        sample, contexts = _sample(words, labels, kind)
        search = training.PAPER if full else training.QUICK
        kinds = training.KINDS[kind]
        made, outcomes = training.train(sample, kinds, contexts, search, tell)
        model.save(made, out)
    table = table2(outcomes, "Names and other words, four-fold cross-validation")
    lines = [render(table), f"The model is in {out}: onym words SOURCE --model {out} --out FILE"]
    result: dict[str, Any] = {"model": str(out), "words": len(sample.truth)}
    result |= {name: vars(outcome) for name, outcome in outcomes.items()}
    show(lines, result, as_json=json, quiet=quiet)


def _sample(words: Path, labels: Path | None, kind: str) -> tuple[Sample, tuple[str, ...]]:
    from onym.possible import sheet
    from onym.possible.training import sample_of

    table = sheet.read(words)
    if labels is not None:
        table = table.labelled(_answers(sheet.read(labels)))
    return sample_of(table, paper=kind == "paper")


def _answers(table: Sheet) -> dict[str, bool]:
    rows = zip(table.words, table.names, strict=True)
    return {word: name for word, name in rows if name is not None}


def _rater(path: Path) -> str:
    return path.stem.rpartition(".")[2]


def _kappa(
    kappa: float | None, interval: tuple[float, float] | None, agreed: float, number: int
) -> str:
    said = f"The raters agree on {agreed:.1%} of {number:,} words"
    if kappa is None or interval is None:
        return f"{said}."
    return (
        f"{said}: Cohen's kappa {kappa:.3f} (95 % interval {interval[0]:.3f} to {interval[1]:.3f})."
    )


def _keys() -> Any:
    """The keyboard, or lines where there is none."""
    from contextlib import nullcontext

    from onym.deciding.keyboard import keyboard

    if sys.stdin.isatty():
        return keyboard()
    read: Callable[[], str] = lambda: sys.stdin.readline()[:1].strip().lower()  # noqa: E731
    return nullcontext(read)


def _silent(line: str) -> None:
    """Show nobody anything."""
