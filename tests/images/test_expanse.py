"""The painter of The Expanse Board Game on any table: it paints, its words fit, every choice has its letter."""

from __future__ import annotations

import random
from functools import lru_cache

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from engine.games.expanse.components import FACTIONS
from engine.games.expanse.view import Presence
from engine.kernel import registry
from engine.kernel.position import Run, start
from engine.kernel.script import settle
from engine.kernel.text import Who, english, say
from render import expanse
from render.expanse import bonus_chart, close_up, hand_sheet, on_map, phrases, strip
from render.expanse.layout import BOTTOM, PLATE_W, RIGHT, places, slot
from render.expanse.on_map import chart, count_width, cover, in_lane, stations
from render.expanse.panel import EDGE
from render.expanse.pieces import CARD, DARK, DIM, FAINT, LOOKS, PANEL, PLATE, SCORE
from render.expanse.sky import CLOSED
from render.kit import theme
from render.kit.scene import Scene
from render.kit.sheet import Sheet
from render.kit.text import Formatter
from tests.images.chance import LETTERS, WORDY, levels, misfits, play_on, wordy
from tests.images.recorded import recorded_moment
from tests.images.scenes_expanse import (
    BOARDS,
    HANDS,
    NAMES,
    board,
    crowd,
    lettered,
    middle,
    scene,
    seen,
    side,
    state,
    three,
    two,
)


@lru_cache(maxsize=64)
def played(luck: int, seats: int, moves: int) -> tuple[Run, list]:
    """A random game after so many moves, and what it told last."""
    chance, game = random.Random(luck), registry.load("expanse")  # noqa: S311 - a test keeps no secrets
    run = Run(game, start(game, seats, settle(game.settings, {}), f"picture {luck}").position, f"picture {luck}")
    return run, play_on(run, moves, chance)


@st.composite
def tables(draw: st.DrawFn) -> Scene:
    seats = draw(st.sampled_from([2, 3, 4]))
    run, told = played(draw(st.integers(0, 5)), seats, draw(st.sampled_from([0, 1, 3, 12, 30, 60, 400])))
    viewer = draw(st.sampled_from([None, *range(seats)]))
    marks: dict[str, str] = {}
    if run.now.ask and draw(st.booleans()):
        viewer = min(run.now.ask)
        menus = levels(run.menu(viewer), random.Random(draw(st.integers(0, 9))))  # noqa: S311
        spots = dict.fromkeys(option.spot for option in draw(st.sampled_from(menus)).options if option.spot)
        marks = dict(zip(spots, LETTERS, strict=False))
    names = tuple(draw(WORDY) for _ in range(seats))
    reason = run.result.reason if run.result else None
    view = registry.load("expanse").view(run.state, viewer)
    return Scene(view, names, tuple(run.now.ask), tuple(told), marks, reason)


def shown(at: Scene) -> list[str]:
    """The words on a board."""
    return [one.string for one in expanse.compose(at, english).written]


# -------------------------------------------------------------- any table
@settings(max_examples=50, deadline=None)
@given(tables(), st.sampled_from([english, wordy]))
def test_any_table_paints_and_its_words_fit(at: Scene, translate):
    sheet = expanse.compose(at, translate)
    assert (sheet.image.size, sheet.image.mode) == ((1650, 1050), "RGB")
    sheet.written = [one for one in sheet.written if one.string not in at.marks.values()]
    assert misfits(sheet) == []


@settings(max_examples=50, deadline=None)
@given(tables())
def test_every_choice_has_its_letter_on_its_picture(at: Scene):
    on_board = shown(at)
    for spot, mark in at.marks.items():
        if not spot.startswith(("kept-", "crew-")):
            assert mark in on_board, spot
    in_hand = {mark for spot, mark in at.marks.items() if expanse.on_hand(spot)}
    if in_hand:
        sheet = hand_sheet.compose(at, english)
        assert sheet is not None
        assert in_hand <= {one.string for one in sheet.written}


