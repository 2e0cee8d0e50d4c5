"""The viewer's own character and treasures, large; the characters on offer; or every way to the hexagon that was chosen."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from PIL import Image

from engine.games.paso.names import ability_text, card_name
from engine.games.paso.view import Seen, SeenCharacter, View
from engine.kernel.text import Text, Translate, count, say
from render.kit.canvas import Point, Sprite
from render.kit.hexes import Hex, neighbours
from render.kit.marks import LETTER_R, gold_frame, letter
from render.kit.scene import Scene
from render.kit.seats import badge, ship
from render.kit.sheet import Sheet
from render.kit.text import SMALLEST, Fitted, Formatter, first_fitting, fitting_size, wrap
from render.kit.theme import CREAM, MUTED, NAVY, NAVY_2
from render.paso import live_layer, phrases, static_layer
from render.paso.cards import HIGH, WIDE, character, treasure
from render.paso.chart import ground_of
from render.paso.layout import BOTTOM, LEFT, TOP, BoardLayout, berth
from render.paso.pieces import SHAPES, chest, outlined, shape, side_sign
from render.paso.ribbons import ribbon
from render.paso.static_layer import StaticLayer, cells, directions

WIDTH, HEAD, PAD = 1100, 84, 20
LINE = 40


class Face(NamedTuple):
    """A card to be shown: its spot, its picture, its name and what it does."""

    spot: str
    picture: Sprite
    name: Text
    does: Text


def compose(scene: Scene, translate: Translate) -> Sheet | None:
    """The hand, 1100 pixels wide; None for a viewer who holds nothing."""
    view: View = scene.view
    own = next((seen for seen in view.players if seen.seat == view.viewer), None)
    if own is None:
        return None
    fmt = Formatter(scene.names, translate)
    ways = [way for way in (way_of(view, spot) for spot in scene.marks) if way is not None]
    if ways:
        return _ways(scene, own, ways, fmt)
    if view.offers:
        faces = [_character(one, f"character-{k}") for k, one in enumerate(view.offers)]
        asked = say("You have chosen, others not yet.") if has_chosen(scene, own) else say("Who sails your ship?")
        return _faces(scene, own, faces, asked, None, fmt)
    faces = [_character(own.character, "")] if own.character is not None else []
    faces += [
        Face(f"card-{k}", treasure(effect), card_name(effect), phrases.does(effect))
        for k, effect in enumerate(view.hand)
    ]
    if not faces:
        return None
    held = count("{n} treasure", "{n} treasures", len(view.hand)) if view.hand else say("no treasure yet")
    return _faces(scene, own, faces, say("Your cards"), held, fmt)


def has_chosen(scene: Scene, own: Seen) -> bool:
    """Whether a player has said who sails. Without pairs a choice stays secret until all have chosen."""
    alone = own.side is None
    return own.seat in scene.view.chosen or (alone and bool(scene.waiting) and own.seat not in scene.waiting)


def _character(one: SeenCharacter, spot: str) -> Face:
    return Face(spot, character(one.ability), say("{name}", name=one.name), ability_text(one.ability))


def _sheet(own: Seen, high: int, title: str, right: str) -> Sheet:
    sheet = Sheet(Image.new("RGB", (WIDTH, HEAD + high), NAVY))
    sheet.put(badge(own.seat, 50), 48, HEAD / 2)
    x = 92
    if own.side is not None:
        sheet.put(side_sign(own.side, 42, CREAM, NAVY), x + 22, HEAD / 2)
        x += 58
    taken = sheet.text(WIDTH - PAD, HEAD / 2, right, 380, role="text", fill=MUTED, align="r") if right else 0
    sheet.text(x, HEAD / 2, title, WIDTH - PAD - taken - 30 - x, size=46, role="title")
    return sheet


def _faces(scene: Scene, own: Seen, faces: list[Face], title: Text, right: Text | None, fmt: Formatter) -> Sheet:
    """Cards side by side, in lines of at most four."""
    columns = max(2, min(4, len(faces)))
    if len(faces) in (5, 6):
        columns = 3
    lines = -(-len(faces) // columns)
    cell = (WIDTH - 2 * PAD) / columns
    room = int(cell - 40)
    texts = [(_name(fmt(face.name), room), wrap(fmt(face.does), "text", SMALLEST, room, 5)) for face in faces]
    tall = HIGH + 24 + max(42 * len(name.lines) + LINE * len(does.lines) for name, does in texts) + 20
    sheet = _sheet(own, lines * (tall + 10) + 6, fmt(title), fmt(right) if right else "")
    chosen = {f"character-{place}": seat for seat, place in scene.view.chosen.items()}
    for k, face in enumerate(faces):
        row, column = divmod(k, columns)
        left, top = PAD + cell * column, HEAD + row * (tall + 10)
        middle = left + cell / 2
        _plate(sheet, round(left + 5), top, round(left + cell - 5), top + tall)
        sheet.put(face.picture, round(middle - WIDE / 2), top + 14)
        y = top + HIGH + 44
        name, does = texts[k]
        for line in name.lines:
            sheet.text(middle, y, line, room, size=name.size, wanted=40, align="m")
            y += 42
        for line in does.lines:
            sheet.text(middle, y, line, room, size=does.size, wanted=SMALLEST, role="text", fill=MUTED, align="m")
            y += LINE
        if face.spot in chosen:
            sheet.put(badge(chosen[face.spot], 46), left + cell - 44, top + 40)
        if mark := scene.marks.get(face.spot):
            sheet.put(gold_frame(round(cell - 10), tall), round(left + 5), top)
            letter(sheet, left + 5 + LETTER_R + 6, top + LETTER_R + 6, mark)
    return sheet


def _name(name: str, room: int) -> Fitted:
    """A card's name in one or two lines."""
    return wrap(name, "bold", fitting_size(name, "bold", 40, room), room, 2)


