"""Playing a move, previewing it, and resigning."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec

from engine.host.model.table import Table
from engine.host.service.live_game import (
    LoadedTable,
    build_resignation,
    find_resignation_result,
    play_entry,
    resign_player,
)
from engine.host.service.play.leaving import find_leaving_words
from engine.host.service.seat_checks import require_current_question, require_own_control, require_running_seat
from engine.host.service.service_context import ServiceContext, StoreUnavailableError
from engine.host.service.table_writes import write_moves
from engine.host.store import entries, tables
from engine.host.store.database import ConstraintError, Transaction
from engine.kernel import position as kernel
from engine.kernel.menu import Menu, Words
from engine.kernel.script import GameResult
from engine.kernel.text import Seat, Text, UserError, say

DEFAULT_SUBSTITUTE_LEVEL = "mate"
"""The computer level that plays a resigned seat, or for an absent player who named no level."""


class EndsGameError(UserError):
    """Raised instead of playing a move that would end the game. The caller asks for confirmation."""

    def __init__(self) -> None:
        super().__init__(say("This move ends the game. Play it?"))


class IrreversibleMoveError(UserError):
    """Raised instead of playing a move that its player could not take back alone. The caller asks for confirmation."""

    def __init__(self) -> None:
        super().__init__(say("You cannot take it back alone once it is played. Play it?"))


class MovePreview(msgspec.Struct, frozen=True):
    """The lines that would announce a move, the mover's view after it, and whether it would end the game."""

    events: tuple[Text, ...]
    view: Any
    ends_game: bool


class Moves:
    """The moves and resignations of players."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context

    async def load_menu(
        self, table_id: int, user_id: int, asked_revision: int | None = None
    ) -> tuple[Table, Seat, Menu]:
        """Return the decision that a user owes.

        Raises UserError without a seat in a running game, StaleControlsError out of turn or for earlier controls.
        """
        loaded = await self._context.load_playable(table_id)
        seat = require_running_seat(loaded.table, user_id)
        require_own_control(loaded.table, seat)
        require_current_question(loaded, seat, asked_revision)
        return loaded.table, seat, loaded.load_menu(seat)

    async def preview(self, table_id: int, user_id: int, words: Words) -> MovePreview | None:
        """Preview a move, None if it throws dice or reveals something. Raises IllegalMoveError or another UserError."""
        loaded = await self._context.load_playable(table_id)
        seat = require_running_seat(loaded.table, user_id)
        require_current_question(loaded, seat, None)
        run = loaded.create_run()
        result = run.play(seat, words)
        if result.is_barrier:
            return None
        return MovePreview(
            tuple(event.text for event in result.events if event.to is None or seat in event.to),
            loaded.game.build_view(run.state, seat),
            run.result is not None,
        )

    async def list_reversible(self, table_id: int, user_id: int, moves: Collection[Words]) -> frozenset[Words]:
        """Filter the moves that need no confirmation: they do not end the game, and their player can take them back alone.

        Raises IllegalMoveError or another UserError.
        """
        loaded = await self._context.load_playable(table_id)
        seat = require_running_seat(loaded.table, user_id)
        require_current_question(loaded, seat, None)
        reversible: set[Words] = set()
        for words in moves:
            run = loaded.create_run()
            result = run.play(seat, words)
            if not result.is_barrier and run.result is None:
                reversible.add(words)
        return frozenset(reversible)

    async def build_draft_view(self, table_id: int, seat: Seat, menu: Menu) -> Any:  # noqa: ANN401 - each game has its own view
        """Build the view of a seat after the words that led to a menu, None if the game draws no drafts."""
        if menu.preview_state is None:
            return None
        return (await self._context.load_playable(table_id)).game.build_view(menu.preview_state(), seat)

    async def play(
        self,
        table_id: int,
        user_id: int,
        words: Words,
        *,
        asked_revision: int | None = None,
        interaction_id: int | None = None,
        may_end_game: bool = True,
        may_be_irreversible: bool = True,
    ) -> Table:
        """Play a move; on return it is on the disk.

        `asked_revision` comes from the pressed controls. An interaction that was applied before changes nothing.

        Raises:
            EndsGameError: Without `may_end_game`, for a move that ends the game as far as its player can know.
            IrreversibleMoveError: Without `may_be_irreversible`, for a move that its player could not take back alone.
            UserError: For an illegal move, earlier controls or other reasons.
        """
        async with self._context.table_lock(table_id):
            loaded = await self._context.load_playable(table_id)
            try:
                seat = require_running_seat(loaded.table, user_id)
                require_own_control(loaded.table, seat)
                require_current_question(loaded, seat, asked_revision)
                run = loaded.create_run()
                entry, result = play_entry(
                    run, "move", seat, words, loaded.seed, loaded.position, loaded.load_menu(seat)
                )
                if not may_be_irreversible and result.is_barrier:
                    raise IrreversibleMoveError
                if not may_end_game and not result.is_barrier and run.result is not None:
                    raise EndsGameError
                after = await self._context.change_table(
                    lambda tx: write_moves(self._context, tx, loaded, [entry], run, user_id, interaction_id)
                )
            except StoreUnavailableError:
                raise
            except (UserError, ConstraintError):  # looked up only now: it is the first time almost always
                if interaction_id is not None and await entries.is_interaction_known(
                    self._context.store, interaction_id
                ):
                    return loaded.table
                raise
            return after.table

    async def preview_resignation(self, table_id: int, user_id: int) -> GameResult | None:
        """Return the result if the user resigned now, None if the game would go on. Raises UserError."""
        loaded = await self._context.load_playable(table_id)
        seat = require_running_seat(loaded.table, user_id)
        assert loaded.situation is not None
        return find_resignation_result(loaded.game, loaded.situation.state, resign_player(loaded.table, seat).seats)

    async def resign(self, table_id: int, user_id: int, *, interaction_id: int | None = None) -> Table:
        """Resign a seat. The game ends if one player or side is left; else a computer plays on, or safe moves do.

        Raises UserError.
        """
        async with self._context.table_lock(table_id):
            loaded = await self._context.load_playable(table_id)
            if interaction_id is not None and await entries.is_interaction_known(self._context.store, interaction_id):
                return loaded.table
            seat = require_running_seat(loaded.table, user_id)
            after = await self._context.change_table(
                lambda tx: self.write_resignation(tx, loaded, seat, user_id, interaction_id)
            )
            return after.table

    async def write_resignation(
        self,
        tx: Transaction,
        loaded: LoadedTable,
        seat: Seat,
        user_id: int,
        interaction_id: int | None = None,
        text: Text | None = None,
    ) -> LoadedTable:
        """Write the resignation of a seat. Return the table as it will be stored."""
        assert loaded.position is not None
        assert loaded.situation is not None
        table = loaded.table
        words = await find_leaving_words(tx, loaded)
        entry = build_resignation(seat, kernel.compute_digest(loaded.position, loaded.seed), text, words)
        seats_after = resign_player(table, seat).seats
        result = find_resignation_result(loaded.game, loaded.situation.state, seats_after)
        level = ""
        if self._context.has_computers and result is None:
            level = table.seats[seat].computer_level or DEFAULT_SUBSTITUTE_LEVEL
        without_resigned = msgspec.structs.replace(loaded, table=resign_player(table, seat, level))
        await tables.leave_seat(tx, table.id, seat, self._context.now(), table.revision + 1, level)
        return await write_moves(
            self._context, tx, without_resigned, [entry], loaded.create_run(), user_id, interaction_id
        )
