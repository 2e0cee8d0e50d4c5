"""The end of The Expanse Board Game as a mission report: who held which base when, over the whole game."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from PIL import Image

from engine.games.expanse.view import Faction, View
from engine.kernel.text import SeatMention, Text, Translate, count, say
from render.expanse import phrases
from render.expanse.layout import (
    BAND_LEFTS_PX,
    MAP_BOTTOM_PX,
    MAP_RIGHT_PX,
    PLATE_HEIGHT_PX,
    PLATE_WIDTH_PX,
    OrbitalPlace,
    find_arc_x,
)
from render.expanse.layout import MAP_LEFT_PX as MAP_LEFT
from render.expanse.layout import MAP_TOP_PX as MAP_TOP
from render.expanse.layout import arrange_orbitals as orbital_places
from render.expanse.map_pieces import create_map_chart
from render.expanse.pieces import (
    BAND_COLOURS,
    CARD_COLOUR,
    DARK_INK,
    DIM_INK,
    FACTION_STYLES,
    FAINT_COLOUR,
    ORBIT_LINE_COLOUR,
    PANEL_COLOUR,
    PLATE_COLOUR,
    PLATE_EDGE_COLOUR,
    SPACE_COLOUR,
    draw_faction_mark,
    draw_halo,
    draw_rocinante,
    draw_track_marker,
)
from render.expanse.sky import CLOSED_COLOUR, LIMB_RINGS, WORLD_STYLES, MapGround, PrintedBase, draw_sky
from render.kit.cache import cached_sprite
from render.kit.canvas import Canvas, Point
from render.kit.poster import POSTER_HEIGHT_PX, POSTER_WIDTH_PX, Finale, PosterPage, graph, list_piece_places
from render.kit.poster.facts import HeadlineFact, find_headline_fact, rank_totals
from render.kit.poster.poster_text import build_poster_alt_text as in_words
from render.kit.poster.poster_text import format_date, format_number
from render.kit.sheet import Sheet
from render.kit.text import Formatter, PlayerName
from render.kit.theme import CREAM, Colour, Tones, merge_tones, mix_colours
from render.kit.trails import draw_trail

EXACT_COLOURS: tuple[Colour, ...] = (
    SPACE_COLOUR,
    *BAND_COLOURS,
    PANEL_COLOUR,
    CARD_COLOUR,
    PLATE_COLOUR,
    PLATE_EDGE_COLOUR,
    CLOSED_COLOUR,
    ORBIT_LINE_COLOUR,
    FAINT_COLOUR,
    DIM_INK,
    CREAM,
    *(look.colour for look in FACTION_STYLES.values()),
    *(colour for _, colour in LIMB_RINGS),
    *(colour for _, *pair in WORLD_STYLES.values() for colour in pair),
)
TONE_COLOURS: Tones = merge_tones(
    {"night": {DIM_INK: "#9DAEBD", FAINT_COLOUR: "#62788F"}, "contrast": {DIM_INK: "#D3DEE8", FAINT_COLOUR: "#7F97B0"}}
)
MAP_DROP_PX = POSTER_HEIGHT_PX - 18 - MAP_BOTTOM_PX
"""How much lower the map lies than on the board."""
COLUMN_LEFT_PX, COLUMN_RIGHT_PX = MAP_RIGHT_PX + 26, POSTER_WIDTH_PX - 30
"""The column beside the map."""
HEADER_HEIGHT_PX = MAP_TOP + MAP_DROP_PX
RIBBON_HEIGHT_PX = 28
"""How high the ribbon of a base is that shows who held it."""
MIN_SIGN_WIDTH_PX = 40
"""A faction's shape is put on stretches of a ribbon from this width on."""
CLOSED_INK = mix_colours(CLOSED_COLOUR, DIM_INK, 0.75)
"""Words about what is not in play."""
NOBODY = ""
"""Nobody's, or as much one's as another's."""


def create_page(view: View) -> PosterPage:
    """Who controls each base, where the Rocinante is, and everybody's CP. The last scoring clears the map: then the bases are left
    out."""
    at: dict[str, str] = {}
    if not view.ended and len(view.sides) == view.seats:
        at |= {f"base-{base.word}": base.control or NOBODY for base in view.bases if base.is_open}
        at |= {f"orbital-{one.word}": one.control or NOBODY for one in view.orbitals}
    if view.rocinante is not None:
        at["rocinante"] = view.rocinante
    cp = {side.seat: side.cp for side in view.sides}
    return PosterPage(view.turn, at, tuple(cp.get(seat, 0) for seat in range(view.seats)))


