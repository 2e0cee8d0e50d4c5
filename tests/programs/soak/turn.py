"""Actions at a table that waits for a move, with their weights; slower actions are in `weeks`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import simcord

from engine.host.model.table import Table
from tests.discord.fake_server import BUTTON_TYPE, list_controls
from tests.discord.held_interactions import hold_interaction
from tests.programs.soak import weeks
from tests.programs.soak.world import SoakWorld

Action = Callable[[SoakWorld, simcord.ChannelHandle, Table, simcord.MemberActor], Awaitable[None]]
SEARCH_WORDS = ["compass", "A3", "island", "N7.1", "P2", "fleet", "zeppelin"]


async def move_by_panel(
    world: SoakWorld, channel: simcord.ChannelHandle, table: Table, user: simcord.MemberActor
) -> None:
    """Make a move by buttons."""
    await world.move_by_panel(channel, user, table)


async def move_by_words(
    world: SoakWorld, channel: simcord.ChannelHandle, table: Table, user: simcord.MemberActor
) -> None:
    """Type a move."""
    await world.move_by_words(channel, user, table)


async def press_twice(
    world: SoakWorld, channel: simcord.ChannelHandle, table: Table, user: simcord.MemberActor
) -> None:
    """Press a button twice."""
    await world.press_twice(channel, user, table)


async def press_stale_button(
    world: SoakWorld, channel: simcord.ChannelHandle, _table: Table, user: simcord.MemberActor
) -> None:
    """Press a button of an earlier turn: on a panel left open, perhaps since before a restart, or on an old post."""
    if world.stale_panels and world.roll_below(2):
        left = world.choose_one(world.stale_panels)
        world.stale_panels.remove(left)  # a second press would show something else
        owner, opened, part = left
        if opened.id in world.env.backend.messages.get(_find_channel(opened), {}):
            await world.press_control(owner, opened, part)
        return
    posts = [post for post in channel.history() if list_controls(post)]
    if posts:
        await world.press_control(user, posts[0], world.choose_one(list_controls(posts[0])))


async def press_together(
    world: SoakWorld, _channel: simcord.ChannelHandle, _table: Table, _who: simcord.MemberActor
) -> None:
    """Let many people at many tables press at the same moment."""
    held = []
    for channel in {one.id: one for one in (world.choose_channel() for _ in range(6))}.values():
        table = await world.find_table(channel)
        if table is None or table.status != "running":
            continue
        who = await world.list_waiting(table)
        opened = None if who is None else (await world.run_command(who, channel, "hand")).response
        parts = [part for part in world.list_useful_choices(opened) if part["type"] == BUTTON_TYPE]
        if who is not None and opened is not None and parts:
            held.append(hold_interaction(world.env, who, opened, world.choose_one(parts)["custom_id"]))
    if held:
        await world.press_together(held)


async def view_something(
    world: SoakWorld, channel: simcord.ChannelHandle, _table: Table, _who: simcord.MemberActor
) -> None:
    """View something."""
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
        ("rules", {"rule": world.choose_one(SEARCH_WORDS)}),
    ]
    command, options = world.choose_one(asked)
    await world.run_command(world.choose_one(world.people), channel, command, **options)


async def resign_seat(
    world: SoakWorld, channel: simcord.ChannelHandle, _table: Table, user: simcord.MemberActor
) -> None:
    """Resign a seat."""
    asked = (await world.run_command(user, channel, "resign")).response
    await world.press_label(user, asked, "Give up")


async def erase_user(
    world: SoakWorld, channel: simcord.ChannelHandle, _table: Table, user: simcord.MemberActor
) -> None:
    """Erase a person from all their tables. They come back as another user."""
    asked = (await world.run_command(user, channel, "forget-me")).response
    if await world.press_label(user, asked, "Erase it") is not None:
        world.attempt_counts["people forgotten"] += 1


def _find_channel(message: Any) -> int:
    return int(getattr(message, "channel_id", 0) or message.channel.id)


TABLE_ACTIONS: dict[str, tuple[int, Action]] = {
    "a move by buttons": (29, move_by_panel),
    "a move by typing": (29, move_by_words),
    "double press": (5, press_twice),
    "stale press": (5, press_stale_button),
    "many at once": (2, press_together),
    "looking": (6, view_something),
    "taking back": (6, weeks.request_undo),
    "standing orders": (3, weeks.edit_orders),
    "voting": (4, weeks.call_vote),
    "handing on": (2, weeks.offer_seat),
    "days and hours": (4, weeks.change_schedule),
    "a public button": (3, weeks.press_public_control),
    "giving up": (1, resign_seat),
    "being forgotten": (1, erase_user),
}
"""Actions at a running table, with their weights in a hundred."""
