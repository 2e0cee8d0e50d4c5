"""Standings of The Expanse Board Game: the factions by initiative, below the map."""

from __future__ import annotations

from typing import NamedTuple

from engine.games.expanse.view import SeenSide, View
from engine.kernel.text import say
from render.expanse import phrases
from render.expanse.layout import BOTTOM, LEFT, RIGHT
from render.expanse.on_map import letter
from render.expanse.pieces import (
    DIM,
    FAINT,
    LOOKS,
    PANEL,
    SPACE,
    chevron,
    cube,
    frame,
    mark,
    molecule,
    resource,
    rocinante,
)
from render.kit.sheet import Sheet, draw_card
from render.kit.text import SMALLEST, Formatter, first_fitting
from render.kit.theme import CREAM, Colour

TOP, CARDS, FOOT = BOTTOM + 6, BOTTOM + 44, 1038
GAP = 8


class StripLayout(NamedTuple):
    """What the empty strip is drawn from: the edge of every faction's card, "" for none."""

    edges: tuple[Colour, ...]

    def card(self, k: int) -> tuple[int, int]:
        """Where the k-th faction's card begins and ends."""
        wide = (RIGHT - LEFT + GAP) // max(1, len(self.edges))
        return LEFT + k * wide, LEFT + (k + 1) * wide - GAP


def strip_layout(view: View, acting: tuple[int, ...]) -> StripLayout:
    """The strip for a view and the seats to act."""
    bright = view.winners if view.ended else acting
    edges = [LOOKS[one.faction].colour if one.seat in bright else "" for one in phrases.ranked(view)]
    return StripLayout((*edges, *[""] * (view.seats - len(edges))))


def ground(sheet: Sheet, layout: StripLayout) -> None:
    """The empty cards of the factions."""
    for k, colour in enumerate(layout.edges):
        x0, x1 = layout.card(k)
        draw_card(sheet.image, (x0, CARDS, x1, FOOT), PANEL, SPACE, edge=colour or None, width=4 if colour else 0)


def standings(sheet: Sheet, view: View, marks: dict[str, str], layout: StripLayout, fmt: Formatter) -> None:
    """All factions, then the players who have none yet."""
    for k, side in enumerate(phrases.ranked(view)):
        string = marks.get(f"faction-{side.faction}", "")
        sheet.draw_part(_faction, fmt, side, layout.card(k), _turn(view, side, fmt), bool(string))
        if string:
            x0, x1 = layout.card(k)
            sheet.put(frame(x1 - x0, FOOT - CARDS), x0, CARDS)
            letter(sheet, x1 - 20, CARDS + 18, string)
    for seat in range(len(view.sides), view.seats):
        x0, x1 = layout.card(seat)
        sheet.text(x0 + 20, CARDS + 29, fmt.names[seat], x1 - x0 - 32, fill=DIM)
        label = fmt(say("no faction yet"))
        sheet.text(x0 + 20, CARDS + 74, label, x1 - x0 - 32, role="text", fill=DIM)


def _turn(view: View, side: SeenSide, fmt: Formatter) -> str:
    """Whether it is a faction's turn, or the next one will be; "" for neither."""
    if view.ended or view.phase == "factions":
        return ""
    after = (view.active + 1) % view.seats
    return fmt(say("turn")) if side.active else fmt(say("next")) if side.seat == after else ""


def _faction(
    sheet: Sheet,
    side: SeenSide,
    span: tuple[int, int],
    turn: str,
    marked: bool,
    fmt: Formatter,
) -> None:
    """A faction: place, player, Control Points, what is beside the map, critical resources."""
    x0, x1 = span
    taken = sheet.text(x1 - 6, TOP + 20, turn, 110, role="text", align="r") if turn else 0
    if side.place:
        label = fmt(say("Initiative {n}", n=side.place))
        sheet.text(x0 + 6, TOP + 20, label, x1 - x0 - 12 - taken - 12, fill=DIM)
    y = CARDS + 29
    sheet.put(mark(side.faction, 16, PANEL), x0 + 28, y)
    name, room = fmt.names[side.seat], x1 - x0 - (100 if marked else 66)
    sheet.text(x0 + 54, y, name, room)
    y += 45
    cp = sheet.text(x0 + 14, y, str(side.cp), 80, size=46, role="title")
    sheet.text(x0 + 22 + cp, y + 5, fmt(say("CP")), 56, fill=DIM)
    end = x1 - 12
    for kind in reversed(side.critical):
        sheet.put(resource(kind, 32, PANEL), end - 17, y)
        end -= 39
    if side.rocinante:
        sheet.put(rocinante(46), end - 30, y)
    y += 45
    end = _supply(sheet, side, x1 - 12, y)
    room = end - x0 - 20
    called = first_fitting([fmt(say(side.name)), fmt(phrases.tag(side.faction))], "text", SMALLEST, room)
    sheet.text(x0 + 14, y, called, room, role="text", fill=DIM)


def _supply(sheet: Sheet, side: SeenSide, end: int, y: int) -> int:
    """From the right: influence that can be placed, fleets to be built, Protomolecule tokens; returns the x to their left."""
    spare = side.supply + (side.diplomats if any(one.active for one in side.abilities[1:]) else 0)
    end -= sheet.text(end, y + 1, str(spare), 40, fill=CREAM if spare else FAINT, align="r")
    sheet.put(cube(32, PANEL), end - 21, y)
    end -= 48
    if side.off.ships:
        end -= sheet.text(end, y + 1, str(side.off.ships), 30, align="r")
        sheet.put(chevron(30, PANEL), end - 20, y + 1)
        end -= 46
    if side.tokens and any(one.active for one in side.abilities[2:]):
        end -= sheet.text(end, y + 1, str(side.tokens), 30, align="r")
        sheet.put(molecule(12), end - 19, y)
        end -= 40
    return end
