"""The painter of La Aventura del Paso del Noroeste on any table: it paints, its words fit, every choice has its letter."""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import combinations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.paso.components import EFFECTS, KINDS
from engine.kernel.position import Run, start
from engine.kernel.script import settle
from engine.kernel.text import english, say
from render import paso
from render.kit import hexes, theme
from render.kit.canvas import Sprite
from render.kit.scene import Scene
from render.kit.sheet import Sheet
from render.kit.text import Formatter
from render.paso import close_up, hand_sheet, panel, phrases, static_layer
from render.paso.cards import character, treasure
from render.paso.chart import print_on
from render.paso.ground import TERRAIN
from render.paso.layout import BOTTOM, LEFT, ROOM, STRIP_LEFT, STRIP_WIDE, TOP, BoardLayout, named
from render.paso.panel import WARM
from render.paso.pieces import SHAPES, shape
from tests.images.chance import WORDY, levels, misfits, play_on, wordy
from tests.images.covered import watched
from tests.images.scenes_paso import (
    BOARDS,
    HANDS,
    LETTERS,
    NAMES,
    begin,
    game,
    late,
    lettered,
    menu,
    middle,
    pair,
    scene,
    teams,
)

LIKED = ("advance", "raid", "card", "drop", "choose")


@lru_cache(maxsize=64)
def played(luck: int, seats: int, mode: str, moves: int) -> tuple[Run, list]:
    """A game of random moves that rather go on than stay, after so many of them; what it told last."""
    chance = random.Random(luck)  # noqa: S311 - a test keeps no secrets
    options = settle(game().settings, {"mode": mode})
    run: Run = Run(game(), start(game(), seats, options, f"picture {luck}").position, f"picture {luck}")
    return run, play_on(run, moves, chance, LIKED)


@st.composite
def tables(draw: st.DrawFn) -> Scene:
    seats, mode = draw(st.sampled_from([(2, "alone"), (3, "alone"), (4, "alone"), (4, "teams")]))
    run, told = played(draw(st.integers(0, 9)), seats, mode, draw(st.sampled_from([0, 4, 15, 60, 150, 400])))
    viewer = draw(st.sampled_from([None, *range(seats)]))
    marks: dict[str, str] = {}
    if run.now.ask and draw(st.booleans()):
        viewer = min(run.now.ask)
        menus = levels(run.menu(viewer), random.Random(draw(st.integers(0, 9))))  # noqa: S311
        marks = lettered(draw(st.sampled_from(menus)))
    names = tuple(draw(WORDY) for _ in range(seats))
    reason = run.result.reason if run.result else None
    return Scene(game().view(run.state, viewer), names, tuple(run.now.ask), tuple(told), marks, reason)


def unlettered(sheet, at: Scene):
    """What is written besides the letters of choices and their prices, which may lie on a piece."""
    prices = {str(price) for price in range(10)}
    marks = set(at.marks.values())
    window = (LEFT, TOP, BoardLayout.of(at.view, paso.marked_rows(at)).right, BOTTOM)
    sheet.written = [
        one
        for one in sheet.written
        if one.string not in marks and not (one.string in prices and window[0] < one.ink[0] < window[2])
    ]
    return sheet


# ------------------------------------------------------------------- any table
@settings(max_examples=50, deadline=None)
@given(tables(), st.sampled_from([english, wordy]))
def test_any_table_paints_and_its_words_fit(at: Scene, translate):
    sheet = paso.compose(at, translate)
    assert (sheet.image.size, sheet.image.mode) == ((1650, 1050), "RGB")
    assert misfits(unlettered(sheet, at)) == []


@settings(max_examples=60, deadline=None)
@given(tables())
def test_every_choice_has_its_letter_on_the_board_or_in_the_hand(at: Scene):
    board = {one.string for one in paso.compose(at, english).written}
    sheet = hand_sheet.compose(at, english)
    held = {one.string for one in sheet.written} if sheet else set()
    for spot, mark in at.marks.items():
        assert mark in (held if paso.on_hand(spot) else board), spot


@settings(max_examples=40, deadline=None)
@given(tables(), st.sampled_from([english, wordy]))
def test_any_hand_paints_and_its_words_fit(at: Scene, translate):
    sheet = hand_sheet.compose(at, translate)
    if at.view.viewer is None:
        assert sheet is None
    if sheet is not None:
        assert sheet.image.width == 1100
        assert misfits(sheet) == []


@settings(max_examples=40, deadline=None)
@given(tables(), st.sampled_from([english, wordy]))
def test_every_text_is_at_most_1000_characters(at: Scene, translate):
    assert 0 < len(paso.alt(at, translate)) <= 1000
    assert 0 < len(paso.hand_alt(at, translate)) <= 1000


