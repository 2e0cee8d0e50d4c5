"""The pictures of single pieces of The Expanse Board Game: cards as the hand shows them, bases, and pieces in all colours."""

from __future__ import annotations

from engine.games.expanse.view import AbilityFace, BaseFace, CardFace, Faction, PiecesFace
from engine.kernel.script import PieceFace
from engine.kernel.text import Translate, say
from render.expanse import hand_sheet, sky
from render.expanse.pieces import (
    SPACE_COLOUR,
    draw_diplomat,
    draw_faction_mark,
    draw_fleet,
    draw_protomolecule,
    draw_rocinante,
)
from render.kit.canvas import Sprite
from render.kit.sheet import Sheet, compose_pieces
from render.kit.text import Formatter

FLEET_SIZE_PX, MARK_RADIUS_PX, SAMPLE_RADIUS_PX, GUNSHIP_SIZE_PX = 150, 80, 90, 210


def compose_piece_face(face: PieceFace, translate: Translate) -> Sheet:
    """Compose the picture of a piece."""
    fmt = Formatter((), translate)
    if isinstance(face, CardFace):
        return hand_sheet.compose_card(face.card, fmt)
    if isinstance(face, AbilityFace):
        return hand_sheet.compose_ability(face, fmt)
    if isinstance(face, BaseFace):
        printed = sky.PrintedBase(face.word, fmt(say(face.name)), face.resource, is_open=True)
        return sky.compose_lone_base(printed, face.orbital)
    assert isinstance(face, PiecesFace)
    if face.factions:
        sprites = [sprite for faction in face.factions for sprite in _list_faction_sprites(face, faction)]
    else:
        is_gunship = face.word == "rocinante"
        sprites = [draw_rocinante(GUNSHIP_SIZE_PX) if is_gunship else draw_protomolecule(SAMPLE_RADIUS_PX)]
    return compose_pieces(sprites, SPACE_COLOUR)


def _list_faction_sprites(face: PiecesFace, faction: Faction) -> list[Sprite]:
    """List the sprites of a piece in the colour of a faction; of a faction its influence and a fleet."""
    match face.word:
        case "influence":
            return [draw_faction_mark(faction, MARK_RADIUS_PX)]
        case "diplomat":
            return [draw_diplomat(faction, MARK_RADIUS_PX)]
        case "fleet" | "battleship" | "scrap-ship":
            is_battleship, is_scrap = face.word == "battleship", face.word == "scrap-ship"
            return [draw_fleet(faction, FLEET_SIZE_PX, battleships=is_battleship, scrap=is_scrap)]
    return [draw_faction_mark(faction, MARK_RADIUS_PX), draw_fleet(faction, FLEET_SIZE_PX)]
