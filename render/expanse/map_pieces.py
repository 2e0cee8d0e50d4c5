"""Draw the pieces on the map of The Expanse Board Game: influence on the plates, fleets and control in the orbitals.

`turn_changes.py` draws the changes of the latest turns below them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.games.expanse.view import BasePresence, Faction, Squadron, View, VisibleBase, VisibleOrbital
from engine.kernel.text import Text, say
from render.expanse import phrases
from render.expanse.layout import (
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
from render.kit.cache import cached_sprite
from render.kit.canvas import Point, Sprite
from render.kit.scene import Scene
from render.kit.sheet import Sheet
from render.kit.text import MIN_DATA_SIZE_PX, Box, Formatter, Role, measure_width
from render.kit.theme import CREAM

LETTER_RADIUS_PX = 25
PLUS_SIZE_PX = 13
"""The size of the plus after a count."""


def create_map_chart(view: View) -> MapChart:
    """List the orbitals of every band, from the Sun outwards."""
    orbits: dict[str, list[OrbitalBases]] = {band: [] for band in view.bands}
    for orbital in view.orbitals:
        orbits[orbital.band].append(OrbitalBases(orbital.word, orbital.bases))
    return tuple(map(tuple, orbits.values()))


def draw_letter(sheet: Sheet, x: float, y: float, label: str) -> None:
    """Draw a choice's letter on a white disc."""
    if not label:
        return  # a spot that is marked without a letter
    sheet.put(draw_disc(LETTER_RADIUS_PX), x, y)
    role: Role = "label" if len(label) == 1 else "bold"
    sheet.text(x, y, label, 2 * LETTER_RADIUS_PX, size=40, role=role, fill=DARK_INK, align="m")


def draw_map_pieces(sheet: Sheet, scene: Scene, fmt: Formatter) -> None:
    """Draw the pieces with the letters of choices; on the first picture of a table mark what has changed."""
    view: View = scene.view
    marks, changes = scene.marks, phrases.ChangedPlaces({}, {})
    if not scene.earlier_views:
        changes = phrases.find_changed_places(scene)
    places = arrange_orbitals(create_map_chart(view))
    factions = phrases.list_factions(view)
    bases = {base.word: base for base in view.bases}
    for orbital in view.orbitals:
        attached = [bases[word] for word in orbital.bases]
        changed = [changes.orbitals.get(orbital.word), *(changes.bases.get(word) for word in orbital.bases)]
        letters = [marks.get(f"orbital-{orbital.word}", ""), *(marks.get(f"base-{word}", "") for word in orbital.bases)]
        sheet.draw_part(_draw_surroundings, fmt, orbital, attached, places[orbital.word], factions, changed, letters)
    _draw_sector_letters(sheet, view, marks, fmt)


def _draw_sector_letters(sheet: Sheet, view: View, marks: dict[str, str], fmt: Formatter) -> None:
    """Draw the letter of each marked Sector behind the name of its first Band."""
    band_sectors = {orbital.band: orbital.sector for orbital in view.orbitals}
    lettered: set[str] = set()
    for k, band in enumerate(view.bands):
        sector = band_sectors.get(band, "")
        letter = marks.get(f"sector-{sector}")
        if letter and sector not in lettered:
            lettered.add(sector)
            name = fmt(Text(view.names[band]))
            name_width = measure_width(
                name, phrases.choose_name_role(name, "label", PLATE_WIDTH_PX - 8), MIN_DATA_SIZE_PX
            )
            left, middle = find_band_title(k)
            draw_letter(sheet, left + min(name_width + 30, PLATE_WIDTH_PX - 10), middle, letter)


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
    """Draw an orbital and its bases, each with the faction that has just changed it and its letter."""
    if changed[0]:
        sheet.put(draw_halo(place.spread.ring + 5, FACTION_STYLES[changed[0]].colour, 3), place.x, place.y)
    _draw_orbital(sheet, orbital, place, letters[0], fmt)
    for base, (x, y), faction, letter in zip(bases, place.plates, changed[1:], letters[1:], strict=True):
        if faction:
            sheet.put(draw_frame(PLATE_WIDTH_PX, PLATE_HEIGHT_PX, 4, FACTION_STYLES[faction].colour), x, y)
        _draw_base(sheet, base, factions, x, y, letter)


def _draw_base(
    sheet: Sheet, base: VisibleBase, factions: tuple[Faction, ...], x: int, y: int, letter_label: str
) -> None:
    """Draw the influence of each faction in its slot, the token and the letter."""
    for presence in base.presence:
        left, pitch = find_slot(factions.index(presence.faction), len(factions))
        _draw_count(sheet, presence, x + left, y + 44, pitch, leads=base.control == presence.faction)
    if base.sample:
        sheet.put(draw_protomolecule(15), x + PLATE_WIDTH_PX - 2, y + 4)
    if letter_label:
        sheet.put(draw_frame(PLATE_WIDTH_PX, PLATE_HEIGHT_PX), x, y)
        draw_letter(sheet, x - 5, y, letter_label)


def _draw_count(sheet: Sheet, presence: BasePresence, x: int, y: int, pitch: int, *, leads: bool) -> None:
    """Draw a faction's shape and its influence; a faction that leads alone has a filled ground."""
    part = _create_count(
        presence.faction,
        presence.cubes + presence.diplomats,
        measure_count(presence, pitch),
        more=_has_bonus(presence),
        leads=leads,
        diplomats=presence.diplomats > 0,
    )
    sheet.paste_part(part, x, y)


