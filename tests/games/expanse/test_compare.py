"""The engine and the oracle agree, on positions with all numbers of players and options."""

from __future__ import annotations

from tests.games.expanse.compare import compare_positions


def test_the_engine_agrees_with_the_oracle() -> None:
    compare_positions(150, "first")
