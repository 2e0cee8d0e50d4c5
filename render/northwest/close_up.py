"""A part of the chart of Expedition: Northwest Passage for small screens: whose turn, the round, and the squares that matter."""

from __future__ import annotations

from collections.abc import Iterable

from PIL import Image

from engine.games.northwest.view import View
from engine.kernel.text import say
from render.kit.banner import write_headline
from render.kit.canvas import Point
from render.kit.prompt import measure_prompt, write_prompt
from render.kit.scene import Scene
from render.kit.seats import draw_seat_badge
from render.kit.sheet import Sheet
from render.kit.text import Formatter
from render.kit.theme import CREAM, GOLD, INK, NAVY, PAPER
from render.northwest import phrases, strip
from render.northwest.layout import CHART_LEFT_PX, CHART_TOP_PX, ROW_LETTERS, BoardLayout, SpotPlaces
from render.northwest.pieces import draw_crystal

SHOWN_COLUMNS, SHOWN_ROWS = 8, 6
HEADER_HEIGHT_PX, SCALE_HEIGHT_PX, FOOT_HEIGHT_PX = 60, 44, 52
"""The height of the head, of the scale, and of a foot without a question."""
MARKET_SPOT_PREFIXES = ("market-", "small-")
"""What is marked in the market."""


def compose_close_up(
    scene: Scene, board: Sheet, layout: BoardLayout, spots: SpotPlaces, fmt: Formatter
) -> Sheet | None:
    """Part of the board in a frame of its own, with every marked spot in it, and the market; None if they are too far apart."""
    view: View = scene.view
    window = _find_window(scene, layout, spots)
    if window is None:
        return None
    left, top = window
    wide, high = min(SHOWN_COLUMNS, layout.columns) * layout.side, min(SHOWN_ROWS, layout.rows) * layout.side
    foot, market = (
        HEADER_HEIGHT_PX + max(SCALE_HEIGHT_PX + high, strip.SIDE_MARKET_HEIGHT_PX) + 6,
        SCALE_HEIGHT_PX + wide + 14,
    )
    asked = measure_prompt(scene, fmt, market + strip.SIDE_MARKET_WIDTH_PX, phrases.describe_resources(view))
    sheet = Sheet(Image.new("RGB", (market + strip.SIDE_MARKET_WIDTH_PX, foot + (asked or FOOT_HEIGHT_PX)), PAPER))
    sheet.image.paste(
        INK,
        (
            SCALE_HEIGHT_PX - 3,
            HEADER_HEIGHT_PX + SCALE_HEIGHT_PX - 3,
            SCALE_HEIGHT_PX + wide + 3,
            HEADER_HEIGHT_PX + SCALE_HEIGHT_PX + high + 3,
        ),
    )
    x, y = CHART_LEFT_PX + left * layout.side, CHART_TOP_PX + top * layout.side
    sheet.paste_part(board.crop_part((x, y, x + wide, y + high)), SCALE_HEIGHT_PX, HEADER_HEIGHT_PX + SCALE_HEIGHT_PX)
    for k in range(wide // layout.side):
        across = SCALE_HEIGHT_PX + (k + 0.5) * layout.side
        sheet.text(
            across,
            HEADER_HEIGHT_PX + SCALE_HEIGHT_PX / 2,
            str(left + k + 1),
            layout.side,
            role="label",
            fill=INK,
            align="m",
        )
    for k in range(high // layout.side):
        middle = HEADER_HEIGHT_PX + SCALE_HEIGHT_PX + (k + 0.5) * layout.side - 2
        sheet.text(
            SCALE_HEIGHT_PX / 2, middle, ROW_LETTERS[top + k], SCALE_HEIGHT_PX, role="label", fill=INK, align="m"
        )
    _draw_head(sheet, scene, fmt)
    strip.draw_side_market(sheet, scene, fmt, market, HEADER_HEIGHT_PX + 8)
    sheet.image.paste(NAVY, (0, foot, *sheet.image.size))
    if scene.prompt:
        write_prompt(sheet, scene, fmt, (0, foot, *sheet.image.size), phrases.describe_resources(view))
    else:
        _draw_foot(sheet, view, fmt, foot)
    return sheet


def _find_window(scene: Scene, layout: BoardLayout, spots: SpotPlaces) -> tuple[int, int] | None:
    """The first column and row to show: round the marks, else round the viewer's ship or the one to move."""
    view: View = scene.view
    on_chart = [spot for spot in scene.marks if not spot.startswith(MARKET_SPOT_PREFIXES)]
    marked = [at for spot in on_chart if (at := _find_mark(spot, layout, spots))]
    if len(marked) < len(on_chart):
        return None
    ships = (spots.get(f"ship-{seat}") for seat in (view.viewer, view.to_move))
    at = next((ship[0] for ship in ships if ship), layout.find_middle(view.greenland[0]))
    across = _find_first_square(
        (x - CHART_LEFT_PX for x, _ in marked or [at]), layout.side, SHOWN_COLUMNS, layout.columns
    )
    down = _find_first_square((y - CHART_TOP_PX for _, y in marked or [at]), layout.side, SHOWN_ROWS, layout.rows)
    return None if across is None or down is None else (across, down)


def _find_mark(spot: str, layout: BoardLayout, spots: SpotPlaces) -> Point | None:
    """The middle of a marked spot on the chart, None for one beside it."""
    if spot in spots:
        return spots[spot][0]
    cell = layout.find_square(spot.partition("-")[0])
    return layout.find_middle(cell) if cell else None


def _find_first_square(marks: Iterable[float], side: int, shown: int, there: int) -> int | None:
    """The first of `shown` neighbouring squares, of `there` in all, with all marks in their middle; None if they do not fit."""
    at = [mark / side for mark in marks]
    if max(at) // 1 - min(at) // 1 >= shown:
        return None
    first = round((min(at) + max(at) - shown) / 2)
    return min(max(0, first), max(0, there - shown))


def _draw_head(sheet: Sheet, scene: Scene, fmt: Formatter) -> None:
    """Whose turn it is and the round."""
    view: View = scene.view
    wide = sheet.image.width
    sheet.image.paste(GOLD, (0, 0, wide, HEADER_HEIGHT_PX))
    x, seats = 12, view.winners if view.ended else scene.winners or phrases.list_acting_seats(scene)
    if len(seats) == 1:
        sheet.put(draw_seat_badge(seats[0], 42, GOLD), 34, HEADER_HEIGHT_PX / 2)
        x = 66
    taken = sheet.text(wide - 12, HEADER_HEIGHT_PX / 2, f"{view.sun.round} / {view.rounds}", 110, fill=INK, align="r")
    room = wide - 12 - taken - 20 - x
    write_headline(sheet, x, HEADER_HEIGHT_PX / 2 - 1, phrases.format_headline(scene), room, fmt, size=40, min_size=39)


def _draw_foot(sheet: Sheet, view: View, fmt: Formatter, y: int) -> None:
    """The ice now and next."""
    wide = sheet.image.width
    middle = y + FOOT_HEIGHT_PX / 2
    sheet.put(draw_crystal(34, CREAM), 26, middle)
    label = phrases.describe_ice(view.sun.frozen_rows)
    if view.suns and not view.ended:
        label = say("{ice}; next: {next}", ice=label, next=phrases.describe_ice_reach(view.suns[0].frozen_rows))
    sheet.text(52, middle, fmt(label), wide - 60)
