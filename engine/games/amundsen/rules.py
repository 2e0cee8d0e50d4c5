"""The rules of a turn in the order of RULES.md: the legal moves, and the reasons against the others.

Nothing here changes the state.
"""

from __future__ import annotations

from functools import cache
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
from engine.games.amundsen.payments import (
    POLE_PRICE,
    CardPrice,
    Payment,
    compute_card_worth,
    compute_price,
    list_payments,
)
from engine.games.amundsen.state import Card, Side, State, find_rival_side
from engine.kernel.text import Text, count, say

DISCARD_COSTS: Final[dict[int, int]] = {1: 0, 2: 1, 3: 3}
"""The number of cards that a Take discards, by the number of cards that it takes (A3)."""

_ONLY_POLE_LEFT: Final = say("Only the Pole lies ahead: reach it with one card of each colour (A4.4).")
_ROW_SUFFICES: Final = say("The row can serve every Take that you could ask for (A2.4).")
_IS_LOST: Final = say("You are lost: play a card to get back to the route first (A6.2).")


class TurnOptions:
    """The options of one explorer's turn.

    `hand` holds the card codes, `colours` and `kinds` their first and second letters as strings. `wild_cards` is the number of
    cards that count as any colour, with a wild patron. All four describe the start of the turn.
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
        self.rival_side: Side = find_rival_side(state.to_move)
        self.me = state.explorers[self.side]
        self.rival = state.explorers[self.rival_side]
        self.route = components.track.find_route(self.side)
        self.last_space = len(self.route.colours)
        self.animal = cards.SIDE_ANIMALS[self.side]
        self.hand = [held.card for held in self.me.hand]
        letters = "".join(self.hand)
        self.colours, self.kinds = letters[::2], letters[1::2]
        self.patron_is_wild = self.me.patron in cards.WILD_PATRONS  # A13.4
        self.wild_cards = self.kinds.count(self.animal) + self.patron_is_wild

    # ------------------------------------------------------------ A2 hand and deck, A3 take
    def explain_no_take(self, n: int) -> Text | None:
        """Explain why n cards cannot be taken."""
        row_size = len(self.state.row)
        if n > row_size:  # A2.3
            return _say_row_too_short(row_size)
        return self._explain_unfit_hand(n)

    def _explain_unfit_hand(self, n: int) -> Text | None:
        """Explain why the hand does not allow a Take of n cards."""
        cost = DISCARD_COSTS[n]
        size = len(self.hand)
        discardable = size - self.hand.count(COMPASS_CODE) - self.hand.count(EQUIPMENT_LOSS_CODE)
        if discardable < cost:  # A3, A3.1
            return _say_too_few_discards(cost)
        size += n - cost
        if size > self.me.limit:  # A2, A2.1
            return _say_too_many_cards(size, self.me.limit)
        return None

    def explain_no_freeze(self) -> Text | None:
        """Explain why there is no Take that only the short row forbids (A2.4)."""
        for n in DISCARD_COSTS:
            if n > len(self.state.row) and self._explain_unfit_hand(n) is None:
                return None
        return _ROW_SUFFICES

    # ------------------------------------------------------------ A4 advance
    def explain_no_advance(self) -> Text | None:
        """Explain why not even one space is possible."""
        if self.me.lost:
            return _IS_LOST
        if self.me.space >= self.last_space:
            return _ONLY_POLE_LEFT
        colour = self.route.colours[self.me.space]
        if self.wild_cards or colour in self.colours:
            return None
        return explain_too_far(self.side, 1, self.me.space + 1, colour, 1)

    def count_missing_cards(self) -> list[int]:
        """Count the missing cards for an advance of 1, 2, 3 and 4 spaces, to the last space at most (A4, A4.4)."""
        held: dict[str, int] = {}
        missing, due = -self.wild_cards, 1
        found: list[int] = []
        for colour in self.list_colours_ahead(4):
            if colour not in held:
                held[colour] = self.colours.count(colour) - self.hand.count(colour + self.animal)
            used = min(held[colour], due)
            held[colour] -= used
            missing += due - used
            due = 2
            found.append(max(0, missing))
        return found

    def list_fares(self, n: int) -> tuple[Payment, ...]:
        """List every way to pay for n spaces."""
        return self._list_payments(compute_price(self.list_colours_ahead(n)), self.animal)

    def list_colours_ahead(self, n: int) -> str:
        """List the colours of the next n spaces, fewer near the end of the route."""
        return self.route.colours[self.me.space : self.me.space + n]

    def _list_payments(self, need: CardPrice, animal: str) -> tuple[Payment, ...]:
        wanted = [colour for colour, _ in need]
        usable = [card for card in self.hand if card[1] == animal or card[0] in wanted]
        if animal and self.patron_is_wild:
            usable.append(WILD_PATRON_CODE)
        return list_payments(tuple(sorted(usable)), need, animal, self.side)

    # ------------------------------------------------------------ A5 the Pole
    def list_pole_payments(self) -> tuple[Payment, ...]:
        """List every way to pay one card of each colour (A5, A5.2)."""
        wild_animal = self.animal if self.state.options["wild-at-pole"] == "yes" else ""
        return self._list_payments(POLE_PRICE, wild_animal)

    def explain_no_pole(self) -> Text | None:
        """Explain why an explorer on or behind the last space cannot make the last step."""
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
        """Explain why a typed verb is not among the listed options."""
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
        """List every different set of Blizzards or Crevasses that has an effect now: pairs, or single cards on a lost rival."""
        held = sorted(card for card in self.hand if card[1] == kind)
        card_count = 1 if self.rival.lost else 2
        return tuple(dict.fromkeys(combinations(held, card_count)))

    # ------------------------------------------------------------ A7 back to the route
    def list_return_spaces(self) -> dict[int, str]:
        """Map the spaces that a lost explorer can return to, nearest first, to the colours that lead there; 0 is the ship."""
        behind = self.route.colours[: self.me.space - 1]
        is_ship_near = self.me.space - 1 <= self.components.track.ship_from_first_lost
        found: dict[int, str] = {}
        for colour in COLOUR_LETTERS:
            space = behind.rfind(colour) + 1  # A7
            if space or is_ship_near:  # A7.2, A7.3
                found[space] = found.get(space, "") + colour
        return dict(sorted(found.items(), reverse=True))

    def list_guide_cards(self, colours: str) -> list[Card]:
        """List the different cards that show the way to a space of these colours, plain cards first (A7, A7.1)."""
        found = {card for card in self.hand if card[1] == self.animal or card[0] in colours}
        guides = sorted(found, key=lambda card: (compute_card_worth(card, self.side), card))
        return [*guides, WILD_PATRON_CODE] if self.patron_is_wild else guides

    def explain_no_return(self) -> Text | None:
        """Explain why a lost explorer cannot get back to the route."""
        if self.wild_cards:
            return None
        guide_colours = "".join(self.list_return_spaces().values())
        if any(colour in self.colours for colour in guide_colours):
            return None
        return say("You have no card of a colour that lies behind you (A7).")

    # ------------------------------------------------------------ A8 Compass, A9 Equipment Loss
    def explain_no_compass(self) -> Text | None:
        """Explain why a Compass in hand cannot be played."""
        return _IS_LOST if self.me.lost else None

    def find_compass_target(self) -> int:
        """Return the next space up to the 85th parallel, the space before beyond it (A8, A8.1)."""
        if self.me.space <= self.route.parallels["85"]:
            return self.me.space + 1
        return self.me.space - 1

    def explain_no_equipment(self) -> Text | None:
        """Explain why an Equipment Loss in hand cannot be played."""
        if not self.rival.lost_equipment:
            return None
        return say("{rival} has lost equipment already (A9).", rival=EXPLORER_NAMES[self.rival_side])

    # ------------------------------------------------------------ A10 to A12: discard effects
    def explain_no_effect(self, kind: str) -> Text | None:
        """Explain why a discarded card's effect cannot be used, without any secret."""
        if kind != cards.SACRIFICE_SYMBOL and len(self.me.hand) >= self.me.limit:  # A10, A12
            return say("There is no room in a hand of {limit} cards (A2).", limit=self.me.limit)
        if kind != cards.WEATHER_SYMBOL:
            return None if self.rival.hand else _say_nothing_held(self.rival_side, kind)
        if self.me.lost:  # A12
            return say("A lost explorer cannot use it (A12).")
        if self.state.shuffles and not self.state.deck:
            return say("The deck is gone (A12).")
        return None

    def explain_no_match(self, card: Card) -> Text | None:
        """Explain why the card drawn with Good Weather does not carry the explorer to the next space (A12.1, A12.2)."""
        if self.me.space >= self.last_space:
            return say("Only the Pole lies ahead, and Good Weather does not lead there (A12.2).")
        colour = self.route.colours[self.me.space]
        if card[0] == colour or card[1] == self.animal:
            return None
        return say("Your next space is {colour} (A12.1).", colour=cards.name_colour(colour))


