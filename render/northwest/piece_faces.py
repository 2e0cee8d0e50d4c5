"""The pictures of single pieces of Expedition: Northwest Passage: tiles with both faces, tokens, vehicles, crew and the sun."""

from __future__ import annotations

from engine.games.northwest.view import ArrowFace, TileFace
from engine.kernel.script import PieceFace
from render.kit.canvas import Sprite
from render.kit.seats import draw_ship
from render.kit.sheet import Sheet, compose_pieces
from render.kit.theme import MUTED, NAVY, SEAT_STYLES
from render.northwest.pieces import draw_coin, draw_crewman, draw_name_plate, draw_sled, draw_sun, draw_token
from render.northwest.tiles import find_back, find_front

SQUARE_SIDE_PX, TOKEN_SIZE_PX, SUN_SIZE_PX = 190, 210, 240
VEHICLE_SIZE_PX, CREWMAN_RADIUS_PX = 170, 80
COIN_SIZE_PX, PLATE_LETTER_SIZE_PX = 120, 39
SEATS = range(len(SEAT_STYLES))


def compose_piece_face(face: PieceFace) -> Sheet:
    """Compose the picture of a piece."""
    return compose_pieces(_list_sprites(face))


def _list_sprites(face: PieceFace) -> list[Sprite]:
    if isinstance(face, TileFace):
        back = find_back(face.tile, SQUARE_SIDE_PX, MUTED)
        return [find_front(face.tile, SQUARE_SIDE_PX, MUTED), *([back] if back else [])]
    if isinstance(face, ArrowFace):
        coins = [draw_coin(value, COIN_SIZE_PX) for value in face.values]
        return [draw_name_plate(face.label, PLATE_LETTER_SIZE_PX), *coins]
    match face.kind:
        case "token":
            return [draw_token(face.word, TOKEN_SIZE_PX)]
        case "ship":
            return [draw_ship(seat, VEHICLE_SIZE_PX) for seat in SEATS]
        case "sled":
            return [draw_sled(seat, VEHICLE_SIZE_PX) for seat in SEATS]
        case "crewman":
            return [draw_crewman(CREWMAN_RADIUS_PX, ready=ready, ground=NAVY) for ready in (True, False)]
    return [draw_sun(SUN_SIZE_PX)]
