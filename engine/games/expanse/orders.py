"""Standing orders: the answers of an absent player to Events that are offered (E17). The order includes how long it lasts.

turn-12              decline all offers of turn 12
mine-14              decline all offers before turn 14, which is the player's own
only drummer+mao     for the rest of the game, ask about these cards only and decline the others
never drummer+mao    for the rest of the game, decline these cards and ask about the others
never-2 riot         the same for cards that do not fit into the first list; such orders add up

"only" and "never" contradict each other, so the later one replaces the other.
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
"""The limit of Discord for a select menu."""


def build_order_menu(board: Board, state: State, seat: Seat) -> Menu | None:
    """Build the menu of the orders that a seat may leave now, None if there are none."""
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

    def build_card_menu(word: Word) -> Menu | None:
        kind = word.partition("-")[0]
        if kind not in _ASK_CARDS:
            return None
        start = _MAX_SELECT_OPTIONS if word == "never-2" else 0
        page = cards[start : start + _MAX_SELECT_OPTIONS]
        card_options = tuple(Option(card, board.name_card(card)) for card in page)
        return Menu("cards", _ASK_CARDS[kind], card_options, max_picks=len(card_options))

    return Menu("order", _ASK_ORDER, tuple(options), build_card_menu)


def list_coming_cards(board: Board, state: State, seat: Seat) -> list[Card]:
    """List the cards with the seat's faction that may still be offered, those on the Track first."""
    faction = state.sides[seat].faction
    seen = {*state.discards, *state.track}
    for side in state.sides:
        seen.update(side.kept)
    unseen = [word for word, card in board.cards.items() if state.seats in card.sets and word not in seen]
    return [card for card in (*state.track, *unseen) if card in board.cards and faction in board.cards[card].factions]


def _find_next_turn(state: State, seat: Seat) -> int:
    """Return the number of this seat's next turn after this one."""
    return state.turn + ((seat - state.active) % state.seats or state.seats)


def answer_by_order(state: State, order: Words) -> Words | None:
    """Decline the current offer if the order applies to it, else return None."""
    if state.phase != "offer" or is_order_expired(state, order):
        return None
    kind = order[0].partition("-")[0]
    if kind in _ASK_CARDS and (state.offer in order[1].split("+")) == (kind == "only"):
        return None
    return ("event", "decline")


def is_order_expired(state: State, order: Words) -> bool:
    """Return whether the turn of an order has passed, or has come if it is the player's own."""
    if state.phase == "over":
        return True
    kind, _, turn = order[0].partition("-")
    if kind == "turn":
        return state.turn > int(turn)
    if kind == "mine":
        return state.turn >= int(turn)
    return False


def do_orders_conflict(order: Words, other: Words) -> bool:
    """Return whether one order is "only" and the other is "never"."""
    return {order[0].partition("-")[0], other[0].partition("-")[0]} == {"only", "never"}
