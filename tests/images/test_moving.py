"""The latest turns as an animation: it begins and ends with the board as it stands, and tells nothing that the board does not."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageSequence

from engine.kernel.text import english
from render.kit.film import Film
from render.kit.film.turn import AGAIN, FIRST, LAST, STEP, moments, moving
from render.kit.scene import painter
from tests.images.recorded import recorded_moment

SHOWN = {
    "amundsen": ("patrons-and-six", 40),
    "northwest": ("tie-broken", 90),
    "paso": ("four-through", 60),
    "expanse": ("four-clear", 60),
}


@pytest.mark.parametrize("slug", SHOWN)
def test_it_begins_and_ends_with_the_board_as_it_stands(slug: str) -> None:
    scene, artist = recorded_moment(slug, *SHOWN[slug]), painter(slug)
    assert scene.before
    data = moving(artist, scene, english, "day")
    alone = Film(artist.palette())
    alone.add(artist.paint(scene, english), FIRST)
    with Image.open(io.BytesIO(data)) as film, Image.open(io.BytesIO(alone.finish())) as still:
        frames = [(frame.convert("RGB").tobytes(), frame.info["duration"]) for frame in ImageSequence.Iterator(film)]
        board = still.convert("RGB").tobytes()
    assert frames[0] == (board, FIRST)
    assert frames[-1] == (board, LAST)
    assert 3 <= len(frames) <= len(scene.before) + 2
    assert frames[1][0] != board
    assert len(data) < 900_000, "a fraction of what Discord takes"


def test_it_shows_the_board_before_each_turn_as_the_same_viewer_saw_it():
    scene = recorded_moment("northwest", "tie-broken", 90)
    shown = list(moments(scene))
    assert [moment.view for moment, _ in shown[1:-1]] == [one.view for one in scene.before]
    assert [moment.before for moment, _ in shown[2:-1]] == [(one,) for one in scene.before[:-1]]
    assert {ms for _, ms in shown[1:-1]} == {STEP}
    assert all(moment.reason is None for moment, _ in shown[1:-1])


def test_it_rests_in_the_end():
    scene = recorded_moment("amundsen", "patrons-and-six", 40)
    with Image.open(io.BytesIO(moving(painter("amundsen"), scene, english, "day"))) as film:
        assert film.info["loop"] == AGAIN


def test_its_colours_are_those_that_were_chosen():
    scene = recorded_moment("amundsen", "patrons-and-six", 40)
    bright, dark = (moving(painter("amundsen"), scene, english, tone) for tone in ("day", "night"))
    assert len(bright) == len(dark)
    assert bright != dark
