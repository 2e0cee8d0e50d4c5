"""Benchmark of the replay film of 300 moves, with its strip, against Pillow's default GIF: processor time and bytes.
Our film draws the changed parts of each board, and that time counts. Pillow gets finished boards, and only its
writing counts.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from io import BytesIO
from typing import Any

from PIL import Image

from engine.kernel import registry
from engine.kernel.menu import sample_move
from engine.kernel.position import GameRun, begin_game
from engine.kernel.script import complete_options
from engine.kernel.text import translate_to_english
from render.kit.film import SHRINK_FACTOR, Film
from render.kit.film.parts import STRIP_HEIGHT_PX, TITLE_WIDTH_PX, draw_strip
from render.kit.pillow_core import get_core
from render.kit.scene import Scene, load_painter
from render.kit.text import Formatter
from tests.programs.bench.row import BenchRow

GAME_SLUG = "northwest"
MOVE_COUNT = 300
FRAME_MS = 300


class FilmFrames:
    """Boards after every move of random games, in order, each with its strip.

    `draw_time_s` is the time to make them, including the pixels of whole boards if `draw_frame` is set.
    """

    def __init__(self, *, draw_frame: bool) -> None:
        self._draw_frame = draw_frame
        self.draw_time_s = 0.0

    def __iter__(self) -> Iterator[tuple[Image.Image, Image.Image]]:
        game, artist = registry.load_game(GAME_SLUG), load_painter(GAME_SLUG)
        luck, options = random.Random(11), complete_options(game.settings, {})  # noqa: S311 - a benchmark keeps no secrets
        run: GameRun[Any] | None = None
        names = ("Ana", "Ben", "Cy", "Dee")
        fmt = Formatter(names, translate_to_english)
        for number in range(MOVE_COUNT + 1):
            began = time.process_time()
            if run is None or run.result is not None:
                seed = str(luck.random())
                run = GameRun(game, begin_game(game, game.seat_counts[-1], options, seed).position, seed)
            shown = Scene(game.build_view(run.state, None), names, tuple(run.situation.questions))
            image, strip = (
                artist.draw_board(shown, translate_to_english),
                draw_strip(TITLE_WIDTH_PX // SHRINK_FACTOR, number, MOVE_COUNT, fmt),
            )
            if self._draw_frame:
                get_core(image)  # this renders the drawing
            if run.situation.questions:
                seat = min(run.situation.questions)
                run.play(seat, sample_move(run.build_menu(seat), luck.randrange))
            self.draw_time_s += time.process_time() - began
            yield image, strip


def measure_film() -> tuple[float, int]:
    """Measure milliseconds and bytes of the film as /replay makes it."""
    shots, film = (
        FilmFrames(draw_frame=False),
        Film(load_painter(GAME_SLUG).load_palette(), strip_height=STRIP_HEIGHT_PX),
    )
    began = time.process_time()
    for image, strip in shots:
        film.add_frame(image, FRAME_MS, strip)
    data = film.finish()
    return (time.process_time() - began - shots.draw_time_s) * 1000, len(data)


def measure_pillow_film() -> tuple[float, int]:
    """Measure Pillow with the same pictures at the same size."""
    shots, out = FilmFrames(draw_frame=True), BytesIO()
    began = time.process_time()
    small = (_join_strip(*shot) for shot in shots)
    next(small).save(out, "GIF", save_all=True, append_images=small, duration=FRAME_MS, loop=0)
    return (time.process_time() - began - shots.draw_time_s) * 1000, out.tell()


def _join_strip(image: Image.Image, strip: Image.Image) -> Image.Image:
    """Join a frame and its strip, for a writer that takes whole pictures only."""
    small = image.reduce(SHRINK_FACTOR)
    whole = Image.new("RGB", (small.width, small.height + STRIP_HEIGHT_PX))
    whole.paste(small, (0, 0))
    whole.paste(strip, (0, small.height))
    return whole


def measure_rows() -> list[BenchRow]:
    """Return time and size. Each film runs once, since it has three hundred pictures."""
    load_painter(GAME_SLUG).load_palette()
    (ms, size), (their_ms, their_size) = measure_film(), measure_pillow_film()
    name = f"replay, {MOVE_COUNT} moves | Pillow's GIF"
    return [
        BenchRow(name, ms, their_ms, "ms", ms / their_ms, "at most 0.1"),
        BenchRow(name, size / 1000, their_size / 1000, "kB", size / their_size, "at most 8,000 kB"),
    ]
