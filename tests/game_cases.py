"""The games of a test that takes long: one of them in `make test`, all in `make soak`."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel import registry

SHORTEST_GAME = "amundsen"
"""The game that is over soonest."""


def list_game_cases(quick_slug: str = SHORTEST_GAME) -> list[Any]:
    """List a parameter for each game. All but one are marked for `make soak`."""
    return [
        pytest.param(slug, marks=[] if slug == quick_slug else pytest.mark.soak, id=slug)
        for slug in registry.list_slugs()
    ]
