"""A game that is over for good, with all its moves: for analyses, and to play on from any of its positions."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from engine.host.model.table import Table
from engine.host.service.game_log import list_active_entries, list_moves
from engine.host.service.service_context import ServiceContext
from engine.host.store import entries
from engine.kernel import position as kernel
from engine.kernel.position import GameRun, Move, Position
from engine.kernel.registry import AnyGame
from engine.kernel.text import IllegalMoveError, UserError, say


class WholeGame(msgspec.Struct, frozen=True):
    """A finished game. `origin` is the position before the first of its moves, `components` are the table's, as JSON."""

    game: AnyGame
    components: str
    seed: str
    seats: int
    origin: Position[Any]
    log: tuple[Move, ...]

    def replay_positions(self) -> list[Position[Any]]:
        """Return the position before each move, and the last one. Raises UserError if the log no longer plays."""
        run: GameRun[Any] = GameRun(self.game, self.origin, self.seed)
        positions = [run.position]
        for move in self.log:
            try:
                run.play(move.seat, move.words)
            except IllegalMoveError:
                raise UserError(
                    say("This game was played under rules that are no more, so it cannot be looked at.")
                ) from None
            positions.append(run.position)
        return positions


async def load_open_table(context: ServiceContext, table_id: int) -> Table:
    """Return a finished table whose hidden information may be shown. Raises UserError for others."""
    table = await context.load_table(table_id)
    if table.status == "closed":
        raise UserError(say("This game was closed without a result, so there is nothing to look at."))
    if table.status != "finished":
        raise UserError(say("A game is looked at when it is over: until then nobody may know its cards."))
    if table.is_sealed:
        raise UserError(
            say(
                "The last move can be taken back until {time}. Then, or when all have pressed “It is over”, the game can be looked "
                "at and played on from any move.",
                time=f"<t:{table.seals_open_at}:f>",
            )
        )
    return table


async def load_whole_game(context: ServiceContext, table: Table) -> tuple[WholeGame, list[Position[Any]]]:
    """Return a finished game with its positions. Raises UserError if its log no longer plays, or has no move."""
    loaded, row = await context.load_playable(table.id), await context.load_stored(table.id)
    origin = kernel.decode_position(loaded.game, await entries.load_origin(context.store, table.id))
    log = list_moves(list_active_entries(await entries.load_entries(context.store, table.id)))
    if not log:
        raise UserError(say("No move was made in this game, so there is nothing to look at."))
    whole_game = WholeGame(loaded.game, row.components_data, loaded.seed, len(table.seats), origin, tuple(log))
    # In a thread, since a long game must not delay the other tables.
    return whole_game, await asyncio.to_thread(whole_game.replay_positions)
