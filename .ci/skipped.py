"""Fail when a test that needs a browser, a compiler or Spark did not run for want of it."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).parent.parent
MUST_RUN = ("browser", "compiler", "spark")


def missing(report: Path) -> Iterator[str]:
    """Say what did not run, a line each, from the JUnit file of a run."""
    cases = list(ElementTree.parse(report).iter("testcase"))
    for marker in MUST_RUN:
        marked = [case for case in cases if marker in _markers(case)]
        if not marked and _is_used(marker):
            yield f"no test marked {marker} was run"
        for case in marked:
            if (skipped := case.find("skipped")) is not None:
                name = f"{case.get('classname')}::{case.get('name')}"
                yield f"{name} ({marker}) was skipped: {skipped.get('message')}"


def _markers(case: ElementTree.Element) -> set[str | None]:
    """Give the markers that tests/conftest.py notes down for a test."""
    return {each.get("value") for each in case.iter("property") if each.get("name") == "marker"}


def _is_used(marker: str) -> bool:
    used = re.compile(rf"\bmark\.{marker}\b")
    return any(used.search(file.read_text("utf-8")) for file in (ROOT / "tests").rglob("*.py"))


if __name__ == "__main__":
    lines = list(missing(ROOT / "build" / "tests.xml"))
    sys.exit("\n".join(lines) if lines else 0)
