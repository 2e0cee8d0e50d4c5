"""The painter of Expedition: Northwest Passage on random tables: it paints, its words fit, every choice has its letter."""

from __future__ import annotations

import math
import random
import re
from functools import lru_cache
from itertools import combinations, pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games import northwest as rules
from engine.games.northwest.components import Zone
from engine.kernel.position import GameRun, Position, begin_game
from engine.kernel.script import complete_options
from engine.kernel.text import say, translate_to_english
from render import northwest
from render.kit import theme
from render.kit.marks import LETTER_RADIUS_PX, draw_gold_frame
from render.kit.scene import Scene
from render.northwest import hand_sheet, zoom
from render.northwest.chart_pieces import place_chart_pieces
from render.northwest.layout import (
    PANEL_EDGE_PX,
    STRIP_TOP_PX,
    BoardLayout,
    PieceStand,
    place_pieces,
)
from render.northwest.panel import WARNING_COLOUR
from render.northwest.pieces import TOKEN_STYLES
from render.northwest.tiles import parse_lie
from tests.images.moments import find_scene, watch_own_marks
from tests.images.scenes_northwest import (
    BOARD_SCENES,
    HAND_SCENES,
    PLAYER_NAMES,
    assign_letters,
    build_expedition,
    build_scene,
    build_state,
    build_view,
    load_components,
    load_game,
    make_late,
    make_spring,
    make_winter,
)
from tests.images.sheet_checks import (
    MARK_LETTERS,
    WORDY_NAMES,
    find_misfits,
    list_menus,
    play_random_moves,
    translate_wordy,
    try_examples,
)

PREFERRED_VERBS = ("explore", "discover", "place", "draw", "transfer")


@lru_cache(maxsize=64)
def play_random_game(seed: int, start: int | str, moves: int) -> tuple[GameRun, list]:
    """Play random moves from a start for a number of players or from a named scene, and return the run and the last events."""
    rng = random.Random(seed)  # noqa: S311 - a test keeps no secrets
    if isinstance(start, str):
        position: Position = Position({"winter": make_winter, "late": make_late}[start]())
    else:
        position = begin_game(
            load_game(), start, complete_options(load_game().settings, {}), f"picture {seed}"
        ).position
    run = GameRun(load_game(), position, f"picture {seed}")
    return run, play_random_moves(run, moves, rng, PREFERRED_VERBS)


@st.composite
def table_scenes(draw: st.DrawFn) -> Scene:
    run, told = play_random_game(
        draw(st.integers(0, 9)),
        draw(st.sampled_from([2, 3, 4, "winter", "late"])),
        draw(st.sampled_from([0, 3, 12, 30, 60, 200])),
    )
    seats = len(run.state.expeditions)
    viewer = draw(st.sampled_from([None, *range(seats)]))
    marks: dict[str, str] = {}
    if run.situation.questions and draw(st.booleans()):
        seat = min(run.situation.questions)
        viewer = seat
        menus = list_menus(run.build_menu(seat), random.Random(draw(st.integers(0, 9))))  # noqa: S311
        spots = dict.fromkeys(option.spot for option in draw(st.sampled_from(menus)).options if option.spot)
        marks = dict(zip(spots, MARK_LETTERS, strict=False))
    names = tuple(draw(WORDY_NAMES) for _ in range(seats))
    reason = run.result.reason if run.result else None
    return Scene(
        load_game().build_view(run.state, viewer), names, tuple(run.situation.questions), tuple(told), marks, reason
    )


# -------------------------------------------------------------- random tables
@try_examples(60)
@given(table_scenes(), st.sampled_from([translate_to_english, translate_wordy]))
def test_any_table_paints_and_its_words_fit(scene: Scene, translate):
    sheet = northwest.compose_board(scene, translate)
    assert (sheet.image.size, sheet.image.mode) == ((1650, 1050), "RGB")
    letters = set(scene.marks.values())
    sheet.written_texts = [one for one in sheet.written_texts if one.string not in letters]
    assert find_misfits(sheet) == []


