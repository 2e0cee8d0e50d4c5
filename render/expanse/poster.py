"""The poster of a finished game of The Expanse Board Game: who held which base over the whole game."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from PIL import Image

from engine.games.expanse.view import View, VisibleFaction, VisibleOrbital
from engine.kernel.text import SeatMention, Text, Translate, count, say
from render.expanse import phrases
from render.expanse.layout import (
    BAND_LEFTS_PX,
    MAP_BOTTOM_PX,
    MAP_LEFT_PX,
    MAP_RIGHT_PX,
    MAP_TOP_PX,
    PLATE_HEIGHT_PX,
    PLATE_WIDTH_PX,
    OrbitalPlace,
    arrange_orbitals,
    find_arc_x,
)
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
from render.kit.movement.trails import draw_trail
from render.kit.poster import POSTER_HEIGHT_PX, POSTER_WIDTH_PX, Finale, PosterPage, graph, list_piece_places
from render.kit.poster.facts import HeadlineFact, find_headline_fact, rank_totals
from render.kit.poster.poster_text import build_poster_alt_text, format_date, format_number
from render.kit.sheet import Sheet
from render.kit.text import PHONE_DATA_SIZE_PX, Formatter, PlayerName, find_fitting_size
from render.kit.theme import CREAM, Colour, Tones, merge_tones, mix_colours

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
    *(style.colour for style in FACTION_STYLES.values()),
    *(colour for _, colour in LIMB_RINGS),
    *(colour for _, *pair in WORLD_STYLES.values() for colour in pair),
)
TONE_COLOURS: Tones = merge_tones(
    {"night": {DIM_INK: "#9DAEBD", FAINT_COLOUR: "#62788F"}, "contrast": {DIM_INK: "#D3DEE8", FAINT_COLOUR: "#7F97B0"}}
)
MAP_DROP_PX = POSTER_HEIGHT_PX - 18 - MAP_BOTTOM_PX
"""How much lower the map is than on the board. It ends 18 px above the lower edge of the poster."""
COLUMN_LEFT_PX, COLUMN_RIGHT_PX = MAP_RIGHT_PX + 26, POSTER_WIDTH_PX - 30
"""The left and right edge of the column right of the map."""
HEADER_HEIGHT_PX = MAP_TOP_PX + MAP_DROP_PX
CARD_HEIGHT_PX = 112
RIBBON_HEIGHT_PX = 36
"""The height of the ribbon that shows who held a base."""
MIN_SIGN_WIDTH_PX = 40
"""The least width of a stretch of a ribbon that has the faction's mark on it."""
CLOSED_INK = mix_colours(CLOSED_COLOUR, DIM_INK, 0.75)
"""The ink of words about bases that are out of play."""
NOBODY = ""
"""The holder of a base or orbital without a holder, or with a tie."""


def create_page(view: View) -> PosterPage:
    """Record who controls each base, the place of the Rocinante and the CP of all seats.

    After the end the bases are left out, since the last scoring clears the map.
    """
    places: dict[str, str] = {}
    if not view.ended and len(view.sides) == view.seats:
        for base in view.bases:
            if base.is_open:
                places[f"base-{base.word}"] = base.control or NOBODY
        for orbital in view.orbitals:
            places[f"orbital-{orbital.word}"] = orbital.control or NOBODY
    if view.rocinante is not None:
        places["rocinante"] = view.rocinante
    points = [0] * view.seats
    for side in view.sides:
        points[side.seat] = side.cp
    return PosterPage(view.turn, places, tuple(points))


def describe_poster(finale: Finale, translate: Translate) -> str:
    """Describe the poster in words."""
    return build_poster_alt_text(finale, [choose_headline(finale), *list_longest_holders(finale)], translate)


def draw_poster(finale: Finale, translate: Translate) -> Image.Image:
    """Draw the poster, 1650 × 1050 pixels, RGB."""
    return compose_poster(finale, translate).image


