"""Colours that must be distinguishable: with every kind of vision, in every tone, in the colours of the final picture."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple, get_args

import pytest

from render.expanse import pieces as expanse
from render.kit.encode import apply_tone
from render.kit.scene import load_painter
from render.kit.squares import LAND_COLOUR
from render.kit.theme import (
    CREAM,
    GOLD,
    INK,
    MUTED,
    NAVY,
    NAVY_2,
    PAPER,
    SEA,
    SEAT_STYLES,
    Colour,
    Tone,
    compute_contrast,
    parse_colour,
)
from render.northwest.colours import (
    FROZEN_FOG_COLOURS,
    FROZEN_LAND_COLOUR,
    FROZEN_SEA_COLOUR,
    OPEN_FOG_COLOURS,
)
from render.northwest.pieces import TOKEN_STYLES
from render.paso.ground import TERRAIN_COLOURS
from tests.images.colour_difference import VISION_MATRICES, compute_ciede2000, compute_least_difference

MIN_COLOUR_DIFFERENCE = 10
"""The least CIEDE2000 difference of colours that carry a meaning."""
NEIGHBOURING_AREAS = [
    (LAND_COLOUR, SEA),
    (FROZEN_SEA_COLOUR, SEA),
    (FROZEN_LAND_COLOUR, FROZEN_SEA_COLOUR),
    *[(LAND_COLOUR, fog) for fog in OPEN_FOG_COLOURS],
    *[(FROZEN_LAND_COLOUR, fog) for fog in FROZEN_FOG_COLOURS],
]
"""Neighbouring areas of the chart of Northwest Passage."""
WORDS_ON_GROUNDS = {
    "amundsen": [(MUTED, NAVY_2), (CREAM, NAVY_2), (INK, PAPER), (INK, GOLD)],
    "northwest": [(MUTED, NAVY_2), (MUTED, NAVY), (CREAM, NAVY_2), (INK, PAPER), (INK, GOLD)],
    "paso": [(MUTED, NAVY_2), (MUTED, NAVY), (CREAM, NAVY_2), (INK, PAPER), (INK, GOLD)],
    "expanse": [
        (expanse.DIM_INK, expanse.PANEL_COLOUR),
        (expanse.DIM_INK, expanse.CARD_COLOUR),
        (CREAM, expanse.CARD_COLOUR),
        (INK, PAPER),
    ],
}
"""Words on their backgrounds."""


class ColourShape(NamedTuple):
    """A colour and the shape that accompanies it."""

    colour: Colour
    shape: str


COLOUR_SETS = {
    "seats": [ColourShape(seat.colour, seat.shape) for seat in SEAT_STYLES],
    "tokens": [ColourShape(token.colour, token.shape) for token in TOKEN_STYLES.values()],
    "terrains": [ColourShape(colour, "hexagon") for colour in TERRAIN_COLOURS.values()],
    "factions": [ColourShape(look.colour, look.shape) for look in expanse.FACTION_STYLES.values()],
}


def convert_colour(slug: str, colour: Colour, tone: Tone) -> Colour:
    """Convert a painter's colour to the colour of the final picture."""
    if tone == "day":
        return colour
    table = tuple(load_painter(slug).load_palette().info["tones"][tone].items())
    return "#" + apply_tone(parse_colour(colour), tone, table).hex().upper()


def test_the_differences_are_those_of_the_standard():
    """Two pairs of Sharma, Wu and Dalal, as close as sRGB allows, and black on white."""
    assert compute_ciede2000("#FFFFFF", "#000000", "usual") == pytest.approx(100, abs=0.1)
    assert compute_ciede2000("#E2512B", "#E2512B", "deutan") == 0
    assert compute_ciede2000("#FF0000", "#00FF00", "usual") == pytest.approx(86.6, abs=0.5)


@pytest.mark.parametrize("eyes", VISION_MATRICES)
@pytest.mark.parametrize("kind", COLOUR_SETS)
def test_symbols_are_told_apart(kind: str, eyes: str):
    for one, other in combinations(COLOUR_SETS[kind], 2):
        assert compute_ciede2000(one.colour, other.colour, eyes) >= MIN_COLOUR_DIFFERENCE, (one, other)


@pytest.mark.parametrize("look", SEAT_STYLES)
def test_no_seat_looks_like_what_says_look_here(look):
    assert compute_least_difference(look.colour, GOLD) >= MIN_COLOUR_DIFFERENCE


def test_pieces_have_shapes_of_their_own():
    for kind in ("seats", "tokens", "factions"):
        assert len({look.shape for look in COLOUR_SETS[kind]}) == len(COLOUR_SETS[kind])


@pytest.mark.parametrize("tone", get_args(Tone))
@pytest.mark.parametrize("slug", WORDS_ON_GROUNDS)
def test_words_are_readable_in_every_tone(slug: str, tone: Tone):
    for ink, ground in WORDS_ON_GROUNDS[slug]:
        assert compute_contrast(convert_colour(slug, ink, tone), convert_colour(slug, ground, tone)) >= 4.5, (
            ink,
            ground,
        )


@pytest.mark.parametrize(("one", "other"), NEIGHBOURING_AREAS)
def test_neighbouring_areas_stand_apart_in_contrast(one: Colour, other: Colour):
    pair = [convert_colour("northwest", colour, "contrast") for colour in (one, other)]
    assert compute_contrast(*pair) >= 3
    assert compute_contrast(*pair) > compute_contrast(one, other)


@pytest.mark.parametrize("other", [SEA, *OPEN_FOG_COLOURS])
def test_land_stands_out_more_at_night(other: Colour):
    pair = [convert_colour("northwest", colour, "night") for colour in (LAND_COLOUR, other)]
    assert compute_contrast(*pair) > min(1.3 * compute_contrast(LAND_COLOUR, other), 5)


@pytest.mark.parametrize("slug", WORDS_ON_GROUNDS)
def test_contrast_never_lowers_the_contrast_of_words(slug: str):
    for ink, ground in WORDS_ON_GROUNDS[slug]:
        pair = [convert_colour(slug, colour, "contrast") for colour in (ink, ground)]
        assert compute_contrast(*pair) >= compute_contrast(ink, ground) - 0.1
