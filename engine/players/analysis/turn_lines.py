"""Find the lines by which a seat can go on with its turn.

A move alone says little where a turn has several: a raid is worth what the moves behind it make of it. So the turn is finished
behind each first move by a beam search in one world (Lowerre, "The Harpy speech recognition system", 1976), which keeps the
positions with the highest values. The same moves in another order are the same turn: a line does not go on through a position that
was played on behind an earlier first move. What is best after a draw depends on what was drawn, so a line may also end at its
first draw: of both the one with the better value in several worlds is taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from statistics import fmean
from typing import Any, NamedTuple

import msgspec

from engine.kernel.dice import Dice
from engine.kernel.menu import Words, generate_moves
from engine.kernel.position import GameRun
from engine.players.draw import can_make, create_random_stream, draw_move
from engine.players.evaluator import Evaluator
from engine.players.observation import Observation
from engine.players.playout import Line, Playout

LINE_WORLD, VALUE_WORLDS = 70, 3
"""The number of the world in which lines are searched, and in how many worlds from it on they are evaluated."""
BEAM_WIDTH = 6
"""How many positions behind a first move are played on: with three, walks behind a raid to Fresh Waters were dropped."""
MAX_FURTHER_MOVES = 8
"""How many moves a line has behind its first one."""
MAX_EXPANDED_MOVES = 30
"""How many moves of a position are tried; of more than these some are drawn."""


class FoundLine(NamedTuple):
    """A line and the value behind it, from 0 to 1, the average of some worlds."""

    moves: Line
    value: float


class _Node(NamedTuple):
    """A position behind some moves of a line. `before_draw` is the part of it up to its first draw, None before that."""

    moves: Line
    value: float
    run: GameRun[Any]
    before_draw: _Node | None
    is_end: bool
    key: bytes


class TurnLines:
    """Searches lines of one observation."""

    def __init__(self, observation: Observation, evaluator: Evaluator, dice: Dice) -> None:
        self._observation, self._evaluator, self._dice = observation, evaluator, dice
        self._values: dict[bytes, float] = {}
        self._played_on = set[bytes]()

    def find_lines(self, first_moves: Sequence[Words]) -> list[FoundLine]:
        """Return the best line behind each first move, best first; of equal ones the shorter comes first.

        A first move that only leads to the turn of an earlier one in another order has none.
        """
        found = [line for line in map(self._find_line, first_moves) if line is not None]
        return sorted(found, key=lambda line: (-line.value, len(line.moves)))

    def know_line(self, line: Line) -> None:
        """Leave out of all lines the positions behind the moves of this one."""
        self._played_on.update(map(_identify, self._make_legal_moves(line)))

    def _make_legal_moves(self, line: Line) -> Iterator[GameRun[Any]]:
        """Make the moves of a line as long as they are legal, and yield the run after each."""
        run = self._observation.world(self._dice, LINE_WORLD)
        for words in line:
            if not can_make(run, self._observation.seat, words):
                return
            run.push(self._observation.seat, words)
            yield run

    def evaluate(self, line: Line) -> FoundLine:
        """Return a line with its value."""
        seat, values = self._observation.seat, list[float]()
        for world_number in range(LINE_WORLD, LINE_WORLD + VALUE_WORLDS):
            playout = Playout(self._observation, self._evaluator, self._dice, world_number)
            playout.make_line(seat, line)
            values.append(playout.evaluate(seat))
        return FoundLine(line, fmean(values))

    def leave_detours_out(self, line: FoundLine) -> FoundLine:
        """Return a line without the moves that do not make its end better."""
        for number in range(len(line.moves) - 1):
            moves = line.moves[:number] + line.moves[number + 1 :]
            if sum(1 for _ in self._make_legal_moves(moves)) < len(moves):
                continue
            shorter = self.evaluate(moves)
            if shorter.value >= line.value:
                return self.leave_detours_out(shorter)
        return line

    def _find_line(self, first_move: Words) -> FoundLine | None:
        """Return the best line behind a first move that was found, None if all go on as earlier ones did."""
        beam = self._play_all([(first_move,)], None, set())
        known = self._played_on.copy()
        ends: list[_Node] = []
        for _ in range(MAX_FURTHER_MOVES):
            self._played_on.update(node.key for node in beam)
            ends += [node for node in beam if node.is_end]
            children: list[_Node] = []
            for node in beam:
                if not node.is_end:
                    children += self._play_all([(*node.moves, move) for move in self._list_moves(node)], node, known)
            beam = sorted(children, key=lambda node: -node.value)[:BEAM_WIDTH]
        ends += beam
        if not ends:
            return None
        before_draw = [node.before_draw or node for node in ends]
        lines = {max(nodes, key=lambda node: node.value).moves for nodes in (ends, before_draw)}
        return max(map(self.evaluate, sorted(lines)), key=lambda line: line.value)

    def _list_moves(self, node: _Node) -> list[Words]:
        """List the moves that are tried in a position."""
        seat, run = self._observation.seat, node.run
        menu = run.build_menu(seat)
        moves = list(islice(generate_moves(menu), MAX_EXPANDED_MOVES + 1))
        if len(moves) <= MAX_EXPANDED_MOVES:
            return moves
        random = create_random_stream(self._dice, LINE_WORLD, f"line {node.moves}")
        drawn = (draw_move(self._evaluator, run.state, seat, menu, random) for _ in range(MAX_EXPANDED_MOVES))
        return list(dict.fromkeys(drawn))

    def _play_all(self, lines: Sequence[Line], before: _Node | None, known: set[bytes]) -> list[_Node]:
        """Return the positions after lines that are not known yet, given the position before their last moves if there is any."""
        seat, before_draw = self._observation.seat, None if before is None else before.before_draw
        nodes: list[_Node] = []
        for moves in lines:
            run = self._copy_world(moves, before)
            run.push(seat, moves[-1])
            key = _identify(run)
            if key in known:
                continue
            known.add(key)
            if key not in self._values:
                self._values[key] = self._evaluator.value(run.state, seat)
            is_end = list(run.situation.questions) != [seat]
            node = _Node(moves, self._values[key], run, before_draw, is_end, key)
            is_first_draw = before_draw is None and run.out.barrier_count > 0
            nodes.append(node._replace(before_draw=node) if is_first_draw else node)
        return nodes

    def _copy_world(self, moves: Line, before: _Node | None) -> GameRun[Any]:
        """Return a copy of the world before the last move of a line."""
        if before is not None and self._observation.can_copy(before.run):
            return before.run.clone()
        run = self._observation.world(self._dice, LINE_WORLD)
        for move in moves[:-1]:
            run.push(self._observation.seat, move)
        return run


def _identify(run: GameRun[Any]) -> bytes:
    """Return bytes that tell positions apart, however many moves led there."""
    return msgspec.json.encode((run.state, run.answers))
