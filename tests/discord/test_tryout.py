"""A move tried out in the panel: on a copy, by one person, until it is meant."""

from __future__ import annotations

from tests.discord.hut import Hut, controls, text
from tests.discord.panels import answer, ready_to_place, seen


async def test_moves_are_tried_out_and_then_played(home: Hut) -> None:
    who, panel = await ready_to_place(home)
    table, before = await home.table(), await seen(home)
    panel = answer(await home.click(who, panel, "Try it out"))
    assert "only you see this" in text(panel)
    assert "Play these moves" not in text(panel), "nothing was tried yet"
    (places,) = [part for part in controls(panel) if part.get("placeholder", "").startswith("Place a tile")]
    panel = answer(await home.choose(who, panel, places["options"][-1]["value"]))
    assert "Each further action takes one crewman more than usual" in text(panel), "and one can play on"
    assert await seen(home) == before
    assert (await home.table()).rev == table.rev, "nothing is played"
    await home.restart()
    panel = answer(await home.click(who, panel, "Play these moves"))
    assert "only you see this" not in text(panel)
    now = await home.table()
    assert now.rev > table.rev
    assert await seen(home) != before
    assert "place" in str(await home.bot.tables.history.record(table.id))


async def test_a_try_out_stops_at_what_nobody_knows_and_is_forgotten(home: Hut) -> None:
    who, panel = await ready_to_place(home)
    table = await home.table()
    panel = answer(await home.click(who, panel, "Try it out"))
    draw = next(part for part in controls(panel) if "Draw a tile" in part.get("label", ""))
    panel = answer(await home.click(who, panel, custom_id=draw["custom_id"]))
    assert "What comes next nobody knows" in text(panel)
    panel = answer(await home.click(who, panel, "Forget it"))
    assert "It is your turn: what do you do?" in text(panel)
    assert "only you see this" not in text(panel)
    assert (await home.table()).rev == table.rev
