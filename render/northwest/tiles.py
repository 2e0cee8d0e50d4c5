"""Pictures of exploration tiles, and the tiles that spots and prompts stand for."""

from __future__ import annotations

from collections.abc import Mapping

from engine.games.northwest.view import TileLie, View, VisibleTile
from render.kit.cache import cached_sprite
from render.kit.canvas import Sprite
from render.kit.scene import Scene
from render.kit.squares import Corners, parse_squares
from render.kit.theme import INK, Colour
from render.northwest.ground import draw_landscape
from render.northwest.layout import BoardLayout
from render.northwest.pieces import draw_token

CORNER_OFFSETS = ((0, 0), (1, 0), (0, 1), (1, 1))
"""The corners of a square in the order nw, ne, sw, se."""
TileOnChart = tuple[tuple[int, int], TileLie, str]
"""A tile as it could lie: its first square, its lie, and its symbol."""


@cached_sprite
def draw_tile(rows: str, symbol: str, symbol_at: int | None, side: int, edge: Colour = INK) -> Sprite:
    """Draw a tile with squares `side` wide and the token of its symbol; anchored at its top left corner."""
    sprite = draw_landscape(rows, side, edge)
    if symbol and symbol_at is not None:
        x, y = list(parse_squares(rows))[symbol_at]
        rim = max(2, side // 20)
        sign = draw_token(symbol, round(side * (0.7 if side < 70 else 0.54)))
        top_left = (round(rim + (x + 0.5) * side) - sign.x, round(rim + (y + 0.5) * side) - sign.y)
        sprite.image.paste(sign.image, top_left, sign.image)
    return sprite


def find_front(tile: VisibleTile, side: int, edge: Colour = INK) -> Sprite:
    """Draw the front of a tile, unturned."""
    first = tile.lies[0]
    return draw_tile(first.rows, tile.symbol, first.symbol_at, side, edge)


def find_back(tile: VisibleTile, side: int, edge: Colour = INK) -> Sprite | None:
    """Draw the other side of a large tile, unturned; None for a small tile."""
    if not tile.back:
        return None
    here = tile.lies[0].symbol_at
    return draw_tile(tile.back, tile.symbol, None if here is None else 1 - here, side, edge)


def count_squares(tile: VisibleTile) -> int:
    """Count the squares of a tile in its longer direction."""
    return tile.lies[0].rows.index("/") - 1


def parse_lie(view: View, spot: str) -> TileOnChart | None:
    """Parse a spot such as "rotation-l07-c12-f90" into first cell, lie and symbol; None if it is no visible tile."""
    kind, word, cell, rotation = [*spot.split("-"), "", "", ""][:4]
    if kind != "rotation":
        return None
    square = BoardLayout.from_view(view).find_square(cell)
    tile = _find_held_tile(view, word)
    lie = tile.find_lie(rotation) if tile else None
    if square is None or tile is None or lie is None:
        return None
    return square, lie, tile.symbol


def list_tile_cells(tile: TileOnChart) -> dict[tuple[int, int], Corners]:
    """List the squares that a tile would cover, with their corners."""
    (x, y), lie, _ = tile
    return {(x + i, y + j): corners for (i, j), corners in parse_squares(lie.rows).items()}


def _find_held_tile(view: View, word: str) -> VisibleTile | None:
    for expedition in view.expeditions:
        for tile in expedition.hand:
            if tile.tile == word:
                return tile
    return None


def find_chosen_tile(scene: Scene) -> VisibleTile | None:
    """Find the tile of the viewer's reserve that is being placed; None before the viewer has chosen it."""
    view: View = scene.view
    own = next((seen for seen in view.expeditions if seen.seat == view.viewer), None)
    if own is None or scene.prompt is None:
        return None
    indices = [spot.removeprefix("tile-") for spot in scene.prompt.chosen if spot.startswith("tile-")]
    if not indices or not indices[-1].isdecimal():
        return None
    index = int(indices[-1])
    return own.hand[index] if index < len(own.hand) else None


def find_fitting_lie(view: View, tile: VisibleTile, cell: tuple[int, int]) -> TileLie | None:
    """Find a lie of a tile with its first square on a cell in which its coasts match the tiles around; None if there is none."""
    taken: set[tuple[int, int]] = set()
    known: dict[tuple[int, int], bool] = {}
    for seen in view.cells:
        taken.add((seen.x, seen.y))
        for (dx, dy), land in zip(CORNER_OFFSETS, seen.land, strict=True):
            known[seen.x + dx, seen.y + dy] = land
    for lie in tile.lies:
        squares = {(cell[0] + i, cell[1] + j): corners for (i, j), corners in parse_squares(lie.rows).items()}
        is_free = all(0 <= x < view.columns and 0 <= y < view.rows and (x, y) not in taken for x, y in squares)
        if is_free and all(_matches(known, square, corners) for square, corners in squares.items()):
            return lie
    return None


def _matches(known: Mapping[tuple[int, int], bool], square: tuple[int, int], corners: Corners) -> bool:
    """Return whether the corners of a square agree with the known corners."""
    for (dx, dy), corner in zip(CORNER_OFFSETS, corners, strict=True):
        if known.get((square[0] + dx, square[1] + dy), corner) != corner:
            return False
    return True