@try_examples(60)
@given(table_scenes())
def test_every_choice_has_its_letter_on_the_board(at: Scene):
    marks = {spot: mark for spot, mark in at.marks.items() if not spot.startswith("rotation-")}
    at = msgspec.structs.replace(at, marks=marks)
    shown = [one.string for one in northwest.compose_board(at, translate_to_english).written_texts]
    assert set(marks.values()) <= set(shown)


@try_examples(30)
@given(table_scenes(), st.sampled_from([translate_to_english, translate_wordy]))
def test_any_hand_paints_and_its_words_fit(at: Scene, translate):
    sheet = hand_sheet.compose_hand(at, translate)
    own = next((one for one in at.view.expeditions if one.seat == at.view.viewer), None)
    assert (sheet is None) == (own is None or not own.hand)
    if sheet is not None:
        assert sheet.image.width == 1100
        assert find_misfits(sheet) == []


@try_examples(40)
@given(table_scenes(), st.sampled_from([translate_to_english, translate_wordy]))
def test_every_text_is_at_most_1000_characters(at: Scene, translate):
    assert 0 < len(northwest.describe_board(at, translate)) <= 1000
    assert 0 < len(northwest.describe_hand(at, translate)) <= 1000


@try_examples(15)
@given(table_scenes(), st.sampled_from(["", "a1", "j15", "h1"]))
def test_any_crop_paints(at: Scene, spot: str):
    image = northwest.draw_crop(msgspec.structs.replace(at, marks={spot: "A"} if spot else {}), translate_to_english)
    assert image is not None
    assert image.width < 940
    assert image.height < 600


