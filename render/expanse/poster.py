"""The end of The Expanse Board Game as a mission report: who held which base when, over the whole game."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from PIL import Image

from engine.games.expanse.view import Faction, View
from engine.kernel.text import Text, Translate, Who, count, say
from render.expanse import phrases
from render.expanse.layout import BOTTOM, COLUMNS, PLATE_H, PLATE_W, RIGHT, Place, bend
from render.expanse.layout import LEFT as MAP_LEFT
from render.expanse.layout import TOP as MAP_TOP
from render.expanse.layout import places as orbital_places
from render.expanse.on_map import chart
from render.expanse.pieces import (
    BANDS,
    CARD,
    DARK,
    DIM,
    EDGE,
    FAINT,
    LOOKS,
    PANEL,
    PLATE,
    PLATE_EDGE,
    SPACE,
    bead,
    halo,
    mark,
    rocinante,
)
from render.expanse.sky import CLOSED, LIMB, WORLDS, Ground, Printed, sky
from render.kit.cache import cached_sprite
from render.kit.canvas import Canvas, Point
from render.kit.poster import HEIGHT, WIDTH, Finale, Page, graph, places
from render.kit.poster.facts import Fact, fact, totals
from render.kit.poster.words import alt as in_words
from render.kit.poster.words import date, number
from render.kit.sheet import Sheet
from render.kit.text import Formatter, Name
from render.kit.theme import CREAM, Colour, Tones, mix, toned_as
from render.kit.trails import trail

EXACT: tuple[Colour, ...] = (
    SPACE,
    *BANDS,
    PANEL,
    CARD,
    PLATE,
    PLATE_EDGE,
    CLOSED,
    EDGE,
    FAINT,
    DIM,
    CREAM,
    *(look.colour for look in LOOKS.values()),
    *(colour for _, colour in LIMB),
    *(colour for _, *pair in WORLDS.values() for colour in pair),
)
TONES: Tones = toned_as({"night": {DIM: "#9DAEBD", FAINT: "#62788F"}, "contrast": {DIM: "#D3DEE8", FAINT: "#7F97B0"}})
DROP = HEIGHT - 18 - BOTTOM
"""How much lower the map lies than on the board."""
LEFT, END = RIGHT + 26, WIDTH - 30
"""The column beside the map."""
HEAD = MAP_TOP + DROP
RIBBON = 28
"""How high the ribbon of a base is that shows who held it."""
SIGN = 40
"""A faction's shape is put on stretches of a ribbon from this width on."""
OUT = mix(CLOSED, DIM, 0.75)
"""Words about what is not in play."""
FREE = ""
"""Nobody's, or as much one's as another's."""


def page(view: View) -> Page:
    """Who controls each base, where the Rocinante is, and everybody's CP. The last scoring clears the map: then the bases are left
    out."""
    at: dict[str, str] = {}
    if not view.ended and len(view.sides) == view.seats:
        at |= {f"base-{base.word}": base.control or FREE for base in view.bases if base.open}
        at |= {f"orbital-{one.word}": one.control or FREE for one in view.orbitals}
    if view.rocinante is not None:
        at["rocinante"] = view.rocinante
    cp = {side.seat: side.cp for side in view.sides}
    return Page(view.turn, at, tuple(cp.get(seat, 0) for seat in range(view.seats)))


def alt(of: Finale, translate: Translate) -> str:
    """The report in words."""
    return in_words(of, [headline(of), *held(of)], translate)


def paint(of: Finale, translate: Translate) -> Image.Image:
    """The poster: 1650 × 1050, RGB."""
    return compose(of, translate).image


def compose(of: Finale, translate: Translate) -> Sheet:
    """The poster, with a list of the words on it."""
    view: View = of.scene.view
    fmt = Formatter(of.scene.names, translate)
    sheet = Sheet(Image.new("RGB", (WIDTH, HEIGHT), SPACE))
    _head(sheet, of, fmt)
    _map(sheet, of, view, fmt)
    y = _ranking(sheet, of, fmt)
    _points(sheet, of, fmt, y)
    return sheet


