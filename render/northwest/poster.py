"""The end of Expedition: Northwest Passage as the last page of a ship's log."""

from __future__ import annotations

from itertools import pairwise

from PIL import Image

from engine.games.northwest.view import Point as Cell
from engine.games.northwest.view import Seen, View
from engine.kernel.text import Seat, Text, Translate, Who, count, say
from render.kit.cache import cached_sprite
from render.kit.canvas import Canvas, Point
from render.kit.poster import HEIGHT, WIDTH, Finale, Page, graph, places
from render.kit.poster.facts import Fact, fact, totals
from render.kit.poster.words import alt as in_words
from render.kit.poster.words import date, number
from render.kit.seats import badge, ship
from render.kit.sheet import Sheet
from render.kit.text import Formatter, Name
from render.kit.theme import CREAM, GOLD, INK, SEA, SEATS, Colour, Tones, mix, toned_as
from render.kit.trails import beside, trail
from render.northwest import terrain
from render.northwest.chart import UNKNOWN, Season, Terrain, chart
from render.northwest.colours import TONES as BOARD_TONES
from render.northwest.layout import X0, Y0, BoardLayout
from render.northwest.pieces import plate

PAGE, RULE, MARGIN_LINE, SEPIA = "#F5ECD6", "#CFCDBF", "#C97B62", "#5A4630"
EXACT: tuple[Colour, ...] = (PAGE, RULE, MARGIN_LINE, SEPIA, INK, CREAM, GOLD, SEA, UNKNOWN, *(s.colour for s in SEATS))
TONES: Tones = toned_as(
    {
        "night": {PAGE: "#B3AA98", RULE: "#979385", SEPIA: "#2C2113"},
        "contrast": {**BOARD_TONES["contrast"], PAGE: "#FFFDF5", RULE: "#D9D6C6", SEPIA: "#3A2A17"},
    }
)
LEFT, TOP, WIDE, HIGH = 60, 200, 900, 566
"""The chart."""
TEXT_LEFT, RIGHT = 1004, 1602
"""The column beside it."""
LINE, SIZE = 52, 41
"""The distance between two ruled lines, and the letters on them."""
HAULS = 6
"""The most gains that the log tells of."""
FRAME = 12
"""How much of the chart's frame is shown."""


def page(view: View) -> Page:
    """Where ships and sleds are, and what everybody would have if the game ended now: less than the score track shows, as long as
    ships on the ice would be lost."""
    at: dict[str, tuple[float, float]] = {}
    for seen in view.expeditions:
        at[f"ship-{seen.seat}"] = _middle(seen.ship.cells)
        if seen.sled.area is not None:
            at[f"sled-{seen.seat}"] = _middle(tuple((x, y) for x, y, _ in seen.sled.area.quadrants))
    return Page(view.sun.round, at, tuple(seen.total for seen in view.expeditions), _track(view))


def _track(view: View) -> tuple[int, ...]:
    return tuple(seen.track for seen in view.expeditions)


def _middle(cells: tuple[Cell, ...]) -> tuple[float, float]:
    """The middle of some squares, in squares."""
    several = dict.fromkeys(cells)
    return sum(x for x, _ in several) / len(several) + 0.5, sum(y for _, y in several) / len(several) + 0.5


def alt(of: Finale, translate: Translate) -> str:
    """The page of the log in words."""
    return in_words(of, [headline(of), *entries(of)], translate)


def paint(of: Finale, translate: Translate) -> Image.Image:
    """The poster: 1650 × 1050, RGB."""
    return compose(of, translate).image


def compose(of: Finale, translate: Translate) -> Sheet:
    """The poster, with a list of the words on it."""
    view: View = of.scene.view
    fmt = Formatter(of.scene.names, translate)
    layout = BoardLayout.of(view)
    sheet = Sheet(_paper().copy())
    _head(sheet, of, fmt)
    foot = _chart(sheet, of, view, layout)
    y = _ranking(sheet, of, fmt)
    _entries(sheet, of, fmt, y, foot)
    _points(sheet, of, fmt, foot + 14)
    return sheet


@cached_sprite
def _paper() -> Image.Image:
    """A ruled page with a red margin."""
    c = Canvas((WIDTH, HEIGHT), PAGE)
    for x in (36, 42):
        c.line([(x, 0), (x, HEIGHT)], MARGIN_LINE, 2)
    return c.finish()


