"""The toy game as a package that the registry can find."""

from tests.kernel.toy_game import Components, load

__all__ = ["Components", "load"]
