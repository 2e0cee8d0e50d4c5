"""Requests for pictures as plain data, and how to carry one out, in a thread or in the render process.

The render process imports this module, so it imports nothing of Discord.
"""

from __future__ import annotations

import io
from functools import lru_cache
from importlib import import_module
from typing import Any, Literal, NamedTuple, Optional, Union

import msgspec
from PIL import Image

from cogs.interactions.limits import MAX_ALT_TEXT_CHARS, shorten
from engine.kernel.text import Translate, write_text
from render.kit import poster
from render.kit.encode import encode_png
from render.kit.film.turn import draw_animation
from render.kit.poster import Finale, PosterPage
from render.kit.poster.computer_strip import add_computer_strip
from render.kit.scene import EarlierView, Scene, load_painter
from render.kit.theme import Tone

MAX_ANIMATION_BYTES = 4_000_000
"""A larger animated board is shown as a still. The boards of our games take a tenth of this."""
PictureKind = Literal["board", "crop", "hand", "moving", "poster", "piece"]


class RenderRequest(msgspec.Struct, frozen=True):
    """A request for a picture of a scene, or for the poster of a finished game.

    For a single piece the view of the scene is the face of the piece (see `CardInfo.face`).

    A picture that is narrower than `min_aspect`, its width divided by its height, gets margins. `explains`: only the marks on the
    picture are wanted, in words.
    """

    kind: PictureKind
    game: str
    subject: Union[Scene, Finale]
    tone: Tone
    min_aspect: float = 0.0
    explains: bool = False


class RenderResult(msgspec.Struct, frozen=True):
    """A picture: its bytes (PNG, GIF), file name and alt text, and the marks on it in words."""

    data: bytes
    name: str
    alt: str
    legend: tuple[str, ...] = ()


class WorkerReply(msgspec.Struct, frozen=True):
    """The render process's answer: a picture, None if the painter has none of this kind, or the place in the code where
    it failed.
    """

    result: Optional[RenderResult] = None
    error: str = ""


def render_picture(request: RenderRequest, translate: Translate) -> RenderResult | None:
    """Draw the picture. Return None if the painter has none of this kind for the scene."""
    if isinstance(request.subject, Finale):
        return _render_poster(request, request.subject, translate)
    scene = msgspec.structs.replace(request.subject, min_aspect=request.min_aspect)
    painter = load_painter(request.game)
    if request.explains and request.kind in ("board", "crop", "hand"):
        texts = painter.explain_picture(request.kind, scene, translate)
        return RenderResult(b"", "", "", tuple(write_text(text, scene.names, translate) for text in texts))
    if request.kind == "piece":
        lone = painter.draw_piece_face(scene.view, translate)
        return (
            None
            if lone is None
            else RenderResult(encode_png(lone, painter.load_palette(), request.tone), "piece.png", "")
        )
    if request.kind == "moving":
        data = draw_animation(painter, scene, translate, request.tone)
        if len(data) >= MAX_ANIMATION_BYTES:
            return None
        return RenderResult(data, "board.gif", _shorten_alt_text(painter.describe_board(scene, translate)))
    draw, describe = {
        "board": (painter.draw_board, painter.describe_board),
        "crop": (painter.draw_crop, painter.describe_board),
        "hand": (painter.draw_hand, painter.describe_hand),
    }[request.kind]
    image = draw(scene, translate)
    if image is None:
        return None
    cache_key = (request.game, scene.table_number) if scene.table_number and request.kind == "board" else None
    data = encode_png(image, painter.load_palette(), request.tone, cache_key=cache_key)
    data = _add_margins(data, request.min_aspect)
    return RenderResult(data, f"{request.kind}.png", _shorten_alt_text(describe(scene, translate)))


