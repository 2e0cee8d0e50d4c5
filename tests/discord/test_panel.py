"""A move put together in the panel, on pictures of the part of the board that it is about."""

from __future__ import annotations

import discord
import simcord

from engine.kernel.menu import walk
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
    (places,) = [part for part in controls(panel) if part.get("placeholder") == "Place a tile"]
    assert names(panel)[-1] == "board.png", "where the only tile can lie is lettered there, beside the tiles on offer"
    before = (await home.table()).rev
    await home.choose(who, panel, places["options"][-1]["value"])
    assert (await home.table()).rev > before, "what can be taken back needs no confirming"


async def test_what_cannot_be_taken_back_is_confirmed(home: Hut) -> None:
    await home.begin("expanse", 2)
    for faction in ("mcr", "un"):
        await home.slash(home.actor(await to_move(home)), "expanse faction", faction=faction)
    who, moves = home.actor(await to_move(home)), home.bot.tables.moves
    table = await home.table()
    takes = [("take", str(n), "points", "done") for n in range(1, 6)]
    root = (await moves.menu(table.id, who.id))[2]
    cards = walk(root, ("take",))
    assert cards is not None
    offered = {option.word for option in cards.open() if walk(root, ("take", option.word)) is not None}
    takes = [words for words in takes if words[1] in offered]
    kept = await moves.free(table.id, who.id, takes)
    space = next(words[1] for words in takes if words not in kept)
    panel = answer(await home.click(who, home.post, "Your move"))
    assert "Green plays at once, blue asks more." in text(panel)
    points = next(part for part in controls(panel) if part["custom_id"].endswith(f":take {space} points"))
    assert points["style"] == discord.ButtonStyle.primary.value
    panel = await press(home, who, answer(await home.click(who, panel, custom_id=points["custom_id"])), "Done")
    assert (await home.table()).rev == table.rev
    assert "cannot take it back alone" in text(panel)
    await home.click(who, panel, "Play it")
    assert (await home.table()).rev > table.rev


async def to_move(home: Hut) -> int:
    table = await home.table()
    return int(table.user_of((await home.bot.tables.snapshots.take(table.id, None)).waiting[0]))
