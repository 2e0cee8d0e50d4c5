"""What is drawn anew on the passage for every look: ships, and the letters of choices."""

from __future__ import annotations

from engine.games.paso.view import View
from engine.kernel.text import say
from render.kit.canvas import Point
from render.kit.hexes import Hex
from render.kit.marks import LETTER_R, letter, medal
from render.kit.scene import Scene
from render.kit.seats import badge, ship
from render.kit.sheet import Sheet
from render.kit.text import Formatter
from render.kit.theme import CREAM, INK
from render.paso import phrases
from render.paso.chart import cover, reprint_letter
from render.paso.layout import BOTTOM, LEFT, TOP, BoardLayout, berth, named
from render.paso.pieces import flag, halo, outlined, pointer, raid
from render.paso.static_layer import cells, directions, draw_traces
from render.paso.story import traces

RISE = 0.2
"""How far above the middle of its hexagon a ship lies, which leaves the letter below it free, by the radius."""
Spots = dict[str, tuple[Point, float]]
"""Where ships lie, by their spot, and how large they are."""


# -------------------------------------------------------------------------- ships
def ships(sheet: Sheet, view: View, layout: BoardLayout, acting: tuple[int, ...], but: int | None = None) -> Spots:
    """All ships but that of one seat; those beyond the window as arrows at its border."""
    spots: Spots = {}
    size = round(layout.r * 1.16)
    beyond: dict[bool, list[int]] = {True: [], False: []}
    top = {seen.name: view.pieces[seen.stack[-1]] for seen in view.hexes if seen.stack}
    raids = {name: one.owner for name, one in top.items() if one.kind == "x1"}
    for seen in sorted(view.players, key=lambda one: -one.row):
        if seen.seat == but:
            continue
        if not layout.shows(seen.row):
            beyond[seen.row > layout.high].append(seen.seat)
            continue
        at = berth(layout, view, seen)
        x, y = layout.middle(at)
        y -= layout.r * RISE
        spots[f"ship-{seen.seat}"] = ((x, y), size / 2)
        if seen.seat in acting:
            sheet.put(halo(layout.r), *layout.middle(at))
        sheet.put(ship(seen.seat, size), x, y)
        if seen.ship is None:
            continue
        reprint_letter(sheet, layout, at, view.columns)
        if raids.get(seen.ship) == seen.seat:
            sheet.put(raid(seen.seat, round(layout.r * 0.27)), x + layout.r * 0.56, y + layout.r * 0.55)
    for up, seats in beyond.items():
        _beyond(sheet, view, layout, seats, up=up)
    return spots


def _beyond(sheet: Sheet, view: View, layout: BoardLayout, seats: list[int], *, up: bool) -> None:
    """Ships outside of the window, with their rows, in a plate at its border."""
    if not seats:
        return
    wide = 34 + 104 * len(seats)
    right = layout.right - 8
    y = TOP + 32 if up else BOTTOM - 32
    sheet.image.paste(INK, (right - wide, y - 27, right, y + 27))
    sheet.image.paste(CREAM, (right - wide + 3, y - 24, right - 3, y + 24))
    x = right - wide + 22
    sheet.put(pointer(24, up=up), x, y)
    for seat in seats:
        sheet.put(badge(seat, 38, CREAM), x + 38, y)
        sheet.text(x + 62, y, str(view.players[seat].row), 44, fill=INK)
        x += 104


# -------------------------------------------------------------------------- marks
def marks(sheet: Sheet, scene: Scene, layout: BoardLayout, spots: Spots) -> None:
    """The letters of the choices on the passage: hexagons framed, ways and tiles outlined, ships ringed."""
    view: View = scene.view
    chests = {(seen.x, seen.row) for seen in view.hexes if seen.chest}
    for spot in scene.marks:  # all frames first: they reach into their neighbours
        at = _hexagon_of(view, spot)
        if spot in spots:
            (x, y), _ = spots[spot]
            sheet.put(halo(layout.r), x, y + layout.r * RISE)
        elif at is not None and layout.shows(at[1]):
            sheet.put(halo(layout.r), *layout.middle(at))
        elif spot.startswith("tile-"):
            _tile(sheet, view, layout, spot)
    for spot, mark in scene.marks.items():
        at = _hexagon_of(view, spot)
        if spot in spots:
            (x, y), r = spots[spot]
            letter(sheet, x + r * 0.8, max(y - r * 0.8, TOP + LETTER_R), mark)
        elif at is not None:
            price = spot.split("-")[1] if spot.startswith("to-") else ""
            _letter(sheet, layout, at, mark, price=price, full=at in chests)
        elif spot.startswith("tile-") and (path := _path(view, spot)):
            (ax, ay), (bx, by) = (layout.middle(hexagon) for hexagon in path[:2])
            letter(sheet, (ax + bx) / 2, (ay + by) / 2, mark)


def _hexagon_of(view: View, spot: str) -> Hex | None:
    """The hexagon of a spot; None for a tile and for what is not on the passage."""
    return None if spot.startswith("tile-") else named(view.columns, spot.rpartition("-")[2])


def _path(view: View, spot: str) -> tuple[Hex, ...]:
    """The hexagons of a tile; none for one that is not on the passage."""
    first = spot.removeprefix("tile-")
    return next((cells(view, tile.hexes) for tile in view.tiles if tile.hexes[0] == first), ())


def _letter(sheet: Sheet, layout: BoardLayout, at: Hex, mark: str, *, price: str, full: bool) -> None:
    """The letter of a hexagon, and what it costs to go there; beyond the window it is marked on the overview."""
    if not layout.shows(at[1]):
        x, y = layout.strip_middle(at)
        letter(sheet, x, y, mark)
        return
    x, y = layout.middle(at)
    dx, dy = (-16, -layout.r * 0.46) if full else (0, 0)
    letter(sheet, x + dx, y + dy, mark)
    if price:
        px, py = (x + 26, y + dy) if full else (x + 29, y + 24)
        sheet.put(medal(20, CREAM), px, py)
        sheet.text(px, py, price, 40, fill=INK, align="m")


def _tile(sheet: Sheet, view: View, layout: BoardLayout, spot: str) -> None:
    if path := _path(view, spot):
        sheet.put(outlined(directions(path), layout.r, whole=True), *layout.middle(path[0]))


def draw(sheet: Sheet, scene: Scene, layout: BoardLayout, fmt: Formatter) -> None:
    """What has happened, the open sea, ships and marks, on a board with its static layer."""
    view: View = scene.view
    draw_traces(sheet, traces(scene), view.columns, layout)
    _goal(sheet, layout, "" if any(seen.row > view.rows for seen in view.players) else fmt(say("Open sea")))
    spots = ships(sheet, view, layout, phrases.acting(scene))
    marks(sheet, scene, layout, spots)
    cover(sheet, layout)


def _goal(sheet: Sheet, layout: BoardLayout, words: str) -> None:
    """The open sea past the last row, and the waiting line before the first."""
    if layout.shows(layout.rows + 1):
        y = layout.field.line(layout.rows + 1) - layout.r * 0.2
        for side in (-1, 1):
            x = (LEFT + layout.right) / 2 + side * (layout.right - LEFT) * 0.4
            sheet.put(flag(46, CREAM, INK), x, y)
        room = (layout.right - LEFT) * 0.66
        sheet.text((LEFT + layout.right) / 2, y, words, room, size=42, role="title", fill=CREAM, align="m")
