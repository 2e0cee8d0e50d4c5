"""/help: whoever has never met the bot learns what to press or type next, in whatever place they ask."""

from __future__ import annotations

import re

import simcord

from tests.discord.hut import Hut, text

SPANISH = "es-ES"
DIRECT = 1
"""The context of a command that works in a conversation with the bot."""
NAMED = re.compile(r"(?<![\w/])/([\w-]+)")


async def told(home: Hut, who: simcord.MemberActor) -> str:
    answer = (await home.slash(who, "help")).response
    assert answer is not None
    assert answer.ephemeral
    return text(answer)


async def test_it_tells_how_things_stand_in_this_channel(home: Hut) -> None:
    assert "no game yet: /play opens a table" in await told(home, home.ana)
    lobby = (await home.slash(home.ana, "play", game="amundsen")).response
    assert lobby is not None
    assert "press Join on it" in await told(home, home.ben)
    await home.click(home.ben, lobby, "Join")
    await home.click(home.ana, lobby, "Start")
    assert "Here** you play 1911 Amundsen vs Scott" in await told(home, home.ben)
    assert "Here** others play 1911 Amundsen vs Scott" in await told(home, home.cy)
    await home.slash(home.ben, "resign")


async def test_alone_with_the_bot_it_names_nothing_that_is_for_servers(home: Hut) -> None:
    with_it = {one["name"] for one in await home.bot.slash_commands() if DIRECT in one["contexts"]}
    words = text(home._answered(await home.ana.user.slash("help")).response)
    assert "/solo begins one" in words
    assert set(NAMED.findall(words)) <= with_it


async def test_it_names_commands_that_there_are_in_every_language(home: Hut, locales: dict[int, str]) -> None:
    commands = await home.bot.slash_commands()
    english = {command["name"] for command in commands}
    spanish = {command["name_localizations"].get(SPANISH, command["name"]) for command in commands}
    named = set(NAMED.findall(await told(home, home.ana)))
    assert len(named) > 12
    assert named <= english
    locales[home.ana.id] = SPANISH
    words = await told(home, home.ana)
    assert "Aquí" in words
    assert set(NAMED.findall(words)) <= spanish
    assert len(set(NAMED.findall(words))) == len(named)
