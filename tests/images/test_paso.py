"""The painter of La Aventura del Paso del Noroeste on random tables: it paints, its words fit, every choice has its letter."""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import combinations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.paso.components import TOKEN_KINDS, TREASURE_EFFECTS
from engine.kernel.position import GameRun, begin_game
from engine.kernel.script import complete_options
from engine.kernel.text import say, translate_to_english
from render import paso
from render.kit import hexes, theme
from render.kit.canvas import Sprite
from render.kit.scene import Scene
from render.kit.sheet import Sheet
from render.kit.text import Formatter
from render.paso import close_up, hand_sheet, panel, phrases, reserve, static_layer, way_previews
from render.paso.card_pictures import draw_character, draw_treasure
from render.paso.chart import choose_letter_colour
from render.paso.ground import TERRAIN_COLOURS
from render.paso.layout import (
    OVERVIEW_LEFT_PX,
    OVERVIEW_WIDTH_PX,
    WINDOW_BOTTOM_PX,
    WINDOW_LEFT_PX,
    WINDOW_SIZES,
    WINDOW_TOP_PX,
    BoardLayout,
    find_hexagon,
)
from render.paso.panel import WARNING_COLOUR
from render.paso.pieces import TOKEN_SHAPES, draw_token
from tests.images.moments import watch_own_marks
from tests.images.overdrawn_words import watch_words
from tests.images.recorded_moments import replay_moment
from tests.images.scenes_paso import (
    BOARD_SCENES,
    HAND_SCENES,
    MARK_LETTERS,
    PLAYER_NAMES,
    assign_letters,
    build_scene,
    find_menu,
    load_game,
    make_late,
    make_middle,
    make_pair,
    make_start,
    make_teams,
)
from tests.images.sheet_checks import (
    WORDY_NAMES,
    find_misfits,
    list_menus,
    play_random_moves,
    translate_wordy,
    try_examples,
)

PREFERRED_VERBS = ("advance", "raid", "card", "drop", "choose")


@lru_cache(maxsize=64)
def play_random_game(rng: int, seats: int, mode: str, moves: int) -> tuple[GameRun, list]:
    """Play a number of random moves that prefer to advance, and return the run and the last events."""
    chance = random.Random(rng)  # noqa: S311 - a test keeps no secrets
    options = complete_options(load_game().settings, {"mode": mode})
    run: GameRun = GameRun(
        load_game(), begin_game(load_game(), seats, options, f"picture {rng}").position, f"picture {rng}"
    )
    return run, play_random_moves(run, moves, chance, PREFERRED_VERBS)


@st.composite
def table_scenes(draw: st.DrawFn) -> Scene:
    seats, mode = draw(st.sampled_from([(2, "alone"), (3, "alone"), (4, "alone"), (4, "teams")]))
    run, told = play_random_game(draw(st.integers(0, 9)), seats, mode, draw(st.sampled_from([0, 4, 15, 60, 150, 400])))
    viewer = draw(st.sampled_from([None, *range(seats)]))
    marks: dict[str, str] = {}
    if run.situation.questions and draw(st.booleans()):
        viewer = min(run.situation.questions)
        menus = list_menus(run.build_menu(viewer), random.Random(draw(st.integers(0, 9))))  # noqa: S311
        marks = assign_letters(draw(st.sampled_from(menus)))
    names = tuple(draw(WORDY_NAMES) for _ in range(seats))
    reason = run.result.reason if run.result else None
    return Scene(
        load_game().build_view(run.state, viewer), names, tuple(run.situation.questions), tuple(told), marks, reason
    )


def list_unlettered(sheet, scene: Scene):
    """List the words without the letters of choices and their prices, which may lie on a piece."""
    prices = {str(price) for price in range(10)}
    marks = set(scene.marks.values())
    window = (
        WINDOW_LEFT_PX,
        WINDOW_TOP_PX,
        BoardLayout.from_view(scene.view, paso.find_marked_rows(scene)).window_right,
        WINDOW_BOTTOM_PX,
    )
    sheet.written_texts = [
        one
        for one in sheet.written_texts
        if one.string not in marks and not (one.string in prices and window[0] < one.ink[0] < window[2])
    ]
    return sheet


