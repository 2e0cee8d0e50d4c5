"""The painter of Amundsen vs Scott on random tables: it paints, its words fit, and it uses only the view."""

from __future__ import annotations

from itertools import combinations, count

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from engine.games.amundsen import cards
from engine.games.amundsen.rules import DISCARD_COSTS
from engine.games.amundsen.view import CARD_BACK, View, VisibleCard, VisibleExplorer
from engine.kernel import position, registry
from engine.kernel.menu import sample_move
from engine.kernel.script import complete_options
from engine.kernel.text import SeatMention, say, translate_to_english, write_plain_text
from render import amundsen
from render.amundsen import hand_sheet
from render.amundsen.close_up import BANNER_HEIGHT_PX
from render.amundsen.layout import POLE_RADIUS_PX, create_board_layout
from render.amundsen.panel_hands import WARNING_COLOUR
from render.amundsen.pieces import CARD_STYLES
from render.amundsen.placement import place_letters, place_pawns
from render.amundsen.story import list_phrases
from render.kit import theme
from render.kit.marks import draw_gold_ring
from render.kit.scene import Scene
from render.kit.sheet import Sheet
from render.kit.story import TurnChange
from tests.images.moments import list_records, replay_scenes
from tests.images.scenes_amundsen import (
    BOARD_SCENES,
    HAND_SCENES,
    build_view,
    load_components,
    make_midgame,
    parse_cards,
)
from tests.images.sheet_checks import find_misfits, translate_wordy, try_examples
from tests.rules.amundsen.play import make_table

DECK_CARDS = sorted(set(cards.build_deck(load_components().deck)))
NAME_STRATEGY = st.text("abcdefg ABCÄЖ🐧田", min_size=1, max_size=40)
PATRON_WORDS = {
    "amundsen": ("", "architect", "army-officer", "press-baron", "philanthropist"),
    "scott": ("", "engineer", "army-officer", "show-manager", "politician"),
}


@st.composite
def explorers(draw: st.DrawFn, seat: int, viewer: int | None) -> VisibleExplorer:
    side = ("amundsen", "scott")[seat]
    space = draw(st.integers(0, 12))
    hidden = [] if seat == viewer else [CARD_BACK]
    hand = draw(st.lists(st.builds(VisibleCard, st.sampled_from([*DECK_CARDS, *hidden]), st.booleans()), max_size=8))
    return VisibleExplorer(
        side,
        seat,
        space,
        2 <= space <= 11 and draw(st.booleans()),
        tuple(hand),
        draw(st.sampled_from([5, 7])),
        draw(st.sampled_from(PATRON_WORDS[side])),
        draw(st.integers(0, 2)),
        draw(st.booleans()),
    )


@st.composite
def scenes(draw: st.DrawFn) -> Scene:
    viewer = draw(st.sampled_from([None, 0, 1]))
    size = draw(st.sampled_from([3, 6]))
    row = tuple(draw(st.lists(st.sampled_from(DECK_CARDS), max_size=size)))
    pile = tuple(draw(st.lists(st.sampled_from(DECK_CARDS), max_size=5)))
    ended = draw(st.sampled_from(["", "", "pole", "frozen"]))
    unseen = draw(st.none() | st.just(tuple(DECK_CARDS[:20])))
    both = draw(st.booleans() | st.just(value=True)) or bool(ended)
    seen = (draw(explorers(0, viewer)), draw(explorers(1, viewer))) if both else ()
    deck, shuffles, turn = draw(st.integers(0, 55)), draw(st.integers(0, 2)), draw(st.integers(1, 120))
    to_move = draw(st.sampled_from(["amundsen", "scott"]))
    at = View(
        viewer,
        load_components().track,
        seen,
        row,
        size,
        DISCARD_COSTS,
        deck,
        pile,
        (),
        shuffles,
        turn,
        to_move,
        ended,
        "scott" if ended == "pole" else None,
        unseen,
    )
    spots = [
        f"{side}-{place}" for side in ("amundsen", "scott") for place in (*range(13), *(f"q{k}" for k in range(2, 12)))
    ]
    spots += [*(f"hand-{k}" for k in range(9)), "patron", "elsewhere"]
    marked = draw(st.lists(st.sampled_from(spots), max_size=6, unique=True))
    recent = tuple(make_midgame(0).recent_events[: draw(st.integers(0, 3))])
    return Scene(
        at,
        (draw(NAME_STRATEGY), draw(NAME_STRATEGY)),
        draw(st.sampled_from([(), (0,), (1,), (0, 1)])),
        recent,
        dict(zip(marked, "ABCDEFGHI", strict=False)),
        say("{seat} wins.", seat=SeatMention(0)) if ended else None,
    )


