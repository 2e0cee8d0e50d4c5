"""Who is asked what: the rows about it change in the same transaction as the game, in as few statements as it takes.

A move mostly ends one question and puts another. All that this may depend on is read at once (`chairs`), and only what is there is
changed. What falls due about a question that has been put is in `turns`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise
from typing import Optional

import msgspec

from engine.host.model.pace import HOUR, SILENCE, Person, reminder
from engine.host.store import notices, offers, votes
from engine.host.store.database import Queries, Transaction
from engine.host.store.orders import Order
from engine.host.store.turns import PERSON_COLUMNS, TurnDeadline, parse_person, reschedule
from engine.kernel.text import Seat

THOUGHT = 60
"""Seconds before an early word: whoever moves at once needs none before them, and the board has been posted by then."""
ALIKE = 200
"""Moves that are looked through for who usually follows whom."""
CHAIRS = (
    "SELECT s.seat, s.user_id, s.computer_level, s.left_at, b.pace_h, "
    "(SELECT was_sent FROM early_notice_requests WHERE table_id = ?1 AND seat = s.seat) AS told, "
    "(SELECT json_group_array(words) FROM standing_orders WHERE table_id = ?1 AND seat = s.seat) AS orders, "
    "EXISTS (SELECT 1 FROM votes WHERE table_id = ?1 AND state = 'open') AS voting, "
    "EXISTS (SELECT 1 FROM seat_offers WHERE table_id = ?1 AND vote_id IS NOT NULL) AS offering, "
    "t.asked_revision, t.asked_at, t.clock_started_at, t.reminders_sent, t.last_reminder_at, t.is_muted, "
    "t.pace_h AS paced, t.move_number, t.expired_at, "
    f"{PERSON_COLUMNS} FROM tables b JOIN seats s ON s.table_id = b.id "
    "LEFT JOIN turn_deadlines t ON t.table_id = s.table_id AND t.seat = s.seat LEFT JOIN user_schedules p ON p.user_id = s.user_id "
    "WHERE b.id = ?1 ORDER BY s.seat"
)


class Chair(msgspec.Struct, frozen=True):
    """A seat and all that a change of who is asked may touch, in the order of the columns in CHAIRS.

    `told` is None where no early word is wished. `asked` is None where the seat owes no answer, and then so is all about that
    question: `paced` is the table's pace when it was put, `pace` that of today. What follows is what is known of the person's days.
    """

    seat: Seat
    user: int
    level: Optional[str]
    left_at: Optional[int]
    pace: int
    told: Optional[int]
    orders: str
    voting: bool
    offering: bool
    asked: Optional[int]
    since: int
    runs_from: int
    step: int
    last_at: Optional[int]
    muted: int
    paced: int
    question: int
    over_at: Optional[int]
    zone: Optional[str]
    quiet_from: Optional[int]
    quiet_to: Optional[int]
    weekends: int
    away_from: Optional[str]
    away_to: Optional[str]
    past: str

    @property
    def person(self) -> Person:
        """What is known of the days of whoever sits there."""
        return parse_person(
            self.user,
            self.zone,
            self.quiet_from,
            self.quiet_to,
            self.weekends,
            self.away_from,
            self.away_to,
            self.past,
        )

    def late(self, now: int) -> bool:
        """Whether the time for the answer may be over: days off only make it longer, unless they have become many."""
        days_off = self.away_from is not None or self.past != "[]"
        return days_off or now >= self.runs_from + (self.paced * HOUR or SILENCE)

    def turn(self, table_id: int) -> TurnDeadline:
        """What the seat owes, as far as its time counts."""
        assert self.asked is not None
        return TurnDeadline(
            table_id,
            self.seat,
            self.asked,
            self.since,
            self.runs_from,
            self.step,
            self.last_at,
            muted=bool(self.muted),
            gone=False,
            due_at=None,
            pace=self.paced,
            person=self.person,
            question=self.question,
            over_at=self.over_at,
        )


# ------------------------------------------------------------------ reading
async def chairs(store: Queries, table_id: int) -> list[Chair]:
    """The seats of a table, with what they owe."""
    return [Chair(*row) for row in await store.all(CHAIRS, table_id)]


def orders_at(seats: Iterable[Chair]) -> list[Order]:
    """The orders left at a table, as `orders.orders` tells them."""
    return [
        Order(chair.seat, words)
        for chair in seats
        if chair.orders != "[]"
        for words in sorted(tuple(one.split()) for one in msgspec.json.decode(chair.orders, type=list[str]))
    ]


# ------------------------------------------------------------------ writing
async def put(
    tx: Transaction,
    table_id: int,
    asked: int,
    waiting: Iterable[Seat],
    now: int,
    *,
    question: int = -1,
    taken_back_by: Seat | None = None,
    seats: Sequence[Chair] | None = None,
) -> None:
    """These seats, and no others, owe an answer to the question put at revision `asked`, after `question` moves. Whatever was
    about another is void. `seats` are the table's chairs if they have been read in this transaction and not changed since.

    After an undo (`taken_back_by`) whoever owes the same answer as before keeps clock and vote, and those of the undoer go on
    from where they stood when the answer was given.
    """
    waiting, undone = {*waiting}, taken_back_by is not None
    if seats is None:
        seats = await chairs(tx, table_id)
    begins, rows = list[Chair](), list[Seat]()
    for chair in seats:
        seat, new = chair.seat, chair.seat in waiting
        if chair.asked is not None:
            if chair.asked == asked and new:
                continue
            if undone and new and chair.question == question >= 0:
                await tx.run(
                    "UPDATE turn_deadlines SET asked_revision = ? WHERE table_id = ? AND seat = ?",
                    asked,
                    table_id,
                    seat,
                )
                await _ask_on(tx, table_id, seat, chair.asked, asked)
                continue
            if not undone and chair.question >= 0:
                await _keep_clock(tx, table_id, chair, now)
            if not new:
                rows.append(seat)
        if new:
            begins.append(chair)
    await _ask(tx, table_id, begins, rows, asked, now, question, taken_back_by)
    if undone:  # what was asked later was asked in a game that is no more
        await tx.run("DELETE FROM answered_turns WHERE table_id = ? AND move_number > ?", table_id, question)
    if undone or any(chair.voting for chair in seats):
        await votes.void_outdated(tx, table_id)
    if undone or any(chair.offering for chair in seats):
        await offers.drop_outdated(tx, table_id)
    if any(chair.told is not None for chair in seats):
        await _early_word(tx, table_id, seats, waiting, asked, now)


async def _ask(
    tx: Transaction,
    table_id: int,
    begins: Sequence[Chair],
    rows: list[Seat],
    asked: int,
    now: int,
    question: int,
    taken_back_by: Seat | None,
) -> None:
    """Some seats are asked from now on. `rows` are of seats that owe nothing any more: mostly one is asked after another, and then
    its row becomes the other's, in one statement instead of two."""
    for chair in begins:
        row = rows.pop() if rows and chair.asked is None else None
        await _begin(tx, table_id, chair, asked, now, question, row)
        if chair.seat == taken_back_by:
            await _go_on(tx, table_id, chair.seat, question, asked, now)
    for seat in rows:
        await tx.run("DELETE FROM turn_deadlines WHERE table_id = ? AND seat = ?", table_id, seat)


