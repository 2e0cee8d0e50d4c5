"""The painter of Expedition: Northwest Passage."""

from __future__ import annotations

from PIL import Image

from engine.games.northwest.view import View
from engine.kernel.text import Translate
from render.kit.banner import format_table_number
from render.kit.marks import draw_medal
from render.kit.scene import Scene
from render.kit.sheet import Sheet, create_side_sheet
from render.kit.squares import Corners
from render.kit.text import Formatter
from render.kit.theme import CREAM, INK, NAVY, PAPER, mix_colours
from render.northwest import chart_pieces, close_up, hand_sheet, panel, strip
from render.northwest.alt_text import describe_board, describe_hand
from render.northwest.chart import IceSeason, Terrain, draw_chart
from render.northwest.colours import load_palette
from render.northwest.layout import PANEL_EDGE_PX, TITLE_MIDDLE_PX, TITLE_RIGHT_PX, BoardLayout, SpotPlaces
from render.northwest.pieces import draw_sun
from render.northwest.story import list_turn_marks, list_turn_summaries

__all__ = [
    "describe_board",
    "describe_hand",
    "draw_board",
    "draw_crop",
    "draw_hand",
    "is_on_hand",
    "list_turn_summaries",
    "load_palette",
]
BOARD_WIDTH_PX, BOARD_HEIGHT_PX = 1650, 1050
PAST_SUN_COLOUR = mix_colours(PAPER, INK, 0.16)


def draw_board(scene: Scene, translate: Translate) -> Image.Image:
    """The board: 1650 × 1050, RGB."""
    return compose_board(scene, translate).image


def draw_hand(scene: Scene, translate: Translate) -> Image.Image | None:
    """The viewer's own tiles, large, with both faces."""
    sheet = hand_sheet.compose_hand(scene, translate)
    return sheet.image if sheet else None


def is_on_hand(spot: str) -> bool:
    """The tiles of the reserve and the ways to place one; everything else is marked on the board."""
    return spot.startswith(("tile-", "rotation-"))


def compose_board(scene: Scene, translate: Translate) -> Sheet:
    """The board, with a list of the words on it."""
    fmt = Formatter(scene.names, translate)
    layout, panel_layout = BoardLayout.from_view(scene.view), panel.create_panel_layout(scene)
    sheet, spots = compose_chart(scene, layout, panel_layout)
    strip.draw_strip(sheet, scene, layout, fmt)
    chart_pieces.draw_marks(sheet, scene, layout, spots)
    panel.draw_panel(sheet, scene, panel_layout, fmt)
    return sheet


def draw_crop(scene: Scene, translate: Translate) -> Image.Image | None:
    """For phones: eight by six squares of the chart round all marks, else round the viewer's ship; None if the marks do not fit."""
    layout = BoardLayout.from_view(scene.view)
    sheet, spots = compose_chart(scene, layout, panel.create_panel_layout(scene))
    chart_pieces.draw_marks(sheet, scene, layout, spots)
    part = close_up.compose_close_up(scene, sheet, layout, spots, Formatter(scene.names, translate))
    return part.image if part else None


def compose_chart(scene: Scene, layout: BoardLayout, panel_layout: panel.PanelLayout) -> tuple[Sheet, SpotPlaces]:
    """The chart with the sun and all pieces beside an empty panel, and where the spots of the pieces are."""
    view: View = scene.view
    sheet = create_side_sheet(PANEL_EDGE_PX, (BOARD_WIDTH_PX, BOARD_HEIGHT_PX), NAVY)
    sheet.paste_part(draw_chart(layout, build_terrain(view), build_season(view)), 0, 0)
    panel.draw_panel_background(sheet, panel_layout)
    sheet.text(TITLE_RIGHT_PX, TITLE_MIDDLE_PX, format_table_number(scene), 200, role="serif", fill=INK, align="r")
    _draw_sun(sheet, view, layout)
    happened = list_turn_marks(scene) if not any(spot.startswith("rotation-") for spot in scene.marks) else []
    return sheet, chart_pieces.draw_pieces(sheet, view, layout, happened, scene.trails)


def build_terrain(view: View) -> Terrain:
    """What the chart is drawn from."""
    squares: list[Corners | None] = [None] * (view.columns * view.rows)
    for cell in view.cells:
        nw, ne, sw, se = cell.land
        squares[cell.y * view.columns + cell.x] = (int(nw), int(ne), int(sw), int(se))
    return Terrain(tuple(squares), tuple(tile.cells for tile in view.laid_tiles))


def build_season(view: View) -> IceSeason:
    """The ice now and at the next two sun steps."""
    return IceSeason(view.sun.frozen_rows, () if view.ended else tuple(sun.frozen_rows for sun in view.suns[:2]))


def _draw_sun(sheet: Sheet, view: View, layout: BoardLayout) -> None:
    """The arch: the sun with the round, later positions with theirs, past ones without."""
    coming = {step.position: step.round for step in reversed(view.suns)}
    for k, (x, y) in enumerate(layout.place_suns(view.arch), 1):
        if k == view.sun.position:
            sheet.put(draw_sun(66), x, y)
            sheet.text(x, y, str(view.sun.round), 60, fill=INK, align="m")
        elif k in coming:
            sheet.put(draw_medal(25, CREAM), x, y)
            sheet.text(x, y, str(coming[k]), 46, fill=INK, align="m")
        else:
            sheet.put(draw_medal(12, PAST_SUN_COLOUR), x, y)
