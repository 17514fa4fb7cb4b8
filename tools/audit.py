"""Compare the locked dependencies with a copy of an advisory database, without a network.

    python tools/audit.py requirements.lock advisory-database

The copy is a folder of advisories in the OSV format: a clone of the Python Packaging Advisory
Database (YAML), or what OSV offers for PyPI (JSON). Where there is a network, `make audit` asks
PyPI itself, which knows the newest.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from packaging.version import InvalidVersion, Version

PINNED = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", re.MULTILINE)


class Pin(NamedTuple):
    """A package in the version that is installed."""

    name: str
    version: Version


def pins(lock: Path) -> list[Pin]:
    """Every package of a lock file."""
    return [Pin(_plain(name), Version(at)) for name, at in PINNED.findall(lock.read_text())]


def _plain(name: str) -> str:
    """The name of a package as PyPI compares it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def advisories(folder: Path) -> Iterator[dict[str, Any]]:
    """Every advisory of a copy of the database."""
    for path in sorted(folder.rglob("*")):
        if path.suffix == ".json":
            yield json.loads(path.read_text(encoding="utf-8"))
        elif path.suffix == ".yaml" and "vulns" in path.parts:
            import yaml  # type: ignore[import-untyped,unused-ignore]

            yield yaml.safe_load(path.read_text(encoding="utf-8"))


def applies(advisory: dict[str, Any], pin: Pin) -> bool:
    """Whether an advisory is about a package in this version."""
    for affected in advisory.get("affected", ()) if "withdrawn" not in advisory else ():
        package = affected.get("package", {})
        if package.get("ecosystem") != "PyPI" or _plain(package["name"]) != pin.name:
            continue
        if str(pin.version) in map(str, affected.get("versions", ())):
            return True
        ranges = (each for each in affected.get("ranges", ()) if each["type"] == "ECOSYSTEM")
        if any(_is_within(each["events"], pin.version) for each in ranges):
            return True
    return False


def _is_within(events: list[dict[str, str]], version: Version) -> bool:
    """Whether the events in the life of a hole leave it open in a version."""
    hit = False
    for event in events:
        for kind, at in event.items():
            try:
                reached = Version(str(at)) if str(at) != "0" else Version("0.dev0")
            except InvalidVersion:
                return True  # what cannot be compared is for a person to judge
            if kind == "introduced" and version >= reached:
                hit = True
            elif (kind == "fixed" and version >= reached) or (
                kind == "last_affected" and version > reached
            ):
                hit = False
    return hit


def main() -> int:
    """Print what applies; 1 if anything does, or if there was nothing to compare with."""
    if len(sys.argv) != 3:
        print("usage: python tools/audit.py LOCK FOLDER", file=sys.stderr)
        return 2
    lock, folder = map(Path, sys.argv[1:])
    locked, known = pins(lock), list(advisories(folder))
    if not locked or not known:
        print(f"nothing was audited: {len(locked)} packages, {len(known)} advisories")
        return 1
    found = [(pin, each) for each in known for pin in locked if applies(each, pin)]
    for pin, advisory in found:
        print(f"{pin.name} {pin.version}: {advisory['id']}")
    newest = max(str(each.get("published", "")) for each in known)[:10]
    about = {_plain(a["package"]["name"]) for each in known for a in each.get("affected", ())}
    mine = sum(pin.name in about for pin in locked)
    print(f"{len(found)} findings: {len(locked)} packages, of which {mine} ever had an advisory;")
    print(f"{len(known):,} advisories, the newest published on {newest}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
