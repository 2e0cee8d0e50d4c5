"""The chances of a game averaged over its rounds: whose turn it is makes no difference, what lasts stays."""

from __future__ import annotations

from itertools import pairwise

import msgspec
import pytest

from engine.players.analysis.game_analysis import Analysis, Moment
from engine.players.analysis.round_average import average_rounds, measure_round


def estimate(chances: list[float], seats: list[int], chosen: dict[int, float] | None = None) -> Analysis:
    """Return the averaged analysis of a game of two with these estimates of seat 0 before every move and at the end."""
    moments = [
        Moment(n, seat, ("x",), (chances[n], round(1 - chances[n], 4)), (chosen or {}).get(n))
        for n, seat in enumerate(seats)
    ]
    return average_rounds(moments, (chances[-1], 1 - chances[-1]))


def list_first_chances(whole: Analysis) -> list[float]:
    return [*(one.chances[0] for one in whole.moments), whole.final[0]]


@pytest.mark.parametrize(("turn", "length"), [((0, 1), 2), ((0, 1, 1, 0), 4), ((0, 0, 0, 1, 1), 6), ((0, 1, 2, 3), 4)])
def test_a_round_is_a_turn_of_each_seat(turn: tuple[int, ...], length: int) -> None:
    seats = max(turn) + 1
    moments = [Moment(n, turn[n % len(turn)], ("x",), (1 / seats,) * seats) for n in range(20 * len(turn))]
    assert measure_round(moments) == length


@pytest.mark.parametrize("turn", [(0, 1), (0, 1, 1, 0), (0, 0, 0, 1, 1, 1)])
def test_a_line_that_follows_the_turns_becomes_level_and_has_no_turning_point(turn: tuple[int, ...]) -> None:
    seats = list(turn) * 8
    whole = estimate([0.6 if seat else 0.4 for seat in seats] + [0.5], seats)
    inner = list_first_chances(whole)[: -2 * len(turn)]
    assert max(inner) - min(inner) < 0.03
    assert all(index >= len(seats) - len(turn) for index in whole.find_turning_points())


def test_what_lasts_stays_and_turns_at_its_move() -> None:
    """The line still goes up and down; move 19 changes the game for good."""
    seats = [0, 1] * 20
    chances = [(0.7 if n > 19 else 0.4) + (0.1 if seat else -0.1) for n, seat in enumerate(seats)]
    whole = estimate([*chances, 0.7], seats)
    assert whole.find_turning_points()[0] == 19
    assert whole.moments[19].push == (0.3, -0.3)
    assert whole.moments[20].push == (0.0, 0.0), "who is to move changes nothing"
    assert whole.moments[10].chances[0] == pytest.approx(0.4)
    assert whole.moments[30].chances[0] == pytest.approx(0.7)
    turn = whole.measure_turn(whole.moments[19])
    assert (turn.seat, turn.before, turn.after) == (1, pytest.approx(0.6), pytest.approx(0.3))


def test_a_certain_win_that_is_given_away_stays_in_the_line() -> None:
    chances = [(0.6, 0.4)] * 10 + [(1.0, 0.0)] + [(0.5, 0.5)] * 9
    moments = [Moment(n, n % 2, ("x",), chances[n], alternative=("y",)) for n in range(20)]
    moments[10] = msgspec.structs.replace(moments[10], gain=0.5)
    whole = average_rounds(moments, (0.5, 0.5))
    assert [moment.chances for moment in whole.moments] == chances
    assert whole.moments[10].gain == 0.5
    assert whole.find_turning_points() == (10,)


