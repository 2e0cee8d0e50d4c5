"""The panel at the right of the board of La Aventura del Paso del Noroeste: whose turn, the race, players, prices,
news.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import NamedTuple

from engine.games.paso.view import View, VisiblePlayer
from engine.kernel.text import say
from render.kit.banner import write_headline
from render.kit.marks import LETTER_RADIUS_PX, OWN_ROW_MARK_PX, draw_letter, draw_own_mark
from render.kit.prompt import FULL_PROMPT_HEIGHT_PX, write_prompt
from render.kit.ranking import rank_by_points
from render.kit.scene import Scene
from render.kit.seats import draw_seat_badge
from render.kit.sheet import Sheet, draw_card, fill_box
from render.kit.story import build_rows, write_strip
from render.kit.text import (
    MIN_DATA_SIZE_PX,
    PHONE_DATA_SIZE_PX,
    Formatter,
    choose_wording,
    find_fitting_size,
    measure_width,
)
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
)
from render.paso.reserve import COUNT_SIZE_PX, draw_progress, draw_reserve
from render.paso.story import list_turn_phrases

PANEL_RIGHT_PX, PANEL_BOTTOM_PX = 1642, 1042
BANNER_TOP_PX, CARDS_TOP_PX = 10, 122
BANNER_HEIGHT_PX = 107
CARD_GAP_PX = 5
PRICE_HEIGHTS_PX = {2: 156, 3: 98, 4: 96}
PLAYER_HEIGHTS_PX = {2: 262, 3: 196, 4: 140}
"""The height of the prices and of a player's card, by the number of players."""
COMPACT_SEAT_COUNTS = (4,)
"""The numbers of players for whom the cards have no line for the character."""
ROW_WIDTH_PX = 180
"""The greatest width of the row of a ship."""
PIP_RADIUS_PX, PIP_PITCH_PX = 12, 30
"""The radius of the sign of an action point, and the distance of two of them."""
PLACE_WIDTH_PX = 50
"""The width of the place before a name at the end."""
CHARACTER_SIZE_PX = 46
"""The largest size of the name and the ability of a character."""
WARNING_COLOUR = "#FF9E7D"
PANEL_COLOURS: tuple[Colour, ...] = (NAVY, NAVY_2, GOLD, CREAM, MUTED, WARNING_COLOUR, CHEST_COLOUR)
"""The plain colours of the panel."""


class PanelLayout(NamedTuple):
    """The places of the panel's cards: one for each player, the prices and the news.

    `tops` are the upper edges of the players' cards, followed by the lower end of the last one. `active_card` is the
    index of the card with a gold frame, -1 for none.
    """

    left: int
    tops: tuple[int, ...]
    prices_top: int
    news_top: int
    active_card: int

    @property
    def seat_count(self) -> int:
        """The number of players."""
        return len(self.tops) - 1


class RaceState(NamedTuple):
    """The rows of the race, whether a player leads it, alone or not, and the player's place at its end, 0 before that."""

    rows: int
    is_leader: bool
    is_level: bool
    place: int


def create_panel_layout(scene: Scene, board: BoardLayout) -> PanelLayout:
    """Compute the places of the cards."""
    view: View = scene.view
    seat_count, is_over = len(view.players), view.phase == "over"
    highlighted = view.winners if is_over else phrases.list_acting_seats(scene)
    card_step = PLAYER_HEIGHTS_PX[seat_count] + CARD_GAP_PX
    tops = tuple([CARDS_TOP_PX + n * card_step for n in range(seat_count + 1)])
    prices_top = news_top = tops[-1]
    if not is_over:
        news_top += PRICE_HEIGHTS_PX[seat_count] + CARD_GAP_PX
    active_card = -1
    if len(highlighted) == 1:
        active_card = [player.seat for _, player in list_cards(view)].index(highlighted[0])
    return PanelLayout(board.panel_left + 8, tops, prices_top, news_top, active_card)


def list_cards(view: View) -> list[tuple[int, VisiblePlayer]]:
    """List the players by their seats with 0, or at the end of the game by their rows with their places."""
    if view.phase == "over":
        return rank_by_points(view.players, view.winners, lambda player: (player.seat, player.row))
    return [(0, player) for player in view.players]


