"""The poster of a finished game of La Aventura del Paso del Noroeste: the passage from east to west, drawn with a pen,
and stamps.
"""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from PIL import Image, ImageDraw

from engine.games.paso.view import View
from engine.kernel.text import Seat, Translate, count, say
from render.kit.cache import cached_sprite
from render.kit.canvas import SPRITE_SCALE, Canvas, Point, Sprite, create_canvas
from render.kit.hexes import WIDTH_PER_RADIUS as ROOT3
from render.kit.hexes import Hex
from render.kit.poster import POSTER_HEIGHT_PX, POSTER_WIDTH_PX, Finale, PosterPage, graph, list_piece_places
from render.kit.poster.facts import rank_totals
from render.kit.poster.poster_text import build_poster_alt_text, format_date
from render.kit.seats import draw_seat_badge, draw_ship
from render.kit.shapes import build_ring, place_points, smooth_curve
from render.kit.sheet import DrawnText, Sheet
from render.kit.text import MIN_DATA_SIZE_PX, PHONE_DATA_SIZE_PX, Formatter, PlayerName, wrap_text
from render.kit.theme import CREAM, GOLD, INK, SEA, SEAT_COLOURS, SEAT_STYLES, Colour, Tones, merge_tones, mix_colours
from render.paso.chart import create_known_ground
from render.paso.ground import GROUND_COLOURS, TERRAIN_COLOURS
from render.paso.layout import find_hexagon
from render.paso.poster_headline import choose_headline, has_reached_sea

PAGE_COLOUR, PEN_COLOUR, FAINT_COLOUR = "#F3E8CF", "#3B2B20", "#8A745A"
UNKNOWN_COLOUR, STAMP_COLOUR = "#D8CBA8", "#A8322A"
EXACT_COLOURS: tuple[Colour, ...] = (
    PAGE_COLOUR,
    PEN_COLOUR,
    FAINT_COLOUR,
    UNKNOWN_COLOUR,
    STAMP_COLOUR,
    INK,
    CREAM,
    GOLD,
    SEA,
    *GROUND_COLOURS,
    *SEAT_COLOURS,
)
TONE_COLOURS: Tones = merge_tones(
    {
        "night": {PAGE_COLOUR: "#AFA591", PEN_COLOUR: "#1C130D", FAINT_COLOUR: "#43361F", STAMP_COLOUR: "#6E1A14"},
        "contrast": {PAGE_COLOUR: "#FFFDF5", PEN_COLOUR: "#1D120A", FAINT_COLOUR: "#574530", STAMP_COLOUR: "#8C1A12"},
    }
)
PAGE_LEFT_PX, PAGE_RIGHT_PX = 48, 1602
PASSAGE_TOP_PX, PASSAGE_BOTTOM_PX = 190, 712
GRAPH_LEFT_PX = 800
"""The left edge of the graph, right of the ranking."""


class PassageChart(NamedTuple):
    """The passage lying on its side."""

    columns: int
    rows: int

    @property
    def r(self) -> float:
        """The radius of a hexagon."""
        return min(
            (PAGE_RIGHT_PX - PAGE_LEFT_PX - 40) / (1.5 * (self.rows + 2) + 0.5),
            (PASSAGE_BOTTOM_PX - PASSAGE_TOP_PX - 30) / (ROOT3 * (self.columns + 0.5)),
        )

    def find_middle(self, place: tuple[int, int]) -> Point:
        """Return the middle of a hexagon, given by column and row.

        Rows run to the right and columns down. Ships wait in row 0; the row past the last is the open sea.
        """
        column, row = place
        width, height = 1.5 * self.r * (self.rows + 1), self.r * ROOT3 * (self.columns + 0.5)
        left, top = (PAGE_LEFT_PX + PAGE_RIGHT_PX - width) / 2, (PASSAGE_TOP_PX + PASSAGE_BOTTOM_PX - height) / 2
        return left + 1.5 * self.r * row, top + self.r * ROOT3 * (column + (0.5 if row % 2 else 1))


