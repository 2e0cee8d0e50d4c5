"""The right side of the board picture of The Expanse Board Game: whose turn, Action Track, Kept Events, news, final scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from PIL import Image

from engine.games.expanse.view import FACTIONS, Faction, TrackCard, View, VisibleCard
from engine.kernel.text import say
from render.expanse import phrases
from render.expanse.map_pieces import draw_letter
from render.expanse.pieces import (
    CARD_COLOUR,
    DARK_INK,
    DIM_INK,
    FACTION_STYLES,
    FAINT_COLOUR,
    PANEL_COLOUR,
    SCORE_CARD_COLOUR,
    SPACE_COLOUR,
    draw_action_points,
    draw_faction_mark,
    draw_faction_seal,
    draw_frame,
    draw_podium,
    draw_price_ring,
)
from render.expanse.story import list_turn_phrases
from render.kit.banner import write_headline
from render.kit.cache import cached_sprite
from render.kit.canvas import Sprite
from render.kit.drawing import Drawing
from render.kit.news import does_event_fit, find_subject, sort_news
from render.kit.prompt import write_prompt
from render.kit.scene import Scene
from render.kit.sheet import Sheet, draw_card
from render.kit.story import build_rows, write_strip
from render.kit.text import MIN_DATA_SIZE_PX, Formatter, break_lines, measure_width, wrap_text
from render.kit.theme import CREAM, PAPER, Colour

PANEL_EDGE_PX = 1160
"""Where the panel begins."""
PANEL_LEFT_PX, PANEL_RIGHT_PX, PANEL_TOP_PX, PANEL_BOTTOM_PX = 1164, 1638, 12, 1038
BANNER_HEIGHT_PX = 102
TRACK_TOP_PX = PANEL_TOP_PX + BANNER_HEIGHT_PX + 40
TRACK_ROW_HEIGHT_PX, TRACK_ROW_PITCH_PX = 84, 90
MAT_PITCH_PX = 202
"""From one faction that can be chosen to the next."""
LINE_HEIGHT_PX = 38


class PanelLayout(NamedTuple):
    """What the empty panel is drawn from: the banner's colour, how many cards are on the track or factions to choose from, and
    whether the game is over."""

    banner_colour: Colour
    card_count: int
    mat_count: int
    is_ended: bool

    @property
    def lowest_card_top(self) -> int:
        """Where the lowest card begins: the news, or the final scores."""
        if self.is_ended or self.mat_count:
            return PANEL_TOP_PX + BANNER_HEIGHT_PX + 8 + MAT_PITCH_PX * self.mat_count
        return TRACK_TOP_PX + TRACK_ROW_PITCH_PX * self.card_count + 4


def create_panel_layout(scene: Scene) -> PanelLayout:
    """The panel of a scene."""
    view: View = scene.view
    side = phrases.find_faction(
        view, _find_single_seat(view.winners if view.ended else scene.winners or phrases.list_acting_seats(scene))
    )
    return PanelLayout(
        FACTION_STYLES[side.faction].colour if side else CREAM, len(view.track), len(view.mats), bool(view.ended)
    )


def _find_single_seat(seats: Sequence[int]) -> int | None:
    return seats[0] if len(seats) == 1 else None


def draw_panel_background(sheet: Sheet, layout: PanelLayout) -> None:
    """The empty cards."""
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
    """Everything on the panel."""
    view: View = scene.view
    _draw_banner(sheet, scene, fmt)
    y = layout.lowest_card_top + 8
    if layout.is_ended:
        y = _draw_scores(sheet, view, y, fmt)
    elif view.mats:
        _draw_mats(sheet, view, scene.marks, fmt)
    else:
        letters = [scene.marks.get(f"track-{on.space}", "") for on in view.track]
        counts = (view.deck, view.drawn, view.scores)
        sheet.draw_part(_draw_track, fmt, view.track, letters, counts, phrases.list_factions(view))
        if scene.prompt is None:
            y = _draw_offer(sheet, view, y, fmt)
            y = _draw_kept_events(sheet, view, y, fmt)
    if scene.prompt is not None:
        top = layout.lowest_card_top
        sheet.image.paste(SPACE_COLOUR, (PANEL_LEFT_PX, top, PANEL_RIGHT_PX, PANEL_BOTTOM_PX))
        write_prompt(
            sheet, scene, fmt, (PANEL_LEFT_PX, top, PANEL_RIGHT_PX, PANEL_BOTTOM_PX), phrases.describe_resources(scene)
        )
        return
    _draw_news(sheet, scene, y, fmt)


def _draw_banner(sheet: Sheet, scene: Scene, fmt: Formatter) -> None:
    """Who is to act or has won; below it what is under way."""
    view: View = scene.view
    side = phrases.find_faction(
        view, _find_single_seat(view.winners if view.ended else scene.winners or phrases.list_acting_seats(scene))
    )
    x = PANEL_LEFT_PX + 16
    if side:
        sheet.put(draw_faction_seal(side.faction, 74), PANEL_LEFT_PX + 51, PANEL_TOP_PX + BANNER_HEIGHT_PX / 2)
        x = PANEL_LEFT_PX + 100
    room = PANEL_RIGHT_PX - 4 - x
    write_headline(
        sheet, x, PANEL_TOP_PX + 33, phrases.format_headline(scene), room, fmt, size=44, min_size=39, fill=DARK_INK
    )
    label = fmt(phrases.describe_phase(scene))
    sheet.text(x, PANEL_TOP_PX + 75, label, room, fill=DARK_INK)


# -------------------------------------------------------------------- factions
def _draw_mats(sheet: Sheet, view: View, marks: dict[str, str], fmt: Formatter) -> None:
    """The factions that are still to be chosen: where each is at home, and what it can do."""
    for k, mat in enumerate(view.mats):
        y = PANEL_TOP_PX + BANNER_HEIGHT_PX + 8 + MAT_PITCH_PX * k
        sheet.paste_part(
            _draw_mat(mat.faction, fmt(say(mat.name)), fmt(say(mat.home)), fmt(say(mat.text))), PANEL_LEFT_PX, y
        )
        if string := marks.get(f"faction-{mat.faction}"):
            sheet.put(draw_frame(PANEL_RIGHT_PX - PANEL_LEFT_PX, MAT_PITCH_PX - 8), PANEL_LEFT_PX, y)
            draw_letter(sheet, PANEL_RIGHT_PX - 22, y + 20, string)


@cached_sprite
def _draw_mat(faction: str, name: str, home: str, text: str) -> Sheet:
    """A faction's mat."""
    wide = PANEL_RIGHT_PX - PANEL_LEFT_PX
    sheet = Sheet(Image.new("RGB", (wide, MAT_PITCH_PX - 8)))
    draw_card(sheet.image, (0, 0, wide, MAT_PITCH_PX - 8), CARD_COLOUR, SPACE_COLOUR, radius=12)
    sheet.put(draw_faction_mark(faction, 16, CARD_COLOUR), 30, 25)
    x = 60 + sheet.text(60, 24, name, 180, fill=FACTION_STYLES[faction].colour)
    sheet.text(x + 16, 24, home, wide - x - 70, role="text", fill=DIM_INK)
    lines = wrap_text(text, "text", MIN_DATA_SIZE_PX, wide - 28, 4)
    for n, row in enumerate(lines.lines):
        sheet.text(14, 61 + 36 * n, row, wide - 28, size=lines.size, wanted_size=MIN_DATA_SIZE_PX, role="text")
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
    """The cards with what they cost; how many are left in the deck, and how many SCORE cards have been drawn, of all."""
    deck, drawn, scores = counts
    left = say("deck {n} · SCORE {drawn}/{all}", n=deck, drawn=drawn, all=scores)
    sheet.text(PANEL_LEFT_PX + 6, TRACK_TOP_PX - 20, fmt(left), PANEL_RIGHT_PX - PANEL_LEFT_PX - 12, fill=DIM_INK)
    for k, (on, string) in enumerate(zip(track, letters, strict=True)):
        y = TRACK_TOP_PX + TRACK_ROW_PITCH_PX * k
        ap = "" if on.card.score else fmt(say("{n} AP", n=on.card.ap))
        sheet.paste_part(
            _draw_track_card(fmt(say(on.card.name)), on.price, on.card.ap, ap, on.card.factions, playing),
            PANEL_LEFT_PX,
            y,
        )
        if string:
            sheet.put(draw_frame(PANEL_RIGHT_PX - PANEL_LEFT_PX, TRACK_ROW_HEIGHT_PX), PANEL_LEFT_PX, y)
            draw_letter(sheet, PANEL_LEFT_PX + 2, y + 6, string)


