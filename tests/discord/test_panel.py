"""A move put together in the panel, on pictures of the part of the board that it is about."""

from __future__ import annotations

import simcord

from tests.discord.hut import Hut, Message, controls, text


def names(message: Message) -> list[str]:
    return [attachment.filename for attachment in message.attachments]


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


async def test_a_tile_is_placed_on_the_squares_round_the_ship(home: Hut) -> None:
    await home.begin("northwest", 2)
    for _ in range(2):
        who = home.actor(await to_move(home))
        panel = answer(await home.click(who, home.post, "Your move"))
        assert names(panel) == ["board.png"], "what is on offer lies beside the chart"
        await press(home, who, panel, "A · ")
    who = home.actor(await to_move(home))
    panel = answer(await home.click(who, home.post, "Your move"))
    panel = await press(home, who, panel, "Place a tile")
    assert names(panel)[-1] == "crop.png", "the places of the only tile, lettered beside the ship"
    places = [part for part in controls(panel) if part.get("label") != "Back"]
    before = (await home.table()).rev
    panel = await press(
        home, who, panel, places[0]["label"] if "label" in places[0] else places[0]["options"][0]["label"]
    )
    while not any(part.get("label") == "Play it" for part in controls(panel)):
        choice = controls(panel)[0]
        panel = await press(home, who, panel, choice.get("label") or choice["options"][0]["label"])
    assert names(panel) == ["crop.png"], "how the board would be, before it is confirmed"
    assert "places" in text(panel)
    assert (await home.table()).rev == before, "nothing is stored until the confirm"
    await home.click(who, panel, "Play it")
    assert (await home.table()).rev > before


async def to_move(home: Hut) -> int:
    table = await home.table()
    return int(table.user_of((await home.bot.tables.snapshots.take(table.id, None)).waiting[0]))
