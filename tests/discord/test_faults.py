"""A full disk, an hour without Discord, revoked rights: a move stands or is refused whole, and the channel hears of it once."""

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

from cogs.interactions import deferral, errors
from cogs.pictures import picture_service
from cogs.pictures.render_request import RenderRequest
from engine.host.service.shard_group import LeaseExpiredError
from engine.host.store.database import StoreError, Transaction
from engine.host.store.drivers.sqlite import SqliteTransaction
from engine.ops import doctor
from engine.ops.config import Secret, StoreConfig
from tests.discord.camp_game import list_reminders, pass_hours
from tests.discord.fake_server import ANSWER_TIMEOUT_S, FakeServer, list_controls, open_server, read_text
from tests.discord.full_disk import allow_writes, block_writes, fill_disk, use_free_pages
from tests.discord.held_interactions import deliver_held, hold_interaction
from tests.discord.player import RandomPlayer
from tests.discord.simcord_internals import clear_errors
from tests.postgres import PostgresServer

HOUR_S = 3600


async def count_moves(server: FakeServer) -> int:
    return len((await server.bot.tables.history.build_record((await server.load_table()).id)).moves)


def list_called_users(server: FakeServer) -> list[str]:
    """List the users mentioned by the posts in #games, in order."""
    found = re.findall(r"<@\d+>, it is your move", "\n".join(read_text(message) for message in server.games.history()))
    return [re.sub(r"\D", "", one) for one in found]


async def choose_explorer(server: FakeServer, explorer: str = "scott") -> str:
    """Make Ana's first move, which gives the next turn to Ben or to her. Return the text of her panel."""
    return read_text((await server.run_command(server.ana, "amundsen choose", explorer=explorer)).response)


def check_table(server: FakeServer) -> None:
    assert {report.verdict for report in doctor.check_tables(server.config.store.path)} == {"same"}


# -------------------------------------------------------------------- full disk
async def read_rows(server: FakeServer) -> list[tuple[object, ...]]:
    """Read every row that a move writes, except the records of posts."""
    tables = ("tables", "seats", "components", "entries", "positions", "log_lines", "undo_requests")
    return [tuple(row) for name in tables for row in await server.bot.store.fetch_all(f"SELECT * FROM {name}")]  # noqa: S608


async def test_on_a_full_disk_a_move_is_refused_in_words_and_nothing_is_half_written(race: FakeServer) -> None:
    player = RandomPlayer(race, "full")
    await player.play_by_command(race.ana)
    await fill_disk(race)
    for _ in range(100):  # until the space inside the file is used up, too
        before, made, seen = await read_rows(race), await count_moves(race), len(race.games.history())
        who = await player.find_asked_user()
        assert who is not None
        await player.play_by_command(who)
        if await count_moves(race) == made:
            break
    told = read_text(race.results[-1].response)
    assert "the bot’s disk is full" in told
    assert "nothing has changed" in told
    assert "bot.db" not in told, "paths of the machine are not for players"
    assert await read_rows(race) == before
    assert len(race.games.history()) == seen
    check_table(race)
    panel = (await race.click_button(who, race.newest_post, "Your move")).response
    assert list_controls(panel), "looking is still possible"  # type: ignore[arg-type]

    await allow_writes(race.bot.store)
    await player.play_by_buttons(who)
    assert await count_moves(race) > made
    await race.env.advance_time(HOUR_S)
    assert race.bot.board_posts.waiting_count == 0
    assert list_called_users(race)[-1] == str((await player.find_asked_user()).id)  # type: ignore[union-attr]
    check_table(race)


