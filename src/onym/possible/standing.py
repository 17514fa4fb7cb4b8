"""How each word of a batch stands: what is before and behind it, its line, its sentence.

All of it is arithmetic on the numbers of `tokens`. A line break ends a sentence: people who do
not punctuate use line breaks (seed 003, 5.2: the "my" that was redacted 293 times).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from onym.possible import tokens as t
from onym.possible.tokens import Lexicon, Numbers, Small

Flags = NDArray[np.bool_]

MARKS = (
    "occurrences", "capital", "starts", "inside", "inside_capital", "inside_small", "upper",
    "inner", "genitive", "greeted", "thanked", "closed", "alone", "short_line", "full_line",
    "line_start", "line_end", "first_line", "last_line", "titled", "initial_before",
    "initial_after", "capital_before", "capital_after", "given_before", "family_after",
    "speaks_after", "comma_after", "stop_after", "year_after", "call_after", "code_beside",
    "code_line", "at_before", "number_beside", "small_before", "small_after", "named_before",
    "related_before", "term_after", "body_after", "place_beside", "joined", "comma_initial",
    "and_capital", "et_after", "article_before", "place_before", "body_before", "dash_beside",
    "colon_after", "mail_line", "number_line", "speech_line", "body_line", "blank_before",
    "blank_after", "quoted",
)  # fmt: skip
"""What may be true of an occurrence."""


class Standing:
    """The words, numbers and addresses of a batch, and what stands around the chosen ones."""

    def __init__(self, ids: Small, lexicon: Lexicon) -> None:
        kinds, words, shapes = lexicon.tables()
        self._kind, self._word, self._shape = kinds[ids], words[ids], shapes[ids]
        self._flags = np.array(lexicon.flags, dtype=np.int32)
        at = np.flatnonzero(self._word)
        bounds = self._kind == t.MESSAGE
        message = np.cumsum(bounds)[at] - 1
        sizes = np.bincount(message, minlength=1)
        first = np.cumsum(sizes) - sizes
        self._ends = bounds | (self._kind == t.BREAK)
        self._all, self._first, self._last = at, first, first + sizes - 1
        chosen = np.flatnonzero(np.array(lexicon.possible, dtype=bool)[self._word[at]])
        self._chosen = chosen
        self.at, self.message = at[chosen], message[chosen]
        self.word = self._word[self.at].astype(np.int64)
        self.place = chosen - first[self.message]
        self.length = sizes[self.message]
        self.before = np.where(self.place > 0, self._word[at[chosen - 1]], 0)
        """The word before it in the message; 0 for none."""

    def marks(self) -> dict[str, Flags]:
        """Every mark of every chosen word."""
        capital, starts = self._written(self.at, t.CAPITAL), self._starts()
        found = {
            "occurrences": np.ones(len(self.at), dtype=bool),
            "capital": capital,
            "starts": starts,
            "inside": ~starts,
            "inside_capital": ~starts & capital,
            "inside_small": ~starts & ~capital,
            "upper": self._written(self.at, t.UPPER),
            "inner": self._written(self.at, t.INNER),
            "genitive": self._written(self.at, t.GENITIVE),
            "joined": self._written(self.at, t.JOINED),
        }
        return found | self._lines() | self._neighbours() | self._signs()

    def _starts(self) -> Flags:
        """Whether a sentence begins here; quotation marks and brackets may stand between."""
        one, two, three = (self.at - step for step in (1, 2, 3))
        opens = t.QUOTE, t.DASH, t.OPEN
        inner = self._edge(two) | (self._is(two, *opens) & self._edge(three))
        return np.asarray(self._edge(one) | (self._is(one, *opens) & inner))

    def _edge(self, where: Numbers) -> Flags:
        """Whether a sentence ends here; the dot of an initial or a title ends none."""
        short = self._initial(where - 1) | self._has(where - 1, t.TITLES)
        return np.asarray(self._ends[where] | (self._is(where, t.STOP) & ~short))

    def _lines(self) -> dict[str, Flags]:
        every = np.cumsum(self._ends)
        lines = every[self._all]
        line = lines[self._chosen]
        size = np.bincount(lines, minlength=1)[line]
        large = np.bincount(lines, self._written(self._all, t.CAPITAL), minlength=1)[line]
        code = np.bincount(every, self._kind == t.CODE, minlength=1)[line]
        breaks = np.flatnonzero(self._ends)
        shapes = self._shape[np.append(breaks, breaks[-1])]
        weak = self._is(self.at + 1, t.COMMA, t.STOP, t.QUOTE, t.DASH)

        def holds(which: Flags) -> Flags:
            return np.asarray(np.bincount(every, which, minlength=1)[line] > 0)

        numbered = holds(self._kind == t.NUMBER)
        mailed = holds(self._kind == t.ADDRESS)
        did = self._flags[self._word]
        return {
            "alone": size == 1,
            "short_line": size <= 3,
            "full_line": (size == large) & (size > 1) & (size <= 4),
            "line_start": self._ends[self.at - 1],
            "line_end": self._ends[self.at + 1] | (weak & self._ends[self.at + 2]),
            "first_line": line == lines[self._first[self.message]],
            "last_line": line == lines[self._last[self.message]],
            "code_line": code >= 2,
            "mail_line": mailed,
            "number_line": numbered,
            "speech_line": holds((did & t.SPEAKS) != 0) & (numbered | mailed),
            "body_line": holds((did & t.BODY) != 0),
            "blank_before": (shapes[line - 1] & t.BLANK) != 0,
            "blank_after": (shapes[line] & t.BLANK) != 0,
            "quoted": (shapes[line - 1] & t.QUOTED) != 0,
        }

    def _neighbours(self) -> dict[str, Flags]:
        before, behind = self.at - 1, self.at + 1
        large_before = self._written(before, t.CAPITAL)
        large_behind = self._written(behind, t.CAPITAL)
        dotted = self._is(before, t.STOP)
        previous = self._all[self._chosen - 1]
        apart = self.at - previous
        closes = self._has(previous, t.CLOSES) & (self.place > 0)
        return {
            "greeted": self._has(before, t.GREETS),
            "thanked": self._has(before, t.CLOSES),
            "closed": closes & (apart > 1) & (apart < 5),
            "titled": self._has(before, t.TITLES) | (dotted & self._has(before - 1, t.TITLES)),
            "initial_before": self._initial(before) | (dotted & self._initial(before - 1)),
            "initial_after": self._initial(behind),
            "capital_before": large_before,
            "capital_after": large_behind,
            "given_before": self._has(before, t.GIVEN) & large_before,
            "family_after": self._has(behind, t.FAMILY) & large_behind,
            "speaks_after": self._has(behind, t.SPEAKS),
            "small_before": self._has(before, t.SMALL),
            "small_after": self._has(behind, t.SMALL),
            "named_before": self._has(before, t.NAMES),
            "related_before": self._has(before, t.RELATES),
            "term_after": self._has(behind, t.TERM),
            "body_after": self._has(behind, t.BODY),
            "body_before": self._has(before, t.BODY) | self._has(before - 1, t.BODY),
            "article_before": self._has(before, t.ARTICLE),
            "place_before": self._has(before, t.WHERE),
            "et_after": self._has(behind, t.ALSO),
            "and_capital": (self._joins(before) & self._written(before - 1, t.CAPITAL))
            | (self._joins(behind) & self._written(behind + 1, t.CAPITAL)),
            "place_beside": (self._is(before, t.COMMA) & self._place(before - 1))
            | (self._is(behind, t.COMMA) & self._place(behind + 1)),
        }

    def _signs(self) -> dict[str, Flags]:
        before, behind = self.at - 1, self.at + 1
        opened = self._is(behind, t.OPEN)
        dated = opened & self._is(behind + 1, t.NUMBER)
        return {
            "comma_after": self._is(behind, t.COMMA),
            "comma_initial": self._is(behind, t.COMMA) & self._initial(behind + 1),
            "colon_after": self._is(behind, t.COLON),
            "dash_beside": self._is(before, t.DASH) | self._is(behind, t.DASH),
            "stop_after": self._is(behind, t.STOP),
            "year_after": dated,
            "call_after": opened & ~dated,
            "code_beside": self._is(before, t.CODE) | self._is(behind, t.CODE),
            "at_before": self._is(before, t.AT),
            "number_beside": self._is(before, t.NUMBER) | self._is(behind, t.NUMBER),
        }

    def _is(self, where: Numbers, *kinds: int) -> Flags:
        kind = self._kind[where]
        return np.asarray(np.logical_or.reduce([kind == each for each in kinds]))

    def _has(self, where: Numbers, bit: int) -> Flags:
        return np.asarray((self._flags[self._word[where]] & bit) != 0)

    def _written(self, where: Numbers, bit: int) -> Flags:
        return np.asarray((self._shape[where] & bit) != 0)

    def _initial(self, where: Numbers) -> Flags:
        both = t.SINGLE | t.CAPITAL
        return np.asarray((self._shape[where] & both) == both)

    def _joins(self, where: Numbers) -> Flags:
        return np.asarray(self._has(where, t.JOINS))

    def _place(self, where: Numbers) -> Flags:
        return self._has(where, t.PLACE) & self._written(where, t.CAPITAL)
