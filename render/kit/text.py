"""Words in pictures: measuring, fitting into a width, and masks. Only names of players are ever cut: other words that are too
long take a narrower face, a smaller size or another line."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from PIL import Image, ImageDraw

from engine.kernel.text import Text, Translate, write_text
from render.kit import boxes
from render.kit.cache import cached_layer, cached_sprite
from render.kit.fonts import Role, clean, clean_name, find_font, find_script, load_font
from render.kit.fonts.scripts import arrange_letters, join_letters
from render.kit.pillow_core import fill_mask_core

MIN_DATA_SIZE_PX = 39
"""The smallest size of data on a picture 1,650 pixels wide: when Discord shows it at 550, capitals are 9 pixels high."""
PHONE_DATA_SIZE_PX = 55
"""The size of the numbers that matter most: when a phone shows the picture at 390, capitals are 9 pixels high."""
ELLIPSIS = "…"
MIN_SIZE_PX = 8
Box = boxes.Box
Kind = Literal["data", "place", "decoration"]
"""The purpose of words: they carry data, they name a cell, a row or a column, or they decorate or repeat what a shape says."""
NARROWER_ROLES: dict[Role, tuple[Role, ...]] = {
    "title": ("bold", "text"),
    "label": ("bold", "text"),
    "serif": ("text",),
    "bold": ("text",),
    "mono": ("bold",),
}
"""The faces for words that are too long for their own, the widest first."""
MIN_NAME_CHARS = 4
"""The letters of a name that are always kept in a sentence."""


class WrittenText(NamedTuple):
    """Words as drawn: the box of their ink, the span of x available to them, font, size, the size asked for, and purpose."""

    string: str
    ink: Box
    span: tuple[int, int]
    role: Role
    size: int
    wanted_size: int
    kind: Kind = "data"


class PlayerName(str):
    """A player's name: the only words that may be cut."""

    __slots__ = ()


class FittedText(NamedTuple):
    """A sentence in lines that fit, with their size and face."""

    lines: list[str]
    size: int
    role: Role


class Formatter:
    """Texts in one reader's language with the players' names, ready to be drawn: call it with a Text."""

    __slots__ = ("names", "translate")

    def __init__(self, names: Sequence[str], translate: Translate) -> None:
        self.translate = translate
        self.names = tuple(PlayerName(clean_name(name, seat)) for seat, name in enumerate(names, 1))

    def __call__(self, text: Text) -> str:
        """Return the text in full, without the characters that the fonts cannot draw."""
        return clean(write_text(text, self.names, self.translate))

    def shorten_names(self, text: Text, letters: int) -> str:
        """Return the text with every name cut to `letters` letters, so that a long name leaves space for the rest of the
        sentence."""
        return clean(write_text(text, [shorten_name(name, letters) for name in self.names], self.translate))

    def fit_text(
        self,
        text: Text,
        role: Role,
        size: int,
        max_width: int,
        *,
        min_size: int = MIN_DATA_SIZE_PX,
        lines: int = 1,
        max_lines: int = 0,
    ) -> FittedText:
        """Fit the sentence into at most `lines` lines of `max_width` pixels, losing nothing but the ends of names.

        It is shrunk from `size` to `min_size`; then it takes a narrower face; then names are shortened; then it takes a still
        narrower one; then up to `max_lines` lines; then it is shrunk further.
        """
        min_size = min(size, min_size)
        found = self._try_fit(text, role, size, max_width, min_size, lines, max_lines)
        if found is None:
            shortest, faces = self.shorten_names(text, MIN_NAME_CHARS), (role, *NARROWER_ROLES.get(role, ()))
            found = wrap_text(shortest, faces[-1], min_size, max_width, max(lines, max_lines))
        return found

    def can_fit(
        self, text: Text, role: Role, size: int, max_width: int, *, min_size: int = MIN_DATA_SIZE_PX, lines: int = 1
    ) -> bool:
        """Return whether the text fits without being shrunk below `min_size`, which takes long to try."""
        return self._try_fit(text, role, size, max_width, min(size, min_size), lines, 0) is not None

    def _try_fit(
        self, text: Text, role: Role, size: int, max_width: int, min_size: int, lines: int, max_lines: int
    ) -> FittedText | None:
        """Return the sentence no smaller than `min_size`, None if it is too long."""
        whole = self(text)
        faces: tuple[Role, ...] = (role, *NARROWER_ROLES.get(role, ()))
        for face in faces[:2]:
            for smaller in range(size, min_size - 1, -1):
                if (found := break_lines(whole, face, smaller, max_width, lines)) is not None:
                    return FittedText(found, smaller, face)
        shortest = self.shorten_names(text, MIN_NAME_CHARS)
        longest = max((len(name) for name in self.names), default=0) if shortest != whole else MIN_NAME_CHARS
        for allowed in dict.fromkeys((lines, max(lines, max_lines))):
            for face in faces:
                for letters in range(longest, MIN_NAME_CHARS - 1, -1):
                    if (
                        found := break_lines(self.shorten_names(text, letters), face, min_size, max_width, allowed)
                    ) is not None:
                        return FittedText(found, min_size, face)
        return None


