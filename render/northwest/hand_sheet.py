"""The hand of Expedition: Northwest Passage: the viewer's tiles with both faces, or every way to place the chosen tile."""

from __future__ import annotations

from PIL import Image

from engine.games.northwest.view import View, VisibleExpedition, VisibleTile
from engine.kernel.text import Text, Translate, count, say
from render.kit.marks import draw_gold_frame, draw_letter
from render.kit.prompt import extract_question
from render.kit.scene import Scene
from render.kit.seats import draw_seat_badge
from render.kit.sheet import Sheet
from render.kit.text import Formatter
from render.kit.theme import MUTED, NAVY
from render.northwest import phrases
from render.northwest.phrases import find_own_expedition
from render.northwest.place_sheet import TileWay, draw_ways, list_ways, measure_ways
from render.northwest.tiles import count_squares, find_back, find_front

HAND_WIDTH_PX = 1100
HEADER_HEIGHT_PX = 84
HAND_PADDING_PX, TILE_GAP_PX = 22, 40
MAX_TILE_SIDE_PX = 240


def compose_hand(scene: Scene, translate: Translate) -> Sheet | None:
    """Compose the hand, 1100 pixels wide; None for a viewer without tiles."""
    view: View = scene.view
    own = find_own_expedition(view)
    if own is None or not own.hand:
        return None
    fmt = Formatter(scene.names, translate)
    ways = list_ways(scene)
    if ways:
        return _compose_ways(scene, own, ways, fmt)
    return _compose_reserve(scene, own, fmt)


def _create_sheet(own: VisibleExpedition, height: int, title: str, right: str) -> Sheet:
    sheet = Sheet(Image.new("RGB", (HAND_WIDTH_PX, HEADER_HEIGHT_PX + height), NAVY))
    sheet.put(draw_seat_badge(own.seat, 50), 50, HEADER_HEIGHT_PX / 2)
    middle, edge = HEADER_HEIGHT_PX / 2, HAND_WIDTH_PX - HAND_PADDING_PX
    taken = 0
    if right:
        taken = sheet.text(edge, middle, right, 360, role="text", fill=MUTED, align="r")
    sheet.text(92, middle, title, edge - taken - 30 - 92, size=46, role="title")
    return sheet


def _compose_reserve(scene: Scene, own: VisibleExpedition, fmt: Formatter) -> Sheet:
    """Compose the reserve: each tile with its front and below it, smaller, its other side."""
    tiles = len(own.hand)
    columns = _count_columns(tiles)
    width = (HAND_WIDTH_PX - 2 * HAND_PADDING_PX) / columns
    side = int(width - TILE_GAP_PX) // max(map(count_squares, own.hand))
    side = min(side, MAX_TILE_SIDE_PX)
    height = 50 + side + 20 + round(side * 0.5) + 44
    lines = -(-tiles // columns)
    sheet = _create_sheet(
        own,
        lines * height + 4,
        _choose_title(scene, say("Your tiles"), fmt),
        fmt(count("{n} tile", "{n} tiles", tiles)),
    )
    for k, tile in enumerate(own.hand):
        row, column = divmod(k, columns)
        middle, top = HAND_PADDING_PX + width * (column + 0.5), HEADER_HEIGHT_PX + row * height
        _draw_faces(sheet, tile, fmt, (middle, top), width, side, scene.marks.get(f"tile-{k}"))
    return sheet


def _count_columns(tiles: int) -> int:
    if tiles <= 3:
        return max(2, tiles)
    if tiles == 4:
        return 2
    if tiles <= 6:
        return 3
    return 4


def _draw_faces(
    sheet: Sheet,
    tile: VisibleTile,
    fmt: Formatter,
    top_middle: tuple[float, int],
    width: float,
    side: int,
    mark: str | None,
) -> None:
    """Draw both faces of a tile with its name, and its letter if it is marked."""
    (middle, y), small_side = top_middle, round(side * 0.5)
    front, back = find_front(tile, side, MUTED), find_back(tile, small_side, MUTED)
    title = tile.tile.upper()
    if tile.symbol:
        title = fmt(say("{tile} · {kind}", tile=title, kind=phrases.name_kind(tile.symbol)))
    sheet.text(middle, y + 22, title, width - 16, align="m")
    x = round(middle - front.image.width / 2)
    sheet.put(front, x, y + 48)
    if mark:
        sheet.put(draw_gold_frame(front.image.width + 12, front.image.height + 12), x - 6, y + 42)
        draw_letter(sheet, x + 6, y + 48 + front.image.height - 20, mark)
    foot = y + 48 + front.image.height + 12
    if back is None:
        joker = fmt(say("other side: joker"))
        sheet.text(middle, foot + small_side / 2, joker, width - 16, role="text", fill=MUTED, align="m")
        return
    sheet.put(back, x, foot)
    left = x + back.image.width + 12
    label_width, label_middle = middle + width / 2 - 4 - left, foot + back.image.height / 2
    sheet.sentence(
        left,
        label_middle,
        say("other side"),
        label_width,
        fmt,
        max_lines=2,
        line_height=36,
        role="text",
        fill=MUTED,
        centred=True,
    )


def _compose_ways(scene: Scene, own: VisibleExpedition, ways: list[TileWay], fmt: Formatter) -> Sheet:
    """Compose every way to lay a tile on the chart."""
    title = _choose_title(scene, say("How does it lie?"), fmt)
    sheet = _create_sheet(own, measure_ways(scene, ways) + 4, title, "")
    draw_ways(sheet, scene, ways, fmt, HEADER_HEIGHT_PX)
    return sheet


def _choose_title(scene: Scene, otherwise: Text, fmt: Formatter) -> str:
    """Return the question that the letters answer, as the message asks it."""
    if scene.prompt:
        return extract_question(scene.prompt, fmt)
    return fmt(otherwise)
