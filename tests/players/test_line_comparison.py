"""A move is compared with the best other one, each with the rest of the turn behind it."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.dice import Dice
from engine.kernel.menu import Words
from engine.kernel.text import Text, count, say
from engine.players.analysis import line_comparison, position_analysis
from engine.players.analysis.game_analysis import Moment, StudyDepth
from engine.players.analysis.line_comparison import LineComparison
from engine.players.analysis.move_analysis import analyse_moves
from engine.players.analysis.position_analysis import PositionAnalysis
from engine.players.analysis.turn_lines import FoundLine, TurnLines
from engine.players.computer_levels import Budget, SearchPlayer
from engine.players.evaluator import load_evaluator
from engine.players.greedy import RankedMove
from engine.players.playout import Line
from engine.players.rival_win import RivalWins
from engine.players.tree_search import TreeSearch
from tests.players.played_games import DICE, Played, played
from tests.rules.paso.play import make_table

AHEAD: dict[str, Any] = {
    "pieces": ["0 s2 b9 b10", "1 s3 c11 c12 c13"],
    "ships": {0: "b10", 1: "c13"},
    "points": 5,
}
"""Ana has a turn before her, in which nothing is drawn."""


@pytest.fixture(autouse=True)
def few_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Estimate chances roughly: what is tested holds for any number of playouts."""
    monkeypatch.setattr(position_analysis, "POSITION_SHARE", 10**6)
    monkeypatch.setattr(position_analysis, "MAX_PLAYOUTS", 1)
    monkeypatch.setattr(line_comparison, "GAIN_PLAYOUTS", 4)


def compare(told: Played, number: int, depth: StudyDepth, budget: Budget | None = None) -> Moment:
    view = PositionAnalysis(told.game, load_evaluator(told.game), told.positions[number], told.seed, told.seats, DICE)
    moment = Moment(number, *told.log[number], (0.5, 0.5))
    return LineComparison(view, moment, (), depth, budget or Budget()).compare()


def offer_only_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the end of the turn be the only other move, and the better-looking one."""
    monkeypatch.setattr(LineComparison, "_list_other_moves", lambda _: [("end",)])
    monkeypatch.setattr(TurnLines, "evaluate", lambda _, line: FoundLine(line, float(line[0] == ("end",))))
    monkeypatch.setattr(TurnLines, "find_lines", lambda lines, moves: [lines.evaluate((move,)) for move in moves])


def test_a_mistake_is_named_where_the_better_line_was_left() -> None:
    """Who prepares a line and then ends the turn has made one mistake, at the end of it."""
    t, end = make_table(**AHEAD), ("end",)
    (wasted,) = analyse_moves(t.rules, t.position, "seed", 2, [(0, end)], DICE)
    assert wasted.gain > 0.03
    assert wasted.plan, "the better line has several moves"
    prepared, left = analyse_moves(t.rules, t.position, "seed", 2, [(0, wasted.alternative), (0, end)], DICE)
    assert prepared.gain <= 0
    assert left.gain > 0.03
    assert left.missed is not None


def test_the_captain_of_a_second_look_makes_few_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """It only names moves. Near the end of The Expanse its whole search took most of the time of a second look."""
    budgets = list[Budget]()

    def rank_candidates(_captain: object, _seen: object, _evaluator: object, budget: Budget, _dice: Dice) -> list[Any]:
        budgets.append(budget)
        return []

    monkeypatch.setattr(SearchPlayer, "rank_candidates", rank_candidates)
    for budget in (Budget(), Budget(max_playouts=4)):
        compare(played("expanse"), 9, StudyDepth(asks_captain=True), budget)
    assert [budget.max_playouts for budget in budgets] == [line_comparison.CAPTAIN_PLAYOUTS, 4]


def test_a_line_is_better_by_what_the_curve_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search says that one line is clearly better, the playouts of the curve by how much; if they differ, neither is."""
    told = played("paso")
    values = {(told.log[10][1],): 0.5}
    offer_only_the_end(monkeypatch)
    monkeypatch.setattr(TreeSearch, "score_playout", lambda _, _world, line: 0.3 if line == (("end",),) else 0.1)
    monkeypatch.setattr(line_comparison, "COMPARED_WORLDS", 12)
    monkeypatch.setattr(
        PositionAnalysis, "estimate_line_chance", lambda _, _moment, line, _playouts, _world: values.get(line, 0.4)
    )
    depth = StudyDepth(compares_all=True)
    assert compare(told, 10, depth).gain == 0
    values[(told.log[10][1],)] = 0.25
    assert compare(told, 10, depth).gain == pytest.approx(0.15)


