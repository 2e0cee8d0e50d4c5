"""All that the store holds about a person, as a file for them to keep."""

from __future__ import annotations

import gzip
from datetime import UTC, datetime

import msgspec

from engine.host.store.database import Store
from engine.host.store.maintenance.personal_data import load_personal_rows

MAX_PLAIN_BYTES = 8_000_000
"""The largest file that is sent as it is. Discord takes ten megabytes; a larger file is compressed, to about a tenth."""


async def build_data_file(store: Store, user_id: int, now: int) -> tuple[str, bytes]:
    """Build the name and the content of the file: JSON with a list of rows for each table of the database."""
    rows_by_table = await load_personal_rows(store, user_id)
    content: dict[str, object] = {"user_id": str(user_id), "written_at": _format_moment(now)}
    for table, rows in rows_by_table.items():
        content[table] = [{name: _format_value(name, value) for name, value in row.items()} for row in rows]
    written = msgspec.json.format(msgspec.json.encode(content))
    if len(written) > MAX_PLAIN_BYTES:
        return "overwinter-data.json.gz", gzip.compress(written)
    return "overwinter-data.json", written


def _format_value(column: str, value: object) -> object:
    """Write a moment as a date, and an id of Discord's as text: many readers of JSON round such numbers."""
    if not isinstance(value, int):
        return value
    if column.endswith("_at"):
        return _format_moment(value)
    if abs(value) > 1 << 53:
        return str(value)
    return value


def _format_moment(moment: int) -> str:
    return datetime.fromtimestamp(moment, UTC).isoformat()
