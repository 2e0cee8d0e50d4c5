"""What is on the map of The Expanse Board Game: names and influence on the plates, fleets and control in the orbitals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from engine.games.expanse.view import BasePresence, Faction, Squadron, View, VisibleBase, VisibleOrbital
from engine.kernel.text import Text, say
from render.expanse import phrases
from render.expanse.layout import (
    GIANT_SPREAD,
    PLATE_HEIGHT_PX,
    PLATE_WIDTH_PX,
    SMALL_SPREAD,
    MapChart,
    OrbitalBases,
    OrbitalPlace,
    arrange_orbitals,
    find_band_title,
    find_slot,
)
from render.expanse.pieces import (
    DARK_INK,
    FACTION_STYLES,
    FOCUS_COLOUR,
    draw_control_badge,
    draw_count_ground,
    draw_disc,
    draw_fleet,
    draw_frame,
    draw_halo,
    draw_plus,
    draw_protomolecule,
    draw_rocinante,
    draw_unclaimed_ring,
)
from render.expanse.story import PlaceChange, TurnMarks, list_turn_marks
from render.kit.cache import cached_sprite
from render.kit.canvas import Point, Sprite
from render.kit.scene import Scene
from render.kit.sheet import Sheet, paste_image
from render.kit.text import MIN_DATA_SIZE_PX, Box, Formatter, Role, measure_width
from render.kit.theme import CREAM, Colour
from render.kit.turn_marks import draw_arrow, draw_emptied_frame, draw_ghost_ring, draw_placed_frame

LETTER_RADIUS_PX = 25
LANE_WIDTH_PX = 10
"""How far the ways of two factions between the same Orbitals lie apart."""
ARROW_REACH_PX = 16
"""How far an arrow reaches beside its way."""
MIN_EAST_SHARE = 0.5
"""How much of a way has to lead east to meet the fleets there."""
PLUS_SIZE_PX = 13
"""The size of a plus beside a count."""
GONE_WIDTH_PX = 48
"""The width of the place of a faction that has nothing left."""


def create_map_chart(view: View) -> MapChart:
    """The orbitals of every band, from the Sun outwards."""
    return tuple(
        tuple(OrbitalBases(one.word, one.bases) for one in view.orbitals if one.band == band) for band in view.bands
    )


def draw_letter(sheet: Sheet, x: float, y: float, label: str) -> None:
    """A choice's letter on a white disc."""
    if not label:
        return  # a spot that is only pointed out
    sheet.put(draw_disc(LETTER_RADIUS_PX), x, y)
    role: Role = "label" if len(label) == 1 else "bold"
    sheet.text(x, y, label, 2 * LETTER_RADIUS_PX, size=40, role=role, fill=DARK_INK, align="m")


def draw_map_pieces(sheet: Sheet, scene: Scene, fmt: Formatter) -> None:
    """Everything on the map, with the letters of choices; if nothing is to be chosen, with an edge round what has just changed."""
    view: View = scene.view
    marks, new = (
        scene.marks,
        phrases.find_changed_places(scene) if not scene.earlier_views else phrases.ChangedPlaces({}, {}),
    )
    where = arrange_orbitals(create_map_chart(view))
    factions = phrases.list_factions(view)
    bases = {base.word: base for base in view.bases}
    happened = [] if marks else list_turn_marks(scene)
    _draw_ways(sheet, happened, view, where)
    _draw_changes(sheet, happened, view, where)
    for orbital in view.orbitals:
        near = [bases[word] for word in orbital.bases]
        changed = [new.orbitals.get(orbital.word), *(new.bases.get(one.word) for one in near)]
        letters = [marks.get(f"orbital-{orbital.word}", ""), *(marks.get(f"base-{one.word}", "") for one in near)]
        sheet.draw_part(_draw_surroundings, fmt, orbital, near, where[orbital.word], factions, changed, letters)
    for k, band in enumerate(view.bands):
        sector = next((one.sector for one in view.orbitals if one.band == band), "")
        first = next(one.band for one in view.orbitals if one.sector == sector)
        if first == band and (string := marks.get(f"sector-{sector}")):
            name = fmt(Text(view.names[band]))
            wide = measure_width(name, phrases.choose_name_role(name, "label", PLATE_WIDTH_PX - 8), MIN_DATA_SIZE_PX)
            left, middle = find_band_title(k)
            draw_letter(sheet, left + min(wide + 30, PLATE_WIDTH_PX - 10), middle, string)


