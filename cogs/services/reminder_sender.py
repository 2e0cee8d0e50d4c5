"""Send reminders and the other notices about a seat's turn, each at most once.

Each attempt is counted before it is made, and a message that may have been sent is searched for before it is sent again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

import discord

from cogs.i18n.locale_resolver import LocaleResolver
from cogs.messages.layout import allow_mentions
from cogs.messages.reminder import build_reminder_message, is_reminder, list_recipients
from cogs.services.members import MemberLookup
from cogs.services.sending import SEND_TIMEOUT_S, UNKNOWN_CHANNEL_CODE, is_server_error
from cogs.services.sent_messages import find_sent_message
from engine.host.model.clock import Clock
from engine.host.model.game_catalogue import GameCatalogue
from engine.host.model.table import Table
from engine.host.service.deadlines.reminders import FORBIDDEN_RETRY_S, MAX_ATTEMPTS
from engine.host.service.table_services import TableServices
from engine.host.store.reminders import Reminder

log = logging.getLogger("overwinter.scheduler")


class ReminderSender:
    """Sends reminders to the tables' channels."""

    def __init__(
        self,
        tables: TableServices,
        catalogue: GameCatalogue,
        locales: LocaleResolver,
        channels: Callable[[int], discord.PartialMessageable],
        members: MemberLookup,
        clock: Clock,
    ) -> None:
        self._tables = tables
        self._catalogue = catalogue
        self._locales = locales
        self._channels = channels
        self._members = members
        self._clock = clock

    async def send_reminder(self, reminder: Reminder) -> None:
        """Send a reminder that is due, or record why not.

        Raises HTTPException, OSError or TimeoutError if another attempt may work.
        """
        reminders = self._tables.reminders
        if reminder.attempts >= MAX_ATTEMPTS:
            log.warning(
                "table %s: a %s notice could not be sent in %s tries", reminder.table_id, reminder.kind, MAX_ATTEMPTS
            )
            await reminders.record_outcome(reminder, "failed")
            return
        if not await reminders.begin_attempt(reminder):
            return
        table = await self._tables.load_table(reminder.table_id)
        if reminder.kind == "call" and not await self._can_call(reminder, table):
            return
        if not list_recipients(reminder, table):  # nobody else plays who could vote
            await reminders.record_outcome(reminder, "void")
            return
        try:
            message_id = await self._find_or_post(reminder, table)
        except discord.HTTPException as error:
            if is_server_error(error):
                raise
            await self._record_refusal(reminder, error)
            return
        if message_id is not None:
            await reminders.record_outcome(reminder, "sent", message_id)

    async def _can_call(self, reminder: Reminder, table: Table) -> bool:
        """Return whether to call the seat's player now: not if they want no calls, and later if they are asleep again."""
        reminders = self._tables.reminders
        user = table.find_seat_user(reminder.seat)
        now = self._now()
        if not await self._tables.settings.wants_call(user, is_turn=True):
            await reminders.record_outcome(reminder, "void")
            return False
        schedule = await self._tables.schedules.load_schedule(user)
        if schedule.is_asleep(now) and not reminder.was_tried:
            await reminders.postpone(reminder, schedule.find_awake_at(now))
            return False
        return True

    async def _find_or_post(self, reminder: Reminder, table: Table) -> int | None:
        """Return the id of the reminder's message, or None if the player has left the server and needs none."""
        channel = self._channels(table.channel_id)
        if reminder.was_tried:
            sent = await find_sent_message(channel, reminder.created_at, lambda message: is_reminder(message, reminder))
            if sent is not None:
                return sent
        if reminder.kind == "remind":
            user = table.find_seat_user(reminder.seat)
            if await self._members.has_left(table.guild_id, user):
                await self._tables.reminders.record_departure(reminder)
                return None
        return await self.post_reminder(channel, reminder, table)

    async def post_reminder(self, channel: discord.PartialMessageable, reminder: Reminder, table: Table) -> int:
        """Post a reminder and return the id of its message."""
        tables = self._tables
        post = await tables.snapshots.load_post(table.id)
        clocks = await tables.snapshots.load_seat_waits(table.id)
        language = await self._locales.find_server_language(table.guild_id)
        recipients = [table.find_user_to_call(seat) for seat in list_recipients(reminder, table)]
        calls = await tables.settings.list_users_to_call([user for user in recipients if user is not None])
        view = build_reminder_message(
            reminder,
            table,
            self._catalogue.load_game(table.game).title,
            clocks,
            post.message_id if post else None,
            self._now(),
            language,
            [person.seat for person in table.seats if person.user_id in calls],
        )
        async with asyncio.timeout(SEND_TIMEOUT_S):
            # For some minutes the nonce makes Discord return a message it has already; later the channel is searched.
            sent = await channel.send(view=view, nonce=f"n{reminder.id}", allowed_mentions=allow_mentions(*calls))
        return sent.id

    async def _record_refusal(self, reminder: Reminder, error: discord.HTTPException) -> None:
        reminders = self._tables.reminders
        log.warning("table %s: Discord refuses its notice (%s): %s", reminder.table_id, error.code, error.text)
        if isinstance(error, discord.Forbidden):  # the right may come back, and then the reminder is still due
            await reminders.postpone(reminder, self._now() + FORBIDDEN_RETRY_S)
            return
        await reminders.record_outcome(reminder, "failed")
        if error.code == UNKNOWN_CHANNEL_CODE:
            await self._tables.lobby.abandon(reminder.table_id)

    def _now(self) -> int:
        return int(self._clock().timestamp())
