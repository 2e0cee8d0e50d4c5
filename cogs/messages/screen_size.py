"""The height of a panel on a phone and on a desk, by one table of sizes. They are estimates of Discord's client.

`make browser` compares them with the page of the local table.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from cogs.messages.layout import Button


class ScreenSize(msgspec.Struct, frozen=True):
    """A client: its width, the height that a panel may take, and the space of a panel's parts, in CSS pixels.

    `line_chars` are the characters of a line of text. A picture takes at most `picture_width_px` and `max_picture_px`, and
    is shown with at least `min_picture_px`. `limits_pictures`: the client itself shows no picture higher than that.
    """

    window_width_px: int
    max_height_px: int
    content_width_px: int
    line_chars: int
    picture_width_px: int
    min_picture_px: int
    max_picture_px: int
    limits_pictures: bool


PHONE: Final = ScreenSize(390, 620, 358, 46, 358, 130, 340, limits_pictures=False)
DESK: Final = ScreenSize(1280, 701, 670, 84, 550, 200, 351, limits_pictures=True)
SCREEN_SIZES: Final = (PHONE, DESK)
NAME_PX, FOOT_PX, PADDING_PX, GAP_PX = 22, 18, 22, 6
LINE_PX, CONTROL_PX, SMALL_ROW_PX = 20, 40, 34
LABEL_FONT_PX, BUTTON_PADDING_PX = 14, 32
SMALL_LABEL_FONT_PX, SMALL_PADDING_PX = 13, 22
CHAR_WIDTHS_EM: Final = (
    (" ijlI.,:;!'·", 0.34),
    ("rft()-/J", 0.42),
    ("ckszvxyLFT", 0.6),
    ("DGHNOQU", 0.79),
    ("mwMW…→+−×", 1.0),
)
CHAR_WIDTH_EM: Final = 0.66
"""The widths of characters in a broad font, and of those that are not named: in the client's own font a label is shorter."""
MARKUP_PATTERN = re.compile(r"\*\*|^-# |^> |\\(?=[\W_])", re.MULTILINE)
"""What Discord does not show: bold, small and quoted text, and the backslash before a sign in a name."""
LINK_PATTERN = re.compile(r"<[@#t/][^>]*>")
LINK_CHARS = 12
"""The characters of a mention, a channel, a time or a command as it is shown, about."""
MAX_TEXT_LINES = 4
MAX_PANEL_LABEL_CHARS = 38
"""The characters of a label: a button of this length fills the width of a phone."""


def count_lines(text: str, size: ScreenSize = PHONE) -> int:
    """Count the lines that a text takes. Markup takes no space."""
    plain = MARKUP_PATTERN.sub("", text)
    if not plain:
        return 0
    plain = LINK_PATTERN.sub("x" * LINK_CHARS, plain)
    return sum(max(1, math.ceil(len(line) / size.line_chars)) for line in plain.split("\n"))


def estimate_label_em(label: str) -> float:
    """Return the width of a label, as a multiple of the size of its font."""
    return sum(next((width_em for chars, width_em in CHAR_WIDTHS_EM if char in chars), CHAR_WIDTH_EM) for char in label)


def count_button_rows(buttons: Sequence[Button], size: ScreenSize = PHONE, *, is_small: bool = False) -> int:
    """Count the rows that buttons take side by side."""
    if is_small:
        font_px, padding_px = (SMALL_LABEL_FONT_PX, SMALL_PADDING_PX)
    else:
        font_px, padding_px = (LABEL_FONT_PX, BUTTON_PADDING_PX)
    rows, left_px = 0, 0.0
    for button in buttons:
        width_px = estimate_label_em(button.label or "") * font_px + padding_px
        if not rows or width_px + GAP_PX > left_px:
            rows, left_px = rows + 1, size.content_width_px - width_px
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


def count_free_lines(picture_px: int, control_rows: int, size: ScreenSize = PHONE) -> int:
    """Count the lines of text that fit next to a picture, rows of controls and a row of small buttons."""
    others_px = compute_height(0, picture_px, control_rows, has_small_row=True) + GAP_PX
    return (size.max_height_px - others_px) // LINE_PX


def find_min_aspect(text: str, count_control_rows: Callable[[ScreenSize], int]) -> float:
    """Return the least aspect of a picture that fits every screen with this text, its controls and a row of small buttons.

    It is 0 if any picture fits.
    """
    aspects = []
    for size in SCREEN_SIZES:
        aspects.append(_find_min_aspect(count_lines(text, size), count_control_rows(size), size))
    return max(aspects)


def _find_min_aspect(line_count: int, control_rows: int, size: ScreenSize) -> float:
    free_px = size.max_height_px - compute_height(line_count, 0, control_rows, has_small_row=True) - GAP_PX
    if size.limits_pictures and free_px >= size.max_picture_px:
        return 0.0
    height_px = max(size.min_picture_px, min(size.max_picture_px, free_px))
    return math.ceil(100 * size.picture_width_px / height_px) / 100


def find_picture_height(aspect: float, size: ScreenSize) -> int:
    """Return the height at which a picture is shown."""
    return min(size.max_picture_px, round(size.picture_width_px / aspect))
