"""The right side of the board picture of The Expanse Board Game: whose turn, Action Track, Kept Events, news, final scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from PIL import Image

from engine.games.expanse.view import FACTIONS, Faction, SeenCard, TrackCard, View
from engine.kernel.text import say
from render.expanse import phrases
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
from render.expanse.story import told
from render.kit.banner import write_headline
from render.kit.cache import cached_sprite
from render.kit.canvas import Sprite
from render.kit.drawing import Drawing
from render.kit.news import fits, newest_first, subject
from render.kit.prompt import write_prompt
from render.kit.scene import Scene
from render.kit.sheet import Sheet, draw_card
from render.kit.story import rows, write_strip
from render.kit.text import SMALLEST, Formatter, broken, width, wrap
from render.kit.theme import CREAM, PAPER, Colour

EDGE = 1160
"""Where the panel begins."""
LEFT, RIGHT, TOP, FOOT = 1164, 1638, 12, 1038
BANNER = 102
TRACK = TOP + BANNER + 40
ROW, PITCH = 84, 90
MAT = 202
"""From one faction that can be chosen to the next."""
LINE = 38


class PanelLayout(NamedTuple):
    """What the empty panel is drawn from: the banner's colour, how many cards are on the track or factions to choose from, and
    whether the game is over."""

    banner: Colour
    cards: int
    mats: int
    ended: bool

    @property
    def below(self) -> int:
        """Where the lowest card begins: the news, or the final scores."""
        if self.ended or self.mats:
            return TOP + BANNER + 8 + MAT * self.mats
        return TRACK + PITCH * self.cards + 4


def panel_layout(scene: Scene) -> PanelLayout:
    """The panel of a scene."""
    view: View = scene.view
    side = phrases.side_of(view, _one(view.winners if view.ended else scene.winners or phrases.acting(scene)))
    return PanelLayout(LOOKS[side.faction].colour if side else CREAM, len(view.track), len(view.mats), bool(view.ended))


def _one(seats: Sequence[int]) -> int | None:
    return seats[0] if len(seats) == 1 else None


def ground(sheet: Sheet, layout: PanelLayout) -> None:
    """The empty cards."""
    draw_card(sheet.image, (LEFT, TOP, RIGHT, TOP + BANNER), layout.banner, SPACE)
    draw_card(sheet.image, (LEFT, layout.below, RIGHT, FOOT), PANEL, SPACE)


def panel(sheet: Sheet, scene: Scene, layout: PanelLayout, fmt: Formatter) -> None:
    """Everything on the panel."""
    view: View = scene.view
    _banner(sheet, scene, fmt)
    y = layout.below + 8
    if layout.ended:
        y = _scores(sheet, view, y, fmt)
    elif view.mats:
        _mats(sheet, view, scene.marks, fmt)
    else:
        letters = [scene.marks.get(f"track-{on.space}", "") for on in view.track]
        counts = (view.deck, view.drawn, view.scores)
        sheet.draw_part(_track, fmt, view.track, letters, counts, phrases.playing(view))
        if scene.prompt is None:
            y = _offered(sheet, view, y, fmt)
            y = _kept(sheet, view, y, fmt)
    if scene.prompt is not None:
        top = layout.below
        sheet.image.paste(SPACE, (LEFT, top, RIGHT, FOOT))
        write_prompt(sheet, scene, fmt, (LEFT, top, RIGHT, FOOT), phrases.remains(scene))
        return
    _news(sheet, scene, y, fmt)


def _banner(sheet: Sheet, scene: Scene, fmt: Formatter) -> None:
    """Who is to act or has won; below it what is under way."""
    view: View = scene.view
    side = phrases.side_of(view, _one(view.winners if view.ended else scene.winners or phrases.acting(scene)))
    x = LEFT + 16
    if side:
        sheet.put(seal(side.faction, 74), LEFT + 51, TOP + BANNER / 2)
        x = LEFT + 100
    room = RIGHT - 4 - x
    write_headline(sheet, x, TOP + 33, phrases.headline(scene), room, fmt, size=44, least=39, fill=DARK)
    label = fmt(phrases.now(scene))
    sheet.text(x, TOP + 75, label, room, fill=DARK)


# -------------------------------------------------------------------- factions
def _mats(sheet: Sheet, view: View, marks: dict[str, str], fmt: Formatter) -> None:
    """The factions that are still to be chosen: where each is at home, and what it can do."""
    for k, mat in enumerate(view.mats):
        y = TOP + BANNER + 8 + MAT * k
        sheet.lay(_face_of(mat.faction, fmt(say(mat.name)), fmt(say(mat.home)), fmt(say(mat.text))), LEFT, y)
        if string := marks.get(f"faction-{mat.faction}"):
            sheet.put(frame(RIGHT - LEFT, MAT - 8), LEFT, y)
            letter(sheet, RIGHT - 22, y + 20, string)


@cached_sprite
def _face_of(faction: str, name: str, home: str, told: str) -> Sheet:
    """A faction's mat."""
    wide = RIGHT - LEFT
    sheet = Sheet(Image.new("RGB", (wide, MAT - 8)))
    draw_card(sheet.image, (0, 0, wide, MAT - 8), CARD, SPACE, radius=12)
    sheet.put(mark(faction, 16, CARD), 30, 25)
    x = 60 + sheet.text(60, 24, name, 180, fill=LOOKS[faction].colour)
    sheet.text(x + 16, 24, home, wide - x - 70, role="text", fill=DIM)
    lines = wrap(told, "text", SMALLEST, wide - 28, 4)
    for n, row in enumerate(lines.lines):
        sheet.text(14, 61 + 36 * n, row, wide - 28, size=lines.size, wanted=SMALLEST, role="text")
    return sheet