@settings(max_examples=25, deadline=None)
@given(tables(), st.sampled_from([english, wordy]))
def test_any_crop_holds_the_viewers_ship_and_fits(at: Scene, translate):
    sheet = close_up.compose(msgspec.structs.replace(at, marks={}), Formatter(at.names, translate))
    assert sheet is not None
    assert sheet.image.width <= 1000
    assert sheet.image.height <= 800
    assert misfits(sheet) == []
    seen = at.view.players[at.view.to_move if at.view.viewer is None else at.view.viewer]
    if 1 <= seen.row <= at.view.rows:
        assert str(seen.row) in {one.string for one in sheet.written}


@settings(max_examples=40, deadline=None)
@given(tables())
def test_the_window_shows_the_ship_to_move_and_what_lies_before_it(at: Scene):
    layout = BoardLayout.of(at.view)
    mover = at.view.players[at.view.to_move].row
    assert layout.shows(mover)
    assert layout.shows(min(mover + 2, at.view.rows + 1))
    assert layout.high - layout.low + 1 == ROOM[len(at.view.columns)][0]
    marked = paso.marked_rows(at)
    if marked and max(marked) - min(marked) < layout.shown:
        assert all(map(BoardLayout.of(at.view, marked).shows, marked))


# ---------------------------------------------------------------- named moments
@pytest.mark.parametrize("name", BOARDS)
def test_named_boards_fit_in_a_wordy_language(name: str):
    at = BOARDS[name]()
    assert misfits(unlettered(paso.compose(at, wordy), at)) == []


@pytest.mark.parametrize("name", HANDS)
def test_named_hands_fit_in_a_wordy_language(name: str):
    sheet = hand_sheet.compose(HANDS[name](), wordy)
    assert sheet is not None
    assert misfits(sheet) == []


@pytest.mark.parametrize("at", [begin, pair, middle, teams, late])
def test_named_moments_add_up(at):
    made, other = at(), start(game(), len(at().players), at().options, "whatever").position.base
    assert game().inventory(made) == game().inventory(other)


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_what_a_seat_cannot_know_changes_no_pixel_and_no_word(viewer: int | None):
    run, _ = played(3, 3, "alone", 60)
    other = game().resample(run.state, viewer, lambda pool: sorted(pool, reverse=True))
    assert other.four != run.state.four
    one, two = (Scene(game().view(each, viewer), ("Ana", "Ben", "Cy"), waiting=(0,)) for each in (run.state, other))
    assert paso.paint(one, english).tobytes() == paso.paint(two, english).tobytes()
    assert paso.alt(one, english) == paso.alt(two, english)
    assert paso.hand_alt(one, english) == paso.hand_alt(two, english)


def test_a_picture_depends_on_its_scene_alone():
    before = paso.paint(BOARDS["middle"](), english).tobytes()
    for at in BOARDS.values():
        paso.paint(at(), wordy)
    assert paso.paint(BOARDS["middle"](), english).tobytes() == before
    assert paso.paint(BOARDS["advance"](), english).tobytes() != before


def test_everybody_sees_the_same_chart():
    """The panel leaves out abilities for room, and never the viewer's own."""
    pictures = {
        paso.paint(scene(teams(), viewer), english).crop((0, 0, 1140, 1050)).tobytes() for viewer in (None, 0, 1, 2, 3)
    }
    assert len(pictures) == 1


def test_the_letter_of_a_ship_and_every_price_can_be_read():
    """Nothing lies on them: neither the ship's hull and routes nor the frames of hexagons beside each other."""
    at = BOARDS["turns"]()
    layout, ships = BoardLayout.of(at.view), [seen.ship for seen in at.view.players if seen.ship]
    with watched() as watch:
        sheet = paso.compose(at, english)
    hidden = {word.ink for word, _ in watch.covered(sheet)}
    for name in ships:
        x, y = layout.middle(named(at.view.columns, name))
        below = [one for one in sheet.written if one.string == name[0] and abs((one.ink[0] + one.ink[2]) / 2 - x) < 9]
        assert any(y < one.ink[1] < y + layout.r for one in below if one.ink not in hidden), name
    near = [seen.name for seen in at.view.hexes if abs(seen.row - layout.low - 4) < 3]
    marks = {f"to-{k % 4 + 1}-{name}": LETTERS[k % len(LETTERS)] for k, name in enumerate(near)}
    with watched() as watch:
        sheet = paso.compose(msgspec.structs.replace(at, marks=marks), english)
    prices = [word.string for word, _ in watch.covered(sheet) if word.kind == "data"]
    assert len(near) > 20
    assert prices == []


