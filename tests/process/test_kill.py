"""The plug is pulled between the acknowledgement and the post: the move stands once, and the channel hears of it once."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from engine.host.model.catalogue import Catalogue
from engine.host.service.tables import Tables
from engine.host.store.drivers.opening import open_store
from engine.kernel.dice import Dice
from engine.ops import doctor
from engine.ops.config import Config
from tests.process.fake_discord import ANA, BEN, GAMES, FakeDiscord
from tests.process.kept import Kept
from tests.process.payloads import pressed, walk
from tests.process.program import Program
from tests.programs.soak.kills import WAYS, busy, killed


@pytest.mark.slow
@pytest.mark.parametrize("heard", [False, True], ids=["before Discord has the post", "after Discord has the post"])
async def test_a_kill_between_acknowledgement_and_post(tmp_path: Path, kept: Kept, *, heard: bool) -> None:
    async with FakeDiscord() as discord:
        here = discord.environment(tmp_path, kept.also) | kept.environment
        async with await Program.start(tmp_path, env=here) as bot:
            await discord.connected()
            lobby = await discord.response(await discord.slash(ANA, "play", game="amundsen"))
            await discord.answer(await discord.press(BEN, int(lobby["id"]), pressed(lobby, "Join")))
            await discord.answer(await discord.press(ANA, int(lobby["id"]), pressed(lobby, "Start")))
            await discord.until(lambda: len(discord.posts()) > 1)
            board = discord.posts()[-1]
            panel = await discord.response(await discord.press(ANA, int(board["id"]), pressed(board, "Your move")))
            scott = next(
                part["custom_id"] for part in walk(panel["components"]) if "scott" in part.get("custom_id", "")
            )
            with discord.hold("POST", f"/channels/{GAMES}/messages", done=heard) as gate:
                await discord.answer(await discord.press(ANA, int(panel["id"]), scott))
                await gate.reached()
                bot.kill()
                await bot.end()
                await discord.disconnected()
        assert await _moves(kept) == ["choose scott"]

        before = len(discord.posts())
        discord.forget_nonces()  # Discord does so too, after a few minutes
        async with await Program.start(tmp_path, env=here) as bot:
            await discord.connected()
            await discord.until(lambda: len(discord.posts()) >= (before if heard else before + 1))
            bot.signal(signal.SIGTERM)
            assert await bot.end() == 0, "whatever it was about to post has been posted"
            assert len(discord.posts()) == (before if heard else before + 1)
            calls = [post for post in discord.posts() if f"<@{BEN.id}>" in str(post["components"])]
            assert len(calls) == 1, "Ben is called once"
        assert await _moves(kept) == ["choose scott"]
        assert [report.verdict for report in doctor.examine(kept.where)] == ["same"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "heard", [False, True], ids=["before Discord has the reminder", "after Discord has the reminder"]
)
async def test_a_kill_during_a_reminder(tmp_path: Path, kept: Kept, *, heard: bool) -> None:
    """The plug is pulled while a reminder is sent; the next start comes so late that Discord has forgotten the nonce."""
    path = f"/channels/{GAMES}/messages"
    async with FakeDiscord() as discord:
        here = discord.environment(tmp_path, kept.also) | kept.environment
        async with await Program.start(tmp_path, env=here) as bot:
            await discord.connected()
            lobby = await discord.response(await discord.slash(ANA, "play", game="amundsen"))
            await discord.answer(await discord.press(BEN, int(lobby["id"]), pressed(lobby, "Join")))
            await discord.answer(await discord.slash(ANA, "pace", time=12))
            await discord.answer(await discord.press(ANA, int(lobby["id"]), pressed(lobby, "Start")))
            await discord.until(lambda: len(discord.posts()) > 1)
            bot.signal(signal.SIGTERM)
            assert await bot.end() == 0, "that the board is shown has been written down"
        await discord.disconnected()
        await _seven_hours_pass(kept)
        before = len(discord.posts())
        with discord.hold("POST", path, done=heard) as gate:
            async with await Program.start(tmp_path, env=here) as bot:
                await gate.reached()
                bot.kill()
                await bot.end()
        discord.forget_nonces()
        async with await Program.start(tmp_path, env=here) as bot:
            await discord.connected()
            await discord.until(lambda: len(discord.posts()) > before)
            bot.signal(signal.SIGTERM)
            assert await bot.end() == 0, "whatever it was about to send has been sent"
            reminders = [post for post in discord.posts() if "has been waiting" in str(post["components"])]
            assert len(reminders) == 1
            assert len(discord.posts()) == before + 1


@pytest.mark.slow
async def test_kills_with_a_press_in_the_first_second(tmp_path: Path) -> None:
    """Beside a busy loop, and in the game whose first picture takes longest. `make soak` has three hundred of these."""
    async with busy(1):
        answered = await killed(tmp_path, "paso", len(WAYS), Dice("five"))
    assert {one.way for one in answered} == set(WAYS)
    assert [one for one in answered if not one.in_time] == []
    assert [report.verdict for report in doctor.examine(tmp_path / Config().store.path)] == ["same"]


async def _seven_hours_pass(kept: Kept) -> None:
    """All that was written down about the open turn was written seven hours earlier."""
    async with await open_store(kept.where) as store:
        sql = (
            "UPDATE turn_deadlines SET asked_at = asked_at - 25200, clock_started_at = clock_started_at - 25200, "
            "due_at = due_at - 25200"
        )
        await store.write(lambda at: at.run(sql))


async def _moves(kept: Kept) -> list[str]:
    async with await open_store(kept.where) as store:
        record = await Tables(store, Catalogue(), lambda: pytest.fail("nothing may be written")).history.record(1)
    return [" ".join(move.words) for move in record.moves]
