"""Tables as posts of a forum, and people who take no direct messages, on the wire."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.discord.api_description import DESCRIPTION_FILE, find_problem
from tests.process import payloads
from tests.process.fake_discord import ANA, BEN, FORUM_ID, GAMES_CHANNEL_ID, ApiCall, FakeDiscord, SentInteraction
from tests.process.payloads import find_custom_id, iterate_components
from tests.process.program import BotProcess
from tests.process.store_location import StoreLocation


def find_select_id(message: dict[str, Any], name: str) -> str:
    """Return the custom id of the select of a message for this action."""
    ids = [str(part["custom_id"]) for part in iterate_components(message["components"]) if "custom_id" in part]
    (found,) = [one for one in ids if one.startswith(f"ow:s:{name}:")]
    return found


async def choose_option(
    discord: FakeDiscord, person: payloads.FakePerson, interaction: SentInteraction, name: str, value: str
) -> None:
    """Choose one value of a select in the message that answers `interaction`."""
    shown = await discord.await_response(interaction)
    await discord.await_answer(await discord.press(person, int(shown["id"]), find_select_id(shown, name), [value]))


def is_valid_request(call: ApiCall) -> bool:
    """Whether Discord's own description allows the request."""
    return not DESCRIPTION_FILE.is_file() or find_problem(call.method, call.path, call.json) is None


@pytest.mark.slow
async def test_a_table_is_a_post_of_the_forum_and_its_game_is_played_there(
    tmp_path: Path, store_location: StoreLocation
) -> None:
    async with FakeDiscord() as discord:
        async with await BotProcess.fork(
            tmp_path, env=discord.build_environment(tmp_path) | store_location.environment
        ):
            await discord.await_connected()
            asked = await discord.run_command(ANA, "settings")
            own = await discord.await_response(asked)
            server = await discord.press(ANA, int(own["id"]), find_custom_id(own, "This server"))
            await discord.await_answer(server)
            await choose_option(discord, ANA, server, "forum", str(FORUM_ID))

            await discord.await_answer(await discord.run_command(ANA, "play", game="amundsen"))
            opened = await discord.await_call("POST", f"/channels/{FORUM_ID}/threads")
            assert opened.json["applied_tags"] == ["312"], "the tag with the game's name"
            assert is_valid_request(opened)
            await discord.await_condition(lambda: opened.status is not None)
            (post,) = [
                place for place in {int(one["channel_id"]) for one in discord.messages.values()} if place > FORUM_ID
            ]
            await discord.await_condition(
                lambda: any("Join" in str(one["components"]) for one in discord.list_posts(post))
            )
            (lobby,) = discord.list_posts(post)
            assert int(lobby["id"]) == post, "the lobby is the post's first message"

            discord.current_channel = payloads.build_thread(post, parent=FORUM_ID)
            await discord.await_answer(await discord.press(BEN, post, find_custom_id(lobby, "Join")))
            await discord.await_answer(await discord.run_command(ANA, "start"))
            await discord.await_condition(
                lambda: any("Your move" in str(one["components"]) for one in discord.list_posts(post))
            )
        assert not discord.list_posts(GAMES_CHANNEL_ID)
        assert not discord.unknown_calls


@pytest.mark.slow
async def test_whoever_takes_no_direct_messages_is_told_in_the_channel(
    tmp_path: Path, store_location: StoreLocation
) -> None:
    async with FakeDiscord() as discord:
        async with await BotProcess.fork(
            tmp_path, env=discord.build_environment(tmp_path) | store_location.environment
        ):
            await discord.await_connected()
            discord.unreachable_users.add(BEN.id)
            await choose_option(discord, BEN, await discord.run_command(BEN, "tables"), "watch", "amundsen")
            await discord.await_answer(await discord.run_command(ANA, "play", game="amundsen"))
            await discord.await_condition(lambda: any(call.status == 403 for call in discord.calls))
            assert [
                discord.direct_messages[int(call.path.split("/")[2])] for call in discord.calls if call.status == 403
            ] == [BEN.id]
            told = await discord.await_call("POST", f"/channels/{GAMES_CHANNEL_ID}/messages")
            assert told.json["allowed_mentions"]["users"] == [BEN.id]
            assert is_valid_request(told)
        assert not discord.unknown_calls


@pytest.mark.slow
async def test_whoever_has_left_is_not_told(tmp_path: Path, store_location: StoreLocation) -> None:
    async with FakeDiscord() as discord:
        async with await BotProcess.fork(
            tmp_path, env=discord.build_environment(tmp_path) | store_location.environment
        ):
            await discord.await_connected()
            await choose_option(discord, BEN, await discord.run_command(BEN, "tables"), "watch", "amundsen")
            discord.absent_users.add(BEN.id)
            await discord.await_answer(await discord.run_command(ANA, "play", game="amundsen"))
            await discord.await_call("GET", "/guilds/*/members/*")
            await discord.await_answer(await discord.run_command(ANA, "log"))
        assert not discord.direct_messages
        assert not [call for call in discord.calls if call.method == "POST" and call.path.endswith("/messages")]
        assert not discord.unknown_calls
