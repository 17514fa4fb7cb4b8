"""Scoring a project or several methods against a gold standard, as tables."""

from __future__ import annotations

import json
from collections.abc import Iterable
from collections.abc import Mapping as Lookup
from dataclasses import dataclass
from dataclasses import replace as changed
from functools import cached_property
from pathlib import Path

from onym.disk.files import read_bytes
from onym.errors import InputError, ProjectError
from onym.line import Line, resume
from onym.mapping import load
from onym.matter import Tell, silent
from onym.methods import METHODS, replace
from onym.model import Corpus, Mapping, Policy, Replaced
from onym.policy import Settings, choose, update
from onym.score.categories import categorise, load_categories, names_by_category, table4
from onym.score.score import combine, compare_mappings, scores_table
from onym.score.span_score import (
    Span,
    SpanScore,
    kinds_table,
    load_spans,
    mapping_of_spans,
    score_spans,
    spans_table,
)
from onym.tables import RENDERERS, Table


@dataclass(frozen=True)
class Standard:
    """What to score against, and where to draw Figure 4."""

    gold: Path
    categories: Path | None = None
    """The categories of the gold names, where they are known (csv)."""
    figure: Path | None = None
    by: str | None = None
    """A column of the source whose values Table 5 counts labels by: the genre, say."""

    @cached_property
    def is_spans(self) -> bool:
        """Tell a gold standard of spans (JSON lines, SVALA graphs) from a gold mapping."""
        if self.gold.is_dir():
            return True
        return read_bytes(self.gold).removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{")

    @cached_property
    def spans(self) -> dict[str, tuple[Span, ...]]:
        """The gold spans; graphs of the SVALA editor are named after their messages."""
        from onym.formats import svala

        if not svala.recognise(self.gold, b"" if self.gold.is_dir() else read_bytes(self.gold)):
            return load_spans(self.gold)
        return {
            name: tuple(Span(each.start, each.end, each.label) for each in found)
            for name, found in svala.read_spans(self.gold).items()
        }


def open_corpus(
    target: Path,
    roster: Path | None = None,
    columns: Lookup[str, str] | None = None,
    format: str | None = None,
) -> Corpus:
    """Read the corpus of a project folder, or a source."""
    if (target / "onym.toml").is_file():
        return resume(target).corpus
    from onym import formats

    return formats.read(target, roster, columns=columns, format=format)


def choose_policy(**options: str | None) -> Policy:
    """Give a policy with some settings chosen."""
    return update(Settings(), **options).policy


def score_project(line: Line, standard: Standard) -> list[Table]:
    """Score what a project has found, or replaced, against a gold standard."""
    method = line.settings.policy.method
    if not standard.is_spans:
        return _mapping_tables({method: line.mapping}, line.corpus, standard)
    if not line.project.mentions_file.exists():
        raise ProjectError("nothing has been replaced yet: run onym apply first")
    predicted = load_spans(line.project.mentions_file)
    return _span_tables({method: predicted}, line.corpus, standard)


def score_methods(
    corpus: Corpus,
    policy: Policy,
    methods: Iterable[str],
    standard: Standard,
    others: Lookup[str, Path] | None = None,
    tell: Tell = silent,
) -> list[Table]:
    """Set several methods, and other tools by their spans, side by side on one corpus."""
    tools = {name: load_spans(path) for name, path in (others or {}).items()}
    found: dict[str, Mapping] = {}
    for method in methods:
        tell(f"Finding names: {method}")
        found[method] = METHODS[choose("method", method, METHODS)](corpus, policy)
    if standard.is_spans:
        replaced = {method: _replaced(corpus, found[method], policy, method) for method in found}
        return _span_tables({**replaced, **tools}, corpus, standard)
    for name, spans in tools.items():
        found[name] = mapping_of_spans(spans, corpus)
        if "class-list" in found:
            found[f"{name}+class-list"] = combine(found[name], found["class-list"])
    return _mapping_tables(found, corpus, standard)


def render(tables: Iterable[Table], style: str) -> str:
    """Write tables one after the other, or as one JSON object."""
    texts = [RENDERERS[style](table) for table in tables]
    if style != "json":
        return "\n".join(texts)
    return json.dumps({"tables": [json.loads(text) for text in texts]}, ensure_ascii=False) + "\n"


def _mapping_tables(found: Lookup[str, Mapping], corpus: Corpus, standard: Standard) -> list[Table]:
    gold = load(standard.gold)
    known = load_categories(standard.categories) if standard.categories else ()
    usages = categorise(gold, corpus.participants, known)
    if standard.figure is not None:
        from onym.score.figures import draw_names

        draw_names(names_by_category(usages), standard.figure)
    return [*compare_mappings(found, gold, corpus.participants), table4(usages)]


def _span_tables(
    predicted: Lookup[str, Lookup[str, tuple[Span, ...]]], corpus: Corpus, standard: Standard
) -> list[Table]:
    texts = dict(corpus.messages.select("id", "text").iter_rows())
    gold = standard.spans
    scores = {name: score_spans(texts, gold, spans) for name, spans in predicted.items()}
    tables = [spans_table(scores), kinds_table(scores), *_connection_tables(scores)]
    return [*tables, *_label_tables(texts, predicted, corpus, standard)]


def _label_tables(
    texts: Lookup[str, str],
    predicted: Lookup[str, Lookup[str, tuple[Span, ...]]],
    corpus: Corpus,
    standard: Standard,
) -> list[Table]:
    """Tables 5 and 6 of Volodina et al. (2020), and the picture of what is taken for what."""
    from onym.score import agreement

    gold = standard.spans
    scores = {name: agreement.compare(texts, gold, spans) for name, spans in predicted.items()}
    tables = [agreement.label_table(scores), agreement.agreement_table(scores)]
    if standard.by is not None:
        found = _column(corpus, standard.by)
        tables.append(agreement.genre_table(standard.by, found, {"gold": gold, **predicted}, gold))
    if standard.figure is not None:
        from onym.score.figures import draw_confusion

        draw_confusion(next(iter(scores.values())).confusion, standard.figure)
    return tables


def _column(corpus: Corpus, name: str) -> dict[str, str]:
    from onym import formats

    cells = formats.column(corpus, name)
    if cells is None:
        raise InputError(f"the source has no column {name}; give another --by")
    return {key: cell or "" for key, cell in zip(corpus.messages["id"], cells, strict=True)}


def _connection_tables(scores: Lookup[str, SpanScore]) -> list[Table]:
    found = {name: each.connections for name, each in scores.items() if each.connections}
    return [scores_table("Connections in the messages with gold", found)] if found else []


def _replaced(
    corpus: Corpus, mapping: Mapping, policy: Policy, method: str
) -> dict[str, tuple[Span, ...]]:
    return _spans(replace(corpus, mapping, changed(policy, method=method)))


def _spans(replaced: Replaced) -> dict[str, tuple[Span, ...]]:
    found: dict[str, list[Span]] = {}
    for each in replaced.mentions:
        span = Span(
            each.start,
            each.end,
            each.category,
            each.participant,
            each.replacement is not None,
            each.sublabel,
            each.parts,
        )
        found.setdefault(each.message, []).append(span)
    return {message: tuple(spans) for message, spans in found.items()}
