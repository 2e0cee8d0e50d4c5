"""The banner of a board: the seat to move or the winner, as large as the width allows."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.text import Seat, SeatMention, Text, mention_seats, say
from render.kit.scene import Scene
from render.kit.sheet import Sheet
from render.kit.text import PHONE_DATA_SIZE_PX, Formatter
from render.kit.theme import INK, Colour

HEADLINE_SIZE_PX, CROP_HEADLINE_SIZE_PX, HEADLINE_PITCH_PX = 58, 42, 36
"""The largest sizes of the headline of a board and of a crop, and the distance of its two lines."""


def format_table_number(scene: Scene) -> str:
    """Return the table's number as people write it, "#128"; "" if it has none."""
    if scene.table_number:
        return f"#{scene.table_number}"
    return ""


def list_acting_seats(scene: Scene, mover: Seat, *, ended: bool) -> tuple[Seat, ...]:
    """Return the seats to act: those that owe an answer, else the one whose turn it is.

    Returns no seats once the game has ended, by its rules or because the others have given up.
    """
    return () if ended or scene.end_reason is not None else scene.waiting_seats or (mover,)


def describe_acting(seats: Sequence[Seat], mover: Seat) -> Text:
    """Say who is to act; `mover` is the seat whose turn it is, which others may have to answer."""
    if len(seats) > 1:
        return say("{seats} to answer", seats=mention_seats(seats))
    (seat,) = seats
    if seat == mover:
        return say("{seat} to play", seat=SeatMention(seat))
    return say("{seat} to answer", seat=SeatMention(seat))


def describe_winners(winners: Sequence[Seat]) -> Text:
    """Say who has won. Several seats may share the victory, and a game may end without a winner."""
    if len(winners) == 1:
        return say("{seat} has won", seat=SeatMention(winners[0]))
    if winners:
        return say("{seats} share the victory", seats=mention_seats(winners))
    return say("The end")


def write_headline(
    sheet: Sheet,
    x: float,
    y: float,
    headline: Text,
    max_width: int,
    fmt: Formatter,
    *,
    size: int = HEADLINE_SIZE_PX,
    fill: Colour = INK,
) -> int:
    """Write a headline of at most `max_width` pixels from x, centred on y, and return the number of its lines.

    It takes a narrower face before it becomes smaller than a phone needs. If the smallest size is not enough, names are
    shortened, and then it takes a second line.
    """
    fitted = fmt.fit_text(headline, "title", size, max_width, min_size=min(size, PHONE_DATA_SIZE_PX))
    if " ".join(fitted.lines) != fmt(headline):
        fitted = fmt.fit_text(headline, "title", size, max_width, max_lines=2)
    first = y - HEADLINE_PITCH_PX * (len(fitted.lines) - 1) / 2
    return sheet.write_fitted(
        x, first, fmt(headline), fitted, max_width, line_height=HEADLINE_PITCH_PX, wanted_size=size, fill=fill
    )
