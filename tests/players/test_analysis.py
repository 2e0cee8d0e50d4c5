"""The analysis of a game: it is reproducible, uses only what each seat could know, and separates choice from luck."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from engine.kernel import registry
from engine.kernel.dice import Dice
from engine.kernel.menu import Words
from engine.kernel.position import GameRun, Position, begin_game, encode_position
from engine.kernel.record import encode_components, parse_record
from engine.kernel.registry import AnyGame
from engine.kernel.script import GameResult, restore_options
from engine.kernel.text import Seat, say
from engine.players.analysis import (
    Analysis,
    Moment,
    PositionAnalysis,
    analyse_moves,
    find_turning_points,
    share_victory,
)
from engine.players.computer_levels import Budget
from engine.players.evaluator import has_evaluator, load_evaluator
from engine.workers.requests import AnalysisRequest, Reply, analyse_requested_moves, answer_request
from tests.golden_records import read_record
from tests.kernel.toy_game import TOY_COMPONENTS, ToyGame
from tests.players.resampled_worlds import generate_equivalent_tables

DICE = Dice("analysis")
ENDS = {
    "amundsen": "scott-at-the-pole",
    "expanse": "three-clear",
    "northwest": "all-home",
    "paso": "two-through",
}
"""A record of each game."""


class Played(msgspec.Struct, frozen=True):
    """A recorded game that can be examined from any move on."""

    game: AnyGame
    seed: str
    seats: int
    positions: tuple[Position[Any], ...]
    log: tuple[tuple[Seat, Words], ...]
    result: GameResult

    def studied(self, first: int, last: int) -> tuple[Moment, ...]:
        return analyse_moves(self.game, self.positions[first], self.seed, self.seats, self.log[first:last], DICE)


def played(slug: str, name: str = "") -> Played:
    record, game = parse_record(read_record(slug, name or ENDS[slug]).decode()), registry.load_game(slug)
    begun = begin_game(game, record.seat_count, restore_options(game.settings, record.options), record.seed).position
    run: GameRun[Any] = GameRun(game, begun, record.seed)
    positions = []
    for move in record.moves:
        positions.append(run.position)
        run.play(move.seat, move.words)
    assert run.result is not None
    log = tuple((move.seat, move.words) for move in record.moves)
    return Played(game, record.seed, record.seat_count, tuple(positions), log, run.result)


@pytest.mark.parametrize("slug", list(ENDS))
def test_the_same_dice_say_the_same_of_every_stretch(slug: str) -> None:
    told = played(slug)
    middle = len(told.log) // 2
    found = told.studied(middle, middle + 3)
    assert found == told.studied(middle, middle + 2) + told.studied(middle + 2, middle + 3)
    assert [(one.seat, one.played) for one in found] == list(told.log[middle : middle + 3])
    assert [one.number for one in found] == list(range(middle, middle + 3))


@pytest.mark.parametrize("slug", list(ENDS))
def test_chances_add_up_to_one_and_nothing_beats_the_best_move(slug: str) -> None:
    told = played(slug)
    last = len(told.log)
    for one in (*told.studied(last // 3, last // 3 + 2), *told.studied(last - 2, last)):
        assert sum(one.chances) == pytest.approx(1, abs=0.001)
        assert one.choice <= 0
        assert one.thrown or one.luck == 0
        assert one.best == one.played or one.choice < 0 or one.could == one.did


def test_a_side_has_one_chance() -> None:
    told = played("paso", "explorers-win")
    last = len(told.log)
    (one,) = told.studied(last - 1, last)
    assert [{one.chances[seat] for seat in side} for side in told.result.sides] == [{0.0}, {1.0}]


def test_the_curve_leads_to_who_has_won() -> None:
    """Scott reaches the Pole: his chance before the last step is the better one."""
    told = played("amundsen")
    (winner,) = told.result.winners
    end = told.studied(len(told.log) - 1, len(told.log))[0]
    assert end.chances[winner] > 0.7
    assert share_victory(told.result, 2)[winner] == 1


@pytest.mark.parametrize("slug", list(ENDS))
def test_a_seats_chance_is_what_it_could_know(slug: str) -> None:
    """A seat has the same chance at tables that look the same to it, however the hidden information differs."""
    game = registry.load_game(slug)
    seats = min(game.seat_counts)
    compared = 0
    for pair in list(generate_equivalent_tables(game, seats, "analysis", 40))[::10]:
        run: GameRun[Any] = GameRun(game, *pair.table)
        words = game.safe_move(pair.seat, run.build_menu(pair.seat))
        one, other = (
            analyse_moves(game, position, seed, seats, [(pair.seat, words)], DICE)[0] for position, seed in pair.tables
        )
        # The shares may differ, because the opponents' own views differ. The best move may not.
        assert one.best == other.best
        assert own(one) == pytest.approx(own(other), rel=0.002)
        mine, theirs = (
            PositionAnalysis(game, load_evaluator(game), position, seed, seats, DICE).estimate_chance(pair.seat)
            for position, seed in pair.tables
        )
        assert mine == theirs
        compared += pair.are_different
    assert compared


def own(moment: Moment) -> float:
    """Return how a seat's choice compares with its chance, without the estimates of the opponents."""
    return (moment.did + 1e-6) / (moment.could + 1e-6)


