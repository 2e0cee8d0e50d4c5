"""The rules of Expedition: Northwest Passage."""

from engine.games.northwest.components import Components
from engine.games.northwest.game import Northwest


def load(components: Components) -> Northwest:
    """Load the game with one set of components."""
    return Northwest(components)


__all__ = ["Components", "load"]
