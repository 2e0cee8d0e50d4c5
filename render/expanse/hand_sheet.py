"""The cards that a player of The Expanse Board Game can use, large, with full texts: offer, Action Track, Kept Events, crew."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from engine.games.expanse.view import View, VisibleCard, VisibleFaction
from engine.kernel.text import Text, Translate, count, say
from render.expanse import phrases
from render.expanse.map_pieces import draw_letter
from render.expanse.panel import draw_factions
from render.expanse.pieces import (
    CARD_COLOUR,
    DIM_INK,
    FACTION_STYLES,
    PANEL_COLOUR,
    SCORE_CARD_COLOUR,
    SPACE_COLOUR,
    draw_action_points,
    draw_faction_mark,
    draw_faction_seal,
    draw_frame,
    draw_podium,
    draw_price_ring,
    draw_rocinante,
)
from render.kit.scene import Scene
from render.kit.sheet import Sheet, draw_card
from render.kit.text import MIN_DATA_SIZE_PX, FittedText, Formatter, wrap_text
from render.kit.theme import CREAM, Colour

HAND_WIDTH_PX = 1100
HEADER_HEIGHT_PX, TITLE_HEIGHT_PX, HAND_PADDING_PX = 76, 46, 16
NAME_HEIGHT_PX, LINE_HEIGHT_PX, ROW_GAP_PX = 54, 41, 8
ROW_LEFT_PX, TEXT_LEFT_PX, ROW_RIGHT_PX = 24, 112, 1088
TEXT_WIDTH_PX = ROW_RIGHT_PX - TEXT_LEFT_PX - 10


class HandRow(NamedTuple):
    """A card or a crew member: its spot, name, text in lines, the card if it is one, its price on the track, who keeps it."""

    spot: str
    name: str
    text: FittedText
    card: VisibleCard | None = None
    price: int | None = None
    holder: str = ""

    @property
    def height(self) -> int:
        """The height in pixels."""
        return NAME_HEIGHT_PX + LINE_HEIGHT_PX * len(self.text.lines) + 10


class HandPart(NamedTuple):
    """Rows under a title ("" for none)."""

    title: str
    rows: tuple[HandRow, ...]

    @property
    def height(self) -> int:
        """The height in pixels."""
        return (TITLE_HEIGHT_PX if self.title else 0) + sum(row.height + ROW_GAP_PX for row in self.rows)


def compose_hand(scene: Scene, translate: Translate) -> Sheet | None:
    """The cards, 1100 pixels wide; None for a spectator and before the factions are chosen."""
    view: View = scene.view
    side = phrases.find_viewer_faction(view)
    if side is None:
        return None
    fmt = Formatter(scene.names, translate)
    parts = _list_parts(scene, fmt)
    foot = _list_foot_lines(side, fmt)
    high = HEADER_HEIGHT_PX + sum(part.height for part in parts) + LINE_HEIGHT_PX * len(foot) + 10
    sheet = Sheet(Image.new("RGB", (HAND_WIDTH_PX, high), SPACE_COLOUR))
    sheet.image.paste(FACTION_STYLES[side.faction].colour, (0, 0, HAND_WIDTH_PX, HEADER_HEIGHT_PX - 10))
    sheet.put(draw_faction_seal(side.faction, 54), 42, (HEADER_HEIGHT_PX - 10) / 2)
    label = fmt(say("{cp} CP", cp=side.cp))
    taken = sheet.text(
        HAND_WIDTH_PX - HAND_PADDING_PX - 4,
        (HEADER_HEIGHT_PX - 10) / 2,
        label,
        200,
        size=42,
        fill=SPACE_COLOUR,
        align="r",
    )
    title = fmt(say("Your cards, {faction}", faction=say(side.name)))
    room = HAND_WIDTH_PX - HAND_PADDING_PX - taken - 30 - 84
    sheet.text(84, (HEADER_HEIGHT_PX - 10) / 2, title, room, size=42, role="title", fill=SPACE_COLOUR)
    y = HEADER_HEIGHT_PX
    for part in parts:
        y = _draw_part(sheet, scene, part, y, fmt)
    for line in foot:
        sheet.text(
            HAND_PADDING_PX + 4,
            y + LINE_HEIGHT_PX / 2,
            line,
            HAND_WIDTH_PX - 2 * HAND_PADDING_PX - 8,
            role="text",
            fill=DIM_INK,
        )
        y += LINE_HEIGHT_PX
    return sheet


def _list_parts(scene: Scene, fmt: Formatter) -> list[HandPart]:
    """What is on offer, the track, Kept Events, the crew: the parts to choose from or, without a choice, those that matter."""
    view: View = scene.view
    shown = phrases.list_relevant_cards(scene)
    parts: list[HandPart] = []
    if view.offered is not None and not view.offered.score:
        parts.append(HandPart(fmt(describe_offer(view)), (_create_row("", view.offered, fmt),)))
    if "track" in shown:
        track = (_create_row(f"track-{on.space}", on.card, fmt, cost=on.price) for on in view.track)
        parts.append(HandPart(fmt(say("Action Track")) if parts else "", tuple(track)))
    kept = tuple(
        _create_row(spot, card, fmt, holder=side.faction)
        for side in view.sides
        for card in side.kept
        if (spot := f"kept-{side.seat}-{card.word}") in scene.marks or side.seat == view.viewer
    )
    if kept and "kept" in shown:
        parts.append(HandPart(fmt(count("Kept Event", "Kept Events", len(kept))), kept))
    if "crew" in shown:
        crew = (
            HandRow(
                f"crew-{one.word}",
                fmt(say(one.name)),
                wrap_text(fmt(say(one.text)), "text", MIN_DATA_SIZE_PX, TEXT_WIDTH_PX, 4),
            )
            for one in view.crew
        )
        parts.append(HandPart(fmt(say("The crew of the Rocinante")), tuple(crew)))
    return parts


def _list_foot_lines(side: VisibleFaction, fmt: Formatter) -> list[str]:
    """The viewer's critical resources and powers by name, in lines."""
    texts: list[Text] = []
    if side.critical:
        kinds = [phrases.name_resource(kind) for kind in side.critical]
        texts.append(say("Your critical resources: {resources}", resources=kinds))
    if powers := [say(one.name) for one in side.abilities if one.is_active]:
        texts.append(say("Your powers: {powers}", powers=list(powers)))
    return [
        line
        for text in texts
        for line in wrap_text(fmt(text), "text", MIN_DATA_SIZE_PX, HAND_WIDTH_PX - 2 * HAND_PADDING_PX - 8, 3).lines
    ]


