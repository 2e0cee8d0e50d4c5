"""Skip the games that tests copy into a tree, where their own tests run, and tests for `make soak`."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

HERE = Path(__file__).parent
collect_ignore = ["template", "minimal"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave tests marked `soak` to `make soak`."""
    if os.environ.get("OVERWINTER_STORES") != "all":
        items[:] = [item for item in items if item.path.parent != HERE or not item.get_closest_marker("soak")]