def compose_poster(finale: Finale, translate: Translate) -> Sheet:
    """Compose the poster, with a list of the words on it."""
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
    """Choose the headline by the most notable fact of the game."""
    fact: HeadlineFact = find_headline_fact(finale)
    match fact:
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
    """List the bases that each faction held for more than half of the game."""
    view: View = finale.scene.view
    pages = _list_map_pages(finale)
    lines: list[Text] = []
    for side in view.sides:
        bases: list[Text] = []
        for base in view.bases:
            held = sum(page.piece_places.get(f"base-{base.word}") == side.faction for page in pages)
            if base.is_open and 2 * held > len(pages):
                bases.append(say(base.name))
        if bases:
            lines.append(say("{seat} held {bases} most of the time.", seat=SeatMention(side.seat), bases=bases))
    return lines


def _list_map_pages(finale: Finale) -> list[PosterPage]:
    """List the pages that record who controls the bases."""
    return [page for page in finale.pages if any(key.startswith("base-") for key in page.piece_places)]


def _draw_head(sheet: Sheet, finale: Finale, fmt: Formatter) -> None:
    """Draw the title, the day and the headline."""
    view: View = finale.scene.view
    max_width = COLUMN_RIGHT_PX - MAP_LEFT_PX - 16
    when = [format_date(finale.day)] if finale.day else []
    when += [count("{n} turn", "{n} turns", max(1, view.turn))]
    date = fmt(say("{when}", when=when))
    date_width = sheet.text(COLUMN_RIGHT_PX, 44, date, max_width * 0.5, size=42, role="text", fill=DIM_INK, align="r")
    x, title = MAP_LEFT_PX + 16, fmt(say("MISSION REPORT"))
    sheet.text(x, 40, title, max_width - date_width - 40, size=42, role="label", fill=DIM_INK)
    headline = choose_headline(finale)
    fitted = fmt.fit_text(headline, "title", 80, max_width, min_size=54)
    sheet.write_fitted(x, 106, fmt(headline), fitted, max_width, line_height=54, wanted_size=80, fill=CREAM)


# ----------------------------------------------------------------------------- map
def _draw_map(sheet: Sheet, finale: Finale, view: View, fmt: Formatter) -> None:
    """Draw the map with ribbons on its plates, the last control of each orbital and the route of the Rocinante."""
    # The sky is drawn without words, because this module writes its own larger names on it.
    printed = tuple([PrintedBase(base.word, " ", base.resource, base.is_open) for base in view.bases])
    ground = MapGround(create_map_chart(view), (" ",) * len(view.bands), printed, " ")
    sheet.image.paste(draw_sky(ground).image, (MAP_LEFT_PX, HEADER_HEIGHT_PX))
    for k, band in enumerate(view.bands):
        x, name = find_arc_x(BAND_LEFTS_PX[k], MAP_TOP_PX + 30) + 8, fmt(Text(view.names[band]))
        sheet.text(
            x,
            HEADER_HEIGHT_PX + 30,
            name,
            PLATE_WIDTH_PX + 4,
            size=find_fitting_size(name, "text", PHONE_DATA_SIZE_PX, PLATE_WIDTH_PX),
            role="text",
            fill=DIM_INK,
        )
    places = arrange_orbitals(ground.chart)
    pages = _list_map_pages(finale)
    _draw_route(sheet, finale, places)
    for orbital in view.orbitals:
        _draw_orbital(sheet, orbital, places[orbital.word], pages, fmt)
        _draw_bases(sheet, view, orbital, places[orbital.word], pages, fmt)
    _draw_rocinante(sheet, finale, places)
    _draw_legend(sheet, view, places, fmt)


def _draw_orbital(
    sheet: Sheet, orbital: VisibleOrbital, place: OrbitalPlace, pages: Sequence[PosterPage], fmt: Formatter
) -> None:
    """Draw the faction that controlled an orbital last, and the name of the orbital if its spread has a place for one."""
    control = pages[-1].piece_places.get(f"orbital-{orbital.word}") if pages else NOBODY
    if control:
        y = place.y + MAP_DROP_PX
        sheet.put(draw_halo(place.spread.ring - 3, FACTION_STYLES[control].colour), place.x, y)
        sheet.put(draw_track_marker(control, 13), place.x, y + place.spread.ring - 2)
    if place.spread.name:
        x, y = place.left + place.spread.name, place.top + MAP_DROP_PX + 20
        sheet.text(
            x, y, fmt(say(orbital.name)), PLATE_WIDTH_PX - place.spread.name - 4, size=PHONE_DATA_SIZE_PX, role="title"
        )