# ------------------------------------------------------------------- random tables
@try_examples(50)
@given(table_scenes(), st.sampled_from([translate_to_english, translate_wordy]))
def test_any_table_paints_and_its_words_fit(at: Scene, translate):
    sheet = paso.compose_board(at, translate)
    assert (sheet.image.size, sheet.image.mode) == ((1650, 1050), "RGB")
    assert find_misfits(list_unlettered(sheet, at)) == []


@try_examples(60)
@given(table_scenes())
def test_every_choice_has_its_letter_on_the_board_or_in_the_hand(at: Scene):
    board = {one.string for one in paso.compose_board(at, translate_to_english).written_texts}
    sheet = hand_sheet.compose_hand(at, translate_to_english)
    held = {one.string for one in sheet.written_texts} if sheet else set()
    for spot, mark in at.marks.items():
        assert mark in (board if paso.find_picture(spot) == "board" else held), spot


@try_examples(40)
@given(table_scenes(), st.sampled_from([translate_to_english, translate_wordy]))
def test_any_hand_paints_and_its_words_fit(at: Scene, translate):
    sheet = hand_sheet.compose_hand(at, translate)
    if at.view.viewer is None:
        assert sheet is None
    if sheet is not None:
        assert sheet.image.width == 1100
        assert find_misfits(sheet) == []


@try_examples(40)
@given(table_scenes(), st.sampled_from([translate_to_english, translate_wordy]))
def test_every_text_is_at_most_1000_characters(at: Scene, translate):
    assert 0 < len(paso.describe_board(at, translate)) <= 1000
    assert 0 < len(paso.describe_hand(at, translate)) <= 1000


@try_examples(25)
@given(table_scenes(), st.sampled_from([translate_to_english, translate_wordy]))
def test_any_crop_holds_the_viewers_ship_and_fits(at: Scene, translate):
    sheet = close_up.compose_close_up(msgspec.structs.replace(at, marks={}), Formatter(at.names, translate))
    assert sheet is not None
    assert sheet.image.width <= 1000
    assert sheet.image.height <= 800
    assert find_misfits(sheet) == []
    seen = at.view.players[at.view.to_move if at.view.viewer is None else at.view.viewer]
    if 1 <= seen.row <= at.view.rows:
        assert str(seen.row) in {one.string for one in sheet.written_texts}


@try_examples(40)
@given(table_scenes())
def test_the_window_shows_the_ship_to_move_and_what_lies_before_it(at: Scene):
    layout = BoardLayout.from_view(at.view)
    mover = at.view.players[at.view.to_move].row
    assert layout.is_row_visible(mover)
    assert layout.is_row_visible(min(mover + 2, at.view.rows + 1))
    assert layout.top_row - layout.bottom_row + 1 == WINDOW_SIZES[len(at.view.columns)][0]
    marked = paso.find_marked_rows(at)
    if marked and max(marked) - min(marked) < layout.visible_rows:
        assert all(map(BoardLayout.from_view(at.view, marked).is_row_visible, marked))


# ---------------------------------------------------------------- named scenes
@pytest.mark.parametrize("name", BOARD_SCENES)
def test_named_boards_fit_in_a_wordy_language(name: str):
    at = BOARD_SCENES[name]()
    assert find_misfits(list_unlettered(paso.compose_board(at, translate_wordy), at)) == []


@pytest.mark.parametrize("name", HAND_SCENES)
def test_named_hands_fit_in_a_wordy_language(name: str):
    sheet = hand_sheet.compose_hand(HAND_SCENES[name](), translate_wordy)
    assert sheet is not None
    assert find_misfits(sheet) == []


