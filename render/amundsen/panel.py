"""The right side of the board picture of Amundsen vs Scott: whose turn, deck and row, both hands, what just happened."""

from __future__ import annotations

from typing import NamedTuple

from engine.games.amundsen import cards
from engine.games.amundsen.view import CARD_BACK, Side, View, VisibleExplorer
from engine.kernel.text import say
from render.amundsen import explorer_choice, phrases
from render.amundsen.cards import (
    CARD_ASPECT,
    MAX_PILE_CARDS,
    draw_card_back,
    draw_card_face,
    draw_card_place,
    draw_exhausted_deck,
    draw_hidden_eye,
    draw_pile,
    draw_symbol_sprite,
)
from render.amundsen.marks import draw_card_ring, draw_hand_icon, draw_letter, draw_medal, draw_small_card
from render.amundsen.pieces import draw_emblem, draw_flag_sprite, draw_space_sprite
from render.amundsen.story import list_turn_phrases
from render.kit.banner import write_headline
from render.kit.news import does_event_fit, find_subject, sort_news
from render.kit.prompt import write_prompt
from render.kit.scene import Scene
from render.kit.sheet import Sheet, draw_card
from render.kit.story import STORY_LINE_HEIGHT_PX, build_rows, write_strip
from render.kit.text import MIN_DATA_SIZE_PX, Formatter, measure_width
from render.kit.theme import CREAM, GOLD, INK, MUTED, NAVY, NAVY_2, Colour

PANEL_LEFT_PX, PANEL_RIGHT_PX = 884, 1634
PANEL_EDGE_PX = 870
"""Where the panel begins."""
BANNER_TOP_PX, ROW_TOP_PX, UPPER_HAND_TOP_PX, LOWER_HAND_TOP_PX, NEWS_TOP_PX, PANEL_BOTTOM_PX = (
    16,
    98,
    380,
    626,
    872,
    1034,
)
ROW_HEIGHT_PX, HAND_HEIGHT_PX = 272, 236
CARD_WIDTH_PX, CARD_PITCH_PX = 94, 105
WARNING_COLOUR, FROZEN_BANNER_COLOUR = "#FF9E7D", "#CFE6F0"


class PanelLayout(NamedTuple):
    """What the empty panel is drawn from: whether explorers are chosen, the y of the active hand (0: none), the banner."""

    has_explorers: bool
    active_hand_y: int
    banner_colour: Colour


def create_panel_layout(scene: Scene) -> PanelLayout:
    """The panel of a scene."""
    view: View = scene.view
    if not view.explorers:
        return PanelLayout(has_explorers=False, active_hand_y=0, banner_colour=GOLD)
    if view.ended:
        return PanelLayout(
            has_explorers=True, active_hand_y=0, banner_colour=GOLD if view.winner else FROZEN_BANNER_COLOUR
        )
    acts = {explorer.side for explorer in view.explorers if explorer.seat in phrases.list_acting_seats(scene)}
    active = 0 if len(acts) != 1 else LOWER_HAND_TOP_PX if find_bottom_side(view) in acts else UPPER_HAND_TOP_PX
    return PanelLayout(has_explorers=True, active_hand_y=active, banner_colour=GOLD)


def draw_panel_background(sheet: Sheet, layout: PanelLayout) -> None:
    """The empty cards."""
    image, x0, x1 = sheet.image, PANEL_LEFT_PX - 4, PANEL_RIGHT_PX + 4
    draw_card(image, (x0, BANNER_TOP_PX, x1, BANNER_TOP_PX + 72), layout.banner_colour, NAVY)
    draw_card(image, (x0, ROW_TOP_PX, x1, ROW_TOP_PX + ROW_HEIGHT_PX), NAVY_2, NAVY)
    if not layout.has_explorers:
        draw_card(image, (x0, UPPER_HAND_TOP_PX, x1, PANEL_BOTTOM_PX), NAVY_2, NAVY)
        return
    for y in (UPPER_HAND_TOP_PX, LOWER_HAND_TOP_PX):
        box = (x0, y, x1, y + HAND_HEIGHT_PX)
        if y == layout.active_hand_y:
            draw_card(image, box, NAVY_2, NAVY, edge=GOLD, width=5)
        else:
            draw_card(image, box, NAVY_2, NAVY)
    draw_card(image, (x0, NEWS_TOP_PX, x1, PANEL_BOTTOM_PX), NAVY_2, NAVY)


