"""Encoding of pictures as PNG, with one fixed palette per theme.

A new palette for every picture would cost more than all the rest, and colours would flicker between turns.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import lru_cache
from importlib import resources
from io import BytesIO
from typing import cast
from zlib import crc32

from PIL import Image

from render.kit.drawing import Drawing
from render.kit.drawing.rows import cache_picture, render_rows, update_rows
from render.kit.sheet import Sheet
from render.kit.theme import Colour, Tone, Tones, parse_colour

MAX_COLOURS = 256
PALETTE_FILE = "palette.txt"
"""The name of a painter's palette file."""
CONTRAST_MIDPOINT = 0.42
"""The lightness that raising contrast leaves unchanged: between the panels and the paper."""
PILLOW_ZLIB_LEVEL = 2
"""Pillow's zlib level: 4 is 7 % smaller and a quarter slower, 9 a fifth smaller and ten times slower."""
ISAL_LEVEL = 1
"""isal's level: as small as Pillow's 2 in a fifth of the time. 3 takes four times as long and is no smaller."""


def compute_palette(samples: Sequence[Image.Image], exact: Sequence[Colour]) -> Image.Image:
    """Compute a palette of 256 colours: the exact ones first (large plain areas), then those that the samples need most.

    A colour is weighted by the square root of its pixels, so that a small sprite counts next to a large background.
    """
    fixed = list(dict.fromkeys(parse_colour(colour) for colour in exact))
    needs: dict[tuple[int, int, int], int] = {}
    for sample in samples:
        for count, colour in cast(
            "list[tuple[int, tuple[int, int, int]]]", sample.getcolors(sample.width * sample.height) or []
        ):
            if colour not in fixed:
                needs[colour] = needs.get(colour, 0) + count
    pixels: list[tuple[int, int, int]] = []
    for colour, count in sorted(needs.items()):
        pixels += [colour] * math.ceil(math.sqrt(count))
    values: list[int] = []
    for colour in fixed:
        values += colour
    if pixels:
        sheet = Image.new("RGB", (len(pixels), 1))
        sheet.putdata(pixels)
        cut = sheet.quantize(MAX_COLOURS - len(fixed), Image.Quantize.MEDIANCUT, kmeans=1, dither=Image.Dither.NONE)
        values += cut.getpalette() or []
    values += fixed[0] * MAX_COLOURS
    return _create_palette_image(values[: 3 * MAX_COLOURS])


def read_palette(package: str, name: str = PALETTE_FILE, tones: Tones | None = None) -> Image.Image:
    """Read the palette in a file of a package: 256 colours in order, "#F6BE3B", separated by white space. `tones` goes with it.

    Choosing a palette takes hundreds of milliseconds, which a player would wait for after every start. The choice is made by
    `python -m tests.programs.images.palettes` and shipped. Raises ValueError if the file holds anything else.
    """
    colours = resources.files(package).joinpath(name).read_text("ascii").split()
    if len(colours) != MAX_COLOURS:
        raise ValueError(f"{package}: {name} holds {len(colours)} colours, not {MAX_COLOURS}")
    values: list[int] = []
    for colour in colours:
        values += parse_colour(colour)
    found = _create_palette_image(values)
    found.info["tones"] = tones or {}
    return found


def format_palette(chosen: Image.Image) -> str:
    """Format a palette as `read_palette` reads it, sixteen colours a line."""
    values = chosen.getpalette() or []
    written = ""
    for k in range(0, len(values), 3):
        written += f"#{bytes(values[k : k + 3]).hex().upper()}"
        is_last_of_line = k % 48 == 45 or k + 3 >= len(values)
        written += "\n" if is_last_of_line else " "
    return written


def _create_palette_image(values: Sequence[int]) -> Image.Image:
    """Create an image that carries a palette: 768 values, red, green and blue in turn."""
    result = Image.new("P", (1, 1))
    result.putpalette(values)
    # Pillow hangs its table of nearest colours on the palette: once, before threads share it.
    quantize(Image.new("RGB", (1, 1)), result)
    return result


def create_lettering_samples(string: str, inks: Iterable[tuple[Colour, Colour]]) -> list[Image.Image]:
    """Create samples for a palette: the string on every (ground, ink), with the shades of its smooth edges."""
    samples: list[Image.Image] = []
    for ground, ink in inks:
        line = Sheet(Image.new("RGB", (400, 50), ground))
        line.text(8, 25, string, 390, fill=ink)
        samples.append(line.image)
    return samples


def quantize(image: Image.Image, palette: Image.Image) -> Image.Image:
    """Reduce the picture to the colours of a palette, without dithering."""
    return image.quantize(palette=palette, dither=Image.Dither.NONE)


