"""Clumsy and spiteful presses on the panel: too many picks, too many presses, late presses, another person's panel.
Each is answered in a sentence with the next step, and nothing is lost.
"""

from __future__ import annotations

import pytest
import simcord

from tests.discord.fake_server import FakeServer, Message, list_controls, read_text
from tests.discord.forged_interactions import ForgedClient
from tests.discord.held_interactions import HeldInteraction, deliver_held, hold_interaction
from tests.discord.panels import (
    find_answer,
    open_place_screen,
    open_placing_panel,
    open_points_panel,
    read_public_view,
    use_control,
)


def hold_presses(
    server: FakeServer, user: simcord.MemberActor, panel: Message, label: str, count: int = 1
) -> list[HeldInteraction]:
    """Make `count` presses of the button with this label, without delivering them."""
    custom_id = next(part["custom_id"] for part in list_controls(panel) if part.get("label", "").startswith(label))
    return [hold_interaction(server.env, user, panel, custom_id) for _ in range(count)]


def find_pick_list(panel: Message) -> dict[str, object]:
    """Find a list with several picks."""
    return next(part for part in list_controls(panel) if part.get("max_values", 1) > 1)


async def place_tile(server: FakeServer) -> tuple[simcord.MemberActor, Message]:
    """Play to the middle of a turn: a tile was placed, which can be taken back, and the panel goes on."""
    who, panel = await open_placing_panel(server)
    panel, custom_id, values = await open_place_screen(server, who, panel)
    return who, await use_control(server, who, panel, custom_id, values)


async def test_all_that_a_list_holds_plays_nothing_and_tells_what_had_no_room(server: FakeServer) -> None:
    who, panel, _ = await open_points_panel(server)
    table, made = await server.load_table(), find_pick_list(panel)
    every = [option["value"] for option in made["options"]]  # type: ignore[attr-defined]
    press = hold_interaction(server.env, who, panel, str(made["custom_id"]), every)
    await deliver_held(server.env, press)
    shown = press.result.response
    assert "This is not possible with the rest" in read_text(shown)
    assert "Nothing is played yet" in read_text(shown)
    assert list_controls(shown), "and one goes on from there"  # type: ignore[arg-type]
    assert await server.load_table() == table


async def test_nothing_picked_from_a_list_shows_it_again(server: FakeServer) -> None:
    who, panel, _ = await open_points_panel(server)
    table = await server.load_table()
    told = await ForgedClient(server, "1").press(who, server.games, str(find_pick_list(panel)["custom_id"]), [])
    assert "Points left: what do you do?" in told.answer
    assert await server.load_table() == table


async def test_the_same_list_twice_at_once_moves_once(server: FakeServer) -> None:
    who, panel, _ = await open_points_panel(server)
    before, made = await server.load_table(), find_pick_list(panel)
    picks = [option["value"] for option in made["options"] if option["value"].startswith("place")]  # type: ignore[attr-defined]
    twice = [hold_interaction(server.env, who, panel, str(made["custom_id"]), picks[:1]) for _ in range(2)]
    await deliver_held(server.env, *twice)
    assert all(press.result.acknowledged for press in twice)
    assert "1 Action Point left: what do you do?" in read_text(twice[-1].result.response)
    assert (await server.load_table()).revision == before.revision, "a move that is not whole is not played"


async def test_somebody_elses_panel_does_nothing(server: FakeServer) -> None:
    _, panel, _ = await open_points_panel(server)
    table, made = await server.load_table(), find_pick_list(panel)
    picks = [option["value"] for option in made["options"]][:1]  # type: ignore[attr-defined]
    press = hold_interaction(server.env, server.ben, panel, str(made["custom_id"]), picks)
    await deliver_held(server.env, press)
    assert "It is not your turn: **Ana** is to move. You will be called." in read_text(press.result.response)
    assert await server.load_table() == table


