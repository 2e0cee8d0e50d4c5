"""Carries a stored position over to today's rules, without replaying the game from its first move."""

from __future__ import annotations

import logging
import traceback
from typing import Any

import msgspec

from engine.host.model.table import Table
from engine.host.store.tables import StoredTable
from engine.kernel import position as kernel
from engine.kernel.position import Position
from engine.kernel.registry import AnyGame
from engine.kernel.text import UserError, say

log = logging.getLogger("overwinter.store")


def upgrade_position(row: StoredTable, game: AnyGame) -> Position[Any]:
    """Return the stored position under today's rules; if its open turn no longer plays, the turn begins again.

    Raises UserError if the table's rules are newer than these.
    """
    table = row.table
    if table.rules_version > game.rules_version:
        raise UserError(say("This table was played with a newer version of the bot. Please update the bot to go on."))
    try:
        raw = msgspec.json.decode(row.position_json)
        raw["base"] = game.upgrade_state(raw["base"], table.rules_version)
        stored = kernel.decode_position(game, msgspec.json.encode(raw))
    except Exception as error:
        _log_failure("the position cannot be carried over", table, game, error)
        raise
    turn_start = position = Position(stored.base, stored.tick)
    try:
        for seat, words in stored.answers:
            position = kernel.play_move(game, position, row.seed, seat, words).position
    except Exception as error:  # noqa: BLE001 - an old answer may break anything under new rules
        _log_failure("the answers of the open turn no longer fit, so it begins again", table, game, error)
        return turn_start
    return position


def _log_failure(problem: str, table: Table, game: AnyGame, error: Exception) -> None:
    """Log where a change of the rules failed: code lines, without the exception's text, which may name a hand."""
    where = "".join(traceback.format_tb(error.__traceback__))
    versions = f"from rules {table.rules_version} to {game.rules_version}"
    log.error("table %s (%s), %s: %s (%s)\n%s", table.id, table.game, versions, problem, type(error).__name__, where)
