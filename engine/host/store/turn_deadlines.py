"""The `turn_deadlines` table: which seat owes an answer since when, and when its next reminder is due.

Every function is one query or one change. `questions.put_question` changes the rows together with the game.
"""

from __future__ import annotations

from datetime import date
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
    cut_vacation,
)
from engine.host.model.shard_range import ShardRange
from engine.host.store import outbox
from engine.host.store.database import Queries, Row, Store, Transaction
from engine.host.store.sql_conditions import match_table
from engine.kernel.text import Seat

SCHEDULE_COLUMNS = (
    "p.time_zone, p.quiet_from_minute, p.quiet_to_minute, p.has_weekends_off, p.vacation_first_date, p.vacation_last_date, "
    "(SELECT json_group_array(json_array(v.first_date, v.last_date)) FROM past_vacations v WHERE v.user_id = p.user_id) AS past"
)
SCHEDULE_FIELDS = (
    "time_zone",
    "quiet_from_minute",
    "quiet_to_minute",
    "has_weekends_off",
    "vacation_first_date",
    "vacation_last_date",
    "past",
)
"""The names of the columns that SCHEDULE_COLUMNS selects."""
SELECT_TURNS = (
    f"SELECT t.*, s.user_id, s.computer_level, {SCHEDULE_COLUMNS} FROM turn_deadlines t "
    "JOIN seats s ON s.table_id = t.table_id AND s.seat = t.seat LEFT JOIN user_schedules p ON p.user_id = s.user_id"
)


class TurnDeadline(msgspec.Struct, frozen=True):
    """The deadline and the reminders of one seat that owes an answer. Times are Unix seconds.

    `asked_revision` is the table's revision at which the question was put, and `move_number` the number of moves
    before it (-1 if unknown). `pace_h` is the table's pace at that moment, in hours; 0 means no limit. `expired_at`
    is set once the time is over, so that a later change of the person's days off does not extend it.
    `computer_level` is set if a computer plays the seat: it gets no reminder and is never late.
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

    def ends_at(self, periods: int = 1) -> int | None:
        """Return when `periods` times the pace are over, or None at a table without a limit."""
        if not self.pace_h:
            return None
        return self._period_ends_at(periods)

    def vote_opens_at(self, periods: int = 1) -> int:
        """Return the moment from which the others may vote about the seat.

        That is the end of `periods` times the pace, or of a long silence at a table without a limit. A long vacation opens the
        vote earlier.
        """
        ends_at = self._period_ends_at(periods)
        long_absence_at = self.schedule.find_long_absence(self.clock_started_at)
        if long_absence_at is None:
            return ends_at
        return min(ends_at, long_absence_at)

    def is_late(self, now: int, periods: int = 1) -> bool:
        """Return whether the others may vote about the seat. A person who left the server is late at once."""
        if self.computer_level:
            return False
        return self.has_left_guild or self.vote_opens_at(periods) <= now

    def _period_ends_at(self, periods: int) -> int:
        if self.expired_at is not None:
            period_s = self.pace_h * HOUR_S or SILENCE_LIMIT_S
            return self.expired_at + (periods - 1) * period_s
        return compute_expiry(self.schedule, self.pace_h, self.clock_started_at, periods) or compute_silence_end(
            self.schedule, self.clock_started_at, periods
        )


# ------------------------------------------------------------------ reading
async def load_deadlines(store: Queries, table_id: int) -> list[TurnDeadline]:
    """Load the deadlines of all seats that owe an answer at a table, by seat."""
    return await _select_deadlines(store, "t.table_id = ? ORDER BY t.seat", table_id)


async def load_schedule(store: Queries, user_id: int) -> UserSchedule:
    """Load a person's time zone, quiet hours and vacations; the defaults if the person has set none."""
    rows = await store.fetch_all(
        f"SELECT p.user_id, {SCHEDULE_COLUMNS} FROM user_schedules p WHERE p.user_id = ?", user_id
    )
    return _parse_row_schedule(rows[0]) if rows else UserSchedule(user_id)


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
        over_at = turn.vote_opens_at()
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
    """Let the clocks of the seats that owe an answer (or of one of them) start at `starts_at`, without earlier reminders."""
    condition, values = "table_id = ?", [table_id]
    if seat is not None:
        condition, values = "table_id = ? AND seat = ?", [table_id, seat]
    await tx.execute(
        "UPDATE turn_deadlines SET clock_started_at = ?, reminders_sent = 0, last_reminder_at = NULL, expired_at = NULL "
        f"WHERE {condition}",
        starts_at,
        *values,
    )
    await reschedule(tx, condition.replace("table_id", "t.table_id").replace("seat", "t.seat"), *values)


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
        step = MAX_REMINDERS if turn.is_muted else turn.reminders_sent
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
    )


