"""Taking moves back: which entries still count, how far a player may go alone, and to where."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.host import ledger, turns
from engine.host.desk import Desk, Late, Loaded, playing
from engine.host.ledger import NewEntry
from engine.host.standing import drop_all
from engine.host.store import Transaction
from engine.host.table import Entry, UndoRequest
from engine.kernel import position as kernel
from engine.kernel.event import Event
from engine.kernel.position import Move
from engine.kernel.text import Refusal, Seat, Who, say


class Plan(msgspec.Struct, frozen=True):
    """An undo: the position after entry `target` stands again, `undone` moves are gone; `alone` needs nobody's consent."""

    target: int
    undone: tuple[Entry, ...]
    alone: bool


def standing(entries: Sequence[Entry]) -> list[Entry]:
    """The entries that count, from the last origin on, the undone ones left out."""
    stand: list[Entry] = []
    for entry in entries:
        if entry.kind == "origin":
            stand = [entry]
        elif entry.kind == "undo":
            stand = [old for old in stand if old.seq <= int(entry.words)]
        else:
            stand.append(entry)
    return stand


def plan(entries: Sequence[Entry], seat: Seat) -> Plan:
    """What it takes to go back to before the seat's own last move.

    Alone: as long as nothing since then was chance, a reveal or another player's move. Raises Refusal when there is no
    such move.
    """
    stand = standing(entries)
    own = next((i for i in range(len(stand) - 1, 0, -1) if stand[i].kind == "move" and stand[i].seat == seat), None)
    if own is None:
        raise Refusal(say("You have no move to take back: you have not moved yet, or it was taken back already."))
    undone = stand[own:]
    if any(entry.kind == "resign" for entry in undone):
        raise Refusal(say("Somebody has resigned since your last move, so it can no longer be taken back."))
    alone = not any(entry.barrier or (entry.kind == "move" and entry.seat != seat) for entry in undone)
    return Plan(stand[own - 1].seq, tuple(undone), alone)


class Undos(Desk):
    """Taking back, alone or by agreement."""

    async def undo(self, table_id: int, user: int, *, interaction: int | None = None) -> UndoRequest | None:
        """Take back one's last move: at once (None) when nothing stands in the way, else a request to the others is returned."""
        async with self._lock(table_id):
            live = await self._load(table_id)
            if interaction is not None and await ledger.known_interaction(self.store, interaction):
                return await ledger.undo_request(self.store, table_id, live.table.rev)
            seat = playing(live.table, user)
            found = plan(await ledger.entries(self.store, table_id), seat)
            if found.alone:
                await self._take_back(live, found, seat, user, interaction)
                return None
            request = UndoRequest(live.table.rev, seat, found.target, (seat,))
            await self._write(lambda at: ledger.save_undo_request(at, table_id, request))
            return request

    async def answer_undo(
        self, table_id: int, user: int, rev: int, *, agree: bool, interaction: int | None = None
    ) -> bool:
        """Answer somebody's wish to take back. True when the last consent was given and the moves are gone.

        Raises Refusal when the wish is void or not this person's to answer.
        """
        async with self._lock(table_id):
            live = await self._load(table_id)
            seat = playing(live.table, user)
            request = await ledger.undo_request(self.store, table_id, live.table.rev)
            if request is None or request.rev != rev:
                raise Late(say("That question is settled: the game has gone on since."))
            if not agree:
                await self._write(lambda at: ledger.save_undo_request(at, table_id, None))
                return False
            agreed = tuple(sorted({*request.agreed, seat}))
            if {person.seat for person in live.table.seats if not person.left} - set(agreed):
                asked = msgspec.structs.replace(request, agreed=agreed)
                await self._write(lambda at: ledger.save_undo_request(at, table_id, asked))
                return False
            found = plan(await ledger.entries(self.store, table_id), request.seat)
            await self._take_back(live, found, request.seat, user, interaction)
            return True

    async def _take_back(self, live: Loaded, found: Plan, seat: Seat, user: int, interaction: int | None) -> None:
        table_id = live.table.id
        origin = kernel.decode(live.game, await ledger.origin(self.store, table_id))
        log = [
            Move(entry.seat, tuple(entry.words.split()), entry.digest)
            for entry in standing(await ledger.entries(self.store, table_id))
            if entry.kind in ("move", "auto") and entry.seat is not None and entry.seq <= found.target
        ]
        again = kernel.replay(live.game, origin, live.seed, log)
        if again.stopped_at is not None:
            raise Refusal(
                say("That position can no longer be rebuilt, so the move stands. The others have seen nothing of this.")
            )
        undone = [entry for entry in found.undone if entry.kind == "move"]
        told = say(
            "{seat} takes back: {moves}.", seat=Who(seat), moves=["?" if e.secret else f"“{e.words}”" for e in undone]
        )
        entry = NewEntry("undo", seat, str(found.target), kernel.digest(again.position, live.seed), (Event(told),))

        async def work(at: Transaction) -> None:
            rev = await ledger.append(at, table_id, live.table.rev, [entry], user, self._time(), interaction)
            await ledger.save_position(at, table_id, rev, kernel.encode(again.position).decode())
            await ledger.save_undo_request(at, table_id, None)
            # A new `asked`: a button from before the undo never means something else after it.
            await ledger.set_table(at, table_id, rev=rev, asked=rev)
            # The player wants to decide anew: an order must not answer the same question once more.
            await drop_all(at, table_id, seat)
            await turns.put(at, table_id, kernel.now(live.game, again.position, live.seed).ask, self._time())

        await self._write(work)
        self._forget(table_id)
