"""What a reader can go by: each clue scores every pseudonym against every person.

The first clues need the class list alone; they may not tell anything, or the pseudonyms leak. The
others need somebody who was there: how much each wrote, when, and who answered whom. Those are
kept on purpose, since they are the conversation.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl
from numpy.typing import NDArray

from onym.attack.assign import Scores
from onym.check.finders import Structure
from onym.check.pages import Lexicon, Page
from onym.language import given_names
from onym.language.folding import fold
from onym.names.matcher import batches

LETTERS = 4
"""Words of a name whose first letters are compared."""
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
    shown = [re.findall(r"[^\W\d_]+", fold(pseudonym)) for pseudonym in scene.pseudonyms]
    rows, columns = (_letters(words) for words in (shown, scene.words))
    same: Scores = np.zeros((len(rows), len(columns)))
    for place in range(LETTERS):
        one, two = rows[:, None, place], columns[None, :, place]
        same += (one == two) & (one != "")
    return same


def _letters(words: Sequence[Sequence[str]]) -> NDArray[np.str_]:
    """The first letters of the first few words of each name, empty where there are fewer."""
    rows = [[word[:1] for word in each[:LETTERS]] for each in words]
    return np.array([row + [""] * (LETTERS - len(row)) for row in rows], dtype="U1")


def lengths(scene: Scene) -> Scores:
    """A long pseudonym stands for a long name."""
    rows = np.array([len(pseudonym) for pseudonym in scene.pseudonyms], float)
    columns = np.array([len(name) for name in scene.names], float)
    if rows.std() == 0:
        return np.zeros((len(rows), len(columns)))
    return _near(_standard(rows), _standard(columns))


def genders(scene: Scene) -> Scores:
    """A woman's pseudonym stands for a woman."""
    return _same(map(_gender, scene.pseudonyms), map(_gender, scene.names))


def _same(rows: Iterable[str], columns: Iterable[str]) -> Scores:
    """Those who have the same are likely one; what is empty tells nothing."""
    one, two = np.array(list(rows))[:, None], np.array(list(columns))[None, :]
    table: Scores = ((one == two) & (one != "")).astype(float)
    return table


def _gender(name: str) -> str:
    info = given_names().get((re.findall(r"[^\W\d_]+", name) or [""])[0])
    return info.gender if info is not None and info.gender in ("m", "f") else ""


def same_id(scene: Scene) -> Scores:
    """The pseudonym is the id of the class list."""
    return _same(scene.pseudonyms, scene.people)


def left_names(scene: Scene) -> Scores:
    """A real name was left where somebody signs, or is greeted in an answer to them."""
    places = Structure(scene.languages)
    owners: dict[str, list[int]] = {}
    for column, words in enumerate(scene.words):
        for word in words:
            owners.setdefault(word, []).append(column)
    row_of = {pseudonym: row for row, pseudonym in enumerate(scene.pseudonyms)}
    table = np.zeros((len(scene.pseudonyms), len(scene.people)))
    rows = scene.after.select("author", "parent_author", pl.col("text").fill_null("")).rows()
    lexicon = Lexicon(places.traits)
    for first, last in batches([text for _, _, text in rows]):
        page = Page([text for _, _, text in rows[first:last]], lexicon)
        for sight in places.find(page):
            place, start = page.place(sight.start)
            author, parent, text = rows[first + place]
            who = author if start > len(text) / 2 else parent
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
    told = (rows.get(one, "") for one in scene.pseudonyms)
    return _same(told, (columns.get(two, "") for two in scene.people))


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
    ties = messages.select("author", "parent_author").drop_nulls()
    people = pl.concat([pl.Series(who), ties["author"], ties["parent_author"]]).unique(
        maintain_order=True
    )
    counted = ties.group_by("author", "parent_author").len(name="times")
    place = pl.DataFrame({"name": people, "place": range(len(people))})
    ends = [
        counted.join(place, left_on=side, right_on="name", how="left", maintain_order="left")[
            "place"
        ]
        for side in ("author", "parent_author")
    ]
    writer, answered = (end.to_numpy() for end in ends)
    near, size = np.log1p(counted["times"].to_numpy()), len(people)
    busy = np.bincount(writer, near, size) + np.bincount(answered, near, size)
    shapes = np.concatenate(
        [
            _strongest(writer, near, size),
            _strongest(answered, near, size),
            np.bincount(writer, near * busy[answered], size)[:, None] / 100,
            np.bincount(answered, near * busy[writer], size)[:, None] / 100,
        ],
        axis=1,
    )
    return shapes[: len(who)]


def _strongest(ends: NDArray[np.int64], near: Scores, size: int) -> Scores:
    """The strongest ties at one end of each person, the strongest first."""
    order = np.lexsort((-near, ends))
    ends, near = ends[order], near[order]
    rank = np.arange(len(ends)) - np.searchsorted(ends, ends)
    table = np.zeros((size, STRONGEST))
    few = rank < STRONGEST
    table[ends[few], rank[few]] = near[few]
    return table


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
