"""Computers at the local table: the bot comes to rest after every press, also while a computer thinks in another process."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest
import simcord

from cogs.client import Overwinter
from cogs.local_table.local_move_service import LocalMoveService
from cogs.local_table.world import LocalWorld, create_world
from engine.ops.config import Config, StoreConfig
from tests.discord.fake_server import read_text
from tests.move_services import InlineMoveService

POLL_INTERVAL_S, ANSWER_TIMEOUT_S = 0.01, 120.0


class LocalTable:
    """A bot with the local table's computers on a simulated Discord."""

    def __init__(self, path: Path) -> None:
        self.move_service = LocalMoveService()
        self.bot = Overwinter(Config(store=StoreConfig(str(path))), move_service=self.move_service)
        self.env = simcord.Env(self.bot)
        self.move_service.wait_outside = partial(self.env.external_wait, reason="a computer thinks")
        self.world: LocalWorld = create_world(self.env, ["Ana", "Ben"])

    async def let_computers_move(self) -> None:
        """Wait until no computer thinks, and the bot has shown what they played."""
        async with asyncio.timeout(ANSWER_TIMEOUT_S):
            while self.move_service.pending_count:  # noqa: ASYNC110 - another thread answers
                await asyncio.sleep(POLL_INTERVAL_S)
        await self.env.settle()


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[LocalTable]:
    started = LocalTable(tmp_path / "local.db")
    try:
        await started.env.start()
        yield started
    finally:
        await started.bot.close()
        await started.env.shutdown()
        await started.move_service.close()


async def test_computers_answer_from_another_process(table: LocalTable) -> None:
    ana, games, bot = table.world.users[0], table.world.channels[0], table.bot
    begun = await ana.slash(games, "solo", game="amundsen", level="cadet")
    assert begun.acknowledged
    for _ in range(3):
        await table.let_computers_move()
        board = games.last_message
        assert board is not None
        panel = (await ana.click(board, label="Your move")).response
        assert "is to move" not in read_text(panel), "the computer has moved by now"
        move = await bot.tables.moves.load_menu(1, ana.id)
        await ana.slash(games, "move", words=" ".join(bot.catalogue.load_game("amundsen").safe_move(*move[1:])))


async def test_the_bot_is_at_rest_while_a_computer_thinks(table: LocalTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise every press would wait for simcord's full limit."""
    thinking = InlineMoveService()
    thinking.hold()
    monkeypatch.setattr(table.move_service, "_pool", thinking)
    ana, games, bot = table.world.users[0], table.world.channels[0], table.bot
    await ana.slash(games, "solo", game="amundsen", level="cadet")
    while not table.move_service.pending_count:
        move = await bot.tables.moves.load_menu(1, ana.id)
        await ana.slash(games, "move", words=" ".join(bot.catalogue.load_game("amundsen").safe_move(*move[1:])))
    await table.env.settle(timeout=ANSWER_TIMEOUT_S)
    assert table.move_service.pending_count == 1
