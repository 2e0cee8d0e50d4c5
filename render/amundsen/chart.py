"""The printed chart of Amundsen vs Scott: sea, ice, mountains, parallels and both routes, drawn once per track and language."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw

from engine.games.amundsen.view import SIDES, Side
from engine.kernel.text import say
from render.amundsen.cards import draw_symbol
from render.amundsen.layout import (
    CHART_BOTTOM_PX,
    CHART_LEFT_PX,
    CHART_RIGHT_PX,
    CHART_TOP_PX,
    LOST_RADIUS_PX,
    PARALLEL_NAMES,
    POLE_RADIUS_PX,
    SPACE_RADIUS_PX,
    BoardLayout,
)
from render.amundsen.pieces import CARD_STYLES, SIDE_INKS, draw_colour_shape, draw_ship, draw_space
from render.kit import text
from render.kit.cache import cached_sprite
from render.kit.canvas import Canvas, Point, Sprite, add_rims, create_canvas
from render.kit.ordered_sum import sum_in_order
from render.kit.shapes import build_ring, place_points, smooth_curve
from render.kit.text import PHONE_DATA_SIZE_PX
from render.kit.theme import CREAM, GOLD, INK, NAVY, SEA, mix_colours

CHART_WIDTH_PX, CHART_HEIGHT_PX = 870, 1050
SHIP_SCALE, SHIP_DROP_PX = 0.8, 27
NUMBER_SIZE_PX = PHONE_DATA_SIZE_PX
"""The size of the number of a space."""
FRAME_COLOUR = "#F3ECDA"
SEA_LINE_COLOUR, SHOAL_COLOUR, PACK_ICE_COLOUR = "#3F7799", "#7FB0C6", "#BBD6E0"
SNOW_COLOUR, ICE_SHELF_COLOUR, SHELF_EDGE_COLOUR = "#F7F4EA", "#E0EBED", "#C4D9DF"
LATITUDE_COLOURS = {"75": "#F4F2EA", "80": "#F8F5EC", "85": "#FBF8F0", "88": "#FFFEFA"}
LIT_SLOPE_COLOUR, SHADED_SLOPE_COLOUR, RIDGE_COLOUR = "#EDF0EC", "#A9BABF", "#7F949C"
GRID_COLOUR, MERIDIAN_COLOUR, BRONZE_COLOUR = "#8FA3AB", "#E6E6DD", "#8A5A00"
FAINT_COLOUR, QUERY_COLOUR = "#B4BFC2", "#44565E"
LABEL_COLOUR = "#566A73"
CHART_LABELS = (say("Ross Sea"), say("South Pole"), say("Fram"), say("Terra Nova"), say("Amundsen"), say("vs Scott"))


@cached_sprite
def draw_chart(layout: BoardLayout, labels: tuple[str, ...]) -> Sprite:
    """Draw the left part of the board picture, 870 × 1050; `labels` are the `CHART_LABELS` in the reader's language."""
    sea, pole, fram, nova, title, versus = labels
    c = Canvas((CHART_WIDTH_PX, CHART_HEIGHT_PX), NAVY)
    _draw_sea(c, layout)
    _draw_land(c, layout)
    _draw_mountains(c, layout)
    _draw_parallels(c, layout)
    _draw_title(c, layout, title, versus)
    _draw_links(c, layout)
    _draw_penguins(c, layout)
    _draw_harbour(c, layout, {"amundsen": fram, "scott": nova}, sea)
    _draw_spaces(c, layout)
    _draw_pole(c, layout, pole)
    _draw_frame(c)
    c.image.paste(Image.new("RGB", c.image.size, NAVY), (0, 0), ImageChops.invert(_draw_paper(c)))
    return c.full_sprite()


def _draw_paper(c: Canvas) -> Image.Image:
    mask = Image.new("L", c.image.size)
    ImageDraw.Draw(mask).rounded_rectangle(
        (16 * c.scale, 16 * c.scale, 862 * c.scale - 1, 1034 * c.scale - 1), 10 * c.scale, 255
    )
    return mask


