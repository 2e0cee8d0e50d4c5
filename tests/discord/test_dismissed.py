"""Presses on a panel that is dismissed before the answer comes."""

from __future__ import annotations

import pytest

from tests.discord.fake_server import FakeServer, list_controls, read_text
from tests.discord.held_interactions import deliver_held, hold_interaction


async def count_moves(server: FakeServer) -> int:
    return len((await server.bot.tables.history.build_record((await server.load_table()).id)).moves)


@pytest.mark.parametrize("code", [10008, 10062])
async def test_a_press_whose_panel_is_gone_says_that_the_move_was_made(race: FakeServer, code: int) -> None:
    panel = (await race.click_button(race.ana, race.newest_post, "Your move")).response
    assert panel is not None
    press = hold_interaction(race.env, race.ana, panel, list_controls(panel)[0]["custom_id"])
    race.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=code, times=1)
    await deliver_held(race.env, press)
    assert await count_moves(race) == 1
    told = read_text(press.result.response) + "".join(read_text(one) for one in press.result.followups)
    assert "Done." in told
    assert not race.bot.metrics.incidents


async def test_what_was_taken_back_is_said_though_the_question_is_gone(race: FakeServer) -> None:
    panel = (await race.click_button(race.ana, race.newest_post, "Your move")).response
    assert panel is not None
    await race.click_button(race.ana, panel, custom_id=list_controls(panel)[0]["custom_id"])
    asked = (await race.run_command(race.ana, "undo")).response
    assert asked is not None
    press = hold_interaction(race.env, race.ana, asked, list_controls(asked)[0]["custom_id"])
    race.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10008, times=1)
    await deliver_held(race.env, press)
    assert "Taken back" in read_text(press.result.response) or "are asked" in read_text(press.result.response)


async def test_giving_up_is_confirmed_though_the_question_is_gone(race: FakeServer) -> None:
    asked = (await race.run_command(race.ana, "resign")).response
    assert asked is not None
    press = hold_interaction(race.env, race.ana, asked, list_controls(asked)[0]["custom_id"])
    race.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10008, times=1)
    await deliver_held(race.env, press)
    assert "You have given up" in read_text(press.result.response)
    assert (await race.load_table()).status == "finished"


async def test_the_board_follows_an_agreement_though_its_question_is_gone(race: FakeServer) -> None:
    asked = (await race.run_command(race.ana, "pace", time=72)).response
    assert asked is not None
    race.env.inject_error("POST", "/interactions/*/*/callback", status=500, times=1)
    await race.click_button(race.ben, asked, "Agree")
    await race.env.settle()
    table = await race.load_table()
    post = await race.bot.tables.snapshots.load_post(table.id)
    assert post is not None
    assert post.revision == table.revision
    assert "3 days" in read_text(race.newest_post)
