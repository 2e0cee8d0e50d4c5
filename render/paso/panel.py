"""The right side of the board picture of La Aventura del Paso del Noroeste: whose turn, the race, players, prices, news."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import NamedTuple

from engine.games.paso.view import KINDS, Seen, View
from render.kit.banner import write_headline
from render.kit.canvas import Point
from render.kit.marks import LETTER_R, letter
from render.kit.news import write_news
from render.kit.prompt import ROOMY, write_prompt
from render.kit.scene import Scene
from render.kit.seats import badge
from render.kit.sheet import Sheet, draw_card, fill_box
from render.kit.story import STEP, rows, write_strip
from render.kit.text import SMALLEST, Formatter, first_fitting, width
from render.kit.theme import CREAM, GOLD, INK, MUTED, NAVY, NAVY_2, Colour
from render.paso import phrases
from render.paso.ground import TERRAIN, swatch
from render.paso.layout import BoardLayout
from render.paso.pieces import CHEST, cards, chest, pip, raid, shape, shield, side_sign, silence
from render.paso.story import told

RIGHT, FOOT = 1642, 1042
BANNER, RACE, TOP = 10, 136, 160
BANNER_HIGH = 104
GAP = 7
LEGEND = {2: 126, 3: 92, 4: 126}
TALLEST = {2: 262, 3: 196, 4: 120}
"""The height of the prices and of a player's card, by the number of players."""
RADIUS = {2: 13.5, 3: 10.0, 4: 8.0}
"""That of the hexagons of a reserve."""
WARM = "#FF9E7D"
PANEL_COLOURS: tuple[Colour, ...] = (NAVY, NAVY_2, GOLD, CREAM, MUTED, WARM, CHEST)
"""The plain colours of the panel."""


class PanelLayout(NamedTuple):
    """Where the panel's cards begin: one for each player, at `tops` (the last one is their foot), the prices, and the news."""

    left: int
    tops: tuple[int, ...]
    legend: int
    news: int
    active: int

    @property
    def seats(self) -> int:
        """How many players there are."""
        return len(self.tops) - 1


def panel_layout(scene: Scene, board: BoardLayout) -> PanelLayout:
    """The places of the cards."""
    view: View = scene.view
    seats = len(view.players)
    over = view.phase == "over"
    acting = view.winners if over else phrases.acting(scene)
    tops = [TOP + k * (TALLEST[seats] + GAP) for k in range(seats + 1)]
    legend = tops[-1]
    return PanelLayout(
        board.edge + 8,
        tuple(tops),
        legend,
        legend if over else legend + LEGEND[seats] + GAP,
        acting[0] if len(acting) == 1 else -1,
    )


def ground(sheet: Sheet, layout: PanelLayout, edge: int) -> None:
    """The empty cards, and what is seen of their ground, which begins at the column `edge`."""
    image, left, right = sheet.image, layout.left - 2, RIGHT + 2
    spans = [(BANNER, BANNER + BANNER_HIGH), *((top, foot - GAP) for top, foot in pairwise(layout.tops))]
    if layout.news > layout.legend:
        spans.append((layout.legend, layout.legend + LEGEND[layout.seats]))
    spans.append((layout.news, FOOT))
    fill_box(image, NAVY, (edge, 0, left, image.height))
    fill_box(image, NAVY, (right, 0, *image.size))
    above = 0
    for k, (top, foot) in enumerate(spans):
        fill_box(image, NAVY, (left, above, right, top))
        box = (left, top, right, foot)
        if k == 0:
            draw_card(image, box, GOLD, NAVY)
        elif k == layout.active + 1:
            draw_card(image, box, NAVY_2, NAVY, edge=GOLD, width=5)
        else:
            draw_card(image, box, NAVY_2, NAVY)
        above = foot
    fill_box(image, NAVY, (left, above, right, image.height))


def panel(sheet: Sheet, scene: Scene, layout: PanelLayout, fmt: Formatter) -> None:
    """Everything on the panel."""
    view: View = scene.view
    _banner(sheet, scene, layout, fmt)
    _race(sheet, view, layout, fmt)
    for k, seen in enumerate(view.players):
        marks = {
            spot: mark
            for spot, mark in scene.marks.items()
            if spot.startswith((f"ship-{seen.seat}", f"reserve-{seen.seat}-"))
        }
        sheet.draw_part(_player, fmt, seen, marks, view.rows, layout.left, layout.tops, k)
    if view.phase != "over":
        supply = (view.icebergs, view.waters, view.deck)
        sheet.draw_part(_legend, fmt, view.prices, view.to_move, supply, layout.left, layout.legend, layout.seats)
    _news(sheet, scene, layout, fmt)


