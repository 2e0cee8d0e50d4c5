"""The letters of the choices on the chart of Expedition: Northwest Passage, with frames, rings and the tile to be placed."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from PIL import Image

from engine.games.northwest.view import TileLie, View, VisibleTile
from render.kit.canvas import Point
from render.kit.marks import LETTER_RADIUS_PX, draw_gold_frame, draw_gold_ring, draw_letter, draw_stem
from render.kit.movement.turn_marks import Disc
from render.kit.scene import Scene
from render.kit.sheet import Sheet
from render.kit.squares import parse_squares
from render.kit.text import Box
from render.northwest.chart_pieces import ChartPieces, measure_squares
from render.northwest.ground import draw_square
from render.northwest.layout import BoardLayout, Cell
from render.northwest.tiles import find_chosen_tile, find_fitting_lie

GHOST_OPACITY = 0.6
"""The opacity of the tile to be placed, drawn where it could lie."""
LETTER_DISTANCE_PX = 2 * LETTER_RADIUS_PX - 4
"""The least distance of the middles of two letters."""
RING_WIDTH_PX = 5
RING_GAP_PX = 16
"""The space between a letter and the ring of another choice, so that it is seen which of the two it belongs to."""
TIE_RING_RADIUS_PX = 7
RING_DIRECTIONS = 16
RING_STEP_PX, MAX_RINGS = 12, 8
"""Letters are tried on this many rings round their anchor, this far apart."""


class LetterAnchor(NamedTuple):
    """The place that a letter belongs to. With a `radius` the letter stands on a ring round the place, else at the place itself."""

    mark: str
    place: Point
    radius: float


def draw_marks(sheet: Sheet, scene: Scene, layout: BoardLayout, pieces: ChartPieces, window: Box) -> None:
    """Draw the letters of the choices within a window, with frames for squares and tiles and rings for tokens and pieces.

    The tile that is to be placed is drawn faintly on each of its possible squares.
    """
    tile = find_chosen_tile(scene)
    for spot in scene.marks:
        _mark_spot(sheet, scene.view, layout, pieces, spot, tile)
    placed = place_letters(scene, layout, pieces, window)
    for anchor, place in placed:
        _tie_letter(sheet, anchor, place)
    for anchor, place in placed:
        draw_letter(sheet, *place, anchor.mark)


def place_letters(
    scene: Scene, layout: BoardLayout, pieces: ChartPieces, window: Box
) -> list[tuple[LetterAnchor, Point]]:
    """Find for each letter the nearest place at which it hides no piece, no token and no other letter, or as little as possible."""
    anchors = _list_anchors(scene, layout, pieces)
    rings = [pieces.spots[spot] for spot in scene.marks if spot in pieces.spots]
    placed: list[tuple[LetterAnchor, Point]] = []
    letters: list[Point] = []
    for anchor in anchors:
        others = [(place, radius + RING_GAP_PX) for place, radius in rings if place != anchor.place]
        place = _find_letter_place(anchor, [*pieces.list_discs(), *others], letters, window)
        letters.append(place)
        placed.append((anchor, place))
    return placed


def _list_anchors(scene: Scene, layout: BoardLayout, pieces: ChartPieces) -> list[LetterAnchor]:
    """List the anchors of the letters on the chart, those round pieces last, since they have the most places."""
    squares: list[LetterAnchor] = []
    rings: list[LetterAnchor] = []
    for spot, mark in scene.marks.items():
        if spot in pieces.spots:
            place, radius = pieces.spots[spot]
            rings.append(LetterAnchor(mark, place, radius + RING_WIDTH_PX + LETTER_RADIUS_PX))
        else:
            anchor = _find_square_anchor(scene.view, layout, spot, mark)
            if anchor is not None:
                squares.append(anchor)
    # A spot without a letter has a frame or a ring only.
    return [anchor for anchor in (*squares, *rings) if anchor.mark]


def _find_square_anchor(view: View, layout: BoardLayout, spot: str, mark: str) -> LetterAnchor | None:
    """Find the anchor of a marked square, tile or quarter of a square; None for other spots."""
    word, _, corner = spot.partition("-")
    cell = layout.find_square(word)
    if cell is None:
        return None
    if corner:
        return LetterAnchor(mark, layout.find_quarter(cell, corner), 0.0)
    left, top, width, height = measure_squares(layout, _find_tile_squares(view, cell))
    x, y = layout.find_corner(left, top)
    return LetterAnchor(mark, (x + width / 2, y + height / 2), 0.0)


def _find_letter_place(anchor: LetterAnchor, avoided: Sequence[Disc], letters: Sequence[Point], window: Box) -> Point:
    """Find the first free place of a letter, or else the one that hides least."""
    best, lowest_cost = anchor.place, math.inf
    for place in _list_letter_places(anchor, window):
        cost = 0.0
        for middle, radius in avoided:
            cost += max(0.0, radius + LETTER_RADIUS_PX - math.dist(place, middle))
        for letter in letters:
            cost += max(0.0, LETTER_DISTANCE_PX - math.dist(place, letter))
        if cost < lowest_cost:
            best, lowest_cost = place, cost
        if cost == 0:
            break
    return best


def _list_letter_places(anchor: LetterAnchor, window: Box) -> Iterator[Point]:
    """List the places for a letter in the window, the nearest to its anchor first: a tile may reach beyond the window."""
    if not anchor.radius and _is_in_window(anchor.place, window):
        yield anchor.place
    x, y = anchor.place
    for ring in range(MAX_RINGS):
        radius = anchor.radius + RING_STEP_PX * (ring if anchor.radius else ring + 1)
        for k in range(RING_DIRECTIONS):
            angle = math.pi * (2 * k / RING_DIRECTIONS - 0.25)  # clockwise from the upper right
            place = (x + radius * math.cos(angle), y + radius * math.sin(angle))
            if _is_in_window(place, window):
                yield place


def _tie_letter(sheet: Sheet, anchor: LetterAnchor, place: Point) -> None:
    """Tie a letter to what it names by a gold line, if it stands away from it; a quarter of a square gets a ring."""
    if math.dist(place, anchor.place) <= max(anchor.radius, LETTER_RADIUS_PX) + 1:
        return
    if not anchor.radius:
        sheet.put(draw_gold_ring(TIE_RING_RADIUS_PX), *anchor.place)
    reach = round(anchor.radius - LETTER_RADIUS_PX) if anchor.radius else 0
    sheet.put(draw_stem(round(anchor.place[0] - place[0]), round(anchor.place[1] - place[1]), reach), *place)


def _is_in_window(place: Point, window: Box) -> bool:
    """Return whether a letter at this place lies wholly in the window."""
    x, y = place
    left, top, right, bottom = window
    is_within = left + LETTER_RADIUS_PX <= x <= right - LETTER_RADIUS_PX
    return is_within and top + LETTER_RADIUS_PX <= y <= bottom - LETTER_RADIUS_PX


def _mark_spot(
    sheet: Sheet, view: View, layout: BoardLayout, pieces: ChartPieces, spot: str, tile: VisibleTile | None
) -> None:
    """Draw the ring or the frame of a marked spot, and the tile that is to be placed there."""
    if spot in pieces.spots:
        place, radius = pieces.spots[spot]
        sheet.put(draw_gold_ring(round(radius) + 2), *place)
        return
    word, _, corner = spot.partition("-")
    cell = layout.find_square(word)
    if cell is None or corner:  # the letter alone marks a quarter
        return
    lie = find_fitting_lie(view, tile, cell) if tile else None
    if lie:
        _draw_ghost_tile(sheet, view, layout, cell, lie)
    left, top, width, height = measure_squares(layout, _find_tile_squares(view, cell))
    sheet.put(draw_gold_frame(width, height), *layout.find_corner(left, top))


def _draw_ghost_tile(sheet: Sheet, view: View, layout: BoardLayout, cell: Cell, lie: TileLie) -> None:
    """Draw a tile faintly in this lie, with its first square on the cell."""
    for (i, j), corners in parse_squares(lie.rows).items():
        x, y = layout.place_square((cell[0] + i, cell[1] + j))
        box = (x, y, x + layout.side, y + layout.side)
        drawn = draw_square(corners, layout.side, frozen=cell[1] + j < view.sun.frozen_rows)
        sheet.image.paste(Image.blend(sheet.image.crop(box), drawn, GHOST_OPACITY), box)


def _find_tile_squares(view: View, cell: Cell) -> tuple[Cell, ...]:
    """Find the squares of the tile that covers a square; the square alone if it is unexplored."""
    return next((tile.cells for tile in view.laid_tiles if cell in tile.cells), (cell,))