def describe_poster(finale: Finale, translate: Translate) -> str:
    """The report in words."""
    return in_words(finale, [choose_headline(finale), *list_longest_holders(finale)], translate)


def draw_poster(finale: Finale, translate: Translate) -> Image.Image:
    """The poster: 1650 × 1050, RGB."""
    return compose_poster(finale, translate).image


def compose_poster(finale: Finale, translate: Translate) -> Sheet:
    """The poster, with a list of the words on it."""
    view: View = finale.scene.view
    fmt = Formatter(finale.scene.names, translate)
    sheet = Sheet(Image.new("RGB", (POSTER_WIDTH_PX, POSTER_HEIGHT_PX), SPACE_COLOUR))
    _draw_head(sheet, finale, fmt)
    _draw_map(sheet, finale, view, fmt)
    y = _draw_ranking(sheet, finale, fmt)
    _draw_points(sheet, finale, fmt, y)
    return sheet


# --------------------------------------------------------------------------- words
def choose_headline(finale: Finale) -> Text:
    """What this game will be remembered for."""
    told: HeadlineFact = find_headline_fact(finale)
    match told:
        case ("left", int(winner), _, _):
            return say("{seat} alone among the stars", seat=SeatMention(winner))
        case ("overtaken", int(winner), int(rival), _):
            return say("{seat} overtakes {rival} at the end", seat=SeatMention(winner), rival=SeatMention(rival))
        case ("close", int(winner), _, by) if by > 0:
            return count("{seat} ahead by a single CP", "{seat} ahead by {n} CP", by, seat=SeatMention(winner))
        case ("close", int(winner), _, _):
            return say("Level, and {seat} first by rank", seat=SeatMention(winner))
        case ("comeback", int(winner), _, _):
            return say("{seat} from last to first", seat=SeatMention(winner))
        case ("runaway", int(winner), _, _):
            return say("{seat} rules the System", seat=SeatMention(winner))
        case ("led", int(winner), _, _):
            return say("{seat} in command throughout", seat=SeatMention(winner))
        case (_, int(winner), _, _):
            return say("{seat} holds the System", seat=SeatMention(winner))
    return say("Nobody holds the System")


def list_longest_holders(finale: Finale) -> list[Text]:
    """Which bases each faction held longest, for those who cannot see the map."""
    view: View = finale.scene.view
    known = [page for page in finale.pages if any(key.startswith("base-") for key in page.piece_places)]
    found: list[Text] = []
    for side in view.sides:
        bases = [
            say(base.name)
            for base in view.bases
            if base.is_open
            and 2 * sum(page.piece_places.get(f"base-{base.word}") == side.faction for page in known) > len(known) > 0
        ]
        if bases:
            found.append(say("{seat} held {bases} most of the time.", seat=SeatMention(side.seat), bases=bases))
    return found


def _draw_head(sheet: Sheet, finale: Finale, fmt: Formatter) -> None:
    """What this is, the day, and the headline."""
    view: View = finale.scene.view
    room = COLUMN_RIGHT_PX - MAP_LEFT - 16
    when = [format_date(finale.day)] if finale.day else []
    when += [count("{n} turn", "{n} turns", max(1, view.turn))]
    wide = sheet.text(
        COLUMN_RIGHT_PX, 44, fmt(say("{when}", when=when)), room * 0.5, size=42, role="text", fill=DIM_INK, align="r"
    )
    sheet.text(MAP_LEFT + 16, 44, fmt(say("MISSION REPORT")), room - wide - 40, size=42, role="label", fill=DIM_INK)
    found = fmt.fit_text(choose_headline(finale), "title", 84, room, min_size=54)
    sheet.write_fitted(
        MAP_LEFT + 16, 122, fmt(choose_headline(finale)), found, room, line_height=54, wanted_size=84, fill=CREAM
    )


