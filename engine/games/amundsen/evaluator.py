"""The value of a position of Amundsen vs Scott for computer players and analyses: the turns that each side needs to reach the Pole.

A space costs two turns, one to take a card and one to play it, and the last step costs five. A card in hand that one of the next
spaces asks for saves a turn, and less if that space is further away.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from engine.games.amundsen import cards
from engine.games.amundsen.cards import COLOUR_LETTERS, COMPASS_CODE, EQUIPMENT_LOSS_CODE
from engine.games.amundsen.components import Components
from engine.games.amundsen.game import Amundsen
from engine.games.amundsen.state import Explorer, Side, State, find_rival_side
from engine.kernel.menu import Menu, Word
from engine.kernel.text import Seat, SeatMention, Text, count, say

FREEZE_VALUE: Final = 0.05
"""The value of a game in which both freeze: nearly a loss, or the side that is behind would let both freeze."""
RIVAL_WEIGHT: Final = 0.7
"""The weight of the rival's turns; with 1.0 two good players freeze in most games."""
TURNS_PER_LOGIT: Final = 4.0
"""The lead in turns that is worth one unit of log-odds."""
DISTANCE_DISCOUNT: Final = 0.95
"""The factor on a card's worth for each further space ahead."""
POLE_STEP_TURNS: Final = 5.0
"""The turns for the last step: four cards and the step."""
JUNK_CARD_TURNS: Final = 0.25
"""The worth of a card that no space asks for: a discard for a larger Take."""
EQUIPMENT_LOSS_TURNS: Final = 0.7
COMPASS_FORWARD_TURNS: Final = 0.9
COMPASS_BACK_TURNS: Final = 3.0
"""The cost of a Compass beyond the 85th parallel: a turn, and a space back."""
ATTACK_PAIR_TURNS: Final = 1.5
ATTACK_SINGLE_TURNS: Final = 0.4
"""The worth of a pair of Blizzards or Crevasses, which could make the rival lose the route, and of one card of the pair."""
MIN_NAMED_TURNS: Final = 0.3
"""Fewer turns saved by cards are not given as the reason for a move."""
DRAWS_PER_MOVE: Final = 1.05
"""The average number of cards that a move of either side takes from the deck."""
SECOND_DECK_CARDS: Final = 42
"""The cards in the second deck: all except the row and the hands."""
DECK_TURNS_PER_LOGIT: Final = 4.0
"""The turns that the deck must outlast the faster explorer for one unit of log-odds that nobody freezes."""


