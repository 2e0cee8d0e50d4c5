"""What was done in the latest turns of La Aventura del Paso del Noroeste, told in words."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from engine.games.paso.names import name_card
from engine.games.paso.view import View, VisiblePiece
from engine.kernel.text import Seat, SeatMention, Text, count, say
from render.kit.scene import Scene
from render.kit.story import Phrases, TurnChange, build_sentences, list_turns


def list_turn_summaries(scene: Scene) -> tuple[Text, ...]:
    """A sentence for each of the latest turns."""
    return build_sentences(list_turn_phrases(scene))


def list_turn_phrases(scene: Scene) -> list[tuple[Seat, Phrases]]:
    """What was done in each of the latest turns of the race."""
    return [(turn.seat, list_phrases(turn)) for turn in list_turns(scene) if turn.before.phase == "race"]


class TurnMarks(NamedTuple):
    """What a seat's turn has left on the passage: the hexagons of each piece laid and of each one taken away, and the ship's way
    from where it lay (empty if it stayed)."""

    seat: Seat
    pieces_laid: tuple[tuple[str, ...], ...]
    pieces_removed: tuple[tuple[str, ...], ...]
    way: tuple[str, ...]


def list_turn_marks(scene: Scene) -> tuple[TurnMarks, ...]:
    """What the latest turns have left on the passage."""
    found: list[TurnMarks] = []
    for turn in list_turns(scene):
        if turn.before.phase != "race":
            continue
        new, gone = find_changed_pieces(turn)
        was, now = turn.before.players[turn.seat].ship, turn.after.players[turn.seat].ship
        way = [hexagon for one in new if one.owner == turn.seat and one.kind != "x1" for hexagon in one.hexes]
        ends = [was] if was and was != now else []
        if now and now != was and now not in way:
            way.append(now)
        found.append(
            TurnMarks(
                turn.seat,
                tuple(one.hexes for one in new),
                tuple(one.hexes for one in gone),
                (*ends, *way) if now != was else (),
            )
        )
    return tuple(found)


def list_phrases(turn: TurnChange) -> list[Text]:
    """What a seat did in its turn: its way, the tokens laid and taken back, icebergs, raids, treasures found and played."""
    was, now = turn.before.players[turn.seat], turn.after.players[turn.seat]
    found: list[Text] = []
    if now.row > turn.after.rows >= was.row:
        found.append(say("sails into the open Pacific"))
    elif now.ship is not None and now.ship != was.ship:
        found.append(say("sails to {hex}", hex=now.ship))
    new, gone = find_changed_pieces(turn)
    own = [one for one in new if one.owner == turn.seat]
    tokens = sum(one.kind != "x1" for one in own)
    if tokens:
        found.append(count("lays a token", "lays {n} tokens", tokens))
    if any(one.kind == "x1" for one in own):
        raided = {seat for one in own if one.kind == "x1" for seat in _find_route_owners(turn.before, one)} - {
            turn.seat
        }
        found.append(
            say("raids {seats}", seats=[SeatMention(seat) for seat in sorted(raided)]) if raided else say("raids")
        )
    if ice := sum(one.kind == "ice" for one in new):
        found.append(count("drops an iceberg", "drops {n} icebergs", ice))
    if water := sum(one.kind == "water" for one in new):
        found.append(count("opens a water hex", "opens {n} water hexes", water))
    if back := sum(one.owner == turn.seat for one in gone):
        found.append(count("takes a token back", "takes {n} tokens back", back))
    if others := sum(one.owner not in (turn.seat, None) for one in gone):
        found.append(count("removes a token of another", "removes {n} tokens of others", others))
    played = list((Counter(turn.after.discards) - Counter(turn.before.discards)).elements())
    if played:
        found.append(say("plays {cards}", cards=[name_card(card) for card in sorted(played)]))
    drawn = now.hand - was.hand + len(played)
    if drawn > 0:
        found.append(count("draws a treasure", "draws {n} treasures", drawn))
    return found or [say("ends the turn")]


def find_changed_pieces(turn: TurnChange) -> tuple[list[VisiblePiece], list[VisiblePiece]]:
    """The pieces that were laid in a turn, and those that were taken away."""
    before, after = (
        Counter((one.kind, one.owner, one.hexes) for one in view.pieces) for view in (turn.before, turn.after)
    )
    return _select_pieces(turn.after, after - before), _select_pieces(turn.before, before - after)


def _select_pieces(view: View, wanted: Counter[tuple[str, int | None, tuple[str, ...]]]) -> list[VisiblePiece]:
    found: list[VisiblePiece] = []
    for one in reversed(view.pieces):
        if wanted[one.kind, one.owner, one.hexes] > 0:
            wanted[one.kind, one.owner, one.hexes] -= 1
            found.append(one)
    return found[::-1]


def _find_route_owners(view: View, piece: VisiblePiece) -> set[Seat]:
    """The seats whose routes a piece was laid on."""
    return {owner for seen in view.hexes if seen.name in piece.hexes for owner in seen.owners}