# -------------------------------------------------------------------- traces
def _draw_ways(sheet: Sheet, turn_marks: Sequence[TurnMarks], view: View, places: dict[str, OrbitalPlace]) -> None:
    """The ways of fleets in the latest turns, below plates and fleets: an arrow to each Orbital that a faction's ships have come
    to, from the nearest one that they have left or from beside the map; a broken ring where ships were lost."""
    factions = phrases.list_factions(view)
    drawn = [
        _create_way(
            [change for change in trace.ships if change.faction == faction],
            places,
            LANE_WIDTH_PX * (factions.index(faction) - (len(factions) - 1) / 2),
        )
        for trace in turn_marks
        for faction in dict.fromkeys(change.faction for change in trace.ships)
    ]
    if not drawn:
        return
    reach = [box for way in drawn for box in way.list_boxes()]
    above = [(x, y, x + PLATE_WIDTH_PX, y + PLATE_HEIGHT_PX) for place in places.values() for x, y in place.plates]
    above += [
        find_item_box(item, at) for one in view.orbitals for item, at in arrange_fleets(one.squadrons, places[one.word])
    ]
    above = [box for box in above if any(_do_boxes_meet(box, other) for other in reach)]
    spared = [sheet.image.crop(box) for box in above]
    for way in drawn:
        for points, end in way.arrows:
            draw_arrow(sheet, points, way.colour, end=end, width=6)
        for gone in way.places_left:
            sheet.put(draw_ghost_ring(gone.spread.ring + 7, way.colour), gone.x, gone.y)
    for (x, y, _, _), part in zip(above, spared, strict=True):
        paste_image(sheet.image, part, x, y)


class _FleetWay(NamedTuple):
    """Where a faction has gone in a turn: arrows, each with how many pixels of its end are left out, and the Orbitals where
    ships were lost."""

    colour: Colour
    arrows: list[tuple[list[Point], float]]
    places_left: list[OrbitalPlace]

    def list_boxes(self) -> list[Box]:
        """What it covers."""
        found = [
            (one.x - one.spread.ring, one.y - one.spread.ring, one.x + one.spread.ring, one.y + one.spread.ring)
            for one in self.places_left
        ]
        for points, _ in self.arrows:
            xs, ys = [round(x) for x, _ in points], [round(y) for _, y in points]
            found.append((min(xs), min(ys), max(xs), max(ys)))
        return [
            (x0 - ARROW_REACH_PX, y0 - ARROW_REACH_PX, x1 + ARROW_REACH_PX, y1 + ARROW_REACH_PX)
            for x0, y0, x1, y1 in found
        ]


