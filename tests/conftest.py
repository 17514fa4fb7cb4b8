"""What holds for all tests."""

from __future__ import annotations

import pytest

pytest.register_assert_rewrite("exports", "exports_mail")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Note a test's markers in the JUnit file, where .ci/skipped.py looks for them."""
    for item in items:
        item.user_properties += [("marker", marker.name) for marker in item.iter_markers()]
