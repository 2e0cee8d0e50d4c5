"""The pictures of single pieces of Amundsen vs Scott: the copies of a card, a patron, an explorer."""

from __future__ import annotations

from engine.games.amundsen.view import CardFace, Side
from engine.kernel.script import PieceFace
from render.amundsen.cards import draw_card_face, draw_patron_card
from render.amundsen.pieces import draw_pawn
from render.kit.canvas import Sprite
from render.kit.sheet import Sheet, compose_pieces
from render.kit.theme import NAVY

CARD_WIDTH_PX = 216
PAWN_SIZE_PERCENT = 230


def compose_piece_face(face: PieceFace) -> Sheet:
    """Compose the picture of a piece."""
    return compose_pieces(_list_sprites(face))


def _list_sprites(face: PieceFace) -> list[Sprite]:
    if isinstance(face, CardFace):
        return [draw_card_face(card, CARD_WIDTH_PX, NAVY) for card in face.cards]
    if face.kind == "patron":
        return [draw_patron_card(face.word, CARD_WIDTH_PX)]
    side: Side = "amundsen" if face.word == "amundsen" else "scott"
    return [draw_pawn(side, 1, PAWN_SIZE_PERCENT)]
