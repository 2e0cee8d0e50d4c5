"""Using the panel as a person does, by what stands on it."""

from __future__ import annotations

from typing import Any

import simcord

from tests.discord.hut import Hut, Message, controls, text


async def press(home: Hut, who: simcord.MemberActor, panel: Message, label: str) -> Message:
    """Press the button, or choose the option, whose label begins so."""
    for part in controls(panel):
        if part.get("label", "").startswith(label):
            return answer(await home.click(who, panel, custom_id=part["custom_id"]))
        for option in part.get("options", []):
            if option["label"].startswith(label):
                return answer(await home.choose(who, panel, option["value"]))
    raise AssertionError(f"no {label!r} in:\n{text(panel)}")


def answer(result: simcord.InteractionResult) -> Message:
    assert result.response is not None
    return result.response


async def ready_to_place(home: Hut) -> tuple[simcord.MemberActor, Message]:
    """The first turn of a game in which everybody holds a tile, with its panel open."""
    await home.begin("northwest", 2)
    for _ in range(2):
        who = home.actor(await to_move(home))
        await press(home, who, answer(await home.click(who, home.post, "Your move")), "A · ")
    who = home.actor(await to_move(home))
    return who, answer(await home.click(who, home.post, "Your move"))


async def seen(home: Hut) -> Any:
    """The table as everybody sees it."""
    return (await home.bot.tables.snapshots.take((await home.table()).id, None)).view


async def to_move(home: Hut) -> int:
    table = await home.table()
    return int(table.user_of((await home.bot.tables.snapshots.take(table.id, None)).waiting[0]))
