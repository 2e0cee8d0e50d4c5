"""What the chart of Expedition: Northwest Passage shows of a view: the explored squares and the ice."""

from __future__ import annotations

from engine.games.northwest.view import View
from render.kit.squares import Corners
from render.northwest.chart import IceSeason, Terrain


def build_terrain(view: View) -> Terrain:
    """Build the terrain of the chart from a view."""
    squares: list[Corners | None] = [None] * (view.columns * view.rows)
    for cell in view.cells:
        nw, ne, sw, se = cell.land
        squares[cell.y * view.columns + cell.x] = (int(nw), int(ne), int(sw), int(se))
    return Terrain(tuple(squares), tuple(tile.cells for tile in view.laid_tiles))


def build_season(view: View) -> IceSeason:
    """Build the ice now and at the next two sun steps."""
    return IceSeason(view.sun.frozen_rows, () if view.ended else tuple(sun.frozen_rows for sun in view.suns[:2]))
