"""The poster of a finished game: made from its log, as everybody saw it, so that it needs no place in the store."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from PIL import Image

from cogs.words.text_formatter import names_of
from engine.host.service.past.history import GameReplay
from engine.kernel.text import Translate
from render.kit import poster
from render.kit.poster import Finale
from render.kit.scene import Scene


def finale(view: Any, replay: GameReplay, translate: Translate) -> Finale:  # noqa: ANN401 - each game has its own views
    """What a poster is drawn from; `view` is the last one, as a spectator sees it. The table must be finished."""
    table = replay.table
    assert table.result is not None
    shown = Scene(view, names_of(table, translate), reason=table.result.reason, winners=table.result.winners)
    day = None if table.ended_at is None else datetime.fromtimestamp(table.ended_at, UTC)
    return Finale(
        table.game,
        replay.title,
        shown,
        table.result,
        poster.pages(poster.poster(table.game), replay.chronicle()),
        replay.last,
        None if day is None else (day.year, day.month, day.day),
        tuple(person.seat for person in table.seats if person.left),
    )


def draw_poster(view: Any, replay: GameReplay, translate: Translate) -> tuple[Image.Image, Image.Image, str]:  # noqa: ANN401
    """The poster of a finished game, its palette, and the same in words."""
    drawn, told = poster.poster(replay.table.game), finale(view, replay, translate)
    image = drawn.paint(told, translate)
    return image, poster.palette(drawn, image), drawn.alt(told, translate)
