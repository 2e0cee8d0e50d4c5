"""A slow picture: the bot defers its answer in time, and the final answer follows."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Iterator
from typing import Any

import discord
import pytest
import simcord

from cogs.interactions import deferral
from cogs.pictures import film_service, picture_service
from engine.kernel.text import UserError, say
from tests.discord.fake_server import ANSWER_TIMEOUT_S, FakeServer, list_controls, list_pictures, read_text


@pytest.fixture
def slow_drawing(race: FakeServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Hold every picture back until the bot has deferred its answer. Return the deferrals in order.

    A deferral is "thinking" if a new message is to follow, "changing" if the pressed message is to change, and ", private"
    after it if only the person sees the answer.
    """
    race.bot.picture_service.forget_pictures()
    deferrals: list[str] = []
    has_deferred = threading.Event()
    defer = discord.InteractionResponse.defer

    async def record_deferral(response: Any, *, ephemeral: bool = False, thinking: bool = False) -> Any:
        deferrals.append(f"{'thinking' if thinking else 'changing'}{', private' if ephemeral else ''}")
        result = await defer(response, ephemeral=ephemeral, thinking=thinking)
        has_deferred.set()
        return result

    def delay(draw: Any) -> Any:
        def draw_after_deferral(*arguments: Any) -> Any:
            assert has_deferred.wait(ANSWER_TIMEOUT_S), "the bot did not defer its answer"
            return draw(*arguments)

        return draw_after_deferral

    monkeypatch.setattr(discord.InteractionResponse, "defer", record_deferral)
    monkeypatch.setattr(deferral, "DEFER_AFTER_S", 0.0)
    monkeypatch.setattr(picture_service, "render_picture", delay(picture_service.render_picture))
    monkeypatch.setattr(film_service, "render_stills", delay(film_service.render_stills))
    # The bot loads its cogs as new modules, so an import in this file may give another module than the bot uses.
    statistics = sys.modules["cogs.commands.history.statistics"]
    monkeypatch.setattr(statistics, "encode_png", delay(statistics.encode_png))
    yield deferrals
    has_deferred.set()


async def read_final_answer(result: simcord.InteractionResult) -> str:
    """Return the text of the one message that answers, which must have a picture."""
    (message,) = [message for message in (result.response, *result.followups) if message is not None]
    assert await list_pictures(message)
    return read_text(message)


async def test_a_panel_is_deferred_and_follows(race: FakeServer, slow_drawing: list[str]) -> None:
    panel = await race.click_button(race.ana, race.newest_post, "Your move")
    assert slow_drawing == ["thinking, private"]
    assert "Scott" in await read_final_answer(panel)
    assert "Done" not in await read_final_answer(await race.run_command(race.ana, "hand"))


async def test_a_move_in_the_panel_is_deferred_as_a_change_of_the_message(
    race: FakeServer, slow_drawing: list[str]
) -> None:
    panel = (await race.click_button(race.ana, race.newest_post, "Your move")).response
    assert panel is not None
    scott = next(part["custom_id"] for part in list_controls(panel) if "scott" in part["custom_id"])
    slow_drawing.clear()
    await race.click_button(race.ana, panel, custom_id=scott)
    assert slow_drawing[0] == "changing"
    (changed_panel,) = [race.env.backend.get_message(panel.channel_id, panel.id)]
    assert "Done." in str(changed_panel.components)


async def test_a_typed_move_is_deferred_and_follows(race: FakeServer, slow_drawing: list[str]) -> None:
    moved = await race.run_command(race.ana, "amundsen choose", explorer="scott")
    assert slow_drawing == ["thinking, private"]
    assert "Done." in await read_final_answer(moved)


@pytest.mark.parametrize("view", ["whole", "mine"])
async def test_a_board_is_deferred_and_follows(race: FakeServer, slow_drawing: list[str], view: str) -> None:
    board = await race.run_command(race.cy, "board", view=view)
    assert slow_drawing == ["thinking, private"]
    await read_final_answer(board)


async def test_a_still_is_deferred_privately_or_for_everybody(race: FakeServer, slow_drawing: list[str]) -> None:
    await race.run_command(race.ana, "amundsen choose", explorer="scott")
    slow_drawing.clear()
    still = await race.run_command(race.ben, "replay", move=1)
    await read_final_answer(still)
    await read_final_answer(await race.run_command(race.ben, "replay", move=1, who="everybody"))
    assert slow_drawing == ["thinking, private", "thinking"]
    page = still.response or still.followups[0]
    await race.click_button(race.ben, page, "Earlier")
    assert slow_drawing[2:] == ["changing"]


async def test_a_leaderboard_is_deferred_for_everybody(race: FakeServer, request: pytest.FixtureRequest) -> None:
    await race.play_safe_moves(4)  # a game that somebody leaves earlier changes no rating
    resigned = await race.run_command(race.ana, "resign")
    assert resigned.response is not None
    await race.click_button(race.ana, resigned.response, "Give up")
    # The answers before this must not wait for a deferral.
    deferrals = request.getfixturevalue("slow_drawing")
    assert "1. Ben" in await read_final_answer(await race.run_command(race.cy, "leaderboard"))
    assert deferrals == ["thinking"]


async def test_an_error_after_the_deferral_is_shown(
    race: FakeServer, slow_drawing: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def raise_later(*_: Any, **__: Any) -> None:
        await asyncio.sleep(0.01)
        raise UserError(say("The ice has closed."))

    monkeypatch.setattr(sys.modules["cogs.commands.panel_composer"], "build_panel", raise_later)
    result = await race.click_button(race.ana, race.newest_post, "Your move")
    assert slow_drawing == ["thinking, private"]
    (message,) = [message for message in (result.response, *result.followups) if message is not None]
    assert "The ice has closed." in read_text(message)


async def test_a_quick_picture_is_not_deferred(race: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deferral, "DEFER_AFTER_S", ANSWER_TIMEOUT_S)
    monkeypatch.setattr(
        discord.InteractionResponse, "defer", lambda *_, **__: pytest.fail("a quick answer was deferred")
    )
    await race.click_button(race.ana, race.newest_post, "Your move")
    await race.run_command(race.cy, "board")