def encode_png(image: Image.Image, palette: Image.Image, tone: Tone = "day", *, cache_key: Hashable = None) -> bytes:
    """Encode the picture as a PNG with this palette, its colours shifted to a tone.

    `cache_key` names the subject of a drawing, such as a table, and must not be used with another palette. Parts that have not
    changed since the last picture with the same key are neither rendered nor reduced to colours again, as long as it is cached.
    """
    colours = tuple(palette.getpalette() or ())
    if tone != "day":
        colours = tuple(apply_tone(colours, tone, tuple(palette.info.get("tones", {}).get(tone, {}).items())))
    deflate = _find_deflate()
    if deflate is not None:
        last = None
        if cache_key is not None and isinstance(image, Drawing):
            last = update_rows(cache_key, image, palette)
        if last is None:
            return _write_png(render_rows(image, palette), image.size, bytes(colours), deflate)
        made = _write_png(last.rows, image.size, bytes(colours), deflate)
        cache_picture(cache_key, last)
        return made
    indexed = quantize(image, palette)
    indexed.putpalette(colours)
    out = BytesIO()
    indexed.save(out, "PNG", compress_level=PILLOW_ZLIB_LEVEL)
    return out.getvalue()


@lru_cache(maxsize=1)
def _find_deflate() -> Callable[[bytearray, int], bytes] | None:
    """Return the deflate of isal, or None where it has no wheel for the machine."""
    try:
        from isal import isal_zlib  # noqa: PLC0415 - not everybody has it
    except ImportError:
        return None
    compress: Callable[[bytearray, int], bytes] = isal_zlib.compress
    return compress


def _write_png(
    rows: bytearray, size: tuple[int, int], colours: bytes, deflate: Callable[[bytearray, int], bytes]
) -> bytes:
    """Write a PNG of 256 colours (PNG specification, third edition, 5 and 11).

    The rows are unfiltered: filters do not help flat colours.
    """
    header = struct.pack(">IIBBBBB", *size, 8, 3, 0, 0, 0)
    palette = colours.ljust(3 * MAX_COLOURS, b"\0")
    parts = ((b"IHDR", header), (b"PLTE", palette), (b"IDAT", deflate(rows, ISAL_LEVEL)), (b"IEND", b""))
    chunks = [b"\x89PNG\r\n\x1a\n"]
    for kind, data in parts:
        chunks += struct.pack(">I", len(data)), kind, data, struct.pack(">I", crc32(data, crc32(kind)))
    return b"".join(chunks)


TONE_SPREAD = 26
"""The distance in red, green and blue at which a colour of a tone table still shifts others: the shades of its smooth edges."""


@lru_cache(maxsize=16)
def apply_tone(colours: tuple[int, ...], tone: Tone, tone_table: tuple[tuple[Colour, Colour], ...] = ()) -> bytes:
    """Shift a palette (red, green, blue, …; 0 to 255) to another tone, which shifts the whole picture at no cost.

    Colours of the `tone_table` become exactly what it says, and those near them are shifted along.
    """
    even = _apply_even_tone(colours, tone)
    goals: dict[tuple[int, ...], tuple[int, int, int]] = {}
    fixed: list[tuple[tuple[int, int, int], tuple[int, int, int], list[int]]] = []
    for day, goal in ((parse_colour(day), parse_colour(goal)) for day, goal in tone_table):
        goals.setdefault(day, goal)
        fixed.append((day, goal, _apply_even_tone(day, tone)))
    found: list[int] = []
    for k in range(0, len(colours), 3):
        here = colours[k : k + 3]
        if here in goals:
            found += goals[here]
            continue
        whole, shifts = 0.0, [0.0, 0.0, 0.0]
        for day, goal, start in fixed:
            pull = math.exp(-((math.dist(here, day) / TONE_SPREAD) ** 2))
            whole += pull
            for n in range(3):
                shifts[n] += pull * (goal[n] - start[n])
        for value, shift in zip(even[k : k + 3], shifts, strict=True):
            found.append(min(255, max(0, round(value + shift / max(1.0, whole)))))
    return bytes(found)


def _apply_even_tone(colours: tuple[int, ...], tone: Tone) -> list[int]:
    """Shift a palette, or one colour, to another tone without a table.

    "night" is darker and a little warmer, for dark surroundings. "contrast" pushes light and dark apart around
    CONTRAST_MIDPOINT, pale colours more than strong ones, which distinguish seats and cards.
    """
    found: list[int] = []
    for k in range(0, len(colours), 3):
        red, green, blue = colours[k : k + 3]
        if tone == "night":
            found += [round(red * 0.74), round(green * 0.70), round(blue * 0.66)]
            continue
        light = (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255
        strong = min(1.0, 1.7 * (max(red, green, blue) - min(red, green, blue)) / max(red, green, blue, 1))
        apart = 1 - (1 - light) ** 1.9
        if light < CONTRAST_MIDPOINT:
            apart = light**2.2 * 1.15
        share = (1 - strong) * (min(1.0, apart) - light)
        if share > 0:
            goal, part = 255, share / (1 - light)
        else:
            goal, part = 0, -share / max(light, 0.01)
        for value in (red, green, blue):
            found.append(round(value + (goal - value) * part))
    return found
