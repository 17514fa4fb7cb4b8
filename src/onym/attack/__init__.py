"""The reader with a class list: guess who is who from what is left, and see how often it is right.

found = attack(replaced, corpus)
found.stranger        what the class list alone gives away: should be no more than chance
found.insider         what somebody who was there could do: the conversation itself
"""

from __future__ import annotations

import re
from collections.abc import Mapping as Lookup
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from onym.attack.assign import Scores, Success, measure, measure_assigned
from onym.attack.clues import FROM_THE_COURSE, FROM_THE_LIST, Clue, Scene
from onym.model import Corpus, Replaced

__all__ = ["Attack", "Guess", "Success", "attack", "set_scene"]


MOST = 250
"""People who are guessed; of more than so many, a sample."""


class Guess(NamedTuple):
    """One way to guess, and how far it led."""

    clue: str
    success: Success


class Attack(NamedTuple):
    """How many people a reader would recognise."""

    stranger: tuple[Guess, ...]
    """With the class list alone, clue by clue."""
    stranger_together: Success
    insider: tuple[Guess, ...]
    """With knowledge of the course, clue by clue."""
    insider_together: Success

    @property
    def leaking(self) -> tuple[Guess, ...]:
        """The clues by which pseudonyms themselves tell who is who."""
        return tuple(guess for guess in self.stranger if guess.success.beats_chance)


def attack(replaced: Replaced, corpus: Corpus, languages: Sequence[str] = ("en",)) -> Attack | None:
    """Guess who is who by every clue; nothing where fewer than two people wrote."""
    scene = set_scene(replaced, corpus, languages)
    if len(scene.pseudonyms) < 2:
        return None
    stranger, listed = _try(scene, FROM_THE_LIST)
    insider, known = _try(scene, FROM_THE_COURSE)
    truth = np.asarray(scene.truth, dtype=np.int64)
    return Attack(
        stranger,
        measure_assigned(_together(listed), truth),
        insider,
        measure_assigned(_together([*listed, *known]), truth),
    )


def _try(scene: Scene, clues: Lookup[str, Clue]) -> tuple[tuple[Guess, ...], list[Scores]]:
    truth = np.asarray(scene.truth, dtype=np.int64)
    tables = [clue(scene) for clue in clues.values()]
    guesses = (
        Guess(name, measure(table, truth)) for name, table in zip(clues, tables, strict=True)
    )
    return tuple(guesses), tables


def _together(tables: Sequence[Scores]) -> Scores:
    """All clues at once, those that set few people apart weighing little."""
    whole = np.zeros_like(tables[0])
    for table in tables:
        spread = table.std()
        if spread:
            whole += (table - table.mean()) / spread
    return whole


def set_scene(replaced: Replaced, corpus: Corpus, languages: Sequence[str] = ("en",)) -> Scene:
    """Lay out what the reader has; who wrote and stands in no list is added to it."""
    writers = set(corpus.messages["author"].drop_nulls())
    people = [*corpus.participants, *sorted(writers - set(corpus.participants))]
    known = {who: replaced.pseudonyms.get(who) for who in people}
    shown = set(replaced.messages["author"].drop_nulls())
    mine: dict[str, int] = {}
    for place, who in enumerate(people):
        pseudonym = known[who]
        if who in writers and pseudonym in shown and pseudonym is not None:
            mine.setdefault(pseudonym, place)
    pseudonyms = _sample(sorted(mine, key=_natural))
    names = [_name(corpus, who) for who in people]
    truth = [mine[pseudonym] for pseudonym in pseudonyms]
    return Scene(people, names, pseudonyms, truth, corpus.messages, replaced.messages, languages)


def _sample(pseudonyms: list[str]) -> list[str]:
    """As many as can be guessed in a few seconds; they are guessed from the whole list."""
    if len(pseudonyms) <= MOST:
        return pseudonyms
    drawn = np.random.default_rng(0).choice(len(pseudonyms), MOST, replace=False)
    return [pseudonyms[place] for place in sorted(drawn.tolist())]


def _name(corpus: Corpus, who: str) -> str:
    person = corpus.participants.get(who)
    name = person.names[0] if person is not None and person.names else who
    family, comma, given = name.partition(",")
    return f"{given.strip()} {family.strip()}" if comma else name


def _natural(value: str) -> list[tuple[int, int, str]]:
    parts = re.split(r"(\d+)", value)
    return [(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts if part]
