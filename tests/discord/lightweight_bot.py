"""Fewer pictures: drawing is most of the work of a whole game, and shows nothing new about playing."""

from __future__ import annotations

from collections import OrderedDict
from functools import cache
from itertools import count

import msgspec
import pytest

from cogs.pictures import picture_service
from cogs.pictures.render_request import PictureKind, RenderRequest, RenderResult, render_picture
from engine.kernel.text import Translate
from render.kit.scene import Scene, load_painter

DRAW_INTERVAL = 20
"""One picture in this number is drawn; the others repeat the last of their kind. Other tests cover every picture."""
MAX_PICTURES_KEPT = 600
"""Pictures, of about 100 kB."""


class PictureAlbum:
    """Pictures drawn for earlier tests: most tables in tests are dealt alike and begin alike."""

    def __init__(self) -> None:
        self._pictures: OrderedDict[tuple[object, ...], RenderResult | None] = OrderedDict()

    def render_picture(self, order: RenderRequest, translate: Translate) -> RenderResult | None:
        """Draw a picture as the function `render_picture` does; the same arguments give the same picture."""
        artist = load_painter(order.game)
        how = (
            artist.draw_board,
            artist.draw_crop,
            artist.draw_hand,
            artist.draw_piece_face,
        )  # a test may have replaced them
        key = (how, msgspec.msgpack.encode(order, enc_hook=repr), translate)
        if key in self._pictures:
            self._pictures.move_to_end(key)
        else:
            self._pictures[key] = render_picture(order, translate)
            while len(self._pictures) > MAX_PICTURES_KEPT:
                self._pictures.popitem(last=False)
        return self._pictures[key]


@cache
def get_album() -> PictureAlbum:
    """Return the album of this process."""
    return PictureAlbum()


def draw_sparsely(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw one picture in DRAW_INTERVAL."""
    drawn: dict[tuple[PictureKind, str, bool], RenderResult | None] = {}
    asked = count()

    def sparing(order: RenderRequest, translate: Translate) -> RenderResult | None:
        kind = order.kind, order.game, order.explains
        if kind not in drawn or order.explains or order.kind == "poster" or next(asked) % DRAW_INTERVAL == 0:
            drawn[kind] = render_picture(order, translate)
        result = drawn[kind]
        if result is None or order.explains or order.kind == "piece" or not isinstance(order.subject, Scene):
            return result
        painter = load_painter(order.game)
        describe = painter.describe_hand if order.kind == "hand" else painter.describe_board
        return msgspec.structs.replace(result, alt=describe(order.subject, translate))

    monkeypatch.setattr(picture_service, "render_picture", sparing)
