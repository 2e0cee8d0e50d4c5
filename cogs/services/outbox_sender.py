"""Send the messages of the outbox, each at most once.

An attempt is counted before it is made. `ReminderMessages`, `Announcements` and `DecisionMessages` know their contents.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping

import discord

from cogs.i18n.locale_resolver import LocaleResolver
from cogs.services.announcements import Announcements
from cogs.services.board_posts import BoardPosts
from cogs.services.decision_messages import DecisionMessages
from cogs.services.members import MemberLookup
from cogs.services.reminder_messages import CallMessages, ReminderMessages
from cogs.services.sending import UNKNOWN_CHANNEL_CODE, may_work_later
from cogs.services.sent_messages import ChannelSender, DirectSender
from engine.host.model.table import Table
from engine.host.service.fair_slots import current_server
from engine.host.service.outbox import FORBIDDEN_RETRY_S, MAX_ATTEMPTS
from engine.host.service.table_services import TableServices
from engine.host.store.outbox import OutboxItem, OutboxKind

log = logging.getLogger("overwinter.scheduler")
MessageHandler = Callable[[OutboxItem, Table], Awaitable[bool]]
"""Sends a message of the outbox. It returns False if the message stays in the outbox."""


class OutboxSender:
    """Sends the message of a row of the outbox with the handler of its kind."""

    def __init__(
        self,
        tables: TableServices,
        locales: LocaleResolver,
        direct_sender: DirectSender,
        members: MemberLookup,
        board_posts: BoardPosts,
        sender: ChannelSender,
        other_handlers: Mapping[OutboxKind, MessageHandler],
    ) -> None:
        self._tables = tables
        calls = CallMessages(tables, locales, members, sender, direct_sender, board_posts.composer.draw_public_board)
        reminders = ReminderMessages(tables, locales, members, sender, calls)
        announcements = Announcements(tables, locales, members, board_posts, sender, direct_sender)
        self._decisions = DecisionMessages(tables, locales, members, sender, board_posts.request_post)
        self._handlers_by_kind: dict[OutboxKind, MessageHandler] = {
            **dict.fromkeys(("early", "remind", "last", "gone"), reminders.send_reminder),
            **dict.fromkeys(("call", "news"), calls.send_call),
            "seals": announcements.reveal_seeds,
            "full": announcements.announce_full,
            "idle": announcements.ask_if_wanted,
            "shut": announcements.close_lobby,
            "opened": announcements.announce_opened,
            "undo": self._decisions.ask_question,
            "expiry": self._decisions.close_question,
            "vote": self._decisions.show_vote,
            "outcome": self._decisions.tell_outcome,
            "proposal": self._decisions.show_proposal,
            **other_handlers,
        }

    async def send(self, item: OutboxItem) -> None:
        """Send a message that is due, unless the decision that it shows is still open.

        Raises HTTPException, OSError or TimeoutError if another attempt may work.
        """
        outbox = self._tables.outbox
        if item.state == "open" and await self._decisions.is_open(item):
            return
        if item.kind in ("call", "news", "remind") and not await self._tables.calls.is_first(item):
            return  # the message of the first one stands for all
        if item.attempts >= MAX_ATTEMPTS:
            log.warning("table %s: a message %r could not be sent in %s tries", item.table_id, item.kind, MAX_ATTEMPTS)
            await (outbox.keep(item) if item.kind == "lost" else outbox.settle(item))
            return
        if not await outbox.begin_attempt(item):
            return
        table = await self._tables.load_table(item.table_id)
        current_server.set(table.guild_id)
        try:
            is_settled = await self._handlers_by_kind[item.kind](item, table)
        except discord.HTTPException as error:
            if may_work_later(error):
                raise
            log.warning("table %s: Discord refuses its %r (%s): %s", table.id, item.kind, error.code, error.text)
            if isinstance(error, discord.Forbidden):  # the right may come back, and then the message is still due
                await outbox.postpone(item, self._tables.context.now() + FORBIDDEN_RETRY_S)
                await self._tables.outages.stop_clocks(table.id)
                return
            is_settled = True
            if error.code == UNKNOWN_CHANNEL_CODE:
                await self._tables.channels.mark_lost(table.id)
        if is_settled:
            await outbox.settle(item)
