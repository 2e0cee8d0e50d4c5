"""The latest turns on the chart: an arrow from where a piece came, a frame round what was laid, a broken ring where it was."""

from __future__ import annotations

import msgspec
import pytest
from PIL import Image, ImageChops

from engine.kernel.text import english
from render.amundsen import story as amundsen
from render.expanse import story as expanse
from render.kit.scene import painter
from render.kit.sheet import Sheet
from render.kit.theme import CREAM, INK, SEATS, rgb
from render.kit.traces import arrow, emptied, ghost, laid, walked
from render.northwest import story as northwest
from render.paso import story as paso
from tests.images.moments import RECORDS, recorded
from tests.images.recorded import recorded_moment

RED = SEATS[0].colour
EDGES = {"northwest": 1242, "amundsen": 870, "expanse": 1160, "paso": 1000}
"""Where the panels begin, at the least."""


def colours(image: Image.Image) -> set[tuple[int, ...]]:
    return {colour for _, colour in image.convert("RGB").getcolors(1 << 20)}  # type: ignore[union-attr, misc]


def test_every_trace_has_its_colour_and_two_rims():
    for sprite in (laid(80, 60, RED), emptied(80, 60, RED), ghost(30, RED), walked(32, RED)):
        seen = colours(sprite.image)
        for colour in (RED, INK, CREAM):
            assert min(sum(abs(a - b) for a, b in zip(rgb(colour), one, strict=True)) for one in seen) < 90
        assert sprite.image.getpixel((sprite.image.width // 2, sprite.image.height // 2))[3] == 0, "it hides nothing"


def test_an_arrow_points_to_where_the_piece_went():
    sheet = Sheet(Image.new("RGB", (300, 100), "#2C6487"))
    arrow(sheet, [(40, 50), (260, 50)], RED, start=10, end=20)
    assert sheet.image.getpixel((150, 50)) == rgb(RED)
    assert sheet.image.getpixel((30, 50)) == rgb("#2C6487")
    assert sheet.image.getpixel((256, 50)) == rgb("#2C6487")
    tail, head = (sum(sheet.image.getpixel((x, y)) == rgb(RED) for y in range(100)) for x in (100, 226))
    assert head > tail


@pytest.mark.parametrize("points", [[(40, 50)], [(40, 50), (44, 50)], [(40, 50), (40, 50)]])
def test_without_room_there_is_no_arrow(points: list[tuple[float, float]]):
    sheet = Sheet(Image.new("RGB", (100, 100), "#2C6487"))
    arrow(sheet, points, RED, start=3, end=3)
    assert colours(sheet.image) == {rgb("#2C6487")}


@pytest.mark.parametrize("slug", EDGES)
def test_what_has_happened_is_on_the_chart_and_nowhere_else(slug: str):
    """With the earlier views the chart differs; without, or at the very start, nothing is pointed out."""
    records = [name for name in RECORDS if name.startswith(slug)]
    changed = False
    for scene in (scene for record in records[:4] for scene in recorded(record)[1:3]):
        plain = msgspec.structs.replace(scene, before=(), recent=())
        here, there = (painter(slug).paint(one, english).crop((0, 0, EDGES[slug], 820)) for one in (scene, plain))
        changed |= ImageChops.difference(here, there).getbbox() is not None
    assert changed


def test_northwest_knows_what_a_turn_has_left():
    traces = {trace.seat: trace for trace in northwest.traces(recorded_moment("northwest", "round-ten", 47))}
    assert [vehicle for vehicle, _ in traces[0].moved] == ["ship"]
    assert len(traces[2].laid) == 1


def test_amundsen_knows_the_spaces_walked():
    trace, *_ = amundsen.traces(recorded_moment("amundsen", "patrons-and-six", 40))
    assert (trace.left.space, [step.space for step in trace.walked]) == (6, [7])


def test_expanse_knows_influence_and_fleets():
    placed, moved = 0, 0
    for moves in range(8, 40):
        scene = recorded_moment("expanse", "two-clear", moves)
        (was, *_), *more = ([one.view for one in scene.before], scene.view)
        for change in (change for trace in expanse.traces(scene) for change in (*trace.influence, *trace.ships)):
            assert change.by
            placed += change.place in {base.word for base in was.bases}
            moved += change.place in {one.word for one in was.orbitals}
        cubes = [
            sum(one.cubes + one.diplomats for base in view.bases for one in base.presence) for view in (was, *more)
        ]
        assert cubes[1] - cubes[0] == sum(one.by for trace in expanse.traces(scene) for one in trace.influence)
    assert placed > 5
    assert moved > 5


def test_paso_knows_the_tokens_laid_and_the_way():
    *_, trace = paso.traces(recorded_moment("paso", "two-through", 50))
    assert trace.seat == 1
    assert trace.way[-1] == "d19"
    assert ("d16", "d17", "d18") in trace.laid
