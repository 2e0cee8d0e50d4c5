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

from cogs.messages.layout import mention_only
from cogs.messages.motion import motion_message
from cogs.messages.question import is_it as is_question
from cogs.messages.question import owing, question_message
from cogs.messages.reminder import is_it, notice_message, told_by
from cogs.messages.vote import offer_message, vote_message
from cogs.services.errands import ErrandRunner
from cogs.services.members import Members
from cogs.services.sent import find_sent
from cogs.words.locale_resolver import LocaleResolver
from engine.host.model.catalogue import Catalogue
from engine.host.model.clock import Clock
from engine.host.model.table import Table, UndoRequest
from engine.host.service.context import Unwritten
from engine.host.service.tables import Tables
from engine.host.service.time.reminders import BARRED, TRIES
from engine.host.store.notices import Notice
from engine.host.store.wishes import Question
from engine.kernel.text import Refusal

log = logging.getLogger("overwinter.scheduler")
CHECK_INTERVAL_S = 50
"""Seconds between two checks of the clock."""
SLACK = 2
"""Seconds by which the clock may be set back without consequences."""
RETRY_AFTER = 30
"""Seconds until the next attempt after something went wrong."""
SECONDS = 30
"""How long one send may take."""
AT_ONCE = 8
"""Jobs that run at the same time: a slow channel must not hold up the others."""
TEMPORARY = 500
"""Statuses from here on are Discord's own failures and are tried again; below, Discord has refused."""
UNKNOWN_CHANNEL = 10003


