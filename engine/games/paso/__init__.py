"""La Aventura del Paso del Noroeste."""

from engine.games.paso.components import Components
from engine.games.paso.game import Paso


def load(components: Components) -> Paso:
    """Create the game from one set of components."""
    return Paso(components)


__all__ = ["Components", "load"]
