"""The bot is killed during an action: nothing is lost or done twice, and every press is answered."""

from __future__ import annotations

from tests.discord.fake_server import FakeServer, list_controls, read_text
from tests.discord.held_interactions import deliver_held, hold_interaction
from tests.discord.panels import (
    find_answer,
    list_fields,
    open_place_screen,
    open_placing_panel,
    open_points_panel,
    read_public_view,
    use_control,
)


async def list_made_moves(server: FakeServer) -> int:
    return len((await server.bot.tables.history.build_record((await server.load_table()).id)).moves)


async def kill_bot(server: FakeServer) -> None:
    await server.kill()
    await server.restart()


async def test_in_mid_turn(server: FakeServer) -> None:
    who, panel = await open_placing_panel(server)
    panel, custom_id, values = await open_place_screen(server, who, panel)
    press = hold_interaction(server.env, who, panel, custom_id, values)
    before = await list_made_moves(server)
    await kill_bot(server)
    await deliver_held(server.env, press)
    after = await list_made_moves(server)
    assert after > before
    await kill_bot(server)
    await deliver_held(server.env, press)
    assert await list_made_moves(server) == after, "the same press once more"
    assert "Done" in read_text(press.result.response) or "earlier turn" in read_text(press.result.response)
    shown = find_answer(await server.click_button(who, server.newest_post, "Your move"))
    shown = find_answer(await server.click_button(who, shown, "More"))
    back = next(part["custom_id"] for part in list_controls(shown) if part.get("label") == "Restart my turn")
    await kill_bot(server)
    assert "begins anew" in read_text(find_answer(await server.click_button(who, shown, custom_id=back)))
    assert list_controls(find_answer(await server.click_button(who, server.newest_post, "Your move")))


async def test_with_several_things_picked_from_a_list(server: FakeServer) -> None:
    who, panel, _ = await open_points_panel(server)
    places = next(part for part in list_controls(panel) if ":many:" in part["custom_id"])
    values = [one["value"] for one in places["options"] if one["value"].startswith("place")]
    values = [value for value in values if " place" not in value][:2]
    press = hold_interaction(server.env, who, panel, places["custom_id"], values)
    before = await list_made_moves(server)
    await kill_bot(server)
    await deliver_held(server.env, press)
    shown = press.result.response
    assert shown is not None
    if await list_made_moves(server) == before:
        assert "cannot take it back alone" in read_text(shown)
        await kill_bot(server)
        play = next(part["custom_id"] for part in list_controls(shown) if part.get("label") == "Play it")
        press = hold_interaction(server.env, who, shown, play)
        await deliver_held(server.env, press, press)
    after = await list_made_moves(server)
    assert after > before
    await deliver_held(server.env, press)
    assert await list_made_moves(server) == after


async def test_in_a_try_out(server: FakeServer) -> None:
    who, panel = await open_placing_panel(server)
    table, before = await server.load_table(), await list_made_moves(server)
    panel = find_answer(await server.click_button(who, panel, "Try it out"))
    panel, custom_id, values = await open_place_screen(server, who, panel)
    await kill_bot(server)
    panel = await use_control(server, who, panel, custom_id, values)
    assert "only you see this" in read_text(panel)
    assert await list_made_moves(server) == before
    play = next(part["custom_id"] for part in list_controls(panel) if part.get("label") == "Play these moves")
    press, late = hold_interaction(server.env, who, panel, play), hold_interaction(server.env, who, panel, play)
    await kill_bot(server)
    await deliver_held(server.env, press)
    after, view = await list_made_moves(server), await read_public_view(server)
    assert after > before
    await kill_bot(server)
    await deliver_held(server.env, press)
    assert (await list_made_moves(server), await read_public_view(server)) == (after, view), "the same press once more"
    await deliver_held(server.env, late)
    assert await list_made_moves(server) == after
    assert "earlier turn" in read_text(late.result.response)
    assert (await server.load_table()).id == table.id


async def test_in_an_open_form(race: FakeServer) -> None:
    form = await race.run_command(race.ana, "note")
    named = list_fields(form)[0]["custom_id"]
    before = await list_made_moves(race)
    await race.kill()
    await race.restart()
    done = await race.ana.submit_modal(form, {named: "Dogs first"})
    assert "Noted" in read_text(done.response)
    assert await race.bot.tables.notes.load_note((await race.load_table()).id, race.ana.id) == "Dogs first"
    assert await list_made_moves(race) == before
    panel = find_answer(await race.click_button(race.ana, race.newest_post, "Your move"))
    assert "Dogs first" in read_text(find_answer(await race.click_button(race.ana, panel, "More")))
