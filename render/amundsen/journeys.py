"""The journeys of both explorers: the walked stretches, and the ways to a "?" and back. Older parts are paler."""

from __future__ import annotations

import math
from collections.abc import Sequence

from engine.games.amundsen.view import Side, VisibleExplorer
from render.amundsen.chart import SNOW_COLOUR, find_gangway
from render.amundsen.layout import POLE_RADIUS_PX, SPACE_RADIUS_PX, BoardLayout
from render.amundsen.pieces import SIDE_INKS
from render.kit.cache import cached_sprite
from render.kit.canvas import Point, Sprite, create_canvas
from render.kit.ordered_sum import sum_in_order
from render.kit.sheet import Sheet
from render.kit.theme import mix_colours

SNOW_SHARES = (0.0, 0.16, 0.32, 0.48)
"""The share of the snow's colour in the ink, from the newest stay to older stays; the last share is for all older stays."""
STRETCH_WIDTH_PX, DETOUR_WIDTH_PX = 9, 5
"""The widths of a walked stretch and of a way to a "?"."""


def draw_journey(sheet: Sheet, explorer: VisibleExplorer, visited_places: Sequence[str], layout: BoardLayout) -> None:
    """Draw the journey of an explorer; `visited_places` are the earlier places, "7" or "q7" (see `Scene.trails`)."""
    stays = [*visited_places, explorer.place]
    for k, place in enumerate(stays[:-1]):
        if not place.startswith("q"):
            continue
        lost = int(place[1:])
        for space in {lost, _parse_space(stays[k + 1])}:
            if space in (lost, lost - 1):
                sprite, corner = draw_detour(layout, explorer.side, lost, space, _find_age(stays, k))
                sheet.put(sprite, *corner)
    for space in range(1, explorer.space + 1 - explorer.is_lost):
        sprite, corner = draw_stretch(layout, explorer.side, space, _find_age(stays, _find_arrival(stays, space)))
        sheet.put(sprite, *corner)


def _parse_space(place: str) -> int:
    return int(place.removeprefix("q"))


def _find_arrival(stays: Sequence[str], space: int) -> int:
    """Find the stay that began when the explorer last came to a space from the spaces before it."""
    found = len(stays) - 1
    while found and _parse_space(stays[found - 1]) >= space:
        found -= 1
    return found


def _find_age(stays: Sequence[str], k: int) -> int:
    """Find the index of a stay's share in `SNOW_SHARES`."""
    return min(len(stays) - 1 - k, len(SNOW_SHARES) - 1)


@cached_sprite
def draw_stretch(layout: BoardLayout, side: Side, space: int, age: int) -> tuple[Sprite, Point]:
    """Draw the stretch from space - 1 to space, between their rims; return it with its place."""
    way = [find_gangway(layout, side), *layout.spaces[side], layout.pole]
    start_cut = 0.0 if space == 1 else SPACE_RADIUS_PX - 1
    end_radius = POLE_RADIUS_PX if space == len(way) - 1 else SPACE_RADIUS_PX
    return _draw_line(way[space - 1], way[space], (start_cut, end_radius - 1), side, STRETCH_WIDTH_PX, age)


@cached_sprite
def draw_detour(layout: BoardLayout, side: Side, lost: int, space: int, age: int) -> tuple[Sprite, Point]:
    """Draw the way between a space and the "?" behind the space `lost`; return it with its place."""
    start, start_radius = layout.find_place(side, space)
    end, end_radius = layout.find_place(side, lost, lost=True)
    return _draw_line(start, end, (start_radius - 1, end_radius - 1), side, DETOUR_WIDTH_PX, age)


def _draw_line(
    line_start: Point, line_end: Point, cut: tuple[float, float], side: Side, width: float, age: int
) -> tuple[Sprite, Point]:
    """Draw a line without the first and last pixels given by `cut`; return it with its place."""
    length = math.dist(line_start, line_end) or 1.0
    ux, uy = (line_end[0] - line_start[0]) / length, (line_end[1] - line_start[1]) / length
    start, end = (
        (line_start[0] + ux * cut[0], line_start[1] + uy * cut[0]),
        (line_end[0] - ux * cut[1], line_end[1] - uy * cut[1]),
    )
    c = create_canvas(8, 8, abs(end[0] - start[0]) + 8, abs(end[1] - start[1]) + 8)
    x, y = min(start[0], end[0]), min(start[1], end[1])
    if length > sum_in_order(cut):
        ink = mix_colours(SIDE_INKS[side], SNOW_COLOUR, SNOW_SHARES[age])
        c.line([(start[0] - x, start[1] - y), (end[0] - x, end[1] - y)], ink, width)
    return c.sprite(), (x, y)
