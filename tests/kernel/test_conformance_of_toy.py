"""The conformance suite on the toy game, which passes, and on spoiled copies of it, which it must catch."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import msgspec
import pytest

from engine.kernel.event import Effects
from engine.kernel.menu import Menu, Option, Words, walk
from engine.kernel.script import Result, Script, Shuffle, one
from engine.kernel.text import Seat, Who, say
from tests.conformance import checks, secrecy
from tests.conformance.journey import Case, Check, Journey, cases, journey
from tests.kernel.leaky_toy import ShowsTop
from tests.kernel.toy import State, Toy

CASES = cases(Toy())


@pytest.fixture(scope="module", params=CASES, ids=str)
def played(request: pytest.FixtureRequest) -> Journey:
    return journey(Toy(), request.param)


@pytest.mark.parametrize("check", [*checks.CHECKS, *secrecy.SECRECY], ids=lambda check: check.__name__)
def test_toy_keeps(played: Journey, check: Check) -> None:
    check(played)


def test_cases_hold_every_seat_count_and_every_value() -> None:
    assert {case.seats for case in CASES} == {2, 3, 4}
    values = {pair for case in CASES for pair in case.options.items()}
    assert values == {("weather", "no"), ("rounds", "2"), ("rounds", "6")}


class AsksHolders(Toy):
    """Only rivals with a high card are asked whether they interrupt."""

    def _interrupt(self, state: State, out: Effects) -> Script[bool]:
        for seat, hand in enumerate(state.hands):
            if seat != state.walker and any(card[1] in "789" for card in hand):
                yield from one(seat, partial(self._whistle_menu, state.whistles[seat]))
        return False


class KnowsBetter(Toy):
    """Its menu will not let you look at the deck when the card on top is a bad one."""

    def _walk_menu(self, state: State) -> Menu:
        menu = super()._walk_menu(state)
        bad = say("Better not.") if state.deck[-1][0] == "f" else None
        options = tuple(
            option if option.word != "peek" else Option("peek", option.label, why_not=bad) for option in menu.options
        )
        return msgspec.structs.replace(menu, options=options)


class Chatters(Toy):
    """Tells what lies on top while the rivals are asked, and calls it no reveal."""

    def _interrupt(self, state: State, out: Effects) -> Script[bool]:
        for seat in range(len(state.hands)):
            yield from one(seat, partial(self._whistle_menu, 0))
            out.tell(say("Over there lies {card}.", card=state.deck[-1]))
        return False


class LosesCards(Toy):
    """Burnt cards are gone."""

    def _walk(self, state: State, out: Effects) -> Script[None]:
        yield from super()._walk(state, out)
        state.fire.clear()


class NeverEnds(Toy):
    """Round and round."""

    def turn(self, state: State, out: Effects) -> Script[None]:
        yield from one(0, partial(self._whistle_menu, 1))


class FirstComeFirstServed(Toy):
    """The first to bid walks, whatever is bid."""

    def turn(self, state: State, out: Effects) -> Script[None]:
        if state.phase == "bid":
            asked: list[Seat] = []
            yield {seat: partial(self._noted, asked, state, seat) for seat in range(len(state.hands))}
            state.phase, state.walker = "walk", asked[0]
        else:
            yield from super().turn(state, out)

    def _noted(self, asked: list[Seat], state: State, seat: Seat) -> Menu:
        menu = self._bid_menu(state.hands[seat])

        def then(word: str) -> Menu | None:
            asked.append(seat)
            return menu.then(word)

        return msgspec.structs.replace(menu, then=then)


class Undealt(Toy):
    """Nothing is ever dealt afresh."""

    def resample_hidden(self, state: State, seat: Seat | None, shuffle: Shuffle) -> None: ...


class HalfDealt(Toy):
    """Other hands are never dealt afresh, so that a leak of them would not be seen."""

    def resample_hidden(self, state: State, seat: Seat | None, shuffle: Shuffle) -> None:
        top = [state.deck.pop()] if state.peeker is not None else []
        state.deck = shuffle(state.deck) + top


class Spoils(Toy):
    """Dealing afresh spoils the state it was given."""

    def resample(self, state: State, seat: Seat | None, shuffle: Shuffle) -> State:
        state.deck = shuffle(state.deck)
        return state


class StallsBadly(Toy):
    def stall(self, seat: Seat, menu: Menu) -> Words:
        return ("pass",)


class ObeysBlindly(Toy):
    """An order answers questions it was not given for."""

    def obey(self, state: State, seat: Seat, order: Words, menu: Menu) -> Words | None:
        return ("pass",)


class Mute(Toy):
    """A label without text."""

    def _peek_menu(self) -> Menu:
        return Menu(
            "verb", say("Keep the card?"), (Option("keep", say("")), Option("drop", say("Drop it"))), secret=True
        )


class Twice(Toy):
    """The same word twice in a menu."""

    def _whistle_menu(self, whistles: int) -> Menu:
        menu = super()._whistle_menu(whistles)
        return msgspec.structs.replace(menu, options=(*menu.options, menu.options[-1]))


class Unnamed(Toy):
    """A menu that is no parameter of its verb."""

    def _bid_menu(self, hand: list[str]) -> Menu:
        menu = super()._bid_menu(hand)
        below = walk(menu, ("bid",))
        assert below is not None
        return msgspec.structs.replace(menu, then=lambda _: msgspec.structs.replace(below, name="which"))


class Shouts(Toy):
    """A sentence that lacks its argument."""

    def _dawn(self, state: State, out: Effects) -> None:
        super()._dawn(state, out)
        out.tell(say("{seat} wakes {whom}.", seat=Who(0)))


class Wanders(Toy):
    """Keeps something outside the state."""

    calls = 0

    def _dawn(self, state: State, out: Effects) -> None:
        super()._dawn(state, out)
        type(self).calls += 1
        state.places[0] = type(self).calls % 5


class Note(State):
    note: Any = None


class Forgets(Toy):
    """A tuple where JSON knows lists only."""

    state_type = Note

    def setup(self, seats: int, options: Mapping[str, str], out: Effects) -> State:
        return msgspec.convert({**msgspec.to_builtins(super().setup(seats, options, out)), "note": ()}, Note)

    def _dawn(self, state: State, out: Effects) -> None:
        super()._dawn(state, out)
        assert isinstance(state, Note)
        state.note = (1, 2)


class Bag(State):
    bag: set[str] = msgspec.field(default_factory=set)


class HoldsSet(Toy):
    """A set in the state: its order is another one in every process."""

    state_type = Bag


class RanksTwice(Toy):
    def result(self, state: State) -> Result | None:
        found = super().result(state)
        return found and msgspec.structs.replace(found, ranking=(*found.ranking, (0,)))


@pytest.mark.parametrize(
    ("spoiled", "check", "says"),
    [
        (ShowsTop, secrecy.views_hide, "a spectator sees hidden things"),
        (Undealt, secrecy.views_hide, "nothing was ever dealt afresh"),
        (Spoils, secrecy.views_hide, "resample has changed the state"),
        (HalfDealt, secrecy.private_news_is_private, "secrets that resample never deals"),
        (AsksHolders, secrecy.questions_betray_nothing, "who is asked tells seat"),
        (KnowsBetter, secrecy.questions_betray_nothing, "the menu tells of hidden things"),
        (Chatters, secrecy.moves_betray_nothing, "“pass” tells"),
        (LosesCards, checks.pieces_are_conserved, "1 became 0"),
        (NeverEnds, checks.games_end, "is not over"),
        (RanksTwice, checks.games_end, r"\(0,\)"),
        (StallsBadly, checks.absent_players_can_be_stood_in_for, "in place of seat"),
        (ObeysBlindly, checks.orders_are_obeyed_within_the_rules, "is not a choice here"),
        (Mute, checks.menus_are_well_formed, "the label of keep has 0 characters"),
        (Twice, checks.menus_are_well_formed, "offered twice"),
        (Unnamed, checks.verbs_are_declared, "which"),
        (Shouts, checks.events_can_be_read, "whom"),
        (Wanders, checks.replay_equals_play, "not the recorded one"),
        (Wanders, checks.going_on_equals_starting_again, "after move"),
        (Forgets, checks.going_on_equals_starting_again, "storage would change"),
        (HoldsSet, checks.states_are_plain, "SetType"),
        (FirstComeFirstServed, checks.simultaneous_answers_commute, "the order of"),
    ],
    ids=lambda thing: "" if isinstance(thing, str) else thing.__name__,
)
def test_spoiled_game_is_caught(spoiled: type[Toy], check: Check, says: str) -> None:
    with pytest.raises((AssertionError, KeyError), match=says):  # KeyError: a sentence that lacks its argument
        _check_many(spoiled(), check)


def _check_many(game: Toy, check: Check) -> None:
    for n in range(8):
        check(journey(game, Case(2 + n % 3, {"rounds": "6"}, f"spoiled-{n}")))
