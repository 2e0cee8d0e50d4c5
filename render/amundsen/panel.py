"""The right side of the board picture of Amundsen vs Scott: the turn, the deck and the row, both hands, and the news."""

from __future__ import annotations

from typing import NamedTuple

from engine.games.amundsen import cards
from engine.games.amundsen.view import CARD_BACK, Side, View, VisibleExplorer
from engine.kernel.text import say
from render.amundsen import explorer_choice, phrases
from render.amundsen.cards import (
    CARD_ASPECT,
    MAX_PILE_CARDS,
    draw_card_back,
    draw_card_face,
    draw_card_place,
    draw_exhausted_deck,
    draw_hidden_eye,
    draw_pile,
    draw_symbol_sprite,
)
from render.amundsen.marks import draw_card_ring, draw_hand_icon, draw_letter, draw_medal, draw_small_card
from render.amundsen.pieces import draw_emblem, draw_flag_sprite, draw_space_sprite
from render.amundsen.story import list_turn_phrases
from render.kit.banner import write_headline
from render.kit.marks import OWN_ROW_MARK_PX, draw_own_mark
from render.kit.news import does_event_fit, find_subject, sort_news
from render.kit.prompt import write_prompt
from render.kit.scene import Scene
from render.kit.sheet import Sheet, draw_card
from render.kit.story import STORY_LINE_HEIGHT_PX, build_rows, write_strip
from render.kit.text import MIN_DATA_SIZE_PX, Formatter, measure_width
from render.kit.theme import CREAM, GOLD, INK, MUTED, NAVY, NAVY_2, Colour

PANEL_LEFT_PX, PANEL_RIGHT_PX = 884, 1634
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
CARD_WIDTH_PX, CARD_PITCH_PX = 94, 105
WARNING_COLOUR, FROZEN_BANNER_COLOUR = "#FF9E7D", "#CFE6F0"


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
        colour = GOLD if view.winner else FROZEN_BANNER_COLOUR
        return PanelLayout(has_explorers=True, active_hand_y=0, banner_colour=colour)
    return PanelLayout(has_explorers=True, active_hand_y=_find_active_hand_y(scene), banner_colour=GOLD)


def _find_active_hand_y(scene: Scene) -> int:
    """Find the y of the hand whose player must act, 0 if both or none must."""
    view: View = scene.view
    seats = phrases.list_acting_seats(scene)
    sides = {explorer.side for explorer in view.explorers if explorer.seat in seats}
    if len(sides) != 1:
        return 0
    return LOWER_HAND_TOP_PX if find_bottom_side(view) in sides else UPPER_HAND_TOP_PX


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
    return "amundsen" if explorer is None else explorer.side


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
        y = LOWER_HAND_TOP_PX if explorer.side == below else UPPER_HAND_TOP_PX
        _draw_hand(sheet, scene, fmt, explorer, y)
        if explorer.seat == view.viewer:
            sheet.put(draw_own_mark(OWN_ROW_MARK_PX), PANEL_LEFT_PX + 36, y + 10)
    _draw_news(sheet, scene, fmt)


def _draw_banner(sheet: Sheet, scene: Scene, fmt: Formatter) -> None:
    view: View = scene.view
    y = BANNER_TOP_PX + 36
    x = PANEL_LEFT_PX + 16
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
    fill = WARNING_COLOUR if view.shuffles > 1 else MUTED
    x, y = PANEL_LEFT_PX, ROW_TOP_PX
    if view.row_size <= 3:
        _draw_row_of_three(sheet, view, fmt)
        sheet.text(x + 130, y + 30, deck_name, 252, fill=fill, align="m")
        sheet.text(x + 66, y + 220, str(view.deck), 120, size=46, role="label", align="m")
        sheet.text(x + 194, y + 220, str(len(view.discards)), 120, size=46, role="label", align="m")
        _draw_piles(sheet, view, 88, (x + 66, y + 54), (x + 194, y + 54))
        return
    _draw_row_of_six(sheet, view, fmt)
    sheet.text(x + 12, y + 20, deck_name, 186, role="text", fill=fill)
    sheet.text(x + 12, y + 154, fmt(say("discards")), 186, role="text", fill=MUTED)
    sheet.text(x + 96, y + 88, str(view.deck), 84, size=46, role="label")
    sheet.text(x + 96, y + 222, str(len(view.discards)), 84, size=46, role="label")
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
    top_card = draw_card_face(view.discards[-1], card_width) if view.discards else draw_card_place(card_width)
    sheet.put(top_card, discard_place[0] - card_width / 2, discard_place[1])


