"""The right side of the board picture of Amundsen vs Scott: the turn, the deck and the row, both hands, and the news."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from engine.games.amundsen.view import Side, View
from engine.kernel.text import say
from render.amundsen import explorer_choice, phrases
from render.amundsen.panel_hands import PANEL_LEFT_PX, PANEL_RIGHT_PX, draw_hand
from render.amundsen.pieces import draw_flag_sprite, draw_space_sprite
from render.amundsen.story import list_turn_phrases
from render.amundsen.table_row import draw_deck_and_row, draw_result
from render.kit.banner import write_headline
from render.kit.marks import OWN_ROW_MARK_PX, draw_own_mark
from render.kit.prompt import write_prompt
from render.kit.scene import Scene
from render.kit.sheet import Sheet, draw_card
from render.kit.story import build_rows, write_strip
from render.kit.text import PHONE_DATA_SIZE_PX, Formatter, find_fitting_size
from render.kit.theme import GOLD, INK, MUTED, NAVY, NAVY_2, Colour

PANEL_EDGE_PX = 870
"""The left edge of the panel."""
BANNER_TOP_PX, ROW_TOP_PX, UPPER_HAND_TOP_PX, LOWER_HAND_TOP_PX, NEWS_TOP_PX, PANEL_BOTTOM_PX = (
    12,
    92,
    369,
    628,
    886,
    1040,
)
ROW_HEIGHT_PX, HAND_HEIGHT_PX = 272, 254
FROZEN_BANNER_COLOUR = "#CFE6F0"


class PanelLayout(NamedTuple):
    """The properties of the empty panel; `active_hand_y` is 0 without an active hand."""

    has_explorers: bool
    active_hand_y: int
    banner_colour: Colour


def create_panel_layout(scene: Scene) -> PanelLayout:
    """Create the layout of a scene's panel."""
    view: View = scene.view
    if not view.explorers:
        return PanelLayout(has_explorers=False, active_hand_y=0, banner_colour=GOLD)
    if view.ended:
        colour = FROZEN_BANNER_COLOUR
        if view.winner:
            colour = GOLD
        return PanelLayout(has_explorers=True, active_hand_y=0, banner_colour=colour)
    return PanelLayout(has_explorers=True, active_hand_y=_find_active_hand_y(scene), banner_colour=GOLD)


def _find_active_hand_y(scene: Scene) -> int:
    """Find the y of the hand whose player must act, 0 if both or none must."""
    view: View = scene.view
    seats = phrases.list_acting_seats(scene)
    sides = {explorer.side for explorer in view.explorers if explorer.seat in seats}
    if len(sides) != 1:
        return 0
    if find_bottom_side(view) in sides:
        return LOWER_HAND_TOP_PX
    return UPPER_HAND_TOP_PX


def draw_panel_background(sheet: Sheet, layout: PanelLayout) -> None:
    """Draw the empty boxes of the panel."""
    image, x0, x1 = sheet.image, PANEL_LEFT_PX - 4, PANEL_RIGHT_PX + 4
    draw_card(image, (x0, BANNER_TOP_PX, x1, BANNER_TOP_PX + 72), layout.banner_colour, NAVY)
    draw_card(image, (x0, ROW_TOP_PX, x1, ROW_TOP_PX + ROW_HEIGHT_PX), NAVY_2, NAVY)
    if not layout.has_explorers:
        draw_card(image, (x0, UPPER_HAND_TOP_PX, x1, PANEL_BOTTOM_PX), NAVY_2, NAVY)
        return
    for y in (UPPER_HAND_TOP_PX, LOWER_HAND_TOP_PX):
        box = (x0, y, x1, y + HAND_HEIGHT_PX)
        if y == layout.active_hand_y:
            draw_card(image, box, NAVY_2, NAVY, edge=GOLD, width=5)
        else:
            draw_card(image, box, NAVY_2, NAVY)
    draw_card(image, (x0, NEWS_TOP_PX, x1, PANEL_BOTTOM_PX), NAVY_2, NAVY)


def find_bottom_side(view: View) -> Side:
    """Find the side whose hand is below: the viewer's side, or Amundsen for a spectator."""
    explorer = view.find_explorer(view.viewer)
    if explorer is None:
        return "amundsen"
    return explorer.side


