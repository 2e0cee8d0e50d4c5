"""The cards that a player of The Expanse Board Game can use, large, with full texts: offer, Action Track, Kept Events, crew."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from engine.games.expanse.view import SeenCard, SeenSide, View
from engine.kernel.text import Text, Translate, count, say
from render.expanse import phrases
from render.expanse.on_map import letter
from render.expanse.panel import whose
from render.expanse.pieces import (
    CARD,
    DIM,
    LOOKS,
    PANEL,
    SCORE,
    SPACE,
    frame,
    mark,
    podium,
    points,
    price,
    rocinante,
    seal,
)
from render.kit.scene import Scene
from render.kit.sheet import Sheet, draw_card
from render.kit.text import SMALLEST, Fitted, Formatter, wrap
from render.kit.theme import CREAM, Colour

WIDTH = 1100
HEAD, TITLE, PAD = 76, 46, 16
NAME, LINE, GAP = 54, 41, 8
LEFT, TEXT, RIGHT = 24, 112, 1088
ROOM = RIGHT - TEXT - 10


class Row(NamedTuple):
    """A card or a crew member: its spot, name, text in lines, the card if it is one, its price on the track, who keeps it."""

    spot: str
    name: str
    text: Fitted
    card: SeenCard | None = None
    price: int | None = None
    holder: str = ""

    @property
    def high(self) -> int:
        """The height in pixels."""
        return NAME + LINE * len(self.text.lines) + 10


class Part(NamedTuple):
    """Rows under a title ("" for none)."""

    title: str
    rows: tuple[Row, ...]

    @property
    def high(self) -> int:
        """The height in pixels."""
        return (TITLE if self.title else 0) + sum(row.high + GAP for row in self.rows)


def compose(scene: Scene, translate: Translate) -> Sheet | None:
    """The cards, 1100 pixels wide; None for a spectator and before the factions are chosen."""
    view: View = scene.view
    side = phrases.holding(view)
    if side is None:
        return None
    fmt = Formatter(scene.names, translate)
    parts = _parts(scene, fmt)
    foot = _foot(side, fmt)
    high = HEAD + sum(part.high for part in parts) + LINE * len(foot) + 10
    sheet = Sheet(Image.new("RGB", (WIDTH, high), SPACE))
    sheet.image.paste(LOOKS[side.faction].colour, (0, 0, WIDTH, HEAD - 10))
    sheet.put(seal(side.faction, 54), 42, (HEAD - 10) / 2)
    label = fmt(say("{cp} CP", cp=side.cp))
    taken = sheet.text(WIDTH - PAD - 4, (HEAD - 10) / 2, label, 200, size=42, fill=SPACE, align="r")
    title = fmt(say("Your cards, {faction}", faction=say(side.name)))
    room = WIDTH - PAD - taken - 30 - 84
    sheet.text(84, (HEAD - 10) / 2, title, room, size=42, role="title", fill=SPACE)
    y = HEAD
    for part in parts:
        y = _part(sheet, scene, part, y, fmt)
    for line in foot:
        sheet.text(PAD + 4, y + LINE / 2, line, WIDTH - 2 * PAD - 8, role="text", fill=DIM)
        y += LINE
    return sheet


def _parts(scene: Scene, fmt: Formatter) -> list[Part]:
    """What is on offer, the track, Kept Events, the crew: the parts to choose from or, without a choice, those that matter."""
    view: View = scene.view
    shown = phrases.cards(scene)
    parts: list[Part] = []
    if view.offered is not None and not view.offered.score:
        parts.append(Part(fmt(offered(view)), (_card("", view.offered, fmt),)))
    if "track" in shown:
        track = (_card(f"track-{on.space}", on.card, fmt, cost=on.price) for on in view.track)
        parts.append(Part(fmt(say("Action Track")) if parts else "", tuple(track)))
    kept = tuple(
        _card(spot, card, fmt, holder=side.faction)
        for side in view.sides
        for card in side.kept
        if (spot := f"kept-{side.seat}-{card.word}") in scene.marks or side.seat == view.viewer
    )
    if kept and "kept" in shown:
        parts.append(Part(fmt(count("Kept Event", "Kept Events", len(kept))), kept))
    if "crew" in shown:
        crew = (
            Row(f"crew-{one.word}", fmt(say(one.name)), wrap(fmt(say(one.text)), "text", SMALLEST, ROOM, 4))
            for one in view.crew
        )
        parts.append(Part(fmt(say("The crew of the Rocinante")), tuple(crew)))
    return parts


def _foot(side: SeenSide, fmt: Formatter) -> list[str]:
    """The viewer's critical resources and powers by name, in lines."""
    texts: list[Text] = []
    if side.critical:
        kinds = [phrases.resource(kind) for kind in side.critical]
        texts.append(say("Your critical resources: {resources}", resources=kinds))
    if powers := [say(one.name) for one in side.abilities if one.active]:
        texts.append(say("Your powers: {powers}", powers=list(powers)))
    return [line for text in texts for line in wrap(fmt(text), "text", SMALLEST, WIDTH - 2 * PAD - 8, 3).lines]


