"""The painter of 1911 Amundsen vs Scott."""

from __future__ import annotations

from PIL import Image

from engine.games.amundsen.view import SIDES, View
from engine.kernel.script import PieceFace
from engine.kernel.text import Text, Translate
from render.amundsen import close_up, hand_sheet, journeys, panel, panel_hands, piece_faces
from render.amundsen.alt_text import describe_board, describe_hand
from render.amundsen.chart import CHART_LABELS, draw_chart, draw_chosen_ship
from render.amundsen.colours import load_palette
from render.amundsen.layout import (
    GOLD_RING_GAP_PX,
    TABLE_NUMBER_XY_PX,
    BoardLayout,
    create_board_layout,
)
from render.amundsen.marks import draw_pawns, draw_reached_pole
from render.amundsen.pieces import SIDE_INKS, draw_halo
from render.amundsen.placement import FILM_PERCENTS, PAWN_PERCENTS, place_letters, place_pawns
from render.amundsen.steps import list_steps
from render.amundsen.story import list_turn_marks, list_turn_summaries
from render.amundsen.texts.legend import LEGEND
from render.amundsen.texts.position_text import describe_position
from render.kit.banner import format_table_number
from render.kit.legend import explain_sheet
from render.kit.marks import draw_gold_ring, draw_letter, draw_stem
from render.kit.movement.turn_marks import draw_arrow, draw_ghost_ring, draw_walked_ring
from render.kit.scene import PictureShape, Scene, SpotPicture
from render.kit.sheet import Sheet, create_side_sheet
from render.kit.text import Box, Formatter
from render.kit.theme import INK, NAVY

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
HALO_INSET_PX = 3
"""How far the ring under a pawn lies on its space: two rings at the spaces of one number leave room for it."""
RING_REACH_PX = 8
"""How far the link to a letter stays from the edge of a spot, on the gold ring around it."""


def draw_board(scene: Scene, translate: Translate) -> Image.Image:
    """Draw the board: 1650 × 1050, RGB."""
    return compose_board(scene, translate).image


def find_movement(scene: Scene) -> Box:  # noqa: ARG001
    """Return the part of the board on which pieces move."""
    return 0, 0, panel_hands.PANEL_LEFT_PX - 16, BOARD_HEIGHT_PX


def compose_board(scene: Scene, translate: Translate) -> Sheet:
    """Compose the board as a sheet, which also lists the words on it."""
    view: View = scene.view
    fmt = Formatter(scene.names, translate)
    layout = create_board_layout(view.track)
    drawn = draw_chart(layout, tuple(fmt(label) for label in CHART_LABELS))
    sheet = create_side_sheet(drawn.image.width, (BOARD_WIDTH_PX, BOARD_HEIGHT_PX), NAVY)
    sheet.put(drawn, 0, 0)
    panel.draw_panel_background(sheet, panel.create_panel_layout(scene))
    sheet.text(*TABLE_NUMBER_XY_PX, format_table_number(scene), 120, role="serif", fill=INK, align="r")
    _list_chart_marks(sheet, layout)
    _draw_journeys(sheet, scene, layout)
    panel.draw_panel(sheet, scene, fmt)
    return sheet


def draw_hand(scene: Scene, translate: Translate) -> Image.Image | None:
    """Draw the viewer's own cards with their effects; return None for a viewer without cards."""
    sheet = hand_sheet.compose_hand(scene, translate)
    return sheet.image if sheet else None


def draw_crop(scene: Scene, translate: Translate) -> Image.Image | None:
    """Draw a part of the board for phones: the chart around all marks or the viewer's explorer, the row, and the question.

    Return None before the choice of explorers, or if the marks are too far apart.
    """
    sheet = compose_crop(scene, translate)
    return sheet.image if sheet else None


def compose_crop(scene: Scene, translate: Translate) -> Sheet | None:
    """Compose the part of the board for phones."""
    return close_up.compose_close_up(scene, compose_board(scene, translate), Formatter(scene.names, translate))


def draw_piece_face(face: PieceFace, translate: Translate) -> Image.Image:  # noqa: ARG001
    """Draw one piece that belongs to no table."""
    return piece_faces.compose_piece_face(face).image


