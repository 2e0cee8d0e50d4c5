"""Benchmark from a press to the picture: our bot against a null bot that answers with ready bytes of the same size,
both on simcord.
"""

from __future__ import annotations

import asyncio
import io
import re
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median
from typing import Any, Self

import discord
import simcord
from discord import ui

from tests.discord.fake_server import FakeServer, list_controls, list_pictures, open_server
from tests.discord.held_interactions import hold_interaction
from tests.programs.bench.row import BenchRow, build_row

PRESS_COUNT = 40


class NullButton(ui.DynamicItem[ui.Button[Any]], template="null:(?P<n>[0-9]+)"):
    """A button that is answered with ready bytes."""

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
    """Records the processor time up to the bot's answer. simcord's own work after it does not count."""

    def __init__(self) -> None:
        self.stopped_at = 0.0
        self._send = discord.InteractionResponse.send_message

    def __enter__(self) -> Self:
        async def send(response: Any, *args: Any, **kwargs: Any) -> Any:
            sent = await self._send(response, *args, **kwargs)
            self.stopped_at = time.process_time()
            return sent

        discord.InteractionResponse.send_message = send  # type: ignore[method-assign,assignment]
        return self

    def __exit__(self, *_: object) -> None:
        discord.InteractionResponse.send_message = self._send  # type: ignore[method-assign]

    async def measure_press_ms(
        self, env: simcord.Env, user: simcord.MemberActor, post: discord.Message, custom_id: str
    ) -> float:
        """Measure the milliseconds of processor time from the press to the answer, over all threads."""
        press = hold_interaction(env, user, post, custom_id)
        began = time.process_time()
        env.backend.emit("INTERACTION_CREATE", press.payload)
        await env.settle()
        return (self.stopped_at - began) * 1000


@asynccontextmanager
async def open_own_bot(folder: Path, act: str) -> AsyncIterator[tuple[FakeServer, str, bytes]]:
    """Open our bot with a running game. Yield it with the custom id of a button there and the picture that the button shows."""
    async with open_server(folder) as home:
        await home.run_command(home.ana, "play", game="amundsen")
        await home.click_button(home.ben, home.newest_post, "Join")
        await home.click_button(home.ana, home.newest_post, "Start")
        await home.run_command(home.ana, "amundsen choose", explorer="scott")
        button = next(part["custom_id"] for part in list_controls(home.newest_post) if f":{act}:" in part["custom_id"])
        shown = (await home.click_button(home.ben, home.newest_post, custom_id=button)).response
        assert shown is not None
        yield home, button, (await list_pictures(shown))[0]


def measure_presses(folder: Path, watch: Stopwatch, act: str) -> list[tuple[float, float]]:
    """Measure a button's presses, each with a redrawn picture, against presses of the null bot's button.

    The null bot answers with such a picture. Each bot has an event loop of its own, which stands still meanwhile.
    """
    spent: list[tuple[float, float]] = []
    with asyncio.Runner() as one, asyncio.Runner() as other:
        our_bot = open_own_bot(folder, act)
        home, button, data = one.run(our_bot.__aenter__())
        null_bot = open_null_bot(data)
        env, ana, post = other.run(null_bot.__aenter__())
        for _ in range(PRESS_COUNT + 5):
            home.bot.picture_service.forget_pictures()
            mine = one.run(watch.measure_press_ms(home.env, home.ben, home.newest_post, button))
            spent.append((mine, other.run(watch.measure_press_ms(env, ana, post, "null:1"))))
        other.run(null_bot.__aexit__(None, None, None))
        one.run(our_bot.__aexit__(None, None, None))
    return spent[5:]


@asynccontextmanager
async def open_null_bot(data: bytes) -> AsyncIterator[tuple[simcord.Env, simcord.MemberActor, discord.Message]]:
    """Open a null bot on a simulated Discord of its own, with a member and the post with its button."""
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
        yield env, ana, post
    finally:
        await env.shutdown()
        await bot.close()


def measure_rows() -> list[BenchRow]:
    """Return medians in milliseconds of processor time: the panel with the player's own hand, and the whole board."""
    found: list[BenchRow] = []
    for name, act in (("“Your move” to hand", "move"), ("“Look” to board", "board")):
        with tempfile.TemporaryDirectory() as folder, Stopwatch() as watch:
            spent = measure_presses(Path(folder), watch, act)
        least = median(other for _, other in spent)
        found.append(build_row(f"{name} | null bot", spent, "ms", f"ours at most {least + 8:.1f} ms"))
    return found
