"""The size of words at the usual widths of a desktop and a phone."""

from __future__ import annotations

from render.kit.sheet import Sheet

DESKTOP_WIDTH_PX, PHONE_WIDTH_PX = 550, 390
"""The widths in pixels at which a board, and a crop or a hand, must be readable."""
MIN_CAPITAL_HEIGHT_PX = 9
"""The least height of capitals at those widths, in pixels."""
CAPITAL_HEIGHT_SHARE = 0.7
"""The height of capitals for a font size of 1."""


def find_unreadable(kind: str, sheet: Sheet, *, is_choosing: bool) -> list[str]:
    """List the words that are too small and carry information. The names of cells count while there is something to choose."""
    shown = DESKTOP_WIDTH_PX if kind == "draw_board" else PHONE_WIDTH_PX
    kinds = ("data", "place") if is_choosing or kind != "draw_board" else ("data",)
    return [
        f"{kind}: “{one.string}” is {one.size} px of {sheet.image.width}"
        for one in sheet.written_texts
        if one.kind in kinds
        and round(CAPITAL_HEIGHT_SHARE * one.size * shown / sheet.image.width, 1) < MIN_CAPITAL_HEIGHT_PX
    ]
