"""Options of a table that has not begun. If one changes what the game is worth, those who have joined press Start again."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.host.model.table import TABLE_SETTINGS, WORTH_SETTINGS, SeatAssignment, Table
from engine.host.service.lobby.lobby_seats import LobbySeats, ask_to_confirm, call_to_confirm
from engine.host.service.service_context import ServiceContext
from engine.host.store import outbox, tables
from engine.host.store.database import Transaction
from engine.kernel.script import complete_options, restore_options
from engine.kernel.text import SeatMention, UserError, say


async def change_option(context: ServiceContext, table: Table, user_id: int, name: str, value: str) -> None:
    """Change an option of a lobby, whose table lock the caller holds. Raises UserError for an unknown option or value."""
    table_options, options, seats = table.table_options, table.options, table.seats
    if name in table_options:
        table_options = complete_options(TABLE_SETTINGS, {**table_options, name: value})
    else:
        settings = context.catalogue.load_game(table.game).settings
        options = restore_options(settings, {**options, name: value})
    if any(table_options[setting] != table.table_options[setting] for setting in WORTH_SETTINGS):
        seats = tuple(ask_to_confirm(seats, user_id))

    async def work(tx: Transaction) -> None:
        await tables.raise_revision(tx, table.id, table.revision, table.revision + 1)
        await tables.update_table(
            tx,
            table.id,
            table_options=msgspec.json.encode(table_options).decode(),
            options=msgspec.json.encode(options).decode(),
        )
        await tables.replace_seats(tx, table.id, seats)
        await outbox.postpone_idle_check(tx, table.id, context.now())
        await call_to_confirm(tx, table, seats, context.now())

    await context.write(work, table.id)
    context.notify_listeners()


async def confirm_start(lobby_seats: LobbySeats, table: Table, user_id: int) -> None:
    """Record that a user agrees to start. Raises UserError if others have not agreed to what the game is now worth."""
    seats = []
    for person in table.seats:
        must_confirm = person.must_confirm and person.user_id != user_id
        seats.append(msgspec.structs.replace(person, must_confirm=must_confirm))
    unconfirmed = list_unconfirmed(seats)
    if not unconfirmed:
        return
    if seats != list(table.seats):
        await lobby_seats.save_seats(table, seats)
    raise UserError(
        say(
            "What this game is worth has changed since they joined, so {people} must press Start, too. Then it begins.",
            people=list(unconfirmed),
        )
    )


def list_unconfirmed(seats: Sequence[SeatAssignment]) -> list[SeatMention]:
    """List the seats whose players must press Start."""
    return [SeatMention(person.seat) for person in seats if person.must_confirm]
