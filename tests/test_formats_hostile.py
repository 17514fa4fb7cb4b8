"""Files that are damaged, or made to do harm: one clear line, and nothing is written."""

from __future__ import annotations

import io
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import exports
import exports_chats
from exports import CANARIES, COURSE, Course
from onym import formats
from onym.errors import InputError

LAUGHS = (
    '<?xml version="1.0"?><!DOCTYPE users [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>'
    "<users>&b;</users>"
)
OUTSIDE = (
    '<?xml version="1.0"?><!DOCTYPE users [<!ENTITY x SYSTEM "file:///etc/hostname">]>'
    "<users>&x;</users>"
)
DEEP = "<?xml version='1.0'?>" + "<a>" * 5_000


def backup(path: Path, **changes: str | None) -> Path:
    """A backup of which some members are others; None leaves one out."""
    members = {**exports.moodle_members(COURSE), **changes}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in members.items():
            if text is not None:
                archive.writestr(name, text)
    return path


def tar_with(path: Path, info: tarfile.TarInfo) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        archive.addfile(info, io.BytesIO(bytes(info.size)))
    return path


def large(name: str, size: int) -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.size = size
    return info


def link(name: str) -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = tarfile.SYMTYPE, "/etc/passwd"
    return info


def cut(path: Path, share: float) -> Path:
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * share)])
    return path


def spoil(path: Path, old: bytes, new: bytes) -> Path:
    data = path.read_bytes()
    assert old in data
    path.write_bytes(data.replace(old, new))
    return path


# What is done to a file, what it is called, and what is said of it.
HARM: dict[str, tuple[str, Callable[[Path], Path], str]] = {
    "laughs": ("c.mbz", lambda p: backup(p, **{"users.xml": LAUGHS}), "declares an entity"),
    "outside": ("c.mbz", lambda p: backup(p, **{"users.xml": OUTSIDE}), "declares an entity"),
    "deep xml": ("c.mbz", lambda p: backup(p, **{"users.xml": DEEP}), "nested more than 200 deep"),
    "open xml": (
        "c.mbz",
        lambda p: backup(p, **{"users.xml": "<users><user>"}),
        r"users\.xml is broken XML at line 1, column 14 \(no element found\)",
    ),
    "no forum": (
        "c.mbz",
        lambda p: backup(p, **{"activities/forum_9/forum.xml": None}),
        "no Moodle backup with a forum",
    ),
    "slip": ("c.mbz", lambda p: backup(p, **{"../../evil": "x"}), "leads out of it"),
    "absolute": ("c.mbz", lambda p: backup(p, **{"/etc/evil": "x"}), "leads out of it"),
    "bomb": ("c.mbz", lambda p: backup(p, **{"x.xml": "\0" * 30_000_000}), "is a bomb"),
    "tar bomb": ("c.mbz", lambda p: tar_with(p, large("x", 90_000_000)), "an absurd size"),
    "tar link": ("c.mbz", lambda p: tar_with(p, link("users.xml")), "a link or device"),
    "cut zip": ("c.mbz", lambda p: cut(exports.moodle_zip(COURSE, p), 0.7), "cut short or damaged"),
    "cut tar": ("c.mbz", lambda p: cut(exports.moodle_tar(COURSE, p), 0.7), "cut short or damaged"),
    "cut json": (
        "t.json",
        lambda p: cut(exports.canvas_json(COURSE, p), 0.9),
        r"is broken JSON at line \d+, column \d+",
    ),
    "deep json": (
        "t.json",
        lambda p: spoil(exports.canvas_json(COURSE, p), b'"view": [', b'"view": ' + b"[" * 9_000),
        "nested more than 200 deep",
    ),
    "wide json": (
        "t.json",
        lambda p: spoil(exports.discourse_json(COURSE, p), b'"posts"', b'"toasts"'),
        "has no messages in it",
    ),
    "no messages": (
        "t.json",
        lambda p: spoil(exports_chats.telegram_json(COURSE, p), b'"message"', b'"service"'),
        "has no messages in it",
    ),
    "deep chat": (
        "t.json",
        lambda p: spoil(
            exports_chats.discord_json(COURSE, p), b'"embeds": []', b'"embeds": ' + b"[" * 9_000
        ),
        "nested more than 200 deep",
    ),
    "cut ods": ("p.ods", lambda p: cut(exports.moodle_ods(COURSE, p), 0.5), "cut short or damaged"),
    "cut xlsx": ("p.xlsx", lambda p: cut(exports.moodle_xlsx(COURSE, p), 0.5), "cut short"),
    "nul": (
        "p.csv",
        lambda p: spoil(exports.moodle_csv(COURSE, p), b"sample", b"sam\0ple"),
        "holds a NUL byte at line 2",
    ),
}


