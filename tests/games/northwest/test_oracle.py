"""Positions of random games, compared between the engine and the two oracles."""

from __future__ import annotations

from tests.games.northwest.compare import survey_positions

EXPECTED_CASES = {
    "draw", "refresh", "place", "move", "transfer", "explore", "discover", "end", "pass", "2 players", "3 players", "4 players",
    "coast", "island", "islands", "gaps", "won", "round 10",
}  # fmt: skip


def test_random_games_of_every_kind() -> None:
    seen = survey_positions(450, "games f")
    assert set(seen) >= EXPECTED_CASES, EXPECTED_CASES - set(seen)
