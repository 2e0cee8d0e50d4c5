"""The channel of a table: a table whose channel is taken or deleted moves to another one."""

from __future__ import annotations

from engine.host.service.service_context import ServiceContext
from engine.host.store import tables
from engine.host.store.database import ConstraintError
from engine.kernel.text import UserError, say


class ChannelTakenError(UserError):
    """Raised if a finished game cannot go on in its channel, because another table has been opened there."""

    def __init__(self) -> None:
        super().__init__(
            say("Another table has been opened in this channel since. Close it first; then the end can be taken back.")
        )


class TableChannels:
    """Moves of tables to other channels."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context

    async def move_table(self, table_id: int, channel_id: int, parent_channel_id: int | None) -> None:
        """Move a table to another channel; `parent_channel_id` is the channel of a public thread.

        Raises ChannelTakenError if a live table would come to the channel of another one.
        """
        async with self._context.table_lock(table_id):
            try:
                await self._context.write(
                    lambda tx: tables.update_table(
                        tx, table_id, channel_id=channel_id, parent_channel_id=parent_channel_id
                    ),
                    table_id,
                )
            except ConstraintError:
                raise ChannelTakenError from None
