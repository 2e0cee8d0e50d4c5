"""The `turn_deadlines` table: which seat owes an answer since when, and when its next reminder is due.

Every function is one query or one change. `questions.put_question` changes the rows together with the game.
"""

from __future__ import annotations

from typing import Optional

import msgspec

from engine.host.model.pace import (
    HOUR_S,
    MAX_REMINDERS,
    SILENCE_LIMIT_S,
    UserSchedule,
    compute_expiry,
    compute_reminder_at,
    compute_silence_end,
    drop_free_weekends,
)
from engine.host.model.shard_range import ShardRange
from engine.host.store import outbox
from engine.host.store.database import Queries, Row, Store, Transaction
from engine.host.store.sql_conditions import match_table
from engine.host.store.users.user_schedules import (
    SCHEDULE_COLUMNS,
    load_schedule,
    parse_row_schedule,
    save_row,
    save_taken_vacation,
)
from engine.kernel.text import Seat

VOTE_PAUSE_S = 24 * HOUR_S
"""Seconds without votes after a long outage, and about a person who has come back to the server."""
NEVER_S = 10 * 365 * 24 * HOUR_S
"""Seconds until a clock starts that waits for its player."""
SELECT_TURNS = (
    f"SELECT t.*, s.user_id, s.computer_level, {SCHEDULE_COLUMNS}, b.stopped_at, "
    "(SELECT max(until_at) FROM vote_pauses v WHERE v.table_id = t.table_id AND v.user_id IN (0, s.user_id)) AS votes_from_at "
    "FROM turn_deadlines t JOIN tables b ON b.id = t.table_id JOIN seats s ON s.table_id = t.table_id AND s.seat = t.seat "
    "LEFT JOIN user_schedules p ON p.user_id = s.user_id"
)


class TurnDeadline(msgspec.Struct, frozen=True):
    """The deadline and the reminders of one seat that owes an answer. Times are Unix seconds.

    `asked_revision` is the table's revision at which the question was put, and `move_number` the number of moves
    before it (-1 if unknown). `pace_h` is the table's pace at that moment, in hours; 0 means no limit. `expired_at`
    is set once the time is over, so that a later change of the person's days off does not extend it.
    `computer_level` is set if a computer plays the seat: it gets no reminder and is never late. `lost_s` are seconds of
    the time in which the bot could not be used. `is_stopped`: it cannot be used now. There is no vote about the seat
    before `votes_from_at`.
    """

    table_id: int
    seat: Seat
    asked_revision: int
    asked_at: int
    clock_started_at: int
    reminders_sent: int
    last_reminder_at: Optional[int]
    is_muted: bool
    has_left_guild: bool
    due_at: Optional[int]
    pace_h: int
    schedule: UserSchedule
    move_number: int = -1
    expired_at: Optional[int] = None
    computer_level: str = ""
    lost_s: int = 0
    is_stopped: bool = False
    votes_from_at: int = 0

    def ends_at(self, periods: int = 1) -> int | None:
        """Return when `periods` times the pace are over, or None at a table without a limit."""
        if not self.pace_h:
            return None
        return self._period_ends_at(periods)

    def expires_at(self, periods: int = 1) -> int:
        """Return when the time is over: `periods` times the pace, or a long silence at a table without a limit.

        A long vacation ends it earlier.
        """
        ends_at = self._period_ends_at(periods)
        long_absence_at = self.schedule.find_long_absence(self.clock_started_at)
        if long_absence_at is None:
            return ends_at
        return min(ends_at, long_absence_at)

    def vote_opens_at(self, periods: int = 1) -> int:
        """Return the moment from which the others may vote about the seat, unless votes about it pause longer."""
        return max(self.expires_at(periods), self.votes_from_at)

    def is_late(self, now: int, periods: int = 1) -> bool:
        """Return whether the others may vote about the seat. A person who left the server is late at once."""
        if self.computer_level or self.is_stopped or self.votes_from_at > now:
            return False
        return self.has_left_guild or self.expires_at(periods) <= now

    def has_been_silent(self, since_at: int, seconds: int, now: int) -> bool:
        """Return whether `seconds` of counted time have passed since a moment."""
        return self._silence_schedule.count_working_time(since_at, now) >= seconds

    def count_lost_time(self, began_at: int, ended_at: int) -> int:
        """Return the seconds of the time that an outage has cost."""
        return self._silence_schedule.count_working_time(max(began_at, self.clock_started_at), ended_at)

    @property
    def _silence_schedule(self) -> UserSchedule:
        if self.pace_h:
            return self.schedule
        return drop_free_weekends(self.schedule)

    def _period_ends_at(self, periods: int) -> int:
        if self.expired_at is not None:
            period_s = self.pace_h * HOUR_S or SILENCE_LIMIT_S
            return self.expired_at + (periods - 1) * period_s
        return compute_expiry(
            self.schedule, self.pace_h, self.clock_started_at, periods, self.lost_s
        ) or compute_silence_end(self.schedule, self.clock_started_at, periods, self.lost_s)


