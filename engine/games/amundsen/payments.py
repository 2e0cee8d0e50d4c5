"""Payments: the price of an advance, the sets of cards that pay it, and the copies of a card in a hand."""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache
from itertools import combinations
from typing import Final

from engine.games.amundsen import cards
from engine.games.amundsen.cards import COLOUR_LETTERS, WILD_PATRON_CODE
from engine.games.amundsen.state import Card, HeldCard, Side

Payment = tuple[Card, ...]
"""Cards that are played together, in the alphabetical order of their codes."""
CardPrice = tuple[tuple[str, int], ...]
"""Pairs of a colour and its number of cards."""

POLE_PRICE: Final[CardPrice] = tuple((colour, 1) for colour in COLOUR_LETTERS)


@cache
def compute_price(colours: str) -> CardPrice:
    """Compute the price of spaces of these colours: one card for the first, two for each further space (A4)."""
    need: dict[str, int] = {}
    for i, colour in enumerate(colours):
        need[colour] = need.get(colour, 0) + (2 if i else 1)
    return tuple(need.items())


@lru_cache(maxsize=1024)
def list_payments(usable: Payment, need: CardPrice, animal: str, side: Side) -> tuple[Payment, ...]:
    """List every different set of the usable cards that pays the price exactly, payments with plain cards first.

    `animal` is the symbol that counts as any colour (A4.2), "" for none. A wild patron counts as any colour too (A13.4).
    """
    due = dict(need)
    found = dict.fromkeys(combinations(usable, sum(due.values())))
    fitting = [payment for payment in found if _fits_price(payment, due, animal)]
    return tuple(sorted(fitting, key=lambda payment: sum(compute_card_worth(card, side) for card in payment)))


def _fits_price(payment: Payment, need: dict[str, int], animal: str) -> bool:
    """Return whether the cards that are not wild pay no colour too often; the wild cards then fill every gap."""
    paid: dict[str, int] = {}
    for card in payment:
        if card[1] != animal and card != WILD_PATRON_CODE:
            paid[card[0]] = paid.get(card[0], 0) + 1
            if paid[card[0]] > need[card[0]]:
                return False
    return True


def compute_card_worth(card: Card, side: Side) -> int:
    """Compute the worth of a card to an explorer, without its colour."""
    if card == WILD_PATRON_CODE:
        return 40
    if card[1] == cards.SIDE_ANIMALS[side]:
        return 10
    if card[1] in (cards.ADVANCE_SYMBOL, cards.DOG_SYMBOL, cards.HORSE_SYMBOL):
        return 0
    return 2 if card[1] == cards.SIDE_ATTACKS[side] else 1


# ---------------------------------------------------------------- copies of a card
def spell_hand(hand: list[HeldCard]) -> list[str]:
    """Spell every card of a hand, in its order: the code, and a number from 2 on for further copies.

    The numbers count copies from the best known to the most secret, the order in which they leave the hand (A3.4).
    """
    words = [held.card for held in hand]
    if len(set(words)) == len(words):
        return words
    copies: Counter[Card] = Counter()
    for i in sorted(range(len(hand)), key=lambda i: _SECRECY_RANKS[hand[i].known]):
        card = hand[i].card
        copies[card] += 1
        if copies[card] > 1:
            words[i] = f"{card}{copies[card]}"
    return words


def find_card_to_remove(hand: list[HeldCard], card: Card) -> int:
    """Find the copy of a card that leaves a hand: the best known one (A3.4).

    Raises: ValueError if the hand has no copy.
    """
    copies = [i for i, held in enumerate(hand) if held.card == card]
    return min(copies, key=lambda i: _SECRECY_RANKS[hand[i].known])


_SECRECY_RANKS: Final = {"all": 0, "rival": 1, "own": 2}
