"""Compare a move of a finished game with the best other one, each with the rest of the turn behind it.

A move is worth what the turn makes of it, so lines are compared: the best that begins with the move made, which may be the one
that was played, and the best that begins with another move (`turn_lines.py`). A mistake is thus named where the better line was
left, and not at a move that prepared it. Both are scored by the game's own search in the same worlds. One of them counts as better
only if the difference is clearly greater than its error and the playouts of the curve agree, which say how much better.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import NamedTuple

import msgspec

from engine.kernel.menu import Words
from engine.kernel.text import Text
from engine.players.analysis.game_analysis import Moment, StudyDepth
from engine.players.analysis.position_analysis import PositionAnalysis
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
from engine.players.rival_win import LOST_CHANCE, RIVAL_WORLDS
from engine.players.search_factory import create_search

COMPARED_WORLDS = MIN_COMPARED_WORLDS
"""In how many worlds lines are compared, and in twice as many in a second look."""
WORLDS_AT_A_TIME = 4
"""A comparison that will hardly become clear is given up after this many worlds, or twice as many."""
SECOND_LOOK_WORLD = 200
"""The first world of a second look: what seemed best in the worlds of the first one may have been lucky there."""
GAIN_PLAYOUTS = 12
"""By how many playouts of the curve a gain is measured at least."""
CLEAR_VALUE_LEAD = 0.03
"""If the value of a line is better by this, the search need agree only by more than its error, not twice as much.

Praise needs a line that is better by this, and a first look does not compare a move that is.
"""
DOUBT_WEIGHT = 3
"""A better line whose value is worse needs a lead in the search of more than this many times as much.

The search sees further than the value: who takes a Compass of 1911 in time looks slow at first.
"""
CAPTAIN_PLAYOUTS = 32
"""How many playouts the captain's search makes in a second look at most: it only names moves, which are then compared."""
MAX_GAIN_RATIO = 3
"""A gain by the playouts of the curve counts up to this many times the lead in the search."""
MAX_FIRST_MOVES, MAX_CHECKED_FIRST_MOVES = 5, 8
"""How many other moves are played on to the end of the turn, and how many in a second look."""
MAX_COMPARED_LINES = 3
"""How many lines of either kind are scored in the first worlds."""


class _Pair(NamedTuple):
    """The best line with the move made, the best other one, and which of them is clearly better, None if they are about equal.

    `lead` is by how much the search values the better one higher, from 0 to 1. `prevents_win`: the next seat wins behind it
    in fewer worlds.
    """

    own: Line
    other: Line
    better: Line | None = None
    lead: float = 0.0
    prevents_win: bool = False


def _put_best_first(lines: Iterable[FoundLine]) -> list[FoundLine]:
    return sorted(lines, key=lambda line: (-line.value, line.moves))


