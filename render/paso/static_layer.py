"""What is drawn once per position on the passage: routes, pieces of the supply, chests, and where something happened last."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from engine.games.paso.view import View
from engine.kernel.text import Text
from render.kit.cache import cached_layer
from render.kit.hexes import Hex, neighbours
from render.kit.scene import Scene
from render.kit.sheet import Sheet
from render.kit.theme import SEATS
from render.kit.traces import arrow, ghost
from render.paso.chart import Ground, chart, draw_routes, print_letter
from render.paso.ground import piece
from render.paso.layout import BoardLayout, named
from render.paso.pieces import chest, edged, raid, trace
from render.paso.ribbons import joint, ribbon
from render.paso.story import Trace


class Piece(NamedTuple):
    """A piece: its kind, its seat (None: from the supply) and its hexagons; `thin` when it lies on somebody else's token."""

    kind: str
    owner: int | None
    path: tuple[Hex, ...]
    thin: bool


class StaticLayer(NamedTuple):
    """The column letters, all pieces from the lowest to the highest, the chests in sight, and where something happened last."""

    columns: str
    pieces: tuple[Piece, ...]
    chests: tuple[Hex, ...]
    recent: tuple[Hex, ...]

    @classmethod
    def of(cls, scene: Scene) -> StaticLayer:
        """The static layer of a scene."""
        view: View = scene.view
        over = over_others(view)
        named_by_event = (cells(view, words_in(event)) for event in reversed(scene.recent))
        return cls(
            view.columns,
            tuple(Piece(one.kind, one.owner, cells(view, one.hexes), k in over) for k, one in enumerate(view.pieces)),
            tuple((seen.x, seen.row) for seen in view.hexes if seen.chest),
            () if scene.before else next((found for found in named_by_event if found), ()),
        )


def cells(view: View, hexes: tuple[str, ...]) -> tuple[Hex, ...]:
    """Hexagons from their names."""
    return tuple(at for at in (named(view.columns, word) for word in hexes) if at is not None)


def words_in(text: Text) -> tuple[str, ...]:
    """The plain words among the arguments of a text."""
    args = [one for arg in text.args.values() for one in (arg if isinstance(arg, (list, tuple)) else [arg])]
    return tuple(arg for arg in args if isinstance(arg, str))


def over_others(view: View) -> set[int]:
    """The progress tokens that were laid on another."""
    return {
        upper
        for seen in view.hexes
        for lower, upper in pairwise(seen.stack)
        if view.pieces[lower].owner is not None and view.pieces[upper].owner is not None
    }


def directions(path: tuple[Hex, ...]) -> tuple[int, ...]:
    """The directions (see `hexes.offsets`) of a path from neighbour to neighbour."""
    return tuple(neighbours(a).index(b) for a, b in pairwise(path))


@cached_layer
def part(layout: BoardLayout, ground: Ground, layer: StaticLayer) -> Sheet:
    """The window and the overview with everything that does not move, `layout.edge` × 1050."""
    sheet = chart(layout, ground).copy()
    _draw_pieces(sheet, layer, layout)
    routes = tuple((one.owner, one.path) for one in layer.pieces if one.owner is not None)
    draw_routes(sheet, layout, routes)
    return sheet


def draw_traces(sheet: Sheet, happened: Sequence[Trace], columns: str, layout: BoardLayout) -> None:
    """What the latest turns have left: a frame round each piece laid, a broken ring where one was taken away, the ship's way.

    Every viewer has their own turns to be told of, so this is drawn on the layer that all share."""
    near = range(layout.low - 1, layout.high + 2)

    def shown(words: tuple[str, ...]) -> list[Hex]:
        return [at for at in (named(columns, word) for word in words) if at is not None and at[1] in near]

    for turn in happened:
        colour = SEATS[turn.seat].colour
        for piece_ in turn.laid:
            for at in shown(piece_):
                sheet.put(edged(layout.r, colour), *layout.middle(at))
        for piece_ in turn.gone:
            for at in shown(piece_):
                sheet.put(ghost(round(layout.r * 0.42), colour), *layout.middle(at))
        # Ribbons that were laid show the way by themselves.
        way = [] if turn.laid else [layout.middle(at) for at in shown(turn.way)]
        if len(way) > 1:
            arrow(sheet, way, colour, start=layout.r * 0.1, end=layout.r * 0.5, width=5)


def _draw_pieces(sheet: Sheet, layer: StaticLayer, layout: BoardLayout) -> None:
    """Chests, then all pieces in the order in which they were laid."""
    near = range(layout.low - 1, layout.high + 2)
    up = layout.r * 0.1
    for sprite, rise, places in ((chest(round(layout.r * 0.74)), up, layer.chests), (trace(layout.r), 0, layer.recent)):
        for at in places:
            if at[1] in near:
                x, y = layout.middle(at)
                sheet.put(sprite, x, y - rise)
    _joints(sheet, layer, layout, near)
    for one in layer.pieces:
        if not any(row in near for _, row in one.path):
            continue
        x, y = layout.middle(one.path[0])
        if one.owner is None:
            kind = "iceberg" if one.kind == "ice" else "water"
            sheet.put(piece(kind, layout.r), x, y)
            print_letter(sheet, x, y + layout.r * 0.54, layer.columns[one.path[0][0]], kind)
        elif one.kind == "x1":
            sheet.put(raid(one.owner, round(layout.r * 0.37)), x, y)
        else:
            sheet.put(ribbon(one.owner, directions(one.path), layout.r, thin=one.thin), x, y)


def _joints(sheet: Sheet, layer: StaticLayer, layout: BoardLayout, near: range) -> None:
    """Thin links between tokens that were laid one after the other."""
    before: dict[int, Hex] = {}
    for one in layer.pieces:
        if one.owner is None:
            continue
        last, first = before.get(one.owner), one.path[0]
        if last is not None and first in neighbours(last) and (last[1] in near or first[1] in near):
            sheet.put(joint(one.owner, neighbours(last).index(first), layout.r), *layout.middle(last))
        before[one.owner] = one.path[-1]
