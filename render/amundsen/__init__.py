"""The painter of 1911 Amundsen vs Scott."""

from __future__ import annotations

from PIL import Image

from engine.games.amundsen.view import Side, View
from engine.kernel.text import Translate
from render.amundsen import close_up, hand_sheet, journeys, panel
from render.amundsen.alt_text import alt, hand_alt
from render.amundsen.chart import LABELS, chart, chosen_ship
from render.amundsen.colours import palette
from render.amundsen.layout import NUMBER, POLE_R, BoardLayout, board_layout, letter_places, stands
from render.amundsen.marks import letter
from render.amundsen.pieces import SIDE_INK, halo, pawn, snowflake
from render.amundsen.story import news, traces
from render.kit.banner import number
from render.kit.scene import Scene
from render.kit.sheet import Sheet, create_side_sheet
from render.kit.text import Formatter
from render.kit.theme import GOLD, INK, NAVY
from render.kit.traces import arrow, ghost, walked

__all__ = ["alt", "crop", "hand", "hand_alt", "news", "on_hand", "paint", "palette"]
WIDTH, HEIGHT = 1650, 1050


def paint(scene: Scene, translate: Translate) -> Image.Image:
    """The board: 1650 × 1050, RGB."""
    return compose(scene, translate).image


def compose(scene: Scene, translate: Translate) -> Sheet:
    """The board, with a list of the words on it."""
    view: View = scene.view
    fmt = Formatter(scene.names, translate)
    layout = board_layout(view.track)
    drawn = chart(layout, tuple(fmt(label) for label in LABELS))
    sheet = create_side_sheet(drawn.image.width, (WIDTH, HEIGHT), NAVY)
    sheet.put(drawn, 0, 0)
    panel.ground(sheet, panel.panel_layout(scene))
    sheet.text(*NUMBER, number(scene), 120, role="serif", fill=INK, align="r")
    _journeys(sheet, scene, layout)
    panel.panel(sheet, scene, fmt)
    return sheet


def hand(scene: Scene, translate: Translate) -> Image.Image | None:
    """The viewer's own cards, large, with what each does."""
    sheet = hand_sheet.compose(scene, translate)
    return sheet.image if sheet else None


def crop(scene: Scene, translate: Translate) -> Image.Image | None:
    """For phones: the chart round all marks or the viewer's explorer, the row, and the question; None without an explorer."""
    sheet = close_up.compose(scene, compose(scene, translate), Formatter(scene.names, translate))
    return sheet.image if sheet else None


def on_hand(spot: str) -> bool:
    """The cards of the hand, and the patron shown with them."""
    return spot.startswith("hand-") or spot == "patron"


def _traces(sheet: Sheet, scene: Scene, layout: BoardLayout) -> None:
    """The spaces walked in the latest turns, framed in the explorer's ink; a broken ring where he stood."""
    for trace in traces(scene):
        at, r = layout.spot(trace.left.side, trace.left.space, lost=trace.left.lost)
        if trace.left.space:
            sheet.put(ghost(round(r) + 3, SIDE_INK[trace.left.side]), *at)
        for step in trace.walked:
            to, reach = layout.spot(step.side, step.space, lost=step.lost)
            sheet.put(walked(round(reach), SIDE_INK[step.side]), *to)
            arrow(sheet, [at, to], SIDE_INK[step.side], start=r - 4, end=reach - 4, width=9)
            at, r = to, reach


def _journeys(sheet: Sheet, scene: Scene, layout: BoardLayout) -> None:
    """Both journeys so far, the pawns, and the spots that can be chosen."""
    view: View = scene.view
    spots: list[tuple[Side, int, bool]] = [(e.side, e.space, e.lost) for e in view.explorers]
    for explorer in view.explorers:
        journeys.draw(sheet, explorer, scene.trails.get(explorer.side, ()), layout)
    _traces(sheet, scene, layout)
    for explorer in view.explorers:
        if explorer.lost or 0 < explorer.space <= len(layout.spaces[explorer.side]):
            at, r = layout.spot(explorer.side, explorer.space, lost=explorer.lost)
            sheet.put(halo(round(r), SIDE_INK[explorer.side]), *at)
    standing = stands(layout, tuple(spots))
    if view.ended == "pole":
        sheet.put(halo(POLE_R, GOLD), *layout.pole)
    marks = {spot: letter for spot, letter in scene.marks.items() if layout.named(spot)}
    for spot in marks:
        if place := layout.named(spot):
            at, r, side = place
            sheet.put(chosen_ship(side) if spot.endswith("-0") else halo(round(r), GOLD), *at)
    for explorer, stand in zip(view.explorers, standing, strict=True):
        sheet.put(pawn(explorer.side, stand.facing, stand.percent), stand.x, stand.y)
        if view.ended == "frozen":
            sheet.put(snowflake(48), stand.x - 2, stand.y - 24 * stand.percent / 100)
    for spot, at in letter_places(layout, tuple(marks), standing).items():
        letter(sheet, *at, marks[spot])
