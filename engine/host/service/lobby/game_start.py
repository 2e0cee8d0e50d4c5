"""The first position of a table: a new deal, or the end of a record."""

from __future__ import annotations

import msgspec

from engine.host.model.table import NO_USER, SeatAssignment, Table
from engine.host.service.history.records import TableStart
from engine.host.service.service_context import ServiceContext
from engine.host.store.entries import NewEntry
from engine.kernel import position as kernel
from engine.kernel.script import restore_options
from engine.kernel.text import UserError, say


async def deal_game(context: ServiceContext, table: Table) -> TableStart:
    """Deal a new game. Raises UserError if there are too few players."""
    catalogue = context.catalogue
    game = catalogue.load_game(table.game)
    if len(table.seats) not in game.seat_counts:
        raise UserError(
            say(
                "{title} needs {least} players; {n} so far. Ask a friend to press Join.",
                title=game.title,
                least=min(game.seat_counts),
                n=len(table.seats),
            )
        )
    seed = (await context.load_stored(table.id)).seed
    # Rules or components may have changed since the lobby opened: the game is played with today's.
    components = catalogue.components_digest(table.game), catalogue.components_json(table.game)
    deal = kernel.begin_game(game, len(table.seats), restore_options(game.settings, table.options), seed)
    position_json = kernel.encode_position(deal.position).decode()
    digest = kernel.compute_digest(deal.position, seed)
    entry = NewEntry("origin", None, "", digest, deal.events, is_barrier=True, origin_json=position_json)
    return TableStart(game, components, seed, (entry,), deal.position)


def mark_left_seats(table: Table, start: TableStart) -> tuple[SeatAssignment, ...]:
    """Return the table's seats, with those marked that a record's entries have resigned."""
    seats = []
    for person in table.seats:
        seats.append(msgspec.structs.replace(person, has_left=False, left_revision=0, must_confirm=False))
    for revision, entry in enumerate(start.entries, table.revision + 1):
        if entry.kind == "resign" and entry.seat in start.left_seats and entry.seat is not None:
            seats[entry.seat] = msgspec.structs.replace(seats[entry.seat], has_left=True, left_revision=revision)
    return tuple(seats)


def require_all_seats_taken(table: Table, start: TableStart) -> None:
    """Raise UserError if a seat is free that has to go on after a record's end."""
    if start.is_over:
        return
    free_numbers: list[str | int] = []
    for person in table.seats:
        is_free = person.user_id == NO_USER and not person.computer_level
        if is_free and person.seat not in start.left_seats:
            free_numbers.append(person.seat + 1)
    if free_numbers:
        raise UserError(
            say("The game goes on from here, so every seat needs somebody. Still free: {seats}.", seats=free_numbers)
        )


def is_rematch_of_all(last: Table, table: Table) -> bool:
    """Return whether all who played the last game to its end play again: then they accept its end, and it cannot be undone."""
    return {person.user_id for person in last.active_players} <= {person.user_id for person in table.seats}
