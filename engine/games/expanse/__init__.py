"""The Expanse Board Game, for two, three and four factions."""

from engine.games.expanse.components import Components, TypedComponents
from engine.games.expanse.game import Expanse


def load(components: Components) -> Expanse:
    """The game over one set of components. Raises ValueError with key and reason for parts that do not fit."""
    return Expanse(components)


__all__ = ["Components", "TypedComponents", "load"]
