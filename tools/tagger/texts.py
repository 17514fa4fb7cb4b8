"""Texts with marked people, places and organisations, from the sets the tagger learns from.

Every set becomes `Text`s: the text as somebody would have written it, and spans in it. The sets
are not part of Onym; LICENSES.md beside the language data says which they are.
"""

from __future__ import annotations

import gzip
import json
import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

Span = tuple[int, int, str]

LABELS = {"person": "PER", "location": "LOC", "corporation": "ORG", "group": "ORG", "place": "LOC"}
LABELS |= {"PER": "PER", "LOC": "LOC", "ORG": "ORG", "organization": "ORG"}
CC_BY_GENRES = ("academic", "court", "interview", "news")
"""The parts of GUM whose texts, and not only annotations, are under CC BY."""
HOLY = ("God", "god", "GOD", "Lord", "Jesus", "Allah")
TITLE = re.compile(
    r"(?:(?:Mr|Mrs|Ms|Dr|Prof|Sen|Rep|Gov|Gen|Sgt|Capt|Col|Lt|Rev|Hon)\.?|Professor|President|Minister"
    r"|Prime|Justice|Chief|Judge|Senator|General|Governor|Sir|King|Queen|Chancellor|Doctor|Miss"
    r"|Madam|Secretary|Mayor|Captain|Officer|Attorney|Vice)\s+"
)
OPEN = re.compile(r"[(\[{@#$£€/“‘-]$")
SHUT = re.compile(r"^(?:[.,;:!?)\]}%/”’-]+|'(?:s|m|re|ve|ll|d)?|n't)$", re.IGNORECASE)


@dataclass(frozen=True)
class Text:
    """A text and what is marked in it."""

    text: str
    spans: tuple[Span, ...] = ()


def join(tokens: Iterable[tuple[str, str]], loose: bool = False) -> Text:
    """Put tokens with BIO labels together as one would write them, or loosely with spaces."""
    text, spans = "", []
    current: tuple[int, str] | None = None
    for token, tag in tokens:
        prefix, _, label = tag.partition("-")
        if current and (prefix != "I" or label != current[1]):
            spans.append((current[0], len(text), current[1]))
            current = None
        tight = not loose and (SHUT.match(token) or OPEN.search(text))
        text += token if not text or tight else f" {token}"
        if label and current is None:
            current = (len(text) - len(token), label)
    if current:
        spans.append((current[0], len(text), current[1]))
    return Text(text, tuple(spans))


def read_conll(path: Path) -> Iterator[list[tuple[str, str]]]:
    """The sentences of a file with a token and its tag a line; tags become BIO."""
    sentence: list[tuple[str, str]] = []
    last = ""
    for line in [*path.read_text(encoding="utf-8").splitlines(), ""]:
        token, _, tag = line.strip().rpartition("\t" if "\t" in line else " ")
        if not token:
            if sentence:
                yield sentence
            sentence, last = [], ""
            continue
        prefix, _, kind = tag.rpartition("-")
        token = token.strip()
        handle = token[0] in "@#" or (sentence and sentence[-1][0] in ("@", "#"))
        label = "" if handle or token in HOLY else LABELS.get(kind, "")
        begins = prefix == "B" or label != last
        sentence.append((token, f"{'B' if begins else 'I'}-{label}" if label else "O"))
        last = label


def conll(paths: Iterable[Path], dice: random.Random) -> Iterator[Text]:
    """Texts from token files; one in ten stays as loose as its tokens."""
    for path in paths:
        for sentence in read_conll(path):
            yield join(sentence, dice.random() < 0.1)


ENTITY = re.compile(r"\((\d+)-(\w+)|(\d+)\)")


def gum(folder: Path) -> Iterator[Text]:
    """Paragraphs of the CC BY genres of GUM; the proper nouns of each innermost entity count."""
    for path in sorted(folder.glob("GUM_*.conllu")):
        if path.name.split("_")[1] in CC_BY_GENRES:
            yield from gum_document(path.read_text(encoding="utf-8"))


def gum_document(document: str) -> Iterator[Text]:
    """The paragraphs of one document."""
    text, spans = "", list[Span]()
    kinds: list[tuple[str, str]] = []
    for block in document.split("\n\n"):
        if "# newpar" in block and text.strip():
            yield Text(text.rstrip(), tuple(untitle(text, span) for span in spans))
            text, spans = "", []
        for form, proper, entity, space in gum_words(block):
            shut = open_entities(entity, kinds)
            label = LABELS.get(kinds[-1][1], "") if kinds else ""
            start = len(text)
            text += form
            if label and proper:
                after = spans and spans[-1][2] == label and not text[spans[-1][1] : start].strip()
                first = spans.pop()[0] if after else start
                spans.append((first, len(text), label))
            text += space
            kinds = [item for item in kinds if item[0] not in shut]
    if text.strip():
        yield Text(text.rstrip(), tuple(untitle(text, span) for span in spans))


def gum_words(block: str) -> Iterator[tuple[str, bool, str, str]]:
    """Form, whether a proper noun, entities and the space after each word of a sentence."""
    last, space = 0, ""
    for row in (line.split("\t") for line in block.splitlines() if line[:1].isdigit()):
        misc = dict(item.partition("=")[::2] for item in row[9].split("|"))
        after = "" if misc.get("SpaceAfter") == "No" else " "
        if "-" in row[0]:
            last, space = int(row[0].partition("-")[2]), after
        elif "." not in row[0]:
            number = int(row[0])
            after = after if number > last else space if number == last else ""
            yield row[1], row[4] in ("NNP", "NNPS"), misc.get("Entity", ""), after


def open_entities(entity: str, kinds: list[tuple[str, str]]) -> set[str]:
    """Open the entities that begin here; give the numbers of those that end here."""
    shut = set()
    for number, kind, closed in ENTITY.findall(entity):
        if number:
            kinds.append((number, kind))
            if re.search(rf"\({number}-[^()]*\)", entity):
                shut.add(number)
        else:
            shut.add(closed)
    return shut


def untitle(text: str, span: Span) -> Span:
    """A person's span without the titles before the name."""
    start, end, label = span
    while label == "PER" and (title := TITLE.match(text, start, end)):
        start = title.end()
    return start, end, label


def messages(path: Path) -> Iterator[tuple[str, str]]:
    """Ids and texts of a file of messages, packed or not."""
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            yield row["id"], row["body"]


def silver(path: Path, mentions: Path) -> Iterator[Text]:
    """Messages with the names that Onym found with the help of a class list."""
    found = {}
    for line in mentions.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        names = [s for s in row["spans"] if s["label"] == "NAME" and s.get("replacement")]
        found[row["id"]] = tuple((s["start"], s["end"], "PER") for s in names)
    for key, text in messages(path):
        yield Text(text, found.get(key, ()))


def without_names(texts: Iterable[Text]) -> list[str]:
    """The texts in which nothing is marked and nothing looks like a name."""
    odd = re.compile(r"@|http|(?<![.!?:] )(?<!^)\b[A-Z][a-z]+|\n")
    return [t.text for t in texts if not t.spans and not odd.search(t.text) and len(t.text) > 20]
