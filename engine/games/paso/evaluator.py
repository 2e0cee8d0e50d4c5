"""How good a position of the race is: turns still needed to the open Pacific; for computer players and analyses.

The core is the number of action points from the ship to past the last row, found by Dijkstra's algorithm over hexes and the
route that the ship is on, as far as the passage is discovered, and reckoned by the row beyond.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from heapq import heappop, heappush
from typing import Final

from engine.games.paso.board import Board
from engine.games.paso.components import TOKEN_KINDS
from engine.games.paso.game import Paso
from engine.games.paso.rules import RAID_KIND, GameBox
from engine.games.paso.state import State
from engine.kernel.menu import Menu
from engine.kernel.text import Seat, Text, say

UNSEEN_ROW_POINTS: Final = 1.45
"""Action points that a row takes which nobody has seen."""
CARD_POINTS: Final = 0.7
"""Action points that a treasure in hand saves."""
SHIP_PENALTY_POINTS: Final = 0.5
"""Action points that a ship in the way costs."""
FIRST_TOKEN_POINTS: Final = (0.1, 0.1, 0.1, 0.1, 0.1, 0.3, 0.3, 0.5, 0.6, 0.3)
"""Action points that the first token of a kind in reserve is worth, the second half of it, the third a third: who has no short ones
left stands before snow and ice until one is taken back."""
POINT_LEFT_WEIGHT: Final = 0.24
"""What a point left in this turn counts. At 0.45 and more a ship that cannot get on walks to and fro for ever: ending the turn
looks worse."""
TURNS_PER_LOGIT: Final = 0.8
"""So many turns ahead are worth one unit of log-odds."""
BLOCKED_POINTS: Final = 40.0
"""Action points where no way leads on."""


class Evaluator:
    """What a good player of La Aventura del Paso del Noroeste knows."""

    search_kind: Final = "tree"
    analysis_playouts = 36
    horizon = 5
    replies = 3
    candidates = 30
    search_candidates = 30
    blur = 0.4
    computer_names = ("Crozier", "Larsen", "Fitzjames", "Kellett", "Collinson", "Gore")

    def __init__(self, game: Paso) -> None:
        self.playouts = {"captain": 36}
        self._game = game
        self._game_box: GameBox = game.game_box

    def value(self, state: State, seat: Seat) -> float:
        """From the turns that the own ship needs and the others', half by the fastest of them and half by their mean."""
        if state.phase == "choose":
            return 0.5
        result = self._game.find_result(state)
        if result is not None:
            return 1 / len(result.winners) if seat in result.winners else 0.0
        board = self._game_box.find_board(state)
        turns = [self._estimate_turns(state, board, other) for other in range(len(state.players))]
        if state.sirs:  # the first ship of a side wins for both
            with_us = [(other in state.sirs) == (seat in state.sirs) for other in range(len(turns))]
            mine = min(n for n, us in zip(turns, with_us, strict=True) if us)
            rest = [n for n, us in zip(turns, with_us, strict=True) if not us]
        else:
            mine, rest = turns[seat], [n for other, n in enumerate(turns) if other != seat]
        ahead = (min(rest) + sum(rest) / len(rest)) / 2 - mine
        return 1 / (1 + math.exp(-(ahead - math.log(len(rest))) / TURNS_PER_LOGIT))

    def explain(self, state: State, seat: Seat) -> tuple[tuple[Text, float], ...]:
        """How far it still is, and what there is to get on with."""
        if state.phase == "choose":
            return ()
        player, board = state.players[seat], self._game_box.find_board(state)
        tokens = sum(worth * _HARMONIC_SUMS[n] for worth, n in zip(FIRST_TOKEN_POINTS, player.reserve, strict=True))
        rivals = [other for other in range(len(state.players)) if (other in state.sirs) != (seat in state.sirs)]
        rivals = rivals or [other for other in range(len(state.players)) if other != seat]
        return (
            (say("Action points saved on the way to the Pacific"), -self._estimate_points(state, board, seat)),
            (say("Tokens in reserve"), tokens),
            (say("Treasures in hand"), CARD_POINTS * len(player.hand)),
            (
                say("Action points that a rival loses"),
                min(self._estimate_points(state, board, other) for other in rivals),
            ),
        )

    def resources(self, state: State, seat: Seat) -> tuple[object, ...]:
        """What is left of the turn, and the cards: walking along the own route may take nothing of it, and so may laying tokens and
        taking them back. What is in reserve is part of the value."""
        return state.phase, state.to_move, state.points, state.cards, state.fresh, len(state.players[seat].hand)

    def _estimate_turns(self, state: State, board: Board, seat: Seat) -> float:
        """Turns that a ship still needs."""
        player = state.players[seat]
        need = self._estimate_points(state, board, seat) + player.slowed
        need -= CARD_POINTS * len(player.hand) * (not self._game_box.has_ability(player, "bold"))
        need -= sum(worth * _HARMONIC_SUMS[n] for worth, n in zip(FIRST_TOKEN_POINTS, player.reserve, strict=True))
        if seat == state.to_move:
            need -= POINT_LEFT_WEIGHT * state.points
        return need / self._game_box.count_turn_points(player)

    def _estimate_points(self, state: State, board: Board, seat: Seat) -> float:
        """Action points from a ship to past the last row."""
        passage, costs = board.passage, self._game_box.components.costs
        player = state.players[seat]
        last, open_rows = passage.last_row, self._count_open_rows(state, board)
        at = passage.hex_by_name[player.ship] if player.ship else None
        sailor = self._game_box.create_movement(board, seat, at, self._game_box.find_ability(player))
        if at is not None and passage.rows[at] >= open_rows:
            return costs.exit + (last - passage.rows[at]) * UNSEEN_ROW_POINTS
        ground, routes, others, rows = board.ground, board.routes, sailor.other_ships, passage.rows
        raids = player.reserve[RAID_KIND]
        short = _compute_shortage(player.reserve, costs.recover)
        entering = {letter: price + short[min(price, 4)] for letter, price in sailor.terrain_prices.items()}
        far = {(at, player.raiding): 0.0}
        queue: list[tuple[float, int, int | None, int | None]] = [(0.0, 0, at, player.raiding)]
        count = 0
        while queue:
            paid, _, here, raiding = heappop(queue)
            if paid > far[here, raiding]:
                continue
            if here is not None and rows[here] >= open_rows:
                return paid + costs.exit + (last - rows[here]) * UNSEEN_ROW_POINTS
            for hex_ in board.land.list_neighbours(here):
                owners, after = routes.get(hex_), None
                if owners is None:
                    price = entering[ground[hex_]]
                else:
                    entry, after = sailor.find_route_entry(hex_, owners, raiding)
                    if entry is not None:
                        price = entry
                    elif raids and hex_ not in others:
                        price, after = costs.raid, owners[-1]
                    else:
                        continue
                total = paid + (price + SHIP_PENALTY_POINTS if hex_ in others else price)
                key = hex_, after
                if key not in far or total < far[key]:
                    far[key] = total
                    count += 1
                    heappush(queue, (total, count, hex_, after))
        return BLOCKED_POINTS + (last - (passage.rows[at] if at is not None else 0)) * UNSEEN_ROW_POINTS

    def _count_open_rows(self, state: State, board: Board) -> int:
        """How many rows are wholly discovered."""
        return bisect_right(board.passage.laid_by_row, len(state.laid)) - 1

    def move_priors(self, state: State, seat: Seat, menu: Menu) -> Sequence[float]:
        """Forward, by the thriftiest way."""
        words = menu.open_words
        match menu.name:
            case "verb":
                return [_VERB_WEIGHTS.get(word, 1.0) for word in words]
            case "character":
                return [_CHARACTER_WEIGHTS.get(word, 1.0) for word in words]
            case "to":
                row = self._game_box.find_row(state, seat)
                return [3.0 ** (_parse_row(word, row) - row) for word in words]
            case "with":
                return [0.6**n for n in range(len(words))]
            case _:
                return [1.0] * len(words)

    def follows(self, menu: Menu) -> bool:
        """New tiles to turn, characters and cards to choose between belong to the action before."""
        return menu.open_words[0] not in _VERB_WEIGHTS


