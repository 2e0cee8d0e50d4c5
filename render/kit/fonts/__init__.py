"""The fonts of pictures, by role and by script. Latin and Cyrillic have six faces; the letters of all other scripts have one
face each, which is loaded when a name needs it. `clean` replaces what no font has."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from functools import lru_cache
from importlib import resources
from typing import Literal

from PIL import ImageFont

from render.kit.fonts.scripts import THAI_TONES, THAI_UPPER_VOWELS

Role = Literal["title", "serif", "bold", "text", "label", "mono"]
Script = Literal["", "latin", "hebrew", "arabic", "thai", "cjk", "emoji"]
"""A font for one or more scripts; "" is the font of the role."""

FONT_FILES: dict[Role, str] = {
    "title": "PTF75F.ttf",  # PT Serif Bold
    "serif": "PTF56F.ttf",  # PT Serif Italic
    "bold": "PTN77F.ttf",  # PT Sans Narrow Bold
    "text": "PTN57F.ttf",  # PT Sans Narrow
    "label": "PTS75F.ttf",  # PT Sans Bold
    "mono": "PTM75F.ttf",  # PT Mono Bold
}
SCRIPT_FONT_FILES: dict[Script, str] = {
    "latin": "NotoSans-Latin.ttf",  # more Latin, such as Vietnamese, and Greek
    "hebrew": "NotoSans-Hebrew.ttf",
    "arabic": "NotoSans-Arabic.ttf",
    "thai": "NotoSans-Thai.ttf",
    "cjk": "NotoSans-CJK.otf",
    "emoji": "NotoEmoji.ttf",
}
SCRIPT_STARTS: list[tuple[int, Script]] = [
    (0, "latin"),
    (0x0590, "hebrew"),
    (0x0600, "arabic"),
    (0x0E00, "thai"),
    (0x0E80, "latin"),
    (0x2190, "emoji"),
    (0x2E80, "cjk"),
    (0xF700, "thai"),
    (0xF900, "cjk"),
    (0xFB1D, "hebrew"),
    (0xFB50, "arabic"),
    (0xFE00, "cjk"),
    (0xFE70, "arabic"),
    (0xFF00, "cjk"),
    (0x1F000, "emoji"),
    (0x20000, "cjk"),
]
"""Where the characters begin that a script's font may have."""
UNKNOWN_MARK = "◊"
"""Stands for characters that no font has; in a name the number of the seat follows it."""
REPLACEMENTS = str.maketrans({"→": "›", "←": "‹", "\u2011": "-", "\u2010": "-", "\t": " ", "\n": " ", "\r": " "})
DROPPED_CATEGORIES = frozenset(("Mn", "Me", "Cf", "Cc", "Co", "Cs", "Cn"))
KEPT_MARKS = frozenset(THAI_UPPER_VOWELS + THAI_TONES + "\u0e38\u0e39\u0e3a\u0e4e")
"""Marks that make another word of a name, so that they are drawn."""
SKIN_TONES = frozenset(map(chr, range(0x1F3FB, 0x1F400)))


@lru_cache(maxsize=96)
def load_font(role: Role, size: int) -> ImageFont.FreeTypeFont:
    """Load the font of a role. The layout is always basic: pictures must not depend on the text engine of the machine."""
    return _load_file(FONT_FILES[role], size)


@lru_cache(maxsize=4)
def load_script_font(script: Script, size: int) -> ImageFont.FreeTypeFont:
    """Load the font of a script. Few are kept: Han takes 3 MB for each size, and drawn words are in the cache of sprites."""
    return _load_file(SCRIPT_FONT_FILES[script], size)


def _load_file(name: str, size: int) -> ImageFont.FreeTypeFont:
    with resources.as_file(resources.files("render.kit").joinpath("fonts", name)) as path:
        return ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)


def has_glyph(font: ImageFont.FreeTypeFont, char: str) -> bool:
    """Return whether the font has the character: it draws a box for the rest."""
    box, mask = font.getmask("\uffff"), font.getmask(char)
    return (mask.size, bytes(mask)) != (box.size, bytes(box))


@lru_cache(maxsize=2048)
def find_script(char: str) -> Script | None:
    """Return the font that has the character, None if there is none. The six faces of the roles have the same ones."""
    if char == " " or has_glyph(load_font("bold", 24), char):
        return ""
    script = SCRIPT_STARTS[bisect_right(SCRIPT_STARTS, ord(char), key=lambda start: start[0]) - 1][1]
    if has_glyph(load_script_font(script, 24), char):
        return script
    return None


def is_drawable(char: str) -> bool:
    """Return whether a font has the character."""
    return find_script(char) is not None


def find_font(char: str, role: Role, size: int) -> ImageFont.FreeTypeFont:
    """Return the font that draws the character in a role."""
    script = find_script(char)
    if script:
        return load_script_font(script, size)
    return load_font(role, size)


@lru_cache(maxsize=2048)
def _replace_char(char: str) -> str:
    """Return the character, or the nearest that a font has, or "" if it is invisible, or UNKNOWN_MARK."""
    if char.isspace():
        return " "
    if char in SKIN_TONES or (unicodedata.category(char) in DROPPED_CATEGORIES and char not in KEPT_MARKS):
        return ""
    if is_drawable(char):
        return char
    parts = [part for part in unicodedata.decomposition(char).split() if not part.startswith("<")]
    return "".join(_replace_char(chr(int(part, 16))) for part in parts) or UNKNOWN_MARK


@lru_cache(maxsize=1024)
def clean(string: str) -> str:
    """Replace what no font has: ornamental letters by plain ones, other characters by one mark.

    >>> clean("𝓐𝓷𝓪 of the east, देवी")
    'Ana of the east, ◊'
    """
    composed = unicodedata.normalize("NFC", string.translate(REPLACEMENTS))
    drawable = "".join(_replace_char(char) for char in composed)
    return " ".join(re.sub(f"{UNKNOWN_MARK}+", UNKNOWN_MARK, drawable).split())


def clean_name(name: str, number: int) -> str:
    """Clean a player's name. Where a mark replaces letters, or no letter is visible, the number tells the player apart.

    >>> clean_name("देवी", 3), clean_name("\u200b", 2)
    ('◊3', '◊2')
    """
    return clean(name).replace(UNKNOWN_MARK, f"{UNKNOWN_MARK}{number}") or f"{UNKNOWN_MARK}{number}"
