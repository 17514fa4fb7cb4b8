"""The settings of a project: onym.toml, read, checked and written.

    version = 1
    method = "onym"
    [source]
    path = "../forum.csv"
    [columns]
    text = "postBody"
    [roster]
    path = "../class.csv"
    columns = { id = "userid" }

The seed is not among them: whoever knows it could undo the pseudonyms, so it lies in private/.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Collection, Iterable
from collections.abc import Mapping as Lookup
from dataclasses import dataclass, field, fields, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar, get_args

from onym.disk.files import read_bytes, write_atomically
from onym.errors import PolicyError
from onym.model import Homonyms, People, Places, Policy, Scope, Unknown, Variants

VERSION = 1

METHODS = ("onym", "farrow", "class-list", "farrow+class-list", "bosch")
"""How names can be found; `onym.methods.METHODS` says what each does."""

COMMENTS = {
    "method": "How names are found: {methods}.",
    "scope": "Among whom the owner of a name is looked for: session, thread or corpus.",
    "style": "What a pseudonym looks like: {styles}.",
    "people": "Whose names go: those of participants, also of private persons, or of everyone.",
    "collapse": "Make one of adjacent copies of the same pseudonym.",
    "languages": "What the messages are written in (en, sv, fr, de); none: what they show.",
    "unknown": "What becomes of columns and fields that Onym does not know: drop or keep.",
    "preset": "What is done with details other than names: {presets}.",
    "variants": "Short forms: one pseudonym for all (one), or their own, [P07a] (related).",
    "homonyms": "Masking names of people with the same name: apart or same.",
    "places": "What stands for a city: a real one, or an invented A-city.",
    "profile": "Columns of the class list that the style name+profile shows.",
    "keep": "Files with names to leave alone, one name a line.",
}
"""What each setting means, as the file says it."""


@dataclass(frozen=True)
class Settings:
    """Everything onym.toml says; paths as they stand there, relative to its folder."""

    policy: Policy = field(default_factory=Policy)
    keep: tuple[str, ...] = ()
    source: str | None = None
    format: str | None = None
    columns: Lookup[str, str] = field(default_factory=dict)
    roster: str | None = None
    roster_columns: Lookup[str, str] = field(default_factory=dict)


def load(path: Path) -> Settings:
    """Read onym.toml."""
    try:
        return parse(read_bytes(path).decode("utf-8-sig"), path.name)
    except UnicodeDecodeError:
        raise PolicyError(f"{path.name}: not UTF-8; save the file as UTF-8") from None


def save(settings: Settings, path: Path) -> None:
    """Write onym.toml in one piece."""
    write_atomically(path, format(settings).encode())


def parse(text: str, where: str = "onym.toml") -> Settings:
    """Understand the text of onym.toml; `where` names it in errors."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise PolicyError(f"{where}: {error}") from None
    except RecursionError:
        raise PolicyError(f"{where}: brackets in brackets without end; correct it") from None
    _check_version(table.pop("version", None), where)
    try:
        return _settings(table)
    except PolicyError as error:
        raise PolicyError(f"{where}: {error}") from None


def update(settings: Settings, **changes: Any) -> Settings:
    """Change some settings, of the policy or of the files; None leaves one as it is."""
    changes = {name: value for name, value in changes.items() if value is not None}
    ours = {name: changes.pop(name) for name in list(changes) if name in _POLICY_FIELDS}
    if "preset" in ours and "style" not in ours:
        from onym.presets import STYLES

        ours["style"] = STYLES.get(str(ours["preset"]), settings.policy.style)
    policy = replace(settings.policy, **{name: _checked(name, ours[name]) for name in ours})
    return replace(settings, policy=policy, **changes)


def checked(policy: Policy | None) -> Policy:
    """Give a policy that was made in Python, or the usual one, if its settings have such values.

    With a slip more would be shared than was meant.
    """
    chosen = policy or Policy()
    for name in _SETTINGS:
        _checked(name, getattr(chosen, name))
    return chosen


def choose(setting: str, value: Any, allowed: Collection[str]) -> str:
    """Give the value back if it is allowed; otherwise say which are."""
    if isinstance(value, str) and value in allowed:
        return value
    hint = _nearest(value, allowed)
    raise PolicyError(f"{setting} cannot be {value!r};{hint} allowed: {', '.join(allowed)}")


def parse_columns(text: str) -> dict[str, str]:
    """Understand a list of columns such as `text=postBody,author=postUserId`.

    Nothing behind the sign, `parent=`, says that the table has no such column. What is said twice,
    `keep=genre,keep=grade`, is numbered: keep and keep_2.
    """
    pairs = [pair.partition("=") for pair in text.split(",") if pair.strip()]
    if any(not ours.strip() or not sign for ours, sign, _ in pairs):
        raise PolicyError("columns are written ours=theirs, with commas between: text=postBody")
    columns: dict[str, str] = {}
    for ours, _, theirs in pairs:
        name, times = ours.strip(), 1
        while name in columns:
            times += 1
            name = f"{ours.strip()}_{times}"
        columns[name] = theirs.strip()
    return columns


