"""Find positions of computer games in which one turn is clearly best."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from engine.commands import start_game
from engine.kernel.lesson import Goal
from engine.kernel.menu import Words, find_forced_move
from engine.kernel.position import GameRun, Position
from engine.kernel.registry import AnyGame
from engine.kernel.text import IllegalMoveError, Seat
from engine.players.computer_levels import GreedyPlayer
from tests.programs.presses.decisions import play_decisions
from tests.programs.puzzles.search import TurnSearch, list_worlds, measure_line, search_turn

MIN_FIRST_MOVES = 8
"""The moves that a puzzle must offer at its beginning."""
MAX_GOOD_SHARE = 0.15
"""The share of the first moves behind which the best result may be reached; a single one is always few enough."""


class FoundPuzzle(msgspec.Struct, frozen=True):
    """A puzzle, and the game in which it was found: its seed and all moves before it, lines as in a record."""

    seed: str
    seats: int
    game_moves: tuple[str, ...]
    seat: Seat
    goal: str
    target: int
    second: int
    moves: tuple[str, ...]
    first_move_count: int
    good_first_moves: int
    node_count: int

    @property
    def difficulty(self) -> float:
        """How much there is to see: long lines among many choices come first."""
        return len(self.moves) * 10 + self.first_move_count / self.good_first_moves


def find_puzzles(
    game: AnyGame, seats: int, seed: str, max_nodes: int, *, goal_name: str = "", last_turns: int = 0
) -> Iterator[FoundPuzzle]:
    """Play a game between computer players, and yield the puzzles in it.

    They are of one goal or of all goals, in the last turns or in all. A goal that ends the game is reached in the last turns only.
    """
    goals = [goal for goal in game.goals if goal.describe is not None and goal_name in ("", goal.name)]
    opening = start_game(game, seats, {}, seed).position
    log: list[str] = []
    turns: list[tuple[Position[Any], Seat]] = []
    for position, seat in _list_decisions(game, opening, seed, log):
        if not turns or seat != turns[-1][1]:
            turns.append((position, seat))
    for position, seat in turns[-last_turns:]:
        for goal in goals:
            found = prove_puzzle(game, position, seed, seat, goal, max_nodes)
            if found is not None:
                yield FoundPuzzle(
                    seed,
                    seats,
                    tuple(log[: position.move_count]),
                    seat,
                    goal.name,
                    int(found.best),
                    int(found.second),
                    tuple(map(" ".join, found.moves)),
                    found.first_move_count,
                    found.good_first_moves,
                    found.node_count,
                )


def _list_decisions(
    game: AnyGame, opening: Position[Any], seed: str, log: list[str]
) -> Iterator[tuple[Position[Any], Seat]]:
    """Yield the decisions of a game, and add its moves to `log`."""
    run: GameRun[Any] = GameRun(game, opening, seed)
    for decision in play_decisions(game, opening, seed, GreedyPlayer(worlds=1)):
        while run.position.move_count < decision.position.move_count:
            seat = min(run.situation.questions)
            forced = find_forced_move(run.build_menu(seat))
            assert forced is not None
            log.append(_format_line(seat, forced))
            run.play(seat, forced)
        yield run.position, decision.seat
        log.append(_format_line(decision.seat, decision.words))
        run.play(decision.seat, decision.words)


def prove_puzzle(
    game: AnyGame, position: Position[Any], seed: str, seat: Seat, goal: Goal, max_nodes: int
) -> TurnSearch | None:
    """Search a turn in all worlds; None if no line is clearly best, or if it depends on what the seat cannot know."""
    found: TurnSearch | None = None
    for world in list_worlds(game, position, seed, seat):
        searched = search_turn(world, seat, goal, max_nodes)
        if searched is None or (found is None and not _is_clear(searched)):
            return None
        if position.answers and searched.has_chance:
            return None
        if found is None:
            found = searched
        elif searched.best != found.best or not _reaches(world, seat, goal, found):
            return None
    return found


def _is_clear(searched: TurnSearch) -> bool:
    if searched.best <= 0 or searched.first_move_count < MIN_FIRST_MOVES:
        return False
    return searched.good_first_moves <= max(1, MAX_GOOD_SHARE * searched.first_move_count)


def _reaches(world: GameRun[Any], seat: Seat, goal: Goal, found: TurnSearch) -> bool:
    try:
        return measure_line(world, seat, goal, found.moves) == found.best
    except IllegalMoveError:
        return False


def _format_line(seat: Seat, words: Words) -> str:
    return f"{seat} {' '.join(words)}"
