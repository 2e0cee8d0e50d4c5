"""What is drawn once per position on the passage: routes, pieces of the supply, chests, and where something happened last."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from engine.games.paso.view import View
from engine.kernel.text import Text
from render.kit.cache import cached_layer
from render.kit.hexes import Hex, list_neighbours
from render.kit.scene import Scene
from render.kit.sheet import Sheet
from render.kit.theme import SEAT_STYLES
from render.kit.turn_marks import draw_arrow, draw_ghost_ring
from render.paso.chart import KnownGround, draw_chart_with_overview, draw_letter, draw_routes
from render.paso.ground import draw_piece
from render.paso.layout import BoardLayout, find_hexagon
from render.paso.pieces import draw_chest, draw_hexagon_frame, draw_raid_token, draw_trace
from render.paso.ribbons import draw_joint, draw_ribbon
from render.paso.story import TurnMarks


class PlacedPiece(NamedTuple):
    """A piece: its kind, its seat (None: from the supply) and its hexagons; `is_thin` when it lies on somebody else's token."""

    kind: str
    owner: int | None
    path: tuple[Hex, ...]
    is_thin: bool


class StaticLayer(NamedTuple):
    """The column letters, all pieces from the lowest to the highest, the chests in sight, and where something happened last."""

    columns: str
    pieces: tuple[PlacedPiece, ...]
    chests: tuple[Hex, ...]
    recent: tuple[Hex, ...]

    @classmethod
    def from_scene(cls, scene: Scene) -> StaticLayer:
        """The static layer of a scene."""
        view: View = scene.view
        over = find_overlaid_tokens(view)
        named_by_event = (find_hexagons(view, list_words(event)) for event in reversed(scene.recent_events))
        return cls(
            view.columns,
            tuple(
                PlacedPiece(one.kind, one.owner, find_hexagons(view, one.hexes), k in over)
                for k, one in enumerate(view.pieces)
            ),
            tuple((seen.x, seen.row) for seen in view.hexes if seen.has_chest),
            () if scene.earlier_views else next((found for found in named_by_event if found), ()),
        )


def find_hexagons(view: View, hexes: tuple[str, ...]) -> tuple[Hex, ...]:
    """Hexagons from their names."""
    return tuple(at for at in (find_hexagon(view.columns, word) for word in hexes) if at is not None)


def list_words(text: Text) -> tuple[str, ...]:
    """The plain words among the arguments of a text."""
    args = [one for arg in text.args.values() for one in (arg if isinstance(arg, (list, tuple)) else [arg])]
    return tuple(arg for arg in args if isinstance(arg, str))


def find_overlaid_tokens(view: View) -> set[int]:
    """The progress tokens that were laid on another."""
    return {
        upper
        for seen in view.hexes
        for lower, upper in pairwise(seen.stack)
        if view.pieces[lower].owner is not None and view.pieces[upper].owner is not None
    }


def compute_directions(path: tuple[Hex, ...]) -> tuple[int, ...]:
    """The directions (see `hexes.list_offsets`) of a path from neighbour to neighbour."""
    return tuple(list_neighbours(a).index(b) for a, b in pairwise(path))


@cached_layer
def draw_static_layer(layout: BoardLayout, ground: KnownGround, layer: StaticLayer) -> Sheet:
    """The window and the overview with everything that does not move, `layout.edge` × 1050."""
    sheet = draw_chart_with_overview(layout, ground).copy()
    _draw_pieces(sheet, layer, layout)
    routes = tuple((one.owner, one.path) for one in layer.pieces if one.owner is not None)
    draw_routes(sheet, layout, routes)
    return sheet


def draw_turn_marks(sheet: Sheet, turn_marks: Sequence[TurnMarks], columns: str, layout: BoardLayout) -> None:
    """What the latest turns have left: a frame round each piece laid, a broken ring where one was taken away, the ship's way.

    Every viewer has their own turns to be told of, so this is drawn on the layer that all share."""
    near = range(layout.bottom_row - 1, layout.top_row + 2)

    def shown(words: tuple[str, ...]) -> list[Hex]:
        return [at for at in (find_hexagon(columns, word) for word in words) if at is not None and at[1] in near]

    for turn in turn_marks:
        colour = SEAT_STYLES[turn.seat].colour
        for piece_ in turn.pieces_laid:
            for at in shown(piece_):
                sheet.put(draw_hexagon_frame(layout.r, colour), *layout.find_middle(at))
        for piece_ in turn.pieces_removed:
            for at in shown(piece_):
                sheet.put(draw_ghost_ring(round(layout.r * 0.42), colour), *layout.find_middle(at))
        # Ribbons that were laid show the way by themselves.
        way = [] if turn.pieces_laid else [layout.find_middle(at) for at in shown(turn.way)]
        if len(way) > 1:
            draw_arrow(sheet, way, colour, start=layout.r * 0.1, end=layout.r * 0.5, width=5)


def _draw_pieces(sheet: Sheet, layer: StaticLayer, layout: BoardLayout) -> None:
    """Chests, then all pieces in the order in which they were laid."""
    near = range(layout.bottom_row - 1, layout.top_row + 2)
    up = layout.r * 0.1
    for sprite, rise, places in (
        (draw_chest(round(layout.r * 0.74)), up, layer.chests),
        (draw_trace(layout.r), 0, layer.recent),
    ):
        for at in places:
            if at[1] in near:
                x, y = layout.find_middle(at)
                sheet.put(sprite, x, y - rise)
    _draw_joints(sheet, layer, layout, near)
    for one in layer.pieces:
        if not any(row in near for _, row in one.path):
            continue
        x, y = layout.find_middle(one.path[0])
        if one.owner is None:
            kind = "iceberg" if one.kind == "ice" else "water"
            sheet.put(draw_piece(kind, layout.r), x, y)
            draw_letter(sheet, x, y + layout.r * 0.54, layer.columns[one.path[0][0]], kind)
        elif one.kind == "x1":
            sheet.put(draw_raid_token(one.owner, round(layout.r * 0.37)), x, y)
        else:
            sheet.put(draw_ribbon(one.owner, compute_directions(one.path), layout.r, is_thin=one.is_thin), x, y)


def _draw_joints(sheet: Sheet, layer: StaticLayer, layout: BoardLayout, rows: range) -> None:
    """Thin links between tokens that were laid one after the other."""
    before: dict[int, Hex] = {}
    for one in layer.pieces:
        if one.owner is None:
            continue
        last, first = before.get(one.owner), one.path[0]
        if last is not None and first in list_neighbours(last) and (last[1] in rows or first[1] in rows):
            sheet.put(draw_joint(one.owner, list_neighbours(last).index(first), layout.r), *layout.find_middle(last))
        before[one.owner] = one.path[-1]
