"""Draw the changes of the latest turns on the map of The Expanse Board Game: ways of fleets, influence placed and removed.

They lie below the pieces, which `map_pieces.py` draws afterwards.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from engine.games.expanse.view import View
from render.expanse import phrases
from render.expanse.layout import (
    GIANT_SPREAD,
    PLATE_HEIGHT_PX,
    PLATE_WIDTH_PX,
    OrbitalPlace,
    arrange_orbitals,
    find_slot,
)
from render.expanse.map_pieces import arrange_fleets, create_map_chart, find_item_box, measure_count
from render.expanse.pieces import FACTION_STYLES
from render.expanse.story import PlaceChange, TurnMarks, list_turn_marks
from render.kit.canvas import Point
from render.kit.scene import Scene
from render.kit.sheet import Sheet, paste_image
from render.kit.text import Box
from render.kit.theme import Colour
from render.kit.turn_marks import draw_arrow, draw_emptied_frame, draw_ghost_ring, draw_placed_frame

LANE_WIDTH_PX = 10
"""The distance between the ways of two factions between the same Orbitals."""
ARROW_REACH_PX = 16
"""The distance that an arrow reaches to both sides of its way."""
MIN_EAST_SHARE = 0.5
"""A way with a greater eastward share of its length would cross the fleets east of its start."""
GONE_WIDTH_PX = 48
"""The width of the frame for a faction that has nothing left on a base."""


def draw_turn_changes(sheet: Sheet, scene: Scene) -> None:
    """Draw the changes of the latest turns, if nothing is to be chosen."""
    if scene.marks:
        return
    turn_marks = list_turn_marks(scene)
    places = arrange_orbitals(create_map_chart(scene.view))
    draw_ways(sheet, turn_marks, scene.view, places)
    _draw_influence_changes(sheet, turn_marks, scene.view, places)


# ---------------------------------------------------------------- ways of fleets
class _FleetWay(NamedTuple):
    """The way of a faction's fleets in a turn.

    It has arrows, each with the number of pixels that are left out at its end, and the Orbitals where ships were lost.
    """

    colour: Colour
    arrows: list[tuple[list[Point], float]]
    places_left: list[OrbitalPlace]

    def list_boxes(self) -> list[Box]:
        """List the boxes that the way covers."""
        boxes: list[Box] = []
        for place in self.places_left:
            reach = place.spread.ring + ARROW_REACH_PX
            boxes.append((place.x - reach, place.y - reach, place.x + reach, place.y + reach))
        for points, _ in self.arrows:
            xs, ys = [round(x) for x, _ in points], [round(y) for _, y in points]
            boxes.append(
                (
                    min(xs) - ARROW_REACH_PX,
                    min(ys) - ARROW_REACH_PX,
                    max(xs) + ARROW_REACH_PX,
                    max(ys) + ARROW_REACH_PX,
                )
            )
        return boxes


def draw_ways(sheet: Sheet, turn_marks: Sequence[TurnMarks], view: View, places: dict[str, OrbitalPlace]) -> None:
    """Draw the ways of fleets below plates and fleets.

    An arrow leads to each Orbital that a faction's ships have reached, from the nearest one that they have left or from outside
    the map. A broken ring marks an Orbital where ships were lost.
    """
    ways = _list_ways(turn_marks, view, places)
    if not ways:
        return
    way_boxes: list[Box] = []
    for way in ways:
        way_boxes += way.list_boxes()
    upper_boxes = [box for box in _list_upper_boxes(view, places) if _does_meet_any(box, way_boxes)]
    upper_parts = [sheet.image.crop(box) for box in upper_boxes]
    for way in ways:
        for points, end in way.arrows:
            draw_arrow(sheet, points, way.colour, end=end, width=6)
        for place in way.places_left:
            sheet.put(draw_ghost_ring(place.spread.ring + 7, way.colour), place.x, place.y)
    for (x, y, _, _), part in zip(upper_boxes, upper_parts, strict=True):
        paste_image(sheet.image, part, x, y)


def _list_ways(turn_marks: Sequence[TurnMarks], view: View, places: dict[str, OrbitalPlace]) -> list[_FleetWay]:
    """List the ways of every faction whose ships have moved, each in the lane of its faction."""
    factions = phrases.list_factions(view)
    ways: list[_FleetWay] = []
    for marks in turn_marks:
        for faction in dict.fromkeys(change.faction for change in marks.ships):
            lane = LANE_WIDTH_PX * (factions.index(faction) - (len(factions) - 1) / 2)
            changes = [change for change in marks.ships if change.faction == faction]
            ways.append(_create_way(changes, places, lane))
    return ways


def _list_upper_boxes(view: View, places: dict[str, OrbitalPlace]) -> list[Box]:
    """List the boxes of plates and fleets, which lie above the ways."""
    boxes: list[Box] = []
    for place in places.values():
        boxes += [(x, y, x + PLATE_WIDTH_PX, y + PLATE_HEIGHT_PX) for x, y in place.plates]
    for orbital in view.orbitals:
        boxes += [
            find_item_box(item, corner) for item, corner in arrange_fleets(orbital.squadrons, places[orbital.word])
        ]
    return boxes


def _does_meet_any(box: Box, others: Sequence[Box]) -> bool:
    """Return whether a box overlaps one of the others."""
    x0, y0, x1, y1 = box
    return any(x0 < right and left < x1 and y0 < bottom and top < y1 for left, top, right, bottom in others)


def _create_way(changes: Sequence[PlaceChange], places: dict[str, OrbitalPlace], lane: float) -> _FleetWay:
    reached = [places[change.place] for change in changes if change.amount > 0]
    left = [places[change.place] for change in changes if change.amount < 0]
    way = _FleetWay(FACTION_STYLES[changes[0].faction].colour, [], [])
    used: list[OrbitalPlace] = []
    for end in reached:
        reach = end.spread.ring - 10
        if not left:
            way.arrows.append(([(end.x - reach - 40, end.y - 12), (end.x, end.y)], reach))
            continue
        start = min(left, key=lambda place: math.dist((place.x, place.y), (end.x, end.y)))
        used.append(start)
        way.arrows.append((shift_to_lane(_find_port(start, end, 6), _find_port(end, start, -8), lane), 0))
    way.places_left.extend(place for place in left if place not in used)
    return way


def shift_to_lane(begin: Point, end: Point, lane: float) -> list[Point]:
    """Move a way aside by `lane` pixels, to the same side of the map in both directions."""
    across, down = end[0] - begin[0], end[1] - begin[1]
    factor = math.copysign(lane, lane * across or 1) / (math.hypot(across, down) or 1.0)
    return [(x - down * factor, y + across * factor) for x, y in (begin, end)]


def _find_port(place: OrbitalPlace, other: OrbitalPlace, distance: int) -> Point:
    """Find the end of a way between two Orbitals, `distance` pixels outside the ring of the first.

    It lies in the direction of the other Orbital, but above or below where fleets lie to the east.
    """
    across, down = other.x - place.x, other.y - place.y
    length, reach = math.hypot(across, down) or 1.0, place.spread.ring + distance
    if place.spread is GIANT_SPREAD and other.spread is GIANT_SPREAD:
        side = math.copysign(0.6, across)
        return place.x + reach * side, place.y - reach * 0.8
    if across / length > MIN_EAST_SHARE:
        return place.x, place.y + math.copysign(reach, down or -1)
    return place.x + reach * across / length, place.y + reach * down / length


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
            count_width = measure_count(presence, pitch) if presence else min(pitch - 8, GONE_WIDTH_PX)
            draw_frame = draw_placed_frame if change.amount > 0 else draw_emptied_frame
            sheet.put(draw_frame(count_width + 8, 40, colour), x + left - 4, y + 44)
