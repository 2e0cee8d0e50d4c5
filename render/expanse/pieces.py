"""The sprites of The Expanse Board Game: faction shapes, fleets, resources, the Rocinante and small signs.

A sprite is anchored at its centre unless its function says otherwise.
"""

from __future__ import annotations

from typing import NamedTuple

from render.kit.cache import cached_sprite
from render.kit.canvas import SPRITE_SCALE, Canvas, Point, Points, Sprite, add_rims, create_canvas
from render.kit.shapes import build_outline, build_ring, scale_points
from render.kit.theme import CREAM, Colour, mix_colours

SPACE_COLOUR, DARK_INK = "#0A1320", "#0A1320"
"""The ground of the picture, and the ink on bright fills."""
BAND_COLOURS = ("#21344B", "#1B2B40", "#162437", "#121E2F")
ORBIT_LINE_COLOUR = "#3E5B7B"
PLATE_COLOUR, PLATE_EDGE_COLOUR = "#0C1622", "#4A6685"
PANEL_COLOUR, CARD_COLOUR = "#14212F", "#1E3043"
SCORE_CARD_COLOUR = "#3A4D63"
DIM_INK = "#A7BACB"
"""The ink of secondary words; its contrast is 7.9 on PANEL_COLOUR and 6.7 on CARD_COLOUR."""
FAINT_COLOUR = "#4A6079"
"""The colour of empty slots."""
FOCUS_COLOUR = "#FFFFFF"
"""The colour of targets, their letters and the next space of the chart. Gold would look like the OPA."""
PLUME_COLOUR = "#F6BE3B"


class FactionStyle(NamedTuple):
    """The colour and shape of a faction. DARK_INK has a contrast of at least 6.6 on every colour.

    `shape_drop` is how far the shape is moved down to look centred, in radii.
    """

    colour: Colour
    shape: str
    shape_drop: float


FACTION_STYLES: dict[str, FactionStyle] = {
    "un": FactionStyle("#5BB0FF", "circle", 0),
    "mcr": FactionStyle("#FF6A45", "triangle", 0.14),
    "opa": FactionStyle("#FFD23F", "square", 0),
    "pg": FactionStyle("#5FE3B4", "diamond", 0),
}


# ---------------------------------------------------------------- factions
@cached_sprite
def draw_faction_mark(faction: str, r: float, ground: Colour | None = None, fill: Colour | None = None) -> Sprite:
    """Draw a faction's shape, in its own colour or in `fill`."""
    style = FACTION_STYLES[faction]
    half = r * 1.3 + 2
    c = create_canvas(half, half, half, half)
    c.poly(build_outline(style.shape, 0, style.shape_drop * r, r), fill or style.colour)
    return c.sprite(ground)


@cached_sprite
def draw_track_marker(faction: str, r: float) -> Sprite:
    """Draw a faction's marker on a track: its shape in a dark rim."""
    style = FACTION_STYLES[faction]
    half = r * 1.3 + 6
    c = create_canvas(half, half, half, half)
    c.poly(build_outline(style.shape, 0, style.shape_drop * r, r), style.colour)
    return add_rims(c, [(2.5, DARK_INK)])


@cached_sprite
def draw_faction_seal(faction: str, size: int) -> Sprite:
    """Draw a faction's shape in a dark square, for a banner in the faction's colour."""
    half = size / 2
    c = create_canvas(half, half, half, half)
    c.rect(-half, -half, half, half, DARK_INK, radius=size * 0.18)
    style = FACTION_STYLES[faction]
    c.poly(build_outline(style.shape, 0, style.shape_drop * size * 0.32, size * 0.32), style.colour)
    return c.sprite(style.colour)


