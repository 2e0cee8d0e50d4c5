"""Seasons in one thread without a clock: one seed is one run, and whole weeks break no rule."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.discord.camp_game import offer_only_camp
from tests.discord.simulation.behaviours import SPITEFUL_ACTS
from tests.discord.simulation.faults import FAULTS
from tests.discord.simulation.season import SeasonPlan, play_season

SIMULATION_SEED = "frost-6"
SHORT_SEASON = ("--days", "1", "--people", "6", "--tables", "2", "--restarts", "2", "--seed", "snow")


@pytest.mark.slow
def test_one_seed_is_one_run_for_any_order_of_sets() -> None:
    """The three processes also keep each other waiting."""
    processes = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.programs.simulation", *SHORT_SEASON],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            stdout=subprocess.PIPE,
            text=True,
        )
        for hash_seed in ("0", "1", "2")
    ]
    first, *others = [json.loads(process.communicate()[0]) for process in processes]
    assert first["moved"] > 0
    assert {result["digest"] for result in others} == {first["digest"]}
    assert not any(process.returncode for process in processes)


@pytest.mark.slow
def test_weeks_are_fair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    offer_only_camp(monkeypatch)
    season = play_season(tmp_path, SeasonPlan(SIMULATION_SEED, 12, 8, 2, ("toy",), 2))
    assert season.broken_rules == []
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
    assert {*SPITEFUL_ACTS, *FAULTS, *done} <= {*(+season.action_counts)}, season.action_counts
