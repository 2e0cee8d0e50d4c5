"""Spectators who follow a table: they hear of each turn by a direct message."""

from __future__ import annotations

from engine.host.model.table import Table
from engine.host.service.service_context import ServiceContext
from engine.host.store import followers
from engine.kernel.text import UserError, say


class Following:
    """The followers of tables."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context

    async def toggle(self, table: Table, user_id: int) -> bool:
        """Let a user follow a running game, or no more. Return whether they follow it now.

        Raises UserError for a player, who is called anyway, and for a game that does not run.
        """
        if user_id in [person.user_id for person in table.reachable_players]:
            raise UserError(say("You play here, so you are called anyway. {/settings} has how."))
        if user_id in await followers.list_followers(self._context.store, table.id):
            await self.stop(table.id, user_id)
            return False
        if table.status != "running":
            raise UserError(say("Only a running game can be followed. {/tables} shows which run here."))
        await self._context.write(lambda tx: followers.add_follower(tx, table.id, user_id))
        return True

    async def stop(self, table_id: int, user_id: int) -> None:
        """Let a user no longer follow a table."""
        await self._context.write(lambda tx: followers.remove_follower(tx, table_id, user_id))
