"""Absence: /vacation, /quiet, and /replace, which hands a seat to a friend."""

from __future__ import annotations

from datetime import date, timedelta

import discord
from discord import app_commands

from cogs.client import Overwinter
from cogs.commands.cog import TableCog, allow_everywhere
from cogs.commands.suggestions import LEVEL_CHOICES, Suggestions, build_choices
from cogs.interactions import custom_ids
from cogs.interactions.press import Press, parse_number
from cogs.messages.availability import format_hours, format_vacation
from cogs.messages.computers import format_short_level
from cogs.messages.layout import GREEN_STYLE, Button, allow_mentions, build_button, build_button_rows, build_message
from cogs.messages.vote import build_offer_message
from engine.host.model.pace import UserSchedule, list_zones, parse_day, parse_minute
from engine.kernel.text import SeatMention, UserError, say

MAX_DAYS_SUGGESTED = 25
"""Days that are suggested for a parameter."""


class AbsenceCommands(TableCog):
    """The commands and buttons for vacations, quiet hours and handing over a seat."""

    async def cog_load(self) -> None:
        """Register the buttons."""
        self.bot.press_handlers.register(
            self,
            {"away": self._on_away, "hours": self._on_hours, "back": self._on_return},
            is_allowed_anywhere=True,
        )
        self.bot.press_handlers.register(self, {"take": self._on_accept, "decline": self._on_decline})

    # ------------------------------------------------------------- vacation
    @app_commands.command(description="Say when you are away: your time rests, and your tables see it")
    @app_commands.describe(
        first="The first day, such as 2026-12-24",
        last="The last day",
        computer="A computer plays for you until you are back, except in games that count",
    )
    @app_commands.rename(first="from", last="to")
    @app_commands.choices(computer=LEVEL_CHOICES)
    @allow_everywhere
    async def vacation(
        self, interaction: discord.Interaction, first: str = "", last: str = "", computer: str = ""
    ) -> None:
        """Set a vacation, or show the one that is set."""
        user = interaction.user.id
        if first or last:
            person = await self.tables.schedules.set_vacation(
                user, parse_day(first or last), parse_day(last or first), substitute_level=computer or None
            )
            await self._request_posts(user)
        elif computer:
            raise UserError(
                say(
                    "Say the days, too: {/vacation} {/vacation@from} 2026-12-24 {/vacation@to} 2027-01-02 "
                    "{/vacation@computer} mate."
                )
            )
        else:
            person = await self.tables.schedules.load_schedule(user)
        await self._show_vacation(interaction, person)

    async def _on_away(self, press: Press) -> None:
        await self._show_vacation(
            press.interaction, await self.tables.schedules.load_schedule(press.interaction.user.id)
        )

    async def _show_vacation(self, interaction: discord.Interaction, person: UserSchedule) -> None:
        fmt = await self.create_private_formatter(interaction)
        now = int(self.bot.clock().timestamp())
        buttons: list[Button] = []
        substitute = ""
        if person.find_vacation(now):
            buttons.append(build_button(fmt(say("I am back")), custom_ids.build_button_id("back", 0, 0), GREEN_STYLE))
            level = await self.tables.schedules.load_substitute_level(person.user_id)
            if level:
                substitute = fmt(
                    say(
                        "Meanwhile a computer plays for you ({level}), but not in games that count.",
                        level=format_short_level(level),
                    )
                )
        view = build_message(fmt(format_vacation(person, now)), substitute, *build_button_rows(buttons))
        await interaction.response.send_message(view=view, ephemeral=True)

    @vacation.autocomplete("first")
    async def _suggest_first_days(self, interaction: discord.Interaction, typed: str) -> Suggestions:
        return await self._suggest_days(interaction, typed, 0)

    @vacation.autocomplete("last")
    async def _suggest_last_days(self, interaction: discord.Interaction, typed: str) -> Suggestions:
        first = str(getattr(interaction.namespace, "from", "") or "")
        try:
            after = (parse_day(first) - await self._find_today(interaction.user.id)).days
        except UserError:
            after = 0
        return await self._suggest_days(interaction, typed, max(0, after))

    async def _on_return(self, press: Press) -> None:
        person = await self.tables.schedules.end_vacation(press.interaction.user.id)
        fmt = await self.create_private_formatter(press.interaction)
        await press.interaction.response.edit_message(
            view=build_message(fmt(format_vacation(person, int(self.bot.clock().timestamp()))))
        )
        await self._request_posts(person.user_id)

    # ---------------------------------------------------------------- quiet
    @app_commands.command(description="Hours and days at which you do not want to be reminded")
    @app_commands.describe(
        zone="Your time zone, by a city near you",
        first="Quiet from, such as 22:30",
        last="Quiet until, such as 8:00; the same time as “from” ends quiet hours",
        weekends="Saturdays and Sundays off: they do not count for the pace either",
    )
    @app_commands.rename(first="from", last="to")
    @app_commands.choices(
        weekends=[app_commands.Choice(name="off", value="off"), app_commands.Choice(name="like other days", value="on")]
    )
    @allow_everywhere
    async def quiet(
        self, interaction: discord.Interaction, zone: str = "", first: str = "", last: str = "", weekends: str = ""
    ) -> None:
        """Change the hours that are given, and show all hours."""
        user = interaction.user.id
        if bool(first) != bool(last):
            raise UserError(say("Quiet hours need both ends: {/quiet} {/quiet@from} 22:30 {/quiet@to} 8:00."))
        if zone or first or weekends:
            quiet = (parse_minute(first), parse_minute(last)) if first else None
            person = await self.tables.schedules.load_schedule(user)
            person = await self.tables.schedules.set_hours(
                user,
                time_zone=zone or None,
                quiet_minutes=quiet if first else person.quiet_minutes,
                has_weekends_off=weekends == "off" if weekends else None,
            )
        else:
            person = await self.tables.schedules.load_schedule(user)
        await self._show_hours(interaction, person)

    async def _on_hours(self, press: Press) -> None:
        await self._show_hours(press.interaction, await self.tables.schedules.load_schedule(press.interaction.user.id))

    async def _show_hours(self, interaction: discord.Interaction, person: UserSchedule) -> None:
        fmt = await self.create_private_formatter(interaction)
        change = say(
            "{/quiet} {/quiet@zone} Europe/Madrid {/quiet@from} 22:30 {/quiet@to} 8:00 {/quiet@weekends} off changes what it names."
        )
        lines = [fmt(line) for line in format_hours(person, int(self.bot.clock().timestamp()))]
        await interaction.response.send_message(
            view=build_message("\n".join(lines), f"-# {fmt(change)}"), ephemeral=True
        )

    @quiet.autocomplete("zone")
    async def _suggest_zones(self, _interaction: discord.Interaction, typed: str) -> Suggestions:
        wanted = typed.strip().replace(" ", "_").casefold()
        return build_choices((zone, zone) for zone in list_zones() if wanted in zone.casefold())

    # -------------------------------------------------------------- replace
    @app_commands.command(description="Hand your seat at this channel's table to a friend, who accepts with a button")
    @app_commands.describe(who="Who plays on for you")
    async def replace(self, interaction: discord.Interaction, who: discord.User) -> None:
        """Offer the person's seat to somebody."""
        if who.bot:
            raise UserError(say("A bot cannot play. Name a friend."))
        table = await self.load_channel_table(interaction)
        await self.tables.cooldowns.require_free("replace", table.id, who.id)
        offer = await self.tables.handover.offer_seat(table.id, interaction.user.id, who.id, who.display_name)
        await self.tables.cooldowns.claim("replace", table.id, who.id)
        view = build_offer_message(table, offer, await self.bot.locales.find_server_language(table.guild_id))
        users = await self.tables.calls.call_users(table.id, [who.id], str(interaction.id))
        await interaction.response.send_message(view=view, allowed_mentions=allow_mentions(*users))

    async def _on_accept(self, press: Press) -> None:
        user, seat = press.interaction.user, parse_number(press.rest, 36)
        table = await self.tables.handover.accept_offer(
            press.table_id, user.id, user.display_name, seat, press.revision, interaction_id=press.interaction.id
        )
        text = say("{seat} plays on in this seat. {/hand} shows what you have.", seat=SeatMention(seat))
        await press.interaction.response.edit_message(
            view=build_message((await self.create_public_formatter(table))(text))
        )
        self.board_posts.request_post(table.id)

    async def _on_decline(self, press: Press) -> None:
        user, seat = press.interaction.user, parse_number(press.rest, 36)
        offer = await self.tables.handover.decline_offer(press.table_id, user.id, seat, press.revision)
        table = await self.tables.load_table(press.table_id)
        if user.id == offer.successor_id:
            text = say("{seat} keeps the seat: the offer was declined.", seat=SeatMention(seat))
        else:
            text = say("{seat} keeps the seat: the offer was withdrawn.", seat=SeatMention(seat))
        await press.interaction.response.edit_message(
            view=build_message((await self.create_public_formatter(table))(text))
        )

    # ---------------------------------------------------------------- parts
    async def _request_posts(self, user_id: int) -> None:
        for table_id in await self.tables.schedules.list_running_tables(user_id):
            self.board_posts.request_post(table_id)

    async def _find_today(self, user_id: int) -> date:
        schedule = await self.tables.schedules.load_schedule(user_id)
        return schedule.to_local_time(int(self.bot.clock().timestamp())).date()

    async def _suggest_days(self, interaction: discord.Interaction, typed: str, start: int) -> Suggestions:
        today = await self._find_today(interaction.user.id)
        days = [(today + timedelta(days=start + n)).isoformat() for n in range(MAX_DAYS_SUGGESTED)]
        return build_choices((day, day) for day in days if typed.strip() in day)


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(AbsenceCommands(bot))
