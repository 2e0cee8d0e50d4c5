"""What the bot does on its own when it is due: reminders, early words, and showing how votes ended.

Everything that is due is a row in the store; the scheduler remembers only the next moment to look. A timer wakes it then, and
so does a change of a table that makes something due before then, or any change while a vote or a motion is open, which it may
decide. It checks the clock every CHECK_INTERVAL_S seconds in any case, since a machine's clock may jump while a timer sleeps.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Callable, Coroutine
from typing import Any

import discord

from cogs.i18n.locale_resolver import LocaleResolver
from cogs.messages.layout import allow_mentions
from cogs.messages.proposal import build_proposal_message
from cogs.messages.question import build_question_message, is_question, list_unanswered
from cogs.messages.reminder import build_reminder_message, is_reminder, list_recipients
from cogs.messages.vote import build_offer_message, build_vote_message
from cogs.services.announcements import AnnouncementSender
from cogs.services.members import MemberLookup
from cogs.services.sent_messages import find_sent_message
from engine.host.model.clock import Clock
from engine.host.model.game_catalogue import GameCatalogue
from engine.host.model.table import Table, UndoRequest
from engine.host.service.deadlines.reminders import FORBIDDEN_RETRY_S, MAX_ATTEMPTS
from engine.host.service.service_context import StoreUnavailableError
from engine.host.service.table_services import TableServices
from engine.host.store.reminders import Reminder
from engine.host.store.undo_requests import UndoQuestion
from engine.kernel.text import UserError

log = logging.getLogger("overwinter.scheduler")
CHECK_INTERVAL_S = 50
"""Seconds between two checks of the clock."""
CLOCK_SLACK_S = 2
"""Seconds by which the clock may be set back without consequences."""
FAILURE_RETRY_S = 30
"""Seconds until the next attempt after something went wrong."""
SEND_TIMEOUT_S = 30
"""How long one send may take."""
MAX_CONCURRENT_JOBS = 8
"""Jobs that run at the same time: a slow channel must not hold up the others."""
SERVER_ERROR_STATUS = 500
"""Statuses from here on are Discord's own failures and are tried again; below, Discord has refused."""
UNKNOWN_CHANNEL_CODE = 10003


