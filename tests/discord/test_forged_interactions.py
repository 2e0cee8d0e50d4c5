"""Forged interactions are answered in a sentence, change nothing, and are no incident."""

from __future__ import annotations

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from tests.discord.fake_server import FakeServer
from tests.discord.forged_interactions import ForgedClient, send_forgeries

FORGERY_COUNT = 100


@pytest.mark.slow
async def test_a_hundred_forged_interactions_are_each_answered_in_a_sentence(race: FakeServer) -> None:
    """`python -m tests.programs.soak.forged_interactions` sends any number of them."""
    seen = await send_forgeries(race, FORGERY_COUNT)
    silent = [one.sent for one in seen if not one.result.acknowledged or not one.answer]
    assert not silent
    assert not race.bot.metrics.incidents
    assert len({one.answer for one in seen}) > 8, "they do not all stop at the first door"


async def test_a_moderator_of_another_server_does_nothing_at_a_table(race: FakeServer) -> None:
    forger, table = ForgedClient(race, "1"), await race.load_table()
    for act in ("close", "closed", "start", "board", "log", "move", "undo", "rules", "replay", "keep"):
        told = await forger.press(forger.eve, forger.other_channel, f"ow:b:{act}:{table.id}:1:")
        assert "another channel" in told.answer
        assert await race.load_table() == table


async def test_a_player_uses_the_buttons_of_a_table_in_its_channel(race: FakeServer) -> None:
    forger, table = ForgedClient(race, "1"), await race.load_table()
    told = await forger.press(race.ana, race.expedition, f"ow:b:move:{table.id}:1:")
    assert "another channel" in told.answer
    assert "another channel" not in (await forger.press(race.ana, race.games, f"ow:b:move:{table.id}:1:")).answer


async def test_what_only_shows_a_table_works_from_elsewhere_for_those_who_see_it(race: FakeServer) -> None:
    forger, table = ForgedClient(race, "1"), await race.load_table()
    forged_ids = [f"ow:b:{act}:{table.id}:0:" for act in ("board", "log", "record", "replay")]
    for custom_id in forged_ids:
        assert "another channel" not in (await forger.press(race.dee, race.expedition, custom_id)).answer, custom_id
    rule = Overwrite(
        target_id=race.dee.id,
        type=OverwriteType.MEMBER,
        allow=0,
        deny=discord.Permissions(view_channel=True).value,
    )
    race.env.backend.set_overwrite(race.games.id, rule)
    await race.env.settle()
    for custom_id in forged_ids:
        assert "another channel" in (await forger.press(race.dee, race.expedition, custom_id)).answer, custom_id


FORGED_IDS = (
    "ow:b:move:1y2p0ij32e8e8:1:",
    "ow:b:move:1:1y2p0ij32e8e8:",
    "ow:b:still:1:0:x",
    "ow:b:still:1:0:" + "9" * 60,
    "ow:b:log:1:0:newest",
    "ow:s:sit:1:1:",
    "ow:b:page:0:0:toy",
    "ow:b:ballot:1:1:zzzzzzzzzzzzz.wait",
    "ow:b:take:1:1:-",
    "ow:b:agree:1:1:x",
    "ow:b:move:1:1:a\nb",
    "ow:b",
    "",
)


async def test_what_no_button_of_ours_says_is_told_so(race: FakeServer) -> None:
    forger = ForgedClient(race, "1")
    for custom_id in FORGED_IDS:
        told = await forger.press(race.ana, race.games, custom_id)
        assert "earlier version of the bot" in told.answer, custom_id
        assert not race.bot.metrics.incidents


async def test_a_select_without_a_choice_is_told_so(race: FakeServer) -> None:
    for act in ("option", "pace", "pick", "group", "mine", "rule"):
        table = 0 if act in ("mine", "rule") else 1
        told = await ForgedClient(race, act).press(race.ana, race.games, f"ow:s:{act}:{table}:1:", [])
        assert told.answer, act
        assert not race.bot.metrics.incidents, act
