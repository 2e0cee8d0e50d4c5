"""The part of the board of Amundsen vs Scott for small screens: the banner, the relevant spaces and the question.

Without marks the row is below the spaces.
"""

from __future__ import annotations

from PIL import Image

from engine.games.amundsen.view import View, VisibleExplorer
from render.amundsen import panel, panel_hands, phrases
from render.amundsen.layout import CHART_BOTTOM_PX, CHART_TOP_PX, BoardLayout, create_board_layout
from render.amundsen.table_row import LOW_ROW_HEIGHT_PX, draw_low_row
from render.kit.canvas import Point
from render.kit.prompt import measure_prompt, write_prompt
from render.kit.scene import Scene
from render.kit.sheet import Sheet, draw_card
from render.kit.text import Formatter
from render.kit.theme import NAVY, NAVY_2

CHART_LEFT_PX, CLOSE_UP_WIDTH_PX = 26, 826
"""The shown part of the chart, across its whole width."""
MIN_HEIGHT_PX, MAX_HEIGHT_PX = 300, 560
"""The height of the shown part of the chart, which depends on the marks and on the place for the picture."""
MIN_ASPECT = 1.5
"""The width of a picture over its height, if the marks allow that."""
SPACE_REACH_PX = 56
"""The distance from the middle of a space to the edge of its ring and letter."""
EDGE_SHIFT_PX, EDGE_STEP_PX = 66, 6
"""How far, and in which steps, the shown part is shifted so that its edges cut no space."""
CHART_MARGIN_PX = 26
"""How far the shown part may go beyond the chart."""
RING_REACH_PX = 24
"""The distance from the edge of a disc to the edge of its ring and letter."""
CLOSE_UP_GAP_PX = 8
BANNER_HEIGHT_PX = 80
"""The height of the banner with its margins."""


def compose_close_up(scene: Scene, board: Sheet, fmt: Formatter) -> Sheet | None:
    """Compose the chart around all marks with the banner above it.

    Without marks the picture shows the viewer's explorer, or the explorer to move for a spectator, and the row. Return None before
    the choice of explorers, or if the marks are too far apart.
    """
    view: View = scene.view
    span = _find_span(scene)
    if span is None:
        return None
    top, bottom = span
    chart_top = BANNER_HEIGHT_PX + CLOSE_UP_GAP_PX
    row_top = chart_top + bottom - top + CLOSE_UP_GAP_PX
    foot = row_top + _measure_row(scene)
    asked = measure_prompt(scene, fmt, CLOSE_UP_WIDTH_PX, phrases.describe_resources(view))
    sheet = Sheet(Image.new("RGB", (CLOSE_UP_WIDTH_PX, foot + asked), NAVY))
    sheet.paste_part(board.crop_part((CHART_LEFT_PX, top, CHART_LEFT_PX + CLOSE_UP_WIDTH_PX, bottom)), 0, chart_top)
    left, right = panel_hands.PANEL_LEFT_PX - 4, panel_hands.PANEL_RIGHT_PX + 4
    banner = board.crop_part((left, panel.BANNER_TOP_PX - 4, right, panel.BANNER_TOP_PX - 4 + BANNER_HEIGHT_PX))
    sheet.paste_part(banner, (CLOSE_UP_WIDTH_PX - right + left) // 2, 0)
    if not scene.marks:
        box = (CLOSE_UP_GAP_PX, row_top, CLOSE_UP_WIDTH_PX - CLOSE_UP_GAP_PX, foot - CLOSE_UP_GAP_PX)
        draw_card(sheet.image, box, NAVY_2, NAVY)
        draw_low_row(sheet, view, fmt, (box[0] + 8, row_top + 8, box[2] - 4, box[3]))
    write_prompt(sheet, scene, fmt, (0, foot, CLOSE_UP_WIDTH_PX, sheet.image.height), phrases.describe_resources(view))
    return sheet


def _measure_row(scene: Scene) -> int:
    """Return the height of the row with its margins; 0 if choices are marked."""
    if scene.marks:
        return 0
    return LOW_ROW_HEIGHT_PX + 16 + CLOSE_UP_GAP_PX


def _find_span(scene: Scene) -> tuple[int, int] | None:
    """Find the top and the bottom of the shown part of the chart; None if the marks are too far apart."""
    view: View = scene.view
    layout = create_board_layout(view.track)
    extent = _find_extent(scene, layout)
    if extent is None:
        return None
    first_y, last_y = extent
    # The height for the marks, and the height that gives the picture the wanted aspect with its other parts.
    marks_height = round(last_y - first_y) + 2 * SPACE_REACH_PX
    other_height = BANNER_HEIGHT_PX + 2 * CLOSE_UP_GAP_PX + _measure_row(scene)
    aspect_height = int(CLOSE_UP_WIDTH_PX / max(MIN_ASPECT, scene.min_aspect)) - other_height
    height = max(MIN_HEIGHT_PX, marks_height, aspect_height)
    if height > MAX_HEIGHT_PX:
        return None
    centred_top = round((first_y + last_y) / 2 - height / 2)
    max_shift = min(EDGE_SHIFT_PX, (height - marks_height) // 2)
    tops = []
    for shift in range(-max_shift, max_shift + 1, EDGE_STEP_PX):
        top = max(centred_top + shift, CHART_TOP_PX - CHART_MARGIN_PX)
        tops.append(min(top, CHART_BOTTOM_PX + CHART_MARGIN_PX - height))
    top = min(tops, key=lambda top: _rate_edges(layout, top, top + height))
    return top, top + height


def _rate_edges(layout: BoardLayout, top: float, bottom: float) -> float:
    """Rate how much of the spaces and of the Pole the edges cut: the larger a spot, the worse."""
    cut = 0.0
    for (_, y), radius in layout.discs:
        for edge in (top, bottom):
            cut += max(0.0, radius + 6 - abs(y - edge)) * radius**2
    return cut


def _find_extent(scene: Scene, layout: BoardLayout) -> tuple[float, float] | None:
    """Find the least and the greatest y of what is to be shown, None before there are explorers.

    These are all marked spots or, without marks, the places of an explorer and of the next spaces.
    """
    view: View = scene.view
    places: list[tuple[Point, float]] = []
    for spot in scene.marks:
        found = layout.find_spot(spot)
        if found is not None:
            places.append(found[:2])
    explorer = view.find_explorer(view.viewer) or _find_explorer_to_move(view)
    if not places and explorer is not None:
        for space in range(explorer.space, explorer.space + 3):
            places.append(layout.find_place(explorer.side, space))
    if not places:
        return None
    ys: list[float] = []
    for (_, y), radius in places:
        # The caller adds SPACE_REACH_PX to all, and larger discs such as the Pole reach further.
        extra = max(0.0, radius + RING_REACH_PX - SPACE_REACH_PX)
        ys += [y - extra, y + extra]
    return min(ys), max(ys)


def _find_explorer_to_move(view: View) -> VisibleExplorer | None:
    for explorer in view.explorers:
        if explorer.side == view.to_move:
            return explorer
    return None
