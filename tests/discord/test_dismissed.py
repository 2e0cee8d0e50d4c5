"""Presses on a panel that is dismissed before the answer comes."""

from __future__ import annotations

import pytest

from tests.discord.hold import deliver, hold
from tests.discord.hut import Hut, controls, text


async def moves(home: Hut) -> int:
    return len((await home.bot.tables.history.record((await home.table()).id)).moves)


@pytest.mark.parametrize("code", [10008, 10062])
async def test_a_press_whose_panel_is_gone_says_that_the_move_was_made(race: Hut, code: int) -> None:
    panel = (await race.click(race.ana, race.post, "Your move")).response
    assert panel is not None
    press = hold(race.env, race.ana, panel, controls(panel)[0]["custom_id"])
    race.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=code, times=1)
    await deliver(race.env, press)
    assert await moves(race) == 1
    told = text(press.result.response) + "".join(text(one) for one in press.result.followups)
    assert "Done." in told
    assert not race.bot.metrics.incidents


async def test_what_was_taken_back_is_said_though_the_question_is_gone(race: Hut) -> None:
    panel = (await race.click(race.ana, race.post, "Your move")).response
    assert panel is not None
    await race.click(race.ana, panel, custom_id=controls(panel)[0]["custom_id"])
    asked = (await race.slash(race.ana, "undo")).response
    assert asked is not None
    press = hold(race.env, race.ana, asked, controls(asked)[0]["custom_id"])
    race.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10008, times=1)
    await deliver(race.env, press)
    assert "Taken back" in text(press.result.response) or "are asked" in text(press.result.response)


async def test_giving_up_is_confirmed_though_the_question_is_gone(race: Hut) -> None:
    asked = (await race.slash(race.ana, "resign")).response
    assert asked is not None
    press = hold(race.env, race.ana, asked, controls(asked)[0]["custom_id"])
    race.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10008, times=1)
    await deliver(race.env, press)
    assert "You have given up" in text(press.result.response)
    assert (await race.table()).status == "finished"
