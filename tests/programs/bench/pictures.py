"""Benchmark of pictures against their floor: one copy of the pixels, one quantisation, one pass of the same deflate.

A dozen tables take turns, as on a busy bot: the cache drops one table's sprites for the others.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, NamedTuple

from isal import isal_zlib
from PIL import Image

from engine.garbage_collection import reduce_collections
from engine.kernel import registry
from engine.kernel.menu import sample_move
from engine.kernel.position import GameRun, begin_game, play_move, resolve_situation
from engine.kernel.script import complete_options
from engine.kernel.text import translate_to_english
from render.kit import encode
from render.kit.drawing import Drawing
from render.kit.scene import Scene, load_painter
from tests.programs.bench.row import BenchRow, build_row

TABLE_COUNT, PICTURES_PER_TABLE, MOVES_BETWEEN_PICTURES = 12, 3, 3
"""Tables, pictures of each after its first, and moves between two pictures."""
FIRST_PICTURE_TABLES = 48
"""Tables of each game whose first picture is drawn: it takes about half as long again as others."""
WARMUP_TABLES = 96
"""Other tables drawn before: after a start each sprite is drawn once, which is a row of its own. A bot draws this many
in an hour.
"""
MIXED_TABLE_COUNT, MIXED_BOARD_COUNT = 200, 250
"""Tables of all games on one bot, and the number of boards to draw, with as many before."""
MOVE_COUNT = 30
"""The number of random moves before the picture."""


def build_scene(slug: str) -> Scene:
    """Build a scene in the middle of a random game, as the first seat sees it."""
    game, luck = registry.load_game(slug), random.Random(7)  # noqa: S311 - a benchmark keeps no secrets
    played = begin_game(game, game.seat_counts[-1], complete_options(game.settings, {}), "bench")
    for _ in range(MOVE_COUNT):
        here = resolve_situation(game, played.position, "bench")
        if not here.questions:
            break
        seat = min(here.questions)
        played = play_move(game, played.position, "bench", seat, sample_move(here.build_menu(seat), luck.randrange))
    here = resolve_situation(game, played.position, "bench")
    texts = tuple(event.text for event in played.events if event.to is None)
    return Scene(
        game.build_view(here.state, 0),
        ("Ana", "Ben", "Cy", "Dee")[: game.seat_counts[-1]],
        tuple(here.questions),
        texts,
    )


class DrawCost(NamedTuple):
    """One picture: milliseconds of processor time and kilobytes, each with the floor's."""

    draw_time: tuple[float, float]
    size_kb: tuple[float, float]


def measure_picture(slug: str, scene_shown: Scene, palette: Image.Image) -> DrawCost:
    """Draw a scene as `cogs.pictures.render_request` does, and measure the floor with the same pixels.

    The floor is the necessary work for a picture without knowledge of others: copy the pixels, reduce them to the
    palette and deflate them as `encode.encode_png` does.
    """
    began = time.process_time()
    made = encode.encode_png(
        load_painter(slug).draw_board(scene_shown, translate_to_english),
        palette,
        cache_key=(slug, scene_shown.table_number),
    )
    ours = time.process_time() - began
    least, floor = _measure_baseline(load_painter(slug).draw_board(scene_shown, translate_to_english), palette)
    return DrawCost((ours * 1000, floor), (len(made) / 1000, len(least) / 1000))


def measure_painting(slug: str, scene_shown: Scene, palette: Image.Image) -> tuple[float, float]:
    """Measure the milliseconds from a scene to pixels, and of the floor.

    The pixels are drawn from top to bottom as in `encode.encode_png`, but neither reduced nor deflated.
    """
    began = time.process_time()
    image = load_painter(slug).draw_board(scene_shown, translate_to_english)
    assert isinstance(image, Drawing)
    for _ in image.iterate_bands():
        pass
    ours = time.process_time() - began
    return ours * 1000, _measure_baseline(image, palette)[1]


def _measure_baseline(image: Image.Image, palette: Image.Image) -> tuple[bytes, float]:
    """Measure the floor of a picture: its bytes and milliseconds."""
    image = image.crop((0, 0, *image.size))  # this renders the drawing
    began = time.process_time()
    indexed = image.copy().quantize(palette=palette, dither=Image.Dither.NONE).tobytes()
    least: bytes = isal_zlib.compress(indexed, encode.ISAL_LEVEL)
    return least, (time.process_time() - began) * 1000


