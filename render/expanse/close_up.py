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
    """Compose two Bands of the board under a banner; return None if not all marks are in the same two Bands."""
    view: View = scene.view
    is_inner = is_inner_half(view) if not scene.marks else _is_marked_half_inner(scene)
    if is_inner is None:
        return None
    x0, x1 = (MAP_LEFT_PX, BAND_EDGES_PX[2] + 4) if is_inner else (BAND_EDGES_PX[2] - 34, MAP_RIGHT_PX)
    map_width = x1 - x0
    prompt_top = HEADER_HEIGHT_PX + MAP_BOTTOM_PX - MAP_TOP_PX + 8
    prompt_height = measure_prompt(scene, fmt, map_width, phrases.describe_resources(scene))
    if prompt_height:
        prompt_height += 6
    sheet = Sheet(Image.new("RGB", (map_width + 16, prompt_top + prompt_height), SPACE_COLOUR))
    sheet.paste_part(board.crop_part((x0, MAP_TOP_PX, x1, MAP_BOTTOM_PX)), 8, HEADER_HEIGHT_PX)
    sheet.put(_draw_shade(x0, x1, is_inner=is_inner), 8, HEADER_HEIGHT_PX)
    _draw_banner(sheet, scene, map_width, fmt)
    prompt_box = (8, prompt_top, map_width + 8, sheet.image.height - 6)
    write_prompt(sheet, scene, fmt, prompt_box, phrases.describe_resources(scene))
    return sheet


def _draw_banner(sheet: Sheet, scene: Scene, map_width: int, fmt: Formatter) -> None:
    """Draw the headline and the phase on the colour of the faction to act, or of the winner."""
    side = phrases.find_headline_faction(scene)
    colour = FACTION_STYLES[side.faction].colour if side else CREAM
    draw_card(sheet.image, (8, 8, map_width + 8, HEADER_HEIGHT_PX - 8), colour, SPACE_COLOUR)
    x = 24
    if side:
        sheet.put(draw_faction_seal(side.faction, 60), 48, HEADER_HEIGHT_PX / 2)
        x = 90
    max_width = map_width - x
    write_headline(sheet, x, 30, phrases.format_headline(scene), max_width, fmt, size=40, min_size=39, fill=DARK_INK)
    sheet.text(x, 71, fmt(phrases.describe_phase(scene)), max_width, fill=DARK_INK)


def _is_marked_half_inner(scene: Scene) -> bool | None:
    """Return whether all marks are in the two inner Bands, False for the two outer Bands, None for neither."""
    view: View = scene.view
    bands = {f"base-{base.word}": base.band for base in view.bases}
    bands |= {f"orbital-{orbital.word}": orbital.band for orbital in view.orbitals}
    marked = {bands.get(spot, "") for spot in scene.marks}
    if marked <= {*view.bands[:2]}:
        return True
    if marked <= {*view.bands[2:]}:
        return False
    return None


@cached_sprite
def _draw_shade(x0: int, x1: int, *, is_inner: bool) -> Sprite:
    """Draw the shade over the Bands on the other side of the circle between the second and the third."""
    c = Canvas((x1 - x0, MAP_BOTTOM_PX - MAP_TOP_PX), None, BASE_SCALE, (-x0, -MAP_TOP_PX))
    far = x1 if is_inner else x0
    c.poly([*compute_arc(BAND_EDGES_PX[2]), (far, MAP_BOTTOM_PX), (far, MAP_TOP_PX)], SPACE_COLOUR)
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
