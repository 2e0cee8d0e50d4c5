"""Draw the pieces on the map of The Expanse Board Game: influence on the plates, fleets and control in the orbitals.

`turn_changes.py` draws the changes of the latest turns below them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.games.expanse.view import BasePresence, Faction, Squadron, View, VisibleBase, VisibleOrbital
from engine.kernel.text import say
from render.expanse import phrases
from render.expanse.layout import (
    COUNT_HEIGHT_PX,
    COUNT_TOP_PX,
    LETTER_HEIGHT_PX,
    LETTER_WIDTH_PX,
    PLATE_HEIGHT_PX,
    PLATE_WIDTH_PX,
    SMALL_SPREAD,
    MapChart,
    OrbitalBases,
    OrbitalPlace,
    arrange_orbitals,
    find_orbital_letter,
    find_plate_letter,
    find_slot,
    find_title_frame,
    find_title_letter,
)
from render.expanse.pieces import (
    DARK_INK,
    FACTION_STYLES,
    FOCUS_COLOUR,
    draw_control_badge,
    draw_count_ground,
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
from render.kit.marks import LETTER_SIZE_PX, draw_letter
from render.kit.scene import Scene
from render.kit.sheet import Sheet
from render.kit.text import MIN_DATA_SIZE_PX, PHONE_DATA_SIZE_PX, Box, Formatter, measure_width
from render.kit.theme import CREAM

SAMPLE_RADIUS_PX = 12
PLUS_SIZE_PX = 12
"""The size of the plus after a count."""
COUNT_LEFT_PX = 22
"""The distance from the left edge of a count's ground to its number."""
MAX_FLEET_STEP_PX, MIN_LARGE_STEP_PX = 62, 44
"""The largest distance of two rows of fleets, and the least distance for large numbers."""
LARGE_FLEET_SIZES = ((42, PHONE_DATA_SIZE_PX), (34, PHONE_DATA_SIZE_PX), (26, PHONE_DATA_SIZE_PX), (20, 44))
"""The sizes of a fleet and of its number, the preferred ones first: a fleet becomes smaller before its number does."""
FLEET_HEIGHT_SHARE = 0.78
"""The largest size of a fleet for a distance of two rows of 1."""


def create_map_chart(view: View) -> MapChart:
    """List the orbitals of every band, from the Sun outwards."""
    orbits: dict[str, list[OrbitalBases]] = {band: [] for band in view.bands}
    for orbital in view.orbitals:
        orbits[orbital.band].append(OrbitalBases(orbital.word, orbital.bases))
    return tuple(map(tuple, orbits.values()))


def draw_letter_tag(sheet: Sheet, x: float, y: float, label: str) -> None:
    """Draw a choice's letter on a white tag as narrow as the gutters: gold would look like the OPA."""
    draw_letter(sheet, x, y, label, width=_measure_letter(label), fill=FOCUS_COLOUR)


def _measure_letter(label: str) -> int:
    """Return the width of a choice's letter with its tag."""
    return max(LETTER_WIDTH_PX, measure_width(label, "bold", LETTER_SIZE_PX) + 6)


def find_letter_box(x: int, y: int, label: str) -> Box:
    """Return the box of a choice's letter that is centred on (x, y)."""
    half, middle = _measure_letter(label) // 2, LETTER_HEIGHT_PX // 2
    return x - half, y - middle, x + half, y + middle


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
    for spot, letter in marks.items():
        bands = find_bands(view, spot)
        if letter and bands and spot.startswith("sector-"):
            left, top, width, height = find_title_frame(bands[0], bands[-1])
            sheet.put(draw_frame(width, height), left, top)
            draw_letter_tag(sheet, *find_title_letter(bands[0]), letter)


def find_bands(view: View, spot: str) -> list[int]:
    """Return the Bands of a base, an orbital or a Sector, from the Sun outwards; none for any other spot."""
    kind, _, word = spot.partition("-")
    match kind:
        case "base":
            names = {base.band for base in view.bases if base.word == word}
        case "orbital":
            names = {orbital.band for orbital in view.orbitals if orbital.word == word}
        case "sector":
            names = {orbital.band for orbital in view.orbitals if orbital.sector == word}
        case _:
            return []
    return [k for k, band in enumerate(view.bands) if band in names]


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
        _draw_base(sheet, base, factions, x, y, letter)
        if faction:  # above the counts, whose grounds reach to its edge; nothing is marked as changed where letters are
            sheet.put(draw_frame(PLATE_WIDTH_PX, PLATE_HEIGHT_PX, 4, FACTION_STYLES[faction].colour), x, y)


