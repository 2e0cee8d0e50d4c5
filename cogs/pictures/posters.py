"""Build the poster of a finished game from its log, as everybody saw it, so that the store need not keep it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from PIL import Image

from cogs.i18n.text_formatter import list_names
from engine.host.service.history.game_history import GameReplay
from engine.kernel.text import Translate
from render.kit import poster
from render.kit.poster import Finale
from render.kit.scene import Scene


def build_finale(
    view: Any,  # noqa: ANN401 - each game has its own views
    replay: GameReplay,
    translate: Translate,
) -> Finale:
    """Build the data from which a poster is drawn. `view` is a spectator's last view of a finished table."""
    table = replay.table
    assert table.result is not None
    scene = Scene(view, list_names(table, translate), end_reason=table.result.reason, winners=table.result.winners)
    pages = poster.build_pages(poster.load_poster(table.game), replay.build_public_views())
    ended_on = None
    if table.ended_at is not None:
        ended_on = find_utc_day(table.ended_at)
    return Finale(
        table.game,
        replay.title,
        scene,
        table.result,
        pages,
        replay.last,
        ended_on,
        tuple(person.seat for person in table.seats if person.has_left),
        table.computer_moves,
    )


def draw_poster(
    view: Any,  # noqa: ANN401
    replay: GameReplay,
    translate: Translate,
) -> tuple[Image.Image, Image.Image, str]:
    """Draw the poster of a finished game. Return the image, its palette and its text; see `build_finale`."""
    painter = poster.load_poster(replay.table.game)
    finale = build_finale(view, replay, translate)
    image = painter.draw_poster(finale, translate)
    return image, poster.build_palette(painter, image), painter.describe_poster(finale, translate)


def find_utc_day(seconds: int) -> tuple[int, int, int]:
    """Return year, month and day of a moment, in UTC."""
    day = datetime.fromtimestamp(seconds, UTC)
    return day.year, day.month, day.day
