"""The latest turns of Expedition: Northwest Passage: their marks on the chart and their descriptions in words."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from engine.games.northwest.view import LaidTile, Point, View, VisibleExpedition, VisibleTile
from engine.kernel.text import Seat, SeatMention, Text, count, say
from render.kit.scene import Scene
from render.kit.story import Phrases, TurnChange, build_sentences, list_turns
from render.northwest import phrases


def list_turn_summaries(scene: Scene) -> tuple[Text, ...]:
    """List a sentence for each of the latest turns."""
    return build_sentences(list_turn_phrases(scene))


def list_turn_phrases(scene: Scene) -> list[tuple[Seat, Phrases]]:
    """List the seat and the phrases of each of the latest turns."""
    return [(turn.seat, list_phrases(turn)) for turn in list_turns(scene)]


def name_actor(seat: Seat | None, text: Text) -> Text:
    """Put the name of a seat before the phrases of its turn."""
    if seat is None or "parts" not in text.args:
        return text
    return say("{seat} {parts}.", seat=SeatMention(seat), parts=text.args["parts"])


class TurnMarks(NamedTuple):
    """The marks of a turn on the chart.

    `laid_tiles` are the squares of each new tile, `taken_squares` the squares of the finds that were taken, `moved_vehicles` the
    squares from which ship and sled came.
    """

    seat: Seat
    laid_tiles: tuple[tuple[Point, ...], ...]
    taken_squares: tuple[Point, ...]
    moved_vehicles: tuple[tuple[str, tuple[Point, ...]], ...]


def list_turn_marks(scene: Scene) -> list[TurnMarks]:
    """List the marks of the latest turns on the chart."""
    found = []
    for turn in list_turns(scene):
        found.append(
            TurnMarks(
                turn.seat,
                tuple(tile.cells for tile in find_laid_tiles(turn)),
                tuple(find_taken_squares(turn)),
                tuple(_find_moved_vehicles(turn)),
            )
        )
    return found


def _find_moved_vehicles(turn: TurnChange) -> list[tuple[str, tuple[Point, ...]]]:
    """Find the ship and the sled of a turn's seat that have left their tile, with the squares of that tile."""
    before, after = find_player(turn.before, turn.seat), find_player(turn.after, turn.seat)
    moved: list[tuple[str, tuple[Point, ...]]] = []
    if before.ship.tile_index != after.ship.tile_index and not after.home:
        moved.append(("ship", turn.before.laid_tiles[before.ship.tile_index].cells))
    start = before.sled.tile_index
    if after.sled.tile_index is None:
        has_moved = start is not None and after.sled.state == "aboard"
    else:
        has_moved = after.sled.tile_index != start
    if start is None:  # a sled that was aboard comes from the tile of its ship
        start = before.ship.tile_index
    if has_moved:
        moved.append(("sled", turn.before.laid_tiles[start].cells))
    return moved


def list_phrases(turn: TurnChange) -> list[Text]:
    """List what a seat did in its turn: sailing, the sled, tiles, finds, points, coming home, passing."""
    before, after = find_player(turn.before, turn.seat), find_player(turn.after, turn.seat)
    found = _describe_ways(turn, before, after)
    found += _describe_tiles(turn, before, after)
    found += _describe_finds(before, after)
    if after.track_points > before.track_points:
        found.append(count("scores {n} point", "scores {n} points", after.track_points - before.track_points))
    if _count_crew(before) != _count_crew(after) and not found:
        found.append(say("sends crew across"))
    if after.has_passed and not before.has_passed:
        found.append(say("passes"))
    return found or [say("ends the turn")]


def _describe_ways(turn: TurnChange, before: VisibleExpedition, after: VisibleExpedition) -> list[Text]:
    if after.home and not before.home:
        return [say("comes home to Greenland")]
    sled = _describe_sled(before, after)
    if before.ship.tile_index == after.ship.tile_index:
        return sled
    tile = turn.after.laid_tiles[after.ship.tile_index]
    return [say("sails to {cell}", cell=_name_tile(turn.after, tile)), *sled]