def _draw_base(
    sheet: Sheet, base: VisibleBase, factions: tuple[Faction, ...], x: int, y: int, letter_label: str
) -> None:
    """Draw the influence of each faction in its slot, the token and the letter."""
    for presence in base.presence:
        left, pitch = find_slot(factions.index(presence.faction), len(factions))
        _draw_count(sheet, presence, x + left, y + COUNT_TOP_PX, pitch, leads=base.control == presence.faction)
    if base.sample:
        sheet.put(draw_protomolecule(SAMPLE_RADIUS_PX), *_find_sample(x, y))
    if letter_label:
        sheet.put(draw_frame(PLATE_WIDTH_PX, PLATE_HEIGHT_PX), x, y)
        draw_letter_tag(sheet, *find_plate_letter(x, y), letter_label)


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
    """Draw a shape and a count; `more` adds a small plus, left of the next faction's shape or below this one."""
    fill = DARK_INK if leads else CREAM
    part = Sheet(draw_count_ground(faction, width, leads=leads, diplomats=diplomats).image.copy())
    part.list_mark(12, 19, "influence", faction)
    if leads:
        part.list_mark(12, 19, "leads")
    if diplomats:
        part.list_mark(12, 19, "diplomats")
    is_plus_below = more and n > 9  # a number of two digits takes the width
    room = width - COUNT_LEFT_PX - (PLUS_SIZE_PX if more and not is_plus_below else 0)
    taken = part.text(COUNT_LEFT_PX, COUNT_HEIGHT_PX / 2, str(n), room, size=PHONE_DATA_SIZE_PX, fill=fill)
    if more:
        x, y = (6.0, 33) if is_plus_below else (COUNT_LEFT_PX + taken + PLUS_SIZE_PX / 2, 10)
        part.put(draw_plus(PLUS_SIZE_PX, fill), x, y)
    return part


def _has_bonus(presence: BasePresence) -> bool:
    return presence.total > presence.cubes + presence.diplomats


def measure_count(presence: BasePresence, pitch: int) -> int:
    """Return the width of a count with its shape, in pixels."""
    count = str(presence.cubes + presence.diplomats)
    count_width = COUNT_LEFT_PX + 2 + measure_width(count, "bold", PHONE_DATA_SIZE_PX)
    if _has_bonus(presence):
        count_width += PLUS_SIZE_PX
    return min(pitch - 1, count_width)


# ------------------------------------------------------------------ orbitals
def _draw_orbital(
    sheet: Sheet,
    orbital: VisibleOrbital,
    place: OrbitalPlace,
    letter_label: str,
    fmt: Formatter,
) -> None:
    """Draw the ring and badge of Orbital Control, the fleets by strength, and the name if the spread has one."""
    spread = place.spread
    if orbital.control:
        sheet.put(draw_halo(spread.ring - 3, FACTION_STYLES[orbital.control].colour), place.x, place.y)
    else:
        sheet.put(draw_unclaimed_ring(spread.ring - 2), place.x, place.y)
    name_left = spread.name
    if letter_label:
        draw_letter_tag(sheet, *find_orbital_letter(place), letter_label)
        # The ring comes after the tag and cuts its rim: the white of both is one shape.
        sheet.put(draw_halo(spread.ring + 2, FOCUS_COLOUR, 5), place.x, place.y)
        name_left += LETTER_WIDTH_PX
    if spread.name:
        max_width, name = PLATE_WIDTH_PX - name_left - 6, fmt(say(orbital.name))
        sheet.text(place.left + name_left, place.top + 20, name, max_width, size=PHONE_DATA_SIZE_PX)
    if orbital.control:
        bx, by, bonus = _find_badge(place, orbital.control_bonus)
        sheet.put(draw_control_badge(orbital.control, bonus), bx, by)
    _draw_fleets(sheet, orbital.squadrons, place)


class _FleetItem(NamedTuple):
    """A sprite and its label, with the width of both.

    `anchor_x` is the distance from the left edge to the sprite's anchor.
    """

    sprite: Sprite
    label: str
    label_size: int
    width: int
    anchor_x: int


