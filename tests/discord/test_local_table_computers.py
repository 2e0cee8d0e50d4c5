"""Computers at the local table: the bot comes to rest after every press, or each press would take simcord's full limit."""

from __future__ import annotations

from pathlib import Path

import simcord

from cogs.client import Overwinter
from cogs.local_table.thread_move_service import ThreadMoveService
from cogs.local_table.world import create_world
from engine.ops.config import Config, StoreConfig
from tests.discord.fake_server import read_text


async def test_a_press_is_over_when_the_computers_have_answered(tmp_path: Path) -> None:
    move_service = ThreadMoveService()
    bot = Overwinter(Config(store=StoreConfig(str(tmp_path / "local.db"))), move_service=move_service)
    env = simcord.Env(bot)
    world = create_world(env, ["Ana", "Ben"])
    ana, games = world.users[0], world.channels[0]
    try:
        await env.start()
        begun = await ana.slash(games, "solo", game="amundsen", level="cadet")
        assert begun.acknowledged
        for _ in range(3):
            board = games.last_message
            assert board is not None
            panel = (await ana.click(board, label="Your move")).response
            assert "is to move" not in read_text(panel), "the computer has moved by now"
            move = await bot.tables.moves.load_menu(1, ana.id)
            await ana.slash(games, "move", words=" ".join(bot.catalogue.load_game("amundsen").safe_move(*move[1:])))
    finally:
        await bot.close()
        await env.shutdown()
        move_service.close()
