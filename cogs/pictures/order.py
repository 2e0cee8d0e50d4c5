"""What is to be drawn, as data, and how it is drawn: here, in a thread, or by a process that it is sent to.

This is what the process reads (see `cogs.pictures.painter`), so nothing of Discord's is imported here.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from typing import Any, Literal, NamedTuple, Optional, Union

import msgspec

from cogs.interactions.limits import ALT_TEXT, fit
from engine.kernel.text import Translate
from render.kit import poster
from render.kit.encode import png
from render.kit.film.turn import moving
from render.kit.poster import Finale, Page
from render.kit.scene import Before, Scene, painter
from render.kit.theme import Tone

LARGEST = 4_000_000
"""Bytes of an animated board; a larger one is shown as a still. Those of our games take a tenth of that."""
What = Literal["board", "crop", "hand", "moving", "poster"]


class Order(msgspec.Struct, frozen=True):
    """A picture that is wanted: of a scene, or as a poster of a finished game."""

    what: What
    game: str
    of: Union[Scene, Finale]
    tone: Tone


class Drawn(msgspec.Struct, frozen=True):
    """A picture: its bytes (PNG, GIF), file name and alt text."""

    data: bytes
    name: str
    alt: str


class Answer(msgspec.Struct, frozen=True):
    """What a process says to an order: the picture, None where there is none of this kind, or where in the code it failed."""

    drawn: Optional[Drawn] = None
    failed: str = ""


def draw(order: Order, translate: Translate) -> Drawn | None:
    """The picture; None where the painter has none of this kind for the scene."""
    if isinstance(order.of, Finale):
        by = poster.poster(order.game)
        image: Any = by.paint(order.of, translate)
        return Drawn(
            png(image, poster.palette(by, image), order.tone), "poster.png", fit(by.alt(order.of, translate), ALT_TEXT)
        )
    artist, shown = painter(order.game), order.of
    if order.what == "moving":
        data = moving(artist, shown, translate, order.tone)
        return Drawn(data, "board.gif", fit(artist.alt(shown, translate), ALT_TEXT)) if len(data) < LARGEST else None
    drawn, words = {
        "board": (artist.paint, artist.alt),
        "crop": (artist.crop, artist.alt),
        "hand": (artist.hand, artist.hand_alt),
    }[order.what]
    image = drawn(shown, translate)
    if image is None:
        return None
    of = (order.game, shown.table) if shown.table and order.what == "board" else None
    return Drawn(
        png(image, artist.palette(), order.tone, of=of), f"{order.what}.png", fit(words(shown, translate), ALT_TEXT)
    )


# ---------------------------------------------------------------- on the way
class _Before(Before, frozen=True):
    view: msgspec.Raw


class _Scene(Scene, frozen=True):
    view: msgspec.Raw
    before: tuple[_Before, ...] = ()


class _Finale(Finale, frozen=True):
    scene: _Scene


class _Order(msgspec.Struct, frozen=True):
    """An order as it is sent. `view` names the type of the game's views."""

    what: What
    game: str
    tone: Tone
    language: str
    view: str
    scene: Optional[_Scene] = None
    finale: Optional[_Finale] = None


class Received(NamedTuple):
    """An order, and the code of the language in which it is to be carried out."""

    order: Order
    language: str


def sent(order: Order, language: str) -> bytes:
    """An order as it is sent."""
    kind, shown = ("finale", order.of.scene) if isinstance(order.of, Finale) else ("scene", order.of)
    named = f"{type(shown.view).__module__}:{type(shown.view).__qualname__}"
    told = {"what": order.what, "game": order.game, "tone": order.tone, "language": language, "view": named}
    return msgspec.msgpack.encode({**told, kind: order.of})


def received(message: bytes) -> Received:
    """The order in a message. Raises msgspec.DecodeError, AttributeError or ImportError for any other."""
    found = msgspec.msgpack.decode(message, type=_Order)
    if found.finale is not None:
        pages = tuple(Page(page.when, _plain(page.at), page.points, page.shown) for page in found.finale.pages)
        scene = _scene(found.finale.scene, found.view)
        of: Scene | Finale = Finale(**(_fields(found.finale) | {"scene": scene, "pages": pages}))
    else:
        assert found.scene is not None
        of = _scene(found.scene, found.view)
    return Received(Order(found.what, found.game, of, found.tone), found.language)


def _scene(found: _Scene, view: str) -> Scene:
    read = _views(view).decode
    before = tuple(Before(one.seat, read(one.view)) for one in found.before)
    return Scene(**(_fields(found) | {"view": read(found.view), "before": before}))


@lru_cache
def _views(named: str) -> msgspec.msgpack.Decoder[Any]:
    """Reads views of a type."""
    module, _, name = named.partition(":")
    return msgspec.msgpack.Decoder(getattr(import_module(module), name))


def _fields(struct: msgspec.Struct) -> dict[str, Any]:
    return {name: getattr(struct, name) for name in struct.__struct_fields__}


def _plain(value: Any) -> Any:  # noqa: ANN401 - what a poster remembers of its pieces is its own
    """The same with tuples again for lists, which cannot be part of a key."""
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    return tuple(map(_plain, value)) if isinstance(value, list) else value
