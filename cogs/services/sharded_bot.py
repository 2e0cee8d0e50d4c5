"""The bot's connection to Discord's gateway: by all shards, or by this process's own among several processes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import discord
from discord.ext import commands

from cogs.interactions.intake import InteractionIntake
from cogs.services.shard_membership import ShardMembership
from engine.host.model.clock import Clock
from engine.ops.config import Config
from engine.ops.takeover import request_handover

if TYPE_CHECKING:
    import yarl

log = logging.getLogger("overwinter.shards")
ASK_INTERVAL_S = 2
"""Seconds between two looks for the bot to take over from. A bot that has just taken over itself is not known at once."""


class HeldEvent(NamedTuple):
    """An event of the gateway that is handled later."""

    name: str
    arguments: tuple[Any, ...]


class ShardedBot(commands.AutoShardedBot):
    """A bot on the shards that its settings name.

    If they name none, it asks Discord for the number of shards. Without a token there is no Discord to ask, and one
    shard.
    """

    def __init__(self, config: Config, clock: Clock, *, takes_over: bool, **options: Any) -> None:  # noqa: ANN401 - discord.py's own
        self.shard_membership = ShardMembership(
            config.discord.shard_range,
            clock,
            has_standby=bool(config.store.url),
            database=Path(config.store.path),
            is_successor=takes_over,
        )
        self.intake = InteractionIntake()
        self._database = config.store.path
        self._held_events: list[HeldEvent] | None = None
        """What the gateway has reported while this process stands by, signed in; None at other times."""
        self._takeover: asyncio.Task[None] | None = None
        self._launched_shards: set[int] = set()
        self._max_concurrency: int | None = None
        super().__init__(
            command_prefix=commands.when_mentioned, **_build_shard_options(config, self.shard_membership), **options
        )

    @property
    def is_connected(self) -> bool:
        """Whether the gateway works: the bot has its servers, and the sockets of all its shards are open."""
        return self.is_ready() and bool(self.shards) and not any(shard.is_closed() for shard in self.shards.values())

    @property
    def is_standing_by(self) -> bool:
        """Whether this process waits because another one serves its servers."""
        return self.shard_membership.is_standing_by

    def begin_takeover(self, set_up: Coroutine[Any, Any, None]) -> None:
        """Run `set_up`, which waits for the store, while the gateway connects. Hold everything back until `release_events`."""
        self.intake.hold()
        self._held_events = []
        self._takeover = asyncio.create_task(self._take_over(set_up), name="take-over")

    async def _take_over(self, set_up: Coroutine[Any, Any, None]) -> None:
        asking = asyncio.create_task(self._ask_for_store(), name="ask for the store")
        try:
            await set_up
        finally:
            asking.cancel()

    async def _ask_for_store(self) -> None:
        """Ask the bot that holds the store to hand over, as soon as this one is signed in and knows which process that is."""
        await self.wait_until_ready()
        while not request_handover(self._database):
            log.warning("the bot to take over from is not found on this machine; looking again in %s s", ASK_INTERVAL_S)
            await asyncio.sleep(ASK_INTERVAL_S)
        self.intake.is_handover_requested = True

    def release_events(self, foreign_ids: Iterable[int]) -> None:
        """Handle what was held back, except interactions that the former process has taken up."""
        held, self._held_events = self._held_events or [], None
        for event, arguments in held:
            self.dispatch(event, *arguments)
        self.intake.open(foreign_ids)

    async def connect(self, *, reconnect: bool = True) -> None:
        """Stay connected to the gateway. During a take-over this also fails if the take-over fails."""
        connection = super().connect(reconnect=reconnect)
        if self._takeover is None:
            await connection
        else:
            await asyncio.gather(connection, self._takeover)

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - discord.py's own
        """Report an event to its listeners, or hold it back for later. The intake holds the interactions."""
        if self._held_events is None or event_name == "interaction":
            super().dispatch(event_name, *args, **kwargs)
        else:
            self._held_events.append(HeldEvent(event_name, args))

    async def close(self) -> None:
        """Close the connection, and end a take-over that is under way."""
        if self._takeover is not None:
            self._takeover.cancel()
            await asyncio.wait([self._takeover])
        await super().close()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until a shard may sign in. Processes with one token take turns."""
        rate_limit = self.shard_membership.request_guard.rate_limit
        if not rate_limit.is_shared or shard_id is None:
            await super().before_identify_hook(shard_id, initial=initial)
            return
        if self._max_concurrency is None:
            self._max_concurrency = (await self.fetch_session_start_limits()).max_concurrency
        await rate_limit.await_identify(shard_id, self._max_concurrency)

    async def launch_shard(self, gateway: yarl.URL, shard_id: int, *, initial: bool = False) -> None:
        """Sign a shard in.

        If Discord cannot be reached, discord.py calls this again from within itself without an end. If no shard has
        signed in yet, the second call raises GatewayNotFound, so that the caller of the bot can pause for longer each
        time.
        """
        if shard_id in self._launched_shards and not self.shards:
            raise discord.GatewayNotFound
        self._launched_shards.add(shard_id)
        await super().launch_shard(gateway, shard_id, initial=initial)


def _build_shard_options(config: Config, membership: ShardMembership) -> dict[str, Any]:
    """Build the options of discord.py's bot that concern shards."""
    options: dict[str, Any] = {"http_trace": membership.request_guard.create_trace_config()}
    shard_range = config.discord.shard_range
    if shard_range is not None:
        options |= {"shard_ids": shard_range.shard_ids, "shard_count": shard_range.shard_count}
    elif not config.discord.token:
        options["shard_count"] = 1
    return options
