"""The letters of choices on the passage, with frames around hexagons, tiles and ships. They cover no piece."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from engine.games.paso.view import View
from render.kit.canvas import Point
from render.kit.hexes import Hex
from render.kit.marks import LETTER_RADIUS_PX, LETTER_SIZE_PX, draw_letter
from render.kit.movement.turn_marks import Disc
from render.kit.scene import Scene
from render.kit.sheet import Sheet
from render.kit.theme import INK
from render.paso.chart import LETTER_DROP
from render.paso.layout import (
    CHEST_RISE,
    CHEST_SIZE,
    RAID_RADIUS,
    SHIP_RISE,
    WINDOW_BOTTOM_PX,
    WINDOW_LEFT_PX,
    WINDOW_TOP_PX,
    BoardLayout,
    ShipSpots,
    find_hexagon,
)
from render.paso.pieces import draw_halo, draw_path_outline, draw_price_tag
from render.paso.static_layer import compute_directions, find_hexagons

TAG_RADIUS_PX, TAG_SPREAD_PX, TAG_BORDER_PX = 21, 15, 9
"""The radius of the ends of a tag with a letter and its price, the distance of their centres from its middle, and its border."""
LETTER_SHIFTS = (
    (0.0, LETTER_DROP - 0.09),
    (0.0, LETTER_DROP),
    (0.0, 0.86),
    (0.0, 0.0),
    (-0.9, 0.2),
    (0.9, 0.2),
    (-0.62, -0.72),
    (0.62, -0.72),
)
"""The places of a letter from the middle of its hexagon, the preferred ones first, as shares of the radius.

