"""The end of Amundsen vs Scott as a telegram on chart paper."""

from __future__ import annotations

from PIL import Image, ImageOps

from engine.games.amundsen.view import SIDES, SeenExplorer, Side, View
from engine.kernel.text import Text, Translate, Who, count, say
from render.amundsen import phrases
from render.amundsen.chart import LABELS, chart
from render.amundsen.layout import POLE_R, BoardLayout, board_layout, stands
from render.amundsen.pieces import SIDE_INK, halo, pawn, snowflake
from render.kit.cache import cached_sprite
from render.kit.canvas import Canvas, Point, Sprite, around
from render.kit.poster import HEIGHT, WIDTH, Finale, Page, graph, places
from render.kit.poster.facts import fact
from render.kit.poster.words import alt as in_words
from render.kit.poster.words import date
from render.kit.sheet import Sheet
from render.kit.text import INITIALS, Formatter, Name, broken, initials, wrap
from render.kit.theme import CREAM, GOLD, INK, Colour, Tones, mix, toned_as
from render.kit.trails import trail

PAPER, TAPE, BROWN, FADED = "#EFE0BF", "#FBF3DD", "#3A2A17", "#6B5636"
EXACT: tuple[Colour, ...] = (PAPER, TAPE, BROWN, FADED, CREAM, INK, GOLD, *SIDE_INK.values())
TONES: Tones = toned_as(
    {
        "night": {PAPER: "#A99C82", TAPE: "#B5AC99", BROWN: "#1D140A", FADED: "#33270F"},
        "contrast": {PAPER: "#FFF8E6", TAPE: "#FFFFFF", BROWN: "#1D1206", FADED: "#43331A"},
    }
)
LEFT, RIGHT = 905, 1612
"""The telegram; the chart lies left of it."""
STOP = say("STOP")
"""What ends a sentence of a telegram."""
SIZE, TAPE_HIGH, MOST, PAD = 39, 60, 5, 12
"""The letters, the strips of paper that they stand on, how many there may be, and their margin."""


def page(view: View) -> Page:
    """Where both explorers are, and how far they have come."""
    at: dict[str, tuple[int, bool]] = {one.side: (one.space, one.lost) for one in view.explorers}
    by_seat = {one.seat: one.space for one in view.explorers}
    return Page(view.turn, at, tuple(by_seat.get(seat, 0) for seat in (0, 1)))


def alt(of: Finale, translate: Translate) -> str:
    """The telegram in words."""
    return in_words(of, telegram(of), translate, points=False)


def paint(of: Finale, translate: Translate) -> Image.Image:
    """The poster: 1650 × 1050, RGB."""
    return compose(of, translate).image


def compose(of: Finale, translate: Translate) -> Sheet:
    """The poster, with a list of the words on it."""
    view: View = of.scene.view
    fmt = Formatter(of.scene.names, translate)
    layout = board_layout(view.track)
    sheet = Sheet(_ground(layout, tuple(fmt(label) for label in LABELS)).copy())
    _journeys(sheet, of, layout)
    y = _head(sheet, of, fmt)
    y = _message(sheet, of, fmt, y)
    y = _ranking(sheet, of, fmt, y + 14)
    _race(sheet, of, fmt, y + 6)
    return sheet


@cached_sprite
def _ground(layout: BoardLayout, labels: tuple[str, ...]) -> Image.Image:
    """The chart as an old print, on paper with a double border."""
    c = Canvas((WIDTH, HEIGHT), PAPER)
    c.rect(10, 10, WIDTH - 10, HEIGHT - 10, None, edge=BROWN, width=3)
    c.rect(17, 17, WIDTH - 17, HEIGHT - 17, None, edge=BROWN, width=1.5)
    image = c.finish()
    printed = ImageOps.colorize(
        chart(layout, labels).image.convert("L"), BROWN, TAPE, mix(PAPER, BROWN, 0.42), midpoint=128
    )
    image.paste(printed.crop((26, 26, 852, 1024)), (26, 26))
    return image


