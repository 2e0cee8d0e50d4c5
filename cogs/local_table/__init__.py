"""The local table: the real bot on a simulated Discord in this process, shown in a browser.

simcord plays Discord (`world.py`), and one person user_actions for each of the friends (`user_actions.py`, `page_state.py`) on
our page (`server.py`, `page/`). simcord's own page for developers is behind a link (`developer.py`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from functools import partial
from pathlib import Path

import msgspec
import simcord

from cogs.client import Overwinter
from cogs.local_table import secret
from cogs.local_table.local_move_service import LocalMoveService
from cogs.local_table.server import PageServer
from cogs.local_table.user_actions import UserActions
from cogs.local_table.world import LocalWorld, create_world
from engine.kernel import registry
from engine.ops.config import BackupConfig, Config, DiscordConfig, StoreConfig

log = logging.getLogger("overwinter")
CLOCK_TICK_S = 1.0
"""The pause between two updates of the simulated clock."""
SETTLE_TIMEOUT_S = 1.0
"""How long simcord lets the bot become idle after an action, before the next action may begin."""


class LocalTableUnavailableError(RuntimeError):
    """Raised if the local table cannot be opened. The message is for the person who runs it."""


async def run_local_table(config: Config, port: int, say: Callable[[str], None], stop: asyncio.Event) -> None:
    """Host the local table until `stop` is set. `say` shows a line to the person at the keyboard.

    The address contains the secret that allows to play, so it goes to `say` and nowhere else. Raises
    LocalTableUnavailableError or StoreError.
    """
    local_config = msgspec.structs.replace(
        config, discord=DiscordConfig(), store=StoreConfig(config.local.path), backup=BackupConfig(keep=0)
    )
    move_service = LocalMoveService(local_config.players.workers)
    bot = Overwinter(local_config, move_service=move_service)
    env = simcord.Env(bot, check_errors=False, settle_timeout=SETTLE_TIMEOUT_S)
    move_service.wait_outside = partial(env.external_wait, reason="a computer thinks")
    async with AsyncExitStack() as stack:
        stack.push_async_callback(move_service.close)
        stack.push_async_callback(env.shutdown)
        stack.push_async_callback(bot.close)
        world = create_world(env, config.local.players)
        bot.owner_id = world.users[0].id  # the person at the keyboard owns the bot
        env.backend.advance_clock(world.measure_lag_s())
        await env.start()
        user_actions = UserActions(world, lambda: move_service.pending_count > 0)
        stack.push_async_callback(user_actions.close)
        await user_actions.run_exclusively(lambda: _post_boards(bot, world))
        server = PageServer(bot, world, user_actions, _load_secret(Path(config.local.path)))
        stack.push_async_callback(server.close)
        await _open_server(server, port)
        clock = asyncio.create_task(_run_clock(world, user_actions))
        say(_describe_start(server.url, config))
        await stop.wait()
        clock.cancel()
        await asyncio.gather(clock, return_exceptions=True)


async def _post_boards(bot: Overwinter, world: LocalWorld) -> None:
    """Post every board again, since this Discord has forgotten its threads and messages. A new table shows the games."""
    for table_id in await bot.tables.list_live_tables():
        table = await bot.tables.load_table(table_id)
        if table.parent_channel_id is not None:
            world.restore_thread(table.channel_id, table.parent_channel_id, registry.load_game(table.game).title)
    await bot.repost_boards()
    if not await bot.tables.list_live_tables():
        await world.users[0].slash(world.channels[0], "play")


def _load_secret(database: Path) -> str:
    try:
        return secret.load_secret(database)
    except OSError as error:
        raise LocalTableUnavailableError(
            f"The local table cannot keep its address beside {database}: {error}."
        ) from error


async def _open_server(server: PageServer, port: int) -> None:
    try:
        await server.open(port)
    except OSError as error:
        hint = f" Is port {port} free? --port 0 takes any that is." if port else ""
        raise LocalTableUnavailableError(
            f"The local table cannot be opened: {str(error).rstrip('.')}.{hint}"
        ) from error


async def _run_clock(world: LocalWorld, user_actions: UserActions) -> None:
    """Keep simulated time in step with real time, and delete simcord's records of requests, which would grow all
    evening.
    """
    while True:
        await asyncio.sleep(CLOCK_TICK_S)
        with suppress(simcord.SetupError):  # somebody user_actions on simcord's own page
            await user_actions.run_exclusively(lambda: world.env.advance_time(world.measure_lag_s()))
        world.env.http_requests.clear()
        world.env.backend.transcript.clear()


def _describe_start(url: str, config: Config) -> str:
    *others, last = config.local.players
    names = f"{', '.join(others)} and {last}" if others else last
    return (
        f"The local table is open. Open this address in a browser on this machine:\n\n  {url}\n\n"
        f"You play {names}: each has a tab at the top. Press a game, and type / for the commands. Ctrl-C ends it; "
        f"the games stay in {config.local.path}, and the address stays the same.\n"
        "To play on Discord, put your bot's token into config.toml ([discord] token, see config.example.toml) and start again."
    )
