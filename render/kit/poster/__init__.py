"""The picture at the end of a game: the game, the players, their progress, and how it came to its end."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Optional, Protocol, cast

import msgspec
from PIL import Image

from engine.kernel.script import GameResult
from engine.kernel.text import Seat, Translate
from render.kit import encode
from render.kit.scene import Scene
from render.kit.theme import Colour, Tones

POSTER_WIDTH_PX, POSTER_HEIGHT_PX = 1650, 1050


class PosterPage(msgspec.Struct, frozen=True):
    """The data that a poster keeps of one public moment.

    `game_time` is the game's own clock, a round or a turn; `piece_places` is the place of each piece, in a painter's own words
    (pieces off the board are left out); `points` is how far every seat was, more being better. `shown_points` is how far they
    were as the table showed it, where that is something else: what people took for the score.
    """

    game_time: int
    piece_places: dict[str, Any]
    points: tuple[int, ...]
    shown_points: tuple[int, ...] = ()


class Finale(msgspec.Struct, frozen=True):
    """A finished game as everybody saw it: its last moment, its result, and a page for each moment before it, oldest first.

    `game` is its slug and `title` its name on the box. `moves` is the number of moves, `day` the year, month and day on which
    it ended, None if unknown; `left_seats` are the seats that were given up. `computer_moves` counts a computer's moves in each
    seat that it played.
    """

    game: str
    title: str
    scene: Scene
    result: GameResult
    pages: tuple[PosterPage, ...]
    moves: int
    day: Optional[tuple[int, int, int]] = None
    left_seats: tuple[Seat, ...] = ()
    computer_moves: dict[Seat, int] = {}


class Poster(Protocol):
    """A module `render.<slug>.poster`."""

    __name__: str
    EXACT_COLOURS: tuple[Colour, ...]
    """Colours that the picture must show exactly."""
    TONE_COLOURS: Tones
    """Their replacements in another tone, in addition to those that all panels share."""

    def create_page(self, view: Any) -> PosterPage:  # noqa: ANN401 - each game has its own views
        """Return the data that the poster keeps of a view."""
        ...

    def draw_poster(self, finale: Finale, translate: Translate) -> Image.Image:
        """Draw the poster: 1650 × 1050, RGB."""
        ...

    def describe_poster(self, finale: Finale, translate: Translate) -> str:
        """Describe the poster in at most 1,000 characters."""
        ...


def load_poster(slug: str) -> Poster:
    """Load the poster of a game, or the plain one if the game has none."""
    try:
        found = find_spec(f"render.{slug}.poster")
    except ModuleNotFoundError:  # its painter is no package
        found = None
    return cast("Poster", import_module(found.name if found else "render.kit.poster.plain"))


def build_pages(finale: Poster, views: Iterable[Any]) -> tuple[PosterPage, ...]:
    """Build a page for each view, without those equal to the one before."""
    return drop_repeated_pages(finale.create_page(view) for view in views)


def drop_repeated_pages(pages: Iterable[PosterPage]) -> tuple[PosterPage, ...]:
    """Remove the pages equal to the one before."""
    found: list[PosterPage] = []
    for page in pages:
        if not found or found[-1] != page:
            found.append(page)
    return tuple(found)


def build_palette(poster_module: Poster, image: Image.Image) -> Image.Image:
    """Compute the colours of one poster: unlike boards it is drawn once, so each may have its own."""
    found = encode.compute_palette([image.reduce(5)], poster_module.EXACT_COLOURS)
    found.info["tones"] = poster_module.TONE_COLOURS
    return found


def list_piece_places(finale: Finale, piece: str) -> list[Any]:
    """Return all places of a piece, oldest first, each stay once."""
    found: list[Any] = []
    for page in finale.pages:
        at = page.piece_places.get(piece)
        if at is not None and (not found or found[-1] != at):
            found.append(at)
    return found
