"""Hide the people in written conversations and keep the conversation.

    corpus = onym.read("forum.csv", "class.csv")
    mapping = onym.link(onym.find(corpus), corpus)
    replaced = onym.replace(corpus, mapping, onym.Policy())
    onym.check(replaced, corpus, mapping)
    onym.write(corpus, replaced, "shared.csv")

Each verb is one step of the line; `onym run` does them all. Nothing heavy is loaded before it is
used.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from onym.check import check as check
    from onym.errors import InputError as InputError
    from onym.errors import MappingError as MappingError
    from onym.errors import OnymError as OnymError
    from onym.errors import PolicyError as PolicyError
    from onym.errors import ProjectError as ProjectError
    from onym.formats import read as read
    from onym.formats import to_frame as to_frame
    from onym.formats import write as write
    from onym.link.link import link as link
    from onym.methods import find as find
    from onym.methods import replace as replace
    from onym.model import Clue as Clue
    from onym.model import Corpus as Corpus
    from onym.model import Entry as Entry
    from onym.model import Evidence as Evidence
    from onym.model import Mapping as Mapping
    from onym.model import Mention as Mention
    from onym.model import Override as Override
    from onym.model import Participant as Participant
    from onym.model import Policy as Policy
    from onym.model import Question as Question
    from onym.model import Replaced as Replaced
    from onym.model import Source as Source
    from onym.project.decisions import Decision as Decision
    from onym.project.project import Project as Project
    from onym.score.score import score as score

_HOMES = {
    "Clue": "model",
    "Corpus": "model",
    "Decision": "project.decisions",
    "Entry": "model",
    "Evidence": "model",
    "InputError": "errors",
    "Mapping": "model",
    "MappingError": "errors",
    "Mention": "model",
    "OnymError": "errors",
    "Override": "model",
    "Participant": "model",
    "Policy": "model",
    "PolicyError": "errors",
    "Project": "project.project",
    "ProjectError": "errors",
    "Question": "model",
    "Replaced": "model",
    "Source": "model",
    "check": "check",
    "find": "methods",
    "link": "link.link",
    "read": "formats",
    "replace": "methods",
    "score": "score.score",
    "to_frame": "formats",
    "write": "formats",
}
"""Every public name and the module it lives in."""

__all__ = sorted(_HOMES)


if not TYPE_CHECKING:  # so that a type checker sees a wrong name

    def __getattr__(name: str) -> Any:
        if name not in _HOMES:
            raise AttributeError(f"module 'onym' has no attribute {name!r}")
        value = getattr(import_module(f"onym.{_HOMES[name]}"), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return [*__all__, *(name for name in globals() if name.startswith("__"))]


class _Package(ModuleType):
    """Lets onym.replace be the verb, though Python would bind the package onym/replace to it."""

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in _HOMES and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
