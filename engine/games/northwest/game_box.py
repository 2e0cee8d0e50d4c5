"""The game as it comes out of the box: components, grid, tiles and boards. It belongs to no table and to no turn."""

from __future__ import annotations

from typing import Literal

from engine.games.northwest import travel
from engine.games.northwest.board import BoardCache, LandArea, PlacedTile, TileBoard
from engine.games.northwest.components import Components
from engine.games.northwest.grid import Grid
from engine.games.northwest.state import State, Tile
from engine.games.northwest.tiles import build_pieces
from engine.games.northwest.view import VisibleTile

SledFate = Literal["safe", "moved", "lost"]
"""The effect of a sun step on a sled: none, it must go to another area of its tile, or it is lost (N3.5, N3.6)."""


class GameBox:
    """The components of a game with the grid, the pieces and the boards made of them.

    `arrow_cells` are the names of the cells of the Greenland arrow. `visible_tiles` caches the tiles as views show them.
    """

    def __init__(self, components: Components) -> None:
        self.components = components
        self.grid = Grid(components.board.columns, components.board.rows)
        self.pieces = build_pieces(components, self.grid)
        self.boards = BoardCache(components, self.grid, self.pieces)
        printed = self.boards.printed
        self.greenland, self.passage = printed.placed_tiles[0], printed.placed_tiles[1]
        self.visible_tiles: dict[Tile, VisibleTile] = {}
        self.arrow_cells = tuple(self.grid.cell_names[cell] for cell in self.greenland.cells)

    def find_board(self, state: State) -> TileBoard:
        """Find the board of a table."""
        return self.boards.build_board(tuple(state.placed))

    def count_frozen_rows(self, round_number: int) -> int:
        """Count the rows of ice in a round; the first draw, round 0, has the ice of round 1 (N3.1)."""
        rows = self.components.sun.frozen_rows
        return rows[(max(round_number, 1) - 1) % len(rows)]

    def find_frozen_cells(self, round_number: int) -> int:
        """Find the cells that are ice in a round."""
        return self.grid.find_frozen_cells(self.count_frozen_rows(round_number))

    def find_next_frozen_cells(self, state: State) -> int | None:
        """Find the cells that are ice in the next round; None if there is no next round."""
        return self.find_frozen_cells(state.round + 1) if state.round < self.components.expedition.rounds else None

    def name_tile_cell(self, tile: PlacedTile) -> str:
        """Return the name of a tile on the board: the name of its first cell."""
        return self.grid.cell_names[tile.cells[0]]

    def find_sled_fate(self, board: TileBoard, area: LandArea, frozen: int) -> SledFate:
        """Find the effect on a sled on an area when the cells `frozen` are ice (N3.5, N3.6)."""
        areas_after = travel.list_areas(board, board.find_tile(area[0][0]), frozen)
        if any(set(area) <= set(area_after) for area_after in areas_after):
            return "safe"
        return "moved" if areas_after else "lost"
