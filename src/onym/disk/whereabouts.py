"""Whether a folder is a safe place for what must stay private."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from onym.errors import InputError

SERVICES = {
    "dropbox": "Dropbox",
    "onedrive": "OneDrive",
    "icloud": "iCloud Drive",
    "com~apple~clouddocs": "iCloud Drive",
    "mobile documents": "iCloud Drive",
    "cloudstorage": "a cloud service",
    "google drive": "Google Drive",
    "googledrive": "Google Drive",
    "my drive": "Google Drive",
    "nextcloud": "Nextcloud",
    "owncloud": "ownCloud",
    "seafile": "Seafile",
    "syncthing": "Syncthing",
    "pclouddrive": "pCloud",
    "box sync": "Box",
}
"""How the name of a synchronised folder begins, and the service that does so."""

MARKERS = {
    ".dropbox": "Dropbox",
    ".dropbox.cache": "Dropbox",
    ".stfolder": "Syncthing",
    ".stignore": "Syncthing",
    ".nextcloudsync.log": "Nextcloud",
    ".owncloudsync.log": "ownCloud",
    ".sync_*.db": "Nextcloud",
    "._sync_*.db": "ownCloud",
    ".tmp.drivedownload": "Google Drive",
    ".tmp.driveupload": "Google Drive",
    ".seafile-data": "Seafile",
}
"""What a service leaves in a folder that it synchronises."""


def typed(path: str | Path) -> str:
    """A path as it is typed on a command line, in quotes where it has a space."""
    return f'"{path}"' if " " in str(path) else str(path)


def warnings(root: Path) -> list[str]:
    """Say in a line each what makes a folder unsafe for a project."""
    place = root.resolve()
    found = [f"{root} lies in a folder that {name} copies elsewhere" for name in _services(place)]
    if os.name == "posix" and _is_open(place):
        found.append(f"{root} can be read by every user of this machine")
    return [f"{line}; move the project, or keep private/ sealed" for line in found]


def close(folder: Path) -> list[str]:
    """Let nobody but the owner into a folder; say so if somebody could get in or still can."""
    if os.name != "posix":
        return []
    loose = [path for path in (folder, *folder.rglob("*")) if _others(path)]
    entered = folder in loose
    for path in loose:
        path.chmod(0o700 if path.is_dir() else 0o600)
    if _others(folder):
        return [f"{folder} cannot be closed to other users on this disk; move the project"]
    return [f"{folder} could be entered by others; it is closed again"] if entered else []


def refuse_own(source: Path, root: Path) -> None:
    """Refuse what Onym itself made as a source, and a folder that the project lies in."""
    place, root = Path(os.path.realpath(source)), Path(os.path.realpath(root))
    if any(_is_same(folder, root / "share") for folder in place.parents):
        raise InputError(f"{source} is a result of Onym; give the original file")
    if place.is_dir() and any(_is_same(place, folder) for folder in (root, *root.parents)):
        raise InputError(f"{source} holds the project itself; give an --out outside of it")
    inside = place.parent.name in ("private", "share")
    if ((place.parent.parent if inside else place) / "onym.toml").is_file():
        raise InputError(f"{source} belongs to a project of Onym; give the original file")


def _is_same(one: Path, other: Path) -> bool:
    """Whether two paths lead to one place, though one have capitals that the disk passes over."""
    try:
        return one == other or one.samefile(other)
    except OSError:
        return False


def _services(place: Path) -> Iterator[str]:
    """The services that copy a folder, as far as names and markers tell, each once."""
    seen: dict[str, None] = {}
    for folder in (place, *place.parents):
        name = folder.name.casefold()
        seen |= {service: None for start, service in SERVICES.items() if name.startswith(start)}
        seen |= {service: None for mark, service in MARKERS.items() if _has(folder, mark)}
    yield from list(seen)[:1]


def _has(folder: Path, mark: str) -> bool:
    try:
        return any(True for _ in folder.glob(mark)) if "*" in mark else (folder / mark).exists()
    except OSError:
        return False


def _is_open(place: Path) -> bool:
    """Whether anybody can read a folder and get to it."""
    if not _mode(place) & stat.S_IROTH:
        return False
    return all(_mode(folder) & stat.S_IXOTH for folder in (place, *place.parents))


def _others(path: Path) -> bool:
    return not path.is_symlink() and bool(_mode(path) & (stat.S_IRWXG | stat.S_IRWXO))


def _mode(path: Path) -> int:
    try:
        return path.stat().st_mode
    except OSError:
        return 0


def relate(root: Path, path: str | Path) -> str:
    """Write a path as a setting: absolute if it was given so, else seen from the folder."""
    if Path(path).is_absolute():
        return str(path)
    try:
        return Path(os.path.relpath(path, root)).as_posix()
    except ValueError:  # on another drive of Windows
        return str(Path(path).absolute())
