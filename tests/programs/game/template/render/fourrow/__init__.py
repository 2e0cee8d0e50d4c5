"""The painter of Four in a Row: the grid on the left, on the right who is to move and what has happened."""

from __future__ import annotations

from functools import lru_cache

from engine.games.fourrow.view import View
from PIL import Image
from render.fourrow.alt_text import alt, hand_alt
from render.fourrow.layout import EDGE, HEIGHT, PANEL, WIDTH, Grid
from render.fourrow.phrases import headline, left, wanted

from engine.kernel.text import Seat, Text, Translate, write
from render.kit import encode
from render.kit.canvas import Canvas
from render.kit.marks import gold_ring, letter
from render.kit.scene import Scene
from render.kit.seats import badge
from render.kit.sheet import Sheet
from render.kit.text import clean, fit, wrap
from render.kit.theme import CREAM, GOLD, INK, MUTED, NAVY, NAVY_2, NAVY_3, SEA, SEATS

__all__ = ["alt", "crop", "hand", "hand_alt", "on_hand", "paint", "palette"]
HOLE = "#DCE8EC"
"""An empty cell."""
NEWS = 4
"""Events that are told on the panel, at most."""


def paint(scene: Scene, translate: Translate) -> Image.Image:
    """The board: 1650 × 1050, RGB."""
    view: View = scene.view
    grid = Grid(len(view.letters), view.rows)
    sheet = Sheet(_base(grid, view.letters).copy())
    for cell, seat in view.discs.items():
        sheet.put(badge(seat, grid.disc * 7 // 8, SEA), *grid.cell(view.letters, cell))
    for cell in view.row or filter(None, [view.newest]):
        sheet.put(gold_ring(grid.disc // 2 + 6), *grid.cell(view.letters, cell))
    for spot, mark in scene.marks.items():
        letter(sheet, *grid.above(view.letters, spot.removeprefix("column-")), mark)
    sheet.image.paste(_panel(scene, translate), (EDGE, 0))
    return sheet.image


def crop(scene: Scene, translate: Translate) -> Image.Image | None:  # noqa: ARG001 - the painter's shape
    """None: the whole grid can be read on a phone."""
    return None


def hand(scene: Scene, translate: Translate) -> Image.Image | None:  # noqa: ARG001
    """None: there are no hands."""
    return None


def on_hand(spot: str) -> bool:  # noqa: ARG001
    """Every place is on the board."""
    return False


@lru_cache(maxsize=1)
def palette() -> Image.Image:
    """The plain colours exactly, smoothed edges as near as can be."""
    sample = Sheet(Image.new("RGB", (600, 200), SEA))
    for seat in (0, 1):
        x = 100 + 200 * seat
        sample.put(badge(seat, 110, SEA), x, 100)
        sample.put(gold_ring(61), x, 100)
    words = Canvas((600, 200), NAVY_2)
    for n, fill in enumerate((CREAM, MUTED, GOLD)):
        words.words(300, 40 + 60 * n, "Four in a Row", 42, fill)
    plain = (NAVY, NAVY_2, NAVY_3, SEA, HOLE, CREAM, MUTED, GOLD, INK, *(look.colour for look in SEATS[:2]))
    return encode.palette([sample.image, words.finish()], plain)


@lru_cache(maxsize=2)
def _base(grid: Grid, letters: str) -> Image.Image:
    """The empty grid with the names of its columns and rows."""
    c = Canvas((WIDTH, HEIGHT), NAVY)
    c.rect(*grid.frame, SEA, radius=24)
    for x, name in enumerate(letters):
        c.words(*grid.below(letters, name), name.upper(), 46, CREAM, "label")
        for y in range(grid.rows):
            c.disc(*grid.at(x, y), grid.disc / 2, HOLE)
    for y in range(grid.rows):
        c.words(grid.frame[0] - 34, grid.at(0, y)[1], str(y + 1), 42, CREAM, "label")
    return c.finish()


def _panel(scene: Scene, translate: Translate) -> Image.Image:
    """Whose turn it is or who has won, both players, and the last events."""
    view: View = scene.view
    names = [clean(name) or f"{seat + 1}" for seat, name in enumerate(scene.names)]

    def told(text: Text) -> str:
        return clean(write(text, names, translate))

    lines = tuple(wrap(told(headline(view)), "title", 50, PANEL - 80, 2))
    news = tuple(row for text in scene.recent[-NEWS:] for row in wrap(told(text), "text", 39, PANEL - 80, 2))
    players = tuple(
        (fit(names[seat], "bold", 42, PANEL - 180), told(left(seen))) for seat, seen in enumerate(view.left)
    )
    acting = -1 if view.ended else view.to_move
    return _written(lines, players, acting, told(wanted(view.goal)), news)


@lru_cache(maxsize=4)
def _written(
    headline: tuple[str, ...], players: tuple[tuple[str, str], ...], acting: Seat, goal: str, news: tuple[str, ...]
) -> Image.Image:
    """The panel with these words on it, kept while they stay the same."""
    c = Canvas((PANEL, HEIGHT), NAVY)
    c.rect(20, 20, PANEL - 20, 160, GOLD, radius=14)
    for n, line in enumerate(headline):
        c.words(PANEL / 2, 90 + 56 * (n - (len(headline) - 1) / 2), line, 50, INK, "title")
    for seat, (name, discs) in enumerate(players):
        y = 190 + 150 * seat
        c.rect(20, y, PANEL - 20, y + 130, NAVY_2, radius=14, edge=GOLD if seat == acting else None, width=5)
        c.words(140, y + 42, name, 42, CREAM, anchor="lm")
        c.words(140, y + 92, discs, 39, MUTED, "text", "lm")
    c.words(40, 530, goal, 42, CREAM, anchor="lm")
    for n, line in enumerate(news):
        c.words(40, 600 + 52 * n, line, 39, MUTED, "text", "lm")
    sheet = Sheet(c.finish())
    for seat in range(len(players)):
        sheet.put(badge(seat, 80, NAVY_2), 80, 255 + 150 * seat)
    return sheet.image
