"""What has happened since the viewer last looked: the latest turns, each told in one sentence and written on a paper strip."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from engine.kernel.text import Seat, SeatMention, Text, count, say
from render.kit.canvas import Sprite
from render.kit.news import find_subject
from render.kit.scene import Scene
from render.kit.sheet import Sheet
from render.kit.text import SMALLEST, Fitted, Formatter
from render.kit.theme import INK, PAPER, mix_colours

EVENTS = 2
"""The newest events that are told where no turn is known."""
STEP = 38
"""The distance between two lines."""
EDGE = mix_colours(PAPER, INK, 0.35)
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
    after = [*(one.view for one in scene.earlier_views[1:]), scene.view]
    found = [Turn(one.seat, one.view, now) for one, now in zip(scene.earlier_views, after, strict=False)]
    return [turn for turn in found if turn.was != turn.now]


Parts = Sequence[Text]
"""What was done in a turn, as phrases that can follow a name: "sails to c12", "draws 3 small tiles"."""


def sentences(told: Sequence[tuple[Seat, Parts]]) -> tuple[Text, ...]:
    """A sentence for each turn."""
    return tuple(say("{seat} {parts}.", seat=SeatMention(seat), parts=list(parts)) for seat, parts in told if parts)


def rows(scene: Scene, told: Sequence[tuple[Seat, Parts]]) -> list[Row]:
    """The lines of a strip: each turn, then why the game is over; where no turn is known, the newest events."""
    found = [Row(seat, say("{parts}", parts=list(parts))) for seat, parts in told if parts]
    found += [Row(find_subject(scene.end_reason), scene.end_reason)] if scene.end_reason else []
    if found and (told or not scene.recent_events):
        return found
    return [*found, *(Row(find_subject(event), event) for event in scene.recent_events[-EVENTS:])]


def write_strip(
    sheet: Sheet,
    lines: Sequence[Row],
    fmt: Formatter,
    box: tuple[int, int, int, int],
    sign: Callable[[Seat], Sprite],
    *,
    lead: int = 46,
    whole: bool = False,
) -> int:
    """Write the lines on paper from the top of a box (left, top, right, bottom), each behind the sign of who it is about.

    They are broken into as many lines as there is room for; if there are too many, the longest are told in short, and then the
    oldest are left out. The paper is as high as they need or, `whole`, as the box, with the lines in its middle. Returns the foot
    of the paper.
    """
    left, top, right, bottom = box
    if not lines:
        return top
    room = right - left - 2 * PAD - lead
    lines, laid = _laid(lines, fmt, room, (bottom - top - 2 * EDGES) // STEP)
    high = sum(len(one.lines) for one in laid) * STEP + 2 * EDGES
    bottom = bottom if whole else min(bottom, top + high)
    sheet.image.paste(EDGE, (left, top, right, bottom))
    sheet.image.paste(PAPER, (left + 2, top + 2, right - 2, bottom - 2))
    y = top + EDGES + STEP / 2 + (max(0, bottom - top - high) / 2 if whole else 0)
    for row, found in zip(lines, laid, strict=True):
        if row.seat is not None:
            sheet.put(sign(row.seat), left + PAD + lead / 2 - 4, y)
        y += STEP * sheet.write(left + PAD + lead, y, fmt(row.text), found, room, step=STEP, wanted=SMALLEST, fill=INK)
    return bottom


def _laid(lines: Sequence[Row], fmt: Formatter, room: int, most: int) -> tuple[Sequence[Row], list[Fitted]]:
    """As many of the newest rows as fit into so many lines, each broken into its own: the longest are told in short before the
    oldest are left out."""

    def fitted(row: Row) -> Fitted:
        return fmt.fitted(row.text, "bold", SMALLEST, room, lines=max(1, most))

    def high(found: Fitted) -> int:
        return len(found.lines) if found.size == SMALLEST else most + 1

    for k in range(len(lines)):
        shown, laid = list(lines[k:]), [fitted(row) for row in lines[k:]]
        left = [parts_of(row) for row in shown]
        while sum(map(high, laid)) > most:
            long = [n for n, parts in enumerate(left) if len(parts) > 1 and high(laid[n]) > 1]
            if not long:
                break
            n = max(long, key=lambda n: (high(laid[n]), len(left[n])))
            left[n] = left[n][:-1]
            told = [*left[n], *_more(len(parts_of(lines[k + n])) - len(left[n]))]
            shown[n] = lines[k + n]._replace(text=say("{parts}", parts=told))
            laid[n] = fitted(shown[n])
        if sum(map(high, laid)) <= most:
            return shown, laid
    return lines[-1:], [fitted(lines[-1])]


def parts_of(row: Row) -> list[Text]:
    """What was done, phrase by phrase; nothing for a row that is one sentence."""
    listed = row.text.args.get("parts")
    return [part for part in listed if isinstance(part, Text)] if isinstance(listed, (list, tuple)) else []


def _more(left: int) -> list[Text]:
    """How many phrases are left out."""
    return [count("and {n} thing more", "and {n} things more", left)] if left else []
