"""The banner of a board: the seat to move or the winner, as large as the width allows."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.text import Seat, SeatMention, Text, mention_seats, say
from render.kit.scene import Scene
from render.kit.sheet import Sheet
from render.kit.text import Formatter
from render.kit.theme import INK, Colour


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


def write_headline(  # noqa: PLR0913 - options of layout, by keyword as in Pillow's own text()
    sheet: Sheet,
    x: float,
    y: float,
    headline: Text,
    max_width: int,
    fmt: Formatter,
    *,
    size: int,
    min_size: int,
    line_height: int = 36,
    fill: Colour = INK,
) -> int:
    """Write a headline of at most `max_width` pixels from x, centred on y, and return the number of its lines.

    It is shrunk from `size` to `min_size`; if that is not enough, names are shortened, and then it takes a second line.
    """
    return sheet.sentence(
        x,
        y,
        headline,
        max_width,
        fmt,
        size=size,
        min_size=min_size,
        max_lines=2,
        line_height=line_height,
        role="title",
        fill=fill,
        centred=True,
    )
