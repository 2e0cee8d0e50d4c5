"""The lease on a group of shards: one process serves it and renews the lease, others wait until it expires.

Both sides count on monotonic clocks of their own, so no two machines' clocks have to agree. The time between
LEASE_LIFETIME_S and TAKEOVER_AFTER_S is for messages that are still on their way.

On a database server the holder also has a session, which ends with its connection. So a killed process is noticed within seconds;
the renewals are for a machine that vanishes, whose connection the server keeps.
"""

from __future__ import annotations

import asyncio
import logging
import math
import secrets
from collections.abc import Awaitable, Callable, Sequence

from engine.host.model.clock import MonotonicClock
from engine.host.model.shard_range import ShardRange
from engine.host.store.database import Store, StoreError, Transaction
from engine.host.store.shards import leases
from engine.host.store.shards.leases import Lease

log = logging.getLogger("overwinter.shards")
RENEWAL_INTERVAL_S = 10
"""Seconds between two renewals."""
RENEWAL_RETRY_S = 1
"""Seconds until a failed renewal is tried again."""
LEASE_LIFETIME_S = 16
"""Seconds after the last renewal that was certainly written, after which its holder does nothing more."""
TAKEOVER_AFTER_S = 19
"""Seconds without a renewal after which another process takes over."""
SESSION_GRACE_S = 2
"""Seconds after the loss of its session for which the holder of a lease still acts. It tries to begin the session again at once."""
SESSION_GONE_S = 3
"""Seconds for which no session of the holder was found, after which another process takes over."""
STANDBY_INTERVAL_S = 1
"""Seconds between two looks of a process that stands by."""
SleepFunction = Callable[[float], Awaitable[object]]


class LeaseLostError(StoreError):
    """Raised if another process serves these shards."""

    def __init__(self, shard_range: ShardRange) -> None:
        super().__init__(f"The shards {shard_range} are served by another process now; this one does nothing more.")


class LeaseExpiredError(OSError):
    """Raised for a request to Discord after another process has taken over this one's shards."""


class _LeaseTakenError(Exception):
    """Raised in a transaction if another process was faster."""


