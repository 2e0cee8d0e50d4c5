"""What may be done, and if not, why not: in the order of RULES.md. Nothing here changes the state."""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache
from itertools import combinations
from typing import Final

from engine.games.amundsen import cards
from engine.games.amundsen.cards import (
    COLOUR_LETTERS,
    COMPASS_CODE,
    EQUIPMENT_LOSS_CODE,
    EXPLORER_NAMES,
    WILD_PATRON_CODE,
)
from engine.games.amundsen.components import Components
from engine.games.amundsen.state import Card, HeldCard, Side, State
from engine.kernel.text import Text, count, say

DISCARD_COSTS: Final[dict[int, int]] = {1: 0, 2: 1, 3: 3}
"""How many cards a Take of so many discards first (A3)."""

Payment = tuple[Card, ...]
"""Cards that are played together, in alphabetical order of their codes."""

_ONLY_POLE_LEFT: Final = say("Only the Pole lies ahead: reach it with one card of each colour (A4.4).")
_ROW_SUFFICES: Final = say("The row can serve every Take that you could ask for (A2.4).")
_IS_LOST: Final = say("You are lost: play a card to get back to the route first (A6.2).")


class TurnOptions:
    """One explorer's turn, looked at for what may be done in it.

    `hand` holds the card codes, `colours` and `kinds` their first and second letters in a row, and `wild_cards` is how many cards
    count as any colour, a wild patron among them: all as they were when the turn began.
    """

    __slots__ = (
        "animal",
        "colours",
        "components",
        "hand",
        "kinds",
        "last_space",
        "me",
        "patron_is_wild",
        "rival",
        "rival_side",
        "route",
        "side",
        "state",
        "wild_cards",
    )

    def __init__(self, components: Components, state: State) -> None:
        self.components = components
        self.state = state
        self.side: Side = state.to_move
        self.rival_side: Side = "scott" if state.to_move == "amundsen" else "amundsen"
        self.me = state.explorers[self.side]
        self.rival = state.explorers[self.rival_side]
        self.route = components.track.amundsen if self.side == "amundsen" else components.track.scott
        self.last_space = len(self.route.colours)
        self.animal = cards.SIDE_ANIMALS[self.side]
        self.hand = [held.card for held in self.me.hand]
        letters = "".join(self.hand)
        self.colours, self.kinds = letters[::2], letters[1::2]
        self.patron_is_wild = self.me.patron in cards.WILD_PATRONS  # A13.4
        self.wild_cards = self.kinds.count(self.animal) + self.patron_is_wild

    # ------------------------------------------------------------ A2 hand and deck, A3 take
    def explain_no_take(self, n: int) -> Text | None:
        """Why n cards cannot be taken."""
        row = len(self.state.row)
        return _say_row_too_short(row) if n > row else self._explain_no_room(n)  # A2.3

    def _explain_no_room(self, n: int) -> Text | None:
        cost = DISCARD_COSTS[n]
        size = len(self.hand)
        if size - self.hand.count(COMPASS_CODE) - self.hand.count(EQUIPMENT_LOSS_CODE) < cost:
            return _say_too_few_discards(cost)  # A3, A3.1
        size += n - cost
        return _say_too_many_cards(size, self.me.limit) if size > self.me.limit else None  # A2, A2.1

    def explain_no_freeze(self) -> Text | None:
        """Why no Take can be declared that only the short row forbids (A2.4)."""
        row = len(self.state.row)
        impossible = [n for n in DISCARD_COSTS if n > row and self._explain_no_room(n) is None]
        return None if impossible else _ROW_SUFFICES

    # ------------------------------------------------------------ A4 advance
    def explain_no_advance(self) -> Text | None:
        """Why not even one space is possible."""
        if self.me.lost:
            return _IS_LOST
        if self.me.space >= self.last_space:
            return _ONLY_POLE_LEFT
        colour = self.route.colours[self.me.space]
        return (
            None
            if self.wild_cards or colour in self.colours
            else explain_too_far(self.side, 1, self.me.space + 1, colour, 1)
        )

    def count_missing_cards(self) -> list[int]:
        """How many cards are missing for an advance of 1, 2, 3 and 4 spaces, to the last space at most (A4, A4.4)."""
        held: dict[str, int] = {}
        missing, due = -self.wild_cards, 1
        found: list[int] = []
        for colour in self.list_colours_ahead(4):
            left = (
                held[colour] if colour in held else self.colours.count(colour) - self.hand.count(colour + self.animal)
            )
            used = min(left, due)
            held[colour] = left - used
            missing += due - used
            due = 2
            found.append(max(0, missing))
        return found

    def list_fares(self, n: int) -> tuple[Payment, ...]:
        """Every way to pay for n spaces."""
        return self._list_payments(compute_price(self.list_colours_ahead(n)), self.animal)

    def list_colours_ahead(self, n: int) -> str:
        """The colours of the next n spaces, or of those that are left."""
        return self.route.colours[self.me.space : self.me.space + n]

    def _list_payments(self, need: CardPrice, animal: str) -> tuple[Payment, ...]:
        wanted = [colour for colour, _ in need]
        usable = [card for card in self.hand if card[1] == animal or card[0] in wanted]
        if animal and self.patron_is_wild:
            usable.append(WILD_PATRON_CODE)
        return list_payments(tuple(sorted(usable)), need, animal, self.side)

    # ------------------------------------------------------------ A5 the Pole
    def list_pole_payments(self) -> tuple[Payment, ...]:
        """Every way to pay one card of each colour (A5, A5.2)."""
        return self._list_payments(_POLE_PRICE, self.animal if self.state.options["wild-at-pole"] == "yes" else "")

    def explain_no_pole(self) -> Text | None:
        """Why the last step cannot be made; asked of an explorer on or behind the last space."""
        if self.me.lost:
            return _IS_LOST
        if COMPASS_CODE in self.hand:  # A5.1
            return say("You hold a Compass: play it before you step to the Pole (A5.1).")
        if self.list_pole_payments():
            return None
        missing = [colour for colour in COLOUR_LETTERS if colour not in self.colours]
        return say(
            "The Pole takes one card of each colour; you lack {colours} (A5).",
            colours=[cards.name_colour(colour) for colour in missing],
        )

    def explain_unlisted_verb(self, verb: str) -> Text | None:
        """Why a turn is not even among those that are listed; asked of somebody who has typed it."""
        match verb:
            case "pole" if not self.me.lost:  # A5
                return say(
                    "The step to the Pole is made from space {last}; you stand on {space} (A5).",
                    last=self.last_space,
                    space=self.me.space,
                )
            case "pole":
                return _IS_LOST
            case "blizzard" | "crevasse":
                held = {"blizzard": say("You hold no Blizzard (A6)."), "crevasse": say("You hold no Crevasse (A6).")}
                return held[verb]
            case "return":
                return say("You are on your route, so there is nothing to get back to (A7).")
            case "compass":
                return say("You hold no Compass (A8).")
            case "equipment":
                return say("You hold no Equipment Loss (A9).")
            case "freeze":
                return say("Nobody freezes before the deck has run out for the second time (A2.4).")
            case "choose":
                return say("The explorers are chosen (A1.1).")
        return None

    # ------------------------------------------------------------ A6 losing the route
    def list_attacks(self, kind: str) -> tuple[Payment, ...]:
        """Every different set of Blizzards or Crevasses that would do something now: pairs, or single cards as a penalty."""
        held = sorted(card for card in self.hand if card[1] == kind)
        return tuple(dict.fromkeys(combinations(held, 1 if self.rival.lost else 2)))

    # ------------------------------------------------------------ A7 back to the route
    def list_return_spaces(self) -> dict[int, str]:
        """The spaces that a lost explorer can return to, the nearest first, with the colours that lead there; 0 is the ship."""
        behind = self.route.colours[: self.me.space - 1]
        ship = self.me.space - 1 <= self.components.track.ship_from_first_lost
        found: dict[int, str] = {}
        for colour in COLOUR_LETTERS:
            space = behind.rfind(colour) + 1  # A7
            if space or ship:  # A7.2, A7.3
                found[space] = found.get(space, "") + colour
        return dict(sorted(found.items(), reverse=True))

    def list_guide_cards(self, colours: str) -> list[Card]:
        """The different cards that show the way to a space of these colours, plain ones first (A7, A7.1)."""
        found = {card for card in self.hand if card[1] == self.animal or card[0] in colours}
        guides = sorted(found, key=lambda card: (_compute_card_worth(card, self.side), card))
        return [*guides, WILD_PATRON_CODE] if self.patron_is_wild else guides

    def explain_no_return(self) -> Text | None:
        """Why a lost explorer cannot get back to the route."""
        if self.wild_cards or any(
            colour in self.colours for colours in self.list_return_spaces().values() for colour in colours
        ):
            return None
        return say("You have no card of a colour that lies behind you (A7).")

    # ------------------------------------------------------------ A8 Compass, A9 Equipment Loss
    def explain_no_compass(self) -> Text | None:
        """Why a Compass in hand cannot be played."""
        return _IS_LOST if self.me.lost else None

    def find_compass_target(self) -> int:
        """One space forward up to the 85th parallel, one back beyond it (A8, A8.1)."""
        return self.me.space + (1 if self.me.space <= self.route.parallels["85"] else -1)

    def explain_no_equipment(self) -> Text | None:
        """Why an Equipment Loss in hand cannot be played."""
        if not self.rival.lost_equipment:
            return None
        return say("{rival} has lost equipment already (A9).", rival=EXPLORER_NAMES[self.rival_side])

    # ------------------------------------------------------------ A10 to A12: discard effects
    def explain_no_effect(self, kind: str) -> Text | None:
        """Why a discarded card's effect cannot be used; in words that everybody may read."""
        if kind != cards.SACRIFICE_SYMBOL and len(self.me.hand) >= self.me.limit:  # A10, A12
            return say("There is no room in a hand of {limit} cards (A2).", limit=self.me.limit)
        if kind != cards.WEATHER_SYMBOL:
            return None if self.rival.hand else _say_nothing_held(self.rival_side, kind)
        if self.me.lost:  # A12
            return say("A lost explorer cannot use it (A12).")
        return None if self.state.deck or not self.state.shuffles else say("The deck is gone (A12).")

    def explain_no_match(self, card: Card) -> Text | None:
        """Why the card drawn with Good Weather does not carry the explorer to the next space (A12.1, A12.2)."""
        if self.me.space >= self.last_space:
            return say("Only the Pole lies ahead, and Good Weather does not lead there (A12.2).")
        colour = self.route.colours[self.me.space]
        if card[0] == colour or card[1] == self.animal:
            return None
        return say("Your next space is {colour} (A12.1).", colour=cards.name_colour(colour))


