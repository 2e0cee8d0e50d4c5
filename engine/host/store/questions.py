"""Who is asked what: the rows about it change in the same transaction as the game, in as few statements as it takes.

A move mostly ends one question and puts another. All that this may depend on is read at once (`load_seat_rows`), and
only what is there is
changed. What falls due about a question that has been put is in `turns`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise
from typing import Optional

import msgspec

from engine.host.model.pace import HOUR_S, SILENCE_LIMIT_S, UserSchedule, compute_reminder_at
from engine.host.store import reminders, seat_offers, votes
from engine.host.store.database import Queries, Transaction
from engine.host.store.standing_orders import StandingOrder
from engine.host.store.turn_deadlines import SCHEDULE_COLUMNS, TurnDeadline, parse_schedule, reschedule
from engine.kernel.text import Seat

EARLY_NOTICE_DELAY_S = 60
"""Seconds before an early word: whoever moves at once needs none before them, and the board has been posted by then."""
MAX_MOVES_COMPARED = 200
"""Moves that are looked through for who usually follows whom."""
SELECT_SEATS = (
    "SELECT s.seat, s.user_id, s.computer_level, s.left_at, b.pace_h, "
    "(SELECT was_sent FROM early_notice_requests WHERE table_id = ?1 AND seat = s.seat) AS told, "
    "(SELECT json_group_array(words) FROM standing_orders WHERE table_id = ?1 AND seat = s.seat) AS orders, "
    "EXISTS (SELECT 1 FROM votes WHERE table_id = ?1 AND state = 'open') AS voting, "
    "EXISTS (SELECT 1 FROM seat_offers WHERE table_id = ?1 AND vote_id IS NOT NULL) AS offering, "
    "t.asked_revision, t.asked_at, t.clock_started_at, t.reminders_sent, t.last_reminder_at, t.is_muted, "
    "t.pace_h AS paced, t.move_number, t.expired_at, "
    f"{SCHEDULE_COLUMNS} FROM tables b JOIN seats s ON s.table_id = b.id "
    "LEFT JOIN turn_deadlines t ON t.table_id = s.table_id AND t.seat = s.seat LEFT JOIN user_schedules p ON p.user_id = s.user_id "
    "WHERE b.id = ?1 ORDER BY s.seat"
)


class SeatRow(msgspec.Struct, frozen=True):
    """A seat and all that a change of who is asked may touch, in the order of the columns in CHAIRS.

    `early_notice_sent` is None where no early word is wished. `asked_revision` is None where the seat owes no answer,
    and then so is all about that
    question: `pace_h` is the table's pace when it was put, `table_pace_h` that of today. What follows is what is known
    of the person's days.
    """

    seat: Seat
    user_id: int
    computer_level: Optional[str]
    left_at: Optional[int]
    table_pace_h: int
    early_notice_sent: Optional[int]
    orders_json: str
    has_open_vote: bool
    has_vote_offer: bool
    asked_revision: Optional[int]
    asked_at: int
    clock_started_at: int
    reminders_sent: int
    last_reminder_at: Optional[int]
    is_muted: int
    pace_h: int
    move_number: int
    expired_at: Optional[int]
    time_zone: Optional[str]
    quiet_from_minute: Optional[int]
    quiet_to_minute: Optional[int]
    has_weekends_off: int
    vacation_first_date: Optional[str]
    vacation_last_date: Optional[str]
    past_vacations: str

    @property
    def schedule(self) -> UserSchedule:
        """What is known of the days of whoever sits there."""
        return parse_schedule(
            self.user_id,
            self.time_zone,
            self.quiet_from_minute,
            self.quiet_to_minute,
            self.has_weekends_off,
            self.vacation_first_date,
            self.vacation_last_date,
            self.past_vacations,
        )

    def may_be_late(self, now: int) -> bool:
        """Whether the time for the answer may be over: days off only make it longer, unless they have become many."""
        days_off = self.vacation_first_date is not None or self.past_vacations != "[]"
        return days_off or now >= self.clock_started_at + (self.pace_h * HOUR_S or SILENCE_LIMIT_S)

    def build_deadline(self, table_id: int) -> TurnDeadline:
        """What the seat owes, as far as its time counts."""
        assert self.asked_revision is not None
        return TurnDeadline(
            table_id,
            self.seat,
            self.asked_revision,
            self.asked_at,
            self.clock_started_at,
            self.reminders_sent,
            self.last_reminder_at,
            is_muted=bool(self.is_muted),
            has_left_guild=False,
            due_at=None,
            pace_h=self.pace_h,
            schedule=self.schedule,
            move_number=self.move_number,
            expired_at=self.expired_at,
        )


# ------------------------------------------------------------------ reading
async def load_seat_rows(store: Queries, table_id: int) -> list[SeatRow]:
    """The seats of a table, with what they owe."""
    return [SeatRow(*row) for row in await store.fetch_all(SELECT_SEATS, table_id)]


def list_orders(seats: Iterable[SeatRow]) -> list[StandingOrder]:
    """The orders left at a table, as `orders.load_orders` tells them."""
    return [
        StandingOrder(chair.seat, words)
        for chair in seats
        if chair.orders_json != "[]"
        for words in sorted(tuple(one.split()) for one in msgspec.json.decode(chair.orders_json, type=list[str]))
    ]


# ------------------------------------------------------------------ writing
async def put_question(
    tx: Transaction,
    table_id: int,
    asked_revision: int,
    waiting_seats: Iterable[Seat],
    now: int,
    *,
    move_number: int = -1,
    undo_seat: Seat | None = None,
    seat_rows: Sequence[SeatRow] | None = None,
) -> None:
    """These seats, and no others, owe an answer to the question put at revision `asked_revision`, after `move_number`
    moves. Whatever was
    about another is void. `seat_rows` are the table's chairs if they have been read in this transaction and not changed since.

    After an undo (`undo_seat`) whoever owes the same answer as before keeps clock and vote, and those of the undoer go on
    from where they stood when the answer was given.
    """
    waiting_seats, undone = {*waiting_seats}, undo_seat is not None
    if seat_rows is None:
        seat_rows = await load_seat_rows(tx, table_id)
    begins, rows = list[SeatRow](), list[Seat]()
    for chair in seat_rows:
        seat, new = chair.seat, chair.seat in waiting_seats
        if chair.asked_revision is not None:
            if chair.asked_revision == asked_revision and new:
                continue
            if undone and new and chair.move_number == move_number >= 0:
                await tx.execute(
                    "UPDATE turn_deadlines SET asked_revision = ? WHERE table_id = ? AND seat = ?",
                    asked_revision,
                    table_id,
                    seat,
                )
                await _move_to_question(tx, table_id, seat, chair.asked_revision, asked_revision)
                continue
            if not undone and chair.move_number >= 0:
                await _save_clock(tx, table_id, chair, now)
            if not new:
                rows.append(seat)
        if new:
            begins.append(chair)
    await _start_clocks(tx, table_id, begins, rows, asked_revision, now, move_number, undo_seat)
    if undone:  # what was asked later was asked in a game that is no more
        await tx.execute("DELETE FROM answered_turns WHERE table_id = ? AND move_number > ?", table_id, move_number)
    if undone or any(chair.has_open_vote for chair in seat_rows):
        await votes.void_outdated(tx, table_id)
    if undone or any(chair.has_vote_offer for chair in seat_rows):
        await seat_offers.delete_outdated(tx, table_id)
    if any(chair.early_notice_sent is not None for chair in seat_rows):
        await _send_early_notice(tx, table_id, seat_rows, waiting_seats, asked_revision, now)


async def _start_clocks(
    tx: Transaction,
    table_id: int,
    asked_rows: Sequence[SeatRow],
    free_seats: list[Seat],
    asked_revision: int,
    now: int,
    move_number: int,
    undo_seat: Seat | None,
) -> None:
    """Some seats are asked from now on. `free_seats` are of seats that owe nothing any more: mostly one is asked after
    another, and then
    its row becomes the other's, in one statement instead of two."""
    for chair in asked_rows:
        row = free_seats.pop() if free_seats and chair.asked_revision is None else None
        await _start_clock(tx, table_id, chair, asked_revision, now, move_number, row)
        if chair.seat == undo_seat:
            await _resume_clock(tx, table_id, chair.seat, move_number, asked_revision, now)
    for seat in free_seats:
        await tx.execute("DELETE FROM turn_deadlines WHERE table_id = ? AND seat = ?", table_id, seat)