PlacedParts = tuple[tuple[str, float], ...]
"""Words of a sentence or letters of a word, each with its start: kerning puts some of them between two pixels."""


def measure_width(string: str, role: Role, size: int) -> int:
    """Return the width of the string in pixels, from its start to the end of its ink or of its advance, whichever is further.

    A font that measures a sentence draws all of it, so this adds up the known widths of its words.
    """
    return _measure_arranged(arrange_letters(string), role, size)


@lru_cache(maxsize=4096)
def _measure_arranged(string: str, role: Role, size: int) -> int:
    words, end = _place_words(string, role, size)
    return max(math.ceil(end), *(_measure_reach(word, at, role, size) for word, at in words), 0)


def _measure_reach(word: str, at: float, role: Role, size: int) -> int:
    """Return where the ink of a word ends that begins at `at`."""
    _, end, beyond = _place_letters(word, role, size)
    return max(math.ceil(at + end), *(math.floor(at + start + 0.5) + ink for start, ink in beyond), 0)


def _place_words(string: str, role: Role, size: int) -> tuple[PlacedParts, float]:
    """Return the words of an arranged string with their starts, and the end of the string."""
    at, last = 0.0, ""
    found: list[tuple[str, float]] = []
    for k, word in enumerate(string.split(" ")):
        if k:
            at += (_measure_kerning(last + " ", role, size) if last else 0.0) + _measure_letter(" ", role, size)[0]
            last = " "
        if word:
            if last:
                at += _measure_kerning(last + word[0], role, size)
            found.append((word, at))
            at += _place_letters(word, role, size).end
            last = word[-1]
    return tuple(found), at


class _WordLayout(NamedTuple):
    """The letters of a word, its end, and the letters with ink beyond their advance: their start and the end of the ink."""

    letters: PlacedParts
    end: float
    beyond: tuple[tuple[float, int], ...]


@lru_cache(maxsize=4096)
def _place_letters(word: str, role: Role, size: int) -> _WordLayout:
    at, last = 0.0, ""
    letters: list[tuple[str, float]] = []
    beyond: list[tuple[float, int]] = []
    for char in word:
        if last:
            at += _measure_kerning(last + char, role, size)
        letters.append((char, at))
        advance, ink = _measure_letter(char, role, size)
        if ink:
            beyond.append((at, ink))
        at += advance
        last = char
    return _WordLayout(tuple(letters), at, tuple(beyond))


@lru_cache(maxsize=4096)
def _measure_letter(char: str, role: Role, size: int) -> tuple[float, int]:
    """Return the advance of a letter, and where its ink ends if that is beyond it, else 0."""
    face = find_font(char, role, size)
    advance, ink = face.getlength(char), face.getbbox(char, anchor="lm")[2]
    return advance, int(ink) if ink > advance else 0


