"""The 256 colours of the pictures of The Expanse Board Game, kept in `palette.txt`."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from render.expanse.layout import Orbit
from render.expanse.pieces import (
    BANDS,
    CARD,
    DARK,
    DIM,
    EDGE,
    FAINT,
    FOCUS,
    LOOKS,
    PANEL,
    PLATE,
    PLATE_EDGE,
    PLUME,
    SCORE,
    SPACE,
    badge,
    bead,
    count_of,
    cube,
    disc,
    fleet,
    halo,
    mark,
    molecule,
    podium,
    points,
    price,
    resource,
    rocinante,
    seal,
    unclaimed,
)
from render.expanse.sky import CLOSED, LIMB, WORLDS, Ground, Printed, sky
from render.kit import encode, story
from render.kit.sheet import Sheet
from render.kit.theme import CREAM, INK, PAPER, Tones, toned_as
from render.kit.traces import laid

RESOURCES = ("food", "water", "minerals", "tech")


TONES: Tones = {"night": {DIM: "#9DAEBD", FAINT: "#62788F"}, "contrast": {DIM: "#D3DEE8", FAINT: "#7F97B0"}}
"""Secondary words stay readable in every tone."""


@lru_cache(maxsize=1)
def palette() -> Image.Image:
    """The chosen colours, read from the file beside this module."""
    return encode.kept_palette(__package__ or "", tones=toned_as(TONES))


def choose() -> Image.Image:
    """The choice: plain colours exactly, smoothed edges as closely as possible. Takes up to half a second."""
    plain = [
        SPACE,
        *BANDS,
        PLATE,
        PANEL,
        CARD,
        SCORE,
        CLOSED,
        EDGE,
        PLATE_EDGE,
        CREAM,
        FOCUS,
        DIM,
        FAINT,
        PLUME,
        PAPER,
        INK,
        story.EDGE,
    ]
    worlds = [colour for _, *pair in WORLDS.values() for colour in pair]
    shades = [*(colour for _, colour in LIMB), *(look.colour for look in LOOKS.values()), *worlds]
    return encode.palette(_samples(), [*plain, *shades])


def _samples() -> list[Image.Image]:
    """The map with all worlds, pieces on all grounds, words in all inks."""
    belt = tuple(Orbit(word, (word,)) for word in ("ceres", "tycho", "eros", "thoth", "vesta"))
    inner = (Orbit("earth", ("a", "b", "c")), Orbit("mars", ("d", "e")))
    chart = (inner, belt, (Orbit("jupiter", ("f", "g", "h")),), (Orbit("saturn", ("i", "j", "k")),))
    words = [base for orbits in chart for orbit in orbits for base in orbit.bases]
    bases = tuple(Printed(word, word, RESOURCES[k % 4], k % 5 > 0) for k, word in enumerate(words))
    out = [sky(Ground(chart, ("Inner", "Belt", "Jupiter", "Saturn"), bases, 4, "closed")).image]
    for ground in (*BANDS, PANEL, CARD, PLATE):
        sheet = Sheet(Image.new("RGB", (1200, 420), ground))
        for k, faction in enumerate(LOOKS):
            x = 40 + 290 * k
            sheet.put(mark(faction, 15), x, 40)
            sheet.put(mark(faction, 12), x + 50, 40)
            sheet.put(fleet(faction, 34), x + 100, 40)
            sheet.put(fleet(faction, 26, battleships=True), x + 150, 40)
            sheet.put(rocinante(44, faction), x + 210, 40)
            sheet.put(halo(28, LOOKS[faction].colour), x + 20, 120)
            sheet.put(badge(faction, 1), x + 90, 120)
            sheet.put(badge(faction, 0), x + 150, 120)
            sheet.put(bead(faction, 11.5), x + 190, 120)
            sheet.put(seal(faction, 74), x + 40, 200)
            sheet.put(count_of(faction, 60, leads=True, diplomats=False), x + 100, 180)
            sheet.put(count_of(faction, 60, leads=False, diplomats=False), x + 170, 180)
            sheet.put(count_of(faction, 60, leads=True, diplomats=True), x + 100, 230)
            sheet.put(count_of(faction, 60, leads=False, diplomats=True), x + 170, 230)
            sheet.put(resource(RESOURCES[k], 34, ground), x + 20, 300)
            sheet.put(laid(60, 46, LOOKS[faction].colour), x + 100, 280)
        extra = (molecule(15), cube(32, ground), podium(52, ground), points(4, ground), price(27, ground), disc(20))
        for k, sprite in enumerate((*extra, halo(60), unclaimed(60), rocinante(48))):
            sheet.put(sprite, 70 + 125 * k, 350)
        out.append(sheet.image)
    inks = [(ground, ink) for ground in (PANEL, CARD, SPACE, PLATE, BANDS[0], BANDS[1]) for ink in (CREAM, DIM)]
    inks += [(look.colour, DARK) for look in LOOKS.values()]
    inks += [(SCORE, CREAM), (FOCUS, DARK), (CREAM, DARK), (PANEL, FAINT), (CLOSED, FAINT), (PAPER, INK)]
    return [*out, *encode.lettering("Rocinante 0123456789", inks)]
