"""Send the calls of users, reminders, and the other messages about a seat's turn.

One message calls a user to all that waits for them on a server, in a channel or as a direct message.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress

import discord

from cogs.i18n.languages import Language
from cogs.i18n.locale_resolver import LocaleResolver
from cogs.i18n.text_formatter import TextFormatter
from cogs.messages.call import build_call_message, build_direct_message, describe_closed_messages
from cogs.messages.marks import build_mark
from cogs.messages.reminder import build_reminder_message, list_recipients
from cogs.pictures.picture_service import Picture
from cogs.services.members import MemberLookup
from cogs.services.sending import CLOSED_MESSAGES_CODE
from cogs.services.sent_messages import ChannelSender, DirectSender, ViewBuilder, build_nonce
from engine.host.model.table import Table
from engine.host.service.deadlines.calls import CallBundle
from engine.host.service.table_services import TableServices
from engine.host.store.outbox import OutboxItem

BoardDrawer = Callable[[int, Language], Awaitable[Picture | None]]
"""Draws the public board of a table."""


class CallMessages:
    """Sends calls. A user whose direct messages are closed is called in the channel, and told so once."""

    def __init__(
        self,
        tables: TableServices,
        locales: LocaleResolver,
        members: MemberLookup,
        sender: ChannelSender,
        direct_sender: DirectSender,
        draw_board: BoardDrawer,
    ) -> None:
        self._tables = tables
        self._locales = locales
        self._members = members
        self._sender = sender
        self.direct_sender = direct_sender
        self._draw_board = draw_board

    async def send_call(self, item: OutboxItem, _table: Table) -> bool:
        """Call a user to all that waits for them, or later if they are asleep again or were called meanwhile."""
        calls = self._tables.calls
        bundle = await calls.load_bundle(item)
        is_wanted = bundle.is_followed or await self._tables.settings.wants_call(bundle.user_id)
        if bundle.reason is not None and is_wanted:

            async def build_view(_called_users: Collection[int]) -> discord.ui.LayoutView:
                return await self._build_channel_message(item, bundle, is_closed=False)

            if not await self.send_bundle(item, bundle, build_view):
                return False
        await calls.settle_calls(bundle.items)
        return True

    async def is_direct(self, bundle: CallBundle) -> bool:
        """Return whether a user is called by a direct message."""
        return bundle.is_followed or await self._tables.settings.wants_direct_messages(bundle.user_id)

    async def send_bundle(self, item: OutboxItem, bundle: CallBundle, build_view: ViewBuilder) -> bool:
        """Send the message of a bundle, which is `build_view` in a channel. Return False if it has to wait."""
        tables, user = self._tables, bundle.user_id
        is_direct = await self.is_direct(bundle)
        is_new_turn = item.kind == "call" and bundle.reason == "turn" and not bundle.others
        call_at = await tables.calls.find_call_time(user, build_nonce(item), is_new_turn=is_direct and is_new_turn)
        if call_at > tables.context.now():
            if is_direct:
                was_sent = await self.direct_sender.was_sent(item, user)
            else:
                was_sent = await self._sender.find_sent(item, bundle.table) is not None
            if not was_sent:
                await tables.outbox.postpone(item, call_at)
                return False
        if is_direct:
            await self._send_directly(item, bundle)
        else:
            await self._sender.send_once(item, bundle.table, [user], build_view, has_booked_calls=True)
        return True

    async def _send_directly(self, item: OutboxItem, bundle: CallBundle) -> None:
        tables, table, user = self._tables, bundle.table, bundle.user_id
        if bundle.is_followed and not await self._members.can_see_channel(table, user):
            await tables.following.stop(table.id, user)
            return
        language = await self._locales.find_user_language(user, table.guild_id)
        post_id = await tables.snapshots.find_post_id(table.id)
        picture = await self._draw_board(table.id, language)
        view = build_direct_message(
            bundle,
            lambda game: tables.catalogue.load_game(game).title,
            post_id,
            build_mark(item),
            picture,
            language,
        )
        try:
            await self.direct_sender.send_once(item, user, view, picture)
        except discord.Forbidden as error:
            await self._call_in_channel(item, bundle, is_closed=error.code == CLOSED_MESSAGES_CODE)

    async def _call_in_channel(self, item: OutboxItem, bundle: CallBundle, *, is_closed: bool) -> None:
        """Call a user in the channel who was to get a direct message. If those are closed, the next calls come there, too."""

        async def build_view(_called_users: Collection[int]) -> discord.ui.LayoutView:
            return await self._build_channel_message(item, bundle, is_closed=is_closed)

        await self._sender.send_once(item, bundle.table, [bundle.user_id], build_view, has_booked_calls=True)
        if is_closed and bundle.is_followed:
            await self._tables.following.stop(bundle.table.id, bundle.user_id)
        elif is_closed:
            await self._tables.settings.save_setting("person", bundle.user_id, "calls", "channel")

    async def _build_channel_message(
        self, item: OutboxItem, bundle: CallBundle, *, is_closed: bool
    ) -> discord.ui.LayoutView:
        post_id = await self._tables.snapshots.find_post_id(bundle.table.id)
        return build_call_message(
            bundle,
            self._tables.catalogue.load_game(bundle.table.game).title,
            post_id,
            build_mark(item),
            await self._locales.find_server_language(bundle.table.guild_id),
            describe_closed_messages(bundle) if is_closed else None,
        )


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

        if item.kind in ("last", "gone"):
            news_revision = item.asked_revision
        else:
            news_revision = None

        async def build_view(called_users: Collection[int]) -> discord.ui.LayoutView:
            return await self._build_view(item, table, called_users)

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
        if bundle.others or await self._calls.is_direct(bundle):
            return bundle
        return None

    async def _send_bundle(self, item: OutboxItem, table: Table, bundle: CallBundle) -> bool:
        async def build_view(called_users: Collection[int]) -> discord.ui.LayoutView:
            return await self._build_view(item, table, called_users, len(bundle.others))

        if not await self._calls.send_bundle(item, bundle, build_view):
            return False
        await self._tables.calls.settle_calls(bundle.items)
        return True

    async def _build_view(
        self, item: OutboxItem, table: Table, called_users: Collection[int], other_tables: int = 0
    ) -> discord.ui.LayoutView:
        tables = self._tables
        post_id = await tables.snapshots.find_post_id(table.id)
        language = await self._locales.find_server_language(table.guild_id)
        seats = [person.seat for person in table.seats if person.user_id in called_users]
        return build_reminder_message(
            item,
            table,
            tables.catalogue.load_game(table.game).title,
            await tables.snapshots.load_seat_waits(table.id),
            post_id,
            tables.context.now(),
            TextFormatter(table, translate=language, mentioned=seats),
            other_tables,
        )
