"""Two Bands of the map of The Expanse Board Game, for small screens: whose turn, and where the viewer's own pieces are."""

from __future__ import annotations

from PIL import Image

from engine.games.expanse.view import View
from render.expanse import phrases
from render.expanse.layout import BOTTOM, INNER_EDGES, LEFT, RIGHT, TOP, arc
from render.expanse.pieces import DARK, LOOKS, SPACE, seal
from render.kit.banner import write_headline
from render.kit.cache import cached_sprite
from render.kit.canvas import SHARP, Canvas, Sprite
from render.kit.prompt import height, write_prompt
from render.kit.scene import Scene
from render.kit.sheet import Sheet, draw_card
from render.kit.text import Formatter
from render.kit.theme import CREAM

HEAD = 100


def compose(scene: Scene, board: Sheet, fmt: Formatter) -> Sheet | None:
    """Part of the board under a banner of its own; None if not all marks are in two neighbouring Bands."""
    view: View = scene.view
    inner = window(view) if not scene.marks else _marked(scene)
    if inner is None:
        return None
    x0, x1 = (LEFT, INNER_EDGES[2] + 4) if inner else (INNER_EDGES[2] - 34, RIGHT)
    wide = x1 - x0
    foot = HEAD + BOTTOM - TOP + 8
    asked = height(scene, fmt, wide, phrases.remains(scene))
    sheet = Sheet(Image.new("RGB", (wide + 16, foot + asked + (6 if asked else 0)), SPACE))
    sheet.lay(board.cut((x0, TOP, x1, BOTTOM)), 8, HEAD)
    sheet.put(_shade(x0, x1, inner=inner), 8, HEAD)
    seats = view.winners if view.ended else scene.winners or phrases.acting(scene)
    side = phrases.side_of(view, seats[0] if len(seats) == 1 else None)
    colour = LOOKS[side.faction].colour if side else CREAM
    draw_card(sheet.image, (8, 8, wide + 8, HEAD - 8), colour, SPACE)
    x = 24
    if side:
        sheet.put(seal(side.faction, 60), 48, HEAD / 2)
        x = 90
    room = wide - x
    write_headline(sheet, x, 30, phrases.headline(scene), room, fmt, size=40, least=39, fill=DARK)
    sheet.text(x, 71, fmt(phrases.now(scene)), room, fill=DARK)
    write_prompt(sheet, scene, fmt, (8, foot, wide + 8, sheet.image.height - 6), phrases.remains(scene))
    return sheet


def _marked(scene: Scene) -> bool | None:
    """Whether all marks are in the two inner Bands (True) or in the two outer ones; None for neither."""
    view: View = scene.view
    bands = {f"base-{one.word}": one.band for one in view.bases}
    bands |= {f"orbital-{one.word}": one.band for one in view.orbitals}
    marked = {bands.get(spot, "") for spot in scene.marks}
    return True if marked <= {*view.bands[:2]} else False if marked <= {*view.bands[2:]} else None


@cached_sprite
def _shade(x0: int, x1: int, *, inner: bool) -> Sprite:
    """What hides the Bands beyond the circle between the second and the third."""
    c = Canvas((x1 - x0, BOTTOM - TOP), None, SHARP, (-x0, -TOP))
    far = x1 if inner else x0
    c.poly([*arc(INNER_EDGES[2]), (far, BOTTOM), (far, TOP)], SPACE)
    return Sprite(c.finish(), 0, 0)


def window(view: View) -> bool:
    """Whether most pieces of the viewer (for a spectator, of the player to move) are in the two inner Bands."""
    side = phrases.side_of(view, view.viewer) or phrases.side_of(view, view.active)
    faction, near = side.faction if side else None, view.bands[:2]
    here = 0
    for base in view.bases:
        n = sum(one.cubes + one.diplomats for one in base.presence if one.faction == faction)
        here += n if base.band in near else -n
    for orbital in view.orbitals:
        n = sum(one.ships for one in orbital.squadrons if one.faction == faction)
        here += n if orbital.band in near else -n
    return here >= 0
