"""The hands on the panel of Amundsen vs Scott: each explorer's place, patron and cards."""

from __future__ import annotations

from collections.abc import Mapping

from engine.games.amundsen import cards
from engine.games.amundsen.view import CARD_BACK, View, VisibleExplorer
from engine.kernel.text import say
from render.amundsen import phrases
from render.amundsen.cards import (
    CARD_ASPECT,
    draw_card_back,
    draw_card_face,
    draw_card_place,
    draw_hidden_eye,
    draw_symbol_sprite,
)
from render.amundsen.marks import draw_card_frame, draw_hand_icon
from render.amundsen.pieces import draw_emblem, draw_flag_sprite, draw_space_sprite
from render.kit.marks import draw_letter
from render.kit.scene import Scene
from render.kit.sheet import Sheet
from render.kit.text import MIN_DATA_SIZE_PX, PHONE_DATA_SIZE_PX, Formatter, find_fitting_size, measure_width
from render.kit.theme import CREAM, MUTED, NAVY_2, Colour

PANEL_LEFT_PX, PANEL_RIGHT_PX = 884, 1634
CARD_WIDTH_PX, CARD_PITCH_PX = 94, 105
NEXT_SIZE_PX = 50
"""The size of the word before the colour of the next space."""
LETTER_RAISE_PX = 8
"""How far the middle of a choice's letter is above the foot of its card, so that the news below do not cover it."""
STATUS_MIDDLE_PX, CARDS_TOP_PX = 76, 110
"""The middle of the line with the explorer's place, and the top of the cards, below the top of a hand."""
WARNING_COLOUR = "#FF9E7D"


def draw_hand(sheet: Sheet, scene: Scene, fmt: Formatter, explorer: VisibleExplorer, y: int) -> None:
    """Draw the place, the patron and the cards of an explorer below y."""
    sheet.put(draw_flag_sprite(explorer.side, 50), PANEL_LEFT_PX + 36, y + 27)
    x = PANEL_LEFT_PX + 76
    x += sheet.text(x, y + 26, fmt(phrases.name_explorer(explorer.side)), 320, size=PHONE_DATA_SIZE_PX, role="title")
    count = f"{len(explorer.hand)} / {explorer.limit}"
    fill = _choose_ink(is_warning=len(explorer.hand) > explorer.limit)
    taken = sheet.text(PANEL_RIGHT_PX - 12, y + 28, count, 140, size=PHONE_DATA_SIZE_PX, align="r", fill=fill)
    sheet.put(draw_hand_icon(), PANEL_RIGHT_PX - 12 - taken - 12, y + 28)
    name, max_width = fmt.names[explorer.seat], PANEL_RIGHT_PX - 12 - taken - 62 - x - 16
    size = find_fitting_size(name, "bold", PHONE_DATA_SIZE_PX, max_width)
    sheet.text(x + 16, y + 28, name, max_width, size=size, fill=MUTED)
    _draw_cards(sheet, scene, fmt, explorer, y + CARDS_TOP_PX)
    _draw_explorer_status(sheet, scene, fmt, explorer, y + STATUS_MIDDLE_PX)


def _choose_ink(*, is_warning: bool) -> Colour:
    if is_warning:
        return WARNING_COLOUR
    return CREAM


def _draw_explorer_status(sheet: Sheet, scene: Scene, fmt: Formatter, explorer: VisibleExplorer, y: int) -> None:
    """Draw the explorer's place, the colour of the next space, and the patron."""
    view: View = scene.view
    x, end = PANEL_LEFT_PX + 12, PANEL_RIGHT_PX - 12
    place = fmt(phrases.describe_place(view.track, explorer))
    x += sheet.text(x, y, place, 400, size=PHONE_DATA_SIZE_PX, fill=_choose_ink(is_warning=explorer.is_lost))
    next_colours = _find_next_colours(view, explorer)
    if next_colours:
        x += 20 + sheet.text(x + 18, y, fmt(say("next")), 150, size=NEXT_SIZE_PX, fill=MUTED)
        for colour in next_colours:
            sheet.put(draw_space_sprite(colour, 23), x + 28, y)
            x += 49
    if explorer.officer:
        animal = "rh" if explorer.side == "amundsen" else "rd"
        for _ in range(min(explorer.officer, 3)):
            sheet.put(draw_symbol_sprite(animal, 36, CREAM, NAVY_2), end - 18, y - 1)
            end -= 44
    if explorer.patron:
        _draw_patron(sheet, fmt, explorer.patron, _find_marks(scene, explorer).get("patron"), (x, end, y))


def _find_next_colours(view: View, explorer: VisibleExplorer) -> str:
    """Return the colour of the next space, all four before the Pole, and none if the explorer does not go on."""
    colours = view.track.find_route(explorer.side).colours
    if view.ended or explorer.is_lost or explorer.space > len(colours):
        return ""
    if explorer.space == len(colours):
        return "rgby"
    return colours[explorer.space]


def _find_marks(scene: Scene, explorer: VisibleExplorer) -> Mapping[str, str]:
    """Return the letters of the explorer's cards: only the viewer's own cards have letters."""
    if explorer.seat != scene.view.viewer:
        return {}
    return scene.marks


def _draw_patron(sheet: Sheet, fmt: Formatter, patron: str, mark: str | None, line: tuple[int, int, int]) -> None:
    """Draw a patron at the right end of a line (left, right, y), with its name if there is room for it."""
    left, right, y = line
    name = fmt(cards.name_patron(patron))
    width = right - left - 74
    if mark:
        width -= 56
    # If the name does not fit, the emblem is enough: the picture of the hand has both.
    if measure_width(name, "text", MIN_DATA_SIZE_PX) <= width:
        size = find_fitting_size(name, "bold", PHONE_DATA_SIZE_PX, width)
        right -= sheet.text(right, y, name, width, size=size, fill=CREAM, align="r")
    sheet.put(draw_emblem(patron, 40), right - 30, y)
    if mark:
        draw_letter(sheet, right - 84, y, mark)


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
        face = draw_card_back(w)
        if held.card != CARD_BACK:
            face = draw_card_face(held.card, w)
        sheet.put(face, x0 + k * pitch, y + drop)
    marks = _find_marks(scene, explorer)
    for k, held in enumerate(explorer.hand):
        x, foot, mark = x0 + k * pitch, y + drop + w * CARD_ASPECT, marks.get(f"hand-{k}")
        letter_x = x + w / 2
        if mark:
            draw_card_frame(sheet, x, y + drop, w)
        if held.is_secret:
            letter_x -= 16
            if held.card != CARD_BACK:
                sheet.put(draw_hidden_eye(20), x + w - 12, foot - 14)
        if mark:
            draw_letter(sheet, letter_x, foot - LETTER_RAISE_PX, mark)
