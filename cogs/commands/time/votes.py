"""/vote: what to do about somebody who does not move. One message, a button for each choice, a majority decides."""

from __future__ import annotations

import asyncio

import discord
from discord import app_commands

from cogs.client import Overwinter
from cogs.commands.cog import TableCog
from cogs.interactions.errors import answer
from cogs.interactions.press import Press, numbered
from cogs.messages.layout import mention_only
from cogs.messages.vote import vote_message
from engine.host.model.table import Table
from engine.host.model.votes import CHOICES, Vote
from engine.kernel.text import Refusal, Seat, Who, say


class Votes(TableCog):
    """Calling votes and casting ballots."""

    async def cog_load(self) -> None:
        """Register the buttons."""
        self.bot.presses.register(
            self, {"vote": self._called, "ballot": self._cast, "heir": self._heir_named}, who="player"
        )

    @app_commands.command(description="Vote what to do about somebody whose time is over")
    @app_commands.describe(about="Whose move is late, if several are", heir="A friend who would take the seat")
    async def vote(
        self, interaction: discord.Interaction, about: discord.User | None = None, heir: discord.User | None = None
    ) -> None:
        """Call a vote in this channel."""
        friend = None if heir is None else _friend(heir.id, heir.display_name, bot=heir.bot)
        table = await self.tables.in_channel(interaction.channel_id or 0)
        await self._open(interaction, table, about.id if about else None, friend)

    async def _called(self, press: Press) -> None:
        await self._open(press.interaction, await self.tables.table(press.table), None, None)

    async def _heir_named(self, press: Press) -> None:
        heir = _friend(press.person.id, press.person.name, bot=press.person.bot)
        vote = await self.tables.votes.name(press.table, press.interaction.user.id, numbered(press.rest, 36), heir)
        table = await self.tables.table(press.table)
        await press.interaction.response.edit_message(
            view=vote_message(table, vote, await self.bot.locales.to_server(table.guild))
        )

    async def _cast(self, press: Press) -> None:
        number, _, choice = press.rest.partition(".")
        if choice not in CHOICES:
            raise Refusal(say("That button is from an earlier version of the bot. /vote calls a new vote."))
        vote_id = numbered(number, 36)
        vote = await self.tables.votes.cast(
            press.table,
            press.interaction.user.id,
            vote_id,
            choice,
            heir_gone=choice == "hand" and await self._heir_gone(press.table, vote_id),
            interaction=press.interaction.id,
        )
        table = await self.tables.table(press.table)
        if vote.state == "open":
            vote = await self._without_leavers(table, vote)
            table = await self.tables.table(press.table)
        await press.interaction.response.edit_message(
            view=vote_message(table, vote, await self.bot.locales.to_server(table.guild))
        )
        if vote.state not in ("open", "hand"):
            await self.tables.votes.shown(vote)
        if choice == "hand" and vote.heir is None:
            await answer(
                press.interaction,
                say("That friend cannot take the seat any more. Name another one in the message of the vote."),
                table,
            )
        self.posts.poke(table.id)

    async def _heir_gone(self, table_id: int, vote_id: int) -> bool:
        """Whether the friend who would take the seat has left the server."""
        vote, table = await self.tables.votes.vote(vote_id), await self.tables.table(table_id)
        return vote.heir is not None and await self.bot.members.surely_left(table.guild, vote.heir)

    async def _without_leavers(self, table: Table, vote: Vote) -> Vote:
        """The vote without those who have left the server: nobody waits for their ballot."""
        missing = [seat for seat in vote.electorate if seat not in vote.ballots]
        left = await asyncio.gather(
            *(self.bot.members.surely_left(table.guild, table.user_of(seat)) for seat in missing)
        )
        absent = [seat for seat, gone in zip(missing, left, strict=True) if gone]
        return await self.tables.votes.recount(table.id, vote.id, absent) if absent else vote

    async def _open(
        self, interaction: discord.Interaction, table: Table, about: int | None, heir: tuple[int, str] | None
    ) -> None:
        seat = await self._about(table, interaction.user.id, about)
        user = table.user_at(seat)  # a computer is no member, and has not left
        gone = user is not None and await self.bot.members.surely_left(table.guild, user)
        vote = await self.tables.votes.open(table.id, interaction.user.id, seat, heir=heir, gone=gone)
        voters = [table.user_of(one) for one in vote.electorate]
        sent = await interaction.response.send_message(
            view=vote_message(table, vote, await self.bot.locales.to_server(table.guild), mention=True),
            allowed_mentions=mention_only(*await self.tables.settings.to_call(voters)),
        )
        if sent.message_id is None:
            return
        before = await self.tables.votes.posted(vote, interaction.channel_id or table.channel, sent.message_id)
        await self.moved_on(table, before.channel, before.message)

    async def _about(self, table: Table, user: int, about: int | None) -> Seat:
        """The seat that a vote is about: the one named, else the only one that is late (or owes a move). Raises Refusal."""
        if about is not None:
            seat = table.seat_of(about)
            if seat is None:
                raise Refusal(say("They have no seat in this game. /board shows who plays."))
            return seat
        late = await self.tables.votes.late_seats(table.id, user)
        own = table.seat_of(user)
        seats = late or [clock.seat for clock in await self.tables.snapshots.clocks(table.id) if clock.seat != own]
        if not seats:
            raise Refusal(say("The game waits for you, not for somebody else. Your move comes first."))
        if len(seats) > 1:
            raise Refusal(
                say("Several owe a move: {seats}. Say whom you mean: /vote about:", seats=[Who(s) for s in seats])
            )
        return seats[0]


def _friend(user: int, name: str, *, bot: bool) -> tuple[int, str]:
    """The id and name of somebody who is to play. Raises Refusal for a bot."""
    if bot:
        raise Refusal(say("A bot cannot play. Name a friend."))
    return user, name


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(Votes(bot))
