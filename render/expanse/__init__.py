"""The painter of The Expanse Board Game."""

from __future__ import annotations

from PIL import Image

from engine.games.expanse.view import View
from engine.kernel.script import PieceFace
from engine.kernel.text import Text, Translate, say
from render.expanse import (
    bonus_chart,
    close_up,
    hand_sheet,
    map_pieces,
    panel,
    phrases,
    piece_faces,
    strip,
    turn_changes,
)
from render.expanse.alt_text import describe_board, describe_hand
from render.expanse.colours import load_palette
from render.expanse.layout import MAP_LEFT_PX, MAP_TOP_PX
from render.expanse.pieces import SPACE_COLOUR
from render.expanse.sky import MapGround, PrintedBase, draw_sky
from render.expanse.story import list_turn_summaries
from render.expanse.texts.legend import LEGEND
from render.expanse.texts.position_text import describe_position
from render.kit.banner import format_table_number
from render.kit.legend import explain_sheet
from render.kit.movement.travel import Travel
from render.kit.scene import PictureShape, Scene, SpotPicture
from render.kit.sheet import Sheet, create_side_sheet
from render.kit.text import Formatter

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


def draw_board(scene: Scene, translate: Translate) -> Image.Image:
    """Draw the board, 1650 × 1050 pixels, RGB."""
    return compose_board(scene, translate).image


def draw_crop(scene: Scene, translate: Translate) -> Image.Image:
    """Draw neighbouring Bands for phones: all marked ones or, without marks, those with most of the viewer's own pieces."""
    return compose_crop(scene, translate).image


def compose_crop(scene: Scene, translate: Translate) -> Sheet:
    """Compose the neighbouring Bands for phones."""
    return close_up.compose_close_up(scene, compose_board(scene, translate), Formatter(scene.names, translate))


def draw_hand(scene: Scene, translate: Translate) -> Image.Image | None:
    """Draw the cards that the viewer can use, large, with their texts; return None if there are none."""
    sheet = hand_sheet.compose_hand(scene, translate)
    return sheet.image if sheet else None


def draw_piece_face(face: PieceFace, translate: Translate) -> Image.Image:
    """Draw one piece that belongs to no table."""
    return piece_faces.compose_piece_face(face, translate).image


def explain_picture(kind: PictureShape, scene: Scene, translate: Translate) -> tuple[Text, ...]:
    """List the marks on a picture in words."""
    compose = {"board": compose_board, "crop": compose_crop, "hand": hand_sheet.compose_hand}[kind]
    return explain_sheet(compose(scene, translate), LEGEND)


def find_picture(spot: str) -> SpotPicture:
    """Return the picture that marks a spot: the hand for a card on the track, a Kept Event and a crew member."""
    return "hand" if spot.startswith(("track-", "kept-", "crew-")) else "board"


def find_movement(scene: Scene) -> list[Travel]:
    """Return the ways of the fleets that the latest turn has moved: at their goal they are joined with others."""
    return turn_changes.list_travels(scene)


def compose_board(scene: Scene, translate: Translate) -> Sheet:
    """Compose the board, with a list of the words on it."""
    view: View = scene.view
    fmt = Formatter(scene.names, translate)
    chart_layout = bonus_chart.create_chart_layout(view, fmt)
    strip_layout = strip.create_strip_layout(view, phrases.list_acting_seats(scene))
    panel_layout = panel.create_panel_layout(scene)
    sheet = create_side_sheet(0, (BOARD_WIDTH_PX, BOARD_HEIGHT_PX), SPACE_COLOUR)
    sheet.paste_part(draw_sky(create_map_ground(view, fmt)), MAP_LEFT_PX, MAP_TOP_PX)
    sheet.draw_part(bonus_chart.draw_corner, fmt, chart_layout)
    strip.draw_strip_background(sheet, strip_layout)
    panel.draw_panel_background(sheet, panel_layout)
    turn_changes.draw_lower_changes(sheet, scene)
    map_pieces.draw_map_pieces(sheet, scene, fmt)
    turn_changes.draw_ways(sheet, scene)
    bonus_chart.draw_heading(sheet, view, chart_layout.scale, format_table_number(scene))
    bonus_chart.draw_markers(sheet, view, chart_layout.scale)
    strip.draw_standings(sheet, view, scene.marks, strip_layout, fmt)
    panel.draw_panel(sheet, scene, panel_layout, fmt)
    return sheet


def create_map_ground(view: View, fmt: Formatter) -> MapGround:
    """Collect everything that the map background is drawn from."""
    bands = tuple([fmt(Text(view.names[band])) for band in view.bands])
    bases = tuple([PrintedBase(base.word, fmt(say(base.name)), base.resource, base.is_open) for base in view.bases])
    return MapGround(map_pieces.create_map_chart(view), bands, bases, fmt(say("not in play")))