@pytest.mark.parametrize("name", HARM)
def test_harm_is_refused_in_one_line(name: str, tmp_path: Path) -> None:
    file, build, said = HARM[name]
    path = build(tmp_path / file)
    with pytest.raises(InputError, match=said) as caught:
        formats.read(path)
    assert "\n" not in str(caught.value)
    assert not any(canary in str(caught.value) for canary in CANARIES)


@pytest.mark.parametrize("name", ["laughs", "slip", "cut json"])
def test_nothing_is_written_for_a_harmful_file(name: str, tmp_path: Path) -> None:
    file, build, _ = HARM[name]
    path = build(tmp_path / file)
    command = [sys.executable, "-m", "onym", "run", str(path), "--out", str(tmp_path / "out")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.startswith("onym: ") and done.stderr.count("\n") == 1
    assert sorted(each.name for each in tmp_path.iterdir()) == [file]


def test_a_damaged_part_leaves_what_was_shared_before(tmp_path: Path) -> None:
    path = exports.moodle_zip(COURSE, tmp_path / "c.mbz")
    corpus = formats.read(path)
    target = tmp_path / "share.mbz"
    formats.write(corpus, exports.unchanged(corpus), target)
    before = target.read_bytes()
    cut(path, 0.9)
    with pytest.raises(InputError):
        formats.write(corpus, exports.unchanged(corpus), target)
    assert target.read_bytes() == before
    assert sorted(each.name for each in tmp_path.iterdir()) == ["c.mbz", "share.mbz"]


FUZZED: dict[str, Callable[[Course, Path], Path]] = {
    "posts.csv": exports.moodle_csv,
    "posts.json": exports.moodle_json,
    "posts.ods": exports.moodle_ods,
    "zip.mbz": exports.moodle_zip,
    "tar.mbz": exports.moodle_tar,
    "canvas.json": exports.canvas_json,
    "discourse.json": exports.discourse_json,
    "channel.json": exports_chats.discord_json,
    "result.json": exports_chats.telegram_json,
    "account.json": exports_chats.telegram_account,
    "forum.mongo": exports.edx_mongo,
    "export.zip": exports.coursera_zip,
}
HITS = st.lists(st.tuples(st.floats(0, 1), st.integers(0, 3), st.binary(max_size=6)), max_size=4)


@pytest.mark.parametrize("name", FUZZED)
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(hits=HITS, end=st.floats(0.5, 1))
def test_whatever_happens_to_a_file_it_is_read_or_refused(
    name: str, hits: list[tuple[float, int, bytes]], end: float
) -> None:
    with TemporaryDirectory() as folder:
        path = FUZZED[name](COURSE, Path(folder) / name)
        data = bytearray(path.read_bytes())
        for place, taken, put in hits:
            at = int(place * len(data))
            data[at : at + taken] = put
        path.write_bytes(data[: int(len(data) * end)])
        try:
            corpus = formats.read(path)
            formats.write(corpus, exports.unchanged(corpus), Path(folder) / f"new-{name}")
        except InputError as error:
            assert "\n" not in str(error)
            assert not any(canary in str(error) for canary in CANARIES)
