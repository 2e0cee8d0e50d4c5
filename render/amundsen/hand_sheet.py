"""The viewer's own cards of Amundsen vs Scott, large, each with its name and what it does."""

from __future__ import annotations

from PIL import Image

from engine.games.amundsen import cards
from engine.games.amundsen.view import Card, View
from engine.kernel.text import Text, Translate, count, say
from render.amundsen import phrases
from render.amundsen.cards import TALL, eye, face, patron_card, symbol_sprite
from render.amundsen.marks import card_ring, letter
from render.amundsen.pieces import flag_sprite, space_sprite
from render.kit.scene import Scene
from render.kit.sheet import Sheet
from render.kit.text import Formatter, wrap
from render.kit.theme import CREAM, MUTED, NAVY, NAVY_3

WIDTH = 1100
HEAD = 78
COLUMNS = 4
LINE = 36
KINDS = ("-a", "rd", "rh", "rb", "rc", "rs", "bx", "gw", "co", "eq")


def compose(scene: Scene, translate: Translate) -> Sheet | None:
    """The hand, 1100 pixels wide; None for a viewer who holds nothing."""
    view: View = scene.view
    explorer = next((seen for seen in view.explorers if seen.seat == view.viewer), None)
    if explorer is None or not explorer.hand:
        return None
    fmt = Formatter(scene.names, translate)
    items: list[tuple[str, Text, Text]] = [
        (held.card, cards.name(held.card), phrases.does(held.card, explorer, view.track)) for held in explorer.hand
    ]
    use = phrases.patron_use(explorer)
    if explorer.patron and use:
        items.append((explorer.patron, cards.patron_name(explorer.patron), use))
    columns = len(items) if len(items) <= COLUMNS else 3 if len(items) <= 6 else COLUMNS
    lines = -(-len(items) // columns)
    w = 168 if lines == 1 else 122
    tall = round(w * TALL) + 26 + 3 * LINE + 10
    table = 0 if view.unseen is None else 320
    sheet = Sheet(Image.new("RGB", (WIDTH, HEAD + lines * tall + 12 + table), NAVY))
    sheet.put(flag_sprite(explorer.side, 54), 54, HEAD / 2)
    title = fmt(say("Your hand, {explorer}", explorer=phrases.explorer_name(explorer.side)))
    sheet.text(98, HEAD / 2, title, WIDTH - 98 - 180, size=44, role="title")
    sheet.text(WIDTH - 24, HEAD / 2, f"{len(explorer.hand)} / {explorer.limit}", 140, size=42, align="r")
    cell = (WIDTH - 32) / max(2, columns)
    for k, (picture, name, does) in enumerate(items):
        row, column = divmod(k, columns)
        middle, y = 16 + cell * (column + 0.5), HEAD + row * tall
        x = round(middle - w / 2)
        own = k < len(explorer.hand)
        sheet.put(face(picture, w, NAVY) if own else patron_card(picture, w), x, y)
        if own and explorer.hand[k].secret:
            sheet.put(eye(24), x + w - 16, y + w * TALL - 18)
        if mark := scene.marks.get(f"hand-{k}" if own else "patron"):
            sheet.put(card_ring(w), x, y)
            letter(sheet, x + 14, y + w * TALL - 18, mark)
        foot = y + w * TALL + 28
        sheet.text(middle, foot, fmt(name), cell - 12, size=35, align="m")
        told, size = wrap(fmt(does), "text", 34, int(cell - 12), 2)
        for n, line in enumerate(told, 1):
            at = foot + LINE * n
            sheet.text(middle, at, line, cell - 12, size=size, wanted=34, role="text", fill=MUTED, align="m")
    if view.unseen is not None:
        _unseen(sheet, view.unseen, fmt, HEAD + lines * tall + 12)
    return sheet


def _unseen(sheet: Sheet, unseen: tuple[Card, ...], fmt: Formatter, y: int) -> None:
    """How many of each card are still hidden: a column for each symbol, a row for each colour."""
    title = fmt(count("{n} card still hidden", "{n} cards still hidden", len(unseen)))
    sheet.text(24, y + 24, title, WIDTH - 48, size=36)
    left, step = 84, (WIDTH - 100) / len(KINDS)
    for k, kind in enumerate(KINDS):
        x = left + step * (k + 0.5)
        sheet.put(symbol_sprite(kind, 42, CREAM, NAVY), x, y + 74)
        for line, colour in enumerate("rgby"):
            card = kind if kind in ("co", "eq") else colour + kind[1]
            middle = y + 124 + 50 * line + (75 if card == kind and kind in ("co", "eq") else 0)
            if card == kind and kind in ("co", "eq") and line:
                continue
            n = unseen.count(card)
            sheet.text(x, middle, str(n) if n else "·", step, size=38, fill=CREAM if n else NAVY_3, align="m")
    for line, colour in enumerate("rgby"):
        sheet.put(space_sprite(colour, 22), 46, y + 124 + 50 * line)
