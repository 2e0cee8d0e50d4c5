"""The right side of the board picture of Amundsen vs Scott: whose turn, deck and row, both hands, what just happened."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from PIL import Image

from engine.games.amundsen import cards
from engine.games.amundsen.view import BACK, SeenExplorer, Side, View
from engine.kernel.text import Seat, Text, Who, say
from render.amundsen import words as words_of
from render.amundsen.cards import BACK_FILL, TALL, back, eye, face, gone, pile, place, symbol_sprite
from render.amundsen.layout import LETTER_R
from render.amundsen.pieces import emblem, flag_sprite, pawn, space_sprite
from render.kit.canvas import SHARP, Canvas, Sprite, around, flat
from render.kit.scene import Scene
from render.kit.sheet import Sheet
from render.kit.text import Voice, shrunk, width, wrap
from render.kit.theme import CREAM, GOLD, INK, MUTED, NAVY, NAVY_2, NAVY_3, Colour

LEFT, RIGHT = 884, 1634
EDGE = 870
"""Where the panel begins."""
BANNER, ROW, UPPER, LOWER, NEWS, FOOT = 16, 98, 380, 626, 872, 1034
ROW_HEIGHT, HAND_HEIGHT = 272, 236
CARD_W, PITCH = 94, 105
WARM, ICY = "#FF9E7D", "#CFE6F0"
PanelLayout = Literal["start", "play"]


@lru_cache(maxsize=2)
def ground(layout: PanelLayout, active: int, banner: Colour) -> Image.Image:
    """The empty panel, 780 × 1050; `active` is the y of the hand to move, 0 for none."""
    c = Canvas((1650 - EDGE, 1050), NAVY, SHARP, (-EDGE, 0))
    x0, x1 = LEFT - 4, RIGHT + 4
    c.rect(x0, BANNER, x1, BANNER + 72, banner, radius=14)
    c.rect(x0, ROW, x1, ROW + ROW_HEIGHT, NAVY_2, radius=14)
    if layout == "start":
        c.rect(x0, UPPER, x1, FOOT, NAVY_2, radius=14)
        return c.finish()
    for y in (UPPER, LOWER):
        c.rect(x0, y, x1, y + HAND_HEIGHT, NAVY_2, radius=14)
        if y == active:
            c.rect(x0, y, x1, y + HAND_HEIGHT, None, radius=14, edge=GOLD, width=5)
    c.rect(x0, NEWS, x1, FOOT, NAVY_2, radius=14)
    return c.finish()


def bottom_side(view: View) -> Side:
    """Whose hand lies below: the viewer's own, Amundsen's for a spectator."""
    return next((explorer.side for explorer in view.explorers if explorer.seat == view.viewer), "amundsen")


def acting(scene: Scene) -> tuple[Seat, ...]:
    """The seats to act: those that owe an answer, else the side to move."""
    if scene.waiting:
        return scene.waiting
    return tuple(explorer.seat for explorer in scene.view.explorers if explorer.side == scene.view.to_move)


def frame(scene: Scene) -> tuple[PanelLayout, int, Colour]:
    """The arguments of `ground` that fit the scene."""
    view: View = scene.view
    if not view.explorers:
        return "start", 0, GOLD
    if view.ended:
        return "play", 0, GOLD if view.winner else ICY
    acts = {explorer.side for explorer in view.explorers if explorer.seat in acting(scene)}
    below = bottom_side(view)
    return "play", 0 if len(acts) != 1 else LOWER if below in acts else UPPER, GOLD


def panel(sheet: Sheet, scene: Scene, voice: Voice) -> None:
    """Everything on the panel."""
    view: View = scene.view
    _banner(sheet, scene, voice)
    _table(sheet, view, voice)
    if not view.explorers:
        _choice(sheet, scene, voice)
        return
    below = bottom_side(view)
    for explorer in view.explorers:
        y = LOWER if explorer.side == below else UPPER
        _hand(sheet, scene, voice, explorer, y)
    _news(sheet, scene, voice)


def headline(scene: Scene) -> Text:
    """Who is to act, or how it ended."""
    view: View = scene.view
    winner = next((explorer for explorer in view.explorers if explorer.side == view.winner), None)
    if winner:
        return say("{seat} is first at the Pole", seat=Who(winner.seat))
    if view.ended:
        return say("Frozen: nobody wins")
    seats = acting(scene)
    if not view.explorers:
        return say("{seat} chooses an explorer", seat=Who(seats[0])) if len(seats) == 1 else say("Choose the explorers")
    if len(seats) != 1:
        return say("Both to answer")
    on_turn = any(explorer.seat == seats[0] and explorer.side == view.to_move for explorer in view.explorers)
    return say("{seat} to play", seat=Who(seats[0])) if on_turn else say("{seat} to answer", seat=Who(seats[0]))


def _banner(sheet: Sheet, scene: Scene, voice: Voice) -> None:
    view: View = scene.view
    y = BANNER + 36
    x = LEFT + 16
    sides = {explorer.seat: explorer.side for explorer in view.explorers}
    shown = view.winner or (
        None if view.ended else next((sides[seat] for seat in acting(scene) if seat in sides), None)
    )
    if shown:
        sheet.put(flag_sprite(shown, 58, INK), x + 30, y)
        x += 76
    turn = voice(say("Turn {number}", number=view.turn)) if view.explorers else ""
    taken = sheet.words(RIGHT - 12, y + 1, turn, 190, size=38, fill=INK, side="r") if turn else 0
    room = RIGHT - 12 - taken - 24 - x
    head = headline(scene)
    full = voice(head)
    size = shrunk(full, "title", 46, room, 38)
    if width(full, "title", size) > room:
        rest = width(voice.short(head, "title", size, 0), "title", size)
        full = voice.short(head, "title", size, max(150, room - rest))
    sheet.words(x, y - 1, full, room, size=size, role="title", fill=INK)


# ---------------------------------------------------------------- deck and row
def _table(sheet: Sheet, view: View, voice: Voice) -> None:
    wide = view.row_size <= 3
    (_row_of_three if wide else _row_of_six)(sheet, view, voice)
    deck, discards = (
        ((LEFT + 66, ROW + 28), (LEFT + 194, ROW + 28)) if wide else ((LEFT + 46, ROW + 22), (LEFT + 46, ROW + 156))
    )
    size = 88 if wide else 62
    life = voice(words_of.deck_life(view))
    for (x, y), label in ((deck, life), (discards, voice(say("discards")))):
        if wide:
            sheet.words(
                x, y, label, 126, size=34, fill=WARM if label is life and view.shuffles > 1 else MUTED, side="m"
            )
        else:
            sheet.words(LEFT + 12, y, label, 178, size=34, fill=WARM if label is life and view.shuffles > 1 else MUTED)
    for (x, y), count in ((deck, view.deck), (discards, len(view.discards))):
        if wide:
            sheet.words(x, y + 192, str(count), 120, size=46, role="label", side="m")
        else:
            sheet.words(x + 50, y + 66, str(count), 84, size=46, role="label")
    top = 26 if wide else 20
    if view.deck:
        sheet.put(pile(size, view.deck), deck[0] - size / 2, deck[1] + top + 4)
    else:
        sheet.put((gone if view.shuffles > 1 else place)(size), deck[0] - size / 2, deck[1] + top)
    top_card = face(view.discards[-1], size) if view.discards else place(size)
    sheet.put(top_card, discards[0] - size / 2, discards[1] + top)


def _row_of_three(sheet: Sheet, view: View, voice: Voice) -> None:
    w = 132
    for n in range(3, 0, -1):
        x = LEFT + 264 + (3 - n) * 164
        there = n <= len(view.row)
        sheet.put(face(view.row[-n], w) if there else place(w), x, ROW + 12)
        sheet.put(medal(24, plain=not there), x + w / 2, ROW + 14 + w * TALL)
        sheet.words(
            x + w / 2, ROW + 14 + w * TALL, str(n), 60, size=36, role="label", fill=INK if there else MUTED, side="m"
        )
        if there:
            _price(sheet, view, voice, n, x + w / 2, ROW + 246, 162)


def _row_of_six(sheet: Sheet, view: View, voice: Voice) -> None:
    w = 90
    for n in range(view.row_size, 0, -1):
        line, column = divmod(view.row_size - n, 3)
        x, y = LEFT + 206 + column * 182, ROW + 7 + line * 132
        there, cheap = n <= len(view.row), n in view.prices
        sheet.put(face(view.row[-n], w) if there else place(w), x, y)
        middle = x + w + 42
        ready, line_y = there and cheap, y + (40 if cheap else 66)
        sheet.put(medal(24, plain=not ready), middle, line_y)
        sheet.words(middle, line_y, str(n), 60, size=36, role="label", fill=INK if ready else MUTED, side="m")
        if ready:
            _price(sheet, view, voice, n, middle, y + 92, 86)


def _price(sheet: Sheet, view: View, voice: Voice, n: int, x: float, y: float, room: int) -> None:
    """What a Take costs, in words or, where they do not fit, in numbers."""
    words = voice(words_of.price(view, n))
    if width(words, "bold", 34) <= room:
        sheet.words(x, y, words, room, size=34, side="m")
    else:
        sheet.words(x + 2, y, f"−{view.prices[n]}" if view.prices[n] else "0", room / 2, size=36, side="r")
        sheet.put(small_card(), x + 20, y)


@lru_cache(maxsize=1)
def small_card() -> Sprite:
    """One card, as a unit to pay in; its place is its centre."""
    c = around(14, 18, 14, 18)
    c.rect(-11, -15, 11, 15, CREAM, radius=4)
    c.rect(-7, -11, 7, 11, BACK_FILL, radius=2)
    return c.sprite()


@lru_cache(maxsize=8)
def medal(r: int, *, plain: bool = False, gold: bool = False) -> Sprite:
    """A disc for a number or, in gold, for the letter of a choice."""
    c = around(r + 1, r + 1, r + 1, r + 1)
    c.disc(0, 0, r + 1, INK)
    c.disc(0, 0, r - 2, NAVY_3 if plain else GOLD if gold else CREAM)
    return c.sprite()


def letter(sheet: Sheet, x: float, y: float, mark: str) -> None:
    """The gold disc with a choice's letter; none for a place that is only pointed out."""
    if not mark:
        return
    sheet.put(medal(LETTER_R, gold=True), x, y)
    sheet.words(x, y, mark, 2 * LETTER_R, size=42 if len(mark) == 1 else 30, role="label", fill=INK, side="m")


