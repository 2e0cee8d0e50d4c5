"""Exploration tiles as pictures."""

from __future__ import annotations

from functools import lru_cache

from engine.games.northwest.view import Lie, SeenTile, View
from render.kit.canvas import Sprite
from render.kit.squares import landscape, parsed
from render.kit.theme import INK, Colour
from render.northwest.layout import BoardLayout
from render.northwest.pieces import token


@lru_cache(maxsize=192)
def picture(rows: str, symbol: str, symbol_at: int | None, side: int, edge: Colour = INK) -> Sprite:
    """A tile with squares `side` wide and the token of its symbol; anchored at its top left corner."""
    sprite = landscape(rows, side, edge)
    if symbol and symbol_at is not None:
        x, y = list(parsed(rows))[symbol_at]
        rim = max(2, side // 20)
        sign = token(symbol, round(side * (0.7 if side < 70 else 0.54)))
        at = (round(rim + (x + 0.5) * side) - sign.x, round(rim + (y + 0.5) * side) - sign.y)
        sprite.image.paste(sign.image, at, sign.image)
    return sprite


def front(tile: SeenTile, side: int, edge: Colour = INK) -> Sprite:
    """The front of a tile, unturned."""
    first = tile.lies[0]
    return picture(first.rows, tile.symbol, first.symbol_at, side, edge)


def back(tile: SeenTile, side: int, edge: Colour = INK) -> Sprite | None:
    """The other side of a large tile, unturned; None for a small one."""
    if not tile.back:
        return None
    here = tile.lies[0].symbol_at
    return picture(tile.back, tile.symbol, None if here is None else 1 - here, side, edge)


def length(tile: SeenTile) -> int:
    """How many squares long a tile is, unturned."""
    return tile.lies[0].rows.index("/") - 1


def lie_of(view: View, spot: str) -> tuple[tuple[int, int], Lie, str] | None:
    """The first cell, the lie and the symbol of a spot "rotation-l07-c12-f90"; None if no such tile can be seen."""
    kind, word, cell, rotation = [*spot.split("-"), "", "", ""][:4]
    at = BoardLayout.of(view).named(cell)
    tile = next((tile for seen in view.expeditions for tile in seen.hand if tile.tile == word), None)
    if kind != "rotation" or at is None or tile is None or (lie := tile.lie(rotation)) is None:
        return None
    return at, lie, tile.symbol
