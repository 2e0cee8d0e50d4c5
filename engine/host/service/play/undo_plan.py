"""How far a player may go back alone, and which moves that undoes."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from engine.host.model.table import LogEntry
from engine.host.service.game_log import list_active_entries
from engine.kernel.text import Seat, UserError, say


class UndoPlan(msgspec.Struct, frozen=True):
    """An undo: it goes back to the position after entry `target_seq` and undoes `undone_entries`."""

    target_seq: int
    undone_entries: tuple[LogEntry, ...]
    needs_no_consent: bool


def plan_undo(entries: Sequence[LogEntry], seat: Seat, human_seats: Collection[Seat]) -> UndoPlan:
    """Plan the undo of a seat's own last move. Raises UserError if there is none.

    It needs no consent if nothing since then was chance, a reveal or another player's move. A computer's move counts
    as another player's in `human_seats`, where it was made for a person.
    """
    stand = list_active_entries(entries)
    own = next((i for i in range(len(stand) - 1, 0, -1) if stand[i].kind == "move" and stand[i].seat == seat), None)
    if own is None:
        raise UserError(say("You have no move to take back: you have not moved yet, or it was taken back already."))
    undone = stand[own:]
    if any(entry.kind == "resign" for entry in undone):
        raise UserError(say("Somebody has resigned since your last move, so it can no longer be taken back."))
    alone = not any(
        entry.is_barrier
        or (entry.seat != seat and (entry.kind == "move" or (entry.kind == "computer" and entry.seat in human_seats)))
        for entry in undone
    )
    return UndoPlan(stand[own - 1].seq, tuple(undone), alone)


def plan_turn_restart(entries: Sequence[LogEntry], seat: Seat) -> UndoPlan:
    """Plan the undo of the seat's moves in a row, back to the last chance or reveal among them.

    Raises UserError if there is nothing to undo.
    """
    stand = list_active_entries(entries)
    began = len(stand)
    while began > 1 and stand[began - 1].is_move and stand[began - 1].seat == seat and not stand[began - 1].is_barrier:
        began -= 1
    undone = stand[began:]
    if not any(entry.kind == "move" for entry in undone):
        raise UserError(
            say(
                "Since you last moved something new was shown, so your turn cannot be restarted. /undo asks the others."
            )
            if began > 1 and stand[-1].seat == seat
            else say("You have done nothing in this turn yet, so there is nothing to restart.")
        )
    return UndoPlan(stand[began - 1].seq, tuple(undone), needs_no_consent=True)