# ----------------------------------------------------------------------- hands
def _hand(sheet: Sheet, scene: Scene, voice: Voice, explorer: SeenExplorer, y: int) -> None:
    sheet.put(flag_sprite(explorer.side, 50), LEFT + 36, y + 30)
    x = LEFT + 76
    x += sheet.words(x, y + 29, voice(words_of.explorer_name(explorer.side)), 300, size=40, role="title")
    count = f"{len(explorer.hand)} / {explorer.limit}"
    too_many = len(explorer.hand) > explorer.limit
    taken = sheet.words(RIGHT - 12, y + 30, count, 120, size=36, side="r", fill=WARM if too_many else CREAM)
    sheet.put(hand_icon(), RIGHT - 12 - taken - 12, y + 30)
    sheet.words(x + 16, y + 31, voice.names[explorer.seat], RIGHT - 12 - taken - 62 - x - 16, size=36, fill=MUTED)
    _cards(sheet, scene, voice, explorer, y + 91)
    _standing(sheet, scene, voice, explorer, y + 69)


def _standing(sheet: Sheet, scene: Scene, voice: Voice, explorer: SeenExplorer, y: int) -> None:
    """Where the explorer is, what comes next, and the patron."""
    view: View = scene.view
    x = LEFT + 12
    x += sheet.words(
        x, y, voice(words_of.where(view.track, explorer)), 330, size=35, fill=WARM if explorer.lost else CREAM
    )
    colours = words_of.route(view.track, explorer.side).colours
    if not view.ended and not explorer.lost and explorer.space <= len(colours):
        x += 20 + sheet.words(x + 18, y, voice(say("next")), 110, size=35, fill=MUTED)
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
        name = voice(cards.patron_name(explorer.patron))
        mark = scene.marks.get("patron") if explorer.seat == view.viewer else None
        taken = sheet.words(end, y, name, end - x - (130 if mark else 74), size=35, fill=CREAM, side="r")
        sheet.put(emblem(explorer.patron, 40), end - taken - 30, y)
        if mark:
            letter(sheet, end - taken - 84, y, mark)