# --------------------------------------------------------------------- whose turn
def _banner(sheet: Sheet, scene: Scene, layout: PanelLayout, fmt: Formatter) -> None:
    """Who is to act or has won; below it the action points left."""
    view: View = scene.view
    y, x = BANNER + 32, layout.left + 12
    seats = view.winners if view.phase == "over" else scene.winners or phrases.acting(scene)
    if len(seats) == 1:
        sheet.put(badge(seats[0], 46, GOLD), x + 22, y)
        x += 56
    room = RIGHT - 10 - x
    lines = write_headline(sheet, x, y - 1, phrases.headline(scene), room, fmt, size=44, least=39)
    if view.phase == "race":
        _points(sheet, view, layout, fmt, BANNER + 78)
        return
    x = layout.left + 14
    if label := phrases.below(scene):
        x += sheet.text(x, BANNER + 78, fmt(label), RIGHT - x - 24 - 48 * len(seats), fill=INK) + 34
    for seat in seats if len(seats) > 1 and lines == 1 else ():
        sheet.put(badge(seat, 40, GOLD), x, BANNER + 76)
        x += 48


def _points(sheet: Sheet, view: View, layout: PanelLayout, fmt: Formatter, y: int) -> None:
    x: float = layout.left + 14
    for k in range(max(view.points, view.players[view.to_move].points if not view.fresh else 0)):
        sheet.put(pip(13, full=k < view.points), x + 13, y)
        x += 33
    right = RIGHT - 12
    right -= sheet.text(right, y, str(view.cards), 40, fill=INK, align="r") + 10
    sheet.put(cards(38, INK, GOLD), right - 20, y)
    sheet.text(x + 8, y, fmt(phrases.points(view)), right - 52 - x, fill=INK)


def _race(sheet: Sheet, view: View, layout: PanelLayout, fmt: Formatter) -> None:
    """Who leads and by how many rows; the turn."""
    right = RIGHT - 6
    if view.turn and view.phase == "race":
        right -= sheet.text(right, RACE, fmt(phrases.turn(view)), 180, role="text", fill=MUTED, align="r") + 16
    label = phrases.lead(view)
    if label is None:
        sheet.text(layout.left + 8, RACE, fmt(phrases.start(view)), right - layout.left - 8)
        return
    x = layout.left + 6
    for seat in view.leaders:
        sheet.put(badge(seat, 34, NAVY), x + 17, RACE)
        x += 42
    sheet.text(x + 4, RACE, fmt(label), right - x - 4)


# ------------------------------------------------------------------------ players
def _player(
    sheet: Sheet, seen: Seen, marks: dict[str, str], rows: int, left: int, tops: tuple[int, ...], k: int, fmt: Formatter
) -> None:
    """A player: name, treasures, row; character; progress tokens in reserve."""
    y = tops[k]
    head = y + 27
    sheet.put(badge(seen.seat, 42), left + 30, head)
    end = RIGHT - 12
    row = first_fitting((fmt(phrases.where(seen, rows)), str(seen.row)), "title", 39, 150)
    end -= sheet.text(end, head - 1, row, 150, role="title", align="r") + 24
    end -= sheet.text(end, head, str(seen.hand), 44, align="r") + 8
    sheet.put(chest(34, bare=True), end - 18, head)
    end -= 48
    if seen.slowed:
        end -= sheet.text(end, head, f"−{seen.slowed}", 46, fill=WARM, align="r") + 10
    for shown, sprite in ((seen.silenced, silence(32)), (seen.shielded, shield(32))):
        if shown:
            sheet.put(sprite, end - 17, head)
            end -= 42
    x = left + 60
    if seen.side is not None:
        sheet.put(side_sign(seen.side, 34), x + 16, head)
        x += 42
    sheet.text(x, head, fmt.names[seen.seat], end - x, size=40)
    if mark := marks.get(f"ship-{seen.seat}"):
        letter(sheet, left - 12, head, mark)
    line = y + 66
    brief = len(tops) - 1 == len(TALLEST) + 1
    if seen.character is not None and not brief:
        label = fmt(phrases.character(seen.character))
        short = fmt(phrases.ability(seen.character))
        room = RIGHT - left - 24
        sheet.text(
            left + 12,
            line,
            label if width(label, "text", SMALLEST) <= room else short,
            room,
            role="text",
            fill=MUTED,
        )
    _reserve(sheet, seen, marks, left, span(tops, k), RADIUS[len(tops) - 1])


