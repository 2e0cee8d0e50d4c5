"""From a picture to the bytes that are posted: one fixed palette per theme, PNG.

A palette made anew for every picture costs more than everything else together, and colours would flicker between turns.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from io import BytesIO
from typing import cast

from PIL import Image

from render.theme import Colour, rgb

COLOURS = 256
LEVEL = 2
"""zlib level: 4 is 7 % smaller and a quarter slower, 9 a fifth smaller and ten times slower."""


def palette(samples: Sequence[Image.Image], exact: Sequence[Colour]) -> Image.Image:
    """A palette of 256 colours: the exact ones first (large plain areas), then what the samples need most besides.

    A colour counts by the square root of its pixels, so that a small sprite is not lost beside a large ground.
    """
    fixed = list(dict.fromkeys(rgb(colour) for colour in exact))
    needs: dict[tuple[int, int, int], int] = {}
    for sample in samples:
        for count, colour in cast(
            "list[tuple[int, tuple[int, int, int]]]", sample.getcolors(sample.width * sample.height) or []
        ):
            if colour not in fixed:
                needs[colour] = needs.get(colour, 0) + count
    pixels = [colour for colour, count in sorted(needs.items()) for _ in range(math.ceil(math.sqrt(count)))]
    rest: list[tuple[int, int, int]] = []
    if pixels:
        sheet = Image.new("RGB", (len(pixels), 1))
        sheet.putdata(pixels)
        cut = sheet.quantize(COLOURS - len(fixed), Image.Quantize.MEDIANCUT, kmeans=1, dither=Image.Dither.NONE)
        found = cut.getpalette() or []
        rest = [(found[k], found[k + 1], found[k + 2]) for k in range(0, len(found), 3)]
    colours = [*fixed, *rest][:COLOURS]
    result = Image.new("P", (1, 1))
    result.putpalette([value for colour in [*colours, *[fixed[0]] * (COLOURS - len(colours))] for value in colour])
    # Pillow hangs its table of nearest colours on the palette: once, before threads share it.
    reduced(Image.new("RGB", (1, 1)), result)
    return result


def reduced(image: Image.Image, to: Image.Image) -> Image.Image:
    """The picture in the colours of a palette, without dithering."""
    return image.quantize(palette=to, dither=Image.Dither.NONE)


def png(image: Image.Image, to: Image.Image) -> bytes:
    """The picture as a PNG with that palette."""
    out = BytesIO()
    reduced(image, to).save(out, "PNG", compress_level=LEVEL)
    return out.getvalue()
