"""The strip below the chart of Expedition: Northwest Passage: what has happened and the market, or the choice being made."""

from __future__ import annotations

from PIL import Image

from engine.games.northwest.view import Seen, View
from engine.kernel.text import say
from render.kit.cache import cached_sprite
from render.kit.canvas import Sprite
from render.kit.marks import LETTER_R, gold_frame, letter
from render.kit.scene import Scene
from render.kit.seats import badge
from render.kit.sheet import Sheet
from render.kit.squares import parsed, square
from render.kit.story import Row, rows, write_strip
from render.kit.text import Formatter
from render.kit.theme import INK, PAPER, mix
from render.northwest.layout import EDGE, TRAY, X0, Y0, BoardLayout
from render.northwest.pieces import plate, token
from render.northwest.story import told
from render.northwest.tiles import front, length, lie_of, picture

LEFT, RIGHT, FOOT = 20, EDGE - 12, 1036
FAINT = mix(INK, PAPER, 0.3)
NEWS = TRAY + 92
"""Where the market begins, below the news."""
NEWS_LINES = 2
BESIDE, TALL = 300, 450
"""The room that the market takes beside the part of the board for small screens."""
ALL = slice(None)
ONE_LINE = 7
"""The most tiles of a reserve that are shown in one line."""


def draw(sheet: Sheet, scene: Scene, layout: BoardLayout, fmt: Formatter) -> None:
    """Draw previews of the ways to place a tile, the viewer's own tiles to choose from, or news and market."""
    view: View = scene.view
    rotations = {spot: mark for spot, mark in scene.marks.items() if spot.startswith("rotation-")}
    own = next((seen for seen in view.expeditions if seen.seat == view.viewer), None)
    if rotations:
        _previews(sheet, view, layout, rotations)
        return
    if own and any(spot.startswith("tile-") for spot in scene.marks):
        _own_tiles(sheet, scene, own, fmt)
        return
    lines = rows(scene, told(scene))
    _news(sheet, lines, fmt)
    _market(sheet, scene, fmt, *((NEWS, 52) if lines else (TRAY + 62, 60)))


