"""The class that offers the game to the kernel."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from engine.games.amundsen import cards, flow
from engine.games.amundsen.card_catalogue import list_cards
from engine.games.amundsen.components import Components
from engine.games.amundsen.goals import GOALS
from engine.games.amundsen.meta import META
from engine.games.amundsen.standing import describe_standing
from engine.games.amundsen.state import Card, State
from engine.games.amundsen.view import View, build_view, list_hidden_cards
from engine.kernel.answer_rules import KEEP_AFTER_REVEAL, AnswerRule
from engine.kernel.event import Effects
from engine.kernel.menu import Menu, Option, Word, Words, compose_move
from engine.kernel.script import CardInfo, Game, GameResult, ScoreLine, ShuffleFunction, TurnScript
from engine.kernel.text import Seat, SeatMention, Text, say


class Amundsen(Game[State, View]):
    """The game of 1911 Amundsen vs Scott with one set of components."""

    meta = META
    state_type = State
    goals = GOALS

    def __init__(self, components: Components) -> None:
        self.components: Components = components

    def list_cards(self) -> tuple[CardInfo, ...]:
        """List the kinds of cards, the patrons and the explorers."""
        return list_cards(self.components)

    def set_up_table(self, seat_count: int, options: Mapping[str, str], out: Effects) -> State:  # noqa: ARG002 - there are always two
        """Shuffle the deck, and deal if the dice choose the explorers."""
        return flow.set_up_table(self.components, options, out)

    def play_turn(self, state: State, out: Effects) -> TurnScript[None]:
        """Play the choice of explorers or one turn of the race."""
        return flow.play_turn(self.components, state, out)

    def find_result(self, state: State) -> GameResult | None:
        """Return the result if an explorer is at the Pole or both are frozen, else None."""
        if not state.ended:
            return None
        roles: dict[Seat, Text] = {}
        for side, explorer in state.explorers.items():
            roles[explorer.seat] = say("{explorer}", explorer=cards.EXPLORER_NAMES[side])
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
        """Build the view of a seat or a spectator."""
        return build_view(self.components, state, seat)

    def map_piece_places(self, view: View) -> Mapping[str, str]:
        """Map each side to its place: the space, "7", or the "?" behind it, "q7"."""
        return {explorer.side: explorer.place for explorer in view.explorers}

    def describe_standing(self, view: View) -> Text | None:
        """Describe where the viewer stands."""
        return describe_standing(view)

    def count_pieces(self, state: State) -> Mapping[str, int]:
        """Count all cards in all places, but not the patrons: a used patron leaves the game."""
        counts = Counter([*state.deck, *state.row, *state.discards, *state.removed])
        for explorer in state.explorers.values():
            counts.update(held.card for held in explorer.hand)
            if explorer.lost_equipment:
                counts[cards.EQUIPMENT_LOSS_CODE] += 1
        return counts

    def resample_hidden(self, state: State, seat: Seat | None, shuffle: ShuffleFunction) -> None:
        """Shuffle the deck together with the cards that are hidden from the seat."""
        hidden = list_hidden_cards(state, seat)
        pool: list[Card] = shuffle([*state.deck, *(held.card for held in hidden)])
        for held in hidden:
            held.card = pool.pop()
        state.deck[:] = pool

    def skip_to_turn(self, state: State, seat: Seat) -> bool:
        """Let the seat's explorer move next."""
        for side, explorer in state.explorers.items():
            if explorer.seat == seat:
                state.to_move = side
                return True
        return False

    def list_rules(self, state: State, seat: Seat, menu: Menu | None) -> Sequence[AnswerRule]:  # noqa: ARG002
        """List the rule about reveals: the other questions of this game come in the middle of the player's own turn."""
        return (KEEP_AFTER_REVEAL,)

    def list_warnings(self, words: Words, before: State, after: State, seat: Seat) -> tuple[Text, ...]:  # noqa: ARG002
        """Warn before both freeze, and before each may let both freeze."""
        if after.ended == "frozen" != before.ended:
            return (say("Both explorers freeze, and nobody wins (A2.4, A2.5)."),)
        if after.shuffles == 2 > before.shuffles:
            return (say("The deck runs out for the second time: from now on each of you may let both freeze (A2.4)."),)
        return ()

    def safe_move(self, seat: Seat, menu: Menu) -> Words:  # noqa: ARG002 - the menu is the seat's own
        """Choose a Take of the fewest cards if possible, no effect, no advance, and the least useful discards."""
        return compose_move(menu, _pick_safe_word)


def _pick_safe_word(menu: Menu) -> Word:
    options = menu.list_open_options()
    if menu.max_picks > 1:
        picks = sorted(options, key=_rank_usefulness)[: menu.min_picks]
        return "+".join(option.word for option in options if option in picks)
    rank = _rank_usefulness if menu.name == "discard" else _rank_risk
    return min(options, key=rank).word


def _rank_usefulness(option: Option) -> int:
    """Rank a card by the usefulness of its symbol."""
    return _SYMBOLS_BY_USE.index(option.word[1])


def _rank_risk(option: Option) -> int:
    """Rank an option for an absent player: harmless moves first, cards and numbers in their order, freezing last."""
    return _SAFE_MOVE_RANKS.get(option.word, 5)


_SYMBOLS_BY_USE: Final = "xswcbaqohd"
"""The second letters of the card codes, from the least to the most useful; q is Equipment Loss, o the Compass."""
_SAFE_MOVE_RANKS: Final = {"take": 0, "skip": 0, "keep": 0, "freeze": 9}
