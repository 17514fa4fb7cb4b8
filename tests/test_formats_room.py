"""Files that are too large for the memory that there is."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from onym import formats
from onym.errors import InputError
from onym.formats import room


def test_a_file_for_which_there_is_no_room_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "forum.csv"
    with path.open("w") as file:
        file.write("id,text\n")
        file.writelines(f"{row},Quillon {'x' * 2000}\n" for row in range(12_000))
    monkeypatch.setattr(room, "_MEMORY", tmp_path / "meminfo")
    (tmp_path / "meminfo").write_text("MemTotal: 9 kB\nMemAvailable:   100000 kB\n")
    with pytest.raises(InputError) as caught:
        formats.read(path)
    assert str(caught.value) == (
        f"{path} is read as a whole, which takes about 0.2 GB of memory where 0.1 GB are free;"
        " split it, or give it as CSV or JSON lines"
    )
    (tmp_path / "spool").mkdir()
    assert formats.read(path, spool=tmp_path / "spool").messages.height == 12_000


def test_what_is_packed_counts_as_it_will_be(tmp_path: Path) -> None:
    path = tmp_path / "course.mbz"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("forum.xml", "x" * 5_000_000)
        archive.writestr("files/ab/film.mp4", "x" * 9_000_000)
    assert room.unpacked(path) == 5_000_000 > 100 * path.stat().st_size


def test_a_limit_of_the_container_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, said in (("_MEMORY", "MemAvailable: 1000 kB"), ("_LIMIT", "700"), ("_USED", "500")):
        (tmp_path / name).write_text(said)
        monkeypatch.setattr(room, name, tmp_path / name)
    assert room.free_memory() == 200
    (tmp_path / "_LIMIT").write_text("max")
    assert room.free_memory() == 1_024_000
    (tmp_path / "_MEMORY").unlink()
    assert room.free_memory() is None
