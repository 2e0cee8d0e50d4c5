"""Moves in advance in the panel: chosen after one's own move, played or dropped when the turn comes."""

from __future__ import annotations

import simcord

from tests.discord.fake_server import FakeServer, Message, list_controls, read_text
from tests.discord.held_interactions import deliver_held, hold_interaction
from tests.discord.panels import confirm_move, find_answer, find_mover, open_placing_panel, place_tile, press_label


async def end_turn_and_open_plan(server: FakeServer) -> tuple[simcord.MemberActor, Message]:
    """Play to the first turns, place a tile, end the turn, and return the player with the panel that follows."""
    who, panel = await open_placing_panel(server)
    panel = await place_tile(server, who, panel)
    panel = await confirm_move(server, who, await press_label(server, who, panel, "End"))
    assert await find_mover(server) != who.id
    assert not any(part["label"].startswith("End") for part in list_controls(panel)), (
        "the button that ends the turn is gone"
    )
    return who, await press_label(server, who, panel, "Plan my next turn")


async def test_after_a_turn_the_next_move_is_chosen_in_advance_and_played(server: FakeServer) -> None:
    who, panel = await end_turn_and_open_plan(server)
    text = read_text(panel)
    assert "In advance: Your turn" in text
    assert "This is played on your turn, if nothing new was shown." in text
    posts, before = len(server.games.history()), (await server.load_table()).revision
    panel = await press_label(server, who, panel, "Pass")
    assert "Noted" in read_text(panel)
    assert "1. In advance: Pass" in read_text(panel)
    assert (len(server.games.history()), (await server.load_table()).revision) == (posts, before)
    rival = server.find_actor(await find_mover(server))
    opened = find_answer(await server.click_button(rival, server.newest_post, "Your move"))
    await confirm_move(server, rival, await press_label(server, rival, opened, "Pass"))
    moves = (await server.bot.tables.history.build_record((await server.load_table()).id)).moves
    assert [move.words for move in moves[-2:]] == [("pass",), ("pass",)]
    for reader in (who, rival):
        log = read_text(find_answer(await server.run_command(reader, "log")))
        assert ("Your move in advance was played" in log) == (reader is who)


async def test_a_late_press_does_not_restore_a_move_in_advance_that_was_taken_back(server: FakeServer) -> None:
    who, first_panel = await end_turn_and_open_plan(server)
    custom_id = next(part["custom_id"] for part in list_controls(first_panel) if part["label"].startswith("Pass"))
    late_press = hold_interaction(server.env, who, first_panel, custom_id)
    panel = await press_label(server, who, first_panel, "Pass")
    panel = await press_label(server, who, panel, "1. In advance: Pass")
    assert "Taken back" in read_text(panel)
    assert "In advance" not in read_text(panel)
    rival = server.find_actor(await find_mover(server))
    opened = find_answer(await server.click_button(rival, server.newest_post, "Your move"))
    await place_tile(server, rival, opened)
    await deliver_held(server.env, late_press)
    assert "gone on meanwhile" in read_text(late_press.result.response)
    assert not (await server.bot.tables.orders.load_sheet((await server.load_table()).id, who.id)).orders
