"""The bonus chart and the CP Track of The Expanse Board Game, on the free corner of the map."""

from __future__ import annotations

import math
from typing import NamedTuple

from engine.games.expanse.view import Faction, View
from engine.kernel.text import say
from render.expanse import phrases
from render.expanse.layout import MAP_BOTTOM_PX
from render.expanse.pieces import (
    CARD_COLOUR,
    DIM_INK,
    FOCUS_COLOUR,
    ORBIT_LINE_COLOUR,
    PANEL_COLOUR,
    SPACE_COLOUR,
    draw_sector_sign,
    draw_track_marker,
)
from render.kit.cache import cached_sprite
from render.kit.canvas import BASE_SCALE, Canvas, Sprite
from render.kit.sheet import Sheet, fill_box
from render.kit.text import MIN_DATA_SIZE_PX, Formatter, measure_width
from render.kit.theme import CREAM

CHART_LEFT_PX, CHART_RIGHT_PX = 616, 1142
CHART_TOP_PX, CELLS_TOP_PX, CELL_HEIGHT_PX = 592, 628, 68
TRACK_TOP_PX, AXIS_Y_PX = 704, 822
BOARD_TITLE, TITLE_MIDDLE_PX = "THE EXPANSE", TRACK_TOP_PX + 23
TITLE_CLEARANCE_PX = 18
"""The distance of the title from a stack of markers."""
MARKER_RADIUS_PX, MARKER_LEVEL_PX = 11.5, 24
MIN_SCALE_CP, SCALE_STEP_CP = 30, 10
"""The lowest end of the scale, and the step in which it grows."""


class ChartCell(NamedTuple):
    """A space of the chart: the points of the places, the label below them and the Sector that is shown instead, whether it is
    past, and whether it is next."""

    points: str
    label: str
    sector: str
    is_past: bool
    is_next: bool


class ChartLayout(NamedTuple):
    """What the corner shows, except the markers of the factions."""

    title: str
    techs: str
    cells: tuple[ChartCell, ...]
    unit: str
    scale: int


