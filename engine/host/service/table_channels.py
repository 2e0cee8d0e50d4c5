"""The channel of a table: a table whose channel is taken or deleted moves to another one."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from engine.host.model.table import Table
from engine.host.service.seat_checks import require_running_seat
from engine.host.service.service_context import ServiceContext
from engine.host.service.table_writes import end_table
from engine.host.store import lost_channels, outbox, proposals, tables, turn_deadlines, votes
from engine.host.store.database import ConstraintError, Transaction
from engine.kernel.text import Seat, UserError, say


class ChannelTakenError(UserError):
    """Raised if a finished game cannot go on in its channel, because another table has been opened there."""

    def __init__(self) -> None:
        super().__init__(
            say("Another table has been opened in this channel since. Close it first; then the end can be taken back.")
        )


LOST_CHANNEL_KEPT_S = 30 * 24 * 3600
"""Seconds for which a table waits for a new channel."""
CLOCKS_HELD_S = 7 * 24 * 3600
"""Seconds after which the clock of a seat starts in a new channel that its player can see, also if they have not come."""


class TableChannels:
    """Moves of tables to other channels, and tables whose channel was deleted."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context

    async def move_table(self, table_id: int, channel_id: int, parent_channel_id: int | None) -> None:
        """Move a table to another channel; `parent_channel_id` is the channel of a public thread.

        Raises ChannelTakenError if a live table would come to the channel of another one.
        """
        async with self._context.table_lock(table_id):
            try:
                await self._context.write(
                    lambda tx: tables.update_table(
                        tx, table_id, channel_id=channel_id, parent_channel_id=parent_channel_id
                    ),
                    table_id,
                )
            except ConstraintError:
                raise ChannelTakenError from None

    async def mark_lost(self, table_id: int) -> None:
        """Record that the channel of a live table was deleted. A lobby ends; a game waits, with its clocks stopped."""
        async with self._context.table_lock(table_id):
            table, now = (await self._context.load_playable(table_id)).table, self._context.now()
            if table.status == "lobby":
                await end_table(self._context, table, "closed")
            if table.status != "running" or table.channel_lost_at is not None:
                return

            async def work(tx: Transaction) -> None:
                await tables.update_table(tx, table_id, channel_lost_at=now)
                await turn_deadlines.hold_clocks(tx, table_id, now + turn_deadlines.NEVER_S)
                await proposals.void_proposals(tx, table_id)
                for person in table.seats:
                    await votes.void_seat_votes(tx, table_id, person.seat)
                await outbox.delete_messages(tx, table_id, "early", "remind", "last", "gone", "call", "news")
                for person in table.remaining_players:
                    await outbox.add_message(tx, table_id, "lost", now, now, person.user_id)

            await self._context.write(work, table_id)
            self._context.notify_listeners()

    async def continue_table(
        self,
        table_id: int,
        user_id: int,
        guild_id: int,
        channel_id: int,
        parent_channel_id: int | None,
        blind_users: Collection[int] = (),
    ) -> Table:
        """Let a game whose channel was deleted go on in another channel, as any of its players may.

        A player who cannot see the channel that somebody has named may name another one. `blind_users` cannot see the new
        channel, so their clocks wait for them. Raises UserError.
        """
        table = await self._context.load_table(table_id)
        seat = require_running_seat(table, user_id) if table.status == "running" else None
        is_blind = seat is not None and self._is_blind(table, seat)
        if seat is None or table.guild_id != guild_id or not (table.channel_lost_at is not None or is_blind):
            raise UserError(say("That game has a channel, or is over. {/mytables} finds your tables."))
        await self.move_table(table_id, channel_id, parent_channel_id)
        now = self._context.now()

        async def work(tx: Transaction) -> None:
            await tables.update_table(tx, table_id, channel_lost_at=None)
            await turn_deadlines.hold_clocks(tx, table_id, now + CLOCKS_HELD_S)
            for person in table.seats:
                if person.user_id in blind_users:
                    await turn_deadlines.hold_clocks(tx, table_id, now + turn_deadlines.NEVER_S, seat=person.seat)
            await outbox.delete_messages(tx, table_id, "lost")

        async with self._context.table_lock(table_id):
            await self._context.write(work, table_id)
        await self.start_clock(table_id, user_id)
        return await self._context.load_table(table_id)

    def _is_blind(self, table: Table, seat: Seat) -> bool:
        """Return whether the player of a seat could not see the channel to which the table was moved."""
        held_until = table.seats[seat].clock_held_until
        return held_until is not None and held_until > self._context.now() + CLOCKS_HELD_S

    async def start_clock(self, table_id: int, user_id: int) -> None:
        """Start the clock of a player who has come to the new channel of their table, if it waits for them."""
        table, now = await self._context.load_table(table_id), self._context.now()
        seat = table.find_seat(user_id)
        if seat is None or table.seats[seat].clock_held_until is None or table.channel_lost_at is not None:
            return
        async with self._context.table_lock(table_id):
            await self._context.write(lambda tx: turn_deadlines.release_clock(tx, table_id, seat, now), table_id)
            self._context.notify_listeners()

    async def note_arrival(self, channel_id: int, user_id: int) -> None:
        """Start the clock of a player who has typed a command in the new channel of their table, if it waits for them."""
        try:
            table = await self._context.find_channel_table(channel_id)
        except UserError:
            return
        await self.start_clock(table.id, user_id)

    async def list_blind_seats(self) -> list[tuple[Table, Seat]]:
        """List the seats whose players could not see the channel to which their table was moved."""
        held_after = self._context.now() + CLOCKS_HELD_S
        seats = await lost_channels.list_held_seats(self._context.store, self._context.shard_range, held_after)
        return [(await self._context.load_table(table_id), seat) for table_id, seat in seats]

    async def note_sight(self, table_id: int, seat: Seat) -> None:
        """Record that a player can see the channel of their table now: their clock starts after seven days."""
        starts_at = self._context.now() + CLOCKS_HELD_S
        async with self._context.table_lock(table_id):
            await self._context.write(
                lambda tx: turn_deadlines.hold_clocks(tx, table_id, starts_at, seat=seat), table_id
            )
            self._context.notify_listeners()

    async def list_lost_tables(self, user_id: int) -> list[Table]:
        """List the games of a user that have no channel, or one that the user could not see."""
        found = []
        for table_id in await tables.list_running_tables(self._context.store, user_id):
            found.append(await self._context.load_table(table_id))
        return [
            table
            for table in found
            if table.channel_lost_at is not None
            or any(self._is_blind(table, person.seat) for person in table.seats if person.user_id == user_id)
        ]

    # ---------------------------------------------------------- notices
    async def list_notices(self, user_id: int) -> list[tuple[int, Table]]:
        """List the message and the table of each notice that a user has not read."""
        return [
            (item_id, await self._context.load_table(table_id))
            for item_id, table_id in await lost_channels.list_notices(self._context.store, user_id)
        ]

    async def settle_notice(self, item_id: int) -> None:
        """Record that a user was told."""
        await self._context.write(partial(outbox.delete_message, item_id=item_id))

    async def end_lost_tables(self) -> list[int]:
        """End the tables whose channel was deleted LOST_CHANNEL_KEPT_S ago. Return their ids."""
        lost_before = self._context.now() - LOST_CHANNEL_KEPT_S
        table_ids = await lost_channels.list_lost_tables(self._context.store, self._context.shard_range, lost_before)
        for table_id in table_ids:
            await self._end_lost_table(table_id)
        return table_ids

    async def _end_lost_table(self, table_id: int) -> None:
        async def work(tx: Transaction) -> None:
            await outbox.delete_messages(tx, table_id, "lost")
            await tables.drop_pending_posts(tx, table_id)

        async with self._context.table_lock(table_id):
            table = (await self._context.load_playable(table_id)).table
            if table.is_live and table.channel_lost_at is not None:
                await end_table(self._context, table, "closed")
            await self._context.write(work)