@pytest.mark.parametrize(
    ("own_wins", "other_wins", "gain"),
    [(0, 0, 0.3), (0, 2, 0.0), (2, 0, 0.5), (3, 1, 0.4)],
    ids=["none", "riskier", "safer", "less risky"],
)
def test_a_line_behind_which_the_next_seat_may_win_is_worth_less(
    own_wins: int, other_wins: int, gain: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Playouts seldom find these wins: who was told a better line lost by it at once."""
    told, end = played("paso"), (("end",),)
    offer_only_the_end(monkeypatch)
    monkeypatch.setattr(PositionAnalysis, "count_rival_wins", lambda _, line: other_wins if line == end else own_wins)
    monkeypatch.setattr(PositionAnalysis, "loses", lambda _, _words: False)
    monkeypatch.setattr(
        PositionAnalysis,
        "estimate_line_chance",
        lambda _, _moment, line, _playouts, _world: 0.6 if line == end else 0.3,
    )
    monkeypatch.setattr(TreeSearch, "score_playout", lambda _, _world, line: 0.3 if line == end else 0.1)
    monkeypatch.setattr(line_comparison, "COMPARED_WORLDS", 12)
    monkeypatch.setattr(RivalWins, "describe_prevention", lambda _: say("keeps it from a win"))
    compared = compare(told, 10, StudyDepth(asks_captain=True))
    assert compared.gain == pytest.approx(gain)
    assert (compared.missed == say("keeps it from a win")) == (own_wins > other_wins)


def test_a_second_look_compares_in_other_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is best of many in some worlds may have been lucky there."""
    told, worlds = played("paso"), [set[int](), set[int]()]
    offer_only_the_end(monkeypatch)
    for seen, depth in zip(worlds, (StudyDepth(), StudyDepth(compares_all=True)), strict=True):
        monkeypatch.setattr(TreeSearch, "score_playout", lambda _, world, _line, seen=seen: seen.add(world) or 0.1)
        compare(told, 10, depth)
    assert worlds[0]
    assert worlds[1]
    assert not worlds[0] & worlds[1]


@pytest.mark.parametrize(("played_value", "is_obvious"), [(0.6, True), (0.5, True), (0.4, False)])
def test_a_move_that_is_better_at_first_sight_is_no_feat(
    played_value: float, is_obvious: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = played("paso")
    values = {told.log[10][1]: played_value, ("end",): 0.5, ("fresh",): 0.4}
    ranked = [RankedMove(words, value, 1) for words, value in values.items()]
    offer_only_the_end(monkeypatch)
    monkeypatch.setattr(LineComparison, "_list_other_moves", lambda _: [("end",), ("fresh",)])
    monkeypatch.setattr(PositionAnalysis, "rank_moves", lambda _, _seat: ranked)
    assert compare(told, 10, StudyDepth(compares_all=True)).is_obvious == is_obvious


NEARER_BY_3, NEARER_BY_1 = (count("comes {n} nearer", "comes {n} nearer", n) for n in (3, 1))
TREASURE = say("brings a treasure")


@pytest.mark.parametrize(
    ("over_now", "over_own", "missed"),
    [
        ([(NEARER_BY_3, 3.0)], [(NEARER_BY_1, 1.0)], NEARER_BY_1),
        ([], [(NEARER_BY_1, 1.0)], None),
        ([(TREASURE, 0.8), (NEARER_BY_1, 0.5)], [(NEARER_BY_3, 3.0), (TREASURE, 0.8)], TREASURE),
    ],
    ids=["a part", "kept", "mostly kept"],
)
def test_what_is_missed_is_the_difference_between_the_lines(
    over_now: list[tuple[Text, float]],
    over_own: list[tuple[Text, float]],
    missed: Text | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Who comes three points nearer by one line and two by the other has missed one; what a line only keeps is not its gain."""
    told = played("paso")

    def find_gains(
        _seen: object, _evaluator: object, _dice: Dice, _line: Line, than: Line = ()
    ) -> list[tuple[Text, float]]:
        return over_own if than else over_now

    offer_only_the_end(monkeypatch)
    monkeypatch.setattr(line_comparison, "find_gains", find_gains)
    monkeypatch.setattr(LineComparison, "_estimate_chance", lambda _, line: 0.3 if line == (("end",),) else 0.1)
    monkeypatch.setattr(TreeSearch, "score_playout", lambda _, _world, line: 0.3 if line == (("end",),) else 0.1)
    monkeypatch.setattr(line_comparison, "COMPARED_WORLDS", 12)
    assert compare(told, 10, StudyDepth()).missed == missed


def test_an_alternative_that_is_not_ahead_is_dropped_after_a_few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Most alternatives are no better, and a comparison in all worlds is the costly part of a first look."""
    told, made = played("paso"), list[Words]()
    offer_only_the_end(monkeypatch)
    monkeypatch.setattr(line_comparison, "COMPARED_WORLDS", 12)

    def score_playout(_search: object, _world_number: int, line: Line) -> float:
        made.append(line[0])
        return 0.6 if line == (told.log[10][1],) else 0.5

    monkeypatch.setattr(TreeSearch, "score_playout", score_playout)
    assert compare(told, 10, StudyDepth()).gain == 0
    assert len(made) == 12, "the end of the turn is tried behind the move made too"
    compare(told, 10, StudyDepth(compares_all=True))
    assert len(made) == 12 + 12 + 2 * 20


def test_lines_that_are_about_equal_are_compared_in_eight_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    """A difference that is less than its error after eight worlds is seldom twice as great as it after twelve."""
    told, worlds = played("paso"), set[int]()
    offer_only_the_end(monkeypatch)
    monkeypatch.setattr(line_comparison, "COMPARED_WORLDS", 12)

    def score_playout(_search: object, world_number: int, line: Line) -> float:
        worlds.add(world_number)
        return 0.5 + 0.1 * (line == (told.log[10][1],)) * (world_number % 4 - 1.2)

    monkeypatch.setattr(TreeSearch, "score_playout", score_playout)
    assert compare(told, 10, StudyDepth(compares_all=True)).gain == 0
    assert len(worlds) == 8


@pytest.mark.parametrize(("value", "gain"), [(0.0, 0.0), (0.1, 0.2)])
def test_a_line_with_a_better_value_needs_less_proof(
    value: float, gain: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lead in the playouts is nearly twice its error."""
    told = played("paso")
    offer_only_the_end(monkeypatch)
    monkeypatch.setattr(TurnLines, "evaluate", lambda _, line: FoundLine(line, value * (line == (("end",),))))
    monkeypatch.setattr(line_comparison, "COMPARED_WORLDS", 12)
    monkeypatch.setattr(LineComparison, "_estimate_chance", lambda _, line: 0.3 if line == (("end",),) else 0.1)

    def score_playout(_search: object, world_number: int, line: Line) -> float:
        return 0.5 + (line == (("end",),)) * (0.39 + (-1) ** world_number)

    monkeypatch.setattr(TreeSearch, "score_playout", score_playout)
    assert compare(told, 10, StudyDepth(compares_all=True)).gain == pytest.approx(gain)
