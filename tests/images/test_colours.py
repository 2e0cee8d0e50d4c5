"""Colours that must be told apart: by everybody's eyes, in every tone, with the colours that are really shown."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple, get_args

import pytest

from render.expanse import pieces as expanse
from render.kit.encode import toned
from render.kit.scene import painter
from render.kit.squares import ICE, LAND, VEIL
from render.kit.theme import (
    CREAM,
    GOLD,
    INK,
    MUTED,
    NAVY,
    NAVY_2,
    PAPER,
    SEA,
    SEATS,
    Colour,
    Tone,
    contrast,
    mix,
    rgb,
)
from render.northwest.chart import THIN_VEIL, UNKNOWN
from render.northwest.pieces import TOKENS
from render.paso.ground import TERRAIN
from tests.images.colour import EYES, apart, nearest

AT_A_GLANCE = 10
"""The least CIEDE2000 difference of what is told apart by colour."""
FROZEN_LAND, FROZEN_SEA, FROZEN_UNKNOWN = mix(LAND, ICE, VEIL), mix(SEA, ICE, VEIL), mix(UNKNOWN, ICE, THIN_VEIL)
AREAS = [
    (LAND, UNKNOWN),
    (LAND, SEA),
    (FROZEN_SEA, SEA),
    (FROZEN_LAND, FROZEN_SEA),
    (FROZEN_LAND, FROZEN_UNKNOWN),
]
"""Neighbouring areas of the chart of Northwest Passage."""
WORDS = {
    "amundsen": [(MUTED, NAVY_2), (CREAM, NAVY_2), (INK, PAPER), (INK, GOLD)],
    "northwest": [(MUTED, NAVY_2), (MUTED, NAVY), (CREAM, NAVY_2), (INK, PAPER), (INK, GOLD)],
    "paso": [(MUTED, NAVY_2), (MUTED, NAVY), (CREAM, NAVY_2), (INK, PAPER), (INK, GOLD)],
    "expanse": [(expanse.DIM, expanse.PANEL), (expanse.DIM, expanse.CARD), (CREAM, expanse.CARD), (INK, PAPER)],
}
"""Words on their grounds."""


class Look(NamedTuple):
    """A colour and the shape that goes with it."""

    colour: Colour
    shape: str


SETS = {
    "seats": [Look(seat.colour, seat.shape) for seat in SEATS],
    "tokens": [Look(token.colour, token.shape) for token in TOKENS.values()],
    "terrains": [Look(colour, "hexagon") for colour in TERRAIN.values()],
    "factions": [Look(look.colour, look.shape) for look in expanse.LOOKS.values()],
}


def shown(slug: str, colour: Colour, tone: Tone) -> Colour:
    """What becomes of a plain colour of a painter."""
    if tone == "day":
        return colour
    table = tuple(painter(slug).palette().info["tones"][tone].items())
    return "#" + toned(rgb(colour), tone, table).hex().upper()


def test_the_differences_are_those_of_the_standard():
    """Two pairs of Sharma, Wu and Dalal, in sRGB as near as it comes, and black on white."""
    assert apart("#FFFFFF", "#000000", "usual") == pytest.approx(100, abs=0.1)
    assert apart("#E2512B", "#E2512B", "deutan") == 0
    assert apart("#FF0000", "#00FF00", "usual") == pytest.approx(86.6, abs=0.5)


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("kind", SETS)
def test_whatever_stands_for_something_is_told_apart(kind: str, eyes: str):
    for one, other in combinations(SETS[kind], 2):
        assert apart(one.colour, other.colour, eyes) >= AT_A_GLANCE, (one, other)


@pytest.mark.parametrize("look", SEATS)
def test_no_seat_looks_like_what_says_look_here(look):
    assert nearest(look.colour, GOLD) >= AT_A_GLANCE


def test_pieces_have_shapes_of_their_own():
    for kind in ("seats", "tokens", "factions"):
        assert len({look.shape for look in SETS[kind]}) == len(SETS[kind])


@pytest.mark.parametrize("tone", get_args(Tone))
@pytest.mark.parametrize("slug", WORDS)
def test_words_are_readable_in_every_tone(slug: str, tone: Tone):
    for ink, ground in WORDS[slug]:
        assert contrast(shown(slug, ink, tone), shown(slug, ground, tone)) >= 4.5, (ink, ground)


@pytest.mark.parametrize(("one", "other"), AREAS)
def test_neighbouring_areas_stand_apart_in_contrast(one: Colour, other: Colour):
    pair = [shown("northwest", colour, "contrast") for colour in (one, other)]
    assert contrast(*pair) >= 3
    assert contrast(*pair) > contrast(one, other)


@pytest.mark.parametrize("slug", WORDS)
def test_contrast_never_lowers_the_contrast_of_words(slug: str):
    for ink, ground in WORDS[slug]:
        pair = [shown(slug, colour, "contrast") for colour in (ink, ground)]
        assert contrast(*pair) >= contrast(ink, ground) - 0.1
