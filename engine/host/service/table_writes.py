"""What a transaction writes about a running game: moves with all that follows from them, notes, and the end of the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from engine.host.model.table import END_UNDO_S, Table
from engine.host.service.live_game import GameProgress, LoadedTable, find_free_undo_seat, play_automatic_moves
from engine.host.service.service_context import ServiceContext
from engine.host.store import (
    computer_turns,
    entries,
    outbox,
    proposals,
    questions,
    standing_orders,
    tables,
    undo_requests,
)
from engine.host.store.database import Transaction
from engine.host.store.entries import NewEntry
from engine.host.store.history import game_end
from engine.host.store.users import user_schedules
from engine.kernel import position as kernel
from engine.kernel.event import Event
from engine.kernel.position import GameRun
from engine.kernel.script import GameResult
from engine.kernel.text import Text
from engine.turn_log import TurnStart, join_turns

MAX_UNJOINED_TURNS = 12
"""Turns that began since the last look at a table, before they are joined to the known turns."""


async def write_moves(
    context: ServiceContext,
    tx: Transaction,
    loaded: LoadedTable,
    new_entries: Sequence[NewEntry],
    run: GameRun[Any],
    user_id: int | None,
    interaction_id: int | None = None,
) -> LoadedTable:
    """Write entries, the position that `run` has reached with them, and all automatic moves that follow.

    Without entries and automatic moves the table does not change. Returns the table as it will be stored.
    """
    table, now = loaded.table, context.now()
    seat_rows = await questions.load_seat_rows(tx, table.id)
    orders = questions.list_orders(seat_rows)
    progress = play_automatic_moves(loaded, run, new_entries, orders)
    for order in orders:
        if order not in progress.remaining_orders:
            await standing_orders.delete_order(tx, table.id, order)
    if not progress.entries:
        return loaded
    newest, situation, result = progress.entries[-1], run.situation, progress.result
    position = newest.position_after or run.position
    asked_revision = _find_asked_revision(loaded, run, progress)
    revision = await entries.append_entries(
        tx, table.id, table.revision, progress.entries, user_id, now, interaction_id, asked_revision
    )
    position_json = newest.position_json or kernel.encode_position(position)
    await tables.save_position(tx, table.id, revision, position_json.decode())
    after = msgspec.structs.replace(
        table, revision=revision, asked_revision=asked_revision, result=result, seals_open_at=None
    )
    asked_seats = situation.questions
    if result is not None:
        asked_seats = {}
        seals_open_at = await _finish_game(tx, table, result, progress.entries, now)
        after = msgspec.structs.replace(
            after,
            status="finished",
            seals_open_at=seals_open_at,
            ended_at=now,
            computer_moves=await computer_turns.count_computer_moves(tx, table.id),
        )
    await questions.put_question(
        tx, table.id, asked_revision, asked_seats, now, move_number=situation.asked_at_move, seat_rows=seat_rows
    )
    known_turns, unjoined_turns = _add_turns(loaded, progress.entries)
    return LoadedTable(
        after,
        loaded.game,
        loaded.seed,
        position,
        situation,
        known_turns,
        unjoined_turns,
        find_free_undo_seat(loaded.free_undo_seat, progress.entries),
    )


def _find_asked_revision(loaded: LoadedTable, run: GameRun[Any], progress: GameProgress) -> int:
    """Return the revision that asks the current question: the earlier one while others still owe an answer to it."""
    if loaded.situation is not None and loaded.situation.asked_at_move == run.situation.asked_at_move:
        return loaded.table.asked_revision
    return loaded.table.revision + len(progress.entries)


def _add_turns(
    loaded: LoadedTable, new_entries: Sequence[NewEntry]
) -> tuple[tuple[TurnStart, ...] | None, tuple[TurnStart, ...]]:
    """Return the known turns and the unjoined ones after more entries."""
    known, unjoined = loaded.turns_at_hand, loaded.unjoined_turns
    if known is None:
        return None, unjoined
    unjoined += tuple(entry.turn_start for entry in new_entries if entry.turn_start is not None)
    if len(unjoined) > MAX_UNJOINED_TURNS:
        return join_turns(loaded.game, unjoined, known), ()
    return known, unjoined


async def _finish_game(
    tx: Transaction, table: Table, result: GameResult, new_entries: Sequence[NewEntry], now: int
) -> int | None:
    """Store the end of a game. Return until when it can be taken back, None if it cannot be or hides nothing."""
    is_final = table.is_imported or table.has_only_computers or any(entry.kind == "resign" for entry in new_entries)
    seals_open_at = None if is_final else now + END_UNDO_S
    result_json = msgspec.json.encode(result).decode()
    await tables.update_table(
        tx, table.id, status="finished", ended_at=now, result=result_json, seals_open_at=seals_open_at
    )
    if seals_open_at is None:
        await game_end.number_final_game(tx, table.id)
    else:
        await outbox.add_message(tx, table.id, "seals", now, seals_open_at)
    for person in table.reachable_players:
        schedule = await user_schedules.load_schedule(tx, person.user_id)
        if schedule.is_asleep(now):  # the final post names these users and calls them later
            await outbox.add_call(tx, table.id, person.user_id, now, schedule.find_awake_at(now), 0)
    await proposals.void_proposals(tx, table.id)
    return seals_open_at


async def write_note(
    context: ServiceContext, tx: Transaction, loaded: LoadedTable, text: Text, user_id: int | None
) -> None:
    """Announce a line at a running table that changes no position."""
    assert loaded.position is not None
    table = loaded.table
    entry = NewEntry("note", None, "", kernel.compute_digest(loaded.position, loaded.seed), (Event(text),))
    revision = await entries.append_entries(tx, table.id, table.revision, [entry], user_id, context.now())
    await undo_requests.keep_valid(tx, table.id, table.revision, revision)


async def end_table(context: ServiceContext, table: Table, status: str) -> Table:
    """End a table that has no result."""

    async def work(tx: Transaction) -> None:
        await tables.update_table(tx, table.id, lost_revision=None)
        await tables.raise_revision(tx, table.id, table.revision, table.revision + 1)
        await close_table(context, tx, table, status)

    await context.write(work, table.id)
    return await context.load_table(table.id)


async def close_table(context: ServiceContext, tx: Transaction, table: Table, status: str) -> None:
    """Write the end of a table without a result; no seat owes anything any more."""
    await outbox.delete_messages(tx, table.id, "idle", "shut", "full", "opened")
    await tables.update_table(tx, table.id, status=status, ended_at=context.now())
    await questions.put_question(tx, table.id, table.asked_revision, (), context.now())
    await proposals.void_proposals(tx, table.id)
