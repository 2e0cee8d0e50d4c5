"""A sheet without the cache of drawn parts."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from unittest.mock import patch

from render.kit.sheet import Sheet
from render.kit.text import Formatter


def disable_part_cache() -> AbstractContextManager[object]:
    """Disable the cache of drawn parts in the block (see `Sheet.draw_part`)."""
    return patch.object(Sheet, "draw_part", _draw_now)


def _draw_now(sheet: Sheet, draw: Callable[..., object], fmt: Formatter, *values: object) -> None:
    draw(sheet, *values, fmt)
