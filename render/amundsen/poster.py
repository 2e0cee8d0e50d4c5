"""The poster at the end of Amundsen vs Scott: a telegram on chart paper."""

from __future__ import annotations

from PIL import Image, ImageOps

from engine.games.amundsen.view import SIDES, Side, View
from engine.kernel.text import Seat, SeatMention, Text, Translate, count, say
from render.amundsen import phrases
from render.amundsen.chart import CHART_LABELS, draw_chart
from render.amundsen.layout import BoardLayout, create_board_layout
from render.amundsen.marks import draw_pawns, draw_reached_pole
from render.amundsen.pieces import SIDE_INKS
from render.amundsen.placement import place_pawns
from render.kit.cache import cached_sprite
from render.kit.canvas import Canvas, Point, Sprite, create_canvas
from render.kit.movement.trails import draw_trail
from render.kit.poster import POSTER_HEIGHT_PX, POSTER_WIDTH_PX, Finale, PosterPage, graph, list_piece_places
from render.kit.poster.facts import find_headline_fact
from render.kit.poster.poster_text import build_poster_alt_text as in_words
from render.kit.poster.poster_text import format_date
from render.kit.sheet import Sheet
from render.kit.text import (
    MIN_NAME_CHARS,
    PHONE_DATA_SIZE_PX,
    Formatter,
    PlayerName,
    break_lines,
    shorten_name,
    wrap_text,
)
from render.kit.theme import CREAM, GOLD, INK, Colour, Tones, merge_tones, mix_colours

PAPER_COLOUR, TAPE_COLOUR, INK_COLOUR, FADED_INK_COLOUR = "#EFE0BF", "#FBF3DD", "#3A2A17", "#6B5636"
EXACT_COLOURS: tuple[Colour, ...] = (
    PAPER_COLOUR,
    TAPE_COLOUR,
    INK_COLOUR,
    FADED_INK_COLOUR,
    CREAM,
    INK,
    GOLD,
    *SIDE_INKS.values(),
)
TONE_COLOURS: Tones = merge_tones(
    {
        "night": {PAPER_COLOUR: "#A99C82", TAPE_COLOUR: "#B5AC99", INK_COLOUR: "#1D140A", FADED_INK_COLOUR: "#33270F"},
        "contrast": {
            PAPER_COLOUR: "#FFF8E6",
            TAPE_COLOUR: "#FFFFFF",
            INK_COLOUR: "#1D1206",
            FADED_INK_COLOUR: "#43331A",
        },
    }
)
TELEGRAM_LEFT_PX, TELEGRAM_RIGHT_PX = 905, 1612
"""The sides of the telegram; the chart lies to its left."""
STOP_WORD = say("STOP")
"""The word after each sentence of a telegram."""
LETTER_SIZES_PX, TAPE_HEIGHT_PX, MAX_TAPES, TAPE_PADDING_PX = (50, 44, 39), 64, 5, 12
"""The sizes of the letters to try, the height of the paper strips, their largest number and their margin."""


def create_page(view: View) -> PosterPage:
    """Record the places of both explorers, and their spaces by seat."""
    places: dict[str, tuple[int, bool]] = {}
    spaces = [0, 0]
    for explorer in view.explorers:
        places[explorer.side] = (explorer.space, explorer.is_lost)
        spaces[explorer.seat] = explorer.space
    return PosterPage(view.turn, places, tuple(spaces))


def describe_poster(finale: Finale, translate: Translate) -> str:
    """Describe the poster: the telegram in words."""
    return in_words(finale, write_telegram(finale), translate, points=False)


def draw_poster(finale: Finale, translate: Translate) -> Image.Image:
    """Draw the poster: 1650 × 1050, RGB."""
    return compose_poster(finale, translate).image


def compose_poster(finale: Finale, translate: Translate) -> Sheet:
    """Compose the poster as a sheet, which also lists the words on it."""
    view: View = finale.scene.view
    fmt = Formatter(finale.scene.names, translate)
    layout = create_board_layout(view.track)
    sheet = Sheet(_draw_ground(layout, tuple(fmt(label) for label in CHART_LABELS)).copy())
    _draw_journeys(sheet, finale, layout)
    y = _draw_head(sheet, finale, fmt)
    y = _draw_message(sheet, finale, fmt, y)
    y = _draw_ranking(sheet, finale, fmt, y + 14)
    _draw_race(sheet, finale, fmt, y + 6)
    return sheet


@cached_sprite
def _draw_ground(layout: BoardLayout, labels: tuple[str, ...]) -> Image.Image:
    """Draw the chart as an old print, on paper with a double border."""
    c = Canvas((POSTER_WIDTH_PX, POSTER_HEIGHT_PX), PAPER_COLOUR)
    c.rect(10, 10, POSTER_WIDTH_PX - 10, POSTER_HEIGHT_PX - 10, None, edge=INK_COLOUR, width=3)
    c.rect(17, 17, POSTER_WIDTH_PX - 17, POSTER_HEIGHT_PX - 17, None, edge=INK_COLOUR, width=1.5)
    image = c.finish()
    printed = ImageOps.colorize(
        draw_chart(layout, labels).image.convert("L"),
        INK_COLOUR,
        TAPE_COLOUR,
        mix_colours(PAPER_COLOUR, INK_COLOUR, 0.42),
        midpoint=128,
    )
    image.paste(printed.crop((26, 26, 852, 1024)), (26, 26))
    return image


