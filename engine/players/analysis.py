"""The analysis of a finished game, move by move: every seat's chances, what the choice of a move brought and what luck brought.

A seat's chance is the game's own evaluation some moves later, averaged over playouts in worlds that look the same to that seat (cut
short as in the search: Lorentz, "Amazons discover Monte-Carlo", 2008), and scaled so that the chances of all seats add up to one.
Evaluated at once, in three mates' games of The Expanse, chances said less of the winner than an even share does (Brier score 0.80,
against 0.66 after nine moves) and jumped twice as far from move to move.

A one-ply evaluation before each move tells what the seat could have had. The same evaluation of the move made, before any card or
die, tells what it chose, and the position afterwards tells what luck made of that. This is the split into choice and luck of the
"luck adjusted" results of backgammon and of DIVAT and AIVAT for poker (Billings and Kan, "A tool for the direct assessment of poker
decisions", 2006; Burch, Schmid, Moravčík, Morrill and Bowling, "AIVAT: a new variance reduction technique for agent evaluation in
imperfect information games", 2018). Everything is measured with the same evaluator, including its errors.

The captain's search looks a second time at the moments that seem to have decided most. Worlds and playouts are counted, so the same
game and the same dice give the same analysis on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from engine.kernel.dice import Dice
from engine.kernel.menu import Words
from engine.kernel.position import GameRun, Position
from engine.kernel.registry import AnyGame
from engine.kernel.script import GameResult
from engine.kernel.text import Seat
from engine.players import greedy
from engine.players.computer_levels import CAPTAIN, Budget
from engine.players.evaluator import Evaluator, load_evaluator
from engine.players.greedy import RankedMove
from engine.players.observation import Observation
from engine.players.playout import Playout
from engine.players.search_factory import create_search

COMPARISON_WORLDS = 6
"""In how many worlds a move is evaluated that is compared with another."""
FIRST_COMPARISON_WORLD = 1000
"""Two moves are compared in other worlds than those in which one of them was found to be the best."""
POSITION_SHARE = 5
"""A position gets one part in this many of `Evaluator.analysis_playouts`, all its seats together."""
MIN_SEAT_PLAYOUTS = 3
MIN_PLAYOUT_ROUNDS = 2
"""A playout has at least this many moves of each seat, and at least the game's own horizon."""
MAX_DEEP_MOMENTS = 9
"""How many moments are looked at a second time, to find the turning points among them."""
MAX_TURNING_POINTS = 3
TURNING_POINT_SPACING = 25
"""Two turning points are at least one part in this many of the game apart."""