def offered(view: View) -> Text:
    """What is happening to the card whose Event is offered or under way."""
    if view.phase == "points":
        return say("Card taken")
    return say("On offer") if view.phase == "offer" else say("Under way")


def _card(spot: str, card: SeenCard, fmt: Formatter, *, cost: int | None = None, holder: str = "") -> Row:
    text = fmt(say("Take it for a Scoring turn: you choose the Bonus Sector.")) if card.score else fmt(say(card.text))
    return Row(
        spot,
        fmt(say(card.name)),
        wrap(text, "text", SMALLEST, ROOM - (110 if card.score else 0), 8),
        card,
        cost,
        holder,
    )


def _part(sheet: Sheet, scene: Scene, part: Part, y: int, fmt: Formatter) -> int:
    if part.title:
        sheet.text(PAD + 4, y + TITLE / 2 - 1, part.title, WIDTH - 2 * PAD, fill=DIM)
        y += TITLE
    for row in part.rows:
        _row(sheet, scene.view, row, y, scene.marks.get(row.spot, "") if row.spot else "", fmt)
        y += row.high + GAP
    return y


def _row(sheet: Sheet, view: View, row: Row, y: int, string: str, fmt: Formatter) -> None:
    """A card: price or letter, name, Action Points, whose Event, and its text."""
    ground = SCORE if row.card and row.card.score else CARD if row.price is not None else PANEL
    draw_card(sheet.image, (LEFT, y, RIGHT, y + row.high), ground, SPACE, radius=12)
    if string:
        sheet.put(frame(RIGHT - LEFT, row.high), LEFT, y)
        letter(sheet, LEFT, y + 16, string)
    middle = y + 31
    if row.price is not None:
        sheet.put(price(27, ground), LEFT + 48, y + min(row.high / 2, 48))
        sheet.text(LEFT + 48, y + min(row.high / 2, 48), str(row.price), 50, size=40, role="label", align="m")
    elif row.holder:
        sheet.put(mark(row.holder, 20, ground), LEFT + 50, y + min(row.high / 2, 48))
    elif row.card is None:
        sheet.put(rocinante(50), LEFT + 54, y + row.high / 2)
    end = RIGHT - 16
    if row.card and row.card.score:
        sheet.put(podium(50, ground), RIGHT - 66, y + row.high / 2)
        end -= 120
    elif row.card:
        end = _values(sheet, row.card, phrases.playing(view), middle, ground, fmt)
    room = end - TEXT - 10
    sheet.text(TEXT, middle, row.name, room, size=42)
    for k, line in enumerate(row.text.lines):
        sheet.text(
            TEXT, y + NAME + LINE * (k + 0.5), line, ROOM, size=row.text.size, wanted=SMALLEST, role="text", fill=CREAM
        )


def _values(sheet: Sheet, card: SeenCard, playing: Sequence[str], y: float, ground: Colour, fmt: Formatter) -> int:
    """Action Points and factions at the right; returns the x where they begin."""
    whose(sheet, card.factions, playing, RIGHT - 34, y, ground)
    x = RIGHT - 34 - 44 * len(playing) - 12
    taken = sheet.text(x, y, fmt(say("{n} AP", n=card.ap)), 110, align="r")
    x -= taken + 22 * card.ap + 22
    sheet.put(points(card.ap, ground), x, y)
    return x - 8
