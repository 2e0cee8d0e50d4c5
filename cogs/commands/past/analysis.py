"""/analysis: how a finished game went, by a computer's eyes. It is made once, beside the bot, and kept."""

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
from cogs.pictures.analyses import pictures
from cogs.pictures.picture_service import Picture
from cogs.services.analyses import Look
from cogs.words.text_formatter import TextFormatter
from engine.host.model.table import Table
from engine.host.service.past.analyses import Looked, Told
from engine.kernel.text import Refusal, Text, Who, say
from engine.players.analysis import Moment
from render.analysis import percent

log = logging.getLogger("overwinter.players")
EVERY = 4
"""Seconds between two edits of the progress bar, at least."""
BAR = 12
"""Blocks of the progress bar."""
THROWS = 3
"""Throws that are told."""
NOTABLE = 0.01
"""Luck that is worth telling."""


class GameAnalysis(TableCog):
    """Analyses of finished games."""

    async def cog_load(self) -> None:
        """Register the button."""
        self.bot.presses.register(self, {"analysis": self._pressed}, reading=True)

    @app_commands.command(description="A finished game by a computer's eyes: chances, turning points, luck")
    @app_commands.describe(
        who="Show it to you alone, or to everybody",
        table="Another table than this channel’s: the suggestions list those you may see",
    )
    @app_commands.choices(
        who=[app_commands.Choice(name="only me", value="me"), app_commands.Choice(name="everybody", value="everybody")]
    )
    @ANYWHERE
    async def analysis(self, interaction: discord.Interaction, who: str = "me", table: AnyTable = 0) -> None:
        """Show the analysis, or have it made."""
        if who == "everybody":
            require_posting(interaction)
        chosen = await self.chosen_table(interaction, table)
        if who == "everybody" and chosen.channel != interaction.channel_id:
            raise Refusal(say("A game is shown to everybody in its own channel: <#{channel}>.", channel=chosen.channel))
        await self._show(interaction, chosen, private=who == "me")

    async def _pressed(self, press: Press) -> None:
        await self._show(press.interaction, await self.tables.table(press.table), private=True)

    async def _show(self, interaction: discord.Interaction, table: Table, *, private: bool) -> None:
        found = await self.tables.analyses.kept(table.id)
        if found is not None:
            view, files = await deferral.in_time(
                interaction, self._shown(interaction, found, private=private), private=private
            )
            await deferral.send(interaction, view, [picture.file() for picture in files], private=private)
            return
        look = self.bot.analyses.follow(await self.tables.analyses.ask(table.id, interaction.user.id))
        await self._watch(interaction, table, look, private=private)

    async def _watch(self, interaction: discord.Interaction, table: Table, look: Look, *, private: bool) -> None:
        """Show how far it is until it is there, then put it in its place."""
        fmt = await (self.private_formatter(interaction, table) if private else self.public_formatter(table))
        told = self._progress(look, interaction.user.id, fmt)
        await interaction.response.send_message(view=message(told), ephemeral=private)
        # The message was dismissed, or nobody may change it after a quarter of an hour: it is kept, and is there when asked for.
        with suppress(discord.HTTPException):
            while True:
                await asyncio.wait({look.task}, timeout=EVERY)
                if look.task.done():
                    break
                before, told = told, self._progress(look, interaction.user.id, fmt)
                if told != before:
                    await interaction.edit_original_response(view=message(told))
            view, files = await self._outcome(interaction, table, look, fmt, private=private)
            await interaction.edit_original_response(view=view, attachments=[picture.file() for picture in files])

    def _progress(self, look: Look, user: int, fmt: TextFormatter) -> str:
        full = look.percent * BAR // 100
        bar = "▰" * full + "▱" * (BAR - full)
        lines = [fmt(say("A computer looks at the game: {bar} {percent} %", bar=bar, percent=look.percent))]
        if self.tables.analyses.waits(user):
            lines.append(f"-# {fmt(say('Many games are waiting for computers just now, and moves go first.'))}")
        lines.append(f"-# {fmt(say('It is kept with the table: /analysis shows it later, too.'))}")
        return "\n".join(lines)

    async def _outcome(
        self, interaction: discord.Interaction, table: Table, look: Look, fmt: TextFormatter, *, private: bool
    ) -> tuple[discord.ui.LayoutView, list[Picture]]:
        failed = asyncio.CancelledError() if look.task.cancelled() else look.task.exception()
        if isinstance(failed, Refusal):
            return message(fmt(failed.text)), []
        try:
            found = None if failed else await self.tables.analyses.kept(table.id)
        except Refusal as no:  # the end was taken back meanwhile
            return message(fmt(no.text)), []
        if found is None:
            again = say("The computer could not look at this game now; the game itself is safe. Ask again in a while.")
            return message(fmt(again)), []
        return await self._shown(interaction, found, private=private)

    async def _shown(
        self, interaction: discord.Interaction, looked: Looked, *, private: bool
    ) -> tuple[discord.ui.LayoutView, list[Picture]]:
        table = looked.table
        fmt = await (self.private_formatter(interaction, table) if private else self.public_formatter(table))
        replay = await self.tables.history.replay(table.id)
        tone = (await self.preferences(interaction, private=private)).tone
        curve, boards = await pictures(self.bot.film_service, looked, replay, fmt.translate, tone)
        points: list[str | Picture] = []
        for n, (told, board) in enumerate(zip(looked.turning, boards, strict=True), 1):
            points += [turning_point(n, told, looked, fmt), board]
        look = button(fmt(say("Replay")), custom_ids.button("replay", table.id, 0))
        view = message(f"### {replay.title}", curve, luck(looked, fmt), *points, f"-# {fmt(how())}", *rows([look]))
        return view, [curve, *boards]


