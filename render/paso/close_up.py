"""The rows around the viewer's ship in La Aventura del Paso del Noroeste for small screens, below a line with whose
turn it is.
"""

from __future__ import annotations

from PIL import Image

from engine.games.paso.view import View
from render.kit.banner import CROP_HEADLINE_SIZE_PX, write_headline
from render.kit.marks import LETTER_RADIUS_PX
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
"""The rows shown behind and ahead of a ship, and the maximum of rows."""
HEADER_HEIGHT_PX, SCALE_WIDTH_PX = 66, 60


def compose_close_up(scene: Scene, fmt: Formatter) -> Sheet | None:
    """Compose the rows of all marks, or else the rows around the viewer's ship or the ship to move.

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
    ship_margin = LETTER_RADIUS_PX if any(spot.startswith("ship-") for spot in scene.marks) else 0
    token_margin = LETTER_RADIUS_PX if any(_find_row(view, spot) == first for spot in scene.marks) else 0
    top = max(WINDOW_TOP_PX, round(field.find_row_y(last) - layout.r - ship_margin))
    bottom = min(WINDOW_BOTTOM_PX, round(field.find_row_y(first) + layout.r + token_margin))
    board_width = layout.window_right - WINDOW_LEFT_PX
    width, board_foot = SCALE_WIDTH_PX + board_width + 8, HEADER_HEIGHT_PX + bottom - top + 14
    prompt_height = measure_prompt(scene, fmt, width, phrases.describe_resources(view))
    sheet = Sheet(Image.new("RGB", (width, board_foot + prompt_height), PAPER))
    sheet.image.paste(INK, (SCALE_WIDTH_PX - 3, HEADER_HEIGHT_PX + 3, width - 5, HEADER_HEIGHT_PX + 9 + bottom - top))
    sheet.paste_part(
        board.crop_part((WINDOW_LEFT_PX, top, layout.window_right, bottom)), SCALE_WIDTH_PX, HEADER_HEIGHT_PX + 6
    )
    for row in range(max(first, 1), min(last, view.rows) + 1):
        y = HEADER_HEIGHT_PX + 6 + field.find_row_y(row) - top
        sheet.text(SCALE_WIDTH_PX - 10, y, str(row), SCALE_WIDTH_PX - 10, role="label", fill=INK, align="r")
    _draw_header(sheet, scene, fmt)
    write_prompt(sheet, scene, fmt, (0, board_foot, *sheet.image.size), phrases.describe_resources(view))
    return sheet


def _find_rows(scene: Scene) -> tuple[int, int] | None:
    """Return the first and the last row to show; None if the marks do not fit."""
    view: View = scene.view
    seat = view.viewer
    if seat is None:
        seat = view.to_move
    ship_row = view.players[seat].row
    marked: list[int] = []
    for spot in scene.marks:
        row = _find_row(view, spot)
        if row is None:
            return None  # this mark is not on the passage
        marked.append(row)
    first = max(ship_row - ROWS_BEHIND, min(ship_row, 1))
    first = min([first, *marked])
    last = max([min(ship_row + ROWS_AHEAD, view.rows + 1), *marked])
    if last - first < MAX_ROWS:
        return first, last
    if marked and max(marked) - min(marked) < MAX_ROWS:
        return min(marked), max(marked)
    return None


def _find_row(view: View, spot: str) -> int | None:
    """Return the row of a marked hexagon or tile; None for spots that are not on the passage."""
    kind, _, seat = spot.partition("-")
    if kind == "ship" and seat.isdecimal() and int(seat) < len(view.players):
        return view.players[int(seat)].row
    if kind == "reserve":
        return None
    hexagon = find_hexagon(view.columns, spot.rpartition("-")[2])
    if hexagon is None:
        return None
    return hexagon[1]


def _draw_header(sheet: Sheet, scene: Scene, fmt: Formatter) -> None:
    """Draw whose turn it is, and the action points left."""
    view: View = scene.view
    width, x, y = sheet.image.width, 12, HEADER_HEIGHT_PX / 2
    sheet.image.paste(GOLD, (0, 0, width, HEADER_HEIGHT_PX))
    seats = phrases.list_headline_seats(scene)
    if len(seats) == 1:
        sheet.put(draw_seat_badge(seats[0], 44, GOLD), 34, y)
        x = 68
    right = width - 12
    if view.phase == "race":
        for _ in range(view.points):
            sheet.put(draw_pip(12, is_full=True), right - 12, y)
            right -= 31
    headline = phrases.format_headline(scene)
    write_headline(sheet, x, y - 1, headline, right - 14 - x, fmt, size=CROP_HEADLINE_SIZE_PX)
