"""Colour differences: CIEDE2000, also for simulated colour vision deficiencies (Machado et al. 2009, severity 1.0)."""

from __future__ import annotations

import math
from functools import cache

from render.kit.theme import Colour, parse_colour

Lab = tuple[float, float, float]
VISION_MATRICES: dict[str, tuple[tuple[float, float, float], ...]] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""The matrix for linear red, green and blue, by kind of vision."""
_RGB_TO_XYZ = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
_D65_WHITE = (0.95047, 1.0, 1.08883)


def _linearize(value: float) -> float:
    share = value / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


@cache
def convert_to_lab(colour: Colour, vision: str) -> Lab:
    """Convert a colour, as this kind of vision sees it, to CIE L*a*b* under D65."""
    linear = [_linearize(value) for value in parse_colour(colour)]
    felt = [min(1.0, max(0.0, sum(m * v for m, v in zip(row, linear, strict=True)))) for row in VISION_MATRICES[vision]]
    xyz = [
        sum(m * v for m, v in zip(row, felt, strict=True)) / white
        for row, white in zip(_RGB_TO_XYZ, _D65_WHITE, strict=True)
    ]
    fx, fy, fz = (t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in xyz)
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def compute_ciede2000(colour: Colour, other_colour: Colour, vision: str) -> float:
    """Compute the CIEDE2000 difference for one kind of vision: 1 is just visible, 10 is seen at a glance."""
    (l1, a1, b1), (l2, a2, b2) = convert_to_lab(colour, vision), convert_to_lab(other_colour, vision)
    mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    g = 0.5 * (1 - math.sqrt(mean**7 / (mean**7 + 25**7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = math.degrees(math.atan2(b1, a1)) % 360, math.degrees(math.atan2(b2, a2)) % 360
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    dl, dc, dh = l2 - l1, c2 - c1, 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    lm, cm = (l1 + l2) / 2, (c1 + c2) / 2
    hm = h1 + h2 if c1 * c2 == 0 else (h1 + turn / 2) % 360
    t = 1 - 0.17 * math.cos(math.radians(hm - 30)) + 0.24 * math.cos(math.radians(2 * hm))
    t += 0.32 * math.cos(math.radians(3 * hm + 6)) - 0.20 * math.cos(math.radians(4 * hm - 63))
    sl = 1 + 0.015 * (lm - 50) ** 2 / math.sqrt(20 + (lm - 50) ** 2)
    sc, sh = 1 + 0.045 * cm, 1 + 0.015 * cm * t
    rt = -2 * math.sqrt(cm**7 / (cm**7 + 25**7)) * math.sin(math.radians(60 * math.exp(-(((hm - 275) / 25) ** 2))))
    return math.sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + rt * dc / sc * dh / sh)


def compute_least_difference(colour: Colour, other_colour: Colour) -> float:
    """Compute the difference for the kind of vision that distinguishes the two colours least."""
    return min(compute_ciede2000(colour, other_colour, eyes) for eyes in VISION_MATRICES)