@cached_sprite
def _create_count(faction: Faction, n: int, width: int, *, more: bool, leads: bool, diplomats: bool) -> Sheet:
    """Draw a shape and a count; `more` adds a small plus, left of the next faction's shape."""
    fill = DARK_INK if leads else CREAM
    part = Sheet(draw_count_ground(faction, width, leads=leads, diplomats=diplomats).image.copy())
    taken = part.text(24, 19, str(n), width - 24, fill=fill)
    if more:
        part.put(draw_plus(PLUS_SIZE_PX, fill), 24 + taken + 2 + PLUS_SIZE_PX / 2, 13)
    return part


def _has_bonus(presence: BasePresence) -> bool:
    return presence.total > presence.cubes + presence.diplomats


def measure_count(presence: BasePresence, pitch: int) -> int:
    """Return the width of a count with its shape, in pixels."""
    count_width = 28 + measure_width(str(presence.cubes + presence.diplomats), "bold", MIN_DATA_SIZE_PX)
    if _has_bonus(presence):
        count_width += PLUS_SIZE_PX + 1
    return min(pitch - 1, count_width)


# ------------------------------------------------------------------ orbitals
def _draw_orbital(
    sheet: Sheet, orbital: VisibleOrbital, place: OrbitalPlace, letter_label: str, fmt: Formatter
) -> None:
    """Draw the ring and badge of Orbital Control, the fleets by strength, and the name if the spread has one."""
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
        max_width, name = PLATE_WIDTH_PX - spread.name - 6, fmt(say(orbital.name))
        role = phrases.choose_name_role(name, "title", max_width)
        sheet.text(place.left + spread.name, place.top + 20, name, max_width, role=role)
    elif spread is SMALL_SPREAD:
        bx, by, bonus = place.x - 24, place.y - 15, 0
    if orbital.control:
        sheet.put(draw_control_badge(orbital.control, bonus), bx, by)
    _draw_fleets(sheet, orbital.squadrons, place)
    if letter_label:
        draw_letter(sheet, place.x, place.y, letter_label)


class _FleetItem(NamedTuple):
    """A sprite and its label, with the width of both.

    `anchor_x` is the distance from the left edge to the sprite's anchor.
    """

    sprite: Sprite
    label: str
    width: int
    anchor_x: int


def _create_items(squadrons: tuple[Squadron, ...], size: int) -> list[_FleetItem]:
    """Create the items of squadrons; the Rocinante is an item of its own and has the label only if it is alone."""
    items: list[_FleetItem] = []
    for squadron in squadrons:
        label, faction = phrases.format_strength(squadron.strength), squadron.faction
        others = squadron.token_count - squadron.rocinante
        if others:
            sprite = draw_fleet(faction, size, battleships=squadron.battleships > 0, scrap=others == squadron.scrap)
            items.append(
                _FleetItem(sprite, label, size + 4 + measure_width(label, "bold", MIN_DATA_SIZE_PX), size // 2)
            )
            label = ""
        if squadron.rocinante:
            length = round(size * 1.3)
            item_width = round(length * 1.4)
            if label:
                item_width += measure_width(label, "bold", MIN_DATA_SIZE_PX) + 2
            items.append(_FleetItem(draw_rocinante(length, faction), label, item_width, round(length * 0.89)))
    return items


def _draw_fleets(sheet: Sheet, squadrons: tuple[Squadron, ...], place: OrbitalPlace) -> None:
    """Draw the fleets, each with its strength."""
    for item, (x, y) in arrange_fleets(squadrons, place):
        sheet.put(item.sprite, x + item.anchor_x, y)
        if item.label:
            sheet.text(x + item.width, y + 1, item.label, 60, align="r")


def find_item_box(item: _FleetItem, corner: Point) -> Box:
    """Return the box that a fleet and its strength cover."""
    x, y = round(corner[0]), round(corner[1])
    height_above = max(item.sprite.y, 20)
    height_below = max(item.sprite.image.height - item.sprite.y, 18)
    return x - 4, y - height_above - 2, x + item.width + 4, y + height_below


def arrange_fleets(squadrons: tuple[Squadron, ...], place: OrbitalPlace) -> list[tuple[_FleetItem, Point]]:
    """Find the left end of the middle line of each fleet: in as few rows as possible, smaller in several rows."""
    left, top, max_width, max_height = place.fleet_box
    for row_count in range(1, 7):
        step = min(46, max_height / row_count)
        rows = _break_rows(_create_items(squadrons, min(34, round(step * 0.78))), max_width)
        if len(rows) <= row_count:
            break
    placed: list[tuple[_FleetItem, Point]] = []
    y = top + max_height / 2 - step * (len(rows) - 1) / 2
    for row in rows:
        x = float(left)
        for item in row:
            placed.append((item, (x, y)))
            x += item.width + 9
        y += step
    return placed


def _break_rows(items: list[_FleetItem], max_width: int) -> list[list[_FleetItem]]:
    """Break the items into rows of at most this width."""
    rows: list[list[_FleetItem]] = [[]]
    row_width = 0
    for item in items:
        if rows[-1] and row_width + item.width > max_width:
            rows.append([])
            row_width = 0
        rows[-1].append(item)
        row_width += item.width + 9
    return rows