def draw_panel_background(sheet: Sheet, layout: PanelLayout, panel_left: int) -> None:
    """Draw the empty cards and the visible parts of their ground, which begins at the column `panel_left`."""
    image, left, right = sheet.image, layout.left - 2, PANEL_RIGHT_PX + 2
    spans = [(BANNER_TOP_PX, BANNER_TOP_PX + BANNER_HEIGHT_PX)]
    spans += [(top, foot - CARD_GAP_PX) for top, foot in pairwise(layout.tops)]
    if layout.news_top > layout.prices_top:
        spans.append((layout.prices_top, layout.prices_top + PRICE_HEIGHTS_PX[layout.seat_count]))
    spans.append((layout.news_top, PANEL_BOTTOM_PX))
    fill_box(image, NAVY, (panel_left, 0, left, image.height))
    fill_box(image, NAVY, (right, 0, *image.size))
    previous_foot = 0
    for n, (top, foot) in enumerate(spans):
        fill_box(image, NAVY, (left, previous_foot, right, top))
        box = (left, top, right, foot)
        if n == 0:
            draw_card(image, box, GOLD, NAVY)
        elif n == layout.active_card + 1:
            draw_card(image, box, NAVY_2, NAVY, edge=GOLD, width=5)
        else:
            draw_card(image, box, NAVY_2, NAVY)
        previous_foot = foot
    fill_box(image, NAVY, (left, previous_foot, right, image.height))


def draw_panel(sheet: Sheet, scene: Scene, layout: PanelLayout, fmt: Formatter) -> None:
    """Draw the contents of all cards."""
    view: View = scene.view
    _draw_banner(sheet, scene, layout, fmt)
    for n, (place, player) in enumerate(list_cards(view)):
        prefixes = (f"ship-{player.seat}", f"reserve-{player.seat}-")
        marks = {spot: letter for spot, letter in scene.marks.items() if spot.startswith(prefixes)}
        is_leader = player.seat in view.leaders and player.row > 0
        race = RaceState(view.rows, is_leader, is_leader and len(view.leaders) > 1, place)
        sheet.draw_part(_draw_player, fmt, player, marks, race, layout.left, layout.tops, n)
        if player.seat == view.viewer:
            x = layout.left + 30 + (PLACE_WIDTH_PX if place else 0)
            x += 2 * LETTER_RADIUS_PX + 4 if f"ship-{player.seat}" in marks else 0
            sheet.put(draw_own_mark(OWN_ROW_MARK_PX), x, layout.tops[n] + 10)
    if view.phase != "over":
        supply = (view.icebergs, view.waters, view.deck, view.turn if view.phase == "race" else 0)
        sheet.draw_part(
            _draw_prices, fmt, view.prices, view.to_move, supply, layout.left, layout.prices_top, layout.seat_count
        )
    _draw_news(sheet, scene, layout, fmt)


# --------------------------------------------------------------------- whose turn
def _draw_banner(sheet: Sheet, scene: Scene, layout: PanelLayout, fmt: Formatter) -> None:
    """Draw who is to act or has won, with the action points left below."""
    view: View = scene.view
    y, x = BANNER_TOP_PX + 33, layout.left + 12
    seats = phrases.list_headline_seats(scene)
    if len(seats) == 1:
        sheet.put(draw_seat_badge(seats[0], 46, GOLD), x + 22, y)
        x += 56
    max_width = PANEL_RIGHT_PX - 10 - x
    line_count = write_headline(sheet, x, y - 1, phrases.format_headline(scene), max_width, fmt)
    if view.phase == "race":
        _draw_points(sheet, view, layout, fmt, BANNER_TOP_PX + 81)
        return
    x = layout.left + 14
    label = phrases.describe_banner_detail(scene)
    if label:
        max_width = PANEL_RIGHT_PX - x - 24 - 48 * len(seats)
        size, label_y = find_fitting_size(fmt(label), "bold", PHONE_DATA_SIZE_PX, max_width), BANNER_TOP_PX + 80
        if line_count > 1:
            size, label_y = MIN_DATA_SIZE_PX, BANNER_TOP_PX + 90
        x += sheet.text(x, label_y, fmt(label), max_width, size=size, fill=INK) + 34
    if len(seats) > 1 and line_count == 1:
        for seat in seats:
            sheet.put(draw_seat_badge(seat, 40, GOLD), x, BANNER_TOP_PX + 80)
            x += 48