class LineComparison:
    """Compares the move of one moment. `rest` are the moves by which the turn went on."""

    def __init__(self, view: PositionAnalysis, moment: Moment, rest: Line, depth: StudyDepth, budget: Budget) -> None:
        self._view, self._moment, self._depth, self._budget = view, moment, depth, budget
        self._observation = view.observations[moment.seat]
        self._played_line = (moment.played, *rest)
        self._is_second_look = depth.asks_captain or depth.compares_all
        self._first_world = SECOND_LOOK_WORLD if self._is_second_look else 0

    def compare(self) -> Moment:
        """Return the moment with the best other move that was found."""
        view, moment, is_checked = self._view, self._moment, self._is_second_look
        lines = TurnLines(self._observation, view.evaluator, view.dice)
        own_lines = self._list_own_lines(lines)
        other_moves = self._list_other_moves()
        if not other_moves:
            return moment
        others = lines.find_lines(other_moves)
        moment = msgspec.structs.replace(
            moment,
            alternative=others[0].moves[0] if others else other_moves[0],
            is_obvious=is_checked and self._is_obvious(other_moves),
            is_checked=is_checked,
        )
        if not others or (not is_checked and self._is_clearly_ahead(own_lines[0], others[0])):
            return moment
        others = self._select_others(own_lines[0], others)
        if not others:
            return self._judge_defence(moment)
        own_lines, others = self._make_comparable(lines, own_lines, others)
        if not others:
            return moment
        pair = self._find_pair(own_lines, others, is_both_ways=is_checked)
        return self._judge(moment, self._weigh_risks(pair, [line.moves for line in others]))

    def _is_clearly_ahead(self, own_line: FoundLine, other: FoundLine) -> bool:
        """Return whether the best line with the move made needs no comparison."""
        return own_line.value >= other.value + CLEAR_VALUE_LEAD and not self._measure_risk(own_line.moves)

    def _select_others(self, own_line: FoundLine, others: Sequence[FoundLine]) -> list[FoundLine]:
        """Return the other lines to compare, without moves that lose; if the move made is a risk, the safest first."""
        selected = [line for line in others if not self._view.loses(line.moves[0])]
        if self._measure_risk(own_line.moves):
            selected.sort(key=lambda line: self._measure_risk(line.moves))
        return selected[:MAX_COMPARED_LINES]

    def _judge_defence(self, moment: Moment) -> Moment:
        """Return the moment of a move beside which all others lose: a good one if it is safe."""
        if not self._view.rival_wins.is_safe(moment.played):
            return moment
        gain = min(0.0, LOST_CHANCE - self._estimate_chance(self._played_line))
        return msgspec.structs.replace(moment, gain=round(gain, 4), is_checked=True)

    def _list_other_moves(self) -> list[Words]:
        """List the best moves that lead elsewhere: one that leads to the same position is the same move."""
        view, observation = self._view, self._observation
        max_moves = MAX_CHECKED_FIRST_MOVES if self._depth.asks_captain else MAX_FIRST_MOVES
        if self._depth.asks_captain:
            playouts = min(CAPTAIN_PLAYOUTS, CAPTAIN.count_playouts(view.evaluator, self._budget))
            budget = Budget(playouts, self._budget.time_limit_s)
            ranked = CAPTAIN.rank_candidates(observation, view.evaluator, budget, view.dice)
        else:
            ranked = view.rank_moves(self._moment.seat)
        return drop_equal_moves(observation, view.dice, ranked, max_moves, other_than=self._moment.played)

    def _is_obvious(self, other_moves: Sequence[Words]) -> bool:
        """Return whether there is one other move only, or a look one move ahead would make the same move."""
        values = {move.words: move.mean for move in self._view.rank_moves(self._moment.seat)}
        other_value = max(values.get(words, 0.0) for words in other_moves)
        return len(other_moves) == 1 or values.get(self._moment.played, 0.0) >= other_value

    def _list_own_lines(self, lines: TurnLines) -> list[FoundLine]:
        """List the line that was played, the move made alone and the best line behind it that was found, best first.

        Moves behind a draw were chosen for what was drawn, so the move made may be better alone.
        """
        own_lines = lines.find_lines([self._moment.played])
        lines.know_line(self._played_line)
        known = {line.moves for line in own_lines}
        own_lines += map(lines.evaluate, {self._played_line, (self._moment.played,)} - known)
        return _put_best_first(own_lines)

    def _make_comparable(
        self, lines: TurnLines, own_lines: Sequence[FoundLine], others: Sequence[FoundLine]
    ) -> tuple[list[FoundLine], list[FoundLine]]:
        """Return both kinds of lines without detours, best first.

        What another line does later may be done behind the move made too.
        """
        played = self._moment.played
        shorter = set(map(lines.leave_detours_out, others))
        others = [line for line in shorter if line.moves[0] != played]
        own = {*own_lines, *(line for line in shorter if line.moves[0] == played)}
        for line in others:
            own.update(map(lines.evaluate, [(played, *line.moves[1:]), (played, *line.moves)]))
        return _put_best_first(own), _put_best_first(others)

    def _find_pair(self, own_lines: Sequence[FoundLine], others: Sequence[FoundLine], *, is_both_ways: bool) -> _Pair:
        """Return the lines that are best in the first worlds, and compare these in more.

        Unless `is_both_ways`, only a better alternative is of interest: one that is not ahead is dropped after the first worlds. So
        is any comparison whose difference is less than its error after more of them.
        """
        worlds = COMPARED_WORLDS * (2 if is_both_ways else 1)
        if self._budget.max_playouts is not None:
            worlds = min(worlds, max(2, self._budget.max_playouts))
        search = create_search(self._observation, self._view.evaluator, self._view.dice)
        groups = own_lines[:MAX_COMPARED_LINES], others
        first_worlds = min(WORLDS_AT_A_TIME, worlds)
        compared = [line.moves for group in groups for line in group]
        world = FIRST_COMPARISON_WORLD + self._first_world
        scores = search.score_lines(compared, world, first_worlds)
        own_line, other = (max(group, key=lambda line: fmean(scores[line.moves])) for group in groups)
        own_scores, other_scores = scores[own_line.moves], scores[other.moves]
        while True:
            lead, error = measure_lead(other_scores, own_scores)
            size = abs(lead) if is_both_ways else lead
            if size <= (error if len(own_scores) > first_worlds else 0.0):  # the first worlds only tell which is ahead
                return _Pair(own_line.moves, other.moves)
            if len(own_scores) == worlds:
                break
            more = min(WORLDS_AT_A_TIME, worlds - len(own_scores))
            scores = search.score_lines([own_line.moves, other.moves], world + len(own_scores), more)
            own_scores += scores[own_line.moves]
            other_scores += scores[other.moves]
        own_value, other_value = (search.to_value(fmean(scored)) for scored in (own_scores, other_scores))
        search_lead = abs(other_value - own_value)
        better, behind = (other, own_line) if lead > 0 else (own_line, other)
        value_lead = better.value - behind.value
        errors = 1.0 if value_lead >= CLEAR_VALUE_LEAD else CLEAR_ERRORS
        is_clear = worlds >= MIN_COMPARED_WORLDS and size > errors * error
        min_value_lead = CLEAR_VALUE_LEAD if better is own_line else -search_lead / DOUBT_WEIGHT
        is_clear &= value_lead >= min_value_lead
        return _Pair(own_line.moves, other.moves, better.moves if is_clear else None, search_lead)

    def _weigh_risks(self, pair: _Pair, others: Sequence[Line]) -> _Pair:
        """Return the pair with regard to the worlds in which the next seat wins: playouts seldom find these wins.

        No line is better that lets it win in more worlds than the one with the move made. The one that does so in the fewest is.
        """
        risk = self._measure_risk(pair.own)
        safest = min([pair.other, *others], key=self._measure_risk)
        if self._measure_risk(safest) < risk:
            return _Pair(pair.own, safest, safest, risk - self._measure_risk(safest), prevents_win=True)
        is_riskier = pair.better == pair.other and self._measure_risk(pair.other) > risk
        return pair._replace(better=None) if is_riskier else pair

    def _measure_risk(self, line: Line) -> float:
        """Return the share of worlds in which the next seat wins behind a line."""
        return self._view.count_rival_wins(line) / RIVAL_WORLDS

    def _judge(self, moment: Moment, pair: _Pair) -> Moment:
        """Return the moment with the other line, and how much better it is if both the search and the curve say so."""
        moment = msgspec.structs.replace(moment, alternative=pair.other[0], plan=pair.other[1:])
        if pair.better is None:
            return moment
        gain = round(self._estimate_chance(pair.other) - self._estimate_chance(pair.own), 4)
        if gain == 0 or (gain < 0) != (pair.better == pair.own):
            return moment
        limit = round(MAX_GAIN_RATIO * pair.lead, 4)
        gain = max(-limit, min(limit, gain))
        if gain < 0:
            return msgspec.structs.replace(moment, gain=gain)
        return msgspec.structs.replace(moment, gain=gain, missed=self._find_missed(pair))

    def _find_missed(self, pair: _Pair) -> Text | None:
        """Return the greatest gain of the other line over the one with the move made, None if none can be named.

        It counts only as much as it also gains over the present position: who keeps what the other one gives away takes nothing.
        """
        observation, evaluator, dice = self._observation, self._view.evaluator, self._view.dice
        if pair.prevents_win:
            return self._view.rival_wins.describe_prevention()
        over_now = find_gains(observation, evaluator, dice, pair.other)
        limits = {text.template: weight for text, weight in reversed(over_now)}  # of several the greatest
        gains: list[tuple[float, Text]] = []
        for text, weight in find_gains(observation, evaluator, dice, pair.other, than=pair.own):
            if text.template in limits:
                gains.append((min(weight, limits[text.template]), text))
        return max(gains, key=lambda gain: gain[0], default=(0.0, None))[1]

    def _estimate_chance(self, line: Line) -> float:
        """Return the mover's chance behind a line on the scale of the curve, by playouts in the same worlds."""
        chance = self._view.estimate_line_chance(self._moment, line, GAIN_PLAYOUTS, self._first_world)
        return chance * (1 - self._measure_risk(line))
