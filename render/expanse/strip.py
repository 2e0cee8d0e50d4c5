"""The standings of The Expanse Board Game below the map: the factions by initiative."""

from __future__ import annotations

from typing import NamedTuple

from engine.games.expanse.view import View, VisibleFaction
from engine.kernel.text import say
from render.expanse import phrases
from render.expanse.layout import MAP_BOTTOM_PX, MAP_LEFT_PX, MAP_RIGHT_PX
from render.expanse.map_pieces import draw_letter_tag
from render.expanse.pieces import (
    DIM_INK,
    FACTION_STYLES,
    FAINT_COLOUR,
    PANEL_COLOUR,
    SPACE_COLOUR,
    draw_chevron,
    draw_cube,
    draw_faction_mark,
    draw_frame,
    draw_protomolecule,
    draw_resource,
    draw_rocinante,
)
from render.kit.marks import OWN_ROW_MARK_PX, draw_own_mark
from render.kit.ranking import rank_by_points
from render.kit.sheet import Sheet, draw_card
from render.kit.text import MIN_DATA_SIZE_PX, PHONE_DATA_SIZE_PX, Formatter, find_fitting_size, measure_width
from render.kit.theme import CREAM, Colour

CARDS_TOP_PX, STRIP_BOTTOM_PX = MAP_BOTTOM_PX + 8, 1038
CARD_GAP_PX = 8
CP_SIZE_PX, RESOURCE_SIZE_PX = 60, 38
"""The size of Control Points, and of the signs of critical resources."""
ROCINANTE_SIZE_PX, ROCINANTE_WIDTH_PX = 36, 54
"""The length of the Rocinante, and its width with its flame."""


class StripLayout(NamedTuple):
    """The values that the empty strip is drawn from: the edge colour of every faction's card, "" for none."""

    edge_colours: tuple[Colour, ...]

    def find_card_span(self, index: int) -> tuple[int, int]:
        """Return the left and right edge of a faction's card."""
        pitch = (MAP_RIGHT_PX - MAP_LEFT_PX + CARD_GAP_PX) // max(1, len(self.edge_colours))
        return MAP_LEFT_PX + index * pitch, MAP_LEFT_PX + (index + 1) * pitch - CARD_GAP_PX


def create_strip_layout(view: View, acting: tuple[int, ...]) -> StripLayout:
    """Collect the strip of a view; the cards of the seats to act, or of the winners, have an edge."""
    highlighted = view.winners if view.ended else acting
    edges = [""] * view.seats
    for k, (_, side) in enumerate(list_cards(view)):
        if side.seat in highlighted:
            edges[k] = FACTION_STYLES[side.faction].colour
    return StripLayout(tuple(edges))


def list_cards(view: View) -> list[tuple[int, VisibleFaction]]:
    """List the factions by initiative with 0, or at the end of the game by their points with their places."""
    if view.ended:
        return rank_by_points(view.sides, view.winners, lambda side: (side.seat, side.cp))
    return [(0, side) for side in phrases.list_by_initiative(view)]


def draw_strip_background(sheet: Sheet, layout: StripLayout) -> None:
    """Draw the empty cards of the factions."""
    for k, colour in enumerate(layout.edge_colours):
        x0, x1 = layout.find_card_span(k)
        draw_card(
            sheet.image,
            (x0, CARDS_TOP_PX, x1, STRIP_BOTTOM_PX),
            PANEL_COLOUR,
            SPACE_COLOUR,
            edge=colour or None,
            width=4 if colour else 0,
        )


def draw_standings(sheet: Sheet, view: View, marks: dict[str, str], layout: StripLayout, fmt: Formatter) -> None:
    """Draw all factions, then the players who have none yet."""
    totals = sorted(side.cp for side in view.sides)
    for k, (rank, side) in enumerate(list_cards(view)):
        letter = marks.get(f"faction-{side.faction}", "")
        span = layout.find_card_span(k)
        leads = side.cp == totals[-1] > totals[0]
        sheet.draw_part(_draw_faction, fmt, side, span, leads, bool(letter), rank)
        if side.seat == view.viewer:
            sheet.put(draw_own_mark(OWN_ROW_MARK_PX), span[0] + 28, CARDS_TOP_PX + 20)
        if letter:
            x0, x1 = span
            sheet.put(draw_frame(x1 - x0, STRIP_BOTTOM_PX - CARDS_TOP_PX), x0, CARDS_TOP_PX)
            draw_letter_tag(sheet, x1 - 22, CARDS_TOP_PX + 28, letter)
    for seat in range(len(view.sides), view.seats):
        x0, x1 = layout.find_card_span(seat)
        size = find_fitting_size(fmt.names[seat], "bold", PHONE_DATA_SIZE_PX, x1 - x0 - 32)
        sheet.text(x0 + 20, CARDS_TOP_PX + 32, fmt.names[seat], x1 - x0 - 32, size=size, fill=DIM_INK)
        label = fmt(say("no faction yet"))
        sheet.text(x0 + 20, CARDS_TOP_PX + 80, label, x1 - x0 - 32, role="text", fill=DIM_INK)


