"""A picture that takes its time: Discord hears of it in time, and what was promised follows."""

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
from engine.kernel.text import Refusal, say
from tests.discord.hut import PATIENCE, Hut, controls, pictures, text


@pytest.fixture
def slow(race: Hut, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """No picture is finished before Discord has been told to wait; what was told, in order."""
    race.bot.picture_service.forget()
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
            assert promised.wait(PATIENCE), "nobody told Discord to wait"
            return draw(*about)

        return drawn

    monkeypatch.setattr(discord.InteractionResponse, "defer", deferred)
    monkeypatch.setattr(deferral, "PATIENCE", 0.0)
    monkeypatch.setattr(picture_service, "draw", waiting(picture_service.draw))
    monkeypatch.setattr(film_service, "render_still", waiting(film_service.render_still))
    statistics = sys.modules["cogs.commands.past.statistics"]  # the bot loads its commands anew
    monkeypatch.setattr(statistics, "png", waiting(statistics.png))
    yield told
    promised.set()


async def shown(result: simcord.InteractionResult) -> str:
    """What the person reads in the end, with its picture."""
    (message,) = [held for held in (result.response, *result.followups) if held is not None]
    assert await pictures(message)
    return text(message)


async def test_a_panel_is_promised_and_follows(race: Hut, slow: list[str]) -> None:
    panel = await race.click(race.ana, race.post, "Your move")
    assert slow == ["thinking, private"]
    assert "Scott" in await shown(panel)
    assert "Done" not in await shown(await race.slash(race.ana, "hand"))


async def test_a_step_and_a_move_change_the_panel_later(race: Hut, slow: list[str]) -> None:
    panel = (await race.click(race.ana, race.post, "Your move")).response
    assert panel is not None
    scott = next(part["custom_id"] for part in controls(panel) if "scott" in part["custom_id"])
    slow.clear()
    await race.click(race.ana, panel, custom_id=scott)
    assert slow[0] == "changing"
    (made,) = [race.env.backend.get_message(panel.channel_id, panel.id)]
    assert "Done." in str(made.components)


async def test_a_typed_move_is_promised_and_follows(race: Hut, slow: list[str]) -> None:
    moved = await race.slash(race.ana, "amundsen choose", explorer="scott")
    assert slow == ["thinking, private"]
    assert "Done." in await shown(moved)


@pytest.mark.parametrize("view", ["whole", "mine"])
async def test_a_board_is_promised_and_follows(race: Hut, slow: list[str], view: str) -> None:
    board = await race.slash(race.cy, "board", view=view)
    assert slow == ["thinking, private"]
    await shown(board)


async def test_a_still_is_promised_to_whom_it_is_for(race: Hut, slow: list[str]) -> None:
    await race.slash(race.ana, "amundsen choose", explorer="scott")
    slow.clear()
    still = await race.slash(race.ben, "replay", move=1)
    await shown(still)
    await shown(await race.slash(race.ben, "replay", move=1, who="everybody"))
    assert slow == ["thinking, private", "thinking"]
    page = still.response or still.followups[0]
    await race.click(race.ben, page, "Earlier")
    assert slow[2:] == ["changing"]


async def test_a_leaderboard_is_promised_to_everybody(race: Hut, request: pytest.FixtureRequest) -> None:
    resigned = await race.slash(race.ana, "resign")
    assert resigned.response is not None
    await race.click(race.ana, resigned.response, "Give up")
    slow = request.getfixturevalue("slow")
    assert "1. Ben" in await shown(await race.slash(race.cy, "leaderboard"))
    assert slow == ["thinking"]


async def test_what_goes_wrong_after_the_promise_is_told_all_the_same(
    race: Hut, slow: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: Any, **__: Any) -> None:
        await asyncio.sleep(0.01)
        raise Refusal(say("The ice has closed."))

    monkeypatch.setattr(sys.modules["cogs.commands.play.moves"], "panel", broken)
    result = await race.click(race.ana, race.post, "Your move")
    assert slow == ["thinking, private"]
    (told,) = [held for held in (result.response, *result.followups) if held is not None]
    assert "The ice has closed." in text(told)


async def test_a_quick_picture_is_not_promised_first(race: Hut, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deferral, "PATIENCE", PATIENCE)
    monkeypatch.setattr(discord.InteractionResponse, "defer", lambda *_, **__: pytest.fail("it was there at once"))
    await race.click(race.ana, race.post, "Your move")
    await race.slash(race.cy, "board")
