"""Changes which seats owe an answer, in the same transaction as the game and with few statements.

A move usually ends one question and puts another. `load_seat_rows` reads everything at once that this depends on.
`turn_deadlines` holds the reminders of the questions that are put.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Optional

import msgspec

from engine.host.model.pace import HOUR_S, SILENCE_LIMIT_S, UserSchedule, compute_reminder_at
from engine.host.store import outbox, seat_offers, votes
from engine.host.store.database import Queries, Transaction
from engine.host.store.standing_orders import StandingOrder
from engine.host.store.turn_deadlines import TurnDeadline, reschedule
from engine.host.store.users.user_schedules import SCHEDULE_COLUMNS, SCHEDULE_FIELDS, parse_schedule
from engine.kernel.text import Seat

EARLY_NOTICE_DELAY_S = 60
"""The delay of an early notice: it is void if the player before moves at once, and the board is posted by then."""
MAX_MOVES_COMPARED = 200
"""The number of moves that are searched for the player who usually moves next."""
SELECT_SEATS = (
    "SELECT s.seat, s.user_id, s.computer_level, s.left_at, s.clock_held_until, b.pace_h, "
    "(SELECT was_sent FROM early_notice_requests WHERE table_id = ?1 AND seat = s.seat) AS told, "
    "(SELECT json_group_array(list_rank || ':' || premise || ':' || words) FROM standing_orders "
    "WHERE table_id = ?1 AND seat = s.seat) AS orders, "
    "EXISTS (SELECT 1 FROM votes WHERE table_id = ?1 AND state = 'open') AS voting, "
    "EXISTS (SELECT 1 FROM seat_offers WHERE table_id = ?1 AND vote_id IS NOT NULL) AS offering, "
    "t.asked_revision, t.asked_at, t.clock_started_at, t.reminders_sent, t.last_reminder_at, t.is_muted, "
    "t.pace_h AS paced, t.move_number, t.expired_at, t.lost_s, "
    f"{SCHEDULE_COLUMNS} FROM tables b JOIN seats s ON s.table_id = b.id "
    "LEFT JOIN turn_deadlines t ON t.table_id = s.table_id AND t.seat = s.seat LEFT JOIN user_schedules p ON p.user_id = s.user_id "
    "WHERE b.id = ?1 ORDER BY s.seat"
)


class NewQuestion(msgspec.Struct, frozen=True):
    """A question put at revision `asked_revision` of a table, after `move_number` moves.

    `undo_seat` is the seat whose answer was taken back, None if the question does not follow an undo.
    """

    table_id: int
    asked_revision: int
    waiting_seats: frozenset[Seat]
    asked_at: int
    move_number: int
    undo_seat: Optional[Seat]


class SeatRow(msgspec.Struct, frozen=True):
    """A seat with everything that a new question may change, in the order of the columns in SELECT_SEATS.

    `early_notice_sent` is None if the seat asked for no early notice. `asked_revision` is None if the seat owes no
    answer; then the other fields about a question are None too. `pace_h` is the table's pace when the question was
    put, `table_pace_h` the current one. The last fields are the player's schedule.
    """

    seat: Seat
    user_id: int
    computer_level: Optional[str]
    left_at: Optional[int]
    clock_held_until: Optional[int]
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
    lost_s: int
    time_zone: Optional[str]
    quiet_from_minute: Optional[int]
    quiet_to_minute: Optional[int]
    has_weekends_off: int
    vacation_first_date: Optional[str]
    vacation_last_date: Optional[str]
    vacation_starts: str
    past_vacations: str

    @property
    def schedule(self) -> UserSchedule:
        """The schedule of the seat's player."""
        return parse_schedule(self.user_id, msgspec.structs.astuple(self)[-len(SCHEDULE_FIELDS) :])

    def may_be_late(self, now: int) -> bool:
        """Return False if the time for the answer is certainly not over, without computing the exact time.

        Days off can only make it longer, except a long vacation, which ends it early.
        """
        days_off = self.vacation_first_date is not None or self.past_vacations != "[]"
        return days_off or now >= self.clock_started_at + (self.pace_h * HOUR_S or SILENCE_LIMIT_S)

    def build_deadline(self, table_id: int) -> TurnDeadline:
        """Build the deadline of the question that the seat owes an answer to."""
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
            lost_s=self.lost_s,
        )


