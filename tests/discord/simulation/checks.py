"""Invariants of the simulation, checked at every message and again after every few hours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from simcord.backend.models import Message
from simcord.backend.models.message import EPHEMERAL_FLAG
from simcord.types import HttpLogEntry

from engine.host.model.table import SeatAssignment, Table
from engine.host.service.table_channels import LOST_CHANNEL_KEPT_S
from engine.host.store import turn_deadlines, votes
from engine.host.store.turn_deadlines import TurnDeadline
from tests.discord.camp_game import HOUR_S
from tests.discord.fake_server import SELECT_TYPE, list_components
from tests.discord.simcord_internals import clear_files
from tests.discord.simulation.call_checks import CallLedger
from tests.discord.simulation.hidden_checks import HiddenChecker
from tests.discord.simulation.log_checks import check_errors
from tests.discord.simulation.loss_checks import check_told, list_marked_tables
from tests.discord.simulation.move_checks import MoveChecker
from tests.discord.simulation.rating_checks import RatingWatch
from tests.discord.simulation.request_checks import check_requests
from tests.discord.simulation.simulation_state import DAY_S, SimulationState

VOTE_SLACK_S = 36 * HOUR_S
"""Seconds that active players may take to vote once they can. They outlast a night and a fault."""
UNLIMITED_PACE_S = 14 * DAY_S
"""The pace assumed for a table without one."""
MAX_VACATION_S = 21 * DAY_S
"""Seconds that a person may be away during a question, weekends left out."""
MAX_OVERDUE_S = 3 * HOUR_S
"""Seconds after which anything due must have been done, faults included."""
POST_SLACK_S = HOUR_S
"""Seconds after a fault in which a post may be missing."""
MAX_MESSAGES_KEPT = 40
"""Messages of a channel that are kept; the bot looks back at 20."""


class SimulationChecker:
    """Sees every message of the bot's own as it arrives, at its minute."""

    def __init__(self, state: SimulationState) -> None:
        self._state = state
        self.ledger, self._ratings = CallLedger(state), RatingWatch(state)
        self._moves, self._hidden = MoveChecker(state), HiddenChecker(state)
        self._sent_marks: Counter[str] = Counter()
        self._call_lines: list[str] = []
        self._paces_by_table: dict[int, int] = {}
        self._tables_left_alone: set[int] = set()  # where one person decides: the others were late for twice the time
        self._known_deadlines: dict[int, Sequence[TurnDeadline]] = {}
        self._seats_by_table: dict[tuple[int, int], int] = {}
        self._seen_ends: set[int] = set()
        self._reported_tables: set[int] = set()
        self._owed_since: dict[tuple[int, int, int], int] = {}
        self._last_check_at = state.now
        self._has_lost_writes = False
        state.home.boundary.on_lost = self._note_loss
        state.home.boundary.on_writes_lost = self._note_lost_writes
        backend = state.home.env.backend
        commit = backend.commit_message

        def arrived(message: Message, *, broadcast: bool = True) -> Message:
            message = commit(message, broadcast=broadcast)
            if message.author_id == backend.bot_user.id and not message.flags & EPHEMERAL_FLAG:
                self._on_message(message)
            return message

        backend.commit_message = arrived  # type: ignore[method-assign]

    def _note_loss(self) -> None:
        self.ledger.last_lost_at = max(self.ledger.last_lost_at, self._state.now)

    def _note_lost_writes(self) -> None:
        """Allow the bot to send again what it has forgotten to have sent, until the next check."""
        self._has_lost_writes = True
        self._sent_marks.clear()
        self.ledger.last_lost_at = self._state.now + DAY_S

    async def _forget_lost_writes(self, barred_channels: set[int]) -> None:
        """Forget all that was known of the store before it lost writes, and check that the bot has noticed the loss."""
        state = self._state
        self.ledger.last_lost_at = state.now
        self._paces_by_table.clear()
        self._seats_by_table.clear()
        self._ratings = RatingWatch(state)
        await self._moves.forget_lost()
        for member in state.members:
            member.schedules.append((state.now, await state.home.bot.tables.schedules.load_schedule(member.id)))
        self.ledger.forget_boards(await list_marked_tables(state))
        await check_told(state, barred_channels | state.deleted_channels)

    def _on_message(self, message: Message) -> None:
        """Check that a message sent by the bot is the first of its kind and mentions nobody who sleeps."""
        state = self._state
        body: Any = state.home.env.http_requests[-1].json or {}
        body = body.get("data") or body
        nonce = str(body.get("nonce", ""))
        self._sent_marks[nonce] += bool(nonce)
        if self._sent_marks[nonce] > 1:
            state.record_violation(f"sent twice: {nonce}")
        for user in self.ledger.note_message(message, body):
            where = [channel.id for channel in state.all_channels].index(message.channel_id)
            self._call_lines.append(f"{state.now} call {where} {state.find_member(user).actor.name}")

    async def check_all(self, barred_channels: set[int]) -> None:
        """Add the calls to the trace, and check every table. Runs after some hours."""
        state = self._state
        state.trace += sorted(self._call_lines)
        state.action_counts["called"] += len(self._call_lines)
        self._call_lines.clear()
        self.ledger.last_disturbed_at = state.last_fault_at
        self._check_answers()
        has_lost_writes, self._has_lost_writes = self._has_lost_writes, False
        if has_lost_writes:
            await self._forget_lost_writes(barred_channels)
        await self._moves.check_moves()
        await self._ratings.check_gains()
        await self._check_running()
        # The seed of a game whose end is lost has been told already.
        await self._check_shown(barred_channels, [] if has_lost_writes else state.home.env.http_requests)
        await self._check_seats()
        await self._check_due(barred_channels)
        await self._check_ended()

    def _check_answers(self) -> None:
        """Check that every interaction was answered with what Discord takes, and that no handler failed."""
        state = self._state
        for problem in state.home.problems:
            state.record_violation(problem)
        state.home.problems.clear()
        check_errors(state)

    async def _check_shown(self, barred_channels: set[int], requests: list[HttpLogEntry]) -> None:
        """Check the posts of the running tables, and that nothing hidden was sent in these requests."""
        state = self._state
        check_requests(state, state.home.env.http_requests)
        tables = [await state.home.bot.tables.load_table(one) for one in await state.home.bot.tables.list_live_tables()]
        running = [table for table in tables if table.status == "running" and table.lost_revision is None]
        await self._hidden.check_tables(running, requests)
        for table in running if state.now > state.last_fault_at + POST_SLACK_S else ():
            if table.channel_id not in state.deleted_channels | barred_channels:
                await self._moves.check_post(table)

    async def _check_running(self) -> None:
        """Check that no table stands still for longer than its rules allow, and that nobody changes its pace alone."""
        state = self._state
        store, tables = state.home.bot.store, state.home.bot.tables
        for table_id in await tables.list_live_tables():
            table = await tables.load_table(table_id)
            deadlines = await turn_deadlines.load_deadlines(store, table_id)
            self._leave_out_held_time(deadlines)
            if (
                table.status != "running"
                or table.channel_id in state.deleted_channels
                or table.lost_revision is not None
            ):
                continue
            await self.ledger.check_owed_calls(table)
            was_one_left = self._is_one_left(table, state.now)  # a new pace has new deadlines
            self._known_deadlines[table_id] = deadlines
            if was_one_left or self._is_one_left(table, state.now):
                self._tables_left_alone.add(table_id)
            if self._paces_by_table.setdefault(table_id, table.pace_h) != table.pace_h:
                if not self._have_others_agreed(table) and table_id not in self._tables_left_alone:
                    state.record_violation(f"table {table_id} has another pace, and nobody agreed")
                self._paces_by_table[table_id] = table.pace_h
            steady = [p for p in table.active_players if state.find_member(p.user_id).has_been_there(state.day)]
            vote = await votes.find_open_vote(store, table_id)
            for turn in deadlines:
                # Counted from the first time the question was put: an undo and a new move win no time.
                since = self._owed_since.setdefault((table_id, turn.seat, turn.move_number), state.now)
                waits = min(turn.vote_opens_at(2), since + _compute_max_wait_s(table.pace_h)) + VOTE_SLACK_S < state.now
                # A tied vote lasts two days; its end is checked as a due moment.
                is_voted_on = vote is not None and vote.seat == turn.seat
                if waits and not is_voted_on and any(person.seat != turn.seat for person in steady):
                    state.record_violation(
                        f"table {table_id} stands still: seat {turn.seat} owes move {turn.move_number} since {since}"
                    )
        rows = await store.fetch_all(
            "SELECT id FROM tables WHERE status = 'closed' AND id IN (SELECT table_id FROM entries WHERE kind = 'move') "
            "AND (channel_lost_at IS NULL OR ended_at < channel_lost_at + ?)",
            LOST_CHANNEL_KEPT_S,
        )
        for row in rows:
            closed = await tables.load_table(row["id"])
            is_fair = self._have_others_agreed(closed) or self._is_one_left(closed, closed.ended_at or 0)
            if not is_fair and closed.id not in self._reported_tables:
                self._reported_tables.add(closed.id)
                state.record_violation(f"table {closed.id} was closed, and nobody agreed")
        state.action_counts["closed by all"] = len(rows)
        self._last_check_at = state.now

    def _list_present(self, table: Table) -> list[SeatAssignment]:
        """List the players who have not left the server."""
        return [person for person in table.active_players if not self._state.find_member(person.user_id).has_left]

    def _have_others_agreed(self, table: Table) -> bool:
        """Whether somebody has agreed to a question to all, or nobody is there to be asked."""
        return len(self._list_present(table)) <= 1 or bool(self._state.agreed_tables.get(table.id))

    def _is_one_left(self, table: Table, moment: int) -> bool:
        """Whether all others were so late at a moment that their consent is not waited for. A closed table has no deadlines."""
        late_seats = {turn.seat for turn in self._known_deadlines.get(table.id, ()) if turn.is_late(moment, 2)}
        return len({person.seat for person in self._list_present(table)} - late_seats) <= 1

    def _leave_out_held_time(self, deadlines: Iterable[TurnDeadline]) -> None:
        """Leave out the time since the last check where a clock is held, because the channel was deleted or is new."""
        for turn in deadlines:
            key = (turn.table_id, turn.seat, turn.move_number)
            if key in self._owed_since and turn.clock_started_at > self._state.now:
                self._owed_since[key] += self._state.now - self._last_check_at

    async def _check_seats(self) -> None:
        """Check every change of a seat.

        A given-up seat was dropped by its own player or by a vote; a seat with a new player was handed on.
        """
        state, store = self._state, self._state.home.bot.store
        lost = await store.fetch_all(
            "SELECT e.table_id, e.seat, COALESCE((SELECT h.user_id FROM past_seat_holders h WHERE h.table_id = e.table_id "
            "AND h.seat = e.seat AND h.until_revision > e.seq ORDER BY h.until_revision LIMIT 1), s.user_id) AS user_id, "
            "EXISTS (SELECT 1 FROM votes v WHERE v.table_id = e.table_id AND v.seat = e.seat AND v.state = 'drop') AS voted "
            "FROM entries e JOIN seats s ON s.table_id = e.table_id AND s.seat = e.seat WHERE e.kind = 'resign'"
        )
        for row in lost:
            if not row["voted"] and (row["table_id"], row["user_id"]) not in state.resigned_seats:
                state.record_violation(f"table {row['table_id']}: seat {row['seat']} was lost without a vote")
        held = await store.fetch_all(
            "SELECT s.table_id, s.seat, s.user_id FROM seats s JOIN tables t ON t.id = s.table_id "
            "WHERE t.status IN ('running', 'finished')"
        )
        for row in held:
            before = self._seats_by_table.get((row["table_id"], row["seat"]), row["user_id"])
            self._seats_by_table[row["table_id"], row["seat"]] = row["user_id"]
            if before != row["user_id"] and state.handed_seats.get((row["table_id"], before)) != row["user_id"]:
                state.record_violation(
                    f"table {row['table_id']}: seat {row['seat']} is somebody else's, and nobody asked"
                )
        state.action_counts["dropped"] = sum(row["voted"] for row in lost)

    async def _check_due(self, barred: set[int]) -> None:
        """Check that everything due is done in time, and that everything marked as sent has arrived."""
        state, store = self._state, self._state.home.bot.store
        then = state.now - MAX_OVERDUE_S
        late = await store.fetch_all(
            "SELECT 'turn' AS what, t.table_id, b.channel_id FROM turn_deadlines t JOIN tables b ON b.id = t.table_id "
            "WHERE t.due_at < ? AND b.status = 'running' "
            "UNION ALL SELECT o.kind, o.table_id, b.channel_id FROM outbox o JOIN tables b ON b.id = o.table_id "
            "WHERE o.due_at < ? AND o.state <> 'open'",
            then,
            then,
        )
        for row in late:
            if row["channel_id"] not in barred | state.deleted_channels:
                state.record_violation(f"table {row['table_id']}: its {row['what']} is overdue")

    async def _check_ended(self) -> None:
        """Check that every ended game is in the /history of its channel."""
        state = self._state
        ended = await state.home.bot.store.fetch_all(
            "SELECT id, channel_id FROM tables WHERE status = 'finished' ORDER BY id"
        )
        for row in ended:
            if row["id"] in self._seen_ends or row["channel_id"] in state.deleted_channels:
                continue
            self._seen_ends.add(row["id"])
            channel = next(channel for channel in state.channels if channel.id == row["channel_id"])
            member = next(member for member in state.members if member.manner == "steady")
            shown = await state.run_command(member, channel, "history")
            values = {
                option["value"]
                for part in (list_components(shown) if shown is not None else ())
                if part["type"] == SELECT_TYPE
                for option in part["options"]
            }
            if str(row["id"]) not in values:
                state.record_violation(f"table {row['id']} has ended and cannot be found")
        state.action_counts["ended"] = len(ended)

    # ---------------------------------------------------------------- memory
    async def trim_history(self) -> None:
        """Drop simcord's records; channels keep their newest messages and the boards."""
        state, backend = self._state, self._state.home.env.backend
        boards = {row[0] for row in await state.home.bot.store.fetch_all("SELECT message_id FROM board_posts")}
        state.home.results.clear()
        state.record_requests()
        backend.transcript.clear()
        for messages in backend.messages.values():
            for number in sorted(messages)[:-MAX_MESSAGES_KEPT]:
                if number not in boards:
                    del messages[number]
        clear_files(state.home.env)
        keep = set(list(backend.interactions)[-50:])
        for number in [number for number in backend.interactions if number not in keep]:
            del backend.interactions[number]
        for token in [token for token, number in backend.interaction_tokens.items() if number not in keep]:
            del backend.interaction_tokens[token]


def _compute_max_wait_s(pace: int) -> int:
    """Compute the longest that anybody can keep the others waiting, in seconds.

    This is twice the pace, with the weekends in it and the longest vacation.
    """
    twice = 2 * pace * HOUR_S
    return (twice * 7 // 5 + 2 * DAY_S if twice else 2 * UNLIMITED_PACE_S) + MAX_VACATION_S
