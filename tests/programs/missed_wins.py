"""Count the wins that computer players miss: turns in which a seat could have won for certain, and did not.

    python -m tests.programs.missed_wins paso --level mate --seats 2 --games 200

The check shares no code with the search of the players (`engine/players/winning_turn.py`): it follows every move of a turn that may
still win, without an order and without the evaluator. A line of moves counts if it wins in the table's own position and in
`PROOF_WORLDS` others that look the same to the seat, so nothing hidden and no die is part of it. A game that a turn can win says in
`tests/rules/SLUG/winning_bound.py` which positions cannot; the others are decided by their scoring and are left out. The exit code
is 1 if a win was missed.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any, cast

import msgspec

from engine.commands import start_game
from engine.kernel import registry
from engine.kernel.dice import Dice
from engine.kernel.menu import Words, generate_moves
from engine.kernel.position import GameRun, Position
from engine.kernel.registry import AnyGame
from engine.kernel.text import Seat
from engine.players.arena import play_moves
from engine.players.computer_levels import LEVELS
from engine.players.draw import is_complete_move
from engine.players.observation import Observation

PROOF_WORLDS = 3
"""The worlds, besides the true one, in which a line has to win."""
BOUND_MODULE = "tests.rules.{slug}.winning_bound"
MAX_SEARCHED_MOVES = 20_000
"""Moves after which a search gives up; such turns are counted apart."""
GAMES_PER_REPORT = 20
MayWin = Callable[[Any, Seat], bool]
"""Takes a state, and returns False if the seat cannot win before another one is to move."""


class OwnTurn(msgspec.Struct):
    """The decisions of a seat in a row, each with the moves that were made before it."""

    seat: Seat
    positions: list[Position[Any]] = []


class WinCount(msgspec.Struct):
    """How many turns won, how many were searched, in how many of them the search gave up, and the wins missed."""

    games: int = 0
    won: int = 0
    searched: int = 0
    given_up: int = 0
    missed: list[str] = []


class TurnTooLongError(Exception):
    """Raised if a turn has too many moves to search."""


def list_races() -> list[str]:
    """List the games that say which turns cannot win."""
    return [slug for slug in registry.list_slugs() if find_spec(BOUND_MODULE.format(slug=slug)) is not None]


def load_bound(game: AnyGame) -> MayWin:
    """Load what a game says about turns that cannot win."""
    module = import_module(BOUND_MODULE.format(slug=game.meta.slug))
    return cast("MayWin", partial(module.may_win_this_turn, game))


def count_missed_wins(game: AnyGame, level: str, seats: int, seed: str, count: WinCount) -> None:
    """Play a game among players of a level, and add the wins that they missed."""
    may_win, turns = load_bound(game), list[OwnTurn]()
    result = play_turns(game, [level] * seats, start_game(game, seats, {}, seed).position, seed, turns).result
    assert result is not None
    count.games += 1
    if turns[-1].seat in result.winners:
        count.won += 1
        turns.pop()
    for turn in turns:
        missed = find_missed_win(game, seed, turn, may_win, count)
        if missed is not None:
            count.missed.append(f"{game.meta.slug} {seats} {level} {seed} {missed}")


def find_missed_win(game: AnyGame, seed: str, turn: OwnTurn, may_win: MayWin, count: WinCount) -> str | None:
    """Describe the last decision of a turn that did not win from which a certain win was left; None if there was none."""
    lost = set[bytes]()
    for position in reversed(turn.positions):
        if not may_win(GameRun(game, position, seed).state, turn.seat):
            continue
        count.searched += 1
        try:
            line = find_certain_win(game, position, seed, turn.seat, may_win, lost)
        except TurnTooLongError:
            count.given_up += 1
            continue
        if line is not None:
            return f"move {position.move_count} seat {turn.seat}: {', '.join(map(' '.join, line))}"
    return None


def play_turns(
    game: AnyGame, level_by_seat: Sequence[str], position: Position[Any], seed: str, turns: list[OwnTurn]
) -> GameRun[Any]:
    """Play a game, and note the turns of its seats. Questions to several seats belong to no turn."""
    run: GameRun[Any] = GameRun(game, position, seed)
    last_seat = -1
    for move in play_moves(run, level_by_seat, seed):
        is_alone = len(run.situation.questions) == 1 and not run.current_answers
        if is_alone and (move.seat != last_seat or not turns):
            turns.append(OwnTurn(move.seat))
        last_seat = move.seat if is_alone else -1
        if is_alone:
            turns[-1].positions.append(run.position)
    return run


def find_certain_win(
    game: AnyGame, position: Position[Any], seed: str, seat: Seat, may_win: MayWin, lost: set[bytes]
) -> tuple[Words, ...] | None:
    """Return moves of a seat that win before another one is to move, whatever is hidden; None if there are none.

    `lost` keeps the positions of this turn from which no line wins, so that a search from an earlier one leaves them out.

    Raises:
        TurnTooLongError: There are more than `MAX_SEARCHED_MOVES` moves.
    """
    observation = Observation(game, position, seed, seat)
    worlds = [observation.world(Dice(f"{seed}/proof"), number) for number in range(PROOF_WORLDS)]
    reached, can_win = set(lost), False
    for line in list_winning_lines(GameRun(game, position, seed), seat, may_win, reached):
        can_win = True
        if all(wins(world.clone() if observation.can_copy(world) else world, seat, line) for world in worlds):
            return line
    if not can_win:
        lost |= reached
    return None


def list_winning_lines(
    run: GameRun[Any], seat: Seat, may_win: MayWin, reached: set[bytes]
) -> Iterator[tuple[Words, ...]]:
    """Yield the lines of a seat's own moves that win in this world, one for each position before the last move.

    Positions in `reached` are not followed; those that the search reaches are added.
    """
    stack: list[tuple[GameRun[Any], tuple[Words, ...]]] = [(run, ())]
    tried = 0
    while stack:
        before, line = stack.pop()
        for words in generate_moves(before.build_menu(seat)):
            tried += 1
            if tried > MAX_SEARCHED_MOVES:
                raise TurnTooLongError
            after = before.clone()
            after.push(seat, words)
            if after.result is not None:
                if seat in after.result.winners:
                    yield (*line, words)
                continue
            if list(after.situation.questions) != [seat] or not may_win(after.state, seat):
                continue
            key = msgspec.json.encode((after.state, len(after.answers)))
            if key not in reached:
                reached.add(key)
                stack.append((after, (*line, words)))


def wins(run: GameRun[Any], seat: Seat, line: tuple[Words, ...]) -> bool:
    """Return whether the moves are legal and win in this world."""
    for words in line:
        if list(run.situation.questions) != [seat] or not is_complete_move(run.build_menu(seat), words):
            return False
        run.push(seat, words)
    return run.result is not None and seat in run.result.winners


def main() -> None:
    """Play the games, and print what was missed."""
    parser = argparse.ArgumentParser(prog="python -m tests.programs.missed_wins", description=__doc__)
    parser.add_argument("slugs", nargs="*", metavar="SLUG", help=f"one of {', '.join(list_races())}; all if left out")
    parser.add_argument("--level", choices=LEVELS, default="mate")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--seed", default="missed")
    given = parser.parse_args()
    missed = 0
    for slug in given.slugs or list_races():
        game, count, began = registry.load_game(slug), WinCount(), time.process_time()
        for number in range(given.first, given.first + given.games):
            known = len(count.missed)
            count_missed_wins(game, given.level, given.seats, f"{given.seed}-{number}", count)
            for line in count.missed[known:]:
                print(line, flush=True)
            if count.games % GAMES_PER_REPORT == 0:
                print(f"{count.games} games played, {len(count.missed)} wins missed", flush=True)
        missed += len(count.missed)
        print(
            f"{slug}, {given.seats} {given.level}s, {count.games} games: {count.won} won by the last turn, "
            f"{count.searched} other positions searched, {count.given_up} given up, {len(count.missed)} wins missed, "
            f"{time.process_time() - began:.0f} s CPU",
            flush=True,
        )
    sys.exit(missed > 0)


if __name__ == "__main__":
    main()
