"""The ways of the latest turns can be seen: at least four fifths of each, computed from the layout, and none crosses a number."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence

import pytest
from PIL import Image

from engine.kernel.record import parse_record
from engine.kernel.text import translate_to_english
from render import __main__ as command
from render.amundsen import steps
from render.amundsen.layout import create_board_layout
from render.amundsen.placement import place_pawns
from render.expanse import compose_board, turn_changes
from render.expanse.ways import WAY_REACH_PX, sample_way
from render.kit.canvas import Point
from render.kit.scene import Scene
from render.kit.sheet import Sheet
from render.kit.text import Box
from render.paso import live_layer
from render.paso.layout import WINDOW_BOTTOM_PX, WINDOW_TOP_PX, BoardLayout
from tests.golden_records import list_record_names, read_record

MIN_VISIBLE_SHARE = 0.8
QUICK_RECORD = "four-clear"
RECORDS = [
    name if name == QUICK_RECORD else pytest.param(name, marks=pytest.mark.soak)
    for name in list_record_names("expanse")
]
MOVE_STEP = 3


def replay_boards(slug: str, name: str) -> Iterator[Scene]:
    """Yield a spectator's scene after every few moves of a recorded game, and at its end."""
    record = parse_record(read_record(slug, name).decode())
    for moves in (*range(MOVE_STEP, len(record.moves), MOVE_STEP), None):
        yield command.build_scene(record, moves, None)


def measure_visible(way: Sequence[Point], later: Sequence[Sequence[Point]]) -> float:
    """Return the share of a way that no later way of another mover covers."""
    above = [point for other in later for point in sample_way(other)]
    points, width = sample_way(way), 2 * WAY_REACH_PX
    distances = [min([width, *(math.dist(point, other) for other in above)]) for point in points]
    return sum(distances) / (width * len(points))


def touches(point: Point, box: Box) -> bool:
    left, top, right, bottom = box
    return math.dist(point, (min(max(point[0], left), right), min(max(point[1], top), bottom))) < WAY_REACH_PX


def list_faults(scene: Scene) -> Iterator[str]:
    """List the ways that are hidden or cross a number."""
    fleets = turn_changes.list_ways(scene)
    if not any(fleet.ways for fleet in fleets):
        return
    written = compose_board(scene, translate_to_english).written_texts
    numbers = [one for one in written if re.fullmatch(r"\d*½?", one.string)]
    for k, fleet in enumerate(fleets):
        later = [way for other in fleets[k + 1 :] if other.faction != fleet.faction for way in other.ways]
        for way in fleet.ways:
            share = measure_visible(way, later)
            if share < MIN_VISIBLE_SHARE:
                yield f"{fleet.faction} {way[0]} {way[-1]}: {share:.0%} visible"
            for one in numbers:
                if any(touches(point, one.ink) for point in sample_way(way)):
                    yield f"{fleet.faction} {way[0]} {way[-1]} crosses “{one.string}” at {one.ink}"


@pytest.mark.parametrize("name", RECORDS)
def test_the_ways_of_fleets_can_be_seen_and_cross_no_number(name: str):
    found, shown = [], 0
    for scene in replay_boards("expanse", name):
        found += list_faults(scene)
        shown += sum(len(fleet.ways) for fleet in turn_changes.list_ways(scene))
    assert found == []
    assert shown > 5


# ----------------------------------------------------------------------- 1911
def list_hidden_steps(scene: Scene) -> Iterator[str]:
    """List the steps of 1911 that a pawn hides, or that are too short to see."""
    layout = create_board_layout(scene.view.track)
    places = tuple((explorer.side, explorer.space, explorer.is_lost) for explorer in scene.view.explorers)
    boxes = [box for stand in place_pawns(layout, places) for box in stand.list_boxes()]
    for step in steps.list_steps(scene, layout):
        points = sample_way([step.begin, step.end])
        visible = [(x, y) for x, y in points if not any(a < x < c and b < y < d for a, b, c, d in boxes)]
        if len(visible) < MIN_VISIBLE_SHARE * len(points) or math.dist(step.begin, step.end) < steps.MIN_STEP_PX - 1:
            yield f"{step}: {len(visible)} of {len(points)} points are visible"
        if any(math.dist(point, middle) < 12 for point in points for middle in layout.figure_centres):
            yield f"{step} crosses the number of a space"


@pytest.mark.parametrize("name", list_record_names("amundsen"))
def test_the_steps_of_explorers_can_be_seen(name: str):
    found, shown = [], 0
    for scene in replay_boards("amundsen", name):
        if scene.view.explorers:
            found += list_hidden_steps(scene)
            shown += len(steps.list_steps(scene, create_board_layout(scene.view.track)))
    assert found == []
    assert shown > 2 or name.startswith("frozen")


def test_a_winner_stands_on_the_side_of_his_route_at_the_pole():
    for name, rival_side in (("scott-at-the-pole", -1), ("amundsen-at-the-pole", 1)):
        scene = command.build_scene(parse_record(read_record("amundsen", name).decode()), None, None)
        layout = create_board_layout(scene.view.track)
        (winner,) = [explorer for explorer in scene.view.explorers if explorer.space > len(layout.spaces["scott"])]
        (stand,) = place_pawns(layout, ((winner.side, winner.space, False),))
        assert (stand.x - layout.pole[0]) * rival_side < 0, name


# ----------------------------------------------------------------------- Paso
PASO_RECORD = "tied-behind"
"""The record with most arrows: a ship has one only if it moves without a token."""
PASO_RECORDS = [
    name if name == PASO_RECORD else pytest.param(name, marks=pytest.mark.soak) for name in list_record_names("paso")
]


@pytest.mark.parametrize("name", PASO_RECORDS)
def test_the_arrows_of_ships_of_the_paso_can_be_seen(name: str):
    shown = 0
    for scene in replay_boards("paso", name):
        layout = BoardLayout.from_view(scene.view)
        sheet = Sheet(Image.new("RGB", (1650, 1050)))
        ships = live_layer.draw_ships(sheet, scene.view, layout, ())
        arrows = live_layer.list_arrows(scene, layout, ships)
        for k, arrow in enumerate(arrows):
            later = [other.points for other in arrows[k + 1 :]]
            in_window = [y for _, y in sample_way(arrow.points) if WINDOW_TOP_PX < y < WINDOW_BOTTOM_PX]
            share = measure_visible(arrow.points, later) * len(in_window) / len(sample_way(arrow.points))
            assert share >= MIN_VISIBLE_SHARE, (arrow, share)
            own = ships[f"ship-{arrow.seat}"]
            others = [disc for disc in ships.values() if disc != own]
            assert all(math.dist(arrow.points[0], middle) >= radius for middle, radius in others), arrow
        shown += len(arrows)
    assert shown > 9 or name != PASO_RECORD
