"""Names of finds and tiles in a sentence."""

from __future__ import annotations

from functools import cache

from engine.games.northwest.state import Tile
from engine.kernel.text import Text, say


@cache
def name_find_kind(kind: str) -> Text:
    """Name a find."""
    names = {
        "cairn": say("cairn"),
        "inuit": say("Inuit"),
        "franklin": say("Franklin site"),
        "strait": say("strait"),
        "cartography": say("cartography"),
    }
    return names[kind]


@cache
def name_tile(tile: Tile, symbol: str = "") -> Text:
    """Name a tile in a reserve or on offer."""
    if tile[0] == "s":
        return say("small tile {tile}", tile=tile.upper())
    if symbol == "inuit":
        return say("tile {tile} with an {symbol}", tile=tile.upper(), symbol=name_find_kind(symbol))
    if symbol:
        return say("tile {tile} with a {symbol}", tile=tile.upper(), symbol=name_find_kind(symbol))
    return say("tile {tile}", tile=tile.upper())
