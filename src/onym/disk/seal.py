"""Files shut into one sealed file that only a passphrase or a person's age key opens.

    {"onym": "sealed", "version": 1, ...}\\n    what one needs to know to open it, and no secret
    chunk chunk ... chunk                      a tar of the files, AES-256-GCM in chunks

The content key is drawn at random. Each lock of the header holds it wrapped: under a key that
Argon2id makes of a passphrase, or encrypted to an age recipient; any one of them opens the file.
Every chunk is bound to the header, to its place and to being the last or not (Hoang et al.'s
STREAM), so that nothing can be changed, moved, added or cut off unnoticed.
"""

from __future__ import annotations

import base64
import json
import secrets
import struct
import tarfile
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from onym.errors import SealError

VERSION = 1
CHUNK = 1 << 16
LEAST = 12
"""Fewer characters make no passphrase."""
_TAG, _LONGEST_HEADER = 16, 1 << 16
_DAMAGED = "damaged or cut off; nothing was changed; restore it from a backup"
Row = dict[str, Any]


@dataclass(frozen=True)
class Cost:
    """What one guess at a passphrase costs: RFC 9106's second recommendation."""

    memory: int = 1 << 16
    """In KiB."""
    passes: int = 3
    lanes: int = 4

    def check(self) -> None:
        """Refuse what no Onym writes and what would exhaust the machine."""
        if not (8 <= self.memory <= 1 << 22 and 1 <= self.passes <= 64 and 1 <= self.lanes <= 64):
            raise ValueError


@dataclass(frozen=True)
class Opener:
    """What somebody has to open a seal with."""

    passphrase: str | None = None
    identity: str | None = None
    """An age identity, or an SSH private key, as text."""


def seal(
    target: IO[bytes],
    files: Iterable[tuple[str, Path]],
    passphrase: str | None = None,
    recipients: Sequence[str] = (),
    cost: Cost | None = None,
) -> bytes:
    """Write files, each with the name it has inside, into a sealed file; give the content key."""
    key = secrets.token_bytes(32)
    locks = [_lock_with_passphrase(key, passphrase, cost or Cost())] if passphrase else []
    locks += [_lock_to(key, recipient) for recipient in recipients]
    if not locks:
        raise SealError("a seal needs a passphrase or somebody's age key")
    head = {"onym": "sealed", "version": VERSION, "cipher": "AES-256-GCM", "chunk": CHUNK}
    header = json.dumps({**head, "prefix": _text(secrets.token_bytes(7)), "locks": locks}).encode()
    target.write(header + b"\n")
    sealer: Any = _Sealer(target, key, header)
    with tarfile.open(fileobj=sealer, mode="w|") as archive:
        for name, path in files:
            archive.add(path, name, recursive=False)
    sealer.close()
    return key


def unlock(source: IO[bytes], opener: Opener, where: str) -> bytes:
    """Give the content key of a sealed file."""
    _, head = _read_header(source, where)
    try:
        key = _try_locks(head["locks"], opener)
    except (KeyError, TypeError, ValueError):
        raise SealError(f"{where}: {_DAMAGED}") from None
    if key is None:
        raise SealError(f"{where}: {_refusal(head['locks'], opener)}; nothing was changed")
    return key


def contents(source: IO[bytes], key: bytes, where: str) -> Iterator[tuple[str, IO[bytes]]]:
    """Give the files in a sealed file, each with its name; only the end shows that all is whole."""
    header, head = _read_header(source, where)
    unsealer: Any = _Unsealer(source, key, header, head, where)
    try:
        with tarfile.open(fileobj=unsealer, mode="r|") as archive:
            for member in archive:
                file = archive.extractfile(member) if member.isfile() else None
                if file is None or _is_astray(member.name):
                    raise SealError(f"{where}: {_DAMAGED}")
                yield member.name, file
        unsealer.drain()
    except (tarfile.TarError, EOFError):
        raise SealError(f"{where}: {_DAMAGED}") from None