async def test_postgres_on_a_full_disk_refuses_in_words_too(tmp_path: Path, postgres_server: PostgresServer) -> None:
    stored = StoreConfig(str(tmp_path / "bot.db"), Secret(await postgres_server.create_database()))
    async with open_server(tmp_path, store=stored) as home:
        await block_writes(home.bot.store)
        answer = (await home.run_command(home.ana, "play", game="northwest")).response
        assert "disk is full" in read_text(answer)
        assert not await home.bot.store.fetch_all("SELECT * FROM tables")
        await allow_writes(home.bot.store)
        await home.run_command(home.ana, "play", game="northwest")
        assert "Expedition: Northwest Passage" in read_text(home.newest_post)
        clear_errors(home.env)


async def test_no_table_is_half_opened_on_a_full_disk(race: FakeServer) -> None:
    await fill_disk(race)
    await use_free_pages(race)
    before = await read_rows(race)
    answer = (await race.run_command(race.cy, "play", race.expedition, game="northwest")).response
    assert "disk is full" in read_text(answer)
    assert await read_rows(race) == before
    assert not race.expedition.history()
    await race.restart()
    await allow_writes(race.bot.store)
    await race.run_command(race.cy, "play", race.expedition, game="northwest")
    assert "Expedition: Northwest Passage" in read_text(race.expedition.last_message)
    check_table(race)