def create_chart_layout(view: View, fmt: Formatter) -> ChartLayout:
    """The chart and the scale for a view."""
    force = phrases.count_techs(view)
    numerals = " ".join(phrases.NUMERALS[:force])
    techs = fmt(say("Techs {numerals}", numerals=numerals)) if force else ""
    last = view.phase in ("final", "over")
    coming = None if last else phrases.find_next_space(view)
    cells = []
    for row in view.chart:
        now = row is coming
        word = row.sector or (view.bonus if now else None)
        below = "–" if word or not now else "?" if view.sealed else fmt(say("next"))
        cells.append(ChartCell("·".join(map(str, row.points)), below, word or "", row.sector is not None, now))
    cells.append(ChartCell("·".join(map(str, view.final)), fmt(say("final")), "", is_past=False, is_next=last))
    most = max([MIN_SCALE_CP, *(side.cp for side in view.sides)])
    return ChartLayout(
        fmt(say("Bonus Sector")), techs, tuple(cells), fmt(say("CP")), -(-most // SCALE_STEP_CP) * SCALE_STEP_CP
    )


def draw_corner(sheet: Sheet, layout: ChartLayout, _: Formatter) -> None:
    """The corner without the markers."""
    cell = (CHART_RIGHT_PX - CHART_LEFT_PX - 12) / len(layout.cells)
    fill_box(sheet.image, PANEL_COLOUR, (CHART_LEFT_PX, CHART_TOP_PX, CHART_RIGHT_PX, TRACK_TOP_PX - 8))
    sheet.put(_draw_track(layout.scale), CHART_LEFT_PX, TRACK_TOP_PX - 8)
    taken = sheet.text(CHART_RIGHT_PX - 12, CHART_TOP_PX + 18, layout.techs, 300, role="text", align="r")
    sheet.text(
        CHART_LEFT_PX + 12,
        CHART_TOP_PX + 18,
        layout.title,
        CHART_RIGHT_PX - CHART_LEFT_PX - 24 - taken - 16,
        fill=DIM_INK,
    )
    for k, one in enumerate(layout.cells):
        left, x = CHART_LEFT_PX + 6 + k * cell, CHART_LEFT_PX + 6 + (k + 0.5) * cell
        sheet.put(_draw_space(left % 1, cell, is_next=one.is_next), math.floor(left), CELLS_TOP_PX)
        bright = one.is_past or one.is_next
        sheet.text(x, CELLS_TOP_PX + 20, one.points, cell - 4, fill=DIM_INK if one.is_past else CREAM, align="m")
        if one.sector:
            sheet.put(draw_sector_sign(one.sector, CREAM, CARD_COLOUR), x, CELLS_TOP_PX + 53)
        else:
            sheet.text(x, CELLS_TOP_PX + 52, one.label, cell - 4, fill=CREAM if bright else DIM_INK, align="m")
    sheet.text(CHART_LEFT_PX + 12, AXIS_Y_PX - 22, layout.unit, 50, fill=DIM_INK)
    for v in range(0, layout.scale + 1, 10 if layout.scale <= 60 else 20):
        sheet.text(find_track_x(v, layout.scale), AXIS_Y_PX, str(v), 60, role="text", fill=DIM_INK, align="m")


@cached_sprite
def _draw_space(start: float, width: float, *, is_next: bool) -> Sprite:
    """A space of the chart that begins in a part of a pixel; anchored at its top left corner."""
    c = Canvas((math.ceil(start + width), CELL_HEIGHT_PX), PANEL_COLOUR, BASE_SCALE)
    c.rect(
        start + 2,
        0,
        start + width - 2,
        CELL_HEIGHT_PX,
        CARD_COLOUR,
        radius=9,
        edge=FOCUS_COLOUR if is_next else None,
        width=3 if is_next else 0,
    )
    whole = c.finish()
    return Sprite(whole.crop((2, 0, math.ceil(start + width) - 2, CELL_HEIGHT_PX)), -2, 0)


@cached_sprite
def _draw_track(scale: int) -> Sprite:
    """The CP Track without words, and the line above it; anchored at its top left corner."""
    wide, axis = CHART_RIGHT_PX - CHART_LEFT_PX, AXIS_Y_PX - 19 - TRACK_TOP_PX + 8
    c = Canvas((wide, MAP_BOTTOM_PX - TRACK_TOP_PX), PANEL_COLOUR, BASE_SCALE)
    c.line([(0, 5), (wide, 5)], SPACE_COLOUR, 3)
    c.line(
        [(find_track_x(0, scale) - CHART_LEFT_PX, axis), (find_track_x(scale, scale) - CHART_LEFT_PX, axis)],
        ORBIT_LINE_COLOUR,
        3,
    )
    for v in range(0, scale + 1, 1 if scale <= 60 else 5):
        if v % 10:
            x = find_track_x(v, scale) - CHART_LEFT_PX
            c.line([(x, axis), (x, axis + (12 if v % 5 == 0 else 6))], ORBIT_LINE_COLOUR, 2)
    return c.full_sprite()


def find_track_x(cp: int, scale: int) -> float:
    """The x of so many CP; debts are drawn at 0."""
    return CHART_LEFT_PX + 66 + (CHART_RIGHT_PX - CHART_LEFT_PX - 100) * max(0, cp) / scale


def draw_heading(sheet: Sheet, view: View, scale: int, number: str) -> None:
    """The title of the game and the table's number above the CP Track, on the right or wherever a high stack of markers leaves
    room; where one stands in the middle, on both sides of it."""
    title, after = (
        measure_width(BOARD_TITLE, "label", MIN_DATA_SIZE_PX),
        measure_width(number, "text", MIN_DATA_SIZE_PX) if number else 0,
    )
    both = title + (18 + after if after else 0)
    stacks = [x for x, level, _ in find_marker_places(view, scale) if level > 1]
    left, right = CHART_LEFT_PX + 12, CHART_RIGHT_PX - 14
    room = (
        min(stacks, default=right) - TITLE_CLEARANCE_PX - left,
        right - max(stacks, default=left) - TITLE_CLEARANCE_PX,
    )
    if not stacks or both <= max(room):
        x = left if stacks and room[1] < both else right - both
        sheet.text(x, TITLE_MIDDLE_PX, BOARD_TITLE, title, role="label")
        sheet.text(x + both, TITLE_MIDDLE_PX, number, 120, role="text", fill=DIM_INK, align="r")
        return
    wide = room[1] >= room[0]
    sheet.text(
        right if wide else left, TITLE_MIDDLE_PX, BOARD_TITLE, max(room), role="label", align="r" if wide else "l"
    )
    sheet.text(
        left if wide else right,
        TITLE_MIDDLE_PX,
        number,
        min(room),
        role="text",
        fill=DIM_INK,
        align="l" if wide else "r",
    )


def find_marker_places(view: View, scale: int) -> list[tuple[float, int, Faction]]:
    """Where the markers of the factions are on the CP Track, and on which level: those that would overlap are stacked."""
    placed: list[tuple[float, int, Faction]] = []
    for side in sorted(view.sides, key=lambda one: (one.cp, one.seat)):
        x, level = find_track_x(side.cp, scale), 0
        while any(one == level and abs(x - other) < 2 * MARKER_RADIUS_PX + 4 for other, one, _ in placed):
            level += 1
        placed.append((x, level, side.faction))
    return placed


def find_level_y(level: int) -> float:
    """The y of the middle of a marker."""
    return AXIS_Y_PX - 24 - MARKER_RADIUS_PX - MARKER_LEVEL_PX * level


def draw_markers(sheet: Sheet, view: View, scale: int) -> None:
    """The factions on the CP Track."""
    for x, level, faction in find_marker_places(view, scale):
        sheet.put(draw_track_marker(faction, MARKER_RADIUS_PX), x, find_level_y(level))
