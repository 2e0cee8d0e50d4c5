"""The engine and the oracle agree, on thousands of positions with all numbers of players and options."""

from __future__ import annotations

import pytest

from tests.games.expanse.compare import compare_positions


@pytest.mark.parametrize("seed", ["first", "second"])
def test_the_engine_agrees_with_the_oracle(seed: str) -> None:
    compare_positions(1_200, seed)
