"""/replay: the game as an animation, or the board after any move. It shows only what a spectator could see."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

import discord
from discord import app_commands

from cogs.client import Overwinter
from cogs.commands.choosing import AnyTable
from cogs.commands.cog import ANYWHERE, TableCog
from cogs.interactions import custom_ids, deferral
from cogs.interactions.permissions import require_posting
from cogs.interactions.press import Press
from cogs.messages.layout import button, message, rows
from cogs.messages.updates import update
from cogs.pictures import film_service
from cogs.pictures.picture_service import Picture
from cogs.words.text_formatter import TextFormatter
from engine.host.service.past.history import GameReplay
from engine.kernel.text import Refusal, Text, count, say

log = logging.getLogger("overwinter.films")


class Replay(TableCog):
    """Films and stills of a game."""

    async def cog_load(self) -> None:
        """Register the buttons."""
        self.bot.presses.register(self, {"replay": self._replay_pressed, "still": self._still_pressed}, reading=True)

    @app_commands.command(description="This channel's game as an animation, or the board after one move")
    @app_commands.describe(
        move="The board after this move; the numbers stand in /log",
        who="Show it to you alone, or to everybody",
        table="Another table than this channel’s: the suggestions list those you may see",
    )
    @app_commands.choices(
        who=[app_commands.Choice(name="only me", value="me"), app_commands.Choice(name="everybody", value="everybody")]
    )
    @ANYWHERE
    async def replay(
        self,
        interaction: discord.Interaction,
        move: app_commands.Range[int, 0] | None = None,
        who: str = "me",
        table: AnyTable = 0,
    ) -> None:
        """Show the film, or the board after one move."""
        if who == "everybody":
            require_posting(interaction)
        replay = await self.tables.history.replay((await self.chosen_table(interaction, table)).id)
        if who == "everybody" and replay.table.channel != interaction.channel_id:
            raise Refusal(
                say("A game is shown to everybody in its own channel: <#{channel}>.", channel=replay.table.channel)
            )
        if move is None:
            await self._film(interaction, replay, private=who == "me")
        else:
            _within(replay, move)
            private = who == "me"
            drawing = self._still(interaction, replay, move, private=private)
            view, picture = await deferral.in_time(interaction, drawing, private=private)
            await deferral.send(interaction, view, [picture.file()], private=private)

    async def _replay_pressed(self, press: Press) -> None:
        await self._film(press.interaction, await self.tables.history.replay(press.table), private=True)

    async def _still_pressed(self, press: Press) -> None:
        replay = await self.tables.history.replay(press.table)
        move = min(max(press.number, replay.first), replay.last)
        drawing = self._still(press.interaction, replay, move, private=True)
        view, picture = await deferral.in_time(press.interaction, drawing, edits=True)
        await update(press.interaction, view, [picture])

    # ---------------------------------------------------------------- parts
    async def _formatter(self, interaction: discord.Interaction, replay: GameReplay, *, private: bool) -> TextFormatter:
        return await (
            self.private_formatter(interaction, replay.table) if private else self.public_formatter(replay.table)
        )

    async def _still(
        self, interaction: discord.Interaction, replay: GameReplay, move: int, *, private: bool
    ) -> tuple[discord.ui.LayoutView, Picture]:
        fmt, table = await self._formatter(interaction, replay, private=private), replay.table
        tone = (await self.preferences(interaction, private=private)).tone
        picture = await self.bot.film_service.still(replay, move, fmt.translate, tone)
        turn = [
            button(fmt(label), custom_ids.button("still", table.id, 0, str(to)))
            for label, to in ((say("Earlier"), move - 1), (say("Later"), move + 1))
            if private and replay.first <= to <= replay.last
        ]
        what = say("The board after move {move} of {last}.", move=move, last=replay.last)
        return message(fmt(what), picture, *rows(turn)), picture

    async def _film(self, interaction: discord.Interaction, replay: GameReplay, *, private: bool) -> None:
        """Say that the film is being drawn, show the progress, then put the film in its place."""
        fmt = await self._formatter(interaction, replay, private=private)
        tone = (await self.preferences(interaction, private=private)).tone
        most = min(film_service.BYTES, interaction.filesize_limit)
        job = self.bot.film_service.film(replay, most, fmt.translate, tone)
        await interaction.response.send_message(
            view=_notice(fmt, say("The replay is being drawn …")), ephemeral=private
        )
        with suppress(discord.NotFound):  # the message was dismissed: nobody is waiting
            while not job.task.done():
                await job.changed.wait()
                if not job.task.done():
                    text = say("The replay is being drawn: {done} of {all} pictures.", done=job.done, all=job.of)
                    await interaction.edit_original_response(view=_notice(fmt, text))
            view, files = self._shown(replay, job.task, fmt)
            await interaction.edit_original_response(view=view, attachments=files)

    def _shown(
        self, replay: GameReplay, film: asyncio.Task[Picture], fmt: TextFormatter
    ) -> tuple[discord.ui.LayoutView, list[discord.File]]:
        try:
            picture = film.result()
        except Refusal as no:
            return _notice(fmt, no.text), []
        except Exception:
            log.exception("table %s: its replay could not be drawn", replay.table.id)
            return _notice(
                fmt, say("The replay could not be drawn; the game itself is safe. /log and /board show it.")
            ), []
        what = (
            say("The game as it stands after move {move}.", move=replay.last)
            if replay.first == replay.last
            else say("Moves {first} to {last}. /replay move: shows one of them.", first=replay.first, last=replay.last)
        )
        title = self.bot.catalogue.game(replay.table.game).title
        return message(f"### {title}", fmt(what), picture), [picture.file()]


def _notice(fmt: TextFormatter, text: Text) -> discord.ui.LayoutView:
    return message(fmt(text))


def _within(replay: GameReplay, move: int) -> None:
    if move > replay.last:
        raise Refusal(
            count(
                "The game has {n} move. Choose one from {first} on.",
                "The game has {n} moves. Choose one from {first} on.",
                replay.last,
                first=replay.first,
            )
        )
    if move < replay.first:
        raise Refusal(
            say(
                "Moves before {first} were played before the rules were corrected. /log tells them.", first=replay.first
            )
        )


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(Replay(bot))
