"""Faction shapes, fleets, resources, the Rocinante and small signs of The Expanse Board Game."""

from __future__ import annotations

from typing import NamedTuple

from render.kit.cache import cached_sprite
from render.kit.canvas import FINE, Canvas, Points, Sprite, around, rimmed
from render.kit.shapes import outline, ring, scaled
from render.kit.theme import CREAM, Colour, mix

SPACE, DARK = "#0A1320", "#0A1320"
"""The ground of the picture, and ink on bright fills."""
BANDS = ("#21344B", "#1B2B40", "#162437", "#121E2F")
EDGE = "#3E5B7B"
"""Orbit lines."""
PLATE, PLATE_EDGE = "#0C1622", "#4A6685"
PANEL, CARD = "#14212F", "#1E3043"
SCORE = "#3A4D63"
DIM = "#A7BACB"
"""Secondary words: 7.9 on PANEL, 6.7 on CARD."""
FAINT = "#4A6079"
"""An empty place."""
FOCUS = "#FFFFFF"
"""Reserved for what to look at: targets, their letters, what counts now. Gold would be taken for the OPA."""
PLUME = "#F6BE3B"


class Look(NamedTuple):
    """How a faction is recognised: colour, shape, and always the same place on a plate. DARK on any of them: 6.6 or more."""

    colour: Colour
    shape: str
    drop: float
    """How far the shape is moved down to look centred, in radii."""


LOOKS: dict[str, Look] = {
    "un": Look("#5BB0FF", "circle", 0),
    "mcr": Look("#FF6A45", "triangle", 0.14),
    "opa": Look("#FFD23F", "square", 0),
    "pg": Look("#5FE3B4", "diamond", 0),
}


# ---------------------------------------------------------------- factions
@cached_sprite
def mark(faction: str, r: float, ground: Colour | None = None, fill: Colour | None = None) -> Sprite:
    """A faction's shape, in its own colour or another; anchored at its centre."""
    look = LOOKS[faction]
    half = r * 1.3 + 2
    c = around(half, half, half, half)
    c.poly(outline(look.shape, 0, look.drop * r, r), fill or look.colour)
    return c.sprite(ground)


@cached_sprite
def bead(faction: str, r: float) -> Sprite:
    """A faction's marker on a track: its shape in a dark rim; anchored at its centre."""
    look = LOOKS[faction]
    half = r * 1.3 + 6
    c = around(half, half, half, half)
    c.poly(outline(look.shape, 0, look.drop * r, r), look.colour)
    return rimmed(c, [(2.5, DARK)])


@cached_sprite
def seal(faction: str, size: int) -> Sprite:
    """A faction's shape in a dark square, for a banner in the faction's colour; anchored at its centre."""
    half = size / 2
    c = around(half, half, half, half)
    c.rect(-half, -half, half, half, DARK, radius=size * 0.18)
    look = LOOKS[faction]
    c.poly(outline(look.shape, 0, look.drop * size * 0.32, size * 0.32), look.colour)
    return c.sprite(look.colour)


@cached_sprite
def count_of(faction: str, wide: int, *, leads: bool, diplomats: bool) -> Sprite:
    """The ground of a faction's influence on a plate, with its shape (ringed for Diplomats); filled if it leads alone.

    Anchored at its top left corner; it is 36 high.
    """
    look = LOOKS[faction]
    c = Canvas((wide, 36), PLATE, FINE)
    if leads:
        c.rect(0, 0, wide, 36, look.colour, radius=9)
    ink = DARK if leads else look.colour
    if diplomats:
        c.disc(12, 18, 11.5, None, edge=ink, width=2.6)
    r = 5.5 if diplomats else 10.0
    c.poly(outline(look.shape, 12, 18 + look.drop * r, r), ink)
    return Sprite(c.finish(), 0, 0)


@cached_sprite
def plus(size: int, fill: Colour) -> Sprite:
    """A plus; anchored at its centre."""
    half = size / 2
    c = around(half + 1, half + 1, half + 1, half + 1)
    c.rect(-half, -2.2, half, 2.2, fill)
    c.rect(-2.2, -half, 2.2, half, fill)
    return c.sprite()


# ------------------------------------------------------------------ fleets
@cached_sprite
def fleet(faction: str, size: int, *, battleships: bool = False, scrap: bool = False) -> Sprite:
    """A chevron over the faction's shape; two for battleships, a broken one for scrap ships alone. Anchored at its centre."""
    look, half = LOOKS[faction], size / 2
    c = around(half + 3, size * 0.8, half + 3, half + 4)
    width = size * 0.17
    for k in range(2 if battleships else 1):
        y = -half * 0.2 - k * size * 0.28
        roof = [(-half, y), (0, y - half * 0.72), (half, y)]
        if scrap:
            c.line([roof[0], (-half * 0.3, y - half * 0.5)], look.colour, width)
            c.line([(half * 0.3, y - half * 0.5), roof[2]], look.colour, width)
        else:
            c.line(roof, look.colour, width)
    c.poly(outline(look.shape, 0, half * (0.56 + look.drop * 0.4), half * 0.54), look.colour)
    return c.sprite()


