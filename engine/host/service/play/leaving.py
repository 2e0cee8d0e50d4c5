"""Whether a player who leaves does so before everybody has finished a turn; then the game counts for nobody."""

from __future__ import annotations

from engine.host.model.table import EARLY_LEAVING
from engine.host.service.history.game_history import number_moves
from engine.host.service.live_game import LoadedTable
from engine.host.store import entries
from engine.host.store.database import Transaction
from engine.kernel.text import Seat


async def find_leaving_words(tx: Transaction, loaded: LoadedTable) -> str:
    """Return the words of an entry by which a player leaves now: EARLY_LEAVING, or "" if everybody has finished a turn.

    The first move that the bot made for a seat is no turn: the player had no choice. Later ones may be the player's own, made in
    advance.
    """
    assert loaded.position is not None
    log = await entries.load_entries(tx, loaded.table.id)
    move_numbers, _ = number_moves(log, await entries.count_moves_by_origin(tx, loaded.table.id))
    finished_moves = loaded.position.tick
    moved_seats: set[Seat] = set()
    finished_seats: set[Seat] = set()
    for entry in log:
        if entry.seat is None or move_numbers.get(entry.seq, finished_moves + 1) > finished_moves:
            continue
        if entry.kind != "auto" or entry.seat in moved_seats:
            finished_seats.add(entry.seat)
        moved_seats.add(entry.seat)
    if finished_seats.issuperset(person.seat for person in loaded.table.seats):
        return ""
    return EARLY_LEAVING
