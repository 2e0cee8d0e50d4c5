"""/admin, for the person who runs the bot: health, backups, doctor, announcements, stuck tables."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from datetime import UTC, datetime

import aiohttp
import discord
from discord import app_commands

from cogs.client import Overwinter
from cogs.commands.cog import TableCog
from cogs.i18n.text_formatter import list_names
from cogs.interactions import custom_ids
from cogs.interactions.errors import answer_privately
from cogs.interactions.limits import MAX_SELECT_CHARS, MAX_SUGGESTIONS, shorten
from cogs.interactions.press import Press
from cogs.messages.health import HealthReport, build_health_message
from cogs.messages.layout import BLUE_STYLE, GREY_STYLE, build_button, build_button_rows, build_message
from engine.host.model.shard_range import ALL_SHARDS
from engine.host.model.table import NO_USER, Table
from engine.host.store.database import StoreError
from engine.host.store.moderator_acts import ModeratorAct
from engine.kernel.text import SeatMention, Text, UserError, count, say
from engine.ops.doctor import ReplayReport, check_tables

log = logging.getLogger("overwinter.admin")
ANNOUNCE_INTERVAL_S = 0.5
"""Seconds between two announcements: few enough for Discord's rate limit, so that moves are still posted."""
MAX_ANNOUNCEMENT_CHARS = 1500
MAX_TABLES_NAMED = 10
"""Tables that a report names."""