def test_misfits_are_found():
    sheet = Sheet(Image.new("RGB", (400, 100)))
    sheet.text(10, 50, "Amundsen", 300)
    assert find_misfits(sheet) == []
    sheet.text(60, 50, "Scott", 300, size=20)
    sheet.written_texts.append(sheet.written_texts[0]._replace(ink=(390, 0, 410, 20)))
    assert [what.split("'")[1] for what in find_misfits(sheet)] == ["Scott", "Amundsen", "Amundsen"]


@try_examples(100)
@given(scenes(), st.sampled_from([translate_to_english, translate_wordy]))
def test_any_table_paints_and_its_words_fit(scene: Scene, translate):
    sheet = amundsen.compose_board(scene, translate)
    assert (sheet.image.size, sheet.image.mode) == ((1650, 1050), "RGB")
    assert find_misfits(sheet) == []
    on_chart = {letter for spot, letter in scene.marks.items() if "-" in spot and not spot.startswith("hand")}
    assert {one.string for one in sheet.written_texts if one.ink[0] < 870 and one.kind == "data"} >= on_chart


@try_examples(100)
@given(scenes(), st.sampled_from([translate_to_english, translate_wordy]))
def test_any_hand_paints_and_its_words_fit(scene: Scene, translate):
    sheet = hand_sheet.compose_hand(scene, translate)
    holder = next((seen for seen in scene.view.explorers if seen.seat == scene.view.viewer), None)
    assert (sheet is None) == (holder is None or not holder.hand)
    if sheet is not None:
        assert sheet.image.width == 1100
        assert find_misfits(sheet) == []


@given(scenes(), st.sampled_from([translate_to_english, translate_wordy]))
def test_every_text_is_at_most_1000_characters(scene: Scene, translate):
    assert 0 < len(amundsen.describe_board(scene, translate)) <= 1000
    assert 0 < len(amundsen.describe_hand(scene, translate)) <= 1000


@pytest.mark.parametrize("name", BOARD_SCENES)
def test_named_boards_fit_in_a_wordy_language(name: str):
    assert find_misfits(amundsen.compose_board(BOARD_SCENES[name](), translate_wordy)) == []


@pytest.mark.parametrize("name", HAND_SCENES)
def test_named_hands_fit_in_a_wordy_language(name: str):
    sheet = hand_sheet.compose_hand(HAND_SCENES[name](), translate_wordy)
    assert sheet is not None
    assert find_misfits(sheet) == []


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_hidden_information_changes_no_pixel_and_no_word(seat: int | None):
    game = registry.load_game("amundsen")
    options = complete_options(game.settings, {"patrons": "yes", "row": "6"})
    at = position.begin_game(game, 2, options, "seed").position
    steps = count()
    for _ in range(25):
        now = position.resolve_situation(game, at, "seed")
        mover = min(now.questions)
        at = position.play_move(
            game, at, "seed", mover, sample_move(now.build_menu(mover), lambda n: next(steps) * 7 % n)
        ).position
    state = position.resolve_situation(game, at, "seed").state
    other = game.resample_state(state, seat, lambda pool: sorted(pool, reverse=True))
    assert other.deck != state.deck
    one, two = (Scene(game.build_view(each, seat), ("Ana", "Ben"), waiting_seats=(0,)) for each in (state, other))
    assert (
        amundsen.draw_board(one, translate_to_english).tobytes()
        == amundsen.draw_board(two, translate_to_english).tobytes()
    )
    assert amundsen.describe_board(one, translate_to_english) == amundsen.describe_board(two, translate_to_english)
    assert amundsen.describe_hand(one, translate_to_english) == amundsen.describe_hand(two, translate_to_english)


