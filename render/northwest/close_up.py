"""A part of the chart of Expedition: Northwest Passage for small screens: whose turn, the round, and the squares that matter."""

from __future__ import annotations

from collections.abc import Iterable

from PIL import Image

from engine.games.northwest.view import View
from engine.kernel.text import say
from render.kit.banner import write_headline
from render.kit.canvas import Point
from render.kit.prompt import height, write_prompt
from render.kit.scene import Scene
from render.kit.seats import badge
from render.kit.sheet import Sheet
from render.kit.text import Formatter
from render.kit.theme import CREAM, GOLD, INK, NAVY, PAPER
from render.northwest import phrases, strip
from render.northwest.layout import ROW_LETTERS, X0, Y0, BoardLayout, Spots
from render.northwest.pieces import crystal

COLUMNS, ROWS = 8, 6
HEAD, SCALE, FOOT = 60, 44, 52
"""The height of the head, of the scale, and of a foot without a question."""
BESIDE = ("market-", "small-")
"""What is marked in the market."""


def compose(scene: Scene, board: Sheet, layout: BoardLayout, spots: Spots, fmt: Formatter) -> Sheet | None:
    """Part of the board in a frame of its own, with every marked spot in it, and the market; None if they are too far apart."""
    view: View = scene.view
    window = _window(scene, layout, spots)
    if window is None:
        return None
    left, top = window
    wide, high = min(COLUMNS, layout.columns) * layout.side, min(ROWS, layout.rows) * layout.side
    foot, market = HEAD + max(SCALE + high, strip.TALL) + 6, SCALE + wide + 14
    asked = height(scene, fmt, market + strip.BESIDE, phrases.remains(view))
    sheet = Sheet(Image.new("RGB", (market + strip.BESIDE, foot + (asked or FOOT)), PAPER))
    sheet.image.paste(INK, (SCALE - 3, HEAD + SCALE - 3, SCALE + wide + 3, HEAD + SCALE + high + 3))
    x, y = X0 + left * layout.side, Y0 + top * layout.side
    sheet.lay(board.cut((x, y, x + wide, y + high)), SCALE, HEAD + SCALE)
    for k in range(wide // layout.side):
        across = SCALE + (k + 0.5) * layout.side
        sheet.text(across, HEAD + SCALE / 2, str(left + k + 1), layout.side, role="label", fill=INK, align="m")
    for k in range(high // layout.side):
        middle = HEAD + SCALE + (k + 0.5) * layout.side - 2
        sheet.text(SCALE / 2, middle, ROW_LETTERS[top + k], SCALE, role="label", fill=INK, align="m")
    _head(sheet, scene, fmt)
    strip.beside(sheet, scene, fmt, market, HEAD + 8)
    sheet.image.paste(NAVY, (0, foot, *sheet.image.size))
    if scene.prompt:
        write_prompt(sheet, scene, fmt, (0, foot, *sheet.image.size), phrases.remains(view))
    else:
        _foot(sheet, view, fmt, foot)
    return sheet


def _window(scene: Scene, layout: BoardLayout, spots: Spots) -> tuple[int, int] | None:
    """The first column and row to show: round the marks, else round the viewer's ship or the one to move."""
    view: View = scene.view
    on_chart = [spot for spot in scene.marks if not spot.startswith(BESIDE)]
    marked = [at for spot in on_chart if (at := _where(spot, layout, spots))]
    if len(marked) < len(on_chart):
        return None
    ships = (spots.get(f"ship-{seat}") for seat in (view.viewer, view.to_move))
    at = next((ship[0] for ship in ships if ship), layout.middle(view.greenland[0]))
    across = _first((x - X0 for x, _ in marked or [at]), layout.side, COLUMNS, layout.columns)
    down = _first((y - Y0 for _, y in marked or [at]), layout.side, ROWS, layout.rows)
    return None if across is None or down is None else (across, down)


def _where(spot: str, layout: BoardLayout, spots: Spots) -> Point | None:
    """The middle of a marked spot on the chart, None for one beside it."""
    if spot in spots:
        return spots[spot][0]
    cell = layout.named(spot.partition("-")[0])
    return layout.middle(cell) if cell else None


def _first(marks: Iterable[float], side: int, shown: int, there: int) -> int | None:
    """The first of `shown` neighbouring squares, of `there` in all, with all marks in their middle; None if they do not fit."""
    at = [mark / side for mark in marks]
    if max(at) // 1 - min(at) // 1 >= shown:
        return None
    first = round((min(at) + max(at) - shown) / 2)
    return min(max(0, first), max(0, there - shown))


def _head(sheet: Sheet, scene: Scene, fmt: Formatter) -> None:
    """Whose turn it is and the round."""
    view: View = scene.view
    wide = sheet.image.width
    sheet.image.paste(GOLD, (0, 0, wide, HEAD))
    x, seats = 12, view.winners if view.ended else scene.winners or phrases.acting(scene)
    if len(seats) == 1:
        sheet.put(badge(seats[0], 42, GOLD), 34, HEAD / 2)
        x = 66
    taken = sheet.text(wide - 12, HEAD / 2, f"{view.sun.round} / {view.rounds}", 110, fill=INK, align="r")
    room = wide - 12 - taken - 20 - x
    write_headline(sheet, x, HEAD / 2 - 1, phrases.headline(scene), room, fmt, size=40, least=39)


def _foot(sheet: Sheet, view: View, fmt: Formatter, y: int) -> None:
    """The ice now and next."""
    wide = sheet.image.width
    middle = y + FOOT / 2
    sheet.put(crystal(34, CREAM), 26, middle)
    label = phrases.ice(view.sun.frozen_rows)
    if view.suns and not view.ended:
        label = say("{ice}; next: {next}", ice=label, next=phrases.reach(view.suns[0].frozen_rows))
    sheet.text(52, middle, fmt(label), wide - 60)
