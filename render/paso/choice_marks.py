"""The letters of choices on the passage, with frames around hexagons, tiles and ships. They cover no piece."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from engine.games.paso.view import View
from render.kit.canvas import Point
from render.kit.hexes import Hex
from render.kit.marks import LETTER_RADIUS_PX, draw_letter, draw_medal
from render.kit.movement.turn_marks import Disc
from render.kit.scene import Scene
from render.kit.sheet import Sheet
from render.kit.theme import CREAM, INK
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
from render.paso.pieces import draw_halo, draw_path_outline
from render.paso.static_layer import compute_directions, find_hexagons

PRICE_RADIUS_PX = 20
LETTER_SHIFTS = ((0.0, 0.0), (0.0, 0.68), (0.0, 0.86), (-0.9, 0.2), (0.9, 0.2), (-0.62, -0.72), (0.62, -0.72))
"""The places of a letter from the middle of its hexagon, the preferred ones first, as shares of the radius."""
PAIR_SHIFTS = ((0.0, 0.26), (0.0, 0.66), (0.34, 0.62), (-0.34, 0.62), (0.0, -0.5))
"""The middle of a letter and its price next to each other, in the same way."""
PRICE_SHIFTS = ((0.52, 0.43), (0.66, 0.24), (-0.66, 0.24), (0.7, -0.1), (-0.7, -0.1), (0.0, -0.8), (0.0, 0.8))
"""The places of a price that cannot stand next to its letter, in the same way."""
SHIP_ANGLES = (-45, -135, 0, 180, 30, 150, -90, 90)
"""The directions of a letter from its ship, in degrees clockwise from the east, the preferred ones first."""
OUTSIDE_HARM = 500.0


class PlacedLetter(NamedTuple):
    """The letter of a choice and its middle, and its price with the middle of that; "" without a price."""

    letter: str
    middle: Point
    price: str = ""
    price_middle: Point = (0.0, 0.0)


def draw_marks(sheet: Sheet, scene: Scene, layout: BoardLayout, ships: ShipSpots) -> None:
    """Draw the letters of the choices on the passage, with frames around hexagons, tiles and ships."""
    # All frames come before the letters, because they reach into their neighbours.
    for spot in scene.marks:
        _draw_frame(sheet, scene.view, layout, ships, spot)
    for placed in place_letters(scene, layout, ships):
        draw_letter(sheet, *placed.middle, placed.letter)
        if placed.price:
            x, y = placed.price_middle
            sheet.put(draw_medal(PRICE_RADIUS_PX, CREAM), x, y)
            sheet.text(x, y, placed.price, 2 * PRICE_RADIUS_PX, fill=INK, align="m")


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
            middle = _choose_place(layout, _list_places_at_ship(*ships[spot]), LETTER_RADIUS_PX, taken)
            placed.append(PlacedLetter(letter, middle))
        elif hexagon is not None and not layout.is_row_visible(hexagon[1]):
            placed.append(PlacedLetter(letter, layout.find_overview_middle(hexagon)))
            continue
        elif hexagon is not None:
            placed.append(_place_at_hexagon(layout, hexagon, spot, letter, taken))
        elif path := _find_tile_path(view, spot):
            (ax, ay), (bx, by) = layout.find_middle(path[0]), layout.find_middle(path[1])
            placed.append(PlacedLetter(letter, ((ax + bx) / 2, (ay + by) / 2)))
        else:
            continue
        taken.append((placed[-1].middle, LETTER_RADIUS_PX))
        if placed[-1].price:
            taken.append((placed[-1].price_middle, PRICE_RADIUS_PX))
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
    price = spot.split("-")[1] if spot.startswith("to-") else ""
    if price:
        for dx, dy in PAIR_SHIFTS:
            pair_x, pair_y = x + dx * layout.r, y + dy * layout.r
            middle, price_middle = (pair_x - PRICE_RADIUS_PX - 1, pair_y), (pair_x + LETTER_RADIUS_PX - 1, pair_y)
            harm = _measure_harm(layout, middle, LETTER_RADIUS_PX, taken)
            if not harm + _measure_harm(layout, price_middle, PRICE_RADIUS_PX, taken):
                return PlacedLetter(letter, middle, price, price_middle)
    places = [(x + dx * layout.r, y + dy * layout.r) for dx, dy in LETTER_SHIFTS]
    middle = _choose_place(layout, places, LETTER_RADIUS_PX, taken)
    if not price:
        return PlacedLetter(letter, middle)
    # A price may overlap the edge of its own letter, since both belong together.
    places = [(x + dx * layout.r, y + dy * layout.r) for dx, dy in PRICE_SHIFTS]
    price_middle = _choose_place(layout, places, PRICE_RADIUS_PX, [*taken, (middle, LETTER_RADIUS_PX * 0.6)])
    return PlacedLetter(letter, middle, price, price_middle)


def _list_places_at_ship(middle: Point, radius: float) -> list[Point]:
    """List the places next to a ship for its letter."""
    distance, (x, y) = radius + LETTER_RADIUS_PX, middle
    return [
        (x + distance * math.cos(math.radians(angle)), y + distance * math.sin(math.radians(angle)))
        for angle in SHIP_ANGLES
    ]


def _choose_place(layout: BoardLayout, places: Sequence[Point], radius: float, taken: Sequence[Disc]) -> Point:
    """Choose the first place where a disc overlaps nothing, else the place where it overlaps least."""
    harms: list[float] = []
    for place in places:
        harms.append(_measure_harm(layout, place, radius, taken))
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
