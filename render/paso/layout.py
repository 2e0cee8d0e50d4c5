"""The places of everything in the pictures of La Aventura del Paso del Noroeste, in pixels, and the rows that a picture
shows.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple

from engine.games.paso.view import View, VisiblePlayer
from engine.kernel.text import Seat
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
OVERVIEW_LEFT_PX, OVERVIEW_WIDTH_PX = 54, 86
"""The overview of the whole passage."""
PANEL_GAP_PX = 30
WINDOW_SIZES = {4: (9, 69), 6: (10, 62), 8: (11, 56)}
"""The rows of the window and the radius of a hexagon, by the number of columns."""
FILM_STEP_ROWS = 3
"""The rows by which the window of a film moves."""
SHIP_RISE = 0.2
"""The distance of a ship above the middle of its hexagon, as a share of the radius. It leaves the letter below the ship
free.
"""
CHEST_SIZE, CHEST_RISE, RAID_RADIUS = 0.7, 0.3, 0.37
"""The size of a chest, its distance above the middle of its hexagon, and the radius of a raid token, as shares of the
radius of a hexagon. A chest leaves the lower half of its hexagon free for the letter of a choice.
"""
ShipSpots = dict[str, tuple[Point, float]]
"""The places of ships by their spot: the middle and half the size."""


class BoardLayout(NamedTuple):
    """A passage with its columns and rows, seen through a window of rows from `bottom_row` upwards.

    Row 0 is where ships wait to come in; the row past the last is the open sea.
    """

    columns: int
    rows: int
    bottom_row: int

    @classmethod
    def from_view(cls, view: View, marked: Collection[int] = ()) -> BoardLayout:
        """Choose the window that shows the marked rows, the ship to move, the rows before it and most ships."""
        row_count, goal = WINDOW_SIZES[len(view.columns)][0], view.rows + 1
        bottom_rows, top_row = _list_bottom_rows(view), _find_top_row(view)
        mover_row = view.players[view.to_move].row

        def rank_window(bottom_row: int) -> tuple[int, ...]:
            window_top = bottom_row + row_count - 1
            hidden_near_mover = max(0, bottom_row - max(mover_row - 1, 0)) + max(
                0, min(mover_row + 2, goal) - window_top
            )
            return (
                sum(not bottom_row <= row <= window_top for row in marked),
                hidden_near_mover,
                max(0, min(mover_row + 5, top_row) - window_top),
                _count_hidden_ships(view, bottom_row),
                abs(window_top - top_row),
            )

        return cls(len(view.columns), view.rows, min(bottom_rows, key=rank_window))

    @classmethod
    def for_film(cls, view: View, mover: Seat) -> BoardLayout:
        """Choose the window of a film, which shows the ship that has moved and most ships.

        It moves by several rows at a time, so that it rests while pieces glide.
        """
        row_count, bottom_rows = WINDOW_SIZES[len(view.columns)][0], _list_bottom_rows(view)
        rows, mover_row = [player.row for player in view.players], view.players[mover].row

        def rank_window(bottom_row: int) -> tuple[int, ...]:
            window_top = bottom_row + row_count - 1
            is_mover_hidden = not bottom_row <= mover_row <= window_top
            distance = bottom_row + window_top - min(rows) - max(rows) - FILM_STEP_ROWS
            return is_mover_hidden, _count_hidden_ships(view, bottom_row), abs(distance)

        steps = {*bottom_rows[::FILM_STEP_ROWS], bottom_rows[-1]}
        return cls(len(view.columns), view.rows, min(sorted(steps), key=rank_window))

    @property
    def visible_rows(self) -> int:
        """The number of rows in the window."""
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
        """The left edge of the panel."""
        return self.window_right + PANEL_GAP_PX

    @property
    def field(self) -> HexGrid:
        """The hexagons of the window."""
        return _create_field(*WINDOW_SIZES[self.columns], self.bottom_row)

    def find_middle(self, hexagon: Hex) -> Point:
        """Return the middle of a hexagon in the window."""
        return self.field.find_centre(hexagon)

    def is_row_visible(self, row: int) -> bool:
        """Check whether a row is completely in the window."""
        return self.bottom_row <= row <= self.top_row

    # -------------------------------------------------------------- the overview
    @property
    def overview_cell_size(self) -> tuple[float, float]:
        """The width of a hexagon and the height of a row on the overview."""
        return OVERVIEW_WIDTH_PX / (self.columns + 0.5), (WINDOW_BOTTOM_PX - WINDOW_TOP_PX) / (self.rows + 2)

    def find_overview_top(self, row: float) -> float:
        """Return the upper edge of a row on the overview."""
        return WINDOW_TOP_PX + (self.rows + 1 - row) * self.overview_cell_size[1]

    def find_overview_box(self, hexagon: Hex) -> Box:
        """Return the box of a hexagon on the overview."""
        return _compute_overview_box(self.columns, self.rows, hexagon)

    def find_overview_middle(self, hexagon: Hex) -> Point:
        """Return the middle of a hexagon on the overview."""
        (column, row), (width, height) = hexagon, self.overview_cell_size
        x = OVERVIEW_LEFT_PX + width * (column + (0.5 if row % 2 else 1))
        return x, self.find_overview_top(row) + height / 2


@lru_cache(maxsize=128)
def _create_field(visible_rows: int, r: int, bottom_row: int) -> HexGrid:
    """Create the hexagons of the window. Cached, because drawing a board asks for them a hundred times."""
    spare = WINDOW_BOTTOM_PX - WINDOW_TOP_PX - (1.5 * visible_rows + 0.5) * r
    return HexGrid(WINDOW_LEFT_PX + WINDOW_MARGIN_PX, WINDOW_BOTTOM_PX - spare / 2 - r + 1.5 * r * bottom_row, r)


@lru_cache(maxsize=1024)
def _compute_overview_box(columns: int, rows: int, hexagon: Hex) -> Box:
    """Return the box of a hexagon on the overview. Cached, because every board asks for all its hexagons."""
    layout = BoardLayout(columns, rows, 0)
    (x, y), (width, height) = layout.find_overview_middle(hexagon), layout.overview_cell_size
    return round(x - width / 2), round(y - height / 2), round(x + width / 2), round(y + height / 2)


def _list_bottom_rows(view: View) -> range:
    """List the lowest rows that a window may have."""
    row_count, goal, first = WINDOW_SIZES[len(view.columns)][0], view.rows + 1, 1
    if has_waiting_ship(view):
        first = 0
    return range(first, max(first, goal - row_count + 1) + 1)


def _find_top_row(view: View) -> int:
    """Find the row that a window had best end with: the last one that is discovered, or the open sea."""
    if view.laid == view.rows:
        return view.rows + 1
    return max(view.laid, WINDOW_SIZES[len(view.columns)][0] - 1 + _list_bottom_rows(view)[0])


def _count_hidden_ships(view: View, bottom_row: int) -> int:
    """Count the ships that a window does not show, with the two rows before them."""
    window_top = bottom_row + WINDOW_SIZES[len(view.columns)][0] - 1
    return sum(not bottom_row <= player.row <= window_top - 2 for player in view.players)


def has_waiting_ship(view: View) -> bool:
    """Check whether a ship has not come in yet."""
    for player in view.players:
        if player.row == 0:
            return True
    return False


def find_hexagon(columns: str, word: str) -> Hex | None:
    """Return the hexagon of a word, "c7"; None for any other word."""
    if len(word) < 2 or word[0] not in columns or not word[1:].isdecimal():
        return None
    return columns.index(word[0]), int(word[1:])


def find_ship_hexagon(layout: BoardLayout, view: View, player: VisiblePlayer) -> Hex:
    """Return the hexagon that a ship is drawn on: its own, or a place in line before the first row and after the last."""
    hexagon = find_hexagon(view.columns, player.ship or "")
    if hexagon is not None:
        return hexagon
    line = [other.seat for other in view.players if other.row == player.row and other.ship is None]
    first_column = (layout.columns - len(line)) // 2
    return first_column + line.index(player.seat), player.row
