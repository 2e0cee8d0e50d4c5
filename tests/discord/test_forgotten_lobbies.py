"""Lobbies: who opened one hears when it is full and rules it; one that nobody touches asks once and then closes by itself."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from engine.host.model.table import GRACE, IDLE
from tests.discord.camp import called, pass_hours, sent
from tests.discord.hut import Hut, controls, parts, text

WEEK, REST = IDLE / 3600, GRACE / 3600
SECTION = 9


async def lobby(home: Hut, game: str = "amundsen") -> None:
    await home.slash(home.ana, "play", game=game)


# ------------------------------------------------------------- a full table
async def test_who_opened_it_hears_once_that_it_is_full(home: Hut) -> None:
    await lobby(home)
    await home.slash(home.ben, "join")
    assert not sent(home), "whoever starts at once needs no word"
    await pass_hours(home, 1)
    (full,) = sent(home)
    assert called(full) == [home.ana.id]
    assert "all 2 seats at your table of 1911 Amundsen vs Scott are taken" in text(home.post)
    await home.restart()
    await pass_hours(home, 2)
    assert len(sent(home)) == 1
    await home.click(home.ana, home.post, "Start")
    assert (await home.table()).status == "running"
    assert not any(part.get("label") == "Start" for message in home.games.history() for part in controls(message))


async def test_a_seat_that_is_free_again_calls_nobody(home: Hut) -> None:
    await lobby(home)
    await home.slash(home.ben, "join")
    await home.slash(home.ben, "leave")
    await pass_hours(home, 1)
    assert not sent(home)


async def test_with_a_seat_free_the_lobby_says_how_many_are_needed(home: Hut) -> None:
    await lobby(home, "northwest")
    assert "1 more is needed" in text(home.post)
    await home.slash(home.ben, "join")
    assert "or wait for more friends" in text(home.post)
    assert not sent(home)


# ---------------------------------------------------------------- who rules
async def test_only_the_opener_changes_options_once_others_have_joined(home: Hut) -> None:
    await lobby(home, "northwest")
    await home.slash(home.ben, "join")
    before = await home.table()
    for command, given in (("options", {"name": "rated", "value": "no"}), ("pace", {"time": 24})):
        told = await home.slash(home.ben, command, **given)
        assert "only the person who opened the table" in text(told.response)
    assert await home.table() == before
    await home.slash(home.ana, "options", name="rated", value="no")
    await home.slash(home.ana, "pace", time=24)
    assert ((await home.table()).house["rated"], (await home.table()).pace) == ("no", 24)


async def test_the_opener_takes_somebody_off(home: Hut) -> None:
    await lobby(home, "northwest")
    for who in (home.ben, home.cy):
        await home.slash(who, "join")
    assert "Only the person who opened" in text((await home.slash(home.ben, "leave", person=home.cy)).response)
    assert "no seat" in text((await home.slash(home.ana, "leave", person=home.dee)).response)
    await home.slash(home.ana, "leave", person=home.ben)
    assert [person.user for person in (await home.table()).seats] == [home.ana.id, home.cy.id]
    panel = (await home.click(home.ana, home.post, "Options")).response
    assert panel is not None
    off = next(part for part in parts(panel) if ":off:" in part.get("custom_id", ""))
    assert [option["label"] for option in off["options"]] == ["Cy"]
    await home.ana.select(panel, [str(home.cy.id)], custom_id=off["custom_id"])
    assert [person.user for person in (await home.table()).seats] == [home.ana.id]
    await home.slash(home.cy, "join")
    theirs = (await home.click(home.cy, home.post, "Options")).response
    assert theirs is not None
    assert not any(":off:" in part.get("custom_id", "") for part in parts(theirs))


# ------------------------------------------------------------ a forgotten one
async def test_after_a_week_it_asks_once_and_three_days_later_it_closes(home: Hut) -> None:
    await lobby(home, "northwest")
    await home.slash(home.ben, "join")
    await pass_hours(home, WEEK - 1)
    assert not sent(home)
    await pass_hours(home, 2)
    (asked,) = sent(home)
    assert sorted(called(asked)) == sorted([home.ana.id, home.ben.id])
    assert "for 7 days" in text(home.post)
    await home.restart()
    await pass_hours(home, REST - 3)
    assert (await home.table()).status == "lobby"
    await pass_hours(home, 3)
    assert (await home.table()).status == "closed"
    assert len(sent(home)) == 1
    assert "closed before the game began" in text(home.games.history()[0])
    await pass_hours(home, WEEK)
    assert len(sent(home)) == 1


@pytest.mark.parametrize("how", ["button", "join", "option", "invite"])
async def test_whoever_touches_it_keeps_it(home: Hut, how: str) -> None:
    await lobby(home, "northwest")
    await pass_hours(home, WEEK + 1)
    question = home.post
    if how == "button":
        assert "stays open" in text((await home.click(home.ana, question, "Keep it open")).response)
        assert not controls(home.games.history()[-1])
    elif how == "join":
        await home.slash(home.cy, "join")
    elif how == "option":
        await home.slash(home.ana, "options", name="rated", value="no")
    else:
        await home.slash(home.ana, "invite", friend=home.cy)
    await pass_hours(home, WEEK - 1)
    assert (await home.table()).status == "lobby"
    before = len(sent(home))
    await pass_hours(home, 2)
    assert len(sent(home)) == before + 1, "it asks anew"


async def test_a_game_that_has_begun_is_asked_nothing(race: Hut) -> None:
    before = len(sent(race))
    await pass_hours(race, WEEK + REST + 2)
    assert (await race.table()).status == "running"
    assert not [body for body in sent(race)[before:] if "touched" in str(body)]


# ------------------------------------------------------------------ /tables
async def test_the_servers_tables_lobbies_first_with_a_button_to_each(home: Hut) -> None:
    await home.begin("amundsen", 2)
    await home.slash(home.cy, "play", home.expedition, game="paso")
    shown = (await home.slash(home.dee, "tables")).response
    assert shown is not None
    assert shown.ephemeral
    assert "1 open table and 1 running game" in text(shown)
    entries = [part for part in parts(shown) if part["type"] == SECTION]
    assert "1 of 4 seats taken" in entries[0]["components"][0]["content"]
    assert "running since" in entries[1]["components"][0]["content"]
    assert entries[1]["accessory"]["url"].endswith(f"/{home.games.id}/{home.post.id}")
    rule = Overwrite(
        target_id=home.dee.id, type=OverwriteType.MEMBER, allow=0, deny=discord.Permissions(view_channel=True).value
    )
    home.env.backend.set_overwrite(home.games.id, rule)
    await home.env.settle()
    hidden = (await home.slash(home.dee, "tables", home.expedition)).response
    assert "1 open table and 0 running games" in text(hidden)


async def watch(home: Hut, who: Any, *games: str) -> None:
    shown = (await home.slash(who, "tables")).response
    assert shown is not None
    await home.choose(who, shown, *games)


def direct(home: Hut) -> list[Any]:
    """Messages to people alone."""
    public = {home.games.id, home.expedition.id}
    return [
        r
        for r in home.env.http_requests
        if r.method == "POST" and r.path.endswith("/messages") and int(r.path.split("/")[-2]) not in public
    ]


async def test_who_wants_to_hear_of_a_game_is_told_once_a_table_and_alone(home: Hut) -> None:
    await watch(home, home.dee, "paso", "amundsen")
    await watch(home, home.ana, "amundsen")
    await lobby(home)
    (told,) = direct(home)
    assert "a table of 1911 Amundsen vs Scott has opened" in str(told.json)
    assert not sent(home)
    await home.restart()
    await pass_hours(home, 1)
    assert len(direct(home)) == 1
    await home.slash(home.ana, "play", home.expedition, game="northwest")
    assert len(direct(home)) == 1, "of another game nothing"
    shown = (await home.slash(home.dee, "tables")).response
    assert shown is not None
    chosen = next(part for part in parts(shown) if ":watch:" in part.get("custom_id", ""))
    assert sorted(o["value"] for o in chosen["options"] if o.get("default")) == ["amundsen", "paso"]
    await home.dee.select(shown, [], custom_id=chosen["custom_id"])
    assert await home.bot.tables.archive.watched(home.guild.id, home.dee.id) == frozenset()


async def test_who_is_asleep_is_told_when_the_quiet_hours_end(home: Hut) -> None:
    await watch(home, home.dee, "amundsen")
    now = home.env.now()
    minute = now.hour * 60 + now.minute
    await home.bot.tables.people.set_hours(home.dee.id, quiet=(minute, (minute + 120) % 1440))
    await lobby(home)
    await pass_hours(home, 1)
    assert not direct(home)
    await pass_hours(home, 2)
    assert len(direct(home)) == 1


async def test_nobody_is_told_of_a_table_they_could_not_see(home: Hut) -> None:
    await watch(home, home.dee, "amundsen")
    rule = Overwrite(
        target_id=home.dee.id, type=OverwriteType.MEMBER, allow=0, deny=discord.Permissions(view_channel=True).value
    )
    home.env.backend.set_overwrite(home.games.id, rule)
    await home.env.settle()
    await lobby(home)
    await pass_hours(home, 1)
    assert not direct(home)
    assert not sent(home)


async def test_where_messages_of_ones_own_are_closed_the_channel_calls(home: Hut) -> None:
    await watch(home, home.dee, "amundsen")
    home.env.inject_error("POST", "/users/@me/channels", status=403, code=50007)
    await lobby(home)
    (told,) = sent(home)
    assert called(told) == [home.dee.id]
    assert "has opened" in text(home.post)
