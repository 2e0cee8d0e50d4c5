"""The part of the board of Amundsen vs Scott for small screens: the relevant spaces, the row and the question."""

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

CLOSE_UP_WIDTH_PX, CLOSE_UP_HEIGHT_PX = 870, 440
"""The size of the shown part of the chart."""
SPACE_REACH_PX = 56
"""The distance from the middle of a space to the edge of its ring and letter."""
CLOSE_UP_GAP_PX = 8


def compose_close_up(scene: Scene, board: Sheet, fmt: Formatter) -> Sheet | None:
    """Compose the chart around all marks with the row below it.

    Without marks the picture shows the viewer's explorer, or the explorer to move for a spectator. Return None before the choice
    of explorers, or if the marks are too far apart.
    """
    view: View = scene.view
    top = _find_top(scene)
    if top is None:
        return None
    foot = CLOSE_UP_HEIGHT_PX + CLOSE_UP_GAP_PX + panel.ROW_HEIGHT_PX + CLOSE_UP_GAP_PX
    asked = measure_prompt(scene, fmt, CLOSE_UP_WIDTH_PX, phrases.describe_resources(view))
    sheet = Sheet(Image.new("RGB", (CLOSE_UP_WIDTH_PX, foot + asked), NAVY))
    sheet.paste_part(board.crop_part((0, top, CLOSE_UP_WIDTH_PX, top + CLOSE_UP_HEIGHT_PX)), 0, 0)
    x = panel_hands.PANEL_LEFT_PX - 4
    row = board.crop_part((x, panel.ROW_TOP_PX, panel_hands.PANEL_RIGHT_PX + 4, panel.ROW_TOP_PX + panel.ROW_HEIGHT_PX))
    sheet.paste_part(row, (CLOSE_UP_WIDTH_PX - row.image.width) // 2, CLOSE_UP_HEIGHT_PX + CLOSE_UP_GAP_PX)
    write_prompt(sheet, scene, fmt, (0, foot, CLOSE_UP_WIDTH_PX, sheet.image.height), phrases.describe_resources(view))
    return sheet


def _find_top(scene: Scene) -> int | None:
    """Find the top of the shown part of the chart."""
    heights = _list_heights(scene)
    if not heights or max(heights) - min(heights) > CLOSE_UP_HEIGHT_PX - 2 * SPACE_REACH_PX:
        return None
    top = (max(heights) + min(heights)) / 2 - CLOSE_UP_HEIGHT_PX / 2
    return round(min(max(top, CHART_TOP_PX - 26), CHART_BOTTOM_PX + 26 - CLOSE_UP_HEIGHT_PX))


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
