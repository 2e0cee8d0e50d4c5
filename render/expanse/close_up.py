"""Neighbouring Bands of the map of The Expanse Board Game, for small screens: what can be chosen, or the viewer's pieces."""

from __future__ import annotations

from typing import NamedTuple

from PIL import Image

from engine.games.expanse.view import View
from render.expanse import phrases
from render.expanse.bonus_chart import CHART_LEFT_PX, CHART_RIGHT_PX, CHART_TOP_PX
from render.expanse.layout import (
    BAND_EDGES_PX,
    LETTER_WIDTH_PX,
    MAP_BOTTOM_PX,
    MAP_LEFT_PX,
    MAP_RIGHT_PX,
    MAP_TOP_PX,
    compute_arc,
)
from render.expanse.map_pieces import find_bands
from render.expanse.panel import create_panel_layout, find_mats_box
from render.expanse.pieces import BAND_COLOURS, DARK_INK, FACTION_STYLES, SPACE_COLOUR, draw_faction_seal
from render.expanse.strip import STRIP_BOTTOM_PX
from render.kit.banner import CROP_HEADLINE_SIZE_PX, write_headline
from render.kit.cache import cached_sprite
from render.kit.canvas import BASE_SCALE, Canvas, Sprite
from render.kit.prompt import measure_prompt, write_prompt
from render.kit.scene import Scene
from render.kit.sheet import Sheet, draw_card, fill_box
from render.kit.text import Formatter
from render.kit.theme import CREAM

HEADER_HEIGHT_PX, EDGE_PX = 100, 8
GUTTER_PX = LETTER_WIDTH_PX // 2 + 4
"""The part of the gutter left of a Band that belongs to its crop, with the letters in it."""
WAY_ROOM_PX = 9
"""The part of the gutter right of the last Band that is shown: a way of ships runs in it."""
CHART_BANDS = (2, 3)
"""The Bands with the bonus chart at their foot."""


class BandSpan(NamedTuple):
    """The first and the last of neighbouring Bands, from 0."""

    first: int
    last: int


def compose_close_up(scene: Scene, board: Sheet, fmt: Formatter) -> Sheet:
    """Compose a part of the board with everything that is marked on it, under a banner.

    For the choice of a faction it shows the factions on the panel, or the whole map before there are any; else two Bands or more.
    """
    view: View = scene.view
    kinds = {spot.partition("-")[0] for spot in scene.marks}
    if "faction" in kinds and view.mats:
        return _compose_part(scene, board.crop_part(find_mats_box(create_panel_layout(scene))), fmt)
    if "faction" in kinds:
        return _compose_part(scene, board.crop_part((MAP_LEFT_PX, MAP_TOP_PX, MAP_RIGHT_PX, STRIP_BOTTOM_PX)), fmt)
    span = choose_bands(scene)
    x0, x1 = _find_edges(span)
    part = board.crop_part((x0, MAP_TOP_PX, x1, MAP_BOTTOM_PX))
    if span.last == CHART_BANDS[0]:
        _remove_chart(part, x0, x1)
    part.put(_draw_shade(x0, x1, span), 0, 0)
    return _compose_part(scene, part, fmt)


def _compose_part(scene: Scene, part: Sheet, fmt: Formatter) -> Sheet:
    """Compose a part of the board between the banner and the prompt."""
    part_width, part_height = part.image.size
    prompt_top = HEADER_HEIGHT_PX + part_height + EDGE_PX
    prompt_height = measure_prompt(scene, fmt, part_width, phrases.describe_resources(scene))
    if prompt_height:
        prompt_height += 6
    sheet = Sheet(Image.new("RGB", (part_width + 2 * EDGE_PX, prompt_top + prompt_height), SPACE_COLOUR))
    sheet.paste_part(part, EDGE_PX, HEADER_HEIGHT_PX)
    _draw_banner(sheet, scene, part_width, fmt)
    prompt_box = (EDGE_PX, prompt_top, part_width + EDGE_PX, sheet.image.height - 6)
    write_prompt(sheet, scene, fmt, prompt_box, phrases.describe_resources(scene))
    return sheet