def _draw_points(sheet: Sheet, view: View, layout: PanelLayout, fmt: Formatter, y: int) -> None:
    """Draw the action points that are left and spent, and the cards that can be played."""
    x: float = layout.left + 14
    if view.fresh:
        turn_points = 0
    else:
        turn_points = view.players[view.to_move].points
    for n in range(max(view.points, turn_points)):
        sheet.put(draw_pip(PIP_RADIUS_PX, is_full=n < view.points), x + PIP_RADIUS_PX, y)
        x += PIP_PITCH_PX
    right = PANEL_RIGHT_PX - 12
    right -= sheet.text(right, y, str(view.cards), 40, size=PHONE_DATA_SIZE_PX, fill=INK, align="r") + 6
    sheet.put(draw_card_fan(40, INK, GOLD), right - 20, y)
    label, max_width = fmt(phrases.describe_points(view)), int(right - 50 - x)
    sheet.text(
        x + 4, y, label, max_width, size=find_fitting_size(label, "bold", PHONE_DATA_SIZE_PX, max_width), fill=INK
    )


# ------------------------------------------------------------------------ players
def _draw_player(
    sheet: Sheet,
    player: VisiblePlayer,
    marks: dict[str, str],
    race: RaceState,
    left: int,
    tops: tuple[int, ...],
    index: int,
    fmt: Formatter,
) -> None:
    """Draw a player's card: name, treasures and row; character; tokens in reserve."""
    top, seat_count = tops[index], len(tops) - 1
    y = top + 26
    right, x = _draw_player_signs(sheet, player, race, y, fmt), left + 60
    if race.place:
        sheet.text(left + 8, y, f"{race.place}.", PLACE_WIDTH_PX, size=PHONE_DATA_SIZE_PX, role="title")
        x += PLACE_WIDTH_PX
    if letter := marks.get(f"ship-{player.seat}"):
        draw_letter(sheet, x - 26, y, letter)
        x += 2 * LETTER_RADIUS_PX + 4
    sheet.put(draw_seat_badge(player.seat, 42), x - 30, y)
    if player.side is not None:
        sheet.put(draw_side_sign(player.side, 34), x + 16, y)
        x += 42
    name = fmt.names[player.seat]
    sheet.text(x, y, name, right - x, size=find_fitting_size(name, "bold", PHONE_DATA_SIZE_PX, int(right - x)))
    if player.character is not None and seat_count not in COMPACT_SEAT_COUNTS:
        max_width = PANEL_RIGHT_PX - left - 24
        label = fmt(phrases.describe_character(player.character))
        if measure_width(label, "text", MIN_DATA_SIZE_PX) > max_width:
            label = fmt(phrases.describe_ability(player.character))
        size = find_fitting_size(label, "text", CHARACTER_SIZE_PX, max_width)
        sheet.text(left + 12, top + 69, label, max_width, size=size, role="text", fill=MUTED)
    top, foot = find_reserve_span(tops, index)
    box = (left + 8, top, PANEL_RIGHT_PX - 4, foot)
    if race.place:
        draw_progress(sheet, player, race.rows, box)
    else:
        draw_reserve(sheet, player, marks, box, seat_count)


def _draw_player_signs(sheet: Sheet, player: VisiblePlayer, race: RaceState, y: int, fmt: Formatter) -> float:
    """Draw the row, the treasures and the effects of cards at the right of a player's line. Returns their left edge."""
    right: float = PANEL_RIGHT_PX - 12
    label = fmt(phrases.describe_place(player, race.rows))
    row = choose_wording((label, str(player.row)), "bold", PHONE_DATA_SIZE_PX, ROW_WIDTH_PX)
    row_colour = GOLD if race.is_leader else CREAM
    if race.is_leader:
        sheet.list_mark(right - 40, y, "leads")
    right -= sheet.text(right, y, row, ROW_WIDTH_PX, size=PHONE_DATA_SIZE_PX, fill=row_colour, align="r") + 20
    if race.is_level:
        sheet.list_mark(right - 10, y, "level")
        right -= sheet.text(right + 6, y - 1, "=", 40, size=PHONE_DATA_SIZE_PX, fill=GOLD, align="r") + 8
    right -= sheet.text(right, y, str(player.hand), 50, size=COUNT_SIZE_PX, align="r") + 8
    sheet.put(draw_chest(34, without_rims=True), right - 18, y)
    right -= 48
    if player.slowed:
        sheet.list_mark(right - 20, y, "slowed")
        right -= sheet.text(right, y, f"−{player.slowed}", 50, size=COUNT_SIZE_PX, fill=WARNING_COLOUR, align="r") + 10
    if player.silenced:
        sheet.put(draw_silence_sign(32), right - 17, y)
        right -= 42
    if player.shielded:
        sheet.put(draw_shield(32), right - 17, y)
        right -= 42
    return right


