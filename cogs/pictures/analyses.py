"""Draw an analysis: the chances of all seats over the moves, and the boards of the turning points."""

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
    """Draw the curve of the chances, and the board before each turning point."""
    curve = await asyncio.to_thread(_draw_curve, game_analysis, replay.title, translate, tone)
    moves = [described.turning_point.number for described in game_analysis.turning_points]
    boards = []
    for n, still in enumerate(await films.draw_stills(replay, moves, translate, tone) if moves else (), 1):
        boards.append(Picture(still.data, f"turning-point-{n}.png", _number_alt_text(still.alt, n, translate)))
    return curve, boards


def build_course(game_analysis: FinishedAnalysis, title: str, translate: Translate) -> GameCourse:
    """Build the data from which the curve is drawn."""
    game = game_analysis.analysis
    first = game.moments[0].number
    chances = [moment.chances for moment in game.moments]
    turning_points = [described.turning_point.number - first for described in game_analysis.turning_points]
    fates = []
    for person in game_analysis.table.seats:
        fate = game.summarize(person.seat)
        fates.append(ChoicesAndLuck(round(100 * fate.choices), round(100 * fate.luck)))
    names = list_names(game_analysis.table, translate)
    return GameCourse(title, names, (*chances, game.final), first, tuple(turning_points), tuple(fates))


def _draw_curve(game_analysis: FinishedAnalysis, title: str, translate: Translate, tone: Tone) -> Picture:
    course = build_course(game_analysis, title, translate)
    image = analysis.compose_analysis(course, translate).image
    return Picture(
        encode_png(image, analysis.build_palette(image), tone),
        "analysis.png",
        shorten(analysis.describe_analysis(course, translate), MAX_ALT_TEXT_CHARS),
    )


def _number_alt_text(alt: str, n: int, translate: Translate) -> str:
    return shorten(f"{write_text(say('Turning point {n}.', n=n), (), translate)} {alt}", MAX_ALT_TEXT_CHARS)
