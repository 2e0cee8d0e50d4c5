"""The viewer's character and treasures, large; the characters on offer; or previews of all ways to the hexagon that was
chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from PIL import Image

from engine.games.paso.names import describe_ability, name_card
from engine.games.paso.view import View, VisibleCharacter, VisiblePlayer
from engine.kernel.text import Text, Translate, count, say
from render.kit.canvas import Sprite
from render.kit.hexes import Hex
from render.kit.marks import LETTER_RADIUS_PX, draw_gold_frame, draw_letter
from render.kit.scene import Scene
from render.kit.seats import draw_seat_badge, draw_ship
from render.kit.shapes import measure_extent
from render.kit.sheet import Sheet, draw_card
from render.kit.text import MIN_DATA_SIZE_PX, FittedText, Formatter, choose_wording, find_fitting_size, wrap_text
from render.kit.theme import CREAM, INK, MUTED, NAVY, PAPER, Colour
from render.paso import live_layer, phrases, static_layer
from render.paso.card_pictures import (
    CHARACTER_EDGE_COLOUR,
    PICTURE_HEIGHT_PX,
    TREASURE_EDGE_COLOUR,
    draw_character,
    draw_treasure,
)
from render.paso.chart import create_known_ground
from render.paso.layout import WINDOW_BOTTOM_PX, WINDOW_LEFT_PX, WINDOW_TOP_PX, BoardLayout, find_ship_hexagon
from render.paso.pieces import draw_chest, draw_path_outline, draw_side_sign, draw_token
from render.paso.ribbons import draw_ribbon
from render.paso.static_layer import StaticLayer, compute_directions
from render.paso.way_previews import WayPreview, list_ways

HAND_WIDTH_PX, HEADER_HEIGHT_PX, HAND_PADDING_PX = 1100, 84, 20
NAME_SIZE_PX, NAME_LINE_HEIGHT_PX, LINE_HEIGHT_PX = 46, 46, 40


EDGE_WIDTH_PX, CARD_GAP_PX = 7, 10
PICTURE_ZOOMS = {1: 1.4, 2: 1.4, 3: 1.2, 4: 1.0}
"""The sizes of the pictures, by the number of cards side by side."""


class CardFace(NamedTuple):
    """A card to be drawn: its spot, the function that draws its picture, the colour of its edge, its name and its effect."""

    spot: str
    draw_picture: Callable[[int, float], Sprite]
    edge: Colour
    name: Text
    effect_text: Text


def compose_hand(scene: Scene, translate: Translate) -> Sheet | None:
    """Compose the hand, 1100 pixels wide; None for a viewer who holds nothing."""
    view: View = scene.view
    own = phrases.find_own_player(view)
    if own is None:
        return None
    fmt = Formatter(scene.names, translate)
    ways = list_ways(scene)
    if ways:
        return _draw_ways(scene, own, ways, fmt)
    if view.offers:
        faces = [_create_character_face(card, f"character-{n}") for n, card in enumerate(view.offers)]
        title = say("Who sails your ship?")
        if phrases.has_chosen(scene, own):
            title = say("You have chosen, others not yet.")
        return _draw_faces(scene, own, faces, title, "", fmt)
    faces = _create_hand_faces(view, own)
    if not faces:
        return None
    held = say("no treasure yet")
    if view.hand:
        held = count("{n} treasure", "{n} treasures", len(view.hand))
    return _draw_faces(scene, own, faces, say("Your cards"), fmt(held), fmt)


def _create_hand_faces(view: View, own: VisiblePlayer) -> list[CardFace]:
    """Create the faces of the viewer's character and treasures."""
    faces: list[CardFace] = []
    if own.character is not None:
        faces.append(_create_character_face(own.character, ""))
    for n, effect in enumerate(view.hand):
        effect_text = phrases.describe_card_effect(effect)
        picture = partial(draw_treasure, effect)
        faces.append(CardFace(f"card-{n}", picture, TREASURE_EDGE_COLOUR, name_card(effect), effect_text))
    return faces