def format(settings: Settings) -> str:
    """Write settings as TOML, with a comment on each."""
    policy = settings.policy
    lines = [
        "# Settings of an Onym project. Edit them here, or give options to onym.",
        "version = 1",
    ]
    said = {"methods": ", ".join(METHODS), "styles": ", ".join(_styles())}
    said["presets"] = ", ".join(_presets())
    for name, comment in COMMENTS.items():
        value = settings.keep if name == "keep" else getattr(policy, name)
        lines += ["", "# " + comment.format(**said), f"{name} = {_toml(value)}"]
    lines += ["", "# Categories and what is done with them, where the preset is not what you want."]
    lines += _section("details", policy.details)
    lines += ["", "# Columns and their values for which details are left alone: genre = [...]."]
    lines += ["[off]", *(f"{_key(key)} = {_toml(value)}" for key, value in policy.off.items())]
    lines += ["", "# The file or folder with the messages; format only where it is not recognised."]
    lines += _section("source", {"path": settings.source, "format": settings.format})
    lines += ["", "# Our columns and the source's own; keep, keep_2, ... are copied as they are."]
    lines += _section("columns", settings.columns)
    lines += ["", "# The class list, if there is one, and its columns."]
    lines += _section("roster", {"path": settings.roster})
    lines += ["", *_section("roster.columns", settings.roster_columns)]
    return "\n".join(lines) + "\n"


_SETTINGS = (
    *("scope", "people", "seed", "collapse", "unknown", "preset", "details"),
    *("variants", "homonyms", "places"),
)
"""Settings that are words, numbers and tables in Python as in the file."""
_POLICY_FIELDS = frozenset(each.name for each in fields(Policy))
_TABLES = ("source", "columns", "roster", "details", "off")


def _styles() -> Collection[str]:
    from onym.names.styles import STYLES

    return tuple(STYLES)


def _presets() -> Collection[str]:
    from onym.presets import PRESETS

    return tuple(PRESETS)


def _details(value: Any) -> dict[str, str]:
    from onym.presets import check_details

    return check_details(_columns("details", value))


def _off(value: Any) -> dict[str, tuple[str, ...]]:
    table = _table("off", value)
    return {column: _strings(f"off.{column}", values) for column, values in table.items()}


def _check_version(version: object, where: str) -> None:
    if not isinstance(version, int) or isinstance(version, bool):
        raise PolicyError(f"{where}: no version; the first setting must be version = {VERSION}")
    if version > VERSION:
        raise PolicyError(
            f"{where}: written by a newer Onym (version {version}); please update Onym"
        )
    if version < VERSION:
        raise PolicyError(
            f"{where}: written by a former Onym (version {version}); make the project anew"
        )


def _settings(table: dict[str, Any]) -> Settings:
    if "seed" in table:
        raise PolicyError("the seed is no setting; it lies in private/key.json (give --seed once)")
    _check_keys(table, (*COMMENTS, *_TABLES))
    tables = {name: _table(name, table.get(name, {})) for name in _TABLES}
    source, roster = tables["source"], tables["roster"]
    _check_keys(source, ("path", "format"), "source.")
    _check_keys(roster, ("path", "columns"), "roster.")
    files = Settings(
        keep=_strings("keep", table.get("keep", [])),
        source=_optional("source.path", source.get("path")),
        format=_optional("source.format", source.get("format")),
        columns=_columns("columns", tables["columns"]),
        roster=_optional("roster.path", roster.get("path")),
        roster_columns=_columns("roster.columns", roster.get("columns", {})),
    )
    return update(files, **{name: table[name] for name in table if name in _POLICY_FIELDS})


def _check_keys(table: Iterable[str], allowed: Collection[str], prefix: str = "") -> None:
    for key in table:
        if key not in allowed:
            hint = _nearest(key, allowed)
            raise PolicyError(f"unknown setting {prefix}{key};{hint} known: {', '.join(allowed)}")


def _nearest(value: Any, allowed: Iterable[str]) -> str:
    near = get_close_matches(str(value).lower(), allowed, n=1)
    return f" did you mean {near[0]}?" if near else ""


def _checked(name: str, value: Any) -> Any:
    return _CHECKS[name](value)


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise PolicyError("collapse is either true or false")
    return value


def _number(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise PolicyError("the seed is a whole number")
    return value


_CHECKS: dict[str, Callable[[Any], Any]] = {
    "method": lambda value: choose("method", value, METHODS),
    "scope": lambda value: choose("scope", value, get_args(Scope)),
    "style": lambda value: choose("style", value, _styles()),
    "people": lambda value: choose("people", value, get_args(People)),
    "seed": _number,
    "collapse": _flag,
    "languages": lambda value: _strings("languages", value),
    "unknown": lambda value: choose("unknown", value, get_args(Unknown)),
    "preset": lambda value: choose("preset", value, _presets()),
    "details": _details,
    "off": _off,
    "variants": lambda value: choose("variants", value, get_args(Variants)),
    "homonyms": lambda value: choose("homonyms", value, get_args(Homonyms)),
    "places": lambda value: choose("places", value, get_args(Places)),
    "profile": lambda value: _strings("profile", value),
}


def _table(name: str, value: Any) -> dict[str, Any]:
    return _typed(value, dict, f"[{name}] is a table of settings")


def _optional(name: str, value: Any) -> str | None:
    return None if value is None else _typed(value, str, f"{name} is a text in quotes")


def _strings(name: str, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or not all(isinstance(each, str) for each in value):
        raise PolicyError(f'{name} is a list of texts: ["one", "two"]')
    return tuple(value)


def _columns(name: str, value: Any) -> dict[str, str]:
    table = _table(name, value)
    return {
        ours: _typed(theirs, str, f"{name}.{ours} is a text in quotes")
        for ours, theirs in table.items()
    }


_T = TypeVar("_T")


def _typed(value: Any, kind: type[_T], message: str) -> _T:
    if not isinstance(value, kind):
        raise PolicyError(message)
    return value


def _section(name: str, values: Lookup[str, str | None]) -> list[str]:
    given = [f"{_key(key)} = {_toml(value)}" for key, value in values.items() if value is not None]
    return [f"[{name}]", *given]


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _toml(key)


def _toml(value: Any) -> str:
    """Write a text, number, flag or list of texts as TOML, which is JSON but for one character."""
    if isinstance(value, tuple):
        value = list(value)
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
