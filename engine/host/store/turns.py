"""Whose turn it is since when, and what is due about it, as rows. Every function is one question or one change.

The rows change in the same transaction as the game: `put` is called by whatever changes who is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from itertools import pairwise
from typing import Optional

import msgspec

from engine.host.model.pace import HOUR, LAST, SILENCE, Person, ends, reminder, silent, taken_until
from engine.host.model.share import Share
from engine.host.store import notices, offers, votes
from engine.host.store.columns import at_ours, ours
from engine.host.store.database import Queries, Row, Store, Transaction
from engine.kernel.text import Seat

PERSON = (
    "p.zone, p.quiet_from, p.quiet_to, p.weekends, p.away_from, p.away_to, "
    "(SELECT json_group_array(json_array(v.first, v.last)) FROM vacations v WHERE v.user = p.user) AS past"
)
TURNS = (
    f"SELECT t.*, s.user, s.level, {PERSON} FROM turns t "
    "JOIN seats s ON s.table_id = t.table_id AND s.seat = t.seat LEFT JOIN people p ON p.user = s.user"
)
THOUGHT = 60
"""Seconds before an early word: whoever moves at once needs none before them, and the board has been posted by then."""
ALIKE = 200
"""Moves that are looked through for who usually follows whom."""


class Turn(msgspec.Struct, frozen=True):
    """Somebody owes an answer to the question put at revision `asked`: since when, how often reminded, what is next.

    `pace` is the table's when the question was put, `question` the number of moves before it (-1: of an earlier program),
    `over_at` when its time was over, if whatever the person has said of their days since then counts no more, `level` that of the
    computer that plays the seat: nobody reminds it, and it is never late.
    """

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
    question: int = -1
    over_at: Optional[int] = None
    level: str = ""

    def ends(self, times: int = 1) -> int | None:
        """When the time for this move is over (`times` over), None where there is no limit."""
        return self._ends(times) if self.pace else None

    def votable(self, times: int = 1) -> int:
        """From when on there can be a vote: when the time is over (`times` over), where there is no limit after a long silence,
        and after long days off in any case."""
        end, gone_long = self._ends(times), self.person.gone_long(self.runs_from)
        return end if gone_long is None else min(end, gone_long)

    def late(self, now: int, times: int = 1) -> bool:
        """Whether there can be a vote: also about somebody who has left the server."""
        return not self.level and (self.gone or self.votable(times) <= now)

    def _ends(self, times: int) -> int:
        if self.over_at is not None:
            return self.over_at + (times - 1) * (self.pace * HOUR or SILENCE)
        return ends(self.person, self.pace, self.runs_from, times) or silent(self.person, self.runs_from, times)


# ------------------------------------------------------------------ reading
async def of_table(store: Queries, table_id: int) -> list[Turn]:
    """Everybody who owes an answer at a table."""
    return [_turn(row) for row in await store.all(f"{TURNS} WHERE t.table_id = ? ORDER BY t.seat", table_id)]


async def person(store: Queries, user: int) -> Person:
    """What is known of somebody's days."""
    rows = await store.all(f"SELECT p.user, {PERSON} FROM people p WHERE p.user = ?", user)
    return _person(rows[0]) if rows else Person(user)


async def any_due(store: Store, share: Share, now: int) -> bool:
    """Whether a reminder has fallen due that nobody has written a notice for."""
    sql = f"SELECT 1 FROM turns WHERE due_at <= ? AND {at_ours(share)} LIMIT 1"
    return await store.first(sql, now) is not None


async def wishes_early_word(store: Store, table_id: int, seat: Seat) -> bool:
    """Whether a seat wants a word when its turn comes near."""
    row = await store.first("SELECT 1 FROM early WHERE table_id = ? AND seat = ?", table_id, seat)
    return row is not None


