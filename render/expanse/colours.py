"""The 256 colours of the pictures of The Expanse Board Game, kept in `palette.txt`."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from render.expanse.layout import OrbitalBases
from render.expanse.pieces import (
    BAND_COLOURS,
    CARD_COLOUR,
    DARK_INK,
    DIM_INK,
    FACTION_STYLES,
    FAINT_COLOUR,
    FOCUS_COLOUR,
    ORBIT_LINE_COLOUR,
    PANEL_COLOUR,
    PLATE_COLOUR,
    PLATE_EDGE_COLOUR,
    PLUME_COLOUR,
    SCORE_CARD_COLOUR,
    SPACE_COLOUR,
    draw_action_points,
    draw_control_badge,
    draw_count_ground,
    draw_cube,
    draw_faction_mark,
    draw_faction_seal,
    draw_fleet,
    draw_halo,
    draw_podium,
    draw_price_ring,
    draw_protomolecule,
    draw_resource,
    draw_rocinante,
    draw_track_marker,
    draw_unclaimed_ring,
)
from render.expanse.sky import CLOSED_COLOUR, LIMB_RINGS, WORLD_STYLES, MapGround, PrintedBase, draw_sky
from render.kit import encode, story
from render.kit.marks import draw_letter_ground
from render.kit.movement.turn_marks import draw_placed_frame
from render.kit.sheet import Sheet
from render.kit.theme import CREAM, INK, PAPER, Colour, Tones, merge_tones

SAMPLE_RESOURCES = ("food", "water", "minerals", "tech")


TONE_COLOURS: Tones = {
    "night": {DIM_INK: "#9DAEBD", FAINT_COLOUR: "#62788F"},
    "contrast": {DIM_INK: "#D3DEE8", FAINT_COLOUR: "#7F97B0"},
}
"""Replacements that keep secondary words readable in every tone."""


@lru_cache(maxsize=1)
def load_palette() -> Image.Image:
    """Load the palette from `palette.txt` of this package."""
    return encode.read_palette(__package__ or "", tones=merge_tones(TONE_COLOURS))


def choose_palette() -> Image.Image:
    """Choose the palette: plain colours exactly, smoothed edges as closely as possible. This takes up to half a second."""
    plain = [
        SPACE_COLOUR,
        *BAND_COLOURS,
        PLATE_COLOUR,
        PANEL_COLOUR,
        CARD_COLOUR,
        SCORE_CARD_COLOUR,
        CLOSED_COLOUR,
        ORBIT_LINE_COLOUR,
        PLATE_EDGE_COLOUR,
        CREAM,
        FOCUS_COLOUR,
        DIM_INK,
        FAINT_COLOUR,
        PLUME_COLOUR,
        PAPER,
        INK,
        story.EDGE_COLOUR,
    ]
    plain += [colour for _, colour in LIMB_RINGS]
    plain += [style.colour for style in FACTION_STYLES.values()]
    for _, light, shade in WORLD_STYLES.values():
        plain += (light, shade)
    return encode.compute_palette(_draw_samples(), plain)


def _draw_samples() -> list[Image.Image]:
    """Draw the map with all worlds, pieces on all grounds and words in all inks."""
    samples = [_draw_sample_map()]
    samples += [_draw_sample_pieces(ground) for ground in (*BAND_COLOURS, PANEL_COLOUR, CARD_COLOUR, PLATE_COLOUR)]
    inks: list[tuple[Colour, Colour]] = []
    for ground in (PANEL_COLOUR, CARD_COLOUR, SPACE_COLOUR, PLATE_COLOUR, BAND_COLOURS[0], BAND_COLOURS[1]):
        inks += ((ground, CREAM), (ground, DIM_INK))
    inks += [(style.colour, DARK_INK) for style in FACTION_STYLES.values()]
    inks += [
        (SCORE_CARD_COLOUR, CREAM),
        (FOCUS_COLOUR, DARK_INK),
        (CREAM, DARK_INK),
        (PANEL_COLOUR, FAINT_COLOUR),
        (CLOSED_COLOUR, FAINT_COLOUR),
        (PAPER, INK),
    ]
    return [*samples, *encode.create_lettering_samples("Rocinante 0123456789", inks)]


def _draw_sample_map() -> Image.Image:
    """Draw a map with every world and resource."""
    belt = tuple(OrbitalBases(word, (word,)) for word in ("ceres", "tycho", "eros", "thoth", "vesta"))
    inner = (OrbitalBases("earth", ("a", "b", "c")), OrbitalBases("mars", ("d", "e")))
    chart = (inner, belt, (OrbitalBases("jupiter", ("f", "g", "h")),), (OrbitalBases("saturn", ("i", "j", "k")),))
    bases: list[PrintedBase] = []
    for orbits in chart:
        for orbit in orbits:
            for word in orbit.bases:
                resource = SAMPLE_RESOURCES[len(bases) % 4]
                bases.append(PrintedBase(word, word, resource, is_open=len(bases) % 5 > 0))
    ground = MapGround(chart, ("Inner", "Belt", "Jupiter", "Saturn"), tuple(bases), "closed")
    return draw_sky(ground).image


def _draw_sample_pieces(ground: Colour) -> Image.Image:
    """Draw all pieces and signs on a ground."""
    sheet = Sheet(Image.new("RGB", (1200, 420), ground))
    for k, faction in enumerate(FACTION_STYLES):
        x = 40 + 290 * k
        sheet.put(draw_faction_mark(faction, 15), x, 40)
        sheet.put(draw_faction_mark(faction, 12), x + 50, 40)
        sheet.put(draw_fleet(faction, 34), x + 100, 40)
        sheet.put(draw_fleet(faction, 26, battleships=True), x + 150, 40)
        sheet.put(draw_rocinante(44, faction), x + 210, 40)
        sheet.put(draw_halo(28, FACTION_STYLES[faction].colour), x + 20, 120)
        sheet.put(draw_control_badge(faction, 1), x + 90, 120)
        sheet.put(draw_control_badge(faction, 0), x + 150, 120)
        sheet.put(draw_track_marker(faction, 11.5), x + 190, 120)
        sheet.put(draw_faction_seal(faction, 74), x + 40, 200)
        sheet.put(draw_count_ground(faction, 60, leads=True, diplomats=False), x + 100, 180)
        sheet.put(draw_count_ground(faction, 60, leads=False, diplomats=False), x + 170, 180)
        sheet.put(draw_count_ground(faction, 60, leads=True, diplomats=True), x + 100, 230)
        sheet.put(draw_count_ground(faction, 60, leads=False, diplomats=True), x + 170, 230)
        sheet.put(draw_resource(SAMPLE_RESOURCES[k], 34, ground), x + 20, 300)
        sheet.put(draw_placed_frame(60, 46, FACTION_STYLES[faction].colour), x + 100, 280)
    signs = (
        draw_protomolecule(15),
        draw_cube(32, ground),
        draw_podium(52, ground),
        draw_action_points(4, ground),
        draw_price_ring(27, ground),
        draw_letter_ground(36, FOCUS_COLOUR),
        draw_halo(60),
        draw_unclaimed_ring(60),
        draw_rocinante(48),
    )
    for k, sprite in enumerate(signs):
        sheet.put(sprite, 70 + 125 * k, 350)
    return sheet.image
