"""What stands in an export in place of a person's name, address, number or file name.

The same value always becomes the same one, so whatever was linked stays linked. Where nobody was
given a pseudonym nothing is masked: then a file is written as it was read.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from collections.abc import Mapping as Lookup
from hashlib import blake2b
from pathlib import PurePosixPath
from urllib.parse import unquote

import polars as pl

from onym.formats.fields import TEXTS, Role
from onym.formats.people import name_key
from onym.model import Corpus, Participant, Policy, Replaced

NOWHERE = "example.invalid"
"""A host that can never exist (RFC 6761)."""
NOBODY = "person"
"""Stands for somebody of whom nothing is known."""

_STEP = 100
"""How many asides are held at a time, where they come in order."""
_CODE = re.compile(r"[A-Za-z]([0-9]+)")
_HEXADECIMAL = re.compile(r"[0-9a-fA-F]{8,}")
_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_SUFFIX = re.compile(r"\.[a-z0-9]{1,5}")
_PLAIN = re.compile(r"[^\w.-]+")


def salt_of(policy: Policy) -> bytes:
    """What makes the codes of one project its own."""
    return str(policy.seed).encode()[:64]


def message_code(value: str, salt: bytes) -> str:
    """Give a code for a message's id, so long that none need be remembered."""
    text = f"message\0{value}".encode("utf-8", "surrogatepass")
    return f"message-{blake2b(text, key=salt, digest_size=10).hexdigest()}"