async def _start_clock(
    tx: Transaction,
    table_id: int,
    seat_row: SeatRow,
    asked_revision: int,
    now: int,
    move_number: int,
    replaced_seat: Seat | None,
) -> None:
    """A seat is asked from now on; the table's pace of now counts from there. `replaced_seat` is a seat that owes
    nothing any more and whose
    row is to be taken over, None where there is none: only for one that has owed nothing itself."""
    due = (
        compute_reminder_at(seat_row.schedule, seat_row.table_pace_h, now, 0)
        if seat_row.table_pace_h and not seat_row.computer_level
        else None
    )
    values = seat_row.seat, asked_revision, now, now, move_number, seat_row.table_pace_h, due
    if replaced_seat is not None:
        await tx.execute(
            "UPDATE turn_deadlines SET seat = ?, asked_revision = ?, asked_at = ?, clock_started_at = ?, "
            "move_number = ?, pace_h = ?, due_at = ?, "
            "reminders_sent = 0, last_reminder_at = NULL, is_muted = 0, has_left_guild = 0, expired_at = NULL "
            "WHERE table_id = ? AND seat = ?",
            *values,
            table_id,
            replaced_seat,
        )
        return
    await tx.execute(
        "INSERT INTO turn_deadlines (seat, asked_revision, asked_at, clock_started_at, move_number, pace_h, "
        "due_at, table_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?) "
        "ON CONFLICT (table_id, seat) DO UPDATE SET asked_revision = excluded.asked_revision, asked_at = excluded.asked_at, "
        "clock_started_at = excluded.clock_started_at, move_number = excluded.move_number, pace_h = "
        "excluded.pace_h, due_at = excluded.due_at, "
        "reminders_sent = 0, last_reminder_at = NULL, is_muted = 0, has_left_guild = 0, expired_at = NULL",
        *values,
        table_id,
    )