@settings(max_examples=40, deadline=None)
@given(tables(), st.sampled_from([english, wordy]))
def test_any_hand_paints_and_its_words_fit(at: Scene, translate):
    sheet = hand_sheet.compose(at, translate)
    assert (sheet is None) == (at.view.viewer is None or at.view.phase in ("factions", "over"))
    if sheet is not None:
        assert sheet.image.width == 1100
        sheet.written = [one for one in sheet.written if one.string not in at.marks.values()]
        assert misfits(sheet) == []


@settings(max_examples=40, deadline=None)
@given(tables(), st.sampled_from([english, wordy]))
def test_every_text_is_at_most_1000_characters(at: Scene, translate):
    assert 0 < len(expanse.alt(at, translate)) <= 1000
    assert 0 < len(expanse.hand_alt(at, translate)) <= 1000


@settings(max_examples=12, deadline=None)
@given(tables(), st.sampled_from([english, wordy]))
def test_any_crop_paints_and_its_words_fit(at: Scene, translate):
    sheet = close_up.compose(at, expanse.compose(at, translate), Formatter(at.names, translate))
    if sheet is None:
        assert at.marks
        return
    assert sheet.image.width < 640
    assert misfits(sheet) == []


def test_a_kept_part_brings_its_words_along():
    part, sheet = (Sheet(Image.new("RGB", size)) for size in ((200, 60), (400, 200)))
    part.text(10, 30, "Ceres", 150)
    sheet.lay(part, 100, 120)
    (one,) = sheet.written
    assert one.room == (110, 260)
    assert sheet.image.crop((100, 120, 300, 180)).tobytes() == part.image.tobytes()
    assert one.ink[1] - part.written[0].ink[1] == 120


# ---------------------------------------------------------- named moments
@pytest.mark.parametrize("name", BOARDS)
def test_named_boards_fit_in_a_wordy_language(name: str):
    at = BOARDS[name]()
    sheet = expanse.compose(at, wordy)
    sheet.written = [one for one in sheet.written if one.string not in at.marks.values()]
    assert misfits(sheet) == []


@pytest.mark.parametrize("name", HANDS)
def test_named_hands_fit_in_a_wordy_language(name: str):
    at = HANDS[name]()
    sheet = hand_sheet.compose(at, wordy)
    assert sheet is not None
    sheet.written = [one for one in sheet.written if one.string not in at.marks.values()]
    assert misfits(sheet) == []


@pytest.mark.parametrize("name", BOARDS | HANDS)
def test_named_moments_add_up(name: str):
    view = (BOARDS | HANDS)[name]().view
    for one in view.sides:
        data = board().components.factions[one.faction]
        lying = [there for orbital in view.orbitals for there in orbital.squadrons if there.faction == one.faction]
        held = [held for base in view.bases for held in base.presence if held.faction == one.faction]
        fleets = sum(there.ships - there.rocinante for there in lying) + one.off.ships
        assert fleets == sum(map(len, data.fleets.values())) + len(data.off)
        assert sum(each.cubes for each in held) + one.supply == data.cubes
        assert sum(each.diplomats for each in held) + one.diplomats == data.diplomats
    flown = sum(there.rocinante for orbital in view.orbitals for there in orbital.squadrons)
    assert flown == (view.phase != "factions")


def test_the_sealed_sector_changes_no_pixel_and_no_word():
    for viewer in (None, 0, 2, 3):
        one, other = crowd(), crowd()
        other.bonus = "outer"
        first, second = (scene(each, viewer, waiting=(2,)) for each in (one, other))
        assert expanse.paint(first, english).tobytes() == expanse.paint(second, english).tobytes()
        assert expanse.alt(first, english) == expanse.alt(second, english)


