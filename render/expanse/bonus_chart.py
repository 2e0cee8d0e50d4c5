"""The bonus chart and the CP Track of The Expanse Board Game, on the free corner of the map."""

from __future__ import annotations

import math
from typing import NamedTuple

from engine.games.expanse.view import ChartRow, Faction, View
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
from render.kit.marks import OWN_ROW_MARK_PX, draw_own_mark
from render.kit.sheet import Sheet, fill_box
from render.kit.text import MIN_DATA_SIZE_PX, PHONE_DATA_SIZE_PX, Formatter, find_fitting_size, measure_width
from render.kit.theme import CREAM

CHART_LEFT_PX, CHART_RIGHT_PX = 616, 1142
CHART_TOP_PX, CELLS_TOP_PX, CELL_HEIGHT_PX = 602, 640, 80
TRACK_TOP_PX, AXIS_Y_PX = 730, 856
BOARD_TITLE, TITLE_MIDDLE_PX = "THE EXPANSE", TRACK_TOP_PX + 23
TITLE_CLEARANCE_PX = 18
"""The distance of the title from a stack of markers."""
MARKER_RADIUS_PX, MARKER_LEVEL_PX = 13, 27
PAST_SHARE, NEXT_SHARE = 0.75, 1.4
"""The widths of a space that has been paid and of the next one, as shares of the others."""
MIN_SCALE_CP, SCALE_STEP_CP = 30, 10
"""The least upper end of the scale, and the step in which it grows."""


class ChartCell(NamedTuple):
    """A space of the chart: the points of the places, and below them a Sector or, without one, a label."""

    points: str
    label: str
    sector: str
    is_past: bool
    is_next: bool


class ChartLayout(NamedTuple):
    """Everything in the corner except the markers of the factions."""

    title: str
    techs: str
    cells: tuple[ChartCell, ...]
    unit: str
    scale: int


