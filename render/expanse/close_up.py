"""Two Bands of the map of The Expanse Board Game, for small screens: whose turn, and where the viewer's own pieces are."""

from __future__ import annotations

from PIL import Image

from engine.games.expanse.view import View
from render.expanse import phrases
from render.expanse.layout import BAND_EDGES_PX, MAP_BOTTOM_PX, MAP_LEFT_PX, MAP_RIGHT_PX, MAP_TOP_PX, compute_arc
from render.expanse.pieces import DARK_INK, FACTION_STYLES, SPACE_COLOUR, draw_faction_seal
from render.kit.banner import write_headline
from render.kit.cache import cached_sprite
from render.kit.canvas import BASE_SCALE, Canvas, Sprite
from render.kit.prompt import measure_prompt, write_prompt
from render.kit.scene import Scene
from render.kit.sheet import Sheet, draw_card
from render.kit.text import Formatter
from render.kit.theme import CREAM

HEADER_HEIGHT_PX = 100


def compose_close_up(scene: Scene, board: Sheet, fmt: Formatter) -> Sheet | None:
    """Part of the board under a banner of its own; None if not all marks are in two neighbouring Bands."""
    view: View = scene.view
    inner = is_inner_half(view) if not scene.marks else _find_marked_half(scene)
    if inner is None:
        return None
    x0, x1 = (MAP_LEFT_PX, BAND_EDGES_PX[2] + 4) if inner else (BAND_EDGES_PX[2] - 34, MAP_RIGHT_PX)
    wide = x1 - x0
    foot = HEADER_HEIGHT_PX + MAP_BOTTOM_PX - MAP_TOP_PX + 8
    asked = measure_prompt(scene, fmt, wide, phrases.describe_resources(scene))
    sheet = Sheet(Image.new("RGB", (wide + 16, foot + asked + (6 if asked else 0)), SPACE_COLOUR))
    sheet.paste_part(board.crop_part((x0, MAP_TOP_PX, x1, MAP_BOTTOM_PX)), 8, HEADER_HEIGHT_PX)
    sheet.put(_draw_shade(x0, x1, is_inner=inner), 8, HEADER_HEIGHT_PX)
    seats = view.winners if view.ended else scene.winners or phrases.list_acting_seats(scene)
    side = phrases.find_faction(view, seats[0] if len(seats) == 1 else None)
    colour = FACTION_STYLES[side.faction].colour if side else CREAM
    draw_card(sheet.image, (8, 8, wide + 8, HEADER_HEIGHT_PX - 8), colour, SPACE_COLOUR)
    x = 24
    if side:
        sheet.put(draw_faction_seal(side.faction, 60), 48, HEADER_HEIGHT_PX / 2)
        x = 90
    room = wide - x
    write_headline(sheet, x, 30, phrases.format_headline(scene), room, fmt, size=40, min_size=39, fill=DARK_INK)
    sheet.text(x, 71, fmt(phrases.describe_phase(scene)), room, fill=DARK_INK)
    write_prompt(sheet, scene, fmt, (8, foot, wide + 8, sheet.image.height - 6), phrases.describe_resources(scene))
    return sheet


def _find_marked_half(scene: Scene) -> bool | None:
    """Whether all marks are in the two inner Bands (True) or in the two outer ones; None for neither."""
    view: View = scene.view
    bands = {f"base-{one.word}": one.band for one in view.bases}
    bands |= {f"orbital-{one.word}": one.band for one in view.orbitals}
    marked = {bands.get(spot, "") for spot in scene.marks}
    return True if marked <= {*view.bands[:2]} else False if marked <= {*view.bands[2:]} else None


@cached_sprite
def _draw_shade(x0: int, x1: int, *, is_inner: bool) -> Sprite:
    """What hides the Bands beyond the circle between the second and the third."""
    c = Canvas((x1 - x0, MAP_BOTTOM_PX - MAP_TOP_PX), None, BASE_SCALE, (-x0, -MAP_TOP_PX))
    far = x1 if is_inner else x0
    c.poly([*compute_arc(BAND_EDGES_PX[2]), (far, MAP_BOTTOM_PX), (far, MAP_TOP_PX)], SPACE_COLOUR)
    return Sprite(c.finish(), 0, 0)


def is_inner_half(view: View) -> bool:
    """Whether most pieces of the viewer (for a spectator, of the player to move) are in the two inner Bands."""
    side = phrases.find_faction(view, view.viewer) or phrases.find_faction(view, view.active)
    faction, near = side.faction if side else None, view.bands[:2]
    here = 0
    for base in view.bases:
        n = sum(one.cubes + one.diplomats for one in base.presence if one.faction == faction)
        here += n if base.band in near else -n
    for orbital in view.orbitals:
        n = sum(one.token_count for one in orbital.squadrons if one.faction == faction)
        here += n if orbital.band in near else -n
    return here >= 0
