"""What has happened since the viewer last looked: the latest turns, each told in one sentence and written on a paper strip."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from engine.kernel.text import Seat, Text, Who, count, say
from render.kit.canvas import Sprite
from render.kit.news import subject
from render.kit.scene import Scene
from render.kit.sheet import Sheet
from render.kit.text import SMALLEST, Fitted, Formatter
from render.kit.theme import INK, PAPER, mix

EVENTS = 2
"""The newest events that are told where no turn is known."""
STEP = 38
"""The distance between two lines."""
EDGE = mix(PAPER, INK, 0.35)
PAD, EDGES = 12, 5


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
    """The lines of a strip: each turn, then why the game is over; where no turn is known, the newest events."""
    found = [Row(seat, say("{parts}", parts=list(parts))) for seat, parts in told if parts]
    found += [Row(subject(scene.reason), scene.reason)] if scene.reason else []
    if found and (told or not scene.recent):
        return found
    return [*found, *(Row(subject(event), event) for event in scene.recent[-EVENTS:])]


def write_strip(
    sheet: Sheet,
    lines: Sequence[Row],
    fmt: Formatter,
    box: tuple[int, int, int, int],
    sign: Callable[[Seat], Sprite],
    *,
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
    lines, laid = _laid(lines, fmt, room, (bottom - top - 2 * EDGES) // STEP)
    bottom = min(bottom, top + sum(len(one.lines) for one in laid) * STEP + 2 * EDGES)
    sheet.image.paste(EDGE, (left, top, right, bottom))
    sheet.image.paste(PAPER, (left + 2, top + 2, right - 2, bottom - 2))
    y = top + EDGES + STEP / 2
    for row, found in zip(lines, laid, strict=True):
        if row.seat is not None:
            sheet.put(sign(row.seat), left + PAD + lead / 2 - 4, y)
        y += STEP * sheet.write(left + PAD + lead, y, fmt(row.text), found, room, step=STEP, wanted=SMALLEST, fill=INK)
    return bottom


def _laid(lines: Sequence[Row], fmt: Formatter, room: int, most: int) -> tuple[Sequence[Row], list[Fitted]]:
    """As many of the newest rows as fit into so many lines, each broken into its own; the newest one
    at least, or what was done first in it and how much more there was."""
    for shown in (lines[k:] for k in range(len(lines))):
        found = [fmt.fitted(row.text, "bold", SMALLEST, room, lines=most) for row in shown]
        if sum(len(one.lines) for one in found) <= most and all(one.size == SMALLEST for one in found):
            return shown, found
    (row,) = lines[-1:]
    listed = row.text.args.get("parts")
    parts = list(listed) if isinstance(listed, (list, tuple)) else []
    for k in range(len(parts), 0, -1):
        short = row._replace(text=say("{parts}", parts=[*parts[:k], *_more(len(parts) - k)]))
        told = fmt.fitted(short.text, "bold", SMALLEST, room, lines=max(1, most))
        if told.size == SMALLEST:
            return [short], [told]
    return [row], [fmt.fitted(row.text, "bold", SMALLEST, room, lines=max(1, most))]


def _more(left: int) -> list[Text]:
    """How many phrases are left out."""
    return [count("and {n} thing more", "and {n} things more", left)] if left else []
