"""The `votes` and `ballots` tables: votes about a late seat. Every function is one query or one change."""

from __future__ import annotations

from typing import Optional

import msgspec

from engine.host.model.shard_range import ShardRange
from engine.host.model.votes import VoteChoice, VoteState
from engine.host.store import outbox
from engine.host.store.database import Row, Store, Transaction
from engine.host.store.sql_conditions import match_table
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
    breaks_ties: bool
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


async def find_wait_votes(store: Store, table_id: int, seat: Seat, asked_revision: int) -> tuple[int, int] | None:
    """Return when the first and the last vote opened that decided to wait for this answer, None if there was none."""
    row = await store.fetch_first(
        "SELECT min(opened_at) AS first_at, max(opened_at) AS last_at FROM votes "
        "WHERE table_id = ? AND seat = ? AND asked_revision = ? AND state = 'wait'",
        table_id,
        seat,
        asked_revision,
    )
    if row is None or row["first_at"] is None:
        return None
    return row["first_at"], row["last_at"]


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
    breaks_ties: bool = False,
) -> int:
    """Insert a vote about the answer that a seat owes, and return its id.

    `successor` is the id and name of the person who would take the seat. See `model.votes.Vote` for the other
    parameters.
    """
    return await tx.insert(
        "INSERT INTO votes (table_id, seat, asked_revision, successor_user_id, successor_name, opened_at, "
        "needs_everybody, breaks_ties) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        table_id,
        seat,
        asked_revision,
        *(successor or (None, None)),
        now,
        int(needs_everybody),
        int(breaks_ties),
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


async def move_votes(tx: Transaction, table_id: int, seat: Seat, old_revision: int, asked_revision: int) -> None:
    """Move the votes about a question to the revision at which it was put again."""
    await tx.execute(
        "UPDATE votes SET asked_revision = ? WHERE table_id = ? AND seat = ? AND asked_revision = ?",
        asked_revision,
        table_id,
        seat,
        old_revision,
    )


async def reopen_vote(
    tx: Transaction, table_id: int, seat: Seat, asked_revision: int, now: int, *, paused_s: int
) -> None:
    """Reopen the vote that an undone answer had ended `paused_s` ago, unless another one is open, and let its message show it."""
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
        await tx.execute("UPDATE votes SET opened_at = opened_at + ? WHERE id = ?", paused_s, vote_id)
        await outbox.add_message(tx, table_id, "vote", now, now, vote_id)


async def leave_out_time(tx: Transaction, table_id: int, began_at: int, ended_at: int) -> None:
    """Leave the time of an outage out of a table's open votes, and of the silence since its votes to wait."""
    await tx.execute(
        "UPDATE votes SET opened_at = opened_at + ?1 - CASE WHEN opened_at > ?2 THEN opened_at ELSE ?2 END "
        "WHERE table_id = ?3 AND state IN ('open', 'wait') AND opened_at < ?1",
        ended_at,
        began_at,
        table_id,
    )


async def fix_future_timestamps(tx: Transaction, shard_range: ShardRange, now: int) -> None:
    """Replace stored times that lie in the future by `now`, after the system clock was set back."""
    await tx.execute(f"UPDATE votes SET opened_at = ?1 WHERE opened_at > ?1 AND {match_table(shard_range)}", now)
    await tx.execute(f"UPDATE proposals SET opened_at = ?1 WHERE opened_at > ?1 AND {match_table(shard_range)}", now)


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
        bool(row["breaks_ties"]),
        row["opened_at"],
    )
