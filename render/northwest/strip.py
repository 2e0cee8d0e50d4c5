"""The strip below the chart of Expedition: Northwest Passage: news and market or ranking, or the choice of a tile."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from engine.games.northwest.view import View, VisibleExpedition, VisiblePile
from engine.kernel.text import say
from render.kit.cache import cached_sprite
from render.kit.canvas import Sprite
from render.kit.marks import LETTER_RADIUS_PX, draw_gold_frame, draw_letter
from render.kit.scene import Scene
from render.kit.seats import draw_seat_badge
from render.kit.sheet import Sheet, draw_card
from render.kit.story import find_smallest_letters, write_strip
from render.kit.text import PHONE_DATA_SIZE_PX, Box, Formatter, find_fitting_size
from render.kit.theme import CREAM, GOLD, INK, PAPER, mix_colours
from render.northwest import phrases
from render.northwest.layout import STRIP_BOTTOM_PX, STRIP_LEFT_PX, STRIP_RIGHT_PX, STRIP_TOP_PX
from render.northwest.pieces import draw_name_plate
from render.northwest.score_sheet import format_points, rank_expeditions
from render.northwest.story_plan import StoryColumn
from render.northwest.tiles import count_squares, draw_tile, find_front

FAINT_COLOUR = mix_colours(INK, PAPER, 0.3)
MARKET_TOP_PX = STRIP_TOP_PX + 92
"""The upper edge of the market, below the news."""
LOW_MARKET_HEIGHT_PX, SLOTS_HEIGHT_PX = 106, 190
"""The heights of the market below the part of the board for small screens, without choices and with them."""
SLOT_HEIGHT_PX, SLOT_TILE_PX, SLOT_PADDING_PX, SLOT_GAP_PX = 84, 66, 9, 10
"""In that market: the height of the card of a tile and its word, the square of the tile, and the distances in and between cards."""
SLOT_LETTER_SIZE_PX, LOW_TILE_PX = 54, 44
WIDE_CARD_PX = 360
"""The least width of a card of the ranking with name and points in one line."""
RANKED_POINTS_SIZE_PX, LOW_NAME_SIZE_PX = 56, 48
"""The size of the points on a card of the ranking, and the largest size of a name below its place: letters can be high."""
LOWER_VALUES_SIZE_PX = 44
"""The size of the tokens left at an arrow behind the next one."""
MAX_ONE_LINE_TILES = 7
"""A reserve of more tiles is shown in several lines."""


def draw_strip(sheet: Sheet, scene: Scene, columns: Sequence[StoryColumn], fmt: Formatter) -> None:
    """Draw the viewer's own tiles to choose from, or the news and below them the market, or at the end the ranking."""
    view: View = scene.view
    own = phrases.find_own_expedition(view)
    if own and any(spot.startswith("tile-") for spot in scene.marks):
        _draw_own_tiles(sheet, scene, own, fmt)
        return
    boxes = [(left, STRIP_TOP_PX, right, MARKET_TOP_PX - 4) for _, left, right in columns]
    sizes = [find_smallest_letters(column.rows, fmt, box) for column, box in zip(columns, boxes, strict=True)]
    for column, box in zip(columns, boxes, strict=True):
        write_strip(
            sheet,
            column.rows,
            fmt,
            box,
            lambda seat: draw_seat_badge(seat, 34),
            fills_box=True,
            max_size=min(sizes),  # a larger older turn would look like the newest
        )
    if view.ended:
        _draw_ranking(sheet, view, fmt)
    elif columns:
        _draw_market(sheet, scene, fmt, MARKET_TOP_PX, 52)
    else:
        _draw_market(sheet, scene, fmt, STRIP_TOP_PX + 62, 57)


