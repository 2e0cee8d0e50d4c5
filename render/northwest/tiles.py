"""Pictures of exploration tiles, and the tiles that spots and prompts stand for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.games.northwest.view import TileLie, View, VisibleTile
from render.kit.cache import cached_sprite
from render.kit.canvas import Sprite
from render.kit.scene import Scene
from render.kit.sheet import Sheet
from render.kit.squares import Corners, parse_squares
from render.kit.theme import INK, MUTED, Colour
from render.northwest.ground import draw_landscape
from render.northwest.layout import BoardLayout
from render.northwest.phrases import find_own_expedition
from render.northwest.pieces import draw_token

CORNER_OFFSETS = ((0, 0), (1, 0), (0, 1), (1, 1))
"""The corners of a square in the order nw, ne, sw, se."""
MAX_SHOWN_TILES = 6
"""Of a larger reserve only the number of the other tiles is shown."""
MAX_TILE_SIDE_PX, TILE_SIDE_STEP_PX = 46, 4
"""The greatest side of a square in a reserve, and what the sides are multiples of, so that many boards share the drawn tiles."""
TILE_GAP_PX, MORE_WIDTH_PX = 6, 62
"""The distance between two tiles, and the room for the number of the others."""
TileOnChart = tuple[tuple[int, int], TileLie, str]
"""A tile as it could lie: its first square, its lie, and its symbol."""


@cached_sprite
def draw_tile(rows: str, symbol: str, symbol_at: int | None, side: int, edge: Colour = INK) -> Sprite:
    """Draw a tile with squares `side` wide and the token of its symbol; anchored at its top left corner."""
    sprite = draw_landscape(rows, side, edge)
    if symbol and symbol_at is not None:
        x, y = list(parse_squares(rows))[symbol_at]
        rim = max(2, side // 20)
        share = 0.54
        if side < 70:
            share = 0.7
        sign = draw_token(symbol, round(side * share))
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
    if here is not None:
        here = 1 - here
    return draw_tile(tile.back, tile.symbol, here, side, edge)


def count_squares(tile: VisibleTile) -> int:
    """Count the squares of a tile in its longer direction."""
    return tile.lies[0].rows.index("/") - 1


def draw_reserve(sheet: Sheet, tiles: Sequence[VisibleTile], box: tuple[float, float, float, float]) -> None:
    """Draw the first tiles of a reserve into a box (left, top, right, bottom), and the number of the others."""
    shown = tiles[:MAX_SHOWN_TILES]
    if not shown:
        return
    x, top, right, bottom = box
    width, middle, more = right - x - 2, (top + bottom) / 2, ""
    if len(tiles) > MAX_SHOWN_TILES:
        more = f"+{len(tiles) - MAX_SHOWN_TILES}"
        width -= MORE_WIDTH_PX
    fitting_side = (width - (TILE_GAP_PX + 2) * len(shown)) / sum(map(count_squares, shown)) - 2
    side = int(min(bottom - top - 8, MAX_TILE_SIDE_PX, fitting_side))
    side -= side % TILE_SIDE_STEP_PX
    for tile in shown:
        sprite = find_front(tile, side, MUTED)
        sheet.put(sprite, x, middle - sprite.image.height / 2)
        x += sprite.image.width + TILE_GAP_PX
    if more:
        sheet.text(x + 2, middle, more, right - x - 2, fill=MUTED)


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
    corners_by_cell = {}
    for (i, j), corners in parse_squares(lie.rows).items():
        corners_by_cell[(x + i, y + j)] = corners
    return corners_by_cell


def _find_held_tile(view: View, word: str) -> VisibleTile | None:
    for expedition in view.expeditions:
        for tile in expedition.hand:
            if tile.tile == word:
                return tile
    return None


def find_chosen_tile(scene: Scene) -> VisibleTile | None:
    """Find the tile of the viewer's reserve that is being placed; None before the viewer has chosen it."""
    view: View = scene.view
    own = find_own_expedition(view)
    if own is None or scene.prompt is None:
        return None
    number = ""
    for spot in scene.prompt.chosen:
        if spot.startswith("tile-"):
            number = spot.removeprefix("tile-")
    if not number.isdecimal():
        return None
    index = int(number)
    if index < len(own.hand):
        return own.hand[index]
    return None


def find_fitting_lie(view: View, tile: VisibleTile, cell: tuple[int, int]) -> TileLie | None:
    """Find a lie of a tile with its first square on a cell in which its coasts match the tiles around; None if there is none."""
    taken: set[tuple[int, int]] = set()
    known: dict[tuple[int, int], bool] = {}
    for seen in view.cells:
        taken.add((seen.x, seen.y))
        for (dx, dy), land in zip(CORNER_OFFSETS, seen.land, strict=True):
            known[seen.x + dx, seen.y + dy] = land
    for lie in tile.lies:
        squares = list_tile_cells((cell, lie, tile.symbol))
        if taken.isdisjoint(squares) and _is_on_chart(view, squares) and _match_corners(known, squares):
            return lie
    return None


def _is_on_chart(view: View, cells: Iterable[tuple[int, int]]) -> bool:
    """Return whether all cells are on the chart."""
    for x, y in cells:
        if not (0 <= x < view.columns and 0 <= y < view.rows):
            return False
    return True


def _match_corners(known: Mapping[tuple[int, int], bool], squares: Mapping[tuple[int, int], Corners]) -> bool:
    """Return whether the corners of some squares agree with the known corners."""
    for (x, y), corners in squares.items():
        for (dx, dy), corner in zip(CORNER_OFFSETS, corners, strict=True):
            if known.get((x + dx, y + dy), corner) != corner:
                return False
    return True
