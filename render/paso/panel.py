"""The right side of the board picture of La Aventura del Paso del Noroeste: whose turn, the race, players, prices, news."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import NamedTuple

from engine.games.paso.view import TOKEN_KINDS, View, VisiblePlayer
from render.kit.banner import write_headline
from render.kit.canvas import Point
from render.kit.marks import LETTER_RADIUS_PX, draw_letter
from render.kit.news import write_news
from render.kit.prompt import FULL_PROMPT_HEIGHT_PX, write_prompt
from render.kit.scene import Scene
from render.kit.seats import draw_seat_badge
from render.kit.sheet import Sheet, draw_card, fill_box
from render.kit.story import STORY_LINE_HEIGHT_PX, build_rows, write_strip
from render.kit.text import MIN_DATA_SIZE_PX, Formatter, choose_wording, measure_width
from render.kit.theme import CREAM, GOLD, INK, MUTED, NAVY, NAVY_2, Colour
from render.paso import phrases
from render.paso.ground import TERRAIN_COLOURS, draw_swatch
from render.paso.layout import BoardLayout
from render.paso.pieces import (
    CHEST_COLOUR,
    draw_card_fan,
    draw_chest,
    draw_pip,
    draw_raid_token,
    draw_shield,
    draw_side_sign,
    draw_silence_sign,
    draw_token,
)
from render.paso.story import list_turn_phrases

PANEL_RIGHT_PX, PANEL_BOTTOM_PX = 1642, 1042
BANNER_TOP_PX, RACE_Y_PX, CARDS_TOP_PX = 10, 136, 160
BANNER_HEIGHT_PX = 104
CARD_GAP_PX = 7
PRICE_HEIGHTS_PX = {2: 126, 3: 92, 4: 126}
PLAYER_HEIGHTS_PX = {2: 262, 3: 196, 4: 120}
"""The height of the prices and of a player's card, by the number of players."""
RESERVE_RADII_PX = {2: 13.5, 3: 10.0, 4: 8.0}
"""That of the hexagons of a reserve."""
WARNING_COLOUR = "#FF9E7D"
PANEL_COLOURS: tuple[Colour, ...] = (NAVY, NAVY_2, GOLD, CREAM, MUTED, WARNING_COLOUR, CHEST_COLOUR)
"""The plain colours of the panel."""


class PanelLayout(NamedTuple):
    """Where the panel's cards begin: one for each player, at `tops` (the last one is their foot), the prices, and the news."""

    left: int
    tops: tuple[int, ...]
    prices_top: int
    news_top: int
    active_card: int

    @property
    def seat_count(self) -> int:
        """How many players there are."""
        return len(self.tops) - 1


def create_panel_layout(scene: Scene, board: BoardLayout) -> PanelLayout:
    """The places of the cards."""
    view: View = scene.view
    seats = len(view.players)
    over = view.phase == "over"
    acting = view.winners if over else phrases.list_acting_seats(scene)
    tops = [CARDS_TOP_PX + k * (PLAYER_HEIGHTS_PX[seats] + CARD_GAP_PX) for k in range(seats + 1)]
    legend = tops[-1]
    return PanelLayout(
        board.panel_left + 8,
        tuple(tops),
        legend,
        legend if over else legend + PRICE_HEIGHTS_PX[seats] + CARD_GAP_PX,
        acting[0] if len(acting) == 1 else -1,
    )


def draw_panel_background(sheet: Sheet, layout: PanelLayout, panel_left: int) -> None:
    """The empty cards, and what is seen of their ground, which begins at the column `panel_left`."""
    image, left, right = sheet.image, layout.left - 2, PANEL_RIGHT_PX + 2
    spans = [
        (BANNER_TOP_PX, BANNER_TOP_PX + BANNER_HEIGHT_PX),
        *((top, foot - CARD_GAP_PX) for top, foot in pairwise(layout.tops)),
    ]
    if layout.news_top > layout.prices_top:
        spans.append((layout.prices_top, layout.prices_top + PRICE_HEIGHTS_PX[layout.seat_count]))
    spans.append((layout.news_top, PANEL_BOTTOM_PX))
    fill_box(image, NAVY, (panel_left, 0, left, image.height))
    fill_box(image, NAVY, (right, 0, *image.size))
    above = 0
    for k, (top, foot) in enumerate(spans):
        fill_box(image, NAVY, (left, above, right, top))
        box = (left, top, right, foot)
        if k == 0:
            draw_card(image, box, GOLD, NAVY)
        elif k == layout.active_card + 1:
            draw_card(image, box, NAVY_2, NAVY, edge=GOLD, width=5)
        else:
            draw_card(image, box, NAVY_2, NAVY)
        above = foot
    fill_box(image, NAVY, (left, above, right, image.height))


