"""What is on the map of The Expanse Board Game: names and influence on the plates, fleets and control in the orbitals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from engine.games.expanse.view import Faction, Presence, SeenBase, SeenOrbital, Squadron, View
from engine.kernel.text import Text, say
from render.expanse import phrases
from render.expanse.layout import PLATE_H, PLATE_W, SMALL, Chart, Orbit, Place, places, slot, title
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
    rocinante,
    unclaimed,
)
from render.expanse.story import Change, Trace, traces
from render.kit.canvas import Sprite
from render.kit.scene import Scene
from render.kit.sheet import Sheet
from render.kit.text import SMALLEST, Formatter, Role, first_fitting, width
from render.kit.theme import CREAM
from render.kit.traces import arrow, emptied, ghost, laid

LETTER_R = 25


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
    _ways(sheet, happened, where)
    _changed(sheet, happened, view, where)
    for orbital in view.orbitals:
        place = where[orbital.word]
        if who := new.orbitals.get(orbital.word):
            sheet.put(halo(place.spread.ring + 5, LOOKS[who].colour, 3), place.x, place.y)
        _orbital(sheet, orbital, place, marks.get(f"orbital-{orbital.word}", ""), fmt)
        for word, (x, y) in zip(orbital.bases, place.plates, strict=True):
            if who := new.bases.get(word):
                sheet.put(frame(PLATE_W, PLATE_H, 4, LOOKS[who].colour), x, y)
            _base(sheet, bases[word], factions, x, y, marks.get(f"base-{word}", ""))
    for k, band in enumerate(view.bands):
        sector = next((one.sector for one in view.orbitals if one.band == band), "")
        first = next(one.band for one in view.orbitals if one.sector == sector)
        if first == band and (string := marks.get(f"sector-{sector}")):
            name = fmt(Text(view.names[band]))
            wide = width(name, phrases.face(name, "label", PLATE_W - 8), SMALLEST)
            left, middle = title(k)
            letter(sheet, left + min(wide + 30, PLATE_W - 10), middle, string)


# -------------------------------------------------------------------- traces
def _ways(sheet: Sheet, happened: Sequence[Trace], where: dict[str, Place]) -> None:
    """The ways of fleets in the latest turns, below the plates: an arrow to each Orbital that a faction's ships have come to,
    from the nearest one that they have left or from beside the map; a broken ring where ships were lost."""
    plates = [at for place in where.values() for at in place.plates]
    kept = (
        [sheet.image.crop((x, y, x + PLATE_W, y + PLATE_H)) for x, y in plates]
        if any(trace.ships for trace in happened)
        else []
    )
    for trace in happened:
        for faction in dict.fromkeys(change.faction for change in trace.ships):
            _way(sheet, [change for change in trace.ships if change.faction == faction], where)
    for at, plate in zip(plates, kept, strict=False):
        sheet.image.paste(plate, at)


def _way(sheet: Sheet, changes: Sequence[Change], where: dict[str, Place]) -> None:
    came, went = ([where[one.place] for one in changes if one.by * sign > 0] for sign in (1, -1))
    colour, left = LOOKS[changes[0].faction].colour, set(went)
    for to in came:
        reach = to.spread.ring - 10
        if not went:
            arrow(sheet, [(to.x - reach - 40, to.y - 12), (to.x, to.y)], colour, end=reach, width=6)
            continue
        begin = min(went, key=lambda one: math.dist((one.x, one.y), (to.x, to.y)))
        left.discard(begin)
        start = begin.spread.ring + 4
        arrow(sheet, [(begin.x, begin.y), (to.x, to.y)], colour, start=start, end=reach, width=6)
    for gone in left:
        sheet.put(ghost(gone.spread.ring + 7, colour), gone.x, gone.y)


def _changed(sheet: Sheet, happened: Sequence[Trace], view: View, where: dict[str, Place]) -> None:
    """Where influence was placed and removed in the latest turns: a frame or a broken one round the faction's place, below the
    counts, which stand so close that it reaches under them."""
    factions = phrases.playing(view)
    plates = {
        word: at
        for orbital in view.orbitals
        for word, at in zip(orbital.bases, where[orbital.word].plates, strict=True)
    }
    for trace in happened:
        for change in trace.influence:
            (x, y), (left, pitch) = plates[change.place], slot(factions.index(change.faction), len(factions))
            wide, colour = min(pitch + 2, 84), LOOKS[trace.faction].colour
            sheet.put((laid if change.by > 0 else emptied)(wide, 40, colour), x + left - 4, y + 44)


# --------------------------------------------------------------------- bases
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
    """A faction's shape and its influence; "+" where it counts for more, if there is room."""
    n = one.cubes + one.diplomats
    labels = [f"{n}+", str(n)] if one.total > n else [str(n)]
    room = pitch - 25
    string = first_fitting(labels, "bold", SMALLEST, room)
    wide = min(pitch - 1, 24 + width(string, "bold", SMALLEST) + 4)
    sheet.put(count_of(one.faction, wide, leads=leads, diplomats=one.diplomats > 0), x, y)
    sheet.text(x + 24, y + 19, string, room + 2, fill=DARK if leads else CREAM)


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
    """Fleets in as few lines as possible; the more lines, the smaller they are."""
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
    y = top + high / 2 - step * (len(rows) - 1) / 2
    for row in rows:
        x = float(left)
        for item in row:
            sheet.put(item.sprite, x + item.lead, y)
            if item.label:
                end = x + item.wide
                sheet.text(end, y + 1, item.label, 60, align="r")
            x += item.wide + 9
        y += step
