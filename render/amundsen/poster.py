"""The end of Amundsen vs Scott as a telegram on chart paper."""

from __future__ import annotations

from PIL import Image, ImageOps

from engine.games.amundsen.view import SIDES, Side, View, VisibleExplorer
from engine.kernel.text import SeatMention, Text, Translate, count, say
from render.amundsen import phrases
from render.amundsen.chart import CHART_LABELS, draw_chart
from render.amundsen.layout import POLE_RADIUS_PX, BoardLayout, create_board_layout, place_pawns
from render.amundsen.pieces import SIDE_INKS, draw_halo, draw_pawn, draw_snowflake
from render.kit.cache import cached_sprite
from render.kit.canvas import Canvas, Point, Sprite, create_canvas
from render.kit.poster import POSTER_HEIGHT_PX, POSTER_WIDTH_PX, Finale, PosterPage, graph, list_piece_places
from render.kit.poster.facts import find_headline_fact
from render.kit.poster.poster_text import build_poster_alt_text as in_words
from render.kit.poster.poster_text import format_date
from render.kit.sheet import Sheet
from render.kit.text import MIN_NAME_CHARS, Formatter, PlayerName, break_lines, shorten_name, wrap_text
from render.kit.theme import CREAM, GOLD, INK, Colour, Tones, merge_tones, mix_colours
from render.kit.trails import draw_trail

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
"""The telegram; the chart lies left of it."""
STOP_WORD = say("STOP")
"""What ends a sentence of a telegram."""
LETTER_SIZE_PX, TAPE_HEIGHT_PX, MAX_TAPES, TAPE_PADDING_PX = 39, 60, 5, 12
"""The letters, the strips of paper that they stand on, how many there may be, and their margin."""


def create_page(view: View) -> PosterPage:
    """Where both explorers are, and how far they have come."""
    at: dict[str, tuple[int, bool]] = {one.side: (one.space, one.is_lost) for one in view.explorers}
    by_seat = {one.seat: one.space for one in view.explorers}
    return PosterPage(view.turn, at, tuple(by_seat.get(seat, 0) for seat in (0, 1)))


def describe_poster(finale: Finale, translate: Translate) -> str:
    """The telegram in words."""
    return in_words(finale, write_telegram(finale), translate, points=False)


def draw_poster(finale: Finale, translate: Translate) -> Image.Image:
    """The poster: 1650 × 1050, RGB."""
    return compose_poster(finale, translate).image


def compose_poster(finale: Finale, translate: Translate) -> Sheet:
    """The poster, with a list of the words on it."""
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
    """The chart as an old print, on paper with a double border."""
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
    """Where both have been, the detours too; the pawns where they came to."""
    view: View = finale.scene.view
    for side in SIDES:
        draw_trail(
            sheet, _list_spots(finale, layout, side), SIDE_INKS[side], width=9, oldest_opacity=0.45, light=TAPE_COLOUR
        )
    if view.ended == "pole":
        sheet.put(draw_halo(POLE_RADIUS_PX, GOLD), *layout.pole)
    spots = tuple((one.side, one.space, one.is_lost) for one in view.explorers)
    for one, stand in zip(view.explorers, place_pawns(layout, spots), strict=True):
        sheet.put(draw_pawn(one.side, stand.facing, stand.percent), stand.x, stand.y)
        if view.ended == "frozen":
            sheet.put(draw_snowflake(48), stand.x - 2, stand.y - 24 * stand.percent / 100)


def _list_spots(finale: Finale, layout: BoardLayout, side: Side) -> list[Point]:
    """All spots of an explorer; spaces that were walked over in one turn are on the way."""
    way: list[Point] = []
    before = 0
    for space, lost in list_piece_places(finale, side):
        steps = range(before + 1, space) if space > before + 1 else ()
        way += [layout.find_place(side, step)[0] for step in steps]
        at, _ = layout.find_place(side, space, lost=lost)
        way.append((at[0], at[1] - 24) if not space else at)
        before = space
    return way


