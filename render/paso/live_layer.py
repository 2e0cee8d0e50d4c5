"""What is drawn anew on the passage for every look: ships, and the letters of choices."""

from __future__ import annotations

from engine.games.paso.view import View
from engine.kernel.text import say
from render.kit.canvas import Point
from render.kit.hexes import Hex
from render.kit.marks import LETTER_RADIUS_PX, draw_letter, draw_medal
from render.kit.scene import Scene
from render.kit.seats import draw_seat_badge, draw_ship
from render.kit.sheet import Sheet
from render.kit.text import Formatter
from render.kit.theme import CREAM, INK
from render.paso import phrases
from render.paso.chart import cover_overhang, redraw_letter
from render.paso.layout import (
    WINDOW_BOTTOM_PX,
    WINDOW_LEFT_PX,
    WINDOW_TOP_PX,
    BoardLayout,
    find_hexagon,
    find_ship_hexagon,
)
from render.paso.pieces import draw_flag, draw_halo, draw_path_outline, draw_pointer, draw_raid_token
from render.paso.static_layer import compute_directions, draw_turn_marks, find_hexagons
from render.paso.story import list_turn_marks

SHIP_RISE = 0.2
"""How far above the middle of its hexagon a ship lies, which leaves the letter below it free, by the radius."""
ShipSpots = dict[str, tuple[Point, float]]
"""Where ships lie, by their spot, and how large they are."""


# -------------------------------------------------------------------------- ships
def draw_ships(
    sheet: Sheet, view: View, layout: BoardLayout, acting: tuple[int, ...], omitted_seat: int | None = None
) -> ShipSpots:
    """All ships but that of one seat; those beyond the window as arrows at its border."""
    spots: ShipSpots = {}
    size = round(layout.r * 1.16)
    beyond: dict[bool, list[int]] = {True: [], False: []}
    top = {seen.name: view.pieces[seen.stack[-1]] for seen in view.hexes if seen.stack}
    raids = {name: one.owner for name, one in top.items() if one.kind == "x1"}
    for seen in sorted(view.players, key=lambda one: -one.row):
        if seen.seat == omitted_seat:
            continue
        if not layout.is_row_visible(seen.row):
            beyond[seen.row > layout.top_row].append(seen.seat)
            continue
        at = find_ship_hexagon(layout, view, seen)
        x, y = layout.find_middle(at)
        y -= layout.r * SHIP_RISE
        spots[f"ship-{seen.seat}"] = ((x, y), size / 2)
        if seen.seat in acting:
            sheet.put(draw_halo(layout.r), *layout.find_middle(at))
        sheet.put(draw_ship(seen.seat, size), x, y)
        if seen.ship is None:
            continue
        redraw_letter(sheet, layout, at, view.columns)
        if raids.get(seen.ship) == seen.seat:
            sheet.put(draw_raid_token(seen.seat, round(layout.r * 0.27)), x + layout.r * 0.56, y + layout.r * 0.55)
    for up, seats in beyond.items():
        _draw_ships_beyond(sheet, view, layout, seats, is_upper=up)
    return spots


def _draw_ships_beyond(sheet: Sheet, view: View, layout: BoardLayout, seats: list[int], *, is_upper: bool) -> None:
    """Ships outside of the window, with their rows, in a plate at its border."""
    if not seats:
        return
    wide = 34 + 104 * len(seats)
    right = layout.window_right - 8
    y = WINDOW_TOP_PX + 32 if is_upper else WINDOW_BOTTOM_PX - 32
    sheet.image.paste(INK, (right - wide, y - 27, right, y + 27))
    sheet.image.paste(CREAM, (right - wide + 3, y - 24, right - 3, y + 24))
    x = right - wide + 22
    sheet.put(draw_pointer(24, points_up=is_upper), x, y)
    for seat in seats:
        sheet.put(draw_seat_badge(seat, 38, CREAM), x + 38, y)
        sheet.text(x + 62, y, str(view.players[seat].row), 44, fill=INK)
        x += 104


