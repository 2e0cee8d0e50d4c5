"""Validated random moves a second of processor time beside python-chess and catanatron: list what is legal, choose, have it
checked, move; and every complete move of a ply listed, beside python-chess's `legal_moves`.

One core, rounds of ours and of the peer in turn, so that a busy machine slows both.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from itertools import islice
from typing import Any

import catanatron
import chess

from engine.kernel import registry
from engine.kernel.menu import moves, sample
from engine.kernel.position import Run, start
from engine.kernel.registry import AnyGame
from engine.kernel.script import settle
from tests.programs.bench.row import Row, compared

ROUNDS = 9
SECONDS = 0.2
AIMS = {"amundsen": 1.0, "expanse": 0.8, "northwest": 0.8, "paso": 0.6}
PLIES, LISTED = 12, 2_000
"""Plies of which all moves are listed in a round, and how many moves at most of one ply: The Expanse has thousands."""


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
    """Moves per second of processor time."""
    made, began = 0, time.process_time()
    while (spent := time.process_time() - began) < SECONDS:
        made += move()
    return made / spent


class Lists:
    """Lists all complete moves of plies of random games; `plies` and `moves` count them."""

    def __init__(self, game: AnyGame, luck: random.Random) -> None:
        self.plies = self.moves = 0
        self._game, self._luck = game, luck
        self._options = settle(game.settings, {})
        self._run: Run[Any] | None = None

    def speed(self) -> float:
        """Moves listed per second of processor time; the moves made in between do not count."""
        spent, listed = 0.0, 0
        for _ in range(PLIES):
            run = self._run
            if run is None or run.result is not None:
                seed = str(self._luck.random())
                run = self._run = Run(
                    self._game, start(self._game, self._game.seats[-1], self._options, seed).position, seed
                )
            seat = self._luck.choice(list(run.now.ask))
            fresh = run.clone()
            began = time.process_time()
            found = sum(1 for _ in islice(moves(fresh.menu(seat)), LISTED))
            spent += time.process_time() - began
            listed += found
            run.play(seat, sample(run.menu(seat), self._luck.randrange))
        self.plies, self.moves = self.plies + PLIES, self.moves + listed
        return listed / spent


def chess_lists(luck: random.Random) -> Callable[[], float]:
    """The same of chess."""
    board = chess.Board()

    def speed() -> float:
        nonlocal board
        spent, listed = 0.0, 0
        for _ in range(10 * PLIES):
            began = time.process_time()
            legal = list(board.legal_moves)
            spent += time.process_time() - began
            listed += len(legal)
            if not legal or board.halfmove_clock >= 150:
                board = chess.Board()
            else:
                board.push(luck.choice(legal))
        return listed / spent

    return speed


def rows() -> list[Row]:
    """A row for each registered game and peer."""
    found = [_row(slug, name, peer) for slug in registry.slugs() for name, peer in PEERS.items()]
    return [*found, *map(_listed, registry.slugs())]


def _listed(slug: str) -> Row:
    luck = random.Random(slug)  # noqa: S311 - a benchmark keeps no secrets
    lists = Lists(registry.load(slug), luck)
    row = compared("", lists.speed, chess_lists(luck), "listed/s", rounds=ROUNDS)
    return row._replace(name=f"{lists.moves / lists.plies:,.0f} moves a ply, {slug} | chess")


def _row(slug: str, name: str, peer: Callable[[random.Random], Callable[[], int]]) -> Row:
    luck = random.Random(slug)  # noqa: S311 - a benchmark keeps no secrets
    mine, theirs = ours(registry.load(slug), luck), peer(luck)
    aim = f"at least {AIMS[slug]}" if slug in AIMS and name == "python-chess" else "ours at least 5,000"
    return compared(
        f"random moves, {slug} | {name}",
        lambda: speed(mine),
        lambda: speed(theirs),
        "moves/s",
        rounds=ROUNDS,
        aim=aim,
    )
