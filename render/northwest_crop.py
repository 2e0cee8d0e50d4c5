"""A part of the chart of Expedition: Northwest Passage, for small screens: whose turn, the round, and the squares round a spot."""

from __future__ import annotations

from PIL import Image

from engine.games.northwest.view import View
from engine.kernel.text import say
from render import northwest_words as words_of
from render.northwest_pieces import crystal
from render.northwest_plot import ROW_LETTERS, X0, Y0, Plot, Spots
from render.scene import Scene
from render.seats import badge
from render.sheet import Sheet
from render.text import Voice, shrunk
from render.theme import CREAM, GOLD, INK, NAVY, PAPER

COLUMNS, ROWS = 8, 6
HEAD, SCALE, FOOT = 60, 40, 52


def compose(scene: Scene, board: Sheet, plot: Plot, pieces: Spots, voice: Voice, spot: str) -> Sheet:
    """The window cut from the board and framed anew; a spot nobody knows shows the active player's ship."""
    view: View = scene.view
    left, top = _window(view, plot, pieces, spot)
    wide, high = min(COLUMNS, plot.columns) * plot.side, min(ROWS, plot.rows) * plot.side
    sheet = Sheet(Image.new("RGB", (wide + SCALE + 8, HEAD + SCALE + high + FOOT), PAPER))
    sheet.image.paste(INK, (SCALE - 3, HEAD + SCALE - 3, SCALE + wide + 3, HEAD + SCALE + high + 3))
    x, y = X0 + left * plot.side, Y0 + top * plot.side
    sheet.image.paste(board.image.crop((x, y, x + wide, y + high)), (SCALE, HEAD + SCALE))
    for k in range(wide // plot.side):
        across = SCALE + (k + 0.5) * plot.side
        sheet.words(across, HEAD + SCALE / 2, str(left + k + 1), plot.side, size=33, role="label", fill=INK, side="m")
    for k in range(high // plot.side):
        middle = HEAD + SCALE + (k + 0.5) * plot.side - 2
        sheet.words(SCALE / 2, middle, ROW_LETTERS[top + k], SCALE, size=33, role="label", fill=INK, side="m")
    _head(sheet, scene, voice)
    _foot(sheet, view, voice, HEAD + SCALE + high)
    return sheet


def _window(view: View, plot: Plot, pieces: Spots, spot: str) -> tuple[int, int]:
    """The first column and row to show."""
    cell = plot.named(spot.partition("-")[0])
    ship = pieces.get(f"ship-{view.to_move}")
    at = (
        pieces[spot][0]
        if spot in pieces
        else plot.middle(cell)
        if cell
        else ship[0]
        if ship
        else plot.middle(view.greenland[0])
    )
    column, row = (at[0] - X0) / plot.side, (at[1] - Y0) / plot.side
    left = min(max(0, round(column - COLUMNS / 2)), max(0, plot.columns - COLUMNS))
    return left, min(max(0, round(row - ROWS / 2)), max(0, plot.rows - ROWS))


def _head(sheet: Sheet, scene: Scene, voice: Voice) -> None:
    """Whose turn it is and the round."""
    view: View = scene.view
    wide = sheet.image.width
    sheet.image.paste(GOLD, (0, 0, wide, HEAD))
    x, seats = 12, view.winners if view.ended else words_of.acting(scene)
    if len(seats) == 1:
        sheet.put(badge(seats[0], 42, GOLD), 34, HEAD / 2)
        x = 66
    taken = sheet.words(wide - 12, HEAD / 2, f"{view.sun.round} / {view.rounds}", 110, size=38, fill=INK, side="r")
    room = wide - 12 - taken - 20 - x
    full = voice(words_of.headline(scene))
    sheet.words(x, HEAD / 2 - 1, full, room, size=shrunk(full, "title", 40, room, 34), role="title", fill=INK)


def _foot(sheet: Sheet, view: View, voice: Voice, y: int) -> None:
    """The ice now and next."""
    wide = sheet.image.width
    sheet.image.paste(NAVY, (0, y + 6, wide, sheet.image.height))
    middle = y + 6 + (FOOT - 6) / 2
    sheet.put(crystal(34, CREAM), 26, middle)
    told = words_of.ice(view.sun.frozen_rows)
    if view.suns and not view.ended:
        told = say("{ice}; next: {next}", ice=told, next=words_of.reach(view.suns[0].frozen_rows))
    sheet.words(52, middle, voice(told), wide - 60, size=34)
