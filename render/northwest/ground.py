"""Squares of land, sea and ice in the hand of an engraver of sea charts. Each square is drawn once and cached.

Land is lit from the north-west: its coasts facing south-east carry long hachures. Lines of water follow the coasts, and frozen
water is pack ice. Nothing reaches further from a coast than to the edge of the next square, so that squares join although
each is drawn alone, and a new tile costs only the drawing of its own squares.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.kit.cache import cached_sprite
from render.kit.canvas import BASE_SCALE, SPRITE_SCALE, Canvas, Point, Sprite
from render.kit.shapes import place_points
from render.kit.squares import (
    COAST_COLOUR,
    ICE_COLOUR,
    ICE_OPACITY,
    LAND_COLOUR,
    NO_WOBBLE,
    SHALLOW_COLOUR,
    SHORE_COLOUR,
    Corners,
    Wobble,
    build_coast,
    parse_squares,
)
from render.kit.theme import SEA, Colour, mix_colours
from render.northwest.layout import DESIGN_SIDE_PX

MIN_ENGRAVED_SIDE_PX, MIN_LARGE_SIDE_PX = 50, 80
"""Smaller squares have no fine lines; larger ones are smooth with less supersampling."""


class DepthBand(NamedTuple):
    """Water up to a distance from the coast, and the colour of the line along its outer edge."""

    reach: float
    colour: Colour
    line: Colour


DEPTH_BANDS = (
    DepthBand(25, mix_colours(SEA, SHALLOW_COLOUR, 0.17), mix_colours(SEA, SHALLOW_COLOUR, 0.5)),
    DepthBand(17.5, mix_colours(SEA, SHALLOW_COLOUR, 0.4), mix_colours(SEA, SHALLOW_COLOUR, 0.85)),
    DepthBand(10.5, mix_colours(SEA, SHALLOW_COLOUR, 0.72), mix_colours(SHALLOW_COLOUR, ICE_COLOUR, 0.3)),
    DepthBand(5, mix_colours(SHALLOW_COLOUR, ICE_COLOUR, 0.22), mix_colours(SHALLOW_COLOUR, ICE_COLOUR, 0.5)),
)
"""The outermost first."""
WATER_LINE_WIDTH = 1.1
SLOPE_COLOUR, HACHURE_COLOUR = mix_colours(LAND_COLOUR, SHORE_COLOUR, 0.55), "#8E7A55"
PEAK_SHADE_COLOUR = mix_colours(SHORE_COLOUR, HACHURE_COLOUR, 0.45)
GROUND_COLOURS: tuple[Colour, ...] = (
    SLOPE_COLOUR,
    HACHURE_COLOUR,
    PEAK_SHADE_COLOUR,
    *[band.colour for band in DEPTH_BANDS],
)
LIGHT_DIRECTION = (-math.sqrt(0.5), -math.sqrt(0.5))
SLOPE_REACHES = ((8, 18, SLOPE_COLOUR), (3.5, 10, SHORE_COLOUR))
"""How far inland a tone reaches on the lit and on the dark side."""
HACHURE_STEP, HACHURE_LENGTHS = 4.2, (0.0, 15.0)
"""The distance between two hachures, and their lengths on the lit and on the dark side."""
PEAKS: tuple[tuple[tuple[float, float, float], ...], ...] = (
    ((0.3, 0.5, 0.24), (0.62, 0.66, 0.3)),
    ((0.5, 0.6, 0.3),),
    ((0.64, 0.44, 0.28), (0.36, 0.68, 0.22)),
    ((0.4, 0.42, 0.2), (0.66, 0.62, 0.26), (0.34, 0.74, 0.18)),
)
"""The peaks on each look of a square of land: the middle of the foot and the height, as shares of the side."""
WAVES: tuple[tuple[Point, ...], ...] = ((), ((0.3, 0.36),), ((0.62, 0.66),), ())
"""The places of wave marks on each look of the open sea."""
LOOK_COUNT = 4
LEAD_COLOUR = mix_colours(SEA, ICE_COLOUR, 0.22)
FLOE_COLOUR = mix_colours(SEA, ICE_COLOUR, 0.64)
FLOES_PER_SIDE = 3
BORDER_JITTERS = (0.0, 0.09, -0.07)
"""How far the corners of floes on the side of a square are off it, the same for every square."""
INNER_JITTERS = (0.1, -0.08, 0.05, -0.11, 0.07, -0.05, 0.11)


def choose_look(x: int, y: int) -> int:
    """Choose the look of the square in a column and a row."""
    return (x * 7 + y * 5 + x * y) % LOOK_COUNT


@cached_sprite
def draw_square(
    corners: Corners, size: int, off: Wobble = NO_WOBBLE, *, frozen: bool = False, look: int = 0
) -> Image.Image:
    """Draw a square of sea and land, `size` pixels wide, under ice if frozen. `look` selects one of `LOOK_COUNT` drawings."""
    shape = build_coast(corners, off)
    engraved = size >= MIN_ENGRAVED_SIDE_PX
    scale = SPRITE_SCALE
    if size >= MIN_LARGE_SIDE_PX:
        scale = BASE_SCALE
    c = Canvas((size, size), SEA, scale)
    if engraved and not any(corners) and not frozen:
        _draw_waves(c, size, look)
    land = _draw_land_mask(c, shape.land, size)
    strokes: list[list[Point]] = []
    slopes: list[list[SlopePoint]] = []
    for curve in shape.curves:
        stroke = _extend_curve(place_points(curve, 0, 0, size, size), size * 0.4)
        strokes.append(stroke)
        slopes.append(_list_slopes(_turn_to_land(c, stroke, land)))
    _draw_depths(c, slopes, size / DESIGN_SIDE_PX, with_lines=engraved and not frozen)
    if shape.land:
        ground = _draw_ground(c, corners, size, slopes, look if engraved else None)
        c.image.paste(ground.image, (0, 0), land)
    if frozen:
        _freeze(c, size, look, land, engraved)
    for stroke in strokes:
        c.line(stroke, COAST_COLOUR, max(2.0, 3.0 * size / DESIGN_SIDE_PX))
    return c.finish()


def _draw_ground(c: Canvas, corners: Corners, size: int, slopes: list[list[SlopePoint]], look: int | None) -> Canvas:
    """Draw land with its slopes and hills on a whole square; without a look it has no fine lines."""
    ground = Canvas((size, size), LAND_COLOUR, c.scale)
    for coast in slopes:
        _draw_slopes(ground, coast, size / DESIGN_SIDE_PX, look is not None)
    if look is not None and all(corners):
        _draw_peaks(ground, size, look)
    return ground


def draw_landscape(rows: str, size: int, edge: Colour) -> Sprite:
    """Draw a pattern of corners (see `parse_squares`) as a framed picture with squares `size` wide; anchored at its top left."""
    squares = parse_squares(rows)
    last_column, last_row = max(squares)
    wide, high = last_column + 1, last_row + 1
    rim = max(2, size // 20)
    image = Image.new("RGB", (wide * size + 2 * rim, high * size + 2 * rim), edge)
    for (x, y), corners in squares.items():
        image.paste(draw_square(corners, size, look=choose_look(x, y)), (rim + x * size, rim + y * size))
    return Sprite(image, 0, 0)


def _draw_land_mask(c: Canvas, outlines: Sequence[Sequence[Point]], size: int) -> Image.Image:
    """Draw the land of a square as a mask without shades, which is pasted several times as fast."""
    mask = Image.new("1", c.image.size)
    pen = ImageDraw.Draw(mask)
    for part in outlines:
        pen.polygon(c.to_pixels(place_points(part, 0, 0, size, size)), fill=1)
    return mask


def _extend_curve(curve: list[Point], by: float) -> list[Point]:
    """Continue the curve straight beyond both ends, so that wide strokes do not end inside the square."""
    return [_continue_line(curve[1], curve[0], by), *curve, _continue_line(curve[-2], curve[-1], by)]


def _continue_line(a: Point, b: Point, by: float) -> Point:
    """Continue a line beyond b, at a right angle to the side of the square."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    if abs(dx) > abs(dy):
        return b[0] + math.copysign(by, dx), b[1]
    return b[0], b[1] + math.copysign(by, dy)


