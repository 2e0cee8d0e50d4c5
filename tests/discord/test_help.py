"""/help: a person who has never met the bot learns what to press or type next, wherever they ask."""

from __future__ import annotations

import re

import simcord

from tests.discord.fake_server import FakeServer, read_text

SPANISH_LOCALE = "es-ES"
DIRECT_CONTEXT = 1
"""The context of a command that works in a conversation with the bot."""
COMMAND_PATTERN = re.compile(r"(?<![\w/])/([\w-]+)")


async def read_help(server: FakeServer, user: simcord.MemberActor) -> str:
    answer = (await server.run_command(user, "help")).response
    assert answer is not None
    assert answer.ephemeral
    return read_text(answer)


async def test_it_tells_how_things_stand_in_this_channel(server: FakeServer) -> None:
    assert "no game yet: /play opens a table" in await read_help(server, server.ana)
    lobby = (await server.run_command(server.ana, "play", game="amundsen")).response
    assert lobby is not None
    assert "press Join on it" in await read_help(server, server.ben)
    await server.click_button(server.ben, lobby, "Join")
    await server.click_button(server.ana, lobby, "Start")
    assert "Here** you play 1911 Amundsen vs Scott" in await read_help(server, server.ben)
    assert "Here** others play 1911 Amundsen vs Scott" in await read_help(server, server.cy)
    await server.run_command(server.ben, "resign")


async def test_alone_with_the_bot_it_names_nothing_that_is_for_servers(server: FakeServer) -> None:
    with_it = {one["name"] for one in await server.bot.build_command_payloads() if DIRECT_CONTEXT in one["contexts"]}
    words = read_text(server.record_result(await server.ana.user.slash("help")).response)
    assert "/solo begins one" in words
    assert set(COMMAND_PATTERN.findall(words)) <= with_it


async def test_it_names_commands_that_there_are_in_every_language(server: FakeServer, locales: dict[int, str]) -> None:
    commands = await server.bot.build_command_payloads()
    english = {command["name"] for command in commands}
    spanish = {command["name_localizations"].get(SPANISH_LOCALE, command["name"]) for command in commands}
    named = set(COMMAND_PATTERN.findall(await read_help(server, server.ana)))
    assert len(named) > 12
    assert named <= english
    locales[server.ana.id] = SPANISH_LOCALE
    words = await read_help(server, server.ana)
    assert "Aquí" in words
    assert set(COMMAND_PATTERN.findall(words)) <= spanish
    assert len(set(COMMAND_PATTERN.findall(words))) == len(named)
