"""Essays as XML with the details marked where they stand.

<essay id="1">I live in <pseudonym label="city" nr="1">Utrecht</pseudonym> with my
<marked label="fam">brother</marked>.</essay>
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

from onym.svala.labels import Labelled
from onym.svala.spans import FORMS

_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def write_inline(essays: Iterable[tuple[str, str]]) -> str:
    """One document of essays: their ids and their marked-up texts."""
    lines = [f"<essay id={quoteattr(name)}>{body}</essay>" for name, body in essays]
    head = '<?xml version="1.0" encoding="UTF-8"?>'
    return "\n".join([head, '<essays xml:space="preserve">', *lines, "</essays>", ""])


def mark_up(text: str, done: Iterable[Labelled], originals: bool = False) -> str:
    """An essay's text with an element around everything that was replaced or marked."""
    parts, at = list[str](), 0
    for each in done:
        old = text[each.start : each.end]
        name = "marked" if each.new is None else "pseudonym"
        told = _attributes(each.labels)
        if originals and each.new is not None:
            told["original"] = old
        said = "".join(f" {key}={quoteattr(_clean(value))}" for key, value in told.items())
        shown = old if each.new is None else each.new
        parts += (_text(text[at : each.start]), f"<{name}{said}>{_text(shown)}</{name}>")
        at = each.end
    return "".join([*parts, _text(text[at:])])


def _attributes(labels: Iterable[str]) -> dict[str, str]:
    listed = list(labels)
    forms = [label for label in listed if label in FORMS]
    numbers = [label for label in listed if label.isdigit()]
    names = [label for label in listed if label not in forms and label not in numbers]
    told = {"label": " ".join(names), "nr": " ".join(numbers), "form": " ".join(forms)}
    return {key: value for key, value in told.items() if value}


def _clean(value: str) -> str:
    return _ILLEGAL.sub("", value)


def _text(value: str) -> str:
    return escape(_clean(value)).replace("\r", "&#13;")