def _journeys(sheet: Sheet, of: Finale, layout: BoardLayout) -> None:
    """Where both have been, the detours too; the pawns where they came to."""
    view: View = of.scene.view
    for side in SIDES:
        trail(sheet, _way(of, layout, side), SIDE_INK[side], width=9, oldest=0.45, light=TAPE)
    if view.ended == "pole":
        sheet.put(halo(POLE_R, GOLD), *layout.pole)
    spots = tuple((one.side, one.space, one.lost) for one in view.explorers)
    for one, stand in zip(view.explorers, stands(layout, spots), strict=True):
        sheet.put(pawn(one.side, stand.facing, stand.percent), stand.x, stand.y)
        if view.ended == "frozen":
            sheet.put(snowflake(48), stand.x - 2, stand.y - 24 * stand.percent / 100)


def _way(of: Finale, layout: BoardLayout, side: Side) -> list[Point]:
    """All spots of an explorer; spaces that were walked over in one turn are on the way."""
    way: list[Point] = []
    before = 0
    for space, lost in places(of, side):
        steps = range(before + 1, space) if space > before + 1 else ()
        way += [layout.spot(side, step)[0] for step in steps]
        at, _ = layout.spot(side, space, lost=lost)
        way.append((at[0], at[1] - 24) if not space else at)
        before = space
    return way


def _head(sheet: Sheet, of: Finale, fmt: Formatter) -> int:
    """What this is, and where and when it was handed in."""
    room = RIGHT - LEFT
    sheet.text(LEFT, 78, fmt(say("TELEGRAM")), room, size=84, role="title", fill=BROWN)
    told = say("Hobart, {day}", day=date(of.day)) if of.day else say("via Hobart, Tasmania")
    sheet.text(LEFT, 142, fmt(told), room, size=42, role="serif", fill=FADED)
    for y, high in ((172, 4), (180, 2)):
        sheet.image.paste(BROWN, (LEFT, y, RIGHT, y + high))
    return 196


def telegram(of: Finale) -> list[Text]:
    """What happened, as somebody would wire it who pays by the word."""
    view: View = of.scene.view
    winners, turns = of.result.winners, max(view.turn, 1)
    found: list[Text]
    told = fact(of)
    if view.ended == "frozen" or not winners:
        far = sorted(view.explorers, key=lambda one: -one.space)
        found = [say("Both explorers frozen"), say("Nobody at the Pole")]
        found += [say("{seat} came to space {space}", seat=Who(one.seat), space=one.space) for one in far[:1]]
        return [*found, count("After {n} turn", "After {n} turns", turns)]
    winner, rival = winners[0], 1 - winners[0]
    if view.ended != "pole":
        return [
            say("{seat} has given up", seat=Who(rival)),
            say("{seat} wins", seat=Who(winner)),
            count("After {n} turn", "After {n} turns", turns),
        ]
    found = [say("{seat} first at South Pole", seat=Who(winner))]
    spaces = len(phrases.route(view.track, "amundsen").colours)
    other = next(one for one in view.explorers if one.seat == rival)
    short = spaces + 1 - other.space
    if told.kind == "overtaken":
        found.append(say("{seat} overtaken at the last", seat=Who(rival)))
    elif told.kind == "comeback":
        found.append(say("Had been far behind"))
    elif told.kind == "led":
        found.append(say("Led nearly all the way"))
    if other.lost:
        found.append(say("{seat} lost at ?{space}", seat=Who(rival), space=other.space))
    else:
        found.append(count("{seat} still {n} space short", "{seat} still {n} spaces short", short, seat=Who(rival)))
    return [*found, count("After {n} turn", "After {n} turns", turns)]


