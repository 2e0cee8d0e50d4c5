"""Pictures for the dark and for high contrast: the same picture in shifted colours."""

from __future__ import annotations

import io
from itertools import combinations

import pytest
from PIL import Image

from render.amundsen.chart import SNOW_COLOUR
from render.amundsen.colours import TRAIL_COLOURS
from render.kit import theme
from render.kit.encode import apply_tone, encode_png
from render.kit.scene import load_painter
from render.kit.theme import CREAM, INK, MUTED, NAVY, NAVY_2, PAPER, SEAT_STYLES, compute_contrast, parse_colour
from render.northwest.paper import ARCH_LINE_COLOUR

TESTED_GAMES = ("amundsen", "northwest")


def shift_colour(colour: str, tone: str) -> str:
    return "#" + apply_tone(parse_colour(colour), tone).hex().upper()


@pytest.mark.parametrize(("ink", "ground"), [(INK, PAPER), (CREAM, NAVY), (MUTED, NAVY_2), (CREAM, NAVY_2)])
def test_contrast_raises_contrast(ink: str, ground: str) -> None:
    assert compute_contrast(shift_colour(ink, "contrast"), shift_colour(ground, "contrast")) > compute_contrast(
        ink, ground
    )


@pytest.mark.parametrize("tone", ["night", "contrast"])
def test_seats_stay_apart_and_readable(tone: str) -> None:
    colours = [shift_colour(seat.colour, tone) for seat in SEAT_STYLES]
    for one, other in combinations(colours, 2):
        assert sum(abs(a - b) for a, b in zip(parse_colour(one), parse_colour(other), strict=True)) > 90
    for seat, colour in zip(SEAT_STYLES, colours, strict=True):
        assert compute_contrast(colour, shift_colour(seat.ink, tone)) > 3


def test_night_is_darker_everywhere() -> None:
    for colour in (PAPER, CREAM, theme.GOLD, theme.SEA, *[seat.colour for seat in SEAT_STYLES]):
        assert all(
            new <= old
            for new, old in zip(parse_colour(shift_colour(colour, "night")), parse_colour(colour), strict=True)
        )


@pytest.mark.parametrize("slug", TESTED_GAMES)
def test_a_tone_changes_colours_and_nothing_else(slug: str) -> None:
    palette = load_painter(slug).load_palette()
    image = Image.radial_gradient("L").convert("RGB")
    day, night = (Image.open(io.BytesIO(encode_png(image, palette, tone))) for tone in ("day", "night"))
    assert day.tobytes() == night.tobytes()
    assert day.getpalette() != night.getpalette()


def draw_in_contrast(slug: str, colour: str) -> str:
    """Return the colour that replaces a plain colour of a game in the tone "contrast"."""
    image = Image.new("RGB", (1, 1), colour)
    data = encode_png(image, load_painter(slug).load_palette(), "contrast")
    return "#" + bytes(Image.open(io.BytesIO(data)).convert("RGB").getpixel((0, 0))).hex().upper()


@pytest.mark.parametrize(
    ("slug", "lines", "ground"),
    [("amundsen", tuple(TRAIL_COLOURS), SNOW_COLOUR), ("northwest", (ARCH_LINE_COLOUR,), PAPER)],
)
def test_trails_and_the_arch_stand_out_in_the_tone_of_contrast(slug: str, lines: tuple[str, ...], ground: str) -> None:
    snow = draw_in_contrast(slug, ground)
    assert min(compute_contrast(draw_in_contrast(slug, line), snow) for line in lines) >= 4