def _draw_sea(c: Canvas, layout: BoardLayout) -> None:
    c.rect(CHART_LEFT_PX, CHART_TOP_PX, CHART_RIGHT_PX, CHART_BOTTOM_PX, SEA)
    for k in range(5):
        y = CHART_BOTTOM_PX - 14 - k * 19
        for x in range(CHART_LEFT_PX - 30 + 37 * (k % 2), CHART_RIGHT_PX, 74):
            wave = [(x, y), (x + 12, y - 4), (x + 24, y), (x + 36, y - 4), (x + 48, y)]
            c.line(smooth_curve(wave, closed=False, steps=6), SEA_LINE_COLOUR, 1.6)
    coast = layout.coast
    c.line(place_points(coast, 0, 27), mix_colours(SEA, SHOAL_COLOUR, 0.55), 2.5)
    upper_corners = [(CHART_RIGHT_PX + 60, CHART_TOP_PX), (CHART_LEFT_PX - 60, CHART_TOP_PX)]
    for drop, colour in ((18, SHOAL_COLOUR), (9, PACK_ICE_COLOUR), (2, SHADED_SLOPE_COLOUR)):
        c.poly([*place_points(coast, 0, drop), *upper_corners], colour)


def _draw_land(c: Canvas, layout: BoardLayout) -> None:
    coast = layout.coast
    mask = Image.new("L", c.image.size)
    ImageDraw.Draw(mask).polygon(
        c.to_pixels([(CHART_LEFT_PX - 60, CHART_TOP_PX), *coast, (CHART_RIGHT_PX + 60, CHART_TOP_PX)]), fill=255
    )
    land = Canvas((CHART_WIDTH_PX, CHART_HEIGHT_PX), SNOW_COLOUR)
    for name in PARALLEL_NAMES:
        land.poly(layout.compute_parallel(name), LATITUDE_COLOURS[name])
    px, py = layout.pole
    for turn in range(0, 360, 15):
        ux, uy = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        land.line([(px + 96 * ux, py + 96 * uy), (px + 1400 * ux, py + 1400 * uy)], MERIDIAN_COLOUR, 1.6)
    shelf = _draw_ice_shelf(layout)
    land.poly(shelf, ICE_SHELF_COLOUR)
    land.line(shelf, SHELF_EDGE_COLOUR, 2)
    c.image.paste(land.image, (0, 0), mask)


def _draw_ice_shelf(layout: BoardLayout) -> list[Point]:
    """Draw the floating ice between the coast and the mountains, as wide as the distance between the routes."""
    low = max(y for _, y in layout.coast) + 30
    left, right = [], []
    count = max(3, round(len(layout.spaces["amundsen"]) * 0.55))
    for k in range(count):
        share = k / (count - 1)
        a, b = layout.spaces["amundsen"][k], layout.spaces["scott"][k]
        left.append((a[0] - 62 + 150 * share**2.2, a[1]))
        right.append((b[0] + 62 - 150 * share**2.2, b[1]))
    top = (left[-1][0] + right[-1][0]) / 2, min(left[-1][1], right[-1][1]) - 34
    return smooth_curve([(left[0][0] - 40, low), *left, top, *reversed(right), (right[0][0] + 40, low)], closed=False)


def _draw_peak(c: Canvas, x: float, y: float, h: float, lean: float) -> None:
    """Draw a peak lit from the left; the middle of its foot is at (x, y)."""

    def at(points: list[Point]) -> list[Point]:
        leaning = [(px + lean * (1 + py), py) for px, py in points]
        return place_points(leaning, x, y, h, h)

    crest: list[Point] = [(0, -1), (-0.07, -0.76), (0.08, -0.55), (-0.03, -0.3), (0.12, 0)]
    left: list[Point] = [(-0.16, -0.72), (-0.34, -0.5), (-0.48, -0.22), (-0.76, 0)]
    right: list[Point] = [(0.2, -0.7), (0.36, -0.46), (0.56, -0.24), (0.82, 0)]
    c.poly(at([*left[::-1], *crest]), LIT_SLOPE_COLOUR)
    c.poly(at([*crest, *right[::-1]]), SHADED_SLOPE_COLOUR)
    c.line(at([*left[::-1], (0, -1), *right]), RIDGE_COLOUR, 1.8)
    c.line(at(crest[:-1]), RIDGE_COLOUR, 1.2)


