"""A failing season of a night is shrunk, and kept with its trace and the command that plays it."""

from __future__ import annotations

from pathlib import Path

from tests.discord.simulation.season import SeasonPlan
from tests.programs.night import keep_failure, shrink
from tests.programs.season_runs import SeasonRun


def play(plan: SeasonPlan) -> SeasonRun:
    """Return a season that fails from its third day on if two faults may happen."""
    fails = plan.days >= 3 and {"killed", "disk full"} <= {*(plan.faults or ())}
    return SeasonRun(plan, "", 1.0, {}, {}, ["a move is lost"] if fails else [], ["somebody moves"])


def test_a_failing_season_is_shrunk_and_kept(tmp_path: Path) -> None:
    faults = ("stopped", "killed", "no rights", "power cut", "disk full", "post deleted")
    failed = play(SeasonPlan("night 7", 16, 18, 6, ("paso",), faults))
    smallest = shrink(failed, play)
    assert (smallest.plan.days, smallest.plan.tables, smallest.plan.people) == (3, 1, 8)
    assert smallest.plan.faults == ("killed", "disk full")
    kept = keep_failure(tmp_path, failed, smallest).read_text()
    assert "--seed 'night 7' --faults 'killed,disk full' --days 3 --tables 1 --people 8" in kept
    assert "a move is lost" in kept
    assert "somebody moves" in kept
