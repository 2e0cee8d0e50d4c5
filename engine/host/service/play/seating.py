"""Arrangements of seats before a game begins: new players, leaving players, rematches, and the fixed seats of a record."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.host.model.table import NO_USER, SeatAssignment, Table
from engine.kernel.text import Seat, UserError, say


def explain_table_full(seats: int) -> UserError:
    """Return the error for a user who finds no free seat."""
    return UserError(say("All {n} seats are taken. /play in another channel or thread opens a new table.", n=seats))


def create_empty_seat(seat: Seat, *, has_left: bool = False) -> SeatAssignment:
    """Create a free seat. It has no name, since readers are shown its number in their language."""
    return SeatAssignment(seat, NO_USER, "", has_left)


def find_free_seat(table: Table) -> Seat:
    """Return the first free seat of a game from a record. Raises UserError."""
    seat = next(
        (
            person.seat
            for person in table.seats
            if person.user_id == NO_USER and not person.has_left and not person.computer_level
        ),
        None,
    )
    if seat is None:
        raise explain_table_full(sum(not person.has_left for person in table.seats))
    return seat


def assign_free_seat(table: Table, user_id: int, name: str, computer_level: str = "") -> list[SeatAssignment]:
    """Assign the first free seat of a game from a record to a user or a computer. Raises UserError if there is none."""
    return assign_seat(table, find_free_seat(table), user_id, name, computer_level)


def assign_seat(table: Table, seat: Seat, user_id: int, name: str, computer_level: str = "") -> list[SeatAssignment]:
    """Assign a seat of a game from a record to a user, who leaves any other seat."""
    people = [
        create_empty_seat(person.seat) if person.user_id == user_id and not person.is_computer else person
        for person in table.seats
    ]
    people[seat] = SeatAssignment(seat, user_id, name, computer_level=computer_level)
    return people


def remove_seat(table: Table, removed_seat: Seat) -> list[SeatAssignment]:
    """Free a seat: the other players move up, but in a game from a record they keep their seats."""
    if table.is_imported:
        return [create_empty_seat(person.seat) if person.seat == removed_seat else person for person in table.seats]
    rest = (person for person in table.seats if person.seat != removed_seat)
    return [msgspec.structs.replace(person, seat=seat) for seat, person in enumerate(rest)]


def remove_user(table: Table, user_id: int) -> list[SeatAssignment]:
    """Free the seat of a user."""
    seat = table.find_seat(user_id)
    return list(table.seats) if seat is None else remove_seat(table, seat)


def rotate_seats(assignments: Sequence[SeatAssignment], last_seats: Sequence[SeatAssignment]) -> list[SeatAssignment]:
    """Seat players in the order of the last game, beginning with its second seat; new players follow them."""
    order = {person.user_id or person.name: (person.seat - 1) % len(last_seats) for person in last_seats}
    ranked = sorted(
        assignments, key=lambda person: (order.get(person.user_id or person.name, len(last_seats)), person.seat)
    )
    return [msgspec.structs.replace(person, seat=seat) for seat, person in enumerate(ranked)]
