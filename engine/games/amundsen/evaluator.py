"""How good a position of the race is: turns still needed to the Pole, by the hand; for computer players and analyses.

A space costs two turns however it is paid, one to take a card and one to play it, and the Pole five. A card in hand that one of the
next spaces asks for saves a turn, and less the further away that space is.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from engine.games.amundsen import cards
from engine.games.amundsen.cards import COLOUR_LETTERS, COMPASS_CODE, EQUIPMENT_LOSS_CODE
from engine.games.amundsen.components import Components
from engine.games.amundsen.game import Amundsen
from engine.games.amundsen.state import Explorer, Side, State
from engine.kernel.menu import Menu, Word
from engine.kernel.text import Seat, Text, say

FREEZE_VALUE: Final = 0.05
"""A game in which both freeze, of a victory: nearly a loss, else whoever is behind lets both freeze."""
RIVAL_WEIGHT: Final = 0.7
"""How much the rival's way counts beside the own one; at 1.0 two good players freeze in most games."""
TURNS_PER_LOGIT: Final = 4.0
"""So many turns ahead are worth one unit of log-odds."""
DISTANCE_DISCOUNT: Final = 0.95
"""What a card is worth for a space one further away."""
POLE_STEP_TURNS: Final = 5.0
"""Turns for the last step: four cards and the step."""
JUNK_CARD_TURNS: Final = 0.25
"""A card that no space asks for: it can be discarded to choose among more."""
ATTACK_PAIR_TURNS: Final = 1.5
ATTACK_SINGLE_TURNS: Final = 0.4
"""Blizzards or Crevasses that could make the rival lose the route, and one towards them."""
DRAWS_PER_MOVE: Final = 1.05
"""Cards that a move of either side takes from the deck, on average."""
SECOND_DECK_CARDS: Final = 42
"""Cards in the second deck: all but the row and what is in hand."""
DECK_TURNS_PER_LOGIT: Final = 4.0
"""So many turns that the deck lasts longer than the faster explorer needs are worth one unit of log-odds that nobody freezes."""
COMPASS_BACK_TURNS: Final = 3.0
"""A Compass beyond the 85th parallel: a turn, and a space back."""


