"""Pictures beside their own floor: one copy of the pixels, one quantisation, one pass of the same deflate over the result.

A dozen tables take turns, as on a busy bot: what is kept for one has to make room for the others.
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

from engine.garbage import collect_rarely
from engine.kernel import registry
from engine.kernel.menu import sample
from engine.kernel.position import Run, now, play, start
from engine.kernel.script import settle
from engine.kernel.text import english
from render.kit import encode
from render.kit.drawing import Drawing
from render.kit.scene import Scene, painter
from tests.programs.bench.row import Row, paired

TABLES, LAPS, BETWEEN = 12, 3, 3
"""Tables, pictures of each besides its first, and moves between two of them."""
FIRST = 48
"""Tables of each game whose first picture is painted: it takes some half as long again as others."""
BEFORE = 96
"""Other tables drawn before: after a start each sprite is drawn once, which is a row of its own. A bot draws so many in an hour."""
TOGETHER, BOARDS = 200, 250
"""Tables of all games on one bot, and boards of them that are drawn, as many before."""
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


class Drawn(NamedTuple):
    """One picture: milliseconds of processor time and kilobytes, each beside the floor's."""

    spent: tuple[float, float]
    size: tuple[float, float]


def drawn(slug: str, shown: Scene, palette: Image.Image) -> Drawn:
    """Draw a scene as `cogs.pictures.order` does, and then do what no picture can do without that knows no other one, with the same
    pixels: copy them, reduce them to the palette and deflate them as `encode.png` does."""
    began = time.process_time()
    made = encode.png(painter(slug).paint(shown, english), palette, of=(slug, shown.table))
    ours = time.process_time() - began
    least, floor = _floor(painter(slug).paint(shown, english), palette)
    return Drawn((ours * 1000, floor), (len(made) / 1000, len(least) / 1000))


def painted(slug: str, shown: Scene, palette: Image.Image) -> tuple[float, float]:
    """Milliseconds in which a scene becomes pixels, from top to bottom as `encode.png` has them drawn, but neither reduced nor
    deflated; and of the floor."""
    began = time.process_time()
    image = painter(slug).paint(shown, english)
    assert isinstance(image, Drawing)
    for _ in image.bands():
        pass
    ours = time.process_time() - began
    return ours * 1000, _floor(image, palette)[1]


def _floor(image: Image.Image, palette: Image.Image) -> tuple[bytes, float]:
    """What the floor makes of a picture, and its milliseconds."""
    image = image.crop((0, 0, *image.size))  # drawn
    began = time.process_time()
    indexed = image.copy().quantize(palette=palette, dither=Image.Dither.NONE).tobytes()
    least: bytes = isal_zlib.compress(indexed, encode.FAST)
    return least, (time.process_time() - began) * 1000


class Table:
    """A random game that goes on while its pictures are drawn."""

    def __init__(self, slug: str, n: int) -> None:
        self.game, self.luck = registry.load(slug), random.Random(f"{slug}-{n}")  # noqa: S311 - a benchmark keeps no secrets
        self.number = n + 1
        self.names = ("Ana", "Ben", "Cy", "Dee")[: self.game.seats[-1]]
        self._begin()
        self.go_on(MOVES)

    def _begin(self) -> None:
        seed = str(self.luck.random())
        opening = start(self.game, self.game.seats[-1], settle(self.game.settings, {}), seed)
        self.run: Run[Any] = Run(self.game, opening.position, seed)

    def go_on(self, moves: int) -> None:
        """Make so many moves, in a new game where this one ends."""
        for _ in range(moves):
            if not self.run.ask:
                self._begin()
            seat = min(self.run.now.ask)
            self.run.play(seat, sample(self.run.menu(seat), self.luck.randrange))

    def scene(self) -> Scene:
        """What the first seat sees now."""
        texts = tuple(event.text for event in self.run.out.events if event.to is None)
        return Scene(self.game.view(self.run.state, 0), self.names, tuple(self.run.now.ask), texts, table=self.number)


def rows() -> Iterator[Row]:
    """For each game that has a painter, pictures of tables after a start; on a bot that has drawn others, those of a dozen tables
    in rotation, the first of each and later ones; and their bytes. Then those of many tables of all games, where sprites have to
    make room for others. Each in a process of its own, as a bot has one that draws and does nothing else."""
    with ProcessPoolExecutor(1, get_context("spawn"), max_tasks_per_child=1) as drawing:
        for found in drawing.map(_of_game, registry.slugs()):
            yield from found
        yield drawing.submit(_together).result()


def _of_game(slug: str) -> list[Row]:
    collect_rarely()
    palette = painter(slug).palette()
    cold = [drawn(slug, Table(slug, TABLES + n).scene(), palette) for n in range(BEFORE)]
    bare = [painted(slug, Table(slug, TABLES + BEFORE + n).scene(), palette) for n in range(FIRST)]
    tables = [Table(slug, n) for n in range(TABLES)]
    laps: list[list[Drawn]] = []
    for _ in range(LAPS + 1):
        laps.append([drawn(slug, table.scene(), palette) for table in tables])
        for table in tables:
            table.go_on(BETWEEN)
    later = [one for lap in laps[1:] for one in lap]
    return [
        paired(f"after a start, {slug} | its floor", [one.spent for one in cold[:TABLES]], "ms"),
        paired(f"first painting, {slug} | its floor", bare, "ms", "ours at most 10"),
        paired(f"first picture, {slug} | its floor", [one.spent for one in laps[0]], "ms", "at most 3"),
        paired(f"later picture, {slug} | its floor", [one.spent for one in later], "ms", "at most 1.6"),
        paired(f"picture, {slug} | its floor", [one.size for one in later], "kB"),
    ]


def _together() -> Row:
    """Whoever moves is chosen at random. Means: a sprite that has been driven out costs as much as a board."""
    collect_rarely()
    slugs, luck = registry.slugs(), random.Random(7)  # noqa: S311 - as above
    palettes = {slug: painter(slug).palette() for slug in slugs}
    tables = [Table(slugs[n % len(slugs)], n) for n in range(TOGETHER)]
    found: list[tuple[float, float]] = []
    for _ in range(2 * BOARDS):
        table = luck.choice(tables)
        table.go_on(1)
        found.append(drawn(table.game.slug, table.scene(), palettes[table.game.slug]).spent)
    ours, floor = (sum(one[k] for one in found[BOARDS:]) / BOARDS for k in (0, 1))
    return Row(f"of {TOGETHER} tables together | its floor", ours, floor, "ms", ours / floor, "at most 3")
