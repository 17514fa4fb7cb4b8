"""Whether there is room in memory for a file that has to be held as a whole.

Better to say so in a line than to be ended by the system half-way.
"""

from __future__ import annotations

import tarfile
import zipfile
from pathlib import Path

from onym.errors import InputError

TIMES = {"csv": 10, "tsv": 10, "jsonl": 10, "parquet": 10}
"""How many times its unpacked size a file takes in memory, as measured; the others 20 times."""
SMALL = 20_000_000
"""Nobody has too little memory for files of so many bytes."""
_MEMORY = Path("/proc/meminfo")
_LIMIT, _USED = Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory.current")


def check_room(path: Path, format: str) -> None:
    """Refuse a file that would take more memory than there is, where that can be known."""
    if not path.is_file() or path.stat().st_size < SMALL // 20:
        return
    size, free = unpacked(path), free_memory()
    needed = size * TIMES.get(format, 20)
    if size > SMALL and free is not None and needed > free:
        raise InputError(
            f"{path} is read as a whole, which takes about {_gigabytes(needed)} of memory where"
            f" {_gigabytes(free)} are free; split it, or give it as CSV or JSON lines"
        )


def unpacked(path: Path) -> int:
    """The bytes of a file, or of the members of an archive that are read."""
    try:
        if zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as packed:
                return sum(_size(each.filename, each.file_size) for each in packed.infolist())
        with path.open("rb") as file:
            if file.read(2) != b"\x1f\x8b":
                return path.stat().st_size
        with tarfile.open(path) as tar:
            return sum(_size(each.name, each.size) for each in tar)
    except (OSError, ValueError, EOFError, zipfile.BadZipFile, tarfile.TarError):
        return path.stat().st_size  # What is wrong with it, its reader will say.


def _size(name: str, size: int) -> int:
    """Attachments are passed over, or copied one at a time."""
    return size if name.lower().endswith((".xml", ".json", ".csv", ".rels")) else 0


def free_memory() -> int | None:
    """The bytes of memory that are free for this process, or None where nobody tells."""
    try:
        rows = dict(row.split(":", 1) for row in _MEMORY.read_text("ascii").splitlines())
        free = int(rows["MemAvailable"].split()[0]) << 10
    except (OSError, KeyError, ValueError):
        return None
    try:
        return min(free, int(_LIMIT.read_text("ascii")) - int(_USED.read_text("ascii")))
    except (OSError, ValueError):  # There is no limit.
        return free


def _gigabytes(size: int) -> str:
    return f"{size / 1e9:.1f} GB"
