"""The 256 colours of the pictures of Amundsen vs Scott, kept in `palette.txt`."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources
from itertools import product

import msgspec
from PIL import Image

from engine.games.amundsen.view import SIDES, Track
from render.amundsen.cards import (
    BACK_FILL_COLOUR,
    SHADOW_COLOUR,
    draw_card_back,
    draw_card_face,
    draw_exhausted_deck,
    draw_hidden_eye,
    draw_pile,
    find_ink,
)
from render.amundsen.chart import (
    CHART_LABELS,
    FRAME_COLOUR,
    ICE_SHELF_COLOUR,
    LATITUDE_COLOURS,
    LIT_SLOPE_COLOUR,
    PACK_ICE_COLOUR,
    RIDGE_COLOUR,
    SHADED_SLOPE_COLOUR,
    SHOAL_COLOUR,
    SNOW_COLOUR,
    draw_chart,
    draw_chosen_ship,
)
from render.amundsen.explorer_choice import draw_portrait
from render.amundsen.journeys import SNOW_SHARES
from render.amundsen.layout import LOST_RADIUS_PX, create_board_layout
from render.amundsen.panel import FROZEN_BANNER_COLOUR
from render.amundsen.panel_hands import WARNING_COLOUR
from render.amundsen.pieces import (
    CARD_STYLES,
    FLAG_BLUE,
    FLAG_RED,
    SIDE_INKS,
    draw_emblem,
    draw_flag_sprite,
    draw_pawn,
    draw_snowflake,
    draw_space_sprite,
)
from render.kit import encode, story, theme
from render.kit.marks import LETTER_RADIUS_PX, draw_gold_ring, draw_letter_ground, draw_medal
from render.kit.movement.turn_marks import draw_ghost_ring, draw_walked_ring
from render.kit.sheet import Sheet
from render.kit.theme import CREAM, GOLD, INK, MUTED, NAVY, NAVY_2, merge_tones, mix_colours

CARD_FACES = (*map("".join, product("rgby", "adhbc")), "rs", "bx", "gw", "yw", "co", "eq")
"""Every card of the printed deck once."""
CONTRAST_SNOW_SHARE = 0.62
"""How much of the snow in the ink of an old trail remains in the tone "contrast": the oldest keeps a contrast of 4:1."""
TRAIL_COLOURS: dict[theme.Colour, theme.Colour] = {
    mix_colours(ink, SNOW_COLOUR, share): mix_colours(ink, SNOW_COLOUR, share * CONTRAST_SNOW_SHARE)
    for ink in SIDE_INKS.values()
    for share in SNOW_SHARES[1:]
}
"""The colours of old trails, and their colours in the tone "contrast"."""
TONE_COLOURS: theme.Tones = {
    "night": {
        SNOW_COLOUR: "#B4BCC2",
        ICE_SHELF_COLOUR: "#9DADB8",
        LATITUDE_COLOURS["75"]: "#AEB7BD",
        LATITUDE_COLOURS["80"]: "#B4BCC2",
        LATITUDE_COLOURS["85"]: "#BAC2C7",
        LATITUDE_COLOURS["88"]: "#C3CACE",
        LIT_SLOPE_COLOUR: "#A3AEB6",
        SHADED_SLOPE_COLOUR: "#6F818C",
    },
    "contrast": TRAIL_COLOURS,
}
"""At night the snow is blue, not brown."""


class _PrintedComponents(msgspec.Struct):
    """The part of the game's components that the samples need."""

    track: Track


@lru_cache(maxsize=1)
def load_palette() -> Image.Image:
    """Read the chosen colours from `palette.txt`."""
    return encode.read_palette(__package__ or "", tones=merge_tones(TONE_COLOURS))


