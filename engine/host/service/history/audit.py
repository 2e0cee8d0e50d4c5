"""Checks that a game was dealt from the seed committed at its start, and played as its log says."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Optional

import msgspec

from engine.host.model.table import Table
from engine.host.service.game_log import list_active_entries, list_moves
from engine.host.service.live_game import LoadedTable
from engine.host.service.service_context import ServiceContext
from engine.host.store import board_posts, entries
from engine.host.store.board_posts import PostedRevision
from engine.kernel import position as kernel
from engine.kernel.dice import compute_commitment
from engine.kernel.position import Move, Position
from engine.kernel.script import restore_options


class Audit(msgspec.Struct, frozen=True):
    """The result of an audit; all but `seed_commitment` and `commitment_post` is known only when the seed may be shown.

    `seed_commitment` is the SHA-256 of the seed in hex, `commitment_post` the first board, which published it.
    `deal_matches`: the deal follows from the seed (None: the log begins later, with a correction of the rules).
    `move_count` moves were replayed from move `first_move` on; `failed_move` is the first that does not lead where
    the log says (None: all do).
    """

    table: Table
    has_chance: bool
    seed_commitment: str
    commitment_post: Optional[PostedRevision]
    seed: Optional[str] = None
    deal_matches: Optional[bool] = None
    first_move: int = 0
    move_count: int = 0
    failed_move: Optional[int] = None

    @property
    def is_sound(self) -> bool:
        """Whether every check passed."""
        return self.deal_matches is not False and self.failed_move is None


class Audits:
    """Audits of games."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context

    async def audit_table(self, table_id: int) -> Audit:
        """Check a game against its seed. Raises UserError if there is no such table."""
        loaded, store = await self._context.load_playable(table_id), self._context.store
        table = loaded.table
        sealed_audit = Audit(
            table,
            loaded.game.kind.has_chance,
            compute_commitment(loaded.seed),
            await board_posts.find_first_board(store, table_id),
        )
        if table.status != "finished" or table.is_sealed:
            return sealed_audit
        log = list_moves(list_active_entries(await entries.load_entries(store, table_id)))
        origin = kernel.decode_position(loaded.game, await entries.load_origin(store, table_id))
        was_corrected = len(await entries.count_moves_by_origin(store, table_id)) > 1
        # In a thread, since a long game must not delay the other tables.
        return await asyncio.to_thread(_audit_log, sealed_audit, loaded, origin, log, was_corrected=was_corrected)


def _audit_log(
    sealed_audit: Audit,
    loaded: LoadedTable,
    origin: Position[msgspec.Struct],
    log: Sequence[Move],
    *,
    was_corrected: bool,
) -> Audit:
    """Return the audit with all checks made."""
    table, deal_matches = loaded.table, None
    if not was_corrected:
        options = restore_options(loaded.game.settings, table.options)
        deal = kernel.begin_game(loaded.game, len(table.seats), options, loaded.seed)
        deal_matches = deal.position == origin
    replay = kernel.replay_moves(loaded.game, origin, loaded.seed, log)
    failed_move = None
    if replay.stopped_at is not None:
        failed_move = origin.move_count + replay.stopped_at + 1
    return msgspec.structs.replace(
        sealed_audit,
        seed=loaded.seed,
        deal_matches=deal_matches,
        first_move=origin.move_count,
        move_count=len(log),
        failed_move=failed_move,
    )
