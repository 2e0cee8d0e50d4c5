"""How a finished game went, as a picture: everybody's chance over the moves, turning points, what choices and luck came to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from PIL import Image

from engine.kernel.text import Seat, Text, Translate, Who, say
from render.kit import encode
from render.kit.alt_text import AltText
from render.kit.canvas import Sprite, around
from render.kit.poster import HEIGHT, WIDTH, Page, graph
from render.kit.seats import badge
from render.kit.sheet import Sheet
from render.kit.text import Formatter, Name
from render.kit.theme import GOLD, INK, PAPER, SEATS, Colour, mix, toned_as

LEFT, RIGHT, TOP = 44, 1606, 132
ROW, HEAD = 66, 52
"""The height of a seat's row below the graph, and of the words above the rows."""
FINE = 1000
"""Steps of a chance on the graph."""
SEPIA = mix(PAPER, INK, 0.66)
LUCKY, UNLUCKY = "#1F6B4F", "#A03A1E"
EXACT: tuple[Colour, ...] = (PAPER, INK, SEPIA, GOLD, LUCKY, UNLUCKY, *(look.colour for look in SEATS))


class Fate(NamedTuple):
    """What a seat's choices cost it, and what luck brought, in hundredths of a victory."""

    choices: int
    luck: int


class Course(msgspec.Struct, frozen=True):
    """A game as it is drawn: its name on the box, the players' names by seat, the chances of all of them before each move and at
    the end, from 0 to 1, the number of the first move, the indices of the turning points, and every seat's fate."""

    title: str
    names: tuple[str, ...]
    chances: tuple[tuple[float, ...], ...]
    first: int
    turning: tuple[int, ...]
    fates: tuple[Fate, ...]


def palette(image: Image.Image) -> Image.Image:
    """The colours of one picture: it is drawn once, like a poster."""
    found = encode.palette([image.reduce(5)], EXACT)
    found.info["tones"] = toned_as({})
    return found


def compose(of: Course, translate: Translate) -> Sheet:
    """The picture, 1650 × 1050, RGB, with a list of the words on it."""
    fmt = Formatter(of.names, translate)
    sheet = Sheet(Image.new("RGB", (WIDTH, HEIGHT), PAPER))
    head = fmt(say("{game}: who stood how well", game=of.title))
    sheet.text(LEFT, 62, head, RIGHT - LEFT, size=66, role="title", fill=INK)
    seats = len(of.names)
    bottom = HEIGHT - HEAD - ROW * seats - 22
    _curves(sheet, of, (LEFT - 14, TOP - 14, RIGHT + 24, bottom))
    _fates(sheet, of, fmt, bottom + 12)
    return sheet


def _curves(sheet: Sheet, of: Course, box: tuple[int, int, int, int]) -> None:
    drawn = _smooth(of.chances)
    pages = [Page(of.first + k, {}, tuple(round(FINE * one) for one in seats)) for k, seats in enumerate(drawn)]
    order = sorted(range(len(of.names)), key=lambda seat: (of.chances[-1][seat], -seat))
    lines = [graph.Line(seat, SEATS[seat].colour, badge(seat, 46, PAPER)) for seat in order]
    look = graph.Look(PAPER, SEPIA, mix(PAPER, SEPIA, 0.3))
    ticks = {0: "0 %", FINE // 2: "50 %", FINE: "100 %"}
    lead = 150
    graph.draw(sheet, pages, lines, box, look, ticks=ticks, lead=lead, apart=50)
    left, top, right, bottom = box
    wide = right - left - graph.TAIL - lead
    for n, k in enumerate(of.turning, 1):
        x = left + lead + wide * k / max(1, len(pages) - 1)
        sheet.put(_pin(bottom - graph.FOOT - top - 26), x, top + 26)
        sheet.text(x, top + 26, str(n), 60, size=40, role="label", fill=INK, align="m")


def _smooth(chances: Sequence[Sequence[float]]) -> list[list[float]]:
    """Averages over a round: whose turn it is counts for something, and makes lines zigzag. The end stays as it is."""
    last, seats = len(chances) - 1, len(chances[0])
    near = [chances[max(0, k - seats // 2) : min(last, k + seats // 2 + 1)] for k in range(last)]
    return [
        *([sum(one[seat] for one in some) / len(some) for seat in range(seats)] for some in near),
        list(chances[last]),
    ]


def _pin(high: int) -> Sprite:
    """A disc for a number on a thin line downwards; anchored at the middle of the disc."""
    c = around(30, 30, 30, high + 2)
    c.line([(0, 20), (0, high)], mix(GOLD, INK, 0.25), 3)
    c.disc(0, 0, 26, GOLD, edge=INK, width=3)
    return c.sprite()


def _fates(sheet: Sheet, of: Course, fmt: Formatter, top: int) -> None:
    """A row for each seat: what its choices and its luck came to."""
    choices, luck = 1130, RIGHT
    for x, text in ((choices, say("Choices")), (luck, say("Luck"))):
        sheet.text(x, top + HEAD / 2, fmt(text), 420, size=40, fill=SEPIA, align="r")
    for seat, fate in enumerate(of.fates):
        y = top + HEAD + ROW * seat + ROW / 2
        sheet.put(badge(seat, 50, PAPER), LEFT + 30, y)
        sheet.text(LEFT + 76, y, Name(fmt.names[seat]), 700, size=48, fill=INK)
        for x, value in ((choices, fate.choices), (luck, fate.luck)):
            fill = LUCKY if value > 0 else UNLUCKY if value < 0 else INK
            sheet.text(x, y, percent(value), 400, size=50, role="title", fill=fill, align="r")


def percent(value: int) -> str:
    """Hundredths with their sign."""
    return f"{value:+d} %".replace("-", "−") if value else "0 %"


def alt(of: Course, translate: Translate) -> str:
    """The picture in words, at most 1,000 characters."""
    words = AltText(of.names, translate)
    words.add(0, say("{game}: everybody’s chance over {n} moves.", game=of.title, n=len(of.chances) - 1))
    last = len(of.chances) - 1
    for rank, text, k in (
        (2, say("At the beginning"), 0),
        (1, say("Half-way"), last // 2),
        (1, say("Before the last move"), max(0, last - 1)),
    ):
        words.add(rank, say("{when}: {chances}.", when=text, chances=_chances(of, k)))
    for n, k in enumerate(of.turning, 1):
        told = say(
            "Turning point {n}, move {move}: {before}; then {after}.",
            n=n,
            move=of.first + k + 1,
            before=_chances(of, k),
            after=_chances(of, min(k + 1, last)),
        )
        words.add(3, told)
    for seat, fate in enumerate(of.fates):
        both = {"choices": percent(fate.choices), "luck": percent(fate.luck)}
        words.add(2, say("{seat}: choices {choices}, luck {luck}.", seat=Who(seat), **both))
    return words.text()


def _chances(of: Course, k: int) -> list[str | int | Who | Text]:
    return [chance(seat, of.chances[k][seat]) for seat in range(len(of.names))]


def chance(seat: Seat, share: float) -> Text:
    """A seat with its chance."""
    return say("{seat} {n} %", seat=Who(seat), n=round(100 * share))