def _plate(sheet: Sheet, left: int, top: int, right: int, bottom: int) -> None:
    sheet.image.paste(NAVY_2, (left, top, right, bottom))


# --------------------------------------------------------------------------- ways
class Way(NamedTuple):
    """A way to a hexagon: its spot, price, the token's kind ("" for steps without one) and the hexagons travelled."""

    spot: str
    price: int
    kind: str
    path: tuple[Hex, ...]


def way_of(view: View, spot: str) -> Way | None:
    """What a spot "way-4-s3-b5-c6-c7" says; None for any other."""
    word, *rest = spot.split("-")
    if word != "way" or len(rest) < 3 or not rest[0].isdecimal():
        return None
    path = cells(view, tuple(rest[2:]))
    if len(path) != len(rest) - 2 or (rest[1] not in SHAPES and rest[1] != "walk"):
        return None
    if any(b not in neighbours(a) for a, b in pairwise(path)):
        return None
    return Way(spot, int(rest[0]), rest[1] if rest[1] in SHAPES else "", path)


CUT = (430, 330)
"""The width and height of the part of the board in a preview."""


def _ways(scene: Scene, own: Seen, ways: list[Way], fmt: Formatter) -> Sheet:
    """Each way on a piece of the board: what would be laid there, its price, and what would be left of that token."""
    view: View = scene.view
    columns = min(4, max(2, len(ways)))
    cell = (WIDTH - 2 * PAD) / columns
    wide = round(cell - 14)
    high = round(wide * CUT[1] / CUT[0])
    tall = high + 62
    lines = -(-len(ways) // columns)
    sheet = _sheet(own, lines * (tall + 10) + 6, fmt(say("Which way?")), fmt(phrases.points(view)))
    usual = BoardLayout.of(view, [row for way in ways for _, row in way.path])
    boards: dict[BoardLayout, Image.Image] = {}
    for k, way in enumerate(ways):
        row, column = divmod(k, columns)
        left, top = round(PAD + cell * column + 7), HEAD + row * (tall + 10)
        end = _end(usual, (berth(usual, view, own), *way.path))
        rows = [row for _, row in end[-len(way.path) :]]
        layout = next((one for one in (usual, *boards) if all(map(one.shows, rows))), None)
        layout = layout or BoardLayout.of(view, rows)
        if layout not in boards:
            boards[layout] = _board(scene, layout, own.seat)
        preview = _preview(boards[layout], layout, own.seat, way, end)
        sheet.image.paste(preview.resize((wide, high), Image.Resampling.HAMMING), (left, top))
        if mark := scene.marks.get(way.spot):
            letter(sheet, left + LETTER_R + 6, top + LETTER_R + 6, mark)
        chests = sum(seen.chest and (seen.x, seen.row) in way.path for seen in view.hexes) if way.kind else 0
        _foot(sheet, own, way, (left, top + high, wide), chests, fmt)
    return sheet


def _end(layout: BoardLayout, way: Sequence[Hex]) -> Sequence[Hex]:
    """As much of the end of a way as a preview has room for."""
    points = [layout.middle(at) for at in way]
    wide, high = (size - 1.3 * layout.r for size in CUT)
    for k in range(len(way)):
        (left, right), (top, bottom) = _reach(points[k:])
        if right - left <= wide and bottom - top <= high:
            return way[k:]
    raise AssertionError("one hexagon has room")


def _board(scene: Scene, layout: BoardLayout, seat: int) -> Image.Image:
    """The board without a seat's ship."""
    sheet = static_layer.part(layout, ground_of(scene.view), StaticLayer.of(scene)).copy()
    live_layer.ships(sheet, scene.view, layout, (), but=seat)
    return sheet.image


def _preview(board: Image.Image, layout: BoardLayout, seat: int, way: Way, shown: Sequence[Hex]) -> Image.Image:
    """The board around what is shown of a way, with the token it would lay and the ship at its end."""
    x, y = ((a + b) / 2 for a, b in _reach([layout.middle(at) for at in shown]))
    left = round(min(max(x - CUT[0] / 2, LEFT), layout.right - CUT[0]))
    top = round(min(max(y - CUT[1] / 2, TOP), BOTTOM - CUT[1]))
    part = Sheet(board.crop((left, top, left + CUT[0], top + CUT[1])))
    path = way.path[-len(shown) - 1 :]  # what is longer comes in from beyond the edge
    start, end = (layout.middle(at) for at in (path[0], path[-1]))
    if way.kind:
        part.put(ribbon(seat, directions(path), layout.r), start[0] - left, start[1] - top)
    part.put(outlined(directions(path), layout.r, whole=False), start[0] - left, start[1] - top)
    part.put(ship(seat, round(layout.r * 1.1)), end[0] - left, end[1] - top)
    return part.image


def _reach(points: Sequence[Point]) -> list[tuple[float, float]]:
    """From where to where they lie, across and down."""
    return [(min(one), max(one)) for one in zip(*points, strict=True)]


def _foot(sheet: Sheet, own: Seen, way: Way, at: tuple[int, int, int], chests: int, fmt: Formatter) -> None:
    """Below a preview: the price, the chests on the way, and the token with what would be left of it."""
    left, top, wide = at
    y, right = top + 30, left + wide - 4
    label = first_fitting(
        (fmt(count("{n} point", "{n} points", way.price)), str(way.price)), "title", 40, wide // 2 - 40
    )
    taken = sheet.text(left + 6, y, label, wide / 2, size=40, role="title")
    if chests:
        sheet.put(chest(32, bare=True), left + taken + 38, y)
        taken += 56
    if chests > 1:
        taken += sheet.text(left + taken + 6, y, str(chests), 40)
    if not way.kind:
        sheet.text(right, y, fmt(say("no token")), wide - taken - 30, role="text", fill=MUTED, align="r")
        return
    remain = max(0, {str(kind): n for kind, n in own.reserve.items()}[way.kind] - 1)
    label, room = fmt(say("{n} left", n=remain)), wide - taken - 110
    label = first_fitting((label, f"× {remain}"), "text", SMALLEST, room)
    right -= sheet.text(right, y, label, room, role="text", fill=MUTED, align="r")
    sheet.put(shape(way.kind, own.seat, 8.4, left=True), right - 44, y)