async def _save_clock(tx: Transaction, table_id: int, seat_row: SeatRow, now: int) -> None:
    """A seat has answered: how its clock stood is kept, in case the answer is taken back. Where its time was over it stays over."""
    over = seat_row.expired_at
    if over is None and seat_row.may_be_late(now):
        over = seat_row.build_deadline(table_id).vote_opens_at()
        over = over if over <= now else None
    await tx.execute(
        "INSERT INTO answered_turns (table_id, move_number, seat, asked_revision, asked_at, "
        "clock_started_at, pace_h, reminders_sent, last_reminder_at, is_muted, expired_at, answered_at) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (table_id, move_number, seat) DO UPDATE SET "
        "asked_revision = excluded.asked_revision, asked_at = excluded.asked_at, clock_started_at = "
        "excluded.clock_started_at, pace_h = excluded.pace_h, "
        "reminders_sent = excluded.reminders_sent, last_reminder_at = excluded.last_reminder_at, is_muted = "
        "excluded.is_muted, expired_at = excluded.expired_at, answered_at = excluded.answered_at",
        table_id,
        seat_row.move_number,
        seat_row.seat,
        seat_row.asked_revision,
        seat_row.asked_at,
        seat_row.clock_started_at,
        seat_row.pace_h,
        seat_row.reminders_sent,
        seat_row.last_reminder_at,
        seat_row.is_muted,
        over,
        now,
    )