# ------------------------------------------------------------------ reading
async def load_seat_rows(store: Queries, table_id: int) -> list[SeatRow]:
    """Load the seats of a table, with the answers they owe."""
    return [SeatRow(*row) for row in await store.fetch_all(SELECT_SEATS, table_id)]


def list_orders(seats: Iterable[SeatRow]) -> list[StandingOrder]:
    """List the standing orders of these seats, in the order of `standing_orders.load_orders`."""
    orders: list[StandingOrder] = []
    for row in seats:
        if row.orders_json == "[]":
            continue
        seat_orders: list[StandingOrder] = []
        for text in msgspec.json.decode(row.orders_json, type=list[str]):
            rank, premise, words = text.split(":", 2)
            seat_orders.append(StandingOrder(row.seat, tuple(words.split()), premise, int(rank)))
        orders += sorted(seat_orders, key=lambda order: order.rank)
    return orders


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
    """Put a question to exactly these seats, at revision `asked_revision` and after `move_number` moves.

    Everything about an earlier question becomes void. `seat_rows` are the table's seats, if they were read in this
    transaction and have not changed since.

    After an undo, a seat that owes the same answer as before keeps its clock and its vote. The clock and the vote
    of `undo_seat` continue from the moment of the answer that was taken back.
    """
    if seat_rows is None:
        seat_rows = await load_seat_rows(tx, table_id)
    question = NewQuestion(table_id, asked_revision, frozenset(waiting_seats), now, move_number, undo_seat)
    await _replace_questions(tx, question, seat_rows)
    is_undo = undo_seat is not None
    if is_undo:  # the later questions belong to moves that no longer exist
        await tx.execute("DELETE FROM answered_turns WHERE table_id = ? AND move_number > ?", table_id, move_number)
    if is_undo or any(row.has_open_vote for row in seat_rows):
        await votes.void_outdated(tx, table_id)
    if is_undo or any(row.has_vote_offer for row in seat_rows):
        await seat_offers.delete_outdated(tx, table_id)
    if any(row.early_notice_sent is not None for row in seat_rows):
        await _send_early_notice(tx, question, seat_rows)


async def _replace_questions(tx: Transaction, question: NewQuestion, seat_rows: Sequence[SeatRow]) -> None:
    """End the earlier questions of the seats, and start the clocks of the new one."""
    starting_rows: list[SeatRow] = []
    freed_seats: list[Seat] = []
    for row in seat_rows:
        is_asked = row.seat in question.waiting_seats
        if row.asked_revision is not None:
            if is_asked and await _keep_question(tx, question, row):
                continue
            if question.undo_seat is None and row.move_number >= 0:
                await _save_clock(tx, question.table_id, row, question.asked_at)
            if not is_asked:
                freed_seats.append(row.seat)
        if is_asked:
            starting_rows.append(row)
    await _start_clocks(tx, question, starting_rows, freed_seats)


async def _keep_question(tx: Transaction, question: NewQuestion, seat_row: SeatRow) -> bool:
    """Keep the clock of a seat that already owes this answer. Return False if the question is another one."""
    assert seat_row.asked_revision is not None
    if seat_row.asked_revision == question.asked_revision:
        return True
    if question.undo_seat is None or question.move_number < 0 or seat_row.move_number != question.move_number:
        return False
    await tx.execute(
        "UPDATE turn_deadlines SET asked_revision = ? WHERE table_id = ? AND seat = ?",
        question.asked_revision,
        question.table_id,
        seat_row.seat,
    )
    await _move_votes_and_reminders(tx, question, seat_row.seat, seat_row.asked_revision)
    return True


