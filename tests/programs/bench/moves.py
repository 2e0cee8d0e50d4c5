"""Benchmark of validated random moves a second of processor time against python-chess and catanatron: list the legal
moves, choose one, validate it, make it. It also lists every complete move of a ply, against python-chess's
`legal_moves`.

It runs on one core, with our rounds and the peer's in turn, so that a busy machine slows both.
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
from engine.kernel.menu import generate_moves, sample_move
from engine.kernel.position import GameRun, begin_game
from engine.kernel.registry import AnyGame
from engine.kernel.script import complete_options
from tests.programs.bench.row import BenchRow, measure_alternately

ROUND_COUNT = 9
ROUND_DURATION_S = 0.2
RATIO_GOALS = {"amundsen": 1.0, "expanse": 0.8, "northwest": 0.8, "paso": 0.6}
LISTED_PLIES, MAX_LISTED_MOVES = 12, 2_000
"""The number of plies with all their moves listed in a round, and the most moves of one ply: The Expanse has thousands."""


def create_player(game: AnyGame, rng: random.Random) -> Callable[[], int]:
    """Create a player of random games, one after the other. Each call makes one move."""
    options = complete_options(game.settings, {})
    roll = rng.random
    run: GameRun[Any] | None = None

    def move() -> int:
        nonlocal run
        if run is None or run.result is not None:
            seed = str(rng.random())
            run = GameRun(game, begin_game(game, game.seat_counts[-1], options, seed).position, seed)
            return 0
        seat = rng.choice(list(run.situation.questions))
        run.play(seat, sample_move(run.build_menu(seat), lambda n: int(roll() * n)))
        return 1

    return move


def create_chess_player(rng: random.Random) -> Callable[[], int]:
    """Create a player of chess: `parse_uci` raises for an illegal move, as our `play` does."""
    board, roll = chess.Board(), rng.random

    def move() -> int:
        nonlocal board
        legal = list(board.legal_moves)
        if not legal or board.halfmove_clock >= 150:
            board = chess.Board()
            return 0
        board.push(board.parse_uci(legal[int(roll() * len(legal))].uci()))
        return 1

    return move


def create_catan_player(rng: random.Random) -> Callable[[], int]:
    """Create a player of Catan for four, the peer among board games: `execute` refuses an unplayable action."""
    seats = tuple(catanatron.Color)
    game: Any = None

    def move() -> int:
        nonlocal game
        if game is None or game.winning_color() is not None or game.state.num_turns >= 1000:
            players = [catanatron.Player(seat) for seat in seats]
            game = catanatron.Game(players, seed=rng.randrange(2**31))
            return 0
        playable = game.state.playable_actions
        game.execute(playable[int(rng.random() * len(playable))])
        return 1

    return move


PEER_PLAYERS = {"python-chess": create_chess_player, "catanatron": create_catan_player}


def measure_speed(move: Callable[[], int]) -> float:
    """Return moves per second of processor time."""
    made, began = 0, time.process_time()
    while (spent := time.process_time() - began) < ROUND_DURATION_S:
        made += move()
    return made / spent


class MoveLister:
    """Lists all complete moves of plies of random games. `plies` and `generate_moves` count them."""

    def __init__(self, game: AnyGame, rng: random.Random) -> None:
        self.plies = self.moves = 0
        self._game, self._luck = game, rng
        self._options = complete_options(game.settings, {})
        self._run: GameRun[Any] | None = None

    def measure_speed(self) -> float:
        """Return the moves listed per second of processor time; the moves made in between do not count."""
        spent, listed = 0.0, 0
        for _ in range(LISTED_PLIES):
            run = self._run
            if run is None or run.result is not None:
                seed = str(self._luck.random())
                run = self._run = GameRun(
                    self._game, begin_game(self._game, self._game.seat_counts[-1], self._options, seed).position, seed
                )
            seat = self._luck.choice(list(run.situation.questions))
            fresh = run.clone()
            began = time.process_time()
            found = sum(1 for _ in islice(generate_moves(fresh.build_menu(seat)), MAX_LISTED_MOVES))
            spent += time.process_time() - began
            listed += found
            run.play(seat, sample_move(run.build_menu(seat), self._luck.randrange))
        self.plies, self.moves = self.plies + LISTED_PLIES, self.moves + listed
        return listed / spent


def create_chess_lister(rng: random.Random) -> Callable[[], float]:
    """Create a lister of chess moves."""
    board = chess.Board()

    def speed() -> float:
        nonlocal board
        spent, listed = 0.0, 0
        for _ in range(10 * LISTED_PLIES):
            began = time.process_time()
            legal = list(board.legal_moves)
            spent += time.process_time() - began
            listed += len(legal)
            if not legal or board.halfmove_clock >= 150:
                board = chess.Board()
            else:
                board.push(rng.choice(legal))
        return listed / spent

    return speed


def measure_rows() -> list[BenchRow]:
    """Return a row for each registered game and peer."""
    found = [_measure_row(slug, name, peer) for slug in registry.list_slugs() for name, peer in PEER_PLAYERS.items()]
    return [*found, *map(_measure_listing, registry.list_slugs())]


def _measure_listing(slug: str) -> BenchRow:
    luck = random.Random(slug)  # noqa: S311 - a benchmark keeps no secrets
    lists = MoveLister(registry.load_game(slug), luck)
    row = measure_alternately("", lists.measure_speed, create_chess_lister(luck), "listed/s", rounds=ROUND_COUNT)
    return row._replace(name=f"{lists.moves / lists.plies:,.0f} moves a ply, {slug} | chess")


def _measure_row(slug: str, name: str, peer: Callable[[random.Random], Callable[[], int]]) -> BenchRow:
    luck = random.Random(slug)  # noqa: S311 - a benchmark keeps no secrets
    mine, theirs = create_player(registry.load_game(slug), luck), peer(luck)
    aim = f"at least {RATIO_GOALS[slug]}" if slug in RATIO_GOALS and name == "python-chess" else "ours at least 5,000"
    return measure_alternately(
        f"random moves, {slug} | {name}",
        lambda: measure_speed(mine),
        lambda: measure_speed(theirs),
        "moves/s",
        rounds=ROUND_COUNT,
        goal=aim,
    )
