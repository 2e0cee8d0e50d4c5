"""Going back to an earlier position: rebuilding it from the log, and the rewind by a moderator."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import msgspec

from engine.host.model.table import AnnouncedLine, LogEntry, Table
from engine.host.service.game_log import list_active_entries, list_moves
from engine.host.service.live_game import LoadedTable
from engine.host.service.moderation import mention_moderator, require_uninvolved
from engine.host.service.order_answers import explain_undone_order
from engine.host.service.seat_checks import StaleControlsError
from engine.host.service.service_context import ServiceContext
from engine.host.service.table_channels import ChannelTakenError
from engine.host.service.table_writes import write_moves
from engine.host.store import entries, tables, undo_requests
from engine.host.store.database import ConstraintError, Transaction
from engine.host.store.entries import NewEntry
from engine.host.store.history import game_end
from engine.host.store.moderator_acts import insert_act
from engine.host.store.standing_orders import delete_order, load_orders
from engine.kernel import position as kernel
from engine.kernel.event import Event
from engine.kernel.position import Position
from engine.kernel.text import Text, UserError, count, say

RewindWriter = Callable[[Transaction], Awaitable[LoadedTable]]
"""Writes a rewind in a transaction, and returns the table as it will be stored."""


class RewindPlan(msgspec.Struct, frozen=True):
    """A moderator's rewind to the position after `move_number`, with the public lines that it undoes.

    `revision` is the table's at the time, `target_seq` the entry to go back to. `passes_barrier`: an undone move rolled dice or
    showed something.
    """

    revision: int
    move_number: int
    undone_moves: int
    lines: tuple[AnnouncedLine, ...]
    target_seq: int
    passes_barrier: bool


class Rewind:
    """Rewinds by moderators."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context

    async def plan(self, table_id: int, move_number: int) -> RewindPlan:
        """Plan a rewind to the position after a move.

        Raises UserError if the game has not begun or is final, the move does not exist, or somebody has resigned
        since.
        """
        loaded = await self._context.load_playable(table_id)
        table = loaded.table
        if table.status == "lobby" or not (table.is_live or table.is_sealed):
            raise UserError(say("Only a game that goes on, or has just ended, can be taken back."))
        active = list_active_entries(await entries.load_entries(self._context.store, table_id))
        moves_by_origin = await entries.count_moves_by_origin(self._context.store, table_id)
        moves_before = moves_by_origin[max(moves_by_origin)]
        moves, moves_before_resignation = _list_moves_and_bound(active)
        first, last = moves_before + moves_before_resignation, moves_before + len(moves)
        if first >= last:
            raise UserError(
                say("There is no move that could be taken back: the game has just begun, or somebody has given up.")
            )
        if not first <= move_number < last:
            raise UserError(
                say(
                    "This table can be taken back to a move from {first} to {last}: before that the game began, its rules were "
                    "corrected, or somebody gave up.",
                    first=first,
                    last=last - 1,
                )
            )
        target = active[0]
        if move_number > moves_before:
            target = moves[move_number - moves_before - 1]
        lines = await entries.load_lines(self._context.store, table_id, None, since_revision=target.seq)
        undone_lines = tuple(line for line in lines if line.seq > target.seq)
        passes_barrier = any(entry.is_barrier and entry.seq > target.seq for entry in moves)
        return RewindPlan(table.revision, move_number, last - move_number, undone_lines, target.seq, passes_barrier)

    async def carry_out(
        self, table_id: int, user_id: int, move_number: int, revision: int, interaction_id: int | None = None
    ) -> Table:
        """Rewind a table to the position after a move and announce it; `revision` is the revision of the plan.

        Raises StaleControlsError if the table has changed since, or another UserError.
        """
        async with self._context.table_lock(table_id):
            loaded = await self._context.load_playable(table_id)
            if interaction_id is not None and await entries.is_interaction_known(self._context.store, interaction_id):
                return loaded.table
            if revision != loaded.table.revision:
                raise StaleControlsError(
                    say("The game has gone on since you asked, so nothing was taken back. {/undo} shows it anew.")
                )
            require_uninvolved(loaded.table, user_id)
            plan = await self.plan(table_id, move_number)
            write_rewind = await self._prepare(loaded, plan, user_id, interaction_id)
            return (await write_reopening(self._context, write_rewind)).table

    async def prepare_agreed(self, loaded: LoadedTable, move_number: int, user_id: int) -> RewindWriter:
        """Prepare a rewind to which everybody has agreed; `user_id` was the last. Raises UserError if it is not possible."""
        plan = await self.plan(loaded.table.id, move_number)
        return await self._prepare(loaded, plan, user_id, None, is_agreed=True)

    async def _prepare(
        self,
        loaded: LoadedTable,
        plan: RewindPlan,
        user_id: int,
        interaction_id: int | None,
        *,
        is_agreed: bool = False,
    ) -> RewindWriter:
        """Rebuild the position of a plan, and return what writes the rewind. Past a barrier, a game counts no more, unless
        everybody has agreed."""
        table = loaded.table
        position = await rebuild_position(self._context, loaded, plan.target_seq)
        table_options = table.table_options
        events = [Event(_describe_rewind(plan, is_agreed=is_agreed))]
        if plan.passes_barrier and not is_agreed and table_options["rated"] == "yes":
            table_options = {**table_options, "rated": "no"}
            events.append(Event(say("Something that was shown is taken back, so this game counts in no statistics.")))
        orders = await load_orders(self._context.store, table.id)  # none must answer the same question once more
        for order in orders:
            events.append(Event(explain_undone_order(order), (order.seat,)))
        digest = kernel.compute_digest(position, loaded.seed)
        entry = NewEntry("undo", None, str(plan.target_seq), digest, tuple(events))
        reopened = msgspec.structs.replace(
            table,
            status="running",
            result=None,
            seals_open_at=None,
            ended_at=None,
            table_options=table_options,
            computer_moves={},
        )
        # Without a situation the question counts as a new one, so that old buttons are stale.
        before = msgspec.structs.replace(
            loaded, table=reopened, position=position, situation=None, known_turns=None, free_undo_seat=None
        )

        async def write_rewind(tx: Transaction) -> LoadedTable:
            await game_end.reopen_game(tx, table.id)
            await tables.update_table(tx, table.id, table_options=msgspec.json.encode(table_options).decode())
            await undo_requests.drop_request(tx, table.id)
            for order in orders:
                await delete_order(tx, table.id, order)
            if not is_agreed:
                await insert_act(tx, table.id, user_id, "rewind", self._context.now(), plan.move_number)
            return await write_moves(self._context, tx, before, [entry], before.create_run(), user_id, interaction_id)

        return write_rewind


