"""/settings on Discord: each choice is shown and obeyed; each panel belongs to the people who may use it."""

from __future__ import annotations

import sys
from io import BytesIO

import discord
import pytest
import simcord
from PIL import Image, ImageStat

from tests.discord import camp_game as toy
from tests.discord.fake_server import FakeServer, Message, list_components, list_controls, list_pictures, read_text
from tests.discord.held_interactions import deliver_held, hold_interaction
from tests.discord.player import RandomPlayer

CHANNEL_SELECT_TYPE = 8


async def open_panel(server: FakeServer, user: simcord.MemberActor) -> Message:
    result = await server.run_command(user, "settings")
    assert result.response is not None
    assert result.response.ephemeral
    return result.response


async def choose_setting(
    server: FakeServer, user: simcord.MemberActor, message: Message, name: str, value: str
) -> Message:
    """Choose a value of a setting in a panel. Return the changed panel."""
    custom_id = next(
        part["custom_id"] for part in list_components(message) if part.get("custom_id", "").endswith(f":{name}")
    )
    result = server.record_result(await user.select(message, [value], custom_id=custom_id))
    return result.response or message


def list_chosen(message: Message) -> dict[str, str]:
    """List the options that the selects of a panel show as chosen."""
    return {
        part["custom_id"].rpartition(":")[2]: option["value"]
        for part in list_components(message)
        if part["type"] == 3
        for option in part["options"]
        if option.get("default")
    }


def add_member(server: FakeServer, name: str, **rights: bool) -> simcord.MemberActor:
    """Add a member with a role of their own."""
    role = server.guild.create_role(f"role of {name}", permissions=discord.Permissions(**rights))
    return server.guild.add_member(server.env.create_user(name.lower(), global_name=name), roles=[role])


async def open_server_panel(server: FakeServer, host_user: simcord.MemberActor) -> Message:
    """Open the server's panel as a person who may."""
    shown = await open_panel(server, host_user)
    return (await server.click_button(host_user, shown, "This server")).response or shown


@pytest.fixture
def host_user(server: FakeServer) -> simcord.MemberActor:
    """Return Eve, who manages the server."""
    return add_member(server, "Eve", manage_guild=True)


# ------------------------------------------------------------------- a person
async def test_the_panel_shows_what_is_chosen_and_survives_a_restart(server: FakeServer) -> None:
    shown = await open_panel(server, server.ana)
    assert list_chosen(shown) == {
        "language": "own",
        "tone": "day",
        "picture": "part",
        "words": "no",
        "motion": "still",
        "shortcuts": "yes",
        "help": "yes",
        "calls": "channel",
        "confirm": "usual",
        "ping": "always",
        "statistics": "yes",
    }
    assert "Your time zone is UTC" in read_text(shown)
    assert "no vacation is set" in read_text(shown)
    await server.restart()
    shown = await choose_setting(server, server.ana, shown, "tone", "night")
    assert list_chosen(shown)["tone"] == "night"
    assert list_chosen(await open_panel(server, server.ana))["tone"] == "night"
    assert list_chosen(await open_panel(server, server.ben))["tone"] == "day"


async def test_pressing_twice_is_harmless(server: FakeServer) -> None:
    shown = await open_panel(server, server.ana)
    custom_id = next(part["custom_id"] for part in list_controls(shown) if part["custom_id"].endswith(":ping"))
    presses = [hold_interaction(server.env, server.ana, shown, custom_id, ["never"]) for _ in range(2)]
    await deliver_held(server.env, *presses)
    assert all(press.result.acknowledged for press in presses)
    assert list_chosen(await open_panel(server, server.ana))["ping"] == "never"


async def test_the_language_goes_before_that_of_ones_discord(server: FakeServer, locales: dict[int, str]) -> None:
    locales[server.ben.id] = "es-ES"
    shown = await choose_setting(server, server.ana, await open_panel(server, server.ana), "language", "es")
    assert "Ajustes" in read_text(shown)
    assert "Los comandos conservan los nombres" in read_text(shown)
    assert "no hay ninguna mesa" in read_text((await server.run_command(server.ana, "board")).response)
    shown = await choose_setting(server, server.ben, await open_panel(server, server.ben), "language", "en")
    assert "Settings" in read_text(shown)
    assert "no table in this channel" in read_text((await server.run_command(server.ben, "board")).response)


