"""The deck and the row: drawing cards, the second deck, and the animals that an Army Officer removes."""

from __future__ import annotations

from engine.games.amundsen import cards
from engine.games.amundsen.cards import EXPLORER_NAMES
from engine.games.amundsen.state import Card, State, find_rival_side
from engine.kernel.event import Effects
from engine.kernel.text import count, say


def fill_row(state: State, out: Effects) -> None:
    """Fill the row from the left; an Army Officer removes the animals that he waits for (A13.3)."""
    size = int(state.options["row"])
    new: list[Card] = []
    while len(state.row) < size:
        card = draw_card(state, out)
        if card is None:
            break
        if _take_for_officer(state, card, out):
            continue
        state.row.insert(0, card)
        new.append(card)
    if new:
        out.reveal(say("New in the row: {cards}.", cards=cards.name_cards(new)))


def _take_for_officer(state: State, card: Card, out: Effects) -> bool:
    """Remove an animal of the rival's kind from the game if an Army Officer waits for it; return whether one did."""
    for side, explorer in state.explorers.items():
        if not explorer.officer or card[1] != cards.SIDE_ANIMALS[find_rival_side(side)]:
            continue
        explorer.officer -= 1
        state.removed.append(card)
        out.reveal(
            say(
                "{explorer}’s Army Officer removes a {card} from the game.",
                explorer=EXPLORER_NAMES[side],
                card=cards.name_card(card),
            )
        )
        if not explorer.officer:
            explorer.patron = ""
        return True
    return False


def draw_card(state: State, out: Effects) -> Card | None:
    """Draw the top card of the deck; return None if the deck is empty."""
    if not state.deck and not state.shuffles:  # A2.2
        state.deck, state.discards, state.shuffles = out.shuffle(state.discards, "reshuffle"), [], 1
        out.announce(
            count(
                "The deck is empty: the one discard is the new deck, and the last.",
                "The deck is empty: the {n} discards are shuffled into a new one, the last.",
                len(state.deck),
            )
        )
    card = state.deck.pop() if state.deck else None
    if not state.deck and state.shuffles == 1:  # A2.3
        state.shuffles = 2
        out.announce(
            say(
                "The deck has run out for the second time: a Take that the row cannot serve now freezes both explorers."
            )
        )
    return card
