"""The end of a table without a result: of a lobby, of a game without others to ask, or of any game by a moderator."""

from __future__ import annotations

from engine.host.service.live_game import LoadedTable
from engine.host.service.moderation import is_involved, mention_moderator
from engine.host.service.seat_checks import has_others_to_ask
from engine.host.service.service_context import ServiceContext
from engine.host.service.table_writes import close_table, write_note
from engine.host.store import tables
from engine.host.store.database import Transaction
from engine.host.store.moderator_acts import insert_act
from engine.kernel.text import UserError, say


async def write_closing(context: ServiceContext, loaded: LoadedTable, user_id: int, *, is_moderator: bool) -> None:
    """Close a table. Raises UserError if others play its game and must agree, as with a moderator who has played there."""
    table = loaded.table
    others_must_agree = has_others_to_ask(table, user_id)
    acts_as_moderator = others_must_agree and is_moderator and not is_involved(table, user_id)
    if table.status == "running" and others_must_agree and not acts_as_moderator:
        raise UserError(say("A game that has begun is closed by all who play it: {/close} asks them."))
    text = say("The table is closed: the game is abandoned, without a result.")
    if acts_as_moderator:
        text = say(
            "{moderator}, a moderator, has closed the table: the game is abandoned, without a result.",
            moderator=mention_moderator(),
        )

    async def work(tx: Transaction) -> None:
        if acts_as_moderator:
            await insert_act(tx, table.id, user_id, "close", context.now())
        if table.status == "running":
            await write_note(context, tx, loaded, text, user_id)
        else:
            await tables.raise_revision(tx, table.id, table.revision, table.revision + 1)
        await close_table(context, tx, table, "closed")

    await context.write(work, table.id)