def choose_palette() -> Image.Image:
    """Compute the palette: plain colours exactly, smoothed edges as closely as possible. This takes up to half a second."""
    panel = (
        CREAM,
        GOLD,
        INK,
        MUTED,
        NAVY,
        NAVY_2,
        theme.NAVY_3,
        SHADOW_COLOUR,
        BACK_FILL_COLOUR,
        WARNING_COLOUR,
        FROZEN_BANNER_COLOUR,
        FLAG_RED,
        FLAG_BLUE,
    )
    printed = (
        theme.SEA,
        FRAME_COLOUR,
        SNOW_COLOUR,
        ICE_SHELF_COLOUR,
        *LATITUDE_COLOURS.values(),
        LIT_SLOPE_COLOUR,
        SHADED_SLOPE_COLOUR,
        RIDGE_COLOUR,
        PACK_ICE_COLOUR,
        SHOAL_COLOUR,
        *TRAIL_COLOURS,
    )
    cards = [look.colour for look in CARD_STYLES.values()]
    return encode.compute_palette(
        _draw_samples(),
        [*panel, *printed, *cards, *map(find_ink, CARD_STYLES), *SIDE_INKS.values(), theme.PAPER, story.EDGE_COLOUR],
    )


def _draw_samples() -> list[Image.Image]:
    """Draw the chart of the game's own track, and sprites and words on their grounds."""
    toml = resources.files("engine.games.amundsen").joinpath("components.toml").read_bytes()
    track = msgspec.toml.decode(toml, type=_PrintedComponents).track
    labels = tuple(label.template for label in CHART_LABELS)
    return [
        draw_chart(create_board_layout(track), labels).image,
        _draw_card_samples(),
        _draw_snow_samples(),
        *_draw_lettering_samples(),
    ]


def _draw_card_samples() -> Image.Image:
    """Draw every card, and the small signs of the panel."""
    cards = Sheet(Image.new("RGB", (1650, 900), NAVY_2))
    sprites = [draw_card_face(card, 132) for card in sorted(CARD_FACES)]
    sprites += [draw_card_back(94), draw_exhausted_deck(94), draw_pile(88, 3)]
    sprites += [draw_portrait("amundsen", 363, 540), draw_portrait("scott", 363, 540)]
    for k, sprite in enumerate(sprites):
        cards.put(sprite, k % 12 * 136, k // 12 * 190)
    small = [
        draw_emblem("politician", 40),
        draw_medal(24, CREAM),
        draw_letter_ground(2 * LETTER_RADIUS_PX, GOLD),
        draw_hidden_eye(20),
        draw_snowflake(48),
        draw_gold_ring(LOST_RADIUS_PX),
        draw_flag_sprite("amundsen", 58),
        draw_flag_sprite("scott", 58),
        *(draw_space_sprite(colour, 20) for colour in CARD_STYLES),
    ]
    for k, sprite in enumerate(small):
        cards.put(sprite, 60 + 90 * k, 850)
    return cards.image


def _draw_snow_samples() -> Image.Image:
    """Draw the pieces and the rings of the chart on snow."""
    snow = Sheet(Image.new("RGB", (900, 200), SNOW_COLOUR))
    for k, side in enumerate(SIDES):
        snow.put(draw_pawn(side, 1, 115), 100 + 400 * k, 150)
        snow.put(draw_chosen_ship(side), 300 + 400 * k, 100)
        snow.put(draw_ghost_ring(35, SIDE_INKS[side]), 200 + 400 * k, 60)
        snow.put(draw_walked_ring(32, SIDE_INKS[side]), 200 + 400 * k, 150)
    return snow.image


def _draw_lettering_samples() -> list[Image.Image]:
    """Draw letters in every pair of ground and ink."""
    inks = (
        (NAVY_2, CREAM),
        (NAVY_2, MUTED),
        (NAVY_2, WARNING_COLOUR),
        (NAVY, CREAM),
        (NAVY, MUTED),
        (GOLD, INK),
        (FROZEN_BANNER_COLOUR, INK),
        (CREAM, INK),
        (theme.PAPER, INK),
    )
    return list(encode.create_lettering_samples("Scott 0123456789", inks))