# ---------------------------------------------------------------- reasons, made once each
@cache
def _say_row_too_short(row: int) -> Text:
    if not row:
        return say("The row is empty, and the deck is gone (A2.3).")
    return count(
        "The row holds only one card, and the deck is gone (A2.3).",
        "The row holds only {n} cards, and the deck is gone (A2.3).",
        row,
    )


@cache
def _say_too_few_discards(cost: int) -> Text:
    return count(
        "You need a card to discard; Compass and Equipment Loss do not serve (A3.1).",
        "You need {n} cards to discard; Compass and Equipment Loss do not serve (A3.1).",
        cost,
    )


@cache
def _say_too_many_cards(size: int, limit: int) -> Text:
    return say("You would hold {size} cards; your limit is {limit} (A2).", size=size, limit=limit)


@cache
def _say_nothing_held(side: Side, kind: str) -> Text:
    if kind == cards.SACRIFICE_SYMBOL:
        return say("{rival} holds no card (A11).", rival=EXPLORER_NAMES[side])
    return say("{rival} holds no card (A10).", rival=EXPLORER_NAMES[side])


@cache
def explain_no_attack(side: Side, kind: str, held: int, rival_space: int, *, rival_lost: bool) -> Text | None:
    """Why Blizzards or Crevasses, of which an explorer holds some, do nothing now."""
    rival = EXPLORER_NAMES["scott" if side == "amundsen" else "amundsen"]
    if rival_lost:
        return (
            say("{rival} is on the first “?”: there is none behind it (A6.4).", rival=rival)
            if rival_space <= 2
            else None
        )
    if kind != cards.SIDE_ATTACKS[side]:
        return say(
            "From {explorer}, a {card} only works against a rival who is lost already (A6.3).",
            explorer=EXPLORER_NAMES[side],
            card=cards.name_attack(kind, 1),
        )
    if held < 2:
        return say("It takes two of them to make {rival} lose the route (A6).", rival=rival)
    return say("{rival} has no “?” behind him yet (A6.1).", rival=rival) if rival_space < 2 else None


