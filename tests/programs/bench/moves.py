"""Validated random moves per second beside python-chess and catanatron: list what is legal, choose, have it checked, move.

One core, rounds of ours and of the peer in turn, so that a busy machine slows both.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import catanatron
import chess

from engine.kernel import registry
from engine.kernel.menu import sample
from engine.kernel.position import Run, start
from engine.kernel.registry import AnyGame
from engine.kernel.script import settle
from tests.programs.bench.row import Row, compared

ROUNDS = 9
SECONDS = 0.25


def ours(game: AnyGame, luck: random.Random) -> Callable[[], int]:
    """Plays random games of a game, one after the other; each call makes one move."""
    options = settle(game.settings, {})
    roll = luck.random
    run: Run[Any] | None = None

    def move() -> int:
        nonlocal run
        if run is None or run.result is not None:
            seed = str(luck.random())
            run = Run(game, start(game, game.seats[-1], options, seed).position, seed)
            return 0
        seat = luck.choice(list(run.now.ask))
        run.play(seat, sample(run.menu(seat), lambda n: int(roll() * n)))
        return 1

    return move


def chess_moves(luck: random.Random) -> Callable[[], int]:
    """The same of chess: `parse_uci` raises for an illegal move, as our `play` does."""
    board, roll = chess.Board(), luck.random

    def move() -> int:
        nonlocal board
        legal = list(board.legal_moves)
        if not legal or board.halfmove_clock >= 150:
            board = chess.Board()
            return 0
        board.push(board.parse_uci(legal[int(roll() * len(legal))].uci()))
        return 1

    return move


def catan_moves(luck: random.Random) -> Callable[[], int]:
    """The same of Catan for four, the board game among our peers: `execute` refuses what is not playable."""
    seats = tuple(catanatron.Color)
    game: Any = None

    def move() -> int:
        nonlocal game
        if game is None or game.winning_color() is not None or game.state.num_turns >= 1000:
            players = [catanatron.Player(seat) for seat in seats]
            game = catanatron.Game(players, seed=luck.randrange(2**31))
            return 0
        playable = game.state.playable_actions
        game.execute(playable[int(luck.random() * len(playable))])
        return 1

    return move


PEERS = {"python-chess": chess_moves, "catanatron": catan_moves}


def speed(move: Callable[[], int]) -> float:
    """Moves per second."""
    made, began = 0, time.perf_counter()
    while (spent := time.perf_counter() - began) < SECONDS:
        made += move()
    return made / spent


def rows() -> list[Row]:
    """A row for each registered game and peer."""
    return [_row(slug, name, peer) for slug in registry.slugs() for name, peer in PEERS.items()]


def _row(slug: str, name: str, peer: Callable[[random.Random], Callable[[], int]]) -> Row:
    luck = random.Random(slug)  # noqa: S311 - a benchmark keeps no secrets
    mine, theirs = ours(registry.load(slug), luck), peer(luck)
    aim = "at least 1" if slug == "amundsen" and name == "python-chess" else "ours at least 5,000"
    return compared(
        f"random moves, {slug} | {name}",
        lambda: speed(mine),
        lambda: speed(theirs),
        "moves/s",
        rounds=ROUNDS,
        aim=aim,
    )
