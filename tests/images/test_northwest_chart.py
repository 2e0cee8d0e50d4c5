"""The chart of Expedition: Northwest Passage over all recorded games: its zoom, its arrows and the letters on it."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import msgspec
import pytest
from PIL import Image

from cogs.i18n.languages import LanguageRegistry
from engine.kernel import registry
from engine.kernel.position import GameRun
from engine.kernel.record import build_opening, parse_record
from engine.kernel.text import translate_to_english
from render import __main__ as command
from render import northwest
from render.kit.marks import LETTER_RADIUS_PX
from render.kit.movement.arrows import ARROW_REACH_PX
from render.kit.news import find_subject
from render.kit.scene import Scene
from render.kit.sheet import Sheet
from render.kit.text import Formatter
from render.northwest import choice_marks, panel, strip, zoom
from render.northwest.layout import BoardLayout
from render.northwest.score_sheet import format_points, list_scored_items, rank_expeditions
from render.northwest.story import list_turn_marks, list_turn_phrases
from render.northwest.story_plan import STRIP_LINES, plan_story
from tests.golden_records import read_record
from tests.images.moments import list_record_stems
from tests.images.sheet_checks import MARK_LETTERS, list_menus

LANGUAGES = LanguageRegistry()
MOMENT_COUNT = 8
"""The moments of each recorded game that are looked at."""
MIN_VISIBLE_SHARE = 0.8
"""The least share of an arrow that is visible."""


@cache
def list_moments(name: str) -> tuple[Scene, ...]:
    """List scenes of a recorded game, as a spectator saw them."""
    record = parse_record(read_record("northwest", name).decode())
    step = len(record.moves) / MOMENT_COUNT
    return tuple(command.build_scene(record, round(step * (k + 0.7)), None) for k in range(MOMENT_COUNT))


def list_choices(name: str) -> Iterator[Scene]:
    """List scenes of a recorded game with the letters of each question of a move."""
    record = parse_record(read_record("northwest", name).decode())
    game = registry.load_game("northwest")
    run = GameRun(game, build_opening(game, record), record.seed)
    for number, move in enumerate(record.moves):
        if number % (len(record.moves) // MOMENT_COUNT) == 5:
            view, names = game.build_view(run.state, move.seat), ("Ana", "Ben", "Cyd", "Dee")[: record.seat_count]
            for menu in list_menus(run.build_menu(move.seat), random.Random(number)):  # noqa: S311 - a test keeps no secrets
                spots = dict.fromkeys(option.spot for option in menu.options if option.spot)
                marks = dict(zip(spots, MARK_LETTERS, strict=False))
                yield Scene(view, names, tuple(run.situation.questions), marks=marks)
        run.play(move.seat, move.words)


# ------------------------------------------------------------------------ zoom
@pytest.mark.parametrize("name", list_record_stems("northwest"))
def test_the_frame_holds_all_that_has_happened(name: str):
    for scene in list_moments(name):
        layout = zoom.choose_layout(scene)
        assert layout.side <= 2 * BoardLayout.from_view(scene.view).side
        for tile in scene.view.laid_tiles:
            if tile.tile not in zoom.UNVISITED_TILES:
                assert all(map(layout.frame.contains, tile.cells))
        for (x, y), _ in northwest.place_chart_pieces(scene.view, layout).places.values():
            assert layout.find_corner(layout.frame.column, 0)[0] < x < layout.right
            assert layout.find_corner(0, layout.frame.row)[1] < y < layout.bottom


@pytest.mark.parametrize("name", list_record_stems("northwest"))
def test_the_frame_moves_in_few_steps_and_only_grows(name: str):
    sides = [zoom.choose_layout(scene).side for scene in list_moments(name)]
    assert sides == sorted(sides, reverse=True)
    assert len(set(sides)) <= len(zoom.ZOOM_STEPS) + 1
    assert sides[0] > 1.2 * BoardLayout.from_view(list_moments(name)[0].view).side
    last = list_moments(name)[0]
    for whole in ({"shows_whole_board": True}, {"view": msgspec.structs.replace(last.view, ended=True)}):
        assert zoom.choose_layout(msgspec.structs.replace(last, **whole)).zoom is None


# ---------------------------------------------------------------------- arrows
def measure_visible_share(
    arrow: tuple[tuple[float, float], ...], covers: list[tuple[tuple[float, float], float]]
) -> float:
    """Measure the share of an arrow's length outside some discs drawn above it."""
    points = [
        (a[0] + (b[0] - a[0]) * k / 8, a[1] + (b[1] - a[1]) * k / 8) for a, b in pairwise(arrow) for k in range(8)
    ]
    seen = [point for point in points if all(math.dist(point, middle) > radius for middle, radius in covers)]
    return len(seen) / len(points)


