"""The numbers that matter most on a board are large enough for a phone, which shows the board 390 pixels wide."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

import pytest

from engine.kernel.text import translate_to_english
from render.expanse.phrases import find_next_space, split_name
from render.kit.scene import Scene
from render.kit.sheet import Sheet
from render.kit.text import PHONE_DATA_SIZE_PX, Formatter
from render.northwest.layout import ROW_LETTERS
from render.northwest.zoom import choose_layout
from render.paso.layout import BoardLayout
from tests.images import golden
from tests.images.finales import compose_poster, load_finale
from tests.images.legibility import CAPITAL_HEIGHT_SHARE, MIN_CAPITAL_HEIGHT_PX, PHONE_WIDTH_PX
from tests.images.moments import compose_board, find_scene


def list_expanse_words(scene: Scene) -> Iterator[str]:
    """List the numbers and names that a player of The Expanse looks for first."""
    view = scene.view
    yield from (str(side.cp) for side in view.sides)
    if not view.ended:
        yield from (str(side.supply) for side in view.sides if not side.diplomats)
        yield from (str(side.place) for side in view.sides if side.place)
    if view.ended:
        yield from ("Final", "Other", "Total")
    elif not view.mats:
        yield from (str(space.price) for space in view.track)
    for base in view.bases:
        yield next(part for part, is_word in split_name(base.name, base.word) if is_word)
        yield from (str(one.cubes + one.diplomats) for one in base.presence if one.cubes + one.diplomats < 10)
    yield from ("Earth", "Mars", "Jupiter", "Saturn")
    row = find_next_space(view)
    if row is not None and view.phase not in ("final", "over"):
        yield "·".join(map(str, row.points))


def list_northwest_words(scene: Scene) -> Iterator[str]:
    """List the points, crew and tokens of each expedition of the Passage, the rows and columns, and the market."""
    if scene.view.ended:
        yield from ("Finds", "Islands", "Passage", "Franklin", "Straits", "Losses")
        return
    frame = choose_layout(scene).frame
    yield from ROW_LETTERS[frame.row : frame.row + frame.rows]
    yield from (str(column + 1) for column in range(frame.column, frame.column + frame.columns))
    for expedition in scene.view.expeditions:
        yield str(expedition.track_points)
        crew = expedition.crew["ship"]
        yield f"{crew.available}/{crew.available + crew.resting}"
        if scene.prompt is None:
            yield from (str(count) for count in expedition.tokens.values() if count)
    if not any(spot.startswith(("tile-", "market-")) for spot in scene.marks):
        yield from (tile.tile.upper() for tile in scene.view.market)
        yield from (f"×{pile.tiles_left}" for pile in scene.view.piles)


def list_paso_words(scene: Scene) -> Iterator[str]:
    """List the rows and treasures of the players of the Paso, the prices, the reserves, and the columns and rows in sight."""
    view = scene.view
    for player in view.players:
        if 0 < player.row <= view.rows:
            yield f"row {player.row}"
        yield str(player.hand)
        if view.phase == "race":
            yield from (str(count) for kind, count in player.reserve.items() if not kind.startswith("4") and count)
    if view.phase != "over":
        yield from (str(view.prices[kind]) for kind in ("water", "land", "snow", "iceberg", "raid"))
    yield from view.columns
    yield str(BoardLayout.from_view(view).bottom_row + 1)


def list_amundsen_words(scene: Scene) -> Iterator[str]:
    """List the cards of both decks of 1911 and the numbers of spaces; at the end the places of both explorers."""
    if scene.view.ended:
        yield from (f"on space {one.space}" for one in scene.view.explorers if one.side != scene.view.winner)
        return
    yield str(scene.view.deck)
    yield str(len(scene.view.discards))
    yield from map(str, range(1, 12))


MAIN_WORDS = {
    "amundsen": list_amundsen_words,
    "expanse": list_expanse_words,
    "northwest": list_northwest_words,
    "paso": list_paso_words,
}
MAX_NAME_CHARS, MAX_HEADLINE_CHARS = 8, 14
"""The longest names and headlines that have the size for phones. Names of players can be much longer."""
BOARDS = [f"{slug}-{name}" for slug in MAIN_WORDS for name in golden.BOARD_SCENES[slug]]


def list_phone_words(sheet: Sheet) -> set[str]:
    """List the words that can be read on a phone."""
    least = MIN_CAPITAL_HEIGHT_PX * sheet.image.width / PHONE_WIDTH_PX / CAPITAL_HEIGHT_SHARE
    return {one.string for one in sheet.written_texts if one.size >= least}


def test_the_size_for_phones_is_large_enough():
    assert round(CAPITAL_HEIGHT_SHARE * PHONE_DATA_SIZE_PX * PHONE_WIDTH_PX / 1650, 1) >= MIN_CAPITAL_HEIGHT_PX


@pytest.mark.parametrize("picture", BOARDS)
def test_the_players_and_whose_turn_it_is_can_be_read_on_a_phone(picture: str):
    """A long name is smaller or cut: a player can choose it, and the seat's shape stands before it."""
    slug, scene = picture.partition("-")[0], find_scene(picture)
    fmt = Formatter(scene.names, translate_to_english)
    headline = import_module(f"render.{slug}.phrases").format_headline(scene)
    sheet = compose_board(slug, scene, translate_to_english)
    written = {one.string for one in sheet.written_texts}
    words = [name for name in fmt.names if len(name) <= MAX_NAME_CHARS and name in written]
    if len(fmt(headline)) <= MAX_HEADLINE_CHARS:
        words.append(fmt(headline))
    shown = list_phone_words(sheet)
    assert [word for word in words if word not in shown] == []


@pytest.mark.parametrize("picture", BOARDS)
def test_the_main_words_can_be_read_on_a_phone(picture: str):
    slug, scene = picture.partition("-")[0], find_scene(picture)
    sheet = compose_board(slug, scene, translate_to_english)
    assert sorted({*MAIN_WORDS[slug](scene)} - list_phone_words(sheet)) == []


@pytest.mark.parametrize("picture", golden.POSTER_FILES)
def test_the_names_and_points_of_a_poster_can_be_read_on_a_phone(picture: str):
    end = load_finale(golden.POSTER_FILES[picture])
    words = [*Formatter(end.scene.names, translate_to_english).names]
    if end.game == "expanse":
        words += ["Eurasia", "Ceres", "Europa", "Ganymede", "Titan", "Earth", "Mars", *map(str, end.pages[-1].points)]
    assert sorted({*words} - list_phone_words(compose_poster(end, translate_to_english))) == []