async def _begin(
    tx: Transaction, table_id: int, chair: Chair, asked: int, now: int, question: int, row: Seat | None
) -> None:
    """A seat is asked from now on; the table's pace of now counts from there. `row` is a seat that owes nothing any more and whose
    row is to be taken over, None where there is none: only for one that has owed nothing itself."""
    due = reminder(chair.person, chair.pace, now, 0) if chair.pace and not chair.level else None
    values = chair.seat, asked, now, now, question, chair.pace, due
    if row is not None:
        await tx.run(
            "UPDATE turn_deadlines SET seat = ?, asked_revision = ?, asked_at = ?, clock_started_at = ?, "
            "move_number = ?, pace_h = ?, due_at = ?, "
            "reminders_sent = 0, last_reminder_at = NULL, is_muted = 0, has_left_guild = 0, expired_at = NULL "
            "WHERE table_id = ? AND seat = ?",
            *values,
            table_id,
            row,
        )
        return
    await tx.run(
        "INSERT INTO turn_deadlines (seat, asked_revision, asked_at, clock_started_at, move_number, pace_h, "
        "due_at, table_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?) "
        "ON CONFLICT (table_id, seat) DO UPDATE SET asked_revision = excluded.asked_revision, asked_at = excluded.asked_at, "
        "clock_started_at = excluded.clock_started_at, move_number = excluded.move_number, pace_h = "
        "excluded.pace_h, due_at = excluded.due_at, "
        "reminders_sent = 0, last_reminder_at = NULL, is_muted = 0, has_left_guild = 0, expired_at = NULL",
        *values,
        table_id,
    )


