"""The animation of the latest turns begins and ends with the current board and shows nothing that the board does not."""

from __future__ import annotations

import io
import math
from itertools import pairwise

import msgspec
import pytest
from PIL import Image, ImageSequence

from engine.kernel.text import translate_to_english
from render import paso
from render.kit.cache import DEFAULT_CACHE_MB, painter_caches
from render.kit.drawing import Drawing, ImageParts
from render.kit.film import Film
from render.kit.film.glide import (
    GLIDE_FRAME_MS,
    GLIDE_FRAMES,
    draw_glide,
    ease,
    find_moved_pieces,
    find_shift,
    list_labels,
)
from render.kit.film.turn import FIRST_FRAME_MS, LAST_FRAME_MS, REPEAT_COUNT, STEP_MS, draw_animation, generate_moments
from render.kit.marks import draw_gold_ring
from render.kit.movement.travel import Travel
from render.kit.scene import load_painter
from render.kit.seats import draw_ship
from tests.images.recorded_moments import replay_moment

FILM_RECORDS = {
    "amundsen": ("patrons-and-six", 40),
    "northwest": ("tie-broken", 126),
    "paso": ("four-through", 60),
    "expanse": ("four-clear", 60),
}


@pytest.mark.parametrize("slug", FILM_RECORDS)
def test_it_begins_and_ends_with_the_board_as_it_stands(slug: str) -> None:
    scene, artist = replay_moment(slug, *FILM_RECORDS[slug]), load_painter(slug)
    assert scene.earlier_views
    data = draw_animation(artist, scene, translate_to_english, "day")
    alone = Film(artist.load_palette())
    whole = msgspec.structs.replace(scene, shows_whole_board=True)
    alone.add_frame(artist.draw_board(whole, translate_to_english), FIRST_FRAME_MS)
    with Image.open(io.BytesIO(data)) as film, Image.open(io.BytesIO(alone.finish())) as still:
        frames = [(frame.convert("RGB").tobytes(), frame.info["duration"]) for frame in ImageSequence.Iterator(film)]
        board = still.convert("RGB").tobytes()
    assert frames[0] == (board, FIRST_FRAME_MS)
    assert frames[-1] == (board, LAST_FRAME_MS)
    assert 3 <= len([ms for _, ms in frames if ms != GLIDE_FRAME_MS]) <= len(scene.earlier_views) + 2
    assert frames[1][0] != board
    assert len(data) < 500_000, "a fraction of what Discord takes"


def test_the_window_of_the_paso_rests_during_a_film() -> None:
    """If it followed each ship, no piece would glide, and a reader would lose the place."""
    scene = msgspec.structs.replace(replay_moment("paso", *FILM_RECORDS["paso"]), shows_whole_board=True)
    moments = [moment for moment, _ in generate_moments(scene)]
    assert len({paso.choose_layout(moment) for moment in moments}) == 1
    followed = [msgspec.structs.replace(moment, shows_whole_board=False) for moment in moments]
    assert len({paso.choose_layout(moment) for moment in followed}) > 1


@pytest.mark.parametrize("slug", FILM_RECORDS)
def test_a_moved_piece_glides(slug: str) -> None:
    scene = replay_moment(slug, *FILM_RECORDS[slug])
    data = draw_animation(load_painter(slug), scene, translate_to_english, "day")
    with Image.open(io.BytesIO(data)) as film:
        shown_ms = [frame.info["duration"] for frame in ImageSequence.Iterator(film)]
    assert shown_ms.count(GLIDE_FRAME_MS) >= GLIDE_FRAMES >= 8


def test_what_glides_depends_on_no_cache() -> None:
    """A sprite that the cache has dropped is drawn again: the same pixels, but another image."""
    scene, artist = replay_moment("expanse", *FILM_RECORDS["expanse"]), load_painter("expanse")
    data = draw_animation(artist, scene, translate_to_english, "day")
    painter_caches().resize(0)
    try:
        assert draw_animation(artist, scene, translate_to_english, "day") == data
    finally:
        painter_caches().resize(DEFAULT_CACHE_MB)


def test_the_ground_never_glides() -> None:
    """A hexagon of the Paso is pasted in parts. One that lies elsewhere on the next board has not moved there."""
    tile, ship = ImageParts([(Image.new("RGB", (50, 50), "white"), 0, 0)]), Image.new("RGB", (50, 50), "red")
    boards = []
    for x in (10, 90):
        board = Drawing((200, 200))
        board.fill((0, 0, 0), (0, 0, 200, 200))
        board.paste_parts(tile, x, 10)
        board.paste_image(ship, x, 90)
        boards.append(board)
    frame = next(draw_glide(*boards, (0, 0, 200, 200)))
    ends = [boards[1].strokes[k][1] for k in (1, 2)]
    assert [frame.strokes[k][1] == end for k, end in enumerate(ends, 1)] == [True, False]


