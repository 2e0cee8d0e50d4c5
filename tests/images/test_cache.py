"""The caches of painters stay within their limit and change no pixel."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PIL import Image

from engine.kernel.text import translate_to_english
from render.kit.cache import DEFAULT_CACHE_MB, ImageCache, PainterCaches, cached_layer, count_bytes, painter_caches
from render.kit.scene import load_painter
from render.kit.sheet import Sheet
from render.paso.ground import draw_piece
from tests.game_cases import list_game_cases
from tests.images.golden import BOARD_SCENES, NAMED, compare

KILOBYTE_BYTES = 1024


@pytest.fixture
def caches() -> Iterator[PainterCaches]:
    """Yield the caches of this process, and restore their usual size."""
    yield painter_caches()
    painter_caches().resize(DEFAULT_CACHE_MB)


def test_the_least_recently_used_value_is_dropped():
    size = count_bytes(Image.new("RGB", (16, 16)))
    cache = ImageCache(3.5 * size)
    for name in ("a", "b", "c"):
        cache.put(name, Image.new("RGB", (16, 16)))
    assert cache.get("a") is not None
    cache.put("d", Image.new("RGB", (16, 16)))
    assert [name for name in "abcd" if cache.get(name)] == ["a", "c", "d"]
    assert cache.held_bytes == 3 * size


def test_a_value_larger_than_the_cache_drops_nothing():
    cache = ImageCache(10 * KILOBYTE_BYTES)
    cache.put("small", Image.new("L", (64, 64)))
    cache.put("large", Image.new("RGB", (64, 64)))
    assert (cache.get("small") is not None, cache.get("large")) == (True, None)


def test_a_replaced_or_popped_value_no_longer_counts():
    cache = ImageCache(10 * KILOBYTE_BYTES)
    for n in range(1000):
        cache.put("board", Image.new("L", (64, n % 64)))
        if n % 3:
            assert cache.pop("board") is not None
    assert cache.pop("board").height == 999 % 64
    assert (cache.pop("board"), cache.held_bytes) == (None, 0)


def test_sentences_evict_nothing_that_boards_are_drawn_from(caches):
    caches.resize(4)
    berg = draw_piece("iceberg", 57)
    for n in range(1000):
        Sheet(Image.new("RGB", (10, 10))).text(0, 5, f"Ana goes {n} steps south and Ben {n % 7} of them north", 900)
        if not n % 20:
            assert draw_piece("iceberg", 57) is berg
        assert caches.held_mb <= 4
    assert caches.held_mb > 2, "they have filled what they may have"


def test_the_bytes_of_an_image_count_wherever_it_is():
    image = Image.new("RGB", (100, 50))
    assert 20_000 < count_bytes(image) < count_bytes(Sheet(image)) < 20_500
    assert 40_000 < count_bytes(((image, 3, 4), (Image.new("L", (200, 100)), "words"))) < 41_500


def test_a_function_draws_once_for_the_same_arguments(caches):
    drawn: list[tuple[int, bool]] = []

    @cached_layer
    def dot(r: int, *, full: bool = True) -> Image.Image | None:
        drawn.append((r, full))
        return Image.new("L", (r, r)) if r else None

    assert dot(5) is dot(5)
    assert dot(5, full=False) is dot(5, full=False)
    assert dot(0) is dot(0) is None
    assert drawn == [(5, True), (5, False), (0, True)]
    caches.resize(0)
    assert dot(5) is not dot(5)


def test_the_bound_holds_with_all_painters_warm(caches):
    caches.resize(24)
    for slug, boards in BOARD_SCENES.items():
        for scene in list(boards.values())[:1]:
            load_painter(slug).draw_board(scene(), translate_to_english)
            assert caches.held_mb <= 24
    assert caches.held_mb > 12


@pytest.mark.parametrize("slug", list_game_cases(slugs=NAMED))
def test_a_picture_is_the_same_without_a_cache(caches, slug):
    caches.resize(0)
    assert compare(f"{slug}-{next(iter(BOARD_SCENES[slug]))}") == ""
    assert caches.held_mb == 0