async def without_turns(store: Store, share: Share) -> list[int]:
    """Running tables of which nobody has written down who is asked: they come from an earlier version of the program."""
    rows = await store.all(
        "SELECT id FROM tables WHERE status = 'running' AND id NOT IN (SELECT table_id FROM turns) "
        f"AND {ours(share)} ORDER BY id"
    )
    return [row["id"] for row in rows]


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
) -> None:
    """These seats, and no others, owe an answer to the question put at revision `asked`, after `question` moves. Whatever was
    about another is void.

    After an undo (`taken_back_by`) whoever owes the same answer as before keeps clock and vote, and those of the undoer go on
    from where they stood when the answer was given.
    """
    waiting = sorted(waiting)
    before = {row["seat"]: row for row in await tx.all("SELECT * FROM turns WHERE table_id = ?", table_id)}
    undone = taken_back_by is not None
    kept = {
        seat
        for seat in waiting
        if seat in before and (before[seat]["asked"] == asked or (undone and before[seat]["question"] == question >= 0))
    }
    for seat in before.keys() - kept:
        if not undone:
            await _keep_clock(tx, table_id, seat, now)
        await tx.run("DELETE FROM turns WHERE table_id = ? AND seat = ?", table_id, seat)
    for seat in kept:
        if before[seat]["asked"] != asked:
            await tx.run("UPDATE turns SET asked = ? WHERE table_id = ? AND seat = ?", asked, table_id, seat)
            await _ask_on(tx, table_id, seat, before[seat]["asked"], asked)
    for seat in waiting:
        if seat not in kept:
            await begin(tx, table_id, seat, asked, now, question=question)
            if seat == taken_back_by:
                await _go_on(tx, table_id, seat, question, asked, now)
    if undone:  # what was asked later was asked in a game that is no more
        await tx.run("DELETE FROM answered WHERE table_id = ? AND question > ?", table_id, question)
    await votes.void_outdated(tx, table_id)
    await offers.drop_outdated(tx, table_id)
    for seat in waiting:
        await tx.run("UPDATE early SET told = 0 WHERE table_id = ? AND seat = ? AND told = 1", table_id, seat)
    if len(waiting) == 1:
        await _early_word(tx, table_id, waiting[0], asked, now)


async def _keep_clock(tx: Transaction, table_id: int, seat: Seat, now: int) -> None:
    """A seat has answered: how its clock stood is kept, in case the answer is taken back."""
    await tx.run(
        "DELETE FROM answered WHERE table_id = ? AND seat = ? AND question = "
        "(SELECT question FROM turns WHERE table_id = ? AND seat = ? AND question >= 0)",
        *(table_id, seat, table_id, seat),
    )
    await tx.run(
        "INSERT INTO answered SELECT table_id, question, seat, asked, since, runs_from, pace, step, last_at, muted, "
        "over_at, ? FROM turns WHERE table_id = ? AND seat = ? AND question >= 0",
        now,
        table_id,
        seat,
    )
    await _stop(tx, "t.table_id = ? AND t.seat = ?", now, table_id, seat, answered=True)


async def _go_on(tx: Transaction, table_id: int, seat: Seat, question: int, asked: int, now: int) -> None:
    """A seat has taken its answer back: its clock goes on from where it stood then, and so does a vote that the answer ended."""
    rows = await tx.all(
        "SELECT * FROM answered WHERE table_id = ? AND question = ? AND seat = ?", table_id, question, seat
    )
    if not rows:
        return
    (row,), key = rows, (table_id, seat)
    rest = now - row["at"]
    await tx.run(
        "UPDATE turns SET since = ?, runs_from = ?, pace = ?, step = ?, last_at = ?, muted = ?, over_at = ? "
        "WHERE table_id = ? AND seat = ?",
        row["since"],
        row["runs_from"] + rest,
        row["pace"],
        row["step"],
        None if row["last_at"] is None else row["last_at"] + rest,
        row["muted"],
        None if row["over_at"] is None else row["over_at"] + rest,
        *key,
    )
    await tx.run("DELETE FROM answered WHERE table_id = ? AND question = ? AND seat = ?", table_id, question, seat)
    await _ask_on(tx, table_id, seat, row["asked"], asked)
    await votes.open_again(tx, table_id, seat, asked)
    await reschedule(tx, "t.table_id = ? AND t.seat = ?", *key)


async def _ask_on(tx: Transaction, table_id: int, seat: Seat, before: int, asked: int) -> None:
    """A question that was put at revision `before` counts as put at `asked`, and what is about it goes along."""
    await votes.ask_on(tx, table_id, seat, before, asked)
    await notices.ask_on(tx, table_id, seat, before, asked)


