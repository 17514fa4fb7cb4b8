"""Exports of many files: a folder, a zip or a tar, read safely and written member for member."""

from __future__ import annotations

import io
import stat
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from gzip import GzipFile
from pathlib import Path, PurePosixPath
from struct import error as StructError
from typing import BinaryIO, Literal, NamedTuple
from zlib import error as ZlibError

from onym.disk.files import in_order, is_litter, read_bytes, writing
from onym.errors import InputError
from onym.formats.folders import write_folder

Kind = Literal["folder", "zip", "tar"]

LARGEST = 1 << 30
"""Bytes that one member may unpack to."""
LARGEST_SUM = 16 << 30
MOST_MEMBERS = 500_000
STEEPEST = 300
"""How many times its packed size a member may unpack to; text does not reach that."""
BROKEN = (
    *(zipfile.BadZipFile, tarfile.TarError, EOFError, ZlibError),
    *(OSError, RuntimeError, NotImplementedError, ValueError, KeyError, StructError),
)
"""What reading a damaged archive may raise."""


class Written(NamedTuple):
    """What a member is called from now on and what it holds; None copies what it held."""

    name: str
    data: bytes | None = None


Change = Callable[[str, Callable[[], bytes]], Written | None]
"""From a member's name and a way to read it; None leaves the member out."""


class Archive:
    """The files of an export by name, whatever they are packed in."""

    def __init__(self, path: Path, data: bytes | None = None) -> None:
        self.path = path
        self.kind: Kind = kind_of(path) if data is None else "zip"
        self._data = data
        self._zip: zipfile.ZipFile | None = None
        self._tar: tarfile.TarFile | None = None
        self.names: tuple[str, ...] = ()

    def __enter__(self) -> Archive:
        try:
            self._open()
        except BROKEN:
            self.__exit__()
            raise self._broken() from None
        self._check()
        return self

    def __exit__(self, *_: object) -> None:
        for opened in (self._zip, self._tar):
            if opened is not None:
                opened.close()

    def read(self, name: str) -> bytes:
        """Unpack one member, as long as it is not absurdly large."""
        try:
            with self.open(name) as file:
                data = file.read(LARGEST + 1)
        except BROKEN:
            raise self._broken(name) from None
        if len(data) > LARGEST:
            raise InputError(f"{self.path}: {_safe(name)} unpacks to more than 1 GB; leave it out")
        return data

    @contextmanager
    def open(self, name: str) -> Iterator[BinaryIO]:
        """Open one member to be read piece by piece."""
        if self._zip is not None:
            with self._zip.open(name) as packed:
                yield io.BufferedReader(packed)  # type: ignore[type-var]
        elif self._tar is not None:
            found = self._tar.extractfile(name)
            yield io.BytesIO() if found is None else found  # type: ignore[misc]
        else:
            with (self.path / name).open("rb") as file:
                yield file

    def _open(self) -> None:
        if self.kind == "zip":
            source = self.path if self._data is None else io.BytesIO(self._data)
            self._zip = zipfile.ZipFile(source)
            infos = self._zip.infolist()
            names = [info.filename for info in infos if not info.is_dir()]
        elif self.kind == "tar":
            self._tar = tarfile.open(self.path)  # noqa: SIM115
            names = [*self._tar_names(self._tar)]
        else:
            found = (each for each in self.path.rglob("*") if not each.is_dir())
            names = [each.relative_to(self.path).as_posix() for each in sorted(found, key=in_order)]
        self.names = tuple(name for name in names if not is_litter(name))

    def _tar_names(self, tar: tarfile.TarFile) -> Iterator[str]:
        """Names as the headers give them; a bomb is seen before what follows is unpacked."""
        most, size = STEEPEST * max(self.path.stat().st_size, 1000), 0
        for member in tar:
            size += member.size
            if size > min(most, LARGEST_SUM):
                raise InputError(f"{self.path} unpacks to an absurd size; not opened")
            if not member.isdir():
                yield member.name

    def _check(self) -> None:
        """Refuse what no platform packs: ways out of the folder, links, bombs, passwords."""
        if len(self.names) > MOST_MEMBERS:
            raise InputError(f"{self.path} has more than {MOST_MEMBERS:,} members; no export has")
        if len(set(self.names)) < len(self.names):
            raise InputError(f"{self.path} has two members of one name; export it again")
        for name in self.names:
            parts = PurePosixPath(name).parts
            if name.startswith(("/", "\\")) or ".." in parts or ":" in name[:2] or "\0" in name:
                raise InputError(f"{self.path} has a member that leads out of it; not opened")
        sizes = [*self._sizes()]
        if sum(sizes) > LARGEST_SUM:
            raise InputError(f"{self.path} unpacks to more than 16 GB; not opened")

    def _sizes(self) -> Iterator[int]:
        for info in self._zip.infolist() if self._zip else ():
            if info.flag_bits & 1:
                raise InputError(f"{self.path} is locked with a password; unpack it first")
            if stat.S_ISLNK(info.external_attr >> 16):
                raise InputError(f"{self.path} has a link among its members; not opened")
            if info.file_size > STEEPEST * max(info.compress_size, 1000):
                raise InputError(f"{self.path}: {_safe(info.filename)} is a bomb; not opened")
            yield info.file_size
        for member in self._tar.getmembers() if self._tar else ():
            if not (member.isfile() or member.isdir()):
                raise InputError(f"{self.path} has a link or device among its members; not opened")
            yield member.size
        if self.kind == "folder" and any((self.path / name).is_symlink() for name in self.names):
            raise InputError(f"{self.path} has a link among its files; replace it by the file")

    def _broken(self, name: str = "") -> InputError:
        where = f": {_safe(name)}" if name else ""
        return InputError(f"{self.path}{where} is cut short or damaged; download it again")


