"""Painters share what they keep: whoever else draws meanwhile, and however little room there is, a picture stays the same."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import pytest

from cogs.words.languages import Languages
from engine.kernel.text import Translate, english
from render.kit import encode
from render.kit.cache import DEFAULT_CACHE_MB, painter_caches
from render.kit.scene import Scene, painter
from render.kit.theme import Tone
from tests.images import golden
from tests.images.golden import BOARDS, HANDS
from tests.images.recorded import recorded_moment

THREADS = 3
ROOM = 32
"""Megabytes: the base of one board and some sprites, so that games drive out what the others have kept."""
RECORDS = {
    "amundsen": ("patrons-and-six", 40),
    "expanse": ("three-clear", 60),
    "northwest": ("shared", 60),
    "paso": ("two-through", 30),
}
"""A moment of a recorded game, with what has happened before it."""


class Job(NamedTuple):
    """A picture that somebody asks for."""

    slug: str
    what: str
    scene: Scene
    translate: Translate
    tone: Tone

    def draw(self) -> bytes:
        """The picture as it is posted."""
        artist = painter(self.slug)
        image = {"board": artist.paint, "crop": artist.crop, "hand": artist.hand}[self.what](self.scene, self.translate)
        assert image is not None
        return encode.png(image, artist.palette(), self.tone)


@pytest.fixture
def hurried() -> Iterator[None]:
    """Threads give way to each other all the time."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-4)
    yield
    sys.setswitchinterval(before)
    painter_caches().resize(DEFAULT_CACHE_MB)


def jobs() -> list[Job]:
    """Of each game a public moment, and what one seat sees, in another language and tone."""
    spanish = Languages().of("es")
    found: list[Job] = []
    for slug, (name, moves) in RECORDS.items():
        public, own = recorded_moment(slug, name, moves), recorded_moment(slug, name, moves, 1)
        found += [Job(slug, "board", public, english, "day"), Job(slug, "crop", own, spanish, "night")]
    return found


@pytest.mark.slow
@pytest.mark.usefixtures("hurried")
def test_pictures_that_are_drawn_at_the_same_time_are_those_drawn_alone():
    asked = jobs()
    painter_caches().resize(0)
    painter_caches().resize(ROOM)
    alone = [job.draw() for job in asked]

    def at_once(n: int) -> list[int]:
        order = [*range(len(asked))]
        random.Random(n).shuffle(order)  # noqa: S311 - any order will do
        return [k for k in order if asked[k].draw() != alone[k]]

    with ThreadPoolExecutor(THREADS) as threads:
        assert [*threads.map(at_once, range(THREADS))] == [[]] * THREADS
    assert 0 < painter_caches().held_mb <= ROOM


@pytest.mark.parametrize("slug", BOARDS)
def test_a_picture_changes_nothing_that_another_is_drawn_from(slug: str):
    """The same board before and after the other pictures of its moment, and what is on hand with letters on it."""
    name, moment = next(iter((HANDS[slug] or BOARDS[slug]).items()))
    before, scene = golden.draw(f"{slug}-{name}").tobytes(), moment()
    for translate in (english, Languages().of("es")):
        for draw in (painter(slug).paint, painter(slug).crop, painter(slug).hand):
            draw(scene, translate)
    assert golden.draw(f"{slug}-{name}").tobytes() == before