@cached_sprite
def _draw_track_card(
    name: str, cost: int, ap: int, label: str, factions: tuple[str, ...], playing: tuple[str, ...]
) -> Sheet:
    """A card on the track: price, name, Action Points (in words in `label`, "" on a SCORE card), and whose Event it is."""
    paper, wide = CARD_COLOUR if label else SCORE_CARD_COLOUR, PANEL_RIGHT_PX - PANEL_LEFT_PX
    sheet = Sheet(Drawing((wide, TRACK_ROW_HEIGHT_PX)))
    draw_card(
        sheet.image,
        (0, 0, wide, TRACK_ROW_HEIGHT_PX),
        paper,
        SPACE_COLOUR,
        radius=12,
        edge=None if label else CREAM,
        width=0 if label else 2,
    )
    sheet.put(draw_price_ring(27, paper), 42, TRACK_ROW_HEIGHT_PX / 2)
    sheet.text(42, TRACK_ROW_HEIGHT_PX / 2, str(cost), 50, size=40, role="label", align="m")
    room = wide - 76 - 4
    if label:
        sheet.text(76, 23, name, room)
        sheet.put(draw_action_points(ap, paper), 84, 61)
        sheet.text(100 + 22 * max(4, ap), 61, label, 110)
        draw_factions(sheet, factions, playing, wide - 26, 61, paper)
    else:
        sheet.text(82, TRACK_ROW_HEIGHT_PX / 2, name, room - 140, size=44, role="title")
        sheet.put(draw_podium(52, paper), wide - 66, TRACK_ROW_HEIGHT_PX / 2)
    return sheet


