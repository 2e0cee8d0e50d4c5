"""The picture of the viewer's own cards in Amundsen vs Scott: each card with its name and its effect."""

from __future__ import annotations

from typing import NamedTuple

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
from render.amundsen.marks import draw_card_frame
from render.amundsen.pieces import draw_flag_sprite, draw_space_sprite
from render.amundsen.table_row import draw_price
from render.kit.marks import draw_letter
from render.kit.scene import Scene
from render.kit.sheet import Align, Sheet
from render.kit.text import MIN_DATA_SIZE_PX, PHONE_DATA_SIZE_PX, Formatter, find_fitting_size, wrap_text
from render.kit.theme import CREAM, MUTED, NAVY, NAVY_2, NAVY_3

HAND_WIDTH_PX = 1100
HEADER_HEIGHT_PX = 78
AHEAD_HEIGHT_PX, MAX_SPACES_AHEAD = 204, 4
"""The height of the strip with the row and the spaces ahead, and the number of these spaces."""
COLUMN_COUNT = 4
"""The columns of a hand of more than `MAX_WIDE_ITEMS` cards, whose words stand below them."""
MAX_WIDE_ITEMS = 6
WIDE_CARD_WIDTH_PX, CARD_WIDTH_PX = 160, 122
LINE_HEIGHT_PX = 40
MAX_NAME_SIZE_PX = 50
"""The largest size of the name of a card with its words at the right."""
LONE_WORDS_WIDTH_PX, LONE_NAME_SIZE_PX = 600, 74
"""The least width for the large words of a card that is alone on its line, and the size of its name."""
UNSEEN_HEIGHT_PX = 320
UNSEEN_KINDS = ("-a", "rd", "rh", "rb", "rc", "rs", "bx", "gw", "co", "eq")


class HandItem(NamedTuple):
    """A card of the hand, or the patron."""

    word: str
    name: Text
    effect: Text
    spot: str
    is_patron: bool = False
    is_secret: bool = False


class HandGrid(NamedTuple):
    """The arrangement of the cards in lines and columns, in pixels."""

    column_count: int
    line_count: int
    card_width: int
    line_height: int
    cell_width: float
    is_wide: bool
    """Whether words stand at the right of a card, not below it."""

    def find_card_left(self, column: int) -> int:
        """Return the left edge of a card."""
        left = 16 + self.cell_width * column
        if self.is_wide:
            return round(left + 14)
        return round(left + (self.cell_width - self.card_width) / 2)


def compose_hand(scene: Scene, translate: Translate) -> Sheet | None:
    """Compose the picture of the hand, 1100 pixels wide; return None for a viewer without cards."""
    view: View = scene.view
    explorer = view.find_explorer(view.viewer)
    if explorer is None or not explorer.hand:
        return None
    fmt = Formatter(scene.names, translate)
    items = _list_items(view, explorer)
    grid = _create_grid(len(items))
    grid_top = HEADER_HEIGHT_PX + AHEAD_HEIGHT_PX
    unseen_top = grid_top + grid.line_count * grid.line_height + 12
    unseen_height = UNSEEN_HEIGHT_PX
    if view.unseen is None:
        unseen_height = 0
    sheet = Sheet(Image.new("RGB", (HAND_WIDTH_PX, unseen_top + unseen_height), NAVY))
    _draw_header(sheet, explorer, fmt)
    _draw_ahead(sheet, view, explorer, fmt)
    for k, item in enumerate(items):
        line, column = divmod(k, grid.column_count)
        x, y = grid.find_card_left(column), grid_top + line * grid.line_height
        _draw_item(sheet, item, grid, x, y, scene.marks.get(item.spot, ""))
        if grid.is_wide:
            _write_item(
                sheet,
                item,
                (x + grid.card_width + 26, y + (34 if grid.column_count > 1 else LONE_NAME_SIZE_PX)),
                grid.cell_width - grid.card_width - 50,
                "l",
                fmt,
            )
        else:
            middle = x + grid.card_width / 2
            place = (middle, y + grid.card_width * CARD_ASPECT + 28)
            _write_item(sheet, item, place, grid.cell_width - 8, "m", fmt)
    if view.unseen is not None:
        _draw_unseen(sheet, view.unseen, fmt, unseen_top)
    return sheet


