"""The course of a finished game as a picture: everybody's chances over the moves, turning points, and luck and choices."""

from __future__ import annotations

from typing import NamedTuple, Optional

import msgspec
from PIL import Image

from engine.kernel.text import Seat, SeatMention, Text, Translate, say
from render.kit import encode
from render.kit.alt_text import AltText
from render.kit.canvas import Sprite, create_canvas
from render.kit.poster import POSTER_HEIGHT_PX, POSTER_WIDTH_PX, PosterPage, graph
from render.kit.seats import draw_seat_badge
from render.kit.sheet import Sheet
from render.kit.text import Formatter, PlayerName, find_fitting_size
from render.kit.theme import GOLD, INK, PAPER, SEAT_COLOURS, SEAT_STYLES, Colour, merge_tones, mix_colours

GRAPH_LEFT_PX, GRAPH_RIGHT_PX, GRAPH_TOP_PX = 44, 1606, 140
GRAPH_TICKS_PX = 150
"""The space for the words at the ticks, left of the curves."""
ROW_HEIGHT_PX, ROWS_HEADER_HEIGHT_PX = 66, 52
"""The height of a seat's row below the graph, and of the words above the rows."""
PIN_RADIUS_PX = 32
"""The radius of the disc with the number of a turning point."""
CHANCE_STEPS = 1000
"""Steps of a chance on the graph."""
SEPIA_COLOUR = mix_colours(PAPER, INK, 0.66)
LUCKY_COLOUR, UNLUCKY_COLOUR = "#1F6B4F", "#A03A1E"
EXACT_COLOURS: tuple[Colour, ...] = (
    PAPER,
    INK,
    SEPIA_COLOUR,
    GOLD,
    LUCKY_COLOUR,
    UNLUCKY_COLOUR,
    *SEAT_COLOURS,
)


class ChoicesAndLuck(NamedTuple):
    """What a seat's choices and its luck changed in its chance of winning, in percent."""

    choices: int
    luck: int


class GameCourse(msgspec.Struct, frozen=True):
    """The course of a game.

    `names` are the players' names by seat. `chances[k]` are the chances of all seats, from 0 to 1, before the move with the number
    `first_move` + k + 1; the last entry is the end of the game. `turning_points` are the indices k of such moves, and `marked` is
    the index of a move to mark. `fates` are each seat's choices and luck. `turn_spans` are, for each turning point, the
    entries of `chances` before and after its round; without them it is told by its move alone.
    """

    title: str
    names: tuple[str, ...]
    chances: tuple[tuple[float, ...], ...]
    first_move: int
    turning_points: tuple[int, ...]
    fates: tuple[ChoicesAndLuck, ...]
    marked: Optional[int] = None
    turn_spans: tuple[tuple[int, int], ...] = ()


def build_palette(image: Image.Image) -> Image.Image:
    """Compute the colours of one picture: it is drawn once, like a poster."""
    found = encode.compute_palette([image.reduce(5)], EXACT_COLOURS)
    found.info["tones"] = merge_tones({})
    return found


def compose_analysis(game_course: GameCourse, translate: Translate) -> Sheet:
    """Compose the picture, 1650 × 1050, RGB, with a list of the words on it."""
    fmt = Formatter(game_course.names, translate)
    sheet = Sheet(Image.new("RGB", (POSTER_WIDTH_PX, POSTER_HEIGHT_PX), PAPER))
    head, width = fmt(say("{game}: who stood how well", game=game_course.title)), GRAPH_RIGHT_PX - GRAPH_LEFT_PX
    sheet.text(GRAPH_LEFT_PX, 46, head, width, size=60, role="title", fill=INK)
    axis = fmt(say("Chance of winning, move by move; the moves on gold turned the game"))
    sheet.text(GRAPH_LEFT_PX, 98, axis, width, size=44, role="text", fill=SEPIA_COLOUR)
    seats = len(game_course.names)
    bottom = POSTER_HEIGHT_PX - ROWS_HEADER_HEIGHT_PX - ROW_HEIGHT_PX * seats - 22
    _draw_curves(sheet, game_course, (GRAPH_LEFT_PX - 14, GRAPH_TOP_PX - 14, GRAPH_RIGHT_PX + 24, bottom))
    _draw_fates(sheet, game_course, fmt, bottom + 12)
    return sheet


