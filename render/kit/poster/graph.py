"""The graph of a poster: a line for each seat, from the first page to the last."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from render.kit.canvas import Canvas, Point, Sprite
from render.kit.poster import PosterPage
from render.kit.sheet import Sheet
from render.kit.text import PHONE_DATA_SIZE_PX, measure_width
from render.kit.theme import INK, Colour, mix_colours

LABEL_SIZE_PX = PHONE_DATA_SIZE_PX
"""The size of the figures."""
LABEL_SPACING_PX = 88
"""The least average distance between two figures of the clock."""
LINE_WIDTH_PX = 6
"""The width of a line without its rims. Each line is drawn so far above the one listed before it: equal ones lie side by side."""
LEFT_MARGIN_PX, BOTTOM_MARGIN_PX, RIGHT_MARGIN_PX = 86, 66, 84
"""The margins for figures on the left, for the clock below, and for the badges on the right."""


class GraphLine(NamedTuple):
    """The line of a seat: its colour, and the sign that stands at its end."""

    seat: int
    colour: Colour
    sign: Sprite


class GraphStyle(NamedTuple):
    """The colours of a graph: its ground, words, guide lines, and the rim of every line."""

    ground: Colour
    ink: Colour
    guide: Colour
    rim: Colour = INK


class _Axes(NamedTuple):
    """The edges of a graph's area in pixels, where each page lies between left (0) and right (1), and the values at the edges."""

    left: int
    right: int
    top: int
    bottom: int
    page_shares: Sequence[float]
    low: int
    most: int

    def find_x(self, k: int) -> float:
        """Return the x of a page."""
        return self.left + (self.right - self.left) * self.page_shares[k]

    def find_y(self, value: float) -> float:
        """Return the y of a value."""
        return self.bottom - (self.bottom - self.top) * (value - self.low) / (self.most - self.low)

    def find_point(self, k: int, value: float) -> Point:
        """Return the place of a value on a page."""
        return self.find_x(k), self.find_y(value)


