"""A move tried out in the panel: on a copy, by one person, until they confirm it."""

from __future__ import annotations

from tests.discord.fake_server import FakeServer, list_controls, read_text
from tests.discord.panels import find_answer, open_placing_panel, place_tile, read_public_view


async def test_moves_are_tried_out_and_then_played(server: FakeServer) -> None:
    who, panel = await open_placing_panel(server)
    table, before = await server.load_table(), await read_public_view(server)
    panel = find_answer(await server.click_button(who, panel, "Try it out"))
    assert "only you see this" in read_text(panel)
    assert "Play these moves" not in read_text(panel), "nothing was tried yet"
    panel = await place_tile(server, who, panel)
    assert "Do something more for 1 extra" in read_text(panel), "and one can play on"
    assert await read_public_view(server) == before
    assert (await server.load_table()).revision == table.revision, "nothing is played"
    await server.restart()
    panel = find_answer(await server.click_button(who, panel, "Play these moves"))
    assert "only you see this" not in read_text(panel)
    now = await server.load_table()
    assert now.revision > table.revision
    assert await read_public_view(server) != before
    assert "place" in str(await server.bot.tables.history.build_record(table.id))


async def test_a_try_out_stops_at_what_nobody_knows_and_is_forgotten(server: FakeServer) -> None:
    who, panel = await open_placing_panel(server)
    table = await server.load_table()
    panel = find_answer(await server.click_button(who, panel, "Try it out"))
    draw = next(part for part in list_controls(panel) if part.get("placeholder", "").startswith("Draw a tile"))
    panel = find_answer(await server.choose_values(who, panel, draw["options"][0]["value"]))
    assert "What comes next nobody knows" in read_text(panel)
    panel = find_answer(await server.click_button(who, panel, "Forget it"))
    assert "crewmen ready: what do you do?" in read_text(panel)
    assert "only you see this" not in read_text(panel)
    assert (await server.load_table()).revision == table.revision
