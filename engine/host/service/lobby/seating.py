"""Arrangements of seats before a game begins: new players, leaving players, rematches, and the fixed seats of a record."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.host.model.table import NO_USER, SeatAssignment, Table
from engine.kernel.text import Seat, UserError, say


def explain_table_full(seats: int) -> UserError:
    """Return the error for a user who finds no free seat."""
    return UserError(say("All {n} seats are taken. {/play} in another channel or thread opens a new table.", n=seats))


def create_empty_seat(seat: Seat, *, has_left: bool = False) -> SeatAssignment:
    """Create a free seat. It has no name, since readers are shown its number in their language."""
    return SeatAssignment(seat, NO_USER, "", has_left)


def find_free_seat(table: Table) -> Seat:
    """Return the first free seat of a game from a record. Raises UserError."""
    for person in table.seats:
        if person.user_id == NO_USER and not person.has_left and not person.computer_level:
            return person.seat
    raise explain_table_full(sum(not person.has_left for person in table.seats))


def assign_seat(table: Table, seat: Seat, user_id: int, name: str, computer_level: str = "") -> list[SeatAssignment]:
    """Assign a seat of a game from a record to a user, who leaves any other seat."""
    seats = list(table.seats)
    for person in table.seats:
        if person.user_id == user_id and not person.is_computer:
            seats[person.seat] = create_empty_seat(person.seat)
    seats[seat] = SeatAssignment(seat, user_id, name, computer_level=computer_level)
    return seats


def remove_seat(table: Table, removed_seat: Seat) -> list[SeatAssignment]:
    """Free a seat: the other players move up, but in a game from a record they keep their seats."""
    if table.is_imported:
        seats = list(table.seats)
        seats[removed_seat] = create_empty_seat(removed_seat)
        return seats
    return _renumber([person for person in table.seats if person.seat != removed_seat])


def remove_user(table: Table, user_id: int) -> list[SeatAssignment]:
    """Free the seat of a user."""
    seat = table.find_seat(user_id)
    if seat is None:
        return list(table.seats)
    return remove_seat(table, seat)


def rotate_seats(assignments: Sequence[SeatAssignment], last_seats: Sequence[SeatAssignment]) -> list[SeatAssignment]:
    """Seat players in the order of the last game, beginning with its second seat; new players follow them."""
    # Computers have no user id, but a name of their own.
    order = {person.user_id or person.name: (person.seat - 1) % len(last_seats) for person in last_seats}

    def find_rank(person: SeatAssignment) -> tuple[int, Seat]:
        return order.get(person.user_id or person.name, len(last_seats)), person.seat

    return _renumber(sorted(assignments, key=find_rank))


def _renumber(assignments: Sequence[SeatAssignment]) -> list[SeatAssignment]:
    return [msgspec.structs.replace(person, seat=seat) for seat, person in enumerate(assignments)]
