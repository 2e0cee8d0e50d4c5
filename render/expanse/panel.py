"""The panel on the right of the board picture of The Expanse Board Game: turn, Action Track, Kept Events, news, scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from engine.games.expanse.view import FACTIONS, Faction, TrackCard, View, VisibleCard, VisibleFaction
from engine.kernel.text import say
from render.expanse import phrases
from render.expanse.map_pieces import draw_letter_tag
from render.expanse.pieces import (
    CARD_COLOUR,
    DARK_INK,
    DIM_INK,
    FACTION_STYLES,
    PANEL_COLOUR,
    SCORE_CARD_COLOUR,
    SPACE_COLOUR,
    draw_faction_mark,
    draw_faction_seal,
    draw_frame,
    draw_podium,
    draw_price_ring,
)
from render.expanse.score_sheet import (
    LINE_HEIGHT_PX,
    PANEL_BOTTOM_PX,
    PANEL_LEFT_PX,
    PANEL_RIGHT_PX,
    PANEL_TOP_PX,
    PANEL_WIDTH_PX,
    draw_final_scores,
    draw_rule,
)
from render.expanse.story import list_turn_phrases
from render.kit.banner import write_headline
from render.kit.cache import cached_sprite
from render.kit.canvas import Sprite
from render.kit.drawing import Drawing
from render.kit.fonts import Role
from render.kit.prompt import write_prompt
from render.kit.scene import Scene
from render.kit.sheet import Sheet, draw_card
from render.kit.story import build_rows, measure_strip, write_strip
from render.kit.text import (
    MIN_DATA_SIZE_PX,
    PHONE_DATA_SIZE_PX,
    Box,
    Formatter,
    break_lines,
    choose_wording,
    find_fitting_size,
    measure_width,
    wrap_text,
)
from render.kit.theme import CREAM, PAPER, Colour

BANNER_HEIGHT_PX, SEAL_SIZE_PX = 112, 80
TRACK_TOP_PX = PANEL_TOP_PX + BANNER_HEIGHT_PX + 54
TRACK_ROW_HEIGHT_PX, TRACK_ROW_PITCH_PX = 84, 90
MAT_PITCH_PX = 202
"""The distance from one faction that can be chosen to the next."""
LARGE_LINE_HEIGHT_PX, MAX_WRAPPED_LINES = 53, 99
"""The distance of two lines of large letters, and more lines than any list of names takes."""
SIGN_WIDTH_PX, TITLE_HEIGHT_PX = 40, 50
"""The space for the sign of a faction before a line, and the height of the name of the Event on offer."""
NAME_LEFT_PX, NAME_SIZE_PX, FACTION_PITCH_PX = 90, 48, 54
"""The left edge and the largest size of a card's name, and the distance of two of its factions."""


class PanelLayout(NamedTuple):
    """The values that the empty panel is drawn from."""

    banner_colour: Colour
    card_count: int
    mat_count: int
    is_ended: bool

    @property
    def lowest_card_top(self) -> int:
        """The top of the lowest card, which has the news or the final scores."""
        if self.is_ended or self.mat_count:
            return PANEL_TOP_PX + BANNER_HEIGHT_PX + 8 + MAT_PITCH_PX * self.mat_count
        return TRACK_TOP_PX + TRACK_ROW_PITCH_PX * self.card_count + 4


def create_panel_layout(scene: Scene) -> PanelLayout:
    """Collect the panel of a scene."""
    view: View = scene.view
    side = phrases.find_headline_faction(scene)
    colour = FACTION_STYLES[side.faction].colour if side else CREAM
    return PanelLayout(colour, len(view.track), len(view.mats), bool(view.ended))


def find_mats_box(layout: PanelLayout) -> Box:
    """Return the box of the factions that can be chosen."""
    return PANEL_LEFT_PX, PANEL_TOP_PX + BANNER_HEIGHT_PX + 8, PANEL_RIGHT_PX, layout.lowest_card_top - 8


