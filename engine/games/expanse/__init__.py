"""The Expanse Board Game, for two, three and four factions."""

from engine.games.expanse.components import Components
from engine.games.expanse.game import Expanse


def load(components: Components) -> Expanse:
    """Create the game with a set of components.

    Raises:
        ValueError: A part does not fit; the message has its key and the reason.
    """
    return Expanse(components)


__all__ = ["Components", "load"]