class Moment(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move of the log. `number` moves had been made before it; `seat` answered `played`.

    `chances` are the chances of all seats before the move, from 0 to 1. They add up to 1 for seats that win apart. The
    other three are
    the mover's own chances: `could` with the best move found, `best`; `did` with the move made, before any card or die; `came`
    after it. `thrown`: chance or something hidden had an effect, otherwise `came` equals `did`. `forced`: there was no choice.
    """

    number: int
    seat: Seat
    played: Words
    chances: tuple[float, ...]
    best: Words
    could: float
    did: float
    came: float
    thrown: bool = False
    forced: bool = False

    @property
    def choice(self) -> float:
        """What the choice brought; 0 at best."""
        return self.did - self.could

    @property
    def luck(self) -> float:
        """What luck brought or took."""
        return self.came - self.did


class SeatSummary(msgspec.Struct, frozen=True):
    """What a seat's choices cost it over the game and what luck brought it: sums of chances, which can exceed 1."""

    choices: float
    luck: float


class Analysis(msgspec.Struct, frozen=True):
    """A whole game: every move, the chances at the end (the victory, shared), and the turning points in the order of play."""

    moments: tuple[Moment, ...]
    final: tuple[float, ...]
    turning: tuple[Moment, ...] = ()

    def summarize(self, seat: Seat) -> SeatSummary:
        """Add up the seat's choices and its luck."""
        choices = luck = 0.0
        for moment in self.moments:
            if moment.seat == seat:
                choices += moment.choice
                luck += moment.luck
        return SeatSummary(round(choices, 4), round(luck, 4))

    def chances_after(self, moment: Moment) -> tuple[float, ...]:
        """Return the chances of all seats after a moment."""
        next_index = moment.number - self.moments[0].number + 1
        if next_index < len(self.moments):
            return self.moments[next_index].chances
        return self.final

    def luckiest_moments(self, seat: Seat) -> tuple[Moment, ...]:
        """Return the seat's moments with an effect of chance, the largest first."""
        own_moments = [moment for moment in self.moments if moment.seat == seat and moment.thrown]
        return tuple(sorted(own_moments, key=lambda moment: (-abs(moment.luck), moment.number)))


def analyse_moves(
    game: AnyGame,
    position: Position[Any],
    seed: str,
    seats: int,
    moves: Sequence[tuple[Seat, Words]],
    dice: Dice,
    budget: Budget | None = None,
) -> tuple[Moment, ...]:
    """Analyse some moves of a log that begin at this position. With a budget, the captain's search looks at each of them.

    Raises Illegal if the moves cannot be played.
    """
    run: GameRun[Any] = GameRun(game, position, seed)
    evaluator = load_evaluator(game)
    moments: list[Moment] = []
    for seat, words in moves:
        view = PositionAnalysis(game, evaluator, run.position, seed, seats, dice)
        chances, total = view.chances()
        best, made, is_forced = view.compare_with_best(seat, words, budget)
        played = run.play(seat, words)
        came = made.mean
        if played.is_barrier:
            after = PositionAnalysis(game, evaluator, run.position, seed, seats, dice)
            came = after.evaluate_for(run, seat)
        moments.append(
            Moment(
                number=run.position.move_count - 1,
                seat=seat,
                played=words,
                chances=chances,
                best=best.words,
                could=_to_share(best.mean, total),
                did=_to_share(made.mean, total),
                came=_to_share(came, total),
                thrown=played.is_barrier,
                forced=is_forced,
            )
        )
    return tuple(moments)


def share_victory(result: GameResult, seats: int) -> tuple[float, ...]:
    """Return the chances at the end: winners who win apart share the victory, a side wins it together."""
    winning_sides = [side for side in result.sides if set(side) & set(result.winners)]
    parts = len(winning_sides) or len(result.winners) or 1
    return tuple(round(1 / parts, 4) if seat in result.winners else 0.0 for seat in range(seats))


def find_turning_points(moments: Sequence[Moment], max_points: int = MAX_TURNING_POINTS) -> tuple[int, ...]:
    """Return the indices of the moments that decided most, in the order of play.

    A moment decided much if a seat lost much by its choice, or won or lost much by luck.
    """
    min_distance = max(2, len(moments) // TURNING_POINT_SPACING)
    chosen: list[int] = []
    for index in sorted(range(len(moments)), key=lambda n: (-_weigh(moments[n]), n)):
        if len(chosen) == max_points or not _weigh(moments[index]):
            break
        if all(abs(index - other) >= min_distance for other in chosen):
            chosen.append(index)
    return tuple(sorted(chosen))


def _weigh(moment: Moment) -> float:
    return max(-moment.choice, abs(moment.luck))


def _to_share(value: float, total: float) -> float:
    """Return the value as a share of the total, from 0 to 1."""
    return round(min(1.0, max(0.0, value / total)), 4)


class Choice(NamedTuple):
    """The best move found, the move made, and whether there was no other."""

    best: RankedMove
    made: RankedMove
    is_forced: bool


class PositionAnalysis:
    """A position as each of its seats sees it."""

    def __init__(
        self, game: AnyGame, evaluator: Evaluator, position: Position[Any], seed: str, seats: int, dice: Dice
    ) -> None:
        self._evaluator = evaluator
        self._dice = dice
        self._observations = [Observation(game, position, seed, seat) for seat in range(seats)]
        self._sides = game.list_teams(GameRun(game, position, seed).state) or tuple((seat,) for seat in range(seats))

    def chances(self) -> tuple[tuple[float, ...], float]:
        """Return the chances of all seats, scaled to add up to one, and their sum before."""
        values = [self.estimate_chance(seat) for seat in range(len(self._observations))]
        for side in self._sides:
            mean = sum(values[seat] for seat in side) / len(side)
            for seat in side:
                values[seat] = mean
        total = sum(values[side[0]] for side in self._sides) or 1.0
        return tuple(_to_share(value, total) for value in values), total

    def estimate_chance(self, seat: Seat) -> float:
        """Return the seat's value of the position, averaged over playouts."""
        evaluator, seats = self._evaluator, len(self._observations)
        playouts = max(MIN_SEAT_PLAYOUTS, evaluator.analysis_playouts // (POSITION_SHARE * seats))
        max_moves = max(evaluator.horizon, MIN_PLAYOUT_ROUNDS * seats)
        total = 0.0
        for world_number in range(playouts):
            playout = Playout(self._observations[seat], evaluator, self._dice, world_number)
            playout.play_on(max_moves)
            total += playout.evaluate(seat)
        return total / playouts

    def evaluate_for(self, run: GameRun[Any], seat: Seat) -> float:
        """Return the seat's value of the position, after the best answer if the seat is asked what belongs to its move."""
        observation, evaluator, dice = self._observations[seat], self._evaluator, self._dice
        if seat in run.situation.questions and evaluator.follows(run.build_menu(seat)):
            best = greedy.rank_moves(observation, evaluator, dice, CAPTAIN.worlds)[0].words
            return self._compare(seat, [best])[0].mean
        total = 0.0
        for number in range(COMPARISON_WORLDS):
            world = observation.world(dice, FIRST_COMPARISON_WORLD + number)
            total += evaluator.value(world.state, seat)
        return total / COMPARISON_WORLDS

    def compare_with_best(self, seat: Seat, words: Words, budget: Budget | None) -> Choice:
        """Return the best move found and the move made. With a budget, the captain's search finds the best."""
        ranked = self._rank(seat, budget)
        is_forced = len(ranked) == 1
        if budget is None or is_forced:
            ranked = self._compare(seat, list(dict.fromkeys((ranked[0].words, words))))
        else:
            ranked = self._search(seat, ranked, words, budget)
        best = ranked[0]
        made = next(move for move in ranked if move.words == words)
        if made.mean >= best.mean:
            best = made
        return Choice(best, made, is_forced)

    def _rank(self, seat: Seat, budget: Budget | None) -> list[RankedMove]:
        """Rank the seat's moves one ply deep."""
        max_moves = self._evaluator.candidates if budget is None else self._evaluator.search_candidates
        return greedy.rank_moves(self._observations[seat], self._evaluator, self._dice, CAPTAIN.worlds, max_moves)

    def _search(self, seat: Seat, ranked: list[RankedMove], words: Words, budget: Budget) -> list[RankedMove]:
        """Rank the best moves and the move made by the captain's search."""
        observation, evaluator, dice = self._observations[seat], self._evaluator, self._dice
        root_moves = ranked[: CAPTAIN.root_moves]
        if all(move.words != words for move in root_moves):
            root_moves += greedy.compare_moves(observation, evaluator, dice, [words], 0, CAPTAIN.worlds)
        max_playouts = CAPTAIN.count_playouts(evaluator, budget)
        if not max_playouts:
            return root_moves
        return create_search(observation, evaluator, dice).rank(root_moves, max_playouts, budget.time_limit_s)

    def _compare(self, seat: Seat, moves: Sequence[Words]) -> list[RankedMove]:
        """Evaluate moves in the same worlds, in the order given."""
        return greedy.compare_moves(
            self._observations[seat], self._evaluator, self._dice, moves, FIRST_COMPARISON_WORLD, COMPARISON_WORLDS
        )
