"""The games of a test that takes long: short games in `make test`, all in `make soak`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from engine.kernel import registry
from tests.game_bounds import load_bounds


def list_game_cases(quick_slug: str = "", slugs: Iterable[str] | None = None) -> list[Any]:
    """List a parameter for each game, or each of `slugs`. Long games except `quick_slug` are marked for `make soak`."""
    return [
        pytest.param(
            slug, marks=pytest.mark.soak if load_bounds(slug).has_long_game and slug != quick_slug else [], id=slug
        )
        for slug in slugs or registry.list_slugs()
    ]
