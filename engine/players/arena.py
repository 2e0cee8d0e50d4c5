"""Games between computer players: how often each level wins, and how certain that is.

One seat of the first level plays against other levels in all other seats, and the seats rotate. A shared victory counts as an even
share, and so does a game that nobody won. The strength is the share converted to a game of two, so that an even split is one half.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from engine.kernel.dice import Dice
from engine.kernel.menu import Words
from engine.kernel.position import GameRun, begin_game
from engine.kernel.registry import AnyGame
from engine.kernel.text import Seat, write_plain_text
from engine.players.circles import needs_safe_move
from engine.players.computer_levels import LEVELS, Budget, choose_move

NORMAL_QUANTILE_95 = 1.96
"""Standard deviations to either side that hold 95 % of a normal distribution."""
MAX_GAME_MOVES = 3_000
"""Moves after which a game is given up."""


class ArenaGame(msgspec.Struct, frozen=True):
    """A finished game. Seats count from 0; `levels`, `points`, `roles`, `turns` and `lines` are by seat. A
    role is the side, faction or character, "" in a game without.

    `costs` are the CPU times of the first level's decisions in ms. `turns` counts how often a seat became the only one to move;
    `lines` are the lines of the score that are not 0. Older files have neither.
    """

    seed: str
    levels: tuple[str, ...]
    winners: tuple[Seat, ...]
    points: tuple[int, ...]
    roles: tuple[str, ...]
    moves: int
    reason: str
    costs: tuple[int, ...]
    turns: tuple[int, ...] = ()
    lines: tuple[dict[str, int], ...] = ()


class ChosenMove(NamedTuple):
    """A move that was chosen, and the CPU time of the decision in ms."""

    seat: Seat
    words: Words
    cost_ms: int


class ArenaScore(msgspec.Struct, frozen=True):
    """The result of a series for the level of `levels[0]`.

    Shares and strengths are from 0 to 1, with the ends of their 95 % intervals; `points` are averages of the first level and of the
    others; CPU times are seconds a decision.
    """

    levels: tuple[str, ...]
    seats: int
    games: int
    share: float
    share_interval: tuple[float, float]
    strength: float
    strength_interval: tuple[float, float]
    points: tuple[float, float]
    nobody: int
    moves: float
    cpu_median: float
    cpu_95: float


def play_game(
    game: AnyGame,
    levels: Sequence[str],
    seats: int,
    number: int,
    seed: str,
    options: dict[str, str],
    budget: Budget | None = None,
) -> ArenaGame:
    """Play game `number` of a series; with the same playouts it is always the same game.

    `levels[0]` has seat number % seats, the other levels follow in turn.
    """
    game_seed = f"{seed}-{number}"
    first_seat = number % seats
    level_by_seat = assign_levels(levels, seats, number)
    run = GameRun(game, begin_game(game, seats, options, game_seed).position, game_seed)
    costs_ms: list[int] = []
    turns = [0] * seats
    moves_made, turn_seat = 0, -1
    for move in play_moves(run, level_by_seat, game_seed, budget):
        moves_made += 1
        if len(run.situation.questions) == 1 and not run.current_answers and move.seat != turn_seat:
            turn_seat = move.seat
            turns[turn_seat] += 1
        if move.seat == first_seat:
            costs_ms.append(move.cost_ms)
    return _record_game(run, game_seed, level_by_seat, moves_made, costs_ms, turns)


def play_moves(
    run: GameRun[Any], level_by_seat: Sequence[str], seed: str, budget: Budget | None = None
) -> Iterator[ChosenMove]:
    """Play a game to its end. Yield each move when it is chosen, while the run is still before it.

    A computer that goes round in circles plays a safe move now and then, as at a table; "random" stays random.

    Raises:
        RuntimeError: The game is not over after `MAX_GAME_MOVES` moves.
    """
    dice = Dice(f"{seed}/crew")
    last_seat, moves_in_row = -1, 0
    while run.questions:
        if run.position.move_count >= MAX_GAME_MOVES:
            raise RuntimeError(f"the game with seed {seed} is not over after {MAX_GAME_MOVES} moves")
        seat = min(run.situation.questions)
        level = level_by_seat[seat]
        moves_in_row = moves_in_row + 1 if seat == last_seat else 0
        last_seat = seat
        started = time.process_time()
        words = choose_move(level, run.game, run.position, seed, seat, dice, budget)
        cost_ms = round(1000 * (time.process_time() - started))
        if needs_safe_move(moves_in_row) and level in LEVELS:
            words = run.game.safe_move(seat, run.build_menu(seat))
        yield ChosenMove(seat, words, cost_ms)
        run.play(seat, words)


def _record_game(
    run: GameRun[msgspec.Struct],
    seed: str,
    levels: tuple[str, ...],
    moves: int,
    costs_ms: list[int],
    turns: list[int],
) -> ArenaGame:
    result = run.result
    assert result is not None
    points: list[int] = []
    roles: list[str] = []
    lines: list[dict[str, int]] = []
    for seat in range(len(levels)):
        rows = result.scores.get(seat, ())
        points.append(sum(row.points for row in rows))
        roles.append(write_plain_text(result.roles[seat]) if seat in result.roles else "")
        lines.append({write_plain_text(row.label): row.points for row in rows if row.points})
    return ArenaGame(
        seed=seed,
        levels=levels,
        winners=tuple(sorted(result.winners)),
        points=tuple(points),
        roles=tuple(roles),
        moves=moves,
        reason=write_plain_text(result.reason),
        costs=tuple(sorted(costs_ms)),
        turns=tuple(turns),
        lines=tuple(lines),
    )


def assign_levels(levels: Sequence[str], seats: int, number: int) -> tuple[str, ...]:
    """Return the level of each seat in game `number`."""
    first_seat = number % seats
    others = levels[1:]
    assigned: list[str] = []
    for seat in range(seats):
        if seat == first_seat:
            assigned.append(levels[0])
        else:
            assigned.append(others[(seat - first_seat - 1) % len(others)])
    return tuple(assigned)


def wilson_interval(won: float, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a share.

    Source: Wilson, "Probable inference, the law of succession, and statistical inference", 1927.
    """
    if not games:
        return 0.0, 1.0
    share = won / games
    z_squared = NORMAL_QUANTILE_95**2
    centre = (share + z_squared / (2 * games)) / (1 + z_squared / games)
    deviation = math.sqrt(share * (1 - share) / games + z_squared / (4 * games * games))
    half_width = NORMAL_QUANTILE_95 * deviation / (1 + z_squared / games)
    return max(0.0, centre - half_width), min(1.0, centre + half_width)


