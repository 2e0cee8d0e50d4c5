"""Moments of recorded games, with what has happened before them."""

from __future__ import annotations

import msgspec

from engine.kernel.record import parse
from engine.kernel.text import Seat
from render import __main__ as command
from render.kit.scene import Scene
from tests.recorded import recorded

NAMES = ("Franklin", "Ана", "Peña", "Benedikt")


def recorded_moment(slug: str, name: str, moves: int, seat: Seat | None = None) -> Scene:
    """A recorded game after so many moves, as a spectator or a seat sees it."""
    scene = command.scene(parse(recorded(slug, name).decode()), moves, seat)
    return msgspec.structs.replace(scene, names=NAMES[: len(scene.names)])
