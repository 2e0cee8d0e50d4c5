"""The parts of the passage that are drawn for every picture: ships, and the marks of the latest turns.

`choice_marks.py` draws the letters of choices.
"""

from __future__ import annotations

from engine.games.paso.view import View
from engine.kernel.text import say
from render.kit.canvas import Point
from render.kit.hexes import Hex
from render.kit.marks import draw_own_mark
from render.kit.movement.arrows import ARROW_REACH_PX, ArrowPath, MovedPiece, plan_arrows
from render.kit.movement.turn_marks import draw_arrow
from render.kit.scene import Scene
from render.kit.seats import draw_seat_badge, draw_ship
from render.kit.sheet import Sheet
from render.kit.text import Formatter
from render.kit.theme import CREAM, INK, SEAT_STYLES
from render.paso import choice_marks, phrases
from render.paso.chart import cover_overhang, redraw_letter
from render.paso.layout import (
    SHIP_RISE,
    WINDOW_BOTTOM_PX,
    WINDOW_LEFT_PX,
    WINDOW_TOP_PX,
    BoardLayout,
    ShipSpots,
    find_hexagon,
    find_ship_hexagon,
)
from render.paso.pieces import draw_flag, draw_halo, draw_pointer, draw_raid_token
from render.paso.static_layer import draw_turn_marks
from render.paso.story import list_turn_marks


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
        sheet.put(draw_own_mark(), x, y - radius)
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


def draw_live_layer(sheet: Sheet, scene: Scene, layout: BoardLayout, fmt: Formatter) -> None:
    """Draw the latest turns, the open sea, the ships and the marks on a board with its static layer."""
    view: View = scene.view
    draw_turn_marks(sheet, list_turn_marks(scene), view.columns, layout)
    is_over = any(player.row > view.rows for player in view.players)
    _draw_goal(sheet, layout, "" if is_over else fmt(say("Open sea")))
    spots = draw_ships(sheet, view, layout, phrases.list_acting_seats(scene))
    for arrow in list_arrows(scene, layout, spots):
        draw_arrow(sheet, arrow.points, SEAT_STYLES[arrow.seat].colour)
    choice_marks.draw_marks(sheet, scene, layout, spots)
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
