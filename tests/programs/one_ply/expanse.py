"""What a position of The Expanse Board Game is worth to a seat."""

from __future__ import annotations

from engine.games.expanse import menus
from engine.games.expanse.game import Expanse
from engine.games.expanse.judgement import margin
from engine.games.expanse.state import State
from engine.games.expanse.steps import Choice, Step, begin, follow
from engine.kernel.menu import Menu
from engine.kernel.registry import AnyGame
from engine.kernel.text import Seat
from tests.programs.one_ply.player import ANSWERS, Judge, Tree


def part(menu: Menu) -> bool:
    """Whether a question belongs to what somebody has just done: which influence goes, which fleet comes home."""
    return menu.options[0].word == "choose"


def ahead(game: AnyGame, state: State, menu: Menu, seat: Seat) -> Tree | None:
    """A turn, an Event that is offered or the event step, on the tree of its own steps: nothing hidden is looked at, and every
    step is made only once."""
    assert isinstance(game, Expanse)
    verb = menu.options[0].word
    if verb not in ("take", "event", "scoring"):
        return None
    work = begin(game.board, state, seat).fork()
    if verb == "take":
        root = menus.Turn(work)
        return Tree(root.menu(), lambda words: _answered(game, follow(root.below(words[0]), words[1:]), seat))
    step = menus.offer(work) if verb == "event" else menus.scoring(work)
    if not isinstance(step, Choice):
        return None
    return Tree(menus.as_move(step, verb), lambda words: _answered(game, follow(step, words[1:]), seat))


def _answered(game: Expanse, step: Step, seat: Seat) -> State:
    """The state once the others have said what a move asks of them, each what is best for itself."""
    while isinstance(step, Choice) and step.seat != seat:
        asked = step
        words = asked.words[:ANSWERS]
        best = max(words, key=lambda word: value(game, follow(asked, (word,)).work.state, asked.seat))
        step = follow(asked, (best,))
    return step.work.state


def value(game: AnyGame, state: State, seat: Seat) -> float:
    """The seat's prospects, less those of the others."""
    assert isinstance(game, Expanse)
    return margin(game.board, state, seat)


JUDGE = Judge(value, part, ahead)