def _message(sheet: Sheet, of: Finale, fmt: Formatter, y: int) -> int:
    """The telegram on strips of paper, a sentence each where there is room; where it is too long, names are shortened."""
    room = RIGHT - LEFT - 2 * PAD
    for line in _strips(telegram(of), fmt, room):
        sheet.image.paste(mix(PAPER, BROWN, 0.45), (LEFT, y, RIGHT, y + TAPE_HIGH))
        sheet.image.paste(TAPE, (LEFT, y + 2, RIGHT, y + TAPE_HIGH - 2))
        sheet.text(LEFT + PAD, y + TAPE_HIGH / 2, line, room, size=SIZE, role="mono", fill=BROWN)
        y += TAPE_HIGH + 6
    return y


def _strips(texts: list[Text], fmt: Formatter, room: int) -> list[str]:
    """The lines of a telegram."""
    for letters in range(max(INITIALS, *map(len, fmt.names)), INITIALS - 1, -1):
        names = [initials(name, letters) for name in fmt.names]
        said = [f"{_upper(text, names, fmt)} {fmt(STOP)}" for text in texts]
        each = [broken(one, "mono", SIZE, room, 2) for one in said]
        if all(each) and sum(len(lines or ()) for lines in each) <= MOST:
            return [line for lines in each for line in lines or ()]
        if (lines := broken(" ".join(said), "mono", SIZE, room, MOST)) is not None:
            return lines
    return wrap(" ".join(said), "mono", SIZE, room, MOST).lines


def _upper(text: Text, names: list[str], fmt: Formatter) -> str:
    return Formatter(names, fmt.translate)(text).upper()


def _ranking(sheet: Sheet, of: Finale, fmt: Formatter, y: int) -> int:
    """Both explorers, the better first: who played them, and how far they came."""
    view: View = of.scene.view
    order = [seat for tied in of.result.ranking for seat in tied]
    by_seat: dict[int, SeenExplorer] = {one.seat: one for one in view.explorers}
    place = 1
    for seat in order:
        one, wide = by_seat.get(seat), 0
        first = seat in of.result.winners
        if one is not None:
            sheet.put(sign(one.side), LEFT + 40, y + 30)
            where = fmt(phrases.where(view.track, one))
            wide = sheet.text(RIGHT, y + 30, where, 300, size=40, role="serif", fill=BROWN, align="r")
        number = f"{place}." if of.result.winners else "–"
        sheet.text(LEFT + 82, y + 30, number, 50, size=42, role="title", fill=BROWN)
        room = RIGHT - LEFT - 150 - wide
        sheet.text(
            LEFT + 132, y + 30, Name(fmt.names[seat]), room, size=44, role="title" if first else "bold", fill=BROWN
        )
        place += 1
        y += 62
    return y


@cached_sprite
def sign(side: Side) -> Sprite:
    """An explorer's sign at the end of his line; anchored at its centre."""
    c = around(31, 31, 31, 31)
    c.disc(0, 0, 29, TAPE)
    c.disc(0, 0, 27, SIDE_INK[side])
    c.text(0, 0, side[0].upper(), 38, CREAM, "label")
    return c.sprite()


def _race(sheet: Sheet, of: Finale, fmt: Formatter, y: int) -> None:
    """The race turn by turn."""
    view: View = of.scene.view
    spaces = len(phrases.route(view.track, "amundsen").colours)
    order = sorted(view.explorers, key=lambda one: one.seat in of.result.winners)
    lines = [graph.Line(one.seat, SIDE_INK[one.side], sign(one.side)) for one in order]
    pages = [page for page in of.pages if page.at] or list(of.pages)
    high = max(max(page.points) for page in pages) if pages else 0
    ticks = {0: "0", spaces // 2: str(spaces // 2)}
    ticks[spaces + 1 if high > spaces else spaces] = fmt(say("Pole")) if high > spaces else str(spaces)
    look = graph.Look(PAPER, BROWN, graph.guide(PAPER, BROWN), TAPE)
    graph.draw(sheet, pages, lines, (LEFT, y + 50, RIGHT + 6, 1024), look, ticks=ticks, lead=92)
    sheet.text(LEFT, y + 24, fmt(say("The race, turn by turn")), RIGHT - LEFT, size=42, role="title", fill=BROWN)