# --------------------------------------------------------------------------- words
def headline(of: Finale) -> Text:
    """What this game will be remembered for."""
    view: View = of.scene.view
    told = fact(of)
    drowned = [seen.seat for seen in view.expeditions if seen.sled.state == "lost"]
    if told.kind == "left" and told.winner is not None:
        return say("{seat} sailed on alone", seat=Who(told.winner))
    if told.kind in ("overtaken", "close", "comeback"):
        return _course(told)
    if drowned:
        return say("Lost in the thaw")
    if view.ended and not any(seen.home for seen in view.expeditions):
        return say("None came back to Greenland")
    return _course(told)


def _course(told: Fact) -> Text:
    match told:
        case ("overtaken", int(winner), _, _):
            return say("{seat} ahead in the last hour", seat=Who(winner))
        case ("close", int(winner), _, by) if by > 0:
            return count("{seat} by a single point", "{seat} by {n} points", by, seat=Who(winner))
        case ("close", int(winner), _, _):
            return say("{seat} by a hair", seat=Who(winner))
        case ("comeback", int(winner), _, _):
            return say("{seat} came back from far behind", seat=Who(winner))
        case ("led", int(winner), _, _):
            return say("{seat} ahead all the way", seat=Who(winner))
        case ("runaway", int(winner), _, _):
            return say("{seat} out of everybody’s sight", seat=Who(winner))
        case (_, int(winner), _, _) if told.kind != "shared":
            return say("{seat} charts the North", seat=Who(winner))
    return say("Honours shared in the ice")


def entries(of: Finale) -> list[Text]:
    """What the log says below the ranking, the most important first."""
    view: View = of.scene.view
    lost = [Who(seen.seat) for seen in view.expeditions if seen.sled.state == "lost"]
    found = [say("The ice took the sled of {seat}.", seat=who) for who in lost]
    away = [Who(seen.seat) for seen in view.expeditions if not seen.home]
    if view.ended and away and len(away) < len(view.expeditions):
        found.append(say("Never back in Greenland: {seats}.", seats=away))
    elif view.ended and not away:
        found.append(say("All hands back in Greenland."))
    found += [say("{seat} gave up the search.", seat=Who(seat)) for seat in of.left]
    best = max(view.expeditions, key=_islands)
    if _islands(best) > 0:
        found.append(say("Most land charted: {seat}.", seat=Who(best.seat)))
    return [*found, *_hauls(of)]


def _hauls(of: Finale) -> list[Text]:
    """The largest steps that anybody took, in the order in which they were taken."""
    steps: list[tuple[int, int, Seat]] = []
    for k, (was, now) in enumerate(pairwise(of.pages), 1):
        steps += [(now.points[seat] - was.points[seat], k, seat) for seat in range(len(of.scene.names))]
    best = sorted((step for step in steps if step[0] > 2 and of.pages[step[1]].when > 1), reverse=True)[:HAULS]
    return [_haul(of.pages[k].when, seat, by) for by, k, seat in sorted(best, key=lambda step: step[1])]


def _haul(when: int, seat: Seat, by: int) -> Text:
    return count(
        "Round {round}: {seat} up {n} point.", "Round {round}: {seat} up {n} points.", by, round=when, seat=Who(seat)
    )


def _islands(seen: Seen) -> int:
    return next((line.points for line in seen.score if line.what == "islands"), 0)


def _head(sheet: Sheet, of: Finale, fmt: Formatter) -> None:
    """The day and the round; the headline."""
    view: View = of.scene.view
    room = RIGHT - LEFT
    when = [date(of.day)] if of.day else []
    when += [say("round {round}", round=view.sun.round), count("{n} move", "{n} moves", of.moves)]
    wide = sheet.text(
        RIGHT, 58, fmt(say("{when}", when=when)), room * 0.6, size=42, role="serif", fill=SEPIA, align="r"
    )
    sheet.text(LEFT, 58, fmt(say("Log of the Expedition")), room - wide - 40, size=42, role="serif", fill=SEPIA)
    sheet.sentence(LEFT, 138, headline(of), room, fmt, size=88, least=56, role="title", fill=INK)


