"""A kill between the acknowledgement and the post: the move stands once, and the channel hears of it once."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from engine.host.model.game_catalogue import GameCatalogue
from engine.host.service.table_services import TableServices
from engine.host.store.drivers.opening import open_store
from engine.kernel.dice import Dice
from engine.ops import doctor
from engine.ops.config import Config
from tests.process.fake_discord import ANA, BEN, GAMES_CHANNEL_ID, FakeDiscord
from tests.process.payloads import find_custom_id, iterate_components
from tests.process.program import BotProcess
from tests.process.store_location import StoreLocation
from tests.programs.soak.kills import PRESS_WAYS, kill_and_press, start_busy_loops


@pytest.mark.slow
@pytest.mark.parametrize(
    "heard",
    [
        pytest.param(False, marks=pytest.mark.soak, id="before Discord has the post"),
        pytest.param(True, id="after Discord has the post"),
    ],
)
async def test_a_kill_between_acknowledgement_and_post(
    tmp_path: Path, store_location: StoreLocation, *, heard: bool
) -> None:
    async with FakeDiscord() as discord:
        here = discord.build_environment(tmp_path, store_location.extra_code) | store_location.environment
        async with await BotProcess.fork(tmp_path, env=here) as bot:
            await discord.await_connected()
            lobby = await discord.await_response(await discord.run_command(ANA, "play", game="amundsen"))
            await discord.await_answer(await discord.press(BEN, int(lobby["id"]), find_custom_id(lobby, "Join")))
            await discord.await_answer(await discord.press(ANA, int(lobby["id"]), find_custom_id(lobby, "Start")))
            await discord.await_condition(lambda: len(discord.list_posts()) > 1)
            board = discord.list_posts()[-1]
            panel = await discord.await_response(
                await discord.press(ANA, int(board["id"]), find_custom_id(board, "Your move"))
            )
            scott = next(
                part["custom_id"]
                for part in iterate_components(panel["components"])
                if "scott" in part.get("custom_id", "")
            )
            with discord.hold_requests(
                "POST", f"/channels/{GAMES_CHANNEL_ID}/messages", takes_effect_first=heard
            ) as gate:
                await discord.await_answer(await discord.press(ANA, int(panel["id"]), scott))
                await gate.await_first()
                bot.kill()
                await bot.await_end()
                await discord.await_disconnected()
        assert await _count_moves(store_location) == ["choose scott"]

        before = len(discord.list_posts())
        discord.forget_nonces()  # Discord does so too, after a few minutes
        async with await BotProcess.fork(tmp_path, env=here) as bot:
            await discord.await_connected()
            await discord.await_condition(lambda: len(discord.list_posts()) >= (before if heard else before + 1))
            bot.send_signal(signal.SIGTERM)
            assert await bot.await_end() == 0, "whatever it was about to post has been posted"
            assert len(discord.list_posts()) == (before if heard else before + 1)
            calls = [post for post in discord.list_posts() if f"<@{BEN.id}>" in str(post["components"])]
            assert len(calls) == 1, "Ben is called once"
        assert await _count_moves(store_location) == ["choose scott"]
        assert [report.verdict for report in doctor.check_tables(store_location.address)] == ["same"]


@pytest.mark.soak
@pytest.mark.parametrize(
    "heard", [False, True], ids=["before Discord has the reminder", "after Discord has the reminder"]
)
async def test_a_kill_during_a_reminder(tmp_path: Path, store_location: StoreLocation, *, heard: bool) -> None:
    """The bot is killed while it sends a reminder; the next start comes so late that Discord has forgotten the nonce."""
    path = f"/channels/{GAMES_CHANNEL_ID}/messages"
    async with FakeDiscord() as discord:
        here = discord.build_environment(tmp_path, store_location.extra_code) | store_location.environment
        async with await BotProcess.fork(tmp_path, env=here) as bot:
            await discord.await_connected()
            lobby = await discord.await_response(await discord.run_command(ANA, "play", game="amundsen"))
            await discord.await_answer(await discord.press(BEN, int(lobby["id"]), find_custom_id(lobby, "Join")))
            await discord.await_answer(await discord.run_command(ANA, "pace", time=12))
            await discord.await_answer(await discord.press(ANA, int(lobby["id"]), find_custom_id(lobby, "Start")))
            await discord.await_condition(lambda: len(discord.list_posts()) > 1)
            bot.send_signal(signal.SIGTERM)
            assert await bot.await_end() == 0, "that the board is shown has been written down"
        await discord.await_disconnected()
        await _shift_times_back(store_location)
        before = len(discord.list_posts())
        with discord.hold_requests("POST", path, takes_effect_first=heard) as gate:
            async with await BotProcess.fork(tmp_path, env=here) as bot:
                await gate.await_first()
                bot.kill()
                await bot.await_end()
        discord.forget_nonces()
        async with await BotProcess.fork(tmp_path, env=here) as bot:
            await discord.await_connected()
            await discord.await_condition(lambda: len(discord.list_posts()) > before)
            bot.send_signal(signal.SIGTERM)
            assert await bot.await_end() == 0, "whatever it was about to send has been sent"
            reminders = [post for post in discord.list_posts() if "has been waiting" in str(post["components"])]
            assert len(reminders) == 1
            assert len(discord.list_posts()) == before + 1


@pytest.mark.soak
async def test_kills_with_a_press_in_the_first_second(tmp_path: Path) -> None:
    """With a busy loop running, and in the game whose first picture takes longest. `make soak` has three hundred of these."""
    async with start_busy_loops(1):
        answered = await kill_and_press(tmp_path, "paso", len(PRESS_WAYS), Dice("five"))
    assert {one.way for one in answered} == set(PRESS_WAYS)
    assert [one for one in answered if not one.is_in_time] == []
    assert [report.verdict for report in doctor.check_tables(tmp_path / Config().store.path)] == ["same"]


async def _shift_times_back(store_location: StoreLocation) -> None:
    """Shift all stored times of the open turn back by seven hours."""
    async with await open_store(store_location.address) as store:
        sql = (
            "UPDATE turn_deadlines SET asked_at = asked_at - 25200, clock_started_at = clock_started_at - 25200, "
            "due_at = due_at - 25200"
        )
        await store.write(lambda at: at.execute(sql))


async def _count_moves(store_location: StoreLocation) -> list[str]:
    async with await open_store(store_location.address) as store:
        record = await TableServices(
            store, GameCatalogue(), lambda: pytest.fail("nothing may be written")
        ).history.build_record(1)
    return [" ".join(move.words) for move in record.moves]
