"""Trails: the newest part stands out, the oldest fades, and a piece that never moved has none."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import msgspec
import pytest
from PIL import Image, ImageChops

from engine.kernel import registry
from engine.kernel.text import translate_to_english
from engine.turn_log import MAX_TRAIL_PLACES, TrailGame, TurnStart, find_newest_trails, join_turns
from render.kit.movement.trails import draw_trail, list_paths, shift_to_lane
from render.kit.scene import load_painter
from render.kit.sheet import Sheet
from tests.images.moments import RECORD_NAMES, compose_board, list_records, replay_scenes
from tests.images.recorded_moments import replay_moment

GROUND_COLOUR, RED = "#808080", "#E2512B"
TRAIL_POINTS = [(40.0, 60.0), (160.0, 60.0), (280.0, 60.0), (400.0, 60.0)]


def draw_trail_image(points: list[tuple[float, float]], *, dashed: bool = False) -> Image.Image:
    sheet = Sheet(Image.new("RGB", (440, 120), GROUND_COLOUR))
    draw_trail(sheet, points, RED, dashed=dashed)
    return sheet.image


def measure_redness(image: Image.Image, x: int, y: int) -> int:
    red, green, _ = image.getpixel((x, y))  # type: ignore[misc]
    return red - green


def test_a_trail_fades_the_longer_ago_it_was():
    image = draw_trail_image(TRAIL_POINTS)
    stretches = [measure_redness(image, x, 60) for x in (100, 220, 340)]
    assert 0 < stretches[0] < stretches[1] < stretches[2]


def test_unmoved_pieces_leave_no_trail():
    assert (
        ImageChops.difference(
            draw_trail_image([(40.0, 60.0)] * 3), Image.new("RGB", (440, 120), GROUND_COLOUR)
        ).getbbox()
        is None
    )


def test_a_broken_trail_has_gaps():
    whole, broken = (
        sum(measure_redness(draw_trail_image(TRAIL_POINTS, dashed=dashed), x, 60) > 90 for x in range(60, 380))
        for dashed in (False, True)
    )
    assert broken < 0.9 * whole


def test_trails_over_the_same_places_run_side_by_side():
    lanes = [shift_to_lane(TRAIL_POINTS, lane, 3) for lane in range(3)]
    assert len({way[0] for way in lanes}) == 3
    assert sum(way[0][0] for way in lanes) / 3 == TRAIL_POINTS[0][0]


@pytest.mark.parametrize(
    ("been", "here", "ways"),
    [
        ((), "c1", []),
        (("c1",), "c1", []),
        (("c1",), "c2", [["c1", "c2"]]),
        (("c1", "c2"), "c2", [["c1", "c2"]]),
        (("c1", "c2", "c3"), "c2", [["c1", "c2"]]),
        (("c1", "c2", "", "c4"), "c5", [["c1", "c2"], ["c4", "c5"]]),
        (("c1", "c2", ""), "", [["c1", "c2"]]),
    ],
)
def test_a_trail_ends_where_the_piece_stands(been: tuple[str, ...], here: str, ways: list[list[str]]):
    assert list_paths(been, here) == ways


TRAIL_GAMES = [slug for slug in registry.list_slugs() if isinstance(registry.load_game(slug), TrailGame)]


@pytest.mark.parametrize("record", list_records(*TRAIL_GAMES))
def test_a_trail_hides_nothing_that_is_written_and_lies_on_the_chart(record: str):
    """This also holds for the picture of a seat. Trails do not change the letters, the panel and all sprites with words."""
    slug = record.partition("-")[0]
    for scene in replay_scenes(record)[1:]:
        assert scene.trails
        plain = compose_board(slug, msgspec.structs.replace(scene, trails={}), translate_to_english)
        sheet = compose_board(slug, scene, translate_to_english)
        assert sheet.drawn_texts == plain.drawn_texts
        difference = ImageChops.difference(sheet.image, plain.image).convert("L")
        hidden = [one.string for one in sheet.written_texts if difference.crop(one.ink).getbbox()]
        assert not hidden


@pytest.mark.parametrize("slug", ["amundsen"])
def test_trails_are_drawn(slug: str):
    records = [record for record in RECORD_NAMES if record.startswith(slug)]
    scenes = [scene for record in records for scene in replay_scenes(record)[1:]]
    pairs = [
        (
            load_painter(slug).draw_board(one, translate_to_english)
            for one in (scene, msgspec.structs.replace(scene, trails={}))
        )
        for scene in scenes
    ]
    assert sum(ImageChops.difference(*pair).getbbox() is not None for pair in pairs) > len(scenes) // 2


def test_northwest_knows_where_ships_and_sleds_have_been():
    scene = replay_moment("northwest", "round-ten", 150)
    assert {piece.partition("-")[0] for piece in scene.trails} == {"ship", "sled"}
    cells = {cell.name for cell in scene.view.cells}
    assert all(place in cells for been in scene.trails.values() for place in been if place)
    assert max(len(been) for been in scene.trails.values()) > 3
    assert all(a != b for been in scene.trails.values() for a, b in pairwise(been))


def test_amundsen_knows_who_was_driven_off_the_route():
    scene = replay_moment("amundsen", "patrons-and-six", 70)
    driven = [place for been in scene.trails.values() for place in been if place.startswith("q")]
    assert driven
    assert scene.trails["amundsen"][0] == "0"


class DriftingGame:
    """A game with open information, whose state is the place of each piece."""

    def build_view(self, state: dict[str, str], _viewer: int | None) -> dict[str, str]:
        return state

    def map_piece_places(self, view: dict[str, str]) -> dict[str, str]:
        return view


DRIFTING_GAME: Any = DriftingGame()


def test_actions_of_a_seat_in_a_row_leave_all_their_places():
    turns = join_turns(
        DRIFTING_GAME, [TurnStart(seat, {"ship-0": place}) for seat, place in ((0, "a"), (0, "b"), (1, "c"))]
    )
    assert [turn.seat for turn in turns] == [0, 1]
    assert find_newest_trails(turns) == {"ship-0": ("a", "b", "c")}
    on = join_turns(DRIFTING_GAME, [TurnStart(0, {"ship-0": "c", "sled-0": "d"}), TurnStart(1, {"sled-0": "d"})], turns)
    assert find_newest_trails(on) == {"ship-0": ("a", "b", "c", ""), "sled-0": ("d",)}


def test_only_so_many_places_are_kept():
    turns = join_turns(DRIFTING_GAME, [TurnStart(n % 2, {"ship-0": str(n)}) for n in range(MAX_TRAIL_PLACES + 5)])
    assert find_newest_trails(turns)["ship-0"] == tuple(str(n) for n in range(5, MAX_TRAIL_PLACES + 5))
