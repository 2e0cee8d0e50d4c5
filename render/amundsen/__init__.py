"""The painter of 1911 Amundsen vs Scott."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from engine.games.amundsen.view import Side, View
from engine.kernel.text import Translate
from render.amundsen import alt_text, colours, hand_sheet, panel
from render.amundsen.chart import LABELS, chart, chosen_ship, stretch
from render.amundsen.layout import POLE_R, BoardLayout, board_layout, letter_places, stands
from render.amundsen.pieces import SIDE_INK, halo, pawn, snowflake
from render.kit.scene import Scene
from render.kit.sheet import Sheet
from render.kit.text import Voice
from render.kit.theme import GOLD, Colour

WIDTH, HEIGHT = 1650, 1050


def paint(scene: Scene, translate: Translate) -> Image.Image:
    """The board: 1650 × 1050, RGB."""
    return compose(scene, translate).image


def compose(scene: Scene, translate: Translate) -> Sheet:
    """The board with the list of the words on it."""
    view: View = scene.view
    voice = Voice(scene.names, translate)
    where = board_layout(view.track)
    sheet = Sheet(_base(where, tuple(voice(label) for label in LABELS), *panel.frame(scene)).copy())
    _journey(sheet, scene, where)
    panel.panel(sheet, scene, voice)
    return sheet


@lru_cache(maxsize=4)
def _base(
    where: BoardLayout, labels: tuple[str, ...], layout: panel.PanelLayout, active: int, banner: Colour
) -> Image.Image:
    """All that does not change from turn to turn; 5 MB each."""
    image = Image.new("RGB", (WIDTH, HEIGHT))
    image.paste(chart(where, labels), (0, 0))
    image.paste(panel.ground(layout, active, banner), (panel.EDGE, 0))
    return image


def hand(scene: Scene, translate: Translate) -> Image.Image | None:
    """The viewer's own cards, large, with what each does."""
    sheet = hand_sheet.compose(scene, translate)
    return sheet.image if sheet else None


def alt(scene: Scene, translate: Translate) -> str:
    """The board in words."""
    return alt_text.board(scene, translate)


def hand_alt(scene: Scene, translate: Translate) -> str:
    """The viewer's hand in words."""
    return alt_text.hand(scene, translate)


def crop(_scene: Scene, _translate: Translate) -> Image.Image | None:
    """The whole track fits a phone."""
    return None


def on_hand(spot: str) -> bool:
    """The cards of the hand, and the patron that lies with them."""
    return spot.startswith("hand-") or spot == "patron"


def palette() -> Image.Image:
    """The colours to encode these pictures with."""
    return colours.palette()


def _journey(sheet: Sheet, scene: Scene, where: BoardLayout) -> None:
    """Both ways walked, the pawns, and the spots that can be chosen."""
    view: View = scene.view
    spots: list[tuple[Side, int, bool]] = [(e.side, e.space, e.lost) for e in view.explorers]
    for explorer in view.explorers:
        for space in range(1, explorer.space + 1 - explorer.lost):
            sprite, at = stretch(where, explorer.side, space)
            sheet.put(sprite, *at)
    for explorer in view.explorers:
        if explorer.lost or 0 < explorer.space <= len(where.spaces[explorer.side]):
            at, r = where.spot(explorer.side, explorer.space, lost=explorer.lost)
            sheet.put(halo(round(r), SIDE_INK[explorer.side]), *at)
    standing = stands(where, tuple(spots))
    if view.ended == "pole":
        sheet.put(halo(POLE_R, GOLD), *where.pole)
    marks = {spot: letter for spot, letter in scene.marks.items() if where.named(spot)}
    for spot in marks:
        if place := where.named(spot):
            at, r, side = place
            sheet.put(chosen_ship(side) if spot.endswith("-0") else halo(round(r), GOLD), *at)
    for explorer, stand in zip(view.explorers, standing, strict=True):
        sheet.put(pawn(explorer.side, stand.facing, stand.percent), stand.x, stand.y)
        if view.ended == "frozen":
            sheet.put(snowflake(48), stand.x - 2, stand.y - 24 * stand.percent / 100)
    for spot, at in letter_places(where, tuple(marks), standing).items():
        panel.letter(sheet, *at, marks[spot])
