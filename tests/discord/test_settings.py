"""/settings on Discord: what is chosen is heard, seen and obeyed; each panel belongs to those who may use it."""

from __future__ import annotations

import sys
from io import BytesIO

import discord
import pytest
import simcord
from PIL import Image, ImageStat

from tests.discord import camp as toy
from tests.discord.hold import deliver, hold
from tests.discord.hut import Hut, Message, controls, parts, pictures, text
from tests.discord.player import Player

CHANNEL_SELECT = 8


async def panel(home: Hut, who: simcord.MemberActor) -> Message:
    result = await home.slash(who, "settings")
    assert result.response is not None
    assert result.response.ephemeral
    return result.response


async def choose(home: Hut, who: simcord.MemberActor, message: Message, name: str, value: str) -> Message:
    """Choose a value of a setting in a panel; the panel as it is then."""
    custom_id = next(part["custom_id"] for part in parts(message) if part.get("custom_id", "").endswith(f":{name}"))
    result = home._answered(await who.select(message, [value], custom_id=custom_id))
    return result.response or message


def chosen(message: Message) -> dict[str, str]:
    """What the selects of a panel show as chosen."""
    return {
        part["custom_id"].rpartition(":")[2]: option["value"]
        for part in parts(message)
        if part["type"] == 3
        for option in part["options"]
        if option.get("default")
    }


def newcomer(home: Hut, name: str, **rights: bool) -> simcord.MemberActor:
    """Somebody with a role of their own."""
    role = home.guild.create_role(f"role of {name}", permissions=discord.Permissions(**rights))
    return home.guild.add_member(home.env.create_user(name.lower(), global_name=name), roles=[role])


async def server_panel(home: Hut, host: simcord.MemberActor) -> Message:
    """The server's panel, opened by somebody who may."""
    shown = await panel(home, host)
    return (await home.click(host, shown, "This server")).response or shown


@pytest.fixture
def host(home: Hut) -> simcord.MemberActor:
    """Eve manages the server."""
    return newcomer(home, "Eve", manage_guild=True)


# ------------------------------------------------------------------- a person
async def test_the_panel_shows_what_is_chosen_and_survives_a_restart(home: Hut) -> None:
    shown = await panel(home, home.ana)
    assert chosen(shown) == {
        "language": "own",
        "tone": "day",
        "picture": "part",
        "motion": "still",
        "shortcuts": "yes",
        "ping": "always",
        "statistics": "yes",
    }
    assert "Your time zone is UTC" in text(shown)
    assert "no vacation is set" in text(shown)
    await home.restart()
    shown = await choose(home, home.ana, shown, "tone", "night")
    assert chosen(shown)["tone"] == "night"
    assert chosen(await panel(home, home.ana))["tone"] == "night"
    assert chosen(await panel(home, home.ben))["tone"] == "day"


async def test_pressing_twice_is_harmless(home: Hut) -> None:
    shown = await panel(home, home.ana)
    custom_id = next(part["custom_id"] for part in controls(shown) if part["custom_id"].endswith(":ping"))
    presses = [hold(home.env, home.ana, shown, custom_id, ["never"]) for _ in range(2)]
    await deliver(home.env, *presses)
    assert all(press.result.acknowledged for press in presses)
    assert chosen(await panel(home, home.ana))["ping"] == "never"


async def test_the_language_goes_before_that_of_ones_discord(home: Hut, locales: dict[int, str]) -> None:
    locales[home.ben.id] = "es-ES"
    shown = await choose(home, home.ana, await panel(home, home.ana), "language", "es")
    assert "Ajustes" in text(shown)
    assert "Los comandos conservan los nombres" in text(shown)
    assert "no hay ninguna mesa" in text((await home.slash(home.ana, "board")).response)
    shown = await choose(home, home.ben, await panel(home, home.ben), "language", "en")
    assert "Settings" in text(shown)
    assert "no table in this channel" in text((await home.slash(home.ben, "board")).response)