def test_who_sealed_the_sector_sees_it():
    at = scene(crowd(), 1, waiting=(2,))
    assert bonus_chart.chart_layout(at.view, Formatter(at.names, english)).cells[3].sector == "inner"
    public = scene(crowd(), None, waiting=(2,))
    assert bonus_chart.chart_layout(public.view, Formatter(at.names, english)).cells[3].below == "?"


def test_a_picture_depends_on_its_scene_alone():
    before = expanse.paint(BOARDS["middle"](), english).tobytes()
    for at in BOARDS.values():
        expanse.paint(at(), wordy)
    assert expanse.paint(BOARDS["middle"](), english).tobytes() == before
    assert expanse.paint(BOARDS["where"](), english).tobytes() != before


def test_everybody_sees_the_same_board():
    assert len({expanse.paint(scene(middle(), viewer), english).tobytes() for viewer in (None, 0, 1, 2, 3)}) == 1


def test_alt_tells_the_middle_of_a_game():
    told = expanse.alt(BOARDS["middle"](), english)
    assert told.startswith(
        "Fred to play. 2 Action Points to spend. Card taken: Star Helix (3 AP; UN, MCR). Remove up to 2"
    )
    assert (
        " Jules-Pierre (PG): 12 CP, Rocinante at Saturn. Chrisjen (UN): 17 CP. "
        "Надежда (MCR): 21 CP. Fred (OPA): 15 CP. "
        "Earth: fleets UN 2, PG 1; Eurasia UN 4, PG 1; Africa UN 3, MCR 1; Luna UN 2, PG 2. "
    ) in told
    assert "Eros: fleets OPA 1½, PG 1; influence OPA 3, PG 2." in told


def test_alt_tells_what_is_on_offer_however_much_there_is_to_tell():
    """Whoever is waited for hears what for, even if every faction keeps ten Events; and who that is."""
    at = middle()
    cards = [word for word in board().cards if word not in at.track and word != at.offer]
    for n, one in enumerate(at.sides):
        one.kept = cards[10 * n : 10 * n + 10]
    at.phase, at.spender, at.points, at.offer = "offer", -1, 0, "yao"
    told = expanse.alt(scene(at, None, waiting=(1,)), english)
    assert len(told) <= 1024
    assert told.startswith("Надежда to answer. An Event is on offer. On offer: Theresa Yao (")


def test_alt_tells_the_track_where_there_is_room():
    told = expanse.alt(BOARDS["two"](), english)
    assert "Track: 0 CP Terraforming (2 AP; MCR), 1 CP Destruction of Deimos (4 AP; UN)" in told
    assert "30 cards in the deck, 0 of 6 SCORE cards drawn." in told


def test_hand_alt_tells_letters_and_texts():
    told = expanse.hand_alt(HANDS["hand"](), english)
    assert told.startswith("A: 0 CP: Camina Drummer (3 AP; MCR, OPA) Take actions worth 1 Action Point.")
    assert "F: Kept: Slingshot Racing (2 AP; MCR, OPA) Remove 1 influence" in told


def test_a_spectator_holds_nothing():
    assert expanse.hand(BOARDS["middle"](), english) is None
    assert expanse.hand_alt(BOARDS["middle"](), english) == "You hold no cards."


def test_a_scoring_turn_shows_kept_events_and_the_crew_not_the_track():
    at = scene(crowd(), 3, waiting=(3,))
    sheet = hand_sheet.compose(at, english)
    assert sheet is not None
    told = {one.string for one in sheet.written}
    assert {"Clean Room", "Mao-Kwikowski Mercantile", "James Holden", "Amos Burton"} <= told
    assert "Lobbyists" not in told


def test_whoever_must_discard_sees_that_card_of_somebody_else_too():
    at = scene(crowd(), 0, lettered("kept-1-nauvoo"), waiting=(0,))
    sheet = hand_sheet.compose(at, english)
    assert sheet is not None
    assert "Nauvoo" in {one.string for one in sheet.written}


