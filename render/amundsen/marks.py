"""Small signs of Amundsen vs Scott: discs for numbers and letters, a frame round a card, a hand, a card as payment."""

from __future__ import annotations

from render.amundsen.cards import BACK_FILL_COLOUR, CARD_ASPECT
from render.amundsen.layout import LETTER_RADIUS_PX
from render.kit.cache import cached_sprite
from render.kit.canvas import Sprite, create_canvas
from render.kit.sheet import Sheet
from render.kit.theme import CREAM, GOLD, INK, MUTED, NAVY_2, NAVY_3


@cached_sprite
def draw_medal(r: int, *, plain: bool = False, gold: bool = False) -> Sprite:
    """A disc for a number or, in gold, for the letter of a choice."""
    c = create_canvas(r + 1, r + 1, r + 1, r + 1)
    c.disc(0, 0, r + 1, INK)
    c.disc(0, 0, r - 2, NAVY_3 if plain else GOLD if gold else CREAM)
    return c.sprite()


def draw_letter(sheet: Sheet, x: float, y: float, mark: str) -> None:
    """The gold disc with a choice's letter; nothing for a spot that is only pointed out."""
    if not mark:
        return
    sheet.put(draw_medal(LETTER_RADIUS_PX, gold=True), x, y)
    sheet.text(
        x, y, mark, 2 * LETTER_RADIUS_PX, size=42, role="label" if len(mark) == 1 else "bold", fill=INK, align="m"
    )


@cached_sprite
def draw_card_ring(w: int) -> Sprite:
    """A gold frame round a card that can be chosen."""
    h = round(w * CARD_ASPECT)
    c = create_canvas(6, 6, w + 6, h + 6)
    c.rect(-6, -6, w + 6, h + 6, None, radius=w * 0.16, edge=INK, width=9)
    c.rect(-4, -4, w + 4, h + 4, None, radius=w * 0.14, edge=GOLD, width=5)
    return c.sprite()


@cached_sprite
def draw_hand_icon() -> Sprite:
    """Two cards, one behind the other; anchored at its right edge."""
    c = create_canvas(34, 20, 2, 20)
    for k in (0, 1):
        c.rect(-31 + k * 9, -16 + k * 4, -11 + k * 9, 12 + k * 4, NAVY_2, radius=4, edge=MUTED, width=2.5)
    return c.sprite()


@cached_sprite
def draw_small_card() -> Sprite:
    """One card, as a unit to pay in; anchored at its centre."""
    c = create_canvas(14, 18, 14, 18)
    c.rect(-11, -15, 11, 15, CREAM, radius=4)
    c.rect(-7, -11, 7, 11, BACK_FILL_COLOUR, radius=2)
    return c.sprite()
