"""The right side of the board picture of Expedition: Northwest Passage: whose turn, expeditions, majorities, news, score sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec
from PIL import Image

from engine.games.northwest.view import Kind, MajorityPlace, View, VisibleExpedition, VisibleMajority
from engine.kernel.text import say
from render.kit import prompt
from render.kit.banner import write_headline
from render.kit.cache import cached_sprite
from render.kit.canvas import BASE_SCALE, Canvas, Sprite
from render.kit.news import write_news
from render.kit.scene import Scene
from render.kit.seats import draw_seat_badge, draw_ship
from render.kit.sheet import Sheet, draw_card
from render.kit.story import MAX_RECENT_EVENTS, STORY_LINE_HEIGHT_PX
from render.kit.text import MIN_DATA_SIZE_PX, Formatter, break_lines, measure_width
from render.kit.theme import CREAM, GOLD, MUTED, NAVY, NAVY_2, NAVY_3
from render.northwest import phrases
from render.northwest.layout import PANEL_EDGE_PX
from render.northwest.pieces import (
    TOKEN_STYLES,
    draw_coin,
    draw_crew,
    draw_house,
    draw_name_plate,
    draw_sack,
    draw_sled,
    draw_token,
)
from render.northwest.tiles import count_squares, find_front

PANEL_LEFT_PX, PANEL_RIGHT_PX, PANEL_BOTTOM_PX = PANEL_EDGE_PX + 8, 1642, 1040
BANNER_TOP_PX, ROUND_TOP_PX, CARDS_TOP_PX = 10, 104, 128
CARD_GAP_PX = 7
ICON_SIZE_PX, LINE_HEIGHT_PX = 46, 42
CARD_HEIGHT_PX, ROOMY_CARD_HEIGHT_PX = 150, 176
"""The height of a player's card: with three or more, and with two."""
FIRST_COLUMN_LEFT_PX = 46
"""Where the columns of the majorities begin; after the two narrow ones for what is only counted, three wide ones."""
COUNT_COLUMN_WIDTH_PX, PAID_COLUMN_WIDTH_PX = 38, 90
WARNING_COLOUR = "#FF9E7D"
MAX_SHOWN_TILES = 6
"""More tiles than this in a reserve become a number."""
COIN_SIZE_PX = 56


class PanelLayout(NamedTuple):
    """Where the panel's cards begin: one per expedition (`card_height` pixels), majorities or score sheet
    (`table_top`), news, what the
    viewer is asked (`prompt_top`). 0: not shown."""

    card_tops: int
    card_height: int
    table_top: int
    news_top: int
    prompt_top: int
    active_seats: int
    is_ended: bool