@try_examples(40)
@given(table_scenes())
def test_pieces_lie_on_their_own_tile(at: Scene):
    layout = zoom.choose_layout(at)
    pieces = northwest.place_chart_pieces(at.view, layout).spots
    for one in at.view.expeditions:
        if one.home and not at.view.ended:
            assert f"ship-{one.seat}" not in pieces
            continue
        homes = {
            "ship": one.ship.tile_index,
            **({"sled": one.sled.tile_index} if one.sled.tile_index is not None else {}),
        }
        for vehicle, on in homes.items():
            (x, y), _ = pieces[f"{vehicle}-{one.seat}"]
            left, top = layout.find_corner(0, 0)
            cell = (int((x - left) // layout.side), int((y - top) // layout.side))
            assert cell in at.view.laid_tiles[on].cells


@pytest.mark.parametrize("marks", [("ship-0", "sled-0", "e6", "i7", "j6"), ("ship-2", "g7", "g8", "h8", "h7")])
def test_no_letter_lies_on_another(marks: tuple[str, ...]):
    """The scene offers a ship, its sled and the tiles around them together."""
    at = build_scene(make_late(), int(marks[0][-1]), assign_letters(*marks))
    shown = [
        one.ink
        for one in northwest.compose_board(at, translate_to_english).written_texts
        if one.string in at.marks.values()
    ]
    middles = [((x0 + x1) / 2, (y0 + y1) / 2) for x0, y0, x1, y1 in shown]
    assert len(middles) == len(marks)
    assert min(math.dist(a, b) for a, b in combinations(middles, 2)) > 2 * LETTER_RADIUS_PX - 8


# ------------------------------------------------------------- named scenes
@pytest.mark.parametrize("name", BOARD_SCENES)
def test_named_boards_fit_in_a_wordy_language(name: str):
    at = BOARD_SCENES[name]()
    sheet = northwest.compose_board(at, translate_wordy)
    sheet.written_texts = [one for one in sheet.written_texts if one.string not in at.marks.values()]
    assert find_misfits(sheet) == []


@pytest.mark.parametrize("name", HAND_SCENES)
def test_named_hands_fit_in_a_wordy_language(name: str):
    sheet = hand_sheet.compose_hand(HAND_SCENES[name](), translate_wordy)
    assert sheet is not None
    assert find_misfits(sheet) == []


@pytest.mark.parametrize("name", BOARD_SCENES)
def test_named_boards_add_up(name: str):
    at = BOARD_SCENES[name]().view
    tiles = at.bag + len(at.market) + sum(tile.kind == "large" for tile in at.laid_tiles)
    tiles += sum(tile.kind == "large" for one in at.expeditions for tile in one.hand)
    assert tiles == 64
    for kind in ("cairn", "inuit", "franklin", "strait"):
        held = sum(one.tokens[kind] for one in at.expeditions)
        assert held + at.tokens.bag[kind] + at.tokens.board[kind] == getattr(load_components().tokens, kind)
    for one in at.expeditions:
        assert one.lost_crewmen + sum(column.available + column.resting for column in one.crew.values()) == 7


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_hidden_information_changes_no_pixel_and_no_word(viewer: int | None):
    run, _ = play_random_game(3, 3, 60)
    other = load_game().resample_state(run.state, viewer, lambda pool: sorted(pool, reverse=True))
    assert other.bag != run.state.bag
    one, two = (
        Scene(load_game().build_view(each, viewer), ("Ana", "Ben", "Cy"), waiting_seats=(0,))
        for each in (run.state, other)
    )
    assert (
        northwest.draw_board(one, translate_to_english).tobytes()
        == northwest.draw_board(two, translate_to_english).tobytes()
    )
    assert northwest.describe_board(one, translate_to_english) == northwest.describe_board(two, translate_to_english)
    assert northwest.describe_hand(one, translate_to_english) == northwest.describe_hand(two, translate_to_english)


def test_a_picture_depends_on_its_scene_alone():
    before = northwest.draw_board(BOARD_SCENES["winter"](), translate_to_english).tobytes()
    for at in BOARD_SCENES.values():
        northwest.draw_board(at(), translate_wordy)
    assert northwest.draw_board(BOARD_SCENES["winter"](), translate_to_english).tobytes() == before
    assert northwest.draw_board(BOARD_SCENES["where"](), translate_to_english).tobytes() != before


def test_everybody_sees_the_same_board_but_for_the_own_mark():
    with watch_own_marks(hides=True):
        pictures = {
            northwest.draw_board(build_scene(make_winter(), viewer), translate_to_english).tobytes()
            for viewer in (None, 0, 1, 2)
        }
    assert len(pictures) == 1


def test_alt_tells_the_winter():
    assert northwest.describe_board(BOARD_SCENES["winter"](), translate_to_english) == (
        "Round 4 of 10: Franklin to play. Now ice on rows a to e; round 5: ice on rows a to h, round 6: ice on rows a to h. "
        "Franklin: 11 points, ship on i4 with 2 of 3 crew ready, sled on d3 with 2 of 4 crew ready. "
        "Ана: 7 points, ship on f4 (held next round) with 4 of 7 crew ready. "
        "Peña: 4 points, ship on d12 (held in the ice) with 0 of 3 crew ready, sled on c2 with 2 of 4 crew ready. "
        "Franklin pays 12, 8, 4: Franklin 2 (+12). Strait pays 11, 5, 2: Ана 2 (+11). "
        "Cartography pays 9, 5, 2: Franklin 1 (+5), Ана 1 (+5). "
        "Franklin holds L42 (cairn), L45 (Inuit), S4. Ана holds L60. Peña holds L34 (strait), L13. "
        "To be found: cairn on a14, cairn on j2, Inuit on g4, strait on h5, cairn on i4, strait on c2. "
        "On offer: L09, L27, L02 (Franklin site), L14 (strait). "
        "37 large tiles in the bag; small tiles: 2 S0, 8 S1, 7 S2, 3 S3, 6 S4, 2 S5. "
        "Left at the Northwest Passage: 13, 7, 3; at Greenland: 7, 3. Last: Franklin moves the ship to i4."
    )


def test_alt_tells_the_final_scores():
    told = northwest.describe_board(BOARD_SCENES["over"](), translate_to_english)
    assert told.startswith(
        "Round 10 of 10: Franklin has won. Round 10 is over; Franklin has the most points. Franklin: 81 ("
    )
    assert "Losses -16" in told


def test_hand_alt_tells_letters_and_both_faces():
    told = northwest.describe_hand(BOARD_SCENES["tiles"](), translate_to_english)
    assert told.startswith("You hold 4 tiles; ")
    assert "A: L53 (strait): front land, land, sea; land, sea, land; back sea, land, land; land, sea, land." in told
    assert "C: S3: front land, sea; sea, land." in told


def test_a_spectator_holds_nothing():
    assert northwest.draw_hand(BOARD_SCENES["winter"](), translate_to_english) is None
    assert northwest.describe_hand(BOARD_SCENES["winter"](), translate_to_english) == "You hold no tiles."


def test_the_end_shows_every_line_of_the_score():
    shown = {one.string for one in northwest.compose_board(BOARD_SCENES["over"](), translate_to_english).written_texts}
    assert {"Franklin has won", "Finds", "Passage", "Losses", "−16", "Total", "81", "20", "27"} <= shown


def test_the_table_says_what_a_majority_would_pay_now():
    written = northwest.compose_board(BOARD_SCENES["late"](), translate_to_english).written_texts
    shown = [one.string for one in written if one.ink[0] > PANEL_EDGE_PX]
    assert [shown.count(paid) for paid in ("+12", "+4", "+5", "+9")] == [1, 2, 2, 1]


def test_the_table_says_what_each_majority_pays_where_there_is_room():
    three, four = (
        {one.string for one in northwest.compose_board(BOARD_SCENES[name](), translate_to_english).written_texts}
        for name in ("winter", "late")
    )
    paid = {"12·8·4", "11·5·2", "9·5·2"}
    assert paid <= three
    assert not paid & four


def test_points_of_two_majorities_do_not_run_together():
    """Two digits end well before the next column begins."""
    sheet = northwest.compose_board(find_scene("northwest-winter"), translate_to_english)
    paid = sorted(
        (one for one in sheet.written_texts if re.fullmatch(r"\d+·\d+·\d+", one.string)), key=lambda one: one.ink
    )
    assert len(paid) == 3
    assert all(right.ink[0] - left.ink[2] > 9 for left, right in pairwise(paid))


def test_the_round_to_come_stands_at_every_position_of_the_sun():
    written = northwest.compose_board(BOARD_SCENES["winter"](), translate_to_english).written_texts
    boxes = {
        one.string: one.ink
        for one in written
        if one.size == northwest.ROUND_SIZE_PX
        and one.ink[0] < PANEL_EDGE_PX
        and one.ink[1] < STRIP_TOP_PX
        and one.kind == "data"
    }
    layout = BoardLayout.from_view(BOARD_SCENES["winter"]().view)
    places = layout.place_suns((2, 0, 2, 5, 8, 8, 5))
    for number, place in zip(("8", "9", "10", "4", "5", "6", "7"), places, strict=True):
        left, top, right, bottom = boxes[number]
        assert left < place[0] < right
        assert top < place[1] < bottom


def test_pieces_keep_apart_where_there_is_room():
    layout = BoardLayout.from_view(BOARD_SCENES["winter"]().view)
    cell = (layout.find_middle((4, 4)), layout.find_middle((5, 4)))
    found = place_pieces((PieceStand(cell, cell, 24), PieceStand(cell, cell, 24)), (), layout)
    assert abs(found[0][0] - found[1][0]) >= 44
    alone = place_pieces((PieceStand(cell[:1], cell[:1], 24),), (), layout)
    assert alone == cell[:1]


def test_four_ships_in_one_square_are_not_piled_up():
    layout = BoardLayout.from_view(BOARD_SCENES["winter"]().view)
    last = (layout.find_middle((layout.columns - 1, 2)),)
    places = place_pieces((PieceStand(last, last, 21.5),) * 4, (), layout)
    assert max(x for x, _ in places) < layout.right - 16, "the edge of the chart"
    scene = BOARD_SCENES["start"]()
    ships = place_chart_pieces(scene.view, zoom.choose_layout(scene)).places.values()
    assert len(ships) == 4
    for (place, radius), (other, _) in combinations(ships, 2):
        assert math.dist(place, other) > 1.7 * radius, "only rims touch"


def test_the_spot_of_a_rotation_is_read_and_that_of_a_tile_not_held_is_not():
    held = build_state(
        [], [build_expedition("b15", (7, 0, 0, 0), "l63"), build_expedition("b15", (7, 0, 0, 0))], "l00 l01 l02 l03"
    )
    found = parse_lie(build_view(held, 0), "rotation-l63-d14-b270")
    assert found is not None
    assert found[0] == (13, 3)
    assert found[1].rows == "11/11/11"
    assert parse_lie(build_view(held, 0), "rotation-l12-d14-f0") is None
    assert parse_lie(build_view(held, 0), "rotation-l63-z99-f0") is None


def test_first_tiles_are_announced():
    drafting = msgspec.structs.replace(make_spring(), round=0)
    assert "First tiles" in {
        one.string for one in northwest.compose_board(build_scene(drafting, 0), translate_to_english).written_texts
    }


def test_a_crop_names_its_rows_and_columns():
    at = msgspec.structs.replace(BOARD_SCENES["where"](), marks={"ship-0": "A"})
    sheet = northwest.compose_crop(at, translate_to_english)
    assert sheet is not None
    shown = [one.string for one in sheet.written_texts if one.kind != "decoration"]
    assert [label for label in shown if label.isdigit()] == [*"123456789"]
    assert [label for label in shown if len(label) == 1 and label.islower()] == list("ghij")
    assert find_misfits(sheet) == []


@pytest.mark.parametrize(
    ("marks", "has_crop"), [("e1 j8", True), ("e1 e12", True), ("e1 e13", False), ("a1 g1", False)]
)
def test_a_crop_holds_all_marks_or_is_left_out(marks: str, has_crop: bool):
    marked = msgspec.structs.replace(BOARD_SCENES["where"](), marks=dict(zip(marks.split(), "AB", strict=True)))
    assert (northwest.draw_crop(marked, translate_to_english) is not None) == has_crop


@pytest.mark.parametrize("min_aspect", [0.0, 1.57, 1.9, 2.1])
def test_a_crop_is_as_flat_as_its_place(min_aspect: float):
    """A flat picture is shown larger between the question and many controls."""
    marked = msgspec.structs.replace(BOARD_SCENES["where"](), marks={"e3": "A", "g6": "B"}, min_aspect=min_aspect)
    image = northwest.draw_crop(marked, translate_to_english)
    assert image is not None
    assert image.width / image.height >= max(min_aspect, 1.5)
    assert image.width < 900


def test_each_letter_of_the_market_stands_on_the_card_of_its_tile():
    at = BOARD_SCENES["where"]()
    spots = [f"market-{k}" for k in range(4)] + [f"small-{pile.tile[1:]}" for pile in at.view.piles]
    marked = msgspec.structs.replace(at, marks=dict(zip(spots, "ABCDEFGHIJ", strict=True)))
    sheet = northwest.compose_crop(marked, translate_to_english)
    assert sheet is not None
    frames = [one for one in sheet.marks if one.mark.source is draw_gold_frame]
    letters = [one.ink for one in sheet.written_texts if one.string in marked.marks.values()]
    assert len(frames) == len(letters) == 10
    for left, top, right, bottom in letters:
        x, y = (left + right) / 2, (top + bottom) / 2
        holders = []
        for frame in frames:
            width, height = frame.mark.args
            if abs(x - frame.x) < width / 2 - LETTER_RADIUS_PX and abs(y - frame.y) < height / 2 - LETTER_RADIUS_PX:
                holders.append(frame)
        assert len(holders) == 1


def test_a_crop_shows_the_market_and_marks_it():
    """The market's tiles and the chart have letters; a place on neither of them has none."""
    at = BOARD_SCENES["where"]()
    market = {f"market-{k}": letter for k, letter in zip(range(len(at.view.market)), "QRST", strict=False)}
    piles = {f"small-{pile.tile[1:]}": letter for pile, letter in zip(at.view.piles, "UVWXYZ", strict=False)}
    for marks in ({}, market, piles, {**at.marks, **market, **piles}):
        marked = msgspec.structs.replace(at, marks=marks)
        sheet = northwest.compose_crop(marked, translate_to_english)
        assert sheet is not None
        shown = [one.string for one in sheet.written_texts]
        counts = {f"×{pile.tiles_left}" for pile in at.view.piles}
        letters = {*market.values(), *piles.values()} & {*marks.values()}
        assert (letters if marks else counts) <= {*shown}
        assert find_misfits(sheet) == []
    assert northwest.draw_crop(msgspec.structs.replace(at, marks={"reserve-0": "A"}), translate_to_english) is None


@pytest.mark.parametrize(("columns", "rows"), [(12, 10), (18, 12), (24, 10)])
def test_boards_of_other_sizes_paint(columns: int, rows: int):
    usual = load_components().board
    moved = {"greenland": f"b{columns}", "cape": f"a{columns - 1}"}
    printed = tuple(msgspec.structs.replace(tile, cell=moved.get(tile.name, tile.cell)) for tile in usual.printed)
    zones = tuple(Zone(k, columns // 3) for k in (3, 2, 1))
    board = msgspec.structs.replace(usual, columns=columns, rows=rows, zones=zones, printed=printed)
    other = rules.load(msgspec.structs.replace(load_components(), board=board))
    position = begin_game(other, 3, complete_options(other.settings, {}), "size").position
    run = GameRun(other, position, "size")
    sheet = northwest.compose_board(
        Scene(other.build_view(run.state, None), PLAYER_NAMES[:3], tuple(run.situation.questions)), translate_to_english
    )
    assert find_misfits(sheet) == []
    assert BoardLayout.from_view(other.build_view(run.state, None)).right <= PANEL_EDGE_PX - 84


def test_tokens_and_warnings_stand_out():
    assert theme.compute_contrast(WARNING_COLOUR, theme.NAVY_2) >= 4.5
    for look in TOKEN_STYLES.values():
        assert theme.compute_contrast(theme.CREAM, look.colour) >= 4.5
    assert len({look.shape for look in TOKEN_STYLES.values()}) == len(TOKEN_STYLES)


def test_letters_of_many_choices_still_fit():
    cells = [f"{row}{column}" for row in "bcd" for column in range(2, 12)]
    at = build_scene(make_winter(), 0, dict(zip(cells, MARK_LETTERS, strict=False)), reason=say("Nothing."))
    assert {"A", "Z", "AD"} <= {one.string for one in northwest.compose_board(at, translate_to_english).written_texts}


@pytest.mark.parametrize("tiles", [1, 7, 8, 16, 30])
def test_a_reserve_of_any_size_is_shown_and_lettered(tiles: int):
    state = make_spring()
    state.expeditions[1].hand = state.bag[:tiles]
    marks = {f"tile-{k}": MARK_LETTERS[k] for k in range(tiles)}
    for translate in (translate_to_english, translate_wordy):
        for sheet in (
            northwest.compose_board(build_scene(state, 1, marks), translate),
            hand_sheet.compose_hand(build_scene(state, 1, marks), translate),
        ):
            assert sheet is not None
            assert set(MARK_LETTERS[:tiles]) <= {one.string for one in sheet.written_texts}
            assert find_misfits(sheet) == []


def test_warnings_change_the_picture():
    """A sled that the next thaw will move or drown, and a ship that the ice will trap, carry a sign."""
    at = build_scene(make_winter(), None)
    plain = northwest.draw_board(at, translate_to_english).tobytes()
    for what in ("moved", "lost"):
        first = at.view.expeditions[0]
        warned = msgspec.structs.replace(first, sled=msgspec.structs.replace(first.sled, next_fate=what))
        view = msgspec.structs.replace(at.view, expeditions=(warned, *at.view.expeditions[1:]))
        assert northwest.draw_board(msgspec.structs.replace(at, view=view), translate_to_english).tobytes() != plain
    second = at.view.expeditions[1]
    for change in ({"will_be_held": False}, {"is_held": True, "water": ()}):
        freed = msgspec.structs.replace(second, ship=msgspec.structs.replace(second.ship, **change))
        view = msgspec.structs.replace(at.view, expeditions=(at.view.expeditions[0], freed, at.view.expeditions[2]))
        assert northwest.draw_board(msgspec.structs.replace(at, view=view), translate_to_english).tobytes() != plain


@pytest.mark.parametrize("name", BOARD_SCENES)
def test_every_named_board_has_a_legend(name: str):
    """Also the board whose letters stand away from what they name."""
    assert northwest.explain_picture("board", BOARD_SCENES[name](), translate_to_english)
