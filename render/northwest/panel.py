"""The right side of the board picture of Expedition: Northwest Passage: whose turn, expeditions, majorities, news, score sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec
from PIL import Image

from engine.games.northwest.view import Kind, Place, Seen, SeenMajority, View
from engine.kernel.text import say
from render.kit import prompt
from render.kit.banner import write_headline
from render.kit.cache import cached_sprite
from render.kit.canvas import SHARP, Canvas, Sprite
from render.kit.news import write_news
from render.kit.scene import Scene
from render.kit.seats import badge, ship
from render.kit.sheet import Sheet, draw_card
from render.kit.story import EVENTS, STEP
from render.kit.text import SMALLEST, Formatter, broken, width
from render.kit.theme import CREAM, GOLD, MUTED, NAVY, NAVY_2, NAVY_3
from render.northwest import phrases
from render.northwest.layout import EDGE
from render.northwest.pieces import TOKENS, coin, crew, house, plate, sack, sled, token
from render.northwest.tiles import front, length

LEFT, RIGHT, FOOT = EDGE + 8, 1642, 1040
BANNER, ROUND, TOP = 10, 104, 128
GAP = 7
ICONS, LINE = 46, 42
TALL, ROOMY = 150, 176
"""The height of a player's card: with three or more, and with two."""
COLUMN = 46
"""Where the columns of the majorities begin; after the two narrow ones for what is only counted, three wide ones."""
COUNTED, PAID = 38, 90
WARM = "#FF9E7D"
MOST = 6
"""More tiles than this in a reserve become a number."""
COIN = 56


class PanelLayout(NamedTuple):
    """Where the panel's cards begin: one per expedition (`high` pixels), majorities or score sheet (`table`), news, what the
    viewer is asked (`prompt`). 0: not shown."""

    seats: int
    high: int
    table: int
    news: int
    prompt: int
    active: int
    ended: bool