def _create_character_face(card: VisibleCharacter, spot: str) -> CardFace:
    picture, name = partial(draw_character, card.ability), say("{name}", name=card.name)
    return CardFace(spot, picture, CHARACTER_EDGE_COLOUR, name, describe_ability(card.ability))


def _create_sheet(own: VisiblePlayer, height: int, title: str, detail: str) -> Sheet:
    """Create a sheet with its header: the player, the title, and a detail at the right, "" for none."""
    sheet = Sheet(Image.new("RGB", (HAND_WIDTH_PX, HEADER_HEIGHT_PX + height), NAVY))
    sheet.put(draw_seat_badge(own.seat, 50), 48, HEADER_HEIGHT_PX / 2)
    x, right, middle = 92, HAND_WIDTH_PX - HAND_PADDING_PX, HEADER_HEIGHT_PX / 2
    if own.side is not None:
        sheet.put(draw_side_sign(own.side, 42, CREAM, NAVY), x + 22, middle)
        x += 58
    detail_width = 0.0
    if detail:
        detail_width = sheet.text(right, middle, detail, 380, role="text", fill=MUTED, align="r")
    sheet.text(x, middle, title, right - detail_width - 30 - x, size=46, role="title")
    return sheet


class FaceText(NamedTuple):
    """The name and the effect of a card, wrapped to its width."""

    name: FittedText
    effect: FittedText

    @property
    def height(self) -> int:
        """The height of all lines."""
        return NAME_LINE_HEIGHT_PX * len(self.name.lines) + LINE_HEIGHT_PX * len(self.effect.lines)


