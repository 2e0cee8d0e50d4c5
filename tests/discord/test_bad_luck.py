"""A full disk, an hour without Discord, rights taken away: a move stands or is refused whole, and the channel hears of it once."""

from __future__ import annotations

import re
import sqlite3
import threading
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from cogs.pictures import picture_service
from cogs.pictures.order import Order
from engine.host.store.database import StoreError, Transaction
from engine.host.store.drivers.sqlite import SqliteTransaction
from engine.ops import doctor
from engine.ops.config import Secret, Store
from tests.discord.camp import pass_hours, reminders
from tests.discord.disk import fill, give_room, take_room, use_up
from tests.discord.hold import deliver, hold
from tests.discord.hut import PATIENCE, Hut, controls, hut, text
from tests.discord.player import Player
from tests.postgres import Server

HOUR = 3600


async def moves(home: Hut) -> int:
    return len((await home.bot.tables.history.record((await home.table()).id)).moves)


def calls(home: Hut) -> list[str]:
    """Who was called by the posts in #games, in their order."""
    found = re.findall(r"<@\d+>, it is your move", "\n".join(text(message) for message in home.games.history()))
    return [re.sub(r"\D", "", one) for one in found]


async def choose(home: Hut, explorer: str = "scott") -> str:
    """Ana's first move, which makes it Ben's turn or hers; what her panel then says."""
    return text((await home.slash(home.ana, "amundsen choose", explorer=explorer)).response)


def sound(home: Hut) -> None:
    assert {report.verdict for report in doctor.examine(home.config.store.path)} == {"same"}


# -------------------------------------------------------------------- full disk
async def contents(home: Hut) -> list[tuple[object, ...]]:
    """Every row that a move writes, but for the notes of what has been posted."""
    tables = ("tables", "seats", "components", "entries", "positions", "log_lines", "undo_requests")
    return [tuple(row) for name in tables for row in await home.bot.store.all(f"SELECT * FROM {name}")]  # noqa: S608


async def test_on_a_full_disk_a_move_is_refused_in_words_and_nothing_is_half_written(race: Hut) -> None:
    player = Player(race, "full")
    await player.by_command(race.ana)
    await fill(race)
    for _ in range(100):  # until the room inside the file is used up, too
        before, made, seen = await contents(race), await moves(race), len(race.games.history())
        who = await player.waiting()
        assert who is not None
        await player.by_command(who)
        if await moves(race) == made:
            break
    told = text(race.results[-1].response)
    assert "the bot’s disk is full" in told
    assert "nothing has changed" in told
    assert "bot.db" not in told, "paths of the machine are not for players"
    assert await contents(race) == before
    assert len(race.games.history()) == seen
    sound(race)
    panel = (await race.click(who, race.post, "Your move")).response
    assert controls(panel), "looking is still possible"  # type: ignore[arg-type]

    await give_room(race.bot.store)
    await player.by_buttons(who)
    assert await moves(race) > made
    await race.env.advance_time(HOUR)
    assert race.bot.posts.waiting == 0
    assert calls(race)[-1] == str((await player.waiting()).id)  # type: ignore[union-attr]
    sound(race)


async def test_postgres_on_a_full_disk_refuses_in_words_too(tmp_path: Path, postgres_server: Server) -> None:
    stored = Store(str(tmp_path / "bot.db"), Secret(await postgres_server.new()))
    async with hut(tmp_path, store=stored) as home:
        await take_room(home.bot.store)
        answer = (await home.slash(home.ana, "play", game="northwest")).response
        assert "disk is full" in text(answer)
        assert not await home.bot.store.all("SELECT * FROM tables")
        await give_room(home.bot.store)
        await home.slash(home.ana, "play", game="northwest")
        assert "Expedition: Northwest Passage" in text(home.post)
        home.env._errors.clear()


async def test_no_table_is_half_opened_on_a_full_disk(race: Hut) -> None:
    await fill(race)
    await use_up(race)
    before = await contents(race)
    answer = (await race.slash(race.cy, "play", race.expedition, game="northwest")).response
    assert "disk is full" in text(answer)
    assert await contents(race) == before
    assert not race.expedition.history()
    await race.restart()
    await give_room(race.bot.store)
    await race.slash(race.cy, "play", race.expedition, game="northwest")
    assert "Expedition: Northwest Passage" in text(race.expedition.last_message)
    sound(race)