def draw_graph(
    sheet: Sheet,
    pages: Sequence[PosterPage],
    lines: Sequence[GraphLine],
    box: tuple[int, int, int, int],
    style: GraphStyle,
    *,
    ticks: dict[int, str] | None = None,
    left_margin: int = LEFT_MARGIN_PX,
    sign_gap: int = 62,
) -> None:
    """Draw the lines of all seats into a box (left, top, right, bottom), those listed last on top.

    `ticks` are the figures at the side with their words (by default zero and the extremes); below, the clock of the pages.
    """
    left, top, right, bottom = box
    values = {0}
    for page in pages:
        values.update(page.points)
    values.update(ticks or ())
    low, most = min(values), max(1, *values)
    if ticks is None:
        ticks = {value: str(value).replace("-", "−") for value in (low, 0, most)}
    axes = _Axes(
        left=left_margin,
        right=right - left - RIGHT_MARGIN_PX,
        top=26,
        bottom=bottom - top - BOTTOM_MARGIN_PX,
        page_shares=_share_out_pages(pages),
        low=low,
        most=most,
    )
    hours = _select_hours(pages, (axes.right - axes.left) // LABEL_SPACING_PX)
    c = Canvas((right - left, bottom - top), style.ground)
    _draw_guides(c, axes, [k for k, _ in hours], ticks, style.guide)
    for n, line in enumerate(lines):
        by = ((len(lines) - 1) / 2 - n) * LINE_WIDTH_PX
        way = _build_steps([axes.find_point(k, page.points[line.seat]) for k, page in enumerate(pages)], by)
        if way:
            c.bar(way, style.rim, LINE_WIDTH_PX + 4)
            c.bar(way, line.colour, LINE_WIDTH_PX)
    sheet.image.paste(c.finish(), (left, top))
    tick_heights = {value: axes.find_y(value) for value in ticks}
    for value, y in _spread_heights(tick_heights, LABEL_SIZE_PX + 3, (axes.top - 8, axes.bottom + 14)).items():
        x = left + axes.left - 14
        sheet.text(x, top + y, ticks[value], left_margin - 16, size=LABEL_SIZE_PX, fill=style.ink, align="r")
    _write_hours(sheet, axes, hours, (left, top), style.ink)
    if not pages:
        return
    signs = {line.seat: line.sign for line in lines}
    last_heights = {seat: axes.find_y(pages[-1].points[seat]) for seat in signs}
    for seat, y in _spread_heights(last_heights, sign_gap, (axes.top, axes.bottom)).items():
        sheet.put(signs[seat], left + axes.right + 44, top + y)


def _share_out_pages(pages: Sequence[PosterPage]) -> list[float]:
    """Place the pages from 0 to 1 by the game's clock; the pages of an hour share it evenly."""
    page_counts, hours, seen = Counter(page.game_time for page in pages), list[float](), Counter[int]()
    for page in pages:
        hours.append(page.game_time + seen[page.game_time] / page_counts[page.game_time])
        seen[page.game_time] += 1
    length = hours[-1] - hours[0] if len(hours) > 1 else 1
    return [(hour - hours[0]) / length for hour in hours]


def _draw_guides(c: Canvas, axes: _Axes, hour_pages: Iterable[int], values: Iterable[int], colour: Colour) -> None:
    """Draw an upright line at the first page of every hour, and a level one at every value, the zero stronger."""
    for k in hour_pages:
        x = axes.find_x(k)
        c.line([(x, axes.top - 6), (x, axes.bottom + 8)], colour, 1.6)
    for value in values:
        width = 1.6
        if value == 0:
            width = 2.4
        y = axes.find_y(value)
        c.line([(axes.left, y), (axes.right, y)], colour, width)


def _write_hours(
    sheet: Sheet, axes: _Axes, hours: Iterable[tuple[int, int]], corner: tuple[int, int], ink: Colour
) -> None:
    """Write the hours below the graph, without those that would touch the one before or the edge."""
    left, top = corner
    end = -1e9
    for k, hour in hours:
        x, word = axes.find_x(k), str(hour)
        half = measure_width(word, "bold", LABEL_SIZE_PX) / 2
        if x - half <= end + 18 or x + half >= axes.right + RIGHT_MARGIN_PX:
            continue
        sheet.text(left + x, top + axes.bottom + 38, word, 4 * half, size=LABEL_SIZE_PX, fill=ink, align="m")
        end = x + half


def _build_steps(points: Sequence[Point], page_points: float) -> list[Point]:
    """Build the path of a line: level until the next page, then up or down."""
    way: list[Point] = []
    for x, y in points:
        if way and way[-1][1] != y + page_points:
            way.append((x, way[-1][1]))
        way.append((x, y + page_points))
    if len(way) > 1:
        return way
    return [*way, *way]


def _select_hours(pages: Sequence[PosterPage], max_hours: int) -> list[tuple[int, int]]:
    """Return the first page of each hour of the game's clock, with that hour; of many hours only every second, fifth, tenth."""
    first: dict[int, int] = {}
    for k, page in enumerate(pages):
        first.setdefault(page.game_time, k)
    hours = [when for when in sorted(first) if when > 0]
    step = next((step for step in (1, 2, 5, 10, 20, 50) if len(hours) <= max_hours * step), 100)
    shown_hours = []
    for when in hours:
        if when % step == 0:
            shown_hours.append((first[when], when))
    return shown_hours


def _spread_heights(wanted_heights: dict[int, float], gap: float, bounds: tuple[float, float]) -> dict[int, float]:
    """Return heights near the wanted ones, at least `gap` apart if the bounds allow it."""
    low, high = bounds
    order = sorted(wanted_heights, key=lambda key: (wanted_heights[key], key))
    if len(order) > 1:
        gap = min(gap, (high - low) / max(1, len(order) - 1))
    found: dict[int, float] = {}
    for k, key in enumerate(order):
        least = low + gap * k
        if k:
            least = max(least, found[order[k - 1]] + gap)
        found[key] = max(wanted_heights[key], least)
    for k, key in enumerate(reversed(order)):
        most = high - gap * k
        after = most
        if k:
            after = found[order[-k]] - gap
        found[key] = min(found[key], most, after)
    return found


def mix_guide_colour(ground: Colour, ink: Colour) -> Colour:
    """Return the colour of guide lines on a ground."""
    return mix_colours(ground, ink, 0.28)
