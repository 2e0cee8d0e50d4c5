"""The deck and the row of Amundsen vs Scott, on the panel and in a line for small screens; at the end the result."""

from __future__ import annotations

from engine.games.amundsen.view import View
from engine.kernel.text import say
from render.amundsen import phrases
from render.amundsen.cards import (
    CARD_ASPECT,
    MAX_PILE_CARDS,
    draw_card_face,
    draw_card_place,
    draw_exhausted_deck,
    draw_pile,
)
from render.amundsen.marks import draw_small_card
from render.amundsen.panel_hands import WARNING_COLOUR
from render.amundsen.pieces import draw_flag_sprite
from render.kit.marks import draw_medal
from render.kit.sheet import Sheet, draw_card
from render.kit.text import (
    MIN_DATA_SIZE_PX,
    PHONE_DATA_SIZE_PX,
    Box,
    Formatter,
    PlayerName,
    find_fitting_size,
    measure_width,
)
from render.kit.theme import CREAM, GOLD, INK, MUTED, NAVY_2, NAVY_3

LOW_CARD_WIDTH_PX, LOW_ROW_HEIGHT_PX = 66, 96
"""The width of a card in the row for small screens, and the height of that row."""
RESULT_NAME_SIZE_PX, PRICE_SIZE_PX = 64, 50


def draw_deck_and_row(sheet: Sheet, view: View, fmt: Formatter, corner: tuple[int, int]) -> None:
    """Draw the deck, the discards and the row, with the prices of its cards, below and to the right of a corner."""
    deck_name = fmt(phrases.describe_deck(view))
    fill = MUTED
    if view.shuffles > 1:
        fill = WARNING_COLOUR
    x, y = corner
    if view.row_size <= 3:
        _draw_row_of_three(sheet, view, fmt, corner)
        sheet.text(x + 130, y + 30, deck_name, 252, fill=fill, align="m")
        sheet.text(x + 66, y + 220, str(view.deck), 120, size=PHONE_DATA_SIZE_PX, role="label", align="m")
        sheet.text(x + 194, y + 220, str(len(view.discards)), 120, size=PHONE_DATA_SIZE_PX, role="label", align="m")
        _draw_piles(sheet, view, 88, (x + 66, y + 54), (x + 194, y + 54))
        return
    _draw_row_of_six(sheet, view, fmt, corner)
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


def _draw_row_of_three(sheet: Sheet, view: View, fmt: Formatter, corner: tuple[int, int]) -> None:
    w = 132
    for n in range(3, 0, -1):
        x = corner[0] + 264 + (3 - n) * 164
        there = _draw_row_card(sheet, view, n, w, (x, corner[1] + 12))
        _draw_number(sheet, n, 25, 40, (x + w / 2, corner[1] + 14 + w * CARD_ASPECT), is_ready=there)
        if there:
            draw_price(sheet, view, fmt, n, x + w / 2, corner[1] + 247, 150)


def _draw_row_of_six(sheet: Sheet, view: View, fmt: Formatter, corner: tuple[int, int]) -> None:
    w = 90
    for n in range(view.row_size, 0, -1):
        line, column = divmod(view.row_size - n, 3)
        x, y = corner[0] + 206 + column * 182, corner[1] + 7 + line * 132
        there = _draw_row_card(sheet, view, n, w, (x, y))
        middle, number_y = x + w + 42, y + 66
        if n in view.prices:
            number_y = y + 34
        is_ready = there and n in view.prices
        _draw_number(sheet, n, 28, 50, (middle, number_y), is_ready=is_ready)
        if is_ready:
            draw_price(sheet, view, fmt, n, middle, y + 92, 86)


def draw_low_row(sheet: Sheet, view: View, fmt: Formatter, box: Box) -> None:
    """Draw the row alone, in a line for small screens: each card with its number and its price to the right of it."""
    left, top, right, _ = box
    pitch = (right - left) // view.row_size
    x = left + (right - left - pitch * view.row_size) // 2
    for n in range(view.row_size, 0, -1):
        there = _draw_row_card(sheet, view, n, LOW_CARD_WIDTH_PX, (x, top))
        middle = x + LOW_CARD_WIDTH_PX + (pitch - LOW_CARD_WIDTH_PX) // 2
        is_ready = there and n in view.prices
        number_y = top + 50
        if is_ready:
            number_y = top + 26
            draw_price(sheet, view, fmt, n, middle, top + 76, pitch - LOW_CARD_WIDTH_PX - 6)
        _draw_number(sheet, n, 24, 44, (middle, number_y), is_ready=is_ready)
        x += pitch


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
    ground, fill = NAVY_3, MUTED
    if is_ready:
        ground, fill = CREAM, INK
    sheet.put(draw_medal(radius, ground), *middle)
    sheet.text(*middle, str(n), 60, size=size_px, role="label", fill=fill, align="m")


def draw_price(sheet: Sheet, view: View, fmt: Formatter, n: int, x: float, y: float, width: int) -> None:
    """Write the price of a Take in words or, if they do not fit, in numbers."""
    sheet.list_mark(x, y, "price")
    words = fmt(phrases.describe_price(view, n))
    if measure_width(words, "bold", MIN_DATA_SIZE_PX) <= width:
        sheet.text(x, y, words, width, size=find_fitting_size(words, "bold", PHONE_DATA_SIZE_PX, width), align="m")
        return
    number = "0"
    if view.prices[n]:
        number = f"−{view.prices[n]}"
    sheet.text(x + 6, y, number, width / 2 + 6, size=PRICE_SIZE_PX, align="r")
    sheet.put(draw_small_card(), x + 19, y)


# ---------------------------------------------------------------------- result
def draw_result(sheet: Sheet, view: View, fmt: Formatter, box: Box) -> None:
    """Draw both explorers and their last places instead of the row, the winner first and on a lighter card."""
    left, top, right, bottom = box
    height = (bottom - top) // 2
    ranked = sorted(view.explorers, key=lambda explorer: (explorer.side != view.winner, -explorer.space))
    for k, explorer in enumerate(ranked):
        y = top + height * k + height // 2
        number, fill = "", MUTED
        if view.winner:
            number = f"{k + 1}."
        if explorer.side == view.winner:
            fill = GOLD
            card = (left + 4, y - height // 2 + 8, right - 4, y + height // 2 - 6)
            draw_card(sheet.image, card, NAVY_3, NAVY_2)
        sheet.text(left + 20, y, number, 64, size=60, role="title", fill=fill)
        sheet.put(draw_flag_sprite(explorer.side, 84, INK), left + 140, y)
        place = fmt(phrases.describe_place(view.track, explorer))
        taken = sheet.text(right - 22, y, place, 300, size=PHONE_DATA_SIZE_PX, align="r")
        name, width = PlayerName(fmt.names[explorer.seat]), right - 22 - taken - 24 - left - 206
        size = find_fitting_size(name, "title", RESULT_NAME_SIZE_PX, width)
        sheet.text(left + 206, y, name, width, size=size, role="title")
