"""The parts of the passage that are drawn for every picture: ships, the marks of the latest turns, and the letters of
choices.
"""

from __future__ import annotations

from engine.games.paso.view import View
from engine.kernel.text import say
from render.kit.canvas import Point
from render.kit.hexes import Hex
from render.kit.marks import LETTER_RADIUS_PX, draw_letter, draw_medal, draw_own_mark
from render.kit.movement.arrows import ARROW_REACH_PX, ArrowPath, MovedPiece, plan_arrows
from render.kit.movement.turn_marks import draw_arrow
from render.kit.scene import Scene
from render.kit.seats import draw_seat_badge, draw_ship
from render.kit.sheet import Sheet
from render.kit.text import Formatter
from render.kit.theme import CREAM, INK, SEAT_STYLES
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
"""The distance of a ship above the middle of its hexagon, as a share of the radius. It leaves the letter below the ship
free.
"""
ShipSpots = dict[str, tuple[Point, float]]
"""The places of ships by their spot: the middle and half the size."""


# -------------------------------------------------------------------------- ships
def draw_ships(
    sheet: Sheet, view: View, layout: BoardLayout, acting: tuple[int, ...], omitted_seat: int | None = None
) -> ShipSpots:
    """Draw all ships except one seat's, those beyond the window as badges at its border.

    Returns the places of the ships in the window.
    """
    spots: ShipSpots = {}
    size = round(layout.r * 1.16)
    beyond: dict[bool, list[int]] = {True: [], False: []}
    raids = _map_top_raid_tokens(view)
    for player in sorted(view.players, key=lambda player: -player.row):
        if player.seat == omitted_seat:
            continue
        if not layout.is_row_visible(player.row):
            beyond[player.row > layout.top_row].append(player.seat)
            continue
        hexagon = find_ship_hexagon(layout, view, player)
        x, y = layout.find_middle(hexagon)
        y -= layout.r * SHIP_RISE
        spots[f"ship-{player.seat}"] = ((x, y), size / 2)
        if player.seat in acting:
            sheet.put(draw_halo(layout.r), *layout.find_middle(hexagon))
        sheet.put(draw_ship(player.seat, size), x, y)
        if player.ship is None:
            continue
        redraw_letter(sheet, layout, hexagon, view.columns)
        if raids.get(player.ship) == player.seat:
            token = draw_raid_token(player.seat, round(layout.r * 0.27))
            sheet.put(token, x + layout.r * 0.56, y + layout.r * 0.55)
    own = spots.get(f"ship-{view.viewer}")
    if own and view.players[view.viewer or 0].ship is not None:
        (x, y), radius = own
        sheet.put(draw_own_mark(), x, y - radius + 6)
    for is_upper, seats in beyond.items():
        _draw_ships_beyond(sheet, view, layout, seats, is_upper=is_upper)
    return spots


def _map_top_raid_tokens(view: View) -> dict[str, int | None]:
    """Map the hexes with a raid token on top to its owner."""
    owners: dict[str, int | None] = {}
    for hexagon in view.hexes:
        if hexagon.stack:
            piece = view.pieces[hexagon.stack[-1]]
            if piece.kind == "x1":
                owners[hexagon.name] = piece.owner
    return owners


def _draw_ships_beyond(sheet: Sheet, view: View, layout: BoardLayout, seats: list[int], *, is_upper: bool) -> None:
    """Draw the badges and rows of ships outside the window in a plate at its border."""
    if not seats:
        return
    width = 34 + 104 * len(seats)
    right = layout.window_right - 8
    y = WINDOW_TOP_PX + 32 if is_upper else WINDOW_BOTTOM_PX - 32
    sheet.image.paste(INK, (right - width, y - 27, right, y + 27))
    sheet.image.paste(CREAM, (right - width + 3, y - 24, right - 3, y + 24))
    x = right - width + 22
    sheet.put(draw_pointer(24, points_up=is_upper), x, y)
    for seat in seats:
        sheet.put(draw_seat_badge(seat, 38, CREAM), x + 38, y)
        sheet.text(x + 62, y, str(view.players[seat].row), 44, fill=INK)
        x += 104


# ------------------------------------------------------------------------- arrows
def list_arrows(scene: Scene, layout: BoardLayout, spots: ShipSpots) -> list[ArrowPath]:
    """List the arrows of ships that have moved in the latest turns without a token, which would show the way."""
    moved: list[MovedPiece] = []
    for turn in list_turn_marks(scene):
        start = find_hexagon(scene.view.columns, turn.way[0]) if len(turn.way) > 1 and not turn.pieces_laid else None
        spot = spots.get(f"ship-{turn.seat}")
        if start is not None and spot is not None:
            moved.append(MovedPiece(turn.seat, _find_start(layout, start), *spot))
    chart = (WINDOW_LEFT_PX, WINDOW_TOP_PX, layout.window_right, WINDOW_BOTTOM_PX)
    return plan_arrows(chart, moved, list(spots.values()))


def _find_start(layout: BoardLayout, hexagon: Hex) -> Point:
    """Return the middle of a hexagon, or for one beyond the window the nearest point of its border."""
    x, y = layout.find_middle(hexagon)
    return x, min(max(y, WINDOW_TOP_PX + ARROW_REACH_PX), WINDOW_BOTTOM_PX - ARROW_REACH_PX)


