"""1911 Amundsen vs Scott, with the Patrons expansion and the advanced row of six."""

from engine.games.amundsen.components import Components
from engine.games.amundsen.game import Amundsen


def load(components: Components) -> Amundsen:
    """Create the game from one set of components."""
    return Amundsen(components)


__all__ = ["Components", "load"]
