"""The bonus chart and the CP Track of The Expanse Board Game, on the free corner of the map."""

from __future__ import annotations

import math
from typing import NamedTuple

from engine.games.expanse.view import Faction, View
from engine.kernel.text import say
from render.expanse import phrases
from render.expanse.layout import BOTTOM
from render.expanse.pieces import CARD, DIM, EDGE, FOCUS, PANEL, SPACE, bead, sector_sign
from render.kit.cache import cached_sprite
from render.kit.canvas import SHARP, Canvas, Sprite
from render.kit.sheet import Sheet, fill_box
from render.kit.text import SMALLEST, Formatter, width
from render.kit.theme import CREAM

X0, X1 = 616, 1142
TOP, CELLS, CELL_H = 592, 628, 68
TRACK, AXIS = 704, 822
TITLE, TITLE_Y = "THE EXPANSE", TRACK + 23
CLEAR = 18
"""The distance of the title from a stack of markers."""
BEAD, LEVEL = 11.5, 24
LEAST, STEP = 30, 10
"""The lowest end of the scale, and the step in which it grows."""


class Cell(NamedTuple):
    """A space of the chart: the points of the places, the label below them and the Sector that is shown instead, whether it is
    past, and whether it is next."""

    points: str
    below: str
    sector: str
    past: bool
    now: bool


class ChartLayout(NamedTuple):
    """What the corner shows, except the markers of the factions."""

    title: str
    techs: str
    cells: tuple[Cell, ...]
    unit: str
    scale: int


def chart_layout(view: View, fmt: Formatter) -> ChartLayout:
    """The chart and the scale for a view."""
    force = phrases.techs(view)
    numerals = " ".join(phrases.NUMERALS[:force])
    techs = fmt(say("Techs {numerals}", numerals=numerals)) if force else ""
    last = view.phase in ("final", "over")
    coming = None if last else phrases.coming(view)
    cells = []
    for row in view.chart:
        now = row is coming
        word = row.sector or (view.bonus if now else None)
        below = "–" if word or not now else "?" if view.sealed else fmt(say("next"))
        cells.append(Cell("·".join(map(str, row.points)), below, word or "", row.sector is not None, now))
    cells.append(Cell("·".join(map(str, view.final)), fmt(say("final")), "", past=False, now=last))
    most = max([LEAST, *(side.cp for side in view.sides)])
    return ChartLayout(fmt(say("Bonus Sector")), techs, tuple(cells), fmt(say("CP")), -(-most // STEP) * STEP)


def corner(sheet: Sheet, layout: ChartLayout, _: Formatter) -> None:
    """The corner without the markers."""
    cell = (X1 - X0 - 12) / len(layout.cells)
    fill_box(sheet.image, PANEL, (X0, TOP, X1, TRACK - 8))
    sheet.put(_track(layout.scale), X0, TRACK - 8)
    taken = sheet.text(X1 - 12, TOP + 18, layout.techs, 300, role="text", align="r")
    sheet.text(X0 + 12, TOP + 18, layout.title, X1 - X0 - 24 - taken - 16, fill=DIM)
    for k, one in enumerate(layout.cells):
        left, x = X0 + 6 + k * cell, X0 + 6 + (k + 0.5) * cell
        sheet.put(_space(left % 1, cell, now=one.now), math.floor(left), CELLS)
        bright = one.past or one.now
        sheet.text(x, CELLS + 20, one.points, cell - 4, fill=DIM if one.past else CREAM, align="m")
        if one.sector:
            sheet.put(sector_sign(one.sector, CREAM, CARD), x, CELLS + 53)
        else:
            sheet.text(x, CELLS + 52, one.below, cell - 4, fill=CREAM if bright else DIM, align="m")
    sheet.text(X0 + 12, AXIS - 22, layout.unit, 50, fill=DIM)
    for v in range(0, layout.scale + 1, 10 if layout.scale <= 60 else 20):
        sheet.text(at(v, layout.scale), AXIS, str(v), 60, role="text", fill=DIM, align="m")


@cached_sprite
def _space(start: float, wide: float, *, now: bool) -> Sprite:
    """A space of the chart that begins in a part of a pixel; anchored at its top left corner."""
    c = Canvas((math.ceil(start + wide), CELL_H), PANEL, SHARP)
    c.rect(start + 2, 0, start + wide - 2, CELL_H, CARD, radius=9, edge=FOCUS if now else None, width=3 if now else 0)
    whole = c.finish()
    return Sprite(whole.crop((2, 0, math.ceil(start + wide) - 2, CELL_H)), -2, 0)


@cached_sprite
def _track(scale: int) -> Sprite:
    """The CP Track without words, and the line above it; anchored at its top left corner."""
    wide, axis = X1 - X0, AXIS - 19 - TRACK + 8
    c = Canvas((wide, BOTTOM - TRACK), PANEL, SHARP)
    c.line([(0, 5), (wide, 5)], SPACE, 3)
    c.line([(at(0, scale) - X0, axis), (at(scale, scale) - X0, axis)], EDGE, 3)
    for v in range(0, scale + 1, 1 if scale <= 60 else 5):
        if v % 10:
            x = at(v, scale) - X0
            c.line([(x, axis), (x, axis + (12 if v % 5 == 0 else 6))], EDGE, 2)
    return c.printed()


def at(cp: int, scale: int) -> float:
    """The x of so many CP; debts are drawn at 0."""
    return X0 + 66 + (X1 - X0 - 100) * max(0, cp) / scale


def heading(sheet: Sheet, view: View, scale: int, number: str) -> None:
    """The title of the game and the table's number above the CP Track, on the right or wherever a high stack of markers leaves
    room; where one stands in the middle, on both sides of it."""
    title, after = width(TITLE, "label", SMALLEST), width(number, "text", SMALLEST) if number else 0
    both = title + (18 + after if after else 0)
    stacks = [x for x, level, _ in stacked(view, scale) if level > 1]
    left, right = X0 + 12, X1 - 14
    room = (min(stacks, default=right) - CLEAR - left, right - max(stacks, default=left) - CLEAR)
    if not stacks or both <= max(room):
        x = left if stacks and room[1] < both else right - both
        sheet.text(x, TITLE_Y, TITLE, title, role="label")
        sheet.text(x + both, TITLE_Y, number, 120, role="text", fill=DIM, align="r")
        return
    wide = room[1] >= room[0]
    sheet.text(right if wide else left, TITLE_Y, TITLE, max(room), role="label", align="r" if wide else "l")
    sheet.text(left if wide else right, TITLE_Y, number, min(room), role="text", fill=DIM, align="l" if wide else "r")


def stacked(view: View, scale: int) -> list[tuple[float, int, Faction]]:
    """Where the markers of the factions are on the CP Track, and on which level: those that would overlap are stacked."""
    placed: list[tuple[float, int, Faction]] = []
    for side in sorted(view.sides, key=lambda one: (one.cp, one.seat)):
        x, level = at(side.cp, scale), 0
        while any(one == level and abs(x - other) < 2 * BEAD + 4 for other, one, _ in placed):
            level += 1
        placed.append((x, level, side.faction))
    return placed


def height(level: int) -> float:
    """The y of the middle of a marker."""
    return AXIS - 24 - BEAD - LEVEL * level


def markers(sheet: Sheet, view: View, scale: int) -> None:
    """The factions on the CP Track."""
    for x, level, faction in stacked(view, scale):
        sheet.put(bead(faction, BEAD), x, height(level))
