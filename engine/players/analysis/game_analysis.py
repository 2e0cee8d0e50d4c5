"""The analysis of a finished game as plain data, and what can be read from it: turning points, best and worst moves."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple, Optional

import msgspec

from engine.kernel.menu import Words
from engine.kernel.script import GameResult
from engine.kernel.text import Seat, Text

MAX_TURNING_POINTS = 3
MAX_LISTED_MOVES = 3
"""How many of a seat's best and worst moves are listed."""
SAME_CHANCE_ROUNDS = 2
"""Of mistakes that missed the same within this many rounds only the most costly is listed."""
MIN_MISTAKE, MIN_BLUNDER = 0.1, 0.15
"""What a move has lost of the chance that is called so, as on lichess.org. Of smaller losses games of mates confirm none."""
MIN_SUSPICION = 0.05
"""The loss in a first look from which on a second one is worth its time."""
MIN_TURN = 0.1
"""A smaller change of a chance over a round is no turning point."""
MIN_CAUSE, MIN_CAUSE_SHARE = 0.05, 0.2
"""A move that changed a chance by less, or by a smaller part of the turn, explains no turn."""
CLEAR_LEAD = 0.75
"""Who has this chance has turned the game before: that it rises further is a turning point only if another one missed something."""
MOVER_SHARE = 0.7
"""A change is told of the mover if it is at least this part of the greatest change of a seat."""
GOOD_MOVE_WEIGHT = 0.25
"""How much the explanation of a turn by a good move counts, compared with one by a mistake."""
MIN_CLEAR_MERIT, MERIT_WEIGHT = 0.1, 3
"""A mistake or a draw that cost this much counts more than a push: moves that only make use of it push too."""
TURNING_POINT_SPACING = 25
"""Two turning points are at least one part in this many of the game apart."""


