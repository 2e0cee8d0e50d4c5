"""A part of the board of Amundsen vs Scott for small screens: the spaces that matter, the row, what is asked."""

from __future__ import annotations

from PIL import Image

from engine.games.amundsen.view import View
from render.amundsen import panel, phrases
from render.amundsen.layout import CHART_BOTTOM_PX, CHART_TOP_PX, create_board_layout
from render.kit.prompt import measure_prompt, write_prompt
from render.kit.scene import Scene
from render.kit.sheet import Sheet
from render.kit.text import Formatter
from render.kit.theme import NAVY

CLOSE_UP_WIDTH_PX, CLOSE_UP_HEIGHT_PX = 870, 440
"""How much of the chart is shown."""
SPACE_REACH_PX = 56
"""How far a space, its ring and its letter reach round its middle."""
CLOSE_UP_GAP_PX = 8


def compose_close_up(scene: Scene, board: Sheet, fmt: Formatter) -> Sheet | None:
    """The chart round all marks, else round the viewer's explorer or that of the side to move; the row below it.

    None while nobody has an explorer, or if the marks are too far apart.
    """
    view: View = scene.view
    top = _find_top(scene)
    if top is None:
        return None
    foot = CLOSE_UP_HEIGHT_PX + CLOSE_UP_GAP_PX + panel.ROW_HEIGHT_PX + CLOSE_UP_GAP_PX
    asked = measure_prompt(scene, fmt, CLOSE_UP_WIDTH_PX, phrases.describe_resources(view))
    sheet = Sheet(Image.new("RGB", (CLOSE_UP_WIDTH_PX, foot + asked), NAVY))
    sheet.paste_part(board.crop_part((0, top, CLOSE_UP_WIDTH_PX, top + CLOSE_UP_HEIGHT_PX)), 0, 0)
    x = panel.PANEL_LEFT_PX - 4
    row = board.crop_part((x, panel.ROW_TOP_PX, panel.PANEL_RIGHT_PX + 4, panel.ROW_TOP_PX + panel.ROW_HEIGHT_PX))
    sheet.paste_part(row, (CLOSE_UP_WIDTH_PX - row.image.width) // 2, CLOSE_UP_HEIGHT_PX + CLOSE_UP_GAP_PX)
    write_prompt(sheet, scene, fmt, (0, foot, CLOSE_UP_WIDTH_PX, sheet.image.height), phrases.describe_resources(view))
    return sheet


def _find_top(scene: Scene) -> int | None:
    """Where the shown part of the chart begins."""
    view: View = scene.view
    layout = create_board_layout(view.track)
    marked = [place[0][1] for spot in scene.marks if (place := layout.find_spot(spot))]
    own = [one for one in view.explorers if one.seat == view.viewer] or [
        one for one in view.explorers if one.side == view.to_move
    ]
    # Whoever is not choosing a space looks ahead of the explorer.
    places = marked or [
        layout.find_place(one.side, space)[0][1] for one in own for space in range(one.space, one.space + 4)
    ]
    if not places or max(places) - min(places) > CLOSE_UP_HEIGHT_PX - 2 * SPACE_REACH_PX:
        return None
    middle = (max(places) + min(places)) / 2 - CLOSE_UP_HEIGHT_PX / 2
    return round(min(max(middle, CHART_TOP_PX - 26), CHART_BOTTOM_PX + 26 - CLOSE_UP_HEIGHT_PX))
