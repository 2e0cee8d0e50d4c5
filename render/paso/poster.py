"""The end of La Aventura del Paso del Noroeste: the passage from east to west, drawn with a pen, and stamps."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from engine.games.paso.view import View
from engine.kernel.text import Seat, SeatMention, Text, Translate, count, say
from render.kit.cache import cached_sprite
from render.kit.canvas import SPRITE_SCALE, Canvas, Point, Sprite, create_canvas
from render.kit.hexes import WIDTH_PER_RADIUS as ROOT3
from render.kit.poster import POSTER_HEIGHT_PX, POSTER_WIDTH_PX, Finale, PosterPage, graph, list_piece_places
from render.kit.poster.facts import HeadlineFact, find_headline_fact, rank_totals
from render.kit.poster.poster_text import build_poster_alt_text as in_words
from render.kit.poster.poster_text import format_date
from render.kit.seats import draw_seat_badge, draw_ship
from render.kit.shapes import build_ring, smooth_curve
from render.kit.sheet import DrawnText, Sheet
from render.kit.text import Formatter, PlayerName, wrap_text
from render.kit.theme import CREAM, GOLD, INK, SEA, SEAT_STYLES, Colour, Tones, merge_tones, mix_colours
from render.paso.ground import GROUND_COLOURS, TERRAIN_COLOURS
from render.paso.layout import find_hexagon

PAGE_COLOUR, PEN_COLOUR, FAINT_COLOUR, UNKNOWN_COLOUR, STAMP_COLOUR = (
    "#F3E8CF",
    "#3B2B20",
    "#8A745A",
    "#D8CBA8",
    "#A8322A",
)
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
    *(look.colour for look in SEAT_STYLES),
)
TONE_COLOURS: Tones = merge_tones(
    {
        "night": {PAGE_COLOUR: "#AFA591", PEN_COLOUR: "#1C130D", FAINT_COLOUR: "#43361F", STAMP_COLOUR: "#6E1A14"},
        "contrast": {PAGE_COLOUR: "#FFFDF5", PEN_COLOUR: "#1D120A", FAINT_COLOUR: "#574530", STAMP_COLOUR: "#8C1A12"},
    }
)
PAGE_LEFT_PX, PAGE_RIGHT_PX = 48, 1602
PASSAGE_TOP_PX, PASSAGE_BOTTOM_PX = 196, 640
"""The passage."""
GRAPH_LEFT_PX = 800
"""Where the graph begins, right of the ranking."""


class PassageChart(NamedTuple):
    """The passage lying on its side: the radius of a hexagon, and where the first row begins."""

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
        """The middle of a hexagon: rows run to the right, columns down; row 0 waits, the row past the last is through."""
        column, row = place
        wide, high = 1.5 * self.r * (self.rows + 1), self.r * ROOT3 * (self.columns + 0.5)
        left, top = (PAGE_LEFT_PX + PAGE_RIGHT_PX - wide) / 2, (PASSAGE_TOP_PX + PASSAGE_BOTTOM_PX - high) / 2
        return left + 1.5 * self.r * row, top + self.r * ROOT3 * (column + (0.5 if row % 2 else 1))


def create_page(view: View) -> PosterPage:
    """Where the ships are, and how many rows they have come."""
    at: dict[str, tuple[int, int]] = {}
    for seen in view.players:
        place = find_hexagon(view.columns, seen.ship or "")
        if place is None:
            place = ((len(view.columns) - len(view.players)) // 2 + seen.seat, seen.row)
        at[f"ship-{seen.seat}"] = place
    return PosterPage(view.turn, at, tuple(seen.row for seen in view.players))


def describe_poster(finale: Finale, translate: Translate) -> str:
    """The page in words."""
    return in_words(finale, [choose_headline(finale)], translate)


def draw_poster(finale: Finale, translate: Translate) -> Image.Image:
    """The poster: 1650 × 1050, RGB."""
    return compose_poster(finale, translate).image


def compose_poster(finale: Finale, translate: Translate) -> Sheet:
    """The poster, with a list of the words on it."""
    view: View = finale.scene.view
    fmt = Formatter(finale.scene.names, translate)
    sheet = Sheet(_draw_paper().copy())
    _draw_head(sheet, finale, fmt)
    way = PassageChart(len(view.columns), view.rows)
    sheet.image.paste(
        _draw_passage(way, tuple(((seen.x, seen.row), seen.printed_terrain) for seen in view.hexes)),
        (PAGE_LEFT_PX, PASSAGE_TOP_PX),
    )
    _draw_journeys(sheet, finale, way)
    _draw_ranking(sheet, finale, fmt)
    _draw_race(sheet, finale, fmt)
    _draw_postmark(sheet, finale, fmt)
    return sheet


# --------------------------------------------------------------------------- words
def choose_headline(finale: Finale) -> Text:
    """What this game will be remembered for."""
    view: View = finale.scene.view
    told = find_headline_fact(finale)
    winners = finale.result.winners
    if view.teams and len(winners) > 1:
        side = view.players[winners[0]].side
        if side is not None and {view.players[seat].side for seat in winners} == {side}:
            return say("The Sirs take the Passage") if side == "sirs" else say("The Explorers take the Passage")
    return _describe_course(told, is_through=any(seen.row > view.rows for seen in view.players))


def _describe_course(fact_found: HeadlineFact, *, is_through: bool) -> Text:
    match fact_found:
        case ("left", int(winner), _, _):
            return say("{seat} alone in the Passage", seat=SeatMention(winner))
        case ("overtaken", int(winner), int(rival), _):
            return say("{seat} slips past {rival} at the last", seat=SeatMention(winner), rival=SeatMention(rival))
        case ("close", int(winner), int(rival), _):
            return say("{seat} a bowsprit ahead of {rival}", seat=SeatMention(winner), rival=SeatMention(rival))
        case ("comeback", int(winner), _, _):
            return say("{seat} comes up from astern", seat=SeatMention(winner))
        case ("runaway", int(winner), _, _):
            return say("{seat} over the horizon", seat=SeatMention(winner))
        case ("led", int(winner), _, _):
            return say("{seat} in front from bay to bay", seat=SeatMention(winner))
        case ("won", int(winner), _, _):
            return (
                say("{seat} through the Passage", seat=SeatMention(winner))
                if is_through
                else say("{seat} furthest ahead", seat=SeatMention(winner))
            )
    return say("The ice held them all")


def _draw_head(sheet: Sheet, finale: Finale, fmt: Formatter) -> None:
    """The game, the day, and the headline; the postmark beside them."""
    view: View = finale.scene.view
    room = PAGE_RIGHT_PX - PAGE_LEFT_PX - 256
    when = [format_date(finale.day)] if finale.day else []
    when += [count("{n} turn", "{n} turns", max(1, view.turn))]
    wide = sheet.text(
        PAGE_LEFT_PX + room,
        54,
        fmt(say("{when}", when=when)),
        room * 0.5,
        size=41,
        role="serif",
        fill=PEN_COLOUR,
        align="r",
    )
    sheet.text(PAGE_LEFT_PX, 54, finale.title, room - wide - 30, size=42, role="serif", fill=PEN_COLOUR)
    told = choose_headline(finale)
    found = fmt.fit_text(told, "title", 82, room, min_size=54)
    sheet.write_fitted(PAGE_LEFT_PX, 134, fmt(told), found, room, line_height=54, wanted_size=82, fill=INK)


def _draw_ranking(sheet: Sheet, finale: Finale, fmt: Formatter) -> None:
    """Everybody with a postage stamp for their place, and how far they came."""
    view: View = finale.scene.view
    rows = rank_totals(finale)
    step = min(104, (POSTER_HEIGHT_PX - PASSAGE_BOTTOM_PX - 52) // len(rows))
    y = float(PASSAGE_BOTTOM_PX + 24 + step // 2)
    for place, seat, row in rows:
        first = seat in finale.result.winners
        sheet.put(
            _draw_stamp(str(place), SEAT_STYLES[seat].colour, SEAT_STYLES[seat].ink, min(step - 12, 84)),
            PAGE_LEFT_PX + 46,
            y,
        )
        sheet.put(draw_seat_badge(seat, 52, CREAM), PAGE_LEFT_PX + 128, y)
        where = say("through!") if row > view.rows else say("row {row}", row=row)
        wide = sheet.text(GRAPH_LEFT_PX - 40, y, fmt(where), 240, size=44, role="serif", fill=PEN_COLOUR, align="r")
        room = GRAPH_LEFT_PX - PAGE_LEFT_PX - 230 - wide
        sheet.text(
            PAGE_LEFT_PX + 168,
            y,
            PlayerName(fmt.names[seat]),
            room,
            size=48 if first else 44,
            role="title",
            fill=INK if first else PEN_COLOUR,
        )
        y += step


def _draw_race(sheet: Sheet, finale: Finale, fmt: Formatter) -> None:
    """Rows by turn."""
    view: View = finale.scene.view
    order = sorted(range(len(finale.scene.names)), key=lambda seat: seat in finale.result.winners)
    lines = [graph.GraphLine(seat, SEAT_STYLES[seat].colour, draw_seat_badge(seat, 46, PAGE_COLOUR)) for seat in order]
    look = graph.GraphStyle(PAGE_COLOUR, PEN_COLOUR, mix_colours(PAGE_COLOUR, PEN_COLOUR, 0.25))
    ticks = {0: "0", view.rows // 2: str(view.rows // 2), view.rows: str(view.rows)}
    graph.draw_graph(
        sheet,
        finale.pages,
        lines,
        (GRAPH_LEFT_PX, PASSAGE_BOTTOM_PX + 58, PAGE_RIGHT_PX + 22, POSTER_HEIGHT_PX - 24),
        look,
        ticks=ticks,
        left_margin=70,
        sign_gap=52,
    )
    sheet.text(
        GRAPH_LEFT_PX,
        PASSAGE_BOTTOM_PX + 36,
        fmt(say("Rows, turn by turn")),
        PAGE_RIGHT_PX - GRAPH_LEFT_PX,
        size=42,
        role="serif",
        fill=PEN_COLOUR,
    )


# ------------------------------------------------------------------------- passage
@cached_sprite
def _draw_paper() -> Image.Image:
    """A sheet with a pen line round it."""
    c = Canvas((POSTER_WIDTH_PX, POSTER_HEIGHT_PX), PAGE_COLOUR)
    c.rect(14, 14, POSTER_WIDTH_PX - 14, POSTER_HEIGHT_PX - 14, None, edge=PEN_COLOUR, width=3)
    return c.finish()


@cached_sprite
def _draw_passage(way: PassageChart, known: tuple[tuple[tuple[int, int], str], ...]) -> Image.Image:
    """The water, the hexagons that were found, and what nobody has seen."""
    wide, high = PAGE_RIGHT_PX - PAGE_LEFT_PX, PASSAGE_BOTTOM_PX - PASSAGE_TOP_PX
    c = Canvas((wide, high), mix_colours(SEA, PAGE_COLOUR, 0.12), 2, (-PAGE_LEFT_PX, -PASSAGE_TOP_PX))
    for k in range(70):
        left, line = PAGE_LEFT_PX + (k * 149) % wide, PASSAGE_TOP_PX + 16 + (k * 83) % (high - 30)
        wave = [(left + 6 * n, line - 4 * math.sin(n * math.pi / 2)) for n in range(7)]
        c.line(wave, mix_colours(SEA, PAGE_COLOUR, 0.3), 2)
    r, terrain = way.r, dict(known)
    for grow, fill in ((5, PEN_COLOUR), (2.5, CREAM)):
        for row in range(1, way.rows + 1):
            for column in range(way.columns):
                c.poly(_compute_flat_corners(*way.find_middle((column, row)), r + grow), fill)
    for row in range(1, way.rows + 1):
        for column in range(way.columns):
            kind = terrain.get((column, row))
            x, y = way.find_middle((column, row))
            c.poly(_compute_flat_corners(x, y, r + 0.5), UNKNOWN_COLOUR if kind is None else TERRAIN_COLOURS[kind])
            c.line(
                [*_compute_flat_corners(x, y, r - 0.5), _compute_flat_corners(x, y, r - 0.5)[0]],
                mix_colours(TERRAIN_COLOURS.get(kind or "", UNKNOWN_COLOUR), PEN_COLOUR, 0.24),
                1.4,
            )
            _draw_sketch(c, kind or "", x, y, r)
    c.rect(PAGE_LEFT_PX, PASSAGE_TOP_PX, PAGE_RIGHT_PX, PASSAGE_BOTTOM_PX, None, edge=PEN_COLOUR, width=4)
    return c.finish()


def _compute_flat_corners(x: float, y: float, r: float) -> list[Point]:
    """The corners of a hexagon that lies on a side."""
    return [(x + r * math.cos(math.pi * k / 3), y + r * math.sin(math.pi * k / 3)) for k in range(6)]


def _draw_sketch(c: Canvas, kind: str, x: float, y: float, r: float) -> None:
    """A few strokes of the pen that tell terrains apart without their colour."""
    match kind:
        case "land":
            for dx in (-0.34, 0.3):
                peak = [
                    (x + (dx - 0.22) * r, y + 0.3 * r),
                    (x + dx * r, y - 0.12 * r),
                    (x + (dx + 0.22) * r, y + 0.3 * r),
                ]
                c.line(peak, mix_colours(TERRAIN_COLOURS["land"], PEN_COLOUR, 0.6), 2)
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
            c.line([*berg, berg[0]], mix_colours(TERRAIN_COLOURS["iceberg"], PEN_COLOUR, 0.6), 2)


def _draw_journeys(sheet: Sheet, finale: Finale, way: PassageChart) -> None:
    """The way of every ship as a stroke of the pen, and the ships where they came to."""
    seats = sorted(range(len(finale.scene.names)), key=lambda seat: seat in finale.result.winners)
    lane = way.r * 0.16
    ends: dict[Seat, Point] = {}
    for seat in seats:
        by = (seat - (len(seats) - 1) / 2) * lane
        stays = [way.find_middle(place) for place in list_piece_places(finale, f"ship-{seat}")]
        points = [(x + by, y + by) for x, y in stays]
        sprite = _draw_stroke(
            tuple((round(x - PAGE_LEFT_PX), round(y - PASSAGE_TOP_PX)) for x, y in points),
            SEAT_STYLES[seat].colour,
            way.r,
        )
        if sprite is not None:
            sheet.put(sprite, PAGE_LEFT_PX, PASSAGE_TOP_PX)
        if points:
            ends[seat] = points[-1]
    size = max(46, round(way.r * 1.5))
    for seat, (x, y) in ends.items():
        sheet.put(draw_ship(seat, size), min(max(x, PAGE_LEFT_PX + size / 2), PAGE_RIGHT_PX - size / 2), y)


@lru_cache(maxsize=16)
def _draw_stroke(points: tuple[Point, ...], colour: Colour, r: float) -> Sprite | None:
    """A line of a broad nib held aslant: thick one way, thin the other, paler where it is old. Anchored at (0, 0)."""
    way = smooth_curve(points, closed=False, steps=8) if len(points) > 1 else []
    if not way:
        return None
    size = (PAGE_RIGHT_PX - PAGE_LEFT_PX, PASSAGE_BOTTOM_PX - PASSAGE_TOP_PX)
    image = Image.new("RGBA", size)
    nib = max(3.4, r * 0.13)
    for reach, fill in ((4.6, CREAM), (2.4, PEN_COLOUR), (0.0, colour)):
        mask = Image.new("L", (size[0] * 2, size[1] * 2))
        pen = ImageDraw.Draw(mask)
        for k in range(len(way) - 1):
            opacity = round(255 * (0.5 + 0.5 * (k + 1) / len(way)))
            (ax, ay), (bx, by) = way[k], way[k + 1]
            dx, dy = nib + reach * 0.7, -(nib * 0.75 + reach * 0.7)
            corners = [(ax - dx, ay - dy), (ax + dx, ay + dy), (bx + dx, by + dy), (bx - dx, by - dy)]
            pen.polygon([(x * 2, y * 2) for x, y in corners], opacity)
            pen.line([(ax * 2, ay * 2), (bx * 2, by * 2)], opacity, round((3.6 + 2 * reach) * 2))
        layer = Image.new("RGBA", size, fill)
        layer.putalpha(mask.reduce(2))
        image = Image.alpha_composite(image, layer)
    return Sprite(image, 0, 0)


# -------------------------------------------------------------------------- stamps
@cached_sprite
def _draw_stamp(words: str, colour: Colour, ink: Colour, size: int) -> Sprite:
    """A postage stamp with a place on it; anchored at its centre."""
    half = size / 2
    c = create_canvas(half + 3, half + 3, half + 3, half + 3)
    c.rect(-half, -half, half, half, CREAM)
    teeth = 7
    for k in range(teeth):
        t = -half + size * (k + 0.5) / teeth
        for x, y in ((t, -half), (t, half), (-half, t), (half, t)):
            c.disc(x, y, size / teeth * 0.3, PAGE_COLOUR)
    c.rect(-half + 9, -half + 9, half - 9, half - 9, colour, edge=PEN_COLOUR, width=2)
    c.text(0, 0, words, round(size * 0.52), ink, "title")
    return c.sprite(PAGE_COLOUR)


def _draw_postmark(sheet: Sheet, finale: Finale, fmt: Formatter) -> None:
    """The mark of the port office: through the Passage, or still in the ice."""
    view: View = finale.scene.view
    through = any(seen.row > view.rows for seen in view.players)
    words = fmt(say("Open sea")) if through else fmt(say("Winter quarters"))
    below = f"{finale.day[2]}·{finale.day[1]}·{finale.day[0] % 100:02d}" if finale.day else ""
    sheet.put(_draw_round_mark(words.upper(), below), PAGE_RIGHT_PX - 112, 122)
    sheet.drawn_texts.append(DrawnText(words, words))


@cached_sprite
def _draw_round_mark(words: str, lower_words: str) -> Sprite:
    """A round mark in red, a little askew; anchored at its centre."""
    r = 112.0
    c = create_canvas(r + 8, r + 8, r + 8, r + 8, SPRITE_SCALE)
    c.disc(0, 0, r + 3, CREAM)
    for reach, line in ((r, 6), (r - 13, 3)):
        c.line([*build_ring(0, 0, reach)], STAMP_COLOUR, line)
    room = int(r * 1.56)
    lines, size, face = wrap_text(words, "bold", 50, room, 2)
    for n, word in enumerate(lines):
        c.text(0, (n - (len(lines) - 1) / 2) * (size - 2) - (18 if lower_words else 0), word, size, STAMP_COLOUR, face)
    if lower_words:
        c.line([(-r * 0.74, 40), (r * 0.74, 40)], STAMP_COLOUR, 3)
        c.text(0, 66, lower_words, 39, STAMP_COLOUR, "bold")
    sprite = c.sprite()
    turned = sprite.image.rotate(11, Image.Resampling.BICUBIC, expand=True)
    return Sprite(turned, turned.width // 2, turned.height // 2)