# ------------------------------------------------------------------------ water
def _draw_depths(c: Canvas, coasts: list[list[SlopePoint]], unit: float, *, with_lines: bool) -> None:
    """Draw the depths along coasts, with a line of water along each."""
    for band in DEPTH_BANDS:
        outer = inner = -band.reach * unit
        if with_lines:
            outer, inner = outer - WATER_LINE_WIDTH * unit, inner + WATER_LINE_WIDTH * unit
            for coast in coasts:
                _draw_band(c, coast, outer, outer, band.line)
        for coast in coasts:
            _draw_band(c, coast, inner, inner, band.colour)


def _draw_band(c: Canvas, coast: list[SlopePoint], lit: float, dark: float, colour: Colour) -> None:
    """Draw a band along a coast, inland or, with negative reaches, on the water: so far on the lit and so far on the dark side."""
    for a, b in pairwise(coast):
        far_b = _shift(b.place, b.inland, lit + (dark - lit) * b.darkness)
        far_a = _shift(a.place, a.inland, lit + (dark - lit) * a.darkness)
        c.poly([a.place, b.place, far_b, far_a], colour)


def _draw_waves(c: Canvas, size: int, look: int) -> None:
    """Draw a few wave marks, as engravers put them on open water."""
    for x, y in WAVES[look]:
        for k in (0, 1):
            left = (x + 0.13 * k - 0.18) * size
            top = (y + 0.11 * k) * size
            rise = size * 0.035
            wave = [(left + n * size * 0.065, top - rise * (n % 2)) for n in range(5)]
            c.line(wave, DEPTH_BANDS[1].colour, size / 42)