def draw_panel_background(sheet: Sheet, layout: PanelLayout) -> None:
    """Draw the empty cards."""
    draw_card(
        sheet.image,
        (PANEL_LEFT_PX, PANEL_TOP_PX, PANEL_RIGHT_PX, PANEL_TOP_PX + BANNER_HEIGHT_PX),
        layout.banner_colour,
        SPACE_COLOUR,
    )
    draw_card(
        sheet.image,
        (PANEL_LEFT_PX, layout.lowest_card_top, PANEL_RIGHT_PX, PANEL_BOTTOM_PX),
        PANEL_COLOUR,
        SPACE_COLOUR,
    )


def draw_panel(sheet: Sheet, scene: Scene, layout: PanelLayout, fmt: Formatter) -> None:
    """Draw everything on the panel."""
    view: View = scene.view
    _draw_banner(sheet, scene, fmt)
    y = layout.lowest_card_top + 8
    if layout.is_ended:
        y = draw_final_scores(sheet, view, y, fmt)
    elif view.mats:
        _draw_mats(sheet, view, scene.marks, fmt)
    else:
        letters = [scene.marks.get(f"track-{space.space}", "") for space in view.track]
        counts = (view.deck, view.drawn, view.scores)
        sheet.draw_part(_draw_track, fmt, view.track, letters, counts, phrases.list_factions(view))
        if scene.prompt is None:
            y = _draw_offer(sheet, scene, y, fmt)
            y = _draw_kept_events(sheet, scene, y, fmt)
    if scene.prompt is not None:
        box = (PANEL_LEFT_PX, layout.lowest_card_top, PANEL_RIGHT_PX, PANEL_BOTTOM_PX)
        sheet.image.paste(SPACE_COLOUR, box)
        write_prompt(sheet, scene, fmt, box, phrases.describe_resources(scene))
        return
    _draw_news(sheet, scene, y, fmt)


def _draw_banner(sheet: Sheet, scene: Scene, fmt: Formatter) -> None:
    """Draw who is to act or has won, and the phase below."""
    view: View = scene.view
    side = phrases.find_headline_faction(scene)
    colour = FACTION_STYLES[side.faction].colour if side else CREAM
    x = PANEL_LEFT_PX + 16
    if side:
        sheet.put(
            draw_faction_seal(side.faction, SEAL_SIZE_PX), PANEL_LEFT_PX + 52, PANEL_TOP_PX + BANNER_HEIGHT_PX / 2
        )
        x = PANEL_LEFT_PX + 102
    max_width = PANEL_RIGHT_PX - 14 - x
    headline = phrases.format_headline(scene)
    write_headline(sheet, x, PANEL_TOP_PX + 30, headline, max_width, fmt, fill=DARK_INK)
    wordings = [fmt(wording) for wording in phrases.list_phase_wordings(scene)]
    phase, label = choose_wording(wordings, "bold", PHONE_DATA_SIZE_PX, max_width), fmt(say("next"))
    size, y = find_fitting_size(phase, "bold", PHONE_DATA_SIZE_PX, max_width), PANEL_TOP_PX + 79
    next_side = phrases.find_next_faction(view)
    taken = measure_width(phase, "bold", size) + measure_width(label, "bold", MIN_DATA_SIZE_PX) + 66
    if next_side is not None and taken <= max_width:
        sheet.text(PANEL_RIGHT_PX - 50, y, label, 120, fill=DARK_INK, align="r")
        sheet.put(draw_faction_mark(next_side.faction, 15, colour, DARK_INK), PANEL_RIGHT_PX - 28, y)
    sheet.text(x, y, phase, max_width, size=size, fill=DARK_INK)


