"""The outbox: messages that the bot owes, each sent once even if the process dies in between.

A message is marked before each attempt and settled after it. If it was tried before, the sender first looks for it on
Discord. The service that adds a message decides its content.
"""

from __future__ import annotations

from engine.host.model.pace import MINUTE_S
from engine.host.service.service_context import ServiceContext
from engine.host.store import outbox, turn_deadlines, votes
from engine.host.store.database import Transaction
from engine.host.store.outbox import DueMoments, OutboxItem

MAX_ATTEMPTS = 12
"""Attempts to send one message; with the pauses between them about two hours."""
FORBIDDEN_RETRY_S = 30 * MINUTE_S
"""Seconds until the next attempt after Discord refused because the bot may not post there."""


class Outbox:
    """The messages that are due, and their attempts."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context

    async def list_due(self) -> list[OutboxItem]:
        """List the messages to send now, with the reminders that have just become due, and the open decisions."""
        shard_range, now = self._context.shard_range, self._context.now()
        turn_due_at = (await self.find_due_moments()).turn_due_at
        if turn_due_at is not None and turn_due_at <= now:
            await self._context.write(lambda tx: turn_deadlines.create_due_notices(tx, shard_range, now))
        return await outbox.list_due(self._context.store, shard_range, now)

    async def find_due_moments(self) -> DueMoments:
        """Find out when the next message or turn deadline is due, and whether a decision is open."""
        return await outbox.find_due_moments(self._context.store, self._context.shard_range)

    async def begin_attempt(self, item: OutboxItem) -> bool:
        """Schedule the next attempt before this one, with a growing delay. Return False if the message is not wanted."""
        retry_at = self._context.compute_retry_at(item.attempts)
        return await self._context.write(lambda tx: outbox.begin_attempt(tx, item.id, retry_at))

    async def settle(self, item: OutboxItem) -> None:
        """Settle a message that was sent or cannot be sent, so that it is not sent again."""
        await self._context.write(lambda tx: outbox.delete_message(tx, item.id))

    async def postpone(self, item: OutboxItem, due_at: int) -> None:
        """Postpone a message that cannot be sent now, without counting the attempt."""
        await self._context.write(lambda tx: outbox.postpone(tx, item.id, due_at))
        self._context.notify_listeners()

    async def keep(self, item: OutboxItem) -> None:
        """Keep a message that cannot be sent, to be told below the answer to a command."""
        await self._context.write(lambda tx: outbox.keep_message(tx, item.id))

    async def watch_decision(self, item: OutboxItem) -> None:
        """Wait for the outcome of a decision whose message shows that it is open."""
        await self._context.write(lambda tx: outbox.watch_decision(tx, item.id))
        self._context.notify_listeners()

    async def repair_times(self) -> None:
        """Recover from an end in the middle of an attempt, and from a clock that was set back."""
        shard_range, now = self._context.shard_range, self._context.now()

        async def work(tx: Transaction) -> None:
            await turn_deadlines.fix_future_timestamps(tx, shard_range, now)
            await votes.fix_future_timestamps(tx, shard_range, now)
            await outbox.repair_times(tx, shard_range, now)

        await self._context.write(work)
