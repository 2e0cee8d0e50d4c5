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
def test_random_tables_and_games() -> None:
    seen = survey_positions(250, "ledger")
    assert min(seen[kind] for kind in oracle.KIND_ORDER) > 12, seen
    assert min(seen["walks"], seen["raids"]) > 5, seen


@pytest.mark.soak
def test_random_tables_and_games_of_every_kind() -> None:
    seen = survey_positions(6_000, "ledger")
    wanted = EXPECTED_SURVEY | {f"card {effect}" for effect in TREASURE_EFFECTS}
    assert set(seen) >= wanted, wanted - set(seen)
