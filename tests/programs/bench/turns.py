"""How long it takes to find all that a ship can reach in a turn, where it can reach most."""

from __future__ import annotations

import random
import time
from copy import deepcopy
from statistics import median

from engine.games.paso.game import Paso
from engine.games.paso.reach import reach
from engine.games.paso.rules import Turn
from engine.games.paso.state import State
from engine.kernel import registry
from engine.kernel.menu import sample
from engine.kernel.position import Run, start
from engine.kernel.script import settle
from tests.programs.bench.row import Row

GAMES, KEPT, REPEATED, AIM = 6, 12, 15, 20.0


def reached(game: Paso, state: State) -> tuple[int, float]:
    """The hexes in reach of the player to move, and the milliseconds from a stored state to all of them."""
    began = time.perf_counter()
    turn = Turn(game.box, state)
    found = reach(turn.sailor, turn.stand, turn.me.reserve, state.points)
    return len(found), (time.perf_counter() - began) * 1000


def crowded(game: Paso) -> list[State]:
    """The turns of random games for two, three and four in which a ship begins with the most hexes in reach."""
    found: list[tuple[int, State]] = []
    for seats in game.seats:
        for n in range(GAMES):
            luck = random.Random(f"reach-{seats}-{n}")  # noqa: S311 - a benchmark keeps no secrets
            run: Run[State] = Run(game, start(game, seats, settle(game.settings, {}), f"{n}").position, f"{n}")
            turn = 0
            while run.result is None:
                state = run.state
                if state.phase == "race" and state.turn != turn:
                    turn = state.turn
                    size = reached(game, state)[0]
                    if len(found) < KEPT or size > found[-1][0]:
                        found = sorted([*found, (size, deepcopy(state))], key=lambda one: -one[0])[:KEPT]
                seat = luck.choice(list(run.now.ask))
                run.play(seat, sample(run.menu(seat), luck.randrange))
    return [state for _, state in found]


def rows() -> list[Row]:
    """One row: the median of the most crowded turns."""
    game = registry.load("paso")
    assert isinstance(game, Paso)
    states = crowded(game)
    took = median(reached(game, state)[1] for state in states for _ in range(REPEATED))
    most = reached(game, states[0])[0]
    return [Row(f"reach of a turn, {most} hexes, paso | aim", took, AIM, "ms", took / AIM, "at most 1")]
