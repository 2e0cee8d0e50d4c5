"""The right side of the board picture of The Expanse Board Game: whose turn, Action Track, Kept Events, news, final scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from engine.games.expanse.view import FACTIONS, SeenCard, View
from engine.kernel.text import Text, Who, say
from render.expanse import words as words_of
from render.expanse.on_map import letter
from render.expanse.pieces import (
    CARD,
    DARK,
    DIM,
    FAINT,
    LOOKS,
    PANEL,
    SCORE,
    SPACE,
    frame,
    mark,
    podium,
    points,
    price,
    seal,
)
from render.kit.canvas import SHARP, Canvas
from render.kit.scene import Scene
from render.kit.sheet import Sheet
from render.kit.text import Voice, shrunk, width, wrap
from render.kit.theme import CREAM, Colour

EDGE = 1160
"""Where the panel begins."""
LEFT, RIGHT, TOP, FOOT = 1164, 1638, 12, 1038
BANNER = 102
TRACK = TOP + BANNER + 40
ROW, STEP = 84, 90
LINE = 37


class PanelLayout(NamedTuple):
    """What the panel's ground is drawn from: the banner's colour, the cards on the track, whether it is over."""

    banner: Colour
    cards: int
    ended: bool

    @property
    def below(self) -> int:
        """Where the lowest card begins: the news, or the final scores."""
        return TOP + BANNER + 8 if self.ended else TRACK + STEP * self.cards + 4


def panel_layout(scene: Scene) -> PanelLayout:
    """The ground for a scene."""
    view: View = scene.view
    side = words_of.side_of(view, _one(view.winners if view.ended else words_of.acting(scene)))
    return PanelLayout(LOOKS[side.faction].colour if side else CREAM, len(view.track), bool(view.ended))


def _one(seats: Sequence[int]) -> int | None:
    return seats[0] if len(seats) == 1 else None


@lru_cache(maxsize=8)
def ground(where: PanelLayout) -> Image.Image:
    """The empty panel."""
    c = Canvas((1650 - EDGE, 1050), SPACE, SHARP, (-EDGE, 0))
    c.rect(LEFT, TOP, RIGHT, TOP + BANNER, where.banner, radius=14)
    c.rect(LEFT, where.below, RIGHT, FOOT, PANEL, radius=14)
    return c.finish()


def panel(sheet: Sheet, scene: Scene, where: PanelLayout, voice: Voice) -> None:
    """Everything on the panel."""
    view: View = scene.view
    _banner(sheet, scene, voice)
    y = where.below + 8
    if where.ended:
        y = _scores(sheet, view, y, voice)
    else:
        _track(sheet, view, scene.marks, voice)
        y = _offered(sheet, view, y, voice)
        y = _kept(sheet, view, y, voice)
    _news(sheet, scene, y, voice)


def _banner(sheet: Sheet, scene: Scene, voice: Voice) -> None:
    """Who is to act or has won; below it what is under way."""
    view: View = scene.view
    side = words_of.side_of(view, _one(view.winners if view.ended else words_of.acting(scene)))
    x = LEFT + 16
    if side:
        sheet.put(seal(side.faction, 74), LEFT + 51, TOP + BANNER / 2)
        x = LEFT + 104
    room, head = RIGHT - 12 - x, words_of.headline(scene)
    full = voice(head)
    size = shrunk(full, "title", 44, room, 34)
    if width(full, "title", size) > room:
        rest = width(voice.short(head, "title", size, 0), "title", size)
        full = voice.short(head, "title", size, max(110, room - rest - 14))
    sheet.words(x, TOP + 33, full, room, size=size, role="title", fill=DARK)
    told = voice(words_of.now(view))
    sheet.words(x, TOP + 75, told, room, size=shrunk(told, "bold", 36, room), fill=DARK)


# ----------------------------------------------------------------------- track
def _track(sheet: Sheet, view: View, marks: dict[str, str], voice: Voice) -> None:
    """The cards with what they cost, and how many are left in the deck."""
    y = TRACK - 20
    left = say("deck {n} · SCORE {drawn}/{all}", n=view.deck, drawn=view.drawn, all=view.scores)
    taken = sheet.words(RIGHT - 6, y, voice(left), 290, size=34, fill=DIM, side="r")
    sheet.words(LEFT + 6, y, voice(say("Action Track")), RIGHT - LEFT - taken - 30, size=36, fill=DIM)
    playing = words_of.playing(view)
    for k, on in enumerate(view.track):
        y = TRACK + STEP * k
        ap = "" if on.card.score else voice(say("{n} AP", n=on.card.ap))
        sheet.lay(_face(voice(say(on.card.name)), on.price, on.card.ap, ap, on.card.factions, playing), LEFT, y)
        if string := marks.get(f"track-{on.space}"):
            sheet.put(frame(RIGHT - LEFT, ROW), LEFT, y)
            letter(sheet, LEFT + 2, y + 6, string)


@lru_cache(maxsize=64)
def _face(name: str, cost: int, ap: int, told: str, factions: tuple[str, ...], playing: tuple[str, ...]) -> Sheet:
    """A card on the track: price, name, Action Points (`told` in words, "" on a SCORE card), and whose Event it is."""
    paper, wide = CARD if told else SCORE, RIGHT - LEFT
    c = Canvas((wide, ROW), SPACE)
    c.rect(0, 0, wide, ROW, paper, radius=12, edge=None if told else CREAM, width=0 if told else 2)
    sheet = Sheet(c.finish())
    sheet.put(price(27, paper), 42, ROW / 2)
    sheet.words(42, ROW / 2, str(cost), 50, size=38, role="label", side="m")
    room = wide - 82 - 8
    if told:
        sheet.words(82, 23, name, room, size=shrunk(name, "bold", 36, room))
        sheet.put(points(ap, paper), 84, 61)
        sheet.words(100 + 22 * max(4, ap), 61, told, 96, size=34)
        whose(sheet, factions, playing, wide - 26, 61, paper)
    else:
        sheet.words(82, ROW / 2, name, room - 140, size=44, role="title")
        sheet.put(podium(52, paper), wide - 66, ROW / 2)
    return sheet


def whose(
    sheet: Sheet, factions: Sequence[str], playing: Sequence[str], right: float, y: float, ground: Colour
) -> None:
    """The factions that may use a card's Event, each in its own place; the last one's shape round (right, y)."""
    shown = [faction for faction in FACTIONS if faction in playing]
    for k, faction in enumerate(shown):
        x = right - 44 * (len(shown) - 1 - k)
        if faction in factions:
            sheet.put(mark(faction, 15, ground), x, y)
        else:
            sheet.image.paste(FAINT, (round(x) - 3, round(y) - 3, round(x) + 3, round(y) + 3))


# ------------------------------------------------------------- offer and kept
def _offered(sheet: Sheet, view: View, y: int, voice: Voice) -> int:
    """The Event that is offered or under way, in full as far as there is room; returns where to go on."""
    card = view.offered
    if card is None or card.score:
        return y
    room, name = RIGHT - LEFT - 28, voice(say(card.name))
    title = voice(say("On offer: {card}", card=name)) if view.phase == "offer" else name
    sheet.words(LEFT + 14, y + LINE / 2, title, room, size=shrunk(title, "bold", 36, room))
    y += LINE
    lines = 4 if sum(bool(side.kept) for side in view.sides) <= 2 else 3
    for row in wrap(voice(say(card.text)), "text", 34, room, lines):
        sheet.words(LEFT + 14, y + LINE / 2, row, room, size=34, role="text")
        y += LINE
    return _ruled(sheet, y)


def _kept(sheet: Sheet, view: View, y: int, voice: Voice) -> int:
    """The Kept Events by name, behind their holder's shape, in two thirds of the room at most; returns where to go on."""
    held = [side for side in view.sides if side.kept]
    if not held:
        return y
    sheet.words(LEFT + 14, y + LINE / 2, voice(say("Kept Events")), RIGHT - LEFT - 28, size=35, fill=DIM)
    y += LINE
    last = y + (FOOT - 10 - y) * 2 // 3
    room = RIGHT - 12 - LEFT - 50
    for k, side in enumerate(held):
        lines = max(1, (last - y) // LINE - (len(held) - 1 - k))
        sheet.put(mark(side.faction, 13, PANEL), LEFT + 28, y + LINE / 2)
        for row in wrap(_listed(side.kept, lines, room, voice), "bold", 34, room, lines):
            sheet.words(LEFT + 50, y + LINE / 2, row, room, size=34)
            y += LINE
    return _ruled(sheet, y)


def _listed(cards: Sequence[SeenCard], lines: int, room: int, voice: Voice) -> str:
    """As many names as the lines hold, and how many more there are."""
    names = [voice(say(card.name)) for card in cards]
    for n in range(len(names), 1, -1):
        told = ", ".join(names[:n]) + (f" +{len(names) - n}" if n < len(names) else "")
        if len(wrap(told, "bold", 34, room, lines + 1)) <= lines:
            return told
    return names[0] + (f" +{len(names) - 1}" if len(names) > 1 else "")


def _ruled(sheet: Sheet, y: int) -> int:
    """A thin line between two parts of the lowest card."""
    if y < FOOT - 2 * LINE:
        sheet.image.paste(CARD, (LEFT + 14, y + 6, RIGHT - 14, y + 9))
    return y + 14


# ------------------------------------------------------------------------ news
def _news(sheet: Sheet, scene: Scene, top: int, voice: Voice) -> None:
    """The newest event first, each behind the shape of who did it."""
    view: View = scene.view
    lines = (FOOT - top - 6) // LINE
    told: list[Text] = [*scene.recent, *([scene.reason] if scene.reason else [])]
    y, fill = top, CREAM
    room = RIGHT - 12 - LEFT - 50
    for event in reversed(told):
        rows = wrap(voice.short(event, "bold", 34, 150), "bold", 34, room, 4)
        if len(rows) > lines and fill == DIM:
            break
        seat = next((arg.seat for arg in event.args.values() if isinstance(arg, Who)), None)
        if lines > 0 and (side := words_of.side_of(view, seat)):
            sheet.put(mark(side.faction, 13, PANEL), LEFT + 28, y + LINE / 2)
        for row in rows[:lines]:
            sheet.words(LEFT + 50, y + LINE / 2, row, room, size=34, fill=fill)
            y, lines = y + LINE, lines - 1
        fill = DIM


# ---------------------------------------------------------------- final scores
def _scores(sheet: Sheet, view: View, y: int, voice: Voice) -> int:
    """What each Scoring turn brought to whom, and the rest of their CP; returns where to go on."""
    step = 68
    shown = words_of.playing(view)
    columns = {faction: RIGHT - 40 - step * (len(shown) - 1 - k) for k, faction in enumerate(shown)}
    room = min(columns.values()) - 34 - LEFT - 14
    for side in view.sides:
        sheet.put(mark(side.faction, 19, PANEL), columns[side.faction], y + 30)
    sheet.words(LEFT + 14, y + 30, voice(say("Scoring")), room, size=34, fill=DIM)
    y += 86
    turns = max((len(side.earned) for side in view.sides), default=0)
    names = {one.word: one.name for one in view.sectors}
    for n in range(turns):
        row = view.chart[n] if n < min(turns - 1, len(view.chart)) else None
        label = say("Final scoring") if row is None else say("{n}", n=n + 1)
        if row is not None and row.sector:
            label = say("{n} · {sector}", n=n + 1, sector=words_of.sector(row.sector, names[row.sector]))
        _score(
            sheet,
            y,
            voice(label),
            room,
            {columns[one.faction]: one.earned[n] for one in view.sides if n < len(one.earned)},
        )
        y += 56
    _score(sheet, y, voice(say("Other")), room, {columns[one.faction]: one.cp - sum(one.earned) for one in view.sides})
    y += 66
    sheet.words(LEFT + 14, y, voice(say("Total")), room, size=40, role="title")
    for side in view.sides:
        fill = LOOKS[side.faction].colour if side.seat in view.winners else CREAM
        sheet.words(columns[side.faction], y, str(side.cp), step, size=44, role="title", fill=fill, side="m")
    return _ruled(sheet, y + 40)


def _score(sheet: Sheet, y: int, label: str, room: int, points: Mapping[int, int]) -> None:
    """A line of the final scores: points by the x of their column."""
    sheet.words(LEFT + 14, y, label, room, size=34, role="text")
    for x, n in points.items():
        sheet.words(x, y, str(n).replace("-", "−"), 64, size=36, fill=CREAM if n else DIM, side="m")
