"""The viewer's own cards of Amundsen vs Scott, large, each with its name and what it does."""

from __future__ import annotations

from PIL import Image

from engine.games.amundsen import cards
from engine.games.amundsen.view import Card, View, VisibleExplorer
from engine.kernel.text import Text, Translate, count, say
from render.amundsen import phrases
from render.amundsen.cards import (
    CARD_ASPECT,
    draw_card_face,
    draw_card_place,
    draw_hidden_eye,
    draw_patron_card,
    draw_symbol_sprite,
)
from render.amundsen.marks import draw_card_ring, draw_letter, draw_small_card
from render.amundsen.pieces import draw_flag_sprite, draw_space_sprite
from render.kit.scene import Scene
from render.kit.sheet import Sheet
from render.kit.text import MIN_DATA_SIZE_PX, Formatter, wrap_text
from render.kit.theme import CREAM, MUTED, NAVY, NAVY_2, NAVY_3

HAND_WIDTH_PX = 1100
HEADER_HEIGHT_PX = 78
AHEAD_HEIGHT_PX, MAX_SPACES_AHEAD = 204, 4
"""The height of the strip that shows the row and the spaces ahead, and how many of these."""
COLUMN_COUNT = 4
LINE_HEIGHT_PX = 40
UNSEEN_KINDS = ("-a", "rd", "rh", "rb", "rc", "rs", "bx", "gw", "co", "eq")


