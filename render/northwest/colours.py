"""The palette of the pictures of Expedition: Northwest Passage: 256 colours, stored in `palette.txt`."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from PIL import Image

from render.kit import encode, story, theme
from render.kit.movement.turn_marks import draw_ghost_ring
from render.kit.seats import FROST_COLOUR, draw_seat_badge, draw_ship
from render.kit.sheet import Sheet
from render.kit.squares import COAST_COLOUR, ICE_COLOUR, ICE_OPACITY, LAND_COLOUR, SHALLOW_COLOUR, SHORE_COLOUR, Corners
from render.kit.theme import (
    CREAM,
    GOLD,
    INK,
    MUTED,
    NAVY,
    NAVY_2,
    NAVY_3,
    PAPER,
    SEAT_COLOURS,
    SEAT_STYLES,
    merge_tones,
    mix_colours,
)
from render.northwest.chart import THIN_ICE_OPACITY, IceSeason, Terrain, draw_chart
from render.northwest.ground import FLOE_COLOUR, GROUND_COLOURS, LEAD_COLOUR, SLOPE_COLOUR
from render.northwest.layout import BoardLayout, Cell
from render.northwest.panel import WARNING_COLOUR
from render.northwest.paper import (
    ARCH_LINE_COLOUR,
    CROSS_COLOUR,
    FOG_LEVELS,
    GRATICULE_COLOUR,
    PAPER_COLOURS,
    ROSE_COLOUR,
    ROSE_LIGHT_COLOUR,
    UNKNOWN_COLOUR,
)
from render.northwest.pieces import (
    ICE_EDGE_COLOUR,
    TOKEN_STYLES,
    draw_coin,
    draw_ice_warning,
    draw_sled,
    draw_sun,
    draw_thaw_warning,
    draw_token,
)


def freeze_colour(colour: theme.Colour, opacity: float) -> theme.Colour:
    """Return a colour under ice exactly as Pillow blends it, which rounds down."""
    ice, open_part = (Image.new("RGB", (1, 1), one) for one in (ICE_COLOUR, colour))
    return f"#{Image.blend(open_part, ice, opacity).tobytes().hex().upper()}"


FROZEN_LAND_COLOUR, FROZEN_SEA_COLOUR = (freeze_colour(one, ICE_OPACITY) for one in (LAND_COLOUR, theme.SEA))
OPEN_FOG_COLOURS = (UNKNOWN_COLOUR, *[colour for _, colour in FOG_LEVELS])
FROZEN_FOG_COLOURS = tuple([freeze_colour(colour, THIN_ICE_OPACITY) for colour in OPEN_FOG_COLOURS])
"""The unexplored and its fog, open and under ice, the thickest fog last."""
TONE_COLOURS: theme.Tones = {
    "night": {
        PAPER: "#8C98A1",
        LAND_COLOUR: "#CFC6AE",
        SLOPE_COLOUR: "#C3B99E",
        SHORE_COLOUR: "#B7AB8D",
        theme.SEA: "#18415C",
        SHALLOW_COLOUR: "#4E7E97",
        FROZEN_LAND_COLOUR: "#BCC6CB",
        FROZEN_SEA_COLOUR: "#5B86A3",
        GRATICULE_COLOUR: "#62707A",
        CROSS_COLOUR: "#4C5963",
        ROSE_COLOUR: "#5D6B76",
        ROSE_LIGHT_COLOUR: "#8995A0",
        **dict(zip(OPEN_FOG_COLOURS, ("#71808B", "#798793", "#808E99"), strict=True)),
        **dict(zip(FROZEN_FOG_COLOURS, ("#919EA7", "#98A4AC", "#9EA9B1"), strict=True)),
    },
    "contrast": {
        LAND_COLOUR: "#FFFFFF",
        ARCH_LINE_COLOUR: INK,
        theme.SEA: "#123F5E",
        FROZEN_LAND_COLOUR: "#F4F9FA",
        FROZEN_SEA_COLOUR: "#5C93BA",
        GRATICULE_COLOUR: "#8F6C3C",
        CROSS_COLOUR: "#6B4E26",
        ROSE_COLOUR: "#8A6737",
        ROSE_LIGHT_COLOUR: "#CBA878",
        **dict(zip(OPEN_FOG_COLOURS, ("#A8824F", "#AC8653", "#B08A57"), strict=True)),
        **dict(zip(FROZEN_FOG_COLOURS, ("#968A79", "#988C7B", "#9A8E7D"), strict=True)),
    },
}
"""At night the unexplored is blue, so that the warm land stands out.

