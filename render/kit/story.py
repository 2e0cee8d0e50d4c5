"""What has happened since the viewer last looked: the latest turns, each told in one sentence and written on a paper strip."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from engine.kernel.text import Seat, Text, Who, say
from render.kit.canvas import Sprite
from render.kit.news import subject
from render.kit.scene import Scene
from render.kit.sheet import Sheet
from render.kit.text import LEAST, Fitted, Formatter
from render.kit.theme import INK, PAPER, mix

MOST = 4
"""The most lines that one turn takes."""
SMALL = 28
"""Turns are left out before the words become smaller than this."""
EDGE = mix(PAPER, INK, 0.35)
PAD = 12


class Turn(NamedTuple):
    """A turn of a seat: what the viewer saw before it and after it."""

    seat: Seat
    was: Any
    now: Any


class Row(NamedTuple):
    """A line of the strip: whose turn (None: nobody's), and what was done in it, without the name."""

    seat: Seat | None
    text: Text


def turns(scene: Scene) -> list[Turn]:
    """The latest turns, oldest first; the last one may still be under way."""
    after = [*(one.view for one in scene.before[1:]), scene.view]
    found = [Turn(one.seat, one.view, now) for one, now in zip(scene.before, after, strict=False)]
    return [turn for turn in found if turn.was != turn.now]


Parts = Sequence[Text]
"""What was done in a turn, as phrases that can follow a name: "sails to c12", "draws 3 small tiles"."""


def sentences(told: Sequence[tuple[Seat, Parts]]) -> tuple[Text, ...]:
    """A sentence for each turn."""
    return tuple(say("{seat} {parts}.", seat=Who(seat), parts=list(parts)) for seat, parts in told if parts)


def rows(scene: Scene, told: Sequence[tuple[Seat, Parts]]) -> list[Row]:
    """The lines of a strip: why the game is over, then each turn; where no turn is known, the newest events."""
    found = [Row(subject(scene.reason), scene.reason)] if scene.reason else []
    found += [Row(seat, say("{parts}", parts=list(parts))) for seat, parts in told if parts]
    if found and (told or not scene.recent):
        return found
    return [*found, *(Row(subject(event), event) for event in scene.recent[-2:])]


def write_strip(
    sheet: Sheet,
    lines: Sequence[Row],
    fmt: Formatter,
    box: tuple[int, int, int, int],
    sign: Callable[[Seat], Sprite],
    *,
    size: int = 36,
    lead: int = 46,
) -> int:
    """Write the lines on paper from the top of a box (left, top, right, bottom), each behind the sign of who it is about.

    They are broken into as many lines as there is room for; if there are too many, the oldest are left out. Returns the foot of
    the paper.
    """
    left, top, right, bottom = box
    if not lines:
        return top
    room = right - left - 2 * PAD - lead
    lines, laid, fitting = _laid(lines, fmt, room, size, bottom - top - 14)
    step = fitting + 1
    bottom = min(bottom, top + sum(len(one.lines) for one in laid) * step + 14)
    sheet.image.paste(EDGE, (left, top, right, bottom))
    sheet.image.paste(PAPER, (left + 2, top + 2, right - 2, bottom - 2))
    y = top + 7 + step / 2
    for row, found in zip(lines, laid, strict=True):
        if row.seat is not None:
            sheet.put(sign(row.seat), left + PAD + lead / 2 - 4, y)
        y += step * sheet.write(left + PAD + lead, y, fmt(row.text), found, room, step=step, wanted=size, fill=INK)
    return bottom


def _laid(
    lines: Sequence[Row], fmt: Formatter, room: int, size: int, high: int
) -> tuple[Sequence[Row], list[Fitted], int]:
    """As many of the newest rows as fit into so many pixels, each broken into lines, and their size: all of the same."""
    for shown in (lines[k:] for k in range(len(lines))):
        for smaller in range(size, (SMALL if len(shown) > 1 else LEAST) - 1, -1):
            found = [fmt.fitted(row.text, "bold", smaller, room, least=smaller, lines=MOST) for row in shown]
            if sum(len(one.lines) for one in found) * (smaller + 1) <= high and all(
                one.size == smaller for one in found
            ):
                return shown, found, smaller
    return lines[-1:], [fmt.fitted(lines[-1].text, "bold", LEAST, room)], LEAST