def draw_panel(sheet: Sheet, scene: Scene, fmt: Formatter) -> None:
    """Draw everything on the panel."""
    view: View = scene.view
    _draw_banner(sheet, scene, fmt)
    row_corner = (PANEL_LEFT_PX, ROW_TOP_PX)
    if view.ended:
        draw_result(sheet, view, fmt, (*row_corner, PANEL_RIGHT_PX, ROW_TOP_PX + ROW_HEIGHT_PX))
    else:
        draw_deck_and_row(sheet, view, fmt, row_corner)
    if not view.explorers:
        explorer_choice.draw_explorer_choice(sheet, scene, fmt, (PANEL_LEFT_PX, UPPER_HAND_TOP_PX, PANEL_RIGHT_PX))
        return
    below = find_bottom_side(view)
    for explorer in view.explorers:
        y = UPPER_HAND_TOP_PX
        if explorer.side == below:
            y = LOWER_HAND_TOP_PX
        draw_hand(sheet, scene, fmt, explorer, y)
        if explorer.seat == view.viewer:
            sheet.put(draw_own_mark(OWN_ROW_MARK_PX), PANEL_LEFT_PX + 36, y + 10)
    _draw_news(sheet, scene, fmt)


def _draw_banner(sheet: Sheet, scene: Scene, fmt: Formatter) -> None:
    view: View = scene.view
    x, y = PANEL_LEFT_PX + 16, BANNER_TOP_PX + 36
    side = _find_banner_side(scene)
    if side:
        sheet.put(draw_flag_sprite(side, 58, INK), x + 30, y)
        x += 76
    turn_width = 0
    if view.explorers:
        turn = fmt(say("Turn {number}", number=view.turn))
        size = find_fitting_size(turn, "bold", PHONE_DATA_SIZE_PX, 200)
        turn_width = sheet.text(PANEL_RIGHT_PX - 12, y + 1, turn, 200, size=size, fill=INK, align="r")
    width = PANEL_RIGHT_PX - 12 - turn_width - 24 - x
    write_headline(sheet, x, y - 1, phrases.format_headline(scene), width, fmt)


def _find_banner_side(scene: Scene) -> Side | None:
    """Find the side whose flag is on the banner: the winner, or the first side to act."""
    view: View = scene.view
    if view.winner or view.ended:
        return view.winner
    for seat in scene.winners or phrases.list_acting_seats(scene):
        explorer = view.find_explorer(seat)
        if explorer is not None:
            return explorer.side
    return None


# ------------------------------------------------------------------------ news
def _draw_news(sheet: Sheet, scene: Scene, fmt: Formatter) -> None:
    """Write the latest turns or, before there are any, the newest events; with an open deck, add the hidden cards."""
    if scene.prompt is not None:
        box = (PANEL_LEFT_PX - 4, NEWS_TOP_PX, PANEL_RIGHT_PX + 4, PANEL_BOTTOM_PX)
        sheet.image.paste(NAVY, box)
        write_prompt(sheet, scene, fmt, box, phrases.describe_resources(scene.view))
        return
    foot = PANEL_BOTTOM_PX
    if scene.view.unseen is not None:
        foot -= 50
        _draw_unseen(sheet, scene.view.unseen, fmt, NEWS_TOP_PX + 128)
    sides = {explorer.seat: explorer.side for explorer in scene.view.explorers}
    write_strip(
        sheet,
        build_rows(scene, list_turn_phrases(scene), is_end_told=scene.view.winner is not None),
        fmt,
        (PANEL_LEFT_PX - 4, NEWS_TOP_PX, PANEL_RIGHT_PX + 4, foot),
        lambda seat: draw_flag_sprite(sides[seat], 40),
        sign_width=58,
    )


def _draw_unseen(sheet: Sheet, unseen: tuple[str, ...], fmt: Formatter, y: int) -> None:
    x = PANEL_LEFT_PX + 14
    x += sheet.text(x, y, fmt(say("still hidden")), 250, fill=MUTED) + 14
    step = (PANEL_RIGHT_PX - 20 - x) / 5
    counts = Counter(phrases.find_colour(card) for card in unseen)
    for k, colour in enumerate("rgby-"):
        sheet.put(draw_space_sprite(colour, 20), x + step * k + 20, y)
        sheet.text(x + step * k + 46, y, str(counts[colour]), step - 46, size=PHONE_DATA_SIZE_PX)
