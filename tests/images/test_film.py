"""A film shows exactly its pictures, one after the other, in the painter's own colours."""

from __future__ import annotations

import io
import random

import pytest
from PIL import Image, ImageSequence

from engine.kernel import registry
from engine.kernel.text import english
from render.kit.encode import palette, quantized
from render.kit.film import SCALE, UNCHANGED, Film
from render.kit.scene import painter
from tests.programs.bench.pictures import scene

COLOURS = ["#102030", "#f0e0d0", "#803010", "#207050"]


def boards(n: int) -> list[Image.Image]:
    """Boards on which a few squares change from one to the next."""
    board = Image.new("RGB", (240, 160), COLOURS[0])
    made = []
    for k in range(n):
        x, y = 14 * k % 220, 34 * k % 140
        board.paste(COLOURS[1 + k % 3], (x, y, x + 20, y + 20))
        made.append(board.copy())
    return made


def shown(data: bytes) -> list[tuple[bytes, float]]:
    """Pixels and milliseconds of every frame."""
    film = Image.open(io.BytesIO(data))
    return [(frame.convert("RGB").tobytes(), frame.info["duration"]) for frame in ImageSequence.Iterator(film)]


def test_every_frame_is_its_picture() -> None:
    images = boards(20)
    colours = palette(images, COLOURS)
    film = Film(colours)
    for n, image in enumerate(images):
        film.add(image, 100 + 10 * n)
    expected = [
        (quantized(image.reduce(SCALE), colours).convert("RGB").tobytes(), 100 + 10 * n)
        for n, image in enumerate(images)
    ]
    assert shown(film.finish()) == expected


def test_a_board_like_the_last_is_shown_longer() -> None:
    first, second = boards(2)
    film = Film(palette([first], COLOURS))
    for image, ms in ((first, 100), (first.copy(), 200), (second, 300), (second, 50)):
        film.add(image, ms)
    assert [ms for _, ms in shown(film.finish())] == [300, 350]


def test_a_film_of_one_picture_and_of_none() -> None:
    (only,) = boards(1)
    film = Film(palette([only], COLOURS))
    with pytest.raises(ValueError, match="needs a frame"):
        film.finish()
    film.add(only, 100)
    assert film.size < 2000
    assert len(shown(film.finish())) == 1


def test_all_frames_share_one_palette_and_it_repeats_for_ever() -> None:
    images = boards(3)
    film = Film(palette(images, COLOURS))
    for image in images:
        film.add(image, 100)
    data = film.finish()
    assert data.count(b"NETSCAPE2.0") == 1
    assert Image.open(io.BytesIO(data)).info["loop"] == 0
    assert len(data) < 768 + 3 * 1000, "no palette but the first"


def test_what_has_not_changed_costs_nothing() -> None:
    luck = random.Random(5)  # noqa: S311 - only noise
    noise = Image.frombytes("RGB", (400, 400), luck.randbytes(3 * 400 * 400))
    dot = noise.copy()
    dot.paste(COLOURS[1], (10, 10, 14, 14))
    film = Film(palette([noise], COLOURS))
    film.add(noise, 100)
    film.add(dot, 100)
    before = film.size
    film.finish()
    assert film.size - before < 100


@pytest.mark.parametrize("slug", registry.slugs())
def test_a_painters_board_keeps_its_colours(slug: str) -> None:
    """Giving up one of 256 colours changes hardly a pixel."""
    artist = painter(slug)
    image = artist.paint(scene(slug), english)
    film = Film(artist.palette())
    film.add(image, 100)
    ((pixels, _),) = shown(film.finish())
    small = image.reduce(SCALE)
    whole = quantized(small, artist.palette()).convert("RGB").tobytes()
    differ = sum(a != b for a, b in zip(pixels, whole, strict=True))
    assert differ < len(whole) / 100
    assert UNCHANGED == 255