@cached_sprite
def draw_count_ground(faction: str, width: int, *, leads: bool, diplomats: bool) -> Sprite:
    """Draw the ground of a faction's influence on a plate, 44 pixels high, with its shape.

    Diplomats add a ring, and a faction that leads alone has a filled ground. The anchor is the top left corner.
    """
    style = FACTION_STYLES[faction]
    c = Canvas((width, 44), PLATE_COLOUR, SPRITE_SCALE)
    if leads:
        c.rect(0, 0, width, 44, style.colour, radius=9)
    ink = DARK_INK if leads else style.colour
    if diplomats:
        _draw_diplomat(c, style, (12, 22), 11.5, ink)
    else:
        c.poly(build_outline(style.shape, 12, 22 + style.shape_drop * 10, 10), ink)
    return Sprite(c.finish(), 0, 0)


@cached_sprite
def draw_diplomat(faction: str, r: float) -> Sprite:
    """Draw a Diplomat, as on the plates but larger."""
    style = FACTION_STYLES[faction]
    c = create_canvas(r, r, r, r)
    _draw_diplomat(c, style, (0, 0), r, style.colour)
    return c.sprite()


def _draw_diplomat(c: Canvas, style: FactionStyle, middle: Point, radius: float, ink: Colour) -> None:
    """Draw a faction's shape in a ring of this radius."""
    (x, y), unit = middle, radius / 11.5
    c.disc(x, y, radius, None, edge=ink, width=2.6 * unit)
    r = 5.5 * unit
    c.poly(build_outline(style.shape, x, y + style.shape_drop * r, r), ink)


@cached_sprite
def draw_plus(size: int, fill: Colour) -> Sprite:
    """Draw a plus."""
    half = size / 2
    c = create_canvas(half + 1, half + 1, half + 1, half + 1)
    c.rect(-half, -2.2, half, 2.2, fill)
    c.rect(-2.2, -half, 2.2, half, fill)
    return c.sprite()


# ------------------------------------------------------------------ fleets
@cached_sprite
def draw_fleet(faction: str, size: int, *, battleships: bool = False, scrap: bool = False) -> Sprite:
    """Draw a chevron over the faction's shape: two for Battleships, a broken one for Scrap Ships alone."""
    style, half = FACTION_STYLES[faction], size / 2
    width = size * 0.17
    reach = half + max(3, width / 2)
    c = create_canvas(reach, size * 0.8, reach, half * 1.3 + 4)
    for k in range(2 if battleships else 1):
        y = -half * 0.2 - k * size * 0.28
        roof = [(-half, y), (0, y - half * 0.72), (half, y)]
        if scrap:
            c.line([roof[0], (-half * 0.3, y - half * 0.5)], style.colour, width)
            c.line([(half * 0.3, y - half * 0.5), roof[2]], style.colour, width)
        else:
            c.line(roof, style.colour, width)
    c.poly(build_outline(style.shape, 0, half * (0.56 + style.shape_drop * 0.4), half * 0.54), style.colour)
    return c.sprite()


HULL_OUTLINE = [(-2, 40), (28, 26), (66, 18), (100, 44), (100, 56), (66, 82), (28, 74), (-2, 60)]
FLAME_OUTLINE = [(-8, 36), (-38, 50), (-8, 64)]
DECK_OUTLINE = [(44, 34), (74, 42), (74, 58), (44, 66)]


@cached_sprite
def draw_rocinante(size: int, faction: str = "") -> Sprite:
    """Draw the gunship with its drive lit, with the shape of `faction` on the deck if one is given."""
    half = size * 0.9
    c = create_canvas(half, half, half, half)
    c.poly(scale_points(HULL_OUTLINE, 0, 0, size), CREAM)
    c.poly(scale_points(FLAME_OUTLINE, 0, 0, size), PLUME_COLOUR)
    if faction:
        style = FACTION_STYLES[faction]
        c.disc(size * 0.04, 0, size * 0.235, DARK_INK)
        c.poly(build_outline(style.shape, size * 0.04, style.shape_drop * size * 0.16, size * 0.165), style.colour)
    else:
        c.poly(scale_points(DECK_OUTLINE, 0, 0, size), DARK_INK)
    return c.sprite()


# --------------------------------------------------------------- resources
GRAIN_OUTLINE = [(4, 18), (12, -4), (34, -14), (32, 8), (20, 17)]
GEM_OUTLINE = [(28, 8), (72, 8), (98, 38), (50, 98), (2, 38)]


