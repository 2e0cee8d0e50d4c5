"""The painter of La Aventura del Paso del Noroeste."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PIL import Image

from engine.games.paso.view import View
from engine.kernel.script import PieceFace
from engine.kernel.text import Text, Translate
from render.kit.banner import format_table_number
from render.kit.canvas import Point
from render.kit.drawing import Drawing
from render.kit.legend import explain_sheet
from render.kit.scene import PictureShape, Scene, SpotPicture
from render.kit.seats import draw_seat_badge
from render.kit.sheet import Sheet
from render.kit.text import Box, Formatter
from render.kit.theme import INK
from render.paso import close_up, hand_sheet, live_layer, panel, piece_faces, static_layer
from render.paso.alt_text import describe_board, describe_hand
from render.paso.chart import create_known_ground
from render.paso.colours import load_palette
from render.paso.layout import (
    OVERVIEW_LEFT_PX,
    OVERVIEW_WIDTH_PX,
    TITLE_LEFT_PX,
    TITLE_MIDDLE_PX,
    WINDOW_BOTTOM_PX,
    WINDOW_TOP_PX,
    BoardLayout,
    find_hexagon,
    find_ship_hexagon,
)
from render.paso.static_layer import StaticLayer
from render.paso.story import list_turn_summaries
from render.paso.texts.legend import LEGEND
from render.paso.texts.position_text import describe_position

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
BADGE_DISTANCES_PX = (34, 23)
"""The distances at which the badges of two ships on the overview do not overlap, and at which their numbers stay
legible.
"""
BADGE_OFFSETS_PX = sorted(
    ((dx, dy) for dx in range(-68, 69, 17) for dy in (0, -26, 26)),
    key=lambda offset: (abs(offset[0]) + 2 * abs(offset[1]), offset),
)
"""The other places of a badge, the nearest first. A sideways offset is preferred, because the height shows the row of
the ship.
"""
BOARD_TITLE = "La Aventura del Paso del Noroeste"


def draw_board(scene: Scene, translate: Translate) -> Image.Image:
    """Draw the board: 1650 × 1050, RGB."""
    return compose_board(scene, translate).image


def draw_hand(scene: Scene, translate: Translate) -> Image.Image | None:
    """Draw the viewer's character and treasures, large; or the characters on offer; or the ways to choose from."""
    sheet = hand_sheet.compose_hand(scene, translate)
    return sheet.image if sheet else None


def draw_piece_face(face: PieceFace, translate: Translate) -> Image.Image:  # noqa: ARG001
    """Draw one piece that belongs to no table."""
    return piece_faces.compose_piece_face(face).image


def explain_picture(kind: PictureShape, scene: Scene, translate: Translate) -> tuple[Text, ...]:
    """List the marks on a picture in words."""
    compose = {"board": compose_board, "crop": compose_crop, "hand": hand_sheet.compose_hand}[kind]
    return explain_sheet(compose(scene, translate), LEGEND)


def find_picture(spot: str) -> SpotPicture:
    """Return the picture that marks a spot: the hand for cards, characters and ways."""
    if spot.startswith("way-"):
        return "ways"
    return "hand" if spot.startswith(("card-", "character-")) else "board"


def find_movement(scene: Scene) -> Box:
    """Return the part of the board on which pieces move."""
    return 0, 0, choose_layout(scene).window_right, BOARD_HEIGHT_PX


def choose_layout(scene: Scene) -> BoardLayout:
    """Choose the rows that the board of a scene shows."""
    if not scene.shows_whole_board:
        return BoardLayout.from_view(scene.view, find_marked_rows(scene))
    mover = scene.view.to_move
    if scene.earlier_views:
        mover = scene.earlier_views[-1].seat
    return BoardLayout.for_film(scene.view, mover)


def compose_board(scene: Scene, translate: Translate) -> Sheet:
    """Compose the board, with a list of the words on it."""
    fmt = Formatter(scene.names, translate)
    view: View = scene.view
    layout = choose_layout(scene)
    panel_layout = panel.create_panel_layout(scene, layout)
    sheet = Sheet(Drawing((BOARD_WIDTH_PX, BOARD_HEIGHT_PX)))
    sheet.paste_part(
        static_layer.draw_static_layer(layout, create_known_ground(view), StaticLayer.from_scene(scene)), 0, 0
    )
    panel.draw_panel_background(sheet, panel_layout, layout.panel_left)
    _draw_overview_ships(sheet, view, layout)
    live_layer.draw_live_layer(sheet, scene, layout, fmt)
    sheet.text(
        TITLE_LEFT_PX, TITLE_MIDDLE_PX, BOARD_TITLE, layout.window_right - TITLE_LEFT_PX - 100, role="title", fill=INK
    )
    sheet.text(
        layout.window_right + 12, TITLE_MIDDLE_PX, format_table_number(scene), 120, role="serif", fill=INK, align="r"
    )
    panel.draw_panel(sheet, scene, panel_layout, fmt)
    return sheet


def draw_crop(scene: Scene, translate: Translate) -> Image.Image | None:
    """Draw a close-up for phones: the rows of all marks, or else those around the viewer's ship or the ship to move.

    None if the marks do not fit.
    """
    sheet = compose_crop(scene, translate)
    return sheet.image if sheet else None


def compose_crop(scene: Scene, translate: Translate) -> Sheet | None:
    """Compose the close-up for phones, None if the marks do not fit."""
    return close_up.compose_close_up(scene, Formatter(scene.names, translate))


def find_marked_rows(scene: Scene) -> frozenset[int]:
    """Return the rows of all marked places."""
    view: View = scene.view
    rows: set[int] = set()
    for spot in scene.marks:
        for word in spot.split("-"):
            hexagon = find_hexagon(view.columns, word)
            if hexagon is not None:
                rows.add(hexagon[1])
    return frozenset(rows)


def _draw_overview_ships(sheet: Sheet, view: View, layout: BoardLayout) -> None:
    """Draw the badges of the ships on the overview, a little apart if they would hide each other."""
    middles = [layout.find_overview_middle(find_ship_hexagon(layout, view, player)) for player in view.players]
    placed: list[Point] = []
    for player in sorted(view.players, key=lambda player: (player.row, middles[player.seat][0])):
        place = _find_badge_place(middles[player.seat], placed)
        sheet.put(draw_seat_badge(player.seat, 34), *place)
        placed.append(place)


def _find_badge_place(middle: Point, placed: Sequence[Point]) -> Point:
    """Return a place near a ship's middle that is far enough from the placed badges; the middle if there is none."""
    x, y = middle
    places = [(x + dx, y + dy) for dx, dy in BADGE_OFFSETS_PX if _is_on_overview(x + dx, y + dy)]
    for min_distance in BADGE_DISTANCES_PX:
        for place in places:
            if all(math.dist(place, other) >= min_distance for other in placed):
                return place
    return middle


def _is_on_overview(x: float, y: float) -> bool:
    """Check whether a badge lies on the overview."""
    return (
        OVERVIEW_LEFT_PX + 13 <= x <= OVERVIEW_LEFT_PX + OVERVIEW_WIDTH_PX - 13
        and WINDOW_TOP_PX + 15 <= y <= WINDOW_BOTTOM_PX - 15
    )
