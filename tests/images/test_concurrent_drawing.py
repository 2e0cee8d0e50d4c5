"""Painters share caches: pictures stay the same while other threads draw and when memory is short."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import pytest

from cogs.i18n.languages import LanguageRegistry
from engine.kernel.text import Translate, translate_to_english
from render.kit import encode
from render.kit.cache import DEFAULT_CACHE_MB, painter_caches
from render.kit.scene import Scene, load_painter
from render.kit.theme import Tone
from tests.images import golden
from tests.images.golden import BOARD_SCENES, HAND_SCENES
from tests.images.recorded_moments import replay_moment

THREAD_COUNT = 3
CACHE_SIZE_MB = 32
"""Megabytes for the base of one board and some sprites, so that the games evict each other's entries."""
SHARED_RECORDS = {
    "amundsen": ("patrons-and-six", 40),
    "expanse": ("three-clear", 60),
    "northwest": ("shared", 60),
    "paso": ("two-through", 30),
}
"""A moment of a recorded game, with the events before it."""


class PictureJob(NamedTuple):
    """A request for a picture."""

    slug: str
    picture_kind: str
    scene: Scene
    translate: Translate
    tone: Tone

    def draw_picture(self) -> bytes:
        """Draw the picture as it is posted."""
        artist = load_painter(self.slug)
        image = {"board": artist.draw_board, "crop": artist.draw_crop, "hand": artist.draw_hand}[self.picture_kind](
            self.scene, self.translate
        )
        assert image is not None
        return encode.encode_png(image, artist.load_palette(), self.tone)


@pytest.fixture
def switch_threads_often() -> Iterator[None]:
    """Make threads switch as often as possible."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-4)
    yield
    sys.setswitchinterval(before)
    painter_caches().resize(DEFAULT_CACHE_MB)


def list_jobs() -> list[PictureJob]:
    """List the public board of each game, then the crop of one seat of each, in different languages and tones."""
    spanish = LanguageRegistry().find_language("es")
    boards: list[PictureJob] = []
    crops: list[PictureJob] = []
    for slug, (name, moves) in SHARED_RECORDS.items():
        public, own = replay_moment(slug, name, moves), replay_moment(slug, name, moves, 1)
        boards.append(PictureJob(slug, "board", public, translate_to_english, "day"))
        crops.append(PictureJob(slug, "crop", own, spanish, "night"))
    return boards + crops


@pytest.mark.slow
@pytest.mark.usefixtures("switch_threads_often")
@pytest.mark.parametrize("stride", [3, pytest.param(1, marks=pytest.mark.soak)])
def test_pictures_that_are_drawn_at_the_same_time_are_those_drawn_alone(stride: int):
    """With a stride of 3 two games have their boards drawn, and one its crop."""
    asked = list_jobs()[::stride]
    painter_caches().resize(0)
    painter_caches().resize(CACHE_SIZE_MB)
    alone = [job.draw_picture() for job in asked]

    def at_once(n: int) -> list[int]:
        order = [*range(len(asked))]
        random.Random(n).shuffle(order)  # noqa: S311 - any order will do
        return [k for k in order if asked[k].draw_picture() != alone[k]]

    with ThreadPoolExecutor(THREAD_COUNT) as threads:
        assert [*threads.map(at_once, range(THREAD_COUNT))] == [[]] * THREAD_COUNT
    assert 0 < painter_caches().held_mb <= CACHE_SIZE_MB


@pytest.mark.parametrize("slug", BOARD_SCENES)
def test_a_picture_changes_nothing_that_another_is_drawn_from(slug: str):
    """The board is the same before and after the other pictures of its moment, and so is the hand with letters."""
    name, moment = next(iter((HAND_SCENES[slug] or BOARD_SCENES[slug]).items()))
    before, scene = golden.draw(f"{slug}-{name}").tobytes(), moment()
    for translate in (translate_to_english, LanguageRegistry().find_language("es")):
        for draw in (load_painter(slug).draw_board, load_painter(slug).draw_crop, load_painter(slug).draw_hand):
            draw(scene, translate)
    assert golden.draw(f"{slug}-{name}").tobytes() == before