def _draw_resource_shape(c: Canvas, kind: str, size: float, ink: Colour, paper: Colour) -> None:
    unit = size / 100

    def poly(points: Points) -> None:
        c.poly(scale_points(points, 0, 0, size), ink)

    def line(points: Points, width: float, fill: Colour = ink) -> None:
        c.line(scale_points(points, 0, 0, size), fill, width * unit)

    def square(start: float, end: float, fill: Colour, radius: float = 0) -> None:
        (x0, y0), (x1, y1) = scale_points([(start, start), (end, end)], 0, 0, size)
        c.rect(x0, y0, x1, y1, fill, radius=radius * unit)

    match kind:
        case "food":
            line([(50, 100), (50, 30)], 9)
            poly(build_ring(50, 14, 11, ry=17))
            for y in (38, 62):
                for side in (-1, 1):
                    poly([(50 + side * dx, y + dy) for dx, dy in GRAIN_OUTLINE])
        case "water":
            poly([(50, 0), (66, 26), *build_ring(50, 64, 34, -28, 208), (34, 26)])
            line(build_ring(50, 64, 20, 100, 175), 8, paper)
        case "minerals":
            poly(GEM_OUTLINE)
            line([(4, 40), (96, 40)], 6, paper)
            line([(50, 95), (32, 40), (50, 12), (68, 40), (50, 95)], 5, paper)
        case _:
            square(20, 80, ink, radius=8)
            square(37, 63, paper)
            for t in (32, 50, 68):
                for pin in ([(t, 2), (t, 22)], [(t, 78), (t, 98)], [(2, t), (22, t)], [(78, t), (98, t)]):
                    line(pin, 8)


@cached_sprite
def draw_resource(kind: str, size: int, ground: Colour, ink: Colour = CREAM) -> Sprite:
    """Draw an ear of grain, a drop, a crystal or a chip on a plain ground."""
    half = size * 0.56
    c = create_canvas(half, half, half, half)
    _draw_resource_shape(c, kind, size, ink, ground)
    return c.sprite(ground)


# ------------------------------------------------------------------- signs
@cached_sprite
def draw_halo(r: float, colour: Colour = FOCUS_COLOUR, width: float = 5) -> Sprite:
    """Draw a ring of radius `r`."""
    c = create_canvas(r + 4, r + 4, r + 4, r + 4)
    c.disc(0, 0, r + width / 2, None, edge=colour, width=width)
    return c.sprite()


@cached_sprite
def draw_unclaimed_ring(r: float) -> Sprite:
    """Draw the grey broken ring of an orbital that nobody controls."""
    c = create_canvas(r + 3, r + 3, r + 3, r + 3)
    for k in range(0, 24, 2):
        c.line(build_ring(0, 0, r - 1, k * 15, k * 15 + 15), "#7E97B0", 2.5)
    return c.sprite()


@cached_sprite
def draw_control_badge(faction: str, bonus: int) -> Sprite:
    """Draw the faction that controls an orbital and the influence that this adds, if any."""
    style = FACTION_STYLES[faction]
    c = create_canvas(41, 23, 41, 23)
    if not bonus:
        c.disc(0, 0, 17.5, DARK_INK)
        c.disc(0, 0, 15.5, style.colour)
        c.poly(build_outline(style.shape, 0, style.shape_drop * 9, 9), DARK_INK)
        return c.sprite()
    c.rect(-39, -21, 39, 21, DARK_INK, radius=21)
    c.rect(-37, -19, 37, 19, style.colour, radius=19)
    c.poly(build_outline(style.shape, -20, style.shape_drop * 9.5, 9.5), DARK_INK)
    c.text(11, 1, f"+{bonus}", 39, DARK_INK, "bold")
    return c.sprite()


@cached_sprite
def draw_frame(frame_width: int, frame_height: int, width: float = 4, colour: Colour = FOCUS_COLOUR) -> Sprite:
    """Draw a bright frame; the anchor is its top left corner."""
    c = Canvas((frame_width, frame_height))
    c.rect(0, 0, frame_width, frame_height, None, radius=12, edge=colour, width=width)
    return c.sprite()


