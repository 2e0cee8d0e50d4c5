"""Too much at once: people are told in time, and nothing is half done."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from cogs.interactions import deferral, rush
from cogs.pictures import picture_service
from cogs.pictures.priority import NICE, step_back
from tests.discord.hold import deliver, hold
from tests.discord.hut import Hut, Message, controls, pictures, text
from tests.recorded import cut, recorded

BUSY = "The bot is very busy just now"


async def moves(home: Hut) -> int:
    return len((await home.bot.tables.history.record((await home.table()).id)).moves)


async def test_who_comes_in_a_rush_is_told_at_once_and_nothing_is_done(
    home: Hut, monkeypatch: pytest.MonkeyPatch
) -> None:
    await home.begin("amundsen", 2)
    board, before = home.post, (await home.table()).rev
    with monkeypatch.context() as crowd:
        crowd.setattr(rush, "MOST", 0)
        for told in (
            await home.click(home.ana, board, "Your move"),
            await home.slash(home.ana, "move", words="scott"),
            await home.slash(home.ben, "hand"),
        ):
            assert told.response is not None
            assert BUSY in text(told.response)
            assert told.response.ephemeral
        assert not await home.ana.autocomplete(home.games, "move", "words", "s")
    assert home.bot.metrics.turned_away == 4
    assert (await home.table()).rev == before
    opened = (await home.click(home.ana, board, "Your move")).response
    assert opened is not None
    assert BUSY not in text(opened), "afterwards all is as before"


async def test_only_what_is_one_too_many_is_turned_away(home: Hut, monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as are let in are answered, each in full."""
    await home.begin("amundsen", 2)
    monkeypatch.setattr(rush, "MOST", 2)
    board = home.post
    look = next(part["custom_id"] for part in controls(board) if part.get("label") == "Look")
    held = [hold(home.env, who, board, look) for who in (home.ana, home.ben, home.cy, home.dee)]
    await deliver(home.env, *held)
    answers = [text(one.result.response) for one in held]
    assert [BUSY in one for one in answers] == [False, False, True, True]
    assert all(answers)
    assert home.bot.metrics.turned_away == 2


async def test_in_a_crowd_people_are_promised_an_answer_before_anything_is_done(
    race: Hut, monkeypatch: pytest.MonkeyPatch
) -> None:
    order = list[str]()
    defer, menu = discord.InteractionResponse.defer, race.bot.tables.moves.menu

    async def promised(response: Any, **how: Any) -> Any:
        order.append("promised")
        return await defer(response, **how)

    async def looked(*about: Any) -> Any:
        order.append("looked")
        return await menu(*about)

    monkeypatch.setattr(discord.InteractionResponse, "defer", promised)
    monkeypatch.setattr(race.bot.tables.moves, "menu", looked)
    await race.click(race.ana, race.post, "Your move")
    assert order == ["looked"], "it is quiet"
    monkeypatch.setattr(rush, "CROWD", 1)
    for acted in (
        lambda: race.click(race.ana, race.post, "Your move"),
        lambda: race.slash(race.ana, "amundsen choose", explorer="scott"),
        lambda: race.slash(race.ana, "move", words="choose scott"),
    ):
        order.clear()
        result = await acted()
        (answer,) = [held for held in (result.response, *result.followups) if held is not None]
        assert order[:2] == ["promised", "looked"]
        assert answer.ephemeral
        assert text(answer)
    assert "Done." not in text(answer), "it is no longer her turn"
    assert await moves(race) == 1


async def opened(race: Hut) -> tuple[Message, str]:
    """Ana's panel, and the id of the button that makes her Scott."""
    panel = (await race.click(race.ana, race.post, "Your move")).response
    assert panel is not None
    return panel, next(part["custom_id"] for part in controls(panel) if "scott" in part["custom_id"])


async def late(*_: Any, **__: Any) -> None:
    """Discord has stopped waiting, and tells the person that it failed."""
    raise discord.NotFound(cast("Any", SimpleNamespace(status=404, reason="")), {"code": 10062, "message": ""})


async def test_what_has_been_begun_is_done_also_where_no_answer_can_be_promised(
    race: Hut, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel, scott = await opened(race)
    before, refused, play = race.post.id, asyncio.Event(), race.bot.tables.moves.play

    async def refuses(*_: Any, **__: Any) -> None:
        refused.set()
        await late()

    async def played(*about: Any, **how: Any) -> Any:
        await refused.wait()
        return await play(*about, **how)

    monkeypatch.setattr(deferral, "PATIENCE", 0.0)
    monkeypatch.setattr(discord.InteractionResponse, "defer", refuses)
    monkeypatch.setattr(race.bot.tables.moves, "play", played)
    await race.ana.click(panel, custom_id=scott)
    assert await moves(race) == 1
    assert race.post.id != before, "the board is posted"


async def test_who_cannot_be_promised_an_answer_does_nothing_in_a_crowd(
    race: Hut, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else it would be done though the person was told that it failed."""
    panel, scott = await opened(race)
    monkeypatch.setattr(rush, "CROWD", 1)
    monkeypatch.setattr(discord.InteractionResponse, "defer", late)
    told = await race.ana.click(panel, custom_id=scott)
    assert not told.acknowledged
    assert await moves(race) == 0


async def test_where_many_pictures_wait_who_has_moved_gets_no_more_than_words(
    race: Hut, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The board that follows in the channel shows it as well."""
    monkeypatch.setattr(picture_service, "LONG", 0)
    panel = (await race.click(race.ana, race.post, "Your move")).response
    assert panel is not None
    assert await pictures(panel), "who chooses needs one"
    moved = (await race.slash(race.ana, "move", words="choose scott")).response
    assert moved is not None
    assert "Done." in text(moved)
    assert not await pictures(moved)
    assert race.post.attachments


async def test_where_many_pictures_wait_whoever_chooses_sees_what_it_is_about_and_not_the_rest(
    home: Hut, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the Passage tiles are laid on the board; the own pieces are in a second picture, which /hand shows at any time."""
    await home.resume(cut(recorded("northwest", "tie-broken"), 100), 4)
    table = await home.table()
    mover = home.actor(table.user_of((await home.bot.tables.snapshots.take(table.id, None)).waiting[0]))
    usual = (await home.click(mover, home.post, "Your move")).response
    monkeypatch.setattr(picture_service, "LONG", 0)
    rushed = (await home.click(mover, home.post, "Your move")).response
    assert usual is not None
    assert rushed is not None
    assert [len(await pictures(panel)) for panel in (usual, rushed)] == [2, 1]
    assert [part["custom_id"] for part in controls(usual)] == [part["custom_id"] for part in controls(rushed)]


async def test_where_too_many_pictures_wait_people_choose_without_one(
    race: Hut, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as crowd:
        crowd.setattr(picture_service, "LONGEST", 0)
        panel = (await race.click(race.ana, race.post, "Your move")).response
    assert panel is not None
    assert not await pictures(panel)
    assert "too much to draw just now" in text(panel)
    assert [part for part in controls(panel) if "scott" in part["custom_id"]]
    panel = (await race.click(race.ana, race.post, "Your move")).response
    assert panel is not None
    assert await pictures(panel)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux knows priorities of threads")
def test_a_thread_that_draws_steps_back_and_the_others_do_not() -> None:
    found: list[int] = []

    def draws() -> None:
        step_back()
        found.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))

    before = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
    thread = threading.Thread(target=draws)
    thread.start()
    thread.join()
    assert found == [max(before, NICE)]
    assert os.getpriority(os.PRIO_PROCESS, threading.get_native_id()) == before
