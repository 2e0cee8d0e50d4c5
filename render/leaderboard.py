"""The leaderboard as a picture: place, name, rating with a bar that begins at zero, games and wins."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec
from PIL import Image

from engine.kernel.text import Text, Translate, count, say, translate_to_english, write_text
from render.kit import encode
from render.kit.cache import cached_sprite
from render.kit.canvas import Sprite, create_canvas
from render.kit.fonts import clean_name
from render.kit.sheet import Sheet
from render.kit.text import PlayerName
from render.kit.theme import CREAM, GOLD, INK, MUTED, NAVY, NAVY_2, NAVY_3, Colour, merge_tones, mix_colours

PICTURE_WIDTH_PX = 1100
HEADER_HEIGHT_PX, ROW_HEIGHT_PX, FOOTER_HEIGHT_PX, EDGE_PX = 84, 78, 16, 18
NAME_LEFT_PX, BAR_LEFT_PX, RATING_RIGHT_PX, WORDS_RIGHT_PX = 112, 520, 800, PICTURE_WIDTH_PX - EDGE_PX - 14
PALETTE_FILE = "leaderboard.txt"
MEDAL_COLOURS = (GOLD, mix_colours(MUTED, CREAM, 0.4), "#C98850")


class LeaderboardRow(msgspec.Struct, frozen=True):
    """A row of the leaderboard."""

    name: str
    rating: int
    games: int
    wins: int


@lru_cache(maxsize=1)
def load_palette() -> Image.Image:
    """Return the chosen colours, read from the file next to this module."""
    return encode.read_palette("render", PALETTE_FILE, merge_tones({}))


def choose_palette() -> Image.Image:
    """Compute the colours of this picture, for its file."""
    sample = draw_leaderboard(
        say("Leaderboard"),
        [LeaderboardRow("Ana", 1200, 12, 7), LeaderboardRow("Ben", 1100, 3, 1)] * 2,
        translate_to_english,
    )
    return encode.compute_palette([sample], [NAVY, NAVY_2, NAVY_3, CREAM, GOLD, INK, MUTED, *MEDAL_COLOURS])


def draw_leaderboard(title: Text, lines: Sequence[LeaderboardRow], translate: Translate) -> Image.Image:
    """Draw the leaderboard: 1100 pixels wide, its height as needed, RGB."""
    sheet = Sheet(
        Image.new("RGB", (PICTURE_WIDTH_PX, HEADER_HEIGHT_PX + ROW_HEIGHT_PX * len(lines) + FOOTER_HEIGHT_PX), NAVY)
    )
    sheet.image.paste(GOLD, (0, 0, PICTURE_WIDTH_PX, HEADER_HEIGHT_PX - 10))
    headline, room = write_text(title, (), translate), PICTURE_WIDTH_PX - 2 * EDGE_PX - 16
    sheet.text(EDGE_PX + 8, HEADER_HEIGHT_PX / 2 - 6, headline, room, size=46, role="title", fill=INK)
    most = max((line.rating for line in lines), default=1)
    for k, line in enumerate(lines):
        top = HEADER_HEIGHT_PX + k * ROW_HEIGHT_PX
        middle = top + ROW_HEIGHT_PX / 2 - 3
        sheet.image.paste(NAVY_2, (EDGE_PX, top, PICTURE_WIDTH_PX - EDGE_PX, top + ROW_HEIGHT_PX - 8))
        sheet.put(_draw_place_disc(MEDAL_COLOURS[k] if k < len(MEDAL_COLOURS) else NAVY_3), EDGE_PX + 42, middle)
        fill = CREAM
        if k < len(MEDAL_COLOURS):
            fill = INK
        sheet.text(EDGE_PX + 42, middle, str(k + 1), 56, size=38, role="label", fill=fill, align="m")
        name = clean_name(line.name, k + 1)
        sheet.text(NAME_LEFT_PX, middle, PlayerName(name), BAR_LEFT_PX - NAME_LEFT_PX - 20, size=42)
        wide = round((RATING_RIGHT_PX - 110 - BAR_LEFT_PX) * max(0, line.rating) / max(1, most))
        sheet.image.paste(NAVY_3, (BAR_LEFT_PX, round(middle) - 13, RATING_RIGHT_PX - 110, round(middle) + 13))
        sheet.image.paste(
            MEDAL_COLOURS[k] if k < len(MEDAL_COLOURS) else MUTED,
            (BAR_LEFT_PX, round(middle) - 13, BAR_LEFT_PX + wide, round(middle) + 13),
        )
        sheet.text(RATING_RIGHT_PX, middle, f"{line.rating:d}", 100, size=44, role="title", align="r")
        label = count("{wins} of {n} game", "{wins} of {n} games", line.games, wins=line.wins)
        sheet.text(
            WORDS_RIGHT_PX,
            middle,
            write_text(label, (), translate),
            WORDS_RIGHT_PX - RATING_RIGHT_PX - 24,
            size=36,
            role="text",
            fill=MUTED,
            align="r",
        )
    return sheet.image


def describe_leaderboard(title: Text, lines: Sequence[LeaderboardRow]) -> list[Text]:
    """Describe the picture: its title, and each place with name, rating, wins and games."""
    sentences = [say("{title}.", title=title)]
    for place, line in enumerate(lines, 1):
        wins = count("won {wins} of {n} game", "won {wins} of {n} games", line.games, wins=line.wins)
        name = clean_name(line.name, place)
        sentences.append(
            say("{place}. {name}: {rating}, {wins}.", place=place, name=name, rating=line.rating, wins=wins)
        )
    return sentences


@cached_sprite
def _draw_place_disc(colour: Colour) -> Sprite:
    """Draw the disc behind a place number; anchored at its centre."""
    disc = create_canvas(32, 32, 32, 32)
    disc.disc(0, 0, 29, colour, edge=INK, width=3)
    return disc.sprite()