def explain_picture(kind: PictureShape, scene: Scene, translate: Translate) -> tuple[Text, ...]:
    """List the marks on a picture in words."""
    compose = {"board": compose_board, "crop": compose_crop, "hand": hand_sheet.compose_hand}[kind]
    return explain_sheet(compose(scene, translate), LEGEND)


def find_picture(spot: str) -> SpotPicture:
    """Return the picture that marks a spot: the hand for its cards and the patron."""
    return "hand" if spot.startswith("hand-") or spot == "patron" else "board"


def _list_chart_marks(sheet: Sheet, layout: BoardLayout) -> None:
    """List the signs that are printed on the chart, for the legend."""
    for side in SIDES:
        for place in layout.lost[side]:
            sheet.list_mark(*place, "lost-place")
        before, behind = (layout.find_place(side, layout.track.find_route(side).parallels["85"] + k)[0] for k in (0, 1))
        sheet.list_mark((before[0] + behind[0]) / 2, (before[1] + behind[1]) / 2, "parallel")
    sheet.list_mark(*layout.pole, "pole")


def _draw_turn_rings(sheet: Sheet, scene: Scene, layout: BoardLayout) -> None:
    """Draw rings around the spaces walked in the latest turns, and a broken ring around the spot where each walk began."""
    for trace in list_turn_marks(scene):
        ink = SIDE_INKS[trace.start.side]
        place, radius = layout.find_place(trace.start.side, trace.start.space, lost=trace.start.is_lost)
        if trace.start.space:
            sheet.put(draw_ghost_ring(round(radius) + 3, ink), *place)
        for step in trace.walked_steps:
            place, radius = layout.find_place(step.side, step.space, lost=step.is_lost)
            sheet.put(draw_walked_ring(round(radius), ink), *place)


def _draw_steps(sheet: Sheet, scene: Scene, layout: BoardLayout) -> None:
    """Draw an arrow for each step of the latest turns, above all rings."""
    for step in list_steps(scene, layout):
        draw_arrow(sheet, [step.begin, step.end], SIDE_INKS[step.side], width=9)


def _draw_journeys(sheet: Sheet, scene: Scene, layout: BoardLayout) -> None:
    """Draw both journeys, the pawns, and the spots that can be chosen."""
    view: View = scene.view
    for explorer in view.explorers:
        journeys.draw_journey(sheet, explorer, scene.trails.get(explorer.side, ()), layout)
    _draw_turn_rings(sheet, scene, layout)
    walkers = {step.side for trace in list_turn_marks(scene) for step in trace.walked_steps}
    for explorer in view.explorers:
        if scene.shows_whole_board and explorer.side in walkers:
            continue  # in a film the ring would hide the step
        if explorer.is_lost or 0 < explorer.space <= len(layout.spaces[explorer.side]):
            place, radius = layout.find_place(explorer.side, explorer.space, lost=explorer.is_lost)
            sheet.put(draw_halo(round(radius) - HALO_INSET_PX, SIDE_INKS[explorer.side]), *place)
    spots = tuple((explorer.side, explorer.space, explorer.is_lost) for explorer in view.explorers)
    stands = place_pawns(layout, spots, FILM_PERCENTS if scene.shows_whole_board else PAWN_PERCENTS)
    draw_reached_pole(sheet, view, layout)
    _draw_steps(sheet, scene, layout)
    marked_spots = _draw_marked_spots(sheet, scene, layout)
    draw_pawns(sheet, view, stands)
    for spot, (x, y) in place_letters(layout, marked_spots, stands).items():
        found = layout.find_spot(spot)
        if scene.marks[spot] and found is not None:
            (spot_x, spot_y), radius, _ = found
            sheet.put(draw_stem(round(spot_x - x), round(spot_y - y), round(radius) + RING_REACH_PX), x, y)
        draw_letter(sheet, x, y, scene.marks[spot])


def _draw_marked_spots(sheet: Sheet, scene: Scene, layout: BoardLayout) -> tuple[str, ...]:
    """Draw a gold rim around each marked spot on the chart; return these spots."""
    marked_spots: list[str] = []
    for spot in scene.marks:
        found = layout.find_spot(spot)
        if found is None:
            continue
        place, radius, side = found
        sprite = draw_gold_ring(round(radius) + GOLD_RING_GAP_PX)
        if spot.endswith("-0"):
            sprite = draw_chosen_ship(side)
        sheet.put(sprite, *place)
        marked_spots.append(spot)
    return tuple(marked_spots)
