"""Calls: messages that mention users. A user who is asleep is called when their quiet hours are over, and a user who was
called within the hour when it is over. The board post that mentions a player whose turn has begun is no such call.

Then one message calls the user to everything that waits for them on a server.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Literal, Optional

import msgspec

from engine.host.model.table import NO_USER, Table, UserTable
from engine.host.service.people.cooldowns import claim_hour
from engine.host.service.people.settings import Settings
from engine.host.service.service_context import ServiceContext
from engine.host.store import outbox, tables
from engine.host.store.database import Transaction
from engine.host.store.outbox import OutboxItem
from engine.host.store.users import user_schedules, user_tables

CallReason = Literal["turn", "offer", "invitation", "question", "end", "news"]


class CallBundle(msgspec.Struct, frozen=True):
    """The calls of a user on one server: the oldest that is still wanted is about `table`, and `more_count` other tables wait.

    `reason` is None if none is wanted any more. `message_id` is the message that the call is about, if one is known.
    """

    items: tuple[OutboxItem, ...]
    table: Table
    reason: Optional[CallReason]
    message_id: Optional[int]
    more_count: int


class Calls:
    """Decides who is called now, and who later."""

    def __init__(self, context: ServiceContext, settings: Settings) -> None:
        self._context = context
        self._settings = settings

    async def call_users(
        self, table_id: int, users: Iterable[int], nonce: str, *, news_revision: int | None = None
    ) -> list[int]:
        """Return the users whom a message may mention now. Those who are asleep or were called within the hour are called later.

        By default they are called only if the table still waits for them then. `news_revision`: they are called if the
        question of this revision is still open, or in any case if it is 0. A message that is sent again has the same `nonce`.
        """
        wanting_users = [user for user in users if user > NO_USER and await self._settings.wants_call(user)]
        sleeping_users = await self.call_later(table_id, wanting_users, news_revision=news_revision)
        awake_users = [user for user in dict.fromkeys(wanting_users) if user not in sleeping_users]
        if not awake_users:
            return []
        return await self._claim_calls(table_id, awake_users, nonce, news_revision)

    async def call_later(
        self, table_id: int, users: Iterable[int], *, news_revision: int | None = None
    ) -> frozenset[int]:
        """Schedule the call of each user who is asleep, and return these users. See `call_users`."""
        now = self._context.now()
        awake_at_by_user: dict[int, int] = {}
        for user_id in users:
            schedule = await user_schedules.load_schedule(self._context.store, user_id)
            if schedule.is_asleep(now):
                awake_at_by_user[user_id] = schedule.find_awake_at(now)

        async def work(tx: Transaction) -> None:
            for user_id, awake_at in awake_at_by_user.items():
                await outbox.add_call(tx, table_id, user_id, now, awake_at, news_revision)

        if awake_at_by_user:
            await self._context.write(work)
            self._context.notify_listeners()
        return frozenset(awake_at_by_user)

    async def find_call_time(self, user_id: int, nonce: str) -> int:
        """Return when a message may call a user: now, and then the call is booked, or later."""
        now = self._context.now()
        schedule = await user_schedules.load_schedule(self._context.store, user_id)
        if schedule.is_asleep(now):
            return schedule.find_awake_at(now)
        return max(now, await self._context.write(lambda tx: claim_hour(tx, now, user_id, nonce)))

    async def _claim_calls(
        self, table_id: int, users: Collection[int], nonce: str, news_revision: int | None
    ) -> list[int]:
        """Book a call of each user, schedule it if they were called within the hour, and return the others."""
        now = self._context.now()

        async def work(tx: Transaction) -> list[int]:
            called_users: list[int] = []
            for user_id in users:
                call_at = await claim_hour(tx, now, user_id, nonce)
                if call_at <= now:
                    called_users.append(user_id)
                else:
                    await outbox.add_call(tx, table_id, user_id, now, call_at, news_revision)
            return called_users

        called_users = await self._context.write(work)
        if len(called_users) < len(users):
            self._context.notify_listeners()
        return called_users

    async def is_first(self, item: OutboxItem) -> bool:
        """Return whether a call is the oldest one of its user and server, whose message stands for all of them."""
        calls = await outbox.list_calls(self._context.store, item.table_id, item.subject_id, self._context.now())
        return bool(calls) and calls[0].id == item.id

    async def load_bundle(self, item: OutboxItem) -> CallBundle:
        """Load the calls that one message stands for."""
        now, user_id = self._context.now(), item.subject_id
        calls = await outbox.list_calls(self._context.store, item.table_id, user_id, now)
        user_tables_now = await user_tables.list_user_tables(self._context.store, user_id, now)
        user_table_by_id = {table.id: table for table in user_tables_now}
        reasons: dict[int, CallReason] = {}
        for call in calls:
            reason = await self._find_reason(call, user_table_by_id.get(call.table_id))
            if reason is not None:
                reasons.setdefault(call.table_id, reason)
        table_id, reason = next(iter(reasons.items()), (item.table_id, None))
        message_id = None
        if table_id in user_table_by_id:
            message_id = user_table_by_id[table_id].message_id
        table = await self._context.load_table(table_id)
        return CallBundle(tuple(calls), table, reason, message_id, max(len(reasons) - 1, 0))

    async def settle_calls(self, calls: Iterable[OutboxItem]) -> None:
        """Settle the calls for which a message was sent, or which are not wanted any more."""

        async def work(tx: Transaction) -> None:
            for call in calls:
                await outbox.delete_message(tx, call.id)

        await self._context.write(work)

    async def _find_reason(self, call: OutboxItem, user_table: UserTable | None) -> CallReason | None:
        """Return why a user is called to a table, None if nothing waits for them there."""
        if user_table is not None and user_table.is_waiting_for_user:
            return "turn"
        if user_table is not None and "offer" in user_table.pending_requests:
            return "offer"
        if user_table is not None and user_table.pending_requests:
            return "question"
        table = await self._context.load_table(call.table_id)
        if call.kind == "call":
            is_seated = table.find_seat(call.subject_id) is not None
            if is_seated or not table.is_live:
                return None
            is_invited = await tables.is_invited(self._context.store, table.id, call.subject_id)
            return "invitation" if is_invited else None
        if table.status == "finished":
            return "end"
        if not table.is_live:
            return None
        return "news" if call.asked_revision in (0, table.asked_revision) else None
