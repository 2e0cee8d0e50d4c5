"""When a game is over for good: its end can be taken back for a while, and until then nothing hidden is told."""

from __future__ import annotations

from engine.host.model.table import Seated, Table
from engine.host.service.context import Context
from engine.host.service.play.live import seated
from engine.host.store import tables
from engine.host.store.database import Transaction
from engine.kernel.text import Refusal, say


class Ending:
    """Opening the seals of finished games."""

    def __init__(self, context: Context) -> None:
        self._context = context

    async def over(self, table_id: int, user: int) -> tuple[Seated, ...]:
        """Somebody says that a finished game is over. Returns those who have not said so yet; with the last of them the seals
        open. Raises Refusal: not seated, the game goes on."""
        async with self._context.lock(table_id):
            table = (await self._context.load(table_id)).table
            if table.status != "finished":
                raise Refusal(say("The game goes on, so it is not over yet."))
            seat = seated(table, user)
            if not table.sealed(self._context.time()):
                return ()
            needed = list(table.playing)

            async def work(tx: Transaction) -> tuple[Seated, ...]:
                said = await tables.done_with(tx, table_id, seat)
                missing = tuple(person for person in needed if person.seat not in said)
                if not missing:
                    await tables.open_seals(tx, table_id)
                return missing

            return await self._context.write(work, table_id)

    async def open(self, table_id: int) -> Table:
        """The time in which the end could be taken back is over: the seals open."""
        async with self._context.lock(table_id):
            table = (await self._context.load(table_id)).table
            if table.status == "finished" and not table.sealed(self._context.time()):
                await self._context.write(lambda tx: tables.open_seals(tx, table_id), table_id)
        return await self._context.table(table_id)
