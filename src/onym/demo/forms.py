"""The rarer names of the demo course's people, in the numbers of Farrow et al.

Table 4 says how many names of each category there are, section 5.4 how many of them the paper's
expressions miss and why: 15 names of several words, one initial after "Thanks", 4 nicknames, 6
misspellings used once and 2 wrong names. Manners say where a name is used:

    signed, greeted           at the end, or after "Hi" in a reply to its owner
    hello, aside, own         after another greeting, in somebody else's or in one's own text
    spaced, dashed, thanks    R o b e r t, -RG-, "Thanks G"
"""

from __future__ import annotations

from collections.abc import Iterable

from onym.demo.cast import Person
from onym.demo.dice import Dice
from onym.demo.names import Pool, misspell, slip_capital

MISSPELT = 34
REPEATS = (3, 3, 3, 2, 2, 1, 1, 1)
"""How often some misspellings are repeated: 50 uses of 34."""

FULL = ("signed", "signed", "signed", "signed", "signed", "hello", "aside", "own")
WITH_NICKNAME = ("signed", "signed", "signed", "signed", "hello", "aside")
MISSED_SLIPS = ("aside", "hello", "aside", "hello", "aside", "hello")
WRONG = ("hello", "aside")
FOUND = ("signed", "greeted")
FRESH = 7
"""How many people have a misspelling beside registered names only."""


def complete(people: list[Person], pool: Pool) -> None:
    """Give the people every name that is used for them beside the everyday ones."""
    _stylise(people)
    second = _add_second_subsets(people, pool)
    with_nickname = _add_nickname_and_surname(people, pool.dice)
    missed = _add_misspellings(people, pool, with_nickname)
    _add_full_names(people, pool, [*with_nickname, *missed], second)


def _stylise(people: Iterable[Person]) -> None:
    """Add how some people sign: an initial, letter by letter, between dashes (sections 3, 5.3)."""
    for person in people:
        initials = person.given[0] + person.last[0]
        if person.role == "gee":
            person.add("G", "nickname", "thanks", 12)
        elif person.role == "spaced":
            person.add(" ".join(person.given), "nickname", "spaced", 5)
        elif person.role == "dashed":
            person.add(initials, "nickname", "dashed", 7)


def _add_second_subsets(people: list[Person], pool: Pool) -> list[Person]:
    """Let three people be called by the surname too, and two by the given and the middle name."""
    plain = [p for p in people if p.role == "plain" and p.last.isalpha()]
    chosen = pool.dice.sample(plain, 5)
    for person in chosen[:3]:
        person.add(person.last, "subset", weight=0.7)
    for person in chosen[3:]:
        person.middle = person.middle or pool.choose("middles")
        person.add(person.middle, "subset", weight=1.5)
    for person in people:
        if person.role in ("hello", "aside"):
            person.add(pool.short(person.given), "nickname", person.role, 6)
    return chosen


def _add_nickname_and_surname(people: list[Person], dice: Dice) -> list[Person]:
    """Let six people be called like Robbie Jones, which the class list cannot know."""
    roles = ("nickname", "nickname only", "renamed")
    chosen = dice.sample([p for p in people if p.role in roles], len(WITH_NICKNAME))
    for person, manner in zip(chosen, WITH_NICKNAME, strict=True):
        nickname = next(form.name for form in person.forms if form.category == "nickname")
        person.add(f"{nickname} {person.last}", "nickname", manner)
    return chosen


def _add_full_names(
    people: list[Person], pool: Pool, missed: list[Person], second: list[Person]
) -> None:
    """Let eight people be called by the full registered name, two of them twice."""
    able = [p for p in people if _says_full_name(p) and p not in second]
    both = [p for p in able if p in missed][:2]
    chosen = both + pool.dice.sample([p for p in able if p not in missed], len(FULL) - len(both))
    for number, (person, manner) in enumerate(zip(chosen, FULL, strict=True)):
        if manner == "own":
            person.middle = person.middle or pool.choose("middles")
        else:
            person.middle = ""
        person.add(person.registered, "full", manner, 2 if number in (2, 3) else 1)


def _says_full_name(person: Person) -> bool:
    roles = ("plain", "namesake", "nickname", "respelt", "word", "dashed")
    return person.role in roles and person.last.isalpha() and person.usual[0].name == person.given


def _add_misspellings(
    people: list[Person], pool: Pool, with_nickname: list[Person]
) -> list[Person]:
    """Add 34 misspellings; give back the people who have one that no expression finds."""
    dice = pool.dice
    fresh = [p for p in people if p.role in ("plain", "namesake") and len(p.forms) == 1]
    fresh = dice.sample([p for p in fresh if _base(p)], FRESH)
    odd = [p for p in people if p.has("nickname") or p.role in ("hyphen", "respelt")]
    odd = [p for p in odd if _base(p)]
    styled = [p for p in odd if p.role in ("spaced", "dashed", "hello", "aside")]
    free = [p for p in odd if p not in styled and p not in with_nickname and p.role != "gee"]
    missed = [styled[0], dice.pick([p for p in with_nickname if _base(p)]), *dice.sample(free, 6)]
    _miss(missed, pool)
    given = sum(form.category == "misspelt" for p in people for form in p.forms)
    more = [dice.pick(odd) for _ in range(MISSPELT - given - FRESH)]
    _find(fresh + more, pool)
    found = [f for p in people for f in p.forms if f.category == "misspelt" and f.manner in FOUND]
    for form, again in zip(dice.sample(found, len(REPEATS)), REPEATS, strict=True):
        form.uses += again
    return missed


def _miss(people: list[Person], pool: Pool) -> None:
    """Add the six misspellings and two wrong names that the paper's expressions miss."""
    for person, manner in zip(people, MISSED_SLIPS + WRONG, strict=True):
        base = _base(person)
        if person in people[-2:]:
            slip = (
                pool.given("english", base[0])
                if base[0] in "ABCDEJLMRST"
                else pool.given("english")
            )
        else:
            slip = pool.take(misspell(base, pool.dice, pool.taken))
        person.add(slip, "misspelt", manner)


def _find(people: list[Person], pool: Pool) -> None:
    """Add misspellings that somebody signs with (a slip of the keys) or greets with."""
    for number, person in enumerate(people):
        base = _base(person)
        manner = "signed" if number % 3 == 0 else "greeted"
        capital = slip_capital(base)
        if manner == "signed" and pool.is_free(capital) and pool.dice.chance(0.4):
            slip = pool.take(capital)
        else:
            slip = pool.take(misspell(base, pool.dice, pool.taken))
        person.add(slip, "misspelt", manner)


def _base(person: Person) -> str:
    """The name of a person that is long enough to be misspelt, or nothing."""
    names = [form.name for form in person.usual if form.name.isalpha() and len(form.name) > 3]
    return names[0] if names else ""