def _draw_row_of_three(sheet: Sheet, view: View, fmt: Formatter) -> None:
    w = 132
    for n in range(3, 0, -1):
        x = PANEL_LEFT_PX + 264 + (3 - n) * 164
        there = n <= len(view.row)
        sheet.put(draw_card_face(view.row[-n], w) if there else draw_card_place(w), x, ROW_TOP_PX + 12)
        if view.ended:
            continue  # nothing is taken any more
        sheet.put(draw_medal(25, plain=not there), x + w / 2, ROW_TOP_PX + 14 + w * CARD_ASPECT)
        sheet.text(
            x + w / 2,
            ROW_TOP_PX + 14 + w * CARD_ASPECT,
            str(n),
            60,
            size=40,
            role="label",
            fill=INK if there else MUTED,
            align="m",
        )
        if there:
            _draw_price(sheet, view, fmt, n, x + w / 2, ROW_TOP_PX + 247, 162)


def _draw_row_of_six(sheet: Sheet, view: View, fmt: Formatter) -> None:
    w = 90
    for n in range(view.row_size, 0, -1):
        line, column = divmod(view.row_size - n, 3)
        x, y = PANEL_LEFT_PX + 206 + column * 182, ROW_TOP_PX + 7 + line * 132
        there, cheap = n <= len(view.row), n in view.prices
        sheet.put(draw_card_face(view.row[-n], w) if there else draw_card_place(w), x, y)
        if view.ended:
            continue
        middle = x + w + 42
        ready, line_y = there and cheap, y + (40 if cheap else 66)
        sheet.put(draw_medal(24, plain=not ready), middle, line_y)
        sheet.text(middle, line_y, str(n), 60, size=40, role="label", fill=INK if ready else MUTED, align="m")
        if ready:
            _draw_price(sheet, view, fmt, n, middle, y + 92, 86)


def _draw_price(sheet: Sheet, view: View, fmt: Formatter, n: int, x: float, y: float, width: int) -> None:
    """Write the price of a Take in words or, if they do not fit, in numbers."""
    sheet.list_mark(x, y, "price")
    words = fmt(phrases.describe_price(view, n))
    if measure_width(words, "bold", MIN_DATA_SIZE_PX) <= width:
        sheet.text(x, y, words, width, align="m")
        return
    number = f"−{view.prices[n]}" if view.prices[n] else "0"
    sheet.text(x + 2, y, number, width / 2 + 4, align="r")
    sheet.put(draw_small_card(), x + 20, y)


# ----------------------------------------------------------------------- hands
def _draw_hand(sheet: Sheet, scene: Scene, fmt: Formatter, explorer: VisibleExplorer, y: int) -> None:
    sheet.put(draw_flag_sprite(explorer.side, 50), PANEL_LEFT_PX + 36, y + 30)
    x = PANEL_LEFT_PX + 76
    x += sheet.text(x, y + 29, fmt(phrases.name_explorer(explorer.side)), 300, size=40, role="title")
    count = f"{len(explorer.hand)} / {explorer.limit}"
    too_many = len(explorer.hand) > explorer.limit
    taken = sheet.text(PANEL_RIGHT_PX - 12, y + 30, count, 120, align="r", fill=WARNING_COLOUR if too_many else CREAM)
    sheet.put(draw_hand_icon(), PANEL_RIGHT_PX - 12 - taken - 12, y + 30)
    sheet.text(x + 16, y + 31, fmt.names[explorer.seat], PANEL_RIGHT_PX - 12 - taken - 62 - x - 16, fill=MUTED)
    _draw_cards(sheet, scene, fmt, explorer, y + 91)
    _draw_explorer_status(sheet, scene, fmt, explorer, y + 69)


