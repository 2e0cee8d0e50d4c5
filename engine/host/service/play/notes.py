"""A person's private note at a table: nobody else reads it, no log, record or picture holds it."""

from __future__ import annotations

from engine.host.service.service_context import ServiceContext
from engine.host.store.history import table_archive
from engine.kernel.text import UserError, say

MAX_NOTE_CHARS = 1_000
"""Characters of a note."""


class Notes:
    """Kept by person, not by seat: who takes a seat over does not read what was written there."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context

    async def load_note(self, table_id: int, user_id: int) -> str:
        """A person's own note, "" when there is none."""
        return await table_archive.load_note(self._context.store, table_id, user_id)

    async def save_note(self, table_id: int, user_id: int, text: str) -> None:
        """Keep it; an empty one is forgotten. Raises Refusal: not at this table, too long."""
        table = await self._context.load_table(table_id)
        if user_id not in [person.user_id for person in table.seats]:
            raise UserError(say("Notes are for the people at a table, and you have no seat at this one."))
        if len(text) > MAX_NOTE_CHARS:
            raise UserError(say("A note holds {n} characters. Make it a little shorter.", n=MAX_NOTE_CHARS))
        await self._context.write(lambda tx: table_archive.save_note(tx, table_id, user_id, text.strip()))
