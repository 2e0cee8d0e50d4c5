"""Checks of who may act at a table now."""

from __future__ import annotations

from typing import Any

from engine.host.model.table import LostMovesError, Table, explain_game_over
from engine.host.service.live_game import LoadedTable
from engine.kernel.text import Seat, UserError, count, mention_seats, say


class StaleControlsError(UserError):
    """Raised for a press on controls of an earlier question. The caller shows the current controls."""


class SubstitutedError(UserError):
    """Raised if a computer plays for the user until they take their seat again."""

    def __init__(self) -> None:
        super().__init__(
            say("A computer plays for you until you are back. Press “Take my seat again”, then it is your move.")
        )


def require_seat(table: Table, user_id: int) -> Seat:
    """Return a user's seat. Raises UserError if there is none."""
    seat = table.find_seat(user_id)
    if seat is None:
        if table.status == "lobby":
            raise UserError(say("You have no seat at this table yet. Press Join first."))
        raise UserError(
            say(
                "You are not in this game. {/board} shows it to you; {/play} in another channel or thread opens a new one."
            )
        )
    return seat


def require_running_seat(table: Table, user_id: int) -> Seat:
    """Return a user's seat in a running game. Raises UserError."""
    if table.status == "lobby":
        raise UserError(say("The game has not begun. Press Start when everybody has joined."))
    if not table.is_live:
        raise UserError(explain_game_over())
    return require_seat(table, user_id)


def require_opener(table: Table, user_id: int) -> None:
    """Raise UserError if a user would change how a table plays that others have joined, and has not opened it."""
    if user_id != table.opened_by and len(table.reachable_players) > 1:
        raise UserError(
            say(
                "Others have joined, so only the person who opened the table changes how it plays. Tell them what you wish."
            )
        )


def require_own_control(table: Table, seat: Seat) -> None:
    """Raise SubstitutedError if a computer currently plays the seat for its user."""
    if table.seats[seat].is_substituted:
        raise SubstitutedError


def require_complete(table: Table) -> None:
    """Raise LostMovesError if the store has lost moves of a table."""
    if table.lost_revision is not None:
        raise LostMovesError


def require_current_question(loaded: LoadedTable, seat: Seat, asked_revision: int | None) -> None:
    """Check that the seat owes an answer to the current question.

    Raises StaleControlsError if it owes none, or `asked_revision` is an earlier question; LostMovesError if moves are missing.
    """
    assert loaded.situation is not None
    require_complete(loaded.table)
    if asked_revision is not None and asked_revision != loaded.table.asked_revision:
        raise StaleControlsError(say("Those buttons are from an earlier turn; here is how things stand now."))
    if seat not in loaded.situation.questions:
        waiting: list[Any] = mention_seats(sorted(loaded.situation.questions))
        raise StaleControlsError(
            count(
                "It is not your turn: {waiting} is to move. You will be called.",
                "It is not your turn: {waiting} are to move. You will be called.",
                len(waiting),
                waiting=waiting,
            )
        )


def has_other_players(table: Table, user_id: int) -> bool:
    """Return whether other users play at a running table who can be asked now, so not those for whom a computer plays."""
    return any(person.user_id != user_id for person in table.active_players)


def has_others_to_ask(table: Table, user_id: int) -> bool:
    """Return whether other users have a seat at a running table, also if a computer plays for them: they are asked first."""
    return any(person.user_id != user_id for person in table.remaining_players)
