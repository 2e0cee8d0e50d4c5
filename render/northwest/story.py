"""What was done in the latest turns of Expedition: Northwest Passage, told in words."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from engine.games.northwest.view import Laid, Point, Seen, SeenTile, View
from engine.kernel.text import Seat, Text, count, say
from render.kit.scene import Scene
from render.kit.story import Parts, Turn, sentences, turns
from render.northwest import phrases


def news(scene: Scene) -> tuple[Text, ...]:
    """A sentence for each of the latest turns."""
    return sentences(told(scene))


def told(scene: Scene) -> list[tuple[Seat, Parts]]:
    """What was done in each of the latest turns."""
    return [(turn.seat, parts(turn)) for turn in turns(scene)]


class Trace(NamedTuple):
    """What a seat's turn has left on the chart: the squares of each tile laid, those of finds taken, and the squares that its
    ship and its sled came from."""

    seat: Seat
    laid: tuple[tuple[Point, ...], ...]
    taken: tuple[Point, ...]
    moved: tuple[tuple[str, tuple[Point, ...]], ...]


def traces(scene: Scene) -> list[Trace]:
    """What the latest turns have left on the chart."""
    return [
        Trace(turn.seat, tuple(one.cells for one in laid(turn)), tuple(taken(turn)), tuple(_moved(turn)))
        for turn in turns(scene)
    ]


def _moved(turn: Turn) -> list[tuple[str, tuple[Point, ...]]]:
    """The ship and the sled of a turn's seat if they have left their tile, each with the squares of that tile."""
    was, now = seen_in(turn.was, turn.seat), seen_in(turn.now, turn.seat)
    found: list[tuple[str, tuple[Point, ...]]] = []
    if was.ship.on != now.ship.on and not now.home:
        found.append(("ship", turn.was.laid[was.ship.on].cells))
    if now.sled.on is not None and now.sled.on != was.sled.on:
        found.append(("sled", turn.was.laid[was.sled.on if was.sled.on is not None else was.ship.on].cells))
    elif now.sled.on is None and was.sled.on is not None and now.sled.state == "aboard":
        found.append(("sled", turn.was.laid[was.sled.on].cells))
    return found


def parts(turn: Turn) -> list[Text]:
    """What a seat did in its turn: sailing, the sled, tiles, finds, points, coming home, passing."""
    was, now = seen_in(turn.was, turn.seat), seen_in(turn.now, turn.seat)
    found: list[Text] = []
    if now.home and not was.home:
        found.append(say("comes home to Greenland"))
    else:
        if was.ship.on != now.ship.on:
            found.append(say("sails to {cell}", cell=_cell(turn.now, now.ship.on)))
        found.extend(_sled(was, now))
    new = laid(turn)
    if len(new) == 1:
        found.append(say("places a tile on {cell}", cell=_name(turn.now, new[0])))
    elif new:
        found.append(count("places {n} tile", "places {n} tiles", len(new)))
    found.extend(_drawn(was.hand, now.hand, new))
    kinds = [kind for kind in phrases.KINDS for _ in range(now.tokens.get(kind, 0) - was.tokens.get(kind, 0))]
    if kinds:
        found.append(say("discovers {kinds}", kinds=[phrases.kind(kind) for kind in kinds]))
    if now.passage is not None and was.passage is None:
        found.append(say("finds the Northwest Passage"))
    if now.track > was.track:
        found.append(count("scores {n} point", "scores {n} points", now.track - was.track))
    if _manned(was) != _manned(now) and not found:
        found.append(say("sends crew across"))
    if now.passed and not was.passed:
        found.append(say("passes"))
    return found or [say("ends the turn")]


def laid(turn: Turn) -> list[Laid]:
    """The tiles that were laid in a turn."""
    here = {one.cells for one in turn.was.laid}
    return [one for one in turn.now.laid if one.cells not in here]


def taken(turn: Turn) -> list[Point]:
    """The squares from which a find was taken in a turn."""
    left = {one.symbol_cell for one in turn.now.laid if one.token}
    return [
        one.symbol_cell
        for one in turn.was.laid
        if one.token and one.symbol_cell is not None and one.symbol_cell not in left
    ]


def seen_in(view: View, seat: Seat) -> Seen:
    """A seat's expedition."""
    return next(seen for seen in view.expeditions if seen.seat == seat)


def _manned(seen: Seen) -> list[int]:
    """How many are in each column."""
    return [seen.crew[vehicle].available + seen.crew[vehicle].resting for vehicle in ("ship", "sled")]


def _sled(was: Seen, now: Seen) -> list[Text]:
    """What the sled did."""
    if now.sled.state == "out" and now.sled.area is not None:
        if was.sled.state != "out":
            return [say("sends the sled to {cell}", cell=now.sled.area.name.partition("-")[0])]
        if was.sled.area != now.sled.area:
            return [say("drives the sled to {cell}", cell=now.sled.area.name.partition("-")[0])]
    elif now.sled.state != was.sled.state:
        return [say("loses the sled") if now.sled.state == "lost" else say("takes the sled aboard")]
    return []


def _drawn(was: tuple[SeenTile, ...], now: tuple[SeenTile, ...], new: list[Laid]) -> list[Text]:
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


def _cell(view: View, on: int) -> str:
    return _name(view, view.laid[on])


def _name(view: View, tile: Laid) -> str:
    return next((cell.name for cell in view.cells if (cell.x, cell.y) == tile.cells[0]), "")