def _create_items(squadrons: tuple[Squadron, ...], size: int, label_size: int) -> list[_FleetItem]:
    """Create the items of squadrons; the Rocinante is an item of its own and has the label only if it is alone."""
    items: list[_FleetItem] = []
    for squadron in squadrons:
        label, faction = phrases.format_strength(squadron.strength), squadron.faction
        others = squadron.token_count - squadron.rocinante
        if others:
            sprite = draw_fleet(faction, size, battleships=squadron.battleships > 0, scrap=others == squadron.scrap)
            item_width = size + size // 8 + measure_width(label, "bold", label_size)
            items.append(_FleetItem(sprite, label, label_size, item_width, size // 2))
            label = ""
        if squadron.rocinante:
            length = round(size * 1.2)
            item_width = round(length * 1.4)
            if label:
                item_width += measure_width(label, "bold", label_size) + 2
            items.append(
                _FleetItem(draw_rocinante(length, faction), label, label_size, item_width, round(length * 0.89))
            )
    return items


def _draw_fleets(sheet: Sheet, squadrons: tuple[Squadron, ...], place: OrbitalPlace) -> None:
    """Draw the fleets, each with its strength."""
    for item, (x, y) in arrange_fleets(squadrons, place):
        sheet.put(item.sprite, x + item.anchor_x, y)
        if item.label:
            sheet.text(x + item.width, y + 1, item.label, 80, size=item.label_size, align="r")


def find_item_box(item: _FleetItem, corner: Point) -> Box:
    """Return the box that a fleet and its strength cover."""
    x, y = round(corner[0]), round(corner[1])
    number_half = item.label_size // 2 if item.label else 0
    height_above = max(item.sprite.y, number_half)
    height_below = max(item.sprite.image.height - item.sprite.y, number_half)
    return x - 4, y - height_above - 2, x + item.width + 4, y + height_below


def arrange_fleets(squadrons: tuple[Squadron, ...], place: OrbitalPlace) -> list[tuple[_FleetItem, Point]]:
    """Find the left end of the middle line of each fleet: in as few rows as possible, smaller in several rows."""
    left, top, max_width, max_height = place.fleet_box
    gap = step = 0.0
    rows: list[list[_FleetItem]] = []
    for step, size, label_size in _list_fleet_sizes(max_height):
        gap = size // 7
        items = _create_items(squadrons, size, label_size)
        rows = _break_rows(items, max_width, gap)
        if len(rows) * step <= max_height and all(item.width <= max_width for item in items):
            break
    placed: list[tuple[_FleetItem, Point]] = []
    y = top + max_height / 2 - step * (len(rows) - 1) / 2
    for row in rows:
        x = float(left)
        for item in row:
            placed.append((item, (x, y)))
            x += item.width + gap
        y += step
    return placed


def list_piece_boxes(view: View) -> list[tuple[str, Box]]:
    """List the boxes of all fleets, counts of influence, tokens and badges, each with the word of its place."""
    places, factions = arrange_orbitals(create_map_chart(view)), phrases.list_factions(view)
    bases = {base.word: base for base in view.bases}
    boxes: list[tuple[str, Box]] = []
    for orbital in view.orbitals:
        place = places[orbital.word]
        boxes += [(orbital.word, find_item_box(*item)) for item in arrange_fleets(orbital.squadrons, place)]
        if orbital.control:
            x, y, bonus = _find_badge(place, orbital.control_bonus)
            half, middle = (39, 21) if bonus else (17, 17)
            boxes.append((orbital.word, (x - half, y - middle, x + half, y + middle)))
        for word, (x, y) in zip(orbital.bases, place.plates, strict=True):
            for presence in bases[word].presence:
                left, pitch = find_slot(factions.index(presence.faction), len(factions))
                end = x + left + measure_count(presence, pitch)
                boxes.append((word, (x + left, y + COUNT_TOP_PX, end, y + COUNT_TOP_PX + COUNT_HEIGHT_PX)))
            if bases[word].sample:
                mx, my, r = *_find_sample(x, y), SAMPLE_RADIUS_PX
                boxes.append((word, (mx - r, my - r, mx + r, my + r)))
    return boxes


def _find_badge(place: OrbitalPlace, bonus: int) -> tuple[int, int, int]:
    """Return the centre of the badge of Orbital Control, and the bonus that it shows: a rock shows none."""
    if place.spread is SMALL_SPREAD:
        return place.x - 10, place.y + 13, 0
    return place.x, place.y + place.spread.ring - 3, bonus


def _find_sample(x: int, y: int) -> tuple[int, int]:
    """Return the centre of the token on the plate at (x, y)."""
    return x + PLATE_WIDTH_PX - 16, y - 2


@lru_cache(maxsize=8)
def _list_fleet_sizes(max_height: int) -> tuple[tuple[float, int, int], ...]:
    """List the distances of rows with the sizes of fleets and numbers in them, the largest first."""
    steps = [min(MAX_FLEET_STEP_PX, max_height / row_count) for row_count in range(1, 7)]
    found: list[tuple[float, int, int]] = []
    for size, label_size in LARGE_FLEET_SIZES:
        least = max(MIN_LARGE_STEP_PX, size / FLEET_HEIGHT_SHARE)
        found += [(step, size, label_size) for step in steps if step >= least]
    for step in steps:
        if step < MIN_LARGE_STEP_PX:
            found.append((step, round(step * FLEET_HEIGHT_SHARE), MIN_DATA_SIZE_PX))
    return tuple(found)


def _break_rows(items: list[_FleetItem], max_width: int, gap: float) -> list[list[_FleetItem]]:
    """Break the items into rows of at most this width."""
    rows: list[list[_FleetItem]] = [[]]
    row_width = 0.0
    for item in items:
        if rows[-1] and row_width + item.width > max_width:
            rows.append([])
            row_width = 0.0
        rows[-1].append(item)
        row_width += item.width + gap
    return rows