# ------------------------------------------------------------------ reading
async def load_deadlines(store: Queries, table_id: int) -> list[TurnDeadline]:
    """Load the deadlines of all seats that owe an answer at a table, by seat."""
    return await _select_deadlines(store, "t.table_id = ? ORDER BY t.seat", table_id)


async def has_early_notice(store: Store, table_id: int, seat: Seat) -> bool:
    """Return whether the seat asked for a notice shortly before its turn."""
    row = await store.fetch_first("SELECT 1 FROM early_notice_requests WHERE table_id = ? AND seat = ?", table_id, seat)
    return row is not None


# ------------------------------------------------------------------ writing
async def start_turn(
    tx: Transaction, table_id: int, seat: Seat, asked_revision: int, asked_at: int, *, move_number: int = -1
) -> None:
    """Insert the deadline of a seat that is asked from `asked_at` on, at the table's current pace."""
    await tx.execute("DELETE FROM turn_deadlines WHERE table_id = ? AND seat = ?", table_id, seat)
    await tx.execute(
        "INSERT INTO turn_deadlines (table_id, seat, asked_revision, asked_at, clock_started_at, move_number, pace_h) "
        "SELECT id, ?, ?, ?, ?, ?, pace_h FROM tables WHERE id = ?",
        seat,
        asked_revision,
        asked_at,
        asked_at,
        move_number,
        table_id,
    )
    await reschedule(tx, "t.table_id = ? AND t.seat = ?", table_id, seat)


async def _record_expiry(tx: Transaction, condition: str, now: int, *values: int) -> None:
    """Store when the time was over, so that a change of the person's days off does not extend it afterwards."""
    for turn in await _select_deadlines(tx, condition, *values):
        over_at = turn.expires_at()
        if turn.expired_at is None and over_at <= now:
            await tx.execute(
                "UPDATE turn_deadlines SET expired_at = ? WHERE table_id = ? AND seat = ? AND asked_revision = ?",
                over_at,
                turn.table_id,
                turn.seat,
                turn.asked_revision,
            )


async def reschedule(tx: Transaction, condition: str, *values: int) -> None:
    """Recompute the next reminder of the turns that the SQL `condition` selects."""
    for turn in await _select_deadlines(tx, condition, *values):
        due_at = None
        if not turn.has_left_guild and not turn.computer_level:
            due_at = _compute_reminder_at(turn, turn.reminders_sent, turn.last_reminder_at)
        await tx.execute(
            "UPDATE turn_deadlines SET due_at = ? WHERE table_id = ? AND seat = ?", due_at, turn.table_id, turn.seat
        )


async def mark_returned(tx: Transaction, table_id: int, seat: Seat, now: int) -> None:
    """Record that a person who had left the server is back. Once a game there is no vote about them for VOTE_PAUSE_S."""
    await tx.execute("UPDATE turn_deadlines SET has_left_guild = 0 WHERE table_id = ? AND seat = ?", table_id, seat)
    await tx.execute(
        "INSERT INTO vote_pauses SELECT table_id, user_id, CAST(? AS BIGINT) FROM seats WHERE table_id = ? AND seat = ? "
        "ON CONFLICT DO NOTHING",
        now + VOTE_PAUSE_S,
        table_id,
        seat,
    )
    await reschedule(tx, "t.table_id = ? AND t.seat = ?", table_id, seat)


async def mark_gone(tx: Transaction, table_id: int, seat: Seat) -> bool:
    """Stop the reminders of a person who left the server. Return whether the seat owes an answer and this is news."""
    newly_gone = await tx.fetch_all(
        "SELECT 1 FROM turn_deadlines WHERE table_id = ? AND seat = ? AND has_left_guild = 0", table_id, seat
    )
    await tx.execute(
        "UPDATE turn_deadlines SET has_left_guild = 1, due_at = NULL WHERE table_id = ? AND seat = ?", table_id, seat
    )
    return bool(newly_gone)


