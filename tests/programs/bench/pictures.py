"""A turn's picture beside its own floor: one copy of its pixels, one quantisation, one zlib level-1 pass over the result."""

from __future__ import annotations

import random
import time
import zlib
from collections.abc import Callable

from PIL import Image

from engine.kernel import registry
from engine.kernel.menu import sample
from engine.kernel.position import now, play, start
from engine.kernel.script import settle
from engine.kernel.text import english
from render.kit.encode import png
from render.kit.scene import Scene, painter
from tests.programs.bench.row import Row, compared

ROUNDS = 15
MOVES = 30
"""How far into a random game the picture is taken."""


def scene(slug: str) -> Scene:
    """A moment in the middle of a random game, as the first seat sees it."""
    game, luck = registry.load(slug), random.Random(7)  # noqa: S311 - a benchmark keeps no secrets
    played = start(game, game.seats[-1], settle(game.settings, {}), "bench")
    for _ in range(MOVES):
        here = now(game, played.position, "bench")
        if not here.ask:
            break
        seat = min(here.ask)
        played = play(game, played.position, "bench", seat, sample(here.menu(seat), luck.randrange))
    here = now(game, played.position, "bench")
    texts = tuple(event.text for event in played.events if event.to is None)
    return Scene(game.view(here.state, 0), ("Ana", "Ben", "Cy", "Dee")[: game.seats[-1]], tuple(here.ask), texts)


def milliseconds(work: Callable[[], object]) -> float:
    """Processor time of one call."""
    began = time.process_time()
    work()
    return (time.process_time() - began) * 1000


def rows() -> list[Row]:
    """Time and size of a picture for each game that has a painter."""
    found: list[Row] = []
    for slug in registry.slugs():
        shown, artist = scene(slug), painter(slug)
        palette = artist.palette()
        image = artist.paint(shown, english)
        indexed = image.quantize(palette=palette, dither=Image.Dither.NONE).tobytes()

        def ours(shown: Scene = shown, slug: str = slug, palette: Image.Image = palette) -> float:
            return milliseconds(lambda: png(painter(slug).paint(shown, english), palette))

        def floor(image: Image.Image = image, palette: Image.Image = palette) -> float:
            return milliseconds(
                lambda: zlib.compress(image.copy().quantize(palette=palette, dither=Image.Dither.NONE).tobytes(), 1)
            )

        found.append(compared(f"picture, {slug} | its floor", ours, floor, "ms", rounds=ROUNDS, aim="at most 1.6"))
        size, least = len(png(image, palette)) / 1000, len(zlib.compress(indexed, 1)) / 1000
        found.append(Row(f"picture, {slug} | its floor", size, least, "kB", size / least))
    return found
