"""The end of La Aventura del Paso del Noroeste: the passage from east to west, drawn with a pen, and stamps."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from engine.games.paso.view import View
from engine.kernel.text import Seat, Text, Translate, Who, count, say
from render.kit.cache import cached_sprite
from render.kit.canvas import FINE, Canvas, Point, Sprite, around
from render.kit.hexes import WIDE as ROOT3
from render.kit.poster import HEIGHT, WIDTH, Finale, Page, graph, places
from render.kit.poster.facts import Fact, fact, totals
from render.kit.poster.words import alt as in_words
from render.kit.poster.words import date
from render.kit.seats import badge, ship
from render.kit.shapes import ring, smooth
from render.kit.sheet import DrawnText, Sheet
from render.kit.text import Formatter, Name, wrap
from render.kit.theme import CREAM, GOLD, INK, SEA, SEATS, Colour, Tones, mix, toned_as
from render.paso.ground import GROUND_COLOURS, TERRAIN
from render.paso.layout import named

PAGE, PEN, FAINT, UNKNOWN, STAMP = "#F3E8CF", "#3B2B20", "#8A745A", "#D8CBA8", "#A8322A"
EXACT: tuple[Colour, ...] = (
    PAGE,
    PEN,
    FAINT,
    UNKNOWN,
    STAMP,
    INK,
    CREAM,
    GOLD,
    SEA,
    *GROUND_COLOURS,
    *(look.colour for look in SEATS),
)
TONES: Tones = toned_as(
    {
        "night": {PAGE: "#AFA591", PEN: "#1C130D", FAINT: "#43361F", STAMP: "#6E1A14"},
        "contrast": {PAGE: "#FFFDF5", PEN: "#1D120A", FAINT: "#574530", STAMP: "#8C1A12"},
    }
)
LEFT, RIGHT = 48, 1602
TOP, FOOT = 196, 640
"""The passage."""
MIDDLE = 800
"""Where the graph begins, right of the ranking."""


class Passage(NamedTuple):
    """The passage lying on its side: the radius of a hexagon, and where the first row begins."""

    columns: int
    rows: int

    @property
    def r(self) -> float:
        """The radius of a hexagon."""
        return min(
            (RIGHT - LEFT - 40) / (1.5 * (self.rows + 2) + 0.5), (FOOT - TOP - 30) / (ROOT3 * (self.columns + 0.5))
        )

    def at(self, place: tuple[int, int]) -> Point:
        """The middle of a hexagon: rows run to the right, columns down; row 0 waits, the row past the last is through."""
        column, row = place
        wide, high = 1.5 * self.r * (self.rows + 1), self.r * ROOT3 * (self.columns + 0.5)
        left, top = (LEFT + RIGHT - wide) / 2, (TOP + FOOT - high) / 2
        return left + 1.5 * self.r * row, top + self.r * ROOT3 * (column + (0.5 if row % 2 else 1))


def page(view: View) -> Page:
    """Where the ships are, and how many rows they have come."""
    at: dict[str, tuple[int, int]] = {}
    for seen in view.players:
        place = named(view.columns, seen.ship or "")
        if place is None:
            place = ((len(view.columns) - len(view.players)) // 2 + seen.seat, seen.row)
        at[f"ship-{seen.seat}"] = place
    return Page(view.turn, at, tuple(seen.row for seen in view.players))


def alt(of: Finale, translate: Translate) -> str:
    """The page in words."""
    return in_words(of, [headline(of)], translate)


def paint(of: Finale, translate: Translate) -> Image.Image:
    """The poster: 1650 × 1050, RGB."""
    return compose(of, translate).image


def compose(of: Finale, translate: Translate) -> Sheet:
    """The poster, with a list of the words on it."""
    view: View = of.scene.view
    fmt = Formatter(of.scene.names, translate)
    sheet = Sheet(_paper().copy())
    _head(sheet, of, fmt)
    way = Passage(len(view.columns), view.rows)
    sheet.image.paste(_passage(way, tuple(((seen.x, seen.row), seen.printed) for seen in view.hexes)), (LEFT, TOP))
    _journeys(sheet, of, way)
    _ranking(sheet, of, fmt)
    _race(sheet, of, fmt)
    _postmark(sheet, of, fmt)
    return sheet


# --------------------------------------------------------------------------- words
def headline(of: Finale) -> Text:
    """What this game will be remembered for."""
    view: View = of.scene.view
    told = fact(of)
    winners = of.result.winners
    if view.teams and len(winners) > 1:
        side = view.players[winners[0]].side
        if side is not None and {view.players[seat].side for seat in winners} == {side}:
            return say("The Sirs take the Passage") if side == "sirs" else say("The Explorers take the Passage")
    return _course(told, through=any(seen.row > view.rows for seen in view.players))


def _course(told: Fact, *, through: bool) -> Text:
    match told:
        case ("left", int(winner), _, _):
            return say("{seat} alone in the Passage", seat=Who(winner))
        case ("overtaken", int(winner), int(rival), _):
            return say("{seat} slips past {rival} at the last", seat=Who(winner), rival=Who(rival))
        case ("close", int(winner), int(rival), _):
            return say("{seat} a bowsprit ahead of {rival}", seat=Who(winner), rival=Who(rival))
        case ("comeback", int(winner), _, _):
            return say("{seat} comes up from astern", seat=Who(winner))
        case ("runaway", int(winner), _, _):
            return say("{seat} over the horizon", seat=Who(winner))
        case ("led", int(winner), _, _):
            return say("{seat} in front from bay to bay", seat=Who(winner))
        case ("won", int(winner), _, _):
            return (
                say("{seat} through the Passage", seat=Who(winner))
                if through
                else say("{seat} furthest ahead", seat=Who(winner))
            )
    return say("The ice held them all")


def _head(sheet: Sheet, of: Finale, fmt: Formatter) -> None:
    """The game, the day, and the headline; the postmark beside them."""
    view: View = of.scene.view
    room = RIGHT - LEFT - 256
    when = [date(of.day)] if of.day else []
    when += [count("{n} turn", "{n} turns", max(1, view.turn))]
    wide = sheet.text(
        LEFT + room, 54, fmt(say("{when}", when=when)), room * 0.5, size=41, role="serif", fill=PEN, align="r"
    )
    sheet.text(LEFT, 54, of.title, room - wide - 30, size=42, role="serif", fill=PEN)
    told = headline(of)
    found = fmt.fitted(told, "title", 82, room, least=54)
    sheet.write(LEFT, 134, fmt(told), found, room, step=54, wanted=82, fill=INK)


def _ranking(sheet: Sheet, of: Finale, fmt: Formatter) -> None:
    """Everybody with a postage stamp for their place, and how far they came."""
    view: View = of.scene.view
    rows = totals(of)
    step = min(104, (HEIGHT - FOOT - 52) // len(rows))
    y = float(FOOT + 24 + step // 2)
    for place, seat, row in rows:
        first = seat in of.result.winners
        sheet.put(_stamp(str(place), SEATS[seat].colour, SEATS[seat].on, min(step - 12, 84)), LEFT + 46, y)
        sheet.put(badge(seat, 52, CREAM), LEFT + 128, y)
        where = say("through!") if row > view.rows else say("row {row}", row=row)
        wide = sheet.text(MIDDLE - 40, y, fmt(where), 240, size=44, role="serif", fill=PEN, align="r")
        room = MIDDLE - LEFT - 230 - wide
        sheet.text(
            LEFT + 168,
            y,
            Name(fmt.names[seat]),
            room,
            size=48 if first else 44,
            role="title",
            fill=INK if first else PEN,
        )
        y += step


def _race(sheet: Sheet, of: Finale, fmt: Formatter) -> None:
    """Rows by turn."""
    view: View = of.scene.view
    order = sorted(range(len(of.scene.names)), key=lambda seat: seat in of.result.winners)
    lines = [graph.Line(seat, SEATS[seat].colour, badge(seat, 46, PAGE)) for seat in order]
    look = graph.Look(PAGE, PEN, mix(PAGE, PEN, 0.25))
    ticks = {0: "0", view.rows // 2: str(view.rows // 2), view.rows: str(view.rows)}
    graph.draw(
        sheet, of.pages, lines, (MIDDLE, FOOT + 58, RIGHT + 22, HEIGHT - 24), look, ticks=ticks, lead=70, apart=52
    )
    sheet.text(MIDDLE, FOOT + 36, fmt(say("Rows, turn by turn")), RIGHT - MIDDLE, size=42, role="serif", fill=PEN)


# ------------------------------------------------------------------------- passage
@cached_sprite
def _paper() -> Image.Image:
    """A sheet with a pen line round it."""
    c = Canvas((WIDTH, HEIGHT), PAGE)
    c.rect(14, 14, WIDTH - 14, HEIGHT - 14, None, edge=PEN, width=3)
    return c.finish()


@cached_sprite
def _passage(way: Passage, known: tuple[tuple[tuple[int, int], str], ...]) -> Image.Image:
    """The water, the hexagons that were found, and what nobody has seen."""
    wide, high = RIGHT - LEFT, FOOT - TOP
    c = Canvas((wide, high), mix(SEA, PAGE, 0.12), 2, (-LEFT, -TOP))
    for k in range(70):
        left, line = LEFT + (k * 149) % wide, TOP + 16 + (k * 83) % (high - 30)
        wave = [(left + 6 * n, line - 4 * math.sin(n * math.pi / 2)) for n in range(7)]
        c.line(wave, mix(SEA, PAGE, 0.3), 2)
    r, terrain = way.r, dict(known)
    for grow, fill in ((5, PEN), (2.5, CREAM)):
        for row in range(1, way.rows + 1):
            for column in range(way.columns):
                c.poly(_flat(*way.at((column, row)), r + grow), fill)
    for row in range(1, way.rows + 1):
        for column in range(way.columns):
            kind = terrain.get((column, row))
            x, y = way.at((column, row))
            c.poly(_flat(x, y, r + 0.5), UNKNOWN if kind is None else TERRAIN[kind])
            c.line(
                [*_flat(x, y, r - 0.5), _flat(x, y, r - 0.5)[0]], mix(TERRAIN.get(kind or "", UNKNOWN), PEN, 0.24), 1.4
            )
            _sketch(c, kind or "", x, y, r)
    c.rect(LEFT, TOP, RIGHT, FOOT, None, edge=PEN, width=4)
    return c.finish()


def _flat(x: float, y: float, r: float) -> list[Point]:
    """The corners of a hexagon that lies on a side."""
    return [(x + r * math.cos(math.pi * k / 3), y + r * math.sin(math.pi * k / 3)) for k in range(6)]


def _sketch(c: Canvas, kind: str, x: float, y: float, r: float) -> None:
    """A few strokes of the pen that tell terrains apart without their colour."""
    match kind:
        case "land":
            for dx in (-0.34, 0.3):
                peak = [
                    (x + (dx - 0.22) * r, y + 0.3 * r),
                    (x + dx * r, y - 0.12 * r),
                    (x + (dx + 0.22) * r, y + 0.3 * r),
                ]
                c.line(peak, mix(TERRAIN["land"], PEN, 0.6), 2)
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
            c.line([*berg, berg[0]], mix(TERRAIN["iceberg"], PEN, 0.6), 2)


def _journeys(sheet: Sheet, of: Finale, way: Passage) -> None:
    """The way of every ship as a stroke of the pen, and the ships where they came to."""
    seats = sorted(range(len(of.scene.names)), key=lambda seat: seat in of.result.winners)
    lane = way.r * 0.16
    ends: dict[Seat, Point] = {}
    for seat in seats:
        by = (seat - (len(seats) - 1) / 2) * lane
        stays = [way.at(place) for place in places(of, f"ship-{seat}")]
        points = [(x + by, y + by) for x, y in stays]
        sprite = _stroke(tuple((round(x - LEFT), round(y - TOP)) for x, y in points), SEATS[seat].colour, way.r)
        if sprite is not None:
            sheet.put(sprite, LEFT, TOP)
        if points:
            ends[seat] = points[-1]
    size = max(46, round(way.r * 1.5))
    for seat, (x, y) in ends.items():
        sheet.put(ship(seat, size), min(max(x, LEFT + size / 2), RIGHT - size / 2), y)


@lru_cache(maxsize=16)
def _stroke(points: tuple[Point, ...], colour: Colour, r: float) -> Sprite | None:
    """A line of a broad nib held aslant: thick one way, thin the other, paler where it is old. Anchored at (0, 0)."""
    way = smooth(points, closed=False, steps=8) if len(points) > 1 else []
    if not way:
        return None
    size = (RIGHT - LEFT, FOOT - TOP)
    image = Image.new("RGBA", size)
    nib = max(3.4, r * 0.13)
    for reach, fill in ((4.6, CREAM), (2.4, PEN), (0.0, colour)):
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
def _stamp(words: str, colour: Colour, ink: Colour, size: int) -> Sprite:
    """A postage stamp with a place on it; anchored at its centre."""
    half = size / 2
    c = around(half + 3, half + 3, half + 3, half + 3)
    c.rect(-half, -half, half, half, CREAM)
    teeth = 7
    for k in range(teeth):
        t = -half + size * (k + 0.5) / teeth
        for x, y in ((t, -half), (t, half), (-half, t), (half, t)):
            c.disc(x, y, size / teeth * 0.3, PAGE)
    c.rect(-half + 9, -half + 9, half - 9, half - 9, colour, edge=PEN, width=2)
    c.text(0, 0, words, round(size * 0.52), ink, "title")
    return c.sprite(PAGE)


def _postmark(sheet: Sheet, of: Finale, fmt: Formatter) -> None:
    """The mark of the port office: through the Passage, or still in the ice."""
    view: View = of.scene.view
    through = any(seen.row > view.rows for seen in view.players)
    words = fmt(say("Open sea")) if through else fmt(say("Winter quarters"))
    below = f"{of.day[2]}·{of.day[1]}·{of.day[0] % 100:02d}" if of.day else ""
    sheet.put(_mark(words.upper(), below), RIGHT - 112, 122)
    sheet.told.append(DrawnText(words, words))


@cached_sprite
def _mark(words: str, below: str) -> Sprite:
    """A round mark in red, a little askew; anchored at its centre."""
    r = 112.0
    c = around(r + 8, r + 8, r + 8, r + 8, FINE)
    c.disc(0, 0, r + 3, CREAM)
    for reach, line in ((r, 6), (r - 13, 3)):
        c.line([*ring(0, 0, reach)], STAMP, line)
    room = int(r * 1.56)
    lines, size, face = wrap(words, "bold", 50, room, 2)
    for n, word in enumerate(lines):
        c.text(0, (n - (len(lines) - 1) / 2) * (size - 2) - (18 if below else 0), word, size, STAMP, face)
    if below:
        c.line([(-r * 0.74, 40), (r * 0.74, 40)], STAMP, 3)
        c.text(0, 66, below, 39, STAMP, "bold")
    sprite = c.sprite()
    turned = sprite.image.rotate(11, Image.Resampling.BICUBIC, expand=True)
    return Sprite(turned, turned.width // 2, turned.height // 2)
