"""The letters of choices cover no piece and no number, and a phone shows all of them, large enough to read."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator

import pytest

from engine.games.expanse.view import View
from engine.kernel.text import translate_to_english
from render.expanse import close_up, compose_board, map_pieces
from render.expanse.layout import OrbitalPlace, arrange_orbitals, find_orbital_letter, find_plate_letter
from render.kit.scene import Scene
from render.kit.text import Box, Formatter
from tests.golden_records import list_record_names
from tests.images.legibility import find_unreadable
from tests.images.recorded_choices import list_choices

MAX_TOUCH_PX = 2
"""How far the rim of a letter may reach into the box of a piece, whose corners are empty."""


def find_letter_boxes(view: View, scene: Scene) -> dict[str, Box]:
    """Return the box of the letter of each marked base and orbital."""
    places = arrange_orbitals(map_pieces.create_map_chart(view))
    centres: dict[str, tuple[int, int]] = {}
    for orbital in view.orbitals:
        place = places[orbital.word]
        centres[f"orbital-{orbital.word}"] = find_orbital_letter(place)
        for word, plate in zip(orbital.bases, place.plates, strict=True):
            centres[f"base-{word}"] = find_plate_letter(*plate)
    return {
        spot: map_pieces.find_letter_box(*centres[spot], letter)
        for spot, letter in scene.marks.items()
        if spot in centres
    }


def measure_overlap(a: Box, b: Box) -> int:
    """Return how deep two boxes lie in each other, in pixels; 0 or less if they do not."""
    return min(min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1]))


def covers_body(letter: Box, place: OrbitalPlace) -> bool:
    left, top, right, bottom = letter
    nearest = min(max(place.x, left), right), min(max(place.y, top), bottom)
    return math.dist(nearest, (place.x, place.y)) < place.spread.ring - MAX_TOUCH_PX


def find_covered(scene: Scene) -> Iterator[str]:
    """List the bodies, fleets, counts and tokens of The Expanse that a letter covers."""
    places = arrange_orbitals(map_pieces.create_map_chart(scene.view))
    pieces = map_pieces.list_piece_boxes(scene.view)
    for spot, letter in find_letter_boxes(scene.view, scene).items():
        for name, box in pieces:
            if measure_overlap(letter, box) > MAX_TOUCH_PX:
                yield f"{spot} covers {name}: {letter} {box}"
        yield from (f"{spot} covers {word}" for word, place in places.items() if covers_body(letter, place))


QUICK_RECORD = "two-clear"
RECORDS = [
    name if name == QUICK_RECORD else pytest.param(name, marks=pytest.mark.slow)
    for name in list_record_names("expanse")
]


@pytest.mark.parametrize("name", RECORDS)
def test_every_choice_of_the_expanse_has_a_crop_with_its_letters(name: str):
    """No letter covers a piece or a number. One question for each set of Bands and kinds of places is drawn."""
    seen: set[tuple[object, ...]] = set()
    for scene in list_choices("expanse", name):
        assert [*find_covered(scene)] == []
        kinds = frozenset(spot.partition("-")[0] for spot in scene.marks)
        key = (close_up.choose_bands(scene), kinds)
        if key in seen:
            continue
        seen.add(key)
        board = compose_board(scene, translate_to_english)
        sheet = close_up.compose_close_up(scene, board, Formatter(scene.names, translate_to_english))
        assert {*scene.marks.values()} <= {one.string for one in sheet.written_texts}, scene.marks
        assert find_unreadable("draw_crop", sheet, is_choosing=True) == []
    assert len(seen) > 3


def test_a_letter_on_a_planet_or_a_ship_is_noticed(monkeypatch: pytest.MonkeyPatch):
    scene = next(scene for scene in list_choices("expanse", QUICK_RECORD) if "orbital-ceres" in scene.marks)
    monkeypatch.setattr(sys.modules[__name__], "find_orbital_letter", lambda place: (place.x + 40, place.y))
    covered = [*find_covered(scene)]
    assert covered
