"""Two weeks at two tables, with people who are quiet, absent and spiteful."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.discord.camp import put_on_the_shelf
from tests.discord.hut import hut
from tests.discord.season import TRICKS, Season

SEED = "season 1"


async def played(folder: Path, seed: str) -> Season:
    """Two weeks, six people, two tables, one start in between."""
    async with hut(folder) as home:
        season = Season(home, seed, people=6, tables=2, slugs=("toy",), restarts=1)
        await season.pass_by(days=14)
        return season


@pytest.mark.slow
async def test_weeks_are_fair_and_the_same_for_the_same_seed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put_on_the_shelf(monkeypatch)
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
    season = await played(tmp_path / "first", SEED)
    assert season.broken == [], f"seed {SEED!r}"
    assert {*TRICKS, "moved", "voted", "dropped", "called"} <= {*(+season.did)}, season.did
    again = await played(tmp_path / "second", SEED)
    assert again.trace == season.trace, f"seed {SEED!r}"
    assert again.digest == season.digest
