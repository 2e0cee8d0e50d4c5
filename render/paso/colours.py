"""The 256 colours of the pictures of La Aventura del Paso del Noroeste, kept in `palette.txt`."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from PIL import Image

from render.kit import encode, story
from render.kit.hexes import Hex
from render.kit.seats import badge, ship
from render.kit.sheet import Sheet
from render.kit.theme import CREAM, GOLD, INK, MUTED, NAVY, NAVY_2, NAVY_3, PAPER, SEATS, Tones, mix, toned_as
from render.paso.chart import CHART_COLOURS, Ground, cover, draw_chart, print_on
from render.paso.ground import GROUND_COLOURS, TERRAIN, piece, swatch
from render.paso.layout import BoardLayout
from render.paso.panel import PANEL_COLOURS
from render.paso.pieces import (
    cards,
    chest,
    edged,
    flag,
    halo,
    outlined,
    pip,
    raid,
    shape,
    shield,
    side_sign,
    silence,
)
from render.paso.ribbons import joint, ribbon

TONES: Tones = {}
"""Nothing of its own."""


@lru_cache(maxsize=1)
def palette() -> Image.Image:
    """The chosen colours, read from the file beside this module."""
    return encode.kept_palette(__package__ or "", tones=toned_as(TONES))


def choose() -> Image.Image:
    """The choice: plain colours exactly, smoothed edges as closely as possible. Takes up to half a second."""
    plain = [*PANEL_COLOURS, *CHART_COLOURS, *GROUND_COLOURS, INK, NAVY_3, story.EDGE]
    plain += [print_on(kind) for kind in TERRAIN]
    seats = [colour for look in SEATS for colour in (look.colour, mix(look.colour, INK, 0.28))]
    return encode.palette(_samples(), [*plain, *seats])


def _samples() -> list[Image.Image]:
    """A passage where all terrains meet, pieces on all grounds, words on the panel."""
    kinds = tuple(TERRAIN)
    hexes: tuple[tuple[Hex, str], ...] = tuple(
        ((column, row), kinds[(column * 5 + row * 3 + column * row) % 7 % 4])
        for row, column in product(range(1, 10), range(8))
    )
    layout = BoardLayout(8, 24, 0)
    board = draw_chart(layout, Ground(hexes, 9))
    cover(board, layout)
    out = [board.image]
    for ground in (*TERRAIN.values(), PAPER, NAVY_2):
        sheet = Sheet(Image.new("RGB", (900, 330), ground))
        for seat in range(4):
            x = 60 + 220 * seat
            sheet.put(ribbon(seat, (0,), 59), x, 60)
            sheet.put(joint(seat, 5, 59), x + 100, 60)
            sheet.put(ship(seat, 76), x, 160)
            sheet.put(raid(seat, 22), x + 70, 160)
            sheet.put(badge(seat, 40), x + 120, 190)
            sheet.put(edged(59, SEATS[seat].colour), x + 150, 100)
            for k, kind in enumerate(("s2", "u1", "x1")):
                sheet.put(shape(kind, seat, 9, left=True), x + 50 * k, 230)
                sheet.put(shape(kind, seat, 9, left=False), x + 50 * k, 270)
        signs = (chest(44), piece("iceberg", 59), piece("water", 59), halo(59), outlined((1,), 59, whole=False))
        for k, sprite in enumerate(signs):
            sheet.put(sprite, 100 + 150 * k, 270)
        out.append(sheet.image)
    small = Sheet(Image.new("RGB", (600, 120), NAVY_2))
    sprites = (
        swatch("iceberg", 24),
        swatch("snow", 24),
        swatch("land", 24),
        cards(34),
        shield(32),
        silence(32),
        flag(46, CREAM, INK),
    )
    for k, sprite in enumerate(
        (
            *sprites,
            flag(46, CREAM, INK),
            side_sign("sirs", 34),
            side_sign("explorers", 34),
            pip(13, full=True, ink=CREAM),
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
    return [*out, *encode.lettering("Franklin 0123456789", inks)]