def _draw_faces(
    scene: Scene, own: VisiblePlayer, faces: list[CardFace], title: Text, detail: str, fmt: Formatter
) -> Sheet:
    """Draw cards side by side, at most four in a line, below a header with a title and a detail ("" for none)."""
    columns = min(4, len(faces))
    if len(faces) in {5, 6}:
        columns = 3
    line_count, picture_height = -(-len(faces) // columns), round(PICTURE_HEIGHT_PX * PICTURE_ZOOMS[columns])
    cell_width = (HAND_WIDTH_PX - 2 * HAND_PADDING_PX) / columns
    texts = [_wrap_face(face, int(cell_width - 40), fmt) for face in faces]
    card_height = picture_height + 38 + max([text.height for text in texts])
    sheet = _create_sheet(own, line_count * (card_height + CARD_GAP_PX) + CARD_GAP_PX, fmt(title), detail)
    seat_by_spot = {f"character-{index}": seat for seat, index in scene.view.chosen.items()}
    for n, (face, text) in enumerate(zip(faces, texts, strict=True)):
        line, column = divmod(n, columns)
        left, top = HAND_PADDING_PX + cell_width * column, HEADER_HEIGHT_PX + line * (card_height + CARD_GAP_PX)
        _draw_face(sheet, face, text, (left, top, cell_width, card_height), PICTURE_ZOOMS[columns])
        if face.spot in seat_by_spot:
            sheet.put(draw_seat_badge(seat_by_spot[face.spot], 46), left + cell_width - 44, top + 40)
        letter = scene.marks.get(face.spot)
        if letter:
            sheet.put(draw_gold_frame(round(cell_width - 10), card_height), round(left + 5), top)
            draw_letter(sheet, left + 5 + LETTER_RADIUS_PX + 6, top + LETTER_RADIUS_PX + 6, letter)
    return sheet


def _wrap_face(face: CardFace, max_width: int, fmt: Formatter) -> FaceText:
    name = fmt(face.name)
    return FaceText(
        wrap_text(name, "bold", find_fitting_size(name, "bold", NAME_SIZE_PX, max_width), max_width, 2),
        wrap_text(fmt(face.effect_text), "text", MIN_DATA_SIZE_PX, max_width, 5),
    )


def _draw_face(sheet: Sheet, face: CardFace, text: FaceText, cell: tuple[float, int, float, int], zoom: float) -> None:
    """Draw a card in a cell: its left and top, its width and the height of the card."""
    left, top, width, height = cell
    middle, max_width = left + width / 2, int(width - 40)
    card_left, card_right = round(left + CARD_GAP_PX / 2), round(left + width - CARD_GAP_PX / 2)
    box = (card_left, top, card_right, top + height)
    draw_card(sheet.image, box, PAPER, NAVY, radius=18, edge=face.edge, width=EDGE_WIDTH_PX)
    picture = face.draw_picture(card_right - card_left - 2 * EDGE_WIDTH_PX, zoom)
    sheet.put(picture, card_left + EDGE_WIDTH_PX, top + EDGE_WIDTH_PX)
    y = top + EDGE_WIDTH_PX + picture.image.height + NAME_LINE_HEIGHT_PX * 2 // 3
    for line in text.name.lines:
        sheet.text(middle, y, line, max_width, size=text.name.size, wanted_size=40, fill=INK, align="m")
        y += NAME_LINE_HEIGHT_PX
    for line in text.effect.lines:
        sheet.text(
            middle,
            y,
            line,
            max_width,
            size=text.effect.size,
            wanted_size=MIN_DATA_SIZE_PX,
            role="text",
            fill=INK,
            align="m",
        )
        y += LINE_HEIGHT_PX


# --------------------------------------------------------------------------- ways


PREVIEW_SIZE_PX = (430, 330)
"""The width and height of the part of the board in a preview."""
WAY_COLUMNS = (2, 2, 2, 2, 2, 3, 3, 4)
"""The columns of previews by the number of ways, the last for all larger numbers."""


def _draw_ways(scene: Scene, own: VisiblePlayer, ways: list[WayPreview], fmt: Formatter) -> Sheet:
    """Draw each way on a part of the board: what it would lay, its price, and what would be left of the token."""
    view: View = scene.view
    columns = WAY_COLUMNS[min(len(ways), len(WAY_COLUMNS) - 1)]
    cell_width = (HAND_WIDTH_PX - 2 * HAND_PADDING_PX) / columns
    width = round(cell_width - 14)
    height = round(width * PREVIEW_SIZE_PX[1] / PREVIEW_SIZE_PX[0])
    cell_height = height + 62
    line_count = -(-len(ways) // columns)
    title, detail = fmt(say("Which way?")), fmt(phrases.describe_points(view))
    sheet = _create_sheet(own, line_count * (cell_height + 10) + 6, title, detail)
    rows_of_ways: list[int] = []
    for way in ways:
        rows_of_ways += [row for _, row in way.path]
    main_layout = BoardLayout.from_view(view, rows_of_ways)
    boards: dict[BoardLayout, Image.Image] = {}
    for n, way in enumerate(ways):
        line, column = divmod(n, columns)
        left = round(HAND_PADDING_PX + cell_width * column + 7)
        top = HEADER_HEIGHT_PX + line * (cell_height + 10)
        visible_path = _shorten_way(main_layout, (find_ship_hexagon(main_layout, view, own), *way.path))
        rows = [row for _, row in visible_path[-len(way.path) :]]
        layout = _choose_preview_layout(view, rows, (main_layout, *boards))
        if layout not in boards:
            boards[layout] = _draw_board(scene, layout, own.seat)
        preview = _draw_preview(boards[layout], layout, own.seat, way, visible_path)
        sheet.image.paste(preview.resize((width, height), Image.Resampling.HAMMING), (left, top))
        letter = scene.marks.get(way.spot)
        if letter:
            draw_letter(sheet, left + LETTER_RADIUS_PX + 6, top + LETTER_RADIUS_PX + 6, letter)
        _draw_preview_foot(sheet, own, way, (left, top + height, width), _count_chests(view, way), fmt)
    return sheet


def _choose_preview_layout(view: View, rows: list[int], layouts: Sequence[BoardLayout]) -> BoardLayout:
    """Return the first layout that shows all rows, or a new one."""
    for layout in layouts:
        if all(map(layout.is_row_visible, rows)):
            return layout
    return BoardLayout.from_view(view, rows)


def _count_chests(view: View, way: WayPreview) -> int:
    """Count the chests that the token of a way would cover."""
    if not way.kind:
        return 0
    return sum(hexagon.has_chest and (hexagon.x, hexagon.row) in way.path for hexagon in view.hexes)


def _shorten_way(layout: BoardLayout, way: Sequence[Hex]) -> Sequence[Hex]:
    """Return the longest end of a way that fits into a preview."""
    points = [layout.find_middle(hexagon) for hexagon in way]
    max_width, max_height = PREVIEW_SIZE_PX[0] - 1.3 * layout.r, PREVIEW_SIZE_PX[1] - 1.3 * layout.r
    for start in range(len(way)):
        left, top, right, bottom = measure_extent(points[start:])
        if right - left <= max_width and bottom - top <= max_height:
            return way[start:]
    raise AssertionError("a single hexagon fits")


def _draw_board(scene: Scene, layout: BoardLayout, seat: int) -> Image.Image:
    """Draw the board without a seat's ship."""
    sheet = static_layer.draw_static_layer(
        layout, create_known_ground(scene.view), StaticLayer.from_scene(scene)
    ).copy()
    live_layer.draw_ships(sheet, scene.view, layout, (), omitted_seat=seat)
    return sheet.image


def _draw_preview(
    board: Image.Image, layout: BoardLayout, seat: int, way: WayPreview, visible_path: Sequence[Hex]
) -> Image.Image:
    """Draw the board around the visible path of a way, with the token it would lay and the ship at its end."""
    width, height = PREVIEW_SIZE_PX
    first_x, first_y, last_x, last_y = measure_extent([layout.find_middle(hexagon) for hexagon in visible_path])
    x, y = (first_x + last_x) / 2, (first_y + last_y) / 2
    left = round(min(max(x - width / 2, WINDOW_LEFT_PX), layout.window_right - width))
    top = round(min(max(y - height / 2, WINDOW_TOP_PX), WINDOW_BOTTOM_PX - height))
    preview = Sheet(board.crop((left, top, left + width, top + height)))
    path = way.path[-len(visible_path) - 1 :]  # a longer way comes in from beyond the edge
    directions = compute_directions(path)
    start_x, start_y = layout.find_middle(path[0])
    end_x, end_y = layout.find_middle(path[-1])
    if way.kind:
        preview.put(draw_ribbon(seat, directions, layout.r), start_x - left, start_y - top)
    outline = draw_path_outline(directions, layout.r, whole_hexagons=False)
    preview.put(outline, start_x - left, start_y - top)
    preview.put(draw_ship(seat, round(layout.r * 1.1)), end_x - left, end_y - top)
    return preview.image


def _draw_preview_foot(
    sheet: Sheet, own: VisiblePlayer, way: WayPreview, corner: tuple[int, int, int], chests: int, fmt: Formatter
) -> None:
    """Draw the line below a preview: the price, the chests on the way, and the token with the count that would be left.

    `corner` is the left edge, the upper edge and the width of the line.
    """
    left, top, width = corner
    y, right = top + 30, left + width - 4
    prices = (fmt(count("{n} point", "{n} points", way.price)), str(way.price))
    price = choose_wording(prices, "title", 40, width // 2 - 40)
    x = left + 6 + sheet.text(left + 6, y, price, width / 2, size=40, role="title")
    if chests:
        sheet.put(draw_chest(32, without_rims=True), x + 32, y)
        x += 56
    if chests > 1:
        x += sheet.text(x, y, str(chests), 40)
    if not way.kind:
        sheet.text(right, y, fmt(say("no token")), right - x - 20, role="text", fill=MUTED, align="r")
        return
    reserve = {str(kind): n for kind, n in own.reserve.items()}
    tokens_left = max(0, reserve[way.kind] - 1)
    max_width = right - x - 100
    label = choose_wording(
        (fmt(say("{n} left", n=tokens_left)), f"× {tokens_left}"), "text", MIN_DATA_SIZE_PX, max_width
    )
    right -= sheet.text(right, y, label, max_width, role="text", fill=MUTED, align="r")
    sheet.put(draw_token(way.kind, own.seat, 9.4, count_left=True), right - 48, y)