# ---------------------------------------------------------------- reasons, cached
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
    """Explain why the Blizzards or Crevasses in a hand have no effect now."""
    rival = EXPLORER_NAMES[find_rival_side(side)]
    if rival_lost:
        if rival_space > 2:
            return None
        return say("{rival} is on the first “?”: there is none behind it (A6.4).", rival=rival)
    if kind != cards.SIDE_ATTACKS[side]:
        return say(
            "From {explorer}, a {card} only works against a rival who is lost already (A6.3).",
            explorer=EXPLORER_NAMES[side],
            card=cards.name_attacks(kind, 1),
        )
    if held < 2:
        return say("It takes two of them to make {rival} lose the route (A6).", rival=rival)
    if rival_space < 2:
        return say("{rival} has no “?” behind him yet (A6.1).", rival=rival)
    return None


@cache
def explain_too_far(side: Side, n: int, space: int, colour: str, short: int) -> Text:
    """Explain why an advance of n spaces to a space of this colour is impossible: `short` cards are missing (A4)."""
    if n == 1:
        return say(
            "Space {space} is {colour}: you have no {colour} card and no {animal} (A4).",
            space=space,
            colour=cards.name_colour(colour),
            animal=cards.name_symbol(cards.SIDE_ANIMALS[side]),
        )
    return count(
        "Space {space} is {colour}: you are one card short of the price (A4).",
        "Space {space} is {colour}: you are {n} cards short of the price (A4).",
        short,
        space=space,
        colour=cards.name_colour(colour),
    )