def zip_names(path: Path, head: bytes) -> frozenset[str]:
    """Give the names of a zip's members, none where it is no zip that can be opened."""
    if not head.startswith(b"PK\x03\x04"):
        return frozenset()
    try:
        with zipfile.ZipFile(path) as archive:
            return frozenset(name for name in archive.namelist() if not is_litter(name))
    except BROKEN:
        return frozenset()


def kind_of(path: Path) -> Kind:
    """Tell what holds the members."""
    if path.is_dir():
        return "folder"
    return "zip" if zipfile.is_zipfile(path) else "tar"


def rewrite(source: Path, target: Path, change: Change) -> None:
    """Write an archive or folder anew with its members changed, whole or not at all."""
    with Archive(source) as archive:
        if archive.kind == "folder":
            write_folder(target, _rewritten(archive, change))
            return
        with writing(target) as file:
            (_rewrite_zip if archive.kind == "zip" else _rewrite_tar)(archive, file, change)


def _rewritten(archive: Archive, change: Change) -> Iterator[tuple[Path, bytes]]:
    for name in archive.names:
        new = change(name, partial(archive.read, name))
        if new is not None:
            yield Path(new.name), archive.read(name) if new.data is None else new.data


def _rewrite_zip(archive: Archive, file: BinaryIO, change: Change) -> None:
    with zipfile.ZipFile(archive.path) as old, zipfile.ZipFile(file, "w") as new:
        for info in old.infolist():
            name = info.filename
            if is_litter(name):
                continue
            made = Written(name) if info.is_dir() else change(name, partial(archive.read, name))
            if made is None:
                continue
            entry = zipfile.ZipInfo(made.name, info.date_time)
            entry.compress_type, entry.external_attr = info.compress_type, info.external_attr
            data = (
                (b"" if info.is_dir() else archive.read(name)) if made.data is None else made.data
            )
            new.writestr(entry, data)


def _rewrite_tar(archive: Archive, file: BinaryIO, change: Change) -> None:
    packed = read_bytes(archive.path, 2) == b"\x1f\x8b"
    out = GzipFile("", "wb", 6, file, 0) if packed else file
    with tarfile.open(archive.path) as old, tarfile.open(fileobj=out, mode="w") as new:
        for info in old.getmembers():
            name = info.name
            if is_litter(name):
                continue
            made = Written(name) if info.isdir() else change(name, partial(archive.read, name))
            if made is None:
                continue
            data = b"" if info.isdir() else archive.read(name) if made.data is None else made.data
            info.name, info.size = made.name, len(data)
            info.uname = info.gname = ""
            info.uid = info.gid = 0
            info.pax_headers = {}
            new.addfile(info, io.BytesIO(data))
    if packed:
        out.close()


def _safe(name: str) -> str:
    """Say which member without its folder's and file's own names, which may be a person's."""
    depth, suffix = name.count("/"), PurePosixPath(name).suffix
    return f"a member ({suffix or 'no ending'}, {depth} folders deep)"
