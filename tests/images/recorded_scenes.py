"""Scenes for a game without `tests/images/scenes_<slug>.py`: moments of its first recorded game."""

from __future__ import annotations

import string
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from typing import NamedTuple

import msgspec

from engine.kernel import registry
from engine.kernel.menu import Menu
from engine.kernel.position import GameRun
from engine.kernel.record import GameRecord, build_opening
from engine.kernel.text import translate_to_english
from render import __main__ as command
from render.kit.scene import Scene, load_painter
from tests.golden_records import load_records

MOMENTS = {"opening": 0.0, "middle": 0.5, "end": 1.0}
"""The played share of the game at each moment."""

Scenes = dict[str, Callable[[], Scene]]


class SceneSet(NamedTuple):
    """The named boards and hands of a game, as in the modules `scenes_<slug>`."""

    BOARD_SCENES: Scenes
    HAND_SCENES: Scenes


def choose_scenes(slug: str) -> SceneSet:
    """Choose scenes of a game, and the hand in its middle if the painter draws hands. A game without a painter has none."""
    if find_spec(f"render.{slug}") is None:
        return SceneSet({}, {})
    record = load_records(slug)[0]
    boards: Scenes = {
        name: partial(show_moment, record, round(share * len(record.moves))) for name, share in MOMENTS.items()
    }
    has_hand = load_painter(slug).draw_hand(boards["middle"](), translate_to_english) is not None
    return SceneSet(boards, {"hand": boards["middle"]} if has_hand else {})


def show_moment(record: GameRecord, moves: int) -> Scene:
    """Return what the seat to move sees after this many moves, with letters to choose from.

    At the end return the spectator's scene.
    """
    if moves == len(record.moves):
        return command.build_scene(record, None, None)
    game, next_move = registry.load_game(record.game), record.moves[moves]
    run = GameRun(game, build_opening(game, record), record.seed)
    for move in record.moves[:moves]:
        run.play(move.seat, move.words)
    scene = command.build_scene(record, moves, next_move.seat)
    return msgspec.structs.replace(scene, marks=mark_spots(run.build_menu(next_move.seat), record.game))


def mark_spots(menu: Menu, slug: str) -> dict[str, str]:
    """Return letters for the places of the first question that offers places on the board."""
    level: Menu | None = menu
    while level is not None:
        spots = [
            option.spot
            for option in level.list_open_options()
            if option.spot and load_painter(slug).find_picture(option.spot) == "board"
        ]
        if spots:
            return dict(zip(spots, string.ascii_uppercase, strict=False))
        level = level.next_menu(next(iter(level.generate_picks())))
    return {}
