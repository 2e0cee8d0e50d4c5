"""The interface of painters: a scene as plain data in, a picture or a text out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any, Literal, Optional, Protocol, cast

import msgspec
from PIL import Image

from engine.kernel.text import Seat, Text, Translate
from render.kit.alt_text import TextSection
from render.kit.boxes import Box
from render.kit.movement.travel import Travel


class EarlierView(msgspec.Struct, frozen=True):
    """The view of the same viewer just before a turn of this seat."""

    seat: Seat
    view: Any


class Prompt(msgspec.Struct, frozen=True):
    """The viewer's question, the labels of the choices so far, prices included, and their spots (see `Option.spot`)."""

    question: Text
    path: tuple[Text, ...] = ()
    chosen: tuple[str, ...] = ()


class Scene(msgspec.Struct, frozen=True):
    """One moment as one viewer may see it.

    `view` is the game's own view, `names` the players by seat, `waiting_seats` the seats that owe an answer, `recent_events`
    the newest public events (oldest first), `marks` the letters to put on spots (see `Option.spot`; "" marks a spot without a
    letter), `end_reason` why the game ended, None while it goes on. `earlier_views` are the viewer's views before each of the
    latest turns, oldest first: the changes since then are drawn on the board and described. `winners` are the winners of a game
    that has ended: the view does not know them if the others have given up. `prompt` is the question that the marks answer.
    `shows_whole_board` is for films, whose frames all show the same part of the board. `min_aspect` is the width over the height of
    the place for a crop: a lower crop is shown larger.
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
    shows_whole_board: bool = False
    min_aspect: float = 0.0


PictureShape = Literal["board", "crop", "hand"]
"""The pictures of a scene."""
SpotPicture = Literal["board", "hand", "ways"]
"""The picture that marks a spot. The hand shows the viewer's cards or, if ways are marked, only these ways."""


class Painter(Protocol):
    """A module `render.<slug>`."""

    def load_palette(self) -> Image.Image:
        """Return the fixed colours its pictures are encoded with (see `encode.encode_png`)."""
        ...

    def draw_board(self, scene: Scene, translate: Translate) -> Image.Image:
        """Draw the board: 1650 × 1050, RGB."""
        ...

    def draw_crop(self, scene: Scene, translate: Translate) -> Image.Image | None:
        """Draw for phones the part of the board that holds all marks or, if nothing is marked, the viewer's own pieces.

        A painter may return None if the marks are too far apart, or if the whole board fits a phone.
        """
        ...

    def draw_hand(self, scene: Scene, translate: Translate) -> Image.Image | None:
        """Draw the viewer's own cards or tiles, large; None if the viewer holds nothing (or is a spectator)."""
        ...

    def draw_piece_face(self, face: Any, translate: Translate) -> Image.Image | None:  # noqa: ANN401 - each game's own
        """Draw one piece that belongs to no table (see `CardInfo.face`), RGB; None if there is no picture of it."""
        ...

    def explain_picture(self, kind: PictureShape, scene: Scene, translate: Translate) -> tuple[Text, ...]:
        """List the marks on a picture in words. Raises UnexplainedMarkError for a mark that is in no legend."""
        ...

    def find_picture(self, spot: str) -> SpotPicture:
        """Return the picture that marks a spot (see `Option.spot`): the board, or the hand with its cards or with ways."""
        ...

    def find_movement(self, scene: Scene) -> Box | Sequence[Travel]:
        """Return the part of the board on which pieces move, if a moved piece is the same image on the boards before and after a
        turn; else the ways of the pieces that the latest turn has moved.
        """
        ...

    def list_turn_summaries(self, scene: Scene) -> tuple[Text, ...]:
        """Summarize each of the latest turns (see `Scene.earlier_views`) in a sentence, oldest first."""
        ...

    def describe_board(self, scene: Scene, translate: Translate) -> str:
        """Describe the board in at most 1,000 characters."""
        ...

    def describe_hand(self, scene: Scene, translate: Translate) -> str:
        """Describe the viewer's hand in at most 1,000 characters."""
        ...

    def describe_position(self, scene: Scene, translate: Translate) -> tuple[TextSection, ...]:
        """Describe everything that the viewer may know, at any length: one can play from it without a picture."""
        ...


def load_painter(slug: str) -> Painter:
    """Load the painter of a game. Raises ModuleNotFoundError if there is none."""
    return cast("Painter", import_module(f"render.{slug}"))


def choose_spot_picture(painter: Painter, spots: Iterable[str]) -> SpotPicture:
    """Choose the picture that marks most of some spots, at a tie the board."""
    counts = Counter(painter.find_picture(spot) for spot in spots)
    return max(("board", "hand", "ways"), key=counts.__getitem__)
