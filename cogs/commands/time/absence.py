"""Being away: /vacation, /quiet, and /replace, which hands a seat to a friend."""

from __future__ import annotations

from datetime import date, timedelta

import discord
from discord import app_commands

from cogs.client import Overwinter
from cogs.commands.cog import ANYWHERE, Choices, TableCog
from cogs.interactions import custom_ids
from cogs.interactions.limits import AUTOCOMPLETE_CHOICES
from cogs.interactions.press import Press, numbered
from cogs.messages.availability import hours_texts, vacation_text
from cogs.messages.crew import short_level
from cogs.messages.layout import GREEN, button, mention_only, message, rows
from cogs.messages.vote import offer_message
from engine.host.model.pace import Person, day_named, minute_of_day, zones
from engine.kernel.text import Refusal, Who, say
from engine.players.computer_levels import LEVELS

DAYS = 25
"""Days that are suggested while somebody types one."""


class Absence(TableCog):
    """Vacations, quiet hours, and handing a seat on."""

    async def cog_load(self) -> None:
        """Register the buttons."""
        self.bot.presses.register(
            self,
            {"away": self._away_pressed, "hours": self._hours_pressed, "back": self._came_back},
            anywhere=True,
        )
        self.bot.presses.register(self, {"take": self._taken, "decline": self._declined})

    # ------------------------------------------------------------- vacation
    @app_commands.command(description="Say when you are away: your time rests, and your tables see it")
    @app_commands.describe(
        first="The first day, such as 2026-12-24",
        last="The last day",
        computer="A computer plays for you until you are back",
    )
    @app_commands.rename(first="from", last="to")
    @app_commands.choices(computer=[app_commands.Choice(name=level, value=level) for level in LEVELS])
    @ANYWHERE
    async def vacation(
        self, interaction: discord.Interaction, first: str = "", last: str = "", computer: str = ""
    ) -> None:
        """Set a vacation, or show the one that is set."""
        user = interaction.user.id
        if first or last:
            person = await self.tables.people.set_vacation(
                user, day_named(first or last), day_named(last or first), cover=computer or None
            )
            await self._poke_all(user)
        elif computer:
            raise Refusal(say("Say the days, too: /vacation from: 2026-12-24 to: 2027-01-02 computer: mate."))
        else:
            person = await self.tables.people.person(user)
        await self._show_vacation(interaction, person)

    async def _away_pressed(self, press: Press) -> None:
        await self._show_vacation(press.interaction, await self.tables.people.person(press.interaction.user.id))

    async def _show_vacation(self, interaction: discord.Interaction, person: Person) -> None:
        fmt = await self.private_formatter(interaction)
        now = int(self.bot.clock().timestamp())
        back = [button(fmt(say("I am back")), custom_ids.button("back", 0, 0), GREEN)] if person.going(now) else []
        cover = await self.tables.people.cover(person.user)
        plays = say("Meanwhile a computer plays for you ({level}).", level=short_level(cover)) if cover else None
        view = message(fmt(vacation_text(person, now)), fmt(plays) if plays and back else "", *rows(back))
        await interaction.response.send_message(view=view, ephemeral=True)

    @vacation.autocomplete("first")
    async def _first_days(self, interaction: discord.Interaction, typed: str) -> Choices:
        return await self._days(interaction, typed, 0)

    @vacation.autocomplete("last")
    async def _last_days(self, interaction: discord.Interaction, typed: str) -> Choices:
        first = str(getattr(interaction.namespace, "from", "") or "")
        try:
            after = (day_named(first) - await self._today(interaction.user.id)).days
        except Refusal:
            after = 0
        return await self._days(interaction, typed, max(0, after))

    async def _came_back(self, press: Press) -> None:
        person = await self.tables.people.end_vacation(press.interaction.user.id)
        fmt = await self.private_formatter(press.interaction)
        await press.interaction.response.edit_message(
            view=message(fmt(vacation_text(person, int(self.bot.clock().timestamp()))))
        )
        await self._poke_all(person.user)

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
    @ANYWHERE
    async def quiet(
        self, interaction: discord.Interaction, zone: str = "", first: str = "", last: str = "", weekends: str = ""
    ) -> None:
        """Set what is given, and show everything."""
        user = interaction.user.id
        if bool(first) != bool(last):
            raise Refusal(say("Quiet hours need both ends: /quiet from: 22:30 to: 8:00."))
        if zone or first or weekends:
            quiet = (minute_of_day(first), minute_of_day(last)) if first else None
            person = await self.tables.people.person(user)
            person = await self.tables.people.set_hours(
                user,
                zone=zone or None,
                quiet=quiet if first else person.quiet,
                weekends=weekends == "off" if weekends else None,
            )
        else:
            person = await self.tables.people.person(user)
        await self._show_hours(interaction, person)

    async def _hours_pressed(self, press: Press) -> None:
        await self._show_hours(press.interaction, await self.tables.people.person(press.interaction.user.id))

    async def _show_hours(self, interaction: discord.Interaction, person: Person) -> None:
        fmt = await self.private_formatter(interaction)
        change = say("/quiet zone: Europe/Madrid from: 22:30 to: 8:00 weekends: off changes what it names.")
        lines = [fmt(line) for line in hours_texts(person, int(self.bot.clock().timestamp()))]
        await interaction.response.send_message(view=message("\n".join(lines), f"-# {fmt(change)}"), ephemeral=True)

    @quiet.autocomplete("zone")
    async def _zones(self, _interaction: discord.Interaction, typed: str) -> Choices:
        wanted = typed.strip().replace(" ", "_").casefold()
        found = [zone for zone in zones() if wanted in zone.casefold()]
        return [app_commands.Choice(name=zone, value=zone) for zone in found[:AUTOCOMPLETE_CHOICES]]

    # -------------------------------------------------------------- replace
    @app_commands.command(description="Hand your seat at this channel's table to a friend, who accepts with a button")
    @app_commands.describe(who="Who plays on for you")
    async def replace(self, interaction: discord.Interaction, who: discord.User) -> None:
        """Offer one's seat to somebody."""
        if who.bot:
            raise Refusal(say("A bot cannot play. Name a friend."))
        table = await self.tables.in_channel(interaction.channel_id or 0)
        offer = await self.tables.handover.offer(table.id, interaction.user.id, who.id, who.display_name)
        view = offer_message(table, offer, await self.bot.locales.to_server(table.guild))
        await interaction.response.send_message(
            view=view, allowed_mentions=mention_only(*await self.tables.settings.to_call([who.id]))
        )

    async def _taken(self, press: Press) -> None:
        user, seat = press.interaction.user, numbered(press.rest, 36)
        table = await self.tables.handover.take(
            press.table, user.id, user.display_name, seat, press.rev, interaction=press.interaction.id
        )
        text = say("{seat} plays on in this seat. /hand shows what you have.", seat=Who(seat))
        await press.interaction.response.edit_message(view=message((await self.public_formatter(table))(text)))
        self.posts.poke(table.id)

    async def _declined(self, press: Press) -> None:
        user, seat = press.interaction.user, numbered(press.rest, 36)
        offer = await self.tables.handover.decline(press.table, user.id, seat, press.rev)
        table = await self.tables.table(press.table)
        text = (
            say("{seat} keeps the seat: the offer was declined.", seat=Who(seat))
            if user.id == offer.heir
            else say("{seat} keeps the seat: the offer was withdrawn.", seat=Who(seat))
        )
        await press.interaction.response.edit_message(view=message((await self.public_formatter(table))(text)))

    # ---------------------------------------------------------------- parts
    async def _poke_all(self, user: int) -> None:
        for table_id in await self.tables.people.running_tables_of(user):
            self.posts.poke(table_id)

    async def _today(self, user: int) -> date:
        return (await self.tables.people.person(user)).local(int(self.bot.clock().timestamp())).date()

    async def _days(self, interaction: discord.Interaction, typed: str, after: int) -> Choices:
        today = await self._today(interaction.user.id)
        days = [(today + timedelta(days=after + n)).isoformat() for n in range(DAYS)]
        return [app_commands.Choice(name=day, value=day) for day in days if typed.strip() in day]


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(Absence(bot))
