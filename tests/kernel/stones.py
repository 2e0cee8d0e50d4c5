"""Stones: a game in which everything lies open. Whoever takes the last stone wins."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import msgspec

from engine.kernel.event import Effects
from engine.kernel.kind import GameKind
from engine.kernel.menu import Menu, Option
from engine.kernel.script import Game, GameMeta, Result, Script, Setting, Verb, one
from engine.kernel.text import Seat, Who, count, say


class Components(msgspec.Struct, frozen=True):
    stones: int = 12


class State(msgspec.Struct):
    seats: int
    left: int
    taken: list[int]
    to_move: int = 0


class View(msgspec.Struct, frozen=True):
    left: int
    taken: list[int]
    to_move: int
    told: str = ""


class Stones(Game[State, View]):
    """Neither chance nor secrets nor teams, and one seat at a time."""

    meta = GameMeta(
        slug="stones",
        title="Stones",
        blurb=say("Take the last stone."),
        kind=GameKind(),
        rules_version=1,
        seats=range(2, 4),
        settings=(Setting("most", say("Most at once"), {"3": say("Three"), "2": say("Two")}),),
        verbs=(Verb("take", say("Take stones"), ("stones",)),),
    )
    state_type = State

    def __init__(self) -> None:
        self.components: Components = Components()

    def setup(self, seats: int, options: Mapping[str, str], out: Effects) -> State:
        return State(seats, self.components.stones, [0] * seats)

    def turn(self, state: State, out: Effects) -> Script[None]:
        seat = state.to_move
        _, taken = yield from one(seat, partial(self.menu, state))
        state.left -= int(taken)
        state.taken[seat] += int(taken)
        state.to_move = (seat + 1) % state.seats
        out.tell(count("{seat} takes {n} stone.", "{seat} takes {n} stones.", int(taken), seat=Who(seat)))

    def menu(self, state: State) -> Menu:
        numbers = tuple(Option(str(n), count("{n} stone", "{n} stones", n)) for n in range(1, min(3, state.left) + 1))
        below = Menu("stones", say("How many?"), numbers)
        return Menu("verb", say("Take stones."), (Option("take", say("Take")),), lambda _: below)

    def result(self, state: State) -> Result | None:
        if state.left:
            return None
        last = (state.to_move - 1) % state.seats
        others = tuple(seat for seat in range(state.seats) if seat != last)
        return Result((last,), ((last,), others), say("{seat} has the last stone.", seat=Who(last)))

    def view(self, state: State, seat: Seat | None) -> View:
        return View(state.left, state.taken, state.to_move)

    def inventory(self, state: State) -> Mapping[str, int]:
        return {"stones": state.left + sum(state.taken)}
