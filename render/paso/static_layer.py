"""The parts of the passage that are drawn once for each position: routes, special tiles, chests, and the place of the
last event.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, pairwise
from typing import NamedTuple

from engine.games.paso.view import View
from engine.kernel.text import Text
from render.kit.cache import cached_layer
from render.kit.canvas import Point
from render.kit.hexes import Hex, list_neighbours
from render.kit.movement.turn_marks import draw_ghost_ring
from render.kit.scene import Scene
from render.kit.sheet import Sheet
from render.kit.theme import SEAT_STYLES
from render.paso.chart import LETTER_DROP, KnownGround, draw_chart_with_overview, draw_letter, draw_routes
from render.paso.ground import draw_piece
from render.paso.layout import CHEST_RISE, CHEST_SIZE, RAID_RADIUS, BoardLayout, find_hexagon
from render.paso.pieces import draw_chest, draw_hexagon_frame, draw_raid_token, draw_trace
from render.paso.ribbons import draw_joint, draw_ribbon
from render.paso.story import TurnMarks


class PlacedPiece(NamedTuple):
    """A piece with its kind, its seat (None: from the supply) and its hexagons; `is_thin` when it lies on another
    player's token.
    """

    kind: str
    owner: int | None
    path: tuple[Hex, ...]
    is_thin: bool


class StaticLayer(NamedTuple):
    """The column letters, all pieces from the lowest to the highest, the chests in sight, and the hexagons of the last
    event.
    """

    columns: str
    pieces: tuple[PlacedPiece, ...]
    chests: tuple[Hex, ...]
    recent: tuple[Hex, ...]

    @classmethod
    def from_scene(cls, scene: Scene) -> StaticLayer:
        """Create the static layer of a scene."""
        view: View = scene.view
        thin_tokens = find_overlaid_tokens(view)
        pieces: list[PlacedPiece] = []
        for n, piece in enumerate(view.pieces):
            path = find_hexagons(view, piece.hexes)
            pieces.append(PlacedPiece(piece.kind, piece.owner, path, n in thin_tokens))
        chests = tuple([(hexagon.x, hexagon.row) for hexagon in view.hexes if hexagon.has_chest])
        return cls(view.columns, tuple(pieces), chests, _find_recent_hexagons(scene))


def _find_recent_hexagons(scene: Scene) -> tuple[Hex, ...]:
    """Return the hexagons of the latest event that names any; none if the latest turns have marks of their own."""
    if not scene.earlier_views:
        for event in reversed(scene.recent_events):
            hexagons = find_hexagons(scene.view, list_words(event))
            if hexagons:
                return hexagons
    return ()


def find_hexagons(view: View, words: tuple[str, ...]) -> tuple[Hex, ...]:
    """Return the hexagons that are named by words, and skip all other words."""
    return tuple(list_hexagons(view.columns, words))


def list_hexagons(columns: str, words: Iterable[str]) -> list[Hex]:
    """List the hexagons that are named by words, and skip all other words."""
    hexagons: list[Hex] = []
    for word in words:
        hexagon = find_hexagon(columns, word)
        if hexagon is not None:
            hexagons.append(hexagon)
    return hexagons


def list_words(text: Text) -> tuple[str, ...]:
    """Return the plain words among the arguments of a text."""
    words: list[str] = []
    for argument in text.args.values():
        if isinstance(argument, str):
            words.append(argument)
        elif isinstance(argument, (list, tuple)):
            words += [value for value in argument if isinstance(value, str)]
    return tuple(words)


def find_overlaid_tokens(view: View) -> set[int]:
    """Return the progress tokens that were laid on another, by their index."""
    overlaid: set[int] = set()
    for hexagon in view.hexes:
        for lower, upper in pairwise(hexagon.stack):
            if view.pieces[lower].owner is not None and view.pieces[upper].owner is not None:
                overlaid.add(upper)
    return overlaid


def compute_directions(path: tuple[Hex, ...]) -> tuple[int, ...]:
    """Return the directions (see `hexes.list_offsets`) of a path from neighbour to neighbour."""
    directions: list[int] = []
    for start, end in pairwise(path):
        directions.append(list_neighbours(start).index(end))
    return tuple(directions)


@cached_layer
def draw_static_layer(layout: BoardLayout, ground: KnownGround, layer: StaticLayer) -> Sheet:
    """Draw the window and the overview with everything that does not move; `layout.panel_left` × 1050."""
    sheet = draw_chart_with_overview(layout, ground).copy()
    _draw_pieces(sheet, layer, layout)
    routes: list[tuple[int, tuple[Hex, ...]]] = []
    for piece in layer.pieces:
        if piece.owner is not None:
            routes.append((piece.owner, piece.path))
    draw_routes(sheet, layout, tuple(routes))
    return sheet


def draw_turn_marks(sheet: Sheet, turn_marks: Sequence[TurnMarks], columns: str, layout: BoardLayout) -> None:
    """Draw the marks of the latest turns below the ships: frames around pieces laid, and broken rings for removed pieces.

    The latest turns differ between viewers, so the static layer, which all viewers share, does not include them.
    """
    near_rows = range(layout.bottom_row - 1, layout.top_row + 2)

    def find_middles(words: Iterable[str]) -> list[Point]:
        hexagons = list_hexagons(columns, words)
        return [layout.find_middle(hexagon) for hexagon in hexagons if hexagon[1] in near_rows]

    for turn in turn_marks:
        colour = SEAT_STYLES[turn.seat].colour
        for x, y in find_middles(chain.from_iterable(turn.pieces_laid)):
            sheet.put(draw_hexagon_frame(layout.r, colour), x, y)
        for x, y in find_middles(chain.from_iterable(turn.pieces_removed)):
            sheet.put(draw_ghost_ring(round(layout.r * 0.42), colour), x, y)


def _draw_pieces(sheet: Sheet, layer: StaticLayer, layout: BoardLayout) -> None:
    """Draw the chests, then all pieces in the order in which they were laid."""
    near_rows = range(layout.bottom_row - 1, layout.top_row + 2)
    for hexagon in layer.chests:
        if hexagon[1] in near_rows:
            x, y = layout.find_middle(hexagon)
            sheet.put(draw_chest(round(layout.r * CHEST_SIZE)), x, y - layout.r * CHEST_RISE)
    for hexagon in layer.recent:
        if hexagon[1] in near_rows:
            sheet.put(draw_trace(layout.r), *layout.find_middle(hexagon))
    _draw_joints(sheet, layer, layout, near_rows)
    for piece in layer.pieces:
        if any(row in near_rows for _, row in piece.path):
            _draw_piece(sheet, piece, layer.columns, layout)


def _draw_piece(sheet: Sheet, piece: PlacedPiece, columns: str, layout: BoardLayout) -> None:
    x, y = layout.find_middle(piece.path[0])
    if piece.owner is None:
        kind = "iceberg" if piece.kind == "ice" else "water"
        sheet.put(draw_piece(kind, layout.r), x, y)
        draw_letter(sheet, x, y + layout.r * LETTER_DROP, columns[piece.path[0][0]], kind)
    elif piece.kind == "x1":
        sheet.put(draw_raid_token(piece.owner, round(layout.r * RAID_RADIUS)), x, y)
    else:
        sheet.put(draw_ribbon(piece.owner, compute_directions(piece.path), layout.r, is_thin=piece.is_thin), x, y)


def _draw_joints(sheet: Sheet, layer: StaticLayer, layout: BoardLayout, rows: range) -> None:
    """Draw the thin links between consecutive tokens of a seat."""
    last_hexagons: dict[int, Hex] = {}
    for piece in layer.pieces:
        if piece.owner is None:
            continue
        last, first = last_hexagons.get(piece.owner), piece.path[0]
        if last is not None and first in list_neighbours(last) and (last[1] in rows or first[1] in rows):
            sheet.put(draw_joint(piece.owner, list_neighbours(last).index(first), layout.r), *layout.find_middle(last))
        last_hexagons[piece.owner] = piece.path[-1]