def _draw_curves(sheet: Sheet, game_course: GameCourse, box: tuple[int, int, int, int]) -> None:
    pages = []
    for k, chances in enumerate(game_course.chances):
        points = tuple(round(CHANCE_STEPS * chance) for chance in chances)
        pages.append(PosterPage(game_course.first_move + k, {}, points))
    order = sorted(range(len(game_course.names)), key=lambda seat: (game_course.chances[-1][seat], -seat))
    lines = [graph.GraphLine(seat, SEAT_STYLES[seat].colour, draw_seat_badge(seat, 46, PAPER)) for seat in order]
    style = graph.GraphStyle(PAPER, SEPIA_COLOUR, mix_colours(PAPER, SEPIA_COLOUR, 0.3))
    ticks = {0: "0 %", CHANCE_STEPS // 2: "50 %", CHANCE_STEPS: "100 %"}
    graph.draw_graph(sheet, pages, lines, box, style, ticks=ticks, left_margin=GRAPH_TICKS_PX, sign_gap=50)
    left, top, right, bottom = box
    curves_left, curves_width = left + GRAPH_TICKS_PX, right - left - graph.RIGHT_MARGIN_PX - GRAPH_TICKS_PX
    height = bottom - graph.BOTTOM_MARGIN_PX - top

    def find_x(move: int) -> float:
        return curves_left + curves_width * move / max(1, len(pages) - 1)

    if game_course.marked is not None:
        sheet.put(_draw_cursor(height), find_x(game_course.marked), top)
    for move in game_course.turning_points:
        x = find_x(min(move + 1, len(game_course.chances) - 1))  # the line turns after the move
        sheet.put(_draw_pin(height - PIN_RADIUS_PX), x, top + PIN_RADIUS_PX)
        number = str(game_course.first_move + move + 1)
        size = find_fitting_size(number, "label", 46, 2 * PIN_RADIUS_PX - 12)
        sheet.text(x, top + PIN_RADIUS_PX, number, 2 * PIN_RADIUS_PX - 12, size=size, role="label", fill=INK, align="m")


def _draw_cursor(height: int) -> Sprite:
    """Draw the line at the marked move, downwards from its anchor."""
    c = create_canvas(8, 2, 8, height + 2)
    c.line([(0, 0), (0, height)], INK, 5)
    return c.sprite()


def _draw_pin(height: int) -> Sprite:
    """Draw a disc for the number of a move on a thin line downwards; anchored at the middle of the disc."""
    c = create_canvas(PIN_RADIUS_PX + 4, PIN_RADIUS_PX + 4, PIN_RADIUS_PX + 4, height + 2)
    c.line([(0, 20), (0, height)], mix_colours(GOLD, INK, 0.25), 3)
    c.disc(0, 0, PIN_RADIUS_PX, GOLD, edge=INK, width=3)
    return c.sprite()


def _draw_fates(sheet: Sheet, game_course: GameCourse, fmt: Formatter, top: int) -> None:
    """Draw a row for each seat with what its choices and its luck have changed in its chance."""
    choices_x, luck_x = 1130, GRAPH_RIGHT_PX
    told = fmt(say("The chance was changed by"))
    sheet.text(GRAPH_LEFT_PX, top + ROWS_HEADER_HEIGHT_PX / 2, told, 700, size=40, role="text", fill=SEPIA_COLOUR)
    for x, text in ((choices_x, say("Choices")), (luck_x, say("Luck"))):
        sheet.text(x, top + ROWS_HEADER_HEIGHT_PX / 2, fmt(text), 420, size=40, fill=SEPIA_COLOUR, align="r")
    for seat, fate in enumerate(game_course.fates):
        y = top + ROWS_HEADER_HEIGHT_PX + ROW_HEIGHT_PX * seat + ROW_HEIGHT_PX / 2
        sheet.put(draw_seat_badge(seat, 50, PAPER), GRAPH_LEFT_PX + 30, y)
        sheet.text(GRAPH_LEFT_PX + 76, y, PlayerName(fmt.names[seat]), 700, size=48, fill=INK)
        for x, value in ((choices_x, fate.choices), (luck_x, fate.luck)):
            fill = INK
            if value > 0:
                fill = LUCKY_COLOUR
            elif value < 0:
                fill = UNLUCKY_COLOUR
            sheet.text(x, y, format_percent(value), 400, size=50, role="title", fill=fill, align="r")


def format_percent(value: int) -> str:
    """Format percent with their sign."""
    if value:
        return f"{value:+d} %".replace("-", "−")
    return "0 %"


def describe_analysis(game_course: GameCourse, translate: Translate) -> str:
    """Describe the picture in at most 1,000 characters."""
    words = AltText(game_course.names, translate)
    last = len(game_course.chances) - 1
    words.add(0, say("{game}: everybody’s chance over {n} moves.", game=game_course.title, n=last))
    for rank, text, k in (
        (2, say("At the beginning"), 0),
        (1, say("Half-way"), last // 2),
        (1, say("Before the last move"), max(0, last - 1)),
    ):
        words.add(rank, say("{when}: {chances}.", when=text, chances=_describe_chances(game_course, k)))
    spans = game_course.turn_spans or tuple((k, min(k + 1, last)) for k in game_course.turning_points)
    for k, (start, end) in zip(game_course.turning_points, spans, strict=True):
        sentence = say(
            "Turning point, move {move}: {before}; then {after}.",
            move=game_course.first_move + k + 1,
            before=_describe_chances(game_course, start),
            after=_describe_chances(game_course, end),
        )
        words.add(3, sentence)
    for seat, fate in enumerate(game_course.fates):
        sentence = say(
            "{seat}: choices {choices}, luck {luck}.",
            seat=SeatMention(seat),
            choices=format_percent(fate.choices),
            luck=format_percent(fate.luck),
        )
        words.add(2, sentence)
    return words.build_text()


def _describe_chances(game_course: GameCourse, k: int) -> list[str | int | SeatMention | Text]:
    return [format_chance(seat, game_course.chances[k][seat]) for seat in range(len(game_course.names))]


def format_chance(seat: Seat, share: float) -> Text:
    """Format a seat with its chance."""
    return say("{seat} {n} %", seat=SeatMention(seat), n=round(100 * share))
