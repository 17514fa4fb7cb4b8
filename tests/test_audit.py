"""The locked dependencies, compared with a copy of an advisory database."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LOCK = "starlette==0.50.1 ; python_version > '3' \\\n    --hash=sha256:00\nSome.Thing==2.0 \\\n"


def advisory(name: str, *events: dict[str, str], ecosystem: str = "PyPI") -> dict[str, object]:
    ranges = [{"type": "ECOSYSTEM", "events": list(events)}]
    package = {"name": name, "ecosystem": ecosystem}
    return {"id": "TEST-1", "affected": [{"package": package, "ranges": ranges}]}


ADVISORIES = [
    (advisory("starlette", {"introduced": "0"}, {"fixed": "0.50.2"}), True),
    (advisory("starlette", {"introduced": "0"}, {"fixed": "0.50.1"}), False),
    (advisory("starlette", {"introduced": "0.51"}), False),
    (advisory("starlette", {"introduced": "0.9"}, {"last_affected": "0.50.1"}), True),
    (advisory("starlette", {"introduced": "0"}, {"last_affected": "0.50.0"}), False),
    (advisory("some_thing", {"introduced": "1.10"}), True),
    (advisory("something", {"introduced": "0"}), False),
    (advisory("starlette", {"introduced": "0"}, ecosystem="npm"), False),
    (advisory("starlette", {"introduced": "0"}) | {"withdrawn": "2024-01-01"}, False),
    (
        advisory(
            "starlette",
            {"introduced": "0"},
            {"fixed": "0.4"},
            {"introduced": "0.50"},
            {"fixed": "1.0"},
        ),
        True,
    ),
]


def audit(folder: Path, *advisories: dict[str, object]) -> tuple[int, str]:
    (folder / "lock").write_text(LOCK)
    (folder / "known").mkdir()
    for number, each in enumerate(advisories):
        (folder / "known" / f"{number}.json").write_text(json.dumps(each))
    command = [sys.executable, str(ROOT / "tools" / "audit.py"), "lock", "known"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return done.returncode, done.stdout


@pytest.mark.parametrize(("known", "found"), ADVISORIES)
def test_an_advisory_applies_to_the_versions_it_names(
    known: dict[str, object], found: bool, tmp_path: Path
) -> None:
    status, said = audit(tmp_path, known)
    assert status == found
    assert said.startswith(("starlette 0.50.1: TEST-1", "some-thing 2.0: TEST-1") if found else "0")


def test_an_audit_of_nothing_does_not_end_well(tmp_path: Path) -> None:
    assert audit(tmp_path) == (1, "nothing was audited: 2 packages, 0 advisories\n")
