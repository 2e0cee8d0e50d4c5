"""The command tree: within Discord's limits, the same for every game, and no privileged intent."""

from __future__ import annotations

from typing import Any

import discord

from cogs import limits
from cogs.client import PERMISSIONS
from tests.discord.api import requests_are_valid
from tests.discord.hut import Hut


async def test_every_command_is_within_discords_limits(home: Hut) -> None:
    commands = home.bot.tree.get_commands()
    assert len(commands) <= 100
    for command in commands:
        payload: dict[str, Any] = command.to_dict(home.bot.tree)
        assert not limits.command_problems(payload)


async def test_every_verb_of_every_game_is_a_command(home: Hut) -> None:
    for game in home.bot.shelf.games():
        group = home.bot.tree.get_command(game.slug)
        assert isinstance(group, discord.app_commands.Group)
        assert {command.name for command in group.commands} == {verb.name for verb in game.verbs}


async def test_the_bot_asks_for_no_privileged_intent(home: Hut) -> None:
    assert home.bot.intents == discord.Intents(guilds=True)


def test_the_permission_integer_is_what_the_readme_explains() -> None:
    needed = discord.Permissions(
        view_channel=True,
        send_messages=True,
        send_messages_in_threads=True,
        create_public_threads=True,
        attach_files=True,
        embed_links=True,
        read_message_history=True,
    )
    assert needed.value == PERMISSIONS


async def test_commands_are_told_to_discord_once(home: Hut) -> None:
    puts = [request for request in home.env.http_requests if request.method == "PUT" and "/commands" in request.path]
    assert len(puts) == 1


async def test_what_is_sent_is_what_discord_describes(race: Hut) -> None:
    """Every test in this folder ends with the same check; this one says so where the description is missing."""
    await race.slash(race.ana, "board")
    requests_are_valid(race)


def test_limits_finds_what_discord_would_refuse() -> None:
    long_button = {"type": 2, "custom_id": "x" * 101, "label": "y" * 81}
    crowded = [{"type": 1, "components": [dict(long_button, custom_id=str(i)) for i in range(6)]}]
    assert limits.problems([{"type": 1, "components": [long_button]}]) == [
        "type 2: custom_id has 101, 100 at most",
        "type 2: label has 81, 80 at most",
    ]
    assert any("buttons has 6" in problem for problem in limits.problems(crowded))
    assert limits.problems([{"type": 10, "content": "z" * 4001}]) == ["4001 characters of text, 4000 at most"]
    assert limits.problems([{"type": 1, "components": []}]) == ["type 1 is empty"]
    twice = [{"type": 2, "custom_id": "a", "label": "b"}] * 2
    assert limits.problems([{"type": 1, "components": twice}]) == ["custom id twice: a"]
    options = [{"label": "l", "value": str(i)} for i in range(26)]
    assert limits.problems([{"type": 1, "components": [{"type": 3, "custom_id": "s", "options": options}]}])
    assert limits.command_problems({"name": "n" * 33, "description": "d" * 101})
