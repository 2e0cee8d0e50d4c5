"""The poster of a finished game: made from its log, as everybody saw it, so that it needs no place in the store."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from PIL import Image

from cogs.words.text_formatter import names_of
from engine.host.service.past.history import GameReplay
from engine.kernel.text import Translate
from render.kit import poster
from render.kit.poster import Finale, Page
from render.kit.scene import Scene


def finale(
    view: Any,  # noqa: ANN401 - each game has its own views
    replay: GameReplay,
    translate: Translate,
    pages: tuple[Page, ...] = (),
) -> Finale:
    """What a poster is drawn from; `view` is the last one, as a spectator sees it. The table must be finished.

    `pages` spares playing the game again to those who have just done so.
    """
    table = replay.table
    assert table.result is not None
    shown = Scene(view, names_of(table, translate), reason=table.result.reason, winners=table.result.winners)
    return Finale(
        table.game,
        replay.title,
        shown,
        table.result,
        pages or poster.pages(poster.poster(table.game), replay.chronicle()),
        replay.last,
        None if table.ended_at is None else day_of(table.ended_at),
        tuple(person.seat for person in table.seats if person.left),
    )


def draw_poster(
    view: Any,  # noqa: ANN401
    replay: GameReplay,
    translate: Translate,
    pages: tuple[Page, ...] = (),
) -> tuple[Image.Image, Image.Image, str]:
    """The poster of a finished game, its palette, and the same in words; see `finale`."""
    drawn, told = poster.poster(replay.table.game), finale(view, replay, translate, pages)
    image = drawn.paint(told, translate)
    return image, poster.palette(drawn, image), drawn.alt(told, translate)


def day_of(seconds: int) -> tuple[int, int, int]:
    """Year, month and day of a moment, in UTC."""
    day = datetime.fromtimestamp(seconds, UTC)
    return day.year, day.month, day.day
