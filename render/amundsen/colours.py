"""The 256 colours of the pictures of Amundsen vs Scott, kept in `palette.txt`."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources

import msgspec
from PIL import Image

from engine.games.amundsen.view import SIDES, Track
from render.amundsen.cards import BACK_FILL, SHADOW, back, eye, face, gone, ink_of, pile
from render.amundsen.chart import BANDS, FRAME, LABELS, LIT, PACK, RIDGE, SHADE, SHELF, SHOAL, SNOW, chart, chosen_ship
from render.amundsen.choice import portrait
from render.amundsen.layout import LETTER_R, LOST_R, board_layout
from render.amundsen.marks import medal
from render.amundsen.panel import ICY, WARM
from render.amundsen.pieces import BLUE, LOOKS, RED, SIDE_INK, emblem, flag_sprite, halo, pawn, snowflake, space_sprite
from render.kit import encode, story, theme
from render.kit.sheet import Sheet
from render.kit.theme import CREAM, GOLD, INK, MUTED, NAVY, NAVY_2, toned_as
from render.kit.traces import ghost, walked

FACES = (*(colour + kind for kind in "adhbc" for colour in "rgby"), "rs", "bx", "gw", "yw", "co", "eq")
"""Every card of the printed deck once."""


class _Printed(msgspec.Struct):
    """The track of the game's own components."""

    track: Track


TONES: theme.Tones = {}
"""Nothing of its own."""


@lru_cache(maxsize=1)
def palette() -> Image.Image:
    """The chosen colours, read from the file beside this module."""
    return encode.kept_palette(__package__ or "", tones=toned_as(TONES))


def choose() -> Image.Image:
    """The choice: plain colours exactly, smoothed edges as closely as possible. Takes up to half a second."""
    panel = (CREAM, GOLD, INK, MUTED, NAVY, NAVY_2, theme.NAVY_3, SHADOW, BACK_FILL, WARM, ICY, RED, BLUE)
    printed = (theme.SEA, FRAME, SNOW, SHELF, *BANDS.values(), LIT, SHADE, RIDGE, PACK, SHOAL)
    cards = [look.colour for look in LOOKS.values()]
    return encode.palette(
        _samples(), [*panel, *printed, *cards, *map(ink_of, LOOKS), *SIDE_INK.values(), theme.PAPER, story.EDGE]
    )


def _samples() -> list[Image.Image]:
    """The chart of the game's own track, sprites and words on their grounds."""
    home = resources.files("engine.games.amundsen").joinpath("components.toml").read_bytes()
    track = msgspec.toml.decode(home, type=_Printed).track
    cards = Sheet(Image.new("RGB", (1650, 900), NAVY_2))
    faces = [face(card, 132) for card in sorted(FACES)]
    for k, sprite in enumerate(
        [*faces, back(94), gone(94), pile(88, 3), *(portrait(side, 363, 540) for side in SIDES)]
    ):
        cards.put(sprite, k % 12 * 136, k // 12 * 190)
    small = [
        emblem("politician", 40),
        medal(24),
        medal(LETTER_R, gold=True),
        eye(20),
        snowflake(48),
        halo(LOST_R, GOLD),
        *(flag_sprite(side, 58) for side in SIDES),
        *(space_sprite(colour, 20) for colour in LOOKS),
    ]
    for k, sprite in enumerate(small):
        cards.put(sprite, 60 + 90 * k, 850)
    snow = Sheet(Image.new("RGB", (900, 200), SNOW))
    for k, side in enumerate(SIDES):
        snow.put(pawn(side, 1, 115), 100 + 400 * k, 150)
        snow.put(chosen_ship(side), 300 + 400 * k, 100)
        snow.put(ghost(35, SIDE_INK[side]), 200 + 400 * k, 60)
        snow.put(walked(32, SIDE_INK[side]), 200 + 400 * k, 150)
    inks = (
        *((NAVY_2, fill) for fill in (CREAM, MUTED, WARM)),
        *((NAVY, fill) for fill in (CREAM, MUTED)),
        *((ground, INK) for ground in (GOLD, ICY, CREAM, theme.PAPER)),
    )
    return [
        chart(board_layout(track), tuple(label.template for label in LABELS)).image,
        cards.image,
        snow.image,
        *encode.lettering("Scott 0123456789", inks),
    ]