def _draw_bases(
    sheet: Sheet,
    view: View,
    orbital: VisibleOrbital,
    place: OrbitalPlace,
    pages: Sequence[PosterPage],
    fmt: Formatter,
) -> None:
    """Draw the plates of an orbital with the ribbons of its bases."""
    bases = {base.word: base for base in view.bases}
    for word, (x, y) in zip(orbital.bases, place.plates, strict=True):
        base, top = bases[word], y + MAP_DROP_PX
        _draw_plate(sheet, fmt(say(base.name)), x, top, "" if base.is_open else fmt(say("not in play")))
        if base.is_open:
            holders = [str(page.piece_places.get(f"base-{word}", NOBODY)) for page in pages]
            ribbon_top = top + PLATE_HEIGHT_PX - RIBBON_HEIGHT_PX - 8
            _draw_ribbon(sheet, holders, (x + 12, ribbon_top, PLATE_WIDTH_PX - 24))


def _draw_plate(sheet: Sheet, name: str, x: int, y: int, closed_label: str) -> None:
    """Draw the plate of a base with its name and, if it is out of play, `closed_label`."""
    paper, ink = (CLOSED_COLOUR, CLOSED_INK) if closed_label else (PLATE_COLOUR, CREAM)
    sheet.image.paste(paper, (x + 8, y + 3, x + PLATE_WIDTH_PX - 2, y + PLATE_HEIGHT_PX - 12))
    sheet.text(x + 14, y + 24, name, PLATE_WIDTH_PX - 24, size=PHONE_DATA_SIZE_PX, fill=ink)
    sheet.text(x + 14, y + 68, closed_label, PLATE_WIDTH_PX - 24, size=39, role="text", fill=CLOSED_INK)


def _draw_ribbon(sheet: Sheet, holders: Sequence[str], box: tuple[int, int, int]) -> None:
    """Draw who held a base, from the beginning of the game on the left to its end on the right."""
    x, y, ribbon_width = box
    total = max(1, len(holders))
    sheet.image.paste(FAINT_COLOUR, (x - 2, y - 2, x + ribbon_width + 2, y + RIBBON_HEIGHT_PX + 2))
    start = 0
    for holder, stretch in groupby(holders):
        end = start + len(list(stretch))
        left, right = x + ribbon_width * start // total, x + ribbon_width * end // total
        start = end
        fill = FACTION_STYLES[holder].colour if holder else PLATE_COLOUR
        sheet.image.paste(fill, (left, y, right, y + RIBBON_HEIGHT_PX))
        if holder and right - left >= MIN_SIGN_WIDTH_PX:
            sheet.put(draw_faction_mark(holder, 12, fill, DARK_INK), (left + right) / 2, y + RIBBON_HEIGHT_PX / 2)


def _draw_route(sheet: Sheet, finale: Finale, places: dict[str, OrbitalPlace]) -> None:
    """Draw the route of the Rocinante. The plates are drawn over it."""
    visited = [places[word] for word in list_piece_places(finale, "rocinante")]
    stops: list[Point] = [(place.x, place.y + MAP_DROP_PX) for place in visited]
    draw_trail(
        sheet,
        stops,
        CREAM,
        width=4,
        oldest_opacity=0.35,
        dashed=True,
        ink=DARK_INK,
        light=mix_colours(DARK_INK, CREAM, 0.3),
    )


def _draw_rocinante(sheet: Sheet, finale: Finale, places: dict[str, OrbitalPlace]) -> None:
    """Draw the Rocinante at its last place."""
    view: View = finale.scene.view
    side = phrases.find_faction(view, view.holder)
    if view.rocinante is not None and side is not None:
        place = places[view.rocinante]
        sheet.put(draw_rocinante(62, side.faction), place.x, place.y + MAP_DROP_PX)


