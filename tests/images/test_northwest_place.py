"""Laying a tile in Expedition: Northwest Passage: every way is drawn on the chart below the question of the message."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cogs.messages.presenter import MoveScreen, build_screen
from engine.games.northwest.menus import MAX_WAYS_PER_PICTURE
from engine.kernel import registry
from engine.kernel.position import GameRun
from engine.kernel.record import build_opening, parse_record
from engine.kernel.text import translate_to_english
from render import northwest
from render.kit.prompt import extract_question
from render.kit.scene import Prompt, Scene
from render.kit.text import Formatter
from render.northwest import hand_sheet
from render.northwest.place_sheet import list_ways
from tests.golden_records import read_record
from tests.images.moments import list_record_stems
from tests.images.scenes_northwest import HAND_SCENES, PLAYER_NAMES, build_scene, make_winter

PLACEMENTS_PER_RECORD = 8


def list_placements(name: str) -> Iterator[tuple[Scene, MoveScreen]]:
    """List the panel's screens on the way to some tiles laid in a recorded game, with their scenes, if they show ways to lie."""
    record = parse_record(read_record("northwest", name).decode())
    game = registry.load_game("northwest")
    run = GameRun(game, build_opening(game, record), record.seed)
    placed = [number for number, move in enumerate(record.moves) if move.words[0] == "place"]
    for number, move in enumerate(record.moves):
        if number in placed[:: max(1, len(placed) // PLACEMENTS_PER_RECORD)]:
            root, names = run.build_menu(move.seat), PLAYER_NAMES[: record.seat_count]
            for length in range(4):
                screen = build_screen(root, move.words[:length])
                marks = {spot: letter for spot, letter in screen.marks.items() if spot.startswith("rotation-")}
                if marks:
                    prompt = Prompt(screen.prompt, screen.path, screen.spots)
                    view = game.build_view(run.state, move.seat)
                    yield Scene(view, names, (move.seat,), marks=marks, prompt=prompt), screen
        run.play(move.seat, move.words)


@pytest.mark.parametrize("name", list_record_stems("northwest"))
def test_every_way_is_drawn_in_its_place_below_the_question_of_the_message(name: str):
    seen = 0
    for scene, screen in list_placements(name):
        sheet = hand_sheet.compose_hand(scene, translate_to_english)
        assert sheet is not None
        words = [one.string for one in sheet.written_texts]
        assert words[1] == extract_question(Prompt(screen.prompt), Formatter(scene.names, translate_to_english))
        ways = list_ways(scene)
        assert sorted(letter for way in ways for letter in way.letters) == sorted(scene.marks.values())
        assert {*scene.marks.values()} <= {*words}
        for way in ways:
            for x, y in way.cells:
                assert {str(x + 1), "abcdefghij"[y]} <= {*words}
        for tile in {spot.split("-")[1] for spot in scene.marks}:
            cells = [spot.split("-")[2] for spot in scene.marks if spot.split("-")[1] == tile]
            assert len({*cells}) == 1 or len(cells) <= MAX_WAYS_PER_PICTURE
        assert sheet.image.height <= 0.85 * sheet.image.width
        seen += 1
    assert seen


def test_two_ways_that_look_the_same_share_a_picture():
    """Two tiles of the same design look the same on the same cell."""
    state = make_winter()
    state.expeditions[0].hand = ["l00", "s0", "l00"]
    scene = build_scene(state, 0, {"rotation-l00-i6-f0": "A", "rotation-l00-i6-f180": "B"})
    assert [way.letters for way in list_ways(scene)] == [("A", "B")]


def test_each_way_is_described_by_its_corners():
    told = northwest.describe_hand(HAND_SCENES["hand-rotations"](), translate_to_english)
    assert told.startswith("The ways to lay a tile")
    assert "A: on i6" in told
    assert "turned" not in told
