"""The `votes` and `ballots` tables: votes about a late seat. Every function is one query or one change."""

from __future__ import annotations

from typing import Optional, cast

import msgspec

from engine.host.model.votes import VoteChoice, VoteState
from engine.host.store import outbox
from engine.host.store.database import Row, Store, Transaction
from engine.kernel.text import Seat

SELECT_BALLOTS = "(SELECT json_group_array(json_array(seat, choice)) FROM ballots WHERE vote_id = votes.id) AS ballots"


class StoredVote(msgspec.Struct, frozen=True):
    """A vote with all its ballots, also from people who have left since. See `model.votes.Vote`."""

    id: int
    table_id: int
    seat: Seat
    asked_revision: int
    state: VoteState
    ballots: dict[Seat, VoteChoice]
    successor_id: Optional[int]
    successor_name: str
    channel_id: Optional[int]
    message_id: Optional[int]
    needs_everybody: bool
    opened_at: int


# ------------------------------------------------------------------ reading
async def load_vote(store: Store, vote_id: int) -> StoredVote | None:
    """Load a vote, None if there is none with this id."""
    row = await store.fetch_first(f"SELECT *, {SELECT_BALLOTS} FROM votes WHERE id = ?", vote_id)
    return None if row is None else _parse_vote(row)


async def find_open_vote(store: Store, table_id: int) -> StoredVote | None:
    """Return the open vote of a table, None if there is none."""
    row = await store.fetch_first(
        f"SELECT *, {SELECT_BALLOTS} FROM votes WHERE table_id = ? AND state = 'open'", table_id
    )
    return None if row is None else _parse_vote(row)


async def find_wait_vote_at(store: Store, table_id: int, seat: Seat, asked_revision: int) -> int | None:
    """Return when the last vote opened that decided to wait for this answer, None if there was none."""
    row = await store.fetch_first(
        "SELECT max(opened_at) AS at FROM votes WHERE table_id = ? AND seat = ? AND asked_revision = ? AND state = 'wait'",
        table_id,
        seat,
        asked_revision,
    )
    return None if row is None else cast("int | None", row["at"])


# ------------------------------------------------------------------ writing
async def insert_vote(
    tx: Transaction,
    table_id: int,
    seat: Seat,
    asked_revision: int,
    successor: tuple[int, str] | None,
    now: int,
    *,
    needs_everybody: bool = False,
) -> int:
    """Insert a vote about the answer that a seat owes, and return its id.

    `successor` is the id and name of the person who would take the seat. If `needs_everybody` is set, all electors
    have to vote.
    """
    return await tx.insert(
        "INSERT INTO votes (table_id, seat, asked_revision, successor_user_id, successor_name, opened_at, "
        "needs_everybody) VALUES (?, ?, ?, ?, ?, ?, ?)",
        table_id,
        seat,
        asked_revision,
        *(successor or (None, None)),
        now,
        int(needs_everybody),
    )


async def set_successor(tx: Transaction, vote_id: int, successor: tuple[int, str] | None) -> None:
    """Store the person who would take the seat. None removes the person and the ballots for them."""
    await tx.execute(
        "UPDATE votes SET successor_user_id = ?, successor_name = ? WHERE id = ?", *(successor or (None, None)), vote_id
    )
    if successor is None:
        await tx.execute("DELETE FROM ballots WHERE vote_id = ? AND choice = 'hand'", vote_id)


async def cast_ballot(tx: Transaction, vote_id: int, seat: Seat, choice: VoteChoice) -> None:
    """Store a seat's ballot, or change it."""
    sql = "INSERT INTO ballots VALUES (?, ?, ?) ON CONFLICT (vote_id, seat) DO UPDATE SET choice = excluded.choice"
    await tx.execute(sql, vote_id, seat, choice)


async def set_state(tx: Transaction, vote_id: int, state: VoteState) -> None:
    """Store the state of a vote."""
    await tx.execute("UPDATE votes SET state = ? WHERE id = ?", state, vote_id)


async def save_message(tx: Transaction, vote_id: int, channel_id: int, message_id: int) -> None:
    """Store the message that shows a vote."""
    await tx.execute("UPDATE votes SET channel_id = ?, message_id = ? WHERE id = ?", channel_id, message_id, vote_id)


async def void_outdated(tx: Transaction, table_id: int) -> None:
    """Void the votes about answers that are no longer owed."""
    await tx.execute(
        "UPDATE votes SET state = 'void' WHERE table_id = ? AND state = 'open' AND NOT EXISTS "
        "(SELECT 1 FROM turn_deadlines t WHERE t.table_id = votes.table_id AND t.seat = votes.seat "
        "AND t.asked_revision = votes.asked_revision)",
        table_id,
    )


async def move_to_question(tx: Transaction, table_id: int, seat: Seat, old_revision: int, asked_revision: int) -> None:
    """Move the votes about a question to the revision at which it was put again."""
    await tx.execute(
        "UPDATE votes SET asked_revision = ? WHERE table_id = ? AND seat = ? AND asked_revision = ?",
        asked_revision,
        table_id,
        seat,
        old_revision,
    )


async def reopen_vote(tx: Transaction, table_id: int, seat: Seat, asked_revision: int, now: int) -> None:
    """Reopen the vote that an undone answer had ended, unless another one is open, and let its message show it."""
    rows = await tx.fetch_all(
        "SELECT max(id) AS id FROM votes WHERE table_id = ?1 AND seat = ?2 AND asked_revision = ?3 AND state = 'void' "
        "AND NOT EXISTS (SELECT 1 FROM votes WHERE table_id = ?1 AND state = 'open')",
        table_id,
        seat,
        asked_revision,
    )
    vote_id = rows[0]["id"]
    if vote_id is not None:
        await set_state(tx, vote_id, "open")
        await outbox.add_message(tx, table_id, "vote", now, now, vote_id)


async def void_seat_votes(tx: Transaction, table_id: int, seat: Seat) -> None:
    """Void the open vote about a seat, and delete the seat's ballots: the seat has a new player."""
    await tx.execute(
        "UPDATE votes SET state = 'void' WHERE table_id = ? AND seat = ? AND state = 'open'", table_id, seat
    )
    await tx.execute(
        "DELETE FROM ballots WHERE vote_id IN (SELECT id FROM votes WHERE table_id = ? AND state = 'open') AND seat = ?",
        table_id,
        seat,
    )


def _parse_vote(row: Row) -> StoredVote:
    ballots = msgspec.json.decode(row["ballots"], type=list[tuple[Seat, VoteChoice]])
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
        bool(row["needs_everybody"]),
        row["opened_at"],
    )
