"""The final scoring of Expedition: Northwest Passage: every line of it for every expedition, in the order of their places."""

from __future__ import annotations

from engine.games.northwest.view import View, VisibleExpedition
from engine.kernel.text import say
from render.kit.ranking import rank_by_points
from render.kit.seats import draw_seat_badge
from render.kit.sheet import Sheet, draw_card
from render.kit.story import STORY_LINE_HEIGHT_PX
from render.kit.text import (
    MIN_DATA_SIZE_PX,
    PHONE_DATA_SIZE_PX,
    Box,
    Formatter,
    break_lines,
    find_fitting_size,
    measure_width,
)
from render.kit.theme import CREAM, GOLD, NAVY_2, NAVY_3, Colour, choose_ink
from render.northwest import phrases
from render.northwest.pieces import TOKEN_STYLES, draw_name_plate, draw_token

MIN_LINE_HEIGHT_PX, MAX_LINE_HEIGHT_PX = 74, 92
HEAD_AND_FOOT_PX = 92
"""The height of the badges above the lines, and of the margin below them."""
POINTS_SIZE_PX, TOTAL_SIZE_PX = PHONE_DATA_SIZE_PX, 50
MIN_COLUMN_WIDTH_PX, MAX_COLUMN_WIDTH_PX = 52, 92


def rank_expeditions(view: View) -> list[tuple[int, VisibleExpedition]]:
    """List all expeditions with their places by their points, the winners before others with the same points."""
    return rank_by_points(view.expeditions, view.winners, lambda seen: (seen.seat, seen.total))


def list_scored_items(view: View) -> list[str]:
    """List the lines of the final scoring in which anybody has points."""
    items: list[str] = []
    for line in view.expeditions[0].score:
        if any(find_points(seen, line.item) for seen in view.expeditions):
            items.append(line.item)
    return items


def find_points(expedition: VisibleExpedition, item: str) -> int:
    """Return the points of an expedition in a line of the final scoring."""
    for line in expedition.score:
        if line.item == item:
            return line.points
    return 0


def measure_score_sheet(view: View) -> int:
    """Return the height of the score sheet if its lines are close together."""
    return HEAD_AND_FOOT_PX + MIN_LINE_HEIGHT_PX * (len(list_scored_items(view)) + 1)


def draw_score_sheet(sheet: Sheet, view: View, box: Box, fmt: Formatter) -> None:
    """Draw every scored line for every expedition, the best expedition first."""
    left, top, right, bottom = box
    ranked = [seen for _, seen in rank_expeditions(view)]
    step = _compute_column_width(view, right - left)
    columns: dict[int, float] = {}
    for k, seen in enumerate(ranked):
        columns[seen.seat] = right - 8 - step * (len(ranked) - k - 0.5)
    label_width = right - 8 - step * len(ranked) - 6 - left - 12
    y: float = top + 42
    for seen in ranked:
        if seen.seat in view.winners:
            x = round(columns[seen.seat])
            draw_card(sheet.image, (x - step // 2, top + 8, x + step // 2, bottom - 8), NAVY_3, NAVY_2)
    for seen in ranked:
        sheet.put(draw_seat_badge(seen.seat, 46, _choose_colour(view, seen)), columns[seen.seat], y)
    items = list_scored_items(view)
    line_height = min(MAX_LINE_HEIGHT_PX, (bottom - y - 50) / (len(items) + 1))
    for item in items:
        y += line_height
        _draw_score_item(sheet, item, (left + 12, y), label_width, fmt)
        for seen in ranked:
            points = find_points(seen, item)
            fill = choose_ink(is_bright=points != 0)
            sheet.text(
                columns[seen.seat], y, format_points(points), step - 4, size=POINTS_SIZE_PX, fill=fill, align="m"
            )
    y += line_height
    sheet.text(left + 12, y, fmt(say("Total")), label_width, size=POINTS_SIZE_PX, role="title")
    for seen in ranked:
        fill, total = _choose_colour(view, seen), format_points(seen.total)
        sheet.text(columns[seen.seat], y, total, step - 4, size=TOTAL_SIZE_PX, role="title", fill=fill, align="m")


def _choose_colour(view: View, expedition: VisibleExpedition) -> Colour:
    """Return gold for the winners, and cream for the others."""
    if expedition.seat in view.winners:
        return GOLD
    return CREAM


def _draw_score_item(sheet: Sheet, item: str, point: tuple[float, float], max_width: float, fmt: Formatter) -> None:
    """Draw the name of a scored item in one line, else in two, else its picture on the board."""
    x, y = point
    name = phrases.name_line(item)
    if measure_width(fmt(name), "bold", MIN_DATA_SIZE_PX) <= max_width:
        size = find_fitting_size(fmt(name), "bold", PHONE_DATA_SIZE_PX, int(max_width))
        sheet.text(x, y, fmt(name), max_width, size=size)
    elif break_lines(fmt(name), "text", MIN_DATA_SIZE_PX, int(max_width), 2) is not None:
        height = STORY_LINE_HEIGHT_PX - 2
        sheet.sentence(x, y, name, max_width, fmt, max_lines=2, line_height=height, role="text", centred=True)
    elif item == "passage":
        sheet.put(draw_name_plate("NW"), x + 38, y)
    elif item == "greenland":
        sheet.put(draw_name_plate("G"), x + 38, y)
    elif item in TOKEN_STYLES:
        sheet.put(draw_token(item, 44), x + 28, y)
    else:
        sheet.text(x, y, fmt(name), max_width, role="text")


def format_points(points: int) -> str:
    """Format a number with a true minus sign."""
    return str(points).replace("-", "−")


def _compute_column_width(view: View, width: int) -> int:
    """Compute the width of a column of the score sheet from its widest total; words keep two fifths of the panel."""
    widest = max(measure_width(format_points(seen.total), "title", TOTAL_SIZE_PX) for seen in view.expeditions) + 12
    return max(MIN_COLUMN_WIDTH_PX, min(widest, width * 3 // 5 // len(view.expeditions), MAX_COLUMN_WIDTH_PX))