# -------------------------------------------------------------------------- marks
def draw_marks(sheet: Sheet, scene: Scene, layout: BoardLayout, spots: ShipSpots) -> None:
    """Draw the letters of the choices on the passage, with frames around hexagons, tiles and ships."""
    # All frames come before the letters, because they reach into their neighbours.
    for spot in scene.marks:
        _draw_mark_frame(sheet, scene.view, layout, spots, spot)
    for spot, letter in scene.marks.items():
        _draw_mark_letter(sheet, scene.view, layout, spots, spot, letter)


def _draw_mark_frame(sheet: Sheet, view: View, layout: BoardLayout, spots: ShipSpots, spot: str) -> None:
    hexagon = _find_hexagon(view, spot)
    if spot in spots:
        (x, y), _ = spots[spot]
        sheet.put(draw_halo(layout.r), x, y + layout.r * SHIP_RISE)
    elif hexagon is not None and layout.is_row_visible(hexagon[1]):
        sheet.put(draw_halo(layout.r), *layout.find_middle(hexagon))
    elif path := _find_tile_path(view, spot):
        outline = draw_path_outline(compute_directions(path), layout.r, whole_hexagons=True)
        sheet.put(outline, *layout.find_middle(path[0]))


def _draw_mark_letter(sheet: Sheet, view: View, layout: BoardLayout, spots: ShipSpots, spot: str, letter: str) -> None:
    hexagon = _find_hexagon(view, spot)
    if spot in spots:
        (x, y), r = spots[spot]
        draw_letter(sheet, x + r * 0.8, max(y - r * 0.8, WINDOW_TOP_PX + LETTER_RADIUS_PX), letter)
    elif hexagon is not None:
        has_chest = any((visible.x, visible.row) == hexagon and visible.has_chest for visible in view.hexes)
        price = spot.split("-")[1] if spot.startswith("to-") else ""
        _draw_hexagon_letter(sheet, layout, hexagon, letter, price=price, has_chest=has_chest)
    elif path := _find_tile_path(view, spot):
        (ax, ay), (bx, by) = layout.find_middle(path[0]), layout.find_middle(path[1])
        draw_letter(sheet, (ax + bx) / 2, (ay + by) / 2, letter)


def _find_hexagon(view: View, spot: str) -> Hex | None:
    """Return the hexagon of a spot; None for a tile and for spots that are not on the passage."""
    if spot.startswith("tile-"):
        return None
    return find_hexagon(view.columns, spot.rpartition("-")[2])


def _find_tile_path(view: View, spot: str) -> tuple[Hex, ...]:
    """Return the hexagons of a tile's spot; empty for any other spot."""
    kind, _, first_hex = spot.partition("-")
    if kind == "tile":
        for tile in view.tiles:
            if tile.hexes[0] == first_hex:
                return find_hexagons(view, tile.hexes)
    return ()


def _draw_hexagon_letter(
    sheet: Sheet, layout: BoardLayout, hexagon: Hex, letter: str, *, price: str, has_chest: bool
) -> None:
    """Draw the letter of a hexagon and its price; beyond the window the letter is drawn on the overview."""
    if not layout.is_row_visible(hexagon[1]):
        x, y = layout.find_overview_middle(hexagon)
        draw_letter(sheet, x, y, letter)
        return
    x, y = layout.find_middle(hexagon)
    price_x, price_y = x + 29, y + 24
    if has_chest:
        price_x, price_y = x + 26, y - layout.r * 0.46
        x, y = x - 16, price_y
    draw_letter(sheet, x, y, letter)
    if price:
        sheet.put(draw_medal(20, CREAM), price_x, price_y)
        sheet.text(price_x, price_y, price, 40, fill=INK, align="m")


def draw_live_layer(sheet: Sheet, scene: Scene, layout: BoardLayout, fmt: Formatter) -> None:
    """Draw the latest turns, the open sea, the ships and the marks on a board with its static layer."""
    view: View = scene.view
    draw_turn_marks(sheet, list_turn_marks(scene), view.columns, layout)
    is_over = any(player.row > view.rows for player in view.players)
    _draw_goal(sheet, layout, "" if is_over else fmt(say("Open sea")))
    spots = draw_ships(sheet, view, layout, phrases.list_acting_seats(scene))
    for arrow in list_arrows(scene, layout, spots):
        draw_arrow(sheet, arrow.points, SEAT_STYLES[arrow.seat].colour)
    draw_marks(sheet, scene, layout, spots)
    cover_overhang(sheet, layout)


def _draw_goal(sheet: Sheet, layout: BoardLayout, words: str) -> None:
    """Draw the open sea past the last row, if it is in the window."""
    if not layout.is_row_visible(layout.rows + 1):
        return
    middle, width = (WINDOW_LEFT_PX + layout.window_right) / 2, layout.window_right - WINDOW_LEFT_PX
    y = layout.field.find_row_y(layout.rows + 1) - layout.r * 0.2
    for side in (-1, 1):
        sheet.put(draw_flag(46, CREAM, INK), middle + side * width * 0.4, y)
    sheet.text(middle, y, words, width * 0.66, size=42, role="title", fill=CREAM, align="m")
