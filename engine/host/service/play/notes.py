"""A user's private note at a table. No other user, log, record or picture shows it."""

from __future__ import annotations

from engine.host.service.service_context import ServiceContext
from engine.host.store.history import table_archive
from engine.kernel.text import UserError, say

MAX_NOTE_CHARS = 1_000
"""Characters of a note."""


class Notes:
    """Notes by user, not by seat: a successor does not read them."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context

    async def load_note(self, table_id: int, user_id: int) -> str:
        """Return a user's own note, "" if there is none."""
        return await table_archive.load_note(self._context.store, table_id, user_id)

    async def save_note(self, table_id: int, user_id: int, text: str) -> None:
        """Save a note, or delete it if the text is empty. Raises UserError if the user has no seat or the text is too long."""
        table = await self._context.load_table(table_id)
        if all(person.user_id != user_id for person in table.seats):
            raise UserError(say("Notes are for the people at a table, and you have no seat at this one."))
        if len(text) > MAX_NOTE_CHARS:
            raise UserError(say("A note holds {n} characters. Make it a little shorter.", n=MAX_NOTE_CHARS))
        await self._context.write(lambda tx: table_archive.save_note(tx, table_id, user_id, text.strip()))