def test_a_picture_depends_on_its_scene_alone():
    before = amundsen.draw_board(make_midgame(None), translate_to_english).tobytes()
    for scene in BOARD_SCENES.values():
        amundsen.draw_board(scene(), translate_wordy)
    assert amundsen.draw_board(make_midgame(None), translate_to_english).tobytes() == before
    assert amundsen.draw_board(make_midgame(0), translate_to_english).tobytes() != before


def test_a_back_says_nothing_in_words():
    told = amundsen.describe_board(make_midgame(1), translate_to_english)
    assert "Compass" not in told
    assert "red Dog, yellow Blizzard, 2 green Advances, blue Sacrifice, 1 face down" in told


def test_alt_tells_a_midgame_as_its_player_sees_it():
    assert amundsen.describe_board(make_midgame(0), translate_to_english) == (
        "Turn 31: Ana to play. Amundsen (Ana) is on space 6, red; the next is green. "
        "Scott (Benedikt) is lost at the “?” behind space 7. "
        "Row, from the right: 1 red Dog (free), 2 blue Crevasse (discard 1), 3 green Horse (discard 3). "
        "Amundsen holds 6 of 7: red Dog, yellow Blizzard, 2 green Advances, blue Sacrifice, Compass. "
        "Not seen by everybody: Compass. "
        "Scott holds 5 of 7: yellow Advance, blue Crevasse, green Good Weather, red Drop Supplies, 1 face down. "
        "Deck: 28 cards (last deck). Discards: 13 cards, red Blizzard on top. Last: New in the row: green Horse, blue Crevasse."
    )


def test_hand_alt_tells_letters_and_uses():
    told = amundsen.describe_hand(make_midgame(0), translate_to_english)
    assert told.startswith("You hold 6 cards of at most 7: red Dog (wild for you); ")
    assert "yellow Blizzard (play two: Scott loses the route);" in told
    assert "C: green Advance (counts as green);" in told
    assert "Compass (play: one space forward), not seen by everybody;" in told


def test_a_spectator_holds_nothing():
    assert amundsen.draw_hand(make_midgame(None), translate_to_english) is None
    assert amundsen.draw_hand(BOARD_SCENES["choice"](), translate_to_english) is None
    assert amundsen.describe_hand(make_midgame(None), translate_to_english) == "You hold no cards."


def test_the_banner_names_who_must_act_out_of_turn():
    scene = BOARD_SCENES["excess"]()
    assert "Benedikt to answer" in {
        one.string for one in amundsen.compose_board(scene, translate_to_english).written_texts
    }
    mine = msgspec.structs.replace(scene, waiting_seats=(0,))
    assert "Ana to play" in {one.string for one in amundsen.compose_board(mine, translate_to_english).written_texts}


def test_every_choice_of_a_payment_carries_its_letter():
    at = build_view(0, "rd co!", "yb", {"space": 3, "patron": "philanthropist"})
    scene = Scene(at, ("Ana", "Ben"), marks={"hand-0": "A", "patron": "B", "scott-q5": "C", "amundsen-12": "D"})
    assert {"A", "B", "C", "D"} <= {
        one.string for one in amundsen.compose_board(scene, translate_to_english).written_texts
    }
    assert {"A", "B"} <= {one.string for one in hand_sheet.compose_hand(scene, translate_to_english).written_texts}
    assert "B: Your patron, the Philanthropist: wild, once." in amundsen.describe_hand(scene, translate_to_english)


