"""What is on the map of The Expanse Board Game: names and influence on the plates, fleets and control in the orbitals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from engine.games.expanse.view import Faction, Presence, SeenBase, SeenOrbital, Squadron, View
from engine.kernel.text import Text, say
from render.expanse import phrases
from render.expanse.layout import GIANT, PLATE_H, PLATE_W, SMALL, Chart, Orbit, Place, places, slot, title
from render.expanse.pieces import (
    DARK,
    FOCUS,
    LOOKS,
    badge,
    count_of,
    disc,
    fleet,
    frame,
    halo,
    molecule,
    plus,
    rocinante,
    unclaimed,
)
from render.expanse.story import Change, Trace, traces
from render.kit.cache import cached_sprite
from render.kit.canvas import Point, Sprite
from render.kit.scene import Scene
from render.kit.sheet import Sheet, paste_image
from render.kit.text import SMALLEST, Box, Formatter, Role, width
from render.kit.theme import CREAM, Colour
from render.kit.traces import arrow, emptied, ghost, laid

LETTER_R = 25
LANE = 10
"""How far the ways of two factions between the same Orbitals lie apart."""
RIM = 16
"""How far an arrow reaches beside its way."""
EAST = 0.5
"""How much of a way has to lead east to meet the fleets there."""
PLUS = 13
"""The size of a plus beside a count."""
GONE = 48
"""The width of the place of a faction that has nothing left."""


def chart(view: View) -> Chart:
    """The orbitals of every band, from the Sun outwards."""
    return tuple(tuple(Orbit(one.word, one.bases) for one in view.orbitals if one.band == band) for band in view.bands)


def letter(sheet: Sheet, x: float, y: float, string: str) -> None:
    """A choice's letter on a white disc."""
    if not string:
        return  # a spot that is only pointed out
    sheet.put(disc(LETTER_R), x, y)
    role: Role = "label" if len(string) == 1 else "bold"
    sheet.text(x, y, string, 2 * LETTER_R, size=40, role=role, fill=DARK, align="m")


def pieces(sheet: Sheet, scene: Scene, fmt: Formatter) -> None:
    """Everything on the map, with the letters of choices; if nothing is to be chosen, with an edge round what has just changed."""
    view: View = scene.view
    marks, new = scene.marks, phrases.changed(scene) if not scene.before else phrases.Changed({}, {})
    where = places(chart(view))
    factions = phrases.playing(view)
    bases = {base.word: base for base in view.bases}
    happened = [] if marks else traces(scene)
    _ways(sheet, happened, view, where)
    _changed(sheet, happened, view, where)
    for orbital in view.orbitals:
        near = [bases[word] for word in orbital.bases]
        changed = [new.orbitals.get(orbital.word), *(new.bases.get(one.word) for one in near)]
        letters = [marks.get(f"orbital-{orbital.word}", ""), *(marks.get(f"base-{one.word}", "") for one in near)]
        sheet.draw_part(_surroundings, fmt, orbital, near, where[orbital.word], factions, changed, letters)
    for k, band in enumerate(view.bands):
        sector = next((one.sector for one in view.orbitals if one.band == band), "")
        first = next(one.band for one in view.orbitals if one.sector == sector)
        if first == band and (string := marks.get(f"sector-{sector}")):
            name = fmt(Text(view.names[band]))
            wide = width(name, phrases.face(name, "label", PLATE_W - 8), SMALLEST)
            left, middle = title(k)
            letter(sheet, left + min(wide + 30, PLATE_W - 10), middle, string)


# -------------------------------------------------------------------- traces
def _ways(sheet: Sheet, happened: Sequence[Trace], view: View, where: dict[str, Place]) -> None:
    """The ways of fleets in the latest turns, below plates and fleets: an arrow to each Orbital that a faction's ships have come
    to, from the nearest one that they have left or from beside the map; a broken ring where ships were lost."""
    factions = phrases.playing(view)
    drawn = [
        _way(
            [change for change in trace.ships if change.faction == faction],
            where,
            LANE * (factions.index(faction) - (len(factions) - 1) / 2),
        )
        for trace in happened
        for faction in dict.fromkeys(change.faction for change in trace.ships)
    ]
    if not drawn:
        return
    reach = [box for way in drawn for box in way.boxes()]
    above = [(x, y, x + PLATE_W, y + PLATE_H) for place in where.values() for x, y in place.plates]
    above += [cover(item, at) for one in view.orbitals for item, at in stations(one.squadrons, where[one.word])]
    above = [box for box in above if any(_meets(box, other) for other in reach)]
    spared = [sheet.image.crop(box) for box in above]
    for way in drawn:
        for points, end in way.arrows:
            arrow(sheet, points, way.colour, end=end, width=6)
        for gone in way.gone:
            sheet.put(ghost(gone.spread.ring + 7, way.colour), gone.x, gone.y)
    for (x, y, _, _), part in zip(above, spared, strict=True):
        paste_image(sheet.image, part, x, y)