def compose_hand(scene: Scene, translate: Translate) -> Sheet | None:
    """The hand, 1100 pixels wide; None for a viewer who holds nothing."""
    view: View = scene.view
    explorer = next((seen for seen in view.explorers if seen.seat == view.viewer), None)
    if explorer is None or not explorer.hand:
        return None
    fmt = Formatter(scene.names, translate)
    items: list[tuple[str, Text, Text]] = [
        (held.card, cards.name_card(held.card), phrases.describe_card_effect(held.card, explorer, view.track))
        for held in explorer.hand
    ]
    use = phrases.describe_patron_use(explorer)
    if explorer.patron and use:
        items.append((explorer.patron, cards.name_patron(explorer.patron), use))
    columns = len(items) if len(items) <= COLUMN_COUNT else 3 if len(items) <= 6 else COLUMN_COUNT
    lines = -(-len(items) // columns)
    w = 168 if lines == 1 else 122
    tall = round(w * CARD_ASPECT) + 26 + 4 * LINE_HEIGHT_PX + 10
    table = 0 if view.unseen is None else 320
    head = HEADER_HEIGHT_PX + AHEAD_HEIGHT_PX
    sheet = Sheet(Image.new("RGB", (HAND_WIDTH_PX, head + lines * tall + 12 + table), NAVY))
    sheet.put(draw_flag_sprite(explorer.side, 54), 54, HEADER_HEIGHT_PX / 2)
    title = fmt(say("Your hand, {explorer}", explorer=phrases.name_explorer(explorer.side)))
    sheet.text(98, HEADER_HEIGHT_PX / 2, title, HAND_WIDTH_PX - 98 - 180, size=44, role="title")
    sheet.text(
        HAND_WIDTH_PX - 24, HEADER_HEIGHT_PX / 2, f"{len(explorer.hand)} / {explorer.limit}", 140, size=42, align="r"
    )
    _draw_ahead(sheet, view, explorer, fmt)
    cell = (HAND_WIDTH_PX - 32) / max(2, columns)
    for k, (picture, name, does) in enumerate(items):
        row, column = divmod(k, columns)
        middle, y = 16 + cell * (column + 0.5), head + row * tall
        x = round(middle - w / 2)
        own = k < len(explorer.hand)
        sheet.put(draw_card_face(picture, w, NAVY) if own else draw_patron_card(picture, w), x, y)
        if own and explorer.hand[k].is_secret:
            sheet.put(draw_hidden_eye(24), x + w - 16, y + w * CARD_ASPECT - 18)
        if mark := scene.marks.get(f"hand-{k}" if own else "patron"):
            sheet.put(draw_card_ring(w), x, y)
            draw_letter(sheet, x + 14, y + w * CARD_ASPECT - 18, mark)
        foot = y + w * CARD_ASPECT + 28
        sheet.text(middle, foot, fmt(name), cell - 2, align="m")
        told = wrap_text(fmt(does), "text", MIN_DATA_SIZE_PX, int(cell - 8), 3)
        for n, line in enumerate(told.lines, 1):
            sheet.text(
                middle,
                foot + LINE_HEIGHT_PX * n,
                line,
                cell - 8,
                size=told.size,
                wanted_size=MIN_DATA_SIZE_PX,
                role="text",
                fill=MUTED,
                align="m",
            )
    if view.unseen is not None:
        _draw_unseen(sheet, view.unseen, fmt, head + lines * tall + 12)
    return sheet


def _draw_ahead(sheet: Sheet, view: View, explorer: VisibleExplorer, fmt: Formatter) -> None:
    """What the hand is for: where the explorer stands and the spaces ahead, the cards of the row and what they cost."""
    sheet.image.paste(NAVY_2, (0, HEADER_HEIGHT_PX, HAND_WIDTH_PX, HEADER_HEIGHT_PX + AHEAD_HEIGHT_PX - 8))
    y, x = HEADER_HEIGHT_PX + 36, 24
    sheet.text(x, y, fmt(phrases.describe_place(view.track, explorer)), 380, fill=CREAM)
    colours = phrases.find_route(view.track, explorer.side).colours
    y += 62
    for space in range(explorer.space, min(explorer.space + MAX_SPACES_AHEAD, len(colours))):
        sheet.put(draw_space_sprite(colours[space], 28), x + 28, y)
        sheet.text(x + 28, y + 52, str(space + 1), 60, fill=MUTED, align="m")
        x += 68
    if explorer.space + MAX_SPACES_AHEAD > len(colours):
        for k, colour in enumerate("rgby"):
            sheet.put(draw_space_sprite(colour, 16), x + 20 + 32 * (k % 2), y - 16 + 32 * (k // 2))
        sheet.text(x + 34, y + 52, fmt(say("Pole")), 110, fill=MUTED, align="m")
    pitch = min(112, (HAND_WIDTH_PX - 440) // max(1, view.row_size))
    for n in range(1, view.row_size + 1):
        left, there = HAND_WIDTH_PX - 18 - pitch * n, n <= len(view.row)
        sheet.put(
            draw_card_face(view.row[-n], pitch - 16) if there else draw_card_place(pitch - 16),
            left,
            HEADER_HEIGHT_PX + 12,
        )
        price = view.prices.get(n)
        if there and price is not None:
            words = f"−{price}" if price else "0"
            sheet.text(left + pitch / 2 - 16, HEADER_HEIGHT_PX + AHEAD_HEIGHT_PX - 34, words, pitch / 2, align="m")
            sheet.put(draw_small_card(), left + pitch / 2 + 16, HEADER_HEIGHT_PX + AHEAD_HEIGHT_PX - 34)


def _draw_unseen(sheet: Sheet, unseen: tuple[Card, ...], fmt: Formatter, y: int) -> None:
    """How many of each card are still hidden: a column for each symbol, a row for each colour."""
    title = fmt(count("{n} card still hidden", "{n} cards still hidden", len(unseen)))
    sheet.text(24, y + 24, title, HAND_WIDTH_PX - 48)
    left, step = 84, (HAND_WIDTH_PX - 100) / len(UNSEEN_KINDS)
    for k, kind in enumerate(UNSEEN_KINDS):
        x = left + step * (k + 0.5)
        sheet.put(draw_symbol_sprite(kind, 42, CREAM, NAVY), x, y + 74)
        for line, colour in enumerate("rgby"):
            card = kind if kind in ("co", "eq") else colour + kind[1]
            middle = y + 124 + 50 * line + (75 if card == kind and kind in ("co", "eq") else 0)
            if card == kind and kind in ("co", "eq") and line:
                continue
            n = unseen.count(card)
            sheet.text(x, middle, str(n) if n else "·", step, fill=CREAM if n else NAVY_3, align="m")
    for line, colour in enumerate("rgby"):
        sheet.put(draw_space_sprite(colour, 22), 46, y + 124 + 50 * line)
