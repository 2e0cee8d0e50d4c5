"""A game's kind is no way round the tests: whoever claims too much or too little is caught."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import msgspec
import pytest

from engine.kernel.event import Effects
from engine.kernel.kind import GameKind
from engine.kernel.menu import Menu
from engine.kernel.script import Result, Script, Shuffle
from engine.kernel.text import Seat, say
from tests.conformance import checks, kinds, secrecy
from tests.conformance.journey import Case, Check, Journey, cases, journey
from tests.kernel.stones import State, Stones, View
from tests.kernel.toy import Toy


def of(game: type[Any], **claimed: bool) -> Any:
    """The game, claiming another kind."""
    meta = msgspec.structs.replace(game.meta, kind=msgspec.structs.replace(game.meta.kind, **claimed))
    return type(game.__name__, (game,), {"meta": meta})()


@pytest.fixture(scope="module", params=cases(Stones()), ids=str)
def played(request: pytest.FixtureRequest) -> Journey:
    return journey(Stones(), request.param)


@pytest.mark.parametrize("check", [*checks.CHECKS, *kinds.promised(Stones.meta.kind)], ids=lambda check: check.__name__)
def test_an_open_game_keeps_what_fits_it(played: Journey, check: Check) -> None:
    check(played)


@pytest.mark.parametrize("game", [Stones(), Toy()], ids=lambda game: game.slug)
def test_what_an_honest_game_says_of_itself_is_met(game: Any) -> None:
    assert kinds.met(game, cases(game)) == game.kind


@pytest.mark.parametrize("claim", ["chance", "simultaneous", "teams"])
@pytest.mark.parametrize("game", [Stones, Toy])
def test_what_never_happens_must_not_be_claimed(game: type[Any], claim: str) -> None:
    boasting = of(game, **{claim: True})
    assert (kinds.met(boasting, cases(boasting)) == boasting.kind) == getattr(game.meta.kind, claim)


def test_every_promise_has_its_checks() -> None:
    """Nothing that a kind may say of itself leaves a game with fewer kinds of checks."""
    everything = GameKind(hidden=True, chance=True, simultaneous=True, teams=True)
    assert set(kinds.promised(everything)) == {*secrecy.SECRECY, kinds.sides_are_known_all_along}
    for name in GameKind.__struct_fields__:
        assert set(kinds.promised(msgspec.structs.replace(everything, **{name: False}))) - set(secrecy.SECRECY)


class Buried(State, kw_only=True):
    deck: list[int]


class Buries(Stones):
    """A deck lies face down that no view shows."""

    state_type = Buried

    def setup(self, seats: int, options: Mapping[str, str], out: Effects) -> State:
        return Buried(seats, 12, [0] * seats, deck=out.shuffled(list(range(9)), "deck"))


class ShowsOne(Stones):
    """One seat sees more than the others."""

    def view(self, state: State, seat: Seat | None) -> View:
        return View(state.left, state.taken, state.to_move, "a secret" if seat == 1 else "")


class Deals(Stones):
    """Says that nothing is hidden, and deals it afresh."""

    def resample_hidden(self, state: State, seat: Seat | None, shuffle: Shuffle) -> None:
        state.taken = shuffle([*state.taken, 7])[:-1]


class Whispers(Stones):
    """Tells one seat something."""

    def turn(self, state: State, out: Effects) -> Script[None]:
        yield from super().turn(state, out)
        out.tell(say("The next one is nervous."), 0)


class AsksInSecret(Stones):
    """A secret question, while nobody else is asked."""

    def menu(self, state: State) -> Menu:
        return msgspec.structs.replace(super().menu(state), secret=True)


class Throws(Stones):
    """A throw that decides nothing."""

    def turn(self, state: State, out: Effects) -> Script[None]:
        out.below(1, "wind")
        yield from super().turn(state, out)


class Peeks(Stones):
    """Takes its luck from the seed without throwing."""

    def turn(self, state: State, out: Effects) -> Script[None]:
        yield from super().turn(state, out)
        state.to_move = (state.to_move + out.dice.below(2, out.tick, "who")) % state.seats


class Reveals(Stones):
    """Shows what was never hidden."""

    def turn(self, state: State, out: Effects) -> Script[None]:
        yield from super().turn(state, out)
        out.reveal(say("Look!"))


class AsksAll(Stones):
    """Everybody is asked at the same time."""

    def turn(self, state: State, out: Effects) -> Script[None]:
        answers = yield {seat: partial(self.menu, State(state.seats, 1, [])) for seat in range(state.seats)}
        taken = min(state.left, len(answers))
        state.left -= taken
        state.taken[0] += taken


class Sides(Stones):
    """Two seats win together."""

    def result(self, state: State) -> Result | None:
        found = super().result(state)
        return found and msgspec.structs.replace(found, sides=((0,), (1,)))


class AsksOneForAll(Stones):
    """An honest game of simultaneous answers, to see that secret questions are fine there."""

    def turn(self, state: State, out: Effects) -> Script[None]:
        if state.left > 1:
            yield {seat: partial(self._alone, state) for seat in range(state.seats)}
            state.left -= 1
            state.taken[state.to_move] += 1
            out.reveal(say("All have answered."))
        else:
            yield from super().turn(state, out)

    def _alone(self, state: State) -> Menu:
        return msgspec.structs.replace(self.menu(state), secret=True)


@pytest.mark.parametrize(
    ("spoiled", "check", "says"),
    [
        (of(Toy, hidden=False), kinds.everybody_sees_everything, "something can be dealt afresh"),
        (of(Toy, chance=False), kinds.no_dice_are_thrown, "throws dice: deck"),
        (of(Toy, simultaneous=False), kinds.one_seat_is_asked_at_a_time, "at the same time"),
        (of(Stones, hidden=True), secrecy.views_hide, "nothing was ever dealt afresh"),
        (of(Buries, chance=True), kinds.what_looks_alike_is_alike, "the view does not show all"),
        (ShowsOne(), kinds.everybody_sees_everything, "seat 1 sees what a spectator does not"),
        (Deals(), kinds.everybody_sees_everything, "something can be dealt afresh"),
        (Whispers(), kinds.everybody_sees_everything, "told to some only"),
        (AsksInSecret(), kinds.everybody_sees_everything, "the question is secret"),
        (Throws(), kinds.no_dice_are_thrown, "throws dice: wind"),
        (Peeks(), kinds.no_dice_are_thrown, "changes the game"),
        (Reveals(), kinds.every_move_can_be_taken_back_alone, "something is revealed"),
        (AsksAll(), kinds.one_seat_is_asked_at_a_time, "at the same time"),
        (Sides(), kinds.nobody_shares_an_end, "ends with sides"),
        (of(Sides, teams=True), kinds.sides_are_known_all_along, "other sides than at the end"),
    ],
    ids=lambda thing: "" if isinstance(thing, str) else getattr(thing, "__name__", type(thing).__name__),
)
def test_who_claims_to_be_of_another_kind_is_caught(spoiled: Any, check: Check, says: str) -> None:
    assert check in kinds.promised(spoiled.kind), "the suite asks this of the kind"
    with pytest.raises(AssertionError, match=says):
        _check_many(spoiled, check)


def test_secret_answers_at_the_same_time_need_nothing_hidden() -> None:
    game = of(AsksOneForAll, simultaneous=True)
    for check in kinds.promised(game.kind):
        _check_many(game, check)


def _check_many(game: Any, check: Check) -> None:
    for n in range(4):
        check(journey(game, Case(2 + n % 2, {}, f"kind-{n}")))