@cache
def explain_too_far(side: Side, n: int, space: int, colour: str, short: int) -> Text:
    """Why an advance of n spaces to a space of this colour is out of reach: so many cards are missing (A4)."""
    if n == 1:
        return say(
            "Space {space} is {colour}: you have no {colour} card and no {animal} (A4).",
            space=space,
            colour=cards.name_colour(colour),
            animal=cards.name_kind(cards.SIDE_ANIMALS[side]),
        )
    return count(
        "Space {space} is {colour}: you are one card short of the price (A4).",
        "Space {space} is {colour}: you are {n} cards short of the price (A4).",
        short,
        space=space,
        colour=cards.name_colour(colour),
    )


# ---------------------------------------------------------------- prices
CardPrice = tuple[tuple[str, int], ...]
"""How many cards of which colour."""

_POLE_PRICE: Final[CardPrice] = tuple((colour, 1) for colour in COLOUR_LETTERS)


@cache
def compute_price(colours: str) -> CardPrice:
    """The cards for spaces of these colours: one for the first, two for each further one (A4)."""
    need: dict[str, int] = {}
    for i, colour in enumerate(colours):
        need[colour] = need.get(colour, 0) + (2 if i else 1)
    return tuple(need.items())


@lru_cache(maxsize=1024)
def list_payments(usable: Payment, need: CardPrice, animal: str, side: Side) -> tuple[Payment, ...]:
    """Every different set of the usable cards that pays the price exactly, plain cards before dear ones.

    `animal` is the symbol that counts as any colour (A4.2), "" when none does; PATRON among the cards counts so too (A13.4).
    """
    due = dict(need)
    found = dict.fromkeys(combinations(usable, sum(due.values())))
    fitting = [payment for payment in found if _fits_price(payment, due, animal)]
    return tuple(sorted(fitting, key=lambda payment: sum(_compute_card_worth(card, side) for card in payment)))


