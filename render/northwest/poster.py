"""The poster of Expedition: Northwest Passage: the end of the game as the last page of a ship's log."""

from __future__ import annotations

from itertools import pairwise

from PIL import Image

from engine.games.northwest.view import View, VisibleExpedition
from engine.kernel.text import Seat, SeatMention, Text, Translate, count, say
from render.kit.cache import cached_sprite
from render.kit.canvas import Canvas
from render.kit.poster import POSTER_HEIGHT_PX, POSTER_WIDTH_PX, Finale, PosterPage, graph
from render.kit.poster.facts import HeadlineFact, find_headline_fact, rank_totals
from render.kit.poster.poster_text import build_poster_alt_text, format_date, format_number
from render.kit.seats import draw_seat_badge
from render.kit.sheet import Sheet
from render.kit.text import PHONE_DATA_SIZE_PX, Box, Formatter, PlayerName, find_fitting_size
from render.kit.theme import CREAM, GOLD, INK, SEA, SEAT_COLOURS, Colour, Tones, merge_tones, mix_colours
from render.northwest.colours import TONE_COLOURS as BOARD_TONES
from render.northwest.layout import BoardLayout
from render.northwest.paper import UNKNOWN_COLOUR
from render.northwest.poster_chart import choose_part, draw_poster_chart, find_middle
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
        "night": {
            **BOARD_TONES["night"],
            PAGE_COLOUR: "#B3AA98",
            RULE_COLOUR: "#979385",
            SEPIA_COLOUR: "#2C2113",
        },
        "contrast": {
            **BOARD_TONES["contrast"],
            PAGE_COLOUR: "#FFFDF5",
            RULE_COLOUR: "#D9D6C6",
            SEPIA_COLOUR: "#3A2A17",
        },
    }
)
CHART_ROOM = (60, 200, 960, 1026)
"""The room for the chart, with the log below it if that is free."""
COLUMN_GAP_PX, TEXT_RIGHT_PX = 50, 1602
"""The distance of the column to the right of the chart, and its right edge."""
LINE_HEIGHT_PX, LETTER_SIZE_PX = 52, 41
"""The distance between two ruled lines, and the size of the letters."""
MAX_HAULS = 6
"""The log lists only the largest gains of points."""
GRAPH_HEIGHT_PX = 340
"""The height of the graph with its title below the log."""


def create_page(view: View) -> PosterPage:
    """Create a page with the places of ships and sleds, and the points of all seats if the game ended now.

    These points are less than the score track shows while ships and crews away from home would be lost.
    """
    places: dict[str, tuple[float, float]] = {}
    for expedition in view.expeditions:
        places[f"ship-{expedition.seat}"] = find_middle(expedition.ship.cells)
        if expedition.sled.area is not None:
            cells = tuple((x, y) for x, y, _ in expedition.sled.area.quadrants)
            places[f"sled-{expedition.seat}"] = find_middle(cells)
    totals = tuple(expedition.total for expedition in view.expeditions)
    track_points = tuple(expedition.track_points for expedition in view.expeditions)
    return PosterPage(view.sun.round, places, totals, track_points)


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
    part = choose_part(view, layout, CHART_ROOM)
    draw_poster_chart(sheet, finale, layout, part)
    left = part.left + part.size[0] + COLUMN_GAP_PX
    y = _draw_ranking(sheet, finale, fmt, left)
    below = part.top + part.size[1] + 16
    if POSTER_HEIGHT_PX - below > 3 * LINE_HEIGHT_PX:
        _draw_entries(sheet, finale, fmt, (part.left, below, part.left + part.size[0], POSTER_HEIGHT_PX - 20))
    else:
        box = (left, y - 22, TEXT_RIGHT_PX, POSTER_HEIGHT_PX - GRAPH_HEIGHT_PX)
        y = _draw_entries(sheet, finale, fmt, box) + 32
    _draw_points(sheet, finale, fmt, left, y - 22)
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
    width = TEXT_RIGHT_PX - CHART_ROOM[0]
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
        CHART_ROOM[0],
        58,
        fmt(say("Log of the Expedition; dashes: the sleds")),
        width - wide - 40,
        size=42,
        role="serif",
        fill=SEPIA_COLOUR,
    )
    sheet.sentence(
        CHART_ROOM[0], 138, choose_headline(finale), width, fmt, size=88, min_size=56, role="title", fill=INK
    )