async def test_private_pictures_have_ones_own_colours(race: FakeServer) -> None:
    async def board(who: simcord.MemberActor) -> bytes:
        response = (await race.run_command(who, "board")).response
        assert response is not None
        return (await list_pictures(response))[0]

    by_day = await board(race.ana)
    post = await list_pictures(race.newest_post)
    hand = await list_pictures((await race.run_command(race.ana, "hand")).response)  # type: ignore[arg-type]
    await choose_setting(race, race.ana, await open_panel(race, race.ana), "tone", "night")
    by_night = await board(race.ana)
    assert measure_brightness(by_night) < 0.85 * measure_brightness(by_day)
    darker = await list_pictures((await race.run_command(race.ana, "hand")).response)  # type: ignore[arg-type]
    assert [measure_brightness(one) for one in darker] < [measure_brightness(one) for one in hand]
    assert await board(race.ben) == await board(race.cy) == post[0], "the others see it as before"


async def test_a_still_has_the_colours_of_who_looks(race: FakeServer) -> None:
    async def still(who: str) -> bytes:
        response = (await race.run_command(race.cy, "replay", move=0, who=who)).response
        assert response is not None
        return (await list_pictures(response))[0]

    plain = await still("me")
    await choose_setting(race, race.cy, await open_panel(race, race.cy), "tone", "night")
    assert measure_brightness(await still("me")) < 0.85 * measure_brightness(plain)
    assert await still("everybody") == plain


def measure_brightness(picture: bytes) -> float:
    image = Image.open(BytesIO(picture)).convert("L")
    return ImageStat.Stat(image).mean[0]


async def test_the_panel_shows_the_whole_board_to_who_wants_it(
    camp: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules["render.toy"], "draw_crop", lambda *_: Image.new("RGB", (50, 30), "grey"))

    async def size() -> tuple[int, int]:
        response = (await camp.click_button(camp.cy, camp.newest_post, "Your move")).response
        assert response is not None
        return Image.open(BytesIO((await list_pictures(response))[0])).size

    assert await size() == (50, 30)
    await choose_setting(camp, camp.cy, await open_panel(camp, camp.cy), "picture", "whole")
    assert await size() == (110, 70)


# ----------------------------------------------------------------- mentioning
async def test_who_is_not_to_be_called_at_their_turn_is_named(camp: FakeServer) -> None:
    """Ana and Ben have bid, and Cy is asked: the start post mentions him, and no new post does."""
    assert f"<@{camp.cy.id}>" in read_text(camp.newest_post)
    await choose_setting(camp, camp.cy, await open_panel(camp, camp.cy), "ping", "reminders")
    await camp.run_command(camp.ana, "board", who="everybody")
    assert f"<@{camp.cy.id}>" not in read_text(camp.newest_post)
    assert "**Cy**, it is your move" in read_text(camp.newest_post)
    assert camp.cy.id not in toy.list_called_users(toy.list_sent_bodies(camp)[-1])
    await toy.pass_hours(camp, 6.5)
    assert toy.list_called_users(toy.list_reminders(camp)[-1]) == [camp.cy.id]
    assert f"<@{camp.cy.id}>" in read_text(camp.newest_post)


async def test_who_is_never_to_be_called_is_reminded_by_name(camp: FakeServer) -> None:
    await choose_setting(camp, camp.cy, await open_panel(camp, camp.cy), "ping", "never")
    await toy.pass_hours(camp, 6.5)
    assert len(toy.list_reminders(camp)) == 1
    assert toy.list_called_users(toy.list_reminders(camp)[-1]) == []
    assert "**Cy**, your move has been waiting" in read_text(camp.newest_post)
    await camp.run_command(camp.cy, "replace", who=camp.dee)
    await choose_setting(camp, camp.dee, await open_panel(camp, camp.dee), "ping", "never")
    result = await camp.run_command(camp.cy, "replace", who=camp.dee)
    assert result.response is not None


async def test_a_table_is_told_without_calling_who_does_not_want_it(camp: FakeServer) -> None:
    await choose_setting(camp, camp.ana, await open_panel(camp, camp.ana), "ping", "never")
    await toy.pass_hours(camp, 25)
    last = toy.list_reminders(camp)[-1]
    assert "I stop reminding" in read_text(camp.newest_post)
    assert toy.list_called_users(last) == [camp.ben.id]
    assert "**Ana**" in read_text(camp.newest_post)