def test_ships_that_wait_stand_apart_on_the_overview():
    run, _ = played(0, 4, "alone", 0)
    sheet = paso.compose(scene(run.state, None), english)
    signs = [one.ink for one in sheet.written if one.kind == "decoration" and one.string in "1234" and one.ink[2] < 160]
    assert len(signs) == 4
    assert all(ink[0] >= STRIP_LEFT and ink[2] <= STRIP_LEFT + STRIP_WIDE and ink[3] <= BOTTOM for ink in signs)
    assert all(a[2] < b[0] or b[2] < a[0] or a[3] < b[1] or b[3] < a[1] for a, b in combinations(signs, 2))


def test_shapes_of_a_reserve_leave_each_other_free():
    for seats in (2, 3, 4):
        at = scene(played(0, seats, "alone", 0)[0].state, None)
        layout = panel.panel_layout(at, BoardLayout.of(at.view))
        top, foot = panel.span(layout.tops, 0)
        shapes = [shape(kind, 0, panel.RADIUS[seats], left=True).image for kind in KINDS]
        assert all(one.height <= (foot - top) / 2 + 1 for one in shapes), seats


# ------------------------------------------------------------------------ words
def test_alt_tells_the_middle_of_a_race():
    told = paso.alt(BOARDS["middle"](), english)
    assert told.startswith("Turn 14: Franklin to sail. 3 action points, 1 card to play. Peña leads by 3 rows. ")
    assert "Franklin: on b10, on the route of Peña, Cook, 1 treasure." in told
    assert "Ана: on d10, Amundsen, 0 treasures, plays no cards, 2 points less next turn." in told
    assert "Peña: on c13, Parry, 3 treasures, cannot be raided." in told
    assert "Row 13 from a: land, land, ship of Peña, water with a chest, water, water." in told
    assert told.endswith("Last: Franklin raids Peña on b10.")


def test_alt_tells_the_end():
    told = paso.alt(BOARDS["over"](), english)
    assert told.startswith("Turn 20: Ана has won. Ана is first through the Northwest Passage.")
    assert "action point" not in told


def test_hand_alt_tells_cards_offers_and_ways():
    assert paso.hand_alt(BOARDS["middle"](), english) == "You hold no cards."
    held = paso.hand_alt(HANDS["hand"](), english)
    assert held.startswith("You sail with Sir William Edward Parry: ")
    assert "A: Tailwind: More points this turn; most if you are last alone." in held
    assert "B: William Baffin: " in paso.hand_alt(HANDS["hand-offer"](), english)
    ways = paso.hand_alt(HANDS["hand-ways"](), english)
    assert all(f"{mark}: " in ways for mark in HANDS["hand-ways"]().marks.values())


def test_who_has_chosen_a_character_is_not_asked_any_more():
    at = begin()
    asked = scene(at, 0)
    assert "Who sails your ship?" in {one.string for one in hand_sheet.compose(asked, english).written}
    assert "You have chosen" not in paso.hand_alt(asked, english)
    at.players[0].picked = 1
    chosen = scene(at, 0)
    assert "You have chosen, others not yet." in {one.string for one in hand_sheet.compose(chosen, english).written}
    assert "You have chosen William Baffin." in paso.hand_alt(chosen, english)


def test_who_has_chosen_in_secret_is_not_asked_any_more():
    """The game itself knows of no answer before all are given."""
    waits = msgspec.structs.replace(scene(begin(), 0), waiting=(1,))
    assert "You have chosen, others not yet." in {one.string for one in hand_sheet.compose(waits, english).written}
    assert "You have chosen, others not yet." in paso.hand_alt(waits, english)
    owes = msgspec.structs.replace(waits, waiting=(0, 1))
    assert "Who sails your ship?" in {one.string for one in hand_sheet.compose(owes, english).written}
    assert "You have chosen" not in paso.hand_alt(owes, english)


def test_the_panel_shows_the_turn_the_race_and_the_reserves():
    written = [one.string for one in paso.compose(BOARDS["middle"](), english).written]
    assert {"Franklin to sail", "3 action points", "leads by 3 rows", "turn 14", "−2", "row 13"} <= set(written)
    left = BoardLayout.of(BOARDS["middle"]().view).edge
    numbers = [
        one for one in paso.compose(BOARDS["middle"](), english).written if one.ink[0] > left and one.ink[1] > 220
    ]
    reserves = [int(one.string) for one in numbers if one.string.isdecimal()]
    assert [*reserves[:10]] == [1, 1, 1, 1, 1, 4, 3, 4, 4, 3]