async def restart_turn(tx: Transaction, table_id: int, seat: Seat, asked_revision: int, asked_at: int) -> None:
    """Give the seat's new player the full time for an open question, and forget the answers of the player before."""
    await tx.execute("DELETE FROM answered_turns WHERE table_id = ? AND seat = ?", table_id, seat)
    owed = await tx.fetch_all("SELECT move_number FROM turn_deadlines WHERE table_id = ? AND seat = ?", table_id, seat)
    if owed:
        await start_turn(tx, table_id, seat, asked_revision, asked_at, move_number=owed[0]["move_number"])


async def hold_clocks(tx: Transaction, table_id: int, starts_at: int, *, seat: Seat | None = None) -> None:
    """Let the clocks of a table's seats (or of one seat) start at `starts_at`, without earlier reminders.

    Clocks of later questions do not start before that, either.
    """
    condition, values = "table_id = ?", [table_id]
    if seat is not None:
        condition, values = "table_id = ? AND seat = ?", [table_id, seat]
    await tx.execute(f"UPDATE seats SET clock_held_until = ? WHERE {condition}", starts_at, *values)
    await tx.execute(
        "UPDATE turn_deadlines SET clock_started_at = ?, reminders_sent = 0, last_reminder_at = NULL, expired_at = NULL, "
        f"lost_s = 0 WHERE {condition}",
        starts_at,
        *values,
    )
    await reschedule(tx, condition.replace("table_id", "t.table_id").replace("seat", "t.seat"), *values)


async def release_clock(tx: Transaction, table_id: int, seat: Seat, now: int) -> None:
    """Start the clock of a seat if it is held, and hold none of its later clocks."""
    if await tx.fetch_all(
        "SELECT 1 FROM turn_deadlines WHERE table_id = ? AND seat = ? AND clock_started_at > ?", table_id, seat, now
    ):
        await hold_clocks(tx, table_id, now, seat=seat)
    await tx.execute("UPDATE seats SET clock_held_until = NULL WHERE table_id = ? AND seat = ?", table_id, seat)


async def leave_out_time(tx: Transaction, table_id: int, began_at: int, ended_at: int) -> None:
    """Leave the time of an outage out of the clocks of a table."""
    for turn in await _select_deadlines(tx, "t.table_id = ?", table_id):
        expired_at = None
        if (
            turn.expired_at is not None and turn.expired_at < began_at
        ):  # else it did not expire while the bot was in use
            expired_at = turn.expired_at + ended_at - began_at
        await tx.execute(
            "UPDATE turn_deadlines SET lost_s = lost_s + ?, expired_at = ? WHERE table_id = ? AND seat = ?",
            turn.count_lost_time(began_at, ended_at),
            expired_at,
            table_id,
            turn.seat,
        )
    await reschedule(tx, "t.table_id = ?", table_id)


async def mute_reminders(tx: Transaction, table_id: int, seat: Seat) -> None:
    """Send no more reminders to the player about this turn. The table still gets the last one."""
    await tx.execute("UPDATE turn_deadlines SET is_muted = 1 WHERE table_id = ? AND seat = ?", table_id, seat)
    await reschedule(tx, "t.table_id = ? AND t.seat = ?", table_id, seat)


async def request_early_notice(tx: Transaction, table_id: int, seat: Seat) -> None:
    """Store that the seat wants a notice shortly before its turn."""
    await tx.execute(
        "INSERT INTO early_notice_requests (table_id, seat) VALUES (?, ?) ON CONFLICT DO NOTHING", table_id, seat
    )


async def cancel_early_notice(tx: Transaction, table_id: int, seat: Seat) -> None:
    """Cancel the seat's request for a notice shortly before its turn."""
    await tx.execute("DELETE FROM early_notice_requests WHERE table_id = ? AND seat = ?", table_id, seat)


async def create_due_notices(tx: Transaction, shard_range: ShardRange, now: int) -> None:
    """Add a message to the outbox for each due reminder, and schedule the next one, in one transaction."""
    is_due = f"t.due_at <= ? AND {match_table(shard_range, 't.table_id')} ORDER BY t.due_at, t.table_id, t.seat"
    for turn in await _select_deadlines(tx, is_due, now):
        await _create_due_reminder(tx, turn, now)


async def _create_due_reminder(tx: Transaction, turn: TurnDeadline, now: int) -> None:
    next_step = turn.reminders_sent
    # An unsent reminder is sent first: a second one would tell the player the same.
    if not await outbox.has_pending_reminder(tx, turn.table_id, turn.seat, turn.asked_revision):
        step = MAX_REMINDERS if turn.is_muted or not turn.pace_h else turn.reminders_sent
        kind: outbox.ReminderKind = "last" if step == MAX_REMINDERS else "remind"
        await outbox.delete_messages(tx, turn.table_id, "call", subject_id=turn.schedule.user_id)
        await outbox.add_message(
            tx, turn.table_id, kind, now, now, turn.seat, asked_revision=turn.asked_revision, step=step
        )
        next_step = step + 1
    await tx.execute(
        "UPDATE turn_deadlines SET reminders_sent = ?, last_reminder_at = ?, due_at = ? WHERE table_id = ? AND seat = ?",
        next_step,
        now,
        _compute_reminder_at(turn, next_step, now),
        turn.table_id,
        turn.seat,
    )


