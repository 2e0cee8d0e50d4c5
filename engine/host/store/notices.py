"""Messages that are due to somebody, each sent once. Every function is one question or one change.

A notice is `due`, then `trying` while it is being sent, and in the end `sent`, `void` or `failed`.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.host.model.share import Share
from engine.host.model.votes import PATIENCE
from engine.host.store.columns import at_ours, ours
from engine.host.store.database import Store, Transaction
from engine.kernel.text import Seat

NoticeKind = Literal["early", "remind", "last", "gone", "call"]
Settled = Literal["sent", "void", "failed"]
NOTICES = (
    "SELECT n.*, t.seat IS NOT NULL AS waiting, t.is_muted, b.asked_revision AS question, b.status "
    "FROM reminders n JOIN tables b ON b.id = n.table_id "
    "LEFT JOIN turn_deadlines t ON t.table_id = n.table_id AND t.seat = n.seat AND t.asked_revision = n.asked_revision "
    "WHERE n.state IN ('due', 'trying')"
)


class Agenda(msgspec.Struct, frozen=True):
    """What is there to be done by itself: open votes to count, reminders or notices that are due, questions to ask, votes and
    motions whose end is to be shown, motions that have run out, errands; and the next moment at which anything is due.

    `open`: a vote or a motion is under way, which any move may decide.
    """

    count: bool
    due: bool
    ask: bool
    show: bool
    expire: bool
    errand: bool
    next: int | None
    open: bool


class Notice(msgspec.Struct, frozen=True):
    """A message that is due; `tried`: it may have reached Discord already, in one of so many `tries`."""

    id: int
    table: int
    seat: Seat
    asked: int
    kind: NoticeKind
    step: int
    made_at: int
    tried: bool
    tries: int


# ------------------------------------------------------------------ reading
async def agenda(store: Store, share: Share, now: int) -> Agenda:
    """What is there to be done."""
    next_one = f"SELECT min(due_at) FROM turn_deadlines WHERE due_at IS NOT NULL AND {at_ours(share, 'turn_deadlines.table_id')}"
    votes, motions = at_ours(share, "votes.table_id"), at_ours(share, "proposals.table_id")
    row = await store.first(
        f"SELECT ({next_one}) AS turn, "
        "(SELECT min(due_at) FROM reminders WHERE state IN ('due', 'trying') "
        f"AND {at_ours(share, 'reminders.table_id')}) AS notice, "
        "(SELECT min(due_at) FROM undo_requests WHERE state IN ('due', 'trying') "
        f"AND {at_ours(share, 'undo_requests.table_id')}) AS question, "
        f"(SELECT min(due_at) FROM announcements WHERE {at_ours(share, 'announcements.table_id')}) AS errand, "
        f"(SELECT min(recount_at) FROM votes WHERE state = 'open' AND recount_at > ? AND {votes}) AS late, "
        f"EXISTS (SELECT 1 FROM votes WHERE state = 'open' AND {votes}) AS count, "
        f"(SELECT min(opened_at) FROM proposals WHERE state = 'open' AND {motions}) AS moved, "
        f"EXISTS (SELECT 1 FROM votes WHERE state <> shown_state AND message_id IS NOT NULL AND {votes} UNION ALL "
        f"SELECT 1 FROM proposals WHERE state <> shown_state AND message_id IS NOT NULL AND {motions}) AS show",
        now,
    )
    assert row is not None
    dues = [due for due in (row["turn"], row["notice"]) if due is not None]
    question, errand = row["question"], row["errand"]
    expires = None if row["moved"] is None else row["moved"] + PATIENCE
    then = min(dues, default=None)
    return Agenda(
        bool(row["count"]),
        then is not None and then <= now,
        question is not None and question <= now,
        bool(row["show"]),
        expires is not None and expires <= now,
        errand is not None and errand <= now,
        min([*dues, *(one for one in (question, errand, row["late"], expires) if one is not None)], default=None),
        bool(row["count"]) or expires is not None,
    )


async def due(store: Store, share: Share, now: int) -> list[Notice]:
    """The messages to send now, oldest first."""
    rows = await store.all(f"{NOTICES} AND n.due_at <= ? AND {ours(share, 'b.guild_id')} ORDER BY n.due_at, n.id", now)
    return [
        Notice(
            row["id"],
            row["table_id"],
            row["seat"],
            row["asked_revision"],
            row["kind"],
            row["step"],
            row["created_at"],
            row["state"] == "trying",
            row["attempts"],
        )
        for row in rows
    ]


async def current(tx: Transaction, notice_id: int) -> bool:
    """Whether an open message still makes sense: nobody reads of a turn that is over, or of one they have muted."""
    rows = await tx.all(f"{NOTICES} AND n.id = ?", notice_id)
    if not rows or rows[0]["status"] != "running" or rows[0]["question"] != rows[0]["asked_revision"]:
        return False
    if rows[0]["kind"] == "early":
        return not rows[0]["waiting"]
    return bool(rows[0]["waiting"]) and not (rows[0]["kind"] == "remind" and rows[0]["is_muted"])


# ------------------------------------------------------------------ writing
async def add(
    tx: Transaction, table_id: int, seat: Seat, asked: int, kind: NoticeKind, now: int, step: int = 0, wait: int = 0
) -> None:
    """A message is due, `wait` seconds from now."""
    await tx.run(
        "INSERT INTO reminders (table_id, seat, asked_revision, kind, step, created_at, due_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
        table_id,
        seat,
        asked,
        kind,
        step,
        now,
        now + wait,
    )


async def try_again_at(tx: Transaction, notice_id: int, then: int) -> None:
    """A notice is about to be sent; if it is not settled by `then`, it comes up again."""
    await tx.run(
        "UPDATE reminders SET state = 'trying', attempts = attempts + 1, due_at = ? WHERE id = ?", then, notice_id
    )


async def settle(tx: Transaction, notice_id: int, state: Settled, message: int | None = None) -> None:
    """A notice has come to its end."""
    await tx.run("UPDATE reminders SET state = ?, message_id = ? WHERE id = ?", state, message, notice_id)


async def call_later(tx: Transaction, table_id: int, seat: Seat, asked: int, now: int, then: int) -> None:
    """Somebody is called to their turn at a later moment, once for each question."""
    held = await tx.all(
        "SELECT 1 FROM reminders WHERE table_id = ? AND seat = ? AND asked_revision = ? AND kind = 'call' AND state <> 'void'",
        table_id,
        seat,
        asked,
    )
    if not held:
        await add(tx, table_id, seat, asked, "call", now, wait=then - now)


async def waits_to_be_told(tx: Transaction, table_id: int, seat: Seat, asked: int) -> bool:
    """Whether something about a turn is still to be said: what comes after it waits."""
    return bool(
        await tx.all(
            "SELECT 1 FROM reminders WHERE table_id = ? AND seat = ? AND asked_revision = ? AND kind IN ('remind', 'last') "
            "AND state IN ('due', 'trying')",
            table_id,
            seat,
            asked,
        )
    )


async def void_calls(tx: Transaction, table_id: int, seat: Seat) -> None:
    """Nobody needs a call any more that waits for a seat: there is a reminder instead, or another person."""
    await tx.run(
        "UPDATE reminders SET state = 'void' WHERE table_id = ? AND seat = ? AND kind = 'call' AND state = 'due'",
        table_id,
        seat,
    )


async def wakes_at(tx: Transaction, user: int, then: int) -> None:
    """Somebody's days have changed: the calls that wait for them come when they are awake."""
    await tx.run(
        "UPDATE reminders SET due_at = ? WHERE kind = 'call' AND state = 'due' AND (table_id, seat) IN "
        "(SELECT table_id, seat FROM seats WHERE user_id = ?)",
        then,
        user,
    )


