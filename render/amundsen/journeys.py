"""Where both explorers have been: the stretches of their routes, and the ways to a "?" and back, paler the longer ago that was."""

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
"""How much of the snow is in the ink of the newest stay, of the one before it, and so on; the last is of all that are older."""
STRETCH_WIDTH_PX, DETOUR_WIDTH_PX = 9, 5
"""The width of a walked stretch, and of a way to a "?"."""


def draw_journey(sheet: Sheet, explorer: VisibleExplorer, visited_places: Sequence[str], layout: BoardLayout) -> None:
    """The way of an explorer; `visited_places` are the places where he has stood up to now, "7" or "q7" (see `Scene.trails`)."""
    here = f"{'q' if explorer.is_lost else ''}{explorer.space}"
    stays = [*visited_places, here] if visited_places[-1:] != [here] else list(visited_places)
    for k, place in enumerate(stays[:-1]):
        if place.startswith("q"):
            for space in {int(place[1:]), int(stays[k + 1].removeprefix("q"))}:
                if space in (int(place[1:]), int(place[1:]) - 1):
                    sprite, at = draw_detour(layout, explorer.side, int(place[1:]), space, _choose_age_colour(stays, k))
                    sheet.put(sprite, *at)
    for space in range(1, explorer.space + 1 - explorer.is_lost):
        sprite, at = draw_stretch(layout, explorer.side, space, _choose_age_colour(stays, _list_arrivals(stays, space)))
        sheet.put(sprite, *at)


def _list_arrivals(stays: Sequence[str], space: int) -> int:
    """Which stay began with the last crossing to a space from those before it."""
    found = len(stays) - 1
    while found and int(stays[found - 1].removeprefix("q")) >= space:
        found -= 1
    return found


def _choose_age_colour(stays: Sequence[str], k: int) -> int:
    return min(len(stays) - 1 - k, len(SNOW_SHARES) - 1)


@cached_sprite
def draw_stretch(layout: BoardLayout, side: Side, space: int, age: int) -> tuple[Sprite, Point]:
    """The stretch walked from space - 1 to space, between their rims, and where to put it."""
    way = [find_gangway(layout, side), *layout.spaces[side], layout.pole]
    cut = 0.0 if space == 1 else SPACE_RADIUS_PX - 1, (POLE_RADIUS_PX if space == len(way) - 1 else SPACE_RADIUS_PX) - 1
    return _draw_line(way[space - 1], way[space], cut, side, STRETCH_WIDTH_PX, age)


@cached_sprite
def draw_detour(layout: BoardLayout, side: Side, lost: int, space: int, age: int) -> tuple[Sprite, Point]:
    """The way between a space and the "?" behind the space `lost`."""
    (a, r), (b, reach) = layout.find_place(side, space), layout.find_place(side, lost, lost=True)
    return _draw_line(a, b, (r - 1, reach - 1), side, DETOUR_WIDTH_PX, age)


def _draw_line(
    line_start: Point, line_end: Point, cut: tuple[float, float], side: Side, width: float, age: int
) -> tuple[Sprite, Point]:
    """A line from a to b without its first and last pixels, and where to put it."""
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