def find_bottom_side(view: View) -> Side:
    """Whose hand is shown below: the viewer's own, Amundsen's for a spectator."""
    return next((explorer.side for explorer in view.explorers if explorer.seat == view.viewer), "amundsen")


def draw_panel(sheet: Sheet, scene: Scene, fmt: Formatter) -> None:
    """Everything on the panel."""
    view: View = scene.view
    _draw_banner(sheet, scene, fmt)
    _draw_table(sheet, view, fmt)
    if not view.explorers:
        explorer_choice.draw_explorer_choice(sheet, scene, fmt, (PANEL_LEFT_PX, UPPER_HAND_TOP_PX, PANEL_RIGHT_PX))
        return
    below = find_bottom_side(view)
    for explorer in view.explorers:
        y = LOWER_HAND_TOP_PX if explorer.side == below else UPPER_HAND_TOP_PX
        _draw_hand(sheet, scene, fmt, explorer, y)
    _draw_news(sheet, scene, fmt)


def _draw_banner(sheet: Sheet, scene: Scene, fmt: Formatter) -> None:
    view: View = scene.view
    y = BANNER_TOP_PX + 36
    x = PANEL_LEFT_PX + 16
    sides = {explorer.seat: explorer.side for explorer in view.explorers}
    shown = view.winner or (
        None
        if view.ended
        else next((sides[seat] for seat in scene.winners or phrases.list_acting_seats(scene) if seat in sides), None)
    )
    if shown:
        sheet.put(draw_flag_sprite(shown, 58, INK), x + 30, y)
        x += 76
    turn = fmt(say("Turn {number}", number=view.turn)) if view.explorers else ""
    taken = sheet.text(PANEL_RIGHT_PX - 12, y + 1, turn, 200, fill=INK, align="r") if turn else 0
    room = PANEL_RIGHT_PX - 12 - taken - 24 - x
    write_headline(sheet, x, y - 1, phrases.format_headline(scene), room, fmt, size=46, min_size=39)


# ---------------------------------------------------------------- deck and row
def _draw_table(sheet: Sheet, view: View, fmt: Formatter) -> None:
    wide = view.row_size <= 3
    (_draw_row_of_three if wide else _draw_row_of_six)(sheet, view, fmt)
    deck, discards = (
        ((PANEL_LEFT_PX + 66, ROW_TOP_PX + 28), (PANEL_LEFT_PX + 194, ROW_TOP_PX + 28))
        if wide
        else ((PANEL_LEFT_PX + 46, ROW_TOP_PX + 22), (PANEL_LEFT_PX + 46, ROW_TOP_PX + 156))
    )
    size = 88 if wide else 62
    life = fmt(phrases.describe_deck(view))
    fill = WARNING_COLOUR if view.shuffles > 1 else MUTED
    if wide:
        sheet.text(PANEL_LEFT_PX + 130, ROW_TOP_PX + 30, life, 252, fill=fill, align="m")
    else:
        sheet.text(PANEL_LEFT_PX + 12, ROW_TOP_PX + 20, life, 186, role="text", fill=fill)
        sheet.text(PANEL_LEFT_PX + 12, ROW_TOP_PX + 154, fmt(say("discards")), 186, role="text", fill=MUTED)
    for (x, y), count in ((deck, view.deck), (discards, len(view.discards))):
        if wide:
            sheet.text(x, y + 192, str(count), 120, size=46, role="label", align="m")
        else:
            sheet.text(x + 50, y + 66, str(count), 84, size=46, role="label")
    top = 26 if wide else 24
    if view.deck:
        sheet.put(draw_pile(size, min(view.deck, MAX_PILE_CARDS)), deck[0] - size / 2, deck[1] + top + 4)
    else:
        sheet.put(
            (draw_exhausted_deck if view.shuffles > 1 else draw_card_place)(size), deck[0] - size / 2, deck[1] + top
        )
    top_card = draw_card_face(view.discards[-1], size) if view.discards else draw_card_place(size)
    sheet.put(top_card, discards[0] - size / 2, discards[1] + top)