def draw_panel(sheet: Sheet, scene: Scene, layout: PanelLayout, fmt: Formatter) -> None:
    """Everything on the panel."""
    view: View = scene.view
    _draw_banner(sheet, scene, layout, fmt)
    _draw_race(sheet, view, layout, fmt)
    for k, seen in enumerate(view.players):
        marks = {
            spot: mark
            for spot, mark in scene.marks.items()
            if spot.startswith((f"ship-{seen.seat}", f"reserve-{seen.seat}-"))
        }
        sheet.draw_part(_draw_player, fmt, seen, marks, view.rows, layout.left, layout.tops, k)
    if view.phase != "over":
        supply = (view.icebergs, view.waters, view.deck)
        sheet.draw_part(
            _draw_prices, fmt, view.prices, view.to_move, supply, layout.left, layout.prices_top, layout.seat_count
        )
    _draw_news(sheet, scene, layout, fmt)


# --------------------------------------------------------------------- whose turn
def _draw_banner(sheet: Sheet, scene: Scene, layout: PanelLayout, fmt: Formatter) -> None:
    """Who is to act or has won; below it the action points left."""
    view: View = scene.view
    y, x = BANNER_TOP_PX + 32, layout.left + 12
    seats = view.winners if view.phase == "over" else scene.winners or phrases.list_acting_seats(scene)
    if len(seats) == 1:
        sheet.put(draw_seat_badge(seats[0], 46, GOLD), x + 22, y)
        x += 56
    room = PANEL_RIGHT_PX - 10 - x
    lines = write_headline(sheet, x, y - 1, phrases.format_headline(scene), room, fmt, size=44, min_size=39)
    if view.phase == "race":
        _draw_points(sheet, view, layout, fmt, BANNER_TOP_PX + 78)
        return
    x = layout.left + 14
    if label := phrases.describe_banner_detail(scene):
        x += sheet.text(x, BANNER_TOP_PX + 78, fmt(label), PANEL_RIGHT_PX - x - 24 - 48 * len(seats), fill=INK) + 34
    for seat in seats if len(seats) > 1 and lines == 1 else ():
        sheet.put(draw_seat_badge(seat, 40, GOLD), x, BANNER_TOP_PX + 76)
        x += 48


def _draw_points(sheet: Sheet, view: View, layout: PanelLayout, fmt: Formatter, y: int) -> None:
    x: float = layout.left + 14
    for k in range(max(view.points, view.players[view.to_move].points if not view.fresh else 0)):
        sheet.put(draw_pip(13, is_full=k < view.points), x + 13, y)
        x += 33
    right = PANEL_RIGHT_PX - 12
    right -= sheet.text(right, y, str(view.cards), 40, fill=INK, align="r") + 10
    sheet.put(draw_card_fan(38, INK, GOLD), right - 20, y)
    sheet.text(x + 8, y, fmt(phrases.describe_points(view)), right - 52 - x, fill=INK)


def _draw_race(sheet: Sheet, view: View, layout: PanelLayout, fmt: Formatter) -> None:
    """Who leads and by how many rows; the turn."""
    right = PANEL_RIGHT_PX - 6
    if view.turn and view.phase == "race":
        right -= (
            sheet.text(right, RACE_Y_PX, fmt(phrases.format_turn(view)), 180, role="text", fill=MUTED, align="r") + 16
        )
    label = phrases.describe_lead(view)
    if label is None:
        sheet.text(layout.left + 8, RACE_Y_PX, fmt(phrases.describe_start(view)), right - layout.left - 8)
        return
    x = layout.left + 6
    for seat in view.leaders:
        sheet.put(draw_seat_badge(seat, 34, NAVY), x + 17, RACE_Y_PX)
        x += 42
    sheet.text(x + 4, RACE_Y_PX, fmt(label), right - x - 4)


# ------------------------------------------------------------------------ players
def _draw_player(
    sheet: Sheet,
    player: VisiblePlayer,
    marks: dict[str, str],
    rows: int,
    left: int,
    tops: tuple[int, ...],
    index: int,
    fmt: Formatter,
) -> None:
    """A player: name, treasures, row; character; progress tokens in reserve."""
    y = tops[index]
    head = y + 27
    sheet.put(draw_seat_badge(player.seat, 42), left + 30, head)
    end = PANEL_RIGHT_PX - 12
    row = choose_wording((fmt(phrases.describe_place(player, rows)), str(player.row)), "title", 39, 150)
    end -= sheet.text(end, head - 1, row, 150, role="title", align="r") + 24
    end -= sheet.text(end, head, str(player.hand), 44, align="r") + 8
    sheet.put(draw_chest(34, without_rims=True), end - 18, head)
    end -= 48
    if player.slowed:
        end -= sheet.text(end, head, f"−{player.slowed}", 46, fill=WARNING_COLOUR, align="r") + 10
    for shown, sprite in ((player.silenced, draw_silence_sign(32)), (player.shielded, draw_shield(32))):
        if shown:
            sheet.put(sprite, end - 17, head)
            end -= 42
    x = left + 60
    if player.side is not None:
        sheet.put(draw_side_sign(player.side, 34), x + 16, head)
        x += 42
    sheet.text(x, head, fmt.names[player.seat], end - x, size=40)
    if mark := marks.get(f"ship-{player.seat}"):
        draw_letter(sheet, left - 12, head, mark)
    line = y + 66
    brief = len(tops) - 1 == len(PLAYER_HEIGHTS_PX) + 1
    if player.character is not None and not brief:
        label = fmt(phrases.describe_character(player.character))
        short = fmt(phrases.describe_ability(player.character))
        room = PANEL_RIGHT_PX - left - 24
        sheet.text(
            left + 12,
            line,
            label if measure_width(label, "text", MIN_DATA_SIZE_PX) <= room else short,
            room,
            role="text",
            fill=MUTED,
        )
    _draw_reserve(sheet, player, marks, left, find_reserve_span(tops, index), RESERVE_RADII_PX[len(tops) - 1])


