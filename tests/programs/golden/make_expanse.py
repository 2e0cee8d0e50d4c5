"""Writes the golden records of The Expanse Board Game: `python -m tests.programs.golden.make_expanse`.

The same games come out every time.

Every game is played by a simple policy: it spends its points rather than not, and takes what is offered more often than not.
Seeds are tried in order until a game ends as wanted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path

from engine.games.expanse.game import Expanse
from engine.games.expanse.state import State
from engine.kernel import record, registry
from engine.kernel.dice import Dice
from engine.kernel.menu import Menu, Words
from engine.kernel.position import Move, Run, digest, start
from engine.kernel.script import Result, settle
from tests.programs.golden.show import ending as ending_of

HERE = Path(__file__).parents[2] / "golden" / "expanse"
RELUCTANT = frozenset({"done", "decline", "pass", "stop", "none", "no", "leave"})
"""Words that end something: thrown for once, and thrown for again if they come up."""

Ending = Callable[[State, Result], bool]


def _cp(state: State, result: Result) -> list[int]:
    """The CP in the order of the ranking."""
    return [state.sides[seat].cp for tie in result.ranking for seat in tie]


def clear(state: State, result: Result) -> bool:
    """Nobody is tied."""
    return len(set(_cp(state, result))) == state.seats and len(state.used) == 5


def few(state: State, result: Result) -> bool:
    """SCORE cards were left on the Track: fewer than five Scoring turns."""
    return len(state.used) < 5 and clear_first(state, result)


def clear_first(state: State, result: Result) -> bool:
    """One has the most CP."""
    first, second, *_ = _cp(state, result)
    return first > second


def tied_for(n: int) -> Ending:
    """Exactly so many share the most CP."""
    return lambda state, result: _cp(state, result).count(max(_cp(state, result))) == n


def tied_behind(state: State, result: Result) -> bool:
    """The first is clear, two behind are tied."""
    cp = _cp(state, result)
    return cp[0] > cp[1] and len(set(cp)) < len(cp)


GAMES: Mapping[str, tuple[int, Mapping[str, str], Ending]] = {
    "two-clear": (2, {}, clear),
    "two-few-scorings": (2, {"factions": "random"}, few),
    "two-tied-rocinante": (2, {}, tied_for(2)),
    "three-clear": (3, {}, clear),
    "three-tied-initiative": (3, {}, tied_for(2)),
    "three-tied-behind": (3, {"factions": "random"}, tied_behind),
    "four-clear": (4, {}, clear),
    "four-few-scorings": (4, {}, few),
    "four-tied-initiative": (4, {"factions": "random"}, tied_for(2)),
    "four-tied-behind": (4, {}, tied_behind),
}


def main() -> None:
    """Write every record."""
    game = registry.load("expanse")
    assert isinstance(game, Expanse)
    HERE.mkdir(exist_ok=True)
    for name, (seats, options, ending) in GAMES.items():
        for n in count(1):
            made, run = _game(game, seats, f"{name}-{n}", settle(game.settings, options))
            if run.result is not None and ending(run.state, run.result):
                break
        ends = f"; ends: {ending_of(run.result)}\n"
        (HERE / f"{name}.record").write_text(ends + record.dump(made), "utf-8")


def _game(game: Expanse, seats: int, seed: str, options: dict[str, str]) -> tuple[record.Record, Run[State]]:
    dice = Dice(f"{seed}/player")
    run: Run[State] = Run(game, start(game, seats, options, seed).position, seed)
    log: list[Move] = []
    while run.ask:
        seat = min(run.now.ask)
        words = choose(run.menu(seat), dice, len(log))
        position = run.play(seat, words).position
        log.append(Move(seat, words, digest(position, seed)))
    made = record.Record(
        game.slug, game.rules_version, record.components_digest(game), seats, options, seed, tuple(log)
    )
    return made, run


def choose(menu: Menu, dice: Dice, tick: int) -> Words:
    """A move of the policy."""
    words: list[str] = []
    at: Menu | None = menu
    while at is not None:
        names = [option.word for option in at.open()]
        label = f"{len(words)}"
        word = names[dice.below(len(names), tick, f"{label}/first")]
        if word in RELUCTANT:
            word = names[dice.below(len(names), tick, f"{label}/second")]
        words.append(word)
        at = at.then(word)
    return tuple(words)


if __name__ == "__main__":
    main()