def draw_factions(
    sheet: Sheet, factions: Sequence[str], playing: Sequence[str], right: float, y: float, ground: Colour
) -> None:
    """The factions that may use a card's Event, each in its own place; the last one centred on (right, y)."""
    shown = [faction for faction in FACTIONS if faction in playing]
    for k, faction in enumerate(shown):
        x = right - 44 * (len(shown) - 1 - k)
        if faction in factions:
            sheet.put(draw_faction_mark(faction, 15, ground), x, y)
        else:
            sheet.image.paste(FAINT_COLOUR, (round(x) - 3, round(y) - 3, round(x) + 3, round(y) + 3))


# ------------------------------------------------------------- offer and kept
def _draw_offer(sheet: Sheet, view: View, y: int, fmt: Formatter) -> int:
    """The Event that is offered or under way, in full if there is room; returns where to go on."""
    card = view.offered
    if card is None or card.score:
        return y
    room, name = PANEL_RIGHT_PX - PANEL_LEFT_PX - 28, fmt(say(card.name))
    title = fmt(say("On offer: {card}", card=name)) if view.phase == "offer" else name
    sheet.text(PANEL_LEFT_PX + 14, y + LINE_HEIGHT_PX / 2, title, room)
    y += LINE_HEIGHT_PX
    told = wrap_text(fmt(say(card.text)), "text", MIN_DATA_SIZE_PX, room, (PANEL_BOTTOM_PX - y) // LINE_HEIGHT_PX)
    for row in told.lines:
        sheet.text(
            PANEL_LEFT_PX + 14,
            y + LINE_HEIGHT_PX / 2,
            row,
            room,
            size=told.size,
            wanted_size=MIN_DATA_SIZE_PX,
            role="text",
        )
        y += LINE_HEIGHT_PX
    return _draw_rule(sheet, y)


def _draw_kept_events(sheet: Sheet, view: View, y: int, fmt: Formatter) -> int:
    """The Kept Events by name, behind their holder's shape, in at most two thirds of the room; returns where to go on."""
    held = [side for side in view.sides if side.kept]
    if not held or PANEL_BOTTOM_PX - 10 - y < LINE_HEIGHT_PX * (len(held) + 1):
        return y
    sheet.text(
        PANEL_LEFT_PX + 14,
        y + LINE_HEIGHT_PX / 2,
        fmt(say("Kept Events")),
        PANEL_RIGHT_PX - PANEL_LEFT_PX - 28,
        fill=DIM_INK,
    )
    y += LINE_HEIGHT_PX
    last = min(y + (PANEL_BOTTOM_PX - 10 - y) * 2 // 3, PANEL_BOTTOM_PX - 3 * LINE_HEIGHT_PX - 24)
    room = PANEL_RIGHT_PX - 12 - PANEL_LEFT_PX - 50
    for k, side in enumerate(held):
        lines = max(1, (last - y) // LINE_HEIGHT_PX - (len(held) - 1 - k))
        sheet.put(draw_faction_mark(side.faction, 13, PANEL_COLOUR), PANEL_LEFT_PX + 28, y + LINE_HEIGHT_PX / 2)
        told = wrap_text(_list_names(side.kept, lines, room, fmt), "bold", MIN_DATA_SIZE_PX, room, lines)
        for row in told.lines:
            sheet.text(
                PANEL_LEFT_PX + 50, y + LINE_HEIGHT_PX / 2, row, room, size=told.size, wanted_size=MIN_DATA_SIZE_PX
            )
            y += LINE_HEIGHT_PX
    return _draw_rule(sheet, y)


def _list_names(cards: Sequence[VisibleCard], lines: int, room: int, fmt: Formatter) -> str:
    """As many names as fit into the lines, and how many more there are."""
    names = [fmt(say(card.name)) for card in cards]
    for n in range(len(names), 1, -1):
        listed = ", ".join(names[:n]) + (f" +{len(names) - n}" if n < len(names) else "")
        if break_lines(listed, "bold", MIN_DATA_SIZE_PX, room, lines) is not None:
            return listed
    return names[0] + (f" +{len(names) - 1}" if len(names) > 1 else "")


def _draw_rule(sheet: Sheet, y: int) -> int:
    """A thin line below a part of the lowest card; returns where the next part begins."""
    if y < PANEL_BOTTOM_PX - 2 * LINE_HEIGHT_PX:
        sheet.image.paste(CARD_COLOUR, (PANEL_LEFT_PX + 14, y + 6, PANEL_RIGHT_PX - 14, y + 9))
    return y + 14


# ------------------------------------------------------------------------ news
def _draw_news(sheet: Sheet, scene: Scene, top: int, fmt: Formatter) -> None:
    """The latest turns or, where none is known, the newest event first, each behind the shape of who did it."""
    view: View = scene.view
    if turns := list_turn_phrases(scene):
        box = (PANEL_LEFT_PX, top - 4, PANEL_RIGHT_PX, PANEL_BOTTOM_PX)
        write_strip(
            sheet, build_rows(scene, turns), fmt, box, lambda seat: _draw_faction_sign(view, seat), sign_width=40
        )
        return
    lines = (PANEL_BOTTOM_PX - top - 6) // LINE_HEIGHT_PX
    y, fill = top, CREAM
    room = PANEL_RIGHT_PX - 12 - PANEL_LEFT_PX - 50
    for event in sort_news(scene):
        most = min(lines, 4)
        if most <= 0 or (fill == DIM_INK and not does_event_fit(fmt, event, room, most)):
            break
        if not does_event_fit(fmt, event, room, most):
            continue
        if side := phrases.find_faction(view, find_subject(event)):
            sheet.put(draw_faction_mark(side.faction, 13, PANEL_COLOUR), PANEL_LEFT_PX + 28, y + LINE_HEIGHT_PX / 2)
        taken = sheet.sentence(
            PANEL_LEFT_PX + 50,
            y + LINE_HEIGHT_PX / 2,
            event,
            room,
            fmt,
            lines=most,
            line_height=LINE_HEIGHT_PX,
            fill=fill,
        )
        y, lines, fill = y + LINE_HEIGHT_PX * taken, lines - taken, DIM_INK


def _draw_faction_sign(view: View, seat: int) -> Sprite:
    """The shape of a seat's faction, on paper."""
    side = phrases.find_faction(view, seat)
    return draw_faction_mark(side.faction if side else FACTIONS[seat], 14, PAPER)


# ---------------------------------------------------------------- final scores
def _draw_scores(sheet: Sheet, view: View, y: int, fmt: Formatter) -> int:
    """What each Scoring turn brought each faction, and the rest of their CP; returns where to go on."""
    shown = phrases.list_factions(view)
    widest = max((measure_width(_format_signed(side.cp), "title", 44) for side in view.sides), default=0) + 12
    step = max(68, min(widest, (PANEL_RIGHT_PX - PANEL_LEFT_PX) * 2 // 3 // max(1, len(shown))))
    columns = {faction: PANEL_RIGHT_PX - 8 - step // 2 - step * (len(shown) - 1 - k) for k, faction in enumerate(shown)}
    room = min(columns.values()) - step // 2 - PANEL_LEFT_PX - 14
    for side in view.sides:
        sheet.put(draw_faction_mark(side.faction, 19, PANEL_COLOUR), columns[side.faction], y + 30)
    sheet.text(PANEL_LEFT_PX + 14, y + 30, fmt(say("Scoring")), room, fill=DIM_INK)
    y += 86
    turns = max((len(side.earned) for side in view.sides), default=0)
    names = {one.word: one.name for one in view.sectors}
    for n in range(turns):
        row = view.chart[n] if n < min(turns - 1, len(view.chart)) else None
        label = say("Final scoring") if row is None else say("{n}", n=n + 1)
        if row is not None and row.sector:
            label = say("{n} · {sector}", n=n + 1, sector=phrases.name_sector(row.sector, names[row.sector]))
        _draw_score_line(
            sheet,
            y,
            fmt(label),
            room,
            {columns[one.faction]: one.earned[n] for one in view.sides if n < len(one.earned)},
        )
        y += 66
    _draw_score_line(
        sheet, y, fmt(say("Other")), room, {columns[one.faction]: one.cp - sum(one.earned) for one in view.sides}
    )
    y += 66
    sheet.text(PANEL_LEFT_PX + 14, y, fmt(say("Total")), room, size=40, role="title")
    for side in view.sides:
        fill = FACTION_STYLES[side.faction].colour if side.seat in view.winners else CREAM
        sheet.text(
            columns[side.faction], y, _format_signed(side.cp), step - 6, size=44, role="title", fill=fill, align="m"
        )
    return _draw_rule(sheet, y + 40)


def _format_signed(points: int) -> str:
    """A number with a true minus sign."""
    return str(points).replace("-", "−")


def _draw_score_line(sheet: Sheet, y: int, label: str, room: int, points: Mapping[int, int]) -> None:
    """A line of the final scores: points by the x of their column."""
    lines = wrap_text(label, "text", MIN_DATA_SIZE_PX, room, 2).lines
    for k, line in enumerate(lines):
        sheet.text(PANEL_LEFT_PX + 14, y + 36 * (k - (len(lines) - 1) / 2), line, room, role="text")
    for x, n in points.items():
        sheet.text(x, y, _format_signed(n), 64, fill=CREAM if n else DIM_INK, align="m")
