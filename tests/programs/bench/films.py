"""The replay of 300 moves encoded, with the strip at its foot, beside Pillow's default GIF of the same pictures: processor time and
bytes. A film draws what has changed of a board by itself, and that counts; Pillow gets boards that have been drawn, and only the
writing counts."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from io import BytesIO
from typing import Any

from PIL import Image

from engine.kernel import registry
from engine.kernel.menu import sample
from engine.kernel.position import Run, start
from engine.kernel.script import settle
from engine.kernel.text import english
from render.kit.film import SCALE, Film
from render.kit.film.parts import FOOT, WIDTH, foot
from render.kit.scene import Scene, painter
from render.kit.text import Formatter
from tests.programs.bench.row import Row

GAME = "northwest"
MOVES = 300
MS = 300


class Shots:
    """Boards after every move of random games, one after the other, each with its strip; `spent` is the time to make them, with the
    pixels of all if they are `drawn`."""

    def __init__(self, *, drawn: bool) -> None:
        self._drawn = drawn
        self.spent = 0.0

    def __iter__(self) -> Iterator[tuple[Image.Image, Image.Image]]:
        game, artist = registry.load(GAME), painter(GAME)
        luck, options = random.Random(11), settle(game.settings, {})  # noqa: S311 - a benchmark keeps no secrets
        run: Run[Any] | None = None
        names = ("Ana", "Ben", "Cy", "Dee")
        fmt = Formatter(names, english)
        for number in range(MOVES + 1):
            began = time.process_time()
            if run is None or run.result is not None:
                seed = str(luck.random())
                run = Run(game, start(game, game.seats[-1], options, seed).position, seed)
            shown = Scene(game.view(run.state, None), names, tuple(run.now.ask))
            image, strip = artist.paint(shown, english), foot(WIDTH // SCALE, number, MOVES, fmt)
            assert not self._drawn or image.im is not None  # a drawing is drawn when somebody looks at it: here
            if run.now.ask:
                seat = min(run.now.ask)
                run.play(seat, sample(run.menu(seat), luck.randrange))
            self.spent += time.process_time() - began
            yield image, strip


def ours() -> tuple[float, int]:
    """Milliseconds and bytes of the film as /replay makes it."""
    shots, film = Shots(drawn=False), Film(painter(GAME).palette(), foot=FOOT)
    began = time.process_time()
    for image, strip in shots:
        film.add(image, MS, strip)
    data = film.finish()
    return (time.process_time() - began - shots.spent) * 1000, len(data)


def peer() -> tuple[float, int]:
    """The same pictures at the same size, handed to Pillow as they are."""
    shots, out = Shots(drawn=True), BytesIO()
    began = time.process_time()
    small = (_joined(*shot) for shot in shots)
    next(small).save(out, "GIF", save_all=True, append_images=small, duration=MS, loop=0)
    return (time.process_time() - began - shots.spent) * 1000, out.tell()


def _joined(image: Image.Image, strip: Image.Image) -> Image.Image:
    """A frame whole, for a writer that knows no parts."""
    small = image.reduce(SCALE)
    whole = Image.new("RGB", (small.width, small.height + FOOT))
    whole.paste(small, (0, 0))
    whole.paste(strip, (0, small.height))
    return whole


def rows() -> list[Row]:
    """Time and size; one run of each, since a run is three hundred pictures."""
    painter(GAME).palette()
    (ms, size), (their_ms, their_size) = ours(), peer()
    name = f"replay, {MOVES} moves | Pillow's GIF"
    return [
        Row(name, ms, their_ms, "ms", ms / their_ms, "at most 0.1"),
        Row(name, size / 1000, their_size / 1000, "kB", size / their_size, "at most 8,000 kB"),
    ]