def test_a_hand_of_six_fills_the_width():
    """Its cards are large, its words begin next to them, and no column is empty."""
    sheet = hand_sheet.compose_hand(HAND_SCENES["hand"](), translate_to_english)
    names = [one.ink for one in sheet.written_texts if one.string in {"red Dog", "yellow Blizzard", "blue Sacrifice"}]
    assert {ink[0] // 550 for ink in names} == {0, 1}
    assert min(ink[0] % 550 for ink in names) >= 160
    assert sheet.image.height <= sheet.image.width


def test_a_compass_says_which_way_it_points():
    before, beyond = (build_view(0, "co", "", {"space": space}) for space in (7, 8))
    assert "one space forward" in amundsen.describe_hand(Scene(before, ("Ana", "Ben")), translate_to_english)
    assert "one space back" in amundsen.describe_hand(Scene(beyond, ("Ana", "Ben")), translate_to_english)


@pytest.mark.parametrize("space", range(12))
@pytest.mark.parametrize("lost", [False, True])
def test_pawns_stand_clear_of_each_other_and_of_the_space_ahead(space: int, *, lost: bool):
    if lost and space < 2:
        return
    chart = create_board_layout(load_components().track)
    both = place_pawns(chart, (("amundsen", space, lost), ("scott", space, lost)))
    for side, stand in zip(("amundsen", "scott"), both, strict=True):
        (ahead, _), (body, flag) = chart.find_place(side, min(space + 1, 11)), stand.list_boxes()
        for x0, y0, x1, y1 in (body, flag):
            assert 42 <= x0 < x1 <= 836
            assert 42 <= y0 < y1 <= 1008
            assert not (x0 < ahead[0] < x1 and y0 < ahead[1] < y1)
    assert all(
        a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
        for a in both[0].list_boxes()
        for b in both[1].list_boxes()
    )


def test_letters_of_neighbouring_spots_do_not_cover_each_other():
    chart = create_board_layout(load_components().track)
    for start in range(1, 9):
        spots = tuple(f"scott-{space}" for space in range(start, start + 4))
        places = place_letters(
            chart, spots, place_pawns(chart, (("amundsen", start, False), ("scott", start - 1, False)))
        )
        assert all(abs(a[0] - b[0]) + abs(a[1] - b[1]) > 50 for a, b in combinations(places.values(), 2))


def test_another_track_draws_itself():
    track = load_components().track
    shorter = {
        side: msgspec.structs.replace(
            route,
            colours=route.colours[:8],
            spaces=route.spaces[:8],
            lost=route.lost[:7],
            parallels={"75": 1, "80": 3, "85": 5, "88": 7},
        )
        for side, route in (("amundsen", track.amundsen), ("scott", track.scott))
    }
    short = msgspec.structs.replace(track, **shorter)
    at = msgspec.structs.replace(build_view(0, "rd", "yb", {"space": 8}, {"space": 5, "is_lost": True}), track=short)
    sheet = amundsen.compose_board(
        Scene(at, ("Ana", "Ben"), marks={"amundsen-9": "A", "scott-q4": "B"}), translate_to_english
    )
    assert find_misfits(sheet) == []
    assert "the Pole is next" in amundsen.describe_board(Scene(at, ("Ana", "Ben")), translate_to_english)


def test_card_colours_and_warnings_stand_out():
    assert theme.compute_contrast(WARNING_COLOUR, theme.NAVY_2) >= 4.5
    for look in CARD_STYLES.values():
        assert theme.compute_contrast(look.ink, look.colour) >= 3
    assert len({look.shape for look in CARD_STYLES.values()}) == len(CARD_STYLES)


def test_the_scenes_spell_hands_as_meant():
    assert parse_cards("rd co!", owner=False) == (VisibleCard("rd"), VisibleCard(CARD_BACK, is_secret=True))


@pytest.mark.parametrize("record", list_records("amundsen"))
def test_no_pawn_hides_the_pole_or_a_degree(record: str):
    """At the end both pawns may stand at the Pole, where the least space is free."""
    for scene in replay_scenes(record):
        layout = create_board_layout(scene.view.track)
        spots = tuple((one.side, one.space, one.is_lost) for one in scene.view.explorers)
        for stand in place_pawns(layout, spots):
            for left, top, right, bottom in stand.list_boxes():
                for x0, y0, x1, y1 in layout.label_boxes:
                    across, down = min(right, x1) - max(left, x0), min(bottom, y1) - max(top, y0)
                    assert across <= 6 or down <= 6, (stand, (x0, y0, x1, y1))
                x, y = layout.pole
                assert not (left < x + 30 and x - 30 < right and top < y + 30 and y - 30 < bottom), "beside the Pole"


def test_numbers_of_spaces_stand_apart():
    """Where the routes meet, two spaces share one number, because two numbers side by side would read as one."""
    numbers = create_board_layout(BOARD_SCENES["pole"]().view.track).number_places
    lines = {number: sorted(at[0] for at, one, _ in numbers if one == number) for _, number, _ in numbers}
    pairs = {number: xs for number, xs in lines.items() if len(xs) == 2}
    assert pairs.keys() < lines.keys()
    assert all(right - left > 60 for left, right in pairs.values()), pairs


@pytest.mark.parametrize("name", ["pole", "frozen"])
def test_nothing_has_a_price_after_the_end(name: str):
    shown = [
        one.string
        for one in amundsen.compose_board(BOARD_SCENES[name](), translate_to_english).written_texts
        if one.ink[0] > 870
    ]
    assert not {"free", "−1", "−3", "6", "5"} & set(shown)


def test_a_declared_freeze_is_told_as_one() -> None:
    t = make_table(amundsen="ra", row="ya", gone=True)
    before = t.build_view(None)
    after = t.play("amundsen freeze").build_view(None)
    (phrase,) = list_phrases(TurnChange(0, before, after))
    assert write_plain_text(phrase) == "lets both explorers freeze"


def test_the_crop_tells_whose_turn_it_is():
    sheet = amundsen.compose_crop(BOARD_SCENES["midgame-amundsen"](), translate_to_english)
    assert sheet is not None
    assert any(one.string.endswith(" to play") for one in sheet.written_texts)


@pytest.mark.parametrize("min_aspect", [0.0, 1.57, 2.0])
def test_the_crop_of_a_choice_is_as_flat_as_its_place_and_shows_the_whole_pole(min_aspect: float):
    """The question of the last step is where the Pole is."""
    scene = BOARD_SCENES["midgame-amundsen"]()
    layout = create_board_layout(scene.view.track)
    last = len(layout.spaces["amundsen"])
    marks = {f"amundsen-{last}": "A", f"amundsen-{last + 1}": "B"}
    sheet = amundsen.compose_crop(
        msgspec.structs.replace(scene, marks=marks, min_aspect=min_aspect), translate_to_english
    )
    assert sheet is not None
    assert sheet.image.width / sheet.image.height >= max(min_aspect, 1.5)
    assert {"A", "B"} <= {one.string for one in sheet.written_texts}
    (pole,) = [one for one in sheet.marks if one.mark.source == "pole"]
    assert BANNER_HEIGHT_PX + POLE_RADIUS_PX < pole.y < sheet.image.height - POLE_RADIUS_PX
    gold = [one for one in sheet.marks if one.mark.source is draw_gold_ring]
    assert len(gold) == 2


def test_the_crop_without_a_choice_has_the_row():
    sheet = amundsen.compose_crop(BOARD_SCENES["midgame-public"](), translate_to_english)
    assert sheet is not None
    assert "free" in {one.string for one in sheet.written_texts}
    assert sheet.image.width / sheet.image.height >= 1.49
