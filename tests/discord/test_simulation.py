"""Seasons in one thread without a clock: one seed is one run, and whole weeks break no rule."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cogs.services import board_composer
from cogs.services.board_composer import BoardComposer
from engine.host.service.deadlines import calls
from engine.host.service.deadlines.calls import Calls
from engine.host.service.people import statistics
from engine.kernel.registry import list_slugs
from tests.discord.camp_game import offer_only_camp
from tests.discord.simulation.behaviours import SPITEFUL_ACTS
from tests.discord.simulation.faults import FAULTS
from tests.discord.simulation.rare_acts import RARE_ACTS
from tests.discord.simulation.season import SeasonPlan, play_season

WEEK_SEED, FAULTLESS_SEED = "w13", "faultless 20"
MIN_FAULTS = 12
"""The kinds of faults in a week, at least. They come in turn."""
SHORT_SEASON = (
    "--days",
    "1",
    "--people",
    "6",
    "--tables",
    "2",
    "--seed",
    "snow",
    "--faults",
    "killed at the store,power cut",
)


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
def test_a_week_is_fair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    offer_only_camp(monkeypatch)
    season = play_season(tmp_path, SeasonPlan(WEEK_SEED, 7, 8, 3, ("toy",), tuple(FAULTS)))
    assert season.broken_rules == []
    done = {"moved", "voted", "called", "agreed", "handed on", "gave up", "left", "computer"}
    happened = {*(+season.action_counts)}
    expected = {*SPITEFUL_ACTS, *RARE_ACTS, *done, "rematch", "rated"}
    assert expected <= happened, expected - happened
    assert len(happened.intersection(FAULTS)) >= MIN_FAULTS


@pytest.mark.slow
def test_a_day_of_the_real_games_is_fair(tmp_path: Path) -> None:
    season = play_season(tmp_path, SeasonPlan(WEEK_SEED, 1, 8, 4, tuple(list_slugs())))
    assert season.broken_rules == []
    assert season.action_counts["moved"] > 0


def call_nobody_later(monkeypatch: pytest.MonkeyPatch) -> None:
    async def call_later(*_: Any, **__: Any) -> frozenset[int]:
        return frozenset()

    monkeypatch.setattr(Calls, "call_later", call_later)


def call_nobody_by_posts(monkeypatch: pytest.MonkeyPatch) -> None:
    async def list_called_users(*_: Any, **__: Any) -> list[int]:
        return []

    monkeypatch.setattr(BoardComposer, "_call_users", list_called_users)


def call_everybody_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board_composer, "_list_seats_called_before", lambda _: set())


def call_without_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    async def claim_hour(*_: Any) -> int:
        return 0

    monkeypatch.setattr(calls, "claim_hour", claim_hour)


def raise_every_rating(monkeypatch: pytest.MonkeyPatch) -> None:
    rounds, compute = count(1), statistics.compute_ratings

    def compute_higher(tables: Any) -> list[Any]:
        bonus = next(rounds)
        return [msgspec.structs.replace(one, rating=one.rating + bonus) for one in compute(tables)]

    monkeypatch.setattr(statistics, "compute_ratings", compute_higher)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("plant", "words"),
    [
        (call_nobody_later, "was called while asleep"),
        (raise_every_rating, "has gained rating"),
        (call_nobody_by_posts, "and was not called"),
        (call_everybody_again, "was called again"),
        (call_without_pause, "was called twice within an hour"),
    ],
)
def test_a_season_notices(
    plant: Callable[[pytest.MonkeyPatch], None], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    offer_only_camp(monkeypatch)
    plant(monkeypatch)
    season = play_season(tmp_path, SeasonPlan(FAULTLESS_SEED, 4, 8, 2, ("toy",), ()))
    assert words in "\n".join(season.broken_rules)
