"""The lower part of a player's card on the panel of La Aventura del Paso del Noroeste: the tokens in reserve, or after the end
how far the ship has come.
"""

from __future__ import annotations

from engine.games.paso.view import TOKEN_KINDS, VisiblePlayer
from render.kit.cache import cached_sprite
from render.kit.canvas import Sprite, create_canvas
from render.kit.marks import draw_gold_frame, draw_letter
from render.kit.seats import draw_ship
from render.kit.sheet import Sheet
from render.kit.text import PHONE_DATA_SIZE_PX, Box
from render.kit.theme import CREAM, INK, MUTED, NAVY, SEAT_STYLES
from render.paso.pieces import draw_flag, draw_token

LINE_RADII_PX = {2: (21.0, 18.0), 3: (15.2, 12.8), 4: (12.4, 10.3)}
"""The radii of the hexagons in the upper line, which has the tokens of four, and in the lower one, by the number of players."""
LINE_LENGTH = 5
RIM_PX = 5
"""The height of the rims of a shape."""
COUNT_SIZE_PX = PHONE_DATA_SIZE_PX
"""The largest size of the numbers of tokens and treasures."""
BAR_HEIGHT_PX, SHIP_SIZE_PX, FLAG_SIZE_PX = 26, 62, 44


def find_line_heights(seat_count: int) -> tuple[float, float]:
    """Return the heights of the shapes in both lines of a reserve: two rows of hexagons and the rims."""
    upper, lower = LINE_RADII_PX[seat_count]
    return 3.5 * upper + RIM_PX, 3.5 * lower + RIM_PX


def draw_reserve(sheet: Sheet, player: VisiblePlayer, marks: dict[str, str], box: Box, seat_count: int) -> None:
    """Draw all ten kinds of tokens as shapes. A player has one token of each shape of four, so these need no number."""
    left, top, right, foot = box
    column_width, heights = (right - left) / LINE_LENGTH, find_line_heights(seat_count)
    gap, count_size = max(0.0, foot - top - sum(heights)) / 3, min(COUNT_SIZE_PX, round(heights[1] * 1.35))
    middles = top + gap + heights[0] / 2, foot - gap - heights[1] / 2
    for index, kind in enumerate(TOKEN_KINDS):
        line, column = divmod(index, LINE_LENGTH)
        x, y, r = left + column_width * column, middles[line], LINE_RADII_PX[seat_count][line]
        n = player.reserve.get(kind, 0)
        shape_width = (6.93 if line == 0 else 5.2) * r + RIM_PX
        sheet.put(draw_token(kind, player.seat, r, count_left=n > 0), x + shape_width / 2, y)
        if line or n > 1:
            room = column_width - shape_width - 5
            sheet.text(x + shape_width + 3, y, str(n), room, size=count_size, fill=CREAM if n else MUTED)
        if letter := marks.get(f"reserve-{player.seat}-{kind}"):
            height = round(heights[line])
            sheet.put(draw_gold_frame(round(shape_width) + 8, height), x - 4, y - height / 2)
            draw_letter(sheet, x, y + height / 2 - 4, letter)  # at the corner it leaves the shape to be seen


def draw_progress(sheet: Sheet, player: VisiblePlayer, rows: int, box: Box) -> None:
    """Draw the ship on a bar from the start to the open sea."""
    left, top, right, foot = box
    start, end, y = left + SHIP_SIZE_PX // 2, right - SHIP_SIZE_PX // 2, (top + foot) / 2
    x = start + (end - start) * min(player.row, rows + 1) / (rows + 1)
    sheet.put(_draw_bar(end - start, round(x) - start, player.seat), start, y)
    if player.row <= rows:
        sheet.put(draw_flag(FLAG_SIZE_PX, CREAM, INK), end, y - 4)
    sheet.put(draw_ship(player.seat, SHIP_SIZE_PX), x, y - 4)


@cached_sprite
def _draw_bar(length: int, filled: int, seat: int) -> Sprite:
    """Draw a bar that is filled in a seat's colour up to a length; anchored at the middle of its left end."""
    half = BAR_HEIGHT_PX / 2
    c = create_canvas(half, half, length + half, half)
    c.rect(-half, -half, length + half, half, MUTED, radius=half)
    c.rect(2 - half, 2 - half, length + half - 2, half - 2, NAVY, radius=half - 2)
    c.rect(2 - half, 2 - half, filled + half - 2, half - 2, SEAT_STYLES[seat].colour, radius=half - 2)
    return c.sprite()