# -------------------------------------------------------------------- factions
def _draw_mats(sheet: Sheet, view: View, marks: dict[str, str], fmt: Formatter) -> None:
    """Draw the factions that can still be chosen, each with its home and its ability."""
    for k, mat in enumerate(view.mats):
        y = PANEL_TOP_PX + BANNER_HEIGHT_PX + 8 + MAT_PITCH_PX * k
        sheet.paste_part(
            _draw_mat(mat.faction, fmt(say(mat.name)), fmt(say(mat.home)), fmt(say(mat.text))), PANEL_LEFT_PX, y
        )
        letter = marks.get(f"faction-{mat.faction}")
        if letter:
            sheet.put(draw_frame(PANEL_WIDTH_PX, MAT_PITCH_PX - 8), PANEL_LEFT_PX, y)
            draw_letter_tag(sheet, PANEL_RIGHT_PX - 22, y + 20, letter)


@cached_sprite
def _draw_mat(faction: str, name: str, home: str, text: str) -> Sheet:
    """Draw a faction's mat."""
    sheet = Sheet(Image.new("RGB", (PANEL_WIDTH_PX, MAT_PITCH_PX - 8)))
    draw_card(sheet.image, (0, 0, PANEL_WIDTH_PX, MAT_PITCH_PX - 8), CARD_COLOUR, SPACE_COLOUR, radius=12)
    sheet.put(draw_faction_mark(faction, 16, CARD_COLOUR), 30, 25)
    x = 60 + sheet.text(60, 24, name, 180, fill=FACTION_STYLES[faction].colour)
    sheet.text(x + 16, 24, home, PANEL_WIDTH_PX - x - 70, role="text", fill=DIM_INK)
    wrapped = wrap_text(text, "text", MIN_DATA_SIZE_PX, PANEL_WIDTH_PX - 28, 4)
    for n, line in enumerate(wrapped.lines):
        sheet.text(
            14, 61 + 36 * n, line, PANEL_WIDTH_PX - 28, size=wrapped.size, wanted_size=MIN_DATA_SIZE_PX, role="text"
        )
    return sheet


# ----------------------------------------------------------------------- track
def _draw_track(
    sheet: Sheet,
    track: Sequence[TrackCard],
    letters: Sequence[str],
    counts: tuple[int, int, int],
    playing: tuple[Faction, ...],
    fmt: Formatter,
) -> None:
    """Draw the cards with their prices; `counts` are the deck, the drawn SCORE cards and all SCORE cards."""
    deck, drawn, scores = counts
    label = say("deck {n} · SCORE {drawn}/{all}", n=deck, drawn=drawn, all=scores)
    max_width = PANEL_WIDTH_PX - 12
    size = find_fitting_size(fmt(label), "bold", PHONE_DATA_SIZE_PX, max_width)
    sheet.text(PANEL_LEFT_PX + 6, TRACK_TOP_PX - 27, fmt(label), max_width, size=size, fill=DIM_INK)
    for k, (space, letter) in enumerate(zip(track, letters, strict=True)):
        y, card = TRACK_TOP_PX + TRACK_ROW_PITCH_PX * k, space.card
        points_label = "" if card.score else fmt(say("{n} AP", n=card.ap))
        part = _draw_track_card(fmt(say(card.name)), space.price, points_label, card.factions, playing)
        sheet.paste_part(part, PANEL_LEFT_PX, y)
        if letter:
            sheet.put(draw_frame(PANEL_WIDTH_PX, TRACK_ROW_HEIGHT_PX), PANEL_LEFT_PX, y)
            draw_letter_tag(sheet, PANEL_LEFT_PX + 2, y + 6, letter)


