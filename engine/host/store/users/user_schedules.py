"""The `user_schedules` and `past_vacations` tables: users' time zones, quiet hours and vacations.

`turn_deadlines.save_schedule` changes them together with the reminders that follow from them.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

import msgspec

from engine.host.model.pace import UserSchedule, cut_vacation
from engine.host.store.database import Queries, Row, Transaction

SCHEDULE_COLUMNS = (
    "p.time_zone, p.quiet_from_minute, p.quiet_to_minute, p.has_weekends_off, p.vacation_first_date, p.vacation_last_date, "
    "p.vacation_starts, "
    "(SELECT json_group_array(json_array(v.first_date, v.last_date)) FROM past_vacations v WHERE v.user_id = p.user_id) AS past"
)
SCHEDULE_FIELDS = (
    "time_zone",
    "quiet_from_minute",
    "quiet_to_minute",
    "has_weekends_off",
    "vacation_first_date",
    "vacation_last_date",
    "vacation_starts",
    "past",
)
"""The names of the columns that SCHEDULE_COLUMNS selects."""


# ------------------------------------------------------------------ reading
async def load_schedule(store: Queries, user_id: int) -> UserSchedule:
    """Load a person's time zone, quiet hours and vacations; the defaults if the person has set none."""
    rows = await store.fetch_all(
        f"SELECT p.user_id, {SCHEDULE_COLUMNS} FROM user_schedules p WHERE p.user_id = ?", user_id
    )
    return parse_row_schedule(rows[0]) if rows else UserSchedule(user_id)


def parse_row_schedule(row: Row) -> UserSchedule:
    """Build a schedule from a row with a user's id and SCHEDULE_COLUMNS."""
    return parse_schedule(row["user_id"], [row[name] for name in SCHEDULE_FIELDS])


def parse_schedule(user_id: int, columns: Sequence[Any]) -> UserSchedule:
    """Build a schedule from the values of SCHEDULE_COLUMNS."""
    time_zone, quiet_from, quiet_to, has_weekends_off, first_date, last_date, starts_json, past_json = columns
    if time_zone is None:  # the LEFT JOIN found no row
        return UserSchedule(user_id)
    quiet = None
    if quiet_from is not None and quiet_to is not None:
        quiet = (quiet_from, quiet_to)
    away = None
    if first_date is not None and last_date is not None:
        away = (date.fromisoformat(first_date), date.fromisoformat(last_date))
    return UserSchedule(
        user_id,
        time_zone,
        quiet,
        bool(has_weekends_off),
        away,
        tuple(sorted(msgspec.json.decode(past_json, type=list[tuple[date, date]]))),
        msgspec.json.decode(starts_json, type=tuple[int, ...]),
    )


# ------------------------------------------------------------------ writing
async def save_row(tx: Transaction, schedule: UserSchedule) -> None:
    """Store a person's schedule, without their past vacations."""
    quiet, away = schedule.quiet_minutes or (None, None), schedule.vacation
    await tx.execute(
        "INSERT INTO user_schedules (user_id, time_zone, quiet_from_minute, quiet_to_minute, "
        "has_weekends_off, vacation_first_date, vacation_last_date, vacation_starts) VALUES (?, ?, ?, ?, ?, ?, ?, ?) "
        "ON CONFLICT (user_id) DO UPDATE SET time_zone = excluded.time_zone, quiet_from_minute = excluded.quiet_from_minute, "
        "quiet_to_minute = excluded.quiet_to_minute, has_weekends_off = excluded.has_weekends_off, "
        "vacation_first_date = excluded.vacation_first_date, vacation_last_date = excluded.vacation_last_date, "
        "vacation_starts = excluded.vacation_starts",
        schedule.user_id,
        schedule.time_zone,
        *quiet,
        int(schedule.has_weekends_off),
        away and away[0].isoformat(),
        away and away[1].isoformat(),
        msgspec.json.encode(schedule.vacation_starts).decode(),
    )


async def save_taken_vacation(
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
