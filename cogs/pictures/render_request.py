"""What is to be drawn, as data, and how it is drawn: here, in a thread, or by a process that it is sent to.

This is what the process reads (see `cogs.pictures.render_worker`), so nothing of Discord's is imported here.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from typing import Any, Literal, NamedTuple, Optional, Union

import msgspec

from cogs.interactions.limits import MAX_ALT_TEXT_CHARS, shorten
from engine.kernel.text import Translate
from render.kit import poster
from render.kit.encode import encode_png
from render.kit.film.turn import draw_animation
from render.kit.poster import Finale, PosterPage
from render.kit.scene import EarlierView, Scene, load_painter
from render.kit.theme import Tone

MAX_ANIMATION_BYTES = 4_000_000
"""Bytes of an animated board; a larger one is shown as a still. Those of our games take a tenth of that."""
PictureKind = Literal["board", "crop", "hand", "moving", "poster"]


class RenderRequest(msgspec.Struct, frozen=True):
    """A picture that is wanted: of a scene, or as a poster of a finished game."""

    kind: PictureKind
    game: str
    subject: Union[Scene, Finale]
    tone: Tone


class RenderResult(msgspec.Struct, frozen=True):
    """A picture: its bytes (PNG, GIF), file name and alt text."""

    data: bytes
    name: str
    alt: str


class WorkerReply(msgspec.Struct, frozen=True):
    """What a process says to an order: the picture, None where there is none of this kind, or where in the code it failed."""

    result: Optional[RenderResult] = None
    error: str = ""


def render_picture(request: RenderRequest, translate: Translate) -> RenderResult | None:
    """The picture; None where the painter has none of this kind for the scene."""
    if isinstance(request.subject, Finale):
        by = poster.load_poster(request.game)
        image: Any = by.draw_poster(request.subject, translate)
        return RenderResult(
            encode_png(image, poster.build_palette(by, image), request.tone),
            "poster.png",
            shorten(by.describe_poster(request.subject, translate), MAX_ALT_TEXT_CHARS),
        )
    artist, shown = load_painter(request.game), request.subject
    if request.kind == "moving":
        data = draw_animation(artist, shown, translate, request.tone)
        return (
            RenderResult(data, "board.gif", shorten(artist.describe_board(shown, translate), MAX_ALT_TEXT_CHARS))
            if len(data) < MAX_ANIMATION_BYTES
            else None
        )
    drawn, words = {
        "board": (artist.draw_board, artist.describe_board),
        "crop": (artist.draw_crop, artist.describe_board),
        "hand": (artist.draw_hand, artist.describe_hand),
    }[request.kind]
    image = drawn(shown, translate)
    if image is None:
        return None
    of = (request.game, shown.table_number) if shown.table_number and request.kind == "board" else None
    return RenderResult(
        encode_png(image, artist.load_palette(), request.tone, cache_key=of),
        f"{request.kind}.png",
        shorten(words(shown, translate), MAX_ALT_TEXT_CHARS),
    )


# ---------------------------------------------------------------- on the way
class _EncodedEarlierView(EarlierView, frozen=True):
    view: msgspec.Raw


class _EncodedScene(Scene, frozen=True):
    view: msgspec.Raw
    earlier_views: tuple[_EncodedEarlierView, ...] = ()


class _EncodedFinale(Finale, frozen=True):
    scene: _EncodedScene


class _EncodedRequest(msgspec.Struct, frozen=True):
    """An order as it is sent. `view` names the type of the game's views."""

    kind: PictureKind
    game: str
    tone: Tone
    language: str
    view: str
    scene: Optional[_EncodedScene] = None
    finale: Optional[_EncodedFinale] = None


class DecodedRequest(NamedTuple):
    """An order, and the code of the language in which it is to be carried out."""

    request: RenderRequest
    language: str


def encode_request(request: RenderRequest, language: str) -> bytes:
    """An order as it is sent."""
    kind, shown = (
        ("finale", request.subject.scene) if isinstance(request.subject, Finale) else ("scene", request.subject)
    )
    named = f"{type(shown.view).__module__}:{type(shown.view).__qualname__}"
    told = {"what": request.kind, "game": request.game, "tone": request.tone, "language": language, "view": named}
    return msgspec.msgpack.encode({**told, kind: request.subject})


def decode_request(message: bytes) -> DecodedRequest:
    """The order in a message. Raises msgspec.DecodeError, AttributeError or ImportError for any other."""
    found = msgspec.msgpack.decode(message, type=_EncodedRequest)
    if found.finale is not None:
        pages = tuple(
            PosterPage(page.game_time, _restore_tuples(page.piece_places), page.points, page.shown_points)
            for page in found.finale.pages
        )
        scene = _decode_scene(found.finale.scene, found.view)
        of: Scene | Finale = Finale(**(_list_fields(found.finale) | {"scene": scene, "pages": pages}))
    else:
        assert found.scene is not None
        of = _decode_scene(found.scene, found.view)
    return DecodedRequest(RenderRequest(found.kind, found.game, of, found.tone), found.language)


def _decode_scene(found: _EncodedScene, view: str) -> Scene:
    read = _create_view_decoder(view).decode
    before = tuple(EarlierView(one.seat, read(one.view)) for one in found.earlier_views)
    return Scene(**(_list_fields(found) | {"view": read(found.view), "before": before}))


@lru_cache
def _create_view_decoder(named: str) -> msgspec.msgpack.Decoder[Any]:
    """Reads views of a type."""
    module, _, name = named.partition(":")
    return msgspec.msgpack.Decoder(getattr(import_module(module), name))


def _list_fields(struct: msgspec.Struct) -> dict[str, Any]:
    return {name: getattr(struct, name) for name in struct.__struct_fields__}


def _restore_tuples(value: Any) -> Any:  # noqa: ANN401 - what a poster remembers of its pieces is its own
    """The same with tuples again for lists, which cannot be part of a key."""
    if isinstance(value, dict):
        return {key: _restore_tuples(one) for key, one in value.items()}
    return tuple(map(_restore_tuples, value)) if isinstance(value, list) else value
