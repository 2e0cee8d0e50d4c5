"""The program that compares many positions with the oracles finds each game's oracle, and notices a difference."""

from __future__ import annotations

import importlib

import pytest

from tests.programs.soak.oracles import PositionBatch, find_difference, list_compared_games


@pytest.mark.parametrize("slug", list_compared_games())
def test_a_batch_of_positions_is_compared(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    batch = PositionBatch(slug, 2, "test")
    assert find_difference(batch) == ""

    def differ(positions: int, seed: str) -> None:
        raise AssertionError((positions, seed))

    monkeypatch.setattr(importlib.import_module(f"tests.games.{slug}.compare"), "compare_positions", differ)
    assert "(2, 'test')" in find_difference(batch)