def panel_layout(scene: Scene) -> PanelLayout:
    """The places of the cards."""
    view: View = scene.view
    acting = phrases.acting(scene)
    active = acting[0] if len(acting) == 1 else -1
    seats = len(view.expeditions)
    table = 10 + ICONS + LINE * (seats + 2)
    if view.ended:
        return PanelLayout(seats, 0, TOP, 0, 0, -1, ended=True)
    room = FOOT - TOP - table - GAP * seats
    high = min(room // seats, TALL if seats >= 3 else ROOMY)
    below = TOP + seats * (high + GAP)
    foot = below + table + GAP
    if scene.prompt is not None:
        fits = FOOT - foot >= prompt.ROOMY
        return PanelLayout(seats, high, below if fits else 0, 0, foot if fits else below, active, ended=False)
    return PanelLayout(seats, high, below, foot if FOOT - foot >= 2 * STEP + 8 else 0, 0, active, ended=False)


def ground(sheet: Sheet, layout: PanelLayout) -> None:
    """The empty cards."""
    image, left, right = sheet.image, LEFT - 2, RIGHT + 2
    draw_card(image, (left, BANNER, right, BANNER + 68), GOLD, NAVY)
    for k in range(0 if layout.ended else layout.seats):
        y = TOP + k * (layout.high + GAP)
        box = (left, y, right, y + layout.high)
        if k == layout.active:
            draw_card(image, box, NAVY_2, NAVY, edge=GOLD, width=5)
        else:
            draw_card(image, box, NAVY_2, NAVY)
    if layout.table:
        foot = (layout.news or layout.prompt or FOOT + GAP) - GAP
        draw_card(image, (left, layout.table, right, foot), NAVY_2, NAVY)
        if not layout.ended:
            for k in range(3):
                sheet.put(_rule(foot - layout.table - 26), LEFT + COLUMN + 2 * COUNTED + PAID * k, layout.table + 14)
    if layout.news:
        draw_card(image, (left, layout.news, right, FOOT), NAVY_2, NAVY)


@cached_sprite
def _rule(high: int) -> Sprite:
    """A line between two columns; anchored at its upper end."""
    c = Canvas((4, high + 1), NAVY_2, SHARP, (2, 0))
    c.line([(0, 0), (0, high)], NAVY_3, 2)
    return Sprite(c.finish(), 2, 0)


def panel(sheet: Sheet, scene: Scene, layout: PanelLayout, fmt: Formatter) -> None:
    """Everything on the panel."""
    view: View = scene.view
    _banner(sheet, scene, fmt)
    if layout.ended:
        _score_sheet(sheet, view, layout, fmt)
    else:
        for k, seen in enumerate(view.expeditions):
            sheet.draw_part(_expedition, fmt, seen, TOP + k * (layout.high + GAP), layout.high)
        if layout.table:
            found = [(seen.seat, seen.tokens) for seen in view.expeditions]
            left = {kind: view.tokens.bag.get(kind, 0) + view.tokens.board.get(kind, 0) for kind in phrases.KINDS}
            sheet.draw_part(
                _majorities, fmt, view.majorities, found, left | {"cartography": view.cartography}, layout.table
            )
    if layout.news:
        _news(sheet, scene, layout.news, fmt)
    if layout.prompt:
        box = (LEFT - 2, layout.prompt, RIGHT + 2, FOOT)
        prompt.write_prompt(sheet, scene, fmt, box, phrases.remains(view))


def _banner(sheet: Sheet, scene: Scene, fmt: Formatter) -> None:
    """Who is to act or has won; below it the round and the turn order."""
    view: View = scene.view
    y, x = BANNER + 34, LEFT + 12
    seats = view.winners if view.ended else scene.winners or phrases.acting(scene)
    if len(seats) == 1:
        sheet.put(badge(seats[0], 44, GOLD), x + 22, y)
        x += 56
    room = RIGHT - 10 - x
    write_headline(sheet, x, y - 1, phrases.headline(scene), room, fmt, size=42, least=39)
    end = RIGHT - 8
    for seat in () if view.ended else reversed(view.order):
        sheet.put(badge(seat, 32, NAVY), end - 16, ROUND)
        if seat in view.next_order:
            sheet.put(_shade(seat), end - 16, ROUND)
        end -= 40
    sheet.text(LEFT + 8, ROUND, fmt(phrases.now(view)), end - LEFT - 2)


@cached_sprite
def _shade(seat: int) -> Sprite:
    """A seat that has passed, dimmed."""
    sprite = badge(seat, 32, NAVY)
    dim = Image.new("RGBA", sprite.image.size, NAVY)
    dim.putalpha(sprite.image.getchannel("A").point([k * 165 // 255 for k in range(256)]))
    return sprite._replace(image=dim)


# ----------------------------------------------------------------- expeditions
def _expedition(sheet: Sheet, seen: Seen, y: int, high: int, fmt: Formatter) -> None:
    """A player board: name, score and tokens from the arrows, both columns of crew, tiles."""
    sheet.put(badge(seen.seat, 40), LEFT + 30, y + 28)
    taken = sheet.text(RIGHT - 10, y + 26, str(seen.track), 90, size=44, role="title", align="r")
    end = RIGHT - 10 - taken - 14
    for value in (seen.greenland, seen.passage):
        if value is not None:
            sheet.put(coin(value, COIN), end - COIN / 2, y + 28)
            end -= COIN + 4
    if seen.home:
        sheet.put(house(36, CREAM), end - 18, y + 25)
        end -= 44
    sheet.text(LEFT + 60, y + 26, fmt.names[seen.seat], end - LEFT - 60)
    step = (high - 52) / 2
    _crew(sheet, seen, y + 48 + step * 0.44, fmt)
    end = RIGHT - 10
    if seen.passed and not seen.home:
        middle = y + 48 + step * 1.5
        end -= sheet.text(end, middle, fmt(say("passed")), 130, role="text", fill=MUTED, align="r") + 12
    _reserve(sheet, seen, y + 48 + step, step - 4, end)


def _crew(sheet: Sheet, seen: Seen, y: float, fmt: Formatter) -> None:
    """Both columns: available crewmen filled, resting ones hollow."""
    x: float = LEFT + 30
    pitch = 16 if sum(column.available + column.resting for column in seen.crew.values()) <= 6 else 14
    for vehicle, sprite in (("ship", ship(seen.seat, 36)), ("sled", sled(seen.seat, 36))):
        column = seen.crew["ship" if vehicle == "ship" else "sled"]
        if vehicle == "sled":
            wide = 26 + pitch * (column.available + column.resting) + 60
            x = max(x, min(LEFT + 214, RIGHT - 6 - wide))
        sheet.put(sprite, x, y)
        x += 26
        if column.available + column.resting:
            sheet.put(crew(column.available, column.resting, pitch), x, y)
        x += pitch * (column.available + column.resting)
        if vehicle == "ship" or column.available + column.resting:
            label = fmt(phrases.crew(seen, vehicle))
            x += sheet.text(x + 5, y, label, 56, fill=CREAM if column.available else MUTED) + 36
        elif seen.sled.state == "lost":
            sheet.text(x + 4, y, fmt(say("lost")), RIGHT - 6 - x, fill=WARM)
        else:
            sheet.text(x + 4, y, fmt(say("aboard")), RIGHT - 8 - x, role="text", fill=MUTED)


def _reserve(sheet: Sheet, seen: Seen, y: float, high: float, end: float) -> None:
    """The tiles in a player's reserve; of many only the first, and how many more there are."""
    shown = seen.hand[:MOST]
    if not shown:
        return
    more = f"+{len(seen.hand) - MOST}" if len(seen.hand) > MOST else ""
    room = end - LEFT - 12 - (62 if more else 0)
    side = int(min(high - 8, 46, (room - 8 * len(shown)) / sum(map(length, shown)) - 2))
    x = float(LEFT + 10)
    for tile in shown:
        sprite = front(tile, side, MUTED)
        sheet.put(sprite, x, y + high / 2 - sprite.image.height / 2)
        x += sprite.image.width + 6
    if more:
        sheet.text(x + 2, y + high / 2, more, end - x - 2, fill=MUTED)


# ------------------------------------------------------------------ majorities
def _majorities(
    sheet: Sheet,
    majorities: Sequence[SeenMajority],
    found: Sequence[tuple[int, Mapping[Kind, int]]],
    left: Mapping[Kind, int],
    top: int,
    fmt: Formatter,
) -> None:
    """Who has found how many of each discovery, what the three majorities would pay now, and how many are left."""
    x0 = LEFT + COLUMN
    columns = {
        kind: x0 + (COUNTED * (k + 0.5) if k < 2 else 2 * COUNTED + PAID * (k - 1.5))
        for k, kind in enumerate(phrases.KINDS)
    }
    y = top + 6 + ICONS / 2
    for kind, x in columns.items():
        sheet.put(token(kind, 34), x, y)
    y += ICONS / 2 + LINE / 2 - 2
    sheet.text(LEFT + 8, y, fmt(say("pays")), COLUMN + 2 * COUNTED - 12, role="text", fill=MUTED)
    for majority in majorities:
        label = " ".join(map(str, majority.pays))
        sheet.text(columns[majority.kind], y, label, PAID - 2, role="text", fill=MUTED, align="m")
    y += LINE
    places: dict[tuple[str, int], Place] = {
        (majority.kind, place.seat): place for majority in majorities for place in majority.places
    }
    for seat, tokens in found:
        sheet.put(badge(seat, 32), LEFT + 26, y)
        for kind, x in columns.items():
            n = tokens.get(kind, 0)
            place = places.get((kind, seat))
            fill = CREAM if n else MUTED
            if place is None:
                sheet.text(x, y, str(n) if n else "–", COUNTED, fill=fill, align="m")
                continue
            sheet.text(x - PAID * 0.28, y, str(n) if n else "–", 38, fill=fill, align="m")
            if place.points:
                label = f"+{place.points}"
                sheet.text(x + PAID * 0.17, y, label, 58, fill=GOLD if place.place == 1 else CREAM, align="m")
        y += LINE
    sheet.put(sack(34, MUTED), LEFT + 26, y)
    for kind, x in columns.items():
        dx = PAID * 0.28 if kind in ("franklin", "strait", "cartography") else 0
        sheet.text(x - dx, y, str(left[kind]), COUNTED, role="text", fill=MUTED, align="m")


# ------------------------------------------------------------------------ news
def _news(sheet: Sheet, scene: Scene, top: int, fmt: Formatter) -> None:
    """The newest event first; of what the strip below the chart tells in the same words, nothing."""
    if not scene.before:
        scene = msgspec.structs.replace(scene, recent=scene.recent[:-EVENTS], reason=None)
    lines = (FOOT - top - 10) // STEP
    first = top + 6 + STEP / 2
    write_news(sheet, scene, fmt, (LEFT + 10, RIGHT - 8), first, lines=lines, step=STEP, older=3)


def _score_sheet(sheet: Sheet, view: View, layout: PanelLayout, fmt: Formatter) -> None:
    """Every line of the final scoring for every expedition."""
    y: float = layout.table + 42
    step = _column(view)
    columns = {
        seen.seat: RIGHT - 8 - step / 2 - step * (len(view.expeditions) - 1 - k)
        for k, seen in enumerate(view.expeditions)
    }
    room = columns[view.expeditions[0].seat] - step / 2 - 6 - LEFT - 12
    for seen in view.expeditions:
        sheet.put(badge(seen.seat, 46, GOLD if seen.seat in view.winners else CREAM), columns[seen.seat], y)
    lines = [line.what for line in view.expeditions[0].score]
    line = (FOOT - y - 50) / (len(lines) + 1)
    for what in lines:
        y += line
        _what(sheet, what, y, room, fmt)
        for seen in view.expeditions:
            points = next((line.points for line in seen.score if line.what == what), 0)
            label = _signed(points) if points else "–"
            sheet.text(columns[seen.seat], y, label, step - 4, fill=CREAM if points else MUTED, align="m")
    y += line
    sheet.text(LEFT + 12, y, fmt(say("Total")), room, size=42, role="title")
    for seen in view.expeditions:
        fill = GOLD if seen.seat in view.winners else CREAM
        sheet.text(columns[seen.seat], y, _signed(seen.total), step - 4, size=44, role="title", fill=fill, align="m")


def _what(sheet: Sheet, what: str, y: float, room: float, fmt: Formatter) -> None:
    """What a line of the score sheet counts: its name or, where there is no room for it, the picture it has on the board."""
    name = phrases.line(what)
    if broken(fmt(name), "text", SMALLEST, int(room), 2) is not None:
        sheet.sentence(LEFT + 12, y, name, room, fmt, most=2, step=STEP - 2, role="text", centred=True)
    elif what in ("passage", "greenland"):
        sheet.put(plate("NW" if what == "passage" else "G"), LEFT + 50, y)
    elif what in TOKENS:
        sheet.put(token(what, 44), LEFT + 40, y)
    else:
        sheet.text(LEFT + 12, y, fmt(name), room, role="text")


def _signed(points: int) -> str:
    """A number with a true minus sign."""
    return str(points).replace("-", "−")


def _column(view: View) -> int:
    """The width of a column of the score sheet: what its widest total needs, as long as that leaves half of the panel for words."""
    widest = max(width(_signed(seen.total), "title", 44) for seen in view.expeditions) + 12
    return max(52, min(widest, (RIGHT - LEFT) * 3 // 5 // len(view.expeditions), 92))
