"""The poster of a game that has none of its own: the winners, the ranking, and the last board."""

from __future__ import annotations

from typing import Any

from PIL import Image

from engine.kernel.text import Text, Translate, count, mention_seats, say
from render.kit.poster import POSTER_HEIGHT_PX, POSTER_WIDTH_PX, Finale, PosterPage
from render.kit.poster.facts import find_final_points, rank_totals
from render.kit.poster.poster_text import build_poster_alt_text as in_words
from render.kit.poster.poster_text import format_date, format_number
from render.kit.scene import load_painter
from render.kit.sheet import Sheet
from render.kit.text import Formatter, PlayerName
from render.kit.theme import CREAM, GOLD, INK, MUTED, NAVY, NAVY_2, Colour, Tones, merge_tones

EXACT_COLOURS: tuple[Colour, ...] = (NAVY, NAVY_2, CREAM, MUTED, GOLD, INK)
TONE_COLOURS: Tones = merge_tones({})
CONTENT_LEFT_PX, CONTENT_TOP_PX, CONTENT_RIGHT_PX = 44, 190, 1606
BOARD_WIDTH_PX = 1040
"""The width of the last board."""


def create_page(view: Any) -> PosterPage:  # noqa: ANN401, ARG001 - nothing is known of the views of such a game
    """Return an empty page: only the last board is shown."""
    return PosterPage(0, {}, ())


def describe_poster(finale: Finale, translate: Translate) -> str:
    """Describe the poster."""
    return in_words(finale, [_format_headline(finale)], translate)


def draw_poster(finale: Finale, translate: Translate) -> Image.Image:
    """Draw the poster: 1650 × 1050, RGB."""
    return compose_poster(finale, translate).image


def compose_poster(finale: Finale, translate: Translate) -> Sheet:
    """Compose the poster, with a list of the words on it."""
    fmt = Formatter(finale.scene.names, translate)
    sheet = Sheet(Image.new("RGB", (POSTER_WIDTH_PX, POSTER_HEIGHT_PX), NAVY))
    room = CONTENT_RIGHT_PX - CONTENT_LEFT_PX
    when = [format_date(finale.day)] if finale.day else []
    when += [count("{n} move", "{n} moves", finale.moves)]
    wide = sheet.text(
        CONTENT_RIGHT_PX, 54, fmt(say("{when}", when=when)), room * 0.5, size=42, role="serif", fill=MUTED, align="r"
    )
    sheet.text(CONTENT_LEFT_PX, 54, finale.title, room - wide - 40, size=42, role="serif", fill=MUTED)
    found = fmt.fit_text(_format_headline(finale), "title", 84, room, min_size=54)
    sheet.write_fitted(
        CONTENT_LEFT_PX, 126, fmt(_format_headline(finale)), found, room, line_height=54, wanted_size=84, fill=CREAM
    )
    board = load_painter(finale.game).draw_board(finale.scene, translate)
    small = board.resize((BOARD_WIDTH_PX, BOARD_WIDTH_PX * board.height // board.width), Image.Resampling.LANCZOS)
    sheet.image.paste(small, (CONTENT_LEFT_PX, CONTENT_TOP_PX))
    _draw_ranking(sheet, finale, fmt)
    return sheet


def _format_headline(finale: Finale) -> Text:
    """Say who has won."""
    winners = finale.result.winners
    if not winners:
        return say("Nobody has won")
    return say("{seats} won", seats=mention_seats(winners))


def _draw_ranking(sheet: Sheet, finale: Finale, fmt: Formatter) -> None:
    left, y, high = CONTENT_LEFT_PX + BOARD_WIDTH_PX + 24, CONTENT_TOP_PX, 120
    for place, seat, points in rank_totals(finale):
        first = seat in finale.result.winners
        fill, ink = (GOLD, INK) if first else (NAVY_2, CREAM)
        sheet.image.paste(fill, (left, y, CONTENT_RIGHT_PX, y + high))
        wide = 0
        if any(find_final_points(finale)):
            wide = sheet.text(
                CONTENT_RIGHT_PX - 14,
                y + high / 2,
                format_number(points),
                130,
                size=54,
                role="title",
                fill=ink,
                align="r",
            )
        sheet.text(left + 14, y + high / 2, f"{place}.", 60, size=48, role="title", fill=ink)
        room = CONTENT_RIGHT_PX - left - 110 - wide
        sheet.text(left + 80, y + high / 2, PlayerName(fmt.names[seat]), room, size=46, fill=ink)
        y += high + 14