# ------------------------------------------------------------------------- land
def _turn_to_land(c: Canvas, stroke: list[Point], land: Image.Image) -> list[Point]:
    """Return the stroke in the direction in which the land is on its right."""
    (ax, ay), (bx, by) = stroke[len(stroke) // 2 - 1 : len(stroke) // 2 + 1]
    length = math.dist((ax, ay), (bx, by)) or 1.0
    probe = ((ax + bx) / 2 - 2 * (by - ay) / length, (ay + by) / 2 + 2 * (bx - ax) / length)
    x, y = c.to_pixels([probe])[0]
    if land.getpixel((int(x), int(y))):
        return stroke
    return stroke[::-1]


class SlopePoint(NamedTuple):
    """A point of a coast with the direction inland, and how dark the slope is there, 0 to 1."""

    place: Point
    inland: Point
    darkness: float


def _list_slopes(stroke: list[Point]) -> list[SlopePoint]:
    """List the points of a coast with the land on its right."""
    slopes: list[SlopePoint] = []
    for k, here in enumerate(stroke):
        (ax, ay), (bx, by) = stroke[max(0, k - 1)], stroke[min(len(stroke) - 1, k + 1)]
        length = math.dist((ax, ay), (bx, by)) or 1.0
        inland = (-(by - ay) / length, (bx - ax) / length)
        towards_light = inland[0] * LIGHT_DIRECTION[0] + inland[1] * LIGHT_DIRECTION[1]
        slopes.append(SlopePoint(here, inland, max(0.0, (1 + towards_light) / 2)))
    return slopes


def _draw_slopes(c: Canvas, coast: list[SlopePoint], unit: float, engraved: bool) -> None:
    """Draw tones and hachures inland of a coast, wide and long where it lies in the shade."""
    for lit, dark, colour in SLOPE_REACHES:
        _draw_band(c, coast, lit * unit, dark * unit, colour)
    if engraved:
        _draw_hachures(c, coast, unit)


def _draw_hachures(c: Canvas, coast: list[SlopePoint], unit: float) -> None:
    """Draw short lines down the slope of a coast, at even distances."""
    due, (lit, dark) = HACHURE_STEP * unit / 2, HACHURE_LENGTHS
    for (a, inland, darkness), (b, _, _) in pairwise(coast):
        length = math.dist(a, b)
        while due < length:
            here = (a[0] + (b[0] - a[0]) * due / length, a[1] + (b[1] - a[1]) * due / length)
            reach = (lit + (dark - lit) * darkness**1.6) * unit
            c.line([here, _shift(here, inland, reach)], HACHURE_COLOUR, 1.0 * unit)
            due += HACHURE_STEP * unit
        due -= length


def _shift(point: Point, direction: Point, by: float) -> Point:
    return point[0] + direction[0] * by, point[1] + direction[1] * by


def _draw_peaks(c: Canvas, size: int, look: int) -> None:
    """Draw a few hills: a light flank to the west, a dark one to the east with hachures."""
    for x, y, height in PEAKS[look]:
        foot_x, foot_y, high = x * size, y * size, height * size
        tip = (foot_x, foot_y - high)
        right, left = (foot_x + high * 0.85, foot_y), (foot_x - high * 0.8, foot_y)
        c.poly([tip, right, (foot_x + high * 0.12, foot_y)], SHORE_COLOUR)
        c.line([left, tip, right], PEAK_SHADE_COLOUR, size / 50)
        for k in (1, 2, 3):
            share = k / 4
            top = (tip[0] + (right[0] - tip[0]) * share, tip[1] + (right[1] - tip[1]) * share)
            c.line([top, (top[0] - high * 0.12, foot_y)], PEAK_SHADE_COLOUR, size / 75)


# -------------------------------------------------------------------------- ice
def _freeze(c: Canvas, size: int, look: int, land: Image.Image, engraved: bool) -> None:
    """Draw a cool veil, and floes with leads between them on the water."""
    c.image = Image.blend(c.image, Image.new("RGB", c.image.size, ICE_COLOUR), ICE_OPACITY)
    c.draw = ImageDraw.Draw(c.image)
    if not engraved:
        return
    water = c.image.copy()
    dry, c.draw = c.image, ImageDraw.Draw(water)
    corners = _list_floe_corners(look)
    floe = (corners[1, 1], corners[2, 1], corners[2, 2], corners[1, 2])
    c.poly(place_points(floe, 0, 0, size, size), FLOE_COLOUR)
    for line in _list_leads(look):
        c.line(place_points(line, 0, 0, size, size), LEAD_COLOUR, 1.5 * size / DESIGN_SIDE_PX)
    water.paste(dry, (0, 0), land)
    c.image, c.draw = water, ImageDraw.Draw(water)


def _list_floe_corners(look: int) -> dict[tuple[int, int], Point]:
    """List the corners of the floes on a square of side 1, by column and row. Those on its sides are the same for every look."""
    corners: dict[tuple[int, int], Point] = {}
    for i in range(FLOES_PER_SIDE + 1):
        for j in range(FLOES_PER_SIDE + 1):
            seed = 5 * look + 3 * i + 2 * j
            dx, dy = INNER_JITTERS[seed % 7], INNER_JITTERS[(seed * 3 + 1) % 7]
            if i % FLOES_PER_SIDE == 0:
                dx, dy = BORDER_JITTERS[-j % FLOES_PER_SIDE] / 2, BORDER_JITTERS[j % FLOES_PER_SIDE]
            if j % FLOES_PER_SIDE == 0:
                dx, dy = BORDER_JITTERS[i % FLOES_PER_SIDE], BORDER_JITTERS[-i % FLOES_PER_SIDE] / 2
            corners[i, j] = (i / FLOES_PER_SIDE + dx, j / FLOES_PER_SIDE + dy)
    return corners


def _list_leads(look: int) -> list[tuple[Point, Point]]:
    """List the cracks between the floes on a square of side 1."""
    corners = _list_floe_corners(look)
    leads: list[tuple[Point, Point]] = []
    for (i, j), here in corners.items():
        ends = [corners.get((i + 1, j)), corners.get((i, j + 1))]
        for end in ends:
            if end is not None:
                leads.append((here, end))
    return leads
