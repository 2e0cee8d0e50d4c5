"""The rows round the viewer's ship in La Aventura del Paso del Noroeste, for small screens, with whose turn it is above."""

from __future__ import annotations

from PIL import Image

from engine.games.paso.view import View
from render.kit.banner import write_headline
from render.kit.prompt import height, write_prompt
from render.kit.scene import Scene
from render.kit.seats import badge
from render.kit.sheet import Sheet
from render.kit.text import Formatter
from render.kit.theme import GOLD, INK, PAPER
from render.paso import live_layer, phrases, static_layer
from render.paso.chart import ground_of
from render.paso.layout import BOTTOM, LEFT, TOP, BoardLayout, named
from render.paso.pieces import pip
from render.paso.static_layer import StaticLayer

BEHIND, AHEAD, MOST = 1, 4, 9
"""Rows shown behind and ahead of a ship, and the most rows in all."""
HEAD, SCALE = 66, 60


def compose(scene: Scene, fmt: Formatter) -> Sheet | None:
    """The rows with all marks, else from just behind the viewer's ship (or the ship to move) to some rows ahead of it.

    None if the marks do not fit.
    """
    view: View = scene.view
    rows = _rows(scene)
    if rows is None:
        return None
    first, last = rows
    layout = BoardLayout.of(view, range(first, last + 1))
    board = static_layer.part(layout, ground_of(view), StaticLayer.of(scene)).copy()
    live_layer.draw(board, scene, layout, fmt)
    field = layout.field
    top, bottom = max(TOP, round(field.line(last) - layout.r)), min(BOTTOM, round(field.line(first) + layout.r))
    wide = layout.right - LEFT
    foot = HEAD + bottom - top + 14
    asked = height(scene, fmt, SCALE + wide + 8, phrases.remains(view))
    sheet = Sheet(Image.new("RGB", (SCALE + wide + 8, foot + asked), PAPER))
    sheet.image.paste(INK, (SCALE - 3, HEAD + 3, SCALE + wide + 3, HEAD + 9 + bottom - top))
    sheet.lay(board.cut((LEFT, top, layout.right, bottom)), SCALE, HEAD + 6)
    for number in range(max(first, 1), min(last, view.rows) + 1):
        y = HEAD + 6 + field.line(number) - top
        sheet.text(SCALE - 10, y, str(number), SCALE - 10, role="label", fill=INK, align="r")
    _head(sheet, scene, fmt)
    write_prompt(sheet, scene, fmt, (0, foot, *sheet.image.size), phrases.remains(view))
    return sheet


def _rows(scene: Scene) -> tuple[int, int] | None:
    """The first and the last row to show."""
    view: View = scene.view
    own = view.players[view.to_move if view.viewer is None else view.viewer].row
    marked = [_row(view, spot) for spot in scene.marks]
    first = max(own - BEHIND, 0 if own == 0 else 1)
    last = min(own + AHEAD, view.rows + 1)
    for row in marked:
        if row is None:
            return None  # this mark is not on the passage
        first, last = min(first, row), max(last, row)
    if last - first < MOST:
        return first, last
    known = [row for row in marked if row is not None]
    return (min(known), max(known)) if known and max(known) - min(known) < MOST else None


def _row(view: View, spot: str) -> int | None:
    """The row of a marked hexagon or tile; None for what is not on the passage."""
    kind, _, seat = spot.partition("-")
    if kind == "ship" and seat.isdecimal() and int(seat) < len(view.players):
        return view.players[int(seat)].row
    if kind == "reserve":
        return None
    at = named(view.columns, spot.rpartition("-")[2])
    return at[1] if at else None


def _head(sheet: Sheet, scene: Scene, fmt: Formatter) -> None:
    """Whose turn it is, and the action points left."""
    view: View = scene.view
    wide, y = sheet.image.width, HEAD / 2
    sheet.image.paste(GOLD, (0, 0, wide, HEAD))
    x, seats = 12, view.winners if view.phase == "over" else scene.winners or phrases.acting(scene)
    if len(seats) == 1:
        sheet.put(badge(seats[0], 44, GOLD), 34, y)
        x = 68
    right = wide - 12
    for k in reversed(range(view.points if view.phase == "race" else 0)):
        sheet.put(pip(12, full=k < view.points), right - 12, y)
        right -= 31
    write_headline(sheet, x, y - 1, phrases.headline(scene), right - 14 - x, fmt, size=42, least=39)