def _draw_ranking(sheet: Sheet, view: View, fmt: Formatter) -> None:
    """Draw the places of all expeditions, the best first and the winners on gold."""
    ranked = rank_expeditions(view)
    gap, top = 12, MARKET_TOP_PX + 6
    width = (STRIP_RIGHT_PX - STRIP_LEFT_PX + gap) // len(ranked) - gap
    for k, (place, expedition) in enumerate(ranked):
        left = STRIP_LEFT_PX + k * (width + gap)
        fill = CREAM
        if expedition.seat in view.winners:
            fill = GOLD
        draw_card(sheet.image, (left, top, left + width, STRIP_BOTTOM_PX), fill, PAPER, edge=INK, width=3)
        _draw_place(sheet, place, expedition, (left, top, left + width, STRIP_BOTTOM_PX), fmt)


def _draw_place(sheet: Sheet, place: int, expedition: VisibleExpedition, box: Box, fmt: Formatter) -> None:
    """Draw the place, the name and the points of an expedition; the name stands below them if the card is narrow."""
    left, top, right, bottom = box
    middle = (top + bottom) / 2
    is_wide, badge_size, name_size = right - left >= WIDE_CARD_PX, 58, PHONE_DATA_SIZE_PX
    if not is_wide:
        middle, badge_size, name_size = top + 22, 42, LOW_NAME_SIZE_PX
    x = left + 14 + sheet.text(left + 14, middle, f"{place}.", 60, size=name_size, role="title", fill=INK)
    sheet.put(draw_seat_badge(expedition.seat, badge_size, CREAM), x + 8 + badge_size / 2, middle)
    points, x = format_points(expedition.total), x + 17 + badge_size
    taken = sheet.text(right - 16, middle, points, 110, size=RANKED_POINTS_SIZE_PX, role="title", fill=INK, align="r")
    if not is_wide:
        middle, x = bottom - 20, left + 14
    name, max_width = fmt.names[expedition.seat], right - 28 - taken - x
    size = find_fitting_size(name, "bold", name_size, max_width)
    sheet.text(x, middle, name, max_width, size=size, fill=INK)


def _draw_market(sheet: Sheet, scene: Scene, fmt: Formatter, top: int, side: int) -> None:
    """Draw the market, the piles and the tokens left at the arrows. Squares of large tiles are `side` wide."""
    view: View = scene.view
    _draw_bag(sheet, view, fmt, STRIP_LEFT_PX + 40, top)
    x = _draw_large_tiles(sheet, scene, STRIP_LEFT_PX + 86, top, side, top + side + 30, 10)
    x = max(x, STRIP_LEFT_PX + 86 + 4 * (2 * side + 14)) + 4
    x = _draw_small_tiles(sheet, scene, x, top + 2, min(50, side - 2), top + side + 30, 6)
    _draw_arrows(sheet, view, x + 4, top + 22, 58, STRIP_RIGHT_PX + 8)