On the first two it covers the whole letter of the column of the hexagon: half of it would look like a fault.
"""
TAG_SHIFTS = (
    (0.0, 0.36),
    (0.0, 0.0),
    (0.0, 0.62),
    (0.0, -0.5),
    (0.34, 0.62),
    (-0.34, 0.62),
    (0.0, 0.8),
    (0.0, -0.8),
    *((dx, dy) for dy in (0.7, 0.94) for dx in (0.0, 0.5, -0.5)),
)
"""The places of a letter with its price, in the same way."""
SHIP_ANGLES = (-45, -135, 0, 180, 30, 150, -90, 90)
"""The directions of a letter from its ship, in degrees clockwise from the east, the preferred ones first."""
OUTSIDE_HARM = 500.0


class PlacedLetter(NamedTuple):
    """The letter of a choice and its price, "" for none, and the middle of its disc or, with a price, of its tag."""

    letter: str
    middle: Point
    price: str = ""

    @property
    def discs(self) -> tuple[Disc, ...]:
        """What it covers."""
        if self.price:
            return _list_tag_discs(self.middle)
        return ((self.middle, LETTER_RADIUS_PX),)


def draw_marks(sheet: Sheet, scene: Scene, layout: BoardLayout, ships: ShipSpots) -> None:
    """Draw the letters of the choices on the passage, with frames around hexagons, tiles and ships."""
    # All frames come before the letters, because they reach into their neighbours.
    for spot in scene.marks:
        _draw_frame(sheet, scene.view, layout, ships, spot)
    for placed in place_letters(scene, layout, ships):
        x, y = placed.middle
        if not placed.price:
            draw_letter(sheet, x, y, placed.letter)
            continue
        half_width = TAG_SPREAD_PX + TAG_RADIUS_PX
        sheet.put(draw_price_tag(half_width, TAG_RADIUS_PX, TAG_BORDER_PX), x, y)
        letter_x, price_x = x + (TAG_BORDER_PX - half_width) / 2 + 2, x + (TAG_BORDER_PX + half_width) / 2 - 3
        sheet.text(letter_x, y, placed.letter, half_width + TAG_BORDER_PX - 4, size=LETTER_SIZE_PX, fill=INK, align="m")
        sheet.text(price_x, y, placed.price, half_width - TAG_BORDER_PX, fill=INK, align="m")


def _draw_frame(sheet: Sheet, view: View, layout: BoardLayout, ships: ShipSpots, spot: str) -> None:
    hexagon = _find_hexagon(view, spot)
    if spot in ships:
        (x, y), _ = ships[spot]
        sheet.put(draw_halo(layout.r), x, y + layout.r * SHIP_RISE)
    elif hexagon is not None and layout.is_row_visible(hexagon[1]):
        sheet.put(draw_halo(layout.r), *layout.find_middle(hexagon))
    elif path := _find_tile_path(view, spot):
        outline = draw_path_outline(compute_directions(path), layout.r, whole_hexagons=True)
        sheet.put(outline, *layout.find_middle(path[0]))


def place_letters(scene: Scene, layout: BoardLayout, ships: ShipSpots) -> list[PlacedLetter]:
    """Place the letters so that they cover no piece and no other letter, as far as possible.

    The letter of a hexagon beyond the window lies on the overview.
    """
    view: View = scene.view
    taken = list_pieces(view, layout, ships)
    placed: list[PlacedLetter] = []
    for spot, letter in scene.marks.items():
        hexagon = _find_hexagon(view, spot)
        if spot in ships:
            places = [PlacedLetter(letter, place) for place in _list_places_at_ship(*ships[spot])]
            placed.append(_choose_place(layout, places, taken))
        elif hexagon is not None and not layout.is_row_visible(hexagon[1]):
            placed.append(PlacedLetter(letter, layout.find_overview_middle(hexagon)))
            continue
        elif hexagon is not None:
            placed.append(_place_at_hexagon(layout, hexagon, spot, letter, taken))
        elif path := _find_tile_path(view, spot):
            places = [PlacedLetter(letter, place) for place in _list_places_on_tile(layout, path)]
            placed.append(_choose_place(layout, places, taken))
        else:
            continue
        taken += placed[-1].discs
    return placed


def list_pieces(view: View, layout: BoardLayout, ships: ShipSpots) -> list[Disc]:
    """List the ships, chests and raid tokens on the passage as discs."""
    r = layout.r
    discs: list[Disc] = list(ships.values())
    for hexagon in view.hexes:
        x, y = layout.find_middle((hexagon.x, hexagon.row))
        if hexagon.has_chest:
            discs.append(((x, y - r * CHEST_RISE), r * CHEST_SIZE / 2))
        elif hexagon.stack and view.pieces[hexagon.stack[-1]].kind == "x1":
            discs.append(((x, y), r * RAID_RADIUS))
    return discs


def _place_at_hexagon(layout: BoardLayout, hexagon: Hex, spot: str, letter: str, taken: Sequence[Disc]) -> PlacedLetter:
    """Place the letter of a hexagon and, for an advance, its price."""
    x, y = layout.find_middle(hexagon)
    price, shifts = "", list(LETTER_SHIFTS)
    if spot.startswith("to-"):
        price, shifts = spot.split("-")[1], list(TAG_SHIFTS)
    places = [PlacedLetter(letter, (x + dx * layout.r, y + dy * layout.r), price) for dx, dy in shifts]
    return _choose_place(layout, places, taken)


def _list_tag_discs(middle: Point) -> tuple[Disc, Disc]:
    """List the ends of a tag as discs."""
    x, y = middle
    return ((x - TAG_SPREAD_PX, y), TAG_RADIUS_PX), ((x + TAG_SPREAD_PX, y), TAG_RADIUS_PX)


def _list_places_on_tile(layout: BoardLayout, path: Sequence[Hex]) -> list[Point]:
    """List the places of the letter of a tile: between two of its hexagons, then in the lower half of one."""
    middles = [layout.find_middle(hexagon) for hexagon in path]
    places = [((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in pairwise(middles)]
    return places + [(x, y + 0.5 * layout.r) for x, y in middles]


def _list_places_at_ship(middle: Point, radius: float) -> list[Point]:
    """List the places next to a ship for its letter."""
    distance, (x, y) = radius + LETTER_RADIUS_PX, middle
    return [
        (x + distance * math.cos(math.radians(angle)), y + distance * math.sin(math.radians(angle)))
        for angle in SHIP_ANGLES
    ]


def _choose_place(layout: BoardLayout, places: Sequence[PlacedLetter], taken: Sequence[Disc]) -> PlacedLetter:
    """Choose the first place where a letter overlaps nothing, else the place where it overlaps least."""
    harms: list[float] = []
    for place in places:
        harms.append(math.fsum(_measure_harm(layout, *disc, taken) for disc in place.discs))
        if not harms[-1]:
            break
    return places[harms.index(min(harms))]


def _measure_harm(layout: BoardLayout, place: Point, radius: float, taken: Sequence[Disc]) -> float:
    """Measure how far a disc overlaps others, in pixels, and whether it leaves the window."""
    x, y = place
    is_inside = (
        WINDOW_LEFT_PX + radius <= x <= layout.window_right - radius
        and WINDOW_TOP_PX + radius <= y <= WINDOW_BOTTOM_PX - radius
    )
    overlaps = [max(0.0, radius + other - 1 - math.dist(place, at)) for at, other in taken]
    return math.fsum(overlaps) + (0.0 if is_inside else OUTSIDE_HARM)


def _find_hexagon(view: View, spot: str) -> Hex | None:
    """Return the hexagon of a spot; None for a tile and for spots that are not on the passage."""
    if spot.startswith("tile-"):
        return None
    return find_hexagon(view.columns, spot.rpartition("-")[2])


def _find_tile_path(view: View, spot: str) -> tuple[Hex, ...]:
    """Return the hexagons of a tile's spot; empty for any other spot."""
    kind, _, first_hex = spot.partition("-")
    if kind == "tile":
        for tile in view.tiles:
            if tile.hexes[0] == first_hex:
                return find_hexagons(view, tile.hexes)
    return ()
