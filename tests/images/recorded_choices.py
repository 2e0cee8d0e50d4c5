"""Every question of a recorded game that offers places on the board, with the letters of its choices."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.kernel import registry
from engine.kernel.menu import Menu
from engine.kernel.position import GameRun
from engine.kernel.record import build_opening, parse_record
from render.kit.scene import Prompt, Scene, load_painter
from tests.golden_records import read_record
from tests.images.sheet_checks import MARK_LETTERS

PLAYER_NAMES = ("Franklin", "Ана", "Peña", "Benedikt")
MAX_DEPTH = 6
"""The questions that are followed into one action."""


def list_choices(slug: str, name: str) -> Iterator[Scene]:
    """Yield the scene of every question on the way to a played move, as its seat sees it."""
    record = parse_record(read_record(slug, name).decode())
    game = registry.load_game(slug)
    run: GameRun[Any] = GameRun(game, build_opening(game, record), record.seed)
    for move in record.moves:
        view = None
        for prompt, marks in _list_questions(slug, run.build_menu(move.seat), move.words):
            view = view or game.build_view(run.state, move.seat)
            waiting = tuple(run.situation.questions)
            yield Scene(view, PLAYER_NAMES[: record.seat_count], waiting, marks=marks, prompt=prompt)
        run.play(move.seat, move.words)


def _list_questions(slug: str, menu: Menu | None, words: tuple[str, ...]) -> Iterator[tuple[Prompt, dict[str, str]]]:
    """Yield the prompt and the letters of each question that offers places on the board."""
    find_picture = load_painter(slug).find_picture
    for word in words[:MAX_DEPTH]:
        if menu is None:
            return
        options = menu.list_open_options()
        spots = dict.fromkeys(one.spot for one in options if one.spot and find_picture(one.spot) == "board")
        if spots:
            yield Prompt(menu.prompt), dict(zip(spots, MARK_LETTERS, strict=False))
        menu = menu.next_menu(word) if word in {option.word for option in options} else None