async def begin(tx: Transaction, table_id: int, seat: Seat, asked: int, since: int, *, question: int = -1) -> None:
    """A seat is asked from `since` on; the table's pace of now counts from there."""
    await tx.run("DELETE FROM turns WHERE table_id = ? AND seat = ?", table_id, seat)
    await tx.run(
        "INSERT INTO turns (table_id, seat, asked, since, runs_from, question, pace) "
        "SELECT id, ?, ?, ?, ?, ?, pace FROM tables WHERE id = ?",
        seat,
        asked,
        since,
        since,
        question,
        table_id,
    )
    await reschedule(tx, "t.table_id = ? AND t.seat = ?", table_id, seat)


async def _stop(tx: Transaction, which: str, now: int, *values: int, answered: bool = False) -> None:
    """Where the time is over, it stays over, whatever its person says of their days from now on."""
    table = "answered" if answered else "turns"
    for turn in [_turn(row) for row in await tx.all(f"{TURNS} WHERE {which}", *values)]:
        over = turn.votable()
        if turn.over_at is None and over <= now:
            await tx.run(
                f"UPDATE {table} SET over_at = ? WHERE table_id = ? AND seat = ? AND asked = ?",
                over,
                turn.table,
                turn.seat,
                turn.asked,
            )


async def reschedule(tx: Transaction, which: str, *values: int) -> None:
    """Work out anew when the next reminder is due, for the turns `which` selects."""
    for turn in [_turn(row) for row in await tx.all(f"{TURNS} WHERE {which}", *values)]:
        due = None
        if not turn.gone and not turn.level:
            due = reminder(
                turn.person, turn.pace, turn.runs_from, turn.step, turn.last_at, muted=turn.muted, over_at=turn.over_at
            )
        await tx.run("UPDATE turns SET due_at = ? WHERE table_id = ? AND seat = ?", due, turn.table, turn.seat)


async def mark_gone(tx: Transaction, table_id: int, seat: Seat) -> bool:
    """The person a turn is for has left the server: no more reminders. False when that was known, or they owe nothing."""
    new = await tx.all("SELECT 1 FROM turns WHERE table_id = ? AND seat = ? AND gone = 0", table_id, seat)
    await tx.run("UPDATE turns SET gone = 1, due_at = NULL WHERE table_id = ? AND seat = ?", table_id, seat)
    return bool(new)


async def begin_anew(tx: Transaction, table_id: int, seat: Seat, asked: int, since: int) -> None:
    """Another person has a seat: if it owes an answer its time begins anew, and nothing is left of earlier ones."""
    await tx.run("DELETE FROM answered WHERE table_id = ? AND seat = ?", table_id, seat)
    owed = await tx.all("SELECT question FROM turns WHERE table_id = ? AND seat = ?", table_id, seat)
    if owed:
        await begin(tx, table_id, seat, asked, since, question=owed[0]["question"])


async def mute(tx: Transaction, table_id: int, seat: Seat) -> None:
    """No more reminders about a turn, but for the one that the table gets."""
    await tx.run("UPDATE turns SET muted = 1 WHERE table_id = ? AND seat = ?", table_id, seat)
    await reschedule(tx, "t.table_id = ? AND t.seat = ?", table_id, seat)


async def wish_early_word(tx: Transaction, table_id: int, seat: Seat) -> None:
    """A seat wants a word when its turn comes near."""
    await tx.run("INSERT INTO early (table_id, seat) VALUES (?, ?) ON CONFLICT DO NOTHING", table_id, seat)


async def drop_early_word(tx: Transaction, table_id: int, seat: Seat) -> None:
    """A seat wants none any more."""
    await tx.run("DELETE FROM early WHERE table_id = ? AND seat = ?", table_id, seat)


