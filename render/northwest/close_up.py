"""A part of the chart of Expedition: Northwest Passage for small screens, with the seat to move and the round."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from engine.games.northwest.view import View
from engine.kernel.text import say
from render.kit.banner import write_headline
from render.kit.canvas import Point
from render.kit.prompt import measure_prompt, write_prompt
from render.kit.scene import Scene
from render.kit.seats import draw_seat_badge
from render.kit.sheet import Sheet
from render.kit.text import Box, Formatter
from render.kit.theme import CREAM, GOLD, INK, NAVY, PAPER
from render.northwest import phrases, strip
from render.northwest.layout import CHART_LEFT_PX, CHART_TOP_PX, ROW_LETTERS, BoardLayout, SpotPlaces
from render.northwest.pieces import draw_crystal

SHOWN_COLUMNS, SHOWN_ROWS = 8, 6
HEADER_HEIGHT_PX, SCALE_HEIGHT_PX, FOOT_HEIGHT_PX = 60, 44, 52
"""The heights of the head, the scale, and a foot without a question."""
MARKET_SPOT_PREFIXES = ("market-", "small-")
"""The spots that are marked in the market and not on the chart."""


def compose_close_up(scene: Scene, board: Sheet, layout: BoardLayout, window: Box, fmt: Formatter) -> Sheet:
    """Compose a part of the board, and the market."""
    view: View = scene.view
    wide, high = window[2] - window[0], window[3] - window[1]
    left, top = (window[0] - CHART_LEFT_PX) // layout.side, (window[1] - CHART_TOP_PX) // layout.side
    foot = HEADER_HEIGHT_PX + max(SCALE_HEIGHT_PX + high, strip.SIDE_MARKET_HEIGHT_PX) + 6
    market = SCALE_HEIGHT_PX + wide + 14
    width = market + strip.SIDE_MARKET_WIDTH_PX
    foot_height = measure_prompt(scene, fmt, width, phrases.describe_resources(view)) or FOOT_HEIGHT_PX
    sheet = Sheet(Image.new("RGB", (width, foot + foot_height), PAPER))
    inner_left, inner_top = SCALE_HEIGHT_PX, HEADER_HEIGHT_PX + SCALE_HEIGHT_PX
    sheet.image.paste(INK, (inner_left - 3, inner_top - 3, inner_left + wide + 3, inner_top + high + 3))
    sheet.paste_part(board.crop_part(window), inner_left, inner_top)
    middle = HEADER_HEIGHT_PX + SCALE_HEIGHT_PX / 2
    for k in range(wide // layout.side):
        x_middle = inner_left + (k + 0.5) * layout.side
        sheet.text(x_middle, middle, str(left + k + 1), layout.side, role="label", fill=INK, align="m")
    middle = SCALE_HEIGHT_PX / 2
    for k in range(high // layout.side):
        y_middle = inner_top + (k + 0.5) * layout.side - 2
        sheet.text(middle, y_middle, ROW_LETTERS[top + k], SCALE_HEIGHT_PX, role="label", fill=INK, align="m")
    _draw_head(sheet, scene, fmt)
    strip.draw_side_market(sheet, scene, fmt, market, HEADER_HEIGHT_PX + 8)
    sheet.image.paste(NAVY, (0, foot, *sheet.image.size))
    if scene.prompt:
        write_prompt(sheet, scene, fmt, (0, foot, *sheet.image.size), phrases.describe_resources(view))
    else:
        _draw_foot(sheet, view, fmt, foot)
    return sheet


def find_window(scene: Scene, layout: BoardLayout, spots: SpotPlaces) -> Box | None:
    """Find the part of the board with every marked spot, or else round the viewer's ship or the ship to move.

    None if the spots are too far apart.
    """
    view: View = scene.view
    points: list[Point] = []
    for spot in scene.marks:
        if spot.startswith(MARKET_SPOT_PREFIXES):
            continue
        point = _find_mark(spot, layout, spots)
        if point is None:
            return None
        points.append(point)
    if not points:
        ship = spots.get(f"ship-{view.viewer}") or spots.get(f"ship-{view.to_move}")
        points.append(ship[0] if ship else layout.find_middle(view.greenland[0]))
    column = _find_first_square([x - CHART_LEFT_PX for x, _ in points], layout.side, SHOWN_COLUMNS, layout.columns)
    row = _find_first_square([y - CHART_TOP_PX for _, y in points], layout.side, SHOWN_ROWS, layout.rows)
    if column is None or row is None:
        return None
    left, top = CHART_LEFT_PX + column * layout.side, CHART_TOP_PX + row * layout.side
    columns, rows = min(SHOWN_COLUMNS, layout.columns), min(SHOWN_ROWS, layout.rows)
    return left, top, left + columns * layout.side, top + rows * layout.side


def _find_mark(spot: str, layout: BoardLayout, spots: SpotPlaces) -> Point | None:
    """Find the middle of a marked spot; None if it is not on the chart."""
    if spot in spots:
        return spots[spot][0]
    cell = layout.find_square(spot.partition("-")[0])
    return layout.find_middle(cell) if cell else None


def _find_first_square(marks_px: Sequence[float], side: int, shown: int, total: int) -> int | None:
    """Find the first of `shown` squares of `total` with all marks in their middle; None if the marks do not fit."""
    nearest, farthest = min(marks_px) / side, max(marks_px) / side
    if farthest // 1 - nearest // 1 >= shown:
        return None
    first = round((nearest + farthest - shown) / 2)
    return min(max(0, first), max(0, total - shown))


def _draw_head(sheet: Sheet, scene: Scene, fmt: Formatter) -> None:
    """Draw the headline and the round."""
    view: View = scene.view
    wide = sheet.image.width
    sheet.image.paste(GOLD, (0, 0, wide, HEADER_HEIGHT_PX))
    x, seats = 12, view.winners if view.ended else scene.winners or phrases.list_acting_seats(scene)
    if len(seats) == 1:
        sheet.put(draw_seat_badge(seats[0], 42, GOLD), 34, HEADER_HEIGHT_PX / 2)
        x = 66
    taken = sheet.text(wide - 12, HEADER_HEIGHT_PX / 2, f"{view.sun.round} / {view.rounds}", 110, fill=INK, align="r")
    width = wide - 12 - taken - 20 - x
    write_headline(sheet, x, HEADER_HEIGHT_PX / 2 - 1, phrases.format_headline(scene), width, fmt, size=40, min_size=39)


def _draw_foot(sheet: Sheet, view: View, fmt: Formatter, y: int) -> None:
    """Draw the ice now and next."""
    wide = sheet.image.width
    middle = y + FOOT_HEIGHT_PX / 2
    sheet.put(draw_crystal(34, CREAM), 26, middle)
    label = phrases.describe_ice(view.sun.frozen_rows)
    if view.suns and not view.ended:
        label = say("{ice}; next: {next}", ice=label, next=phrases.describe_ice_reach(view.suns[0].frozen_rows))
    sheet.text(52, middle, fmt(label), wide - 60)
