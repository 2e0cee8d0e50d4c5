"""How many turns an explorer still needs to the Pole, by its place and its hand.

A space costs about two turns, one to take a card and one to play it. A card in hand saves a part of that, and more if one of the
next spaces asks for it. The weights were fitted to the results of games between players of this evaluator (docs/players.md).
"""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec

from engine.games.amundsen import cards
from engine.games.amundsen.cards import COLOUR_LETTERS, COMPASS_CODE, EQUIPMENT_LOSS_CODE
from engine.games.amundsen.components import Route
from engine.games.amundsen.state import Explorer, Side, State, find_rival_side

SPACE_TURNS: Final = 2.2
LAST_SPACE_TURNS: Final = -3.4
"""The part of the cost of the last spaces that an explorer on the last one has behind it."""
POLE_COLOUR_TURNS: Final = 1.7
"""The cost of a colour of the Pole that an explorer on the last space lacks."""
LOST_TURNS: Final = 2.0
LOST_SPACE_TURNS: Final = 0.4
"""The cost of being lost, and of each space that the best card in hand leads back."""
CARD_TURNS: Final = 0.6
"""The worth of any card in hand: a turn to take it, less the chance that it does not fit."""
COLOUR_TURNS: Final = 0.49
"""The worth of the first card of a colour that a space asks for, on top of `CARD_TURNS`."""
DISTANCE_DISCOUNT: Final = 0.95
"""The factor on that worth for each further space ahead."""
ANIMAL_TURNS: Final = 0.76
"""The worth of an own animal on top of `CARD_TURNS`."""
SURPLUS_CARD_TURNS: Final = 0.15
"""The cost of each card beyond the second that no space asks for."""
FULL_HAND_TURNS: Final = 0.32
"""The cost of a hand with room for one more card, and again of one without room."""
COMPASS_FORWARD_TURNS: Final = 0.17
COMPASS_BACK_TURNS: Final = 6.6
"""The worth of a Compass up to the 85th parallel on top of `CARD_TURNS`, and its cost beyond: it goes back and bars the Pole."""
EQUIPMENT_LOSS_TURNS: Final = 0.09
SMALL_HAND_TURNS: Final = 0.66
"""The cost of having lost equipment."""
SUPPLIES_TURNS: Final = 1.45
SACRIFICE_TURNS: Final = 0.56
WEATHER_TURNS: Final = 0.73
"""The worth of the effects that a discard has; of a Sacrifice for each card that the rival would lose."""
ATTACK_PAIR_TURNS: Final = 0.63
EARLY_PAIR_TURNS: Final = 0.3
FURTHER_BACK_TURNS: Final = 0.2
"""The worth of a pair of Blizzards or Crevasses, the same before the rival can be hit, and of each card that hits a lost rival."""
NEXT_CARD_TURNS: Final = 0.22
ROW_CARD_TURNS: Final = 0.09
"""The worth of a useful card on the right of the row for the side to move, and of each useful card in reach."""
TURN_TO_MOVE: Final = 0.41
"""The worth of being to move."""
WANTED_SPACES: Final = 4
"""How many spaces ahead make a card of the row useful."""
MAX_TAKE: Final = 3
"""The cards of the row in reach."""
MIN_LOST_SPACE: Final = 2
"""The first space with a “?” behind it."""


def count_turns_left(route: Route, state: State, side: Side) -> float:
    """Count the turns that an explorer still needs, from an arbitrary zero that is the same for both sides."""
    me, rival = state.explorers[side], state.find_rival(side)
    colours = route.colours
    hand = _sort_hand(me, side)
    start = max(0, me.space - me.lost)
    turns = SPACE_TURNS * (len(colours) - start) + SMALL_HAND_TURNS * me.lost_equipment
    if me.lost:
        turns += LOST_TURNS + LOST_SPACE_TURNS * _count_spaces_back(me, hand, colours)
    if start == len(colours):
        missing = sum([not hand.colours.get(colour) for colour in COLOUR_LETTERS])
        turns += LAST_SPACE_TURNS + POLE_COLOUR_TURNS * max(0, missing - hand.wilds)
    turns += FULL_HAND_TURNS * max(0, len(me.hand) - me.limit + 1)
    turns -= CARD_TURNS * (len(me.hand) + (me.patron in cards.WILD_PATRONS))
    match = _match_colours(hand, colours[start:])
    turns -= COLOUR_TURNS * match.worth + ANIMAL_TURNS * hand.wilds
    turns += SURPLUS_CARD_TURNS * max(0, match.surplus - 2)
    if hand.compasses:
        is_forward = me.space <= route.parallels["85"]
        turns += hand.compasses * (-COMPASS_FORWARD_TURNS if is_forward else COMPASS_BACK_TURNS)
    if state.to_move == side:
        turns -= TURN_TO_MOVE + _rate_row(state, side, match.wanted)
    return turns - _rate_effects(hand, rival, side) - _rate_attacks(hand, rival)