async def test_private_pictures_have_ones_own_colours(race: Hut) -> None:
    async def board(who: simcord.MemberActor) -> bytes:
        response = (await race.slash(who, "board")).response
        assert response is not None
        return (await pictures(response))[0]

    by_day = await board(race.ana)
    post = await pictures(race.post)
    hand = await pictures((await race.slash(race.ana, "hand")).response)  # type: ignore[arg-type]
    await choose(race, race.ana, await panel(race, race.ana), "tone", "night")
    by_night = await board(race.ana)
    assert light(by_night) < 0.85 * light(by_day)
    darker = await pictures((await race.slash(race.ana, "hand")).response)  # type: ignore[arg-type]
    assert [light(one) for one in darker] < [light(one) for one in hand]
    assert await board(race.ben) == await board(race.cy) == post[0], "the others see it as before"


async def test_a_still_has_the_colours_of_who_looks(race: Hut) -> None:
    async def still(who: str) -> bytes:
        response = (await race.slash(race.cy, "replay", move=0, who=who)).response
        assert response is not None
        return (await pictures(response))[0]

    plain = await still("me")
    await choose(race, race.cy, await panel(race, race.cy), "tone", "night")
    assert light(await still("me")) < 0.85 * light(plain)
    assert await still("everybody") == plain


def light(picture: bytes) -> float:
    image = Image.open(BytesIO(picture)).convert("L")
    return ImageStat.Stat(image).mean[0]


async def test_the_panel_shows_the_whole_board_to_who_wants_it(camp: Hut, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["render.toy"], "crop", lambda *_: Image.new("RGB", (50, 30), "grey"))

    async def size() -> tuple[int, int]:
        response = (await camp.click(camp.cy, camp.post, "Your move")).response
        assert response is not None
        return Image.open(BytesIO((await pictures(response))[0])).size

    assert await size() == (50, 30)
    await choose(camp, camp.cy, await panel(camp, camp.cy), "picture", "whole")
    assert await size() == (110, 70)


# ----------------------------------------------------------------- mentioning
async def test_who_is_not_to_be_called_at_their_turn_is_named(camp: Hut) -> None:
    """Ana and Ben have bid, Cy is asked: called by the post of the start, and not by a new one."""
    assert f"<@{camp.cy.id}>" in text(camp.post)
    await choose(camp, camp.cy, await panel(camp, camp.cy), "ping", "reminders")
    await camp.slash(camp.ana, "board", who="everybody")
    assert f"<@{camp.cy.id}>" not in text(camp.post)
    assert "**Cy**, it is your move" in text(camp.post)
    assert camp.cy.id not in toy.called(toy.sent(camp)[-1])
    await toy.pass_hours(camp, 6.5)
    assert toy.called(toy.reminders(camp)[-1]) == [camp.cy.id]
    assert f"<@{camp.cy.id}>" in text(camp.post)


async def test_who_is_never_to_be_called_is_reminded_by_name(camp: Hut) -> None:
    await choose(camp, camp.cy, await panel(camp, camp.cy), "ping", "never")
    await toy.pass_hours(camp, 6.5)
    assert len(toy.reminders(camp)) == 1
    assert toy.called(toy.reminders(camp)[-1]) == []
    assert "**Cy**, your move has been waiting" in text(camp.post)
    await camp.slash(camp.cy, "replace", who=camp.dee)
    await choose(camp, camp.dee, await panel(camp, camp.dee), "ping", "never")
    result = await camp.slash(camp.cy, "replace", who=camp.dee)
    assert result.response is not None


async def test_a_table_is_told_without_calling_who_does_not_want_it(camp: Hut) -> None:
    await choose(camp, camp.ana, await panel(camp, camp.ana), "ping", "never")
    await toy.pass_hours(camp, 25)
    last = toy.reminders(camp)[-1]
    assert "I stop reminding" in text(camp.post)
    assert toy.called(last) == [camp.ben.id]
    assert "**Ana**" in text(camp.post)


