"""The viewer's own character and treasures, large; the characters on offer; or every way to the hexagon that was chosen."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from PIL import Image

from engine.games.paso.names import describe_ability, name_card
from engine.games.paso.view import View, VisibleCharacter, VisiblePlayer
from engine.kernel.text import Text, Translate, count, say
from render.kit.canvas import Point, Sprite
from render.kit.hexes import Hex, list_neighbours
from render.kit.marks import LETTER_RADIUS_PX, draw_gold_frame, draw_letter
from render.kit.scene import Scene
from render.kit.seats import draw_seat_badge, draw_ship
from render.kit.sheet import Sheet
from render.kit.text import MIN_DATA_SIZE_PX, FittedText, Formatter, choose_wording, find_fitting_size, wrap_text
from render.kit.theme import CREAM, MUTED, NAVY, NAVY_2
from render.paso import live_layer, phrases, static_layer
from render.paso.card_pictures import PICTURE_HEIGHT_PX, PICTURE_WIDTH_PX, draw_character, draw_treasure
from render.paso.chart import create_known_ground
from render.paso.layout import WINDOW_BOTTOM_PX, WINDOW_LEFT_PX, WINDOW_TOP_PX, BoardLayout, find_ship_hexagon
from render.paso.pieces import TOKEN_SHAPES, draw_chest, draw_path_outline, draw_side_sign, draw_token
from render.paso.ribbons import draw_ribbon
from render.paso.static_layer import StaticLayer, compute_directions, find_hexagons

HAND_WIDTH_PX, HEADER_HEIGHT_PX, HAND_PADDING_PX = 1100, 84, 20
LINE_HEIGHT_PX = 40


class CardFace(NamedTuple):
    """A card to be shown: its spot, its picture, its name and what it does."""

    spot: str
    picture: Sprite
    name: Text
    effect_text: Text


def compose_hand(scene: Scene, translate: Translate) -> Sheet | None:
    """The hand, 1100 pixels wide; None for a viewer who holds nothing."""
    view: View = scene.view
    own = next((seen for seen in view.players if seen.seat == view.viewer), None)
    if own is None:
        return None
    fmt = Formatter(scene.names, translate)
    ways = [way for way in (parse_way(view, spot) for spot in scene.marks) if way is not None]
    if ways:
        return _draw_ways(scene, own, ways, fmt)
    if view.offers:
        faces = [_create_character_face(one, f"character-{k}") for k, one in enumerate(view.offers)]
        asked = say("You have chosen, others not yet.") if has_chosen(scene, own) else say("Who sails your ship?")
        return _draw_faces(scene, own, faces, asked, None, fmt)
    faces = [_create_character_face(own.character, "")] if own.character is not None else []
    faces += [
        CardFace(f"card-{k}", draw_treasure(effect), name_card(effect), phrases.describe_card_effect(effect))
        for k, effect in enumerate(view.hand)
    ]
    if not faces:
        return None
    held = count("{n} treasure", "{n} treasures", len(view.hand)) if view.hand else say("no treasure yet")
    return _draw_faces(scene, own, faces, say("Your cards"), held, fmt)


def has_chosen(scene: Scene, own: VisiblePlayer) -> bool:
    """Whether a player has said who sails. Without pairs a choice stays secret until all have chosen."""
    alone = own.side is None
    return own.seat in scene.view.chosen or (
        alone and bool(scene.waiting_seats) and own.seat not in scene.waiting_seats
    )


def _create_character_face(card: VisibleCharacter, spot: str) -> CardFace:
    return CardFace(spot, draw_character(card.ability), say("{name}", name=card.name), describe_ability(card.ability))


def _create_sheet(own: VisiblePlayer, height: int, title: str, right: str) -> Sheet:
    sheet = Sheet(Image.new("RGB", (HAND_WIDTH_PX, HEADER_HEIGHT_PX + height), NAVY))
    sheet.put(draw_seat_badge(own.seat, 50), 48, HEADER_HEIGHT_PX / 2)
    x = 92
    if own.side is not None:
        sheet.put(draw_side_sign(own.side, 42, CREAM, NAVY), x + 22, HEADER_HEIGHT_PX / 2)
        x += 58
    taken = (
        sheet.text(
            HAND_WIDTH_PX - HAND_PADDING_PX, HEADER_HEIGHT_PX / 2, right, 380, role="text", fill=MUTED, align="r"
        )
        if right
        else 0
    )
    sheet.text(x, HEADER_HEIGHT_PX / 2, title, HAND_WIDTH_PX - HAND_PADDING_PX - taken - 30 - x, size=46, role="title")
    return sheet


def _draw_faces(
    scene: Scene, own: VisiblePlayer, faces: list[CardFace], title: Text, right: Text | None, fmt: Formatter
) -> Sheet:
    """Cards side by side, in lines of at most four."""
    columns = max(2, min(4, len(faces)))
    if len(faces) in (5, 6):
        columns = 3
    lines = -(-len(faces) // columns)
    cell = (HAND_WIDTH_PX - 2 * HAND_PADDING_PX) / columns
    room = int(cell - 40)
    texts = [
        (_wrap_name(fmt(face.name), room), wrap_text(fmt(face.effect_text), "text", MIN_DATA_SIZE_PX, room, 5))
        for face in faces
    ]
    tall = (
        PICTURE_HEIGHT_PX
        + 24
        + max(42 * len(name.lines) + LINE_HEIGHT_PX * len(does.lines) for name, does in texts)
        + 20
    )
    sheet = _create_sheet(own, lines * (tall + 10) + 6, fmt(title), fmt(right) if right else "")
    chosen = {f"character-{place}": seat for seat, place in scene.view.chosen.items()}
    for k, face in enumerate(faces):
        row, column = divmod(k, columns)
        left, top = HAND_PADDING_PX + cell * column, HEADER_HEIGHT_PX + row * (tall + 10)
        middle = left + cell / 2
        _draw_plate(sheet, round(left + 5), top, round(left + cell - 5), top + tall)
        sheet.put(face.picture, round(middle - PICTURE_WIDTH_PX / 2), top + 14)
        y = top + PICTURE_HEIGHT_PX + 44
        name, does = texts[k]
        for line in name.lines:
            sheet.text(middle, y, line, room, size=name.size, wanted_size=40, align="m")
            y += 42
        for line in does.lines:
            sheet.text(
                middle, y, line, room, size=does.size, wanted_size=MIN_DATA_SIZE_PX, role="text", fill=MUTED, align="m"
            )
            y += LINE_HEIGHT_PX
        if face.spot in chosen:
            sheet.put(draw_seat_badge(chosen[face.spot], 46), left + cell - 44, top + 40)
        if mark := scene.marks.get(face.spot):
            sheet.put(draw_gold_frame(round(cell - 10), tall), round(left + 5), top)
            draw_letter(sheet, left + 5 + LETTER_RADIUS_PX + 6, top + LETTER_RADIUS_PX + 6, mark)
    return sheet


def _wrap_name(name: str, room: int) -> FittedText:
    """A card's name in one or two lines."""
    return wrap_text(name, "bold", find_fitting_size(name, "bold", 40, room), room, 2)