HULL = [(-2, 40), (28, 26), (66, 18), (100, 44), (100, 56), (66, 82), (28, 74), (-2, 60)]
FLAME = [(-8, 36), (-38, 50), (-8, 64)]
DECK = [(44, 34), (74, 42), (74, 58), (44, 66)]


@cached_sprite
def rocinante(size: int, faction: str = "") -> Sprite:
    """The gunship with its drive lit; with its holder's shape on the deck when there is room for it."""
    half = size * 0.9
    c = around(half, half, half, half)
    c.poly(scaled(HULL, 0, 0, size), CREAM)
    c.poly(scaled(FLAME, 0, 0, size), PLUME)
    if faction:
        look = LOOKS[faction]
        c.disc(size * 0.04, 0, size * 0.235, DARK)
        c.poly(outline(look.shape, size * 0.04, look.drop * size * 0.16, size * 0.165), look.colour)
    else:
        c.poly(scaled(DECK, 0, 0, size), DARK)
    return c.sprite()


# --------------------------------------------------------------- resources
GEM = [(28, 8), (72, 8), (98, 38), (50, 98), (2, 38)]


def _resource(c: Canvas, kind: str, size: float, ink: Colour, paper: Colour) -> None:
    unit = size / 100

    def poly(points: Points, fill: Colour = ink) -> None:
        c.poly(scaled(points, 0, 0, size), fill)

    def line(points: Points, width: float, fill: Colour = ink) -> None:
        c.line(scaled(points, 0, 0, size), fill, width * unit)

    match kind:
        case "food":
            line([(50, 100), (50, 30)], 9)
            poly(ring(50, 14, 11, ry=17))
            for y in (38, 62):
                for d in (-1, 1):
                    poly(
                        [
                            (50 + d * 4, y + 18),
                            (50 + d * 12, y - 4),
                            (50 + d * 34, y - 14),
                            (50 + d * 32, y + 8),
                            (50 + d * 20, y + 17),
                        ]
                    )
        case "water":
            poly([(50, 0), (66, 26), *ring(50, 64, 34, -28, 208), (34, 26)])
            line(ring(50, 64, 20, 100, 175), 8, paper)
        case "minerals":
            poly(GEM)
            line([(4, 40), (96, 40)], 6, paper)
            line([(50, 95), (32, 40), (50, 12), (68, 40), (50, 95)], 5, paper)
        case _:
            (x0, y0), (x1, y1) = scaled([(20, 20), (80, 80)], 0, 0, size)
            c.rect(x0, y0, x1, y1, ink, radius=8 * unit)
            (x0, y0), (x1, y1) = scaled([(37, 37), (63, 63)], 0, 0, size)
            c.rect(x0, y0, x1, y1, paper)
            for t in (32, 50, 68):
                for a, b in (((t, 2), (t, 22)), ((t, 78), (t, 98)), ((2, t), (22, t)), ((78, t), (98, t))):
                    line([a, b], 8)


@cached_sprite
def resource(kind: str, size: int, ground: Colour, ink: Colour = CREAM) -> Sprite:
    """Ear of grain, drop, crystal or chip on a plain ground; anchored at its centre."""
    half = size * 0.56
    c = around(half, half, half, half)
    _resource(c, kind, size, ink, ground)
    return c.sprite(ground)


# ------------------------------------------------------------------- signs
@cached_sprite
def disc(r: float, *, rim: Colour = DARK, fill: Colour = FOCUS) -> Sprite:
    """The ground of a choice's letter; anchored at its centre."""
    c = around(r + 3, r + 3, r + 3, r + 3)
    c.disc(0, 0, r + 2.5, rim)
    c.disc(0, 0, r, fill)
    return c.sprite()


@cached_sprite
def halo(r: float, colour: Colour = FOCUS, width: float = 5) -> Sprite:
    """A ring of radius r; anchored at its centre."""
    c = around(r + 4, r + 4, r + 4, r + 4)
    c.disc(0, 0, r + width / 2, None, edge=colour, width=width)
    return c.sprite()


@cached_sprite
def unclaimed(r: float) -> Sprite:
    """The grey broken ring of an orbital that nobody controls."""
    c = around(r + 3, r + 3, r + 3, r + 3)
    for k in range(0, 24, 2):
        c.line(ring(0, 0, r - 1, k * 15, k * 15 + 15), "#7E97B0", 2.5)
    return c.sprite()


