"""What everybody sees of the board."""

from __future__ import annotations

from typing import Optional

import msgspec

COLUMNS = "abcde"
SIZE = len(COLUMNS)


class View(msgspec.Struct, frozen=True):
    """`stones` holds the seat whose stone lies on a cell such as "d4", `newest` the cell of the last stone."""

    stones: dict[str, int]
    to_move: int
    newest: str
    winner: Optional[int]
