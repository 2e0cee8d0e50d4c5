"""How values are written in a column of text."""

from __future__ import annotations

import msgspec

from engine.host.model.share import Share
from engine.kernel.text import Seat


def as_json(value: object) -> str:
    """Plain data as JSON, the same text for the same data."""
    return msgspec.json.encode(value, order="deterministic").decode()


def ours(share: Share, guild: str = "guild_id") -> str:
    """The condition that a column holds a server of a share. Written without a percent sign, which drivers take for a place of
    values; the numbers are our own."""
    if share.whole:
        return "1 = 1"
    shard = f"({guild} >> 22) - ({guild} >> 22) / {share.count} * {share.count}"
    return f"CASE WHEN {guild} > 0 THEN {shard} ELSE 0 END BETWEEN {share.first} AND {share.last}"


def at_ours(share: Share, table_id: str = "table_id") -> str:
    """The condition that a column holds the id of a table on a server of a share."""
    if share.whole:
        return "1 = 1"
    return f"EXISTS (SELECT 1 FROM tables own WHERE own.id = {table_id} AND {ours(share, 'own.guild_id')})"


def seats_in(text: str) -> tuple[Seat, ...]:
    """Seats written as JSON."""
    return msgspec.json.decode(text, type=tuple[int, ...])