def find_reserve_span(tops: tuple[int, ...], index: int) -> tuple[int, int]:
    """Where the reserve of the k-th player begins and ends: two lines."""
    return tops[index] + (50 if len(tops) - 1 == len(PLAYER_HEIGHTS_PX) + 1 else 84), tops[index + 1] - CARD_GAP_PX - 3


def _draw_reserve(
    sheet: Sheet, player: VisiblePlayer, marks: dict[str, str], left: int, span: tuple[int, int], r: float
) -> None:
    """All ten kinds as shapes with their counts."""
    step = (PANEL_RIGHT_PX - left - 12) / 5
    line = (span[1] - span[0]) / 2
    for k, kind in enumerate(TOKEN_KINDS):
        x, y = left + 8 + step * (k % 5), span[0] + line * (k // 5 + 0.5)
        n = player.reserve.get(kind, 0)
        wide = r * 7.2
        sheet.put(draw_token(kind, player.seat, r, count_left=n > 0), x + wide / 2, y)
        at: Point = (x + wide + 4, y)
        sheet.text(*at, str(n), step - wide - 6, fill=CREAM if n else MUTED)
        if mark := marks.get(f"reserve-{player.seat}-{kind}"):
            draw_letter(sheet, x + LETTER_RADIUS_PX - 6, y, mark)


# ---------------------------------------------------------------- prices and supply
def _draw_prices(
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
    step = (PANEL_RIGHT_PX - left - 8) / 5
    y = top + 28
    for k, kind in enumerate(TERRAIN_COLOURS):
        x = left + 4 + step * k
        sheet.put(draw_swatch(kind, 24), x + 30, y)
        sheet.text(x + 62, y - 1, str(prices[kind]), step - 64, size=42, role="title")
    x = left + 4 + step * 4
    sheet.put(draw_raid_token(mover, 19), x + 30, y)
    sheet.text(x + 62, y - 1, str(prices["raid"]), step - 64, size=42, role="title")
    y = top + 70
    label, room = fmt(phrases.describe_other_prices(prices)), PANEL_RIGHT_PX - 10 - (left + 8 + step * 3)
    fits = measure_width(label, "text", MIN_DATA_SIZE_PX) <= room and PRICE_HEIGHTS_PX[seats] < PRICE_HEIGHTS_PX[4]
    if not fits and PRICE_HEIGHTS_PX[seats] == PRICE_HEIGHTS_PX[4]:
        sheet.text(left + 12, y + 34, label, PANEL_RIGHT_PX - 22 - left, role="text", fill=MUTED)
    elif fits:
        sheet.text(PANEL_RIGHT_PX - 10, y, label, room, role="text", fill=MUTED, align="r")
    step *= 1 if fits else 5 / 3
    signs = (draw_swatch("iceberg", 19, INK), draw_swatch("water", 19, INK), draw_card_fan(34))
    for k, (sprite, n) in enumerate(zip(signs, supply, strict=True)):
        x = left + 4 + step * k
        sheet.put(sprite, x + 30, y)
        sheet.text(x + 60, y, f"× {n}", step - 62, role="text", fill=MUTED)


def _draw_news(sheet: Sheet, scene: Scene, layout: PanelLayout, fmt: Formatter) -> None:
    """The newest event first, or what the viewer is asked."""
    top = layout.news_top
    if scene.prompt is not None:
        sheet.image.paste(NAVY, (layout.left - 2, top, PANEL_RIGHT_PX + 2, PANEL_BOTTOM_PX))
        box = (
            layout.left - 2,
            layout.prices_top if PANEL_BOTTOM_PX - top < FULL_PROMPT_HEIGHT_PX else top,
            PANEL_RIGHT_PX + 2,
            PANEL_BOTTOM_PX,
        )
        write_prompt(sheet, scene, fmt, box, phrases.describe_resources(scene.view))
        return
    if turns := list_turn_phrases(scene):
        box = (layout.left - 2, top, PANEL_RIGHT_PX + 2, PANEL_BOTTOM_PX)
        write_strip(sheet, build_rows(scene, turns), fmt, box, lambda seat: draw_seat_badge(seat, 32))
        return
    lines = (PANEL_BOTTOM_PX - top - 10) // STORY_LINE_HEIGHT_PX
    first = top + (PANEL_BOTTOM_PX - top - lines * STORY_LINE_HEIGHT_PX) / 2 + STORY_LINE_HEIGHT_PX / 2
    write_news(
        sheet,
        scene,
        fmt,
        (layout.left + 10, PANEL_RIGHT_PX - 8),
        first,
        lines=lines,
        line_height=STORY_LINE_HEIGHT_PX,
        older_lines=2,
    )
