"""The banner of a board: whose turn it is or who has won, as large as there is room for."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.text import Seat, Text, Who, say
from render.kit.scene import Scene
from render.kit.sheet import Sheet
from render.kit.text import Formatter
from render.kit.theme import INK, Colour


def number(scene: Scene) -> str:
    """The table's number as people call it, "#128"; "" where it has none."""
    return f"#{scene.table}" if scene.table else ""


def acting(scene: Scene, mover: Seat, *, ended: bool) -> tuple[Seat, ...]:
    """The seats to act: those that owe an answer, else the one whose turn it is; none once the game has ended, by its rules or
    because the others have given up."""
    return () if ended or scene.reason is not None else scene.waiting or (mover,)


def to_act(seats: Sequence[Seat], mover: Seat) -> Text:
    """Who is to act; `mover` is the seat whose turn it is, which others may have to answer."""
    if len(seats) > 1:
        return say("{n} to answer", n=len(seats))
    (seat,) = seats
    return say("{seat} to play", seat=Who(seat)) if seat == mover else say("{seat} to answer", seat=Who(seat))


def won(winners: Sequence[Seat]) -> Text:
    """Who has won; several share the victory, and a game may end without a winner."""
    if len(winners) == 1:
        return say("{seat} has won", seat=Who(winners[0]))
    return say("{seats} share the victory", seats=[Who(seat) for seat in winners]) if winners else say("The end")


def write_headline(
    sheet: Sheet,
    x: float,
    y: float,
    headline: Text,
    room: int,
    fmt: Formatter,
    *,
    size: int,
    least: int,
    step: int = 36,
    fill: Colour = INK,
) -> int:
    """Write a headline from x in `room` pixels, round the middle line y; returns the number of its lines.

    It is shrunk from `size` to `least`; if that is not enough, names are shortened, and then it takes a second line.
    """
    return sheet.sentence(
        x, y, headline, room, fmt, size=size, least=least, most=2, step=step, role="title", fill=fill, centred=True
    )
