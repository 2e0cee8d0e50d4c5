"""The poster of Expedition: Northwest Passage: the end of the game as the last page of a ship's log."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from PIL import Image

from engine.games.northwest.view import Point as Cell
from engine.games.northwest.view import View, VisibleExpedition
from engine.kernel.text import Seat, SeatMention, Text, Translate, count, say
from render.kit.cache import cached_sprite
from render.kit.canvas import Canvas, Point
from render.kit.movement.trails import draw_trail, shift_to_lane
from render.kit.poster import POSTER_HEIGHT_PX, POSTER_WIDTH_PX, Finale, PosterPage, graph, list_piece_places
from render.kit.poster.facts import HeadlineFact, find_headline_fact, rank_totals
from render.kit.poster.poster_text import build_poster_alt_text, format_date, format_number
from render.kit.seats import draw_seat_badge, draw_ship
from render.kit.sheet import Sheet
from render.kit.text import Formatter, PlayerName
from render.kit.theme import CREAM, GOLD, INK, SEA, SEAT_COLOURS, Colour, Tones, merge_tones, mix_colours
from render.northwest.chart import IceSeason, Terrain, build_terrain, draw_chart
from render.northwest.colours import TONE_COLOURS as BOARD_TONES
from render.northwest.layout import CHART_LEFT_PX, CHART_TOP_PX, BoardLayout
from render.northwest.paper import UNKNOWN_COLOUR
from render.northwest.pieces import draw_name_plate
from render.northwest.score_sheet import find_points

PAGE_COLOUR, RULE_COLOUR, MARGIN_LINE_COLOUR, SEPIA_COLOUR = "#F5ECD6", "#CFCDBF", "#C97B62", "#5A4630"
EXACT_COLOURS: tuple[Colour, ...] = (
    PAGE_COLOUR,
    RULE_COLOUR,
    MARGIN_LINE_COLOUR,
    SEPIA_COLOUR,
    INK,
    CREAM,
    GOLD,
    SEA,
    UNKNOWN_COLOUR,
    *SEAT_COLOURS,
)
TONE_COLOURS: Tones = merge_tones(
    {
        "night": {PAGE_COLOUR: "#B3AA98", RULE_COLOUR: "#979385", SEPIA_COLOUR: "#2C2113"},
        "contrast": {
            **BOARD_TONES["contrast"],
            PAGE_COLOUR: "#FFFDF5",
            RULE_COLOUR: "#D9D6C6",
            SEPIA_COLOUR: "#3A2A17",
        },
    }
)
POSTER_CHART_LEFT_PX, POSTER_CHART_TOP_PX, POSTER_CHART_WIDTH_PX, POSTER_CHART_HEIGHT_PX = 60, 200, 900, 566
"""The place of the chart and its greatest size."""
TEXT_LEFT_PX, TEXT_RIGHT_PX = 1004, 1602
"""The edges of the column to the right of the chart."""
LINE_HEIGHT_PX, LETTER_SIZE_PX = 52, 41
"""The distance between two ruled lines, and the size of the letters."""
MAX_HAULS = 6
"""The log lists only the largest gains of points."""
FRAME_WIDTH_PX = 12
"""The width of the visible frame of the chart."""


def create_page(view: View) -> PosterPage:
    """Create a page with the places of ships and sleds, and the points of all seats if the game ended now.

    These points are less than the score track shows while ships and crews away from home would be lost.
    """
    places: dict[str, tuple[float, float]] = {}
    for expedition in view.expeditions:
        places[f"ship-{expedition.seat}"] = _find_middle(expedition.ship.cells)
        if expedition.sled.area is not None:
            cells = tuple((x, y) for x, y, _ in expedition.sled.area.quadrants)
            places[f"sled-{expedition.seat}"] = _find_middle(cells)
    totals = tuple(expedition.total for expedition in view.expeditions)
    track_points = tuple(expedition.track_points for expedition in view.expeditions)
    return PosterPage(view.sun.round, places, totals, track_points)


def _find_middle(cells: tuple[Cell, ...]) -> tuple[float, float]:
    """Find the middle of some squares, in squares; a square counts once."""
    xs, ys = zip(*dict.fromkeys(cells), strict=True)
    return sum(xs) / len(xs) + 0.5, sum(ys) / len(ys) + 0.5


def describe_poster(finale: Finale, translate: Translate) -> str:
    """Describe the poster in words."""
    return build_poster_alt_text(finale, [choose_headline(finale), *list_entries(finale)], translate)


def draw_poster(finale: Finale, translate: Translate) -> Image.Image:
    """Draw the poster: 1650 × 1050, RGB."""
    return compose_poster(finale, translate).image


def compose_poster(finale: Finale, translate: Translate) -> Sheet:
    """Compose the poster, with a list of the words on it."""
    view: View = finale.scene.view
    fmt = Formatter(finale.scene.names, translate)
    layout = BoardLayout.from_view(view)
    sheet = Sheet(_draw_paper().copy())
    _draw_head(sheet, finale, fmt)
    foot = _draw_chart(sheet, finale, view, layout)
    y = _draw_ranking(sheet, finale, fmt)
    _draw_entries(sheet, finale, fmt, y, foot)
    _draw_points(sheet, finale, fmt, foot + 14)
    return sheet


@cached_sprite
def _draw_paper() -> Image.Image:
    """Draw an empty page with a red margin."""
    c = Canvas((POSTER_WIDTH_PX, POSTER_HEIGHT_PX), PAGE_COLOUR)
    for x in (36, 42):
        c.line([(x, 0), (x, POSTER_HEIGHT_PX)], MARGIN_LINE_COLOUR, 2)
    return c.finish()


# --------------------------------------------------------------------------- words
def choose_headline(finale: Finale) -> Text:
    """Choose the headline: the most memorable fact of the game."""
    view: View = finale.scene.view
    fact = find_headline_fact(finale)
    if fact.kind == "left" and fact.winner is not None:
        return say("{seat} sailed on alone", seat=SeatMention(fact.winner))
    if fact.kind in ("overtaken", "close", "comeback"):
        return _describe_fact(fact)
    if any(expedition.sled.state == "lost" for expedition in view.expeditions):
        return say("Lost in the thaw")
    if view.ended and not any(expedition.home for expedition in view.expeditions):
        return say("None came back to Greenland")
    return _describe_fact(fact)


def _describe_fact(fact: HeadlineFact) -> Text:
    match fact:
        case ("overtaken", int(winner), _, _):
            return say("{seat} ahead in the last hour", seat=SeatMention(winner))
        case ("close", int(winner), _, by) if by > 0:
            return count("{seat} by a single point", "{seat} by {n} points", by, seat=SeatMention(winner))
        case ("close", int(winner), _, _):
            return say("{seat} by a hair", seat=SeatMention(winner))
        case ("comeback", int(winner), _, _):
            return say("{seat} came back from far behind", seat=SeatMention(winner))
        case ("led", int(winner), _, _):
            return say("{seat} ahead all the way", seat=SeatMention(winner))
        case ("runaway", int(winner), _, _):
            return say("{seat} out of everybody’s sight", seat=SeatMention(winner))
        case (_, int(winner), _, _) if fact.kind != "shared":
            return say("{seat} charts the North", seat=SeatMention(winner))
    return say("Honours shared in the ice")


def list_entries(finale: Finale) -> list[Text]:
    """List the entries of the log below the ranking, the most important first."""
    view: View = finale.scene.view
    found: list[Text] = []
    away: list[SeatMention] = []
    for seen in view.expeditions:
        if seen.sled.state == "lost":
            found.append(say("The ice took the sled of {seat}.", seat=SeatMention(seen.seat)))
        if not seen.home:
            away.append(SeatMention(seen.seat))
    if view.ended and away and len(away) < len(view.expeditions):
        found.append(say("Never back in Greenland: {seats}.", seats=away))
    elif view.ended and not away:
        found.append(say("All hands back in Greenland."))
    for seat in finale.left_seats:
        found.append(say("{seat} gave up the search.", seat=SeatMention(seat)))
    best = max(view.expeditions, key=_count_islands)
    if _count_islands(best) > 0:
        found.append(say("Most land charted: {seat}.", seat=SeatMention(best.seat)))
    return [*found, *_list_hauls(finale)]


def _list_hauls(finale: Finale) -> list[Text]:
    """List the largest gains of points of all seats, in the order of the game."""
    hauls: list[tuple[int, int, Seat]] = []
    for k, (before, after) in enumerate(pairwise(finale.pages), 1):
        if after.game_time <= 1:
            continue
        for seat in range(len(finale.scene.names)):
            gain = after.points[seat] - before.points[seat]
            if gain > 2:
                hauls.append((gain, k, seat))
    hauls.sort(reverse=True)
    largest = sorted(hauls[:MAX_HAULS], key=lambda haul: haul[1])
    return [_describe_haul(finale.pages[k].game_time, seat, gain) for gain, k, seat in largest]


def _describe_haul(round_number: int, seat: Seat, points: int) -> Text:
    return count(
        "Round {round}: {seat} up {n} point.",
        "Round {round}: {seat} up {n} points.",
        points,
        round=round_number,
        seat=SeatMention(seat),
    )


def _count_islands(expedition: VisibleExpedition) -> int:
    return find_points(expedition, "islands")


def _draw_head(sheet: Sheet, finale: Finale, fmt: Formatter) -> None:
    """Draw the day, the round and the headline."""
    view: View = finale.scene.view
    width = TEXT_RIGHT_PX - POSTER_CHART_LEFT_PX
    when = [say("round {round}", round=view.sun.round), count("{n} move", "{n} moves", finale.moves)]
    if finale.day:
        when.insert(0, format_date(finale.day))
    wide = sheet.text(
        TEXT_RIGHT_PX,
        58,
        fmt(say("{when}", when=when)),
        width * 0.6,
        size=42,
        role="serif",
        fill=SEPIA_COLOUR,
        align="r",
    )
    sheet.text(
        POSTER_CHART_LEFT_PX,
        58,
        fmt(say("Log of the Expedition")),
        width - wide - 40,
        size=42,
        role="serif",
        fill=SEPIA_COLOUR,
    )
    sheet.sentence(
        POSTER_CHART_LEFT_PX, 138, choose_headline(finale), width, fmt, size=88, min_size=56, role="title", fill=INK
    )


def _draw_ranking(sheet: Sheet, finale: Finale, fmt: Formatter) -> int:
    """Draw all seats with their points, the best first and on gold; return the y of the line below."""
    y = POSTER_CHART_TOP_PX + LINE_HEIGHT_PX // 2
    step = LINE_HEIGHT_PX + 18
    if len(finale.scene.names) < 4:
        step = LINE_HEIGHT_PX + 26
    for place, seat, points in rank_totals(finale):
        ink = SEPIA_COLOUR
        if seat in finale.result.winners:
            ink = INK
            sheet.image.paste(GOLD, (TEXT_LEFT_PX - 8, y - 34, TEXT_RIGHT_PX + 8, y + 36))
        sheet.text(TEXT_LEFT_PX + 6, y, f"{place}.", 44, size=42, role="title", fill=ink)
        sheet.put(draw_seat_badge(seat, 54, CREAM), TEXT_LEFT_PX + 86, y)
        wide = sheet.text(TEXT_RIGHT_PX - 4, y, format_number(points), 160, size=58, role="title", fill=INK, align="r")
        sheet.text(
            TEXT_LEFT_PX + 130,
            y,
            PlayerName(fmt.names[seat]),
            TEXT_RIGHT_PX - TEXT_LEFT_PX - 154 - wide,
            size=46,
            role="title",
            fill=INK,
        )
        y += step
    return y


def _draw_entries(sheet: Sheet, finale: Finale, fmt: Formatter, y: int, foot: int) -> None:
    """Draw the entries of the log on ruled lines, as many as fit."""
    lines = range(y + LINE_HEIGHT_PX // 2 - 6, foot + 4, LINE_HEIGHT_PX)
    for line in lines:
        sheet.image.paste(RULE_COLOUR, (TEXT_LEFT_PX - 8, line, TEXT_RIGHT_PX + 8, line + 2))
    width, next_line = TEXT_RIGHT_PX - TEXT_LEFT_PX, 0
    for text in list_entries(finale):
        found = fmt.fit_text(text, "serif", LETTER_SIZE_PX, width, min_size=LETTER_SIZE_PX, lines=2)
        if next_line + len(found.lines) > len(lines):
            continue
        sheet.write_fitted(
            TEXT_LEFT_PX,
            lines[next_line] - 17,
            fmt(text),
            found,
            width,
            line_height=LINE_HEIGHT_PX,
            wanted_size=LETTER_SIZE_PX,
            fill=SEPIA_COLOUR,
        )
        next_line += len(found.lines)


# --------------------------------------------------------------------------- chart
def _draw_chart(sheet: Sheet, finale: Finale, view: View, layout: BoardLayout) -> int:
    """Draw the chart without the ice, and the ways of all seats; return the y of its foot."""
    land: Terrain = build_terrain(view)
    box = (
        CHART_LEFT_PX - FRAME_WIDTH_PX,
        CHART_TOP_PX - FRAME_WIDTH_PX,
        layout.right + FRAME_WIDTH_PX,
        layout.bottom + FRAME_WIDTH_PX,
    )
    whole = draw_chart(layout, land, IceSeason(0, ())).image.crop(box)
    scale = min(POSTER_CHART_WIDTH_PX / whole.width, POSTER_CHART_HEIGHT_PX / whole.height)
    small = whole.resize((round(whole.width * scale), round(whole.height * scale)), Image.Resampling.LANCZOS)
    sheet.image.paste(small, (POSTER_CHART_LEFT_PX, POSTER_CHART_TOP_PX))

    def find_place(cell: tuple[float, float]) -> Point:
        x, y = layout.find_corner(*cell)
        return POSTER_CHART_LEFT_PX + (x - box[0]) * scale, POSTER_CHART_TOP_PX + (y - box[1]) * scale

    seats = sorted((seen.seat for seen in view.expeditions), key=lambda seat: seat in finale.result.winners)
    ship_places: dict[Seat, Point] = {}
    for seat in seats:
        for piece in ("sled", "ship"):
            stays = [find_place(cell) for cell in list_piece_places(finale, f"{piece}-{seat}")]
            way = shift_to_lane(stays, seat, len(seats))
            draw_trail(sheet, way, SEAT_COLOURS[seat], width=5, oldest_opacity=0.45, dashed=piece == "sled")
            if piece == "ship" and way:
                ship_places[seat] = way[-1]
    _draw_ships(sheet, ship_places)
    for word, cells in (("G", view.greenland), ("NW", view.passage)):
        x, y = find_place(_find_middle(cells[:1]))
        sheet.put(draw_name_plate(word), max(x, POSTER_CHART_LEFT_PX + 46), y - 8)
    return POSTER_CHART_TOP_PX + small.height


def _draw_ships(sheet: Sheet, places: dict[Seat, Point]) -> None:
    """Draw the ships, side by side if they are at the same place."""
    drawn: dict[Point, int] = {}
    for seat, place in places.items():
        near = _find_near_spot(drawn, place)
        others = drawn.get(near, 0)
        sheet.put(draw_ship(seat, 52), place[0] - 34 * others, place[1] + 8 * others)
        drawn[near] = others + 1


def _find_near_spot(spots: Iterable[Point], place: Point) -> Point:
    """Return the first spot near a place, else the place."""
    for spot in spots:
        if abs(spot[0] - place[0]) + abs(spot[1] - place[1]) < 60:
            return spot
    return place


def _draw_points(sheet: Sheet, finale: Finale, fmt: Formatter, y: int) -> None:
    """Draw the points by round, as if the game had ended then."""
    order = sorted(range(len(finale.scene.names)), key=lambda seat: seat in finale.result.winners)
    lines = [graph.GraphLine(seat, SEAT_COLOURS[seat], draw_seat_badge(seat, 46, PAGE_COLOUR)) for seat in order]
    look = graph.GraphStyle(PAGE_COLOUR, INK, mix_colours(PAGE_COLOUR, SEPIA_COLOUR, 0.3))
    graph.draw_graph(
        sheet,
        finale.pages,
        lines,
        (POSTER_CHART_LEFT_PX - 6, y + 44, TEXT_RIGHT_PX + 20, POSTER_HEIGHT_PX - 8),
        look,
        left_margin=92,
        sign_gap=50,
    )
    title = say("Points by round, had it ended then")
    sheet.text(
        POSTER_CHART_LEFT_PX, y + 24, fmt(title), POSTER_CHART_WIDTH_PX, size=42, role="serif", fill=SEPIA_COLOUR
    )