# ----------------------------------------------------------------------------- map
def _draw_map(sheet: Sheet, finale: Finale, view: View, fmt: Formatter) -> None:
    """The map: on each plate who held the base when, round each orbital who controlled it at last, the way of the Rocinante."""
    closed = fmt(say("not in play"))
    printed = tuple(PrintedBase(base.word, " ", base.resource, base.is_open) for base in view.bases)
    ground = MapGround(create_map_chart(view), tuple(" " for _ in view.bands), printed, 0, " ")
    sheet.image.paste(draw_sky(ground).image, (MAP_LEFT, HEADER_HEIGHT_PX))
    for k, band in enumerate(view.bands):
        x = find_arc_x(BAND_LEFTS_PX[k], MAP_TOP + 30) + 8
        sheet.text(
            x,
            HEADER_HEIGHT_PX + 34,
            fmt(Text(view.names[band])),
            PLATE_WIDTH_PX + 4,
            size=39,
            role="text",
            fill=DIM_INK,
        )
    where = orbital_places(ground.chart)
    known = [page for page in finale.pages if any(key.startswith("base-") for key in page.piece_places)]
    names = {base.word: (fmt(say(base.name)), base.is_open) for base in view.bases}
    _draw_way(sheet, finale, where)
    for orbital in view.orbitals:
        place = where[orbital.word]
        control = known[-1].piece_places.get(f"orbital-{orbital.word}") if known else NOBODY
        if control:
            sheet.put(draw_halo(place.spread.ring - 3, FACTION_STYLES[control].colour), place.x, place.y + MAP_DROP_PX)
            sheet.put(draw_track_marker(control, 13), place.x, place.y + MAP_DROP_PX + place.spread.ring - 2)
        if place.spread.name:
            room = PLATE_WIDTH_PX - place.spread.name - 4
            sheet.text(
                place.left + place.spread.name,
                place.top + MAP_DROP_PX + 20,
                fmt(say(orbital.name)),
                room,
                size=39,
                role="title",
            )
        for word, (x, y) in zip(orbital.bases, place.plates, strict=True):
            name, is_open = names[word]
            _draw_plate(sheet, name, x, y + MAP_DROP_PX, "" if is_open else closed)
            if is_open:
                holders = [str(page.piece_places.get(f"base-{word}", NOBODY)) for page in known]
                _draw_ribbon(
                    sheet,
                    holders,
                    (x + 12, y + MAP_DROP_PX + PLATE_HEIGHT_PX - RIBBON_HEIGHT_PX - 8, PLATE_WIDTH_PX - 24),
                )
    _draw_rocinante(sheet, finale, where, fmt)


def _draw_plate(sheet: Sheet, name: str, x: int, y: int, closed_label: str) -> None:
    """The plate of a base with its name, and that it is `closed_label`, if it is."""
    sheet.image.paste(
        CLOSED_COLOUR if closed_label else PLATE_COLOUR, (x + 8, y + 3, x + PLATE_WIDTH_PX - 8, y + PLATE_HEIGHT_PX - 3)
    )
    sheet.text(x + 14, y + 23, name, PLATE_WIDTH_PX - 24, size=40, fill=CLOSED_INK if closed_label else CREAM)
    sheet.text(x + 14, y + 61, closed_label, PLATE_WIDTH_PX - 24, size=39, role="text", fill=CLOSED_INK)


def _draw_ribbon(sheet: Sheet, holders: Sequence[str], box: tuple[int, int, int]) -> None:
    """Who held a base, from the beginning of the game on the left to its end on the right."""
    x, y, wide = box
    total = max(1, len(holders))
    sheet.image.paste(FAINT_COLOUR, (x - 2, y - 2, x + wide + 2, y + RIBBON_HEIGHT_PX + 2))
    done = 0
    for holder, stay in groupby(holders):
        count_of = len(list(stay))
        left, right = x + wide * done // total, x + wide * (done + count_of) // total
        done += count_of
        fill = FACTION_STYLES[holder].colour if holder else PLATE_COLOUR
        sheet.image.paste(fill, (left, y, right, y + RIBBON_HEIGHT_PX))
        if holder and right - left >= MIN_SIGN_WIDTH_PX:
            sheet.put(draw_faction_mark(holder, 9.5, fill, DARK_INK), (left + right) / 2, y + RIBBON_HEIGHT_PX / 2)


def _draw_way(sheet: Sheet, finale: Finale, orbital_places: dict[str, OrbitalPlace]) -> None:
    """The way of the Rocinante, below the plates."""
    stays: list[Point] = [
        (orbital_places[word].x, orbital_places[word].y + MAP_DROP_PX)
        for word in list_piece_places(finale, "rocinante")
    ]
    draw_trail(
        sheet,
        stays,
        CREAM,
        width=4,
        oldest_opacity=0.35,
        dashed=True,
        ink=DARK_INK,
        light=mix_colours(DARK_INK, CREAM, 0.3),
    )


