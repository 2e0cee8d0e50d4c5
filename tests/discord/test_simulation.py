"""Ten days at two tables, with people who are quiet, absent, gone and spiteful, with faults, a stop and a kill."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.discord.camp_game import offer_only_camp
from tests.discord.fake_server import open_server
from tests.discord.simulation.behaviours import SPITEFUL_ACTS
from tests.discord.simulation.faults import FAULTS
from tests.discord.simulation.simulation import Simulation
from tests.discord.simulation.simulation_state import SimulationState

SIMULATION_SEED = "frost-6"


async def run_simulation(folder: Path, seed: str) -> SimulationState:
    """Simulate ten days with eight people at two tables."""
    async with open_server(folder) as home:
        season = Simulation(home, seed, people=8, tables=2, slugs=("toy",), restarts=2)
        await season.run_days(days=12)
        return season.stage


@pytest.mark.slow
async def test_weeks_are_fair_and_the_same_for_the_same_seed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    offer_only_camp(monkeypatch)
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
    first = await run_simulation(tmp_path / "first", SIMULATION_SEED)
    assert first.broken_rules == []
    done = {
        "moved",
        "voted",
        "dropped",
        "called",
        "agreed",
        "handed on",
        "gave up",
        "killed",
        "stopped",
        "left",
        "computer",
    }
    assert {*SPITEFUL_ACTS, *FAULTS, *done} <= {*(+first.action_counts)}, first.action_counts
    again = await run_simulation(tmp_path / "second", SIMULATION_SEED)
    assert again.trace == first.trace, f"seed {SIMULATION_SEED!r}"
    assert again.digest == first.digest
