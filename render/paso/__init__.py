"""The painter of La Aventura del Paso del Noroeste."""

from __future__ import annotations

import math

from PIL import Image

from engine.games.paso.view import View
from engine.kernel.text import Translate
from render.kit.banner import format_table_number
from render.kit.drawing import Drawing
from render.kit.scene import Scene
from render.kit.seats import draw_seat_badge
from render.kit.sheet import Sheet
from render.kit.text import Formatter
from render.kit.theme import INK
from render.paso import close_up, hand_sheet, live_layer, panel, static_layer
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
BADGE_DISTANCES_PX = (34, 23)
"""The distances at which the badge of a ship on the overview leaves another one free, and at least its number."""
BADGE_OFFSETS_PX = sorted(
    ((dx, dy) for dx in range(-68, 69, 17) for dy in (0, -26, 26)), key=lambda by: (abs(by[0]) + 2 * abs(by[1]), by)
)
"""Where else it may stand, sooner beside its place than above or below it: the height is how far it has come."""
BOARD_TITLE = "La Aventura del Paso del Noroeste"


def draw_board(scene: Scene, translate: Translate) -> Image.Image:
    """The board: 1650 × 1050, RGB."""
    return compose_board(scene, translate).image


def draw_hand(scene: Scene, translate: Translate) -> Image.Image | None:
    """The viewer's own character and treasures, large; or the characters on offer; or the ways to choose from."""
    sheet = hand_sheet.compose_hand(scene, translate)
    return sheet.image if sheet else None


def is_on_hand(spot: str) -> bool:
    """Cards, characters and ways; hexagons, tiles, ships and reserves are marked on the board."""
    return spot.startswith(("card-", "character-", "way-"))


def compose_board(scene: Scene, translate: Translate) -> Sheet:
    """The board, with a list of the words on it."""
    fmt = Formatter(scene.names, translate)
    view: View = scene.view
    layout = BoardLayout.from_view(view, find_marked_rows(scene))
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
    """For phones: the rows of all marks, else those round the viewer's ship or the ship to move; None if the marks do not fit."""
    part = close_up.compose_close_up(scene, Formatter(scene.names, translate))
    return part.image if part else None


def find_marked_rows(scene: Scene) -> frozenset[int]:
    """The rows of all marked places."""
    view: View = scene.view
    words = {word for spot in scene.marks for word in spot.split("-")}
    return frozenset(at[1] for at in (find_hexagon(view.columns, word) for word in words) if at is not None)


def _draw_overview_ships(sheet: Sheet, view: View, layout: BoardLayout) -> None:
    """The ships on the overview; those that would hide each other stand a little apart."""
    placed: list[tuple[float, float]] = []
    for seen in sorted(
        view.players, key=lambda one: (one.row, layout.find_overview_middle(find_ship_hexagon(layout, view, one))[0])
    ):
        x, y = layout.find_overview_middle(find_ship_hexagon(layout, view, seen))
        room = [(x + dx, y + dy) for dx, dy in BADGE_OFFSETS_PX if _is_on_overview(x + dx, y + dy)]
        free = (
            one for far in BADGE_DISTANCES_PX for one in room if all(math.dist(one, other) >= far for other in placed)
        )
        at = next(free, (x, y))
        sheet.put(draw_seat_badge(seen.seat, 34), *at)
        placed.append(at)


def _is_on_overview(x: float, y: float) -> bool:
    """Whether a badge lies on the overview."""
    return (
        OVERVIEW_LEFT_PX + 13 <= x <= OVERVIEW_LEFT_PX + OVERVIEW_WIDTH_PX - 13
        and WINDOW_TOP_PX + 15 <= y <= WINDOW_BOTTOM_PX - 15
    )
