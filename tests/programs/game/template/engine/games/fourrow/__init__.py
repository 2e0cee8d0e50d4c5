"""Four in a Row: discs fall into a grid that stands upright."""

from engine.games.fourrow.components import Components
from engine.games.fourrow.game import Fourrow


def load(components: Components) -> Fourrow:
    """Create the game over one set of components."""
    return Fourrow(components)


__all__ = ["Components", "load"]
