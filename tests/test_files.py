from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from onym.disk.files import read_bytes, write_atomically, writing
from onym.errors import InputError


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_written_bytes_are_read_back(tmp_path: Path) -> None:
    path = tmp_path / "mapping.txt"
    write_atomically(path, b"old")
    write_atomically(path, b"new \r\n\xff")
    assert read_bytes(path) == b"new \r\n\xff"
    assert names(tmp_path) == ["mapping.txt"]


def test_a_private_file_is_private(tmp_path: Path) -> None:
    path = tmp_path / "key.json"
    write_atomically(path, b"{}", 0o600)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_failure_half_way_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "ledger.jsonl"
    path.write_bytes(b"old")
    with pytest.raises(RuntimeError), writing(path) as file:
        file.write(b"half of the n")
        raise RuntimeError
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["ledger.jsonl"]


def test_the_file_is_not_there_before_the_block_ends(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    with writing(path) as file:
        file.write(b"<p>")
        assert not path.exists()
    assert path.read_bytes() == b"<p>"


def test_what_cannot_be_read_or_written_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(InputError, match=r"absent\.csv does not exist"):
        read_bytes(tmp_path / "absent.csv")
    with pytest.raises(InputError, match="is a folder"):
        read_bytes(tmp_path)
    with pytest.raises(InputError, match="cannot be read: Not a directory"):
        read_bytes(tmp_path / "file" / "below")
    with pytest.raises(InputError, match="cannot be written: No such file"):
        write_atomically(tmp_path / "no" / "folder.csv", b"")
    (tmp_path / "folder").mkdir()
    with pytest.raises(InputError, match="cannot be written: Is a directory"):
        write_atomically(tmp_path / "folder", b"")
    assert names(tmp_path) == ["file", "folder"]


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_read_permission(tmp_path: Path) -> None:
    path = tmp_path / "forum.csv"
    path.write_bytes(b"id,text\n")
    path.chmod(0)
    with pytest.raises(InputError, match="may not be read"):
        read_bytes(path)