async def fall_due(tx: Transaction, share: Share, now: int) -> None:
    """Write a notice for every turn whose reminder is due, and when the one after it will be: both or neither."""
    for row in await tx.all(
        f"{TURNS} WHERE t.due_at <= ? AND {at_ours(share, 't.table_id')} ORDER BY t.due_at, t.table_id, t.seat", now
    ):
        turn = _turn(row)
        step = LAST if turn.muted else turn.step
        # What could not be sent yet comes first: the next one is not due before it.
        waits = await notices.waits_to_be_told(tx, turn.table, turn.seat, turn.asked)
        if not waits:
            await notices.void_calls(tx, turn.table, turn.seat)
            await notices.add(tx, turn.table, turn.seat, turn.asked, "last" if step == LAST else "remind", now, step)
        step = turn.step if waits else step + 1
        await tx.run(
            "UPDATE turns SET step = ?, last_at = ?, due_at = ? WHERE table_id = ? AND seat = ?",
            step,
            now,
            reminder(turn.person, turn.pace, turn.runs_from, step, now, muted=turn.muted, over_at=turn.over_at),
            turn.table,
            turn.seat,
        )


async def fix_future_timestamps(tx: Transaction, share: Share, now: int) -> None:
    """The clock stands earlier than something that was written down: what it says of the future counts from now."""
    ahead = f"(runs_from > ?1 OR since > ?1 OR last_at > ?1) AND {at_ours(share)}"
    late = await tx.all(f"SELECT table_id, seat FROM turns WHERE {ahead}", now)
    for row in late:
        await tx.run(
            "UPDATE turns SET since = CASE WHEN since > ?1 THEN ?1 ELSE since END, "
            "runs_from = CASE WHEN runs_from > ?1 THEN ?1 ELSE runs_from END, "
            "last_at = CASE WHEN last_at > ?1 THEN ?1 ELSE last_at END WHERE table_id = ?2 AND seat = ?3",
            now,
            row["table_id"],
            row["seat"],
        )
        await reschedule(tx, "t.table_id = ? AND t.seat = ?", row["table_id"], row["seat"])
    await tx.run(f"UPDATE turns SET over_at = NULL WHERE over_at > ? AND {at_ours(share)}", now)
    await notices.fix_future_timestamps(tx, share, now)


async def save_person(tx: Transaction, who: Person, now: int) -> None:
    """What somebody has told us about their days; all that is due to them moves along, but time that is over stays over.

    What was taken of a vacation that `who` has no more is kept: those days were off, and count as taken.
    """
    await _stop(tx, "s.user = ?", now, who.user)
    was = await person(tx, who.user)
    taken = taken_until(was.away, was.local(now).date()) if was.away is not None and was.away != who.away else None
    if taken is not None:
        first, last = taken
        sql = "INSERT INTO vacations VALUES (?, ?, ?) ON CONFLICT (user, first) DO UPDATE SET last = excluded.last"
        await tx.run(sql, who.user, first.isoformat(), last.isoformat())
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
    await notices.wakes_at(tx, who.user, (await person(tx, who.user)).awake(now))


async def set_cover(tx: Transaction, user: int, level: str | None) -> None:
    """A computer of this level plays for somebody while they are away; None: none does."""
    await tx.run("INSERT INTO people (user) VALUES (?) ON CONFLICT DO NOTHING", user)
    await tx.run("UPDATE people SET cover = ? WHERE user = ?", level, user)


async def _early_word(tx: Transaction, table_id: int, mover: Seat, asked: int, now: int) -> None:
    """Tell the one who usually follows the mover, if they wished it and are awake: once until they have been asked."""
    wished = {row["seat"] for row in await tx.all("SELECT seat FROM early WHERE table_id = ? AND told = 0", table_id)}
    if not wished:
        return
    seats = await tx.all(
        f"SELECT s.seat, s.user, s.left_at, s.level, {PERSON} FROM seats s LEFT JOIN people p ON p.user = s.user "
        "WHERE s.table_id = ? ORDER BY s.seat",
        table_id,
    )
    moved = await tx.all(
        "SELECT seat FROM entries WHERE table_id = ? AND kind IN ('move', 'auto', 'crew') ORDER BY seq DESC LIMIT ?",
        table_id,
        ALIKE,
    )
    playing = [row["seat"] for row in seats if row["left_at"] is None]
    follower = follows(mover, [row["seat"] for row in reversed(moved)], playing)
    if follower in wished and not seats[follower]["level"] and not _person(seats[follower]).asleep(now):
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
        row["question"],
        row["over_at"],
        row["level"] or "",
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
        tuple(sorted(msgspec.json.decode(row["past"], type=list[tuple[date, date]]))),
    )
