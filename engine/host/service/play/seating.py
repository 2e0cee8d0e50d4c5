"""Who sits where before a game begins: newcomers, those who get up, a rematch, and the fixed seats of a record."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.host.model.table import NOBODY, Seated, Table
from engine.kernel.text import Refusal, Seat, say


def table_full(seats: int) -> Refusal:
    """What somebody is told who comes too late."""
    return Refusal(say("All {n} seats are taken. /play in another channel or thread opens a new table.", n=seats))


def empty_seat(seat: Seat, *, left: bool = False) -> Seated:
    """A seat that nobody has. Readers are told its number in their own language."""
    return Seated(seat, NOBODY, "", left)


def free_seat(table: Table) -> Seat:
    """The first free seat of a game from a record. Raises Refusal."""
    seat = next(
        (person.seat for person in table.seats if person.user == NOBODY and not person.left and not person.level), None
    )
    if seat is None:
        raise table_full(sum(not person.left for person in table.seats))
    return seat


def on_free_seat(table: Table, user: int, name: str, level: str = "") -> list[Seated]:
    """The people of a game from a record, with somebody or a computer on its first free seat. Raises Refusal: full."""
    return on_seat(table, free_seat(table), user, name, level)


def on_seat(table: Table, seat: Seat, user: int, name: str, level: str = "") -> list[Seated]:
    """The people of a game from a record, with somebody on a seat and on no other."""
    people = [empty_seat(person.seat) if person.user == user and not person.own else person for person in table.seats]
    people[seat] = Seated(seat, user, name, level=level)
    return people


def without_seat(table: Table, gone: Seat) -> list[Seated]:
    """The people when a seat is free again: the others move up, but in a game from a record everybody keeps their seat."""
    if table.imported:
        return [empty_seat(person.seat) if person.seat == gone else person for person in table.seats]
    rest = (person for person in table.seats if person.seat != gone)
    return [msgspec.structs.replace(person, seat=seat) for seat, person in enumerate(rest)]


def without(table: Table, user: int) -> list[Seated]:
    """The people when somebody has got up."""
    seat = table.seat_of(user)
    return list(table.seats) if seat is None else without_seat(table, seat)


def moved_up(people: Sequence[Seated], last: Sequence[Seated]) -> list[Seated]:
    """People in the order of the last game's seats, begun with the second; newcomers come after them."""
    order = {person.user or person.name: (person.seat - 1) % len(last) for person in last}
    ranked = sorted(people, key=lambda person: (order.get(person.user or person.name, len(last)), person.seat))
    return [msgspec.structs.replace(person, seat=seat) for seat, person in enumerate(ranked)]
