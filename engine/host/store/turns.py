"""Whose turn it is since when, and what is due about it, as rows. Every function is one question or one change.

The rows change in the same transaction as the game: `put` is called by whatever changes who is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from itertools import pairwise
from typing import Optional

import msgspec

from engine.host.model.pace import LAST, Person, ends, reminder
from engine.host.store import notices, offers, votes
from engine.host.store.database import Queries, Row, Store, Transaction
from engine.kernel.text import Seat

PERSON = "p.zone, p.quiet_from, p.quiet_to, p.weekends, p.away_from, p.away_to"
TURNS = (
    f"SELECT t.*, b.pace, s.user, {PERSON} FROM turns t JOIN tables b ON b.id = t.table_id "
    "JOIN seats s ON s.table_id = t.table_id AND s.seat = t.seat LEFT JOIN people p ON p.user = s.user"
)
THOUGHT = 60
"""Seconds before an early word: whoever moves at once needs none before them, and the board has been posted by then."""
ALIKE = 200
"""Moves that are looked through for who usually follows whom."""


class Turn(msgspec.Struct, frozen=True):
    """Somebody owes an answer to the question put at revision `asked`: since when, how often reminded, what is next."""

    table: int
    seat: Seat
    asked: int
    since: int
    runs_from: int
    step: int
    last_at: Optional[int]
    muted: bool
    gone: bool
    due_at: Optional[int]
    pace: int
    person: Person

    def ends(self, times: int = 1) -> int | None:
        """When the time for this move is over (`times` over), None where there is no limit."""
        return ends(self.person, self.pace, self.runs_from, times)


# ------------------------------------------------------------------ reading
async def of_table(store: Queries, table_id: int) -> list[Turn]:
    """Everybody who owes an answer at a table."""
    return [_turn(row) for row in await store.all(f"{TURNS} WHERE t.table_id = ? ORDER BY t.seat", table_id)]


async def person(store: Queries, user: int) -> Person:
    """What is known of somebody's days."""
    rows = await store.all("SELECT * FROM people WHERE user = ?", user)
    return _person(rows[0]) if rows else Person(user)


async def any_due(store: Store, now: int) -> bool:
    """Whether a reminder has fallen due that nobody has written a notice for."""
    return await store.first("SELECT 1 FROM turns WHERE due_at <= ? LIMIT 1", now) is not None


async def wishes_early_word(store: Store, table_id: int, seat: Seat) -> bool:
    """Whether a seat wants a word when its turn comes near."""
    row = await store.first("SELECT 1 FROM early WHERE table_id = ? AND seat = ?", table_id, seat)
    return row is not None


async def without_turns(store: Store) -> list[int]:
    """Running tables of which nobody has written down who is asked: they come from an earlier version of the program."""
    rows = await store.all(
        "SELECT id FROM tables WHERE status = 'running' AND id NOT IN (SELECT table_id FROM turns) ORDER BY id"
    )
    return [row["id"] for row in rows]


# ------------------------------------------------------------------ writing
async def put(tx: Transaction, table_id: int, asked: int, waiting: Iterable[Seat], now: int) -> None:
    """These seats, and no others, owe an answer to the question put at revision `asked`. Whatever was about another is void."""
    waiting = sorted(waiting)
    before = {row["seat"]: row["asked"] for row in await tx.all("SELECT * FROM turns WHERE table_id = ?", table_id)}
    kept = {seat for seat in waiting if before.get(seat) == asked}
    for seat in before.keys() - kept:
        await tx.run("DELETE FROM turns WHERE table_id = ? AND seat = ?", table_id, seat)
    for seat in waiting:
        if seat not in kept:
            await begin(tx, table_id, seat, asked, now)
    await votes.void_outdated(tx, table_id)
    await offers.drop_outdated(tx, table_id)
    for seat in waiting:
        await tx.run("UPDATE early SET told = 0 WHERE table_id = ? AND seat = ? AND told", table_id, seat)
    if len(waiting) == 1:
        await _early_word(tx, table_id, waiting[0], asked, now)


