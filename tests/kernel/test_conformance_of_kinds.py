"""The checks catch a game that declares a kind with too much or too little."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import msgspec
import pytest

from engine.kernel.event import Effects
from engine.kernel.kind import GameKind
from engine.kernel.menu import Menu
from engine.kernel.script import GameResult, ShuffleFunction, TurnScript
from engine.kernel.text import Seat, say
from tests.conformance import checks, hidden_information, kinds
from tests.conformance.random_game import Check, GameCase, RandomGame, list_cases, play_random_game
from tests.kernel.stones_game import State, StonesGame, View
from tests.kernel.toy_game import ToyGame


def claim_kind(game: type[Any], **claimed: bool) -> Any:
    """Return the game with another declared kind."""
    meta = msgspec.structs.replace(game.meta, kind=msgspec.structs.replace(game.meta.kind, **claimed))
    return type(game.__name__, (game,), {"meta": meta})()


@pytest.fixture(scope="module", params=list_cases(StonesGame()), ids=str)
def stones_game(request: pytest.FixtureRequest) -> RandomGame:
    return play_random_game(StonesGame(), request.param)


@pytest.mark.parametrize(
    "check", [*checks.GENERAL_CHECKS, *kinds.list_kind_checks(StonesGame.meta.kind)], ids=lambda check: check.__name__
)
def test_an_open_game_passes_its_checks(stones_game: RandomGame, check: Check) -> None:
    check(stones_game)


@pytest.mark.parametrize("game", [StonesGame(), ToyGame()], ids=lambda game: game.slug)
def test_a_declared_kind_is_observed(game: Any) -> None:
    assert kinds.observe_kind(game, list_cases(game)) == game.kind


@pytest.mark.parametrize("claim", ["has_chance", "has_simultaneous_moves", "has_teams"])
@pytest.mark.parametrize("game", [StonesGame, ToyGame])
def test_what_never_happens_must_not_be_claimed(game: type[Any], claim: str) -> None:
    boasting = claim_kind(game, **{claim: True})
    assert (kinds.observe_kind(boasting, list_cases(boasting)) == boasting.kind) == getattr(game.meta.kind, claim)


def test_every_promise_has_its_checks() -> None:
    """Every promise of a kind adds checks: no declaration leaves a game with fewer kinds of checks."""
    everything = GameKind(has_hidden_information=True, has_chance=True, has_simultaneous_moves=True, has_teams=True)
    assert set(kinds.list_kind_checks(everything)) == {*hidden_information.SECRECY_CHECKS, kinds.check_teams}
    for name in GameKind.__struct_fields__:
        assert set(kinds.list_kind_checks(msgspec.structs.replace(everything, **{name: False}))) - set(
            hidden_information.SECRECY_CHECKS
        )


class StateWithHiddenDeck(State, kw_only=True):
    deck: list[int]


class StonesWithHiddenDeck(StonesGame):
    """Has a face-down deck that no view shows."""

    state_type = StateWithHiddenDeck

    def set_up_table(self, seat_count: int, options: Mapping[str, str], out: Effects) -> State:
        return StateWithHiddenDeck(seat_count, 12, [0] * seat_count, deck=out.shuffle(list(range(9)), "deck"))


class StonesWithPrivateView(StonesGame):
    """Shows one seat more than the others."""

    def build_view(self, state: State, seat: Seat | None) -> View:
        return View(state.stones_left, state.taken, state.to_move, "a secret" if seat == 1 else "")


class StonesResamplingState(StonesGame):
    """Declares that nothing is hidden, but resamples the state."""

    def resample_hidden(self, state: State, seat: Seat | None, shuffle: ShuffleFunction) -> None:
        state.taken = shuffle([*state.taken, 7])[:-1]


class StonesWithPrivateEvent(StonesGame):
    """Tells one seat something."""

    def play_turn(self, state: State, out: Effects) -> TurnScript[None]:
        yield from super().play_turn(state, out)
        out.announce(say("The next one is nervous."), 0)


class StonesWithSecretQuestion(StonesGame):
    """Asks a secret question while nobody else is asked."""

    def build_menu(self, state: State) -> Menu:
        return msgspec.structs.replace(super().build_menu(state), is_secret=True)


class StonesWithDie(StonesGame):
    """Rolls a die that decides nothing."""

    def play_turn(self, state: State, out: Effects) -> TurnScript[None]:
        out.roll_below(1, "wind")
        yield from super().play_turn(state, out)


class StonesReadingSeed(StonesGame):
    """Derives its chance from the seed without rolling."""

    def play_turn(self, state: State, out: Effects) -> TurnScript[None]:
        yield from super().play_turn(state, out)
        state.to_move = (state.to_move + out.dice.roll_below(2, out.tick, "who")) % state.seats


class StonesWithReveal(StonesGame):
    """Declares a reveal of something that was never hidden."""

    def play_turn(self, state: State, out: Effects) -> TurnScript[None]:
        yield from super().play_turn(state, out)
        out.reveal(say("Look!"))


class StonesAskingAllSeats(StonesGame):
    """Asks all seats at the same time."""

    def play_turn(self, state: State, out: Effects) -> TurnScript[None]:
        answers = yield {seat: partial(self.build_menu, State(state.seats, 1, [])) for seat in range(state.seats)}
        taken = min(state.stones_left, len(answers))
        state.stones_left -= taken
        state.taken[0] += taken


class StonesWithTeams(StonesGame):
    """Lets two seats win together."""

    def find_result(self, state: State) -> GameResult | None:
        found = super().find_result(state)
        return found and msgspec.structs.replace(found, sides=((0,), (1,)))


class StonesWithSimultaneousAnswers(StonesGame):
    """A correct game of simultaneous answers, which shows that secret questions are allowed there."""

    def play_turn(self, state: State, out: Effects) -> TurnScript[None]:
        if state.stones_left > 1:
            yield {seat: partial(self._ask_alone, state) for seat in range(state.seats)}
            state.stones_left -= 1
            state.taken[state.to_move] += 1
            out.reveal(say("All have answered."))
        else:
            yield from super().play_turn(state, out)

    def _ask_alone(self, state: State) -> Menu:
        return msgspec.structs.replace(self.build_menu(state), is_secret=True)


@pytest.mark.parametrize(
    ("spoiled", "check", "says"),
    [
        (
            claim_kind(ToyGame, has_hidden_information=False),
            kinds.check_nothing_hidden,
            "something can be dealt afresh",
        ),
        (claim_kind(ToyGame, has_chance=False), kinds.check_no_dice, "throws dice: deck"),
        (claim_kind(ToyGame, has_simultaneous_moves=False), kinds.check_one_seat_at_a_time, "at the same time"),
        (
            claim_kind(StonesGame, has_hidden_information=True),
            hidden_information.check_views_hide,
            "nothing was ever dealt afresh",
        ),
        (claim_kind(StonesWithHiddenDeck, has_chance=True), kinds.check_no_hidden_chance, "the view does not show all"),
        (StonesWithPrivateView(), kinds.check_nothing_hidden, "seat 1 sees what a spectator does not"),
        (StonesResamplingState(), kinds.check_nothing_hidden, "something can be dealt afresh"),
        (StonesWithPrivateEvent(), kinds.check_nothing_hidden, "told to some only"),
        (StonesWithSecretQuestion(), kinds.check_nothing_hidden, "the question is secret"),
        (StonesWithDie(), kinds.check_no_dice, "throws dice: wind"),
        (StonesReadingSeed(), kinds.check_no_dice, "changes the game"),
        (StonesWithReveal(), kinds.check_no_barriers, "something is revealed"),
        (StonesAskingAllSeats(), kinds.check_one_seat_at_a_time, "at the same time"),
        (StonesWithTeams(), kinds.check_no_teams, "ends with sides"),
        (claim_kind(StonesWithTeams, has_teams=True), kinds.check_teams, "other sides than at the end"),
    ],
    ids=lambda thing: "" if isinstance(thing, str) else getattr(thing, "__name__", type(thing).__name__),
)
def test_a_false_kind_is_caught(spoiled: Any, check: Check, says: str) -> None:
    assert check in kinds.list_kind_checks(spoiled.kind), "the suite asks this of the kind"
    with pytest.raises(AssertionError, match=says):
        _check_many(spoiled, check)


def test_secret_answers_at_the_same_time_need_nothing_hidden() -> None:
    game = claim_kind(StonesWithSimultaneousAnswers, has_simultaneous_moves=True)
    for check in kinds.list_kind_checks(game.kind):
        _check_many(game, check)


def _check_many(game: Any, check: Check) -> None:
    for n in range(4):
        check(play_random_game(game, GameCase(2 + n % 2, {}, f"kind-{n}")))
