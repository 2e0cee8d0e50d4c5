"""Pictures for dark rooms and for eyes that need contrast: the same picture in shifted colours."""

from __future__ import annotations

import io
from itertools import combinations

import pytest
from PIL import Image

from render.kit import theme
from render.kit.encode import png, toned
from render.kit.scene import painter
from render.kit.theme import CREAM, INK, MUTED, NAVY, NAVY_2, PAPER, SEATS, contrast, rgb

GAMES = ("amundsen", "northwest")


def shifted(colour: str, tone: str) -> str:
    return "#" + toned(rgb(colour), tone).hex().upper()


@pytest.mark.parametrize(("ink", "ground"), [(INK, PAPER), (CREAM, NAVY), (MUTED, NAVY_2), (CREAM, NAVY_2)])
def test_contrast_raises_contrast(ink: str, ground: str) -> None:
    assert contrast(shifted(ink, "contrast"), shifted(ground, "contrast")) > contrast(ink, ground)


@pytest.mark.parametrize("tone", ["night", "contrast"])
def test_seats_stay_apart_and_readable(tone: str) -> None:
    colours = [shifted(seat.colour, tone) for seat in SEATS]
    for one, other in combinations(colours, 2):
        assert sum(abs(a - b) for a, b in zip(rgb(one), rgb(other), strict=True)) > 90
    for seat, colour in zip(SEATS, colours, strict=True):
        assert contrast(colour, shifted(seat.on, tone)) > 3


def test_night_is_darker_everywhere() -> None:
    for colour in (PAPER, CREAM, theme.GOLD, theme.SEA, *[seat.colour for seat in SEATS]):
        assert all(new <= old for new, old in zip(rgb(shifted(colour, "night")), rgb(colour), strict=True))


@pytest.mark.parametrize("slug", GAMES)
def test_a_tone_changes_colours_and_nothing_else(slug: str) -> None:
    palette = painter(slug).palette()
    image = Image.radial_gradient("L").convert("RGB")
    day, night = (Image.open(io.BytesIO(png(image, palette, tone))) for tone in ("day", "night"))
    assert day.tobytes() == night.tobytes()
    assert day.getpalette() != night.getpalette()
