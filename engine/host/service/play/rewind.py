"""A game that goes on from an earlier board: the position played anew, and what a moderator may do with it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import msgspec

from engine.host.model.table import Line, Table
from engine.host.service.context import Context
from engine.host.service.play.live import Late, Loaded
from engine.host.service.play.standing import standing
from engine.host.store import entries, tables, wishes
from engine.host.store.database import Conflict, Transaction
from engine.host.store.entries import NewEntry
from engine.host.store.orders import drop
from engine.host.store.orders import orders as given
from engine.kernel import position as kernel
from engine.kernel.event import Event
from engine.kernel.position import Move, Position
from engine.kernel.text import Refusal, count, say


class Rewinding(msgspec.Struct, frozen=True):
    """What a moderator would take back: to the board after `move`, `undone` moves, with the public lines that go. `rev` is the
    revision it was read at, `target` the entry that stands again."""

    rev: int
    move: int
    undone: int
    lines: tuple[Line, ...]
    target: int


class Rewind:
    """Taking a table back to an earlier board, by a moderator's hand."""

    def __init__(self, context: Context) -> None:
        self._context = context

    async def plan(self, table_id: int, move: int) -> Rewinding:
        """What taking the table back to the board after a move would undo. Raises Refusal: not begun, over for good, no such
        move, or somebody has given up since."""
        live = await self._context.load(table_id)
        table = live.table
        if table.status == "lobby" or not (table.live or table.sealed(self._context.time())):
            raise Refusal(say("Only a game that goes on, or has just ended, can be taken back."))
        stand = standing(await entries.entries(self._context.store, table_id))
        origins = await entries.origins(self._context.store, table_id)
        made = [entry for entry in stand if entry.is_move]
        before = origins[max(origins)]
        gone = max((entry.seq for entry in stand if entry.kind == "resign"), default=-1)
        first, last = before + sum(entry.seq < gone for entry in made), before + len(made)
        if not first <= move < last:
            raise Refusal(
                say(
                    "This table can be taken back to a move from {first} to {last}: before that the game began, its rules were "
                    "corrected, or somebody gave up.",
                    first=first,
                    last=last - 1,
                )
                if first < last
                else say(
                    "There is no move that could be taken back: the game has just begun, or somebody has given up."
                )
            )
        target = made[move - before - 1].seq if move > before else stand[0].seq
        lines = await entries.lines(self._context.store, table_id, None, since=target)
        return Rewinding(table.rev, move, last - move, tuple(line for line in lines if line.seq > target), target)

    async def carry_out(self, table_id: int, user: int, move: int, rev: int, interaction: int | None = None) -> Table:
        """Take the table back to the board after a move: what a moderator may do, and everybody is told. `rev` is the revision at
        which it was told what goes. Raises Late when the table has gone on since, or Refusal."""
        async with self._context.lock(table_id):
            live = await self._context.load(table_id)
            if interaction is not None and await entries.known_interaction(self._context.store, interaction):
                return live.table
            if rev != live.table.rev:
                raise Late(say("The game has gone on since you asked, so nothing was taken back. /undo shows it anew."))
            found = await self.plan(table_id, move)
            position = await rebuilt(self._context, live, found.target)
            told = count(
                "A moderator takes the table back to the board after move {move}: {n} move is undone.",
                "A moderator takes the table back to the board after move {move}: {n} moves are undone.",
                found.undone,
                move=move,
            )
            entry = NewEntry("undo", None, str(found.target), kernel.digest(position, live.seed), (Event(told),))
            running = msgspec.structs.replace(
                live.table, status="running", result=None, sealed_until=None, ended_at=None
            )
            # Without `now` the question counts as put anew: a button from before never means something else after it.
            back = msgspec.structs.replace(live, table=running, position=position, now=None, turns=None, free=None)

            async def work(tx: Transaction) -> Loaded:
                await tables.go_on(tx, table_id)
                await wishes.save(tx, table_id, None)
                for order in await given(tx, table_id):  # none must answer the same question once more
                    await drop(tx, table_id, order)
                return await self._context.advance(tx, back, [entry], back.run(), user, interaction)

            return (await reopened(self._context, work)).table


async def rebuilt(context: Context, live: Loaded, target: int) -> Position[msgspec.Struct]:
    """The position after entry `target`, played anew. Raises Refusal where the log no longer leads there."""
    table_id = live.table.id
    origin = kernel.decode(live.game, await entries.origin(context.store, table_id))
    log = [
        Move(entry.seat, tuple(entry.words.split()), entry.digest)
        for entry in standing(await entries.entries(context.store, table_id))
        if entry.is_move and entry.seat is not None and entry.seq <= target
    ]
    # In a thread: a long game must not hold up the other tables.
    again = await asyncio.to_thread(kernel.replay, live.game, origin, live.seed, log)
    if again.stopped_at is not None:
        raise Refusal(
            say("That position can no longer be rebuilt, so the move stands. The others have seen nothing of this.")
        )
    return again.position


async def reopened(context: Context, work: Callable[[Transaction], Awaitable[Loaded]]) -> Loaded:
    """Write what makes a game go on. Raises Refusal where it was over, and another table is in its channel now."""
    try:
        return await context.change(work)
    except Conflict:
        raise Refusal(
            say("Another table has been opened in this channel since. Close it first; then the end can be taken back.")
        ) from None
