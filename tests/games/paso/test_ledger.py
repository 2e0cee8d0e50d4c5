"""Thousands of positions, compared between the engine and the oracle with its ledger."""

from __future__ import annotations

import pytest

from engine.games.paso.components import TREASURE_EFFECTS
from tests.games.paso import oracle
from tests.games.paso.compare import survey_positions

EXPECTED_SURVEY = {
    "2 players", "3 players", "4 players", "mode teams", "mode alone", "fresh added", "fresh instead", "gift yes", "gift no",
    "advance", "raid", "exit", "fresh", "recover", "drop", "end", "won", "still", "may salvage",
}  # fmt: skip


@pytest.mark.slow
def test_random_tables_and_games_of_every_kind() -> None:
    seen = survey_positions(1_500, "ledger")
    wanted = EXPECTED_SURVEY | {f"card {effect}" for effect in TREASURE_EFFECTS}
    assert set(seen) >= wanted, wanted - set(seen)
    assert min(seen[kind] for kind in oracle.KIND_ORDER) > 100, seen
    assert min(seen["walks"], seen["raids"]) > 40, seen