class Scheduler:
    """Runs what is due, once each, and finds out when to look again."""

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
        self._catalogue = catalogue
        self._locales = locales
        self._channels = channels
        self._members = members
        self._clock = clock
        self._announcements = announcements
        self._timer: asyncio.TimerHandle | None = None
        self._check_task: asyncio.Task[None] | None = None
        self._jobs: dict[tuple[str, int | str], asyncio.Task[None]] = {}
        self._jobs_to_repeat: set[tuple[str, int | str]] = set()
        # Votes whose offer Discord has refused for lack of rights, and when it is tried again.
        self._barred_channels: dict[int, int] = {}
        self._is_check_requested = self._has_recovered = self._is_stopped = False
        self._next_check_at: float | None = None
        self._deciding_votes = True
        self._last_seen_at = 0.0
        self._job_slots = asyncio.Semaphore(MAX_CONCURRENT_JOBS)

    def start(self) -> None:
        """Start, with what fell due while the bot was down."""
        self._tables.context.listeners.append(self.note_due)
        self.request_check()

    async def stop(self, timeout_s: float = 5) -> None:
        """Stop. Jobs get `timeout_s` to finish; what does not is repeated at the next start."""
        self._is_stopped = True
        if self._timer is not None:
            self._timer.cancel()
        tasks = [task for task in (self._check_task, *self._jobs.values()) if task is not None]
        if tasks:
            await asyncio.wait(tasks, timeout=timeout_s)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def note_due(self, due_at: float) -> None:
        """Something has been written that falls due at a moment: a reason to look only if nothing wakes it before."""
        wakes = math.inf if self._next_check_at is None else self._next_check_at
        if self._check_task is not None or self._deciding_votes or due_at < wakes:
            self.request_check()

    def request_check(self) -> None:
        """Something may have become due."""
        self._is_check_requested = True
        if self._check_task is None and not self._is_stopped:
            self._check_task = asyncio.create_task(self._run_checks(), name="scheduler")

    def _on_timer(self) -> None:
        now = self._now()
        if now < self._last_seen_at - CLOCK_SLACK_S or (self._next_check_at is not None and now >= self._next_check_at):
            self.request_check()
        else:
            self._set_timer()

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if not self._is_stopped:
            pause = (
                CHECK_INTERVAL_S
                if self._next_check_at is None
                else min(CHECK_INTERVAL_S, max(self._next_check_at - self._now(), 0.1))
            )
            self._timer = asyncio.get_running_loop().call_later(pause, self._on_timer)

    async def _run_checks(self) -> None:
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
        """Start a job for everything that is due, and find out when to look again."""
        tables, now = self._tables, self._now()
        if not self._has_recovered:
            await tables.reminders.recover_pending()
            self._has_recovered = True
        elif now < self._last_seen_at - CLOCK_SLACK_S:
            log.warning("the clock went back by %.0f s", self._last_seen_at - now)
            await tables.reminders.fix_future_timestamps()
        self._last_seen_at = now
        agenda = await tables.reminders.find_due_items()
        self._deciding_votes = agenda.has_open_decision
        for table_id, vote_id in await tables.votes.list_open_votes() if agenda.has_votes_to_count else ():
            self._start_job("count of vote", vote_id, self._count_ballots(table_id, vote_id))
        for notice in await tables.reminders.list_due_reminders() if agenda.has_due_reminders else ():
            self._start_job("notice", notice.id, self._send_reminder(notice))
        for question in await tables.undo.list_due_questions() if agenda.has_questions_to_ask else ():
            self._start_job("question at table", question.table_id, self._ask_question(question))
        if agenda.has_expired_proposals:
            await tables.proposals.void_expired()
        for vote_id in await tables.votes.list_to_show() if agenda.has_ends_to_show else ():
            if self._barred_channels.get(vote_id, now) <= now:
                self._start_job("vote", vote_id, self._show_vote_outcome(vote_id))
        for motion_id in (
            await tables.proposals.list_to_show() if agenda.has_ends_to_show or agenda.has_expired_proposals else ()
        ):
            self._start_job("motion", motion_id, self._show_proposal_outcome(motion_id))
        for errand in await tables.announcements.list_due() if agenda.has_due_announcements else ():
            self._start_job("errand", errand.key, self._announcements.send_announcement(errand))
        due = await tables.reminders.find_next_due_at() if agenda.has_due_reminders else agenda.next_due_at
        again = [then for then in self._barred_channels.values() if then > now]
        due = min([*again, *([] if due is None else [due])], default=None)
        # What is due already has been started.
        self._next_check_at = None if due is None else float(due) if due > now else now + FAILURE_RETRY_S

    def _start_job(self, kind: str, number: int | str, work: Coroutine[Any, Any, object]) -> None:
        """Start a job; if it is running already, check again after it."""
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
        except (discord.HTTPException, OSError, TimeoutError, UserError) as failed:
            log.warning("%s %s: %s; trying again later", *key, type(failed).__name__)
            self._retry_later()
        except Exception:
            log.exception("%s %s failed; trying again later", *key)
            self._retry_later()
        finally:
            del self._jobs[key]
            if key in self._jobs_to_repeat:
                self._jobs_to_repeat.discard(key)
                self.request_check()

    def _retry_later(self, delay_s: float = FAILURE_RETRY_S) -> None:
        then = self._now() + delay_s
        self._next_check_at = then if self._next_check_at is None else min(self._next_check_at, then)
        self._set_timer()

    def _now(self) -> float:
        return self._clock().timestamp()

    # -------------------------------------------------------------- notices
    async def _send_reminder(self, reminder: Reminder) -> None:
        """Send a notice, or settle why not. Each attempt is counted before it is made, so that none is repeated for ever."""
        tables = self._tables
        if reminder.attempts >= MAX_ATTEMPTS:
            log.warning(
                "table %s: a %s notice could not be sent in %s tries", reminder.table_id, reminder.kind, MAX_ATTEMPTS
            )
            await tables.reminders.record_outcome(reminder, "failed")
            return
        if not await tables.reminders.begin_attempt(reminder):
            return
        table = await tables.load_table(reminder.table_id)
        if reminder.kind == "call" and not await self._can_call(reminder, table):
            return
        if not list_recipients(reminder, table):  # nobody else plays who could vote
            await tables.reminders.record_outcome(reminder, "void")
            return
        channel = self._channels(table.channel_id)
        try:
            sent = (
                await find_sent_message(channel, reminder.created_at, lambda m: is_reminder(m, reminder))
                if reminder.was_tried
                else None
            )
            if (
                sent is None
                and reminder.kind == "remind"
                and await self._members.has_left(table.guild_id, table.find_seat_user(reminder.seat))
            ):
                await tables.reminders.record_departure(reminder)
                return
            if sent is None:
                sent = await self._post_reminder(channel, reminder, table)
        except discord.HTTPException as refused:
            if refused.status >= SERVER_ERROR_STATUS:
                raise
            log.warning("table %s: Discord refuses its notice (%s): %s", table.id, refused.code, refused.text)
            if isinstance(refused, discord.Forbidden):  # the right may come back, and then it is still due
                await tables.reminders.postpone(reminder, int(self._now()) + FORBIDDEN_RETRY_S)
                return
            await tables.reminders.record_outcome(reminder, "failed")
            if refused.code == UNKNOWN_CHANNEL_CODE:
                await tables.lobby.abandon(table.id)
        else:
            await tables.reminders.record_outcome(reminder, "sent", sent)

    async def _can_call(self, reminder: Reminder, table: Table) -> bool:
        """Whether somebody is called to their turn now: not if they want no calls, and not yet if they are asleep again."""
        tables, user, now = self._tables, table.find_seat_user(reminder.seat), int(self._now())
        if not await tables.settings.wants_call(user, is_turn=True):
            await tables.reminders.record_outcome(reminder, "void")
            return False
        person = await tables.schedules.load_schedule(user)
        if person.is_asleep(now) and not reminder.was_tried:
            await tables.reminders.postpone(reminder, person.find_awake_at(now))
            return False
        return True

    async def _post_reminder(self, channel: discord.PartialMessageable, reminder: Reminder, table: Table) -> int:
        tables, now = self._tables, int(self._now())
        post = await tables.snapshots.load_post(table.id)
        title = self._catalogue.load_game(table.game).title
        clocks = await tables.snapshots.load_seat_waits(table.id)
        language = await self._locales.find_server_language(table.guild_id)
        told = [table.find_user_to_call(seat) for seat in list_recipients(reminder, table)]
        calls = await tables.settings.list_users_to_call([user for user in told if user is not None])
        mention = [person.seat for person in table.seats if person.user_id in calls]
        address = post.message_id if post else None
        view = build_reminder_message(reminder, table, title, clocks, address, now, language, mention)
        async with asyncio.timeout(SEND_TIMEOUT_S):
            # For some minutes the nonce makes Discord return a message it has already; later the channel is searched.
            sent = await channel.send(view=view, nonce=f"n{reminder.id}", allowed_mentions=allow_mentions(*calls))
        return sent.id

    # ------------------------------------------------------------- questions
    async def _ask_question(self, question: UndoQuestion) -> None:
        """Ask the others whether a move may be taken back, like a notice: counted before, looked for, settled after."""
        undo = self._tables.undo
        if question.attempts >= MAX_ATTEMPTS:
            log.warning("table %s: the others could not be asked in %s tries", question.table_id, MAX_ATTEMPTS)
            await undo.record_outcome(question, "failed")
            return
        wish = await undo.begin_attempt(question)
        if wish is None:
            return
        table = await self._tables.load_table(question.table_id)
        gone = [
            person.seat
            for person in table.reachable_players
            if person.user_id in list_unanswered(table, wish)
            and await self._members.has_left(table.guild_id, person.user_id)
        ]
        if gone:
            wish = await undo.excuse_seats(table.id, wish, gone)
            self._announcements.show_table(table.id)
            if wish is None:
                return
        channel = self._channels(table.channel_id)
        try:
            found = (
                await find_sent_message(channel, wish.asked_at, lambda m: is_question(m, table, wish))
                if question.was_tried
                else None
            )
            await undo.record_outcome(question, "sent", found or await self._post_question(channel, table, wish))
        except discord.HTTPException as refused:
            if refused.status >= SERVER_ERROR_STATUS:
                raise
            log.warning("table %s: Discord refuses its question (%s): %s", table.id, refused.code, refused.text)
            await undo.record_outcome(question, "failed")

    async def _post_question(self, channel: discord.PartialMessageable, table: Table, undo_request: UndoRequest) -> int:
        language = await self._locales.find_server_language(table.guild_id)
        view = build_question_message(
            table, undo_request, await self._tables.undo.preview_request(undo_request, table.id), language
        )
        calls = await self._tables.settings.list_users_to_call(list_unanswered(table, undo_request))
        async with asyncio.timeout(SEND_TIMEOUT_S):
            sent = await channel.send(
                view=view, nonce=f"u{table.id}:{undo_request.asked_at}", allowed_mentions=allow_mentions(*calls)
            )
        return sent.id

    # ---------------------------------------------------------------- votes
    async def _count_ballots(self, table_id: int, vote_id: int) -> None:
        """Count the ballots anew: somebody may have left, or be late by now, also the friend who would take the seat."""
        votes = self._tables.votes
        gone = False
        if await votes.would_hand_over(table_id, vote_id):
            table, vote = await self._tables.load_table(table_id), await votes.load_vote(vote_id)
            gone = vote.successor_id is not None and await self._members.has_left(table.guild_id, vote.successor_id)
        await votes.recount(table_id, vote_id, is_successor_gone=gone)

    async def _show_vote_outcome(self, vote_id: int) -> None:
        """Show in a vote's message how it ended; a seat to be handed on is offered in a new message, which calls the heir."""
        tables = self._tables
        vote = await tables.votes.load_vote(vote_id)
        assert vote.channel_id is not None
        assert vote.message_id is not None
        table = await tables.load_table(vote.table_id)
        language = await self._locales.find_server_language(table.guild_id)
        channel = self._channels(vote.channel_id)
        offer = await tables.handover.find_offer(vote.table_id, vote.seat)
        offering = vote.state == "hand" and offer is not None and offer.vote_id == vote.id
        offered_now = False
        try:
            async with asyncio.timeout(SEND_TIMEOUT_S):
                if offering and offer is not None:
                    calls = allow_mentions(*await tables.settings.list_users_to_call([offer.successor_id]))
                    offered = build_offer_message(table, offer, language)
                    await channel.send(view=offered, nonce=f"v{vote.id}", allowed_mentions=calls)
                    offered_now = True
                await channel.get_partial_message(vote.message_id).edit(view=build_vote_message(table, vote, language))
        except discord.HTTPException as refused:
            if refused.status >= SERVER_ERROR_STATUS:
                raise
            if isinstance(refused, discord.Forbidden) and offering and not offered_now:
                log.warning("vote %s: its offer cannot be posted (%s); trying again later", vote.id, refused.code)
                self._barred_channels[vote.id] = int(self._now()) + FORBIDDEN_RETRY_S
                self._retry_later(FORBIDDEN_RETRY_S)
                return
            log.info("vote %s: its message cannot be changed (%s)", vote.id, refused.code)
        self._barred_channels.pop(vote.id, None)
        await tables.votes.record_shown(vote)

    async def _show_proposal_outcome(self, proposal_id: int) -> None:
        """Show in a motion's message how it ended."""
        motion = await self._tables.proposals.load_proposal(proposal_id)
        assert motion.channel_id is not None
        assert motion.message_id is not None
        table = await self._tables.load_table(motion.table_id)
        view = build_proposal_message(table, motion, await self._locales.find_server_language(table.guild_id))
        try:
            async with asyncio.timeout(SEND_TIMEOUT_S):
                await self._channels(motion.channel_id).get_partial_message(motion.message_id).edit(view=view)
        except discord.HTTPException as refused:
            if refused.status >= SERVER_ERROR_STATUS:
                raise
            log.info("motion %s: its message cannot be changed (%s)", motion.id, refused.code)
        await self._tables.proposals.record_shown(motion)