def test_the_end_shows_every_scoring_and_the_total():
    assert {"Надежда has won", "1 · Belt", "4 · Inner", "Final scoring", "Total", "58", "53"} <= set(
        shown(BOARDS["over"]())
    )


# ------------------------------------------------------------------ the map
def test_all_fleets_in_one_orbital_show_their_strength():
    written = expanse.compose(scene(crowd(), None), english).written
    place = places(chart(seen(crowd(), None)))["ceres"]
    left, top, wide, high = place.fleets
    here = [
        one.string for one in written if left <= one.ink[0] < left + wide and top - 4 <= one.ink[1] < top + high - 10
    ]
    assert sorted(here) == ["5", "6", "6", "6"]


def test_no_way_of_a_fleet_lies_on_a_fleet_or_its_strength(monkeypatch: pytest.MonkeyPatch):
    """Neither over it nor beneath it, where its figures would be as hard to read."""
    crossed = 0
    for record in ("four-clear", "two-clear"):
        for moves in (30, 45, 60):
            at = recorded_moment("expanse", record, moves)
            told = expanse.compose(at, english).image
            with monkeypatch.context() as without:
                without.setattr(on_map, "_ways", lambda *_: None)
                plain = expanse.compose(at, english).image
            crossed += told.crop((0, 0, 1150, 850)).tobytes() != plain.crop((0, 0, 1150, 850)).tobytes()
            where = places(chart(at.view))
            for orbital in at.view.orbitals:
                for item, place in stations(orbital.squadrons, where[orbital.word]):
                    box = cover(item, place)
                    assert told.crop(box).tobytes() == plain.crop(box).tobytes(), (record, moves, orbital.word)
    assert crossed > 3


def test_ways_of_two_factions_lie_beside_each_other():
    there, back = in_lane((0, 0), (100, 0), 5), in_lane((100, 0), (0, 0), -5)
    assert there == [(0, 5), (100, 5)]
    assert back == [(100, -5), (0, -5)]
    assert in_lane((100, 0), (0, 0), 5) == there[::-1]


def test_a_count_with_a_plus_leaves_the_next_faction_free():
    _, pitch = slot(0, 4)
    assert count_width(Presence("un", 2, 0, 3), pitch) < pitch
    assert count_width(Presence("un", 3, 1, 9), pitch) < pitch


def test_every_faction_has_its_own_place_on_a_plate():
    for at in (two(), three(), crowd()):
        view = seen(at, None)
        where = places(chart(view))
        for orbital in view.orbitals:
            for left, top in where[orbital.word].plates:
                assert left + PLATE_W < RIGHT
                assert top + 84 <= BOTTOM


def test_plates_and_fleets_keep_apart():
    view = seen(crowd(), None)
    boxes = [(x, y, x + PLATE_W, y + 84) for place in places(chart(view)).values() for x, y in place.plates]
    boxes += [(x, y, x + w, y + h) for x, y, w, h in (place.fleets for place in places(chart(view)).values())]
    boxes.append((bonus_chart.X0, bonus_chart.TOP, bonus_chart.X1, BOTTOM))
    for k, a in enumerate(boxes):
        for b in boxes[:k]:
            assert a[2] <= b[0] + 14 or b[2] <= a[0] + 14 or a[3] <= b[1] or b[3] <= a[1], (a, b)


def test_an_owner_may_hang_a_base_elsewhere():
    data = board().components
    moved = {**data.bases, "luna": msgspec.structs.replace(data.bases["luna"], orbital="mars", name="Phobos Station")}
    view = seen(middle(), None)
    bases = tuple(
        msgspec.structs.replace(base, orbital="mars", name=moved["luna"].name) if base.word == "luna" else base
        for base in view.bases
    )
    orbitals = tuple(
        msgspec.structs.replace(one, bases=tuple(base.word for base in bases if base.orbital == one.word))
        for one in view.orbitals
    )
    at = Scene(msgspec.structs.replace(view, bases=bases, orbitals=orbitals), NAMES, (2,))
    sheet = expanse.compose(at, english)
    assert "Phobos Station" in {one.string for one in sheet.written}
    assert misfits(sheet) == []