# --------------------------------------------------------------------------- words
def headline(of: Finale) -> Text:
    """What this game will be remembered for."""
    told: Fact = fact(of)
    match told:
        case ("left", int(winner), _, _):
            return say("{seat} alone among the stars", seat=Who(winner))
        case ("overtaken", int(winner), int(rival), _):
            return say("{seat} overtakes {rival} at the end", seat=Who(winner), rival=Who(rival))
        case ("close", int(winner), _, by) if by > 0:
            return count("{seat} ahead by a single CP", "{seat} ahead by {n} CP", by, seat=Who(winner))
        case ("close", int(winner), _, _):
            return say("Level, and {seat} first by rank", seat=Who(winner))
        case ("comeback", int(winner), _, _):
            return say("{seat} from last to first", seat=Who(winner))
        case ("runaway", int(winner), _, _):
            return say("{seat} rules the System", seat=Who(winner))
        case ("led", int(winner), _, _):
            return say("{seat} in command throughout", seat=Who(winner))
        case (_, int(winner), _, _):
            return say("{seat} holds the System", seat=Who(winner))
    return say("Nobody holds the System")


def held(of: Finale) -> list[Text]:
    """Which bases each faction held longest, for those who cannot see the map."""
    view: View = of.scene.view
    known = [page for page in of.pages if any(key.startswith("base-") for key in page.at)]
    found: list[Text] = []
    for side in view.sides:
        bases = [
            say(base.name)
            for base in view.bases
            if base.open
            and 2 * sum(page.at.get(f"base-{base.word}") == side.faction for page in known) > len(known) > 0
        ]
        if bases:
            found.append(say("{seat} held {bases} most of the time.", seat=Who(side.seat), bases=bases))
    return found


def _head(sheet: Sheet, of: Finale, fmt: Formatter) -> None:
    """What this is, the day, and the headline."""
    view: View = of.scene.view
    room = END - MAP_LEFT - 16
    when = [date(of.day)] if of.day else []
    when += [count("{n} turn", "{n} turns", max(1, view.turn))]
    wide = sheet.text(END, 44, fmt(say("{when}", when=when)), room * 0.5, size=42, role="text", fill=DIM, align="r")
    sheet.text(MAP_LEFT + 16, 44, fmt(say("MISSION REPORT")), room - wide - 40, size=42, role="label", fill=DIM)
    found = fmt.fitted(headline(of), "title", 84, room, least=54)
    sheet.write(MAP_LEFT + 16, 122, fmt(headline(of)), found, room, step=54, wanted=84, fill=CREAM)


# ----------------------------------------------------------------------------- map
def _map(sheet: Sheet, of: Finale, view: View, fmt: Formatter) -> None:
    """The map: on each plate who held the base when, round each orbital who controlled it at last, the way of the Rocinante."""
    closed = fmt(say("not in play"))
    printed = tuple(Printed(base.word, " ", base.resource, base.open) for base in view.bases)
    ground = Ground(chart(view), tuple(" " for _ in view.bands), printed, 0, " ")
    sheet.image.paste(sky(ground).image, (MAP_LEFT, HEAD))
    for k, band in enumerate(view.bands):
        x = bend(COLUMNS[k], MAP_TOP + 30) + 8
        sheet.text(x, HEAD + 34, fmt(Text(view.names[band])), PLATE_W + 4, size=39, role="text", fill=DIM)
    where = orbital_places(ground.chart)
    known = [page for page in of.pages if any(key.startswith("base-") for key in page.at)]
    names = {base.word: (fmt(say(base.name)), base.open) for base in view.bases}
    _way(sheet, of, where)
    for orbital in view.orbitals:
        place = where[orbital.word]
        control = known[-1].at.get(f"orbital-{orbital.word}") if known else FREE
        if control:
            sheet.put(halo(place.spread.ring - 3, LOOKS[control].colour), place.x, place.y + DROP)
            sheet.put(bead(control, 13), place.x, place.y + DROP + place.spread.ring - 2)
        if place.spread.name:
            room = PLATE_W - place.spread.name - 4
            sheet.text(
                place.left + place.spread.name,
                place.top + DROP + 20,
                fmt(say(orbital.name)),
                room,
                size=39,
                role="title",
            )
        for word, (x, y) in zip(orbital.bases, place.plates, strict=True):
            name, is_open = names[word]
            _plate(sheet, name, x, y + DROP, "" if is_open else closed)
            if is_open:
                holders = [str(page.at.get(f"base-{word}", FREE)) for page in known]
                _ribbon(sheet, holders, (x + 12, y + DROP + PLATE_H - RIBBON - 8, PLATE_W - 24))
    _rocinante(sheet, of, where, fmt)


def _plate(sheet: Sheet, name: str, x: int, y: int, closed: str) -> None:
    """The plate of a base with its name, and that it is `closed`, if it is."""
    sheet.image.paste(CLOSED if closed else PLATE, (x + 8, y + 3, x + PLATE_W - 8, y + PLATE_H - 3))
    sheet.text(x + 14, y + 23, name, PLATE_W - 24, size=40, fill=OUT if closed else CREAM)
    sheet.text(x + 14, y + 61, closed, PLATE_W - 24, size=39, role="text", fill=OUT)