class Evaluator:
    """What a good player of 1911 Amundsen vs Scott knows."""

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
        """From the turns that both still need; a victory is 1, a defeat 0, and freezing nearly as bad."""
        side = state.find_side(seat)
        if side is None:
            return 0.5
        me, rival = state.explorers[side], state.find_rival(side)
        if state.ended == "frozen":
            return FREEZE_VALUE
        if state.ended:
            return 1.0 if me.space > rival.space else 0.0
        other: Side = "scott" if side == "amundsen" else "amundsen"
        mine, theirs = self._count_turns_left(side, me, rival), self._count_turns_left(other, rival, me)
        if state.to_move == side:
            mine -= 0.5
        else:
            theirs -= 0.5
        full = 2 * len(self._components.track.amundsen.colours) + POLE_STEP_TURNS
        ahead = RIVAL_WEIGHT * theirs - mine + (1 - RIVAL_WEIGHT) * full / 2
        frozen = 1 / (1 + math.exp((_count_deck_turns(state) - min(mine, theirs)) / DECK_TURNS_PER_LOGIT))
        return (1 - frozen) / (1 + math.exp(-ahead / TURNS_PER_LOGIT)) + frozen * FREEZE_VALUE

    def explain(self, state: State, seat: Seat) -> tuple[tuple[Text, float], ...]:
        """How far it still is for both, in turns."""
        side = state.find_side(seat)
        if side is None or state.ended:
            return ()
        me, rival = state.explorers[side], state.find_rival(side)
        other: Side = "scott" if side == "amundsen" else "amundsen"
        return (
            (say("Turns saved on the way to the Pole"), -self._count_turns_left(side, me, rival)),
            (say("Turns that the rival loses"), self._count_turns_left(other, rival, me)),
        )

    def _count_turns_left(self, side: Side, me: Explorer, rival: Explorer) -> float:
        """Turns that an explorer still needs, less what the hand saves."""
        route = self._components.track.amundsen if side == "amundsen" else self._components.track.scott
        length = len(route.colours)
        animal = cards.SIDE_ANIMALS[side]
        held: dict[str, int] = {}
        wilds = int(me.patron in cards.WILD_PATRONS)
        compasses = attacks = 0
        worth = 0.0
        for one in me.hand:
            card = one.card
            if card == COMPASS_CODE:
                compasses += 1
            elif card == EQUIPMENT_LOSS_CODE:
                worth += 0.0 if rival.lost_equipment else 0.7
            elif card[1] == animal:
                wilds += 1
            else:
                held[card[0]] = held.get(card[0], 0) + 1
                attacks += card[1] == cards.SIDE_ATTACKS[side]
        at = max(0, me.space - 1 if me.lost else me.space)
        need = 2.0 * (length - at) + POLE_STEP_TURNS
        if me.lost:
            need += _count_lost_turns(me, held, wilds, route.colours)
        factor, gaps = 1.0, list[float]()
        for colour in (*route.colours[at:], *COLOUR_LETTERS):
            if held.get(colour):
                held[colour] -= 1
                worth += factor
            else:
                gaps.append(factor)
            factor *= DISTANCE_DISCOUNT
        worth += sum(gaps[:wilds])
        worth += JUNK_CARD_TURNS * min(2, sum(held.values()))
        if compasses:
            worth += compasses * (0.9 if me.space <= route.parallels["85"] else -COMPASS_BACK_TURNS)
        if rival.lost:
            worth += min(1.5, 1.0 * attacks)
        elif attacks:
            worth += ATTACK_PAIR_TURNS if attacks > 1 else ATTACK_SINGLE_TURNS
        return need - worth

    def move_priors(self, state: State, seat: Seat, menu: Menu) -> Sequence[float]:
        """Advance where one can, take what the route asks for, discard what it does not."""
        words = menu.open_words
        side = state.find_side(seat)
        if side is None:
            return [1.0] * len(words)
        me = state.explorers[side]
        match menu.name:
            case "verb":
                return [self._rate_verb(word, side, me) for word in words]
            case "cards" if menu.max_picks == 1 and words[0].isdigit():
                return [(1.0, 1.0, 0.5)[int(word) - 1] for word in words]
            case "discard" | "cards":
                wanted = self._list_wanted_colours(side, me)
                return [_rate_discard(word, side, wanted) for word in words]
            case "spaces":
                return [4.0 ** int(word) for word in words]
            case "with":
                return [0.3**n for n in range(len(words))]
            case "which":
                return [0.1 if word == "skip" else 1.0 for word in words]
            case "do":
                return [20.0 if word == "advance" else 1.0 for word in words]
            case _:
                return [1.0 + n for n in range(len(words))]

    def _rate_verb(self, verb: str, side: Side, me: Explorer) -> float:
        if verb == "compass":
            route = self._components.track.amundsen if side == "amundsen" else self._components.track.scott
            return 6.0 if me.space <= route.parallels["85"] else 1.0
        return _VERB_WEIGHTS.get(verb, 1.0)

    def _list_wanted_colours(self, side: Side, me: Explorer) -> str:
        """The colours of the next spaces, and of the Pole when it is near."""
        route = self._components.track.amundsen if side == "amundsen" else self._components.track.scott
        return route.colours[me.space : me.space + 5] + ("rgby" if me.space > len(route.colours) - 4 else "")

    def resources(self, state: State, seat: Seat) -> tuple[object, ...] | None:  # noqa: ARG002
        """Return None: every move spends something."""
        return None

    def follows(self, menu: Menu) -> bool:
        """An effect, a card drawn with Good Weather and a hand cut down belong to the turn."""
        return menu.open_words[0] in ("effect", "weather", "discard")


def _count_deck_turns(state: State) -> float:
    """Turns of each explorer until the deck has run out for the second time, when whoever is behind may let both freeze."""
    left = len(state.deck) + (SECOND_DECK_CARDS if state.shuffles == 0 else 0)
    return left / (2 * DRAWS_PER_MOVE)


def _count_lost_turns(me: Explorer, held: dict[str, int], wilds: int, colours: str) -> float:
    """Turns that being lost costs, beyond standing a space further back: to where the best card in hand leads."""
    behind = colours[: me.space - 1]
    best = max((behind.rfind(colour) + 1 for colour, n in held.items() if n), default=0)
    if wilds:
        best = len(behind)
    return 2.0 + 2.0 * (len(behind) - best) if best else 5.0


def _rate_discard(word: Word, side: Side, wanted: str) -> float:
    """How much a card asks to be thrown away."""
    card = word[:2]
    if card in (COMPASS_CODE, EQUIPMENT_LOSS_CODE) or card[1] == cards.SIDE_ANIMALS[side]:
        return 0.05
    if card[1] == cards.SIDE_ATTACKS[side]:
        return 0.5
    return 0.3 if card[0] in wanted else 3.0


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