class Mask:
    """What everybody, and everything that could identify them, is called in what is written."""

    def __init__(
        self, corpus: Corpus, replaced: Replaced, policy: Policy, in_order: bool = False
    ) -> None:
        """Asides that are asked for in their order need not all be held in memory."""
        self.idle = not replaced.pseudonyms
        self._unknown, self._salt = policy.unknown, salt_of(policy)
        self.hides_links = not self.idle and _hides(policy, "url")
        self._given = _pseudonyms(corpus, replaced)
        # Where people share a pseudonym (a role, initials) their records are still told apart.
        self._shared = {name for name, n in Counter(replaced.pseudonyms.values()).items() if n > 1}
        people = corpus.participants.values()
        self._names = _index(people, self._given, lambda who: map(name_key, who.names))
        self._handles = _index(people, self._given, lambda who: map(str.casefold, who.handles))
        self._texts = asides_of(replaced.asides, in_order)
        self._shown = frozenset(self._given.values())
        self._base = _base(self._given)
        self._numbers = _numbers(self._given, self._shared)
        self._codes: defaultdict[str, dict[str, str]] = defaultdict(dict)
        self._taken: defaultdict[str, dict[str, str]] = defaultdict(dict)
        """By kind: values and their codes, and codes and what they stand for."""
        self.written: dict[bytes, str] = {}
        """Address fields and what was made of them; the same ones come again and again."""
        self._ways: dict[Role, Callable[[str], str]] = {
            "name": self.name,
            "handle": self.handle,
            "email": self.email,
            "ip": self.ip,
            "url": self.url,
            "person": self.person,
            "filename": self.filename,
            "code": lambda value: self.code("code", value),
        }

    def put(self, role: Role, value: str, owner: str | None = None) -> str:
        """Give what a field of this role holds from now on; texts are the format's business.

        The owner is the id of the person whom the field tells of, where it stands beside it.
        """
        if self.idle or not value.strip() or role in ("keep", "id", "time", *TEXTS):
            return value
        if role in ("profile", "drop", "last"):
            return ""
        who = (owner or "").strip()
        if who in self._given and role in ("name", "first"):
            return self._given[who]
        if who in self._given and role in ("handle", "email"):
            return self._login(who) + (f"@{NOWHERE}" if role == "email" else "")
        return self._ways.get(role, self.name)(value)

    def drops(self, role: Role | None) -> bool:
        """Tell whether a field goes altogether: always, or because nobody knows what it holds."""
        if self.idle:
            return role is None and self._unknown == "drop"
        return role == "drop" or (role is None and self._unknown == "drop")

    def text(self, aside: str, value: str) -> str:
        """Give an aside as it was replaced; one that was not goes."""
        return value if self.idle else self.links(self._texts.get(aside, ""))

    def person(self, value: str) -> str:
        """Give what a person's id becomes: the pseudonym, as a number where it was one."""
        bare = value.strip()
        given = self._given.get(bare)
        if self.idle or not bare or given == bare:
            return value
        if not bare.isdigit():
            alone = given and given not in self._shared
            return given if given and alone else self.code("user", bare)
        if int(bare) == 0:
            return value
        number = self._numbers.get(given or "")
        return self.code("user", bare) if number is None else str(self._base + number)

    def name(self, value: str) -> str:
        """Give the pseudonym of whoever alone has this name."""
        if self.idle or not value.strip():
            return value
        key = value.strip().casefold()
        who = self._names.get(name_key(value)) or self._handles.get(key) or ""
        return self._given.get(who, NOBODY)

    def handle(self, value: str) -> str:
        """Give what a user name becomes, with the @ before it where there was one."""
        if self.idle or not value.strip():
            return value
        mark, bare = ("@" if value.startswith("@") else ""), value.strip().removeprefix("@")
        who = self._handles.get(bare.casefold(), bare)
        return mark + (
            self._login(who) if who in self._given else self.code("user", bare.casefold())
        )

    def email(self, value: str) -> str:
        """Give an address that leads nowhere, the same for all of a person's addresses."""
        if self.idle or not value.strip():
            return value
        key = value.strip().casefold()
        return f"{self.owner(key) or self.code('user', key)}@{NOWHERE}"

    def ip(self, value: str) -> str:
        """Give the address of nobody."""
        if self.idle or not value.strip():
            return value
        return "::" if ":" in value else "0.0.0.0"

    def url(self, value: str) -> str:
        """Give a link that leads nowhere but stays the same link."""
        if self.idle or not value.strip():
            return value
        return f"https://{NOWHERE}/{self.code('link', value)}"

    def filename(self, value: str) -> str:
        """Give a file name that tells nothing but the kind of file."""
        bare = unquote(value.strip())
        if self.idle or bare in ("", ".", "..", "/") or bare.isdigit():
            return value
        suffix = PurePosixPath(bare).suffix.lower()
        return self.code("file", bare) + (suffix if _SUFFIX.fullmatch(suffix) else "")

    def code(self, kind: str, value: str) -> str:
        """Give a code of the same shape (digits, hexadecimal or any), one for each value."""
        if self.idle or not value.strip():
            return value
        known = self._codes[kind]
        if value not in known:
            known[value] = self._draw(kind, value)
        return known[value]

    def message(self, value: str) -> str:
        """Give a code for a message's id, so long that none need be remembered."""
        if self.idle or not value.strip():
            return value
        return message_code(value, self._salt)

    def links(self, text: str) -> str:
        """Mask whoever is named in the targets and tags of a text, and after an @."""
        if self.idle or not any(mark in text for mark in ("<", "](", "@")):
            return text
        from onym.formats.links import mask_links

        return mask_links(text, self)

    def tags(self, text: str) -> str:
        """Mask whoever is named in the tags of a text."""
        if self.idle or "<" not in text:
            return text
        from onym.formats.links import mask_tags

        return mask_tags(text, self)

    def owner(self, handle: str) -> str | None:
        """Give the new user name of whoever has this user name or address."""
        who = self._handles.get(handle.casefold())
        return None if who is None else self._login(who)

    def known_as(self, shown: str) -> str:
        """Give the user name of a pseudonym; anything else stays in its brackets."""
        return _plain(shown) if shown in self._shown else f"[{shown}]"

    def named(self, name: str) -> bool:
        """Tell whether this is somebody's whole name."""
        return name_key(name) in self._names

    def _login(self, who: str) -> str:
        given = self._given.get(who, NOBODY)
        return self.code("user", f"id {who}") if given in self._shared else _plain(given)

    def _draw(self, kind: str, value: str) -> str:
        key, salt = self._salt, 0
        while True:
            text = f"{kind}\0{salt}\0{value}".encode("utf-8", "surrogatepass")
            code = _shape(kind, value, blake2b(text, key=key).hexdigest())
            # Two values must not become one, nor a value itself.
            if code != value and self._taken[kind].setdefault(code, value) == value:
                return code
            salt += 1