def _draw_plate(sheet: Sheet, left: int, top: int, right: int, bottom: int) -> None:
    sheet.image.paste(NAVY_2, (left, top, right, bottom))


# --------------------------------------------------------------------------- ways
class WayPreview(NamedTuple):
    """A way to a hexagon: its spot, price, the token's kind ("" for steps without one) and the hexagons travelled."""

    spot: str
    price: int
    kind: str
    path: tuple[Hex, ...]


def parse_way(view: View, spot: str) -> WayPreview | None:
    """What a spot "way-4-s3-b5-c6-c7" says; None for any other."""
    word, *rest = spot.split("-")
    if word != "way" or len(rest) < 3 or not rest[0].isdecimal():
        return None
    path = find_hexagons(view, tuple(rest[2:]))
    if len(path) != len(rest) - 2 or (rest[1] not in TOKEN_SHAPES and rest[1] != "walk"):
        return None
    if any(b not in list_neighbours(a) for a, b in pairwise(path)):
        return None
    return WayPreview(spot, int(rest[0]), rest[1] if rest[1] in TOKEN_SHAPES else "", path)


PREVIEW_SIZE_PX = (430, 330)
"""The width and height of the part of the board in a preview."""


def _draw_ways(scene: Scene, own: VisiblePlayer, ways: list[WayPreview], fmt: Formatter) -> Sheet:
    """Each way on a piece of the board: what would be laid there, its price, and what would be left of that token."""
    view: View = scene.view
    columns = min(4, max(2, len(ways)))
    cell = (HAND_WIDTH_PX - 2 * HAND_PADDING_PX) / columns
    wide = round(cell - 14)
    high = round(wide * PREVIEW_SIZE_PX[1] / PREVIEW_SIZE_PX[0])
    tall = high + 62
    lines = -(-len(ways) // columns)
    sheet = _create_sheet(own, lines * (tall + 10) + 6, fmt(say("Which way?")), fmt(phrases.describe_points(view)))
    usual = BoardLayout.from_view(view, [row for way in ways for _, row in way.path])
    boards: dict[BoardLayout, Image.Image] = {}
    for k, way in enumerate(ways):
        row, column = divmod(k, columns)
        left, top = round(HAND_PADDING_PX + cell * column + 7), HEADER_HEIGHT_PX + row * (tall + 10)
        end = _shorten_way(usual, (find_ship_hexagon(usual, view, own), *way.path))
        rows = [row for _, row in end[-len(way.path) :]]
        layout = next((one for one in (usual, *boards) if all(map(one.is_row_visible, rows))), None)
        layout = layout or BoardLayout.from_view(view, rows)
        if layout not in boards:
            boards[layout] = _draw_board(scene, layout, own.seat)
        preview = _draw_preview(boards[layout], layout, own.seat, way, end)
        sheet.image.paste(preview.resize((wide, high), Image.Resampling.HAMMING), (left, top))
        if mark := scene.marks.get(way.spot):
            draw_letter(sheet, left + LETTER_RADIUS_PX + 6, top + LETTER_RADIUS_PX + 6, mark)
        chests = sum(seen.has_chest and (seen.x, seen.row) in way.path for seen in view.hexes) if way.kind else 0
        _draw_preview_foot(sheet, own, way, (left, top + high, wide), chests, fmt)
    return sheet


def _shorten_way(layout: BoardLayout, way: Sequence[Hex]) -> Sequence[Hex]:
    """As much of the end of a way as a preview has room for."""
    points = [layout.find_middle(at) for at in way]
    wide, high = (size - 1.3 * layout.r for size in PREVIEW_SIZE_PX)
    for k in range(len(way)):
        (left, right), (top, bottom) = _measure_extent(points[k:])
        if right - left <= wide and bottom - top <= high:
            return way[k:]
    raise AssertionError("one hexagon has room")


def _draw_board(scene: Scene, layout: BoardLayout, seat: int) -> Image.Image:
    """The board without a seat's ship."""
    sheet = static_layer.draw_static_layer(
        layout, create_known_ground(scene.view), StaticLayer.from_scene(scene)
    ).copy()
    live_layer.draw_ships(sheet, scene.view, layout, (), omitted_seat=seat)
    return sheet.image


def _draw_preview(
    board: Image.Image, layout: BoardLayout, seat: int, way: WayPreview, visible_path: Sequence[Hex]
) -> Image.Image:
    """The board around what is shown of a way, with the token it would lay and the ship at its end."""
    x, y = ((a + b) / 2 for a, b in _measure_extent([layout.find_middle(at) for at in visible_path]))
    left = round(min(max(x - PREVIEW_SIZE_PX[0] / 2, WINDOW_LEFT_PX), layout.window_right - PREVIEW_SIZE_PX[0]))
    top = round(min(max(y - PREVIEW_SIZE_PX[1] / 2, WINDOW_TOP_PX), WINDOW_BOTTOM_PX - PREVIEW_SIZE_PX[1]))
    part = Sheet(board.crop((left, top, left + PREVIEW_SIZE_PX[0], top + PREVIEW_SIZE_PX[1])))
    path = way.path[-len(visible_path) - 1 :]  # what is longer comes in from beyond the edge
    start, end = (layout.find_middle(at) for at in (path[0], path[-1]))
    if way.kind:
        part.put(draw_ribbon(seat, compute_directions(path), layout.r), start[0] - left, start[1] - top)
    part.put(
        draw_path_outline(compute_directions(path), layout.r, whole_hexagons=False), start[0] - left, start[1] - top
    )
    part.put(draw_ship(seat, round(layout.r * 1.1)), end[0] - left, end[1] - top)
    return part.image


def _measure_extent(points: Sequence[Point]) -> list[tuple[float, float]]:
    """From where to where they lie, across and down."""
    return [(min(one), max(one)) for one in zip(*points, strict=True)]


def _draw_preview_foot(
    sheet: Sheet, own: VisiblePlayer, way: WayPreview, corner: tuple[int, int, int], chests: int, fmt: Formatter
) -> None:
    """Below a preview: the price, the chests on the way, and the token with what would be left of it."""
    left, top, wide = corner
    y, right = top + 30, left + wide - 4
    label = choose_wording(
        (fmt(count("{n} point", "{n} points", way.price)), str(way.price)), "title", 40, wide // 2 - 40
    )
    taken = sheet.text(left + 6, y, label, wide / 2, size=40, role="title")
    if chests:
        sheet.put(draw_chest(32, without_rims=True), left + taken + 38, y)
        taken += 56
    if chests > 1:
        taken += sheet.text(left + taken + 6, y, str(chests), 40)
    if not way.kind:
        sheet.text(right, y, fmt(say("no token")), wide - taken - 30, role="text", fill=MUTED, align="r")
        return
    remain = max(0, {str(kind): n for kind, n in own.reserve.items()}[way.kind] - 1)
    label, room = fmt(say("{n} left", n=remain)), wide - taken - 110
    label = choose_wording((label, f"× {remain}"), "text", MIN_DATA_SIZE_PX, room)
    right -= sheet.text(right, y, label, room, role="text", fill=MUTED, align="r")
    sheet.put(draw_token(way.kind, own.seat, 8.4, count_left=True), right - 44, y)
