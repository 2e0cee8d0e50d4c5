"""Tables as posts of a forum, and people who take no direct messages, on the wire."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.discord.api_description import DESCRIPTION, problem
from tests.process import payloads
from tests.process.fake_discord import ANA, BEN, FORUM, GAMES, Asked, Call, FakeDiscord
from tests.process.kept import Kept
from tests.process.payloads import pressed, walk
from tests.process.program import Program


def selecting(message: dict[str, Any], name: str) -> str:
    """The custom id of the select of a message for this act."""
    ids = [str(part["custom_id"]) for part in walk(message["components"]) if "custom_id" in part]
    (found,) = [one for one in ids if one.startswith(f"ow:s:{name}:")]
    return found


async def choose(discord: FakeDiscord, who: payloads.Person, asked: Asked, name: str, value: str) -> None:
    """Choose one value of a select in the message that answers `asked`."""
    shown = await discord.response(asked)
    await discord.answer(await discord.press(who, int(shown["id"]), selecting(shown, name), [value]))


def valid(call: Call) -> bool:
    """Whether Discord's own description allows the request."""
    return not DESCRIPTION.is_file() or problem(call.method, call.path, call.json) is None


@pytest.mark.slow
@pytest.mark.evening
async def test_a_table_is_a_post_of_the_forum_and_its_game_is_played_there(tmp_path: Path, kept: Kept) -> None:
    async with FakeDiscord() as discord:
        async with await Program.start(tmp_path, env=discord.environment(tmp_path) | kept.environment):
            await discord.connected()
            asked = await discord.slash(ANA, "settings")
            own = await discord.response(asked)
            server = await discord.press(ANA, int(own["id"]), pressed(own, "This server"))
            await discord.answer(server)
            await choose(discord, ANA, server, "forum", str(FORUM))

            await discord.answer(await discord.slash(ANA, "play", game="amundsen"))
            opened = await discord.call("POST", f"/channels/{FORUM}/threads")
            assert opened.json["applied_tags"] == ["312"], "the tag with the game's name"
            assert valid(opened)
            await discord.until(lambda: opened.status is not None)
            (post,) = [
                place for place in {int(one["channel_id"]) for one in discord.messages.values()} if place > FORUM
            ]
            await discord.until(lambda: any("Join" in str(one["components"]) for one in discord.posts(post)))
            (lobby,) = discord.posts(post)
            assert int(lobby["id"]) == post, "the lobby is the post's first message"

            discord.place = payloads.thread(post, parent=FORUM)
            await discord.answer(await discord.press(BEN, post, pressed(lobby, "Join")))
            await discord.answer(await discord.slash(ANA, "start"))
            await discord.until(lambda: any("Your move" in str(one["components"]) for one in discord.posts(post)))
        assert not discord.posts(GAMES)
        assert not discord.unknown


@pytest.mark.slow
@pytest.mark.evening
async def test_whoever_takes_no_direct_messages_is_told_in_the_channel(tmp_path: Path, kept: Kept) -> None:
    async with FakeDiscord() as discord:
        async with await Program.start(tmp_path, env=discord.environment(tmp_path) | kept.environment):
            await discord.connected()
            discord.unreachable.add(BEN.id)
            await choose(discord, BEN, await discord.slash(BEN, "tables"), "watch", "amundsen")
            await discord.answer(await discord.slash(ANA, "play", game="amundsen"))
            await discord.until(lambda: any(call.status == 403 for call in discord.calls))
            assert [discord.letters[int(call.path.split("/")[2])] for call in discord.calls if call.status == 403] == [
                BEN.id
            ]
            told = await discord.call("POST", f"/channels/{GAMES}/messages")
            assert told.json["allowed_mentions"]["users"] == [BEN.id]
            assert valid(told)
        assert not discord.unknown


@pytest.mark.slow
@pytest.mark.evening
async def test_whoever_has_left_is_not_told(tmp_path: Path, kept: Kept) -> None:
    async with FakeDiscord() as discord:
        async with await Program.start(tmp_path, env=discord.environment(tmp_path) | kept.environment):
            await discord.connected()
            await choose(discord, BEN, await discord.slash(BEN, "tables"), "watch", "amundsen")
            discord.absent.add(BEN.id)
            await discord.answer(await discord.slash(ANA, "play", game="amundsen"))
            await discord.call("GET", "/guilds/*/members/*")
            await discord.answer(await discord.slash(ANA, "log"))
        assert not discord.letters
        assert not [call for call in discord.calls if call.method == "POST" and call.path.endswith("/messages")]
        assert not discord.unknown
