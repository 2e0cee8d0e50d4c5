"""What a painter gets and what it must offer: data in, a picture or a text out."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Optional, Protocol, cast

import msgspec
from PIL import Image

from engine.kernel.text import Seat, Text, Translate


class Before(msgspec.Struct, frozen=True):
    """What the same viewer saw just before a turn of this seat."""

    seat: Seat
    view: Any


class Prompt(msgspec.Struct, frozen=True):
    """What the viewer is asked, the labels of what has been chosen so far, prices included, and its spots (see `Option.spot`)."""

    question: Text
    path: tuple[Text, ...] = ()
    chosen: tuple[str, ...] = ()


class Scene(msgspec.Struct, frozen=True):
    """One moment as one viewer may see it.

    `view` is the game's own view, `names` the players by seat, `waiting` the seats that owe an answer, `recent` the
    newest public events (oldest first), `marks` the letters to put on spots (see `Option.spot`; "" points a spot out
    without a letter), `reason` why the game ended, None while it goes on. `before` is what the viewer saw before each of the
    latest turns, oldest first: what has happened since is drawn on the board and told. `winners` are those of a game that
    has ended: the view does not know them where the others have given up. `prompt` is the question that the marks answer.
    """

    view: Any
    names: tuple[str, ...]
    waiting: tuple[Seat, ...] = ()
    recent: tuple[Text, ...] = ()
    marks: dict[str, str] = {}
    reason: Text | None = None
    before: tuple[Before, ...] = ()
    winners: tuple[Seat, ...] = ()
    prompt: Optional[Prompt] = None
    trails: Mapping[str, tuple[str, ...]] = {}
    table: int = 0


class Painter(Protocol):
    """A module `render.<slug>`."""

    def palette(self) -> Image.Image:
        """The fixed colours its pictures are encoded with (see `encode.png`)."""
        ...

    def paint(self, scene: Scene, translate: Translate) -> Image.Image:
        """The board: 1650 × 1050, RGB."""
        ...

    def crop(self, scene: Scene, translate: Translate) -> Image.Image | None:
        """For phones: the part of the board that holds all marks or, if nothing is marked, the viewer's own pieces.

        None if the marks are too far apart, or if the whole board fits a phone.
        """
        ...

    def hand(self, scene: Scene, translate: Translate) -> Image.Image | None:
        """The viewer's own cards or tiles, large; None when the viewer holds nothing (or is a spectator)."""
        ...

    def on_hand(self, spot: str) -> bool:
        """Whether a spot (see `Option.spot`) is marked on the hand picture; the others are places on the board."""
        ...

    def news(self, scene: Scene) -> tuple[Text, ...]:
        """What was done in each of the latest turns (see `Scene.before`), a sentence a turn, oldest first."""
        ...

    def alt(self, scene: Scene, translate: Translate) -> str:
        """The board in words, at most 1,000 characters."""
        ...

    def hand_alt(self, scene: Scene, translate: Translate) -> str:
        """The viewer's hand in words, at most 1,000 characters."""
        ...


def painter(slug: str) -> Painter:
    """The painter of a game. Raises ModuleNotFoundError when there is none."""
    return cast("Painter", import_module(f"render.{slug}"))
