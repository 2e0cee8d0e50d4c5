"""The pictures of single pieces of La Aventura del Paso del Noroeste: cards, tokens, the supply and the chest."""

from __future__ import annotations

from typing import cast

from engine.games.paso.view import CharacterFace, TreasureEffect
from engine.kernel.script import PieceFace
from render.kit.canvas import Sprite
from render.kit.sheet import Sheet, compose_pieces
from render.paso.card_pictures import draw_character, draw_treasure
from render.paso.ground import draw_piece
from render.paso.pieces import draw_chest, draw_side_sign, draw_token

SIDE_SIGN_SIZE_PX, CHEST_SIZE_PX = 130, 190
TOKEN_RADIUS_PX, SUPPLY_RADIUS_PX = 56, 120


def compose_piece_face(face: PieceFace) -> Sheet:
    """Compose the picture of a piece."""
    return compose_pieces(_list_sprites(face))


def _list_sprites(face: PieceFace) -> list[Sprite]:
    if isinstance(face, CharacterFace):
        return [draw_character(face.ability), draw_side_sign(face.side, SIDE_SIGN_SIZE_PX)]
    match face.kind:
        case "treasure":
            return [draw_treasure(cast("TreasureEffect", face.word))]
        case "token":
            return [draw_token(face.word, 0, TOKEN_RADIUS_PX, count_left=True)]
        case "supply":
            return [draw_piece(face.word, SUPPLY_RADIUS_PX)]
    return [draw_chest(CHEST_SIZE_PX)]
