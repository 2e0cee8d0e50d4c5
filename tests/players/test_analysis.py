"""The analysis of a game: it is reproducible, uses only what each seat could know, and separates choice from luck."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from engine.kernel import registry
from engine.kernel.position import GameRun, encode_position
from engine.kernel.record import encode_components
from engine.kernel.script import GameResult
from engine.kernel.text import Seat, SeatMention, say
from engine.players.analysis import line_comparison, position_analysis
from engine.players.analysis.game_analysis import Analysis, Moment, StudyDepth, share_victory
from engine.players.analysis.move_analysis import analyse_moves
from engine.players.analysis.position_analysis import PositionAnalysis, to_chance, to_log_odds
from engine.players.analysis.seat_summary import rate_loss, summarize_seat
from engine.players.analysis.turn_lines import MAX_FURTHER_MOVES
from engine.players.computer_levels import Budget
from engine.players.evaluator import has_evaluator, load_evaluator
from engine.players.playout import Playout
from engine.workers.requests import AnalysisRequest, Reply, analyse_requested_moves, answer_request
from tests.game_cases import list_game_cases
from tests.golden_records import list_record_names
from tests.kernel.toy_game import TOY_COMPONENTS, ToyGame
from tests.players.played_games import DICE, ENDS, played
from tests.players.resampled_worlds import generate_equivalent_tables
from tests.players.winning_positions import BEN_NEXT, FRESH
from tests.rules.paso.play import make_table


@pytest.fixture(autouse=True)
def few_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Estimate chances roughly: what is tested holds for any number of playouts."""
    monkeypatch.setattr(position_analysis, "POSITION_SHARE", 10**6)
    monkeypatch.setattr(position_analysis, "MAX_PLAYOUTS", 1)
    monkeypatch.setattr(line_comparison, "COMPARED_WORLDS", 2)
    monkeypatch.setattr(line_comparison, "GAIN_PLAYOUTS", 2)


@pytest.mark.parametrize("slug", list_game_cases("paso", slugs=ENDS))
def test_the_same_dice_say_the_same_of_every_stretch(slug: str) -> None:
    told = played(slug)
    middle = len(told.log) // 2
    found = told.studied(middle, middle + 3)
    assert found == told.studied(middle, middle + 2) + told.studied(middle + 2, middle + 3)
    assert [(one.seat, one.played) for one in found] == list(told.log[middle : middle + 3])
    assert [one.number for one in found] == list(range(middle, middle + 3))


def test_a_turn_that_goes_on_with_a_raid_is_analysed() -> None:
    """A menu lists its choices from the position as it is: behind the raid it could not."""
    told = played("paso", "fresh-waters-instead")
    number = told.log.index((2, ("raid", "h8"))) - 1
    (before,) = told.studied(number, number + 1)
    assert before.seat == 2


@pytest.mark.soak
@pytest.mark.parametrize(("slug", "name"), [(slug, name) for slug in ENDS for name in list_record_names(slug)])
def test_every_move_of_every_record_is_analysed(slug: str, name: str) -> None:
    told = played(slug, name)
    for first in range(0, len(told.log), 5):
        last = min(first + 5, len(told.log))
        found = told.studied(first, last)
        assert [moment.number for moment in found] == list(range(first, last))


@pytest.mark.parametrize("slug", list_game_cases("northwest", slugs=ENDS))
def test_choice_and_luck_add_up_to_the_curve(slug: str) -> None:
    """For every move, and for every seat over the whole stretch with what the others' moves changed for it."""
    told = played(slug)
    first = max(0, len(told.log) - 8)
    whole = Analysis(told.studied(first, len(told.log)), share_victory(told.result, told.seats))
    own = [0.0] * told.seats
    by_others = [0.0] * told.seats
    for one in whole.moments:
        effect, after = whole.measure(one), whole.chances_after(one)
        assert sum(one.chances) <= 1.001
        assert effect.choice + effect.luck == pytest.approx(after[one.seat] - one.chances[one.seat])
        assert one.chosen is not None or effect.luck == 0
        for seat in range(told.seats):
            change = after[seat] - one.chances[seat]
            if seat == one.seat:
                own[seat] += effect.choice + effect.luck
            else:
                by_others[seat] += change
    for seat in range(told.seats):
        total = whole.final[seat] - whole.moments[0].chances[seat]
        assert own[seat] + by_others[seat] == pytest.approx(total)
        summary = summarize_seat(whole, seat)
        assert summary.choices + summary.luck == pytest.approx(own[seat], abs=0.001)