class Moment(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move of the log. `number` moves had been made before it; `seat` answered `played`.

    `chances` are the chances of all seats before the move, from 0 to 1. `chosen` is the mover's chance with the move made, before
    any card or die; None if neither chance nor anything hidden had an effect.

    `alternative` is the best other move that was found, () if there was none, and `plan` the moves behind it in the same turn:
    whole lines are compared. `gain` is how much better its line is for the mover in the same worlds, below 0 how much worse, and 0
    if they are about equal or were not compared. `missed` is what it does that the line played does not. `is_checked`: both were
    compared in a second look, for which the captain named the alternative or agreed.
    `is_obvious`: a look one move ahead would make it too, or there was one other move only, such as to waste an effect.
    `is_turn_end`: the move ended the turn and did nothing else. `is_answer`: it answered what another move had raised.
    `base_log_odds` are the log-odds of the mover's chance before the move if its value were one half, so that they tell the chance
    behind any line from its value (`PositionAnalysis.estimate_line_chance`); 0 if a search knows the chances.

    Where the chances are averaged over a round, `push` is what the move alone changed in the chances of all seats: the difference
    of the estimates before and after it, less what the passing of the turn usually changes; () where they are not.
    """

    number: int
    seat: Seat
    played: Words
    chances: tuple[float, ...]
    chosen: Optional[float] = None
    alternative: Words = ()
    gain: float = 0.0
    missed: Optional[Text] = None
    is_checked: bool = False
    is_turn_end: bool = False
    is_answer: bool = False
    base_log_odds: float = 0.0
    push: tuple[float, ...] = ()
    plan: tuple[Words, ...] = ()
    is_obvious: bool = False

    @property
    def without_comparison(self) -> Moment:
        """The moment with its chances as they were estimated, and without what it was compared with."""
        return msgspec.structs.replace(self, alternative=(), plan=(), gain=0.0, missed=None)

    @property
    def is_mistake(self) -> bool:
        """Whether a second look found a clearly better line."""
        return self.is_checked and self.gain >= MIN_MISTAKE

    @property
    def is_suspicious(self) -> bool:
        """Whether a first look found a line that looks better, which no second one has judged."""
        return not self.is_checked and self.gain >= MIN_SUSPICION

    @property
    def is_better_than_others(self) -> bool:
        """Whether a second look found that the best other line is clearly worse."""
        return self.is_checked and self.gain <= -MIN_MISTAKE

    @property
    def other_line(self) -> tuple[Words, ...]:
        """The alternative and the moves behind it, () if there is none."""
        return (self.alternative, *self.plan) if self.alternative else ()


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


class Turn(NamedTuple):
    """A seat, and its chance before and after the round around a move, at the points of the curve `first` and `last`."""

    seat: Seat
    before: float
    after: float
    first: int
    last: int

    @property
    def change(self) -> float:
        """How much the chance changed."""
        return self.after - self.before


class StudyDepth(msgspec.Struct, frozen=True):
    """How closely moves are looked at.

    `compares_all`: a move is compared with the best other one even if it looks best. `asks_captain`: the captain's search names the
    other move. `estimate` is the moment that an earlier look at this one move has estimated, which a second look need not do again.
    `max_moves` limits how many of the moves are looked at; the others tell how the turn went on.
    """

    compares_all: bool = False
    asks_captain: bool = False
    estimate: Optional[Moment] = None
    max_moves: Optional[int] = None


FIRST_LOOK = StudyDepth()


class Analysis(msgspec.Struct, frozen=True):
    """A whole game: every move, the chances at the end, the turning points in order, and the moves of a round, an even number."""

    moments: tuple[Moment, ...]
    final: tuple[float, ...]
    turning: tuple[Moment, ...] = ()
    round_length: int = 2

    def list_worst_moves(self, seat: Seat, *, only_checked: bool = True) -> tuple[Moment, ...]:
        """Return the seat's moves to which another one was clearly better, the most costly first."""
        mistakes = [
            moment
            for moment in self.moments
            if moment.seat == seat and (moment.is_mistake or (moment.is_suspicious and not only_checked))
        ]
        listed: list[Moment] = []
        for moment in sorted(mistakes, key=lambda moment: (-moment.gain, moment.number)):
            if not any(self._is_same_chance(moment, other) for other in listed):
                listed.append(moment)
        return tuple(listed[:MAX_LISTED_MOVES])

    def _is_same_chance(self, moment: Moment, other: Moment) -> bool:
        """Return whether two mistakes are of one turn, or missed the same, one soon after the other."""
        first, last = sorted(map(self._find_index, (moment, other)))
        if all(between.seat == moment.seat for between in self.moments[first:last]):
            return True
        is_near = last - first <= SAME_CHANCE_ROUNDS * self.round_length
        return is_near and moment.missed is not None and moment.missed == other.missed

    def list_best_moves(self, seat: Seat) -> tuple[Moment, ...]:
        """Return the seat's moves that are clearly better than the best other one, the most useful first."""
        good = [
            moment
            for moment in self.moments
            if moment.seat == seat and moment.is_better_than_others and not moment.is_obvious
        ]
        return tuple(sorted(good, key=lambda moment: (moment.gain, moment.number))[:MAX_LISTED_MOVES])

    def plan_second_look(self) -> dict[int, StudyDepth]:
        """Return the indices of the moments to look at a second time, and how closely."""
        worst: set[int] = set()
        promising: set[int] = set()
        for seat in range(len(self.final)):
            worst |= {self._find_index(moment) for moment in self.list_worst_moves(seat, only_checked=False)}
            promising |= {self._find_index(moment) for moment in self._list_promising_moves(seat)}
        asked = worst | set(self._find_causes(MAX_TURNING_POINTS).values())
        return {index: StudyDepth(index in promising, index in asked) for index in sorted(asked | promising)}

    def _list_promising_moves(self, seat: Seat) -> list[Moment]:
        """Return the seat's moves that lifted its chance most and to which no better one was found."""
        lifting = [
            moment
            for moment in self.moments
            if moment.seat == seat and moment.alternative and moment.gain <= 0 and self.measure(moment).choice > 0
        ]
        return sorted(lifting, key=lambda moment: (-self.measure(moment).choice, moment.number))[:MAX_LISTED_MOVES]

    def _find_index(self, moment: Moment) -> int:
        return moment.number - self.moments[0].number

    def measure(self, moment: Moment) -> MoveEffect:
        """Return what a move changed for its seat."""
        after = self.chances_after(moment)[moment.seat]
        return MoveEffect(moment.chances[moment.seat], after if moment.chosen is None else moment.chosen, after)

    def chances_after(self, moment: Moment) -> tuple[float, ...]:
        """Return the chances of all seats after a moment."""
        return self._list_chances(self._find_index(moment) + 1)

    def find_turned_seat(self, moment: Moment) -> Seat:
        """Return the seat whose chance the move changed most; the mover if its own changed nearly as much, or by a mistake."""
        if moment.is_mistake:
            return moment.seat
        return _find_changed_seat(moment.chances, self.chances_after(moment), moment.seat)

    def measure_turn(self, moment: Moment) -> Turn:
        """Return how a seat's chance changed over the round around a move, the one that changed most.

        The round does not reach over a certain win: who gives it away has lost it, even if it had come by an error.
        """
        index, half = self._find_index(moment), self.round_length // 2
        first, last = max(0, index - half), min(len(self.moments), index + 1 + half)
        certain = [point for point in range(first, last + 1) if is_certain(self._list_chances(point))]
        first = max([first, *(point for point in certain if point <= index)])
        last = min([last, *(point for point in certain if point > index)])
        before, after = self._list_chances(first), self._list_chances(last)
        seat = _find_changed_seat(before, after, moment.seat)
        return Turn(seat, before[seat], after[seat], first, last)

    def _list_chances(self, index: int) -> tuple[float, ...]:
        """Return the chances of all seats at a point of the curve."""
        return self.moments[index].chances if index < len(self.moments) else self.final

    def luckiest_moments(self, seat: Seat) -> tuple[Moment, ...]:
        """Return the seat's moments with an effect of chance, the largest first."""
        own_moments = [moment for moment in self.moments if moment.seat == seat and moment.chosen is not None]
        return tuple(sorted(own_moments, key=lambda moment: (-abs(self.measure(moment).luck), moment.number)))

    def find_turning_points(self, max_points: int = MAX_TURNING_POINTS) -> tuple[int, ...]:
        """Return the indices of the moments at which the curve turned most and for good, in the order of play."""
        return tuple(sorted(self.find_turns(max_points)))

    def find_turns(self, max_points: int = MAX_TURNING_POINTS) -> dict[int, Turn]:
        """Return the greatest turns of the curve by the index of the moment that explains them.

        A turn is what changes over the round around a move, so that a rise which the next answer takes back is none. Its moment is
        the mistake or the draw of this round that explains it, if there is one.
        """
        causes = self._find_causes(max_points)
        return {cause: self.measure_turn(self.moments[peak]) for peak, cause in causes.items()}

    def _find_causes(self, max_points: int) -> dict[int, int]:
        """Return the indices in whose rounds the curve turned most, in rounds that do not overlap, with the indices of the causes.

        A change to which no move gave a clear push is left out: many small things did it, or the estimates drifted.
        """
        min_distance = max(self.round_length + 1, len(self.moments) // TURNING_POINT_SPACING)
        sizes = [self._measure_size(self.measure_turn(moment)) for moment in self.moments]
        steps = [self._measure_step(moment) for moment in self.moments]
        causes: dict[int, int] = {}
        for index in sorted(range(len(sizes)), key=lambda n: (-round(sizes[n], 4), -round(steps[n], 4), n)):
            if len(causes) == max_points or sizes[index] < MIN_TURN:
                break
            if all(abs(index - other) >= min_distance for other in causes):
                cause = self._find_cause(index)
                if cause is not None:
                    causes[index] = cause
        return causes

    def _measure_size(self, turn: Turn) -> float:
        """Return how much the chance changed for good: a change that the next round takes back, or that does so itself, is none.

        Neither is one that only confirmed who was clearly ahead, unless a rival missed a chance.
        """
        before, after = self._list_chances(turn.first), self._list_chances(turn.last)
        leader = before.index(max(before))
        confirms = before[leader] >= CLEAR_LEAD and after[leader] >= before[leader]
        moments = self.moments[turn.first : turn.last]
        is_chance_missed = any(_is_rival(moment, leader) and moment.gain >= MIN_CLEAR_MERIT for moment in moments)
        if confirms and not is_chance_missed:
            return 0.0
        first = turn.first if is_certain(before) else max(0, turn.first - self.round_length)
        earlier = self._list_chances(first)[turn.seat]
        later = self._list_chances(min(len(self.moments), turn.last + self.round_length))[turn.seat]
        changes = (turn.change, later - turn.before, turn.after - earlier)
        return max(0.0, min(math.copysign(1.0, turn.change) * change for change in changes))

    def _measure_step(self, moment: Moment) -> float:
        """Return how much the move alone changed the chance of the seat that its turn is about."""
        seat = self.measure_turn(moment).seat
        return abs(self.chances_after(moment)[seat] - moment.chances[seat])

    def _find_cause(self, peak: int) -> int | None:
        """Return the index of the move in the round around a moment that explains the turn best, None if none does.

        This is the mistake, the draw, the good move or the push that changed the chance most.
        """
        turn, half = self.measure_turn(self.moments[peak]), self.round_length // 2
        direction = math.copysign(1.0, turn.change)

        def rate(index: int) -> float:
            moment = self.moments[index]
            push = direction * self._list_pushes(moment)[turn.seat]
            merit = direction * self._measure_merit(moment, turn.seat, counts_luck=push > 0)
            if merit >= MIN_CLEAR_MERIT:
                merit *= MERIT_WEIGHT
            # A mistake turned no game for who made it, an answer did what it did itself, a move with an equal one what it drew.
            is_own_mistake = moment.gain >= MIN_MISTAKE and merit < 0
            if moment.is_checked and moment.alternative and moment.gain >= 0:
                return merit if merit >= MIN_CLEAR_MERIT else 0.0
            return merit if is_own_mistake or moment.is_answer else max(merit, push)

        def turns_here(index: int) -> bool:
            """Return whether the curve moves the same way around the move as over the round."""
            first, last = max(0, index - half // 2), min(len(self.moments), index + 1 + half // 2)
            return direction * (self._list_chances(last)[turn.seat] - self._list_chances(first)[turn.seat]) > 0

        window = range(max(0, peak - half), min(len(self.moments), peak + half + 1))
        candidates = (index for index in window if self._can_explain(index) and turns_here(index))
        cause = max(candidates, default=peak, key=rate)
        return cause if round(rate(cause), 4) >= max(MIN_CAUSE, MIN_CAUSE_SHARE * abs(turn.change)) else None

    def _can_explain(self, index: int) -> bool:
        """Return whether a turn of the curve can be named after a move.

        A forced move explains nothing. The end of a turn does so only if something better was left out, and the last move before
        the win is certain or the game over only if a draw decided it: otherwise the win was there before it, the next seat found
        it, or the line shows how the final scoring went.
        """
        moment = self.moments[index]
        if moment.gain >= MIN_MISTAKE:
            return True
        if moment.is_turn_end or (not moment.alternative and moment.chosen is None):
            return False
        return index + 1 < self._find_certain_end() or moment.chosen is not None

    def _find_certain_end(self) -> int:
        """Return the index of the point from which on a seat wins for certain, at most the end of the game."""
        certain = len(self.moments)
        while certain and is_certain(self.moments[certain - 1].chances):
            certain -= 1
        return certain

    def _list_pushes(self, moment: Moment) -> Sequence[float]:
        """List what a move alone changed in the chances of all seats."""
        after = self.chances_after(moment)
        return moment.push or [end - start for start, end in zip(moment.chances, after, strict=True)]

    def _measure_merit(self, moment: Moment, seat: Seat, *, counts_luck: bool) -> float:
        """Return how much the chance of a seat owes to a mistake or a good move, and to its luck.

        A good move counts less: to punish a mistake is less than the mistake. Luck does not count (`counts_luck`) if the move as a
        whole pushed the other way.
        """
        own_merit = -moment.gain if moment.gain > 0 else -moment.gain * GOOD_MOVE_WEIGHT
        if counts_luck:
            own_merit += self.measure(moment).luck
        return -own_merit if _is_rival(moment, seat) else own_merit


def _is_rival(moment: Moment, seat: Seat) -> bool:
    """Return whether a moment is one of a rival of the seat: partners always have the same chance."""
    return moment.chances[moment.seat] != moment.chances[seat]


def _find_changed_seat(before: Sequence[float], after: Sequence[float], mover: Seat) -> Seat:
    """Return the seat whose chance changed most; the mover if its own changed nearly as much."""
    changes = [abs(new - old) for old, new in zip(before, after, strict=True)]
    if changes[mover] >= MOVER_SHARE * max(changes):
        return mover
    return changes.index(max(changes))


def is_certain(chances: Sequence[float]) -> bool:
    """Return whether a seat wins for certain."""
    return max(chances) == 1


def share_victory(result: GameResult, seats: int) -> tuple[float, ...]:
    """Return the chances at the end: winners who win apart share the victory, a side wins it together."""
    winning_sides = [side for side in result.sides if set(side) & set(result.winners)]
    parts = len(winning_sides) or len(result.winners) or 1
    return tuple(round(1 / parts, 4) if seat in result.winners else 0.0 for seat in range(seats))
