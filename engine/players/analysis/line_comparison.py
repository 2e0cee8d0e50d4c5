"""Compare a move of a finished game with the best other one, each with the rest of the turn behind it.

A move is worth what the turn makes of it, so lines are compared: the best that begins with the move made, which may be the one
that was played, and the best that begins with another move (`turn_lines.py`). A mistake is thus named where the better line was
left, and not at a move that prepared it. Both are scored by the game's own search in the same worlds. One of them counts as better
only if the difference is clearly greater than its error and the playouts of the curve agree, which say how much better.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from statistics import fmean
from typing import NamedTuple

import msgspec

from engine.kernel.menu import Words
from engine.kernel.text import Text, write_plain_text
from engine.players.analysis.game_analysis import Moment, StudyDepth
from engine.players.analysis.position_analysis import PositionAnalysis, to_share
from engine.players.analysis.turn_lines import FoundLine, TurnLines
from engine.players.computer_levels import CAPTAIN, Budget
from engine.players.hints import (
    CLEAR_ERRORS,
    FIRST_COMPARISON_WORLD,
    MIN_COMPARED_WORLDS,
    drop_equal_moves,
    find_gains,
    measure_lead,
)
from engine.players.playout import Line
from engine.players.rival_win import LOST_CHANCE
from engine.players.search_factory import create_search

COMPARED_WORLDS = MIN_COMPARED_WORLDS
"""In how many worlds lines are compared, and in twice as many in a second look."""
WORLDS_AT_A_TIME = 4
"""A comparison that will hardly become clear is given up after this many worlds, or twice as many."""
GAIN_PLAYOUTS = 12
"""By how many playouts of the curve a gain is measured at least."""
CLEAR_VALUE_LEAD = 0.03
"""If the value of a line is better by this, the search need agree only by more than its error, not twice as much.

A mistake needs a better line whose value is not worse; praise needs a line that is better by this.
"""
CAPTAIN_PLAYOUTS = 32
"""How many playouts the captain's search makes in a second look at most: it only names moves, which are then compared."""
MAX_FIRST_MOVES = 8
"""How many other moves are played on to the end of the turn."""
MAX_COMPARED_LINES = 2
"""How many lines of either kind are scored in the first worlds."""


class _Pair(NamedTuple):
    """The best line with the move made, the best other one, and which of them is clearly better, None if they are about equal."""

    own: Line
    other: Line
    better: Line | None = None