def _draw_rocinante(sheet: Sheet, finale: Finale, orbital_places: dict[str, OrbitalPlace], fmt: Formatter) -> None:
    """The Rocinante, and what the lines on the map mean."""
    view: View = finale.scene.view
    holder: Faction | None = next((side.faction for side in view.sides if side.seat == view.holder), None)
    if view.rocinante is not None and holder:
        place = orbital_places[view.rocinante]
        sheet.put(draw_rocinante(62, holder), place.x, place.y + MAP_DROP_PX)
    low = (
        max(y for word in view.orbitals[-2:] for _, y in orbital_places[word.word].plates)
        + PLATE_HEIGHT_PX
        + MAP_DROP_PX
    )
    x, room = find_arc_x(BAND_LEFTS_PX[2], MAP_BOTTOM_PX - 80) + 18, 2 * PLATE_WIDTH_PX - 12
    y = low + 44
    for told in (
        say("Ribbons: who held a base, from the first turn to the last."),
        say("Dashes: the way of the Rocinante."),
    ):
        lines = sheet.sentence(
            x, y, told, room, fmt, size=40, min_size=39, lines=2, line_height=44, role="text", fill=DIM_INK
        )
        y += 44 * lines + 6


# -------------------------------------------------------------------------- column
def _draw_ranking(sheet: Sheet, finale: Finale, fmt: Formatter) -> int:
    """Everybody with their faction and CP, the best first; returns the y below."""
    view: View = finale.scene.view
    y, high = HEADER_HEIGHT_PX, 112
    for place, seat, points in rank_totals(finale):
        side = phrases.find_faction(view, seat)
        first = seat in finale.result.winners
        look = FACTION_STYLES[side.faction] if side else None
        fill = look.colour if first and look else CARD_COLOUR
        ink, soft = (DARK_INK, DARK_INK) if first else (CREAM, DIM_INK)
        sheet.image.paste(_draw_card(COLUMN_RIGHT_PX - COLUMN_LEFT_PX + 16, high, fill), (COLUMN_LEFT_PX - 8, y))
        sheet.text(COLUMN_LEFT_PX + 8, y + high / 2, f"{place}", 40, size=48, role="title", fill=ink)
        if side:
            sheet.put(
                draw_faction_mark(side.faction, 21, fill, DARK_INK if first else None),
                COLUMN_LEFT_PX + 74,
                y + high / 2,
            )
        wide = sheet.text(
            COLUMN_RIGHT_PX - 8, y + high / 2, format_number(points), 130, size=58, role="title", fill=ink, align="r"
        )
        room = COLUMN_RIGHT_PX - COLUMN_LEFT_PX - 150 - wide
        sheet.text(COLUMN_LEFT_PX + 112, y + 36, PlayerName(fmt.names[seat]), room, size=44, fill=ink)
        if side:
            sheet.text(
                COLUMN_LEFT_PX + 112,
                y + 80,
                fmt(phrases.shorten_faction(side.faction)),
                room,
                size=40,
                role="text",
                fill=soft,
            )
        y += high + 12
    return y


@cached_sprite
def _draw_card(width: int, height: int, fill: Colour) -> Image.Image:
    c = Canvas((width, height), SPACE_COLOUR)
    c.rect(0, 0, width, height, fill, radius=14)
    return c.finish()


def _draw_points(sheet: Sheet, finale: Finale, fmt: Formatter, y: int) -> None:
    """CP by turn."""
    view: View = finale.scene.view
    pages = [page for page in finale.pages if any(page.points)]
    box = (COLUMN_LEFT_PX - 12, y + 40, COLUMN_RIGHT_PX + 22, POSTER_HEIGHT_PX - 14)
    order = sorted(view.sides, key=lambda side: side.seat in finale.result.winners)
    lines = [
        graph.GraphLine(side.seat, FACTION_STYLES[side.faction].colour, draw_track_marker(side.faction, 18))
        for side in order
    ]
    graph.draw_graph(
        sheet,
        pages,
        lines,
        box,
        graph.GraphStyle(SPACE_COLOUR, CREAM, mix_colours(SPACE_COLOUR, DIM_INK, 0.35), DARK_INK),
        left_margin=78,
        sign_gap=46,
    )
    sheet.text(COLUMN_LEFT_PX, y + 26, fmt(say("CP by turn")), COLUMN_RIGHT_PX - COLUMN_LEFT_PX, size=42, fill=DIM_INK)
