"""Boxes of pixels."""

from __future__ import annotations

from collections.abc import Iterable

Box = tuple[int, int, int, int]
"""Left, top, right and bottom; the pixels at right and bottom do not belong to it."""


def enclose_boxes(boxes: Iterable[Box]) -> Box:
    """Return the smallest box around some boxes.

    >>> enclose_boxes([(0, 5, 10, 20), (-3, 8, 4, 30)])
    (-3, 5, 10, 30)
    """
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)
