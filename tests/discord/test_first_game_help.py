"""The line of help in the panel of somebody who is new to a game."""

from __future__ import annotations

from cogs.interactions import limits
from engine.learning.question_help import load_help_lines
from tests.discord.fake_server import FakeServer, list_controls, read_text
from tests.discord.panels import find_answer, open_placing_panel, press_label


async def test_each_kind_of_question_is_explained_once(server: FakeServer) -> None:
    lines = load_help_lines("northwest").lines
    who, panel = await open_placing_panel(server)
    assert lines["verb"] not in read_text(panel), "shown already, after the first tile"
    panel = await press_label(server, who, panel, "Place a tile")
    explained = [line for line in lines.values() if line in read_text(panel)]
    assert len(explained) == 1
    panel = await press_label(server, who, panel, "Back")
    assert "No more help" not in [part.get("label") for part in list_controls(panel)]
    panel = await press_label(server, who, panel, "Place a tile")
    assert explained[0] not in read_text(panel)


async def test_a_button_ends_the_help(server: FakeServer) -> None:
    await server.start_game("amundsen", 2)
    table = await server.load_table()
    who = server.find_actor(table.find_seat_user(0))
    panel = find_answer(await server.click_button(who, server.newest_post, "Your move"))
    assert "💡" in read_text(panel)
    assert not limits.find_problems([*panel.components])
    panel = await press_label(server, who, panel, "No more help")
    assert "/settings turns that on again" in read_text(panel)
    assert "💡" not in read_text(panel)
    assert (await server.bot.tables.settings.load_settings("person", who.id)).values["help"] == "no"
