"""The tiles with the land and sea at their corners, the tokens and the other pieces, for the look-up by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from engine.games.northwest.build_view import build_tile
from engine.games.northwest.game_box import GameBox
from engine.games.northwest.names import name_find_kind, name_tile
from engine.games.northwest.tiles import CornerRows, TilePiece
from engine.games.northwest.view import ArrowFace, TileFace
from engine.kernel.script import CardInfo, PieceFace
from engine.kernel.text import Text, say

_TOKEN_RULES: Final[dict[str, tuple[str, ...]]] = {
    "cairn": ("N9.1", "N10", "N11.4"),
    "inuit": ("N9.1", "N10", "N11.4"),
    "franklin": ("N9", "N10", "N11.1"),
    "strait": ("N9", "N10", "N11.1"),
    "cartography": ("N6.1", "N6.2", "N11.1"),
}
_CORNER_SIGNS: Final = str.maketrans("01", "·■")


def list_cards(box: GameBox) -> tuple[CardInfo, ...]:
    """List the tokens, the other pieces and every tile."""
    source, kind = box.components.tokens.source, say("Token")
    tokens: list[CardInfo] = []
    for word, rules in _TOKEN_RULES.items():
        face = PieceFace("token", word)
        tokens.append(CardInfo(word, name_find_kind(word), source, kind, rules=rules, face=face))
    return (*tokens, *_generate_pieces(box), *(_describe_tile(box, piece) for piece in box.pieces.values()))


def _generate_pieces(box: GameBox) -> Iterator[CardInfo]:
    tokens = box.components.tokens
    yield _create_piece(PieceFace("ship", "ship"), say("ship"), "N7.1", "N7.2", "N3.3")
    yield _create_piece(PieceFace("sled", "sled"), say("sled"), "N8", "N8.2", "N7.3", "N3.5")
    yield _create_piece(PieceFace("crewman", "crewman"), say("crewman"), "N1.1", "N2.2", "N3.7")
    yield _create_piece(PieceFace("sun", "sun"), say("sun"), "N3", "N3.1")
    passage = ArrowFace("arrow", "passage", "NW", _list_values(tokens.passage))
    yield _create_piece(passage, say("token of the Northwest Passage"), "N1.4", "N10.2", "N10.3")
    greenland = ArrowFace("arrow", "greenland", "G", _list_values(tokens.greenland))
    yield _create_piece(greenland, say("token of Greenland"), "N1.4", "N10.4")


def _create_piece(face: PieceFace, name: Text, *rules: str) -> CardInfo:
    return CardInfo(face.word, name, "rules", say("Piece"), rules=rules, face=face)


def _list_values(values_by_seats: Mapping[str, tuple[int, ...]]) -> tuple[int, ...]:
    """List the different values of the tokens on an arrow, the highest first."""
    return tuple(sorted({value for values in values_by_seats.values() for value in values}, reverse=True))


def _describe_tile(box: GameBox, piece: TilePiece) -> CardInfo:
    front = _draw_corners(piece.lays["f0"].rows)
    if "b0" in piece.lays:
        back = _draw_corners(piece.lays["b0"].rows)
        text = say("Corners, ■ land and · sea: {front}; turned over {back}.", front=front, back=back)
        kind, rules = say("Large tile"), ("N5", "N5.2")
    else:
        text = say("Corners, ■ land and · sea: {front}.", front=front)
        kind, rules = say("Small tile"), ("N5.5", "N5.6")
    name: Text = name_tile(piece.tile, piece.symbol)
    face = TileFace("tile", piece.tile, build_tile(box, piece.tile))
    return CardInfo(piece.tile, name, box.components.tiles.source, kind, (text,), rules, face=face)


def _draw_corners(rows: CornerRows) -> str:
    return " / ".join(row.translate(_CORNER_SIGNS) for row in rows)
