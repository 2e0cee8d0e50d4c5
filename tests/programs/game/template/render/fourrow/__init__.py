"""The painter of Four in a Row: the grid on the left, on the right who is to move and what has happened."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from engine.games.fourrow.view import View
from engine.kernel.text import Text, Translate, say
from render.fourrow.alt_text import describe_board, describe_hand, describe_position
from render.fourrow.layout import (
    BOARD_HEIGHT_PX,
    BOARD_WIDTH_PX,
    GOAL_LINE_Y_PX,
    NEWS_TOP_PX,
    PANEL_EDGE_PX,
    PANEL_LEFT_PX,
    PANEL_RIGHT_PX,
    PLAYER_CARDS_Y_PX,
    GridLayout,
)
from render.fourrow.phrases import (
    describe_discs_left,
    describe_goal,
    format_headline,
    list_acting_seats,
    list_turn_summaries,
)
from render.kit import encode
from render.kit.banner import write_headline
from render.kit.canvas import Canvas
from render.kit.legend import Legend, explain_sheet
from render.kit.marks import draw_gold_ring, draw_letter
from render.kit.news import write_news
from render.kit.prompt import write_prompt
from render.kit.scene import PictureShape, Scene, SpotPicture
from render.kit.seats import draw_seat_badge
from render.kit.sheet import Sheet
from render.kit.text import Formatter
from render.kit.theme import CREAM, GOLD, INK, MUTED, NAVY, NAVY_2, NAVY_3, SEA, SEAT_STYLES

__all__ = [
    "describe_board",
    "describe_hand",
    "describe_position",
    "draw_board",
    "draw_crop",
    "draw_hand",
    "draw_piece_face",
    "explain_picture",
    "find_movement",
    "find_picture",
    "list_turn_summaries",
    "load_palette",
]
HOLE_COLOUR = "#DCE8EC"
"""An empty cell."""
LEGEND: Legend = {draw_gold_ring: say("Gold ring: the newest disc, or the row that has won")}
"""The words for the marks. The kit has words for its own."""


def draw_board(scene: Scene, translate: Translate) -> Image.Image:
    """Draw the board: 1650 × 1050, RGB."""
    return compose_board(scene, translate).image


def compose_board(scene: Scene, translate: Translate) -> Sheet:
    """Draw the board with the list of the words on it."""
    view: View = scene.view
    grid = GridLayout(len(view.letters), view.rows)
    acts = list_acting_seats(scene)
    sheet = Sheet(_draw_empty_board(grid, view.letters, acts[0] if acts else -1).copy())
    for cell, seat in view.discs.items():
        sheet.put(draw_seat_badge(seat, grid.disc_diameter * 7 // 8, SEA), *grid.find_cell(view.letters, cell))
    for cell in view.row or filter(None, [view.newest]):
        sheet.put(draw_gold_ring(grid.disc_diameter // 2 + 6), *grid.find_cell(view.letters, cell))
    for spot, mark in scene.marks.items():
        draw_letter(sheet, *grid.find_mark_place(view.letters, spot.removeprefix("column-")), mark)
    _draw_panel(sheet, scene, Formatter(scene.names, translate))
    return sheet


def draw_crop(scene: Scene, translate: Translate) -> Image.Image | None:  # noqa: ARG001 - the painter's shape
    """None: the whole grid can be read on a phone."""
    return None


def draw_hand(scene: Scene, translate: Translate) -> Image.Image | None:  # noqa: ARG001
    """None: there are no hands."""
    return None


def draw_piece_face(face: object, translate: Translate) -> Image.Image | None:  # noqa: ARG001
    """Return None: no piece can be looked up."""
    return None


def explain_picture(kind: PictureShape, scene: Scene, translate: Translate) -> tuple[Text, ...]:
    """List the marks on the board."""
    return explain_sheet(compose_board(scene, translate) if kind == "board" else None, LEGEND)


def find_movement(scene: Scene) -> tuple[int, int, int, int]:  # noqa: ARG001
    """Return the part of the board on which pieces move."""
    return 0, 0, 1650, 1050


def find_picture(spot: str) -> SpotPicture:  # noqa: ARG001
    """Return the board: every place is on it."""
    return "board"


@lru_cache(maxsize=1)
def load_palette() -> Image.Image:
    """Load the palette: the plain colours exactly, smoothed edges as near as possible."""
    sample = Sheet(Image.new("RGB", (600, 200), SEA))
    for seat in (0, 1):
        sample.put(draw_seat_badge(seat, 110, SEA), 100 + 200 * seat, 100)
        sample.put(draw_gold_ring(61), 100 + 200 * seat, 100)
    plain = (
        NAVY,
        NAVY_2,
        NAVY_3,
        SEA,
        HOLE_COLOUR,
        CREAM,
        MUTED,
        GOLD,
        INK,
        *(look.colour for look in SEAT_STYLES[:2]),
    )
    words = encode.create_lettering_samples(
        "Four in a Row", [(NAVY_2, CREAM), (NAVY_2, MUTED), (NAVY, CREAM), (GOLD, INK)]
    )
    return encode.compute_palette([sample.image, *words], plain)


@lru_cache(maxsize=4)
def _draw_empty_board(grid: GridLayout, letters: str, acting: int) -> Image.Image:
    """Draw the empty grid with the names of its columns and rows, and the empty panel with the one who acts framed."""
    c = Canvas((BOARD_WIDTH_PX, BOARD_HEIGHT_PX), NAVY)
    c.rect(*grid.frame, SEA, radius=24)
    for x, name in enumerate(letters):
        c.text(*grid.find_name_place(letters, name), name.upper(), 46, CREAM, "label")
        for y in range(grid.rows):
            c.disc(*grid.find_middle(x, y), grid.disc_diameter / 2, HOLE_COLOUR)
    for y in range(grid.rows):
        c.text(grid.frame[0] - 34, grid.find_middle(0, y)[1], str(y + 1), 42, CREAM, "label")
    c.rect(PANEL_EDGE_PX + 20, 20, PANEL_RIGHT_PX, 120, GOLD, radius=14)
    for seat, y in enumerate(PLAYER_CARDS_Y_PX):
        c.rect(
            PANEL_EDGE_PX + 20,
            y - 65,
            PANEL_RIGHT_PX,
            y + 65,
            NAVY_2,
            radius=14,
            edge=GOLD if seat == acting else None,
            width=5,
        )
    return c.finish()


def _draw_panel(sheet: Sheet, scene: Scene, fmt: Formatter) -> None:
    """Whose turn it is or who has won, both players, what wins, and the last events or what is asked."""
    view: View = scene.view
    write_headline(
        sheet, PANEL_LEFT_PX, 70, format_headline(scene), PANEL_RIGHT_PX - PANEL_LEFT_PX - 16, fmt, size=50
    )
    for seat, y in enumerate(PLAYER_CARDS_Y_PX):
        sheet.put(draw_seat_badge(seat, 80, NAVY_2), PANEL_LEFT_PX + 44, y)
        sheet.text(PANEL_LEFT_PX + 110, y - 24, fmt.names[seat], PANEL_RIGHT_PX - PANEL_LEFT_PX - 126, size=42)
        sheet.text(
            PANEL_LEFT_PX + 110,
            y + 28,
            fmt(describe_discs_left(view.left[seat])),
            PANEL_RIGHT_PX - PANEL_LEFT_PX - 126,
            size=39,
            role="text",
            fill=MUTED,
        )
    sheet.text(PANEL_LEFT_PX, GOAL_LINE_Y_PX, fmt(describe_goal(view.goal)), PANEL_RIGHT_PX - PANEL_LEFT_PX, size=42)
    if scene.prompt is None:
        write_news(
            sheet, scene, fmt, (PANEL_LEFT_PX, PANEL_RIGHT_PX), NEWS_TOP_PX, lines=8, line_height=48, older_lines=2
        )
    write_prompt(sheet, scene, fmt, (PANEL_LEFT_PX, NEWS_TOP_PX, PANEL_RIGHT_PX, BOARD_HEIGHT_PX - 20), None)
