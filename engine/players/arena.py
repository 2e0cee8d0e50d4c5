"""Computer players against each other: who wins how often, and how sure that is.

One seat of the first level plays against the second in all other seats, and the seats are rotated. A shared victory counts as
an even share, and so does a game that nobody won. `strength` says the same for any number of seats: with `n` of them it is
share * (n - 1) / (share * (n - 1) + 1 - share), so that an even split is one half.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence

import msgspec

from engine.kernel.dice import Dice
from engine.kernel.position import Run, start
from engine.kernel.registry import AnyGame
from engine.kernel.text import Seat, plain
from engine.players.circles import in_circles
from engine.players.crew import LEVELS, Budget, choose

Z = 1.96
"""Standard deviations to either side that hold 95 % of a normal distribution."""
ENDLESS = 3_000
"""Moves after which a game between players is given up."""


class Game(msgspec.Struct, frozen=True):
    """A game that was played. Seats count from 0; `levels`, `points`, `roles`, `turns` and `lines` are by seat, `costs` the CPU
    seconds of the first level's decisions in thousandths. `turns` counts how often a seat was to move, and nobody else, after
    another one was; `lines` are those of the score that are not 0. Games of older files have neither."""

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


class Score(msgspec.Struct, frozen=True):
    """What games come to for the level of `levels[0]`: shares and strengths from 0 to 1 with the ends of their 95 % interval,
    points on average of the first level and of the others, CPU seconds a decision."""

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


def played(
    game: AnyGame,
    levels: Sequence[str],
    seats: int,
    number: int,
    seed: str,
    options: dict[str, str],
    budget: Budget | None = None,
) -> Game:
    """Game `number` of a series, always the same one under the same iterations: `levels[0]` in seat number % seats, the other
    levels in turn in the seats behind."""
    own = f"{seed}-{number}"
    mine = number % seats
    by_seat = seating(levels, seats, number)
    run = Run(game, start(game, seats, options, own).position, own)
    dice = Dice(f"{own}/crew")
    costs: list[int] = []
    made, row, last, turns, mover = 0, 0, -1, [0] * seats, -1
    while run.ask:
        if made == ENDLESS:
            raise RuntimeError(f"the game with seed {own} is not over after {ENDLESS} moves")
        seat = min(run.now.ask)
        row, last = row + 1 if seat == last else 0, seat
        if len(run.now.ask) == 1 and not run.got and seat != mover:
            mover = seat
            turns[seat] += 1
        began = time.process_time()
        words = choose(by_seat[seat], game, run.position, own, seat, dice, budget)
        if seat == mine:
            costs.append(round(1000 * (time.process_time() - began)))
        if in_circles(row) and by_seat[seat] in LEVELS:  # as at a table; "random" is to stay random
            words = game.stall(seat, run.menu(seat))
        run.play(seat, words)
        made += 1
    result = run.result
    assert result is not None
    points = tuple(sum(row.points for row in result.scores.get(seat, ())) for seat in range(seats))
    roles = tuple(plain(result.roles[seat]) if seat in result.roles else "" for seat in range(seats))
    lines = tuple(
        {plain(line.label): line.points for line in result.scores.get(seat, ()) if line.points} for seat in range(seats)
    )
    return Game(
        own,
        by_seat,
        tuple(sorted(result.winners)),
        points,
        roles,
        made,
        plain(result.reason),
        tuple(sorted(costs)),
        tuple(turns),
        lines,
    )


def seating(levels: Sequence[str], seats: int, number: int) -> tuple[str, ...]:
    """Who sits where in game `number`."""
    mine = number % seats
    others = levels[1:]
    return tuple(levels[0] if seat == mine else others[(seat - mine - 1) % len(others)] for seat in range(seats))


def wilson(won: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson, "Probable inference, the law of succession, and statistical inference", 1927)."""
    if not games:
        return 0.0, 1.0
    share = won / games
    middle = (share + Z * Z / (2 * games)) / (1 + Z * Z / games)
    half = Z * math.sqrt(share * (1 - share) / games + Z * Z / (4 * games * games)) / (1 + Z * Z / games)
    return max(0.0, middle - half), min(1.0, middle + half)


def strength(share: float, seats: int, mine: int = 1) -> float:
    """A share of the victories among so many seats, `mine` of them on this side, as what it would be among two."""
    return share * (seats - mine) / (share * (seats - mine) + (1 - share) * mine)


def score(games: Sequence[Game]) -> Score:
    """What these games come to. They are of one series: the same levels and the same number of seats; at least one."""
    seats = len(games[0].levels)
    mine = [int(one.seed.rpartition("-")[2]) % seats for one in games]
    won = 0.0
    for one, seat in zip(games, mine, strict=True):
        winners = one.winners or tuple(range(seats))
        won += (seat in winners) / len(winners)
    low, high = wilson(won, len(games))
    costs = sorted(cost for one in games for cost in one.costs) or [0]
    first = [one.points[seat] for one, seat in zip(games, mine, strict=True)]
    rest = [sum(one.points) - one.points[seat] for one, seat in zip(games, mine, strict=True)]
    share = won / len(games)
    levels = (
        games[0].levels[mine[0]],
        *dict.fromkeys(level for s, level in enumerate(games[0].levels) if s != mine[0]),
    )
    return Score(
        levels,
        seats,
        len(games),
        round(share, 4),
        (round(low, 4), round(high, 4)),
        round(strength(share, seats), 4),
        (round(strength(low, seats), 4), round(strength(high, seats), 4)),
        (round(sum(first) / len(games), 2), round(sum(rest) / len(games) / (seats - 1), 2)),
        sum(not one.winners for one in games),
        round(sum(one.moves for one in games) / len(games), 1),
        costs[len(costs) // 2] / 1000,
        costs[int(len(costs) * 0.95)] / 1000,
    )


def sure(found: Score, aim: float = 0.5) -> bool:
    """Whether the interval of the strength lies wholly on one side of the aim. Who looks after every game is wrong a little more
    often than one time in twenty."""
    low, high = found.strength_interval
    return low > aim or high < aim
