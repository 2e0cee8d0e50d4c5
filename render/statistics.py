"""Somebody's games as a picture: the rating over time, wins by side and by friend."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from PIL import Image

from engine.kernel.text import Text, Translate, count, say, write
from render.kit import encode
from render.kit.cache import cached_sprite
from render.kit.canvas import Canvas, Point
from render.kit.sheet import Sheet
from render.kit.text import Name, clean, width
from render.kit.theme import CREAM, GOLD, INK, MUTED, NAVY, NAVY_2, NAVY_3, toned_as

WIDTH = 1100
HEAD, GRAPH, ROW, EDGE = 84, 330, 62, 18
MOST = 5
"""Sides, and friends, that are shown."""
NAME, BAR, END = 40, 470, WIDTH - EDGE - 20
"""Where a row's name and its bar begin, and where its words end."""
WORDS = 210


class Row(msgspec.Struct, frozen=True):
    """Games and wins with a side or a friend; `name` is a name of somebody, or of a side."""

    name: str
    games: int
    wins: int
    person: bool = False


def palette(image: Image.Image) -> Image.Image:
    """The colours of one such picture."""
    found = encode.palette([image.reduce(4)], [NAVY, NAVY_2, NAVY_3, CREAM, GOLD, INK, MUTED])
    found.info["tones"] = toned_as({})
    return found


def paint(
    title: str, ratings: Sequence[int], sides: Sequence[Row], friends: Sequence[Row], translate: Translate
) -> Image.Image:
    """The picture: 1100 pixels wide, its height as needed, RGB."""
    return compose(title, ratings, sides, friends, translate).image


def compose(
    title: str, ratings: Sequence[int], sides: Sequence[Row], friends: Sequence[Row], translate: Translate
) -> Sheet:
    """The picture with a list of the words on it."""
    parts = [(say("Wins by side"), sides[:MOST]), (say("Wins at a table with"), friends[:MOST])]
    shown = [(told, rows) for told, rows in parts if rows]
    graph = GRAPH if len(ratings) > 1 else 0
    high = HEAD + graph + sum(74 + ROW * len(rows) for _, rows in shown) + 16
    sheet = Sheet(Image.new("RGB", (WIDTH, high), NAVY))
    sheet.image.paste(GOLD, (0, 0, WIDTH, HEAD - 10))
    sheet.text(EDGE + 8, HEAD / 2 - 6, Name(clean(title)), WIDTH - 2 * EDGE - 16, size=46, role="title", fill=INK)
    y = HEAD
    if graph:
        _ratings(sheet, ratings, y, translate)
        y += graph
    for told, rows in shown:
        sheet.text(EDGE + 8, y + 36, write(told, (), translate), WIDTH - 2 * EDGE, size=38, fill=MUTED)
        y += 68
        most = max(row.games for row in rows)
        for row in rows:
            _row(sheet, row, y, most, translate)
            y += ROW
        y += 6
    return sheet


def _row(sheet: Sheet, row: Row, y: int, most: int, translate: Translate) -> None:
    """A name, a bar of all games with the part that was won, and both numbers."""
    middle = y + ROW / 2 - 3
    sheet.image.paste(NAVY_2, (EDGE, y, WIDTH - EDGE, y + ROW - 7))
    name = Name(clean(row.name)) if row.person else row.name
    sheet.text(NAME, middle, name, BAR - NAME - 20, size=38)
    room = END - WORDS - BAR
    for n, fill in ((row.games, NAVY_3), (row.wins, GOLD)):
        if n:
            sheet.image.paste(fill, (BAR, round(middle) - 13, BAR + max(2, room * n // most), round(middle) + 13))
    label = write(say("{wins} of {n}", wins=row.wins, n=row.games), (), translate)
    sheet.text(END, middle, label, WORDS - 16, size=38, fill=CREAM, align="r")


def _ratings(sheet: Sheet, ratings: Sequence[int], top: int, translate: Translate) -> None:
    """The rating after every game, between the lowest and the highest, which stand beside the line."""
    sheet.text(
        EDGE + 8, top + 30, write(say("Rating, game by game"), (), translate), WIDTH - 2 * EDGE, size=38, fill=MUTED
    )
    low, high = min(ratings), max(ratings)
    sheet.image.paste(_line(tuple(ratings)), (EDGE, top + 60))
    lead = max(width(str(value), "bold", 38) for value in (low, high))
    for value in dict.fromkeys((high, low)):
        y = top + 60 + _height(value, low, high)
        sheet.text(EDGE + 16 + lead, y, str(value), lead + 4, size=38, fill=CREAM, align="r")
    sheet.text(
        END + 6,
        top + 60 + _height(ratings[-1], low, high),
        str(ratings[-1]),
        150,
        size=46,
        role="title",
        fill=GOLD,
        align="r",
    )


def _height(value: int, low: int, high: int) -> float:
    """The y of a rating in the graph."""
    return 220 - 180 * (value - low) / max(1, high - low)


@cached_sprite
def _line(ratings: tuple[int, ...]) -> Image.Image:
    """The line of the ratings on its ground."""
    wide, low, high = WIDTH - 2 * EDGE, min(ratings), max(ratings)
    c = Canvas((wide, GRAPH - 76), NAVY)
    c.rect(0, 0, wide, GRAPH - 76, NAVY_2, radius=10)
    left, right = 140, wide - 190
    points: list[Point] = [
        (left + (right - left) * k / (len(ratings) - 1), _height(value, low, high)) for k, value in enumerate(ratings)
    ]
    for value in (low, high):
        c.line([(left, _height(value, low, high)), (right, _height(value, low, high))], NAVY_3, 2)
    c.bar(points, INK, 11)
    c.bar(points, GOLD, 6)
    c.disc(*points[-1], 10, GOLD, edge=INK, width=3)
    return c.finish()


def alt(ratings: Sequence[int], sides: Sequence[Row], friends: Sequence[Row]) -> list[Text]:
    """The picture in words, sentence by sentence."""
    games = len(ratings)
    found = [
        count(
            "Rating after {n} game: {last}.",
            "Rating over {n} games: {first} at first, {last} now.",
            games,
            last=ratings[-1],
            first=ratings[0],
        )
    ]
    for told, rows in ((say("Wins by side"), sides[:MOST]), (say("Wins at a table with"), friends[:MOST])):
        if rows:
            counted = [say("{name} {wins} of {n}", name=row.name, wins=row.wins, n=row.games) for row in rows]
            found.append(say("{what}: {rows}.", what=told, rows=counted))
    return found
