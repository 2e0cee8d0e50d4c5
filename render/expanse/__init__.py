"""The painter of The Expanse Board Game."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from engine.games.expanse.view import View
from engine.kernel.text import Text, Translate, say
from render.expanse import alt_text, close_up, colours, hand_sheet, on_map, panel, strip
from render.expanse import chart as expanse_chart
from render.expanse import words as words_of
from render.expanse.layout import LEFT, TOP
from render.expanse.pieces import SPACE
from render.expanse.sky import Ground, Printed, sky
from render.kit.scene import Scene
from render.kit.sheet import Sheet
from render.kit.text import Voice

WIDTH, HEIGHT = 1650, 1050


def paint(scene: Scene, translate: Translate) -> Image.Image:
    """The board: 1650 × 1050, RGB."""
    return compose(scene, translate).image


def crop(scene: Scene, translate: Translate) -> Image.Image | None:
    """The two neighbouring Bands with most of the viewer's own pieces, for small screens; None to choose on the whole map."""
    if scene.marks:
        return None
    return close_up.compose(scene, compose(scene, translate), Voice(scene.names, translate)).image


def hand(scene: Scene, translate: Translate) -> Image.Image | None:
    """The cards that the viewer can use, large, with their texts."""
    sheet = hand_sheet.compose(scene, translate)
    return sheet.image if sheet else None


def alt(scene: Scene, translate: Translate) -> str:
    """The board in words."""
    return alt_text.board(scene, translate)


def hand_alt(scene: Scene, translate: Translate) -> str:
    """The viewer's cards in words."""
    return alt_text.hand(scene, translate)


def on_hand(spot: str) -> bool:
    """Cards on the track, Kept Events and the crew; the rest are places on the board."""
    return spot.startswith(("track-", "kept-", "crew-"))


def palette() -> Image.Image:
    """The colours to encode these pictures with."""
    return colours.palette()


def compose(scene: Scene, translate: Translate) -> Sheet:
    """The board with the list of the words on it."""
    view: View = scene.view
    voice = Voice(scene.names, translate)
    chart = expanse_chart.panel_layout(view, voice)
    standing = strip.panel_layout(view, words_of.acting(scene))
    side = panel.panel_layout(scene)
    base = _base(ground(view, voice), chart, standing, side)
    sheet = Sheet(base.image.copy())
    sheet.written.extend(base.written)
    on_map.pieces(sheet, scene, voice)
    expanse_chart.markers(sheet, view, chart.scale)
    strip.standings(sheet, view, scene.marks, standing, voice)
    panel.panel(sheet, scene, side, voice)
    return sheet


@lru_cache(maxsize=4)
def _base(
    what: Ground, chart: expanse_chart.PanelLayout, standing: strip.PanelLayout, side: panel.PanelLayout
) -> Sheet:
    """All that does not change from action to action; 5 MB each."""
    sheet = Sheet(Image.new("RGB", (WIDTH, HEIGHT), SPACE))
    sheet.lay(sky(what), LEFT, TOP)
    sheet.lay(expanse_chart.corner(chart), expanse_chart.X0, expanse_chart.TOP)
    sheet.image.paste(strip.ground(standing), (LEFT, strip.TOP))
    sheet.image.paste(panel.ground(side), (panel.EDGE, 0))
    return sheet


def ground(view: View, voice: Voice) -> Ground:
    """What the map is drawn from."""
    return Ground(
        on_map.chart(view),
        tuple(voice(Text(view.names[band])) for band in view.bands),
        tuple(Printed(base.word, voice(say(base.name)), base.resource, base.open) for base in view.bases),
        view.seats,
        voice(say("not in play")),
    )
