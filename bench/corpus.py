"""A corpus of any size, made of invented courses.

    python bench/corpus.py --messages 1000000 --out forum.jsonl

Beside the messages, in JSONL or CSV as the name ends, a class list is written: forum.class.csv.
Inventing a course takes half a second, so only so many are invented; those after them repeat their
words with ids of their own, and with new names for a third of their people: the more courses, the
more names. Courses are written one after another and never held all together.
"""

from __future__ import annotations

import argparse
import csv
import json
import random
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from onym.demo import Course, generate
from onym.demo.cast import STUDENTS
from onym.demo.course import FORUM
from onym.demo.threads import MESSAGES

INVENTED = 24
"""Courses that are invented; later ones repeat them."""
RENAMED = 3
"""One of so many people in a repeated course has a new name."""
SESSIONS, PEOPLE = len(STUDENTS), 84
VOWELS, CONSONANTS = "aeiou", "bcdfghjklmnpqrstvwxyz"

Row = tuple[str, ...]
Rename = Callable[[str, str], str]
"""From a person and a name of that person to what it is in this course."""


def write(messages: int, out: Path) -> int:
    """Write so many messages and their class list; gives the bytes of their texts."""
    size = 0
    with out.open("w", encoding="utf-8", newline="") as file:
        put = csv.writer(file).writerow
        if out.suffix == ".csv":
            put(FORUM)
        for row in rows(messages):
            size += len(row[-1].encode())
            if out.suffix == ".csv":
                put(row)
            else:
                record = dict(zip(FORUM, row, strict=True))
                file.write(json.dumps(record, ensure_ascii=False) + "\n")
    with class_list(out).open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([("userid", "fullname"), *members(messages)])
    return size


def class_list(out: Path) -> Path:
    """Where the class list of a corpus lies."""
    return out.with_suffix(".class.csv")


def rows(messages: int) -> Iterator[Row]:
    """So many messages, course after course."""
    for number in range(-(-messages // MESSAGES)):
        course, rename = _course(number % INVENTED), _renaming(number)
        for row in course.messages.head(messages - number * MESSAGES).iter_rows():
            session, thread, id, parent, author, time, text = row
            yield (
                str(number * SESSIONS + int(session)),
                f"{number}-{thread}",
                _count_on(id, number),
                parent if parent == "0" else _count_on(parent, number),
                _member(author, number),
                time,
                text if rename is None else _rewrite(text, course.spans[id], rename),
            )


def members(messages: int) -> Iterator[Row]:
    """Ids and registered names of everybody in the courses of so many messages."""
    for number in range(-(-messages // MESSAGES)):
        rename = _renaming(number)
        for who, name in _course(number % INVENTED).roster.iter_rows():
            yield _member(who, number), name if rename is None else rename(who, name)


@cache
def _course(seed: int) -> Course:
    return generate(seed)


def _count_on(id: str, number: int) -> str:
    return str(number * MESSAGES + int(id))


def _member(who: str, number: int) -> str:
    return f"U{number * PEOPLE + int(who[1:])}"


def _renaming(number: int) -> Rename | None:
    """New names for some people: other letters for theirs, so that slips stay slips."""
    if number < INVENTED:
        return None
    dice = random.Random(number)
    chosen = {f"U{who:02d}" for who in range(1, PEOPLE + 1) if not dice.randrange(RENAMED)}
    letters = "".join("".join(dice.sample(kind, len(kind))) for kind in (VOWELS, CONSONANTS))
    known = VOWELS + CONSONANTS
    table = str.maketrans(known + known.upper(), letters + letters.upper())
    return lambda who, name: name.translate(table) if who in chosen else name


def _rewrite(text: str, spans: list[tuple[int, int, str, str]], rename: Rename) -> str:
    parts: list[str] = []
    at = 0
    for start, end, _, who in spans:
        parts += (text[at:start], rename(who, text[start:end]))
        at = end
    return "".join([*parts, text[at:]])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--out", type=Path, required=True, help="a .jsonl or .csv file")
    given = parser.parse_args()
    size = write(given.messages, given.out)
    print(f"{given.messages:,} messages, {size / 1e6:,.1f} MB of text: {given.out}")
