"""An analysis as pictures: the chances of everybody over the moves, and the boards of the turning points."""

from __future__ import annotations

import asyncio

from cogs.interactions.limits import ALT_TEXT, fit
from cogs.pictures.film_service import FilmService
from cogs.pictures.picture_service import Picture
from cogs.words.text_formatter import names_of
from engine.host.service.past.analyses import Looked
from engine.host.service.past.history import GameReplay
from engine.kernel.text import Translate, say, write
from render import analysis
from render.analysis import Course, Fate
from render.kit.encode import png
from render.kit.theme import Tone


async def pictures(
    films: FilmService, looked: Looked, replay: GameReplay, translate: Translate, tone: Tone
) -> tuple[Picture, list[Picture]]:
    """The curve, and the board before each turning point."""
    drawing = asyncio.to_thread(_curve, looked, replay.title, translate, tone)
    boards = [await films.still(replay, told.moment.number, translate, tone) for told in looked.turning]
    named = [
        Picture(one.data, f"turning-point-{n}.png", _numbered(one.alt, n, translate)) for n, one in enumerate(boards, 1)
    ]
    return await drawing, named


def course(looked: Looked, title: str, translate: Translate) -> Course:
    """A game as it is drawn."""
    found = looked.analysis
    first = found.moments[0].number
    fates = [found.summarize(person.seat) for person in looked.table.seats]
    return Course(
        title,
        names_of(looked.table, translate),
        (*(one.chances for one in found.moments), found.final),
        first,
        tuple(told.moment.number - first for told in looked.turning),
        tuple(Fate(round(100 * one.choices), round(100 * one.luck)) for one in fates),
    )


def _curve(looked: Looked, title: str, translate: Translate, tone: Tone) -> Picture:
    drawn = course(looked, title, translate)
    image = analysis.compose(drawn, translate).image
    return Picture(
        png(image, analysis.palette(image), tone), "analysis.png", fit(analysis.alt(drawn, translate), ALT_TEXT)
    )


def _numbered(alt: str, n: int, translate: Translate) -> str:
    return fit(f"{write(say('Turning point {n}.', n=n), (), translate)} {alt}", ALT_TEXT)
