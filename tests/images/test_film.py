"""A film shows exactly its pictures, in sequence, in the painter's own colours."""

from __future__ import annotations

import io
import random

import pytest
from PIL import Image, ImageSequence

from engine.kernel.text import say, translate_to_english
from render.kit.encode import compute_palette, quantize
from render.kit.film import SHRINK_FACTOR, UNCHANGED_INDEX, Film
from render.kit.film.parts import STRIP_HEIGHT_PX, compose_title, draw_strip
from render.kit.scene import load_painter
from render.kit.text import Formatter
from render.kit.theme import GOLD, Tone, parse_colour
from tests.game_cases import list_game_cases
from tests.images.moments import PLAYER_NAMES
from tests.programs.bench.pictures import build_scene

FILM_COLOURS = ["#102030", "#f0e0d0", "#803010", "#207050"]


def draw_boards(board_count: int) -> list[Image.Image]:
    """Draw boards on which a few squares change from one to the next."""
    board = Image.new("RGB", (240, 160), FILM_COLOURS[0])
    made = []
    for k in range(board_count):
        x, y = 14 * k % 220, 34 * k % 140
        board.paste(FILM_COLOURS[1 + k % 3], (x, y, x + 20, y + 20))
        made.append(board.copy())
    return made


def decode_frames(data: bytes) -> list[tuple[bytes, float]]:
    """Decode the pixels and milliseconds of every frame."""
    film = Image.open(io.BytesIO(data))
    return [(frame.convert("RGB").tobytes(), frame.info["duration"]) for frame in ImageSequence.Iterator(film)]


def test_every_frame_is_its_picture() -> None:
    images = draw_boards(20)
    colours = compute_palette(images, FILM_COLOURS)
    film = Film(colours)
    for n, image in enumerate(images):
        film.add_frame(image, 100 + 10 * n)
    expected = [
        (quantize(image.reduce(SHRINK_FACTOR), colours).convert("RGB").tobytes(), 100 + 10 * n)
        for n, image in enumerate(images)
    ]
    assert decode_frames(film.finish()) == expected


def test_a_board_like_the_last_is_shown_longer() -> None:
    first, second = draw_boards(2)
    film = Film(compute_palette([first], FILM_COLOURS))
    for image, ms in ((first, 100), (first.copy(), 200), (second, 300), (second, 50)):
        film.add_frame(image, ms)
    assert [ms for _, ms in decode_frames(film.finish())] == [300, 350]


def test_a_film_of_one_picture_and_of_none() -> None:
    (only,) = draw_boards(1)
    film = Film(compute_palette([only], FILM_COLOURS))
    with pytest.raises(ValueError, match="needs a frame"):
        film.finish()
    film.add_frame(only, 100)
    assert film.size_bytes < 2000
    assert len(decode_frames(film.finish())) == 1


def test_all_frames_share_one_palette_and_it_repeats_for_ever() -> None:
    images = draw_boards(3)
    film = Film(compute_palette(images, FILM_COLOURS))
    for image in images:
        film.add_frame(image, 100)
    data = film.finish()
    assert data.count(b"NETSCAPE2.0") == 1
    assert Image.open(io.BytesIO(data)).info["loop"] == 0
    assert len(data) < 768 + 3 * 1000, "no palette but the first"


def test_unchanged_parts_cost_nothing() -> None:
    luck = random.Random(5)  # noqa: S311 - only noise
    noise = Image.frombytes("RGB", (100, 100), luck.randbytes(3 * 100 * 100))
    dot = noise.copy()
    dot.paste(FILM_COLOURS[1], (10, 10, 14, 14))
    film = Film(compute_palette([noise], FILM_COLOURS))
    film.add_frame(noise, 100)
    film.add_frame(dot, 100)
    before = film.size_bytes
    film.finish()
    assert film.size_bytes - before < 100


@pytest.mark.parametrize("slug", list_game_cases())
def test_a_painters_board_keeps_its_colours(slug: str) -> None:
    """One colour fewer than 256 changes hardly a pixel."""
    artist = load_painter(slug)
    image = artist.draw_board(build_scene(slug), translate_to_english)
    film = Film(artist.load_palette())
    film.add_frame(image, 100)
    ((pixels, _),) = decode_frames(film.finish())
    small = image.reduce(SHRINK_FACTOR)
    whole = quantize(small, artist.load_palette()).convert("RGB").tobytes()
    differ = sum(a != b for a, b in zip(pixels, whole, strict=True))
    assert differ < len(whole) / 100
    assert UNCHANGED_INDEX == 255


def test_a_strip_shows_how_far_the_game_has_come() -> None:
    fmt = Formatter((), translate_to_english)
    images = draw_boards(4)
    film = Film(compute_palette([*images, draw_strip(120, 0, 40, fmt)], FILM_COLOURS), strip_height=STRIP_HEIGHT_PX)
    for n, image in enumerate(images):
        film.add_frame(image, 100, draw_strip(120, 10 * n, 40, fmt))
    frames = [frame.convert("RGB") for frame in ImageSequence.Iterator(Image.open(io.BytesIO(film.finish())))]
    assert {frame.size for frame in frames} == {(120, 80 + STRIP_HEIGHT_PX)}
    assert len({frame.crop((0, 80, 120, 80 + STRIP_HEIGHT_PX)).tobytes() for frame in frames}) == 4


def test_the_bar_grows_and_the_number_stays_in_its_place() -> None:
    strips = [draw_strip(825, number, 200, Formatter((), translate_to_english)) for number in (0, 7, 100, 200)]
    gold = [
        sum(count for count, colour in strip.getcolors(40_000) or [] if colour == parse_colour(GOLD))
        for strip in strips
    ]
    assert gold[0] == 0
    assert gold == sorted(set(gold))
    words = [strip.crop((0, 0, 60, STRIP_HEIGHT_PX)).tobytes() for strip in strips]
    assert len(set(words)) == 1


@pytest.mark.parametrize("tone", ["night", "contrast"])
def test_a_tone_shifts_the_whole_film(tone: Tone) -> None:
    images = draw_boards(3)
    colours = compute_palette(images, FILM_COLOURS)
    films = [Film(colours, tone=chosen) for chosen in ("day", tone)]
    for film in films:
        for image in images:
            film.add_frame(image, 100)
    day, other = (film.finish() for film in films)
    assert len(day) == len(other)
    assert decode_frames(day) != decode_frames(other)


def test_the_last_picture_has_colours_of_its_own() -> None:
    images, last = draw_boards(2), Image.new("RGB", (240, 160), "#ff00ff")
    film = Film(compute_palette(images, FILM_COLOURS))
    for image in images:
        film.add_frame(image, 100)
    film.add_last_frame(last, compute_palette([last], ["#ff00ff"]), 500)
    *_, (pixels, ms) = decode_frames(film.finish())
    assert (pixels[:3], ms) == (b"\xff\x00\xff", 500)


@pytest.mark.parametrize("length", sorted(PLAYER_NAMES))
def test_the_title_names_everybody(length: int) -> None:
    sheet = compose_title(
        "Expedition: Northwest Passage", PLAYER_NAMES[length], [say("22 November 2026")], translate_to_english
    )
    assert len(sheet.drawn_texts) == 6
    assert all(
        one.ink[0] > 0 and one.ink[2] < 1650 and one.ink[3] < 1050 and one.size >= 39 for one in sheet.written_texts
    )
