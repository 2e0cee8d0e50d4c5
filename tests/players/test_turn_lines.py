"""The lines of a turn go on to its end, or to a draw, and several positions are played on behind each move."""

from __future__ import annotations

from typing import Any

import pytest

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


def test_a_line_goes_on_behind_a_draw_only_if_that_is_better_in_several_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is best behind it depends on the rows that come: a way that is open in one world ends in front of ice in others."""
    first = ("advance", "b3", "s3-a1-a2")
    ice = " ".join(f"{column}{row}" for row in range(5, 24) for column in "abc")
    (line,) = search(laid=4, points=6, iceberg=ice).find_lines([first])
    monkeypatch.setattr(turn_lines, "VALUE_WORLDS", 1)
    (lucky_line,) = search(laid=4, points=6, iceberg=ice).find_lines([first])
    assert line.moves[0] == lucky_line.moves[0] == first
    assert len(lucky_line.moves) > 1
    assert line.value < lucky_line.value


def test_a_line_is_evaluated_as_far_as_it_is_legal() -> None:
    lines = search(**FRESH)
    raid = ("raid", "b21")
    assert lines.evaluate((raid, raid, ("exit",))).value == lines.evaluate((raid,)).value


def test_a_position_with_many_moves_is_played_on_by_some_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turn_lines, "MAX_TRIED_MOVES", 2)
    (line,) = search(**FRESH).find_lines([("raid", "b21")])
    assert line == search(**FRESH).find_lines([("raid", "b21")])[0]
    assert line.moves[0] == ("raid", "b21")