def test_the_end_names_the_side_that_won():
    at = teams()
    at.players[3].ship, at.players[3].exited, at.phase = "", True, "over"
    shown = {one.string for one in paso.compose(scene(at, None), english).written}
    assert {"The Explorers have won", "first", "after 23 turns"} <= shown


def test_before_the_race_characters_are_chosen():
    shown = {one.string for one in paso.compose(BOARDS["begin"](), english).written}
    assert {"Choose your characters", "still to choose:", "24 rows to sail"} <= shown


def test_points_of_fresh_waters_are_for_advancing_only():
    at = middle()
    at.fresh, at.points = True, 2
    assert "2 points, to advance only" in {one.string for one in paso.compose(scene(at, None), english).written}


def test_ships_beyond_the_window_stand_at_its_border():
    at = teams()
    at.players[0].ship = "a2"
    written = paso.compose(scene(at, None), english).written
    layout = BoardLayout.of(scene(at, None).view)
    assert not layout.shows(2)
    assert any(one.string == "2" and one.ink[1] > BOTTOM - 70 and one.ink[0] < layout.right for one in written)


def test_choices_beyond_the_window_are_lettered_on_the_overview():
    at = scene(teams(), 1, {"a2": "A", "e13": "B", "f16": "C", "d9": "D", "d10": "E"})
    where = {one.string: one.ink for one in paso.compose(at, english).written if one.string in "ABCDE"}
    assert STRIP_LEFT - 20 < where["A"][0] < STRIP_LEFT + STRIP_WIDE
    assert all(where[mark][0] > LEFT for mark in "BCDE")


def test_prices_stand_beside_the_letters():
    at = BOARDS["advance"]()
    layout = BoardLayout.of(at.view, paso.marked_rows(at))
    written = paso.compose(at, english).written
    for spot in at.marks:
        price, word = spot.split("-")[1:]
        cell = named(at.view.columns, word)
        assert cell is not None
        x, y = layout.middle(cell)
        assert any(one.string == price and abs(one.ink[0] - x) < 45 and abs(one.ink[1] - y) < 60 for one in written)


def test_a_reserve_can_be_chosen_from():
    at = scene(late(), 0, {f"reserve-1-{kind}": LETTERS[k] for k, kind in enumerate(KINDS)})
    assert {*LETTERS[: len(KINDS)]} <= {one.string for one in paso.compose(at, english).written}


@pytest.mark.parametrize("n", [1, 2, 3, 5, 8, 14])
def test_any_number_of_ways_is_previewed(n: int):
    paths = [(kind, hex_) for kind in KINDS[5:9] for hex_ in ("b14", "c14", "d13", "b13")][:n]
    marks = {f"way-4-{kind}-c13-{hex_}": LETTERS[k] for k, (kind, hex_) in enumerate(paths)}
    sheet = hand_sheet.compose(scene(teams(), 3, marks), english)
    assert sheet is not None
    assert misfits(sheet) == []
    assert set(marks.values()) <= {one.string for one in sheet.written}


BACK = "b20 c19 c18 c17 c16 d15 c14 d13 d12 e11 d10 d9 d8 d7 d6 d5 d4 d3 d2"


@pytest.mark.parametrize("steps", [2, 4, 5, 9, 19])
def test_a_preview_shows_where_a_way_ends_however_long_it_is(monkeypatch, steps: int):
    """A ship may go back along all of its route."""
    put, seen = Sheet.put, []

    def noted(sheet: Sheet, sprite: Sprite, x: float, y: float) -> None:
        if sheet.image.size == hand_sheet.CUT:
            seen.append((sprite, x, y))
        put(sheet, sprite, x, y)

    monkeypatch.setattr(Sheet, "put", noted)
    hand_sheet.compose(scene(teams(), 3, {"-".join(("way-0-walk", *BACK.split()[:steps])): "A"}), english)
    (_, x, y), (wide, high) = seen[-1], hand_sheet.CUT
    assert 0 < x < wide, "the ship"
    assert 0 < y < high
    largest = max(sprite.image.width * sprite.image.height for sprite, _, _ in seen)
    assert largest < 2 * wide * high, "only what is seen is drawn"


@pytest.mark.parametrize(
    "spot", ["way-x-s3-a1-a2-a3", "way-4-q9-a1", "way-4-s3-z9-a2-a3", "way-4", "tile-a1", "way-2-s2-a1-d9"]
)
def test_a_spot_that_is_no_way_is_left_out(spot: str):
    assert hand_sheet.way_of(scene(teams(), 3).view, spot) is None