class Scheduler:
    """Runs what is due, once each, and finds out when to look again."""

    def __init__(
        self,
        tables: Tables,
        catalogue: Catalogue,
        locales: LocaleResolver,
        channels: Callable[[int], discord.PartialMessageable],
        members: Members,
        clock: Clock,
        errands: ErrandRunner,
    ) -> None:
        self._tables = tables
        self._catalogue = catalogue
        self._locales = locales
        self._channels = channels
        self._members = members
        self._clock = clock
        self._errands = errands
        self._timer: asyncio.TimerHandle | None = None
        self._checking: asyncio.Task[None] | None = None
        self._jobs: dict[tuple[str, int | str], asyncio.Task[None]] = {}
        self._missed: set[tuple[str, int | str]] = set()
        # Votes whose offer Discord has refused for lack of rights, and when it is tried again.
        self._barred: dict[int, int] = {}
        self._again = self._recovered = self._stopped = False
        self._next: float | None = None
        self._deciding = True
        self._seen = 0.0
        self._at_once = asyncio.Semaphore(AT_ONCE)

    def start(self) -> None:
        """Start, with what fell due while the bot was down."""
        self._tables.context.listeners.append(self.written)
        self.poke()

    async def stop(self, seconds: float = 5) -> None:
        """Stop. Jobs get `seconds` to finish; what does not is repeated at the next start."""
        self._stopped = True
        if self._timer is not None:
            self._timer.cancel()
        tasks = [task for task in (self._checking, *self._jobs.values()) if task is not None]
        if tasks:
            await asyncio.wait(tasks, timeout=seconds)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def written(self, due: float) -> None:
        """Something has been written that falls due at a moment: a reason to look only if nothing wakes it before."""
        wakes = math.inf if self._next is None else self._next
        if self._checking is not None or self._deciding or due < wakes:
            self.poke()

    def poke(self) -> None:
        """Something may have become due."""
        self._again = True
        if self._checking is None and not self._stopped:
            self._checking = asyncio.create_task(self._check(), name="scheduler")

    def _tick(self) -> None:
        now = self._now()
        if now < self._seen - SLACK or (self._next is not None and now >= self._next):
            self.poke()
        else:
            self._set_timer()

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if not self._stopped:
            pause = (
                CHECK_INTERVAL_S if self._next is None else min(CHECK_INTERVAL_S, max(self._next - self._now(), 0.1))
            )
            self._timer = asyncio.get_running_loop().call_later(pause, self._tick)

    async def _check(self) -> None:
        try:
            while self._again:
                self._again = False
                await self._start_what_is_due()
        except Unwritten:
            log.warning("the store could not write what is due; trying again in %s s", RETRY_AFTER)
            self._next = self._now() + RETRY_AFTER
        except Exception:
            log.exception("the scheduler failed; trying again in %s s", RETRY_AFTER)
            self._next = self._now() + RETRY_AFTER
        finally:
            self._checking = None
            self._set_timer()

    async def _start_what_is_due(self) -> None:
        """Start a job for everything that is due, and find out when to look again."""
        tables, now = self._tables, self._now()
        if not self._recovered:
            await tables.reminders.recover_pending()
            self._recovered = True
        elif now < self._seen - SLACK:
            log.warning("the clock went back by %.0f s", self._seen - now)
            await tables.reminders.clock_went_back()
        self._seen = now
        agenda = await tables.reminders.agenda()
        self._deciding = agenda.open
        for table_id, vote_id in await tables.votes.open_votes() if agenda.count else ():
            self._start("count of vote", vote_id, self._count_vote(table_id, vote_id))
        for notice in await tables.reminders.due_notices() if agenda.due else ():
            self._start("notice", notice.id, self._send(notice))
        for question in await tables.undo.due_questions() if agenda.ask else ():
            self._start("question at table", question.table, self._ask(question))
        if agenda.expire:
            await tables.motions.expire()
        for vote_id in await tables.votes.to_show() if agenda.show else ():
            if self._barred.get(vote_id, now) <= now:
                self._start("vote", vote_id, self._show_vote(vote_id))
        for motion_id in await tables.motions.to_show() if agenda.show or agenda.expire else ():
            self._start("motion", motion_id, self._show_motion(motion_id))
        for errand in await tables.errands.due() if agenda.errand else ():
            self._start("errand", errand.key, self._errands.run(errand))
        due = await tables.reminders.next_due() if agenda.due else agenda.next
        again = [then for then in self._barred.values() if then > now]
        due = min([*again, *([] if due is None else [due])], default=None)
        # What is due already has been started.
        self._next = None if due is None else float(due) if due > now else now + RETRY_AFTER

    def _start(self, what: str, number: int | str, work: Coroutine[Any, Any, object]) -> None:
        """Start a job; if it is running already, check again after it."""
        key = (what, number)
        if key in self._jobs:
            work.close()
            self._missed.add(key)
        else:
            self._jobs[key] = asyncio.create_task(self._run(key, work), name=f"{what}-{number}")

    async def _run(self, key: tuple[str, int | str], work: Coroutine[Any, Any, object]) -> None:
        try:
            async with self._at_once:
                await work
        except (discord.HTTPException, OSError, TimeoutError, Refusal) as failed:
            log.warning("%s %s: %s; trying again later", *key, type(failed).__name__)
            self._retry_later()
        except Exception:
            log.exception("%s %s failed; trying again later", *key)
            self._retry_later()
        finally:
            del self._jobs[key]
            if key in self._missed:
                self._missed.discard(key)
                self.poke()

    def _retry_later(self, seconds: float = RETRY_AFTER) -> None:
        then = self._now() + seconds
        self._next = then if self._next is None else min(self._next, then)
        self._set_timer()

    def _now(self) -> float:
        return self._clock().timestamp()

    # -------------------------------------------------------------- notices
    async def _send(self, notice: Notice) -> None:
        """Send a notice, or settle why not. Each attempt is counted before it is made, so that none is repeated for ever."""
        tables = self._tables
        if notice.tries >= TRIES:
            log.warning("table %s: a %s notice could not be sent in %s tries", notice.table, notice.kind, TRIES)
            await tables.reminders.settle(notice, "failed")
            return
        if not await tables.reminders.trying(notice):
            return
        table = await tables.table(notice.table)
        if notice.kind == "call" and not await self._may_call(notice, table):
            return
        if not told_by(notice, table):  # nobody else plays who could vote
            await tables.reminders.settle(notice, "void")
            return
        channel = self._channels(table.channel)
        try:
            sent = await find_sent(channel, notice.made_at, lambda m: is_it(m, notice)) if notice.tried else None
            if (
                sent is None
                and notice.kind == "remind"
                and await self._members.has_left(table.guild, table.user_of(notice.seat))
            ):
                await tables.reminders.has_left_server(notice)
                return
            if sent is None:
                sent = await self._post(channel, notice, table)
        except discord.HTTPException as refused:
            if refused.status >= TEMPORARY:
                raise
            log.warning("table %s: Discord refuses its notice (%s): %s", table.id, refused.code, refused.text)
            if isinstance(refused, discord.Forbidden):  # the right may come back, and then it is still due
                await tables.reminders.put_off(notice, int(self._now()) + BARRED)
                return
            await tables.reminders.settle(notice, "failed")
            if refused.code == UNKNOWN_CHANNEL:
                await tables.lobby.abandon(table.id)
        else:
            await tables.reminders.settle(notice, "sent", sent)

    async def _may_call(self, notice: Notice, table: Table) -> bool:
        """Whether somebody is called to their turn now: not if they want no calls, and not yet if they are asleep again."""
        tables, user, now = self._tables, table.user_of(notice.seat), int(self._now())
        if not await tables.settings.wants_call(user, turn=True):
            await tables.reminders.settle(notice, "void")
            return False
        person = await tables.people.person(user)
        if person.asleep(now) and not notice.tried:
            await tables.reminders.put_off(notice, person.awake(now))
            return False
        return True

    async def _post(self, channel: discord.PartialMessageable, notice: Notice, table: Table) -> int:
        tables, now = self._tables, int(self._now())
        post = await tables.snapshots.post(table.id)
        title = self._catalogue.game(table.game).title
        clocks = await tables.snapshots.clocks(table.id)
        language = await self._locales.to_server(table.guild)
        told = [table.user_at(seat) for seat in told_by(notice, table)]
        calls = await tables.settings.to_call([user for user in told if user is not None])
        mention = [person.seat for person in table.seats if person.user in calls]
        address = post.message if post else None
        view = notice_message(notice, table, title, clocks, address, now, language, mention)
        async with asyncio.timeout(SECONDS):
            # For some minutes the nonce makes Discord return a message it has already; later the channel is searched.
            sent = await channel.send(view=view, nonce=f"n{notice.id}", allowed_mentions=mention_only(*calls))
        return sent.id

    # ------------------------------------------------------------- questions
    async def _ask(self, question: Question) -> None:
        """Ask the others whether a move may be taken back, like a notice: counted before, looked for, settled after."""
        undo = self._tables.undo
        if question.tries >= TRIES:
            log.warning("table %s: the others could not be asked in %s tries", question.table, TRIES)
            await undo.settle(question, "failed")
            return
        wish = await undo.trying(question)
        if wish is None:
            return
        table = await self._tables.table(question.table)
        gone = [
            person.seat
            for person in table.played
            if person.user in owing(table, wish) and await self._members.has_left(table.guild, person.user)
        ]
        if gone:
            wish = await undo.excuse(table.id, wish, gone)
            self._errands.show(table.id)
            if wish is None:
                return
        channel = self._channels(table.channel)
        try:
            found = (
                await find_sent(channel, wish.asked_at, lambda m: is_question(m, table, wish))
                if question.tried
                else None
            )
            await undo.settle(question, "sent", found or await self._put(channel, table, wish))
        except discord.HTTPException as refused:
            if refused.status >= TEMPORARY:
                raise
            log.warning("table %s: Discord refuses its question (%s): %s", table.id, refused.code, refused.text)
            await undo.settle(question, "failed")

    async def _put(self, channel: discord.PartialMessageable, table: Table, wish: UndoRequest) -> int:
        language = await self._locales.to_server(table.guild)
        view = question_message(table, wish, await self._tables.undo.wished(wish, table.id), language)
        calls = await self._tables.settings.to_call(owing(table, wish))
        async with asyncio.timeout(SECONDS):
            sent = await channel.send(
                view=view, nonce=f"u{table.id}:{wish.asked_at}", allowed_mentions=mention_only(*calls)
            )
        return sent.id

    # ---------------------------------------------------------------- votes
    async def _count_vote(self, table_id: int, vote_id: int) -> None:
        """Count the ballots anew: somebody may have left, or be late by now, also the friend who would take the seat."""
        votes = self._tables.votes
        gone = False
        if await votes.would_hand(table_id, vote_id):
            table, vote = await self._tables.table(table_id), await votes.vote(vote_id)
            gone = vote.heir is not None and await self._members.has_left(table.guild, vote.heir)
        await votes.recount(table_id, vote_id, heir_gone=gone)

    async def _show_vote(self, vote_id: int) -> None:
        """Show in a vote's message how it ended; a seat to be handed on is offered in a new message, which calls the heir."""
        tables = self._tables
        vote = await tables.votes.vote(vote_id)
        assert vote.channel is not None
        assert vote.message is not None
        table = await tables.table(vote.table)
        language = await self._locales.to_server(table.guild)
        channel = self._channels(vote.channel)
        offer = await tables.handover.offer_of(vote.table, vote.seat)
        offering = vote.state == "hand" and offer is not None and offer.vote == vote.id
        offered_now = False
        try:
            async with asyncio.timeout(SECONDS):
                if offering and offer is not None:
                    calls = mention_only(*await tables.settings.to_call([offer.heir]))
                    offered = offer_message(table, offer, language)
                    await channel.send(view=offered, nonce=f"v{vote.id}", allowed_mentions=calls)
                    offered_now = True
                await channel.get_partial_message(vote.message).edit(view=vote_message(table, vote, language))
        except discord.HTTPException as refused:
            if refused.status >= TEMPORARY:
                raise
            if isinstance(refused, discord.Forbidden) and offering and not offered_now:
                log.warning("vote %s: its offer cannot be posted (%s); trying again later", vote.id, refused.code)
                self._barred[vote.id] = int(self._now()) + BARRED
                self._retry_later(BARRED)
                return
            log.info("vote %s: its message cannot be changed (%s)", vote.id, refused.code)
        self._barred.pop(vote.id, None)
        await tables.votes.shown(vote)

    async def _show_motion(self, motion_id: int) -> None:
        """Show in a motion's message how it ended."""
        motion = await self._tables.motions.motion(motion_id)
        assert motion.channel is not None
        assert motion.message is not None
        table = await self._tables.table(motion.table)
        view = motion_message(table, motion, await self._locales.to_server(table.guild))
        try:
            async with asyncio.timeout(SECONDS):
                await self._channels(motion.channel).get_partial_message(motion.message).edit(view=view)
        except discord.HTTPException as refused:
            if refused.status >= TEMPORARY:
                raise
            log.info("motion %s: its message cannot be changed (%s)", motion.id, refused.code)
        await self._tables.motions.shown(motion)