def _ranking(sheet: Sheet, of: Finale, fmt: Formatter) -> int:
    """Everybody with their points, the best first and underlined twice; returns the line below."""
    y = TOP + LINE // 2
    step = LINE + 26 if len(of.scene.names) < 4 else LINE + 18
    for place, seat, points in totals(of):
        first = seat in of.result.winners
        if first:
            sheet.image.paste(GOLD, (TEXT_LEFT - 8, y - 34, RIGHT + 8, y + 36))
        sheet.text(TEXT_LEFT + 6, y, f"{place}.", 44, size=42, role="title", fill=INK if first else SEPIA)
        sheet.put(badge(seat, 54, CREAM), TEXT_LEFT + 86, y)
        wide = sheet.text(RIGHT - 4, y, number(points), 160, size=58, role="title", fill=INK, align="r")
        sheet.text(
            TEXT_LEFT + 130, y, Name(fmt.names[seat]), RIGHT - TEXT_LEFT - 154 - wide, size=46, role="title", fill=INK
        )
        y += step
    return y


def _entries(sheet: Sheet, of: Finale, fmt: Formatter, y: int, foot: int) -> None:
    """The entries of the log on ruled lines, as many as there is room for."""
    lines = range(y + LINE // 2 - 6, foot + 4, LINE)
    for line in lines:
        sheet.image.paste(RULE, (TEXT_LEFT - 8, line, RIGHT + 8, line + 2))
    room, at = RIGHT - TEXT_LEFT, 0
    for text in entries(of):
        found = fmt.fitted(text, "serif", SIZE, room, least=SIZE, lines=2)
        if at + len(found.lines) > len(lines):
            continue
        sheet.write(TEXT_LEFT, lines[at] - 17, fmt(text), found, room, step=LINE, wanted=SIZE, fill=SEPIA)
        at += len(found.lines)


# --------------------------------------------------------------------------- chart
def _chart(sheet: Sheet, of: Finale, view: View, layout: BoardLayout) -> int:
    """What was charted, without the ice, and where everybody has been; returns the y of its foot."""
    land: Terrain = terrain(view)
    box = (X0 - FRAME, Y0 - FRAME, layout.right + FRAME, layout.bottom + FRAME)
    whole = chart(layout, land, Season(0, ())).image.crop(box)
    scale = min(WIDE / whole.width, HIGH / whole.height)
    small = whole.resize((round(whole.width * scale), round(whole.height * scale)), Image.Resampling.LANCZOS)
    sheet.image.paste(small, (LEFT, TOP))

    def at(cell: tuple[float, float]) -> Point:
        x, y = layout.corner(*cell)
        return LEFT + (x - box[0]) * scale, TOP + (y - box[1]) * scale

    seats = sorted((seen.seat for seen in view.expeditions), key=lambda seat: seat in of.result.winners)
    ways: dict[Seat, list[Point]] = {}
    for seat in seats:
        for piece in ("sled", "ship"):
            stays = [at(cell) for cell in places(of, f"{piece}-{seat}")]
            way = beside(stays, seat, len(seats))
            trail(sheet, way, SEATS[seat].colour, width=5, oldest=0.45, dashed=piece == "sled")
            if piece == "ship" and way:
                ways[seat] = way
    crowd: dict[Point, int] = {}
    for seat, way in ways.items():
        x, y = way[-1]
        near = next((spot for spot in crowd if abs(spot[0] - x) + abs(spot[1] - y) < 60), (x, y))
        sheet.put(ship(seat, 52), x - 34 * crowd.get(near, 0), y + 8 * crowd.get(near, 0))
        crowd[near] = crowd.get(near, 0) + 1
    for word, cells in (("G", view.greenland), ("NW", view.passage)):
        x, y = at(_middle(cells[:1]))
        sheet.put(plate(word), max(x, LEFT + 46), y - 8)
    return TOP + small.height


def _points(sheet: Sheet, of: Finale, fmt: Formatter, y: int) -> None:
    """Points by round, as if the game had ended then."""
    order = sorted(range(len(of.scene.names)), key=lambda seat: seat in of.result.winners)
    lines = [graph.Line(seat, SEATS[seat].colour, badge(seat, 46, PAGE)) for seat in order]
    look = graph.Look(PAGE, INK, mix(PAGE, SEPIA, 0.3))
    graph.draw(sheet, of.pages, lines, (LEFT - 6, y + 44, RIGHT + 20, HEIGHT - 8), look, lead=92, apart=50)
    told = say("Points by round, had it ended then")
    sheet.text(LEFT, y + 24, fmt(told), WIDE, size=42, role="serif", fill=SEPIA)
