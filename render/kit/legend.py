"""Legends: the marks on a picture in a few words each.

A sheet lists the sprites that were put on it. A painter's legend has an entry for each function that draws sprites. So a legend
is made from what is on the picture, and a mark without an entry is an error.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any, NamedTuple, cast

from engine.kernel.text import Text, say
from render.kit.cache import Mark
from render.kit.marks import draw_gold_frame, draw_gold_ring, draw_letter_ground, draw_own_mark, draw_stem
from render.kit.movement.trails import draw_trail_sprite
from render.kit.movement.turn_marks import (
    draw_arrow_sprite,
    draw_emptied_frame,
    draw_ghost_ring,
    draw_placed_frame,
    draw_walked_ring,
)
from render.kit.seats import draw_seat_badge, draw_ship
from render.kit.sheet import Sheet


class UnexplainedMarkError(LookupError):
    """Raised for a mark that its painter's legend does not list."""


class Variants(NamedTuple):
    """The words for a mark by the value of one of its parameters; None for a value without a meaning of its own."""

    parameter: str
    texts: Mapping[Any, Text | None]


LegendEntry = Text | Variants | None
"""The words for a mark; None for a part of the ground or an ornament."""
Legend = Mapping[object, LegendEntry]
"""The words for marks, by the function that draws them or by the word that `Sheet.list_mark` got, in the order of a legend."""

SHARED_LEGEND: Legend = {
    draw_letter_ground: say("Gold disc with a letter: a choice, with the same letter on its control"),
    draw_gold_ring: say("Gold ring: this can be chosen"),
    draw_stem: None,
    draw_gold_frame: say("Gold frame: this can be chosen"),
    draw_seat_badge: say("Coloured badge with a number: a player"),
    draw_own_mark: say("White wedge: this is yours"),
    draw_ship: say("Ship in a player’s colour"),
    draw_placed_frame: say("Frame in a player’s colour: new in the latest turns"),
    draw_emptied_frame: say("Broken frame: something was taken away here in the latest turns"),
    draw_walked_ring: say("Ring in a player’s colour: visited in the latest turns"),
    draw_ghost_ring: say("Broken ring: a piece stood here before"),
    draw_arrow_sprite: say("Arrow: the way of a piece in the latest turns"),
    draw_trail_sprite: say("Faint line: the way of a piece so far"),
}
"""The words for the marks of the kit."""


def explain_sheet(sheet: Sheet | None, legend: Legend) -> tuple[Text, ...]:
    """Return the words for the marks on a sheet, each once, in the order of the legend. Raises UnexplainedMarkError."""
    entries = {**SHARED_LEGEND, **legend}
    positions = {source: n for n, source in enumerate((*legend, *SHARED_LEGEND))}
    texts: dict[str, Text] = {}
    if sheet:
        marks = dict.fromkeys(placed.mark for placed in sheet.marks)
    else:
        marks = {}
    for mark in sorted(marks, key=lambda mark: positions.get(mark.source, -1)):
        text = _explain_mark(mark, entries)
        if text is not None:
            texts[repr(text)] = text
    return tuple(texts.values())


def _explain_mark(mark: Mark, entries: Legend) -> Text | None:
    if mark.source not in entries:
        raise UnexplainedMarkError(getattr(mark.source, "__qualname__", mark.source))
    entry = entries[mark.source]
    if not isinstance(entry, Variants):
        return entry
    value = _read_parameter(mark, entry.parameter)
    if value not in entry.texts:
        raise UnexplainedMarkError(f"{mark.source} of {entry.parameter}={value!r}")
    return entry.texts[value]


def _read_parameter(mark: Mark, name: str) -> object:
    """Return the value of a parameter of the function that drew a mark; of another mark, its only value."""
    if not callable(mark.source):
        return mark.args[0]
    bound = inspect.signature(mark.source).bind(*mark.args, **dict(mark.kwargs))
    bound.apply_defaults()
    return cast("object", bound.arguments[name])