@cached_sprite
def draw_protomolecule(r: float) -> Sprite:
    """Draw a Protomolecule token: a dark cell with a bright core and limbs."""
    c = create_canvas(r + 4, r + 4, r + 4, r + 4)
    colour = FACTION_STYLES["pg"].colour
    c.disc(0, 0, r + 2.5, colour)
    c.disc(0, 0, r, DARK_INK)
    for x, y in ((0, -0.55), (0.52, 0.3), (-0.52, 0.3)):
        c.bar([(0, 0), (x * r, y * r)], colour, r * 0.16)
        c.disc(x * r, y * r, r * 0.2, colour)
    c.disc(0, 0, r * 0.26, CREAM)
    return c.sprite()


@cached_sprite
def draw_cube(size: int, ground: Colour, ink: Colour = DIM_INK) -> Sprite:
    """Draw an influence cube."""
    c = create_canvas(size * 0.6, size * 0.6, size * 0.6, size * 0.6)
    c.poly(scale_points([(50, 2), (94, 26), (50, 50), (6, 26)], 0, 0, size), ink)
    c.poly(scale_points([(6, 32), (46, 54), (46, 98), (6, 76)], 0, 0, size), mix_colours(ink, ground, 0.35))
    c.poly(scale_points([(94, 32), (54, 54), (54, 98), (94, 76)], 0, 0, size), mix_colours(ink, ground, 0.55))
    return c.sprite(ground)


@cached_sprite
def draw_chevron(size: int, ground: Colour, ink: Colour = DIM_INK) -> Sprite:
    """Draw the sign of fleets to be built."""
    c = create_canvas(size * 0.6, size * 0.6, size * 0.6, size * 0.6)
    for drop in (0, 34):
        c.line(scale_points([(6, 52 + drop), (50, 16 + drop), (94, 52 + drop)], 0, 0, size), ink, size * 0.17)
    return c.sprite(ground)


@cached_sprite
def draw_podium(size: int, ground: Colour) -> Sprite:
    """Draw the sign of a SCORE card."""
    c = create_canvas(size, size * 0.5, size, size * 0.5)
    for k, top in enumerate((-0.05, -0.48, 0.17)):
        x = (k - 1.5) * size * 0.62
        c.rect(x, top * size, x + size * 0.56, size * 0.46, CREAM)
    return c.sprite(ground)


@cached_sprite
def draw_action_points(ap: int, ground: Colour) -> Sprite:
    """Draw Action Points as arrowheads; the anchor is the left end of their middle line."""
    c = Canvas((22 * ap + 12, 30), ground, 4, (0, 15))
    for k in range(ap):
        x = k * 22
        c.poly([(x, -13), (x + 10, -13), (x + 21, 0), (x + 10, 13), (x, 13), (x + 10, 0)], CREAM)
    return Sprite(c.finish(), 0, 15)


@cached_sprite
def draw_price_ring(r: float, ground: Colour) -> Sprite:
    """Draw the ring round the price of a card."""
    c = create_canvas(r + 2, r + 2, r + 2, r + 2)
    c.disc(0, 0, r, DARK_INK)
    c.disc(0, 0, r, None, edge=DIM_INK, width=3)
    return c.sprite(ground)


@cached_sprite
def draw_sector_sign(word: str, ink: Colour, ground: Colour) -> Sprite:
    """Draw the sign of a Sector: a planet, rocks, or a planet with a ring."""
    c = create_canvas(30, 16, 30, 16)
    match word:
        case "inner":
            c.disc(0, 0, 13, ink)
        case "belt":
            for x, y, r in ((-17, 5, 6), (-3, -7, 5), (8, 6, 7), (20, -4, 5)):
                c.disc(x, y, r, ink)
        case _:
            c.disc(0, 0, 11, ink)
            c.line(build_ring(0, 0, 25, 0, 360, ry=7), ground, 7)
            c.line(build_ring(0, 0, 25, 0, 360, ry=7), ink, 3.5)
    return c.sprite(ground)
