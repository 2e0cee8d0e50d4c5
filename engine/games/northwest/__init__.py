"""Expedition: Northwest Passage."""

from engine.games.northwest.components import Components
from engine.games.northwest.game import Northwest


def load(components: Components) -> Northwest:
    """The game over one set of components."""
    return Northwest(components)


__all__ = ["Components", "load"]
