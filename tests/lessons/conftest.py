"""Leaves tests that try many moves to `make soak`."""

import os
from pathlib import Path

import pytest

TESTS_FOLDER = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave tests marked `soak` to `make soak`."""
    if os.environ.get("OVERWINTER_STORES") != "all":
        items[:] = [item for item in items if item.path.parent != TESTS_FOLDER or not item.get_closest_marker("soak")]
