"""The right side of the board picture of Expedition: Northwest Passage: whose turn, expeditions, majorities, news, score sheet."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from engine.games.northwest.view import Place, Seen, View
from engine.kernel.text import say
from render.kit.banner import write_headline
from render.kit.canvas import SHARP, Canvas, Sprite
from render.kit.news import write_news
from render.kit.scene import Scene
from render.kit.seats import badge, ship
from render.kit.sheet import Sheet
from render.kit.text import Formatter, width
from render.kit.theme import CREAM, GOLD, MUTED, NAVY, NAVY_2
from render.northwest import phrases
from render.northwest.layout import EDGE
from render.northwest.pieces import coin, house, pip, sled, token
from render.northwest.tiles import front, length

LEFT, RIGHT, FOOT = EDGE + 8, 1642, 1040
BANNER, ROUND, TOP = 10, 104, 128
GAP = 7
ICONS, PAYS, LINE = 46, 36, 39
NEWS_LINE = 36
WARM = "#FF9E7D"
SMALL_TILE = 20
"""With squares smaller than this a reserve is shown in two lines."""


class PanelLayout(NamedTuple):
    """Where the panel's cards begin: one per expedition (`high` pixels), majorities or score sheet (`table`), news (0: no room)."""

    seats: int
    high: int
    table: int
    news: int
    active: int
    ended: bool