def check_passphrase(passphrase: str) -> str:
    """Give a new passphrase back if it is long enough to be one."""
    if len(passphrase) < LEAST:
        raise SealError(f"a passphrase has at least {LEAST} characters; take four or five words")
    return passphrase


def describe(source: IO[bytes], where: str) -> list[str]:
    """Give the kinds of lock of a sealed file: "passphrase", "age"."""
    return [str(lock["kind"]) for lock in _read_header(source, where)[1]["locks"]]


def _is_astray(name: str) -> bool:
    return bool(Path(name).anchor) or ".." in Path(name).parts


def _read_header(source: IO[bytes], where: str) -> tuple[bytes, Row]:
    source.seek(0)
    line = source.readline(_LONGEST_HEADER)
    try:
        head = json.loads(line)
        if not line.endswith(b"\n") or head["onym"] != "sealed":
            raise ValueError
        if head["version"] > VERSION:
            raise SealError(f"{where}: sealed by a newer Onym; please update Onym")
        if head["chunk"] != CHUNK or len(_bytes(head["prefix"])) != 7 or not head["locks"]:
            raise ValueError
        return line[:-1], head
    except (ValueError, TypeError, KeyError):
        raise SealError(f"{where}: {_DAMAGED}") from None


def _aead(key: bytes) -> Any:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    return AESGCM(key)


def _stretch(passphrase: str, salt: bytes, cost: Cost) -> bytes:
    from cryptography.hazmat.primitives.kdf.argon2 import Argon2id

    # The same letters may be typed as other code points on another machine.
    secret = unicodedata.normalize("NFC", passphrase).encode()
    cost.check()
    kdf = Argon2id(
        salt=salt, length=32, iterations=cost.passes, lanes=cost.lanes, memory_cost=cost.memory
    )
    return kdf.derive(secret)


def _lock_with_passphrase(key: bytes, passphrase: str, cost: Cost) -> Row:
    salt, nonce = secrets.token_bytes(16), secrets.token_bytes(12)
    wrapped = _aead(_stretch(passphrase, salt, cost)).encrypt(nonce, key, None)
    told = {"kind": "passphrase", "kdf": "argon2id", "memory": cost.memory, "passes": cost.passes}
    told |= {"lanes": cost.lanes, "salt": _text(salt), "nonce": _text(nonce)}
    return {**told, "wrapped": _text(wrapped)}


def _lock_to(key: bytes, recipient: str) -> Row:
    pyrage = _pyrage()
    # Behind an SSH key stands a comment, often somebody's name and machine.
    written = " ".join(recipient.split()[:2]) if recipient.startswith("ssh-") else recipient.strip()
    kind = pyrage.ssh if written.startswith("ssh-") else pyrage.x25519
    try:
        known = kind.Recipient.from_str(written)
    except pyrage.RecipientError:
        raise SealError(
            "not an age key; one looks like age1..., and begins with ssh- if made for SSH"
        ) from None
    return {"kind": "age", "recipient": written, "wrapped": _text(pyrage.encrypt(key, [known]))}


def _try_locks(locks: list[Row], opener: Opener) -> bytes | None:
    ways: dict[str, Callable[[Row, Opener], bytes | None]]
    ways = {"passphrase": _open_with_passphrase, "age": _open_with_identity}
    for lock in locks:
        key = ways[lock["kind"]](lock, opener)
        if key is not None:
            return key
    return None


def _open_with_passphrase(lock: Row, opener: Opener) -> bytes | None:
    from cryptography.exceptions import InvalidTag

    if opener.passphrase is None:
        return None
    cost = Cost(lock["memory"], lock["passes"], lock["lanes"])
    wrapping = _aead(_stretch(opener.passphrase, _bytes(lock["salt"]), cost))
    try:
        key: bytes = wrapping.decrypt(_bytes(lock["nonce"]), _bytes(lock["wrapped"]), None)
    except InvalidTag:
        return None
    return key