def to_two_seat_strength(share: float, seats: int, own_seats: int = 1) -> float:
    """Convert a share of the victories among `seats`, `own_seats` of them on this side, to a share of a game of two."""
    return share * (seats - own_seats) / (share * (seats - own_seats) + (1 - share) * own_seats)


def score_games(games: Sequence[ArenaGame]) -> ArenaScore:
    """Score at least one game of the same series: the same levels and the same number of seats."""
    seats = len(games[0].levels)
    first_seats = [int(game.seed.rpartition("-")[2]) % seats for game in games]
    won = 0.0
    own_points = other_points = 0
    for game, seat in zip(games, first_seats, strict=True):
        winners = game.winners or tuple(range(seats))
        won += (seat in winners) / len(winners)
        own_points += game.points[seat]
        other_points += sum(game.points) - game.points[seat]
    share = won / len(games)
    low, high = wilson_interval(won, len(games))
    low_strength, high_strength = to_two_seat_strength(low, seats), to_two_seat_strength(high, seats)
    costs_ms = sorted(cost for game in games for cost in game.costs) or [0]
    other_levels = list(games[0].levels)
    first_level = other_levels.pop(first_seats[0])
    return ArenaScore(
        levels=(first_level, *dict.fromkeys(other_levels)),
        seats=seats,
        games=len(games),
        share=round(share, 4),
        share_interval=(round(low, 4), round(high, 4)),
        strength=round(to_two_seat_strength(share, seats), 4),
        strength_interval=(round(low_strength, 4), round(high_strength, 4)),
        points=(round(own_points / len(games), 2), round(other_points / len(games) / (seats - 1), 2)),
        nobody=sum(not game.winners for game in games),
        moves=round(sum(game.moves for game in games) / len(games), 1),
        cpu_median=costs_ms[len(costs_ms) // 2] / 1000,
        cpu_95=costs_ms[int(len(costs_ms) * 0.95)] / 1000,
    )


def is_conclusive(score: ArenaScore, aim: float = 0.5) -> bool:
    """Return whether the interval of the strength lies wholly on one side of the aim.

    A series that is checked after every game is wrong a little more often than one time in twenty.
    """
    low, high = score.strength_interval
    return low > aim or high < aim
