"""What moderators do at tables: who may act alone, and the line that names who acted.

A person who has or had a seat at a table knows a hand, or has something to win. They act there only if everybody who holds
another seat agrees, see `Proposals`.
"""

from __future__ import annotations

from engine.host.model.table import NO_USER, PastSeatHolder, SeatAssignment, Table
from engine.host.service.seat_checks import has_others_to_ask
from engine.kernel.text import Seat, Text, UserError, say


class InvolvedModeratorError(UserError):
    """Raised instead of letting a moderator act alone at a table where they have or had a seat."""

    def __init__(self) -> None:
        super().__init__(
            say(
                "You have, or had, a seat at this table, so you do not decide this alone. A moderator who has not played "
                "here can do it."
            )
        )


def is_involved(table: Table, user_id: int) -> bool:
    """Return whether a person has or had a seat of a game that others play too."""
    if user_id <= NO_USER or not has_others_to_ask(table, user_id):
        return False
    holders: list[SeatAssignment | PastSeatHolder] = [*table.seats, *table.past_holders]
    return any(holder.user_id == user_id for holder in holders)


def require_uninvolved(table: Table, user_id: int) -> None:
    """Raise InvolvedModeratorError if a person has or had a seat of a game that others play too."""
    if is_involved(table, user_id):
        raise InvolvedModeratorError


def find_asking_seat(table: Table, user_id: int) -> Seat:
    """Return the seat from which a moderator asks the others, also one that they have given up.

    Raises InvolvedModeratorError if somebody else holds the seat now.
    """
    for person in table.seats:
        if person.user_id == user_id:
            return person.seat
    raise InvolvedModeratorError


def mention_moderator() -> Text:
    """Return the value of the field `moderator` in a line. Readers of the line see the user of its entry instead."""
    return say("A moderator")