class BenchGame:
    """A random game that goes on while its pictures are drawn."""

    def __init__(self, slug: str, n: int) -> None:
        self.game, self.luck = registry.load_game(slug), random.Random(f"{slug}-{n}")  # noqa: S311 - a benchmark keeps no secrets
        self.number = n + 1
        self.names = ("Ana", "Ben", "Cy", "Dee")[: self.game.seat_counts[-1]]
        self._start_game()
        self.play_moves(MOVE_COUNT)

    def _start_game(self) -> None:
        seed = str(self.luck.random())
        opening = begin_game(self.game, self.game.seat_counts[-1], complete_options(self.game.settings, {}), seed)
        self.run: GameRun[Any] = GameRun(self.game, opening.position, seed)

    def play_moves(self, moves: int) -> None:
        """Make `moves` moves, in a new game where this one ends."""
        for _ in range(moves):
            if not self.run.questions:
                self._start_game()
            seat = min(self.run.situation.questions)
            self.run.play(seat, sample_move(self.run.build_menu(seat), self.luck.randrange))

    def build_scene(self) -> Scene:
        """Build the scene that the first seat sees now."""
        texts = tuple(event.text for event in self.run.out.events if event.to is None)
        return Scene(
            self.game.build_view(self.run.state, 0),
            self.names,
            tuple(self.run.situation.questions),
            texts,
            table_number=self.number,
        )


def measure_rows() -> Iterator[BenchRow]:
    """Yield the rows of each game that has a painter, and of a mix of all games.

    Each game has rows for tables after a start, for a dozen tables in rotation on a bot that has drawn others (the
    first picture of each and later ones), and for the bytes. In the mix, the cache has to drop sprites. Each runs in a
    process of its own, like the bot's process for drawing.
    """
    with ProcessPoolExecutor(1, get_context("spawn"), max_tasks_per_child=1) as drawing:
        for found in drawing.map(_measure_game, registry.list_slugs()):
            yield from found
        yield drawing.submit(_measure_mixed).result()


def _measure_game(slug: str) -> list[BenchRow]:
    reduce_collections()
    palette = load_painter(slug).load_palette()
    cold = [
        measure_picture(slug, BenchGame(slug, TABLE_COUNT + n).build_scene(), palette) for n in range(WARMUP_TABLES)
    ]
    bare = [
        measure_painting(slug, BenchGame(slug, TABLE_COUNT + WARMUP_TABLES + n).build_scene(), palette)
        for n in range(FIRST_PICTURE_TABLES)
    ]
    tables = [BenchGame(slug, n) for n in range(TABLE_COUNT)]
    laps: list[list[DrawCost]] = []
    for _ in range(PICTURES_PER_TABLE + 1):
        laps.append([measure_picture(slug, table.build_scene(), palette) for table in tables])
        for table in tables:
            table.play_moves(MOVES_BETWEEN_PICTURES)
    later = [one for lap in laps[1:] for one in lap]
    return [
        build_row(f"after a start, {slug} | its floor", [one.draw_time for one in cold[:TABLE_COUNT]], "ms"),
        build_row(f"first painting, {slug} | its floor", bare, "ms", "ours at most 10"),
        build_row(f"first picture, {slug} | its floor", [one.draw_time for one in laps[0]], "ms", "at most 3"),
        build_row(f"later picture, {slug} | its floor", [one.draw_time for one in later], "ms", "at most 1.6"),
        build_row(f"picture, {slug} | its floor", [one.size_kb for one in later], "kB"),
    ]


def _measure_mixed() -> BenchRow:
    """Measure tables of all games, with random movers.

    The row compares means, because drawing a dropped sprite again costs as much as a board.
    """
    reduce_collections()
    slugs, luck = registry.list_slugs(), random.Random(7)  # noqa: S311 - as above
    palettes = {slug: load_painter(slug).load_palette() for slug in slugs}
    tables = [BenchGame(slugs[n % len(slugs)], n) for n in range(MIXED_TABLE_COUNT)]
    found: list[tuple[float, float]] = []
    for _ in range(2 * MIXED_BOARD_COUNT):
        table = luck.choice(tables)
        table.play_moves(1)
        found.append(measure_picture(table.game.slug, table.build_scene(), palettes[table.game.slug]).draw_time)
    ours, floor = (sum(one[k] for one in found[MIXED_BOARD_COUNT:]) / MIXED_BOARD_COUNT for k in (0, 1))
    return BenchRow(f"of {MIXED_TABLE_COUNT} tables together | its floor", ours, floor, "ms", ours / floor, "at most 3")
