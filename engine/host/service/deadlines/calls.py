"""Calls: messages that mention users, or direct messages to them, as each user has chosen.

A user who is asleep is called when their quiet hours are over, and a user who was called within the hour when it is over.
The board post that mentions a player whose turn has begun is no such call. Then one message calls the user to everything
that waits for them on a server. Direct messages and the messages of spectators who follow a table are such calls, too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Literal, Optional

import msgspec

from engine.host.model.table import NO_USER, BoardPost, Table, UserTable
from engine.host.service.people.cooldowns import claim_hour
from engine.host.service.people.settings import Settings
from engine.host.service.service_context import ServiceContext
from engine.host.store import board_posts, followers, outbox, tables
from engine.host.store.database import Transaction
from engine.host.store.outbox import OutboxItem
from engine.host.store.users import user_schedules, user_tables

CallReason = Literal["turn", "offer", "invitation", "question", "confirmation", "end", "news"]


class OtherCall(msgspec.Struct, frozen=True):
    """Another table of the same server that waits for a user, and the message to look at, if one is known."""

    table_id: int
    game: str
    guild_id: int
    channel_id: int
    message_id: Optional[int]


class CallBundle(msgspec.Struct, frozen=True):
    """The calls of a user on one server: the oldest that is still wanted is about `table`, and the `others` wait, too.

    `reason` is None if none is wanted any more. `message_id` is the message that the call is about, if one is known.
    `is_followed`: they are about tables at which the user has no seat.
    """

    user_id: int
    items: tuple[OutboxItem, ...]
    table: Table
    reason: Optional[CallReason]
    message_id: Optional[int]
    others: tuple[OtherCall, ...]
    is_followed: bool = False

    @property
    def more_count(self) -> int:
        """The number of other tables that wait."""
        return len(self.others)


class Calls:
    """Decides who is called now, and who later."""

    def __init__(self, context: ServiceContext, settings: Settings) -> None:
        self._context = context
        self._settings = settings

    async def call_users(
        self, table_id: int, users: Iterable[int], nonce: str, *, news_revision: int | None = None
    ) -> list[int]:
        """Book the calls of these users, and return those whom a message may mention now.

        Those who are asleep or were called within the hour are called later, by default only if the table still waits for them.
        `news_revision`: they are called if the question of this revision is still open, or in any case if it is 0. A message
        that is sent again has the same `nonce`.
        """
        wanting_users: list[int] = []
        for user in users:
            if user > NO_USER and await self._settings.wants_call(user):
                wanting_users.append(user)
        later_users = await self.call_later(
            table_id, wanting_users, news_revision=news_revision, includes_direct_messages=True
        )
        awake_users = []
        for user in dict.fromkeys(wanting_users):
            if user not in later_users:
                awake_users.append(user)
        if not awake_users:
            return []
        return await self._claim_calls(table_id, awake_users, nonce, news_revision)

    async def call_later(
        self,
        table_id: int,
        users: Iterable[int],
        *,
        news_revision: int | None = None,
        includes_direct_messages: bool = False,
    ) -> frozenset[int]:
        """Schedule the call of each user who is asleep, and return these users. See `call_users`.

        `includes_direct_messages`: also of those who want direct messages, which are sent at once.
        """
        now = self._context.now()
        due_at_by_user: dict[int, int] = {}
        for user_id in users:
            schedule = await user_schedules.load_schedule(self._context.store, user_id)
            if schedule.is_asleep(now):
                due_at_by_user[user_id] = schedule.find_awake_at(now)
            elif includes_direct_messages and await self._settings.wants_direct_messages(user_id):
                due_at_by_user[user_id] = now

        async def work(tx: Transaction) -> None:
            for user_id, due_at in due_at_by_user.items():
                await outbox.add_call(tx, table_id, user_id, now, due_at, news_revision)

        if due_at_by_user:
            await self._context.write(work)
            self._context.notify_listeners()
        return frozenset(due_at_by_user)

    async def record_post(self, table: Table, post: BoardPost, users: Iterable[int]) -> None:
        """Store a board post, and in the same transaction the direct messages about it: to its followers, and to the
        `users` who want them. The others have been mentioned, or are called when they are awake.
        """
        now = self._context.now()
        direct_users = []
        for user in users:
            if await self._settings.wants_direct_messages(user):
                direct_users.append(user)
        is_running = table.status == "running"
        asked_revision = table.asked_revision if is_running else 0
        news_revision = None if is_running else 0

        async def work(tx: Transaction) -> bool:
            await board_posts.save_post(tx, table.id, post)
            for user in direct_users:
                schedule = await user_schedules.load_schedule(tx, user)
                if not schedule.is_asleep(now):
                    await outbox.add_call(tx, table.id, user, now, now, news_revision)
            followers_now: list[int] = []
            if table.status != "lobby":
                followers_now = await followers.list_followers(tx, table.id)
            for user in followers_now:
                schedule = await user_schedules.load_schedule(tx, user)
                due_at = schedule.find_awake_at(now) if schedule.is_asleep(now) else now
                await outbox.add_call(tx, table.id, user, now, due_at, asked_revision)
            return bool(direct_users or followers_now)

        if await self._context.write(work):
            self._context.notify_listeners()

    async def find_call_time(self, user_id: int, nonce: str, *, is_new_turn: bool = False) -> int:
        """Return when a message may call a user: now, and then the call is booked, or later.

        `is_new_turn`: it is the first call to a turn of somebody for whom nothing else waits, which may come within the hour.
        """
        now = self._context.now()
        schedule = await user_schedules.load_schedule(self._context.store, user_id)
        if schedule.is_asleep(now):
            return schedule.find_awake_at(now)
        allowed_at = await self._context.write(lambda tx: claim_hour(tx, now, user_id, nonce))
        if is_new_turn:
            return now
        return max(now, allowed_at)

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
        """Return whether a call or reminder is the oldest of its user and server, whose message stands for all of them."""
        calls, _ = await self._list_bundled(item, await self._find_user(item))
        return bool(calls) and calls[0].id == item.id

    async def load_bundle(self, item: OutboxItem) -> CallBundle:
        """Load the calls and reminders that one message stands for."""
        now, user_id = self._context.now(), await self._find_user(item)
        calls, is_followed = await self._list_bundled(item, user_id)
        user_tables_now = await user_tables.list_user_tables(self._context.store, user_id, now)
        user_table_by_id = {table.id: table for table in user_tables_now}
        reasons: dict[int, CallReason] = {}
        for call in calls:
            reason = await self._find_reason(call, user_id, user_table_by_id.get(call.table_id))
            if reason is not None:
                reasons.setdefault(call.table_id, reason)
        table_id, reason = next(iter(reasons.items()), (item.table_id, None))
        table = await self._context.load_table(table_id)
        if table_id in user_table_by_id:
            message_id = user_table_by_id[table_id].message_id
        else:
            message_id = None
        others = {other_id: await self._describe_other(other_id, user_table_by_id) for other_id in reasons}
        if not is_followed:
            for waiting in user_tables_now:
                if waiting.guild_id == table.guild_id and _find_open_request(waiting) is not None:
                    others[waiting.id] = await self._describe_other(waiting.id, user_table_by_id)
        others.pop(table_id, None)
        return CallBundle(user_id, tuple(calls), table, reason, message_id, tuple(others.values()), is_followed)

    async def _find_user(self, item: OutboxItem) -> int:
        """Find the user of a call, or of a reminder, whose subject is a seat."""
        if item.kind in ("call", "news"):
            return item.subject_id
        return (await self._context.load_table(item.table_id)).find_seat_user(item.subject_id)

    async def _list_bundled(self, item: OutboxItem, user_id: int) -> tuple[list[OutboxItem], bool]:
        """List the due calls of a user that one message stands for, and whether they are about tables that they follow."""
        store = self._context.store
        calls = await outbox.list_calls(store, item.table_id, user_id, self._context.now())
        followed_ids = await followers.list_followed_tables(store, user_id)
        is_followed = item.table_id in followed_ids
        return [call for call in calls if (call.table_id in followed_ids) == is_followed], is_followed

    async def _describe_other(self, table_id: int, user_table_by_id: Mapping[int, UserTable]) -> OtherCall:
        """Describe another table of a bundle. Somebody without a seat has no message to look at."""
        if table_id in user_table_by_id:
            shown = user_table_by_id[table_id]
            return OtherCall(shown.id, shown.game, shown.guild_id, shown.channel_id, shown.message_id)
        table = await self._context.load_table(table_id)
        return OtherCall(table.id, table.game, table.guild_id, table.channel_id, None)

    async def settle_calls(self, calls: Iterable[OutboxItem]) -> None:
        """Settle the calls for which a message was sent, or which are not wanted any more."""

        async def work(tx: Transaction) -> None:
            for call in calls:
                await outbox.delete_message(tx, call.id)

        await self._context.write(work)

    async def _find_reason(self, call: OutboxItem, user_id: int, user_table: UserTable | None) -> CallReason | None:
        """Return why a user is called to a table, None if nothing waits for them there."""
        if user_table is not None:
            reason = _find_open_request(user_table)
            if reason is not None:
                return reason
        table = await self._context.load_table(call.table_id)
        if call.kind == "call":
            return await self._find_lobby_reason(table, user_id)
        if call.kind == "remind":
            return None
        if table.status == "finished":
            return "end"
        if table.is_live and call.asked_revision in (0, table.asked_revision):
            return "news"
        return None

    async def _find_lobby_reason(self, table: Table, user_id: int) -> CallReason | None:
        """Return what a lobby asks of a user: to confirm their seat, or to accept an invitation; None if it asks nothing."""
        seat = table.find_seat(user_id)
        if seat is None:
            if table.is_live and await tables.is_invited(self._context.store, table.id, user_id):
                return "invitation"
            return None
        if table.status == "lobby" and table.seats[seat].must_confirm:
            return "confirmation"
        return None


def _find_open_request(user_table: UserTable) -> CallReason | None:
    """Return what a table asks of a user who has a seat there: a move, or an answer to a request; None if nothing."""
    if user_table.is_waiting_for_user:
        return "turn"
    if "offer" in user_table.pending_requests:
        return "offer"
    if user_table.pending_requests:
        return "question"
    return None
