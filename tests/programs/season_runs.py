"""Run one simulated season, and return what happened as plain data."""

from __future__ import annotations

import gc
import logging
import tempfile
import time
import traceback
from pathlib import Path
from typing import Any

import msgspec

from tests.discord.simulation.season import SeasonPlan, play_season
from tests.discord.simulation.simulation_state import SimulationState

GC_THRESHOLDS = (20_000, 20, 50)
"""Fewer garbage collections than Python's default, which take a tenth of a season."""
SHARED_MEMORY = Path("/dev/shm")  # noqa: S108 - a folder of its own is made there


class SeasonRun(msgspec.Struct):
    """A season that was played. `incidents` is empty if nothing was wrong."""

    plan: SeasonPlan
    digest: str
    cpu_s: float
    counts: dict[str, int]
    commands: dict[str, int]
    incidents: list[str]
    trace: list[str]

    def summarize(self) -> dict[str, Any]:
        """Return the counts and the speed, for a line of JSON."""
        moved = self.counts.get("moved", 0)
        speed = round(moved * 3600 / self.cpu_s) if self.cpu_s else 0
        return {
            "seed": self.plan.seed,
            "digest": self.digest,
            "cpu_s": round(self.cpu_s, 1),
            "decisions_per_cpu_hour": speed,
            "lines": len(self.trace),
            **self.counts,
        }


def run_season(plan: SeasonPlan) -> SeasonRun:
    """Play a season. An exception that ends it is an incident."""
    logging.getLogger("overwinter").propagate = False  # faults are logged a hundred times
    logging.lastResort = None
    gc.set_threshold(*GC_THRESHOLDS)
    states: list[SimulationState] = []
    incidents: list[str] = []
    began_at = time.process_time()
    with tempfile.TemporaryDirectory(dir=SHARED_MEMORY if SHARED_MEMORY.is_dir() else None) as folder:
        try:
            play_season(folder, plan, states.append)
        except Exception:  # noqa: BLE001 - it is told with the seed
            incidents.append(f"seed {plan.seed!r}: {traceback.format_exc()}")
    cpu_s = time.process_time() - began_at
    state = states[0]
    return SeasonRun(
        plan,
        state.digest,
        cpu_s,
        dict(+state.action_counts),
        dict(state.command_counts),
        state.broken_rules + incidents,
        state.trace,
    )
