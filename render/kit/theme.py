"""Colours that all pictures share, and the arithmetic of colour. The numbers are measured WCAG contrasts."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple

Colour = str
"""A colour as "#RRGGBB"."""

INK = "#13212C"
"""Outlines, and words on light ground: 13.2 on PAPER."""
NAVY = "#17303F"
"""The side panel."""
NAVY_2 = "#22445A"
"""Cards on the panel: CREAM 9.5, MUTED 5.4."""
NAVY_3 = "#345D76"
"""Lines on the panel, empty places."""
PAPER = "#EFE6D0"
CREAM = "#FBF6EA"
"""Words on the panel."""
MUTED = "#A9C0CC"
"""Secondary words on the panel."""
SEA = "#2C6487"
GOLD = "#F6BE3B"
"""Reserved for what to look at: the turn, targets, the letters of a choice. INK on it 9.6."""


Tone = Literal["day", "night", "contrast"]
"""The light of a picture: as it was painted, for dark surroundings, or for eyes that need contrast."""
Tones = dict[Tone, dict[Colour, Colour]]
"""The replacements of plain colours in another tone, where darkening or raising contrast evenly would not do."""
SHARED_TONES: Tones = {
    "night": {MUTED: "#9BADB6", CREAM: "#C9C2B0"},
    "contrast": {MUTED: "#D2DEE4", NAVY: "#0B1C27", NAVY_2: "#122B3B", CREAM: "#FFFFFF", PAPER: "#FFFDF5"},
}
"""The tones that the panels of all painters share."""


def merge_tones(painter_tones: Tones) -> Tones:
    """Merge a painter's own table with the tones that all panels share."""
    return {tone: {**SHARED_TONES.get(tone, {}), **painter_tones.get(tone, {})} for tone in ("night", "contrast")}


class SeatStyle(NamedTuple):
    """The look of a seat: colour, the ink on it, shape and mark. Never colour alone."""

    colour: Colour
    ink: Colour
    shape: str
    mark: str


SEAT_STYLES = (
    SeatStyle("#E2512B", "#FFFFFF", "circle", "1"),
    SeatStyle("#E78BE0", INK, "square", "2"),
    SeatStyle("#6B2F94", "#FFFFFF", "triangle", "3"),
    SeatStyle("#59D3AE", INK, "diamond", "4"),
)
SEAT_COLOURS = tuple([style.colour for style in SEAT_STYLES])


@lru_cache(maxsize=256)
def parse_colour(colour: Colour) -> tuple[int, int, int]:
    """Return red, green and blue, 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mix_colours(a: Colour, b: Colour, t: float) -> Colour:
    """Return the colour at t (0 to 1) of the way from a to b."""
    mixed = [round(x + (y - x) * t) for x, y in zip(parse_colour(a), parse_colour(b), strict=True)]
    return f"#{bytes(mixed).hex().upper()}"


def choose_ink(*, is_bright: bool, dim: Colour = MUTED) -> Colour:
    """Return the ink for words on the panel: bright if they count now, else `dim`."""
    if is_bright:
        return CREAM
    return dim


def compute_contrast(a: Colour, b: Colour) -> float:
    """Return the WCAG 2 contrast ratio, 1 to 21."""
    hi, lo = sorted((_compute_luminance(a), _compute_luminance(b)), reverse=True)
    return (hi + 0.05) / (lo + 0.05)


def _compute_luminance(colour: Colour) -> float:
    red, green, blue = map(_linearize, parse_colour(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linearize(value: int) -> float:
    """Convert a value of an sRGB colour, 0 to 255, to its light, 0 to 1."""
    share = value / 255
    if share <= 0.04045:
        return share / 12.92
    return float(((share + 0.055) / 1.055) ** 2.4)