def _describe_sled(before: VisibleExpedition, after: VisibleExpedition) -> list[Text]:
    """Describe a change of the sled's place."""
    if after.sled.state == "out" and after.sled.area is not None:
        cell = after.sled.area.name.partition("-")[0]
        if before.sled.state != "out":
            return [say("sends the sled to {cell}", cell=cell)]
        if before.sled.area == after.sled.area:
            return []
        return [say("drives the sled to {cell}", cell=cell)]
    if after.sled.state == before.sled.state:
        return []
    if after.sled.state == "lost":
        return [say("loses the sled")]
    return [say("takes the sled aboard")]


def _describe_tiles(turn: TurnChange, before: VisibleExpedition, after: VisibleExpedition) -> list[Text]:
    new_tiles = find_laid_tiles(turn)
    drawn = _describe_drawn_tiles(before.hand, after.hand, new_tiles)
    if not new_tiles:
        return drawn
    if len(new_tiles) == 1:
        return [say("places a tile on {cell}", cell=_name_tile(turn.after, new_tiles[0])), *drawn]
    return [count("places {n} tile", "places {n} tiles", len(new_tiles)), *drawn]


def _describe_drawn_tiles(
    hand_before: tuple[VisibleTile, ...], hand_after: tuple[VisibleTile, ...], new_tiles: list[LaidTile]
) -> list[Text]:
    """Describe the large and small tiles that were drawn, also if they were laid in the same turn."""
    words = Counter(tile.tile for tile in hand_after)
    words.update(tile.tile for tile in new_tiles if tile.kind != "gap")
    words -= Counter(tile.tile for tile in hand_before)
    sizes = Counter(word[0] for word in words.elements())
    drawn: list[Text] = []
    if sizes["l"]:
        drawn.append(count("a large tile", "{n} large tiles", sizes["l"]))
    if sizes["s"]:
        drawn.append(count("a small tile", "{n} small tiles", sizes["s"]))
    if not drawn:
        return []
    return [say("draws {tiles}", tiles=drawn)]


def _describe_finds(before: VisibleExpedition, after: VisibleExpedition) -> list[Text]:
    names: list[Text] = []
    for kind in phrases.TOKEN_KINDS:
        names += [phrases.name_kind(kind)] * (after.tokens.get(kind, 0) - before.tokens.get(kind, 0))
    found: list[Text] = []
    if names:
        found.append(say("discovers {kinds}", kinds=names))
    if after.passage is not None and before.passage is None:
        found.append(say("finds the Northwest Passage"))
    return found


def find_laid_tiles(turn: TurnChange) -> list[LaidTile]:
    """Find the tiles that were laid in a turn."""
    cells_before = {tile.cells for tile in turn.before.laid_tiles}
    return [tile for tile in turn.after.laid_tiles if tile.cells not in cells_before]


def find_taken_squares(turn: TurnChange) -> list[Point]:
    """Find the squares from which a find was taken in a turn."""
    left = _list_token_squares(turn.after)
    return [square for square in _list_token_squares(turn.before) if square not in left]


def _list_token_squares(view: View) -> list[Point]:
    cells = []
    for tile in view.laid_tiles:
        if tile.has_token and tile.symbol_cell is not None:
            cells.append(tile.symbol_cell)
    return cells


def find_player(view: View, seat: Seat) -> VisibleExpedition:
    """Find the expedition of a seat."""
    return view.expeditions[seat]


def _count_crew(expedition: VisibleExpedition) -> tuple[int, int]:
    """Count the crewmen in each column."""
    ship, sled = expedition.crew["ship"], expedition.crew["sled"]
    return ship.available + ship.resting, sled.available + sled.resting


def _name_tile(view: View, tile: LaidTile) -> str:
    for cell in view.cells:
        if (cell.x, cell.y) == tile.cells[0]:
            return cell.name
    return ""
