"""A whole game alone against a captain, in which everything happens: a kill in mid-thought, moves taken back across a computer's
answer, a friend in the computer's seat, a computer in the friend's, the end, and an analysis that outlives a second kill."""

from __future__ import annotations

import pytest

from engine.kernel import registry
from engine.players import analysis
from tests.discord.evening import SHORTEST, Evening
from tests.discord.hut import Hut
from tests.discord.sparing import draw_few

LONGER = 8
"""`make test` plays the shortest game in one iteration a move; `make soak` plays all of them, with captains that think longer."""
GAMES = [
    pytest.param(
        slug, max_playouts, marks=[] if max_playouts == 1 else pytest.mark.evening, id=f"{slug}-{max_playouts}"
    )
    for slug in registry.slugs()
    for max_playouts in ([1, LONGER] if slug == SHORTEST else [LONGER])
]


@pytest.fixture(autouse=True)
def sparing(monkeypatch: pytest.MonkeyPatch) -> None:
    draw_few(monkeypatch)
    monkeypatch.setattr(analysis, "POSITION_SHARE", 10**6)


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "max_playouts"), GAMES)
async def test_a_whole_evening_in_a_channel(home: Hut, slug: str, max_playouts: int) -> None:
    home.move_service.max_playouts = max_playouts
    evening = Evening(home, slug)
    await evening.begins()
    await evening.the_bot_is_killed_in_mid_thought()
    await evening.ben_takes_the_captains_seat()
    before = await evening.a_computer_plays_for(evening.ben)
    await evening.ben_agrees_that_the_answer_goes_back(before)
    await evening.ends()
    await evening.nothing_is_told_while_the_end_can_be_taken_back()
    await evening.the_analysis_outlives_a_kill(evening.ana, evening.ben)


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "max_playouts"), GAMES)
async def test_a_whole_evening_in_a_direct_message(home: Hut, slug: str, max_playouts: int) -> None:
    home.move_service.max_playouts = max_playouts
    evening = Evening(home, slug, direct=True)
    await evening.begins()
    await evening.the_bot_is_killed_in_mid_thought()
    await evening.a_computer_plays_for(evening.ana)
    await evening.ends()
    await evening.nothing_is_told_while_the_end_can_be_taken_back()
    await evening.the_analysis_outlives_a_kill(evening.ana)
    # The gateway announces our servers: a conversation is none that the bot has left.
    await home.bot.tables.departures.found([home.guild.id])
    assert await home.bot.store.all("SELECT * FROM departed_guilds") == []
