"""What makes a word a part of code: the signs that stand right beside it."""

from __future__ import annotations

import re

AFTER = re.compile(r"\s*(?:<-|[=~^$]|[+*][ \t])|[\[(_]|\.[a-z]")
BEFORE = re.compile(r"(?:[=~^$]\s*|[\w)]\s*[+*][ \t]|\w\()\Z")
SLANTED_BEFORE = re.compile(r"(?<!\w)_{1,3}\Z")
SLANTED_TO = re.compile(r"[^_\n]*_{1,3}(?!\w)")
SLANTED_AFTER = re.compile(r"_{1,3}(?!\w)")
"""Underscores that set words off, as Markdown does, and are no part of them: "_Poe_ wrote"."""


def is_code(word: str, before: str, after: str) -> bool:
    """Whether a word stands among the signs of code: "poe <- 3", "fit(poe", "fit$Poe[1]"."""
    if before[-1:] == "$" or after[:1] in ("[", "$") or is_joined(before, after):
        return True
    short = word.isupper() and len(word) < 4
    if not (short or word.islower()):
        return False
    if AFTER.match(after) or BEFORE.search(before[-6:]):
        return True
    return short and after[:1].isdigit()


def is_joined(before: str, after: str) -> bool:
    """Whether an underscore makes it a part of a longer word: "fit_poe", "poe_2"."""
    if before[-1:] == "_" and not (SLANTED_BEFORE.search(before) and SLANTED_TO.match(after)):
        return True
    return after[:1] == "_" and SLANTED_AFTER.match(after) is None
