"""A whole game alone against a captain with every accident: a kill during a computation, undo of a computer's answer, a
friend in the computer's seat, a computer in the friend's, the end, and an analysis that survives a second kill.
"""

from __future__ import annotations

import pytest

from engine.kernel import registry
from engine.players.analysis import position_analysis
from tests.discord.fake_server import FakeServer
from tests.discord.full_game import FullGame
from tests.discord.lightweight_bot import draw_sparsely

MAX_PLAYOUTS = 8
"""The playouts of a captain's move."""


@pytest.fixture(autouse=True)
def sparse_drawing(monkeypatch: pytest.MonkeyPatch) -> None:
    draw_sparsely(monkeypatch)
    monkeypatch.setattr(position_analysis, "POSITION_SHARE", 10**6)
    monkeypatch.setattr(position_analysis, "MAX_PLAYOUTS", 1)


@pytest.mark.soak
@pytest.mark.parametrize("slug", registry.list_slugs())
async def test_a_whole_game_in_a_channel(server: FakeServer, slug: str) -> None:
    server.move_service.max_playouts = MAX_PLAYOUTS
    full_game = FullGame(server, slug)
    await full_game.start_solo_game()
    await full_game.kill_while_computing()
    await full_game.seat_ben()
    await full_game.let_computer_substitute(full_game.ben)
    await full_game.undo_computer_answer()
    await full_game.play_to_end()
    await full_game.check_nothing_revealed()
    await full_game.check_analysis_survives_kill(full_game.ana, full_game.ben)


@pytest.mark.soak
@pytest.mark.parametrize("slug", registry.list_slugs())
async def test_a_whole_game_in_a_direct_message(server: FakeServer, slug: str) -> None:
    server.move_service.max_playouts = MAX_PLAYOUTS
    full_game = FullGame(server, slug, direct=True)
    await full_game.start_solo_game()
    await full_game.kill_while_computing()
    await full_game.let_computer_substitute(full_game.ana)
    await full_game.play_to_end()
    await full_game.check_nothing_revealed()
    await full_game.check_analysis_survives_kill(full_game.ana)
    # The gateway lists servers only: the bot has not left a direct message that is missing there.
    await server.bot.tables.departures.sync_guilds([server.guild.id])
    assert await server.bot.store.fetch_all("SELECT * FROM departed_guilds") == []
