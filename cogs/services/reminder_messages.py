"""Send reminders and the other messages about a seat's turn."""

from __future__ import annotations

from collections.abc import Collection

import discord

from cogs.i18n.locale_resolver import LocaleResolver
from cogs.messages.reminder import build_reminder_message, list_recipients
from cogs.services.members import MemberLookup
from cogs.services.sent_messages import ChannelSender
from engine.host.model.table import Table
from engine.host.service.table_services import TableServices
from engine.host.store.outbox import OutboxItem


class ReminderMessages:
    """Sends reminders to the tables' channels."""

    def __init__(
        self, tables: TableServices, locales: LocaleResolver, members: MemberLookup, sender: ChannelSender
    ) -> None:
        self._tables = tables
        self._locales = locales
        self._members = members
        self._sender = sender

    async def send_call(self, item: OutboxItem, table: Table) -> bool:
        """Call a player whose turn began while they were asleep, or later if they are asleep again."""
        user, now = table.find_seat_user(item.subject_id), self._tables.context.now()
        if not await self._tables.settings.wants_call(user, is_turn=True):
            return True
        schedule = await self._tables.schedules.load_schedule(user)
        if schedule.is_asleep(now) and not item.was_tried:
            await self._tables.outbox.postpone(item, schedule.find_awake_at(now))
            return False
        return await self.send_reminder(item, table)

    async def send_reminder(self, item: OutboxItem, table: Table) -> bool:
        """Send a reminder. A player who has left the server needs none; then the others are told."""
        recipients = list_recipients(item, table)
        if not recipients:  # nobody else plays who could vote
            return True
        if item.kind == "remind":
            player = table.find_seat_user(item.subject_id)
            if await self._members.has_left(table.guild_id, player):
                await self._tables.reminders.record_departure(item)
                return True
        users = [table.find_user_to_call(seat) for seat in recipients]

        async def build_view(calls: Collection[int]) -> discord.ui.LayoutView:
            return await self._build_view(item, table, calls)

        await self._sender.send_once(item, table, [user for user in users if user is not None], build_view)
        return True

    async def _build_view(self, item: OutboxItem, table: Table, calls: Collection[int]) -> discord.ui.LayoutView:
        tables = self._tables
        post = await tables.snapshots.load_post(table.id)
        return build_reminder_message(
            item,
            table,
            tables.catalogue.load_game(table.game).title,
            await tables.snapshots.load_seat_waits(table.id),
            post.message_id if post else None,
            tables.context.now(),
            await self._locales.find_server_language(table.guild_id),
            [person.seat for person in table.seats if person.user_id in calls],
        )