async def begin(tx: Transaction, table_id: int, seat: Seat, asked: int, since: int) -> None:
    """A seat is asked from `since` on; the pace counts from there."""
    await tx.run(
        "INSERT OR REPLACE INTO turns (table_id, seat, asked, since, runs_from) VALUES (?, ?, ?, ?, ?)",
        table_id,
        seat,
        asked,
        since,
        since,
    )
    await reschedule(tx, "t.table_id = ? AND t.seat = ?", table_id, seat)


async def reschedule(tx: Transaction, which: str, *values: int) -> None:
    """Work out anew when the next reminder is due, for the turns `which` selects."""
    for turn in [_turn(row) for row in await tx.all(f"{TURNS} WHERE {which}", *values)]:
        due = None
        if not turn.gone:
            due = reminder(turn.person, turn.pace, turn.runs_from, turn.step, turn.last_at, muted=turn.muted)
        await tx.run("UPDATE turns SET due_at = ? WHERE table_id = ? AND seat = ?", due, turn.table, turn.seat)


async def mark_gone(tx: Transaction, table_id: int, seat: Seat) -> bool:
    """The person a turn is for has left the server: no more reminders. False when that was known, or they owe nothing."""
    new = await tx.all("SELECT 1 FROM turns WHERE table_id = ? AND seat = ? AND gone = 0", table_id, seat)
    await tx.run("UPDATE turns SET gone = 1, due_at = NULL WHERE table_id = ? AND seat = ?", table_id, seat)
    return bool(new)


async def begin_anew(tx: Transaction, table_id: int, seat: Seat, asked: int, since: int) -> None:
    """If a seat owes an answer, its time begins anew: another person has it."""
    if await tx.all("SELECT 1 FROM turns WHERE table_id = ? AND seat = ?", table_id, seat):
        await begin(tx, table_id, seat, asked, since)


async def mute(tx: Transaction, table_id: int, seat: Seat) -> None:
    """No more reminders about a turn, but for the one that the table gets."""
    await tx.run("UPDATE turns SET muted = 1 WHERE table_id = ? AND seat = ?", table_id, seat)
    await reschedule(tx, "t.table_id = ? AND t.seat = ?", table_id, seat)


async def wish_early_word(tx: Transaction, table_id: int, seat: Seat) -> None:
    """A seat wants a word when its turn comes near."""
    await tx.run("INSERT OR IGNORE INTO early (table_id, seat) VALUES (?, ?)", table_id, seat)


async def drop_early_word(tx: Transaction, table_id: int, seat: Seat) -> None:
    """A seat wants none any more."""
    await tx.run("DELETE FROM early WHERE table_id = ? AND seat = ?", table_id, seat)


async def run_again(tx: Transaction, table_id: int, now: int) -> None:
    """The time of every open turn of a table begins anew: its pace has changed."""
    await tx.run("UPDATE turns SET runs_from = ?, step = 0, last_at = NULL WHERE table_id = ?", now, table_id)
    await reschedule(tx, "t.table_id = ?", table_id)


async def fall_due(tx: Transaction, now: int) -> None:
    """Write a notice for every turn whose reminder is due, and when the one after it will be: both or neither."""
    for row in await tx.all(f"{TURNS} WHERE t.due_at <= ? ORDER BY t.due_at", now):
        turn = _turn(row)
        step = LAST if turn.muted else turn.step
        await notices.add(tx, turn.table, turn.seat, turn.asked, "last" if step == LAST else "remind", now, step)
        await tx.run(
            "UPDATE turns SET step = ?, last_at = ?, due_at = ? WHERE table_id = ? AND seat = ?",
            step + 1,
            now,
            reminder(turn.person, turn.pace, turn.runs_from, step + 1, now, muted=turn.muted),
            turn.table,
            turn.seat,
        )


