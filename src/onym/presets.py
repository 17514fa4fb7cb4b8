"""What is done with each category of details: presets, and what a project says beyond them.

pseudonym    another thing of the same kind: Stockholm becomes Uppsala
fixed        one standard form: email@dot.com, [city]
placeholder  the label and a number for each thing: [city_1]
mark         left as it is, but listed among the mentions
keep         left as it is
"""

from __future__ import annotations

from onym.details.model import CATEGORIES, LABELS, MARKED
from onym.errors import PolicyError
from onym.model import Policy

ACTIONS = ("pseudonym", "fixed", "placeholder", "mark", "keep")
HARMLESS = ("mark", "keep")

_BLOCKS = {"SIGNATURE": "fixed"}
_NUMBERS = dict.fromkeys(("EMAIL", "URL", "PHONE", "ID"), "fixed")
_THINGS = dict.fromkeys(("PLACE", "ADDRESS", "ORG", "AGE", "DATE", "HANDLE", "NAME"), "pseudonym")
_MARKS = dict.fromkeys(sorted(MARKED), "mark")

PRESETS: dict[str, dict[str, str]] = {
    "forum": {**_NUMBERS, **_BLOCKS},
    "essay": {**_NUMBERS, **_THINGS, **_MARKS},
    "everything": {**_NUMBERS, **_BLOCKS, **_THINGS, **_MARKS},
    "names-only": {},
}
"""Preset to category to action; what is not named is kept."""
STYLES = {"essay": "name"}
"""The style of people's pseudonyms that a preset brings along."""


def actions(policy: Policy) -> dict[str, str]:
    """What a policy does with each fine label; what it keeps is left out."""
    preset, own = PRESETS[policy.preset], policy.details
    chosen = {
        name: own.get(name) or own.get(label.category) or preset.get(label.category, "keep")
        for name, label in LABELS.items()
    }
    return {name: action for name, action in chosen.items() if action != "keep"}


def finds_names(policy: Policy) -> bool:
    """Whether a policy has names looked for among the details, sentence by sentence."""
    return any(LABELS[name].category == "NAME" for name in actions(policy))


def check_details(details: dict[str, str]) -> dict[str, str]:
    """Give a table of categories and actions back if it can be done."""
    from onym.policy import choose

    for name, action in details.items():
        if name not in LABELS and name not in CATEGORIES:
            choose("a category of details", name, (*CATEGORIES, *LABELS))
        choose(f"details.{name}", action, ACTIONS)
        category = LABELS[name].category if name in LABELS else name
        if category in MARKED and action not in HARMLESS:
            raise PolicyError(f"details.{name} is never replaced; allowed: {', '.join(HARMLESS)}")
    return details
