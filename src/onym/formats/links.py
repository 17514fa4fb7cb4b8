"""Who is named where a text is no prose: in link targets, in attributes of tags, after an @."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

if TYPE_CHECKING:
    from onym.formats.mask import Mask

_ATTRIBUTE = re.compile(
    r"""(?<=[\s"'])((?:href|src|cite|data-[\w-]+)\s*=\s*)("[^"]*"|'[^']*')""", re.IGNORECASE
)
_TAG = re.compile(r"<[A-Za-z][^<>]*>")
_TARGET = re.compile(r"(?<=\]\()[^()\s]+(?=[\s)])")
_AT = re.compile(r"(?<![\w.@])@([\w](?:[\w.-]*\w)?)")
_BRACKETED = re.compile(r"(?<![\w.@])@\[([^\[\]\n]+)\]")
_PROFILE = re.compile(
    r"(/user/(?:view|profile)\.php\?(?:\w+=\w*&(?:amp;)?)*id=|/users?/(?!view|profile)|/u/|/~)"
    r"([\w.%-]+)",
    re.IGNORECASE,
)
_FILE = re.compile(r"""(@@PLUGINFILE@@/(?:[^"'\s<>?)]*/)?)([^"'\s<>?/)]+)""")
_ABSOLUTE = re.compile(r"(?:https?:)?//", re.IGNORECASE)
_MAILTO = re.compile(r"(mailto:)([^\"'\s<>?)]+)", re.IGNORECASE)
_PERSON_DATA = re.compile(
    r"data-(?:(user|author|member|mention|profile)(?:[-_]?(?:id|name|card|uuid))?|id|name|card)\s*=",
    re.IGNORECASE,
)
_WORD = re.compile(r"[\w.%+-]{3,}(?:@[\w.-]+)?")
_WORDS = re.compile(r"[^\W\d_]+")


def mask_links(text: str, mask: Mask) -> str:
    """Give the text with every target and attribute that tells of a person masked."""
    text = mask_tags(text, mask)
    if "](" in text:
        text = _TARGET.sub(lambda target: _target(target[0], mask), text)
    if "@" in text:
        text = _AT.sub(lambda found: f"@{mask.owner(found[1]) or found[1]}", text)
        # A mention has to be a user name again: @[P07] is nobody's.
        text = _BRACKETED.sub(lambda found: f"@{mask.known_as(found[1])}", text)
    return text


def mask_tags(text: str, mask: Mask) -> str:
    """Give the text with the attributes of its tags masked and nothing else."""
    if "<" not in text:
        return text
    return _TAG.sub(lambda tag: _ATTRIBUTE.sub(lambda a: _attribute(a, mask), tag[0]), text)


def _attribute(found: re.Match[str], mask: Mask) -> str:
    mark, value = found[2][0], found[2][1:-1]
    if data := _PERSON_DATA.match(found[1]):
        owner = mask.owner(value) or (mask.person(value) if data[1] else value)
        return f"{found[1]}{mark}{owner}{mark}"
    return f"{found[1]}{mark}{_target(value, mask)}{mark}"


def _target(value: str, mask: Mask) -> str:
    if value[:7].lower() == "mailto:":
        return _MAILTO.sub(lambda found: found[1] + mask.email(unquote(found[2])), value)
    if _names_somebody(value, mask) or (mask.hides_links and _ABSOLUTE.match(value)):
        return mask.url(value)
    value = _PROFILE.sub(lambda found: found[1] + _who(unquote(found[2]), mask), value)
    value = _FILE.sub(lambda found: found[1] + quote(mask.filename(found[2])), value)
    return _WORD.sub(lambda word: _known(word[0], mask), value)


def _names_somebody(value: str, mask: Mask) -> bool:
    """Tell whether two or three words in a row are somebody's whole name: /staff/mary-poe."""
    if "@@PLUGINFILE@@" in value:
        return False
    words = _WORDS.findall(unquote(value))
    runs = (words[at : at + size] for size in (2, 3) for at in range(len(words) - size + 1))
    return any(mask.named(" ".join(run)) for run in runs)


def _who(value: str, mask: Mask) -> str:
    return mask.person(value) if value.isdigit() else mask.handle(value)


def _known(word: str, mask: Mask) -> str:
    owner = mask.owner(unquote(word))
    if owner is None:
        return word
    return mask.email(unquote(word)) if "@" in unquote(word) else owner
