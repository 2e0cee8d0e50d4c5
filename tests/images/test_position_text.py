"""The whole description of a position: one can read the position back from it, and it tells every move."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from engine.kernel import registry
from engine.kernel.position import GameRun, begin_game
from engine.kernel.text import translate_to_english
from render.kit.scene import Scene, load_painter
from tests.conformance.checks import PLAYER_NAMES
from tests.game_cases import list_game_cases
from tests.golden_records import load_records

GAMES_FOLDER = Path(__file__).parents[1] / "games"
READABLE_SLUGS = [slug for slug in registry.list_slugs() if (GAMES_FOLDER / slug / "reader.py").is_file()]
READ_INTERVAL = 10
"""Every tenth position of a record is read back."""


def describe_state(run: GameRun[Any], seat: int | None, names: tuple[str, ...]) -> list[str]:
    """List the lines of the whole description."""
    scene = Scene(run.game.build_view(run.state, seat), names)
    lines: list[str] = []
    for section in load_painter(run.game.slug).describe_position(scene, translate_to_english):
        lines += [section.heading, *section.sentences] if section.heading else section.sentences
    return lines


@pytest.mark.parametrize("slug", list_game_cases("northwest", slugs=READABLE_SLUGS))
def test_a_reader_finds_the_position_in_the_words(slug: str) -> None:
    reader, game = import_module(f"tests.games.{slug}.reader"), registry.load_game(slug)
    for number, record in enumerate(load_records(slug)):
        run: GameRun[Any] = GameRun(
            game, begin_game(game, record.seat_count, record.options, record.seed).position, record.seed
        )
        names = PLAYER_NAMES[: record.seat_count]
        for index, move in enumerate(record.moves):
            if index % READ_INTERVAL == number % READ_INTERVAL:
                seat = None if index % (2 * READ_INTERVAL) < READ_INTERVAL else move.seat
                view = game.build_view(run.state, seat)
                found = reader.read_position(describe_state(run, seat, names), names)
                assert found == reader.expect_position(view), f"{slug}, move {index} of record {number}"
            run.play(move.seat, move.words)


@pytest.mark.parametrize("slug", list_game_cases("expanse"))
def test_the_words_tell_every_change_of_the_view(slug: str) -> None:
    record, game = load_records(slug)[0], registry.load_game(slug)
    run: GameRun[Any] = GameRun(
        game, begin_game(game, record.seat_count, record.options, record.seed).position, record.seed
    )
    names = PLAYER_NAMES[: record.seat_count]
    for index, move in enumerate(record.moves):
        before = game.build_view(run.state, None), describe_state(run, None, names)
        run.play(move.seat, move.words)
        after = game.build_view(run.state, None), describe_state(run, None, names)
        assert (before[0] == after[0]) == (before[1] == after[1]), f"{slug}, move {index}: {move.words}"