class _Peak(NamedTuple):
    """A peak: the middle of its foot, its height, and how far it leans to the right."""

    x: float
    y: float
    h: float
    lean: float


def _draw_mountains(c: Canvas, layout: BoardLayout) -> None:
    """Draw a range between 80° and 85° with gaps for the routes."""
    upper, lower = layout.compute_parallel("85"), layout.compute_parallel("80")
    peaks: list[_Peak] = []
    for k in range(62, 300, 3):
        for step, share in enumerate((0.3, 0.52, 0.74)):
            (ux, uy), (lx, ly) = upper[k], lower[k]
            wobble = math.sin(k * 12.9898 + step * 78.233) * 43758.5453
            wobble -= math.floor(wobble)
            x, y = ux + (lx - ux) * (share + 0.1 * wobble), uy + (ly - uy) * (share + 0.1 * wobble)
            h = 26 + 26 * wobble
            if step == 1:
                h += 8
            peak = _Peak(x, y, h, 0.16 * (wobble - 0.5))
            if _is_free_ground(peak, layout) and not _overlaps_peak(peak, peaks):
                peaks.append(peak)
    for peak in sorted(peaks, key=lambda peak: peak.y):
        _draw_peak(c, *peak)


def _is_free_ground(peak: _Peak, layout: BoardLayout) -> bool:
    """Return whether a peak stands on the chart, far enough from the Pole, and clear of all spots and routes."""
    x, y, h, _ = peak
    if not CHART_LEFT_PX + 20 < x < CHART_RIGHT_PX - 20 or y < layout.pole[1] + 250 + h:
        return False
    for p in ((x, y - h * 0.5), (x - h * 0.5, y - 4), (x + h * 0.5, y - 4), (x, y - h)):
        for middle, radius in layout.discs:
            if math.dist(p, middle) < radius + 13:
                return False
        for side in SIDES:
            for start, end in pairwise([*layout.spaces[side], layout.pole]):
                if _measure_distance(p, start, end) < 12:
                    return False
    return True


def _overlaps_peak(peak: _Peak, peaks: Iterable[_Peak]) -> bool:
    """Return whether a peak would overlap another one."""
    for other in peaks:
        if abs(peak.x - other.x) <= (peak.h + other.h) * 0.46 and abs(peak.y - other.y) <= 15:
            return True
    return False


def _measure_distance(p: Point, segment_start: Point, segment_end: Point) -> float:
    """Measure the distance of a point from a line segment."""
    dx, dy = segment_end[0] - segment_start[0], segment_end[1] - segment_start[1]
    t = max(0.0, min(1.0, ((p[0] - segment_start[0]) * dx + (p[1] - segment_start[1]) * dy) / (dx * dx + dy * dy or 1)))
    return math.dist(p, (segment_start[0] + t * dx, segment_start[1] + t * dy))


def _draw_parallels(c: Canvas, layout: BoardLayout) -> None:
    """Draw the parallels with their degrees; the Compass marks the 85th (A8)."""
    for name in PARALLEL_NAMES:
        colour, width = GRID_COLOUR, 2
        if name == "85":
            colour, width = BRONZE_COLOUR, 4
        visible = set(layout.list_visible_points(name))
        for start, end in pairwise(layout.compute_parallel(name)):
            if start in visible and end in visible:
                c.line([start, end], colour, width)
    for name, (x, y) in layout.place_degrees():
        ground, ink = LATITUDE_COLOURS[name], LABEL_COLOUR
        c.rect(x - 34, y - 21, x + 34, y + 21, ground, radius=10)
        if name == "85":
            c.disc(x, y + 50, 29, ground)
            draw_symbol(c, "co", x, y + 50, 46, BRONZE_COLOUR, ground)
            ink = BRONZE_COLOUR
        c.text(x, y, f"{name}°", 39, ink)


def _draw_title(c: Canvas, layout: BoardLayout, title: str, versus: str) -> None:
    x, y = layout.place_title()
    c.text(x, y - 52, "1911", 78, INK, "title", kind="decoration")
    c.line([(x - 88, y - 2), (x + 88, y - 2)], BRONZE_COLOUR, 3)
    for k, word in enumerate((title, versus)):
        face, size = text.shrink_text(word, "serif", 43, 190)
        c.text(x, y + 26 + 44 * k, word, size, INK, face, kind="decoration")
    draw_symbol(c, "rd", x - 106, y + 60, 38, SIDE_INKS["amundsen"], ICE_SHELF_COLOUR)
    draw_symbol(c, "rh", x + 104, y + 60, 38, SIDE_INKS["scott"], ICE_SHELF_COLOUR)


