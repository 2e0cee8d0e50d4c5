"""Frames in which moved pieces glide from their old places to their new ones.

No painter takes part: a piece is an image that two boards have at different places, found from their strokes. Images are the same
if their pixels are: a sprite is drawn again if the cache has dropped it. Only where pieces are joined with others at their goal,
the painter names their ways.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from render.kit.boxes import Box
from render.kit.drawing import Drawing, ImageParts, StrokeSource
from render.kit.drawing.damage import Stroke
from render.kit.movement.travel import Travel
from render.kit.pillow_core import ImageCore, hash_core, is_ring_core
from render.kit.theme import GOLD, parse_colour

GLIDE_FRAMES, GLIDE_FRAME_MS = 8, 60
"""The frames of a movement before the piece arrives, and how long each is shown."""
MIN_PIECE_PX, MAX_PIECE_PX = 34, 200
"""The least and the largest width and height of a piece: smaller images are signs in a row, larger ones are cards."""
LABEL_GAP_PX = 12
"""The largest distance of a label from the right edge of its piece."""
MAX_PIECES = 8
"""If more images have moved, nothing glides, because the whole board has shifted, for example to another window."""


def draw_glide(before: Drawing, after: Drawing, movement: Box | Sequence[Travel]) -> Iterator[Drawing]:
    """Yield the frames between two boards; none if no piece moved, or a board has no strokes.

    `movement` is the part of the board on which pieces move, or their ways (see `Painter.find_movement`).

    Parts of the ground never glide, but they show that the whole board has shifted. Nor do the gold rings of the turn: another
    piece has the ring now.
    """
    if before.stroke_list is None or after.stroke_list is None:
        return
    strokes, sources = after.stroke_list
    if not isinstance(movement, tuple):
        yield from _draw_travels(after.size, (strokes, sources), movement)
        return
    common = {*before.stroke_list[0]}.intersection(strokes)
    named_before, named_after = (_name_pieces(*listed, common) for listed in (before.stroke_list, after.stroke_list))
    moved = find_moved_pieces(named_before, named_after, movement)
    starts = {index: start for index, start in moved.items() if not _is_mark(sources[index][0])}
    if not starts:
        return
    labels = {index: list_labels(strokes, index) for index in starts}
    for step in range(1, GLIDE_FRAMES + 1):
        share = ease(step / (GLIDE_FRAMES + 1))
        frame = Drawing(after.size)
        shifted = [*strokes]
        for index, start in starts.items():
            end = strokes[index][1]
            x, y = find_shift(end, start, 1 - share)
            for k in (index, *labels[index]):
                content, (left, top, right, bottom) = strokes[k]
                shifted[k] = (content, (left + x, top + y, right + x, bottom + y))
        frame.stroke_list = (shifted, [*sources])
        yield frame


def _draw_travels(
    size: tuple[int, int], stroke_list: tuple[list[Stroke], list[StrokeSource]], travels: Sequence[Travel]
) -> Iterator[Drawing]:
    """Yield the frames in which pieces travel above a board."""
    for step in range(1, GLIDE_FRAMES + 1 if travels else 1):
        share = ease(step / (GLIDE_FRAMES + 1))
        frame = Drawing(size)
        frame.stroke_list = ([*stroke_list[0]], [*stroke_list[1]])
        for travel in travels:
            x, y = travel.find_point(share)
            frame.paste_image(travel.sprite.image, round(x) - travel.sprite.x, round(y) - travel.sprite.y)
        yield frame


def _is_mark(source: ImageParts | ImageCore) -> bool:
    """Return whether the pixels of a stroke are a part of the ground or a gold ring."""
    return isinstance(source, ImageParts) or is_ring_core(source, parse_colour(GOLD))


def _name_pieces(strokes: list[Stroke], sources: list[StrokeSource], common: set[Stroke]) -> list[Stroke]:
    """Return the strokes with the pixels of each piece, as a number, in the place of its fingerprint.

    The strokes that both boards have in `common` need none: they have not moved.
    """
    hashes: dict[object, int] = {}
    named = [*strokes]
    for k, (stroke, (source, _)) in enumerate(zip(strokes, sources, strict=True)):
        if not _is_piece(stroke) or stroke in common:
            continue
        content, box = stroke
        if content not in hashes:
            hashes[content] = _hash_pixels(source)
        named[k] = (hashes[content], box)
    return named


def _hash_pixels(source: ImageParts | ImageCore) -> int:
    """Return a number that is the same for equal pixels."""
    if not isinstance(source, ImageParts):
        return hash_core(source)
    strokes, sources = source.split_strokes(0, 0)
    return hash(tuple([(box, hash_core(core)) for (_, box), (core, _) in zip(strokes, sources, strict=True)]))


def find_moved_pieces(before: list[Stroke], after: list[Stroke], chart_box: Box) -> dict[int, Box]:
    """Find the strokes of `after` that `before` has at another place: their indices and their old boxes."""
    old_boxes = dict(_generate_displaced_pieces(before, after))
    moved: dict[int, Box] = {}
    new_strokes = dict(_generate_displaced_pieces(after, before))
    for index, (content, box) in enumerate(after):
        if content in old_boxes and new_strokes.get(content) == box and _is_within(box, chart_box):
            moved[index] = old_boxes[content]
    if len(moved) <= MAX_PIECES:
        return moved
    return {}


def _generate_displaced_pieces(strokes: list[Stroke], other_strokes: list[Stroke]) -> Iterator[Stroke]:
    """Yield the pieces that the other board does not have at their place, without images that occur twice among them."""
    other = set(other_strokes)
    displaced = [stroke for stroke in strokes if stroke not in other and _is_piece(stroke)]
    counts = Counter(content for content, _ in displaced)
    yield from (stroke for stroke in displaced if counts[stroke[0]] == 1)


def _is_piece(stroke: Stroke) -> bool:
    """Return whether a stroke pastes an image of the size of a piece; a tuple is a colour, words, or a part of an image."""
    content, (left, top, right, bottom) = stroke
    smaller, larger = sorted((right - left, bottom - top))
    return not isinstance(content, tuple) and smaller >= MIN_PIECE_PX and larger <= MAX_PIECE_PX


def _is_within(box: Box, outer: Box) -> bool:
    """Return whether the middle of a box lies in another one."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return outer[0] <= x <= outer[2] and outer[1] <= y <= outer[3]


def list_labels(strokes: list[Stroke], index: int) -> list[int]:
    """List the words that glide with a piece: those written after it, on it or to the right of it, for example its strength."""
    left, top, right, bottom = strokes[index][1]
    found: list[int] = []
    for k in range(index + 1, len(strokes)):
        content, (word_left, word_top, word_right, word_bottom) = strokes[k]
        middle = (word_top + word_bottom) / 2
        is_on_piece = left <= word_left and word_right <= right
        is_next_to_it = right - LABEL_GAP_PX <= word_left <= right + LABEL_GAP_PX
        if not isinstance(content, tuple) or not top < middle < bottom or not (is_on_piece or is_next_to_it):
            break
        found.append(k)
    return found


def ease(share: float) -> float:
    """Return the share of the way after a share of the time: slow at both ends."""
    return share * share * (3 - 2 * share)


def find_shift(end: Box, start: Box, share: float) -> tuple[int, int]:
    """Return the shift from `end` to `share` of the way back to `start`."""
    return round((start[0] - end[0]) * share), round((start[1] - end[1]) * share)
