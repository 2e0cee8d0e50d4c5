"""The picture of the cards that a player of The Expanse Board Game can use, large, with full texts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from engine.games.expanse.view import FACTIONS, AbilityFace, Faction, View, VisibleCard, VisibleFaction
from engine.kernel.text import Text, Translate, count, say
from render.expanse import phrases
from render.expanse.map_pieces import draw_letter_tag
from render.expanse.panel import FACTION_PITCH_PX, draw_factions
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
FOOT_WIDTH_PX = HAND_WIDTH_PX - 2 * HAND_PADDING_PX - 8


class HandRow(NamedTuple):
    """A card or a crew member: its spot, name, text in lines, card (None for crew), price on the track and holder."""

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
    """Compose the cards, 1100 pixels wide; return None for a spectator and before the factions are chosen."""
    side = phrases.find_viewer_faction(scene.view)
    if side is None:
        return None
    fmt = Formatter(scene.names, translate)
    parts = _list_parts(scene, fmt)
    foot_lines = _list_foot_lines(side, fmt)
    height = HEADER_HEIGHT_PX + sum(part.height for part in parts) + LINE_HEIGHT_PX * len(foot_lines) + 10
    sheet = Sheet(Image.new("RGB", (HAND_WIDTH_PX, height), SPACE_COLOUR))
    _draw_header(sheet, side, fmt)
    y = HEADER_HEIGHT_PX
    for part in parts:
        y = _draw_part(sheet, scene, part, y, fmt)
    for line in foot_lines:
        sheet.text(HAND_PADDING_PX + 4, y + LINE_HEIGHT_PX / 2, line, FOOT_WIDTH_PX, role="text", fill=DIM_INK)
        y += LINE_HEIGHT_PX
    return sheet


def _draw_header(sheet: Sheet, side: VisibleFaction, fmt: Formatter) -> None:
    """Draw the faction and its CP on the faction's colour."""
    bottom = HEADER_HEIGHT_PX - 10
    sheet.image.paste(FACTION_STYLES[side.faction].colour, (0, 0, HAND_WIDTH_PX, bottom))
    sheet.put(draw_faction_seal(side.faction, 54), 42, bottom / 2)
    label, right = fmt(say("{cp} CP", cp=side.cp)), HAND_WIDTH_PX - HAND_PADDING_PX
    label_width = sheet.text(right - 4, bottom / 2, label, 200, size=42, fill=SPACE_COLOUR, align="r")
    title = fmt(say("Your cards, {faction}", faction=say(side.name)))
    max_width = right - label_width - 30 - 84
    sheet.text(84, bottom / 2, title, max_width, size=42, role="title", fill=SPACE_COLOUR)


def _list_parts(scene: Scene, fmt: Formatter) -> list[HandPart]:
    """List the card on offer and the kinds of cards to choose from or, without a choice, to use."""
    view: View = scene.view
    kinds = phrases.list_relevant_cards(scene)
    parts: list[HandPart] = []
    if view.offered is not None and not view.offered.score:
        parts.append(HandPart(fmt(describe_offer(view)), (_create_row("", view.offered, fmt),)))
    if "track" in kinds:
        track = [_create_row(f"track-{space.space}", space.card, fmt, price=space.price) for space in view.track]
        parts.append(HandPart(fmt(say("Action Track")) if parts else "", tuple(track)))
    kept = _list_kept_rows(scene, fmt)
    if kept and "kept" in kinds:
        parts.append(HandPart(fmt(count("Kept Event", "Kept Events", len(kept))), kept))
    if "crew" in kinds:
        crew: list[HandRow] = []
        for member in view.crew:
            text = wrap_text(fmt(say(member.text)), "text", MIN_DATA_SIZE_PX, TEXT_WIDTH_PX, 4)
            crew.append(HandRow(f"crew-{member.word}", fmt(say(member.name)), text))
        parts.append(HandPart(fmt(say("The crew of the Rocinante")), tuple(crew)))
    return parts


def _list_kept_rows(scene: Scene, fmt: Formatter) -> tuple[HandRow, ...]:
    """List the viewer's Kept Events, and marked ones of other players."""
    rows: list[HandRow] = []
    for side in scene.view.sides:
        for card in side.kept:
            spot = f"kept-{side.seat}-{card.word}"
            if spot in scene.marks or side.seat == scene.view.viewer:
                rows.append(_create_row(spot, card, fmt, holder=side.faction))
    return tuple(rows)


def _list_foot_lines(side: VisibleFaction, fmt: Formatter) -> list[str]:
    """List the viewer's critical resources and powers by name, in lines."""
    texts: list[Text] = []
    if side.critical:
        kinds = [phrases.name_resource(kind) for kind in side.critical]
        texts.append(say("Your critical resources: {resources}", resources=kinds))
    powers = [say(ability.name) for ability in side.abilities if ability.is_active]
    if powers:
        texts.append(say("Your powers: {powers}", powers=list(powers)))
    lines: list[str] = []
    for text in texts:
        lines += wrap_text(fmt(text), "text", MIN_DATA_SIZE_PX, FOOT_WIDTH_PX, 3).lines
    return lines


