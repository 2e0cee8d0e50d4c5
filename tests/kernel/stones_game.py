"""Stones: a game with open information. The player who takes the last stone wins."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import msgspec

from engine.kernel.event import Effects
from engine.kernel.kind import GameKind
from engine.kernel.menu import Menu, Option
from engine.kernel.script import Game, GameMeta, GameResult, Setting, TurnScript, Verb, ask_one
from engine.kernel.text import Seat, SeatMention, count, say


class Components(msgspec.Struct, frozen=True):
    stones: int = 12


class State(msgspec.Struct):
    seats: int
    stones_left: int
    taken: list[int]
    to_move: int = 0


class View(msgspec.Struct, frozen=True):
    stones_left: int
    taken: list[int]
    to_move: int
    whispered: str = ""


class StonesGame(Game[State, View]):
    """A game without chance, secrets and teams, in which one seat moves at a time."""

    meta = GameMeta(
        slug="stones",
        title="Stones",
        blurb=say("Take the last stone."),
        kind=GameKind(),
        rules_version=1,
        seat_counts=range(2, 4),
        settings=(Setting("most", say("Most at once"), {"3": say("Three"), "2": say("Two")}),),
        verbs=(Verb("take", say("Take stones"), ("stones",)),),
    )
    state_type = State

    def __init__(self) -> None:
        self.components: Components = Components()

    def set_up_table(self, seat_count: int, options: Mapping[str, str], out: Effects) -> State:
        return State(seat_count, self.components.stones, [0] * seat_count)

    def play_turn(self, state: State, out: Effects) -> TurnScript[None]:
        seat = state.to_move
        _, taken = yield from ask_one(seat, partial(self.build_menu, state))
        state.stones_left -= int(taken)
        state.taken[seat] += int(taken)
        state.to_move = (seat + 1) % state.seats
        out.announce(count("{seat} takes {n} stone.", "{seat} takes {n} stones.", int(taken), seat=SeatMention(seat)))

    def build_menu(self, state: State) -> Menu:
        numbers = tuple(
            Option(str(n), count("{n} stone", "{n} stones", n)) for n in range(1, min(3, state.stones_left) + 1)
        )
        below = Menu("stones", say("How many?"), numbers)
        return Menu("verb", say("Take stones."), (Option("take", say("Take")),), lambda _: below)

    def find_result(self, state: State) -> GameResult | None:
        if state.stones_left:
            return None
        last = (state.to_move - 1) % state.seats
        others = tuple(seat for seat in range(state.seats) if seat != last)
        return GameResult((last,), ((last,), others), say("{seat} has the last stone.", seat=SeatMention(last)))

    def build_view(self, state: State, seat: Seat | None) -> View:
        return View(state.stones_left, state.taken, state.to_move)

    def count_pieces(self, state: State) -> Mapping[str, int]:
        return {"stones": state.stones_left + sum(state.taken)}