async def fix_future_timestamps(tx: Transaction, now: int) -> None:
    """The clock stands earlier than something that was written down: what it says of the future counts from now."""
    late = await tx.all("SELECT table_id, seat FROM turns WHERE max(runs_from, since, ifnull(last_at, 0)) > ?", now)
    for row in late:
        await tx.run(
            "UPDATE turns SET since = min(since, ?), runs_from = min(runs_from, ?), last_at = min(last_at, ?) "
            "WHERE table_id = ? AND seat = ?",
            now,
            now,
            now,
            row["table_id"],
            row["seat"],
        )
        await reschedule(tx, "t.table_id = ? AND t.seat = ?", row["table_id"], row["seat"])
    await notices.fix_future_timestamps(tx, now)


async def save_person(tx: Transaction, who: Person) -> None:
    """What somebody has told us about their days; all that is due to them moves along."""
    quiet, away = who.quiet or (None, None), who.away
    await tx.run(
        "INSERT INTO people (user, zone, quiet_from, quiet_to, weekends, away_from, away_to) VALUES (?, ?, ?, ?, ?, ?, ?) "
        "ON CONFLICT (user) DO UPDATE SET zone = excluded.zone, quiet_from = excluded.quiet_from, "
        "quiet_to = excluded.quiet_to, weekends = excluded.weekends, away_from = excluded.away_from, away_to = excluded.away_to",
        who.user,
        who.zone,
        *quiet,
        int(who.weekends),
        away and away[0].isoformat(),
        away and away[1].isoformat(),
    )
    await reschedule(tx, "s.user = ?", who.user)


async def _early_word(tx: Transaction, table_id: int, mover: Seat, asked: int, now: int) -> None:
    """Tell the one who usually follows the mover, if they wished it and are awake: once until they have been asked."""
    wished = {row["seat"] for row in await tx.all("SELECT seat FROM early WHERE table_id = ? AND NOT told", table_id)}
    if not wished:
        return
    seats = await tx.all(
        f"SELECT s.seat, s.user, s.left_at, {PERSON} FROM seats s LEFT JOIN people p ON p.user = s.user "
        "WHERE s.table_id = ? ORDER BY s.seat",
        table_id,
    )
    moved = await tx.all(
        "SELECT seat FROM entries WHERE table_id = ? AND kind IN ('move', 'auto') ORDER BY seq DESC LIMIT ?",
        table_id,
        ALIKE,
    )
    playing = [row["seat"] for row in seats if row["left_at"] is None]
    follower = follows(mover, [row["seat"] for row in reversed(moved)], playing)
    if follower in wished and not _person(seats[follower]).asleep(now):
        await notices.add(tx, table_id, follower, asked, "early", now, wait=THOUGHT)
        await tx.run("UPDATE early SET told = 1 WHERE table_id = ? AND seat = ?", table_id, follower)


def follows(mover: Seat, moved: Sequence[Seat], playing: Sequence[Seat]) -> Seat:
    """Who will probably move after the mover: who did last time, else the next one round the table.

    From what everybody has seen, never from the position: that might know more than the players.
    """
    for earlier, later in reversed(list(pairwise(moved))):
        if earlier == mover != later and later in playing:
            return later
    return min((seat for seat in playing if seat > mover), default=min(playing))


def _turn(row: Row) -> Turn:
    return Turn(
        row["table_id"],
        row["seat"],
        row["asked"],
        row["since"],
        row["runs_from"],
        row["step"],
        row["last_at"],
        bool(row["muted"]),
        bool(row["gone"]),
        row["due_at"],
        row["pace"],
        _person(row),
    )


def _person(row: Row) -> Person:
    if row["zone"] is None:  # joined from the left: nothing is known
        return Person(row["user"])
    return Person(
        row["user"],
        row["zone"],
        None if row["quiet_from"] is None else (row["quiet_from"], row["quiet_to"]),
        bool(row["weekends"]),
        None
        if row["away_from"] is None
        else (date.fromisoformat(row["away_from"]), date.fromisoformat(row["away_to"])),
    )