def _list_items(view: View, explorer: VisibleExplorer) -> list[HandItem]:
    items: list[HandItem] = []
    for k, held in enumerate(explorer.hand):
        effect = phrases.describe_card_effect(held.card, explorer, view.track)
        name = cards.name_card(held.card)
        items.append(HandItem(held.card, name, effect, f"hand-{k}", is_secret=held.is_secret))
    use = phrases.describe_patron_use(explorer)
    if explorer.patron and use:
        items.append(HandItem(explorer.patron, cards.name_patron(explorer.patron), use, "patron", is_patron=True))
    return items


def _create_grid(item_count: int) -> HandGrid:
    is_wide = item_count <= MAX_WIDE_ITEMS
    if is_wide:
        column_count, card_width, words_height = min(item_count, 2), WIDE_CARD_WIDTH_PX, 0
    else:
        column_count, card_width, words_height = COLUMN_COUNT, CARD_WIDTH_PX, 16 + 4 * LINE_HEIGHT_PX
    line_count = -(-item_count // column_count)
    line_height = round(card_width * CARD_ASPECT) + words_height + 20
    return HandGrid(column_count, line_count, card_width, line_height, (HAND_WIDTH_PX - 32) / column_count, is_wide)


def _draw_header(sheet: Sheet, explorer: VisibleExplorer, fmt: Formatter) -> None:
    y = HEADER_HEIGHT_PX / 2
    sheet.put(draw_flag_sprite(explorer.side, 54), 54, y)
    title = fmt(say("Your hand, {explorer}", explorer=phrases.name_explorer(explorer.side)))
    sheet.text(98, y, title, HAND_WIDTH_PX - 98 - 180, size=44, role="title")
    sheet.text(HAND_WIDTH_PX - 24, y, f"{len(explorer.hand)} / {explorer.limit}", 140, size=42, align="r")


def _draw_item(sheet: Sheet, item: HandItem, grid: HandGrid, x: int, y: int, mark: str) -> None:
    """Draw a card or the patron with its marks; (x, y) is its top left corner."""
    w = grid.card_width
    if item.is_patron:
        sheet.put(draw_patron_card(item.word, w), x, y)
    else:
        sheet.put(draw_card_face(item.word, w, NAVY), x, y)
    if item.is_secret:
        sheet.put(draw_hidden_eye(24), x + w - 16, y + w * CARD_ASPECT - 18)
    if mark:
        draw_card_frame(sheet, x, y, w)
        draw_letter(sheet, x + 14, y + w * CARD_ASPECT - 18, mark)


def _write_item(
    sheet: Sheet, item: HandItem, place: tuple[float, float], max_width: float, align: Align, fmt: Formatter
) -> None:
    """Write the name and the effect of a card from a place on, or centred on it."""
    x, y = place
    size = effect_size = MIN_DATA_SIZE_PX
    if max_width > LONE_WORDS_WIDTH_PX:
        size, effect_size = LONE_NAME_SIZE_PX, PHONE_DATA_SIZE_PX
    elif align == "l":
        size = find_fitting_size(fmt(item.name), "bold", MAX_NAME_SIZE_PX, int(max_width))
    sheet.text(x, y, fmt(item.name), max_width, size=size, align=align)
    effect = wrap_text(fmt(item.effect), "text", effect_size, int(max_width), 4 if align == "l" else 3)
    line_height = LINE_HEIGHT_PX * effect_size // MIN_DATA_SIZE_PX
    for n, line in enumerate(effect.lines, 1):
        sheet.text(
            x,
            y + line_height * n + (size - effect_size) // 2,
            line,
            max_width,
            size=effect.size,
            wanted_size=MIN_DATA_SIZE_PX,
            role="text",
            fill=MUTED,
            align=align,
        )


def _draw_ahead(sheet: Sheet, view: View, explorer: VisibleExplorer, fmt: Formatter) -> None:
    """Draw the strip with the explorer's place, the spaces ahead, and the row with its prices."""
    sheet.image.paste(NAVY_2, (0, HEADER_HEIGHT_PX, HAND_WIDTH_PX, HEADER_HEIGHT_PX + AHEAD_HEIGHT_PX - 8))
    y, x = HEADER_HEIGHT_PX + 38, 24
    sheet.text(x, y, fmt(phrases.describe_place(view.track, explorer)), 380, size=PHONE_DATA_SIZE_PX)
    colours = view.track.find_route(explorer.side).colours
    y += 64
    for space in range(explorer.space, min(explorer.space + MAX_SPACES_AHEAD, len(colours))):
        sheet.put(draw_space_sprite(colours[space], 28), x + 28, y)
        sheet.text(x + 28, y + 52, str(space + 1), 60, fill=MUTED, align="m")
        x += 68
    if explorer.space + MAX_SPACES_AHEAD > len(colours):
        for k, colour in enumerate("rgby"):
            sheet.put(draw_space_sprite(colour, 16), x + 20 + 32 * (k % 2), y - 16 + 32 * (k // 2))
        sheet.text(x + 34, y + 52, fmt(say("Pole")), 110, fill=MUTED, align="m")
    _draw_row(sheet, view, fmt)


def _draw_row(sheet: Sheet, view: View, fmt: Formatter) -> None:
    """Draw the row with the price of each Take."""
    pitch = min(112, (HAND_WIDTH_PX - 440) // max(1, view.row_size))
    price_y = HEADER_HEIGHT_PX + AHEAD_HEIGHT_PX - 34
    for n in range(1, view.row_size + 1):
        left = HAND_WIDTH_PX - 18 - pitch * n
        if n > len(view.row):
            sheet.put(draw_card_place(pitch - 16), left, HEADER_HEIGHT_PX + 12)
            continue
        sheet.put(draw_card_face(view.row[-n], pitch - 16), left, HEADER_HEIGHT_PX + 12)
        if n in view.prices:
            draw_price(sheet, view, fmt, n, left + (pitch - 16) / 2, price_y, pitch - 4)


def _draw_unseen(sheet: Sheet, unseen: tuple[Card, ...], fmt: Formatter, y: int) -> None:
    """Draw the number of hidden copies of each card: a column for each symbol, a row for each colour."""
    title = fmt(count("{n} card still hidden", "{n} cards still hidden", len(unseen)))
    sheet.text(24, y + 24, title, HAND_WIDTH_PX - 48)
    left, step = 84, (HAND_WIDTH_PX - 100) / len(UNSEEN_KINDS)
    for k, kind in enumerate(UNSEEN_KINDS):
        x = left + step * (k + 0.5)
        sheet.put(draw_symbol_sprite(kind, 42, CREAM, NAVY), x, y + 74)
        if kind in ("co", "eq"):
            _write_copies(sheet, unseen.count(kind), x, y + 199, step)
            continue
        for line, colour in enumerate("rgby"):
            _write_copies(sheet, unseen.count(colour + kind[1]), x, y + 124 + 50 * line, step)
    for line, colour in enumerate("rgby"):
        sheet.put(draw_space_sprite(colour, 22), 46, y + 124 + 50 * line)


def _write_copies(sheet: Sheet, copies: int, x: float, y: float, width: float) -> None:
    words, fill = "·", NAVY_3
    if copies:
        words, fill = str(copies), CREAM
    sheet.text(x, y, words, width, fill=fill, align="m")