def _draw_links(c: Canvas, layout: BoardLayout) -> None:
    """Draw the dashed routes and the ways to each "?"."""
    for side in SIDES:
        way = [*layout.spaces[side], layout.pole]
        for k, p in enumerate(layout.lost[side]):
            c.line([way[k], p, way[k + 1]], FAINT_COLOUR, 2)
        c.dashed(find_gangway(layout, side), way[0], SIDE_INKS[side], 3.5, 9, 8)
        for a, b in pairwise(way):
            c.dashed(a, b, SIDE_INKS[side], 3.5, 9, 8)


def find_gangway(layout: BoardLayout, side: Side) -> Point:
    """Find the start of a route at its ship."""
    x, y = layout.ships[side]
    return x, y - 24


def _draw_harbour(c: Canvas, layout: BoardLayout, names: dict[Side, str], sea: str) -> None:
    for side in SIDES:
        outward = -layout.find_inward_direction(side)
        x, y = layout.ships[side]
        for fx, fy, size in ((66, 30, 12), (104, 38, 7), (48, 44, 7)):
            floe = ((-1.5, 0), (-0.6, -0.7), (0.9, -0.6), (1.6, 0.1), (0.4, 0.6))
            c.poly(place_points(floe, x - outward * fx, y + fy, size, size), PACK_ICE_COLOUR)
        draw_ship(c, x, y + SHIP_DROP_PX, SHIP_SCALE, side)
        start = x + outward * 68
        edge, anchor = CHART_RIGHT_PX, "lm"
        if outward < 0:
            edge, anchor = CHART_LEFT_PX, "rm"
        words, size, face = text.wrap_text(names[side], "serif", 35, round(abs(edge - start)) - 10, 2)
        for k, word in enumerate(words):
            line = y + 2 + 34 * (k - (len(words) - 1) / 2)
            c.text(start, line, word, size, CREAM, face, anchor, kind="decoration")
    ends = [layout.ships[side][0] + layout.find_inward_direction(side) * 100 for side in SIDES]
    width = int(abs(ends[1] - ends[0])) - 20
    spaced = text.choose_wording((" ".join(sea), sea), "serif", text.MIN_DATA_SIZE_PX, width)
    face, size = text.shrink_text(spaced, "serif", 38, width)
    c.text(sum_in_order(ends) / 2, layout.ships["amundsen"][1] + 10, spaced, size, "#CFE2EC", face, kind="decoration")


def _draw_penguins(c: Canvas, layout: BoardLayout) -> None:
    """Draw three Adélie penguins at the edge of the ice, between the routes."""
    body = (
        (-6, 0),
        (-8, -4),
        (-9, -22),
        (-6, -31),
        (-4, -38),
        (2, -40),
        (6, -37),
        (13, -34),
        (6, -32),
        (8, -24),
        (8, -4),
        (6, 0),
    )
    front = ((-1, -3), (-2, -22), (4, -29), (7, -22), (6, -3))
    middle = sum_in_order(layout.spaces[side][0][0] for side in SIDES) / 2
    for dx, h, facing in ((-30, 34, 1), (-4, 40, 1), (26, 30, -1)):
        x, k = middle + dx, h / 40
        y = layout.find_shore_y(x) - 3
        for outline, fill in ((body, INK), (front, CREAM)):
            c.poly(place_points(outline, x, y, k * facing, k), fill)
        c.line([(x - 7 * k, y), (x + 8 * k, y)], CARD_STYLES["y"].colour, 2.4)


@cached_sprite
def draw_chosen_ship(side: Side) -> Sprite:
    """Draw a ship that can be chosen, with a gold rim, anchored at the ship's spot."""
    c = create_canvas(70, 60, 70, 50)
    draw_ship(c, 0, SHIP_DROP_PX, SHIP_SCALE, side)
    return add_rims(c, [(5, GOLD), (2, INK)])


