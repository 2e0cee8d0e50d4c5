"""The game as the kernel knows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from engine.games.amundsen import cards, flow
from engine.games.amundsen.card_catalogue import list_cards
from engine.games.amundsen.components import Components
from engine.games.amundsen.meta import META
from engine.games.amundsen.state import Card, State
from engine.games.amundsen.view import View, build_view, can_see
from engine.kernel.event import Effects
from engine.kernel.menu import Menu, Option, Word, Words, compose_move
from engine.kernel.script import CardInfo, Game, GameResult, ScoreLine, ShuffleFunction, TurnScript
from engine.kernel.text import Seat, SeatMention, say


class Amundsen(Game[State, View]):
    """1911 Amundsen vs Scott with one set of components."""

    meta = META
    state_type = State

    def __init__(self, components: Components) -> None:
        self.components: Components = components

    def list_cards(self) -> tuple[CardInfo, ...]:
        """The kinds of cards and the patrons."""
        return list_cards(self.components)

    def set_up_table(self, seat_count: int, options: Mapping[str, str], out: Effects) -> State:  # noqa: ARG002 - there are always two
        """The shuffled deck, and the table laid out when the dice choose the explorers."""
        return flow.set_up_table(self.components, options, out)

    def play_turn(self, state: State, out: Effects) -> TurnScript[None]:
        """The choice of explorers, or one turn of the race."""
        return flow.play_turn(self.components, state, out)

    def find_result(self, state: State) -> GameResult | None:
        """Somebody at the Pole, or both frozen."""
        if not state.ended:
            return None
        roles = {
            explorer.seat: say("{explorer}", explorer=cards.EXPLORER_NAMES[side])
            for side, explorer in state.explorers.items()
        }
        if state.ended == "frozen":
            reason = say("Both explorers froze in the Antarctic; nobody reached the Pole.")
            return GameResult((), ((0, 1),), reason, roles=roles)
        winner = max(state.explorers.values(), key=lambda explorer: explorer.space).seat
        ahead = abs(state.explorers["amundsen"].space - state.explorers["scott"].space)
        return GameResult(
            (winner,),
            ((winner,), (1 - winner,)),
            say("{winner} was the first at the South Pole.", winner=SeatMention(winner)),
            highlights={winner: (ScoreLine(say("Spaces ahead at the Pole"), ahead),)},
            roles=roles,
        )

    def build_view(self, state: State, seat: Seat | None) -> View:
        """The table as this seat, or a spectator, sees it."""
        return build_view(self.components, state, seat)

    def map_piece_places(self, view: View) -> Mapping[str, str]:
        """Where both explorers stand: the space, "7", or the "?" behind it, "q7"."""
        return {one.side: f"{'q' if one.is_lost else ''}{one.space}" for one in view.explorers}

    def count_pieces(self, state: State) -> Mapping[str, int]:
        """Every card wherever it lies. Patrons are not counted: a used one leaves the game."""
        hands = [held.card for explorer in state.explorers.values() for held in explorer.hand]
        in_front = [cards.EQUIPMENT_LOSS_CODE for explorer in state.explorers.values() if explorer.lost_equipment]
        return Counter([*state.deck, *state.row, *state.discards, *state.removed, *hands, *in_front])

    def resample_hidden(self, state: State, seat: Seat | None, shuffle: ShuffleFunction) -> None:
        """The deck and the cards hidden from this seat, among the same places."""
        hidden = [
            held for explorer in state.explorers.values() for held in explorer.hand if not can_see(seat, explorer, held)
        ]
        pool: list[Card] = shuffle([*state.deck, *(held.card for held in hidden)])
        for held in hidden:
            held.card = pool.pop()
        state.deck[:] = pool

    def safe_move(self, seat: Seat, menu: Menu) -> Words:  # noqa: ARG002 - the menu is the seat's own
        """A Take of the fewest cards where possible; no effect, no advance; the least useful discards."""

        def pick(level: Menu) -> Word:
            options = level.list_open_options()
            if level.max_picks == 1:
                return min(options, key=_rank_usefulness if level.name == "discard" else _rank_harmlessness).word
            picks = sorted(options, key=_rank_usefulness)[: level.min_picks]
            return "+".join(option.word for option in options if option in picks)

        return compose_move(menu, pick)


def _rank_usefulness(option: Option) -> int:
    """How much a card is worth keeping, as far as its symbol tells."""
    return _SYMBOLS_BY_USE.index(option.word[1])


def _rank_harmlessness(option: Option) -> int:
    """What somebody absent does first: the harmless. Cards and numbers come as they are offered, freezing last of all."""
    return _SAFE_MOVE_RANKS.get(option.word, 5)


_SYMBOLS_BY_USE: Final = "xswcbaqohd"
"""Symbols from the least to the most useful; q is Equipment Loss, o the Compass."""
_SAFE_MOVE_RANKS: Final = {"take": 0, "skip": 0, "keep": 0, "freeze": 9}