def _draw_explorer_status(sheet: Sheet, scene: Scene, fmt: Formatter, explorer: VisibleExplorer, y: int) -> None:
    """Draw the explorer's place, the colour of the next space, and the patron."""
    view: View = scene.view
    x = PANEL_LEFT_PX + 12
    x += sheet.text(
        x, y, fmt(phrases.describe_place(view.track, explorer)), 330, fill=WARNING_COLOUR if explorer.is_lost else CREAM
    )
    colours = view.track.find_route(explorer.side).colours
    if not view.ended and not explorer.is_lost and explorer.space <= len(colours):
        x += 20 + sheet.text(x + 18, y, fmt(say("next")), 130, fill=MUTED)
        for colour in colours[explorer.space] if explorer.space < len(colours) else "rgby":
            sheet.put(draw_space_sprite(colour, 20), x + 28, y)
            x += 43
    end = PANEL_RIGHT_PX - 12
    if explorer.officer:
        animal = "rh" if explorer.side == "amundsen" else "rd"
        for _ in range(min(explorer.officer, 3)):
            sheet.put(draw_symbol_sprite(animal, 36, CREAM, NAVY_2), end - 18, y - 1)
            end -= 44
    if explorer.patron:
        name = fmt(cards.name_patron(explorer.patron))
        mark = scene.marks.get("patron") if explorer.seat == view.viewer else None
        width = end - x - (130 if mark else 74)
        # If the name does not fit, the emblem is enough: the picture of the hand has both.
        if measure_width(name, "text", MIN_DATA_SIZE_PX) <= width:
            end -= sheet.text(end, y, name, width, fill=CREAM, align="r")
        sheet.put(draw_emblem(explorer.patron, 40), end - 30, y)
        if mark:
            draw_letter(sheet, end - 84, y, mark)