@lru_cache(maxsize=8192)
def _measure_kerning(pair: str, role: Role, size: int) -> float:
    """How much further than its advance two letters are apart."""
    if find_script(pair[0]) != find_script(pair[1]):
        return 0.0
    return (
        find_font(pair[0], role, size).getlength(pair)
        - _measure_letter(pair[0], role, size)[0]
        - _measure_letter(pair[1], role, size)[0]
    )


def shorten_name(name: str, letters: int) -> str:
    """Shorten a name to `letters` letters and an ellipsis. A number at its end stays, since it tells namesakes apart.

    >>> shorten_name("Maximiliane", 4), shorten_name("Maximilian 2", 4)
    ('Maxi…', 'Maxi…2')
    """
    tail = re.search(r"\d{0,4}$", name)
    end = ""
    if tail:
        end = tail.group()
    short = f"{name[:letters].rstrip()}{ELLIPSIS}{end}"
    if len(short) < len(name):
        return short
    return name


def fit_name(name: str, role: Role, size: int, max_width: int) -> str:
    """Return the name, or as many of its letters as fit `max_width` pixels with an ellipsis, at least one."""
    if measure_width(name, role, size) <= max_width:
        return name
    low, high = 1, len(name)
    while low < high:
        half = (low + high + 1) // 2
        if measure_width(shorten_name(name, half), role, size) <= max_width:
            low = half
        else:
            high = half - 1
    return shorten_name(name, low)


def shrink_text(string: str, role: Role, size: int, max_width: int) -> tuple[Role, int]:
    """Return the face and the size in which the whole string fits: its own face down to MIN_DATA_SIZE_PX, else a narrower one."""
    least = min(size, MIN_DATA_SIZE_PX)
    for face in (role, *NARROWER_ROLES.get(role, ())):
        for smaller in range(size, least - 1, -1):
            if measure_width(string, face, smaller) <= max_width:
                return face, smaller
    return face, next(
        (smaller for smaller in range(least, MIN_SIZE_PX, -1) if measure_width(string, face, smaller) <= max_width),
        MIN_SIZE_PX,
    )


def find_fitting_size(string: str, role: Role, size: int, max_width: int, min_size: int = MIN_DATA_SIZE_PX) -> int:
    """Return the largest size from `size` down to `min_size` at which the string fits; `min_size` if none does."""
    for smaller in range(size, min_size, -1):
        if measure_width(string, role, smaller) <= max_width:
            return smaller
    return min(size, min_size)


def choose_wording(strings: Sequence[str], role: Role, size: int, max_width: int) -> str:
    """Return the first of several wordings that fits, else the last one."""
    for string in strings:
        if measure_width(string, role, size) <= max_width:
            return string
    return strings[-1]


def break_lines(string: str, role: Role, size: int, max_width: int, lines: int) -> list[str] | None:
    """Break the string at spaces into at most `lines` lines of `max_width` pixels; None if it is too long."""
    found = _break_lines(string, role, size, max_width, lines)
    if found is None:
        return None
    return [*found]


@lru_cache(maxsize=2048)
def _break_lines(string: str, role: Role, size: int, max_width: int, lines: int) -> tuple[str, ...] | None:
    out: list[str] = []
    plain = string.split()
    words, _ = _place_words(join_letters(" ".join(plain)), role, size)
    first = 0
    while first < len(words) and len(out) < lines:
        begin, last = words[first][1], first
        while last < len(words) and _measure_reach(words[last][0], words[last][1] - begin, role, size) <= max_width:
            last += 1
        if last == first:
            return None
        out.append(" ".join(plain[first:last]))
        first = last
    if first < len(words):
        return None
    return tuple(out)


