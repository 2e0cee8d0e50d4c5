"""What stands on the chart of Expedition: Northwest Passage: tokens, ships and sleds, and the letters of choices."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from PIL import Image

from engine.games.northwest.view import Quadrant, TileLie, Vehicle, View
from render.kit.canvas import Point
from render.kit.marks import LETTER_RADIUS_PX, draw_gold_frame, draw_gold_ring, draw_letter, place_letters
from render.kit.scene import Scene
from render.kit.seats import draw_ship
from render.kit.sheet import Sheet
from render.kit.squares import draw_square, parse_squares
from render.kit.theme import SEAT_STYLES
from render.kit.trails import MAX_STRETCHES_SHOWN, draw_dots, list_paths, shift_to_lane
from render.kit.turn_marks import draw_arrow, draw_ghost_ring, draw_placed_frame, draw_walked_ring
from render.northwest.layout import CHART_LEFT_PX, CHART_TOP_PX, BoardLayout, Cell, PieceStand, SpotPlaces, place_pieces
from render.northwest.pieces import draw_ice_warning, draw_name_plate, draw_sled, draw_thaw_warning, draw_token
from render.northwest.story import TurnMarks
from render.northwest.tiles import find_chosen_tile, find_fitting_lie, parse_lie

NO_TRAILS: Mapping[str, Sequence[str]] = {}
GHOST_OPACITY = 0.6
"""How much of a tile that could be placed is seen."""
MIN_ARROW_LENGTH_PX = 36
"""What has come from nearer than this has a ring round it: there is no room for an arrow."""
LETTER_CORNERS = ((1, -1), (-1, -1), (1, 1), (-1, 1))
"""Where a letter may stand beside a piece or in a square, the likeliest first."""
TOKEN_SIZE_PX = 50
"""The size of a discovery token."""


def draw_pieces(
    sheet: Sheet,
    view: View,
    layout: BoardLayout,
    happened: Sequence[TurnMarks] = (),
    trails: Mapping[str, Sequence[str]] = NO_TRAILS,
) -> SpotPlaces:
    """Draw trails, tokens, name plates, what has happened, ships and sleds; returns where their spots are."""
    spots: SpotPlaces = {}
    taken: list[tuple[Point, float]] = []
    names = {(cell.x, cell.y): cell.name for cell in view.cells}
    tokens = [tile for tile in view.laid_tiles if tile.has_token and tile.symbol_cell is not None]
    for tile in tokens:
        assert tile.symbol_cell is not None
        at = layout.find_middle(tile.symbol_cell)
        taken.append((at, TOKEN_SIZE_PX / 2))
        spots[f"symbol-{names[tile.symbol_cell]}"] = (at, 30)
    for word, cells in (("G", view.greenland), ("NW", view.passage)):
        x, y = layout.find_middle(cells[0])
        at = (x, y - layout.side * 0.16)
        taken.append((at, 22))
        spots[f"plate-{word}"] = (at, 22)
    wants, drawn = _list_stands(view, layout)
    places = dict(zip(drawn, place_pieces(wants, tuple(taken), layout.side), strict=True))
    _draw_trails(sheet, view, layout, trails, places)
    for tile, (at, _) in zip(tokens, taken, strict=False):
        sheet.put(draw_token(tile.symbol, TOKEN_SIZE_PX), *at)
    for word in ("G", "NW"):
        sheet.put(draw_name_plate(word), *spots[f"plate-{word}"][0])
    arrived = _draw_turn_marks(sheet, layout, happened, places)
    for (vehicle, seat), piece, at in zip(drawn, wants, places.values(), strict=True):
        if (vehicle, seat) in arrived:
            sheet.put(draw_walked_ring(round(piece.radius) + 2, SEAT_STYLES[seat].colour), *at)
        seen = next(seen for seen in view.expeditions if seen.seat == seat)
        size = round(piece.radius * 2)
        spots[f"{vehicle}-{seat}"] = (at, piece.radius)
        if vehicle == "ship" and seen.ship is not None:
            sheet.put(draw_ship(seat, size, is_held=seen.ship.is_held), *at)
            if seen.ship.is_held or seen.ship.will_be_held:
                sheet.put(draw_ice_warning(15, now=seen.ship.is_held), at[0] + size * 0.42, at[1] - size * 0.36)
        else:
            sheet.put(draw_sled(seat, size), *at)
            if seen.sled.next_fate in ("moved", "lost"):
                sheet.put(
                    draw_thaw_warning(15, lost=seen.sled.next_fate == "lost"), at[0] + size * 0.44, at[1] - size * 0.4
                )
    return spots


def _draw_trails(
    sheet: Sheet,
    view: View,
    layout: BoardLayout,
    trails: Mapping[str, Sequence[str]],
    places: dict[tuple[str, int], Point],
) -> None:
    """The ways of ships and sleds from tile to tile, side by side, to where they are drawn now."""
    if not trails:
        return
    tiles = {cell: tile.cells for tile in view.laid_tiles for cell in tile.cells}
    for seen in view.expeditions:
        seat, lanes = seen.seat, len(view.expeditions)
        on: tuple[tuple[Vehicle, int | None], ...] = (("sled", seen.sled.tile_index), ("ship", seen.ship.tile_index))
        for vehicle, tile in on:
            here = layout.name_square(view.laid_tiles[tile].cells[0]) if tile is not None else ""
            for way in list_paths(trails.get(f"{vehicle}-{seat}", ()), here):
                cells = [cell for cell in map(layout.find_square, way[-MAX_STRETCHES_SHOWN - 1 :]) if cell is not None]
                points = shift_to_lane([_find_middle(layout, tiles.get(cell, (cell,))) for cell in cells], seat, lanes)
                if way[-1] == here and (at := places.get((vehicle, seat))):
                    points[-1] = at
                draw_dots(sheet, points, SEAT_STYLES[seat].colour, hollow=vehicle == "sled")


def _draw_turn_marks(
    sheet: Sheet, layout: BoardLayout, happened: Sequence[TurnMarks], places: dict[tuple[str, int], Point]
) -> set[tuple[str, int]]:
    """The tiles laid, the finds taken, and the ways of ships and sleds in the latest turns; returns what has come from so near that
    it needs a ring: a sled that stands beside its ship."""
    near: set[tuple[str, int]] = set()
    for trace in happened:
        colour = SEAT_STYLES[trace.seat].colour
        for cells in trace.laid_tiles:
            (left, top), (right, bottom) = (
                tuple(find(cell[k] for cell in cells) for k in (0, 1)) for find in (min, max)
            )
            wide, high = (right - left + 1) * layout.side, (bottom - top + 1) * layout.side
            sheet.put(draw_placed_frame(wide, high, colour), *layout.find_corner(left, top))
        for cell in trace.taken_squares:
            sheet.put(draw_ghost_ring(TOKEN_SIZE_PX // 2 + 2, colour), *layout.find_middle(cell))
    for trace in happened:
        for vehicle, cells in trace.moved_vehicles:
            piece = (vehicle, trace.seat) if (vehicle, trace.seat) in places else ("ship", trace.seat)
            to = places.get(piece)
            if to is None:
                continue
            came = _find_middle(layout, cells)
            far = math.dist(came, to)
            if far < MIN_ARROW_LENGTH_PX:
                near.add(piece)
            else:
                draw_arrow(
                    sheet, [came, to], SEAT_STYLES[trace.seat].colour, end=min(32, far - MIN_ARROW_LENGTH_PX / 2)
                )
    return near


def _find_middle(layout: BoardLayout, cells: Sequence[Cell]) -> Point:
    """The middle of some squares."""
    middles = [layout.find_middle(cell) for cell in cells]
    return sum(x for x, _ in middles) / len(middles), sum(y for _, y in middles) / len(middles)


def _list_stands(view: View, layout: BoardLayout) -> tuple[tuple[PieceStand, ...], list[tuple[str, int]]]:
    """Where ships and sleds may be drawn, and whose they are; they are smaller where many share a tile."""
    found: list[tuple[str, int, int, tuple[Cell, ...], tuple[Point, ...]]] = []
    for seen in view.expeditions:
        if seen.ship is not None and not seen.home:
            cells = tuple(dict.fromkeys((x, y) for x, y, _ in seen.ship.water)) or seen.ship.cells
            found.append(("ship", seen.seat, seen.ship.tile_index, cells, _find_quarters(layout, seen.ship.water)))
        if seen.sled.area is not None and seen.sled.tile_index is not None and not seen.home:
            cells = tuple(dict.fromkeys((x, y) for x, y, _ in seen.sled.area.quadrants))
            found.append(
                ("sled", seen.seat, seen.sled.tile_index, cells, _find_quarters(layout, seen.sled.area.quadrants))
            )
    wants: list[PieceStand] = []
    for vehicle, _, on, cells, best in found:
        crowd = sum(other == on for _, _, other, _, _ in found) / len(cells)
        largest = 66 if vehicle == "ship" else 56
        size = largest * layout.side // 70 if crowd <= 1 else (54 if crowd <= 2 else 43) * layout.side // 70
        middles = tuple(layout.find_middle(cell) for cell in cells)
        wants.append(PieceStand(middles, best or middles, size / 2))
    return tuple(wants), [(vehicle, seat) for vehicle, seat, *_ in found]


def _find_quarters(layout: BoardLayout, quadrants: tuple[Quadrant, ...]) -> tuple[Point, ...]:
    return _list_spread_points(tuple(layout.find_quarter((x, y), corner) for x, y, corner in quadrants))


def _list_spread_points(quarters: tuple[Point, ...]) -> tuple[Point, ...]:
    """A point in the middle of quadrants that belong together, then each of them."""
    if not quarters:
        return ()
    x, y = (sum(at[k] for at in quarters) / len(quarters) for k in (0, 1))
    near = min(quarters, key=lambda at: (at[0] - x) ** 2 + (at[1] - y) ** 2)
    return ((near[0] * 0.45 + x * 0.55, near[1] * 0.45 + y * 0.55), *quarters)


# ----------------------------------------------------------------------- marks
def draw_marks(sheet: Sheet, scene: Scene, layout: BoardLayout, spots: SpotPlaces) -> None:
    """The letters of the choices on the chart: squares and tiles framed, tokens and pieces ringed, areas by their letter.

    The tile that is to be placed is seen faintly wherever it can lie."""
    tile, view = find_chosen_tile(scene), scene.view
    asked: list[tuple[str, tuple[Point, ...]]] = []
    for spot, mark in scene.marks.items():
        if found := spots.get(spot):
            (x, y), r = found
            sheet.put(draw_gold_ring(round(r) + 2), x, y)
            asked.append((mark, tuple(_clamp_to_chart(layout, x + r * dx, y + r * dy) for dx, dy in LETTER_CORNERS)))
            continue
        if turned := parse_lie(view, spot):
            sheet.put(draw_gold_frame(layout.side, layout.side), *layout.find_corner(*turned[0]))
            continue
        word, _, corner = spot.partition("-")
        if (cell := layout.find_square(word)) is None:
            continue
        if corner:
            asked.append((mark, (layout.find_quarter(cell, corner),)))
            continue
        if tile is not None and (lie := find_fitting_lie(view, tile, cell)):
            _draw_ghost_tile(sheet, view, layout, cell, lie)
        cells = _find_tile_squares(view, cell)
        _draw_frame(sheet, layout, cells)
        middles = tuple(map(layout.find_middle, cells))
        hidden = (PieceStand(middles, middles, LETTER_RADIUS_PX + 3),)
        best = place_pieces(hidden, tuple(spots.values()), layout.side)
        asked.append((mark, (*best, *middles, *_list_corner_places(layout, cells))))
    for (mark, _), at in zip(asked, place_letters([places for _, places in asked]), strict=True):
        draw_letter(sheet, *at, mark)


def _clamp_to_chart(layout: BoardLayout, x: float, y: float) -> Point:
    """The place for a letter nearest to a point that lies on the chart."""
    return min(max(x, CHART_LEFT_PX + LETTER_RADIUS_PX), layout.right - LETTER_RADIUS_PX), min(
        max(y, CHART_TOP_PX + LETTER_RADIUS_PX), layout.bottom - LETTER_RADIUS_PX
    )


def _list_corner_places(layout: BoardLayout, cells: Sequence[Cell]) -> list[Point]:
    """Places for a letter in the corners of squares."""
    by = layout.side / 2 - LETTER_RADIUS_PX + 6
    return [(x + by * dx, y + by * dy) for x, y in map(layout.find_middle, cells) for dx, dy in LETTER_CORNERS]


def _draw_ghost_tile(sheet: Sheet, view: View, layout: BoardLayout, cell: Cell, lie: TileLie) -> None:
    """A tile as it could lie on a cell and the one beside it, faintly."""
    for (i, j), corners in parse_squares(lie.rows).items():
        x, y = map(round, layout.find_corner(cell[0] + i, cell[1] + j))
        box = (x, y, x + layout.side, y + layout.side)
        drawn = draw_square(corners, layout.side, frozen=cell[1] + j < view.sun.frozen_rows)
        sheet.image.paste(Image.blend(sheet.image.crop(box), drawn, GHOST_OPACITY), box)


def _find_tile_squares(view: View, cell: Cell) -> tuple[Cell, ...]:
    """The squares of the tile that covers a square; the square itself while it is unexplored."""
    return next((tile.cells for tile in view.laid_tiles if cell in tile.cells), (cell,))


def _draw_frame(sheet: Sheet, layout: BoardLayout, cells: tuple[Cell, ...]) -> None:
    """A frame round squares that can be chosen together."""
    (left, top), (right, bottom) = (tuple(find(cell[k] for cell in cells) for k in (0, 1)) for find in (min, max))
    rim = draw_gold_frame((right - left + 1) * layout.side, (bottom - top + 1) * layout.side)
    sheet.put(rim, *layout.find_corner(left, top))