def _cards(sheet: Sheet, scene: Scene, voice: Voice, explorer: SeenExplorer, y: int) -> None:
    """A hand, places left to its limit, and Equipment Loss in front of its victim. Many cards are drawn smaller."""
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
        sheet.words(middle, y + 46, voice(say("limit")), 96, size=34, fill=MUTED, side="m")
        sheet.words(middle, y + 88, str(explorer.limit), 96, size=44, role="label", side="m")
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


@lru_cache(maxsize=16)
def card_ring(w: int) -> Sprite:
    """A gold frame round a card that can be chosen."""
    h = round(w * TALL)
    c = around(6, 6, w + 6, h + 6)
    c.rect(-6, -6, w + 6, h + 6, None, radius=w * 0.16, edge=INK, width=9)
    c.rect(-4, -4, w + 4, h + 4, None, radius=w * 0.14, edge=GOLD, width=5)
    return c.sprite()


@lru_cache(maxsize=1)
def hand_icon() -> Sprite:
    """Two cards, one behind the other; its place is its right end."""
    c = around(34, 20, 2, 20)
    for k in (0, 1):
        c.rect(-31 + k * 9, -16 + k * 4, -11 + k * 9, 12 + k * 4, NAVY_2, radius=4, edge=MUTED, width=2.5)
    return c.sprite()


