"""What a reader can go by: each clue scores every pseudonym against every person.

The first clues need the class list alone; they may not tell anything, or the pseudonyms leak. The
others need somebody who was there: how much each wrote, when, and who answered whom. Those are
kept on purpose, since they are the conversation.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl

from onym.attack.assign import Scores
from onym.check.finders import Structure
from onym.language import given_names
from onym.language.folding import fold

STRONGEST = 8
"""Ties of each person that are compared, the strongest of each direction."""


@dataclass(frozen=True)
class Scene:
    """What the reader has: the class list and what was shared; and what really happened."""

    people: Sequence[str]
    """Ids in the order of the class list."""
    names: Sequence[str]
    """One name each, "Given Family"."""
    pseudonyms: Sequence[str]
    """Those who wrote, in natural order."""
    truth: Sequence[int]
    """For every pseudonym the place of its person in the class list."""
    before: pl.DataFrame
    after: pl.DataFrame
    languages: Sequence[str] = ("en",)

    @cached_property
    def words(self) -> list[list[str]]:
        """The words of every name, folded."""
        return [[fold(word) for word in re.findall(r"[^\W\d_]+", name)] for name in self.names]


def _order(scene: Scene, keys: Sequence[Sequence[str]]) -> Scores:
    """Pseudonyms in their order against people in the order of some keys."""
    return _closeness(range(len(scene.pseudonyms)), _ranks(keys), len(scene.people))


def _closeness(rows: Sequence[int], columns: Sequence[int], most: int) -> Scores:
    share = np.asarray(rows, float) * (most - 1) / max(len(rows) - 1, 1)
    return _near(share, np.asarray(columns, float))


def _near(rows: Scores, columns: Scores) -> Scores:
    """The closer two values, the likelier they belong together."""
    table: Scores = -np.abs(rows[:, None] - columns[None, :])
    return table


def _ranks(keys: Sequence[Sequence[str]]) -> list[int]:
    order = sorted(range(len(keys)), key=lambda place: (keys[place], place))
    ranks = [0] * len(keys)
    for rank, place in enumerate(order):
        ranks[place] = rank
    return ranks


def list_order(scene: Scene) -> Scores:
    """P01 is the first of the class list."""
    return _closeness(range(len(scene.pseudonyms)), range(len(scene.people)), len(scene.people))


def family_names(scene: Scene) -> Scores:
    """P01 is the first by family name."""
    return _order(scene, [words[::-1] for words in scene.words])


def given_name_order(scene: Scene) -> Scores:
    """P01 is the first by given name."""
    return _order(scene, scene.words)


def initials(scene: Scene) -> Scores:
    """The pseudonym's letters are the initials of the name."""
    table = np.zeros((len(scene.pseudonyms), len(scene.people)))
    for row, pseudonym in enumerate(scene.pseudonyms):
        letters = [fold(word)[:1] for word in re.findall(r"[^\W\d_]+", pseudonym)]
        for column, words in enumerate(scene.words):
            own = [word[:1] for word in words]
            table[row, column] = sum(one == two for one, two in zip(letters, own, strict=False))
    return table


def lengths(scene: Scene) -> Scores:
    """A long pseudonym stands for a long name."""
    rows = np.array([len(pseudonym) for pseudonym in scene.pseudonyms], float)
    columns = np.array([len(name) for name in scene.names], float)
    if rows.std() == 0:
        return np.zeros((len(rows), len(columns)))
    return _near(_standard(rows), _standard(columns))


def genders(scene: Scene) -> Scores:
    """A woman's pseudonym stands for a woman."""
    rows = [_gender(pseudonym) for pseudonym in scene.pseudonyms]
    columns = [_gender(name) for name in scene.names]
    return np.array([[float(one == two and one is not None) for two in columns] for one in rows])


def _gender(name: str) -> str | None:
    info = given_names().get((re.findall(r"[^\W\d_]+", name) or [""])[0])
    return info.gender if info is not None and info.gender in ("m", "f") else None


