"""Votes about a seat, and their ballots. Every function is one question or one change."""

from __future__ import annotations

from typing import Optional, cast

import msgspec

from engine.host.model.share import Share
from engine.host.model.votes import Choice, State
from engine.host.store.columns import at_ours
from engine.host.store.database import Row, Store, Transaction
from engine.kernel.text import Seat

BALLOTS = "(SELECT json_group_array(json_array(seat, choice)) FROM ballots WHERE vote_id = votes.id) AS ballots"


class StoredVote(msgspec.Struct, frozen=True):
    """A vote with every ballot that was cast, also by people who have gone since. See `model.votes.Vote`."""

    id: int
    table: int
    seat: Seat
    asked: int
    state: State
    ballots: dict[Seat, Choice]
    heir: Optional[int]
    heir_name: str
    channel: Optional[int]
    message: Optional[int]
    shown: State
    together: bool
    opened_at: int


# ------------------------------------------------------------------ reading
async def vote(store: Store, vote_id: int) -> StoredVote | None:
    """A vote."""
    row = await store.first(f"SELECT *, {BALLOTS} FROM votes WHERE id = ?", vote_id)
    return None if row is None else _vote(row)


async def open_at(store: Store, table_id: int) -> StoredVote | None:
    """The open vote of a table."""
    row = await store.first(f"SELECT *, {BALLOTS} FROM votes WHERE table_id = ? AND state = 'open'", table_id)
    return None if row is None else _vote(row)


async def open_votes(store: Store, share: Share) -> list[tuple[int, int]]:
    """The votes that are open, as (table, vote)."""
    rows = await store.all(f"SELECT id, table_id FROM votes WHERE state = 'open' AND {at_ours(share)} ORDER BY id")
    return [(row["table_id"], row["id"]) for row in rows]


async def to_show(store: Store, share: Share) -> list[int]:
    """Votes whose message does not show how they ended."""
    rows = await store.all(
        f"SELECT id FROM votes WHERE state <> shown_state AND message_id IS NOT NULL AND {at_ours(share)} ORDER BY id"
    )
    return [row["id"] for row in rows]


async def waited_at(store: Store, table_id: int, seat: Seat, asked: int) -> int | None:
    """When the last vote to wait for this answer was opened, None when there was none."""
    row = await store.first(
        "SELECT max(opened_at) AS at FROM votes WHERE table_id = ? AND seat = ? AND asked_revision = ? AND state = 'wait'",
        table_id,
        seat,
        asked,
    )
    return None if row is None else cast("int | None", row["at"])


# ------------------------------------------------------------------ writing
async def insert(
    tx: Transaction,
    table_id: int,
    seat: Seat,
    asked: int,
    heir: tuple[int, str] | None,
    now: int,
    *,
    together: bool = False,
) -> int:
    """A new vote about the answer a seat owes; `heir` (id and name) would take the seat, `together`: only all electors decide.
    Returns its id."""
    return await tx.insert(
        "INSERT INTO votes (table_id, seat, asked_revision, successor_user_id, successor_name, opened_at, "
        "needs_everybody) VALUES (?, ?, ?, ?, ?, ?, ?)",
        table_id,
        seat,
        asked,
        *(heir or (None, None)),
        now,
        int(together),
    )


async def count_again(tx: Transaction, vote_id: int, then: int | None) -> None:
    """When an open vote is to be counted again, because somebody is late by then."""
    await tx.run("UPDATE votes SET recount_at = ? WHERE id = ?", then, vote_id)


async def name_heir(tx: Transaction, vote_id: int, heir: tuple[int, str] | None) -> None:
    """Who would take the seat, by id and name; None: nobody any more, and what was voted for them counts no more."""
    await tx.run(
        "UPDATE votes SET successor_user_id = ?, successor_name = ? WHERE id = ?", *(heir or (None, None)), vote_id
    )
    if heir is None:
        await tx.run("DELETE FROM ballots WHERE vote_id = ? AND choice = 'hand'", vote_id)


async def cast_ballot(tx: Transaction, vote_id: int, seat: Seat, choice: Choice) -> None:
    """A seat votes, or votes otherwise."""
    sql = "INSERT INTO ballots VALUES (?, ?, ?) ON CONFLICT (vote_id, seat) DO UPDATE SET choice = excluded.choice"
    await tx.run(sql, vote_id, seat, choice)


async def decide(tx: Transaction, vote_id: int, state: State) -> None:
    """What came of a vote."""
    await tx.run("UPDATE votes SET state = ? WHERE id = ?", state, vote_id)


async def save_message(tx: Transaction, vote_id: int, channel: int, message: int) -> None:
    """Where a vote is shown."""
    await tx.run("UPDATE votes SET channel_id = ?, message_id = ? WHERE id = ?", channel, message, vote_id)


async def save_shown(tx: Transaction, vote_id: int, state: State) -> None:
    """What a vote's message shows of its end."""
    await tx.run("UPDATE votes SET shown_state = ? WHERE id = ?", state, vote_id)


async def void_outdated(tx: Transaction, table_id: int) -> None:
    """Void every vote about an answer that is not owed any more."""
    await tx.run(
        "UPDATE votes SET state = 'void' WHERE table_id = ? AND state = 'open' AND NOT EXISTS "
        "(SELECT 1 FROM turn_deadlines t WHERE t.table_id = votes.table_id AND t.seat = votes.seat "
        "AND t.asked_revision = votes.asked_revision)",
        table_id,
    )


async def ask_on(tx: Transaction, table_id: int, seat: Seat, before: int, asked: int) -> None:
    """A question that was put at revision `before` counts as put at `asked`: the votes about it go along."""
    await tx.run(
        "UPDATE votes SET asked_revision = ? WHERE table_id = ? AND seat = ? AND asked_revision = ?",
        asked,
        table_id,
        seat,
        before,
    )


async def open_again(tx: Transaction, table_id: int, seat: Seat, asked: int) -> None:
    """An answer was taken back: the vote that it had ended goes on, unless there is another one."""
    await tx.run(
        "UPDATE votes SET state = 'open' WHERE id = (SELECT max(id) FROM votes WHERE table_id = ?1 AND seat = ?2 "
        "AND asked_revision = ?3 AND state = 'void') AND NOT EXISTS (SELECT 1 FROM votes WHERE table_id = ?1 AND state = 'open')",
        table_id,
        seat,
        asked,
    )


async def void_of_seat(tx: Transaction, table_id: int, seat: Seat) -> None:
    """Another person has the seat: a vote about it is void, and so is what the seat has voted."""
    await tx.run("UPDATE votes SET state = 'void' WHERE table_id = ? AND seat = ? AND state = 'open'", table_id, seat)
    await tx.run(
        "DELETE FROM ballots WHERE vote_id IN (SELECT id FROM votes WHERE table_id = ? AND state = 'open') AND seat = ?",
        table_id,
        seat,
    )


def _vote(row: Row) -> StoredVote:
    ballots = msgspec.json.decode(row["ballots"], type=list[tuple[Seat, Choice]])
    return StoredVote(
        row["id"],
        row["table_id"],
        row["seat"],
        row["asked_revision"],
        row["state"],
        dict(sorted(ballots)),
        row["successor_user_id"],
        row["successor_name"] or "",
        row["channel_id"],
        row["message_id"],
        row["shown_state"],
        bool(row["needs_everybody"]),
        row["opened_at"],
    )
