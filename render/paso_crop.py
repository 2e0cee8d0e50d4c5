"""The rows round the viewer's ship in La Aventura del Paso del Noroeste, for small screens, with whose turn it is above."""

from __future__ import annotations

from PIL import Image

from engine.games.paso.view import View
from render import paso_board
from render import paso_lying as lying
from render import paso_words as words_of
from render.paso_chart import ground_of
from render.paso_pieces import pip
from render.paso_plot import BOTTOM, LEFT, TOP, Plot
from render.scene import Scene
from render.seats import badge
from render.sheet import Sheet
from render.text import Voice, shrunk
from render.theme import GOLD, INK, PAPER

BEHIND, AHEAD = 1, 4
HEAD, SCALE = 66, 58


def compose(scene: Scene, voice: Voice) -> Sheet:
    """The rows from just behind a ship to as far as is laid ahead of it: the viewer's, or the one to move."""
    view: View = scene.view
    row = view.players[view.to_move if view.viewer is None else view.viewer].row
    first, last = max(row - BEHIND, 0 if row == 0 else 1), min(row + AHEAD, view.rows + 1)
    plot = Plot.of(view, range(first, last + 1))
    board = Sheet(lying.board(plot, ground_of(view), lying.lying_of(scene)).copy())
    paso_board.live(board, scene, plot, voice)
    field = plot.field
    top, bottom = max(TOP, round(field.line(last) - plot.r)), min(BOTTOM, round(field.line(first) + plot.r))
    wide = plot.right - LEFT
    sheet = Sheet(Image.new("RGB", (SCALE + wide + 8, HEAD + bottom - top + 14), PAPER))
    sheet.image.paste(INK, (SCALE - 3, HEAD + 3, SCALE + wide + 3, HEAD + 9 + bottom - top))
    sheet.image.paste(board.image.crop((LEFT, top, plot.right, bottom)), (SCALE, HEAD + 6))
    for number in range(max(first, 1), min(last, view.rows) + 1):
        y = HEAD + 6 + field.line(number) - top
        sheet.words(SCALE - 10, y, str(number), SCALE - 10, size=36, role="label", fill=INK, side="r")
    _head(sheet, scene, voice)
    return sheet


def _head(sheet: Sheet, scene: Scene, voice: Voice) -> None:
    """Whose turn it is, and the action points left."""
    view: View = scene.view
    wide, y = sheet.image.width, HEAD / 2
    sheet.image.paste(GOLD, (0, 0, wide, HEAD))
    x, seats = 12, view.winners if view.phase == "over" else words_of.acting(scene)
    if len(seats) == 1:
        sheet.put(badge(seats[0], 44, GOLD), 34, y)
        x = 68
    right = wide - 12
    for k in reversed(range(view.points if view.phase == "race" else 0)):
        sheet.put(pip(12, full=k < view.points), right - 12, y)
        right -= 31
    full, room = voice(words_of.headline(scene)), right - 14 - x
    sheet.words(x, y - 1, full, room, size=shrunk(full, "title", 42, room, 34), role="title", fill=INK)
