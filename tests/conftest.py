"""What holds for all tests."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

CHROMIUM = Path("/usr/bin/chromium")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]

pytest.register_assert_rewrite("exports", "exports_mail")

# The same examples every time and no clock, so that whoever changed nothing breaks nothing. To
# look for new ones: pytest --hypothesis-profile=default
settings.register_profile(
    "certain", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("certain")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Note a test's markers in the JUnit file, where .ci/skipped.py looks for them."""
    for item in items:
        item.user_properties += [("marker", marker.name) for marker in item.iter_markers()]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser to look at pages with."""
    if not os.access(CHROMIUM, os.X_OK):
        pytest.skip(f"needs Chromium at {CHROMIUM}")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        running = play.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield running
        running.close()
