"""The sides of the cells of a grid and their distances to the Passage, for the forecasts of computer players."""

from __future__ import annotations

from functools import lru_cache

from engine.games.northwest.game_box import GameBox

CellSide = tuple[int, int, int, int]
"""A side of a cell: the neighbour, the neighbour as a bit, the two ends of the side, and the neighbour's steps to the Passage."""


class GridSides:
    """The sides of the cells of a grid, and the distances of the cells to the Passage.

    `steps_to_passage` is in cells. `sides_by_cell` has the order of the grid's neighbours.
    """

    def __init__(self, box: GameBox) -> None:
        grid = box.grid
        goals = [grid.find_coordinates(cell) for cell in box.passage.cells]
        self.steps_to_passage: dict[int, int] = {}
        for cell in grid.cell_names:
            x, y = grid.find_coordinates(cell)
            self.steps_to_passage[cell] = min([abs(x - goal_x) + abs(y - goal_y) for goal_x, goal_y in goals])
        self.sides_by_cell: dict[int, tuple[CellSide, ...]] = {}
        for cell, neighbours in grid.neighbours.items():
            sides: list[CellSide] = []
            for neighbour in neighbours:
                near, far = sorted((cell, neighbour))
                ends = 1 << far | 1 << far + (grid.stride if far - near == 1 else 1)
                sides.append((neighbour, 1 << neighbour, ends, self.steps_to_passage[neighbour]))
            self.sides_by_cell[cell] = tuple(sides)
        self._tile_sides: dict[tuple[int, int], tuple[CellSide, ...]] = {}

    def list_tile_sides(self, first_cell: int, span: int) -> tuple[CellSide, ...]:
        """List the sides of a tile, the nearest to the Passage first."""
        key = first_cell, span
        if key not in self._tile_sides:
            cells = (first_cell, first_cell + span) if span else (first_cell,)
            sides = [side for cell in cells for side in self.sides_by_cell[cell] if side[0] not in cells]
            self._tile_sides[key] = tuple(sorted(sides, key=lambda side: side[3]))
        return self._tile_sides[key]


@lru_cache(maxsize=4)
def find_sides(box: GameBox) -> GridSides:
    """Find the sides of a game's grid. The cache serves all evaluators, as every decision creates one."""
    return GridSides(box)
