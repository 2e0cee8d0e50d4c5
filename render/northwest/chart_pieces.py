"""The pieces on the chart of Expedition: Northwest Passage: tokens, ships and sleds, and the marks of the latest turns."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from engine.games.northwest.view import Quadrant, View, VisibleExpedition
from engine.kernel.text import Seat
from render.kit.canvas import Point
from render.kit.movement.arrows import ArrowPath, MovedPiece, plan_arrows
from render.kit.movement.turn_marks import Disc, draw_arrow, draw_ghost_ring, draw_placed_frame, draw_walked_ring
from render.kit.seats import draw_ship
from render.kit.sheet import Sheet
from render.kit.theme import SEAT_STYLES
from render.northwest.layout import (
    CHART_LEFT_PX,
    CHART_TOP_PX,
    QUARTER_DIRECTIONS,
    BoardLayout,
    Cell,
    PieceStand,
    SpotPlaces,
    place_pieces,
)
from render.northwest.pieces import draw_ice_warning, draw_name_plate, draw_sled, draw_thaw_warning, draw_token
from render.northwest.story import TurnMarks

MIN_ARROW_LENGTH_PX = 36
"""A piece that came from nearer than this gets a ring, as an arrow would be too short."""
START_SPREAD_PX = 12
"""The distance of the starts of arrows of different seats from the same place."""
TOKEN_SIZE_PX = 50
"""The size of a token on squares of 70 pixels."""
WARNING_RADIUS_PX = 15
PLATE_RADIUS_PX = 22
PLATE_RAISE_SHARE = 0.16
"""How far above the middle of its square a name plate is, as a share of the side."""
PIECE_SIZE_STEP_PX = 4
"""The sizes of pieces are multiples of it, so that charts of many scales share the drawn ships and sleds."""
MAX_PIECES_PER_SQUARE = 3
"""From this number on, pieces are drawn in their smallest size."""
PieceKey = tuple[str, Seat]
"""A piece as vehicle and seat."""


class ChartPieces(NamedTuple):
    """The places of everything on the chart: the spots that marks can name, the pieces of seats, and the latest moves.

    `warnings` are the signs at pieces. `ringed` are pieces that came from a place too near for an arrow.
    """

    spots: SpotPlaces
    tokens: dict[str, tuple[str, Point]]
    plates: dict[str, Point]
    places: dict[PieceKey, tuple[Point, float]]
    warnings: list[Disc]
    arrows: list[ArrowPath]
    ringed: set[PieceKey]

    def list_discs(self) -> list[Disc]:
        """List what a letter or an arrow should not hide."""
        return [*self.spots.values(), *self.warnings]


def place_chart_pieces(view: View, layout: BoardLayout, turn_marks: Sequence[TurnMarks] = ()) -> ChartPieces:
    """Find the places of tokens, name plates, ships, sleds and arrows on the shown part of the chart."""
    tokens = _list_tokens(view, layout)
    plates = _place_plates(view, layout)
    spots: SpotPlaces = {}
    taken: list[Disc] = []
    for name, (_, place) in tokens.items():
        spots[f"symbol-{name}"] = (place, layout.scale(30))
        taken.append((place, layout.scale(TOKEN_SIZE_PX) / 2))
    for word, place in plates.items():
        spots[f"plate-{word}"] = (place, PLATE_RADIUS_PX)
        taken.append((place, PLATE_RADIUS_PX))
    stands, pieces = _list_stands(view, layout)
    places: dict[PieceKey, tuple[Point, float]] = {}
    for piece, stand, place in zip(pieces, stands, place_pieces(stands, tuple(taken), layout), strict=True):
        places[piece] = (place, stand.radius)
        spots[f"{piece[0]}-{piece[1]}"] = (place, stand.radius)
    warnings = _list_warnings(view, layout, places)
    moved, ringed = _list_moved_pieces(layout, turn_marks, places)
    chart = (CHART_LEFT_PX, CHART_TOP_PX, layout.right, layout.bottom)
    arrows = plan_arrows(chart, moved, [*spots.values(), *warnings])
    return ChartPieces(spots, tokens, plates, places, warnings, arrows, ringed)


def draw_pieces(
    sheet: Sheet, view: View, layout: BoardLayout, pieces: ChartPieces, turn_marks: Sequence[TurnMarks] = ()
) -> None:
    """Draw tokens, name plates, the marks of the latest turns, ships and sleds, and above all the arrows."""
    for symbol, place in pieces.tokens.values():
        sheet.put(draw_token(symbol, layout.scale(TOKEN_SIZE_PX)), *place)
    for word, place in pieces.plates.items():
        sheet.put(draw_name_plate(word), *place)
    _draw_turn_marks(sheet, layout, turn_marks)
    expeditions = {expedition.seat: expedition for expedition in view.expeditions}
    for piece in sorted(pieces.ringed):
        place, radius = pieces.places[piece]
        sheet.put(draw_walked_ring(round(radius) + 2, SEAT_STYLES[piece[1]].colour), *place)
    # A hull covers no sail, and no ship covers a sled.
    lowest_first = sorted(pieces.places.items(), key=lambda item: (item[0][0] == "sled", item[1][0][1]))
    for (vehicle, seat), (place, radius) in lowest_first:
        if vehicle == "ship":
            _draw_ship(sheet, layout, expeditions[seat], place, round(radius * 2))
        else:
            _draw_sled(sheet, layout, expeditions[seat], place, round(radius * 2))
    for arrow in pieces.arrows:
        draw_arrow(sheet, arrow.points, SEAT_STYLES[arrow.seat].colour)


def _list_tokens(view: View, layout: BoardLayout) -> dict[str, tuple[str, Point]]:
    """List the tokens on the shown part of the chart: kind and place by the name of the cell."""
    names = {(cell.x, cell.y): cell.name for cell in view.cells}
    tokens: dict[str, tuple[str, Point]] = {}
    for tile in view.laid_tiles:
        cell = tile.symbol_cell
        if tile.has_token and cell is not None and layout.frame.contains(cell):
            tokens[names[cell]] = (tile.symbol, layout.find_middle(cell))
    return tokens


def _place_plates(view: View, layout: BoardLayout) -> dict[str, Point]:
    """Place the name plates of the two arrows, as far as the board shows their squares."""
    plates: dict[str, Point] = {}
    for word, cells in (("G", view.greenland), ("NW", view.passage)):
        if layout.frame.contains(cells[0]):
            x, y = layout.find_middle(cells[0])
            plates[word] = (x, y - layout.side * PLATE_RAISE_SHARE)
    return plates


def _list_warnings(view: View, layout: BoardLayout, places: dict[PieceKey, tuple[Point, float]]) -> list[Disc]:
    """List the signs at pieces that the ice or the thaw threatens."""
    warnings: list[Disc] = []
    for expedition in view.expeditions:
        ship, sled, seat = expedition.ship, expedition.sled, expedition.seat
        is_threatened = {"ship": ship.is_held or ship.will_be_held, "sled": sled.next_fate in ("moved", "lost")}
        for vehicle in ("ship", "sled"):
            if is_threatened[vehicle] and (vehicle, seat) in places:
                warnings.append((_find_warning(*places[vehicle, seat]), layout.scale(WARNING_RADIUS_PX)))
    return warnings


def _find_warning(place: Point, radius: float) -> Point:
    """Find the place of a sign at a piece."""
    return place[0] + radius * 0.86, place[1] - radius * 0.74


def _draw_ship(sheet: Sheet, layout: BoardLayout, expedition: VisibleExpedition, place: Point, size: int) -> None:
    ship = expedition.ship
    sheet.put(draw_ship(expedition.seat, size, is_held=ship.is_held), *place)
    if ship.is_held or ship.will_be_held:
        sign = draw_ice_warning(layout.scale(WARNING_RADIUS_PX), now=ship.is_held)
        sheet.put(sign, *_find_warning(place, size / 2))


def _draw_sled(sheet: Sheet, layout: BoardLayout, expedition: VisibleExpedition, place: Point, size: int) -> None:
    fate = expedition.sled.next_fate
    sheet.put(draw_sled(expedition.seat, size), *place)
    if fate in ("moved", "lost"):
        sign = draw_thaw_warning(layout.scale(WARNING_RADIUS_PX), lost=fate == "lost")
        sheet.put(sign, *_find_warning(place, size / 2))


def _draw_turn_marks(sheet: Sheet, layout: BoardLayout, turn_marks: Sequence[TurnMarks]) -> None:
    """Draw the tiles laid and the finds taken in the latest turns."""
    for marks in turn_marks:
        colour = SEAT_STYLES[marks.seat].colour
        for cells in marks.laid_tiles:
            left, top, wide, high = measure_squares(layout, cells)
            sheet.put(draw_placed_frame(wide, high, colour), *layout.find_corner(left, top))
        for cell in marks.taken_squares:
            sheet.put(draw_ghost_ring(layout.scale(TOKEN_SIZE_PX) // 2 + 2, colour), *layout.find_middle(cell))


def _list_moved_pieces(
    layout: BoardLayout, turn_marks: Sequence[TurnMarks], places: dict[PieceKey, tuple[Point, float]]
) -> tuple[list[MovedPiece], set[PieceKey]]:
    """List the pieces that moved in the latest turns, and those that came from too near for an arrow."""
    moved: list[MovedPiece] = []
    ringed: set[PieceKey] = set()
    for marks in turn_marks:
        for vehicle, cells in marks.moved_vehicles:
            piece = (vehicle, marks.seat)
            if piece not in places:
                piece = ("ship", marks.seat)
            if piece not in places:
                continue
            target, radius = places[piece]
            x, y = _find_middle(layout, cells)
            start = (x + START_SPREAD_PX * (marks.seat - 1.5), y)
            if math.dist(start, target) < radius + MIN_ARROW_LENGTH_PX:
                ringed.add(piece)
            else:
                moved.append(MovedPiece(marks.seat, start, target, radius))
    return moved, ringed


def measure_squares(layout: BoardLayout, cells: Sequence[Cell]) -> tuple[int, int, int, int]:
    """Measure some squares together: their first column and row in squares, their width and height in pixels."""
    columns, rows = zip(*cells, strict=True)
    left, top = min(columns), min(rows)
    return left, top, (max(columns) - left + 1) * layout.side, (max(rows) - top + 1) * layout.side


def _find_middle(layout: BoardLayout, cells: Sequence[Cell]) -> Point:
    """Find the middle of some squares."""
    return _average([layout.find_middle(cell) for cell in cells])


def _average(points: Sequence[Point]) -> Point:
    """Return the middle of some points."""
    xs, ys = zip(*points, strict=True)
    return sum(xs) / len(points), sum(ys) / len(points)


class _Placement(NamedTuple):
    """Where a piece can be: its tile, its squares and the best places in them."""

    piece: PieceKey
    tile: int
    cells: tuple[Cell, ...]
    best_places: tuple[Point, ...]
    is_home: bool = False


def _list_stands(view: View, layout: BoardLayout) -> tuple[tuple[PieceStand, ...], list[PieceKey]]:
    """List the stands of ships and sleds, and the pieces. Pieces are smaller where many share a tile, and at home.

    A name plate takes the room of a piece.
    """
    placements: list[_Placement] = []
    for expedition in view.expeditions:
        if view.ended or not expedition.home:
            placements += _list_placements(layout, expedition)
    tile_counts = Counter(placement.tile for placement in placements)
    stands: list[PieceStand] = []
    pieces: list[PieceKey] = []
    for piece, tile, cells, places, is_home in placements:
        pieces_per_square, best_places = tile_counts[tile] / len(cells), places
        if is_home:
            pieces_per_square = MAX_PIECES_PER_SQUARE
        elif pieces_per_square > 1:
            best_places = places[1:]  # in the middle of the water there is room for one
            if pieces_per_square >= 2:
                pieces_per_square += sum(cell in cells for cell in (view.greenland[0], view.passage[0])) / len(cells)
        size = layout.scale(_find_piece_size(piece[0], pieces_per_square))
        size -= size % PIECE_SIZE_STEP_PX
        middles = tuple(layout.find_middle(cell) for cell in cells)
        stands.append(PieceStand(middles, best_places or middles, size / 2))
        pieces.append(piece)
    return tuple(stands), pieces


def _list_placements(layout: BoardLayout, expedition: VisibleExpedition) -> list[_Placement]:
    """List the placements of a ship, and of its sled if that is out."""
    ship, sled, seat = expedition.ship, expedition.sled, expedition.seat
    water = _list_squares(ship.water) or ship.cells
    placements = [_Placement(("ship", seat), ship.tile_index, water, _list_best_places(layout, ship.water))]
    if expedition.home:
        placements = [_place_home_ship(layout, expedition)]
    if sled.area is not None and sled.tile_index is not None:
        quadrants = sled.area.quadrants
        best_places = _list_best_places(layout, quadrants)
        placements.append(_Placement(("sled", seat), sled.tile_index, _list_squares(quadrants), best_places))
    return placements


def _place_home_ship(layout: BoardLayout, expedition: VisibleExpedition) -> _Placement:
    """Place a ship that is home anywhere on its tile, next to others."""
    ship = expedition.ship
    quarters: list[Point] = []
    for cell, corner in product(ship.cells, QUARTER_DIRECTIONS):
        quarters.append(layout.find_quarter(cell, corner))
    return _Placement(("ship", expedition.seat), ship.tile_index, ship.cells, tuple(quarters), is_home=True)


def _find_piece_size(vehicle: str, pieces_per_square: float) -> int:
    """Find the size of a piece in pixels for squares of 70 pixels."""
    if pieces_per_square > 3:
        return 36
    if pieces_per_square > 2:
        return 43
    if pieces_per_square > 1:
        return 54
    if vehicle == "ship":
        return 76
    return 59


def _list_squares(quadrants: tuple[Quadrant, ...]) -> tuple[Cell, ...]:
    return tuple(dict.fromkeys((x, y) for x, y, _ in quadrants))


def _list_best_places(layout: BoardLayout, quadrants: tuple[Quadrant, ...]) -> tuple[Point, ...]:
    quarters: list[Point] = []
    for x, y, corner in quadrants:
        quarters.append(layout.find_quarter((x, y), corner))
    return _list_spread_points(tuple(quarters))


def _list_spread_points(quarters: tuple[Point, ...]) -> tuple[Point, ...]:
    """List a point near the middle of connected quadrants, then the middle of each."""
    if not quarters:
        return ()
    x, y = _average(quarters)
    near = min(quarters, key=lambda point: (point[0] - x) ** 2 + (point[1] - y) ** 2)
    return ((near[0] * 0.45 + x * 0.55, near[1] * 0.45 + y * 0.55), *quarters)