def span(tops: tuple[int, ...], k: int) -> tuple[int, int]:
    """Where the reserve of the k-th player begins and ends: two lines."""
    return tops[k] + (50 if len(tops) - 1 == len(TALLEST) + 1 else 84), tops[k + 1] - GAP - 3


def _reserve(sheet: Sheet, seen: Seen, marks: dict[str, str], left: int, span: tuple[int, int], r: float) -> None:
    """All ten kinds as shapes with their counts."""
    step = (RIGHT - left - 12) / 5
    line = (span[1] - span[0]) / 2
    for k, kind in enumerate(KINDS):
        x, y = left + 8 + step * (k % 5), span[0] + line * (k // 5 + 0.5)
        n = seen.reserve.get(kind, 0)
        wide = r * 7.2
        sheet.put(shape(kind, seen.seat, r, left=n > 0), x + wide / 2, y)
        at: Point = (x + wide + 4, y)
        sheet.text(*at, str(n), step - wide - 6, fill=CREAM if n else MUTED)
        if mark := marks.get(f"reserve-{seen.seat}-{kind}"):
            letter(sheet, x + LETTER_R - 6, y, mark)


# ---------------------------------------------------------------- prices and supply
def _legend(
    sheet: Sheet,
    prices: Mapping[str, int],
    mover: int,
    supply: tuple[int, int, int],
    left: int,
    top: int,
    seats: int,
    fmt: Formatter,
) -> None:
    """What a hexagon of each terrain and a raid cost; what is left in the supply: icebergs, waters and treasures."""
    step = (RIGHT - left - 8) / 5
    y = top + 28
    for k, kind in enumerate(TERRAIN):
        x = left + 4 + step * k
        sheet.put(swatch(kind, 24), x + 30, y)
        sheet.text(x + 62, y - 1, str(prices[kind]), step - 64, size=42, role="title")
    x = left + 4 + step * 4
    sheet.put(raid(mover, 19), x + 30, y)
    sheet.text(x + 62, y - 1, str(prices["raid"]), step - 64, size=42, role="title")
    y = top + 70
    label, room = fmt(phrases.other_prices(prices)), RIGHT - 10 - (left + 8 + step * 3)
    fits = width(label, "text", SMALLEST) <= room and LEGEND[seats] < LEGEND[4]
    if not fits and LEGEND[seats] == LEGEND[4]:
        sheet.text(left + 12, y + 34, label, RIGHT - 22 - left, role="text", fill=MUTED)
    elif fits:
        sheet.text(RIGHT - 10, y, label, room, role="text", fill=MUTED, align="r")
    step *= 1 if fits else 5 / 3
    signs = (swatch("iceberg", 19, INK), swatch("water", 19, INK), cards(34))
    for k, (sprite, n) in enumerate(zip(signs, supply, strict=True)):
        x = left + 4 + step * k
        sheet.put(sprite, x + 30, y)
        sheet.text(x + 60, y, f"× {n}", step - 62, role="text", fill=MUTED)


def _news(sheet: Sheet, scene: Scene, layout: PanelLayout, fmt: Formatter) -> None:
    """The newest event first, or what the viewer is asked."""
    top = layout.news
    if scene.prompt is not None:
        sheet.image.paste(NAVY, (layout.left - 2, top, RIGHT + 2, FOOT))
        box = (layout.left - 2, layout.legend if FOOT - top < ROOMY else top, RIGHT + 2, FOOT)
        write_prompt(sheet, scene, fmt, box, phrases.remains(scene.view))
        return
    if turns := told(scene):
        box = (layout.left - 2, top, RIGHT + 2, FOOT)
        write_strip(sheet, rows(scene, turns), fmt, box, lambda seat: badge(seat, 32))
        return
    lines = (FOOT - top - 10) // STEP
    first = top + (FOOT - top - lines * STEP) / 2 + STEP / 2
    write_news(sheet, scene, fmt, (layout.left + 10, RIGHT - 8), first, lines=lines, step=STEP, older=2)
