"""Evaluate positions of the race by the rounds to the open Pacific, for computer players and analyses.

The core is the number of action points from a ship to past the last row: the quickest way over the discovered rows
(`quickest_way.py`) and an estimate for the rows beyond.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from typing import Final

from engine.games.paso.board import Board
from engine.games.paso.game import Paso
from engine.games.paso.game_box import GameBox
from engine.games.paso.quickest_way import KnownWays
from engine.games.paso.state import Player, State
from engine.kernel.menu import Menu
from engine.kernel.text import Seat, SeatMention, Text, count, say

UNSEEN_ROW_POINTS: Final = 1.45
"""The estimated action points for a row that is not discovered."""
CARD_POINTS: Final = 0.7
"""The action points that a treasure in hand saves."""
FIRST_TOKEN_POINTS: Final = (0.1, 0.1, 0.1, 0.1, 0.1, 0.3, 0.3, 0.5, 0.6, 0.3)
"""The action points that the first token of each kind in reserve is worth.

The second is worth half, the third a third. Without short tokens a ship stops in front of snow and ice until it takes
one back.
"""
ROUNDS_PER_LOGIT: Final = 0.8
ROUNDS_PER_LOGIT_AND_ROW: Final = 0.09
"""The lead in rounds that is worth one unit of log-odds: at the end, and what each row before the foremost ship adds."""
VALUE_SHARPNESS: Final = 1.3
"""Fitted to the results of games of mates (`tests/programs/calibration.py`)."""
NAIVE_EVEN_ROUNDS: Final = 4.0
NAIVE_ROUNDS_PER_LOGIT: Final = 2.0
"""The rounds to the Pacific that a cadet takes for an even chance, and those that are worth one unit of log-odds to it."""
MAX_FRESH_POINTS: Final = 3
MAX_CARD_POINTS: Final = 3
MORE_CARDS: Final = 2
"""The action points that Fresh Waters and a treasure bring at most, and the further treasures that “Two more” allows."""
ESTIMATE_ERROR_POINTS: Final = 1.0
"""By how many action points a way may be cheaper than estimated, since a token can lie over a ship."""
BLOCKED_POINTS: Final = 40.0
"""The action points to the last row if no way leads there."""


class Evaluator:
    """The evaluator of La Aventura del Paso del Noroeste."""

    search_kind: Final = "tree"
    horizon = 5
    replies = 3
    is_race = True
    candidates = 30
    search_candidates = 30
    computer_names = ("Crozier", "Larsen", "Fitzjames", "Kellett", "Collinson", "Gore")

    def __init__(self, game: Paso) -> None:
        self.playouts = {"captain": 36}
        self._game = game
        self._game_box: GameBox = game.game_box
        self._known_ways = KnownWays(game.game_box)

    def value(self, state: State, seat: Seat) -> float:
        """Estimate the chance to win from the rounds that each ship still needs.

        The rivals count half by the fastest of them and half by their mean.
        """
        if state.phase == "choose":
            return 0.5
        result = self._game.find_result(state)
        if result is not None:
            return 1 / len(result.winners) if seat in result.winners else 0.0
        board = self._game_box.find_board(state)
        seats = range(len(state.players))
        rounds = [self._estimate_rounds(state, board, other) for other in seats]
        rivals = _list_rivals(state, seat)
        own_rounds = min(
            [rounds[other] for other in seats if other not in rivals]
        )  # the first ship of a side wins for both
        rival_rounds = [rounds[other] for other in rivals]
        lead = (min(rival_rounds) + sum(rival_rounds) / len(rivals)) / 2 - own_rounds
        rows_left = board.passage.last_row - max(self._game_box.list_rows(state))
        rounds_per_logit = ROUNDS_PER_LOGIT + ROUNDS_PER_LOGIT_AND_ROW * rows_left
        return 1 / (1 + math.exp(-(lead - math.log(len(rivals))) / rounds_per_logit))

    def naive_value(self, state: State, seat: Seat) -> float:
        """Compute the value from the seat's own rounds: a cadet races on its own and sees no other ship."""
        if state.phase == "choose":
            return 0.5
        result = self._game.find_result(state)
        if result is not None:
            return 1 / len(result.winners) if seat in result.winners else 0.0
        own_rounds = self._estimate_rounds(state, self._game_box.find_board(state), seat)
        return 1 / (1 + math.exp((own_rounds - NAIVE_EVEN_ROUNDS) / NAIVE_ROUNDS_PER_LOGIT))

    def name_gains(self, before: State, after: State, seat: Seat) -> list[tuple[Text, float]]:
        """Name the action points saved on the way to the Pacific and those that a rival loses, treasures and tokens."""
        if before.phase == "choose" or after.phase == "choose":
            return []
        player, old_player = after.players[seat], before.players[seat]
        if player.exited:
            return [(say("sails into the open Pacific and wins"), math.inf)]
        board, old_board = self._game_box.find_board(after), self._game_box.find_board(before)
        gains: list[tuple[Text, float]] = []
        saved = self._estimate_points(before, old_board, seat) - self._estimate_points(after, board, seat)
        if round(saved) > 0:
            nearer = count(
                "comes {n} action point nearer to the Pacific",
                "comes {n} action points nearer to the Pacific",
                round(saved),
            )
            gains.append((nearer, saved))
        for rival in _list_rivals(before, seat):
            lost = self._estimate_points(after, board, rival) - self._estimate_points(before, old_board, rival)
            if round(lost) > 0:
                harm = count(
                    "costs {seat} {n} action point",
                    "costs {seat} {n} action points",
                    round(lost),
                    seat=SeatMention(rival),
                )
                gains.append((harm, lost))
        if len(player.hand) > len(old_player.hand) and not self._game_box.has_ability(player, "bold"):
            gains.append((say("brings a treasure"), CARD_POINTS))
        reserve_points = _compute_reserve_points(player) - _compute_reserve_points(old_player)
        if reserve_points > 0:
            gains.append((say("brings tokens back for the way ahead"), reserve_points))
        return gains

    def is_side_choice(self, state: State) -> bool:
        """Return whether characters are chosen."""
        return state.phase == "choose"

    def measure_win_distance(self, state: State, seat: Seat) -> float | None:
        """Return the action points that the ship lacks, None if Fresh Waters and treasures cannot bring as many."""
        if state.phase != "race" or seat != state.to_move:
            return None
        missing = self._estimate_points(state, self._game_box.find_board(state), seat) - state.points
        hand = state.players[seat].hand
        cards = min(len(hand), state.cards + MORE_CARDS * hand.count("two-more")) if state.cards else 0
        gains = MAX_FRESH_POINTS * (not state.fresh) + MAX_CARD_POINTS * cards
        return missing if missing <= gains + ESTIMATE_ERROR_POINTS else None

    def nobody_chance(self, state: State) -> float:  # noqa: ARG002
        """Return 0: somebody always wins."""
        return 0.0

    def analysis_depth(self, state: State) -> tuple[int, int | None, int]:
        """Return moves, replies compared and playouts: of every seat about as many moves as a turn has."""
        return 5 * len(state.players), 6, 48

    def value_sharpness(self, state: State) -> float:  # noqa: ARG002
        """Return what was fitted to games of mates: the chances were too timid (docs/players.md)."""
        return VALUE_SHARPNESS

    def resources(self, state: State, seat: Seat) -> tuple[object, ...]:
        """List what an idle move leaves unchanged: the rest of the turn and the number of cards.

        Sailing along the own route may change none of it, and neither may laying tokens and taking them back. The
        tokens in reserve are part of the value.
        """
        return state.phase, state.to_move, state.points, state.cards, state.fresh, len(state.players[seat].hand)

    def _estimate_rounds(self, state: State, board: Board, seat: Seat) -> float:
        """Estimate when a ship is out, in rounds from the beginning of the present turn. Later seats move later in a round."""
        player, seats = state.players[seat], len(state.players)
        turn_points = self._game_box.count_turn_points(player)
        start = turn_points - state.points if seat == state.to_move else player.slowed
        points = self._estimate_way(state, board, seat, start, turn_points)
        points -= CARD_POINTS * len(player.hand) * (not self._game_box.has_ability(player, "bold"))
        points -= _compute_reserve_points(player)
        return points / turn_points + (seat - state.to_move) % seats / seats

    def _estimate_points(self, state: State, board: Board, seat: Seat) -> float:
        """Estimate the action points from a ship to past the last row, as if all belonged to one turn."""
        return self._estimate_way(state, board, seat, 0, math.inf)

    def _estimate_way(self, state: State, board: Board, seat: Seat, start: int, turn_points: float) -> float:
        """Estimate the action points spent and lost until a ship is past the last row, `start` of them already."""
        passage, exit_price = board.passage, self._game_box.components.costs.exit
        ship = state.players[seat].ship
        ship_hex = passage.hex_by_name[ship] if ship else None
        points, row = float(start), 0 if ship_hex is None else passage.rows[ship_hex]
        open_rows = _count_open_rows(state, board)
        if ship_hex is None or row < open_rows:
            end = self._known_ways.find_end(state, board, seat, turn_points, start, open_rows)
            if end is None:
                return start + BLOCKED_POINTS + (passage.last_row - row) * UNSEEN_ROW_POINTS
            points, row = end
        return points + exit_price + (passage.last_row - row) * UNSEEN_ROW_POINTS

    def move_priors(self, state: State, seat: Seat, menu: Menu) -> Sequence[float]:
        """Return the weights of random moves, which prefer cheap ways forward."""
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
        """Check whether a question belongs to the action before it: new tiles, characters and cards to discard."""
        return menu.open_words[0] not in _VERB_WEIGHTS