def _draw_faction(
    sheet: Sheet,
    side: VisibleFaction,
    span: tuple[int, int],
    leads: bool,
    is_marked: bool,
    rank: int,
    fmt: Formatter,
) -> None:
    """Draw a faction: player, Control Points, critical resources, place on the Initiative Track or its final one, and supply.

    The Control Points of a faction that `leads` have its colour.
    """
    x0, x1 = span
    y, max_width = CARDS_TOP_PX + 29, x1 - x0 - (100 if is_marked else 66)
    sheet.put(draw_faction_mark(side.faction, 19), x0 + 29, y)
    name_size = find_fitting_size(fmt.names[side.seat], "bold", PHONE_DATA_SIZE_PX, max_width)
    sheet.text(x0 + 56, y, fmt.names[side.seat], max_width, size=name_size)
    y += 46
    fill = CREAM
    if leads:
        fill = FACTION_STYLES[side.faction].colour
        sheet.list_mark(x0 + 40, y, "most-points")
    cp = sheet.text(x0 + 14, y, str(side.cp), 100, size=CP_SIZE_PX, role="title", fill=fill)
    end = x1 - 10
    for kind in reversed(side.critical):
        sheet.put(draw_resource(kind, RESOURCE_SIZE_PX, PANEL_COLOUR), end - RESOURCE_SIZE_PX // 2, y)
        end -= RESOURCE_SIZE_PX + 4
    if side.rocinante:
        sheet.put(draw_rocinante(ROCINANTE_SIZE_PX), end - ROCINANTE_SIZE_PX // 2, y)
        end -= ROCINANTE_WIDTH_PX
    unit = fmt(say("CP"))
    if x0 + 22 + cp + measure_width(unit, "bold", MIN_DATA_SIZE_PX) < end:
        sheet.text(x0 + 22 + cp, y + 6, unit, 56, fill=DIM_INK)
    y += 48
    end = _draw_supply(sheet, side, x1 - 9, y)
    short, x0 = fmt(phrases.shorten_faction(side.faction)), x0 + 9
    if rank:
        x0 += 10 + sheet.text(x0, y, f"{rank}.", 60, size=PHONE_DATA_SIZE_PX, role="title", fill=fill)
    elif side.place:
        sheet.list_mark(x0 + 12, y, "initiative")
        x0 += 6 + sheet.text(x0, y, str(side.place), 60, size=PHONE_DATA_SIZE_PX, fill=DIM_INK)
    if measure_width(short, "text", MIN_DATA_SIZE_PX) <= end - x0 - 2:
        sheet.text(x0, y + 5, short, end - x0 - 2, role="text", fill=DIM_INK)


def _draw_supply(sheet: Sheet, side: VisibleFaction, end: int, y: int) -> int:
    """Draw influence to place, fleets to build and tokens, from the right; return the x to their left."""
    spare = side.supply
    if any(ability.is_active for ability in side.abilities[1:]):
        spare += side.diplomats
    fill = CREAM if spare else FAINT_COLOUR
    end -= sheet.text(end, y, str(spare), 56, size=PHONE_DATA_SIZE_PX, fill=fill, align="r")
    sheet.put(draw_cube(32, PANEL_COLOUR), end - 21, y)
    end -= 44
    if side.off.token_count:
        end -= sheet.text(end, y, str(side.off.token_count), 30, size=PHONE_DATA_SIZE_PX, align="r")
        sheet.put(draw_chevron(30, PANEL_COLOUR), end - 19, y + 1)
        end -= 40
    if side.tokens and any(ability.is_active for ability in side.abilities[2:]):
        end -= sheet.text(end, y, str(side.tokens), 30, size=PHONE_DATA_SIZE_PX, align="r")
        sheet.put(draw_protomolecule(12), end - 19, y)
        end -= 40
    return end
