"""Positions of the Paso in which Ana wins within one turn of several moves, or Ben does in the next one."""

from __future__ import annotations

from typing import Any

FRESH: dict[str, Any] = {
    "pieces": ["0 s2 b19 b20", "1 s2 c21 b21", "1 s2 b22 c23"],
    "ships": {0: "b20", 1: "c23"},
}
"""A raid of Ben's route, walks on it, Fresh Waters behind his ship, and the exit."""
RAID: dict[str, Any] = {
    "pieces": ["0 s2 b19 b20", "1 s2 c21 c22", "1 u1 c23", "1 u1 c24"],
    "ships": {0: "b20", 1: "c23"},
}
PASSING: dict[str, Any] = {
    "iceberg": " ".join(f"{column}{row}" for row in (22, 23, 24) for column in "abcd" if column + str(row) != "b24"),
    "land": "b24",
    "pieces": ["0 u1 c21", "1 s2 c22 c23"],
    "ships": {0: "c21", 1: "c23"},
    "reserve": {0: {"u1": 0}},
}
"""A raid, Fresh Waters, a token of two over Ben's ship to a last hex that no other token fits, and the exit."""
HUDSON: dict[str, Any] = {
    "pieces": ["1 s2 b18 c19", "0 l4 c17 b18 c19 c20", "0 s3 d21 d22 d23"],
    "ships": {0: "d23", 1: "c19"},
    "characters": {0: "hudson"},
    "points": 0,
    "moved": True,
}
"""Walks that cost nothing, a token over Ben's ship to Fresh Waters, another one back, a last token and the exit."""
BEN_NEXT: dict[str, Any] = {
    "pieces": ["1 s2 b19 b20", "0 s2 c21 b21", "0 s2 b22 c23"],
    "ships": {0: "c23", 1: "b20"},
    "points": 0,
    "moved": True,
}
"""Ana's turn is over but for a treasure. Ben then raids her route, walks on it, and wins by Fresh Waters; a Shield bars him."""