class AdminCommands(TableCog):
    """The commands of the person who runs the bot."""

    admin = app_commands.Group(
        name="admin",
        description="For the person who runs this bot",
        # Direct messages have no permissions, so the owner finds it there even if they are no administrator anywhere.
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True),
        default_permissions=discord.Permissions(administrator=True),
    )

    async def cog_load(self) -> None:
        """Register the buttons."""
        self.bot.press_handlers.register(
            self, {"announce": self._on_announce, "silent": self._on_cancel_announce}, is_allowed_anywhere=True
        )
        self._confirmed_ids: set[int] = set()
        """The messages whose announcement was confirmed, so that a second press does not send it again."""

    # ------------------------------------------------------------- commands
    @admin.command(description="How the bot is doing: delays, queues, tables, what went wrong")
    async def health(self, interaction: discord.Interaction) -> None:
        """Show the figures since the start."""
        await self._require_owner(interaction)
        language = await self.bot.locales.find_person_language(interaction)
        await interaction.response.send_message(
            view=build_health_message(await self._collect_health(), language), ephemeral=True
        )

    @admin.command(description="Copy the database now, check the copy and keep it with the nightly ones")
    async def backup(self, interaction: discord.Interaction) -> None:
        """Make a backup now."""
        await self._require_owner(interaction)
        await interaction.response.defer(ephemeral=True)
        try:
            result = await self.bot.backups.make_backup()
        except StoreError as failed:
            log.error("%s", failed)  # noqa: TRY400 - the message says everything
            raise UserError(say("No backup was made: {reason}", reason=str(failed))) from failed
        kilobytes = (result.size_bytes + 1023) // 1024
        await answer_privately(
            interaction, say("Backup {file} is made and sound: {size} kB.", file=result.file.name, size=kilobytes)
        )

    @admin.command(description="Replay every table and see whether it still leads where it led")
    async def doctor(self, interaction: discord.Interaction) -> None:
        """Examine the database, read-only, while the bot runs."""
        await self._require_owner(interaction)
        await interaction.response.defer(ephemeral=True)
        try:
            reports = await asyncio.to_thread(check_tables, self.bot.config.store.address)
        except StoreError as failed:
            raise UserError(say("The tables could not be read: {reason}", reason=str(failed))) from failed
        fmt = await self.create_private_formatter(interaction)
        view = build_message(fmt.format_lines(_describe_reports(reports)))
        await interaction.followup.send(view=view, ephemeral=True)

    @admin.command(description="What moderators have done at tables, and who: closed, taken back, seats given")
    async def audit(self, interaction: discord.Interaction) -> None:
        """List the newest acts of moderators."""
        await self._require_owner(interaction)
        fmt = await self.create_private_formatter(interaction)
        acts = await self.tables.admin.list_moderator_acts()
        lines = [f"- {fmt(_describe_act(act))}" for act in acts] or [fmt(say("No moderator has acted at a table yet."))]
        await interaction.response.send_message(view=build_message("\n".join(lines)), ephemeral=True)

    @admin.command(description="Tell something to the channel of every live table; you see it before it goes out")
    @app_commands.describe(text="What to tell; it may use Discord’s formatting")
    async def announce(
        self, interaction: discord.Interaction, text: app_commands.Range[str, 1, MAX_ANNOUNCEMENT_CHARS]
    ) -> None:
        """Show the announcement and ask."""
        await self._require_owner(interaction)
        live = await self.tables.list_live_tables(ALL_SHARDS)
        if not live:
            raise UserError(say("There is no live table, so there is nobody to tell."))
        fmt = await self.create_private_formatter(interaction)
        ask = count("This goes to the channel of {n} table:", "This goes to the channels of {n} tables:", len(live))
        choices = [
            build_button(fmt(say("Send it")), custom_ids.build_button_id("announce", 0, 0), BLUE_STYLE),
            build_button(fmt(say("Do not send it")), custom_ids.build_button_id("silent", 0, 0), GREY_STYLE),
        ]
        # The announcement is the last text of the message. The handler of the button reads it there.
        await interaction.response.send_message(
            view=build_message(fmt(ask), text, *build_button_rows(choices)), ephemeral=True
        )

    @admin.command(description="Get a table going again")
    @app_commands.describe(
        how="What to do",
        table="The table’s number; this channel’s if left out",
        seat="For another person: which seat",
        person="For another person: who plays it from now on",
    )
    @app_commands.choices(
        how=[
            app_commands.Choice(name="draw and post the board again", value="redraw"),
            app_commands.Choice(name="make all buttons new, old ones void", value="controls"),
            app_commands.Choice(name="give a seat to another person", value="person"),
        ]
    )
    async def unstick(
        self,
        interaction: discord.Interaction,
        how: str,
        table: int = 0,
        seat: app_commands.Range[int, 1, 8] | None = None,
        person: discord.User | None = None,
    ) -> None:
        """Redraw the board, renew the controls, or hand a seat over. No move is made or taken back."""
        await self._require_owner(interaction)
        if table:
            stuck = await self.tables.load_table(table)
        else:
            stuck = await self.load_channel_table(interaction, live_only=False)
        await interaction.response.defer(ephemeral=True)
        done = say("Table {table} is drawn and posted anew.", table=stuck.id)
        if how == "controls":
            stuck = await self.tables.admin.drop_controls(stuck.id)
            done = say("Table {table} has new buttons; the old ones only say so now.", table=stuck.id)
        elif how == "person":
            stuck = await self._hand_over_seat(stuck, seat, person, interaction.user.id)
            done = say("{seat} plays at table {table} from now on.", seat=SeatMention((seat or 1) - 1), table=stuck.id)
        self.bot.picture_service.forget_pictures(stuck.id)
        log.info("table %s: unstuck by %s", stuck.id, how, extra={"facts": {"table": stuck.id, "how": how}})
        await self.board_posts.repost_board(stuck.id)
        await answer_privately(interaction, done, stuck)

    @unstick.autocomplete("table")
    async def _suggest_tables(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[int]]:
        if not await self.bot.is_owner(interaction.user):
            return []
        language = await self.bot.locales.find_person_language(interaction)
        newest_first = reversed(await self.tables.list_live_tables(ALL_SHARDS))
        matching = [table_id for table_id in newest_first if str(table_id).startswith(typed)]
        choices: list[app_commands.Choice[int]] = []
        for table_id in matching[:MAX_SUGGESTIONS]:
            table = await self.tables.load_table(table_id)
            label = f"#{table.id} · {table.game} · {', '.join(list_names(table, language))}"
            choices.append(app_commands.Choice(name=shorten(label, MAX_SELECT_CHARS), value=table.id))
        return choices

    # -------------------------------------------------------------- buttons
    async def _on_announce(self, press: Press) -> None:
        await self._require_owner(press.interaction)
        asked = press.interaction.message
        text = _extract_announcement(asked)
        if asked is None or asked.id in self._confirmed_ids:
            raise UserError(say("That announcement is on its way already."))
        self._confirmed_ids.add(asked.id)
        live = await self.tables.list_live_tables(ALL_SHARDS)
        fmt = await self.create_private_formatter(press.interaction)
        sending = count("Sending it to {n} table …", "Sending it to {n} tables …", len(live))
        await press.interaction.response.edit_message(view=build_message(fmt(sending), text))
        missed = await self._post_announcement(live, text)
        told = count("{n} table was told.", "{n} tables were told.", len(live) - len(missed))
        if missed:
            told = say("{told} These could not be: {missed}.", told=told, missed=list(missed[:MAX_TABLES_NAMED]))
        await press.interaction.edit_original_response(view=build_message(fmt(told), text))

    async def _on_cancel_announce(self, press: Press) -> None:
        fmt = await self.create_private_formatter(press.interaction)
        await press.interaction.response.edit_message(view=build_message(fmt(say("Nothing was sent."))))

    # ---------------------------------------------------------------- parts
    async def _collect_health(self) -> HealthReport:
        bot, backups = self.bot, self.bot.backups.list_backups()
        unwiped_since = await bot.upkeep_task.find_overdue_vacuum()
        return HealthReport(
            started_at=bot.started_at,
            latency_s=bot.latency,
            tables=await self.tables.admin.count_tables(),
            posts=bot.board_posts.waiting_count,
            pictures=bot.picture_service.waiting_count,
            writes=bot.store.writes_in_progress,
            handlers=bot.metrics.running_count - 1,  # without this command
            refused=bot.board_posts.refused_count,
            upkeep=bot.upkeep.failures,
            unwiped_since=None if unwiped_since is None else datetime.fromtimestamp(unwiped_since, UTC),
            newest_backup_at=backups[-1][0] if backups else None,
            figures=bot.metrics.list_figures(),
            incidents=tuple(bot.metrics.incidents),
        )

    async def _post_announcement(self, live: list[int], text: str) -> list[int]:
        """Post an announcement to each table's channel. Return the tables whose channel could not be reached."""
        missed: list[int] = []
        for table_id in live:
            try:
                table = await self.tables.load_table(table_id)
                fmt = await self.create_public_formatter(table)
                view = build_message(fmt(say("**From the person who runs this bot**")), text)
                await self.bot.get_partial_messageable(table.channel_id).send(view=view)
            except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError, UserError) as failed:
                log.info("table %s: not told (%s)", table_id, type(failed).__name__)
                missed.append(table_id)
            await asyncio.sleep(ANNOUNCE_INTERVAL_S)
        return missed

    async def _hand_over_seat(
        self, table: Table, seat: int | None, person: discord.User | discord.Member | None, owner_id: int
    ) -> Table:
        if seat is None or person is None:
            raise UserError(say("Say which seat, and who plays it from now on: seat: and person:."))
        if person.bot:
            raise UserError(say("A bot cannot play. Choose a person."))
        return await self.tables.handover.assign_seat(
            table.id, seat - 1, person.id, person.display_name, moderator_id=owner_id
        )

    async def _require_owner(self, interaction: discord.Interaction) -> None:
        if not await self.bot.is_owner(interaction.user):
            raise UserError(
                say(
                    "This is for the person who runs the bot. If something is stuck, tell them; {/board} shows how "
                    "your game stands."
                )
            )


