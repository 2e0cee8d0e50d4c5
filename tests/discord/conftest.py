"""Fixtures: the fake server, and two friends at a running table on it."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import simcord

from cogs.interactions import deferral
from cogs.pictures import picture_service
from cogs.services import computer_turns, scheduler
from engine.ops import backup, doctor
from tests.discord.camp_game import offer_only_camp, start_game
from tests.discord.checked_server import open_checked_server
from tests.discord.fake_server import ANSWER_TIMEOUT_S, FakeServer
from tests.discord.fast_copies import use_fast_copies
from tests.discord.lightweight_bot import get_album
from tests.discord.shared_game_commands import use_shared_game_commands
from tests.discord.simcord_internals import skip_needless_searches


@pytest.fixture(autouse=True, scope="session")
def speed_up_starts() -> Iterator[None]:
    """Copy what is sent in a third of the time, build the commands of games once, and find the bot at rest with less work."""
    with use_fast_copies(), use_shared_game_commands(), skip_needless_searches():
        yield


@pytest.fixture(autouse=True)
def fail_on_missing_picture(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fail a test in which a picture could not be drawn.

    A missing picture delays nobody, so a test would not notice it. A test that breaks the painter clears the log.
    """
    yield
    records = [*caplog.get_records("setup"), *caplog.get_records("call")]
    assert not [one.getMessage() for one in records if one.name == "overwinter.pictures"]


@pytest.fixture(autouse=True)
def extend_defer_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make answers independent of this machine's drawing speed; test_slow_pictures tests both ways."""
    monkeypatch.setattr(deferral, "DEFER_AFTER_S", ANSWER_TIMEOUT_S)


@pytest.fixture(autouse=True)
def reuse_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reuse pictures of earlier tests: hundreds of tests begin with the same boards, and every picture has tests of its own."""
    monkeypatch.setattr(picture_service, "render_picture", get_album().render_picture)


CHECK_INTERVALS = {timer: timer.CHECK_INTERVAL_S for timer in (scheduler, computer_turns, backup)}
"""The intervals outside tests."""


@pytest.fixture(autouse=True)
def lengthen_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check the clock once a day only.

    The timers still wake for everything that is due. Without this, simulated days would cost a check every few minutes.
    The upkeep also comes once a day.
    """
    for timer in CHECK_INTERVALS:
        monkeypatch.setattr(timer, "CHECK_INTERVAL_S", 24 * 3600)


@pytest.fixture
def short_checks() -> Iterator[int]:
    """Shorten the seconds between two checks of the clock, for tests of the upkeep and tests that set the clock."""
    with pytest.MonkeyPatch.context() as patch:
        for timer, every in CHECK_INTERVALS.items():
            patch.setattr(timer, "CHECK_INTERVAL_S", every)
        yield CHECK_INTERVALS[scheduler]


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[FakeServer]:
    async with open_checked_server(tmp_path) as running:
        yield running


@pytest.fixture
async def camp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[FakeServer]:
    """Start three friends at the toy game of the kernel, which has every awkward feature."""
    offer_only_camp(monkeypatch)
    async with open_checked_server(tmp_path) as running:
        await start_game(running)
        yield running
        assert {report.verdict for report in doctor.check_tables(running.config.store.path)} == {"same"}


@pytest.fixture
async def race(server: FakeServer) -> FakeServer:
    """Start Ana and Ben at Amundsen vs Scott; Ana is asked for an explorer."""
    await server.start_game("amundsen", 2)
    return server


@pytest.fixture
def locales(monkeypatch: pytest.MonkeyPatch) -> dict[int, str]:
    """Set the language of each person's Discord, by user id; simcord knows English only."""
    spoken: dict[int, str] = {}
    plain = simcord.interactions.base_payload

    def payload(backend: Any, **given: Any) -> tuple[Any, dict[str, Any]]:
        record, made = plain(backend, **given)
        made["locale"] = spoken.get(given["user_id"], "en-US")
        made["guild_locale"] = backend.get_guild(given["guild_id"]).preferred_locale
        return record, made

    monkeypatch.setattr(simcord.interactions, "base_payload", payload)
    return spoken
