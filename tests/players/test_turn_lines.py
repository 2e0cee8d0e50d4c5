"""The lines of a turn go on to its end or to the next draw, and the best is played on from several positions."""

from __future__ import annotations

from typing import Any

from engine.kernel.dice import Dice
from engine.players.analysis import turn_lines
from engine.players.analysis.turn_lines import TurnLines
from engine.players.evaluator import load_evaluator
from engine.players.observation import Observation
from tests.players.winning_positions import FRESH
from tests.rules.paso.play import make_table


def search(**position: Any) -> TurnLines:
    t = make_table(**position)
    return TurnLines(Observation(t.rules, t.position, "seed", 0), load_evaluator(t.rules), Dice("lines"))


def test_a_raid_is_worth_what_follows_it() -> None:
    """A look one move ahead sees nothing of the win five moves later."""
    raid, end = search(**FRESH).find_lines([("end",), ("raid", "b21")])
    assert (raid.moves[0], raid.moves[-1], raid.value) == (("raid", "b21"), ("exit",), 1.0)
    assert end.moves == (("end",),)
    assert end.value < 0.7


def test_a_draw_ends_a_line() -> None:
    """What is best behind it depends on the treasure or the rows that come."""
    (line,) = search(laid=4, points=5).find_lines([("advance", "b3", "s3-a1-a2")])
    assert line.moves == (("advance", "b3", "s3-a1-a2"),)


def test_a_line_is_evaluated_as_far_as_it_is_legal() -> None:
    lines = search(**FRESH)
    raid = ("raid", "b21")
    assert lines.evaluate((raid, raid, ("exit",))).value == lines.evaluate((raid,)).value


def test_a_position_with_many_moves_is_played_on_by_some_of_them(monkeypatch: Any) -> None:
    monkeypatch.setattr(turn_lines, "MAX_TRIED_MOVES", 2)
    (line,) = search(**FRESH).find_lines([("raid", "b21")])
    assert line == search(**FRESH).find_lines([("raid", "b21")])[0]
    assert line.moves[0] == ("raid", "b21")
