"""The right side of the board picture of Amundsen vs Scott: whose turn, deck and row, both hands, what just happened."""

from __future__ import annotations

from typing import NamedTuple

from engine.games.amundsen import cards
from engine.games.amundsen.view import BACK, SeenExplorer, Side, View
from engine.kernel.text import say
from render.amundsen import choice, phrases
from render.amundsen.cards import HIGHEST, TALL, back, eye, face, gone, pile, place, symbol_sprite
from render.amundsen.marks import card_ring, hand_icon, letter, medal, small_card
from render.amundsen.pieces import emblem, flag_sprite, space_sprite
from render.amundsen.story import told
from render.kit.banner import write_headline
from render.kit.news import fits, newest_first, subject
from render.kit.prompt import write_prompt
from render.kit.scene import Scene
from render.kit.sheet import Sheet, draw_card
from render.kit.story import STEP, rows, write_strip
from render.kit.text import SMALLEST, Formatter, width
from render.kit.theme import CREAM, GOLD, INK, MUTED, NAVY, NAVY_2, Colour

LEFT, RIGHT = 884, 1634
EDGE = 870
"""Where the panel begins."""
BANNER, ROW, UPPER, LOWER, NEWS, FOOT = 16, 98, 380, 626, 872, 1034
ROW_HEIGHT, HAND_HEIGHT = 272, 236
CARD_W, PITCH = 94, 105
WARM, ICY = "#FF9E7D", "#CFE6F0"


class PanelLayout(NamedTuple):
    """What the empty panel is drawn from: whether explorers are chosen, the y of the active hand (0: none), the banner."""

    chosen: bool
    active: int
    banner: Colour


def panel_layout(scene: Scene) -> PanelLayout:
    """The panel of a scene."""
    view: View = scene.view
    if not view.explorers:
        return PanelLayout(chosen=False, active=0, banner=GOLD)
    if view.ended:
        return PanelLayout(chosen=True, active=0, banner=GOLD if view.winner else ICY)
    acts = {explorer.side for explorer in view.explorers if explorer.seat in phrases.acting(scene)}
    active = 0 if len(acts) != 1 else LOWER if bottom_side(view) in acts else UPPER
    return PanelLayout(chosen=True, active=active, banner=GOLD)


def ground(sheet: Sheet, layout: PanelLayout) -> None:
    """The empty cards."""
    image, x0, x1 = sheet.image, LEFT - 4, RIGHT + 4
    draw_card(image, (x0, BANNER, x1, BANNER + 72), layout.banner, NAVY)
    draw_card(image, (x0, ROW, x1, ROW + ROW_HEIGHT), NAVY_2, NAVY)
    if not layout.chosen:
        draw_card(image, (x0, UPPER, x1, FOOT), NAVY_2, NAVY)
        return
    for y in (UPPER, LOWER):
        box = (x0, y, x1, y + HAND_HEIGHT)
        if y == layout.active:
            draw_card(image, box, NAVY_2, NAVY, edge=GOLD, width=5)
        else:
            draw_card(image, box, NAVY_2, NAVY)
    draw_card(image, (x0, NEWS, x1, FOOT), NAVY_2, NAVY)


def bottom_side(view: View) -> Side:
    """Whose hand is shown below: the viewer's own, Amundsen's for a spectator."""
    return next((explorer.side for explorer in view.explorers if explorer.seat == view.viewer), "amundsen")


def panel(sheet: Sheet, scene: Scene, fmt: Formatter) -> None:
    """Everything on the panel."""
    view: View = scene.view
    _banner(sheet, scene, fmt)
    _table(sheet, view, fmt)
    if not view.explorers:
        choice.draw(sheet, scene, fmt, (LEFT, UPPER, RIGHT))
        return
    below = bottom_side(view)
    for explorer in view.explorers:
        y = LOWER if explorer.side == below else UPPER
        _hand(sheet, scene, fmt, explorer, y)
    _news(sheet, scene, fmt)


