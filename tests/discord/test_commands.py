"""The command tree: within Discord's limits, the same for every game, and no privileged intent."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path

import discord

from cogs.interactions import limits
from cogs.interactions.permissions import INVITE_PERMISSIONS
from tests.discord.api_description import fail_on_invalid_request, find_problem
from tests.discord.fake_server import FakeServer

PROGRAMS_FOLDER = Path(__file__).parents[1] / "programs"


def list_used_options() -> Iterator[tuple[str, str]]:
    """List each command that a program of the tests runs, with each of its options."""
    for file in PROGRAMS_FOLDER.rglob("*.py"):
        source = file.read_text("utf-8")
        if "run_command(" not in source:
            continue
        for node in ast.walk(ast.parse(source)):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            names = [one.value for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
            if node.func.attr == "run_command" and names:
                yield names[0], ""
                yield from ((names[0], keyword.arg) for keyword in node.keywords if keyword.arg)


async def test_programs_use_the_options_that_there_are(server: FakeServer) -> None:
    """Long runs are rare, so one that stops at a renamed option would stop for weeks."""
    commands = {command.qualified_name: command for command in server.bot.tree.walk_commands()}
    used = set(list_used_options())
    assert ("replace", "who") in used
    for name, option in used:
        command = commands[name]
        assert isinstance(command, discord.app_commands.Command)
        assert not option or option in {parameter.display_name for parameter in command.parameters}, (name, option)


async def test_every_command_is_within_discords_limits(server: FakeServer) -> None:
    commands = await server.bot.build_command_payloads()
    assert len(commands) <= 100
    assert not limits.find_duplicate_names(commands)
    for command in commands:
        assert not limits.find_command_problems(command)


async def test_every_verb_of_every_game_is_a_command(server: FakeServer) -> None:
    for game in server.bot.catalogue.list_games():
        group = server.bot.tree.get_command(game.slug)
        assert isinstance(group, discord.app_commands.Group)
        assert {command.name for command in group.commands} == {verb.name for verb in game.verbs}


async def test_the_bot_asks_for_no_privileged_intent(server: FakeServer) -> None:
    assert server.bot.intents == discord.Intents(guilds=True)


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
    assert needed.value == INVITE_PERMISSIONS


async def test_commands_are_told_to_discord_once(server: FakeServer) -> None:
    puts = [request for request in server.env.http_requests if request.method == "PUT" and "/commands" in request.path]
    assert len(puts) == 1
    assert puts[0].json == json.loads(json.dumps(await server.bot.build_command_payloads())), "in a test: `QuickStart`"


async def test_what_is_sent_is_what_discord_describes(race: FakeServer) -> None:
    """Every test in this folder ends with the same check; this one fails if the description is missing."""
    await race.run_command(race.ana, "board")
    fail_on_invalid_request(race)


async def test_what_discord_does_not_describe_is_found(race: FakeServer) -> None:
    """Each kind of request is sent in a spoilt form."""
    fail_on_invalid_request(race)
    sent = {(r.method, r.path): r.json for r in race.env.http_requests if r.json is not None}
    commands = next(key for key in sent if key[0] == "PUT")
    assert find_problem(*commands, sent[commands]) is None
    assert "description" in str(find_problem(*commands, [*sent[commands], {"name": "hand", "description": "d" * 101}]))
    posts = [(key, body) for key, body in sent.items() if key[0] == "POST" and key[1].endswith("/messages")]
    assert posts
    for key, body in posts:
        assert find_problem(*key, body) is None
        for part in ({"type": 99}, {"type": 1, "components": []}, {"type": 10, "content": 5}, {"type": 10}):
            assert find_problem(*key, body | {"components": [*body["components"], part]}), part
        assert find_problem(*key, body | {"allowed_mentions": {"parse": "users"}})


def test_limits_finds_what_discord_would_refuse() -> None:
    long_button = {"type": 2, "custom_id": "x" * 101, "label": "y" * 81}
    crowded = [{"type": 1, "components": [dict(long_button, custom_id=str(i)) for i in range(6)]}]
    assert limits.find_problems([{"type": 1, "components": [long_button]}]) == [
        "type 2: custom_id has 101, 100 at most",
        "type 2: label has 81, 80 at most",
    ]
    assert any("buttons has 6" in problem for problem in limits.find_problems(crowded))
    assert limits.find_problems([{"type": 10, "content": "z" * 4001}]) == ["4001 characters of text, 4000 at most"]
    assert limits.find_problems([{"type": 1, "components": []}]) == ["type 1 is empty"]
    twice = [{"type": 2, "custom_id": "a", "label": "b"}] * 2
    assert limits.find_problems([{"type": 1, "components": twice}]) == ["custom id twice: a"]
    options = [{"label": "l", "value": str(i)} for i in range(26)]
    assert limits.find_problems([{"type": 1, "components": [{"type": 3, "custom_id": "s", "options": options}]}])
    assert limits.find_command_problems({"name": "n" * 33, "description": "d" * 101})


def test_limits_looks_into_translations() -> None:
    """Discord refuses all commands when one translation is too long, is no name, or occurs twice."""
    hand = {"name": "hand", "description": "", "name_localizations": {"es-ES": "mano"}}
    assert limits.find_command_problems(hand) == []
    assert limits.find_command_problems({**hand, "name_localizations": {"es-ES": "Mi mano"}}) == [
        "not a name: 'Mi mano'"
    ]
    long = {**hand, "description_localizations": {"es-ES": "d" * 101}}
    assert limits.find_command_problems(long) == ["description of hand: 101, 100 at most"]
    other = {"name": "fist", "description": "", "name_localizations": {"es-ES": "mano"}}
    assert limits.find_duplicate_names([hand, other]) == ["twice in es-ES: mano"]
    assert limits.find_command_problems({"name": "show", "options": [hand, other]}) == ["twice in es-ES: mano"]
    options = [{"name": f"o{i}", "description": "", "description_localizations": {"fr": "d" * 90}} for i in range(25)]
    groups = [{"name": f"g{i}", "options": options} for i in range(4)]
    assert limits.find_command_problems({"name": "all", "options": groups}) == [
        "all holds 9271 characters, 8000 at most"
    ]
