"""The value of a position of Amundsen vs Scott for computer players and analyses: the turns that each side needs to reach the Pole.

`turn_estimate` counts them. The chance that both freeze lowers the value.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, NamedTuple

import msgspec

from engine.games.amundsen import cards
from engine.games.amundsen.cards import COMPASS_CODE, EQUIPMENT_LOSS_CODE
from engine.games.amundsen.components import Components
from engine.games.amundsen.game import Amundsen
from engine.games.amundsen.state import Card, Explorer, HeldCard, Side, State, find_rival_side
from engine.games.amundsen.turn_estimate import SUPPLIES_TURNS, count_turns_left, rate_colours
from engine.kernel.menu import Menu, Word
from engine.kernel.text import Seat, SeatMention, Text, count, say

FREEZE_VALUE: Final = 0.01
"""The value of a game in which both freeze: nearly a loss, or the side that is behind would let both freeze."""
LEAD_OFFSET_TURNS: Final = 7.2
LEAD_EXPONENT: Final = 0.5
"""The log-odds of a lead: the turns divided by (the turns left plus the offset) to this power, so a late lead is worth more."""
NAIVE_EVEN_TURNS: Final = 12.0
NAIVE_TURNS_PER_LOGIT: Final = 4.0
"""The turns to the Pole that a cadet takes for an even chance, and those that are worth one unit of log-odds to it."""
COMPASS_TURNS: Final = 1.0
"""The turns that a Compass counts for as a reason: it goes one space, and behind the 85th parallel back."""
MIN_NAMED_TURNS: Final = 0.2
"""Fewer turns saved by the colours of cards are not given as the reason for a move."""
SECOND_DECK_CARDS: Final = 42
"""The cards in the second deck: all except the row and the hands."""
DRAWS_PER_MOVE: Final = 1.05
"""The average number of cards that a move of either side takes from the deck."""


class FreezeWeights(NamedTuple):
    """The log-odds that both freeze: a constant, and the weights of the deck's turns and of the faster explorer's turns."""

    base: float
    deck_turn: float
    turn_left: float


FREEZE_CHANCE: Final = FreezeWeights(-0.16, -0.163, 0.219)
"""Fitted to the games of mates."""
FREEZE_CAUTION: Final = FreezeWeights(0.5, -0.135, 0.2)
"""What players reckon with: by the fitted chance a pair of mates freezes in 13 % of its games, by this in 5 %."""


class Evaluator:
    """The evaluator of 1911 Amundsen vs Scott."""

    search_kind: Final = "reply"
    horizon = 4
    is_race = True
    candidates = 60
    search_candidates = 60
    computer_names = ("Bjaaland", "Wisting", "Oates", "Bowers", "Hassel", "Crean")

    def __init__(self, game: Amundsen) -> None:
        self.playouts = {"captain": 48}
        self._components: Components = game.components

    def value(self, state: State, seat: Seat) -> float:
        """Compute the seat's chance to win from the turns that both sides still need.

        A victory is 1 and a defeat 0. A game in which both freeze is nearly a defeat.
        """
        side = state.find_side(seat)
        if side is None:
            return 0.5
        me, rival = state.explorers[side], state.find_rival(side)
        if state.ended == "frozen":
            return FREEZE_VALUE
        if state.ended:
            return 1.0 if me.space > rival.space else 0.0
        my_turns = self._count_turns_left(state, side)
        rival_turns = self._count_turns_left(state, find_rival_side(side))
        turns_left = max(0.0, min(my_turns, rival_turns))
        log_odds = (rival_turns - my_turns) / (LEAD_OFFSET_TURNS + turns_left) ** LEAD_EXPONENT
        freeze_chance = _estimate_freeze_chance(state, turns_left, FREEZE_CAUTION)
        return (1 - freeze_chance) / (1 + math.exp(-log_odds)) + freeze_chance * FREEZE_VALUE

    def naive_value(self, state: State, seat: Seat) -> float:
        """Compute the value from the seat's own turns: a cadet sees neither the rival nor the end of the deck."""
        side = state.find_side(seat)
        if side is None:
            return 0.5
        if state.ended:
            return float(state.ended == "pole" and state.explorers[side].space > state.find_rival(side).space)
        return 1 / (1 + math.exp((self._count_turns_left(state, side) - NAIVE_EVEN_TURNS) / NAIVE_TURNS_PER_LOGIT))

    def name_gains(self, before: State, after: State, seat: Seat) -> list[tuple[Text, float]]:
        """Name the way to the Pole, the harm to the rival and the turns that cards save."""
        side = before.find_side(seat)
        if side is None or side not in after.explorers:
            return []
        old_me, me = before.explorers[side], after.explorers[side]
        if after.ended == "pole" and me.space > old_me.space:
            return [(say("reaches the Pole and wins"), math.inf)]
        gains = _name_way_gains(old_me, me) + _name_harm(before.find_rival(side), after.find_rival(side))
        if me.space <= old_me.space:
            gains += self._name_card_gains(before, after, side)
        return gains

    def _name_card_gains(self, before: State, after: State, side: Side) -> list[tuple[Text, float]]:
        """Name whose cards were taken, a Compass, and the turns that the new cards save the seat and would save the rival."""
        gains: list[tuple[Text, float]] = []
        rival = after.find_rival(side)
        lost = len(before.find_rival(side).hand) - len(rival.hand)
        if lost > 0:
            text = count(
                "takes a card out of {seat}’s hand",
                "takes {n} cards out of {seat}’s hand",
                lost,
                seat=SeatMention(rival.seat),
            )
            gains.append((text, float(lost)))
        old_me, me = before.explorers[side], after.explorers[side]
        taken = Counter(held.card for held in me.hand) - Counter(held.card for held in old_me.hand)
        if COMPASS_CODE in taken and me.space <= self._components.track.find_route(side).parallels["85"]:
            gains.append((say("takes a Compass"), COMPASS_TURNS))
        if any(card[1] == cards.SUPPLIES_SYMBOL for card in taken):
            gains.append((say("takes Drop Supplies"), SUPPLIES_TURNS))
        saved_turns = self._rate_colours(side, me) - self._rate_colours(side, old_me)
        if saved_turns >= MIN_NAMED_TURNS:
            gains.append((say("takes cards for the way to the Pole"), saved_turns))
        row_cards = [card for card in taken if card in before.row]
        kept_turns = max([self._rate_card(find_rival_side(side), rival, card) for card in row_cards], default=0.0)
        if kept_turns >= MIN_NAMED_TURNS:
            gains.append(
                (say("takes a card that {seat} needs on the way to the Pole", seat=SeatMention(rival.seat)), kept_turns)
            )
        return gains

    def _rate_colours(self, side: Side, explorer: Explorer) -> float:
        return rate_colours(self._components.track.find_route(side), side, explorer)

    def _rate_card(self, side: Side, explorer: Explorer, card: Card) -> float:
        """Return the turns that a card would save an explorer."""
        with_card = msgspec.structs.replace(explorer, hand=[*explorer.hand, HeldCard(card)])
        return self._rate_colours(side, with_card) - self._rate_colours(side, explorer)

    def is_side_choice(self, state: State) -> bool:
        """Return whether explorers are chosen."""
        return not state.explorers

    def measure_win_distance(self, state: State, seat: Seat) -> float | None:
        """Return 0 if the seat is to move from the last space before the Pole, else None."""
        side = state.find_side(seat)
        if side is None or state.ended or state.to_move != side:
            return None
        return 0.0 if state.explorers[side].space >= len(self._components.track.find_route(side).colours) else None

    def nobody_chance(self, state: State) -> float:
        """Return the chance that both explorers freeze."""
        if state.ended:
            return float(state.ended == "frozen")
        if not state.explorers:
            return 0.0
        turns_left = min([self._count_turns_left(state, side) for side in state.explorers])
        return _estimate_freeze_chance(state, max(0.0, turns_left), FREEZE_CHANCE)

    def _count_turns_left(self, state: State, side: Side) -> float:
        return count_turns_left(self._components.track.find_route(side), state, side)

    def move_priors(self, state: State, seat: Seat, menu: Menu) -> Sequence[float]:
        """Weight the picks of a menu: advance early, take the colours of the next spaces, discard the others."""
        words = menu.open_words
        side = state.find_side(seat)
        if side is None:
            return [1.0] * len(words)
        if menu.name == "with":
            return [0.3**n for n in range(len(words))]
        rate_word = self._choose_word_rating(menu, side, state.explorers[side])
        if rate_word is None:
            return [1.0 + n for n in range(len(words))]
        return list(map(rate_word, words))

    def _choose_word_rating(self, menu: Menu, side: Side, me: Explorer) -> Callable[[Word], float] | None:
        """Choose the function that weights the words of a menu, None for a menu whose later options are better."""
        match menu.name:
            case "verb":
                return partial(self._rate_verb, side=side, me=me)
            case "cards" if menu.max_picks == 1 and menu.open_words[0].isdigit():
                return _rate_take
            case "discard" | "cards":
                return partial(_rate_discard, side=side, wanted=self._list_wanted_colours(side, me))
            case "spaces":
                return _rate_distance
            case "which":
                return _rate_effect
            case "do":
                return _rate_weather_choice
            case _:
                return None

    def _rate_verb(self, verb: Word, side: Side, me: Explorer) -> float:
        if verb == "compass":
            route = self._components.track.find_route(side)
            return 6.0 if me.space <= route.parallels["85"] else 1.0
        return _VERB_WEIGHTS.get(verb, 1.0)

    def _list_wanted_colours(self, side: Side, me: Explorer) -> str:
        """List the colours of the next spaces, and all four near the Pole."""
        colours = self._components.track.find_route(side).colours
        wanted = colours[me.space : me.space + 5]
        if me.space > len(colours) - 4:
            wanted += "rgby"
        return wanted

    def analysis_depth(self, state: State) -> tuple[int, int | None, int]:  # noqa: ARG002
        """Return moves, replies compared and playouts: three moves of each explorer, each the best of all there are."""
        return 6, None, 64

    def value_sharpness(self, state: State) -> float:  # noqa: ARG002
        """Return 1: the chances were measured, and are true as they are (docs/players.md)."""
        return 1.0

    def resources(self, state: State, seat: Seat) -> tuple[object, ...] | None:  # noqa: ARG002
        """Return None: every move spends something."""
        return None

    def follows(self, menu: Menu) -> bool:
        """Return whether the menu asks for an effect, for the use of a drawn card or for discards from a hand that is too large."""
        return menu.open_words[0] in ("effect", "weather", "discard")


