"""SVALA's graph of an essay: source and target tokens, and edges between them with labels.

The edges are built from the spans that were replaced, not by aligning the two texts anew: so a
name of two words and its one pseudonym are a 2-to-1 edge.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from onym.model import Mention
from onym.svala.labels import Labelled, labels_of

Graph = dict[str, Any]
"""{"source": [token], "target": [token], "edges": {id: edge}}, as SVALA writes it to JSON."""
_TOKEN = re.compile(r"\s*\S+\s*")
_WELL_FORMED = re.compile(r"\s*\S+\s+")


class Group(NamedTuple):
    """Source tokens that one edge joins, and what is done in them."""

    first: int
    last: int
    done: list[Labelled]


def tokenise(text: str) -> list[str]:
    """A text cut behind white space; the last token gets a space if it has none."""
    tokens = _TOKEN.findall(text)
    if tokens and not tokens[-1][-1].isspace():
        tokens[-1] += " "
    return tokens


def build(text: str, mentions: Iterable[Mention]) -> Graph:
    """The graph of an essay whose mentions, in order, have been replaced."""
    return connect(text, labels_of(text, mentions))


def connect(text: str, done: Iterable[Labelled]) -> Graph:
    """The graph of an essay with labelled stretches that do not overlap, in order."""
    source = [found.span() for found in _TOKEN.finditer(text)]
    tokens = tokenise(text)
    target: list[str] = []
    edges: Graph = {}
    at = 0
    for group in _groups(source, done):
        _keep(edges, at, group.first, len(target))
        target += tokens[at : group.first]
        new = _rewrite(text, source[group.first][0], source[group.last][1], group.done)
        made = tokenise(new)
        ids = [f"s{n}" for n in range(group.first, group.last + 1)]
        ids += [f"t{len(target) + n}" for n in range(len(made))]
        target += made
        _add(edges, ids, (label for each in group.done for label in each.labels), True)
        at = group.last + 1
    _keep(edges, at, len(tokens), len(target))
    target += tokens[at:]
    return {"source": _listed("s", tokens), "target": _listed("t", target), "edges": edges}


def _keep(edges: Graph, first: int, end: int, target: int) -> None:
    """Add the edges of tokens that stay as they are."""
    shift = target - first
    for place in range(first, end):
        one, other = f"s{place}", f"t{place + shift}"
        name = f"e-{one}-{other}"
        edges[name] = {"id": name, "ids": [one, other], "labels": [], "manual": False}


def check(graph: Any) -> list[str]:
    """What is wrong with a graph, by SVALA's own rules; nothing for one that is well formed."""
    try:
        return list(_faults(graph))
    except (KeyError, TypeError, AttributeError):
        return ["it has not the shape of source, target and edges"]


def read_text(graph: Graph, side: str = "source") -> str:
    """The text of a graph's source or target."""
    return "".join(token["text"] for token in graph[side])


def veil(graph: Graph) -> Graph:
    """The graph with the target as its own source, so that nothing of the original is left."""
    edge_of = {one: edge for edge in graph["edges"].values() for one in edge["ids"]}
    target = [token["text"] for token in graph["target"]]
    edges: Graph = {}
    done: set[str] = set()
    for place, token in enumerate(graph["target"]):
        edge = edge_of[token["id"]]
        if edge["id"] in done:
            continue
        done.add(edge["id"])
        size = sum(one.startswith("t") for one in edge["ids"])
        places = range(place, place + size)
        ids = [f"{side}{n}" for side in "st" for n in places]
        _add(edges, ids, edge["labels"], edge["manual"])
    return {"source": _listed("s", target), "target": _listed("t", target), "edges": edges}


def _groups(source: Sequence[tuple[int, int]], done: Iterable[Labelled]) -> list[Group]:
    """The tokens that labelled stretches touch, in order; those of one stretch together."""
    ends = [end for _, end in source]
    groups: list[Group] = []
    for each in sorted(done, key=lambda each: each[:2]):
        first = bisect_right(ends, each.start)
        last = first
        while last + 1 < len(source) and source[last + 1][0] < each.end:
            last += 1
        if first >= len(source):
            continue
        if groups and first <= groups[-1].last:
            before = groups.pop()
            first, last = before.first, max(before.last, last)
            groups.append(Group(first, last, [*before.done, each]))
        else:
            groups.append(Group(first, last, [each]))
    return groups


def _rewrite(text: str, start: int, end: int, done: Iterable[Labelled]) -> str:
    made, at = "", start
    for each in done:
        if each.new is not None:
            made += text[at : each.start] + each.new
            at = each.end
    return made + text[at:end]


def _add(edges: Graph, ids: Iterable[str], labels: Iterable[str], manual: bool) -> None:
    ids = sorted(ids)
    name = "e-" + "-".join(ids)
    edges[name] = {"id": name, "ids": ids, "labels": list(dict.fromkeys(labels)), "manual": manual}


def _listed(side: str, tokens: Iterable[str]) -> list[dict[str, str]]:
    return [{"id": f"{side}{place}", "text": token} for place, token in enumerate(tokens)]


def _faults(graph: Any) -> Iterator[str]:
    ids = [token["id"] for side in ("source", "target") for token in graph[side]]
    if len(set(ids)) < len(ids):
        yield "two tokens have one id"
    for side in ("source", "target"):
        for token in graph[side]:
            if not _WELL_FORMED.fullmatch(token["text"]):
                yield f"token {token['id']}: its text is no word with white space behind it"
    joined = [one for edge in graph["edges"].values() for one in edge["ids"]]
    if sorted(joined) != sorted(set(ids)):
        yield "not every token is in exactly one edge"
    for name, edge in graph["edges"].items():
        if not name == edge["id"] == "e-" + "-".join(sorted(edge["ids"])):
            yield f"edge {name}: its key and id must be e- and its sorted ids"
        if len(set(edge["labels"])) < len(edge["labels"]):
            yield f"edge {name}: a label stands twice"
