"""The people of the demo course.

Who they are follows Farrow et al.: 84 participants in 6 sessions, instructors among them, names
shared by two people (section 5.5), double and hyphenated given names, people who go by a middle
name or by a name that no class list knows. Three names are shared within a session, one of them in
two sessions, which makes the paper's 4 cases; its 163 connections to 148 names leave 12 more,
which are shared across sessions.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from onym.demo.dice import Dice
from onym.demo.names import Pool

STUDENTS = (15, 23, 11, 8, 14, 13)
"""How many students each session has; each of them starts a thread (Table 1)."""

BUSY = (2, 3, 5, 6)
"""Sessions in which everybody writes a good deal."""


@dataclass(slots=True)
class Form:
    """A name that is used for somebody, and in what manner."""

    name: str
    category: str
    """full, subset, nickname or misspelt"""
    manner: str = "usual"
    """usual: signs with it and is addressed by it; else the one place where it is used."""
    uses: int = 1
    """How often, unless usual."""
    weight: float = 1.0


@dataclass(slots=True)
class Person:
    """Somebody who takes part in the course."""

    given: str
    last: str
    sessions: tuple[int, ...]
    role: str
    middle: str = ""
    forms: list[Form] = field(default_factory=list)
    id: str = ""

    @property
    def registered(self) -> str:
        """The full name as the class list has it."""
        return " ".join(filter(None, (self.given, self.middle, self.last)))

    @property
    def usual(self) -> list[Form]:
        """The names that this person goes by."""
        return [form for form in self.forms if form.manner == "usual"]

    def has(self, category: str) -> bool:
        """Say whether a name of this category is used for this person."""
        return any(form.category == category for form in self.forms)

    def add(
        self, name: str, category: str, manner: str = "usual", uses: int = 1, weight: float = 1.0
    ) -> None:
        """Let this person be called by one more name."""
        self.forms.append(Form(name, category, manner, uses, weight))


@dataclass
class Seats:
    """The places for students that are still free in each session."""

    dice: Dice
    free: list[int]

    def take(self, *sessions: int) -> int:
        """Take a place in one of these sessions, in any of them when none is named."""
        choice = [seat for seat in self.free if not sessions or seat in sessions]
        seat = self.dice.pick(choice or self.free)
        self.free.remove(seat)
        return seat

    def apart(self) -> tuple[int, int]:
        """Take two places in different sessions."""
        first = self.take()
        return first, self.take(*(seat for seat in self.free if seat != first))


def people(pool: Pool) -> list[Person]:
    """Invent the 84 people of a course, each with the name he or she goes by."""
    free = [session for session, size in enumerate(STUDENTS, 1) for _ in range(size)]
    seats = Seats(pool.dice, free)
    cast = _shared_within(pool, seats) + _shared_across(pool, seats) + _particular(pool, seats)
    while seats.free:
        cast.append(_plain(pool, (seats.take(),)))
    return cast


def _plain(pool: Pool, sessions: tuple[int, ...], role: str = "plain", given: str = "") -> Person:
    """Invent somebody who goes by the given name."""
    culture = "english" if given else pool.culture()
    given = given or pool.given(culture)
    person = Person(given, pool.surname(culture, plain=role != "plain"), sessions, role)
    person.add(given, "subset", weight=4)
    if role == "plain" and pool.dice.chance(0.2):
        person.middle = pool.choose("middles")
    return person


def _nicknamed(
    pool: Pool, session: int, given: str, nickname: str, *, only: bool = False
) -> Person:
    """Invent somebody who has a nickname beside the given name, or goes by it only."""
    person = _plain(pool, (session,), "nickname", given)
    if only:
        person.role, person.forms = "nickname only", []
    person.add(nickname, "nickname", weight=3)
    return person


def _shared_within(pool: Pool, seats: Seats) -> list[Person]:
    """Invent people who share a name with somebody of the same session (4 cases, section 5.5)."""
    teacher = _plain(pool, (1, 2, 3), "instructor", pool.given("english"))
    student = _plain(pool, (seats.take(1), seats.take(3)), "repeats", teacher.given)
    given = pool.given("english")
    seated = [_plain(pool, (seats.take(2),), "initial", given) for _ in range(2)]
    while seated[0].last[0] == seated[1].last[0]:
        seated[1].last = pool.surname("english", plain=True)
    for person in seated:
        # Two of a name in one session tell themselves apart by an initial (section 3).
        person.add(f"{given} {person.last[0]}", "nickname", weight=1.5)
    short, one, other = pool.group("shared_short")
    shorts = [_nicknamed(pool, seats.take(5), name, short) for name in (one, other)]
    others = [
        _plain(pool, (4, 5), "instructor"),
        _plain(pool, (seats.take(2), seats.take(5)), "repeats"),
    ]
    return [teacher, student, *seated, *shorts, *others]


def _shared_across(pool: Pool, seats: Seats) -> list[Person]:
    """Invent people who share a name with somebody of another session (12 names)."""
    cast = []
    for _ in range(3):
        given = pool.given("english")
        cast += [_plain(pool, (seat,), "namesake", given) for seat in seats.apart()]
    for only in (True, False, True, False):
        short, *givens = pool.group("shared_short")
        for given, seat in zip(givens, seats.apart(), strict=True):
            cast.append(_nicknamed(pool, seat, given, short, only=only))
    for _ in range(3):
        (short, given), (one, other) = pool.group("short_is_given"), seats.apart()
        cast.append(_plain(pool, (one,), "namesake", short))
        cast.append(_nicknamed(pool, other, given, short))
    for _ in range(2):
        (given, slip), (one, other) = pool.group("spellings"), seats.apart()
        cast.append(_plain(pool, (one,), "namesake", slip))
        cast.append(_plain(pool, (other,), "respelt", given))
        cast[-1].add(slip, "misspelt", "greeted")
    return cast


def _particular(pool: Pool, seats: Seats) -> list[Person]:
    """Invent the people whose names are particular in some way (section 3)."""
    cast = [_plain(pool, (seats.take(),), "word", pool.choose("words")) for _ in range(2)]
    cast.append(_double(pool, seats))
    cast += [
        _hyphened(pool, seats.take(), whole=whole) for whole in (True, True, False, False, False)
    ]
    cast += [_by_middle_name(pool, seats.take()) for _ in range(4)]
    gee = pool.given("english", "G")
    cast.append(_plain(pool, (seats.take(*BUSY),), "gee", gee))
    cast.append(_plain(pool, (seats.take(*BUSY),), "spaced", _spaceable(pool)))
    cast += [
        _plain(pool, (seats.take(*BUSY),), role, pool.given("english"))
        for role in ("dashed", "hello", "aside")
    ]
    cast += [_renamed(pool, seats.take()) for _ in range(5)]
    for only in (True, True, True, False, False, False, False):
        given = pool.given("english")
        cast.append(_nicknamed(pool, seats.take(), given, pool.short(given), only=only))
    for letter in pool.dice.sample(("J", "M", "T", "K", "L"), 2):
        given = pool.given("english", letter)
        cast.append(_nicknamed(pool, seats.take(*BUSY), given, letter))
        cast[-1].role = "letter"
    return cast


def _double(pool: Pool, seats: Seats) -> Person:
    """Invent a Mary Jane, who is also Mary, and MJ."""
    given = pool.choose("double")
    first, second = given.split()
    person = Person(given, pool.surname("english", plain=True), (seats.take(*BUSY),), "double")
    person.add(pool.take(first), "subset", weight=3)
    person.add(given, "subset", "signed", 3)
    person.add(pool.take(first[0] + second[0]), "nickname", weight=1.5)
    return person


def _hyphened(pool: Pool, session: int, *, whole: bool) -> Person:
    """Invent an Anne-Marie who is called Anne, and Anne-Marie as well if whole."""
    given = pool.choose("hyphen")
    while not pool.is_free(given.partition("-")[0]):
        given = pool.choose("hyphen")
    person = Person(given, pool.surname(pool.culture(), plain=True), (session,), "hyphen")
    person.add(pool.take(given.partition("-")[0]), "subset", weight=2)
    if whole:
        person.add(given, "subset", weight=3)
    return person


def _by_middle_name(pool: Pool, session: int) -> Person:
    """Invent somebody who goes by the middle name."""
    person = _plain(pool, (session,), "middle", pool.given("english"))
    person.middle = pool.choose("middles")
    person.forms = []
    person.add(person.middle, "subset", weight=4)
    return person


def _renamed(pool: Pool, session: int) -> Person:
    """Invent somebody who goes by a name that has nothing to do with the registered one."""
    culture = pool.dice.pick(("chinese", "chinese", "indian", "slavic", "persian", "african"))
    person = Person(pool.given(culture), pool.surname(culture, plain=True), (session,), "renamed")
    person.add(pool.choose("unrelated"), "nickname", weight=3)
    return person


def _spaceable(pool: Pool) -> str:
    """Take a given name of six different letters, to be written letter by letter."""
    names = [n for n in pool.cultures["english"][0] if len(set(n)) == len(n) == 6]
    return pool.take(pool.dice.pick([n for n in names if pool.is_free(n)]))
