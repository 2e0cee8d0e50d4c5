"""The latest turns of La Aventura del Paso del Noroeste: what was done in them, in words and as marks on the passage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple, Optional

from engine.games.paso.names import name_card
from engine.games.paso.view import TreasureEffect, View, VisiblePiece
from engine.kernel.text import Seat, Text, count, mention_seats, say
from render.kit.scene import Scene
from render.kit.story import Phrases, TurnChange, build_sentences, list_turns

PieceKey = tuple[str, Optional[int], tuple[str, ...]]
"""The kind, the owner and the hexes of a piece."""


def list_turn_summaries(scene: Scene) -> tuple[Text, ...]:
    """Return a sentence for each of the latest turns."""
    return build_sentences(list_turn_phrases(scene))


def list_turn_phrases(scene: Scene) -> list[tuple[Seat, Phrases]]:
    """Return what was done in each of the latest turns of the race."""
    found: list[tuple[Seat, Phrases]] = []
    for turn in list_turns(scene):
        if turn.before.phase == "race":
            found.append((turn.seat, list_phrases(turn)))
    return found


class TurnMarks(NamedTuple):
    """The marks of a seat's turn: the hexagons of each piece laid and of each one removed, and the ship's way.

    The way begins where the ship lay before; it is empty if the ship stayed.
    """

    seat: Seat
    pieces_laid: tuple[tuple[str, ...], ...]
    pieces_removed: tuple[tuple[str, ...], ...]
    way: tuple[str, ...]


def list_turn_marks(scene: Scene) -> tuple[TurnMarks, ...]:
    """Return the marks of the latest turns of the race."""
    marks: list[TurnMarks] = []
    for turn in list_turns(scene):
        if turn.before.phase == "race":
            laid, removed = find_changed_pieces(turn)
            laid_hexes = tuple([piece.hexes for piece in laid])
            removed_hexes = tuple([piece.hexes for piece in removed])
            marks.append(TurnMarks(turn.seat, laid_hexes, removed_hexes, _find_ship_way(turn, laid)))
    return tuple(marks)


def _find_ship_way(turn: TurnChange, pieces_laid: list[VisiblePiece]) -> tuple[str, ...]:
    """Return the hexagons of a ship's way in a turn; empty if it stayed."""
    start, end = turn.before.players[turn.seat].ship, turn.after.players[turn.seat].ship
    if start == end:
        return ()
    way: list[str] = []
    for piece in pieces_laid:
        if piece.owner == turn.seat and piece.kind != "x1":
            way += piece.hexes
    if end and end not in way:
        way.append(end)
    if start:
        way.insert(0, start)
    return tuple(way)


def list_phrases(turn: TurnChange) -> list[Text]:
    """Return what a seat did in its turn: its way, tokens, raids, special tiles, treasures played, drawn and discarded."""
    laid, removed = find_changed_pieces(turn)
    found = [
        *_describe_ship(turn),
        *_describe_pieces_laid(turn, laid),
        *_describe_pieces_removed(turn, removed),
        *_describe_treasures(turn),
    ]
    return found or [say("ends the turn")]


def _describe_ship(turn: TurnChange) -> list[Text]:
    was, now = turn.before.players[turn.seat], turn.after.players[turn.seat]
    if now.row > turn.after.rows >= was.row:
        return [say("sails into the open Pacific")]
    if now.ship is not None and now.ship != was.ship:
        return [say("sails to {hex}", hex=now.ship)]
    return []


def _describe_pieces_laid(turn: TurnChange, laid: list[VisiblePiece]) -> list[Text]:
    found: list[Text] = []
    own_raids: list[VisiblePiece] = []
    tokens = 0
    for piece in laid:
        if piece.owner == turn.seat and piece.kind == "x1":
            own_raids.append(piece)
        elif piece.owner == turn.seat:
            tokens += 1
    if tokens:
        found.append(count("lays a token", "lays {n} tokens", tokens))
    if own_raids:
        found.append(_describe_raids(turn, own_raids))
    kinds = Counter(piece.kind for piece in laid)
    if kinds["ice"]:
        found.append(count("drops an iceberg", "drops {n} icebergs", kinds["ice"]))
    if kinds["water"]:
        found.append(count("opens a water hex", "opens {n} water hexes", kinds["water"]))
    return found