def _news(sheet: Sheet, lines: list[Row], fmt: Formatter) -> None:
    """What has happened since, one line for each turn: side by side where there are more than two."""
    half = -(-len(lines) // 2)
    columns = [lines] if len(lines) <= NEWS_LINES else [lines[:half], lines[half:]]
    wide = (RIGHT - LEFT) // len(columns)
    for k, column in enumerate(columns):
        box = (LEFT + k * wide, TRAY, LEFT + (k + 1) * wide, NEWS - 4)
        write_strip(sheet, column, fmt, box, lambda seat: badge(seat, 34), whole=True)


def _market(sheet: Sheet, scene: Scene, fmt: Formatter, top: int, side: int) -> None:
    """The large tiles on offer, the small ones, and the tokens left at the two arrows; large tiles with squares `side` wide."""
    view: View = scene.view
    _bag(sheet, view, fmt, LEFT + 40, top)
    x = _large(sheet, scene, LEFT + 86, top, side, top + side + 30, 10)
    x = max(x, LEFT + 86 + 4 * (2 * side + 14)) + 4
    x = _small(sheet, scene, x, top + 2, min(50, side - 2), top + side + 30, 6)
    _arrows(sheet, view, x + 4, top + 22, 58, RIGHT + 8)


def beside(sheet: Sheet, scene: Scene, fmt: Formatter, left: int, top: int) -> None:
    """The same beside the part of the board for small screens, in a column `BESIDE` wide and `TALL` high."""
    view: View = scene.view
    side, step, across = 44, 88, 106
    _bag(sheet, view, fmt, left + 256, top + 16)
    for k in range(0, min(4, len(view.market)), 2):
        y = top + step * k // 2
        _large(sheet, scene, left + 6, y, side, y + side + 26, across - 2 * side, slice(k, k + 2))
    x, y = left + 6, top + 2 * step + 2
    for k in range(0, len(view.piles), 3):
        _small(sheet, scene, x, y + step * k // 3, side, y + step * k // 3 + side + 24, 48, slice(k, k + 3))
    _arrows(sheet, view, left, y + 2 * step + 24, 46, left + BESIDE)


def _bag(sheet: Sheet, view: View, fmt: Formatter, x: float, top: float) -> None:
    """How many large tiles are in the bag."""
    sheet.text(x, top + 20, fmt(say("bag")), 80, role="bold", fill=FAINT, align="m")
    sheet.text(x, top + 62, str(view.bag), 80, size=46, role="title", fill=INK, align="m")


def _large(
    sheet: Sheet, scene: Scene, x: float, top: float, side: int, foot: float, gap: float, which: slice = ALL
) -> float:
    """The large tiles on offer from x, with their names round the line `foot`; returns where they end."""
    view: View = scene.view
    for k, tile in list(enumerate(view.market))[which]:
        mark = scene.marks.get(f"market-{k}")
        sprite = front(tile, side)
        sheet.put(sprite, x, top)
        _name(sheet, x + sprite.image.width / 2, foot, tile.tile.upper(), mark, sprite, (x, top))
        x += sprite.image.width + gap
    return x


def _small(
    sheet: Sheet, scene: Scene, x: float, top: float, side: int, foot: float, gap: float, which: slice = ALL
) -> float:
    """The piles of small tiles from x, with how many are left round the line `foot`; returns where they end."""
    view: View = scene.view
    for pile in view.piles[which]:
        mark = scene.marks.get(f"small-{pile.tile[1:]}")
        sprite = picture(pile.rows, "", None, side, INK if pile.left else FAINT)
        sheet.put(sprite if pile.left else _spent(pile.rows, side), x, top)
        _name(sheet, x + sprite.image.width / 2, foot, f"×{pile.left}", mark, sprite, (x, top))
        x += sprite.image.width + gap
    return x


def _arrows(sheet: Sheet, view: View, x: float, y: float, step: int, right: float) -> None:
    """The tokens left at the two arrows, below each other."""
    for k, (word, values) in enumerate((("NW", view.tokens.passage), ("G", view.tokens.greenland))):
        sheet.put(plate(word), x + 35, y + step * k)
        label = " ".join(map(str, values)) or "–"
        sheet.text(x + 76, y + step * k, label, right - x - 76, fill=INK)


def _name(
    sheet: Sheet, x: float, y: float, word: str, mark: str | None, sprite: Sprite, corner: tuple[float, float]
) -> None:
    """A tile's word below it, or the letter of the choice and a frame."""
    if mark is None:
        sheet.text(x, y, word, sprite.image.width + 8, fill=INK, align="m")
        return
    sheet.put(gold_frame(sprite.image.width + 6, sprite.image.height + 6), corner[0] - 3, corner[1] - 3)
    letter(sheet, x, y, mark)


@cached_sprite
def _spent(rows: str, side: int) -> Sprite:
    """A pile that has run out."""
    sprite = picture(rows, "", None, side)
    return Sprite(Image.blend(sprite.image, Image.new("RGB", sprite.image.size, PAPER), 0.72), 0, 0)


# -------------------------------------------------------------------- choices
def _heading(sheet: Sheet, words: str) -> None:
    sheet.text(LEFT + 4, TRAY + 22, words, RIGHT - LEFT, size=40, role="title", fill=INK)


def _own_tiles(sheet: Sheet, scene: Scene, own: Seen, fmt: Formatter) -> None:
    """The viewer's reserve, as large as possible: one line with letters below the tiles, or more with letters beside them."""
    room = RIGHT - LEFT
    if len(own.hand) <= ONE_LINE:
        _heading(sheet, fmt(say("Your tiles")))
        x, top = LEFT + 4.0, TRAY + 48
        side = min(92, (room - 24 * len(own.hand)) // max(1, sum(map(length, own.hand))))
        for k, tile in enumerate(own.hand):
            sprite = front(tile, side)
            sheet.put(sprite, x, top)
            middle, foot = x + sprite.image.width / 2, top + sprite.image.height + 24
            _name(sheet, middle, foot, tile.tile.upper(), scene.marks.get(f"tile-{k}"), sprite, (x, top))
            x += sprite.image.width + 24
        return
    lines = min(3, -(-len(own.hand) // ONE_LINE))
    columns = -(-len(own.hand) // lines)
    wide, high = room / columns, (FOOT - TRAY) / lines
    side = max(12, min(int(high) - 12, int(wide - 2 * LETTER_R - 14) // 2))
    for k, tile in enumerate(own.hand):
        x, y = LEFT + k % columns * wide, TRAY + (k // columns + 0.5) * high
        sprite = front(tile, side)
        sheet.put(sprite, x + 2 * LETTER_R + 4, y - sprite.image.height / 2)
        if mark := scene.marks.get(f"tile-{k}"):
            letter(sheet, x + LETTER_R, y, mark)


def _previews(sheet: Sheet, view: View, layout: BoardLayout, rotations: dict[str, str]) -> None:
    """Each way to place the tile, shown where it would be."""
    found = [(mark, laid) for spot, mark in rotations.items() if (laid := lie_of(view, spot))]
    if not found:
        return
    room, high = RIGHT - LEFT, FOOT - TRAY
    width, height = (
        (4 * layout.side, round(3.2 * layout.side)) if len(found) <= 5 else (3 * layout.side, 3 * layout.side)
    )
    scale = min(high / height, (room - 14 * (len(found) - 1)) / len(found) / width)
    size = (int(width * scale), int(height * scale))
    x: float = LEFT
    for mark, ((cx, cy), lie, symbol) in found:
        squares = parsed(lie.rows)
        wide, tall = (max(key[k] for key in squares) + 1 for k in (0, 1))
        left = round(min(max(X0, X0 + (cx + wide / 2) * layout.side - width / 2), layout.right - width))
        top = round(min(max(Y0, Y0 + (cy + tall / 2) * layout.side - height / 2), layout.bottom - height))
        view_of = sheet.image.crop((left, top, left + width, top + height))
        at = (X0 + cx * layout.side - left, Y0 + cy * layout.side - top)
        for (i, j), corners in squares.items():
            drawn = square(corners, layout.side, frozen=cy + j < view.sun.frozen_rows)
            view_of.paste(drawn, (at[0] + i * layout.side, at[1] + j * layout.side))
        if symbol and lie.symbol_at is not None:
            i, j = list(squares)[lie.symbol_at]
            sign, half = token(symbol, 48), layout.side // 2
            view_of.paste(
                sign.image,
                (at[0] + i * layout.side + half - sign.x, at[1] + j * layout.side + half - sign.y),
                sign.image,
            )
        rim = gold_frame(wide * layout.side, tall * layout.side)
        view_of.paste(rim.image, (at[0] - rim.x, at[1] - rim.y), rim.image)
        small = view_of.resize((size[0] - 4, size[1] - 4), Image.Resampling.HAMMING)
        sheet.image.paste(INK, (round(x), TRAY, round(x) + size[0], TRAY + size[1]))
        sheet.image.paste(small, (round(x) + 2, TRAY + 2))
        letter(sheet, x + LETTER_R + 4, TRAY + LETTER_R + 4, mark)
        x += size[0] + 14
