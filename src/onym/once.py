"""Attributes that are computed when they are first asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class once(Generic[T]):
    """An attribute computed when it is first asked for; Python 3.11's own takes a lock for it."""

    def __init__(self, compute: Callable[[Any], T]) -> None:
        self.compute, self.name, self.__doc__ = compute, "", compute.__doc__

    def __get__(self, owner: Any, kind: type) -> T:
        value = owner.__dict__[self.name] = self.compute(owner)
        return value


def remembers(kind: type[T]) -> type[T]:
    """Tell the attributes of a class that are computed once where their value is kept."""
    for name, each in vars(kind).items():
        if isinstance(each, once):
            each.name = name
    return kind
