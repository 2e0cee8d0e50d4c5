"""The graph of a poster: a line for each seat, from the first page to the last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from render.kit.canvas import Canvas, Point, Sprite
from render.kit.poster import PosterPage
from render.kit.sheet import Sheet
from render.kit.text import measure_width
from render.kit.theme import INK, Colour, mix_colours

LABEL_SIZE_PX = 39
"""The size of the figures: nine pixels high where Discord shows the picture."""
LABEL_SPACING_PX = 62
"""The least average distance between two figures of the clock."""
LEFT_MARGIN_PX, BOTTOM_MARGIN_PX, RIGHT_MARGIN_PX = 74, 54, 84
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
    wide, high = right - left, bottom - top
    values = [value for page in pages for value in page.points]
    low, most = min([0, *values, *(ticks or ())]), max([1, *values, *(ticks or ())])
    if ticks is None:
        ticks = {value: str(value).replace("-", "−") for value in (low, 0, most)}
    x0, x1, y0, y1 = left_margin, wide - RIGHT_MARGIN_PX, 26, high - BOTTOM_MARGIN_PX
    count = max(1, len(pages) - 1)

    def at(k: float, value: float) -> Point:
        return x0 + (x1 - x0) * k / count, y1 - (y1 - y0) * (value - low) / (most - low)

    c = Canvas((wide, high), style.ground)
    marks = _select_hours(pages, (x1 - x0) // LABEL_SPACING_PX)
    for k, _ in marks:
        c.line([(at(k, 0)[0], y0 - 6), (at(k, 0)[0], y1 + 8)], style.guide, 1.6)
    for value in ticks:
        c.line([(x0, at(0, value)[1]), (x1, at(0, value)[1])], style.guide, 2.4 if value == 0 else 1.6)
    for n, line in enumerate(lines):
        by = (n - (len(lines) - 1) / 2) * 4
        way = _build_steps([at(k, page.points[line.seat]) for k, page in enumerate(pages)], by)
        if way:
            c.bar(way, style.rim, 10)
            c.bar(way, line.colour, 6)
    sheet.image.paste(c.finish(), (left, top))
    for value, y in _spread_heights(
        {value: at(0, value)[1] for value in ticks}, LABEL_SIZE_PX + 3, (y0 - 8, y1 + 14)
    ).items():
        sheet.text(
            left + x0 - 14, top + y, ticks[value], left_margin - 16, size=LABEL_SIZE_PX, fill=style.ink, align="r"
        )
    end = -1e9
    for k, when in marks:
        x, word = at(k, 0)[0], str(when)
        half = measure_width(word, "bold", LABEL_SIZE_PX) / 2
        if x - half > end + 18 and x + half < x1 + RIGHT_MARGIN_PX:
            sheet.text(left + x, top + y1 + 32, word, 4 * half, size=LABEL_SIZE_PX, fill=style.ink, align="m")
            end = x + half
    last = {line.seat: at(count, pages[-1].points[line.seat])[1] for line in lines} if pages else {}
    for seat, y in _spread_heights(last, sign_gap, (y0, y1)).items():
        sign = next(line.sign for line in lines if line.seat == seat)
        sheet.put(sign, left + x1 + 44, top + y)


def _build_steps(points: Sequence[Point], page_points: float) -> list[Point]:
    """Build the path of a line: level until the next page, then up or down."""
    way: list[Point] = []
    for x, y in points:
        if way and way[-1][1] != y + page_points:
            way.append((x, way[-1][1]))
        way.append((x, y + page_points))
    return way if len(way) > 1 else [*way, *way]


def _select_hours(pages: Sequence[PosterPage], max_hours: int) -> list[tuple[int, int]]:
    """Return the first page of each hour of the game's clock, with that hour; of many hours only every second, fifth, tenth."""
    first: dict[int, int] = {}
    for k, page in enumerate(pages):
        first.setdefault(page.game_time, k)
    hours = [when for when in sorted(first) if when > 0]
    step = next((step for step in (1, 2, 5, 10, 20, 50) if len(hours) <= max_hours * step), 100)
    return [(first[when], when) for when in hours if when % step == 0]


def _spread_heights(wanted_heights: dict[int, float], gap: float, bounds: tuple[float, float]) -> dict[int, float]:
    """Return heights near the wanted ones, at least `gap` apart if the bounds allow it."""
    low, high = bounds
    order = sorted(wanted_heights, key=lambda key: (wanted_heights[key], key))
    gap = min(gap, (high - low) / max(1, len(order) - 1)) if len(order) > 1 else gap
    found: dict[int, float] = {}
    for k, key in enumerate(order):
        least = low + gap * k
        found[key] = max(wanted_heights[key], least, found[order[k - 1]] + gap if k else least)
    for k, key in enumerate(reversed(order)):
        most = high - gap * k
        after = found[order[-k]] - gap if k else most
        found[key] = min(found[key], most, after)
    return found


def mix_guide_colour(ground: Colour, ink: Colour) -> Colour:
    """Return the colour of guide lines on a ground."""
    return mix_colours(ground, ink, 0.28)
