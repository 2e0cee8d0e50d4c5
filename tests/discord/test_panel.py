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
    places = [part for part in controls(panel) if "Place a tile" in part.get("label", "")]
    assert places, "where the only tile can lie stands beside the other actions"
    assert names(panel)[-1] == "board.png", "and is lettered there, beside the tiles on offer"
    before = (await home.table()).rev
    panel = answer(
        await home.click(who, panel, custom_id=next(p["custom_id"] for p in places if "2 ways" in p["label"]))
    )
    assert (await home.table()).rev == before, "two ways round: not yet"
    (way, *_) = [part for part in controls(panel) if part.get("label") != "Back"]
    await home.click(who, panel, custom_id=way["custom_id"])
    assert (await home.table()).rev > before, "what can be taken back needs no confirming"


async def test_what_cannot_be_taken_back_is_confirmed(home: Hut) -> None:
    await home.begin("northwest", 2)
    for _ in range(2):
        who = home.actor(await to_move(home))
        await press(home, who, answer(await home.click(who, home.post, "Your move")), "A · ")
    who = home.actor(await to_move(home))
    panel = answer(await home.click(who, home.post, "Your move"))
    before = (await home.table()).rev
    panel = await press(home, who, panel, tile_on_offer(panel))
    assert (await home.table()).rev == before
    assert "cannot take it back alone" in text(panel)
    await home.click(who, panel, "Play it")
    assert (await home.table()).rev > before


def tile_on_offer(panel: Message) -> str:
    """A tile of the market, as the panel calls it."""
    labels = (option["label"] for part in controls(panel) for option in part.get("options", []))
    return next(str(label) for label in labels if "tile L" in label)


async def to_move(home: Hut) -> int:
    table = await home.table()
    return int(table.user_of((await home.bot.tables.snapshots.take(table.id, None)).waiting[0]))