def turning_point(n: int, told: Told, looked: Looked, fmt: TextFormatter) -> str:
    """What was played there, and what a captain would have played."""
    one, after = told.moment, looked.analysis.chances_after(told.moment)
    lines = [
        _move(one, one.chances[one.seat], after[one.seat]),
        say("Played: {move}.", move=_path(told.played, fmt)),
    ]
    if told.best == told.played:
        lines.append(say("The captain would have played the same."))
    else:
        lines.append(
            say(
                "The captain would have played: {move} ({could} instead of {did}).",
                move=_path(told.best, fmt),
                could=_percent(one.could),
                did=_percent(one.did),
            )
        )
    if abs(one.luck) >= NOTABLE:
        lines.append(say("The draw: {before} → {after}.", before=_percent(one.did), after=_percent(one.came)))
    return f"**{n}.** " + "\n".join(fmt(line) for line in lines)


def luck(looked: Looked, fmt: TextFormatter) -> str:
    """What choices and luck came to, and the throws that counted most."""
    found = looked.analysis
    lines: list[str] = []
    for person in looked.table.seats:
        fate = found.summarize(person.seat)
        told = say(
            "{seat}: choices {choices}, luck {luck}",
            seat=Who(person.seat),
            choices=percent(round(100 * fate.choices)),
            luck=percent(round(100 * fate.luck)),
        )
        lines.append(f"- {fmt(told)}")
    every = [one for person in looked.table.seats for one in found.luckiest_moments(person.seat)]
    great = sorted(every, key=lambda one: (-abs(one.luck), one.number))[:THROWS]
    throws = [f"- {fmt(_move(one, one.did, one.came))}" for one in great if abs(one.luck) >= NOTABLE]
    if throws:
        lines += [fmt(say("The draws and throws that counted most:")), *throws]
    return "\n".join(lines)


def how() -> Text:
    """By whom all this is said."""
    return say(
        "Chances are estimates of a computer that knew what each seat could know: it looks one move ahead everywhere and searches "
        "the turning points as the captain does, who beats beginners clearly and is no master. Choices: what they cost beside the "
        "best it saw, summed up. Luck: what cards, dice and finds added or took. The lines are averages over a round."
    )


def _move(one: Moment, before: float, after: float) -> Text:
    """Whose chance went from where to where with a move."""
    chances = {"before": _percent(before), "after": _percent(after)}
    return say("Move {move}, {seat}: {before} → {after}", move=one.number + 1, seat=Who(one.seat), **chances)


def _path(labels: tuple[Text, ...], fmt: TextFormatter) -> str:
    return " › ".join(fmt(label) for label in labels)


def _percent(share: float) -> str:
    return f"{round(100 * share)} %"


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(GameAnalysis(bot))
