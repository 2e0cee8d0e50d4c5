"""A player's games as a picture: the rating over time, wins by side and by friend."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from PIL import Image

from engine.kernel.text import Text, Translate, count, say, write_text
from render.kit import encode
from render.kit.cache import cached_sprite
from render.kit.canvas import Canvas, Point
from render.kit.fonts import clean, clean_name
from render.kit.sheet import Sheet
from render.kit.text import PlayerName, measure_width
from render.kit.theme import CREAM, GOLD, INK, MUTED, NAVY, NAVY_2, NAVY_3, merge_tones

PICTURE_WIDTH_PX = 1100
HEADER_HEIGHT_PX, GRAPH_HEIGHT_PX, ROW_HEIGHT_PX, EDGE_PX = 84, 330, 62, 18
MAX_ROWS = 5
"""The most sides, and the most friends, that are shown."""
NAME_LEFT_PX, BAR_LEFT_PX, WORDS_RIGHT_PX = 40, 470, PICTURE_WIDTH_PX - EDGE_PX - 20
"""The left edges of a row's name and of its bar, and the right edge of its words."""
MAX_NAME_WIDTH_PX = 210


class StatisticsRow(msgspec.Struct, frozen=True):
    """Games and wins with a side or a friend; `name` is the name of a player or of a side."""

    name: str
    games: int
    wins: int
    is_person: bool = False


def build_palette(image: Image.Image) -> Image.Image:
    """Compute the colours of one picture."""
    found = encode.compute_palette([image.reduce(4)], [NAVY, NAVY_2, NAVY_3, CREAM, GOLD, INK, MUTED])
    found.info["tones"] = merge_tones({})
    return found


def draw_statistics(
    title: str,
    ratings: Sequence[int],
    sides: Sequence[StatisticsRow],
    friends: Sequence[StatisticsRow],
    translate: Translate,
) -> Image.Image:
    """Draw the picture: 1100 pixels wide, its height as needed, RGB."""
    return compose_statistics(title, ratings, sides, friends, translate).image


def compose_statistics(
    title: str,
    ratings: Sequence[int],
    sides: Sequence[StatisticsRow],
    friends: Sequence[StatisticsRow],
    translate: Translate,
) -> Sheet:
    """Compose the picture with a list of the words on it."""
    parts = [(say("Wins by side"), sides[:MAX_ROWS]), (say("Wins at a table with"), friends[:MAX_ROWS])]
    shown = [(told, rows) for told, rows in parts if rows]
    graph = 0
    if len(ratings) > 1:
        graph = GRAPH_HEIGHT_PX
    high = HEADER_HEIGHT_PX + graph + sum(74 + ROW_HEIGHT_PX * len(rows) for _, rows in shown) + 16
    sheet = Sheet(Image.new("RGB", (PICTURE_WIDTH_PX, high), NAVY))
    sheet.image.paste(GOLD, (0, 0, PICTURE_WIDTH_PX, HEADER_HEIGHT_PX - 10))
    sheet.text(
        EDGE_PX + 8,
        HEADER_HEIGHT_PX / 2 - 6,
        PlayerName(clean(title)),
        PICTURE_WIDTH_PX - 2 * EDGE_PX - 16,
        size=46,
        role="title",
        fill=INK,
    )
    y = HEADER_HEIGHT_PX
    if graph:
        _draw_ratings(sheet, ratings, y, translate)
        y += graph
    for told, rows in shown:
        sheet.text(
            EDGE_PX + 8, y + 36, write_text(told, (), translate), PICTURE_WIDTH_PX - 2 * EDGE_PX, size=38, fill=MUTED
        )
        y += 68
        most = max(row.games for row in rows)
        for place, row in enumerate(rows, 1):
            _draw_row(sheet, row, place, y, most, translate)
            y += ROW_HEIGHT_PX
        y += 6
    return sheet