def test_the_gold_ring_of_the_turn_never_glides() -> None:
    """It is round another ship then; nothing has moved from the one to the other."""
    ring, ship = draw_gold_ring(30).image, draw_ship(1, 60).image
    boards = []
    for x in (10, 90):
        board = Drawing((200, 200))
        board.fill((0, 0, 0), (0, 0, 200, 200))
        board.paste_image(ring, x, 10)
        board.paste_image(ship, x, 90)
        boards.append(board)
    frame = next(draw_glide(*boards, (0, 0, 200, 200)))
    assert [frame.strokes[k][1] == boards[1].strokes[k][1] for k in (1, 2)] == [True, False]


def test_a_piece_is_an_image_that_left_its_place_and_came_to_another() -> None:
    ship, badge, panel_sign = object(), object(), object()
    before = [
        (ship, (10, 10, 60, 60)),
        (badge, (0, 0, 40, 40)),
        (panel_sign, (900, 0, 940, 40)),
        ((1, 2), (0, 0, 50, 50)),
    ]
    after = [
        (badge, (0, 0, 40, 40)),
        (ship, (210, 110, 260, 160)),
        (panel_sign, (900, 90, 940, 130)),
        ((1, 2), (9, 0, 59, 50)),
    ]
    assert find_moved_pieces(before, after, (0, 0, 800, 800)) == {1: (10, 10, 60, 60)}
    assert find_moved_pieces(before, [*after, (ship, (0, 0, 50, 50))], (0, 0, 800, 800)) == {}, "which one has moved?"


def test_a_movement_begins_and_ends_slowly() -> None:
    steps = [ease(k / 9) for k in range(10)]
    lengths = [b - a for a, b in pairwise(steps)]
    assert steps[0] == 0 < min(lengths)
    assert steps[-1] == 1
    assert lengths[0] < lengths[4] > lengths[-1]
    assert find_shift((100, 0, 150, 50), (0, 0, 50, 50), 1 - steps[0]) == (-100, 0)


def test_the_words_of_a_piece_glide_with_it() -> None:
    """A fleet glides with its strength, and the sun with its round; the word of a cell stays."""
    fleet, strength, on_it, cell = (object(), (0, 0, 50, 50)), ("4",), ("6",), ("h",)
    near, inside, below = (52, 5, 70, 45), (10, 10, 30, 40), (10, 45, 40, 80)
    assert list_labels([fleet, (strength, near), (on_it, inside), (cell, below), (strength, near)], 0) == [1, 2]
    assert list_labels([fleet, (object(), inside), (strength, near)], 0) == []


def test_the_board_before_the_latest_turns_says_so() -> None:
    scene = replay_moment("expanse", "four-clear", 60)
    shown = [moment for moment, _ in generate_moments(scene)]
    assert shown[1].recent_events
    assert not any(moment.recent_events for moment in shown[2:-1])


def test_it_shows_the_board_before_each_turn_as_the_same_viewer_saw_it():
    scene = replay_moment("northwest", "tie-broken", 90)
    shown = list(generate_moments(scene))
    assert [moment.view for moment, _ in shown[1:-1]] == [one.view for one in scene.earlier_views]
    assert [moment.earlier_views for moment, _ in shown[2:-1]] == [(one,) for one in scene.earlier_views[:-1]]
    assert {ms for _, ms in shown[1:-1]} == {STEP_MS}
    assert all(moment.end_reason is None for moment, _ in shown[1:-1])


def test_it_rests_in_the_end():
    scene = replay_moment("amundsen", "patrons-and-six", 40)
    with Image.open(io.BytesIO(draw_animation(load_painter("amundsen"), scene, translate_to_english, "day"))) as film:
        assert film.info["loop"] == REPEAT_COUNT


def test_its_colours_are_those_that_were_chosen():
    scene = replay_moment("amundsen", "patrons-and-six", 40)
    bright, dark = (
        draw_animation(load_painter("amundsen"), scene, translate_to_english, tone) for tone in ("day", "night")
    )
    assert len(bright) == len(dark)
    assert bright != dark


def test_a_fleet_of_the_expanse_travels_along_its_way_and_nothing_else_glides() -> None:
    """Fleets that make room for another one, or are joined with others, would glide without having moved."""
    scene = msgspec.structs.replace(replay_moment("expanse", *FILM_RECORDS["expanse"]), shows_whole_board=True)
    moments = [moment for moment, _ in generate_moments(scene)]
    travels = [list(load_painter("expanse").find_movement(moment)) for moment in moments[2:-1]]
    assert any(travels)
    for travel in [one for moved in travels for one in moved]:
        assert isinstance(travel, Travel)
        assert travel.find_point(0) == travel.way[0]
        assert math.dist(travel.find_point(1), travel.way[-1]) < 1e-6
    bent = Travel(draw_gold_ring(10), [(0, 0), (30, 0), (30, 10)])
    assert [bent.find_point(share) for share in (0.5, 0.75, 1)] == [(20, 0), (30, 0), (30, 10)]