def _draw_head(sheet: Sheet, finale: Finale, fmt: Formatter) -> int:
    """What this is, and where and when it was handed in."""
    room = TELEGRAM_RIGHT_PX - TELEGRAM_LEFT_PX
    sheet.text(TELEGRAM_LEFT_PX, 78, fmt(say("TELEGRAM")), room, size=84, role="title", fill=INK_COLOUR)
    told = say("Hobart, {day}", day=format_date(finale.day)) if finale.day else say("via Hobart, Tasmania")
    sheet.text(TELEGRAM_LEFT_PX, 142, fmt(told), room, size=42, role="serif", fill=FADED_INK_COLOUR)
    for y, high in ((172, 4), (180, 2)):
        sheet.image.paste(INK_COLOUR, (TELEGRAM_LEFT_PX, y, TELEGRAM_RIGHT_PX, y + high))
    return 196


def write_telegram(finale: Finale) -> list[Text]:
    """What happened, as somebody would wire it who pays by the word."""
    view: View = finale.scene.view
    winners, turns = finale.result.winners, max(view.turn, 1)
    found: list[Text]
    told = find_headline_fact(finale)
    if view.ended == "frozen" or not winners:
        far = sorted(view.explorers, key=lambda one: -one.space)
        found = [say("Both explorers frozen"), say("Nobody at the Pole")]
        found += [say("{seat} came to space {space}", seat=SeatMention(one.seat), space=one.space) for one in far[:1]]
        return [*found, count("After {n} turn", "After {n} turns", turns)]
    winner, rival = winners[0], 1 - winners[0]
    if view.ended != "pole":
        return [
            say("{seat} has given up", seat=SeatMention(rival)),
            say("{seat} wins", seat=SeatMention(winner)),
            count("After {n} turn", "After {n} turns", turns),
        ]
    found = [say("{seat} first at South Pole", seat=SeatMention(winner))]
    spaces = len(phrases.find_route(view.track, "amundsen").colours)
    other = next(one for one in view.explorers if one.seat == rival)
    short = spaces + 1 - other.space
    if told.kind == "overtaken":
        found.append(say("{seat} overtaken at the last", seat=SeatMention(rival)))
    elif told.kind == "comeback":
        found.append(say("Had been far behind"))
    elif told.kind == "led":
        found.append(say("Led nearly all the way"))
    if other.is_lost:
        found.append(say("{seat} lost at ?{space}", seat=SeatMention(rival), space=other.space))
    else:
        found.append(
            count("{seat} still {n} space short", "{seat} still {n} spaces short", short, seat=SeatMention(rival))
        )
    return [*found, count("After {n} turn", "After {n} turns", turns)]


def _draw_message(sheet: Sheet, finale: Finale, fmt: Formatter, y: int) -> int:
    """The telegram on strips of paper, a sentence each where there is room; where it is too long, names are shortened."""
    room = TELEGRAM_RIGHT_PX - TELEGRAM_LEFT_PX - 2 * TAPE_PADDING_PX
    for line in _split_strips(write_telegram(finale), fmt, room):
        sheet.image.paste(
            mix_colours(PAPER_COLOUR, INK_COLOUR, 0.45), (TELEGRAM_LEFT_PX, y, TELEGRAM_RIGHT_PX, y + TAPE_HEIGHT_PX)
        )
        sheet.image.paste(TAPE_COLOUR, (TELEGRAM_LEFT_PX, y + 2, TELEGRAM_RIGHT_PX, y + TAPE_HEIGHT_PX - 2))
        sheet.text(
            TELEGRAM_LEFT_PX + TAPE_PADDING_PX,
            y + TAPE_HEIGHT_PX / 2,
            line,
            room,
            size=LETTER_SIZE_PX,
            role="mono",
            fill=INK_COLOUR,
        )
        y += TAPE_HEIGHT_PX + 6
    return y


