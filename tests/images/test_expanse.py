"""The painter of The Expanse Board Game on random tables: it paints, its words fit, every choice has its letter."""

from __future__ import annotations

import random
from functools import lru_cache

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from engine.games.expanse.components import FACTIONS
from engine.games.expanse.view import BasePresence, Squadron
from engine.kernel import registry
from engine.kernel.position import GameRun, begin_game
from engine.kernel.script import complete_options
from engine.kernel.text import SeatMention, say, translate_to_english
from render import expanse
from render.expanse import bonus_chart, close_up, hand_sheet, phrases, sky, strip
from render.expanse.layout import (
    BAND_EDGES_PX,
    COUNT_TOP_PX,
    MAP_BOTTOM_PX,
    MAP_MIDDLE_Y_PX,
    MAP_RIGHT_PX,
    PLATE_HEIGHT_PX,
    PLATE_WIDTH_PX,
    arrange_orbitals,
    find_slot,
)
from render.expanse.map_pieces import arrange_fleets, create_map_chart, measure_count
from render.expanse.pieces import (
    CARD_COLOUR,
    DARK_INK,
    DIM_INK,
    FACTION_STYLES,
    FAINT_COLOUR,
    PANEL_COLOUR,
    PLATE_COLOUR,
    SCORE_CARD_COLOUR,
    draw_rocinante,
)
from render.expanse.score_sheet import PANEL_EDGE_PX
from render.expanse.sky import CLOSED_COLOUR
from render.expanse.ways import WAY_REACH_PX, find_gutter_x
from render.kit import theme
from render.kit.scene import Scene
from render.kit.sheet import Sheet
from render.kit.text import MIN_DATA_SIZE_PX, PHONE_DATA_SIZE_PX, Formatter, render_text
from tests.images.moments import watch_own_marks
from tests.images.scenes_expanse import (
    BOARD_SCENES,
    HAND_SCENES,
    PLAYER_NAMES,
    assign_letters,
    build_scene,
    build_side,
    build_state,
    build_view,
    load_board,
    make_crowd,
    make_middle,
    make_three_players,
    make_two_players,
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


@lru_cache(maxsize=64)
def play_random_game(rng: int, seats: int, moves: int) -> tuple[GameRun, list]:
    """Play a number of random moves, and return the run and the last events."""
    chance, game = random.Random(rng), registry.load_game("expanse")  # noqa: S311 - a test keeps no secrets
    run = GameRun(
        game, begin_game(game, seats, complete_options(game.settings, {}), f"picture {rng}").position, f"picture {rng}"
    )
    return run, play_random_moves(run, moves, chance)


@st.composite
def table_scenes(draw: st.DrawFn) -> Scene:
    seats = draw(st.sampled_from([2, 3, 4]))
    run, told = play_random_game(draw(st.integers(0, 5)), seats, draw(st.sampled_from([0, 1, 3, 12, 30, 60, 400])))
    viewer = draw(st.sampled_from([None, *range(seats)]))
    marks: dict[str, str] = {}
    if run.situation.questions and draw(st.booleans()):
        viewer = min(run.situation.questions)
        menus = list_menus(run.build_menu(viewer), random.Random(draw(st.integers(0, 9))))  # noqa: S311
        spots = dict.fromkeys(option.spot for option in draw(st.sampled_from(menus)).options if option.spot)
        marks = dict(zip(spots, MARK_LETTERS, strict=False))
    names = tuple(draw(WORDY_NAMES) for _ in range(seats))
    reason = run.result.reason if run.result else None
    view = registry.load_game("expanse").build_view(run.state, viewer)
    return Scene(view, names, tuple(run.situation.questions), tuple(told), marks, reason)


def list_words(scene: Scene) -> list[str]:
    """List the words on a board."""
    return [one.string for one in expanse.compose_board(scene, translate_to_english).written_texts]


# -------------------------------------------------------------- random tables
@try_examples(50)
@given(table_scenes(), st.sampled_from([translate_to_english, translate_wordy]))
def test_any_table_paints_and_its_words_fit(at: Scene, translate):
    sheet = expanse.compose_board(at, translate)
    assert (sheet.image.size, sheet.image.mode) == ((1650, 1050), "RGB")
    sheet.written_texts = [one for one in sheet.written_texts if one.string not in at.marks.values()]
    assert find_misfits(sheet) == []


@try_examples(50)
@given(table_scenes())
def test_every_choice_has_its_letter_on_its_picture(at: Scene):
    on_board = list_words(at)
    for spot, mark in at.marks.items():
        if not spot.startswith(("kept-", "crew-")):
            assert mark in on_board, spot
    in_hand = {mark for spot, mark in at.marks.items() if expanse.find_picture(spot) == "hand"}
    if in_hand:
        sheet = hand_sheet.compose_hand(at, translate_to_english)
        assert sheet is not None
        assert in_hand <= {one.string for one in sheet.written_texts}


@try_examples(40)
@given(table_scenes(), st.sampled_from([translate_to_english, translate_wordy]))
def test_any_hand_paints_and_its_words_fit(at: Scene, translate):
    sheet = hand_sheet.compose_hand(at, translate)
    assert (sheet is None) == (at.view.viewer is None or at.view.phase in ("factions", "over"))
    if sheet is not None:
        assert sheet.image.width == 1100
        sheet.written_texts = [one for one in sheet.written_texts if one.string not in at.marks.values()]
        assert find_misfits(sheet) == []


@try_examples(40)
@given(table_scenes(), st.sampled_from([translate_to_english, translate_wordy]))
def test_every_text_is_at_most_1000_characters(at: Scene, translate):
    assert 0 < len(expanse.describe_board(at, translate)) <= 1000
    assert 0 < len(expanse.describe_hand(at, translate)) <= 1000


@try_examples(12)
@given(table_scenes(), st.sampled_from([translate_to_english, translate_wordy]))
def test_any_crop_paints_and_its_words_fit(at: Scene, translate):
    sheet = close_up.compose_close_up(at, expanse.compose_board(at, translate), Formatter(at.names, translate))
    assert sheet.image.width < 1160
    sheet.written_texts = [one for one in sheet.written_texts if one.string not in at.marks.values()]
    assert find_misfits(sheet) == []


def test_a_cached_part_brings_its_words_along():
    part, sheet = (Sheet(Image.new("RGB", size)) for size in ((200, 60), (400, 200)))
    part.text(10, 30, "Ceres", 150)
    sheet.paste_part(part, 100, 120)
    (one,) = sheet.written_texts
    assert one.span == (110, 260)
    assert sheet.image.crop((100, 120, 300, 180)).tobytes() == part.image.tobytes()
    assert one.ink[1] - part.written_texts[0].ink[1] == 120


# ---------------------------------------------------------- named scenes
@pytest.mark.parametrize("name", BOARD_SCENES)
def test_named_boards_fit_in_a_wordy_language(name: str):
    at = BOARD_SCENES[name]()
    sheet = expanse.compose_board(at, translate_wordy)
    sheet.written_texts = [one for one in sheet.written_texts if one.string not in at.marks.values()]
    assert find_misfits(sheet) == []


@pytest.mark.parametrize("name", HAND_SCENES)
def test_named_hands_fit_in_a_wordy_language(name: str):
    at = HAND_SCENES[name]()
    sheet = hand_sheet.compose_hand(at, translate_wordy)
    assert sheet is not None
    sheet.written_texts = [one for one in sheet.written_texts if one.string not in at.marks.values()]
    assert find_misfits(sheet) == []


@pytest.mark.parametrize("name", BOARD_SCENES | HAND_SCENES)
def test_named_moments_add_up(name: str):
    view = (BOARD_SCENES | HAND_SCENES)[name]().view
    for one in view.sides:
        data = load_board().components.factions[one.faction]
        lying = [there for orbital in view.orbitals for there in orbital.squadrons if there.faction == one.faction]
        held = [held for base in view.bases for held in base.presence if held.faction == one.faction]
        fleets = sum(there.token_count - there.rocinante for there in lying) + one.off.token_count
        assert fleets == sum(map(len, data.fleets.values())) + len(data.off)
        assert sum(each.cubes for each in held) + one.supply == data.cubes
        assert sum(each.diplomats for each in held) + one.diplomats == data.diplomats
    flown = sum(there.rocinante for orbital in view.orbitals for there in orbital.squadrons)
    assert flown == (view.phase != "factions")


def test_the_sealed_sector_changes_no_pixel_and_no_word():
    for viewer in (None, 0, 2, 3):
        one, other = make_crowd(), make_crowd()
        other.bonus = "outer"
        first, second = (build_scene(each, viewer, waiting=(2,)) for each in (one, other))
        assert (
            expanse.draw_board(first, translate_to_english).tobytes()
            == expanse.draw_board(second, translate_to_english).tobytes()
        )
        assert expanse.describe_board(first, translate_to_english) == expanse.describe_board(
            second, translate_to_english
        )


def test_the_player_who_sealed_the_sector_sees_it():
    at = build_scene(make_crowd(), 1, waiting=(2,))
    assert (
        bonus_chart.create_chart_layout(at.view, Formatter(at.names, translate_to_english)).cells[3].sector == "inner"
    )
    public = build_scene(make_crowd(), None, waiting=(2,))
    assert bonus_chart.create_chart_layout(public.view, Formatter(at.names, translate_to_english)).cells[3].label == "?"


def test_a_picture_depends_on_its_scene_alone():
    before = expanse.draw_board(BOARD_SCENES["middle"](), translate_to_english).tobytes()
    for at in BOARD_SCENES.values():
        expanse.draw_board(at(), translate_wordy)
    assert expanse.draw_board(BOARD_SCENES["middle"](), translate_to_english).tobytes() == before
    assert expanse.draw_board(BOARD_SCENES["where"](), translate_to_english).tobytes() != before


def test_everybody_sees_the_same_board_but_for_the_own_mark():
    with watch_own_marks(hides=True):
        boards = {
            expanse.draw_board(build_scene(make_middle(), viewer), translate_to_english).tobytes()
            for viewer in (None, 0, 1, 2, 3)
        }
    assert len(boards) == 1


def test_alt_tells_the_middle_of_a_game():
    told = expanse.describe_board(BOARD_SCENES["middle"](), translate_to_english)
    assert told.startswith(
        "Fred to play. 2 Action Points to spend. Card taken: Star Helix (3 AP; UN, MCR). Remove up to 2"
    )
    assert (
        " Jules-Pierre (PG): 12 CP, Rocinante at Saturn. Chrisjen (UN): 17 CP. "
        "Надежда (MCR): 21 CP. Fred (OPA): 15 CP. "
        "Earth: fleets UN 2, PG 1; Eurasia UN 4, PG 1; Africa UN 3, MCR 1; Luna UN 2, PG 2. "
    ) in told
    assert "Eros: fleets OPA 1½, PG 1; influence OPA 3, PG 2." in told


def test_alt_tells_the_offer_even_in_a_long_text():
    """The text names the players to move and their question, even if every faction keeps ten Events."""
    at = make_middle()
    cards = [word for word in load_board().cards if word not in at.track and word != at.offer]
    for n, one in enumerate(at.sides):
        one.kept = cards[10 * n : 10 * n + 10]
    at.phase, at.spender, at.points, at.offer = "offer", -1, 0, "yao"
    told = expanse.describe_board(build_scene(at, None, waiting=(1,)), translate_to_english)
    assert len(told) <= 1024
    assert told.startswith("Надежда to answer. An Event is on offer. On offer: Theresa Yao (")


def test_alt_tells_the_track_where_there_is_room():
    told = expanse.describe_board(BOARD_SCENES["two"](), translate_to_english)
    assert "Track: 0 CP Terraforming (2 AP; MCR), 1 CP Destruction of Deimos (4 AP; UN)" in told
    assert "30 cards in the deck, 0 of 6 SCORE cards drawn." in told


def test_hand_alt_tells_letters_and_texts():
    told = expanse.describe_hand(HAND_SCENES["hand"](), translate_to_english)
    assert told.startswith("A: 0 CP: Camina Drummer (3 AP; MCR, OPA) Take actions worth 1 Action Point.")
    assert "F: Kept: Slingshot Racing (2 AP; MCR, OPA) Remove 1 influence" in told


def test_a_spectator_holds_nothing():
    assert expanse.draw_hand(BOARD_SCENES["middle"](), translate_to_english) is None
    assert expanse.describe_hand(BOARD_SCENES["middle"](), translate_to_english) == "You hold no cards."


def test_a_scoring_turn_shows_kept_events_and_the_crew_not_the_track():
    at = build_scene(make_crowd(), 3, waiting=(3,))
    sheet = hand_sheet.compose_hand(at, translate_to_english)
    assert sheet is not None
    told = {one.string for one in sheet.written_texts}
    assert {"Clean Room", "Mao-Kwikowski Mercantile", "James Holden", "Amos Burton"} <= told
    assert "Lobbyists" not in told


def test_a_player_who_must_discard_sees_the_card_of_another_too():
    at = build_scene(make_crowd(), 0, assign_letters("kept-1-nauvoo"), waiting=(0,))
    sheet = hand_sheet.compose_hand(at, translate_to_english)
    assert sheet is not None
    assert "Nauvoo" in {one.string for one in sheet.written_texts}


def test_the_end_shows_every_scoring_and_the_total():
    assert {"Надежда has won", "1 · Belt", "4 · Inner", "Final", "Total", "58", "53"} <= set(
        list_words(BOARD_SCENES["over"]())
    )


# ------------------------------------------------------------------ the map
def test_all_fleets_in_one_orbital_show_their_strength():
    written = expanse.compose_board(build_scene(make_crowd(), None), translate_to_english).written_texts
    place = arrange_orbitals(create_map_chart(build_view(make_crowd(), None)))["ceres"]
    left, top, wide, high = place.fleet_box
    here = [
        one.string for one in written if left <= one.ink[0] < left + wide and top - 4 <= one.ink[1] < top + high - 10
    ]
    assert sorted(here) == ["5", "6", "6", "6"]


@pytest.mark.parametrize("orbital", ["earth", "tycho", "jupiter"])
def test_the_strength_of_four_factions_in_one_orbital_can_be_read_on_a_phone(orbital: str):
    squadrons = tuple(Squadron(faction, 2 * (faction != "un"), 0, 0, 0, faction == "un", 4) for faction in FACTIONS)
    place = arrange_orbitals(create_map_chart(build_view(make_crowd(), None)))[orbital]
    sizes = {item.label_size for item, _ in arrange_fleets(squadrons, place) if item.label}
    assert min(sizes) > MIN_DATA_SIZE_PX


def test_the_rocinante_covers_no_word_of_the_standings():
    shown = 0
    for make in BOARD_SCENES.values():
        sheet = expanse.compose_board(make(), translate_to_english)
        for mark, x, y in sheet.marks:
            if mark.source is not draw_rocinante or y < strip.CARDS_TOP_PX:
                continue
            shown += 1
            left, right = x - strip.ROCINANTE_WIDTH_PX / 2, x + strip.ROCINANTE_WIDTH_PX / 2
            for one in sheet.written_texts:
                in_line = one.ink[1] < y < one.ink[3]
                assert not (in_line and one.ink[0] < right and left < one.ink[2]), one.string
    assert shown > 3


def test_a_count_with_a_plus_leaves_the_next_faction_free():
    _, pitch = find_slot(0, 4)
    assert measure_count(BasePresence("un", 2, 0, 3), pitch) < pitch
    assert measure_count(BasePresence("un", 3, 1, 9), pitch) < pitch


def test_every_faction_has_its_own_place_on_a_plate():
    for at in (make_two_players(), make_three_players(), make_crowd()):
        view = build_view(at, None)
        where = arrange_orbitals(create_map_chart(view))
        for orbital in view.orbitals:
            for left, top in where[orbital.word].plates:
                assert left + PLATE_WIDTH_PX < MAP_RIGHT_PX
                assert top + PLATE_HEIGHT_PX <= MAP_BOTTOM_PX


def test_plates_and_fleets_keep_apart():
    view = build_view(make_crowd(), None)
    boxes = [
        (x, y, x + PLATE_WIDTH_PX, y + PLATE_HEIGHT_PX)
        for place in arrange_orbitals(create_map_chart(view)).values()
        for x, y in place.plates
    ]
    boxes += [
        (x, y, x + w, y + h)
        for x, y, w, h in (place.fleet_box for place in arrange_orbitals(create_map_chart(view)).values())
    ]
    boxes.append((bonus_chart.CHART_LEFT_PX, bonus_chart.CHART_TOP_PX, bonus_chart.CHART_RIGHT_PX, MAP_BOTTOM_PX))
    for k, a in enumerate(boxes):
        for b in boxes[:k]:
            assert a[2] <= b[0] + 14 or b[2] <= a[0] + 14 or a[3] <= b[1] or b[3] <= a[1], (a, b)


def test_an_owner_may_hang_a_base_elsewhere():
    data = load_board().components
    moved = {**data.bases, "luna": msgspec.structs.replace(data.bases["luna"], orbital="mars", name="Phobos Station")}
    view = build_view(make_middle(), None)
    bases = tuple(
        msgspec.structs.replace(base, orbital="mars", name=moved["luna"].name) if base.word == "luna" else base
        for base in view.bases
    )
    orbitals = tuple(
        msgspec.structs.replace(one, bases=tuple(base.word for base in bases if base.orbital == one.word))
        for one in view.orbitals
    )
    at = Scene(msgspec.structs.replace(view, bases=bases, orbitals=orbitals), PLAYER_NAMES, (2,))
    sheet = expanse.compose_board(at, translate_to_english)
    assert "Phobos Station" in {one.string for one in sheet.written_texts}
    assert find_misfits(sheet) == []


def test_orbital_control_says_what_it_lends():
    pair = [
        build_side("un", 9, "eurasia 1", "earth ff ceres f tycho f jupiter f"),
        build_side("mcr", 10, "mariner 1", "mars bbr ceres f jupiter f saturn f"),
    ]
    view = build_view(build_state(pair, "terraforming deimos burn julie souther", deck=30), None)
    lent = {one.word: one.control_bonus for one in view.orbitals}
    assert (lent["earth"], lent["mars"], lent["saturn"]) == (1, 1, 0)
    more = tuple(msgspec.structs.replace(one, control_bonus=2 * one.control_bonus) for one in view.orbitals)
    rich = build_scene(make_two_players(), None)
    rich = msgspec.structs.replace(rich, view=msgspec.structs.replace(rich.view, orbitals=more))
    assert (
        expanse.draw_board(rich, translate_to_english).tobytes()
        != expanse.draw_board(build_scene(make_two_players(), None), translate_to_english).tobytes()
    ), "+2, not +1"


def test_news_edge_the_places_they_name():
    at = BOARD_SCENES["middle"]()
    assert phrases.find_changed_places(at) == ({"rhea": "opa"}, {"saturn": "opa"}), "the panel does not tell of Luna"
    plain = msgspec.structs.replace(at, recent_events=())
    assert (
        expanse.draw_board(plain, translate_to_english).tobytes()
        != expanse.draw_board(at, translate_to_english).tobytes()
    )


def test_news_of_a_base_and_of_an_orbital_with_the_same_name_are_told_apart():
    news = (
        say("{seat} places influence on {base}.", seat=SeatMention(2), base="Ceres"),
        say("{seat} moves a fleet from {start} to {end}.", seat=SeatMention(2), start="Tycho", end="Saturn"),
    )
    assert phrases.find_changed_places(build_scene(make_middle(), None, recent=news)) == (
        {"ceres": "opa"},
        {"tycho": "opa", "saturn": "opa"},
    )


@pytest.mark.parametrize(("halves", "told"), [(0, "0"), (1, "½"), (2, "1"), (3, "1½"), (7, "3½"), (14, "7")])
def test_half_strength_is_told(halves: int, told: str):
    assert phrases.format_strength(halves) == told


@pytest.mark.parametrize(
    ("name", "word", "parts"),
    [
        ("Mariner Valley", "mariner", [("Mariner", True), ("Valley", False)]),
        ("The Rings", "rings", [("The", False), ("Rings", True)]),
        ("Ceres", "ceres", [("Ceres", True)]),
        ("Церера", "ceres", [("Церера", True)]),
    ],
)
def test_the_word_that_moves_use_stands_out_of_a_name(name: str, word: str, parts: list):
    assert phrases.split_name(name, word) == parts


def test_no_count_cuts_the_name_of_its_plate():
    """Counts have a ground of their own, and names have descenders: "Ganymede"."""
    lowest = render_text("Ganymede", "bold", PHONE_DATA_SIZE_PX)
    sheet = sky.compose_lone_base(sky.PrintedBase("ganymede", "Ganymede", "food", is_open=True), "jupiter")
    name = next(one for one in sheet.written_texts if one.string == "Ganymede")
    top = (sky.LONE_HEIGHT_PX - PLATE_HEIGHT_PX) // 2
    assert name.ink[3] - name.ink[1] == lowest.mask.size[1]
    assert name.ink[3] <= top + COUNT_TOP_PX


# ---------------------------------------------------------------- standings
def test_the_final_board_lists_the_factions_by_their_places():
    scene = BOARD_SCENES["over"]()
    cards = strip.list_cards(scene.view)
    assert [side.cp for _, side in cards] == sorted((side.cp for side in scene.view.sides), reverse=True)
    assert cards[0][1].seat in scene.view.winners
    assert cards[0][0] == 1
    written = {one.string for one in expanse.compose_board(scene, translate_to_english).written_texts}
    assert {f"{place}." for place, _ in cards} <= written


@pytest.mark.parametrize(("cps", "leader_count"), [((10, 10, 10, 10), 0), ((0, 1, 2, 3), 1), ((30, 12, 30, 5), 2)])
def test_the_most_control_points_have_the_colour_of_their_faction(cps: tuple[int, ...], leader_count: int):
    at = make_middle()
    for one, cp in zip(at.sides, cps, strict=True):
        one.cp = cp
    sheet = expanse.compose_board(build_scene(at, None), translate_to_english)
    assert sum(placed.mark.source == "most-points" for placed in sheet.marks) == leader_count


@pytest.mark.parametrize("cps", [(10, 10, 10, 10), (0, 1, 2, 3), (29, 30, 31, 90), (120, 118, 119, 117)])
def test_markers_on_the_cp_track_never_hide_each_other(cps: tuple[int, ...], monkeypatch):
    at = make_middle()
    for one, cp in zip(at.sides, cps, strict=True):
        one.cp = cp
    put: list[tuple[float, float]] = []
    sheet = expanse.compose_board(build_scene(at, None), translate_to_english)
    monkeypatch.setattr(type(sheet), "put", lambda _self, _sprite, x, y: put.append((x, y)))
    view = build_view(at, None)
    bonus_chart.draw_markers(
        sheet, view, bonus_chart.create_chart_layout(view, Formatter(PLAYER_NAMES, translate_to_english)).scale
    )
    assert len(put) == 4
    for k, (x, y) in enumerate(put):
        assert bonus_chart.CHART_LEFT_PX < x < bonus_chart.CHART_RIGHT_PX
        assert y > bonus_chart.TRACK_TOP_PX - 2
        for ax, ay in put[:k]:
            assert abs(x - ax) >= 2 * bonus_chart.MARKER_RADIUS_PX or abs(y - ay) >= 2 * bonus_chart.MARKER_RADIUS_PX


def test_factions_stand_in_the_order_of_initiative():
    written = expanse.compose_board(BOARD_SCENES["middle"](), translate_to_english).written_texts
    names = [
        one
        for one in written
        if one.string in PLAYER_NAMES and one.ink[1] > strip.CARDS_TOP_PX and one.ink[0] < PANEL_EDGE_PX
    ]
    assert [one.string for one in sorted(names, key=lambda one: one.ink)] == [
        "Jules-Pierre",
        "Chrisjen",
        "Надежда",
        "Fred",
    ]


def test_players_without_a_faction_stand_last():
    written = expanse.compose_board(BOARD_SCENES["factions"](), translate_to_english).written_texts
    names = [one.string for one in sorted(written, key=lambda one: one.ink) if one.string in PLAYER_NAMES]
    assert names == list(PLAYER_NAMES)
    assert [one.string for one in written].count("no faction yet") == 2


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_player_who_chooses_a_faction_sees_the_powers_of_each(seats: int):
    run, _ = play_random_game(0, seats, 0)
    (seat,) = run.situation.questions
    below = run.build_menu(seat).next_menu("faction")
    assert below is not None
    marks = {option.spot: letter for option, letter in zip(below.options, MARK_LETTERS, strict=False) if option.spot}
    at = Scene(registry.load_game("expanse").build_view(run.state, seat), PLAYER_NAMES[:seats], (seat,), (), marks)
    words = " ".join(list_words(at))
    for option, (faction, letter) in zip(below.options, zip(FACTIONS, marks.values(), strict=False), strict=True):
        data = load_board().components.factions[faction]
        assert option.word == faction
        assert data.ability.text in words
        assert data.ability.text in expanse.describe_board(at, translate_to_english)
        assert letter in list_words(at)


def test_bases_out_of_play_say_so():
    assert list_words(BOARD_SCENES["two"]()).count("not in play") == 4
    assert "not in play" not in list_words(BOARD_SCENES["middle"]())


def test_an_offer_is_told_to_everybody_with_its_text():
    told = " ".join(list_words(BOARD_SCENES["three-offer"]()))
    assert "On offer: Julie Mao" in told
    assert "From each of up to 3 Tech bases" in told


def test_a_full_panel_still_has_the_newest_news():
    at = make_middle(phase="offer", offer="miller", spender=-1, points=0)
    spare = [card for card in load_board().cards if card not in (*at.track, "miller")]
    for k, one in enumerate(at.sides):
        one.kept = spare[8 * k : 8 * k + 8]
    news = (say("{seat} takes {card}.", seat=SeatMention(1), card="Josephus Miller"),)
    crowded = build_scene(at, 0, recent=news, waiting=(0,))
    assert "Надежда takes Josephus Miller." in {
        one.shown for one in expanse.compose_board(crowded, translate_to_english).drawn_texts
    }
    for translate in (translate_to_english, translate_wordy):
        assert find_misfits(expanse.compose_board(crowded, translate)) == []
        assert len(expanse.describe_board(crowded, translate)) <= 1000
        assert len(expanse.describe_hand(crowded, translate)) <= 1000


def test_the_crop_shows_where_the_viewer_is():
    assert close_up.is_inner_half(build_view(make_middle(), 0))
    far = make_middle()
    far.sides[0].fleets, far.sides[0].cubes = {"saturn": "fffff"}, {"titan": 5}
    assert not close_up.is_inner_half(build_view(far, 0))


# ------------------------------------------------------------------ colours
@pytest.mark.parametrize("last_band", [0, 1, 2])
def test_a_crop_shows_the_ways_right_of_its_last_band(last_band: int):
    way_right = find_gutter_x(last_band + 1, MAP_MIDDLE_Y_PX, 0) + WAY_REACH_PX
    assert BAND_EDGES_PX[last_band + 1] + close_up.WAY_ROOM_PX >= way_right


def test_factions_differ_by_shape_and_lightness_and_words_stand_out():
    assert len({look.shape for look in FACTION_STYLES.values()}) == len(FACTIONS)
    for look in FACTION_STYLES.values():
        assert theme.compute_contrast(DARK_INK, look.colour) >= 6
        assert theme.compute_contrast(look.colour, PLATE_COLOUR) >= 4.5
    for ground in (PANEL_COLOUR, CARD_COLOUR, SCORE_CARD_COLOUR, PLATE_COLOUR):
        assert theme.compute_contrast(theme.CREAM, ground) >= 7
    for ground in (PANEL_COLOUR, CARD_COLOUR):
        assert theme.compute_contrast(DIM_INK, ground) >= 4.5
    assert theme.compute_contrast(FAINT_COLOUR, CLOSED_COLOUR) >= 2


def test_the_board_in_words_tells_the_events_on_the_track_where_there_is_room():
    at = BOARD_SCENES["start"]()
    told = expanse.describe_board(at, translate_to_english)
    assert len(told) <= 1000
    assert any(f"{on.card.name}: {on.card.text}" in told for on in at.view.track if not on.card.score)
