"""The poster of a finished game: made from its log, as everybody saw it, so that it needs no place in the store."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from PIL import Image

from cogs.i18n.text_formatter import list_names
from engine.host.service.history.game_history import GameReplay
from engine.kernel.text import Translate
from render.kit import poster
from render.kit.poster import Finale, PosterPage
from render.kit.scene import Scene


def build_finale(
    view: Any,  # noqa: ANN401 - each game has its own views
    replay: GameReplay,
    translate: Translate,
    pages: tuple[PosterPage, ...] = (),
) -> Finale:
    """What a poster is drawn from; `view` is the last one, as a spectator sees it. The table must be finished.

    `pages` spares playing the game again to those who have just done so.
    """
    table = replay.table
    assert table.result is not None
    shown = Scene(view, list_names(table, translate), end_reason=table.result.reason, winners=table.result.winners)
    return Finale(
        table.game,
        replay.title,
        shown,
        table.result,
        pages or poster.build_pages(poster.load_poster(table.game), replay.build_public_views()),
        replay.last,
        None if table.ended_at is None else find_utc_day(table.ended_at),
        tuple(person.seat for person in table.seats if person.has_left),
    )


def draw_poster(
    view: Any,  # noqa: ANN401
    replay: GameReplay,
    translate: Translate,
    pages: tuple[PosterPage, ...] = (),
) -> tuple[Image.Image, Image.Image, str]:
    """The poster of a finished game, its palette, and the same in words; see `build_finale`."""
    drawn, told = poster.load_poster(replay.table.game), build_finale(view, replay, translate, pages)
    image = drawn.draw_poster(told, translate)
    return image, poster.build_palette(drawn, image), drawn.describe_poster(told, translate)


def find_utc_day(seconds: int) -> tuple[int, int, int]:
    """Year, month and day of a moment, in UTC."""
    day = datetime.fromtimestamp(seconds, UTC)
    return day.year, day.month, day.day
