"""The poster of a game that has none of its own: who has won, the ranking, and the last board."""

from __future__ import annotations

from typing import Any

from PIL import Image

from engine.kernel.text import Text, Translate, Who, count, say
from render.kit.poster import HEIGHT, WIDTH, Finale, Page
from render.kit.poster.facts import final_points, totals
from render.kit.poster.words import alt as in_words
from render.kit.poster.words import date, number
from render.kit.scene import painter
from render.kit.sheet import Sheet
from render.kit.text import Formatter, Name
from render.kit.theme import CREAM, GOLD, INK, MUTED, NAVY, NAVY_2, Colour, Tones, toned_as

EXACT: tuple[Colour, ...] = (NAVY, NAVY_2, CREAM, MUTED, GOLD, INK)
TONES: Tones = toned_as({})
LEFT, TOP, RIGHT = 44, 190, 1606
BOARD = 1040
"""The width of the last board."""


def page(view: Any) -> Page:  # noqa: ANN401, ARG001 - nothing is known of the views of such a game
    """Nothing: only the last board is shown."""
    return Page(0, {}, ())


def alt(of: Finale, translate: Translate) -> str:
    """The poster in words."""
    return in_words(of, [_headline(of)], translate)


def paint(of: Finale, translate: Translate) -> Image.Image:
    """The poster: 1650 × 1050, RGB."""
    return compose(of, translate).image


def compose(of: Finale, translate: Translate) -> Sheet:
    """The poster, with a list of the words on it."""
    fmt = Formatter(of.scene.names, translate)
    sheet = Sheet(Image.new("RGB", (WIDTH, HEIGHT), NAVY))
    room = RIGHT - LEFT
    when = [date(of.day)] if of.day else []
    when += [count("{n} move", "{n} moves", of.moves)]
    wide = sheet.text(
        RIGHT, 54, fmt(say("{when}", when=when)), room * 0.5, size=42, role="serif", fill=MUTED, align="r"
    )
    sheet.text(LEFT, 54, of.title, room - wide - 40, size=42, role="serif", fill=MUTED)
    found = fmt.fitted(_headline(of), "title", 84, room, least=54)
    sheet.write(LEFT, 126, fmt(_headline(of)), found, room, step=54, wanted=84, fill=CREAM)
    board = painter(of.game).paint(of.scene, translate)
    small = board.resize((BOARD, BOARD * board.height // board.width), Image.Resampling.LANCZOS)
    sheet.image.paste(small, (LEFT, TOP))
    _ranking(sheet, of, fmt)
    return sheet


def _headline(of: Finale) -> Text:
    """Who has won."""
    winners = of.result.winners
    if not winners:
        return say("Nobody has won")
    return say("{seats} won", seats=[Who(seat) for seat in winners])


def _ranking(sheet: Sheet, of: Finale, fmt: Formatter) -> None:
    left, y, high = LEFT + BOARD + 24, TOP, 120
    for place, seat, points in totals(of):
        first = seat in of.result.winners
        fill, ink = (GOLD, INK) if first else (NAVY_2, CREAM)
        sheet.image.paste(fill, (left, y, RIGHT, y + high))
        wide = 0
        if any(final_points(of)):
            wide = sheet.text(RIGHT - 14, y + high / 2, number(points), 130, size=54, role="title", fill=ink, align="r")
        sheet.text(left + 14, y + high / 2, f"{place}.", 60, size=48, role="title", fill=ink)
        room = RIGHT - left - 110 - wide
        sheet.text(left + 80, y + high / 2, Name(fmt.names[seat]), room, size=46, fill=ink)
        y += high + 14