# ---------------------------------------------------------- days and statistics
async def test_hours_and_vacation_are_one_press_away(home: Hut) -> None:
    await home.slash(home.ana, "quiet", zone="Europe/Madrid", **{"from": "22:30", "to": "8:00"})
    shown = await panel(home, home.ana)
    assert "Europe/Madrid" in text(shown)
    assert "Quiet hours: 22:30 to 08:00" in text(shown)
    hours = (await home.click(home.ana, shown, "Time zone and hours")).response
    assert "/quiet zone: Europe/Madrid" in text(hours)
    assert "no vacation is set" in text((await home.click(home.ana, shown, "Vacation")).response)


async def test_the_statistics_are_left_and_joined_again(race: Hut) -> None:
    result = await race.slash(race.ana, "resign")
    await race.click(race.ana, result.response, "Give up")  # type: ignore[arg-type]
    shown = await choose(race, race.ben, await panel(race, race.ben), "statistics", "no")
    assert "1. Ben" not in text((await race.slash(race.cy, "leaderboard")).response)
    await choose(race, race.ben, shown, "statistics", "yes")
    assert "1. Ben" in text((await race.slash(race.cy, "leaderboard")).response)


# ------------------------------------------------------------------- a server
async def test_only_who_manages_the_server_sees_its_settings(home: Hut, host: simcord.MemberActor) -> None:
    assert "This server" not in text(await panel(home, home.ana))
    ours = await server_panel(home, host)
    assert chosen(ours) == {
        "language": "own",
        "pace": "0",
        "opening": "everybody",
        "closing": "opener",
        "tone": "day",
        "motion": "still",
        "shortcuts": "yes",
    }
    assert chosen((await home.click(host, ours, "Back")).response or ours)["ping"] == "always"


async def test_who_has_lost_the_right_changes_nothing(home: Hut, host: simcord.MemberActor) -> None:
    ours = await server_panel(home, host)
    home.env.backend.edit_role(home.guild.id, home.guild.roles["role of Eve"].id, {"permissions": 0})
    custom_id = next(part["custom_id"] for part in controls(ours) if part["custom_id"].endswith(":pace"))
    held = hold(home.env, host, ours, custom_id, ["48"])
    await deliver(home.env, held)
    assert "for those who manage it" in text(held.result.response)
    assert (await home.bot.tables.settings.chosen("server", home.guild.id)).values["pace"] == "0"


async def test_new_tables_have_the_servers_pace_and_language(home: Hut, host: simcord.MemberActor) -> None:
    ours = await choose(home, host, await server_panel(home, host), "pace", "48")
    await choose(home, host, ours, "language", "es")
    await home.slash(home.ana, "play", game="amundsen")
    assert "Ritmo: **2 días por jugada**" in text(home.post)


async def test_the_public_board_has_the_servers_colours(home: Hut, host: simcord.MemberActor) -> None:
    await choose(home, host, await server_panel(home, host), "tone", "night")
    await home.begin("amundsen", 2)
    public = (await pictures(home.post))[0]
    response = (await home.slash(home.ana, "board")).response
    assert response is not None
    assert light(public) < 0.85 * light((await pictures(response))[0])


async def test_moderators_open_and_close(home: Hut, host: simcord.MemberActor) -> None:
    ours = await choose(home, host, await server_panel(home, host), "opening", "moderators")
    assert "moderators open the tables" in text((await home.slash(home.ana, "play", game="amundsen")).response)
    mod = newcomer(home, "Max", manage_channels=True)
    await home.slash(mod, "play", game="amundsen")
    assert (await home.table()).seat_of(mod.id) == 0
    ours = await choose(home, host, ours, "opening", "everybody")
    await choose(home, host, ours, "closing", "moderators")
    await home.slash(home.ana, "play", home.expedition, game="amundsen")
    assert "moderators close the tables" in text((await home.slash(home.ana, "close", home.expedition)).response)
    asked = (await home.slash(mod, "close", home.expedition)).response
    assert asked is not None
    await home.click(mod, asked, "Close the table")
    assert len(await home.bot.tables.live_tables()) == 1


