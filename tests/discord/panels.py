"""Helpers that use the panel as a person does, by its labels."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import simcord

from engine.kernel.menu import Words, follow_words
from engine.kernel.text import IllegalMoveError
from tests.discord.expanse_table import assign_factions
from tests.discord.fake_server import FakeServer, Message, list_controls, read_text

RARE_LABELS = ("Take my seat again", "Restart my turn", "Try it out", "Standing orders")
"""Labels of buttons that are behind "More"."""


async def press_label(server: FakeServer, user: simcord.MemberActor, panel: Message, label: str) -> Message:
    """Press the button, or choose the option, whose label begins with `label`."""
    labels = [part.get("label", "") for part in list_controls(panel)]
    if "More" in labels and not any(name.startswith(label) for name in labels) and label in RARE_LABELS:
        panel = find_answer(await server.click_button(user, panel, "More"))
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


async def confirm_move(server: FakeServer, user: simcord.MemberActor, panel: Message) -> Message:
    """Press "Play it" if the panel asks."""
    if "Play it" in [part.get("label") for part in list_controls(panel)]:
        return find_answer(await server.click_button(user, panel, "Play it"))
    return panel


async def open_placing_panel(server: FakeServer) -> tuple[simcord.MemberActor, Message]:
    """Play to the first turn of a game in which everybody holds a tile, and open its panel."""
    await server.start_game("northwest", 2)
    for _ in range(2):
        who = server.find_actor(await find_mover(server))
        panel = find_answer(await server.click_button(who, server.newest_post, "Your move"))
        await confirm_move(server, who, await press_label(server, who, panel, "A · "))
    who = server.find_actor(await find_mover(server))
    return who, find_answer(await server.click_button(who, server.newest_post, "Your move"))


async def open_place_screen(
    server: FakeServer, who: simcord.MemberActor, panel: Message
) -> tuple[Message, str, list[str]]:
    """Open the screen for placing the only tile. Return it, and the control and the values that place the tile."""
    panel = await press_label(server, who, panel, "Place a tile")
    part = list_controls(panel)[0]
    return panel, part["custom_id"], [option["value"] for option in part.get("options", [])][-1:]


async def use_control(
    server: FakeServer, who: simcord.MemberActor, panel: Message, custom_id: str, values: list[str]
) -> Message:
    """Press a button, or choose the values of a list."""
    if values:
        return find_answer(await server.choose_values(who, panel, *values, custom_id=custom_id))
    return find_answer(await server.click_button(who, panel, custom_id=custom_id))


async def place_tile(server: FakeServer, who: simcord.MemberActor, panel: Message) -> Message:
    """Place a tile from the first screen of a panel, by its last place."""
    panel = await press_label(server, who, panel, "Place a tile")
    return await choose_last(server, who, panel)


async def choose_last(server: FakeServer, who: simcord.MemberActor, panel: Message) -> Message:
    """Choose the last option of the first list, or press the last button that is not a small one."""
    before = (await server.load_table()).revision
    while (await server.load_table()).revision == before and ":treal:" not in str(list_controls(panel)):
        lists = [part for part in list_controls(panel) if part.get("options")]
        if lists:
            panel = find_answer(await server.choose_values(who, panel, lists[0]["options"][-1]["value"]))
            continue
        moves = [part for part in list_controls(panel) if part["custom_id"].split(":")[2] in ("step", "tstep")]
        moves = [part for part in moves if not part["label"].endswith(("Back", "end my turn", "Forget it"))]
        panel = find_answer(await server.click_button(who, panel, custom_id=moves[-1]["custom_id"]))
    return panel


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
                part = next(one for one in list_controls(panel) if one["custom_id"].endswith(f":take {option.word}"))
                return who, find_answer(await server.click_button(who, panel, custom_id=part["custom_id"])), words
    raise AssertionError("no card of two Action Points on the Track")


def list_fields(form: simcord.InteractionResult) -> list[dict[str, Any]]:
    assert form.modal is not None
    return [part["component"] for part in form.modal["components"]]


async def leave_order(server: FakeServer, user: simcord.MemberActor, kind: str, span: str, *values: str) -> Message:
    """Leave an order of a kind by /orders, about the cards with these values if the span is about cards."""
    panel = find_answer(await server.run_command(user, "orders"))
    panel = await press_choice(server, user, panel, kind, span)
    if values:
        panel = find_answer(await server.choose_values(user, panel, *values))
    return panel


async def press_choice(
    server: FakeServer, user: simcord.MemberActor, panel: Message, first: str, second: str
) -> Message:
    """Press two labels one after the other, or choose the second one in the list of the first."""
    for part in list_controls(panel):
        if part.get("placeholder", "").startswith(first):
            value = next(option["value"] for option in part["options"] if option["label"].startswith(second))
            return find_answer(await server.choose_values(user, panel, value, custom_id=part["custom_id"]))
    for part in list_controls(panel):
        if part.get("label", "") == f"{first} › {second}":
            return find_answer(await server.click_button(user, panel, custom_id=part["custom_id"]))
    return await press_label(server, user, await press_label(server, user, panel, first), second)
