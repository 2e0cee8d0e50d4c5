"""Exploration tiles as pictures."""

from __future__ import annotations

from engine.games.northwest.view import TileLie, View, VisibleTile
from render.kit.cache import cached_sprite
from render.kit.canvas import Sprite
from render.kit.scene import Scene
from render.kit.squares import draw_landscape, parse_squares
from render.kit.theme import INK, Colour
from render.northwest.layout import BoardLayout
from render.northwest.pieces import draw_token


@cached_sprite
def draw_tile(rows: str, symbol: str, symbol_at: int | None, side: int, edge: Colour = INK) -> Sprite:
    """A tile with squares `side` wide and the token of its symbol; anchored at its top left corner."""
    sprite = draw_landscape(rows, side, edge)
    if symbol and symbol_at is not None:
        x, y = list(parse_squares(rows))[symbol_at]
        rim = max(2, side // 20)
        sign = draw_token(symbol, round(side * (0.7 if side < 70 else 0.54)))
        at = (round(rim + (x + 0.5) * side) - sign.x, round(rim + (y + 0.5) * side) - sign.y)
        sprite.image.paste(sign.image, at, sign.image)
    return sprite


def find_front(tile: VisibleTile, side: int, edge: Colour = INK) -> Sprite:
    """The front of a tile, unturned."""
    first = tile.lies[0]
    return draw_tile(first.rows, tile.symbol, first.symbol_at, side, edge)


def find_back(tile: VisibleTile, side: int, edge: Colour = INK) -> Sprite | None:
    """The other side of a large tile, unturned; None for a small one."""
    if not tile.back:
        return None
    here = tile.lies[0].symbol_at
    return draw_tile(tile.back, tile.symbol, None if here is None else 1 - here, side, edge)


def count_squares(tile: VisibleTile) -> int:
    """How many squares long a tile is, unturned."""
    return tile.lies[0].rows.index("/") - 1


def parse_lie(view: View, spot: str) -> tuple[tuple[int, int], TileLie, str] | None:
    """The first cell, the lie and the symbol of a spot "rotation-l07-c12-f90"; None if no such tile can be seen."""
    kind, word, cell, rotation = [*spot.split("-"), "", "", ""][:4]
    at = BoardLayout.from_view(view).find_square(cell)
    tile = next((tile for seen in view.expeditions for tile in seen.hand if tile.tile == word), None)
    if kind != "rotation" or at is None or tile is None or (lie := tile.find_lie(rotation)) is None:
        return None
    return at, lie, tile.symbol


def find_chosen_tile(scene: Scene) -> VisibleTile | None:
    """The tile of the viewer's reserve that is being placed; None while none has been chosen."""
    view: View = scene.view
    own = next((seen for seen in view.expeditions if seen.seat == view.viewer), None)
    spots = [spot for spot in scene.prompt.chosen if spot.startswith("tile-")] if scene.prompt else []
    if own is None or not spots or not spots[-1][5:].isdecimal():
        return None
    k = int(spots[-1][5:])
    return own.hand[k] if k < len(own.hand) else None


def find_fitting_lie(view: View, tile: VisibleTile, cell: tuple[int, int]) -> TileLie | None:
    """A way in which a tile can lie with its first square on a cell, so that its coasts meet those around; None if it cannot."""
    corners = ((0, 0), (1, 0), (0, 1), (1, 1))
    known = {
        (one.x + dx, one.y + dy): land for one in view.cells for (dx, dy), land in zip(corners, one.land, strict=True)
    }
    taken = {(one.x, one.y) for one in view.cells}
    for lie in tile.lies:
        shown = {(cell[0] + i, cell[1] + j): land for (i, j), land in parse_squares(lie.rows).items()}
        inside = all(0 <= x < view.columns and 0 <= y < view.rows and (x, y) not in taken for x, y in shown)
        if inside and all(
            known.get((x + dx, y + dy), wanted) == wanted
            for (x, y), square in shown.items()
            for (dx, dy), wanted in zip(corners, square, strict=True)
        ):
            return lie
    return None
