"""An analysis as pictures: the chances of everybody over the moves, and the boards of the turning points."""

from __future__ import annotations

import asyncio

from cogs.i18n.text_formatter import list_names
from cogs.interactions.limits import MAX_ALT_TEXT_CHARS, shorten
from cogs.pictures.film_service import FilmService
from cogs.pictures.picture_service import Picture
from engine.host.service.history.analyses import FinishedAnalysis
from engine.host.service.history.game_history import GameReplay
from engine.kernel.text import Translate, say, write_text
from render import analysis
from render.analysis import ChoicesAndLuck, GameCourse
from render.kit.encode import encode_png
from render.kit.theme import Tone


async def draw_analysis(
    films: FilmService, game_analysis: FinishedAnalysis, replay: GameReplay, translate: Translate, tone: Tone
) -> tuple[Picture, list[Picture]]:
    """The curve, and the board before each turning point."""
    drawing = asyncio.to_thread(_draw_curve, game_analysis, replay.title, translate, tone)
    boards = [
        await films.draw_still(replay, told.turning_point.number, translate, tone)
        for told in game_analysis.turning_points
    ]
    named = [
        Picture(one.data, f"turning-point-{n}.png", _number_alt_text(one.alt, n, translate))
        for n, one in enumerate(boards, 1)
    ]
    return await drawing, named


def build_course(game_analysis: FinishedAnalysis, title: str, translate: Translate) -> GameCourse:
    """A game as it is drawn."""
    found = game_analysis.analysis
    first = found.moments[0].number
    fates = [found.summarize(person.seat) for person in game_analysis.table.seats]
    return GameCourse(
        title,
        list_names(game_analysis.table, translate),
        (*(one.chances for one in found.moments), found.final),
        first,
        tuple(told.turning_point.number - first for told in game_analysis.turning_points),
        tuple(ChoicesAndLuck(round(100 * one.choices), round(100 * one.luck)) for one in fates),
    )


def _draw_curve(game_analysis: FinishedAnalysis, title: str, translate: Translate, tone: Tone) -> Picture:
    drawn = build_course(game_analysis, title, translate)
    image = analysis.compose_analysis(drawn, translate).image
    return Picture(
        encode_png(image, analysis.build_palette(image), tone),
        "analysis.png",
        shorten(analysis.describe_analysis(drawn, translate), MAX_ALT_TEXT_CHARS),
    )


def _number_alt_text(alt: str, n: int, translate: Translate) -> str:
    return shorten(f"{write_text(say('Turning point {n}.', n=n), (), translate)} {alt}", MAX_ALT_TEXT_CHARS)
