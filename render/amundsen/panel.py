"""The right side of the board picture of Amundsen vs Scott: the turn, the deck and the row, both hands, and the news."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from engine.games.amundsen.view import Side, View
from engine.kernel.text import say
from render.amundsen import explorer_choice, phrases
from render.amundsen.cards import (
    CARD_ASPECT,
    MAX_PILE_CARDS,
    draw_card_face,
    draw_card_place,
    draw_exhausted_deck,
    draw_pile,
)
from render.amundsen.marks import draw_medal, draw_small_card
from render.amundsen.panel_hands import PANEL_LEFT_PX, PANEL_RIGHT_PX, WARNING_COLOUR, draw_hand
from render.amundsen.pieces import draw_flag_sprite, draw_space_sprite
from render.amundsen.story import list_turn_phrases
from render.kit.banner import write_headline
from render.kit.marks import OWN_ROW_MARK_PX, draw_own_mark
from render.kit.news import does_event_fit, find_subject, sort_news
from render.kit.prompt import write_prompt
from render.kit.scene import Scene
from render.kit.sheet import Sheet, draw_card
from render.kit.story import STORY_LINE_HEIGHT_PX, build_rows, write_strip
from render.kit.text import MIN_DATA_SIZE_PX, PHONE_DATA_SIZE_PX, Formatter, find_fitting_size, measure_width
from render.kit.theme import CREAM, GOLD, INK, MUTED, NAVY, NAVY_2, Colour

PANEL_EDGE_PX = 870
"""The left edge of the panel."""
BANNER_TOP_PX, ROW_TOP_PX, UPPER_HAND_TOP_PX, LOWER_HAND_TOP_PX, NEWS_TOP_PX, PANEL_BOTTOM_PX = (
    16,
    98,
    380,
    626,
    872,
    1034,
)
ROW_HEIGHT_PX, HAND_HEIGHT_PX = 272, 236
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
    _draw_table(sheet, view, fmt)
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
        turn_width = sheet.text(PANEL_RIGHT_PX - 12, y + 1, turn, 200, fill=INK, align="r")
    width = PANEL_RIGHT_PX - 12 - turn_width - 24 - x
    write_headline(sheet, x, y - 1, phrases.format_headline(scene), width, fmt, size=46, min_size=39)


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


# ---------------------------------------------------------------- deck and row
def _draw_table(sheet: Sheet, view: View, fmt: Formatter) -> None:
    deck_name = fmt(phrases.describe_deck(view))
    fill = MUTED
    if view.shuffles > 1:
        fill = WARNING_COLOUR
    x, y = PANEL_LEFT_PX, ROW_TOP_PX
    if view.row_size <= 3:
        _draw_row_of_three(sheet, view, fmt)
        sheet.text(x + 130, y + 30, deck_name, 252, fill=fill, align="m")
        sheet.text(x + 66, y + 220, str(view.deck), 120, size=PHONE_DATA_SIZE_PX, role="label", align="m")
        sheet.text(x + 194, y + 220, str(len(view.discards)), 120, size=PHONE_DATA_SIZE_PX, role="label", align="m")
        _draw_piles(sheet, view, 88, (x + 66, y + 54), (x + 194, y + 54))
        return
    _draw_row_of_six(sheet, view, fmt)
    sheet.text(x + 12, y + 20, deck_name, 186, role="text", fill=fill)
    sheet.text(x + 12, y + 154, fmt(say("discards")), 186, role="text", fill=MUTED)
    sheet.text(x + 96, y + 88, str(view.deck), 84, size=PHONE_DATA_SIZE_PX, role="label")
    sheet.text(x + 96, y + 222, str(len(view.discards)), 84, size=PHONE_DATA_SIZE_PX, role="label")
    _draw_piles(sheet, view, 62, (x + 46, y + 46), (x + 46, y + 180))


def _draw_piles(
    sheet: Sheet, view: View, card_width: int, deck_place: tuple[int, int], discard_place: tuple[int, int]
) -> None:
    """Draw the deck and the discards; the places are the middles of their top edges."""
    x, y = deck_place[0] - card_width / 2, deck_place[1]
    if view.deck:
        sheet.put(draw_pile(card_width, min(view.deck, MAX_PILE_CARDS)), x, y + 4)
    elif view.shuffles > 1:
        sheet.put(draw_exhausted_deck(card_width), x, y)
    else:
        sheet.put(draw_card_place(card_width), x, y)
    if view.discards:
        top_card = draw_card_face(view.discards[-1], card_width)
    else:
        top_card = draw_card_place(card_width)
    sheet.put(top_card, discard_place[0] - card_width / 2, discard_place[1])


def _draw_row_of_three(sheet: Sheet, view: View, fmt: Formatter) -> None:
    w = 132
    for n in range(3, 0, -1):
        x = PANEL_LEFT_PX + 264 + (3 - n) * 164
        there = _draw_row_card(sheet, view, n, w, (x, ROW_TOP_PX + 12))
        if view.ended:
            continue  # nothing is taken any more
        _draw_number(sheet, n, 25, 40, (x + w / 2, ROW_TOP_PX + 14 + w * CARD_ASPECT), is_ready=there)
        if there:
            _draw_price(sheet, view, fmt, n, x + w / 2, ROW_TOP_PX + 247, 162)


def _draw_row_of_six(sheet: Sheet, view: View, fmt: Formatter) -> None:
    w = 90
    for n in range(view.row_size, 0, -1):
        line, column = divmod(view.row_size - n, 3)
        x, y = PANEL_LEFT_PX + 206 + column * 182, ROW_TOP_PX + 7 + line * 132
        there = _draw_row_card(sheet, view, n, w, (x, y))
        if view.ended:
            continue
        middle, number_y = x + w + 42, y + 66
        if n in view.prices:
            number_y = y + 34
        is_ready = there and n in view.prices
        _draw_number(sheet, n, 28, 50, (middle, number_y), is_ready=is_ready)
        if is_ready:
            _draw_price(sheet, view, fmt, n, middle, y + 92, 86)


def _draw_row_card(sheet: Sheet, view: View, n: int, card_width: int, corner: tuple[int, int]) -> bool:
    """Draw the card at a place of the row, counted from the right, or an empty place; return whether a card is there."""
    if n > len(view.row):
        sheet.put(draw_card_place(card_width), *corner)
        return False
    sheet.put(draw_card_face(view.row[-n], card_width), *corner)
    return True


def _draw_number(
    sheet: Sheet, n: int, radius: int, size_px: int, middle: tuple[float, float], *, is_ready: bool
) -> None:
    """Draw the number of a place of the row, on a medal if its card can be taken."""
    fill = MUTED
    if is_ready:
        fill = INK
    sheet.put(draw_medal(radius, plain=not is_ready), *middle)
    sheet.text(*middle, str(n), 60, size=size_px, role="label", fill=fill, align="m")


def _draw_price(sheet: Sheet, view: View, fmt: Formatter, n: int, x: float, y: float, width: int) -> None:
    """Write the price of a Take in words or, if they do not fit, in numbers."""
    sheet.list_mark(x, y, "price")
    words = fmt(phrases.describe_price(view, n))
    if measure_width(words, "bold", MIN_DATA_SIZE_PX) <= width:
        sheet.text(x, y, words, width, size=find_fitting_size(words, "bold", 46, width), align="m")
        return
    number = "0"
    if view.prices[n]:
        number = f"−{view.prices[n]}"
    sheet.text(x + 7, y, number, width / 2 + 4, size=44, align="r")
    sheet.put(draw_small_card(), x + 25, y)


# ------------------------------------------------------------------------ news
def _draw_news(sheet: Sheet, scene: Scene, fmt: Formatter) -> None:
    """Write the latest turns or, before there are any, the news, newest first; with an open deck, add the hidden cards."""
    if scene.prompt is not None:
        box = (PANEL_LEFT_PX - 4, NEWS_TOP_PX, PANEL_RIGHT_PX + 4, PANEL_BOTTOM_PX)
        sheet.image.paste(NAVY, box)
        write_prompt(sheet, scene, fmt, box, phrases.describe_resources(scene.view))
        return
    foot = PANEL_BOTTOM_PX
    if scene.view.unseen is not None:
        foot -= 50
        _draw_unseen(sheet, scene.view.unseen, fmt, NEWS_TOP_PX + 135)
    if turns := list_turn_phrases(scene):
        sides = {explorer.seat: explorer.side for explorer in scene.view.explorers}
        write_strip(
            sheet,
            build_rows(scene, turns, is_end_told=scene.view.winner is not None),
            fmt,
            (PANEL_LEFT_PX - 4, NEWS_TOP_PX, PANEL_RIGHT_PX + 4, foot),
            lambda seat: draw_flag_sprite(sides[seat], 40),
            sign_width=58,
        )
        return
    _write_events(sheet, scene, fmt, foot)


def _write_events(sheet: Sheet, scene: Scene, fmt: Formatter, foot: int) -> None:
    """Write the news down to `foot`: the newest event in at most four lines, and older ones as long as each fits into two."""
    lines = (foot - NEWS_TOP_PX - 2) // STORY_LINE_HEIGHT_PX
    x, y, fill = PANEL_LEFT_PX + 14, NEWS_TOP_PX + 24, CREAM
    width = PANEL_RIGHT_PX - PANEL_LEFT_PX - 84
    for age, event in enumerate(sort_news(scene)):
        max_lines = min(lines, 2 if age else 4)
        is_too_long = max_lines > 0 and not does_event_fit(fmt, event, width, max_lines)
        if is_too_long and age == 0:
            continue
        if is_too_long or max_lines <= 0:
            break
        seat = find_subject(event)
        explorer = scene.view.find_explorer(seat)
        if explorer is not None:
            sheet.put(draw_flag_sprite(explorer.side, 40), x + 22, y)
        used = sheet.sentence(
            x + 58, y, event, width, fmt, lines=max_lines, line_height=STORY_LINE_HEIGHT_PX, fill=fill
        )
        y += STORY_LINE_HEIGHT_PX * used
        lines -= used
        if seat is not None:
            fill = MUTED


def _draw_unseen(sheet: Sheet, unseen: tuple[str, ...], fmt: Formatter, y: int) -> None:
    x = PANEL_LEFT_PX + 14
    x += sheet.text(x, y, fmt(say("still hidden")), 250, fill=MUTED) + 14
    step = (PANEL_RIGHT_PX - 20 - x) / 5
    counts = Counter(phrases.find_colour(card) for card in unseen)
    for k, colour in enumerate("rgby-"):
        sheet.put(draw_space_sprite(colour, 20), x + step * k + 20, y)
        sheet.text(x + step * k + 48, y, str(counts[colour]), step - 46)