def create_page(view: View) -> PosterPage:
    """Create the page of a turn: the places of the ships, and their rows."""
    places: dict[str, tuple[int, int]] = {}
    for player in view.players:
        place = find_hexagon(view.columns, player.ship or "")
        if place is None:
            place = ((len(view.columns) - len(view.players)) // 2 + player.seat, player.row)
        places[f"ship-{player.seat}"] = place
    return PosterPage(view.turn, places, tuple(player.row for player in view.players))


def describe_poster(finale: Finale, translate: Translate) -> str:
    """Describe the poster in words."""
    return build_poster_alt_text(finale, [choose_headline(finale)], translate)


def draw_poster(finale: Finale, translate: Translate) -> Image.Image:
    """Draw the poster: 1650 × 1050, RGB."""
    return compose_poster(finale, translate).image


def compose_poster(finale: Finale, translate: Translate) -> Sheet:
    """Compose the poster, with a list of the words on it."""
    view: View = finale.scene.view
    fmt = Formatter(finale.scene.names, translate)
    sheet = Sheet(_draw_paper().copy())
    _draw_header(sheet, finale, fmt)
    chart = PassageChart(len(view.columns), view.rows)
    passage = _draw_passage(chart, create_known_ground(view).hexes)
    sheet.image.paste(passage, (PAGE_LEFT_PX, PASSAGE_TOP_PX))
    _draw_journeys(sheet, finale, chart)
    _draw_ranking(sheet, finale, fmt)
    _draw_race(sheet, finale, fmt)
    _draw_postmark(sheet, finale, fmt)
    return sheet


# --------------------------------------------------------------------------- words
def _draw_header(sheet: Sheet, finale: Finale, fmt: Formatter) -> None:
    """Draw the game, the day and the headline, left of the postmark."""
    view: View = finale.scene.view
    max_width = PAGE_RIGHT_PX - PAGE_LEFT_PX - 256
    when = [count("{n} turn", "{n} turns", max(1, view.turn))]
    if finale.day:
        when.insert(0, format_date(finale.day))
    when_width = sheet.text(
        PAGE_LEFT_PX + max_width,
        54,
        fmt(say("{when}", when=when)),
        max_width * 0.5,
        size=41,
        role="serif",
        fill=PEN_COLOUR,
        align="r",
    )
    sheet.text(PAGE_LEFT_PX, 54, finale.title, max_width - when_width - 30, size=42, role="serif", fill=PEN_COLOUR)
    headline = choose_headline(finale)
    fitted = fmt.fit_text(headline, "title", 82, max_width, min_size=54)
    sheet.write_fitted(PAGE_LEFT_PX, 134, fmt(headline), fitted, max_width, line_height=54, wanted_size=82, fill=INK)


def _draw_ranking(sheet: Sheet, finale: Finale, fmt: Formatter) -> None:
    """Draw the players with a postage stamp for their place, their ship, and how far they came.

    The stamp has the ordinal and no colour of a seat, and the ship no number, so that place and seat are not confused.
    """
    view: View = finale.scene.view
    ranking = rank_totals(finale)
    step = min(104, (POSTER_HEIGHT_PX - PASSAGE_BOTTOM_PX - 34) // len(ranking))
    y = float(PASSAGE_BOTTOM_PX + 10 + step // 2)
    for place, seat, row in ranking:
        is_winner = seat in finale.result.winners
        colour, ink = (STAMP_COLOUR, CREAM) if is_winner else (CREAM, PEN_COLOUR)
        sheet.put(_draw_stamp(f"{place}.", colour, ink, min(step - 8, 84)), PAGE_LEFT_PX + 46, y)
        sheet.put(draw_ship(seat, 60), PAGE_LEFT_PX + 130, y)
        label = fmt(say("through!") if row > view.rows else say("row {row}", row=row))
        width = sheet.text(
            GRAPH_LEFT_PX - 40, y, label, 240, size=PHONE_DATA_SIZE_PX, role="serif", fill=PEN_COLOUR, align="r"
        )
        sheet.text(
            PAGE_LEFT_PX + 176,
            y,
            PlayerName(fmt.names[seat]),
            GRAPH_LEFT_PX - PAGE_LEFT_PX - 238 - width,
            size=58 if is_winner else PHONE_DATA_SIZE_PX,
            role="title",
            fill=INK if is_winner else PEN_COLOUR,
        )
        y += step


def _draw_race(sheet: Sheet, finale: Finale, fmt: Formatter) -> None:
    """Draw the graph of rows by turn."""
    view: View = finale.scene.view
    lines: list[graph.GraphLine] = []
    for seat in _list_seats_winners_last(finale):
        badge = draw_seat_badge(seat, 46, PAGE_COLOUR)
        lines.append(graph.GraphLine(seat, SEAT_STYLES[seat].colour, badge))
    style = graph.GraphStyle(PAGE_COLOUR, PEN_COLOUR, mix_colours(PAGE_COLOUR, PEN_COLOUR, 0.25))
    ticks = {row: str(row) for row in (0, view.rows // 2, view.rows)}
    graph.draw_graph(
        sheet,
        finale.pages,
        lines,
        (GRAPH_LEFT_PX, PASSAGE_BOTTOM_PX + 58, PAGE_RIGHT_PX + 22, POSTER_HEIGHT_PX - 20),
        style,
        ticks=ticks,
        left_margin=86,
        sign_gap=52,
    )
    sheet.text(
        GRAPH_LEFT_PX,
        PASSAGE_BOTTOM_PX + 32,
        fmt(say("Rows, turn by turn")),
        PAGE_RIGHT_PX - GRAPH_LEFT_PX,
        size=42,
        role="serif",
        fill=PEN_COLOUR,
    )


def _list_seats_winners_last(finale: Finale) -> list[Seat]:
    """Return the seats in the order of drawing: the winners are drawn over the others."""
    return sorted(range(len(finale.scene.names)), key=lambda seat: seat in finale.result.winners)


# ------------------------------------------------------------------------- passage
@cached_sprite
def _draw_paper() -> Image.Image:
    """Draw a sheet with a pen line around it."""
    c = Canvas((POSTER_WIDTH_PX, POSTER_HEIGHT_PX), PAGE_COLOUR)
    c.rect(14, 14, POSTER_WIDTH_PX - 14, POSTER_HEIGHT_PX - 14, None, edge=PEN_COLOUR, width=3)
    return c.finish()


@cached_sprite
def _draw_passage(chart: PassageChart, known: tuple[tuple[Hex, str], ...]) -> Image.Image:
    """Draw the water, the discovered hexagons and the undiscovered ones."""
    width, height = PAGE_RIGHT_PX - PAGE_LEFT_PX, PASSAGE_BOTTOM_PX - PASSAGE_TOP_PX
    c = Canvas((width, height), mix_colours(SEA, PAGE_COLOUR, 0.12), 2, (-PAGE_LEFT_PX, -PASSAGE_TOP_PX))
    for k in range(70):
        left, line = PAGE_LEFT_PX + (k * 149) % width, PASSAGE_TOP_PX + 16 + (k * 83) % (height - 30)
        wave = [(left + 6 * n, line - 4 * math.sin(n * math.pi / 2)) for n in range(7)]
        c.line(wave, mix_colours(SEA, PAGE_COLOUR, 0.3), 2)
    terrain = dict(known)
    hexagons: list[Hex] = []
    for row in range(1, chart.rows + 1):
        hexagons += [(column, row) for column in range(chart.columns)]
    for rim, fill in ((5, PEN_COLOUR), (2.5, CREAM)):
        for hexagon in hexagons:
            c.poly(_compute_flat_corners(*chart.find_middle(hexagon), chart.r + rim), fill)
    for hexagon in hexagons:
        _draw_flat_hexagon(c, terrain.get(hexagon), *chart.find_middle(hexagon), chart.r)
    c.rect(PAGE_LEFT_PX, PASSAGE_TOP_PX, PAGE_RIGHT_PX, PASSAGE_BOTTOM_PX, None, edge=PEN_COLOUR, width=4)
    return c.finish()


def _draw_flat_hexagon(c: Canvas, kind: str | None, x: float, y: float, r: float) -> None:
    """Draw a hexagon of a terrain; None is an undiscovered one."""
    if kind is None:
        colour = UNKNOWN_COLOUR
    else:
        colour = TERRAIN_COLOURS[kind]
    c.poly(_compute_flat_corners(x, y, r + 0.5), colour)
    rim = _compute_flat_corners(x, y, r - 0.5)
    c.line([*rim, rim[0]], mix_colours(colour, PEN_COLOUR, 0.24), 1.4)
    _draw_sketch(c, kind or "", x, y, r)


def _compute_flat_corners(x: float, y: float, r: float) -> list[Point]:
    """Return the corners of a hexagon that lies on a side."""
    return [(x + r * math.cos(math.pi * k / 3), y + r * math.sin(math.pi * k / 3)) for k in range(6)]


def _draw_sketch(c: Canvas, kind: str, x: float, y: float, r: float) -> None:
    """Draw a few strokes of the pen that tell terrains apart without their colour."""
    match kind:
        case "land":
            for dx in (-0.34, 0.3):
                peak = [
                    (x + (dx - 0.22) * r, y + 0.3 * r),
                    (x + dx * r, y - 0.12 * r),
                    (x + (dx + 0.22) * r, y + 0.3 * r),
                ]
                c.line(peak, mix_colours(TERRAIN_COLOURS["land"], PEN_COLOUR, 0.4), 2)
        case "snow":
            for dx, dy in ((-0.3, 0.2), (0.3, 0.25), (0, -0.3)):
                c.disc(x + dx * r, y + dy * r, r * 0.07, "#7C97A8")
        case "iceberg":
            berg = [
                (x - 0.45 * r, y + 0.3 * r),
                (x - 0.1 * r, y - 0.35 * r),
                (x + 0.15 * r, y),
                (x + 0.45 * r, y + 0.3 * r),
            ]
            c.line([*berg, berg[0]], mix_colours(TERRAIN_COLOURS["iceberg"], PEN_COLOUR, 0.4), 2)


def _draw_journeys(sheet: Sheet, finale: Finale, chart: PassageChart) -> None:
    """Draw the way of every ship as a stroke of the pen, and the ships at its end."""
    seats = _list_seats_winners_last(finale)
    lane_width = chart.r * 0.16
    ends: dict[Seat, Point] = {}
    for seat in seats:
        offset = (seat - (len(seats) - 1) / 2) * lane_width
        points: list[Point] = []
        for place in list_piece_places(finale, f"ship-{seat}"):
            x, y = chart.find_middle(place)
            points.append((x + offset, y + offset))
        stroke = tuple([(round(x - PAGE_LEFT_PX), round(y - PASSAGE_TOP_PX)) for x, y in points])
        sprite = _draw_stroke(stroke, SEAT_STYLES[seat].colour, chart.r)
        if sprite is not None:
            sheet.put(sprite, PAGE_LEFT_PX, PASSAGE_TOP_PX)
        if points:
            ends[seat] = points[-1]
    size = max(46, round(chart.r * 1.7))
    for seat, (x, y) in ends.items():
        sheet.put(draw_ship(seat, size), min(max(x, PAGE_LEFT_PX + size / 2), PAGE_RIGHT_PX - size / 2), y)


@lru_cache(maxsize=16)
def _draw_stroke(points: tuple[Point, ...], colour: Colour, r: float) -> Sprite | None:
    """Draw a line of a broad, slanted nib: thick one way, thin the other, paler where it is old.

    Anchored at (0, 0). None for fewer than two points.
    """
    if len(points) > 1:
        curve = smooth_curve(points, closed=False, steps=8)
    else:
        curve = []
    if not curve:
        return None
    size = (PAGE_RIGHT_PX - PAGE_LEFT_PX, PASSAGE_BOTTOM_PX - PASSAGE_TOP_PX)
    image = Image.new("RGBA", size)
    nib = max(4.4, r * 0.16)
    for reach, fill in ((4.6, CREAM), (2.4, PEN_COLOUR), (0.0, colour)):
        mask = Image.new("L", (size[0] * 2, size[1] * 2))
        pen = ImageDraw.Draw(mask)
        dx, dy = nib + reach * 0.7, -(nib * 0.75 + reach * 0.7)
        for n, ((ax, ay), (bx, by)) in enumerate(pairwise(curve), 1):
            opacity = round(255 * (0.62 + 0.38 * n / len(curve)))
            corners = [(ax - dx, ay - dy), (ax + dx, ay + dy), (bx + dx, by + dy), (bx - dx, by - dy)]
            pen.polygon(place_points(corners, 0, 0, 2, 2), opacity)
            pen.line([(ax * 2, ay * 2), (bx * 2, by * 2)], opacity, round((3.6 + 2 * reach) * 2))
        layer = Image.new("RGBA", size, fill)
        layer.putalpha(mask.reduce(2))
        image = Image.alpha_composite(image, layer)
    return Sprite(image, 0, 0)


# -------------------------------------------------------------------------- stamps
@cached_sprite
def _draw_stamp(words: str, colour: Colour, ink: Colour, size: int) -> Sprite:
    """Draw a postage stamp with a place on it; anchored at its centre."""
    half = size / 2
    c = create_canvas(half + 3, half + 3, half + 3, half + 3)
    c.rect(-half, -half, half, half, CREAM)
    teeth = 7
    for k in range(teeth):
        t = -half + size * (k + 0.5) / teeth
        for x, y in ((t, -half), (t, half), (-half, t), (half, t)):
            c.disc(x, y, size / teeth * 0.3, PAGE_COLOUR)
    c.rect(-half + 9, -half + 9, half - 9, half - 9, colour, edge=PEN_COLOUR, width=2)
    c.text(0, 0, words, max(MIN_DATA_SIZE_PX, round(size * 0.52)), ink, "title")
    return c.sprite(PAGE_COLOUR)


def _draw_postmark(sheet: Sheet, finale: Finale, fmt: Formatter) -> None:
    """Draw the mark of the port office: through the Passage, or still in the ice."""
    place = say("Winter quarters")
    if has_reached_sea(finale.scene.view):
        place = say("Open sea")
    words = fmt(place)
    date = ""
    if finale.day:
        date = f"{finale.day[2]}·{finale.day[1]}·{finale.day[0] % 100:02d}"
    sheet.put(_draw_round_mark(words.upper(), date), PAGE_RIGHT_PX - 112, 122)
    sheet.drawn_texts.append(DrawnText(words, words))


@cached_sprite
def _draw_round_mark(words: str, date: str) -> Sprite:
    """Draw a round red mark, a little askew; anchored at its centre. `date` may be empty."""
    r = 112.0
    c = create_canvas(r + 8, r + 8, r + 8, r + 8, SPRITE_SCALE)
    c.disc(0, 0, r + 3, CREAM)
    for radius, line_width in ((r, 6), (r - 13, 3)):
        c.line([*build_ring(0, 0, radius)], STAMP_COLOUR, line_width)
    lines, size, face = wrap_text(words, "bold", 50, int(r * 1.56), 2)
    middle = 0
    if date:
        middle = -18
    for n, line in enumerate(lines):
        c.text(0, (n - (len(lines) - 1) / 2) * (size - 2) + middle, line, size, STAMP_COLOUR, face)
    if date:
        c.line([(-r * 0.74, 40), (r * 0.74, 40)], STAMP_COLOUR, 3)
        c.text(0, 66, date, 39, STAMP_COLOUR, "bold")
    sprite = c.sprite()
    rotated = sprite.image.rotate(11, Image.Resampling.BICUBIC, expand=True)
    return Sprite(rotated, rotated.width // 2, rotated.height // 2)
