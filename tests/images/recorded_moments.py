"""Moments of recorded games, with the events before them."""

from __future__ import annotations

import msgspec

from engine.kernel.record import parse_record
from engine.kernel.text import Seat
from render import __main__ as command
from render.kit.scene import Scene
from tests.golden_records import read_record

PLAYER_NAMES = ("Franklin", "Ана", "Peña", "Benedikt")


def replay_moment(slug: str, name: str, moves: int, seat: Seat | None = None) -> Scene:
    """Replay a recorded game up to a number of moves, as a spectator or a seat sees it."""
    scene = command.build_scene(parse_record(read_record(slug, name).decode()), moves, seat)
    return msgspec.structs.replace(scene, names=PLAYER_NAMES[: len(scene.names)])
