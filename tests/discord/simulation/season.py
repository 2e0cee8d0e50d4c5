"""A season of a seed from its first day to its last, in one thread, with a digest of everything sent and stored."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from cogs.services import computer_turns, scheduler
from engine.ops import backup
from tests.discord.fake_server import open_server
from tests.discord.fast_copies import use_fast_copies
from tests.discord.shared_game_commands import use_shared_game_commands
from tests.discord.simulation.one_thread import SimulationEnv, run_simulation
from tests.discord.simulation.simulation import Simulation
from tests.discord.simulation.simulation_state import SimulationState
from tests.migrated_file import write_migrated_file

CHECK_INTERVAL_S = 6 * 3600
"""Seconds between two checks of the clock, which never jumps here. The timers also wake for everything that is due."""
COMPUTER_LEVEL = "random"
"""The level at which all computers really play, the fastest one."""


class SeasonPlan(NamedTuple):
    """What a season consists of, besides what its seed decides."""

    seed: str
    days: int
    people: int
    tables: int
    slugs: tuple[str, ...]
    restarts: int


def play_season(folder: str | Path, plan: SeasonPlan) -> SimulationState:
    """Play a season, and return what happened."""

    async def play() -> SimulationState:
        async with open_server(Path(folder), env_type=SimulationEnv) as home:
            home.move_service.level = COMPUTER_LEVEL
            season = Simulation(home, plan.seed, plan.people, plan.tables, plan.slugs, plan.restarts)
            await season.run_days(plan.days)
            return season.stage

    write_migrated_file(Path(folder) / "bot.db")  # uses a thread the first time
    with pytest.MonkeyPatch.context() as patch, use_fast_copies(), use_shared_game_commands():
        for timer in (scheduler, computer_turns, backup):
            patch.setattr(timer, "CHECK_INTERVAL_S", CHECK_INTERVAL_S)
        return run_simulation(plan.seed, play)
