"""The part of the board of Amundsen vs Scott for small screens: the banner, the relevant spaces, the row and the question."""

from __future__ import annotations

from PIL import Image

from engine.games.amundsen.view import View, VisibleExplorer
from render.amundsen import panel, panel_hands, phrases
from render.amundsen.layout import CHART_BOTTOM_PX, CHART_TOP_PX, create_board_layout
from render.kit.prompt import measure_prompt, write_prompt
from render.kit.scene import Scene
from render.kit.sheet import Sheet
from render.kit.text import Formatter
from render.kit.theme import NAVY

CLOSE_UP_WIDTH_PX, MIN_HEIGHT_PX, MAX_HEIGHT_PX = 870, 352, 440
"""The width of the shown part of the chart, and its height, which depends on the marks."""
SPACE_REACH_PX = 56
"""The distance from the middle of a space to the edge of its ring and letter."""
CLOSE_UP_GAP_PX = 8
BANNER_HEIGHT_PX = 80
"""The height of the banner with its margins."""


def compose_close_up(scene: Scene, board: Sheet, fmt: Formatter) -> Sheet | None:
    """Compose the chart around all marks with the banner above and the row below it.

    Without marks the picture shows the viewer's explorer, or the explorer to move for a spectator. Return None before the choice
    of explorers, or if the marks are too far apart.
    """
    view: View = scene.view
    span = _find_span(scene)
    if span is None:
        return None
    top, bottom = span
    chart_top = BANNER_HEIGHT_PX + CLOSE_UP_GAP_PX
    row_top = chart_top + bottom - top + CLOSE_UP_GAP_PX
    foot = row_top + panel.ROW_HEIGHT_PX + CLOSE_UP_GAP_PX
    asked = measure_prompt(scene, fmt, CLOSE_UP_WIDTH_PX, phrases.describe_resources(view))
    sheet = Sheet(Image.new("RGB", (CLOSE_UP_WIDTH_PX, foot + asked), NAVY))
    sheet.paste_part(board.crop_part((0, top, CLOSE_UP_WIDTH_PX, bottom)), 0, chart_top)
    left, right = panel_hands.PANEL_LEFT_PX - 4, panel_hands.PANEL_RIGHT_PX + 4
    margin = (CLOSE_UP_WIDTH_PX - right + left) // 2
    banner = board.crop_part((left, panel.BANNER_TOP_PX - 4, right, panel.BANNER_TOP_PX - 4 + BANNER_HEIGHT_PX))
    sheet.paste_part(banner, margin, 0)
    row = board.crop_part((left, panel.ROW_TOP_PX, right, panel.ROW_TOP_PX + panel.ROW_HEIGHT_PX))
    sheet.paste_part(row, margin, row_top)
    write_prompt(sheet, scene, fmt, (0, foot, CLOSE_UP_WIDTH_PX, sheet.image.height), phrases.describe_resources(view))
    return sheet


def _find_span(scene: Scene) -> tuple[int, int] | None:
    """Find the top and the bottom of the shown part of the chart; None if the marks are too far apart."""
    heights = _list_heights(scene)
    if not heights:
        return None
    height = max(MIN_HEIGHT_PX, round(max(heights) - min(heights)) + 2 * SPACE_REACH_PX)
    if height > MAX_HEIGHT_PX:
        return None
    top = round((max(heights) + min(heights) - height) / 2)
    top = min(max(top, CHART_TOP_PX - 26), CHART_BOTTOM_PX + 26 - height)
    return top, top + height


def _list_heights(scene: Scene) -> list[float]:
    """List the y of all marked spots or, without marks, of an explorer and the next spaces."""
    view: View = scene.view
    layout = create_board_layout(view.track)
    heights: list[float] = []
    for spot in scene.marks:
        place = layout.find_spot(spot)
        if place is not None:
            heights.append(place[0][1])
    explorer = view.find_explorer(view.viewer) or _find_explorer_to_move(view)
    if heights or explorer is None:
        return heights
    return [layout.find_place(explorer.side, space)[0][1] for space in range(explorer.space, explorer.space + 4)]


def _find_explorer_to_move(view: View) -> VisibleExplorer | None:
    for explorer in view.explorers:
        if explorer.side == view.to_move:
            return explorer
    return None
