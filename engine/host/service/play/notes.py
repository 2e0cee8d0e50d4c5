"""A person's private note at a table: nobody else reads it, no log, record or picture holds it."""

from __future__ import annotations

from engine.host.service.context import Context
from engine.host.store.past import archive
from engine.kernel.text import Refusal, say

LONGEST = 1_000
"""Characters of a note."""


class Notes:
    """Kept by person, not by seat: who takes a seat over does not read what was written there."""

    def __init__(self, context: Context) -> None:
        self._context = context

    async def read(self, table_id: int, user: int) -> str:
        """A person's own note, "" when there is none."""
        return await archive.note(self._context.store, table_id, user)

    async def write(self, table_id: int, user: int, text: str) -> None:
        """Keep it; an empty one is forgotten. Raises Refusal: not at this table, too long."""
        table = await self._context.table(table_id)
        if user not in [person.user for person in table.seats]:
            raise Refusal(say("Notes are for the people at a table, and you have no seat at this one."))
        if len(text) > LONGEST:
            raise Refusal(say("A note holds {n} characters. Make it a little shorter.", n=LONGEST))
        await self._context.write(lambda tx: archive.save_note(tx, table_id, user, text.strip()))
