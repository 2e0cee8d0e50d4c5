"""Send the messages that are due at a moment.

They are rows of the store; the scheduler holds only the next moment to check. `OutboxSender` sends them.
"""

from __future__ import annotations

import asyncio
import logging

import discord

from cogs.services.outbox_sender import OutboxSender
from engine.host.service.service_context import StoreUnavailableError
from engine.host.service.table_services import TableServices
from engine.host.store.outbox import OutboxItem
from engine.kernel.text import UserError

log = logging.getLogger("overwinter.scheduler")
CHECK_INTERVAL_S = 50
"""The clock is checked at least this often, since it may jump while a timer sleeps."""
CLOCK_SLACK_S = 2
"""The clock may be set back by this much without consequences."""
FAILURE_RETRY_S = 30
"""The pause before the next attempt after a failure."""
MAX_CONCURRENT_JOBS = 8
"""The number of jobs that run at the same time: a slow channel must not hold up the others."""


class Scheduler:
    """Starts a job for each message that is due, and a timer until the next one.

    A change of a table leads to a check if something of it is due earlier than the timer, or while a vote or a proposal is open,
    which any change may decide.
    """

    def __init__(self, tables: TableServices, sender: OutboxSender) -> None:
        self._tables = tables
        self._sender = sender
        self._timer: asyncio.TimerHandle | None = None
        self._check_task: asyncio.Task[None] | None = None
        self._jobs: dict[int, asyncio.Task[None]] = {}
        self._jobs_to_repeat: set[int] = set()
        self._is_check_requested = False
        self._has_recovered = False
        self._is_stopped = False
        self._next_check_at: float | None = None
        self._has_open_decision = True
        self._last_seen_at = 0.0
        self._job_slots = asyncio.Semaphore(MAX_CONCURRENT_JOBS)

    def start(self) -> None:
        """Start, beginning with the items that fell due while the bot was down."""
        self._tables.context.listeners.append(self.note_due)
        self.request_check()

    async def stop(self, timeout_s: float = 5) -> None:
        """Stop. Jobs get `timeout_s` to finish; the next start repeats the others."""
        self.halt()
        tasks = self.running_tasks
        if tasks:
            await asyncio.wait(tasks, timeout=timeout_s)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def halt(self) -> None:
        """Start nothing more. Running jobs go on."""
        self._is_stopped = True
        if self._timer is not None:
            self._timer.cancel()

    @property
    def running_tasks(self) -> list[asyncio.Task[None]]:
        """The jobs under way, and the check that starts further ones."""
        tasks = list(self._jobs.values())
        if self._check_task is not None:
            tasks.insert(0, self._check_task)
        return tasks

    @property
    def has_timer(self) -> bool:
        """Whether a timer will lead to another check."""
        return self._timer is not None and not self._timer.cancelled()

    # ------------------------------------------------------------- checks
    def note_due(self, due_at: float) -> None:
        """Check soon if an item that has been stored falls due before the next check."""
        is_checking = self._check_task is not None
        is_due_earlier = self._next_check_at is None or due_at < self._next_check_at
        if is_checking or self._has_open_decision or is_due_earlier:
            self.request_check()

    def request_check(self) -> None:
        """Look for due items soon."""
        self._is_check_requested = True
        if self._check_task is None and not self._is_stopped:
            self._check_task = asyncio.create_task(self._run_checks(), name="scheduler")

    def _on_timer(self) -> None:
        now = self._now()
        is_set_back = now < self._last_seen_at - CLOCK_SLACK_S
        is_due = self._next_check_at is not None and now >= self._next_check_at
        if is_set_back or is_due:
            self.request_check()
        else:
            self._set_timer()

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if self._is_stopped:
            return
        delay_s = float(CHECK_INTERVAL_S)
        if self._next_check_at is not None:
            delay_s = min(delay_s, max(self._next_check_at - self._now(), 0.1))
        self._timer = asyncio.get_running_loop().call_later(delay_s, self._on_timer)

    async def _run_checks(self) -> None:
        """Check until no further check was requested meanwhile."""
        try:
            while self._is_check_requested:
                self._is_check_requested = False
                await self._start_due_jobs()
        except StoreUnavailableError:
            log.warning("the store could not write what is due; trying again in %s s", FAILURE_RETRY_S)
            self._next_check_at = self._now() + FAILURE_RETRY_S
        except Exception:
            log.exception("the scheduler failed; trying again in %s s", FAILURE_RETRY_S)
            self._next_check_at = self._now() + FAILURE_RETRY_S
        finally:
            self._check_task = None
            self._set_timer()

    async def _start_due_jobs(self) -> None:
        """Start a job for each message that is due, and find the moment of the next check."""
        now = self._now()
        await self._repair_timestamps(now)
        moments = await self._tables.outbox.find_due_moments()
        self._has_open_decision = moments.has_open_decision
        if moments.is_due(now):
            for item in await self._tables.outbox.list_due():
                self._start_job(item)
            moments = await self._tables.outbox.find_due_moments()
        next_due_at = moments.next_due_at
        if next_due_at is not None and next_due_at <= now:  # its job has just been started
            next_due_at = int(now) + FAILURE_RETRY_S
        self._next_check_at = next_due_at

    async def _repair_timestamps(self, now: float) -> None:
        """Recover from a stop in the middle of a job, and from a clock that was set back."""
        is_set_back = now < self._last_seen_at - CLOCK_SLACK_S
        if is_set_back:
            log.warning("the clock went back by %.0f s", self._last_seen_at - now)
        if is_set_back or not self._has_recovered:
            await self._tables.outbox.repair_times()
            self._has_recovered = True
        self._last_seen_at = now

    # ------------------------------------------------------------- jobs
    def _start_job(self, item: OutboxItem) -> None:
        """Start the job of a message. If it is running already, check again after it."""
        if item.id in self._jobs:
            self._jobs_to_repeat.add(item.id)
        else:
            self._jobs[item.id] = asyncio.create_task(self._run_job(item), name=f"{item.kind}-{item.id}")

    async def _run_job(self, item: OutboxItem) -> None:
        try:
            async with self._job_slots:
                await self._sender.send(item)
        except (discord.HTTPException, OSError, TimeoutError, UserError) as error:
            log.warning("%s %s: %s; trying again later", item.kind, item.id, type(error).__name__)
            self._retry_later()
        except Exception:
            log.exception("%s %s failed; trying again later", item.kind, item.id)
            self._retry_later()
        finally:
            del self._jobs[item.id]
            if item.id in self._jobs_to_repeat:
                self._jobs_to_repeat.discard(item.id)
                self.request_check()

    def _retry_later(self) -> None:
        retry_at = self._now() + FAILURE_RETRY_S
        if self._next_check_at is None or retry_at < self._next_check_at:
            self._next_check_at = retry_at
        self._set_timer()

    def _now(self) -> float:
        return self._tables.context.clock().timestamp()
