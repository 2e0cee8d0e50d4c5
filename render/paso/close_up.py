"""The rows round the viewer's ship in La Aventura del Paso del Noroeste, for small screens, with whose turn it is above."""

from __future__ import annotations

from PIL import Image

from engine.games.paso.view import View
from render.kit.banner import write_headline
from render.kit.prompt import measure_prompt, write_prompt
from render.kit.scene import Scene
from render.kit.seats import draw_seat_badge
from render.kit.sheet import Sheet
from render.kit.text import Formatter
from render.kit.theme import GOLD, INK, PAPER
from render.paso import live_layer, phrases, static_layer
from render.paso.chart import create_known_ground
from render.paso.layout import WINDOW_BOTTOM_PX, WINDOW_LEFT_PX, WINDOW_TOP_PX, BoardLayout, find_hexagon
from render.paso.pieces import draw_pip
from render.paso.static_layer import StaticLayer

ROWS_BEHIND, ROWS_AHEAD, MAX_ROWS = 1, 4, 9
"""Rows shown behind and ahead of a ship, and the most rows in all."""
HEADER_HEIGHT_PX, SCALE_WIDTH_PX = 66, 60


def compose_close_up(scene: Scene, fmt: Formatter) -> Sheet | None:
    """The rows with all marks, else from just behind the viewer's ship (or the ship to move) to some rows ahead of it.

    None if the marks do not fit.
    """
    view: View = scene.view
    rows = _find_rows(scene)
    if rows is None:
        return None
    first, last = rows
    layout = BoardLayout.from_view(view, range(first, last + 1))
    board = static_layer.draw_static_layer(layout, create_known_ground(view), StaticLayer.from_scene(scene)).copy()
    live_layer.draw_live_layer(board, scene, layout, fmt)
    field = layout.field
    top, bottom = (
        max(WINDOW_TOP_PX, round(field.find_row_y(last) - layout.r)),
        min(WINDOW_BOTTOM_PX, round(field.find_row_y(first) + layout.r)),
    )
    wide = layout.window_right - WINDOW_LEFT_PX
    foot = HEADER_HEIGHT_PX + bottom - top + 14
    asked = measure_prompt(scene, fmt, SCALE_WIDTH_PX + wide + 8, phrases.describe_resources(view))
    sheet = Sheet(Image.new("RGB", (SCALE_WIDTH_PX + wide + 8, foot + asked), PAPER))
    sheet.image.paste(
        INK, (SCALE_WIDTH_PX - 3, HEADER_HEIGHT_PX + 3, SCALE_WIDTH_PX + wide + 3, HEADER_HEIGHT_PX + 9 + bottom - top)
    )
    sheet.paste_part(
        board.crop_part((WINDOW_LEFT_PX, top, layout.window_right, bottom)), SCALE_WIDTH_PX, HEADER_HEIGHT_PX + 6
    )
    for number in range(max(first, 1), min(last, view.rows) + 1):
        y = HEADER_HEIGHT_PX + 6 + field.find_row_y(number) - top
        sheet.text(SCALE_WIDTH_PX - 10, y, str(number), SCALE_WIDTH_PX - 10, role="label", fill=INK, align="r")
    _draw_head(sheet, scene, fmt)
    write_prompt(sheet, scene, fmt, (0, foot, *sheet.image.size), phrases.describe_resources(view))
    return sheet


def _find_rows(scene: Scene) -> tuple[int, int] | None:
    """The first and the last row to show."""
    view: View = scene.view
    own = view.players[view.to_move if view.viewer is None else view.viewer].row
    marked = [_find_row(view, spot) for spot in scene.marks]
    first = max(own - ROWS_BEHIND, 0 if own == 0 else 1)
    last = min(own + ROWS_AHEAD, view.rows + 1)
    for row in marked:
        if row is None:
            return None  # this mark is not on the passage
        first, last = min(first, row), max(last, row)
    if last - first < MAX_ROWS:
        return first, last
    known = [row for row in marked if row is not None]
    return (min(known), max(known)) if known and max(known) - min(known) < MAX_ROWS else None


def _find_row(view: View, spot: str) -> int | None:
    """The row of a marked hexagon or tile; None for what is not on the passage."""
    kind, _, seat = spot.partition("-")
    if kind == "ship" and seat.isdecimal() and int(seat) < len(view.players):
        return view.players[int(seat)].row
    if kind == "reserve":
        return None
    at = find_hexagon(view.columns, spot.rpartition("-")[2])
    return at[1] if at else None


def _draw_head(sheet: Sheet, scene: Scene, fmt: Formatter) -> None:
    """Whose turn it is, and the action points left."""
    view: View = scene.view
    wide, y = sheet.image.width, HEADER_HEIGHT_PX / 2
    sheet.image.paste(GOLD, (0, 0, wide, HEADER_HEIGHT_PX))
    x, seats = 12, view.winners if view.phase == "over" else scene.winners or phrases.list_acting_seats(scene)
    if len(seats) == 1:
        sheet.put(draw_seat_badge(seats[0], 44, GOLD), 34, y)
        x = 68
    right = wide - 12
    for k in reversed(range(view.points if view.phase == "race" else 0)):
        sheet.put(draw_pip(12, is_full=k < view.points), right - 12, y)
        right -= 31
    write_headline(sheet, x, y - 1, phrases.format_headline(scene), right - 14 - x, fmt, size=42, min_size=39)
