"""The moves that computers owe: choosing and playing them.

A `MoveService` gets what a seat may know and returns a move. An owed move needs no row of its own: it is the question of a seat
that a computer plays, so it is found again after a crash.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Optional

import msgspec

from engine.host.model.move_service import MoveService
from engine.host.model.table import Table
from engine.host.service.live_game import LoadedTable, play_entry
from engine.host.service.service_context import ServiceContext
from engine.host.service.table_writes import close_table, write_moves, write_note
from engine.host.store import computer_turns, entries
from engine.host.store.computer_turns import PendingMove
from engine.host.store.database import Transaction
from engine.kernel.dice import Dice, derive_seed
from engine.kernel.event import Event
from engine.kernel.menu import Words
from engine.kernel.position import Position
from engine.kernel.registry import AnyGame
from engine.kernel.text import IllegalMoveError, Seat, SeatMention, say
from engine.players.arena import MAX_GAME_MOVES
from engine.players.circles import needs_safe_move
from engine.players.computer_levels import Budget, choose_move
from engine.players.question import create_question, replay_turn
from engine.workers.requests import MoveRequest, UnansweredError

UNATTENDED_MOVE_INTERVAL_S = 20
"""Seconds between two moves at a table without people."""
BUSY_QUEUE_LENGTH = 3
"""With this many queued jobs the table is told that a computer's turn has to wait."""


class ComputerTurn(msgspec.Struct, frozen=True):
    """What a computer of a level needs to know of a game apart from its position. `components` are the table's, as JSON."""

    game: AnyGame
    components: str
    seed: str
    level: str


async def choose_computer_move(
    move_service: MoveService,
    turn: ComputerTurn,
    position: Position[Any],
    seat: Seat,
    resample_dice: Dice,
    user_id: int,
) -> Words:
    """Return the move that a computer plays for a seat that owes an answer. Raises UnansweredError.

    `resample_dice` deal what the seat cannot know; they must not be the game's own. `user_id` is the person for whom the move
    service works.
    """
    dice_seed = derive_seed(turn.seed, "computer", seat, position.move_count)
    question = create_question(turn.game, position, turn.seed, seat, resample_dice)
    if question is None:
        # Another process may not know this turn. A one-ply search takes milliseconds, so it can run in this one.
        turn_dice = replay_turn(turn.game, position, turn.seed)
        return choose_move(turn.level, turn.game, position, turn_dice, seat, Dice(dice_seed), Budget(max_playouts=0))
    request = MoveRequest(turn.game.slug, turn.components, turn.level, question, dice_seed)
    return await move_service.choose_move(request, user_id)


class ComputerMoves:
    """The moves of computers at all tables. Without a move service they make none."""

    def __init__(self, context: ServiceContext, move_service: Optional[MoveService]) -> None:
        self._context = context
        self._move_service = move_service

    async def list_pending_moves(self, paused_table_ids: Collection[int] = ()) -> list[tuple[PendingMove, int]]:
        """List the moves that computers owe, one for each table, with the time from which each may be played."""
        if self._move_service is None:
            return []
        moves_by_table: dict[int, tuple[PendingMove, int]] = {}
        for move in await computer_turns.list_pending_moves(self._context.store, self._context.shard_range):
            if move.table_id in paused_table_ids or move.table_id in moves_by_table:
                continue
            playable_at = 0
            if move.is_unattended:
                playable_at = move.asked_at + UNATTENDED_MOVE_INTERVAL_S
            moves_by_table[move.table_id] = (move, playable_at)
        return list(moves_by_table.values())

    def must_wait(self, pending_move: PendingMove) -> bool:
        """Return whether the queue is so long that the table should be told."""
        if self._move_service is None:
            return False
        return self._move_service.count_ahead(pending_move.opened_by) >= BUSY_QUEUE_LENGTH

    async def are_people_waiting(self, table_id: int) -> bool:
        """Return whether people play at a running table and only computers are to move."""
        loaded = await self._context.load_playable(table_id)
        table, situation = loaded.table, loaded.situation
        if table.status != "running" or not table.active_players or situation is None or not situation.questions:
            return False
        return all(table.seats[seat].computer_level for seat in situation.questions)

    async def choose_move(self, pending_move: PendingMove) -> Words | None:
        """Return the move that a computer would play, None if it is not asked any more. Raises UnansweredError."""
        loaded = await self._context.load_playable(pending_move.table_id)
        if self._move_service is None or not _is_still_pending(loaded, pending_move):
            return None
        assert loaded.position is not None
        stored = await self._context.load_stored(pending_move.table_id)
        turn = ComputerTurn(loaded.game, stored.components_data, loaded.seed, pending_move.computer_level)
        return await choose_computer_move(
            self._move_service,
            turn,
            loaded.position,
            pending_move.seat,
            Dice(self._context.seeds()),
            pending_move.opened_by,
        )

    async def play_move(self, pending_move: PendingMove, words: Words) -> Table | None:
        """Play a computer's move. Return None if the game has overtaken it."""
        return await self._play_move(pending_move, words, ())

    async def play_safe_move(self, pending_move: PendingMove) -> Table | None:
        """Play a safe move for a computer that failed, and announce it."""
        text = say(
            "A computer could not think this through, so a safe move is played for {seat}.",
            seat=SeatMention(pending_move.seat),
        )
        return await self._play_move(pending_move, None, (Event(text),))

    async def _play_move(self, pending_move: PendingMove, words: Words | None, events: Sequence[Event]) -> Table | None:
        """Play the move `words`, or a safe move if they are None or the computers only repeat themselves."""
        seat = pending_move.seat
        async with self._context.table_lock(pending_move.table_id):
            loaded = await self._context.load_playable(pending_move.table_id)
            if not _is_still_pending(loaded, pending_move):
                return None
            assert loaded.position is not None
            if loaded.position.move_count >= MAX_GAME_MOVES:
                return await self._abandon_game(loaded)
            run = loaded.create_run()
            if words is None or await self._plays_in_circles(pending_move):
                words = loaded.game.safe_move(seat, run.build_menu(seat))
            try:
                entry, _ = play_entry(run, "computer", seat, words, loaded.seed)
            except IllegalMoveError as error:
                raise UnansweredError(str(error)) from None
            entry = msgspec.structs.replace(entry, events=(*events, *entry.events))
            after = await self._context.change_table(
                lambda tx: write_moves(self._context, tx, loaded, [entry], run, None)
            )
            return after.table

    async def _plays_in_circles(self, pending_move: PendingMove) -> bool:
        moves_in_row = await entries.count_moves_in_row(self._context.store, pending_move.table_id, pending_move.seat)
        return needs_safe_move(moves_in_row)

    async def _abandon_game(self, loaded: LoadedTable) -> Table:
        """Close a game that does not end."""
        text = say(
            "After {n} moves there is no end in sight: the game is abandoned, without a result.", n=MAX_GAME_MOVES
        )

        async def work(tx: Transaction) -> None:
            await write_note(self._context, tx, loaded, text, None)
            await close_table(self._context, tx, loaded.table, "closed")

        await self._context.write(work, loaded.table.id)
        return await self._context.load_table(loaded.table.id)


def _is_still_pending(loaded: LoadedTable, pending_move: PendingMove) -> bool:
    """Return whether a computer still owes this move."""
    table, situation = loaded.table, loaded.situation
    if table.status != "running" or table.asked_revision != pending_move.asked_revision:
        return False
    if situation is None or pending_move.seat not in situation.questions:
        return False
    return table.seats[pending_move.seat].computer_level == pending_move.computer_level