# ---------------------------------------------------------------------- drawing
def test_hexagons_touch_their_neighbours():
    field = hexes.Field(0, 0, 60)
    for at in ((3, 4), (3, 5)):
        x, y = field.middle(at)
        for other, (dx, dy) in zip(hexes.neighbours(at), hexes.offsets(60), strict=True):
            assert field.middle(other) == pytest.approx((x + dx, y + dy))


def test_neighbours_are_those_of_the_rules():
    passage = game().box.passages[4]
    for number, name in enumerate(passage.names):
        at = named(passage.columns, name)
        assert at is not None
        ours = {f"{passage.columns[x]}{row}" for x, row in hexes.neighbours(at) if 0 <= x < 8 and 1 <= row <= 24}
        assert ours == {passage.names[other] for other in passage.neighbours[number] if other >= 0}


def test_every_terrain_seat_and_word_stands_out():
    assert theme.contrast(WARM, theme.NAVY_2) >= 4.5
    for kind, colour in TERRAIN.items():
        assert theme.contrast(print_on(kind), colour) >= 4
    assert len({look.shape for look in theme.SEATS}) == 4


def test_every_card_has_a_picture_of_its_own():
    pictures = [treasure(effect).image.tobytes() for effect in EFFECTS]
    pictures += [character(card.ability).image.tobytes() for card in game().components.characters.cards]
    assert len(set(pictures)) == len(pictures)


def test_shapes_have_as_many_hexagons_as_their_name_says():
    assert {kind: len(hexagons) for kind, hexagons in SHAPES.items()} == {
        kind: int(kind[1]) for kind in KINDS if kind != "x1"
    }


def test_ice_and_water_change_the_picture():
    plain = paso.paint(scene(middle(), None), english).tobytes()
    for kind in ("ice", "water"):
        at = middle()
        at.pieces.append(msgspec.structs.replace(at.pieces[0], owner=-1, kind=kind, hexes=("e12",)))  # type: ignore[arg-type]
        assert paso.paint(scene(at, None), english).tobytes() != plain


def test_a_token_over_anothers_route_leaves_it_visible():
    at = late()
    before = scene(at, None).view
    assert static_layer.over_others(before) == {5, 6, 9, 13, 16}


def test_a_crop_of_the_start_shows_the_waiting_ships():
    at = begin()
    sheet = close_up.compose(scene(at, 1), Formatter(NAMES, english))
    assert sheet is not None
    assert [one.string for one in sheet.written if one.string.isdecimal()] == ["1", "2", "3", "4"]


def test_a_crop_holds_all_marks_or_is_left_out():
    at = scene(late(), None)
    row = at.view.players[at.view.to_move].row
    shown = close_up.compose(msgspec.structs.replace(at, marks={f"b{row - 4}": "A"}), Formatter(at.names, english))
    assert shown is not None
    assert str(row - 4) in {one.string for one in shown.written}
    for marks in ({"b2": "A", f"b{row}": "B"}, {"reserve-1-s2": "A"}):
        assert paso.crop(msgspec.structs.replace(at, marks=marks), english) is None


def test_an_empty_hand_is_none_before_the_race():
    at = begin()
    at.players[0].offer = []
    assert paso.hand(scene(at, 0), english) is None


def test_names_without_letters_and_reasons_are_shown():
    at = scene(late(), None, names=("🐧", "田"), reason=say("Nothing."))
    shown = {one.string for one in paso.compose(at, english).written}
    assert {"Player 1", "Player 2", "Nothing."} <= shown


def test_the_menu_of_an_advance_is_lettered_where_the_ship_would_go():
    marks = lettered(menu(middle(), "advance"))
    assert marks
    assert all(spot.startswith("to-") for spot in marks)


def test_both_rosses_keep_their_first_names():
    shown = {card.word: phrases.surname(card) for card in game().components.characters.cards}  # type: ignore[arg-type]
    assert (shown["clark-ross"], shown["john-ross"], shown["mcclure"]) == ("Clark Ross", "John Ross", "McClure")
    assert len(set(shown.values())) == len(shown)


def test_tiles_are_outlined_and_lettered():
    at = middle()
    tiles = [f"tile-{tile.hexes[0]}" for tile in scene(at, 0).view.tiles if tile.bare]
    marks = dict(zip(tiles, LETTERS, strict=False))
    shown = paso.compose(scene(at, 0, marks), english)
    assert set(marks.values()) <= {one.string for one in shown.written}