def compose_card(card: VisibleCard, fmt: Formatter) -> Sheet:
    """Compose the picture of one card that belongs to no table."""
    return _compose_row(_create_row("", card, fmt), fmt)


def compose_ability(face: AbilityFace, fmt: Formatter) -> Sheet:
    """Compose the picture of one mat, Tech card or crew member."""
    text = wrap_text(fmt(say(face.text)), "text", MIN_DATA_SIZE_PX, TEXT_WIDTH_PX, 8)
    return _compose_row(HandRow("", fmt(say(face.name)), text, holder=face.faction), fmt)


def _compose_row(row: HandRow, fmt: Formatter) -> Sheet:
    height = row.height + 2 * HAND_PADDING_PX
    sheet = Sheet(Image.new("RGB", (HAND_WIDTH_PX, height), SPACE_COLOUR))
    _draw_row(sheet, FACTIONS, row, HAND_PADDING_PX, "", fmt)
    return sheet


def describe_offer(view: View) -> Text:
    """Describe what happens with the card whose Event is offered or under way."""
    if view.phase == "points":
        return say("Card taken")
    if view.phase == "offer":
        return say("On offer")
    return say("Under way")


def _create_row(spot: str, card: VisibleCard, fmt: Formatter, *, price: int | None = None, holder: str = "") -> HandRow:
    text, max_width = say(card.text), TEXT_WIDTH_PX
    if card.score:
        text = say("Take it for a Scoring turn: you choose the Bonus Sector.")
        max_width -= 110
    return HandRow(
        spot, fmt(say(card.name)), wrap_text(fmt(text), "text", MIN_DATA_SIZE_PX, max_width, 8), card, price, holder
    )


def _draw_part(sheet: Sheet, scene: Scene, part: HandPart, y: int, fmt: Formatter) -> int:
    """Draw a part from `y` down; return the y below."""
    if part.title:
        middle = y + TITLE_HEIGHT_PX / 2 - 1
        sheet.text(HAND_PADDING_PX + 4, middle, part.title, HAND_WIDTH_PX - 2 * HAND_PADDING_PX, fill=DIM_INK)
        y += TITLE_HEIGHT_PX
    for row in part.rows:
        letter_label = scene.marks.get(row.spot, "") if row.spot else ""
        _draw_row(sheet, phrases.list_factions(scene.view), row, y, letter_label, fmt)
        y += row.height + ROW_GAP_PX
    return y


def _choose_ground(row: HandRow) -> Colour:
    """Choose the ground of a row: a SCORE card, a card on the track, or another."""
    if row.card and row.card.score:
        return SCORE_CARD_COLOUR
    if row.price is None:
        return PANEL_COLOUR
    return CARD_COLOUR


def _draw_row(
    sheet: Sheet, playing: Sequence[Faction], row: HandRow, y: int, letter_label: str, fmt: Formatter
) -> None:
    """Draw a row: price or holder, letter, name, Action Points, factions and text."""
    ground = _choose_ground(row)
    draw_card(sheet.image, (ROW_LEFT_PX, y, ROW_RIGHT_PX, y + row.height), ground, SPACE_COLOUR, radius=12)
    if letter_label:
        sheet.put(draw_frame(ROW_RIGHT_PX - ROW_LEFT_PX, row.height), ROW_LEFT_PX, y)
        draw_letter_tag(sheet, ROW_LEFT_PX, y + 16, letter_label)
    name_y, sign_y = y + 31, y + min(row.height / 2, 48)
    if row.price is not None:
        sheet.put(draw_price_ring(27, ground), ROW_LEFT_PX + 48, sign_y)
        sheet.text(ROW_LEFT_PX + 48, sign_y, str(row.price), 50, size=40, role="label", align="m")
    elif row.holder:
        sheet.put(draw_faction_mark(row.holder, 20, ground), ROW_LEFT_PX + 50, sign_y)
    elif row.card is None:
        sheet.put(draw_rocinante(50), ROW_LEFT_PX + 54, y + row.height / 2)
    end = ROW_RIGHT_PX - 16
    if row.card and row.card.score:
        sheet.put(draw_podium(50, ground), ROW_RIGHT_PX - 66, y + row.height / 2)
        end -= 120
    elif row.card:
        end = _draw_values(sheet, row.card, playing, name_y, ground, fmt)
    sheet.text(TEXT_LEFT_PX, name_y, row.name, end - TEXT_LEFT_PX - 10, size=42)
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
    """Draw Action Points and factions on the right; return the x left of them."""
    draw_factions(sheet, card.factions, playing, ROW_RIGHT_PX - 34, y)
    x = ROW_RIGHT_PX - 34 - FACTION_PITCH_PX * (len(playing) - 1) - 44
    taken = sheet.text(x, y, fmt(say("{n} AP", n=card.ap)), 110, align="r")
    x -= taken + 22 * card.ap + 22
    sheet.put(draw_action_points(card.ap, ground), x, y)
    return x - 8
