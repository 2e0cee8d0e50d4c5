"""Where both explorers have been: the stretches of their routes, and the ways to a "?" and back, paler the longer ago that was."""

from __future__ import annotations

import math
from collections.abc import Sequence

from engine.games.amundsen.view import SeenExplorer, Side
from render.amundsen.chart import SNOW, gangway
from render.amundsen.layout import POLE_R, SPACE_R, BoardLayout
from render.amundsen.pieces import SIDE_INK
from render.kit.cache import cached_sprite
from render.kit.canvas import Point, Sprite, around
from render.kit.sheet import Sheet
from render.kit.sums import total
from render.kit.theme import mix

PALER = (0.0, 0.16, 0.32, 0.48)
"""How much of the snow is in the ink of the newest stay, of the one before it, and so on; the last is of all that are older."""
WIDTH, BESIDE = 9, 5
"""The width of a walked stretch, and of a way to a "?"."""


def draw(sheet: Sheet, explorer: SeenExplorer, been: Sequence[str], layout: BoardLayout) -> None:
    """The way of an explorer; `been` are the places where he has stood up to now, "7" or "q7" (see `Scene.trails`)."""
    here = f"{'q' if explorer.lost else ''}{explorer.space}"
    stays = [*been, here] if been[-1:] != [here] else list(been)
    for k, place in enumerate(stays[:-1]):
        if place.startswith("q"):
            for space in {int(place[1:]), int(stays[k + 1].removeprefix("q"))}:
                if space in (int(place[1:]), int(place[1:]) - 1):
                    sprite, at = detour(layout, explorer.side, int(place[1:]), space, _age(stays, k))
                    sheet.put(sprite, *at)
    for space in range(1, explorer.space + 1 - explorer.lost):
        sprite, at = stretch(layout, explorer.side, space, _age(stays, _came(stays, space)))
        sheet.put(sprite, *at)


def _came(stays: Sequence[str], space: int) -> int:
    """Which stay began with the last crossing to a space from those before it."""
    found = len(stays) - 1
    while found and int(stays[found - 1].removeprefix("q")) >= space:
        found -= 1
    return found


def _age(stays: Sequence[str], k: int) -> int:
    return min(len(stays) - 1 - k, len(PALER) - 1)


@cached_sprite
def stretch(layout: BoardLayout, side: Side, space: int, age: int) -> tuple[Sprite, Point]:
    """The stretch walked from space - 1 to space, between their rims, and where to put it."""
    way = [gangway(layout, side), *layout.spaces[side], layout.pole]
    cut = 0.0 if space == 1 else SPACE_R - 1, (POLE_R if space == len(way) - 1 else SPACE_R) - 1
    return _line(way[space - 1], way[space], cut, side, WIDTH, age)


@cached_sprite
def detour(layout: BoardLayout, side: Side, lost: int, space: int, age: int) -> tuple[Sprite, Point]:
    """The way between a space and the "?" behind the space `lost`."""
    (a, r), (b, reach) = layout.spot(side, space), layout.spot(side, lost, lost=True)
    return _line(a, b, (r - 1, reach - 1), side, BESIDE, age)


def _line(a: Point, b: Point, cut: tuple[float, float], side: Side, width: float, age: int) -> tuple[Sprite, Point]:
    """A line from a to b without its first and last pixels, and where to put it."""
    length = math.dist(a, b) or 1.0
    ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    start, end = (a[0] + ux * cut[0], a[1] + uy * cut[0]), (b[0] - ux * cut[1], b[1] - uy * cut[1])
    c = around(8, 8, abs(end[0] - start[0]) + 8, abs(end[1] - start[1]) + 8)
    x, y = min(start[0], end[0]), min(start[1], end[1])
    if length > total(cut):
        ink = mix(SIDE_INK[side], SNOW, PALER[age])
        c.line([(start[0] - x, start[1] - y), (end[0] - x, end[1] - y)], ink, width)
    return c.sprite(), (x, y)
