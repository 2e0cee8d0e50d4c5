"""The panel of the board of Expedition: Northwest Passage: headline, expeditions, majorities and news."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec
from PIL import Image

from engine.games.northwest.view import Kind, MajorityPlace, Vehicle, View, VisibleExpedition, VisibleMajority
from engine.kernel.text import Text, say
from render.kit import prompt
from render.kit.banner import write_headline
from render.kit.cache import cached_sprite
from render.kit.canvas import BASE_SCALE, Canvas, Sprite
from render.kit.marks import OWN_ROW_MARK_PX, draw_own_mark
from render.kit.news import write_news
from render.kit.scene import Scene
from render.kit.seats import draw_seat_badge, draw_ship
from render.kit.sheet import Sheet, draw_card
from render.kit.story import STORY_LINE_HEIGHT_PX
from render.kit.text import PHONE_DATA_SIZE_PX, Formatter, choose_wording, find_fitting_size
from render.kit.theme import CREAM, GOLD, MUTED, NAVY, NAVY_2, NAVY_3, choose_ink, mix_colours
from render.northwest import phrases
from render.northwest.layout import PANEL_EDGE_PX
from render.northwest.pieces import (
    draw_coin,
    draw_crewman,
    draw_home_sign,
    draw_sack,
    draw_sled,
    draw_token,
)
from render.northwest.score_sheet import draw_score_sheet, measure_score_sheet
from render.northwest.tiles import draw_reserve

PANEL_LEFT_PX, PANEL_RIGHT_PX, PANEL_BOTTOM_PX = PANEL_EDGE_PX + 8, 1642, 1040
BANNER_TOP_PX, ROUND_TOP_PX, CARDS_TOP_PX = 10, 101, 132
CARD_GAP_PX = 7
ICON_SIZE_PX, LINE_HEIGHT_PX = 46, 48
CARD_HEIGHT_PX, TALL_CARD_HEIGHT_PX = 150, 176
"""The heights of a player's card with three or more players and with two."""
FIRST_COLUMN_LEFT_PX = 38
"""The left edge of the columns of the majorities: two narrow ones for tokens without a majority, then three wide ones."""
COUNT_COLUMN_WIDTH_PX = 37
PAID_COLUMN_WIDTHS_PX = (101, 101, 79)
"""The widths of the columns with points of majorities: two of them have numbers of two digits."""
COUNT_MIDDLE_PX = 22
"""The middle of the number of tokens in such a column, from its left edge."""
RULE_COLOUR = mix_colours(NAVY_3, CREAM, 0.3)
"""The line between two columns: without it the points of one and the tokens of the next read as one number."""
WARNING_COLOUR = "#FF9E7D"
NAME_SIZE_PX = PHONE_DATA_SIZE_PX
"""The largest size of a name."""
CREW_LEFTS_PX, CREWMAN_RADIUS_PX = (34, 216), 14
"""The middles of the ship and the sled on a card, from its left edge, and the radius of the sign of their crew."""
POINTS_SIZE_PX = 42
"""The largest size of the points of a majority."""
MAX_PAID_SEATS = 3
"""The most players for whom there is room for the line of what the majorities pay."""
COIN_SIZE_PX, ORDER_BADGE_PX = 56, 36
"""The sizes of a token from an arrow on a card, and of the badges of the turn order."""
NEWS_SIGN_WIDTH_PX = 38
"""The space for the badge of a seat before an event."""


class PanelLayout(NamedTuple):
    """The places of the panel's cards; 0 for a card that is not shown.

    There are `seat_count` cards of expeditions, `card_height` pixels each. `table_top` is the upper edge of majorities or score
    sheet. `active_seat` is the only seat to act, -1 if there is none or more than one. `tells_paid` is whether the table says what
    the majorities pay.
    """

    seat_count: int
    card_height: int
    table_top: int
    news_top: int
    prompt_top: int
    active_seat: int
    is_ended: bool
    tells_paid: bool = False


