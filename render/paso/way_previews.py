"""The ways that a scene offers for a choice, read from the spots of its marks."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from engine.games.paso.view import View
from render.kit.hexes import Hex, list_neighbours
from render.kit.scene import Scene
from render.paso.pieces import TOKEN_SHAPES
from render.paso.static_layer import find_hexagons


class WayPreview(NamedTuple):
    """A way to a hexagon: its spot, its price, the kind of the token ("" for steps without one) and the hexagons travelled."""

    spot: str
    price: int
    kind: str
    path: tuple[Hex, ...]


def list_ways(scene: Scene) -> list[WayPreview]:
    """Return the ways among the marks of a scene."""
    ways = [parse_way(scene.view, spot) for spot in scene.marks]
    return [way for way in ways if way is not None]


def parse_way(view: View, spot: str) -> WayPreview | None:
    """Parse a spot "way-4-s3-b5-c6-c7"; None for any other spot."""
    word, *parts = spot.split("-")
    if word != "way" or len(parts) < 3 or not parts[0].isdecimal():
        return None
    price, kind, *names = parts
    path = find_hexagons(view, tuple(names))
    if len(path) != len(names) or (kind not in TOKEN_SHAPES and kind != "walk"):
        return None
    if any(end not in list_neighbours(start) for start, end in pairwise(path)):
        return None
    return WayPreview(spot, int(price), kind if kind in TOKEN_SHAPES else "", path)