def _count_deck_turns(state: State) -> float:
    """Count each explorer's turns until the deck runs out for the second time; from then on a player may let both freeze."""
    card_count = len(state.deck)
    if state.shuffles == 0:
        card_count += SECOND_DECK_CARDS
    return card_count / (2 * DRAWS_PER_MOVE)


def _estimate_freeze_chance(state: State, turns_left: float, weights: FreezeWeights) -> float:
    """Estimate the chance that the deck runs out before the faster explorer, who needs these turns, is at the Pole."""
    log_odds = weights.base + weights.deck_turn * _count_deck_turns(state) + weights.turn_left * turns_left
    return 1 / (1 + math.exp(-log_odds))


def _name_way_gains(old_me: Explorer, me: Explorer) -> list[tuple[Text, float]]:
    """Name the spaces towards the Pole, and the route that was found again."""
    gains: list[tuple[Text, float]] = []
    steps = me.space - old_me.space
    if steps > 0:
        nearer = count("goes {n} space towards the Pole", "goes {n} spaces towards the Pole", steps)
        gains.append((nearer, 2.0 * steps))
    if old_me.lost and not me.lost:
        gains.append((say("finds the route again"), 2.0))
    return gains


def _name_harm(old_rival: Explorer, rival: Explorer) -> list[tuple[Text, float]]:
    """Name what the rival has lost."""
    gains: list[tuple[Text, float]] = []
    if rival.lost and not old_rival.lost:
        gains.append((say("makes {seat} lose the route", seat=SeatMention(rival.seat)), 3.0))
    if rival.lost_equipment and not old_rival.lost_equipment:
        gains.append((say("leaves {seat} without equipment", seat=SeatMention(rival.seat)), 0.5))
    return gains


def _rate_take(word: Word) -> float:
    return _TAKE_WEIGHTS[word]


def _rate_discard(word: Word, side: Side, wanted: str) -> float:
    """Return a higher weight for a card that is less useful to the side."""
    card = word[:2]
    if card in (COMPASS_CODE, EQUIPMENT_LOSS_CODE) or card[1] == cards.SIDE_ANIMALS[side]:
        return 0.05
    if card[1] == cards.SIDE_ATTACKS[side]:
        return 0.5
    return 0.3 if card[0] in wanted else 3.0


def _rate_distance(word: Word) -> float:
    return 4.0 ** int(word)


def _rate_effect(word: Word) -> float:
    return 0.1 if word == "skip" else 1.0


def _rate_weather_choice(word: Word) -> float:
    return 20.0 if word == "advance" else 1.0


_VERB_WEIGHTS: Final = {
    "take": 2.0,
    "advance": 3.0,
    "pole": 1000.0,
    "blizzard": 4.0,
    "crevasse": 4.0,
    "return": 6.0,
    "equipment": 2.0,
    "freeze": 0.02,
}
_TAKE_WEIGHTS: Final = {"1": 1.0, "2": 1.0, "3": 0.5}
