"""The animation of the latest turns begins and ends with the current board and shows nothing that the board does not."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageSequence

from engine.kernel.text import translate_to_english
from render.kit.film import Film
from render.kit.film.turn import FIRST_FRAME_MS, LAST_FRAME_MS, REPEAT_COUNT, STEP_MS, draw_animation, list_moments
from render.kit.scene import load_painter
from tests.images.recorded_moments import replay_moment

FILM_RECORDS = {
    "amundsen": ("patrons-and-six", 40),
    "northwest": ("tie-broken", 90),
    "paso": ("four-through", 60),
    "expanse": ("four-clear", 60),
}


@pytest.mark.parametrize("slug", FILM_RECORDS)
def test_it_begins_and_ends_with_the_board_as_it_stands(slug: str) -> None:
    scene, artist = replay_moment(slug, *FILM_RECORDS[slug]), load_painter(slug)
    assert scene.earlier_views
    data = draw_animation(artist, scene, translate_to_english, "day")
    alone = Film(artist.load_palette())
    alone.add_frame(artist.draw_board(scene, translate_to_english), FIRST_FRAME_MS)
    with Image.open(io.BytesIO(data)) as film, Image.open(io.BytesIO(alone.finish())) as still:
        frames = [(frame.convert("RGB").tobytes(), frame.info["duration"]) for frame in ImageSequence.Iterator(film)]
        board = still.convert("RGB").tobytes()
    assert frames[0] == (board, FIRST_FRAME_MS)
    assert frames[-1] == (board, LAST_FRAME_MS)
    assert 3 <= len(frames) <= len(scene.earlier_views) + 2
    assert frames[1][0] != board
    assert len(data) < 900_000, "a fraction of what Discord takes"


def test_it_shows_the_board_before_each_turn_as_the_same_viewer_saw_it():
    scene = replay_moment("northwest", "tie-broken", 90)
    shown = list(list_moments(scene))
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
