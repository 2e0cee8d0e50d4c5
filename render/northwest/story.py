"""What was done in the latest turns of Expedition: Northwest Passage, told in words."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from engine.games.northwest.view import LaidTile, Point, View, VisibleExpedition, VisibleTile
from engine.kernel.text import Seat, Text, count, say
from render.kit.scene import Scene
from render.kit.story import Phrases, TurnChange, build_sentences, list_turns
from render.northwest import phrases


def list_turn_summaries(scene: Scene) -> tuple[Text, ...]:
    """A sentence for each of the latest turns."""
    return build_sentences(list_turn_phrases(scene))


def list_turn_phrases(scene: Scene) -> list[tuple[Seat, Phrases]]:
    """What was done in each of the latest turns."""
    return [(turn.seat, list_phrases(turn)) for turn in list_turns(scene)]


class TurnMarks(NamedTuple):
    """What a seat's turn has left on the chart: the squares of each tile laid, those of finds taken, and the squares that its
    ship and its sled came from."""

    seat: Seat
    laid_tiles: tuple[tuple[Point, ...], ...]
    taken_squares: tuple[Point, ...]
    moved_vehicles: tuple[tuple[str, tuple[Point, ...]], ...]


def list_turn_marks(scene: Scene) -> list[TurnMarks]:
    """What the latest turns have left on the chart."""
    return [
        TurnMarks(
            turn.seat,
            tuple(one.cells for one in find_laid_tiles(turn)),
            tuple(find_taken_squares(turn)),
            tuple(_find_moved_vehicles(turn)),
        )
        for turn in list_turns(scene)
    ]


def _find_moved_vehicles(turn: TurnChange) -> list[tuple[str, tuple[Point, ...]]]:
    """The ship and the sled of a turn's seat if they have left their tile, each with the squares of that tile."""
    was, now = find_player(turn.before, turn.seat), find_player(turn.after, turn.seat)
    found: list[tuple[str, tuple[Point, ...]]] = []
    if was.ship.tile_index != now.ship.tile_index and not now.home:
        found.append(("ship", turn.before.laid[was.ship.tile_index].cells))
    if now.sled.tile_index is not None and now.sled.tile_index != was.sled.tile_index:
        found.append(
            (
                "sled",
                turn.before.laid[was.sled.tile_index if was.sled.tile_index is not None else was.ship.tile_index].cells,
            )
        )
    elif now.sled.tile_index is None and was.sled.tile_index is not None and now.sled.state == "aboard":
        found.append(("sled", turn.before.laid[was.sled.tile_index].cells))
    return found


def list_phrases(turn: TurnChange) -> list[Text]:
    """What a seat did in its turn: sailing, the sled, tiles, finds, points, coming home, passing."""
    was, now = find_player(turn.before, turn.seat), find_player(turn.after, turn.seat)
    found: list[Text] = []
    if now.home and not was.home:
        found.append(say("comes home to Greenland"))
    else:
        if was.ship.tile_index != now.ship.tile_index:
            found.append(say("sails to {cell}", cell=_name_cell(turn.after, now.ship.tile_index)))
        found.extend(_describe_sled(was, now))
    new = find_laid_tiles(turn)
    if len(new) == 1:
        found.append(say("places a tile on {cell}", cell=_name_tile(turn.after, new[0])))
    elif new:
        found.append(count("places {n} tile", "places {n} tiles", len(new)))
    found.extend(_count_drawn_tiles(was.hand, now.hand, new))
    kinds = [kind for kind in phrases.TOKEN_KINDS for _ in range(now.tokens.get(kind, 0) - was.tokens.get(kind, 0))]
    if kinds:
        found.append(say("discovers {kinds}", kinds=[phrases.name_kind(kind) for kind in kinds]))
    if now.passage is not None and was.passage is None:
        found.append(say("finds the Northwest Passage"))
    if now.track_points > was.track_points:
        found.append(count("scores {n} point", "scores {n} points", now.track_points - was.track_points))
    if _count_crew(was) != _count_crew(now) and not found:
        found.append(say("sends crew across"))
    if now.has_passed and not was.has_passed:
        found.append(say("passes"))
    return found or [say("ends the turn")]


def find_laid_tiles(turn: TurnChange) -> list[LaidTile]:
    """The tiles that were laid in a turn."""
    here = {one.cells for one in turn.before.laid}
    return [one for one in turn.after.laid if one.cells not in here]


def find_taken_squares(turn: TurnChange) -> list[Point]:
    """The squares from which a find was taken in a turn."""
    left = {one.symbol_cell for one in turn.after.laid if one.token}
    return [
        one.symbol_cell
        for one in turn.before.laid
        if one.token and one.symbol_cell is not None and one.symbol_cell not in left
    ]


def find_player(view: View, seat: Seat) -> VisibleExpedition:
    """A seat's expedition."""
    return next(seen for seen in view.expeditions if seen.seat == seat)


def _count_crew(expedition: VisibleExpedition) -> list[int]:
    """How many are in each column."""
    return [expedition.crew[vehicle].available + expedition.crew[vehicle].resting for vehicle in ("ship", "sled")]


def _describe_sled(was: VisibleExpedition, now: VisibleExpedition) -> list[Text]:
    """What the sled did."""
    if now.sled.state == "out" and now.sled.area is not None:
        if was.sled.state != "out":
            return [say("sends the sled to {cell}", cell=now.sled.area.name.partition("-")[0])]
        if was.sled.area != now.sled.area:
            return [say("drives the sled to {cell}", cell=now.sled.area.name.partition("-")[0])]
    elif now.sled.state != was.sled.state:
        return [say("loses the sled") if now.sled.state == "lost" else say("takes the sled aboard")]
    return []


def _count_drawn_tiles(was: tuple[VisibleTile, ...], now: tuple[VisibleTile, ...], new: list[LaidTile]) -> list[Text]:
    """How many large and small tiles were drawn, those that were laid at once included."""
    held = Counter(tile.tile for tile in was)
    got: list[str] = []
    for word in [*(tile.tile for tile in now), *(one.tile for one in new if one.kind != "gap")]:
        if held[word]:
            held[word] -= 1
        else:
            got.append(word)
    large, small = sum(word[0] == "l" for word in got), sum(word[0] == "s" for word in got)
    found: list[Text] = []
    if large:
        found.append(count("draws a large tile", "draws {n} large tiles", large))
    if small:
        found.append(count("draws a small tile", "draws {n} small tiles", small))
    return found


def _name_cell(view: View, on: int) -> str:
    return _name_tile(view, view.laid_tiles[on])


def _name_tile(view: View, tile: LaidTile) -> str:
    return next((cell.name for cell in view.cells if (cell.x, cell.y) == tile.cells[0]), "")