def _draw_row_of_three(sheet: Sheet, view: View, fmt: Formatter) -> None:
    w = 132
    for n in range(3, 0, -1):
        x = PANEL_LEFT_PX + 264 + (3 - n) * 164
        there = n <= len(view.row)
        sheet.put(draw_card_face(view.row[-n], w) if there else draw_card_place(w), x, ROW_TOP_PX + 12)
        if view.ended:
            continue  # nothing is taken any more
        sheet.put(draw_medal(25, plain=not there), x + w / 2, ROW_TOP_PX + 14 + w * CARD_ASPECT)
        sheet.text(
            x + w / 2,
            ROW_TOP_PX + 14 + w * CARD_ASPECT,
            str(n),
            60,
            size=40,
            role="label",
            fill=INK if there else MUTED,
            align="m",
        )
        if there:
            _draw_price(sheet, view, fmt, n, x + w / 2, ROW_TOP_PX + 247, 162)


def _draw_row_of_six(sheet: Sheet, view: View, fmt: Formatter) -> None:
    w = 90
    for n in range(view.row_size, 0, -1):
        line, column = divmod(view.row_size - n, 3)
        x, y = PANEL_LEFT_PX + 206 + column * 182, ROW_TOP_PX + 7 + line * 132
        there, cheap = n <= len(view.row), n in view.prices
        sheet.put(draw_card_face(view.row[-n], w) if there else draw_card_place(w), x, y)
        if view.ended:
            continue
        middle = x + w + 42
        ready, line_y = there and cheap, y + (40 if cheap else 66)
        sheet.put(draw_medal(24, plain=not ready), middle, line_y)
        sheet.text(middle, line_y, str(n), 60, size=40, role="label", fill=INK if ready else MUTED, align="m")
        if ready:
            _draw_price(sheet, view, fmt, n, middle, y + 92, 86)


def _draw_price(sheet: Sheet, view: View, fmt: Formatter, n: int, x: float, y: float, room: int) -> None:
    """What a Take costs, in words or, if they do not fit, in numbers."""
    words = fmt(phrases.describe_price(view, n))
    if measure_width(words, "bold", MIN_DATA_SIZE_PX) <= room:
        sheet.text(x, y, words, room, align="m")
    else:
        sheet.text(x + 2, y, f"−{view.prices[n]}" if view.prices[n] else "0", room / 2 + 4, align="r")
        sheet.put(draw_small_card(), x + 20, y)


# ----------------------------------------------------------------------- hands
def _draw_hand(sheet: Sheet, scene: Scene, fmt: Formatter, explorer: VisibleExplorer, y: int) -> None:
    sheet.put(draw_flag_sprite(explorer.side, 50), PANEL_LEFT_PX + 36, y + 30)
    x = PANEL_LEFT_PX + 76
    x += sheet.text(x, y + 29, fmt(phrases.name_explorer(explorer.side)), 300, size=40, role="title")
    count = f"{len(explorer.hand)} / {explorer.limit}"
    too_many = len(explorer.hand) > explorer.limit
    taken = sheet.text(PANEL_RIGHT_PX - 12, y + 30, count, 120, align="r", fill=WARNING_COLOUR if too_many else CREAM)
    sheet.put(draw_hand_icon(), PANEL_RIGHT_PX - 12 - taken - 12, y + 30)
    sheet.text(x + 16, y + 31, fmt.names[explorer.seat], PANEL_RIGHT_PX - 12 - taken - 62 - x - 16, fill=MUTED)
    _draw_cards(sheet, scene, fmt, explorer, y + 91)
    _draw_explorer_status(sheet, scene, fmt, explorer, y + 69)