class ShardGroup:
    """A process's lease on a shard range: `acquire` waits for it, `hold` renews it, `release` gives it back."""

    def __init__(
        self,
        store: Store,
        shard_range: ShardRange,
        monotonic: MonotonicClock,
        sleep: SleepFunction = asyncio.sleep,
        *,
        interval_s: float | None = None,
    ) -> None:
        self._standby_interval_s = STANDBY_INTERVAL_S if interval_s is None else interval_s
        self._store, self._shard_range, self._ticks, self._pause = store, shard_range, monotonic, sleep
        self.holder = secrets.token_hex(8)
        """The name under which this process holds the lease."""
        self._renewed_at: float | None = None
        """When the last renewal that was certainly written began; None without the lease."""
        self._is_renewal_failing = False
        self._session_lost_at: float | None = None
        self._is_renewal_due = False
        """Whether the next renewal must not wait, since the session was lost."""
        self._renewal_pause: asyncio.Future[object] | None = None

    @property
    def holds_lease(self) -> bool:
        """Whether this process may act."""
        is_connected = self._session_lost_at is None or self._ticks() < self._session_lost_at + SESSION_GRACE_S
        return self.may_answer and is_connected

    @property
    def may_answer(self) -> bool:
        """Whether this process may answer people, as long as it may while the server is away. Discord refuses second answers."""
        return self._renewed_at is not None and self._ticks() < self._renewed_at + LEASE_LIFETIME_S

    async def acquire(self, has_ended: Callable[[str], bool] = lambda _: False) -> list[Lease]:
        """Wait until this process has the lease. Return the leases that it has replaced.

        `has_ended` returns whether another holder certainly runs no more. Its lease is taken at once.

        Raises StoreError if the store cannot be read at the first look; later failures only make it wait.
        """
        rivals = await leases.list_rival_leases(self._store, self._shard_range, self.holder)
        unchanged_since, gone_since, logged_reason = self._ticks(), math.inf, ""
        while True:
            is_over = (
                all(has_ended(rival.holder) for rival in rivals)
                or self._ticks() >= unchanged_since + TAKEOVER_AFTER_S
                or self._ticks() >= gone_since + SESSION_GONE_S
            )
            if is_over:
                if await self._try_acquire(rivals):
                    break
                unchanged_since, gone_since = self._ticks(), math.inf
            reason = " ".join(_describe_rival(rival, self._shard_range) for rival in rivals)
            if reason and reason != logged_reason:
                log.info("standing by: %s", reason)
            logged_reason = reason
            await self._pause(self._standby_interval_s)
            try:
                current_rivals = await leases.list_rival_leases(self._store, self._shard_range, self.holder)
                gone_since = min(gone_since, self._ticks()) if await self._have_all_gone(current_rivals) else math.inf
            except Exception as error:  # noqa: BLE001 - a process keeps standing by, no matter what the driver raises
                log.warning("standing by: the store does not answer (%s)", error)
                gone_since = math.inf
            else:
                if current_rivals != rivals:
                    rivals, unchanged_since = current_rivals, self._ticks()
        log.info("this process serves the shards %s", self._shard_range)
        return rivals

    async def _have_all_gone(self, rivals: Sequence[Lease]) -> bool:
        """Return whether no holder of these leases is connected, as far as the store can know."""
        for rival in rivals:
            if await self._store.has_session(rival.holder) is not False:
                return False
        return True

    def _note_lost_session(self) -> None:
        if self._session_lost_at is None:
            self._session_lost_at = self._ticks()
        self._renew_at_once()

    def _renew_at_once(self) -> None:
        self._is_renewal_due = True
        if self._renewal_pause is not None:
            self._renewal_pause.cancel()

    async def hold(self) -> None:
        """Renew the lease until another process has taken over.

        While the store cannot be written for more than LEASE_LIFETIME_S, this process does not act. It goes on when it
        finds the lease still its own, as after it was suspended.
        """
        while True:
            await self._await_renewal()
            while (has_lease := await self._renew()) is None:
                await self._pause(RENEWAL_RETRY_S)
            if not has_lease:
                self.stop_acting()
                return

    async def _await_renewal(self) -> None:
        """Wait until the lease has to be renewed: after a while, and at once if the session was lost."""
        if not self._is_renewal_due:
            self._renewal_pause = asyncio.ensure_future(self._pause(RENEWAL_INTERVAL_S))
            try:
                await asyncio.wait([self._renewal_pause])
            finally:
                self._renewal_pause.cancel()
        self._is_renewal_due = False

    def stop_acting(self) -> None:
        """Act no more as the holder of the lease, without a word to other processes."""
        self._renewed_at = None

    async def _try_acquire(self, stale_leases: Sequence[Lease]) -> bool:
        """Replace stale leases that have not changed since they were seen. Return whether this process has the lease."""
        began_at = self._ticks()

        async def work(tx: Transaction) -> None:
            await leases.delete_leases(tx, stale_leases)
            await leases.insert_lease(tx, self._shard_range, self.holder)
            if await leases.list_rival_leases(tx, self._shard_range, self.holder):
                raise _LeaseTakenError

        try:
            await self._store.begin_session(self.holder, self._note_lost_session)
            await self._store.write(work)
        except _LeaseTakenError:
            return False
        except Exception as error:  # noqa: BLE001 - a driver reports a conflict of two processes in its own way
            log.warning("the shards %s cannot be taken yet (%s)", self._shard_range, error)
            return False
        self._renewed_at = began_at
        return True

    async def _renew(self) -> bool | None:
        """Renew the lease once. Return whether it is still this process's own, None if the store has not answered in time."""
        began_at = self._ticks()
        time_left_s: float = LEASE_LIFETIME_S
        if self._renewed_at is not None:
            time_left_s += self._renewed_at - began_at

        async def work(tx: Transaction) -> bool:
            await leases.renew_lease(tx, self._shard_range, self.holder)
            rivals = await leases.list_rival_leases(tx, self._shard_range, self.holder)
            # Two processes can begin at the same moment only if their shard ranges differ: one of them must stop.
            if any(rival.holder <= self.holder for rival in rivals):
                return False
            return await leases.holds_lease(tx, self._shard_range, self.holder)

        writing = asyncio.ensure_future(self._store.write(work))
        waiting = asyncio.ensure_future(self._pause(max(time_left_s, RENEWAL_RETRY_S)))
        try:
            await asyncio.wait({writing, waiting}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            waiting.cancel()
            writing.add_done_callback(_consume_result)
        if not writing.done():
            self._log_failed_renewal("the store has not answered in time")
            return None
        error = writing.exception()
        if error is not None:
            self._log_failed_renewal(error)
            return None
        if writing.result():
            self._renewed_at = began_at
            self._note_renewed_session(began_at)
            if self._is_renewal_failing:
                log.info("the shards %s: the lease is renewed again", self._shard_range)
            self._is_renewal_failing = False
        return writing.result()

    def _note_renewed_session(self, began_at: float) -> None:
        """Note that the connection, and with it the session, works. One lost during the renewal needs another renewal."""
        if self._session_lost_at is not None and self._session_lost_at <= began_at:
            self._session_lost_at = None
        elif self._session_lost_at is not None:
            self._is_renewal_due = True

    def _log_failed_renewal(self, reason: object) -> None:
        """Log the first of several failed renewals."""
        if not self._is_renewal_failing:
            log.warning(
                "the shards %s: the lease cannot be renewed, and it is tried again (%s)", self._shard_range, reason
            )
        self._is_renewal_failing = True

    async def require_lease(self, tx: Transaction) -> None:
        """Raise LeaseLostError, in a transaction that is about to write, if another process has the lease."""
        if not await leases.holds_lease(tx, self._shard_range, self.holder):
            self.stop_acting()
            raise LeaseLostError(self._shard_range)

    async def release(self) -> bool:
        """Let another process take over at once. Return whether the store could be told."""
        self.stop_acting()
        try:
            await self._store.write(lambda tx: leases.release_lease(tx, self._shard_range, self.holder))
        except StoreError as error:
            log.warning("the shards %s are free in %s s (%s)", self._shard_range, TAKEOVER_AFTER_S, error)
            return False
        return True


def _describe_rival(rival: Lease, shard_range: ShardRange) -> str:
    if rival.shard_range == shard_range:
        return f"another process serves the shards {shard_range}."
    return (
        f"another process serves the shards {rival.shard_range}, which have servers in common with "
        f"{shard_range}: correct one of the lists."
    )


def _consume_result(task: asyncio.Future[bool]) -> None:
    """Retrieve the result of a late task, so that asyncio does not log it."""
    if not task.cancelled():
        task.exception()
