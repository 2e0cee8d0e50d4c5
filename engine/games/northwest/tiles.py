"""The tiles: what they show on both sides, every way round."""

from __future__ import annotations

from typing import Final, Literal

from engine.games.northwest.components import SYMBOL_LETTERS, Components
from engine.games.northwest.grid import Grid
from engine.games.northwest.state import Tile

ROTATION_WORDS: Final = ("f0", "f90", "f180", "f270", "b0", "b90", "b180", "b270")
LayShape = Literal["wide", "tall", "small"]
"""How a tile lies: on two cells side by side, on two below each other, on one."""
CornerRows = tuple[str, ...]
"""Corners from north to south, "1" land and "0" sea: ("011", "001")."""


class TileLay:
    """A way in which a tile can lie.

    With the first cell on number 0, `corner_mask` are the corners it covers and `land_mask` those of them that are
    land; `span` is the
    number of the second cell, 0 for a small tile. `symbol_at` is the number of the cell with the symbol, -1 without one.
    `land_corners` are the numbers of the corners that are land, `sea_corners` those of the others.
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
        self.shape: LayShape = "small" if len(rows) == len(rows[0]) else "wide" if len(rows) == 2 else "tall"
        self.span = {"wide": 1, "tall": grid.stride, "small": 0}[self.shape]
        numbers = [(j * grid.stride + i, land) for j, row in enumerate(rows) for i, land in enumerate(row)]
        self.corner_mask = sum(1 << number for number, _ in numbers)
        self.land_corners = tuple(number for number, land in numbers if land == "1")
        self.sea_corners = tuple(number for number, land in numbers if land != "1")
        self.land_mask = sum(1 << number for number in self.land_corners)
        self.symbol_at = -1 if symbol_cell < 0 else symbol_cell * self.span


class TilePiece:
    """A tile and all the ways it can lie. `lays` is by rotation, in the order of ROTATIONS; `different_lays` leaves out
    those that show
    the same as an earlier one, symbol included."""

    __slots__ = ("different_lays", "lays", "symbol", "tile")

    def __init__(self, grid: Grid, tile: Tile, front: CornerRows, symbol: str = "", symbol_cell: int = -1) -> None:
        self.tile = tile
        self.symbol = symbol
        small = len(front[0]) == 2
        back = tuple(row[::-1] for row in front)
        self.lays: dict[str, TileLay] = {}
        for rotation in ROTATION_WORDS:
            if rotation[0] == "b" and small:
                break
            quarter = int(rotation[1:]) // 90
            cell = symbol_cell if symbol_cell < 0 else (symbol_cell + (rotation[0] == "b") + quarter // 2) % 2
            self.lays[rotation] = TileLay(
                grid, rotation, rotate_rows(front if rotation[0] == "f" else back, quarter), cell
            )
        seen: dict[tuple[CornerRows, int], TileLay] = {}
        for lay in self.lays.values():
            seen.setdefault((lay.rows, lay.symbol_at), lay)
        self.different_lays = tuple(seen.values())


def rotate_rows(rows: CornerRows, quarters: int) -> CornerRows:
    """Rows of corners turned clockwise by so many right angles.

    >>> rotated(("abc", "def"), 1)
    ('da', 'eb', 'fc')
    """
    for _ in range(quarters):
        rows = tuple("".join(column) for column in zip(*rows[::-1], strict=True))
    return rows


def build_pieces(components: Components, grid: Grid) -> dict[Tile, TilePiece]:
    """Every large tile, "l00", "l01", …, and every design of small ones, "s0" to "s5"."""
    large = {f"l{n:02}": tile for n, tile in enumerate(components.tiles.large)}
    found = {
        name: TilePiece(grid, name, (tile[:3], tile[3:6]), SYMBOL_LETTERS.get(tile[6], ""), int(tile[7:] or -1))
        for name, tile in large.items()
    }
    for n, design in enumerate(components.tiles.small):
        found[f"s{n}"] = TilePiece(grid, f"s{n}", tuple(design.rows.split("/")))
    return found