def _ribbon(sheet: Sheet, holders: Sequence[str], box: tuple[int, int, int]) -> None:
    """Who held a base, from the beginning of the game on the left to its end on the right."""
    x, y, wide = box
    total = max(1, len(holders))
    sheet.image.paste(FAINT, (x - 2, y - 2, x + wide + 2, y + RIBBON + 2))
    done = 0
    for holder, stay in groupby(holders):
        count_of = len(list(stay))
        left, right = x + wide * done // total, x + wide * (done + count_of) // total
        done += count_of
        fill = LOOKS[holder].colour if holder else PLATE
        sheet.image.paste(fill, (left, y, right, y + RIBBON))
        if holder and right - left >= SIGN:
            sheet.put(mark(holder, 9.5, fill, DARK), (left + right) / 2, y + RIBBON / 2)


def _way(sheet: Sheet, of: Finale, where: dict[str, Place]) -> None:
    """The way of the Rocinante, below the plates."""
    stays: list[Point] = [(where[word].x, where[word].y + DROP) for word in places(of, "rocinante")]
    trail(sheet, stays, CREAM, width=4, oldest=0.35, dashed=True, ink=DARK, light=mix(DARK, CREAM, 0.3))


def _rocinante(sheet: Sheet, of: Finale, where: dict[str, Place], fmt: Formatter) -> None:
    """The Rocinante, and what the lines on the map mean."""
    view: View = of.scene.view
    holder: Faction | None = next((side.faction for side in view.sides if side.seat == view.holder), None)
    if view.rocinante is not None and holder:
        place = where[view.rocinante]
        sheet.put(rocinante(62, holder), place.x, place.y + DROP)
    low = max(y for word in view.orbitals[-2:] for _, y in where[word.word].plates) + PLATE_H + DROP
    x, room = bend(COLUMNS[2], BOTTOM - 80) + 18, 2 * PLATE_W - 12
    y = low + 44
    for told in (
        say("Ribbons: who held a base, from the first turn to the last."),
        say("Dashes: the way of the Rocinante."),
    ):
        lines = sheet.sentence(x, y, told, room, fmt, size=40, least=39, lines=2, step=44, role="text", fill=DIM)
        y += 44 * lines + 6


# -------------------------------------------------------------------------- column
def _ranking(sheet: Sheet, of: Finale, fmt: Formatter) -> int:
    """Everybody with their faction and CP, the best first; returns the y below."""
    view: View = of.scene.view
    y, high = HEAD, 112
    for place, seat, points in totals(of):
        side = phrases.side_of(view, seat)
        first = seat in of.result.winners
        look = LOOKS[side.faction] if side else None
        fill = look.colour if first and look else CARD
        ink, soft = (DARK, DARK) if first else (CREAM, DIM)
        sheet.image.paste(_card(END - LEFT + 16, high, fill), (LEFT - 8, y))
        sheet.text(LEFT + 8, y + high / 2, f"{place}", 40, size=48, role="title", fill=ink)
        if side:
            sheet.put(mark(side.faction, 21, fill, DARK if first else None), LEFT + 74, y + high / 2)
        wide = sheet.text(END - 8, y + high / 2, number(points), 130, size=58, role="title", fill=ink, align="r")
        room = END - LEFT - 150 - wide
        sheet.text(LEFT + 112, y + 36, Name(fmt.names[seat]), room, size=44, fill=ink)
        if side:
            sheet.text(LEFT + 112, y + 80, fmt(phrases.tag(side.faction)), room, size=40, role="text", fill=soft)
        y += high + 12
    return y


@cached_sprite
def _card(wide: int, high: int, fill: Colour) -> Image.Image:
    c = Canvas((wide, high), SPACE)
    c.rect(0, 0, wide, high, fill, radius=14)
    return c.finish()


def _points(sheet: Sheet, of: Finale, fmt: Formatter, y: int) -> None:
    """CP by turn."""
    view: View = of.scene.view
    pages = [page for page in of.pages if any(page.points)]
    box = (LEFT - 12, y + 40, END + 22, HEIGHT - 14)
    order = sorted(view.sides, key=lambda side: side.seat in of.result.winners)
    lines = [graph.Line(side.seat, LOOKS[side.faction].colour, bead(side.faction, 18)) for side in order]
    graph.draw(sheet, pages, lines, box, graph.Look(SPACE, CREAM, mix(SPACE, DIM, 0.35), DARK), lead=78, apart=46)
    sheet.text(LEFT, y + 26, fmt(say("CP by turn")), END - LEFT, size=42, fill=DIM)
