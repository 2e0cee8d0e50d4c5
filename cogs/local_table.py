"""The local table: the real bot on a simulated Discord in this process, shown in a browser.

simcord plays Discord: its page on the loopback lets one person be each of the friends in turn. The database stays
between starts, so ids must stay too, while ids of new messages must never come twice: the world is made at simcord's
fixed beginning of time, then its clock is set to now.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from typing import Any

import msgspec
import simcord

from cogs.client import Overwinter
from engine.ops.config import Backup, Config, Discord, Store

log = logging.getLogger("overwinter")
HUT = "The hut"
CHANNELS = ("games", "expedition")
TICK = 1.0
"""Seconds between two updates of the simulated clock."""


class Unavailable(RuntimeError):
    """The local table cannot be opened; the message is for the person who runs it."""


async def play(config: Config, port: int, say: Callable[[str], None], stop: asyncio.Event) -> None:
    """Host the local table until `stop` is set or the page ends it. `say` shows a line to the person at the keyboard.

    The address holds a secret: whoever has it plays. It goes to `say` and nowhere else. Raises Unavailable, StoreError.
    """
    here = msgspec.structs.replace(config, discord=Discord(), store=Store(config.local.path), backup=Backup(keep=0))
    bot = Overwinter(here)
    env = simcord.Env(bot, check_errors=False)
    async with AsyncExitStack() as ending:
        ending.push_async_callback(env.shutdown)
        ending.push_async_callback(bot.close)
        games, friends = _world(env, config.local.players)
        bot.owner_id = friends[0].id  # the person at the keyboard owns the bot
        env.backend.advance_clock((datetime.now(UTC) - env.now()).total_seconds())
        await env.start()
        await bot.repost()
        if not await bot.tables.live_tables():
            await friends[0].slash(games, "play")  # so that an empty page shows what there is to play
        page = await ending.enter_async_context(_page(env, games, friends, port))
        say(_welcome(page.url, config))
        await _until(stop, page, env)


def _world(env: simcord.Env, names: Sequence[str]) -> tuple[simcord.ChannelHandle, list[simcord.MemberActor]]:
    """Make the server and its people with the same ids at every start: nothing takes an id earlier, and friends come last so that
    more can be added."""
    env.backend.bot_user.name = "Overwinter"
    host = env.create_user(names[0].lower(), global_name=names[0])
    hut = env.create_guild(HUT, owner=host)
    channels = [hut.create_text_channel(name) for name in CHANNELS]
    users = [env.create_user(name.lower(), global_name=name) for name in names[1:]]
    return channels[0], [simcord.MemberActor(env, hut, host), *(hut.add_member(user) for user in users)]


@asynccontextmanager
async def _page(
    env: simcord.Env, games: simcord.ChannelHandle, friends: Sequence[simcord.MemberActor], port: int
) -> AsyncIterator[simcord.Preview]:
    try:
        page = env.preview(games, viewers=friends, layout="channel", port=port)
        await page.__aenter__()
    except (simcord.SetupError, OSError) as refused:
        hint = f" Is port {port} free? --port 0 takes any that is." if port else ""
        raise Unavailable(f"The local table cannot be opened: {str(refused).rstrip('.')}.{hint}") from refused
    try:
        yield page
    finally:
        await page.close()


async def _until(stop: asyncio.Event, page: simcord.Preview, env: simcord.Env) -> None:
    turn = asyncio.Lock()
    _share(page, env, turn)
    ends = {asyncio.create_task(stop.wait()), asyncio.create_task(page.wait_closed())}
    ticking = asyncio.create_task(_tick(page, env, turn))
    await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
    for task in (ticking, *ends):
        task.cancel()
    await asyncio.gather(ticking, *ends, return_exceptions=True)


def _share(page: simcord.Preview, env: simcord.Env, turn: asyncio.Lock) -> None:
    """Let several tabs play: simcord refuses concurrent actions, and redraws only the tab that acted.

    All tabs could be redrawn with `refresh`, but a tab refuses clicks until it has fetched its new page.
    """
    act, publish, tabs = page._action, page._publish, page._pages  # noqa: SLF001 - simcord is pinned to one release

    async def in_turn(context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        async with turn:
            result = await act(context_id, body)
            if _bot_spoke(env) and body.get("kind") != "autocomplete_command":
                for tab in [tab for tab in tabs.values() if tab.id != context_id]:
                    publish(tab)
            return result

    page._action = in_turn  # type: ignore[method-assign]  # noqa: SLF001


async def _tick(page: simcord.Preview, env: simcord.Env, turn: asyncio.Lock) -> None:
    """Keep simulated time in step with real time, and show what the bot did on its own."""
    while True:
        await asyncio.sleep(TICK)
        async with turn:
            try:
                await env.advance_time(max(0.0, (datetime.now(UTC) - env.now()).total_seconds()))
                if _bot_spoke(env):
                    await page.refresh()
            except (simcord.SetupError, TimeoutError):
                log.exception("could not advance the local table's clock; trying again")


def _bot_spoke(env: simcord.Env) -> bool:
    """Whether the bot has sent anything since the last call. Clears simcord's record of it, which would grow all evening."""
    spoke = bool(env.http_requests)
    env.http_requests.clear()
    env.backend.transcript.clear()
    return spoke


def _welcome(url: str, config: Config) -> str:
    names = " and ".join(filter(None, [", ".join(config.local.players[:-1]), config.local.players[-1]]))
    return (
        f"The local table is open. Open this address in a browser on this machine:\n\n  {url}\n\n"
        f"You play {names}: choose who at “Viewing as”. Press a game, and type / for the commands. Ctrl-C ends it; "
        f"the games stay in {config.local.path}.\n"
        "To play on Discord, put your bot's token into config.toml ([discord] token, see config.example.toml) and start again."
    )