class _Way(NamedTuple):
    """Where a faction has gone in a turn: arrows, each with how many pixels of its end are left out, and the Orbitals where
    ships were lost."""

    colour: Colour
    arrows: list[tuple[list[Point], float]]
    gone: list[Place]

    def boxes(self) -> list[Box]:
        """What it covers."""
        found = [
            (one.x - one.spread.ring, one.y - one.spread.ring, one.x + one.spread.ring, one.y + one.spread.ring)
            for one in self.gone
        ]
        for points, _ in self.arrows:
            xs, ys = [round(x) for x, _ in points], [round(y) for _, y in points]
            found.append((min(xs), min(ys), max(xs), max(ys)))
        return [(x0 - RIM, y0 - RIM, x1 + RIM, y1 + RIM) for x0, y0, x1, y1 in found]


def _meets(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _way(changes: Sequence[Change], where: dict[str, Place], lane: float) -> _Way:
    came, went = ([where[one.place] for one in changes if one.by * sign > 0] for sign in (1, -1))
    found, left = _Way(LOOKS[changes[0].faction].colour, [], []), set(went)
    for to in came:
        reach = to.spread.ring - 10
        if not went:
            found.arrows.append(([(to.x - reach - 40, to.y - 12), (to.x, to.y)], reach))
            continue
        begin = min(went, key=lambda one: math.dist((one.x, one.y), (to.x, to.y)))
        left.discard(begin)
        found.arrows.append((in_lane(_port(begin, to, 6), _port(to, begin, -8), lane), 0))
    found.gone.extend(one for one in went if one in left)
    return found


def in_lane(begin: Point, end: Point, lane: float) -> list[Point]:
    """A way moved aside by so many pixels, to the same side in both directions."""
    across, down = end[0] - begin[0], end[1] - begin[1]
    by = math.copysign(lane, lane * across or 1) / (math.hypot(across, down) or 1.0)
    return [(x - down * by, y + across * by) for x, y in (begin, end)]


def _port(place: Place, other: Place, far: int) -> Point:
    """Where the way between two Orbitals meets the ring of one, so far outside of it: towards the other one, but above or below
    where fleets lie to the east."""
    across, down = other.x - place.x, other.y - place.y
    away, reach = math.hypot(across, down) or 1.0, place.spread.ring + far
    if place.spread is GIANT and other.spread is GIANT:
        side = math.copysign(0.6, across)
        return place.x + reach * side, place.y - reach * 0.8
    if across / away > EAST:
        return place.x, place.y + math.copysign(reach, down or -1)
    return place.x + reach * across / away, place.y + reach * down / away


def _changed(sheet: Sheet, happened: Sequence[Trace], view: View, where: dict[str, Place]) -> None:
    """Where influence was placed and removed in the latest turns: a frame or a broken one round the faction's place, below the
    counts, which stand so close that it reaches under them."""
    factions = phrases.playing(view)
    counts = {(base.word, one.faction): one for base in view.bases for one in base.presence}
    plates = {
        word: at
        for orbital in view.orbitals
        for word, at in zip(orbital.bases, where[orbital.word].plates, strict=True)
    }
    for trace in happened:
        for change in trace.influence:
            (x, y), (left, pitch) = plates[change.place], slot(factions.index(change.faction), len(factions))
            one, colour = counts.get((change.place, change.faction)), LOOKS[trace.faction].colour
            wide = (count_width(one, pitch) if one else min(pitch - 8, GONE)) + 8
            sheet.put((laid if change.by > 0 else emptied)(wide, 40, colour), x + left - 4, y + 44)


# --------------------------------------------------------------------- bases
def _surroundings(
    sheet: Sheet,
    orbital: SeenOrbital,
    bases: Sequence[SeenBase],
    place: Place,
    factions: tuple[Faction, ...],
    changed: Sequence[Faction | None],
    letters: Sequence[str],
    fmt: Formatter,
) -> None:
    """An orbital and its bases, each with who has just changed it and its letter."""
    if who := changed[0]:
        sheet.put(halo(place.spread.ring + 5, LOOKS[who].colour, 3), place.x, place.y)
    _orbital(sheet, orbital, place, letters[0], fmt)
    for base, (x, y), who, string in zip(bases, place.plates, changed[1:], letters[1:], strict=True):
        if who:
            sheet.put(frame(PLATE_W, PLATE_H, 4, LOOKS[who].colour), x, y)
        _base(sheet, base, factions, x, y, string)


def _base(sheet: Sheet, base: SeenBase, factions: tuple[Faction, ...], x: int, y: int, string: str) -> None:
    """The influence of each faction in its own place, filled where it leads alone; tokens and the letter."""
    for one in base.presence:
        left, pitch = slot(factions.index(one.faction), len(factions))
        _count(sheet, one, x + left, y + 44, pitch, leads=base.control == one.faction)
    if base.sample:
        sheet.put(molecule(15), x + PLATE_W - 2, y + 4)
    if string:
        sheet.put(frame(PLATE_W, PLATE_H), x, y)
        letter(sheet, x - 5, y, string)


def _count(sheet: Sheet, one: Presence, x: int, y: int, pitch: int, *, leads: bool) -> None:
    """A faction's shape and its influence."""
    n = one.cubes + one.diplomats
    part = _counted(
        one.faction, n, count_width(one, pitch), more=_counts_more(one), leads=leads, diplomats=one.diplomats > 0
    )
    sheet.lay(part, x, y)


@cached_sprite
def _counted(faction: Faction, n: int, wide: int, *, more: bool, leads: bool, diplomats: bool) -> Sheet:
    """A shape and a count; a small plus where it counts for more, clear of the next faction's shape."""
    fill = DARK if leads else CREAM
    part = Sheet(count_of(faction, wide, leads=leads, diplomats=diplomats).image.copy())
    taken = part.text(24, 19, str(n), wide - 24, fill=fill)
    if more:
        part.put(plus(PLUS, fill), 24 + taken + 2 + PLUS / 2, 13)
    return part


def _counts_more(one: Presence) -> bool:
    return one.total > one.cubes + one.diplomats


def count_width(one: Presence, pitch: int) -> int:
    """The width of a count with its shape."""
    wide = 28 + width(str(one.cubes + one.diplomats), "bold", SMALLEST)
    return min(pitch - 1, wide + (PLUS + 1 if _counts_more(one) else 0))


# ------------------------------------------------------------------ orbitals
def _orbital(sheet: Sheet, orbital: SeenOrbital, place: Place, string: str, fmt: Formatter) -> None:
    """The ring of control, the badge of its holder, fleets by strength; a name where neither band nor base has it."""
    spread = place.spread
    if orbital.control:
        sheet.put(halo(spread.ring - 3, LOOKS[orbital.control].colour), place.x, place.y)
    else:
        sheet.put(unclaimed(spread.ring - 2), place.x, place.y)
    if string:
        sheet.put(halo(spread.ring + 2, FOCUS, 4), place.x, place.y)
    bonus = orbital.lends
    bx, by = place.x, place.y + spread.ring - 3
    if spread.name:
        room, name = PLATE_W - spread.name - 6, fmt(say(orbital.name))
        sheet.text(place.left + spread.name, place.top + 20, name, room, role=phrases.face(name, "title", room))
    elif spread is SMALL:
        bx, by, bonus = place.x - 24, place.y - 15, 0
    if orbital.control:
        sheet.put(badge(orbital.control, bonus), bx, by)
    _fleets(sheet, orbital.squadrons, place)
    if string:
        letter(sheet, place.x, place.y, string)


class _Item(NamedTuple):
    """A sprite and the label behind it, with the width of both."""

    sprite: Sprite
    label: str
    wide: int
    lead: int
    """From its left edge to the sprite's anchor."""


def _items(squadrons: tuple[Squadron, ...], size: int) -> list[_Item]:
    found: list[_Item] = []
    for one in squadrons:
        label = phrases.halves(one.strength)
        others = one.ships - one.rocinante
        if others:
            sprite = fleet(one.faction, size, battleships=one.battleships > 0, scrap=others == one.scrap)
            found.append(_Item(sprite, label, size + 4 + width(label, "bold", SMALLEST), size // 2))
        if one.rocinante:
            long = round(size * 1.3)
            behind = "" if others else label
            wide = round(long * 1.4) + (width(behind, "bold", SMALLEST) + 2 if behind else 0)
            found.append(_Item(rocinante(long, one.faction), behind, wide, round(long * 0.89)))
    return found


def _fleets(sheet: Sheet, squadrons: tuple[Squadron, ...], place: Place) -> None:
    """Fleets, each with its strength."""
    for item, (x, y) in stations(squadrons, place):
        sheet.put(item.sprite, x + item.lead, y)
        if item.label:
            sheet.text(x + item.wide, y + 1, item.label, 60, align="r")


def cover(item: _Item, at: Point) -> Box:
    """What a fleet and its strength cover."""
    x, y = round(at[0]), round(at[1])
    high = max(item.sprite.y, 20)
    return x - 4, y - high - 2, x + item.wide + 4, y + max(item.sprite.image.height - item.sprite.y, 18)


def stations(squadrons: tuple[Squadron, ...], place: Place) -> list[tuple[_Item, Point]]:
    """Where fleets lie, each from its left edge on its middle line: in as few lines as possible, the more the smaller."""
    left, top, wide, high = place.fleets
    for lines in range(1, 7):
        step = min(46, high / lines)
        size = min(34, round(step * 0.78))
        items = _items(squadrons, size)
        rows: list[list[_Item]] = [[]]
        for item in items:
            if rows[-1] and sum(one.wide + 9 for one in rows[-1]) + item.wide > wide:
                rows.append([])
            rows[-1].append(item)
        if len(rows) <= lines:
            break
    found: list[tuple[_Item, Point]] = []
    y = top + high / 2 - step * (len(rows) - 1) / 2
    for row in rows:
        x = float(left)
        for item in row:
            found.append((item, (x, y)))
            x += item.wide + 9
        y += step
    return found
