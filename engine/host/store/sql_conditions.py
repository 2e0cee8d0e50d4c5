"""Conditions and column values that the modules of the store share."""

from __future__ import annotations

import msgspec

from engine.host.model.shard_range import ShardRange
from engine.kernel.text import Seat

IS_UNDONE = (
    "EXISTS (SELECT 1 FROM entries u WHERE u.table_id = e.table_id AND u.kind = 'undo' AND u.seq > e.seq "
    "AND CASE WHEN u.kind = 'undo' THEN CAST(u.words AS BIGINT) END < e.seq)"
)
"""True for a move `e` that was taken back. Only the words of an undo are a number."""


def to_json(value: object) -> str:
    """Encode plain data as JSON. Equal data give equal text."""
    return msgspec.json.encode(value, order="deterministic").decode()


def match_guild(shard_range: ShardRange, guild_column: str = "guild_id") -> str:
    """Return the SQL condition that a column holds a server of these shards.

    The condition contains no percent sign, which some drivers read as a placeholder. Its numbers come from the
    program, not from users.
    """
    if shard_range.is_complete:
        return "1 = 1"
    shard = f"({guild_column} >> 22) - ({guild_column} >> 22) / {shard_range.shard_count} * {shard_range.shard_count}"
    return f"CASE WHEN {guild_column} > 0 THEN {shard} ELSE 0 END BETWEEN {shard_range.first_shard} AND {shard_range.last_shard}"


def match_table(shard_range: ShardRange, table_column: str = "table_id") -> str:
    """Return the SQL condition that a column holds the id of a table on a server of these shards."""
    if shard_range.is_complete:
        return "1 = 1"
    return f"EXISTS (SELECT 1 FROM tables own WHERE own.id = {table_column} AND {match_guild(shard_range, 'own.guild_id')})"


def parse_seats(text: str) -> tuple[Seat, ...]:
    """Decode seats from JSON."""
    return msgspec.json.decode(text, type=tuple[int, ...])
