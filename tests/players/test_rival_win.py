"""Mates and captains prevent a win of the next seat that takes several moves."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.dice import Dice
from engine.players.computer_levels import Budget, choose_move
from engine.players.evaluator import load_evaluator
from engine.players.observation import Observation
from engine.players.rival_win import Threat, find_threat
from tests.players.winning_positions import BEN_NEXT
from tests.rules.paso.play import make_table

DICE = Dice("threat")
END, SHIELD, SILENCE = ("end",), ("card", "shield"), ("card", "silence", "p2")


def find_anas_threat(**position: Any) -> Threat:
    """Return the threat to Ana, who thinks of the end of her turn first."""
    t = make_table(**position)
    observation = Observation(t.rules, t.position, "seed", 0)
    return find_threat(observation, load_evaluator(t.rules), DICE, [END, SHIELD])


@pytest.mark.parametrize("level", ["mate", "captain"])
def test_a_win_of_the_next_seat_is_prevented(level: str) -> None:
    t = make_table(**BEN_NEXT, hands={0: "silence shield"})
    assert choose_move(level, t.rules, t.position, "seed", 0, DICE, Budget(max_playouts=4)) == SHIELD


def test_the_move_that_prevents_a_win_is_named() -> None:
    assert find_anas_threat(**BEN_NEXT, hands={0: "shield"}) == Threat(1, SHIELD)


def test_a_game_is_lost_if_nothing_prevents_the_win() -> None:
    t = make_table(**BEN_NEXT, hands={0: "silence"})
    observation = Observation(t.rules, t.position, "seed", 0)
    threat = find_threat(observation, load_evaluator(t.rules), DICE, [SILENCE, END])
    assert threat == Threat(1)
    assert threat.is_lost


def test_no_win_is_feared_that_is_not_there() -> None:
    """Icebergs on the last row cost Ben more points than he has."""
    last_row = " ".join(f"{column}24" for column in "abcd")
    assert find_anas_threat(**BEN_NEXT, hands={0: "shield"}, iceberg=last_row) == Threat()


def test_a_partner_is_no_threat() -> None:
    assert find_anas_threat(**BEN_NEXT, seats=4, hands={0: "shield"}, sirs=[0, 2]) == Threat(1, SHIELD)
    assert find_anas_threat(**BEN_NEXT, seats=4, hands={0: "shield"}, sirs=[0, 1]) == Threat()
