"""A part of the chart of Expedition: Northwest Passage for small screens, with the seat to move and the round."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from PIL import Image

from engine.games.northwest.view import View
from engine.kernel.text import say
from render.kit.banner import CROP_HEADLINE_SIZE_PX, write_headline
from render.kit.canvas import Point
from render.kit.prompt import measure_prompt, write_prompt
from render.kit.scene import Scene
from render.kit.seats import draw_seat_badge
from render.kit.sheet import Sheet
from render.kit.text import Box, Formatter
from render.kit.theme import CREAM, GOLD, INK, NAVY, PAPER
from render.northwest import phrases, strip
from render.northwest.layout import (
    CHART_LEFT_PX,
    CHART_TOP_PX,
    DESIGN_SIDE_PX,
    ROW_LETTERS,
    BoardLayout,
    SpotPlaces,
)
from render.northwest.pieces import draw_crystal

MIN_COLUMNS, MAX_COLUMNS, MIN_ROWS, MAX_ROWS = 9, 12, 3, 6
"""The shown squares: a part with few of them is shown larger."""
HEADER_HEIGHT_PX, SCALE_PX, EDGE_PX, FOOT_HEIGHT_PX = 56, 40, 10, 50
"""The heights of the head, the scale, and a foot without a question; the width of the scale and of the opposite edge."""
MIN_ASPECT = 1.5
"""The least width of a part over its height, if the marks allow that."""
MARKET_SPOT_PREFIXES = ("market-", "small-")
"""The spots that are marked in the market and not on the chart."""


def compose_close_up(scene: Scene, board: Sheet, layout: BoardLayout, window: Box, fmt: Formatter) -> Sheet:
    """Compose a part of the board and, unless all marks are on the chart, the market."""
    view: View = scene.view
    wide, high = window[2] - window[0], window[3] - window[1]
    left, top = (window[0] - CHART_LEFT_PX) // layout.side, (window[1] - CHART_TOP_PX) // layout.side
    width, foot = _measure_part(scene, wide, high)
    resources = phrases.describe_resources(view)
    foot_height = measure_prompt(scene, fmt, width, resources) or FOOT_HEIGHT_PX
    sheet = Sheet(Image.new("RGB", (width, foot + foot_height), PAPER))
    inner_left, inner_top = SCALE_PX, HEADER_HEIGHT_PX + SCALE_PX
    sheet.image.paste(INK, (inner_left - 3, inner_top - 3, inner_left + wide + 3, inner_top + high + 3))
    sheet.paste_part(board.crop_part(window), inner_left, inner_top)
    for k in range(wide // layout.side):
        x_middle, y_middle = inner_left + (k + 0.5) * layout.side, HEADER_HEIGHT_PX + SCALE_PX / 2
        sheet.text(x_middle, y_middle, str(left + k + 1), layout.side, role="label", fill=INK, align="m")
    for k in range(high // layout.side):
        y_middle = inner_top + (k + 0.5) * layout.side - 2
        sheet.text(SCALE_PX / 2, y_middle, ROW_LETTERS[top + k], SCALE_PX, role="label", fill=INK, align="m")
    _draw_head(sheet, scene, fmt)
    below = inner_top + high + EDGE_PX
    if _offers_tiles(scene):
        strip.draw_slots(sheet, scene, EDGE_PX, below, width - EDGE_PX)
    elif not scene.marks:
        strip.draw_low_market(sheet, scene, EDGE_PX, below, width - EDGE_PX)
    sheet.image.paste(NAVY, (0, foot, *sheet.image.size))
    if scene.prompt:
        write_prompt(sheet, scene, fmt, (0, foot, *sheet.image.size), resources)
    else:
        _draw_foot(sheet, view, fmt, foot)
    return sheet


def _offers_tiles(scene: Scene) -> bool:
    """Return whether tiles of the market can be chosen."""
    return any(spot.startswith(MARKET_SPOT_PREFIXES) for spot in scene.marks)


def _measure_part(scene: Scene, wide: int, high: int) -> tuple[int, int]:
    """Return the width of a picture of this part of the chart, and its height without a foot.

    The market is below the part unless all marks are on the chart.
    """
    height = HEADER_HEIGHT_PX + SCALE_PX + high + 6
    if _offers_tiles(scene):
        height += strip.SLOTS_HEIGHT_PX
    elif not scene.marks:
        height += strip.LOW_MARKET_HEIGHT_PX
    return SCALE_PX + wide + EDGE_PX, height


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
    for columns, rows in _list_sizes(scene, layout):
        column = _find_first_square([x - CHART_LEFT_PX for x, _ in points], layout.side, columns, layout.columns)
        row = _find_first_square([y - CHART_TOP_PX for _, y in points], layout.side, rows, layout.rows)
        if column is not None and row is not None:
            left, top = CHART_LEFT_PX + column * layout.side, CHART_TOP_PX + row * layout.side
            return left, top, left + columns * layout.side, top + rows * layout.side
    return None


def _list_sizes(scene: Scene, layout: BoardLayout) -> list[tuple[int, int]]:
    """List the columns and rows that a part may have, the best first.

    Of the parts as wide as wanted the one with the fewest columns is shown largest. The others are shown with margins.
    """
    wanted = max(scene.min_aspect, MIN_ASPECT)
    min_columns, max_rows = min(MIN_COLUMNS, layout.columns), min(MAX_ROWS, layout.rows)
    max_columns = min(MAX_COLUMNS * DESIGN_SIDE_PX // layout.side, layout.columns)
    if not scene.marks or _offers_tiles(scene):  # the market needs the width
        min_columns = max_columns
    ranked: list[tuple[float, float, tuple[int, int]]] = []
    for size in product(range(min_columns, max_columns + 1), range(min(MIN_ROWS, layout.rows), max_rows + 1)):
        width, height = _measure_part(scene, size[0] * layout.side, size[1] * layout.side)
        aspect = width / (height + FOOT_HEIGHT_PX)
        if aspect >= wanted:
            ranked.append((size[0], -size[1], size))
        else:
            ranked.append((MAX_COLUMNS + layout.columns, -aspect, size))
    return [size for *_, size in sorted(ranked)]


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
    headline, y = phrases.format_headline(scene), HEADER_HEIGHT_PX / 2 - 1
    write_headline(sheet, x, y, headline, width, fmt, size=CROP_HEADLINE_SIZE_PX)


def _draw_foot(sheet: Sheet, view: View, fmt: Formatter, y: int) -> None:
    """Draw the ice now and next, and the number of large tiles in the bag."""
    right, middle = sheet.image.width - 12, y + FOOT_HEIGHT_PX / 2
    right -= 16 + sheet.text(right, middle, f"{fmt(say('bag'))} {view.bag}", 150, role="text", align="r")
    sheet.put(draw_crystal(34, CREAM), 26, middle)
    label = phrases.describe_ice(view.sun.frozen_rows)
    if view.suns and not view.ended:
        label = say("{ice}; next: {next}", ice=label, next=phrases.describe_ice_reach(view.suns[0].frozen_rows))
    sheet.text(52, middle, fmt(label), right - 52)
