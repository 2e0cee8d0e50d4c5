"""Send reminders and the other messages about a seat's turn."""

from __future__ import annotations

from collections.abc import Collection

import discord

from cogs.i18n.locale_resolver import LocaleResolver
from cogs.messages.call import build_call_message
from cogs.messages.marks import build_mark
from cogs.messages.reminder import build_reminder_message, list_recipients
from cogs.services.members import MemberLookup
from cogs.services.sent_messages import ChannelSender, build_nonce
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
        """Call a player to all that waits for them, or later if they are asleep again or were called meanwhile."""
        tables, user = self._tables, item.subject_id
        bundle = await tables.calls.load_bundle(item)
        if bundle.reason is not None and await tables.settings.wants_call(user):

            async def build_view(_calls: Collection[int]) -> discord.ui.LayoutView:
                post = await tables.snapshots.load_post(bundle.table.id)
                language = await self._locales.find_server_language(table.guild_id)
                title = tables.catalogue.load_game(bundle.table.game).title
                post_id = post.message_id if post else None
                return build_call_message(bundle, user, title, post_id, build_mark(item), language)

            call_at = await tables.calls.find_call_time(user, build_nonce(item))
            is_early = call_at > tables.context.now()
            if is_early and await self._sender.find_sent(item, bundle.table) is None:
                await tables.outbox.postpone(item, call_at)
                return False
            await self._sender.send_once(item, bundle.table, [user], build_view)
        await tables.calls.settle_calls(bundle.items)
        return True

    async def send_reminder(self, item: OutboxItem, table: Table) -> bool:
        """Send a reminder. A player who has left the server needs none; then the others are told."""
        recipients = list_recipients(item, table)
        if not recipients:  # nobody else plays who could vote
            return True
        if item.kind == "remind":
            holder = table.find_seat_user(item.subject_id)
            if await self._members.has_left(table.guild_id, holder):
                await self._tables.reminders.record_departure(item)
                return True
        users = [user for seat in recipients if (user := table.find_user_to_call(seat)) is not None]

        news_revision = item.asked_revision if item.kind in ("last", "gone") else None

        async def build_view(calls: Collection[int]) -> discord.ui.LayoutView:
            return await self._build_view(item, table, calls)

        await self._sender.send_once(item, table, users, build_view, news_revision=news_revision)
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
