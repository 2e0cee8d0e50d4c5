"""The turn planner that captains of the Paso are measured against: it wins where it can, and knows no more than its seat."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.kernel import registry
from tests.players import turn_planner
from tests.players.resampled_worlds import generate_equivalent_tables
from tests.players.turn_planner import TurnPlanner
from tests.players.winning_positions import FRESH, RAID
from tests.rules.paso.play import load_game, make_table


@pytest.mark.parametrize("position", [FRESH, RAID], ids=["fresh", "raid"])
def test_a_planner_wins_in_one_turn_of_several_moves(position: dict[str, Any]) -> None:
    t, planner = make_table(**position), TurnPlanner(load_game())
    for _ in range(8):
        if t.now.result is not None:
            break
        assert t.state.to_move == 0, "the win was missed"
        t.play(" ".join(("0", *planner.choose_move(t.position, "seed", 0))))
    assert t.now.result is not None
    assert t.now.result.winners == (0,)


def test_a_planner_uses_nothing_hidden() -> None:
    game = registry.load_game("paso")
    compared = 0
    for pair in list(generate_equivalent_tables(game, 2, "planner", 30))[::6]:
        one, other = (TurnPlanner(load_game()).choose_move(position, seed, pair.seat) for position, seed in pair.tables)
        assert one == other
        compared += pair.are_different
    assert compared


def test_a_planner_shares_no_code_with_the_computer_players() -> None:
    source = Path(turn_planner.__file__).read_text(encoding="utf-8")
    assert "engine.players" not in source
    assert "evaluator" not in source