def _compute_shortage(reserve: Sequence[int], recover: int) -> tuple[float, ...]:
    """What lacking short tokens adds to entering a hex, by its price from 0 to 4: one has to be taken back first."""
    single, double, treble = (sum(reserve[n] for n in kinds) for kinds in _KINDS_BY_SIZE)
    two = 0.0 if single or double else 0.7 if treble else float(recover)
    return (
        0.0,
        0.0 if single or double or treble else 1.0,
        two,
        0.0 if single or double else recover,
        0.0 if single else recover,
    )


def _parse_row(word: str, default_row: int) -> int:
    """The row of a hex word; the row given for any other."""
    return int(word[1:]) if word[1:].isdigit() else default_row


_HARMONIC_SUMS: Final = tuple(sum(1 / n for n in range(1, most + 1)) for most in range(60))
_KINDS_BY_SIZE: Final = (
    (TOKEN_KINDS.index("u1"),),
    (TOKEN_KINDS.index("s2"),),
    (TOKEN_KINDS.index("s3"), TOKEN_KINDS.index("c3")),
)
_VERB_WEIGHTS: Final = {
    "advance": 8.0,
    "raid": 2.0,
    "exit": 10000.0,
    "fresh": 8.0,
    "card": 3.0,
    "recover": 0.2,
    "drop": 0.4,
    "end": 0.5,
    "choose": 1.0,
}
_CHARACTER_WEIGHTS: Final = {"franklin": 8.0, "mcclure": 3.0, "john-ross": 2.5, "clark-ross": 0.5, "hudson": 2.0}
"""By games won with each: Franklin 24 of 28, McClure 25 of 39, John Ross 22 of 37, Clark Ross 13 of 39."""
