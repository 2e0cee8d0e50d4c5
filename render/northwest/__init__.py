"""The painter of Expedition: Northwest Passage."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from engine.games.northwest.view import Quadrant, View
from engine.kernel.text import Translate
from render.kit.canvas import Point
from render.kit.marks import LETTER_R, gold_frame, gold_ring, letter, medal
from render.kit.scene import Scene
from render.kit.seats import ship
from render.kit.sheet import Sheet
from render.kit.squares import Corners
from render.kit.sums import total
from render.kit.text import Voice
from render.kit.theme import CREAM, INK, NAVY, PAPER, mix
from render.northwest import alt_text, close_up, colours, hand_sheet, panel, tiles
from render.northwest.chart import Season, Terrain, chart
from render.northwest.layout import EDGE, Y0, BoardLayout, Cell, Spots, Stand, stands
from render.northwest.pieces import plate, sled, snow, sun, thaw, token
from render.northwest.tiles import lie_of

WIDTH, HEIGHT = 1650, 1050
TOKEN = 50
SPENT = mix(PAPER, INK, 0.16)


def paint(scene: Scene, translate: Translate) -> Image.Image:
    """The board: 1650 × 1050, RGB."""
    return compose(scene, translate).image


def hand(scene: Scene, translate: Translate) -> Image.Image | None:
    """The viewer's own tiles, large, with both faces."""
    sheet = hand_sheet.compose(scene, translate)
    return sheet.image if sheet else None


def alt(scene: Scene, translate: Translate) -> str:
    """The board in words."""
    return alt_text.board(scene, translate)


def hand_alt(scene: Scene, translate: Translate) -> str:
    """The viewer's tiles in words."""
    return alt_text.hand(scene, translate)


def on_hand(spot: str) -> bool:
    """The tiles of the reserve and the ways to lay one; the rest is marked on the board."""
    return spot.startswith(("tile-", "turn-"))


def palette() -> Image.Image:
    """The colours to encode these pictures with."""
    return colours.palette()


def compose(scene: Scene, translate: Translate) -> Sheet:
    """The board with the list of the words on it."""
    voice = Voice(scene.names, translate)
    sheet, where, pieces = _lying(scene)
    layout = BoardLayout.of(scene.view)
    tiles.strip(sheet, scene, layout, voice)
    _marks(sheet, scene, layout, pieces)
    panel.panel(sheet, scene, where, voice)
    return sheet


def crop(scene: Scene, translate: Translate) -> Image.Image | None:
    """Eight by six squares of the chart round what is marked, else round the viewer's ship; None where that is too much."""
    sheet, _, pieces = _lying(scene)
    layout = BoardLayout.of(scene.view)
    _marks(sheet, scene, layout, pieces)
    part = close_up.compose(scene, sheet, layout, pieces, Voice(scene.names, translate))
    return part.image if part else None


def _lying(scene: Scene) -> tuple[Sheet, panel.PanelLayout, Spots]:
    """The chart with sun and pieces, the panel still empty; the places on the panel; where the pieces' spots are."""
    view: View = scene.view
    layout = BoardLayout.of(view)
    where = panel.panel_layout(view, panel.active(scene))
    sheet = Sheet(_base(layout, terrain(view), season(view), where).copy())
    _sun(sheet, view, layout)
    return sheet, where, _pieces(sheet, view, layout)


@lru_cache(maxsize=4)
def _base(layout: BoardLayout, land: Terrain, ice: Season, where: panel.PanelLayout) -> Image.Image:
    """All that does not change from action to action; 5 MB each."""
    image = Image.new("RGB", (WIDTH, HEIGHT), NAVY)
    image.paste(chart(layout, land, ice), (0, 0))
    image.paste(panel.ground(where), (EDGE, 0))
    return image


def terrain(view: View) -> Terrain:
    """What the chart is drawn from."""
    squares: list[Corners | None] = [None] * (view.columns * view.rows)
    for cell in view.cells:
        nw, ne, sw, se = cell.land
        squares[cell.y * view.columns + cell.x] = (int(nw), int(ne), int(sw), int(se))
    return Terrain(tuple(squares), tuple(tile.cells for tile in view.laid))


def season(view: View) -> Season:
    """The ice now and at the next two sun steps."""
    return Season(view.sun.frozen_rows, () if view.ended else tuple(sun.frozen_rows for sun in view.suns[:2]))


