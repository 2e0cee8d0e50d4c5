"""The latest turns on the chart: an arrow from a piece's origin, a frame around a new tile, a broken ring at a former place."""

from __future__ import annotations

import msgspec
import pytest
from PIL import Image, ImageChops

from engine.kernel.text import translate_to_english
from render.amundsen import story as amundsen
from render.expanse import story as expanse
from render.kit.movement.turn_marks import (
    draw_arrow,
    draw_emptied_frame,
    draw_ghost_ring,
    draw_placed_frame,
    draw_walked_ring,
)
from render.kit.scene import load_painter
from render.kit.sheet import Sheet
from render.kit.theme import CREAM, INK, SEAT_STYLES, parse_colour
from render.northwest import story as northwest
from render.paso import story as paso
from tests.game_cases import list_game_cases
from tests.images.moments import RECORD_NAMES, replay_scenes
from tests.images.recorded_moments import replay_moment

RED = SEAT_STYLES[0].colour
PANEL_EDGES_PX = {"northwest": 1242, "amundsen": 870, "expanse": 1160, "paso": 1000}
"""The least x at which the panels begin."""


def list_colours(image: Image.Image) -> set[tuple[int, ...]]:
    return {colour for _, colour in image.convert("RGB").getcolors(1 << 20)}  # type: ignore[union-attr, misc]


def test_every_mark_has_its_colour_and_two_rims():
    for sprite in (
        draw_placed_frame(80, 60, RED),
        draw_emptied_frame(80, 60, RED),
        draw_ghost_ring(30, RED),
        draw_walked_ring(32, RED),
    ):
        seen = list_colours(sprite.image)
        for colour in (RED, INK, CREAM):
            assert min(sum(abs(a - b) for a, b in zip(parse_colour(colour), one, strict=True)) for one in seen) < 90
        assert sprite.image.getpixel((sprite.image.width // 2, sprite.image.height // 2))[3] == 0, "it hides nothing"


def test_an_emptied_frame_without_its_top_leaves_the_words_above_free():
    whole, low = draw_emptied_frame(80, 40, RED), draw_emptied_frame(80, 40, RED, has_top=False)
    assert whole.y > 0
    assert low.y < -20


def test_an_arrow_points_to_where_the_piece_went():
    sheet = Sheet(Image.new("RGB", (300, 100), "#2C6487"))
    draw_arrow(sheet, [(40, 50), (260, 50)], RED, start=10, end=20)
    assert sheet.image.getpixel((150, 50)) == parse_colour(RED)
    assert sheet.image.getpixel((30, 50)) == parse_colour("#2C6487")
    assert sheet.image.getpixel((256, 50)) == parse_colour("#2C6487")
    tail, head = (sum(sheet.image.getpixel((x, y)) == parse_colour(RED) for y in range(100)) for x in (100, 226))
    assert head > tail


@pytest.mark.parametrize("points", [[(40, 50)], [(40, 50), (44, 50)], [(40, 50), (40, 50)]])
def test_without_room_there_is_no_arrow(points: list[tuple[float, float]]):
    sheet = Sheet(Image.new("RGB", (100, 100), "#2C6487"))
    draw_arrow(sheet, points, RED, start=3, end=3)
    assert list_colours(sheet.image) == {parse_colour("#2C6487")}


@pytest.mark.parametrize("slug", list_game_cases("northwest", slugs=PANEL_EDGES_PX))
def test_turn_marks_are_on_the_chart_and_nowhere_else(slug: str):
    """With the earlier views the chart differs. Without them, or at the start, nothing is marked."""
    records = [name for name in RECORD_NAMES if name.startswith(slug)]
    changed = False
    for scene in (scene for record in records[:2] for scene in replay_scenes(record)[1:3]):
        plain = msgspec.structs.replace(scene, earlier_views=(), recent_events=())
        here, there = (
            load_painter(slug).draw_board(one, translate_to_english).crop((0, 0, PANEL_EDGES_PX[slug], 820))
            for one in (scene, plain)
        )
        changed |= ImageChops.difference(here, there).getbbox() is not None
    assert changed


def test_northwest_knows_what_a_turn_has_left():
    traces = {trace.seat: trace for trace in northwest.list_turn_marks(replay_moment("northwest", "round-ten", 47))}
    assert [vehicle for vehicle, _ in traces[0].moved_vehicles] == ["ship"]
    assert len(traces[2].laid_tiles) == 1


def test_amundsen_knows_the_spaces_walked():
    trace, *_ = amundsen.list_turn_marks(replay_moment("amundsen", "patrons-and-six", 40))
    assert (trace.start.space, [step.space for step in trace.walked_steps]) == (6, [7])


def test_expanse_knows_influence_and_fleets():
    placed, moved = 0, 0
    for moves in range(8, 40):
        scene = replay_moment("expanse", "two-clear", moves)
        (was, *_), *more = ([one.view for one in scene.earlier_views], scene.view)
        for change in (
            change for trace in expanse.list_turn_marks(scene) for change in (*trace.influence, *trace.ships)
        ):
            assert change.amount
            placed += change.place in {base.word for base in was.bases}
            moved += change.place in {one.word for one in was.orbitals}
        cubes = [
            sum(one.cubes + one.diplomats for base in view.bases for one in base.presence) for view in (was, *more)
        ]
        assert cubes[1] - cubes[0] == sum(
            one.amount for trace in expanse.list_turn_marks(scene) for one in trace.influence
        )
    assert placed > 5
    assert moved > 5


def test_paso_knows_the_tokens_laid_and_the_way():
    *_, trace = paso.list_turn_marks(replay_moment("paso", "two-through", 50))
    assert trace.seat == 1
    assert trace.way[-1] == "d19"
    assert ("d16", "d17", "d18") in trace.pieces_laid