@pytest.mark.parametrize("at", [make_start, make_pair, make_middle, make_teams, make_late])
def test_named_moments_add_up(at):
    made, other = at(), begin_game(load_game(), len(at().players), at().options, "whatever").position.base
    assert load_game().count_pieces(made) == load_game().count_pieces(other)


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_hidden_information_changes_no_pixel_and_no_word(viewer: int | None):
    run, _ = play_random_game(3, 3, "alone", 60)
    other = load_game().resample_state(run.state, viewer, lambda pool: sorted(pool, reverse=True))
    assert other.four != run.state.four
    one, two = (
        Scene(load_game().build_view(each, viewer), ("Ana", "Ben", "Cy"), waiting_seats=(0,))
        for each in (run.state, other)
    )
    assert paso.draw_board(one, translate_to_english).tobytes() == paso.draw_board(two, translate_to_english).tobytes()
    assert paso.describe_board(one, translate_to_english) == paso.describe_board(two, translate_to_english)
    assert paso.describe_hand(one, translate_to_english) == paso.describe_hand(two, translate_to_english)


def test_a_picture_depends_on_its_scene_alone():
    before = paso.draw_board(BOARD_SCENES["middle"](), translate_to_english).tobytes()
    for at in BOARD_SCENES.values():
        paso.draw_board(at(), translate_wordy)
    assert paso.draw_board(BOARD_SCENES["middle"](), translate_to_english).tobytes() == before
    assert paso.draw_board(BOARD_SCENES["advance"](), translate_to_english).tobytes() != before


def test_everybody_sees_the_same_chart_but_for_the_own_mark():
    """The panel omits abilities if space is short, but never the viewer's own."""
    with watch_own_marks(hides=True):
        pictures = {
            paso.draw_board(build_scene(make_teams(), viewer), translate_to_english).crop((0, 0, 1140, 1050)).tobytes()
            for viewer in (None, 0, 1, 2, 3)
        }
    assert len(pictures) == 1


def test_the_letter_of_a_ship_and_every_price_can_be_read():
    """Neither the ship's hull and routes nor the frames of adjacent hexagons cover them."""
    at = BOARD_SCENES["turns"]()
    layout, ships = BoardLayout.from_view(at.view), [seen.ship for seen in at.view.players if seen.ship]
    with watch_words() as watch:
        sheet = paso.compose_board(at, translate_to_english)
    hidden = {word.ink for word, _ in watch.find_overdrawn(sheet)}
    for name in ships:
        x, y = layout.find_middle(find_hexagon(at.view.columns, name))
        below = [
            one for one in sheet.written_texts if one.string == name[0] and abs((one.ink[0] + one.ink[2]) / 2 - x) < 9
        ]
        assert any(y < one.ink[1] < y + layout.r for one in below if one.ink not in hidden), name
    near = [seen.name for seen in at.view.hexes if abs(seen.row - layout.bottom_row - 4) < 3]
    marks = {f"to-{k % 4 + 1}-{name}": MARK_LETTERS[k % len(MARK_LETTERS)] for k, name in enumerate(near)}
    with watch_words() as watch:
        sheet = paso.compose_board(msgspec.structs.replace(at, marks=marks), translate_to_english)
    prices = [word.string for word, _ in watch.find_overdrawn(sheet) if word.kind == "data"]
    assert len(near) > 20
    assert prices == []


def test_ships_that_wait_stand_apart_on_the_overview():
    run, _ = play_random_game(0, 4, "alone", 0)
    sheet = paso.compose_board(build_scene(run.state, None), translate_to_english)
    signs = [
        one.ink for one in sheet.written_texts if one.kind == "decoration" and one.string in "1234" and one.ink[2] < 160
    ]
    assert len(signs) == 4
    assert all(
        ink[0] >= OVERVIEW_LEFT_PX and ink[2] <= OVERVIEW_LEFT_PX + OVERVIEW_WIDTH_PX and ink[3] <= WINDOW_BOTTOM_PX
        for ink in signs
    )
    assert all(a[2] < b[0] or b[2] < a[0] or a[3] < b[1] or b[3] < a[1] for a, b in combinations(signs, 2))


