"""What concerns everybody at a table is asked of everybody: closing a running game."""

from __future__ import annotations

from tests.discord.hut import Hut, controls, text


async def test_closing_a_running_game_asks_all_who_play(camp: Hut) -> None:
    asked = (await camp.slash(camp.ana, "close")).response
    assert asked is not None
    assert asked.ephemeral
    assert "All who play are asked" in text(asked)
    await camp.click(camp.ana, asked, "Ask the others")
    motion = next(m for m in camp.games.history() if "asks to close this table" in text(m))
    assert f"<@{camp.ben.id}>, <@{camp.cy.id}>: **Ana** asks to close this table" in text(motion)
    assert "not in this game" in text((await camp.click(camp.dee, motion, "Agree")).response)
    shown = (await camp.click(camp.ben, motion, "Agree")).response
    assert "**Ben**: agrees" in text(shown)
    assert (await camp.table()).status == "running"
    done = (await camp.click(camp.cy, motion, "Agree")).response
    assert "this game is abandoned, without a result" in text(done)
    assert not controls(done)  # type: ignore[arg-type]
    assert (await camp.table()).status == "closed"
    boards = "".join(text(m) for m in camp.games.history())
    assert "All who play have agreed: the game is abandoned" in boards
    assert "This table is closed" in boards


async def test_somebody_would_rather_play_on(camp: Hut) -> None:
    asked = (await camp.slash(camp.ana, "close")).response
    assert asked is not None
    await camp.click(camp.ana, asked, "Ask the others")
    motion = next(m for m in camp.games.history() if "asks to close this table" in text(m))
    shown = (await camp.click(camp.cy, motion, "No, leave it as it is")).response
    assert "The game goes on" in text(shown)
    assert (await camp.table()).status == "running"
