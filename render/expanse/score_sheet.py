"""The final scores on the panel of The Expanse Board Game, and the edges of the panel."""

from __future__ import annotations

from collections.abc import Mapping

from engine.games.expanse.view import View
from engine.kernel.text import Text, say
from render.expanse import phrases
from render.expanse.pieces import CARD_COLOUR, DIM_INK, FACTION_STYLES, PANEL_COLOUR, draw_faction_mark
from render.kit.sheet import Sheet, draw_card
from render.kit.text import MIN_DATA_SIZE_PX, PHONE_DATA_SIZE_PX, Formatter, find_fitting_size, measure_width, wrap_text
from render.kit.theme import CREAM

PANEL_EDGE_PX = 1160
"""The left edge of the panel with its margin."""
PANEL_LEFT_PX, PANEL_RIGHT_PX, PANEL_TOP_PX, PANEL_BOTTOM_PX = 1164, 1638, 12, 1038
PANEL_WIDTH_PX = PANEL_RIGHT_PX - PANEL_LEFT_PX
LINE_HEIGHT_PX = 38
SCORE_LINE_PITCH_PX, WRAPPED_LINE_PITCH_PX = 60, 68
"""The distances between two lines of the final scores, without and with labels of two lines."""
TOTAL_SIZE_PX, TOTAL_HEIGHT_PX = 58, 84
"""The size of the totals, and the height of their ground."""


def draw_final_scores(sheet: Sheet, view: View, y: int, fmt: Formatter) -> int:
    """Draw the CP of each Scoring turn and the rest, a column for each faction; return the y below."""
    factions = phrases.list_factions(view)
    widest, turn_count = 0, 0
    for side in view.sides:
        widest = max(widest, measure_width(_format_signed(side.cp), "title", TOTAL_SIZE_PX) + 16)
        turn_count = max(turn_count, len(side.earned))
    step = max(68, min(widest, PANEL_WIDTH_PX * 2 // 3 // max(1, len(factions))))
    columns: dict[str, int] = {}
    for k, faction in enumerate(factions):
        columns[faction] = PANEL_RIGHT_PX - 8 - step // 2 - step * (len(factions) - 1 - k)
    max_width = min(columns.values()) - step // 2 - PANEL_LEFT_PX - 14
    for side in view.sides:
        sheet.put(draw_faction_mark(side.faction, 24, PANEL_COLOUR), columns[side.faction], y + 30)
    title = fmt(say("Scoring"))
    size = find_fitting_size(title, "bold", PHONE_DATA_SIZE_PX, max_width)
    sheet.text(PANEL_LEFT_PX + 14, y + 30, title, max_width, size=size, fill=DIM_INK)
    y += 84
    labels = [fmt(_describe_scoring(view, n, is_final=n == turn_count - 1)) for n in range(turn_count)]
    is_wrapped = any(measure_width(label, "bold", MIN_DATA_SIZE_PX) > max_width for label in labels)
    pitch = SCORE_LINE_PITCH_PX
    if is_wrapped:
        pitch = WRAPPED_LINE_PITCH_PX
    for n, label in enumerate(labels):
        points: dict[int, int] = {}
        for side in view.sides:
            if n < len(side.earned):
                points[columns[side.faction]] = side.earned[n]
        _draw_score_line(sheet, y, label, max_width, points)
        y += pitch
    other_points = {columns[side.faction]: side.cp - sum(side.earned) for side in view.sides}
    _draw_score_line(sheet, y, fmt(say("Other")), max_width, other_points)
    y += (pitch + TOTAL_HEIGHT_PX) // 2
    top = y - TOTAL_HEIGHT_PX // 2
    draw_card(sheet.image, (PANEL_LEFT_PX, top, PANEL_RIGHT_PX, top + TOTAL_HEIGHT_PX), CARD_COLOUR, PANEL_COLOUR)
    sheet.text(PANEL_LEFT_PX + 14, y, fmt(say("Total")), max_width, size=PHONE_DATA_SIZE_PX)
    for side in view.sides:
        x, fill = columns[side.faction], CREAM
        if side.seat in view.winners:
            fill = FACTION_STYLES[side.faction].colour
        sheet.text(x, y, _format_signed(side.cp), step - 6, size=TOTAL_SIZE_PX, role="title", fill=fill, align="m")
    return top + TOTAL_HEIGHT_PX + 16


def _describe_scoring(view: View, n: int, *, is_final: bool) -> Text:
    """Name a Scoring turn by its number, from 0, and its Bonus Sector."""
    if is_final or n >= len(view.chart):
        return say("Final")
    word = view.chart[n].sector
    for sector in view.sectors:
        if sector.word == word:
            return say("{n} · {sector}", n=n + 1, sector=phrases.name_sector(word, sector.name))
    return say("{n}", n=n + 1)


def _format_signed(points: int) -> str:
    """Format a number with a true minus sign."""
    return str(points).replace("-", "−")


def _draw_score_line(sheet: Sheet, y: int, label: str, max_width: int, points: Mapping[int, int]) -> None:
    """Draw a line of the final scores; `points` are by the x of their column."""
    size = find_fitting_size(label, "bold", PHONE_DATA_SIZE_PX, max_width)
    lines = wrap_text(label, "bold", size, max_width, 2).lines
    for k, line in enumerate(lines):
        sheet.text(PANEL_LEFT_PX + 14, y + 36 * (k - (len(lines) - 1) / 2), line, max_width, size=size)
    for x, n in points.items():
        fill = DIM_INK
        if n:
            fill = CREAM
        sheet.text(x, y, _format_signed(n), 72, size=PHONE_DATA_SIZE_PX, fill=fill, align="m")


def draw_rule(sheet: Sheet, y: int) -> int:
    """Draw a thin line below a part of the lowest card; return the top of the next part."""
    if y < PANEL_BOTTOM_PX - 2 * LINE_HEIGHT_PX:
        sheet.image.paste(CARD_COLOUR, (PANEL_LEFT_PX + 14, y + 6, PANEL_RIGHT_PX - 14, y + 9))
    return y + 14