def test_orbital_control_says_what_it_lends():
    pair = [
        side("un", 9, "eurasia 1", "earth ff ceres f tycho f jupiter f"),
        side("mcr", 10, "mariner 1", "mars bbr ceres f jupiter f saturn f"),
    ]
    view = seen(state(pair, "terraforming deimos burn julie souther", deck=30), None)
    lent = {one.word: one.lends for one in view.orbitals}
    assert (lent["earth"], lent["mars"], lent["saturn"]) == (1, 1, 0)
    more = tuple(msgspec.structs.replace(one, lends=2 * one.lends) for one in view.orbitals)
    rich = scene(two(), None)
    rich = msgspec.structs.replace(rich, view=msgspec.structs.replace(rich.view, orbitals=more))
    assert expanse.paint(rich, english).tobytes() != expanse.paint(scene(two(), None), english).tobytes(), "+2, not +1"


def test_news_edge_the_places_they_name():
    at = BOARDS["middle"]()
    assert phrases.changed(at) == ({"luna": "pg", "rhea": "opa"}, {"saturn": "opa"})
    plain = msgspec.structs.replace(at, recent=())
    assert expanse.paint(plain, english).tobytes() != expanse.paint(at, english).tobytes()


def test_news_of_a_base_and_of_an_orbital_with_the_same_name_are_told_apart():
    news = (
        say("{seat} places influence on {base}.", seat=Who(2), base="Ceres"),
        say("{seat} moves a fleet from {start} to {end}.", seat=Who(2), start="Tycho", end="Saturn"),
    )
    assert phrases.changed(scene(middle(), None, recent=news)) == ({"ceres": "opa"}, {"tycho": "opa", "saturn": "opa"})


def test_news_that_name_half_the_map_edge_nothing():
    names = [base.name for base in seen(middle(), None).bases]
    news = tuple(say("{seat} loses influence on {base}.", seat=Who(0), base=name) for name in names[:9])
    assert phrases.changed(scene(middle(), None, recent=news)) == ({}, {})


@pytest.mark.parametrize(("halves", "told"), [(0, "0"), (1, "½"), (2, "1"), (3, "1½"), (7, "3½"), (14, "7")])
def test_half_strength_is_told(halves: int, told: str):
    assert phrases.halves(halves) == told


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
    assert phrases.spelled(name, word) == parts


# ---------------------------------------------------------------- standings
@pytest.mark.parametrize("cps", [(10, 10, 10, 10), (0, 1, 2, 3), (29, 30, 31, 90), (120, 118, 119, 117)])
def test_markers_on_the_cp_track_never_hide_each_other(cps: tuple[int, ...], monkeypatch):
    at = middle()
    for one, cp in zip(at.sides, cps, strict=True):
        one.cp = cp
    put: list[tuple[float, float]] = []
    sheet = expanse.compose(scene(at, None), english)
    monkeypatch.setattr(type(sheet), "put", lambda _self, _sprite, x, y: put.append((x, y)))
    view = seen(at, None)
    bonus_chart.markers(sheet, view, bonus_chart.chart_layout(view, Formatter(NAMES, english)).scale)
    assert len(put) == 4
    for k, (x, y) in enumerate(put):
        assert bonus_chart.X0 < x < bonus_chart.X1
        assert y > bonus_chart.TRACK - 2
        for ax, ay in put[:k]:
            assert abs(x - ax) >= 2 * bonus_chart.BEAD or abs(y - ay) >= 2 * bonus_chart.BEAD