def _banner(sheet: Sheet, scene: Scene, fmt: Formatter) -> None:
    view: View = scene.view
    y = BANNER + 36
    x = LEFT + 16
    sides = {explorer.seat: explorer.side for explorer in view.explorers}
    shown = view.winner or (
        None
        if view.ended
        else next((sides[seat] for seat in scene.winners or phrases.acting(scene) if seat in sides), None)
    )
    if shown:
        sheet.put(flag_sprite(shown, 58, INK), x + 30, y)
        x += 76
    turn = fmt(say("Turn {number}", number=view.turn)) if view.explorers else ""
    taken = sheet.text(RIGHT - 12, y + 1, turn, 200, fill=INK, align="r") if turn else 0
    room = RIGHT - 12 - taken - 24 - x
    write_headline(sheet, x, y - 1, phrases.headline(scene), room, fmt, size=46, least=39)


# ---------------------------------------------------------------- deck and row
def _table(sheet: Sheet, view: View, fmt: Formatter) -> None:
    wide = view.row_size <= 3
    (_row_of_three if wide else _row_of_six)(sheet, view, fmt)
    deck, discards = (
        ((LEFT + 66, ROW + 28), (LEFT + 194, ROW + 28)) if wide else ((LEFT + 46, ROW + 22), (LEFT + 46, ROW + 156))
    )
    size = 88 if wide else 62
    life = fmt(phrases.deck_life(view))
    fill = WARM if view.shuffles > 1 else MUTED
    if wide:
        sheet.text(LEFT + 130, ROW + 30, life, 252, fill=fill, align="m")
    else:
        sheet.text(LEFT + 12, ROW + 20, life, 186, role="text", fill=fill)
        sheet.text(LEFT + 12, ROW + 154, fmt(say("discards")), 186, role="text", fill=MUTED)
    for (x, y), count in ((deck, view.deck), (discards, len(view.discards))):
        if wide:
            sheet.text(x, y + 192, str(count), 120, size=46, role="label", align="m")
        else:
            sheet.text(x + 50, y + 66, str(count), 84, size=46, role="label")
    top = 26 if wide else 24
    if view.deck:
        sheet.put(pile(size, min(view.deck, HIGHEST)), deck[0] - size / 2, deck[1] + top + 4)
    else:
        sheet.put((gone if view.shuffles > 1 else place)(size), deck[0] - size / 2, deck[1] + top)
    top_card = face(view.discards[-1], size) if view.discards else place(size)
    sheet.put(top_card, discards[0] - size / 2, discards[1] + top)


def _row_of_three(sheet: Sheet, view: View, fmt: Formatter) -> None:
    w = 132
    for n in range(3, 0, -1):
        x = LEFT + 264 + (3 - n) * 164
        there = n <= len(view.row)
        sheet.put(face(view.row[-n], w) if there else place(w), x, ROW + 12)
        if view.ended:
            continue  # nothing is taken any more
        sheet.put(medal(25, plain=not there), x + w / 2, ROW + 14 + w * TALL)
        sheet.text(
            x + w / 2, ROW + 14 + w * TALL, str(n), 60, size=40, role="label", fill=INK if there else MUTED, align="m"
        )
        if there:
            _price(sheet, view, fmt, n, x + w / 2, ROW + 247, 162)


def _row_of_six(sheet: Sheet, view: View, fmt: Formatter) -> None:
    w = 90
    for n in range(view.row_size, 0, -1):
        line, column = divmod(view.row_size - n, 3)
        x, y = LEFT + 206 + column * 182, ROW + 7 + line * 132
        there, cheap = n <= len(view.row), n in view.prices
        sheet.put(face(view.row[-n], w) if there else place(w), x, y)
        if view.ended:
            continue
        middle = x + w + 42
        ready, line_y = there and cheap, y + (40 if cheap else 66)
        sheet.put(medal(24, plain=not ready), middle, line_y)
        sheet.text(middle, line_y, str(n), 60, size=40, role="label", fill=INK if ready else MUTED, align="m")
        if ready:
            _price(sheet, view, fmt, n, middle, y + 92, 86)