def _sun(sheet: Sheet, view: View, layout: BoardLayout) -> None:
    """The arch: the sun with the round, the positions to come with theirs, the spent ones bare."""
    coming = {step.position: step.round for step in reversed(view.suns)}
    for k, (x, y) in enumerate(layout.sun(view.arch), 1):
        if k == view.sun.position:
            sheet.put(sun(66), x, y)
            sheet.words(x, y, str(view.sun.round), 60, size=34, role="label", fill=INK, side="m")
        elif k in coming:
            sheet.put(medal(23, CREAM), x, y)
            sheet.words(x, y, str(coming[k]), 46, size=33, role="label", fill=INK, side="m")
        else:
            sheet.put(medal(12, SPENT), x, y)


# ---------------------------------------------------------------------- pieces
def _pieces(sheet: Sheet, view: View, layout: BoardLayout) -> Spots:
    """Tokens, name plates, ships and sleds; returns where each spot of theirs is, and its radius."""
    spots: Spots = {}
    taken: list[tuple[Point, float]] = []
    names = {(cell.x, cell.y): cell.name for cell in view.cells}
    for tile in view.laid:
        if tile.token and tile.symbol_cell is not None:
            at = layout.middle(tile.symbol_cell)
            taken.append((at, TOKEN / 2))
            spots[f"symbol-{names[tile.symbol_cell]}"] = (at, 30)
            sheet.put(token(tile.symbol, TOKEN), *at)
    for word, cells in (("G", view.greenland), ("NW", view.passage)):
        x, y = layout.middle(cells[0])
        at = (x, y - layout.side * 0.16)
        taken.append((at, 22))
        spots[f"plate-{word}"] = (at, 22)
        sheet.put(plate(word), *at)
    wants, drawn = _wants(view, layout)
    for (vehicle, seat), piece, at in zip(drawn, wants, stands(wants, tuple(taken), layout.side), strict=True):
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


def _wants(view: View, layout: BoardLayout) -> tuple[tuple[Stand, ...], list[tuple[str, int]]]:
    """Where ships and sleds may be drawn, and whose they are; smaller where many meet on a tile."""
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
    """The middle of quadrants that lie together, and each of them."""
    if not quarters:
        return ()
    x, y = (total(at[k] for at in quarters) / len(quarters) for k in (0, 1))
    near = min(quarters, key=lambda at: (at[0] - x) ** 2 + (at[1] - y) ** 2)
    return ((near[0] * 0.45 + x * 0.55, near[1] * 0.45 + y * 0.55), *quarters)


# ----------------------------------------------------------------------- marks
def _marks(sheet: Sheet, scene: Scene, layout: BoardLayout, pieces: Spots) -> None:
    """The letters of the choices on the chart: squares and tiles framed, tokens and pieces ringed, areas by their letter."""
    for spot, mark in scene.marks.items():
        if found := pieces.get(spot):
            (x, y), r = found
            sheet.put(gold_ring(round(r) + 2), x, y)
            letter(sheet, min(x + r, layout.right - LETTER_R), max(y - r, Y0 + LETTER_R), mark)
            continue
        if lie := lie_of(scene.view, spot):
            sheet.put(gold_frame(layout.side, layout.side), *layout.corner(*lie[0]))
            continue
        word, _, corner = spot.partition("-")
        if (cell := layout.named(word)) is None:
            continue
        if corner:
            letter(sheet, *layout.quarter(cell, corner), mark)
        else:
            _place(sheet, layout, _tile_on(scene.view, cell), pieces, mark)


def _tile_on(view: View, cell: Cell) -> tuple[Cell, ...]:
    """The squares of the tile that covers a square; the square itself while it is unexplored."""
    return next((tile.cells for tile in view.laid if cell in tile.cells), (cell,))


def _place(sheet: Sheet, layout: BoardLayout, cells: tuple[Cell, ...], pieces: Spots, mark: str) -> None:
    """A frame round squares that can be chosen together, and the letter where it hides least of what lies there."""
    (left, top), (right, bottom) = (tuple(find(cell[k] for cell in cells) for k in (0, 1)) for find in (min, max))
    rim = gold_frame((right - left + 1) * layout.side, (bottom - top + 1) * layout.side)
    sheet.put(rim, *layout.corner(left, top))
    middles = tuple(map(layout.middle, cells))
    (at,) = stands((Stand(middles, middles, LETTER_R + 3),), tuple(pieces.values()), layout.side)
    letter(sheet, *at, mark)
