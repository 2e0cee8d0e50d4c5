"""Where everything of La Aventura del Paso del Noroeste is on the picture, in pixels, and which rows it shows."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple

from engine.games.paso.view import Seen, View
from render.kit.canvas import Point
from render.kit.hexes import WIDE, Field, Hex
from render.kit.text import Box

TITLE_LEFT, TITLE_Y = 20, 33
"""Where the title begins, and its middle line."""
TOP, BOTTOM = 68, 1036
"""The top and bottom of the window."""
LEFT = 222
MARGIN = 9
"""The gap between the window's edge and the outermost hexagons."""
STRIP_LEFT, STRIP_WIDE = 54, 92
"""The overview of the whole passage."""
PANEL_GAP = 30
ROOM = {4: (9, 69), 6: (10, 62), 8: (11, 56)}
"""By the number of columns: the rows of the window and the radius of a hexagon."""


class BoardLayout(NamedTuple):
    """A passage of so many columns and rows, seen through a window of rows from `low` upwards.

    Row 0 is where ships wait to come in; the row past the last is the open sea.
    """

    columns: int
    rows: int
    low: int

    @classmethod
    def of(cls, view: View, marked: Collection[int] = ()) -> BoardLayout:
        """The window that shows the marked rows, the ship to move and the rows before it, and as many ships as possible."""
        shown = ROOM[len(view.columns)][0]
        goal = view.rows + 1
        top = goal if view.laid == view.rows else max(view.laid, shown - (any_waits(view)))
        mover = view.players[view.to_move].row
        ahead = min(mover + 5, top)

        def harm(low: int) -> tuple[int, ...]:
            high = low + shown - 1
            return (
                sum(not low <= row <= high for row in marked),
                max(0, low - max(mover - 1, 0)) + max(0, min(mover + 2, goal) - high),
                max(0, ahead - high),
                sum(not low <= seen.row <= high - 2 for seen in view.players),
                abs(high - top),
            )

        first = 0 if any_waits(view) else 1
        return cls(len(view.columns), view.rows, min(range(first, max(first, goal - shown + 1) + 1), key=harm))

    @property
    def shown(self) -> int:
        """How many rows the window holds."""
        return ROOM[self.columns][0]

    @property
    def high(self) -> int:
        """The uppermost row in the window."""
        return self.low + self.shown - 1

    @property
    def r(self) -> int:
        """The radius of a hexagon."""
        return ROOM[self.columns][1]

    @property
    def right(self) -> int:
        """The right edge of the window."""
        return round(LEFT + 2 * MARGIN + (self.columns + 0.5) * self.r * WIDE)

    @property
    def edge(self) -> int:
        """Where the panel begins."""
        return self.right + PANEL_GAP

    @property
    def field(self) -> Field:
        """The hexagons of the window."""
        return _field(*ROOM[self.columns], self.low)

    def middle(self, at: Hex) -> Point:
        """The middle of a hexagon."""
        return self.field.middle(at)

    def shows(self, row: int) -> bool:
        """Whether a row is wholly in the window."""
        return self.low <= row <= self.high

    # -------------------------------------------------------------- the overview
    @property
    def strip(self) -> tuple[float, float]:
        """Width of a hexagon and height of a row on the overview."""
        return STRIP_WIDE / (self.columns + 0.5), (BOTTOM - TOP) / (self.rows + 2)

    def strip_top(self, row: float) -> float:
        """The upper edge of a row on the overview."""
        return TOP + (self.rows + 1 - row) * self.strip[1]

    def strip_box(self, at: Hex) -> Box:
        """A hexagon on the overview."""
        return _strip_box(self.columns, self.rows, at)

    def strip_middle(self, at: Hex) -> Point:
        """The middle of a hexagon on the overview."""
        wide, high = self.strip
        return STRIP_LEFT + wide * (at[0] + (0.5 if at[1] % 2 else 1)), self.strip_top(at[1]) + high / 2


@lru_cache(maxsize=128)
def _field(shown: int, r: int, low: int) -> Field:
    """A board asks for it a hundred times."""
    spare = BOTTOM - TOP - (1.5 * shown + 0.5) * r
    return Field(LEFT + MARGIN, BOTTOM - spare / 2 - r + 1.5 * r * low, r)


@lru_cache(maxsize=1024)
def _strip_box(columns: int, rows: int, at: Hex) -> Box:
    """Every board asks for all its hexagons."""
    layout = BoardLayout(columns, rows, 0)
    (x, y), (wide, high) = layout.strip_middle(at), layout.strip
    return round(x - wide / 2), round(y - high / 2), round(x + wide / 2), round(y + high / 2)


def any_waits(view: View) -> bool:
    """Whether a ship has not come in yet."""
    return any(seen.row == 0 for seen in view.players)


def named(columns: str, word: str) -> Hex | None:
    """The hexagon that moves call so, "c7"; None when it is none."""
    if len(word) < 2 or word[0] not in columns or not word[1:].isdecimal():
        return None
    return columns.index(word[0]), int(word[1:])


def berth(layout: BoardLayout, view: View, seen: Seen) -> Hex:
    """The hexagon that a ship is drawn on: its own, or a place in line while it waits or once it is through."""
    at = named(view.columns, seen.ship or "")
    if at is not None:
        return at
    line = [other.seat for other in view.players if other.row == seen.row and other.ship is None]
    first = (layout.columns - len(line)) // 2
    return first + line.index(seen.seat), seen.row