def _hides(policy: Policy, label: str) -> bool:
    from onym.presets import HARMLESS, actions

    return actions(policy).get(label, "keep") not in HARMLESS


def _shape(kind: str, value: str, digest: str) -> str:
    """Cut a digest to the shape of a value, so that a number stays a number."""
    if value.isdigit():
        return str(10**9 + int(digest, 16) % 10**9)
    if _UUID.fullmatch(value):
        parts = (digest[:8], digest[8:12], digest[12:16], digest[16:20], digest[20:32])
        return "-".join(parts)
    if _HEXADECIMAL.fullmatch(value):
        return digest[: len(value)]
    return f"{kind}-{digest[:10]}"


def _plain(pseudonym: str) -> str:
    """Write a pseudonym as a user name."""
    return _PLAIN.sub("-", pseudonym)


def _pseudonyms(corpus: Corpus, replaced: Replaced) -> dict[str, str]:
    """Whose pseudonym is whose; ids of one person share one, as the author columns show."""
    given = dict(replaced.pseudonyms)
    for column in ("author", "parent_author"):
        both = pl.DataFrame({"was": corpus.messages[column], "now": replaced.messages[column]})
        given |= dict(both.drop_nulls().unique().iter_rows())
    return given


def _index(
    people: Iterable[Participant],
    given: Lookup[str, str],
    keys: Callable[[Participant], Iterable[str]],
) -> dict[str, str]:
    """Key to id, for the keys that are one person's alone."""
    owners: dict[str, dict[str, str]] = {}
    for who in people:
        for key in keys(who):
            owners.setdefault(key, {}).setdefault(given.get(who.id, NOBODY), who.id)
    return {key: next(iter(ids.values())) for key, ids in owners.items() if len(ids) == 1}


def asides_of(asides: pl.DataFrame | None, in_order: bool = False) -> Texts:
    """Give the texts of asides by their ids."""
    if asides is None:
        return {}
    rows = asides.select("id", "text")
    return InOrder(rows) if in_order and rows.height > 2 * _STEP else dict(rows.iter_rows())


class InOrder:
    """The texts of rows that are asked for about in their order, a few held at a time."""

    def __init__(self, rows: pl.DataFrame) -> None:
        self._rows, self._at = rows, 0
        self._now: dict[str, str] = {}
        self._before: dict[str, str] = {}

    def get(self, id: str, missing: str) -> str:
        """Give a text, looking on from where the last one stood, and once all around."""
        for _ in range(self._rows.height // _STEP + 3):
            for held in (self._now, self._before):
                if id in held:
                    return held[id]
            self._before = self._now
            self._now = dict(self._rows[self._at : self._at + _STEP].iter_rows())
            self._at = self._at + _STEP if self._at + _STEP < self._rows.height else 0
        return missing


def _numbers(given: Lookup[str, str], shared: set[str]) -> dict[str, int]:
    """The numbers of pseudonyms such as P07, as long as no two people share one."""
    people = {name for who, name in given.items() if who.isdigit() and name not in shared}
    found = {name: int(code[1]) for name in people if (code := _CODE.fullmatch(name))}
    times = Counter(found.values())
    return {name: number for name, number in found.items() if times[number] == 1}


def _base(given: Lookup[str, str]) -> int:
    """A round number above every id, so that no new id is an old one: P07 becomes 10007."""
    highest = max((int(who) for who in given if who.isdigit()), default=0)
    return int(10 ** max(4, len(str(highest))))


Texts = Lookup[str, str] | InOrder
"""Texts by id."""