def _draw_journeys(sheet: Sheet, finale: Finale, layout: BoardLayout) -> None:
    """Draw both journeys with their detours, and the pawns at the ends."""
    view: View = finale.scene.view
    for side in SIDES:
        draw_trail(
            sheet, _list_spots(finale, layout, side), SIDE_INKS[side], width=12, oldest_opacity=0.5, light=TAPE_COLOUR
        )
    draw_reached_pole(sheet, view, layout)
    spots = tuple((explorer.side, explorer.space, explorer.is_lost) for explorer in view.explorers)
    draw_pawns(sheet, view, place_pawns(layout, spots))


def _list_spots(finale: Finale, layout: BoardLayout, side: Side) -> list[Point]:
    """List the spots of an explorer, with the spaces that the explorer passed in one turn."""
    way: list[Point] = []
    last_space = 0
    for space, lost in list_piece_places(finale, side):
        way += [layout.find_place(side, passed)[0] for passed in range(last_space + 1, space)]
        place, _ = layout.find_place(side, space, lost=lost)
        if not space:
            place = (place[0], place[1] - 24)
        way.append(place)
        last_space = space
    return way


def _draw_head(sheet: Sheet, finale: Finale, fmt: Formatter) -> int:
    """Write the title, and the place and the day of the telegram."""
    width = TELEGRAM_RIGHT_PX - TELEGRAM_LEFT_PX
    sheet.text(TELEGRAM_LEFT_PX, 68, fmt(say("TELEGRAM")), width, size=84, role="title", fill=INK_COLOUR)
    origin = say("Hobart, {day}", day=format_date(finale.day)) if finale.day else say("via Hobart, Tasmania")
    sheet.text(TELEGRAM_LEFT_PX, 128, fmt(origin), width, size=42, role="serif", fill=FADED_INK_COLOUR)
    for y, thickness in ((156, 4), (164, 2)):
        sheet.image.paste(INK_COLOUR, (TELEGRAM_LEFT_PX, y, TELEGRAM_RIGHT_PX, y + thickness))
    return 178


def write_telegram(finale: Finale) -> list[Text]:
    """Write the sentences of the telegram: how the game ended, and after how many turns."""
    view: View = finale.scene.view
    winners = finale.result.winners
    if view.ended == "frozen" or not winners:
        sentences = _write_freeze(view)
    elif view.ended == "pole":
        sentences = _write_victory(finale, winners[0], 1 - winners[0])
    else:
        sentences = [
            say("{seat} has given up", seat=SeatMention(1 - winners[0])),
            say("{seat} wins", seat=SeatMention(winners[0])),
        ]
    return [*sentences, count("After {n} turn", "After {n} turns", max(view.turn, 1))]


def _write_freeze(view: View) -> list[Text]:
    sentences = [say("Both explorers frozen"), say("Nobody at the Pole")]
    if view.explorers:
        leader = max(view.explorers, key=lambda explorer: explorer.space)
        sentences.append(say("{seat} came to space {space}", seat=SeatMention(leader.seat), space=leader.space))
    return sentences


def _write_victory(finale: Finale, winner: Seat, loser: Seat) -> list[Text]:
    view: View = finale.scene.view
    sentences = [say("{seat} first at South Pole", seat=SeatMention(winner))]
    rival = SeatMention(loser)
    match find_headline_fact(finale).kind:
        case "overtaken":
            sentences.append(say("{seat} overtaken at the last", seat=rival))
        case "comeback":
            sentences.append(say("Had been far behind"))
        case "led":
            sentences.append(say("Led nearly all the way"))
    explorer = next(explorer for explorer in view.explorers if explorer.seat == loser)
    if explorer.is_lost:
        sentences.append(say("{seat} lost at ?{space}", seat=rival, space=explorer.space))
    else:
        short = len(view.track.amundsen.colours) + 1 - explorer.space
        sentences.append(count("{seat} still {n} space short", "{seat} still {n} spaces short", short, seat=rival))
    return sentences


def _draw_message(sheet: Sheet, finale: Finale, fmt: Formatter, y: int) -> int:
    """Draw the telegram on strips of paper, its sentences one after the other, as large as whole names allow."""
    width = TELEGRAM_RIGHT_PX - TELEGRAM_LEFT_PX - 2 * TAPE_PADDING_PX
    size, lines = _split_strips(write_telegram(finale), fmt, width)
    for line in lines:
        sheet.image.paste(
            mix_colours(PAPER_COLOUR, INK_COLOUR, 0.45), (TELEGRAM_LEFT_PX, y, TELEGRAM_RIGHT_PX, y + TAPE_HEIGHT_PX)
        )
        sheet.image.paste(TAPE_COLOUR, (TELEGRAM_LEFT_PX, y + 2, TELEGRAM_RIGHT_PX, y + TAPE_HEIGHT_PX - 2))
        sheet.text(
            TELEGRAM_LEFT_PX + TAPE_PADDING_PX,
            y + TAPE_HEIGHT_PX / 2,
            line,
            width,
            size=size,
            role="mono",
            fill=INK_COLOUR,
        )
        y += TAPE_HEIGHT_PX + 4
    return y