def same_id(scene: Scene) -> Scores:
    """The pseudonym is the id of the class list."""
    return np.array([[float(one == two) for two in scene.people] for one in scene.pseudonyms])


def left_names(scene: Scene) -> Scores:
    """A real name was left where somebody signs, or is greeted in an answer to them."""
    places = Structure(scene.languages)
    owners: dict[str, list[int]] = {}
    for column, words in enumerate(scene.words):
        for word in words:
            owners.setdefault(word, []).append(column)
    row_of = {pseudonym: row for row, pseudonym in enumerate(scene.pseudonyms)}
    table = np.zeros((len(scene.pseudonyms), len(scene.people)))
    for author, parent, text in scene.after.select("author", "parent_author", "text").iter_rows():
        for sight in places.find(text or ""):
            who = author if sight.start > len(text) / 2 else parent
            for column in owners.get(fold(sight.word), ()) if who in row_of else ():
                table[row_of[who], column] += 1
    return table


def _standard(values: Scores) -> Scores:
    spread = values.std()
    return (values - values.mean()) / spread if spread else values * 0


def counts(scene: Scene) -> Scores:
    """Somebody knows how many messages each person wrote."""
    own, other = Counter(scene.before["author"].to_list()), Counter(scene.after["author"].to_list())
    rows = [float(np.log1p(other[who])) for who in scene.pseudonyms]
    columns = [float(np.log1p(own[who])) for who in scene.people]
    return _near(np.array(rows), np.array(columns))


def times(scene: Scene) -> Scores:
    """Somebody knows when each person first wrote."""
    rows, columns = (_first_times(frame) for frame in (scene.after, scene.before))
    told = [rows.get(one, "?") for one in scene.pseudonyms]
    known = [columns.get(two, "") for two in scene.people]
    return np.array([[float(one == two) for two in known] for one in told])


def _first_times(messages: pl.DataFrame) -> dict[str, str]:
    known = messages.select("author", "time").drop_nulls()
    return dict(known.group_by("author").agg(pl.col("time").min()).iter_rows())


def graph(scene: Scene) -> Scores:
    """Somebody knows who answered whom how often."""
    rows, columns = _shapes(scene.after, scene.pseudonyms), _shapes(scene.before, scene.people)
    table: Scores = -np.abs(rows[:, None, :] - columns[None, :, :]).sum(axis=2)
    return table


def _shapes(messages: pl.DataFrame, who: Sequence[str]) -> Scores:
    """What each person's place in the graph looks like without any label."""
    place = {name: number for number, name in enumerate(who)}
    ties = np.zeros((len(who), len(who)))
    for writer, answered in messages.select("author", "parent_author").drop_nulls().iter_rows():
        if writer in place and answered in place:
            ties[place[writer], place[answered]] += 1
    near = np.log1p(ties)
    strongest = [np.sort(side, axis=1)[:, ::-1][:, :STRONGEST] for side in (near, near.T)]
    busy = near.sum(axis=1) + near.sum(axis=0)
    around = np.stack([near @ busy, near.T @ busy], axis=1) / 100
    wide = [np.pad(side, ((0, 0), (0, STRONGEST - side.shape[1]))) for side in strongest]
    return np.concatenate([*wide, around], axis=1)


Clue = Callable[[Scene], Scores]

FROM_THE_LIST: dict[str, Clue] = {
    "the order of the pseudonyms, as in the class list": list_order,
    "the order of the pseudonyms, by family name": family_names,
    "the order of the pseudonyms, by given name": given_name_order,
    "the pseudonym is an id of the class list": same_id,
    "letters of the pseudonym, as initials": initials,
    "the length of the pseudonym": lengths,
    "the gender of the pseudonym": genders,
    "real names left where people sign or are greeted": left_names,
}
"""What a stranger with the class list can try; none may beat chance."""

FROM_THE_COURSE: dict[str, Clue] = {
    "how many messages each wrote": counts,
    "when each first wrote": times,
    "who answers whom": graph,
}
"""What somebody who was there can try; the conversation itself gives this away."""
