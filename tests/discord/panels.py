"""Helpers that use the panel as a person does, by its labels."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any

import pytest
import simcord

from cogs.messages.presenter import build_screen, find_leading_choice
from engine.kernel.menu import Words, follow_words
from engine.kernel.text import IllegalMoveError
from tests.discord.expanse_table import assign_factions
from tests.discord.fake_server import FakeServer, Message, list_controls, read_text


async def press_label(server: FakeServer, user: simcord.MemberActor, panel: Message, label: str) -> Message:
    """Press the button, or choose the option, whose label begins with `label`."""
    for part in list_controls(panel):
        if part.get("label", "").startswith(label):
            return find_answer(await server.click_button(user, panel, custom_id=part["custom_id"]))
        for option in part.get("options", []):
            if option["label"].startswith(label):
                return find_answer(await server.choose_values(user, panel, option["value"]))
    raise AssertionError(f"no {label!r} in:\n{read_text(panel)}")


def find_answer(result: simcord.InteractionResult) -> Message:
    assert result.response is not None
    return result.response


async def open_placing_panel(server: FakeServer) -> tuple[simcord.MemberActor, Message]:
    """Play to the first turn of a game in which everybody holds a tile, and open its panel."""
    await server.start_game("northwest", 2)
    for _ in range(2):
        who = server.find_actor(await find_mover(server))
        await press_label(
            server, who, find_answer(await server.click_button(who, server.newest_post, "Your move")), "A · "
        )
    who = server.find_actor(await find_mover(server))
    return who, find_answer(await server.click_button(who, server.newest_post, "Your move"))


async def read_public_view(server: FakeServer) -> Any:
    """Return the table as spectators see it."""
    return (await server.bot.tables.snapshots.take_snapshot((await server.load_table()).id, None)).view


async def find_mover(server: FakeServer) -> int:
    table = await server.load_table()
    return int(table.find_seat_user((await server.bot.tables.snapshots.take_snapshot(table.id, None)).waiting_seats[0]))


async def open_points_panel(server: FakeServer) -> tuple[simcord.MemberActor, Message, Words]:
    """Open the panel of the UN's first turn, with a card taken for at least two Action Points."""
    await assign_factions(server)
    who = server.ana
    _, _, root = await server.bot.tables.moves.load_menu((await server.load_table()).id, who.id)
    cards = follow_words(root, ("take",))
    assert cards is not None
    for option in cards.list_open_options():
        words = ("take", option.word, "points")
        with suppress(IllegalMoveError):
            if (menu := follow_words(root, words)) is not None and menu.prompt.args["n"] == 2:
                panel = find_answer(await server.click_button(who, server.newest_post, "Your move"))
                block, choice = find_leading_choice(build_screen(root), words) or pytest.fail("it cannot be chosen")
                assert choice.words == words
                if block.kind == "buttons":
                    part = next(one for one in list_controls(panel) if one["custom_id"].endswith(f":{' '.join(words)}"))
                    return who, find_answer(await server.click_button(who, panel, custom_id=part["custom_id"])), words
                value = " ".join(words[len(block.prefix) :])
                return who, find_answer(await server.choose_values(who, panel, value)), words
    raise AssertionError("no card of two Action Points on the Track")


def list_shortcut_ids(panel: Message) -> dict[str, str]:
    """List the custom ids of the shortcuts by their letters."""
    found = ((re.match("Play ([A-Z]): .", part.get("label", "")), part["custom_id"]) for part in list_controls(panel))
    return {label[1]: made for label, made in found if label}


def list_fields(form: simcord.InteractionResult) -> list[dict[str, Any]]:
    assert form.modal is not None
    return [part["component"] for part in form.modal["components"]]