def _list_rivals(state: State, seat: Seat) -> list[Seat]:
    """Return the seats of the other side, or all other seats outside the team game."""
    if not state.sirs:
        return [other for other in range(len(state.players)) if other != seat]
    is_sir = seat in state.sirs
    return [other for other in range(len(state.players)) if (other in state.sirs) != is_sir]


def _count_open_rows(state: State, board: Board) -> int:
    """Count the rows that are discovered completely."""
    return bisect_right(board.passage.laid_by_row, len(state.laid)) - 1


def _compute_reserve_points(player: Player) -> float:
    """Return the action points that the tokens in a reserve are worth."""
    return sum(worth * _HARMONIC_SUMS[n] for worth, n in zip(FIRST_TOKEN_POINTS, player.reserve, strict=True))


def _parse_row(word: str, default_row: int) -> int:
    """Return the row of a hex word, or `default_row` for any other word."""
    return int(word[1:]) if word[1:].isdigit() else default_row


_HARMONIC_SUMS: Final = tuple([sum(1 / n for n in range(1, count + 1)) for count in range(60)])
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
_CHARACTER_WEIGHTS: Final = {"franklin": 8.0, "mcclure": 3.0, "clark-ross": 0.5}
"""Chosen by the games won with each: Franklin 24 of 28 and later 74 %, McClure 25 of 39, Clark Ross 13 of 39. John Ross and Hudson,
which mates chose most, won 35 and 36 % of 440 games of two."""
