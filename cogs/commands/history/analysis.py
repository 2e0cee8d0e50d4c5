"""/analysis: chances, turning points and luck of a finished game. A computer makes an analysis once, and it is kept."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import TypeGuard

import discord
import msgspec
from discord import app_commands

from cogs.client import Overwinter
from cogs.commands.cog import TableCog, allow_everywhere
from cogs.commands.table_option import TableParameter
from cogs.i18n.text_formatter import TextFormatter
from cogs.interactions import deferral
from cogs.interactions.permissions import require_posting
from cogs.interactions.press import Press
from cogs.messages.history.analysis import (
    build_moment_rows,
    build_overview_rows,
    describe_better_line,
    describe_method,
    describe_moment,
    describe_players,
    describe_throws,
)
from cogs.messages.layout import build_button_rows, build_message, format_bar
from cogs.messages.learn.practice import build_practice_button
from cogs.messages.result import format_computer_moves
from cogs.messages.updates import update_message
from cogs.pictures.analyses import draw_curve
from cogs.pictures.film_service import MAX_FILM_BYTES
from cogs.pictures.picture_service import Picture, create_files
from cogs.services.analyses import AnalysisJob
from engine.host.model.table import Table
from engine.host.service.history.analyses import FinishedAnalysis
from engine.kernel.text import UserError, say
from engine.players.analysis.game_analysis import Analysis
from render.kit.theme import Tone

log = logging.getLogger("overwinter.players")
PROGRESS_INTERVAL_S = 4
"""Seconds between two edits of the progress bar, at least."""
BAR_BLOCKS = 12
"""Blocks of the progress bar."""
AnalysisPage = tuple[discord.ui.LayoutView, list[Picture]]
"""A page of an analysis, and its pictures."""


class AnalysisCommands(TableCog):
    """The command and button for analyses of finished games."""

    async def cog_load(self) -> None:
        """Register the button."""
        self.bot.press_handlers.register(
            self,
            {
                "analysis": self._on_analysis,
                "amove": self._on_move,
                "aturn": self._on_move,
                "apick": self._on_pick,
                "aall": self._on_overview,
                "aline": self._on_better_line,
            },
            is_read_only=True,
        )

    @app_commands.command(description="A finished game by a computer's eyes: chances, turning points, luck")
    @app_commands.describe(
        who="Show it to you alone, or to everybody",
        table="Another table than this channel’s: the suggestions list those you may see",
    )
    @app_commands.choices(
        who=[app_commands.Choice(name="only me", value="me"), app_commands.Choice(name="everybody", value="everybody")]
    )
    @allow_everywhere
    async def analysis(self, interaction: discord.Interaction, who: str = "me", table: TableParameter = 0) -> None:
        """Show the analysis, or request it."""
        if who == "everybody":
            require_posting(interaction)
        chosen = await self.load_chosen_table(interaction, table)
        if who == "everybody" and chosen.channel_id != interaction.channel_id:
            raise UserError(
                say("A game is shown to everybody in its own channel: <#{channel}>.", channel=chosen.channel_id)
            )
        await self._show_analysis(interaction, chosen, private=who == "me")

    async def _on_analysis(self, press: Press) -> None:
        await self._show_analysis(press.interaction, await self.tables.load_table(press.table_id), private=True)

    async def _show_analysis(self, interaction: discord.Interaction, table: Table, *, private: bool) -> None:
        finished = await self.tables.analyses.load_analysis(table.id)
        if finished is not None:
            view, pictures = await deferral.await_or_defer(
                interaction, self._build_analysis(interaction, finished, private=private), private=private
            )
            await deferral.send_answer(interaction, view, create_files(*pictures), private=private)
            return
        job = self.bot.analysis_runner.start_or_join(
            await self.tables.analyses.request_analysis(table.id, interaction.user.id)
        )
        await self._watch_progress(interaction, table, job, private=private)

    async def _watch_progress(
        self, interaction: discord.Interaction, table: Table, job: AnalysisJob, *, private: bool
    ) -> None:
        """Show the progress of an analysis, then the analysis in the same message."""
        fmt = await self._create_formatter(interaction, table, private=private)
        tone = (await self.load_preferences(interaction, private=private)).tone
        progress = self._build_progress(job, interaction.user.id, fmt)
        await interaction.response.send_message(view=build_message(progress), ephemeral=private)
        # The message may be dismissed, and cannot be changed after 15 minutes. /analysis shows the kept analysis later.
        with suppress(discord.HTTPException):
            drawn: Analysis | None = None
            curve: list[Picture] = []
            while True:
                await asyncio.wait({job.task}, timeout=PROGRESS_INTERVAL_S)
                if job.task.done():
                    break
                shown, progress = progress, self._build_progress(job, interaction.user.id, fmt)
                if progress == shown:
                    continue
                known = job.so_far
                if _has_grown(known, drawn):
                    drawn, curve = known, [await self._draw_beginning(table, known, fmt, tone)]
                await self._edit_answer(interaction, build_message(progress, *curve), curve)
            view, pictures = await self._build_outcome(interaction, table, job, fmt, private=private)
            await self._edit_answer(interaction, view, pictures)

    async def _edit_answer(
        self, interaction: discord.Interaction, view: discord.ui.LayoutView, pictures: list[Picture]
    ) -> None:
        await interaction.edit_original_response(view=view, attachments=create_files(*pictures))

    def _build_progress(self, job: AnalysisJob, user_id: int, fmt: TextFormatter) -> str:
        bar = format_bar(job.percent * BAR_BLOCKS // 100, BAR_BLOCKS)
        lines = [fmt(say("A computer looks at the game: {bar} {percent} %", bar=bar, percent=job.percent))]
        if self.tables.analyses.must_wait(user_id):
            lines.append(f"-# {fmt(say('Many games are waiting for computers just now, and moves go first.'))}")
        lines.append(f"-# {fmt(say('It is kept with the table: {/analysis} shows it later, too.'))}")
        return "\n".join(lines)

    async def _draw_beginning(self, table: Table, known: Analysis, fmt: TextFormatter, tone: Tone) -> Picture:
        """Draw the curve up to the newest move that was looked at."""
        beginning = msgspec.structs.replace(known, final=known.moments[-1].chances)
        title = self.bot.catalogue.load_game(table.game).title
        return await draw_curve(table, beginning, title, fmt.translate, tone)

    async def _build_outcome(
        self, interaction: discord.Interaction, table: Table, job: AnalysisJob, fmt: TextFormatter, *, private: bool
    ) -> AnalysisPage:
        """Build the page of a job that is over: its analysis, or why there is none."""
        failure = asyncio.CancelledError() if job.task.cancelled() else job.task.exception()
        if isinstance(failure, UserError):
            return build_message(fmt(failure.text)), []
        finished: FinishedAnalysis | None = None
        if failure is None:
            try:
                finished = await self.tables.analyses.load_analysis(table.id)
            except UserError as error:  # the end of the game was taken back
                return build_message(fmt(error.text)), []
        if finished is None:
            again = say("The computer could not look at this game now; the game itself is safe. Ask again in a while.")
            return build_message(fmt(again)), []
        return await self._build_analysis(interaction, finished, private=private)

    async def _build_analysis(
        self, interaction: discord.Interaction, finished: FinishedAnalysis, *, private: bool
    ) -> AnalysisPage:
        """Build the page with the curve."""
        table = finished.table
        fmt = await self._create_formatter(interaction, table, private=private)
        title = self.bot.catalogue.load_game(table.game).title
        tone = (await self.load_preferences(interaction, private=private)).tone
        curve = await draw_curve(table, finished.analysis, title, fmt.translate, tone)
        view = build_message(
            f"### {title}",
            curve,
            format_computer_moves(table, fmt),
            describe_players(finished, fmt),
            describe_throws(finished.analysis, fmt),
            f"-# {fmt(describe_method())}",
            *build_overview_rows(finished, fmt),
        )
        return view, [curve]

    # ---------------------------------------------------------------- moves
    async def _on_move(self, press: Press) -> None:
        await self._show_page(press, partial(self._build_moment, press, press.number))

    async def _on_pick(self, press: Press) -> None:
        await self._show_page(press, partial(self._build_moment, press, press.chosen_number))

    async def _on_overview(self, press: Press) -> None:
        await self._show_page(press, partial(self._build_overview, press))

    async def _show_page(self, press: Press, build: Callable[[], Coroutine[None, None, AnalysisPage]]) -> None:
        """Show a page in the message that was pressed, or in a message of its own if everybody sees the pressed one."""
        pressed = press.interaction.message
        edits = pressed is not None and pressed.flags.ephemeral  # an ephemeral message is seen by one person alone
        view, pictures = await deferral.await_or_defer(press.interaction, build(), edits=edits)
        if edits:
            await update_message(press.interaction, view, pictures)
        else:
            await deferral.send_answer(press.interaction, view, create_files(*pictures))

    async def _build_overview(self, press: Press) -> AnalysisPage:
        return await self._build_analysis(press.interaction, await self._load_finished(press), private=True)

    async def _build_moment(self, press: Press, number: int) -> AnalysisPage:
        """Build the page of a move: the curve with a mark at it, the board before it, and what it changed."""
        finished = await self._load_finished(press)
        index = min(max(number - finished.first_move, 0), len(finished.analysis.moments) - 1)
        fmt = await self.create_private_formatter(press.interaction, finished.table)
        preferences = await self.load_preferences(press.interaction)
        replay = await self.tables.history.load_replay(finished.table.id)
        curve = await draw_curve(
            finished.table, finished.analysis, replay.title, fmt.translate, preferences.tone, marked=index
        )
        move = finished.first_move + index
        (board,) = await self.bot.film_service.draw_stills(replay, [move], fmt.translate, preferences.tone)
        pictures = [curve, board]
        rows = build_moment_rows(finished, index, fmt)
        shown = preferences.arrange_pictures(board)
        return build_message(describe_moment(finished, index, fmt), curve, *shown, *rows), pictures

    async def _on_better_line(self, press: Press) -> None:
        view, pictures = await deferral.await_or_defer(press.interaction, self._build_better_line(press))
        await deferral.send_answer(press.interaction, view, create_files(*pictures))

    async def _build_better_line(self, press: Press) -> AnalysisPage:
        """Build the film of what could have followed a better move, in a message of its own: the page stays above it."""
        line = await self.tables.better_lines.play(press.table_id, press.number, press.interaction.user.id)
        table = line.replay.table
        fmt = await self.create_private_formatter(press.interaction, table)
        preferences = await self.load_preferences(press.interaction)
        max_bytes = min(MAX_FILM_BYTES, press.interaction.filesize_limit)
        film = await self.bot.film_service.start_film(line.replay, max_bytes, fmt.translate, preferences.tone).task
        rows = build_button_rows([build_practice_button(table, press.number, fmt.translate)])
        shown = preferences.arrange_pictures(film)
        return build_message(describe_better_line(line.labels, fmt), *shown, *rows), [film]

    async def _load_finished(self, press: Press) -> FinishedAnalysis:
        """Load the analysis of a table. Raises UserError if there is none."""
        finished = await self.tables.analyses.load_analysis(press.table_id)
        if finished is None:
            raise UserError(say("No computer has looked at this game yet. {/analysis} asks one to."))
        return finished

    async def _create_formatter(
        self, interaction: discord.Interaction, table: Table, *, private: bool
    ) -> TextFormatter:
        if private:
            return await self.create_private_formatter(interaction, table)
        return await self.create_public_formatter(table)


def _has_grown(now: Analysis | None, drawn: Analysis | None) -> TypeGuard[Analysis]:
    """Return whether more moves are known than the last curve shows, and enough for a curve."""
    drawn_count = 1 if drawn is None else len(drawn.moments)
    return now is not None and len(now.moments) > drawn_count


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(AnalysisCommands(bot))