def create_chart_layout(view: View, fmt: Formatter) -> ChartLayout:
    """Collect the chart and the scale of a view."""
    tech_count = phrases.count_techs(view)
    techs = ""
    if tech_count:
        techs = fmt(say("Techs {numerals}", numerals=" ".join(phrases.NUMERALS[:tech_count])))
    is_final_next = view.phase in ("final", "over")
    next_row = None if is_final_next else phrases.find_next_space(view)
    cells = [_create_cell(view, row, fmt, is_next=row is next_row) for row in view.chart]
    cells.append(ChartCell(_format_points(view.final), fmt(say("final")), "", is_past=False, is_next=is_final_next))
    most = max([MIN_SCALE_CP, *(side.cp for side in view.sides)])
    scale = -(-most // SCALE_STEP_CP) * SCALE_STEP_CP
    return ChartLayout(fmt(say("Bonus Sector")), techs, tuple(cells), fmt(say("CP")), scale)


def _create_cell(view: View, row: ChartRow, fmt: Formatter, *, is_next: bool) -> ChartCell:
    sector, label = row.sector, "–"
    if is_next:
        sector = row.sector or view.bonus
        if not sector:
            label = "?" if view.sealed else fmt(say("next"))
    return ChartCell(_format_points(row.points), label, sector or "", row.sector is not None, is_next)


def _format_points(points: tuple[int, ...]) -> str:
    return "·".join(map(str, points))


def draw_corner(sheet: Sheet, layout: ChartLayout, _: Formatter) -> None:
    """Draw the corner without the markers."""
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
    _draw_cells(sheet, layout.cells)
    sheet.text(CHART_LEFT_PX + 12, AXIS_Y_PX - 22, layout.unit, 50, fill=DIM_INK)
    for cp in range(0, layout.scale + 1, 10 if layout.scale <= 60 else 20):
        sheet.text(find_track_x(cp, layout.scale), AXIS_Y_PX, str(cp), 60, role="text", fill=DIM_INK, align="m")


def _draw_cells(sheet: Sheet, cells: tuple[ChartCell, ...]) -> None:
    """Draw the spaces: the next one is the largest, and those that have been paid have only the sign of their Sector."""
    shares = [PAST_SHARE if cell.is_past else NEXT_SHARE if cell.is_next else 1 for cell in cells]
    unit = (CHART_RIGHT_PX - CHART_LEFT_PX - 12) / sum(shares)
    left: float = CHART_LEFT_PX + 6
    for cell, share in zip(cells, shares, strict=True):
        width, x = unit * share, left + unit * share / 2
        sheet.put(_draw_space(left % 1, width, is_next=cell.is_next), math.floor(left), CELLS_TOP_PX)
        left += width
        if cell.is_past:
            sheet.put(draw_sector_sign(cell.sector, DIM_INK, CARD_COLOUR), x, CELLS_TOP_PX + CELL_HEIGHT_PX / 2)
            continue
        size = find_fitting_size(cell.points, "bold", PHONE_DATA_SIZE_PX, int(width - 8))
        sheet.text(x, CELLS_TOP_PX + 24, cell.points, width - 8, size=size, align="m")
        sheet.list_mark(x, CELLS_TOP_PX + 23, "bonus-points")
        if cell.is_next:
            sheet.list_mark(x, CELLS_TOP_PX + 60, "next-bonus")
        if cell.sector:
            sheet.put(draw_sector_sign(cell.sector, CREAM, CARD_COLOUR), x, CELLS_TOP_PX + 62)
        else:
            sheet.text(x, CELLS_TOP_PX + 61, cell.label, width - 8, fill=CREAM if cell.is_next else DIM_INK, align="m")


@cached_sprite
def _draw_space(start: float, width: float, *, is_next: bool) -> Sprite:
    """Draw a space of the chart that begins at a fraction of a pixel; the anchor is its top left corner."""
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
    """Draw the CP Track without words, and the line above it; the anchor is its top left corner."""
    track_width, axis = CHART_RIGHT_PX - CHART_LEFT_PX, AXIS_Y_PX - 19 - TRACK_TOP_PX + 8
    c = Canvas((track_width, MAP_BOTTOM_PX - TRACK_TOP_PX), PANEL_COLOUR, BASE_SCALE)
    c.line([(0, 5), (track_width, 5)], SPACE_COLOUR, 3)
    c.line(
        [(find_track_x(0, scale) - CHART_LEFT_PX, axis), (find_track_x(scale, scale) - CHART_LEFT_PX, axis)],
        ORBIT_LINE_COLOUR,
        3,
    )
    for cp in range(0, scale + 1, 1 if scale <= 60 else 5):
        if cp % 10:
            x = find_track_x(cp, scale) - CHART_LEFT_PX
            c.line([(x, axis), (x, axis + (12 if cp % 5 == 0 else 6))], ORBIT_LINE_COLOUR, 2)
    return c.full_sprite()


def find_track_x(cp: int, scale: int) -> float:
    """Return the x of an amount of CP; a debt is drawn at 0."""
    return CHART_LEFT_PX + 66 + (CHART_RIGHT_PX - CHART_LEFT_PX - 100) * max(0, cp) / scale


def draw_heading(sheet: Sheet, view: View, scale: int, number: str) -> None:
    """Write the title of the game and the table's number above the CP Track.

    Both stand on the right, or on the left if a high stack of markers is in the way there. A stack in the middle separates
    them: the title takes the wider side.
    """
    title_width, number_width = (
        measure_width(BOARD_TITLE, "label", MIN_DATA_SIZE_PX),
        measure_width(number, "text", MIN_DATA_SIZE_PX) if number else 0,
    )
    total_width = title_width + (18 + number_width if number_width else 0)
    stacks = [x for x, level, _ in find_marker_places(view, scale) if level > 1]
    left, right = CHART_LEFT_PX + 12, CHART_RIGHT_PX - 14
    left_width = min(stacks, default=right) - TITLE_CLEARANCE_PX - left
    right_width = right - max(stacks, default=left) - TITLE_CLEARANCE_PX
    y = TITLE_MIDDLE_PX
    if not stacks or total_width <= max(left_width, right_width):
        x = left if stacks and right_width < total_width else right - total_width
        sheet.text(x, y, BOARD_TITLE, title_width, role="label")
        sheet.text(x + total_width, y, number, 120, role="text", fill=DIM_INK, align="r")
    elif right_width >= left_width:
        sheet.text(right, y, BOARD_TITLE, right_width, role="label", align="r")
        sheet.text(left, y, number, left_width, role="text", fill=DIM_INK, align="l")
    else:
        sheet.text(left, y, BOARD_TITLE, left_width, role="label", align="l")
        sheet.text(right, y, number, right_width, role="text", fill=DIM_INK, align="r")


def find_marker_places(view: View, scale: int) -> list[tuple[float, int, Faction]]:
    """List the x, level and faction of each marker on the CP Track; markers that would overlap are stacked."""
    places: list[tuple[float, int, Faction]] = []
    for side in sorted(view.sides, key=lambda side: (side.cp, side.seat)):
        x = find_track_x(side.cp, scale)
        used = {level for other_x, level, _ in places if abs(x - other_x) < 2 * MARKER_RADIUS_PX + 4}
        level = 0
        while level in used:
            level += 1
        places.append((x, level, side.faction))
    return places


def find_level_y(level: int) -> float:
    """Return the y of the centre of a marker on a level."""
    return AXIS_Y_PX - 24 - MARKER_RADIUS_PX - MARKER_LEVEL_PX * level


def draw_markers(sheet: Sheet, view: View, scale: int) -> None:
    """Draw the markers of the factions on the CP Track."""
    own_faction = next((side.faction for side in view.sides if side.seat == view.viewer), None)
    for x, level, faction in find_marker_places(view, scale):
        sheet.put(draw_track_marker(faction, MARKER_RADIUS_PX), x, find_level_y(level))
        if faction == own_faction and not level:  # above a higher marker there is the title
            sheet.put(draw_own_mark(OWN_ROW_MARK_PX), x, find_level_y(level) - MARKER_RADIUS_PX)