async def _keep_clock(tx: Transaction, table_id: int, chair: Chair, now: int) -> None:
    """A seat has answered: how its clock stood is kept, in case the answer is taken back. Where its time was over it stays over."""
    over = chair.over_at
    if over is None and chair.late(now):
        over = chair.turn(table_id).vote_opens_at()
        over = over if over <= now else None
    await tx.run(
        "INSERT INTO answered_turns (table_id, move_number, seat, asked_revision, asked_at, "
        "clock_started_at, pace_h, reminders_sent, last_reminder_at, is_muted, expired_at, answered_at) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (table_id, move_number, seat) DO UPDATE SET "
        "asked_revision = excluded.asked_revision, asked_at = excluded.asked_at, clock_started_at = "
        "excluded.clock_started_at, pace_h = excluded.pace_h, "
        "reminders_sent = excluded.reminders_sent, last_reminder_at = excluded.last_reminder_at, is_muted = "
        "excluded.is_muted, expired_at = excluded.expired_at, answered_at = excluded.answered_at",
        table_id,
        chair.question,
        chair.seat,
        chair.asked,
        chair.since,
        chair.runs_from,
        chair.paced,
        chair.step,
        chair.last_at,
        chair.muted,
        over,
        now,
    )


async def _go_on(tx: Transaction, table_id: int, seat: Seat, question: int, asked: int, now: int) -> None:
    """A seat has taken its answer back: its clock goes on from where it stood then, and so does a vote that the answer ended."""
    rows = await tx.all(
        "SELECT * FROM answered_turns WHERE table_id = ? AND move_number = ? AND seat = ?", table_id, question, seat
    )
    if not rows:
        return
    (row,), key = rows, (table_id, seat)
    rest = now - row["answered_at"]
    await tx.run(
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
    await tx.run(
        "DELETE FROM answered_turns WHERE table_id = ? AND move_number = ? AND seat = ?", table_id, question, seat
    )
    await _ask_on(tx, table_id, seat, row["asked_revision"], asked)
    await votes.open_again(tx, table_id, seat, asked)
    await reschedule(tx, "t.table_id = ? AND t.seat = ?", *key)


async def _ask_on(tx: Transaction, table_id: int, seat: Seat, before: int, asked: int) -> None:
    """A question that was put at revision `before` counts as put at `asked`, and what is about it goes along."""
    await votes.ask_on(tx, table_id, seat, before, asked)
    await notices.ask_on(tx, table_id, seat, before, asked)


async def _early_word(
    tx: Transaction, table_id: int, seats: Sequence[Chair], waiting: Collection[Seat], asked: int, now: int
) -> None:
    """Whoever is asked may be told early of the next one. If only one is asked, tell the one who usually follows, if awake:
    once until they have been asked."""
    wished = {chair.seat for chair in seats if chair.told == 0}
    for chair in seats:
        if chair.told == 1 and chair.seat in waiting:
            await tx.run(
                "UPDATE early_notice_requests SET was_sent = 0 WHERE table_id = ? AND seat = ?", table_id, chair.seat
            )
            wished.add(chair.seat)
    if len(waiting) != 1 or not wished:
        return
    moved = await tx.all(
        "SELECT seat FROM entries WHERE table_id = ? AND kind IN ('move', 'auto', 'computer') ORDER BY seq DESC LIMIT ?",
        table_id,
        ALIKE,
    )
    playing = [chair.seat for chair in seats if chair.left_at is None]
    (mover,) = waiting
    follower = follows(mover, [row["seat"] for row in reversed(moved)], playing)
    if follower in wished and not seats[follower].level and not seats[follower].person.asleep(now):
        await notices.add(tx, table_id, follower, asked, "early", now, wait=THOUGHT)
        await tx.run(
            "UPDATE early_notice_requests SET was_sent = 1 WHERE table_id = ? AND seat = ?", table_id, follower
        )


def follows(mover: Seat, moved: Sequence[Seat], playing: Sequence[Seat]) -> Seat:
    """Who will probably move after the mover: who did last time, else the next one round the table.

    From what everybody has seen, never from the position: that might know more than the players.
    """
    for earlier, later in reversed(list(pairwise(moved))):
        if earlier == mover != later and later in playing:
            return later
    return min((seat for seat in playing if seat > mover), default=min(playing))
