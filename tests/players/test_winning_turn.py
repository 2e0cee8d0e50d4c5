"""Mates and captains do not miss a win that takes several moves of one turn."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.dice import Dice
from engine.players import winning_turn
from engine.players.computer_levels import Budget, choose_move
from engine.players.evaluator import load_evaluator
from engine.players.observation import Observation
from engine.players.winning_turn import find_winning_move
from tests.players.winning_positions import FRESH, HUDSON, PASSING, RAID
from tests.rules.paso.play import make_table


@pytest.mark.parametrize("level", ["mate", "captain"])
@pytest.mark.parametrize("position", [FRESH, RAID, PASSING, HUDSON], ids=["fresh", "raid", "passing", "hudson"])
def test_a_win_in_one_turn_of_the_paso_is_not_missed(position: dict[str, Any], level: str) -> None:
    t = make_table(**position)
    for n in range(12):
        if t.now.result is not None:
            break
        assert t.state.to_move == 0, "the win was missed"
        words = choose_move(level, t.rules, t.position, "seed", 0, Dice(f"win {n}"), Budget(max_playouts=4))
        t.play(" ".join(("0", *words)))
    assert t.now.result is not None
    assert t.now.result.winners == (0,)


def test_a_last_token_over_a_ship_wins() -> None:
    """The ship lacks single tokens, and no other hex beside the last one is cheap enough for a token of two."""
    t = make_table(**PASSING)
    assert find_winning_move(Observation(t.rules, t.position, "seed", 0), load_evaluator(t.rules), Dice("x"))


def test_no_win_is_claimed_that_is_not_there() -> None:
    for points in (0, 1):
        t = make_table(**FRESH, points=points)
        assert (
            find_winning_move(Observation(t.rules, t.position, "seed", 0), load_evaluator(t.rules), Dice("x")) is None
        )


def test_cards_with_many_targets_do_not_hide_a_win() -> None:
    """Either treasure has dozens of targets, and the evaluator likes most of what they change better than a raid."""
    tokens = [f"{row % 2} u1 {column}{row}" for row in range(1, 10) for column in "ac"]
    t = make_table(pieces=[*FRESH["pieces"], *tokens], ships=FRESH["ships"], hands={0: "water eliminate"})
    assert find_winning_move(Observation(t.rules, t.position, "seed", 0), load_evaluator(t.rules), Dice("x"))


def test_a_win_is_reached_without_detours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hudson sails along his route for nothing: to and fro is no way to Fresh Waters behind Ben."""
    route = ["0 u1 a18", "0 s4 b18 b19 b20 b21", "0 s3 b22 b23 b24"]
    t = make_table(
        pieces=["1 s2 a18 a19", *route], ships={0: "b24", 1: "a19"}, characters={0: "hudson"}, points=0, moved=True
    )
    moves = ["back walk-b23", "b24 walk", "back walk-b22", "b24 walk", "back walk-a18", "fresh", "b24 walk", "exit"]
    found = [(word,) if word in ("fresh", "exit") else ("advance", *word.split()) for word in moves]
    monkeypatch.setattr(winning_turn, "_search_wins", lambda *_: iter([found]))
    words = find_winning_move(Observation(t.rules, t.position, "seed", 0), load_evaluator(t.rules), Dice("x"))
    assert words == ("advance", "back", "walk-a18")