def _draw_spaces(c: Canvas, layout: BoardLayout) -> None:
    for side in SIDES:
        for x, y in layout.lost[side]:
            c.disc(x, y, LOST_RADIUS_PX, LATITUDE_COLOURS["85"], edge=LABEL_COLOUR, width=2.5)
            c.text(x, y + 1, "?", 32, QUERY_COLOUR, "label", kind="decoration")
    for (x, y), number, end in layout.number_places:
        c.text(x, y, str(number), NUMBER_SIZE_PX, INK, "bold", f"{end}m", halo=SNOW_COLOUR, kind="place")
    for side in SIDES:
        colours = layout.track.find_route(side).colours
        for colour, (x, y) in zip(colours, layout.spaces[side], strict=True):
            draw_space(c, x, y, SPACE_RADIUS_PX, colour)


def _draw_pole(c: Canvas, layout: BoardLayout, label: str) -> None:
    """Draw the Pole with all four colours: the last step costs a card of each."""
    x, y = layout.pole
    c.disc(x, y, POLE_RADIUS_PX, CREAM)
    c.disc(x, y, POLE_RADIUS_PX - 3, INK)
    quarters = (("r", -1, -1, 180), ("g", 1, -1, 270), ("b", 1, 1, 0), ("y", -1, 1, 90))
    for colour, _, _, start in quarters:
        c.poly([(x, y), *build_ring(x, y, POLE_RADIUS_PX - 7, start, start + 90)], CARD_STYLES[colour].colour)
    c.line([(x - POLE_RADIUS_PX + 5, y), (x + POLE_RADIUS_PX - 5, y)], INK, 4)
    c.line([(x, y - POLE_RADIUS_PX + 5), (x, y + POLE_RADIUS_PX - 5)], INK, 4)
    for colour, dx, dy, _ in quarters:
        draw_colour_shape(
            c, colour, x + dx * 21, y + dy * 21, 10.5, CARD_STYLES[colour].ink, CARD_STYLES[colour].colour
        )
    words, size, face = text.wrap_text(label, "title", 39, 150, 2)
    for k, word in enumerate(words):
        line = y - 10 + 40 * (k - (len(words) - 1) / 2)
        c.text(
            x + POLE_RADIUS_PX + 17,
            line,
            word,
            size,
            INK,
            face,
            "lm",
            halo=LATITUDE_COLOURS["88"],
            halo_width=5,
            kind="decoration",
        )


def _draw_frame(c: Canvas) -> None:
    """Cover everything outside the neatline with the margin, and draw the degree scale of a sea chart on it."""
    for x0, y0, x1, y1 in (
        (0, 0, CHART_WIDTH_PX, CHART_TOP_PX),
        (0, CHART_BOTTOM_PX, CHART_WIDTH_PX, CHART_HEIGHT_PX),
        (0, 0, CHART_LEFT_PX, CHART_HEIGHT_PX),
        (CHART_RIGHT_PX, 0, CHART_WIDTH_PX, CHART_HEIGHT_PX),
    ):
        c.rect(x0, y0, x1, y1, FRAME_COLOUR)
    for grow in (0, 12):
        c.rect(
            CHART_LEFT_PX - grow, CHART_TOP_PX - grow, CHART_RIGHT_PX + grow, CHART_BOTTOM_PX + grow, edge=INK, width=2
        )
    for start, end in _divide_edge(CHART_LEFT_PX, CHART_RIGHT_PX, 18):
        for top in (CHART_TOP_PX - 10, CHART_BOTTOM_PX + 2):
            c.rect(start, top, end, top + 8, INK)
    for start, end in _divide_edge(CHART_TOP_PX, CHART_BOTTOM_PX, 22):
        for left in (CHART_LEFT_PX - 10, CHART_RIGHT_PX + 2):
            c.rect(left, start, left + 8, end, INK)


def _divide_edge(start: int, end: int, count: int) -> list[tuple[float, float]]:
    """Divide an edge into `count` parts and return every second one."""
    parts: list[tuple[float, float]] = []
    for k in range(1, count, 2):
        parts.append((start + (end - start) * k / count, start + (end - start) * (k + 1) / count))
    return parts
