"""What a game tells a computer player about itself: how good a position is, what good players incline to, how far to look ahead."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, Protocol, cast

from engine.kernel.menu import Menu
from engine.kernel.registry import AnyGame
from engine.kernel.text import Seat

NAMES = ("Nansen", "Sverdrup", "Weddell", "Scoresby", "Mawson", "Charcot")
"""What computers are called where the game has no names for them."""


class Judgement(Protocol):
    """A game's own judgement, the class `Judgement` of its module `judgement`, made from the game.

    `replies` is among how many moves drawn at random the better one is sought in a playout, 1 to take the first.
    `horizon` is after how many moves a playout is cut and judged, 0 for none. `iterations` is how many playouts each level makes,
    by its name: about half a second's for a captain, none for a level that is not named. `candidates` is how many complete
    moves are compared one move deep at most, `blur` by how much a beginner misjudges a position, in log-odds of its value.

    A game may also have `terms(state, seat)`: what the value is made of, as pairs of what it is called and how much of it there is,
    more being better, always the same ones in the same order. Hints tell which of them a move changes. Where moves may take
    nothing at all, it should have `means(state, seat)`: whose move it is and what a seat has left to move with; a move that leaves
    all of it as it was, and the position no better, is not made while there is another. Where everybody mostly goes about their own
    business, a captain looks ahead along its own plan (`engine.players.plans.Planned`).
    """

    horizon: int
    replies: int
    iterations: dict[str, int]
    candidates: int
    blur: float

    def value(self, state: Any, seat: Seat) -> float:  # noqa: ANN401 - each game has its own state
        """How good a position is for a seat, from 0 (lost) to 1 (won); also of a game that is over."""

    def inclination(self, state: Any, seat: Seat, menu: Menu) -> Sequence[float]:  # noqa: ANN401
        """How much a good player inclines to each of `menu.picks`: weights above 0, of any sum."""

    def follows(self, menu: Menu) -> bool:
        """Whether a question belongs to the move before it, so that a position is judged after its answer only."""


class Unjudged:
    """A game that says nothing of itself: every option is as good as another, and only its end counts."""

    horizon = 60
    replies = 1
    candidates = 40
    blur = 0.5

    def __init__(self, game: AnyGame) -> None:
        self.iterations = {"captain": 200}
        self._game = game

    def value(self, state: Any, seat: Seat) -> float:  # noqa: ANN401
        """A share of the victory; one half while the game goes on."""
        result = self._game.result(state)
        if result is None:
            return 0.5
        return 1 / len(result.winners) if seat in result.winners else 0.0

    def inclination(self, state: Any, seat: Seat, menu: Menu) -> Sequence[float]:  # noqa: ANN401, ARG002
        """None."""
        return [1.0] * len(menu.picks)

    def follows(self, menu: Menu) -> bool:  # noqa: ARG002
        """Never."""
        return False


def judgement_of(game: AnyGame) -> Judgement:
    """A game's judgement; one that knows nothing where the game's folder has no `judgement.py`."""
    module = _module(game)
    return Unjudged(game) if module is None else cast("Judgement", module.Judgement(game))


def is_judged(game: AnyGame) -> bool:
    """Whether a game has a judgement of its own."""
    return _module(game) is not None


def names_of(game: AnyGame) -> tuple[str, ...]:
    """What computers are called at a game's tables, more names than seats: those of its `judgement.py` (`NAMES`), else ours."""
    return tuple(getattr(_module(game), "NAMES", NAMES))


def _module(game: AnyGame) -> ModuleType | None:
    name = f"{type(game).__module__.rpartition('.')[0]}.judgement"
    return None if find_spec(name) is None else import_module(name)