async def _start_clocks(
    tx: Transaction, question: NewQuestion, starting_rows: Sequence[SeatRow], freed_seats: list[Seat]
) -> None:
    """Start the clocks of the seats that are asked, and delete the deadlines of `freed_seats`.

    Usually one seat is asked after another. Then one statement turns the row of one into the row of the other.
    """
    for row in starting_rows:
        replaced_seat = None
        if freed_seats and row.asked_revision is None:
            replaced_seat = freed_seats.pop()
        await _start_clock(tx, question, row, replaced_seat)
        if row.seat == question.undo_seat:
            await _resume_clock(tx, question, row.seat)
    for seat in freed_seats:
        await tx.execute("DELETE FROM turn_deadlines WHERE table_id = ? AND seat = ?", question.table_id, seat)


async def _start_clock(tx: Transaction, question: NewQuestion, seat_row: SeatRow, replaced_seat: Seat | None) -> None:
    """Start a seat's clock now, or when it is held no more, at the table's current pace.

    `replaced_seat` is a seat that no longer owes an answer and whose row the new deadline takes over.
    """
    table_id, asked_at = question.table_id, question.asked_at
    starts_at = max(asked_at, seat_row.clock_held_until or 0)
    due_at = None
    if not seat_row.computer_level:
        due_at = compute_reminder_at(seat_row.schedule, seat_row.table_pace_h, starts_at, 0)
    values = (
        seat_row.seat,
        question.asked_revision,
        asked_at,
        starts_at,
        question.move_number,
        seat_row.table_pace_h,
        due_at,
    )
    if replaced_seat is not None:
        await tx.execute(
            "UPDATE turn_deadlines SET seat = ?, asked_revision = ?, asked_at = ?, clock_started_at = ?, "
            "move_number = ?, pace_h = ?, due_at = ?, "
            "reminders_sent = 0, last_reminder_at = NULL, is_muted = 0, has_left_guild = 0, expired_at = NULL, lost_s = 0 "
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
        "reminders_sent = 0, last_reminder_at = NULL, is_muted = 0, has_left_guild = 0, expired_at = NULL, lost_s = 0",
        *values,
        table_id,
    )


async def _save_clock(tx: Transaction, table_id: int, seat_row: SeatRow, now: int) -> None:
    """Store the clock of a seat that has answered, in case the answer is taken back.

    If the time was over, it stays over.
    """
    expired_at = seat_row.expired_at
    if expired_at is None and seat_row.may_be_late(now):
        expires_at = seat_row.build_deadline(table_id).expires_at()
        if expires_at <= now:
            expired_at = expires_at
    await tx.execute(
        "INSERT INTO answered_turns (table_id, move_number, seat, asked_revision, asked_at, "
        "clock_started_at, pace_h, reminders_sent, last_reminder_at, is_muted, expired_at, lost_s, answered_at) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (table_id, move_number, seat) DO UPDATE SET "
        "asked_revision = excluded.asked_revision, asked_at = excluded.asked_at, clock_started_at = "
        "excluded.clock_started_at, pace_h = excluded.pace_h, "
        "reminders_sent = excluded.reminders_sent, last_reminder_at = excluded.last_reminder_at, is_muted = "
        "excluded.is_muted, expired_at = excluded.expired_at, lost_s = excluded.lost_s, answered_at = excluded.answered_at",
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
        expired_at,
        seat_row.lost_s,
        now,
    )