async def test_what_was_tried_out_before_the_turn_was_restarted_is_not_played(server: FakeServer) -> None:
    who, panel = await place_tile(server)
    trial = find_answer(await server.click_button(who, panel, "Try it out"))
    option = next(part for part in list_controls(trial) if part.get("options"))
    trial = find_answer(
        await server.choose_values(who, trial, option["options"][0]["value"], custom_id=option["custom_id"])
    )
    late, forget = hold_presses(server, who, trial, "Play these moves") + hold_presses(server, who, trial, "Forget it")
    again = find_answer(await server.click_button(who, server.newest_post, "Your move"))
    assert "begins anew" in read_text(find_answer(await server.click_button(who, again, "Restart my turn")))
    table, before = await server.load_table(), await read_public_view(server)
    for press in (late, forget):
        await deliver_held(server.env, press)
        assert "earlier turn" in read_text(press.result.response)
        assert list_controls(press.result.response), "with what can be done now"  # type: ignore[arg-type]
    assert (await server.load_table()).revision == table.revision
    assert await read_public_view(server) == before


async def test_a_tried_out_move_that_is_played_twice_at_once_is_played_once(server: FakeServer) -> None:
    who, panel = await open_placing_panel(server)
    trial = find_answer(await server.click_button(who, panel, "Try it out"))
    trial, custom_id, values = await open_place_screen(server, who, trial)
    trial = await use_control(server, who, trial, custom_id, values)
    presses = hold_presses(server, who, trial, "Play these moves", count=2)
    await deliver_held(server.env, *presses)
    record = await server.bot.tables.history.build_record((await server.load_table()).id)
    assert sum(move.words[0] == "place" for move in record.moves) == 1
    for press in presses:
        assert read_text(press.result.response)
        assert list_controls(press.result.response), "both can go on"  # type: ignore[arg-type]


async def test_a_turn_restarted_twice_at_once_is_restarted_once(server: FakeServer) -> None:
    who, panel = await open_placing_panel(server)
    before = await read_public_view(server)
    panel, custom_id, values = await open_place_screen(server, who, panel)
    panel = await use_control(server, who, panel, custom_id, values)
    panel = find_answer(await server.click_button(who, panel, "More"))
    presses = hold_presses(server, who, panel, "Restart my turn", count=2)
    await deliver_held(server.env, *presses)
    assert all(press.result.acknowledged for press in presses)
    assert await read_public_view(server) == before
    shown = presses[-1].result.response  # both answers are the panel: the later one stands
    assert "here is how things stand now" in read_text(shown) or "Your turn begins anew." in read_text(shown)
    assert list_controls(shown), "and one goes on"  # type: ignore[arg-type]
    assert "Restart my turn" not in read_text(shown)
    log = await server.bot.tables.history.load_log((await server.load_table()).id, None)
    assert sum("takes back" in line.text.template for line in log) == 1


@pytest.mark.parametrize("label", ["Place", "Draw"])
async def test_an_old_button_of_ones_own_turn_gives_todays_choices(server: FakeServer, label: str) -> None:
    who, panel = await open_placing_panel(server)
    parts = [part for part in list_controls(panel) if label in part.get("label", part.get("placeholder", ""))]
    for part in parts[:1]:
        late = hold_interaction(
            server.env, who, panel, part["custom_id"], [one["value"] for one in part.get("options", [])][:1]
        )
        panel, custom_id, values = await open_place_screen(server, who, panel)
        await use_control(server, who, panel, custom_id, values)
        table = await server.load_table()
        await deliver_held(server.env, late)
        assert "earlier turn" in read_text(late.result.response)
        assert list_controls(late.result.response)  # type: ignore[arg-type]
        assert (await server.load_table()).revision == table.revision
    assert parts


async def test_lists_take_too_much_and_the_wrong_things_and_play_nothing(server: FakeServer) -> None:
    """The picks are all of one list, another person's, or an answer to no question."""
    who, panel, _ = await open_points_panel(server)
    table, made = await server.load_table(), find_pick_list(panel)
    every = [option["value"] for option in made["options"]]  # type: ignore[attr-defined]
    forger = ForgedClient(server, "1")
    for values in (["from vesta"], ["place nowhere"], ["move", "place"]):
        told = await forger.press(who, server.games, str(made["custom_id"]), values)
        assert told.answer
        assert await server.load_table() == table
    panel = find_answer(await server.click_button(who, server.newest_post, "Your move"))
    too_much = hold_interaction(server.env, who, panel, str(made["custom_id"]), every)
    await deliver_held(server.env, too_much)
    shown = too_much.result.response
    assert "Nothing is played yet" in read_text(shown)
    assert shown is not None
    back = find_answer(await server.click_button(who, shown, "Back"))
    assert list_controls(back), "to all that these points can do"
    assert await server.load_table() == table
