"""Where everything of La Aventura del Paso del Noroeste is on the picture, in pixels, and which rows it shows."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple

from engine.games.paso.view import View, VisiblePlayer
from render.kit.canvas import Point
from render.kit.hexes import WIDTH_PER_RADIUS, Hex, HexGrid
from render.kit.text import Box

TITLE_LEFT_PX, TITLE_MIDDLE_PX = 20, 33
"""Where the title begins, and its middle line."""
WINDOW_TOP_PX, WINDOW_BOTTOM_PX = 68, 1036
"""The top and bottom of the window."""
WINDOW_LEFT_PX = 222
WINDOW_MARGIN_PX = 9
"""The gap between the window's edge and the outermost hexagons."""
OVERVIEW_LEFT_PX, OVERVIEW_WIDTH_PX = 54, 92
"""The overview of the whole passage."""
PANEL_GAP_PX = 30
WINDOW_SIZES = {4: (9, 69), 6: (10, 62), 8: (11, 56)}
"""By the number of columns: the rows of the window and the radius of a hexagon."""


class BoardLayout(NamedTuple):
    """A passage of so many columns and rows, seen through a window of rows from `bottom_row` upwards.

    Row 0 is where ships wait to come in; the row past the last is the open sea.
    """

    columns: int
    rows: int
    bottom_row: int

    @classmethod
    def from_view(cls, view: View, marked: Collection[int] = ()) -> BoardLayout:
        """The window that shows the marked rows, the ship to move and the rows before it, and as many ships as possible."""
        shown = WINDOW_SIZES[len(view.columns)][0]
        goal = view.rows + 1
        top = goal if view.laid == view.rows else max(view.laid, shown - (has_waiting_ship(view)))
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

        first = 0 if has_waiting_ship(view) else 1
        return cls(len(view.columns), view.rows, min(range(first, max(first, goal - shown + 1) + 1), key=harm))

    @property
    def visible_rows(self) -> int:
        """How many rows the window holds."""
        return WINDOW_SIZES[self.columns][0]

    @property
    def top_row(self) -> int:
        """The uppermost row in the window."""
        return self.bottom_row + self.visible_rows - 1

    @property
    def r(self) -> int:
        """The radius of a hexagon."""
        return WINDOW_SIZES[self.columns][1]

    @property
    def window_right(self) -> int:
        """The right edge of the window."""
        return round(WINDOW_LEFT_PX + 2 * WINDOW_MARGIN_PX + (self.columns + 0.5) * self.r * WIDTH_PER_RADIUS)

    @property
    def panel_left(self) -> int:
        """Where the panel begins."""
        return self.window_right + PANEL_GAP_PX

    @property
    def field(self) -> HexGrid:
        """The hexagons of the window."""
        return _create_field(*WINDOW_SIZES[self.columns], self.bottom_row)

    def find_middle(self, hexagon: Hex) -> Point:
        """The middle of a hexagon."""
        return self.field.find_centre(hexagon)

    def is_row_visible(self, row: int) -> bool:
        """Whether a row is wholly in the window."""
        return self.bottom_row <= row <= self.top_row

    # -------------------------------------------------------------- the overview
    @property
    def overview_cell_size(self) -> tuple[float, float]:
        """Width of a hexagon and height of a row on the overview."""
        return OVERVIEW_WIDTH_PX / (self.columns + 0.5), (WINDOW_BOTTOM_PX - WINDOW_TOP_PX) / (self.rows + 2)

    def find_overview_top(self, row: float) -> float:
        """The upper edge of a row on the overview."""
        return WINDOW_TOP_PX + (self.rows + 1 - row) * self.overview_cell_size[1]

    def find_overview_box(self, hexagon: Hex) -> Box:
        """A hexagon on the overview."""
        return _compute_overview_box(self.columns, self.rows, hexagon)

    def find_overview_middle(self, hexagon: Hex) -> Point:
        """The middle of a hexagon on the overview."""
        wide, high = self.overview_cell_size
        return OVERVIEW_LEFT_PX + wide * (hexagon[0] + (0.5 if hexagon[1] % 2 else 1)), self.find_overview_top(
            hexagon[1]
        ) + high / 2


@lru_cache(maxsize=128)
def _create_field(visible_rows: int, r: int, bottom_row: int) -> HexGrid:
    """A board asks for it a hundred times."""
    spare = WINDOW_BOTTOM_PX - WINDOW_TOP_PX - (1.5 * visible_rows + 0.5) * r
    return HexGrid(WINDOW_LEFT_PX + WINDOW_MARGIN_PX, WINDOW_BOTTOM_PX - spare / 2 - r + 1.5 * r * bottom_row, r)


@lru_cache(maxsize=1024)
def _compute_overview_box(columns: int, rows: int, hexagon: Hex) -> Box:
    """Every board asks for all its hexagons."""
    layout = BoardLayout(columns, rows, 0)
    (x, y), (wide, high) = layout.find_overview_middle(hexagon), layout.overview_cell_size
    return round(x - wide / 2), round(y - high / 2), round(x + wide / 2), round(y + high / 2)


def has_waiting_ship(view: View) -> bool:
    """Whether a ship has not come in yet."""
    return any(seen.row == 0 for seen in view.players)


def find_hexagon(columns: str, word: str) -> Hex | None:
    """The hexagon that moves call so, "c7"; None when it is none."""
    if len(word) < 2 or word[0] not in columns or not word[1:].isdecimal():
        return None
    return columns.index(word[0]), int(word[1:])


def find_ship_hexagon(layout: BoardLayout, view: View, player: VisiblePlayer) -> Hex:
    """The hexagon that a ship is drawn on: its own, or a place in line while it waits or once it is through."""
    at = find_hexagon(view.columns, player.ship or "")
    if at is not None:
        return at
    line = [other.seat for other in view.players if other.row == player.row and other.ship is None]
    first = (layout.columns - len(line)) // 2
    return first + line.index(player.seat), player.row