@pytest.mark.parametrize(
    ("before", "after", "chosen"),
    [
        ((0.6, 0.4), (0.2, 0.8), 0.6),
        ((0.6, 0.4, 0.6, 0.4), (0.2, 0.8, 0.2, 0.8), 0.6),
        ((0.5, 0.3), (0.1, 0.3), 0.5),
        ((0.5, 0.3, 0.2), (0.2, 0.4, 0.4), 0.5),
    ],
    ids=["two", "teams", "frozen", "three"],
)
def test_the_line_of_every_seat_steps_at_a_clear_draw(
    before: tuple[float, ...], after: tuple[float, ...], chosen: float
) -> None:
    """Partners keep one chance, and what comes to nobody is no step of the others."""
    seats = len(before)
    moments = [
        Moment(n, n % seats, ("x",), before if n <= 12 else after, chosen if n == 12 else None) for n in range(24)
    ]
    whole = average_rounds(moments, after)
    assert whole.moments[12].chances == before
    assert whole.moments[13].chances == after


def test_a_win_was_certain_before_the_last_moves_of_the_winner() -> None:
    """Nothing was drawn in them, so the win was there, although the playouts did not find it; before a draw nobody knew."""
    seats = [0, 1] * 10 + [0, 0]
    chances = [*[0.5] * 22, 1.0]
    assert list_first_chances(estimate(chances, seats))[19:] == [0.5, 1.0, 1.0, 1.0]
    assert list_first_chances(estimate(chances, seats, {21: 0.5}))[19:22] == [0.5, 0.5, 0.5]


def test_a_game_that_is_shorter_than_a_round_is_averaged_too() -> None:
    seats = [1, 1, 1, 1, 1, 0, 0, 0, 0]
    whole = estimate([0.6, 0.4, 0.6, 0.4, 0.5, 0.4, 0.3, 0.2, 0.1, 0.0], seats)
    assert all(sum(one.chances) == pytest.approx(1, abs=0.001) for one in whole.moments)
    assert whole.moments[0].chances[0] == pytest.approx(0.4, abs=0.02)


def test_a_better_move_is_told_within_the_line() -> None:
    """The line is averaged and the comparison is not: 115 % instead of 41 % would be nonsense."""
    moments = [Moment(n, 0, ("x",), (0.4, 0.6), gain=gain) for n, gain in enumerate((0.1, 0.74, -0.9))]
    gains = [one.gain for one in average_rounds(moments, (0.4, 0.6)).moments]
    assert gains == pytest.approx([0.1, 0.6, -0.4], abs=0.002)


def test_luck_stays_and_choice_and_luck_add_up() -> None:
    seats = [0, 1] * 6
    chances = [0.4 + 0.02 * n for n in range(12)] + [1.0]
    whole = estimate(chances, seats, {3: 0.6, 4: 0.41})
    effects = [whole.measure(one) for one in whole.moments]
    assert effects[3].luck == pytest.approx(1 - 0.48 - 0.6, abs=0.001)
    assert effects[4].luck == pytest.approx(0.5 - 0.41, abs=0.001)
    for effect, (before, after), seat in zip(effects, pairwise(list_first_chances(whole)), seats, strict=True):
        change = after - before if seat == 0 else before - after
        assert effect.choice + effect.luck == pytest.approx(change, abs=0.001)


def test_a_game_turns_where_it_is_decided_not_where_it_ends() -> None:
    whole = estimate([0.5] * 10 + [0.99, 0.99, 1.0, 1.0], [0, 1] * 6 + [1])
    assert list_first_chances(whole)[-4:] == [0.99, 0.99, 1.0, 1.0]
    assert whole.find_turning_points() == (9,)
    assert estimate([0.99, 1.0], [1]).moments[0].chances[0] == 0.99


def test_the_end_is_not_smoothed() -> None:
    whole = estimate([0.5] * 10 + [0.9, 1.0], [0, 1] * 5 + [1])
    assert list_first_chances(whole)[-2:] == [pytest.approx(0.825), 1.0]
    assert average_rounds((), (0.0, 1.0)) == Analysis((), (0.0, 1.0))


def test_a_win_that_was_found_is_no_nearer_before_it_was_there() -> None:
    """The moves before it belong to the seat that let it happen: the line must not rise for them."""
    whole = estimate([0.4] * 12 + [1.0] * 5, [0, 0, 1, 1] * 4)
    assert list_first_chances(whole) == pytest.approx([0.4] * 12 + [1.0] * 5)