@pytest.mark.parametrize("slug", ["expanse", "northwest", "paso"])
def test_chances_add_up_to_one_where_somebody_always_wins(slug: str) -> None:
    told = played(slug)
    for one in told.studied(len(told.log) // 2, len(told.log) // 2 + 2):
        assert sum(one.chances) == pytest.approx(1, abs=0.001)


def test_a_frozen_game_is_nobodys_win() -> None:
    """The nearer both are to freezing, the less is left for either; at the end nothing is."""
    told = played("amundsen", "frozen-by-declaration")
    sums = [sum(told.studied(n, n + 1)[0].chances) for n in (0, len(told.log) // 2, len(told.log) - 1)]
    assert sums[0] > sums[1] > sums[2]
    assert sums[0] > 0.9
    assert sums[2] < 0.5
    assert share_victory(told.result, 2) == (0.0, 0.0)


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


@pytest.mark.parametrize("slug", list_game_cases("paso", slugs=ENDS))
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
        # The shares may differ, because the opponents' own views differ. What the seat itself estimates may not.
        assert (one.chosen is None) == (other.chosen is None)
        mine, theirs = (
            PositionAnalysis(game, load_evaluator(game), position, seed, seats, DICE) for position, seed in pair.tables
        )
        assert mine.estimate_line(pair.seat, ()) == theirs.estimate_line(pair.seat, ())
        assert mine.estimate_line(pair.seat, (words,)) == theirs.estimate_line(pair.seat, (words,))
        compared += pair.are_different
    assert compared


def test_the_captain_says_what_he_would_have_played() -> None:
    told = played("amundsen")
    at = next(n for n, (one, two) in enumerate(pairwise(told.positions)) if n > 20 and not two.answers)
    asked = told.log[at : at + 1], DICE, StudyDepth(asks_captain=True), Budget(max_playouts=4)
    (one,) = analyse_moves(told.game, told.positions[at], told.seed, 2, *asked)
    assert one == analyse_moves(told.game, told.positions[at], told.seed, 2, *asked)[0]
    GameRun(told.game, told.positions[at], told.seed).play(one.seat, one.alternative)
    assert one.is_checked
    assert one.alternative != one.played


def test_a_win_that_is_certain_has_a_chance_of_one_and_giving_it_away_is_a_mistake() -> None:
    """The playouts of the curve see nothing of a win in six moves: it was told as a chance of 9 per cent, and never missed."""
    table = make_table(**FRESH)
    for words in (("end",), ("raid", "b21")):
        (moment,) = analyse_moves(table.rules, table.position, "seed", 2, [(0, words)], DICE)
        assert moment.chances == (1.0, 0.0)
        if words == ("raid", "b21"):
            assert (moment.gain, moment.alternative) == (0.0, ())
        else:
            assert moment.alternative == ("raid", "b21")
            assert moment.gain > 0.5
            assert moment.missed == say("wins within this turn")
            assert moment.chances[0] - moment.gain < 0.5


def test_to_let_the_next_seat_win_is_a_mistake_if_a_move_prevents_it() -> None:
    table = make_table(**BEN_NEXT, hands={0: "shield"})
    end, shield = ("end",), ("card", "shield")
    (mistake,) = analyse_moves(table.rules, table.position, "seed", 2, [(0, end)], DICE)
    assert mistake.alternative == shield
    assert mistake.gain > 0.2
    assert mistake.missed == say("keeps {seat} from a win in the next turn", seat=SeatMention(1))
    (moment,) = analyse_moves(table.rules, table.position, "seed", 2, [(0, shield)], DICE)
    assert moment.alternative == end
    assert moment.gain < -0.2, "a good move"


def test_a_mistake_is_told_although_the_computer_would_not_have_made_it() -> None:
    """Headwind looks better than the end of the turn, and leaves Ben too few points."""
    table = make_table(**BEN_NEXT, hands={0: "slow"})
    (mistake,) = analyse_moves(table.rules, table.position, "seed", 2, [(0, ("end",))], DICE)
    assert mistake.alternative == ("card", "slow", "p2")
    assert mistake.gain > 0.2
    assert mistake.missed == say("keeps {seat} from a win in the next turn", seat=SeatMention(1))


def test_a_seat_that_cannot_prevent_the_next_ones_win_has_hardly_a_chance() -> None:
    """By the playouts alone it had nine chances in ten."""
    table = make_table(**BEN_NEXT, hands={0: "silence"})
    (moment,) = analyse_moves(table.rules, table.position, "seed", 2, [(0, ("end",))], DICE)
    assert moment.chances == (0.05, 0.95)
    assert (moment.gain, moment.alternative) == (0.0, ())


def test_a_draw_is_no_luck_while_the_win_stays_certain() -> None:
    table = make_table(**FRESH, hands={0: "redraw"}, characters={0: "parry", 1: "rae"})
    (moment,) = analyse_moves(table.rules, table.position, "seed", 2, [(0, ("card", "redraw", "p2"))], DICE)
    assert (moment.chances, moment.chosen, moment.gain) == ((1.0, 0.0), 1.0, 0.0)


def test_of_mistakes_that_missed_the_same_soon_after_each_other_one_is_listed() -> None:
    """Who leaves a card lying turn after turn makes one mistake; the list has room for three."""
    whole = tell(*[0.5] * 40)
    moments = list(whole.moments)
    for number, gain in ((4, 0.15), (6, 0.2), (30, 0.15), (32, 0.1)):
        missed = say("takes a card") if number != 32 else say("goes on")
        seat = moments[4].seat
        moments[number] = msgspec.structs.replace(moments[number], seat=seat, gain=gain, missed=missed, is_checked=True)
    listed = msgspec.structs.replace(whole, moments=tuple(moments)).list_worst_moves(moments[4].seat)
    assert [moment.number for moment in listed] == [6, 30, 32]
    one_turn = [msgspec.structs.replace(moment, seat=0) for moment in moments]
    assert [one.number for one in Analysis(tuple(one_turn), whole.final).list_worst_moves(0)] == [6], "one turn"


def test_a_side_is_a_matter_of_taste_and_no_mistake() -> None:
    (one,) = played("amundsen").studied(0, 1)
    assert one.played in {("choose", "amundsen"), ("choose", "scott")}
    assert one.alternative == ()


def test_a_move_is_played_on_as_far_as_the_position_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Luck is the difference between both. With one answer less the other seat was always the last to move."""
    told, depths = played("expanse"), set[int]()
    monkeypatch.setattr(Playout, "play_on", lambda _, max_moves, replies: depths.add(max_moves * replies))
    view = PositionAnalysis(told.game, load_evaluator(told.game), told.positions[9], told.seed, told.seats, DICE)
    seat, words = told.log[9]
    view.estimate_line(seat, ())
    view.estimate_line(seat, (words,))
    assert len(depths) == 1


@pytest.mark.parametrize(
    ("values", "playouts"),
    [((0.5, 0.55), 3), ((0.2, 0.8), 12), ((1.0, 1.0), 6)],
    ids=["agree", "differ", "won and perhaps lucky"],
)
def test_a_position_gets_more_playouts_the_less_they_agree(
    values: tuple[float, float], playouts: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = played("paso")
    view = PositionAnalysis(told.game, load_evaluator(told.game), told.positions[30], told.seed, told.seats, DICE)
    told_values = list[float]()

    def value(_evaluator: object, _state: object, _seat: Seat) -> float:
        told_values.append(values[len(told_values) % 2])
        return told_values[-1]

    monkeypatch.setattr(Playout, "play_on", lambda *_: None)
    monkeypatch.setattr(type(view.evaluator), "value", value)
    monkeypatch.setattr(position_analysis, "MAX_PLAYOUTS", 4)
    view.estimate_line(0, ())
    assert len(told_values) == playouts


@pytest.mark.parametrize(("slug", "shares"), [("northwest", True), ("paso", False)])
def test_seats_that_see_the_same_share_their_playouts(slug: str, shares: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bag is hidden from all alike, a hand from all but one. What a seat is told is the same either way."""
    told = played(slug)
    position = told.positions[len(told.log) // 2]
    views = [
        PositionAnalysis(told.game, load_evaluator(told.game), position, told.seed, told.seats, DICE)
        for _ in range(told.seats)
    ]
    alone = [view.estimate_line(seat, ()) for seat, view in enumerate(views)]
    made, play_on = [0], Playout.play_on

    def count_playouts(playout: Playout, max_moves: int, replies: int) -> None:
        made[0] += 1
        play_on(playout, max_moves, replies)

    monkeypatch.setattr(Playout, "play_on", count_playouts)
    assert [views[0].estimate_line(seat, ()) for seat in range(told.seats)] == alone
    assert made[0] == (0 if shares else (told.seats - 1) * position_analysis.MIN_SEAT_PLAYOUTS)


def test_a_second_look_estimates_no_chance_again(monkeypatch: pytest.MonkeyPatch) -> None:
    told = played("expanse")
    (first,) = told.studied(12, 13)
    estimate = first.without_comparison
    asked = told.game, told.positions[12], told.seed, told.seats, told.log[12:13], DICE
    deep = StudyDepth(asks_captain=True)
    whole = analyse_moves(*asked, deep, Budget(max_playouts=2))
    monkeypatch.setattr(PositionAnalysis, "chances", None)
    assert analyse_moves(*asked, msgspec.structs.replace(deep, estimate=estimate), Budget(max_playouts=2)) == whole


def test_a_worker_answers_the_same() -> None:
    told = played("northwest")
    job = AnalysisRequest(
        "northwest", encode_components(told.game).decode(), encode_position(told.positions[40]).decode(), told.seed, told.seats,
        told.log[40 : 42 + MAX_FURTHER_MOVES], DICE.seed, StudyDepth(max_moves=2),
    )  # fmt: skip
    over_the_wire = msgspec.json.decode(msgspec.json.encode(answer_request(job)), type=Reply)
    assert over_the_wire.moments == analyse_requested_moves(job) == told.studied(40, 42)
    deep = msgspec.structs.replace(job, depth=StudyDepth(asks_captain=True, max_moves=2), max_playouts=2)
    assert [one.played for one in analyse_requested_moves(deep)] == [one.played for one in analyse_requested_moves(job)]


# ---------------------------------------------------------------- the report
def tell(*chances: float, **chosen: float) -> Analysis:
    """Return an analysis with these chances of seat 0 before every move and at the end; `m3` is what move 3 chose."""
    moments: list[Moment] = []
    for n, chance in enumerate(chances[:-1]):
        moments.append(Moment(n, n % 2, ("x",), (chance, 1 - chance), chosen.get(f"m{n}")))
    return Analysis(tuple(moments), (chances[-1], 1 - chances[-1]))


@pytest.mark.parametrize(
    ("turns", "points"),
    [
        ({}, ()),
        ({7: -0.2}, (7,)),
        ({7: -0.02}, ()),
        ({7: -0.2, 30: 0.1}, (7, 30)),
        ({7: 0.2, 8: 0.3}, (8,)),
        ({10: 0.11, 20: -0.12, 30: 0.13, 40: -0.14}, (20, 30, 40)),
        ({7: 0.3, 20: 0.12}, (7,)),  # the second only confirms who leads
        ({7: 0.3, 20: -0.12}, (7, 20)),
    ],
)
def test_turning_points_are_where_the_curve_turns_most(turns: dict[int, float], points: tuple[int, ...]) -> None:
    curve = [0.5]
    for n in range(50):
        curve.append(curve[-1] + turns.get(n, 0.0))
    assert tell(*curve).find_turning_points() == points


@pytest.mark.parametrize("change", [0.2, -0.2])
def test_a_change_that_the_next_round_takes_back_is_no_turning_point(change: float) -> None:
    """Neither is what takes it back."""
    spike = [*[0.5] * 10, *[0.5 + change] * 2, *[0.5] * 10]
    assert tell(*spike).find_turning_points() == ()
    assert tell(*[0.5] * 10, *[0.5 + change] * 12).find_turning_points() == (9,)


def test_a_turn_is_named_after_a_move_at_which_the_curve_turned() -> None:
    """A mistake around which the curve stands still does not explain a rise nearby."""
    rising = tell(*[0.3] * 4, 0.7, 0.3, 0.4, 0.7, *[0.6] * 7)
    for mistake in (5, 6):
        moments = [
            msgspec.structs.replace(one, seat=1, alternative=("y",), gain=0.2 * (one.number == mistake))
            for one in rising.moments
        ]
        whole = msgspec.structs.replace(rising, moments=tuple(moments), round_length=6)
        assert whole.find_turning_points() == (6,)


def test_a_turn_is_named_after_the_mistake_or_the_draw_that_explains_it() -> None:
    """The chance of seat 0 falls over four moves. One of these was a mistake of its own, or a draw against it."""
    falling = tell(*[0.6] * 5, 0.55, 0.46, 0.34, 0.3, *[0.3] * 6)
    falling = msgspec.structs.replace(falling, round_length=4)
    assert falling.find_turning_points() == (6,), "the middle"
    moments = list(falling.moments)
    moments[5] = msgspec.structs.replace(moments[5], alternative=("y",))
    assert msgspec.structs.replace(falling, moments=tuple(moments)).find_turning_points() == (5,), (
        "the others were forced"
    )
    moments[4] = msgspec.structs.replace(moments[4], alternative=("y",), gain=0.2)
    assert msgspec.structs.replace(falling, moments=tuple(moments)).find_turning_points() == (4,)
    moments[5] = msgspec.structs.replace(moments[5], gain=-0.3)
    assert msgspec.structs.replace(falling, moments=tuple(moments)).find_turning_points() == (4,), (
        "5 only made use of it"
    )
    moments[7] = msgspec.structs.replace(moments[7], chosen=0.4)
    assert msgspec.structs.replace(falling, moments=tuple(moments)).find_turning_points() == (7,), "seat 1 drew well"
    (turn,) = msgspec.structs.replace(falling, moments=tuple(moments)).find_turns().values()
    assert (turn.seat, turn.before, turn.after) == (0, 0.6, 0.3), "the round around the middle"


def test_a_turn_is_not_named_after_a_move_with_an_equal_one() -> None:
    """Whatever it was, the other one would have done it too, unless what was drawn did it."""
    rising = tell(*[0.3] * 5, 0.5, *[0.5] * 6)
    moments = [msgspec.structs.replace(moment, alternative=("y",)) for moment in rising.moments]
    assert msgspec.structs.replace(rising, moments=tuple(moments)).find_turning_points() == (4,)
    moments[4] = msgspec.structs.replace(moments[4], is_checked=True)
    assert 4 not in msgspec.structs.replace(rising, moments=tuple(moments)).find_turning_points()
    moments[4] = msgspec.structs.replace(moments[4], chosen=0.35)
    assert msgspec.structs.replace(rising, moments=tuple(moments)).find_turning_points() == (4,)


def test_a_slow_change_is_no_turning_point() -> None:
    drift = tell(*[0.3] * 5, 0.33, 0.36, 0.39, 0.42, *[0.42] * 6)
    assert msgspec.structs.replace(drift, round_length=4).find_turning_points() == (), "many small things did it"


def test_a_turn_is_not_named_after_the_mere_end_of_a_turn() -> None:
    """The line rises most where seat 0 ends its turn, but what it had done is what counts, unless it left something out."""
    rising = msgspec.structs.replace(tell(*[0.3] * 5, 0.36, 0.38, 0.5, *[0.5] * 6), round_length=4)
    moments = [msgspec.structs.replace(moment, alternative=("y",)) for moment in rising.moments]
    assert msgspec.structs.replace(rising, moments=tuple(moments)).find_turning_points() == (6,)
    moments[6] = msgspec.structs.replace(moments[6], is_turn_end=True)
    assert msgspec.structs.replace(rising, moments=tuple(moments)).find_turning_points() == (4,)
    moments[6] = msgspec.structs.replace(moments[6], gain=0.1)
    assert msgspec.structs.replace(rising, moments=tuple(moments)).find_turning_points() == (4,), (
        "not by its own mistake"
    )
    moments[6] = msgspec.structs.replace(moments[6], seat=1)
    assert msgspec.structs.replace(rising, moments=tuple(moments)).find_turning_points() == (6,), "better was left out"


@pytest.mark.parametrize(("draw", "named"), [({}, 8), ({"m9": 0.5}, 9)])
def test_the_last_move_is_a_turning_point_only_if_a_draw_decided_it(draw: dict[str, float], named: int) -> None:
    """Otherwise the win was there before it, or the line goes up because the points were counted."""
    whole = tell(*[0.5] * 9, 0.4, 0.0, **draw)
    moments = tuple(msgspec.structs.replace(moment, alternative=("y",)) for moment in whole.moments)
    assert msgspec.structs.replace(whole, moments=moments).find_turning_points() == (named,)


def test_the_move_before_a_certain_win_is_a_turning_point_only_if_it_was_a_mistake() -> None:
    """The next seat found a win of several moves; a treasure that was discarded before it did nothing for that."""
    whole = tell(*[0.5] * 9, 0.6, 0.7, 1.0, 1.0, 1.0)
    moments = [msgspec.structs.replace(moment, alternative=("y",)) for moment in whole.moments]
    assert msgspec.structs.replace(whole, moments=tuple(moments)).find_turning_points() == (8,)
    moments[10] = msgspec.structs.replace(moments[10], seat=1, gain=0.2)
    assert msgspec.structs.replace(whole, moments=tuple(moments)).find_turning_points() == (10,)


def test_the_end_of_a_turn_is_told_from_a_move_that_also_ends_it() -> None:
    told = played("paso")
    ends = [n for n, (_, words) in enumerate(told.log) if words == ("end",)]
    first = ends[len(ends) // 2] - 1
    assert [one.is_turn_end for one in told.studied(first, first + 2)] == [False, True]


def test_a_change_is_told_of_the_mover_unless_another_seat_changed_much_more() -> None:
    seats = [(0.4, 0.4, 0.2), (0.3, 0.52, 0.18), (0.32, 0.3, 0.38)]
    whole = Analysis((Moment(0, 0, ("x",), seats[0]), Moment(1, 0, ("x",), seats[1])), seats[2])
    assert whole.find_turned_seat(whole.moments[0]) == 0, "10 of 12"
    assert whole.find_turned_seat(whole.moments[1]) == 1


def test_a_lucky_draw_after_a_mistake_is_no_turning_point() -> None:
    """A mistake of 0.3 and a draw that makes up for it leave the curve where it was."""
    assert tell(0.5, 0.5, 0.5, 0.5, 0.3, m0=0.2).find_turning_points() == (3,)


def test_luck_and_choices_are_summed_by_seat() -> None:
    whole = tell(0.5, 0.6, 0.4, 0.4, 1.0, m0=0.3, m3=0.7)
    assert (summarize_seat(whole, 0).choices, summarize_seat(whole, 0).luck) == (-0.2, 0.3)
    assert (summarize_seat(whole, 1).choices, summarize_seat(whole, 1).luck) == (0.3, -0.7)
    assert [one.number for one in whole.luckiest_moments(1)] == [3]
    assert whole.chances_after(whole.moments[-1]) == (1.0, 0.0)
    assert whole.find_turned_seat(whole.moments[1]) == 1, "the mover among equals"


def judge(**gains: float) -> Analysis:
    """Return an analysis of 8 moves of two seats in turn, with the gain of the alternative to each move that is named."""
    moments = [
        Moment(n, n % 2, ("x",), (0.5, 0.5), None, ("y",), gains.get(f"m{n}", 0.0), is_checked=n != 6) for n in range(8)
    ]
    return Analysis(tuple(moments), (0.5, 0.5))


def test_accuracy_and_the_rate_of_best_moves_come_from_what_moves_lost() -> None:
    whole = judge(m0=0.5, m1=-0.2, m2=0.1)
    assert [round(rate_loss(loss)) for loss in (0.5, 0.0, 0.1, 1.0)] == [9, 100, 64, 0]
    assert (summarize_seat(whole, 0).accuracy, summarize_seat(whole, 0).best_rate) == (68.0, 0.5)
    assert (summarize_seat(whole, 1).accuracy, summarize_seat(whole, 1).best_rate) == (100.0, 1.0)
    one_turn = [msgspec.structs.replace(moment, seat=0) for moment in whole.moments[:4]]
    assert summarize_seat(Analysis(tuple(one_turn), (0.5, 0.5)), 0).accuracy == round(rate_loss(0.6), 1)
    forced = Analysis((Moment(0, 0, ("x",), (0.5, 0.5)),), (0.5, 0.5))
    assert (summarize_seat(forced, 0).accuracy, summarize_seat(forced, 0).best_rate) == (None, None)


def test_the_best_and_the_worst_moves_are_those_that_were_looked_at_twice() -> None:
    whole = judge(m0=0.1, m1=-0.2, m2=0.3, m3=-0.4, m4=0.09, m5=-0.09, m6=0.05)
    assert [one.number for one in whole.list_worst_moves(0)] == [2, 0]
    assert [one.number for one in whole.list_best_moves(1)] == [3, 1]
    assert whole.list_worst_moves(1) == whole.list_best_moves(0) == ()
    moments = [msgspec.structs.replace(one, is_obvious=one.number == 3) for one in whole.moments]
    assert [one.number for one in Analysis(tuple(moments), whole.final).list_best_moves(1)] == [1], "3 is no feat"
    assert 6 in whole.plan_second_look()
    assert whole.plan_second_look()[6].asks_captain


def test_a_second_look_goes_to_turns_mistakes_and_moves_that_lifted_the_chance() -> None:
    whole = tell(0.5, 0.5, 0.6, 0.6, 0.2, 0.2, 0.2, 0.2)
    changed = [msgspec.structs.replace(one, alternative=("y",)) for one in whole.moments]
    changed[6] = msgspec.structs.replace(changed[6], gain=0.1)
    plan = Analysis(tuple(changed), whole.final).plan_second_look()
    assert plan[3] == StudyDepth(compares_all=True, asks_captain=True), "the turn, which lifted the chance of its mover"
    assert plan[6] == StudyDepth(asks_captain=True)
    assert 4 not in plan
    assert 5 not in plan


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


def test_a_chance_is_turned_into_log_odds_and_back() -> None:
    assert to_chance(0.0) == 0.5
    assert to_chance(math.log(4)) == 0.8
    assert to_chance(to_log_odds(0.3)) == 0.3
    assert 0 < to_chance(-1_000.0) < to_chance(1_000.0) < 1, "an estimate knows nothing for certain"


def test_a_chance_that_is_told_cut_off_does_not_move_the_chances_of_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the last round two lost expeditions had low values, one of them much lower. A draw was told as 0 % → 100 %."""
    told = played("northwest")
    view = PositionAnalysis(told.game, load_evaluator(told.game), told.positions[-1], told.seed, told.seats, DICE)
    values = {(0, ()): 0.1, (1, ()): 0.002, (0, (("end",),)): 0.08, (1, (("end",),)): 0.02}
    monkeypatch.setattr(view, "_value_sharpness", 4.0)
    monkeypatch.setattr(
        PositionAnalysis, "_average_playouts", lambda _, seat, line, *_more: (values.get((seat, line), 0.002), 0.0)
    )
    chances, base_log_odds = view.chances()
    assert chances[0] == 0.999
    assert base_log_odds is not None
    winner, loser = (Moment(0, seat, ("x",), chances, base_log_odds=base_log_odds[seat]) for seat in (0, 1))
    assert view.estimate_line_chance(winner, (("end",),)) == 0.999
    assert view.estimate_line_chance(loser, (("end",),)) < 0.005


@pytest.mark.parametrize(
    ("name", "moves_left", "chances"),
    [("shared", 10, (0.5, 0.5)), ("sled-left-behind", 10, (0.0, 1.0)), ("round-ten", 15, (0.0, 1.0, 0.0))],
)
def test_in_the_last_rounds_it_is_seen_who_comes_home_first(
    name: str, moves_left: int, chances: tuple[float, ...]
) -> None:
    """A few drawn moves told 32 % for the half, 81 and 58 % for the winners."""
    told = played("northwest", name)
    position = told.positions[-moves_left]
    view = PositionAnalysis(told.game, load_evaluator(told.game), position, told.seed, told.seats, DICE)
    assert view.chances()[0] == pytest.approx(chances, abs=0.02)