def _do_boxes_meet(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _create_way(changes: Sequence[PlaceChange], places: dict[str, OrbitalPlace], lane: float) -> _FleetWay:
    came, went = ([places[one.place] for one in changes if one.amount * sign > 0] for sign in (1, -1))
    found, left = _FleetWay(FACTION_STYLES[changes[0].faction].colour, [], []), set(went)
    for to in came:
        reach = to.spread.ring - 10
        if not went:
            found.arrows.append(([(to.x - reach - 40, to.y - 12), (to.x, to.y)], reach))
            continue
        begin = min(went, key=lambda one: math.dist((one.x, one.y), (to.x, to.y)))
        left.discard(begin)
        found.arrows.append((shift_to_lane(_find_port(begin, to, 6), _find_port(to, begin, -8), lane), 0))
    found.places_left.extend(one for one in went if one in left)
    return found


def shift_to_lane(begin: Point, end: Point, lane: float) -> list[Point]:
    """A way moved aside by so many pixels, to the same side in both directions."""
    across, down = end[0] - begin[0], end[1] - begin[1]
    by = math.copysign(lane, lane * across or 1) / (math.hypot(across, down) or 1.0)
    return [(x - down * by, y + across * by) for x, y in (begin, end)]


def _find_port(place: OrbitalPlace, other: OrbitalPlace, distance: int) -> Point:
    """Where the way between two Orbitals meets the ring of one, so far outside of it: towards the other one, but above or below
    where fleets lie to the east."""
    across, down = other.x - place.x, other.y - place.y
    away, reach = math.hypot(across, down) or 1.0, place.spread.ring + distance
    if place.spread is GIANT_SPREAD and other.spread is GIANT_SPREAD:
        side = math.copysign(0.6, across)
        return place.x + reach * side, place.y - reach * 0.8
    if across / away > MIN_EAST_SHARE:
        return place.x, place.y + math.copysign(reach, down or -1)
    return place.x + reach * across / away, place.y + reach * down / away


def _draw_changes(sheet: Sheet, turn_marks: Sequence[TurnMarks], view: View, places: dict[str, OrbitalPlace]) -> None:
    """Where influence was placed and removed in the latest turns: a frame or a broken one round the faction's place, below the
    counts, which stand so close that it reaches under them."""
    factions = phrases.list_factions(view)
    counts = {(base.word, one.faction): one for base in view.bases for one in base.presence}
    plates = {
        word: at
        for orbital in view.orbitals
        for word, at in zip(orbital.bases, places[orbital.word].plates, strict=True)
    }
    for trace in turn_marks:
        for change in trace.influence:
            (x, y), (left, pitch) = plates[change.place], find_slot(factions.index(change.faction), len(factions))
            one, colour = counts.get((change.place, change.faction)), FACTION_STYLES[trace.faction].colour
            wide = (measure_count(one, pitch) if one else min(pitch - 8, GONE_WIDTH_PX)) + 8
            sheet.put(
                (draw_placed_frame if change.amount > 0 else draw_emptied_frame)(wide, 40, colour), x + left - 4, y + 44
            )


# --------------------------------------------------------------------- bases
def _draw_surroundings(
    sheet: Sheet,
    orbital: VisibleOrbital,
    bases: Sequence[VisibleBase],
    place: OrbitalPlace,
    factions: tuple[Faction, ...],
    changed: Sequence[Faction | None],
    letters: Sequence[str],
    fmt: Formatter,
) -> None:
    """An orbital and its bases, each with who has just changed it and its letter."""
    if who := changed[0]:
        sheet.put(draw_halo(place.spread.ring + 5, FACTION_STYLES[who].colour, 3), place.x, place.y)
    _draw_orbital(sheet, orbital, place, letters[0], fmt)
    for base, (x, y), who, string in zip(bases, place.plates, changed[1:], letters[1:], strict=True):
        if who:
            sheet.put(draw_frame(PLATE_WIDTH_PX, PLATE_HEIGHT_PX, 4, FACTION_STYLES[who].colour), x, y)
        _draw_base(sheet, base, factions, x, y, string)


def _draw_base(
    sheet: Sheet, base: VisibleBase, factions: tuple[Faction, ...], x: int, y: int, letter_label: str
) -> None:
    """The influence of each faction in its own place, filled where it leads alone; tokens and the letter."""
    for one in base.presence:
        left, pitch = find_slot(factions.index(one.faction), len(factions))
        _draw_count(sheet, one, x + left, y + 44, pitch, leads=base.control == one.faction)
    if base.sample:
        sheet.put(draw_protomolecule(15), x + PLATE_WIDTH_PX - 2, y + 4)
    if letter_label:
        sheet.put(draw_frame(PLATE_WIDTH_PX, PLATE_HEIGHT_PX), x, y)
        draw_letter(sheet, x - 5, y, letter_label)


def _draw_count(sheet: Sheet, presence: BasePresence, x: int, y: int, pitch: int, *, leads: bool) -> None:
    """A faction's shape and its influence."""
    n = presence.cubes + presence.diplomats
    part = _create_count(
        presence.faction,
        n,
        measure_count(presence, pitch),
        more=_has_bonus(presence),
        leads=leads,
        diplomats=presence.diplomats > 0,
    )
    sheet.paste_part(part, x, y)


@cached_sprite
def _create_count(faction: Faction, n: int, width: int, *, more: bool, leads: bool, diplomats: bool) -> Sheet:
    """A shape and a count; a small plus where it counts for more, clear of the next faction's shape."""
    fill = DARK_INK if leads else CREAM
    part = Sheet(draw_count_ground(faction, width, leads=leads, diplomats=diplomats).image.copy())
    taken = part.text(24, 19, str(n), width - 24, fill=fill)
    if more:
        part.put(draw_plus(PLUS_SIZE_PX, fill), 24 + taken + 2 + PLUS_SIZE_PX / 2, 13)
    return part


def _has_bonus(presence: BasePresence) -> bool:
    return presence.total > presence.cubes + presence.diplomats


def measure_count(presence: BasePresence, pitch: int) -> int:
    """The width of a count with its shape."""
    wide = 28 + measure_width(str(presence.cubes + presence.diplomats), "bold", MIN_DATA_SIZE_PX)
    return min(pitch - 1, wide + (PLUS_SIZE_PX + 1 if _has_bonus(presence) else 0))


# ------------------------------------------------------------------ orbitals
def _draw_orbital(
    sheet: Sheet, orbital: VisibleOrbital, place: OrbitalPlace, letter_label: str, fmt: Formatter
) -> None:
    """The ring of control, the badge of its holder, fleets by strength; a name where neither band nor base has it."""
    spread = place.spread
    if orbital.control:
        sheet.put(draw_halo(spread.ring - 3, FACTION_STYLES[orbital.control].colour), place.x, place.y)
    else:
        sheet.put(draw_unclaimed_ring(spread.ring - 2), place.x, place.y)
    if letter_label:
        sheet.put(draw_halo(spread.ring + 2, FOCUS_COLOUR, 4), place.x, place.y)
    bonus = orbital.control_bonus
    bx, by = place.x, place.y + spread.ring - 3
    if spread.name:
        room, name = PLATE_WIDTH_PX - spread.name - 6, fmt(say(orbital.name))
        sheet.text(
            place.left + spread.name, place.top + 20, name, room, role=phrases.choose_name_role(name, "title", room)
        )
    elif spread is SMALL_SPREAD:
        bx, by, bonus = place.x - 24, place.y - 15, 0
    if orbital.control:
        sheet.put(draw_control_badge(orbital.control, bonus), bx, by)
    _draw_fleets(sheet, orbital.squadrons, place)
    if letter_label:
        draw_letter(sheet, place.x, place.y, letter_label)


class _FleetItem(NamedTuple):
    """A sprite and the label behind it, with the width of both."""

    sprite: Sprite
    label: str
    width: int
    sprite_width: int
    """From its left edge to the sprite's anchor."""


def _create_items(squadrons: tuple[Squadron, ...], size: int) -> list[_FleetItem]:
    found: list[_FleetItem] = []
    for one in squadrons:
        label = phrases.format_strength(one.strength)
        others = one.token_count - one.rocinante
        if others:
            sprite = draw_fleet(one.faction, size, battleships=one.battleships > 0, scrap=others == one.scrap)
            found.append(
                _FleetItem(sprite, label, size + 4 + measure_width(label, "bold", MIN_DATA_SIZE_PX), size // 2)
            )
        if one.rocinante:
            long = round(size * 1.3)
            behind = "" if others else label
            wide = round(long * 1.4) + (measure_width(behind, "bold", MIN_DATA_SIZE_PX) + 2 if behind else 0)
            found.append(_FleetItem(draw_rocinante(long, one.faction), behind, wide, round(long * 0.89)))
    return found


def _draw_fleets(sheet: Sheet, squadrons: tuple[Squadron, ...], place: OrbitalPlace) -> None:
    """Fleets, each with its strength."""
    for item, (x, y) in arrange_fleets(squadrons, place):
        sheet.put(item.sprite, x + item.sprite_width, y)
        if item.label:
            sheet.text(x + item.width, y + 1, item.label, 60, align="r")


def find_item_box(item: _FleetItem, corner: Point) -> Box:
    """What a fleet and its strength cover."""
    x, y = round(corner[0]), round(corner[1])
    high = max(item.sprite.y, 20)
    return x - 4, y - high - 2, x + item.width + 4, y + max(item.sprite.image.height - item.sprite.y, 18)


def arrange_fleets(squadrons: tuple[Squadron, ...], place: OrbitalPlace) -> list[tuple[_FleetItem, Point]]:
    """Where fleets lie, each from its left edge on its middle line: in as few lines as possible, the more the smaller."""
    left, top, wide, high = place.fleet_box
    for lines in range(1, 7):
        step = min(46, high / lines)
        size = min(34, round(step * 0.78))
        items = _create_items(squadrons, size)
        rows: list[list[_FleetItem]] = [[]]
        for item in items:
            if rows[-1] and sum(one.width + 9 for one in rows[-1]) + item.width > wide:
                rows.append([])
            rows[-1].append(item)
        if len(rows) <= lines:
            break
    found: list[tuple[_FleetItem, Point]] = []
    y = top + high / 2 - step * (len(rows) - 1) / 2
    for row in rows:
        x = float(left)
        for item in row:
            found.append((item, (x, y)))
            x += item.width + 9
        y += step
    return found