def _split_strips(texts: list[Text], fmt: Formatter, width: int) -> tuple[int, list[str]]:
    """Split a telegram into the lines of its strips; return the size of the letters too.

    Letters become smaller before names become shorter.
    """
    for name_chars in range(max(MIN_NAME_CHARS, *map(len, fmt.names)), MIN_NAME_CHARS - 1, -1):
        message = _write_message(texts, [shorten_name(name, name_chars) for name in fmt.names], fmt)
        for size in LETTER_SIZES_PX:
            lines = break_lines(message, "mono", size, width, MAX_TAPES)
            if lines and (" " in lines[-1] or size == LETTER_SIZES_PX[-1]):  # no lone word on the last strip
                return size, lines
    message = _write_message(texts, [shorten_name(name, MIN_NAME_CHARS) for name in fmt.names], fmt)
    return LETTER_SIZES_PX[-1], wrap_text(message, "mono", LETTER_SIZES_PX[-1], width, MAX_TAPES).lines


def _write_message(texts: list[Text], names: list[str], fmt: Formatter) -> str:
    """Write all sentences of a telegram in capitals."""
    return " ".join(f"{_write_upper_case(text, names, fmt)} {fmt(STOP_WORD)}" for text in texts)


def _write_upper_case(text: Text, names: list[str], fmt: Formatter) -> str:
    return Formatter(names, fmt.translate)(text).upper()


def _draw_ranking(sheet: Sheet, finale: Finale, fmt: Formatter, y: int) -> int:
    """Write the ranking: the players, their places, and the last places of their explorers."""
    view: View = finale.scene.view
    seats = [seat for tied in finale.result.ranking for seat in tied]
    for rank, seat in enumerate(seats, 1):
        place_width = 0
        explorer = view.find_explorer(seat)
        if explorer is not None:
            sheet.put(draw_sign(explorer.side), TELEGRAM_LEFT_PX + 40, y + 30)
            place = fmt(phrases.describe_place(view.track, explorer))
            place_width = sheet.text(
                TELEGRAM_RIGHT_PX, y + 30, place, 320, size=PHONE_DATA_SIZE_PX, role="serif", fill=INK_COLOUR, align="r"
            )
        number = f"{rank}." if finale.result.winners else "–"
        sheet.text(TELEGRAM_LEFT_PX + 82, y + 30, number, 50, size=PHONE_DATA_SIZE_PX, role="title", fill=INK_COLOUR)
        sheet.text(
            TELEGRAM_LEFT_PX + 142,
            y + 30,
            PlayerName(fmt.names[seat]),
            TELEGRAM_RIGHT_PX - TELEGRAM_LEFT_PX - 160 - place_width,
            size=PHONE_DATA_SIZE_PX,
            role="title" if seat in finale.result.winners else "bold",
            fill=INK_COLOUR,
        )
        y += 62
    return y


@cached_sprite
def draw_sign(side: Side) -> Sprite:
    """Draw the sign at the end of an explorer's line in the graph, anchored at its centre."""
    c = create_canvas(31, 31, 31, 31)
    c.disc(0, 0, 29, TAPE_COLOUR)
    c.disc(0, 0, 27, SIDE_INKS[side])
    c.text(0, 0, side[0].upper(), 38, CREAM, "label")
    return c.sprite()


def _draw_race(sheet: Sheet, finale: Finale, fmt: Formatter, y: int) -> None:
    """Draw the graph of the race, turn by turn."""
    view: View = finale.scene.view
    space_count = len(view.track.amundsen.colours)
    explorers = sorted(view.explorers, key=lambda explorer: explorer.seat in finale.result.winners)
    lines = [graph.GraphLine(each.seat, SIDE_INKS[each.side], draw_sign(each.side)) for each in explorers]
    pages = [page for page in finale.pages if page.piece_places] or list(finale.pages)
    ticks = {0: "0", space_count // 2: str(space_count // 2)}
    if any(max(page.points) > space_count for page in pages):
        ticks[space_count + 1] = fmt(say("Pole"))
    else:
        ticks[space_count] = str(space_count)
    look = graph.GraphStyle(PAPER_COLOUR, INK_COLOUR, graph.mix_guide_colour(PAPER_COLOUR, INK_COLOUR), TAPE_COLOUR)
    graph.draw_graph(
        sheet, pages, lines, (TELEGRAM_LEFT_PX, y + 58, TELEGRAM_RIGHT_PX + 6, 1024), look, ticks=ticks, left_margin=118
    )
    sheet.text(
        TELEGRAM_LEFT_PX,
        y + 24,
        fmt(say("The race, turn by turn")),
        TELEGRAM_RIGHT_PX - TELEGRAM_LEFT_PX,
        size=42,
        role="title",
        fill=INK_COLOUR,
    )
