"""The picture at the end of a game: what was played, by whom, who was where when, and how it came to its end."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Optional, Protocol, cast

import msgspec
from PIL import Image

from engine.kernel.script import Result
from engine.kernel.text import Seat, Translate
from render.kit import encode
from render.kit.scene import Scene
from render.kit.theme import Colour, Tones

WIDTH, HEIGHT = 1650, 1050


class Page(msgspec.Struct, frozen=True):
    """What a poster remembers of one moment that everybody saw.

    `when` is the game's own clock, a round or a turn; `at` says by piece where it stood, in a painter's own words (pieces that
    stand nowhere are left out); `points` is how far every seat was, more being better. `shown` is how far they were as the table
    showed it, where that is something else: what people took for the score.
    """

    when: int
    at: dict[str, Any]
    points: tuple[int, ...]
    shown: tuple[int, ...] = ()


class Finale(msgspec.Struct, frozen=True):
    """A finished game as everybody saw it: its last moment, its result, and a page for each moment before it, oldest first.

    `game` is its slug and `title` its name on the box. `moves` is how many there were, `day` the year, month and day on which it
    ended, None where nobody knows; `left` are the seats that were given up.
    """

    game: str
    title: str
    scene: Scene
    result: Result
    pages: tuple[Page, ...]
    moves: int
    day: Optional[tuple[int, int, int]] = None
    left: tuple[Seat, ...] = ()


class Poster(Protocol):
    """A module `render.<slug>.poster`."""

    __name__: str
    EXACT: tuple[Colour, ...]
    """Colours that the picture must show exactly."""
    TONES: Tones
    """What becomes of them in another tone, beside what all panels share."""

    def page(self, view: Any) -> Page:  # noqa: ANN401 - each game has its own views
        """What the poster remembers of a view."""
        ...

    def paint(self, finale: Finale, translate: Translate) -> Image.Image:
        """The poster: 1650 × 1050, RGB."""
        ...

    def alt(self, finale: Finale, translate: Translate) -> str:
        """The poster in words, at most 1,000 characters."""
        ...


def poster(slug: str) -> Poster:
    """The poster of a game; one without a poster of its own gets a plain one."""
    try:
        found = find_spec(f"render.{slug}.poster")
    except ModuleNotFoundError:  # its painter is no package
        found = None
    return cast("Poster", import_module(found.name if found else "render.kit.poster.plain"))


def pages(of: Poster, views: Iterable[Any]) -> tuple[Page, ...]:
    """A page for each view, those left out that are like the one before."""
    return distinct(of.page(view) for view in views)


def distinct(pages: Iterable[Page]) -> tuple[Page, ...]:
    """The pages without those that are like the one before."""
    found: list[Page] = []
    for page in pages:
        if not found or found[-1] != page:
            found.append(page)
    return tuple(found)


def palette(of: Poster, image: Image.Image) -> Image.Image:
    """The colours of one poster: unlike boards it is drawn once, so each may have its own."""
    found = encode.palette([image.reduce(5)], of.EXACT)
    found.info["tones"] = of.TONES
    return found


def places(of: Finale, piece: str) -> list[Any]:
    """All places where a piece has stood, oldest first, each stay once."""
    found: list[Any] = []
    for page in of.pages:
        at = page.at.get(piece)
        if at is not None and (not found or found[-1] != at):
            found.append(at)
    return found