# ----------------------------------------------------------------------- track
def _track(
    sheet: Sheet,
    track: Sequence[TrackCard],
    letters: Sequence[str],
    counts: tuple[int, int, int],
    playing: tuple[Faction, ...],
    fmt: Formatter,
) -> None:
    """The cards with what they cost; how many are left in the deck, and how many SCORE cards have been drawn, of all."""
    deck, drawn, scores = counts
    left = say("deck {n} · SCORE {drawn}/{all}", n=deck, drawn=drawn, all=scores)
    sheet.text(LEFT + 6, TRACK - 20, fmt(left), RIGHT - LEFT - 12, fill=DIM)
    for k, (on, string) in enumerate(zip(track, letters, strict=True)):
        y = TRACK + PITCH * k
        ap = "" if on.card.score else fmt(say("{n} AP", n=on.card.ap))
        sheet.lay(_face(fmt(say(on.card.name)), on.price, on.card.ap, ap, on.card.factions, playing), LEFT, y)
        if string:
            sheet.put(frame(RIGHT - LEFT, ROW), LEFT, y)
            letter(sheet, LEFT + 2, y + 6, string)


@cached_sprite
def _face(name: str, cost: int, ap: int, label: str, factions: tuple[str, ...], playing: tuple[str, ...]) -> Sheet:
    """A card on the track: price, name, Action Points (in words in `label`, "" on a SCORE card), and whose Event it is."""
    paper, wide = CARD if label else SCORE, RIGHT - LEFT
    sheet = Sheet(Drawing((wide, ROW)))
    draw_card(
        sheet.image, (0, 0, wide, ROW), paper, SPACE, radius=12, edge=None if label else CREAM, width=0 if label else 2
    )
    sheet.put(price(27, paper), 42, ROW / 2)
    sheet.text(42, ROW / 2, str(cost), 50, size=40, role="label", align="m")
    room = wide - 76 - 4
    if label:
        sheet.text(76, 23, name, room)
        sheet.put(points(ap, paper), 84, 61)
        sheet.text(100 + 22 * max(4, ap), 61, label, 110)
        whose(sheet, factions, playing, wide - 26, 61, paper)
    else:
        sheet.text(82, ROW / 2, name, room - 140, size=44, role="title")
        sheet.put(podium(52, paper), wide - 66, ROW / 2)
    return sheet