# ---------------------------------------------------------- days and statistics
async def test_hours_and_vacation_are_one_press_away(server: FakeServer) -> None:
    await server.run_command(server.ana, "quiet", zone="Europe/Madrid", **{"from": "22:30", "to": "8:00"})
    shown = await open_panel(server, server.ana)
    assert "Europe/Madrid" in read_text(shown)
    assert "Quiet hours: 22:30 to 08:00" in read_text(shown)
    hours = (await server.click_button(server.ana, shown, "Time zone and hours")).response
    assert "/quiet zone: Europe/Madrid" in read_text(hours)
    assert "no vacation is set" in read_text((await server.click_button(server.ana, shown, "Vacation")).response)


async def test_the_statistics_are_left_and_joined_again(race: FakeServer) -> None:
    await race.play_safe_moves(4)  # a game that somebody leaves earlier counts for nobody
    result = await race.run_command(race.ana, "resign")
    await race.click_button(race.ana, result.response, "Give up")  # type: ignore[arg-type]
    shown = await choose_setting(race, race.ben, await open_panel(race, race.ben), "statistics", "no")
    assert "1. Ben" not in read_text((await race.run_command(race.cy, "leaderboard")).response)
    await choose_setting(race, race.ben, shown, "statistics", "yes")
    assert "1. Ben" in read_text((await race.run_command(race.cy, "leaderboard")).response)


# ------------------------------------------------------------------- a server
async def test_only_who_manages_the_server_sees_its_settings(
    server: FakeServer, host_user: simcord.MemberActor
) -> None:
    assert "This server" not in read_text(await open_panel(server, server.ana))
    ours = await open_server_panel(server, host_user)
    assert list_chosen(ours) == {
        "language": "own",
        "pace": "0",
        "opening": "everybody",
        "closing": "opener",
        "tone": "day",
        "motion": "still",
        "shortcuts": "yes",
    }
    assert list_chosen((await server.click_button(host_user, ours, "Back")).response or ours)["ping"] == "always"


async def test_who_has_lost_the_right_changes_nothing(server: FakeServer, host_user: simcord.MemberActor) -> None:
    ours = await open_server_panel(server, host_user)
    server.env.backend.edit_role(server.guild.id, server.guild.roles["role of Eve"].id, {"permissions": 0})
    custom_id = next(part["custom_id"] for part in list_controls(ours) if part["custom_id"].endswith(":pace"))
    held = hold_interaction(server.env, host_user, ours, custom_id, ["48"])
    await deliver_held(server.env, held)
    assert "for those who manage it" in read_text(held.result.response)
    assert (await server.bot.tables.settings.load_settings("server", server.guild.id)).values["pace"] == "0"


async def test_new_tables_have_the_servers_pace_and_language(
    server: FakeServer, host_user: simcord.MemberActor
) -> None:
    ours = await choose_setting(server, host_user, await open_server_panel(server, host_user), "pace", "48")
    await choose_setting(server, host_user, ours, "language", "es")
    await server.run_command(server.ana, "play", game="amundsen")
    assert "Ritmo: **2 días por jugada**" in read_text(server.newest_post)


async def test_the_public_board_has_the_servers_colours(server: FakeServer, host_user: simcord.MemberActor) -> None:
    await choose_setting(server, host_user, await open_server_panel(server, host_user), "tone", "night")
    await server.start_game("amundsen", 2)
    public = (await list_pictures(server.newest_post))[0]
    response = (await server.run_command(server.ana, "board")).response
    assert response is not None
    assert measure_brightness(public) < 0.85 * measure_brightness((await list_pictures(response))[0])


async def test_moderators_open_and_close(server: FakeServer, host_user: simcord.MemberActor) -> None:
    ours = await choose_setting(server, host_user, await open_server_panel(server, host_user), "opening", "moderators")
    assert "moderators open the tables" in read_text(
        (await server.run_command(server.ana, "play", game="amundsen")).response
    )
    mod = add_member(server, "Max", manage_channels=True)
    await server.run_command(mod, "play", game="amundsen")
    assert (await server.load_table()).find_seat(mod.id) == 0
    ours = await choose_setting(server, host_user, ours, "opening", "everybody")
    await choose_setting(server, host_user, ours, "closing", "moderators")
    await server.run_command(server.ana, "play", server.expedition, game="amundsen")
    assert "moderators close the tables" in read_text(
        (await server.run_command(server.ana, "close", server.expedition)).response
    )
    asked = (await server.run_command(mod, "close", server.expedition)).response
    assert asked is not None
    await server.click_button(mod, asked, "Close the table")
    assert len(await server.bot.tables.list_live_tables()) == 1


