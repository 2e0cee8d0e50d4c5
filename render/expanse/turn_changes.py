"""Draw the changes of the latest turns on the map of The Expanse Board Game: influence placed and removed, ways of fleets.

Frames lie below the pieces, which `map_pieces.py` draws. The ways lie above them, where there are no numbers (see `ways.py`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from engine.games.expanse.view import Faction, View
from render.expanse import phrases
from render.expanse.layout import COUNT_HEIGHT_PX, COUNT_TOP_PX, OrbitalPlace, arrange_orbitals, find_slot
from render.expanse.map_pieces import create_map_chart, measure_count
from render.expanse.pieces import FACTION_STYLES, draw_fleet
from render.expanse.story import PlaceChange, TurnMarks, list_turn_marks
from render.expanse.ways import WAY_RIMS_PX, WAY_WIDTH_PX, WayFinder
from render.kit.canvas import Point
from render.kit.movement.travel import Travel
from render.kit.movement.turn_marks import draw_arrow, draw_emptied_frame, draw_ghost_ring, draw_placed_frame
from render.kit.scene import Scene
from render.kit.sheet import Sheet
from render.kit.text import PHONE_DATA_SIZE_PX

FRAME_TOP_PX, FRAME_HEIGHT_PX = COUNT_TOP_PX + 3, 44
"""The top of the frame round a count on a plate, and its height: it stays below the name."""
TRAVELLER_SIZE_PX = 48
"""The size of a fleet that travels in a film."""
GHOST_REACH_PX = 1
"""How far the middle of the broken ring lies outside a body's ring: further, it would cover the name of the plate below."""


class _FleetWay(NamedTuple):
    """The ways of a faction's fleets in a turn, and the orbitals where ships were lost."""

    faction: Faction
    ways: list[list[Point]]
    places_left: list[OrbitalPlace]


def draw_lower_changes(sheet: Sheet, scene: Scene) -> None:
    """Draw what lies below the pieces: frames of influence, and broken rings where ships were lost."""
    if scene.marks:
        return
    turn_marks = list_turn_marks(scene)
    places = arrange_orbitals(create_map_chart(scene.view))
    for fleet in list_ways(scene):
        for place in fleet.places_left:
            sheet.put(
                draw_ghost_ring(place.spread.ring + GHOST_REACH_PX, FACTION_STYLES[fleet.faction].colour),
                place.x,
                place.y,
            )
    _draw_influence_changes(sheet, turn_marks, scene.view, places)


def draw_ways(sheet: Sheet, scene: Scene) -> None:
    """Draw the ways of fleets above the pieces.

    An arrow leads to each Orbital that a faction's ships have reached, from the nearest one that they have left or from outside
    the map.
    """
    for fleet in list_ways(scene):
        for way in fleet.ways:
            draw_arrow(sheet, way, FACTION_STYLES[fleet.faction].colour, width=WAY_WIDTH_PX, rims=WAY_RIMS_PX)


def list_ways(scene: Scene) -> list[_FleetWay]:
    """List the ways of every faction whose ships have moved, each in its own lane; none while there is something to choose."""
    if scene.marks:
        return []
    finder = WayFinder(create_map_chart(scene.view))
    ways: list[_FleetWay] = []
    for marks in list_turn_marks(scene):
        for faction in dict.fromkeys(change.faction for change in marks.ships):
            changes = [change for change in marks.ships if change.faction == faction]
            ways.append(_create_way(changes, finder))
    return ways


def _create_way(changes: Sequence[PlaceChange], finder: WayFinder) -> _FleetWay:
    places, faction = finder.places, changes[0].faction
    left = [change.place for change in changes if change.amount < 0]
    fleet = _FleetWay(faction, [], [])
    used: set[str | None] = set()
    for end in [change.place for change in changes if change.amount > 0]:
        here = places[end]
        nearest = sorted(left, key=lambda word: math.dist((places[word].x, places[word].y), (here.x, here.y)))
        start = nearest[0] if nearest else None
        used.add(start)
        fleet.ways.append(finder.find_way(faction, start, end))
    fleet.places_left.extend(places[word] for word in left if word not in used)
    return fleet


def list_travels(scene: Scene) -> list[Travel]:
    """List the fleets that have moved and their ways, for films."""
    travels: list[Travel] = []
    for fleet in list_ways(scene):
        sprite = draw_fleet(fleet.faction, TRAVELLER_SIZE_PX)
        travels += [Travel(sprite, way) for way in fleet.ways]
    return travels


# ---------------------------------------------------------------- influence
def _draw_influence_changes(
    sheet: Sheet, turn_marks: Sequence[TurnMarks], view: View, places: dict[str, OrbitalPlace]
) -> None:
    """Draw a frame where influence was placed and a broken one where it was removed.

    The frames lie below the counts, which are so close together that a frame reaches under the next one.
    """
    factions = phrases.list_factions(view)
    counts = {(base.word, presence.faction): presence for base in view.bases for presence in base.presence}
    plates: dict[str, tuple[int, int]] = {}
    for orbital in view.orbitals:
        plates.update(zip(orbital.bases, places[orbital.word].plates, strict=True))
    for marks in turn_marks:
        colour = FACTION_STYLES[marks.faction].colour
        for change in marks.influence:
            (x, y), (left, pitch) = plates[change.place], find_slot(factions.index(change.faction), len(factions))
            presence = counts.get((change.place, change.faction))
            if presence is None:
                _write_loss(sheet, change, x + left, y + COUNT_TOP_PX + COUNT_HEIGHT_PX / 2, pitch)
                continue
            width = measure_count(presence, pitch) + 8
            if change.amount > 0:
                frame = draw_placed_frame(width, FRAME_HEIGHT_PX, colour)
            else:
                frame = draw_emptied_frame(width, FRAME_HEIGHT_PX, colour, has_top=False)
            sheet.put(frame, x + left - 4, y + FRAME_TOP_PX)


def _write_loss(sheet: Sheet, change: PlaceChange, x: float, y: float, pitch: int) -> None:
    """Write how much a faction has lost in its empty slot, in its colour."""
    colour = FACTION_STYLES[change.faction].colour
    sheet.text(x + 2, y, f"−{-change.amount}", pitch - 4, size=PHONE_DATA_SIZE_PX, fill=colour)
