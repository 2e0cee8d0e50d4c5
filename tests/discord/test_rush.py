"""Too much at once: people are told in time, and nothing is half done."""

from __future__ import annotations

import os
import sys
import threading

import pytest

from cogs.interactions import rush
from cogs.pictures.priority import NICE, step_back
from tests.discord.hold import deliver, hold
from tests.discord.hut import Hut, controls, text

BUSY = "The bot is very busy just now"


async def test_who_comes_in_a_rush_is_told_at_once_and_nothing_is_done(
    home: Hut, monkeypatch: pytest.MonkeyPatch
) -> None:
    await home.begin("amundsen", 2)
    board, before = home.post, (await home.table()).rev
    with monkeypatch.context() as crowd:
        crowd.setattr(rush, "MOST", 0)
        for told in (
            await home.click(home.ana, board, "Your move"),
            await home.slash(home.ana, "move", words="scott"),
            await home.slash(home.ben, "hand"),
        ):
            assert told.response is not None
            assert BUSY in text(told.response)
            assert told.response.ephemeral
        assert not await home.ana.autocomplete(home.games, "move", "words", "s")
    assert home.bot.metrics.turned_away == 4
    assert (await home.table()).rev == before
    opened = (await home.click(home.ana, board, "Your move")).response
    assert opened is not None
    assert BUSY not in text(opened), "afterwards all is as before"


async def test_only_what_is_one_too_many_is_turned_away(home: Hut, monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as are let in are answered, each in full."""
    await home.begin("amundsen", 2)
    monkeypatch.setattr(rush, "MOST", 2)
    board = home.post
    look = next(part["custom_id"] for part in controls(board) if part.get("label") == "Look")
    held = [hold(home.env, who, board, look) for who in (home.ana, home.ben, home.cy, home.dee)]
    await deliver(home.env, *held)
    answers = [text(one.result.response) for one in held]
    assert [BUSY in one for one in answers] == [False, False, True, True]
    assert all(answers)
    assert home.bot.metrics.turned_away == 2


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux knows priorities of threads")
def test_a_thread_that_draws_steps_back_and_the_others_do_not() -> None:
    found: list[int] = []

    def draws() -> None:
        step_back()
        found.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))

    before = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
    thread = threading.Thread(target=draws)
    thread.start()
    thread.join()
    assert found == [max(before, NICE)]
    assert os.getpriority(os.PRIO_PROCESS, threading.get_native_id()) == before