async def fix_future_timestamps(tx: Transaction, shard_range: ShardRange, now: int) -> None:
    """Replace stored times that lie in the future by `now`, after the system clock was set back."""
    is_ahead = f"(clock_started_at > ?1 OR asked_at > ?1 OR last_reminder_at > ?1) AND {match_table(shard_range)}"
    affected = await tx.fetch_all(f"SELECT table_id, seat FROM turn_deadlines WHERE {is_ahead}", now)
    for row in affected:
        await tx.execute(
            "UPDATE turn_deadlines SET asked_at = CASE WHEN asked_at > ?1 THEN ?1 ELSE asked_at END, "
            "clock_started_at = CASE WHEN clock_started_at > ?1 THEN ?1 ELSE clock_started_at END, "
            "last_reminder_at = CASE WHEN last_reminder_at > ?1 THEN ?1 ELSE last_reminder_at END "
            "WHERE table_id = ?2 AND seat = ?3",
            now,
            row["table_id"],
            row["seat"],
        )
        await reschedule(tx, "t.table_id = ? AND t.seat = ?", row["table_id"], row["seat"])
    await tx.execute(
        f"UPDATE turn_deadlines SET expired_at = NULL WHERE expired_at > ? AND {match_table(shard_range)}", now
    )


async def save_schedule(tx: Transaction, schedule: UserSchedule, now: int) -> None:
    """Store a person's time zone, quiet hours and vacation, and reschedule their reminders.

    A deadline that has passed stays passed. The days already taken of a replaced vacation are kept as past vacation.
    """
    await _record_expiry(tx, "s.user_id = ?", now, schedule.user_id)
    await _save_taken_vacation(tx, await load_schedule(tx, schedule.user_id), schedule, now)
    quiet, away = schedule.quiet_minutes or (None, None), schedule.vacation
    await tx.execute(
        "INSERT INTO user_schedules (user_id, time_zone, quiet_from_minute, quiet_to_minute, "
        "has_weekends_off, vacation_first_date, vacation_last_date) VALUES (?, ?, ?, ?, ?, ?, ?) "
        "ON CONFLICT (user_id) DO UPDATE SET time_zone = excluded.time_zone, quiet_from_minute = excluded.quiet_from_minute, "
        "quiet_to_minute = excluded.quiet_to_minute, has_weekends_off = excluded.has_weekends_off, "
        "vacation_first_date = excluded.vacation_first_date, vacation_last_date = excluded.vacation_last_date",
        schedule.user_id,
        schedule.time_zone,
        *quiet,
        int(schedule.has_weekends_off),
        away and away[0].isoformat(),
        away and away[1].isoformat(),
    )
    await reschedule(tx, "s.user_id = ?", schedule.user_id)
    stored_schedule = await load_schedule(tx, schedule.user_id)
    await outbox.reschedule_calls(tx, schedule.user_id, stored_schedule.find_awake_at(now))


async def _save_taken_vacation(
    tx: Transaction, old_schedule: UserSchedule, new_schedule: UserSchedule, now: int
) -> None:
    """Store the days already taken of a vacation that `new_schedule` no longer has."""
    if old_schedule.vacation is None or old_schedule.vacation == new_schedule.vacation:
        return
    taken = cut_vacation(old_schedule.vacation, old_schedule.to_local_time(now).date())
    if taken is None:
        return
    first, last = taken
    sql = (
        "INSERT INTO past_vacations VALUES (?, ?, ?) ON CONFLICT (user_id, first_date) DO UPDATE "
        "SET last_date = excluded.last_date"
    )
    await tx.execute(sql, new_schedule.user_id, first.isoformat(), last.isoformat())


async def set_substitute(tx: Transaction, user_id: int, computer_level: str | None) -> None:
    """Let a computer of this level play for the person on vacation; None stops that."""
    await tx.execute("INSERT INTO user_schedules (user_id) VALUES (?) ON CONFLICT DO NOTHING", user_id)
    await tx.execute("UPDATE user_schedules SET substitute_level = ? WHERE user_id = ?", computer_level, user_id)


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
        _parse_row_schedule(row),
        row["move_number"],
        row["expired_at"],
        row["computer_level"] or "",
    )


def _parse_row_schedule(row: Row) -> UserSchedule:
    return parse_schedule(row["user_id"], *(row[name] for name in SCHEDULE_FIELDS))


def parse_schedule(
    user_id: int,
    time_zone: str | None,
    quiet_from_minute: int | None,
    quiet_to_minute: int | None,
    has_weekends_off: int,
    vacation_first_date: str | None,
    vacation_last_date: str | None,
    vacations_json: str,
) -> UserSchedule:
    """Build a schedule from the columns of SCHEDULE_COLUMNS."""
    if time_zone is None:  # the LEFT JOIN found no row
        return UserSchedule(user_id)
    quiet = None
    if quiet_from_minute is not None and quiet_to_minute is not None:
        quiet = (quiet_from_minute, quiet_to_minute)
    away = None
    if vacation_first_date is not None and vacation_last_date is not None:
        away = (date.fromisoformat(vacation_first_date), date.fromisoformat(vacation_last_date))
    past_vacations = msgspec.json.decode(vacations_json, type=list[tuple[date, date]])
    return UserSchedule(user_id, time_zone, quiet, bool(has_weekends_off), away, tuple(sorted(past_vacations)))