async def test_a_post_that_cannot_be_noted_is_not_posted_twice(
    race: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The move just fitted, the record of its post does not. The bot finds the post again and does not send another."""
    before = len(race.games.history())
    run = SqliteTransaction.execute

    async def no_room_for_notes(tx: Transaction, sql: str, *values: Any) -> int:
        if "INTO board_posts" in sql:
            raise sqlite3.OperationalError("database or disk is full")
        return await run(tx, sql, *values)

    monkeypatch.setattr(SqliteTransaction, "execute", no_room_for_notes)
    await choose_explorer(race)
    assert len(race.games.history()) == before + 1
    await race.env.advance_time(HOUR_S)
    assert race.bot.board_posts.waiting_count == 1
    monkeypatch.undo()
    await race.env.advance_time(HOUR_S)
    assert race.bot.board_posts.waiting_count == 0
    assert len(race.games.history()) == before + 1
    post = await race.bot.tables.snapshots.load_post(1)
    assert post is not None
    assert post.message_id == race.newest_post.id


async def test_a_full_disk_holds_the_clock_up_in_one_line_and_loses_no_reminder(
    camp: FakeServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    run = SqliteTransaction.insert

    async def no_room_for_messages(tx: SqliteTransaction, sql: str, *values: Any) -> int:
        if "INTO outbox" in sql:
            raise sqlite3.OperationalError("database or disk is full")
        return await run(tx, sql, *values)

    monkeypatch.setattr(SqliteTransaction, "insert", no_room_for_messages)
    await pass_hours(camp, 6.2)
    assert list_reminders(camp) == []
    held_up = [record for record in caplog.records if record.name == "overwinter.scheduler"]
    assert held_up
    assert not [record for record in held_up if record.exc_info], (
        "a trace every half minute would fill the disk for good"
    )
    monkeypatch.setattr(SqliteTransaction, "insert", run)
    await camp.env.advance_time(60)
    assert len(list_reminders(camp)) == 1
    await pass_hours(camp, 5)
    assert len(list_reminders(camp)) == 1


# ----------------------------------------------------------------- Discord away
@pytest.mark.parametrize("how", ["answers 503", "cannot be reached", "does not answer"])
async def test_after_an_hour_without_discord_each_move_is_posted_once(
    race: FakeServer, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """The acknowledgement still went through; then Discord failed."""
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
    assert "Done" in await choose_explorer(race)
    assert await count_moves(race) == 1
    for _ in range(6):
        await race.env.advance_time(HOUR_S / 6)
        assert len(race.games.history()) == before
        assert race.bot.board_posts.waiting_count == 1
    tried = len([one for one in race.env.http_requests if one.method == "POST" and one.path == path[:-1]])
    assert tried < 30, "it is not hammered"
    race.env.backend.faults.clear()
    monkeypatch.undo()
    await race.env.advance_time(301)
    assert len(race.games.history()) == before + 1
    assert list_called_users(race).count(str(race.ben.id)) == 1
    assert race.bot.board_posts.waiting_count == 0
    await race.env.advance_time(HOUR_S)
    await race.restart()
    assert len(race.games.history()) == before + 1


async def test_what_waits_goes_out_as_soon_as_discord_is_back(race: FakeServer) -> None:
    before = len(race.games.history())
    race.env.inject_error("POST", f"/channels/{race.games.id}/messages", status=503, times=None)
    await choose_explorer(race)
    await race.env.advance_time(HOUR_S)
    race.env.backend.faults.clear()
    race.bot.dispatch("resumed")
    await race.env.settle()
    assert len(race.games.history()) == before + 1


async def test_a_board_that_cannot_be_read_follows_when_the_store_answers_again(
    race: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A database on another machine may be silent for a moment, also to a person who only asks."""
    before, panel = (
        len(race.games.history()),
        (await race.click_button(race.ana, race.newest_post, "Your move")).response,
    )
    assert panel is not None

    async def silent(*_: object, **_options: object) -> None:
        raise StoreError("PostgreSQL here/bot does not answer.")

    with monkeypatch.context() as outage:
        outage.setattr(race.bot.board_posts.composer, "compose_post", silent)
        scott = next(part for part in list_controls(panel) if "scott" in part["custom_id"])
        await race.click_button(race.ana, panel, custom_id=scott["custom_id"])
        await race.env.settle()
        assert len(race.games.history()) == before
    await race.env.advance_time(7)
    assert len(race.games.history()) == before + 1


async def test_a_post_that_arrived_unheard_is_not_sent_again(race: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord took the message and failed before its answer. An hour later Discord has forgotten the nonce."""
    before = len(race.games.history())
    request = race.bot.http.request

    async def unheard(route: discord.http.Route, **options: object) -> object:
        done = await request(route, **options)  # type: ignore[arg-type]
        if route.method == "POST" and route.path.endswith("/messages"):
            raise aiohttp.ServerDisconnectedError
        return done

    monkeypatch.setattr(race.bot.http, "request", unheard)
    await choose_explorer(race)
    monkeypatch.undo()
    race.env.inject_error("*", f"/channels/{race.games.id}/messages*", status=503, times=None)
    await race.env.advance_time(HOUR_S)
    race.env.backend.faults.clear()
    await race.env.advance_time(301)
    assert len(race.games.history()) == before + 1
    post = await race.bot.tables.snapshots.load_post(1)
    assert post is not None
    assert post.message_id == race.newest_post.id
    await RandomPlayer(race, "unheard").play_by_buttons(race.ben)
    assert race.bot.board_posts.waiting_count == 0


async def test_a_restart_during_the_outage_loses_no_post(race: FakeServer) -> None:
    before = len(race.games.history())
    race.env.inject_error("*", f"/channels/{race.games.id}/messages*", status=503, times=None)
    await choose_explorer(race)
    await race.restart()
    assert len(race.games.history()) == before
    race.env.backend.faults.clear()
    await race.env.advance_time(301)
    assert len(race.games.history()) == before + 1


async def test_moves_made_meanwhile_are_told_in_one_post(race: FakeServer) -> None:
    before = len(race.games.history())
    race.env.inject_error("POST", f"/channels/{race.games.id}/messages", status=503, times=None)
    await choose_explorer(race)
    await race.run_command(race.ben, "amundsen take", cards="1")
    assert await count_moves(race) == 2
    race.env.backend.faults.clear()
    await race.env.advance_time(301)
    assert len(race.games.history()) == before + 1
    assert "Scott" in read_text(race.newest_post)
    assert f"<@{race.ana.id}>, it is your move" in read_text(race.newest_post)


async def test_a_post_beyond_the_rate_limit_is_sent_later(race: FakeServer) -> None:
    before = len(race.games.history())
    race.env.inject_error("POST", f"/channels/{race.games.id}/messages", status=429, times=2)
    await choose_explorer(race)
    assert len(race.games.history()) == before
    await race.env.advance_time(301)
    assert len(race.games.history()) == before + 1


async def test_what_discord_will_never_take_is_not_tried_for_ever(race: FakeServer) -> None:
    race.env.inject_error("POST", f"/channels/{race.games.id}/messages", status=400, code=50035, times=None)
    await choose_explorer(race)
    tried = len(race.env.http_requests)
    await race.env.advance_time(HOUR_S)
    assert len(race.env.http_requests) == tried
    assert race.bot.board_posts.waiting_count == 0


# ------------------------------------------------------------------------ rights
def deny_rights(server: FakeServer, **rights: bool) -> None:
    me = server.bot.user
    assert me is not None
    deny = discord.Permissions(**rights).value
    server.env.backend.set_overwrite(
        server.games.id, Overwrite(target_id=me.id, type=OverwriteType.MEMBER, allow=0, deny=deny)
    )


def grant_rights(server: FakeServer) -> None:
    assert server.bot.user is not None
    server.env.backend.delete_overwrite(server.games.id, server.bot.user.id)


@pytest.mark.parametrize("right", ["send_messages", "view_channel"])
async def test_without_the_right_to_post_the_player_is_told_and_the_board_follows(race: FakeServer, right: str) -> None:
    before = len(race.games.history())
    deny_rights(race, **{right: True})
    await race.env.settle()
    told = await choose_explorer(race)
    assert "Done." in told
    assert "I lack the right to" in told
    assert "ask a moderator" in told
    assert await count_moves(race) == 1
    assert race.bot.board_posts.refused_count == 1
    tried = len(race.env.http_requests)
    await race.env.advance_time(24 * HOUR_S)
    assert len(race.env.http_requests) == tried, "nothing is tried until something changes"
    assert len(race.games.history()) == before

    grant_rights(race)
    await race.env.settle()
    assert len(race.games.history()) == before + 1
    assert f"<@{race.ben.id}>, it is your move" in read_text(race.newest_post)
    assert race.bot.board_posts.refused_count == 0
    grant_rights(race)
    await race.env.advance_time(HOUR_S)
    assert len(race.games.history()) == before + 1


async def test_without_the_right_to_attach_the_call_goes_out_with_a_word_about_the_picture(race: FakeServer) -> None:
    deny_rights(race, attach_files=True)
    await race.env.settle()
    # simcord knows the right but, unlike Discord, does not refuse the file.
    race.env.inject_error("POST", f"/channels/{race.games.id}/messages", status=403, code=50013, times=1)
    assert "Attach Files" in await choose_explorer(race)
    assert not race.newest_post.attachments
    assert f"<@{race.ben.id}>, it is your move" in read_text(race.newest_post)
    assert "I may not attach files in this channel" in read_text(race.newest_post)
    assert list_controls(race.newest_post), "the game goes on all the same"
    bare, posts = race.newest_post, len(race.games.history())
    grant_rights(race)
    await race.env.settle()
    assert race.newest_post.id == bare.id, "nobody is called a second time"
    assert len(race.games.history()) == posts
    assert race.newest_post.attachments, "the picture follows as soon as the bot may attach it"
    assert "may not attach" not in read_text(race.newest_post)
    await RandomPlayer(race, "bare").play_by_buttons(race.ben)
    assert race.newest_post.attachments


async def test_the_last_picture_of_a_game_follows_when_rights_return(race: FakeServer) -> None:
    deny_rights(race, attach_files=True)
    race.env.inject_error("POST", f"/channels/{race.games.id}/messages", status=403, code=50013, times=1)
    asked = (await race.run_command(race.ana, "resign")).response
    assert asked is not None
    await race.click_button(race.ana, asked, "Give up")
    assert "I may not attach files in this channel" in read_text(race.newest_post)
    final, posts = race.newest_post.id, len(race.games.history())
    grant_rights(race)
    await race.env.settle()
    assert race.newest_post.attachments
    assert (race.newest_post.id, len(race.games.history())) == (final, posts)
    assert "may not attach" not in read_text(race.newest_post)


async def test_without_the_right_to_attach_an_edited_post_goes_on_without_its_picture(race: FakeServer) -> None:
    player = RandomPlayer(race, "edit")
    for _ in range(40):  # until a move leaves the turn where it is: then the bot edits the post
        edited, newest = race.newest_post, len(race.games.history())
        race.env.inject_error("PATCH", f"/channels/{race.games.id}/messages/*", status=403, code=50013, times=1)
        who = await player.find_asked_user()
        assert who is not None
        await player.play_by_buttons(who)
        if not any(fault["times"] for fault in race.env.backend.faults):
            break
        race.env.backend.faults.clear()
    assert len(race.games.history()) == newest
    assert race.newest_post.id == edited.id
    assert "I may not attach files in this channel" in read_text(race.newest_post)
    assert not race.newest_post.attachments


async def test_no_game_begins_where_boards_cannot_be_shown(server: FakeServer) -> None:
    deny_rights(server, attach_files=True, send_messages=True)
    await server.env.settle()
    told = read_text((await server.run_command(server.ana, "play", game="amundsen")).response)
    assert "Send Messages" in told
    assert "Attach Files" in told
    assert await server.bot.tables.list_live_tables() == []


async def test_two_presses_during_an_outage_move_once(race: FakeServer) -> None:
    race.env.inject_error("*", f"/channels/{race.games.id}/messages*", status=503, times=None)
    panel = (await race.click_button(race.ana, race.newest_post, "Your move")).response
    assert panel is not None
    custom_id = list_controls(panel)[0]["custom_id"]
    await deliver_held(race.env, *(hold_interaction(race.env, race.ana, panel, custom_id) for _ in range(2)))
    assert await count_moves(race) == 1
    race.env.backend.faults.clear()
    await race.env.advance_time(301)


async def test_a_press_that_another_process_took_over_is_one_line_of_the_log(
    race: FakeServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The lease ended while the answer was made: nothing can be sent from here, and nothing is wrong."""

    async def refuse(*_: object, **__: object) -> None:
        raise LeaseExpiredError("another process serves these shards")

    monkeypatch.setattr(deferral, "send_answer", refuse)
    monkeypatch.setattr(errors, "send_private", refuse)
    await race.ana.slash(race.games, "amundsen choose", explorer="scott")
    clear_errors(race.env)
    assert [record.levelname for record in caplog.records if "another process" in record.getMessage()] == ["WARNING"]
    assert "incident" not in caplog.text


async def test_nobody_waits_for_the_boards_of_other_tables(camp: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord is back, and many boards wait for drawing; a person who presses meanwhile has three seconds."""
    tables = camp.bot.tables
    for number in range(6):
        channel = camp.guild.create_text_channel(f"camp-{number}")
        table = await tables.lobby.open(camp.guild.id, channel.id, camp.ana.id, "Ana", "toy", {})
        await tables.lobby.join(table.id, camp.ben.id, "Ben")
        await tables.lobby.start(table.id, camp.ana.id)
    paint, drawn, pressed = picture_service.render_picture, list[str](), threading.Event()

    def slowly(order: RenderRequest, *how: Any) -> Any:
        if order.kind == "board":
            pressed.wait(ANSWER_TIMEOUT_S)  # until somebody has pressed
        drawn.append(order.kind)
        pressed.set()
        return paint(order, *how)

    monkeypatch.setattr(picture_service, "render_picture", slowly)
    for table_id in await tables.snapshots.list_unposted():
        camp.bot.board_posts.request_post(table_id)
    await camp.run_command(camp.cy, "hand")
    assert drawn[0] == "crop"
    await camp.bot.board_posts.drain(ANSWER_TIMEOUT_S)
    assert drawn.count("board") >= 6
