"""Hex: two players connect opposite edges of a board of hexagons."""

from engine.games.hex.game import Hex
from engine.kernel.script import NoComponents


def load(components: NoComponents) -> Hex:  # noqa: ARG001 - every game is loaded with its components
    """Return the game."""
    return Hex()
