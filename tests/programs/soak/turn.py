"""What is done at a table that waits for a move, with how often; the rest of life is in `weeks`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import simcord

from engine.host.model.table import Table
from tests.discord.hold import hold
from tests.discord.hut import BUTTON, controls
from tests.programs.soak import weeks
from tests.programs.soak.world import World

Action = Callable[[World, simcord.ChannelHandle, Table, simcord.MemberActor], Awaitable[None]]
SOUGHT = ["compass", "A3", "island", "N7.1", "P2", "fleet", "zeppelin"]


async def panel(world: World, channel: simcord.ChannelHandle, table: Table, who: simcord.MemberActor) -> None:
    """A move by buttons."""
    await world.by_panel(channel, who, table)


async def words(world: World, channel: simcord.ChannelHandle, table: Table, who: simcord.MemberActor) -> None:
    """A move typed."""
    await world.by_words(channel, who, table)


async def twice(world: World, channel: simcord.ChannelHandle, table: Table, who: simcord.MemberActor) -> None:
    """A double press."""
    await world.twice(channel, who, table)


async def late(world: World, channel: simcord.ChannelHandle, _table: Table, who: simcord.MemberActor) -> None:
    """A button of an earlier turn: on a panel that was left open, perhaps since before a restart, or on an old post."""
    if world.old and world.below(2):
        left = world.one(world.old)
        world.old.remove(left)  # pressed once, it shows something else
        owner, opened, part = left
        if opened.id in world.env.backend.messages.get(_place(opened), {}):
            await world.press(owner, opened, part)
        return
    posts = [post for post in channel.history() if controls(post)]
    if posts:
        await world.press(who, posts[0], world.one(controls(posts[0])))


async def together(world: World, _channel: simcord.ChannelHandle, _table: Table, _who: simcord.MemberActor) -> None:
    """Many people at many tables press at the same moment."""
    held = []
    for channel in {one.id: one for one in (world.somewhere() for _ in range(6))}.values():
        table = await world.table(channel)
        if table is None or table.status != "running":
            continue
        who = await world.waiting(table)
        opened = None if who is None else (await world.slash(who, channel, "hand")).response
        parts = [part for part in world.choices(opened) if part["type"] == BUTTON]
        if who is not None and opened is not None and parts:
            held.append(hold(world.env, who, opened, world.one(parts)["custom_id"]))
    if held:
        await world.together(held)


async def look(world: World, channel: simcord.ChannelHandle, _table: Table, _who: simcord.MemberActor) -> None:
    """Somebody looks at something."""
    asked: list[tuple[str, dict[str, Any]]] = [
        ("board", {}),
        ("board", {"view": "mine"}),
        ("log", {}),
        ("hand", {}),
        ("why", {}),
        ("record", {}),
        ("mytables", {}),
        ("stats", {}),
        ("leaderboard", {}),
        ("rules", {"rule": world.one(SOUGHT)}),
    ]
    command, options = world.one(asked)
    await world.slash(world.one(world.people), channel, command, **options)


async def resign(world: World, channel: simcord.ChannelHandle, _table: Table, who: simcord.MemberActor) -> None:
    """Somebody gives up."""
    asked = (await world.slash(who, channel, "resign")).response
    await world.follow(who, asked, "Give up")


async def forgotten(world: World, channel: simcord.ChannelHandle, _table: Table, who: simcord.MemberActor) -> None:
    """Somebody wants to be forgotten, at all their tables, and comes back as somebody else."""
    asked = (await world.slash(who, channel, "forget-me")).response
    if await world.follow(who, asked, "Erase it") is not None:
        world.tried["people forgotten"] += 1


def _place(message: Any) -> int:
    return int(getattr(message, "channel_id", 0) or message.channel.id)


ACTIONS: dict[str, tuple[int, Action]] = {
    "a move by buttons": (29, panel),
    "a move by typing": (29, words),
    "double press": (5, twice),
    "stale press": (5, late),
    "many at once": (2, together),
    "looking": (6, look),
    "taking back": (6, weeks.undo),
    "standing orders": (3, weeks.orders),
    "voting": (4, weeks.vote),
    "handing on": (2, weeks.replace),
    "days and hours": (4, weeks.days),
    "a public button": (3, weeks.noticed),
    "giving up": (1, resign),
    "being forgotten": (1, forgotten),
}
"""What is done at a running table, with its weight in a hundred."""
