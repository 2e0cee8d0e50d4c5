"""Fewer pictures: drawing is most of the work of a whole game, and says nothing new about playing."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from cogs.pictures import picture_service
from cogs.pictures.picture_service import Picture, _paint

DRAWN = 5
"""One picture in so many is drawn; the others are like the last of their kind. Every picture has tests of its own."""


def draw_few(monkeypatch: pytest.MonkeyPatch, drawn_of: int = DRAWN) -> None:
    """Draw one picture in so many."""
    drawn: dict[tuple[str, str], Picture | None] = {}
    asked = count()

    def paint(what: str, slug: str, *how: Any) -> Picture | None:
        if (what, slug) not in drawn or next(asked) % drawn_of == 0:
            drawn[what, slug] = _paint(what, slug, *how)
        return drawn[what, slug]

    monkeypatch.setattr(picture_service, "_paint", paint)