def create_panel_layout(scene: Scene) -> PanelLayout:
    """The places of the cards."""
    view: View = scene.view
    acting = phrases.list_acting_seats(scene)
    active = acting[0] if len(acting) == 1 else -1
    seats = len(view.expeditions)
    table = 10 + ICON_SIZE_PX + LINE_HEIGHT_PX * (seats + 2)
    if view.ended:
        return PanelLayout(seats, 0, CARDS_TOP_PX, 0, 0, -1, is_ended=True)
    room = PANEL_BOTTOM_PX - CARDS_TOP_PX - table - CARD_GAP_PX * seats
    high = min(room // seats, CARD_HEIGHT_PX if seats >= 3 else ROOMY_CARD_HEIGHT_PX)
    below = CARDS_TOP_PX + seats * (high + CARD_GAP_PX)
    foot = below + table + CARD_GAP_PX
    if scene.prompt is not None:
        fits = PANEL_BOTTOM_PX - foot >= prompt.FULL_PROMPT_HEIGHT_PX
        return PanelLayout(seats, high, below if fits else 0, 0, foot if fits else below, active, is_ended=False)
    return PanelLayout(
        seats,
        high,
        below,
        foot if PANEL_BOTTOM_PX - foot >= 2 * STORY_LINE_HEIGHT_PX + 8 else 0,
        0,
        active,
        is_ended=False,
    )


def draw_panel_background(sheet: Sheet, layout: PanelLayout) -> None:
    """The empty cards."""
    image, left, right = sheet.image, PANEL_LEFT_PX - 2, PANEL_RIGHT_PX + 2
    draw_card(image, (left, BANNER_TOP_PX, right, BANNER_TOP_PX + 68), GOLD, NAVY)
    for k in range(0 if layout.is_ended else layout.card_tops):
        y = CARDS_TOP_PX + k * (layout.card_height + CARD_GAP_PX)
        box = (left, y, right, y + layout.card_height)
        if k == layout.active_seats:
            draw_card(image, box, NAVY_2, NAVY, edge=GOLD, width=5)
        else:
            draw_card(image, box, NAVY_2, NAVY)
    if layout.table_top:
        foot = (layout.news_top or layout.prompt_top or PANEL_BOTTOM_PX + CARD_GAP_PX) - CARD_GAP_PX
        draw_card(image, (left, layout.table_top, right, foot), NAVY_2, NAVY)
        if not layout.is_ended:
            for k in range(3):
                sheet.put(
                    _draw_rule(foot - layout.table_top - 26),
                    PANEL_LEFT_PX + FIRST_COLUMN_LEFT_PX + 2 * COUNT_COLUMN_WIDTH_PX + PAID_COLUMN_WIDTH_PX * k,
                    layout.table_top + 14,
                )
    if layout.news_top:
        draw_card(image, (left, layout.news_top, right, PANEL_BOTTOM_PX), NAVY_2, NAVY)


@cached_sprite
def _draw_rule(height: int) -> Sprite:
    """A line between two columns; anchored at its upper end."""
    c = Canvas((4, height + 1), NAVY_2, BASE_SCALE, (2, 0))
    c.line([(0, 0), (0, height)], NAVY_3, 2)
    return Sprite(c.finish(), 2, 0)


def draw_panel(sheet: Sheet, scene: Scene, layout: PanelLayout, fmt: Formatter) -> None:
    """Everything on the panel."""
    view: View = scene.view
    _draw_banner(sheet, scene, fmt)
    if layout.is_ended:
        _draw_score_sheet(sheet, view, layout, fmt)
    else:
        for k, seen in enumerate(view.expeditions):
            sheet.draw_part(
                _draw_expedition, fmt, seen, CARDS_TOP_PX + k * (layout.card_height + CARD_GAP_PX), layout.card_height
            )
        if layout.table_top:
            found = [(seen.seat, seen.tokens) for seen in view.expeditions]
            left = {kind: view.tokens.bag.get(kind, 0) + view.tokens.board.get(kind, 0) for kind in phrases.TOKEN_KINDS}
            sheet.draw_part(
                _draw_majorities,
                fmt,
                view.majorities,
                found,
                left | {"cartography": view.cartography},
                layout.table_top,
            )
    if layout.news_top:
        _draw_news(sheet, scene, layout.news_top, fmt)
    if layout.prompt_top:
        box = (PANEL_LEFT_PX - 2, layout.prompt_top, PANEL_RIGHT_PX + 2, PANEL_BOTTOM_PX)
        prompt.write_prompt(sheet, scene, fmt, box, phrases.describe_resources(view))


def _draw_banner(sheet: Sheet, scene: Scene, fmt: Formatter) -> None:
    """Who is to act or has won; below it the round and the turn order."""
    view: View = scene.view
    y, x = BANNER_TOP_PX + 34, PANEL_LEFT_PX + 12
    seats = view.winners if view.ended else scene.winners or phrases.list_acting_seats(scene)
    if len(seats) == 1:
        sheet.put(draw_seat_badge(seats[0], 44, GOLD), x + 22, y)
        x += 56
    room = PANEL_RIGHT_PX - 10 - x
    write_headline(sheet, x, y - 1, phrases.format_headline(scene), room, fmt, size=42, min_size=39)
    end = PANEL_RIGHT_PX - 8
    for seat in () if view.ended else reversed(view.order):
        sheet.put(draw_seat_badge(seat, 32, NAVY), end - 16, ROUND_TOP_PX)
        if seat in view.next_order:
            sheet.put(_shade_card(seat), end - 16, ROUND_TOP_PX)
        end -= 40
    sheet.text(PANEL_LEFT_PX + 8, ROUND_TOP_PX, fmt(phrases.describe_round(view)), end - PANEL_LEFT_PX - 2)


@cached_sprite
def _shade_card(seat: int) -> Sprite:
    """A seat that has passed, dimmed."""
    sprite = draw_seat_badge(seat, 32, NAVY)
    dim = Image.new("RGBA", sprite.image.size, NAVY)
    dim.putalpha(sprite.image.getchannel("A").point([k * 165 // 255 for k in range(256)]))
    return sprite._replace(image=dim)


# ----------------------------------------------------------------- expeditions
def _draw_expedition(sheet: Sheet, expedition: VisibleExpedition, y: int, height: int, fmt: Formatter) -> None:
    """A player board: name, score and tokens from the arrows, both columns of crew, tiles."""
    sheet.put(draw_seat_badge(expedition.seat, 40), PANEL_LEFT_PX + 30, y + 28)
    taken = sheet.text(PANEL_RIGHT_PX - 10, y + 26, str(expedition.track_points), 90, size=44, role="title", align="r")
    end = PANEL_RIGHT_PX - 10 - taken - 14
    for value in (expedition.greenland, expedition.passage):
        if value is not None:
            sheet.put(draw_coin(value, COIN_SIZE_PX), end - COIN_SIZE_PX / 2, y + 28)
            end -= COIN_SIZE_PX + 4
    if expedition.home:
        sheet.put(draw_house(36, CREAM), end - 18, y + 25)
        end -= 44
    sheet.text(PANEL_LEFT_PX + 60, y + 26, fmt.names[expedition.seat], end - PANEL_LEFT_PX - 60)
    step = (height - 52) / 2
    _draw_crew(sheet, expedition, y + 48 + step * 0.44, fmt)
    end = PANEL_RIGHT_PX - 10
    if expedition.has_passed and not expedition.home:
        middle = y + 48 + step * 1.5
        end -= sheet.text(end, middle, fmt(say("passed")), 130, role="text", fill=MUTED, align="r") + 12
    _draw_reserve(sheet, expedition, y + 48 + step, step - 4, end)


def _draw_crew(sheet: Sheet, expedition: VisibleExpedition, y: float, fmt: Formatter) -> None:
    """Both columns: available crewmen filled, resting ones hollow."""
    x: float = PANEL_LEFT_PX + 30
    pitch = 16 if sum(column.available + column.resting for column in expedition.crew.values()) <= 6 else 14
    for vehicle, sprite in (("ship", draw_ship(expedition.seat, 36)), ("sled", draw_sled(expedition.seat, 36))):
        column = expedition.crew["ship" if vehicle == "ship" else "sled"]
        if vehicle == "sled":
            wide = 26 + pitch * (column.available + column.resting) + 60
            x = max(x, min(PANEL_LEFT_PX + 214, PANEL_RIGHT_PX - 6 - wide))
        sheet.put(sprite, x, y)
        x += 26
        if column.available + column.resting:
            sheet.put(draw_crew(column.available, column.resting, pitch), x, y)
        x += pitch * (column.available + column.resting)
        if vehicle == "ship" or column.available + column.resting:
            label = fmt(phrases.describe_crew(expedition, vehicle))
            x += sheet.text(x + 5, y, label, 56, fill=CREAM if column.available else MUTED) + 36
        elif expedition.sled.state == "lost":
            sheet.text(x + 4, y, fmt(say("lost")), PANEL_RIGHT_PX - 6 - x, fill=WARNING_COLOUR)
        else:
            sheet.text(x + 4, y, fmt(say("aboard")), PANEL_RIGHT_PX - 8 - x, role="text", fill=MUTED)


def _draw_reserve(sheet: Sheet, expedition: VisibleExpedition, y: float, height: float, end: float) -> None:
    """The tiles in a player's reserve; of many only the first, and how many more there are."""
    shown = expedition.hand[:MAX_SHOWN_TILES]
    if not shown:
        return
    more = f"+{len(expedition.hand) - MAX_SHOWN_TILES}" if len(expedition.hand) > MAX_SHOWN_TILES else ""
    room = end - PANEL_LEFT_PX - 12 - (62 if more else 0)
    side = int(min(height - 8, 46, (room - 8 * len(shown)) / sum(map(count_squares, shown)) - 2))
    x = float(PANEL_LEFT_PX + 10)
    for tile in shown:
        sprite = find_front(tile, side, MUTED)
        sheet.put(sprite, x, y + height / 2 - sprite.image.height / 2)
        x += sprite.image.width + 6
    if more:
        sheet.text(x + 2, y + height / 2, more, end - x - 2, fill=MUTED)


# ------------------------------------------------------------------ majorities
def _draw_majorities(
    sheet: Sheet,
    majorities: Sequence[VisibleMajority],
    found: Sequence[tuple[int, Mapping[Kind, int]]],
    left: Mapping[Kind, int],
    top: int,
    fmt: Formatter,
) -> None:
    """Who has found how many of each discovery, what the three majorities would pay now, and how many are left."""
    x0 = PANEL_LEFT_PX + FIRST_COLUMN_LEFT_PX
    columns = {
        kind: x0
        + (COUNT_COLUMN_WIDTH_PX * (k + 0.5) if k < 2 else 2 * COUNT_COLUMN_WIDTH_PX + PAID_COLUMN_WIDTH_PX * (k - 1.5))
        for k, kind in enumerate(phrases.TOKEN_KINDS)
    }
    y = top + 6 + ICON_SIZE_PX / 2
    for kind, x in columns.items():
        sheet.put(draw_token(kind, 34), x, y)
    y += ICON_SIZE_PX / 2 + LINE_HEIGHT_PX / 2 - 2
    sheet.text(
        PANEL_LEFT_PX + 8,
        y,
        fmt(say("pays")),
        FIRST_COLUMN_LEFT_PX + 2 * COUNT_COLUMN_WIDTH_PX - 12,
        role="text",
        fill=MUTED,
    )
    for majority in majorities:
        label = " ".join(map(str, majority.place_points))
        sheet.text(columns[majority.kind], y, label, PAID_COLUMN_WIDTH_PX - 2, role="text", fill=MUTED, align="m")
    y += LINE_HEIGHT_PX
    places: dict[tuple[str, int], MajorityPlace] = {
        (majority.kind, place.seat): place for majority in majorities for place in majority.places
    }
    for seat, tokens in found:
        sheet.put(draw_seat_badge(seat, 32), PANEL_LEFT_PX + 26, y)
        for kind, x in columns.items():
            n = tokens.get(kind, 0)
            place = places.get((kind, seat))
            fill = CREAM if n else MUTED
            if place is None:
                sheet.text(x, y, str(n) if n else "–", COUNT_COLUMN_WIDTH_PX, fill=fill, align="m")
                continue
            sheet.text(x - PAID_COLUMN_WIDTH_PX * 0.28, y, str(n) if n else "–", 38, fill=fill, align="m")
            if place.points:
                label = f"+{place.points}"
                sheet.text(
                    x + PAID_COLUMN_WIDTH_PX * 0.17, y, label, 58, fill=GOLD if place.place == 1 else CREAM, align="m"
                )
        y += LINE_HEIGHT_PX
    sheet.put(draw_sack(34, MUTED), PANEL_LEFT_PX + 26, y)
    for kind, x in columns.items():
        dx = PAID_COLUMN_WIDTH_PX * 0.28 if kind in ("franklin", "strait", "cartography") else 0
        sheet.text(x - dx, y, str(left[kind]), COUNT_COLUMN_WIDTH_PX, role="text", fill=MUTED, align="m")


# ------------------------------------------------------------------------ news
def _draw_news(sheet: Sheet, scene: Scene, top: int, fmt: Formatter) -> None:
    """The newest event first; of what the strip below the chart tells in the same words, nothing."""
    if not scene.earlier_views:
        scene = msgspec.structs.replace(scene, recent_events=scene.recent_events[:-MAX_RECENT_EVENTS], end_reason=None)
    lines = (PANEL_BOTTOM_PX - top - 10) // STORY_LINE_HEIGHT_PX
    first = top + 6 + STORY_LINE_HEIGHT_PX / 2
    write_news(
        sheet,
        scene,
        fmt,
        (PANEL_LEFT_PX + 10, PANEL_RIGHT_PX - 8),
        first,
        lines=lines,
        line_height=STORY_LINE_HEIGHT_PX,
        older_lines=3,
    )


def _draw_score_sheet(sheet: Sheet, view: View, layout: PanelLayout, fmt: Formatter) -> None:
    """Every line of the final scoring for every expedition."""
    y: float = layout.table_top + 42
    step = _compute_column_width(view)
    columns = {
        seen.seat: PANEL_RIGHT_PX - 8 - step / 2 - step * (len(view.expeditions) - 1 - k)
        for k, seen in enumerate(view.expeditions)
    }
    room = columns[view.expeditions[0].seat] - step / 2 - 6 - PANEL_LEFT_PX - 12
    for seen in view.expeditions:
        sheet.put(draw_seat_badge(seen.seat, 46, GOLD if seen.seat in view.winners else CREAM), columns[seen.seat], y)
    lines = [line.item for line in view.expeditions[0].score]
    line = (PANEL_BOTTOM_PX - y - 50) / (len(lines) + 1)
    for what in lines:
        y += line
        _draw_score_item(sheet, what, y, room, fmt)
        for seen in view.expeditions:
            points = next((line.points for line in seen.score if line.item == what), 0)
            label = _format_signed(points) if points else "–"
            sheet.text(columns[seen.seat], y, label, step - 4, fill=CREAM if points else MUTED, align="m")
    y += line
    sheet.text(PANEL_LEFT_PX + 12, y, fmt(say("Total")), room, size=42, role="title")
    for seen in view.expeditions:
        fill = GOLD if seen.seat in view.winners else CREAM
        sheet.text(
            columns[seen.seat], y, _format_signed(seen.total), step - 4, size=44, role="title", fill=fill, align="m"
        )


def _draw_score_item(sheet: Sheet, item: str, y: float, room: float, fmt: Formatter) -> None:
    """What a line of the score sheet counts: its name or, where there is no room for it, the picture it has on the board."""
    name = phrases.name_line(item)
    if break_lines(fmt(name), "text", MIN_DATA_SIZE_PX, int(room), 2) is not None:
        sheet.sentence(
            PANEL_LEFT_PX + 12,
            y,
            name,
            room,
            fmt,
            max_lines=2,
            line_height=STORY_LINE_HEIGHT_PX - 2,
            role="text",
            centred=True,
        )
    elif item in ("passage", "greenland"):
        sheet.put(draw_name_plate("NW" if item == "passage" else "G"), PANEL_LEFT_PX + 50, y)
    elif item in TOKEN_STYLES:
        sheet.put(draw_token(item, 44), PANEL_LEFT_PX + 40, y)
    else:
        sheet.text(PANEL_LEFT_PX + 12, y, fmt(name), room, role="text")


def _format_signed(points: int) -> str:
    """A number with a true minus sign."""
    return str(points).replace("-", "−")


def _compute_column_width(view: View) -> int:
    """The width of a column of the score sheet: what its widest total needs, as long as that leaves half of the panel for words."""
    widest = max(measure_width(_format_signed(seen.total), "title", 44) for seen in view.expeditions) + 12
    return max(52, min(widest, (PANEL_RIGHT_PX - PANEL_LEFT_PX) * 3 // 5 // len(view.expeditions), 92))
