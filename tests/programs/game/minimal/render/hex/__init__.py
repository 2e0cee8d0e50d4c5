"""The painter of Hex."""

from __future__ import annotations

import math
from functools import lru_cache

from PIL import Image

from engine.games.hex.view import COLUMNS, SIZE, View
from engine.kernel.text import SeatMention, Text, Translate, say
from render.kit import banner, encode
from render.kit.alt_text import AltText, TextSection
from render.kit.banner import write_headline
from render.kit.canvas import Canvas, Point
from render.kit.legend import explain_sheet
from render.kit.marks import draw_gold_ring, draw_letter
from render.kit.news import write_news
from render.kit.prompt import write_prompt
from render.kit.scene import PictureShape, Scene, SpotPicture
from render.kit.seats import draw_seat_badge
from render.kit.sheet import Sheet
from render.kit.text import Formatter
from render.kit.theme import CREAM, GOLD, INK, MUTED, NAVY, NAVY_2, SEA, SEAT_STYLES

BOARD_WIDTH_PX, BOARD_HEIGHT_PX = 1650, 1050
CELL_RADIUS_PX = 62
PANEL_LEFT_PX = 1190
"""Where the panel begins."""
EMPTY_CELL_COLOUR = "#DCE8EC"


def draw_board(scene: Scene, translate: Translate) -> Image.Image:
    """Draw the board and the panel."""
    return compose_board(scene, translate).image


def compose_board(scene: Scene, translate: Translate) -> Sheet:
    """Compose the board and the panel."""
    view: View = scene.view
    fmt = Formatter(scene.names, translate)
    sheet = Sheet(draw_empty_board().copy())
    for cell, seat in view.stones.items():
        sheet.put(draw_seat_badge(seat, 90, SEA), *find_cell_centre(cell))
    if view.newest:
        sheet.put(draw_gold_ring(50), *find_cell_centre(view.newest))
    for spot, mark in scene.marks.items():
        x, y = find_column_label(spot.removeprefix("column-")) if spot.startswith("column-") else find_cell_centre(spot)
        draw_letter(sheet, x, y, mark)
    write_headline(
        sheet,
        PANEL_LEFT_PX + 20,
        80,
        format_headline(scene),
        BOARD_WIDTH_PX - PANEL_LEFT_PX - 60,
        fmt,
        size=46,
    )
    for seat, y in enumerate((210, 340)):
        sheet.put(draw_seat_badge(seat, 80, NAVY_2), PANEL_LEFT_PX + 60, y)
        sheet.text(PANEL_LEFT_PX + 120, y - 24, fmt.names[seat], BOARD_WIDTH_PX - PANEL_LEFT_PX - 150, size=42)
        sheet.text(
            PANEL_LEFT_PX + 120,
            y + 26,
            fmt(name_edges(seat)),
            BOARD_WIDTH_PX - PANEL_LEFT_PX - 150,
            size=39,
            role="text",
            fill=MUTED,
        )
    if scene.prompt is None:
        write_news(
            sheet, scene, fmt, (PANEL_LEFT_PX + 20, BOARD_WIDTH_PX - 20), 450, lines=8, line_height=48, older_lines=2
        )
    write_prompt(sheet, scene, fmt, (PANEL_LEFT_PX + 10, 420, BOARD_WIDTH_PX - 10, BOARD_HEIGHT_PX - 20), None)
    return sheet


def find_cell_centre(cell: str) -> Point:
    """Return the centre of a cell."""
    column, row = COLUMNS.index(cell[0]), int(cell[1:]) - 1
    wide = CELL_RADIUS_PX * math.sqrt(3)
    return 150 + wide * (column + row / 2), BOARD_HEIGHT_PX - 180 - CELL_RADIUS_PX * 1.5 * row


def find_column_label(column: str) -> Point:
    """Return the place of the mark of a column, above its top cell."""
    x, y = find_cell_centre(f"{column}{SIZE}")
    return x + 30, y - 100


@lru_cache(maxsize=1)
def draw_empty_board() -> Image.Image:
    """Draw the empty board with the names of its cells, and the empty panel."""
    canvas = Canvas((BOARD_WIDTH_PX, BOARD_HEIGHT_PX), NAVY)
    for column in COLUMNS:
        for row in range(1, SIZE + 1):
            x, y = find_cell_centre(f"{column}{row}")
            corners = [math.radians(60 * k + 30) for k in range(6)]
            canvas.poly([(x + 57 * math.cos(a), y + 57 * math.sin(a)) for a in corners], EMPTY_CELL_COLOUR)
        x, y = find_cell_centre(f"{column}1")
        canvas.text(x, y + 95, column.upper(), 42, CREAM, "label")
    for row in range(1, SIZE + 1):
        x, y = find_cell_centre(f"a{row}")
        canvas.text(x - 95, y, str(row), 42, CREAM, "label")
    canvas.rect(PANEL_LEFT_PX + 10, 20, BOARD_WIDTH_PX - 20, 130, GOLD, radius=14)
    for y in (210, 340):
        canvas.rect(PANEL_LEFT_PX + 10, y - 60, BOARD_WIDTH_PX - 20, y + 60, NAVY_2, radius=14)
    return canvas.finish()