def wrap_text(string: str, role: Role, size: int, max_width: int, lines: int) -> FittedText:
    """Break the whole string into at most `lines` lines of `max_width` pixels, smaller if it is too long for them."""
    for smaller in range(size, MIN_SIZE_PX, -1):
        if (found := break_lines(string, role, smaller, max_width, lines)) is not None:
            return FittedText(found, smaller, role)
    return FittedText([string], MIN_SIZE_PX, role)


class TextMask(NamedTuple):
    """Words as a mask: its top left corner relative to their start on the middle line, and their width."""

    mask: Image.Image
    left: int
    top: int
    advance: int


def render_text(string: str, role: Role, size: int, stroke: int = 0, start: float = 0.0) -> TextMask:
    """Render the string as a mask, cached and pasted in any colour.

    `stroke` widens it, for a halo; `start` is the fraction of a pixel by which it begins later.
    """
    return _render_arranged(arrange_letters(string), role, size, stroke, start)


def _render_arranged(string: str, role: Role, size: int, stroke: int, start: float) -> TextMask:
    return (_render_sentence if " " in string else _render_word)(string, role, size, stroke, start)


@cached_sprite
def _render_word(string: str, role: Role, size: int, stroke: int, start: float) -> TextMask:
    if len(string) < 2 or _can_draw_whole(string, stroke):
        return _draw_mask(string, role, size, stroke, start)
    return _compose_mask(_place_letters(string, role, size).letters, string, role, size, stroke, start)


@cached_layer
def _render_sentence(string: str, role: Role, size: int, stroke: int, start: float) -> TextMask:
    """Render a sentence. It belongs to a moment: in the cache of words it would displace what boards are drawn from."""
    if string.isspace() or _can_draw_whole(string, stroke):
        return _draw_mask(string, role, size, stroke, start)
    return _compose_mask(_place_words(string, role, size)[0], string, role, size, stroke, start)


def _can_draw_whole(string: str, stroke: int) -> bool:
    """Return whether the font of the role draws the string with its halo at once."""
    return bool(stroke) and not any(map(find_script, string))


def _compose_mask(parts: PlacedParts, string: str, role: Role, size: int, stroke: int, start: float) -> TextMask:
    """Compose a mask from the masks of its parts, which takes a tenth of the time of drawing it with the font."""
    masks: list[Image.Image] = []
    part_boxes: list[Box] = []
    for part, at in parts:
        rendered = _render_arranged(part, role, size, stroke, (start + at) % 1)
        left, top = math.floor(start + at) + rendered.left, rendered.top
        masks.append(rendered.mask)
        part_boxes.append((left, top, left + rendered.mask.width, top + rendered.mask.height))
    left, top, right, bottom = boxes.enclose_boxes(part_boxes)
    composed = Image.new("L", (right - left, bottom - top))
    for mask, box in zip(masks, part_boxes, strict=True):
        fill_mask_core(composed, 255, mask, box[0] - left, box[1] - top)
    return TextMask(composed, left, top, _measure_arranged(string, role, size))


def _draw_mask(string: str, role: Role, size: int, stroke: int, start: float) -> TextMask:
    """Draw the string with its font, on the base line of the role's font."""
    face, rise_px = find_font(string[:1] or " ", role, size), _measure_base_line(role, size)
    box = face.getbbox(string, anchor="ls", stroke_width=stroke)
    left, top, right, bottom = math.floor(box[0]), math.floor(box[1]), math.ceil(box[2] + start), math.ceil(box[3])
    mask = Image.new("L", (max(1, right - left), max(1, bottom - top)))
    ImageDraw.Draw(mask).text((start - left, -top), string, fill=255, font=face, anchor="ls", stroke_width=stroke)
    return TextMask(mask, left, top + rise_px, _measure_arranged(string, role, size))


@lru_cache(maxsize=256)
def _measure_base_line(role: Role, size: int) -> int:
    """Measure how far the base line of a role is below the middle line, in pixels."""
    face = load_font(role, size)
    return int(face.getbbox("x", anchor="lm")[1] - face.getbbox("x", anchor="ls")[1])
