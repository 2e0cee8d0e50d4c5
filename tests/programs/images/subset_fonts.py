"""`python -m tests.programs.images.subset_fonts FOLDER`: make the fonts of names in other scripts than Latin and Cyrillic.

FOLDER holds fonts of the Noto project, named as in `SOURCES`. The program needs fontTools, which nothing else here needs:
run it in an environment of its own. It was run once, and its fonts are in `render/kit/fonts`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from fontTools import subset
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

from render.kit import fonts
from render.kit.fonts.scripts import generate_thai_clusters

FONT_FOLDER = Path(fonts.__file__).parent
SOURCES: dict[fonts.Script, str] = {
    "latin": "NotoSans[wdth,wght].ttf",
    "hebrew": "NotoSansHebrew-SemiBold.ttf",
    "arabic": "NotoSansArabic[wdth,wght].ttf",
    "thai": "NotoSansThai[wdth,wght].ttf",
    "cjk": "NotoSansCJK-Medium.ttc",
    "emoji": "NotoEmoji-Bold.ttf",
}
AXES = {"wght": 600.0, "wdth": 87.5}
"""The weight and the width that go with PT Sans Narrow Bold."""
HAN_ENCODINGS = ("gb2312", "euc_jp", "big5", "euc_kr")
"""The national standards whose characters names are written in."""
MARK_SHIFT = -0.12
"""How far marks move to the side above a tall letter, in parts of the size."""


def list_encoded(encoding: str) -> Iterator[int]:
    """List the characters of two bytes in a national standard."""
    for pair in product(range(0x81, 0xFF), range(0x40, 0xFF)):
        try:
            yield from map(ord, bytes(pair).decode(encoding))
        except UnicodeDecodeError:
            continue


def list_wanted(script: fonts.Script) -> set[int]:
    """List the characters of a script that names are likely to have."""
    if script == "latin":
        return {*range(0x0180, 0x0250), *range(0x0370, 0x0400), *range(0x1E00, 0x1F00)}
    if script == "cjk":
        standard = {char for encoding in HAN_ENCODINGS for char in list_encoded(encoding)}
        han = {char for char in standard if 0x3000 <= char <= 0x9FFF or 0xF900 <= char <= 0xFAFF}
        return han | {*range(0x3000, 0x3100), *range(0x31F0, 0x3200), *range(0xAC00, 0xD7A4), *range(0xFF00, 0xFFF0)}
    if script == "emoji":
        return {*range(0x2190, 0x2E80), *range(0x1F000, 0x20000)}
    return {*range(0x0590, 0x0E80), *range(0xFB1D, 0xFDFE), *range(0xFE70, 0xFEFD)}


def add_thai_clusters(font: TTFont) -> None:
    """Add a glyph for every pair of marks above a letter, and for marks above a tall letter, which move to the left."""
    glyphs, cmap = font.getGlyphSet(), font.getBestCmap()
    units = font["head"].unitsPerEm
    for char, marks, is_tall in generate_thai_clusters():
        pen = TTGlyphPen(None)
        for k, mark in enumerate(marks):
            name = cmap[ord(mark)]
            recording = DecomposingRecordingPen(glyphs)
            # The small form of a mark stands above another mark.
            glyphs[f"{name}.small" if k and f"{name}.small" in glyphs else name].draw(recording)
            x_shift = MARK_SHIFT * units * is_tall
            for verb, points in recording.value:
                getattr(pen, verb)(*((round(x + x_shift), y) for x, y in points))
        outline, new_name = pen.glyph(), f"cluster{ord(char):x}"
        outline.recalcBounds(font["glyf"])
        font.setGlyphOrder([*font.getGlyphOrder(), new_name])
        font["glyf"][new_name] = outline
        font["hmtx"][new_name] = (0, outline.xMin)
        cmap[ord(char)] = new_name
    for table in font["cmap"].tables:
        if table.isUnicode() and table.format in {4, 12}:
            table.cmap = dict(cmap)


def make_font(script: fonts.Script, source: Path) -> TTFont:
    """Make the font of a script: without hints and without layout tables, which the basic layout does not read."""
    font = TTFont(source, fontNumber=0)
    if "fvar" in font:
        font = instantiateVariableFont(font, AXES)
    if script == "thai":
        add_thai_clusters(font)
    options = subset.Options(
        layout_features=[],
        hinting=False,
        notdef_outline=True,
        name_IDs=[0, 1, 2, 5, 13, 14],
        drop_tables=["GSUB", "GPOS", "GDEF"],
    )
    subsetter = subset.Subsetter(options)
    clusters = {ord(char) for char, _, _ in generate_thai_clusters()} if script == "thai" else set()
    subsetter.populate(unicodes=list_wanted(script) | clusters)
    subsetter.subset(font)
    return font


if __name__ == "__main__":
    for script, file in SOURCES.items():
        make_font(script, Path(sys.argv[1], file)).save(FONT_FOLDER / fonts.SCRIPT_FONT_FILES[script])
