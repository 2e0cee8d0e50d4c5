"""The bonus chart and the CP Track of The Expanse Board Game, on the free corner of the map."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engine.games.expanse.view import View
from engine.kernel.text import say
from render.expanse import words as words_of
from render.expanse.layout import BOTTOM
from render.expanse.pieces import CARD, DIM, EDGE, FOCUS, PANEL, SPACE, bead
from render.kit.canvas import SHARP, Canvas
from render.kit.sheet import Sheet
from render.kit.text import Voice
from render.kit.theme import CREAM

X0, X1 = 616, 1142
TOP, CELLS, CELL_H = 592, 628, 68
TRACK, AXIS = 704, 822
BEAD, LEVEL = 11.5, 24
LEAST, STEP = 30, 10
"""The least end of the scale, and the steps in which it grows."""


class Cell(NamedTuple):
    """A space of the chart: points for the places, the words below them, whether it is past, and whether it is next."""

    points: str
    below: str
    past: bool
    now: bool


class PanelLayout(NamedTuple):
    """What the corner shows but for the markers of the factions."""

    title: str
    techs: str
    cells: tuple[Cell, ...]
    unit: str
    scale: int


def panel_layout(view: View, voice: Voice) -> PanelLayout:
    """The chart and the scale for a view."""
    force = words_of.techs(view)
    numerals = " ".join(words_of.NUMERALS[:force])
    techs = voice(say("Techs {numerals} in force", numerals=numerals)) if force else ""
    last = view.phase in ("final", "over")
    names = {one.word: one.name for one in view.sectors}
    coming = None if last else words_of.coming(view)
    cells = []
    for row in view.chart:
        now = row is coming
        word = row.sector or (view.bonus if now else None)
        if word:
            below = voice(words_of.sector(word, names[word]))
        else:
            below = "?" if now and view.sealed else voice(say("next")) if now else "–"
        cells.append(Cell("·".join(map(str, row.points)), below, row.sector is not None, now))
    cells.append(Cell("·".join(map(str, view.final)), voice(say("final")), past=False, now=last))
    most = max([LEAST, *(side.cp for side in view.sides)])
    return PanelLayout(voice(say("Bonus Sector")), techs, tuple(cells), voice(say("CP")), -(-most // STEP) * STEP)


@lru_cache(maxsize=8)
def corner(where: PanelLayout) -> Sheet:
    """All but the markers; its place is (X0, TOP)."""
    wide = X1 - X0
    c = Canvas((wide, BOTTOM - 8 - TOP), PANEL, SHARP)
    cell, cells, axis = (wide - 12) / len(where.cells), CELLS - TOP, AXIS - 19 - TOP
    for k, one in enumerate(where.cells):
        x = 6 + k * cell
        edge = FOCUS if one.now else None
        c.rect(x + 2, cells, x + cell - 2, cells + CELL_H, CARD, radius=9, edge=edge, width=3 if edge else 0)
    c.line([(0, TRACK - 3 - TOP), (wide, TRACK - 3 - TOP)], SPACE, 3)
    c.line([(at(0, where.scale) - X0, axis), (at(where.scale, where.scale) - X0, axis)], EDGE, 3)
    for v in range(0, where.scale + 1, 1 if where.scale <= 60 else 5):
        if v % 10:
            x = at(v, where.scale) - X0
            c.line([(x, axis), (x, axis + (12 if v % 5 == 0 else 6))], EDGE, 2)
    sheet = Sheet(c.finish())
    taken = sheet.words(wide - 12, 18, where.techs, 270, size=33, role="text", side="r")
    sheet.words(12, 18, where.title, wide - 24 - taken - 16, size=34, fill=DIM)
    for k, one in enumerate(where.cells):
        x = 6 + (k + 0.5) * cell
        bright = one.past or one.now
        sheet.words(x, cells + 20, one.points, cell - 8, size=33, fill=DIM if one.past else CREAM, side="m")
        sheet.words(x, cells + 50, one.below, cell - 8, size=33, fill=CREAM if bright else DIM, side="m")
    sheet.words(12, AXIS - 22 - TOP, where.unit, 44, size=34, fill=DIM)
    for v in range(0, where.scale + 1, 10 if where.scale <= 60 else 20):
        sheet.words(at(v, where.scale) - X0, AXIS - TOP, str(v), 56, size=33, role="text", fill=DIM, side="m")
    return sheet


def at(cp: int, scale: int) -> float:
    """The x of so many CP; there is no less than none."""
    return X0 + 66 + (X1 - X0 - 100) * max(0, cp) / scale


def markers(sheet: Sheet, view: View, scale: int) -> None:
    """The factions on the CP Track; those that would lie on each other are stacked."""
    placed: list[tuple[float, int]] = []
    for side in sorted(view.sides, key=lambda one: (one.cp, one.seat)):
        x, level = at(side.cp, scale), 0
        while any(one == level and abs(x - other) < 2 * BEAD + 4 for other, one in placed):
            level += 1
        placed.append((x, level))
        sheet.put(bead(side.faction, BEAD), x, AXIS - 24 - BEAD - LEVEL * level)
