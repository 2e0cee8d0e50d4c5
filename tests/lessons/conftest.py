"""Leaves tests that try many moves to `make soak`."""

import os

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave long tests of lessons to `make soak`."""
    if os.environ.get("OVERWINTER_STORES") != "all":
        items[:] = [
            item for item in items if "lessons" not in item.path.parts or not item.get_closest_marker("soak")
        ]