def rate_colours(route: Route, side: Side, me: Explorer) -> float:
    """Return the turns that the colours of a hand save on the spaces ahead and at the Pole."""
    hand = _sort_hand(me, side)
    match = _match_colours(hand, route.colours[max(0, me.space - me.lost) :])
    return COLOUR_TURNS * match.worth + ANIMAL_TURNS * hand.wilds


class SortedHand(msgspec.Struct, gc=False):
    """The cards of a hand by what they serve for.

    `colours` counts the cards that count as their colour only, `symbols` these by their kind; `wilds` are own animals and a patron.
    """

    colours: dict[str, int]
    symbols: dict[str, int]
    wilds: int
    compasses: int = 0
    equipment_losses: int = 0
    attacks: int = 0


class ColourMatch(NamedTuple):
    """How a hand fits the spaces ahead: its discounted worth, the cards that no space asks for, and the next colours it lacks."""

    worth: float
    surplus: int
    wanted: str


def _sort_hand(me: Explorer, side: Side) -> SortedHand:
    hand = SortedHand({}, {}, int(me.patron in cards.WILD_PATRONS))
    for held in me.hand:
        card = held.card
        if card == COMPASS_CODE:
            hand.compasses += 1
        elif card == EQUIPMENT_LOSS_CODE:
            hand.equipment_losses += 1
        elif card[1] == cards.SIDE_ANIMALS[side]:
            hand.wilds += 1
        else:
            hand.colours[card[0]] = hand.colours.get(card[0], 0) + 1
            hand.symbols[card[1]] = hand.symbols.get(card[1], 0) + 1
            hand.attacks += card[1] == cards.SIDE_ATTACKS[side]
    return hand


def _match_colours(hand: SortedHand, colours_ahead: str) -> ColourMatch:
    """Match the cards to the spaces ahead and the Pole, the nearest first."""
    held = hand.colours.copy()
    worth, factor, wanted = 0.0, 1.0, ""
    for number, colour in enumerate((*colours_ahead, *COLOUR_LETTERS)):
        if held.get(colour):
            held[colour] -= 1
            worth += factor
        elif number < WANTED_SPACES:
            wanted += colour
        factor *= DISTANCE_DISCOUNT
    return ColourMatch(worth, sum(held.values()), wanted)


def _count_spaces_back(me: Explorer, hand: SortedHand, colours: str) -> int:
    """Count the spaces that a lost explorer loses with the best card, none if no card leads back."""
    behind = colours[: me.space - 1]
    if hand.wilds:
        return 0
    best = max([behind.rfind(colour) + 1 for colour in hand.colours], default=0)
    return len(behind) - best if best else 0


def _rate_row(state: State, side: Side, wanted: str) -> float:
    """Return what the row saves the side to move: its useful cards in reach, and the one that costs no discard."""
    useful = [card[1] == cards.SIDE_ANIMALS[side] or card[0] in wanted for card in state.row[-MAX_TAKE:]]
    if not useful:
        return 0.0
    return NEXT_CARD_TURNS * useful[-1] + ROW_CARD_TURNS * sum(useful)


def _rate_effects(hand: SortedHand, rival: Explorer, side: Side) -> float:
    """Return the worth of the effects of discards, and of Equipment Loss."""
    worth = EQUIPMENT_LOSS_TURNS * (hand.equipment_losses and not rival.lost_equipment)
    worth += SUPPLIES_TURNS * hand.symbols.get(cards.SUPPLIES_SYMBOL, 0)
    worth += WEATHER_TURNS * hand.symbols.get(cards.WEATHER_SYMBOL, 0)
    if cards.SACRIFICE_SYMBOL in hand.symbols:
        endangered = (cards.SIDE_ANIMALS[find_rival_side(side)], cards.WEATHER_SYMBOL)
        worth += SACRIFICE_TURNS * sum([held.card[1] in endangered for held in rival.hand])
    return worth


def _rate_attacks(hand: SortedHand, rival: Explorer) -> float:
    """Return the worth of Blizzards or Crevasses."""
    if rival.lost:
        usable = sum([hand.symbols.get(symbol, 0) for symbol in cards.SIDE_ATTACKS.values()])
        return FURTHER_BACK_TURNS * min(2, usable) * (rival.space > MIN_LOST_SPACE)
    if hand.attacks <= 1:
        return 0.0
    return ATTACK_PAIR_TURNS if rival.space >= MIN_LOST_SPACE else EARLY_PAIR_TURNS
