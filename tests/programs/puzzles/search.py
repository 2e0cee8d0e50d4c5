"""Search a turn exhaustively: every line of moves of a seat until another one is to move, with equal positions merged."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from engine.kernel.dice import Dice
from engine.kernel.lesson import Goal
from engine.kernel.menu import Words, generate_moves
from engine.kernel.position import GameRun, Position
from engine.kernel.registry import AnyGame
from engine.kernel.text import Seat
from engine.players.observation import Observation

PROOF_WORLDS = 2
"""The worlds, besides the true one, in which a puzzle must have the same best result."""


class TurnSearch(msgspec.Struct, frozen=True):
    """All that a seat can reach before another one is to move.

    `best` is the highest measure of the goal, `moves` the shortest line that reaches it, `second` the next lower measure.
    `first_move_count` counts the moves at the beginning, `good_first_moves` those behind which the best is reached. `node_count`
    counts the positions that were compared. `has_chance`: a roll or a reveal comes before a further move of the seat.
    """

    best: int
    second: int
    moves: tuple[Words, ...]
    first_move_count: int
    good_first_moves: int
    node_count: int
    has_chance: bool = False


class _Node(msgspec.Struct):
    """A position of the turn: the line that leads to it, and the first moves that do."""

    run: GameRun[Any]
    moves: tuple[Words, ...]
    first_moves: set[Words]
    followers: list[bytes]


def search_turn(run: GameRun[Any], seat: Seat, goal: Goal, max_nodes: int) -> TurnSearch | None:
    """Search all lines of a seat breadth first; None if there are more than `max_nodes` positions."""
    before = run.clone().state
    nodes: dict[bytes, _Node] = {}
    measures: dict[bytes, int] = {}
    first_moves: list[Words] = []
    has_chance = False
    tried, queue = 0, [_Node(run.clone(), (), set(), [])]
    while queue:
        node = queue.pop(0)
        for words in generate_moves(node.run.build_menu(seat)):
            tried += 1
            if tried > 4 * max_nodes or len(nodes) > max_nodes:
                return None
            if not node.moves:
                first_moves.append(words)
            after = node.run.clone()
            after.push(seat, words)
            key = _encode(after)
            node.followers.append(key)
            first_move = (node.moves or (words,))[0]
            if key in nodes:
                _spread(nodes, key, node.first_moves or {first_move})
                continue
            following = _Node(after, (*node.moves, words), set(node.first_moves or {first_move}), [])
            nodes[key] = following
            measures[key] = goal.measure(before, after.state, seat)
            if list(after.situation.questions) == [seat]:
                has_chance = has_chance or after.out.barrier_count > 0
                queue.append(following)
    best = max(measures.values(), default=0)
    best_keys = [key for key, measure in measures.items() if measure == best]
    shortest = min((nodes[key].moves for key in best_keys), key=len, default=())
    good = set[Words]().union(*(nodes[key].first_moves for key in best_keys))
    second = max((measure for measure in measures.values() if measure < best), default=best)
    return TurnSearch(best, second, shortest, len(first_moves), len(good), len(nodes), has_chance)


def _encode(run: GameRun[Any]) -> bytes:
    """Return a key that equal positions share: the state, and the questions that are asked."""
    menus = {seat: run.build_menu(seat) for seat in run.situation.questions}
    asked = [(seat, menu.name, menu.prompt.template, list(menu.open_words)) for seat, menu in menus.items()]
    return msgspec.json.encode((run.state, asked))


def _spread(nodes: dict[bytes, _Node], key: bytes, first_moves: set[Words]) -> None:
    """Note that more first moves lead to a position, and to everything behind it."""
    node = nodes[key]
    if first_moves <= node.first_moves:
        return
    node.first_moves |= first_moves
    for follower in node.followers:
        if follower in nodes:
            _spread(nodes, follower, first_moves)


def list_worlds(game: AnyGame, position: Position[Any], seed: str, seat: Seat) -> Iterator[GameRun[Any]]:
    """Yield the true position, and then others that look the same to the seat.

    In the middle of a turn there are no others, since only the script of the turn knows what has happened in it.
    """
    yield GameRun(game, position, seed)
    if position.answers:
        return
    observation = Observation(game, position, seed, seat)
    for number in range(PROOF_WORLDS):
        yield observation.world(Dice(f"{seed}/proof"), number)


def measure_line(run: GameRun[Any], seat: Seat, goal: Goal, moves: tuple[Words, ...]) -> int:
    """Return the highest measure that a line reaches in a world. Raises IllegalMoveError if it is not possible there."""
    before, measures = run.clone().state, [0]
    for words in moves:
        run.play(seat, words)
        measures.append(goal.measure(before, run.state, seat))
    return max(measures)
