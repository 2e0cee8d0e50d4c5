"""The lines of a turn go on to its end, or to a draw, and several positions are played on behind each move."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.dice import Dice
from engine.kernel.menu import Words
from engine.kernel.position import GameRun
from engine.players.analysis import turn_lines
from engine.players.analysis.turn_lines import TurnLines
from engine.players.evaluator import load_evaluator
from engine.players.observation import Observation
from tests.players.winning_positions import FRESH
from tests.rules.northwest.play import make_table as make_northwest_table
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
    pushed: list[int] = []
    for limit in (30, 2):
        monkeypatch.setattr(turn_lines, "MAX_EXPANDED_MOVES", limit)
        made, push = [0], GameRun.push

        def count_moves(run: GameRun[Any], seat: int, words: Words, made: list[int] = made, push: Any = push) -> None:
            made[0] += 1
            push(run, seat, words)

        with monkeypatch.context() as counting:
            counting.setattr(GameRun, "push", count_moves)
            search(**FRESH).find_lines([("raid", "b21")])
        pushed.append(made[0])
    assert pushed[1] < pushed[0] / 2


def test_a_line_goes_on_behind_the_end_of_a_turn_if_the_seat_is_to_move_again() -> None:
    """In the Passage a seat goes on alone when the others have passed, and a new turn spares it what further actions cost."""
    t = make_northwest_table(placed=["c13 000/000"], ships={0: "c13", 1: "c13"}, hands={0: "l01 s0", 1: "l02 s0"})
    t.play("0 draw s1 ship", "0 end", "1 pass")
    lines = TurnLines(Observation(t.rules, t.position, "seed", 0), load_evaluator(t.rules), Dice("lines"))
    (line,) = lines.find_lines([("end",)])
    assert t.asked_seats() == [0]
    assert line.moves[0] == ("end",)
    assert len(line.moves) > 1


def test_the_same_moves_in_another_order_are_no_other_line() -> None:
    lines = search(**FRESH)
    first, again = (lines.find_lines([("raid", "b21")])[0] for _ in range(2))
    assert first.moves[-1] == ("exit",)
    assert again.value < first.value, "the positions on the way were played on before"


def test_a_move_that_makes_nothing_better_is_left_out() -> None:
    lines = search(**FRESH, hands={0: "silence"})
    raid = lines.find_lines([("raid", "b21")])[0]
    longer = lines.evaluate((("card", "silence", "p2"), *raid.moves))
    assert longer.value == raid.value == 1
    assert lines.leave_detours_out(longer) == raid