@lru_cache(maxsize=1)
def load_palette() -> Image.Image:
    """Return the colours of the board and of letters on it."""
    sample = Sheet(Image.new("RGB", (600, 200), SEA))
    for seat in (0, 1):
        sample.put(draw_seat_badge(seat, 90, SEA), 100 + 200 * seat, 100)
        sample.put(draw_gold_ring(50), 100 + 200 * seat, 100)
    plain = (NAVY, NAVY_2, SEA, EMPTY_CELL_COLOUR, CREAM, MUTED, GOLD, INK, *(look.colour for look in SEAT_STYLES[:2]))
    words = encode.create_lettering_samples("Hex", [(NAVY_2, CREAM), (NAVY_2, MUTED), (NAVY, CREAM), (GOLD, INK)])
    return encode.compute_palette([sample.image, *words], plain)


def draw_crop(scene: Scene, translate: Translate) -> Image.Image | None:  # noqa: ARG001
    """Return None: the whole board can be read on a phone."""
    return None


def draw_hand(scene: Scene, translate: Translate) -> Image.Image | None:  # noqa: ARG001
    """Return None: nobody holds anything."""
    return None


def draw_piece_face(face: object, translate: Translate) -> Image.Image | None:  # noqa: ARG001
    """Return None: no piece can be looked up."""
    return None


def explain_picture(kind: PictureShape, scene: Scene, translate: Translate) -> tuple[Text, ...]:
    """List the marks on the board."""
    return explain_sheet(compose_board(scene, translate) if kind == "board" else None, {})


def find_movement(scene: Scene) -> tuple[int, int, int, int]:  # noqa: ARG001
    """Return the part of the board on which pieces move."""
    return 0, 0, 1650, 1050


def find_picture(spot: str) -> SpotPicture:  # noqa: ARG001
    """Return the board: every place is on it."""
    return "board"


def format_headline(scene: Scene) -> Text:
    """Say whose turn it is, or who has won."""
    view: View = scene.view
    acting = banner.list_acting_seats(scene, view.to_move, ended=view.winner is not None)
    if acting:
        return banner.describe_acting(acting, view.to_move)
    return banner.describe_winners(scene.winners if view.winner is None else (view.winner,))


def name_edges(seat: int) -> Text:
    """Say which edges a seat connects."""
    return say("left and right") if seat == 0 else say("bottom and top")


def list_turn_summaries(scene: Scene) -> tuple[Text, ...]:
    """Say where stones were placed in the latest turns."""
    views: list[View] = [*(one.view for one in scene.earlier_views[1:]), scene.view]
    return tuple(
        say("{seat} places a stone on {cell}.", seat=SeatMention(turn.seat), cell=after.newest.upper())
        for turn, after in zip(scene.earlier_views, views, strict=False)
    )


def describe_board(scene: Scene, translate: Translate) -> str:
    """Say whose turn it is, where the stones lie and what happened last."""
    return collect_board(scene, translate).build_text()


def describe_position(scene: Scene, translate: Translate) -> tuple[TextSection, ...]:
    """Describe everything on the board."""
    return collect_board(scene, translate).build_sections()


def collect_board(scene: Scene, translate: Translate) -> AltText:
    """Collect the sentences about the board."""
    view: View = scene.view
    words = AltText(scene.names, translate)
    words.add(0, say("{headline}.", headline=format_headline(scene)))
    if scene.end_reason:
        words.add(1, scene.end_reason)
    for seat in range(2):
        cells = sorted(cell.upper() for cell, owner in view.stones.items() if owner == seat)
        words.add(1, say("{seat} connects {edges}.", seat=SeatMention(seat), edges=name_edges(seat)))
        if cells:
            words.add(0, say("Stones of {seat}: {cells}.", seat=SeatMention(seat), cells=cells))
    for told in list_turn_summaries(scene) or scene.recent_events[-1:]:
        words.add(2, told)
    return words


def describe_hand(scene: Scene, translate: Translate) -> str:  # noqa: ARG001
    """Return "": nobody holds anything."""
    return ""
