"""The letters of choices cover no piece and no number, and a phone shows all of them, large enough to read."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator

import msgspec
import pytest
from PIL import Image

from engine.games.expanse.view import View
from engine.kernel.text import translate_to_english
from render import paso
from render.amundsen.layout import BoardLayout as TrackLayout
from render.amundsen.layout import create_board_layout
from render.amundsen.placement import place_letters, place_pawns
from render.expanse import close_up, compose_board, map_pieces
from render.expanse.layout import (
    PLATE_HEIGHT_PX,
    PLATE_WIDTH_PX,
    OrbitalPlace,
    arrange_orbitals,
    find_orbital_letter,
    find_plate_letter,
    find_title_letter,
)
from render.kit.canvas import Point
from render.kit.hexes import WIDTH_PER_RADIUS, Hex, list_offsets
from render.kit.marks import LETTER_RADIUS_PX
from render.kit.movement.turn_marks import Disc
from render.kit.scene import Scene
from render.kit.sheet import Sheet
from render.kit.text import Box, Formatter
from render.paso import choice_marks, live_layer
from render.paso.layout import BoardLayout, find_hexagon
from tests.golden_records import list_record_names
from tests.images.legibility import find_unreadable
from tests.images.moments import LANGUAGES, list_record_stems
from tests.images.recorded_choices import list_choices

MAX_TOUCH_PX = 2
"""How far the rim of a letter may reach into the box of a piece, whose corners are empty."""
MAX_CORNER_PX = 6
"""How far a letter may reach into the empty corner of the plate of another place."""
NUMBER_HALF_PX = 12
"""Half of the size of the number of a space of 1911."""
MAX_LINK_PX = 36
"""The longest distance of a letter of 1911 from the edge of its spot."""
MAX_PANEL_CHOICES = 6


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


@pytest.mark.parametrize("name", list_record_stems("expanse"))
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


def test_an_orbital_and_its_base_both_show_their_letters():
    """A panel asks for moves of fleets and for influence at once: both have letters, and none lies on another."""
    scene = next(scene for scene in list_choices("expanse", QUICK_RECORD) if "orbital-ceres" in scene.marks)
    spots = [f"orbital-{orbital.word}" for orbital in scene.view.orbitals]
    spots += [f"base-{base.word}" for base in scene.view.bases]
    scene = msgspec.structs.replace(scene, marks=dict(zip(spots, "ABCDEFGHIJKLMNOPQRSTUVWXYZ", strict=False)))
    boxes = find_letter_boxes(scene.view, scene)
    for spot, box in boxes.items():
        assert [other for other in boxes if other != spot and measure_overlap(box, boxes[other]) > 0] == [], spot
    own = [tuple(line.partition(":")[0].removeprefix("orbital-").split(" covers ")) for line in find_covered(scene)]
    assert {covering for covering, covered in own if covering != covered} == set(), (
        "a rock may lie below its own letter"
    )


def test_a_letter_touches_what_it_means_and_no_plate_of_another_place():
    scene = next(scene for scene in list_choices("expanse", QUICK_RECORD) if "orbital-ceres" in scene.marks)
    places = arrange_orbitals(map_pieces.create_map_chart(scene.view))
    spots = [f"orbital-{orbital.word}" for orbital in scene.view.orbitals]
    spots += [f"base-{base.word}" for base in scene.view.bases]
    scene = msgspec.structs.replace(scene, marks=dict.fromkeys(spots, "M"))
    plates: dict[str, Box] = {}
    for orbital in scene.view.orbitals:
        for word, (x, y) in zip(orbital.bases, places[orbital.word].plates, strict=True):
            plates[f"base-{word}"] = (x, y, x + PLATE_WIDTH_PX, y + PLATE_HEIGHT_PX)
    for spot, box in find_letter_boxes(scene.view, scene).items():
        kind, _, word = spot.partition("-")
        met = {other for other, plate in plates.items() if measure_overlap(box, plate) > MAX_CORNER_PX}
        if kind == "base":
            assert met == {spot}
            continue
        place, (left, top, right, bottom) = places[word], box
        nearest = min(max(place.x, left), right), min(max(place.y, top), bottom)
        assert math.dist(nearest, (place.x, place.y)) < place.spread.ring + 6, spot
        assert met == set(), spot


@pytest.mark.parametrize("code", LANGUAGES.codes)
def test_the_letter_of_a_sector_covers_no_name_of_a_band(code: str):
    scene = next(
        scene for scene in list_choices("expanse", QUICK_RECORD) if any("sector-" in spot for spot in scene.marks)
    )
    words = compose_board(scene, LANGUAGES.find_language(code)).written_texts
    for spot, letter in scene.marks.items():
        box = map_pieces.find_letter_box(*find_title_letter(map_pieces.find_bands(scene.view, spot)[0]), letter)
        covered = [one.string for one in words if measure_overlap(box, one.ink) > MAX_TOUCH_PX]
        assert covered == [letter]


def test_a_letter_on_a_planet_or_a_ship_is_noticed(monkeypatch: pytest.MonkeyPatch):
    scene = next(scene for scene in list_choices("expanse", QUICK_RECORD) if "orbital-ceres" in scene.marks)
    monkeypatch.setattr(sys.modules[__name__], "find_orbital_letter", lambda place: (place.x + 40, place.y))
    covered = [*find_covered(scene)]
    assert covered


# ----------------------------------------------------------------------- 1911
@pytest.mark.parametrize("name", list_record_names("amundsen"))
def test_a_letter_of_1911_covers_no_pawn_and_no_number(name: str):
    for scene in list_choices("amundsen", name):
        layout = create_board_layout(scene.view.track)
        pawns = place_pawns(layout, tuple((one.side, one.space, one.is_lost) for one in scene.view.explorers))
        spots = tuple(spot for spot in scene.marks if layout.find_spot(spot))
        letters = place_letters(layout, spots, pawns)
        assert len({*letters.values()}) == len(spots)
        boxes = [box for pawn in pawns for box in pawn.list_boxes()]
        boxes += [
            (x - NUMBER_HALF_PX, y - NUMBER_HALF_PX, x + NUMBER_HALF_PX, y + NUMBER_HALF_PX)
            for x, y in layout.figure_centres
        ]
        for spot, (x, y) in letters.items():
            for left, top, right, bottom in boxes:
                nearest = min(max(x, left), right), min(max(y, top), bottom)
                assert math.dist((x, y), nearest) > LETTER_RADIUS_PX - MAX_TOUCH_PX, (spot, left, top)
            check_link(layout, spot, (x, y))


def check_link(layout: TrackLayout, spot: str, letter: Point) -> None:
    """Check that a letter touches the ring of its spot, or that a short link between them crosses no number."""
    found = layout.find_spot(spot)
    assert found is not None
    place, radius, _ = found
    assert math.dist(place, letter) < radius + LETTER_RADIUS_PX + MAX_LINK_PX, spot
    for share in (0.45, 0.55, 0.65):
        point = tuple(a + (b - a) * share for a, b in zip(place, letter, strict=True))
        assert min(math.dist(point, centre) for centre in layout.figure_centres) > NUMBER_HALF_PX, spot


# ----------------------------------------------------------------------- Paso
@pytest.mark.parametrize("name", list_record_stems("paso"))
def test_a_letter_of_the_paso_covers_no_piece_and_no_price(name: str):
    """A question in the panel has at most six choices."""
    shown = 0
    for question in list_choices("paso", name):
        marks = dict([*question.marks.items()][:MAX_PANEL_CHOICES])
        scene = msgspec.structs.replace(question, marks=marks)
        layout = BoardLayout.from_view(scene.view, paso.find_marked_rows(scene))
        ships = live_layer.draw_ships(Sheet(Image.new("RGB", (1650, 1050))), scene.view, layout, ())
        pieces = choice_marks.list_pieces(scene.view, layout, ships)
        covers = [disc for placed in choice_marks.place_letters(scene, layout, ships) for disc in placed.discs]
        for middle, radius in covers:
            for at, piece_radius in pieces:
                assert math.dist(middle, at) > radius + piece_radius - MAX_TOUCH_PX, (scene.marks, middle, at)
        shown += len(covers)
    assert shown > 9 or name == "never-begun"


def test_a_letter_with_its_price_lies_in_its_own_hexagon():
    """It leaves it only where a ship or a raid token leaves no room. A price never leaves its letter."""
    inside = outside = 0
    for question in list_choices("paso", "four-through"):
        scene = msgspec.structs.replace(question, marks=dict([*question.marks.items()][:MAX_PANEL_CHOICES]))
        layout = BoardLayout.from_view(scene.view, paso.find_marked_rows(scene))
        ships = live_layer.draw_ships(Sheet(Image.new("RGB", (1650, 1050))), scene.view, layout, ())
        for placed in choice_marks.place_letters(scene, layout, ships):
            spot = next(spot for spot, letter in scene.marks.items() if letter == placed.letter)
            hexagon = find_hexagon(scene.view.columns, spot.rpartition("-")[2])
            if placed.price and hexagon is not None:
                is_inside = all(lies_in_hexagon(layout, hexagon, disc) for disc in placed.discs)
                inside += is_inside
                outside += not is_inside
    assert inside > 9 * outside


def lies_in_hexagon(layout: BoardLayout, hexagon: Hex, disc: Disc) -> bool:
    (x, y), (middle, radius) = layout.find_middle(hexagon), disc
    sides = list_offsets(1 / WIDTH_PER_RADIUS)  # unit vectors at right angles to the sides
    reach = max((middle[0] - x) * dx + (middle[1] - y) * dy for dx, dy in sides)
    return reach + radius <= layout.r * WIDTH_PER_RADIUS / 2 + MAX_TOUCH_PX