def _price(sheet: Sheet, view: View, fmt: Formatter, n: int, x: float, y: float, room: int) -> None:
    """What a Take costs, in words or, if they do not fit, in numbers."""
    words = fmt(phrases.price(view, n))
    if width(words, "bold", SMALLEST) <= room:
        sheet.text(x, y, words, room, align="m")
    else:
        sheet.text(x + 2, y, f"−{view.prices[n]}" if view.prices[n] else "0", room / 2 + 4, align="r")
        sheet.put(small_card(), x + 20, y)


# ----------------------------------------------------------------------- hands
def _hand(sheet: Sheet, scene: Scene, fmt: Formatter, explorer: SeenExplorer, y: int) -> None:
    sheet.put(flag_sprite(explorer.side, 50), LEFT + 36, y + 30)
    x = LEFT + 76
    x += sheet.text(x, y + 29, fmt(phrases.explorer_name(explorer.side)), 300, size=40, role="title")
    count = f"{len(explorer.hand)} / {explorer.limit}"
    too_many = len(explorer.hand) > explorer.limit
    taken = sheet.text(RIGHT - 12, y + 30, count, 120, align="r", fill=WARM if too_many else CREAM)
    sheet.put(hand_icon(), RIGHT - 12 - taken - 12, y + 30)
    sheet.text(x + 16, y + 31, fmt.names[explorer.seat], RIGHT - 12 - taken - 62 - x - 16, fill=MUTED)
    _cards(sheet, scene, fmt, explorer, y + 91)
    _standing(sheet, scene, fmt, explorer, y + 69)


def _standing(sheet: Sheet, scene: Scene, fmt: Formatter, explorer: SeenExplorer, y: int) -> None:
    """Where the explorer is, what comes next, and the patron."""
    view: View = scene.view
    x = LEFT + 12
    x += sheet.text(x, y, fmt(phrases.where(view.track, explorer)), 330, fill=WARM if explorer.lost else CREAM)
    colours = phrases.route(view.track, explorer.side).colours
    if not view.ended and not explorer.lost and explorer.space <= len(colours):
        x += 20 + sheet.text(x + 18, y, fmt(say("next")), 130, fill=MUTED)
        for colour in colours[explorer.space] if explorer.space < len(colours) else "rgby":
            sheet.put(space_sprite(colour, 20), x + 28, y)
            x += 43
    end = RIGHT - 12
    if explorer.officer:
        animal = "rh" if explorer.side == "amundsen" else "rd"
        for _ in range(min(explorer.officer, 3)):
            sheet.put(symbol_sprite(animal, 36, CREAM, NAVY_2), end - 18, y - 1)
            end -= 44
    if explorer.patron:
        name = fmt(cards.patron_name(explorer.patron))
        mark = scene.marks.get("patron") if explorer.seat == view.viewer else None
        room = end - x - (130 if mark else 74)
        # Where there is no room for the name, its emblem stands for it; the hand has both.
        taken = sheet.text(end, y, name, room, fill=CREAM, align="r") if width(name, "text", SMALLEST) <= room else 0
        sheet.put(emblem(explorer.patron, 40), end - taken - 30, y)
        if mark:
            letter(sheet, end - taken - 84, y, mark)