def _add_margins(data: bytes, min_aspect: float) -> bytes:
    """Add margins in the colour of its left edge to both sides of a PNG that is too narrow."""
    image = Image.open(io.BytesIO(data))
    width = round(image.height * min_aspect)
    if image.width >= width:
        return data
    wide = Image.new(image.mode, (width, image.height))
    if image.palette is not None:
        wide.putpalette(image.palette)
    if image.mode == "P":
        edge = image.crop((0, 0, 1, image.height)).histogram()
        wide.paste(edge.index(max(edge)), (0, 0, *wide.size))
    wide.paste(image, ((width - image.width) // 2, 0))
    padded = io.BytesIO()
    wide.save(padded, "PNG")
    return padded.getvalue()


def _render_poster(request: RenderRequest, finale: Finale, translate: Translate) -> RenderResult:
    poster_painter = poster.load_poster(request.game)
    image = add_computer_strip(poster_painter.draw_poster(finale, translate), finale, translate)
    data = encode_png(image, poster.build_palette(poster_painter, image), request.tone)
    return RenderResult(data, "poster.png", _shorten_alt_text(poster_painter.describe_poster(finale, translate)))


def _shorten_alt_text(text: str) -> str:
    return shorten(text, MAX_ALT_TEXT_CHARS)


# ---------------------------------------------------------------- encoding
class _EncodedEarlierView(EarlierView, frozen=True):
    view: msgspec.Raw


class _EncodedScene(Scene, frozen=True):
    view: msgspec.Raw
    earlier_views: tuple[_EncodedEarlierView, ...] = ()


class _EncodedFinale(Finale, frozen=True):
    scene: _EncodedScene


class _EncodedRequest(msgspec.Struct, frozen=True):
    """A request as it is sent. `view` names the type of the game's views."""

    kind: PictureKind
    game: str
    tone: Tone
    language: str
    view: str
    min_aspect: float
    explains: bool = False
    scene: Optional[_EncodedScene] = None
    finale: Optional[_EncodedFinale] = None


class DecodedRequest(NamedTuple):
    """A request, and the code of the language of the picture."""

    request: RenderRequest
    language: str


def encode_request(request: RenderRequest, language: str) -> bytes:
    """Encode a request for the render process."""
    if isinstance(request.subject, Finale):
        subject_field, scene = "finale", request.subject.scene
    else:
        subject_field, scene = "scene", request.subject
    view_type = type(scene.view)
    fields = {
        "kind": request.kind,
        "game": request.game,
        "tone": request.tone,
        "language": language,
        "min_aspect": request.min_aspect,
        "explains": request.explains,
        "view": f"{view_type.__module__}:{view_type.__qualname__}",
        subject_field: request.subject,
    }
    return msgspec.msgpack.encode(fields)


def decode_request(message: bytes) -> DecodedRequest:
    """Decode a request. Raises msgspec.DecodeError, AttributeError or ImportError for any other message."""
    encoded = msgspec.msgpack.decode(message, type=_EncodedRequest)
    subject: Scene | Finale
    if encoded.finale is not None:
        subject = _decode_finale(encoded.finale, encoded.view)
    else:
        assert encoded.scene is not None
        subject = _decode_scene(encoded.scene, encoded.view)
    request = RenderRequest(encoded.kind, encoded.game, subject, encoded.tone, encoded.min_aspect, encoded.explains)
    return DecodedRequest(request, encoded.language)


def _decode_finale(encoded: _EncodedFinale, view_type: str) -> Finale:
    pages = tuple(
        PosterPage(page.game_time, _restore_tuples(page.piece_places), page.points, page.shown_points)
        for page in encoded.pages
    )
    return Finale(**(_list_fields(encoded) | {"scene": _decode_scene(encoded.scene, view_type), "pages": pages}))


def _decode_scene(encoded: _EncodedScene, view_type: str) -> Scene:
    decode = _create_view_decoder(view_type).decode
    earlier_views = tuple(EarlierView(earlier.seat, decode(earlier.view)) for earlier in encoded.earlier_views)
    return Scene(**(_list_fields(encoded) | {"view": decode(encoded.view), "earlier_views": earlier_views}))


@lru_cache
def _create_view_decoder(view_type: str) -> msgspec.msgpack.Decoder[Any]:
    """Create the decoder of a type of views, named "module:class"."""
    module, _, name = view_type.partition(":")
    return msgspec.msgpack.Decoder(getattr(import_module(module), name))


def _list_fields(struct: msgspec.Struct) -> dict[str, Any]:
    return {name: getattr(struct, name) for name in struct.__struct_fields__}


def _restore_tuples(value: Any) -> Any:  # noqa: ANN401 - each poster keeps its pieces in its own way
    """Replace lists by tuples, recursively. A list cannot be part of a dictionary key."""
    if isinstance(value, dict):
        return {key: _restore_tuples(item) for key, item in value.items()}
    return tuple(map(_restore_tuples, value)) if isinstance(value, list) else value