In the tone "contrast" land and the unexplored, and open and frozen water, differ by a contrast of 3:1.
"""


@lru_cache(maxsize=1)
def load_palette() -> Image.Image:
    """Load the chosen colours from the file next to this module."""
    return encode.read_palette(__package__ or "", tones=merge_tones(TONE_COLOURS))


def choose_palette() -> Image.Image:
    """Choose the colours: plain colours exactly, smoothed edges as closely as possible. It takes up to half a second."""
    ground = [PAPER, NAVY, NAVY_2, theme.SEA, LAND_COLOUR, *PAPER_COLOURS, *GROUND_COLOURS]
    frozen: list[theme.Colour] = []
    for colour in (theme.SEA, LAND_COLOUR, SHALLOW_COLOUR, SHORE_COLOUR, SLOPE_COLOUR):
        frozen.append(freeze_colour(colour, ICE_OPACITY))
    frozen += [FLOE_COLOUR, LEAD_COLOUR, *FROZEN_FOG_COLOURS]
    plain = [
        CREAM,
        GOLD,
        INK,
        MUTED,
        NAVY_3,
        SHALLOW_COLOUR,
        SHORE_COLOUR,
        COAST_COLOUR,
        ICE_COLOUR,
        ICE_EDGE_COLOUR,
        FROST_COLOUR,
        WARNING_COLOUR,
        story.EDGE_COLOUR,
    ]
    seats: list[theme.Colour] = []
    for colour in SEAT_COLOURS:
        seats += [colour, mix_colours(colour, INK, 0.28)]
    tokens = [look.colour for look in TOKEN_STYLES.values()]
    return encode.compute_palette(_draw_samples(), [*ground, *frozen, *plain, *seats, *tokens])


def _draw_samples() -> list[Image.Image]:
    """Draw a chart with every kind of square, pieces on all backgrounds, and words on the panel."""
    layout = BoardLayout(15, 10, (3,) * 5 + (2,) * 5 + (1,) * 5)
    squares: list[Corners | None] = []
    for y, x in product(range(10), range(15)):
        corners = (
            _choose_corner(x, y),
            _choose_corner(x + 1, y),
            _choose_corner(x, y + 1),
            _choose_corner(x + 1, y + 1),
        )
        squares.append(corners if (x * 3 + y) % 5 else None)
    tiles: list[tuple[Cell, Cell]] = []
    for y, x in product(range(10), range(0, 14, 2)):
        tiles.append(((x, y), (x + 1, y)))
    sample = draw_chart(layout, Terrain(tuple(squares), tuple(tiles)), IceSeason(5, (8, 2))).image
    backgrounds = (theme.SEA, LAND_COLOUR, PAPER, NAVY_2, FROZEN_SEA_COLOUR)
    pieces = [_draw_piece_sample(background) for background in backgrounds]
    inks = (
        (NAVY_2, CREAM),
        (NAVY_2, MUTED),
        (NAVY, CREAM),
        (GOLD, INK),
        (PAPER, INK),
        (CREAM, INK),
        (NAVY_2, GOLD),
    )
    return [sample, *pieces, *encode.create_lettering_samples("Franklin 0123456789", inks)]


def _choose_corner(i: int, j: int) -> int:
    """Return whether a corner of the sample is land (1) or sea (0), in an irregular pattern."""
    return (i * 7 + j * 5 + i * j * 3) % 11 % 2


def _draw_piece_sample(background: theme.Colour) -> Image.Image:
    """Draw all pieces and signs on a background."""
    sheet = Sheet(Image.new("RGB", (900, 220), background))
    for seat in range(4):
        sheet.put(draw_ship(seat, 64), 40 + 80 * seat, 50)
        sheet.put(draw_sled(seat, 54), 400 + 80 * seat, 50)
        sheet.put(draw_seat_badge(seat, 40), 720 + 44 * seat, 50)
    for seat in range(4):
        sheet.put(draw_ghost_ring(27, SEAT_STYLES[seat].colour), 40 + 80 * seat, 190)
    for k, kind in enumerate(TOKEN_STYLES):
        sheet.put(draw_token(kind, 50), 40 + 70 * k, 130)
    signs = (
        draw_ice_warning(15, now=True),
        draw_ice_warning(15, now=False),
        draw_thaw_warning(15, lost=True),
        draw_thaw_warning(15, lost=False),
        draw_sun(66),
        draw_coin(15, 42),
        draw_ship(0, 64, is_held=True),
    )
    for k, sprite in enumerate(signs):
        sheet.put(sprite, 420 + 66 * k, 140)
    return sheet.image