async def _resume_clock(
    tx: Transaction, table_id: int, seat: Seat, move_number: int, asked_revision: int, now: int
) -> None:
    """A seat has taken its answer back: its clock goes on from where it stood then, and so does a vote that the answer ended."""
    rows = await tx.fetch_all(
        "SELECT * FROM answered_turns WHERE table_id = ? AND move_number = ? AND seat = ?", table_id, move_number, seat
    )
    if not rows:
        return
    (row,), key = rows, (table_id, seat)
    rest = now - row["answered_at"]
    await tx.execute(
        "UPDATE turn_deadlines SET asked_at = ?, clock_started_at = ?, pace_h = ?, reminders_sent = ?, "
        "last_reminder_at = ?, is_muted = ?, expired_at = ? "
        "WHERE table_id = ? AND seat = ?",
        row["asked_at"],
        row["clock_started_at"] + rest,
        row["pace_h"],
        row["reminders_sent"],
        None if row["last_reminder_at"] is None else row["last_reminder_at"] + rest,
        row["is_muted"],
        None if row["expired_at"] is None else row["expired_at"] + rest,
        *key,
    )
    await tx.execute(
        "DELETE FROM answered_turns WHERE table_id = ? AND move_number = ? AND seat = ?", table_id, move_number, seat
    )
    await _move_to_question(tx, table_id, seat, row["asked_revision"], asked_revision)
    await votes.reopen_vote(tx, table_id, seat, asked_revision)
    await reschedule(tx, "t.table_id = ? AND t.seat = ?", *key)


async def _move_to_question(tx: Transaction, table_id: int, seat: Seat, old_revision: int, asked_revision: int) -> None:
    """A question that was put at revision `old_revision` counts as put at `asked_revision`, and what is about it goes along."""
    await votes.move_to_question(tx, table_id, seat, old_revision, asked_revision)
    await reminders.move_to_question(tx, table_id, seat, old_revision, asked_revision)


async def _send_early_notice(
    tx: Transaction,
    table_id: int,
    seat_rows: Sequence[SeatRow],
    waiting_seats: Collection[Seat],
    asked_revision: int,
    now: int,
) -> None:
    """Whoever is asked may be told early of the next one. If only one is asked, tell the one who usually follows, if awake:
    once until they have been asked."""
    wished = {chair.seat for chair in seat_rows if chair.early_notice_sent == 0}
    for chair in seat_rows:
        if chair.early_notice_sent == 1 and chair.seat in waiting_seats:
            await tx.execute(
                "UPDATE early_notice_requests SET was_sent = 0 WHERE table_id = ? AND seat = ?", table_id, chair.seat
            )
            wished.add(chair.seat)
    if len(waiting_seats) != 1 or not wished:
        return
    moved = await tx.fetch_all(
        "SELECT seat FROM entries WHERE table_id = ? AND kind IN ('move', 'auto', 'computer') ORDER BY seq DESC LIMIT ?",
        table_id,
        MAX_MOVES_COMPARED,
    )
    playing = [chair.seat for chair in seat_rows if chair.left_at is None]
    (mover,) = waiting_seats
    follower = predict_next_seat(mover, [row["seat"] for row in reversed(moved)], playing)
    if (
        follower in wished
        and not seat_rows[follower].computer_level
        and not seat_rows[follower].schedule.is_asleep(now)
    ):
        await reminders.add_reminder(tx, table_id, follower, asked_revision, "early", now, delay_s=EARLY_NOTICE_DELAY_S)
        await tx.execute(
            "UPDATE early_notice_requests SET was_sent = 1 WHERE table_id = ? AND seat = ?", table_id, follower
        )


def predict_next_seat(mover: Seat, moved_seats: Sequence[Seat], playing_seats: Sequence[Seat]) -> Seat:
    """Who will probably move after the mover: who did last time, else the next one round the table.

    From what everybody has seen, never from the position: that might know more than the players.
    """
    for earlier, later in reversed(list(pairwise(moved_seats))):
        if earlier == mover != later and later in playing_seats:
            return later
    return min((seat for seat in playing_seats if seat > mover), default=min(playing_seats))