def _describe_rewind(plan: RewindPlan, *, is_agreed: bool) -> Text:
    """Describe a rewind for the log."""
    if is_agreed:
        return count(
            "Everybody agrees, and the table goes back to the board after move {move}: {n} move is undone.",
            "Everybody agrees, and the table goes back to the board after move {move}: {n} moves are undone.",
            plan.undone_moves,
            move=plan.move_number,
        )
    return count(
        "{moderator}, a moderator, takes the table back to the board after move {move}: {n} move is undone.",
        "{moderator}, a moderator, takes the table back to the board after move {move}: {n} moves are undone.",
        plan.undone_moves,
        move=plan.move_number,
        moderator=mention_moderator(),
    )


async def rebuild_position(context: ServiceContext, loaded: LoadedTable, target_seq: int) -> Position[msgspec.Struct]:
    """Replay the log up to entry `target_seq`. Raises UserError if it no longer leads there."""
    table_id = loaded.table.id
    origin = kernel.decode_position(loaded.game, await entries.load_origin(context.store, table_id))
    active = list_active_entries(await entries.load_entries(context.store, table_id))
    log = list_moves([entry for entry in active if entry.seq <= target_seq])
    # In a thread, since a long game must not delay the other tables.
    replay = await asyncio.to_thread(kernel.replay_moves, loaded.game, origin, loaded.seed, log)
    if replay.stopped_at is not None:
        raise UserError(
            say("That position can no longer be rebuilt, so the move stands. The others have seen nothing of this.")
        )
    return replay.position


async def write_reopening(context: ServiceContext, work: RewindWriter) -> LoadedTable:
    """Write a change that may reopen a game. Raises ChannelTakenError if another table has been opened in its channel."""
    try:
        return await context.change_table(work)
    except ConstraintError:
        raise ChannelTakenError from None


def _list_moves_and_bound(active_entries: Sequence[LogEntry]) -> tuple[list[LogEntry], int]:
    """List the moves, and return how many of them came before the last resignation: those cannot be taken back."""
    moves: list[LogEntry] = []
    moves_before_resignation = 0
    for entry in active_entries:
        if entry.is_move:
            moves.append(entry)
        elif entry.kind == "resign":
            moves_before_resignation = len(moves)
    return moves, moves_before_resignation
