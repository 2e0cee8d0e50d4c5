"""The latest events of a game, newest first."""

from __future__ import annotations

import string

from engine.kernel.text import Seat, SeatMention, Text
from render.kit.scene import Scene
from render.kit.seats import draw_seat_badge
from render.kit.sheet import Sheet
from render.kit.text import MIN_DATA_SIZE_PX, Formatter
from render.kit.theme import CREAM, MUTED, Colour


def sort_news(scene: Scene) -> list[Text]:
    """Return the reason for the end of the game, if it has ended, then the recent events, newest first."""
    return [*([scene.end_reason] if scene.end_reason else []), *reversed(scene.recent_events)]


def find_subject(event: Text) -> Seat | None:
    """Return the first player that an event names, in the order of its sentence: stored events have their arguments sorted by
    name."""
    named = (event.args.get(field) for _, field, _, _ in string.Formatter().parse(event.template) if field)
    return next((arg.seat for arg in named if isinstance(arg, SeatMention)), None)


def write_news(
    sheet: Sheet,
    scene: Scene,
    fmt: Formatter,
    span: tuple[int, int],
    y: float,
    *,
    lines: int,
    line_height: int,
    older_lines: int,
) -> None:
    """Write the news from left to right (`span`), the first line's middle at y, each event after the badge of its player.

    The news fills at most `lines` lines, `line_height` pixels apart. An older event takes up to `older_lines` of them; an
    event that does not fit is left out whole.
    """
    left, right = span
    fill: Colour = CREAM
    for event in sort_news(scene):
        if fill == CREAM:
            most = lines
        else:
            most = min(lines, older_lines)
        room = right - left - 38
        if most <= 0 or (fill == MUTED and not does_event_fit(fmt, event, room, most)):
            break
        if not does_event_fit(fmt, event, room, most):
            continue
        seat = find_subject(event)
        if seat is not None:
            sheet.put(draw_seat_badge(seat, 30), left + 14, y)
        x = left + 38
        taken = sheet.sentence(x, y, event, room, fmt, lines=most, line_height=line_height, fill=fill)
        y += line_height * taken
        lines -= taken
        fill = MUTED


def does_event_fit(fmt: Formatter, event: Text, max_width: int, lines: int, size: int = MIN_DATA_SIZE_PX) -> bool:
    """Return whether an event fits `lines` lines without becoming too small to read."""
    return fmt.can_fit(event, "bold", size, max_width, lines=lines)