def test_shapes_of_a_reserve_leave_each_other_free():
    for seats in (2, 3, 4):
        at = build_scene(play_random_game(0, seats, "alone", 0)[0].state, None)
        layout = panel.create_panel_layout(at, BoardLayout.from_view(at.view))
        top, foot = panel.find_reserve_span(layout.tops, 0)
        heights = reserve.find_line_heights(seats)
        assert sum(heights) <= foot - top + 1, seats
        for index, kind in enumerate(TOKEN_KINDS):
            line = index // reserve.LINE_LENGTH
            shape = draw_token(kind, 0, reserve.LINE_RADII_PX[seats][line], count_left=True).image
            assert shape.height <= heights[line] + 2, (seats, kind)  # the rims fade out


# ------------------------------------------------------------------------ words
def test_alt_tells_the_middle_of_a_race():
    told = paso.describe_board(BOARD_SCENES["middle"](), translate_to_english)
    assert told.startswith("Turn 14: Franklin to sail. 3 action points, 1 card to play. Peña leads by 3 rows. ")
    assert "Franklin: on b10, on the route of Peña, Cook, 1 treasure." in told
    assert "Ана: on d10, Amundsen, 0 treasures, plays no cards, 2 points less next turn." in told
    assert "Peña: on c13, Parry, 3 treasures, cannot be raided." in told
    assert "Row 13 from a: land, land, ship of Peña, water with a chest, water, water." in told
    assert told.endswith("Last: Franklin raids Peña on b10.")


def test_alt_tells_the_end():
    told = paso.describe_board(BOARD_SCENES["over"](), translate_to_english)
    assert told.startswith("Turn 20: Ана has won. Ана is first through the Northwest Passage.")
    assert "action point" not in told


def test_hand_alt_tells_cards_offers_and_ways():
    assert paso.describe_hand(BOARD_SCENES["middle"](), translate_to_english) == "You hold no cards."
    held = paso.describe_hand(HAND_SCENES["hand"](), translate_to_english)
    assert held.startswith("You sail with Sir William Edward Parry: ")
    assert "A: Tailwind: More points this turn; most if you are last alone." in held
    assert "B: William Baffin: " in paso.describe_hand(HAND_SCENES["hand-offer"](), translate_to_english)
    ways = paso.describe_hand(HAND_SCENES["hand-ways"](), translate_to_english)
    assert all(f"{mark}: " in ways for mark in HAND_SCENES["hand-ways"]().marks.values())


def test_a_player_with_a_character_is_not_asked_again():
    at = make_start()
    asked = build_scene(at, 0)
    assert "Who sails your ship?" in {
        one.string for one in hand_sheet.compose_hand(asked, translate_to_english).written_texts
    }
    assert "You have chosen" not in paso.describe_hand(asked, translate_to_english)
    at.players[0].picked = 1
    chosen = build_scene(at, 0)
    assert "You have chosen, others not yet." in {
        one.string for one in hand_sheet.compose_hand(chosen, translate_to_english).written_texts
    }
    assert "You have chosen William Baffin." in paso.describe_hand(chosen, translate_to_english)


def test_a_player_who_chose_in_secret_is_not_asked_again():
    """The game itself knows no answer before all are given."""
    waits = msgspec.structs.replace(build_scene(make_start(), 0), waiting_seats=(1,))
    assert "You have chosen, others not yet." in {
        one.string for one in hand_sheet.compose_hand(waits, translate_to_english).written_texts
    }
    assert "You have chosen, others not yet." in paso.describe_hand(waits, translate_to_english)
    owes = msgspec.structs.replace(waits, waiting_seats=(0, 1))
    assert "Who sails your ship?" in {
        one.string for one in hand_sheet.compose_hand(owes, translate_to_english).written_texts
    }
    assert "You have chosen" not in paso.describe_hand(owes, translate_to_english)