def _draw_ranking(sheet: Sheet, finale: Finale, fmt: Formatter, left: int) -> int:
    """Draw all seats with their points, the best first and on gold; return the y of the line below."""
    y = CHART_ROOM[1] - 4 + LINE_HEIGHT_PX // 2
    step = LINE_HEIGHT_PX + 18
    if len(finale.scene.names) < 4:
        step = LINE_HEIGHT_PX + 26
    for place, seat, points in rank_totals(finale):
        ink = SEPIA_COLOUR
        if seat in finale.result.winners:
            ink = INK
            sheet.image.paste(GOLD, (left - 8, y - 34, TEXT_RIGHT_PX + 8, y + 36))
        sheet.text(left + 2, y, f"{place}.", 54, size=PHONE_DATA_SIZE_PX, role="title", fill=ink)
        sheet.put(draw_seat_badge(seat, 54, CREAM), left + 86, y)
        wide = sheet.text(TEXT_RIGHT_PX - 4, y, format_number(points), 160, size=58, role="title", fill=INK, align="r")
        name, width = PlayerName(fmt.names[seat]), TEXT_RIGHT_PX - left - 154 - wide
        size = find_fitting_size(name, "title", PHONE_DATA_SIZE_PX, width)
        sheet.text(left + 130, y, name, width, size=size, role="title", fill=INK)
        y += step
    return y


def _draw_entries(sheet: Sheet, finale: Finale, fmt: Formatter, box: Box) -> int:
    """Draw the entries of the log on ruled lines in a box, as many as fit; return the y below the last line."""
    left, top, right, bottom = box
    lines = range(top + LINE_HEIGHT_PX, bottom, LINE_HEIGHT_PX)
    for line in lines:
        sheet.image.paste(RULE_COLOUR, (left - 8, line, right + 8, line + 2))
    width, next_line = right - left, 0
    for text in list_entries(finale):
        found = fmt.fit_text(text, "serif", LETTER_SIZE_PX, width, min_size=LETTER_SIZE_PX, lines=2)
        if next_line + len(found.lines) > len(lines):
            continue
        sheet.write_fitted(
            left,
            lines[next_line] - 17,
            fmt(text),
            found,
            width,
            line_height=LINE_HEIGHT_PX,
            wanted_size=LETTER_SIZE_PX,
            fill=SEPIA_COLOUR,
        )
        next_line += len(found.lines)
    return lines[-1] + 2


def _draw_points(sheet: Sheet, finale: Finale, fmt: Formatter, left: int, y: int) -> None:
    """Draw the points by round, as if the game had ended then."""
    order = sorted(range(len(finale.scene.names)), key=lambda seat: seat in finale.result.winners)
    lines = [graph.GraphLine(seat, SEAT_COLOURS[seat], draw_seat_badge(seat, 46, PAGE_COLOUR)) for seat in order]
    look = graph.GraphStyle(PAGE_COLOUR, INK, mix_colours(PAGE_COLOUR, SEPIA_COLOUR, 0.3))
    graph.draw_graph(
        sheet,
        finale.pages,
        lines,
        (left - 6, y + 52, TEXT_RIGHT_PX + 20, POSTER_HEIGHT_PX - 8),
        look,
        left_margin=100,
        sign_gap=50,
    )
    title = say("Points by round, had it ended then")
    sheet.text(left, y + 28, fmt(title), TEXT_RIGHT_PX - left, size=42, role="serif", fill=SEPIA_COLOUR)