async def test_a_post_that_cannot_be_noted_is_not_posted_twice(race: Hut, monkeypatch: pytest.MonkeyPatch) -> None:
    """The move just fitted, the note of its post does not: the post is found again, not sent again."""
    before = len(race.games.history())
    run = SqliteTransaction.run

    async def no_room_for_notes(tx: Transaction, sql: str, *values: Any) -> int:
        if "INTO board_posts" in sql:
            raise sqlite3.OperationalError("database or disk is full")
        return await run(tx, sql, *values)

    monkeypatch.setattr(SqliteTransaction, "run", no_room_for_notes)
    await choose(race)
    assert len(race.games.history()) == before + 1
    await race.env.advance_time(HOUR)
    assert race.bot.posts.waiting == 1
    monkeypatch.undo()
    await race.env.advance_time(HOUR)
    assert race.bot.posts.waiting == 0
    assert len(race.games.history()) == before + 1
    post = await race.bot.tables.snapshots.post(1)
    assert post is not None
    assert post.message == race.post.id


async def test_a_full_disk_holds_the_clock_up_in_one_line_and_loses_no_reminder(
    camp: Hut, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    run = SqliteTransaction.run

    async def no_room_for_notices(tx: Transaction, sql: str, *values: Any) -> int:
        if "INTO reminders" in sql:
            raise sqlite3.OperationalError("database or disk is full")
        return await run(tx, sql, *values)

    monkeypatch.setattr(SqliteTransaction, "run", no_room_for_notices)
    await pass_hours(camp, 6.2)
    assert reminders(camp) == []
    held_up = [record for record in caplog.records if record.name == "overwinter.scheduler"]
    assert held_up
    assert not [record for record in held_up if record.exc_info], (
        "a trace every half minute would fill the disk for good"
    )
    monkeypatch.setattr(SqliteTransaction, "run", run)
    await camp.env.advance_time(60)
    assert len(reminders(camp)) == 1
    await pass_hours(camp, 5)
    assert len(reminders(camp)) == 1


# ----------------------------------------------------------------- Discord away
@pytest.mark.parametrize("how", ["answers 503", "cannot be reached", "does not answer"])
async def test_after_an_hour_without_discord_each_move_is_posted_once(
    race: Hut, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """The acknowledgement still went through; then Discord was gone."""
    before = len(race.games.history())
    path = f"/channels/{race.games.id}/messages*"
    if how == "answers 503":
        race.env.inject_error("*", path, status=503, times=None)
    else:
        request = race.bot.http.request
        failure = aiohttp.ClientOSError("reset") if how == "cannot be reached" else TimeoutError()

        async def gone(route: discord.http.Route, **options: object) -> object:
            if "/messages" in route.path and "webhook" not in route.path:
                raise failure
            return await request(route, **options)  # type: ignore[arg-type]

        monkeypatch.setattr(race.bot.http, "request", gone)
    assert "Done" in await choose(race)
    assert await moves(race) == 1
    for _ in range(6):
        await race.env.advance_time(HOUR / 6)
        assert len(race.games.history()) == before
        assert race.bot.posts.waiting == 1
    tried = len([one for one in race.env.http_requests if one.method == "POST" and one.path == path[:-1]])
    assert tried < 30, "it is not hammered"
    race.env.backend.faults.clear()
    monkeypatch.undo()
    await race.env.advance_time(301)
    assert len(race.games.history()) == before + 1
    assert calls(race).count(str(race.ben.id)) == 1
    assert race.bot.posts.waiting == 0
    await race.env.advance_time(HOUR)
    await race.restart()
    assert len(race.games.history()) == before + 1


async def test_what_waits_goes_out_as_soon_as_discord_is_back(race: Hut) -> None:
    before = len(race.games.history())
    race.env.inject_error("POST", f"/channels/{race.games.id}/messages", status=503, times=None)
    await choose(race)
    await race.env.advance_time(HOUR)
    race.env.backend.faults.clear()
    race.bot.dispatch("resumed")
    await race.env.settle()
    assert len(race.games.history()) == before + 1


async def test_a_board_that_cannot_be_read_follows_when_the_store_answers_again(
    race: Hut, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A database on another machine may be silent for a moment, also to whoever only asks."""
    before, panel = len(race.games.history()), (await race.click(race.ana, race.post, "Your move")).response
    assert panel is not None

    async def silent(*_: object) -> None:
        raise StoreError("PostgreSQL here/bot does not answer.")

    with monkeypatch.context() as outage:
        outage.setattr(race.bot.posts, "compose", silent)
        scott = next(part for part in controls(panel) if "scott" in part["custom_id"])
        await race.click(race.ana, panel, custom_id=scott["custom_id"])
        await race.env.settle()
        assert len(race.games.history()) == before
    await race.env.advance_time(7)
    assert len(race.games.history()) == before + 1


async def test_a_post_that_arrived_unheard_is_not_sent_again(race: Hut, monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord took the message and was gone before it could say so. An hour later no nonce helps any more."""
    before = len(race.games.history())
    request = race.bot.http.request

    async def unheard(route: discord.http.Route, **options: object) -> object:
        done = await request(route, **options)  # type: ignore[arg-type]
        if route.method == "POST" and route.path.endswith("/messages"):
            raise aiohttp.ServerDisconnectedError
        return done

    monkeypatch.setattr(race.bot.http, "request", unheard)
    await choose(race)
    monkeypatch.undo()
    race.env.inject_error("*", f"/channels/{race.games.id}/messages*", status=503, times=None)
    await race.env.advance_time(HOUR)
    race.env.backend.faults.clear()
    await race.env.advance_time(301)
    assert len(race.games.history()) == before + 1
    post = await race.bot.tables.snapshots.post(1)
    assert post is not None
    assert post.message == race.post.id
    await Player(race, "unheard").by_buttons(race.ben)
    assert race.bot.posts.waiting == 0


async def test_a_restart_during_the_outage_loses_no_post(race: Hut) -> None:
    before = len(race.games.history())
    race.env.inject_error("*", f"/channels/{race.games.id}/messages*", status=503, times=None)
    await choose(race)
    await race.restart()
    assert len(race.games.history()) == before
    race.env.backend.faults.clear()
    await race.env.advance_time(301)
    assert len(race.games.history()) == before + 1


async def test_moves_made_meanwhile_are_told_in_one_post(race: Hut) -> None:
    before = len(race.games.history())
    race.env.inject_error("POST", f"/channels/{race.games.id}/messages", status=503, times=None)
    await choose(race)
    await race.slash(race.ben, "amundsen take", cards="1")
    assert await moves(race) == 2
    race.env.backend.faults.clear()
    await race.env.advance_time(301)
    assert len(race.games.history()) == before + 1
    assert "Scott" in text(race.post)
    assert f"<@{race.ana.id}>, it is your move" in text(race.post)


async def test_what_discord_will_never_take_is_not_tried_for_ever(race: Hut) -> None:
    race.env.inject_error("POST", f"/channels/{race.games.id}/messages", status=400, code=50035, times=None)
    await choose(race)
    tried = len(race.env.http_requests)
    await race.env.advance_time(HOUR)
    assert len(race.env.http_requests) == tried
    assert race.bot.posts.waiting == 0


# ------------------------------------------------------------------------ rights
def forbid(home: Hut, **rights: bool) -> None:
    me = home.bot.user
    assert me is not None
    deny = discord.Permissions(**rights).value
    home.env.backend.set_overwrite(
        home.games.id, Overwrite(target_id=me.id, type=OverwriteType.MEMBER, allow=0, deny=deny)
    )


def allow(home: Hut) -> None:
    assert home.bot.user is not None
    home.env.backend.delete_overwrite(home.games.id, home.bot.user.id)


@pytest.mark.parametrize("right", ["send_messages", "view_channel"])
async def test_without_the_right_to_post_the_player_is_told_and_the_board_follows(race: Hut, right: str) -> None:
    before = len(race.games.history())
    forbid(race, **{right: True})
    await race.env.settle()
    told = await choose(race)
    assert "Done." in told
    assert "I lack the right to" in told
    assert "ask a moderator" in told
    assert await moves(race) == 1
    assert race.bot.posts.refused == 1
    tried = len(race.env.http_requests)
    await race.env.advance_time(24 * HOUR)
    assert len(race.env.http_requests) == tried, "nothing is tried until something changes"
    assert len(race.games.history()) == before

    allow(race)
    await race.env.settle()
    assert len(race.games.history()) == before + 1
    assert f"<@{race.ben.id}>, it is your move" in text(race.post)
    assert race.bot.posts.refused == 0
    allow(race)
    await race.env.advance_time(HOUR)
    assert len(race.games.history()) == before + 1


async def test_without_the_right_to_attach_the_call_goes_out_with_a_word_about_the_picture(race: Hut) -> None:
    forbid(race, attach_files=True)
    await race.env.settle()
    # simcord knows the right but does not refuse the file, as Discord does.
    race.env.inject_error("POST", f"/channels/{race.games.id}/messages", status=403, code=50013, times=1)
    assert "Attach Files" in await choose(race)
    assert not race.post.attachments
    assert f"<@{race.ben.id}>, it is your move" in text(race.post)
    assert "I may not attach files in this channel" in text(race.post)
    assert controls(race.post), "the game goes on all the same"
    bare, posts = race.post, len(race.games.history())
    allow(race)
    await race.env.settle()
    assert race.post.id == bare.id, "nobody is called a second time"
    assert len(race.games.history()) == posts
    assert race.post.attachments, "the picture follows as soon as the bot may attach it"
    assert "may not attach" not in text(race.post)
    await Player(race, "bare").by_buttons(race.ben)
    assert race.post.attachments


async def test_the_last_picture_of_a_game_follows_when_rights_return(race: Hut) -> None:
    forbid(race, attach_files=True)
    race.env.inject_error("POST", f"/channels/{race.games.id}/messages", status=403, code=50013, times=1)
    asked = (await race.slash(race.ana, "resign")).response
    assert asked is not None
    await race.click(race.ana, asked, "Give up")
    assert "I may not attach files in this channel" in text(race.post)
    final, posts = race.post.id, len(race.games.history())
    allow(race)
    await race.env.settle()
    assert race.post.attachments
    assert (race.post.id, len(race.games.history())) == (final, posts)
    assert "may not attach" not in text(race.post)


async def test_without_the_right_to_attach_an_edited_post_goes_on_without_its_picture(race: Hut) -> None:
    player = Player(race, "edit")
    for _ in range(40):  # until a move leaves the turn where it is: then the post is edited
        edited, newest = race.post, len(race.games.history())
        race.env.inject_error("PATCH", f"/channels/{race.games.id}/messages/*", status=403, code=50013, times=1)
        who = await player.waiting()
        assert who is not None
        await player.by_buttons(who)
        if not any(fault["times"] for fault in race.env.backend.faults):
            break
        race.env.backend.faults.clear()
    assert len(race.games.history()) == newest
    assert race.post.id == edited.id
    assert "I may not attach files in this channel" in text(race.post)
    assert not race.post.attachments


async def test_no_game_begins_where_boards_cannot_be_shown(home: Hut) -> None:
    forbid(home, attach_files=True, send_messages=True)
    await home.env.settle()
    told = text((await home.slash(home.ana, "play", game="amundsen")).response)
    assert "Send Messages" in told
    assert "Attach Files" in told
    assert await home.bot.tables.live_tables() == []


async def test_two_presses_during_an_outage_move_once(race: Hut) -> None:
    race.env.inject_error("*", f"/channels/{race.games.id}/messages*", status=503, times=None)
    panel = (await race.click(race.ana, race.post, "Your move")).response
    assert panel is not None
    custom_id = controls(panel)[0]["custom_id"]
    await deliver(race.env, *(hold(race.env, race.ana, panel, custom_id) for _ in range(2)))
    assert await moves(race) == 1
    race.env.backend.faults.clear()
    await race.env.advance_time(301)


async def test_nobody_waits_for_the_boards_of_other_tables(camp: Hut, monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord is back, and many boards are to be drawn; somebody who presses meanwhile has three seconds."""
    tables = camp.bot.tables
    for number in range(6):
        channel = camp.guild.create_text_channel(f"camp-{number}")
        table = await tables.lobby.open(camp.guild.id, channel.id, camp.ana.id, "Ana", "toy", {})
        await tables.lobby.join(table.id, camp.ben.id, "Ben")
        await tables.lobby.start(table.id, camp.ana.id)
    paint, drawn, pressed = picture_service.draw, list[str](), threading.Event()

    def slowly(order: Order, *how: Any) -> Any:
        if order.what == "board":
            pressed.wait(PATIENCE)  # as long as it takes until somebody has pressed
        drawn.append(order.what)
        pressed.set()
        return paint(order, *how)

    monkeypatch.setattr(picture_service, "draw", slowly)
    for table_id in await tables.snapshots.unposted():
        camp.bot.posts.poke(table_id)
    await camp.slash(camp.cy, "hand")
    assert drawn[0] == "hand"
    await camp.bot.posts.drain(PATIENCE)
    assert drawn.count("board") >= 6
