"""The painter of Expedition: Northwest Passage."""

from __future__ import annotations

from PIL import Image

from engine.games.northwest.view import View
from engine.kernel.text import Translate
from render.kit.banner import number
from render.kit.marks import medal
from render.kit.scene import Scene
from render.kit.sheet import Sheet, create_side_sheet
from render.kit.squares import Corners
from render.kit.text import Formatter
from render.kit.theme import CREAM, INK, NAVY, PAPER, mix
from render.northwest import close_up, hand_sheet, on_chart, panel, strip
from render.northwest.alt_text import alt, hand_alt
from render.northwest.chart import Season, Terrain, chart
from render.northwest.colours import palette
from render.northwest.layout import EDGE, TITLE_RIGHT, TITLE_Y, BoardLayout, Spots
from render.northwest.pieces import sun
from render.northwest.story import news, traces

__all__ = ["alt", "crop", "hand", "hand_alt", "news", "on_hand", "paint", "palette"]
WIDTH, HEIGHT = 1650, 1050
SPENT = mix(PAPER, INK, 0.16)


def paint(scene: Scene, translate: Translate) -> Image.Image:
    """The board: 1650 × 1050, RGB."""
    return compose(scene, translate).image


def hand(scene: Scene, translate: Translate) -> Image.Image | None:
    """The viewer's own tiles, large, with both faces."""
    sheet = hand_sheet.compose(scene, translate)
    return sheet.image if sheet else None


def on_hand(spot: str) -> bool:
    """The tiles of the reserve and the ways to place one; everything else is marked on the board."""
    return spot.startswith(("tile-", "rotation-"))


def compose(scene: Scene, translate: Translate) -> Sheet:
    """The board, with a list of the words on it."""
    fmt = Formatter(scene.names, translate)
    layout, panel_layout = BoardLayout.of(scene.view), panel.panel_layout(scene)
    sheet, spots = board(scene, layout, panel_layout)
    strip.draw(sheet, scene, layout, fmt)
    on_chart.marks(sheet, scene, layout, spots)
    panel.panel(sheet, scene, panel_layout, fmt)
    return sheet


def crop(scene: Scene, translate: Translate) -> Image.Image | None:
    """For phones: eight by six squares of the chart round all marks, else round the viewer's ship; None if the marks do not fit."""
    layout = BoardLayout.of(scene.view)
    sheet, spots = board(scene, layout, panel.panel_layout(scene))
    on_chart.marks(sheet, scene, layout, spots)
    part = close_up.compose(scene, sheet, layout, spots, Formatter(scene.names, translate))
    return part.image if part else None


def board(scene: Scene, layout: BoardLayout, panel_layout: panel.PanelLayout) -> tuple[Sheet, Spots]:
    """The chart with the sun and all pieces beside an empty panel, and where the spots of the pieces are."""
    view: View = scene.view
    sheet = create_side_sheet(EDGE, (WIDTH, HEIGHT), NAVY)
    sheet.lay(chart(layout, terrain(view), season(view)), 0, 0)
    panel.ground(sheet, panel_layout)
    sheet.text(TITLE_RIGHT, TITLE_Y, number(scene), 200, role="serif", fill=INK, align="r")
    _sun(sheet, view, layout)
    happened = traces(scene) if not any(spot.startswith("rotation-") for spot in scene.marks) else []
    return sheet, on_chart.pieces(sheet, view, layout, happened, scene.trails)


def terrain(view: View) -> Terrain:
    """What the chart is drawn from."""
    squares: list[Corners | None] = [None] * (view.columns * view.rows)
    for cell in view.cells:
        nw, ne, sw, se = cell.land
        squares[cell.y * view.columns + cell.x] = (int(nw), int(ne), int(sw), int(se))
    return Terrain(tuple(squares), tuple(tile.cells for tile in view.laid))


def season(view: View) -> Season:
    """The ice now and at the next two sun steps."""
    return Season(view.sun.frozen_rows, () if view.ended else tuple(sun.frozen_rows for sun in view.suns[:2]))


def _sun(sheet: Sheet, view: View, layout: BoardLayout) -> None:
    """The arch: the sun with the round, later positions with theirs, past ones without."""
    coming = {step.position: step.round for step in reversed(view.suns)}
    for k, (x, y) in enumerate(layout.sun(view.arch), 1):
        if k == view.sun.position:
            sheet.put(sun(66), x, y)
            sheet.text(x, y, str(view.sun.round), 60, fill=INK, align="m")
        elif k in coming:
            sheet.put(medal(25, CREAM), x, y)
            sheet.text(x, y, str(coming[k]), 46, fill=INK, align="m")
        else:
            sheet.put(medal(12, SPENT), x, y)