class Evaluator:
    """The evaluator of 1911 Amundsen vs Scott."""

    search_kind: Final = "tree"
    analysis_playouts = 500
    horizon = 12
    replies = 1
    candidates = 60
    search_candidates = 60
    blur = 0.06
    computer_names = ("Bjaaland", "Wisting", "Oates", "Bowers", "Hassel", "Crean")

    def __init__(self, game: Amundsen) -> None:
        self.playouts = {"mate": 40, "captain": 500}
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
        my_turns = self._count_turns_left(side, me, rival)
        rival_turns = self._count_turns_left(find_rival_side(side), rival, me)
        if state.to_move == side:
            my_turns -= 0.5
        else:
            rival_turns -= 0.5
        all_turns = 2 * len(self._components.track.amundsen.colours) + POLE_STEP_TURNS
        lead = RIVAL_WEIGHT * rival_turns - my_turns + (1 - RIVAL_WEIGHT) * all_turns / 2
        freeze_chance = _estimate_freeze_chance(state, min(my_turns, rival_turns))
        return (1 - freeze_chance) / (1 + math.exp(-lead / TURNS_PER_LOGIT)) + freeze_chance * FREEZE_VALUE

    def name_gains(self, before: State, after: State, seat: Seat) -> list[tuple[Text, float]]:
        """Name the way to the Pole, the harm to the rival and the turns that cards save."""
        side = before.find_side(seat)
        if side is None or side not in after.explorers:
            return []
        me, rival = after.explorers[side], after.find_rival(side)
        old_me, old_rival = before.explorers[side], before.find_rival(side)
        gains: list[tuple[Text, float]] = []
        steps = me.space - old_me.space
        if after.ended == "pole" and steps > 0:
            return [(say("reaches the Pole and wins"), math.inf)]
        if steps > 0:
            nearer = count("goes {n} space towards the Pole", "goes {n} spaces towards the Pole", steps)
            gains.append((nearer, 2.0 * steps))
        if old_me.lost and not me.lost:
            gains.append((say("finds the route again"), 2.0))
        if rival.lost and not old_rival.lost:
            gains.append((say("makes {seat} lose the route", seat=SeatMention(rival.seat)), 3.0))
        if rival.lost_equipment and not old_rival.lost_equipment:
            gains.append((say("leaves {seat} without equipment", seat=SeatMention(rival.seat)), 0.5))
        saved = self._count_turns_left(side, old_me, old_rival) - self._count_turns_left(side, me, rival) - 2 * steps
        if saved >= MIN_NAMED_TURNS and len(me.hand) > len(old_me.hand):
            gains.append((say("takes cards that the next spaces ask for"), saved))
        return gains

    def is_side_choice(self, state: State) -> bool:
        """Return whether explorers are chosen."""
        return not state.explorers

    def can_win_this_turn(self, state: State, seat: Seat) -> bool:
        """Return whether the seat is to move from the last space before the Pole."""
        side = state.find_side(seat)
        if side is None or state.ended or state.to_move != side:
            return False
        return state.explorers[side].space >= len(self._components.track.find_route(side).colours)

    def nobody_chance(self, state: State) -> float:
        """Return the chance that both explorers freeze."""
        if state.ended:
            return float(state.ended == "frozen")
        if not state.explorers:
            return 0.0
        turns: list[float] = []
        for side, explorer in state.explorers.items():
            turns.append(self._count_turns_left(side, explorer, state.find_rival(side)))
        return _estimate_freeze_chance(state, min(turns))

    def _count_turns_left(self, side: Side, me: Explorer, rival: Explorer) -> float:
        """Count the turns that an explorer still needs, less the turns that the hand saves."""
        route = self._components.track.find_route(side)
        held: dict[str, int] = {}
        wilds = int(me.patron in cards.WILD_PATRONS)
        compasses = equipment_losses = attacks = 0
        for hand_card in me.hand:
            card = hand_card.card
            if card == COMPASS_CODE:
                compasses += 1
            elif card == EQUIPMENT_LOSS_CODE:
                equipment_losses += 1
            elif card[1] == cards.SIDE_ANIMALS[side]:
                wilds += 1
            else:
                held[card[0]] = held.get(card[0], 0) + 1
                attacks += card[1] == cards.SIDE_ATTACKS[side]
        start = max(0, me.space - me.lost)
        turns = 2.0 * (len(route.colours) - start) + POLE_STEP_TURNS
        if me.lost:
            turns += _count_lost_turns(me, held, wilds, route.colours)
        saved = 0.0 if rival.lost_equipment else EQUIPMENT_LOSS_TURNS * equipment_losses
        saved = _add_card_turns(saved, held, wilds, route.colours[start:])
        if compasses:
            is_forward = me.space <= route.parallels["85"]
            saved += compasses * (COMPASS_FORWARD_TURNS if is_forward else -COMPASS_BACK_TURNS)
        return turns - (saved + _rate_attacks(attacks, rival))

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


def _estimate_freeze_chance(state: State, turns_left: float) -> float:
    """Estimate the chance that the deck runs out before the faster explorer, who needs these turns, is at the Pole."""
    return 1 / (1 + math.exp((_count_deck_turns(state) - turns_left) / DECK_TURNS_PER_LOGIT))


def _count_lost_turns(me: Explorer, held: dict[str, int], wilds: int, colours: str) -> float:
    """Count the turns that a lost explorer needs more than from a space further back: the way on from where the best card leads."""
    behind = colours[: me.space - 1]
    best = max((behind.rfind(colour) + 1 for colour, n in held.items() if n), default=0)
    if wilds:
        best = len(behind)
    return 2.0 + 2.0 * (len(behind) - best) if best else 5.0


def _add_card_turns(saved: float, held: dict[str, int], wilds: int, colours_ahead: str) -> float:
    """Add the turns that cards save on the spaces ahead and at the Pole. Takes the used cards out of `held`."""
    factor = 1.0
    gaps: list[float] = []
    for colour in (*colours_ahead, *COLOUR_LETTERS):
        if held.get(colour):
            held[colour] -= 1
            saved += factor
        else:
            gaps.append(factor)
        factor *= DISTANCE_DISCOUNT
    saved += sum(gaps[:wilds])
    return saved + JUNK_CARD_TURNS * min(2, sum(held.values()))


def _rate_attacks(attacks: int, rival: Explorer) -> float:
    """Return the worth of Blizzards or Crevasses in turns."""
    if not attacks:
        return 0.0
    if rival.lost:
        return min(1.5, 1.0 * attacks)
    return ATTACK_PAIR_TURNS if attacks > 1 else ATTACK_SINGLE_TURNS


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