@cached_sprite
def _draw_track_card(
    name: str, price: int, points_label: str, factions: tuple[str, ...], playing: tuple[str, ...]
) -> Sheet:
    """Draw a card on the track: price, name, Action Points and factions; a SCORE card has no points label."""
    is_score, middle = not points_label, TRACK_ROW_HEIGHT_PX / 2
    paper = SCORE_CARD_COLOUR if is_score else CARD_COLOUR
    sheet = Sheet(Drawing((PANEL_WIDTH_PX, TRACK_ROW_HEIGHT_PX)))
    draw_card(
        sheet.image,
        (0, 0, PANEL_WIDTH_PX, TRACK_ROW_HEIGHT_PX),
        paper,
        SPACE_COLOUR,
        radius=12,
        edge=CREAM if is_score else None,
        width=2 if is_score else 0,
    )
    sheet.put(draw_price_ring(36, paper), 44, middle)
    sheet.text(44, middle, str(price), 62, size=PHONE_DATA_SIZE_PX, role="label", align="m")
    max_width = PANEL_WIDTH_PX - NAME_LEFT_PX - 4
    if is_score:
        sheet.text(NAME_LEFT_PX + 6, middle, name, max_width - 140, size=PHONE_DATA_SIZE_PX, role="title")
        sheet.put(draw_podium(52, paper), PANEL_WIDTH_PX - 66, middle)
    else:
        sheet.text(NAME_LEFT_PX, 17, name, max_width, size=find_fitting_size(name, "bold", NAME_SIZE_PX, max_width))
        sheet.text(NAME_LEFT_PX, 64, points_label, 140, size=PHONE_DATA_SIZE_PX)
        draw_factions(sheet, factions, playing, PANEL_WIDTH_PX - 30, 62)
    return sheet


def draw_factions(sheet: Sheet, factions: Sequence[str], playing: Sequence[str], right: float, y: float) -> None:
    """Draw the factions that may use a card's Event, each in its slot; the last slot is centred on (right, y)."""
    slots = [faction for faction in FACTIONS if faction in playing]
    for k, faction in enumerate(slots):
        if faction in factions:
            sheet.put(draw_faction_mark(faction, 18), right - FACTION_PITCH_PX * (len(slots) - 1 - k), y)


