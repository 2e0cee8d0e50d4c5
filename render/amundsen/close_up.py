"""A part of the board of Amundsen vs Scott for small screens: the spaces that matter, the row, what is asked."""

from __future__ import annotations

from PIL import Image

from engine.games.amundsen.view import View
from render.amundsen import panel, phrases
from render.amundsen.layout import BOTTOM, TOP, board_layout
from render.kit.prompt import height, write_prompt
from render.kit.scene import Scene
from render.kit.sheet import Sheet
from render.kit.text import Formatter
from render.kit.theme import NAVY

WIDE, HIGH = 870, 440
"""How much of the chart is shown."""
REACH = 56
"""How far a space, its ring and its letter reach round its middle."""
GAP = 8


def compose(scene: Scene, board: Sheet, fmt: Formatter) -> Sheet | None:
    """The chart round all marks, else round the viewer's explorer or that of the side to move; the row below it.

    None while nobody has an explorer, or if the marks are too far apart.
    """
    view: View = scene.view
    top = _top(scene)
    if top is None:
        return None
    foot = HIGH + GAP + panel.ROW_HEIGHT + GAP
    asked = height(scene, fmt, WIDE, phrases.remains(view))
    sheet = Sheet(Image.new("RGB", (WIDE, foot + asked), NAVY))
    sheet.lay(board.cut((0, top, WIDE, top + HIGH)), 0, 0)
    x = panel.LEFT - 4
    row = board.cut((x, panel.ROW, panel.RIGHT + 4, panel.ROW + panel.ROW_HEIGHT))
    sheet.lay(row, (WIDE - row.image.width) // 2, HIGH + GAP)
    write_prompt(sheet, scene, fmt, (0, foot, WIDE, sheet.image.height), phrases.remains(view))
    return sheet


def _top(scene: Scene) -> int | None:
    """Where the shown part of the chart begins."""
    view: View = scene.view
    layout = board_layout(view.track)
    marked = [place[0][1] for spot in scene.marks if (place := layout.named(spot))]
    own = [one for one in view.explorers if one.seat == view.viewer] or [
        one for one in view.explorers if one.side == view.to_move
    ]
    # Whoever is not choosing a space looks ahead of the explorer.
    places = marked or [layout.spot(one.side, space)[0][1] for one in own for space in range(one.space, one.space + 4)]
    if not places or max(places) - min(places) > HIGH - 2 * REACH:
        return None
    middle = (max(places) + min(places)) / 2 - HIGH / 2
    return round(min(max(middle, TOP - 26), BOTTOM + 26 - HIGH))
