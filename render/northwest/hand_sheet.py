"""The viewer's own tiles of Expedition: Northwest Passage, large, with both faces, or every way to place the chosen one."""

from __future__ import annotations

from PIL import Image

from engine.games.northwest.view import View, VisibleExpedition
from engine.kernel.text import Translate, count, say
from render.kit.marks import draw_gold_frame, draw_letter
from render.kit.scene import Scene
from render.kit.seats import draw_seat_badge
from render.kit.sheet import Sheet
from render.kit.text import Formatter
from render.kit.theme import MUTED, NAVY
from render.northwest import phrases
from render.northwest.tiles import draw_tile, find_back, find_front, parse_lie

HAND_WIDTH_PX = 1100
HEADER_HEIGHT_PX = 84
HAND_PADDING_PX = 22


def compose_hand(scene: Scene, translate: Translate) -> Sheet | None:
    """The reserve, 1100 pixels wide; None for a viewer who holds nothing."""
    view: View = scene.view
    own = next((seen for seen in view.expeditions if seen.seat == view.viewer), None)
    if own is None or not own.hand:
        return None
    fmt = Formatter(scene.names, translate)
    rotations = [spot for spot in scene.marks if parse_lie(view, spot)]
    return _compose_rotations(scene, own, rotations, fmt) if rotations else _compose_reserve(scene, own, fmt)


def _create_sheet(own: VisibleExpedition, height: int, title: str, right: str) -> Sheet:
    sheet = Sheet(Image.new("RGB", (HAND_WIDTH_PX, HEADER_HEIGHT_PX + height), NAVY))
    sheet.put(draw_seat_badge(own.seat, 50), 50, HEADER_HEIGHT_PX / 2)
    taken = (
        sheet.text(
            HAND_WIDTH_PX - HAND_PADDING_PX, HEADER_HEIGHT_PX / 2, right, 360, role="text", fill=MUTED, align="r"
        )
        if right
        else 0
    )
    sheet.text(
        92, HEADER_HEIGHT_PX / 2, title, HAND_WIDTH_PX - HAND_PADDING_PX - taken - 30 - 92, size=46, role="title"
    )
    return sheet


def _compose_reserve(scene: Scene, own: VisibleExpedition, fmt: Formatter) -> Sheet:
    """Each tile with its front above and, smaller, what its other side shows."""
    n = len(own.hand)
    columns = max(2, n) if n <= 3 else 2 if n == 4 else 3 if n <= 6 else 4
    cell = (HAND_WIDTH_PX - 2 * HAND_PADDING_PX) / columns
    side = 150 if columns == 2 else 128 if columns == 3 else 104
    small = round(side * 0.5)
    tall = 50 + side + 20 + small + 44
    lines = -(-n // columns)
    sheet = _create_sheet(own, lines * tall + 4, fmt(say("Your tiles")), fmt(count("{n} tile", "{n} tiles", n)))
    for k, tile in enumerate(own.hand):
        row, column = divmod(k, columns)
        middle, y = HAND_PADDING_PX + cell * (column + 0.5), HEADER_HEIGHT_PX + row * tall
        face, other = find_front(tile, side, MUTED), find_back(tile, small, MUTED)
        word = tile.tile.upper()
        title = fmt(say("{tile} · {kind}", tile=word, kind=phrases.name_kind(tile.symbol))) if tile.symbol else word
        sheet.text(middle, y + 22, title, cell - 16, align="m")
        x = round(middle - face.image.width / 2)
        sheet.put(face, x, y + 48)
        if mark := scene.marks.get(f"tile-{k}"):
            sheet.put(draw_gold_frame(face.image.width + 12, face.image.height + 12), x - 6, y + 42)
            draw_letter(sheet, x + 6, y + 48 + face.image.height - 20, mark)
        foot = y + 48 + face.image.height + 12
        if other is not None:
            sheet.put(other, x, foot)
            left = x + other.image.width + 12
            room = middle + cell / 2 - 4 - left
            at, label = foot + other.image.height / 2, say("other side")
            sheet.sentence(
                left, at, label, room, fmt, max_lines=2, line_height=36, role="text", fill=MUTED, centred=True
            )
        else:
            joker = fmt(say("other side: joker"))
            sheet.text(middle, foot + small / 2, joker, cell - 16, role="text", fill=MUTED, align="m")
    return sheet


def _compose_rotations(scene: Scene, own: VisibleExpedition, spots: list[str], fmt: Formatter) -> Sheet:
    """Every way to place the chosen tile."""
    columns = min(4, max(2, len(spots)))
    side, tall = 106, 268
    cell = (HAND_WIDTH_PX - 2 * HAND_PADDING_PX) / columns
    lines = -(-len(spots) // columns)
    sheet = _create_sheet(own, lines * tall + 4, fmt(say("How does it lie?")), "")
    for k, spot in enumerate(spots):
        found = parse_lie(scene.view, spot)
        if found is None:
            continue
        _, lie, symbol = found
        row, column = divmod(k, columns)
        middle, y = HAND_PADDING_PX + cell * (column + 0.5), HEADER_HEIGHT_PX + row * tall + tall / 2 - 10
        face = draw_tile(lie.rows, symbol, lie.symbol_at, side, MUTED)
        x, top = round(middle - face.image.width / 2), round(y - face.image.height / 2)
        sheet.put(face, x, top)
        draw_letter(sheet, x + 6, top + 6, scene.marks[spot])
    return sheet