def _cards(sheet: Sheet, scene: Scene, fmt: Formatter, explorer: SeenExplorer, y: int) -> None:
    """A hand, empty places up to its limit, and Equipment Loss before its victim. The more cards, the smaller they are drawn."""
    x0, room = LEFT + 8, RIGHT - LEFT - 14
    places = max(len(explorer.hand), explorer.limit)
    if explorer.lost_equipment:
        room -= CARD_W + 26
        sheet.put(face("eq", CARD_W), RIGHT - 8 - CARD_W, y)
    pitch = min(PITCH, (room + 8) // max(1, places))
    w = max(56, min(CARD_W, pitch - 8))
    drop = (CARD_W - w) * TALL / 2
    if explorer.lost_equipment and x0 + places * pitch + 90 < RIGHT - 8 - CARD_W:
        middle = (x0 + places * pitch + RIGHT - 8 - CARD_W) / 2 - 4
        sheet.text(middle, y + 46, fmt(say("limit")), 100, fill=MUTED, align="m")
        sheet.text(middle, y + 88, str(explorer.limit), 96, size=44, role="label", align="m")
    for k in range(len(explorer.hand), places):
        sheet.put(place(w), x0 + k * pitch, y + drop)
    for k, held in enumerate(explorer.hand):
        sheet.put(back(w) if held.card == BACK else face(held.card, w), x0 + k * pitch, y + drop)
    marks = scene.marks if explorer.seat == scene.view.viewer else {}
    for k, held in enumerate(explorer.hand):
        x, foot, mark = x0 + k * pitch, y + drop + w * TALL, marks.get(f"hand-{k}")
        if mark:
            sheet.put(card_ring(w), x, y + drop)
        if held.secret and held.card != BACK:
            sheet.put(eye(20), x + w - 12, foot - 14)
        if mark:
            letter(sheet, x + w / 2 - (16 if held.secret else 0), foot + 2, mark)


# ------------------------------------------------------------------------ news
def _news(sheet: Sheet, scene: Scene, fmt: Formatter) -> None:
    """The newest event first, bright down to the last thing a player did; with an open deck, also what is still hidden."""
    if scene.prompt is not None:
        sheet.image.paste(NAVY, (LEFT - 4, NEWS, RIGHT + 4, FOOT))
        write_prompt(sheet, scene, fmt, (LEFT - 4, NEWS, RIGHT + 4, FOOT), phrases.remains(scene.view))
        return
    top, foot = NEWS, FOOT
    if scene.view.unseen is not None:
        foot -= 50
        _unseen(sheet, scene.view.unseen, fmt, NEWS + 135)
    if turns := told(scene):
        box = (LEFT - 4, NEWS, RIGHT + 4, foot)
        write_strip(sheet, rows(scene, turns), fmt, box, lambda seat: flag_sprite(_side(scene, seat), 40), lead=58)
        return
    lines = (foot - top - 2) // STEP
    y, fill = top + 24, CREAM
    for age, event in enumerate(newest_first(scene)):
        x, room, most = LEFT + 14, RIGHT - 12 - LEFT - 14 - 58, min(lines, 2 if age else 4)
        if most <= 0 or (age and not fits(fmt, event, room, most)):
            break
        if not fits(fmt, event, room, most):
            continue
        seat = subject(event)
        side = next((explorer.side for explorer in scene.view.explorers if explorer.seat == seat), None)
        if side:
            sheet.put(flag_sprite(side, 40), x + 22, y)
        x += 58
        taken = sheet.sentence(x, y, event, room, fmt, lines=most, step=STEP, fill=fill)
        y += STEP * taken
        lines -= taken
        fill = MUTED if seat is not None else fill


def _side(scene: Scene, seat: int) -> Side:
    """The explorer of a seat."""
    return next(explorer.side for explorer in scene.view.explorers if explorer.seat == seat)


def _unseen(sheet: Sheet, unseen: tuple[str, ...], fmt: Formatter, y: int) -> None:
    x = LEFT + 14
    x += sheet.text(x, y, fmt(say("still hidden")), 250, fill=MUTED) + 14
    step = (RIGHT - 20 - x) / 5
    for k, colour in enumerate("rgby-"):
        count = sum(phrases.colour_of(card) == colour for card in unseen)
        sheet.put(space_sprite(colour, 20), x + step * k + 20, y)
        sheet.text(x + step * k + 48, y, str(count), step - 46)
