"""From a press to the picture: our bot beside a null bot that answers with ready bytes of the same size, both on simcord."""

from __future__ import annotations

import asyncio
import io
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

import discord
import simcord
from discord import app_commands, ui

from tests.bench.row import Row
from tests.discord.hut import hut

PRESSES = 40


class NullBot(discord.Client):
    """Answers every press with the same picture."""

    def __init__(self, data: bytes) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.data = data
        self.tree = app_commands.CommandTree(self)
        self.tree.add_command(app_commands.Command(name="open", description="Open", callback=self._open))

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def _open(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(**self._answer(), ephemeral=True)

    def _answer(self) -> dict[str, Any]:
        view = ui.LayoutView(timeout=None)
        view.add_item(ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png")))
        return {"view": view, "files": [discord.File(io.BytesIO(self.data), "board.png")]}


async def _ours(folder: Path) -> tuple[list[float], bytes]:
    async with hut(folder) as home:
        await home.slash(home.ana, "play", game="amundsen")
        await home.click(home.ben, home.post, "Join")
        await home.click(home.ana, home.post, "Start")
        await home.slash(home.ana, "amundsen choose", explorer="scott")
        spent: list[float] = []
        data = b""
        for turn in range(PRESSES + 5):
            who = home.ben if turn % 2 == 0 else home.ana
            table = await home.table()
            if table.status != "running":
                break
            home.bot.studio.forget()  # every press draws its picture anew
            began = time.perf_counter()
            result = await who.click(home.post, custom_id=f"ow:b:board:{table.id}:0:")
            spent.append((time.perf_counter() - began) * 1000)
            assert result.response is not None
            data = await result.response.attachments[0].read()
        return spent[5:], data


async def _null(data: bytes) -> list[float]:
    bot = NullBot(data)
    env = simcord.Env(bot)
    guild = env.create_guild("The hut")
    games = guild.create_text_channel("games")
    ana = guild.add_member(env.create_user("ana"))
    await env.start()
    try:
        spent: list[float] = []
        for _ in range(PRESSES + 5):
            began = time.perf_counter()
            await ana.slash(games, "open")
            spent.append((time.perf_counter() - began) * 1000)
        return spent[5:]
    finally:
        await env.shutdown()
        await bot.close()


def rows() -> list[Row]:
    """One row: medians in milliseconds."""
    with tempfile.TemporaryDirectory() as folder:
        ours, data = asyncio.run(_ours(Path(folder)))
    theirs = asyncio.run(_null(data))
    mine, least = median(ours), median(theirs)
    return [Row("press to picture | null bot", mine, least, "ms", mine / least, f"at most {least + 15:.1f} ms")]
