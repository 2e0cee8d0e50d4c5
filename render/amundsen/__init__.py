"""The painter of 1911 Amundsen vs Scott."""

from __future__ import annotations

from PIL import Image

from engine.games.amundsen.view import Side, View
from engine.kernel.text import Translate
from render.amundsen import close_up, hand_sheet, journeys, panel
from render.amundsen.alt_text import describe_board, describe_hand
from render.amundsen.chart import CHART_LABELS, draw_chart, draw_chosen_ship
from render.amundsen.colours import load_palette
from render.amundsen.layout import (
    POLE_RADIUS_PX,
    TABLE_NUMBER_XY_PX,
    BoardLayout,
    create_board_layout,
    place_letters,
    place_pawns,
)
from render.amundsen.marks import draw_letter
from render.amundsen.pieces import SIDE_INKS, draw_halo, draw_pawn, draw_snowflake
from render.amundsen.story import list_turn_marks, list_turn_summaries
from render.kit.banner import format_table_number
from render.kit.scene import Scene
from render.kit.sheet import Sheet, create_side_sheet
from render.kit.text import Formatter
from render.kit.theme import GOLD, INK, NAVY
from render.kit.turn_marks import draw_arrow, draw_ghost_ring, draw_walked_ring

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


def draw_board(scene: Scene, translate: Translate) -> Image.Image:
    """The board: 1650 × 1050, RGB."""
    return compose_board(scene, translate).image


def compose_board(scene: Scene, translate: Translate) -> Sheet:
    """The board, with a list of the words on it."""
    view: View = scene.view
    fmt = Formatter(scene.names, translate)
    layout = create_board_layout(view.track)
    drawn = draw_chart(layout, tuple(fmt(label) for label in CHART_LABELS))
    sheet = create_side_sheet(drawn.image.width, (BOARD_WIDTH_PX, BOARD_HEIGHT_PX), NAVY)
    sheet.put(drawn, 0, 0)
    panel.draw_panel_background(sheet, panel.create_panel_layout(scene))
    sheet.text(*TABLE_NUMBER_XY_PX, format_table_number(scene), 120, role="serif", fill=INK, align="r")
    _draw_journeys(sheet, scene, layout)
    panel.draw_panel(sheet, scene, fmt)
    return sheet


def draw_hand(scene: Scene, translate: Translate) -> Image.Image | None:
    """The viewer's own cards, large, with what each does."""
    sheet = hand_sheet.compose_hand(scene, translate)
    return sheet.image if sheet else None


def draw_crop(scene: Scene, translate: Translate) -> Image.Image | None:
    """For phones: the chart round all marks or the viewer's explorer, the row, and the question; None without an explorer."""
    sheet = close_up.compose_close_up(scene, compose_board(scene, translate), Formatter(scene.names, translate))
    return sheet.image if sheet else None


def is_on_hand(spot: str) -> bool:
    """The cards of the hand, and the patron shown with them."""
    return spot.startswith("hand-") or spot == "patron"


def _draw_turn_marks(sheet: Sheet, scene: Scene, layout: BoardLayout) -> None:
    """The spaces walked in the latest turns, framed in the explorer's ink; a broken ring where he stood."""
    for trace in list_turn_marks(scene):
        at, r = layout.find_place(trace.start.side, trace.start.space, lost=trace.start.is_lost)
        if trace.start.space:
            sheet.put(draw_ghost_ring(round(r) + 3, SIDE_INKS[trace.start.side]), *at)
        for step in trace.walked_steps:
            to, reach = layout.find_place(step.side, step.space, lost=step.is_lost)
            sheet.put(draw_walked_ring(round(reach), SIDE_INKS[step.side]), *to)
            draw_arrow(sheet, [at, to], SIDE_INKS[step.side], start=r - 4, end=reach - 4, width=9)
            at, r = to, reach


def _draw_journeys(sheet: Sheet, scene: Scene, layout: BoardLayout) -> None:
    """Both journeys so far, the pawns, and the spots that can be chosen."""
    view: View = scene.view
    spots: list[tuple[Side, int, bool]] = [(e.side, e.space, e.is_lost) for e in view.explorers]
    for explorer in view.explorers:
        journeys.draw_journey(sheet, explorer, scene.trails.get(explorer.side, ()), layout)
    _draw_turn_marks(sheet, scene, layout)
    for explorer in view.explorers:
        if explorer.is_lost or 0 < explorer.space <= len(layout.spaces[explorer.side]):
            at, r = layout.find_place(explorer.side, explorer.space, lost=explorer.is_lost)
            sheet.put(draw_halo(round(r), SIDE_INKS[explorer.side]), *at)
    standing = place_pawns(layout, tuple(spots))
    if view.ended == "pole":
        sheet.put(draw_halo(POLE_RADIUS_PX, GOLD), *layout.pole)
    marks = {spot: letter for spot, letter in scene.marks.items() if layout.find_spot(spot)}
    for spot in marks:
        if place := layout.find_spot(spot):
            at, r, side = place
            sheet.put(draw_chosen_ship(side) if spot.endswith("-0") else draw_halo(round(r), GOLD), *at)
    for explorer, stand in zip(view.explorers, standing, strict=True):
        sheet.put(draw_pawn(explorer.side, stand.facing, stand.percent), stand.x, stand.y)
        if view.ended == "frozen":
            sheet.put(draw_snowflake(48), stand.x - 2, stand.y - 24 * stand.percent / 100)
    for spot, at in place_letters(layout, tuple(marks), standing).items():
        draw_letter(sheet, *at, marks[spot])
