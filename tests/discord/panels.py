"""Using the panel as a person does, by what stands on it."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any

import pytest
import simcord

from cogs.messages.presenter import leads, screen
from engine.kernel.menu import Words, walk
from engine.kernel.text import Illegal
from tests.discord.expanse_table import the_factions
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


async def with_points(home: Hut) -> tuple[simcord.MemberActor, Message, Words]:
    """The UN's first turn, with a card taken for at least two Action Points."""
    await the_factions(home)
    who = home.ana
    _, _, root = await home.bot.tables.moves.menu((await home.table()).id, who.id)
    cards = walk(root, ("take",))
    assert cards is not None
    for option in cards.open():
        words = ("take", option.word, "points")
        with suppress(Illegal):
            if (menu := walk(root, words)) is not None and menu.again == 1:
                panel = answer(await home.click(who, home.post, "Your move"))
                block, choice = leads(screen(root), words) or pytest.fail("it cannot be chosen")
                assert choice.words == words
                if block.kind == "buttons":
                    part = next(one for one in controls(panel) if one["custom_id"].endswith(f":{' '.join(words)}"))
                    return who, answer(await home.click(who, panel, custom_id=part["custom_id"])), words
                value = " ".join(words[len(block.prefix) :])
                return who, answer(await home.choose(who, panel, value)), words
    raise AssertionError("no card of two Action Points on the Track")


def shortcuts(panel: Message) -> dict[str, str]:
    """The custom ids of the shortcuts, by their letters."""
    found = ((re.match("Play ([A-Z]): .", part.get("label", "")), part["custom_id"]) for part in controls(panel))
    return {label[1]: made for label, made in found if label}


def fields(form: simcord.InteractionResult) -> list[dict[str, Any]]:
    assert form.modal is not None
    return [part["component"] for part in form.modal["components"]]