def _compute_reminder_at(turn: TurnDeadline, reminders_sent: int, last_reminder_at: int | None) -> int | None:
    return compute_reminder_at(
        turn.schedule,
        turn.pace_h,
        turn.clock_started_at,
        reminders_sent,
        last_reminder_at,
        is_muted=turn.is_muted,
        expired_at=turn.expired_at,
        lost_s=turn.lost_s,
    )


async def fix_future_timestamps(tx: Transaction, shard_range: ShardRange, now: int) -> None:
    """Replace stored times that lie in the future by `now`, after the system clock was set back.

    Clocks that wait for a player after the loss of a channel are left as they are.
    """
    mine = match_table(shard_range)
    is_ahead = "(clock_started_at > ?1 OR asked_at > ?1 OR last_reminder_at > ?1 OR lost_s > ?1 - clock_started_at)"
    is_held = "(table_id, seat) IN (SELECT table_id, seat FROM seats WHERE clock_held_until IS NOT NULL)"
    sql = f"SELECT table_id, seat FROM turn_deadlines WHERE {is_ahead} AND NOT {is_held} AND {mine}"
    for row in await tx.fetch_all(sql, now):
        await tx.execute(
            "UPDATE turn_deadlines SET asked_at = CASE WHEN asked_at > ?1 THEN ?1 ELSE asked_at END, "
            "clock_started_at = CASE WHEN clock_started_at > ?1 THEN ?1 ELSE clock_started_at END, "
            "last_reminder_at = CASE WHEN last_reminder_at > ?1 THEN ?1 ELSE last_reminder_at END, "
            "lost_s = CASE WHEN clock_started_at > ?1 THEN 0 WHEN lost_s > ?1 - clock_started_at THEN ?1 - clock_started_at "
            "ELSE lost_s END WHERE table_id = ?2 AND seat = ?3",
            now,
            row["table_id"],
            row["seat"],
        )
        await reschedule(tx, "t.table_id = ? AND t.seat = ?", row["table_id"], row["seat"])
    await tx.execute(f"UPDATE turn_deadlines SET expired_at = NULL WHERE expired_at > ? AND {mine}", now)
    latest = now + VOTE_PAUSE_S
    await tx.execute(f"UPDATE vote_pauses SET until_at = ?1 WHERE until_at > ?1 AND {mine}", latest)


async def save_schedule(tx: Transaction, schedule: UserSchedule, now: int) -> None:
    """Store a person's time zone, quiet hours and vacation, and reschedule their reminders.

    A deadline that has passed stays passed. The days already taken of a replaced vacation are kept as past vacation.
    """
    await _record_expiry(tx, "s.user_id = ?", now, schedule.user_id)
    old_schedule = await load_schedule(tx, schedule.user_id)
    await save_taken_vacation(tx, old_schedule, schedule, now)
    if schedule.vacation != old_schedule.vacation:
        keeps_today = old_schedule.find_vacation_end(now) is not None
        schedule = schedule.add_vacation_start(now, keeps_today=keeps_today)
    await save_row(tx, schedule)
    await reschedule(tx, "s.user_id = ?", schedule.user_id)
    await outbox.reschedule_calls(tx, schedule.user_id, (await load_schedule(tx, schedule.user_id)).find_awake_at(now))


async def _select_deadlines(store: Queries, condition: str, *values: int) -> list[TurnDeadline]:
    return [_parse_deadline(row) for row in await store.fetch_all(f"{SELECT_TURNS} WHERE {condition}", *values)]


def _parse_deadline(row: Row) -> TurnDeadline:
    return TurnDeadline(
        row["table_id"],
        row["seat"],
        row["asked_revision"],
        row["asked_at"],
        row["clock_started_at"],
        row["reminders_sent"],
        row["last_reminder_at"],
        bool(row["is_muted"]),
        bool(row["has_left_guild"]),
        row["due_at"],
        row["pace_h"],
        parse_row_schedule(row),
        row["move_number"],
        row["expired_at"],
        row["computer_level"] or "",
        row["lost_s"],
        row["stopped_at"] is not None,
        row["votes_from_at"] or 0,
    )
