"""The small signs of Amundsen vs Scott: frames, links and icons; and the pawns in their places."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.amundsen.view import View
from render.amundsen.cards import BACK_FILL_COLOUR, CARD_ASPECT
from render.amundsen.layout import GOLD_RING_GAP_PX, POLE_RADIUS_PX, BoardLayout
from render.amundsen.pieces import draw_flag_sprite, draw_pawn, draw_snowflake
from render.amundsen.placement import PawnStand
from render.kit.cache import cached_sprite
from render.kit.canvas import Sprite, create_canvas
from render.kit.marks import draw_gold_frame, draw_gold_ring, draw_own_mark
from render.kit.sheet import Sheet
from render.kit.theme import CREAM, MUTED, NAVY_2

POLE_FLAG_WIDTH_PX = 84
"""The width of the winner's flag on the Pole."""
CARD_FRAME_PX = 6
"""How far the gold frame of a card reaches beyond the card."""


def draw_pawns(sheet: Sheet, view: View, stands: Sequence[PawnStand]) -> None:
    """Draw the pawns of both explorers, with a snowflake on each if they are frozen."""
    for explorer, stand in zip(view.explorers, stands, strict=True):
        sheet.put(draw_pawn(explorer.side, stand.facing, stand.percent), stand.x, stand.y)
        if view.ended == "frozen":
            sheet.put(draw_snowflake(48), stand.x - 2, stand.y - 24 * stand.percent / 100)
        if explorer.seat == view.viewer:
            sheet.put(draw_own_mark(), stand.x, stand.list_boxes()[0][1])


def draw_reached_pole(sheet: Sheet, view: View, layout: BoardLayout) -> None:
    """Draw a gold ring and the winner's flag on the Pole; nothing if nobody has won there."""
    if view.ended != "pole":
        return
    sheet.put(draw_gold_ring(POLE_RADIUS_PX + GOLD_RING_GAP_PX), *layout.pole)
    if view.winner:
        sheet.put(draw_flag_sprite(view.winner, POLE_FLAG_WIDTH_PX), *layout.pole)


def draw_card_frame(sheet: Sheet, x: float, y: float, w: int) -> None:
    """Draw the gold frame of a card that can be chosen; (x, y) is the corner of the card."""
    frame = draw_gold_frame(w + 2 * CARD_FRAME_PX, round(w * CARD_ASPECT) + 2 * CARD_FRAME_PX)
    sheet.put(frame, x - CARD_FRAME_PX, y - CARD_FRAME_PX)


@cached_sprite
def draw_hand_icon() -> Sprite:
    """Draw two cards, one behind the other, anchored at the right edge."""
    c = create_canvas(34, 20, 2, 20)
    for k in (0, 1):
        c.rect(-31 + k * 9, -16 + k * 4, -11 + k * 9, 12 + k * 4, NAVY_2, radius=4, edge=MUTED, width=2.5)
    return c.sprite()


@cached_sprite
def draw_small_card() -> Sprite:
    """Draw a card as a unit of payment, anchored at its centre. It is filled, or it would read as a zero behind its number."""
    c = create_canvas(14, 18, 14, 18)
    c.rect(-11, -15, 11, 15, CREAM, radius=4)
    c.rect(-7, -11, -1, -4, BACK_FILL_COLOUR, radius=1)
    return c.sprite()
