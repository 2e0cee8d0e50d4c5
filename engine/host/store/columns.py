"""How values are written in a column of text."""

from __future__ import annotations

import msgspec

from engine.kernel.text import Seat


def as_json(value: object) -> str:
    """Plain data as JSON, the same text for the same data."""
    return msgspec.json.encode(value, order="deterministic").decode()


def seats_in(text: str) -> tuple[Seat, ...]:
    """Seats written as JSON."""
    return msgspec.json.decode(text, type=tuple[int, ...])
