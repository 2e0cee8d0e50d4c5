"""The painter of Four in a Row: the grid on the left, on the right who is to move and what has happened."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from engine.games.fourrow.view import View
from engine.kernel.text import Translate
from render.fourrow.alt_text import alt, hand_alt
from render.fourrow.layout import EDGE, HEIGHT, LEFT, NEWS, PLAYERS, RIGHT, WANTED, WIDTH, Grid
from render.fourrow.phrases import acting, headline, left, news, wanted
from render.kit import encode
from render.kit.banner import write_headline
from render.kit.canvas import Canvas
from render.kit.marks import gold_ring, letter
from render.kit.news import write_news
from render.kit.prompt import write_prompt
from render.kit.scene import Scene
from render.kit.seats import badge
from render.kit.sheet import Sheet
from render.kit.text import Formatter
from render.kit.theme import CREAM, GOLD, INK, MUTED, NAVY, NAVY_2, NAVY_3, SEA, SEATS

__all__ = ["alt", "crop", "hand", "hand_alt", "news", "on_hand", "paint", "palette"]
HOLE = "#DCE8EC"
"""An empty cell."""


def paint(scene: Scene, translate: Translate) -> Image.Image:
    """The board: 1650 × 1050, RGB."""
    return compose(scene, translate).image


def compose(scene: Scene, translate: Translate) -> Sheet:
    """The board with the list of the words on it."""
    view: View = scene.view
    grid = Grid(len(view.letters), view.rows)
    acts = acting(scene)
    sheet = Sheet(_base(grid, view.letters, acts[0] if acts else -1).copy())
    for cell, seat in view.discs.items():
        sheet.put(badge(seat, grid.disc * 7 // 8, SEA), *grid.cell(view.letters, cell))
    for cell in view.row or filter(None, [view.newest]):
        sheet.put(gold_ring(grid.disc // 2 + 6), *grid.cell(view.letters, cell))
    for spot, mark in scene.marks.items():
        letter(sheet, *grid.above(view.letters, spot.removeprefix("column-")), mark)
    _panel(sheet, scene, Formatter(scene.names, translate))
    return sheet


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
        sample.put(badge(seat, 110, SEA), 100 + 200 * seat, 100)
        sample.put(gold_ring(61), 100 + 200 * seat, 100)
    plain = (NAVY, NAVY_2, NAVY_3, SEA, HOLE, CREAM, MUTED, GOLD, INK, *(look.colour for look in SEATS[:2]))
    words = encode.lettering("Four in a Row", [(NAVY_2, CREAM), (NAVY_2, MUTED), (NAVY, CREAM), (GOLD, INK)])
    return encode.palette([sample.image, *words], plain)


@lru_cache(maxsize=4)
def _base(grid: Grid, letters: str, acting: int) -> Image.Image:
    """The empty grid with the names of its columns and rows, and the empty panel with the one who acts framed."""
    c = Canvas((WIDTH, HEIGHT), NAVY)
    c.rect(*grid.frame, SEA, radius=24)
    for x, name in enumerate(letters):
        c.text(*grid.below(letters, name), name.upper(), 46, CREAM, "label")
        for y in range(grid.rows):
            c.disc(*grid.at(x, y), grid.disc / 2, HOLE)
    for y in range(grid.rows):
        c.text(grid.frame[0] - 34, grid.at(0, y)[1], str(y + 1), 42, CREAM, "label")
    c.rect(EDGE + 20, 20, RIGHT, 120, GOLD, radius=14)
    for seat, y in enumerate(PLAYERS):
        c.rect(EDGE + 20, y - 65, RIGHT, y + 65, NAVY_2, radius=14, edge=GOLD if seat == acting else None, width=5)
    return c.finish()


def _panel(sheet: Sheet, scene: Scene, fmt: Formatter) -> None:
    """Whose turn it is or who has won, both players, what wins, and the last events or what is asked."""
    view: View = scene.view
    write_headline(sheet, LEFT, 70, headline(scene), RIGHT - LEFT - 16, fmt, size=50, least=39)
    for seat, y in enumerate(PLAYERS):
        sheet.put(badge(seat, 80, NAVY_2), LEFT + 44, y)
        sheet.text(LEFT + 110, y - 24, fmt.names[seat], RIGHT - LEFT - 126, size=42)
        sheet.text(LEFT + 110, y + 28, fmt(left(view.left[seat])), RIGHT - LEFT - 126, size=39, role="text", fill=MUTED)
    sheet.text(LEFT, WANTED, fmt(wanted(view.goal)), RIGHT - LEFT, size=42)
    if scene.prompt is None:
        write_news(sheet, scene, fmt, (LEFT, RIGHT), NEWS, lines=8, step=48, older=2)
    write_prompt(sheet, scene, fmt, (LEFT, NEWS, RIGHT, HEIGHT - 20), None)
