"""Ten days at two tables, with people who are quiet, absent, gone and spiteful, with faults, a stop and a kill."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.discord.camp import put_on_the_shelf
from tests.discord.hut import hut
from tests.discord.season.luck import FAULTS
from tests.discord.season.manners import TRICKS
from tests.discord.season.season import Season
from tests.discord.season.stage import Stage

SEED = "frost-6"


async def played(folder: Path, seed: str) -> Stage:
    """Ten days, eight people, two tables."""
    async with hut(folder) as home:
        season = Season(home, seed, people=8, tables=2, slugs=("toy",), restarts=2)
        await season.pass_by(days=12)
        return season.stage


@pytest.mark.slow
async def test_weeks_are_fair_and_the_same_for_the_same_seed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put_on_the_shelf(monkeypatch)
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
    first = await played(tmp_path / "first", SEED)
    assert first.broken == []
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
    assert {*TRICKS, *FAULTS, *done} <= {*(+first.did)}, first.did
    again = await played(tmp_path / "second", SEED)
    assert again.trace == first.trace, f"seed {SEED!r}"
    assert again.digest == first.digest