# -------------------------------------------------------------------------- marks
def draw_marks(sheet: Sheet, scene: Scene, layout: BoardLayout, spots: ShipSpots) -> None:
    """The letters of the choices on the passage: hexagons framed, ways and tiles outlined, ships ringed."""
    view: View = scene.view
    chests = {(seen.x, seen.row) for seen in view.hexes if seen.has_chest}
    for spot in scene.marks:  # all frames first: they reach into their neighbours
        at = _find_hexagon(view, spot)
        if spot in spots:
            (x, y), _ = spots[spot]
            sheet.put(draw_halo(layout.r), x, y + layout.r * SHIP_RISE)
        elif at is not None and layout.is_row_visible(at[1]):
            sheet.put(draw_halo(layout.r), *layout.find_middle(at))
        elif spot.startswith("tile-"):
            _draw_tile_mark(sheet, view, layout, spot)
    for spot, mark in scene.marks.items():
        at = _find_hexagon(view, spot)
        if spot in spots:
            (x, y), r = spots[spot]
            draw_letter(sheet, x + r * 0.8, max(y - r * 0.8, WINDOW_TOP_PX + LETTER_RADIUS_PX), mark)
        elif at is not None:
            price = spot.split("-")[1] if spot.startswith("to-") else ""
            _draw_letter(sheet, layout, at, mark, price=price, full=at in chests)
        elif spot.startswith("tile-") and (path := _find_tile_path(view, spot)):
            (ax, ay), (bx, by) = (layout.find_middle(hexagon) for hexagon in path[:2])
            draw_letter(sheet, (ax + bx) / 2, (ay + by) / 2, mark)


def _find_hexagon(view: View, spot: str) -> Hex | None:
    """The hexagon of a spot; None for a tile and for what is not on the passage."""
    return None if spot.startswith("tile-") else find_hexagon(view.columns, spot.rpartition("-")[2])


def _find_tile_path(view: View, spot: str) -> tuple[Hex, ...]:
    """The hexagons of a tile; none for one that is not on the passage."""
    first = spot.removeprefix("tile-")
    return next((find_hexagons(view, tile.hexes) for tile in view.tiles if tile.hexes[0] == first), ())


def _draw_letter(sheet: Sheet, layout: BoardLayout, hexagon: Hex, mark: str, *, price: str, full: bool) -> None:
    """The letter of a hexagon, and what it costs to go there; beyond the window it is marked on the overview."""
    if not layout.is_row_visible(hexagon[1]):
        x, y = layout.find_overview_middle(hexagon)
        draw_letter(sheet, x, y, mark)
        return
    x, y = layout.find_middle(hexagon)
    dx, dy = (-16, -layout.r * 0.46) if full else (0, 0)
    draw_letter(sheet, x + dx, y + dy, mark)
    if price:
        px, py = (x + 26, y + dy) if full else (x + 29, y + 24)
        sheet.put(draw_medal(20, CREAM), px, py)
        sheet.text(px, py, price, 40, fill=INK, align="m")


def _draw_tile_mark(sheet: Sheet, view: View, layout: BoardLayout, spot: str) -> None:
    if path := _find_tile_path(view, spot):
        sheet.put(
            draw_path_outline(compute_directions(path), layout.r, whole_hexagons=True), *layout.find_middle(path[0])
        )


def draw_live_layer(sheet: Sheet, scene: Scene, layout: BoardLayout, fmt: Formatter) -> None:
    """What has happened, the open sea, ships and marks, on a board with its static layer."""
    view: View = scene.view
    draw_turn_marks(sheet, list_turn_marks(scene), view.columns, layout)
    _draw_goal(sheet, layout, "" if any(seen.row > view.rows for seen in view.players) else fmt(say("Open sea")))
    spots = draw_ships(sheet, view, layout, phrases.list_acting_seats(scene))
    draw_marks(sheet, scene, layout, spots)
    cover_overhang(sheet, layout)


def _draw_goal(sheet: Sheet, layout: BoardLayout, words: str) -> None:
    """The open sea past the last row, and the waiting line before the first."""
    if layout.is_row_visible(layout.rows + 1):
        y = layout.field.find_row_y(layout.rows + 1) - layout.r * 0.2
        for side in (-1, 1):
            x = (WINDOW_LEFT_PX + layout.window_right) / 2 + side * (layout.window_right - WINDOW_LEFT_PX) * 0.4
            sheet.put(draw_flag(46, CREAM, INK), x, y)
        room = (layout.window_right - WINDOW_LEFT_PX) * 0.66
        sheet.text(
            (WINDOW_LEFT_PX + layout.window_right) / 2, y, words, room, size=42, role="title", fill=CREAM, align="m"
        )
