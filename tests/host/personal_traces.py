"""Where a person can still be found in a database file."""

from __future__ import annotations

from pathlib import Path

from engine.host.store.drivers.opening import open_snapshot
from engine.host.store.drivers.schema import table_names

ZEB_ID, ZEB_NAME = 1_182_640_719_353_110_529, "Zebulon Quirk"
"""Somebody whose number and name stand nowhere by chance."""


def find_traces(store_address: Path | str, user: int = ZEB_ID, name: str = ZEB_NAME) -> list[str]:
    """Where a person is found: in the rows; and in the bytes of a file and its log as text, or as SQLite stores an integer, as a
    key (a varint) too."""
    needles = {
        "name": name.encode(),
        "first name": name.split(maxsplit=1)[0].encode(),
        "digits": str(user).encode(),
        "integer": user.to_bytes(8, "big"),
        "varint": _encode_varint(user),
    }
    with open_snapshot(store_address) as ask:
        dumped = "\n".join(str(tuple(row)) for name in table_names() for row in ask(f"SELECT * FROM {name}")).encode()  # noqa: S608
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
    """SQLite's variable-length integer: big-endian, seven bits a byte, eight in the ninth."""
    if number >= 1 << 56:
        high = [(number >> 8 >> 7 * k & 0x7F) | 0x80 for k in reversed(range(8))]
        return bytes([*high, number & 0xFF])
    groups = [number & 0x7F]
    while number := number >> 7:
        groups.insert(0, (number & 0x7F) | 0x80)
    return bytes(groups)