def _draw_banner(sheet: Sheet, scene: Scene, part_width: int, fmt: Formatter) -> None:
    """Draw the headline and the phase on the colour of the faction to act, or of the winner."""
    side = phrases.find_headline_faction(scene)
    colour = CREAM
    if side:
        colour = FACTION_STYLES[side.faction].colour
    box = (EDGE_PX, EDGE_PX, part_width + EDGE_PX, HEADER_HEIGHT_PX - EDGE_PX)
    draw_card(sheet.image, box, colour, SPACE_COLOUR)
    x = 24
    if side:
        sheet.put(draw_faction_seal(side.faction, 60), 48, HEADER_HEIGHT_PX / 2)
        x = 90
    max_width = part_width - x
    headline = phrases.format_headline(scene)
    write_headline(sheet, x, 30, headline, max_width, fmt, size=CROP_HEADLINE_SIZE_PX, fill=DARK_INK)
    sheet.text(x, 71, fmt(phrases.describe_phase(scene)), max_width, fill=DARK_INK)


def choose_bands(scene: Scene) -> BandSpan:
    """Choose the Bands from the first to the last marked one, or without marks the half with most of the viewer's pieces."""
    view: View = scene.view
    marked = sorted(band for spot in scene.marks for band in find_bands(view, spot))
    if not marked:
        if is_inner_half(view):
            return BandSpan(0, 1)
        return BandSpan(2, 3)
    first, last = marked[0], marked[-1]
    if first < last:
        return BandSpan(first, last)
    if first < 2:
        return BandSpan(0, 1)
    return BandSpan(2, 3)


def _find_edges(span: BandSpan) -> tuple[int, int]:
    """Return the left and right edge of the Bands on the board; the circles between the Bands bend to the left."""
    left = BAND_EDGES_PX[span.first] - 34 - GUTTER_PX if span.first else MAP_LEFT_PX
    right = BAND_EDGES_PX[span.last + 1] + 4 + WAY_ROOM_PX if span.last + 1 < len(BAND_EDGES_PX) else MAP_RIGHT_PX
    return left, right


def _remove_chart(part: Sheet, x0: int, x1: int) -> None:
    """Remove the bonus chart from a part that does not have all of it."""
    top, left, right = CHART_TOP_PX - MAP_TOP_PX, CHART_LEFT_PX - x0, min(CHART_RIGHT_PX, x1) - x0
    fill_box(part.image, BAND_COLOURS[CHART_BANDS[0]], (left, top, right, part.image.height))
    part.written_texts = [one for one in part.written_texts if not (one.ink[1] >= top and one.ink[0] >= left)]


@cached_sprite
def _draw_shade(x0: int, x1: int, span: BandSpan) -> Sprite:
    """Draw the shade over the parts of other Bands."""
    c = Canvas((x1 - x0, MAP_BOTTOM_PX - MAP_TOP_PX), None, BASE_SCALE, (-x0, -MAP_TOP_PX))
    if span.first:
        inner = compute_arc(BAND_EDGES_PX[span.first] - GUTTER_PX)
        c.poly([*inner, (x0, MAP_BOTTOM_PX), (x0, MAP_TOP_PX)], SPACE_COLOUR)
    if span.last + 1 < len(BAND_EDGES_PX):
        outer = compute_arc(BAND_EDGES_PX[span.last + 1] + WAY_ROOM_PX)
        c.poly([*outer, (x1, MAP_BOTTOM_PX), (x1, MAP_TOP_PX)], SPACE_COLOUR)
    return Sprite(c.finish(), 0, 0)


def is_inner_half(view: View) -> bool:
    """Return whether most pieces of the viewer are in the two inner Bands; a spectator sees the player to move."""
    side = phrases.find_faction(view, view.viewer) or phrases.find_faction(view, view.active)
    faction, inner_bands = side.faction if side else None, view.bands[:2]
    surplus = 0
    for base in view.bases:
        n = sum(presence.cubes + presence.diplomats for presence in base.presence if presence.faction == faction)
        surplus += n if base.band in inner_bands else -n
    for orbital in view.orbitals:
        n = sum(squadron.token_count for squadron in orbital.squadrons if squadron.faction == faction)
        surplus += n if orbital.band in inner_bands else -n
    return surplus >= 0