async def _resume_clock(tx: Transaction, question: NewQuestion, seat: Seat) -> None:
    """Resume the clock of a seat that took its answer back, and reopen the vote that the answer ended."""
    table_id = question.table_id
    answer_key = (table_id, question.move_number, seat)
    row = await tx.fetch_first(
        "SELECT * FROM answered_turns WHERE table_id = ? AND move_number = ? AND seat = ?", *answer_key
    )
    if row is None:
        return
    paused_s = question.asked_at - row["answered_at"]
    last_reminder_at, expired_at = row["last_reminder_at"], row["expired_at"]
    await tx.execute(
        "UPDATE turn_deadlines SET asked_at = ?, clock_started_at = ?, pace_h = ?, reminders_sent = ?, "
        "last_reminder_at = ?, is_muted = ?, expired_at = ?, lost_s = ? "
        "WHERE table_id = ? AND seat = ?",
        row["asked_at"],
        row["clock_started_at"] + paused_s,
        row["pace_h"],
        row["reminders_sent"],
        None if last_reminder_at is None else last_reminder_at + paused_s,
        row["is_muted"],
        None if expired_at is None else expired_at + paused_s,
        row["lost_s"],
        table_id,
        seat,
    )
    await tx.execute("DELETE FROM answered_turns WHERE table_id = ? AND move_number = ? AND seat = ?", *answer_key)
    await _move_votes_and_reminders(tx, question, seat, row["asked_revision"])
    await votes.reopen_vote(tx, table_id, seat, question.asked_revision, question.asked_at, paused_s=paused_s)
    await reschedule(tx, "t.table_id = ? AND t.seat = ?", table_id, seat)


async def _move_votes_and_reminders(tx: Transaction, question: NewQuestion, seat: Seat, old_revision: int) -> None:
    """Move the votes and reminders about a question put at `old_revision` to the new question."""
    await votes.move_votes(tx, question.table_id, seat, old_revision, question.asked_revision)
    await outbox.move_reminders(tx, question.table_id, seat, old_revision, question.asked_revision)


async def _send_early_notice(tx: Transaction, question: NewQuestion, seat_rows: Sequence[SeatRow]) -> None:
    """Tell the player who usually moves next that their turn is near, if they asked for it and are awake.

    This happens only while a single seat is asked, and once until that player is asked.
    """
    table_id = question.table_id
    requesting_seats = {row.seat for row in seat_rows if row.early_notice_sent == 0}
    for row in seat_rows:
        if row.early_notice_sent == 1 and row.seat in question.waiting_seats:
            await tx.execute(
                "UPDATE early_notice_requests SET was_sent = 0 WHERE table_id = ? AND seat = ?", table_id, row.seat
            )
            requesting_seats.add(row.seat)
    if len(question.waiting_seats) != 1 or not requesting_seats:
        return
    moves = await tx.fetch_all(
        "SELECT seat FROM entries WHERE table_id = ? AND kind IN ('move', 'auto', 'computer') ORDER BY seq DESC LIMIT ?",
        table_id,
        MAX_MOVES_COMPARED,
    )
    playing_seats = [row.seat for row in seat_rows if row.left_at is None]
    (mover,) = question.waiting_seats
    next_seat = predict_next_seat(mover, [move["seat"] for move in reversed(moves)], playing_seats)
    next_row = seat_rows[next_seat]
    if next_seat not in requesting_seats or next_row.computer_level or next_row.schedule.is_asleep(question.asked_at):
        return
    due_at = question.asked_at + EARLY_NOTICE_DELAY_S
    await outbox.add_message(
        tx, table_id, "early", question.asked_at, due_at, next_seat, asked_revision=question.asked_revision
    )
    await tx.execute(
        "UPDATE early_notice_requests SET was_sent = 1 WHERE table_id = ? AND seat = ?", table_id, next_seat
    )


def predict_next_seat(mover: Seat, moved_seats: Sequence[Seat], playing_seats: Sequence[Seat]) -> Seat:
    """Predict who moves after the mover: the seat that did so last time, else the next seat in order.

    The prediction uses only moves that everybody has seen. The position may hold secrets.
    """
    for earlier, later in reversed(list(pairwise(moved_seats))):
        if earlier == mover != later and later in playing_seats:
            return later
    return min((seat for seat in playing_seats if seat > mover), default=min(playing_seats))