# ------------------------------------------------------------- offer and kept
def _draw_offer(sheet: Sheet, scene: Scene, y: int, fmt: Formatter) -> int:
    """Draw the Event that is offered or under way, as large as the turns and the Kept Events allow; return the y below."""
    view: View = scene.view
    card = view.offered
    if card is None or card.score:
        return y
    x, max_width, name = PANEL_LEFT_PX + 14, PANEL_WIDTH_PX - 28, fmt(say(card.name))
    title = fmt(say("On offer: {card}", card=name)) if view.phase == "offer" else name
    size = find_fitting_size(title, "bold", PHONE_DATA_SIZE_PX, max_width)
    sheet.text(x, y + TITLE_HEIGHT_PX / 2, title, max_width, size=size)
    y += TITLE_HEIGHT_PX
    text, size = fmt(say(card.text)), PHONE_DATA_SIZE_PX
    kept_height = LINE_HEIGHT_PX * (1 + len(_list_holders(view)))
    room = PANEL_BOTTOM_PX - y - kept_height - _measure_turns(scene, fmt)
    lines = break_lines(text, "text", size, max_width, room // LARGE_LINE_HEIGHT_PX)
    if lines is None:
        lines, size, _ = wrap_text(text, "text", MIN_DATA_SIZE_PX, max_width, (PANEL_BOTTOM_PX - y) // LINE_HEIGHT_PX)
    y = _write_lines(sheet, lines, (x, y), max_width, size, "text")
    return draw_rule(sheet, y)


def _write_lines(
    sheet: Sheet, lines: Sequence[str], corner: tuple[int, int], max_width: int, size: int, role: Role
) -> int:
    """Write lines of a size from a corner down; return the y below."""
    x, y = corner
    line_height = max(LINE_HEIGHT_PX, LINE_HEIGHT_PX * size // MIN_DATA_SIZE_PX)
    for line in lines:
        sheet.text(x, y + line_height / 2, line, max_width, size=size, wanted_size=MIN_DATA_SIZE_PX, role=role)
        y += line_height
    return y


def _list_holders(view: View) -> list[VisibleFaction]:
    """List the factions with Kept Events."""
    return [side for side in view.sides if side.kept]


def _measure_turns(scene: Scene, fmt: Formatter) -> int:
    """Return the height that the latest turns need, at least three lines."""
    rows = build_rows(scene, list_turn_phrases(scene))
    return 24 + max(measure_strip(rows, fmt, PANEL_WIDTH_PX, SIGN_WIDTH_PX), 3 * LINE_HEIGHT_PX)


def _draw_kept_events(sheet: Sheet, scene: Scene, y: int, fmt: Formatter) -> int:
    """Draw the names of the Kept Events, at least a line for each holder; return the y below.

    The latest turns come first: the names get at most two thirds of the space left, and no line that the turns need.
    """
    holders = _list_holders(scene.view)
    if not holders or PANEL_BOTTOM_PX - 10 - y < LINE_HEIGHT_PX * (len(holders) + 1):
        return y
    top, bottom = y + LINE_HEIGHT_PX, PANEL_BOTTOM_PX - _measure_turns(scene, fmt)
    bottom = min(top + (PANEL_BOTTOM_PX - 10 - top) * 2 // 3, bottom)
    max_width, size, line_height = PANEL_WIDTH_PX - 62, MIN_DATA_SIZE_PX, LINE_HEIGHT_PX
    if _count_large_lines(holders, max_width, fmt) * LARGE_LINE_HEIGHT_PX <= bottom - y:
        size, line_height = PHONE_DATA_SIZE_PX, LARGE_LINE_HEIGHT_PX
    title = fmt(say("Kept Events"))
    sheet.text(PANEL_LEFT_PX + 14, y + line_height / 2, title, PANEL_WIDTH_PX - 28, size=size, fill=DIM_INK)
    y += line_height
    for k, side in enumerate(holders):
        max_lines = max(1, (bottom - y) // line_height - (len(holders) - 1 - k))
        sheet.put(draw_faction_mark(side.faction, 13, PANEL_COLOUR), PANEL_LEFT_PX + 28, y + line_height / 2)
        names = _join_names(side.kept, max_lines, max_width, fmt, size)
        wrapped = wrap_text(names, "bold", size, max_width, max_lines)
        y = _write_lines(sheet, wrapped.lines, (PANEL_LEFT_PX + 50, y), max_width, wrapped.size, "bold")
    return draw_rule(sheet, y)


def _count_large_lines(holders: Sequence[VisibleFaction], max_width: int, fmt: Formatter) -> int:
    """Count the lines of the Kept Events in large letters, with their title."""
    line_count = 1
    for side in holders:
        names = ", ".join([fmt(say(card.name)) for card in side.kept])
        line_count += len(wrap_text(names, "bold", PHONE_DATA_SIZE_PX, max_width, MAX_WRAPPED_LINES).lines)
    return line_count


def _join_names(cards: Sequence[VisibleCard], max_lines: int, max_width: int, fmt: Formatter, size: int) -> str:
    """Join the names that fit into the lines, at least the first, and the number of further ones."""
    names = [fmt(say(card.name)) for card in cards]
    joined = ""
    for n in range(len(names), 0, -1):
        joined = ", ".join(names[:n])
        if n < len(names):
            joined += f" +{len(names) - n}"
        if break_lines(joined, "bold", size, max_width, max_lines) is not None:
            break
    return joined


# ------------------------------------------------------------------------ news
def _draw_news(sheet: Sheet, scene: Scene, top: int, fmt: Formatter) -> None:
    """Draw the latest turns or, before there are any, the newest events, each with the faction's shape."""
    view: View = scene.view
    box = (PANEL_LEFT_PX, top - 4, PANEL_RIGHT_PX, PANEL_BOTTOM_PX)
    rows = build_rows(scene, list_turn_phrases(scene), is_end_told=bool(view.winners))
    write_strip(sheet, rows, fmt, box, lambda seat: _draw_faction_sign(view, seat), sign_width=SIGN_WIDTH_PX)


def _draw_faction_sign(view: View, seat: int) -> Sprite:
    """Draw the shape of a seat's faction on paper."""
    side = phrases.find_faction(view, seat)
    return draw_faction_mark(side.faction if side else FACTIONS[seat], 14, PAPER)
