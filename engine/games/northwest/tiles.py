"""The tiles and what they show on both sides in every rotation. Where a tile fits is the question of `board`.

Cells and corners have the numbers of `grid.Grid`: one to the east adds 1, one to the south adds `stride`.
"""

from __future__ import annotations

from typing import Final, Literal

from engine.games.northwest.components import SYMBOL_LETTERS, Components
from engine.games.northwest.grid import Grid
from engine.games.northwest.state import Tile

ROTATION_WORDS: Final = ("f0", "f90", "f180", "f270", "b0", "b90", "b180", "b270")
LayShape = Literal["wide", "tall", "small"]
"""Two cells side by side, two below each other, or one cell."""
CornerRows = tuple[str, ...]
"""Corners from north to south, "1" land and "0" sea: ("011", "001")."""


class TileLay:
    """A way in which a tile can lie, with its first cell on number 0.

    `corner_mask` are the corners that it covers, `land_mask` the land among them. `land_corners` and `sea_corners` are the numbers
    of its land and sea corners. `span` is the number of its second cell, 0 for a small tile. `symbol_at` is the number of the cell
    with the symbol, -1 without a symbol.
    """

    __slots__ = (
        "corner_mask",
        "land_corners",
        "land_mask",
        "rotation",
        "rows",
        "sea_corners",
        "shape",
        "span",
        "symbol_at",
    )

    def __init__(self, grid: Grid, rotation: str, rows: CornerRows, symbol_cell: int = -1) -> None:
        self.rotation = rotation
        self.rows = rows
        self.shape = _find_shape(rows)
        self.span = {"wide": 1, "tall": grid.stride, "small": 0}[self.shape]
        land_corners: list[int] = []
        sea_corners: list[int] = []
        self.corner_mask = self.land_mask = 0
        for j, row in enumerate(rows):
            for i, corner in enumerate(row):
                number = j * grid.stride + i
                self.corner_mask |= 1 << number
                if corner == "1":
                    self.land_mask |= 1 << number
                    land_corners.append(number)
                else:
                    sea_corners.append(number)
        self.land_corners = tuple(land_corners)
        self.sea_corners = tuple(sea_corners)
        self.symbol_at = -1
        if symbol_cell >= 0:  # the first cell (0) has the number 0, the second (1) the number `span`
            self.symbol_at = symbol_cell * self.span


def _find_shape(rows: CornerRows) -> LayShape:
    if len(rows) == len(rows[0]):
        return "small"
    return "wide" if len(rows) == 2 else "tall"


class TilePiece:
    """A tile and all the ways it can lie. `symbol_cell` is the cell of its symbol, 0 or 1, or -1 without a symbol.

    `lays` is by rotation, in the order of `ROTATION_WORDS`. `different_lays` leaves out a lay that shows the same as an earlier
    one, symbol included.
    """

    __slots__ = ("different_lays", "lays", "symbol", "tile")

    def __init__(self, grid: Grid, tile: Tile, front: CornerRows, symbol: str = "", symbol_cell: int = -1) -> None:
        self.tile = tile
        self.symbol = symbol
        is_small = len(front[0]) == 2
        back = tuple(row[::-1] for row in front)
        self.lays: dict[str, TileLay] = {}
        for rotation in ROTATION_WORDS:
            is_flipped = rotation[0] == "b"
            if is_flipped and is_small:
                break
            quarters = int(rotation[1:]) // 90
            rows = rotate_rows(back if is_flipped else front, quarters)
            cell = symbol_cell
            if cell >= 0:  # the back shows the cells in the reverse order, and so does half a turn
                cell = (cell + is_flipped + quarters // 2) % 2
            self.lays[rotation] = TileLay(grid, rotation, rows, cell)
        different: dict[tuple[CornerRows, int], TileLay] = {}
        for lay in self.lays.values():
            different.setdefault((lay.rows, lay.symbol_at), lay)
        self.different_lays = tuple(different.values())


def rotate_rows(rows: CornerRows, quarters: int) -> CornerRows:
    """Turn rows of corners clockwise by a number of right angles.

    >>> rotate_rows(("abc", "def"), 1)
    ('da', 'eb', 'fc')
    """
    for _ in range(quarters):
        rows = tuple("".join(column) for column in zip(*rows[::-1], strict=True))
    return rows


def build_pieces(components: Components, grid: Grid) -> dict[Tile, TilePiece]:
    """Build every large tile, "l00", "l01", …, and every design of small ones, "s0" to "s5".

    The text of a large tile, such as "000001F1", is described by `components.Tiles`.
    """
    pieces: dict[Tile, TilePiece] = {}
    for n, text in enumerate(components.tiles.large):
        name, rows, symbol = f"l{n:02}", (text[:3], text[3:6]), SYMBOL_LETTERS.get(text[6], "")
        pieces[name] = TilePiece(grid, name, rows, symbol, int(text[7:] or -1))
    for n, design in enumerate(components.tiles.small):
        pieces[f"s{n}"] = TilePiece(grid, f"s{n}", tuple(design.rows.split("/")))
    return pieces
