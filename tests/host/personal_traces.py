"""Search a database for the traces of a person."""

from __future__ import annotations

from pathlib import Path

from engine.host.store.drivers.opening import open_snapshot
from engine.host.store.drivers.schema import list_table_names

ZEB_ID, ZEB_NAME = 1_182_640_719_353_110_529, "Zebulon Quirk"
"""A number and a name that occur nowhere by chance."""


def find_traces(store_address: Path | str, user: int = ZEB_ID, name: str = ZEB_NAME) -> list[str]:
    """List the places where a person occurs: in the rows, and in the bytes of a file and its log.

    The bytes are searched for the text and for the integer as SQLite stores it, also as a key (a varint).
    """
    needles = {
        "name": name.encode(),
        "first name": name.split(maxsplit=1)[0].encode(),
        "digits": str(user).encode(),
        "integer": user.to_bytes(8, "big"),
        "varint": _encode_varint(user),
    }
    rows: list[str] = []
    with open_snapshot(store_address) as query:
        for table in list_table_names():
            rows += [str(tuple(row)) for row in query(f"SELECT * FROM {table}")]  # noqa: S608
    dumped = "\n".join(rows).encode()
    files = {}
    if isinstance(store_address, Path):
        files = {file.name: file.read_bytes() for file in store_address.parent.glob(f"{store_address.name}*")}
    return [
        f"{what} in {where}"
        for where, held in {"the rows": dumped, **files}.items()
        for what, needle in needles.items()
        if needle in held
    ]


def _encode_varint(number: int) -> bytes:
    """Encode an integer of SQLite's variable length: big-endian, seven bits a byte, eight in the ninth."""
    if number >= 1 << 56:
        high = [(number >> 8 >> 7 * k & 0x7F) | 0x80 for k in reversed(range(8))]
        return bytes([*high, number & 0xFF])
    groups = [number & 0x7F]
    while number := number >> 7:
        groups.insert(0, (number & 0x7F) | 0x80)
    return bytes(groups)
