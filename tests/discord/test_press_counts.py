"""The number of presses in sensible play, counted without Discord on the screens that the panel shows.

`make bench` counts with all numbers of players.
"""

from __future__ import annotations

import pytest

from tests.programs.presses.count import DECISION_GOALS, TURN_GOALS, count_games


@pytest.mark.slow
@pytest.mark.parametrize("slug", TURN_GOALS)
def test_a_move_takes_two_or_three_presses(slug: str) -> None:
    found, (middle, most) = count_games(slug, 1, max_seats=2, shortcuts=False), TURN_GOALS[slug]
    assert len(found.turns) >= 20
    assert found.find_turn_presses(0.5) <= middle
    assert found.find_turn_presses(0.9) <= most
    assert found.find_decision_presses(0.5) <= DECISION_GOALS[0]
    assert found.find_decision_presses(0.95) <= DECISION_GOALS[1]