def _split_strips(texts: list[Text], fmt: Formatter, room: int) -> list[str]:
    """The lines of a telegram."""
    for letters in range(max(MIN_NAME_CHARS, *map(len, fmt.names)), MIN_NAME_CHARS - 1, -1):
        names = [shorten_name(name, letters) for name in fmt.names]
        said = [f"{_write_upper_case(text, names, fmt)} {fmt(STOP_WORD)}" for text in texts]
        each = [break_lines(one, "mono", LETTER_SIZE_PX, room, 2) for one in said]
        if all(each) and sum(len(lines or ()) for lines in each) <= MAX_TAPES:
            return [line for lines in each for line in lines or ()]
        if (lines := break_lines(" ".join(said), "mono", LETTER_SIZE_PX, room, MAX_TAPES)) is not None:
            return lines
    return wrap_text(" ".join(said), "mono", LETTER_SIZE_PX, room, MAX_TAPES).lines


def _write_upper_case(text: Text, names: list[str], fmt: Formatter) -> str:
    return Formatter(names, fmt.translate)(text).upper()


def _draw_ranking(sheet: Sheet, finale: Finale, fmt: Formatter, y: int) -> int:
    """Both explorers, the better first: who played them, and how far they came."""
    view: View = finale.scene.view
    order = [seat for tied in finale.result.ranking for seat in tied]
    by_seat: dict[int, VisibleExplorer] = {one.seat: one for one in view.explorers}
    place = 1
    for seat in order:
        one, wide = by_seat.get(seat), 0
        first = seat in finale.result.winners
        if one is not None:
            sheet.put(draw_sign(one.side), TELEGRAM_LEFT_PX + 40, y + 30)
            where = fmt(phrases.describe_place(view.track, one))
            wide = sheet.text(TELEGRAM_RIGHT_PX, y + 30, where, 300, size=40, role="serif", fill=INK_COLOUR, align="r")
        number = f"{place}." if finale.result.winners else "–"
        sheet.text(TELEGRAM_LEFT_PX + 82, y + 30, number, 50, size=42, role="title", fill=INK_COLOUR)
        room = TELEGRAM_RIGHT_PX - TELEGRAM_LEFT_PX - 150 - wide
        sheet.text(
            TELEGRAM_LEFT_PX + 132,
            y + 30,
            PlayerName(fmt.names[seat]),
            room,
            size=44,
            role="title" if first else "bold",
            fill=INK_COLOUR,
        )
        place += 1
        y += 62
    return y


@cached_sprite
def draw_sign(side: Side) -> Sprite:
    """An explorer's sign at the end of his line; anchored at its centre."""
    c = create_canvas(31, 31, 31, 31)
    c.disc(0, 0, 29, TAPE_COLOUR)
    c.disc(0, 0, 27, SIDE_INKS[side])
    c.text(0, 0, side[0].upper(), 38, CREAM, "label")
    return c.sprite()


def _draw_race(sheet: Sheet, finale: Finale, fmt: Formatter, y: int) -> None:
    """The race turn by turn."""
    view: View = finale.scene.view
    spaces = len(phrases.find_route(view.track, "amundsen").colours)
    order = sorted(view.explorers, key=lambda one: one.seat in finale.result.winners)
    lines = [graph.GraphLine(one.seat, SIDE_INKS[one.side], draw_sign(one.side)) for one in order]
    pages = [page for page in finale.pages if page.piece_places] or list(finale.pages)
    high = max(max(page.points) for page in pages) if pages else 0
    ticks = {0: "0", spaces // 2: str(spaces // 2)}
    ticks[spaces + 1 if high > spaces else spaces] = fmt(say("Pole")) if high > spaces else str(spaces)
    look = graph.GraphStyle(PAPER_COLOUR, INK_COLOUR, graph.mix_guide_colour(PAPER_COLOUR, INK_COLOUR), TAPE_COLOUR)
    graph.draw_graph(
        sheet, pages, lines, (TELEGRAM_LEFT_PX, y + 50, TELEGRAM_RIGHT_PX + 6, 1024), look, ticks=ticks, left_margin=92
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
