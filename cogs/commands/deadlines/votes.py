"""/vote: a vote about a player who does not move. One message has a button for each choice; a majority decides."""

from __future__ import annotations

import discord
from discord import app_commands

from cogs.client import Overwinter
from cogs.commands.cog import TableCog
from cogs.interactions import deferral
from cogs.interactions.errors import answer_privately
from cogs.interactions.press import Press, parse_number
from cogs.messages.layout import allow_mentions
from cogs.messages.updates import update_message
from cogs.messages.vote import build_vote_message
from engine.host.model.table import Table
from engine.host.model.votes import VOTE_CHOICES, Vote
from engine.kernel.text import Seat, UserError, mention_seats, say


class VoteCommands(TableCog):
    """The command and buttons that call votes and cast ballots."""

    async def cog_load(self) -> None:
        """Register the buttons."""
        self.bot.press_handlers.register(
            self, {"vote": self._on_call, "ballot": self._on_cast, "heir": self._on_name_successor}, audience="player"
        )

    @app_commands.command(description="Vote what to do about somebody whose time is over")
    @app_commands.describe(about="Whose move is late, if several are", heir="A friend who would take the seat")
    async def vote(
        self, interaction: discord.Interaction, about: discord.User | None = None, heir: discord.User | None = None
    ) -> None:
        """Call a vote in this channel."""
        successor = None
        if heir is not None:
            successor = _require_person(heir.id, heir.display_name, bot=heir.bot)
        table = await self.load_channel_table(interaction)
        await self._open_vote(interaction, table, about.id if about else None, successor)

    async def _on_call(self, press: Press) -> None:
        await self._open_vote(press.interaction, await self.tables.load_table(press.table_id), None, None)

    async def _on_name_successor(self, press: Press) -> None:
        successor = _require_person(press.person.id, press.person.name, bot=press.person.is_bot)
        vote = await self.tables.votes.name_successor(
            press.table_id, press.interaction.user.id, parse_number(press.rest, 36), successor
        )
        table = await self.tables.load_table(press.table_id)
        await press.interaction.response.edit_message(
            view=build_vote_message(table, vote, await self.bot.locales.find_server_language(table.guild_id))
        )

    async def _on_cast(self, press: Press) -> None:
        # Discord is asked about several people in turn, and waits for an answer meanwhile.
        vote = await deferral.await_or_defer(press.interaction, self._cast_ballot(press), edits=True)
        table = await self.tables.load_table(press.table_id)
        language = await self.bot.locales.find_server_language(table.guild_id)
        await update_message(press.interaction, build_vote_message(table, vote, language))
        if press.rest.endswith(".hand") and vote.successor_id is None:
            await answer_privately(
                press.interaction,
                say("That friend cannot take the seat any more. Name another one in the message of the vote."),
                table,
            )

    async def _cast_ballot(self, press: Press) -> Vote:
        """Cast a ballot, and return the vote after it."""
        number, _, choice = press.rest.partition(".")
        if choice not in VOTE_CHOICES:
            raise UserError(say("That button is from an earlier version of the bot. {/vote} calls a new vote."))
        vote_id = parse_number(number, 36)
        vote = await self.tables.votes.cast(
            press.table_id,
            press.interaction.user.id,
            vote_id,
            choice,
            is_successor_gone=choice == "hand" and await self._has_successor_left(press.table_id, vote_id),
            has_left_guild=await self._has_subject_left(press.table_id, vote_id),
            interaction_id=press.interaction.id,
        )
        self.board_posts.request_post(press.table_id)
        if vote.state == "open":
            vote = await self._drop_leavers(await self.tables.load_table(press.table_id), vote)
        return vote

    async def _has_subject_left(self, table_id: int, vote_id: int) -> bool | None:
        """Return whether the player whom a vote is about has left the server, None if Discord does not say."""
        vote, table = await self.tables.votes.load_vote(vote_id), await self.tables.load_table(table_id)
        user = table.find_user_to_call(vote.seat)
        if user is None:
            return None
        return await self.bot.members.has_left_if_known(table.guild_id, user)

    async def _has_successor_left(self, table_id: int, vote_id: int) -> bool:
        """Return whether the friend who would take the seat has left the server."""
        vote, table = await self.tables.votes.load_vote(vote_id), await self.tables.load_table(table_id)
        if vote.successor_id is None:
            return False
        return await self.bot.members.has_surely_left(table.guild_id, vote.successor_id)

    async def _drop_leavers(self, table: Table, vote: Vote) -> Vote:
        """Recount the vote without people who have left the server, since nobody waits for their ballots."""
        absent = await self.bot.members.find_absent_seats(table, vote.missing_seats)
        if not absent:
            return vote
        return await self.tables.votes.recount(table.id, vote.id, absent)

    async def _open_vote(
        self,
        interaction: discord.Interaction,
        table: Table,
        subject_id: int | None,
        successor: tuple[int, str] | None,
    ) -> None:
        """Open a vote about the user `subject_id`, or the only one who is late; a successor has an id and a name."""
        seat = await self._find_subject(table, interaction.user.id, subject_id)
        user = table.find_user_to_call(seat)  # a computer is no member, and has not left
        has_left = user is not None and await self.bot.members.has_left_if_known(table.guild_id, user)
        vote = await self.tables.votes.open(
            table.id, interaction.user.id, seat, successor=successor, has_left_guild=has_left
        )
        if not await self.may_call(interaction, "question", vote):
            return
        concerned = [table.find_seat_user(called_seat) for called_seat in (*vote.electorate, vote.seat)]
        users = await self.tables.calls.call_users(table.id, concerned, str(interaction.id))
        sent = await interaction.response.send_message(
            view=build_vote_message(
                table, vote, await self.bot.locales.find_server_language(table.guild_id), mention=True
            ),
            allowed_mentions=allow_mentions(*users),
        )
        if sent.message_id is None:
            return
        before = await self.tables.votes.record_post(vote, interaction.channel_id or table.channel_id, sent.message_id)
        await self.mark_message_moved(table, before.channel_id, before.message_id)

    async def _find_subject(self, table: Table, user_id: int, subject_id: int | None) -> Seat:
        """Find the seat of the user `subject_id`, else the only one that is late or owes a move. Raises UserError."""
        if subject_id is not None:
            seat = table.find_seat(subject_id)
            if seat is None:
                raise UserError(say("They have no seat in this game. {/board} shows who plays."))
            return seat
        seats = await self.tables.votes.list_late_seats(table.id, user_id)
        if not seats:
            own_seat = table.find_seat(user_id)
            waits = await self.tables.snapshots.load_seat_waits(table.id)
            seats = [wait.seat for wait in waits if wait.seat != own_seat]
        if not seats:
            raise UserError(say("The game waits for you, not for somebody else. Your move comes first."))
        if len(seats) > 1:
            raise UserError(
                say(
                    "Several owe a move: {seats}. Say whom you mean: {/vote} {/vote@about}",
                    seats=mention_seats(seats),
                )
            )
        return seats[0]


def _require_person(user_id: int, name: str, *, bot: bool) -> tuple[int, str]:
    """Return the id and name of a person. Raises UserError for a bot."""
    if bot:
        raise UserError(say("A bot cannot play. Name a friend."))
    return user_id, name


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(VoteCommands(bot))