class LineComparison:
    """Compares the move of one moment. `rest` are the moves by which the turn went on."""

    def __init__(self, view: PositionAnalysis, moment: Moment, rest: Line, depth: StudyDepth, budget: Budget) -> None:
        self._view, self._moment, self._depth, self._budget = view, moment, depth, budget
        self._observation = view.observations[moment.seat]
        self._played_line = (moment.played, *rest)

    def compare(self) -> Moment:
        """Return the moment with the best other move that was found."""
        view, moment, depth = self._view, self._moment, self._depth
        lines = TurnLines(self._observation, view.evaluator, view.dice)
        others = lines.find_lines(self._list_other_moves())
        if not others:
            return moment
        is_checked = depth.asks_captain or depth.compares_all
        moment = msgspec.structs.replace(
            moment,
            alternative=others[0].moves[0],
            has_one_alternative=len(others) == 1,
            is_checked=is_checked,
        )
        own_lines = self._list_own_lines(lines)
        if own_lines[0].value >= others[0].value and not is_checked:
            return moment
        others = list(islice((line for line in others if not view.loses(line.moves[0])), MAX_COMPARED_LINES))
        if others:
            return self._judge(moment, self._find_pair(own_lines, others, is_both_ways=is_checked))
        if not view.rival_wins.is_safe(moment.played):
            return moment
        gain = min(0.0, LOST_CHANCE - self._estimate_chance(self._played_line))
        return msgspec.structs.replace(moment, gain=round(gain, 4), is_checked=True)

    def _list_other_moves(self) -> list[Words]:
        """List the best moves that lead elsewhere: one that leads to the same position is the same move."""
        view, observation = self._view, self._observation
        if self._depth.asks_captain:
            playouts = min(CAPTAIN_PLAYOUTS, CAPTAIN.count_playouts(view.evaluator, self._budget))
            budget = Budget(playouts, self._budget.time_limit_s)
            ranked = CAPTAIN.rank_candidates(observation, view.evaluator, budget, view.dice)
        else:
            ranked = view.rank_moves(self._moment.seat)
        return drop_equal_moves(observation, view.dice, ranked, MAX_FIRST_MOVES, other_than=self._moment.played)

    def _list_own_lines(self, lines: TurnLines) -> list[FoundLine]:
        """List the line that was played, the move made alone and the best line behind it that was found, best first.

        Moves behind a draw were chosen for what was drawn, so the move made may be better alone.
        """
        own_lines = lines.find_lines([self._moment.played])
        known = {line.moves for line in own_lines}
        own_lines += map(lines.evaluate, {self._played_line, (self._moment.played,)} - known)
        return sorted(own_lines, key=lambda line: (-line.value, line.moves))

    def _find_pair(self, own_lines: Sequence[FoundLine], others: Sequence[FoundLine], *, is_both_ways: bool) -> _Pair:
        """Return the lines that are best in the first worlds, and compare these in more.

        Unless `is_both_ways`, only a better alternative is of interest: one that is not ahead is dropped after the first worlds. So
        is any comparison whose difference is less than its error after more of them.
        """
        worlds = COMPARED_WORLDS * (2 if is_both_ways else 1)
        if self._budget.max_playouts is not None:
            worlds = min(worlds, max(2, self._budget.max_playouts))
        view = self._view
        search = create_search(self._observation, view.evaluator, view.dice)
        groups = own_lines[:MAX_COMPARED_LINES], others
        first_worlds = min(WORLDS_AT_A_TIME, worlds)
        lines = [line.moves for group in groups for line in group]
        scores = search.score_lines(lines, FIRST_COMPARISON_WORLD, first_worlds)
        own, other = (max(group, key=lambda line: fmean(scores[line.moves])) for group in groups)
        own_scores, other_scores = scores[own.moves], scores[other.moves]
        while True:
            lead, error = measure_lead(other_scores, own_scores)
            size = abs(lead) if is_both_ways else lead
            if size <= (error if len(own_scores) > first_worlds else 0.0):  # the first worlds only tell which is ahead
                return _Pair(own.moves, other.moves)
            if len(own_scores) == worlds:
                break
            more = min(WORLDS_AT_A_TIME, worlds - len(own_scores))
            scores = search.score_lines([own.moves, other.moves], FIRST_COMPARISON_WORLD + len(own_scores), more)
            own_scores += scores[own.moves]
            other_scores += scores[other.moves]
        better, behind = (other, own) if lead > 0 else (own, other)
        value_lead = better.value - behind.value
        errors = 1.0 if value_lead >= CLEAR_VALUE_LEAD else CLEAR_ERRORS
        is_clear = worlds >= MIN_COMPARED_WORLDS and size > errors * error
        min_value_lead = 0.0 if better is other else CLEAR_VALUE_LEAD
        return _Pair(own.moves, other.moves, better.moves if is_clear and value_lead >= min_value_lead else None)

    def _judge(self, moment: Moment, pair: _Pair) -> Moment:
        """Return the moment with the other line, and how much better it is if both the search and the curve say so."""
        moment = msgspec.structs.replace(moment, alternative=pair.other[0], plan=pair.other[1:])
        if pair.better is None:
            return moment
        gain = round(self._estimate_chance(pair.other) - self._estimate_chance(pair.own), 4)
        if gain == 0 or (gain < 0) != (pair.better == pair.own):
            return moment
        if gain < 0:
            return msgspec.structs.replace(moment, gain=gain)
        view, observation = self._view, self._observation
        had = {
            _omit_size(text): size
            for text, size in find_gains(observation, view.evaluator, view.dice, self._played_line)
        }
        gains = find_gains(observation, view.evaluator, view.dice, pair.other)
        missed = next((text for text, size in gains if size > had.get(_omit_size(text), 0.0)), None)
        return msgspec.structs.replace(moment, gain=gain, missed=missed)

    def _estimate_chance(self, line: Line) -> float:
        """Return the mover's chance behind a line on the scale of the curve, by playouts in the same worlds."""
        value = self._view.estimate_line(self._moment.seat, line, GAIN_PLAYOUTS)
        return to_share(value, self._moment.scale)


def _omit_size(gain: Text) -> str:
    """Return a gain without its number: who comes three points nearer has not missed to come two points nearer."""
    return write_plain_text(msgspec.structs.replace(gain, args={**gain.args, "n": 1}))
