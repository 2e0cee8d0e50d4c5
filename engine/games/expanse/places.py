"""The bases and Orbitals that a place word of an Event means in a position.

Words that mean the same in every position are in `SolarMap`.
"""

from __future__ import annotations

from engine.games.expanse.state import Base, Orbital
from engine.games.expanse.steps import WorkingCopy


def list_bases(work: WorkingCopy, where: str) -> tuple[Base, ...]:
    """List the bases that a place word means now."""
    board, seats = work.board, work.state.seats
    if where == "there":
        if work.base:
            return (work.base,)
        return board.list_bases(work.orbital, seats) if work.orbital else ()
    if where == "sector-there":
        if not work.base:
            return ()
        return board.list_bases(board.sector_by_orbital[board.orbital_by_base[work.base]], seats)
    return board.list_bases(where, seats)


def list_orbitals(work: WorkingCopy, where: str) -> tuple[Orbital, ...]:
    """List the Orbitals that a place word means now."""
    board, fleets = work.board, work.actor.fleets
    match where:
        case "any":
            return board.orbitals
        case "there":
            return (work.orbital,) if work.orbital else ()
        case "fleet":
            return tuple(orbital for orbital in board.orbitals if orbital in fleets)
        case "control":
            controllers = board.map_controllers(work.state)
            return tuple(orbital for orbital in board.orbitals if controllers.get(orbital) == work.faction)
        case "rocinante":
            return tuple(orbital for orbital in board.orbitals if "r" in fleets.get(orbital, ""))
        case _:
            return board.list_orbitals(where)
