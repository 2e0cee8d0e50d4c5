"""The game as the kernel knows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from engine.games.amundsen import cards, flow
from engine.games.amundsen.components import Components
from engine.games.amundsen.meta import META
from engine.games.amundsen.printed import printed
from engine.games.amundsen.state import Card, State
from engine.games.amundsen.view import View, sees, view
from engine.kernel.event import Effects
from engine.kernel.menu import Menu, Option, Word, Words, compose
from engine.kernel.script import Game, Printed, Result, ScoreLine, Script, Shuffle
from engine.kernel.text import Seat, Who, say


class Amundsen(Game[State, View]):
    """1911 Amundsen vs Scott with one set of components."""

    meta = META
    state_type = State

    def __init__(self, components: Components) -> None:
        self.components: Components = components

    def printed(self) -> tuple[Printed, ...]:
        """The kinds of cards and the patrons."""
        return printed(self.components)

    def setup(self, seats: int, options: Mapping[str, str], out: Effects) -> State:  # noqa: ARG002 - there are always two
        """The shuffled deck, and the table laid out when the dice choose the explorers."""
        return flow.setup(self.components, options, out)

    def turn(self, state: State, out: Effects) -> Script[None]:
        """The choice of explorers, or one turn of the race."""
        return flow.turn(self.components, state, out)

    def result(self, state: State) -> Result | None:
        """Somebody at the Pole, or both frozen."""
        if not state.ended:
            return None
        roles = {
            explorer.seat: say("{explorer}", explorer=cards.EXPLORER[side])
            for side, explorer in state.explorers.items()
        }
        if state.ended == "frozen":
            reason = say("Both explorers froze in the Antarctic; nobody reached the Pole.")
            return Result((), ((0, 1),), reason, roles=roles)
        winner = max(state.explorers.values(), key=lambda explorer: explorer.space).seat
        ahead = abs(state.explorers["amundsen"].space - state.explorers["scott"].space)
        return Result(
            (winner,),
            ((winner,), (1 - winner,)),
            say("{winner} was the first at the South Pole.", winner=Who(winner)),
            highlights={winner: (ScoreLine(say("Spaces ahead at the Pole"), ahead),)},
            roles=roles,
        )

    def view(self, state: State, seat: Seat | None) -> View:
        """The table as this seat, or a spectator, sees it."""
        return view(self.components, state, seat)

    def places(self, view: View) -> Mapping[str, str]:
        """Where both explorers stand: the space, "7", or the "?" behind it, "q7"."""
        return {one.side: f"{'q' if one.lost else ''}{one.space}" for one in view.explorers}

    def inventory(self, state: State) -> Mapping[str, int]:
        """Every card wherever it lies. Patrons are not counted: a used one leaves the game."""
        hands = [held.card for explorer in state.explorers.values() for held in explorer.hand]
        in_front = [cards.EQUIPMENT for explorer in state.explorers.values() if explorer.lost_equipment]
        return Counter([*state.deck, *state.row, *state.discards, *state.removed, *hands, *in_front])

    def resample_hidden(self, state: State, seat: Seat | None, shuffle: Shuffle) -> None:
        """The deck and the cards hidden from this seat, among the same places."""
        hidden = [
            held for explorer in state.explorers.values() for held in explorer.hand if not sees(seat, explorer, held)
        ]
        pool: list[Card] = shuffle([*state.deck, *(held.card for held in hidden)])
        for held in hidden:
            held.card = pool.pop()
        state.deck[:] = pool

    def stall(self, seat: Seat, menu: Menu) -> Words:  # noqa: ARG002 - the menu is the seat's own
        """A Take of the fewest cards where possible; no effect, no advance; the least useful discards."""

        def pick(level: Menu) -> Word:
            options = level.open()
            if level.hi == 1:
                return min(options, key=_use if level.name == "discard" else _haste).word
            picks = sorted(options, key=_use)[: level.lo]
            return "+".join(option.word for option in options if option in picks)

        return compose(menu, pick)


def _use(option: Option) -> int:
    """How much a card is worth keeping, as far as its symbol tells."""
    return _KEEP.index(option.word[1])


def _haste(option: Option) -> int:
    """What somebody absent does first: the harmless. Cards and numbers come as they are offered, freezing last of all."""
    return _STALL.get(option.word, 5)


_KEEP: Final = "xswcbaqohd"
"""Symbols from the least to the most useful; q is Equipment Loss, o the Compass."""
_STALL: Final = {"take": 0, "skip": 0, "keep": 0, "freeze": 9}
