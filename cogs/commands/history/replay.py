"""/replay: the game as an animation, or the board after any move. It shows only what a spectator could see."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

import discord
from discord import app_commands

from cogs.client import Overwinter
from cogs.commands.cog import TableCog, allow_everywhere
from cogs.commands.table_option import TableParameter
from cogs.i18n.text_formatter import TextFormatter
from cogs.interactions import custom_ids, deferral
from cogs.interactions.permissions import require_posting
from cogs.interactions.press import Press
from cogs.messages.board import format_news
from cogs.messages.layout import Button, build_button, build_button_rows, build_message
from cogs.messages.learn.practice import build_practice_button
from cogs.messages.updates import update_message
from cogs.pictures import film_service
from cogs.pictures.picture_service import Picture, PicturePreferences
from engine.host.service.history.game_history import GameReplay
from engine.host.service.seat_checks import require_seat
from engine.kernel.text import Text, UserError, count, say

log = logging.getLogger("overwinter.films")
BOARD_MENU = say("Board after this move")
"""The entry in the menu of a message."""
MAX_NEWS_LINES = 12
"""The lines of the summary since the own last move; the log has the rest."""


class ReplayCommands(TableCog):
    """The command and buttons for films and stills of a game."""

    async def cog_load(self) -> None:
        """Register the buttons."""
        self.bot.press_handlers.register(
            self,
            {"replay": self._on_replay, "still": self._on_still, "stills": self._on_stills, "since": self._on_since},
            is_read_only=True,
        )
        menu = app_commands.ContextMenu(name=BOARD_MENU.template, callback=self._show_posted_board)
        self.bot.tree.add_command(menu)

    async def cog_unload(self) -> None:
        """Remove the buttons and the entry in the menu of messages."""
        await super().cog_unload()
        self.bot.tree.remove_command(BOARD_MENU.template, type=discord.AppCommandType.message)

    @app_commands.command(description="This channel's game as an animation, or the board after one move")
    @app_commands.describe(
        move="The board after this move; the numbers stand in /log",
        who="Show it to you alone, or to everybody",
        table="Another table than this channel’s: the suggestions list those you may see",
    )
    @app_commands.choices(
        who=[app_commands.Choice(name="only me", value="me"), app_commands.Choice(name="everybody", value="everybody")]
    )
    @allow_everywhere
    async def replay(
        self,
        interaction: discord.Interaction,
        move: app_commands.Range[int, 0] | None = None,
        who: str = "me",
        table: TableParameter = 0,
    ) -> None:
        """Show the film, or the board after one move."""
        if who == "everybody":
            require_posting(interaction)
        replay = await self.tables.history.load_replay((await self.load_chosen_table(interaction, table)).id)
        if who == "everybody" and replay.table.channel_id != interaction.channel_id:
            raise UserError(
                say("A game is shown to everybody in its own channel: <#{channel}>.", channel=replay.table.channel_id)
            )
        if move is None:
            await self._send_film(interaction, replay, private=who == "me")
        else:
            _check_move_number(replay, move)
            private = who == "me"
            drawing = self._send_still(interaction, replay, move, private=private)
            view, picture = await deferral.await_or_defer(interaction, drawing, private=private)
            await deferral.send_answer(interaction, view, [picture.create_file()], private=private)

    async def _show_posted_board(self, interaction: discord.Interaction, message: discord.Message) -> None:
        """Show the board that a message showed when it was newest, with buttons to the moves around it."""
        found = await self.tables.history.find_posted_move(interaction.channel_id or 0, message.id)
        if found is None:
            raise UserError(say("That message shows no board. Choose a message of mine with the board of a game."))
        table_id, move = found
        replay = await self.tables.history.load_replay((await self.load_chosen_table(interaction, table_id)).id)
        drawing = self._send_still(interaction, replay, max(move, replay.first), private=True)
        view, picture = await deferral.await_or_defer(interaction, drawing)
        await deferral.send_answer(interaction, view, [picture.create_file()])

    async def _on_replay(self, press: Press) -> None:
        await self._send_film(press.interaction, await self.tables.history.load_replay(press.table_id), private=True)

    async def _on_since(self, press: Press) -> None:
        """Show what has happened since this player's own last move, in words and as a film."""
        table = await self.tables.load_table(press.table_id)
        user_id = press.interaction.user.id
        seat = require_seat(table, user_id)
        replay, lines = await self.tables.history.load_since_own_move(table.id, seat, user_id)
        fmt = await self.create_private_formatter(press.interaction, table)
        head = f"### {fmt(say('Since your last move'))}"
        news = "\n".join([head, *format_news(table, lines, MAX_NEWS_LINES, fmt.translate)])
        await self._send_film(press.interaction, replay, private=True, news=news)

    async def _on_still(self, press: Press) -> None:
        replay = await self.tables.history.load_replay(press.table_id)
        move = min(max(press.number, replay.first), replay.last)
        drawing = self._send_still(press.interaction, replay, move, private=True)
        view, picture = await deferral.await_or_defer(press.interaction, drawing, edits=True)
        await update_message(press.interaction, view, [picture])

    async def _on_stills(self, press: Press) -> None:
        """Show the board after one move in a message of its own, from which one goes move by move."""
        replay = await self.tables.history.load_replay(press.table_id)
        move = min(max(press.number, replay.first), replay.last)
        drawing = self._send_still(press.interaction, replay, move, private=True)
        view, picture = await deferral.await_or_defer(press.interaction, drawing)
        await deferral.send_answer(press.interaction, view, [picture.create_file()])

    # ---------------------------------------------------------------- parts
    async def _create_formatter(
        self, interaction: discord.Interaction, replay: GameReplay, *, private: bool
    ) -> TextFormatter:
        if private:
            return await self.create_private_formatter(interaction, replay.table)
        return await self.create_public_formatter(replay.table)

    async def _send_still(
        self, interaction: discord.Interaction, replay: GameReplay, move: int, *, private: bool
    ) -> tuple[discord.ui.LayoutView, Picture]:
        fmt, table = await self._create_formatter(interaction, replay, private=private), replay.table
        preferences = await self.load_preferences(interaction, private=private)
        (picture,) = await self.bot.film_service.draw_stills(replay, [move], fmt.translate, preferences.tone)
        buttons: list[Button] = []
        for label, target in ((say("Earlier"), move - 1), (say("Later"), move + 1)):
            if private and replay.first <= target <= replay.last:
                button_id = custom_ids.build_button_id("still", table.id, 0, str(target))
                buttons.append(build_button(fmt(label), button_id))
        if move < replay.last and self.tables.practice_games.can_begin(table):
            buttons.append(build_practice_button(table, move, fmt.translate))
        what = say("The board after move {move} of {last}. A turn can have several moves.", move=move, last=replay.last)
        return build_message(fmt(what), *preferences.arrange_pictures(picture), *build_button_rows(buttons)), picture

    async def _send_film(
        self, interaction: discord.Interaction, replay: GameReplay, *, private: bool, news: str = ""
    ) -> None:
        """Show the progress of the film while it is drawn, then the film in the same message, below the `news`."""
        fmt = await self._create_formatter(interaction, replay, private=private)
        preferences = await self.load_preferences(interaction, private=private)
        max_bytes = min(film_service.MAX_FILM_BYTES, interaction.filesize_limit)
        job = self.bot.film_service.start_film(replay, max_bytes, fmt.translate, preferences.tone)
        await interaction.response.send_message(
            view=_build_notice(fmt, say("The replay is being drawn …"), news), ephemeral=private
        )
        with suppress(discord.NotFound):  # the message was dismissed
            while not job.task.done():
                await job.changed.wait()
                if not job.task.done():
                    text = say(
                        "The replay is being drawn: {done} of {all} pictures.",
                        done=job.done_frames,
                        all=job.total_frames,
                    )
                    await interaction.edit_original_response(view=_build_notice(fmt, text, news))
            view, files = self._build_film_message(replay, job.task, fmt, preferences, news)
            await interaction.edit_original_response(view=view, attachments=files)

    def _build_film_message(
        self,
        replay: GameReplay,
        film: asyncio.Task[Picture],
        fmt: TextFormatter,
        preferences: PicturePreferences,
        news: str,
    ) -> tuple[discord.ui.LayoutView, list[discord.File]]:
        try:
            picture = film.result()
        except UserError as error:
            return _build_notice(fmt, error.text, news), []
        except Exception:
            log.exception("table %s: its replay could not be drawn", replay.table.id)
            failed = say("The replay could not be drawn; the game itself is safe. {/log} and {/board} show it.")
            return _build_notice(fmt, failed, news), []
        if replay.shown_from == replay.last:
            what = say("The game as it stands after move {move}.", move=replay.last)
        else:
            what = say(
                "Moves {first} to {last}. {/replay} {/replay@move} shows one of them.",
                first=replay.shown_from,
                last=replay.last,
            )
        title = self.bot.catalogue.load_game(replay.table.game).title
        shown = preferences.arrange_pictures(picture)
        stills_id = custom_ids.build_button_id("stills", replay.table.id, 0, str(replay.shown_from))
        rows = build_button_rows([build_button(fmt(say("Move by move")), stills_id)])
        return build_message(news or f"### {title}", fmt(what), *shown, *rows), [picture.create_file()]


def _build_notice(fmt: TextFormatter, text: Text, news: str) -> discord.ui.LayoutView:
    return build_message(news, fmt(text))


def _check_move_number(replay: GameReplay, move: int) -> None:
    if move > replay.last:
        raise UserError(
            count(
                "The game has {n} move. Choose one from {first} on.",
                "The game has {n} moves. Choose one from {first} on.",
                replay.last,
                first=replay.first,
            )
        )
    if move < replay.first:
        raise UserError(
            say(
                "Moves before {first} were played before the rules were corrected. {/log} tells them.",
                first=replay.first,
            )
        )


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(ReplayCommands(bot))
