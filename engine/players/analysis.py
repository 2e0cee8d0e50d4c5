"""The analysis of a finished game, move by move: every seat's chances, what the choice of a move brought and what luck brought.

A seat's chance is the game's own evaluation some moves later, averaged over playouts in worlds that look the same to that seat (cut
short as in the search: Lorentz, "Amazons discover Monte-Carlo", 2008). The chances of all seats are scaled to add up to one, less
the chance that nobody wins. Evaluated at once, in three mates' games of The Expanse, chances said less of the winner than an even
share does (Brier score 0.80, against 0.66 after nine moves) and jumped twice as far from move to move.

The chances before every move and at the end are the curve, and all else is read from it. A move changes the mover's chance in
two steps: to the chance with the move made, before any card or die, which is its choice, and from there to the next point of the
curve, which is its luck. Where nothing was drawn, the whole change is choice. This is the split of the "luck adjusted" results of
backgammon and of DIVAT and AIVAT for poker (Billings and Kan, "A tool for the direct assessment of poker decisions", 2006; Burch,
Schmid, Moravčík, Morrill and Bowling, "AIVAT: a new variance reduction technique for agent evaluation in imperfect information
games", 2018). All chances are estimated by the same playouts in worlds with the same numbers.

The moves after which the curve turned most are looked at a second time, with more playouts before and after them. There the
captain's search also says what it would have played, and how much better that is in the same worlds. Worlds and playouts are
counted, so the same game and the same dice give the same analysis on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Optional

import msgspec

from engine.kernel.dice import Dice
from engine.kernel.menu import Words
from engine.kernel.position import GameRun, Position
from engine.kernel.registry import AnyGame
from engine.kernel.script import GameResult
from engine.kernel.text import Seat, Text
from engine.players.computer_levels import CAPTAIN, Budget
from engine.players.evaluator import Evaluator, load_evaluator
from engine.players.hints import find_gains
from engine.players.observation import Observation
from engine.players.playout import Playout

POSITION_SHARE = 4
"""A position gets one part in this many of `Evaluator.analysis_playouts`, all its seats together."""
DEEP_FACTOR = 4
"""How many times as many playouts a position gets that is looked at a second time."""
MIN_SEAT_PLAYOUTS = 3
MIN_PLAYOUT_ROUNDS = 2
"""A playout has at least this many moves of each seat, and at least the game's own horizon."""
MAX_DEEP_MOMENTS = 6
"""How many moments are looked at a second time, to find the turning points among them."""
MAX_TURNING_POINTS = 3
MIN_TURN = 0.03
"""A smaller change of a chance is no turning point."""
TURNING_POINT_SPACING = 25
"""Two turning points are at least one part in this many of the game apart."""


