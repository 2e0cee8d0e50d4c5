"""Find the lines by which a seat can go on with its turn.

A move alone says little where a turn has several: a raid is worth what the moves behind it make of it. So the turn is finished
behind each first move by a beam search in one world (Lowerre, "The Harpy speech recognition system", 1976), which keeps the
positions with the highest values. What is best after a draw depends on what was drawn, so a line may also end at its first draw: of
both the one with the better value in several worlds is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from statistics import fmean
from typing import Any, NamedTuple

import msgspec

from engine.kernel.dice import Dice
from engine.kernel.menu import Menu, Words, generate_levels, generate_moves
from engine.kernel.position import GameRun
from engine.players.draw import create_random_stream, draw_move
from engine.players.evaluator import Evaluator
from engine.players.observation import Observation
from engine.players.playout import Line, Playout

LINE_WORLD, VALUE_WORLDS = 70, 3
"""The number of the world in which lines are searched, and in how many worlds from it on they are evaluated."""
BEAM_WIDTH = 8
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


class TurnLines:
    """Searches lines of one observation."""

    def __init__(self, observation: Observation, evaluator: Evaluator, dice: Dice) -> None:
        self._observation, self._evaluator, self._dice = observation, evaluator, dice

    def find_lines(self, first_moves: Sequence[Words]) -> list[FoundLine]:
        """Return the best line behind each first move, best first; of equal ones the shorter comes first."""
        return sorted(map(self._find_line, first_moves), key=lambda line: (-line.value, len(line.moves)))

    def evaluate(self, line: Line) -> FoundLine:
        """Return a line with its value."""
        seat, values = self._observation.seat, list[float]()
        for world_number in range(LINE_WORLD, LINE_WORLD + VALUE_WORLDS):
            playout = Playout(self._observation, self._evaluator, self._dice, world_number)
            playout.make_line(seat, line)
            values.append(playout.evaluate(seat))
        return FoundLine(line, fmean(values))

    def _find_line(self, first_move: Words) -> FoundLine:
        """Return the best line behind a first move that was found."""
        beam = [self._play((first_move,))]
        ends: list[_Node] = []
        for _ in range(MAX_FURTHER_MOVES):
            ends += [node for node in beam if node.is_end]
            children: dict[bytes, _Node] = {}
            for node in beam:
                if not node.is_end:
                    for child in self._expand(node):
                        children.setdefault(_identify(child.run), child)
            beam = sorted(children.values(), key=lambda node: -node.value)[:BEAM_WIDTH]
        ends += beam
        before_draw = [node.before_draw or node for node in ends]
        lines = {max(nodes, key=lambda node: node.value).moves for nodes in (ends, before_draw)}
        return max(map(self.evaluate, sorted(lines)), key=lambda line: line.value)

    def _expand(self, node: _Node) -> list[_Node]:
        """Return the positions after each move that is tried."""
        seat, run = self._observation.seat, node.run
        menu = run.build_menu(seat)
        moves = list(islice(generate_moves(menu), MAX_EXPANDED_MOVES + 1))
        if len(moves) > MAX_EXPANDED_MOVES:
            random = create_random_stream(self._dice, LINE_WORLD, f"line {node.moves}")
            drawn = (draw_move(self._evaluator, run.state, seat, menu, random) for _ in range(MAX_EXPANDED_MOVES))
            moves = list(dict.fromkeys(drawn))
        return [self._play((*node.moves, move), node) for move in moves]

    def _play(self, moves: Line, before: _Node | None = None) -> _Node:
        """Return the position after a line, given the one before its last move if there is any."""
        observation = self._observation
        seat = observation.seat
        if before is not None and observation.can_copy(before.run):
            run = before.run.clone()
        else:
            run = observation.world(self._dice, LINE_WORLD)
            for move in moves[:-1]:
                run.push(seat, move)
        is_end = ends_turn(run.build_menu(seat), moves[-1])
        run.push(seat, moves[-1])
        is_end |= list(run.situation.questions) != [seat]
        before_draw = None if before is None else before.before_draw
        node = _Node(moves, self._evaluator.value(run.state, seat), run, before_draw, is_end)
        is_first_draw = before_draw is None and run.out.barrier_count > 0
        return node._replace(before_draw=node) if is_first_draw else node


def ends_turn(menu: Menu, words: Words) -> bool:
    """Return whether a move ends the turn and does nothing else."""
    _, first_options = next(generate_levels(menu, words))
    return any(option.ends_turn for option in first_options)


def _identify(run: GameRun[Any]) -> bytes:
    """Return bytes that tell positions apart."""
    return msgspec.json.encode((run.state, run.tick, len(run.answers)))