def test_the_panel_shows_the_turn_the_race_and_the_reserves():
    written = [one.string for one in paso.compose_board(BOARD_SCENES["middle"](), translate_to_english).written_texts]
    assert {"Franklin to sail", "3 action points", "turn 14", "−2", "row 13"} <= set(written)
    left = BoardLayout.from_view(BOARD_SCENES["middle"]().view).panel_left
    numbers = [
        one
        for one in paso.compose_board(BOARD_SCENES["middle"](), translate_to_english).written_texts
        if one.ink[0] > left and one.ink[1] > 182
    ]
    reserves = [int(one.string) for one in numbers if one.string.isdecimal()]
    assert [*reserves[:5]] == [4, 3, 4, 4, 3]


def test_ships_that_lead_together_are_marked_as_level():
    """Two rows of the same number do not say that nobody is ahead."""
    seen: set[int] = set()
    for moves in (40, 62, 112):
        scene = replay_moment("paso", "four-through", moves)
        written = paso.compose_board(scene, translate_to_english).written_texts
        leader_count = len(scene.view.leaders)
        assert sum(one.string == "=" for one in written) == (leader_count if leader_count > 1 else 0), moves
        seen.add(leader_count)
    assert len(seen) > 1


def test_the_end_names_the_side_that_won():
    at = make_teams()
    at.players[3].ship, at.players[3].exited, at.phase = "", True, "over"
    shown = {one.string for one in paso.compose_board(build_scene(at, None), translate_to_english).written_texts}
    assert {"The Explorers have won", "first", "after 23 turns"} <= shown


def test_before_the_race_characters_are_chosen():
    shown = {one.string for one in paso.compose_board(BOARD_SCENES["begin"](), translate_to_english).written_texts}
    assert {"Choose your characters", "still to choose:"} <= shown


def test_points_of_fresh_waters_are_for_advancing_only():
    at = make_middle()
    at.fresh, at.points = True, 2
    assert "2 points, to advance only" in {
        one.string for one in paso.compose_board(build_scene(at, None), translate_to_english).written_texts
    }


def test_ships_beyond_the_window_stand_at_its_border():
    at = make_teams()
    at.players[0].ship = "a2"
    written = paso.compose_board(build_scene(at, None), translate_to_english).written_texts
    layout = BoardLayout.from_view(build_scene(at, None).view)
    assert not layout.is_row_visible(2)
    assert any(
        one.string == "2" and one.ink[1] > WINDOW_BOTTOM_PX - 70 and one.ink[0] < layout.window_right for one in written
    )


def test_choices_beyond_the_window_are_lettered_on_the_overview():
    at = build_scene(make_teams(), 1, {"a2": "A", "e13": "B", "f16": "C", "d9": "D", "d10": "E"})
    where = {
        one.string: one.ink
        for one in paso.compose_board(at, translate_to_english).written_texts
        if one.string in "ABCDE"
    }
    assert OVERVIEW_LEFT_PX - 20 < where["A"][0] < OVERVIEW_LEFT_PX + OVERVIEW_WIDTH_PX
    assert all(where[mark][0] > WINDOW_LEFT_PX for mark in "BCDE")


def test_prices_stand_beside_the_letters():
    at = BOARD_SCENES["advance"]()
    layout = BoardLayout.from_view(at.view, paso.find_marked_rows(at))
    written = paso.compose_board(at, translate_to_english).written_texts
    for spot in at.marks:
        price, word = spot.split("-")[1:]
        cell = find_hexagon(at.view.columns, word)
        assert cell is not None
        x, y = layout.find_middle(cell)
        assert any(one.string == price and abs(one.ink[0] - x) < 45 and abs(one.ink[1] - y) < 60 for one in written)


def test_a_reserve_can_be_chosen_from():
    at = build_scene(make_late(), 0, {f"reserve-1-{kind}": MARK_LETTERS[k] for k, kind in enumerate(TOKEN_KINDS)})
    assert {*MARK_LETTERS[: len(TOKEN_KINDS)]} <= {
        one.string for one in paso.compose_board(at, translate_to_english).written_texts
    }


