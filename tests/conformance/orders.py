"""Check the rules by which players answer in advance, and the decisions that moves in advance answer."""

from __future__ import annotations

from typing import Any

from engine.kernel.answer_rules import build_order_menu, find_rule_answer, is_order_valid
from engine.kernel.menu import Menu, canonicalize_move, compose_move, follow_words
from engine.kernel.position import GameRun, Position
from engine.kernel.state_codec import copy_state
from engine.kernel.text import IllegalMoveError, Seat
from tests.conformance.hidden_information import MAX_MOMENTS, are_offers_same
from tests.conformance.random_game import GameMoment, RandomGame


def check_standing_orders(journey: RandomGame) -> None:
    """Check that a new order of each kind and span is valid, and that it answers with a legal move in canonical spelling."""
    game = journey.game
    for moment in journey.moments:
        state = moment.situation.state
        for seat in moment.situation.questions:
            menu = moment.situation.build_menu(seat)
            rules = game.list_rules(state, seat, menu)
            for order in _list_orders(build_order_menu(rules, None)):
                where = journey.describe_moment(moment) + f"{order} "
                assert is_order_valid(game.list_rules(state, seat, None), order), where + "is over at once"
                answer = find_rule_answer(rules, [order])
                try:
                    assert answer is None or canonicalize_move(menu, answer) == answer, where + f"answers {answer}"
                except IllegalMoveError as no:
                    raise AssertionError(where + f"answers {answer}: {no}") from no


def _list_orders(root: Menu | None) -> list[tuple[str, ...]]:
    """List an order for each kind and span."""
    orders: list[tuple[str, ...]] = []
    for kind in root.open_words if root is not None else ():
        spans = follow_words(root, (kind,)) if root is not None else None
        assert spans is not None
        for span in spans.open_words:
            subjects = spans.next_menu(span)
            orders.append((kind, span, *(compose_move(subjects, lambda menu: menu.open_words[-1]) if subjects else ())))
    return orders


def check_planned_moves(journey: RandomGame) -> None:
    """Check that the next turn of a seat, as it looks now, asks this seat alone, changes no state and tells nothing hidden."""
    game, seed = journey.game, journey.case.seed
    for moment in journey.sample_moments(MAX_MOMENTS):
        base = moment.position.base
        for seat in range(journey.case.seat_count):
            where = journey.describe_moment(moment) + f"the next turn of seat {seat} "
            resampled = game.resample_state(base, seat, journey.shuffle)
            here, there = copy_state(base), copy_state(resampled)
            is_known = game.skip_to_turn(here, seat)
            assert is_known == game.skip_to_turn(there, seat), where + "is known only by hidden things"
            assert game.list_rules(base, seat, None) == game.list_rules(resampled, seat, None), (
                where + "has other rules"
            )
            if is_known:
                runs = [GameRun[Any](game, Position(state, moment.position.tick), seed) for state in (here, there)]
                _compare_questions(journey, moment, seat, *runs)


def _compare_questions(
    journey: RandomGame, moment: GameMoment, seat: Seat, here: GameRun[Any], there: GameRun[Any]
) -> None:
    asked = [[*run.situation.questions] for run in (here, there)]
    assert asked[0] == asked[1], journey.describe_moment(moment) + f"who is asked tells of hidden things: {asked}"
    assert not asked[0] or asked[0] == [seat], journey.describe_moment(moment) + f"{asked[0]} are asked, not {seat}"
    if asked[0]:
        are_offers_same(journey, moment, here.build_menu(seat), there.build_menu(seat))