def _fits_price(payment: Payment, need: dict[str, int], animal: str) -> bool:
    """Whether no colour is paid too often by cards that are not wild; the wild ones then fill every gap."""
    paid: dict[str, int] = {}
    for card in payment:
        if card[1] != animal and card != WILD_PATRON_CODE:
            paid[card[0]] = paid.get(card[0], 0) + 1
            if paid[card[0]] > need[card[0]]:
                return False
    return True


def _compute_card_worth(card: Card, side: Side) -> int:
    """What a card is worth to an explorer besides its colour."""
    if card == WILD_PATRON_CODE:
        return 40
    if card[1] == cards.SIDE_ANIMALS[side]:
        return 10
    if card[1] in (cards.ADVANCE_SYMBOL, cards.DOG_SYMBOL, cards.HORSE_SYMBOL):
        return 0
    return 2 if card[1] == cards.SIDE_ATTACKS[side] else 1


# ---------------------------------------------------------------- copies of a card
def spell_hand(hand: list[HeldCard]) -> list[str]:
    """A word for every card of a hand, in its order: the code, and a number from 2 on for further copies.

    Copies are counted from the best known to the most secret, as they leave the hand (A3.4).
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
    """Which copy of a card leaves a hand: the best known one (A3.4). Raises ValueError when there is none."""
    copies = [i for i, held in enumerate(hand) if held.card == card]
    return copies[0] if len(copies) == 1 else min(copies, key=lambda i: _SECRECY_RANKS[hand[i].known])


_SECRECY_RANKS: Final = {"all": 0, "rival": 1, "own": 2}
