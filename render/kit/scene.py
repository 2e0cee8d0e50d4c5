"""What a painter gets and what it must offer: data in, a picture or a text out."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Optional, Protocol, cast

import msgspec
from PIL import Image

from engine.kernel.text import Seat, Text, Translate


class EarlierView(msgspec.Struct, frozen=True):
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

    `view` is the game's own view, `names` the players by seat, `waiting_seats` the seats that owe an answer, `recent_events` the
    newest public events (oldest first), `marks` the letters to put on spots (see `Option.spot`; "" points a spot out
    without a letter), `end_reason` why the game ended, None while it goes on. `earlier_views` is what the viewer saw
    before each of the
    latest turns, oldest first: what has happened since is drawn on the board and told. `winners` are those of a game that
    has ended: the view does not know them where the others have given up. `prompt` is the question that the marks answer.
    """

    view: Any
    names: tuple[str, ...]
    waiting_seats: tuple[Seat, ...] = ()
    recent_events: tuple[Text, ...] = ()
    marks: dict[str, str] = {}
    end_reason: Text | None = None
    earlier_views: tuple[EarlierView, ...] = ()
    winners: tuple[Seat, ...] = ()
    prompt: Optional[Prompt] = None
    trails: Mapping[str, tuple[str, ...]] = {}
    table_number: int = 0


class Painter(Protocol):
    """A module `render.<slug>`."""

    def load_palette(self) -> Image.Image:
        """The fixed colours its pictures are encoded with (see `encode.encode_png`)."""
        ...

    def draw_board(self, scene: Scene, translate: Translate) -> Image.Image:
        """The board: 1650 × 1050, RGB."""
        ...

    def draw_crop(self, scene: Scene, translate: Translate) -> Image.Image | None:
        """For phones: the part of the board that holds all marks or, if nothing is marked, the viewer's own pieces.

        None if the marks are too far apart, or if the whole board fits a phone.
        """
        ...

    def draw_hand(self, scene: Scene, translate: Translate) -> Image.Image | None:
        """The viewer's own cards or tiles, large; None when the viewer holds nothing (or is a spectator)."""
        ...

    def is_on_hand(self, spot: str) -> bool:
        """Whether a spot (see `Option.spot`) is marked on the hand picture; the others are places on the board."""
        ...

    def list_turn_summaries(self, scene: Scene) -> tuple[Text, ...]:
        """What was done in each of the latest turns (see `Scene.earlier_views`), a sentence a turn, oldest first."""
        ...

    def describe_board(self, scene: Scene, translate: Translate) -> str:
        """The board in words, at most 1,000 characters."""
        ...

    def describe_hand(self, scene: Scene, translate: Translate) -> str:
        """The viewer's hand in words, at most 1,000 characters."""
        ...


def load_painter(slug: str) -> Painter:
    """The painter of a game. Raises ModuleNotFoundError when there is none."""
    return cast("Painter", import_module(f"render.{slug}"))
