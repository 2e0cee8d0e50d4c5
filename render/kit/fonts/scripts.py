"""Letters of other scripts in the order and the forms in which they are drawn one after another: joined Arabic, right-to-left
runs, and Thai marks above marks. Names stay as they were written everywhere else; only measuring and drawing arrange them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import product

FIRST_ARRANGED_CHAR = "\u0590"
"""The first character, in Hebrew, that a string may not be drawn as it is written."""
RIGHT_TO_LEFT = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff"
RIGHT_TO_LEFT_RUN = re.compile(f"[{RIGHT_TO_LEFT}]+(?:[ '’.-]+[{RIGHT_TO_LEFT}]+)*")
"""The words of one name. A comma or a number ends it: a sentence around names runs from left to right."""
ARABIC = re.compile("[\u0600-\u06ff\u0750-\u077f]+")
THAI_UPPER_VOWELS = "\u0e31\u0e34\u0e35\u0e36\u0e37\u0e47\u0e4d"
THAI_TONES = "\u0e48\u0e49\u0e4a\u0e4b\u0e4c"
THAI_TALL_LETTERS = "\u0e1b\u0e1d\u0e1f\u0e2c"
THAI_MARKS = re.compile(
    f"((?:[{THAI_TALL_LETTERS}][\u0e38\u0e39]?)?)([{THAI_UPPER_VOWELS}][{THAI_TONES}]?|[{THAI_TONES}])"
)
THAI_AM = re.compile(f"([{THAI_TONES}]?)\u0e33")
FIRST_THAI_CLUSTER = 0xF700
"""The first of the private characters that our Thai font has for marks above a letter."""


def generate_thai_clusters() -> Iterator[tuple[str, str, bool]]:
    """List the glyphs that our Thai font has for marks: the character, its marks, and whether they stand above a tall letter."""
    pairs = ["".join(pair) for pair in product(THAI_UPPER_VOWELS, THAI_TONES)]
    above_tall = [(marks, True) for marks in (*THAI_UPPER_VOWELS, *THAI_TONES, *pairs)]
    for code, (marks, is_tall) in enumerate([*((pair, False) for pair in pairs), *above_tall], FIRST_THAI_CLUSTER):
        yield chr(code), marks, is_tall


@cache
def _map_thai_clusters() -> dict[tuple[str, bool], str]:
    return {(marks, is_tall): char for char, marks, is_tall in generate_thai_clusters()}


def _join_thai_marks(found: re.Match[str]) -> str:
    tall, marks = found.groups()
    return tall + _map_thai_clusters().get((marks, bool(tall)), marks)


def _join_arabic(found: re.Match[str]) -> str:
    import arabic_reshaper  # noqa: PLC0415 - most processes never see an Arabic name

    return str(arabic_reshaper.reshape(found.group()))


@lru_cache(maxsize=1024)
def join_letters(string: str) -> str:
    """Replace letters by the forms that they take next to each other. The words of the string stay in their order."""
    if not string or max(string) < FIRST_ARRANGED_CHAR:
        return string
    thai = THAI_MARKS.sub(_join_thai_marks, THAI_AM.sub("\u0e4d\\1\u0e32", string))
    return ARABIC.sub(_join_arabic, thai)


@lru_cache(maxsize=1024)
def arrange_letters(string: str) -> str:
    """Return the characters to draw from left to right.

    >>> arrange_letters("שלום takes 3")
    'םולש takes 3'
    """
    if string.isascii() or max(string) < FIRST_ARRANGED_CHAR:
        return string
    return RIGHT_TO_LEFT_RUN.sub(lambda run: run.group()[::-1], join_letters(string))