def whose(
    sheet: Sheet, factions: Sequence[str], playing: Sequence[str], right: float, y: float, ground: Colour
) -> None:
    """The factions that may use a card's Event, each in its own place; the last one centred on (right, y)."""
    shown = [faction for faction in FACTIONS if faction in playing]
    for k, faction in enumerate(shown):
        x = right - 44 * (len(shown) - 1 - k)
        if faction in factions:
            sheet.put(mark(faction, 15, ground), x, y)
        else:
            sheet.image.paste(FAINT, (round(x) - 3, round(y) - 3, round(x) + 3, round(y) + 3))


# ------------------------------------------------------------- offer and kept
def _offered(sheet: Sheet, view: View, y: int, fmt: Formatter) -> int:
    """The Event that is offered or under way, in full if there is room; returns where to go on."""
    card = view.offered
    if card is None or card.score:
        return y
    room, name = RIGHT - LEFT - 28, fmt(say(card.name))
    title = fmt(say("On offer: {card}", card=name)) if view.phase == "offer" else name
    sheet.text(LEFT + 14, y + LINE / 2, title, room)
    y += LINE
    told = wrap(fmt(say(card.text)), "text", SMALLEST, room, (FOOT - y) // LINE)
    for row in told.lines:
        sheet.text(LEFT + 14, y + LINE / 2, row, room, size=told.size, wanted=SMALLEST, role="text")
        y += LINE
    return _ruled(sheet, y)


def _kept(sheet: Sheet, view: View, y: int, fmt: Formatter) -> int:
    """The Kept Events by name, behind their holder's shape, in at most two thirds of the room; returns where to go on."""
    held = [side for side in view.sides if side.kept]
    if not held or FOOT - 10 - y < LINE * (len(held) + 1):
        return y
    sheet.text(LEFT + 14, y + LINE / 2, fmt(say("Kept Events")), RIGHT - LEFT - 28, fill=DIM)
    y += LINE
    last = min(y + (FOOT - 10 - y) * 2 // 3, FOOT - 3 * LINE - 24)
    room = RIGHT - 12 - LEFT - 50
    for k, side in enumerate(held):
        lines = max(1, (last - y) // LINE - (len(held) - 1 - k))
        sheet.put(mark(side.faction, 13, PANEL), LEFT + 28, y + LINE / 2)
        told = wrap(_listed(side.kept, lines, room, fmt), "bold", SMALLEST, room, lines)
        for row in told.lines:
            sheet.text(LEFT + 50, y + LINE / 2, row, room, size=told.size, wanted=SMALLEST)
            y += LINE
    return _ruled(sheet, y)


def _listed(cards: Sequence[SeenCard], lines: int, room: int, fmt: Formatter) -> str:
    """As many names as fit into the lines, and how many more there are."""
    names = [fmt(say(card.name)) for card in cards]
    for n in range(len(names), 1, -1):
        listed = ", ".join(names[:n]) + (f" +{len(names) - n}" if n < len(names) else "")
        if broken(listed, "bold", SMALLEST, room, lines) is not None:
            return listed
    return names[0] + (f" +{len(names) - 1}" if len(names) > 1 else "")


def _ruled(sheet: Sheet, y: int) -> int:
    """A thin line below a part of the lowest card; returns where the next part begins."""
    if y < FOOT - 2 * LINE:
        sheet.image.paste(CARD, (LEFT + 14, y + 6, RIGHT - 14, y + 9))
    return y + 14


# ------------------------------------------------------------------------ news
def _news(sheet: Sheet, scene: Scene, top: int, fmt: Formatter) -> None:
    """The latest turns or, where none is known, the newest event first, each behind the shape of who did it."""
    view: View = scene.view
    if turns := told(scene):
        box = (LEFT, top - 4, RIGHT, FOOT)
        write_strip(sheet, rows(scene, turns), fmt, box, lambda seat: _sign(view, seat), lead=40)
        return
    lines = (FOOT - top - 6) // LINE
    y, fill = top, CREAM
    room = RIGHT - 12 - LEFT - 50
    for event in newest_first(scene):
        most = min(lines, 4)
        if most <= 0 or (fill == DIM and not fits(fmt, event, room, most)):
            break
        if not fits(fmt, event, room, most):
            continue
        if side := phrases.side_of(view, subject(event)):
            sheet.put(mark(side.faction, 13, PANEL), LEFT + 28, y + LINE / 2)
        taken = sheet.sentence(LEFT + 50, y + LINE / 2, event, room, fmt, lines=most, step=LINE, fill=fill)
        y, lines, fill = y + LINE * taken, lines - taken, DIM


def _sign(view: View, seat: int) -> Sprite:
    """The shape of a seat's faction, on paper."""
    side = phrases.side_of(view, seat)
    return mark(side.faction if side else FACTIONS[seat], 14, PAPER)


# ---------------------------------------------------------------- final scores
def _scores(sheet: Sheet, view: View, y: int, fmt: Formatter) -> int:
    """What each Scoring turn brought each faction, and the rest of their CP; returns where to go on."""
    shown = phrases.playing(view)
    widest = max((width(_signed(side.cp), "title", 44) for side in view.sides), default=0) + 12
    step = max(68, min(widest, (RIGHT - LEFT) * 2 // 3 // max(1, len(shown))))
    columns = {faction: RIGHT - 8 - step // 2 - step * (len(shown) - 1 - k) for k, faction in enumerate(shown)}
    room = min(columns.values()) - step // 2 - LEFT - 14
    for side in view.sides:
        sheet.put(mark(side.faction, 19, PANEL), columns[side.faction], y + 30)
    sheet.text(LEFT + 14, y + 30, fmt(say("Scoring")), room, fill=DIM)
    y += 86
    turns = max((len(side.earned) for side in view.sides), default=0)
    names = {one.word: one.name for one in view.sectors}
    for n in range(turns):
        row = view.chart[n] if n < min(turns - 1, len(view.chart)) else None
        label = say("Final scoring") if row is None else say("{n}", n=n + 1)
        if row is not None and row.sector:
            label = say("{n} · {sector}", n=n + 1, sector=phrases.sector(row.sector, names[row.sector]))
        _score(
            sheet,
            y,
            fmt(label),
            room,
            {columns[one.faction]: one.earned[n] for one in view.sides if n < len(one.earned)},
        )
        y += 66
    _score(sheet, y, fmt(say("Other")), room, {columns[one.faction]: one.cp - sum(one.earned) for one in view.sides})
    y += 66
    sheet.text(LEFT + 14, y, fmt(say("Total")), room, size=40, role="title")
    for side in view.sides:
        fill = LOOKS[side.faction].colour if side.seat in view.winners else CREAM
        sheet.text(columns[side.faction], y, _signed(side.cp), step - 6, size=44, role="title", fill=fill, align="m")
    return _ruled(sheet, y + 40)


def _signed(points: int) -> str:
    """A number with a true minus sign."""
    return str(points).replace("-", "−")


def _score(sheet: Sheet, y: int, label: str, room: int, points: Mapping[int, int]) -> None:
    """A line of the final scores: points by the x of their column."""
    lines = wrap(label, "text", SMALLEST, room, 2).lines
    for k, line in enumerate(lines):
        sheet.text(LEFT + 14, y + 36 * (k - (len(lines) - 1) / 2), line, room, role="text")
    for x, n in points.items():
        sheet.text(x, y, _signed(n), 64, fill=CREAM if n else DIM, align="m")