def describe_offer(view: View) -> Text:
    """What is happening to the card whose Event is offered or under way."""
    if view.phase == "points":
        return say("Card taken")
    return say("On offer") if view.phase == "offer" else say("Under way")


def _create_row(spot: str, card: VisibleCard, fmt: Formatter, *, cost: int | None = None, holder: str = "") -> HandRow:
    text = fmt(say("Take it for a Scoring turn: you choose the Bonus Sector.")) if card.score else fmt(say(card.text))
    return HandRow(
        spot,
        fmt(say(card.name)),
        wrap_text(text, "text", MIN_DATA_SIZE_PX, TEXT_WIDTH_PX - (110 if card.score else 0), 8),
        card,
        cost,
        holder,
    )


def _draw_part(sheet: Sheet, scene: Scene, part: HandPart, y: int, fmt: Formatter) -> int:
    if part.title:
        sheet.text(
            HAND_PADDING_PX + 4,
            y + TITLE_HEIGHT_PX / 2 - 1,
            part.title,
            HAND_WIDTH_PX - 2 * HAND_PADDING_PX,
            fill=DIM_INK,
        )
        y += TITLE_HEIGHT_PX
    for row in part.rows:
        _draw_row(sheet, scene.view, row, y, scene.marks.get(row.spot, "") if row.spot else "", fmt)
        y += row.height + ROW_GAP_PX
    return y


def _draw_row(sheet: Sheet, view: View, row: HandRow, y: int, letter_label: str, fmt: Formatter) -> None:
    """A card: price or letter, name, Action Points, whose Event, and its text."""
    ground = (
        SCORE_CARD_COLOUR if row.card and row.card.score else CARD_COLOUR if row.price is not None else PANEL_COLOUR
    )
    draw_card(sheet.image, (ROW_LEFT_PX, y, ROW_RIGHT_PX, y + row.height), ground, SPACE_COLOUR, radius=12)
    if letter_label:
        sheet.put(draw_frame(ROW_RIGHT_PX - ROW_LEFT_PX, row.height), ROW_LEFT_PX, y)
        draw_letter(sheet, ROW_LEFT_PX, y + 16, letter_label)
    middle = y + 31
    if row.price is not None:
        sheet.put(draw_price_ring(27, ground), ROW_LEFT_PX + 48, y + min(row.height / 2, 48))
        sheet.text(ROW_LEFT_PX + 48, y + min(row.height / 2, 48), str(row.price), 50, size=40, role="label", align="m")
    elif row.holder:
        sheet.put(draw_faction_mark(row.holder, 20, ground), ROW_LEFT_PX + 50, y + min(row.height / 2, 48))
    elif row.card is None:
        sheet.put(draw_rocinante(50), ROW_LEFT_PX + 54, y + row.height / 2)
    end = ROW_RIGHT_PX - 16
    if row.card and row.card.score:
        sheet.put(draw_podium(50, ground), ROW_RIGHT_PX - 66, y + row.height / 2)
        end -= 120
    elif row.card:
        end = _draw_values(sheet, row.card, phrases.list_factions(view), middle, ground, fmt)
    room = end - TEXT_LEFT_PX - 10
    sheet.text(TEXT_LEFT_PX, middle, row.name, room, size=42)
    for k, line in enumerate(row.text.lines):
        sheet.text(
            TEXT_LEFT_PX,
            y + NAME_HEIGHT_PX + LINE_HEIGHT_PX * (k + 0.5),
            line,
            TEXT_WIDTH_PX,
            size=row.text.size,
            wanted_size=MIN_DATA_SIZE_PX,
            role="text",
            fill=CREAM,
        )


def _draw_values(
    sheet: Sheet, card: VisibleCard, playing: Sequence[str], y: float, ground: Colour, fmt: Formatter
) -> int:
    """Action Points and factions at the right; returns the x where they begin."""
    draw_factions(sheet, card.factions, playing, ROW_RIGHT_PX - 34, y, ground)
    x = ROW_RIGHT_PX - 34 - 44 * len(playing) - 12
    taken = sheet.text(x, y, fmt(say("{n} AP", n=card.ap)), 110, align="r")
    x -= taken + 22 * card.ap + 22
    sheet.put(draw_action_points(card.ap, ground), x, y)
    return x - 8