def _open_with_identity(lock: Row, opener: Opener) -> bytes | None:
    if opener.identity is None:
        return None
    pyrage = _pyrage()
    try:
        key: bytes = pyrage.decrypt(_bytes(lock["wrapped"]), [_identity(opener.identity)])
    except pyrage.DecryptError:
        return None
    return key


def _identity(text: str) -> Any:
    """An age identity among the lines of a key file, or an SSH key."""
    pyrage = _pyrage()
    secret = [line.strip() for line in text.splitlines() if line.startswith("AGE-SECRET-KEY-")]
    try:
        if secret:
            return pyrage.x25519.Identity.from_str(secret[0])
        return pyrage.ssh.Identity.from_buffer(text.encode())
    except pyrage.IdentityError:
        raise SealError("the identity file holds no age or SSH key without a passphrase") from None


def _refusal(locks: list[Row], opener: Opener) -> str:
    kinds = {lock["kind"] for lock in locks}
    if opener.passphrase is not None and "passphrase" in kinds:
        return "wrong passphrase"
    if opener.identity is not None and "age" in kinds:
        return "sealed to another age key"
    return "it opens with " + " or ".join(
        {"passphrase": "a passphrase", "age": "an age key"}[kind] for kind in sorted(kinds)
    )


def _pyrage() -> Any:
    try:
        import pyrage
    except ImportError:
        raise SealError("age keys need one more package: pip install 'onym[age]'") from None
    return pyrage


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _bytes(text: str) -> bytes:
    return base64.b64decode(text, validate=True)


def _nonce(prefix: bytes, number: int, last: bool) -> bytes:
    return prefix + struct.pack(">IB", number, last)


class _Sealer:
    """A file that encrypts what is written to it."""

    def __init__(self, target: IO[bytes], key: bytes, header: bytes) -> None:
        self._target, self._header = target, header
        self._aead, self._prefix = _aead(key), _bytes(json.loads(header)["prefix"])
        self._waiting, self._number = bytearray(), 0

    def write(self, data: bytes) -> int:
        self._waiting += data
        while len(self._waiting) > CHUNK:
            self._put(bytes(self._waiting[:CHUNK]), last=False)
            del self._waiting[:CHUNK]
        return len(data)

    def close(self) -> None:
        self._put(bytes(self._waiting), last=True)

    def _put(self, chunk: bytes, last: bool) -> None:
        nonce = _nonce(self._prefix, self._number, last)
        self._target.write(self._aead.encrypt(nonce, chunk, self._header))
        self._number += 1


class _Unsealer:
    """A file that decrypts what is read from it, and gives nothing that is not authentic."""

    def __init__(self, source: IO[bytes], key: bytes, header: bytes, head: Row, where: str) -> None:
        self._source, self._header, self._where = source, header, where
        self._aead, self._prefix = _aead(key), _bytes(head["prefix"])
        self._ready, self._number, self._ended = bytearray(), 0, False
        self._next = source.read(CHUNK + _TAG)

    def read(self, size: int) -> bytes:
        while len(self._ready) < size and not self._ended:
            self._ready += self._chunk()
        data = bytes(self._ready[:size])
        del self._ready[:size]
        return data

    def drain(self) -> None:
        """Read to the end, so that a file cut off behind the last member is noticed."""
        while not self._ended:
            self._chunk()

    def _chunk(self) -> bytes:
        from cryptography.exceptions import InvalidTag

        sealed, self._next = self._next, self._source.read(CHUNK + _TAG)
        self._ended = not self._next
        nonce = _nonce(self._prefix, self._number, self._ended)
        self._number += 1
        try:
            chunk: bytes = self._aead.decrypt(nonce, sealed, self._header)
        except (InvalidTag, ValueError):
            raise SealError(f"{self._where}: {_DAMAGED}") from None
        return chunk
