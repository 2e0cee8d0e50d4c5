"""The chart of the poster of Expedition: Northwest Passage: the explored part without ice, and the ways of all seats."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from PIL import Image

from engine.games.northwest.view import Point as Cell
from engine.games.northwest.view import View
from engine.kernel.text import Seat
from render.kit.canvas import Point
from render.kit.movement.trails import draw_trail, shift_to_lane
from render.kit.poster import Finale, list_piece_places
from render.kit.seats import draw_ship
from render.kit.sheet import Sheet
from render.kit.text import Box
from render.kit.theme import INK, SEAT_COLOURS
from render.northwest.chart import IceSeason, build_terrain, draw_chart
from render.northwest.layout import CHART_LEFT_PX, CHART_TOP_PX, BoardLayout
from render.northwest.pieces import draw_name_plate
from render.northwest.zoom import list_explored_cells, widen_cells

MIN_ENLARGEMENT, MAX_SCALE = 1.12, 1.6
"""A part is shown if it is larger than the whole chart by this factor; and the greatest scale of a chart."""
MIN_PART_ASPECT = 0.8
"""The least width of a part over its height."""
FRAME_WIDTH_PX = 12
"""The width of the visible frame of the chart."""
SHIP_SIZE_PX = 62
SHIP_TRAIL_PX, SLED_TRAIL_PX, LANE_WIDTH_PX = 8, 6, 11


class ChartPart(NamedTuple):
    """The shown part of the chart in pixels of a board, its scale, and its top left corner on the poster."""

    box: Box
    scale: float
    left: int
    top: int

    def find_place(self, x: float, y: float) -> Point:
        """Convert a place on a board to the place on the poster."""
        return self.left + (x - self.box[0]) * self.scale, self.top + (y - self.box[1]) * self.scale

    @property
    def size(self) -> tuple[int, int]:
        """The size on the poster."""
        left, top, right, bottom = self.box
        return round((right - left) * self.scale), round((bottom - top) * self.scale)


def find_middle(cells: tuple[Cell, ...]) -> tuple[float, float]:
    """Find the middle of some squares, in squares; a square counts once."""
    xs, ys = zip(*dict.fromkeys(cells), strict=True)
    return sum(xs) / len(xs) + 0.5, sum(ys) / len(ys) + 0.5


def choose_part(view: View, layout: BoardLayout, room: Box) -> ChartPart:
    """Choose the explored part of the chart if it fills the room (left, top, right, bottom) better than the whole chart."""
    frame = FRAME_WIDTH_PX
    whole_box = (CHART_LEFT_PX - frame, CHART_TOP_PX - frame, layout.right + frame, layout.bottom + frame)
    whole = _fit_part(whole_box, room)
    columns, rows = zip(*widen_cells(tuple(list_explored_cells(view)), layout), strict=True)
    west, north, east, south = min(columns), min(rows), max(columns) + 1, max(rows) + 1
    west = max(0, min(west, east - round((south - north) * MIN_PART_ASPECT)))
    left, top = map(round, layout.find_corner(west, north))
    right, bottom = map(round, layout.find_corner(east, south))
    # The frame of the chart is shown where the part reaches an edge.
    part_box = (
        left - frame * (west == 0),
        top - frame * (north == 0),
        right + frame * (east == layout.columns),
        bottom + frame * (south == layout.rows),
    )
    part = _fit_part(part_box, room)
    if part.scale > whole.scale * MIN_ENLARGEMENT:
        return part
    return whole


def _fit_part(box: Box, room: Box) -> ChartPart:
    """Make a part of the chart as large as the room allows."""
    wide, high = box[2] - box[0], box[3] - box[1]
    return ChartPart(box, min((room[2] - room[0]) / wide, (room[3] - room[1]) / high, MAX_SCALE), room[0], room[1])


def draw_poster_chart(sheet: Sheet, finale: Finale, layout: BoardLayout, part: ChartPart) -> None:
    """Draw the chart without the ice, the ways of all seats, and their ships."""
    view: View = finale.scene.view
    drawn = draw_chart(layout, build_terrain(view), IceSeason(0, ())).image.crop(part.box)
    width, height = part.size
    sheet.image.paste(INK, (part.left - 3, part.top - 3, part.left + width + 3, part.top + height + 3))
    sheet.image.paste(drawn.resize((width, height), Image.Resampling.LANCZOS), (part.left, part.top))
    seats = sorted((seen.seat for seen in view.expeditions), key=lambda seat: seat in finale.result.winners)
    ship_places: dict[Seat, Point] = {}
    for piece, width_px in (("sled", SLED_TRAIL_PX), ("ship", SHIP_TRAIL_PX)):
        for seat in seats:
            stays: list[Point] = []
            for cell in list_piece_places(finale, f"{piece}-{seat}"):
                stays.append(part.find_place(*layout.find_corner(*cell)))
            way = shift_to_lane(stays, seat, len(seats), LANE_WIDTH_PX)
            draw_trail(sheet, way, SEAT_COLOURS[seat], width=width_px, oldest_opacity=0.45, dashed=piece == "sled")
            if piece == "ship" and way:
                ship_places[seat] = way[-1]
    _draw_ships(sheet, ship_places, part)
    for word, cells in (("G", view.greenland), ("NW", view.passage)):
        x, y = part.find_place(*layout.find_corner(*find_middle(cells[:1])))
        if part.left < x < part.left + width and part.top < y < part.top + height:
            sheet.put(draw_name_plate(word), max(x, part.left + 46), y - 8)


def _draw_ships(sheet: Sheet, places: dict[Seat, Point], part: ChartPart) -> None:
    """Draw the ships, side by side if they are at the same place."""
    drawn: dict[Point, int] = {}
    right = part.left + part.size[0] - SHIP_SIZE_PX / 2
    for seat, place in places.items():
        near = _find_near_spot(drawn, place)
        others = drawn.get(near, 0)
        sheet.put(draw_ship(seat, SHIP_SIZE_PX), min(place[0], right) - 42 * others, place[1] + 8 * others)
        drawn[near] = others + 1


def _find_near_spot(spots: Iterable[Point], place: Point) -> Point:
    """Return the first spot near a place, else the place."""
    for spot in spots:
        if abs(spot[0] - place[0]) + abs(spot[1] - place[1]) < SHIP_SIZE_PX:
            return spot
    return place
