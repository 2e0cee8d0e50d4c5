"""Overload: people are told in time, and nothing is half done."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from cogs.interactions import deferral, load_shedding
from cogs.pictures import picture_service
from cogs.pictures.background import BACKGROUND_NICENESS, lower_priority
from tests.discord.fake_server import FakeServer, Message, list_controls, list_pictures, read_text
from tests.discord.held_interactions import deliver_held, hold_interaction

BUSY_TEXT = "The bot is very busy just now"


async def count_moves(server: FakeServer) -> int:
    return len((await server.bot.tables.history.build_record((await server.load_table()).id)).moves)


async def test_who_comes_in_a_rush_is_told_at_once_and_nothing_is_done(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    await server.start_game("amundsen", 2)
    board, before = server.newest_post, (await server.load_table()).revision
    with monkeypatch.context() as crowd:
        crowd.setattr(load_shedding, "MAX_RUNNING", 0)
        for told in (
            await server.click_button(server.ana, board, "Your move"),
            await server.run_command(server.ana, "move", words="scott"),
            await server.run_command(server.ben, "hand"),
        ):
            assert told.response is not None
            assert BUSY_TEXT in read_text(told.response)
            assert told.response.ephemeral
        assert not await server.ana.autocomplete(server.games, "move", "words", "s")
    assert server.bot.metrics.shed_count == 4
    assert (await server.load_table()).revision == before
    opened = (await server.click_button(server.ana, board, "Your move")).response
    assert opened is not None
    assert BUSY_TEXT not in read_text(opened), "afterwards all is as before"


async def test_only_what_is_one_too_many_is_turned_away(server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every admitted request is answered in full."""
    await server.start_game("amundsen", 2)
    monkeypatch.setattr(load_shedding, "MAX_RUNNING", 2)
    board = server.newest_post
    look = next(part["custom_id"] for part in list_controls(board) if part.get("label") == "Look")
    held = [hold_interaction(server.env, who, board, look) for who in (server.ana, server.ben, server.cy, server.dee)]
    await deliver_held(server.env, *held)
    answers = [read_text(one.result.response) for one in held]
    assert [BUSY_TEXT in one for one in answers] == [False, False, True, True]
    assert all(answers)
    assert server.bot.metrics.shed_count == 2


async def test_in_a_crowd_people_are_promised_an_answer_before_anything_is_done(
    race: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    order = list[str]()
    defer, menu = discord.InteractionResponse.defer, race.bot.tables.moves.load_menu

    async def promised(response: Any, **how: Any) -> Any:
        order.append("promised")
        return await defer(response, **how)

    async def looked(*about: Any) -> Any:
        order.append("looked")
        return await menu(*about)

    monkeypatch.setattr(discord.InteractionResponse, "defer", promised)
    monkeypatch.setattr(race.bot.tables.moves, "load_menu", looked)
    await race.click_button(race.ana, race.newest_post, "Your move")
    assert order == ["looked"], "it is quiet"
    monkeypatch.setattr(load_shedding, "DEFER_FROM_RUNNING", 1)
    for acted in (
        lambda: race.click_button(race.ana, race.newest_post, "Your move"),
        lambda: race.run_command(race.ana, "amundsen choose", explorer="scott"),
        lambda: race.run_command(race.ana, "move", words="choose scott"),
    ):
        order.clear()
        result = await acted()
        (answer,) = [held for held in (result.response, *result.followups) if held is not None]
        assert order[:2] == ["promised", "looked"]
        assert answer.ephemeral
        assert read_text(answer)
    assert "Done." not in read_text(answer), "it is no longer her turn"
    assert await count_moves(race) == 1


async def open_panel(race: FakeServer) -> tuple[Message, str]:
    """Open Ana's panel. Return it and the id of the button that makes her Scott."""
    panel = (await race.click_button(race.ana, race.newest_post, "Your move")).response
    assert panel is not None
    return panel, next(part["custom_id"] for part in list_controls(panel) if "scott" in part["custom_id"])


async def raise_too_late(*_: Any, **__: Any) -> None:
    """Raise the error of an interaction that Discord has given up, after it told the person so."""
    raise discord.NotFound(cast("Any", SimpleNamespace(status=404, reason="")), {"code": 10062, "message": ""})


async def test_what_has_been_begun_is_done_also_where_no_answer_can_be_promised(
    race: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel, scott = await open_panel(race)
    before, refused, play = race.newest_post.id, asyncio.Event(), race.bot.tables.moves.play

    async def refuses(*_: Any, **__: Any) -> None:
        refused.set()
        await raise_too_late()

    async def played(*about: Any, **how: Any) -> Any:
        await refused.wait()
        return await play(*about, **how)

    monkeypatch.setattr(deferral, "DEFER_AFTER_S", 0.0)
    monkeypatch.setattr(discord.InteractionResponse, "defer", refuses)
    monkeypatch.setattr(race.bot.tables.moves, "play", played)
    await race.ana.click(panel, custom_id=scott)
    assert await count_moves(race) == 1
    assert race.newest_post.id != before, "the board is posted"


async def test_who_cannot_be_promised_an_answer_does_nothing_in_a_crowd(
    race: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise the action would happen although the person was told that it failed."""
    panel, scott = await open_panel(race)
    monkeypatch.setattr(load_shedding, "DEFER_FROM_RUNNING", 1)
    monkeypatch.setattr(discord.InteractionResponse, "defer", raise_too_late)
    told = await race.ana.click(panel, custom_id=scott)
    assert not told.acknowledged
    assert await count_moves(race) == 0


async def test_where_many_pictures_wait_who_has_moved_gets_no_more_than_words(
    race: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The board that follows in the channel shows the move as well."""
    monkeypatch.setattr(picture_service, "RUSHED_FROM_WAITING", 0)
    panel = (await race.click_button(race.ana, race.newest_post, "Your move")).response
    assert panel is not None
    assert await list_pictures(panel), "who chooses needs one"
    moved = (await race.run_command(race.ana, "move", words="choose scott")).response
    assert moved is not None
    assert "Done." in read_text(moved)
    assert not await list_pictures(moved)
    assert race.newest_post.attachments


async def test_where_too_many_pictures_wait_people_choose_without_one(
    race: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as crowd:
        crowd.setattr(picture_service, "OVERRUN_FROM_WAITING", 0)
        panel = (await race.click_button(race.ana, race.newest_post, "Your move")).response
    assert panel is not None
    assert not await list_pictures(panel)
    assert "too much to draw just now" in read_text(panel)
    assert [part for part in list_controls(panel) if "scott" in part["custom_id"]]
    panel = (await race.click_button(race.ana, race.newest_post, "Your move")).response
    assert panel is not None
    assert await list_pictures(panel)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux knows priorities of threads")
def test_a_thread_that_draws_steps_back_and_the_others_do_not() -> None:
    found: list[int] = []

    def draws() -> None:
        lower_priority()
        found.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))

    before = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
    thread = threading.Thread(target=draws)
    thread.start()
    thread.join()
    assert found == [max(before, BACKGROUND_NICENESS)]
    assert os.getpriority(os.PRIO_PROCESS, threading.get_native_id()) == before
