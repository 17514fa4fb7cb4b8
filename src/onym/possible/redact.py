"""Removing names, whatever their case, and what patterns find, with named placeholders.

Bosch et al. (2.6): name_placeholder, email_placeholder, url_placeholder, phone_placeholder and
number_placeholder stand in the text, so that a model or a count can still see that something was
there. Nothing is kept that would lead back.
"""

from __future__ import annotations

import html
import re
import secrets
import unicodedata
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterator
from typing import NamedTuple

import polars as pl

from onym.details.lexicon import load
from onym.details.patterns import Patterns
from onym.language import CODES
from onym.model import TEXT_COLUMNS, Corpus, Mention, Replaced
from onym.names.styles import give
from onym.possible.tokens import NOISE, TAG, TOKEN
from onym.possible.words import ENDING, key_of
from onym.text.text import protected

PLACEHOLDERS = {"EMAIL": "email", "URL": "url", "PHONE": "phone", "HANDLE": "name"}
"""What a pattern's category is called in a placeholder; all others are numbers."""
NUMBER = re.compile(
    r"[^\W\d_]{0,3}\d{4,}[^\W_]*|(?<![^\W_])\d+(?:[.,:/’'\u00a0 -]\d+)*(?![^\W_])(?:\s?%)?"
)
"""A number with its inner marks; with letters at it only when it is long, as a student's is."""
LETTER = re.compile(r"&(#?\w+);")


class Span(NamedTuple):
    """What goes, and what it was."""

    start: int
    end: int
    kind: str


class Redactor:
    """Takes out names and patterns; what it has learnt of a token it keeps."""

    def __init__(self, names: Collection[str], languages: tuple[str, ...] = ("en",)) -> None:
        self.names = frozenset(name.lower() for name in names)
        codes = tuple(code for code in languages if code in CODES) or ("en",)
        self._patterns = Patterns(load(codes))
        self._memo: dict[str, tuple[int, int] | None] = {}

    def redact(self, text: str) -> tuple[str, list[Span]]:
        """The text without them, and what was taken out, by its places in `prepare(text)`."""
        text = prepare(text)
        spans = self.find(text)
        parts: list[str] = []
        at = 0
        for span in spans:
            parts += (text[at : span.start], f"{span.kind}_placeholder")
            at = span.end
        return "".join((*parts, text[at:])), spans

    def find(self, text: str) -> list[Span]:
        """What has to go, in order and apart; patterns before names, names before numbers."""
        kept = _markup(text)
        found = [
            Span(each.start, each.end, PLACEHOLDERS.get(each.category, "number"))
            for each in self._patterns.find(text)
        ]
        found = [span for span in found if span.kind in ("email", "url") or _is_free(span, kept)]
        found = _add(found, (span for span in self._names(text) if _is_free(span, kept)))
        numbers = (Span(*match.span(), "number") for match in NUMBER.finditer(text))
        return _add(found, (span for span in numbers if _is_free(span, kept)))

    def _names(self, text: str) -> Iterator[Span]:
        for match in TOKEN.finditer(text):
            token = match[0]
            if token not in self._memo:
                self._memo[token] = self._part(token)
            if part := self._memo[token]:
                yield Span(match.start() + part[0], match.start() + part[1], "name")

    def _part(self, token: str) -> tuple[int, int] | None:
        """Where in a token the name stands: not the 's of Mary's, not the 2 of Mary2."""
        core = token.strip(NOISE)
        if not core or key_of(core) not in self.names:
            return None
        start = token.index(core)
        whole = key_of(core) == core.lower().replace("’", "'")
        return start, start + len(core if whole else ENDING.sub("", core))


def prepare(text: str) -> str:
    """Write letters that are spelt as entities or with separate accents as themselves."""
    if "&" in text:
        text = LETTER.sub(_letter, text)
    return text if unicodedata.is_normalized("NFC", text) else unicodedata.normalize("NFC", text)


def _letter(match: re.Match[str]) -> str:
    found = html.unescape(match[0])
    return found if found.isalpha() else match[0]


def _markup(text: str) -> list[tuple[int, int]]:
    """Tags but for what people read in them, and entities; code is text here."""
    if "<" not in text and "&" not in text:
        return []
    tags = [match.span() for match in TAG.finditer(text)]
    kept = [
        (max(start, left), min(end, right))
        for start, end in protected(text, "html")
        for left, right in tags
        if start < right and left < end
    ]
    return sorted([*kept, *(match.span() for match in LETTER.finditer(text))])


def _is_free(span: Span, kept: list[tuple[int, int]]) -> bool:
    at = bisect_right(kept, (span.end,))
    return not any(
        start < span.end and span.start < end for start, end in kept[max(0, at - 2) : at]
    )


def _add(found: list[Span], more: Iterator[Span]) -> list[Span]:
    """Spans with others that overlap none of them."""
    starts = sorted(found)
    added = []
    for span in more:
        at = bisect_right(starts, span)
        before = at > 0 and starts[at - 1].end > span.start
        if not before and (at == len(starts) or starts[at].start >= span.end):
            added.append(span)
    return sorted([*starts, *added])


def redact_corpus(
    corpus: Corpus, names: Collection[str], languages: tuple[str, ...]
) -> tuple[Replaced, Counter[str]]:
    """A corpus without names and numbers, its authors under codes, and how much was taken out."""
    redactor = Redactor(names, languages)
    taken: Counter[str] = Counter()

    def rewrite(frame: pl.DataFrame) -> tuple[pl.DataFrame, list[Mention]]:
        columns, mentions = [], []
        for column in (name for name in TEXT_COLUMNS if name in frame.columns):
            texts = []
            for id, text in zip(frame["id"], frame[column], strict=True):
                new, spans = redactor.redact(text) if text else (text, [])
                taken.update(span.kind for span in spans)
                texts.append(new)
                if column == "text":
                    mentions += [_mention(id, span) for span in spans]
            columns.append(pl.Series(column, texts, dtype=pl.String))
        return frame.with_columns(columns), mentions

    messages, mentions = rewrite(corpus.messages)
    people = {
        who for column in ("author", "parent_author") for who in messages[column].drop_nulls()
    }
    given = give("code", people | set(corpus.participants), secrets.randbits(60), {}, names)
    coded = [messages[column].replace(given) for column in ("author", "parent_author")]
    asides = None if corpus.asides is None else rewrite(corpus.asides)[0]
    return Replaced(messages.with_columns(coded), tuple(mentions), given, asides=asides), taken


def _mention(id: str, span: Span) -> Mention:
    category = {name: kind for kind, name in PLACEHOLDERS.items()} | {
        "name": "NAME",
        "number": "ID",
    }
    written = f"{span.kind}_placeholder"
    return Mention(id, span.start, span.end, category[span.kind], None, written, by="redact")