def _describe_reports(reports: Sequence[ReplayReport]) -> list[Text]:
    """Describe how many tables were replayed, and those that do not lead where they led."""
    failed_reports = [report for report in reports if not report.is_ok]
    lines = [count("{n} table replayed.", "{n} tables replayed.", len(reports))]
    if not failed_reports:
        return [*lines, say("Each leads where it led.")]
    lines.append(count("{n} does not lead where it led:", "{n} do not lead where they led:", len(failed_reports)))
    for report in failed_reports[:MAX_TABLES_NAMED]:
        line = say(
            "#{table} {game}: {verdict}. {why}",
            table=report.table_id,
            game=report.game,
            verdict=report.verdict,
            why=report.reason,
        )
        lines.append(line)
    return lines


def _describe_act(act: ModeratorAct) -> Text:
    """Describe an act of a moderator: when, where, who and what."""
    kinds = {
        "rewind": say("took the game back to the board after move {n}", n=act.number),
        "close": say("closed the table"),
        "reinstate": say("gave seat {n} back to its player", n=act.number),
        "assign": say("gave seat {n} to somebody else", n=act.number),
    }
    return say(
        "{when} · table {table} in {channel}: {person} {act}.",
        when=f"<t:{act.acted_at}:f>",
        table=act.table_id,
        channel=f"<#{act.channel_id}>",
        person=f"<@{act.user_id}>" if act.user_id > NO_USER else say("Somebody"),
        act=kinds[act.kind],
    )


def _extract_announcement(message: discord.Message | None) -> str:
    """Extract the announcement from the message that asks about it. Raises UserError if it is gone."""
    texts: list[str] = []
    if message is not None:
        for component in _list_components(message.components):
            if isinstance(component, discord.TextDisplay):
                texts.append(component.content)
    if len(texts) < 2:  # the question, and the announcement after it
        raise UserError(say("That announcement is gone. {/admin announce} begins again."))
    return texts[-1]


def _list_components(components: list[discord.Component]) -> list[discord.Component]:
    """List components and the components in them."""
    listed: list[discord.Component] = []
    for component in components:
        listed += [component, *_list_components(list(getattr(component, "children", ())))]
    return listed


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(AdminCommands(bot))
