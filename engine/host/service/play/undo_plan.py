"""How far a player may go back alone, and which moves that undoes."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from engine.host.model.table import LogEntry
from engine.host.service.game_log import list_active_entries
from engine.kernel.text import Seat, UserError, say


class UndoPlan(msgspec.Struct, frozen=True):
    """An undo: it goes back to the position after entry `target_seq` and undoes `undone_entries`.

    `needs_consent`: other players have to agree.
    """

    target_seq: int
    undone_entries: tuple[LogEntry, ...]
    needs_consent: bool


def plan_undo(entries: Sequence[LogEntry], seat: Seat, human_seats: Collection[Seat]) -> UndoPlan:
    """Plan the undo of a seat's own last move. Raises UserError if there is none.

    It needs consent if something since then was chance, a reveal or another player's move. A computer's move counts
    as another player's in `human_seats`, where it was made for a person.
    """
    active = list_active_entries(entries)
    index = len(active) - 1
    while index > 0 and not (active[index].kind == "move" and active[index].seat == seat):
        index -= 1
    if index <= 0:
        raise UserError(say("You have no move to take back: you have not moved yet, or it was taken back already."))
    undone = active[index:]
    needs_consent = False
    for entry in undone:
        if entry.kind == "resign":
            raise UserError(say("Somebody has resigned since your last move, so it can no longer be taken back."))
        if entry.is_barrier or _concerns_others(entry, seat, human_seats):
            needs_consent = True
    return UndoPlan(_find_target(active[:index]), tuple(undone), needs_consent)


def _find_target(active: Sequence[LogEntry]) -> int:
    """Return the last entry after which the log has the position that the active entries lead to.

    This is a move or the origin: when a note was written, moves may have counted that were taken back later.
    """
    return next(entry.seq for entry in reversed(active) if entry.is_move or entry.kind == "origin")


def _concerns_others(entry: LogEntry, seat: Seat, human_seats: Collection[Seat]) -> bool:
    """Return whether an entry is a move of another player, or one that a computer made for another player."""
    if entry.seat == seat:
        return False
    return entry.kind == "move" or (entry.kind == "computer" and entry.seat in human_seats)


def plan_turn_restart(entries: Sequence[LogEntry], seat: Seat) -> UndoPlan:
    """Plan the undo of the seat's moves in a row, back to the last chance or reveal among them.

    Raises UserError if there is nothing to undo.
    """
    active = list_active_entries(entries)
    undone: list[LogEntry] = []
    for entry in reversed(active[1:]):
        if not entry.is_move or entry.seat != seat or entry.is_barrier:
            break
        undone.insert(0, entry)
    if any(entry.kind == "move" for entry in undone):
        return UndoPlan(_find_target(active[: -len(undone)]), tuple(undone), needs_consent=False)
    if len(active) - len(undone) > 1 and active[-1].seat == seat:
        raise UserError(
            say(
                "Since you last moved something new was shown, so your turn cannot be restarted. {/undo} asks the others."
            )
        )
    raise UserError(say("You have done nothing in this turn yet, so there is nothing to restart."))