@pytest.mark.parametrize("n", [1, 2, 4, 5, 8, 14])
def test_any_number_of_ways_is_previewed(n: int):
    paths = [(kind, hex_) for kind in TOKEN_KINDS[5:9] for hex_ in ("b14", "c14", "d13", "b13")][:n]
    marks = {f"way-4-{kind}-c13-{hex_}": MARK_LETTERS[k] for k, (kind, hex_) in enumerate(paths)}
    sheet = hand_sheet.compose_hand(build_scene(make_teams(), 3, marks), translate_to_english)
    assert sheet is not None
    assert find_misfits(sheet) == []
    letters = {one.string: one.ink for one in sheet.written_texts if one.string in marks.values()}
    assert set(marks.values()) == {*letters}
    if n == 4:  # two lines of two large previews
        assert len({ink[1] for ink in letters.values()}) == 2


BACK_PATH = "b20 c19 c18 c17 c16 d15 c14 d13 d12 e11 d10 d9 d8 d7 d6 d5 d4 d3 d2"


@pytest.mark.parametrize("steps", [2, 4, 5, 9, 19])
def test_a_preview_shows_where_a_way_ends_however_long_it_is(monkeypatch, steps: int):
    """A ship may return along its whole route."""
    put, seen = Sheet.put, []

    def noted(sheet: Sheet, sprite: Sprite, x: float, y: float) -> None:
        if sheet.image.size == hand_sheet.PREVIEW_SIZE_PX:
            seen.append((sprite, x, y))
        put(sheet, sprite, x, y)

    monkeypatch.setattr(Sheet, "put", noted)
    hand_sheet.compose_hand(
        build_scene(make_teams(), 3, {"-".join(("way-0-walk", *BACK_PATH.split()[:steps])): "A"}), translate_to_english
    )
    (_, x, y), (wide, high) = seen[-1], hand_sheet.PREVIEW_SIZE_PX
    assert 0 < x < wide, "the ship"
    assert 0 < y < high
    largest = max(sprite.image.width * sprite.image.height for sprite, _, _ in seen)
    assert largest < 2 * wide * high, "only what is seen is drawn"


@pytest.mark.parametrize(
    "spot", ["way-x-s3-a1-a2-a3", "way-4-q9-a1", "way-4-s3-z9-a2-a3", "way-4", "tile-a1", "way-2-s2-a1-d9"]
)
def test_a_spot_that_is_no_way_is_left_out(spot: str):
    assert way_previews.parse_way(build_scene(make_teams(), 3).view, spot) is None


def test_the_final_board_lists_the_players_by_their_places():
    scene = BOARD_SCENES["over"]()
    cards = panel.list_cards(scene.view)
    rows = [player.row for _, player in cards]
    assert rows == sorted(rows, reverse=True)
    assert cards[0][1].seat in scene.view.winners
    written = {one.string for one in paso.compose_board(scene, translate_to_english).written_texts}
    assert {f"{place}." for place, _ in cards} <= written


# ---------------------------------------------------------------------- drawing
def test_hexagons_touch_their_neighbours():
    field = hexes.HexGrid(0, 0, 60)
    for at in ((3, 4), (3, 5)):
        x, y = field.find_centre(at)
        for other, (dx, dy) in zip(hexes.list_neighbours(at), hexes.list_offsets(60), strict=True):
            assert field.find_centre(other) == pytest.approx((x + dx, y + dy))


def test_neighbours_are_those_of_the_rules():
    passage = load_game().game_box.passages[4]
    for number, name in enumerate(passage.names):
        at = find_hexagon(passage.columns, name)
        assert at is not None
        ours = {f"{passage.columns[x]}{row}" for x, row in hexes.list_neighbours(at) if 0 <= x < 8 and 1 <= row <= 24}
        assert ours == {passage.names[other] for other in passage.neighbours[number] if other >= 0}