def test_factions_stand_in_the_order_of_initiative():
    written = expanse.compose(BOARDS["middle"](), english).written
    names = [one for one in written if one.string in NAMES and one.ink[1] > strip.CARDS and one.ink[0] < EDGE]
    assert [one.string for one in sorted(names, key=lambda one: one.ink)] == [
        "Jules-Pierre",
        "Chrisjen",
        "Надежда",
        "Fred",
    ]


def test_who_has_no_faction_yet_waits_behind_those_who_have():
    written = expanse.compose(BOARDS["factions"](), english).written
    names = [one.string for one in sorted(written, key=lambda one: one.ink) if one.string in NAMES]
    assert names == list(NAMES)
    assert [one.string for one in written].count("no faction yet") == 2


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whoever_chooses_a_faction_sees_what_each_of_them_can_do(seats: int):
    run, _ = played(0, seats, 0)
    (seat,) = run.now.ask
    below = run.menu(seat).then("faction")
    assert below is not None
    marks = {option.spot: letter for option, letter in zip(below.options, LETTERS, strict=False) if option.spot}
    at = Scene(registry.load("expanse").view(run.state, seat), NAMES[:seats], (seat,), (), marks)
    words = " ".join(shown(at))
    for option, (faction, letter) in zip(below.options, zip(FACTIONS, marks.values(), strict=False), strict=True):
        data = board().components.factions[faction]
        assert option.word == faction
        assert data.ability.text in words
        assert data.ability.text in expanse.alt(at, english)
        assert letter in shown(at)


def test_bases_out_of_play_say_so():
    assert shown(BOARDS["two"]()).count("not in play") == 4
    assert "not in play" not in shown(BOARDS["middle"]())


def test_an_offer_is_told_to_everybody_with_its_text():
    told = " ".join(shown(BOARDS["three-offer"]()))
    assert "On offer: Julie Mao" in told
    assert "From each of up to 3 Tech bases" in told


def test_a_full_panel_still_has_the_newest_news():
    at = middle(phase="offer", offer="miller", spender=-1, points=0)
    spare = [card for card in board().cards if card not in (*at.track, "miller")]
    for k, one in enumerate(at.sides):
        one.kept = spare[8 * k : 8 * k + 8]
    news = (say("{seat} takes {card}.", seat=Who(1), card="Josephus Miller"),)
    crowded = scene(at, 0, recent=news, waiting=(0,))
    assert "Надежда takes Josephus Miller." in {one.shown for one in expanse.compose(crowded, english).told}
    for translate in (english, wordy):
        assert misfits(expanse.compose(crowded, translate)) == []
        assert len(expanse.alt(crowded, translate)) <= 1000
        assert len(expanse.hand_alt(crowded, translate)) <= 1000


def test_the_crop_shows_where_the_viewer_is():
    assert close_up.window(seen(middle(), 0))
    far = middle()
    far.sides[0].fleets, far.sides[0].cubes = {"saturn": "fffff"}, {"titan": 5}
    assert not close_up.window(seen(far, 0))


# ------------------------------------------------------------------ colours
def test_factions_differ_by_shape_and_lightness_and_words_stand_out():
    assert len({look.shape for look in LOOKS.values()}) == len(FACTIONS)
    for look in LOOKS.values():
        assert theme.contrast(DARK, look.colour) >= 6
        assert theme.contrast(look.colour, PLATE) >= 4.5
    for ground in (PANEL, CARD, SCORE, PLATE):
        assert theme.contrast(theme.CREAM, ground) >= 7
    for ground in (PANEL, CARD):
        assert theme.contrast(DIM, ground) >= 4.5
    assert theme.contrast(FAINT, CLOSED) >= 2


def test_the_board_in_words_tells_the_events_on_the_track_where_there_is_room():
    at = BOARDS["start"]()
    told = expanse.alt(at, english)
    assert len(told) <= 1000
    assert any(f"{on.card.name}: {on.card.text}" in told for on in at.view.track if not on.card.score)