class Moment(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move of the log. `number` moves had been made before it; `seat` answered `played`.

    `chances` are the chances of all seats before the move, from 0 to 1. `chosen` is the mover's chance with the move made, before
    any card or die; None if neither chance nor anything hidden had an effect.

    Of a moment that was looked at a second time, `best` is the captain's move, `gain` how much better it is for the mover, and
    `missed` what it does that the move made does not.
    """

    number: int
    seat: Seat
    played: Words
    chances: tuple[float, ...]
    chosen: Optional[float] = None
    best: Words = ()
    gain: float = 0.0
    missed: Optional[Text] = None


class MoveEffect(NamedTuple):
    """The chance of a move's seat before it, with the move made but before any card or die, and after it: points of the curve."""

    before: float
    chosen: float
    after: float

    @property
    def choice(self) -> float:
        """What the move changed."""
        return self.chosen - self.before

    @property
    def luck(self) -> float:
        """What chance changed."""
        return self.after - self.chosen


class SeatSummary(msgspec.Struct, frozen=True):
    """What a seat's choices and its luck changed over the game: sums of chances."""

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
                effect = self.measure(moment)
                choices += effect.choice
                luck += effect.luck
        return SeatSummary(round(choices, 4), round(luck, 4))

    def measure(self, moment: Moment) -> MoveEffect:
        """Return what a move changed for its seat."""
        after = self.chances_after(moment)[moment.seat]
        chosen = moment.chosen
        if chosen is None:
            chosen = after
        return MoveEffect(moment.chances[moment.seat], chosen, after)

    def chances_after(self, moment: Moment) -> tuple[float, ...]:
        """Return the chances of all seats after a moment."""
        next_index = moment.number - self.moments[0].number + 1
        if next_index < len(self.moments):
            return self.moments[next_index].chances
        return self.final

    def find_turned_seat(self, moment: Moment) -> Seat:
        """Return the seat whose chance the move changed most, the mover among equals."""
        changes = [abs(new - old) for old, new in zip(moment.chances, self.chances_after(moment), strict=True)]
        return max(range(len(changes)), key=lambda seat: (round(changes[seat], 4), seat == moment.seat))

    def luckiest_moments(self, seat: Seat) -> tuple[Moment, ...]:
        """Return the seat's moments with an effect of chance, the largest first."""
        own_moments = [moment for moment in self.moments if moment.seat == seat and moment.chosen is not None]
        return tuple(sorted(own_moments, key=lambda moment: (-abs(self.measure(moment).luck), moment.number)))

    def find_turning_points(self, max_points: int = MAX_TURNING_POINTS) -> tuple[int, ...]:
        """Return the indices of the moments at which the curve turned most, in the order of play."""
        min_distance = max(2, len(self.moments) // TURNING_POINT_SPACING)
        turns = [self._measure_turn(moment) for moment in self.moments]
        chosen: list[int] = []
        for index in sorted(range(len(turns)), key=lambda n: (-turns[n], n)):
            if len(chosen) == max_points or turns[index] < MIN_TURN:
                break
            if all(abs(index - other) >= min_distance for other in chosen):
                chosen.append(index)
        return tuple(sorted(chosen))

    def _measure_turn(self, moment: Moment) -> float:
        seat = self.find_turned_seat(moment)
        return abs(self.chances_after(moment)[seat] - moment.chances[seat])


def analyse_moves(
    game: AnyGame,
    position: Position[Any],
    seed: str,
    seats: int,
    moves: Sequence[tuple[Seat, Words]],
    dice: Dice,
    budget: Budget | None = None,
) -> tuple[Moment, ...]:
    """Analyse some moves of a log that begin at this position. With a budget, look deeper and search for a better move.

    Raises Illegal if the moves cannot be played.
    """
    run: GameRun[Any] = GameRun(game, position, seed)
    evaluator = load_evaluator(game)
    factor = 1 if budget is None else DEEP_FACTOR
    moments: list[Moment] = []
    for seat, words in moves:
        view = PositionAnalysis(game, evaluator, run.position, seed, seats, dice, factor)
        chances, scale = view.chances()
        played = run.play(seat, words)
        chosen = None
        if played.is_barrier:
            chosen = _to_share(view.estimate_move(seat, words), scale)
        moment = Moment(run.position.move_count - 1, seat, words, chances, chosen)
        if budget is not None:
            moment = view.compare_with_best(moment, scale, budget)
        moments.append(moment)
    return tuple(moments)


def share_victory(result: GameResult, seats: int) -> tuple[float, ...]:
    """Return the chances at the end: winners who win apart share the victory, a side wins it together."""
    winning_sides = []
    for side in result.sides:
        if set(side) & set(result.winners):
            winning_sides.append(side)
    parts = len(winning_sides) or len(result.winners) or 1
    return tuple(round(1 / parts, 4) if seat in result.winners else 0.0 for seat in range(seats))


def _to_share(value: float, scale: float) -> float:
    """Return the scaled value, from 0 to 1."""
    return round(min(1.0, max(0.0, value * scale)), 4)


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
        factor: int = 1,
    ) -> None:
        self._evaluator = evaluator
        self._dice = dice
        self._observations = [Observation(game, position, seed, seat) for seat in range(seats)]
        self._sides = game.list_teams(GameRun(game, position, seed).state) or tuple((seat,) for seat in range(seats))
        self._playouts = factor * max(MIN_SEAT_PLAYOUTS, evaluator.analysis_playouts // (POSITION_SHARE * seats))
        self._max_moves = max(evaluator.horizon, MIN_PLAYOUT_ROUNDS * seats)

    def chances(self) -> tuple[tuple[float, ...], float]:
        """Return the chances of all seats, and the factor that scales a seat's value to its chance.

        The chances of all sides and the chance that nobody wins add up to one.
        """
        nobody = 0.0
        values: list[float] = []
        for seat in range(len(self._observations)):
            value, nobody_chance = self._average_playouts(seat, None)
            values.append(value)
            nobody += nobody_chance / len(self._observations)
        for side in self._sides:
            mean = sum(values[seat] for seat in side) / len(side)
            for seat in side:
                values[seat] = mean
        scale = (1 - nobody) / (sum(values[side[0]] for side in self._sides) or 1.0)
        return tuple(_to_share(value, scale) for value in values), scale

    def estimate_chance(self, seat: Seat) -> float:
        """Return the seat's value of the position, averaged over playouts."""
        return self._average_playouts(seat, None)[0]

    def estimate_move(self, seat: Seat, words: Words) -> float:
        """Return the seat's value with a move made, averaged over playouts in the worlds of `estimate_chance`."""
        return self._average_playouts(seat, words)[0]

    def compare_with_best(self, moment: Moment, scale: float, budget: Budget) -> Moment:
        """Return the moment with the captain's move, if it is better than the move made in the same worlds."""
        seat, dice = moment.seat, self._dice
        observation = self._observations[seat]
        best = CAPTAIN.rank_candidates(observation, self._evaluator, budget, dice)[0].words
        gain = 0.0
        if best != moment.played:
            gain = scale * (self.estimate_move(seat, best) - self.estimate_move(seat, moment.played))
        if gain <= 0:
            return msgspec.structs.replace(moment, best=moment.played)
        had = [text for text, _ in find_gains(observation, self._evaluator, dice, moment.played)]
        missed = None
        for text, _ in find_gains(observation, self._evaluator, dice, best):
            if text not in had:
                missed = text
                break
        return msgspec.structs.replace(moment, best=best, gain=round(gain, 4), missed=missed)

    def _average_playouts(self, seat: Seat, words: Words | None) -> tuple[float, float]:
        """Return the seat's value and the chance that nobody wins, averaged over playouts that begin with the move."""
        total = nobody = 0.0
        for world_number in range(self._playouts):
            playout = Playout(self._observations[seat], self._evaluator, self._dice, world_number)
            if words is not None:
                playout.make_move(seat, words)
            playout.play_on(self._max_moves - (words is not None))
            total += playout.evaluate(seat)
            nobody += self._evaluator.nobody_chance(playout.run.state)
        return total / self._playouts, nobody / self._playouts