@pytest.mark.parametrize("name", list_record_stems("northwest"))
def test_each_arrow_is_visible_and_crosses_no_name(name: str):
    for scene in list_moments(name):
        layout = zoom.choose_layout(scene)
        pieces = northwest.place_chart_pieces(scene.view, layout, list_turn_marks(scene))
        for k, arrow in enumerate(pieces.arrows):
            later = [(point, ARROW_REACH_PX) for other in pieces.arrows[k + 1 :] for point in other.points]
            assert measure_visible_share(arrow.points, later) >= MIN_VISIBLE_SHARE, (name, k)
            plates = [(place, 20.0) for place in pieces.plates.values()]
            assert measure_visible_share(arrow.points, plates) == 1.0, (name, k)
            others = [place for (_, seat), place in pieces.places.items() if seat != arrow.seat]
            assert all(math.dist(arrow.points[0], middle) > radius for middle, radius in others), (name, k)


# --------------------------------------------------------------------- letters
@pytest.mark.parametrize("name", list_record_stems("northwest"))
def test_a_letter_covers_no_piece_and_no_sign(name: str):
    for scene in list_choices(name):
        for layout in (zoom.choose_layout(scene), BoardLayout.from_view(scene.view)):
            pieces = northwest.place_chart_pieces(scene.view, layout)
            letters = [place for _, place in choice_marks.place_letters(scene, layout, pieces, layout.box)]
            for k, letter in enumerate(letters):
                for middle, radius in pieces.list_discs():
                    assert math.dist(letter, middle) >= LETTER_RADIUS_PX + radius - 2, (name, letter, middle)
                for other in letters[k + 1 :]:
                    assert math.dist(letter, other) >= choice_marks.LETTER_DISTANCE_PX - 1


# ----------------------------------------------------------------------- story
@pytest.mark.parametrize("code", LANGUAGES.codes)
@pytest.mark.parametrize("name", list_record_stems("northwest"))
def test_nothing_is_left_out_while_a_line_is_free(name: str, code: str):
    """Nor is a turn told twice, in the strip and on the panel."""
    language = LANGUAGES.find_language(code)
    for scene in list_moments(name):
        fmt = Formatter(scene.names, language)
        panel_lines, panel_width = panel.measure_news(panel.create_panel_layout(scene))
        plan = plan_story(scene, fmt, panel_lines, panel_width)
        told = [row.text for rows, _, _ in plan.columns for row in rows]
        sheet = Sheet(Image.new("RGB", (1242, 1050)))
        strip.draw_strip(sheet, scene, plan.columns, fmt)
        drawn = {one.shown for one in sheet.drawn_texts}
        phrases = list_turn_phrases(scene)
        in_full = sum(fmt(text) in drawn for text in told)
        lines = {one.ink[3] // 38 for one in sheet.written_texts if one.ink[3] < strip.MARKET_TOP_PX}
        assert in_full == len(told) or len(lines) == STRIP_LINES, (name, drawn)
        on_panel = {seat for seat, _ in phrases} & {find_subject(event) for event in plan.panel_events}
        in_strip = {row.seat for rows, _, _ in plan.columns for row in rows}
        assert not scene.earlier_views or not on_panel & in_strip
        assert {seat for seat, _ in phrases} <= on_panel | in_strip


# ------------------------------------------------------------------------- end
@pytest.mark.parametrize("name", list_record_stems("northwest"))
def test_the_final_board_shows_all_ships_and_the_ranking(name: str):
    record = parse_record(read_record("northwest", name).decode())
    scene = command.build_scene(record, None, None)
    pieces = northwest.place_chart_pieces(scene.view, zoom.choose_layout(scene))
    ships = [pieces.places["ship", seat] for seat in range(record.seat_count)]
    for k, (middle, radius) in enumerate(ships):
        for other, other_radius in ships[k + 1 :]:
            assert math.dist(middle, other) > 0.5 * (radius + other_radius)
    sheet = northwest.compose_board(scene, translate_to_english)
    words = [one.string for one in sheet.written_texts]
    for place, seen in rank_expeditions(scene.view):
        assert words.count(format_points(seen.total)) >= 2
        assert f"{place}." in words
    assert "–" not in words
    scored = {line.item for seen in scene.view.expeditions for line in seen.score if line.points}
    assert {*list_scored_items(scene.view)} == scored