# ------------------------------------------------------------------------ news
def _news(sheet: Sheet, scene: Scene, voice: Voice) -> None:
    """The newest event first, bright down to the last thing a player did; what lies unseen, if the deck is open."""
    lines = 4
    if scene.view.unseen is not None:
        lines = 3
        _unseen(sheet, scene.view.unseen, voice, NEWS + 135)
    told = [*scene.recent, *([scene.reason] if scene.reason else [])]
    y = NEWS + 27
    fill = CREAM
    for age, event in enumerate(reversed(told)):
        if lines <= 0:
            break
        x = LEFT + 14
        seat = next((arg.seat for arg in event.args.values() if isinstance(arg, Who)), None)
        side = next((explorer.side for explorer in scene.view.explorers if explorer.seat == seat), None)
        if side:
            sheet.put(flag_sprite(side, 40), x + 22, y)
        x += 58
        room = RIGHT - 12 - x
        for line in wrap(voice.short(event, "bold", 34, 190), "bold", 34, room, min(lines, 2 if age else 3)):
            sheet.words(x, y, line, room, size=34, fill=fill)
            y += 36
            lines -= 1
        fill = MUTED if seat is not None else fill


def _unseen(sheet: Sheet, unseen: tuple[str, ...], voice: Voice, y: int) -> None:
    x = LEFT + 14
    x += sheet.words(x, y, voice(say("still hidden")), 230, size=34, fill=MUTED) + 14
    step = (RIGHT - 20 - x) / 5
    for k, colour in enumerate("rgby-"):
        count = sum(words_of.colour_of(card) == colour for card in unseen)
        sheet.put(space_sprite(colour, 20), x + step * k + 20, y)
        sheet.words(x + step * k + 48, y, str(count), step - 46, size=36)


# ---------------------------------------------------------------------- choice
def _choice(sheet: Sheet, scene: Scene, voice: Voice) -> None:
    """Before the explorers are chosen: who they are and what sets them apart."""
    title = voice(say("Choose your explorer"))
    sheet.words((LEFT + RIGHT) / 2, UPPER + 42, title, RIGHT - LEFT - 40, size=42, role="title", side="m")
    wide = 363
    traits: dict[Side, list[tuple[str, Text]]] = {
        "amundsen": [
            ("rd", say("dogs are wild")),
            ("gb", say("two blizzards and Scott is lost")),
            ("1", say("goes first")),
        ],
        "scott": [
            ("rh", say("horses are wild")),
            ("gc", say("two crevasses and Amundsen is lost")),
            ("2", say("goes second")),
        ],
    }
    for k, side in enumerate(traits):
        x, y = LEFT + 4 + k * (wide + 16), UPPER + 78
        sheet.put(portrait(side, wide, 540), x, y)
        name = voice(words_of.explorer_name(side))
        sheet.words(x + wide / 2, y + 292, name, wide - 30, size=46, role="title", fill=INK, side="m")
        line = y + 350
        for picture, trait in traits[side]:
            two = picture[1:] in ("b", "c")
            if picture.isdigit():
                sheet.put(medal(21), x + 42, line)
                sheet.words(x + 42, line, picture, 40, size=30, role="label", fill=INK, side="m")
            else:
                sheet.put(symbol_sprite(picture, 46, INK, CREAM), x + 42, line + 20 * two)
            for n, part in enumerate(wrap(voice(trait), "bold", 35, wide - 92, 2 if two else 1)):
                sheet.words(x + 80, line + 40 * n, part, wide - 92, size=35, fill=INK)
            line += 98 if two else 58
        mark = scene.marks.get(f"{side}-0")
        if mark:
            letter(sheet, x + 40, y + 40, mark)


@lru_cache(maxsize=2)
def portrait(side: Side, w: int, h: int) -> Sprite:
    """A paper card with the explorer standing in the snow, room for words below."""
    c = around(0, 0, w, h, SHARP)
    c.rect(0, 0, w, h, CREAM, radius=14)
    c.rect(10, 10, w - 10, 256, "#A9CAD8", radius=8)
    far = [
        (10, 196),
        (70, 150),
        (104, 172),
        (168, 112),
        (220, 168),
        (262, 140),
        (w - 10, 200),
        (w - 10, 240),
        (10, 240),
    ]
    c.poly(far, "#DCE9EC")
    c.poly([(168, 112), (220, 168), (202, 176), (186, 158), (176, 170)], "#A9BABF")
    c.poly([(70, 150), (104, 172), (86, 180)], "#A9BABF")
    c.rect(10, 196, w - 10, 256, "#F7F4EA", radius=8)
    c.rect(10, 196, w - 10, 226, "#F7F4EA")
    sprite = c.sprite()
    figure = pawn(side, 1, 190)
    sprite.image.alpha_composite(figure.image, (round(w * 0.42) - figure.x, 236 - figure.y))
    return flat(sprite, NAVY_2)
