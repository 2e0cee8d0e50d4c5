"""A slow picture: the bot defers its answer in time, and the promised answer follows."""

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
    """Finish no picture before the bot has deferred its answer. Return the deferrals in order."""
    race.bot.picture_service.forget_pictures()
    told: list[str] = []
    promised = threading.Event()
    defer = discord.InteractionResponse.defer

    async def deferred(response: Any, *, ephemeral: bool = False, thinking: bool = False) -> Any:
        told.append(f"{'thinking' if thinking else 'changing'}{', private' if ephemeral else ''}")
        done = await defer(response, ephemeral=ephemeral, thinking=thinking)
        promised.set()
        return done

    def waiting(draw: Any) -> Any:
        def drawn(*about: Any) -> Any:
            assert promised.wait(ANSWER_TIMEOUT_S), "nobody told Discord to wait"
            return draw(*about)

        return drawn

    monkeypatch.setattr(discord.InteractionResponse, "defer", deferred)
    monkeypatch.setattr(deferral, "DEFER_AFTER_S", 0.0)
    monkeypatch.setattr(picture_service, "render_picture", waiting(picture_service.render_picture))
    monkeypatch.setattr(film_service, "render_stills", waiting(film_service.render_stills))
    statistics = sys.modules["cogs.commands.history.statistics"]  # the bot loads its commands again
    monkeypatch.setattr(statistics, "encode_png", waiting(statistics.encode_png))
    yield told
    promised.set()


async def read_final_answer(result: simcord.InteractionResult) -> str:
    """Return the final answer, which has a picture."""
    (message,) = [held for held in (result.response, *result.followups) if held is not None]
    assert await list_pictures(message)
    return read_text(message)


async def test_a_panel_is_promised_and_follows(race: FakeServer, slow_drawing: list[str]) -> None:
    panel = await race.click_button(race.ana, race.newest_post, "Your move")
    assert slow_drawing == ["thinking, private"]
    assert "Scott" in await read_final_answer(panel)
    assert "Done" not in await read_final_answer(await race.run_command(race.ana, "hand"))


async def test_a_step_and_a_move_change_the_panel_later(race: FakeServer, slow_drawing: list[str]) -> None:
    panel = (await race.click_button(race.ana, race.newest_post, "Your move")).response
    assert panel is not None
    scott = next(part["custom_id"] for part in list_controls(panel) if "scott" in part["custom_id"])
    slow_drawing.clear()
    await race.click_button(race.ana, panel, custom_id=scott)
    assert slow_drawing[0] == "changing"
    (made,) = [race.env.backend.get_message(panel.channel_id, panel.id)]
    assert "Done." in str(made.components)


async def test_a_typed_move_is_promised_and_follows(race: FakeServer, slow_drawing: list[str]) -> None:
    moved = await race.run_command(race.ana, "amundsen choose", explorer="scott")
    assert slow_drawing == ["thinking, private"]
    assert "Done." in await read_final_answer(moved)


@pytest.mark.parametrize("view", ["whole", "mine"])
async def test_a_board_is_promised_and_follows(race: FakeServer, slow_drawing: list[str], view: str) -> None:
    board = await race.run_command(race.cy, "board", view=view)
    assert slow_drawing == ["thinking, private"]
    await read_final_answer(board)


async def test_a_still_is_promised_to_whom_it_is_for(race: FakeServer, slow_drawing: list[str]) -> None:
    await race.run_command(race.ana, "amundsen choose", explorer="scott")
    slow_drawing.clear()
    still = await race.run_command(race.ben, "replay", move=1)
    await read_final_answer(still)
    await read_final_answer(await race.run_command(race.ben, "replay", move=1, who="everybody"))
    assert slow_drawing == ["thinking, private", "thinking"]
    page = still.response or still.followups[0]
    await race.click_button(race.ben, page, "Earlier")
    assert slow_drawing[2:] == ["changing"]


async def test_a_leaderboard_is_promised_to_everybody(race: FakeServer, request: pytest.FixtureRequest) -> None:
    await race.play_safe_moves(4)  # a game that somebody leaves earlier counts for nobody
    resigned = await race.run_command(race.ana, "resign")
    assert resigned.response is not None
    await race.click_button(race.ana, resigned.response, "Give up")
    slow = request.getfixturevalue("slow_drawing")
    assert "1. Ben" in await read_final_answer(await race.run_command(race.cy, "leaderboard"))
    assert slow == ["thinking"]


async def test_what_goes_wrong_after_the_promise_is_told_all_the_same(
    race: FakeServer, slow_drawing: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: Any, **__: Any) -> None:
        await asyncio.sleep(0.01)
        raise UserError(say("The ice has closed."))

    monkeypatch.setattr(sys.modules["cogs.commands.panel_composer"], "build_panel", broken)
    result = await race.click_button(race.ana, race.newest_post, "Your move")
    assert slow_drawing == ["thinking, private"]
    (told,) = [held for held in (result.response, *result.followups) if held is not None]
    assert "The ice has closed." in read_text(told)


async def test_a_quick_picture_is_not_promised_first(race: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deferral, "DEFER_AFTER_S", ANSWER_TIMEOUT_S)
    monkeypatch.setattr(discord.InteractionResponse, "defer", lambda *_, **__: pytest.fail("it was there at once"))
    await race.click_button(race.ana, race.newest_post, "Your move")
    await race.run_command(race.cy, "board")
