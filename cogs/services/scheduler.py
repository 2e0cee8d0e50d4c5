"""Run the jobs that are due at a moment, such as reminders and the outcomes of votes.

All due items are rows of the store; the scheduler holds only the next moment to check. What a job does is up to
`ReminderSender`, `DecisionMessages` and `AnnouncementSender`.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Callable, Coroutine
from typing import Any

import discord

from cogs.i18n.locale_resolver import LocaleResolver
from cogs.services.announcements import AnnouncementSender
from cogs.services.decision_messages import DecisionMessages, OfferForbiddenError
from cogs.services.members import MemberLookup
from cogs.services.reminder_sender import ReminderSender
from engine.host.model.clock import Clock
from engine.host.model.game_catalogue import GameCatalogue
from engine.host.service.deadlines.reminders import FORBIDDEN_RETRY_S
from engine.host.service.service_context import StoreUnavailableError
from engine.host.service.table_services import TableServices
from engine.host.store.reminders import DueItems
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
    """Starts a job for each item that is due, and a timer until the next one.

    A change of a table leads to a check if something of it is due earlier than the timer, or while a vote or a proposal is open,
    which any change may decide.
    """

    def __init__(
        self,
        tables: TableServices,
        catalogue: GameCatalogue,
        locales: LocaleResolver,
        channels: Callable[[int], discord.PartialMessageable],
        members: MemberLookup,
        clock: Clock,
        announcements: AnnouncementSender,
    ) -> None:
        self._tables = tables
        self._clock = clock
        self._announcements = announcements
        self._reminders = ReminderSender(tables, catalogue, locales, channels, members, clock)
        self._decisions = DecisionMessages(tables, locales, channels, members, announcements.show_table)
        self._timer: asyncio.TimerHandle | None = None
        self._check_task: asyncio.Task[None] | None = None
        self._jobs: dict[tuple[str, int | str], asyncio.Task[None]] = {}
        self._jobs_to_repeat: set[tuple[str, int | str]] = set()
        self._offer_retry_at_by_vote: dict[int, int] = {}
        """Votes whose offer Discord has refused for lack of rights, and when it is tried again."""
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
        next_check_at = math.inf if self._next_check_at is None else self._next_check_at
        if self._check_task is not None or self._has_open_decision or due_at < next_check_at:
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
        """Start a job for each item that is due, and find the moment of the next check."""
        now = self._now()
        await self._repair_timestamps(now)
        due = await self._tables.reminders.find_due_items()
        self._has_open_decision = due.has_open_decision
        await self._start_request_jobs(due)
        await self._start_outcome_jobs(due, now)
        if due.has_due_announcements:
            for announcement in await self._tables.announcements.list_due():
                self._start_job("errand", announcement.key, self._announcements.send_announcement(announcement))
        self._next_check_at = await self._find_next_check_at(due, now)

    async def _repair_timestamps(self, now: float) -> None:
        """Recover from a stop in the middle of a job, and from a clock that was set back."""
        reminders = self._tables.reminders
        if not self._has_recovered:
            await reminders.recover_pending()
            self._has_recovered = True
        elif now < self._last_seen_at - CLOCK_SLACK_S:
            log.warning("the clock went back by %.0f s", self._last_seen_at - now)
            await reminders.fix_future_timestamps()
        self._last_seen_at = now

    async def _start_request_jobs(self, due: DueItems) -> None:
        """Start the jobs that count votes, remind players, and ask whether a move may be taken back."""
        if due.has_votes_to_count:
            for table_id, vote_id in await self._tables.votes.list_open_votes():
                self._start_job("count of vote", vote_id, self._decisions.count_ballots(table_id, vote_id))
        if due.has_due_reminders:
            for reminder in await self._tables.reminders.list_due_reminders():
                self._start_job("notice", reminder.id, self._reminders.send_reminder(reminder))
        if due.has_questions_to_ask:
            for question in await self._tables.undo.list_due_questions():
                self._start_job("question at table", question.table_id, self._decisions.ask_question(question))

    async def _start_outcome_jobs(self, due: DueItems, now: float) -> None:
        """Start the jobs that show how votes and proposals ended."""
        if due.has_expired_proposals:
            await self._tables.proposals.void_expired()
        if due.has_ends_to_show:
            for vote_id in await self._tables.votes.list_to_show():
                if self._offer_retry_at_by_vote.get(vote_id, now) <= now:
                    self._start_job("vote", vote_id, self._show_vote_outcome(vote_id))
        if due.has_ends_to_show or due.has_expired_proposals:
            for proposal_id in await self._tables.proposals.list_to_show():
                self._start_job("motion", proposal_id, self._decisions.show_proposal_outcome(proposal_id))

    async def _find_next_check_at(self, due: DueItems, now: float) -> float | None:
        next_due_at = due.next_due_at
        if due.has_due_reminders:
            next_due_at = await self._tables.reminders.find_next_due_at()
        moments = [retry_at for retry_at in self._offer_retry_at_by_vote.values() if retry_at > now]
        if next_due_at is not None:
            moments.append(next_due_at)
        if not moments:
            return None
        # The jobs of items that are due already have just been started.
        first = min(moments)
        return float(first) if first > now else now + FAILURE_RETRY_S

    # ------------------------------------------------------------- jobs
    def _start_job(self, kind: str, number: int | str, work: Coroutine[Any, Any, object]) -> None:
        """Start a job. If it is running already, check again after it."""
        key = (kind, number)
        if key in self._jobs:
            work.close()
            self._jobs_to_repeat.add(key)
        else:
            self._jobs[key] = asyncio.create_task(self._run_job(key, work), name=f"{kind}-{number}")

    async def _run_job(self, key: tuple[str, int | str], work: Coroutine[Any, Any, object]) -> None:
        try:
            async with self._job_slots:
                await work
        except (discord.HTTPException, OSError, TimeoutError, UserError) as error:
            log.warning("%s %s: %s; trying again later", *key, type(error).__name__)
            self._retry_later()
        except Exception:
            log.exception("%s %s failed; trying again later", *key)
            self._retry_later()
        finally:
            del self._jobs[key]
            if key in self._jobs_to_repeat:
                self._jobs_to_repeat.discard(key)
                self.request_check()

    async def _show_vote_outcome(self, vote_id: int) -> None:
        try:
            await self._decisions.show_vote_outcome(vote_id)
        except OfferForbiddenError:
            self._offer_retry_at_by_vote[vote_id] = int(self._now()) + FORBIDDEN_RETRY_S
            self._retry_later(FORBIDDEN_RETRY_S)
        else:
            self._offer_retry_at_by_vote.pop(vote_id, None)

    def _retry_later(self, delay_s: float = FAILURE_RETRY_S) -> None:
        retry_at = self._now() + delay_s
        self._next_check_at = retry_at if self._next_check_at is None else min(self._next_check_at, retry_at)
        self._set_timer()

    def _now(self) -> float:
        return self._clock().timestamp()