async def put_off(tx: Transaction, notice_id: int, then: int) -> None:
    """A notice was not tried after all: it comes up later, as if nothing had been."""
    await tx.run(
        "UPDATE reminders SET state = 'due', attempts = CASE "
        "WHEN attempts > 0 THEN attempts - 1 ELSE 0 END, due_at = ? WHERE id = ?",
        then,
        notice_id,
    )


async def ask_on(tx: Transaction, table_id: int, seat: Seat, before: int, asked: int) -> None:
    """A question that was put at revision `before` counts as put at `asked`: what is to be said about it goes along."""
    await tx.run(
        "UPDATE reminders SET asked_revision = ? WHERE table_id = ? AND seat = ? AND asked_revision = ? "
        "AND state IN ('due', 'trying')",
        asked,
        table_id,
        seat,
        before,
    )


async def look_after(tx: Transaction, share: Share, now: int) -> None:
    """What was being sent when the bot ended comes up at once."""
    being_sent = "state = 'trying' AND due_at > ?1"
    await tx.run(f"UPDATE reminders SET due_at = ?1 WHERE {being_sent} AND {at_ours(share)}", now)


async def fix_future_timestamps(tx: Transaction, share: Share, now: int) -> None:
    """The clock stands earlier than it did: nothing waits for a future that was none."""
    open_and_late = "state IN ('due', 'trying') AND due_at > ?"
    await tx.run(f"UPDATE reminders SET due_at = ? WHERE {open_and_late} AND {at_ours(share)}", now, now)
