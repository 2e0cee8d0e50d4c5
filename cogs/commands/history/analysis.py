"""/analysis: chances, turning points and luck of a finished game. A computer makes an analysis once, and it is kept."""

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
from cogs.messages.layout import build_button, build_button_rows, build_message
from cogs.messages.result import format_computer_moves
from cogs.pictures.analyses import draw_analysis
from cogs.pictures.picture_service import Picture, create_files
from cogs.services.analyses import AnalysisJob
from engine.host.model.table import Table
from engine.host.service.history.analyses import FinishedAnalysis, TurningPointText
from engine.kernel.text import Seat, SeatMention, Text, UserError, say
from engine.players.analysis import Moment
from render.analysis import format_percent

log = logging.getLogger("overwinter.players")
PROGRESS_INTERVAL_S = 4
"""Seconds between two edits of the progress bar, at least."""
BAR_BLOCKS = 12
"""Blocks of the progress bar."""
MAX_THROWS_SHOWN = 3
"""Throws that are listed."""
MIN_NOTABLE_LUCK = 0.01
"""The least change of a chance that is listed as luck."""


class AnalysisCommands(TableCog):
    """The command and button for analyses of finished games."""

    async def cog_load(self) -> None:
        """Register the button."""
        self.bot.press_handlers.register(self, {"analysis": self._on_analysis}, is_read_only=True)

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
            view, files = await deferral.await_or_defer(
                interaction, self._build_analysis(interaction, finished, private=private), private=private
            )
            await deferral.send_answer(interaction, view, create_files(*files), private=private)
            return
        job = self.bot.analysis_runner.start_or_join(
            await self.tables.analyses.request_analysis(table.id, interaction.user.id)
        )
        await self._watch_progress(interaction, table, job, private=private)

    async def _watch_progress(
        self, interaction: discord.Interaction, table: Table, job: AnalysisJob, *, private: bool
    ) -> None:
        """Show the progress of an analysis, then the analysis in the same message."""
        fmt = await (
            self.create_private_formatter(interaction, table) if private else self.create_public_formatter(table)
        )
        progress = self._build_progress(job, interaction.user.id, fmt)
        await interaction.response.send_message(view=build_message(progress), ephemeral=private)
        # The message may be dismissed, and cannot be changed after 15 minutes. /analysis shows the kept analysis later.
        with suppress(discord.HTTPException):
            while True:
                await asyncio.wait({job.task}, timeout=PROGRESS_INTERVAL_S)
                if job.task.done():
                    break
                shown, progress = progress, self._build_progress(job, interaction.user.id, fmt)
                if progress != shown:
                    await interaction.edit_original_response(view=build_message(progress))
            view, files = await self._build_outcome(interaction, table, job, fmt, private=private)
            await interaction.edit_original_response(view=view, attachments=create_files(*files))

    def _build_progress(self, job: AnalysisJob, user_id: int, fmt: TextFormatter) -> str:
        full = job.percent * BAR_BLOCKS // 100
        bar = "▰" * full + "▱" * (BAR_BLOCKS - full)
        lines = [fmt(say("A computer looks at the game: {bar} {percent} %", bar=bar, percent=job.percent))]
        if self.tables.analyses.must_wait(user_id):
            lines.append(f"-# {fmt(say('Many games are waiting for computers just now, and moves go first.'))}")
        lines.append(f"-# {fmt(say('It is kept with the table: {/analysis} shows it later, too.'))}")
        return "\n".join(lines)

    async def _build_outcome(
        self, interaction: discord.Interaction, table: Table, job: AnalysisJob, fmt: TextFormatter, *, private: bool
    ) -> tuple[discord.ui.LayoutView, list[Picture]]:
        failed: BaseException | None = asyncio.CancelledError()
        if not job.task.cancelled():
            failed = job.task.exception()
        if isinstance(failed, UserError):
            return build_message(fmt(failed.text)), []
        finished = None
        try:
            if not failed:
                finished = await self.tables.analyses.load_analysis(table.id)
        except UserError as error:  # the end of the game was taken back
            return build_message(fmt(error.text)), []
        if finished is None:
            again = say("The computer could not look at this game now; the game itself is safe. Ask again in a while.")
            return build_message(fmt(again)), []
        return await self._build_analysis(interaction, finished, private=private)

    async def _build_analysis(
        self, interaction: discord.Interaction, analysis: FinishedAnalysis, *, private: bool
    ) -> tuple[discord.ui.LayoutView, list[Picture]]:
        table = analysis.table
        fmt = await (
            self.create_private_formatter(interaction, table) if private else self.create_public_formatter(table)
        )
        replay = await self.tables.history.load_replay(table.id)
        tone = (await self.load_preferences(interaction, private=private)).tone
        curve, boards = await draw_analysis(self.bot.film_service, analysis, replay, fmt.translate, tone)
        points: list[str | Picture] = []
        for n, (told, board) in enumerate(zip(analysis.turning_points, boards, strict=True), 1):
            points += [describe_turning_point(n, told, analysis, fmt), board]
        look = build_button(fmt(say("Replay")), custom_ids.build_button_id("replay", table.id, 0))
        view = build_message(
            f"### {replay.title}",
            curve,
            format_computer_moves(table, fmt),
            describe_luck(analysis, fmt),
            *points,
            f"-# {fmt(describe_method())}",
            *build_button_rows([look]),
        )
        return view, [curve, *boards]