def test_the_captain_says_what_he_would_have_played() -> None:
    told = played("amundsen")
    at = next(n for n, (one, two) in enumerate(pairwise(told.positions)) if n > 20 and not two.answers)
    budget = Budget(max_playouts=4)
    (one,) = analyse_moves(told.game, told.positions[at], told.seed, 2, told.log[at : at + 1], DICE, budget)
    assert one == analyse_moves(told.game, told.positions[at], told.seed, 2, told.log[at : at + 1], DICE, budget)[0]
    GameRun(told.game, told.positions[at], told.seed).play(one.seat, one.best)
    assert one.could >= one.did


def test_a_worker_answers_the_same() -> None:
    told = played("northwest")
    job = AnalysisRequest(
        "northwest", encode_components(told.game).decode(), encode_position(told.positions[40]).decode(), told.seed, told.seats,
        told.log[40:42], DICE.seed,
    )  # fmt: skip
    over_the_wire = msgspec.json.decode(msgspec.json.encode(answer_request(job)), type=Reply)
    assert over_the_wire.moments == analyse_requested_moves(job) == told.studied(40, 42)
    deep = msgspec.structs.replace(job, is_deep=True, max_playouts=2)
    assert [one.played for one in analyse_requested_moves(deep)] == [one.played for one in analyse_requested_moves(job)]


# ---------------------------------------------------------------- the report
def moment(number: int, choice: float = 0.0, luck: float = 0.0, seat: Seat = 0) -> Moment:
    return Moment(number, seat, ("x",), (0.5, 0.5), ("y",), 0.5 - choice, 0.5, 0.5 + luck, thrown=luck != 0)


def quiet(many: int, *loud: Moment) -> tuple[Moment, ...]:
    found = {n: moment(n) for n in range(many)} | {one.number: one for one in loud}
    return tuple(found[n] for n in range(many))


@pytest.mark.parametrize(
    ("loud", "points"),
    [
        ([], ()),
        ([moment(7, choice=-0.2)], (7,)),
        ([moment(7, luck=-0.2), moment(30, choice=-0.1)], (7, 30)),
        ([moment(7, luck=0.2), moment(8, luck=0.3)], (8,)),
        ([moment(n, choice=-0.01 * n) for n in (10, 20, 30, 40)], (20, 30, 40)),
    ],
)
def test_turning_points_are_the_largest_that_lie_apart(loud: Sequence[Moment], points: tuple[int, ...]) -> None:
    assert find_turning_points(quiet(50, *loud)) == points


def test_luck_and_choices_are_summed_by_seat() -> None:
    whole = Analysis(quiet(6, moment(1, choice=-0.2, luck=0.3), moment(4, luck=-0.1, seat=1)), (1.0, 0.0))
    assert (whole.summarize(0).choices, whole.summarize(0).luck) == (-0.2, 0.3)
    assert (whole.summarize(1).choices, whole.summarize(1).luck) == (0.0, -0.1)
    assert [one.number for one in whole.luckiest_moments(1)] == [4]
    assert whole.chances_after(whole.moments[-1]) == (1.0, 0.0)


@pytest.mark.parametrize(
    ("winners", "sides", "chances"),
    [
        ((), (), (0.0, 0.0, 0.0)),
        ((1,), (), (0.0, 1.0, 0.0)),
        ((0, 2), (), (0.5, 0.0, 0.5)),
        ((0, 2), ((0, 2), (1,)), (1.0, 0.0, 1.0)),
    ],
)
def test_a_victory_is_shared_but_not_within_a_side(
    winners: tuple[Seat, ...], sides: tuple[tuple[Seat, ...], ...], chances: tuple[float, ...]
) -> None:
    assert share_victory(GameResult(winners, ((0, 1, 2),), say("over"), sides=sides), 3) == chances


def test_a_game_without_an_evaluator_says_so() -> None:
    assert not has_evaluator(ToyGame(TOY_COMPONENTS))
    assert has_evaluator(registry.load_game("paso"))