def _draw_explorer_status(sheet: Sheet, scene: Scene, fmt: Formatter, explorer: VisibleExplorer, y: int) -> None:
    """Where the explorer is, what comes next, and the patron."""
    view: View = scene.view
    x = PANEL_LEFT_PX + 12
    x += sheet.text(
        x, y, fmt(phrases.describe_place(view.track, explorer)), 330, fill=WARNING_COLOUR if explorer.is_lost else CREAM
    )
    colours = view.track.find_route(explorer.side).colours
    if not view.ended and not explorer.is_lost and explorer.space <= len(colours):
        x += 20 + sheet.text(x + 18, y, fmt(say("next")), 130, fill=MUTED)
        for colour in colours[explorer.space] if explorer.space < len(colours) else "rgby":
            sheet.put(draw_space_sprite(colour, 20), x + 28, y)
            x += 43
    end = PANEL_RIGHT_PX - 12
    if explorer.officer:
        animal = "rh" if explorer.side == "amundsen" else "rd"
        for _ in range(min(explorer.officer, 3)):
            sheet.put(draw_symbol_sprite(animal, 36, CREAM, NAVY_2), end - 18, y - 1)
            end -= 44
    if explorer.patron:
        name = fmt(cards.name_patron(explorer.patron))
        mark = scene.marks.get("patron") if explorer.seat == view.viewer else None
        room = end - x - (130 if mark else 74)
        # Where there is no room for the name, its emblem stands for it; the hand has both.
        taken = (
            sheet.text(end, y, name, room, fill=CREAM, align="r")
            if measure_width(name, "text", MIN_DATA_SIZE_PX) <= room
            else 0
        )
        sheet.put(draw_emblem(explorer.patron, 40), end - taken - 30, y)
        if mark:
            draw_letter(sheet, end - taken - 84, y, mark)


