"""Draw an analysis: the chances of all seats over the moves, with a mark at the move whose board is shown."""

from __future__ import annotations

import asyncio

from cogs.i18n.text_formatter import list_names
from cogs.interactions.limits import MAX_ALT_TEXT_CHARS, shorten
from cogs.pictures.picture_service import Picture
from engine.host.model.table import Table
from engine.kernel.text import Translate
from engine.players.analysis.game_analysis import Analysis
from engine.players.analysis.seat_summary import summarize_seat
from render import analysis
from render.analysis import ChoicesAndLuck, GameCourse
from render.kit.encode import encode_png
from render.kit.theme import Tone


async def draw_curve(
    table: Table,
    game_analysis: Analysis,
    title: str,
    translate: Translate,
    tone: Tone,
    *,
    marked: int | None = None,
) -> Picture:
    """Draw the curve of the chances, with a line at the moment with the index `marked`."""
    course = build_course(table, game_analysis, title, translate, marked)
    return await asyncio.to_thread(_draw_course, course, translate, tone)


def build_course(
    table: Table, game_analysis: Analysis, title: str, translate: Translate, marked: int | None = None
) -> GameCourse:
    """Build the data from which the curve is drawn."""
    first = game_analysis.moments[0].number
    chances = [moment.chances for moment in game_analysis.moments]
    turns = game_analysis.find_turns() if game_analysis.turning else {}  # while it is made, there are none
    turning_points = tuple(sorted(turns))
    fates = []
    for person in table.seats:
        fate = summarize_seat(game_analysis, person.seat)
        fates.append(ChoicesAndLuck(round(100 * fate.choices), round(100 * fate.luck)))
    names = list_names(table, translate)
    spans = tuple((turns[index].first, turns[index].last) for index in turning_points)
    all_chances = (*chances, game_analysis.final)
    return GameCourse(title, names, all_chances, first, turning_points, tuple(fates), marked, spans)


def _draw_course(course: GameCourse, translate: Translate, tone: Tone) -> Picture:
    image = analysis.compose_analysis(course, translate).image
    return Picture(
        encode_png(image, analysis.build_palette(image), tone),
        "analysis.png",
        shorten(analysis.describe_analysis(course, translate), MAX_ALT_TEXT_CHARS),
    )
