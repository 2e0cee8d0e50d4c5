"""Mates and captains prevent a win of the next seat that takes several moves."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.dice import Dice
from engine.kernel.menu import Words
from engine.players.computer_levels import Budget, choose_move
from engine.players.evaluator import load_evaluator
from engine.players.observation import Observation
from engine.players.rival_win import RivalWins
from tests.players.winning_positions import BEN_NEXT
from tests.rules.paso.play import make_table

DICE = Dice("threat")
END, SHIELD, SILENCE = ("end",), ("card", "shield"), ("card", "silence", "p2")


def count_rival_wins(**position: Any) -> RivalWins:
    """Return the wins of the next seat after Ana's moves."""
    t = make_table(**position)
    return RivalWins(Observation(t.rules, t.position, "seed", 0), load_evaluator(t.rules), DICE)


@pytest.mark.parametrize("level", ["mate", "captain"])
def test_a_win_of_the_next_seat_is_prevented(level: str) -> None:
    t = make_table(**BEN_NEXT, hands={0: "silence shield"})
    assert choose_move(level, t.rules, t.position, "seed", 0, DICE, Budget(max_playouts=4)) == SHIELD


def test_a_safe_move_is_found_behind_a_better_looking_one() -> None:
    wins = count_rival_wins(**BEN_NEXT, hands={0: "shield"})
    assert wins.find_defence([END, SHIELD]) == SHIELD
    assert (wins.loses(END), wins.is_safe(SHIELD), wins.rival) == (True, True, 1)


def test_a_game_is_lost_if_nothing_prevents_the_win() -> None:
    wins = count_rival_wins(**BEN_NEXT, hands={0: "silence"})
    assert wins.loses(wins.find_defence([SILENCE, END]))


@pytest.mark.parametrize(
    ("counts", "defence"),
    [((2, 0, 3), END), ((3, 2, 0), SHIELD), ((3, 2, 3), SILENCE), ((3, 3, 3), END)],
    ids=["not sure", "safe", "perhaps", "lost"],
)
def test_a_defence_is_sought_only_where_the_best_move_loses(
    counts: tuple[int, ...], defence: Words, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_move = dict(zip((END, SILENCE, SHIELD), counts, strict=True))
    monkeypatch.setattr(RivalWins, "_look_for_wins", lambda _, line: [number < by_move[line[0]] for number in range(3)])
    assert count_rival_wins(**BEN_NEXT, hands={0: "silence shield"}).find_defence(list(by_move)) == defence


def test_no_win_is_feared_that_is_not_there() -> None:
    """Icebergs on the last row cost Ben more points than he has."""
    last_row = " ".join(f"{column}24" for column in "abcd")
    assert count_rival_wins(**BEN_NEXT, hands={0: "shield"}, iceberg=last_row).is_safe(END)


def test_a_partner_is_no_threat() -> None:
    assert count_rival_wins(**BEN_NEXT, seats=4, hands={0: "shield"}, sirs=[0, 2]).loses(END)
    assert count_rival_wins(**BEN_NEXT, seats=4, hands={0: "shield"}, sirs=[0, 1]).is_safe(END)


def test_the_next_of_three_seats_is_feared() -> None:
    wins = count_rival_wins(**BEN_NEXT, seats=3, hands={0: "shield"})
    assert wins.find_defence([END, SHIELD]) == SHIELD