def _draw_row(sheet: Sheet, row: StatisticsRow, place: int, y: int, max_games: int, translate: Translate) -> None:
    """Draw a name, a bar of all games with the part that was won, and both numbers."""
    middle = y + ROW_HEIGHT_PX / 2 - 3
    sheet.image.paste(NAVY_2, (EDGE_PX, y, PICTURE_WIDTH_PX - EDGE_PX, y + ROW_HEIGHT_PX - 7))
    name = row.name
    if row.is_person:
        name = PlayerName(clean_name(row.name, place))
    sheet.text(NAME_LEFT_PX, middle, name, BAR_LEFT_PX - NAME_LEFT_PX - 20, size=38)
    room = WORDS_RIGHT_PX - MAX_NAME_WIDTH_PX - BAR_LEFT_PX
    for n, fill in ((row.games, NAVY_3), (row.wins, GOLD)):
        if n:
            sheet.image.paste(
                fill, (BAR_LEFT_PX, round(middle) - 13, BAR_LEFT_PX + max(2, room * n // max_games), round(middle) + 13)
            )
    label = write_text(say("{wins} of {n}", wins=row.wins, n=row.games), (), translate)
    sheet.text(WORDS_RIGHT_PX, middle, label, MAX_NAME_WIDTH_PX - 16, size=38, fill=CREAM, align="r")


def _draw_ratings(sheet: Sheet, ratings: Sequence[int], top: int, translate: Translate) -> None:
    """Draw the rating after every game, between the lowest and the highest, with those figures at the left of the line."""
    sheet.text(
        EDGE_PX + 8,
        top + 30,
        write_text(say("Rating, game by game"), (), translate),
        PICTURE_WIDTH_PX - 2 * EDGE_PX,
        size=38,
        fill=MUTED,
    )
    low, high = min(ratings), max(ratings)
    sheet.image.paste(_draw_rating_line(tuple(ratings)), (EDGE_PX, top + 60))
    lead = max(measure_width(str(value), "bold", 38) for value in (low, high))
    for value in dict.fromkeys((high, low)):
        y = top + 60 + _find_rating_y(value, low, high)
        sheet.text(EDGE_PX + 16 + lead, y, str(value), lead + 4, size=38, fill=CREAM, align="r")
    sheet.text(
        WORDS_RIGHT_PX + 6,
        top + 60 + _find_rating_y(ratings[-1], low, high),
        str(ratings[-1]),
        150,
        size=46,
        role="title",
        fill=GOLD,
        align="r",
    )


def _find_rating_y(value: int, lowest: int, highest: int) -> float:
    """Return the y of a rating in the graph."""
    return 220 - 180 * (value - lowest) / max(1, highest - lowest)


@cached_sprite
def _draw_rating_line(ratings: tuple[int, ...]) -> Image.Image:
    """Draw the line of the ratings on its ground."""
    wide, low, high = PICTURE_WIDTH_PX - 2 * EDGE_PX, min(ratings), max(ratings)
    c = Canvas((wide, GRAPH_HEIGHT_PX - 76), NAVY)
    c.rect(0, 0, wide, GRAPH_HEIGHT_PX - 76, NAVY_2, radius=10)
    left, right = 140, wide - 190
    points: list[Point] = []
    for k, value in enumerate(ratings):
        points.append((left + (right - left) * k / (len(ratings) - 1), _find_rating_y(value, low, high)))
    for value in (low, high):
        c.line([(left, _find_rating_y(value, low, high)), (right, _find_rating_y(value, low, high))], NAVY_3, 2)
    c.bar(points, INK, 11)
    c.bar(points, GOLD, 6)
    c.disc(*points[-1], 10, GOLD, edge=INK, width=3)
    return c.finish()


def describe_statistics(
    ratings: Sequence[int], sides: Sequence[StatisticsRow], friends: Sequence[StatisticsRow]
) -> list[Text]:
    """Describe the picture, sentence by sentence."""
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
    for told, rows in ((say("Wins by side"), sides[:MAX_ROWS]), (say("Wins at a table with"), friends[:MAX_ROWS])):
        if rows:
            counted = [say("{name} {wins} of {n}", name=row.name, wins=row.wins, n=row.games) for row in rows]
            found.append(say("{what}: {rows}.", what=told, rows=counted))
    return found
