"""The conformance suite passes the toy game and catches the faults of changed copies of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import msgspec
import pytest

from engine.kernel.answer_rules import AnswerRule
from engine.kernel.event import Effects
from engine.kernel.menu import Menu, Option, Words, follow_words
from engine.kernel.script import GameResult, ShuffleFunction, TurnScript, ask_one
from engine.kernel.text import Seat, SeatMention, say
from tests.conformance import checks, hidden_information, orders
from tests.conformance.random_game import Check, GameCase, RandomGame, list_cases, play_random_game
from tests.kernel.leaky_toy import ToyShowingTopCard
from tests.kernel.toy_game import State, ToyGame

TOY_CASES = list_cases(ToyGame())


@pytest.fixture(scope="module", params=TOY_CASES, ids=str)
def toy_game(request: pytest.FixtureRequest) -> RandomGame:
    return play_random_game(ToyGame(), request.param)


@pytest.mark.parametrize(
    "check", [*checks.GENERAL_CHECKS, *hidden_information.SECRECY_CHECKS], ids=lambda check: check.__name__
)
def test_toy_passes_the_check(toy_game: RandomGame, check: Check) -> None:
    check(toy_game)


def test_cases_hold_every_seat_count_and_every_value() -> None:
    assert {case.seat_count for case in TOY_CASES} == {2, 3, 4}
    values = {pair for case in TOY_CASES for pair in case.options.items()}
    assert values == {("weather", "no"), ("rounds", "2"), ("rounds", "6")}


class ToyAskingHighCardsOnly(ToyGame):
    """Asks only rivals with a high card whether they interrupt."""

    def _ask_for_whistles(self, state: State, out: Effects) -> TurnScript[bool]:
        for seat, hand in enumerate(state.hands):
            if seat != state.walker and any(card[1] in "789" for card in hand):
                yield from ask_one(seat, partial(self._build_whistle_menu, state.whistles[seat]))
        return False


class ToyLeakingThroughMenu(ToyGame):
    """Refuses a look at the deck if the top card is a bad one."""

    def _build_walk_menu(self, state: State) -> Menu:
        menu = super()._build_walk_menu(state)
        bad = say("Better not.") if state.deck[-1][0] == "f" else None
        options = tuple(
            option if option.word != "peek" else Option("peek", option.label, why_not=bad) for option in menu.options
        )
        return msgspec.structs.replace(menu, options=options)


class ToyLeakingThroughEvent(ToyGame):
    """Announces the top card while the rivals are asked, without a reveal."""

    def _ask_for_whistles(self, state: State, out: Effects) -> TurnScript[bool]:
        for seat in range(len(state.hands)):
            yield from ask_one(seat, partial(self._build_whistle_menu, 0))
            out.announce(say("Over there lies {card}.", card=state.deck[-1]))
        return False


class ToyLosingCards(ToyGame):
    """Loses the burnt cards."""

    def _walk_to_camp(self, state: State, out: Effects) -> TurnScript[None]:
        yield from super()._walk_to_camp(state, out)
        state.fire.clear()


class EndlessToy(ToyGame):
    """Never ends."""

    def play_turn(self, state: State, out: Effects) -> TurnScript[None]:
        yield from ask_one(0, partial(self._build_whistle_menu, 1))


class ToyDependingOnAnswerOrder(ToyGame):
    """Lets the first bidder walk, regardless of the bids."""

    def play_turn(self, state: State, out: Effects) -> TurnScript[None]:
        if state.phase == "bid":
            asked: list[Seat] = []
            yield {seat: partial(self._record_bid, asked, state, seat) for seat in range(len(state.hands))}
            state.phase, state.walker = "walk", asked[0]
        else:
            yield from super().play_turn(state, out)

    def _record_bid(self, asked: list[Seat], state: State, seat: Seat) -> Menu:
        menu = self._build_bid_menu(state.hands[seat])

        def then(word: str) -> Menu | None:
            asked.append(seat)
            return menu.next_menu(word)

        return msgspec.structs.replace(menu, next_menu=then)


class ToyWithoutResampling(ToyGame):
    """Resamples nothing."""

    def resample_hidden(self, state: State, seat: Seat | None, shuffle: ShuffleFunction) -> None: ...


class ToyWithPartialResampling(ToyGame):
    """Never resamples other hands, so that a leak of them would not be seen."""

    def resample_hidden(self, state: State, seat: Seat | None, shuffle: ShuffleFunction) -> None:
        top = [state.deck.pop()] if state.peeker is not None else []
        state.deck = shuffle(state.deck) + top


class ToySpoilingGivenState(ToyGame):
    """Changes the given state when it resamples."""

    def resample_state(self, state: State, seat: Seat | None, shuffle: ShuffleFunction) -> State:
        state.deck = shuffle(state.deck)
        return state


class ToyWithIllegalSafeMove(ToyGame):
    def safe_move(self, seat: Seat, menu: Menu) -> Words:
        return ("pass",)


class ToyWithBlindOrders(ToyGame):
    """Answers questions with an order that was not given for them."""

    def list_rules(self, state: State, seat: Seat, menu: Menu | None) -> Sequence[AnswerRule]:
        return [
            msgspec.structs.replace(rule, moves={"no": ("pass",)}) for rule in super().list_rules(state, seat, menu)
        ]


class ToyLeakingThroughPlannedTurn(ToyGame):
    """Tells by the next turn of a seat which card is on top of the deck."""

    def skip_to_turn(self, state: State, seat: Seat) -> bool:
        return super().skip_to_turn(state, seat) and state.deck[-1].startswith("f")


class ToyWithEmptyLabel(ToyGame):
    """Has a label without text."""

    def _build_peek_menu(self) -> Menu:
        return Menu(
            "verb", say("Keep the card?"), (Option("keep", say("")), Option("drop", say("Drop it"))), is_secret=True
        )


class ToyWithDuplicateWord(ToyGame):
    """Has the same word twice in a menu."""

    def _build_whistle_menu(self, whistles: int) -> Menu:
        menu = super()._build_whistle_menu(whistles)
        return msgspec.structs.replace(menu, options=(*menu.options, menu.options[-1]))


class ToyWithUndeclaredMenu(ToyGame):
    """Has a menu that is no parameter of its verb."""

    def _build_bid_menu(self, hand: list[str]) -> Menu:
        menu = super()._build_bid_menu(hand)
        below = follow_words(menu, ("bid",))
        assert below is not None
        return msgspec.structs.replace(menu, next_menu=lambda _: msgspec.structs.replace(below, name="which"))


class ToyWithMissingArgument(ToyGame):
    """Has a sentence that lacks its argument."""

    def _start_round(self, state: State, out: Effects) -> None:
        super()._start_round(state, out)
        out.announce(say("{seat} wakes {whom}.", seat=SeatMention(0)))


class ToyWithOutsideState(ToyGame):
    """Keeps something outside the state."""

    calls = 0

    def _start_round(self, state: State, out: Effects) -> None:
        super()._start_round(state, out)
        type(self).calls += 1
        state.places[0] = type(self).calls % 5


class StateWithTuple(State):
    note: Any = None


class ToyWithTupleState(ToyGame):
    """Has a tuple in the state, where JSON has only lists."""

    state_type = StateWithTuple

    def set_up_table(self, seat_count: int, options: Mapping[str, str], out: Effects) -> State:
        return msgspec.convert(
            {**msgspec.to_builtins(super().set_up_table(seat_count, options, out)), "note": ()}, StateWithTuple
        )

    def _start_round(self, state: State, out: Effects) -> None:
        super()._start_round(state, out)
        assert isinstance(state, StateWithTuple)
        state.note = (1, 2)


class StateWithSet(State):
    bag: set[str] = msgspec.field(default_factory=set)


class ToyWithSetState(ToyGame):
    """Has a set in the state, whose order differs between processes."""

    state_type = StateWithSet


class ToyRankingSeatTwice(ToyGame):
    def find_result(self, state: State) -> GameResult | None:
        found = super().find_result(state)
        return found and msgspec.structs.replace(found, ranking=(*found.ranking, (0,)))


@pytest.mark.parametrize(
    ("spoiled", "check", "says"),
    [
        (ToyShowingTopCard, hidden_information.check_views_hide, "a spectator sees hidden things"),
        (ToyWithoutResampling, hidden_information.check_views_hide, "nothing was ever dealt afresh"),
        (ToySpoilingGivenState, hidden_information.check_views_hide, "resample has changed the state"),
        (ToyWithPartialResampling, hidden_information.check_private_events, "secrets that resample never deals"),
        (ToyAskingHighCardsOnly, hidden_information.check_questions, "who is asked tells seat"),
        (ToyLeakingThroughMenu, hidden_information.check_questions, "the menu tells of hidden things"),
        (ToyLeakingThroughEvent, hidden_information.check_moves, "“pass” tells"),
        (ToyLosingCards, checks.check_piece_counts, "1 became 0"),
        (EndlessToy, checks.check_game_ends, "is not over"),
        (ToyRankingSeatTwice, checks.check_game_ends, r"\(0,\)"),
        (ToyWithIllegalSafeMove, checks.check_safe_moves, "in place of seat"),
        (ToyWithBlindOrders, orders.check_standing_orders, "is not a choice here"),
        (ToyLeakingThroughPlannedTurn, orders.check_planned_moves, "is known only by hidden things"),
        (ToyWithEmptyLabel, checks.check_menus, "the label of keep has 0 characters"),
        (ToyWithDuplicateWord, checks.check_menus, "offered twice"),
        (ToyWithUndeclaredMenu, checks.check_declared_verbs, "which"),
        (ToyWithMissingArgument, checks.check_event_texts, "whom"),
        (ToyWithOutsideState, checks.check_replay, "not the recorded one"),
        (ToyWithOutsideState, checks.check_continued_run, "after move"),
        (ToyWithTupleState, checks.check_continued_run, "storage would change"),
        (ToyWithSetState, checks.check_state_types, "SetType"),
        (ToyDependingOnAnswerOrder, checks.check_simultaneous_answers, "the order of"),
    ],
    ids=lambda thing: "" if isinstance(thing, str) else thing.__name__,
)
def test_spoiled_game_is_caught(spoiled: type[ToyGame], check: Check, says: str) -> None:
    with pytest.raises((AssertionError, KeyError), match=says):  # KeyError: a missing argument
        _check_many(spoiled(), check)


def _check_many(game: ToyGame, check: Check) -> None:
    for n in range(8):
        check(play_random_game(game, GameCase(2 + n % 3, {"rounds": "6"}, f"spoiled-{n}")))
