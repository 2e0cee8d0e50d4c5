"""A season of a seed from its first day to its last, in one thread, with a digest of everything sent and stored."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from cogs.pictures import film_service, picture_service
from cogs.pictures.film_service import render_film
from cogs.pictures.render_request import render_picture
from cogs.services import computer_turns, scheduler
from engine.host.service.play import likely_moves
from engine.host.service.play.likely_moves import LikelyMove, find_likely_moves
from engine.ops import backup
from tests.discord.fake_server import open_server
from tests.discord.fast_copies import use_fast_copies
from tests.discord.shared_game_commands import use_shared_game_commands
from tests.discord.simulation.faults import draw_faults
from tests.discord.simulation.one_thread import SimulationEnv, is_looked_at, run_simulation
from tests.discord.simulation.simulated_server import SimulatedServer
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
    faults: tuple[str, ...] | None = None
    """The faults that may happen, None for those that the seed draws."""
    has_pictures: bool = False
    """Whether pictures and films are drawn."""


def find_sometimes(*arguments: Any) -> tuple[LikelyMove, ...]:
    """Find the likely moves of one decision of LOOK_INTERVAL. They take as long as all else that a decision needs."""
    return find_likely_moves(*arguments) if is_looked_at() else ()


def play_season(
    folder: str | Path, plan: SeasonPlan, on_begin: Callable[[SimulationState], None] = lambda _: None
) -> SimulationState:
    """Play a season, and return what happened. `on_begin` is called with that before it happens."""

    async def play() -> SimulationState:
        async with open_server(Path(folder), SimulatedServer, SimulationEnv) as home:
            assert isinstance(home, SimulatedServer)
            home.move_service.level = COMPUTER_LEVEL
            faults = draw_faults(plan.seed) if plan.faults is None else plan.faults
            season = Simulation(home, plan.seed, plan.people, plan.tables, plan.slugs, faults)
            on_begin(season.state)
            with home.boundary.use(), pytest.MonkeyPatch.context() as patch:
                if plan.has_pictures:
                    patch.setattr(picture_service, "render_picture", render_picture)
                    patch.setattr(film_service, "render_film", render_film)
                await season.run_days(plan.days)
            return season.state

    write_migrated_file(Path(folder) / "bot.db")  # uses a thread the first time
    with pytest.MonkeyPatch.context() as patch, use_fast_copies(), use_shared_game_commands():
        for timer in (scheduler, computer_turns, backup):
            patch.setattr(timer, "CHECK_INTERVAL_S", CHECK_INTERVAL_S)
        patch.setattr(likely_moves, "find_likely_moves", find_sometimes)
        return run_simulation(plan.seed, play)
