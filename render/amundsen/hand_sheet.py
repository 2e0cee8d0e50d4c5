"""The viewer's own cards of Amundsen vs Scott, large, each with its name and what it does."""

from __future__ import annotations

from PIL import Image

from engine.games.amundsen import cards
from engine.games.amundsen.view import Card, SeenExplorer, View
from engine.kernel.text import Text, Translate, count, say
from render.amundsen import phrases
from render.amundsen.cards import TALL, eye, face, patron_card, place, symbol_sprite
from render.amundsen.marks import card_ring, letter, small_card
from render.amundsen.pieces import flag_sprite, space_sprite
from render.kit.scene import Scene
from render.kit.sheet import Sheet
from render.kit.text import SMALLEST, Formatter, wrap
from render.kit.theme import CREAM, MUTED, NAVY, NAVY_2, NAVY_3

WIDTH = 1100
HEAD = 78
AHEAD, NEXT = 204, 4
"""The height of the strip that shows the row and the spaces ahead, and how many of these."""
COLUMNS = 4
LINE = 40
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
    tall = round(w * TALL) + 26 + 4 * LINE + 10
    table = 0 if view.unseen is None else 320
    head = HEAD + AHEAD
    sheet = Sheet(Image.new("RGB", (WIDTH, head + lines * tall + 12 + table), NAVY))
    sheet.put(flag_sprite(explorer.side, 54), 54, HEAD / 2)
    title = fmt(say("Your hand, {explorer}", explorer=phrases.explorer_name(explorer.side)))
    sheet.text(98, HEAD / 2, title, WIDTH - 98 - 180, size=44, role="title")
    sheet.text(WIDTH - 24, HEAD / 2, f"{len(explorer.hand)} / {explorer.limit}", 140, size=42, align="r")
    _ahead(sheet, view, explorer, fmt)
    cell = (WIDTH - 32) / max(2, columns)
    for k, (picture, name, does) in enumerate(items):
        row, column = divmod(k, columns)
        middle, y = 16 + cell * (column + 0.5), head + row * tall
        x = round(middle - w / 2)
        own = k < len(explorer.hand)
        sheet.put(face(picture, w, NAVY) if own else patron_card(picture, w), x, y)
        if own and explorer.hand[k].secret:
            sheet.put(eye(24), x + w - 16, y + w * TALL - 18)
        if mark := scene.marks.get(f"hand-{k}" if own else "patron"):
            sheet.put(card_ring(w), x, y)
            letter(sheet, x + 14, y + w * TALL - 18, mark)
        foot = y + w * TALL + 28
        sheet.text(middle, foot, fmt(name), cell - 2, align="m")
        told = wrap(fmt(does), "text", SMALLEST, int(cell - 8), 3)
        for n, line in enumerate(told.lines, 1):
            sheet.text(
                middle,
                foot + LINE * n,
                line,
                cell - 8,
                size=told.size,
                wanted=SMALLEST,
                role="text",
                fill=MUTED,
                align="m",
            )
    if view.unseen is not None:
        _unseen(sheet, view.unseen, fmt, head + lines * tall + 12)
    return sheet


def _ahead(sheet: Sheet, view: View, explorer: SeenExplorer, fmt: Formatter) -> None:
    """What the hand is for: where the explorer stands and the spaces ahead, the cards of the row and what they cost."""
    sheet.image.paste(NAVY_2, (0, HEAD, WIDTH, HEAD + AHEAD - 8))
    y, x = HEAD + 36, 24
    sheet.text(x, y, fmt(phrases.where(view.track, explorer)), 380, fill=CREAM)
    colours = phrases.route(view.track, explorer.side).colours
    y += 62
    for space in range(explorer.space, min(explorer.space + NEXT, len(colours))):
        sheet.put(space_sprite(colours[space], 28), x + 28, y)
        sheet.text(x + 28, y + 52, str(space + 1), 60, fill=MUTED, align="m")
        x += 68
    if explorer.space + NEXT > len(colours):
        for k, colour in enumerate("rgby"):
            sheet.put(space_sprite(colour, 16), x + 20 + 32 * (k % 2), y - 16 + 32 * (k // 2))
        sheet.text(x + 34, y + 52, fmt(say("Pole")), 110, fill=MUTED, align="m")
    pitch = min(112, (WIDTH - 440) // max(1, view.row_size))
    for n in range(1, view.row_size + 1):
        left, there = WIDTH - 18 - pitch * n, n <= len(view.row)
        sheet.put(face(view.row[-n], pitch - 16) if there else place(pitch - 16), left, HEAD + 12)
        price = view.prices.get(n)
        if there and price is not None:
            words = f"−{price}" if price else "0"
            sheet.text(left + pitch / 2 - 16, HEAD + AHEAD - 34, words, pitch / 2, align="m")
            sheet.put(small_card(), left + pitch / 2 + 16, HEAD + AHEAD - 34)


def _unseen(sheet: Sheet, unseen: tuple[Card, ...], fmt: Formatter, y: int) -> None:
    """How many of each card are still hidden: a column for each symbol, a row for each colour."""
    title = fmt(count("{n} card still hidden", "{n} cards still hidden", len(unseen)))
    sheet.text(24, y + 24, title, WIDTH - 48)
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
            sheet.text(x, middle, str(n) if n else "·", step, fill=CREAM if n else NAVY_3, align="m")
    for line, colour in enumerate("rgby"):
        sheet.put(space_sprite(colour, 22), 46, y + 124 + 50 * line)