def _draw_cards(sheet: Sheet, scene: Scene, fmt: Formatter, explorer: VisibleExplorer, y: int) -> None:
    """Draw a hand, empty places up to its limit, and Equipment Loss; a larger hand has smaller cards."""
    x0, width = PANEL_LEFT_PX + 8, PANEL_RIGHT_PX - PANEL_LEFT_PX - 14
    places = max(len(explorer.hand), explorer.limit)
    if explorer.has_lost_equipment:
        width -= CARD_WIDTH_PX + 26
        sheet.put(draw_card_face("eq", CARD_WIDTH_PX), PANEL_RIGHT_PX - 8 - CARD_WIDTH_PX, y)
    pitch = min(CARD_PITCH_PX, (width + 8) // max(1, places))
    w = max(56, min(CARD_WIDTH_PX, pitch - 8))
    drop = (CARD_WIDTH_PX - w) * CARD_ASPECT / 2
    if explorer.has_lost_equipment and x0 + places * pitch + 90 < PANEL_RIGHT_PX - 8 - CARD_WIDTH_PX:
        middle = (x0 + places * pitch + PANEL_RIGHT_PX - 8 - CARD_WIDTH_PX) / 2 - 4
        sheet.text(middle, y + 46, fmt(say("limit")), 100, fill=MUTED, align="m")
        sheet.text(middle, y + 88, str(explorer.limit), 96, size=44, role="label", align="m")
    for k in range(len(explorer.hand), places):
        sheet.put(draw_card_place(w), x0 + k * pitch, y + drop)
    for k, held in enumerate(explorer.hand):
        sheet.put(
            draw_card_back(w) if held.card == CARD_BACK else draw_card_face(held.card, w), x0 + k * pitch, y + drop
        )
    marks = scene.marks if explorer.seat == scene.view.viewer else {}
    for k, held in enumerate(explorer.hand):
        x, foot, mark = x0 + k * pitch, y + drop + w * CARD_ASPECT, marks.get(f"hand-{k}")
        if mark:
            sheet.put(draw_card_ring(w), x, y + drop)
        if held.is_secret and held.card != CARD_BACK:
            sheet.put(draw_hidden_eye(20), x + w - 12, foot - 14)
        if mark:
            draw_letter(sheet, x + w / 2 - (16 if held.is_secret else 0), foot + 2, mark)


# ------------------------------------------------------------------------ news
def _draw_news(sheet: Sheet, scene: Scene, fmt: Formatter) -> None:
    """Write the latest turns or, before there are any, the news, newest first; with an open deck, add the hidden cards."""
    if scene.prompt is not None:
        sheet.image.paste(NAVY, (PANEL_LEFT_PX - 4, NEWS_TOP_PX, PANEL_RIGHT_PX + 4, PANEL_BOTTOM_PX))
        write_prompt(
            sheet,
            scene,
            fmt,
            (PANEL_LEFT_PX - 4, NEWS_TOP_PX, PANEL_RIGHT_PX + 4, PANEL_BOTTOM_PX),
            phrases.describe_resources(scene.view),
        )
        return
    top, foot = NEWS_TOP_PX, PANEL_BOTTOM_PX
    if scene.view.unseen is not None:
        foot -= 50
        _draw_unseen(sheet, scene.view.unseen, fmt, NEWS_TOP_PX + 135)
    if turns := list_turn_phrases(scene):
        box = (PANEL_LEFT_PX - 4, NEWS_TOP_PX, PANEL_RIGHT_PX + 4, foot)
        write_strip(
            sheet,
            build_rows(scene, turns, is_end_told=scene.view.winner is not None),
            fmt,
            box,
            lambda seat: draw_flag_sprite(_find_side(scene, seat), 40),
            sign_width=58,
        )
        return
    lines = (foot - top - 2) // STORY_LINE_HEIGHT_PX
    y, fill = top + 24, CREAM
    for age, event in enumerate(sort_news(scene)):
        x, width, max_lines = PANEL_LEFT_PX + 14, PANEL_RIGHT_PX - PANEL_LEFT_PX - 84, min(lines, 2 if age else 4)
        if max_lines <= 0 or (age and not does_event_fit(fmt, event, width, max_lines)):
            break
        if not does_event_fit(fmt, event, width, max_lines):
            continue
        seat = find_subject(event)
        explorer = None if seat is None else scene.view.find_explorer(seat)
        if explorer is not None:
            sheet.put(draw_flag_sprite(explorer.side, 40), x + 22, y)
        x += 58
        used = sheet.sentence(x, y, event, width, fmt, lines=max_lines, line_height=STORY_LINE_HEIGHT_PX, fill=fill)
        y += STORY_LINE_HEIGHT_PX * used
        lines -= used
        fill = MUTED if seat is not None else fill


def _find_side(scene: Scene, seat: int) -> Side:
    """Find the side of a seat."""
    return next(explorer.side for explorer in scene.view.explorers if explorer.seat == seat)


def _draw_unseen(sheet: Sheet, unseen: tuple[str, ...], fmt: Formatter, y: int) -> None:
    x = PANEL_LEFT_PX + 14
    x += sheet.text(x, y, fmt(say("still hidden")), 250, fill=MUTED) + 14
    step = (PANEL_RIGHT_PX - 20 - x) / 5
    for k, colour in enumerate("rgby-"):
        count = sum(phrases.find_colour(card) == colour for card in unseen)
        sheet.put(draw_space_sprite(colour, 20), x + step * k + 20, y)
        sheet.text(x + step * k + 48, y, str(count), step - 46)