def _draw_legend(sheet: Sheet, view: View, places: dict[str, OrbitalPlace], fmt: Formatter) -> None:
    """Explain the ribbons and dashes below the plates of the last two orbitals, where there is space."""
    lowest = max(top for orbital in view.orbitals[-2:] for _, top in places[orbital.word].plates)
    x, max_width = find_arc_x(BAND_LEFTS_PX[2], MAP_BOTTOM_PX - 80) + 18, 2 * PLATE_WIDTH_PX - 12
    y = lowest + PLATE_HEIGHT_PX + MAP_DROP_PX + 44
    for text in (
        say("Ribbons: who held a base, from the first turn to the last."),
        say("Dashes: the way of the Rocinante."),
    ):
        line_count = sheet.sentence(
            x, y, text, max_width, fmt, size=40, min_size=39, lines=2, line_height=44, role="text", fill=DIM_INK
        )
        y += 44 * line_count + 6


# -------------------------------------------------------------------------- column
def _draw_ranking(sheet: Sheet, finale: Finale, fmt: Formatter) -> int:
    """Draw all players with their faction and CP, the best first; return the y below."""
    view: View = finale.scene.view
    y = HEADER_HEIGHT_PX
    for place, seat, points in rank_totals(finale):
        is_winner = seat in finale.result.winners
        _draw_player(
            sheet, y, PlayerName(fmt.names[seat]), phrases.find_faction(view, seat), place, points, is_winner, fmt
        )
        y += CARD_HEIGHT_PX + 12
    return y


def _draw_player(
    sheet: Sheet,
    y: int,
    name: PlayerName,
    side: VisibleFaction | None,
    place: int,
    points: int,
    is_winner: bool,
    fmt: Formatter,
) -> None:
    """Draw the row of a player in the ranking; the row of a winner has the colour of the faction."""
    fill, ink, soft_ink = CARD_COLOUR, CREAM, DIM_INK
    if is_winner:
        ink = soft_ink = DARK_INK
        if side:
            fill = FACTION_STYLES[side.faction].colour
    middle = y + CARD_HEIGHT_PX / 2
    card = _draw_card(COLUMN_RIGHT_PX - COLUMN_LEFT_PX + 16, CARD_HEIGHT_PX, fill)
    sheet.image.paste(card, (COLUMN_LEFT_PX - 8, y))
    sheet.text(COLUMN_LEFT_PX + 8, middle, f"{place}", 44, size=56, role="title", fill=ink)
    if side:
        mark = draw_faction_mark(side.faction, 25, fill, DARK_INK if is_winner else None)
        sheet.put(mark, COLUMN_LEFT_PX + 74, middle)
    points_width = sheet.text(
        COLUMN_RIGHT_PX - 8, middle, format_number(points), 140, size=70, role="title", fill=ink, align="r"
    )
    x, max_width = COLUMN_LEFT_PX + 116, COLUMN_RIGHT_PX - COLUMN_LEFT_PX - 150 - points_width
    sheet.text(
        x, y + 36, name, max_width, size=find_fitting_size(name, "bold", PHONE_DATA_SIZE_PX, int(max_width)), fill=ink
    )
    if side:
        faction_name = fmt(phrases.shorten_faction(side.faction))
        sheet.text(x, y + 80, faction_name, max_width, size=40, role="text", fill=soft_ink)


@cached_sprite
def _draw_card(width: int, height: int, fill: Colour) -> Image.Image:
    """Draw a rectangle with round corners."""
    c = Canvas((width, height), SPACE_COLOUR)
    c.rect(0, 0, width, height, fill, radius=14)
    return c.finish()


def _draw_points(sheet: Sheet, finale: Finale, fmt: Formatter, y: int) -> None:
    """Draw the graph of CP by turn."""
    view: View = finale.scene.view
    pages = [page for page in finale.pages if any(page.points)]
    box = (COLUMN_LEFT_PX - 12, y + 54, COLUMN_RIGHT_PX + 22, POSTER_HEIGHT_PX - 14)
    # The winners' lines come last, so that they are above the others.
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
        left_margin=90,
        sign_gap=46,
    )
    sheet.text(COLUMN_LEFT_PX, y + 26, fmt(say("CP by turn")), COLUMN_RIGHT_PX - COLUMN_LEFT_PX, size=42, fill=DIM_INK)
