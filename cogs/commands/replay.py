"""/replay: the game as an animation, or the board after any move. What a spectator could see, and nothing else."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

import discord
from discord import app_commands

from cogs.client import Overwinter
from cogs.commands.cog import TableCog
from cogs.commands.lobby import require_posting
from cogs.interactions import custom_ids
from cogs.interactions.press import Press
from cogs.messages.layout import button, message, rows
from cogs.pictures import film_service
from cogs.pictures.picture_service import Picture
from cogs.words.text_formatter import Reader
from engine.host.service.history import Reel
from engine.kernel.text import Refusal, Text, say

log = logging.getLogger("overwinter.films")


class Replay(TableCog):
    """Looking back in pictures."""

    async def cog_load(self) -> None:
        """Answer the buttons."""
        self.bot.presses |= {"replay": self._replay_pressed, "still": self._still_pressed}

    @app_commands.command(description="This channel's game as an animation, or the board after one move")
    @app_commands.describe(
        move="The board after this move; the numbers stand in /log",
        who="Show it to you alone, or to everybody",
    )
    @app_commands.choices(
        who=[app_commands.Choice(name="only me", value="me"), app_commands.Choice(name="everybody", value="everybody")]
    )
    async def replay(
        self, interaction: discord.Interaction, move: app_commands.Range[int, 0] | None = None, who: str = "me"
    ) -> None:
        """Draw and show."""
        if who == "everybody":
            require_posting(interaction)
        table = await self.tables.in_channel(interaction.channel_id or 0, live_only=False)
        reel = await self.tables.reel(table.id)
        if move is None:
            await self._film(interaction, reel, alone=who == "me")
        else:
            _within(reel, move)
            view, picture = await self._still(interaction, reel, move, alone=who == "me")
            await interaction.response.send_message(view=view, files=[picture.file()], ephemeral=who == "me")

    async def _replay_pressed(self, press: Press) -> None:
        await self._film(press.interaction, await self.tables.reel(press.table), alone=True)

    async def _still_pressed(self, press: Press) -> None:
        reel = await self.tables.reel(press.table)
        move = min(max(int(press.rest), reel.first), reel.last)
        view, picture = await self._still(press.interaction, reel, move, alone=True)
        await press.interaction.response.edit_message(view=view, attachments=[picture.file()])

    # ---------------------------------------------------------------- parts
    async def _reader(self, interaction: discord.Interaction, reel: Reel, *, alone: bool) -> Reader:
        return await (self.alone(interaction, reel.table) if alone else self.aloud(reel.table))

    async def _still(
        self, interaction: discord.Interaction, reel: Reel, move: int, *, alone: bool
    ) -> tuple[discord.ui.LayoutView, Picture]:
        read, table = await self._reader(interaction, reel, alone=alone), reel.table
        tone = (await self.taste(interaction, alone=alone)).tone
        picture = await self.bot.projector.still(reel, move, read.translate, tone)
        turn = [
            button(read(label), custom_ids.button("still", table.id, 0, str(to)))
            for label, to in ((say("Earlier"), move - 1), (say("Later"), move + 1))
            if alone and reel.first <= to <= reel.last
        ]
        what = say("The board after move {move} of {last}.", move=move, last=reel.last)
        return message(read(what), picture, *rows(turn)), picture

    async def _film(self, interaction: discord.Interaction, reel: Reel, *, alone: bool) -> None:
        """A word that it is being drawn, then how far it is, then the film in its place."""
        read = await self._reader(interaction, reel, alone=alone)
        making = self.bot.projector.film(reel, min(film_service.BYTES, interaction.filesize_limit), read.translate)
        await interaction.response.send_message(view=_told(read, say("The replay is being drawn …")), ephemeral=alone)
        with suppress(discord.NotFound):  # dismissed: nobody waits for it any more
            while not making.task.done():
                await making.news.wait()
                if not making.task.done():
                    text = say("The replay is being drawn: {done} of {all} pictures.", done=making.done, all=making.of)
                    await interaction.edit_original_response(view=_told(read, text))
            view, files = self._shown(reel, making.task, read)
            await interaction.edit_original_response(view=view, attachments=files)

    def _shown(
        self, reel: Reel, film: asyncio.Task[Picture], read: Reader
    ) -> tuple[discord.ui.LayoutView, list[discord.File]]:
        try:
            picture = film.result()
        except Refusal as no:
            return _told(read, no.text), []
        except Exception:
            log.exception("table %s: its replay could not be drawn", reel.table.id)
            return _told(
                read, say("The replay could not be drawn; the game itself is safe. /log and /board show it.")
            ), []
        what = say("Moves {first} to {last}. /replay move: shows one of them.", first=reel.first, last=reel.last)
        title = self.bot.shelf.game(reel.table.game).title
        return message(f"### {title}", read(what), picture), [picture.file()]


def _told(read: Reader, text: Text) -> discord.ui.LayoutView:
    return message(read(text))


def _within(reel: Reel, move: int) -> None:
    if move > reel.last:
        raise Refusal(say("The game has {last} moves. Choose one from {first} on.", last=reel.last, first=reel.first))
    if move < reel.first:
        raise Refusal(
            say("Moves before {first} were played before the rules were corrected. /log tells them.", first=reel.first)
        )


async def setup(bot: Overwinter) -> None:
    """Called by discord.py."""
    await bot.add_cog(Replay(bot))
