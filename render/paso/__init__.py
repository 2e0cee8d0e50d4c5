"""The painter of La Aventura del Paso del Noroeste."""

from __future__ import annotations

import math

from PIL import Image

from engine.games.paso.view import View
from engine.kernel.text import Translate
from render.kit.banner import number
from render.kit.drawing import Drawing
from render.kit.scene import Scene
from render.kit.seats import badge
from render.kit.sheet import Sheet
from render.kit.text import Formatter
from render.kit.theme import INK
from render.paso import close_up, hand_sheet, live_layer, panel, static_layer
from render.paso.alt_text import alt, hand_alt
from render.paso.chart import ground_of
from render.paso.colours import palette
from render.paso.layout import BOTTOM, STRIP_LEFT, STRIP_WIDE, TITLE_LEFT, TITLE_Y, TOP, BoardLayout, berth, named
from render.paso.static_layer import StaticLayer
from render.paso.story import news

__all__ = ["alt", "crop", "hand", "hand_alt", "news", "on_hand", "paint", "palette"]
WIDTH, HEIGHT = 1650, 1050
APART = (34, 23)
"""The distances at which the badge of a ship on the overview leaves another one free, and at least its number."""
ASIDE = sorted(
    ((dx, dy) for dx in range(-68, 69, 17) for dy in (0, -26, 26)), key=lambda by: (abs(by[0]) + 2 * abs(by[1]), by)
)
"""Where else it may stand, sooner beside its place than above or below it: the height is how far it has come."""
TITLE = "La Aventura del Paso del Noroeste"


def paint(scene: Scene, translate: Translate) -> Image.Image:
    """The board: 1650 × 1050, RGB."""
    return compose(scene, translate).image


def hand(scene: Scene, translate: Translate) -> Image.Image | None:
    """The viewer's own character and treasures, large; or the characters on offer; or the ways to choose from."""
    sheet = hand_sheet.compose(scene, translate)
    return sheet.image if sheet else None


def on_hand(spot: str) -> bool:
    """Cards, characters and ways; hexagons, tiles, ships and reserves are marked on the board."""
    return spot.startswith(("card-", "character-", "way-"))


def compose(scene: Scene, translate: Translate) -> Sheet:
    """The board, with a list of the words on it."""
    fmt = Formatter(scene.names, translate)
    view: View = scene.view
    layout = BoardLayout.of(view, marked_rows(scene))
    panel_layout = panel.panel_layout(scene, layout)
    sheet = Sheet(Drawing((WIDTH, HEIGHT)))
    sheet.lay(static_layer.part(layout, ground_of(view), StaticLayer.of(scene)), 0, 0)
    panel.ground(sheet, panel_layout, layout.edge)
    _strip(sheet, view, layout)
    live_layer.draw(sheet, scene, layout, fmt)
    sheet.text(TITLE_LEFT, TITLE_Y, TITLE, layout.right - TITLE_LEFT - 100, role="title", fill=INK)
    sheet.text(layout.right + 12, TITLE_Y, number(scene), 120, role="serif", fill=INK, align="r")
    panel.panel(sheet, scene, panel_layout, fmt)
    return sheet


def crop(scene: Scene, translate: Translate) -> Image.Image | None:
    """For phones: the rows of all marks, else those round the viewer's ship or the ship to move; None if the marks do not fit."""
    part = close_up.compose(scene, Formatter(scene.names, translate))
    return part.image if part else None


def marked_rows(scene: Scene) -> frozenset[int]:
    """The rows of all marked places."""
    view: View = scene.view
    words = {word for spot in scene.marks for word in spot.split("-")}
    return frozenset(at[1] for at in (named(view.columns, word) for word in words) if at is not None)


def _strip(sheet: Sheet, view: View, layout: BoardLayout) -> None:
    """The ships on the overview; those that would hide each other stand a little apart."""
    placed: list[tuple[float, float]] = []
    for seen in sorted(view.players, key=lambda one: (one.row, layout.strip_middle(berth(layout, view, one))[0])):
        x, y = layout.strip_middle(berth(layout, view, seen))
        room = [(x + dx, y + dy) for dx, dy in ASIDE if _inside(x + dx, y + dy)]
        free = (one for far in APART for one in room if all(math.dist(one, other) >= far for other in placed))
        at = next(free, (x, y))
        sheet.put(badge(seen.seat, 34), *at)
        placed.append(at)


def _inside(x: float, y: float) -> bool:
    """Whether a badge lies on the overview."""
    return STRIP_LEFT + 13 <= x <= STRIP_LEFT + STRIP_WIDE - 13 and TOP + 15 <= y <= BOTTOM - 15