def test_every_terrain_seat_and_word_stands_out():
    assert theme.compute_contrast(WARNING_COLOUR, theme.NAVY_2) >= 4.5
    for kind, colour in TERRAIN_COLOURS.items():
        assert theme.compute_contrast(choose_letter_colour(kind), colour) >= 4
    assert len({look.shape for look in theme.SEAT_STYLES}) == 4


def test_every_card_has_a_picture_of_its_own():
    pictures = [draw_treasure(effect).image.tobytes() for effect in TREASURE_EFFECTS]
    pictures += [draw_character(card.ability).image.tobytes() for card in load_game().components.characters.cards]
    assert len(set(pictures)) == len(pictures)


def test_shapes_have_as_many_hexagons_as_their_name_says():
    assert {kind: len(hexagons) for kind, hexagons in TOKEN_SHAPES.items()} == {
        kind: int(kind[1]) for kind in TOKEN_KINDS if kind != "x1"
    }


def test_ice_and_water_change_the_picture():
    plain = paso.draw_board(build_scene(make_middle(), None), translate_to_english).tobytes()
    for kind in ("ice", "water"):
        at = make_middle()
        at.pieces.append(msgspec.structs.replace(at.pieces[0], owner=-1, kind=kind, hexes=("e12",)))  # type: ignore[arg-type]
        assert paso.draw_board(build_scene(at, None), translate_to_english).tobytes() != plain


def test_a_token_over_anothers_route_leaves_it_visible():
    at = make_late()
    before = build_scene(at, None).view
    assert static_layer.find_overlaid_tokens(before) == {5, 6, 9, 13, 16}


def test_a_crop_of_the_start_shows_the_waiting_ships():
    at = make_start()
    sheet = close_up.compose_close_up(build_scene(at, 1), Formatter(PLAYER_NAMES, translate_to_english))
    assert sheet is not None
    assert [one.string for one in sheet.written_texts if one.string.isdecimal()] == ["1", "2", "3", "4"]


def test_a_crop_holds_all_marks_or_is_left_out():
    at = build_scene(make_late(), None)
    row = at.view.players[at.view.to_move].row
    shown = close_up.compose_close_up(
        msgspec.structs.replace(at, marks={f"b{row - 4}": "A"}), Formatter(at.names, translate_to_english)
    )
    assert shown is not None
    assert str(row - 4) in {one.string for one in shown.written_texts}
    for marks in ({"b2": "A", f"b{row}": "B"}, {"reserve-1-s2": "A"}):
        assert paso.draw_crop(msgspec.structs.replace(at, marks=marks), translate_to_english) is None


def test_an_empty_hand_is_none_before_the_race():
    at = make_start()
    at.players[0].offer = []
    assert paso.draw_hand(build_scene(at, 0), translate_to_english) is None


def test_names_without_latin_letters_and_reasons_are_shown():
    at = build_scene(make_late(), None, names=("🐧", "田"), reason=say("Nothing."))
    shown = {one.string for one in paso.compose_board(at, translate_to_english).written_texts}
    assert {"🐧", "田", "Nothing."} <= shown


def test_the_menu_of_an_advance_is_lettered_where_the_ship_would_go():
    marks = assign_letters(find_menu(make_middle(), "advance"))
    assert marks
    assert all(spot.startswith("to-") for spot in marks)


def test_both_rosses_keep_their_first_names():
    shown = {card.word: phrases.shorten_name(card) for card in load_game().components.characters.cards}  # type: ignore[arg-type]
    assert (shown["clark-ross"], shown["john-ross"], shown["mcclure"]) == ("Clark Ross", "John Ross", "McClure")
    assert len(set(shown.values())) == len(shown)


def test_tiles_are_outlined_and_lettered():
    at = make_middle()
    tiles = [f"tile-{tile.hexes[0]}" for tile in build_scene(at, 0).view.tiles if tile.is_bare]
    marks = dict(zip(tiles, MARK_LETTERS, strict=False))
    shown = paso.compose_board(build_scene(at, 0, marks), translate_to_english)
    assert set(marks.values()) <= {one.string for one in shown.written_texts}
