"""The end of a game in the store: it becomes final, or its last move is taken back. Every function is one change."""

from __future__ import annotations

from engine.host.store import outbox, tables, undo_requests
from engine.host.store.database import Transaction, list_column
from engine.kernel.text import Seat


async def number_final_game(tx: Transaction, table_id: int) -> None:
    """Give a finished game its place in the order in which results of its server become final: the last one.

    Games are rated in this order, so a game that becomes final late changes no rating that was known before.
    """
    await tx.execute(
        "UPDATE tables SET final_order = (SELECT coalesce(max(o.final_order), 0) + 1 FROM tables o "
        "WHERE o.guild_id = tables.guild_id AND o.status = 'finished') WHERE id = ?",
        table_id,
    )


async def open_seals(tx: Transaction, table_id: int) -> bool:
    """Make the result of a finished game final: reveal seed and hands, and delete its undo request.

    Return False if it was final already.
    """
    sealed_rows = await tx.fetch_all("SELECT 1 FROM tables WHERE id = ? AND seals_open_at IS NOT NULL", table_id)
    if not sealed_rows:
        return False
    await number_final_game(tx, table_id)
    await tx.execute("UPDATE tables SET seals_open_at = NULL, revision = revision + 1 WHERE id = ?", table_id)
    await tx.execute("DELETE FROM finish_confirmations WHERE table_id = ?", table_id)
    await undo_requests.drop_request(tx, table_id)
    await outbox.delete_messages(tx, table_id, "seals")
    return True


async def confirm_finish(tx: Transaction, table_id: int, seat: Seat) -> set[Seat]:
    """Store that a seat agrees to the end of the game, and return all seats that do."""
    await tx.execute("INSERT INTO finish_confirmations VALUES (?, ?) ON CONFLICT DO NOTHING", table_id, seat)
    rows = await tx.fetch_all("SELECT seat FROM finish_confirmations WHERE table_id = ?", table_id)
    return set(list_column(rows, "seat"))


async def reopen_game(tx: Transaction, table_id: int) -> None:
    """Continue a finished game whose last move was taken back.

    Raises:
        ConstraintError: The channel has another live table.
    """
    await tables.update_table(tx, table_id, status="running", ended_at=None, result=None, seals_open_at=None)
    await tx.execute("DELETE FROM finish_confirmations WHERE table_id = ?", table_id)
    await tx.execute("DELETE FROM analyses WHERE table_id = ?", table_id)
    await outbox.delete_messages(tx, table_id, "seals", "news")
