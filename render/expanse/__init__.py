"""The painter of The Expanse Board Game."""

from __future__ import annotations

from PIL import Image

from engine.games.expanse.view import View
from engine.kernel.text import Text, Translate, say
from render.expanse import bonus_chart, close_up, hand_sheet, on_map, panel, phrases, strip
from render.expanse.alt_text import alt, hand_alt
from render.expanse.colours import palette
from render.expanse.layout import LEFT, TOP
from render.expanse.pieces import SPACE
from render.expanse.sky import Ground, Printed, sky
from render.expanse.story import news
from render.kit.banner import number
from render.kit.scene import Scene
from render.kit.sheet import Sheet, create_side_sheet
from render.kit.text import Formatter

__all__ = ["alt", "crop", "hand", "hand_alt", "news", "on_hand", "paint", "palette"]
WIDTH, HEIGHT = 1650, 1050


def paint(scene: Scene, translate: Translate) -> Image.Image:
    """The board: 1650 × 1050, RGB."""
    return compose(scene, translate).image


def crop(scene: Scene, translate: Translate) -> Image.Image | None:
    """For phones: the two neighbouring Bands with all marks, else with most of the viewer's own pieces; None if they do not fit."""
    part = close_up.compose(scene, compose(scene, translate), Formatter(scene.names, translate))
    return part.image if part else None


def hand(scene: Scene, translate: Translate) -> Image.Image | None:
    """The cards that the viewer can use, large, with their texts."""
    sheet = hand_sheet.compose(scene, translate)
    return sheet.image if sheet else None


def on_hand(spot: str) -> bool:
    """Cards on the track, Kept Events and the crew; the rest are places on the board."""
    return spot.startswith(("track-", "kept-", "crew-"))


def compose(scene: Scene, translate: Translate) -> Sheet:
    """The board, with a list of the words on it."""
    view: View = scene.view
    fmt = Formatter(scene.names, translate)
    chart_layout = bonus_chart.chart_layout(view, fmt)
    strip_layout = strip.strip_layout(view, phrases.acting(scene))
    panel_layout = panel.panel_layout(scene)
    sheet = create_side_sheet(0, (WIDTH, HEIGHT), SPACE)
    sheet.lay(sky(ground(view, fmt)), LEFT, TOP)
    sheet.draw_part(bonus_chart.corner, fmt, chart_layout)
    strip.ground(sheet, strip_layout)
    panel.ground(sheet, panel_layout)
    on_map.pieces(sheet, scene, fmt)
    bonus_chart.heading(sheet, view, chart_layout.scale, number(scene))
    bonus_chart.markers(sheet, view, chart_layout.scale)
    strip.standings(sheet, view, scene.marks, strip_layout, fmt)
    panel.panel(sheet, scene, panel_layout, fmt)
    return sheet


def ground(view: View, fmt: Formatter) -> Ground:
    """What the map is drawn from."""
    return Ground(
        on_map.chart(view),
        tuple(fmt(Text(view.names[band])) for band in view.bands),
        tuple(Printed(base.word, fmt(say(base.name)), base.resource, base.open) for base in view.bases),
        view.seats,
        fmt(say("not in play")),
    )
