"""The 256 colours of the pictures of La Aventura del Paso del Noroeste, kept in `palette.txt`."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from PIL import Image

from render.kit import encode, story
from render.kit.hexes import Hex
from render.kit.seats import draw_seat_badge, draw_ship
from render.kit.sheet import Sheet
from render.kit.theme import (
    CREAM,
    GOLD,
    INK,
    MUTED,
    NAVY,
    NAVY_2,
    NAVY_3,
    PAPER,
    SEAT_STYLES,
    Tones,
    merge_tones,
    mix_colours,
)
from render.paso.chart import CHART_COLOURS, KnownGround, choose_letter_colour, cover_overhang, draw_chart
from render.paso.ground import GROUND_COLOURS, TERRAIN_COLOURS, draw_piece, draw_swatch
from render.paso.layout import BoardLayout
from render.paso.panel import PANEL_COLOURS
from render.paso.pieces import (
    draw_card_fan,
    draw_chest,
    draw_flag,
    draw_halo,
    draw_hexagon_frame,
    draw_path_outline,
    draw_pip,
    draw_raid_token,
    draw_shield,
    draw_side_sign,
    draw_silence_sign,
    draw_token,
)
from render.paso.ribbons import draw_joint, draw_ribbon

TONE_COLOURS: Tones = {}
"""Nothing of its own."""


@lru_cache(maxsize=1)
def load_palette() -> Image.Image:
    """The chosen colours, read from the file beside this module."""
    return encode.read_palette(__package__ or "", tones=merge_tones(TONE_COLOURS))


def choose_palette() -> Image.Image:
    """The choice: plain colours exactly, smoothed edges as closely as possible. Takes up to half a second."""
    plain = [*PANEL_COLOURS, *CHART_COLOURS, *GROUND_COLOURS, INK, NAVY_3, story.EDGE_COLOUR]
    plain += [choose_letter_colour(kind) for kind in TERRAIN_COLOURS]
    seats = [colour for look in SEAT_STYLES for colour in (look.colour, mix_colours(look.colour, INK, 0.28))]
    return encode.compute_palette(_draw_samples(), [*plain, *seats])


def _draw_samples() -> list[Image.Image]:
    """A passage where all terrains meet, pieces on all grounds, words on the panel."""
    kinds = tuple(TERRAIN_COLOURS)
    hexes: tuple[tuple[Hex, str], ...] = tuple(
        ((column, row), kinds[(column * 5 + row * 3 + column * row) % 7 % 4])
        for row, column in product(range(1, 10), range(8))
    )
    layout = BoardLayout(8, 24, 0)
    board = draw_chart(layout, KnownGround(hexes, 9))
    cover_overhang(board, layout)
    out = [board.image]
    for ground in (*TERRAIN_COLOURS.values(), PAPER, NAVY_2):
        sheet = Sheet(Image.new("RGB", (900, 330), ground))
        for seat in range(4):
            x = 60 + 220 * seat
            sheet.put(draw_ribbon(seat, (0,), 59), x, 60)
            sheet.put(draw_joint(seat, 5, 59), x + 100, 60)
            sheet.put(draw_ship(seat, 76), x, 160)
            sheet.put(draw_raid_token(seat, 22), x + 70, 160)
            sheet.put(draw_seat_badge(seat, 40), x + 120, 190)
            sheet.put(draw_hexagon_frame(59, SEAT_STYLES[seat].colour), x + 150, 100)
            for k, kind in enumerate(("s2", "u1", "x1")):
                sheet.put(draw_token(kind, seat, 9, count_left=True), x + 50 * k, 230)
                sheet.put(draw_token(kind, seat, 9, count_left=False), x + 50 * k, 270)
        signs = (
            draw_chest(44),
            draw_piece("iceberg", 59),
            draw_piece("water", 59),
            draw_halo(59),
            draw_path_outline((1,), 59, whole_hexagons=False),
        )
        for k, sprite in enumerate(signs):
            sheet.put(sprite, 100 + 150 * k, 270)
        out.append(sheet.image)
    small = Sheet(Image.new("RGB", (600, 120), NAVY_2))
    sprites = (
        draw_swatch("iceberg", 24),
        draw_swatch("snow", 24),
        draw_swatch("land", 24),
        draw_card_fan(34),
        draw_shield(32),
        draw_silence_sign(32),
        draw_flag(46, CREAM, INK),
    )
    for k, sprite in enumerate(
        (
            *sprites,
            draw_flag(46, CREAM, INK),
            draw_side_sign("sirs", 34),
            draw_side_sign("explorers", 34),
            draw_pip(13, is_full=True, ink=CREAM),
        )
    ):
        small.put(sprite, 30 + 60 * k, 60)
    out.append(small.image)
    inks = (
        (NAVY_2, CREAM),
        (NAVY_2, MUTED),
        (NAVY, CREAM),
        (NAVY, MUTED),
        (GOLD, INK),
        (PAPER, INK),
        (CREAM, INK),
    )
    return [*out, *encode.create_lettering_samples("Franklin 0123456789", inks)]
