"""Standing orders: what a player who is away answers to Events that are offered (E17). An order says by itself how long it lasts.

turn-12              decline whatever is offered in turn 12
mine-14              decline whatever is offered before turn 14, which is the player's own
only drummer+mao     for the rest of the game, ask about these cards alone and decline the others
never drummer+mao    for the rest of the game, decline these cards and ask about the others
never-2 riot         the same for cards that the first list of them has no room for; such orders add up

"only" and "never" say opposite things, so the later one takes the place of the other.
"""

from __future__ import annotations

from typing import Final

from engine.games.expanse.board import Board
from engine.games.expanse.state import Card, State
from engine.kernel.menu import Menu, Option, Word, Words
from engine.kernel.text import Seat, say

_ASK_ORDER: Final = say("What shall be answered for you when an Event is offered?")
_ASK_CARDS: Final = {
    "only": say("About which cards do you want to be asked? All others are declined for the rest of the game."),
    "never": say("Which cards are declined for the rest of the game? You are asked about all others."),
}
_MAX_SELECT_OPTIONS: Final = 25
"""A select holds no more."""


def build_order_menu(board: Board, state: State, seat: Seat) -> Menu | None:
    """The orders that a seat may leave now."""
    if state.phase in ("factions", "over"):
        return None
    options = [
        Option(f"turn-{state.turn}", say("Decline all this turn")),
        Option(f"mine-{_find_next_turn(state, seat)}", say("Decline until my turn")),
    ]
    cards = list_coming_cards(board, state, seat)
    if cards:
        options.append(Option("only", say("Ask me only about certain cards")))
        options.append(Option("never", say("Decline certain cards")))
    if len(cards) > _MAX_SELECT_OPTIONS:
        options.append(Option("never-2", say("Decline certain other cards")))

    def then(word: Word) -> Menu | None:
        kind = word.partition("-")[0]
        if kind not in _ASK_CARDS:
            return None
        page = (
            cards[_MAX_SELECT_OPTIONS : 2 * _MAX_SELECT_OPTIONS] if word == "never-2" else cards[:_MAX_SELECT_OPTIONS]
        )
        offered = tuple(Option(card, board.name_card(card)) for card in page)
        return Menu("cards", _ASK_CARDS[kind], offered, max_picks=len(offered))

    return Menu("order", _ASK_ORDER, tuple(options), then)


def list_coming_cards(board: Board, state: State, seat: Seat) -> list[Card]:
    """Cards of this faction that may still be offered, those on the Track first."""
    faction = state.sides[seat].faction
    kept = {card for side in state.sides for card in side.kept}
    gone = {*state.discards, *kept, *state.track}
    unseen = [word for word, card in board.cards.items() if state.seats in card.sets and word not in gone]
    return [card for card in (*state.track, *unseen) if card in board.cards and faction in board.cards[card].factions]


def _find_next_turn(state: State, seat: Seat) -> int:
    """The number of this seat's next turn after this one."""
    return state.turn + ((seat - state.active) % state.seats or state.seats)


def answer_by_order(state: State, order: Words) -> Words | None:
    """Declining, where the offer is one that the order is about."""
    if state.phase != "offer" or is_order_expired(state, order):
        return None
    kind = order[0].partition("-")[0]
    if kind in _ASK_CARDS and (state.offer in order[1].split("+")) == (kind == "only"):
        return None
    return ("event", "decline")


def is_order_expired(state: State, order: Words) -> bool:
    """Over once its turn has passed, or has come."""
    if state.phase == "over":
        return True
    kind, _, turn = order[0].partition("-")
    return {"turn": state.turn > int(turn or 0), "mine": state.turn >= int(turn or 0)}.get(kind, False)


def do_orders_conflict(order: Words, other: Words) -> bool:
    """ "only" and "never" together would decline whatever is offered but what both name."""
    return {order[0].partition("-")[0], other[0].partition("-")[0]} == {"only", "never"}
