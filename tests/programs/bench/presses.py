"""From a press to the picture: our bot beside a null bot that answers with ready bytes of the same size, both on simcord."""

from __future__ import annotations

import asyncio
import io
import re
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any, Self

import discord
import simcord
from discord import ui

from tests.discord.hold import hold
from tests.discord.hut import controls, hut, pictures
from tests.programs.bench.row import Row

PRESSES = 40


class NullButton(ui.DynamicItem[ui.Button[Any]], template="null:(?P<n>[0-9]+)"):
    """A press that is answered with ready bytes."""

    def __init__(self, n: str) -> None:
        super().__init__(ui.Button(label="Look", custom_id=f"null:{n}"))

    @classmethod
    async def from_custom_id(cls, _: discord.Interaction, __: ui.Item[Any], match: re.Match[str], /) -> Self:
        return cls(match["n"])

    async def callback(self, interaction: discord.Interaction) -> None:
        bot = interaction.client
        assert isinstance(bot, NullBot)
        view = ui.LayoutView(timeout=None)
        view.add_item(ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png")))
        file = discord.File(io.BytesIO(bot.data), "board.png")
        await interaction.response.send_message(view=view, files=[file], ephemeral=True)


class NullBot(discord.Client):
    """Answers every press with the same picture."""

    def __init__(self, data: bytes) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.data = data

    async def setup_hook(self) -> None:
        self.add_dynamic_items(NullButton)


class Stopwatch:
    """Notes when a bot has sent its answer; simcord's own waiting before and after is not counted."""

    def __init__(self) -> None:
        self.stopped = 0.0
        self._send = discord.InteractionResponse.send_message

    def __enter__(self) -> Self:
        async def send(response: Any, *args: Any, **kwargs: Any) -> Any:
            sent = await self._send(response, *args, **kwargs)
            self.stopped = time.perf_counter()
            return sent

        discord.InteractionResponse.send_message = send  # type: ignore[method-assign,assignment]
        return self

    def __exit__(self, *_: object) -> None:
        discord.InteractionResponse.send_message = self._send  # type: ignore[method-assign]

    async def press(self, env: simcord.Env, who: simcord.MemberActor, post: discord.Message, custom_id: str) -> float:
        """Milliseconds from the press to the answer."""
        press = hold(env, who, post, custom_id)
        began = time.perf_counter()
        env.backend.emit("INTERACTION_CREATE", press.payload)
        await env.settle()
        return (self.stopped - began) * 1000


async def _ours(folder: Path, watch: Stopwatch, act: str) -> tuple[list[float], bytes]:
    """The times of a button's presses in a running game, every picture drawn anew, and the picture it last showed."""
    async with hut(folder) as home:
        await home.slash(home.ana, "play", game="amundsen")
        await home.click(home.ben, home.post, "Join")
        await home.click(home.ana, home.post, "Start")
        await home.slash(home.ana, "amundsen choose", explorer="scott")
        button = next(part["custom_id"] for part in controls(home.post) if f":{act}:" in part["custom_id"])
        spent: list[float] = []
        for _ in range(PRESSES + 5):
            home.bot.picture_service.forget()
            spent.append(await watch.press(home.env, home.ben, home.post, button))
        shown = (await home.click(home.ben, home.post, custom_id=button)).response
        assert shown is not None
        return spent[5:], (await pictures(shown))[0]


async def _null(data: bytes, watch: Stopwatch) -> list[float]:
    bot = NullBot(data)
    env = simcord.Env(bot)
    guild = env.create_guild("The hut")
    games = guild.create_text_channel("games")
    ana = guild.add_member(env.create_user("ana"))
    await env.start()
    try:
        view = ui.LayoutView(timeout=None)
        view.add_item(ui.ActionRow(NullButton("1")))
        channel = bot.get_channel(games.id)
        assert isinstance(channel, discord.TextChannel)
        await channel.send(view=view)
        await env.settle()
        post = games.last_message
        assert post is not None
        return [await watch.press(env, ana, post, "null:1") for _ in range(PRESSES + 5)][5:]
    finally:
        await env.shutdown()
        await bot.close()


def rows() -> list[Row]:
    """Medians in milliseconds: the panel with one's own hand, and the whole board."""
    found: list[Row] = []
    for name, act in (("“Your move” to hand", "move"), ("“Look” to board", "board")):
        with tempfile.TemporaryDirectory() as folder, Stopwatch() as watch:
            ours, data = asyncio.run(_ours(Path(folder), watch, act))
            theirs = asyncio.run(_null(data, watch))
        mine, least = median(ours), median(theirs)
        found.append(Row(f"{name} | null bot", mine, least, "ms", mine / least, f"at most {least + 15:.1f} ms"))
    return found
