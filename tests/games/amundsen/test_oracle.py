"""Random positions, compared between the engine and the slow race."""

from __future__ import annotations

from tests.games.amundsen.compare import survey_positions

EXPECTED_CASES = {
    "may take", "may advance", "may pole", "may blizzard", "may crevasse", "may return", "may compass", "may equipment",
    "may freeze", "take", "advance", "pole", "blizzard", "crevasse", "return", "compass", "equipment", "freeze",
    "supplies", "sacrifice", "weather advance", "weather keep", "skip", "cut", "shuffled", "frozen", "end pole", "end frozen",
    "begun",
}  # fmt: skip


def test_random_positions_of_every_kind() -> None:
    seen = survey_positions(250, "positions 3")
    assert set(seen) >= EXPECTED_CASES, EXPECTED_CASES - set(seen)
