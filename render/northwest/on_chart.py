"""What stands on the chart of Expedition: Northwest Passage: tokens, ships and sleds, and the letters of choices."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from PIL import Image

from engine.games.northwest.view import Lie, Quadrant, Vehicle, View
from render.kit.canvas import Point
from render.kit.marks import LETTER_R, apart, gold_frame, gold_ring, letter
from render.kit.scene import Scene
from render.kit.seats import ship
from render.kit.sheet import Sheet
from render.kit.squares import parsed, square
from render.kit.theme import SEATS
from render.kit.traces import arrow, ghost, laid, walked
from render.kit.trails import SHOWN, beside, dots, up_to
from render.northwest.layout import X0, Y0, BoardLayout, Cell, Spots, Stand, stands
from render.northwest.pieces import plate, sled, snow, thaw, token
from render.northwest.story import Trace
from render.northwest.tiles import chosen_tile, fitting, lie_of

NONE: Mapping[str, Sequence[str]] = {}
FAINT = 0.6
"""How much of a tile that could be placed is seen."""
CLOSE = 36
"""What has come from nearer than this has a ring round it: there is no room for an arrow."""
CORNERS = ((1, -1), (-1, -1), (1, 1), (-1, 1))
"""Where a letter may stand beside a piece or in a square, the likeliest first."""
TOKEN = 50
"""The size of a discovery token."""


def pieces(
    sheet: Sheet,
    view: View,
    layout: BoardLayout,
    happened: Sequence[Trace] = (),
    been: Mapping[str, Sequence[str]] = NONE,
) -> Spots:
    """Draw trails, tokens, name plates, what has happened, ships and sleds; returns where their spots are."""
    spots: Spots = {}
    taken: list[tuple[Point, float]] = []
    names = {(cell.x, cell.y): cell.name for cell in view.cells}
    tokens = [tile for tile in view.laid if tile.token and tile.symbol_cell is not None]
    for tile in tokens:
        assert tile.symbol_cell is not None
        at = layout.middle(tile.symbol_cell)
        taken.append((at, TOKEN / 2))
        spots[f"symbol-{names[tile.symbol_cell]}"] = (at, 30)
    for word, cells in (("G", view.greenland), ("NW", view.passage)):
        x, y = layout.middle(cells[0])
        at = (x, y - layout.side * 0.16)
        taken.append((at, 22))
        spots[f"plate-{word}"] = (at, 22)
    wants, drawn = _wants(view, layout)
    places = dict(zip(drawn, stands(wants, tuple(taken), layout.side), strict=True))
    _trails(sheet, view, layout, been, places)
    for tile, (at, _) in zip(tokens, taken, strict=False):
        sheet.put(token(tile.symbol, TOKEN), *at)
    for word in ("G", "NW"):
        sheet.put(plate(word), *spots[f"plate-{word}"][0])
    arrived = _traces(sheet, layout, happened, places)
    for (vehicle, seat), piece, at in zip(drawn, wants, places.values(), strict=True):
        if (vehicle, seat) in arrived:
            sheet.put(walked(round(piece.reach) + 2, SEATS[seat].colour), *at)
        seen = next(seen for seen in view.expeditions if seen.seat == seat)
        size = round(piece.reach * 2)
        spots[f"{vehicle}-{seat}"] = (at, piece.reach)
        if vehicle == "ship" and seen.ship is not None:
            sheet.put(ship(seat, size, held=seen.ship.held), *at)
            if seen.ship.held or seen.ship.held_next:
                sheet.put(snow(15, now=seen.ship.held), at[0] + size * 0.42, at[1] - size * 0.36)
        else:
            sheet.put(sled(seat, size), *at)
            if seen.sled.next in ("moved", "lost"):
                sheet.put(thaw(15, lost=seen.sled.next == "lost"), at[0] + size * 0.44, at[1] - size * 0.4)
    return spots


def _trails(
    sheet: Sheet,
    view: View,
    layout: BoardLayout,
    been: Mapping[str, Sequence[str]],
    places: dict[tuple[str, int], Point],
) -> None:
    """The ways of ships and sleds from tile to tile, side by side, to where they are drawn now."""
    if not been:
        return
    tiles = {cell: tile.cells for tile in view.laid for cell in tile.cells}
    for seen in view.expeditions:
        seat, lanes = seen.seat, len(view.expeditions)
        on: tuple[tuple[Vehicle, int | None], ...] = (("sled", seen.sled.on), ("ship", seen.ship.on))
        for vehicle, tile in on:
            here = layout.name(view.laid[tile].cells[0]) if tile is not None else ""
            for way in up_to(been.get(f"{vehicle}-{seat}", ()), here):
                cells = [cell for cell in map(layout.named, way[-SHOWN - 1 :]) if cell is not None]
                points = beside([_middle(layout, tiles.get(cell, (cell,))) for cell in cells], seat, lanes)
                if way[-1] == here and (at := places.get((vehicle, seat))):
                    points[-1] = at
                dots(sheet, points, SEATS[seat].colour, hollow=vehicle == "sled")


def _traces(
    sheet: Sheet, layout: BoardLayout, happened: Sequence[Trace], places: dict[tuple[str, int], Point]
) -> set[tuple[str, int]]:
    """The tiles laid, the finds taken, and the ways of ships and sleds in the latest turns; returns what has come from so near that
    it needs a ring: a sled that stands beside its ship."""
    near: set[tuple[str, int]] = set()
    for trace in happened:
        colour = SEATS[trace.seat].colour
        for cells in trace.laid:
            (left, top), (right, bottom) = (
                tuple(find(cell[k] for cell in cells) for k in (0, 1)) for find in (min, max)
            )
            wide, high = (right - left + 1) * layout.side, (bottom - top + 1) * layout.side
            sheet.put(laid(wide, high, colour), *layout.corner(left, top))
        for cell in trace.taken:
            sheet.put(ghost(TOKEN // 2 + 2, colour), *layout.middle(cell))
    for trace in happened:
        for vehicle, cells in trace.moved:
            piece = (vehicle, trace.seat) if (vehicle, trace.seat) in places else ("ship", trace.seat)
            to = places.get(piece)
            if to is None:
                continue
            came = _middle(layout, cells)
            far = math.dist(came, to)
            if far < CLOSE:
                near.add(piece)
            else:
                arrow(sheet, [came, to], SEATS[trace.seat].colour, end=min(32, far - CLOSE / 2))
    return near


def _middle(layout: BoardLayout, cells: Sequence[Cell]) -> Point:
    """The middle of some squares."""
    middles = [layout.middle(cell) for cell in cells]
    return sum(x for x, _ in middles) / len(middles), sum(y for _, y in middles) / len(middles)


def _wants(view: View, layout: BoardLayout) -> tuple[tuple[Stand, ...], list[tuple[str, int]]]:
    """Where ships and sleds may be drawn, and whose they are; they are smaller where many share a tile."""
    found: list[tuple[str, int, int, tuple[Cell, ...], tuple[Point, ...]]] = []
    for seen in view.expeditions:
        if seen.ship is not None and not seen.home:
            cells = tuple(dict.fromkeys((x, y) for x, y, _ in seen.ship.water)) or seen.ship.cells
            found.append(("ship", seen.seat, seen.ship.on, cells, _quarters(layout, seen.ship.water)))
        if seen.sled.area is not None and seen.sled.on is not None and not seen.home:
            cells = tuple(dict.fromkeys((x, y) for x, y, _ in seen.sled.area.quadrants))
            found.append(("sled", seen.seat, seen.sled.on, cells, _quarters(layout, seen.sled.area.quadrants)))
    wants: list[Stand] = []
    for vehicle, _, on, cells, best in found:
        crowd = sum(other == on for _, _, other, _, _ in found) / len(cells)
        largest = 66 if vehicle == "ship" else 56
        size = largest * layout.side // 70 if crowd <= 1 else (54 if crowd <= 2 else 43) * layout.side // 70
        middles = tuple(layout.middle(cell) for cell in cells)
        wants.append(Stand(middles, best or middles, size / 2))
    return tuple(wants), [(vehicle, seat) for vehicle, seat, *_ in found]


def _quarters(layout: BoardLayout, quadrants: tuple[Quadrant, ...]) -> tuple[Point, ...]:
    return _spread(tuple(layout.quarter((x, y), corner) for x, y, corner in quadrants))


def _spread(quarters: tuple[Point, ...]) -> tuple[Point, ...]:
    """A point in the middle of quadrants that belong together, then each of them."""
    if not quarters:
        return ()
    x, y = (sum(at[k] for at in quarters) / len(quarters) for k in (0, 1))
    near = min(quarters, key=lambda at: (at[0] - x) ** 2 + (at[1] - y) ** 2)
    return ((near[0] * 0.45 + x * 0.55, near[1] * 0.45 + y * 0.55), *quarters)


# ----------------------------------------------------------------------- marks
def marks(sheet: Sheet, scene: Scene, layout: BoardLayout, spots: Spots) -> None:
    """The letters of the choices on the chart: squares and tiles framed, tokens and pieces ringed, areas by their letter.

    The tile that is to be placed is seen faintly wherever it can lie."""
    tile, view = chosen_tile(scene), scene.view
    asked: list[tuple[str, tuple[Point, ...]]] = []
    for spot, mark in scene.marks.items():
        if found := spots.get(spot):
            (x, y), r = found
            sheet.put(gold_ring(round(r) + 2), x, y)
            asked.append((mark, tuple(_within(layout, x + r * dx, y + r * dy) for dx, dy in CORNERS)))
            continue
        if turned := lie_of(view, spot):
            sheet.put(gold_frame(layout.side, layout.side), *layout.corner(*turned[0]))
            continue
        word, _, corner = spot.partition("-")
        if (cell := layout.named(word)) is None:
            continue
        if corner:
            asked.append((mark, (layout.quarter(cell, corner),)))
            continue
        if tile is not None and (lie := fitting(view, tile, cell)):
            _ghost(sheet, view, layout, cell, lie)
        cells = _tile_on(view, cell)
        _frame(sheet, layout, cells)
        middles = tuple(map(layout.middle, cells))
        hidden = (Stand(middles, middles, LETTER_R + 3),)
        best = stands(hidden, tuple(spots.values()), layout.side)
        asked.append((mark, (*best, *middles, *_inside(layout, cells))))
    for (mark, _), at in zip(asked, apart([places for _, places in asked]), strict=True):
        letter(sheet, *at, mark)


def _within(layout: BoardLayout, x: float, y: float) -> Point:
    """The place for a letter nearest to a point that lies on the chart."""
    return min(max(x, X0 + LETTER_R), layout.right - LETTER_R), min(max(y, Y0 + LETTER_R), layout.bottom - LETTER_R)


def _inside(layout: BoardLayout, cells: Sequence[Cell]) -> list[Point]:
    """Places for a letter in the corners of squares."""
    by = layout.side / 2 - LETTER_R + 6
    return [(x + by * dx, y + by * dy) for x, y in map(layout.middle, cells) for dx, dy in CORNERS]


def _ghost(sheet: Sheet, view: View, layout: BoardLayout, cell: Cell, lie: Lie) -> None:
    """A tile as it could lie on a cell and the one beside it, faintly."""
    for (i, j), corners in parsed(lie.rows).items():
        x, y = map(round, layout.corner(cell[0] + i, cell[1] + j))
        box = (x, y, x + layout.side, y + layout.side)
        drawn = square(corners, layout.side, frozen=cell[1] + j < view.sun.frozen_rows)
        sheet.image.paste(Image.blend(sheet.image.crop(box), drawn, FAINT), box)


def _tile_on(view: View, cell: Cell) -> tuple[Cell, ...]:
    """The squares of the tile that covers a square; the square itself while it is unexplored."""
    return next((tile.cells for tile in view.laid if cell in tile.cells), (cell,))


def _frame(sheet: Sheet, layout: BoardLayout, cells: tuple[Cell, ...]) -> None:
    """A frame round squares that can be chosen together."""
    (left, top), (right, bottom) = (tuple(find(cell[k] for cell in cells) for k in (0, 1)) for find in (min, max))
    rim = gold_frame((right - left + 1) * layout.side, (bottom - top + 1) * layout.side)
    sheet.put(rim, *layout.corner(left, top))