def panel_layout(scene: Scene) -> PanelLayout:
    """The places of the cards."""
    view: View = scene.view
    acting = phrases.acting(scene)
    active = acting[0] if len(acting) == 1 else -1
    seats = len(view.expeditions)
    table = 12 + ICONS + PAYS + LINE * (seats + 1)
    if view.ended:
        return PanelLayout(seats, 0, TOP, TOP + 20 + 66 + 10 * 56 + 12, -1, ended=True)
    room = FOOT - TOP - table - GAP * seats
    high = min(room // seats, 150 if seats >= 3 else 176)
    below = TOP + seats * (high + GAP)
    news = below + table + GAP
    return PanelLayout(seats, high, below, news if FOOT - news >= 2 * NEWS_LINE + 8 else 0, active, ended=False)


@lru_cache(maxsize=4)
def ground(layout: PanelLayout) -> Image.Image:
    """The empty panel."""
    c = Canvas((1650 - EDGE, 1050), NAVY, SHARP, (-EDGE, 0))
    c.rect(LEFT - 2, BANNER, RIGHT + 2, BANNER + 68, GOLD, radius=14)
    for k in range(0 if layout.ended else layout.seats):
        y = TOP + k * (layout.high + GAP)
        c.rect(LEFT - 2, y, RIGHT + 2, y + layout.high, NAVY_2, radius=14)
        if k == layout.active:
            c.rect(LEFT - 2, y, RIGHT + 2, y + layout.high, None, radius=14, edge=GOLD, width=5)
    foot = FOOT if not layout.news else layout.news - GAP
    c.rect(LEFT - 2, layout.table, RIGHT + 2, foot, NAVY_2, radius=14)
    if layout.news:
        c.rect(LEFT - 2, layout.news, RIGHT + 2, FOOT, NAVY_2, radius=14)
    return c.finish()


def panel(sheet: Sheet, scene: Scene, layout: PanelLayout, fmt: Formatter) -> None:
    """Everything on the panel."""
    view: View = scene.view
    _banner(sheet, scene, fmt)
    if layout.ended:
        _score_sheet(sheet, view, layout, fmt)
    else:
        for k, seen in enumerate(view.expeditions):
            _expedition(sheet, seen, TOP + k * (layout.high + GAP), layout.high, fmt)
        _majorities(sheet, view, layout.table, fmt)
    if layout.news:
        _news(sheet, scene, layout.news, fmt)


def _banner(sheet: Sheet, scene: Scene, fmt: Formatter) -> None:
    """Who is to act or has won; below it the round and the turn order."""
    view: View = scene.view
    y, x = BANNER + 34, LEFT + 12
    seats = view.winners if view.ended else scene.winners or phrases.acting(scene)
    if len(seats) == 1:
        sheet.put(badge(seats[0], 44, GOLD), x + 22, y)
        x += 56
    room = RIGHT - 10 - x
    write_headline(sheet, x, y - 1, phrases.headline(scene), room, fmt, size=42, least=36)
    end = RIGHT - 8
    for seat in () if view.ended else reversed(view.order):
        sheet.put(badge(seat, 34, NAVY), end - 17, ROUND)
        if seat in view.next_order:
            sheet.put(_shade(seat), end - 17, ROUND)
        end -= 44
    sheet.text(LEFT + 8, ROUND, fmt(phrases.now(view)), end - LEFT - 16, size=38, role="bold")


@lru_cache(maxsize=4)
def _shade(seat: int) -> Sprite:
    """A seat that has passed, dimmed."""
    sprite = badge(seat, 34, NAVY)
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
            sheet.put(coin(value, 40), end - 20, y + 26)
            end -= 46
    if seen.home:
        sheet.put(house(36, CREAM), end - 18, y + 25)
        end -= 44
    elif seen.passed:
        end -= sheet.text(end, y + 27, fmt(say("passed")), 96, size=33, role="text", fill=MUTED, align="r") + 10
    sheet.text(LEFT + 60, y + 26, fmt.names[seen.seat], end - LEFT - 60, size=38)
    step = (high - 52) / 2
    _crew(sheet, seen, y + 48 + step * 0.44, fmt)
    _reserve(sheet, seen, y + 48 + step, step - 4)


def _crew(sheet: Sheet, seen: Seen, y: float, fmt: Formatter) -> None:
    """Both columns: available crewmen filled, resting ones hollow."""
    x: float = LEFT + 30
    for vehicle, sprite in (("ship", ship(seen.seat, 36)), ("sled", sled(seen.seat, 36))):
        column = seen.crew["ship" if vehicle == "ship" else "sled"]
        if vehicle == "sled":
            wide = 28 + 18 * (column.available + column.resting) + 56
            x = max(x, min(LEFT + 208, RIGHT - 8 - wide))
        sheet.put(sprite, x, y)
        x += 28
        for k in range(column.available + column.resting):
            sheet.put(pip(9, ready=k < column.available), x + 8, y)
            x += 18
        if vehicle == "ship" or column.available + column.resting:
            label = fmt(phrases.crew(seen, vehicle))
            x += sheet.text(x + 5, y, label, 50, size=33, fill=CREAM if column.available else MUTED) + 32
        elif seen.sled.state == "lost":
            x += sheet.text(x + 5, y, fmt(say("lost")), RIGHT - 8 - x, size=33, fill=WARM) + 32
        else:
            x += sheet.text(x + 5, y, fmt(say("aboard")), RIGHT - 8 - x, size=33, role="text", fill=MUTED) + 32


def _reserve(sheet: Sheet, seen: Seen, y: float, high: float) -> None:
    """The tiles in a player's reserve: the more, the smaller, and in the end in two lines."""
    if not seen.hand:
        return
    room, squares = RIGHT - LEFT - 20, sum(map(length, seen.hand))
    side = int(min(high - 8, 46, (room - 12 * len(seen.hand)) / squares))
    lines = 1 if side >= SMALL_TILE else 2
    if lines == 2:
        side = int(max(SMALL_TILE - 6, min(high / 2 - 8, (room - 6 * len(seen.hand)) / squares * 2)))
    x, line = float(LEFT + 10), 0
    for k, tile in enumerate(seen.hand):
        sprite = front(tile, side, MUTED)
        last = k == len(seen.hand) - 1
        if x + sprite.image.width > RIGHT - 10 - (0 if last or line + 1 < lines else 44):
            if line + 1 == lines:
                sheet.text(x + 2, y + high * (line + 0.5) / lines, f"+{len(seen.hand) - k}", 44, size=33, fill=MUTED)
                return
            x, line = float(LEFT + 10), line + 1
        sheet.put(sprite, x, y + high * (line + 0.5) / lines - sprite.image.height / 2)
        x += sprite.image.width + (8 if lines == 1 else 6)


# ------------------------------------------------------------------ majorities
def _majorities(sheet: Sheet, view: View, top: int, fmt: Formatter) -> None:
    """Who has how many of each discovery, and what the three majorities would pay now."""
    x0, counts, wide = LEFT + 48, 43, 87
    columns = {
        kind: x0 + (counts * (k + 0.5) if k < 2 else 2 * counts + wide * (k - 1.5))
        for k, kind in enumerate(phrases.KINDS)
    }
    y = top + 8 + ICONS / 2
    for kind, x in columns.items():
        sheet.put(token(kind, 34), x, y)
    y += ICONS / 2 + PAYS / 2 - 2
    sheet.text(LEFT + 8, y, fmt(say("pays")), 36 + 2 * counts, size=33, role="text", fill=MUTED)
    for majority in view.majorities:
        sheet.text(
            columns[majority.kind],
            y,
            " ".join(map(str, majority.pays)),
            wide,
            size=33,
            role="text",
            fill=MUTED,
            align="m",
        )
    y += PAYS / 2 + LINE / 2
    places: dict[tuple[str, int], Place] = {
        (majority.kind, place.seat): place for majority in view.majorities for place in majority.places
    }
    for seen in view.expeditions:
        sheet.put(badge(seen.seat, 32), LEFT + 26, y)
        for kind, x in columns.items():
            n = seen.tokens.get(kind, 0)
            place = places.get((kind, seen.seat))
            fill = CREAM if n else MUTED
            if place is None:
                sheet.text(x, y, str(n) if n else "–", counts, size=36, fill=fill, align="m")
                continue
            sheet.text(x - wide * 0.22, y, str(n) if n else "–", 36, size=36, fill=fill, align="m")
            if place.points:
                label = f"+{place.points}"
                sheet.text(x + wide * 0.2, y, label, 50, size=34, fill=GOLD if place.place == 1 else CREAM, align="m")
        y += LINE
    sheet.text(LEFT + 8, y, fmt(say("left")), 46, size=33, role="text", fill=MUTED)
    for kind, x in columns.items():
        left = (
            view.cartography if kind == "cartography" else view.tokens.bag.get(kind, 0) + view.tokens.board.get(kind, 0)
        )
        dx = wide * 0.22 if kind in ("franklin", "strait", "cartography") else 0
        sheet.text(x - dx, y, str(left), counts, size=34, role="text", fill=MUTED, align="m")


# ------------------------------------------------------------------------ news
def _news(sheet: Sheet, scene: Scene, top: int, fmt: Formatter) -> None:
    """The newest event first."""
    lines = (FOOT - top - 10) // NEWS_LINE
    first = top + 8 + NEWS_LINE / 2
    write_news(sheet, scene, fmt, (LEFT + 10, RIGHT - 8), first, lines=lines, step=NEWS_LINE, older=3)


def _score_sheet(sheet: Sheet, view: View, layout: PanelLayout, fmt: Formatter) -> None:
    """Every line of the final scoring for every expedition."""
    y = layout.table + 36
    step = _column(view)
    columns = {
        seen.seat: RIGHT - 8 - step / 2 - step * (len(view.expeditions) - 1 - k)
        for k, seen in enumerate(view.expeditions)
    }
    room = columns[view.expeditions[0].seat] - step / 2 - 6 - LEFT - 12
    for seen in view.expeditions:
        sheet.put(badge(seen.seat, 42, GOLD if seen.seat in view.winners else CREAM), columns[seen.seat], y)
    y += 62
    lines = [line.what for line in view.expeditions[0].score]
    for what in lines:
        sheet.text(LEFT + 12, y, fmt(phrases.line(what)), room, size=35, role="text")
        for seen in view.expeditions:
            points = next((line.points for line in seen.score if line.what == what), 0)
            label = _signed(points)
            sheet.text(
                columns[seen.seat],
                y,
                label if points else "–",
                step - 6,
                size=36,
                fill=CREAM if points else MUTED,
                align="m",
            )
        y += 56
    y += 2
    sheet.text(LEFT + 12, y, fmt(say("Total")), room, size=42, role="title")
    for seen in view.expeditions:
        fill = GOLD if seen.seat in view.winners else CREAM
        sheet.text(columns[seen.seat], y, _signed(seen.total), step - 6, size=44, role="title", fill=fill, align="m")


def _signed(points: int) -> str:
    """A number with a true minus sign."""
    return str(points).replace("-", "−")


def _column(view: View) -> int:
    """The width of a column of the score sheet: what its widest total needs, as long as that leaves half of the panel for words."""
    widest = max(width(_signed(seen.total), "title", 44) for seen in view.expeditions) + 12
    return max(52, min(widest, (RIGHT - LEFT) * 3 // 5 // len(view.expeditions), 92))
