"""The pieces on the chart of Expedition: Northwest Passage: tokens, ships and sleds, and the letters of choices."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from PIL import Image

from engine.games.northwest.view import Quadrant, TileLie, Vehicle, View, VisibleExpedition, VisibleTile
from render.kit.canvas import Point
from render.kit.marks import LETTER_RADIUS_PX, draw_gold_frame, draw_gold_ring, draw_letter, place_letters
from render.kit.scene import Scene
from render.kit.seats import draw_ship
from render.kit.sheet import Sheet
from render.kit.squares import parse_squares
from render.kit.theme import SEAT_STYLES
from render.kit.trails import MAX_STRETCHES_SHOWN, draw_dots, list_paths, shift_to_lane
from render.kit.turn_marks import draw_arrow, draw_ghost_ring, draw_placed_frame, draw_walked_ring
from render.northwest.ground import draw_square
from render.northwest.layout import CHART_LEFT_PX, CHART_TOP_PX, BoardLayout, Cell, PieceStand, SpotPlaces, place_pieces
from render.northwest.pieces import draw_ice_warning, draw_name_plate, draw_sled, draw_thaw_warning, draw_token
from render.northwest.story import TurnMarks
from render.northwest.tiles import find_chosen_tile, find_fitting_lie, parse_lie

NO_TRAILS: Mapping[str, Sequence[str]] = {}
GHOST_OPACITY = 0.6
"""The opacity of a tile that could be placed."""
MIN_ARROW_LENGTH_PX = 36
"""A piece that came from nearer than this gets a ring, as an arrow would be too short."""
LETTER_CORNERS = ((1, -1), (-1, -1), (1, 1), (-1, 1))
"""The corners for a letter at a piece or in a square, the best one first."""
TOKEN_SIZE_PX = 50


def draw_pieces(
    sheet: Sheet,
    view: View,
    layout: BoardLayout,
    turn_marks: Sequence[TurnMarks] = (),
    trails: Mapping[str, Sequence[str]] = NO_TRAILS,
) -> SpotPlaces:
    """Draw trails, tokens, name plates, the marks of the latest turns, ships and sleds; return their spots."""
    spots: SpotPlaces = {}
    taken: list[tuple[Point, float]] = []
    tokens = _list_tokens(view, layout)
    for name, (_, place) in tokens.items():
        taken.append((place, TOKEN_SIZE_PX / 2))
        spots[f"symbol-{name}"] = (place, 30)
    plates: dict[str, Point] = {}
    for word, cells in (("G", view.greenland), ("NW", view.passage)):
        x, y = layout.find_middle(cells[0])
        plates[word] = (x, y - layout.side * 0.16)
        taken.append((plates[word], 22))
        spots[f"plate-{word}"] = (plates[word], 22)
    stands, pieces = _list_stands(view, layout)
    places = dict(zip(pieces, place_pieces(stands, tuple(taken), layout.side), strict=True))
    _draw_trails(sheet, view, layout, trails, places)
    for symbol, place in tokens.values():
        sheet.put(draw_token(symbol, TOKEN_SIZE_PX), *place)
    for word, place in plates.items():
        sheet.put(draw_name_plate(word), *place)
    ringed = _draw_turn_marks(sheet, layout, turn_marks, places)
    expeditions = {expedition.seat: expedition for expedition in view.expeditions}
    for (vehicle, seat), stand, place in zip(pieces, stands, places.values(), strict=True):
        spots[f"{vehicle}-{seat}"] = (place, stand.radius)
        if (vehicle, seat) in ringed:
            sheet.put(draw_walked_ring(round(stand.radius) + 2, SEAT_STYLES[seat].colour), *place)
        if vehicle == "ship":
            _draw_ship(sheet, expeditions[seat], place, round(stand.radius * 2))
        else:
            _draw_sled(sheet, expeditions[seat], place, round(stand.radius * 2))
    return spots


def _list_tokens(view: View, layout: BoardLayout) -> dict[str, tuple[str, Point]]:
    """List the tokens on the chart: kind and place by the name of the cell."""
    names = {(cell.x, cell.y): cell.name for cell in view.cells}
    tokens: dict[str, tuple[str, Point]] = {}
    for tile in view.laid_tiles:
        if tile.has_token and tile.symbol_cell is not None:
            tokens[names[tile.symbol_cell]] = (tile.symbol, layout.find_middle(tile.symbol_cell))
    return tokens


def _draw_ship(sheet: Sheet, expedition: VisibleExpedition, place: Point, size: int) -> None:
    ship, (x, y) = expedition.ship, place
    sheet.put(draw_ship(expedition.seat, size, is_held=ship.is_held), x, y)
    if ship.is_held or ship.will_be_held:
        sheet.put(draw_ice_warning(15, now=ship.is_held), x + size * 0.42, y - size * 0.36)


def _draw_sled(sheet: Sheet, expedition: VisibleExpedition, place: Point, size: int) -> None:
    fate, (x, y) = expedition.sled.next_fate, place
    sheet.put(draw_sled(expedition.seat, size), x, y)
    if fate in ("moved", "lost"):
        sheet.put(draw_thaw_warning(15, lost=fate == "lost"), x + size * 0.44, y - size * 0.4)


def _draw_trails(
    sheet: Sheet,
    view: View,
    layout: BoardLayout,
    trails: Mapping[str, Sequence[str]],
    places: dict[tuple[str, int], Point],
) -> None:
    """Draw the ways of ships and sleds from tile to tile, side by side, to their present places."""
    if not trails:
        return
    tiles = {cell: tile.cells for tile in view.laid_tiles for cell in tile.cells}
    for expedition in view.expeditions:
        seat, lanes = expedition.seat, len(view.expeditions)
        vehicles: tuple[tuple[Vehicle, int | None], ...] = (
            ("sled", expedition.sled.tile_index),
            ("ship", expedition.ship.tile_index),
        )
        for vehicle, tile in vehicles:
            here = layout.name_square(view.laid_tiles[tile].cells[0]) if tile is not None else ""
            place = places.get((vehicle, seat))
            for path in list_paths(trails.get(f"{vehicle}-{seat}", ()), here):
                cells = [cell for cell in map(layout.find_square, path[-MAX_STRETCHES_SHOWN - 1 :]) if cell is not None]
                points = shift_to_lane([_find_middle(layout, tiles.get(cell, (cell,))) for cell in cells], seat, lanes)
                if path[-1] == here and place:
                    points[-1] = place
                draw_dots(sheet, points, SEAT_STYLES[seat].colour, hollow=vehicle == "sled")


def _draw_turn_marks(
    sheet: Sheet, layout: BoardLayout, turn_marks: Sequence[TurnMarks], places: dict[tuple[str, int], Point]
) -> set[tuple[str, int]]:
    """Draw the tiles laid, the finds taken, and the ways of ships and sleds in the latest turns.

    Returns:
        The pieces that need a ring, because they came from a place too near for an arrow: a sled taken out next to its ship.
    """
    ringed: set[tuple[str, int]] = set()
    for marks in turn_marks:
        colour = SEAT_STYLES[marks.seat].colour
        for cells in marks.laid_tiles:
            left, top, wide, high = _measure_squares(layout, cells)
            sheet.put(draw_placed_frame(wide, high, colour), *layout.find_corner(left, top))
        for cell in marks.taken_squares:
            sheet.put(draw_ghost_ring(TOKEN_SIZE_PX // 2 + 2, colour), *layout.find_middle(cell))
    for marks in turn_marks:
        for vehicle, cells in marks.moved_vehicles:
            piece = (vehicle, marks.seat) if (vehicle, marks.seat) in places else ("ship", marks.seat)
            target = places.get(piece)
            if target is None:
                continue
            start = _find_middle(layout, cells)
            distance = math.dist(start, target)
            if distance < MIN_ARROW_LENGTH_PX:
                ringed.add(piece)
            else:
                end = min(32, distance - MIN_ARROW_LENGTH_PX / 2)
                draw_arrow(sheet, [start, target], SEAT_STYLES[marks.seat].colour, end=end)
    return ringed


def _measure_squares(layout: BoardLayout, cells: Sequence[Cell]) -> tuple[int, int, int, int]:
    """Measure some squares together: their first column and row in squares, their width and height in pixels."""
    columns, rows = zip(*cells, strict=True)
    left, top = min(columns), min(rows)
    return left, top, (max(columns) - left + 1) * layout.side, (max(rows) - top + 1) * layout.side


def _find_middle(layout: BoardLayout, cells: Sequence[Cell]) -> Point:
    """Find the middle of some squares."""
    middles = [layout.find_middle(cell) for cell in cells]
    return sum(x for x, _ in middles) / len(middles), sum(y for _, y in middles) / len(middles)


def _list_stands(view: View, layout: BoardLayout) -> tuple[tuple[PieceStand, ...], list[tuple[str, int]]]:
    """List the stands of ships and sleds, and the pieces as vehicle and seat. Pieces are smaller where many share a tile."""
    pieces: list[tuple[str, int]] = []
    tiles: list[int] = []
    placements: list[tuple[tuple[Cell, ...], tuple[Point, ...]]] = []
    for expedition in view.expeditions:
        if expedition.home:
            continue
        ship, sled = expedition.ship, expedition.sled
        pieces.append(("ship", expedition.seat))
        tiles.append(ship.tile_index)
        placements.append((_list_squares(ship.water) or ship.cells, _list_best_places(layout, ship.water)))
        if sled.area is not None and sled.tile_index is not None:
            pieces.append(("sled", expedition.seat))
            tiles.append(sled.tile_index)
            quadrants = sled.area.quadrants
            placements.append((_list_squares(quadrants), _list_best_places(layout, quadrants)))
    stands: list[PieceStand] = []
    for (vehicle, _), tile, (cells, best_places) in zip(pieces, tiles, placements, strict=True):
        size = _find_piece_size(vehicle, tiles.count(tile) / len(cells)) * layout.side // 70
        middles = tuple(layout.find_middle(cell) for cell in cells)
        stands.append(PieceStand(middles, best_places or middles, size / 2))
    return tuple(stands), pieces


def _find_piece_size(vehicle: str, pieces_per_square: float) -> int:
    """Find the size of a piece in pixels for squares of 70 pixels."""
    if pieces_per_square <= 1:
        return 66 if vehicle == "ship" else 56
    return 54 if pieces_per_square <= 2 else 43


def _list_squares(quadrants: tuple[Quadrant, ...]) -> tuple[Cell, ...]:
    return tuple(dict.fromkeys((x, y) for x, y, _ in quadrants))


def _list_best_places(layout: BoardLayout, quadrants: tuple[Quadrant, ...]) -> tuple[Point, ...]:
    return _list_spread_points(tuple(layout.find_quarter((x, y), corner) for x, y, corner in quadrants))


def _list_spread_points(quarters: tuple[Point, ...]) -> tuple[Point, ...]:
    """List a point near the middle of connected quadrants, then the middle of each."""
    if not quarters:
        return ()
    x, y = (sum(point[k] for point in quarters) / len(quarters) for k in (0, 1))
    near = min(quarters, key=lambda point: (point[0] - x) ** 2 + (point[1] - y) ** 2)
    return ((near[0] * 0.45 + x * 0.55, near[1] * 0.45 + y * 0.55), *quarters)


# ----------------------------------------------------------------------- marks
def draw_marks(sheet: Sheet, scene: Scene, layout: BoardLayout, spots: SpotPlaces) -> None:
    """Draw the letters of the choices on the chart with frames for squares and tiles and rings for tokens and pieces.

    The tile that is to be placed is drawn faintly on each of its possible squares.
    """
    view: View = scene.view
    tile = find_chosen_tile(scene)
    letters: list[str] = []
    places_by_letter: list[tuple[Point, ...]] = []
    for spot, mark in scene.marks.items():
        places = _mark_piece(sheet, layout, spots, spot) or _mark_square(sheet, view, layout, spots, spot, tile)
        if places:
            letters.append(mark)
            places_by_letter.append(places)
    for mark, place in zip(letters, place_letters(places_by_letter), strict=True):
        draw_letter(sheet, *place, mark)


def _mark_piece(sheet: Sheet, layout: BoardLayout, spots: SpotPlaces, spot: str) -> tuple[Point, ...]:
    """Draw a ring round a marked token or piece; return the places for its letter, none for other spots."""
    if spot not in spots:
        return ()
    (x, y), r = spots[spot]
    sheet.put(draw_gold_ring(round(r) + 2), x, y)
    return tuple(_clamp_to_chart(layout, x + r * dx, y + r * dy) for dx, dy in LETTER_CORNERS)


def _mark_square(
    sheet: Sheet, view: View, layout: BoardLayout, spots: SpotPlaces, spot: str, tile: VisibleTile | None
) -> tuple[Point, ...]:
    """Draw a frame round a marked square; return the places for its letter, none for a spot without a letter on the chart."""
    rotated = parse_lie(view, spot)
    if rotated:
        sheet.put(draw_gold_frame(layout.side, layout.side), *layout.find_corner(*rotated[0]))
        return ()
    word, _, corner = spot.partition("-")
    cell = layout.find_square(word)
    if cell is None:
        return ()
    if corner:
        return (layout.find_quarter(cell, corner),)
    lie = find_fitting_lie(view, tile, cell) if tile else None
    if lie:
        _draw_ghost_tile(sheet, view, layout, cell, lie)
    cells = _find_tile_squares(view, cell)
    left, top, wide, high = _measure_squares(layout, cells)
    sheet.put(draw_gold_frame(wide, high), *layout.find_corner(left, top))
    middles = tuple(map(layout.find_middle, cells))
    letter = PieceStand(middles, middles, LETTER_RADIUS_PX + 3)
    best = place_pieces((letter,), tuple(spots.values()), layout.side)
    return (*best, *middles, *_list_corner_places(layout, cells))


def _clamp_to_chart(layout: BoardLayout, x: float, y: float) -> Point:
    """Move the place of a letter to the nearest one on the chart."""
    return min(max(x, CHART_LEFT_PX + LETTER_RADIUS_PX), layout.right - LETTER_RADIUS_PX), min(
        max(y, CHART_TOP_PX + LETTER_RADIUS_PX), layout.bottom - LETTER_RADIUS_PX
    )


def _list_corner_places(layout: BoardLayout, cells: Sequence[Cell]) -> list[Point]:
    """List the places for a letter in the corners of squares."""
    offset = layout.side / 2 - LETTER_RADIUS_PX + 6
    return [(x + offset * dx, y + offset * dy) for x, y in map(layout.find_middle, cells) for dx, dy in LETTER_CORNERS]


def _draw_ghost_tile(sheet: Sheet, view: View, layout: BoardLayout, cell: Cell, lie: TileLie) -> None:
    """Draw a tile faintly as it could lie with its first square on a cell."""
    for (i, j), corners in parse_squares(lie.rows).items():
        x, y = map(round, layout.find_corner(cell[0] + i, cell[1] + j))
        box = (x, y, x + layout.side, y + layout.side)
        drawn = draw_square(corners, layout.side, frozen=cell[1] + j < view.sun.frozen_rows)
        sheet.image.paste(Image.blend(sheet.image.crop(box), drawn, GHOST_OPACITY), box)


def _find_tile_squares(view: View, cell: Cell) -> tuple[Cell, ...]:
    """Find the squares of the tile that covers a square; the square alone if it is unexplored."""
    return next((tile.cells for tile in view.laid_tiles if cell in tile.cells), (cell,))