def _describe_raids(turn: TurnChange, raids: list[VisiblePiece]) -> Text:
    raided: set[Seat] = set()
    for piece in raids:
        raided |= _find_route_owners(turn.before, piece)
    raided.discard(turn.seat)
    if not raided:
        return say("raids")
    return say("raids {seats}", seats=mention_seats(sorted(raided)))


def _describe_pieces_removed(turn: TurnChange, removed: list[VisiblePiece]) -> list[Text]:
    found: list[Text] = []
    owners = Counter(piece.owner for piece in removed if piece.owner is not None)
    own = owners.pop(turn.seat, 0)
    if own:
        found.append(count("takes a token back", "takes {n} tokens back", own))
    if owners:
        found.append(count("removes a token of another", "removes {n} tokens of others", owners.total()))
    return found


def _describe_treasures(turn: TurnChange) -> list[Text]:
    """Describe the treasures played, discarded and drawn. All that lie open and that nobody discarded were played."""
    discarded = [_list_discarded(turn, seat) for seat in range(len(turn.after.players))]
    played = Counter(turn.after.discards) - Counter(turn.before.discards)
    for cards in discarded:
        played.subtract(cards)
    played = +played
    found: list[Text] = []
    if played:
        found.append(say("plays {cards}", cards=[name_card(card) for card in sorted(played.elements())]))
    own = discarded[turn.seat]
    cards_before, cards_after = turn.before.players[turn.seat].hand, turn.after.players[turn.seat].hand
    drawn = cards_after - cards_before + played.total() + len(own)
    if drawn > 0:
        found.append(count("draws a treasure", "draws {n} treasures", drawn))
    if own:
        found.append(say("discards {cards}", cards=[name_card(card) for card in own]))
    return found


def _list_discarded(turn: TurnChange, seat: Seat) -> tuple[TreasureEffect, ...]:
    """Return the treasures that a seat discarded in a turn without playing them."""
    known: tuple[TreasureEffect, ...] = turn.before.players[seat].discarded
    discarded: tuple[TreasureEffect, ...] = turn.after.players[seat].discarded
    return discarded[len(known) :]


def find_changed_pieces(turn: TurnChange) -> tuple[list[VisiblePiece], list[VisiblePiece]]:
    """Return the pieces that were laid in a turn, and those that were removed.

    Pieces that lie as before, mostly all but the last, are not counted.
    """
    old, new = turn.before.pieces, turn.after.pieces
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    before, after = _count_pieces(old[start:]), _count_pieces(new[start:])
    return _select_pieces(new[start:], after - before), _select_pieces(old[start:], before - after)


def _count_pieces(pieces: Sequence[VisiblePiece]) -> Counter[PieceKey]:
    return Counter(_find_key(piece) for piece in pieces)


def _find_key(piece: VisiblePiece) -> PieceKey:
    return piece.kind, piece.owner, piece.hexes


def _select_pieces(pieces: Sequence[VisiblePiece], wanted: Counter[PieceKey]) -> list[VisiblePiece]:
    """Return the latest pieces that match the wanted counts."""
    found: list[VisiblePiece] = []
    for piece in reversed(pieces):
        key = _find_key(piece)
        if wanted[key] > 0:
            wanted[key] -= 1
            found.append(piece)
    return found[::-1]


def _find_route_owners(view: View, piece: VisiblePiece) -> set[Seat]:
    """Return the seats whose routes a piece was laid on."""
    owners: set[Seat] = set()
    for hexagon in view.hexes:
        if hexagon.name in piece.hexes:
            owners.update(hexagon.owners)
    return owners
