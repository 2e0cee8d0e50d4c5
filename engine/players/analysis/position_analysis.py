"""A position of a finished game as each of its seats sees it: the chances of all seats, and those with a move made.

A seat's chance is the game's own evaluation some moves later, averaged over playouts in worlds that look the same to that seat (cut
short as in the search: Lorentz, "Amazons discover Monte-Carlo", 2008). The chances of all seats are scaled to add up to one, less
the chance that nobody wins. Evaluated at once, in three mates' games of The Expanse, chances said less of the winner than an even
share does (Brier score 0.80, against 0.66 after nine moves) and jumped twice as far from move to move. A win that is certain within
the turn (`winning_turn.py`) is no matter of estimates: the chance is one, and a move that gives it away is a mistake.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from statistics import fmean, stdev
from typing import Any

import msgspec

from engine.kernel.dice import Dice
from engine.kernel.menu import Words
from engine.kernel.position import GameRun, Position
from engine.kernel.registry import AnyGame
from engine.kernel.state_codec import encode_state
from engine.kernel.text import Seat
from engine.players import greedy
from engine.players.analysis.game_analysis import Moment, share_victory
from engine.players.evaluator import AnalysisDepth, Evaluator
from engine.players.greedy import RankedMove
from engine.players.hints import REASON_WORLDS
from engine.players.observation import Observation
from engine.players.playout import Line, Playout
from engine.players.rival_win import LOST_CHANCE, MAX_TRIED_MOVES, RivalWins
from engine.players.winning_turn import WINS_THIS_TURN, find_winning_move

POSITION_SHARE = 4
"""A position gets at least one part in this many of `AnalysisDepth.playouts`, all its seats together."""
MIN_SEAT_PLAYOUTS = 3
MAX_CHANCE_ERROR = 0.05
"""A seat gets more playouts as long as the standard error of its chance is greater: near the end they either win or lose."""
MANY_PLAYOUTS, MAX_PLAYOUTS = 2, 4
"""How many times the least number are played if some ended the game, and how many at most."""
MAX_ESTIMATE = 0.999
"""A chance of one is for what a search knows."""


class PositionAnalysis:
    """A position as each of its seats sees it."""

    def __init__(
        self,
        game: AnyGame,
        evaluator: Evaluator,
        position: Position[Any],
        seed: str,
        seats: int,
        dice: Dice,
        played: Words | None = None,
    ) -> None:
        self.evaluator = evaluator
        self.dice = dice
        self._number = position.move_count
        self.observations = [Observation(game, position, seed, seat) for seat in range(seats)]
        run: GameRun[Any] = GameRun(game, position, seed)
        state = run.state
        self._movers = list(run.situation.questions)
        self.is_follow_up = bool(position.answers)
        """Whether the question was raised by another move, such as how a new tile lies."""
        self._sides = game.list_teams(state) or tuple((seat,) for seat in range(seats))
        self._value_sharpness = evaluator.value_sharpness(state)
        self._depth = AnalysisDepth(*evaluator.analysis_depth(state))
        self._playouts = max(MIN_SEAT_PLAYOUTS, self._depth.playouts // (POSITION_SHARE * seats))
        self._ends: dict[tuple[int, bytes, Line], Any] = {}
        self._ranked_moves: dict[Seat, list[RankedMove]] = {}
        self._played = played
        self.rival_wins = RivalWins(self.observations[min(self._movers, default=0)], evaluator, dice)

    @cached_property
    def winning_move(self) -> Words | None:
        """The first of the moves by which the seat to move wins for certain within this turn, None if none were found."""
        if len(self._movers) != 1:
            return None
        return find_winning_move(self.observations[self._movers[0]], self.evaluator, self.dice)

    @cached_property
    def is_lost(self) -> bool:
        """Whether the next seat wins after every move of the seat to move that was tried, if that cannot win before."""
        if not self._may_lose or self.winning_move is not None:
            return False
        moves = [self.rival_wins.find_defence(self._list_candidates())]
        if self._played is not None:
            moves.append(self._played)
        return all(map(self.rival_wins.loses, moves))

    @cached_property
    def safe_move(self) -> Words | None:
        """The best move after which the next seat does not win, if the played one loses; None if there is none."""
        if self._played is None or not self.loses(self._played):
            return None
        return next(filter(self.rival_wins.is_safe, self._list_candidates()), None)

    @property
    def _may_lose(self) -> bool:
        """Whether one seat alone is to move, in a game that the next one may win in its turn."""
        return self.evaluator.is_race and len(self._movers) == 1

    def loses(self, words: Words) -> bool:
        """Return whether a move of the seat to move lets the next one win."""
        return self._may_lose and self.rival_wins.loses(words)

    def count_rival_wins(self, line: Line) -> int:
        """Return in how many worlds the next seat wins behind a line of the seat to move."""
        return self.rival_wins.count(*line) if self._may_lose else 0

    def _list_candidates(self) -> list[Words]:
        """List the best moves of the seat to move, best first."""
        return [move.words for move in self.rank_moves(self._movers[0])[:MAX_TRIED_MOVES]]

    def rank_moves(self, seat: Seat) -> list[RankedMove]:
        """Rank a seat's moves by a look one move ahead."""
        if seat not in self._ranked_moves:
            observation = self.observations[seat]
            self._ranked_moves[seat] = greedy.rank_moves(
                observation, self.evaluator, self.dice, REASON_WORLDS, self.evaluator.search_candidates
            )
        return self._ranked_moves[seat]

    def chances(self) -> tuple[tuple[float, ...], tuple[float, ...] | None]:
        """Return the chances of all seats, and their base log-odds (`Moment`); None if a search knows the chances.

        The chances of all sides and the chance that nobody wins add up to one. A certain win has a chance of one.
        """
        if self.winning_move is not None:
            return self._give_to_winner(self._movers[0], 1.0), None
        if self.is_lost and self.rival_wins.rival is not None:
            return self._give_to_winner(self.rival_wins.rival, 1 - LOST_CHANCE), None
        return self._estimate_chances()

    def _give_to_winner(self, winner: Seat, chance: float) -> tuple[float, ...]:
        """Return this chance for the winner's side; the others share the rest evenly."""
        (winning_side,) = [side for side in self._sides if winner in side]
        rest = round((1 - chance) / (len(self._sides) - 1), 4)
        return tuple(chance if seat in winning_side else rest for seat in range(len(self.observations)))

    def _estimate_chances(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Return the chances of all seats by playouts, and their base log-odds.

        A value is too bold where leads do not last, or too timid: an exponent mends it (Guo, Pleiss, Sun and Weinberger, "On
        calibration of modern neural networks", 2017, call its inverse the temperature).
        """
        nobody = 0.0
        values: list[float] = []
        for seat in range(len(self.observations)):
            value, nobody_chance = self._average_playouts(seat, ())
            values.append(_limit(value))
            nobody += nobody_chance / len(self.observations)
        nobody = min(MAX_ESTIMATE, nobody)
        weights = [value**self._value_sharpness for value in values]
        side_weights = [fmean(weights[seat] for seat in side) for side in self._sides]
        chances, base_log_odds = [0.0] * len(values), [0.0] * len(values)
        for number, side in enumerate(self._sides):
            # The others are added up: of the difference to the whole a weight next to none would be lost.
            rest_weight = sum(side_weights[:number] + side_weights[number + 1 :]) + side_weights[number] * nobody
            own_weight = side_weights[number] * (1 - nobody)
            for seat in side:
                chances[seat] = round(min(MAX_ESTIMATE, own_weight / (own_weight + rest_weight)), 4)
                base_log_odds[seat] = math.log(own_weight / rest_weight) - self._sharpen(values[seat])
        return tuple(chances), tuple(base_log_odds)

    def _sharpen(self, value: float) -> float:
        """Return what a value adds to the log-odds of a chance."""
        return self._value_sharpness * to_log_odds(value)

    def estimate_moment(self, seat: Seat, words: Words, *, has_chance: bool) -> Moment:
        """Estimate the chances before a move, and with it made if chance or anything hidden has an effect."""
        chances, base_log_odds = self.chances()
        if base_log_odds is None:
            return Moment(self._number, seat, words, chances, chosen=chances[seat] if has_chance else None)
        moment = Moment(self._number, seat, words, chances, base_log_odds=round(base_log_odds[seat], 4))
        if not has_chance:
            return moment
        return msgspec.structs.replace(moment, chosen=self.estimate_line_chance(moment, (words,)))

    def estimate_line_chance(self, before: Moment, line: Line, min_playouts: int = 0, first_world: int = 0) -> float:
        """Return the mover's chance behind a line, on the scale of the chances before it.

        The others' chances shrink as much as this one grows: to scale all values alike made a good position look won.
        """
        value = self.estimate_line(before.seat, line, min_playouts, first_world)
        return to_chance(before.base_log_odds + self._sharpen(value))

    def estimate_line(self, seat: Seat, line: Line, min_playouts: int = 0, first_world: int = 0) -> float:
        """Return the seat's value behind a line, averaged over playouts in the worlds of the curve, in more or in others."""
        return self._average_playouts(seat, line, min_playouts, first_world)[0]

    def find_known_chance(self, after: GameRun[Any], seed: str) -> float | None:
        """Return the mover's chance after its move if a search knows it or the game is over, else None.

        It is looked for only where the mover could win, or loses by the move.
        """
        if self.winning_move is None and self.safe_move is None:
            return None
        seat, seats = self._movers[0], len(self.observations)
        if after.result is not None:
            return share_victory(after.result, seats)[seat]
        view = PositionAnalysis(after.game, self.evaluator, after.position, seed, seats, self.dice)
        return view.chances()[0][seat] if view.winning_move is not None or view.is_lost else None

    def judge_certain_win(self, moment: Moment, known_chance: float | None) -> Moment:
        """Return the moment of a seat that could win for certain: a mistake if it no longer can after its move."""
        if known_chance == 1:
            return moment if moment.chosen is None else msgspec.structs.replace(moment, chosen=1.0)
        chosen = known_chance
        if chosen is None:
            _, base_log_odds = self._estimate_chances()
            before = msgspec.structs.replace(moment, base_log_odds=base_log_odds[moment.seat])
            chosen = self.estimate_line_chance(before, (moment.played,))
        return msgspec.structs.replace(
            moment,
            chosen=None if moment.chosen is None else chosen,
            alternative=self.winning_move,
            gain=round(1 - chosen, 4),
            missed=WINS_THIS_TURN,
            is_checked=True,
        )

    def judge_lost_game(self, moment: Moment, known_chance: float) -> Moment:
        """Return the moment of a seat that let the next one win: a mistake, as a safe move would have prevented that."""
        assert self.safe_move is not None
        saved = self.estimate_line_chance(moment, (self.safe_move,))
        return msgspec.structs.replace(
            moment,
            chosen=None if moment.chosen is None else known_chance,
            alternative=self.safe_move,
            gain=round(max(0.0, saved - known_chance), 4),
            missed=self.rival_wins.describe_prevention(),
            is_checked=True,
        )

    def _average_playouts(
        self, seat: Seat, line: Line, min_playouts: int = 0, first_world: int = 0
    ) -> tuple[float, float]:
        """Return the seat's value and the chance that nobody wins, averaged over playouts that begin with a line."""
        values: list[float] = []
        nobody = 0.0
        for number in range(max(min_playouts, MAX_PLAYOUTS * self._playouts)):
            end = self._play_on(seat, line, first_world + number)
            values.append(self.evaluator.value(end, seat))
            nobody += self.evaluator.nobody_chance(end)
            if len(values) >= min_playouts and self._is_enough(values):
                break
        return fmean(values), nobody / len(values)

    def _is_enough(self, values: Sequence[float]) -> bool:
        """Return whether playouts with these values say enough. Some that all won or lost may have been lucky."""
        least = self._playouts * (MANY_PLAYOUTS if {0.0, 1.0} & set(values) else 1)
        return len(values) >= least and self._value_sharpness * stdev(values) <= MAX_CHANCE_ERROR * math.sqrt(
            len(values)
        )

    def _play_on(self, seat: Seat, line: Line, world_number: int) -> Any:  # noqa: ANN401 - each game has its own state
        """Return the state at the end of a playout that begins with a line.

        Where nothing is hidden from one seat but not from another, the worlds of both are equal: they share one playout.
        """
        playout = Playout(self.observations[seat], self.evaluator, self.dice, world_number)
        key = (world_number, encode_state(playout.run.state), line)
        if key not in self._ends:
            if line:
                playout.make_line(seat, line)
            playout.play_on(self._depth.moves, self._depth.replies_compared)
            self._ends[key] = playout.run.state
        return self._ends[key]


def to_log_odds(chance: float) -> float:
    """Return the log-odds of a chance or a value, limited to what an estimate can tell."""
    return math.log(_limit(chance) / (1 - _limit(chance)))


def to_chance(log_odds: float) -> float:
    """Return the chance with these log-odds, limited to what an estimate can tell and rounded."""
    return round(_limit((1 + math.tanh(log_odds / 2)) / 2), 4)


def _limit(share: float) -> float:
    return min(MAX_ESTIMATE, max(1 - MAX_ESTIMATE, share))
