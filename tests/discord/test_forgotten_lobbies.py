"""Lobbies: the opener hears when a lobby is full and controls it; an untouched lobby asks once and then closes."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from engine.host.model.table import LOBBY_GRACE_S, LOBBY_IDLE_S
from tests.discord.camp_game import list_called_users, list_sent_bodies, pass_hours
from tests.discord.fake_server import FakeServer, list_components, list_controls, read_text

IDLE_H, GRACE_H = LOBBY_IDLE_S / 3600, LOBBY_GRACE_S / 3600
SECTION_TYPE = 9


async def open_lobby(server: FakeServer, game: str = "amundsen") -> None:
    await server.run_command(server.ana, "play", game=game)


# ------------------------------------------------------------- a full table
async def test_who_opened_it_hears_once_that_it_is_full(server: FakeServer) -> None:
    await open_lobby(server)
    await server.run_command(server.ben, "join")
    assert not list_sent_bodies(server), "whoever starts at once needs no word"
    await pass_hours(server, 1)
    (full,) = list_sent_bodies(server)
    assert list_called_users(full) == [server.ana.id]
    assert "all 2 seats at your table of 1911 Amundsen vs Scott are taken" in read_text(server.newest_post)
    await server.restart()
    await pass_hours(server, 2)
    assert len(list_sent_bodies(server)) == 1
    await server.click_button(server.ana, server.newest_post, "Start")
    assert (await server.load_table()).status == "running"
    assert not any(
        part.get("label") == "Start" for message in server.games.history() for part in list_controls(message)
    )


async def test_a_seat_that_is_free_again_calls_nobody(server: FakeServer) -> None:
    await open_lobby(server)
    await server.run_command(server.ben, "join")
    await server.run_command(server.ben, "leave")
    await pass_hours(server, 1)
    assert not list_sent_bodies(server)


async def test_with_a_seat_free_the_lobby_says_how_many_are_needed(server: FakeServer) -> None:
    await open_lobby(server, "northwest")
    assert "1 more is needed" in read_text(server.newest_post)
    await server.run_command(server.ben, "join")
    assert "or wait for more friends" in read_text(server.newest_post)
    assert not list_sent_bodies(server)


# ---------------------------------------------------------------- the opener
async def test_only_the_opener_changes_options_once_others_have_joined(server: FakeServer) -> None:
    await open_lobby(server, "northwest")
    await server.run_command(server.ben, "join")
    before = await server.load_table()
    for command, given in (("options", {"name": "rated", "value": "no"}), ("pace", {"time": 24})):
        told = await server.run_command(server.ben, command, **given)
        assert "only the person who opened the table" in read_text(told.response)
    assert await server.load_table() == before
    await server.run_command(server.ana, "options", name="rated", value="no")
    await server.run_command(server.ana, "pace", time=24)
    assert ((await server.load_table()).table_options["rated"], (await server.load_table()).pace_h) == ("no", 24)


async def test_the_opener_takes_somebody_off(server: FakeServer) -> None:
    await open_lobby(server, "northwest")
    for who in (server.ben, server.cy):
        await server.run_command(who, "join")
    assert "Only the person who opened" in read_text(
        (await server.run_command(server.ben, "leave", person=server.cy)).response
    )
    assert "no seat" in read_text((await server.run_command(server.ana, "leave", person=server.dee)).response)
    await server.run_command(server.ana, "leave", person=server.ben)
    assert [person.user_id for person in (await server.load_table()).seats] == [server.ana.id, server.cy.id]
    panel = (await server.click_button(server.ana, server.newest_post, "Options")).response
    assert panel is not None
    off = next(part for part in list_components(panel) if ":off:" in part.get("custom_id", ""))
    assert [option["label"] for option in off["options"]] == ["Cy"]
    await server.ana.select(panel, [str(server.cy.id)], custom_id=off["custom_id"])
    assert [person.user_id for person in (await server.load_table()).seats] == [server.ana.id]
    await server.run_command(server.cy, "join")
    theirs = (await server.click_button(server.cy, server.newest_post, "Options")).response
    assert theirs is not None
    assert not any(":off:" in part.get("custom_id", "") for part in list_components(theirs))


# ------------------------------------------------------------ a forgotten one
async def test_after_a_week_it_asks_once_and_three_days_later_it_closes(server: FakeServer) -> None:
    await open_lobby(server, "northwest")
    await server.run_command(server.ben, "join")
    await pass_hours(server, IDLE_H - 1)
    assert not list_sent_bodies(server)
    await pass_hours(server, 2)
    (asked,) = list_sent_bodies(server)
    assert sorted(list_called_users(asked)) == sorted([server.ana.id, server.ben.id])
    assert "for 7 days" in read_text(server.newest_post)
    await server.restart()
    await pass_hours(server, GRACE_H - 3)
    assert (await server.load_table()).status == "lobby"
    await pass_hours(server, 3)
    assert (await server.load_table()).status == "closed"
    assert len(list_sent_bodies(server)) == 1
    assert "closed before the game began" in read_text(server.games.history()[0])
    await pass_hours(server, IDLE_H)
    assert len(list_sent_bodies(server)) == 1


@pytest.mark.parametrize("how", ["button", "join", "option", "invite"])
async def test_whoever_touches_it_keeps_it(server: FakeServer, how: str) -> None:
    await open_lobby(server, "northwest")
    await pass_hours(server, IDLE_H + 1)
    question = server.newest_post
    if how == "button":
        assert "stays open" in read_text((await server.click_button(server.ana, question, "Keep it open")).response)
        assert not list_controls(server.games.history()[-1])
    elif how == "join":
        await server.run_command(server.cy, "join")
    elif how == "option":
        await server.run_command(server.ana, "options", name="rated", value="no")
    else:
        await server.run_command(server.ana, "invite", friend=server.cy)
    await pass_hours(server, IDLE_H - 1)
    assert (await server.load_table()).status == "lobby"
    before = len(list_sent_bodies(server))
    await pass_hours(server, 2)
    assert len(list_sent_bodies(server)) == before + 1, "it asks anew"


async def test_a_game_that_has_begun_is_asked_nothing(race: FakeServer) -> None:
    before = len(list_sent_bodies(race))
    await pass_hours(race, IDLE_H + GRACE_H + 2)
    assert (await race.load_table()).status == "running"
    assert not [body for body in list_sent_bodies(race)[before:] if "touched" in str(body)]


# ------------------------------------------------------------------ /tables
async def test_the_servers_tables_lobbies_first_with_a_button_to_each(server: FakeServer) -> None:
    await server.start_game("amundsen", 2)
    await server.run_command(server.cy, "play", server.expedition, game="paso")
    shown = (await server.run_command(server.dee, "tables")).response
    assert shown is not None
    assert shown.ephemeral
    assert "1 open table and 1 running game" in read_text(shown)
    entries = [part for part in list_components(shown) if part["type"] == SECTION_TYPE]
    assert "1 of 4 seats taken" in entries[0]["components"][0]["content"]
    assert "running since" in entries[1]["components"][0]["content"]
    assert entries[1]["accessory"]["url"].endswith(f"/{server.games.id}/{server.newest_post.id}")
    rule = Overwrite(
        target_id=server.dee.id, type=OverwriteType.MEMBER, allow=0, deny=discord.Permissions(view_channel=True).value
    )
    server.env.backend.set_overwrite(server.games.id, rule)
    await server.env.settle()
    hidden = (await server.run_command(server.dee, "tables", server.expedition)).response
    assert "1 open table and 0 running games" in read_text(hidden)


async def watch_games(server: FakeServer, user: Any, *games: str) -> None:
    shown = (await server.run_command(user, "tables")).response
    assert shown is not None
    await server.choose_values(user, shown, *games)


def list_direct_messages(server: FakeServer) -> list[Any]:
    """List the direct messages."""
    public = {server.games.id, server.expedition.id}
    return [
        r
        for r in server.env.http_requests
        if r.method == "POST" and r.path.endswith("/messages") and int(r.path.split("/")[-2]) not in public
    ]


async def test_who_wants_to_hear_of_a_game_is_told_once_a_table_and_alone(server: FakeServer) -> None:
    await watch_games(server, server.dee, "paso", "amundsen")
    await watch_games(server, server.ana, "amundsen")
    await open_lobby(server)
    (told,) = list_direct_messages(server)
    assert "a table of 1911 Amundsen vs Scott has opened" in str(told.json)
    assert not list_sent_bodies(server)
    await server.restart()
    await pass_hours(server, 1)
    assert len(list_direct_messages(server)) == 1
    await server.run_command(server.ana, "play", server.expedition, game="northwest")
    assert len(list_direct_messages(server)) == 1, "of another game nothing"
    shown = (await server.run_command(server.dee, "tables")).response
    assert shown is not None
    chosen = next(part for part in list_components(shown) if ":watch:" in part.get("custom_id", ""))
    assert sorted(o["value"] for o in chosen["options"] if o.get("default")) == ["amundsen", "paso"]
    await server.dee.select(shown, [], custom_id=chosen["custom_id"])
    assert await server.bot.tables.archive.list_subscriptions(server.guild.id, server.dee.id) == frozenset()


async def test_who_is_asleep_is_told_when_the_quiet_hours_end(server: FakeServer) -> None:
    await watch_games(server, server.dee, "amundsen")
    now = server.env.now()
    minute = now.hour * 60 + now.minute
    await server.bot.tables.schedules.set_hours(server.dee.id, quiet_minutes=(minute, (minute + 120) % 1440))
    await open_lobby(server)
    await pass_hours(server, 1)
    assert not list_direct_messages(server)
    await pass_hours(server, 2)
    assert len(list_direct_messages(server)) == 1


async def test_nobody_is_told_of_a_table_they_could_not_see(server: FakeServer) -> None:
    await watch_games(server, server.dee, "amundsen")
    rule = Overwrite(
        target_id=server.dee.id, type=OverwriteType.MEMBER, allow=0, deny=discord.Permissions(view_channel=True).value
    )
    server.env.backend.set_overwrite(server.games.id, rule)
    await server.env.settle()
    await open_lobby(server)
    await pass_hours(server, 1)
    assert not list_direct_messages(server)
    assert not list_sent_bodies(server)


async def test_where_messages_of_ones_own_are_closed_the_channel_calls(server: FakeServer) -> None:
    await watch_games(server, server.dee, "amundsen")
    server.env.inject_error("POST", "/users/@me/channels", status=403, code=50007)
    await open_lobby(server)
    (told,) = list_sent_bodies(server)
    assert list_called_users(told) == [server.dee.id]
    assert "has opened" in read_text(server.newest_post)