def find_reserve_span(tops: tuple[int, ...], index: int) -> tuple[int, int]:
    """Return the upper and the lower edge of the reserve of a player, which has two lines."""
    header_height = 48 if len(tops) - 1 in COMPACT_SEAT_COUNTS else 86
    return tops[index] + header_height, tops[index + 1] - CARD_GAP_PX - 3


# ---------------------------------------------------------------- prices and supply
def _draw_prices(
    sheet: Sheet,
    prices: Mapping[str, int],
    mover: int,
    supply: tuple[int, int, int, int],
    left: int,
    top: int,
    seat_count: int,
    fmt: Formatter,
) -> None:
    """Draw the prices of terrains and actions, and the supply: icebergs, waters and treasures."""
    column_width = (PANEL_RIGHT_PX - left - 8) / 5
    y = top + 27
    signs = [draw_swatch(kind, 24) for kind in TERRAIN_COLOURS]
    signs.append(draw_raid_token(mover, 19))
    for n, (sprite, name) in enumerate(zip(signs, (*TERRAIN_COLOURS, "raid"), strict=True)):
        x = left + 4 + column_width * n
        sheet.put(sprite, x + 30, y)
        sheet.text(x + 62, y - 1, str(prices[name]), column_width - 64, size=PHONE_DATA_SIZE_PX, role="title")
    y = top + 73
    if PRICE_HEIGHTS_PX[seat_count] == PRICE_HEIGHTS_PX[2]:  # there is space for a third line
        label = fmt(phrases.describe_other_prices(prices))
        sheet.text(left + 12, y + 54, label, PANEL_RIGHT_PX - 22 - left, size=PHONE_DATA_SIZE_PX, fill=CREAM)
    _draw_supply(sheet, supply, left, y, fmt)


def _draw_supply(sheet: Sheet, supply: tuple[int, int, int, int], left: int, y: int, fmt: Formatter) -> None:
    """Draw the icebergs, waters and treasures that are left, and the number of the turn."""
    *counts, turn = supply
    signs = (draw_swatch("iceberg", 22, INK), draw_swatch("water", 22, INK), draw_card_fan(40))
    pitch = (PANEL_RIGHT_PX - left) // 4
    for index, (sprite, n) in enumerate(zip(signs, counts, strict=True)):
        x = left + 4 + pitch * index
        sheet.put(sprite, x + 30, y)
        sheet.text(x + 58, y, str(n), pitch - 60, size=PHONE_DATA_SIZE_PX, fill=MUTED)
    if turn:
        label, max_width = fmt(say("turn {n}", n=turn)), PANEL_RIGHT_PX - 10 - left - 3 * pitch
        size = find_fitting_size(label, "text", PHONE_DATA_SIZE_PX, max_width)
        sheet.text(PANEL_RIGHT_PX - 10, y, label, max_width, size=size, role="text", fill=MUTED, align="r")


def _draw_news(sheet: Sheet, scene: Scene, layout: PanelLayout, fmt: Formatter) -> None:
    """Draw the question to the viewer, or else the latest turns, or else the newest events."""
    left, top, right = layout.left - 2, layout.news_top, PANEL_RIGHT_PX + 2
    if scene.prompt is not None:
        sheet.image.paste(NAVY, (left, top, right, PANEL_BOTTOM_PX))
        prompt_top = top
        if PANEL_BOTTOM_PX - top < FULL_PROMPT_HEIGHT_PX:
            prompt_top = layout.prices_top
        box = (left, prompt_top, right, PANEL_BOTTOM_PX)
        write_prompt(sheet, scene, fmt, box, phrases.describe_resources(scene.view))
        return
    box = (left, top, right, PANEL_BOTTOM_PX)
    rows = build_rows(scene, list_turn_phrases(scene))
    write_strip(sheet, rows, fmt, box, lambda seat: draw_seat_badge(seat, 32))