def describe_turning_point(n: int, moment: TurningPointText, analysis: FinishedAnalysis, fmt: TextFormatter) -> str:
    """Describe a turning point: what it changed and cost, the move that was played, and the captain's."""
    point, game = moment.turning_point, analysis.analysis
    effect = game.measure(point)
    turned = game.find_turned_seat(point)
    lines = [_describe_turn(point, turned, game.chances_after(point)[turned])]
    if point.missed is not None:
        lines.append(say("Missed: {what}.", what=point.missed))
    lines.append(say("Played: {move}.", move=_format_path(moment.played_labels, fmt)))
    if moment.best_labels == moment.played_labels:
        lines.append(say("The captain would have played the same."))
    else:
        lines.append(
            say(
                "The captain would have played: {move} ({could} instead of {did}).",
                move=_format_path(moment.best_labels, fmt),
                could=_format_percent(min(1.0, effect.chosen + point.gain)),
                did=_format_percent(effect.chosen),
            )
        )
    if abs(effect.luck) >= MIN_NOTABLE_LUCK:
        draw = {"before": _format_percent(effect.chosen), "after": _format_percent(effect.after)}
        lines.append(say("The draw: {before} → {after}.", **draw))
    return f"**{n}.** " + fmt.format_lines(lines)


def _describe_turn(point: Moment, turned: Seat, chance_after: float) -> Text:
    """Describe the seat whose chance a move changed most."""
    if turned == point.seat:
        return _describe_move(point, point.chances[turned], chance_after)
    return say(
        "Move {move}, {seat}: for {other} {before} → {after}",
        move=point.number + 1,
        seat=SeatMention(point.seat),
        other=SeatMention(turned),
        before=_format_percent(point.chances[turned]),
        after=_format_percent(chance_after),
    )


def describe_luck(analysis: FinishedAnalysis, fmt: TextFormatter) -> str:
    """Describe the sums of choices and luck of each person, and the throws that counted most."""
    game_analysis = analysis.analysis
    lines: list[str] = []
    for person in analysis.table.seats:
        totals = game_analysis.summarize(person.seat)
        told = say(
            "{seat}: choices {choices}, luck {luck}",
            seat=SeatMention(person.seat),
            choices=format_percent(round(100 * totals.choices)),
            luck=format_percent(round(100 * totals.luck)),
        )
        lines.append(f"- {fmt(told)}")
    moments: list[Moment] = []
    for person in analysis.table.seats:
        moments += game_analysis.luckiest_moments(person.seat)
    effects = {moment.number: game_analysis.measure(moment) for moment in moments}
    moments.sort(key=lambda moment: (-abs(effects[moment.number].luck), moment.number))
    notable = [moment for moment in moments[:MAX_THROWS_SHOWN] if abs(effects[moment.number].luck) >= MIN_NOTABLE_LUCK]
    if notable:
        lines.append(fmt(say("The draws and throws that counted most:")))
    for moment in notable:
        effect = effects[moment.number]
        lines.append(f"- {fmt(_describe_move(moment, effect.chosen, effect.after))}")
    return "\n".join(lines)


def describe_method() -> Text:
    """Describe how the figures were made."""
    return say(
        "Chances are estimates of a computer that plays on from each position, with what each seat could know; it looks twice at "
        "the moves that seem to have turned the game. The captain beats beginners clearly and is no master. Choices: what a "
        "player’s own moves changed. Luck: what cards, dice and finds changed on them. With what the others’ moves changed, both "
        "add up to the line."
    )


def _describe_move(moment: Moment, chance_before: float, chance_after: float) -> Text:
    """Describe how a move changed the chance of its seat."""
    chances = {"before": _format_percent(chance_before), "after": _format_percent(chance_after)}
    return say(
        "Move {move}, {seat}: {before} → {after}", move=moment.number + 1, seat=SeatMention(moment.seat), **chances
    )


def _format_path(labels: tuple[Text, ...], fmt: TextFormatter) -> str:
    return fmt.format_path(labels)


def _format_percent(share: float) -> str:
    return f"{round(100 * share)} %"


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(AnalysisCommands(bot))