async def test_tables_are_opened_in_the_chosen_channels(home: Hut, host: simcord.MemberActor) -> None:
    ours = await server_panel(home, host)
    custom_id = next(part["custom_id"] for part in parts(ours) if part["type"] == CHANNEL_SELECT)
    await home.restart()
    home._answered(await host.select(ours, [home.expedition], custom_id=custom_id))
    refused = text((await home.slash(home.ana, "play", game="amundsen")).response)
    assert f"<#{home.expedition.id}>" in refused
    await home.slash(home.ana, "play", home.expedition, game="amundsen")
    again = (await home.click(host, await panel(home, host), "This server")).response
    assert again is not None
    (shown, _forum) = [part for part in parts(again) if part["type"] == CHANNEL_SELECT]
    assert [one["id"] for one in shown["default_values"]] == [home.expedition.id]
    home.env.backend.delete_channel(home.expedition.id)
    await home.env.settle()
    await home.slash(home.ana, "play", game="amundsen")
    assert (await home.table()).live, "where no channel is left of those chosen, all will do"


async def test_a_thread_counts_as_its_channel(home: Hut, host: simcord.MemberActor) -> None:
    await server_panel(home, host)
    await home.bot.tables.settings.choose_channels(home.guild.id, [home.games.id])
    await home.slash(home.ana, "play", game="amundsen", thread="yes")
    (thread,) = [channel for channel in home.env.backend.channels.values() if channel.parent_id == home.games.id]
    there = simcord.ChannelHandle(home.env, home.guild, thread)
    asked = (await home.slash(home.ana, "close", there)).response
    assert asked is not None
    await home.click(home.ana, asked, "Close the table")
    await home.slash(home.ben, "play", there, game="amundsen")
    assert (await home.bot.tables.in_channel(thread.id)).seat_of(home.ben.id) == 0
    elsewhere = await home.slash(home.ben, "play", home.expedition, game="amundsen", thread="yes")
    assert "tables are opened in" in text(elsewhere.response)


async def test_a_rematch_keeps_to_the_servers_rules(race: Hut) -> None:
    result = await race.slash(race.ana, "resign")
    await race.click(race.ana, result.response, "Give up")  # type: ignore[arg-type]
    await race.bot.tables.settings.choose("server", race.guild.id, "opening", "moderators")
    assert "moderators open the tables" in text((await race.click(race.ben, race.post, "Rematch")).response)
    await race.bot.tables.settings.choose("server", race.guild.id, "opening", "everybody")
    await race.bot.tables.settings.choose("server", race.guild.id, "pace", "168")
    await race.click(race.ben, race.post, "Rematch")
    assert (await race.table()).pace == 0, "it is played as the last game was"


async def test_the_last_turn_moves_for_who_wants_it(camp: Hut) -> None:
    player = Player(camp, "motion")
    for _ in range(4):
        who = await player.waiting()
        assert who is not None
        await player.by_buttons(who)

    async def looked(who: simcord.MemberActor) -> list[str]:
        shown = (await camp.slash(who, "board")).response
        assert shown is not None
        return [file.filename for file in shown.attachments]

    assert camp.post.attachments[0].filename == "board.png"
    assert await looked(camp.dee) == ["board.png"]
    await camp.bot.tables.settings.choose("person", camp.dee.id, "motion", "moving")
    assert await looked(camp.dee) == ["board.gif"]
    assert await looked(camp.cy) == ["board.png"]
    await camp.bot.tables.settings.choose("server", camp.channel().guild.id, "motion", "moving")
    who = await player.waiting()
    assert who is not None
    await player.by_buttons(who)
    assert camp.post.attachments[0].filename == "board.gif"
