"""Send reminders and the other messages about a seat's turn."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress

import discord

from cogs.i18n.locale_resolver import LocaleResolver
from cogs.i18n.text_formatter import TextFormatter
from cogs.messages.reminder import build_reminder_message, list_recipients
from cogs.services.call_messages import CallMessages
from cogs.services.members import MemberLookup
from cogs.services.sent_messages import ChannelSender, ViewBuilder
from engine.host.model.table import Table
from engine.host.service.deadlines.calls import CallBundle
from engine.host.service.table_services import TableServices
from engine.host.store.outbox import OutboxItem


class ReminderMessages:
    """Sends reminders to the tables' channels."""

    def __init__(
        self,
        tables: TableServices,
        locales: LocaleResolver,
        members: MemberLookup,
        sender: ChannelSender,
        calls: CallMessages,
    ) -> None:
        self._tables = tables
        self._locales = locales
        self._members = members
        self._sender = sender
        self._calls = calls

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
            bundle = await self._find_bundle(item)
            if bundle is not None:
                return await self._send_bundle(item, table, bundle)
        users = [user for seat in recipients if (user := table.find_user_to_call(seat)) is not None]

        news_revision = item.asked_revision if item.kind in ("last", "gone") else None

        async def build_view(calls: Collection[int]) -> discord.ui.LayoutView:
            return await self._build_view(item, table, calls)

        if item.kind == "early" and await self._send_early_directly(item, users, build_view):
            return True
        await self._sender.send_once(item, table, users, build_view, news_revision=news_revision)
        return True

    async def _send_early_directly(self, item: OutboxItem, users: Sequence[int], build_view: ViewBuilder) -> bool:
        """Send the notice before a turn as a direct message. Return False if the player gets it in the channel."""
        if not users or not await self._tables.settings.wants_direct_messages(users[0]):
            return False
        with suppress(discord.Forbidden):
            await self._calls.direct_sender.send_once(item, users[0], await build_view(users), None)
            return True
        return False

    async def _find_bundle(self, item: OutboxItem) -> CallBundle | None:
        """Return what a reminder stands for if other tables of the server wait for the player, or they get direct messages."""
        bundle = await self._tables.calls.load_bundle(item)
        if bundle.reason is None or not await self._tables.settings.wants_call(bundle.user_id):
            return None
        return bundle if bundle.others or await self._calls.is_direct(bundle) else None

    async def _send_bundle(self, item: OutboxItem, table: Table, bundle: CallBundle) -> bool:
        async def build_view(calls: Collection[int]) -> discord.ui.LayoutView:
            return await self._build_view(item, table, calls, len(bundle.others))

        if not await self._calls.send_bundle(item, bundle, build_view):
            return False
        await self._tables.calls.settle_calls(bundle.items)
        return True

    async def _build_view(
        self, item: OutboxItem, table: Table, calls: Collection[int], others: int = 0
    ) -> discord.ui.LayoutView:
        tables = self._tables
        post = await tables.snapshots.load_post(table.id)
        language = await self._locales.find_server_language(table.guild_id)
        seats = [person.seat for person in table.seats if person.user_id in calls]
        return build_reminder_message(
            item,
            table,
            tables.catalogue.load_game(table.game).title,
            await tables.snapshots.load_seat_waits(table.id),
            post.message_id if post else None,
            tables.context.now(),
            TextFormatter(table, translate=language, mentioned=seats),
            others,
        )
