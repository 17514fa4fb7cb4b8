"""Paths that say where in an XML file something stands: //u/p, //post/@who, /log/line|//note.

A part of XPath: names, * for any, / and //, @ for an attribute at the end, [@type='thread'] behind
a name, | between alternatives. Prefixes of namespaces may be left out: u is also tei:u.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from onym.errors import InputError

_STEP = re.compile(
    r"""(?P<axis>//?)(?P<name>@?[\w:.*-]+)(?:\[@(?P<key>[\w:.-]+)=(["'])(?P<value>[^"']*)\4\])?"""
)


class Open(NamedTuple):
    """An element whose end has not been seen yet."""

    number: int
    name: str
    attributes: Mapping[str, str]


class Step(NamedTuple):
    """One name on a path."""

    anywhere: bool
    """Whether any number of elements may stand between the step before and this one."""
    name: str
    condition: tuple[str, str] | None


class Route(NamedTuple):
    """One alternative of a path, and the attribute at its end."""

    steps: tuple[Step, ...]
    attribute: str | None

    @property
    def is_free(self) -> bool:
        """Whether names alone decide, and no attributes."""
        return all(step.condition is None for step in self.steps)


def parse_path(text: str) -> tuple[Route, ...]:
    """Understand a path."""
    return tuple(_parse_route(part.strip(), text) for part in text.split("|"))


def is_there(route: Route, stack: Sequence[Open], conditions: bool = True) -> bool:
    """Tell whether a path leads to the last of the elements that are open."""
    steps = (
        route.steps if conditions else tuple(step._replace(condition=None) for step in route.steps)
    )
    return _fits(steps, stack, len(steps) - 1, len(stack) - 1)


def same_name(wanted: str, name: str) -> bool:
    """Compare names, the prefix of a namespace left out unless it is asked for."""
    return wanted in ("*", name) or (wanted == name.rpartition(":")[2] and name != "xml:id")


def _parse_route(part: str, whole: str) -> Route:
    part = part if part.startswith("/") else f"//{part}"
    steps: list[Step] = []
    at = 0
    while at < len(part) and (found := _STEP.match(part, at)):
        at = found.end()
        condition = (found["key"], found["value"]) if found["key"] else None
        steps.append(Step(found["axis"] == "//", found["name"], condition))
    last = steps[-1] if at == len(part) and steps else None
    if last is None or any(step.name.startswith("@") for step in steps[:-1]):
        raise InputError(f"{whole!r} is no path; write it like //u/p or //u/@who")
    if not last.name.startswith("@"):
        return Route(tuple(steps), None)
    if last.anywhere or len(steps) == 1:
        steps.insert(-1, Step(last.anywhere, "*", None))
    return Route(tuple(steps[:-1]), last.name[1:])


def _fits(steps: Sequence[Step], stack: Sequence[Open], step: int, place: int) -> bool:
    if place < 0 or not _is(steps[step], stack[place]):
        return False
    if step == 0:
        return steps[0].anywhere or place == 0
    if not steps[step].anywhere:
        return _fits(steps, stack, step - 1, place - 1)
    return any(_fits(steps, stack, step - 1, above) for above in range(place - 1, -1, -1))


def _is(step: Step, element: Open) -> bool:
    if not same_name(step.name, element.name):
        return False
    if step.condition is None:
        return True
    key, value = step.condition
    return any(same_name(key, name) and was == value for name, was in element.attributes.items())
