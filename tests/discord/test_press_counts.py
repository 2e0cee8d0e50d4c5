"""The number of presses in sensible play, counted without Discord on the screens that the panel shows.

`make bench` counts with all numbers of players.
"""

from __future__ import annotations

import pytest

from tests.game_cases import list_game_cases
from tests.programs.presses.count import DECISION_GOALS, TURN_GOALS, count_games

SEAT_COUNTS = {"amundsen": [2], "expanse": [2, 3, 4], "northwest": [2], "paso": [2]}
"""The players of the games that are counted: one game of The Expanse has too few decisions for a quantile."""


GAME_COUNTS = {"amundsen": 4, "paso": 12}
"""The games that are counted, one by default. The turns of one game of 1911 or the Paso are not like the turns of the next."""


@pytest.mark.slow
@pytest.mark.parametrize("slug", list_game_cases("paso", slugs=TURN_GOALS))
def test_a_move_takes_two_or_three_presses(slug: str) -> None:
    found, (middle, most) = count_games(slug, GAME_COUNTS.get(slug, 1), seat_counts=SEAT_COUNTS[slug]), TURN_GOALS[slug]
    assert len(found.turns) >= 20
    assert found.find_turn_presses(0.5) <= middle
    assert found.find_turn_presses(0.9) <= most
    assert found.find_decision_presses(0.5) <= DECISION_GOALS[0]
    assert found.find_decision_presses(0.95) <= DECISION_GOALS[1]