@cached_sprite
def badge(faction: str, bonus: int) -> Sprite:
    """Who controls an orbital, and the influence this lends to each base there (0: the shape alone); anchored at its centre."""
    look = LOOKS[faction]
    c = around(41, 23, 41, 23)
    if not bonus:
        c.disc(0, 0, 17.5, DARK)
        c.disc(0, 0, 15.5, look.colour)
        c.poly(outline(look.shape, 0, look.drop * 9, 9), DARK)
        return c.sprite()
    c.rect(-39, -21, 39, 21, DARK, radius=21)
    c.rect(-37, -19, 37, 19, look.colour, radius=19)
    c.poly(outline(look.shape, -20, look.drop * 9.5, 9.5), DARK)
    c.text(11, 1, f"+{bonus}", 39, DARK, "bold")
    return c.sprite()


@cached_sprite
def frame(wide: int, high: int, width: float = 4, colour: Colour = FOCUS) -> Sprite:
    """A bright frame; anchored at its top left corner."""
    c = Canvas((wide, high))
    c.rect(0, 0, wide, high, None, radius=12, edge=colour, width=width)
    return c.sprite()


@cached_sprite
def molecule(r: float) -> Sprite:
    """A Protomolecule token: a dark cell with a bright core and budding limbs."""
    c = around(r + 4, r + 4, r + 4, r + 4)
    colour = LOOKS["pg"].colour
    c.disc(0, 0, r + 2.5, colour)
    c.disc(0, 0, r, DARK)
    for x, y in ((0, -0.55), (0.52, 0.3), (-0.52, 0.3)):
        c.bar([(0, 0), (x * r, y * r)], colour, r * 0.16)
        c.disc(x * r, y * r, r * 0.2, colour)
    c.disc(0, 0, r * 0.26, CREAM)
    return c.sprite()


@cached_sprite
def cube(size: int, ground: Colour, ink: Colour = DIM) -> Sprite:
    """An influence cube; anchored at its centre."""
    c = around(size * 0.6, size * 0.6, size * 0.6, size * 0.6)
    c.poly(scaled([(50, 2), (94, 26), (50, 50), (6, 26)], 0, 0, size), ink)
    c.poly(scaled([(6, 32), (46, 54), (46, 98), (6, 76)], 0, 0, size), mix(ink, ground, 0.35))
    c.poly(scaled([(94, 32), (54, 54), (54, 98), (94, 76)], 0, 0, size), mix(ink, ground, 0.55))
    return c.sprite(ground)


@cached_sprite
def chevron(size: int, ground: Colour, ink: Colour = DIM) -> Sprite:
    """A fleet yet to be built; anchored at its centre."""
    c = around(size * 0.6, size * 0.6, size * 0.6, size * 0.6)
    for drop in (0, 34):
        c.line(scaled([(6, 52 + drop), (50, 16 + drop), (94, 52 + drop)], 0, 0, size), ink, size * 0.17)
    return c.sprite(ground)


@cached_sprite
def podium(size: int, ground: Colour) -> Sprite:
    """The sign of a SCORE card; anchored at its centre."""
    c = around(size, size * 0.5, size, size * 0.5)
    for k, top in enumerate((-0.05, -0.48, 0.17)):
        x = (k - 1.5) * size * 0.62
        c.rect(x, top * size, x + size * 0.56, size * 0.46, CREAM)
    return c.sprite(ground)


@cached_sprite
def points(ap: int, ground: Colour) -> Sprite:
    """Action points as arrowheads; anchored at the left end of their middle line."""
    c = Canvas((22 * ap + 12, 30), ground, 4, (0, 15))
    for k in range(ap):
        x = k * 22
        c.poly([(x, -13), (x + 10, -13), (x + 21, 0), (x + 10, 13), (x, 13), (x + 10, 0)], CREAM)
    return Sprite(c.finish(), 0, 15)


@cached_sprite
def price(r: float, ground: Colour) -> Sprite:
    """The ring round what a card costs; anchored at its centre."""
    c = around(r + 2, r + 2, r + 2, r + 2)
    c.disc(0, 0, r, DARK)
    c.disc(0, 0, r, None, edge=DIM, width=3)
    return c.sprite(ground)


@cached_sprite
def sector_sign(word: str, ink: Colour, ground: Colour) -> Sprite:
    """A Sector as a sign: a planet, rocks, a planet with a ring; anchored at its centre."""
    c = around(30, 16, 30, 16)
    match word:
        case "inner":
            c.disc(0, 0, 13, ink)
        case "belt":
            for x, y, r in ((-17, 5, 6), (-3, -7, 5), (8, 6, 7), (20, -4, 5)):
                c.disc(x, y, r, ink)
        case _:
            c.disc(0, 0, 11, ink)
            c.line(ring(0, 0, 25, 0, 360, ry=7), ground, 7)
            c.line(ring(0, 0, 25, 0, 360, ry=7), ink, 3.5)
    return c.sprite(ground)