def _draw_cards(sheet: Sheet, scene: Scene, fmt: Formatter, explorer: VisibleExplorer, y: int) -> None:
    """A hand, empty places up to its limit, and Equipment Loss before its victim. The more cards, the smaller they are drawn."""
    x0, room = PANEL_LEFT_PX + 8, PANEL_RIGHT_PX - PANEL_LEFT_PX - 14
    places = max(len(explorer.hand), explorer.limit)
    if explorer.has_lost_equipment:
        room -= CARD_WIDTH_PX + 26
        sheet.put(draw_card_face("eq", CARD_WIDTH_PX), PANEL_RIGHT_PX - 8 - CARD_WIDTH_PX, y)
    pitch = min(CARD_PITCH_PX, (room + 8) // max(1, places))
    w = max(56, min(CARD_WIDTH_PX, pitch - 8))
    drop = (CARD_WIDTH_PX - w) * CARD_ASPECT / 2
    if explorer.has_lost_equipment and x0 + places * pitch + 90 < PANEL_RIGHT_PX - 8 - CARD_WIDTH_PX:
        middle = (x0 + places * pitch + PANEL_RIGHT_PX - 8 - CARD_WIDTH_PX) / 2 - 4
        sheet.text(middle, y + 46, fmt(say("limit")), 100, fill=MUTED, align="m")
        sheet.text(middle, y + 88, str(explorer.limit), 96, size=44, role="label", align="m")
    for k in range(len(explorer.hand), places):
        sheet.put(draw_card_place(w), x0 + k * pitch, y + drop)
    for k, held in enumerate(explorer.hand):
        sheet.put(
            draw_card_back(w) if held.card == CARD_BACK else draw_card_face(held.card, w), x0 + k * pitch, y + drop
        )
    marks = scene.marks if explorer.seat == scene.view.viewer else {}
    for k, held in enumerate(explorer.hand):
        x, foot, mark = x0 + k * pitch, y + drop + w * CARD_ASPECT, marks.get(f"hand-{k}")
        if mark:
            sheet.put(draw_card_ring(w), x, y + drop)
        if held.is_secret and held.card != CARD_BACK:
            sheet.put(draw_hidden_eye(20), x + w - 12, foot - 14)
        if mark:
            draw_letter(sheet, x + w / 2 - (16 if held.is_secret else 0), foot + 2, mark)


# ------------------------------------------------------------------------ news
def _draw_news(sheet: Sheet, scene: Scene, fmt: Formatter) -> None:
    """The newest event first, bright down to the last thing a player did; with an open deck, also what is still hidden."""
    if scene.prompt is not None:
        sheet.image.paste(NAVY, (PANEL_LEFT_PX - 4, NEWS_TOP_PX, PANEL_RIGHT_PX + 4, PANEL_BOTTOM_PX))
        write_prompt(
            sheet,
            scene,
            fmt,
            (PANEL_LEFT_PX - 4, NEWS_TOP_PX, PANEL_RIGHT_PX + 4, PANEL_BOTTOM_PX),
            phrases.describe_resources(scene.view),
        )
        return
    top, foot = NEWS_TOP_PX, PANEL_BOTTOM_PX
    if scene.view.unseen is not None:
        foot -= 50
        _draw_unseen(sheet, scene.view.unseen, fmt, NEWS_TOP_PX + 135)
    if turns := list_turn_phrases(scene):
        box = (PANEL_LEFT_PX - 4, NEWS_TOP_PX, PANEL_RIGHT_PX + 4, foot)
        write_strip(
            sheet,
            build_rows(scene, turns),
            fmt,
            box,
            lambda seat: draw_flag_sprite(_find_side(scene, seat), 40),
            sign_width=58,
        )
        return
    lines = (foot - top - 2) // STORY_LINE_HEIGHT_PX
    y, fill = top + 24, CREAM
    for age, event in enumerate(sort_news(scene)):
        x, room, most = PANEL_LEFT_PX + 14, PANEL_RIGHT_PX - 12 - PANEL_LEFT_PX - 14 - 58, min(lines, 2 if age else 4)
        if most <= 0 or (age and not does_event_fit(fmt, event, room, most)):
            break
        if not does_event_fit(fmt, event, room, most):
            continue
        seat = find_subject(event)
        side = next((explorer.side for explorer in scene.view.explorers if explorer.seat == seat), None)
        if side:
            sheet.put(draw_flag_sprite(side, 40), x + 22, y)
        x += 58
        taken = sheet.sentence(x, y, event, room, fmt, lines=most, line_height=STORY_LINE_HEIGHT_PX, fill=fill)
        y += STORY_LINE_HEIGHT_PX * taken
        lines -= taken
        fill = MUTED if seat is not None else fill


def _find_side(scene: Scene, seat: int) -> Side:
    """The explorer of a seat."""
    return next(explorer.side for explorer in scene.view.explorers if explorer.seat == seat)


def _draw_unseen(sheet: Sheet, unseen: tuple[str, ...], fmt: Formatter, y: int) -> None:
    x = PANEL_LEFT_PX + 14
    x += sheet.text(x, y, fmt(say("still hidden")), 250, fill=MUTED) + 14
    step = (PANEL_RIGHT_PX - 20 - x) / 5
    for k, colour in enumerate("rgby-"):
        count = sum(phrases.find_colour(card) == colour for card in unseen)
        sheet.put(draw_space_sprite(colour, 20), x + step * k + 20, y)
        sheet.text(x + step * k + 48, y, str(count), step - 46)
