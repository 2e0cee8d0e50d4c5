"""Land and sea on squares with corners: coasts join, channels stay open, ice is visible."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from render.kit.squares import (
    ICE_OPACITY,
    LAND_COLOUR,
    build_coast,
    compute_wobble,
    parse_squares,
)
from render.kit.theme import INK, SEA, compute_contrast, parse_colour
from render.northwest.ground import draw_landscape, draw_square

CORNER_STRATEGY = st.tuples(*[st.integers(0, 1)] * 4)
ALL_CORNERS = list(product((0, 1), repeat=4))


def get_colour_at(image: Image.Image, x: float, y: float) -> tuple[int, ...]:
    """Return the colour at a share of the picture's width and height."""
    return image.getpixel((min(int(x * image.width), image.width - 1), min(int(y * image.height), image.height - 1)))  # type: ignore[return-value]


@pytest.mark.parametrize("corners", ALL_CORNERS)
def test_every_corner_shows_what_it_is(corners):
    drawn = draw_square(corners, 70)  # corners: north-west, north-east, south-west, south-east
    for land, x, y in zip(corners, (0.03, 0.97, 0.03, 0.97), (0.03, 0.03, 0.97, 0.97), strict=True):
        assert get_colour_at(drawn, x, y) == parse_colour(LAND_COLOUR if land else SEA)


@pytest.mark.parametrize("corners", [(1, 0, 0, 1), (0, 1, 1, 0)])
def test_two_opposite_capes_leave_a_channel(corners):
    drawn = draw_square(corners, 70)
    land = parse_colour(LAND_COLOUR)
    along = (
        [(0.5, 0.5), (0.25, 0.75), (0.75, 0.25)]
        if corners == (1, 0, 0, 1)
        else [(0.5, 0.5), (0.25, 0.25), (0.75, 0.75)]
    )
    assert all(get_colour_at(drawn, x, y) != land for x, y in along)
    assert len(build_coast(corners).curves) == 2


@given(st.integers(0, 20), st.integers(0, 20), CORNER_STRATEGY, st.tuples(st.integers(0, 1), st.integers(0, 1)))
def test_a_coast_meets_its_neighbours(i: int, j: int, here, beyond):
    """The square to the east shares two corners: where the coast leaves one, it enters the other."""
    east = (here[1], beyond[0], here[3], beyond[1])
    out = [
        p for curve in build_coast(here, compute_wobble(i, j, here)).curves for p in (curve[0], curve[-1]) if p[0] == 1
    ]
    into = [
        p
        for curve in build_coast(east, compute_wobble(i + 1, j, east)).curves
        for p in (curve[0], curve[-1])
        if p[0] == 0
    ]
    assert [y for _, y in out] == [y for _, y in into]
    assert len(out) == (here[1] != here[3])


@given(CORNER_STRATEGY, st.integers(0, 14), st.integers(0, 9))
def test_coasts_stay_inside_their_square(corners, i: int, j: int):
    shape = build_coast(corners, compute_wobble(i, j, corners))
    assert all(
        -1e-9 <= x <= 1 + 1e-9 and -1e-9 <= y <= 1 + 1e-9 for part in [*shape.land, *shape.curves] for x, y in part
    )


@pytest.mark.parametrize("corners", [(0, 0, 0, 0), (1, 1, 1, 1)])
def test_ice_is_told_from_what_is_open(corners):
    open_, frozen = draw_square(corners, 70), draw_square(corners, 70, frozen=True)
    assert get_colour_at(open_, 0.2, 0.3) != get_colour_at(frozen, 0.2, 0.3)


def test_frozen_land_and_frozen_sea_stay_apart():
    land, sea = (
        "#{:02X}{:02X}{:02X}".format(*get_colour_at(draw_square((k,) * 4, 70, frozen=True), 0.2, 0.3)) for k in (1, 0)
    )  # type: ignore[arg-type]
    assert compute_contrast(land, sea) > 1.9
    assert 0.4 < ICE_OPACITY < 0.6


def test_a_pattern_of_rows_becomes_squares():
    assert parse_squares("11/01/00") == {(0, 0): (1, 1, 0, 1), (0, 1): (0, 1, 0, 0)}
    assert list(parse_squares("10/01")) == [(0, 0)]
    tall = draw_landscape("11/01/00", 40, INK)
    assert tall.image.size == (44, 84)
    assert tall.image.getpixel((0, 0)) == parse_colour(INK)