def create_panel_layout(scene: Scene) -> PanelLayout:
    """Create the layout of the panel of a scene."""
    view: View = scene.view
    acting = phrases.list_acting_seats(scene)
    if len(acting) == 1:
        active = acting[0]
    else:
        active = -1
    seats = len(view.expeditions)
    tells_paid = scene.prompt is None and seats <= MAX_PAID_SEATS
    table = 10 + ICON_SIZE_PX + LINE_HEIGHT_PX * (seats + 1 + tells_paid)
    if view.ended:
        foot = CARDS_TOP_PX + measure_score_sheet(view) + CARD_GAP_PX
        return PanelLayout(seats, 0, CARDS_TOP_PX, _find_news_top(foot), 0, -1, is_ended=True)
    height_left = PANEL_BOTTOM_PX - CARDS_TOP_PX - table - CARD_GAP_PX * seats
    max_height = CARD_HEIGHT_PX
    if seats < 3:
        max_height = TALL_CARD_HEIGHT_PX
    high = min(height_left // seats, max_height)
    below = CARDS_TOP_PX + seats * (high + CARD_GAP_PX)
    foot = below + table + CARD_GAP_PX
    if scene.prompt is None:
        return PanelLayout(seats, high, below, _find_news_top(foot), 0, active, is_ended=False, tells_paid=tells_paid)
    if PANEL_BOTTOM_PX - foot >= prompt.FULL_PROMPT_HEIGHT_PX:
        return PanelLayout(seats, high, below, 0, foot, active, is_ended=False)
    return PanelLayout(seats, high, 0, 0, below, active, is_ended=False)


def _find_news_top(foot: int) -> int:
    """Return the top of the news below everything else; 0 if there is no room for two lines."""
    if PANEL_BOTTOM_PX - foot < 2 * STORY_LINE_HEIGHT_PX + 8:
        return 0
    return foot


def draw_panel_background(sheet: Sheet, layout: PanelLayout) -> None:
    """Draw the empty cards."""
    image, left, right = sheet.image, PANEL_LEFT_PX - 2, PANEL_RIGHT_PX + 2
    draw_card(image, (left, BANNER_TOP_PX, right, BANNER_TOP_PX + 68), GOLD, NAVY)
    if not layout.is_ended:
        _draw_card_backgrounds(sheet, layout, left, right)
    if layout.table_top:
        foot = (layout.news_top or layout.prompt_top or PANEL_BOTTOM_PX + CARD_GAP_PX) - CARD_GAP_PX
        draw_card(image, (left, layout.table_top, right, foot), NAVY_2, NAVY)
        if not layout.is_ended:
            rule, x = _draw_rule(foot - layout.table_top - 26), PANEL_LEFT_PX + FIRST_COLUMN_LEFT_PX
            for width in (COUNT_COLUMN_WIDTH_PX, COUNT_COLUMN_WIDTH_PX, *PAID_COLUMN_WIDTHS_PX[:-1]):
                x += width
                sheet.put(rule, x, layout.table_top + 14)
    if layout.news_top:
        draw_card(image, (left, layout.news_top, right, PANEL_BOTTOM_PX), NAVY_2, NAVY)


def _draw_card_backgrounds(sheet: Sheet, layout: PanelLayout, left: int, right: int) -> None:
    """Draw the empty card of each seat; the active one has a gold edge."""
    for seat in range(layout.seat_count):
        y = _find_card_top(layout, seat)
        box = (left, y, right, y + layout.card_height)
        if seat == layout.active_seat:
            draw_card(sheet.image, box, NAVY_2, NAVY, edge=GOLD, width=5)
        else:
            draw_card(sheet.image, box, NAVY_2, NAVY)


def _find_card_top(layout: PanelLayout, seat: int) -> int:
    return CARDS_TOP_PX + seat * (layout.card_height + CARD_GAP_PX)


@cached_sprite
def _draw_rule(height: int) -> Sprite:
    """Draw a line between two columns; anchored at its upper end."""
    c = Canvas((4, height + 1), NAVY_2, BASE_SCALE, (2, 0))
    c.line([(0, 0), (0, height)], RULE_COLOUR, 3)
    return Sprite(c.finish(), 2, 0)


def draw_panel(sheet: Sheet, scene: Scene, layout: PanelLayout, news: tuple[Text, ...], fmt: Formatter) -> None:
    """Draw the contents of the panel."""
    view: View = scene.view
    _draw_banner(sheet, scene, fmt)
    if layout.is_ended:
        box = (PANEL_LEFT_PX, layout.table_top, PANEL_RIGHT_PX, layout.news_top or PANEL_BOTTOM_PX)
        draw_score_sheet(sheet, view, box, fmt)
    else:
        most = max(1, *(expedition.track_points for expedition in view.expeditions))
        for seat, expedition in enumerate(view.expeditions):
            leads = expedition.track_points == most
            sheet.draw_part(_draw_expedition, fmt, expedition, _find_card_top(layout, seat), layout.card_height, leads)
        if view.viewer is not None:
            sheet.put(draw_own_mark(OWN_ROW_MARK_PX), PANEL_LEFT_PX + 30, _find_card_top(layout, view.viewer) + 18)
        if layout.table_top:
            found = [(expedition.seat, expedition.tokens) for expedition in view.expeditions]
            counts = (found, _count_tokens_left(view))
            sheet.draw_part(_draw_majorities, fmt, view.majorities, *counts, layout.table_top, layout.tells_paid)
    if layout.news_top:
        _draw_news(sheet, scene, news, layout, fmt)
    if layout.prompt_top:
        box = (PANEL_LEFT_PX - 2, layout.prompt_top, PANEL_RIGHT_PX + 2, PANEL_BOTTOM_PX)
        prompt.write_prompt(sheet, scene, fmt, box, phrases.describe_resources(view))


def _count_tokens_left(view: View) -> dict[Kind, int]:
    left: dict[Kind, int] = {}
    for kind in phrases.TOKEN_KINDS:
        left[kind] = view.tokens.bag.get(kind, 0) + view.tokens.board.get(kind, 0)
    left["cartography"] = view.cartography
    return left


def _draw_banner(sheet: Sheet, scene: Scene, fmt: Formatter) -> None:
    """Draw the headline, and below it the round and the turn order."""
    view: View = scene.view
    y, x = BANNER_TOP_PX + 34, PANEL_LEFT_PX + 12
    seats = view.winners if view.ended else scene.winners or phrases.list_acting_seats(scene)
    if len(seats) == 1:
        sheet.put(draw_seat_badge(seats[0], 44, GOLD), x + 22, y)
        x += 56
    write_headline(sheet, x, y - 1, phrases.format_headline(scene), PANEL_RIGHT_PX - 10 - x, fmt)
    end = PANEL_RIGHT_PX - 8
    if not view.ended:
        for seat in reversed(view.order):
            sheet.put(draw_seat_badge(seat, ORDER_BADGE_PX, NAVY), end - ORDER_BADGE_PX // 2, ROUND_TOP_PX)
            if seat in view.next_order:
                sheet.put(_shade_card(seat), end - ORDER_BADGE_PX // 2, ROUND_TOP_PX)
            end -= ORDER_BADGE_PX + 6
    max_width = end - PANEL_LEFT_PX - 8
    wordings = [fmt(wording) for wording in phrases.list_round_wordings(view)]
    label = choose_wording(wordings, "bold", PHONE_DATA_SIZE_PX, max_width)
    size = find_fitting_size(label, "bold", PHONE_DATA_SIZE_PX, max_width)
    sheet.text(PANEL_LEFT_PX + 8, ROUND_TOP_PX, label, max_width, size=size)


@cached_sprite
def _shade_card(seat: int) -> Sprite:
    """Draw the dimmed badge of a seat that has passed."""
    sprite = draw_seat_badge(seat, ORDER_BADGE_PX, NAVY)
    dim = Image.new("RGBA", sprite.image.size, NAVY)
    dim.putalpha(sprite.image.getchannel("A").point([k * 165 // 255 for k in range(256)]))
    return sprite._replace(image=dim)


# ----------------------------------------------------------------- expeditions
def _draw_expedition(
    sheet: Sheet, expedition: VisibleExpedition, y: int, height: int, leads: bool, fmt: Formatter
) -> None:
    """Draw a player board: name, score (gold for a leader) and tokens from the arrows, both columns of crew, tiles."""
    sheet.put(draw_seat_badge(expedition.seat, 40), PANEL_LEFT_PX + 30, y + 28)
    points, fill = str(expedition.track_points), GOLD if leads else CREAM
    taken = sheet.text(PANEL_RIGHT_PX - 10, y + 26, points, 90, size=60, role="title", fill=fill, align="r")
    end = PANEL_RIGHT_PX - 10 - taken - 14
    for value in (expedition.greenland, expedition.passage):
        if value is not None:
            sheet.put(draw_coin(value, COIN_SIZE_PX), end - COIN_SIZE_PX / 2, y + 28)
            end -= COIN_SIZE_PX + 4
    name, max_width = fmt.names[expedition.seat], end - PANEL_LEFT_PX - 60
    name_size = find_fitting_size(name, "bold", NAME_SIZE_PX, max_width)
    sheet.text(PANEL_LEFT_PX + 60, y + 26, name, max_width, size=name_size)
    step = (height - 52) / 2
    _draw_crew(sheet, expedition, y + 48 + step * 0.52, fmt)
    end = PANEL_RIGHT_PX - 10
    middle = y + 46 + step * 1.5
    if expedition.home:
        sheet.put(draw_home_sign(40, CREAM), end - 20, middle)
        end -= 52
    elif expedition.has_passed:
        word = fmt(say("passed"))
        size = find_fitting_size(word, "text", PHONE_DATA_SIZE_PX, 130)
        end -= sheet.text(end, middle, word, 130, size=size, role="text", fill=MUTED, align="r") + 12
    draw_reserve(sheet, expedition.hand, (PANEL_LEFT_PX + 10, y + 48 + step, end, y + 44 + 2 * step))


def _draw_crew(sheet: Sheet, expedition: VisibleExpedition, y: float, fmt: Formatter) -> None:
    """Draw both columns: the available crewmen of all."""
    sprites: dict[Vehicle, Sprite] = {"ship": draw_ship(expedition.seat, 44), "sled": draw_sled(expedition.seat, 42)}
    for (vehicle, sprite), left in zip(sprites.items(), CREW_LEFTS_PX, strict=True):
        column, x = expedition.crew[vehicle], PANEL_LEFT_PX + left
        sheet.put(sprite, x, y)
        x += 36
        if vehicle == "ship" or column.available + column.resting:
            sheet.put(draw_crewman(CREWMAN_RADIUS_PX, ready=column.available > 0), x + CREWMAN_RADIUS_PX, y)
            x += 2 * CREWMAN_RADIUS_PX + 6
            label, fill = fmt(phrases.describe_crew(expedition, vehicle)), choose_ink(is_bright=column.available > 0)
            sheet.text(x, y, label, 104, size=PHONE_DATA_SIZE_PX, fill=fill)
        elif expedition.sled.state == "lost":
            sheet.text(x + 4, y, fmt(say("lost")), PANEL_RIGHT_PX - 6 - x, size=PHONE_DATA_SIZE_PX, fill=WARNING_COLOUR)
        else:
            word, max_width = fmt(say("aboard")), PANEL_RIGHT_PX - 8 - x
            size = find_fitting_size(word, "text", PHONE_DATA_SIZE_PX, max_width)
            sheet.text(x + 4, y, word, max_width, size=size, role="text", fill=MUTED)


# ------------------------------------------------------------------ majorities
def _draw_majorities(
    sheet: Sheet,
    majorities: Sequence[VisibleMajority],
    found: Sequence[tuple[int, Mapping[Kind, int]]],
    left: Mapping[Kind, int],
    top: int,
    tells_paid: bool,
    fmt: Formatter,
) -> None:
    """Draw the tokens of each kind by seat, the points of the three majorities now, and the tokens left."""
    columns, widths = _find_columns(), _measure_columns()
    y = top + 6 + ICON_SIZE_PX / 2
    for kind, x in columns.items():
        sheet.put(draw_token(kind, 34), x, y)
    y += ICON_SIZE_PX / 2 + LINE_HEIGHT_PX / 2 - 2
    if tells_paid:
        _draw_paid_points(sheet, majorities, y, fmt)
        y += LINE_HEIGHT_PX
    places: dict[tuple[str, int], MajorityPlace] = {}
    for majority in majorities:
        for place in majority.places:
            places[majority.kind, place.seat] = place
    for seat, tokens in found:
        sheet.put(draw_seat_badge(seat, 32), PANEL_LEFT_PX + 26, y)
        for kind, x in columns.items():
            _draw_token_count(sheet, tokens.get(kind, 0), places.get((kind, seat)), (x, y), widths[kind])
        y += LINE_HEIGHT_PX
    sheet.put(draw_sack(34, MUTED), PANEL_LEFT_PX + 26, y)
    for kind, x in columns.items():
        dx = 0.0
        if kind in phrases.MAJORITY_KINDS:
            dx = widths[kind] / 2 - COUNT_MIDDLE_PX
        sheet.text(x - dx, y, str(left[kind]), 2 * COUNT_MIDDLE_PX, size=44, role="text", fill=MUTED, align="m")


def _draw_paid_points(sheet: Sheet, majorities: Sequence[VisibleMajority], y: float, fmt: Formatter) -> None:
    """Draw what each majority pays for the first, second and third place."""
    columns, widths = _find_columns(), _measure_columns()
    sheet.list_mark(PANEL_LEFT_PX + 8, y, "pays")
    max_width = FIRST_COLUMN_LEFT_PX + 2 * COUNT_COLUMN_WIDTH_PX - 12
    sheet.text(PANEL_LEFT_PX + 8, y, fmt(say("pays")), max_width, role="text", fill=MUTED)
    for majority in majorities:
        label = "·".join(map(str, majority.place_points))
        width = widths[majority.kind] - 6
        sheet.text(columns[majority.kind], y, label, width, role="text", fill=MUTED, align="m")


def _find_columns() -> dict[Kind, float]:
    """Find the middle of the column of each kind: narrow columns, then wide ones for the majorities."""
    columns: dict[Kind, float] = {}
    left: float = PANEL_LEFT_PX + FIRST_COLUMN_LEFT_PX
    for kind, width in _measure_columns().items():
        columns[kind] = left + width / 2
        left += width
    return columns


def _measure_columns() -> dict[Kind, int]:
    """Return the width of the column of each kind, in the order of the columns."""
    paid_widths = dict(zip(phrases.MAJORITY_KINDS, PAID_COLUMN_WIDTHS_PX, strict=True))
    return {kind: paid_widths.get(kind, COUNT_COLUMN_WIDTH_PX) for kind in phrases.TOKEN_KINDS}


def _draw_token_count(
    sheet: Sheet, tokens: int, place: MajorityPlace | None, point: tuple[float, float], column_width: int
) -> None:
    """Draw the tokens of a seat and the points of its place in the majority; no tokens leave the place empty."""
    x, y = point
    if tokens:
        if place is not None:
            x += COUNT_MIDDLE_PX - column_width / 2
        sheet.text(x, y, str(tokens), COUNT_COLUMN_WIDTH_PX, size=PHONE_DATA_SIZE_PX, align="m")
    if place is not None and place.points:
        fill = CREAM
        if place.place == 1:
            fill = GOLD
        sheet.list_mark(*point, "majority")
        right = point[0] + column_width / 2 - 2
        room = column_width - COUNT_MIDDLE_PX - 15
        sheet.text(right, y, f"+{place.points}", room, size=POINTS_SIZE_PX, fill=fill, align="r")


# ------------------------------------------------------------------------ news
def measure_news(layout: PanelLayout) -> tuple[int, int]:
    """Return the lines for news on the panel, and their width."""
    lines = 0
    if layout.news_top:
        lines = (PANEL_BOTTOM_PX - layout.news_top - 10) // STORY_LINE_HEIGHT_PX
    return lines, PANEL_RIGHT_PX - PANEL_LEFT_PX - 18 - NEWS_SIGN_WIDTH_PX


def _draw_news(sheet: Sheet, scene: Scene, news: tuple[Text, ...], layout: PanelLayout, fmt: Formatter) -> None:
    """Draw the events that the strip below the chart does not tell."""
    lines, _ = measure_news(layout)
    write_news(
        sheet,
        msgspec.structs.replace(scene, recent_events=news, end_reason=None),
        fmt,
        (PANEL_LEFT_PX + 10, PANEL_RIGHT_PX - 8),
        layout.news_top + 6 + STORY_LINE_HEIGHT_PX / 2,
        lines=lines,
        line_height=STORY_LINE_HEIGHT_PX,
        older_lines=lines,
    )