def draw_low_market(sheet: Sheet, scene: Scene, left: int, top: int, right: int) -> None:
    """Draw the market for small screens, `LOW_MARKET_HEIGHT_PX` high: large tiles in two lines, without their names."""
    step = 2 * LOW_TILE_PX + 10
    for k, tile in enumerate(scene.view.market):
        sheet.put(find_front(tile, LOW_TILE_PX), left + k // 2 * step, top + k % 2 * (LOW_TILE_PX + 6))
    x = _draw_small_tiles(sheet, scene, left + (len(scene.view.market) + 1) // 2 * step + 10, top, 50, top + 76, 12)
    _draw_arrows(sheet, scene.view, x - 4, top + 21, 50, right)


def draw_slots(sheet: Sheet, scene: Scene, left: int, top: int, right: int) -> None:
    """Draw the market as cards to choose from for small screens, `SLOTS_HEIGHT_PX` high: large tiles above small ones."""
    view: View = scene.view
    lines: list[list[tuple[Sprite, str, str | None]]] = [[], []]
    for k, tile in enumerate(view.market):
        lines[0].append((find_front(tile, SLOT_TILE_PX), tile.tile.upper(), scene.marks.get(f"market-{k}")))
    for pile in view.piles:
        mark = scene.marks.get(f"small-{pile.tile[1:]}")
        lines[1].append((_find_pile_top(pile, SLOT_TILE_PX), f"×{pile.tiles_left}", mark))
    for line, columns in zip(lines, (4, 6), strict=True):
        step = (right - left + SLOT_GAP_PX) / max(columns, len(line))
        for k, (sprite, word, mark) in enumerate(line):
            x = left + round(k * step)
            _draw_slot(sheet, (x, top, x + int(step) - SLOT_GAP_PX, top + SLOT_HEIGHT_PX), sprite, word, mark)
        top += SLOT_HEIGHT_PX + SLOT_GAP_PX


def _draw_slot(sheet: Sheet, box: Box, sprite: Sprite, word: str, mark: str | None) -> None:
    """Draw a card with a tile and, to the right of it, its word or the letter of the choice."""
    left, top, right, bottom = box
    draw_card(sheet.image, box, CREAM, PAPER, edge=FAINT_COLOUR, width=2)
    sheet.put(sprite, left + SLOT_PADDING_PX, top + SLOT_PADDING_PX)
    start = left + SLOT_PADDING_PX + sprite.image.width
    middle = (start + right) / 2, (top + bottom) / 2
    if mark is None:
        sheet.text(*middle, word, right - start - 8, size=46, fill=INK, align="m")
        return
    # The ground of the letter is gold: cream would look like land of the tile.
    sheet.image.paste(GOLD, (round(start) + 3, top + 6, right - 6, bottom - 6))
    sheet.put(draw_gold_frame(right - left, bottom - top), left, top)
    sheet.text(*middle, mark, right - start - 8, size=SLOT_LETTER_SIZE_PX, role="label", fill=INK, align="m")


def _draw_bag(sheet: Sheet, view: View, fmt: Formatter, x: float, top: float) -> None:
    """Draw the number of large tiles in the bag."""
    sheet.text(x, top + 20, fmt(say("bag")), 80, role="bold", fill=FAINT_COLOUR, align="m")
    sheet.text(x, top + 62, str(view.bag), 80, size=58, role="title", fill=INK, align="m")


def _draw_large_tiles(sheet: Sheet, scene: Scene, x: float, top: float, side: int, foot: float, gap: float) -> float:
    """Draw the large tiles on offer from x, with their names on the line `foot`; return their right end."""
    view: View = scene.view
    for k, tile in enumerate(view.market):
        mark = scene.marks.get(f"market-{k}")
        sprite = find_front(tile, side)
        sheet.put(sprite, x, top)
        _draw_tile_name(sheet, x + sprite.image.width / 2, foot, tile.tile.upper(), mark, sprite, (x, top))
        x += sprite.image.width + gap
    return x


def _draw_small_tiles(sheet: Sheet, scene: Scene, x: float, top: float, side: int, foot: float, gap: float) -> float:
    """Draw the piles of small tiles from x, with their numbers on the line `foot`; return their right end."""
    view: View = scene.view
    for pile in view.piles:
        mark = scene.marks.get(f"small-{pile.tile[1:]}")
        sprite = _find_pile_top(pile, side)
        sheet.put(sprite, x, top)
        _draw_tile_name(sheet, x + sprite.image.width / 2, foot, f"×{pile.tiles_left}", mark, sprite, (x, top))
        x += sprite.image.width + gap
    return x


def _draw_arrows(sheet: Sheet, view: View, x: float, y: float, step: int, right: float) -> None:
    """Draw the tokens left at the two arrows, below each other."""
    for k, (word, values) in enumerate((("NW", view.tokens.passage), ("G", view.tokens.greenland))):
        sheet.put(draw_name_plate(word), x + 35, y + step * k)
        first, lower = str(values[0]) if values else "–", " ".join(map(str, values[1:]))
        start = x + 70
        start += 8 + sheet.text(start, y + step * k, first, right - start, size=PHONE_DATA_SIZE_PX, fill=INK)
        sheet.text(start, y + step * k + 4, lower, right - start, size=LOWER_VALUES_SIZE_PX, fill=FAINT_COLOUR)


def _draw_tile_name(
    sheet: Sheet, x: float, y: float, word: str, mark: str | None, sprite: Sprite, corner: tuple[float, float]
) -> None:
    """Draw a tile's word below the tile, or the letter of the choice and a frame."""
    if mark is None:
        sheet.text(x, y, word, sprite.image.width + 8, size=PHONE_DATA_SIZE_PX, fill=INK, align="m")
        return
    sheet.put(draw_gold_frame(sprite.image.width + 6, sprite.image.height + 6), corner[0] - 3, corner[1] - 3)
    draw_letter(sheet, x, y, mark)


def _find_pile_top(pile: VisiblePile, side: int) -> Sprite:
    """Find the picture of the top tile of a pile."""
    if not pile.tiles_left:
        return _draw_empty_pile(pile.rows, side)
    return draw_tile(pile.rows, "", None, side, INK)


@cached_sprite
def _draw_empty_pile(rows: str, side: int) -> Sprite:
    """Draw a pile without tiles."""
    sprite = draw_tile(rows, "", None, side)
    return Sprite(Image.blend(sprite.image, Image.new("RGB", sprite.image.size, PAPER), 0.72), 0, 0)


# -------------------------------------------------------------------- choices
def _draw_heading(sheet: Sheet, words: str) -> None:
    sheet.text(
        STRIP_LEFT_PX + 4, STRIP_TOP_PX + 22, words, STRIP_RIGHT_PX - STRIP_LEFT_PX, size=40, role="title", fill=INK
    )


def _draw_own_tiles(sheet: Sheet, scene: Scene, own: VisibleExpedition, fmt: Formatter) -> None:
    """Draw the viewer's reserve as large as possible, in one line or in several lines."""
    if len(own.hand) <= MAX_ONE_LINE_TILES:
        _draw_heading(sheet, fmt(say("Your tiles")))
        _draw_tile_line(sheet, scene, own)
    else:
        _draw_tile_lines(sheet, scene, own)


def _draw_tile_line(sheet: Sheet, scene: Scene, own: VisibleExpedition) -> None:
    """Draw a reserve in one line with letters below the tiles."""
    x, top = STRIP_LEFT_PX + 4.0, STRIP_TOP_PX + 48
    squares = max(1, sum(map(count_squares, own.hand)))
    side = min(92, (STRIP_RIGHT_PX - STRIP_LEFT_PX - 24 * len(own.hand)) // squares)
    for k, tile in enumerate(own.hand):
        sprite = find_front(tile, side)
        sheet.put(sprite, x, top)
        middle, foot = x + sprite.image.width / 2, top + sprite.image.height + 24
        _draw_tile_name(sheet, middle, foot, tile.tile.upper(), scene.marks.get(f"tile-{k}"), sprite, (x, top))
        x += sprite.image.width + 24


def _draw_tile_lines(sheet: Sheet, scene: Scene, own: VisibleExpedition) -> None:
    """Draw a reserve in several lines with letters to the left of the tiles."""
    lines = min(3, -(-len(own.hand) // MAX_ONE_LINE_TILES))
    columns = -(-len(own.hand) // lines)
    wide, high = (STRIP_RIGHT_PX - STRIP_LEFT_PX) / columns, (STRIP_BOTTOM_PX - STRIP_TOP_PX) / lines
    side = max(12, min(int(high) - 12, int(wide - 2 * LETTER_RADIUS_PX - 14) // 2))
    for k, tile in enumerate(own.hand):
        x, y = STRIP_LEFT_PX + k % columns * wide, STRIP_TOP_PX + (k // columns + 0.5) * high
        sprite = find_front(tile, side)
        sheet.put(sprite, x + 2 * LETTER_RADIUS_PX + 4, y - sprite.image.height / 2)
        if mark := scene.marks.get(f"tile-{k}"):
            draw_letter(sheet, x + LETTER_RADIUS_PX, y, mark)
