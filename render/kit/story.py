"""The latest turns since the viewer last looked, each told in one sentence and written on a paper strip."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from engine.kernel.text import Seat, SeatMention, Text, count, say
from render.kit.canvas import Sprite
from render.kit.news import find_subject
from render.kit.scene import Scene
from render.kit.sheet import Sheet
from render.kit.text import MIN_DATA_SIZE_PX, FittedText, Formatter
from render.kit.theme import INK, PAPER, mix_colours

MAX_RECENT_EVENTS = 2
"""The number of newest events that are told if no turn is known."""
STORY_LINE_HEIGHT_PX = 38
"""The distance between two lines."""
EDGE_COLOUR = mix_colours(PAPER, INK, 0.35)
STRIP_PADDING_PX, STRIP_BORDER_PX = 12, 5


class TurnChange(NamedTuple):
    """A turn of a seat: the view before it and the view after it."""

    seat: Seat
    before: Any
    after: Any


class StripRow(NamedTuple):
    """A line of the strip: the seat of the turn (None if it belongs to nobody) and its actions, without the name."""

    seat: Seat | None
    text: Text


def list_turns(scene: Scene) -> list[TurnChange]:
    """Return the latest turns, oldest first; the last one may still be under way."""
    after = [*(one.view for one in scene.earlier_views[1:]), scene.view]
    found = [TurnChange(one.seat, one.view, now) for one, now in zip(scene.earlier_views, after, strict=False)]
    return [turn for turn in found if turn.before != turn.after]


Phrases = Sequence[Text]
"""The actions of a turn, as phrases that can follow a name: "sails to c12", "draws 3 small tiles"."""


def build_sentences(turn_phrases: Sequence[tuple[Seat, Phrases]]) -> tuple[Text, ...]:
    """Build a sentence for each turn."""
    return tuple(
        say("{seat} {parts}.", seat=SeatMention(seat), parts=list(parts)) for seat, parts in turn_phrases if parts
    )


def build_rows(scene: Scene, turn_phrases: Sequence[tuple[Seat, Phrases]]) -> list[StripRow]:
    """Build the lines of a strip: each turn, then why the game is over; if no turn is known, the newest events."""
    found = [StripRow(seat, say("{parts}", parts=list(parts))) for seat, parts in turn_phrases if parts]
    found += [StripRow(find_subject(scene.end_reason), scene.end_reason)] if scene.end_reason else []
    if found and (turn_phrases or not scene.recent_events):
        return found
    return [*found, *(StripRow(find_subject(event), event) for event in scene.recent_events[-MAX_RECENT_EVENTS:])]


def write_strip(
    sheet: Sheet,
    rows_shown: Sequence[StripRow],
    fmt: Formatter,
    box: tuple[int, int, int, int],
    draw_sign: Callable[[Seat], Sprite],
    *,
    sign_width: int = 46,
    fills_box: bool = False,
) -> int:
    """Write the lines on paper from the top of a box (left, top, right, bottom), each after the sign of its seat.

    They are broken into as many lines as the box holds; if there are too many, the longest are told in short, and then the
    oldest are left out. The paper is as high as they need or, if `fills_box`, as the box, with the lines in its middle. Returns
    the foot of the paper.
    """
    left, top, right, bottom = box
    if not rows_shown:
        return top
    room = right - left - 2 * STRIP_PADDING_PX - sign_width
    rows_shown, laid = _fit_rows(rows_shown, fmt, room, (bottom - top - 2 * STRIP_BORDER_PX) // STORY_LINE_HEIGHT_PX)
    high = sum(len(one.lines) for one in laid) * STORY_LINE_HEIGHT_PX + 2 * STRIP_BORDER_PX
    bottom = bottom if fills_box else min(bottom, top + high)
    sheet.image.paste(EDGE_COLOUR, (left, top, right, bottom))
    sheet.image.paste(PAPER, (left + 2, top + 2, right - 2, bottom - 2))
    y = top + STRIP_BORDER_PX + STORY_LINE_HEIGHT_PX / 2 + (max(0, bottom - top - high) / 2 if fills_box else 0)
    for row, found in zip(rows_shown, laid, strict=True):
        if row.seat is not None:
            sheet.put(draw_sign(row.seat), left + STRIP_PADDING_PX + sign_width / 2 - 4, y)
        y += STORY_LINE_HEIGHT_PX * sheet.write_fitted(
            left + STRIP_PADDING_PX + sign_width,
            y,
            fmt(row.text),
            found,
            room,
            line_height=STORY_LINE_HEIGHT_PX,
            wanted_size=MIN_DATA_SIZE_PX,
            fill=INK,
        )
    return bottom


def _fit_rows(
    lines: Sequence[StripRow], fmt: Formatter, room: int, most: int
) -> tuple[Sequence[StripRow], list[FittedText]]:
    """Fit as many of the newest rows as possible into `most` lines: the longest are told in short before the oldest are left
    out."""

    def fitted(row: StripRow) -> FittedText:
        return fmt.fit_text(row.text, "bold", MIN_DATA_SIZE_PX, room, lines=max(1, most))

    def high(found: FittedText) -> int:
        return len(found.lines) if found.size == MIN_DATA_SIZE_PX else most + 1

    for k in range(len(lines)):
        shown, laid = list(lines[k:]), [fitted(row) for row in lines[k:]]
        left = [list_phrases(row) for row in shown]
        while sum(map(high, laid)) > most:
            long = [n for n, parts in enumerate(left) if len(parts) > 1 and high(laid[n]) > 1]
            if not long:
                break
            n = max(long, key=lambda n: (high(laid[n]), len(left[n])))
            left[n] = left[n][:-1]
            told = [*left[n], *_count_omitted(len(list_phrases(lines[k + n])) - len(left[n]))]
            shown[n] = lines[k + n]._replace(text=say("{parts}", parts=told))
            laid[n] = fitted(shown[n])
        if sum(map(high, laid)) <= most:
            return shown, laid
    return lines[-1:], [fitted(lines[-1])]


def list_phrases(row: StripRow) -> list[Text]:
    """Return the phrases of a row; none for a row that is one sentence."""
    listed = row.text.args.get("parts")
    return [part for part in listed if isinstance(part, Text)] if isinstance(listed, (list, tuple)) else []


def _count_omitted(left: int) -> list[Text]:
    """Say how many phrases are left out."""
    return [count("and {n} thing more", "and {n} things more", left)] if left else []
