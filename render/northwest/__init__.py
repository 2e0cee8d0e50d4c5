"""The painter of Expedition: Northwest Passage: boards, hands and crops, and their descriptions in words."""

from __future__ import annotations

from PIL import Image

from engine.games.northwest.view import View
from engine.kernel.script import PieceFace
from engine.kernel.text import Text, Translate
from render.kit.banner import format_table_number
from render.kit.legend import explain_sheet
from render.kit.marks import OWN_PIECE_MARK_PX, OWN_ROW_MARK_PX, draw_medal, draw_own_mark
from render.kit.scene import PictureShape, Scene, SpotPicture
from render.kit.sheet import Sheet, create_side_sheet
from render.kit.text import Box, Formatter
from render.kit.theme import CREAM, INK, NAVY
from render.northwest import choice_marks, close_up, hand_sheet, panel, piece_faces, strip, zoom
from render.northwest.alt_text import describe_board, describe_hand
from render.northwest.chart import build_season, build_terrain, draw_chart
from render.northwest.chart_pieces import ChartPieces, draw_pieces, place_chart_pieces
from render.northwest.colours import load_palette
from render.northwest.layout import PANEL_EDGE_PX, TITLE_MIDDLE_PX, TITLE_RIGHT_PX, BoardLayout
from render.northwest.pieces import PAST_SUN_COLOUR, draw_sun
from render.northwest.story import list_turn_marks, list_turn_summaries
from render.northwest.story_plan import plan_story
from render.northwest.texts.legend import LEGEND
from render.northwest.texts.position_text import describe_position

__all__ = [
    "describe_board",
    "describe_hand",
    "describe_position",
    "draw_board",
    "draw_crop",
    "draw_hand",
    "draw_piece_face",
    "explain_picture",
    "find_movement",
    "find_picture",
    "list_turn_summaries",
    "load_palette",
]
BOARD_WIDTH_PX, BOARD_HEIGHT_PX = 1650, 1050
ROUND_SIZE_PX = 50
"""The size of the number of a round on the sun's arch."""


def draw_board(scene: Scene, translate: Translate) -> Image.Image:
    """Draw the board: 1650 × 1050, RGB."""
    return compose_board(scene, translate).image


def draw_hand(scene: Scene, translate: Translate) -> Image.Image | None:
    """Draw the viewer's own tiles, large, with both faces; None for a viewer without tiles."""
    sheet = hand_sheet.compose_hand(scene, translate)
    return sheet.image if sheet else None


def find_picture(spot: str) -> SpotPicture:
    """Return the picture that marks a spot: the hand for a tile of the reserve and for a way to place it."""
    if spot.startswith("rotation-"):
        return "ways"
    return "hand" if spot.startswith("tile-") else "board"


def find_movement(scene: Scene) -> Box:
    """Return the part of the board on which pieces move: the chart without the arch, since the sun goes no straight way."""
    return zoom.choose_layout(scene).box


def compose_board(scene: Scene, translate: Translate) -> Sheet:
    """Compose the board, with a list of the words on it."""
    fmt = Formatter(scene.names, translate)
    layout, panel_layout = zoom.choose_layout(scene), panel.create_panel_layout(scene)
    story = plan_story(scene, fmt, *panel.measure_news(panel_layout))
    if not story.panel_events:
        panel_layout = panel_layout._replace(news_top=0)
    sheet, pieces = compose_chart(scene, layout, panel_layout)
    strip.draw_strip(sheet, scene, story.columns, fmt)
    choice_marks.draw_marks(sheet, scene, layout, pieces, layout.box)
    panel.draw_panel(sheet, scene, panel_layout, story.panel_events, fmt)
    return sheet


def draw_crop(scene: Scene, translate: Translate) -> Image.Image | None:
    """Draw eight by six squares of the chart for phones, round all marks or else round the viewer's ship.

    It is None if the marks do not fit.
    """
    sheet = compose_crop(scene, translate)
    return sheet.image if sheet else None


def compose_crop(scene: Scene, translate: Translate) -> Sheet | None:
    """Compose the part of the board for phones, None if the marks do not fit."""
    layout = BoardLayout.from_view(scene.view)
    sheet, pieces = compose_chart(scene, layout, panel.create_panel_layout(scene))
    window = close_up.find_window(scene, layout, pieces.spots)
    if window is None:
        return None
    choice_marks.draw_marks(sheet, scene, layout, pieces, window)
    return close_up.compose_close_up(scene, sheet, layout, window, Formatter(scene.names, translate))


def draw_piece_face(face: PieceFace, translate: Translate) -> Image.Image:  # noqa: ARG001
    """Draw one piece that belongs to no table."""
    return piece_faces.compose_piece_face(face).image


def explain_picture(kind: PictureShape, scene: Scene, translate: Translate) -> tuple[Text, ...]:
    """List the marks on a picture in words."""
    compose = {"board": compose_board, "crop": compose_crop, "hand": hand_sheet.compose_hand}[kind]
    return explain_sheet(compose(scene, translate), LEGEND)


def compose_chart(scene: Scene, layout: BoardLayout, panel_layout: panel.PanelLayout) -> tuple[Sheet, ChartPieces]:
    """Compose the chart with the sun and all pieces next to an empty panel; return the sheet and the places of the pieces."""
    view: View = scene.view
    terrain = build_terrain(view)
    sheet = create_side_sheet(PANEL_EDGE_PX, (BOARD_WIDTH_PX, BOARD_HEIGHT_PX), NAVY)
    sheet.paste_part(draw_chart(layout, terrain, build_season(view)), 0, 0)
    panel.draw_panel_background(sheet, panel_layout)
    sheet.text(TITLE_RIGHT_PX, TITLE_MIDDLE_PX, format_table_number(scene), 200, role="serif", fill=INK, align="r")
    _draw_sun(sheet, view, layout)
    zoom.draw_inset(sheet, scene, layout, terrain)
    turn_marks = list_turn_marks(scene)
    pieces = place_chart_pieces(view, layout, turn_marks)
    draw_pieces(sheet, view, layout, pieces, turn_marks)
    for piece in ("ship", "sled"):
        own = pieces.spots.get(f"{piece}-{view.viewer}")
        if own:
            (x, y), radius = own
            width = OWN_PIECE_MARK_PX if radius > OWN_PIECE_MARK_PX / 2 else OWN_ROW_MARK_PX
            sheet.put(draw_own_mark(width), x, y - radius - 2)
    return sheet, pieces


def _draw_sun(sheet: Sheet, view: View, layout: BoardLayout) -> None:
    """Draw the sun with the round on its arch, and its other positions; later ones show their round."""
    coming = {step.position: step.round for step in reversed(view.suns)}
    for position, (x, y) in enumerate(layout.place_suns(view.arch), 1):
        if position == view.sun.position:
            sheet.put(draw_sun(68), x, y)
            sheet.text(x, y, str(view.sun.round), 60, size=ROUND_SIZE_PX, fill=INK, align="m")
        elif position in coming:
            sheet.put(draw_medal(30, CREAM), x, y)
            sheet.text(x, y, str(coming[position]), 56, size=ROUND_SIZE_PX, fill=INK, align="m")
        else:
            sheet.put(draw_medal(12, PAST_SUN_COLOUR), x, y)