async def test_tables_are_opened_in_the_chosen_channels(server: FakeServer, host_user: simcord.MemberActor) -> None:
    ours = await open_server_panel(server, host_user)
    custom_id = next(part["custom_id"] for part in list_components(ours) if part["type"] == CHANNEL_SELECT_TYPE)
    await server.restart()
    server.record_result(await host_user.select(ours, [server.expedition], custom_id=custom_id))
    refused = read_text((await server.run_command(server.ana, "play", game="amundsen")).response)
    assert f"<#{server.expedition.id}>" in refused
    await server.run_command(server.ana, "play", server.expedition, game="amundsen")
    again = (await server.click_button(host_user, await open_panel(server, host_user), "This server")).response
    assert again is not None
    (shown, _forum) = [part for part in list_components(again) if part["type"] == CHANNEL_SELECT_TYPE]
    assert [one["id"] for one in shown["default_values"]] == [server.expedition.id]
    server.env.backend.delete_channel(server.expedition.id)
    await server.env.settle()
    await server.run_command(server.ana, "play", game="amundsen")
    assert (await server.load_table()).is_live, "where no channel is left of those chosen, all will do"


async def test_a_thread_counts_as_its_channel(server: FakeServer, host_user: simcord.MemberActor) -> None:
    await open_server_panel(server, host_user)
    await server.bot.tables.settings.save_channels(server.guild.id, [server.games.id])
    await server.run_command(server.ana, "play", game="amundsen", thread="yes")
    (thread,) = [channel for channel in server.env.backend.channels.values() if channel.parent_id == server.games.id]
    there = simcord.ChannelHandle(server.env, server.guild, thread)
    asked = (await server.run_command(server.ana, "close", there)).response
    assert asked is not None
    await server.click_button(server.ana, asked, "Close the table")
    await server.run_command(server.ben, "play", there, game="amundsen")
    assert (await server.bot.tables.find_channel_table(thread.id)).find_seat(server.ben.id) == 0
    elsewhere = await server.run_command(server.ben, "play", server.expedition, game="amundsen", thread="yes")
    assert "tables are opened in" in read_text(elsewhere.response)


async def test_a_rematch_keeps_to_the_servers_rules(race: FakeServer) -> None:
    result = await race.run_command(race.ana, "resign")
    await race.click_button(race.ana, result.response, "Give up")  # type: ignore[arg-type]
    await race.bot.tables.settings.save_setting("server", race.guild.id, "opening", "moderators")
    assert "moderators open the tables" in read_text(
        (await race.click_button(race.ben, race.newest_post, "Rematch")).response
    )
    await race.bot.tables.settings.save_setting("server", race.guild.id, "opening", "everybody")
    await race.bot.tables.settings.save_setting("server", race.guild.id, "pace", "168")
    await race.click_button(race.ben, race.newest_post, "Rematch")
    assert (await race.load_table()).pace_h == 0, "it is played as the last game was"


async def test_the_last_turn_moves_for_who_wants_it(camp: FakeServer) -> None:
    player = RandomPlayer(camp, "motion")
    for _ in range(4):
        who = await player.find_asked_user()
        assert who is not None
        await player.play_by_buttons(who)

    async def looked(who: simcord.MemberActor) -> list[str]:
        shown = (await camp.run_command(who, "board")).response
        assert shown is not None
        return [file.filename for file in shown.attachments]

    assert camp.newest_post.attachments[0].filename == "board.png"
    assert await looked(camp.dee) == ["board.png"]
    await camp.bot.tables.settings.save_setting("person", camp.dee.id, "motion", "moving")
    assert await looked(camp.dee) == ["board.gif"]
    assert await looked(camp.cy) == ["board.png"]
    await camp.bot.tables.settings.save_setting("server", camp.find_channel().guild.id, "motion", "moving")
    who = await player.find_asked_user()
    assert who is not None
    await player.play_by_buttons(who)
    assert camp.newest_post.attachments[0].filename == "board.gif"
