"""The height of a panel on a phone, by one table of sizes. They are estimates of Discord's client, 390 px wide."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from cogs.messages.layout import Button

SCREEN_WIDTH_PX, MAX_SCREEN_PX = 390, 620
"""The width of a phone, and the height that a panel may take of it with the name and the foot of the message."""
CONTENT_WIDTH_PX = 358
NAME_PX, FOOT_PX, PADDING_PX, GAP_PX = 22, 18, 22, 6
LINE_PX, CONTROL_PX, SMALL_ROW_PX = 20, 40, 34
CHAR_PX, BUTTON_PADDING_PX = 8, 32
SMALL_CHAR_PX, SMALL_PADDING_PX = 7, 20
MIN_PICTURE_PX, MAX_PICTURE_PX = 130, 270
LINE_CHARS = 46
"""The characters of a line of text."""
MAX_TEXT_LINES = 4
MAX_PANEL_LABEL_CHARS = 38
"""The characters of a label: a button of this length fills the width."""


def count_lines(text: str) -> int:
    """Count the lines that a text takes. Markup takes no space."""
    plain = re.sub(r"\*\*|^-# |^> |\\\\(?=\\W)", "", text, flags=re.MULTILINE)
    plain = re.sub(r"<[@#t][^>]*>", "x" * 12, plain)
    return sum(max(1, math.ceil(len(line) / LINE_CHARS)) for line in plain.split("\n")) if plain else 0


def count_button_rows(buttons: Sequence[Button], *, is_small: bool = False) -> int:
    """Count the rows that buttons take side by side."""
    char_px, padding_px = (SMALL_CHAR_PX, SMALL_PADDING_PX) if is_small else (CHAR_PX, BUTTON_PADDING_PX)
    rows, left_px = 0, 0
    for button in buttons:
        width_px = len(button.label or "") * char_px + padding_px
        if not rows or width_px + GAP_PX > left_px:
            rows, left_px = rows + 1, CONTENT_WIDTH_PX - width_px
        else:
            left_px -= width_px + GAP_PX
    return rows


def compute_height(line_count: int, picture_px: int, control_rows: int, *, has_small_row: bool) -> int:
    """Compute the height of a message from its parts."""
    height_px = NAME_PX + FOOT_PX + PADDING_PX + control_rows * (CONTROL_PX + GAP_PX)
    if line_count:
        height_px += line_count * LINE_PX + GAP_PX
    if picture_px:
        height_px += picture_px + GAP_PX
    if has_small_row:
        height_px += SMALL_ROW_PX + GAP_PX
    return height_px


def find_picture_height(line_count: int, control_rows: int) -> int:
    """Return the most that a picture may take beside these parts and a row of small buttons."""
    others_px = compute_height(line_count, 0, control_rows, has_small_row=True) + GAP_PX
    return max(MIN_PICTURE_PX, min(MAX_PICTURE_PX, MAX_SCREEN_PX - others_px))
